/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/table.h"

#include <math.h>

/* The sequence that a step names first. */
static MwRecord *
sequence_of (const MwModel *model, const char *step)
{
  g_auto (GStrv) words = g_strsplit (step, " ", 3);
  return table_record (model, words[1]);
}

/* The same holder in both models: holders keep their order. NULL with a message if their number differs. */
static char *
both_keys (const TableCase *at, GArray **before, GArray **after)
{
  *before = table_keys (at->before);
  *after = table_keys (at->after);
  return (*before)->len == (*after)->len
           ? NULL
           : g_strdup_printf ("%u tracks have keys instead of %u", (*after)->len, (*before)->len);
}

/* --- Retime --------------------------------------------------------------------------------------------------------- */

static char *
retime_step (const MwModel *model, MwFormat format)
{
  g_autofree char *path = table_sequence (model, format, 100, 2);
  return path ? g_strdup_printf ("sequence-retime %s factor=2", path) : NULL;
}

/* Twice as long, and everything after it that much later. */
static char *
retime_judge (const TableCase *at)
{
  const MwRecord *sequence = sequence_of (at->before, at->step), *now = sequence_of (at->after, at->step);
  g_autoptr (GArray) before = NULL, after = NULL;
  gint64 start, end, new_start, new_end;
  gboolean lanes;
  table_interval (sequence, at->format, &start, &end, &lanes);
  table_interval (now, at->format, &new_start, &new_end, &lanes);
  if (new_start != start || new_end != start + 2 * (end - start))
    return g_strdup_printf ("the interval is %d to %d", (int) new_start, (int) new_end);
  if (fabs (table_number (now, "move_speed") * 2 - table_number (sequence, "move_speed")) > 1e-3)
    return g_strdup ("the move speed was not halved");
  char *wrong = both_keys (at, &before, &after);
  for (guint i = 0; !wrong && i < before->len; i++) {
    const TableKeys *old = &g_array_index (before, TableKeys, i), *new = &g_array_index (after, TableKeys, i);
    for (guint k = 0; k < old->n; k++) {
      gint64 time = old->times[k], expected = time;
      if (table_plays (old, sequence, at->format, old->times[k]))
        expected = start + 2 * (time - start);
      else if (!lanes && !old->global && time > end)
        expected = time + end - start;
      if (old->n != new->n || new->times[k] != expected)
        return g_strdup_printf ("track %u has key %u at %d instead of %d", i, k, new->times[k], (int) expected);
    }
  }
  return wrong;
}

/* --- Reverse -------------------------------------------------------------------------------------------------------- */

static char *
reverse_step (const MwModel *model, MwFormat format)
{
  g_autofree char *path = table_sequence (model, format, 100, 5);
  return path ? g_strdup_printf ("sequence-reverse %s", path) : NULL;
}

/* The times of interpolated keys are mirrored. That they belong to the same values is judged by posing
 * (test-sequence-time.c). */
static char *
reverse_judge (const TableCase *at)
{
  const MwRecord *sequence = sequence_of (at->before, at->step);
  g_autoptr (GArray) before = NULL, after = NULL;
  gint64 start, end;
  gboolean lanes, changed = FALSE;
  table_interval (sequence, at->format, &start, &end, &lanes);
  char *wrong = both_keys (at, &before, &after);
  for (guint i = 0; !wrong && i < before->len; i++) {
    const TableKeys *old = &g_array_index (before, TableKeys, i), *new = &g_array_index (after, TableKeys, i);
    const MwField *interpolation = mw_schema_part (old->holder->schema, MW_PART_INTERPOLATION);
    guint n = 0, first = G_MAXUINT;
    for (guint k = 0; k < old->n; k++)
      if (table_plays (old, sequence, at->format, old->times[k])) {
        first = MIN (first, k);
        n++;
      }
    gboolean mirrored = interpolation && *(const uint32_t *) mw_field_at (old->holder, interpolation) != 0;
    for (guint k = 0; mirrored && k < n; k++) {
      gint64 expected = start + end - old->times[first + n - 1 - k];
      const MwField *slot = mw_record_slot (old->holder);
      if (slot->role == MW_ROLE_VISIBILITY)
        break;
      if (new->times[first + k] != expected)
        return g_strdup_printf ("track %u has key %u at %d instead of %d", i, first + k, new->times[first + k],
                                (int) expected);
    }
    changed |= !table_same_keys (old, new);
  }
  if (!wrong && !changed)
    return g_strdup ("no key has moved");
  return wrong;
}

/* --- Crop ----------------------------------------------------------------------------------------------------------- */

static char *
crop_step (const MwModel *model, MwFormat format)
{
  g_autofree char *path = table_sequence (model, format, 300, 5);
  return path ? g_strdup_printf ("sequence-crop %s start=50 end=250", path) : NULL;
}

static char *
crop_judge (const TableCase *at)
{
  const MwRecord *sequence = sequence_of (at->before, at->step), *now = sequence_of (at->after, at->step);
  g_autoptr (GArray) after = table_keys (at->after);
  gint64 start, end, new_start, new_end;
  gboolean lanes;
  table_interval (sequence, at->format, &start, &end, &lanes);
  table_interval (now, at->format, &new_start, &new_end, &lanes);
  if (new_end - new_start != 200 || (!lanes && new_start != start + 50))
    return g_strdup_printf ("the interval is %d to %d", (int) new_start, (int) new_end);
  for (guint i = 0; i < after->len; i++) {
    const TableKeys *keys = &g_array_index (after, TableKeys, i);
    for (guint k = 0; k < keys->n && !keys->global; k++) {
      gint64 time = keys->times[k];
      if (lanes ? keys->sequence == now && (time < 0 || time > 200)
                : (time >= start && time < new_start) || (time > new_end && time <= end))
        return g_strdup_printf ("a key is left at %d", (int) time);
    }
  }
  return NULL;
}

const TableRow table_sequences[] = {
  { "sequence-retime", TABLE_BOTH, retime_step, retime_judge },
  { "sequence-reverse", TABLE_BOTH, reverse_step, reverse_judge },
  { "sequence-crop", TABLE_BOTH, crop_step, crop_judge },
  { NULL, 0, NULL, NULL },
};
