/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport-attached.h"
#include "core/base/error.h"
#include "core/base/last-words.h"
#include "core/model/points.h"
#include "ui/game-files.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/viewport-private.h"

/* Other models that a viewport shows at nodes of its model. They are remembered for the file (core/render/shown.h) by the names of the
 * nodes. Each is read by a worker. */

typedef struct {
  MwId node; /* 0: the model has no such node */
  char *name, *path;
  MwInnerModel *model;   /* NULL: it is being read, or cannot be */
  char *trouble;         /* why it cannot be */
  GCancellable *reading; /* NULL: it is not being read */
} Attached;

static void
attached_free (gpointer data)
{
  Attached *attached = data;
  if (attached->reading)
    g_cancellable_cancel (attached->reading);
  g_clear_object (&attached->reading);
  g_clear_pointer (&attached->model, mw_inner_model_unref);
  g_free (attached->name);
  g_free (attached->path);
  g_free (attached->trouble);
  g_free (attached);
}

static const MwModel *
model_of (MwViewport *self)
{
  return mw_document_get_model (self->document);
}

static Attached *
find (MwViewport *self, MwId node)
{
  for (guint i = 0; self->attached && i < self->attached->len; i++) {
    Attached *attached = self->attached->pdata[i];
    if (attached->node == node)
      return attached;
  }
  return NULL;
}

/* --- Reading -------------------------------------------------------------------------------------------------------- */

static void
set_places (MwInnerModel *model)
{
  g_autoptr (MwPlaces) places = mw_game_files_for (mw_inner_model_format (model));
  mw_inner_model_set_places (model, places);
}

static void
read_thread (GTask *task, gpointer self, gpointer path, GCancellable *cancellable)
{
  GError *error = NULL;
  mw_last_words_in_thread ();
  MwInnerModel *model = mw_inner_model_read (path, cancellable, &error);
  if (model)
    g_task_return_pointer (task, model, (GDestroyNotify) mw_inner_model_unref);
  else
    g_task_return_error (task, error);
}

static void
was_read (GObject *object, GAsyncResult *result, gpointer unused)
{
  MwViewport *self = MW_VIEWPORT (object);
  g_autoptr (GError) error = NULL;
  MwInnerModel *model = g_task_propagate_pointer (G_TASK (result), &error);
  Attached *attached = NULL;
  for (guint i = 0; self->attached && i < self->attached->len; i++)
    if (((Attached *) self->attached->pdata[i])->reading == g_task_get_cancellable (G_TASK (result)))
      attached = self->attached->pdata[i];
  /* Another one was chosen in the meantime, or the view is gone. */
  if (!attached) {
    g_clear_pointer (&model, mw_inner_model_unref);
    return;
  }
  g_clear_object (&attached->reading);
  attached->model = model;
  if (model)
    set_places (model);
  else
    attached->trouble = mw_error_describe (error, attached->path);
  if (model && self->renderer)
    mw_renderer_attach (self->renderer, attached->node, model);
  self->textures_stale = TRUE;
  mw_viewport_show_note (self);
  mw_viewport_redraw (self);
}

/* Takes the name. */
static void
add (MwViewport *self, MwId node, char *name, const char *path)
{
  Attached *attached = g_new0 (Attached, 1);
  attached->node = node;
  attached->name = name;
  attached->path = g_strdup (path);
  g_ptr_array_add (self->attached, attached);
  if (!node)
    return;
  attached->reading = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, attached->reading, was_read, NULL);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_set_return_on_cancel (task, FALSE);
  g_task_run_in_thread (task, read_thread);
}

/* --- What is remembered --------------------------------------------------------------------------------------------- */

/* The nodes may have other names now. What is at none is forgotten. */
void
mw_viewport_name_attached (MwViewport *self)
{
  g_hash_table_remove_all (self->chosen->attached);
  for (guint i = 0; self->attached && i < self->attached->len; i++) {
    Attached *attached = self->attached->pdata[i];
    const MwRecord *node = attached->node ? mw_model_find (model_of (self), attached->node) : NULL;
    if (node) {
      g_free (attached->name);
      attached->name = mw_point_name (model_of (self), node);
    }
    if (attached->node)
      g_hash_table_replace (self->chosen->attached, g_strdup (attached->name), g_strdup (attached->path));
  }
}

void
mw_viewport_recall_attached (MwViewport *self)
{
  GHashTableIter each;
  gpointer name, path;
  g_clear_pointer (&self->attached, g_ptr_array_unref);
  self->attached = g_ptr_array_new_with_free_func (attached_free);
  g_hash_table_iter_init (&each, self->chosen->attached);
  while (g_hash_table_iter_next (&each, &name, &path)) {
    const MwRecord *node = mw_point_find (model_of (self), name);
    add (self, node ? node->id : 0, g_strdup (name), path);
  }
}

void
mw_viewport_attach (MwViewport *self, MwId node, const char *path)
{
  Attached *old = find (self, node);
  const MwRecord *record = mw_model_find (model_of (self), node);
  if (self->renderer)
    mw_renderer_attach (self->renderer, node, NULL);
  if (old)
    g_ptr_array_remove (self->attached, old);
  if (path && record)
    add (self, node, mw_point_name (model_of (self), record), path);
  mw_viewport_remember (self);
  mw_viewport_show_note (self);
  mw_viewport_redraw (self);
}

const char *
mw_viewport_get_attached (MwViewport *self, MwId node)
{
  const Attached *attached = find (self, node);
  return attached ? attached->path : NULL;
}

void
mw_viewport_saved (MwViewport *self)
{
  if (self->attached && self->attached->len)
    mw_viewport_remember (self);
}

/* --- Showing -------------------------------------------------------------------------------------------------------- */

void
mw_viewport_show_attached (MwViewport *self)
{
  for (guint i = 0; self->attached && i < self->attached->len; i++) {
    const Attached *attached = self->attached->pdata[i];
    if (attached->model)
      mw_renderer_attach (self->renderer, attached->node, attached->model);
  }
}

void
mw_viewport_refind_attached (MwViewport *self)
{
  for (guint i = 0; self->attached && i < self->attached->len; i++) {
    const Attached *attached = self->attached->pdata[i];
    if (attached->model)
      set_places (attached->model);
  }
}

/* What there is to say of one; NULL: nothing. Free with g_free(). */
static char *
note_of (const Attached *attached)
{
  g_autofree char *name = g_filename_display_basename (attached->path), *node = mw_ui_text (attached->name);
  if (attached->reading)
    return g_strdup_printf (_ ("Reading %s…"), name);
  if (!attached->node)
    return g_strdup_printf (_ ("%s is not shown: there is no node %s"), name, node);
  /* Translators: a node of a model, and the reason. */
  if (attached->trouble)
    return g_strdup_printf (_ ("What is attached to %s cannot be shown: %s"), node, attached->trouble);
  const guint n = mw_inner_model_missing (attached->model)->len;
  return n ? g_strdup_printf (ngettext ("%u texture of %s is missing", "%u textures of %s are missing", n), n, name)
           : NULL;
}

void
mw_viewport_append_attached_notes (MwViewport *self, GString *text)
{
  for (guint i = 0; self->attached && i < self->attached->len; i++) {
    g_autofree char *note = note_of (self->attached->pdata[i]);
    if (note)
      g_string_append_printf (text, "%s%s", text->len ? "\n" : "", note);
  }
}
