/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/convert-window.h"
#include "core/convert/targets.h"
#include "ui/document/convert-files.h"
#include "ui/document/convert-report.h"
#include "ui/document/convert-run.h"
#include "ui/document/loss-dialog.h"
#include "ui/document/project.h"
#include "ui/document/save-choice.h"
#include "ui/ellipsis.h"
#include "ui/folder-button.h"
#include "ui/help/help-window.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/list-panel.h"
#include "ui/places.h"
#include "ui/progress.h"
#include "ui/window/window-private.h"

#include <string.h>

#define FROM "convert-from"
#define TARGET "convert-target"
#define KIND "convert-kind"
#define OWN_WINDOW "mw-convert-window"
/* Below the folder that is converted, until the user chooses another. */
#define OUTPUT_NAME "converted"

enum { SKIP = 1, REPLACE };

struct _MwConvertWindow {
  GtkWindow parent_instance;
  GtkWidget *choices, *from, *dropped, *to, *game, *kind, *scale, *level, *spelling, *strict;
  GtkWidget *list, *table, *about, *title, *all,
    *report; /* `about`: what is below the list; `list`: a stack of the table and what to do where there is none */
  GtkWidget *status, *progress, *copy, *cancel, *convert;
  GPtrArray *games, *kinds; /* ids of the rows of `game` and `kind`, ending with NULL */
  GStrv paths;              /* what was dropped; NULL: the folder */
  GPtrArray *found;         /* MwFoundFile; NULL: they are being searched for */
  GListStore *items;        /* MwConvertItem */
  GtkSingleSelection *selection;
  GCancellable *searching, *running; /* NULL: not so */
  guint n_running, n_done;           /* files of the run */
  gboolean to_chosen;                /* the folder of the output does not follow the other one */
  gboolean was_run;                  /* the states are of a run */
};

G_DEFINE_FINAL_TYPE (MwConvertWindow, mw_convert_window, GTK_TYPE_WINDOW)

static MwWindow *
window_of (MwConvertWindow *self)
{
  return MW_WINDOW (gtk_window_get_transient_for (GTK_WINDOW (self)));
}

gboolean
mw_convert_window_is_busy (MwConvertWindow *self)
{
  return self->searching || self->running;
}

/* --- What is chosen ------------------------------------------------------------------------------------------------- */

static const char *
chosen (GtkWidget *drop_down, const GPtrArray *ids)
{
  return ids->pdata[gtk_drop_down_get_selected (GTK_DROP_DOWN (drop_down))];
}

/* A version that can be written as each kind of file; which one does not matter. */
static MwFormat
any_version (void)
{
  guint n;
  return mw_target_games (&n)[0].format;
}

/* The kind of file and version that are wanted. A version is only in it if a game is chosen. */
static MwSaveOptions
wanted (MwConvertWindow *self)
{
  return mw_save_choice (any_version (), FALSE, chosen (self->game, self->games), chosen (self->kind, self->kinds));
}

static gboolean
scale_of (MwConvertWindow *self, double *scale)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->scale)));
  *scale = MW_CONVERT_SCALE_DEFAULT;
  return mw_convert_scale_from_text (g_strdelimit (g_strstrip (text), ",", '.'), scale);
}

static MwConversionTerms
terms_of (MwConvertWindow *self)
{
  GSettings *settings = mw_places_settings ();
  const MwSaveOptions options = wanted (self);
  MwConversionTerms terms = { .has_target = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->game)) > 0,
                              .target = options.format,
                              .lossless = options.side_channel,
                              .makes_folders = TRUE };
  terms.spelling = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->spelling)) ? MW_MDL_ENGINE : MW_MDL_COMMUNITY;
  terms.strict = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->strict));
  terms.converting.lod = (uint32_t) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->level));
  scale_of (self, &terms.converting.scale);
  if (settings && g_settings_get_boolean (settings, "keep-backup"))
    terms.saving.backup = ".bak";
  return terms;
}

