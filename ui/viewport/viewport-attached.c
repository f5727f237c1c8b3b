/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/viewport-eyes.h"
#include "ui/viewport/viewport-attached.h"
#include "core/base/error.h"
#include "core/base/last-words.h"
#include "core/model/points.h"
#include "core/pose/seen.h"
#include "core/render/inner-files.h"
#include "ui/games/game-files.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/viewport/shown-textures.h"
#include "ui/viewport/viewport-private.h"

/* Other models that a viewport shows inside its model: those that the user attached to nodes, which are remembered for the file
 * (core/render/shown.h) by the names of the nodes, and those that the model's particles are and its events spawn. Each is read by a worker. */

typedef struct {
  MwId node;             /* 0: the model has no such node, or it is not attached */
  gboolean attached;     /* FALSE: the model shows it by itself */
  char *name;            /* of the node; or what the model calls the file */
  char *path;            /* NULL: it is not found */
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

/* The one that a worker reads; or NULL. */
static Attached *
find_reading (GPtrArray *list, GCancellable *reading)
{
  for (guint i = 0; list && i < list->len; i++)
    if (((Attached *) list->pdata[i])->reading == reading)
      return list->pdata[i];
  return NULL;
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

/* What the model shows by itself is of the same game. */
static void
set_places (MwViewport *self, const Attached *attached)
{
  if (!attached->attached) {
    mw_inner_model_set_places (attached->model, self->lookup ? mw_lookup_game (self->lookup) : NULL);
    return;
  }
  g_autoptr (MwPlaces) places = mw_game_files_for (mw_inner_model_format (attached->model));
  mw_inner_model_set_places (attached->model, places);
}

/* Tells the renderer of one that was read. */
static void
show (MwViewport *self, const Attached *attached)
{
  if (!attached->attached)
    g_hash_table_insert (self->inner_files, g_strdup (attached->name), mw_inner_model_ref (attached->model));
  if (self->renderer && attached->attached)
    mw_renderer_attach (self->renderer, attached->node, attached->model);
  else if (self->renderer)
    mw_renderer_set_inner (self->renderer, self->inner_files, self->spawned);
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
  Attached *attached = find_reading (self->attached, g_task_get_cancellable (G_TASK (result)));
  if (!attached)
    attached = find_reading (self->inner, g_task_get_cancellable (G_TASK (result)));
  /* Another one was chosen in the meantime, or the view is gone. */
  if (!attached) {
    g_clear_pointer (&model, mw_inner_model_unref);
    return;
  }
  g_clear_object (&attached->reading);
  attached->model = model;
  self->inside_known = FALSE;
  if (model) {
    set_places (self, attached);
    show (self, attached);
    g_signal_emit_by_name (self, "files-shown");
  } else
    attached->trouble = mw_error_describe (error, attached->path);
  self->textures_stale = TRUE;
  mw_viewport_show_note (self);
  mw_viewport_redraw (self);
}

static void
begin_reading (MwViewport *self, Attached *attached)
{
  attached->reading = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, attached->reading, was_read, NULL);
  g_task_set_task_data (task, g_strdup (attached->path), g_free);
  g_task_set_return_on_cancel (task, FALSE);
  g_task_run_in_thread (task, read_thread);
}

/* Takes the name. */
static void
add (MwViewport *self, MwId node, char *name, const char *path)
{
  Attached *attached = g_new0 (Attached, 1);
  attached->node = node;
  attached->attached = TRUE;
  attached->name = name;
  attached->path = g_strdup (path);
  g_ptr_array_add (self->attached, attached);
  if (node)
    begin_reading (self, attached);
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
  self->inside_known = FALSE;
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
  self->inside_known = FALSE;
  const MwRecord *record = mw_model_find (model_of (self), node);
  if (self->renderer)
    mw_renderer_attach (self->renderer, node, NULL);
  if (old)
    g_ptr_array_remove (self->attached, old);
  if (path && record)
    add (self, node, mw_point_name (model_of (self), record), path);
  mw_viewport_show_held (self);
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

static const GPtrArray *
held_of (MwViewport *self)
{
  const MwCharacterSkin *skin = mw_shown_textures_get_skin (MW_SHOWN_TEXTURES (self->shown));
  return skin ? skin->held : NULL;
}

/* Appends what a character wears and holds. */
static void
append_held (MwViewport *self)
{
  const GPtrArray *all = held_of (self);
  for (guint i = 0; all && i < all->len; i++) {
    const MwCharacterHeld *held = all->pdata[i];
    const MwRecord *point = held->model ? mw_character_held_point (held, model_of (self)) : NULL;
    if (!point || !mw_ids_have ((const MwId *) (const void *) self->held->data, self->held->len, point->id))
      continue;
    const MwInside one = { point->id, mw_inner_model_get (held->model), TRUE };
    g_array_append_val (self->inside, one);
  }
}

static void
make_list (MwViewport *self)
{
  if (!self->inside)
    self->inside = g_array_new (FALSE, FALSE, sizeof (MwInside));
  g_array_set_size (self->inside, 0);
  for (guint i = 0; self->attached && i < self->attached->len; i++) {
    const Attached *attached = self->attached->pdata[i];
    const MwInside one = { attached->node, attached->model ? mw_inner_model_get (attached->model) : NULL, TRUE };
    if (attached->model)
      g_array_append_val (self->inside, one);
  }
  append_held (self);
  mw_inner_append (model_of (self), self->inner_files, self->spawned, self->inside);
}

void
mw_viewport_list_inside (MwViewport *self, MwFrame *frame)
{
  if (!self->inside_known)
    make_list (self);
  self->inside_known = TRUE;
  frame->inside = (const MwInside *) (const void *) self->inside->data;
  frame->n_inside = self->inside->len;
}

void
mw_viewport_saved (MwViewport *self)
{
  if ((self->attached && self->attached->len) || self->chosen->hidden->len || self->chosen->locked->len
      || mw_viewport_has_eyes (self))
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
  mw_renderer_set_inner (self->renderer, self->inner_files, self->spawned);
  mw_viewport_show_held (self);
}

/* --- What a character wears and holds --------------------------------------------------------------------------------- */

/* It is shown where the user has attached nothing. */
void
mw_viewport_show_held (MwViewport *self)
{
  const GPtrArray *all = held_of (self);
  self->inside_known = FALSE;
  if (!self->renderer || !self->document)
    return;
  for (guint i = 0; i < self->held->len; i++)
    if (!find (self, g_array_index (self->held, MwId, i)))
      mw_renderer_attach (self->renderer, g_array_index (self->held, MwId, i), NULL);
  g_array_set_size (self->held, 0);
  for (guint i = 0; all && i < all->len; i++) {
    const MwCharacterHeld *held = all->pdata[i];
    const MwRecord *point = held->model ? mw_character_held_point (held, model_of (self)) : NULL;
    if (!point || find (self, point->id))
      continue;
    mw_renderer_attach (self->renderer, point->id, held->model);
    g_array_append_val (self->held, point->id);
  }
}

/* Says what of a model is not drawn, which the model calls `name` (NULL: it is attached). */
static void
append_left_out (MwViewport *self, const MwInnerModel *inner, const char *name, const char *title, GString *text)
{
  g_autoptr (GPtrArray) notes = mw_inner_notes (model_of (self), name, self->spawned, mw_inner_model_get (inner));
  for (guint i = 0; i < notes->len; i++)
    g_string_append_printf (text, "%s%s: %s", text->len ? "\n" : "", title, gettext (notes->pdata[i]));
}

static void
append_held_notes (MwViewport *self, GString *text)
{
  const GPtrArray *all = held_of (self);
  for (guint i = 0; all && i < all->len; i++) {
    const MwCharacterHeld *held = all->pdata[i];
    g_autofree char *name = mw_ui_text (held->name);
    if (held->model && mw_character_held_point (held, model_of (self))) {
      append_left_out (self, held->model, NULL, name, text);
      continue;
    }
    g_string_append (text, text->len ? "\n" : "");
    if (held->trouble)
      g_string_append (text, held->trouble);
    else if (!held->model)
      g_string_append_printf (text, _ ("%s, which the character wears or holds, is missing"), name);
    else
      /* Translators: a model file, and an attachment of the character. */
      g_string_append_printf (text, _ ("%s is not shown: there is no attachment %s"), name, held->point);
  }
}

/* --- What the model shows by itself --------------------------------------------------------------------------------- */

static Attached *
unreadable_table (const GError *error)
{
  Attached *attached = g_new0 (Attached, 1);
  attached->name = g_strdup ("");
  attached->trouble = g_strdup_printf (_ ("What events spawn cannot be read: %s"), error->message);
  return attached;
}

/* The names with where their files are, as one text, which is another one when anything has changed. */
static char *
state_of (MwViewport *self, const GPtrArray *names, const GPtrArray *unknown)
{
  GString *state = g_string_new (NULL);
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = self->lookup ? mw_lookup_find_model (self->lookup, names->pdata[i]) : NULL;
    g_string_append_printf (state, "%s\n%s\n", (const char *) names->pdata[i], path ? path : "");
  }
  for (guint i = 0; i < unknown->len; i++)
    g_string_append_printf (state, "SPN %s\n", (const char *) unknown->pdata[i]);
  return g_string_free (state, FALSE);
}

void
mw_viewport_find_inner (MwViewport *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);
  self->inside_known = FALSE;
  if (!self->document)
    return;
  GHashTable *spawned = self->lookup && mw_inner_spawns (model_of (self)) ? mw_spawn_table_read (self->lookup, &error)
                                                                          : NULL;
  g_clear_pointer (&self->spawned, g_hash_table_unref);
  self->spawned = spawned;
  g_autoptr (GPtrArray) names = mw_inner_names (model_of (self), spawned, unknown);
  g_autofree char *state = state_of (self, names, unknown);
  if (g_strcmp0 (state, self->inner_state) == 0)
    return;
  g_free (self->inner_state);
  self->inner_state = g_steal_pointer (&state);
  g_clear_pointer (&self->inner, g_ptr_array_unref);
  g_clear_pointer (&self->inner_files, g_hash_table_unref);
  self->inner = g_ptr_array_new_with_free_func (attached_free);
  self->inner_files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) mw_inner_model_unref);
  for (guint i = 0; i < names->len + unknown->len; i++) {
    Attached *attached = g_new0 (Attached, 1);
    attached->name = i < names->len ? g_strdup (names->pdata[i])
                                    : g_strconcat ("SPN ", unknown->pdata[i - names->len], NULL);
    attached->path = self->lookup && i < names->len ? mw_lookup_find_model (self->lookup, attached->name) : NULL;
    g_ptr_array_add (self->inner, attached);
    if (attached->path)
      begin_reading (self, attached);
  }
  if (error)
    g_ptr_array_add (self->inner, unreadable_table (error));
  if (self->renderer)
    mw_renderer_set_inner (self->renderer, self->inner_files, self->spawned);
  mw_viewport_show_note (self);
}

