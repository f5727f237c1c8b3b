/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/path.h"
#include "tests/core/edit/operations/table.h"

#include <math.h>
#include <string.h>

/* Rows about single keys, in tracks whose curve needs no tangents, and about clocks of tracks. */

static MwArray *
array_of (const MwRecord *holder, MwPart part)
{
  const MwField *field = mw_schema_part (holder->schema, part);
  return field ? mw_field_at (holder, field) : NULL;
}

static const MwRecord *
track_of (const MwRecord *holder)
{
  return mw_schema_part (holder->schema, MW_PART_SEQUENCE) ? holder->owner : holder;
}

static uint32_t
interpolation_of (const MwRecord *holder)
{
  const MwRecord *track = track_of (holder);
  const MwField *field = mw_schema_part (track->schema, MW_PART_INTERPOLATION);
  return field ? *(const uint32_t *) mw_field_at (track, field) : 0;
}

/* Whether the keys are floats (no rotations) without tangents, and in order of time. */
static gboolean
is_plain (const TableKeys *keys)
{
  const MwField *values = mw_schema_part (keys->holder->schema, MW_PART_VALUES);
  const MwArray *tangents = array_of (keys->holder, MW_PART_IN_TANS), *all = array_of (keys->holder, MW_PART_VALUES);
  if (!values || keys->global || values->element != MW_TYPE_F32 || values->count > 3 || all->n != keys->n
      || interpolation_of (keys->holder) > 1 || (tangents && tangents->n))
    return FALSE;
  for (guint i = 1; i < keys->n; i++)
    if (keys->times[i] <= keys->times[i - 1])
      return FALSE;
  return TRUE;
}

static MwRecord *
holder_in (const MwModel *model, const char *step)
{
  g_auto (GStrv) words = g_strsplit (step, " ", -1);
  return table_record (model, words[1]);
}

/* --- Sort ----------------------------------------------------------------------------------------------------------- */

/* The third key comes to the front of the file. */
static char *
sort_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GArray) all = table_keys (model);
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    if (keys->n < 3 || !is_plain (keys))
      continue;
    g_autofree char *path = mw_record_path (keys->holder);
    return g_strdup_printf ("set %s.keys[0].time=%d\nset %s.keys[1].time=%d\nset %s.keys[2].time=%d\nkeys-sort %s",
                            path, keys->times[2], path, keys->times[0], path, keys->times[1], path);
  }
  return NULL;
}

/* Each key keeps its value. */
static char *
sort_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *holder = holder_in (expected, at->step);
  MwArray *times = array_of (holder, MW_PART_TIMES), *values = array_of (holder, MW_PART_VALUES);
  const gsize size = mw_schema_part (holder->schema, MW_PART_VALUES)->count * sizeof (float);
  gint32 *time = times->data;
  guint8 *value = values->data, first[3 * sizeof (float)];
  const gint32 first_time = time[0];
  memcpy (first, value, size);
  memmove (value, value + size, 2 * size);
  memcpy (value + 2 * size, first, size);
  time[0] = time[1];
  time[1] = time[2];
  time[2] = first_time;
  return table_expect (expected, at);
}

/* --- Add ------------------------------------------------------------------------------------------------------------ */

/* A third of the way between the first two keys that have room between them, where both are in one sequence. */
static gboolean
place_for_key (const MwModel *model, MwFormat format, const TableKeys *keys, guint *before)
{
  const MwList *sequences = table_list (model, "sequences");
  for (guint i = 1; i < keys->n; i++)
    for (uint32_t k = 0; keys->times[i] - keys->times[i - 1] > 3 && k < sequences->n; k++)
      if (table_plays (keys, sequences->items[k], format, keys->times[i])
          && table_plays (keys, sequences->items[k], format, keys->times[i - 1])) {
        *before = i - 1;
        return TRUE;
      }
  return FALSE;
}

static char *
add_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GArray) all = table_keys (model);
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    guint before;
    if (!is_plain (keys) || !place_for_key (model, format, keys, &before))
      continue;
    g_autofree char *path = mw_record_path (keys->holder);
    return g_strdup_printf ("key-add %s time=%d", path,
                            keys->times[before] + (keys->times[before + 1] - keys->times[before]) / 3);
  }
  return NULL;
}

static gint32
time_in (const char *step)
{
  g_autofree char *time = table_parameter (step, "time");
  return (gint32) g_ascii_strtoll (time, NULL, 10);
}

/* Puts another element into an array, or with `element` NULL takes one out. */
static void
splice (MwArray *array, gsize size, guint place, const void *element)
{
  const guint n = element ? array->n + 1 : array->n - 1;
  g_autofree guint8 *made = g_malloc (n * size + 1);
  const guint8 *old = array->data;
  memcpy (made, old, place * size);
  if (element)
    memcpy (made + place * size, element, size);
  memcpy (made + (element ? place + 1 : place) * size, old + (element ? place : place + 1) * size,
          (n - place - (element ? 1 : 0)) * size);
  mw_array_clear (array);
  *array = mw_array_copy (made, n, size);
}

