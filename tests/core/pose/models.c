/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/pose/models.h"
#include "core/pose/math.h"

MwTrack *
new_track (const MwSchema *schema, uint32_t interpolation, uint32_t n, const int32_t *times, const void *values,
           const void *in_tans, const void *out_tans)
{
  MwTrack *track = (MwTrack *) mw_record_new (schema);
  size_t size = mw_field_element_size (mw_track_value_field (schema));
  track->interpolation = interpolation;
  track->times = mw_array_copy (times, n, sizeof *times);
  track->values = mw_array_copy (values, n, size);
  if (in_tans)
    track->in_tans = mw_array_copy (in_tans, n, size);
  if (out_tans)
    track->out_tans = mw_array_copy (out_tans, n, size);
  return track;
}

void
set_track (MwMdlx *model, gpointer record, const char *field, MwTrack *track)
{
  const MwField *slot = mw_schema_field (((MwRecord *) record)->schema, field);
  g_assert_nonnull (slot);
  if (*(MwRecord **) mw_field_at (record, slot))
    mw_record_free (mw_child_take (&model->model, record, slot));
  mw_child_set (&model->model, record, slot, &track->record);
}

gpointer
add_to (MwMdlx *model, gpointer owner, const char *list, const MwSchema *schema)
{
  const MwField *field = mw_schema_field (((MwRecord *) owner)->schema, list);
  MwRecord *record = mw_record_new (schema);
  g_assert_nonnull (field);
  mw_list_append (&model->model, owner, field, record);
  return record;
}

gpointer
add (MwMdlx *model, const char *list, const MwSchema *schema)
{
  return add_to (model, model, list, schema);
}

MwRef
ref_to (gconstpointer record)
{
  return record ? (MwRef) { ((const MwRecord *) record)->id, 0 } : MW_REF_NONE;
}

gpointer
add_node (MwMdlx *model, const MwSchema *schema, gconstpointer parent, float x, float y, float z)
{
  MwMdlxNode *node = add (model, "nodes", schema);
  node->parent = ref_to (parent);
  node->flags = 0;
  node->pivot[0] = x;
  node->pivot[1] = y;
  node->pivot[2] = z;
  return node;
}

static void
set_one_key (MwMdlx *model, gpointer node, const char *field, const MwSchema *schema, const float *value)
{
  set_track (model, node, field, new_track (schema, MW_INTERPOLATION_NONE, 1, (int32_t[]) { 0 }, value, NULL, NULL));
}

void
set_translation (MwMdlx *model, gpointer node, float x, float y, float z)
{
  set_one_key (model, node, "translation.track", &mw_track_vec3_schema, (float[]) { x, y, z });
}

void
set_rotation (MwMdlx *model, gpointer node, float x, float y, float z, float degrees)
{
  float half = degrees * (float) G_PI / 360, sine = sinf (half);
  set_one_key (model, node, "rotation.track", &mw_track_quat_schema,
               (float[]) { x * sine, y * sine, z * sine, cosf (half) });
}

void
set_scaling (MwMdlx *model, gpointer node, float x, float y, float z)
{
  set_one_key (model, node, "scaling.track", &mw_track_vec3_schema, (float[]) { x, y, z });
}

MwClock
clock_at (int32_t start, int32_t end, gboolean looping, int32_t time)
{
  return (MwClock) { .start = start, .end = end, .looping = looping, .time = time };
}

void
assert_floats (const float *is, const float *should_be, guint n, float tolerance, const char *where)
{
  for (guint i = 0; i < n; i++)
    if (!(fabsf (is[i] - should_be[i]) <= tolerance))
      g_error ("%s: component %u is %.9g, should be %.9g", where, i, (double) is[i], (double) should_be[i]);
}

void
assert_moves (const float matrix[16], float x, float y, float z, float to_x, float to_y, float to_z, const char *where)
{
  const float from[3] = { x, y, z }, to[3] = { to_x, to_y, to_z };
  float is[3];
  mw_mat_point (matrix, from, is);
  assert_floats (is, to, 3, 1e-5f, where);
}
