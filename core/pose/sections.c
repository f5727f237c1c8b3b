/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/sections.h"
#include "core/model/aspects.h"

enum { SKIN = 1 };

/* Groups of names.md 5. */
enum { HAIR = 0, GLOVES = 4, BOOTS = 5, EARS = 7, TROUSERS = 13, FEET = 20, HANDS = 23 };

static gboolean
is_character (const MwModel *model)
{
  const MwList *textures = mw_record_list (&model->record, mw_schema_part (model->record.schema, MW_PART_TEXTURES));
  for (uint32_t i = 0; i < textures->n; i++)
    if (mw_texture_aspect (textures->items[i]).type == SKIN)
      return TRUE;
  return FALSE;
}

/* MwSectionAspect of all meshes; empty unless the model is a character. */
static GArray *
find_all (const MwModel *model)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (MwSectionAspect));
  if (is_character (model))
    mw_aspects_of (model)->sections (model, all);
  return all;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  return x < y ? -1 : x > y;
}

static GArray *
ids_of (const GArray *all)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < all->len; i++)
    g_array_append_val (ids, g_array_index (all, MwSectionAspect, i).section);
  g_array_sort (ids, compare);
  guint n = 0;
  for (guint i = 0; i < ids->len; i++)
    if (n == 0 || g_array_index (ids, guint32, i) != g_array_index (ids, guint32, n - 1))
      g_array_index (ids, guint32, n++) = g_array_index (ids, guint32, i);
  g_array_set_size (ids, n);
  return ids;
}

GArray *
mw_sections_list (const MwModel *model)
{
  g_autoptr (GArray) all = find_all (model);
  return ids_of (all);
}

guint
mw_section_default (const GArray *ids, guint group)
{
  gboolean part_of_body = group == GLOVES || group == BOOTS || group == TROUSERS || group == FEET || group == HANDS;
  guint lowest = 0, wanted = group == EARS ? 2 : 1;
  gboolean has_wanted = FALSE;
  for (guint i = 0; i < ids->len; i++) {
    guint32 id = g_array_index (ids, guint32, i);
    if (id / 100 != group || id == 0)
      continue;
    lowest = lowest ? lowest : id % 100;
    has_wanted |= id % 100 == wanted;
  }
  if (group == HAIR || part_of_body || (group == EARS && !has_wanted))
    return lowest;
  return wanted;
}

void
mw_sections_hide (const MwModel *model, GHashTable *chosen, GArray *hidden)
{
  g_autoptr (GArray) all = find_all (model), ids = ids_of (all);
  for (guint i = 0; i < all->len; i++) {
    const MwSectionAspect *mesh = &g_array_index (all, MwSectionAspect, i);
    guint group = mesh->section / 100, variant = mesh->section % 100;
    gpointer key = GUINT_TO_POINTER (group), value;
    guint shown = chosen && g_hash_table_lookup_extended (chosen, key, NULL, &value) ? GPOINTER_TO_UINT (value)
                                                                                     : mw_section_default (ids, group);
    /* The body itself is always there. */
    if (mesh->section != 0 && shown != MW_SECTION_ALL && variant != shown)
      g_array_append_val (hidden, mesh->id);
  }
}

static gboolean
has (const GArray *ids, MwId id)
{
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, MwId, i) == id)
      return TRUE;
  return FALSE;
}

GArray *
mw_sections_unseen_textures (const MwModel *model, const GArray *hidden)
{
  g_autoptr (GArray) all = find_all (model), shown = g_array_new (FALSE, FALSE, sizeof (MwId)),
                     others = g_array_new (FALSE, FALSE, sizeof (MwId));
  GArray *unseen = g_array_new (FALSE, FALSE, sizeof (MwId));
  if (hidden->len == 0)
    return unseen;
  mw_aspects_of (model)->mesh_textures (model, 0, shown);
  for (guint i = 0; i < all->len; i++) {
    const MwId mesh = g_array_index (all, MwSectionAspect, i).id;
    mw_aspects_of (model)->mesh_textures (model, mesh, has (hidden, mesh) ? others : shown);
  }
  for (guint i = 0; i < others->len; i++) {
    const MwId texture = g_array_index (others, MwId, i);
    if (!has (shown, texture) && !has (unseen, texture))
      g_array_append_val (unseen, texture);
  }
  return unseen;
}