/* The new key has the value of the curve at its time; all other keys are as before. */
static char *
add_judge (const TableCase *at)
{
  const gint32 time = time_in (at->step);
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *holder = holder_in (expected, at->step), *after = holder_in (at->after, at->step);
  MwArray *times = array_of (holder, MW_PART_TIMES), *values = array_of (holder, MW_PART_VALUES);
  const MwArray *made = array_of (after, MW_PART_VALUES);
  const guint count = mw_schema_part (holder->schema, MW_PART_VALUES)->count;
  guint place = 0;
  gboolean right = made->n == values->n + 1;
  while (((const gint32 *) times->data)[place] < time)
    place++;
  const double from = ((const gint32 *) times->data)[place - 1], to = ((const gint32 *) times->data)[place],
               share = interpolation_of (holder) ? (time - from) / (to - from) : 0;
  for (guint k = 0; right && k < count; k++) {
    const double a = (double) ((const float *) values->data)[(place - 1) * count + k],
                 b = (double) ((const float *) values->data)[place * count + k], wanted = a + (b - a) * share;
    /* Some values are rounded where they are stored: fixed numbers of 15 bits. */
    right = fabs ((double) ((const float *) made->data)[place * count + k] - wanted) <= 5e-5 * MAX (1, fabs (wanted));
  }
  if (!right) {
    mw_model_free (expected);
    return g_strdup ("there is no key with the value of the curve");
  }
  splice (times, sizeof time, place, &time);
  splice (values, count * sizeof (float), place, (const float *) made->data + place * count);
  return table_expect (expected, at);
}

/* --- Remove --------------------------------------------------------------------------------------------------------- */

static char *
remove_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GArray) all = table_keys (model);
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    if (!is_plain (keys) || keys->n < 3)
      continue;
    g_autofree char *path = mw_record_path (keys->holder);
    return g_strdup_printf ("key-remove %s time=%d", path, keys->times[1]);
  }
  return NULL;
}

static char *
remove_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  const MwRecord *holder = holder_in (expected, at->step);
  splice (array_of (holder, MW_PART_TIMES), sizeof (gint32), 1, NULL);
  splice (array_of (holder, MW_PART_VALUES), mw_field_element_size (mw_schema_part (holder->schema, MW_PART_VALUES)), 1,
          NULL);
  return table_expect (expected, at);
}

/* --- Remove all ----------------------------------------------------------------------------------------------------- */

/* A track that has no static value that would follow, and that no flag of a bone depends on. */
static char *
remove_all_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GArray) all = table_keys (model);
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    const MwRecord *track = track_of (keys->holder);
    g_autofree char *path = mw_record_path (track), *owner = mw_record_path (track->owner);
    if (mw_schema_part (keys->holder->schema, MW_PART_VALUES)
        && !mw_schema_static_of (track->owner->schema, mw_record_slot (track))
        && !(format.family == MW_FAMILY_M2 && g_str_has_prefix (owner, "bones[")))
      return g_strdup_printf ("key-remove-all %s", path);
  }
  return NULL;
}

static char *
remove_all_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  const MwRecord *track = holder_in (expected, at->step);
  mw_record_free (mw_child_take (expected, track->owner, mw_record_slot (track)));
  return table_expect (expected, at);
}

/* --- Chosen keys ---------------------------------------------------------------------------------------------------- */

/* A lane or track, and the number of a key of it that has room on both sides, within a sequence. */
static const MwRecord *
key_with_room (const MwModel *model, MwFormat format, guint *key, gint32 *time)
{
  g_autoptr (GArray) all = table_keys (model);
  const MwList *sequences = table_list (model, "sequences");
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    for (guint k = 1; is_plain (keys) && k + 1 < keys->n; k++)
      for (uint32_t s = 0; keys->times[k + 1] - keys->times[k] > 3 && s < sequences->n; s++)
        if (table_plays (keys, sequences->items[s], format, keys->times[k - 1])
            && table_plays (keys, sequences->items[s], format, keys->times[k + 1])) {
          *key = k;
          *time = keys->times[k];
          return keys->holder;
        }
  }
  return NULL;
}

static char *
some_step (const MwModel *model, MwFormat format, const char *operation, const char *parameters)
{
  guint key;
  gint32 time;
  const MwRecord *holder = key_with_room (model, format, &key, &time);
  g_autofree char *path = holder ? mw_record_path (holder) : NULL;
  return holder ? g_strdup_printf ("%s %s keys=[%u]%s", operation, path, key, parameters) : NULL;
}

