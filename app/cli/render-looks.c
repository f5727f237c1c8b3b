/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/render-looks.h"
#include "app/cli/values.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/model/aspects.h"
#include "core/pose/sections.h"
#include "core/vfs/skins.h"

#include <string.h>

/* At most so many skins and numbers are named in an error. */
enum { LISTED = 24 };

static gboolean
is_skin (const MwNamedSkin *skin, const char *wanted)
{
  gsize used, length = strlen (wanted);
  int64_t number;
  if (mw_int_from_text (wanted, length, &used, 0, G_MAXUINT32, &number) && used == length)
    return skin->number == number;
  return skin->name && g_ascii_strcasecmp (skin->name, wanted) == 0;
}

/* The skin of --skin, in `skins`. NULL and an error with those that there are. */
static const MwNamedSkin *
find_skin (const GPtrArray *skins, const char *wanted, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; i < skins->len; i++)
    if (is_skin (skins->pdata[i], wanted))
      return skins->pdata[i];
  for (guint i = 0; i < MIN (skins->len, LISTED); i++) {
    const MwNamedSkin *skin = skins->pdata[i];
    g_autofree char *plain = mw_cli_plain (skin->name ? skin->name : "", 0);
    g_string_append_printf (names, "%s%u%s%s", i ? ", " : "; there are ", skin->number, *plain ? " " : "", plain);
  }
  if (skins->len > LISTED)
    g_string_append_printf (names, " and %u more", skins->len - LISTED);
  mw_set_error (error, MW_ERROR_PATH, -1, NULL, "--skin: there is no skin \"%s\"%s", wanted,
                skins->len ? names->str : "; no table of a game (--game, --data, --dbc) has one of this model");
  return NULL;
}

static void
skin_clear (gpointer skin)
{
  g_free (((MwNamedSkin *) skin)->name);
  g_free (skin);
}

/* Whether --skin gives parts of a character. */
static gboolean
wish_has_parts (const MwRenderWish *wish)
{
  return g_hash_table_size (wish->parts) > 0;
}

/* The number of the skin colour that --skin names. FALSE and an error with those that there are. */
static gboolean
find_colour (const MwCharacter *character, const char *wanted, guint32 *parts, GError **error)
{
  g_autoptr (GArray) numbers = mw_character_choices (character, MW_CHARACTER_SKIN_COLOUR, parts);
  g_autoptr (GPtrArray) skins = g_ptr_array_new_with_free_func (skin_clear);
  for (guint i = 0; i < numbers->len; i++) {
    MwNamedSkin *skin = g_new0 (MwNamedSkin, 1);
    skin->number = g_array_index (numbers, guint32, i);
    skin->name = mw_character_choice_name (character, MW_CHARACTER_SKIN_COLOUR, skin->number);
    g_ptr_array_add (skins, skin);
  }
  const MwNamedSkin *found = find_skin (skins, wanted, error);
  if (found)
    parts[MW_CHARACTER_SKIN_COLOUR] = found->number;
  return found != NULL;
}

/* Whether the tables have what --skin asks for. FALSE and an error with what there is. */
static gboolean
check_parts (const MwCharacter *character, GHashTable *wanted, const guint32 *parts, GError **error)
{
  for (guint part = 0; part < MW_CHARACTER_PARTS; part++) {
    if (!g_hash_table_contains (wanted, GUINT_TO_POINTER (part)))
      continue;
    g_autoptr (GArray) numbers = mw_character_choices (character, (MwCharacterPart) part, parts);
    gboolean found = FALSE;
    for (guint i = 0; i < numbers->len; i++)
      found |= g_array_index (numbers, guint32, i) == parts[part];
    if (found)
      continue;
    g_autoptr (GString) all = g_string_new (NULL);
    for (guint i = 0; i < MIN (numbers->len, LISTED); i++)
      g_string_append_printf (all, "%s%u", i ? ", " : "; there are ", g_array_index (numbers, guint32, i));
    mw_set_error (error, MW_ERROR_PATH, -1, NULL, "--skin: there is no %s %u%s%s",
                  mw_character_part_word ((MwCharacterPart) part), parts[part], all->str,
                  numbers->len > LISTED ? " and more" : "");
    return FALSE;
  }
  return TRUE;
}

