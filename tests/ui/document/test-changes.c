/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has changed since the last save: listed, shown in its place, and taken back. */
#include "tests/ui/fixture.h"
#include "ui/document/changes-view.h"
#include "ui/document/compare-rows.h"
#include "ui/edit.h"
#include "ui/error-bar.h"
#include "ui/inspector/field-editor.h"
#include "ui/inspector/fold.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;

static gboolean
is_current (gpointer view)
{
  g_autofree char *other = gtk_test_accessible_check_state (view, GTK_ACCESSIBLE_STATE_BUSY, FALSE);
  return other == NULL;
}

static GtkWidget *
view_of (MwDocumentPage *of)
{
  return find_type (GTK_WIDGET (of), MW_TYPE_CHANGES_VIEW);
}

static GtkSelectionModel *
rows_of (GtkWidget *view)
{
  return gtk_column_view_get_model (GTK_COLUMN_VIEW (find_type (view, GTK_TYPE_COLUMN_VIEW)));
}

/* Waits until the list is up to date. */
static GtkSelectionModel *
wait_for_rows (void)
{
  GtkWidget *view = view_of (page);
  fixture_settle ();
  g_assert_true (fixture_until (is_current, view));
  return rows_of (view);
}

static void
set (const char *at, const char *field, const char *text)
{
  MwRecord *record = fixture_record (document, at);
  MwTarget target = mw_ui_target (record, mw_schema_field (record->schema, field));
  GError *error = NULL;
  mw_ui_set_text (document, &record->id, 1, &target, text, &error);
  g_assert_no_error (error);
}

static guint
n_rows (GtkSelectionModel *rows)
{
  return g_list_model_get_n_items (G_LIST_MODEL (rows));
}

static guint
find_row (GtkSelectionModel *rows, const char *path)
{
  for (guint i = 0; i < n_rows (rows); i++) {
    g_autoptr (MwCompareRow) row = g_list_model_get_item (G_LIST_MODEL (rows), i);
    if (g_str_equal (mw_compare_row_get (row, MW_COMPARE_PATH), path))
      return i;
  }
  g_error ("%s is not listed", path);
}

static void
assert_row (GtkSelectionModel *rows, const char *path, const char *element, const char *field, const char *was,
            const char *is)
{
  g_autoptr (MwCompareRow) row = g_list_model_get_item (G_LIST_MODEL (rows), find_row (rows, path));
  g_assert_cmpstr (mw_compare_row_get (row, MW_COMPARE_ELEMENT), ==, element);
  g_assert_cmpstr (mw_compare_row_get (row, MW_COMPARE_FIELD), ==, field);
  g_assert_cmpstr (mw_compare_row_get (row, MW_COMPARE_DISK), ==, was);
  g_assert_cmpstr (mw_compare_row_get (row, MW_COMPARE_HERE), ==, is);
}

static void
assert_value (const char *at, const char *expected)
{
  g_autofree char *value = fixture_value (document, at);
  g_assert_cmpstr (value, ==, expected);
}

static void
begin (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
}

static void
end (void)
{
  fixture_clear (window);
}

static void
test_list (void)
{
  begin ();
  GtkWidget *mark = find_called (GTK_WIDGET (window), GTK_TYPE_BUTTON, "Review unsaved changes");
  g_assert_false (gtk_widget_get_visible (mark));
  set ("sequences[1]", "move_speed", "345");
  set ("sequences[1]", "rarity", "3");
  set ("materials[0].layers[0]", "alpha", "0.5");
  fixture_settle ();
  g_assert_true (gtk_widget_get_visible (mark));
  act_click (mark);
  GtkSelectionModel *rows = wait_for_rows ();
  g_assert_true (gtk_widget_get_mapped (view_of (page)));
  g_assert_cmpuint (n_rows (rows), ==, 3);
  assert_row (rows, "sequences[1].move_speed", "Walk (Sequence)", "Move speed", "270", "345");
  g_assert_nonnull (find_words (view_of (page), "3 changes since the last save"));
  /* Only the first row of an element names it loudly. */
  guint first = MIN (find_row (rows, "sequences[1].move_speed"), find_row (rows, "sequences[1].rarity"));
  g_autoptr (MwCompareRow) upper = g_list_model_get_item (G_LIST_MODEL (rows), first),
                           lower = g_list_model_get_item (G_LIST_MODEL (rows), first + 1);
  g_assert_false (mw_compare_row_continues (upper));
  g_assert_true (mw_compare_row_continues (lower));
  /* It follows the document. */
  mw_document_undo (document);
  mw_document_undo (document);
  rows = wait_for_rows ();
  g_assert_cmpuint (n_rows (rows), ==, 1);
  mw_document_undo (document);
  rows = wait_for_rows ();
  g_assert_cmpuint (n_rows (rows), ==, 0);
  g_assert_nonnull (find_words (view_of (page), "No changes since the last save"));
  g_assert_false (gtk_widget_get_visible (mark));
  end ();
}

