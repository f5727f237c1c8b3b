/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/key-sheet-private.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/model/aspects.h"
#include "core/model/track.h"

#include <string.h>

static void
clear_row (gpointer data)
{
  Row *row = data;
  g_array_unref (row->times);
  g_array_unref (row->marks);
  g_free (row->order);
}

MwKeySheet *
mw_key_sheet_new (MwDocument *document)
{
  MwKeySheet *sheet = g_new0 (MwKeySheet, 1);
  sheet->document = document;
  sheet->all = g_array_new (FALSE, TRUE, sizeof (Row));
  g_array_set_clear_func (sheet->all, clear_row);
  sheet->listed = g_array_new (FALSE, FALSE, sizeof (guint));
  sheet->by_holder = g_hash_table_new (NULL, NULL);
  sheet->collapsed = g_hash_table_new (NULL, NULL);
  sheet->chosen = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  mw_key_sheet_init_history (sheet);
  return sheet;
}

void
mw_key_sheet_free (MwKeySheet *sheet)
{
  if (!sheet)
    return;
  g_array_unref (sheet->all);
  g_array_unref (sheet->listed);
  g_hash_table_unref (sheet->by_holder);
  g_hash_table_unref (sheet->collapsed);
  g_hash_table_unref (sheet->chosen);
  mw_key_sheet_free_history (sheet);
  g_free (sheet);
}

void
mw_key_sheet_set_all (MwKeySheet *sheet, gboolean all)
{
  sheet->all_elements = all;
}

void
mw_key_sheet_set_sequence (MwKeySheet *sheet, MwId sequence)
{
  sheet->sequence = sequence;
}

const MwSheetScope *
mw_key_sheet_get_scope (const MwKeySheet *sheet)
{
  return &sheet->scope;
}

guint
mw_key_sheet_n_rows (const MwKeySheet *sheet)
{
  return sheet->listed->len;
}

const MwSheetRow *
mw_key_sheet_row (const MwKeySheet *sheet, guint row)
{
  return &mw_sheet_row_at (sheet, g_array_index (sheet->listed, guint, row))->shown;
}

guint
mw_key_sheet_find (const MwKeySheet *sheet, MwId record)
{
  for (guint i = 1; i < sheet->listed->len; i++)
    if (mw_key_sheet_row (sheet, i)->record == record)
      return i;
  return 0;
}

/* --- The keys of a row ---------------------------------------------------------------------------------------------- */

static gboolean
follows_global (const MwRecord *track)
{
  const MwField *clock = mw_schema_part (track->schema, MW_PART_CLOCK);
  return clock && !mw_ref_is_none (*(const MwRef *) mw_field_at (track, clock));
}

/* The record with the keys of a track that are shown: the track itself, or the lane that the sequence plays. */
static const MwRecord *
holder_of (const MwKeySheet *sheet, const MwRecord *track)
{
  if (mw_holder_times (sheet->document, track))
    return track;
  const MwField *field = mw_schema_part (track->schema, MW_PART_LANES);
  const MwList *lanes = field ? mw_record_list (track, field) : NULL;
  for (uint32_t i = 0; lanes && i < lanes->n; i++) {
    const MwId sequence = mw_holder_sequence (lanes->items[i]);
    if (!sequence || follows_global (track) || sequence == sheet->scope.sequence)
      return lanes->items[i];
  }
  return NULL;
}

static MwSheetShape
shape_of (const MwRecord *track, const MwRecord *holder)
{
  const MwField *interpolation = mw_schema_part (track->schema, MW_PART_INTERPOLATION);
  if (!interpolation || (holder && !mw_schema_part (holder->schema, MW_PART_VALUES)))
    return MW_SHEET_EVENT;
  if (holder && mw_holder_is_stepped (holder))
    return MW_SHEET_HOLD;
  return mw_interpolation_has_tangents (*(const uint32_t *) mw_field_at (track, interpolation)) ? MW_SHEET_TANGENTS
                                                                                                : MW_SHEET_LINEAR;
}

typedef struct {
  gint32 time;
  guint32 key;
} Timed;

