/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/step-private.h"

#include <string.h>

/* --- Values --------------------------------------------------------------------------------------------------------- */

void
mw_step_value_set (MwStepValue *value, const void *bytes, gsize size)
{
  value->size = size;
  if (size > sizeof value->own)
    value->bytes = g_malloc (size);
  if (size)
    memcpy (mw_step_value_writable (value), bytes, size);
}

void
mw_step_value_clear (MwStepValue *value)
{
  if (value->size > sizeof value->own)
    g_free (value->bytes);
  value->size = 0;
}

gboolean
mw_step_value_equal (const MwStepValue *a, const MwStepValue *b)
{
  return a->size == b->size
         && (a->size == 0 || memcmp (mw_step_value_bytes (a), mw_step_value_bytes (b), a->size) == 0);
}

void
mw_step_value_read (MwStepValue *value, const MwRecord *record, const MwField *field, uint32_t first, uint32_t n)
{
  const void *at = mw_field_at (record, field);
  if (field->type == MW_TYPE_TEXT) {
    const char *text = mw_text (*(char *const *) at);
    mw_step_value_set (value, text, strlen (text));
  } else if (field->type == MW_TYPE_ARRAY) {
    gsize size = mw_field_element_size (field);
    const guint8 *data = ((const MwArray *) at)->data;
    mw_step_value_set (value, n ? data + first * size : NULL, n * size);
  } else
    mw_step_value_set (value, at, mw_field_storage_size (field));
}

/* --- Changes -------------------------------------------------------------------------------------------------------- */

void
mw_step_change_clear (MwStepChange *change)
{
  switch (change->kind) {
  case MW_STEP_SET:
  case MW_STEP_SPAN:
    mw_step_value_clear (&change->value.before);
    mw_step_value_clear (&change->value.after);
    break;
  case MW_STEP_SWAP:
    mw_array_clear (&change->array.before);
    mw_array_clear (&change->array.after);
    break;
  case MW_STEP_INSERT:
  case MW_STEP_REMOVE:
  case MW_STEP_REPLACE:
  case MW_STEP_FORGET:
  case MW_STEP_NOTES:
    mw_record_free (change->record.before);
    mw_record_free (change->record.after);
    change->record.before = change->record.after = NULL;
    break;
  case MW_STEP_MOVE:
    break;
  }
}

gboolean
mw_step_change_is_effective (const MwStepChange *change)
{
  switch (change->kind) {
  case MW_STEP_SET:
  case MW_STEP_SPAN:
    return !mw_step_value_equal (&change->value.before, &change->value.after);
  case MW_STEP_SWAP:
    return !mw_array_equal (&change->array.before, &change->array.after, mw_field_element_size (change->field));
  case MW_STEP_MOVE:
    return change->first != change->n;
  default:
    return TRUE;
  }
}

static void
write_value (MwRecord *record, const MwStepChange *change, const MwStepValue *value)
{
  void *at = mw_field_at (record, change->field);
  const guint8 *bytes = mw_step_value_bytes (value);
  if (change->kind == MW_STEP_SPAN) {
    gsize size = mw_field_element_size (change->field);
    guint8 *data = mw_array_make_writable (at, size);
    memcpy (data + change->first * size, bytes, value->size);
  } else if (change->field->type == MW_TYPE_TEXT)
    mw_text_set (at, (const char *) bytes, value->size);
  else
    memcpy (at, bytes, value->size);
}

static void
put_record (MwModel *model, const MwStepChange *change, const MwRecord *image)
{
  MwRecord *owner = mw_model_find (model, change->owner), *record = mw_record_copy (image, FALSE);
  if (change->field->type == MW_TYPE_LIST)
    mw_list_insert (model, owner, change->field, change->first, record);
  else
    mw_child_set (model, owner, change->field, record);
}

