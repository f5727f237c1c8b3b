/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other programs write files that are open. No unsaved work is replaced without asking, and a page without unsaved work keeps
 * its view when its file is read again. */
#include "core/render/renderer.h"
#include "core/schema/value.h"
#include "tests/ui/fixture.h"
#include "tests/ui/m2-fixture.h"
#include "ui/document/compare-rows.h"
#include "ui/inspector/value-entry.h"
#include "ui/window/window-private.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <fcntl.h>
#include <unistd.h>

/* The file that another program changes while the first new file of a save is being flushed to its folder, and how. The journal
 * flushes its own files, in other folders, at any time. */
static char *meddled;
static void (*at_flush) (void);

static gboolean
is_beside_meddled (int fd)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd), *name = g_file_read_link (link, NULL),
                  *folder = name ? g_path_get_dirname (name) : NULL, *wanted = g_path_get_dirname (meddled);
  return g_strcmp0 (folder, wanted) == 0;
}

int
fsync (int fd)
{
  void (*meddle) (void) = at_flush;
  if (meddle && is_beside_meddled (fd)) {
    at_flush = NULL;
    meddle ();
  }
  return (int) syscall (SYS_fsync, fd);
}

/* --- The other program ---------------------------------------------------------------------------------------------- */

/* Runs mwright on the folder of the fixture, and waits for it. */
static void
mwright (const char *verb, const char *file, const char *what)
{
  const char *build = g_getenv ("MODELWRIGHT_BUILD_ROOT");
  g_autofree char *program = g_build_filename (build ? build : "build", "mwright", NULL);
  const char *const set[] = { program, verb, file, "-i", what, NULL };
  const char *const act[] = { program, verb, file, "-i", "-e", what, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess)
    process = g_subprocess_newv (g_str_equal (verb, "do") ? act : set, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait_check (process, NULL, &error));
  g_assert_no_error (error);
}

static GBytes *
content (const char *path)
{
  gsize size;
  char *bytes;
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  return g_bytes_new_take (bytes, size);
}

static void
put (const char *path, GBytes *bytes)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
}

static void
assert_file (const char *path, GBytes *expected, gboolean same)
{
  g_autoptr (GBytes) now = content (path);
  g_assert_true (g_bytes_equal (now, expected) == same);
}

/* --- The window ----------------------------------------------------------------------------------------------------- */

static gboolean
is_quiet (gpointer data)
{
  MwWindow *window = data;
  for (guint i = 0; i < mw_window_get_n_pages (window); i++)
    if (mw_disk_watch_is_busy (mw_document_page_get_watch (mw_window_get_nth_page (window, i))))
      return FALSE;
  return fixture_is_idle (window);
}

/* Waits until all changes on the disk were noticed, and pages without unsaved changes have been read again. */
static void
wait_for_looks (MwWindow *window)
{
  for (guint i = 0; i < 3; i++) {
    fixture_settle ();
    g_assert_true (fixture_until (is_quiet, window));
  }
  fixture_settle ();
}

static GtkDialog *
dialog_with (const char *text)
{
  g_autoptr (GList) tops = gtk_window_list_toplevels ();
  for (GList *at = tops; at; at = at->next) {
    g_autofree char *said = NULL;
    if (!GTK_IS_DIALOG (at->data) || !gtk_widget_get_visible (at->data))
      continue;
    if (GTK_IS_MESSAGE_DIALOG (at->data))
      g_object_get (at->data, "text", &said, NULL);
    if (strstr (said ? said : gtk_window_get_title (at->data), text))
      return at->data;
  }
  return NULL;
}

static gboolean
is_asked (gpointer text)
{
  return dialog_with (text) != NULL;
}

static GtkDialog *
wait_for_dialog (const char *text)
{
  g_assert_true (fixture_until (is_asked, (gpointer) text));
  fixture_settle ();
  return dialog_with (text);
}

/* A button of the banner. */
static GtkWidget *
banner_button (MwDocumentPage *page, const char *name)
{
  return find_called (find_type (GTK_WIDGET (page), MW_TYPE_CHANGED_BAR), GTK_TYPE_BUTTON, name);
}

static void
press (MwDocumentPage *page, const char *name)
{
  GtkWidget *button = banner_button (page, name);
  g_assert_true (gtk_widget_get_mapped (button));
  act_click (button);
}

