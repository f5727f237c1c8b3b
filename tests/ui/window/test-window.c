/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "core/base/file-set.h"
#include "core/save/save.h"
#include "ui/edit.h"
#include "ui/progress.h"
#include "ui/window/window-private.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static void
set_blend_time (MwDocumentPage *page, const char *value)
{
  MwDocument *document = mw_document_page_get_document (page);
  MwRecord *root = &mw_document_get_model (document)->record;
  MwTarget target = mw_ui_target (root, mw_schema_field (root->schema, "blend_time"));
  GError *error = NULL;
  mw_ui_set_text (document, &root->id, 1, &target, value, &error);
  g_assert_no_error (error);
}

static void
test_open (void)
{
  MwWindow *window = fixture_window ();
  g_assert_null (mw_window_get_page (window));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Modelwright");
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  g_assert_nonnull (page);
  g_assert_null (fixture_window_error (window));
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (window)), "everything.mdx"));
  g_autofree char *format = mw_document_page_get_format_title (page);
  g_assert_cmpstr (format, ==, "WC3 1.26 · MDX 800");
  g_assert_cmpuint (g_list_model_get_n_items (fixture_rows (mw_document_page_get_outline (page))), >, 10);
  /* Opening the same file again shows its tab. */
  mw_window_open (window, path);
  fixture_wait (window);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 1);
  fixture_end (window);
}

/* As when files are dragged from a file manager and dropped on the window. */
static void
test_drop (void)
{
  MwWindow *window = fixture_window ();
  const char *const names[] = { "figure.mdx", "effect.mdx" };
  GSList *files = NULL;
  for (guint i = G_N_ELEMENTS (names); i-- > 0;) {
    g_autofree char *path = fixture_sample (names[i]);
    files = g_slist_prepend (files, g_file_new_for_path (path));
  }
  g_auto (GValue) value = G_VALUE_INIT;
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, files);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  gboolean taken = FALSE;
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
    if (GTK_IS_DROP_TARGET (controller))
      g_signal_emit_by_name (controller, "drop", &value, 10.0, 10.0, &taken);
  }
  g_assert_true (taken);
  fixture_wait (window);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (g_str_has_suffix (mw_document_page_get_path (mw_window_get_nth_page (window, i)), names[i]));
  fixture_end (window);
}