static guint
key_in (const char *step)
{
  return (guint) g_ascii_strtoull (strstr (step, "keys=[") + strlen ("keys=["), NULL, 10);
}

static char *
move_some_step (const MwModel *model, MwFormat format)
{
  return some_step (model, format, "keys-move-some", " by=2");
}

static char *
move_some_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  ((gint32 *) array_of (holder_in (expected, at->step), MW_PART_TIMES)->data)[key_in (at->step)] += 2;
  return table_expect (expected, at);
}

static char *
copy_some_step (const MwModel *model, MwFormat format)
{
  return some_step (model, format, "keys-copy-some", " by=3");
}

static char *
copy_some_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  const MwRecord *holder = holder_in (expected, at->step);
  const guint key = key_in (at->step);
  MwArray *times = array_of (holder, MW_PART_TIMES), *values = array_of (holder, MW_PART_VALUES);
  const gsize size = mw_field_element_size (mw_schema_part (holder->schema, MW_PART_VALUES));
  const gint32 time = ((const gint32 *) times->data)[key] + 3;
  g_autofree guint8 *value = g_memdup2 ((const guint8 *) values->data + key * size, size);
  splice (times, sizeof time, key + 1, &time);
  splice (values, size, key + 1, value);
  return table_expect (expected, at);
}

static char *
delete_some_step (const MwModel *model, MwFormat format)
{
  return some_step (model, format, "keys-delete-some", "");
}

static char *
delete_some_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  const MwRecord *holder = holder_in (expected, at->step);
  const guint key = key_in (at->step);
  splice (array_of (holder, MW_PART_TIMES), sizeof (gint32), key, NULL);
  splice (array_of (holder, MW_PART_VALUES), mw_field_element_size (mw_schema_part (holder->schema, MW_PART_VALUES)),
          key, NULL);
  return table_expect (expected, at);
}

/* 2 ms after the time that stays becomes 3 ms after it. */
static char *
scale_some_step (const MwModel *model, MwFormat format)
{
  guint key;
  gint32 time;
  if (!key_with_room (model, format, &key, &time))
    return NULL;
  g_autofree char *parameters = g_strdup_printf (" about=%d factor=1.5", time - 2);
  return some_step (model, format, "keys-scale-some", parameters);
}

static char *
scale_some_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  ((gint32 *) array_of (holder_in (expected, at->step), MW_PART_TIMES)->data)[key_in (at->step)] += 1;
  return table_expect (expected, at);
}

/* One number of the second key of a vector without tangents. */
static char *
set_some_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GArray) all = table_keys (model);
  for (guint i = 0; i < all->len; i++) {
    const TableKeys *keys = &g_array_index (all, TableKeys, i);
    const MwField *values = mw_schema_part (keys->holder->schema, MW_PART_VALUES);
    if (!is_plain (keys) || !values || values->element != MW_TYPE_F32 || values->count != 3 || keys->n < 2)
      continue;
    g_autofree char *path = mw_record_path (keys->holder);
    return g_strdup_printf ("keys-set-some %s keys=[1] component=y value=12345.5", path);
  }
  return NULL;
}

static char *
set_some_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  ((float *) array_of (holder_in (expected, at->step), MW_PART_VALUES)->data)[4] = 12345.5f;
  return table_expect (expected, at);
}

/* --- Clocks --------------------------------------------------------------------------------------------------------- */

static char *
clock_step (const MwModel *model, MwFormat format)
{
  return g_strdup ("global-sequence-add duration=2345");
}

static char *
clock_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  const MwField *list = mw_schema_field (expected->record.schema, "global_sequences");
  MwRecord *made = mw_record_new (list->schema);
  *(uint32_t *) mw_field_at (made, mw_schema_field (made->schema, "duration")) = 2345;
  mw_list_append (expected, &expected->record, list, made);
  return table_expect (expected, at);
}

const TableRow table_key_edits[] = {
  { "global-sequence-add", TABLE_BOTH, clock_step, clock_judge },
  { "key-add", TABLE_BOTH, add_step, add_judge },
  { "key-remove", TABLE_BOTH, remove_step, remove_judge },
  { "keys-copy-some", TABLE_BOTH, copy_some_step, copy_some_judge },
  { "keys-delete-some", TABLE_BOTH, delete_some_step, delete_some_judge },
  { "keys-move-some", TABLE_BOTH, move_some_step, move_some_judge },
  { "keys-scale-some", TABLE_BOTH, scale_some_step, scale_some_judge },
  { "keys-set-some", TABLE_BOTH, set_some_step, set_some_judge },
  { "keys-sort", TABLE_BOTH, sort_step, sort_judge },
  { "key-remove-all", TABLE_BOTH, remove_all_step, remove_all_judge },
  { NULL, 0, NULL, NULL },
};
