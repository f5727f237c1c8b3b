/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/tracks/keys.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/pose/keys.h"

#include <math.h>

/* Removes tracks that only repeat what the model shows without them. */

/* Whether all components of an array have the neutral value of their track; rotations may have either sign. */
static gboolean
is_neutral (const MwArray *array, guint count, gboolean one)
{
  enum { QUATERNION = 4 };
  const float *values = array->data;
  for (guint i = 0; i < array->n * count; i++) {
    float expected = count == QUATERNION ? i % count == 3 : one;
    float found = count == QUATERNION ? fabsf (values[i]) : values[i];
    if (found != expected)
      return FALSE;
  }
  return TRUE;
}

/* The keys of a track without lanes, or of one lane. Slopes must be 0, other tangents like the values. */
static gboolean
has_neutral_keys (const MwModel *model, const MwRecord *holder, const MwField *slot)
{
  const MwField *field = mw_schema_part (holder->schema, MW_PART_VALUES);
  MwTrackKeys keys;
  mw_track_keys_open (&keys, model, holder, 0);
  gboolean slopes = keys.interpolation == MW_INTERPOLATION_HERMITE && field->count < 4,
           one = mw_schema_is_one_without_keys (slot);
  return keys.times->n && keys.values.values->n == keys.times->n && is_neutral (keys.values.values, field->count, one)
         && (!keys.values.in_tans || is_neutral (keys.values.in_tans, field->count, one && !slopes))
         && (!keys.values.out_tans || is_neutral (keys.values.out_tans, field->count, one && !slopes));
}

static gboolean
is_redundant (MwDocument *document, const MwRecord *track)
{
  const MwModel *model = mw_document_get_model (document);
  const MwField *slot = mw_record_slot (track), *values = mw_schema_part (track->schema, MW_PART_VALUES),
                *lanes = mw_schema_part (track->schema, MW_PART_LANES);
  if (!slot || slot->type != MW_TYPE_CHILD || !values || values->element != MW_TYPE_F32
      || slot->neutral == MW_NEUTRAL_ONE_KEYLESS)
    return FALSE;
  if (mw_holder_times (document, track))
    return has_neutral_keys (model, track, slot);
  /* Keys in a file that was not loaded are unknown. */
  const MwList *list = lanes ? mw_record_list (track, lanes) : NULL;
  if (!list || !list->n || mw_notes_find (track, MW_NOTE_LAYOUT, lanes))
    return FALSE;
  for (uint32_t i = 0; i < list->n; i++)
    if (!has_neutral_keys (model, list->items[i], slot))
      return FALSE;
  return TRUE;
}

typedef struct {
  MwDocument *document;
  GArray *found; /* MwId */
} Search;

static gboolean
find_redundant (MwRecord *record, gpointer data)
{
  Search *search = data;
  gboolean track = record->schema->keys == MW_KEYS_TRACK || record->schema->keys == MW_KEYS_M2_TRACK;
  if (track && is_redundant (search->document, record))
    g_array_append_val (search->found, record->id);
  return TRUE;
}

static GArray *
redundant_tracks (MwDocument *document)
{
  Search search = { document, g_array_new (FALSE, FALSE, sizeof (MwId)) };
  mw_record_foreach (&mw_document_get_model (document)->record, find_redundant, &search);
  return search.found;
}

static gboolean
redundant_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  g_autoptr (GArray) tracks = redundant_tracks (document);
  return tracks->len
         || mw_operation_nothing (error, "nothing to remove: no track has only keys with the default value");
}

static gboolean
redundant_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) tracks = redundant_tracks (document);
  for (guint i = 0; i < tracks->len; i++)
    if (!mw_track_keep_neutral (document, g_array_index (tracks, MwId, i), error))
      return FALSE;
  mw_document_notice (
    document, g_strdup_printf (tracks->len == 1 ? "%u track was removed" : "%u tracks were removed", tracks->len));
  return mw_document_remove_many (document, (const MwId *) (gpointer) tracks->data, tracks->len, error);
}

const MwOperation mw_operation_track_remove_redundant = {
  .id = "track-remove-redundant",
  .label = N_ ("Remove Redundant Tracks"),
  .doc = N_ ("Removes all tracks whose keys have only the default value: no movement, no rotation, scale 1, or fully "
             "visible. Every sequence plays as before."),
  .aliases = "clean optimise optimize unused empty constant default keys",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_MODEL,
  .applies = redundant_applies,
  .run = redundant_run,
};