static void
edit (MwDocumentPage *page, const char *path, const char *text)
{
  MwDocument *document = mw_document_page_get_document (page);
  MwTarget target;
  g_autoptr (GError) error = NULL;
  g_assert_true (mw_path_resolve_one (mw_document_get_model (document), path, &target, &error));
  mw_document_begin (document, "Edit");
  g_assert_true (mw_document_set_text (document, &target, text, strlen (text), &error));
  mw_document_commit (document);
}

static void
assert_value (MwDocumentPage *page, const char *path, const char *expected)
{
  g_autofree char *value = fixture_value (mw_document_page_get_document (page), path);
  g_assert_cmpstr (value, ==, expected);
}

static gboolean
is_clean (MwDocumentPage *page)
{
  return mw_document_is_clean (mw_document_page_get_document (page));
}

static void
save (MwWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
}

/* One window for all tests but one, and the file that is open in it. */
static MwWindow *window;
static char *path;

/* Opens everything.mdx in the window. */
static MwDocumentPage *
begin (void)
{
  path = fixture_sample ("everything.mdx");
  return fixture_open (window, path);
}

static void
end (void)
{
  fixture_clear (window);
  g_clear_pointer (&path, g_free);
}

/* --- Without unsaved edits ------------------------------------------------------------------------------------------ */

/* Opens the row of the group or element with this title. */
static void
expand (MwDocumentPage *page, const char *title)
{
  GListModel *rows = fixture_rows (mw_document_page_get_outline (page));
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    g_autofree char *text = mw_outline_node_get_title (node);
    if (g_str_equal (text, title)) {
      gtk_tree_list_row_set_expanded (row, TRUE);
      return;
    }
  }
  g_error ("no row %s", title);
}

/* The titles of all rows, with a mark at open ones. */
static char *
rows_of (MwDocumentPage *page)
{
  GListModel *rows = fixture_rows (mw_document_page_get_outline (page));
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    g_autofree char *title = mw_outline_node_get_title (node);
    g_string_append_printf (text, "%*s%s%s\n", (int) gtk_tree_list_row_get_depth (row) * 2, "", title,
                            gtk_tree_list_row_get_expanded (row) ? " -" : "");
  }
  return g_string_free (text, FALSE);
}

static void
reload_keeps_the_place (const char *verb, const char *what)
{
  MwDocumentPage *page = begin ();
  g_autofree char *other_path = fixture_sample ("figure.mdx");
  fixture_open (window, other_path);
  mw_window_open (window, path);
  fixture_wait (window);
  MwDocument *document = mw_document_page_get_document (page);
  /* Every part of the view gets a state that differs from the default. */
  expand (page, "Materials");
  expand (page, "Sequences");
  MwRecord *selected = fixture_record (document, "sequences[2]");
  mw_document_select (document, &selected->id, 1);
  fixture_show_sequence (page, selected->id);
  fixture_show_time (page, 17);
  MwViewportView view;
  mw_viewport_get_view (mw_document_page_get_viewport (page), &view);
  view.camera.yaw = 1.25f;
  view.camera.distance = 321;
  view.framed = TRUE;
  view.overlays |= MW_OVERLAY_BONES;
  mw_viewport_set_view (mw_document_page_get_viewport (page), &view);
  MwPanels panels;
  mw_document_page_get_panels (page, &panels);
  panels.tab = 1;
  panels.outline = TRUE;
  mw_document_page_set_panels (page, &panels);
  fixture_settle ();
  g_autofree char *before = rows_of (page);

  mwright (verb, path, what);
  wait_for_looks (window);
  MwDocumentPage *now = mw_window_get_page (window);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 2);
  g_assert_cmpstr (mw_document_page_get_path (now), ==, path);
  g_assert_true (now == mw_window_get_nth_page (window, 0));
  g_assert_null (fixture_banner (now));
  g_assert_true (is_clean (now));
  assert_value (now, "sequences[1].move_speed", "345");
  document = mw_document_page_get_document (now);
  guint n;
  const MwId *ids = mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (ids[0], ==, fixture_record (document, "sequences[2]")->id);
  g_assert_cmpuint (fixture_sequence (mw_document_page_get_time_bar (now)), ==, ids[0]);
  g_assert_cmpint (fixture_time (mw_document_page_get_time_bar (now)), ==, 17);
  mw_viewport_get_view (mw_document_page_get_viewport (now), &view);
  g_assert_cmpfloat (view.camera.yaw, ==, 1.25f);
  g_assert_cmpfloat (view.camera.distance, ==, 321);
  g_assert_true (view.overlays & MW_OVERLAY_BONES);
  mw_document_page_get_panels (now, &panels);
  g_assert_cmpint (panels.tab, ==, 1);
  g_autofree char *after = rows_of (now);
  g_assert_cmpstr (after, ==, before);
  end ();
}

