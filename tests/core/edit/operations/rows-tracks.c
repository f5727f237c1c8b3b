/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-track-sequence.h"
#include "tests/core/edit/operations/table.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

#include <math.h>
#include <string.h>

/* --- Finding tracks ------------------------------------------------------------------------------------------------- */

static const MwField *
values_of (const MwRecord *holder)
{
  return mw_schema_part (holder->schema, MW_PART_VALUES);
}

/* The track of a lane, or the holder itself. */
static const MwRecord *
track_of (const MwRecord *holder)
{
  return holder->schema->keys == MW_KEYS_LANE ? holder->owner : holder;
}

static const MwField *
slot_of (const MwRecord *holder)
{
  return mw_record_slot (track_of (holder));
}

/* Component `c` of the value of key k. */
static double
value_at (const TableKeys *keys, guint k, guint c)
{
  const MwField *field = values_of (keys->holder);
  return (double) ((const float *) ((const MwArray *) mw_field_at (keys->holder, field))->data)[k * field->count + c];
}

static gboolean
is_floats (const TableKeys *keys)
{
  const MwField *field = values_of (keys->holder);
  return field && field->element == MW_TYPE_F32 && ((const MwArray *) mw_field_at (keys->holder, field))->n == keys->n;
}

/* How many keys of a holder a sequence plays, and the times of the first and last. */
static guint
count_in (const TableKeys *keys, const MwRecord *sequence, MwFormat format, gint64 *first, gint64 *last)
{
  guint n = 0;
  for (guint k = 0; k < keys->n; k++)
    if (table_plays (keys, sequence, format, keys->times[k])) {
      *first = n ? *first : keys->times[k];
      *last = keys->times[k];
      n++;
    }
  return n;
}

/* Chooses a holder and a sequence with at least two of its keys, for which `fits` holds. */
typedef gboolean (*FitsFunc) (const TableKeys *keys, const MwRecord *sequence, MwFormat format);
static gboolean
choose (const MwModel *model, MwFormat format, FitsFunc fits, TableKeys *chosen, const MwRecord **sequence)
{
  g_autoptr (GArray) all = table_keys (model);
  const MwList *sequences = table_list (model, "sequences");
  for (guint i = 0; i < all->len; i++)
    for (uint32_t s = 0; s < sequences->n; s++) {
      const TableKeys *keys = &g_array_index (all, TableKeys, i);
      gint64 first, last;
      if (count_in (keys, sequences->items[s], format, &first, &last) < 2 || !fits (keys, sequences->items[s], format))
        continue;
      *chosen = *keys;
      *sequence = sequences->items[s];
      return TRUE;
    }
  return FALSE;
}

/* A step: the operation, the path of a holder, and parameters. */
static char *
step_on (const char *operation, const TableKeys *keys, const char *parameters)
{
  g_autofree char *path = mw_record_path (keys->holder);
  return g_strdup_printf ("%s %s %s", operation, path, parameters);
}

/* The record that the step names first, in a model. */
static const MwRecord *
named (const MwModel *model, const char *step)
{
  g_auto (GStrv) words = g_strsplit (step, " ", 3);
  return table_record (model, words[1]);
}

static const TableKeys *
keys_of (const GArray *all, const MwRecord *holder)
{
  for (guint i = 0; i < all->len; i++)
    if (g_array_index (all, TableKeys, i).holder == holder)
      return &g_array_index (all, TableKeys, i);
  return NULL;
}

/* Whether all holders of the model before, except one and its lanes, have the same keys after. */
static char *
judge_others (const TableCase *at, const MwRecord *except)
{
  g_autoptr (GArray) before = table_keys (at->before), after = table_keys (at->after);
  for (guint i = 0; i < before->len; i++) {
    const TableKeys *old = &g_array_index (before, TableKeys, i);
    g_autofree char *path = mw_record_path (old->holder);
    if (old->holder == except || track_of (old->holder) == except)
      continue;
    const TableKeys *new = keys_of (after, table_record (at->after, path));
    gboolean same = new &&new->n == old->n &&new->global == old->global;
    for (guint k = 0; same && k < old->n; k++)
      same = old->times[k] == new->times[k] && (!values_of (old->holder) || table_same_key (at, old, k, new, k));
    if (!same)
      return g_strdup_printf ("%s has changed", path);
  }
  return NULL;
}

/* --- Move ----------------------------------------------------------------------------------------------------------- */

static gboolean
has_room (const TableKeys *keys, const MwRecord *sequence, MwFormat format)
{
  gint64 start, end, first = 0, last = 0;
  gboolean lanes;
  table_interval (sequence, format, &start, &end, &lanes);
  count_in (keys, sequence, format, &first, &last);
  return last + 7 <= end;
}

static char *
move_step (const MwModel *model, MwFormat format)
{
  TableKeys keys;
  const MwRecord *sequence;
  if (!choose (model, format, has_room, &keys, &sequence))
    return NULL;
  g_autofree char *path = mw_record_path (sequence), *parameters = g_strdup_printf ("by=7 sequence=%s", path);
  return step_on ("keys-move", &keys, parameters);
}

