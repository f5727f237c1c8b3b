/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/record-log.h"
#include "core/io/registry.h"
#include "core/schema/value.h"
#include "tests/core/io/files.h"
#include "tests/ui/fixture.h"
#include "ui/places.h"
#include "ui/window/recovery-dialog.h"
#include "ui/document/recovery.h"

#include <glib/gstdio.h>
#include <string.h>

static char *state;

/* The number of journals in the user's folder. */
static guint
count_journals (void)
{
  g_autofree char *folder = mw_journal_folder ();
  g_autoptr (GPtrArray) found = mw_record_log_find (folder, "journal");
  return found->len;
}

static void
set_name (MwDocument *document, const char *value)
{
  GError *error = NULL;
  MwTarget target;
  g_assert_true (mw_path_resolve_one (mw_document_get_model (document), "name", &target, &error));
  g_autofree char *label = g_strdup_printf ("Rename to %s", value);
  mw_document_begin (document, label);
  g_assert_true (mw_document_set_text (document, &target, value, strlen (value), &error));
  mw_document_commit (document);
}

/* Makes a journal like the one of a program that was killed after `n_steps` steps. */
static void
leave (const char *path, guint n_steps)
{
  g_autoptr (GError) error = NULL;
  MwFormat format;
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (MwDocument) document = mw_document_new (mw_io_read (set, &format, NULL, &error), format);
  mw_document_set_files (document, g_steal_pointer (&set));
  g_autoptr (MwJournal) journal = mw_journal_new (document, NULL);
  for (guint i = 0; i < n_steps; i++) {
    g_autofree char *name = g_strdup_printf ("Name %u", i);
    set_name (document, name);
  }
  g_assert_true (mw_journal_flush (journal, &error));
  mw_journal_close (journal, TRUE);
}

/* A worker does not wake the main loop, so a timer does. */
static gboolean
tick (gpointer unused)
{
  return G_SOURCE_CONTINUE;
}

static gboolean
until (FixtureDone done, gpointer data)
{
  guint ticks = g_timeout_add (10, tick, NULL);
  gboolean ok = fixture_until (done, data);
  g_source_remove (ticks);
  return ok;
}

static gboolean
has_dialog (gpointer window)
{
  return find_window (MW_TYPE_RECOVERY_DIALOG) != NULL;
}

static gboolean
has_no_dialog (gpointer window)
{
  return find_window (MW_TYPE_RECOVERY_DIALOG) == NULL;
}

static gboolean
are_left (gpointer n)
{
  g_autoptr (GPtrArray) left = mw_recovery_list (NULL);
  return left->len == GPOINTER_TO_UINT (n);
}

static MwRecoveryDialog *
offer (MwWindow *window, guint n)
{
  /* Their workers release them soon. */
  g_assert_true (until (are_left, GUINT_TO_POINTER (n)));
  mw_recovery_offer (window, NULL);
  g_assert_true (fixture_until (has_dialog, window));
  fixture_settle ();
  MwRecoveryDialog *dialog = MW_RECOVERY_DIALOG (find_window (MW_TYPE_RECOVERY_DIALOG));
  g_assert_nonnull (find_nth (GTK_WIDGET (dialog), GTK_TYPE_LIST_BOX_ROW, n - 1));
  g_assert_null (find_nth (GTK_WIDGET (dialog), GTK_TYPE_LIST_BOX_ROW, n));
  return dialog;
}

/* The nth visible button with this text. */
static GtkWidget *
find_button (GtkWidget *widget, const char *text, guint *n)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget)
      && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), text) == 0 && (*n)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_button (child, text, n);
    if (found)
      return found;
  }
  return NULL;
}

static void
click (MwRecoveryDialog *dialog, const char *text, guint n)
{
  GtkWidget *button = find_button (GTK_WIDGET (dialog), text, &n);
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  fixture_settle ();
}

