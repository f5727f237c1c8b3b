/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "tests/core/edit/operations/rows-import.h"
#include "tests/core/edit/operations/rows-m2-sequences.h"
#include "tests/core/edit/operations/table.h"

#include <math.h>
#include <string.h>

/* The sequence that a step names first. */
static MwRecord *
sequence_of (const MwModel *model, const char *step)
{
  g_auto (GStrv) words = g_strsplit (step, " ", 3);
  return table_record (model, g_str_has_prefix (words[1], "from=") ? words[1] + strlen ("from=") : words[1]);
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

/* --- Keys on the time line ------------------------------------------------------------------------------------------ */

/* A key that is expected: key `from` of a holder of the model before, at a time. */
typedef struct {
  guint from;
  gint64 time;
} Expected;

/* The key of another sequence that M2 interpolates towards, or from: the nearest one outside its interval. */
static gboolean
is_nearest_outside (const TableKeys *keys, gint64 start, gint64 end, guint k)
{
  gint64 time = keys->times[k];
  gboolean before = time <= start, after = time >= end;
  for (guint i = 0; i < keys->n; i++) {
    before &= !(keys->times[i] <= start && keys->times[i] > time);
    after &= !(keys->times[i] >= end && keys->times[i] < time);
  }
  return before || after;
}

/* Whether another sequence than this one plays the key. */
static gboolean
plays_elsewhere (const TableCase *at, const TableKeys *keys, const MwRecord *sequence, guint k)
{
  const MwList *sequences = table_list (at->before, "sequences");
  gboolean reaches = at->format.family == MW_FAMILY_M2 && mw_schema_part (keys->holder->schema, MW_PART_VALUES);
  for (uint32_t i = 0; i < sequences->n; i++) {
    gint64 start, end;
    gboolean lanes;
    table_interval (sequences->items[i], at->format, &start, &end, &lanes);
    if (sequences->items[i] == sequence || end < start)
      continue;
    if ((keys->times[k] >= start && keys->times[k] <= end) || (reaches && is_nearest_outside (keys, start, end, k)))
      return TRUE;
  }
  return FALSE;
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
  const TableCase played = { at->after, at->after, at->format, at->step };
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
                : ((time >= start && time < new_start) || (time > new_end && time <= end))
                    && !plays_elsewhere (&played, keys, now, k))
        return g_strdup_printf ("a key is left at %d", (int) time);
    }
  }
  return NULL;
}

/* --- Interval ------------------------------------------------------------------------------------------------------- */

/* One ms shorter at each end. */
static char *
interval_step (const MwModel *model, MwFormat format)
{
  const MwList *list = table_list (model, "sequences");
  for (uint32_t i = 0; i < list->n; i++) {
    gint64 start, end;
    gboolean lanes;
    table_interval (list->items[i], format, &start, &end, &lanes);
    g_autofree char *path = mw_record_path (list->items[i]);
    if (!lanes && end - start > 2)
      return g_strdup_printf ("sequence-set-interval %s start=%d end=%d", path, (int) start + 1, (int) end - 1);
  }
  return NULL;
}

static char *
interval_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  const MwRecord *sequence = sequence_of (expected, at->step);
  *(uint32_t *) mw_field_at (sequence, mw_schema_part (sequence->schema, MW_PART_START)) += 1;
  *(uint32_t *) mw_field_at (sequence, mw_schema_part (sequence->schema, MW_PART_END)) -= 1;
  return table_expect (expected, at);
}

/* --- All keys on the time line -------------------------------------------------------------------------------------- */

/* What is wrong with a holder, given the keys that are expected in it. */
static char *
judge_keys (const TableCase *at, const TableKeys *old, const TableKeys *new, const GArray *expected)
{
  if (new->n != expected->len || new->holder->schema != old->holder->schema)
    return g_strdup_printf ("a track has %u keys instead of %u", new->n, expected->len);
  for (guint k = 0; k < new->n; k++) {
    const Expected *key = &g_array_index (expected, Expected, k);
    if (new->times[k] != key->time)
      return g_strdup_printf ("a key is at %d instead of %d", new->times[k], (int) key->time);
    if (!table_same_key (at, old, key->from, new, k))
      return g_strdup_printf ("the key at %d has another value", new->times[k]);
  }
  return NULL;
}

