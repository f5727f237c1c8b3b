/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check-bounds.h"
#include "core/model/aspects.h"
#include "core/pose/bone-boxes.h"
#include "core/pose/posed-mesh.h"

#include <math.h>

/* The mesh is looked at in the middle of each sequence, so a mesh that leaves the bounds only at another time is not found: each further
 * moment costs a pose of the whole skeleton. The boxes of the bones are posed first, which is quick. Only if the box around them leaves the
 * bounds by more than is tolerated, the vertices are posed, which takes much longer, and decide.
 *
 * A model does not vanish because a hand reaches a little out of the bounds, and many real sequences do. So what is found leaves the bounds
 * by more than a quarter of the diagonal of the box. */

#define TOLERATED 0.25

typedef struct {
  MwChecking *c;
  /* NULL: not needed yet */
  MwBoneBoxes *boxes;
  MwPosedMesh *mesh;
} Posing;

static double
diagonal (const MwBounds *bounds)
{
  double square = 0;
  for (guint k = 0; k < 3; k++) {
    const double size = (double) bounds->max[k] - (double) bounds->min[k];
    square += size * size;
  }
  return sqrt (square);
}

/* Empty bounds, and those that are turned inside out, are for other rules. */
static gboolean
is_box (const MwBounds *bounds)
{
  for (guint k = 0; k < 3; k++)
    if (!(bounds->min[k] <= bounds->max[k]))
      return FALSE;
  const double size = diagonal (bounds);
  return size > 0 && isfinite (size);
}

/* How far a box reaches out of the bounds, along the axis where that is the most. */
static double
beyond (const MwBoneBox *box, const MwBounds *bounds, guint *axis)
{
  double most = 0;
  for (guint k = 0; k < 3; k++) {
    const double out = MAX ((double) bounds->min[k] - (double) box->min[k],
                            (double) box->max[k] - (double) bounds->max[k]);
    if (out > most) {
      most = out;
      *axis = k;
    }
  }
  return most;
}

/* The box around the vertices that are shown. The boxes have been posed to the clock. */
static MwBoneBox
pose_exactly (Posing *p, const MwClock *clock)
{
  const MwPosedPart *parts;
  guint n;
  MwBoneBox box = { 0 };
  if (!p->mesh)
    p->mesh = mw_posed_mesh_new (p->c->model);
  const float *points = mw_posed_mesh_with (p->mesh, mw_bone_boxes_skeleton (p->boxes), clock, &parts, &n);
  for (guint i = 0; i < n; i++)
    for (gsize k = parts[i].first; parts[i].shown && k < (gsize) parts[i].first + parts[i].n; k++)
      mw_bone_box_add (&box, points + 3 * k);
  return box;
}

/* The field of a record whose value is there. */
static const MwField *
field_of (const MwRecord *record, const float *value)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (mw_field_at (record, field) == (gconstpointer) value)
      return field;
  }
  return NULL;
}

static void
check_sequence (Posing *p, const MwRecord *record)
{
  const MwSequenceAspect sequence = mw_sequence_aspect (p->c->model, record);
  MwClock clock = { 0 };
  if (sequence.not_loaded || !is_box (sequence.bounds))
    return;
  if (!p->boxes)
    p->boxes = mw_bone_boxes_new (p->c->model);
  const double tolerated = TOLERATED * diagonal (sequence.bounds);
  mw_clock_play (&clock, p->c->model, record->id);
  const gint64 passed = ((gint64) clock.end - clock.start) / 2;
  guint axis = 0;
  clock.time = (gint32) (clock.start + passed);
  clock.global_ms = (guint64) passed;
  MwBoneBox box = mw_bone_boxes_at (p->boxes, &clock);
  if (!box.any || !(beyond (&box, sequence.bounds, &axis) > tolerated))
    return;
  box = pose_exactly (p, &clock);
  const double out = box.any ? beyond (&box, sequence.bounds, &axis) : 0;
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  if (out > tolerated)
    mw_check_find_in (p->c, MW_RULE_BOUNDS_LEFT, record, field_of (record, sequence.bounds->max),
                      "%d ms after its start the mesh is %s outside along %c", (int) passed,
                      g_ascii_formatd (text, sizeof text, "%.4g", out), "xyz"[axis]);
}

void
mw_check_posed_bounds (MwChecking *c)
{
  const MwList *sequences = mw_model_sequences (c->model);
  Posing p = { .c = c };
  for (uint32_t i = 0; i < sequences->n; i++)
    check_sequence (&p, sequences->items[i]);
  if (p.boxes)
    mw_bone_boxes_free (p.boxes);
  if (p.mesh)
    mw_posed_mesh_free (p.mesh);
}
