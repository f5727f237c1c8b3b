/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check-mdlx-keys.h"
#include "core/model/track.h"

#include <string.h>

/* The keys of a track or event track. */
typedef struct {
  const int32_t *times;
  uint32_t n;
  const MwRecord *clock; /* a global sequence; NULL: the model's time line */
  gboolean sorted;
  uint32_t twin;   /* the first key that has the time of the one before it; 0: none has */
  gboolean astray; /* it names a global sequence that does not exist */
} Keys;

/* A span of time in which keys are reached, both ends included. */
typedef struct {
  int64_t start, end;
} Span;

static Keys
keys_of (const MwMdlx *model, const MwRecord *track)
{
  const MwArray *times = mw_field_at (track, mw_schema_part (track->schema, MW_PART_TIMES));
  const MwRef *clock = mw_field_at (track, mw_schema_part (track->schema, MW_PART_CLOCK));
  Keys keys = { times->data, times->n, mw_model_resolve (&model->model, *clock), TRUE, 0, FALSE };
  keys.astray = !keys.clock && clock->raw != MW_REF_NONE.raw;
  for (uint32_t i = 1; i < keys.n && keys.sorted; i++) {
    keys.sorted = keys.times[i] >= keys.times[i - 1];
    if (keys.times[i] == keys.times[i - 1] && !keys.twin)
      keys.twin = i;
  }
  return keys;
}

static Span
span_of (const MwRecord *clock)
{
  if (clock->schema == &mw_mdlx_global_sequence_schema)
    return (Span) { 0, ((const MwMdlxGlobalSequence *) clock)->duration };
  const int32_t *interval = ((const MwMdlxSequence *) clock)->interval;
  return (Span) { interval[0], interval[1] };
}

/* The keys within a span: *first to *last; FALSE: there are none. */
static gboolean
within (const Keys *keys, Span span, uint32_t *first, uint32_t *last)
{
  uint32_t after = mw_times_not_before (keys->times, keys->n, span.end + 1);
  *first = mw_times_not_before (keys->times, keys->n, span.start);
  *last = after - 1;
  return *first < after;
}

/* --- Keys that no sequence reaches ------------------------------------------------------------------------------------ */

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const Span *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}

/* The sequences in order of time, where those that touch or overlap are one. Free with g_array_unref(). */
static GArray *
merged_spans (const MwMdlx *model)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (Span));
  guint n = 0;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    Span span = span_of (model->sequences.items[i]);
    if (span.end >= span.start)
      g_array_append_val (spans, span);
  }
  g_array_sort (spans, compare_spans);
  for (guint i = 0; i < spans->len; i++) {
    Span span = g_array_index (spans, Span, i);
    Span *before = n ? &g_array_index (spans, Span, n - 1) : NULL;
    if (before && span.start <= before->end)
      before->end = MAX (before->end, span.end);
    else
      g_array_index (spans, Span, n++) = span;
  }
  g_array_set_size (spans, n);
  return spans;
}

/* A key at time 0 may be meant for when nothing plays, and the only key of a track counts for all sequences in some viewers, so both are
 * left alone. An event is only what happens at its time. */
static void
collect_unreached (const GArray *spans, const Keys *keys, gboolean event, GArray *found)
{
  guint at = 0;
  if (!keys->sorted || keys->clock || keys->astray || !spans->len || (keys->n < 2 && !event))
    return;
  for (uint32_t i = 0; i < keys->n; i++) {
    while (at < spans->len && g_array_index (spans, Span, at).end < keys->times[i])
      at++;
    gboolean reached = at < spans->len && g_array_index (spans, Span, at).start <= keys->times[i];
    if (!reached && (keys->times[i] != 0 || event))
      g_array_append_val (found, i);
  }
}

GArray *
mw_wc3_unreached_keys (const MwMdlx *model, const MwRecord *track)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (GArray) spans = merged_spans (model);
  Keys keys = keys_of (model, track);
  collect_unreached (spans, &keys, !mw_schema_is_track (track->schema), found);
  return found;
}

/* --- Keys between equal ones ------------------------------------------------------------------------------------------ */