/* Fills in the keys that a holder of the model before is expected to have. */
typedef void (*ExpectFunc) (const TableCase *at, const TableKeys *keys, const MwRecord *sequence, GArray *expected);

/* Judges all holders. One without expected keys must be gone. */
static char *
judge_time_line (const TableCase *at, ExpectFunc expect)
{
  const MwRecord *sequence = sequence_of (at->before, at->step);
  g_autoptr (GArray) before = table_keys (at->before), after = table_keys (at->after);
  char *wrong = NULL;
  guint next = 0;
  for (guint i = 0; !wrong && i < before->len; i++) {
    const TableKeys *old = &g_array_index (before, TableKeys, i);
    g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (Expected));
    for (guint k = 0; old->global && k < old->n; k++)
      g_array_append_val (expected, ((Expected) { k, old->times[k] }));
    if (!old->global)
      expect (at, old, sequence, expected);
    if (!expected->len)
      continue;
    wrong = next < after->len ? judge_keys (at, old, &g_array_index (after, TableKeys, next), expected)
                              : g_strdup ("a track is missing");
    next++;
  }
  return wrong || next == after->len ? wrong : g_strdup ("a track is left");
}

/* A sequence with an interval and at least `n_keys` keys; NULL where sequences have lanes. */
static char *
line_sequence (const MwModel *model, MwFormat format, gint64 length, guint n_keys)
{
  return format.family == MW_FAMILY_M2 && format.version >= 264 ? NULL : table_sequence (model, format, length, n_keys);
}

/* The number of extents of all geosets, in models of Warcraft III. */
static guint
count_extents (const MwModel *model)
{
  const MwList *geosets = table_list (model, "geosets");
  guint n = 0;
  for (uint32_t i = 0; geosets && i < geosets->n; i++) {
    const MwField *extents = mw_schema_field (geosets->items[i]->schema, "extents");
    n += extents ? mw_record_list (geosets->items[i], extents)->n : 0;
  }
  return n;
}

/* The number of extents of one sequence. */
static guint
count_extents_of (const MwModel *model, const MwRecord *sequence)
{
  const MwList *geosets = table_list (model, "geosets");
  guint n = 0;
  for (uint32_t i = 0; geosets && i < geosets->n; i++) {
    const MwField *field = mw_schema_field (geosets->items[i]->schema, "extents");
    const MwList *extents = field ? mw_record_list (geosets->items[i], field) : NULL;
    for (uint32_t k = 0; extents && k < extents->n; k++) {
      const MwField *of = mw_schema_field (extents->items[k]->schema, "sequence");
      n += mw_model_resolve (model, *(const MwRef *) mw_field_at (extents->items[k], of)) == sequence;
    }
  }
  return n;
}

/* --- Delete with keys ----------------------------------------------------------------------------------------------- */

static char *
delete_step (const MwModel *model, MwFormat format)
{
  g_autofree char *path = line_sequence (model, format, 1, 2);
  return path ? g_strdup_printf ("sequence-delete-with-keys %s", path) : NULL;
}

static void
expect_deleted (const TableCase *at, const TableKeys *keys, const MwRecord *sequence, GArray *expected)
{
  for (guint k = 0; k < keys->n; k++)
    if (!table_plays (keys, sequence, at->format, keys->times[k]) || plays_elsewhere (at, keys, sequence, k))
      g_array_append_val (expected, ((Expected) { k, keys->times[k] }));
}

static char *
delete_judge (const TableCase *at)
{
  const MwRecord *sequence = sequence_of (at->before, at->step);
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  guint index = mw_record_index (sequence);
  if (after->n + 1 != before->n)
    return g_strdup_printf ("%u sequences are left of %u", after->n, before->n);
  for (guint i = 0; i < after->n; i++) {
    gint64 start, end, new_start, new_end;
    gboolean lanes;
    table_interval (before->items[i + (i >= index)], at->format, &start, &end, &lanes);
    table_interval (after->items[i], at->format, &new_start, &new_end, &lanes);
    if (start != new_start || end != new_end)
      return g_strdup_printf ("sequence %u has another interval", i);
  }
  if (count_extents (at->after) + count_extents_of (at->before, sequence) != count_extents (at->before))
    return g_strdup ("the extents of the sequence are left");
  return judge_time_line (at, expect_deleted);
}