static void
remember (MwConvertWindow *self)
{
  GSettings *settings = mw_places_settings ();
  const char *folder = mw_folder_button_get (MW_FOLDER_BUTTON (self->from));
  if (!settings)
    return;
  if (!self->paths && g_utf8_validate (folder, -1, NULL))
    g_settings_set_string (settings, FROM, folder);
  g_settings_set_string (settings, TARGET, chosen (self->game, self->games));
  g_settings_set_string (settings, KIND, chosen (self->kind, self->kinds));
}

/* --- What is shown -------------------------------------------------------------------------------------------------- */

static MwConvertItem *
selected_item (MwConvertWindow *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

/* The report of the file that is selected, or of all. */
static void
show_report (MwConvertWindow *self)
{
  MwConvertItem *item = selected_item (self);
  g_autofree char *text = item                              ? mw_convert_report (item)
                          : self->was_run && !self->running ? mw_convert_summary (G_LIST_MODEL (self->items))
                                                            : g_strdup ("");
  g_autofree char *name = item ? g_strdup (mw_convert_item_get_name (item)) : g_strdup (_ ("All files"));
  gtk_label_set_text (GTK_LABEL (self->title), name);
  mw_lines_view_set_text (self->report, text);
  gtk_widget_set_sensitive (self->all, item != NULL);
}

/* How many files wait, and how many of them have a file in their place. */
static guint
count_waiting (MwConvertWindow *self, guint *existing)
{
  guint waiting = 0;
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->items));
  *existing = 0;
  for (guint i = 0; i < n; i++) {
    g_autoptr (MwConvertItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);
    if (mw_convert_item_get_state (item) != MW_CONVERT_WAITING || mw_convert_item_get (item)->error)
      continue;
    waiting++;
    *existing += mw_convert_item_exists (item);
  }
  return waiting;
}

/* Free with g_free(). */
static char *
status_text (MwConvertWindow *self)
{
  double scale;
  guint existing;
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->items)), waiting = count_waiting (self, &existing);
  g_autofree char *files = mw_ui_count (n), *in_place = mw_ui_count (existing), *done = mw_ui_count (self->n_done),
                  *all = mw_ui_count (self->n_running);
  if (self->searching)
    return g_strdup (_ ("Looking for models…"));
  if (self->running)
    return g_strdup_printf (_ ("%s of %s files done"), done, all);
  if (!scale_of (self, &scale))
    return g_strdup (_ ("The scale must be a number above 0, such as 0.03 or 30."));
  if (self->was_run)
    return mw_convert_sums (G_LIST_MODEL (self->items));
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, ngettext ("%s file", "%s files", n), files);
  if (waiting < n) {
    g_autofree char *wrong = mw_ui_count (n - waiting);
    g_string_append_printf (text, ngettext (", %s cannot be converted", ", %s cannot be converted", n - waiting),
                            wrong);
  }
  if (existing)
    g_string_append_printf (
      text, ngettext (", %s exists in the output folder", ", %s exist in the output folder", existing), in_place);
  return g_string_free (text, FALSE);
}

static void
refresh (MwConvertWindow *self)
{
  double scale;
  guint existing;
  const gboolean text = wanted (self).format.text, busy = mw_convert_window_is_busy (self);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->items));
  g_autofree char *status = status_text (self);
  gtk_label_set_text (GTK_LABEL (self->status), status);
  gtk_widget_set_tooltip_text (self->status, status);
  gtk_widget_set_sensitive (self->spelling, text);
  gtk_widget_set_sensitive (self->choices, !self->running);
  gtk_widget_set_visible (self->dropped, self->paths != NULL);
  gtk_widget_set_visible (self->convert, !self->running);
  gtk_widget_set_visible (self->cancel, self->running != NULL);
  gtk_widget_set_sensitive (self->convert,
                            !busy && scale_of (self, &scale) && (count_waiting (self, &existing) || self->was_run));
  gtk_widget_set_visible (self->about, self->was_run);
  gtk_widget_set_sensitive (self->copy, self->was_run && !self->running);
  gtk_widget_set_opacity (self->progress, self->running ? 1 : 0);
  gtk_stack_set_visible_child_name (GTK_STACK (self->list), n || self->searching ? "table" : "none");
}

