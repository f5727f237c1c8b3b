/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/image.h"
#include "ui/games/game-files.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/viewport/missing-textures.h"
#include "ui/viewport/shown-textures.h"
#include "ui/viewport/viewport-eyes.h"
#include "ui/viewport/viewport-private.h"
#include "ui/widgets.h"

#include <string.h>

/* Where a viewport finds textures, what it shows in place of those that the game chooses, and what it remembers of this for the
 * file (core/render/shown.h). */

/* --- Missing textures ----------------------------------------------------------------------------------------------- */

static gboolean
show_missing (gpointer data)
{
  MwViewport *self = data;
  self->missing_idle = 0;
  g_autoptr (GArray) hidden = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_viewport_append_hidden (self, hidden);
  mw_missing_textures_show (MW_MISSING_TEXTURES (self->missing), self->document, self->renderer, hidden);
  mw_viewport_show_note (self);
  return G_SOURCE_REMOVE;
}

void
mw_viewport_frame_began (MwViewport *self)
{
  if (self->textures_stale && !self->missing_idle)
    self->missing_idle = mw_before_frame (show_missing, self);
  self->textures_stale = FALSE;
}

MwImage *
mw_viewport_load_texture (const char *path, gpointer data, GError **error)
{
  MwViewport *self = data;
  g_autoptr (GError) why = NULL;
  MwImage *image = mw_texture_load_found (path, self->lookup, &why);
  mw_missing_textures_note (MW_MISSING_TEXTURES (self->missing), path, why);
  self->textures_stale = TRUE;
  if (why)
    g_propagate_error (error, g_steal_pointer (&why));
  return image;
}

/* --- Finding -------------------------------------------------------------------------------------------------------- */

static MwLookup *
new_lookup (MwViewport *self)
{
  g_autoptr (MwPlaces) places = self->own ? NULL : mw_game_files_for (mw_document_get_format (self->document));
  MwLookup *lookup = self->own ? mw_lookup_new_inside (self->own, self->file)
                               : mw_lookup_new (self->file, NULL, places);
  mw_shown_find (self->chosen, lookup);
  mw_lookup_set_tileset (lookup, self->chosen->tileset);
  return lookup;
}

/* Without a file the checker would miss all that is beside it once it is saved. */
MwLookup *
mw_viewport_make_lookup (MwViewport *self)
{
  return self->file ? new_lookup (self) : NULL;
}

static MwLookup *
make_lookup (gpointer self)
{
  return mw_viewport_make_lookup (self);
}

static void
set_lookup (MwViewport *self)
{
  mw_missing_textures_set_lookup (MW_MISSING_TEXTURES (self->missing), NULL, FALSE);
  g_clear_pointer (&self->lookup, mw_lookup_free);
  self->lookup = new_lookup (self);
  mw_shown_textures_forget_tables (MW_SHOWN_TEXTURES (self->shown));
  mw_missing_textures_set_lookup (MW_MISSING_TEXTURES (self->missing), self->lookup, self->file != NULL);
  g_signal_emit_by_name (self, "lookup-changed");
}

/* Files may be in other places now. */
static void
places_changed (MwViewport *self)
{
  g_autoptr (MwPlaces) old = self->own;
  if (old)
    self->own = mw_game_files_again (old);
  set_lookup (self);
  mw_viewport_refind_attached (self);
  mw_viewport_forget_day (self);
  mw_viewport_find_day (self);
  if (self->document)
    mw_viewport_show_types (self);
  self->textures_stale = TRUE;
  if (self->renderer) {
    mw_renderer_reload_textures (self->renderer);
    mw_viewport_load_splats (self);
    mw_viewport_show_note (self);
  }
  mw_viewport_redraw (self);
}

void
mw_viewport_look_again (MwViewport *self)
{
  if (!self->lookup)
    return;
  mw_game_files_refresh ();
  places_changed (self);
}

