/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/catalogue.h"
#include "core/base/error.h"
#include "core/base/resource.h"
#include "core/schema/catalogue-read.h"
#include "core/schema/mw-catalogues.h"

#include <string.h>

static const char *const titles[MW_N_CATALOGUES] = {
  [MW_CATALOGUE_NONE] = "none",
  [MW_CATALOGUE_ANIMATION] = "animations",
  [MW_CATALOGUE_ATTACHMENT] = "attachments",
  [MW_CATALOGUE_ATTACHMENT_ALPHA] = "attachments-alpha",
  [MW_CATALOGUE_BLEND_MODE] = "blend-modes",
  [MW_CATALOGUE_BONE_NAME] = "bone-names",
  [MW_CATALOGUE_CLIENT] = "clients",
  [MW_CATALOGUE_COMBINER] = "combiners",
  [MW_CATALOGUE_EVENT] = "events",
  [MW_CATALOGUE_EVENT_OBJECT] = "event-objects",
  [MW_CATALOGUE_GEOSET_GROUP] = "geoset-groups",
  [MW_CATALOGUE_KEY_BONE] = "key-bones",
  [MW_CATALOGUE_PLAYABLE_MODE] = "playable-modes",
  [MW_CATALOGUE_SHADER] = "shaders",
  [MW_CATALOGUE_STOCK_FOLDER] = "stock-folders",
  [MW_CATALOGUE_STOCK_FOLDER_WOW] = "stock-folders-wow",
  [MW_CATALOGUE_TEXTURE_TYPE] = "texture-types",
};

/* One catalogue with its indexes. Made on first use, never freed. */
typedef struct {
  MwCatalogueFile *file;
  MwNames names;
  MwNamesIndex index;
  GHashTable *entries; /* by value, to MwCatalogueEntry */
  MwNames first;       /* the names of the first client, without `since`; `names` if no entry has a `since` */
  MwNamesIndex first_index;
} Catalogue;

static const Catalogue *catalogue (MwCatalogue which);

const char *
mw_catalogue_title (MwCatalogue which)
{
  return titles[which];
}

GBytes *
mw_catalogue_source (MwCatalogue which)
{
  g_autofree char *path = g_strdup_printf ("/modelwright/catalogues/%s.xml", titles[which]);
  g_autoptr (GError) error = NULL;
  GBytes *source = g_resource_lookup_data (mw_resource (mw_catalogues_get_resource), path, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                           &error);
  if (!source)
    g_error ("%s", error->message);
  return source;
}

/* --- Loading -------------------------------------------------------------------------------------------------------- */

/* Adds a word to the indexes. The first name with a word keeps it, so names that are in the file have to be indexed
 * before generated ones. by_word gets NULL if two values share a word that differs only in case. */
static void
index_word (MwNamesIndex *index, const char *word, const MwName *name)
{
  if (!g_hash_table_contains (index->by_name, word))
    g_hash_table_insert (index->by_name, g_strdup (word), (gpointer) name);
  char *lower = g_ascii_strdown (word, -1);
  gpointer other = NULL;
  if (!g_hash_table_lookup_extended (index->by_word, lower, NULL, &other))
    g_hash_table_insert (index->by_word, lower, (gpointer) name);
  else {
    if (other && ((const MwName *) other)->value != name->value)
      g_hash_table_replace (index->by_word, lower, NULL);
    else
      g_free (lower);
  }
}

static void
index_name (MwNamesIndex *index, const MwName *name, const char *also)
{
  if (g_hash_table_contains (index->by_value, GUINT_TO_POINTER (name->value)))
    return;
  g_hash_table_insert (index->by_value, GUINT_TO_POINTER (name->value), (gpointer) name);
  index_word (index, name->name, name);
  g_auto (GStrv) words = g_strsplit (also ? also : "", " ", -1);
  for (guint i = 0; words[i]; i++)
    index_word (index, words[i], name);
}

static void
add_crc (GArray *names, GStringChunk *text, const char *spelling)
{
  const char *kept = g_string_chunk_insert (text, spelling);
  MwName name = { mw_bone_name_crc (kept), kept, kept };
  g_array_append_val (names, name);
}

/* Adds names of bones that no file lists: a stem with a number, as the modelling tool generates them, and the names
 * of events. */
static void
add_unlisted (GArray *names, MwCatalogueFile *file)
{
  for (guint i = 0; i < file->stems->len; i++) {
    const MwCatalogueStem *stem = &g_array_index (file->stems, MwCatalogueStem, i);
    for (guint number = 1; number < (stem->digits == 2 ? 100 : 1000); number++) {
      g_autofree char *spelling = g_strdup_printf ("%s%0*u", stem->stem, (int) stem->digits, number);
      add_crc (names, file->text, spelling);
    }
  }
  const MwNames *events = mw_catalogue_names (MW_CATALOGUE_EVENT);
  for (guint i = 0; i < events->n; i++)
    add_crc (names, file->text, events->names[i].name);
}

