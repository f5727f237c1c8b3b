/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/reach.h"
#include "core/pose/family.h"
#include "core/pose/math.h"

struct _MwReach {
  MwSkeleton *skeleton;
  const MwPoseFamily *family;
  GArray *particles; /* MwParticleReach for each place of the skeleton; zeros where there is no emitter */
};

MwReach *
mw_reach_new (const MwModel *model)
{
  MwReach *reach = g_new0 (MwReach, 1);
  reach->skeleton = mw_skeleton_new (model);
  reach->family = mw_pose_family (model);
  reach->particles = g_array_new (FALSE, TRUE, sizeof (MwParticleReach));
  for (guint i = 0; i < mw_skeleton_n_nodes (reach->skeleton); i++) {
    MwParticleReach particles = { 0 };
    reach->family->reach (model, mw_skeleton_node_at (reach->skeleton, i), &particles);
    particles.emits = particles.emits && isfinite (particles.radius) && isfinite (particles.up)
                      && isfinite (particles.down);
    g_array_append_val (reach->particles, particles);
  }
  return reach;
}

void
mw_reach_free (MwReach *reach)
{
  mw_skeleton_free (reach->skeleton);
  g_array_unref (reach->particles);
  g_free (reach);
}

/* --- Values of tracks ----------------------------------------------------------------------------------------------- */

static void
range_of (const MwRecord *holder, double range[2])
{
  const MwField *values = mw_schema_part (holder->schema, MW_PART_VALUES);
  const MwArray *array = values && values->element == MW_TYPE_F32 ? mw_field_at (holder, values) : NULL;
  for (uint32_t i = 0; array && i < array->n; i++) {
    const double value = (double) ((const float *) array->data)[i];
    range[0] = MIN (range[0], value);
    range[1] = MAX (range[1], value);
  }
}

void
mw_reach_range (gconstpointer track, double fixed, double range[2])
{
  range[0] = MIN (0, fixed);
  range[1] = MAX (0, fixed);
  if (!track)
    return;
  const MwField *lanes = mw_schema_part (((const MwRecord *) track)->schema, MW_PART_LANES);
  const MwList *list = lanes ? mw_record_list (track, lanes) : NULL;
  range[0] = range[1] = 0;
  range_of (track, range);
  for (uint32_t i = 0; list && i < list->n; i++)
    range_of (list->items[i], range);
}

double
mw_reach_most (gconstpointer track, double fixed)
{
  double range[2];
  mw_reach_range (track, fixed, range);
  return MAX (-range[0], range[1]);
}

/* --- At a moment ---------------------------------------------------------------------------------------------------- */

typedef struct {
  gboolean any;
  float *min, *max;
} Box;

/* Adds a sphere that is drawn out along z. */
static void
add (Box *box, const float middle[3], double radius, double up, double down)
{
  if (!isfinite (middle[0]) || !isfinite (middle[1]) || !isfinite (middle[2]))
    return;
  for (guint k = 0; k < 3; k++) {
    const float low = (float) ((double) middle[k] - radius - (k == 2 ? down : 0)),
                high = (float) ((double) middle[k] + radius + (k == 2 ? up : 0));
    box->min[k] = box->any ? MIN (box->min[k], low) : low;
    box->max[k] = box->any ? MAX (box->max[k], high) : high;
  }
  box->any = TRUE;
}

static void
add_ribbon (Box *box, const MwReach *reach, const MwRecord *node, const float *world, const MwClock *clock)
{
  MwRibbonSource ribbon;
  reach->family->ribbon (mw_skeleton_model (reach->skeleton), node, clock, &ribbon);
  if (!ribbon.emits)
    return;
  const double fall = (double) ribbon.rise * (double) ribbon.life_span * (double) ribbon.life_span;
  const float sides[] = { ribbon.height_above, -ribbon.height_below };
  for (guint i = 0; i < G_N_ELEMENTS (sides) && isfinite (fall); i++) {
    float edge[3] = { ribbon.pivot[0], ribbon.pivot[1] + sides[i], ribbon.pivot[2] };
    mw_mat_point (world, edge, edge);
    add (box, edge, 0, MAX (fall, 0), MAX (-fall, 0));
  }
}

gboolean
mw_reach_at (MwReach *reach, const MwClock *clock, float min[3], float max[3])
{
  Box box = { FALSE, min, max };
  mw_skeleton_update (reach->skeleton, clock, NULL);
  for (guint i = 0; i < reach->particles->len; i++) {
    const MwParticleReach *particles = &g_array_index (reach->particles, MwParticleReach, i);
    const MwRecord *node = mw_skeleton_node_at (reach->skeleton, i);
    const float *world = mw_skeleton_matrix_at (reach->skeleton, i);
    if (!mw_skeleton_visible_at (reach->skeleton, i))
      continue;
    if (node->schema == reach->family->ribbon_kind)
      add_ribbon (&box, reach, node, world, clock);
    if (!particles->emits)
      continue;
    double scale = 0;
    float middle[3];
    for (guint k = 0; k < 3; k++)
      scale = MAX (scale, (double) mw_vec_length (world + 4 * k));
    mw_skeleton_position_at (reach->skeleton, i, middle);
    add (&box, middle, particles->radius * scale, particles->up * MAX (scale, 1), particles->down * MAX (scale, 1));
  }
  return box.any;
}
