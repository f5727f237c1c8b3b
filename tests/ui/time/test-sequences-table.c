/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/inspector/field-editor.h"
#include "ui/inspector/number-editor.h"
#include "ui/inspector/text-editor.h"
#include "ui/inspector/value-entry.h"

static void
test_edit (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  GtkWidget *table = fixture_sequences (page);
  MwRecord *sequence = fixture_record (document, "sequences[0]");
  /* A column for each field of the version, and one for the index. */
  guint n_live = 0;
  for (guint i = 0; i < mw_schema_n_fields (sequence->schema); i++)
    n_live += mw_field_is_live (sequence, mw_schema_field_at (sequence->schema, i), mw_document_get_format (document));
  g_assert_cmpuint (
    g_list_model_get_n_items (gtk_column_view_get_columns (GTK_COLUMN_VIEW (find_type (table, GTK_TYPE_COLUMN_VIEW)))),
    ==, n_live + 1);
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

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/sequences-table/cells are edited in place and follow undo", test_edit);
  g_test_add_func ("/ui/sequences-table/a refused value takes one line of its cell", test_refused);
  g_test_add_func ("/ui/sequences-table/rows, chooser and clock follow the list of sequences", test_rows);
  return g_test_run ();
}
