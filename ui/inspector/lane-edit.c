/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/lane-edit.h"
#include "core/base/error.h"
#include "core/model/m2/m2.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/time/key-edit.h"
#include "ui/labels.h"

static const MwField *
lanes_field (const MwSchema *track)
{
  const MwField *lanes = mw_schema_part (track, MW_PART_LANES);
  return lanes && lanes->type == MW_TYPE_LIST ? lanes : NULL;
}

gboolean
mw_ui_has_lanes (MwDocument *document, const MwSchema *track)
{
  MwFormat format = mw_document_get_format (document);
  return lanes_field (track) && format.family == MW_FAMILY_M2 && format.version >= MW_M2_LANES_SINCE;
}

gboolean
mw_ui_is_for_all (const MwRecord *track)
{
  return lanes_field (track->schema) && ((const MwM2Track *) track)->spread == MW_M2_SPREAD_ALL;
}

MwRecord *
mw_ui_lane_of (const MwRecord *track, MwId sequence)
{
  const MwM2Track *lanes = (const MwM2Track *) track;
  for (uint32_t i = 0; lanes_field (track->schema) && i < lanes->lanes.n; i++)
    if (mw_ui_is_for_all (track) || ((const MwM2Lane *) lanes->lanes.items[i])->sequence.id == sequence)
      return lanes->lanes.items[i];
  return NULL;
}

guint
mw_ui_count_keys (MwDocument *document, const MwRecord *track, MwId sequence)
{
  if (mw_ui_has_lanes (document, track->schema)) {
    const MwRecord *lane = mw_ui_lane_of (track, sequence);
    return lane ? mw_ui_n_keys (lane) : 0;
  }
  guint n = mw_ui_n_keys (track), count = 0;
  MwClock clock = MW_CLOCK_REST;
  mw_clock_play (&clock, mw_document_get_model (document), sequence);
  for (guint i = 0; i < n; i++) {
    gint32 time = mw_ui_key_time (track, i);
    count += clock.rest || (time >= clock.start && time <= clock.end);
  }
  return count;
}

MwId
mw_ui_first_sequence (MwDocument *document)
{
  const MwModel *model = mw_document_get_model (document);
  const MwList *sequences = model->record.schema == &mw_m2_schema ? &((const MwM2 *) model)->sequences : NULL;
  for (uint32_t i = 0; sequences && i < sequences->n; i++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) sequences->items[i];
    if (!(sequence->flags & MW_M2_SEQUENCE_ALIAS) && !sequence->not_loaded)
      return sequence->record.id;
  }
  return 0;
}

/* A lane with one key, which has the value that the element has at rest. */
static MwRecord *
new_lane (const MwRecord *track, MwId sequence, gint32 time)
{
  MwM2Lane *lane = (MwM2Lane *) mw_record_new (lanes_field (track->schema)->schema);
  lane->sequence = sequence ? (MwRef) { sequence, 0 } : MW_REF_NONE;
  lane->times = mw_array_copy (&time, 1, sizeof time);
  const MwField *values = mw_schema_part (lane->record.schema, MW_PART_VALUES);
  if (!values)
    return &lane->record;
  gsize size = mw_field_element_size (values);
  const MwField *slot = mw_record_slot (track);
  g_autofree guint8 *value = mw_ui_first_value (track->owner, slot, mw_ui_fixed_field (track->owner->schema, slot),
                                                values);
  /* There are tangents whatever the interpolation is; with the value itself the curve is level. */
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const MwField *field = mw_schema_part (lane->record.schema, parts[i]);
    if (field)
      *(MwArray *) mw_field_at (&lane->record, field) = mw_array_copy (value, 1, size);
  }
  return &lane->record;
}

/* The sequence whose lane a key is added to. 0: the lane for all sequences, or there is none. */
static MwId
lane_sequence (MwDocument *document, const MwRecord *track, MwId sequence)
{
  return mw_ui_is_for_all (track) ? 0 : sequence ? sequence : mw_ui_first_sequence (document);
}

gboolean
mw_ui_put_lane_key (MwDocument *document, MwId id, MwId sequence, gint32 time, GError **error)
{
  const MwRecord *track = mw_model_find (mw_document_get_model (document), id);
  sequence = lane_sequence (document, track, sequence);
  if (!sequence && !mw_ui_is_for_all (track)) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s",
                  _ ("The files with the keys of the sequences were not found, so no sequence would play a new key."));
    return FALSE;
  }
  const MwRecord *lane = mw_ui_lane_of (track, sequence);
  if (lane)
    return mw_ui_add_key (document, &lane->id, 1, time, error);
  const MwField *list = lanes_field (track->schema);
  return mw_document_insert (document, id, list, mw_record_list (track, list)->n, new_lane (track, sequence, time),
                             error);
}

/* The tracks that have no key for the sequence. */
static GArray *
without_keys (MwDocument *document, const MwId *tracks, guint n, MwId sequence)
{
  GArray *empty = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < n; i++) {
    const MwRecord *track = mw_model_find (mw_document_get_model (document), tracks[i]);
    const MwRecord *lane = track ? mw_ui_lane_of (track, lane_sequence (document, track, sequence)) : NULL;
    if (track && !(lane && mw_ui_n_keys (lane)))
      g_array_append_val (empty, tracks[i]);
  }
  return empty;
}

gboolean
mw_ui_add_lane_key (MwDocument *document, const MwId *tracks, guint n, MwId sequence, gint32 time, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (GArray) empty = without_keys (document, tracks, n, sequence);
  n = empty->len;
  const MwRecord *first = n ? mw_model_find (model, g_array_index (empty, MwId, 0)) : NULL;
  const MwRecord *played = sequence ? mw_model_find (model, sequence) : NULL;
  if (!first)
    return TRUE;
  g_autofree char *title = n == 1 ? mw_ui_record_long_title (first)
                                  : g_strdup_printf (ngettext ("%u track", "%u tracks", n), n);
  g_autofree char *in = played ? mw_ui_record_title (played) : g_strdup (_ ("all sequences"));
  /* Translators: "Add a key at 433 ms of Walk to Rotation of Bone 3" */
  g_autofree char *label = g_strdup_printf (_ ("Add a key at %d ms of %s to %s"), time, in, title);
  mw_document_begin (document, label);
  for (guint i = 0; i < n; i++)
    if (!mw_ui_put_lane_key (document, g_array_index (empty, MwId, i), sequence, time, error)) {
      mw_document_cancel (document);
      return FALSE;
    }
  mw_document_commit (document);
  return TRUE;
}
