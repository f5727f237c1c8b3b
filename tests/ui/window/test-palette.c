/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command palette. */
#include "core/io/registry.h"
#include "tests/bench/make-model.h"
#include "tests/core/io/bytes.h"
#include "tests/ui/fixture.h"
#include "ui/edit.h"
#include "ui/operations/operation-form.h"
#include "ui/window/palette-entries.h"
#include "ui/window/palette.h"
#include "ui/places.h"

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;

static MwPalette *
open_palette (void)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.palette", NULL);
  fixture_settle ();
  GtkWidget *palette = find_type (GTK_WIDGET (window), MW_TYPE_PALETTE);
  g_assert_nonnull (palette);
  g_assert_true (gtk_widget_get_mapped (palette));
  return MW_PALETTE (palette);
}

static GtkWidget *
entry_of (MwPalette *palette)
{
  return find_type (GTK_WIDGET (palette), GTK_TYPE_SEARCH_ENTRY);
}

static guint
n_rows (MwPalette *palette)
{
  GtkWidget *list = find_type (GTK_WIDGET (palette), GTK_TYPE_LIST_VIEW);
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list))));
}

/* The text of the first row's label. */
static const char *
first_row (MwPalette *palette)
{
  fixture_settle ();
  GtkWidget *list = find_type (GTK_WIDGET (palette), GTK_TYPE_LIST_VIEW);
  return gtk_label_get_text (GTK_LABEL (find_type (gtk_widget_get_first_child (list), GTK_TYPE_LABEL)));
}

static gboolean
is_open (MwPalette *palette)
{
  fixture_settle ();
  return gtk_widget_get_mapped (GTK_WIDGET (palette));
}

static void
select_path (const char *path)
{
  MwId id = fixture_record (document, path)->id;
  mw_document_select (document, &id, 1);
}

static void
test_operation (void)
{
  select_path ("sequences[1]");
  guint n = fixture_record (document, "")->schema ? mw_document_get_n_steps (document) : 0;
  MwPalette *palette = open_palette ();
  act_type (entry_of (palette), "duplicate");
  g_assert_cmpstr (first_row (palette), ==, "Duplicate");
  act_enter (entry_of (palette));
  g_assert_false (is_open (palette));
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, n + 1);
  mw_document_undo (document);
}

/* The other game's word for it finds it too; one with parameters opens its form. */
static void
test_form (void)
{
  select_path ("materials[0].layers[0]");
  guint n = mw_document_get_n_steps (document);
  MwPalette *palette = open_palette ();
  act_type (entry_of (palette), "blend mode");
  g_assert_cmpstr (first_row (palette), ==, "Set Filter Mode…");
  act_enter (entry_of (palette));
  g_assert_false (is_open (palette));
  GtkWidget *form = find_type (GTK_WIDGET (page), MW_TYPE_OPERATION_FORM);
  g_assert_nonnull (form);
  g_assert_true (gtk_widget_get_mapped (form));
  g_assert_cmpstr (mw_operation_form_get_operation (MW_OPERATION_FORM (form))->id, ==, "layer-set-filter");
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, n);
  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (form, GTK_TYPE_POPOVER)));
  fixture_settle ();
  /* Without the outline, too. */
  mw_document_page_show_panel (page, "left", FALSE);
  palette = open_palette ();
  act_type (entry_of (palette), "set filter");
  act_enter (entry_of (palette));
  fixture_settle ();
  form = find_type (GTK_WIDGET (page), MW_TYPE_OPERATION_FORM);
  g_assert_true (form && gtk_widget_get_mapped (form));
  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (form, GTK_TYPE_POPOVER)));
  mw_document_page_show_panel (page, "left", TRUE);
  fixture_settle ();
}

/* What cannot be done says why, changes nothing, and the palette stays open. */
static void
test_refused (void)
{
  mw_document_select (document, NULL, 0);
  guint n = mw_document_get_n_steps (document);
  MwPalette *palette = open_palette ();
  act_type (entry_of (palette), "set filter mode");
  g_assert_cmpstr (first_row (palette), ==, "Set Filter Mode…");
  g_assert_cmpstr (find_words (GTK_WIDGET (palette), "nothing is selected"), ==, "nothing is selected");
  act_enter (entry_of (palette));
  g_assert_true (is_open (palette));
  g_assert_nonnull (find_words (GTK_WIDGET (palette), "Set Filter Mode…: nothing is selected"));
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, n);
  gtk_popover_popdown (GTK_POPOVER (palette));
  fixture_settle ();
}

