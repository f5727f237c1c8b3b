/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/sequences/time-line.h"
#include "core/edit/operations/tracks/keys.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/transfer/transfer-put.h"
#include "core/model/aspects.h"

gboolean
mw_time_line_has (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  if (!mw_key_ranges_apply (document, ids, n, error))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    if (!mw_sequence_aspect (model, record).on_time_line)
      return mw_operation_refuse (record, error, "has keys of its own, and no interval on a time line of the model");
  }
  return TRUE;
}

gint64
mw_time_line_end (MwDocument *document)
{
  MwKeyRange all = { .start = G_MININT32, .end = G_MAXINT32 };
  const MwModel *model = mw_document_get_model (document);
  const MwList *sequences = mw_model_sequences (mw_document_get_model (document));
  g_autoptr (GArray) holders = mw_key_range_holders (document, &all);
  gint64 last = 0;
  for (guint i = 0; i < holders->len; i++) {
    const MwArray *times = mw_holder_times (document, mw_model_find (model, g_array_index (holders, MwId, i)));
    for (uint32_t k = 0; k < times->n; k++)
      last = MAX (last, ((const gint32 *) times->data)[k]);
  }
  for (uint32_t i = 0; i < sequences->n; i++)
    last = MAX (last, mw_sequence_aspect (model, sequences->items[i]).end);
  return last;
}

GArray *
mw_time_line_ranges (MwDocument *document, const MwId *ids, guint n)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (MwKeyRange));
  for (guint i = 0; i < n; i++) {
    MwKeyRange range;
    if (mw_key_range_of (document, ids[i], &range, NULL))
      g_array_append_val (ranges, range);
  }
  return ranges;
}

GArray *
mw_time_line_others (MwDocument *document, const MwId *ids, guint n)
{
  const MwList *sequences = mw_model_sequences (mw_document_get_model (document));
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (uint32_t i = 0; i < sequences->n; i++) {
    gboolean named = FALSE;
    for (guint k = 0; k < n; k++)
      named |= ids[k] == sequences->items[i]->id;
    if (!named)
      g_array_append_val (others, sequences->items[i]->id);
  }
  return mw_time_line_ranges (document, (const MwId *) (gpointer) others->data, others->len);
}

gboolean
mw_time_line_room (MwDocument *document, const MwRecord *sequence, gint64 length, gint64 gap, gint64 *start,
                   GError **error)
{
  *start = mw_time_line_end (document) + gap;
  return *start + length <= G_MAXINT32
         || mw_operation_refuse (sequence, error,
                                 "would end later than the last time that can be stored (2147483647 ms)");
}

gboolean
mw_time_line_set (MwDocument *document, MwId sequence, gint64 start, gint64 end, GError **error)
{
  const MwSchema *schema = mw_model_find (mw_document_get_model (document), sequence)->schema;
  gint32 times[] = { (gint32) start, (gint32) end }; /* M2 has the same bits unsigned */
  return mw_document_set_field (document, sequence, mw_schema_part (schema, MW_PART_START), &times[0], sizeof times[0],
                                error)
         && mw_document_set_field (document, sequence, mw_schema_part (schema, MW_PART_END), &times[1], sizeof times[1],
                                   error);
}

gboolean
mw_time_line_is_alone (MwDocument *document, MwId sequence, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, sequence);
  g_autoptr (GArray) others = mw_time_line_others (document, &sequence, 1);
  MwKeyRange range;
  if (!mw_key_range_of (document, sequence, &range, error))
    return FALSE;
  for (guint i = 0; !range.lanes && !mw_keys_reach_outside (model) && i < others->len; i++) {
    const MwKeyRange *other = &g_array_index (others, MwKeyRange, i);
    if (other->start > range.end || other->end < range.start)
      continue;
    g_autofree char *path = mw_record_path (mw_model_find (model, other->sequence)),
                    *reason = g_strdup_printf ("shares times with %s: pack the sequences first, so that each has an "
                                               "interval of its own",
                                               path);
    return mw_operation_refuse (record, error, reason);
  }
  return TRUE;
}