/* --- The list ------------------------------------------------------------------------------------------------------- */

/* Makes the rows again after another choice. */
static void
fill (MwConvertWindow *self)
{
  const MwSaveOptions options = wanted (self);
  const MwIoFormat *to = mw_conversion_format (options.format);
  const char *folder = mw_folder_button_get (MW_FOLDER_BUTTON (self->to));
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref), conversions = g_ptr_array_new ();
  for (guint i = 0; self->found && i < self->found->len; i++) {
    const MwFoundFile *found = self->found->pdata[i];
    g_autofree char *out = found->error ? NULL : mw_conversion_place (found->name, folder, to);
    MwConversion *conversion = mw_conversion_new (found->path, out, to);
    conversion->error = found->error ? g_error_copy (found->error) : NULL;
    conversion->unread = found->error != NULL;
    MwConvertItem *item = mw_convert_item_new (found->name, conversion);
    mw_convert_item_look (item);
    g_ptr_array_add (items, item);
    g_ptr_array_add (conversions, conversion);
  }
  mw_conversions_refuse_conflicts (conversions);
  self->was_run = FALSE;
  g_list_store_splice (self->items, 0, g_list_model_get_n_items (G_LIST_MODEL (self->items)), items->pdata, items->len);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  show_report (self);
  refresh (self);
}

/* What tasks get instead of the window. One that kept it would keep it longer than the main window, to which it still leads. */
static GWeakRef *
weak_ref_to (MwConvertWindow *self)
{
  GWeakRef *ref = g_new0 (GWeakRef, 1);
  g_weak_ref_init (ref, self);
  return ref;
}

/* The window, or NULL if it has gone; frees the reference to it. */
static MwConvertWindow *
take_weak_ref (GWeakRef *ref)
{
  MwConvertWindow *self = g_weak_ref_get (ref);
  g_weak_ref_clear (ref);
  g_free (ref);
  return self;
}

static void
found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (MwConvertWindow) self = take_weak_ref (data);
  g_autoptr (GPtrArray) files = mw_convert_find_finish (result);
  if (!files || !self)
    return; /* another search runs, or the window has gone */
  g_clear_object (&self->searching);
  g_clear_pointer (&self->found, g_ptr_array_unref);
  self->found = g_steal_pointer (&files);
  fill (self);
}

static void
search (MwConvertWindow *self)
{
  const char *const folder[] = { mw_folder_button_get (MW_FOLDER_BUTTON (self->from)), NULL };
  if (self->searching)
    g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
  self->searching = g_cancellable_new ();
  g_clear_pointer (&self->found, g_ptr_array_unref);
  mw_convert_find_async (self->paths ? (const char *const *) self->paths : folder,
                         mw_folder_button_get (MW_FOLDER_BUTTON (self->to)), self->searching, found,
                         weak_ref_to (self));
  fill (self);
}

/* The folder of the output is beside the files, until another is chosen. */
static void
follow (MwConvertWindow *self, const char *folder)
{
  g_autofree char *output = g_build_filename (folder, OUTPUT_NAME, NULL);
  if (!self->to_chosen)
    mw_folder_button_set (MW_FOLDER_BUTTON (self->to), output);
}

static void
from_chosen (MwConvertWindow *self)
{
  g_clear_pointer (&self->paths, g_strfreev);
  follow (self, mw_folder_button_get (MW_FOLDER_BUTTON (self->from)));
  search (self);
}

static void
to_chosen (MwConvertWindow *self)
{
  self->to_chosen = TRUE;
  search (self); /* what is in it does not belong to the input */
}