/* --- Duplicate with keys -------------------------------------------------------------------------------------------- */

static char *
duplicate_step (const MwModel *model, MwFormat format)
{
  g_autofree char *path = table_sequence (model, format, 1, 2);
  return path ? g_strdup_printf ("sequence-duplicate-keys %s gap=700", path) : NULL;
}

/* The last time of the model before: of a key or a sequence. */
static gint64
line_end (const TableCase *at)
{
  const MwList *sequences = table_list (at->before, "sequences");
  g_autoptr (GArray) all = table_keys (at->before);
  gint64 last = 0;
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    for (guint k = 0; k < keys->n && !keys->global; k++)
      last = MAX (last, keys->times[k]);
  }
  for (uint32_t i = 0; i < sequences->n; i++)
    last = MAX (last, (gint64) table_number (sequences->items[i], "interval.end"));
  return last;
}

static void
expect_copied (const TableCase *at, const TableKeys *keys, const MwRecord *sequence, GArray *expected)
{
  gint64 start, end, offset;
  gboolean lanes;
  table_interval (sequence, at->format, &start, &end, &lanes);
  offset = line_end (at) + 700 - start;
  for (guint k = 0; k < keys->n; k++)
    g_array_append_val (expected, ((Expected) { k, keys->times[k] }));
  for (guint k = 0; k < keys->n; k++)
    if (table_plays (keys, sequence, at->format, keys->times[k]))
      g_array_append_val (expected, ((Expected) { k, keys->times[k] + offset }));
}

/* Whether all fields of two sequences are equal except the name and the interval. */
static gboolean
same_sequence (const MwRecord *a, const MwRecord *b)
{
  for (guint i = 0; i < mw_schema_n_fields (a->schema); i++) {
    const MwField *field = mw_schema_field_at (a->schema, i);
    if (field->type != MW_TYPE_TEXT && !g_str_has_prefix (field->name, "interval.")
        && memcmp (mw_field_at (a, field), mw_field_at (b, field), mw_field_storage_size (field)) != 0)
      return FALSE;
  }
  return TRUE;
}

static char *
duplicate_judge (const TableCase *at)
{
  if (at->format.family == MW_FAMILY_M2)
    return m2_duplicate_judge (at);
  const MwRecord *sequence = sequence_of (at->before, at->step);
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  guint index = mw_record_index (sequence);
  gint64 start, end, new_start, new_end;
  gboolean lanes;
  if (after->n != before->n + 1)
    return g_strdup ("there is no new sequence");
  for (guint i = 0; i < after->n; i++) {
    const MwRecord *was = before->items[i > index ? i - 1 : i];
    table_interval (was, at->format, &start, &end, &lanes);
    table_interval (after->items[i], at->format, &new_start, &new_end, &lanes);
    gint64 offset = i == index + 1 ? line_end (at) + 700 - start : 0;
    if (new_start != start + offset || new_end != end + offset || !same_sequence (was, after->items[i]))
      return g_strdup_printf ("sequence %u is not as expected", i);
  }
  const char *name = strstr (at->step, " name=\"");
  g_autofree char *quoted = g_strdup_printf (" name=\"%s\"", mw_record_name (after->items[index + 1]));
  if (name ? strcmp (name, quoted) != 0
           : g_strcmp0 (mw_record_name (after->items[index]), mw_record_name (after->items[index + 1])) == 0)
    return g_strdup ("it has another name");
  if (count_extents_of (at->after, after->items[index + 1]) != count_extents_of (at->before, sequence))
    return g_strdup ("the extents were not copied");
  return judge_time_line (at, expect_copied);
}

/* --- Add expected sequence ------------------------------------------------------------------------------------------- */

