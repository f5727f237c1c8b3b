/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/edit.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static MwToast *toast;

static void
begin (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  g_assert_nonnull (page);
  document = mw_document_page_get_document (page);
  toast = MW_TOAST (find_type (GTK_WIDGET (window), MW_TYPE_TOAST));
}

static void delete (const char *path)
{
  MwId id = fixture_record (document, path)->id;
  mw_document_select (document, &id, 1);
  GError *error = NULL;
  mw_ui_run_operation (document, mw_operation_find ("delete"), &id, 1, NULL, &error);
  g_assert_no_error (error);
}

static void
rename_something (void)
{
  MwRecord *sequence = fixture_record (document, "sequences[0]");
  MwTarget target = mw_ui_target (sequence, mw_schema_field (sequence->schema, "name"));
  GError *error = NULL;
  mw_ui_set_text (document, &sequence->id, 1, &target, "Other", &error);
  g_assert_no_error (error);
}

static gboolean
is_gone (gpointer unused)
{
  return !fixture_toast (window);
}

static GtkWidget *
undo_button (void)
{
  return find_called (GTK_WIDGET (toast), GTK_TYPE_BUTTON, "Undo");
}

static void
test_says (void)
{
  begin ();
  g_autoptr (GBytes) before = fixture_bytes (document);
  gtk_window_set_focus (GTK_WINDOW (window), GTK_WIDGET (mw_document_page_get_outline (page)));
  fixture_settle ();
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  int height = gtk_widget_get_height (GTK_WIDGET (page));
  g_assert_null (fixture_toast (window));
  delete ("attachments[0]");
  g_assert_nonnull (fixture_toast (window));
  g_assert_true (g_str_has_prefix (fixture_toast (window), "Removed "));
  fixture_settle ();
  /* It takes neither the focus nor space. */
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == focus);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (page)), ==, height);
  g_assert_cmpint (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (toast)), ==, GTK_ACCESSIBLE_ROLE_ALERT);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (toast)));
  act_click (undo_button ());
  g_assert_null (fixture_toast (window));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (toast)));
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
  /* Redo shows no message. */
  mw_document_redo (document);
  g_assert_null (fixture_toast (window));
  fixture_end (window);
}

static void
test_newest_only (void)
{
  begin ();
  delete ("attachments[0]");
  rename_something ();
  g_assert_nonnull (fixture_toast (window));
  g_assert_false (gtk_widget_get_sensitive (undo_button ()));
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (undo_button ()), "no longer the last"));
  guint steps = mw_document_get_position (document);
  act_click (undo_button ());
  g_assert_cmpuint (mw_document_get_position (document), ==, steps);
  /* Undoing the step in another way removes the message. */
  delete ("attachments[0]");
  g_assert_true (gtk_widget_get_sensitive (undo_button ()));
  mw_document_undo (document);
  g_assert_null (fixture_toast (window));
  /* While a gesture is open there is another change. */
  fixture_end (window);
}

static void
test_goes (void)
{
  begin ();
  mw_toast_set_patience (toast, 50);
  delete ("attachments[0]");
  g_assert_nonnull (fixture_toast (window));
  g_assert_true (fixture_until (is_gone, NULL));
  /* Closing the tab removes it too. */
  mw_toast_set_patience (toast, 60000);
  delete ("attachments[0]");
  g_assert_nonnull (fixture_toast (window));
  g_autofree char *other = fixture_sample ("banner.mdl");
  g_assert_nonnull (fixture_open (window, other));
  g_assert_null (fixture_toast (window));
  fixture_end (window);
}

static gboolean
has_passed (gpointer end)
{
  return g_get_monotonic_time () >= *(gint64 *) end;
}

static gboolean
wake (gpointer unused)
{
  return G_SOURCE_REMOVE;
}

/* It stays while its button has the keyboard focus. */
static void
test_stays_focused (void)
{
  enum { PATIENCE = 50 };
  begin ();
  delete ("attachments[0]");
  g_assert_true (gtk_widget_grab_focus (undo_button ()));
  mw_toast_set_patience (toast, PATIENCE);
  gint64 end = g_get_monotonic_time () + 6 * PATIENCE * 1000;
  g_timeout_add (7 * PATIENCE, wake, NULL);
  g_assert_true (fixture_until (has_passed, &end));
  g_assert_nonnull (fixture_toast (window));
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  g_assert_true (fixture_until (is_gone, NULL));
  fixture_end (window);
}

static void
test_counts (void)
{
  begin ();
  /* A bone is named; what was attached to it is counted. */
  const MwRecord *root = &mw_document_get_model (document)->record;
  const MwList *attachments = mw_record_list (root, mw_schema_field (root->schema, "nodes"));
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autofree char *name = NULL;
  for (guint i = 0; i < attachments->n; i++)
    if (strcmp (attachments->items[i]->schema->name, "attachment") == 0)
      g_array_append_val (ids, attachments->items[i]->id);
  g_assert_cmpuint (ids->len, >=, 3);
  GError *error = NULL;
  MwRecord *event = fixture_record (document, "event_objects[0]");
  name = g_strdup (mw_record_name (event));
  g_array_prepend_val (ids, event->id);
  mw_document_select (document, &event->id, 1);
  mw_document_begin (document, "Remove several");
  g_assert_true (mw_document_remove_many (document, (const MwId *) ids->data, ids->len, &error));
  mw_document_commit (document);
  g_autofree char *count = g_strdup_printf ("%u attachments", ids->len - 1);
  g_autofree char *start = g_strdup_printf ("Removed %s", name);
  g_assert_true (g_str_has_prefix (fixture_toast (window), start));
  g_assert_nonnull (strstr (fixture_toast (window), count));
  /* Moved elements do not count as removed. */
  mw_toast_dismiss (toast, NULL);
  MwId first = fixture_record (document, "sequences[0]")->id;
  mw_document_begin (document, "Move");
  g_assert_true (mw_document_move (document, first, 1, &error));
  mw_document_commit (document);
  g_assert_null (fixture_toast (window));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/toast/it says what was removed, and its button undoes that", test_says);
  g_test_add_func ("/ui/toast/only the newest step is undone", test_newest_only);
  g_test_add_func ("/ui/toast/it disappears after a while, and with its tab", test_goes);
  g_test_add_func ("/ui/toast/it stays while its button has the focus", test_stays_focused);
  g_test_add_func ("/ui/toast/elements are named or counted", test_counts);
  return g_test_run ();
}
