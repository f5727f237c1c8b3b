/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history of a story in the window, copied as a script and run on the file that was opened. */
#include "core/edit/operations/history-script.h"
#include "core/edit/operations/script.h"
#include "core/io/registry.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/ui/fixture.h"
#include "ui/document/history-view.h"
#include "ui/edit.h"
#include "ui/inspector/field-editor.h"
#include "ui/time/key-edit.h"
#include "ui/operations/operation-form.h"
#include "ui/operations/operator-panel.h"
#include "ui/outline/outline-drag.h"
#include "ui/inspector/value-entry.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static char *path;

static void
select_path (const char *at)
{
  MwId id = fixture_record (document, at)->id;
  mw_document_select (document, &id, 1);
  fixture_settle ();
}

static void
type_into (GtkWidget *root, guint n, const char *text)
{
  GtkWidget *entry = find_nth (root, MW_TYPE_VALUE_ENTRY, n);
  act_type (entry, text);
  g_assert_true (mw_value_entry_commit (MW_VALUE_ENTRY (entry)));
  fixture_settle ();
}

/* Runs an operation that asks for nothing, or opens its form and returns that. */
static GtkWidget *
operation (const char *id)
{
  mw_outline_run_operation (mw_document_page_get_outline (page), id);
  fixture_settle ();
  GtkWidget *form = find_type (GTK_WIDGET (mw_document_page_get_outline (page)), MW_TYPE_OPERATION_FORM);
  return form && gtk_widget_get_mapped (form) ? form : NULL;
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

/* The text on the clipboard that this program has put there. */
static char *
clipboard_text (void)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (window));
  g_auto (GValue) value = G_VALUE_INIT;
  GError *error = NULL;
  g_value_init (&value, G_TYPE_STRING);
  gdk_content_provider_get_value (gdk_clipboard_get_content (clipboard), &value, &error);
  g_assert_no_error (error);
  return g_value_dup_string (&value);
}

/* The bytes after the script was run on a fresh reading of the file. */
static GBytes *
replayed (const char *script)
{
  GError *error = NULL;
  static guint n;
  g_autofree char *name = g_strdup_printf ("fresh-%u.mdx", n++);
  g_autofree char *copy = g_build_filename (fixture_folder (), name, NULL);
  g_autofree char *content = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (path, &content, &size, NULL));
  g_assert_true (g_file_set_contents (copy, content, (gssize) size, NULL));
  MwDocumentPage *fresh = fixture_open (window, copy);
  g_assert_nonnull (fresh);
  MwDocument *other = mw_document_page_get_document (fresh);
  mw_script_run (other, script, strlen (script), NULL, NULL, &error);
  g_assert_no_error (error);
  GBytes *bytes = fixture_bytes (other);
  return bytes;
}

static guint
lines_with (const char *script, const char *begin)
{
  g_auto (GStrv) lines = g_strsplit (script, "\n", -1);
  guint n = 0;
  for (guint i = 0; lines[i]; i++)
    n += g_str_has_prefix (lines[i], begin);
  return n;
}

static void
tell_story (void)
{
  /* An operation with parameters, adjusted afterwards: one line with the last values. */
  select_path ("sequences[0]");
  GtkWidget *form = operation ("sequence-retime");
  type_into (form, 0, "2");
  act_press (form, "Retime");
  fixture_settle ();
  type_into (find_type (GTK_WIDGET (page), MW_TYPE_OPERATOR_PANEL), 0, "1,5");
  /* Operations without parameters, on several records; one that is undone does not count. */
  MwId two[] = { fixture_record (document, "sequences[1]")->id, fixture_record (document, "sequences[2]")->id };
  mw_document_select (document, two, 2);
  g_assert_null (operation ("duplicate"));
  g_assert_null (operation ("delete"));
  mw_document_undo (document);
  /* Values: a name with quotes, a number, a flag, a reference, a component. */
  set ("sequences[1]", "name", "Walk \"Fast\" 1");
  set ("sequences[1]", "move_speed", "123.5");
  set ("materials[0].layers[0]", "filter_mode", "Additive");
  set ("geosets[0]", "material", "materials[1]");
  /* A record that other records refer to is removed, with what follows. */
  select_path ("attachments[0]");
  g_assert_null (operation ("delete"));
  /* A key more and a key less of a track. */
  MwRecord *bone = fixture_record (document, "bones[1]");
  MwId id = (*(MwRecord **) mw_field_at (bone, mw_schema_field (bone->schema, "rotation.track")))->id;
  g_assert_true (mw_ui_add_key (document, &id, 1, 777, NULL));
  g_assert_true (mw_ui_remove_key (document, &id, 1, 0, NULL));
  /* A track where there was none. */
  MwRecord *layer = fixture_record (document, "materials[0].layers[0]");
  const MwField *slot = mw_schema_field (layer->schema, "alpha.track");
  MwClock clock = { .time = 400 };
  g_assert_null (*(MwRecord **) mw_field_at (layer, slot));
  mw_document_begin (document, "Animate");
  g_assert_true (mw_ui_animate_one (document, layer, slot, mw_ui_fixed_field (layer->schema, slot), &clock, NULL));
  mw_document_commit (document);
  /* An operation on the whole model while something is selected, and with nothing selected. */
  mw_document_select (document, NULL, 0);
  operation ("texture-merge");
  operation ("material-merge");
  /* Rows that were dragged: each is moved several places. */
  MwId dragged[] = { fixture_record (document, "sequences[4]")->id, fixture_record (document, "sequences[2]")->id };
  mw_outline_drag_drop (mw_document_page_get_outline (page), document, dragged, 2,
                        fixture_record (document, "sequences[0]")->id, FALSE, FALSE);
  /* What is selected after a duplicate is not what the next line means. */
  select_path ("bones[0]");
  g_assert_null (operation ("duplicate"));
  fixture_settle ();
}

