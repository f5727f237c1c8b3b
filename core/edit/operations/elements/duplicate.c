/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/elements/duplicate.h"
#include "core/base/i18n.h"
#include "core/edit/document-private.h"
#include "core/edit/operations/operations.h"
#include "core/edit/references.h"
#include "core/edit/progress.h"

#include <string.h>

/* Duplicate puts a copy after each original. If a copy refers to a record that is copied too, it refers to that
 * copy; its other references stay the same. Records that belong to the original but are inside others (a geoset's
 * extent for a sequence) are copied too. */

typedef struct {
  MwDocument *document;
  MwModel *model;
  MwReferences *references;
  GHashTable *names;  /* MwList -> set of the names in it */
  GHashTable *counts; /* address of such a set and a name without its number -> the last number used */
  GHashTable *copies; /* id -> id of its copy */
  GArray *made;       /* MwId of the copies of the given records */
  GPtrArray *owned;   /* MwRecord: records that belong to originals but are inside other records */
  gboolean quiet;     /* without the notice about shared intervals */
  GError **error;
  gboolean ok;
} Duplicating;

static MwId
copy_of (const Duplicating *d, MwId id)
{
  return id ? GPOINTER_TO_UINT (g_hash_table_lookup (d->copies, GUINT_TO_POINTER (id))) : 0;
}

/* --- Names ---------------------------------------------------------------------------------------------------------- */

static GHashTable *
names_in (Duplicating *d, const MwList *list)
{
  GHashTable *names = g_hash_table_lookup (d->names, list);
  if (names)
    return names;
  names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (uint32_t i = 0; i < list->n; i++) {
    const char *name = mw_record_name (list->items[i]);
    if (name)
      g_hash_table_add (names, g_strdup (name));
  }
  g_hash_table_insert (d->names, (gpointer) list, names);
  return names;
}

/* The last number used for this name, from which the search for a free one continues. Many records may have the same
 * name. */
static guint64 *
count_of (Duplicating *d, GHashTable *names, const char *name, gsize base, guint64 number)
{
  g_autofree char *key = g_strdup_printf ("%p %.*s", (void *) names, (int) base, name);
  guint64 *count = g_hash_table_lookup (d->counts, key);
  if (!count) {
    count = g_new0 (guint64, 1);
    g_hash_table_insert (d->counts, g_steal_pointer (&key), count);
  }
  *count = MAX (*count, number);
  return count;
}

/* The first free name that fits: "Stand" gives "Stand 2", "Stand - 2" gives "Stand - 3". */
static char *
free_name (Duplicating *d, GHashTable *names, const char *name, gsize room)
{
  gsize base = strlen (name);
  guint64 number = 1;
  gsize digits = base;
  while (digits && g_ascii_isdigit (name[digits - 1]))
    digits--;
  if (digits && digits < base && base - digits < 10 && name[digits - 1] == ' ') {
    number = g_ascii_strtoull (name + digits, NULL, 10);
    base = digits - 1;
  }
  guint64 *count = count_of (d, names, name, base, number);
  for (;;) {
    char suffix[24];
    gsize length = (gsize) g_snprintf (suffix, sizeof suffix, " %" G_GUINT64_FORMAT, ++*count);
    gsize kept = MIN (base, room - MIN (room, length));
    /* Do not cut in the middle of a character. */
    while (kept && kept < base && ((guchar) name[kept] & 0xC0) == 0x80)
      kept--;
    g_autofree char *candidate = g_strdup_printf ("%.*s%s", (int) kept, name, suffix);
    if (!g_hash_table_contains (names, candidate))
      return g_steal_pointer (&candidate);
  }
}

static void
name_copy (Duplicating *d, MwRecord *copy, const MwList *list)
{
  for (guint i = 0; i < mw_schema_n_fields (copy->schema); i++) {
    const MwField *field = mw_schema_field_at (copy->schema, i);
    if (field->role != MW_ROLE_NAME || field->type != MW_TYPE_TEXT)
      continue;
    char **slot = mw_field_at (copy, field);
    GHashTable *names = names_in (d, list);
    if (*slot && g_hash_table_contains (names, *slot)) {
      char *name = free_name (d, names, *slot, field->count - 1);
      mw_text_set (slot, name, strlen (name));
      g_hash_table_add (names, name);
    }
    return;
  }
}

/* --- Copies --------------------------------------------------------------------------------------------------------- */

/* A copy is at another place, so notes about the place are dropped. */
static gboolean
drop_place_notes (MwRecord *record, gpointer data)
{
  mw_notes_remove (record, MW_NOTE_OBJECT_ID);
  mw_notes_remove (record, MW_NOTE_PLACES);
  return TRUE;
}

/* Redirects references in a record that is not in a model yet. */
static void
redirect_detached (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data)
{
  Duplicating *d = data;
  if (field->type == MW_TYPE_REF && copy_of (d, refs->id))
    *refs = (MwRef) { copy_of (d, refs->id), 0 };
}

