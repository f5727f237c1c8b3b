/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/time/sequences-menu.h"
#include "ui/inspector/field-editor.h"
#include "ui/inspector/number-editor.h"
#include "ui/inspector/text-editor.h"
#include "ui/inspector/value-entry.h"
#include "ui/places.h"
#include "ui/time/bounds-cell.h"
#include "ui/time/standard-list.h"

static void
test_edit (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  GtkWidget *table = fixture_sequences (page);
  MwRecord *sequence = fixture_record (document, "sequences[0]");
  /* A column for each field of the version except the bounds, one for all of these, and one for the index. */
  guint n_live = 0;
  for (guint i = 0; i < mw_schema_n_fields (sequence->schema); i++)
    n_live += mw_schema_field_at (sequence->schema, i)->role != MW_ROLE_BOUNDS
              && mw_field_is_live (sequence, mw_schema_field_at (sequence->schema, i),
                                   mw_document_get_format (document));
  g_assert_cmpuint (
    g_list_model_get_n_items (gtk_column_view_get_columns (GTK_COLUMN_VIEW (find_type (table, GTK_TYPE_COLUMN_VIEW)))),
    ==, n_live + 2);
  const MwField *field = mw_schema_field (sequence->schema, "interval.end");
  GtkWidget *editor = fixture_find_editor (table, sequence->id, field);
  g_assert_nonnull (editor);
  GtkWidget *entry = fixture_entry (editor, 0);
  g_autofree char *before = fixture_value (document, "sequences[0].interval.end");
  act_type (entry, "4321");
  act_enter (entry);
  g_autofree char *after = fixture_value (document, "sequences[0].interval.end");
  g_assert_cmpstr (after, ==, "4321");
  mw_document_undo (document);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, before);
  fixture_end (window);
}

static void
test_refused (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  MwRecord *sequence = fixture_record (document, "sequences[0]");
  GtkWidget *editor = fixture_find_editor (fixture_sequences (page), sequence->id,
                                           mw_schema_field (sequence->schema, "interval.end"));
  GtkWidget *entry = fixture_entry (editor, 0);
  int height, with_error;
  gtk_widget_measure (editor, GTK_ORIENTATION_VERTICAL, 118, &height, NULL, NULL, NULL);
  act_type (entry, "what a strange number this would be, had anybody ever seen one of its kind");
  act_enter (entry);
  g_assert_nonnull (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)));
  gtk_widget_measure (editor, GTK_ORIENTATION_VERTICAL, 118, &with_error, NULL, NULL, NULL);
  /* An error takes only one more line, however long it is. */
  g_assert_cmpint (with_error, >, height);
  g_assert_cmpint (with_error - height, <, height);
  fixture_end (window);
}

/* Whether the clock has moved away from the start. */
static gboolean
has_moved_on (gpointer bar)
{
  return fixture_time (bar) != 0;
}

static void
test_rows (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  g_autofree char *n = fixture_value (document, "sequences");
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (GTK_DROP_DOWN (fixture_sequence_chooser (bar)))),
                    ==, g_ascii_strtoull (n, NULL, 10) + 1);
  MwId id = fixture_record (document, "sequences[0]")->id;
  fixture_show_sequence (page, id);
  g_assert_cmpuint (fixture_sequence (bar), ==, id);
  fixture_show_time (page, 1);
  g_assert_cmpint (fixture_time (bar), ==, 1);
  /* Removing the sequence that plays shows the rest pose. */
  mw_document_begin (document, "remove");
  GError *error = NULL;
  mw_document_remove (document, id, &error);
  g_assert_no_error (error);
  mw_document_commit (document);
  g_assert_cmpuint (fixture_sequence (bar), ==, 0);
  fixture_settle ();
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (
                      GTK_COLUMN_VIEW (find_type (fixture_sequences (page), GTK_TYPE_COLUMN_VIEW))))),
                    ==, g_ascii_strtoull (n, NULL, 10) - 1);
  mw_document_undo (document);
  fixture_settle ();
  mw_time_bar_play_sequence (bar, id);
  g_assert_true (mw_time_bar_is_playing (bar));
  g_assert_true (fixture_until (has_moved_on, bar));
  mw_time_bar_toggle (bar);
  g_assert_false (mw_time_bar_is_playing (bar));
  fixture_end (window);
}

