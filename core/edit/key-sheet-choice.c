/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/key-sheet-private.h"
#include "core/model/aspects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is chosen in a key sheet is kept as times and not as numbers of keys. So it stays right while keys are moved, added and
 * removed, and also where other edits change the order of the keys. */

struct _MwSheetChoice {
  GHashTable *chosen; /* as MwKeySheet.chosen */
};

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const gint32 x = *(const gint32 *) a, y = *(const gint32 *) b;
  return x < y ? -1 : x > y;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  return GPOINTER_TO_UINT (a) < GPOINTER_TO_UINT (b) ? -1 : GPOINTER_TO_UINT (a) > GPOINTER_TO_UINT (b);
}

/* --- Marks ---------------------------------------------------------------------------------------------------------- */

void
mw_key_sheet_mark_track (MwKeySheet *sheet, Row *row)
{
  const GArray *chosen = g_hash_table_lookup (sheet->chosen, GUINT_TO_POINTER (row->shown.holder));
  g_array_set_size (row->marks, row->times->len);
  for (guint i = 0, k = 0; i < row->times->len; i++) {
    const gint32 time = g_array_index (row->times, gint32, i);
    while (chosen && k < chosen->len && g_array_index (chosen, gint32, k) < time)
      k++;
    row->marks->data[i] = chosen && k < chosen->len && g_array_index (chosen, gint32, k) == time;
  }
  row->shown.chosen = (const guint8 *) row->marks->data;
}

/* The times in order, once each. */
static void
sort_times (GArray *times)
{
  guint n = 0;
  g_array_sort (times, compare_times);
  for (guint i = 0; i < times->len; i++) {
    const gint32 time = g_array_index (times, gint32, i);
    if (!n || g_array_index (times, gint32, n - 1) != time)
      g_array_index (times, gint32, n++) = time;
  }
  g_array_set_size (times, n);
}

static void
mark_sum (MwKeySheet *sheet, Row *row, guint first, guint n)
{
  g_array_set_size (row->marks, row->times->len);
  if (row->times->len)
    memset (row->marks->data, 0, row->times->len);
  row->shown.chosen = (const guint8 *) row->marks->data;
  for (guint i = first; i < first + n; i++) {
    const MwSheetRow *track = &mw_sheet_row_at (sheet, i)->shown;
    if (track->kind != MW_SHEET_TRACK || !g_hash_table_contains (sheet->chosen, GUINT_TO_POINTER (track->holder)))
      continue;
    for (guint k = 0; k < track->n; k++)
      if (track->chosen[k])
        row->marks->data[mw_sheet_row_from (&row->shown, track->times[k] + track->offset)] = TRUE;
  }
}

void
mw_key_sheet_sum_up (MwKeySheet *sheet, Row *row, guint first, guint n)
{
  g_array_set_size (row->times, 0);
  for (guint i = first; i < first + n; i++) {
    const MwSheetRow *track = &mw_sheet_row_at (sheet, i)->shown;
    if (track->kind != MW_SHEET_TRACK || !track->n)
      continue;
    const guint had = row->times->len;
    g_array_append_vals (row->times, track->times, track->n);
    for (guint k = had; track->offset && k < row->times->len; k++)
      g_array_index (row->times, gint32, k) += (gint32) track->offset;
  }
  sort_times (row->times);
  row->shown.times = (const gint32 *) (gpointer) row->times->data;
  row->shown.n = row->times->len;
  mark_sum (sheet, row, first, n);
}

/* Writes the marks of all rows after another choice. */
static void
mark_all (MwKeySheet *sheet)
{
  for (guint i = 0; i < sheet->all->len; i++)
    if (mw_sheet_row_at (sheet, i)->shown.kind == MW_SHEET_TRACK)
      mw_key_sheet_mark_track (sheet, mw_sheet_row_at (sheet, i));
  for (guint i = 0; i < sheet->all->len; i++) {
    Row *row = mw_sheet_row_at (sheet, i);
    if (row->shown.kind == MW_SHEET_SUMMARY)
      mark_sum (sheet, row, 1, sheet->all->len - 1);
    else if (row->shown.kind == MW_SHEET_ELEMENT)
      mark_sum (sheet, row, i + 1, row->n_tracks);
  }
}