static void
test_story (void)
{
  tell_story ();
  g_autoptr (GBytes) told = fixture_bytes (document);
  g_autoptr (GBytes) before = replayed ("");
  fixture_wait (window);
  g_assert_false (g_bytes_equal (told, before));
  mw_document_page_show_panel (page, "bottom", TRUE);
  gtk_widget_activate_action (GTK_WIDGET (page), "page.copy-script", NULL);
  g_autofree char *script = clipboard_text ();
  g_test_message ("%s", script);
  g_assert_cmpuint (lines_with (script, "#"), ==, 0);
  g_assert_cmpuint (lines_with (script, "sequence-retime sequences[0] factor=1.5"), ==, 1);
  g_assert_cmpuint (lines_with (script, "duplicate sequences[1],sequences[2]"), ==, 1);
  g_assert_cmpuint (lines_with (script, "set "), ==, 5);
  g_assert_cmpuint (lines_with (script, "key-"), ==, 3);
  g_assert_nonnull (strstr (mw_document_page_get_status (page), "as a script"));
  g_autoptr (GBytes) again = replayed (script);
  g_assert_true (g_bytes_equal (told, again));
}

/* A step that lines cannot say is a comment, and the lines around it are there. */
static void
test_left_out (void)
{
  g_autofree char *sample = fixture_sample ("everything.mdx");
  MwDocumentPage *other_page = fixture_open (window, sample);
  MwDocument *other = mw_document_page_get_document (other_page);
  GError *error = NULL;
  MwRecord *bone = fixture_record (other, "bones[0]");
  MwRecord *helper = mw_record_convert_kind (bone, &mw_mdlx_helper_schema);
  mw_document_begin (other, "Two\nthings");
  mw_document_replace_record (other, bone->id, helper, &error);
  g_assert_no_error (error);
  mw_document_commit (other);
  g_assert_true (mw_script_run_line (other, "set sequences[0].name=\"After\"", NULL, &error));
  guint left_out;
  g_autofree char *script = mw_script_from_history (other, &left_out);
  g_test_message ("%s", script);
  g_assert_cmpuint (left_out, ==, 1);
  g_assert_cmpuint (lines_with (script, "# left out: \"Two things\""), ==, 1);
  g_assert_cmpuint (lines_with (script, "set sequences[0].name=\"After\""), ==, 1);
  /* Making the script does not change the document. */
  g_assert_cmpuint (mw_document_get_position (other), ==, 2);
  mw_document_undo (other);
  mw_document_undo (other);
  g_autofree char *none = mw_script_from_history (other, &left_out);
  g_assert_cmpstr (none, ==, "");
  g_assert_cmpuint (left_out, ==, 0);
}

static gboolean
has_width (gpointer widget)
{
  return gtk_widget_get_width (widget) > 0;
}

/* Before the first step a note says what the list is for. The last test, because it removes the files. */
static void
test_empty (void)
{
  MwWindow *own = fixture_window ();
  MwDocumentPage *fresh = fixture_open (own, path);
  MwDocument *model = mw_document_page_get_document (fresh);
  GtkWidget *history = find_type (GTK_WIDGET (fresh), MW_TYPE_HISTORY_VIEW);
  GError *error = NULL;
  g_assert_nonnull (find_class (history, "empty-note"));
  g_assert_null (find_shown (find_class (history, "empty-note"), GTK_TYPE_BUTTON));
  g_assert_true (mw_script_run_line (model, "set sequences[0].name=\"After\"", NULL, &error));
  fixture_settle ();
  g_assert_null (find_class (history, "empty-note"));
  /* No button beside the rows takes their place, and a long name is cut where one sees it. */
  mw_document_page_show_changes (fresh);
  GtkWidget *list = find_type (history, GTK_TYPE_LIST_VIEW);
  g_assert_true (fixture_until (has_width, list));
  g_assert_cmpint (gtk_widget_get_width (list), ==, gtk_widget_get_width (history));
  g_assert_cmpint (gtk_label_get_ellipsize (GTK_LABEL (find_type (list, GTK_TYPE_LABEL))), ==, PANGO_ELLIPSIZE_END);
  mw_document_undo (model);
  fixture_settle ();
  /* The step can be done again, so it has a row. */
  g_assert_null (find_class (history, "empty-note"));
  fixture_end (own);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  path = fixture_sample ("figure.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  g_test_add_func ("/ui/history-script/the copied history of a story gives the same bytes", test_story);
  g_test_add_func ("/ui/history-script/a step that no line does is a comment", test_left_out);
  g_test_add_func ("/ui/history-script/before the first step the list says what it is for", test_empty);
  int failed = g_test_run ();
  fixture_end (window);
  g_free (path);
  return failed;
}