void
mw_convert_window_take (MwConvertWindow *self, const char *const *paths)
{
  if (self->running || !paths[0])
    return;
  const guint n = g_strv_length ((char **) paths);
  if (n == 1 && g_file_test (paths[0], G_FILE_TEST_IS_DIR)) {
    mw_folder_button_set (MW_FOLDER_BUTTON (self->from), paths[0]);
    from_chosen (self);
    return;
  }
  g_autofree char *folder = g_path_get_dirname (paths[0]), *count = mw_ui_count (n),
                  *text = g_strdup_printf (
                    ngettext ("%s file or folder was dropped here.", "%s files and folders were dropped here.", n),
                    count);
  g_strfreev (self->paths);
  self->paths = g_strdupv ((char **) paths);
  gtk_label_set_text (GTK_LABEL (self->dropped), text);
  follow (self, folder);
  search (self);
}

static gboolean
files_dropped (GtkDropTarget *target, const GValue *value, double x, double y, MwConvertWindow *self)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  for (GSList *file = g_value_get_boxed (value); file; file = file->next) {
    char *path = g_file_get_path (file->data);
    if (path)
      g_ptr_array_add (paths, path);
  }
  g_ptr_array_add (paths, NULL);
  mw_convert_window_take (self, (const char *const *) paths->pdata);
  return paths->len > 1 && !self->running;
}

/* --- Converting ----------------------------------------------------------------------------------------------------- */

static void
ended (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (MwConvertWindow) self = take_weak_ref (data);
  MwWindow *window = self ? window_of (self) : NULL;
  if (!window)
    return; /* it was destroyed, and with it the job was cancelled */
  mw_window_end_job (window, self->running);
  self->running = NULL;
  g_autofree char *sums = mw_convert_sums (G_LIST_MODEL (self->items));
  mw_window_set_status (window, sums);
  show_report (self);
  refresh (self);
}

static void
start (MwConvertWindow *self, gboolean replaces)
{
  const MwConversionTerms terms = terms_of (self);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->items));
  remember (self);
  self->was_run = TRUE;
  self->n_running = self->n_done = 0;
  for (guint i = 0; i < n; i++) {
    MwConvertItem *item = g_list_model_get_item (G_LIST_MODEL (self->items), i);
    g_ptr_array_add (items, item);
    if (mw_convert_item_get (item)->error)
      continue;
    if (mw_convert_item_exists (item) && !replaces)
      mw_convert_item_set_state (item, MW_CONVERT_SKIPPED);
    else
      self->n_running++;
  }
  self->running = mw_window_begin_job (window_of (self), _ ("Converting files…"));
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  mw_convert_run_async (items, &terms, self->running, ended, weak_ref_to (self));
  show_report (self);
  refresh (self);
  gtk_widget_grab_focus (self->cancel);
}

static void
answered (GtkDialog *dialog, int response, MwConvertWindow *self)
{
  gtk_window_destroy (GTK_WINDOW (dialog));
  if (response == SKIP || response == REPLACE)
    start (self, response == REPLACE);
}

static void
ask (MwConvertWindow *self, guint existing)
{
  g_autofree char *count = mw_ui_count (existing),
                  *text = g_strdup_printf (ngettext ("%s file exists already", "%s files exist already", existing),
                                           count),
                  *folder = g_filename_display_name (mw_folder_button_get (MW_FOLDER_BUTTON (self->to)));
  GtkWidget *dialog = gtk_message_dialog_new (GTK_WINDOW (self), GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                              GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, "%s", text);
  gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (dialog), _ ("They are in %s."), folder);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL);
  GtkWidget *replace = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Replace"), REPLACE);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Skip These"), SKIP);
  gtk_widget_add_css_class (replace, "destructive-action");
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), SKIP);
  g_signal_connect (dialog, "response", G_CALLBACK (answered), self);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
convert_clicked (MwConvertWindow *self)
{
  guint existing;
  fill (self); /* files may have come or gone */
  if (!count_waiting (self, &existing))
    return;
  if (existing)
    ask (self, existing);
  else
    start (self, FALSE);
}