/* --- Keys ----------------------------------------------------------------------------------------------------------- */

/* The range of the keys that a sequence plays. In M2, tracks with values also play the nearest key before and after the
 * interval. */
static MwKeyRange
reach (MwDocument *document, const MwRecord *holder, const MwKeyRange *range)
{
  const MwArray *times = mw_holder_times (document, holder);
  MwKeyRange wide = *range;
  gint64 before = G_MININT64, after = G_MAXINT64;
  if (mw_document_get_format (document).family != MW_FAMILY_M2 || !mw_schema_part (holder->schema, MW_PART_VALUES))
    return wide;
  for (uint32_t i = 0; i < times->n; i++) {
    gint32 time = ((const gint32 *) times->data)[i];
    if (time <= range->start)
      before = MAX (before, time);
    if (time >= range->end)
      after = MIN (after, time);
  }
  wide.start = before == G_MININT64 ? range->start : before;
  wide.end = after == G_MAXINT64 ? range->end : after;
  return wide;
}

static gboolean
is_in_any (const GArray *ranges, gint32 time)
{
  for (guint i = 0; i < ranges->len; i++)
    if (mw_key_range_has (&g_array_index (ranges, MwKeyRange, i), time))
      return TRUE;
  return FALSE;
}

gboolean
mw_time_line_drop_from (MwDocument *document, MwId holder, const GArray *doomed, const GArray *others, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), holder);
  const MwArray *times = mw_holder_times (document, record);
  g_autoptr (GArray) reached = g_array_new (FALSE, FALSE, sizeof (MwKeyRange));
  g_autofree MwKeyPlace *kept = g_new (MwKeyPlace, times->n);
  guint n = 0;
  for (guint i = 0; i < others->len; i++) {
    MwKeyRange range = reach (document, record, &g_array_index (others, MwKeyRange, i));
    g_array_append_val (reached, range);
  }
  for (uint32_t i = 0; i < times->n; i++) {
    gint32 time = ((const gint32 *) times->data)[i];
    if (!is_in_any (doomed, time) || is_in_any (reached, time))
      kept[n++] = (MwKeyPlace) { i, time };
  }
  if (n == times->n)
    return TRUE;
  if (n == 0 && others->len && !mw_track_keep_neutral (document, holder, error))
    return FALSE;
  return mw_holder_rearrange (document, holder, kept, n, error);
}

gboolean
mw_time_line_drop (MwDocument *document, const GArray *doomed, const GArray *others, GError **error)
{
  MwKeyRange all = { .start = G_MININT32, .end = G_MAXINT32 };
  g_autoptr (GArray) holders = mw_key_range_holders (document, &all);
  for (guint i = 0; i < holders->len; i++)
    if (!mw_time_line_drop_from (document, g_array_index (holders, MwId, i), doomed, others, error))
      return FALSE;
  return TRUE;
}

static gboolean
copy_keys_of (MwDocument *document, MwId holder, const MwKeyRange *range, gint64 offset, GError **error)
{
  const MwArray *times = mw_holder_times (document, mw_model_find (mw_document_get_model (document), holder));
  g_autofree MwKeyPlace *places = g_new (MwKeyPlace, 2 * (gsize) times->n);
  guint n = 0;
  for (uint32_t i = 0; i < times->n; i++)
    places[n++] = (MwKeyPlace) { i, ((const gint32 *) times->data)[i] };
  for (uint32_t i = 0; i < times->n; i++) {
    gint32 time = ((const gint32 *) times->data)[i];
    if (mw_key_range_has (range, time))
      places[n++] = (MwKeyPlace) { i, (gint32) (time + offset) };
  }
  return mw_holder_rearrange (document, holder, places, n, error);
}

gboolean
mw_time_line_copy (MwDocument *document, const MwKeyRange *range, gint64 offset, GError **error)
{
  g_autoptr (GArray) holders = mw_key_range_holders (document, range);
  for (guint i = 0; i < holders->len; i++)
    if (!copy_keys_of (document, g_array_index (holders, MwId, i), range, offset, error))
      return FALSE;
  return TRUE;
}