static void
test_silent_reload (void)
{
  reload_keeps_the_place ("set", "sequences[1].move_speed=345");
}

/* Earlier steps and their redo stay when the file is read again, which is a step too. */
static void
test_history_stays (void)
{
  MwDocumentPage *page = begin ();
  MwDocument *document = mw_document_page_get_document (page);
  edit (page, "sequences[0].move_speed", "111");
  edit (page, "sequences[0].move_speed", "112");
  save (window);
  fixture_wait (window);
  wait_for_looks (window);
  MwId id = fixture_record (document, "sequences[1]")->id;
  g_autoptr (GBytes) ours = content (path);
  mwright ("set", path, "sequences[1].move_speed=345");
  wait_for_looks (window);
  g_assert_true (page == mw_window_get_page (window));
  g_assert_true (is_clean (page));
  g_assert_null (fixture_banner (page));
  g_assert_cmpuint (mw_document_get_position (document), ==, 3);
  g_assert_cmpstr (mw_document_get_undo_label (document), ==, "Reload changed file");
  g_assert_nonnull (strstr (mw_document_page_get_status (page), "Undo reverts this"));
  assert_value (page, "sequences[1].move_speed", "345");
  g_assert_cmpuint (fixture_record (document, "sequences[1]")->id, ==, id);
  /* Only the state that was read from the file counts as saved. */
  mw_document_undo (document);
  g_assert_false (is_clean (page));
  assert_value (page, "sequences[0].move_speed", "112");
  mw_document_undo (document);
  g_assert_false (is_clean (page));
  assert_value (page, "sequences[0].move_speed", "111");
  mw_document_redo (document);
  mw_document_redo (document);
  g_assert_true (is_clean (page));
  /* An earlier state is saved over it without asking, because the user has seen the change. */
  mw_document_undo (document);
  save (window);
  fixture_wait (window);
  g_assert_null (dialog_with ("changed by another program"));
  g_assert_true (is_clean (page));
  assert_file (path, ours, TRUE);
  /* Like any new step, it drops undone steps. */
  mw_document_undo (document);
  save (window);
  fixture_wait (window);
  mwright ("set", path, "sequences[1].move_speed=346");
  wait_for_looks (window);
  g_assert_false (mw_document_can_redo (document));
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 2);
  g_assert_true (is_clean (page));
  end ();
}

static void
count_removed (MwDocumentPage *page, const char *text, guint *n)
{
  (*n)++;
}

/* Elements that another program removed are not announced as removed by the user. */
static void
test_removed_outside (void)
{
  guint n = 0;
  MwDocumentPage *page = begin ();
  g_signal_connect (page, "removed", G_CALLBACK (count_removed), &n);
  mwright ("do", path, "delete sequences[2]");
  wait_for_looks (window);
  g_assert_cmpuint (mw_document_get_n_steps (mw_document_page_get_document (page)), ==, 1);
  g_assert_cmpuint (n, ==, 0);
  g_assert_nonnull (strstr (mw_document_page_get_status (page), "Undo reverts this"));
  end ();
}

/* Different bytes with equal values make no step. If another program writes the same values as in the open document,
 * that counts as saved. */
static void
test_says_the_same (void)
{
  MwDocumentPage *page = begin ();
  MwDocument *document = mw_document_page_get_document (page);
  edit (page, "sequences[1].move_speed", "345");
  mwright ("set", path, "sequences[1].move_speed=345");
  wait_for_looks (window);
  g_assert_nonnull (fixture_banner (page));
  press (page, "Reload");
  wait_for_looks (window);
  g_assert_null (fixture_banner (page));
  g_assert_true (is_clean (page));
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 1);
  g_assert_nonnull (strstr (mw_document_page_get_status (page), "Its content is the same"));
  mw_document_undo (document);
  g_assert_false (is_clean (page));
  end ();
}

