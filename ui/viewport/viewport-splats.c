/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/sounds.h"
#include "core/render/splat-tables.h"
#include "core/vfs/sound-labels.h"
#include "ui/viewport/viewport-private.h"

/* What the tables of the game say about the marks that events leave on the ground, and about the sounds that they play. A worker reads them.
 * Until then, the marks are spots, and the sounds have only ids. */

typedef struct {
  GHashTable *kinds, *sounds;
  char *wrong;
} Tables;

static void
tables_free (gpointer data)
{
  Tables *tables = data;
  g_clear_pointer (&tables->kinds, g_hash_table_unref);
  g_clear_pointer (&tables->sounds, g_hash_table_unref);
  g_free (tables->wrong);
  g_free (tables);
}

static void
read_tables (GTask *task, gpointer source, gpointer lookup, GCancellable *cancellable)
{
  Tables *tables = g_new0 (Tables, 1);
  g_autofree char *wrong = NULL;
  tables->kinds = mw_splat_tables_read (lookup, &tables->wrong);
  tables->sounds = mw_sound_labels_read (lookup, &wrong);
  if (wrong) {
    g_autofree char *before = tables->wrong;
    tables->wrong = before ? g_strconcat (before, "\n", wrong, NULL) : g_strdup (wrong);
  }
  g_task_return_pointer (task, tables, tables_free);
}

static void
forget (MwViewport *self)
{
  if (self->splats_reading)
    g_cancellable_cancel (self->splats_reading);
  g_clear_object (&self->splats_reading);
  g_clear_pointer (&self->splats, g_hash_table_unref);
  g_clear_pointer (&self->sound_labels, g_hash_table_unref);
  g_clear_pointer (&self->splats_wrong, g_free);
}

/* Takes them; NULL: none are known yet. */
static void
set (MwViewport *self, GHashTable *kinds)
{
  self->splats = kinds;
  if (self->renderer)
    mw_renderer_set_splats (self->renderer, kinds);
}

static void
tables_read (GObject *source, GAsyncResult *result, gpointer unused)
{
  MwViewport *self = MW_VIEWPORT (source);
  Tables *tables = g_task_propagate_pointer (G_TASK (result), NULL);
  if (!tables) /* it was cancelled */
    return;
  g_clear_object (&self->splats_reading);
  self->splats_wrong = g_steal_pointer (&tables->wrong);
  set (self, g_steal_pointer (&tables->kinds));
  self->sound_labels = g_steal_pointer (&tables->sounds);
  mw_viewport_show_sounds (self);
  tables_free (tables);
  mw_viewport_show_note (self);
  mw_viewport_redraw (self);
}

void
mw_viewport_load_splats (MwViewport *self)
{
  const MwModel *model = self->document ? mw_document_get_model (self->document) : NULL;
  forget (self);
  set (self, NULL);
  if (!model || !(mw_splats_in (model) || mw_sounds_in (model)))
    return;
  MwLookup *lookup = mw_viewport_make_lookup (self);
  if (!lookup) { /* without a file there are no tables */
    set (self, mw_splat_kinds_new ());
    return;
  }
  self->splats_reading = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, self->splats_reading, tables_read, NULL);
  g_task_set_task_data (task, lookup, (GDestroyNotify) mw_lookup_free);
  g_task_run_in_thread (task, read_tables);
}

gboolean
mw_viewport_splats_changed (MwViewport *self, const MwChangeSet *changes)
{
  const MwAspects *aspects = mw_aspects_of (mw_document_get_model (self->document));
  for (guint i = 0; i < changes->changes->len; i++) {
    const MwChange *change = &g_array_index (changes->changes, MwChange, i);
    if (aspects->point (change->schema) != MW_POINT_EVENT)
      continue;
    if (self->renderer && !self->splats && !self->splats_reading)
      mw_viewport_load_splats (self);
    return TRUE;
  }
  return FALSE;
}

void
mw_viewport_dispose_splats (MwViewport *self)
{
  forget (self);
}