static void
cancel_clicked (MwConvertWindow *self)
{
  if (self->running)
    g_cancellable_cancel (self->running);
}

static void
copy_clicked (MwConvertWindow *self)
{
  g_autofree char *text = mw_convert_whole_report (G_LIST_MODEL (self->items));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
all_clicked (MwConvertWindow *self)
{
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static void
bind_name (GtkSignalListItemFactory *factory, GtkListItem *row, gpointer unused)
{
  MwConvertItem *item = gtk_list_item_get_item (row);
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (row)), mw_convert_item_get_name (item));
}

static void
show_state (MwConvertItem *item, GParamSpec *property, GtkWidget *label)
{
  const MwConversion *conversion = mw_convert_item_get (item);
  const MwConvertState state = mw_convert_item_get_state (item);
  g_autofree char *text = mw_convert_state_text (item), *line = g_strdelimit (g_strdup (text), "\n", ' ');
  const gboolean settled = state == MW_CONVERT_DONE || state == MW_CONVERT_WAITING;
  gtk_label_set_text (GTK_LABEL (label), line);
  gtk_widget_set_tooltip_text (label, text);
  for (guint i = 0; i < 3; i++) {
    static const char *const classes[] = { "error", "warning", "dim-label" };
    const gboolean failed = settled && conversion->error && !mw_convert_item_is_cancelled (item);
    const gboolean lossy = state == MW_CONVERT_DONE && !conversion->error && mw_conversion_n_losses (conversion) > 0;
    if (i == 0 ? failed : i == 1 ? lossy : !failed && state != MW_CONVERT_DONE)
      gtk_widget_add_css_class (label, classes[i]);
    else
      gtk_widget_remove_css_class (label, classes[i]);
  }
}

static void
bind_state (GtkSignalListItemFactory *factory, GtkListItem *row, gpointer unused)
{
  MwConvertItem *item = gtk_list_item_get_item (row);
  GtkWidget *label = gtk_list_item_get_child (row);
  show_state (item, NULL, label);
  g_signal_connect_object (item, "notify::state", G_CALLBACK (show_state), label, 0);
}

static void
unbind_state (GtkSignalListItemFactory *factory, GtkListItem *row, gpointer unused)
{
  GtkWidget *label = gtk_list_item_get_child (row);
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (row), show_state, label);
}

static void
bind_output (GtkSignalListItemFactory *factory, GtkListItem *row, MwConvertWindow *self)
{
  const MwConversion *conversion = mw_convert_item_get (gtk_list_item_get_item (row));
  const char *folder = mw_folder_button_get (MW_FOLDER_BUTTON (self->to)), *out = conversion->out;
  const gsize length = strlen (folder);
  const char *name = out && g_str_has_prefix (out, folder) && out[length] == G_DIR_SEPARATOR ? out + length + 1 : out;
  g_autofree char *shown = g_filename_display_name (name ? name : "");
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (row)), shown);
}

/* Counts what the run has done. */
static void
items_state (MwConvertItem *item, GParamSpec *property, MwConvertWindow *self)
{
  if (mw_convert_item_get_state (item) == MW_CONVERT_DONE && self->running) {
    self->n_done++;
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), (double) self->n_done / MAX (self->n_running, 1));
    g_autofree char *status = status_text (self);
    gtk_label_set_text (GTK_LABEL (self->status), status);
  }
  if (item == selected_item (self))
    show_report (self);
}

static void
items_changed (GListModel *items, guint position, guint removed, guint added, MwConvertWindow *self)
{
  for (guint i = position; i < position + added; i++) {
    g_autoptr (MwConvertItem) item = g_list_model_get_item (items, i);
    g_signal_connect_object (item, "notify::state", G_CALLBACK (items_state), self, 0);
  }
}

/* --- The window ----------------------------------------------------------------------------------------------------- */