static GtkSelectionModel *
model_of (GtkWidget *table)
{
  return gtk_column_view_get_model (GTK_COLUMN_VIEW (find_type (table, GTK_TYPE_COLUMN_VIEW)));
}

static GtkColumnViewColumn *
column_of (GtkWidget *table, const char *title)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (find_type (table, GTK_TYPE_COLUMN_VIEW)));
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++) {
    g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
    if (g_str_equal (gtk_column_view_column_get_title (column), title))
      return column;
  }
  g_assert_not_reached ();
}

static gboolean
has_all_rows (gpointer table)
{
  return g_list_model_get_n_items (G_LIST_MODEL (model_of (table))) == 4 && find_words (table, "▶ 0")
         && find_words (table, "3");
}

#define assert_value(path, expected)                                                                                   \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autofree char *shown_value = fixture_value (document, path);                                                     \
    g_assert_cmpstr (shown_value, ==, expected);                                                                       \
  }                                                                                                                    \
  G_STMT_END

/* The knight has Stand, Walk, Attack and Death, and Stand is on show. */
static void
test_several (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  GtkWidget *table = fixture_sequences (page);
  const MwField *rarity = mw_schema_field (fixture_record (document, "sequences[0]")->schema, "rarity");
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  const MwId stand = fixture_record (document, "sequences[0]")->id,
             walk = fixture_record (document, "sequences[1]")->id,
             attack = fixture_record (document, "sequences[2]")->id,
             death = fixture_record (document, "sequences[3]")->id;
  fixture_show_sequence (page, stand);
  g_assert_true (fixture_until (has_all_rows, table));
  /* A value in one of two selected rows is that of both, in one step; in a row that is not selected, of that row alone. */
  gtk_selection_model_select_item (model_of (table), 2, TRUE);
  gtk_selection_model_select_item (model_of (table), 3, FALSE);
  g_assert_cmpuint (fixture_n_selected (document), ==, 2);
  act_type_and_enter (fixture_entry (fixture_find_editor (table, death, rarity), 0), "5");
  assert_value ("sequences[0].rarity", "0");
  assert_value ("sequences[1].rarity", "0");
  assert_value ("sequences[2].rarity", "5");
  assert_value ("sequences[3].rarity", "5");
  g_assert_cmpstr (fixture_shown (fixture_find_editor (table, attack, rarity), 0), ==, "5");
  g_assert_cmpuint (mw_document_get_position (document), ==, 1);
  act_type_and_enter (fixture_entry (fixture_find_editor (table, walk, rarity), 0), "7");
  assert_value ("sequences[1].rarity", "7");
  assert_value ("sequences[2].rarity", "5");
  /* One row that is picked plays; several do not. */
  g_assert_cmpuint (fixture_sequence (bar), ==, attack);
  gtk_selection_model_select_item (model_of (table), 3, TRUE);
  g_assert_cmpuint (fixture_sequence (bar), ==, death);
  g_assert_nonnull (find_words (table, "▶ 3"));
  /* Sorted by name, then by rarity: numbers are compared as numbers. */
  GtkColumnView *view = GTK_COLUMN_VIEW (find_type (table, GTK_TYPE_COLUMN_VIEW));
  gtk_column_view_sort_by_column (view, column_of (table, "Name"), GTK_SORT_ASCENDING);
  gtk_selection_model_select_item (model_of (table), 0, TRUE);
  g_assert_cmpuint (fixture_selected (document), ==, attack);
  act_type_and_enter (fixture_entry (fixture_find_editor (table, death, rarity), 0), "10");
  gtk_column_view_sort_by_column (view, column_of (table, "Rarity"), GTK_SORT_DESCENDING);
  gtk_selection_model_select_item (model_of (table), 1, TRUE);
  g_assert_cmpuint (fixture_selected (document), ==, walk);
  assert_value ("sequences[0].name", "\"Stand\"");
  /* A selection made elsewhere is found in the sorted rows. */
  mw_document_select (document, &death, 1);
  g_assert_true (gtk_selection_model_is_selected (model_of (table), 0));
  g_assert_false (gtk_selection_model_is_selected (model_of (table), 1));
  /* Columns are hidden and shown again by their names. */
  GtkWidget *check = find_called (table, GTK_TYPE_CHECK_BUTTON, "Rarity");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), FALSE);
  g_assert_false (gtk_column_view_column_get_visible (column_of (table, "Rarity")));
  g_auto (GStrv) hidden = g_settings_get_strv (mw_places_settings (), "hidden-sequence-columns");
  g_assert_cmpstr (hidden[0], ==, "rarity");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  g_auto (GStrv) none = g_settings_get_strv (mw_places_settings (), "hidden-sequence-columns");
  g_assert_null (none[0]);
  /* The button opens what can be done to the selection. */
  act_press (table, "What can be done to the selected sequences");
  g_assert_nonnull (find_words (table, "Retime"));
  fixture_end (window);
}

