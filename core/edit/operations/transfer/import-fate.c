/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/transfer/import-fate.h"
#include "core/edit/operations/sequences/sequence-names.h"
#include "core/edit/operations/transfer/transfer-put.h"
#include "core/model/aspects.h"

/* --- One slot -------------------------------------------------------------------------------------------------------- */

/* Keys that refer to textures refer to those that are the same in the model. FALSE: one is not there. */
static gboolean
map_references (const MwTransfer *t, MwKeySet *keys)
{
  MwRef *refs = (MwRef *) (gpointer) keys->value->data;
  for (guint i = 0; keys->values && keys->values->element == MW_TYPE_REF && i < keys->times->len; i++) {
    const MwRecord *record = mw_model_resolve (t->source, refs[i]), *match = record ? mw_transfer_to (t, record) : NULL;
    if (record && !match)
      return FALSE;
    if (match)
      refs[i] = (MwRef) { match->id, 0 };
  }
  return TRUE;
}

MwFate
mw_import_fate (const MwTransfer *t, const MwRecord *from, const MwField *slot, MwKeySet *keys)
{
  const MwRecord *to = mw_transfer_to (t, from);
  if (!to)
    return g_hash_table_contains (t->to, GUINT_TO_POINTER (from->id)) ? MW_FATE_LEFT_OUT : MW_FATE_UNMATCHED;
  if (!mw_schema_has_field (to->schema, slot) || !mw_track_takes_keys (t->document, to, slot))
    return MW_FATE_NO_PLACE;
  return map_references (t, keys) ? MW_FATE_TAKEN : MW_FATE_UNMATCHED;
}

/* --- A report -------------------------------------------------------------------------------------------------------- */

typedef struct {
  const MwTransfer *transfer;
  const GPtrArray *sequences; /* MwRecord of the source */
  GArray *missed;
} Looking;

static void
add (const Looking *l, MwMissedKind kind, const MwRecord *record, const MwField *slot, gboolean by_hand)
{
  MwMissed missed = { kind, record->id, slot, by_hand };
  g_array_append_val (l->missed, missed);
}

static MwMissedKind
kind_of (const MwModel *model, const MwRecord *record)
{
  switch (mw_aspects_of (model)->point (record->schema)) {
  case MW_POINT_EVENT:
    return MW_MISSED_EVENTS;
  case MW_POINT_PARTICLES:
  case MW_POINT_EFFECT:
  case MW_POINT_RIBBON:
    return MW_MISSED_EMITTERS;
  default:
    return MW_MISSED_TRACKS;
  }
}

static gint64
length_of (const MwModel *model, const MwRecord *sequence)
{
  const MwSequenceAspect aspect = mw_sequence_aspect (model, sequence);
  return MAX (aspect.end - aspect.start, 0);
}

/* The fate of the keys that the track has in the first of the sequences in which it has any. FALSE: it has none. */
static gboolean
find_fate (const Looking *l, const MwRecord *from, const MwField *slot, const MwRecord *track, MwFate *fate)
{
  const MwModel *source = l->transfer->source;
  for (guint i = 0; i < l->sequences->len; i++) {
    const MwRecord *sequence = l->sequences->pdata[i];
    g_autoptr (MwKeySet) keys = mw_key_set_of (source, track, sequence->id, length_of (source, sequence));
    if (!keys)
      continue;
    *fate = mw_import_fate (l->transfer, from, slot, keys);
    return TRUE;
  }
  return FALSE;
}

/* Events and emitters are listed once, whichever of their tracks does not come along. */
static void
look_at_slot (const Looking *l, const MwRecord *from, const MwField *slot)
{
  const MwModel *source = l->transfer->source;
  const MwRecord *track = *(MwRecord *const *) mw_field_at (from, slot);
  const MwMissedKind kind = kind_of (source, from);
  const MwMissed *last = l->missed->len ? &g_array_index (l->missed, MwMissed, l->missed->len - 1) : NULL;
  MwFate fate;
  if (!track)
    return;
  if (mw_track_follows_global (track)) {
    add (l, MW_MISSED_GLOBAL, from, slot, FALSE);
    return;
  }
  if (!find_fate (l, from, slot, track, &fate) || fate == MW_FATE_TAKEN)
    return;
  if (kind == MW_MISSED_TRACKS)
    add (l, kind, from, slot, fate == MW_FATE_LEFT_OUT);
  else if (!last || last->kind != kind || last->record != from->id)
    add (l, kind, from, NULL, fate == MW_FATE_LEFT_OUT);
}

static gboolean
look_at_record (MwRecord *from, gpointer data)
{
  const Looking *l = data;
  if (mw_transfer_is_bone (l->transfer->source, from) && !mw_transfer_to (l->transfer, from)) {
    add (l, MW_MISSED_BONES, from, NULL, g_hash_table_contains (l->transfer->to, GUINT_TO_POINTER (from->id)));
    return TRUE;
  }
  for (guint i = 0; i < mw_schema_n_fields (from->schema); i++) {
    const MwField *slot = mw_schema_field_at (from->schema, i);
    if (slot->type == MW_TYPE_CHILD && mw_schema_has_timed_keys (slot->schema))
      look_at_slot (l, from, slot);
  }
  return TRUE;
}

static gboolean
look_at_own (MwRecord *record, gpointer data)
{
  const Looking *l = data;
  const MwModel *model = mw_document_get_model (l->transfer->document);
  if (mw_transfer_is_bone (model, record) && !mw_transfer_from (l->transfer, record))
    add (l, MW_MISSED_IDLE, record, NULL, FALSE);
  return TRUE;
}

GArray *
mw_import_missed (const MwTransferSource *source, MwDocument *document, const char *sequences, const char *pairs,
                  GError **error)
{
  g_autoptr (MwTransfer) t = mw_transfer_of (document, source, error);
  g_autoptr (GPtrArray) chosen = t ? mw_sequences_named (t->source, sequences, t->name, error) : NULL;
  if (!chosen || !mw_transfer_match_nodes (t, pairs, error))
    return NULL;
  mw_transfer_match_others (t);
  Looking l = { t, chosen, g_array_new (FALSE, FALSE, sizeof (MwMissed)) };
  mw_record_foreach (&t->source->record, look_at_record, &l);
  mw_record_foreach (&mw_document_get_model (document)->record, look_at_own, &l);
  return l.missed;
}