static int
compare_timed (gconstpointer a, gconstpointer b)
{
  const Timed *x = a, *y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->key < y->key ? -1 : x->key > y->key;
}

static gboolean
is_in_order (const gint32 *times, guint n)
{
  for (guint i = 1; i < n; i++)
    if (times[i] < times[i - 1])
      return FALSE;
  return TRUE;
}

/* Some files have keys that are not in order. The row has them in order, and remembers their numbers. */
static void
read_unordered (const MwKeySheet *sheet, Row *row, const gint32 *times, guint n)
{
  g_autofree Timed *sorted = g_new (Timed, n);
  guint kept = 0;
  for (guint i = 0; i < n; i++)
    if (row->shown.global || (times[i] >= sheet->from && times[i] <= sheet->to))
      sorted[kept++] = (Timed) { times[i], i };
  if (kept)
    qsort (sorted, kept, sizeof *sorted, compare_timed);
  row->order = g_new (guint32, kept + 1);
  for (guint i = 0; i < kept; i++) {
    row->order[i] = sorted[i].key;
    g_array_append_val (row->times, sorted[i].time);
  }
}

/* Reads the keys of a track's row that are shown. */
static void
read_track (MwKeySheet *sheet, Row *row)
{
  const MwRecord *track = mw_model_find (mw_document_get_model (sheet->document), row->shown.record),
                 *holder = holder_of (sheet, track);
  const MwArray *array = holder ? mw_holder_times (sheet->document, holder) : NULL;
  const gint32 *times = array ? array->data : NULL;
  const guint n = array ? array->n : 0;
  g_clear_pointer (&row->order, g_free);
  g_array_set_size (row->times, 0);
  row->shown.holder = array ? holder->id : 0;
  row->shown.global = follows_global (track);
  row->shown.offset = row->shown.global && sheet->scope.sequence ? sheet->scope.start : 0;
  row->shown.shape = shape_of (track, holder);
  if (!is_in_order (times, n)) {
    read_unordered (sheet, row, times, n);
  } else if (n) {
    row->first = row->shown.global ? 0 : mw_times_not_before (times, n, sheet->from);
    const guint end = row->shown.global ? n : mw_times_not_before (times, n, sheet->to + 1);
    if (end > row->first)
      g_array_append_vals (row->times, times + row->first, end - row->first);
  }
  row->shown.times = (const gint32 *) (gpointer) row->times->data;
  row->shown.n = row->times->len;
  mw_key_sheet_mark_track (sheet, row);
}

guint
mw_sheet_row_from (const MwSheetRow *row, gint64 time)
{
  return mw_times_not_before (row->times, row->n, time);
}

gint
mw_sheet_row_near (const MwSheetRow *row, gint64 time, gint64 within)
{
  const guint after = mw_sheet_row_from (row, time);
  gint nearest = -1;
  gint64 least = within + 1;
  for (guint i = after ? after - 1 : 0; i < MIN (after + 1, row->n); i++) {
    const gint64 distance = ABS (row->times[i] - time);
    if (distance < least) {
      least = distance;
      nearest = (gint) i;
    }
  }
  return nearest;
}

/* --- The rows ------------------------------------------------------------------------------------------------------- */

static Row *
add_row (MwKeySheet *sheet, MwSheetRowKind kind, MwId record, MwId element)
{
  const Row row = { .shown = { .kind = kind, .record = record, .element = element },
                    .times = g_array_new (FALSE, FALSE, sizeof (gint32)),
                    .marks = g_array_new (FALSE, FALSE, 1) };
  g_array_append_val (sheet->all, row);
  return mw_sheet_row_at (sheet, sheet->all->len - 1);
}

static gboolean
is_track (const MwRecord *record)
{
  return mw_schema_has_timed_keys (record->schema) && record->schema->keys != MW_KEYS_LANE;
}

/* Whether a track has a key in any sequence. */
static gboolean
has_keys (MwDocument *document, const MwRecord *track)
{
  const MwArray *times = mw_holder_times (document, track);
  if (times)
    return times->n > 0;
  g_autoptr (GArray) lanes = mw_holders_of (document, &track->id, 1);
  return lanes->len > 0;
}