static char *
move_judge (const TableCase *at)
{
  const char *path = strstr (at->step, "sequence=") + strlen ("sequence=");
  const MwRecord *sequence = table_record (at->before, path), *holder = named (at->before, at->step);
  g_autoptr (GArray) before = table_keys (at->before), after = table_keys (at->after);
  const TableKeys *old = keys_of (before, holder), *new = keys_of (after, named (at->after, at->step));
  if (!new || new->n != old->n)
    return g_strdup ("the number of keys has changed");
  for (guint k = 0; k < old->n; k++) {
    gint32 expected = old->times[k] + (table_plays (old, sequence, at->format, old->times[k]) ? 7 : 0);
    if (new->times[k] != expected || (values_of (holder) && !table_same_key (at, old, k, new, k)))
      return g_strdup_printf ("key %u is at %d instead of %d, or has another value", k, new->times[k], expected);
  }
  return judge_others (at, holder);
}

/* --- Scale values --------------------------------------------------------------------------------------------------- */

static gboolean
varies (const TableKeys *keys, const MwRecord *sequence, MwFormat format)
{
  const MwField *slot = slot_of (keys->holder);
  if (!is_floats (keys) || values_of (keys->holder)->count > 3 || slot->role == MW_ROLE_VISIBILITY)
    return FALSE;
  for (guint k = 1; k < keys->n; k++)
    if (table_plays (keys, sequence, format, keys->times[k])
        && fabs (value_at (keys, k, 0) - value_at (keys, 0, 0)) > 0.05)
      return TRUE;
  return FALSE;
}

static char *
scale_step (const MwModel *model, MwFormat format)
{
  TableKeys keys;
  const MwRecord *sequence;
  return choose (model, format, varies, &keys, &sequence)
           ? step_on ("keys-scale-values", &keys, "factor=0.5 about=first")
           : NULL;
}

/* Every value of every key, and the curve of every sequence that has at least two of them. */
static char *
scale_judge (const TableCase *at)
{
  const MwRecord *holder = named (at->before, at->step), *now = named (at->after, at->step);
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  g_autoptr (GArray) all = table_keys (at->before), all_after = table_keys (at->after);
  const TableKeys *old = keys_of (all, holder), *new = keys_of (all_after, now);
  guint count = values_of (holder)->count;
  for (guint k = 0; k < old->n; k++)
    for (guint c = 0; c < count; c++) {
      double first = value_at (old, 0, c), expected = first + (value_at (old, k, c) - first) / 2;
      if (new->n != old->n || new->times[k] != old->times[k]
          || fabs (value_at (new, k, c) - expected) > 1e-4 * MAX (1, fabs (expected)))
        return g_strdup_printf ("key %u is not half as far from the first", k);
    }
  for (uint32_t s = 0; s < before->n; s++) {
    gint64 start, end, first, last;
    gboolean lanes;
    table_interval (before->items[s], at->format, &start, &end, &lanes);
    for (guint i = 0; i <= 40 && count_in (old, before->items[s], at->format, &first, &last) > 1; i++) {
      double x[4], y[4];
      table_value (at->before, holder, before->items[s], (end - start) * i / 40, x);
      table_value (at->after, now, after->items[s], (end - start) * i / 40, y);
      for (guint c = 0; c < count; c++) {
        double anchor = value_at (old, 0, c), expected = anchor + (x[c] - anchor) / 2;
        if (fabs (y[c] - expected) > 2e-4 * MAX (1, fabs (expected)))
          return g_strdup_printf ("the curve is not half as far from the first key in sequence %u", s);
      }
    }
  }
  return judge_others (at, holder);
}

/* --- Reduce --------------------------------------------------------------------------------------------------------- */

static gboolean
is_plain (const TableKeys *keys, const MwRecord *sequence, MwFormat format)
{
  const MwField *tangents = mw_schema_part (keys->holder->schema, MW_PART_IN_TANS);
  return is_floats (keys) && keys->n > 4 && !(tangents && ((const MwArray *) mw_field_at (keys->holder, tangents))->n);
}

static char *
reduce_step (const MwModel *model, MwFormat format)
{
  TableKeys keys;
  const MwRecord *sequence;
  return choose (model, format, is_plain, &keys, &sequence) ? step_on ("track-reduce", &keys, "tolerance=0.02") : NULL;
}

/* Some keys are gone, the others are as before, and the curve of each sequence is within the tolerance. Between keys a
 * rotation may be a little further away. */
static char *
reduce_judge (const TableCase *at)
{
  const MwRecord *holder = named (at->before, at->step), *now = named (at->after, at->step);
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  g_autoptr (GArray) all = table_keys (at->before), all_after = table_keys (at->after);
  const TableKeys *old = keys_of (all, holder), *new = keys_of (all_after, now);
  double tolerance = values_of (holder)->count == 4 ? 0.03 : 0.0201;
  guint k = 0;
  if (!new || new->n >= old->n)
    return g_strdup ("no key is gone");
  for (guint i = 0; i < new->n; i++, k++) {
    while (k < old->n && old->times[k] != new->times[i])
      k++;
    if (k == old->n || !table_same_key (at, old, k, new, i))
      return g_strdup_printf ("key %u is not one of those before", i);
  }
  for (uint32_t s = 0; s < before->n; s++) {
    gint64 start, end;
    gboolean lanes;
    table_interval (before->items[s], at->format, &start, &end, &lanes);
    TableCurve a = { at->before, holder, before->items[s], 0 }, b = { at->after, now, after->items[s], 0 };
    if (end > start && !table_same_curve (&a, &b, end - start, 500, tolerance))
      return g_strdup_printf ("the curve has changed in sequence %u", s);
  }
  return judge_others (at, holder);
}