/* While it converts, the window only hides: the status bar shows the progress, and the menu shows the window again. */
static gboolean
close_request (GtkWindow *window)
{
  MwConvertWindow *self = MW_CONVERT_WINDOW (window);
  if (!self->running)
    return FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  return TRUE;
}

static void
dispose (GObject *object)
{
  MwConvertWindow *self = MW_CONVERT_WINDOW (object);
  if (self->searching)
    g_cancellable_cancel (self->searching);
  if (self->running) {
    MwWindow *window = window_of (self);
    g_cancellable_cancel (self->running);
    if (window)
      mw_window_end_job (window, self->running);
    self->running = NULL;
  }
  g_clear_object (&self->searching);
  g_clear_object (&self->selection);
  g_clear_object (&self->items);
  g_clear_pointer (&self->paths, g_strfreev);
  g_clear_pointer (&self->found, g_ptr_array_unref);
  g_clear_pointer (&self->games, g_ptr_array_unref);
  g_clear_pointer (&self->kinds, g_ptr_array_unref);
  G_OBJECT_CLASS (mw_convert_window_parent_class)->dispose (object);
}

static void
mw_convert_window_class_init (MwConvertWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  GTK_WINDOW_CLASS (klass)->close_request = close_request;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
  mw_help_window_add_key (GTK_WIDGET_CLASS (klass));
}

static void
name_it (GtkWidget *widget, const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
attach (GtkWidget *grid, int column, int row, const char *text, GtkWidget *widget)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), widget, column + 1, row, 1, 1);
  gtk_widget_set_hexpand (widget, TRUE);
}

static GtkWidget *
make_choice (MwConvertWindow *self, const char *name, GPtrArray *ids, const GPtrArray *titles, const char *key)
{
  GSettings *settings = mw_places_settings ();
  g_autofree char *last = settings ? g_settings_get_string (settings, key) : NULL;
  GtkWidget *choice = gtk_drop_down_new_from_strings ((const char *const *) titles->pdata);
  for (guint i = 0; last && ids->pdata[i]; i++)
    if (strcmp (ids->pdata[i], last) == 0)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), i);
  name_it (choice, name);
  return choice;
}

static GtkWidget *
make_options (MwConvertWindow *self)
{
  GtkWidget *expander = gtk_expander_new_with_mnemonic (_ ("_Options")), *grid = gtk_grid_new ();
  const char *const spellings[] = { _ ("of community tools"), _ ("of the game"), NULL };
  self->scale = gtk_entry_new ();
  self->level = gtk_spin_button_new_with_range (0, 15, 1);
  self->spelling = gtk_drop_down_new_from_strings (spellings);
  self->strict = gtk_check_button_new_with_mnemonic (_ ("_Write no file that would lose something"));
  gtk_editable_set_text (GTK_EDITABLE (self->scale), "1");
  gtk_entry_set_activates_default (GTK_ENTRY (self->scale), TRUE);
  gtk_widget_set_tooltip_text (self->scale, _ ("Every length, speed and acceleration is multiplied by this"));
  gtk_widget_set_tooltip_text (self->level,
                               _ ("The level of detail to keep if the game draws all levels at once; 0 is the finest"));
  gtk_widget_set_tooltip_text (self->spelling,
                               _ ("For MDL text: how words are spelled that programs spell differently"));
  name_it (self->scale, _ ("Scale"));
  name_it (self->level, _ ("Level of detail"));
  name_it (self->spelling, _ ("Spelling of text"));
  g_signal_connect_swapped (self->scale, "changed", G_CALLBACK (refresh), self);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 8);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_widget_set_margin_top (grid, 8);
  attach (grid, 0, 0, _ ("Scale"), self->scale);
  attach (grid, 2, 0, _ ("Level of detail"), self->level);
  attach (grid, 0, 1, _ ("Spelling of text"), self->spelling);
  gtk_grid_attach (GTK_GRID (grid), self->strict, 2, 1, 2, 1);
  gtk_expander_set_child (GTK_EXPANDER (expander), grid);
  return expander;
}