/* --- Bounds --------------------------------------------------------------------------------------------------------- */

/* The cell with the bounds of a row, by what it shows. */
static GtkWidget *
bounds_of (GtkWidget *table, const char *text)
{
  for (guint i = 0;; i++) {
    GtkWidget *cell = find_nth (table, MW_TYPE_BOUNDS_CELL, i);
    g_assert_nonnull (cell);
    if (find_words (cell, text))
      return cell;
  }
}

/* The editor of a field in the popover of a cell; NULL: it was never open. */
static GtkWidget *
bounds_editor (MwDocument *document, GtkWidget *cell, const char *field)
{
  const MwId id = mw_bounds_cell_get_record (MW_BOUNDS_CELL (cell));
  return fixture_find_editor (cell, id, mw_schema_field (fixture_record (document, "sequences[0]")->schema, field));
}

static void
open_bounds (GtkWidget *cell)
{
  gtk_menu_button_popup (GTK_MENU_BUTTON (find_type (cell, GTK_TYPE_MENU_BUTTON)));
  fixture_settle ();
}

static gboolean
is_invalid (GtkWidget *cell)
{
  g_autofree char *other = gtk_test_accessible_check_state (GTK_ACCESSIBLE (find_type (cell, GTK_TYPE_MENU_BUTTON)),
                                                            GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
  return !other;
}

static void
test_bounds (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  GtkWidget *table = fixture_sequences (page);
  fixture_show_sequence (page, fixture_record (document, "sequences[0]")->id);
  g_assert_true (fixture_until (has_all_rows, table));
  GtkWidget *stand = bounds_of (table, "57.1 × "), *death = bounds_of (table, " · R 154");
  g_assert_cmpuint (mw_bounds_cell_get_record (MW_BOUNDS_CELL (stand)), ==,
                    fixture_record (document, "sequences[0]")->id);
  /* The editors are made when they are asked for. */
  g_assert_null (bounds_editor (document, stand, "bounds.min"));
  open_bounds (stand);
  GtkWidget *min = bounds_editor (document, stand, "bounds.min"),
            *radius = bounds_editor (document, stand, "bounds.radius");
  g_assert_true (gtk_widget_get_mapped (min));
  g_assert_cmpstr (fixture_shown (radius, 0), ==, "107.6");
  /* Each value is a step of its own, and the cell follows it. */
  act_type_and_enter (fixture_entry (min, 0), "-30.16");
  assert_value ("sequences[0].bounds.min", "{-30.16, -29.56, 0}");
  g_assert_nonnull (find_words (stand, "66.5 × "));
  g_assert_cmpstr (fixture_shown (min, 0), ==, "-30.16");
  act_type_and_enter (fixture_entry (radius, 0), "12.5");
  g_assert_nonnull (find_words (stand, " · R 12.5"));
  g_assert_cmpuint (mw_document_get_position (document), ==, 2);
  /* What is wrong with a value marks the cell and the value in it. */
  g_assert_false (is_invalid (stand));
  act_type_and_enter (fixture_entry (min, 1), "nan");
  g_assert_true (is_invalid (stand));
  g_assert_false (is_invalid (death));
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (min), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (radius), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_FALSE);
  for (guint i = 0; i < 3; i++)
    mw_document_undo (document);
  g_assert_false (is_invalid (stand));
  g_assert_nonnull (find_words (stand, "57.1 × "));
  g_assert_cmpstr (fixture_shown (radius, 0), ==, "107.6");
  g_assert_cmpstr (fixture_shown (min, 0), ==, "-20.78");
  /* What is refused is said until something else is typed, whatever happens to other values; the popover opens again as it was. */
  act_type_and_enter (fixture_entry (radius, 0), "wide");
  g_assert_nonnull (mw_field_editor_get_error (MW_FIELD_EDITOR (radius)));
  act_type_and_enter (fixture_entry (bounds_editor (document, stand, "bounds.max"), 2), "100");
  g_assert_nonnull (mw_field_editor_get_error (MW_FIELD_EDITOR (radius)));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (find_type (stand, GTK_TYPE_MENU_BUTTON)));
  open_bounds (stand);
  g_assert_true (bounds_editor (document, stand, "bounds.radius") == radius);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (find_type (stand, GTK_TYPE_MENU_BUTTON)));
  /* A value for one of several selected rows is that of all; without bounds there is one word. */
  gtk_selection_model_select_item (model_of (table), 2, TRUE);
  gtk_selection_model_select_item (model_of (table), 3, FALSE);
  open_bounds (death);
  act_type_and_enter (fixture_entry (bounds_editor (document, death, "bounds.radius"), 0), "0");
  assert_value ("sequences[2].bounds.radius", "0");
  assert_value ("sequences[3].bounds.radius", "0");
  assert_value ("sequences[1].bounds.radius", "116.64");
  g_assert_null (find_words (death, "None"));
  for (guint i = 0; i < 6; i++)
    act_type_and_enter (fixture_entry (bounds_editor (document, death, i < 3 ? "bounds.min" : "bounds.max"), i % 3),
                        "0");
  g_assert_nonnull (find_words (death, "None"));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (find_type (death, GTK_TYPE_MENU_BUTTON)));
  /* Sorted by the size of the box: those without one are last. */
  GtkColumnView *view = GTK_COLUMN_VIEW (find_type (table, GTK_TYPE_COLUMN_VIEW));
  gtk_column_view_sort_by_column (view, column_of (table, "Bounds"), GTK_SORT_DESCENDING);
  gtk_selection_model_select_item (model_of (table), 0, TRUE);
  g_assert_cmpuint (fixture_selected (document), ==, fixture_record (document, "sequences[1]")->id);
  fixture_end (window);
}