/* --- Interpolation -------------------------------------------------------------------------------------------------- */

static uint32_t
interpolation_of (const MwRecord *holder)
{
  const MwRecord *track = track_of (holder);
  return *(const uint32_t *) mw_field_at (track, mw_schema_part (track->schema, MW_PART_INTERPOLATION));
}

static gboolean
is_linear (const TableKeys *keys, const MwRecord *sequence, MwFormat format)
{
  return is_plain (keys, sequence, format) && interpolation_of (keys->holder) == 1
         && slot_of (keys->holder)->role != MW_ROLE_VISIBILITY;
}

/* M2 has tangents for cameras only: there lines become steps. */
static char *
interpolation_step (const MwModel *model, MwFormat format)
{
  TableKeys keys;
  const MwRecord *sequence;
  return choose (model, format, is_linear, &keys, &sequence)
           ? step_on ("track-set-interpolation", &keys,
                      format.family == MW_FAMILY_M2 ? "interpolation=none max_error=0.05"
                                                    : "interpolation=hermite max_error=0.0001")
           : NULL;
}

static char *
interpolation_judge (const TableCase *at)
{
  const MwRecord *holder = named (at->before, at->step), *now = named (at->after, at->step);
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  gboolean m2 = at->format.family == MW_FAMILY_M2;
  if (!now || interpolation_of (now) != (m2 ? 0 : 2))
    return g_strdup ("the interpolation is not the one that was asked for");
  for (uint32_t s = 0; s < before->n; s++) {
    gint64 start, end;
    gboolean lanes;
    table_interval (before->items[s], at->format, &start, &end, &lanes);
    TableCurve a = { at->before, track_of (holder), before->items[s], 0 },
               b = { at->after, track_of (now), after->items[s], 0 };
    if (end > start && !table_same_curve (&a, &b, end - start, 1000, m2 ? 0.0501 : 0.0001))
      return g_strdup_printf ("the curve has changed in sequence %u", s);
  }
  return judge_others (at, track_of (holder));
}

/* --- Hemisphere ----------------------------------------------------------------------------------------------------- */

static gboolean
is_turned (const TableKeys *keys, guint k)
{
  double dot = 0;
  for (guint c = 0; c < 4; c++)
    dot += value_at (keys, k, c) * value_at (keys, k - 1, c);
  return dot < -1e-6;
}

static gboolean
is_on_two_sides (const TableKeys *keys, const MwRecord *sequence, MwFormat format)
{
  gboolean turned = FALSE;
  for (guint k = 1; is_floats (keys) && values_of (keys->holder)->count == 4 && k < keys->n; k++)
    turned |= is_turned (keys, k);
  return turned;
}

static char *
hemisphere_step (const MwModel *model, MwFormat format)
{
  TableKeys keys;
  const MwRecord *sequence;
  return format.family != MW_FAMILY_MDX_WOW && choose (model, format, is_on_two_sides, &keys, &sequence)
           ? step_on ("track-fix-hemisphere", &keys, "")
           : NULL;
}

static char *
hemisphere_judge (const TableCase *at)
{
  const MwRecord *holder = named (at->before, at->step), *now = named (at->after, at->step);
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  g_autoptr (GArray) all = table_keys (at->before), all_after = table_keys (at->after);
  const TableKeys *old = keys_of (all, holder), *new = keys_of (all_after, now);
  if (new->n != old->n || memcmp (new->times, old->times, old->n * sizeof (gint32)) != 0)
    return g_strdup ("the times have changed");
  for (guint k = 1; k < new->n; k++)
    if (is_turned (new, k))
      return g_strdup_printf ("key %u is on the other side", k);
  for (uint32_t s = 0; s < before->n; s++) {
    gint64 start, end;
    gboolean lanes;
    table_interval (before->items[s], at->format, &start, &end, &lanes);
    TableCurve a = { at->before, holder, before->items[s], 0 }, b = { at->after, now, after->items[s], 0 };
    if (end > start && !table_same_curve (&a, &b, end - start, 100, 1e-4))
      return g_strdup_printf ("the rotation has changed in sequence %u", s);
  }
  return judge_others (at, holder);
}

/* --- Make static ---------------------------------------------------------------------------------------------------- */

/* Whether keys of the track of a holder are in files that were not found. */
static gboolean
lacks_keys (const MwRecord *holder)
{
  const MwRecord *track = track_of (holder);
  const MwField *lanes = mw_schema_part (track->schema, MW_PART_LANES);
  return lanes && mw_notes_find (track, MW_NOTE_LAYOUT, lanes);
}

static gboolean
has_static (const TableKeys *keys, const MwRecord *sequence, MwFormat format)
{
  const MwField *still = mw_schema_static_of (track_of (keys->holder)->owner->schema, slot_of (keys->holder));
  if (format.family == MW_FAMILY_M2)
    return is_floats (keys) && !lacks_keys (keys->holder);
  return still && is_floats (keys) && still->type == MW_TYPE_F32 && still->count == values_of (keys->holder)->count;
}