static gboolean
has_text (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (has_text (child, text))
      return TRUE;
  return FALSE;
}

static void
test_recover (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx");
  leave (path, 3);
  MwRecoveryDialog *dialog = offer (window, 1);
  g_assert_true (has_text (GTK_WIDGET (dialog), "figure.mdx"));
  g_assert_true (has_text (GTK_WIDGET (dialog), "3 unsaved steps · today at "));
  g_assert_true (has_text (GTK_WIDGET (dialog), "MDX 800"));
  g_assert_true (has_text (GTK_WIDGET (dialog), path));
  click (dialog, "Recover", 0);
  g_assert_true (has_no_dialog (window));
  fixture_wait (window);
  MwDocumentPage *page = mw_window_get_page (window);
  g_assert_nonnull (page);
  MwDocument *document = mw_document_page_get_document (page);
  g_assert_cmpstr (mw_document_page_get_path (page), ==, path);
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (window)), "figure.mdx •"));
  g_assert_nonnull (strstr (fixture_notice (page), "figure.mdx was recovered, with 3 unsaved steps"));
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 3);
  g_assert_true (has_text (GTK_WIDGET (page), "Rename to Name 2"));
  g_autofree char *name = fixture_value (document, "name");
  g_assert_cmpstr (name, ==, "\"Name 2\"");
  /* This window has taken over its journal. */
  g_assert_true (are_left (GUINT_TO_POINTER (0)));
  g_assert_cmpuint (count_journals (), ==, 1);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  set_name (document, "Other");
  g_autoptr (GBytes) wanted = fixture_bytes (document);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  fixture_wait (window);
  g_assert_true (mw_document_is_clean (document));
  g_autoptr (GBytes) saved = mw_file_read (path, NULL, NULL);
  g_assert_true (g_bytes_equal (saved, wanted));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  g_assert_cmpuint (count_journals (), ==, 0);
  fixture_end (window);
}

static void
test_recovered_plays (void)
{
  MwWindow *window = fixture_window ();
  for (guint plays = 0; plays < 2; plays++) {
    g_autofree char *path = fixture_sample (plays ? "figure.mdx" : "everything.mdx");
    leave (path, 1);
    g_settings_set_boolean (mw_places_settings (), "play-when-opened", plays);
    click (offer (window, 1), "Recover", 0);
    fixture_wait (window);
    MwDocumentPage *page = mw_window_get_page (window);
    g_assert_cmpstr (mw_document_page_get_path (page), ==, path);
    g_assert_cmpint (mw_time_bar_is_playing (mw_document_page_get_time_bar (page)), ==, plays);
  }
  fixture_end (window);
}

static void
test_choose (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *a = fixture_sample ("figure.mdx"), *b = fixture_sample ("effect.mdx"),
                  *c = fixture_sample ("banner.mdl");
  leave (a, 1);
  leave (b, 2);
  leave (c, 3);
  MwRecoveryDialog *dialog = offer (window, 3);
  /* The user discards it and changes their mind. */
  click (dialog, "Discard", 0);
  click (dialog, "Keep", 0);
  click (dialog, "Discard", 1);
  g_assert_cmpuint (count_journals (), ==, 3);
  gtk_window_close (GTK_WINDOW (dialog));
  g_assert_true (fixture_until (has_no_dialog, window));
  /* Later: the others are offered again, and the discarded one is gone. */
  g_assert_cmpuint (count_journals (), ==, 2);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 0);
  dialog = offer (window, 2);
  click (dialog, "Recover _All", 0);
  fixture_wait (window);
  g_assert_true (has_no_dialog (window));
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 2);
  g_assert_true (are_left (GUINT_TO_POINTER (0)));
  fixture_end (window);
  g_assert_cmpuint (count_journals (), ==, 0);
}