MwLookup *
mw_viewport_get_lookup (MwViewport *self)
{
  return self->lookup;
}

const char *
mw_viewport_get_type_image (MwViewport *self, guint type)
{
  return mw_shown_textures_get (MW_SHOWN_TEXTURES (self->shown), type);
}

/* --- What was chosen for the file ------------------------------------------------------------------------------------ */

/* Takes the text. */
static void
set_trouble (MwViewport *self, char *text)
{
  g_free (self->trouble);
  self->trouble = text;
  mw_viewport_show_note (self);
}

/* The model's file as an address: in a game, with the first of its archives. NULL: it has none. Free with g_free(). */
static char *
address_of (MwViewport *self)
{
  if (!self->own || !self->file)
    return g_strdup (self->file);
  g_autoptr (GPtrArray) places = mw_places_list (self->own);
  return g_strdup_printf ("%s:%s", places->len ? (const char *) places->pdata[0] : "", self->file);
}

void
mw_viewport_remember (MwViewport *self)
{
  g_autofree char *address = address_of (self), *path = address ? mw_shown_path (address) : NULL;
  g_autoptr (GError) error = NULL;
  mw_viewport_name_attached (self);
  mw_viewport_note_eyes (self);
  if (path && !mw_shown_write (self->chosen, path, address, &error))
    set_trouble (self,
                 g_strdup_printf (_ ("What is shown here cannot be remembered for this file: %s"), error->message));
}

const char *
mw_viewport_get_client (MwViewport *self)
{
  return self->chosen->client;
}

void
mw_viewport_set_client (MwViewport *self, const char *id)
{
  if (g_strcmp0 (self->chosen->client, id) == 0)
    return;
  g_free (self->chosen->client);
  self->chosen->client = g_strdup (id);
  mw_viewport_remember (self);
}

static gboolean
remember_now (gpointer self)
{
  ((MwViewport *) self)->remembering = 0;
  mw_viewport_remember (self);
  return G_SOURCE_REMOVE;
}

void
mw_viewport_remember_later (MwViewport *self)
{
  enum { QUIET_MS = 300 };
  g_clear_handle_id (&self->remembering, g_source_remove);
  self->remembering = g_timeout_add (QUIET_MS, remember_now, self);
}

void
mw_viewport_remember_pending (MwViewport *self)
{
  if (!self->remembering)
    return;
  g_clear_handle_id (&self->remembering, g_source_remove);
  mw_viewport_remember (self);
}

/* Shows the light that was chosen. */
static void
recall_light (MwViewport *self)
{
  MwLightView view;
  mw_light_button_get (MW_LIGHT_BUTTON (self->light), &view);
  if (self->chosen->fog.on)
    view.fog = self->chosen->fog;
  if (self->chosen->minute >= 0) {
    view.lighting = MW_LIGHTING_HOUR;
    view.minute = self->chosen->minute;
  }
  mw_light_button_set (MW_LIGHT_BUTTON (self->light), &view);
}

/* Reads what was chosen for the file. */
static void
recall (MwViewport *self)
{
  g_autofree char *address = address_of (self), *path = mw_shown_path (address);
  g_autoptr (GError) error = NULL;
  MwShown *chosen = mw_shown_read (path, &error);
  if (chosen) {
    mw_shown_free (self->chosen);
    self->chosen = chosen;
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->teams), chosen->team);
    recall_light (self);
    mw_viewport_recall_attached (self);
    mw_viewport_recall_eyes (self);
  } else
    set_trouble (self,
                 g_strdup_printf (_ ("What was chosen to be shown with this file cannot be read: %s"), error->message));
}