static char *
static_step (const MwModel *model, MwFormat format)
{
  TableKeys keys;
  const MwRecord *sequence;
  gint64 first = 0, last = 0;
  if (!choose (model, format, has_static, &keys, &sequence))
    return NULL;
  count_in (&keys, sequence, format, &first, &last);
  g_autofree char *time = g_strdup_printf ("time=%d", (int) ((first + last) / 2));
  return step_on ("track-make-static", &keys, time);
}

/* The sequence in which the step takes the value, and the time after its start. NULL: none has that time. */
static const MwRecord *
static_moment (const TableCase *at, const TableKeys *keys, gint64 *time)
{
  const MwList *sequences = table_list (at->before, "sequences");
  *time = g_ascii_strtoll (strstr (at->step, "time=") + 5, NULL, 10);
  for (uint32_t s = 0; s < sequences->n; s++) {
    gint64 start, end;
    gboolean lanes;
    table_interval (sequences->items[s], at->format, &start, &end, &lanes);
    if (lanes ? sequences->items[s] != keys->sequence : *time < start || *time > end)
      continue;
    *time -= start;
    return sequences->items[s];
  }
  return NULL;
}

/* In M2 each set of keys of the track has one key, at time 0, and all sequences show the value. */
static char *
judge_constant (const TableCase *at, const MwRecord *now, const double *expected)
{
  const MwList *sequences = table_list (at->after, "sequences");
  g_autoptr (GArray) all = table_keys (at->after);
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    if (track_of (keys->holder) == now && (keys->n != 1 || keys->times[0] != 0 || keys->global))
      return g_strdup ("the track has other keys than one at 0");
  }
  for (uint32_t s = 0; s < sequences->n; s++) {
    double found[4], sign = 1;
    table_value (at->after, now, sequences->items[s], 1, found);
    if (slot_of (now) && mw_schema_part (now->schema, MW_PART_VALUES)->count == 4
        && found[0] * expected[0] + found[1] * expected[1] + found[2] * expected[2] + found[3] * expected[3] < 0)
      sign = -1;
    for (guint c = 0; c < 4; c++)
      if (fabs (sign * found[c] - expected[c]) > 2e-4 * MAX (1, fabs (expected[c])))
        return g_strdup_printf ("sequence %u shows %g instead of %g", s, found[c], expected[c]);
  }
  return NULL;
}

static char *
static_judge (const TableCase *at)
{
  const MwRecord *holder = named (at->before, at->step), *track = track_of (holder), *owner = track->owner;
  g_autoptr (GArray) all = table_keys (at->before);
  g_autofree char *path = mw_record_path (owner), *wrong = NULL;
  const MwRecord *now = table_record (at->after, path);
  const MwRecord *left = *(MwRecord *const *) mw_field_at (now, mw_record_slot (track));
  const MwField *still = mw_schema_static_of (owner->schema, mw_record_slot (track));
  gint64 time;
  const MwRecord *sequence = static_moment (at, keys_of (all, holder), &time);
  double expected[4];
  if (!sequence)
    return g_strdup ("no sequence has that time");
  table_value (at->before, holder, sequence, time, expected);
  if (at->format.family == MW_FAMILY_M2) {
    wrong = left ? judge_constant (at, left, expected) : g_strdup ("the track is gone");
    return wrong ? g_steal_pointer (&wrong) : judge_others (at, track);
  }
  if (left)
    return g_strdup ("the track is left");
  for (guint c = 0; c < still->count; c++) {
    double found = (double) ((const float *) mw_field_at (now, still))[c];
    if (fabs (found - expected[c]) > 1e-4 * MAX (1, fabs (expected[c])))
      return g_strdup_printf ("the static value is %g instead of %g", found, expected[c]);
  }
  return judge_others (at, holder);
}

/* --- Make animated -------------------------------------------------------------------------------------------------- */

typedef struct {
  MwFormat format;
  char *step;
} Static;

/* Finds a static value without a track. */
static gboolean
find_static (MwRecord *record, gpointer data)
{
  Static *found = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema) && !found->step; i++) {
    const MwField *slot = mw_schema_field_at (record->schema, i);
    const MwField *still = slot->type == MW_TYPE_CHILD && slot->schema->keys == MW_KEYS_TRACK
                             ? mw_schema_static_of (record->schema, slot)
                             : NULL;
    if (!still || still->type != MW_TYPE_F32 || *(MwRecord **) mw_field_at (record, slot)
        || !mw_field_is_live (record, slot, found->format))
      continue;
    g_autofree char *path = mw_record_path (record);
    found->step = g_strdup_printf ("track-make-animated %s field=%s time=40", path, still->name);
  }
  return !found->step;
}

/* Finds a slot of M2 for numbers that has no track. */
static gboolean
find_empty (MwRecord *record, gpointer data)
{
  Static *found = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema) && !found->step; i++) {
    const MwField *slot = mw_schema_field_at (record->schema, i);
    const MwField *lanes = slot->type == MW_TYPE_CHILD ? mw_schema_part (slot->schema, MW_PART_LANES) : NULL,
                  *values = lanes ? mw_schema_part (lanes->schema, MW_PART_VALUES) : NULL;
    if (!values || values->element != MW_TYPE_F32 || *(MwRecord **) mw_field_at (record, slot)
        || !mw_field_is_live (record, slot, found->format))
      continue;
    g_autofree char *path = mw_record_path (record),
                    *name = g_strndup (slot->name, strlen (slot->name) - strlen (".track"));
    found->step = g_strdup_printf ("track-make-animated %s field=%s time=0", path, name);
  }
  return !found->step;
}

