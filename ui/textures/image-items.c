/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/textures/image-items.h"
#include "core/model/tilesets.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (MwImageItem, mw_image_item, G_TYPE_OBJECT)

static void
mw_image_item_finalize (GObject *object)
{
  MwImageItem *self = MW_IMAGE_ITEM (object);
  g_free (self->name);
  g_free (self->path);
  g_free (self->address);
  g_free (self->use);
  g_array_unref (self->textures);
  g_array_unref (self->users);
  G_OBJECT_CLASS (mw_image_item_parent_class)->finalize (object);
}

static void
mw_image_item_class_init (MwImageItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mw_image_item_finalize;
}

static void
mw_image_item_init (MwImageItem *self)
{
  self->textures = g_array_new (FALSE, FALSE, sizeof (MwId));
  self->users = g_array_new (FALSE, FALSE, sizeof (MwId));
}

gboolean
mw_image_item_is_file (const MwImageItem *item)
{
  return item->address && g_file_test (item->address, G_FILE_TEST_IS_REGULAR);
}

/* --- The list ------------------------------------------------------------------------------------------------------- */

/* The last part of a path with either slash. It belongs to the path. */
static const char *
last_part (const char *path)
{
  const char *name = path;
  for (const char *at = path; *at; at++)
    if ((*at == '/' || *at == '\\') && at[1])
      name = at + 1;
  return name;
}

/* The item of a file, which is made if there is none. `path` is copied; takes `address`. */
static MwImageItem *
take_item (GPtrArray *items, GHashTable *by_place, const char *path, char *address)
{
  g_autofree char *place = address ? g_strdup (address) : g_ascii_strdown (path, -1);
  MwImageItem *item = g_hash_table_lookup (by_place, place);
  if (item) {
    g_free (address);
    return item;
  }
  item = g_object_new (MW_TYPE_IMAGE_ITEM, NULL);
  item->name = g_strdup (last_part (address ? address : path));
  item->path = g_strdup (path);
  item->address = address;
  g_hash_table_insert (by_place, g_steal_pointer (&place), item);
  g_ptr_array_add (items, item);
  return item;
}

static void
add_users (MwDocument *document, MwImageItem *item, MwId texture)
{
  g_autoptr (GArray) found = mw_document_find_referrers (document, texture);
  for (guint i = 0; i < found->len; i++) {
    const MwRecord *record = g_array_index (found, MwTarget, i).record;
    /* A track counts as the record that it belongs to. */
    while (record->owner && mw_record_slot (record) && mw_record_slot (record)->type == MW_TYPE_CHILD)
      record = record->owner;
    gboolean known = FALSE;
    for (guint k = 0; k < item->users->len && !known; k++)
      known = g_array_index (item->users, MwId, k) == record->id;
    if (!known)
      g_array_append_val (item->users, record->id);
  }
}

static void
describe_use (MwDocument *document, MwImageItem *item)
{
  guint n = item->users->len;
  if (n == 0) {
    item->use = g_strdup (item->textures->len ? _ ("A texture that nothing uses") : _ ("Used by nothing"));
    return;
  }
  const MwRecord *first = mw_model_find (mw_document_get_model (document), g_array_index (item->users, MwId, 0));
  g_autofree char *title = mw_ui_record_long_title (first);
  item->use = n == 1
                ? g_strdup_printf (_ ("Used by %s"), title)
                : g_strdup_printf (ngettext ("Used by %s and %u more", "Used by %s and %u more", n - 1), title, n - 1);
}

/* What is before the names of the images beside the model in its own paths, such as "war3mapImported\"; "" if nothing does. */
static char *
usual_folder (const GPtrArray *items, GHashTable *beside)
{
  for (guint i = 0; i < items->len; i++) {
    const MwImageItem *item = items->pdata[i];
    const char *last = last_part (item->path);
    if (item->textures->len && last != item->path && item->address && g_hash_table_contains (beside, item->address))
      return g_strndup (item->path, (gsize) (last - item->path));
  }
  return g_strdup ("");
}

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const MwImageItem *x = *(MwImageItem *const *) a, *y = *(MwImageItem *const *) b;
  if (!x->textures->len != !y->textures->len)
    return x->textures->len ? -1 : 1;
  int order = g_ascii_strcasecmp (x->name, y->name);
  return order ? order : strcmp (x->path, y->path);
}

