/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/tracks/keys.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/time-line.h"
#include "core/edit/operations/transfer/transfer-put.h"

/* Tracks that follow a global sequence, a clock that loops whatever sequence plays, and tracks that no longer do. */

static MwRef
clock_of (const MwRecord *track)
{
  return *(const MwRef *) mw_field_at (track, mw_schema_part (track->schema, MW_PART_CLOCK));
}

/* Tracks, event tracks, and lanes, with or without a global sequence. */
static gboolean
on_clocks (MwDocument *document, const MwId *ids, guint n, gboolean global, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]), *track = mw_holder_track (record);
    if (!mw_schema_has_timed_keys (record->schema) || !mw_schema_part (track->schema, MW_PART_CLOCK))
      return mw_operation_refuse (record, error, "is not a track");
    if (mw_ref_is_none (clock_of (track)) == global)
      return mw_operation_refuse (track, error,
                                  global ? "follows no global sequence" : "follows a global sequence already");
    if (!mw_track_is_loaded (document, track, error))
      return FALSE;
    g_autoptr (GArray) holders = mw_holders_of (document, &track->id, 1);
    for (guint k = 0; k < holders->len; k++)
      if (!mw_holder_is_complete (mw_model_find (model, g_array_index (holders, MwId, k)), error))
        return FALSE;
  }
  return TRUE;
}

/* The ids (MwId) of the tracks of these holders, each once. Free with g_array_unref(). */
static GArray *
tracks_of (MwDocument *document, const MwId *ids, guint n)
{
  GArray *tracks = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++) {
    const MwId id = mw_holder_track (mw_model_find (mw_document_get_model (document), ids[i]))->id;
    if (g_hash_table_add (known, GUINT_TO_POINTER (id)))
      g_array_append_val (tracks, id);
  }
  return tracks;
}

static gint64
duration_of (const MwRecord *global)
{
  return *(const uint32_t *) mw_field_at (global, mw_schema_part (global->schema, MW_PART_DURATION));
}

/* Sets the clock of the track of a holder. If that is a lane, it becomes the only one of its track: for this sequence, or with
 * MW_REF_NONE for all. */
static gboolean
set_clock (MwDocument *document, MwId holder, MwRef clock, MwRef sequence, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), holder);
  if (mw_holder_track (record) != record)
    return mw_track_keep_lane (document, record, sequence, clock, error);
  return mw_document_set_field (document, holder, mw_schema_part (record->schema, MW_PART_CLOCK), &clock, sizeof clock,
                                error);
}

/* --- Attach --------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  MwRef global_sequence, sequence;
} AttachParams;

static const MwField attach_fields[] = {
  MW_FIELD_REF (AttachParams, global_sequence, "global_sequence", "global_sequences", .label = N_ ("Global sequence"),
                .doc = N_ ("The global sequence that the track follows from now on.")),
  MW_FIELD_REF (AttachParams, sequence, "sequence", "sequences", .label = N_ ("Keys of"),
                .doc = N_ ("The sequence whose keys it keeps; those of other sequences are removed.")),
};
static const MwSchema attach_params = { .name = "track-attach-global",
                                        .label = N_ ("Attach to Global Sequence"),
                                        .size = sizeof (AttachParams),
                                        .fields = attach_fields,
                                        .n_fields = G_N_ELEMENTS (attach_fields) };
static const char *const attach_required[] = { "global_sequence", "sequence", NULL };

/* The keys of a track that a sequence plays: the track itself, or a lane. NULL: none. */
static const MwRecord *
holder_in (MwDocument *document, const MwRecord *track, MwId sequence)
{
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (GArray) holders = mw_holders_of (document, &track->id, 1);
  for (guint i = 0; i < holders->len; i++) {
    const MwRecord *holder = mw_model_find (model, g_array_index (holders, MwId, i));
    const MwField *of = holder == track ? NULL : mw_schema_part (holder->schema, MW_PART_SEQUENCE);
    const MwRef *played = of ? mw_field_at (holder, of) : NULL;
    if (!played || played->id == sequence || mw_ref_is_none (*played))
      return holder;
  }
  return NULL;
}

/* Where sequences also play the nearest keys outside their intervals, they get keys at both ends in their place. */
static gboolean
key_the_ends (MwDocument *document, const MwRecord *holder, const MwKeyRange *range, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const guint n = mw_holder_times (document, holder)->n;
  if (range->lanes || !n || !mw_keys_reach_outside (model) || !mw_holder_has_values (document, holder->id))
    return TRUE;
  return mw_key_add (document, holder->id, (gint32) range->start, error)
         && (n == 1 || mw_key_add (document, holder->id, (gint32) range->end, error));
}

static gboolean
attach (MwDocument *document, MwId track, const MwKeyRange *range, MwRef clock, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), track),
                 *holder = holder_in (document, record, range->sequence);
  if (!holder)
    return mw_operation_refuse (record, error, "has no keys in that sequence");
  if (!key_the_ends (document, holder, range, error))
    return FALSE;
  const MwId id = holder->id;
  const MwArray *times = mw_holder_times (document, holder);
  g_autofree MwKeyPlace *places = g_new (MwKeyPlace, times->n + 1);
  guint n = 0;
  for (uint32_t i = 0; i < times->n; i++) {
    gint32 time = ((const gint32 *) times->data)[i];
    if (mw_key_range_has (range, time))
      places[n++] = (MwKeyPlace) { i, (gint32) (time - range->start) };
  }
  if (!n)
    return mw_operation_refuse (record, error, "has no keys in that sequence");
  return mw_holder_rearrange (document, id, places, n, error) && set_clock (document, id, clock, MW_REF_NONE, error);
}

