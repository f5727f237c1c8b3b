/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of a model to try in a game: the document stays as it is. */
#include "tests/ui/fixture.h"
#include "core/base/file-set.h"
#include "ui/document/test-copies.h"
#include "ui/edit.h"
#include "ui/places.h"
#include "ui/window/window-private.h"

#include <string.h>

static void
edit (MwDocumentPage *page)
{
  MwDocument *document = mw_document_page_get_document (page);
  MwRecord *root = &mw_document_get_model (document)->record;
  MwTarget target = mw_ui_target (root, mw_schema_field (root->schema, "blend_time"));
  g_autoptr (GError) error = NULL;
  mw_ui_set_text (document, &root->id, 1, &target, "257", &error);
  g_assert_no_error (error);
}

static GtkWidget *
ask (MwWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-test-copies", NULL);
  GtkWidget *dialog = find_window (GTK_TYPE_DIALOG);
  g_assert_nonnull (dialog);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (dialog)), ==, "Save Test Copies");
  return dialog;
}

static GtkWidget *
accept_of (GtkWidget *dialog)
{
  return gtk_dialog_get_widget_for_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
}

static char *
path_of (const char *name)
{
  return g_build_filename (fixture_folder (), name, NULL);
}

static void
copies (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx"), *one = path_of ("trial.mdx"),
                  *two = path_of ("trial-wc3-reforged-1.32.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  g_autoptr (GBytes) before = mw_file_read (path, NULL, NULL);
  edit (page);
  g_autoptr (GBytes) wanted = fixture_bytes (document);
  const guint steps = mw_document_get_n_steps (document);

  /* One copy, in the model's own format, in the place of a file of another program. */
  g_assert_true (g_file_set_contents (one, "foreign", -1, NULL));
  GtkWidget *dialog = ask (window), *name = find_called (dialog, GTK_TYPE_ENTRY, "Name");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (name)), ==, "figure-test");
  act_type (name, "tri/al");
  g_assert_nonnull (find_words (dialog, "Enter a name without a folder."));
  g_assert_false (gtk_widget_get_sensitive (accept_of (dialog)));
  act_type (name, "trial");
  g_assert_nonnull (find_words (dialog, "trial.mdx"));
  act_click (accept_of (dialog));
  fixture_wait (window);
  g_autoptr (GBytes) written = mw_file_read (one, NULL, NULL);
  g_assert_nonnull (written);
  g_assert_true (g_bytes_equal (written, wanted));
  if (mw_places_settings ()) {
    g_autofree char *backup = g_strconcat (one, ".bak", NULL), *kept = NULL;
    g_assert_true (g_file_get_contents (backup, &kept, NULL, NULL));
    g_assert_cmpstr (kept, ==, "foreign");
  }
  g_assert_null (find_window (GTK_TYPE_DIALOG)); /* nothing was lost */
  g_assert_true (g_str_has_prefix (fixture_status (window), "1 test copy was saved and verified in "));

  /* The same, and one for another game, which loses something. */
  dialog = ask (window);
  act_type (find_called (dialog, GTK_TYPE_ENTRY, "Name"), "trial");
  g_assert_nonnull (find_words (dialog, "1 file exists and will be replaced."));
  GtkCheckButton *now = GTK_CHECK_BUTTON (find_nth (dialog, GTK_TYPE_CHECK_BUTTON, 0));
  gtk_check_button_set_active (now, FALSE);
  g_assert_null (find_words (dialog, "1 file exists"));
  g_assert_false (gtk_widget_get_sensitive (accept_of (dialog)));
  gtk_check_button_set_active (now, TRUE);
  GtkWidget *other = NULL;
  for (guint i = 0; (other = find_nth (dialog, GTK_TYPE_CHECK_BUTTON, i)); i++)
    if (g_str_has_prefix (gtk_check_button_get_label (GTK_CHECK_BUTTON (other)), "Warcraft III: Reforged 1.32"))
      break;
  g_assert_nonnull (other);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (other), TRUE);
  g_assert_null (find_words (dialog, "Sizes stay the same"));
  GtkWidget *wow = NULL;
  for (guint i = 0; (wow = find_nth (dialog, GTK_TYPE_CHECK_BUTTON, i)); i++)
    if (g_str_has_prefix (gtk_check_button_get_label (GTK_CHECK_BUTTON (wow)), "WoW 0.5.3"))
      break;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (wow), TRUE);
  g_assert_nonnull (find_words (dialog, "1 file exists and will be replaced. Sizes stay the same (scale 1.0)."));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (wow), FALSE);
  act_click (accept_of (dialog));
  fixture_wait (window);
  g_assert_true (g_file_test (two, G_FILE_TEST_EXISTS));
  MwFormat format;
  g_autoptr (MwFileSet) set = mw_io_load (two, NULL, NULL);
  MwModel *model = mw_io_read (set, &format, NULL, NULL);
  g_assert_nonnull (model);
  g_assert_cmpuint (format.version, ==, 1000);
  mw_model_free (model);

  /* The document, its file and its history are as before. */
  g_assert_cmpstr (mw_document_page_get_path (page), ==, path);
  g_assert_false (mw_document_is_clean (document));
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps);
  g_autoptr (GBytes) after = mw_file_read (path, NULL, NULL);
  g_assert_true (g_bytes_equal (before, after));
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 1);
  fixture_end (window);
}

