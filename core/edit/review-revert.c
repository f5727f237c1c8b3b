/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/document-private.h"
#include "core/edit/review.h"

#include <string.h>

/* Takes changes back with the primitives of a document, so that the rules of every edit hold. */

typedef struct {
  const MwReview *review;
  MwDocument *document;
  GCancellable *cancellable;
} Reverting;

static MwRecord *
present (const Reverting *r, MwId id)
{
  return mw_model_find (r->document->model, id);
}

/* The record of a saved one, if it is still in the same list or slot; else NULL. */
static MwRecord *
present_there (const Reverting *r, const MwRecord *saved)
{
  MwRecord *now = present (r, saved->id);
  return now && now->owner->id == saved->owner->id && mw_record_slot (now) == mw_record_slot (saved) ? now : NULL;
}

static gboolean
refuse (const MwRecord *record, const char *why, GError **error)
{
  g_autofree char *path = record ? mw_record_path (record) : NULL;
  mw_set_error (error, MW_ERROR_REFUSED, -1, path, "%s", why);
  return FALSE;
}

/* --- Several --------------------------------------------------------------------------------------------------------- */

typedef gboolean (*Take) (const Reverting *r, const MwDiffEntry *entry, GError **error);

/* Takes the entries back in their order. Those that are refused are tried again as long as others succeed, because what they need
 * may come later. */
static gboolean
take_all (const Reverting *r, GPtrArray *entries, Take take, GError **error)
{
  g_autoptr (GPtrArray) left = g_ptr_array_new ();
  g_ptr_array_extend (left, entries, NULL, NULL);
  while (left->len) {
    g_autoptr (GPtrArray) refused = g_ptr_array_new ();
    g_autoptr (GError) why = NULL;
    for (guint i = 0; i < left->len; i++) {
      if (g_cancellable_set_error_if_cancelled (r->cancellable, error))
        return FALSE;
      if (take (r, left->pdata[i], why ? NULL : &why))
        continue;
      g_ptr_array_add (refused, left->pdata[i]);
    }
    if (refused->len == left->len) {
      g_propagate_error (error, g_steal_pointer (&why));
      return FALSE;
    }
    g_ptr_array_set_size (left, 0);
    g_ptr_array_extend (left, refused, NULL, NULL);
  }
  return TRUE;
}

/* --- Places --------------------------------------------------------------------------------------------------------- */

/* The place after the nearest of the records before it in the saved list that is in the list now. `record`, which is in the
 * saved model, does not count. */
static guint32
place_of (const Reverting *r, const MwRecord *record)
{
  const MwList *was = mw_record_list (record->owner, mw_record_slot (record));
  const MwRecord *self = present_there (r, record);
  for (guint32 i = mw_record_index (record); i-- > 0;) {
    const MwRecord *before = present_there (r, was->items[i]);
    if (!before)
      continue;
    guint32 at = mw_record_index (before);
    /* Without the record itself, what comes after it is one place farther in front. */
    return at + (self && mw_record_index (self) < at ? 0 : 1);
  }
  return 0;
}

static gboolean
move_back (const Reverting *r, const MwDiffEntry *entry, GError **error)
{
  MwRecord *record = present_there (r, entry->a);
  if (!record)
    return refuse (entry->a, N_ ("it does not exist any more: take its removal back as well"), error);
  const MwList *now = mw_record_list (record->owner, mw_record_slot (record));
  guint32 index = MIN (place_of (r, entry->a), now->n - 1);
  return index == mw_record_index (record) || mw_document_move (r->document, record->id, index, error);
}

/* --- Records -------------------------------------------------------------------------------------------------------- */

/* There is one place for it, so what is there now goes. */
static gboolean
put_child (const Reverting *r, const MwRecord *owner, const MwRecord *saved, GError **error)
{
  const MwField *slot = mw_record_slot (saved);
  const MwRecord *now = *(MwRecord *const *) mw_field_at (owner, slot);
  mw_document_begin (r->document, "");
  if ((!now || mw_document_remove (r->document, now->id, error))
      && mw_document_insert (r->document, owner->id, slot, 0, mw_record_copy (saved, FALSE), error)) {
    mw_document_commit (r->document);
    return TRUE;
  }
  mw_document_cancel (r->document);
  return FALSE;
}

static gboolean
bring_back (const Reverting *r, const MwDiffEntry *entry, GError **error)
{
  const MwField *slot = mw_record_slot (entry->a);
  MwRecord *owner = present (r, entry->a->owner->id), *now = present_there (r, entry->a);
  if (now && now->schema == entry->a->schema)
    return TRUE; /* with the record that it belongs to */
  if (!owner)
    return refuse (entry->a, N_ ("what it belongs to does not exist any more: take that back as well"), error);
  if (now)
    return mw_document_replace_record (r->document, now->id, mw_record_copy (entry->a, FALSE), error);
  if (slot->type == MW_TYPE_CHILD)
    return put_child (r, owner, entry->a, error);
  return mw_document_insert (r->document, owner->id, slot, place_of (r, entry->a), mw_record_copy (entry->a, FALSE),
                             error);
}