typedef struct {
  MwKeySheet *sheet;
  GHashTable *known; /* ids of tracks that are listed */
  GPtrArray *tracks;
} Listing;

static gboolean
list_track (MwRecord *record, gpointer data)
{
  Listing *l = data;
  if (is_track (record) && record->owner && has_keys (l->sheet->document, record)
      && g_hash_table_add (l->known, GUINT_TO_POINTER (record->id)))
    g_ptr_array_add (l->tracks, record);
  return TRUE;
}

/* The tracks to list: MwRecord, those of an element one after the other. */
static GPtrArray *
tracks_of (MwKeySheet *sheet)
{
  MwModel *model = mw_document_get_model (sheet->document);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  Listing listing = { sheet, known, g_ptr_array_new () };
  guint n = 0;
  const MwId *ids = sheet->all_elements ? NULL : mw_document_get_selection (sheet->document, &n);
  if (sheet->all_elements)
    mw_record_foreach (&model->record, list_track, &listing);
  for (guint i = 0; i < n; i++) {
    MwRecord *record = mw_model_find (model, ids[i]);
    if (record && record->schema->keys == MW_KEYS_LANE)
      record = record->owner;
    if (record)
      mw_record_foreach (record, list_track, &listing);
  }
  return listing.tracks;
}

static void
list_rows (MwKeySheet *sheet)
{
  g_array_set_size (sheet->listed, 0);
  for (guint i = 0; i < sheet->all->len; i++) {
    Row *row = mw_sheet_row_at (sheet, i);
    g_array_append_val (sheet->listed, i);
    if (row->shown.kind != MW_SHEET_ELEMENT)
      continue;
    row->shown.collapsed = g_hash_table_contains (sheet->collapsed, GUINT_TO_POINTER (row->shown.record));
    if (row->shown.collapsed)
      i += row->n_tracks;
  }
}

void
mw_key_sheet_set_collapsed (MwKeySheet *sheet, MwId element, gboolean collapsed)
{
  if (collapsed)
    g_hash_table_add (sheet->collapsed, GUINT_TO_POINTER (element));
  else
    g_hash_table_remove (sheet->collapsed, GUINT_TO_POINTER (element));
  list_rows (sheet);
}

/* The sequence that is shown, and which keys of the time line belong to it. Lanes have only keys of their sequence, and those after
 * its end are shown too, so that they can be deleted. */
static void
find_scope (MwKeySheet *sheet)
{
  const MwModel *model = mw_document_get_model (sheet->document);
  const MwList *sequences = mw_model_sequences (model);
  const MwRecord *sequence = sheet->sequence ? mw_model_find (model, sheet->sequence) : NULL;
  sheet->scope = (MwSheetScope) { 0 };
  sheet->from = G_MININT32;
  sheet->to = G_MAXINT32;
  if (sequence && sequence->schema != mw_aspects_of (model)->sequence)
    sequence = NULL;
  for (uint32_t i = 0; i < sequences->n; i++) {
    const MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    sheet->scope.lanes |= !aspect.on_time_line;
  }
  if (!sequence)
    return;
  const MwSequenceAspect aspect = mw_sequence_aspect (model, mw_sequence_aspect (model, sequence).plays);
  sheet->scope.sequence = aspect.plays->id;
  sheet->scope.start = aspect.start;
  sheet->scope.end = MAX (aspect.start, aspect.end);
  sheet->scope.not_loaded = aspect.not_loaded;
  if (aspect.on_time_line) {
    sheet->from = sheet->scope.start;
    sheet->to = sheet->scope.end;
  }
}

/* Without a sequence, the scope is what is on the time line: all sequences and keys. */
static void
fit_scope (MwKeySheet *sheet)
{
  const MwModel *model = mw_document_get_model (sheet->document);
  const MwList *sequences = mw_model_sequences (model);
  gint64 start = 0, end = 0;
  if (sheet->scope.sequence || sheet->scope.lanes)
    return;
  for (uint32_t i = 0; i < sequences->n; i++) {
    const MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    start = MIN (start, aspect.start);
    end = MAX (end, aspect.end);
  }
  for (guint i = 0; i < sheet->all->len; i++) {
    const MwSheetRow *row = &mw_sheet_row_at (sheet, i)->shown;
    if (row->kind != MW_SHEET_TRACK || row->global || !row->n)
      continue;
    start = MIN (start, row->times[0]);
    end = MAX (end, row->times[row->n - 1]);
  }
  sheet->scope.start = start;
  sheet->scope.end = end;
}