void
mw_viewport_refind_attached (MwViewport *self)
{
  for (guint i = 0; self->attached && i < self->attached->len; i++) {
    const Attached *attached = self->attached->pdata[i];
    if (attached->model)
      set_places (self, attached);
  }
  for (guint i = 0; self->inner && i < self->inner->len; i++) {
    const Attached *inner = self->inner->pdata[i];
    if (inner->model)
      set_places (self, inner);
  }
  mw_viewport_find_inner (self);
}

static void
append_models (const GPtrArray *list, GPtrArray *models)
{
  for (guint i = 0; list && i < list->len; i++) {
    const Attached *attached = list->pdata[i];
    if (attached->model)
      g_ptr_array_add (models, attached->model);
  }
}

void
mw_viewport_append_inner_models (MwViewport *self, GPtrArray *models)
{
  const GPtrArray *held = held_of (self);
  append_models (self->attached, models);
  append_models (self->inner, models);
  for (guint i = 0; held && i < held->len; i++) {
    const MwCharacterHeld *one = held->pdata[i];
    if (one->model)
      g_ptr_array_add (models, one->model);
  }
}

/* --- What there is to say ------------------------------------------------------------------------------------------- */

/* What there is to say of one; NULL: nothing. Free with g_free(). */
static char *
note_of (const Attached *attached)
{
  g_autofree char *node = mw_ui_text (attached->name);
  if (!attached->path)
    return attached->trouble ? g_strdup (attached->trouble)
                             : g_strdup_printf (_ ("%s is missing, and what shows it is not drawn"), node);
  g_autofree char *name = g_filename_display_basename (attached->path);
  if (attached->reading)
    return g_strdup_printf (_ ("Reading %s…"), name);
  if (!attached->attached && attached->trouble)
    return g_strdup (attached->trouble);
  if (!attached->node && attached->attached)
    return g_strdup_printf (_ ("%s is not shown: there is no node %s"), name, node);
  /* Translators: a node of a model, and the reason. */
  if (attached->trouble)
    return g_strdup_printf (_ ("What is attached to %s cannot be shown: %s"), node, attached->trouble);
  const guint n = mw_inner_model_missing (attached->model)->len;
  return n ? g_strdup_printf (ngettext ("%u texture of %s is missing", "%u textures of %s are missing", n), n, name)
           : NULL;
}

static void
append_notes (MwViewport *self, const GPtrArray *list, GString *text)
{
  for (guint i = 0; list && i < list->len; i++) {
    const Attached *attached = list->pdata[i];
    g_autofree char *note = note_of (attached);
    if (note)
      g_string_append_printf (text, "%s%s", text->len ? "\n" : "", note);
    if (!attached->model || (attached->attached && !attached->node))
      continue;
    g_autofree char *title = g_filename_display_basename (attached->path);
    append_left_out (self, attached->model, attached->attached ? NULL : attached->name, title, text);
  }
}

void
mw_viewport_append_attached_notes (MwViewport *self, GString *text)
{
  append_notes (self, self->attached, text);
  append_notes (self, self->inner, text);
  append_held_notes (self, text);
}
