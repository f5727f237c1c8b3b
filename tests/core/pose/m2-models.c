/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"

gpointer
m2_add_to (MwM2 *model, gpointer owner, const char *list, const MwSchema *schema)
{
  return add_to (model, owner, list, schema);
}

gpointer
m2_add (MwM2 *model, const char *list, const MwSchema *schema)
{
  return add (model, list, schema);
}

MwRef
m2_ref (gconstpointer record)
{
  return ref_to (record);
}

MwM2Sequence *
m2_add_sequence (MwM2 *model, uint32_t start, uint32_t end, uint32_t flags)
{
  MwM2Sequence *sequence = m2_add (model, "sequences", &mw_m2_sequence_schema);
  sequence->flags = flags;
  sequence->next = sequence->alias = MW_REF_NONE;
  if (model->version >= 264) {
    sequence->duration = end - start;
  } else {
    sequence->start = start;
    sequence->end = end;
  }
  return sequence;
}

MwM2Bone *
m2_add_bone (MwM2 *model, const MwM2Bone *parent, float x, float y, float z)
{
  MwM2Bone *bone = m2_add (model, "bones", &mw_m2_bone_schema);
  bone->flags = 0x200;
  bone->parent = m2_ref (parent);
  bone->pivot[0] = x;
  bone->pivot[1] = y;
  bone->pivot[2] = z;
  return bone;
}

MwM2Track *
m2_add_track (MwM2 *model, gpointer record, const char *field, uint32_t interpolation)
{
  const MwField *slot = mw_schema_field (((MwRecord *) record)->schema, field);
  g_assert_nonnull (slot);
  MwM2Track *track = (MwM2Track *) mw_record_new (slot->schema);
  track->interpolation = interpolation;
  track->global_sequence = MW_REF_NONE;
  mw_child_set (&model->model, record, slot, &track->record);
  return track;
}

static MwArray
copy_keys (const MwSchema *schema, const char *field, const void *keys, uint32_t n)
{
  return mw_array_copy (keys, n, mw_field_element_size (mw_schema_field (schema, field)));
}

void
m2_add_keys (MwM2 *model, MwM2Track *track, const MwM2Sequence *sequence, uint32_t n, const int32_t *times,
             const void *values, const void *in_tans, const void *out_tans)
{
  const MwSchema *schema = track->record.schema;
  MwArray *arrays[] = { &track->times, &track->values, &track->in_tans, &track->out_tans };
  if (model->version >= 264) {
    MwM2Lane *lane = m2_add_to (model, track, "lanes", mw_schema_field (schema, "lanes")->schema);
    lane->sequence = m2_ref (sequence);
    track->spread = sequence ? MW_M2_SPREAD_SEQUENCES : MW_M2_SPREAD_ALL;
    arrays[0] = &lane->times;
    arrays[1] = &lane->values;
    arrays[2] = &lane->in_tans;
    arrays[3] = &lane->out_tans;
  }
  *arrays[0] = mw_array_copy (times, n, sizeof *times);
  *arrays[1] = copy_keys (schema, "keys.value", values, n);
  if (in_tans)
    *arrays[2] = copy_keys (schema, "keys.in_tan", in_tans, n);
  if (out_tans)
    *arrays[3] = copy_keys (schema, "keys.out_tan", out_tans, n);
}

void
m2_set_constant (MwM2 *model, gpointer record, const char *field, const void *value)
{
  m2_add_keys (model, m2_add_track (model, record, field, 0), NULL, 1, (int32_t[]) { 0 }, value, NULL, NULL);
}

void
m2_set_curve (MwM2 *model, MwM2Particle *emitter, const char *field, uint32_t n, const void *values)
{
  const MwField *slot = mw_schema_field (&mw_m2_particle_schema, field);
  g_assert_nonnull (slot);
  MwM2Curve *curve = (MwM2Curve *) mw_record_new (slot->schema);
  mw_child_set (&model->model, &emitter->record, slot, &curve->record);
  curve->times = mw_array_new (n, sizeof (float));
  for (uint32_t i = 0; i < n; i++)
    ((float *) curve->times.data)[i] = n > 1 ? (float) i / (float) (n - 1) : 0;
  curve->values = copy_keys (slot->schema, "keys.value", values, n);
}

MwClock
m2_clock (const MwM2 *model, const MwM2Sequence *sequence, int32_t time)
{
  MwClock clock = { 0 };
  mw_clock_play (&clock, &model->model, sequence->record.id);
  clock.time = clock.start + time;
  return clock;
}

MwM2Batch *
m2_add_batch (MwM2 *model, MwM2Skin *skin, MwArray triangles)
{
  MwM2Submesh *submesh = m2_add_to (model, skin, "submeshes", &mw_m2_submesh_schema);
  MwM2Batch *batch = m2_add_to (model, skin, "batches", &mw_m2_batch_schema);
  submesh->triangles = triangles;
  batch->submesh = m2_ref (submesh);
  batch->material = m2_ref (m2_add (model, "materials", &mw_m2_material_schema));
  batch->textures = mw_array_copy ((MwRef[]) { m2_ref (model->textures.items[0]) }, 1, sizeof (MwRef));
  return batch;
}