static void
make_index (MwNamesIndex *index)
{
  index->by_value = g_hash_table_new (NULL, NULL);
  index->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  index->by_word = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
make_first (Catalogue *made)
{
  const GPtrArray *entries = made->file->entries;
  GArray *names = g_array_new (FALSE, FALSE, sizeof (MwName));
  for (guint i = 0; i < entries->len; i++)
    if (((const MwCatalogueEntry *) entries->pdata[i])->since == 0)
      g_array_append_val (names, ((const MwCatalogueEntry *) entries->pdata[i])->name);
  if (names->len == entries->len) {
    g_array_unref (names);
    made->first = made->names;
    return;
  }
  guint n = names->len, at = 0;
  const MwName *list = (const MwName *) (gpointer) g_array_free (names, FALSE);
  make_index (&made->first_index);
  for (guint i = 0; i < entries->len; i++)
    if (((const MwCatalogueEntry *) entries->pdata[i])->since == 0)
      index_name (&made->first_index, &list[at++], ((const MwCatalogueEntry *) entries->pdata[i])->also);
  made->first = (MwNames) { list, n, FALSE, &made->first_index };
}

static Catalogue *
make (MwCatalogue which)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) source = mw_catalogue_source (which);
  gsize size;
  const char *text = g_bytes_get_data (source, &size);
  Catalogue *made = g_new0 (Catalogue, 1);
  made->file = mw_catalogue_file_read (text, size, &error);
  if (!made->file) {
    g_autofree char *what = mw_error_describe (error, titles[which]);
    g_error ("%s", what);
  }
  made->entries = g_hash_table_new (NULL, NULL);
  GArray *names = g_array_new (FALSE, FALSE, sizeof (MwName));
  const Catalogue *keys = which == MW_CATALOGUE_BONE_NAME ? catalogue (MW_CATALOGUE_KEY_BONE) : NULL;
  for (guint i = 0; keys && i < keys->file->entries->len; i++) {
    MwCatalogueEntry *entry = keys->file->entries->pdata[i];
    MwName name = { entry->crc, entry->name.name, entry->name.label };
    g_array_append_val (names, name);
    g_hash_table_insert (made->entries, GUINT_TO_POINTER (name.value), entry);
  }
  guint borrowed = names->len;
  for (guint i = 0; i < made->file->entries->len; i++) {
    MwCatalogueEntry *entry = made->file->entries->pdata[i];
    g_array_append_val (names, entry->name);
    g_hash_table_insert (made->entries, GUINT_TO_POINTER (entry->name.value), entry);
  }
  guint listed = names->len;
  if (which == MW_CATALOGUE_BONE_NAME)
    add_unlisted (names, made->file);

  guint n = names->len;
  const MwName *all = (const MwName *) (gpointer) g_array_free (names, FALSE);
  make_index (&made->index);
  for (guint i = 0; i < n; i++) {
    gboolean own = i >= borrowed && i < listed;
    index_name (&made->index, &all[i],
                own ? ((MwCatalogueEntry *) made->file->entries->pdata[i - borrowed])->also : NULL);
  }
  made->names = (MwNames) { all, listed, FALSE, &made->index };
  make_first (made);
  return made;
}

static const Catalogue *
catalogue (MwCatalogue which)
{
  static gsize made[MW_N_CATALOGUES];
  g_return_val_if_fail (which > MW_CATALOGUE_NONE && which < MW_N_CATALOGUES, NULL);
  if (g_once_init_enter (&made[which]))
    g_once_init_leave (&made[which], (gsize) make (which));
  return (const Catalogue *) made[which]; /* NOLINT: g_once_init keeps pointers as gsize */
}

/* --- Look-up -------------------------------------------------------------------------------------------------------- */

const MwNames *
mw_catalogue_names (MwCatalogue which)
{
  return which ? &catalogue (which)->names : NULL;
}

const MwNames *
mw_catalogue_first_names (MwCatalogue which)
{
  return which ? &catalogue (which)->first : NULL;
}

const MwCatalogueEntry *
mw_catalogue_entry (MwCatalogue which, uint32_t value)
{
  return g_hash_table_lookup (catalogue (which)->entries, GUINT_TO_POINTER (value));
}

const char *
mw_catalogue_name (MwCatalogue which, uint32_t value)
{
  const MwName *name = mw_names_find_value (mw_catalogue_names (which), value);
  return name ? name->name : NULL;
}

gboolean
mw_catalogue_value (MwCatalogue which, const char *name, uint32_t *value)
{
  const MwName *found = mw_names_find (mw_catalogue_names (which), name, strlen (name));
  if (found)
    *value = found->value;
  return found != NULL;
}

uint32_t
mw_catalogue_identifier (const char *text)
{
  uint32_t value = 0x20202020;
  memcpy (&value, text, strnlen (text, 4));
  return value;
}

const uint16_t *
mw_catalogue_substitutes (uint32_t animation, guint *n)
{
  const MwCatalogueEntry *entry = mw_catalogue_entry (MW_CATALOGUE_ANIMATION, animation);
  *n = entry ? entry->n_substitutes : 0;
  return entry ? entry->substitutes : NULL;
}

guint
mw_catalogue_mode (uint32_t animation, guint entries)
{
  const MwCatalogueEntry *entry = mw_catalogue_entry (MW_CATALOGUE_ANIMATION, animation);
  return !entry ? 0 : entries <= 201 ? entry->old_mode : entry->mode;
}

uint32_t
mw_bone_name_crc (const char *name)
{
  uint32_t crc = 0xFFFFFFFF;
  for (; *name; name++) {
    crc ^= (guchar) *name;
    for (guint bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

char *
mw_geoset_label (uint32_t id)
{
  const MwName *group = mw_names_find_value (mw_catalogue_names (MW_CATALOGUE_GEOSET_GROUP), id / 100);
  if (id == 0)
    return g_strdup ("Body");
  return group ? g_strdup_printf ("%s %u", group->label, id % 100) : NULL;
}