gboolean
mw_render_looks_find (MwRenderLooks *looks, const MwRenderWish *wish, const MwShown *shown, const MwModel *model,
                      MwLookup *lookup, const char *file, GError **damaged, GError **error)
{
  const gboolean asked = wish->skin || wish_has_parts (wish);
  g_autoptr (GArray) sections = mw_sections_list (model);
  g_autoptr (GError) wrong = NULL;
  g_autoptr (MwCharacter) character = sections->len ? mw_character_read (lookup, file, &wrong) : NULL;
  guint32 parts[MW_CHARACTER_PARTS];
  if (wrong) {
    g_propagate_error (asked ? error : damaged, g_steal_pointer (&wrong));
    return FALSE;
  }
  if (character) {
    mw_character_fill (character, wish_has_parts (wish) ? wish->parts : shown->parts, parts);
    if ((wish->skin && !find_colour (character, wish->skin, parts, error))
        || !check_parts (character, wish->parts, parts, error))
      return FALSE;
    looks->body = mw_character_skin_make (character, parts, lookup, error);
    return looks->body != NULL;
  }
  if (wish_has_parts (wish)) {
    mw_set_error (error, MW_ERROR_PATH, -1, NULL, "--skin: %s",
                  sections->len ? "no table of a game (--game, --data, --dbc) has this character"
                                : "the model is no character, so it has no parts to choose");
    return FALSE;
  }
  if (wish->skin && (looks->skins = mw_named_skins (lookup, file, error)))
    looks->skin = find_skin (looks->skins, wish->skin, error);
  return !wish->skin || looks->skin;
}

/* --- Showing ------------------------------------------------------------------------------------------------------- */

/* What was chosen for textures of a type: as --texture says, else --skin, else what the window remembers for the file, else a guess by file
 * names. *chosen is set to whether it is none of the game's tables and no guess. */
static const char *
path_of (const MwRenderWish *wish, guint type, const MwShown *shown, const MwNamedSkin *skin, const char *guess,
         gboolean *chosen)
{
  const char *remembered = g_hash_table_lookup (shown->types, GUINT_TO_POINTER (type)), *path = !remembered ? guess
                                                                                                : *remembered
                                                                                                  ? remembered
                                                                                                  : NULL;
  /* Parts that are asked for go before an image that is remembered. */
  *chosen = remembered && g_hash_table_size (wish->parts) == 0;
  for (guint k = 0; skin && k < skin->n_images; k++)
    path = skin->images[k].type == type ? skin->images[k].path : path;
  for (guint k = 0; k < wish->textures->len; k++) {
    const MwRenderTexture *texture = &g_array_index (wish->textures, MwRenderTexture, k);
    path = texture->type == type ? texture->path : path;
    *chosen |= texture->type == type;
  }
  return path;
}

void
mw_render_looks_show (const MwRenderLooks *looks, MwRenderer *renderer, const MwRenderWish *wish, const MwModel *model,
                      MwLookup *lookup, const char *file, const MwShown *shown)
{
  static const guint body_types[] = MW_CHARACTER_SKIN_TYPES;
  const MwList *list = mw_record_list (&model->record, mw_schema_part (model->record.schema, MW_PART_TEXTURES));
  mw_renderer_set_particle_colors (renderer, looks->skin ? looks->skin->particle_colors : shown->particle_colors);
  for (uint32_t i = 0; i < list->n; i++) {
    uint32_t type = mw_texture_aspect (list->items[i]).type;
    g_autofree char *guess = type && lookup ? mw_skin_find (lookup, file, type) : NULL;
    gboolean chosen, of_body = FALSE;
    const char *path = path_of (wish, type, shown, looks->skin, guess, &chosen);
    for (guint k = 0; looks->body && k < G_N_ELEMENTS (body_types); k++)
      of_body |= type == body_types[k];
    if (!type)
      continue;
    mw_renderer_show_image (renderer, type, NULL);
    if (of_body && !chosen)
      mw_character_skin_show (looks->body, type, renderer);
    else
      mw_renderer_show_texture (renderer, type, path);
  }
}

void
mw_render_looks_hide (const MwRenderLooks *looks, const MwRenderWish *wish, const MwModel *model, const MwShown *shown,
                      GArray *hidden)
{
  mw_character_skin_hide (looks->body, model, wish_has_parts (wish) ? NULL : shown->sections, hidden);
  mw_shown_append_ids (shown->hidden, model, hidden);
}

void
mw_render_looks_clear (MwRenderLooks *looks)
{
  g_clear_pointer (&looks->skins, g_ptr_array_unref);
  g_clear_pointer (&looks->body, mw_character_skin_free);
}
