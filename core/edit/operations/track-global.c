/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/keys.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/time-line.h"
#include "core/model/mdlx/mdlx.h"

/* Tracks that follow a global sequence, a clock that loops whatever sequence plays, and tracks that no longer do. */

/* Tracks and event tracks of MDLX, with or without a global sequence. */
static gboolean
on_clocks (MwDocument *document, const MwId *ids, guint n, gboolean global, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    const MwField *clock = mw_schema_part (record->schema, MW_PART_CLOCK);
    if (!clock || !mw_holder_times (document, record))
      return mw_operation_refuse (record, error, "is not a track");
    if (mw_ref_is_none (*(const MwRef *) mw_field_at (record, clock)) == global)
      return mw_operation_refuse (record, error,
                                  global ? "follows no global sequence" : "follows a global sequence already");
    if (!mw_holder_is_complete (record, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
set_clock (MwDocument *document, MwId id, MwRef clock, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), id);
  return mw_document_set_field (document, id, mw_schema_part (record->schema, MW_PART_CLOCK), &clock, sizeof clock,
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

static gboolean
attach (MwDocument *document, MwId id, const MwKeyRange *range, MwRef clock, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), id);
  const MwArray *times = mw_holder_times (document, record);
  g_autofree MwKeyPlace *places = g_new (MwKeyPlace, times->n + 1);
  guint n = 0;
  for (uint32_t i = 0; i < times->n; i++) {
    gint32 time = ((const gint32 *) times->data)[i];
    if (mw_key_range_has (range, time))
      places[n++] = (MwKeyPlace) { i, (gint32) (time - range->start) };
  }
  if (!n)
    return mw_operation_refuse (record, error, "has no keys in that sequence");
  return mw_holder_rearrange (document, id, places, n, error) && set_clock (document, id, clock, error);
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
  if (range.end - range.start > ((const MwMdlxGlobalSequence *) clock)->duration)
    mw_document_notice (document,
                        g_strdup ("the sequence is longer than the global sequence: keys after the end of the "
                                  "loop are never reached"));
  for (guint i = 0; i < n; i++)
    if (!attach (document, ids[i], &range, p->global_sequence, error))
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
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
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
release (MwDocument *document, MwId id, const MwKeyRange *range, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, id);
  const MwRef clock = *(const MwRef *) mw_field_at (record, mw_schema_part (record->schema, MW_PART_CLOCK));
  const MwRecord *global = mw_model_resolve (model, clock);
  gint64 loop = global ? ((const MwMdlxGlobalSequence *) global)->duration : 0, length = range->end - range->start;
  if (!loop)
    return mw_operation_refuse (record, error, "follows a global sequence without a duration");
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
         && set_clock (document, id, MW_REF_NONE, error);
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
  for (guint i = 0; i < n; i++)
    if (!release (document, ids[i], &range, error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_track_release_global = {
  .id = "track-release-global",
  .label = N_ ("Release from Global Sequence"),
  .step = N_ ("Release %s from its global sequence"),
  .doc = N_ (
    "Makes tracks follow the model's time line again. One sequence gets the keys, repeated as often as the loop "
    "fits into it; other sequences show the default value until they get keys too."),
  .aliases = "unloop detach clock own time line",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &release_params,
  .required = release_required,
  .applies = release_applies,
  .run = release_run,
};