static void
assert_named (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget) && gtk_button_get_icon_name (GTK_BUTTON (widget))
      && !gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL))
    g_error ("a button with the icon %s has no name", gtk_button_get_icon_name (GTK_BUTTON (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    assert_named (child);
}

static void
test_names (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  assert_named (GTK_WIDGET (window));
  /* Arrays and their arrows, references with the jump, tracks with diamonds and keys. */
  fixture_editor (page, "geosets[0]", "material");
  assert_named (GTK_WIDGET (window));
  fixture_editor (page, "materials[0].layers[0]", "texture");
  assert_named (GTK_WIDGET (window));
  fixture_end (window);
}

static void
test_broken (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = g_build_filename (fixture_folder (), "broken.mdx", NULL);
  g_assert_true (g_file_set_contents (path, "MDLXVERS\004\0\0", 11, NULL));
  g_assert_null (fixture_open (window, path));
  g_assert_nonnull (strstr (fixture_window_error (window), "broken.mdx"));
  g_autofree char *missing = g_build_filename (fixture_folder (), "missing.mdx", NULL);
  g_assert_null (fixture_open (window, missing));
  g_assert_nonnull (strstr (fixture_window_error (window), "missing.mdx"));
  g_autofree char *device = g_build_filename (fixture_folder (), "device.mdx", NULL);
  g_assert_cmpint (symlink ("/dev/zero", device), ==, 0);
  g_assert_null (fixture_open (window, device));
  g_assert_nonnull (strstr (fixture_window_error (window), "device.mdx"));
  /* An error stays until it is closed, even if later actions succeed. */
  g_autofree char *good = fixture_sample ("effect.mdx");
  g_assert_nonnull (fixture_open (window, good));
  g_assert_nonnull (fixture_window_error (window));
  fixture_end (window);
}

static void
test_save (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  GError *error = NULL;
  g_autoptr (GBytes) before = mw_file_read (path, NULL, &error);
  g_assert_no_error (error);
  set_blend_time (page, "257");
  g_assert_false (mw_document_is_clean (document));
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (window)), "•"));
  g_autoptr (GBytes) wanted = fixture_bytes (document);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  fixture_wait (window);
  g_assert_true (mw_document_is_clean (document));
  g_assert_null (strstr (gtk_window_get_title (GTK_WINDOW (window)), "•"));
  g_assert_true (g_str_has_prefix (fixture_status (window), "Saved and verified, "));
  g_autoptr (GBytes) after = mw_file_read (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (after, wanted));
  g_autofree char *count = g_strdup_printf (", %u of ", (guint) mw_count_changed_bytes (before, after));
  g_assert_nonnull (strstr (fixture_status (window), count));
  /* The file before the first save is kept as a backup, if the settings say so. */
  g_autofree char *kept = g_strconcat (path, ".bak", NULL);
  if (g_file_test (kept, G_FILE_TEST_EXISTS)) {
    g_autoptr (GBytes) backup = mw_file_read (kept, NULL, &error);
    g_assert_no_error (error);
    g_assert_true (g_bytes_equal (backup, before));
  }
  /* An undo after the save is an unsaved change. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  g_assert_false (mw_document_is_clean (document));
  fixture_end (window);
}

static void
test_save_as (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("effect.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  g_autofree char *other = g_build_filename (fixture_folder (), "copy.mdx", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-path", "s", other);
  fixture_wait (window);
  g_assert_cmpstr (mw_document_page_get_path (page), ==, other);
  /* Without edits the status says that a copy was saved. */
  g_assert_true (g_str_has_prefix (fixture_status (window), "Saved and verified as copy.mdx; its "));
  g_assert_true (g_str_has_suffix (fixture_status (window), " bytes are identical to effect.mdx"));
  g_autoptr (GBytes) a = mw_file_read (path, NULL, NULL), b = mw_file_read (other, NULL, NULL);
  g_assert_true (g_bytes_equal (a, b));
  set_blend_time (page, "263");
  g_autofree char *third = g_build_filename (fixture_folder (), "third.mdx", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-path", "s", third);
  fixture_wait (window);
  g_autoptr (GBytes) c = mw_file_read (third, NULL, NULL);
  g_autofree char *count = g_strdup_printf ("as third.mdx: %u of ", (guint) mw_count_changed_bytes (b, c));
  g_assert_nonnull (strstr (fixture_status (window), count));
  g_assert_true (g_str_has_suffix (fixture_status (window), " bytes differ from copy.mdx"));
  other = (g_free (other), g_steal_pointer (&third));
  /* A folder that does not exist: an error says so, and the document keeps its file. */
  g_autofree char *nowhere = g_build_filename (fixture_folder (), "no", "such", "folder.mdx", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-path", "s", nowhere);
  fixture_wait (window);
  g_assert_cmpstr (mw_document_page_get_path (page), ==, other);
  fixture_end (window);
}

/* The question on the screen, or NULL. */
static GtkDialog *
question (void)
{
  g_autoptr (GList) tops = gtk_window_list_toplevels ();
  for (GList *at = tops; at; at = at->next)
    if (GTK_IS_MESSAGE_DIALOG (at->data))
      return at->data;
  return NULL;
}

static void
test_tabs (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *first = fixture_sample ("everything.mdx"), *second = fixture_sample ("effect.mdx");
  MwDocumentPage *page = fixture_open (window, first);
  fixture_open (window, second);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 2);
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (window)), "effect.mdx"));
  /* Nothing to save: it closes at once. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  g_assert_null (question ());
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 1);
  set_blend_time (page, "258");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  g_assert_nonnull (question ());
  gtk_dialog_response (question (), GTK_RESPONSE_CANCEL);
  fixture_settle ();
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 1);
  /* Closing the window asks the same. */
  gtk_window_close (GTK_WINDOW (window));
  fixture_settle ();
  g_assert_nonnull (question ());
  gtk_dialog_response (question (), GTK_RESPONSE_CANCEL);
  fixture_settle ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  g_autoptr (GBytes) wanted = fixture_bytes (mw_document_page_get_document (page));
  gtk_dialog_response (question (), 1); /* Save */
  fixture_wait (window);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 0);
  g_autoptr (GBytes) saved = mw_file_read (first, NULL, NULL);
  g_assert_true (g_bytes_equal (saved, wanted));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Modelwright");
  fixture_end (window);
}