/* --- Choosing ------------------------------------------------------------------------------------------------------- */

void
mw_key_sheet_choose_none (MwKeySheet *sheet)
{
  g_hash_table_remove_all (sheet->chosen);
  mark_all (sheet);
}

/* The rows of tracks that listed rows stand for: places in `all`, each once. */
static GArray *
tracks_in (const MwKeySheet *sheet, guint first_row, guint last_row)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (guint));
  guint next = 1;
  for (guint i = first_row; i <= last_row && i < sheet->listed->len; i++) {
    const guint place = g_array_index (sheet->listed, guint, i);
    const Row *row = mw_sheet_row_at (sheet, place);
    const guint begin = row->shown.kind == MW_SHEET_TRACK ? place : place + 1,
                end = row->shown.kind == MW_SHEET_SUMMARY ? sheet->all->len
                      : row->shown.kind == MW_SHEET_TRACK ? place + 1
                                                          : begin + row->n_tracks;
    for (guint k = MAX (begin, next); k < end; k++)
      if (mw_sheet_row_at (sheet, k)->shown.kind == MW_SHEET_TRACK)
        g_array_append_val (places, k);
    next = MAX (next, end);
  }
  return places;
}

static void
put_times (MwKeySheet *sheet, const Row *row, gint64 from, gint64 to, gboolean add)
{
  const gpointer holder = GUINT_TO_POINTER (row->shown.holder);
  GArray *chosen = g_hash_table_lookup (sheet->chosen, holder);
  if (!chosen) {
    chosen = g_array_new (FALSE, FALSE, sizeof (gint32));
    g_hash_table_insert (sheet->chosen, holder, chosen);
  }
  if (add) {
    const guint first = mw_sheet_row_from (&row->shown, from), end = mw_sheet_row_from (&row->shown, to + 1);
    if (end > first)
      g_array_append_vals (chosen, row->shown.times + first, end - first);
    sort_times (chosen);
  } else {
    for (guint i = chosen->len; i-- > 0;)
      if (g_array_index (chosen, gint32, i) >= from && g_array_index (chosen, gint32, i) <= to)
        g_array_remove_index (chosen, i);
  }
  if (!chosen->len)
    g_hash_table_remove (sheet->chosen, holder);
}

static gboolean
are_chosen (const Row *row, gint64 from, gint64 to)
{
  for (guint i = mw_sheet_row_from (&row->shown, from); i < row->shown.n && row->shown.times[i] <= to; i++)
    if (!row->shown.chosen[i])
      return FALSE;
  return TRUE;
}

void
mw_key_sheet_choose (MwKeySheet *sheet, guint first_row, guint last_row, gint64 from, gint64 to, MwChoose how)
{
  g_autoptr (GArray) places = tracks_in (sheet, first_row, last_row);
  gboolean all = how == MW_CHOOSE_TOGGLE;
  if (how == MW_CHOOSE_ONLY)
    g_hash_table_remove_all (sheet->chosen);
  for (guint i = 0; i < places->len; i++) {
    const Row *row = mw_sheet_row_at (sheet, g_array_index (places, guint, i));
    all = all && are_chosen (row, from - row->shown.offset, to - row->shown.offset);
  }
  for (guint i = 0; i < places->len; i++) {
    const Row *row = mw_sheet_row_at (sheet, g_array_index (places, guint, i));
    if (row->shown.n)
      put_times (sheet, row, from - row->shown.offset, to - row->shown.offset, !all);
  }
  mark_all (sheet);
}

