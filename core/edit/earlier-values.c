/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/earlier-values.h"
#include "core/edit/document-private.h"
#include "core/edit/step-private.h"

#include <string.h>

/* --- Which records the steps between the saved state and now have changed ------------------------------------------- */

/* A history may have millions of changes, and the question is asked after each edit, so the answer is kept and grows with
 * the history. */
typedef struct {
  guint64 newest;   /* the serial of the last step in it */
  guint first, end; /* the steps in it */
  GHashTable *ids;
} Touched;

static void
touched_free (gpointer data)
{
  Touched *touched = data;
  g_hash_table_unref (touched->ids);
  g_free (touched);
}

static const MwStep *
step_at (MwDocument *self, guint index)
{
  return g_ptr_array_index (self->steps, index);
}

/* How many steps are done in the saved state; FALSE: no step leads to it. */
static gboolean
find_saved (MwDocument *self, guint *position)
{
  for (guint i = 0; i <= self->steps->len; i++)
    if ((i ? step_at (self, i - 1)->serial : self->base_state) == self->clean_state) {
      *position = i;
      return TRUE;
    }
  return FALSE;
}

static void
add_steps (MwDocument *self, Touched *touched, guint end)
{
  for (; touched->end < end; touched->end++) {
    const MwStep *step = step_at (self, touched->end);
    touched->newest = step->serial;
    for (guint i = 0; i < step->changes->len; i++) {
      g_hash_table_add (touched->ids, GUINT_TO_POINTER (g_array_index (step->changes, MwStepChange, i).id));
      g_hash_table_add (touched->ids, GUINT_TO_POINTER (g_array_index (step->changes, MwStepChange, i).owner));
    }
  }
}

/* Whether a step from `first` to `end` has changed the record, or what it has below it. */
static gboolean
is_touched (MwDocument *self, guint first, guint end, MwId id)
{
  static const char *const KEY = "mw-touched-since-saved";
  Touched *touched = g_object_get_data (G_OBJECT (self), KEY);
  gboolean usable = touched && touched->first == first && touched->end <= end
                    && (touched->end == first || step_at (self, touched->end - 1)->serial == touched->newest);
  if (!usable) {
    touched = g_new0 (Touched, 1);
    touched->first = touched->end = first;
    touched->ids = g_hash_table_new (NULL, NULL);
    g_object_set_data_full (G_OBJECT (self), KEY, touched, touched_free);
  }
  add_steps (self, touched, end);
  return g_hash_table_contains (touched->ids, GUINT_TO_POINTER (id));
}

/* --- The values ----------------------------------------------------------------------------------------------------- */

/* Whether the change put the record, or one that it is below, into the model or took it out. */
static gboolean
is_of_existence (const MwStepChange *change, const MwRecord *record)
{
  if (change->kind != MW_STEP_INSERT && change->kind != MW_STEP_REMOVE && change->kind != MW_STEP_REPLACE)
    return FALSE;
  for (; record; record = record->owner)
    if (record->id == change->id)
      return TRUE;
  return FALSE;
}

/* Reverts (or repeats) what changes did to the own fields of `now`, in the copy. FALSE: its existence is one of them. */
static gboolean
follow (GArray *changes, gboolean forward, const MwRecord *now, MwRecord *copy)
{
  for (guint i = 0; i < changes->len; i++) {
    const MwStepChange *change = &g_array_index (changes, MwStepChange, forward ? i : changes->len - 1 - i);
    if (is_of_existence (change, now))
      return FALSE;
    if (change->id == now->id && change->kind <= MW_STEP_SWAP)
      mw_step_change_put (copy, change, forward);
  }
  return TRUE;
}

/* Without what is below the record: that may be the whole model. */
static MwRecord *
copy_own_fields (const MwRecord *record)
{
  g_autoptr (GPtrArray) below = g_ptr_array_new ();
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type == MW_TYPE_LIST || field->type == MW_TYPE_CHILD)
      g_ptr_array_add (below, (gpointer) field);
  }
  g_ptr_array_add (below, NULL);
  MwRecord *copy = mw_record_new (record->schema);
  mw_record_copy_fields (copy, record, record->schema, (const MwField *const *) below->pdata);
  return copy;
}

MwRecord *
mw_document_get_saved (MwDocument *self, MwId id)
{
  const MwRecord *now = mw_model_find (self->model, id);
  guint saved, at = self->position;
  if (!now || !find_saved (self, &saved))
    return NULL;
  GArray *open = self->open ? self->open->changes : NULL;
  gboolean touched = is_touched (self, MIN (saved, at), MAX (saved, at), id);
  for (guint i = 0; open && i < open->len && !touched; i++)
    touched = g_array_index (open, MwStepChange, i).id == id;
  if (!touched)
    return NULL;
  g_autoptr (MwRecord) copy = copy_own_fields (now);
  gboolean is_old = !open || follow (open, FALSE, now, copy);
  for (; is_old && at > saved; at--)
    is_old = follow (step_at (self, at - 1)->changes, FALSE, now, copy);
  for (; is_old && at < saved; at++)
    is_old = follow (step_at (self, at)->changes, TRUE, now, copy);
  return is_old ? g_steal_pointer (&copy) : NULL;
}