/* What cannot be one step becomes a new document in the same tab; if there were steps, a sentence says so. */
static void
test_another_version (void)
{
  g_autofree char *old = g_build_filename (fixture_folder (), "old.mdx", NULL);
  MwDocumentPage *page = begin ();
  g_autoptr (GBytes) bytes = content (path);
  edit (page, "sequences[1].move_speed", "345");
  save (window);
  fixture_wait (window);
  wait_for_looks (window);
  expand (page, "Sequences");
  g_autofree char *rows = rows_of (page);
  const char *build = g_getenv ("MODELWRIGHT_BUILD_ROOT");
  g_autofree char *program = g_build_filename (build ? build : "build", "mwright", NULL);
  const char *const convert[] = { program, "convert", "--to=1000", path, old, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_newv (
    convert, G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error);
  g_assert_true (g_subprocess_wait (process, NULL, &error));
  g_autoptr (GBytes) other = content (old);
  put (path, other);
  wait_for_looks (window);
  MwDocumentPage *now = mw_window_get_page (window);
  g_assert_true (now != page);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 1);
  assert_value (now, "version", "1000");
  g_autofree char *rows_now = rows_of (now);
  g_assert_cmpstr (rows_now, ==, rows);
  g_assert_nonnull (strstr (mw_document_page_get_status (now), "history starts over"));
  g_assert_nonnull (strstr (mw_document_page_get_status (now), "another format or version"));
  g_assert_cmpuint (mw_document_get_n_steps (mw_document_page_get_document (now)), ==, 0);
  /* Without steps nothing is said. */
  put (path, bytes);
  wait_for_looks (window);
  g_assert_null (strstr (mw_document_page_get_status (mw_window_get_page (window)), "history"));
  /* With unsaved changes the user is asked. */
  page = mw_window_get_page (window);
  edit (page, "sequences[0].move_speed", "111");
  put (path, other);
  wait_for_looks (window);
  press (page, "Reload");
  gtk_dialog_response (wait_for_dialog ("Discard your changes"), GTK_RESPONSE_CANCEL);
  fixture_settle ();
  g_assert_nonnull (fixture_banner (page));
  assert_value (page, "sequences[0].move_speed", "111");
  press (page, "Reload");
  gtk_dialog_response (wait_for_dialog ("Discard your changes"), GTK_RESPONSE_ACCEPT);
  wait_for_looks (window);
  assert_value (mw_window_get_page (window), "version", "1000");
  g_assert_true (is_clean (mw_window_get_page (window)));
  g_assert_null (fixture_banner (mw_window_get_page (window)));
  end ();
}

static void
test_hidden_tab_reloads (void)
{
  g_autofree char *other = fixture_sample ("figure.mdx");
  begin ();
  MwDocumentPage *shown = fixture_open (window, other);
  mwright ("set", path, "sequences[1].move_speed=345");
  wait_for_looks (window);
  g_assert_true (mw_window_get_page (window) == shown);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 2);
  assert_value (mw_window_get_nth_page (window, 0), "sequences[1].move_speed", "345");
  end ();
}

static void
test_no_change_is_silent (void)
{
  MwDocumentPage *page = begin ();
  g_autoptr (GBytes) bytes = content (path);
  edit (page, "sequences[1].move_speed", "345");
  /* Touched; written again with the same bytes; changed and changed back before anybody could look. */
  g_assert_cmpint (utimensat (AT_FDCWD, path, NULL, 0), ==, 0);
  wait_for_looks (window);
  g_assert_null (fixture_banner (page));
  put (path, bytes);
  wait_for_looks (window);
  g_assert_null (fixture_banner (page));
  /* Its own save. */
  save (window);
  fixture_wait (window);
  wait_for_looks (window);
  g_assert_null (fixture_banner (page));
  g_assert_true (is_clean (page));
  g_assert_true (page == mw_window_get_page (window));
  edit (page, "sequences[1].move_speed", "346");
  save (window);
  fixture_wait (window);
  g_assert_true (is_clean (page));
  end ();
}

/* Network shares send no change events: changes are found when the window gets the focus. */
static void
test_looks_when_asked (void)
{
  MwDocumentPage *page = begin ();
  struct stat info;
  wait_for_looks (window);
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_autoptr (GBytes) bytes = content (path);
  edit (page, "sequences[1].move_speed", "345");
  /* Other bytes with the same size and modification time. */
  gsize size;
  g_autofree char *copy = g_memdup2 (g_bytes_get_data (bytes, &size), g_bytes_get_size (bytes));
  copy[size - 1] ^= 1;
  int fd = g_open (path, O_WRONLY, 0);
  g_assert_cmpint (write (fd, copy, size), ==, (gssize) size);
  close (fd);
  const struct timespec times[] = { info.st_atim, info.st_mtim };
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  mw_window_look_at_disk (window);
  wait_for_looks (window);
  g_assert_nonnull (fixture_banner (page));
  end ();
}