void
mw_viewport_set_file (MwViewport *self, const char *path, MwPlaces *own)
{
  char *file = g_strdup (path);
  gboolean moved = g_strcmp0 (self->file, path) != 0;
  g_free (self->file);
  self->file = file;
  g_clear_pointer (&self->own, mw_places_unref);
  self->own = own ? mw_places_ref (own) : NULL;
  /* A document that is saved under another name looks as before. */
  if (moved && self->has_file_set)
    mw_viewport_remember (self);
  else if (moved)
    recall (self);
  self->has_file_set = TRUE;
  set_lookup (self);
  mw_viewport_find_inner (self);
  mw_viewport_show_chosen (self);
  self->textures_stale = TRUE;
  mw_missing_textures_clear (MW_MISSING_TEXTURES (self->missing));
}

static void
show_texture (MwShownTextures *shown, guint type, const char *path, MwViewport *self)
{
  const MwCharacterSkin *skin = mw_shown_textures_get_skin (shown);
  g_signal_emit_by_name (self, "types-shown");
  g_signal_emit_by_name (self, "files-shown");
  if (!type) { /* the parts of a character too */
    mw_viewport_show_held (self);
    mw_viewport_show_note (self);
  }
  if (!self->renderer)
    return;
  if (type) {
    mw_renderer_show_image (self->renderer, type, NULL);
    mw_renderer_show_texture (self->renderer, type, path);
  }
  if (type && !path && skin)
    mw_character_skin_show (skin, type, self->renderer);
  self->textures_stale = TRUE;
  mw_viewport_redraw (self);
}

void
mw_viewport_append_hidden_parts (MwViewport *self, GArray *hidden)
{
  mw_character_skin_hide (mw_shown_textures_get_skin (MW_SHOWN_TEXTURES (self->shown)),
                          mw_document_get_model (self->document), self->chosen->sections, hidden);
}

void
mw_viewport_append_hidden (MwViewport *self, GArray *hidden)
{
  mw_viewport_append_hidden_parts (self, hidden);
  mw_eyes_append (mw_eyes_of (self->document), MW_EYE_HIDDEN, hidden);
}

void
mw_viewport_show_chosen (MwViewport *self)
{
  if (self->lookup)
    mw_lookup_set_tileset (self->lookup, self->chosen->tileset);
  if (self->renderer) {
    mw_renderer_show_tileset (self->renderer, self->chosen->tileset);
    mw_renderer_set_particle_colors (self->renderer, self->chosen->particle_colors);
  }
  mw_viewport_find_day (self);
}

void
mw_viewport_show_types (MwViewport *self)
{
  mw_shown_textures_set_model (MW_SHOWN_TEXTURES (self->shown), mw_document_get_model (self->document), self->lookup,
                               self->file, self->chosen);
}

/* --- Locating ------------------------------------------------------------------------------------------------------- */

/* The last part of a path of either kind, without its extension, in lower case. */
static char *
stem_of (const char *path)
{
  g_autofree char *slashed = g_strdelimit (g_ascii_strdown (path, -1), "\\", '/'),
                  *base = g_path_get_basename (slashed);
  char *dot = strrchr (base, '.');
  return dot && dot != base ? g_strndup (base, (gsize) (dot - base)) : g_steal_pointer (&base);
}

void
mw_viewport_locate (MwViewport *self, const char *texture, guint type, const char *file)
{
  g_autofree char *folder = g_path_get_dirname (file);
  mw_shown_add_folder (self->chosen, folder);
  if (texture) {
    g_autofree char *wanted = stem_of (texture), *given = stem_of (file);
    /* A file of the same name is found by itself, and so is another one that replaces it later. */
    if (strcmp (wanted, given) != 0)
      g_hash_table_replace (self->chosen->images, g_strdup (texture), g_strdup (file));
  } else {
    mw_shown_textures_choose (MW_SHOWN_TEXTURES (self->shown), type, file);
  }
  mw_viewport_remember (self);
  places_changed (self);
  g_signal_emit_by_name (self, "located");
}

