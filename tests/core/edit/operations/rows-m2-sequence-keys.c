/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/schema/catalogue.h"
#include "tests/core/edit/operations/rows-m2-sequences.h"

#include <string.h>

/* A part of a sequence before, and where it is played after. */
typedef struct {
  const MwRecord *before, *after;
  gint64 from, to, length; /* ms after the starts */
} Part;

static const MwList *
sequences_of (const MwModel *model)
{
  return &((const MwM2 *) model)->sequences;
}

static gint64
start_of (const TableCase *at, const MwRecord *sequence)
{
  gint64 start, end;
  gboolean lanes;
  table_interval (sequence, at->format, &start, &end, &lanes);
  return start;
}

static gint64
length_of (const TableCase *at, const MwRecord *sequence)
{
  gint64 start, end;
  gboolean lanes;
  table_interval (sequence, at->format, &start, &end, &lanes);
  return end - start;
}

static gboolean
has_lanes (const TableCase *at)
{
  return at->format.version >= 264;
}

static gint64
parameter (const TableCase *at, const char *name)
{
  g_autofree char *text = table_parameter (at->step, name);
  return g_ascii_strtoll (text, NULL, 10);
}

/* The last time of the model before: of a key or a sequence. */
static gint64
line_end (const TableCase *at)
{
  const MwList *sequences = sequences_of (at->before);
  g_autoptr (GArray) all = table_keys (at->before);
  gint64 last = 0;
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    for (guint k = 0; k < keys->n && !keys->global; k++)
      last = MAX (last, keys->times[k]);
  }
  for (uint32_t i = 0; i < sequences->n; i++)
    last = MAX (last, (gint64) ((const MwM2Sequence *) sequences->items[i])->end);
  return last;
}

/* --- Curves --------------------------------------------------------------------------------------------------------- */

/* The tracks with values that sequences play: MwRecord, each once. Without those of global sequences. */
static GPtrArray *
tracks_of (const MwModel *model)
{
  g_autoptr (GArray) all = table_keys (model);
  GPtrArray *tracks = g_ptr_array_new ();
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    const MwRecord *track = mw_record_slot (keys->holder)->type == MW_TYPE_LIST ? keys->holder->owner : keys->holder;
    if (!keys->global && mw_schema_part (keys->holder->schema, MW_PART_VALUES)
        && !g_ptr_array_find (tracks, track, NULL))
      g_ptr_array_add (tracks, (gpointer) track);
  }
  return tracks;
}

/* The times of all events in a part, counted from its start. */
static GArray *
events_in (const TableCase *at, const MwModel *model, const MwRecord *sequence, gint64 from, gint64 to)
{
  g_autoptr (GArray) all = table_keys (model);
  GArray *events = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    for (guint k = 0; k < keys->n && !mw_schema_part (keys->holder->schema, MW_PART_VALUES); k++) {
      gint64 time = keys->times[k] - start_of (at, sequence) - from;
      if (table_plays (keys, sequence, at->format, keys->times[k]) && time >= 0 && time <= to - from)
        g_array_append_val (events, time);
    }
  }
  return events;
}

/* Between two rotations the game goes straight and makes unit quaternions of what it meets, so a key on the way changes how fast. */
static const double EXACT = 5e-4, BETWEEN_KEYS = 0.01;

static char *
judge_part (const TableCase *at, const Part *part, guint samples, gint64 events, double rotations)
{
  g_autoptr (GPtrArray) tracks = tracks_of (at->before);
  g_autofree char *name = mw_record_path (part->after);
  for (guint i = 0; i < tracks->len; i++) {
    g_autofree char *path = mw_record_path (tracks->pdata[i]);
    const MwRecord *now = table_record (at->after, path);
    const double tolerance = mw_record_slot (tracks->pdata[i])->role == MW_ROLE_ROTATION ? rotations : EXACT;
    TableCurve a = { at->before, tracks->pdata[i], part->before, part->from },
               b = { at->after, now, part->after, part->to };
    if (!now || !table_same_curve (&a, &b, part->length, samples, tolerance))
      return g_strdup_printf ("%s shows something else in %s", path, name);
  }
  g_autoptr (GArray) before = events_in (at, at->before, part->before, part->from, part->from + events),
                     after = events_in (at, at->after, part->after, part->to, part->to + events);
  return before->len == after->len && (!before->len || memcmp (before->data, after->data, before->len * 8) == 0)
           ? NULL
           : g_strdup_printf ("%s has %u events instead of %u", name, after->len, before->len);
}

static char *
judge_whole (const TableCase *at, const MwRecord *before, const MwRecord *after, double rotations)
{
  const gint64 length = length_of (at, before);
  g_autofree char *name = mw_record_path (after);
  if (length != length_of (at, after)
      || ((const MwM2Sequence *) before)->animation != ((const MwM2Sequence *) after)->animation)
    return g_strdup_printf ("%s has changed", name);
  return judge_part (at, &(Part) { before, after, 0, 0, MAX (length, 0) }, 20, length, rotations);
}