typedef struct {
  const guint8 *bytes;
  size_t size; /* of a value */
} Values;

/* No values if their number is wrong, or if tangents decide what is between the keys. */
static Values
values_of (const MwRecord *record)
{
  const MwTrack *track = (const MwTrack *) record;
  if (!mw_schema_is_track (record->schema) || track->values.n != track->times.n)
    return (Values) { NULL, 0 };
  return (Values) { track->values.data, mw_field_element_size (mw_track_value_field (record->schema)) };
}

static gboolean
same (Values values, uint32_t a, uint32_t b)
{
  return memcmp (values.bytes + a * values.size, values.bytes + b * values.size, values.size) == 0;
}

static void
collect_redundant (Span span, const Keys *keys, Values values, GArray *found)
{
  uint32_t first, last;
  if (!within (keys, span, &first, &last))
    return;
  for (uint32_t i = first + 1; i < last; i++)
    if (same (values, i, i - 1) && same (values, i, i + 1))
      g_array_append_val (found, i);
}

/* Sequences that overlap, or come in another order than their times, may make a key the end of one and the middle of another: it
 * is needed then. */
static void
remove_ends (const MwMdlx *model, const Keys *keys, GArray *found)
{
  g_autoptr (GHashTable) ends = g_hash_table_new (NULL, NULL);
  guint kept = 0;
  for (uint32_t s = 0; s < model->sequences.n && found->len; s++) {
    uint32_t first, last;
    if (!within (keys, span_of (model->sequences.items[s]), &first, &last))
      continue;
    g_hash_table_add (ends, GUINT_TO_POINTER (first));
    g_hash_table_add (ends, GUINT_TO_POINTER (last));
  }
  for (guint i = 0; i < found->len; i++) {
    uint32_t key = g_array_index (found, uint32_t, i);
    if (!g_hash_table_contains (ends, GUINT_TO_POINTER (key)))
      g_array_index (found, uint32_t, kept++) = key;
  }
  g_array_set_size (found, kept);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

static GArray *
redundant_keys (const MwMdlx *model, const MwRecord *track, const Keys *keys)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  Values values = values_of (track);
  if (!values.bytes || keys->n < 3 || !keys->sorted || keys->astray
      || mw_interpolation_has_tangents (((const MwTrack *) track)->interpolation))
    return found;
  if (keys->clock) {
    collect_redundant (span_of (keys->clock), keys, values, found);
    return found;
  }
  /* Sequences may overlap, so a key may be found in several of them. */
  for (uint32_t s = 0; s < model->sequences.n; s++)
    collect_redundant (span_of (model->sequences.items[s]), keys, values, found);
  g_array_sort (found, compare_numbers);
  guint kept = 0;
  for (guint i = 0; i < found->len; i++)
    if (!kept || g_array_index (found, uint32_t, kept - 1) != g_array_index (found, uint32_t, i))
      g_array_index (found, uint32_t, kept++) = g_array_index (found, uint32_t, i);
  g_array_set_size (found, kept);
  remove_ends (model, keys, found);
  return found;
}

GArray *
mw_wc3_redundant_keys (const MwMdlx *model, const MwRecord *track)
{
  Keys keys = keys_of (model, track);
  return redundant_keys (model, track, &keys);
}

/* --- A first key that is late ----------------------------------------------------------------------------------------- */

/* Finds the first sequence whose keys begin after it does and end with another value than they begin with. What is before the first key
 * is then a blend of the last value and the first. */
static gboolean
opens_late (const Keys *keys, Values values, Span span, uint32_t *first)
{
  uint32_t last;
  return within (keys, span, first, &last) && last > *first && keys->times[*first] != span.start
         && !same (values, *first, last);
}