/* --- With unsaved edits --------------------------------------------------------------------------------------------- */

static void
test_keep_mine (void)
{
  MwDocumentPage *page = begin ();
  edit (page, "sequences[0].move_speed", "111");
  mwright ("set", path, "sequences[1].move_speed=345");
  g_autoptr (GBytes) theirs = content (path);
  wait_for_looks (window);
  g_assert_true (page == mw_window_get_page (window));
  g_assert_nonnull (strstr (fixture_banner (page), "everything.mdx was changed by another program"));
  press (page, "Keep Mine");
  fixture_settle ();
  g_assert_null (fixture_banner (page));
  /* No undo makes the document count as saved, because the file has other content. */
  mw_document_undo (mw_document_page_get_document (page));
  g_assert_false (is_clean (page));
  mw_document_redo (mw_document_page_get_document (page));
  /* The user knows of this change and is not asked again, but is asked about the next one. */
  mwright ("set", path, "sequences[2].move_speed=346");
  wait_for_looks (window);
  g_assert_nonnull (fixture_banner (page));
  put (path, theirs);
  wait_for_looks (window);
  g_assert_null (fixture_banner (page));
  save (window);
  fixture_wait (window);
  g_assert_null (dialog_with ("changed by another program"));
  g_assert_true (is_clean (page));
  assert_file (path, theirs, FALSE);
  assert_value (page, "sequences[0].move_speed", "111");
  wait_for_looks (window);
  g_assert_null (fixture_banner (page));
  end ();
}

/* Reloading discards unsaved changes, and undo restores them. */
static void
test_reload_can_be_undone (void)
{
  MwDocumentPage *page = begin ();
  MwDocument *document = mw_document_page_get_document (page);
  edit (page, "sequences[0].move_speed", "111");
  mwright ("set", path, "sequences[1].move_speed=345");
  wait_for_looks (window);
  press (page, "Reload");
  wait_for_looks (window);
  g_assert_null (dialog_with ("Discard your changes"));
  g_assert_true (page == mw_window_get_page (window));
  assert_value (page, "sequences[1].move_speed", "345");
  g_autofree char *value = fixture_value (document, "sequences[0].move_speed");
  g_assert_cmpstr (value, !=, "111");
  g_assert_true (is_clean (page));
  g_assert_null (fixture_banner (page));
  mw_document_undo (document);
  assert_value (page, "sequences[0].move_speed", "111");
  assert_value (page, "sequences[1].move_speed", "12.564");
  g_assert_false (is_clean (page));
  /* The user is not told again. */
  mw_window_look_at_disk (window);
  wait_for_looks (window);
  g_assert_null (fixture_banner (page));
  mw_document_redo (document);
  g_assert_true (is_clean (page));
  end ();
}

static void
test_save_asks (void)
{
  MwDocumentPage *page = begin ();
  wait_for_looks (window);
  edit (page, "sequences[0].move_speed", "111");
  mwright ("set", path, "sequences[1].move_speed=345");
  g_autoptr (GBytes) theirs = content (path);
  /* At once, before the change has been noticed. */
  save (window);
  gtk_dialog_response (wait_for_dialog ("changed by another program"), GTK_RESPONSE_CANCEL);
  wait_for_looks (window);
  assert_file (path, theirs, TRUE);
  g_assert_false (is_clean (page));
  g_assert_false (mw_document_page_is_saving (page));
  g_assert_nonnull (fixture_banner (page));
  save (window);
  gtk_dialog_response (wait_for_dialog ("changed by another program"), GTK_RESPONSE_ACCEPT);
  fixture_wait (window);
  wait_for_looks (window);
  assert_file (path, theirs, FALSE);
  g_assert_true (is_clean (page));
  g_assert_null (fixture_banner (page));
  g_assert_null (dialog_with ("changed by another program"));
  end ();
}

static void
meddle (void)
{
  g_autoptr (GBytes) theirs = g_bytes_new_static ("theirs", 6);
  put (meddled, theirs);
}

/* The file changes between the question and the rename. */
static void
test_save_asks_at_the_last_moment (void)
{
  g_autoptr (GBytes) theirs = g_bytes_new_static ("theirs", 6);
  MwDocumentPage *page = begin ();
  wait_for_looks (window);
  edit (page, "sequences[0].move_speed", "111");
  meddled = path;
  at_flush = meddle;
  save (window);
  GtkDialog *dialog = wait_for_dialog ("changed by another program");
  assert_file (path, theirs, TRUE);
  gtk_dialog_response (dialog, GTK_RESPONSE_ACCEPT);
  fixture_wait (window);
  assert_file (path, theirs, FALSE);
  g_assert_true (is_clean (page));
  g_assert_null (fixture_error (page));
  end ();
}