static void
drop_record (MwModel *model, const MwStepChange *change)
{
  MwRecord *owner = mw_model_find (model, change->owner), *record;
  if (change->field->type == MW_TYPE_LIST)
    record = mw_list_take (model, owner, change->field, change->first);
  else
    record = mw_child_take (model, owner, change->field);
  g_assert (record && record->id == change->id);
  mw_record_free (record);
}

static void
forget (MwRecord *record, const MwRecord *image, gboolean forward)
{
  for (guint i = 0; i < mw_notes_count (image); i++) {
    const MwNote *note = mw_notes_at (image, i);
    if (forward)
      mw_notes_remove (record, note->kind);
    else
      mw_notes_add (record, note->kind, note->field, note->offset, note->bytes, note->size, note->from_file);
  }
}

static guint
count_notes (const MwRecord *record)
{
  guint n = 0;
  for (guint i = 0; i < mw_notes_count (record); i++)
    n += mw_notes_at (record, i)->kind != MW_NOTE_SIDE_CHANNEL;
  return n;
}

static gboolean
note_equal (const MwNote *x, const MwNote *y)
{
  return x->kind == y->kind && x->field == y->field && x->offset == y->offset && x->size == y->size
         && x->from_file == y->from_file && (x->size == 0 || memcmp (x->bytes, y->bytes, x->size) == 0);
}

gboolean
mw_step_notes_equal (const MwRecord *a, const MwRecord *b)
{
  guint n = mw_notes_count (b), place = 0;
  if (a->notes == b->notes)
    return TRUE;
  if (count_notes (a) != count_notes (b))
    return FALSE;
  /* A record has no two notes of the same kind, field and offset. Usually both lists have the same order. */
  for (guint i = 0; i < mw_notes_count (a); i++) {
    const MwNote *note = mw_notes_at (a, i);
    guint tried = 0;
    if (note->kind == MW_NOTE_SIDE_CHANNEL)
      continue;
    while (tried < n && !note_equal (note, mw_notes_at (b, place % n))) {
      place++;
      tried++;
    }
    if (tried == n)
      return FALSE;
    place++;
  }
  return TRUE;
}

static void
put_notes (MwRecord *record, const MwRecord *image)
{
  gboolean side_channel = mw_notes_find (record, MW_NOTE_SIDE_CHANNEL, NULL) != NULL;
  mw_notes_drop (record);
  mw_notes_share (record, image);
  if (side_channel)
    mw_notes_add (record, MW_NOTE_SIDE_CHANNEL, NULL, 0, NULL, 0, 0);
}

void
mw_step_change_put (MwRecord *record, const MwStepChange *change, gboolean forward)
{
  if (change->kind != MW_STEP_SWAP) {
    write_value (record, change, forward ? &change->value.after : &change->value.before);
    return;
  }
  MwArray *array = mw_field_at (record, change->field);
  mw_array_clear (array);
  *array = mw_array_share (forward ? &change->array.after : &change->array.before);
}

void
mw_step_change_apply (MwModel *model, const MwStepChange *change, gboolean forward)
{
  switch (change->kind) {
  case MW_STEP_SET:
  case MW_STEP_SPAN:
  case MW_STEP_SWAP:
    mw_step_change_put (mw_model_find (model, change->id), change, forward);
    break;
  case MW_STEP_INSERT:
    if (forward)
      put_record (model, change, change->record.after);
    else
      drop_record (model, change);
    break;
  case MW_STEP_REMOVE:
    if (forward)
      drop_record (model, change);
    else
      put_record (model, change, change->record.before);
    break;
  case MW_STEP_MOVE:
    mw_list_move (mw_model_find (model, change->owner), change->field, forward ? change->first : change->n,
                  forward ? change->n : change->first);
    break;
  case MW_STEP_REPLACE:
    drop_record (model, change);
    put_record (model, change, forward ? change->record.after : change->record.before);
    break;
  case MW_STEP_FORGET:
    forget (mw_model_find (model, change->id), change->record.before, forward);
    break;
  case MW_STEP_NOTES:
    put_notes (mw_model_find (model, change->id), forward ? change->record.after : change->record.before);
    break;
  }
}