static gboolean
has_two_pages (gpointer window)
{
  return mw_window_get_n_pages (window) == 2;
}

/* A model with a chunk that takes a while to read and to write. Free with g_free(). */
static char *
make_slow (void)
{
  enum { SIZE = 48 << 20 };
  char *path = fixture_sample ("figure.mdx");
  GError *error = NULL;
  g_autoptr (GBytes) bytes = mw_file_read (path, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GByteArray) longer = g_byte_array_sized_new (SIZE + (guint) g_bytes_get_size (bytes) + 8);
  g_byte_array_append (longer, g_bytes_get_data (bytes, NULL), (guint) g_bytes_get_size (bytes));
  const guint8 head[8] = { 'L', 'O', 'N', 'G', SIZE & 0xFF, SIZE >> 8 & 0xFF, SIZE >> 16 & 0xFF, SIZE >> 24 };
  g_byte_array_append (longer, head, sizeof head);
  guint at = longer->len;
  g_byte_array_set_size (longer, at + SIZE);
  memset (longer->data + at, 0, SIZE);
  g_file_set_contents (path, (const char *) longer->data, longer->len, &error);
  g_assert_no_error (error);
  return path;
}

static void
test_order (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *slow = make_slow (), *quick = fixture_sample ("effect.mdx");
  mw_window_open (window, slow);
  mw_window_open (window, quick);
  g_assert_true (fixture_until (has_two_pages, window));
  fixture_settle ();
  MwDocumentPage *current = mw_window_get_page (window);
  g_assert_cmpstr (mw_document_page_get_path (current), ==, quick);
  GtkWidget *tabs = gtk_widget_get_ancestor (GTK_WIDGET (current), GTK_TYPE_NOTEBOOK);
  g_assert_cmpint (gtk_notebook_page_num (GTK_NOTEBOOK (tabs), GTK_WIDGET (current)), ==, 1);
  fixture_end (window);
}

/* What a progress bar showed: how often it grew, and whether it ever went back. */
typedef struct {
  double last;
  guint n_grown;
  gboolean fell;
} Shown;

static void
fraction_changed (GtkProgressBar *bar, GParamSpec *property, Shown *shown)
{
  double now = gtk_progress_bar_get_fraction (bar);
  shown->n_grown += now > shown->last;
  shown->fell |= now < shown->last;
  shown->last = now;
}

static void
test_progress (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *slow = make_slow ();
  GtkWidget *bar = find_type (GTK_WIDGET (window), GTK_TYPE_PROGRESS_BAR);
  g_assert_nonnull (bar);
  g_assert_false (gtk_widget_get_mapped (bar));
  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL));
  MwDocumentPage *page = fixture_open (window, slow);
  g_assert_nonnull (page);
  set_blend_time (page, "260");
  Shown shown = { 0 };
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (bar), 0);
  g_signal_connect (bar, "notify::fraction", G_CALLBACK (fraction_changed), &shown);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  g_assert_true (gtk_widget_get_visible (gtk_widget_get_parent (bar)));
  fixture_wait (window);
  g_assert_true (mw_document_is_clean (mw_document_page_get_document (page)));
  g_assert_cmpuint (shown.n_grown, >=, 2);
  g_assert_false (shown.fell);
  g_assert_cmpfloat (shown.last, <=, 1);
  g_assert_false (gtk_widget_get_mapped (bar));
  g_signal_handlers_disconnect_by_data (bar, &shown);
  fixture_end (window);
}