static void
reports (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("everything.mdx"), *text_path = path_of ("trial.mdl");
  g_assert_nonnull (fixture_open (window, path));
  g_autoptr (GBytes) before = mw_file_read (path, NULL, NULL);
  GtkWidget *dialog = ask (window);
  /* The games of the last time are chosen; text this time. */
  g_assert_true (act_choose_named (find_called (dialog, GTK_TYPE_DROP_DOWN, "As"), "MDL text (.mdl)"));
  act_type (find_called (dialog, GTK_TYPE_ENTRY, "Name"), "trial");
  act_click (accept_of (dialog));
  fixture_wait (window);
  g_assert_true (g_file_test (text_path, G_FILE_TEST_EXISTS));
  if (mw_places_settings ()) {
    g_autofree char *again = path_of ("trial-wc3-reforged-1.32.mdl");
    g_assert_true (g_file_test (again, G_FILE_TEST_EXISTS));
  }
  GtkWidget *report = find_window (GTK_TYPE_DIALOG);
  g_assert_nonnull (report);
  GtkWidget *view = find_called (report, GTK_TYPE_TEXT_VIEW, "Test copies");
  g_autofree char *lines = NULL;
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "text", &lines, NULL);
  g_assert_nonnull (strstr (lines, "Saved and verified as trial.mdl, "));
  g_assert_nonnull (strstr (lines, "unknown_chunks[0]"));
  gtk_dialog_response (GTK_DIALOG (report), GTK_RESPONSE_CLOSE);

  /* A copy under the model's own name is refused, and the file stays. */
  dialog = ask (window);
  g_assert_true (act_choose_named (find_called (dialog, GTK_TYPE_DROP_DOWN, "As"), "MDX"));
  act_type (find_called (dialog, GTK_TYPE_ENTRY, "Name"), "everything");
  act_click (accept_of (dialog));
  fixture_wait (window);
  report = find_window (GTK_TYPE_DIALOG);
  g_assert_nonnull (report);
  view = find_called (report, GTK_TYPE_TEXT_VIEW, "Test copies");
  g_autofree char *why = NULL;
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "text", &why, NULL);
  g_assert_nonnull (strstr (why, "this is a file of the open model; give the copy another name"));
  g_autoptr (GBytes) after = mw_file_read (path, NULL, NULL);
  g_assert_true (g_bytes_equal (before, after));
  gtk_dialog_response (GTK_DIALOG (report), GTK_RESPONSE_CLOSE);
  fixture_end (window);
}

static void
done (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GPtrArray **) data = g_ptr_array_ref (mw_test_copies_save_finish (result));
}

static gboolean
is_done (gpointer data)
{
  return *(GPtrArray **) data != NULL;
}

static void
cancelled (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx"), *other = path_of ("cancelled.mdx");
  MwDocument *document = mw_document_page_get_document (fixture_open (window, path));
  const MwSaveOptions options = mw_save_options (document);
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_test_copy_free);
  g_autoptr (GPtrArray) copied = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_ptr_array_add (wanted, mw_test_copy_new (other, &options));
  g_cancellable_cancel (cancellable);
  mw_test_copies_save_async (document, wanted, NULL, FALSE, cancellable, done, &copied);
  g_assert_true (fixture_until (is_done, &copied));
  g_assert_cmpuint (mw_test_copies_n_saved (copied), ==, 0);
  g_autofree char *text = mw_test_copies_text (copied);
  g_assert_true (g_str_has_prefix (text, "Not saved: "));
  g_assert_false (g_file_test (other, G_FILE_TEST_EXISTS));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/test-copies/copies are saved, and the document stays as it is", copies);
  g_test_add_func ("/ui/test-copies/what is lost or refused is told", reports);
  g_test_add_func ("/ui/test-copies/after a cancel none are saved", cancelled);
  return g_test_run ();
}