/* --- Steps ---------------------------------------------------------------------------------------------------------- */

static void
clear_change (gpointer change)
{
  mw_step_change_clear (change);
}

MwStep *
mw_step_new (const char *label)
{
  MwStep *step = g_new0 (MwStep, 1);
  step->references = 1;
  step->label = g_strdup (label ? label : "");
  step->changes = g_array_new (FALSE, TRUE, sizeof (MwStepChange));
  g_array_set_clear_func (step->changes, clear_change);
  step->selection_before = g_array_new (FALSE, FALSE, sizeof (MwId));
  step->selection_after = g_array_new (FALSE, FALSE, sizeof (MwId));
  step->subjects = g_array_new (FALSE, FALSE, sizeof (MwId));
  return step;
}

void
mw_step_set_operation (MwStep *step, const char *operation, const MwId *ids, guint n, const char *params)
{
  g_free (step->operation);
  g_free (step->params);
  step->operation = g_strdup (operation);
  step->params = operation ? g_strdup (params ? params : "") : NULL;
  g_array_set_size (step->subjects, 0);
  if (operation && n)
    g_array_append_vals (step->subjects, ids, n);
}

MwStep *
mw_step_ref (const MwStep *step)
{
  g_atomic_int_inc (&((MwStep *) step)->references);
  return (MwStep *) step;
}

void
mw_step_free (MwStep *step)
{
  if (!step || !g_atomic_int_dec_and_test (&step->references))
    return;
  g_free (step->label);
  g_array_unref (step->changes);
  g_array_unref (step->selection_before);
  g_array_unref (step->selection_after);
  g_array_unref (step->subjects);
  g_free (step->operation);
  g_free (step->params);
  g_free (step);
}

const char *
mw_step_get_label (const MwStep *step)
{
  return step->label;
}

gboolean
mw_step_is_verbatim (const MwStep *step)
{
  return step->verbatim;
}

gsize
mw_step_get_size (const MwStep *step)
{
  return step->size;
}

/* --- Finishing ------------------------------------------------------------------------------------------------------ */

typedef struct {
  MwArray *array;
  gsize size; /* of an element */
} Slice;

typedef struct {
  MwBlock *block;
  gsize named; /* bytes of the block that slices of the step use */
  gsize size;
} Use;

typedef struct {
  GArray *slices;
  gsize bytes; /* size of the step without the elements of arrays */
} Survey;

static void
survey_array (Survey *survey, MwArray *array, const MwField *field)
{
  if (array->block)
    g_array_append_val (survey->slices, ((Slice) { array, mw_field_element_size (field) }));
}

static void
survey_record (Survey *survey, MwRecord *record)
{
  survey->bytes += record->schema->size;
  for (guint i = 0; i < mw_notes_count (record); i++)
    survey->bytes += sizeof (MwNote) + mw_notes_at (record, i)->size;
  for (const MwSchema *schema = record->schema; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_fields; i++) {
      const MwField *field = &schema->fields[i];
      void *at = mw_field_at (record, field);
      if (field->type == MW_TYPE_ARRAY)
        survey_array (survey, at, field);
      else if (field->type == MW_TYPE_TEXT)
        survey->bytes += *(char **) at ? strlen (*(char **) at) + 1 : 0;
      else if (field->type == MW_TYPE_CHILD && *(MwRecord **) at)
        survey_record (survey, *(MwRecord **) at);
      else if (field->type == MW_TYPE_LIST) {
        const MwList *list = at;
        survey->bytes += list->n * sizeof (MwRecord *);
        for (uint32_t k = 0; k < list->n; k++)
          survey_record (survey, list->items[k]);
      }
    }
}

/* Collects the array slices of a step and adds up its other bytes. Returns TRUE if two of the slices may share
 * elements. */
