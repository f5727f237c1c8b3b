/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/games/game-browser.h"
#include "core/image/image.h"
#include "core/io/registry.h"
#include "ui/ellipsis.h"
#include "ui/games/add-game.h"
#include "ui/games/extract.h"
#include "ui/document/file-picture.h"
#include "ui/games/found-names.h"
#include "ui/games/game-files.h"
#include "ui/help/help-window.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/window/window-private.h"

#include <string.h>

/* The most models that are opened at once: more are a slip. */
enum { OPENED_MAX = 20 };

struct _MwGameBrowser {
  GtkWindow parent_instance;
  GtkWidget *game, *kind, *search, *stack, *list, *count, *extract, *open;
  MwFoundNames *names;
  MwThumbnails *thumbnails;
  GtkMultiSelection *selection;
  MwPlaces *places;      /* on show; NULL: there is no game */
  char *from;            /* for people: the game or archive on show */
  guint unnamed;         /* files that it does not list */
  GCancellable *reading; /* while the list is read */
  gboolean archive;      /* one archive, not the games */
};

G_DEFINE_FINAL_TYPE (MwGameBrowser, mw_game_browser, GTK_TYPE_WINDOW)

/* What was typed last, and the game, for the next time. */
static char *last_typed, *last_game;

/* --- Kinds ---------------------------------------------------------------------------------------------------------- */

enum { MODELS, IMAGES, ALL };

/* The suffixes of models, in lower case; ends in NULL. */
static const char *const *
model_suffixes (void)
{
  static const char **suffixes;
  guint n;
  const MwIoFormat *const *formats = mw_io_formats (&n);
  if (!suffixes) {
    suffixes = g_new0 (const char *, n + 1);
    for (guint i = 0; i < n; i++)
      suffixes[i] = formats[i]->suffix;
  }
  return suffixes;
}

static const char *const *
suffixes_of (MwGameBrowser *self)
{
  guint kind = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->kind));
  return kind == MODELS ? model_suffixes () : kind == IMAGES ? mw_image_extensions () : NULL;
}

static gboolean
is_model (const char *name)
{
  const char *const *suffixes = model_suffixes (), *dot = strrchr (name, '.');
  for (guint i = 0; dot && suffixes[i]; i++)
    if (g_ascii_strcasecmp (dot, suffixes[i]) == 0)
      return TRUE;
  return FALSE;
}

/* --- What is chosen ------------------------------------------------------------------------------------------------- */

/* The names in the chosen rows (char *). Free with g_ptr_array_unref(). */
static GPtrArray *
chosen_names (MwGameBrowser *self)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GtkBitset) rows = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  for (guint64 i = 0; i < gtk_bitset_get_size (rows); i++) {
    g_autoptr (GtkStringObject)
      item = g_list_model_get_item (G_LIST_MODEL (self->names), gtk_bitset_get_nth (rows, (guint) i));
    if (item)
      g_ptr_array_add (names, g_strdup (gtk_string_object_get_string (item)));
  }
  return names;
}

/* Updates the line below the list, and what the buttons do. */
static void
refresh (MwGameBrowser *self)
{
  const char *const *suffixes = suffixes_of (self);
  g_autoptr (GtkBitset) rows = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  guint64 n = gtk_bitset_get_size (rows);
  gboolean models = n > 0 && n <= OPENED_MAX;
  for (guint i = 0; models && i < n; i++) {
    g_autoptr (GtkStringObject) item = g_list_model_get_item (G_LIST_MODEL (self->names), gtk_bitset_get_nth (rows, i));
    models = item && is_model (gtk_string_object_get_string (item));
  }
  gtk_widget_set_sensitive (self->open, models);
  gtk_widget_set_sensitive (self->extract, n > 0);
  g_autofree char *found = mw_ui_count (g_list_model_get_n_items (G_LIST_MODEL (self->names))),
                  *all = mw_ui_count (mw_found_names_count (self->names, suffixes)),
                  *unnamed = self->unnamed ? mw_ui_count (self->unnamed) : NULL, *chosen = mw_ui_count (n);
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_append_printf (text, _ ("%s of %s files"), found, all);
  if (n > 1)
    g_string_append_printf (text, _ (", %s chosen"), chosen);
  if (unnamed)
    g_string_append_printf (text, _ ("; %s more have no names in the archive"), unnamed);
  gtk_label_set_text (GTK_LABEL (self->count), self->places && !self->reading ? text->str : "");
}

static void
search (MwGameBrowser *self)
{
  mw_found_names_run (self->names, suffixes_of (self), gtk_editable_get_text (GTK_EDITABLE (self->search)));
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), 0, TRUE);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->names)) && gtk_widget_get_mapped (self->list))
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", 0u);
  refresh (self);
}

