/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check-m2.h"
#include "core/model/m2/derived.h"

/* Vertices, triangles and bounds (m2.md 5.5, 5.6 and 6.1). */

enum { SLOTS = 4, FULL = 255 };

/* --- Vertices ------------------------------------------------------------------------------------------------------- */

static void
check_vertex_bones (MwChecking *c, const MwM2 *model)
{
  const uint8_t *weights = model->bone_weights.data, *indices = model->bone_indices.data;
  uint32_t n = MIN (model->bone_weights.n, model->bone_indices.n);
  for (uint32_t v = 0; v < n; v++)
    for (guint k = 0; k < 4; k++)
      if (weights[4 * (size_t) v + k] && indices[4 * (size_t) v + k] >= model->bones.n) {
        mw_check_find_at (c, MW_RULE_M2_VERTEX_BONE, &model->model.record, MW_FIELD (MwM2, bone_indices), v,
                          "found bone %u, but there are only %u", indices[4 * (size_t) v + k], model->bones.n);
        return;
      }
}

static void
check_weights (MwChecking *c, const MwM2 *model)
{
  const uint8_t *weights = model->bone_weights.data;
  uint32_t n_wrong = 0, first = 0;
  guint found = 0;
  for (uint32_t v = 0; v < model->bone_weights.n; v++, weights += SLOTS) {
    const guint sum = (guint) weights[0] + weights[1] + weights[2] + weights[3];
    if (sum == FULL)
      continue;
    if (!n_wrong++) {
      first = v;
      found = sum;
    }
  }
  if (n_wrong)
    mw_check_find_at (c, MW_RULE_M2_WEIGHTS_SUM, &model->model.record, MW_FIELD (MwM2, bone_weights), first,
                      "found %u (%u of %u vertices)", found, n_wrong, model->bone_weights.n);
}

/* --- Submeshes ------------------------------------------------------------------------------------------------------ */

static guint
influences_of (const MwM2 *model, uint32_t vertex)
{
  const uint8_t *weights = (const uint8_t *) model->bone_weights.data + SLOTS * (gsize) vertex;
  return (weights[0] > 0) + (weights[1] > 0) + (weights[2] > 0) + (weights[3] > 0);
}

static void
check_submesh (MwChecking *c, const MwRecord *record, gconstpointer data)
{
  const MwM2 *model = (const MwM2 *) c->model;
  const MwM2Submesh *submesh = (const MwM2Submesh *) record;
  const uint16_t *corners = submesh->triangles.data;
  uint32_t n_flat = 0, first = 0, n_vertices;
  guint most = 0;
  g_autofree uint16_t *vertices = mw_m2_submesh_vertices (submesh, &n_vertices);
  mw_check_m2_submesh (c, submesh, vertices, n_vertices);
  for (uint32_t i = 0; i + 2 < submesh->triangles.n; i += 3)
    if (corners[i] == corners[i + 1] || corners[i + 1] == corners[i + 2] || corners[i + 2] == corners[i])
      first = n_flat++ ? first : i;
  if (n_flat)
    mw_check_find_at (c, MW_RULE_M2_TRIANGLE_FLAT, &submesh->record, MW_FIELD (MwM2Submesh, triangles), first,
                      "found vertex %u twice (%u of %u triangles)",
                      corners[first] == corners[first + 1] || corners[first] == corners[first + 2] ? corners[first]
                                                                                                   : corners[first + 1],
                      n_flat, submesh->triangles.n / 3);
  for (uint32_t i = 0; i < n_vertices; i++)
    if (vertices[i] < model->bone_weights.n)
      most = MAX (most, influences_of (model, vertices[i]));
  /* 0 breaks another rule. */
  if (submesh->influences && submesh->influences < most)
    mw_check_find_in (c, MW_RULE_M2_INFLUENCES_FEW, &submesh->record, MW_FIELD (MwM2Submesh, influences),
                      "found %u, but up to %u bones move a vertex", submesh->influences, most);
}