/* --- Standard sequences ------------------------------------------------------------------------------------------------ */

static GtkWidget *standard;

/* The row of a name in the list of standard sequences; NULL: it is not listed. */
static GtkWidget *
standard_row (const char *name)
{
  GtkWidget *list = find_called (standard, GTK_TYPE_LIST_VIEW, "Standard sequences");
  for (GtkWidget *row = gtk_widget_get_first_child (list); row; row = gtk_widget_get_next_sibling (row)) {
    GtkWidget *label = find_type (row, GTK_TYPE_LABEL);
    if (label && gtk_widget_get_mapped (row) && g_str_equal (gtk_label_get_text (GTK_LABEL (label)), name))
      return row;
  }
  return NULL;
}

static gboolean
is_listed (gpointer name)
{
  return standard_row (name) != NULL;
}

static gboolean
is_not_listed (gpointer name)
{
  return standard_row (name) == NULL;
}

static GtkWidget *
wait_standard (const char *name)
{
  if (!fixture_until (is_listed, (gpointer) name))
    g_error ("%s is not listed", name);
  return standard_row (name);
}

static void
open_standard (GtkWidget *table)
{
  gtk_menu_button_popup (GTK_MENU_BUTTON (find_called (table, GTK_TYPE_MENU_BUTTON, "Standard sequences")));
  standard = find_type (table, MW_TYPE_STANDARD_LIST);
  g_assert_nonnull (standard);
}