static void
test_deleted_and_back (void)
{
  MwDocumentPage *page = begin ();
  g_autofree char *other = g_strconcat (path, ".other.mdx", NULL);
  g_assert_cmpint (g_rename (path, other), ==, 0);
  wait_for_looks (window);
  g_assert_nonnull (strstr (fixture_banner (page), "everything.mdx was deleted or renamed"));
  g_assert_false (gtk_widget_get_visible (banner_button (page, "Reload")));
  /* The document is now the only copy. */
  g_assert_false (is_clean (page));
  g_assert_cmpint (g_rename (other, path), ==, 0);
  wait_for_looks (window);
  g_assert_null (fixture_banner (page));
  g_assert_true (is_clean (page));
  g_assert_true (page == mw_window_get_page (window));
  /* After "keep", a save may write the file again. */
  g_assert_cmpint (g_unlink (path), ==, 0);
  wait_for_looks (window);
  press (page, "Keep Mine");
  save (window);
  fixture_wait (window);
  g_assert_true (is_clean (page));
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  wait_for_looks (window);
  g_assert_null (fixture_banner (page));
  end ();
}

static void
test_broken_file (void)
{
  MwDocumentPage *page = begin ();
  g_autoptr (GBytes) whole = content (path), part = g_bytes_new_from_bytes (whole, 0, 100);
  put (path, part);
  wait_for_looks (window);
  g_assert_true (page == mw_window_get_page (window));
  g_assert_nonnull (strstr (fixture_banner (page), "cannot be read now"));
  assert_value (page, "version", "800");
  put (path, whole);
  wait_for_looks (window);
  g_assert_null (fixture_banner (page));
  end ();
}

/* Uncommitted text counts as unsaved work. */
static void
test_typing_is_not_lost (void)
{
  MwDocumentPage *page = begin ();
  GtkWidget *editor = fixture_editor (page, "sequences[0]", "move_speed");
  GtkWidget *entry = find_type (editor, MW_TYPE_VALUE_ENTRY);
  gtk_widget_grab_focus (entry);
  act_type (entry, "12");
  g_assert_false (mw_document_page_is_untouched (page));
  mwright ("set", path, "sequences[1].move_speed=345");
  wait_for_looks (window);
  g_assert_true (page == mw_window_get_page (window));
  g_assert_nonnull (fixture_banner (page));
  g_assert_true (mw_value_entry_is_dirty (MW_VALUE_ENTRY (entry)));
  /* After a reload it is in the history. */
  press (page, "Reload");
  wait_for_looks (window);
  g_assert_null (fixture_banner (page));
  assert_value (page, "sequences[1].move_speed", "345");
  mw_document_undo (mw_document_page_get_document (page));
  assert_value (page, "sequences[0].move_speed", "12");
  end ();
}

/* While invalid text is being typed, the file is not read again. */
static void
test_typing_nonsense (void)
{
  MwDocumentPage *page = begin ();
  GtkWidget *editor = fixture_editor (page, "sequences[0]", "move_speed");
  GtkWidget *entry = find_type (editor, MW_TYPE_VALUE_ENTRY);
  gtk_widget_grab_focus (entry);
  act_type (entry, "12 bananas");
  mwright ("set", path, "sequences[1].move_speed=345");
  wait_for_looks (window);
  press (page, "Reload");
  wait_for_looks (window);
  g_assert_nonnull (fixture_banner (page));
  g_assert_nonnull (strstr (fixture_error (page), "Not read again"));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "12 bananas");
  end ();
}

/* --- Two of them ---------------------------------------------------------------------------------------------------- */

static gboolean
was_read_again (gpointer two)
{
  MwDocument *document = mw_document_page_get_document (mw_window_get_page (two));
  g_autofree char *value = fixture_value (document, "sequences[0].move_speed");
  return g_str_equal (value, "111");
}