static void
check_drawn (MwChecking *c, const MwM2 *model, const MwM2Skin *skin)
{
  g_autofree guint8 *drawn = g_new0 (guint8, skin->submeshes.n + 1);
  for (uint32_t i = 0; i < skin->batches.n; i++) {
    const MwRecord *submesh = mw_model_resolve (&model->model, ((const MwM2Batch *) skin->batches.items[i])->submesh);
    if (submesh && submesh->owner == &skin->record)
      drawn[mw_record_index (submesh)] = 1;
  }
  for (uint32_t i = 0; i < skin->submeshes.n; i++)
    if (!drawn[i])
      mw_check_find_in (c, MW_RULE_M2_SUBMESH_UNUSED, skin->submeshes.items[i], NULL, "it has no batch");
}

/* --- Bounds --------------------------------------------------------------------------------------------------------- */

static gboolean
is_empty (const MwBounds *bounds)
{
  guint n_flat = 0;
  for (guint k = 0; k < 3; k++) {
    if (!(bounds->min[k] <= bounds->max[k]))
      return TRUE;
    n_flat += bounds->min[k] == bounds->max[k];
  }
  return n_flat == 3 || !(bounds->radius > 0);
}

static gboolean
is_seen (const MwM2 *model)
{
  return mw_m2_n_vertices (model) > 0;
}

static void
check_model_bounds (MwChecking *c, const MwRecord *record)
{
  const MwM2 *model = (const MwM2 *) record;
  if (is_seen (model) && is_empty (&model->bounds))
    mw_check_find_in (c, MW_RULE_M2_BOUNDS_EMPTY, record, MW_FIELD (MwM2, bounds.max),
                      model->bounds.radius > 0 ? "the box has no size" : "the radius is not above 0");
}

static void
check_sequence_bounds (MwChecking *c, const MwRecord *record)
{
  const MwM2Sequence *sequence = (const MwM2Sequence *) record;
  if (is_seen ((const MwM2 *) c->model) && is_empty (&sequence->bounds))
    mw_check_find_in (c, MW_RULE_M2_BOUNDS_EMPTY, record, MW_FIELD (MwM2Sequence, bounds.max),
                      sequence->bounds.radius > 0 ? "the box has no size" : "the radius is not above 0");
}

/* Files of the games have some slack, and numbers are rounded. */
#define SLACK 0.01f

static void
check_rest_pose (MwChecking *c, const MwM2 *model)
{
  const MwBounds *bounds = &model->bounds;
  const float *at = model->positions.data;
  uint32_t n_outside = 0, first = 0;
  float least[3], most[3];
  if (is_empty (bounds))
    return;
  for (guint k = 0; k < 3; k++) {
    const float slack = SLACK * (bounds->max[k] - bounds->min[k] + bounds->radius);
    least[k] = bounds->min[k] - slack;
    most[k] = bounds->max[k] + slack;
  }
  for (uint32_t v = 0; v < model->positions.n; v++, at += 3)
    if (at[0] < least[0] || at[0] > most[0] || at[1] < least[1] || at[1] > most[1] || at[2] < least[2]
        || at[2] > most[2])
      first = n_outside++ ? first : v;
  if (n_outside)
    mw_check_find_in (c, MW_RULE_M2_BOUNDS_SMALL, &model->model.record, MW_FIELD (MwM2, bounds.max),
                      "%u of %u vertices, the first is %u", n_outside, model->positions.n, first);
}

const MwRecordCheck mw_m2_mesh_checks[] = { { &mw_m2_schema, check_model_bounds },
                                            { &mw_m2_sequence_schema, check_sequence_bounds },
                                            { 0 } };

static void
check_vertices (MwChecking *c, const MwRecord *record, gconstpointer data)
{
  const MwM2 *model = (const MwM2 *) record;
  check_vertex_bones (c, model);
  check_weights (c, model);
  check_rest_pose (c, model);
}

void
mw_check_m2_mesh (MwChecking *c, const MwM2 *model)
{
  mw_check_ask (c, &model->model.record, MW_READS_ARRAYS, check_vertices, NULL);
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    for (uint32_t i = 0; i < skin->submeshes.n; i++)
      mw_check_ask (c, skin->submeshes.items[i], MW_READS_ARRAYS, check_submesh, NULL);
    check_drawn (c, model, skin);
  }
}
