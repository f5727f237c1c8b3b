/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/render-inner.h"
#include "app/cli/values.h"
#include "core/base/error.h"
#include "core/render/inner-files.h"
#include "core/render/inner-model.h"

/* Reads one. NULL: that is said. */
static MwInnerModel *
read_one (MwCli *cli, const char *file, MwLookup *lookup, const char *name)
{
  g_autofree char *address = mw_lookup_find_model (lookup, name);
  g_autoptr (GError) error = NULL;
  MwInnerModel *model = address ? mw_inner_model_read (address, NULL, &error) : NULL;
  if (model) {
    mw_inner_model_set_places (model, mw_lookup_game (lookup));
    return model;
  }
  g_autofree char *why = error ? mw_error_describe (error, address) : NULL, *plain = mw_cli_plain (name, 0);
  if (why && !cli->quiet)
    mw_cli_say (cli, "%s: a model that it shows cannot be read: %s", file, why);
  else if (!cli->quiet)
    mw_cli_say (cli, "%s: the model %s, which it shows, is missing; --data DIR and mwright games say where to look",
                file, plain);
  return NULL;
}

void
mw_render_inner_say (MwCli *cli, const char *file, const MwModel *model, const char *name, const char *shown,
                     GHashTable *spawned, const MwInnerModel *inner)
{
  g_autoptr (GPtrArray) notes = mw_inner_notes (model, name, spawned, mw_inner_model_get (inner));
  g_autofree char *plain = mw_cli_plain (shown, 0);
  for (guint i = 0; i < notes->len && !cli->quiet; i++)
    mw_cli_say (cli, "%s: of %s, which it shows: %s", file, plain, (const char *) notes->pdata[i]);
}

gboolean
mw_render_inner_read (MwCli *cli, const MwModel *model, const char *file, MwLookup *lookup, MwRenderInner *inner,
                      GError **error)
{
  g_autoptr (GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);
  *inner = (MwRenderInner) { .missing = g_ptr_array_new_with_free_func (g_free) };
  if (mw_inner_spawns (model) && !(inner->spawned = mw_spawn_table_read (lookup, error)))
    return FALSE;
  g_autoptr (GPtrArray) names = mw_inner_names (model, inner->spawned, unknown);
  inner->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) mw_inner_model_unref);
  for (guint i = 0; i < names->len; i++) {
    MwInnerModel *one = read_one (cli, file, lookup, names->pdata[i]);
    if (one) {
      g_hash_table_insert (inner->files, g_strdup (names->pdata[i]), one);
      mw_render_inner_say (cli, file, model, names->pdata[i], names->pdata[i], inner->spawned, one);
    } else
      g_ptr_array_add (inner->missing, g_strdup (names->pdata[i]));
  }
  for (guint i = 0; i < unknown->len; i++) {
    g_autofree char *plain = mw_cli_plain (unknown->pdata[i], 0);
    if (!cli->quiet)
      mw_cli_say (cli, "%s: what the event SPN %s spawns is in no table of a game (Splats\\SpawnData.slk)", file,
                  plain);
    g_ptr_array_add (inner->missing, g_strconcat ("SPN ", unknown->pdata[i], NULL));
  }
  return TRUE;
}

void
mw_render_held_say (MwCli *cli, const char *file, const MwModel *model, const GPtrArray *all, GPtrArray *missing)
{
  for (guint i = 0; i < all->len; i++) {
    const MwCharacterHeld *held = all->pdata[i];
    g_autofree char *plain = mw_cli_plain (held->name, 0);
    if (!held->model)
      g_ptr_array_add (missing, g_strdup (held->name));
    if (cli->quiet)
      continue;
    if (held->trouble)
      mw_cli_say (cli, "%s: a model that it wears or holds cannot be read: %s", file, held->trouble);
    else if (!held->model)
      mw_cli_say (
        cli, "%s: the model %s, which it wears or holds, is missing; --data DIR and mwright games say where to look",
        file, plain);
    else if (!mw_character_held_point (held, model))
      mw_cli_say (cli, "%s: drawn without %s: the model has no attachment %s", file, plain, held->point);
    else
      mw_render_inner_say (cli, file, model, NULL, held->name, NULL, held->model);
  }
}

void
mw_render_inner_clear (MwRenderInner *inner)
{
  g_clear_pointer (&inner->files, g_hash_table_unref);
  g_clear_pointer (&inner->spawned, g_hash_table_unref);
  g_clear_pointer (&inner->missing, g_ptr_array_unref);
}