static void
test_two_windows (void)
{
  path = fixture_sample ("everything.mdx");
  MwWindow *one = fixture_window (), *two = fixture_window ();
  MwDocumentPage *first = fixture_open (one, path);
  fixture_open (two, path);
  edit (first, "sequences[0].move_speed", "111");
  save (one);
  fixture_wait (one);
  /* The system tells of the change in its own time. */
  g_assert_true (fixture_until (was_read_again, two));
  wait_for_looks (two);
  g_assert_null (fixture_banner (mw_window_get_page (two)));
  /* Both pages have unsaved changes: the second is asked. */
  edit (mw_window_get_page (one), "sequences[0].move_speed", "112");
  edit (mw_window_get_page (two), "sequences[0].move_speed", "113");
  save (one);
  fixture_wait (one);
  save (two);
  gtk_dialog_response (wait_for_dialog ("changed by another program"), GTK_RESPONSE_CANCEL);
  wait_for_looks (two);
  g_assert_false (is_clean (mw_window_get_page (two)));
  g_assert_null (fixture_banner (mw_window_get_page (one)));
  gtk_window_destroy (GTK_WINDOW (two));
  gtk_window_destroy (GTK_WINDOW (one));
  end ();
}

static void
test_through_a_link (void)
{
  path = fixture_sample ("everything.mdx");
  g_autofree char *link = g_build_filename (fixture_folder (), "link.mdx", NULL);
  g_assert_cmpint (symlink ("everything.mdx", link), ==, 0);
  MwDocumentPage *page = fixture_open (window, link);
  edit (page, "sequences[0].move_speed", "111");
  mwright ("set", path, "sequences[1].move_speed=345");
  wait_for_looks (window);
  g_assert_nonnull (strstr (fixture_banner (page), "link.mdx was changed"));
  end ();
}