/* The folder to begin with: that of the last time, else that of the model on show. */
static char *
first_folder (MwWindow *window)
{
  GSettings *settings = mw_places_settings ();
  MwDocumentPage *page = mw_window_get_page (window);
  g_autofree char *last = settings ? g_settings_get_string (settings, FROM) : NULL;
  if (last && *last && g_file_test (last, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&last);
  const char *own = page && !mw_document_page_get_origin (page) ? mw_document_page_get_path (page) : NULL;
  return own ? g_path_get_dirname (own) : mw_project_folder ();
}

static GtkWidget *
make_choices (MwConvertWindow *self, MwWindow *window)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *grid = gtk_grid_new ();
  g_autofree char *folder = first_folder (window), *output = g_build_filename (folder, OUTPUT_NAME, NULL);
  g_autoptr (GPtrArray) games = g_ptr_array_new_with_free_func (g_free),
                        kinds = g_ptr_array_new_with_free_func (g_free);
  self->games = g_ptr_array_new ();
  self->kinds = g_ptr_array_new ();
  mw_save_all_games (self->games, games);
  mw_save_kinds (any_version (), FALSE, self->kinds, kinds);
  self->from = mw_folder_button_new (_ ("Files of folder"), _ ("Folder to Convert"), folder);
  self->to = mw_folder_button_new (_ ("Into folder"), _ ("Folder for Converted Files"), output);
  self->game = make_choice (self, _ ("For"), self->games, games, TARGET);
  self->kind = make_choice (self, _ ("As"), self->kinds, kinds, KIND);
  self->dropped = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->dropped), 0);
  gtk_widget_add_css_class (self->dropped, "dim-label");
  gtk_grid_set_row_spacing (GTK_GRID (grid), 8);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  attach (grid, 0, 0, _ ("Files of folder"), self->from);
  attach (grid, 2, 0, _ ("Into folder"), self->to);
  attach (grid, 0, 1, _ ("For"), self->game);
  attach (grid, 2, 1, _ ("As"), self->kind);
  gtk_box_append (GTK_BOX (box), grid);
  gtk_box_append (GTK_BOX (box), self->dropped);
  gtk_box_append (GTK_BOX (box), make_options (self));
  g_signal_connect_swapped (self->from, "chosen", G_CALLBACK (from_chosen), self);
  g_signal_connect_swapped (self->to, "chosen", G_CALLBACK (to_chosen), self);
  g_signal_connect_swapped (self->game, "notify::selected", G_CALLBACK (fill), self);
  g_signal_connect_swapped (self->kind, "notify::selected", G_CALLBACK (fill), self);
  return box;
}

static void
add_column (MwConvertWindow *self, const char *title, int width, gboolean expands, GCallback bind, GCallback unbind)
{
  mw_text_table_add (self->table, title, width, expands, bind, self);
  if (!unbind)
    return;
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->table));
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, g_list_model_get_n_items (columns) - 1);
  g_signal_connect (gtk_column_view_column_get_factory (column), "unbind", unbind, self);
}

static GtkWidget *
make_list (MwConvertWindow *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (),
            *none = gtk_label_new (
              _ ("There are no models in this folder.\nChoose another, or drop files and folders here."));
  self->list = gtk_stack_new ();
  self->items = g_list_store_new (MW_TYPE_CONVERT_ITEM);
  g_signal_connect (self->items, "items-changed", G_CALLBACK (items_changed), self);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->items)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->table = mw_text_table_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)), _ ("Files"));
  add_column (self, _ ("File"), 300, FALSE, G_CALLBACK (bind_name), NULL);
  add_column (self, _ ("Becomes"), 300, FALSE, G_CALLBACK (bind_output), NULL);
  add_column (self, _ ("State"), 260, TRUE, G_CALLBACK (bind_state), G_CALLBACK (unbind_state));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->table);
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_label_set_justify (GTK_LABEL (none), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (none, "dim-label");
  gtk_stack_add_named (GTK_STACK (self->list), scrolled, "table");
  gtk_stack_add_named (GTK_STACK (self->list), none, "none");
  return self->list;
}