/* The first that the model lacks; the operation refuses what is there under another spelling. */
static char *
standard_step (const MwModel *model, MwFormat format)
{
  static const char *const names[][4] = { { "Decay Bone", "Portrait", "Spell", NULL },
                                          { "Swim", "Stun", "Jump", NULL } };
  const MwList *sequences = table_list (model, "sequences");
  g_autofree char *path = table_sequence (model, format, 1, 2);
  for (const char *const *name = names[format.family != MW_FAMILY_MDX]; path && *name; name++) {
    gboolean there = FALSE;
    for (uint32_t i = 0; i < sequences->n && !there; i++) {
      g_autofree char *called = format.family == MW_FAMILY_M2 ? m2_animation_name (sequences->items[i])
                                                              : g_strdup (mw_record_name (sequences->items[i]));
      there = called && g_ascii_strncasecmp (called, *name, strlen (*name)) == 0;
    }
    if (!there)
      return g_strdup_printf ("sequence-add-standard from=%s gap=700 name=\"%s\"", path, *name);
  }
  return NULL;
}

/* --- Curves --------------------------------------------------------------------------------------------------------- */

/* A part of a sequence before, and where it is played after. */
typedef struct {
  const MwRecord *before, *after;
  gint64 from, to; /* ms after the starts */
  gint64 length;
} Part;

/* The record of the model after at the place where one of the model before is; NULL if there is none. */
static const MwRecord *
same_place (const TableCase *at, const MwRecord *record)
{
  g_autofree char *path = mw_record_path (record);
  return table_record (at->after, path);
}

/* Whether a track that is gone had no key in a part, and its static value is what it showed there. */
static gboolean
is_replaced (const TableCase *at, const TableKeys *keys, const Part *part)
{
  const MwRecord *owner = same_place (at, keys->holder->owner);
  for (guint k = 0; k < keys->n; k++)
    if (table_plays (keys, part->before, at->format, keys->times[k]))
      return FALSE;
  return owner && table_static_is_neutral (owner, mw_record_slot (keys->holder));
}

/* Whether a track of a global sequence has the same keys as before. */
static gboolean
is_untouched (const TableCase *at, const TableKeys *keys)
{
  const MwRecord *now = same_place (at, keys->holder);
  g_autoptr (GArray) after = table_keys (at->after);
  for (guint i = 0; i < after->len; i++) {
    const TableKeys *other = &g_array_index (after, TableKeys, i);
    if (other->holder != now || other->n != keys->n)
      continue;
    for (guint k = 0; k < keys->n; k++)
      if (keys->times[k] != other->times[k]
          || (mw_schema_part (now->schema, MW_PART_VALUES) && !table_same_key (at, keys, k, other, k)))
        return FALSE;
    return TRUE;
  }
  return FALSE;
}

/* Whether every track that the model had shows the same in a part. */
static char *
judge_part (const TableCase *at, const Part *part, guint samples)
{
  g_autoptr (GArray) before = table_keys (at->before);
  for (guint i = 0; i < before->len; i++) {
    const TableKeys *keys = &g_array_index (before, TableKeys, i);
    const MwRecord *track = keys->holder, *now = same_place (at, track);
    TableCurve a = { at->before, track, part->before, part->from }, b = { at->after, now, part->after, part->to };
    if (keys->global && !is_untouched (at, keys))
      return g_strdup ("a track of a global sequence has changed");
    if (keys->global || !mw_schema_part (track->schema, MW_PART_VALUES) || table_is_squad (track))
      continue;
    if (now ? !table_same_curve (&a, &b, part->length, samples, 2e-4) : !is_replaced (at, keys, part)) {
      g_autofree char *path = mw_record_path (track);
      return g_strdup_printf ("%s shows something else in %s", path, mw_text ((char *) mw_record_name (part->after)));
    }
  }
  return NULL;
}

static gint64
length_of (const MwRecord *sequence)
{
  return (gint64) table_number (sequence, "interval.end") - (gint64) table_number (sequence, "interval.start");
}

/* The same for a whole sequence. */
static char *
judge_whole (const TableCase *at, const MwRecord *before, const MwRecord *after)
{
  if (length_of (before) != length_of (after))
    return g_strdup_printf ("%s has another length", mw_record_name (before));
  return judge_part (at, &(Part) { before, after, 0, 0, MAX (length_of (before), 0) }, 30);
}