/* The knight has Stand, Walk, Attack and Death. */
static void
test_standard (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  GtkWidget *table = fixture_sequences (page);
  open_standard (table);
  g_assert_nonnull (find_words (wait_standard ("Stand Ready"), "plays Stand"));
  g_assert_nonnull (find_words (wait_standard ("Portrait"), "missing"));
  g_assert_false (gtk_widget_get_sensitive (find_type (wait_standard ("Walk"), GTK_TYPE_BUTTON)));
  /* Only what is missing, then only what has the typed words. */
  GtkWidget *missing = find_called (standard, GTK_TYPE_CHECK_BUTTON, "Only what is missing");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (missing), TRUE);
  g_assert_true (fixture_until (is_not_listed, (gpointer) "Walk"));
  act_type (find_called (standard, GTK_TYPE_SEARCH_ENTRY, "Search"), "READY");
  g_assert_true (fixture_until (is_not_listed, (gpointer) "Portrait"));
  /* It is added as one step, selected, and missing no more. */
  act_click (find_type (wait_standard ("Stand Ready"), GTK_TYPE_BUTTON));
  g_assert_cmpuint (mw_document_get_position (document), ==, 1);
  g_assert_cmpuint (fixture_selected (document), ==, fixture_record (document, "sequences[\"Stand Ready\"]")->id);
  g_assert_true (fixture_until (is_not_listed, (gpointer) "Stand Ready"));
  mw_document_undo (document);
  wait_standard ("Stand Ready");
  /* Other kinds expect other sequences. */
  act_type (find_called (standard, GTK_TYPE_SEARCH_ENTRY, "Search"), "");
  act_choose (find_called (standard, GTK_TYPE_DROP_DOWN, "Kind"), 2);
  wait_standard ("Stand Work");
  g_assert_true (fixture_until (is_not_listed, (gpointer) "Stand Ready"));
  /* A row that is picked selects what the game plays. */
  gtk_check_button_set_active (GTK_CHECK_BUTTON (missing), FALSE);
  wait_standard ("Death");
  GtkWidget *list = find_called (standard, GTK_TYPE_LIST_VIEW, "Standard sequences");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)))), ==, 6);
  g_signal_emit_by_name (list, "activate", 3);
  g_assert_cmpuint (fixture_selected (document), ==, fixture_record (document, "sequences[\"Death\"]")->id);
  fixture_settle ();
  g_assert_false (gtk_widget_get_mapped (standard));
  /* What changed while it was closed is seen when it is opened again. */
  mw_document_begin (document, "remove");
  GError *error = NULL;
  mw_document_remove (document, fixture_selected (document), &error);
  g_assert_no_error (error);
  mw_document_commit (document);
  open_standard (table);
  g_assert_nonnull (find_words (wait_standard ("Death"), "missing"));
  fixture_end (window);
}

/* --- Sizes ---------------------------------------------------------------------------------------------------------- */

/* No heading of a column is narrower than its words. */
static gboolean
headings_are_whole (gpointer table)
{
  GtkWidget *view = find_type (table, GTK_TYPE_COLUMN_VIEW), *header = gtk_widget_get_first_child (view);
  guint n = 0;
  for (GtkWidget *title = gtk_widget_get_first_child (header); title; title = gtk_widget_get_next_sibling (title)) {
    GtkWidget *label = find_type (title, GTK_TYPE_LABEL);
    int wanted;
    gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wanted, NULL, NULL);
    if (gtk_widget_get_width (title) < wanted)
      return FALSE;
    n++;
  }
  return n > 5;
}

static void
test_sizes (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 720);
  MwDocumentPage *page = fixture_open (window, path);
  GtkWidget *table = fixture_sequences (page);
  fixture_show_sequence (page, fixture_record (mw_document_page_get_document (page), "sequences[0]")->id);
  g_assert_true (fixture_until (has_all_rows, table));
  fixture_settle ();
  GtkWidget *rows = gtk_widget_get_last_child (find_type (table, GTK_TYPE_COLUMN_VIEW)),
            *row = gtk_widget_get_first_child (rows);
  g_assert_cmpint (gtk_widget_get_height (row), >, 10);
  g_assert_cmpint (gtk_widget_get_height (rows), >=, 8 * gtk_widget_get_height (row));
  g_assert_true (headings_are_whole (table));
  /* With text of half again the size, too. */
  int dpi;
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 144 * PANGO_SCALE, NULL);
  g_assert_true (fixture_until (headings_are_whole, table));
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", dpi, NULL);
  fixture_end (window);
}

/* The text on the clipboard that this program has put there. */
static char *
clipboard_text (GtkWidget *widget)
{
  g_auto (GValue) value = G_VALUE_INIT;
  g_value_init (&value, G_TYPE_STRING);
  GError *error = NULL;
  gdk_content_provider_get_value (gdk_clipboard_get_content (gtk_widget_get_clipboard (widget)), &value, &error);
  g_assert_no_error (error);
  return g_value_dup_string (&value);
}

static void
choose_in_menu (GtkWidget *table, const char *label)
{
  GtkWidget *menu = mw_sequences_menu_open (table, 10, 10);
  fixture_settle ();
  g_assert_null (find_called (menu, GTK_TYPE_BUTTON, "Copy"));
  g_signal_emit_by_name (find_called (menu, GTK_TYPE_BUTTON, label), "clicked");
  fixture_settle ();
  gtk_widget_unparent (menu);
  fixture_settle ();
}