static gboolean
survey_step (Survey *survey, const MwStep *step)
{
  gboolean repeats = FALSE;
  for (guint i = 0; i < step->changes->len; i++) {
    MwStepChange *change = mw_step_change_at (step, i);
    survey->bytes += sizeof *change;
    repeats |= change->kind != MW_STEP_REMOVE;
    switch (change->kind) {
    case MW_STEP_SET:
    case MW_STEP_SPAN:
      if (change->value.before.size > sizeof change->value.before.own)
        survey->bytes += change->value.before.size;
      if (change->value.after.size > sizeof change->value.after.own)
        survey->bytes += change->value.after.size;
      break;
    case MW_STEP_SWAP:
      survey_array (survey, &change->array.before, change->field);
      survey_array (survey, &change->array.after, change->field);
      break;
    case MW_STEP_MOVE:
      break;
    default:
      if (change->record.before)
        survey_record (survey, change->record.before);
      if (change->record.after)
        survey_record (survey, change->record.after);
    }
  }
  return repeats;
}

void
mw_step_finish (MwStep *step)
{
  Survey survey = { g_array_new (FALSE, FALSE, sizeof (Slice)), sizeof *step + strlen (step->label) + 1 };
  survey.bytes += (step->selection_before->len + step->selection_after->len) * sizeof (MwId);
  gboolean repeats = survey_step (&survey, step);

  /* Computes how many bytes of each block the step uses. Slices that begin at the same element count once. */
  g_autoptr (GArray) uses = g_array_new (FALSE, TRUE, sizeof (Use));
  g_autoptr (GHashTable) by_block = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) seen = repeats ? g_hash_table_new (NULL, NULL) : NULL;
  g_autofree guint *use_of = g_new (guint, survey.slices->len + 1);
  MwBlock *last_block = NULL;
  guint last_use = 0;
  for (guint i = 0; i < survey.slices->len; i++) {
    const Slice *slice = &g_array_index (survey.slices, Slice, i);
    if (slice->array->block != last_block) {
      last_block = slice->array->block;
      last_use = GPOINTER_TO_UINT (g_hash_table_lookup (by_block, last_block));
      if (!last_use) {
        g_array_append_val (uses, ((Use) { last_block, 0, mw_array_block_size (slice->array) }));
        last_use = uses->len;
        g_hash_table_insert (by_block, last_block, GUINT_TO_POINTER (last_use));
      }
    }
    use_of[i] = last_use - 1;
    if (!seen || g_hash_table_add (seen, slice->array->data))
      g_array_index (uses, Use, last_use - 1).named += slice->array->n * slice->size;
  }

  /* A block of which the step uses at least half is kept, and counts as a whole. Slices of other blocks are copied, so
   * that a small slice does not keep a large block in memory. */
  gsize bytes = survey.bytes;
  for (guint i = 0; i < uses->len; i++) {
    const Use *use = &g_array_index (uses, Use, i);
    if (use->named * 2 >= use->size)
      bytes += use->size;
  }
  g_autoptr (GHashTable)
    copies = g_hash_table_new (NULL, NULL); /* data -> the first slice that was copied from there */
  for (guint i = 0; i < survey.slices->len; i++) {
    const Slice *slice = &g_array_index (survey.slices, Slice, i);
    const Use *use = &g_array_index (uses, Use, use_of[i]);
    if (use->named * 2 >= use->size)
      continue;
    void *data = slice->array->data;
    const Slice *copied = g_hash_table_lookup (copies, data);
    MwArray own;
    if (copied && copied->array->n == slice->array->n && copied->size == slice->size)
      own = mw_array_share (copied->array);
    else {
      own = mw_array_copy (data, slice->array->n, slice->size);
      bytes += slice->array->n * slice->size;
      g_hash_table_insert (copies, data, (gpointer) slice);
    }
    mw_array_clear (slice->array);
    *slice->array = own;
  }
  g_array_unref (survey.slices);
  step->size = bytes;
}