/* The times of all events in a part of a sequence, counted from its start plus `from`: gint64, event after event. */
static GArray *
events_in (const MwModel *model, const MwRecord *sequence, gint64 from, gint64 to)
{
  g_autoptr (GArray) all = table_keys (model);
  GArray *events = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 start = (gint64) table_number (sequence, "interval.start");
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    for (guint k = 0; k < keys->n && !keys->global && !mw_schema_part (keys->holder->schema, MW_PART_VALUES); k++) {
      gint64 time = keys->times[k] - start;
      if (time >= from && time <= to) {
        time -= from;
        g_array_append_val (events, time);
      }
    }
  }
  return events;
}

static char *
judge_events (const TableCase *at, const Part *part, gint64 length)
{
  g_autoptr (GArray) before = events_in (at->before, part->before, part->from, part->from + length),
                     after = events_in (at->after, part->after, part->to, part->to + length);
  return before->len == after->len && (!before->len || memcmp (before->data, after->data, before->len * 8) == 0)
           ? NULL
           : g_strdup_printf ("%u events instead of %u", after->len, before->len);
}

/* --- Split ---------------------------------------------------------------------------------------------------------- */

static char *
split_step (const MwModel *model, MwFormat format)
{
  g_autofree char *path = table_sequence (model, format, 300, 5);
  return path ? g_strdup_printf ("sequence-split %s time=130 gap=500", path) : NULL;
}

static char *
split_judge (const TableCase *at)
{
  if (at->format.family == MW_FAMILY_M2)
    return m2_split_judge (at);
  const MwRecord *sequence = sequence_of (at->before, at->step);
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  guint index = mw_record_index (sequence);
  gint64 length = length_of (sequence);
  if (after->n != before->n + 1)
    return g_strdup ("there is no new sequence");
  const MwRecord *first = after->items[index], *second = after->items[index + 1];
  if (length_of (first) != 130 || length_of (second) != length - 130
      || table_number (first, "interval.start") != table_number (sequence, "interval.start")
      || (gint64) table_number (second, "interval.start") != line_end (at) + 500)
    return g_strdup ("the intervals are not those of the parts");
  if (!same_sequence (sequence, first) || !same_sequence (sequence, second)
      || count_extents_of (at->after, second) != count_extents_of (at->before, sequence))
    return g_strdup ("the parts do not have the properties of the whole");
  Part parts[] = { { sequence, first, 0, 0, 130 }, { sequence, second, 130, 0, length - 130 } };
  char *wrong = judge_part (at, &parts[0], 131);
  wrong = wrong ? wrong : judge_part (at, &parts[1], 200);
  wrong = wrong ? wrong : judge_events (at, &parts[0], 129);
  wrong = wrong ? wrong : judge_events (at, &parts[1], length - 130);
  for (uint32_t i = 0; i < before->n && !wrong; i++)
    if (i != index)
      wrong = judge_whole (at, before->items[i], after->items[i + (i > index)]);
  return wrong;
}

/* --- Join ----------------------------------------------------------------------------------------------------------- */

/* Whether a sequence has an interval that no other one meets, or in M2 keys of its own that are there. */
static gboolean
is_alone (const MwModel *model, MwFormat format, const MwRecord *sequence)
{
  const MwList *sequences = table_list (model, "sequences");
  const MwSequenceAspect aspect = mw_sequence_aspect (model, sequence);
  gint64 start, end, other_start, other_end;
  gboolean lanes, meets = FALSE;
  table_interval (sequence, format, &start, &end, &lanes);
  for (uint32_t k = 0; k < sequences->n; k++) {
    table_interval (sequences->items[k], format, &other_start, &other_end, &lanes);
    meets |= sequences->items[k] != sequence && other_start <= end && other_end >= start;
  }
  return end > start && (format.family == MW_FAMILY_M2 ? aspect.plays == sequence && !aspect.not_loaded : !meets);
}

static char *
join_step (const MwModel *model, MwFormat format)
{
  const MwList *sequences = table_list (model, "sequences");
  g_autoptr (GPtrArray) alone = g_ptr_array_new ();
  for (uint32_t i = 0; i < sequences->n && alone->len < 2; i++)
    if (is_alone (model, format, sequences->items[i]))
      g_ptr_array_add (alone, sequences->items[i]);
  if (alone->len < 2)
    return NULL;
  g_autofree char *first = mw_record_path (alone->pdata[1]), *second = mw_record_path (alone->pdata[0]);
  return g_strdup_printf ("sequence-join %s %s gap=300", first, second);
}

