/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/sequences/sequence-copy.h"
#include "core/edit/operations/elements/duplicate.h"
#include "core/edit/operations/sequences/time-line.h"
#include "core/model/aspects.h"

enum { MOST_BYTES = 16 };

/* Whether sequences have lanes, and no interval on one time line. */
static gboolean
has_lanes (MwDocument *document)
{
  const MwSchema *kind = mw_aspects_of (mw_document_get_model (document))->sequence;
  g_autoptr (MwRecord) fresh = mw_record_new (kind);
  return !mw_field_is_live (fresh, mw_schema_part (kind, MW_PART_START), mw_document_get_format (document));
}

MwNewSequence
mw_new_sequence (MwDocument *document, gint64 length)
{
  const MwModel *model = mw_document_get_model (document);
  const gboolean lanes = has_lanes (document);
  return (MwNewSequence) { .document = document,
                           .length = length,
                           .lanes = lanes,
                           .ranged = mw_keys_reach_outside (model),
                           .line_end = lanes ? 0 : mw_time_line_end (document) };
}

/* --- What is shown by default --------------------------------------------------------------------------------------- */

MwId
mw_sequence_stand (const MwModel *model)
{
  const MwList *sequences = mw_model_sequences (model);
  MwId like = 0;
  for (uint32_t i = 0; i < sequences->n; i++) {
    MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    if (aspect.stand == MW_STAND)
      return sequences->items[i]->id;
    if (aspect.stand == MW_STAND_LIKE && !like)
      like = sequences->items[i]->id;
  }
  return like;
}

static gboolean
gather_track (MwRecord *record, gpointer data)
{
  const MwField *slot = mw_record_slot (record);
  if (slot && slot->type == MW_TYPE_CHILD && mw_schema_has_timed_keys (record->schema))
    g_array_append_val (data, record->id);
  return TRUE;
}

/* The ids of all tracks and event tracks that sequences play. */
static GArray *
tracks_of (const MwModel *model)
{
  GArray *tracks = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_record_foreach ((MwRecord *) &model->record, gather_track, tracks);
  for (guint i = tracks->len; i-- > 0;)
    if (mw_track_is_shared (model, mw_model_find (model, g_array_index (tracks, MwId, i))))
      g_array_remove_index (tracks, i);
  return tracks;
}

gboolean
mw_sequence_open (const MwNewSequence *at, MwId stand, GHashTable *given, GError **error)
{
  const MwModel *model = mw_document_get_model (at->document);
  g_autoptr (GArray) tracks = tracks_of (model);
  for (guint i = 0; stand && i < tracks->len; i++) {
    const MwRecord *track = mw_model_find (model, g_array_index (tracks, MwId, i));
    const MwField *values = mw_schema_part (track->schema, MW_PART_VALUES), *slot = mw_record_slot (track);
    guint8 value[MOST_BYTES];
    if (!values || (given && g_hash_table_contains (given, GUINT_TO_POINTER (track->id)))
        || !(at->ranged || mw_track_opens (track)) || !mw_track_sample (model, track, stand, 0, value))
      continue;
    const uint32_t interpolation = mw_track_interpolation (model, track);
    g_autoptr (MwKeySet) keys = mw_key_set_single (values, value);
    mw_key_set_adapt (keys, model, NULL, 0, at->length, interpolation,
                      mw_track_stores_tangents (model, slot, interpolation));
    if (!mw_put_keys (at, track->owner->id, slot, keys, error))
      return FALSE;
  }
  return TRUE;
}

/* --- Parts of sequences --------------------------------------------------------------------------------------------- */

static gint32
time_at (const MwKeySet *keys, guint i)
{
  return g_array_index (keys->times, gint32, i);
}

/* Appends a key of one set to another one of the same track. */
static void
append_key (MwKeySet *to, const MwKeySet *from, guint i, gint32 time)
{
  GByteArray *const into[] = { to->value, to->in_tan, to->out_tan };
  const GByteArray *const out_of[] = { from->value, from->in_tan, from->out_tan };
  const gsize size = from->values ? mw_field_element_size (from->values) : 0;
  g_array_append_val (to->times, time);
  for (guint k = 0; k < G_N_ELEMENTS (into); k++)
    if (out_of[k]->len)
      g_byte_array_append (into[k], out_of[k]->data + i * size, (guint) size);
}

/* Appends the keys that a track has in a part of a sequence of this length, whose times then begin at `start`. */
static void
append_part (MwKeySet *all, const MwModel *model, const MwRecord *track, const MwSequencePart *part, gint64 length,
             gint64 start)
{
  g_autoptr (MwKeySet) keys = mw_key_set_of (model, track, part->sequence, length);
  if (keys && keys->values)
    mw_key_set_at (keys, model, track, part->sequence, part->from);
  for (guint i = 0; keys && i < keys->times->len; i++)
    if (time_at (keys, i) >= part->from)
      append_key (all, keys, i, (gint32) (time_at (keys, i) - part->from + start));
}

gboolean
mw_sequence_put_parts (const MwNewSequence *at, const MwSequencePart *parts, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (at->document);
  g_autoptr (GArray) tracks = tracks_of (model);
  for (guint i = 0; i < tracks->len; i++) {
    const MwRecord *track = mw_model_find (model, g_array_index (tracks, MwId, i));
    g_autoptr (MwKeySet) keys = mw_key_set_new (model, track);
    gint64 start = 0;
    for (guint k = 0; k < n; k++) {
      const MwSequenceAspect aspect = mw_sequence_aspect (model, mw_model_find (model, parts[k].sequence));
      append_part (keys, model, track, &parts[k], aspect.end - aspect.start, start);
      start += aspect.end - aspect.start - parts[k].from + 1;
    }
    if (keys->times->len && !mw_put_keys (at, track->owner->id, mw_record_slot (track), keys, error))
      return FALSE;
  }
  return TRUE;
}

/* --- Copies --------------------------------------------------------------------------------------------------------- */

MwId
mw_sequence_copy (MwDocument *document, MwId sequence, gint64 gap, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), sequence);
  MwKeyRange range;
  if (!mw_key_range_of (document, sequence, &range, error))
    return 0;
  if (range.lanes)
    return mw_duplicate_sequence (document, sequence, error);
  const gint64 length = range.end - range.start;
  MwNewSequence at = mw_new_sequence (document, length);
  if (!mw_time_line_room (document, record, length, gap, &at.start, error))
    return 0;
  const MwSequencePart whole = { sequence, 0 };
  if (!(at.ranged ? mw_sequence_put_parts (&at, &whole, 1, error)
                  : mw_time_line_copy (document, &range, at.start - range.start, error)))
    return 0;
  const MwId copy = mw_duplicate_sequence (document, sequence, error);
  return copy && mw_time_line_set (document, copy, at.start, at.start + length, error) ? copy : 0;
}