static void
refused_alone (GObject *source, GAsyncResult *result, gpointer done)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = NULL;
  g_assert_null (mw_load_finish (result, &report, &error));
  g_assert_nonnull (error);
  *(gboolean *) done = TRUE;
}

static void
test_bytes (void)
{
  /* The file is read completely before it turns out to be no model. */
  enum { SIZE = 64 << 20, TRIES = 50 };
  MwWindow *window = fixture_window ();
  g_autofree char *path = g_build_filename (fixture_folder (), "large.bin", NULL);
  FILE *file = g_fopen (path, "wb");
  g_assert_true (file && fseek (file, SIZE, SEEK_SET) == 0 && fputc (0, file) == 0);
  g_assert_cmpint (fclose (file), ==, 0);
  guint n_between = 0;
  /* On a busy machine everything may be read before the bar is looked at. */
  for (guint i = 0; i < TRIES && n_between < 2; i++) {
    g_autoptr (GCancellable) job = g_cancellable_new ();
    gboolean done = FALSE;
    double last = -1, now;
    mw_progress_attach (job);
    g_assert_cmpfloat (mw_progress_get (job), <, 0);
    mw_load_async (path, job, refused_alone, &done);
    n_between = 0;
    while ((now = mw_progress_get (job)) < 0.3) {
      g_assert_true (now >= last);
      n_between += now > MAX (last, 0);
      last = now;
    }
    while (!done)
      g_main_context_iteration (NULL, TRUE);
    /* It does not go back. */
    mw_progress_set (job, 0.1);
    g_assert_cmpfloat (mw_progress_get (job), >=, 0.3);
  }
  g_assert_cmpuint (n_between, >=, 2);
  /* A job without a progress. */
  mw_progress_set (NULL, 0.5);
  g_assert_cmpfloat (mw_progress_get (NULL), <, 0);
  fixture_end (window);
}

static void
test_undo_names (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  g_autofree char *before = fixture_value (mw_document_page_get_document (page), "blend_time");
  set_blend_time (page, "259");
  g_assert_nonnull (strstr (mw_document_get_undo_label (mw_document_page_get_document (page)), "Blend time"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  g_autofree char *undone = fixture_value (mw_document_page_get_document (page), "blend_time");
  g_assert_cmpstr (undone, ==, before);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.redo", NULL);
  g_autofree char *redone = fixture_value (mw_document_page_get_document (page), "blend_time");
  g_assert_cmpstr (redone, ==, "259");
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/window/opening a model fills title and outline", test_open);
  g_test_add_func ("/ui/window/files that are dropped on it are opened", test_drop);
  g_test_add_func ("/ui/window/buttons without text have accessible names", test_names);
  g_test_add_func ("/ui/window/a file that cannot be read is named in a banner", test_broken);
  g_test_add_func ("/ui/window/a save is read back, counted and marks the document clean", test_save);
  g_test_add_func ("/ui/window/saving elsewhere changes the path, failing does not", test_save_as);
  g_test_add_func ("/ui/window/closing asks only for what is not saved", test_tabs);
  g_test_add_func ("/ui/window/tabs are in the order in which the files were opened", test_order);
  g_test_add_func ("/ui/window/a long job fills a bar", test_progress);
  g_test_add_func ("/ui/window/the bytes of a file that is opened are counted as they come", test_bytes);
  g_test_add_func ("/ui/window/undo and redo name their step", test_undo_names);
  return g_test_run ();
}