static char *
join_judge (const TableCase *at)
{
  if (at->format.family == MW_FAMILY_M2)
    return m2_join_judge (at);
  g_auto (GStrv) words = g_strsplit (at->step, " ", 4);
  const MwRecord *first = table_record (at->before, words[1]), *second = table_record (at->before, words[2]);
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  guint index = mw_record_index (first), gone = mw_record_index (second);
  gint64 length = length_of (first), more = length_of (second);
  if (after->n + 1 != before->n)
    return g_strdup ("the second sequence is left");
  const MwRecord *joined = after->items[index - (gone < index)];
  if ((gint64) table_number (joined, "interval.start") != line_end (at) + 300 || length_of (joined) != length + 1 + more
      || g_strcmp0 (mw_record_name (joined), mw_record_name (first)) != 0)
    return g_strdup ("the joined sequence is not as expected");
  for (guint i = 0; i < 3; i++) {
    static const char *const axes[] = { "bounds.min", "bounds.max" };
    for (guint k = 0; k < 2; k++) {
      const float *a = mw_field_at (first, mw_schema_field (first->schema, axes[k])),
                  *b = mw_field_at (second, mw_schema_field (first->schema, axes[k])),
                  *c = mw_field_at (joined, mw_schema_field (first->schema, axes[k]));
      if (k ? c[i] < MAX (a[i], b[i]) && b[i] != 0 : c[i] > MIN (a[i], b[i]) && b[i] != 0)
        return g_strdup ("its bounds are too small");
    }
  }
  Part parts[] = { { first, joined, 0, 0, length }, { second, joined, 0, length + 1, more } };
  char *wrong = NULL;
  for (guint i = 0; i < 2 && !wrong; i++) {
    wrong = judge_part (at, &parts[i], 200);
    wrong = wrong ? wrong : judge_events (at, &parts[i], parts[i].length);
  }
  for (uint32_t i = 0; i < before->n && !wrong; i++)
    if (i != index && i != gone)
      wrong = judge_whole (at, before->items[i], after->items[i - (gone < i)]);
  return wrong;
}

/* --- Pack ----------------------------------------------------------------------------------------------------------- */

static char *
pack_step (const MwModel *model, MwFormat format)
{
  return format.family != MW_FAMILY_M2 && table_list (model, "sequences")->n > 1 ? g_strdup ("sequence-pack gap=250")
                                                                                 : NULL;
}

/* The new start of a sequence: the lengths of all different intervals before it, and as many gaps. */
static gint64
packed_start (const MwList *sequences, const MwRecord *sequence)
{
  double start = table_number (sequence, "interval.start"), end = table_number (sequence, "interval.end");
  gint64 sum = 0;
  for (uint32_t i = 0; i < sequences->n; i++) {
    double s = table_number (sequences->items[i], "interval.start"),
           e = table_number (sequences->items[i], "interval.end");
    gboolean again = FALSE;
    for (uint32_t k = 0; k < i; k++)
      again |= table_number (sequences->items[k], "interval.start") == s
               && table_number (sequences->items[k], "interval.end") == e;
    if (!again && (s < start || (s == start && e < end)))
      sum += (gint64) (e - s) + 250;
  }
  return sum;
}

static char *
pack_judge (const TableCase *at)
{
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  g_autoptr (GArray) all = table_keys (at->after);
  char *wrong = NULL;
  for (uint32_t i = 0; i < before->n && !wrong; i++) {
    if ((gint64) table_number (after->items[i], "interval.start") != packed_start (before, before->items[i]))
      return g_strdup_printf ("sequence %u begins elsewhere", i);
    Part part = { before->items[i], after->items[i], 0, 0, length_of (before->items[i]) };
    wrong = judge_whole (at, before->items[i], after->items[i]);
    wrong = wrong ? wrong : judge_events (at, &part, part.length);
  }
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    for (guint k = 0; k < keys->n && !keys->global && !wrong; k++) {
      gboolean played = FALSE;
      for (uint32_t s = 0; s < after->n; s++)
        played |= table_plays (keys, after->items[s], at->format, keys->times[k]);
      if (!played)
        wrong = g_strdup_printf ("a key that no sequence plays is left at %d", keys->times[k]);
    }
  }
  return wrong;
}

