/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-track-sequence.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"

static gint64
length_of (const TableCase *at, const MwRecord *sequence)
{
  gint64 start, end;
  gboolean lanes;
  table_interval (sequence, at->format, &start, &end, &lanes);
  return end - start;
}

/* Whether a sequence has keys of its own that no other one plays. */
static gboolean
is_apart (const MwModel *model, MwFormat format, const MwRecord *sequence)
{
  const MwList *sequences = table_list (model, "sequences");
  const MwSequenceAspect aspect = mw_sequence_aspect (model, sequence);
  gint64 start, end, other_start, other_end;
  gboolean lanes;
  table_interval (sequence, format, &start, &end, &lanes);
  for (uint32_t i = 0; i < sequences->n && !lanes; i++) {
    table_interval (sequences->items[i], format, &other_start, &other_end, &lanes);
    if (sequences->items[i] != sequence && other_start <= end && other_end >= start)
      return FALSE;
  }
  return end > start && aspect.plays == sequence && !aspect.not_loaded;
}

/* A track with values that are not one for all sequences. */
static gboolean
is_own (const TableKeys *keys, MwFormat format, const MwRecord *sequence)
{
  gboolean any = FALSE;
  for (guint k = 0; k < keys->n && !any; k++)
    any = table_plays (keys, sequence, format, keys->times[k]);
  return any && !keys->global && mw_schema_part (keys->holder->schema, MW_PART_VALUES)
         && !table_is_squad (keys->holder);
}

char *
sequence_copy_step (const MwModel *model, MwFormat format)
{
  const MwList *sequences = table_list (model, "sequences");
  g_autoptr (GArray) all = table_keys (model);
  for (uint32_t i = 0; i + 1 < sequences->n; i++) {
    if (!is_apart (model, format, sequences->items[i]))
      continue;
    for (uint32_t j = i + 1; j < sequences->n; j++)
      for (guint k = 0; is_apart (model, format, sequences->items[j]) && k < all->len; k++) {
        const TableKeys *keys = &g_array_index (all, TableKeys, k);
        if (!is_own (keys, format, sequences->items[i]))
          continue;
        g_autofree char *path = mw_record_path (keys->holder);
        return g_strdup_printf ("track-copy-sequence %s from=sequences[%u] to=sequences[%u] scale=0", path, i, j);
      }
  }
  return NULL;
}

static const MwRecord *
track_of (const MwRecord *holder)
{
  return holder->schema->keys == MW_KEYS_LANE ? holder->owner : holder;
}

/* The sequence shows in the track what the other one showed, and nothing else has changed. */
char *
sequence_copy_judge (const TableCase *at)
{
  static const double exact = 5e-4,
                      rotations = 0.01; /* keys on the way between two rotations of M2 change how fast it goes */
  g_auto (GStrv) words = g_strsplit (at->step, " ", -1);
  g_autofree char *from_path = table_parameter (at->step, "from"), *to_path = table_parameter (at->step, "to");
  const MwRecord *from = table_record (at->before, from_path), *to = table_record (at->before, to_path);
  const MwRecord *track = track_of (table_record (at->before, words[1]));
  const MwList *sequences = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  g_autofree char *path = mw_record_path (track);
  const MwRecord *now = table_record (at->after, path);
  const double tolerance = at->format.family == MW_FAMILY_M2 && mw_record_slot (track)->role == MW_ROLE_ROTATION
                             ? rotations
                             : exact;
  if (!now)
    return g_strdup ("the track is gone");
  for (uint32_t i = 0; i < sequences->n; i++) {
    const gboolean copied = sequences->items[i] == to;
    TableCurve a = { at->before, track, copied ? from : sequences->items[i], 0 },
               b = { at->after, now, after->items[i], 0 };
    if (mw_sequence_aspect (at->before, sequences->items[i]).plays == to && !copied)
      continue;
    gint64 length = MIN (length_of (at, a.sequence), length_of (at, sequences->items[i]));
    if (length >= 0 && !table_same_curve (&a, &b, length, 60, tolerance))
      return g_strdup_printf ("%s shows something else in sequence %u", path, i);
  }
  g_autoptr (GArray) old = table_keys (at->before), new = table_keys (at->after);
  for (guint i = 0, k = 0; i < old->len; i++) {
    const TableKeys *x = &g_array_index (old, TableKeys, i);
    if (track_of (x->holder) == track)
      continue;
    while (k < new->len && track_of (g_array_index (new, TableKeys, k).holder) == now)
      k++;
    if (k == new->len || !table_same_keys (x, &g_array_index (new, TableKeys, k++)))
      return g_strdup ("another track has changed");
  }
  /* The same track may have shown the same. */
  gboolean changed = old->len != new->len;
  for (guint i = 0; i < old->len && !changed; i++)
    changed = !table_same_keys (&g_array_index (old, TableKeys, i), &g_array_index (new, TableKeys, i));
  return changed ? NULL : g_strdup ("no key has changed");
}

/* --- Sets of keys without sequence ---------------------------------------------------------------------------------- */

/* The first track that has a set of keys for a sequence that does not exist. */
static const MwRecord *
track_beyond (const MwModel *model)
{
  g_autoptr (GArray) all = table_keys (model);
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    const MwRecord *track = keys->holder->owner;
    if (keys->holder->schema->keys == MW_KEYS_LANE && !keys->sequence && !keys->global
        && ((const MwM2Track *) track)->spread == MW_M2_SPREAD_SEQUENCES)
      return track;
  }
  return NULL;
}

char *
track_trim_step (const MwModel *model, MwFormat format)
{
  const MwRecord *track = format.family == MW_FAMILY_M2 ? track_beyond (model) : NULL;
  g_autofree char *path = track ? mw_record_path (track) : NULL;
  return path ? g_strdup_printf ("track-trim %s", path) : NULL;
}

/* The track has the same keys for the sequences, and no others. */
char *
track_trim_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *track = table_record (expected, strchr (at->step, ' ') + 1);
  const MwField *lanes = mw_schema_part (track->schema, MW_PART_LANES);
  for (uint32_t i = mw_record_list (track, lanes)->n; i-- > 0;)
    if (!mw_model_resolve (expected, ((const MwM2Lane *) mw_record_list (track, lanes)->items[i])->sequence))
      mw_record_free (mw_list_take (expected, track, lanes, i));
  return table_expect (expected, at);
}
