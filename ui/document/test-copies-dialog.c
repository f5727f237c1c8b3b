/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/test-copies-dialog.h"
#include "core/convert/targets.h"
#include "ui/document/project.h"
#include "ui/document/save-choice.h"
#include "ui/document/test-copies.h"
#include "ui/folder-button.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/places.h"

#include <string.h>

#define PARTS "test-copies-parts"
#define FOLDER "test-folder"
#define TARGETS "test-targets"
#define KIND "test-kind"

/* A game for which a copy can be saved. */
typedef struct {
  const char *id;
  GtkWidget *check, *file;
} Row;

typedef struct {
  GtkWidget *dialog, *folder, *name, *kind, *note;
  MwFormat now;
  gboolean side_channel;
  GPtrArray *kinds; /* ids of the rows of `kind`, ending with NULL */
  GArray *rows;     /* Row */
} Parts;

static void
parts_free (gpointer data)
{
  Parts *parts = data;
  g_ptr_array_unref (parts->kinds);
  g_array_unref (parts->rows);
  g_free (parts);
}

static MwSaveOptions
options_of (const Parts *parts, const Row *row)
{
  const guint kind = gtk_drop_down_get_selected (GTK_DROP_DOWN (parts->kind));
  return mw_save_choice (parts->now, parts->side_channel, row->id, parts->kinds->pdata[kind]);
}

/* "golem-test.mdx" in the model's own format, "golem-test-wc3-2.0.mdx" for another game. Free with g_free(). */
static char *
file_of (const Parts *parts, const Row *row)
{
  const MwSaveOptions options = options_of (parts, row);
  const gboolean own = options.format.family == parts->now.family && options.format.version == parts->now.version;
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (parts->name));
  g_autofree char *stem = g_strdup_printf ("%s%s%s", typed, own ? "" : "-", own ? "" : row->id);
  return g_strconcat (stem, mw_format_suffix (options.format), NULL);
}

static char *
path_of (const Parts *parts, const Row *row)
{
  g_autofree char *file = file_of (parts, row);
  g_autofree char *local = g_filename_from_utf8 (file, -1, NULL, NULL, NULL);
  return g_build_filename (mw_folder_button_get (MW_FOLDER_BUTTON (parts->folder)), local ? local : file, NULL);
}

static gboolean
is_chosen (const Row *row)
{
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (row->check));
}

static void
refresh (Parts *parts)
{
  guint chosen = 0, replaced = 0;
  gboolean other_family = FALSE;
  for (guint i = 0; i < parts->rows->len; i++) {
    const Row *row = &g_array_index (parts->rows, Row, i);
    g_autofree char *file = file_of (parts, row), *path = path_of (parts, row);
    gtk_label_set_text (GTK_LABEL (row->file), file);
    chosen += is_chosen (row);
    other_family |= is_chosen (row) && options_of (parts, row).format.family != parts->now.family;
    replaced += is_chosen (row) && g_file_test (path, G_FILE_TEST_EXISTS);
  }
  const char *name = gtk_editable_get_text (GTK_EDITABLE (parts->name));
  const gboolean is_name = *name && !strchr (name, '/');
  g_autofree char *note = NULL, *replaces = NULL;
  if (replaced)
    replaces = g_strdup_printf (
      ngettext ("%u file exists and will be replaced.", "%u files exist and will be replaced.", replaced), replaced);
  if (!is_name)
    note = g_strdup (_ ("Enter a name without a folder."));
  else
    note = g_strdup_printf ("%s%s%s", replaces ? replaces : "", replaces && other_family ? " " : "",
                            other_family ? _ ("Sizes stay the same (scale 1.0).") : "");
  /* A note that comes or goes must not move the buttons. */
  gtk_label_set_text (GTK_LABEL (parts->note), *note ? note : " ");
  gtk_dialog_set_response_sensitive (GTK_DIALOG (parts->dialog), GTK_RESPONSE_ACCEPT, is_name && chosen > 0);
}

/* --- What was chosen the last time ------------------------------------------------------------------------------------ */

static char *
first_folder (MwDocumentPage *page)
{
  GSettings *settings = mw_places_settings ();
  g_autofree char *last = settings ? g_settings_get_string (settings, FOLDER) : NULL;
  if (last && *last && g_file_test (last, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&last);
  const char *own = mw_document_page_get_origin (page) ? NULL : mw_document_page_get_path (page);
  if (!own)
    own = mw_document_page_get_broken (page);
  return own ? g_path_get_dirname (own) : mw_project_folder ();
}

static void
remember (const Parts *parts)
{
  GSettings *settings = mw_places_settings ();
  const char *folder = mw_folder_button_get (MW_FOLDER_BUTTON (parts->folder));
  if (!settings)
    return;
  g_autoptr (GPtrArray) targets = g_ptr_array_new ();
  for (guint i = 0; i < parts->rows->len; i++)
    if (is_chosen (&g_array_index (parts->rows, Row, i)))
      g_ptr_array_add (targets, (gpointer) g_array_index (parts->rows, Row, i).id);
  g_ptr_array_add (targets, NULL);
  if (g_utf8_validate (folder, -1, NULL))
    g_settings_set_string (settings, FOLDER, folder);
  g_settings_set_strv (settings, TARGETS, (const char *const *) targets->pdata);
  g_settings_set_string (settings, KIND, parts->kinds->pdata[gtk_drop_down_get_selected (GTK_DROP_DOWN (parts->kind))]);
}

GPtrArray *
mw_test_copies_dialog_take (GtkWidget *dialog)
{
  const Parts *parts = g_object_get_data (G_OBJECT (dialog), PARTS);
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_test_copy_free);
  for (guint i = 0; i < parts->rows->len; i++) {
    const Row *row = &g_array_index (parts->rows, Row, i);
    const MwSaveOptions options = options_of (parts, row);
    g_autofree char *path = path_of (parts, row);
    if (is_chosen (row))
      g_ptr_array_add (copies, mw_test_copy_new (path, &options));
  }
  remember (parts);
  return copies;
}