/* --- Frequency ------------------------------------------------------------------------------------------------------ */

/* Whether two sequences are variations of one animation. */
static gboolean
are_variations (const MwRecord *a, const MwRecord *b)
{
  if (mw_schema_field (a->schema, "animation"))
    return table_number (a, "animation") == table_number (b, "animation");
  g_auto (GStrv) x = g_strsplit (mw_record_name (a), " - ", 2), y = g_strsplit (mw_record_name (b), " - ", 2);
  return g_strcmp0 (x[0], y[0]) == 0;
}

static double
frequency_sum (const MwList *sequences, const MwRecord *sequence)
{
  double sum = 0;
  for (uint32_t i = 0; i < sequences->n; i++)
    if (are_variations (sequences->items[i], sequence))
      sum += table_number (sequences->items[i], "frequency");
  return sum;
}

static char *
frequency_step (const MwModel *model, MwFormat format)
{
  const MwList *sequences = table_list (model, "sequences");
  double whole = format.family == MW_FAMILY_M2 ? 32767 : 1;
  for (uint32_t i = 0; i < sequences->n && format.family != MW_FAMILY_MDX; i++)
    if (fabs (frequency_sum (sequences, sequences->items[i]) - whole) > 1e-3) {
      g_autofree char *path = mw_record_path (sequences->items[i]);
      return g_strdup_printf ("sequence-normalise-frequency %s", path);
    }
  return NULL;
}

static char *
frequency_judge (const TableCase *at)
{
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  const MwRecord *chosen = sequence_of (at->before, at->step);
  gboolean m2 = at->format.family == MW_FAMILY_M2;
  double old_sum = frequency_sum (before, chosen), sum = 0, whole = m2 ? 32767 : 1;
  guint members = 0;
  for (uint32_t i = 0; i < before->n; i++)
    members += are_variations (before->items[i], chosen);
  for (uint32_t i = 0; i < before->n; i++) {
    double was = table_number (before->items[i], "frequency"), is = table_number (after->items[i], "frequency");
    if (!are_variations (before->items[i], chosen)) {
      if (was != is)
        return g_strdup_printf ("sequence %u has changed", i);
      continue;
    }
    double expected = old_sum > 0 ? was / old_sum * whole : whole / members;
    if (fabs (is - expected) > (m2 ? 1 : 1e-5))
      return g_strdup_printf ("sequence %u has the frequency %g instead of %g", i, is, expected);
    sum += is;
  }
  return fabs (sum - whole) > (m2 ? 0 : 1e-5) ? g_strdup_printf ("they add up to %g", sum) : NULL;
}

/* --- Add ------------------------------------------------------------------------------------------------------------ */

static char *
add_step (const MwModel *model, MwFormat format)
{
  return g_strdup (format.family == MW_FAMILY_M2 ? "sequence-add name=Spell length=800 gap=600"
                                                 : "sequence-add name=\"Spell Slam\" length=800 gap=600");
}

static const MwRecord *
stand_of (const MwModel *model)
{
  const MwList *sequences = table_list (model, "sequences");
  for (MwStand wanted = MW_STAND; wanted > MW_STAND_NO; wanted--)
    for (uint32_t i = 0; i < sequences->n; i++)
      if (mw_sequence_aspect (model, sequences->items[i]).stand == wanted)
        return sequences->items[i];
  return NULL;
}

/* Whether a track that has keys in Stand decides what is shown. */
static gboolean
is_opened (const TableKeys *keys, const MwRecord *stand, MwFormat format)
{
  const MwField *slot = mw_record_slot (keys->holder), *values = mw_schema_part (keys->holder->schema, MW_PART_VALUES);
  gboolean shows = values
                   && (slot->role == MW_ROLE_VISIBILITY || slot->role == MW_ROLE_ALPHA || slot->role == MW_ROLE_COLOUR
                       || values->element == MW_TYPE_REF || g_str_has_prefix (slot->name, "emission_rate"));
  for (guint k = 0; k < keys->n && stand && shows; k++)
    if (table_plays (keys, stand, format, keys->times[k]))
      return TRUE;
  return FALSE;
}

