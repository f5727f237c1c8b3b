/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-private.h"
#include "ui/labels.h"
#include "ui/outline/surfaces.h"

#include <string.h>

/* The order in which rows are shown: that of the file, or that of their titles, in which numbers count as numbers. */

void
mw_outline_init_sort (MwOutlineModel *self)
{
  self->other_order = g_hash_table_new_full (mw_outline_key_hash, mw_outline_key_equal, g_free, NULL);
  self->sort_keys = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

void
mw_outline_free_sort (MwOutlineModel *self)
{
  g_hash_table_unref (self->other_order);
  g_hash_table_unref (self->sort_keys);
}

void
mw_outline_forget_titles (MwOutlineModel *self)
{
  g_hash_table_remove_all (self->sort_keys);
}

void
mw_outline_model_set_sorted (MwOutlineModel *self, gboolean sorted)
{
  self->sorted = sorted;
  g_hash_table_remove_all (self->other_order);
  mw_outline_update_all (self);
}

gboolean
mw_outline_model_is_sorted (MwOutlineModel *self)
{
  return self->sorted;
}

gboolean
mw_outline_model_is_sorted_at (MwOutlineModel *self, MwId id)
{
  const MwRecord *record = mw_outline_record (self, id);
  const MwField *slot = record ? mw_record_slot (record) : NULL, *only = NULL;
  if (!slot || slot->type != MW_TYPE_LIST)
    return FALSE;
  /* As the rows of the record's group have them. */
  const gboolean grouped = !record->owner->owner || mw_outline_n_lists (record->owner->schema, &only) > 1;
  return mw_outline_model_is_list_sorted (self, slot, grouped && slot->schema->kinds ? record->schema : NULL);
}

gboolean
mw_outline_model_is_list_sorted (MwOutlineModel *self, const MwField *list, const MwSchema *kind)
{
  const MwOutlineKey key = { .list = list, .kind = kind };
  return self->sorted != g_hash_table_contains (self->other_order, &key);
}

void
mw_outline_model_set_list_sorted (MwOutlineModel *self, const MwField *list, const MwSchema *kind, gboolean sorted)
{
  const MwOutlineKey key = { .list = list, .kind = kind };
  if (sorted == self->sorted)
    g_hash_table_remove (self->other_order, &key);
  else
    g_hash_table_add (self->other_order, g_memdup2 (&key, sizeof key));
  mw_outline_update_all (self);
}

GArray *
mw_outline_model_get_other_order (MwOutlineModel *self)
{
  GArray *lists = g_array_new (FALSE, FALSE, sizeof (MwOutlineKey));
  GHashTableIter each;
  gpointer key;
  g_hash_table_iter_init (&each, self->other_order);
  while (g_hash_table_iter_next (&each, &key, NULL))
    g_array_append_vals (lists, key, 1);
  return lists;
}

static const char *
sort_key (MwOutlineModel *self, const RowsOf *of, MwId id)
{
  /* A surface has the id of a batch, whose title is another. No id is so large that this is another's. */
  const gpointer known = GUINT_TO_POINTER (of->what == ROWS_SURFACES ? G_MAXUINT32 - id : id);
  char *key = g_hash_table_lookup (self->sort_keys, known);
  if (key)
    return key;
  const GPtrArray *surface = of->what == ROWS_SURFACES ? mw_ui_surface_of (self->document, id) : NULL;
  const MwRecord *record = mw_outline_record (self, id);
  g_autofree char *title = surface  ? mw_ui_surface_title (self->document, surface)
                           : record ? mw_ui_record_title (record)
                                    : g_strdup ("");
  key = g_utf8_collate_key_for_filename (title, -1);
  g_hash_table_insert (self->sort_keys, known, key);
  return key;
}

typedef struct {
  const char *key;
  guint place;
  guint32 id;
} Sorted;

static int
compare (gconstpointer a, gconstpointer b)
{
  const Sorted *x = a, *y = b;
  const int order = strcmp (x->key, y->key);
  return order ? order : x->place < y->place ? -1 : x->place > y->place;
}

void
mw_outline_sort (MwOutlineModel *self, const RowsOf *of, GArray *keys)
{
  const gboolean by_title = of->what == ROWS_GROUPS || of->what == ROWS_BATCHES
                              ? FALSE
                              : mw_outline_model_is_list_sorted (self, of->list, of->kind);
  if (!by_title || keys->len < 2)
    return;
  g_autofree Sorted *sorted = g_new (Sorted, keys->len);
  for (guint i = 0; i < keys->len; i++) {
    const guint32 id = g_array_index (keys, guint32, i);
    sorted[i] = (Sorted) { sort_key (self, of, id), i, id };
  }
  qsort (sorted, keys->len, sizeof *sorted, compare);
  for (guint i = 0; i < keys->len; i++)
    g_array_index (keys, guint32, i) = sorted[i].id;
}
