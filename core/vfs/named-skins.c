/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/named-skins.h"
#include "core/base/error.h"
#include "core/vfs/dbc.h"

#include <string.h>

/* The largest table of these has 5 MB. */
#define MOST_BYTES ((gsize) 64 * 1024 * 1024)

/* Texture types (names.md 4). */
enum { CHARACTER_SKIN = 1, CHARACTER_SKIN_EXTRA = 8, FIRST_CREATURE_SKIN = 11 };

/* Fields of the tables. Source: WoWDBDefs, definitions of CreatureModelData, CreatureDisplayInfo and CharSections for the builds 5875 (1.12.1),
 * 8606 (2.4.3) and 12340 (3.3.5), and all between 3368 and 18414. 3.0.1 moved the textures of CharSections. */
enum {
  MODEL_ID = 0,
  MODEL_NAME = 2,
  MODEL_FIELDS = 3, /* at least */
  DISPLAY_ID = 0,
  DISPLAY_MODEL = 1,
  DISPLAY_TEXTURES = 6,
  DISPLAY_FIELDS = 9, /* at least */
  SECTION_KIND = 3,   /* 0: skin */
  SECTION_FIELDS = 10
};

typedef struct {
  guint textures, variation, colour;
} SectionFields;

static const SectionFields section_fields[] = { { 6, 4, 5 } /* 0.6 to 2.4.3 */, { 4, 8, 9 } /* 3.0.1 to 5.4.8 */ };

static void
skin_free (gpointer data)
{
  MwNamedSkin *skin = data;
  for (guint i = 0; i < skin->n_images; i++)
    g_free (skin->images[i].path);
  g_free (skin->name);
  g_free (skin);
}

static int
compare_skins (gconstpointer a, gconstpointer b)
{
  const MwNamedSkin *one = *(const MwNamedSkin *const *) a, *two = *(const MwNamedSkin *const *) b;
  return one->number < two->number ? -1 : one->number > two->number;
}

/* A table with at least so many fields. NULL without an error: it is not there. */
static MwDbc *
read_table (MwLookup *lookup, const char *name, guint fields, GError **error)
{
  g_autofree char *found = mw_lookup_find (lookup, name);
  g_autoptr (GError) wrong = NULL;
  if (!found)
    return NULL;
  g_autoptr (GBytes) bytes = mw_lookup_read (lookup, name, MOST_BYTES, &wrong);
  g_autoptr (MwDbc) table = bytes ? mw_dbc_read (bytes, &wrong) : NULL;
  if (table && mw_dbc_n_fields (table) >= fields)
    return g_steal_pointer (&table);
  if (table)
    mw_set_error (error, MW_ERROR_UNSUPPORTED, 8, name, "the table has %u fields, and at least %u are known",
                  mw_dbc_n_fields (table), fields);
  else
    mw_set_error (error, wrong->domain == MW_ERROR ? (MwErrorCode) wrong->code : MW_ERROR_IO, -1, name, "%s",
                  wrong->message);
  return NULL;
}

/* A path in lower case, with "/", and without its extension. */
static char *
plain (const char *path)
{
  char *text = g_strdelimit (g_ascii_strdown (path, -1), "\\", '/'), *dot = strrchr (text, '.');
  if (dot && !strchr (dot, '/'))
    *dot = 0;
  return text;
}

/* Whether `path` ends in the whole names of `end`. */
static gboolean
ends_in (const char *path, const char *end)
{
  const gsize a = strlen (path), b = strlen (end);
  return b > 0 && a >= b && strcmp (path + a - b, end) == 0 && (a == b || strchr ("/:", path[a - b - 1]));
}

/* --- Creatures ------------------------------------------------------------------------------------------------------ */

/* Adds to `models` the folder (with a backslash at its end) of each model of the table that is this one, by its id. */
static void
find_models (const MwDbc *table, const char *model, gboolean by_name, GHashTable *models)
{
  const char *slash = strrchr (model, '/'), *own = slash ? slash + 1 : model;
  for (guint i = 0; i < mw_dbc_n_records (table); i++) {
    const char *text = mw_dbc_text (table, i, MODEL_NAME);
    g_autofree char *name = text ? plain (text) : NULL;
    const char *base = name ? strrchr (name, '/') : NULL;
    if (!base || !(by_name ? strcmp (base + 1, own) == 0 : ends_in (model, name)))
      continue;
    g_hash_table_insert (models, GUINT_TO_POINTER (mw_dbc_number (table, i, MODEL_ID)),
                         g_strndup (text, (gsize) (base + 1 - name)));
  }
}