static void
check_opening (MwChecking *c, const MwMdlx *model, const MwRecord *track, const Keys *keys)
{
  const MwField *field = mw_schema_part (track->schema, MW_PART_TIMES);
  Values values = values_of (track);
  uint32_t first;
  if (!values.bytes || keys->n < 2 || !keys->sorted || keys->astray
      || ((const MwTrack *) track)->interpolation == MW_INTERPOLATION_NONE)
    return;
  if (keys->clock) {
    if (opens_late (keys, values, span_of (keys->clock), &first))
      mw_check_find_at (c, MW_RULE_WC3_TRACK_OPENING, track, field, first,
                        "the global sequence begins at 0, its first key is at %d", keys->times[first]);
    return;
  }
  for (uint32_t s = 0; s < model->sequences.n; s++) {
    const MwMdlxSequence *sequence = (const MwMdlxSequence *) model->sequences.items[s];
    if (!opens_late (keys, values, span_of (&sequence->record), &first))
      continue;
    mw_check_find_at (c, MW_RULE_WC3_TRACK_OPENING, track, field, first, "\"%s\" begins at %d, its first key is at %d",
                      mw_text (sequence->name), sequence->interval[0], keys->times[first]);
    return;
  }
}

/* --- All of them ------------------------------------------------------------------------------------------------------ */

static void
check_numbers (MwChecking *c, MwRuleNumber rule, const MwRecord *track, const Keys *keys, const GArray *found)
{
  if (!found->len)
    return;
  uint32_t first = g_array_index (found, uint32_t, 0);
  mw_check_find_at (c, rule, track, mw_schema_part (track->schema, MW_PART_TIMES), first,
                    "%u of %u keys, the first at %d", found->len, keys->n, keys->times[first]);
}

static gboolean
has_keys (const MwRecord *record)
{
  return mw_schema_is_track (record->schema) || record->schema == &mw_event_track_schema;
}

typedef struct {
  MwChecking *c;
  const MwMdlx *model;
  GArray *spans;
  GArray *found; /* reused */
} Walk;

static void
check_keys (MwChecking *c, const MwRecord *track, gconstpointer data)
{
  const Walk *w = data;
  const gboolean event = !mw_schema_is_track (track->schema);
  Keys keys = keys_of (w->model, track);
  g_array_set_size (w->found, 0);
  collect_unreached (w->spans, &keys, event, w->found);
  check_numbers (c, MW_RULE_WC3_KEY_UNREACHED, track, &keys, w->found);
  if (keys.twin)
    mw_check_find_at (c, MW_RULE_WC3_KEY_TWICE, track, mw_schema_part (track->schema, MW_PART_TIMES), keys.twin,
                      "found %d twice", keys.times[keys.twin]);
  if (event)
    return;
  check_opening (c, w->model, track, &keys);
  g_autoptr (GArray) redundant = redundant_keys (w->model, track, &keys);
  check_numbers (c, MW_RULE_WC3_KEY_REDUNDANT, track, &keys, redundant);
}

static gboolean
check_track (MwRecord *record, gpointer data)
{
  const Walk *w = data;
  if (has_keys (record))
    mw_check_ask (w->c, record, MW_READS_LOOPS, check_keys, w);
  return TRUE;
}

typedef struct {
  const MwMdlx *model;
  const MwRecord *first;
  guint n;
} Timeless;

static gboolean
collect_timeless (MwRecord *record, gpointer data)
{
  Timeless *found = data;
  if (!has_keys (record))
    return TRUE;
  Keys keys = keys_of (found->model, record);
  if (keys.n && !keys.clock && !keys.astray && !found->n++)
    found->first = record;
  return TRUE;
}

/* Without sequences, only global sequences play keys. */
static void
check_timeless (MwChecking *c, const MwMdlx *model)
{
  Timeless found = { model, NULL, 0 };
  if (model->sequences.n)
    return;
  mw_record_foreach ((MwRecord *) &model->model.record, collect_timeless, &found);
  if (found.first)
    mw_check_find_in (c, MW_RULE_WC3_TRACK_TIMELESS, found.first, mw_schema_part (found.first->schema, MW_PART_TIMES),
                      "%u tracks have keys that nothing plays", found.n);
}

void
mw_wc3_check_keys (MwChecking *c, const MwMdlx *model)
{
  g_autoptr (GArray) spans = merged_spans (model), found = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  Walk w = { c, model, spans, found };
  mw_record_foreach ((MwRecord *) &model->model.record, check_track, &w);
  check_timeless (c, model);
}