/* --- Reading the list ----------------------------------------------------------------------------------------------- */

typedef struct {
  MwPlaces *places;
  guint unnamed;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;
  mw_places_unref (reading->places);
  g_free (reading);
}

static void
read_names (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;
  g_autoptr (GPtrArray) names = mw_places_names (reading->places, &reading->unnamed);
  g_task_return_pointer (task, mw_name_search_new (names), (GDestroyNotify) mw_name_search_free);
}

static void
names_read (GObject *source, GAsyncResult *result, gpointer unused)
{
  MwGameBrowser *self = MW_GAME_BROWSER (source);
  const Reading *reading = g_task_get_task_data (G_TASK (result));
  MwNameSearch *names = g_task_propagate_pointer (G_TASK (result), NULL);
  if (!names || !self->search)
    return; /* another list is wanted, or the window was closed */
  g_clear_object (&self->reading);
  self->unnamed = reading->unnamed;
  mw_found_names_set_search (self->names, names);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "list");
  search (self);
}

/* Takes `places` (NULL: none). */
static void
show_places (MwGameBrowser *self, MwPlaces *places, const char *from)
{
  if (self->reading)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_pointer (&self->places, mw_places_unref);
  g_free (self->from);
  self->places = places;
  self->from = g_strdup (from);
  self->unnamed = 0;
  mw_thumbnails_set_places (self->thumbnails, places, self->archive ? NULL : from);
  mw_found_names_set_search (self->names, NULL);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), places ? "reading" : "none");
  refresh (self);
  if (!places)
    return;
  Reading *reading = g_new0 (Reading, 1);
  reading->places = mw_places_ref (places);
  self->reading = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, self->reading, names_read, NULL);
  g_task_set_task_data (task, reading, reading_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, read_names);
}

gboolean
mw_game_browser_is_reading (MwGameBrowser *self)
{
  return self->reading != NULL;
}

/* --- Games ---------------------------------------------------------------------------------------------------------- */

static void
game_chosen (MwGameBrowser *self)
{
  const GPtrArray *games = mw_game_files_list ();
  guint n = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->game));
  const MwGame *game = n < games->len ? games->pdata[n] : NULL;
  show_places (self, game ? mw_game_files_of (game) : NULL, game ? game->name : NULL);
  if (game) {
    g_free (last_game);
    last_game = g_strdup (game->name);
  }
}

/* The position of the game to begin with. */
static guint
first_game (MwGameBrowser *self, const GPtrArray *games)
{
  MwDocumentPage *page = mw_window_get_page (MW_WINDOW (gtk_window_get_transient_for (GTK_WINDOW (self))));
  const MwGame *fitting = page ? mw_games_for (games, mw_document_get_format (mw_document_page_get_document (page)))
                               : NULL;
  const MwGame *game = fitting ? fitting : last_game ? mw_games_find (games, last_game) : NULL;
  guint n = 0;
  return game && g_ptr_array_find ((GPtrArray *) games, game, &n) ? n : 0;
}

static void
games_changed (MwGameBrowser *self)
{
  if (self->archive)
    return;
  const GPtrArray *games = mw_game_files_list ();
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  for (guint i = 0; i < games->len; i++)
    gtk_string_list_append (names, ((const MwGame *) games->pdata[i])->name);
  g_signal_handlers_block_by_func (self->game, game_chosen, self);
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->game), G_LIST_MODEL (names));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->game), first_game (self, games));
  g_signal_handlers_unblock_by_func (self->game, game_chosen, self);
  gtk_widget_set_visible (self->game, games->len > 1);
  game_chosen (self);
}

/* --- Opening and extracting ----------------------------------------------------------------------------------------- */

static MwWindow *
window_of (MwGameBrowser *self)
{
  return MW_WINDOW (gtk_window_get_transient_for (GTK_WINDOW (self)));
}

static void
open_chosen (MwGameBrowser *self)
{
  if (!gtk_widget_get_sensitive (self->open))
    return;
  g_autoptr (GPtrArray) names = chosen_names (self);
  for (guint i = 0; i < names->len; i++) {
    g_autoptr (MwOrigin) origin = mw_origin_new (self->from, names->pdata[i], self->places, self->archive);
    mw_window_open_from (window_of (self), origin);
  }
  gtk_window_close (GTK_WINDOW (self));
}

static void
row_activated (GtkListView *list, guint position, MwGameBrowser *self)
{
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  open_chosen (self);
}