static void
located (GtkNativeDialog *dialog, int response, MwViewport *self)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog))
                                                           : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  if (path && self->document)
    mw_viewport_locate (self, g_object_get_data (G_OBJECT (dialog), "texture"),
                        GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (dialog), "type")), path);
  /* The dialog has closed the list. The next one can be located from it; if none is missing any more, it closes. */
  mw_missing_textures_open (MW_MISSING_TEXTURES (self->missing));
  g_object_unref (dialog);
}

static void
locate (MwMissingTextures *missing, const char *texture, guint type, MwViewport *self)
{
  g_autofree char *name = texture ? mw_ui_text (texture) : mw_shown_textures_title (type);
  /* Translators: the name of a texture. */
  g_autofree char *title = g_strdup_printf (_ ("Locate %s"), name);
  GtkFileChooserNative *dialog = mw_shown_textures_ask (GTK_WIDGET (self), title);
  g_autofree char *folder = self->file ? g_path_get_dirname (self->file) : NULL;
  g_autoptr (GFile) place = folder ? g_file_new_for_path (folder) : NULL;
  if (place)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), place, NULL);
  g_object_set_data_full (G_OBJECT (dialog), "texture", g_strdup (texture), g_free);
  g_object_set_data (G_OBJECT (dialog), "type", GUINT_TO_POINTER (type));
  g_signal_connect_object (dialog, "response", G_CALLBACK (located), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
something_chosen (MwViewport *self)
{
  const gboolean moved = self->lookup && mw_lookup_tileset (self->lookup) != self->chosen->tileset;
  mw_viewport_show_chosen (self);
  self->textures_stale = TRUE; /* other parts of a character may be shown */
  if (moved) {
    g_signal_emit_by_name (self, "lookup-changed");
    g_signal_emit_by_name (self, "located");
  }
  mw_viewport_remember (self);
  mw_viewport_show_note (self);
  mw_viewport_redraw (self);
}

/* --- Making --------------------------------------------------------------------------------------------------------- */

void
mw_viewport_init_textures (MwViewport *self)
{
  self->chosen = mw_shown_new ();
  self->held = g_array_new (FALSE, FALSE, sizeof (MwId));
  self->missing = mw_missing_textures_new ();
  self->shown = mw_shown_textures_new ();
  g_signal_connect_swapped (self->missing, "look-again", G_CALLBACK (mw_viewport_look_again), self);
  g_signal_connect (self->missing, "locate", G_CALLBACK (locate), self);
  g_signal_connect (self->shown, "show-texture", G_CALLBACK (show_texture), self);
  g_signal_connect_swapped (self->shown, "chosen", G_CALLBACK (something_chosen), self);
  g_signal_connect_swapped (self->shown, "tables", G_CALLBACK (places_changed), self);
  mw_shown_textures_set_tables (MW_SHOWN_TEXTURES (self->shown), make_lookup, self);
  g_signal_connect_object (mw_game_files_get (), "changed", G_CALLBACK (places_changed), self, G_CONNECT_SWAPPED);
}

void
mw_viewport_dispose_textures (MwViewport *self)
{
  g_clear_handle_id (&self->missing_idle, g_source_remove);
  g_clear_pointer (&self->lookup, mw_lookup_free);
  g_clear_pointer (&self->own, mw_places_unref);
  g_clear_pointer (&self->chosen, mw_shown_free);
  g_clear_pointer (&self->held, g_array_unref);
  g_clear_pointer (&self->attached, g_ptr_array_unref);
  g_clear_pointer (&self->inner, g_ptr_array_unref);
  g_clear_pointer (&self->inner_files, g_hash_table_unref);
  g_clear_pointer (&self->inside, g_array_unref);
  g_clear_pointer (&self->spawned, g_hash_table_unref);
  g_clear_pointer (&self->inner_state, g_free);
  g_clear_pointer (&self->file, g_free);
  g_clear_pointer (&self->trouble, g_free);
  mw_viewport_dispose_splats (self);
  mw_viewport_forget_day (self);
}