static void
paste_cells (GtkWidget *table, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (table), text);
  g_assert_true (act_key (table, GDK_KEY_v, GDK_CONTROL_MASK));
  fixture_settle ();
}

static void
test_cells (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  GtkWidget *table = fixture_sequences (page);
  const MwId ids[] = { fixture_record (document, "sequences[0]")->id, fixture_record (document, "sequences[1]")->id };
  mw_document_select (document, ids, 2);
  fixture_settle ();
  g_autoptr (GBytes) before = fixture_bytes (document);
  g_autofree char *speed = fixture_value (document, "sequences[1].move_speed"),
                  *radius = fixture_value (document, "sequences[1].bounds.radius");
  g_assert_true (act_key (table, GDK_KEY_c, GDK_CONTROL_MASK));
  g_autofree char *copied = clipboard_text (table);
  g_auto (GStrv) lines = g_strsplit (copied, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 4); /* the headings, two rows, and what follows the last line end */
  g_assert_true (g_str_has_prefix (lines[0], "Name\t"));
  g_assert_nonnull (strstr (lines[2], radius));
  /* The menu of the rows has both, instead of what copies elements. */
  gdk_clipboard_set_text (gtk_widget_get_clipboard (table), "");
  choose_in_menu (table, "Copy Values");
  g_autofree char *again = clipboard_text (table);
  g_assert_cmpstr (again, ==, copied);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (table), "Both");
  choose_in_menu (table, "Paste Values");
  assert_value ("sequences[0].name", "\"Both\"");
  mw_document_undo (document);
  /* What was copied changes nothing. */
  paste_cells (table, copied);
  g_autoptr (GBytes) same = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, same));

  /* As a spreadsheet gives it: its own order of columns, CR LF, and no quotes. Empty cells change nothing. */
  paste_cells (table, "Move speed\tName\r\n120\tFirst One\r\n\tSecond\r\n");
  assert_value ("sequences[0].name", "\"First One\"");
  assert_value ("sequences[1].name", "\"Second\"");
  assert_value ("sequences[0].move_speed", "120");
  assert_value ("sequences[1].move_speed", speed);
  mw_document_undo (document);
  g_autoptr (GBytes) undone = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, undone));

  /* Also if the last row has only empty cells. */
  g_autofree char *second = fixture_value (document, "sequences[1].name");
  paste_cells (table, "Name\tMove speed\nFirst One\t120\n\t\n");
  assert_value ("sequences[0].name", "\"First One\"");
  assert_value ("sequences[1].name", second);
  mw_document_undo (document);

  /* One line is for all rows, and without headings its columns are those of the table. */
  paste_cells (table, "Both");
  assert_value ("sequences[0].name", "\"Both\"");
  assert_value ("sequences[1].name", "\"Both\"");
  mw_document_undo (document);

  /* If one value is refused, none is set. */
  static const struct {
    const char *text, *why;
  } refused[] = { { "Name\tMove speed\nA\t1\nB\tfast\n", "Move speed" },
                  { "A\nB\nC\n", "3 rows of values, and 2 sequences" },
                  { "Name\nA\tB\nC\tD\n", "2 columns of values, and the table has 1" },
                  { "Name\n", "no values" },
                  { "", "no values" } };
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    paste_cells (table, refused[i].text);
    g_test_message ("%s", fixture_error (page));
    g_assert_nonnull (strstr (fixture_error (page), refused[i].why));
    g_autoptr (GBytes) after = fixture_bytes (document);
    g_assert_true (g_bytes_equal (before, after));
  }
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/sequences-table/cells are edited in place and follow undo", test_edit);
  g_test_add_func ("/ui/sequences-table/a refused value takes one line of its cell", test_refused);
  g_test_add_func ("/ui/sequences-table/rows, chooser and clock follow the list of sequences", test_rows);
  g_test_add_func ("/ui/sequences-table/several rows are edited at once, and sorted without changing the file",
                   test_several);
  g_test_add_func ("/ui/sequences-table/bounds are one cell, which opens an editor for each of them", test_bounds);
  g_test_add_func ("/ui/sequences-table/the list of standard sequences says what is missing and adds it",
                   test_standard);
  g_test_add_func ("/ui/sequences-table/values of rows are copied and pasted as a table", test_cells);
  g_test_add_func ("/ui/sequences-table/eight rows fit into a small window, and headings are whole", test_sizes);
  return g_test_run ();
}