static void
extract_clicked (GtkButton *button, MwGameBrowser *self)
{
  g_autoptr (GPtrArray) names = chosen_names (self);
  mw_ask_extract (window_of (self), GTK_WINDOW (self), self->places, self->from, names);
}

/* Down goes from the text to the list. */
static gboolean
key_pressed (GtkEventControllerKey *key, guint keyval, guint keycode, GdkModifierType state, MwGameBrowser *self)
{
  if (keyval != GDK_KEY_Down && keyval != GDK_KEY_KP_Down)
    return FALSE;
  return gtk_widget_child_focus (self->list, GTK_DIR_TAB_FORWARD);
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static void
set_up_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwGameBrowser *self)
{
  enum { NAME_WIDTH = 34, PICTURE_SIDE = 40 };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *name = gtk_label_new (NULL),
            *folder = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_width_chars (GTK_LABEL (name), NAME_WIDTH);
  gtk_label_set_max_width_chars (GTK_LABEL (name), NAME_WIDTH);
  mw_label_ellipsize (name, PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (folder), 0);
  mw_label_ellipsize (folder, PANGO_ELLIPSIZE_START);
  gtk_widget_set_hexpand (folder, TRUE);
  gtk_widget_add_css_class (folder, "dim-label");
  gtk_box_append (GTK_BOX (box), mw_file_picture_new (self->thumbnails, PICTURE_SIDE));
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), folder);
  gtk_list_item_set_child (item, box);
}

/* Only models and images have pictures. */
static gboolean
has_picture (const char *name)
{
  const char *dot = strrchr (name, '.');
  for (const char *const *known = mw_image_extensions (); dot && *known; known++)
    if (g_ascii_strcasecmp (dot, *known) == 0)
      return TRUE;
  return is_model (name);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwGameBrowser *self)
{
  const char *path = gtk_string_object_get_string (gtk_list_item_get_item (item));
  GtkWidget *picture = gtk_widget_get_first_child (gtk_list_item_get_child (item)),
            *name = gtk_widget_get_next_sibling (picture);
  g_autofree char *text = g_utf8_make_valid (path, -1);
  char *slash = strrchr (text, '\\');
  mw_file_picture_set_address (MW_FILE_PICTURE (picture), has_picture (path) ? path : NULL);
  gtk_label_set_text (GTK_LABEL (name), slash ? slash + 1 : text);
  if (slash)
    *slash = 0;
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (name)), slash ? text : "");
}

static void
unbind_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwGameBrowser *self)
{
  GtkWidget *picture = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  mw_file_picture_set_address (MW_FILE_PICTURE (picture), NULL);
}

/* --- The window ----------------------------------------------------------------------------------------------------- */

static void
mw_game_browser_dispose (GObject *object)
{
  MwGameBrowser *self = MW_GAME_BROWSER (object);
  if (self->search && !self->archive) {
    g_free (last_typed);
    last_typed = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  }
  self->search = NULL;
  if (self->reading)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_object (&self->selection);
  g_clear_object (&self->names);
  g_clear_object (&self->thumbnails);
  g_clear_pointer (&self->places, mw_places_unref);
  g_clear_pointer (&self->from, g_free);
  G_OBJECT_CLASS (mw_game_browser_parent_class)->dispose (object);
}

static void
mw_game_browser_class_init (MwGameBrowserClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_game_browser_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
  mw_help_window_add_key (GTK_WIDGET_CLASS (klass));
}

static GtkWidget *
make_list (MwGameBrowser *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_row), self);
  self->thumbnails = mw_thumbnails_new_kept ();
  self->names = mw_found_names_new ();
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->names)));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  self->list = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)), factory);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Files"), -1);
  g_signal_connect (self->list, "activate", G_CALLBACK (row_activated), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  return scrolled;
}

static GtkWidget *
make_waiting (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *spinner = gtk_spinner_new ();
  gtk_spinner_start (GTK_SPINNER (spinner));
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), spinner);
  gtk_box_append (GTK_BOX (box), gtk_label_new (_ ("Reading the list of files…")));
  return box;
}

static GtkWidget *
make_empty (MwGameBrowser *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12),
            *button = gtk_button_new_with_mnemonic (_ ("_Add Game Folder…"));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (mw_ask_game_folder), self);
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), gtk_label_new (_ ("There is no game yet. Add the folder in which it is installed.")));
  gtk_box_append (GTK_BOX (box), button);
  return box;
}