/* Gives a copy and the records below it new ids, and redirects the references among them. */
typedef struct {
  GHashTable *ids; /* id of an original -> id of its copy */
  MwId next;
} Renumbering;

static gboolean
renumber_one (MwRecord *record, gpointer data)
{
  Renumbering *r = data;
  g_hash_table_insert (r->ids, GUINT_TO_POINTER (record->id), GUINT_TO_POINTER (r->next));
  record->id = r->next++;
  return TRUE;
}

static void
redirect_inside (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data)
{
  const Renumbering *r = data;
  for (uint32_t i = 0; i < n; i++) {
    gpointer id = refs[i].id ? g_hash_table_lookup (r->ids, GUINT_TO_POINTER (refs[i].id)) : NULL;
    if (!id)
      continue;
    if (field->type == MW_TYPE_ARRAY) /* the array is shared with the original */
      refs = mw_array_make_writable (mw_field_at (record, field), mw_field_element_size (field));
    refs[i].id = GPOINTER_TO_UINT (id);
  }
}

static void
renumber (Duplicating *d, MwRecord *copy)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  Renumbering r = { ids, d->model->n_ids };
  mw_record_foreach (copy, renumber_one, &r);
  mw_references_foreach (d->references, copy, G_MAXUINT64, NULL, redirect_inside, &r);
}

/* Inserts a copy at `index`. References into `lists` are redirected to copies before it is inserted. */
static gboolean
insert_copy_at (Duplicating *d, const MwRecord *original, guint64 lists, uint32_t index)
{
  const MwField *list = mw_record_slot (original);
  MwRecord *copy = mw_record_copy (original, FALSE);
  renumber (d, copy);
  mw_record_foreach (copy, drop_place_notes, NULL);
  if (lists)
    mw_references_foreach (d->references, copy, lists, NULL, redirect_detached, d);
  name_copy (d, copy, mw_record_list (original->owner, list));
  if (!mw_document_insert (d->document, original->owner->id, list, index, copy, d->error))
    return FALSE;
  g_hash_table_insert (d->copies, GUINT_TO_POINTER (original->id), GUINT_TO_POINTER (copy->id));
  return TRUE;
}

/* Inserts a copy after each original (MwRecord). All places are looked up first, because each insert moves the
 * records after it. */
static gboolean
insert_copies (Duplicating *d, const GPtrArray *records, guint64 lists)
{
  g_autoptr (GArray) originals = g_array_sized_new (FALSE, FALSE, sizeof (MwPlace), records->len);
  for (guint i = 0; i < records->len; i++)
    g_array_append_val (originals, ((MwPlace) { records->pdata[i], mw_record_index (records->pdata[i]) }));
  g_array_sort (originals, mw_place_compare);
  uint32_t before = 0;
  mw_progress_begin (d->document, originals->len);
  for (guint i = 0; i < originals->len; i++) {
    if (!mw_progress_next (d->document, d->error))
      return FALSE;
    const MwPlace *original = &g_array_index (originals, MwPlace, i), *last = i ? original - 1 : NULL;
    gboolean same = last && last->record->owner == original->record->owner
                    && last->record->slot == original->record->slot;
    before = same ? before + 1 : 0;
    if (!insert_copy_at (d, original->record, lists, original->index + before + 1))
      return FALSE;
  }
  mw_progress_end (d->document);
  return TRUE;
}

/* Redirects references inside a copy to records that were copied too. Records that find_owned() found are left
 * alone: they belong to the originals, and the copies have copies of them. */
static void
redirect (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data)
{
  Duplicating *d = data;
  if (field->on_remove == MW_ON_REMOVE_CASCADE && record->owner != &d->model->record)
    return;
  for (uint32_t i = 0; i < n && d->ok; i++) {
    MwRef ref = { copy_of (d, refs[i].id), 0 };
    if (!ref.id)
      continue;
    if (field->type == MW_TYPE_ARRAY) {
      g_autofree MwRef *element = g_memdup2 (refs + i - i % field->count, mw_field_element_size (field));
      element[i % field->count] = ref;
      d->ok = mw_document_replace_span (d->document, record->id, field, i / field->count, 1, element, d->error);
      refs = ((MwArray *) mw_field_at (record, field))->data; /* the array may have been copied for writing */
    } else
      d->ok = mw_document_set_field (d->document, record->id, field, &ref, sizeof ref, d->error);
  }
}

static void
find_owned (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data)
{
  Duplicating *d = data;
  const MwField *slot = mw_record_slot (record);
  if (field->on_remove == MW_ON_REMOVE_CASCADE && field->type == MW_TYPE_REF && slot && slot->type == MW_TYPE_LIST
      && record->owner != &d->model->record && copy_of (d, refs->id))
    g_ptr_array_add (d->owned, record);
}

static gboolean
is_below_one (const MwRecord *record, GHashTable *ids)
{
  for (record = record->owner; record; record = record->owner)
    if (g_hash_table_contains (ids, GUINT_TO_POINTER (record->id)))
      return TRUE;
  return FALSE;
}