static void
add_display (const MwDbc *table, guint record, const char *folder, GPtrArray *skins)
{
  MwNamedSkin *skin = g_new0 (MwNamedSkin, 1);
  g_autoptr (GString) name = g_string_new (NULL);
  skin->number = mw_dbc_number (table, record, DISPLAY_ID);
  for (guint i = 0; i < MW_NAMED_SKIN_IMAGES; i++) {
    const char *texture = mw_dbc_text (table, record, DISPLAY_TEXTURES + i);
    if (!texture || !*texture)
      continue;
    g_string_append_printf (name, "%s%s", name->len ? " + " : "", texture);
    skin->images[skin->n_images].type = FIRST_CREATURE_SKIN + i;
    skin->images[skin->n_images++].path = g_strconcat (folder, texture, ".blp", NULL);
  }
  skin->name = g_utf8_make_valid (name->str, -1);
  if (skin->n_images)
    g_ptr_array_add (skins, skin);
  else
    skin_free (skin);
}

/* FALSE: a table is damaged. */
static gboolean
add_displays (MwLookup *lookup, const char *model, GPtrArray *skins, GError **error)
{
  GError *wrong = NULL;
  g_autoptr (MwDbc) data = read_table (lookup, "DBFilesClient\\CreatureModelData.dbc", MODEL_FIELDS, &wrong);
  g_autoptr (MwDbc)
    displays = data ? read_table (lookup, "DBFilesClient\\CreatureDisplayInfo.dbc", DISPLAY_FIELDS, &wrong) : NULL;
  if (wrong) {
    g_propagate_error (error, wrong);
    return FALSE;
  }
  if (!displays)
    return TRUE;
  g_autoptr (GHashTable) models = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  find_models (data, model, FALSE, models);
  if (g_hash_table_size (models) == 0)
    find_models (data, model, TRUE, models);
  for (guint i = 0; i < mw_dbc_n_records (displays); i++) {
    const char *folder = g_hash_table_lookup (models, GUINT_TO_POINTER (mw_dbc_number (displays, i, DISPLAY_MODEL)));
    if (folder)
      add_display (displays, i, folder, skins);
  }
  return TRUE;
}

/* --- Characters ----------------------------------------------------------------------------------------------------- */

static gboolean
is_image (const char *text)
{
  const gsize length = text ? strlen (text) : 0;
  return length > 4 && g_ascii_strcasecmp (text + length - 4, ".blp") == 0;
}

/* The fields of this table: those where it has images. */
static const SectionFields *
fields_of (const MwDbc *table)
{
  guint images[G_N_ELEMENTS (section_fields)] = { 0 };
  for (guint i = 0; i < mw_dbc_n_records (table); i++)
    for (guint k = 0; k < G_N_ELEMENTS (section_fields); k++)
      images[k] += is_image (mw_dbc_text (table, i, section_fields[k].textures));
  return &section_fields[images[1] > images[0]];
}

/* A skin is one of the model's if its image is in the folder of the model. */
static gboolean
add_colours (MwLookup *lookup, const char *model, GPtrArray *skins, GError **error)
{
  GError *wrong = NULL;
  g_autoptr (MwDbc) table = read_table (lookup, "DBFilesClient\\CharSections.dbc", SECTION_FIELDS, &wrong);
  if (wrong) {
    g_propagate_error (error, wrong);
    return FALSE;
  }
  const SectionFields *fields = table ? fields_of (table) : NULL;
  g_autofree char *own = g_path_get_dirname (model);
  for (guint i = 0; table && i < mw_dbc_n_records (table); i++) {
    const char *first = mw_dbc_text (table, i, fields->textures),
               *second = mw_dbc_text (table, i, fields->textures + 1);
    g_autofree char *path = is_image (first) ? plain (first) : NULL, *folder = path ? g_path_get_dirname (path) : NULL;
    if (mw_dbc_number (table, i, SECTION_KIND) != 0 || !folder || !ends_in (own, folder))
      continue;
    MwNamedSkin *skin = g_new0 (MwNamedSkin, 1);
    const char *slash = strrchr (first, '\\');
    g_autofree char *file = g_strndup (slash ? slash + 1 : first, strlen (slash ? slash + 1 : first) - 4);
    skin->number = mw_dbc_number (table, i, fields->colour);
    skin->name = g_utf8_make_valid (file, -1);
    skin->images[0].type = CHARACTER_SKIN;
    skin->images[skin->n_images++].path = g_strdup (first);
    if (is_image (second)) {
      skin->images[1].type = CHARACTER_SKIN_EXTRA;
      skin->images[skin->n_images++].path = g_strdup (second);
    }
    g_ptr_array_add (skins, skin);
  }
  return TRUE;
}

GPtrArray *
mw_named_skins (MwLookup *lookup, const char *model, GError **error)
{
  g_autoptr (GPtrArray) skins = g_ptr_array_new_with_free_func (skin_free);
  g_autofree char *name = plain (model);
  if (!add_displays (lookup, name, skins, error) || !add_colours (lookup, name, skins, error))
    return NULL;
  g_ptr_array_sort (skins, compare_skins);
  return g_steal_pointer (&skins);
}