void
mw_key_sheet_choose_keys (MwKeySheet *sheet, guint listed, const guint *places, guint n, MwChoose how)
{
  const Row *row = mw_sheet_row_at (sheet, g_array_index (sheet->listed, guint, listed));
  const MwSheetRow *shown = &row->shown;
  gboolean all = how == MW_CHOOSE_TOGGLE;
  if (how == MW_CHOOSE_ONLY)
    g_hash_table_remove_all (sheet->chosen);
  for (guint i = 0; i < n; i++)
    all = all && shown->chosen[places[i]];
  GArray *chosen = g_hash_table_lookup (sheet->chosen, GUINT_TO_POINTER (shown->holder));
  chosen = chosen ? g_array_copy (chosen) : g_array_new (FALSE, FALSE, sizeof (gint32));
  for (guint i = 0; i < n && !all; i++)
    g_array_append_val (chosen, shown->times[places[i]]);
  for (guint k = all ? chosen->len : 0; k-- > 0;)
    for (guint i = 0; i < n; i++)
      if (g_array_index (chosen, gint32, k) == shown->times[places[i]]) {
        g_array_remove_index (chosen, k);
        break;
      }
  sort_times (chosen);
  if (chosen->len && shown->kind == MW_SHEET_TRACK) {
    g_hash_table_insert (sheet->chosen, GUINT_TO_POINTER (shown->holder), chosen);
  } else {
    g_hash_table_remove (sheet->chosen, GUINT_TO_POINTER (shown->holder));
    g_array_unref (chosen);
  }
  mark_all (sheet);
}

guint
mw_key_sheet_count_chosen (const MwKeySheet *sheet, gint32 *first, gint32 *last)
{
  guint n = 0;
  *first = G_MAXINT32;
  *last = G_MININT32;
  for (guint i = 1; i < sheet->all->len; i++) {
    const MwSheetRow *row = &mw_sheet_row_at (sheet, i)->shown;
    for (guint k = 0; row->kind == MW_SHEET_TRACK && k < row->n; k++)
      if (row->chosen[k]) {
        *first = (gint32) MIN (*first, row->times[k] + row->offset);
        *last = (gint32) MAX (*last, row->times[k] + row->offset);
        n++;
      }
  }
  return n;
}

gboolean
mw_key_sheet_chosen_offset (const MwKeySheet *sheet, gint64 *offset)
{
  gboolean any = FALSE;
  *offset = 0;
  for (guint i = 1; i < sheet->all->len; i++) {
    const MwSheetRow *row = &mw_sheet_row_at (sheet, i)->shown;
    if (row->kind != MW_SHEET_TRACK || !row->n || !memchr (row->chosen, TRUE, row->n))
      continue;
    if (any && row->offset != *offset)
      return FALSE;
    *offset = row->offset;
    any = TRUE;
  }
  return TRUE;
}

void
mw_key_sheet_get_chosen (const MwKeySheet *sheet, GArray *ids, GArray *keys)
{
  guint32 before = 0;
  const MwModel *model = mw_document_get_model (sheet->document);
  for (guint i = 1; i < sheet->all->len; i++) {
    const Row *row = mw_sheet_row_at (sheet, i);
    const guint had = keys->len;
    for (guint k = 0; row->shown.kind == MW_SHEET_TRACK && k < row->shown.n; k++) {
      const guint32 key = before + (row->order ? row->order[k] : row->first + k);
      if (row->shown.chosen[k])
        g_array_append_val (keys, key);
    }
    if (keys->len == had)
      continue;
    const MwRecord *holder = mw_model_find (model, row->shown.holder);
    g_array_append_val (ids, row->shown.holder);
    before += ((const MwArray *) mw_field_at (holder, mw_schema_part (holder->schema, MW_PART_TIMES)))->n;
  }
}

/* --- What was chosen ------------------------------------------------------------------------------------------------ */

MwSheetChoice *
mw_key_sheet_get_choice (const MwKeySheet *sheet)
{
  MwSheetChoice *choice = g_new0 (MwSheetChoice, 1);
  GHashTableIter iter;
  gpointer holder, times;
  choice->chosen = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  g_hash_table_iter_init (&iter, sheet->chosen);
  while (g_hash_table_iter_next (&iter, &holder, &times))
    g_hash_table_insert (choice->chosen, holder, g_array_copy (times));
  return choice;
}