/* --- Tracks --------------------------------------------------------------------------------------------------------- */

/* The changes (GArray of MwStepChange) between the saved state and now, those of the open transaction included. */
static GPtrArray *
changes_since (MwDocument *self, guint saved)
{
  GPtrArray *lists = g_ptr_array_new ();
  for (guint i = MIN (saved, self->position); i < MAX (saved, self->position); i++)
    g_ptr_array_add (lists, step_at (self, i)->changes);
  if (self->open)
    g_ptr_array_add (lists, self->open->changes);
  return lists;
}

/* Whether `field` of the owner has other records than before: one that was added and is gone again does not count. */
static gboolean
has_others (const GPtrArray *lists, MwId owner, const MwField *field)
{
  g_autoptr (GHashTable) odd = g_hash_table_new (NULL, NULL);
  for (guint k = 0; k < lists->len; k++) {
    const GArray *changes = lists->pdata[k];
    for (guint i = 0; i < changes->len; i++) {
      const MwStepChange *change = &g_array_index (changes, MwStepChange, i);
      if (change->owner != owner || change->field != field)
        continue;
      if (change->kind == MW_STEP_REPLACE)
        return TRUE;
      gpointer key = GUINT_TO_POINTER (change->id);
      if (change->kind != MW_STEP_MOVE && !g_hash_table_remove (odd, key))
        g_hash_table_add (odd, key);
    }
  }
  return g_hash_table_size (odd) > 0;
}

static gboolean
has_other_values (MwDocument *self, const MwRecord *now)
{
  g_autoptr (MwRecord) then = mw_document_get_saved (self, now->id);
  for (guint i = 0; then && i < mw_schema_n_fields (now->schema); i++) {
    const MwField *field = mw_schema_field_at (now->schema, i);
    if (field->type != MW_TYPE_LIST && field->type != MW_TYPE_CHILD && !mw_field_is_same (field, now, then))
      return TRUE;
  }
  return FALSE;
}

gboolean
mw_document_is_track_changed (MwDocument *self, MwId id, const MwField *slot)
{
  const MwRecord *now = mw_model_find (self->model, id);
  guint saved;
  if (!now || !find_saved (self, &saved) || (saved == self->position && !self->open))
    return FALSE;
  const MwRecord *track = *(MwRecord *const *) mw_field_at (now, slot);
  const MwField *lanes = track ? mw_schema_part (track->schema, MW_PART_LANES) : NULL;
  const MwList *list = lanes && lanes->type == MW_TYPE_LIST ? mw_record_list (track, lanes) : NULL;
  const guint first = MIN (saved, self->position), end = MAX (saved, self->position);
  if (self->open || is_touched (self, first, end, id) || (track && is_touched (self, first, end, track->id))) {
    g_autoptr (GPtrArray) changes = changes_since (self, saved);
    for (guint k = 0; k < changes->len; k++)
      for (guint i = 0; i < ((const GArray *) changes->pdata[k])->len; i++)
        if (is_of_existence (&g_array_index ((const GArray *) changes->pdata[k], MwStepChange, i), now))
          return FALSE;
    if (has_others (changes, id, slot) || (list && has_others (changes, track->id, lanes)))
      return TRUE;
  }
  if (track && has_other_values (self, track))
    return TRUE;
  for (guint i = 0; list && i < list->n; i++)
    if (has_other_values (self, list->items[i]))
      return TRUE;
  return FALSE;
}

MwRecord *
mw_document_get_default (MwDocument *self, const MwSchema *schema)
{
  MwRecord *fresh = mw_record_new (schema);
  if (schema->init_for_family)
    schema->init_for_family (fresh, self->format.family);
  return fresh;
}

gboolean
mw_field_has_earlier (const MwField *field)
{
  return !field->read_only && field->type != MW_TYPE_LIST && field->type != MW_TYPE_CHILD
         && (field->type != MW_TYPE_ARRAY || !field->parallel);
}

gboolean
mw_field_is_same (const MwField *field, const MwRecord *a, const MwRecord *b)
{
  const void *x = mw_field_at (a, field), *y = mw_field_at (b, field);
  if (field->type == MW_TYPE_ARRAY)
    return mw_array_equal (x, y, mw_field_element_size (field));
  if (field->type == MW_TYPE_TEXT)
    return strcmp (mw_text (*(char *const *) x), mw_text (*(char *const *) y)) == 0;
  return memcmp (x, y, mw_field_storage_size (field)) == 0;
}

gboolean
mw_document_set_back (MwDocument *self, MwId id, const MwField *field, const MwRecord *from, GError **error)
{
  const void *at = mw_field_at (from, field);
  if (field->type == MW_TYPE_ARRAY)
    return mw_document_swap_array (self, id, field, mw_array_share (at), error);
  if (field->type != MW_TYPE_TEXT)
    return mw_document_set_field (self, id, field, at, mw_field_storage_size (field), error);
  const char *text = mw_text (*(char *const *) at);
  return mw_document_set_field (self, id, field, text, strlen (text), error);
}