static void
sum_up (MwKeySheet *sheet)
{
  for (guint i = 1; i < sheet->all->len; i++) {
    Row *row = mw_sheet_row_at (sheet, i);
    if (row->shown.kind == MW_SHEET_ELEMENT)
      mw_key_sheet_sum_up (sheet, row, i + 1, row->n_tracks);
  }
  mw_key_sheet_sum_up (sheet, mw_sheet_row_at (sheet, 0), 1, sheet->all->len - 1);
}

static void
reload (MwKeySheet *sheet)
{
  g_autoptr (GPtrArray) tracks = tracks_of (sheet);
  guint element = 0;
  g_array_set_size (sheet->all, 0);
  g_hash_table_remove_all (sheet->by_holder);
  find_scope (sheet);
  add_row (sheet, MW_SHEET_SUMMARY, 0, 0);
  for (guint i = 0; i < tracks->len; i++) {
    const MwRecord *track = tracks->pdata[i];
    if (!element || mw_sheet_row_at (sheet, element)->shown.record != track->owner->id) {
      element = sheet->all->len;
      add_row (sheet, MW_SHEET_ELEMENT, track->owner->id, track->owner->id);
    }
    mw_sheet_row_at (sheet, element)->n_tracks++;
    Row *row = add_row (sheet, MW_SHEET_TRACK, track->id, track->owner->id);
    const guint place = sheet->all->len - 1;
    read_track (sheet, row);
    g_hash_table_insert (sheet->by_holder, GUINT_TO_POINTER (track->id), GUINT_TO_POINTER (place));
    if (row->shown.holder)
      g_hash_table_insert (sheet->by_holder, GUINT_TO_POINTER (row->shown.holder), GUINT_TO_POINTER (place));
  }
  fit_scope (sheet);
  sum_up (sheet);
  list_rows (sheet);
}

void
mw_key_sheet_reload (MwKeySheet *sheet)
{
  reload (sheet);
  mw_key_sheet_forget_place (sheet);
}

/* Whether a change may add, remove or move rows, or change what they show all at once. */
static gboolean
changes_rows (const MwKeySheet *sheet, const MwChange *change)
{
  const MwModel *model = mw_document_get_model (sheet->document);
  if (change->schema == mw_aspects_of (model)->sequence)
    return TRUE;
  return change->kind != MW_CHANGE_SET && change->kind != MW_CHANGE_SWAP && mw_schema_holds_records (change->schema);
}

gboolean
mw_key_sheet_update_rows (MwKeySheet *sheet, const MwChangeSet *changes)
{
  gboolean any = FALSE;
  for (guint i = 0; i < changes->changes->len; i++) {
    const MwChange *change = &g_array_index (changes->changes, MwChange, i);
    if (changes_rows (sheet, change)
        || (change->kind != MW_CHANGE_SET && mw_schema_has_timed_keys (change->schema)
            && change->kind != MW_CHANGE_SWAP)) {
      reload (sheet);
      return TRUE;
    }
    const guint place = GPOINTER_TO_UINT (g_hash_table_lookup (sheet->by_holder, GUINT_TO_POINTER (change->id)));
    if (!place && !mw_schema_has_timed_keys (change->schema))
      continue;
    /* A track that had no keys is not listed. */
    if (!place
        || !mw_model_find (mw_document_get_model (sheet->document), mw_sheet_row_at (sheet, place)->shown.record)) {
      reload (sheet);
      return TRUE;
    }
    read_track (sheet, mw_sheet_row_at (sheet, place));
    any = TRUE;
  }
  if (any) {
    fit_scope (sheet);
    sum_up (sheet);
  }
  return any;
}