void
mw_sheet_choice_free (MwSheetChoice *choice)
{
  if (!choice)
    return;
  g_hash_table_unref (choice->chosen);
  g_free (choice);
}

void
mw_key_sheet_set_choice (MwKeySheet *sheet, const MwSheetChoice *choice, gint64 about, double factor, gint64 by)
{
  GHashTableIter iter;
  gpointer holder, old;
  g_hash_table_remove_all (sheet->chosen);
  g_hash_table_iter_init (&iter, choice->chosen);
  while (g_hash_table_iter_next (&iter, &holder, &old)) {
    GArray *times = g_array_copy (old);
    for (guint i = 0; i < times->len; i++) {
      gint32 *time = &g_array_index (times, gint32, i);
      *time = (gint32) CLAMP (llround ((double) about + (double) (*time - about) * factor) + by, G_MININT32,
                              G_MAXINT32);
    }
    sort_times (times);
    g_hash_table_insert (sheet->chosen, holder, times);
  }
  mark_all (sheet);
}

void
mw_key_sheet_find_choice (const MwKeySheet *sheet, const MwSheetChoice *choice, GArray *ids, GArray *keys)
{
  const MwModel *model = mw_document_get_model (sheet->document);
  guint32 before = 0;
  /* In the order of their ids, so that the same choice always gives the same step. */
  g_autoptr (GList) holders = g_list_sort (g_hash_table_get_keys (choice->chosen), compare_ids);
  for (const GList *l = holders; l; l = l->next) {
    const MwId id = GPOINTER_TO_UINT (l->data);
    const GArray *times = g_hash_table_lookup (choice->chosen, l->data);
    const MwRecord *holder = mw_model_find (model, id);
    const MwArray *array = holder ? mw_field_at (holder, mw_schema_part (holder->schema, MW_PART_TIMES)) : NULL;
    const guint had = keys->len;
    for (uint32_t i = 0; array && i < array->n; i++) {
      const guint32 key = before + i;
      if (bsearch ((const gint32 *) array->data + i, times->data, times->len, sizeof (gint32), compare_times))
        g_array_append_val (keys, key);
    }
    if (keys->len == had)
      continue;
    g_array_append_val (ids, id);
    before += array->n;
  }
}

/* --- Snapping ------------------------------------------------------------------------------------------------------- */

typedef struct {
  double time, distance;
  gint64 nearest;
} Snapping;

static void
consider (Snapping *s, gint64 time)
{
  const double distance = fabs ((double) time - s->time);
  if (distance > s->distance)
    return;
  s->distance = distance;
  s->nearest = time;
}

gint64
mw_key_sheet_snap (const MwKeySheet *sheet, double time, gint64 extra, const MwSheetSnap *snap)
{
  const MwModel *model = mw_document_get_model (sheet->document);
  const MwList *sequences = mw_model_sequences (model);
  const MwSheetRow *summary = mw_key_sheet_row (sheet, 0);
  const double start = (double) sheet->scope.start;
  Snapping s = { time, (double) snap->within, G_MININT64 };
  if (snap->within > 0) {
    consider (&s, extra);
    consider (&s, sheet->scope.start);
    consider (&s, sheet->scope.end);
    for (uint32_t i = 0; !sheet->scope.sequence && !sheet->scope.lanes && i < sequences->n; i++) {
      const MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
      consider (&s, aspect.start);
      consider (&s, aspect.end);
    }
    for (guint i = mw_sheet_row_from (summary, (gint64) floor (time) - snap->within);
         i < summary->n && summary->times[i] <= time + (double) snap->within; i++)
      if (!summary->chosen[i])
        consider (&s, summary->times[i]);
  }
  if (s.nearest != G_MININT64)
    return s.nearest;
  if (snap->per_second) {
    const double frame = 1000.0 / snap->per_second;
    return llround (start + round ((time - start) / frame) * frame);
  }
  return llround (time);
}
