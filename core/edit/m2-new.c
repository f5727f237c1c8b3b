/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/m2-rules.h"

#include <string.h>

/* Completes new records with what clients require and original files have (m2.md 5). */

#define IN_MODEL 0x20
#define GAP 3333    /* ms between sequences on one time line */
#define LENGTH 1000 /* ms, the length of a new sequence */
#define ONLY_VARIATION 32767

MwRecord *
mw_m2_add_constant (const MwM2 *model, MwRecord *owner, const MwField *field, const void *value)
{
  MwM2Track *track = (MwM2Track *) mw_record_new (field->schema);
  gboolean lanes = mw_m2_has_lanes (model);
  const MwField *values = mw_schema_part (field->schema, MW_PART_VALUES);
  mw_child_set (NULL, owner, field, &track->record);
  if (lanes)
    track->spread = values ? MW_M2_SPREAD_ALL : MW_M2_SPREAD_SEQUENCES;
  if (!values)
    return &track->record;
  static const int32_t start = 0;
  MwArray times = mw_array_copy (&start, 1, sizeof start),
          keys = mw_array_copy (value, 1, mw_field_element_size (values));
  if (!lanes) {
    track->times = times;
    track->values = keys;
    if (mw_schema_part (field->schema, MW_PART_IN_TANS)) {
      track->in_tans = mw_array_share (&keys);
      track->out_tans = mw_array_share (&keys);
    }
    return &track->record;
  }
  const MwField *list = mw_schema_part (field->schema, MW_PART_LANES);
  MwM2Lane *lane = (MwM2Lane *) mw_record_new (list->schema);
  lane->times = times;
  lane->values = keys;
  if (mw_schema_part (list->schema, MW_PART_IN_TANS)) {
    lane->in_tans = mw_array_share (&keys);
    lane->out_tans = mw_array_share (&keys);
  }
  mw_list_append (NULL, &track->record, list, &lane->record);
  return &track->record;
}

static void
complete_sequence (const MwM2 *model, MwM2Sequence *sequence)
{
  uint32_t end = 0;
  for (uint32_t i = 0; i < model->sequences.n; i++)
    end = MAX (end, ((const MwM2Sequence *) model->sequences.items[i])->end);
  sequence->start = end <= G_MAXUINT32 - GAP - LENGTH ? end + GAP : 0;
  sequence->end = sequence->start + LENGTH;
  sequence->duration = LENGTH;
  sequence->flags = mw_m2_has_lanes (model) ? IN_MODEL : 0;
  sequence->frequency = ONLY_VARIATION;
  sequence->blend_time = 150;
  sequence->bounds = model->bounds;
  sequence->alias = (MwRef) { sequence->record.id, 0 };
}

static void
complete_camera (const MwM2 *model, MwM2Camera *camera)
{
  static const float field_of_view = 0.8f;
  camera->field_of_view = field_of_view;
  camera->far_clip = 1000.f / 36;
  camera->near_clip = 8.f / 36;
  if (model->version >= MW_M2_FIELD_OF_VIEW_TRACK_SINCE)
    mw_m2_add_constant (model, &camera->record, MW_FIELD (MwM2Camera, field_of_view_track), &field_of_view);
}

void
mw_m2_complete (MwDocument *document, MwRecord *record)
{
  static const float one = 1;
  static const uint8_t shown = 1;
  const MwM2 *model = mw_m2_of (document);
  if (record->schema == &mw_m2_sequence_schema)
    complete_sequence (model, (MwM2Sequence *) record);
  else if (record->schema == &mw_m2_camera_schema)
    complete_camera (model, (MwM2Camera *) record);
  else if (record->schema == &mw_m2_event_schema)
    mw_m2_add_constant (model, record, MW_FIELD (MwM2Event, track), NULL);
  else if (record->schema == &mw_m2_attachment_schema && model->version <= MW_M2_ATTACHMENT_TRACK_UNTIL)
    mw_m2_add_constant (model, record, MW_FIELD (MwM2Attachment, visibility_track), &shown);
  else if (record->schema == &mw_m2_texture_weight_schema)
    mw_m2_add_constant (model, record, MW_FIELD (MwM2TextureWeight, weight_track), &one);
}

/* --- Variations ----------------------------------------------------------------------------------------------------- */

static gboolean
set_field (MwDocument *document, const MwM2Sequence *sequence, const MwField *field, const void *bytes, gsize size,
           GError **error)
{
  return mw_document_set_field (document, sequence->record.id, field, bytes, size, error);
}

gboolean
mw_m2_is_in_alias_ring (const MwM2 *model, const MwM2Sequence *sequence)
{
  const MwM2Sequence *at = sequence;
  for (uint32_t steps = 0; at && steps <= model->sequences.n; steps++) {
    at = (const MwM2Sequence *) mw_model_resolve (&model->model, at->alias);
    if (at == sequence)
      return TRUE;
  }
  return FALSE;
}

/* A copy of an alias refers to the same sequence as its original. In a ring it is inserted after the original. A
 * sequence that is no alias refers to itself. */
static gboolean
join_ring (MwDocument *document, const MwM2Sequence *sequence, GError **error)
{
  const MwM2 *model = mw_m2_of (document);
  MwRef self = { sequence->record.id, 0 };
  if (!(sequence->flags & MW_M2_SEQUENCE_ALIAS))
    return set_field (document, sequence, MW_FIELD (MwM2Sequence, alias), &self, sizeof self, error);
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *other = (const MwM2Sequence *) model->sequences.items[i];
    if (other != sequence && other->alias.id == sequence->alias.id && mw_m2_is_in_alias_ring (model, other))
      return set_field (document, other, MW_FIELD (MwM2Sequence, alias), &self, sizeof self, error);
  }
  return TRUE;
}

/* Links a sequence after the last variation of its animation, with a variation number that is free: the game treats two
 * sequences with the same number as one. The field `alias` of a sequence that is no alias names itself. */
gboolean
mw_m2_join (MwDocument *document, MwRecord *record, GError **error)
{
  if (record->schema != &mw_m2_sequence_schema)
    return TRUE;
  const MwM2 *model = mw_m2_of (document);
  const MwM2Sequence *sequence = (const MwM2Sequence *) record, *last = NULL;
  const MwId id = record->id;
  guint variation = 0;
  gboolean taken = FALSE;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *other = (const MwM2Sequence *) model->sequences.items[i];
    if (other == sequence || other->animation != sequence->animation)
      continue;
    variation = MAX (variation, other->variation + 1u);
    taken |= other->variation == sequence->variation;
    if (other->next.id == 0 && (!last || other->variation >= last->variation))
      last = other;
  }
  /* Variations are in the order of their numbers. */
  if (last && mw_record_index (&last->record) > mw_record_index (&sequence->record)
      && !mw_document_move (document, id, mw_record_index (&last->record), error))
    return FALSE;
  MwRef none = MW_REF_NONE, self = { id, 0 };
  uint16_t number = (uint16_t) MIN (variation, G_MAXUINT16);
  return (!taken || set_field (document, sequence, MW_FIELD (MwM2Sequence, variation), &number, sizeof number, error))
         && set_field (document, sequence, MW_FIELD (MwM2Sequence, next), &none, sizeof none, error)
         && (!last || set_field (document, last, MW_FIELD (MwM2Sequence, next), &self, sizeof self, error))
         && join_ring (document, sequence, error);
}
