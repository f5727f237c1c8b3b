/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/character-skin.h"
#include "core/image/paste.h"
#include "core/base/error.h"
#include "core/model/points.h"
#include "core/model/titles.h"
#include "core/pose/sections.h"

#include <math.h>

enum { BODY = 1, OBJECT = 2 };

/* The image of a layer; NULL: it is noted as missing. */
static MwImage *
load (const MwCharacterLayer *layer, MwLookup *lookup, GPtrArray *missing)
{
  for (guint i = 0; i < G_N_ELEMENTS (layer->paths) && layer->paths[i]; i++) {
    g_autofree char *found = mw_lookup_find (lookup, layer->paths[i]);
    MwImage *image = found ? mw_texture_load_found (layer->paths[i], lookup, NULL) : NULL;
    if (image)
      return image;
  }
  g_ptr_array_add (missing, g_strdup (layer->paths[0]));
  return NULL;
}

/* A part of a side, in pixels; at most the whole. */
static uint32_t
pixels (float part, uint32_t side)
{
  const double wanted = round ((double) part * side);
  return wanted > 0 ? (uint32_t) MIN (wanted, side) : 0;
}

static gboolean
lay (MwCharacterSkin *skin, const MwCharacterLayer *layer, MwLookup *lookup, GError **error)
{
  g_autoptr (MwImage) image = load (layer, lookup, skin->missing);
  if (!image)
    return TRUE;
  const uint32_t x = pixels (layer->x, skin->body->width), y = pixels (layer->y, skin->body->height),
                 width = MIN (pixels (layer->width, skin->body->width), skin->body->width - x),
                 height = MIN (pixels (layer->height, skin->body->height), skin->body->height - y);
  return width == 0 || height == 0 || mw_image_paste (skin->body, image, x, y, width, height, error);
}

/* --- What is worn and held ------------------------------------------------------------------------------------------ */

static void
held_free (gpointer data)
{
  MwCharacterHeld *held = data;
  g_clear_pointer (&held->model, mw_inner_model_unref);
  g_free (held->name);
  g_free (held->trouble);
  g_free (held);
}

static MwCharacterHeld *
read_held (const MwCharacterModel *model, MwLookup *lookup)
{
  MwCharacterHeld *held = g_new0 (MwCharacterHeld, 1);
  g_autoptr (GError) error = NULL;
  g_autofree char *address = NULL;
  for (guint i = 0; !address && i < G_N_ELEMENTS (model->paths); i++)
    address = mw_lookup_find (lookup, model->paths[i]);
  held->point = model->point;
  held->name = g_strdup (model->paths[0]);
  held->model = address ? mw_inner_model_read (address, NULL, &error) : NULL;
  if (error)
    held->trouble = mw_error_describe (error, address);
  if (held->model) {
    mw_inner_model_set_places (held->model, mw_lookup_game (lookup));
    if (model->image)
      mw_inner_model_set_image (held->model, OBJECT, model->image);
  }
  return held;
}

const MwRecord *
mw_character_held_point (const MwCharacterHeld *held, const MwModel *model)
{
  g_autoptr (GPtrArray) points = mw_points_list (model);
  for (guint i = 0; i < points->len; i++) {
    const MwRecord *point = points->pdata[i];
    const char *name = mw_record_short_name (point);
    if (mw_aspects_of (model)->point (point->schema) == MW_POINT_ATTACHMENT && g_strcmp0 (name, held->point) == 0)
      return point;
  }
  return NULL;
}

MwCharacterSkin *
mw_character_skin_make (const MwCharacter *character, const guint32 *parts, MwLookup *lookup, GError **error)
{
  g_autoptr (MwCharacterLook) look = mw_character_look (character, parts);
  g_autoptr (MwCharacterSkin) skin = g_new0 (MwCharacterSkin, 1);
  skin->missing = g_ptr_array_new_with_free_func (g_free);
  skin->images = g_hash_table_ref (look->images);
  skin->sections = g_hash_table_ref (look->sections);
  skin->held = g_ptr_array_new_with_free_func (held_free);
  for (guint i = 0; i < look->models->len; i++)
    g_ptr_array_add (skin->held, read_held (look->models->pdata[i], lookup));
  if (look->layers->len)
    skin->body = load (look->layers->pdata[0], lookup, skin->missing);
  for (guint i = 1; skin->body && i < look->layers->len; i++)
    if (!lay (skin, look->layers->pdata[i], lookup, error))
      return NULL;
  return g_steal_pointer (&skin);
}

void
mw_character_skin_free (MwCharacterSkin *skin)
{
  g_ptr_array_unref (skin->held);
  mw_image_free (skin->body);
  g_hash_table_unref (skin->images);
  g_hash_table_unref (skin->sections);
  g_ptr_array_unref (skin->missing);
  g_free (skin);
}

gboolean
mw_character_skin_has (const MwCharacterSkin *skin, guint type)
{
  return type == BODY ? skin->body != NULL : g_hash_table_contains (skin->images, GUINT_TO_POINTER (type));
}

void
mw_character_skin_show (const MwCharacterSkin *skin, guint type, MwRenderer *renderer)
{
  const char *path = g_hash_table_lookup (skin->images, GUINT_TO_POINTER (type));
  mw_renderer_show_image (renderer, type, type == BODY ? skin->body : NULL);
  mw_renderer_show_texture (renderer, type, path);
}

void
mw_character_skin_hide (const MwCharacterSkin *skin, const MwModel *model, GHashTable *chosen, GArray *hidden)
{
  if (!skin) {
    mw_sections_hide (model, chosen, hidden);
    return;
  }
  g_autoptr (GHashTable) all = g_hash_table_new (NULL, NULL);
  GHashTable *const sources[] = { skin->sections, chosen };
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++) {
    GHashTableIter each;
    gpointer group, variant;
    if (!sources[i])
      continue;
    g_hash_table_iter_init (&each, sources[i]);
    while (g_hash_table_iter_next (&each, &group, &variant))
      g_hash_table_replace (all, group, variant);
  }
  mw_sections_hide (model, all, hidden);
}