static void
test_companions (void)
{
  path = fixture_m2_set (264, "bear");
  g_autofree char *skin = g_build_filename (fixture_folder (), "bear00.skin", NULL),
                  *aside = g_build_filename (fixture_folder (), "aside", NULL);
  MwDocumentPage *page = fixture_open (window, path);
  g_autoptr (GBytes) bytes = content (skin);
  wait_for_looks (window);
  mw_document_mark_unsaved (mw_document_page_get_document (page));
  g_assert_cmpint (g_rename (skin, aside), ==, 0);
  wait_for_looks (window);
  g_assert_nonnull (strstr (fixture_banner (page), "bear00.skin, which belongs to bear.m2, was deleted"));
  g_assert_cmpint (g_rename (aside, skin), ==, 0);
  wait_for_looks (window);
  g_assert_null (fixture_banner (page));
  g_autofree char *changed = g_memdup2 (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  changed[g_bytes_get_size (bytes) - 1] ^= 1;
  g_assert_true (g_file_set_contents (skin, changed, (gssize) g_bytes_get_size (bytes), NULL));
  wait_for_looks (window);
  g_assert_nonnull (strstr (fixture_banner (page), "bear00.skin, which belongs to bear.m2, was changed"));
  put (skin, bytes);
  g_autofree char *bone = g_build_filename (fixture_folder (), "bear_09.bone", NULL);
  put (bone, bytes);
  wait_for_looks (window);
  g_assert_nonnull (strstr (fixture_banner (page), "bear_09.bone, which belongs to bear.m2, was added"));
  /* And its file is not replaced without asking. */
  save (window);
  gtk_dialog_response (wait_for_dialog ("bear_09.bone"), GTK_RESPONSE_CANCEL);
  wait_for_looks (window);
  end ();
}

/* --- Comparing ------------------------------------------------------------------------------------------------------ */

static const char *
cell (GListModel *rows, guint at, MwCompareText text)
{
  g_autoptr (MwCompareRow) row = g_list_model_get_item (rows, at);
  return mw_compare_row_get (row, text);
}

static void
test_rows (void)
{
  MwDocumentPage *page = begin ();
  MwDocument *document = mw_document_page_get_document (page);
  MwModel *disk = mw_document_snapshot (document, NULL);
  edit (page, "sequences[1].move_speed", "345");
  edit (page, "materials[0].layers[0].texture", "textures[2]");
  MwRecord *last = fixture_record (document, "sequences[2]");
  mw_document_begin (document, "Delete");
  g_assert_true (mw_document_remove (document, last->id, NULL));
  mw_document_commit (document);
  guint n;
  MwFormat format = mw_document_get_format (document);
  g_autoptr (GListStore) rows = mw_compare_rows (disk, format, mw_document_get_model (document), format, &n);
  GListModel *list = G_LIST_MODEL (rows);
  g_assert_cmpuint (n, ==, g_list_model_get_n_items (list));
  guint found = 0;
  for (guint i = 0; i < n; i++) {
    const char *at = cell (list, i, MW_COMPARE_PATH);
    if (g_str_equal (at, "sequences[1].move_speed")) {
      g_assert_cmpstr (cell (list, i, MW_COMPARE_ELEMENT), ==, "Walk (Sequence)");
      g_assert_cmpstr (cell (list, i, MW_COMPARE_FIELD), ==, "Move speed");
      g_assert_cmpstr (cell (list, i, MW_COMPARE_DISK), ==, "12.564");
      g_assert_cmpstr (cell (list, i, MW_COMPARE_HERE), ==, "345");
      found++;
    } else if (g_str_equal (at, "sequences[2]")) {
      g_assert_cmpstr (cell (list, i, MW_COMPARE_DISK), ==, "exists");
      g_assert_cmpstr (cell (list, i, MW_COMPARE_HERE), ==, "does not exist");
      found++;
    } else if (g_str_equal (at, "materials[0].layers[0].texture")) {
      g_assert_null (strstr (cell (list, i, MW_COMPARE_HERE), "textures["));
      g_assert_cmpstr (cell (list, i, MW_COMPARE_HERE), !=, cell (list, i, MW_COMPARE_DISK));
      found++;
    }
  }
  g_assert_cmpuint (found, ==, 3);
  mw_model_free (disk);
  end ();
}

static void
test_compare_dialog (void)
{
  MwDocumentPage *page = begin ();
  edit (page, "sequences[0].move_speed", "111");
  mwright ("set", path, "sequences[1].move_speed=345");
  wait_for_looks (window);
  press (page, "Compare…");
  GtkDialog *dialog = wait_for_dialog ("On Disk and in the Editor");
  GtkWidget *view = find_type (GTK_WIDGET (dialog), GTK_TYPE_COLUMN_VIEW);
  g_assert_nonnull (view);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (view)))), ==,
                    2);
  gtk_dialog_response (dialog, GTK_RESPONSE_CLOSE);
  fixture_settle ();
  g_assert_null (dialog_with ("On Disk and in the Editor"));
  g_assert_nonnull (fixture_banner (page));
  /* Compare is opened from the question of a save, which keeps waiting for an answer. */
  save (window);
  GtkDialog *question = wait_for_dialog ("changed by another program");
  gtk_dialog_response (question, 3);
  gtk_dialog_response (wait_for_dialog ("On Disk and in the Editor"), GTK_RESPONSE_CLOSE);
  fixture_settle ();
  g_assert_true (dialog_with ("changed by another program") == question);
  gtk_dialog_response (question, GTK_RESPONSE_CANCEL);
  wait_for_looks (window);
  end ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/disk/silent-reload", test_silent_reload);
  g_test_add_func ("/ui/disk/history-stays", test_history_stays);
  g_test_add_func ("/ui/disk/removed-outside", test_removed_outside);
  g_test_add_func ("/ui/disk/says-the-same", test_says_the_same);
  g_test_add_func ("/ui/disk/another-version", test_another_version);
  g_test_add_func ("/ui/disk/hidden-tab-reloads", test_hidden_tab_reloads);
  g_test_add_func ("/ui/disk/no-change-is-silent", test_no_change_is_silent);
  g_test_add_func ("/ui/disk/looks-when-asked", test_looks_when_asked);
  g_test_add_func ("/ui/disk/keep-mine", test_keep_mine);
  g_test_add_func ("/ui/disk/reload-can-be-undone", test_reload_can_be_undone);
  g_test_add_func ("/ui/disk/save-asks", test_save_asks);
  g_test_add_func ("/ui/disk/save-asks-if-the-file-changes-meanwhile", test_save_asks_at_the_last_moment);
  g_test_add_func ("/ui/disk/deleted-and-back", test_deleted_and_back);
  g_test_add_func ("/ui/disk/broken-file", test_broken_file);
  g_test_add_func ("/ui/disk/typing-is-not-lost", test_typing_is_not_lost);
  g_test_add_func ("/ui/disk/typing-nonsense", test_typing_nonsense);
  g_test_add_func ("/ui/disk/two-windows", test_two_windows);
  g_test_add_func ("/ui/disk/through-a-link", test_through_a_link);
  g_test_add_func ("/ui/disk/companions", test_companions);
  g_test_add_func ("/ui/disk/rows", test_rows);
  g_test_add_func ("/ui/disk/compare-dialog", test_compare_dialog);
  window = fixture_window ();
  int failed = g_test_run ();
  fixture_end (window);
  return failed;
}
