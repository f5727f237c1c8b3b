/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/model/m2/stored.h"

/* Sets of keys for sequences that do not exist. A track that a model was given has them if its sequences were removed without it. */

/* Whether the file has more sets than the model has sequences. How many it has is only noted where it is another number than that. */
static gboolean
has_too_many (const MwM2 *model, const MwM2Track *track)
{
  MwWireEntriesHead head;
  const gboolean global = track->global_sequence.id || track->global_sequence.raw != MW_REF_NONE.raw;
  if (global || !mw_m2_stored_sets (track, &head))
    return FALSE;
  return (head.n_times != MW_WIRE_AS_SPREAD && head.n_times > model->sequences.n)
         || (head.n_values != MW_WIRE_AS_SPREAD && head.n_values > model->sequences.n);
}

/* The tracks among the records, and those of lanes among them, which have too many: MwId. Free with g_array_unref(). */
static GArray *
tracks_to_trim (MwDocument *document, const MwId *ids, guint n)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  GArray *tracks = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++) {
    const MwRecord *track = mw_holder_track (mw_model_find (&model->model, ids[i]));
    if (mw_m2_is_track (track) && g_hash_table_add (known, GUINT_TO_POINTER (track->id))
        && has_too_many (model, (const MwM2Track *) track))
      g_array_append_val (tracks, track->id);
  }
  return tracks;
}

static gboolean
applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  if (!mw_holders_apply (document, ids, n, error))
    return FALSE;
  g_autoptr (GArray) tracks = tracks_to_trim (document, ids, n);
  return tracks->len || mw_operation_nothing (error, "nothing to drop: all sets of keys are those of sequences");
}

/* Keys in a file that was not found have no lane: only the note says where they are. */
static gboolean
trim (MwDocument *document, MwId id, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwM2Track *track = (const MwM2Track *) mw_model_find (model, id);
  const MwField *field = MW_FIELD_IN (track->record.schema, MwM2Track, lanes);
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (MwId));
  if (!mw_track_is_loaded (document, &track->record, error))
    return FALSE;
  for (uint32_t i = 0; i < track->lanes.n; i++)
    if (!mw_model_resolve (model, ((const MwM2Lane *) track->lanes.items[i])->sequence))
      g_array_append_val (lanes, track->lanes.items[i]->id);
  if (!mw_document_forget_about (document, id, MW_NOTE_LAYOUT, field, error))
    return FALSE;
  for (guint i = 0; i < lanes->len; i++)
    if (!mw_document_remove (document, g_array_index (lanes, MwId, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) tracks = tracks_to_trim (document, ids, n);
  for (guint i = 0; i < tracks->len; i++)
    if (!trim (document, g_array_index (tracks, MwId, i), error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_track_trim = {
  .id = "track-trim",
  .label = N_ ("Drop Sets of Keys Without Sequence"),
  .step = N_ ("Drop the sets of keys of %s that have no sequence"),
  .doc = N_ (
    "Drops the sets of keys that a track of an M2 model has for more sequences than the model has. The 3.3.5 client "
    "reads beyond the end of its array of sequences for them."),
  .aliases = "lanes too many repair",
  .families = MW_FAMILY_M2,
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .applies = applies,
  .run = run,
};