static char *
animated_step (const MwModel *model, MwFormat format)
{
  Static found = { format, NULL };
  mw_record_foreach ((MwRecord *) &model->record, format.family == MW_FAMILY_M2 ? find_empty : find_static, &found);
  return found.step;
}

/* Whether the only key of a holder is at 0 and moves, turns or changes nothing. */
static gboolean
is_still (const TableKeys *keys)
{
  enum { QUATERNION = 4 };
  const guint n = keys ? values_of (keys->holder)->count : 0;
  const MwRole role = keys ? slot_of (keys->holder)->role : MW_ROLE_NONE;
  gboolean same = keys && keys->n == 1 && keys->times[0] == 0 && !keys->global;
  for (guint c = 0; same && c < MAX (n, 1); c++) {
    const gboolean one = role == MW_ROLE_SCALE || role == MW_ROLE_ALPHA || role == MW_ROLE_VISIBILITY
                         || (n == QUATERNION && c + 1 == n);
    same = fabs (value_at (keys, 0, c) - one) < 1e-4;
  }
  return same;
}

/* Every sequence that is no alias has a new lane; before 264 there is one new track. */
static char *
judge_lanes (const TableCase *at, const MwRecord *now, const char *name)
{
  g_autofree char *slot_name = g_strdup_printf ("%s.track", name);
  const MwRecord *track = *(MwRecord *const *) mw_field_at (now, mw_schema_field (now->schema, slot_name));
  const MwM2 *model = (const MwM2 *) at->after;
  g_autoptr (GArray) before = table_keys (at->before), after = table_keys (at->after);
  guint n = 0, expected = 0;
  if (!track)
    return g_strdup ("there is no new track");
  for (guint i = 0; i < after->len; i++) {
    const TableKeys *keys = &g_array_index (after, TableKeys, i);
    if (track_of (keys->holder) != track)
      continue;
    if (!is_still (keys))
      return g_strdup ("a sequence has other keys than one that changes nothing");
    n++;
  }
  for (guint i = 0; i < model->sequences.n; i++)
    expected += !(((const MwM2Sequence *) model->sequences.items[i])->flags & MW_M2_SEQUENCE_ALIAS);
  expected = mw_m2_has_lanes (model) ? expected : 1;
  if (n != expected || after->len != before->len + n)
    return g_strdup_printf ("%u sets of keys are new instead of %u", after->len - before->len, expected);
  return judge_others (at, NULL);
}

static char *
animated_judge (const TableCase *at)
{
  const MwRecord *owner = named (at->before, at->step), *now = named (at->after, at->step);
  g_auto (GStrv) words = g_strsplit_set (at->step, " =", -1);
  if (at->format.family == MW_FAMILY_M2)
    return judge_lanes (at, now, words[3]);
  const MwField *still = mw_schema_field (owner->schema, words[3]), *slot = mw_schema_track_of (owner->schema, still);
  const MwRecord *track = *(MwRecord *const *) mw_field_at (now, slot);
  g_autoptr (GArray) before = table_keys (at->before), after = table_keys (at->after);
  const TableKeys *keys = track ? keys_of (after, track) : NULL;
  if (!keys || keys->n != 1 || keys->times[0] != 40 || keys->global || after->len != before->len + 1)
    return g_strdup ("there is no new track with one key");
  for (guint c = 0; c < still->count; c++)
    if (value_at (keys, 0, c) != (double) ((const float *) mw_field_at (owner, still))[c])
      return g_strdup ("the key has another value than the field");
  return judge_others (at, NULL);
}

/* --- Global sequences ----------------------------------------------------------------------------------------------- */

static gboolean
can_attach (const TableKeys *keys, const MwRecord *sequence, MwFormat format)
{
  return !keys->global && !lacks_keys (keys->holder);
}

static char *
attach_step (const MwModel *model, MwFormat format)
{
  TableKeys keys;
  const MwRecord *sequence;
  if (!table_list (model, "global_sequences")->n || !choose (model, format, can_attach, &keys, &sequence))
    return NULL;
  g_autofree char *path = mw_record_path (sequence),
                  *parameters = g_strdup_printf ("global_sequence=global_sequences[0] sequence=%s", path);
  return step_on ("track-attach-global", &keys, parameters);
}

/* The record that the clock of a holder refers to; NULL: none. */
static const MwRecord *
clock_of (const MwModel *model, const MwRecord *holder)
{
  const MwRecord *track = track_of (holder);
  return mw_model_resolve (model, *(const MwRef *) mw_field_at (track, mw_schema_part (track->schema, MW_PART_CLOCK)));
}

/* The keys of the track that a path of it, or of one of its lanes, names, if it has only one set of them; NULL: it has not. */
static const TableKeys *
only_keys (const TableCase *at, const MwRecord *before, const GArray *after)
{
  g_autofree char *path = mw_record_path (track_of (before));
  const MwRecord *track = table_record (at->after, path);
  const TableKeys *only = NULL;
  for (guint i = 0; i < after->len; i++) {
    const TableKeys *keys = &g_array_index (after, TableKeys, i);
    if (track_of (keys->holder) != track)
      continue;
    if (only)
      return NULL;
    only = keys;
  }
  return only;
}