/* If all keys are on one time line, a copy plays the keys of its original. Editing either changes both. */
static void
notice_shared_intervals (Duplicating *d)
{
  guint n = 0;
  g_autofree char *first = NULL;
  for (guint i = 0; i < d->made->len; i++) {
    const MwRecord *copy = mw_model_find (d->model, g_array_index (d->made, MwId, i));
    const MwField *start = mw_schema_part (copy->schema, MW_PART_START);
    if (start && mw_field_is_live (copy, start, mw_document_get_format (d->document)) && !n++)
      first = mw_record_path (copy);
  }
  if (n == 1)
    mw_document_notice (
      d->document,
      g_strdup_printf ("%s: it has the same interval as its original, so both play the same keys until one of them "
                       "gets its own interval",
                       first));
  else if (n)
    mw_document_notice (
      d->document, g_strdup_printf ("%s and %u more: they have the same intervals as their originals, so both play "
                                    "the same keys until one of them gets its own interval",
                                    first, n - 1));
}

static gboolean
copy_all (Duplicating *d, const MwId *ids, guint n)
{
  g_autoptr (GHashTable) asked = g_hash_table_new (NULL, NULL), seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) originals = g_ptr_array_new ();
  guint64 lists = 0;
  for (guint i = 0; i < n; i++)
    g_hash_table_add (asked, GUINT_TO_POINTER (ids[i]));
  for (guint i = 0; i < n; i++) {
    const MwRecord *original = mw_model_find (d->model, ids[i]);
    /* It is below a record that is copied, or was given twice. */
    if (is_below_one (original, asked) || !g_hash_table_add (seen, GUINT_TO_POINTER (ids[i])))
      continue;
    g_ptr_array_add (originals, (gpointer) original);
    lists |= mw_references_bit (d->references, mw_record_slot (original));
  }
  if (!insert_copies (d, originals, 0))
    return FALSE;
  for (guint i = 0; i < originals->len; i++) {
    MwId copy = copy_of (d, ((const MwRecord *) originals->pdata[i])->id);
    g_array_append_val (d->made, copy);
  }
  if (!lists)
    return TRUE;
  mw_references_foreach (d->references, &d->model->record, lists, NULL, find_owned, d);
  if (!insert_copies (d, d->owned, lists))
    return FALSE;
  for (guint i = 0; i < d->made->len && d->ok; i++)
    mw_references_foreach (d->references, mw_model_find (d->model, g_array_index (d->made, MwId, i)), lists, NULL,
                           redirect, d);
  if (!d->quiet)
    notice_shared_intervals (d);
  for (guint i = 0; d->document->rules->join && i < d->made->len && d->ok; i++)
    d->ok = d->document->rules->join (d->document, mw_model_find (d->model, g_array_index (d->made, MwId, i)),
                                      d->error);
  return d->ok;
}

static gboolean
duplicate (MwDocument *document, const MwId *ids, guint n, gboolean quiet, GError **error)
{
  Duplicating d = {
    .document = document, .model = mw_document_get_model (document), .quiet = quiet, .error = error, .ok = TRUE
  };
  d.references = mw_references_new (d.model->record.schema);
  d.names = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
  d.counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  d.copies = g_hash_table_new (NULL, NULL);
  d.made = g_array_new (FALSE, FALSE, sizeof (MwId));
  d.owned = g_ptr_array_new ();
  gboolean ok = copy_all (&d, ids, n);
  if (ok)
    mw_document_select (document, (const MwId *) d.made->data, d.made->len);
  mw_references_free (d.references);
  g_hash_table_unref (d.names);
  g_hash_table_unref (d.counts);
  g_hash_table_unref (d.copies);
  g_array_unref (d.made);
  g_ptr_array_unref (d.owned);
  return ok;
}

MwId
mw_duplicate_sequence (MwDocument *document, MwId sequence, GError **error)
{
  guint n;
  return duplicate (document, &sequence, 1, TRUE, error) ? mw_document_get_selection (document, &n)[0] : 0;
}

static gboolean
duplicate_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  return duplicate (document, ids, n, FALSE, error);
}

static gboolean
duplicate_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    const MwField *slot = mw_record_slot (record);
    if (!slot || slot->type != MW_TYPE_LIST)
      return mw_operation_refuse (record, error,
                                  slot ? "there is room for only one" : "the model itself cannot be duplicated");
  }
  return TRUE;
}

const MwOperation mw_operation_duplicate = {
  .id = "duplicate",
  .label = N_ ("Duplicate"),
  .step = N_ ("Duplicate %s"),
  .accelerator = "<Control>d",
  .doc = N_ (
    "Puts a copy after each record. Copies refer to each other where the originals do. A sequence's extents in "
    "geosets or its keys are copied too, and so are a submesh's batches."),
  .aliases = "copy clone",
  .applies = duplicate_applies,
  .run = duplicate_run,
};
