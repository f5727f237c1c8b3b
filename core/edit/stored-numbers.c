/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/schema/wire.h"

/* A stored number that points nowhere is written back as it was read. If an insert or a move makes it refer to an
 * element, the model keeps the number (comparison treats it as that element), and a notice of the step says so.
 *
 * Numbers are counted as writers count: in a list of mixed kinds, all records of the first kind, then all of the
 * second. For nodes it is the object id. */

typedef struct {
  MwId id;
  const MwField *field;
  guint32 element; /* index in an array, counted in components */
  guint32 raw;
  guint64 list;
  MwId named; /* the element that the number refers to; 0: none */
} StoredNumber;

typedef struct {
  MwDocument *self;
  guint64 list;  /* bits of the lists to look for */
  GArray *found; /* StoredNumber */
} Search;

static void
find_numbers (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data)
{
  Search *search = data;
  for (uint32_t i = 0; i < n; i++)
    /* A read-only reference (an extent's sequence) follows from its place in the file and is not stored as a number. */
    if (!refs[i].id && refs[i].raw != MW_REF_NONE.raw && !field->read_only)
      g_array_append_val (search->found,
                          ((StoredNumber) { record->id, field, i, refs[i].raw,
                                            mw_references_target (search->self->references, field), 0 }));
}

/* Maps the numbers under which a reader would find the elements of a list to their ids. The first of duplicates
 * counts. */
static GHashTable *
elements_by_number (const MwList *list, const uint32_t *numbers)
{
  GHashTable *elements = g_hash_table_new (NULL, NULL);
  for (uint32_t i = list->n; i-- > 0;)
    g_hash_table_insert (elements, GUINT_TO_POINTER (numbers[list->items[i]->id]),
                         GUINT_TO_POINTER (list->items[i]->id));
  return elements;
}

static GArray *
search_lists (MwDocument *self, guint64 lists)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (StoredNumber));
  Search search = { self, lists, found };
  mw_references_foreach (self->references, &self->model->record, lists, NULL, find_numbers, &search);
  g_autofree uint32_t *numbers = found->len ? mw_model_numbers (self->model) : NULL;
  g_autoptr (GHashTable) lists_seen = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
  for (guint i = 0; i < found->len; i++) {
    StoredNumber *number = &g_array_index (found, StoredNumber, i);
    const MwField *list = mw_references_list (self->references, number->list);
    GHashTable *elements = g_hash_table_lookup (lists_seen, list);
    if (!elements)
      g_hash_table_insert (lists_seen, (gpointer) list,
                           elements = elements_by_number (mw_record_list (&self->model->record, list), numbers));
    number->named = GPOINTER_TO_UINT (g_hash_table_lookup (elements, GUINT_TO_POINTER (number->raw)));
  }
  return found;
}

void
mw_document_watch_numbers (MwDocument *self, const MwRecord *owner, const MwField *list)
{
  if (owner != &self->model->record || self->open->verbatim)
    return;
  guint64 bit = mw_references_bit (self->references, list) & ~self->watched;
  if (!bit)
    return;
  self->watched |= bit;
  g_autoptr (GArray) found = search_lists (self, bit);
  if (!self->numbers)
    self->numbers = g_array_new (FALSE, FALSE, sizeof (StoredNumber));
  if (found->len)
    g_array_append_vals (self->numbers, found->data, found->len);
}

static guint
number_hash (gconstpointer data)
{
  const StoredNumber *number = data;
  return g_direct_hash (number->field) * 31 + number->id * 2654435761u + number->element;
}

static gboolean
number_equal (gconstpointer a, gconstpointer b)
{
  const StoredNumber *x = a, *y = b;
  return x->id == y->id && x->field == y->field && x->element == y->element;
}

void
mw_document_compare_numbers (MwDocument *self)
{
  if (!self->watched)
    return;
  g_autoptr (GArray) found = search_lists (self, self->watched);
  g_autoptr (GHashTable) before = g_hash_table_new (number_hash, number_equal);
  for (guint i = 0; i < self->numbers->len; i++)
    g_hash_table_add (before, &g_array_index (self->numbers, StoredNumber, i));
  /* The same number in thousands of vertices gives one notice. */
  g_autoptr (GHashTable) noted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < found->len; i++) {
    StoredNumber *now = &g_array_index (found, StoredNumber, i);
    const StoredNumber *then = g_hash_table_lookup (before, now);
    if (!now->named || (then && then->raw == now->raw && then->named == now->named))
      continue;
    if (now->field->type == MW_TYPE_ARRAY && now->field->count > 1
        && !g_hash_table_add (noted, g_strdup_printf ("%u %s %u", now->id, now->field->name, now->raw)))
      continue;
    MwTarget at = { .record = mw_model_find (self->model, now->id), .field = now->field, .component = -1 };
    if (now->field->type == MW_TYPE_ARRAY) {
      at.first = now->element / now->field->count;
      at.n = 1;
      at.one = TRUE;
      at.component = now->field->count > 1 ? (int) (now->element % now->field->count) : -1;
    } else
      at.whole = TRUE;
    g_autofree char *path = mw_target_path (&at);
    g_autofree char *named = mw_record_path (mw_model_find (self->model, now->named));
    mw_document_notice (self, g_strdup_printf ("%s: stored number %u now refers to %s", path, now->raw, named));
  }
}