static void
test_changed (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx"), *other = fixture_sample ("effect.mdx");
  leave (path, 1);
  g_assert_cmpint (g_rename (other, path), ==, 0);
  click (offer (window, 1), "Recover", 0);
  fixture_wait (window);
  g_assert_nonnull (strstr (fixture_notice (mw_window_get_page (window)), "changed by another program"));
  fixture_end (window);
}

static void
test_unreadable (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx"), *folder = mw_journal_folder ();
  leave (path, 1);
  g_assert_true (until (are_left, GUINT_TO_POINTER (1)));
  g_autoptr (GPtrArray) found = mw_record_log_find (folder, "journal");
  g_autofree char *bytes = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (found->pdata[0], &bytes, &size, NULL));
  bytes[1000] ^= 1; /* within the model */
  g_assert_true (g_file_set_contents (found->pdata[0], bytes, (gssize) size, NULL));
  MwRecoveryDialog *dialog = offer (window, 1);
  g_assert_true (has_text (GTK_WIDGET (dialog), "nothing can be recovered"));
  guint n = 0;
  g_assert_null (find_button (GTK_WIDGET (dialog), "Recover", &n));
  click (dialog, "Discard", 0);
  click (dialog, "_Close", 0);
  g_assert_true (fixture_until (has_no_dialog, window));
  g_assert_cmpuint (count_journals (), ==, 0);
  fixture_end (window);
}

/* Without journals no dialog opens. */
static void
test_none (void)
{
  MwWindow *window = fixture_window ();
  mw_recovery_offer (window, NULL);
  fixture_settle ();
  fixture_settle ();
  g_assert_true (has_no_dialog (window));
  fixture_end (window);
}

static gboolean
one_journal (gpointer unused)
{
  return count_journals () == 1;
}

static void
test_page (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx"), *second = fixture_sample ("effect.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  fixture_open (window, second);
  g_assert_cmpuint (count_journals (), ==, 0);
  set_name (mw_document_page_get_document (page), "Other");
  g_assert_true (until (one_journal, NULL));
  g_assert_true (are_left (GUINT_TO_POINTER (0)));
  fixture_end (window);
  g_assert_cmpuint (count_journals (), ==, 0);
}

static gboolean
has_error (gpointer page)
{
  return fixture_error (page) != NULL;
}

static void
test_failed (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx"), *folder = mw_journal_folder ();
  MwDocumentPage *page = fixture_open (window, path);
  g_rmdir (folder);
  g_assert_true (g_file_set_contents (folder, "in the way", -1, NULL));
  set_name (mw_document_page_get_document (page), "Other");
  g_assert_true (fixture_until (has_error, page));
  g_assert_nonnull (strstr (fixture_error (page), "journal cannot be written"));
  set_name (mw_document_page_get_document (page), "Another");
  g_assert_cmpuint (mw_document_get_n_steps (mw_document_page_get_document (page)), ==, 2);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  fixture_wait (window);
  g_assert_true (mw_document_is_clean (mw_document_page_get_document (page)));
  fixture_end (window);
  g_assert_cmpint (g_unlink (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  state = g_dir_make_tmp ("mw-state-XXXXXX", NULL);
  g_setenv ("XDG_STATE_HOME", state, TRUE);
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/recovery/without unsaved work a window asks nothing", test_none);
  g_test_add_func ("/ui/recovery/an edited document has a journal until its tab is closed", test_page);
  g_test_add_func ("/ui/recovery/what a killed program left opens with its history and can be saved", test_recover);
  g_test_add_func ("/ui/recovery/recovered-plays", test_recovered_plays);
  g_test_add_func ("/ui/recovery/each is recovered, discarded or left for later", test_choose);
  g_test_add_func ("/ui/recovery/a file that has changed since is reported", test_changed);
  g_test_add_func ("/ui/recovery/a journal that cannot be read can be discarded", test_unreadable);
  g_test_add_func ("/ui/recovery/a journal that cannot be written is reported, and editing continues", test_failed);
  int result = g_test_run ();
  files_remove (state);
  g_free (state);
  return result;
}