/* --- What was removed with them ------------------------------------------------------------------------------------- */

typedef struct {
  const Reverting *r;
  GHashTable *back;     /* ids of the records that came back */
  GPtrArray *followers; /* MwDiffEntry */
} Following;

/* A record that was removed together with one that came back, because it belongs to that: the extents of a sequence. */
static gboolean
find_follower (MwRecord *record, gpointer data)
{
  Following *f = data;
  if (!record->owner || present (f->r, record->id))
    return TRUE;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type != MW_TYPE_REF || field->on_remove != MW_ON_REMOVE_CASCADE)
      continue;
    MwId id = ((const MwRef *) mw_field_at (record, field))->id;
    if (!g_hash_table_contains (f->back, GUINT_TO_POINTER (id)))
      continue;
    MwDiffEntry *entry = g_new0 (MwDiffEntry, 1);
    entry->a = record;
    g_ptr_array_add (f->followers, entry);
    break;
  }
  return TRUE;
}

/* Brings back what was removed with the records of these entries. Not all of it is listed: whether extents differ is decided by
 * their values. */
static gboolean
bring_back_followers (const Reverting *r, const GPtrArray *removed, GError **error)
{
  g_autoptr (GHashTable) back = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) followers = g_ptr_array_new_with_free_func (g_free);
  Following f = { r, back, followers };
  for (guint i = 0; i < removed->len; i++)
    g_hash_table_add (back, GUINT_TO_POINTER (((const MwDiffEntry *) removed->pdata[i])->a->id));
  if (removed->len)
    mw_record_foreach ((MwRecord *) &mw_review_get_saved (r->review)->record, find_follower, &f);
  return take_all (r, followers, bring_back, error);
}

/* The saved record of another kind in whose place the added one was put; NULL: none was there. It takes the added one away when it
 * comes back. */
static MwRecord *
replaced_by (const Reverting *r, const MwDiffEntry *entry)
{
  MwRecord *saved = mw_model_find (mw_review_get_saved (r->review), entry->b->id);
  return saved && present_there (r, saved) ? saved : NULL;
}

static gboolean
remove_added (const Reverting *r, const MwDiffEntry *const *entries, guint n, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < n; i++)
    if (present (r, entries[i]->b->id))
      g_array_append_val (ids, entries[i]->b->id);
  return ids->len == 0 || mw_document_remove_many (r->document, (const MwId *) ids->data, ids->len, error);
}

/* --- Values --------------------------------------------------------------------------------------------------------- */

static gboolean
is_same (const MwRecord *a, const MwRecord *b, const MwField *field)
{
  const void *x = mw_field_at (a, field), *y = mw_field_at (b, field);
  if (field->type == MW_TYPE_ARRAY)
    return mw_array_equal (x, y, mw_field_element_size (field));
  if (field->type == MW_TYPE_TEXT)
    return strcmp (mw_text (*(char *const *) x), mw_text (*(char *const *) y)) == 0;
  return memcmp (x, y, mw_field_storage_size (field)) == 0;
}

/* Whether both are of one group of parallel arrays: "keys.time" and "keys.value". */
static gboolean
is_parallel (const MwField *a, const MwField *b)
{
  const char *dot = strrchr (a->name, '.');
  return a->parallel && b->parallel && dot && strncmp (a->name, b->name, (gsize) (dot - a->name) + 1) == 0;
}

/* Arrays that have to have one length get their saved length together. */
static gboolean
put_array (const Reverting *r, const MwDiffEntry *entry, const MwRecord *now, GError **error)
{
  const MwArray *was = mw_field_at (entry->a, entry->field), *is = mw_field_at (now, entry->field);
  if (!entry->field->parallel || was->n == is->n)
    return mw_document_swap_array (r->document, now->id, entry->field, mw_array_share (was), error);
  g_autoptr (GPtrArray) fields = g_ptr_array_new ();
  g_autoptr (GArray) arrays = g_array_new (FALSE, FALSE, sizeof (MwArray));
  for (guint i = 0; i < mw_schema_n_fields (now->schema); i++) {
    const MwField *field = mw_schema_field_at (now->schema, i);
    if (!is_parallel (field, entry->field) || !mw_field_is_live (now, field, r->document->format))
      continue;
    MwArray array = mw_array_share (mw_field_at (entry->a, field));
    g_ptr_array_add (fields, (gpointer) field);
    g_array_append_val (arrays, array);
  }
  return mw_document_swap_arrays (r->document, now->id, fields->len, (const MwField *const *) fields->pdata,
                                  (MwArray *) arrays->data, error);
}