/* The place of the sequence that only the longer one of two lists has. */
static guint
odd_one (const MwList *longer, const MwList *shorter)
{
  guint i = 0;
  for (; i < shorter->n; i++) {
    const MwM2Sequence *a = (const MwM2Sequence *) longer->items[i], *b = (const MwM2Sequence *) shorter->items[i];
    if (a->animation != b->animation || a->variation != b->variation)
      break;
  }
  return i;
}

/* Whether all sequences of the model before but `first` and `second` (may be equal) play as before; `odd` is new in the model after. */
static char *
judge_others (const TableCase *at, guint first, guint second, guint odd)
{
  const MwList *before = sequences_of (at->before), *after = sequences_of (at->after);
  char *wrong = NULL;
  for (guint i = 0, k = 0; i < before->n && !wrong; i++) {
    k += k == odd;
    gboolean gone = i == second && second != first;
    if (i != first && !gone)
      wrong = judge_whole (at, before->items[i], after->items[k], EXACT);
    k += !gone;
  }
  return wrong;
}

static gboolean
same_properties (const MwRecord *a, const MwRecord *b)
{
  const MwM2Sequence *x = (const MwM2Sequence *) a, *y = (const MwM2Sequence *) b;
  return x->animation == y->animation && x->flags == y->flags && x->frequency == y->frequency
         && x->blend_time == y->blend_time && memcmp (&x->bounds, &y->bounds, sizeof x->bounds) == 0;
}

static guint
named (const TableCase *at, guint word)
{
  g_auto (GStrv) words = g_strsplit (at->step, " ", -1);
  const char *value = strchr (words[word], '=');
  return mw_record_index (table_record (at->before, value ? value + 1 : words[word]));
}

/* --- Add ------------------------------------------------------------------------------------------------------------ */

static const MwRecord *
stand_of (const TableCase *at)
{
  const MwList *sequences = sequences_of (at->before);
  for (MwStand wanted = MW_STAND; wanted > MW_STAND_NO; wanted--)
    for (uint32_t i = 0; i < sequences->n; i++)
      if (mw_sequence_aspect (at->before, sequences->items[i]).stand == wanted)
        return sequences->items[i];
  return NULL;
}

char *
m2_add_judge (const TableCase *at)
{
  const MwList *before = sequences_of (at->before), *after = sequences_of (at->after);
  if (after->n != before->n + 1)
    return g_strdup ("there is no new sequence");
  const guint odd = odd_one (after, before);
  const MwRecord *added = after->items[odd], *stand = stand_of (at);
  enum { SPELL = 2 };
  if (((const MwM2Sequence *) added)->animation != SPELL || length_of (at, added) != parameter (at, "length")
      || ((const MwM2Sequence *) added)->flags != (has_lanes (at) ? 0x20u : 0)
      || (!has_lanes (at) && start_of (at, added) != line_end (at) + parameter (at, "gap")))
    return g_strdup ("the new sequence is not as expected");
  g_autoptr (GPtrArray) tracks = tracks_of (at->before);
  for (guint i = 0; i < tracks->len && stand; i++) {
    const MwField *slot = mw_record_slot (tracks->pdata[i]);
    g_autofree char *path = mw_record_path (tracks->pdata[i]);
    TableCurve a = { at->before, tracks->pdata[i], stand, 0 },
               b = { at->after, table_record (at->after, path), added, 0 }, c = b;
    c.time = length_of (at, added);
    if (has_lanes (at) && slot->role != MW_ROLE_VISIBILITY && slot->role != MW_ROLE_ALPHA
        && slot->role != MW_ROLE_COLOUR && !g_str_has_prefix (slot->name, "emission_rate."))
      continue;
    if (!table_same_curve (&a, &b, 0, 1, 1e-4) || !table_same_curve (&a, &c, 0, 1, 1e-4))
      return g_strdup_printf ("%s does not open as in Stand", path);
  }
  return judge_others (at, G_MAXUINT, G_MAXUINT, odd);
}

/* --- Duplicate with keys -------------------------------------------------------------------------------------------- */

char *
m2_animation_name (const MwRecord *sequence)
{
  return g_strdup (mw_catalogue_name (MW_CATALOGUE_ANIMATION, ((const MwM2Sequence *) sequence)->animation));
}