/* Each key of the sequence is there, and no other; M2 before 264 may have one more at each end of the interval, because it
 * plays the keys outside, too. The loop shows what the sequence showed. */
static char *
attach_judge (const TableCase *at)
{
  const char *sequence_path = strstr (at->step, " sequence=") + strlen (" sequence=");
  const MwRecord *sequence = table_record (at->before, sequence_path), *holder = named (at->before, at->step);
  g_autoptr (GArray) all = table_keys (at->before), all_after = table_keys (at->after);
  const TableKeys *old = keys_of (all, holder), *new = only_keys (at, holder, all_after);
  const MwRecord *clock = table_list (at->after, "global_sequences")->items[0];
  gint64 start, end;
  gboolean lanes;
  table_interval (sequence, at->format, &start, &end, &lanes);
  const gboolean ends = at->format.family == MW_FAMILY_M2 && !lanes && values_of (holder);
  guint n = 0;
  if (!new || clock_of (at->after, new->holder) != clock)
    return g_strdup ("it does not follow the global sequence");
  for (guint k = 0; k < old->n; k++) {
    if (!table_plays (old, sequence, at->format, old->times[k]))
      continue;
    if (ends && !n && new->n &&new->times[0] == 0 && old->times[k] != start)
      n++;
    if (n >= new->n || new->times[n] != old->times[k] - start
        || (values_of (holder) && !table_same_key (at, old, k, new, n)))
      return g_strdup_printf ("key %u is not the one of the sequence", n);
    n++;
  }
  if (ends && n + 1 == new->n &&new->times[n] == end - start)
    n++;
  if (n != new->n)
    return g_strdup ("it has other keys too");
  TableCurve a = { at->before, holder, sequence, 0 },
             b = { at->after, new->holder, table_record (at->after, sequence_path), 0 };
  gint64 length = MIN (end - start, (gint64) table_number (clock, "duration") - 1);
  if (at->format.family == MW_FAMILY_M2 && values_of (holder) && length > 0
      && !table_same_curve (&a, &b, length, 500, 2e-4))
    return g_strdup ("the loop shows something else than the sequence");
  return judge_others (at, track_of (holder));
}

/* A track with a global sequence whose keys are in the loop and in order, and a sequence that ends within a loop. */
static char *
release_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GArray) all = table_keys (model);
  const MwList *sequences = table_list (model, "sequences");
  g_autofree char *own = format.family == MW_FAMILY_M2 ? table_sequence (model, format, 1, 0)
                         : sequences->n                ? mw_record_path (sequences->items[sequences->n - 1])
                                                       : NULL;
  for (guint i = 0; i < all->len && own; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    const MwRecord *clock = keys->global ? clock_of (model, keys->holder) : NULL;
    gboolean good = clock && keys->n > 1 && values_of (keys->holder) && !table_is_squad (keys->holder)
                    && keys->times[0] >= 0 && keys->times[keys->n - 1] <= table_number (clock, "duration");
    for (guint k = 1; good && k < keys->n; k++)
      good = keys->times[k] > keys->times[k - 1];
    if (!good)
      continue;
    g_autofree char *parameters = g_strdup_printf ("sequence=%s", own);
    return step_on ("track-release-global", keys, parameters);
  }
  return NULL;
}

/* The sequence shows what the loop showed from its start on. */
static char *
release_judge (const TableCase *at)
{
  const char *path = strstr (at->step, "sequence=") + strlen ("sequence=");
  const MwRecord *sequence = table_record (at->before, path), *holder = named (at->before, at->step),
                 *now = named (at->after, at->step);
  gint64 start, end;
  gboolean lanes;
  table_interval (sequence, at->format, &start, &end, &lanes);
  g_autoptr (GArray) all = table_keys (at->after);
  const TableKeys *new = keys_of (all, now);
  if (new &&lanes &&new->sequence != table_record (at->after, path))
    return g_strdup ("the keys are not in the lane of the sequence");
  TableCurve a = { at->before, holder, sequence, 0 }, b = { at->after, now, table_record (at->after, path), 0 };
  if (!new || new->global)
    return g_strdup ("it follows a global sequence");
  for (guint k = 0; k < new->n; k++)
    if (new->times[k] < start || new->times[k] > end)
      return g_strdup_printf ("a key is at %d, which is not in the sequence", new->times[k]);
  /* The client normalises rotations after it has interpolated them. A key between two others changes how fast they turn. */
  const double tolerance = at->format.family == MW_FAMILY_M2 && values_of (holder)->count == 4 ? 3e-3 : 2e-4;
  if (!table_same_curve (&a, &b, end - start, 1000, tolerance))
    return g_strdup ("the sequence shows something else");
  return judge_others (at, track_of (holder));
}

/* --- Remove redundant ----------------------------------------------------------------------------------------------- */

static char *
redundant_step (const MwModel *model, MwFormat format)
{
  return g_strdup ("track-remove-redundant");
}

/* Whether all keys of a holder have the neutral value; of a track with lanes this is asked for each. */
static gboolean
is_neutral (const TableKeys *keys)
{
  const MwField *slot = slot_of (keys->holder);
  if (!is_floats (keys))
    return FALSE;
  guint count = values_of (keys->holder)->count;
  gboolean one = slot->role == MW_ROLE_SCALE || slot->role == MW_ROLE_VISIBILITY || slot->role == MW_ROLE_ALPHA
                 || slot->neutral == MW_NEUTRAL_ONE;
  for (guint k = 0; k < keys->n; k++)
    for (guint c = 0; c < count; c++) {
      double value = value_at (keys, k, c);
      if (count == 4 ? fabs (value) != (c == 3) : value != one)
        return FALSE;
    }
  return TRUE;
}