static GtkWidget *
make_bar (MwGameBrowser *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  const char *const kinds[] = { _ ("Models"), _ ("Images"), _ ("All files"), NULL };
  self->search = gtk_search_entry_new ();
  self->game = gtk_drop_down_new (NULL, NULL);
  self->kind = gtk_drop_down_new_from_strings (kinds);
  gtk_widget_set_hexpand (self->search, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->game), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Game"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->kind), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Kind of files"), -1);
  g_object_set (self->search, "placeholder-text", _ ("Words of the path, in any order"), NULL);
  gtk_search_entry_set_key_capture_widget (GTK_SEARCH_ENTRY (self->search), GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (bar), self->game);
  gtk_box_append (GTK_BOX (bar), self->search);
  gtk_box_append (GTK_BOX (bar), self->kind);
  /* "changed" comes at each key; "search-changed" would wait. */
  g_signal_connect_swapped (self->search, "changed", G_CALLBACK (search), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (open_chosen), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (gtk_window_close), self);
  g_signal_connect_swapped (self->kind, "notify::selected", G_CALLBACK (search), self);
  g_signal_connect_swapped (self->game, "notify::selected", G_CALLBACK (game_chosen), self);
  GtkEventController *key = gtk_event_controller_key_new ();
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->search, key);
  return bar;
}

static GtkWidget *
make_buttons (MwGameBrowser *self)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->count = gtk_label_new (NULL);
  self->extract = gtk_button_new_with_mnemonic (_ ("_Extract…"));
  self->open = gtk_button_new_with_mnemonic (_ ("_Open"));
  gtk_label_set_xalign (GTK_LABEL (self->count), 0);
  mw_label_ellipsize (self->count, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->count, TRUE);
  gtk_widget_add_css_class (self->count, "dim-label");
  gtk_widget_add_css_class (self->open, "suggested-action");
  gtk_widget_set_tooltip_text (self->extract, _ ("Copy the chosen files into a folder"));
  gtk_widget_set_tooltip_text (self->open, _ ("Open the chosen models; saving them makes copies"));
  g_signal_connect (self->extract, "clicked", G_CALLBACK (extract_clicked), self);
  g_signal_connect_swapped (self->open, "clicked", G_CALLBACK (open_chosen), self);
  gtk_box_append (GTK_BOX (buttons), self->count);
  gtk_box_append (GTK_BOX (buttons), self->extract);
  gtk_box_append (GTK_BOX (buttons), self->open);
  return buttons;
}

static void
mw_game_browser_init (MwGameBrowser *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *frame = gtk_frame_new (NULL);
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), make_list (self), "list");
  gtk_stack_add_named (GTK_STACK (self->stack), make_waiting (), "reading");
  gtk_stack_add_named (GTK_STACK (self->stack), make_empty (self), "none");
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_frame_set_child (GTK_FRAME (frame), self->stack);
  gtk_box_append (GTK_BOX (box), make_bar (self));
  gtk_box_append (GTK_BOX (box), frame);
  gtk_box_append (GTK_BOX (box), make_buttons (self));
  gtk_widget_add_css_class (box, "game-browser");
  gtk_window_set_child (GTK_WINDOW (self), box);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 820, 520);
  g_signal_connect_object (mw_game_files_get (), "changed", G_CALLBACK (games_changed), self, G_CONNECT_SWAPPED);
}

static void
present (MwGameBrowser *self)
{
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (self->search);
}

/* The browser of games that the window has open; NULL: none. */
static MwGameBrowser *
find_open (MwWindow *window)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();
  for (GList *at = windows; at; at = at->next)
    if (MW_IS_GAME_BROWSER (at->data) && !MW_GAME_BROWSER (at->data)->archive
        && gtk_window_get_transient_for (at->data) == GTK_WINDOW (window))
      return at->data;
  return NULL;
}

void
mw_game_browser_show (MwWindow *window)
{
  mw_game_files_look_again ();
  if (find_open (window)) {
    present (find_open (window));
    return;
  }
  MwGameBrowser *self = g_object_new (MW_TYPE_GAME_BROWSER, "transient-for", window, "title", _ ("Open from Game"),
                                      NULL);
  if (last_typed)
    gtk_editable_set_text (GTK_EDITABLE (self->search), last_typed);
  games_changed (self);
  present (self);
  gtk_editable_select_region (GTK_EDITABLE (self->search), 0, -1);
}

void
mw_game_browser_show_archive (MwWindow *window, MwPlaces *archive, const char *title)
{
  g_autofree char *text = g_strdup_printf (_ ("Files in %s"), title);
  MwGameBrowser *self = g_object_new (MW_TYPE_GAME_BROWSER, "transient-for", window, "title", text, NULL);
  self->archive = TRUE;
  gtk_widget_set_visible (self->game, FALSE);
  show_places (self, mw_places_ref (archive), title);
  present (self);
}