/* --- The dialog ------------------------------------------------------------------------------------------------------- */

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_games (Parts *parts)
{
  GSettings *settings = mw_places_settings ();
  g_auto (GStrv) last = settings ? g_settings_get_strv (settings, TARGETS) : NULL;
  g_autoptr (GPtrArray) ids = g_ptr_array_new (), titles = g_ptr_array_new_with_free_func (g_free);
  GtkWidget *games = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (games), 18);
  gtk_grid_set_row_spacing (GTK_GRID (games), 2);
  mw_save_games (parts->now, ids, titles);
  gboolean any = FALSE;
  for (guint i = 0; ids->pdata[i]; i++) {
    const Row row = { ids->pdata[i], gtk_check_button_new_with_label (titles->pdata[i]),
                      make_label (NULL, "dim-label") };
    const gboolean chosen = last && g_strv_contains ((const char *const *) last, row.id);
    gtk_check_button_set_active (GTK_CHECK_BUTTON (row.check), chosen);
    any |= chosen;
    g_signal_connect_swapped (row.check, "toggled", G_CALLBACK (refresh), parts);
    gtk_grid_attach (GTK_GRID (games), row.check, 0, (int) i, 1, 1);
    gtk_grid_attach (GTK_GRID (games), row.file, 1, (int) i, 1, 1);
    g_array_append_val (parts->rows, row);
  }
  if (!any)
    gtk_check_button_set_active (GTK_CHECK_BUTTON (g_array_index (parts->rows, Row, 0).check), TRUE);
  return games;
}

static GtkWidget *
make_kind (Parts *parts)
{
  GSettings *settings = mw_places_settings ();
  g_autofree char *last = settings ? g_settings_get_string (settings, KIND) : NULL;
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  mw_save_kinds (parts->now, parts->side_channel, parts->kinds, titles);
  GtkWidget *kind = gtk_drop_down_new_from_strings ((const char *const *) titles->pdata);
  for (guint i = 0; last && parts->kinds->pdata[i]; i++)
    if (strcmp (parts->kinds->pdata[i], last) == 0)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (kind), i);
  gtk_accessible_update_property (GTK_ACCESSIBLE (kind), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("As"), -1);
  g_signal_connect_swapped (kind, "notify::selected", G_CALLBACK (refresh), parts);
  return kind;
}

static void
attach (GtkWidget *grid, int row, const char *label, GtkWidget *widget)
{
  gtk_grid_attach (GTK_GRID (grid), make_label (label, NULL), 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), widget, 1, row, 1, 1);
}

GtkWidget *
mw_test_copies_dialog_new (GtkWindow *parent, MwDocumentPage *page)
{
  MwDocument *document = mw_document_page_get_document (page);
  Parts *parts = g_new0 (Parts, 1);
  GtkWidget *dialog = g_object_new (GTK_TYPE_DIALOG, "transient-for", parent, "modal", TRUE, "destroy-with-parent",
                                    TRUE, "use-header-bar", TRUE, "resizable", FALSE, "title", _ ("Save Test Copies"),
                                    NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *grid = gtk_grid_new ();
  g_autofree char *own = mw_document_page_get_name (page), *stem = mw_name_without_suffix (own),
                  *plain = mw_ui_text (stem), *name = g_strconcat (plain, "-test", NULL), *folder = first_folder (page);
  parts->dialog = dialog;
  parts->now = mw_document_get_format (document);
  parts->side_channel = mw_document_has_side_channel (document);
  parts->kinds = g_ptr_array_new ();
  parts->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_object_set_data_full (G_OBJECT (dialog), PARTS, parts, parts_free);
  gtk_widget_add_css_class (box, "project-dialog");
  parts->folder = mw_folder_button_new (_ ("Folder"), _ ("Folder for Test Copies"), folder);
  parts->name = gtk_entry_new ();
  parts->kind = make_kind (parts);
  parts->note = make_label (NULL, "dim-label");
  gtk_editable_set_text (GTK_EDITABLE (parts->name), name);
  gtk_entry_set_activates_default (GTK_ENTRY (parts->name), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (parts->name), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name"), -1);
  g_signal_connect_swapped (parts->folder, "chosen", G_CALLBACK (refresh), parts);
  g_signal_connect_swapped (parts->name, "changed", G_CALLBACK (refresh), parts);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 8);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  attach (grid, 0, _ ("Folder"), parts->folder);
  attach (grid, 1, _ ("Name"), parts->name);
  attach (grid, 2, _ ("As"), parts->kind);
  gtk_box_append (
    GTK_BOX (box),
    make_label (_ ("To try the model in a game. Here it keeps its name, and its changes stay unsaved."), NULL));
  gtk_box_append (GTK_BOX (box), grid);
  gtk_box_append (GTK_BOX (box), make_label (_ ("For"), "heading"));
  gtk_box_append (GTK_BOX (box), make_games (parts));
  gtk_box_append (GTK_BOX (box), parts->note);
  gtk_box_append (GTK_BOX (gtk_dialog_get_content_area (GTK_DIALOG (dialog))), box);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL);
  GtkWidget *accept = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Save"), GTK_RESPONSE_ACCEPT);
  gtk_widget_add_css_class (accept, "suggested-action");
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  gtk_widget_grab_focus (accept);
  refresh (parts);
  return dialog;
}