/* Whether the copy has the name that the step gives, if it does, and all else from the original. A name comes with its flags. */
static gboolean
is_copy (const TableCase *at, const MwRecord *sequence, const MwRecord *copy)
{
  const char *name = strstr (at->step, " name=\"");
  g_autofree char *called = m2_animation_name (copy), *quoted = g_strdup_printf (" name=\"%s\"", called);
  MwM2Sequence as = *(const MwM2Sequence *) copy;
  if (!name)
    return same_properties (sequence, copy);
  enum { LYING = 0xE };
  as.animation = ((const MwM2Sequence *) sequence)->animation;
  as.flags |= ((const MwM2Sequence *) sequence)->flags & LYING;
  return strcmp (name, quoted) == 0 && !(((const MwM2Sequence *) copy)->flags & LYING) && as.variation == 0
         && !as.next.id && same_properties (sequence, &as.record);
}

char *
m2_duplicate_judge (const TableCase *at)
{
  const MwList *before = sequences_of (at->before), *after = sequences_of (at->after);
  const MwRecord *sequence = before->items[named (at, 1)];
  if (after->n != before->n + 1)
    return g_strdup ("there is no new sequence");
  const guint odd = odd_one (after, before);
  const MwRecord *copy = after->items[odd];
  if (!is_copy (at, sequence, copy) || length_of (at, sequence) != length_of (at, copy)
      || (!has_lanes (at) && start_of (at, copy) != line_end (at) + parameter (at, "gap")))
    return g_strdup ("the copy is not as expected");
  const gint64 length = length_of (at, sequence);
  char *wrong = judge_part (at, &(Part) { sequence, copy, 0, 0, length }, 20, length, BETWEEN_KEYS);
  return wrong ? wrong : judge_others (at, G_MAXUINT, G_MAXUINT, odd);
}

/* --- Split ---------------------------------------------------------------------------------------------------------- */

char *
m2_split_judge (const TableCase *at)
{
  const MwList *before = sequences_of (at->before), *after = sequences_of (at->after);
  const guint index = named (at, 1);
  const MwRecord *sequence = before->items[index];
  const gint64 length = length_of (at, sequence), cut = parameter (at, "time");
  if (after->n != before->n + 1)
    return g_strdup ("there is no new sequence");
  const guint odd = odd_one (after, before);
  const MwRecord *first = after->items[index + (odd <= index)], *second = after->items[odd];
  if (length_of (at, first) != cut || length_of (at, second) != length - cut
      || start_of (at, first) != start_of (at, sequence)
      || (!has_lanes (at) && start_of (at, second) != line_end (at) + parameter (at, "gap")))
    return g_strdup ("the intervals are not those of the parts");
  if (!same_properties (sequence, first) || !same_properties (sequence, second))
    return g_strdup ("the parts do not have the properties of the whole");
  Part parts[] = { { sequence, first, 0, 0, cut }, { sequence, second, cut, 0, length - cut } };
  char *wrong = judge_part (at, &parts[0], 131, cut - 1, BETWEEN_KEYS);
  wrong = wrong ? wrong : judge_part (at, &parts[1], 100, length - cut, BETWEEN_KEYS);
  g_autoptr (GArray) at_cut = events_in (at, at->after, first, cut, cut);
  if (!wrong && at_cut->len)
    wrong = g_strdup ("an event at the cut is in both parts");
  return wrong ? wrong : judge_others (at, index, index, odd);
}

/* --- Join ----------------------------------------------------------------------------------------------------------- */

char *
m2_join_judge (const TableCase *at)
{
  const MwList *before = sequences_of (at->before), *after = sequences_of (at->after);
  const guint index = named (at, 1), gone = named (at, 2);
  const MwRecord *first = before->items[index], *second = before->items[gone];
  const gint64 length = length_of (at, first), more = length_of (at, second);
  if (after->n + 1 != before->n)
    return g_strdup ("the second sequence is left");
  const MwRecord *joined = after->items[index - (gone < index)];
  const MwBounds *a = &((const MwM2Sequence *) first)->bounds, *b = &((const MwM2Sequence *) second)->bounds,
                 *c = &((const MwM2Sequence *) joined)->bounds;
  if (length_of (at, joined) != length + 1 + more
      || (!has_lanes (at) && start_of (at, joined) != line_end (at) + parameter (at, "gap")))
    return g_strdup ("the joined sequence is not as expected");
  for (guint i = 0; i < 3; i++)
    if (c->min[i] > MIN (a->min[i], b->min[i]) || c->max[i] < MAX (a->max[i], b->max[i]) || c->radius < b->radius)
      return g_strdup ("its bounds are too small");
  Part parts[] = { { first, joined, 0, 0, length }, { second, joined, 0, length + 1, more } };
  char *wrong = judge_part (at, &parts[0], 100, length, BETWEEN_KEYS);
  wrong = wrong ? wrong : judge_part (at, &parts[1], 100, more, BETWEEN_KEYS);
  return wrong ? wrong : judge_others (at, index, gone, G_MAXUINT);
}