GPtrArray *
mw_image_items (MwDocument *document, MwLookup *lookup)
{
  const MwRecord *root = &mw_document_get_model (document)->record;
  const MwList *textures = mw_record_list (root, mw_schema_part (root->schema, MW_PART_TEXTURES));
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) by_place = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) beside = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) images = lookup ? mw_lookup_images (lookup) : NULL;
  for (uint32_t i = 0; i < textures->n; i++) {
    MwTextureAspect look = mw_texture_aspect (textures->items[i]);
    const char *path = mw_tileset_path (lookup ? mw_lookup_tileset (lookup) : 0, &look);
    if (look.type || !path || !*path)
      continue;
    MwImageItem *item = take_item (items, by_place, path, lookup ? mw_lookup_find (lookup, path) : NULL);
    g_array_append_val (item->textures, textures->items[i]->id);
    add_users (document, item, textures->items[i]->id);
  }
  for (guint i = 0; images && i < images->len; i++) {
    char *address = mw_lookup_find (lookup, images->pdata[i]);
    if (address)
      g_hash_table_add (beside, address);
  }
  g_autofree char *folder = usual_folder (items, beside);
  for (guint i = 0; images && i < images->len; i++) {
    g_autofree char *path = g_strconcat (folder, images->pdata[i], NULL);
    take_item (items, by_place, path, mw_lookup_find (lookup, images->pdata[i]));
  }
  for (guint i = 0; i < items->len; i++)
    describe_use (document, items->pdata[i]);
  g_ptr_array_sort (items, compare_items);
  return items;
}

/* The shortest end of the file's path by which the search finds this file; NULL: there is none. */
static char *
path_in_places (MwLookup *lookup, const char *file)
{
  for (const char *at = file + strlen (file); at > file;) {
    at--;
    if (at[0] != '/' || !at[1])
      continue;
    g_autofree char *path = g_strdelimit (g_strdup (at + 1), "/", '\\'), *address = mw_lookup_find (lookup, path);
    if (g_strcmp0 (address, file) == 0)
      return g_steal_pointer (&path);
  }
  return NULL;
}

MwImageItem *
mw_image_item_of_file (MwDocument *document, MwLookup *lookup, const char *file, gboolean *found)
{
  g_autoptr (GPtrArray) items = mw_image_items (document, lookup);
  g_autofree char *whole = g_canonicalize_filename (file, NULL);
  for (guint i = 0; i < items->len; i++) {
    MwImageItem *item = items->pdata[i];
    *found = g_strcmp0 (item->address, whole) == 0;
    if (*found)
      return g_object_ref (item);
  }
  MwImageItem *item = g_object_new (MW_TYPE_IMAGE_ITEM, NULL);
  item->name = g_path_get_basename (whole);
  item->path = lookup ? path_in_places (lookup, whole) : NULL;
  *found = item->path != NULL;
  if (!item->path)
    item->path = g_strdup (item->name);
  item->address = g_steal_pointer (&whole);
  return item;
}

static gboolean
same_ids (const GArray *a, const GArray *b)
{
  return a->len == b->len && (a->len == 0 || memcmp (a->data, b->data, a->len * sizeof (MwId)) == 0);
}

gboolean
mw_image_items_equal (const GPtrArray *a, const GPtrArray *b)
{
  gboolean same = a->len == b->len;
  for (guint i = 0; same && i < a->len; i++) {
    const MwImageItem *x = a->pdata[i], *y = b->pdata[i];
    same = strcmp (x->path, y->path) == 0 && g_strcmp0 (x->address, y->address) == 0 && strcmp (x->use, y->use) == 0
           && same_ids (x->textures, y->textures) && same_ids (x->users, y->users);
  }
  return same;
}