static void
test_phrase (void)
{
  MwId material = fixture_record (document, "materials[4]")->id;
  mw_document_select (document, &material, 1);
  MwPalette *palette = open_palette ();
  act_type (entry_of (palette), "team colour");
  g_assert_cmpstr (first_row (palette), ==, "Add Team Colour");
  gtk_popover_popdown (GTK_POPOVER (palette));
  fixture_settle ();
  mw_document_select (document, NULL, 0);
  palette = open_palette ();
  act_type (entry_of (palette), "team colour");
  g_assert_cmpstr (first_row (palette), ==, "Team colour");
  gtk_popover_popdown (GTK_POPOVER (palette));
  fixture_settle ();
}

/* The label of the first entry for a text. */
static const char *
first_for (MwPaletteEntries *entries, const char *typed)
{
  g_assert_cmpuint (mw_palette_entries_search (entries, typed), >, 0);
  return mw_palette_entries_get (entries, 0)->label;
}

/* A word of the label of an operation finds that before an element that is called so; all else finds the element. */
static void
test_same_name (void)
{
  g_autoptr (GError) error = NULL;
  const MwOperation *add = mw_operation_find ("camera-add");
  g_autoptr (MwRecord) params = mw_operation_params_new (add);
  g_assert_true (mw_operation_param_set (add, document, params, "name", "\"Portrait\"", 10, &error));
  for (guint i = 0; i < 2; i++)
    g_assert_true (mw_operation_run (add, document, NULL, 0, params, &error));
  MwTarget name = mw_ui_target (fixture_record (document, "cameras[1]"),
                                mw_schema_field (fixture_record (document, "cameras[1]")->schema, "name"));
  const MwId id = name.record->id;
  g_assert_true (mw_ui_set_text (document, &id, 1, &name, "\"Filter\"", &error));
  mw_document_select (document, NULL, 0);
  {
    g_autoptr (MwPaletteEntries) entries = mw_palette_entries_new (window);
    g_assert_cmpstr (first_for (entries, "portrait"), ==, "Set Up Portrait…");
    g_assert_cmpstr (first_for (entries, "Portrait "), ==, "Set Up Portrait…");
    /* The element is the next that has the whole name. */
    g_assert_cmpuint (mw_palette_entries_get (entries, 1)->element, ==, fixture_record (document, "cameras[0]")->id);
    /* Begun words, and words that are only like that of an operation. */
    g_assert_cmpstr (first_for (entries, "stand"), ==, "Stand");
    g_assert_cmpstr (first_for (entries, "walk"), ==, "Walk");
    g_assert_cmpstr (first_for (entries, "add"), ==, "Add Sequence…");
    /* No layer is selected, so the operation cannot be done. */
    g_assert_cmpstr (first_for (entries, "filter"), !=, "Set Filter Mode…");
  }
  const MwId layer = fixture_record (document, "materials[0].layers[0]")->id;
  mw_document_select (document, &layer, 1);
  {
    g_autoptr (MwPaletteEntries) entries = mw_palette_entries_new (window);
    g_assert_cmpstr (first_for (entries, "filter mode"), ==, "Set Filter Mode…");
  }
  for (guint i = 0; i < 3; i++)
    mw_document_undo (document);
}

static void
test_element (void)
{
  mw_document_select (document, NULL, 0);
  MwPalette *palette = open_palette ();
  act_type (entry_of (palette), "walk");
  g_assert_cmpstr (first_row (palette), ==, "Walk");
  act_enter (entry_of (palette));
  g_assert_false (is_open (palette));
  guint n;
  const MwId *ids = mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (ids[0], ==, fixture_record (document, "sequences[1]")->id);
  /* A word for its kind finds it too, and the arrows mark another. */
  palette = open_palette ();
  act_type (entry_of (palette), "animation walk");
  g_assert_cmpuint (n_rows (palette), ==, 1);
  act_type (entry_of (palette), "sequence");
  fixture_settle ();
  GtkWidget *text = entry_of (palette);
  gboolean used = act_key (text, GDK_KEY_Down, 0);
  g_assert_true (used);
  gtk_popover_popdown (GTK_POPOVER (palette));
  fixture_settle ();
}

/* Whether the operation or command is among the best for this text. */
static gboolean
is_found (MwPaletteEntries *entries, const char *typed, gconstpointer wanted)
{
  const MwPaletteEntry *entry;
  mw_palette_entries_search (entries, typed);
  for (guint i = 0; (entry = mw_palette_entries_get (entries, i)); i++)
    if (entry->operation == wanted || entry->command == wanted) {
      if (entry->command && entry->command->needs <= MW_NEEDS_MODEL)
        g_assert_null (entry->reason);
      return TRUE;
    }
  return FALSE;
}

