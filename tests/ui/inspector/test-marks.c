/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "tests/ui/m2-fixture.h"
#include "ui/inspector/field-editor.h"
#include "ui/inspector/number-editor.h"
#include "ui/inspector/value-entry.h"

#include <string.h>

/* A value that a client rejects or shows wrongly is marked in the form: error style, a sentence below it and in its tooltip, and
 * a description for screen readers. The mark disappears when the value is corrected. */

static void
type (GtkWidget *editor, const char *text)
{
  GtkWidget *entry = fixture_entry (editor, 0);
  act_type (entry, text);
  act_enter (entry);
  g_assert_null (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)));
}

static gboolean
shows (GtkWidget *widget, const char *words)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_visible (widget)
      && strstr (gtk_label_get_text (GTK_LABEL (widget)), words))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (shows (child, words))
      return TRUE;
  return FALSE;
}

/* Asserts that the editor has a mark with these words (NULL: none), and whether it is shown below the value. */
static void
assert_mark (GtkWidget *editor, const char *words, gboolean below)
{
  g_autofree char *tooltip = g_strdup (gtk_widget_get_tooltip_text (editor));
  GtkWidget *text = find_type (editor, GTK_TYPE_ENTRY);
  if (!words) {
    g_assert_false (gtk_widget_has_css_class (editor, "marked"));
    g_assert_false (shows (editor, "("));
    gtk_test_accessible_assert_state (GTK_ACCESSIBLE (editor), GTK_ACCESSIBLE_STATE_INVALID,
                                      GTK_ACCESSIBLE_INVALID_FALSE);
    return;
  }
  g_assert_true (gtk_widget_has_css_class (editor, "marked"));
  /* The usual tooltip is below. */
  g_assert_true (g_str_has_prefix (tooltip, words));
  g_assert_true (strchr ("\n", tooltip[strlen (words)]));
  g_assert_cmpint (shows (editor, words), ==, below);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (editor), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words);
  g_autofree char *with_unit = g_strdup_printf ("%s, ms", words);
  g_autofree char *other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (text),
                                                               GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, with_unit, NULL);
  if (other)
    gtk_test_accessible_assert_property (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words);
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (editor), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
}

static const char backwards[] = "A sequence ends before it starts (it starts at 9000 and ends at 6000).";

static void
test_backwards (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  GtkWidget *start = fixture_editor (page, "sequences[0]", "interval.start"),
            *end = fixture_editor (page, "sequences[0]", "interval.end");
  MwRecord *sequence = fixture_record (document, "sequences[0]");
  GtkWidget *cell = fixture_find_editor (fixture_sequences (page), sequence->id,
                                         mw_schema_field (sequence->schema, "interval.end"));
  g_autofree char *tooltip = g_strdup (gtk_widget_get_tooltip_text (end));
  type (end, "6000");
  assert_mark (end, NULL, FALSE);
  type (start, "9000");
  assert_mark (end, backwards, TRUE);
  assert_mark (start, NULL, FALSE);
  /* In a table cell it is not shown below the value. */
  assert_mark (cell, backwards, FALSE);
  /* The other correction: an earlier start. */
  type (start, "100");
  assert_mark (end, NULL, FALSE);
  assert_mark (cell, NULL, FALSE);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (end), ==, tooltip);
  mw_document_undo (document);
  assert_mark (end, backwards, TRUE);
  assert_mark (cell, backwards, FALSE);
  type (end, "9001");
  assert_mark (end, NULL, FALSE);
  fixture_end (window);
}

/* The mark belongs to the record, not to the form that shows one after another. */
static void
test_other_record (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  type (fixture_editor (page, "sequences[0]", "interval.end"), "6000");
  type (fixture_editor (page, "sequences[0]", "interval.start"), "9000");
  assert_mark (fixture_editor (page, "sequences[1]", "interval.end"), NULL, FALSE);
  assert_mark (fixture_editor (page, "sequences[0]", "interval.end"), backwards, TRUE);
  MwId both[] = { fixture_record (document, "sequences[0]")->id, fixture_record (document, "sequences[1]")->id };
  GtkWidget *end = fixture_editor (page, "sequences[0]", "interval.end");
  mw_document_select (document, both, 2);
  assert_mark (end, NULL, FALSE);
  fixture_end (window);
}

/* Other findings on fields of a record are marked too. */
static void
test_other_rules (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  type (fixture_editor (page, "global_sequences[0]", "duration"), "0");
  const char *mark = find_words (fixture_editor (page, "global_sequences[0]", "duration"), "(");
  g_assert_nonnull (mark);
  g_assert_true (g_str_has_suffix (mark, "(found 0)."));
  fixture_end (window);
}

/* A mark is independent of a refusal: the refusal is shown too, and the mark stays when the input is reverted. */
static void
test_beside_refusal (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  type (fixture_editor (page, "sequences[0]", "interval.end"), "6000");
  type (fixture_editor (page, "sequences[0]", "interval.start"), "9000");
  GtkWidget *end = fixture_editor (page, "sequences[0]", "interval.end");
  GtkWidget *entry = fixture_entry (end, 0);
  act_type (entry, "soon");
  act_enter (entry);
  g_assert_nonnull (mw_field_editor_get_error (MW_FIELD_EDITOR (end)));
  act_key (entry, GDK_KEY_Escape, 0);
  g_assert_null (mw_field_editor_get_error (MW_FIELD_EDITOR (end)));
  assert_mark (end, backwards, TRUE);
  fixture_end (window);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/marks/an end before its start is marked in inspector and table, until it is right",
                   test_backwards);
  g_test_add_func ("/ui/marks/a mark belongs to one record", test_other_record);
  g_test_add_func ("/ui/marks/other findings at a field are marked too", test_other_rules);
  g_test_add_func ("/ui/marks/a refusal is shown beside its field", test_beside_refusal);
  return g_test_run ();
}