static void
test_revert (void)
{
  begin ();
  set ("sequences[1]", "move_speed", "345");
  set ("sequences[1]", "rarity", "3");
  set ("sequences[2]", "rarity", "4");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.review-changes", NULL);
  GtkSelectionModel *rows = wait_for_rows ();
  GtkWidget *revert = find_called (view_of (page), GTK_TYPE_BUTTON, "Revert");
  g_assert_false (gtk_widget_get_sensitive (revert));
  gtk_selection_model_select_item (rows, find_row (rows, "sequences[1].move_speed"), TRUE);
  gtk_selection_model_select_item (rows, find_row (rows, "sequences[2].rarity"), FALSE);
  g_assert_true (gtk_widget_get_sensitive (revert));
  act_click (revert);
  rows = wait_for_rows ();
  g_assert_cmpuint (n_rows (rows), ==, 1);
  assert_value ("sequences[1].move_speed", "270");
  assert_value ("sequences[2].rarity", "0");
  assert_value ("sequences[1].rarity", "3");
  /* Both are one step. */
  g_assert_cmpstr (mw_document_get_undo_label (document), ==, "Revert changes");
  mw_document_undo (document);
  assert_value ("sequences[1].move_speed", "345");
  assert_value ("sequences[2].rarity", "4");
  rows = wait_for_rows ();
  g_assert_cmpuint (n_rows (rows), ==, 3);
  end ();
}

static void
test_refusal (void)
{
  begin ();
  GError *error = NULL;
  MwRecord *child = fixture_record (document, "attachments[0]");
  const MwRef *parent = mw_field_at (child, mw_schema_field (child->schema, "parent"));
  MwId ids[] = { child->id, parent->id };
  mw_document_begin (document, "Delete");
  g_assert_true (mw_document_remove_many (document, ids, 2, &error));
  mw_document_commit (document);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.review-changes", NULL);
  GtkSelectionModel *rows = wait_for_rows ();
  gtk_selection_model_select_item (rows, find_row (rows, "attachments[0]"), TRUE);
  /* What is gone cannot be shown. */
  g_assert_false (gtk_widget_get_sensitive (find_called (view_of (page), GTK_TYPE_BUTTON, "Go to Element")));
  guint position = mw_document_get_position (document);
  act_click (find_called (view_of (page), GTK_TYPE_BUTTON, "Revert"));
  wait_for_rows ();
  g_assert_nonnull (fixture_error (page));
  g_assert_nonnull (strstr (fixture_error (page), "Not taken back"));
  g_assert_cmpuint (mw_document_get_position (document), ==, position);
  g_assert_false (mw_document_is_open (document));
  end ();
}

static gboolean
is_in_view (gpointer data)
{
  GtkWidget *editor = data, *scrolled = gtk_widget_get_ancestor (editor, GTK_TYPE_SCROLLED_WINDOW);
  double x, y;
  return gtk_widget_get_mapped (editor) && gtk_widget_translate_coordinates (editor, scrolled, 0, 0, &x, &y) && y >= 0
         && y + gtk_widget_get_height (editor) <= gtk_widget_get_height (scrolled);
}

static void
test_go (void)
{
  begin ();
  mw_document_page_show_panel (page, "right", FALSE);
  set ("bones[3]", "pivot", "{ 1, 2, 3 }");
  set ("materials[0].layers[0]", "alpha", "0.5");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.review-changes", NULL);
  GtkSelectionModel *rows = wait_for_rows ();
  g_signal_emit_by_name (find_type (view_of (page), GTK_TYPE_COLUMN_VIEW), "activate",
                         find_row (rows, "materials[0].layers[0].alpha"));
  fixture_settle ();
  MwRecord *layer = fixture_record (document, "materials[0].layers[0]");
  g_assert_cmpuint (fixture_selected (document), ==, layer->id);
  GtkWidget *editor = fixture_field (page, layer->id, mw_schema_field (layer->schema, "alpha"));
  g_assert_true (gtk_widget_get_mapped (editor));
  g_assert_true (fixture_until (is_in_view, editor));
  /* Also if its section is folded. */
  GtkWidget *fold = gtk_widget_get_ancestor (editor, MW_TYPE_FOLD);
  act_click (find_type (fold, GTK_TYPE_BUTTON));
  fixture_settle ();
  g_assert_false (gtk_widget_get_mapped (editor));
  g_signal_emit_by_name (find_type (view_of (page), GTK_TYPE_COLUMN_VIEW), "activate",
                         find_row (rows, "materials[0].layers[0].alpha"));
  g_assert_true (fixture_until (is_in_view, editor));
  g_assert_true (gtk_widget_get_mapped (editor));
  /* The button does the same. */
  gtk_selection_model_select_item (rows, find_row (rows, "bones[3].pivot"), TRUE);
  act_click (find_called (view_of (page), GTK_TYPE_BUTTON, "Go to Element"));
  g_assert_cmpuint (fixture_selected (document), ==, fixture_record (document, "bones[3]")->id);
  end ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  window = fixture_window ();
  g_test_add_func ("/ui/changes/each changed value is listed, and the list follows the document", test_list);
  g_test_add_func ("/ui/changes/selected changes are taken back in one step", test_revert);
  g_test_add_func ("/ui/changes/what cannot be taken back alone says why", test_refusal);
  g_test_add_func ("/ui/changes/a row leads to its element and property", test_go);
  int failed = g_test_run ();
  fixture_end (window);
  return failed;
}