/* The keys from before, and for an opened track one more that shows what Stand shows at its start. */
static char *
judge_opening (const TableCase *at, const TableKeys *old, const TableKeys *new, const MwRecord *stand,
               const MwRecord *added)
{
  gboolean opened = is_opened (old, stand, at->format);
  g_autofree char *path = mw_record_path (old->holder);
  if (new->n != old->n + opened)
    return g_strdup_printf ("%s has %u keys instead of %u", path, new->n, old->n + opened);
  for (guint k = 0; k < old->n; k++)
    if (new->times[k] != old->times[k]
        || (mw_schema_part (old->holder->schema, MW_PART_VALUES) && !table_same_key (at, old, k, new, k)))
      return g_strdup_printf ("%s has another key %u", path, k);
  if (opened && new->times[old->n] != (gint32) table_number (added, "interval.start"))
    return g_strdup_printf ("%s has its opening key at %d", path, new->times[old->n]);
  TableCurve a = { at->before, old->holder, stand, 0 }, b = { at->after, new->holder, added, 0 };
  if (opened && !table_same_curve (&a, &b, 0, 1, 1e-4))
    return g_strdup_printf ("%s does not open as in Stand", path);
  return NULL;
}

static char *
add_judge (const TableCase *at)
{
  if (at->format.family == MW_FAMILY_M2)
    return m2_add_judge (at);
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences"),
               *geosets = table_list (at->before, "geosets");
  const MwRecord *stand = stand_of (at->before);
  g_autoptr (GArray) old = table_keys (at->before), new = table_keys (at->after);
  guint extents = 0;
  char *wrong = NULL;
  if (after->n != before->n + 1 || old->len != new->len)
    return g_strdup ("there is no new sequence, or other tracks");
  const MwRecord *added = after->items[before->n];
  if (g_strcmp0 (mw_record_name (added), "Spell Slam") != 0 || length_of (added) != 800
      || (gint64) table_number (added, "interval.start") != line_end (at) + 600)
    return g_strdup ("the new sequence is not as expected");
  for (uint32_t i = 0; i < before->n && !wrong; i++)
    if (!same_sequence (before->items[i], after->items[i]))
      wrong = g_strdup_printf ("sequence %u has changed", i);
  for (uint32_t i = 0; i < geosets->n; i++)
    extents += mw_record_list (geosets->items[i], mw_schema_field (geosets->items[i]->schema, "extents"))->n
               >= before->n;
  if (count_extents_of (at->after, added) != extents)
    return g_strdup_printf ("it has %u extents instead of %u", count_extents_of (at->after, added), extents);
  for (guint i = 0; i < old->len && !wrong; i++)
    wrong = judge_opening (at, &g_array_index (old, TableKeys, i), &g_array_index (new, TableKeys, i), stand, added);
  return wrong;
}

const TableRow table_sequences[] = {
  { "sequence-add", TABLE_BOTH, add_step, add_judge },
  { "sequence-add-standard", TABLE_BOTH, standard_step, duplicate_judge },
  { "sequence-import", TABLE_BOTH, import_step, import_judge },
  { "sequence-retime", TABLE_BOTH, retime_step, retime_judge },
  { "sequence-reverse", TABLE_BOTH, reverse_step, reverse_judge },
  { "sequence-crop", TABLE_BOTH, crop_step, crop_judge },
  { "sequence-set-interval", TABLE_MDLX, interval_step, interval_judge },
  { "sequence-delete-with-keys", TABLE_BOTH, delete_step, delete_judge },
  { "sequence-duplicate-keys", TABLE_BOTH, duplicate_step, duplicate_judge },
  { "sequence-split", TABLE_BOTH, split_step, split_judge },
  { "sequence-join", TABLE_BOTH, join_step, join_judge },
  { "sequence-pack", TABLE_MDLX, pack_step, pack_judge },
  /* Warcraft III stores no frequency, and the corpus has one model of World of Warcraft's alpha. */
  { "sequence-normalise-frequency", TABLE_M2, frequency_step, frequency_judge },
  { "sequence-set-animation", TABLE_M2, animation_step, animation_judge },
  { "sequence-make-alias", TABLE_M2, alias_step, alias_judge },
  { "sequence-make-own", TABLE_M2, own_step, own_judge },
  { "sequence-store", TABLE_M2, store_step, store_judge },
  { NULL, 0, NULL, NULL },
};