static void
test_command (void)
{
  MwPalette *palette = open_palette ();
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (mw_document_page_get_inspector (page))));
  act_type (entry_of (palette), "inspector");
  g_assert_cmpstr (first_row (palette), ==, "Show or Hide the Inspector");
  act_enter (entry_of (palette));
  fixture_settle ();
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (mw_document_page_get_inspector (page))));
  /* It is the first now, before anything is typed, and in another palette. */
  palette = open_palette ();
  g_assert_cmpstr (first_row (palette), ==, "Show or Hide the Inspector");
  act_enter (entry_of (palette));
  fixture_settle ();
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (mw_document_page_get_inspector (page))));
  g_auto (GStrv) recent = g_settings_get_strv (mw_places_settings (), "palette-recent");
  g_assert_cmpstr (recent[0], ==, "win.panel-right");
  g_assert_cmpstr (recent[1], !=, "win.panel-right");
  /* Each operation and command is found by its label; each that needs nothing but a model can be done now. */
  g_autoptr (MwPaletteEntries) entries = mw_palette_entries_new (window);
  guint n_commands;
  const MwCommand *commands = mw_commands (&n_commands);
  for (guint i = 0; i < n_commands; i++)
    g_assert_true (is_found (entries, commands[i].label, &commands[i]));
  /* The command Paste does what its operation does, with the clipboard. */
  for (const MwOperation *const *at = mw_operations_list (); *at; at++)
    g_assert_cmpint (is_found (entries, (*at)->label, *at) && is_found (entries, (*at)->id, *at), ==,
                     *at != &mw_operation_paste);
}

/* The views of the viewport are reached without its focus. */
static void
test_view (void)
{
  MwViewportView before, after;
  mw_viewport_get_view (mw_document_page_get_viewport (page), &before);
  MwPalette *palette = open_palette ();
  act_type (entry_of (palette), "orthographic");
  act_enter (entry_of (palette));
  fixture_settle ();
  mw_viewport_get_view (mw_document_page_get_viewport (page), &after);
  g_assert_cmpint (before.camera.ortho, !=, after.camera.ortho);
}

static void
test_large (void)
{
  enum { NODES = 20000 };
  MwMdlx *model = make_model_many_nodes (NODES, 100);
  GError *error = NULL;
  g_autoptr (GBytes) bytes = io_write_bytes (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 }, NULL, NULL, &error);
  g_assert_no_error (error);
  mw_model_free (&model->model);
  g_autofree char *path = g_build_filename (fixture_folder (), "many.mdx", NULL);
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL));
  MwDocumentPage *many = fixture_open (window, path);
  g_assert_nonnull (many);
  gint64 begin = g_get_monotonic_time ();
  MwPalette *palette = open_palette ();
  g_test_message ("opened with %u elements in %.1f ms", NODES, (double) (g_get_monotonic_time () - begin) / 1000);
  /* Each key, with the frame that shows it. The figures are in the log; a test does not depend on time. */
  g_autoptr (GString) typed = g_string_new (NULL);
  for (const char *at = "bone 1999"; *at; at++) {
    g_string_append_c (typed, *at);
    begin = g_get_monotonic_time ();
    act_type (entry_of (palette), typed->str);
    gint64 searched = g_get_monotonic_time ();
    fixture_settle ();
    gint64 shown = g_get_monotonic_time ();
    fixture_settle ();
    gint64 nothing = g_get_monotonic_time () - shown;
    g_test_message ("\"%s\": %.1f ms, and %.1f ms to show it (a frame without a change: %.1f ms)", typed->str,
                    (double) (searched - begin) / 1000, (double) (shown - searched) / 1000, (double) nothing / 1000);
    g_assert_cmpuint (n_rows (palette), <=, MW_PALETTE_MAX);
  }
  g_assert_cmpuint (n_rows (palette), >, 0);
  gtk_popover_popdown (GTK_POPOVER (palette));
  fixture_settle ();
  mw_window_open (window, mw_document_page_get_path (page));
  fixture_wait (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_autofree char *path = fixture_sample ("figure.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  g_test_add_func ("/ui/palette/Enter runs the operation that is found", test_operation);
  g_test_add_func ("/ui/palette/an operation with parameters opens its form", test_form);
  g_test_add_func ("/ui/palette/what cannot be done says why", test_refused);
  g_test_add_func ("/ui/palette/an operation comes before an element that is called like a word of its label",
                   test_same_name);
  g_test_add_func ("/ui/palette/choosing an element selects it", test_element);
  g_test_add_func ("/ui/palette/two words of an operation that can be done find it before an element with that name",
                   test_phrase);
  g_test_add_func ("/ui/palette/commands of the window run, and what was used comes first", test_command);
  g_test_add_func ("/ui/palette/views of the viewport", test_view);
  g_test_add_func ("/ui/palette/twenty thousand elements", test_large);
  int failed = g_test_run ();
  fixture_end (window);
  return failed;
}