/* A track that is gone had only neutral keys. Of those that are left, none without tangents has. */
static char *
redundant_judge (const TableCase *at)
{
  g_autoptr (GArray) before = table_keys (at->before), after = table_keys (at->after);
  guint gone = 0;
  for (guint i = 0; i < before->len; i++) {
    const TableKeys *old = &g_array_index (before, TableKeys, i);
    const MwRecord *track = track_of (old->holder);
    g_autofree char *path = mw_record_path (old->holder), *above = mw_record_path (track->owner);
    const TableKeys *new = keys_of (after, table_record (at->after, path));
    if (!new) {
      gone++;
      if (!is_neutral (old) || !table_static_is_neutral (table_record (at->after, above), mw_record_slot (track)))
        return g_strdup_printf ("%s is gone, and changed something", path);
      continue;
    }
    gboolean same = new->n == old->n, lane = track != old->holder;
    for (guint k = 0; same && k < old->n; k++)
      same = old->times[k] == new->times[k] && (!values_of (old->holder) || table_same_key (at, old, k, new, k));
    if (!same)
      return g_strdup_printf ("%s has changed", path);
    const MwField *tangents = mw_schema_part (old->holder->schema, MW_PART_IN_TANS);
    if (!lane && is_neutral (old) && mw_record_slot (track)->neutral != MW_NEUTRAL_ONE_KEYLESS
        && !(tangents && ((const MwArray *) mw_field_at (old->holder, tangents))->n))
      return g_strdup_printf ("%s is left", path);
  }
  return gone ? NULL : g_strdup ("no track is gone");
}

/* --- Bake and copy --------------------------------------------------------------------------------------------------- */

static char *
bake_step (const MwModel *model, MwFormat format)
{
  TableKeys keys;
  const MwRecord *sequence;
  return choose (model, format, is_linear, &keys, &sequence) ? step_on ("track-bake", &keys, "every=7") : NULL;
}

/* The curve is what it was, and at most 7 ms are between two keys that a sequence plays. */
static char *
bake_judge (const TableCase *at)
{
  const MwRecord *holder = named (at->before, at->step), *now = named (at->after, at->step);
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  g_autoptr (GArray) all = table_keys (at->before), all_after = table_keys (at->after);
  const TableKeys *old = keys_of (all, holder), *new = keys_of (all_after, now);
  if (!new || new->n <= old->n || interpolation_of (now) != 1)
    return g_strdup ("there are no more keys, or they are not interpolated linearly");
  for (uint32_t s = 0; s < before->n; s++) {
    gint64 start, end;
    gboolean lanes;
    table_interval (before->items[s], at->format, &start, &end, &lanes);
    TableCurve a = { at->before, track_of (holder), before->items[s], 0 },
               b = { at->after, track_of (now), after->items[s], 0 };
    if (end > start && !table_same_curve (&a, &b, end - start, 500, 1e-3))
      return g_strdup_printf ("the curve has changed in sequence %u", s);
    for (guint k = 1; k < new->n; k++)
      if (table_plays (new, after->items[s], at->format, new->times[k - 1])
          && table_plays (new, after->items[s], at->format, new->times[k]) && new->times[k] - new->times[k - 1] > 7)
        return g_strdup_printf ("no key is between %d and %d", new->times[k - 1], new->times[k]);
  }
  return judge_others (at, track_of (holder));
}

static char *
copy_step (const MwModel *model, MwFormat format)
{
  const MwList *bones = table_list (model, format.family == MW_FAMILY_M2 ? "bones" : "nodes");
  for (uint32_t i = 0; i < bones->n; i++) {
    const MwField *slot = mw_schema_field (bones->items[i]->schema, "rotation.track");
    const MwRecord *track = slot ? *(MwRecord *const *) mw_field_at (bones->items[i], slot) : NULL;
    g_autofree char *path = track ? mw_record_path (track) : NULL;
    for (uint32_t k = bones->n; path && k-- > 0;) {
      const MwField *other = mw_schema_field (bones->items[k]->schema, "rotation.track");
      g_autofree char *to = mw_record_path (bones->items[k]);
      if (k != i && other)
        return g_strdup_printf ("track-copy %s to=%s", path, to);
    }
  }
  return NULL;
}

static char *
copy_judge (const TableCase *at)
{
  g_autofree char *to = table_parameter (at->step, "to");
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *target = table_record (expected, to);
  const MwRecord *track = named (expected, at->step);
  const MwField *slot = mw_schema_field (target->schema, "rotation.track");
  MwRecord **place = mw_field_at (target, slot), *copy = mw_record_copy (track, FALSE);
  if (*place)
    mw_record_free (mw_child_take (expected, target, slot));
  mw_record_forget_ids (copy);
  mw_child_set (expected, target, slot, copy);
  /* Bones of M2 that move have a flag for that (m2.md 5.4). */
  if (at->format.family == MW_FAMILY_M2)
    *(guint32 *) mw_field_at (target, mw_schema_field (target->schema, "flags")) |= 0x200;
  return table_expect (expected, at);
}

