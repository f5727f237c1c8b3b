/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/named-skins.h"
#include "core/vfs/client-tables.h"

#include <string.h>

/* Texture types (names.md 4). */
enum { FIRST_CREATURE_SKIN = 11 };

/* Fields of the tables. Source: WoWDBDefs, definitions of CreatureModelData and CreatureDisplayInfo for the builds 5875 (1.12.1),
 * 8606 (2.4.3) and 12340 (3.3.5), and all between 3368 and 18414; of ParticleColor, which there is from 8089 (2.4.0) on. */
enum {
  MODEL_ID = 0,
  MODEL_NAME = 2,
  MODEL_FIELDS = 3, /* at least */
  DISPLAY_ID = 0,
  DISPLAY_MODEL = 1,
  DISPLAY_TEXTURES = 6,
  DISPLAY_FIELDS = 9,     /* at least */
  DISPLAY_PARTICLES = 13, /* from 2.4.0 on */
  PARTICLES_ID = 0,
  PARTICLES_COLORS =
    1, /* 0xAARRGGBB: of each set that at the start, then of each that in the middle, then of each that at the end */
  PARTICLES_FIELDS = 10
};

static void
skin_free (gpointer data)
{
  MwNamedSkin *skin = data;
  for (guint i = 0; i < skin->n_images; i++)
    g_free (skin->images[i].path);
  g_free (skin->name);
  g_free (skin->particle_colors);
  g_free (skin);
}

static int
compare_skins (gconstpointer a, gconstpointer b)
{
  const MwNamedSkin *one = *(const MwNamedSkin *const *) a, *two = *(const MwNamedSkin *const *) b;
  return one->number < two->number ? -1 : one->number > two->number;
}

/* --- Creatures ------------------------------------------------------------------------------------------------------ */

/* Adds to `models` the folder (with a backslash at its end) of each model of the table that is this one, by its id. */
static void
find_models (const MwDbc *table, const char *model, gboolean by_name, GHashTable *models)
{
  const char *slash = strrchr (model, '/'), *own = slash ? slash + 1 : model;
  for (guint i = 0; i < mw_dbc_n_records (table); i++) {
    const char *text = mw_dbc_text (table, i, MODEL_NAME);
    g_autofree char *name = text ? mw_client_plain (text) : NULL;
    const char *base = name ? strrchr (name, '/') : NULL;
    if (!base || !(by_name ? strcmp (base + 1, own) == 0 : mw_client_ends_in (model, name)))
      continue;
    g_hash_table_insert (models, GUINT_TO_POINTER (mw_dbc_number (table, i, MODEL_ID)),
                         g_strndup (text, (gsize) (base + 1 - name)));
  }
}

/* The colours that a display id has for particles; NULL: none. `colors`: of each id of ParticleColor, MwParticleColors. */
static MwParticleColors *
colors_of (const MwDbc *table, guint record, GHashTable *colors)
{
  const guint32 id = mw_dbc_n_fields (table) > DISPLAY_PARTICLES ? mw_dbc_number (table, record, DISPLAY_PARTICLES) : 0;
  const MwParticleColors *found = id ? g_hash_table_lookup (colors, GUINT_TO_POINTER (id)) : NULL;
  return g_memdup2 (found, sizeof *found);
}

static void
add_display (const MwDbc *table, guint record, const char *folder, GHashTable *colors, GPtrArray *skins)
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
  skin->particle_colors = colors_of (table, record, colors);
  if (skin->n_images)
    g_ptr_array_add (skins, skin);
  else
    skin_free (skin);
}

/* Of each id of the table (NULL: there is none), MwParticleColors. */
static GHashTable *
read_colors (const MwDbc *table)
{
  GHashTable *all = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; table && i < mw_dbc_n_records (table); i++) {
    MwParticleColors *colors = g_new (MwParticleColors, 1);
    for (guint set = 0; set < MW_PARTICLE_COLORS_SETS; set++)
      for (guint when = 0; when < 3; when++) {
        const guint32 argb = mw_dbc_number (table, i, PARTICLES_COLORS + MW_PARTICLE_COLORS_SETS * when + set);
        for (guint c = 0; c < 3; c++)
          colors->rgb[set][when][c] = (guint8) (argb >> (16 - 8 * c));
      }
    g_hash_table_replace (all, GUINT_TO_POINTER (mw_dbc_number (table, i, PARTICLES_ID)), colors);
  }
  return all;
}

/* FALSE: a table is damaged. */
static gboolean
add_displays (MwLookup *lookup, const char *model, GPtrArray *skins, GError **error)
{
  GError *wrong = NULL;
  g_autoptr (MwDbc) data = mw_client_table_read (lookup, "CreatureModelData", MODEL_FIELDS, &wrong);
  g_autoptr (MwDbc) displays = data ? mw_client_table_read (lookup, "CreatureDisplayInfo", DISPLAY_FIELDS, &wrong)
                                    : NULL;
  g_autoptr (MwDbc) particles = displays ? mw_client_table_read (lookup, "ParticleColor", PARTICLES_FIELDS, &wrong)
                                         : NULL;
  if (wrong) {
    g_propagate_error (error, wrong);
    return FALSE;
  }
  if (!displays)
    return TRUE;
  g_autoptr (GHashTable) models = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  find_models (data, model, FALSE, models);
  g_autoptr (GHashTable) colors = read_colors (particles);
  if (g_hash_table_size (models) == 0)
    find_models (data, model, TRUE, models);
  for (guint i = 0; i < mw_dbc_n_records (displays); i++) {
    const char *folder = g_hash_table_lookup (models, GUINT_TO_POINTER (mw_dbc_number (displays, i, DISPLAY_MODEL)));
    if (folder)
      add_display (displays, i, folder, colors, skins);
  }
  return TRUE;
}

GPtrArray *
mw_named_skins (MwLookup *lookup, const char *model, GError **error)
{
  g_autoptr (GPtrArray) skins = g_ptr_array_new_with_free_func (skin_free);
  g_autofree char *name = mw_client_plain (model);
  if (!add_displays (lookup, name, skins, error))
    return NULL;
  g_ptr_array_sort (skins, compare_skins);
  return g_steal_pointer (&skins);
}