static GtkWidget *
make_report (MwConvertWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *bar = mw_list_bar_new (&self->title);
  gtk_widget_add_css_class (self->title, "heading");
  self->all = mw_list_bar_add (bar, _ ("All Files"), _ ("Show the summary of all files again"),
                               G_CALLBACK (all_clicked), self);
  self->report = mw_lines_view_new (_ ("Report"));
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->report), FALSE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->report), -1);
  gtk_widget_set_vexpand (self->report, TRUE);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), self->report);
  return box;
}

static GtkWidget *
make_bar (MwConvertWindow *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->status = gtk_label_new (NULL);
  self->progress = gtk_progress_bar_new ();
  self->copy = gtk_button_new_with_mnemonic (_ ("C_opy Report"));
  self->cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));
  self->convert = gtk_button_new_with_mnemonic (_ ("_Convert"));
  gtk_label_set_xalign (GTK_LABEL (self->status), 0);
  mw_label_ellipsize (self->status, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->status, TRUE);
  gtk_widget_set_size_request (self->progress, 160, -1);
  gtk_widget_set_valign (self->progress, GTK_ALIGN_CENTER);
  name_it (self->progress, _ ("Progress"));
  gtk_widget_set_tooltip_text (self->copy, _ ("Copy the summary and the report of each file as text"));
  gtk_widget_add_css_class (self->convert, "suggested-action");
  g_signal_connect_swapped (self->copy, "clicked", G_CALLBACK (copy_clicked), self);
  g_signal_connect_swapped (self->cancel, "clicked", G_CALLBACK (cancel_clicked), self);
  g_signal_connect_swapped (self->convert, "clicked", G_CALLBACK (convert_clicked), self);
  gtk_box_append (GTK_BOX (bar), self->status);
  gtk_box_append (GTK_BOX (bar), self->progress);
  gtk_box_append (GTK_BOX (bar), self->copy);
  gtk_box_append (GTK_BOX (bar), self->cancel);
  gtk_box_append (GTK_BOX (bar), self->convert);
  return bar;
}

static void
mw_convert_window_init (MwConvertWindow *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Convert Files"));
  gtk_window_set_default_size (GTK_WINDOW (self), 960, 640);
  g_signal_connect (drop, "drop", G_CALLBACK (files_dropped), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}

static void
build (MwConvertWindow *self, MwWindow *window)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (box, "convert-files");
  self->choices = make_choices (self, window);
  gtk_box_append (GTK_BOX (box), self->choices);
  gtk_paned_set_start_child (GTK_PANED (paned), make_list (self));
  self->about = make_report (self);
  gtk_paned_set_end_child (GTK_PANED (paned), self->about);
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_position (GTK_PANED (paned), 240);
  gtk_widget_set_vexpand (paned, TRUE);
  gtk_box_append (GTK_BOX (box), paned);
  gtk_box_append (GTK_BOX (box), make_bar (self));
  gtk_window_set_child (GTK_WINDOW (self), box);
  gtk_window_set_default_widget (GTK_WINDOW (self), self->convert);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (show_report), self, G_CONNECT_SWAPPED);
  search (self);
}

static void
gone (GtkWidget *self, MwWindow *window)
{
  g_object_set_data (G_OBJECT (window), OWN_WINDOW, NULL);
}

GtkWidget *
mw_convert_window_show (MwWindow *window)
{
  MwConvertWindow *self = g_object_get_data (G_OBJECT (window), OWN_WINDOW);
  if (!self) {
    self = g_object_new (MW_TYPE_CONVERT_WINDOW, "transient-for", window, "destroy-with-parent", TRUE, NULL);
    build (self, window);
    g_object_set_data (G_OBJECT (window), OWN_WINDOW, self);
    g_signal_connect_object (self, "destroy", G_CALLBACK (gone), window, 0);
  }
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WIDGET (self);
}