/* --- Visibility ------------------------------------------------------------------------------------------------------ */

/* Whether two sequences play the same times. */
static gboolean
shares_times (const MwModel *model, MwFormat format, guint index)
{
  const MwList *all = table_list (model, "sequences");
  gint64 start, end, other_start, other_end;
  gboolean lanes, shares = FALSE;
  table_interval (all->items[index], format, &start, &end, &lanes);
  for (uint32_t i = 0; i < all->n && !lanes; i++) {
    table_interval (all->items[i], format, &other_start, &other_end, &lanes);
    shares |= i != index && start <= other_end && other_start <= end;
  }
  return shares;
}

static char *
visibility_step (const MwModel *model, MwFormat format)
{
  static const char *const paths[] = {
    "geosets[0]", "attachments[0]", "particles[0]", "lights[0]", "ribbons[0]", NULL
  };
  const MwList *sequences = table_list (model, "sequences");
  const MwRecord *second = sequences->n > 1 ? sequences->items[1] : NULL;
  if (!second || mw_sequence_aspect (model, second).plays != second || mw_sequence_aspect (model, second).not_loaded
      || shares_times (model, format, 1))
    return NULL;
  for (guint i = 0; paths[i]; i++)
    if (table_target (model, paths[i]).record)
      return g_strdup_printf ("visibility-set %s sequences=1 state=%s", paths[i], i ? "hidden" : "fade_out fade=100");
  return NULL;
}

/* The track that decides whether an element is shown, and its static value. */
static const MwRecord *
deciding_track (const MwModel *model, const char *path, double *still)
{
  const MwRecord *element = table_record (model, path);
  *still = 1;
  if (!g_str_has_prefix (path, "geosets"))
    return *(MwRecord *const *) mw_field_at (element, mw_schema_field (element->schema, "visibility.track"));
  const MwList *animations = table_list (model, "geoset_animations");
  for (uint32_t i = 0; i < animations->n; i++) {
    const MwMdlxGeosetAnimation *animation = (const MwMdlxGeosetAnimation *) animations->items[i];
    if (animation->geoset.id != element->id)
      continue;
    *still = (double) animation->alpha;
    return (const MwRecord *) animation->alpha_track;
  }
  return NULL;
}

static double
shown_at (const MwModel *model, const char *path, const MwRecord *sequence, gint64 time)
{
  double still, value[4];
  const MwRecord *track = deciding_track (model, path, &still);
  if (!track)
    return still;
  table_value (model, track, sequence, time, value);
  return value[0];
}

/* In the second sequence it fades out, or is hidden; in all others it is as before. */
static char *
visibility_judge (const TableCase *at)
{
  g_auto (GStrv) words = g_strsplit (at->step, " ", -1);
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  gboolean fades = g_str_has_suffix (at->step, "fade=100");
  double still;
  const MwRecord *track = deciding_track (at->before, words[1], &still);
  for (uint32_t i = 0; i < before->n; i++) {
    gint64 start, end;
    gboolean lanes;
    table_interval (before->items[i], at->format, &start, &end, &lanes);
    for (guint k = 0; k <= 16 && end >= start; k++) {
      gint64 length = end - start, time = length * k / 16, left = length - time, fade = MIN (100, length);
      double was = shown_at (at->before, words[1], before->items[i], time),
             now = shown_at (at->after, words[1], after->items[i], time), full = track || still <= 0 ? 1 : still;
      gboolean plays = mw_sequence_aspect (at->before, before->items[i]).plays == before->items[1];
      double wanted = !plays ? was : !fades ? 0 : left >= fade ? full : full * (double) left / (double) fade;
      if (fabs (now - wanted) > 1e-4 && (length > 0 || !plays))
        return g_strdup_printf ("%s shows %g instead of %g in sequence %u at %d", words[1], now, wanted, i, (int) time);
    }
  }
  return judge_others (at, track);
}

const TableRow table_tracks[] = {
  { "keys-move", TABLE_BOTH, move_step, move_judge },
  { "keys-scale-values", TABLE_BOTH, scale_step, scale_judge },
  { "track-reduce", TABLE_BOTH, reduce_step, reduce_judge },
  { "track-set-interpolation", TABLE_BOTH, interpolation_step, interpolation_judge },
  { "track-fix-hemisphere", TABLE_BOTH, hemisphere_step, hemisphere_judge },
  { "track-make-static", TABLE_BOTH, static_step, static_judge },
  /* In M2 nothing is both a static value and a track. */
  { "track-make-animated", TABLE_BOTH, animated_step, animated_judge },
  /* In M2 a change of the clock moves keys between files and lanes, which only setting the field does so far. */
  { "track-attach-global", TABLE_BOTH, attach_step, attach_judge },
  { "track-release-global", TABLE_BOTH, release_step, release_judge },
  { "track-bake", TABLE_BOTH, bake_step, bake_judge },
  { "track-copy", TABLE_BOTH, copy_step, copy_judge },
  { "track-copy-sequence", TABLE_BOTH, sequence_copy_step, sequence_copy_judge },
  { "visibility-set", TABLE_BOTH, visibility_step, visibility_judge },
  { "track-remove-redundant", TABLE_BOTH, redundant_step, redundant_judge },
  { "track-trim", 0, track_trim_step, track_trim_judge }, /* no model of the corpus has such a track */
  { NULL, 0, NULL, NULL },
};