/* Whether the elements of an array are numbers of records (of bones): then they mean others when the list has changed. */
static gboolean
holds_numbers (const MwField *field)
{
  return field && field->bulk && field->bulk->form != MW_BULK_REFERENCES;
}

/* Whether the list that such an array refers to has the saved records in the saved order. */
static gboolean
numbers_mean_the_same (const Reverting *r, const MwField *field)
{
  const MwRecord *saved = &mw_review_get_saved (r->review)->record, *now = &r->document->model->record;
  const MwField *list = mw_schema_field (saved->schema, field->bulk->list);
  const MwList *was = mw_record_list ((MwRecord *) saved, list), *is = mw_record_list ((MwRecord *) now, list);
  for (guint32 i = 0; i < was->n && was->n == is->n; i++)
    if (was->items[i]->id != is->items[i]->id)
      return FALSE;
  return was->n == is->n;
}

static gboolean
put_value (const Reverting *r, const MwDiffEntry *entry, GError **error)
{
  const MwRecord *now = present (r, entry->a->id);
  if (!now || now->schema != entry->a->schema)
    return refuse (entry->a, N_ ("it does not exist any more: take its removal back as well"), error);
  if (!entry->field)
    return refuse (now, N_ ("the layout of an element cannot be taken back alone; use Undo"), error);
  if (is_same (entry->a, now, entry->field))
    return TRUE; /* by another change that was taken back */
  if (holds_numbers (entry->field) && !numbers_mean_the_same (r, entry->field))
    return refuse (now,
                   N_ ("its numbers would mean other elements, because some were added, removed or moved: take that "
                       "back as well"),
                   error);
  if (!mw_field_is_live (now, entry->field, r->document->format))
    return refuse (
      now, N_ ("the value does not exist in the element as it is now: take back what it depends on as well"), error);
  const void *was = mw_field_at (entry->a, entry->field);
  if (entry->field->type == MW_TYPE_ARRAY)
    return put_array (r, entry, now, error);
  if (entry->field->type == MW_TYPE_TEXT) {
    const char *text = mw_text (*(char *const *) was);
    return mw_document_set_field (r->document, now->id, entry->field, text, strlen (text), error);
  }
  return mw_document_set_field (r->document, now->id, entry->field, was, mw_field_storage_size (entry->field), error);
}

/* --- All of them ---------------------------------------------------------------------------------------------------- */

gboolean
mw_review_revert (const MwReview *self, MwDocument *document, const guint *entries, guint n, GCancellable *cancellable,
                  GError **error)
{
  Reverting r = { self, document, cancellable };
  const GArray *all = mw_review_get_entries (self);
  g_autoptr (GPtrArray) removed = g_ptr_array_new (), added = g_ptr_array_new (), moved = g_ptr_array_new (),
                        changed = g_ptr_array_new (), numbers = g_ptr_array_new ();
  GPtrArray *const of_kind[] = {
    [MW_DIFF_REMOVED] = removed, [MW_DIFF_ADDED] = added, [MW_DIFF_MOVED] = moved, [MW_DIFF_CHANGED] = changed
  };
  g_autoptr (GPtrArray) made = g_ptr_array_new_with_free_func (g_free);
  if (!mw_document_require_open (document, error))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    const MwDiffEntry *entry = &g_array_index (all, MwDiffEntry, entries[i]);
    MwRecord *replaced = entry->kind == MW_DIFF_ADDED ? replaced_by (&r, entry) : NULL;
    if (replaced) {
      MwDiffEntry *saved = g_new0 (MwDiffEntry, 1);
      saved->a = replaced;
      g_ptr_array_add (made, saved);
      g_ptr_array_add (removed, saved);
    } else if (holds_numbers (entry->field)) {
      g_ptr_array_add (numbers, (gpointer) entry);
    } else if (n == 1 || !entry->field || !entry->field->read_only) {
      /* What follows from other values comes back with those. */
      g_ptr_array_add (of_kind[entry->kind], (gpointer) entry);
    }
  }
  guint before = document->open->changes->len;
  if (!take_all (&r, removed, bring_back, error) || !bring_back_followers (&r, removed, error)
      || !take_all (&r, moved, move_back, error) || !take_all (&r, changed, put_value, error)
      || !remove_added (&r, (const MwDiffEntry *const *) added->pdata, added->len, error)
      || !take_all (&r, numbers, put_value, error))
    return FALSE;
  return document->open->changes->len > before
         || refuse (NULL, N_ ("these changes follow from others, which have to be taken back instead"), error);
}