static gboolean
attach_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return on_clocks (document, ids, n, FALSE, error);
}

static gboolean
attach_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const AttachParams *p = (const AttachParams *) params;
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *clock = mw_model_resolve (model, p->global_sequence);
  MwKeyRange range;
  if (!clock || !mw_model_resolve (model, p->sequence))
    return mw_operation_refuse (NULL, error, "needs a global sequence and a sequence of the model");
  if (!mw_key_range_of (document, p->sequence.id, &range, error))
    return FALSE;
  if (range.end - range.start > duration_of (clock))
    mw_document_notice (document,
                        g_strdup ("the sequence is longer than the global sequence: keys after the end of the "
                                  "loop are never reached"));
  g_autoptr (GArray) tracks = tracks_of (document, ids, n);
  for (guint i = 0; i < tracks->len; i++)
    if (!attach (document, g_array_index (tracks, MwId, i), &range, p->global_sequence, error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_track_attach_global = {
  .id = "track-attach-global",
  .label = N_ ("Attach to Global Sequence"),
  .step = N_ ("Attach %s to a global sequence"),
  .doc = N_ (
    "Makes tracks follow a global sequence, so that they loop whatever sequence plays. They keep the keys of one "
    "sequence, counted from its start."),
  .aliases = "loop always constant clock endless",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .params = &attach_params,
  .required = attach_required,
  .applies = attach_applies,
  .run = attach_run,
};

/* --- Release -------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  MwRef sequence;
} ReleaseParams;

static const MwField release_fields[] = {
  MW_FIELD_REF (ReleaseParams, sequence, "sequence", "sequences", .label = N_ ("Sequence"),
                .doc = N_ ("The sequence that gets the keys.")),
};
static const MwSchema release_params = { .name = "track-release-global",
                                         .label = N_ ("Release from Global Sequence"),
                                         .size = sizeof (ReleaseParams),
                                         .fields = release_fields,
                                         .n_fields = G_N_ELEMENTS (release_fields) };
static const char *const release_required[] = { "sequence", NULL };

enum { MOST_KEYS = 100000 };

/* Keys at the start of the loop and where the sequence ends in it, so that loops can be put one after another. A key at
 * the end of the loop is only approached, and the first key of the next loop is at its time; the millisecond before it
 * gets a key, too. */
static gboolean
key_the_loop (MwDocument *document, MwId id, gint64 loop, gint64 length, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), id);
  if (!mw_schema_part (record->schema, MW_PART_VALUES))
    return TRUE;
  gboolean jumps = loop > 1 && loop <= G_MAXINT32 && mw_key_find (record, (gint32) loop) >= 0;
  return (!jumps || mw_key_add (document, id, (gint32) loop - 1, error))
         && (mw_key_add (document, id, 0, error) && mw_key_add (document, id, (gint32) (length % loop), error));
}

/* The keys of as many loops as the sequence is long. The end of a loop is the start of the next. */
static gboolean
release (MwDocument *document, MwId track, const MwKeyRange *range, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, track), *global = mw_model_resolve (model, clock_of (record));
  gint64 loop = global ? duration_of (global) : 0, length = range->end - range->start;
  if (!loop)
    return mw_operation_refuse (record, error, "follows a global sequence without a duration");
  /* A global sequence plays the first lane. */
  g_autoptr (GArray) holders = mw_holders_of (document, &track, 1);
  if (!holders->len)
    return mw_operation_refuse (record, error, "has no keys that the sequence would play");
  const MwId id = g_array_index (holders, MwId, 0);
  record = mw_model_find (model, id);
  if (!key_the_loop (document, id, loop, length, error))
    return FALSE;
  const MwArray *times = mw_holder_times (document, record);
  if (times->n * (length / loop + 1) > MOST_KEYS)
    return mw_operation_refuse (record, error, "would get more than 100000 keys, because the loop is so short");
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (MwKeyPlace));
  for (gint64 from = 0; from <= length; from += loop)
    for (uint32_t i = 0; i < times->n; i++) {
      gint32 time = ((const gint32 *) times->data)[i];
      if (time >= 0 && time < loop && from + time <= length)
        g_array_append_val (places, ((MwKeyPlace) { i, (gint32) (range->start + from + time) }));
    }
  if (!places->len)
    return mw_operation_refuse (record, error, "has no keys that the sequence would play");
  return mw_holder_rearrange (document, id, (const MwKeyPlace *) (gpointer) places->data, places->len, error)
         && set_clock (document, id, MW_REF_NONE, (MwRef) { range->sequence, 0 }, error);
}

static gboolean
release_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return on_clocks (document, ids, n, TRUE, error);
}

static gboolean
release_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const ReleaseParams *p = (const ReleaseParams *) params;
  MwKeyRange range;
  if (!mw_model_resolve (mw_document_get_model (document), p->sequence))
    return mw_operation_refuse (NULL, error, "needs a sequence of the model");
  if (!mw_key_range_of (document, p->sequence.id, &range, error))
    return FALSE;
  g_autoptr (GArray) tracks = tracks_of (document, ids, n);
  for (guint i = 0; i < tracks->len; i++)
    if (!release (document, g_array_index (tracks, MwId, i), &range, error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_track_release_global = {
  .id = "track-release-global",
  .label = N_ ("Release from Global Sequence"),
  .step = N_ ("Release %s from its global sequence"),
  .doc = N_ (
    "Makes tracks follow the sequences again. One sequence gets the keys, repeated for its whole length; the others "
    "get none."),
  .aliases = "unloop detach clock own time line",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .params = &release_params,
  .required = release_required,
  .applies = release_applies,
  .run = release_run,
};
