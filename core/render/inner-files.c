/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/inner-files.h"
#include "core/render/inner-model.h"
#include "core/base/i18n.h"
#include "core/model/points.h"
#include "core/pose/particles.h"
#include "core/pose/splats.h"
#include "core/vfs/slk.h"

#include <string.h>

#define TABLE "Splats\\SpawnData.slk"
/* That of the game has less than 100 kB. */
#define MOST_BYTES ((gsize) 16 * 1024 * 1024)

GHashTable *
mw_spawn_table_read (MwLookup *lookup, GError **error)
{
  g_autoptr (GHashTable) spawned = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *found = mw_lookup_find (lookup, TABLE);
  g_autoptr (GError) wrong = NULL;
  if (!found)
    return g_steal_pointer (&spawned);
  g_autoptr (GBytes) bytes = mw_lookup_read (lookup, TABLE, MOST_BYTES, &wrong);
  g_autoptr (MwSlk) slk = bytes ? mw_slk_read (bytes, &wrong) : NULL;
  if (!slk) {
    g_propagate_prefixed_error (error, g_steal_pointer (&wrong), "%s: ", TABLE);
    return NULL;
  }
  const int column = mw_slk_column (slk, "Model");
  for (guint row = 0; row < mw_slk_n_rows (slk); row++) {
    const char *id = mw_slk_text (slk, row, 0), *file = mw_slk_text (slk, row, column);
    if (id && file)
      g_hash_table_replace (spawned, g_ascii_strdown (id, -1), g_utf8_make_valid (file, -1));
  }
  return g_steal_pointer (&spawned);
}

const char *
mw_inner_name (const MwModel *model, const MwRecord *node, GHashTable *spawned, const char **unknown)
{
  const char *id = mw_spawns_id (model, node);
  if (unknown)
    *unknown = NULL;
  if (!id)
    return mw_particles_model (model, node);
  g_autofree char *lower = g_ascii_strdown (id, -1);
  const char *name = spawned ? g_hash_table_lookup (spawned, lower) : NULL;
  if (!name && unknown)
    *unknown = id;
  return name;
}

static void
add_once (GPtrArray *texts, const char *text)
{
  if (text && !g_ptr_array_find_with_equal_func (texts, text, g_str_equal, NULL))
    g_ptr_array_add (texts, g_strdup (text));
}

gboolean
mw_inner_spawns (const MwModel *model)
{
  g_autoptr (GPtrArray) points = mw_points_list (model);
  for (guint i = 0; i < points->len; i++)
    if (mw_spawns_id (model, points->pdata[i]))
      return TRUE;
  return FALSE;
}

GPtrArray *
mw_inner_names (const MwModel *model, GHashTable *spawned, GPtrArray *unknown)
{
  g_autoptr (GPtrArray) points = mw_points_list (model);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < points->len; i++) {
    const char *lacking;
    add_once (names, mw_inner_name (model, points->pdata[i], spawned, &lacking));
    add_once (names, mw_particles_recursion (model, points->pdata[i]));
    if (unknown)
      add_once (unknown, lacking);
  }
  return names;
}

void
mw_inner_append (const MwModel *model, GHashTable *files, GHashTable *spawned, GArray *inside)
{
  if (!files || g_hash_table_size (files) == 0)
    return;
  g_autoptr (GPtrArray) points = mw_points_list (model);
  for (guint i = 0; i < points->len; i++) {
    const MwRecord *point = points->pdata[i];
    const char *name = mw_inner_name (model, point, spawned, NULL);
    MwInnerModel *file = name ? g_hash_table_lookup (files, name) : NULL;
    const MwInside one = { .node = point->id, .model = file ? mw_inner_model_get (file) : NULL };
    if (file)
      g_array_append_val (inside, one);
  }
}

/* How a model uses another one. */
typedef struct {
  gboolean shows, carries;
} Use;

static Use
use_of (const MwModel *model, const char *name, GHashTable *spawned)
{
  g_autoptr (GPtrArray) points = mw_points_list (model);
  Use use = { .shows = !name };
  for (guint i = 0; name && i < points->len; i++) {
    use.shows |= g_strcmp0 (mw_inner_name (model, points->pdata[i], spawned, NULL), name) == 0;
    use.carries |= g_strcmp0 (mw_particles_recursion (model, points->pdata[i]), name) == 0;
  }
  return use;
}

GPtrArray *
mw_inner_notes (const MwModel *model, const char *name, GHashTable *spawned, const MwModel *inner)
{
  const Use use = use_of (model, name, spawned);
  g_autoptr (GPtrArray) points = mw_points_list (inner);
  GPtrArray *notes = g_ptr_array_new ();
  guint n_carried = 0;
  gboolean shows = FALSE, carries = FALSE, hides = FALSE;
  for (guint i = 0; i < points->len; i++) {
    const MwRecord *point = points->pdata[i];
    shows |= mw_particles_model (inner, point) || mw_spawns_id (inner, point);
    carries |= mw_particles_recursion (inner, point) != NULL;
    if (!mw_particles_can_be_carried (inner, point) || n_carried == MW_CARRIED_MAX)
      continue;
    n_carried++;
    hides |= mw_particles_model (inner, point) || mw_particles_recursion (inner, point);
  }
  if (use.shows && (shows || carries))
    g_ptr_array_add (notes, (gpointer) N_ ("The models that its own emitters and events show are not drawn"));
  if (use.shows && mw_splats_in (inner))
    g_ptr_array_add (notes, (gpointer) N_ ("The marks that it leaves on the ground are not drawn"));
  if (use.carries && n_carried == 0)
    g_ptr_array_add (notes, (gpointer) N_ ("It has no emitters that particles can carry"));
  if (use.carries && hides)
    g_ptr_array_add (notes,
                     (gpointer) N_ ("The models that carried particles are, or carry themselves, are not drawn"));
  return notes;
}
