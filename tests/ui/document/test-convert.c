/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Convert Files: many files at once. */
#include "tests/ui/fixture.h"
#include "core/base/file-set.h"
#include "core/convert/targets.h"
#include "core/io/registry.h"
#include "core/schema/loss-lines.h"
#include "ui/document/convert-report.h"
#include "ui/document/convert-run.h"
#include "ui/document/convert-window.h"
#include "ui/folder-button.h"
#include "ui/places.h"
#include "ui/window/window-private.h"

#include <glib/gstdio.h>
#include <string.h>

static char *
path_of (const char *name)
{
  return g_build_filename (fixture_folder (), name, NULL);
}

static gboolean
is_idle (gpointer window)
{
  return !mw_convert_window_is_busy (window);
}

/* The window, with a folder `in` that has two models, one in a folder below, and a file that is none. */
static GtkWidget *
open (MwWindow *window)
{
  g_autofree char *in = path_of ("in"), *deep = path_of ("in/deep"), *from = fixture_sample ("everything.mdx"),
                  *also = fixture_sample ("figure.mdx"), *one = path_of ("in/everything.mdx"),
                  *two = path_of ("in/deep/figure.mdx"), *bad = path_of ("in/bad.mdx"), *note = path_of ("in/note.txt");
  g_assert_cmpint (g_mkdir_with_parents (deep, 0777), ==, 0);
  g_assert_cmpint (g_rename (from, one), ==, 0);
  g_assert_cmpint (g_rename (also, two), ==, 0);
  g_assert_true (g_file_set_contents (bad, "MDLXVERS", -1, NULL));
  g_assert_true (g_file_set_contents (note, "no model", -1, NULL));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.convert-files", NULL);
  GtkWidget *convert = find_window (MW_TYPE_CONVERT_WINDOW);
  g_assert_nonnull (convert);
  mw_convert_window_take (MW_CONVERT_WINDOW (convert), (const char *const[]) { in, NULL });
  g_assert_true (fixture_until (is_idle, convert));
  fixture_settle ();
  return convert;
}

static void
open_options (GtkWidget *convert)
{
  gtk_expander_set_expanded (GTK_EXPANDER (find_type (convert, GTK_TYPE_EXPANDER)), TRUE);
}

static GtkWidget *
choice (GtkWidget *convert, const char *name)
{
  return find_called (convert, GTK_TYPE_DROP_DOWN, name);
}

static void
press_convert (GtkWidget *convert)
{
  act_press (convert, "_Convert");
}

static void
wait (GtkWidget *convert)
{
  g_assert_true (fixture_until (is_idle, convert));
  fixture_settle ();
}

static void
answer (int response)
{
  GtkWidget *question = find_window (GTK_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (question);
  gtk_dialog_response (GTK_DIALOG (question), response);
}

static char *
report (GtkWidget *convert)
{
  char *text = NULL;
  GtkWidget *view = find_called (convert, GTK_TYPE_TEXT_VIEW, "Report");
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "text", &text, NULL);
  return text;
}

static GtkSingleSelection *
rows (GtkWidget *convert)
{
  return GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (find_type (convert, GTK_TYPE_COLUMN_VIEW))));
}

static void
assert_says (GtkWidget *convert, const char *words)
{
  if (find_words (convert, words))
    return;
  g_autofree char *text = report (convert);
  g_error ("the window does not say \"%s\"; its report: %s", words, text);
}

static void
assert_reports (GtkWidget *convert, const char *words)
{
  g_autofree char *text = report (convert);
  if (!strstr (text, words))
    g_error ("the report does not have \"%s\": %s", words, text);
}

static MwFormat
format_of (const char *name)
{
  MwFormat format = { 0 };
  g_autofree char *path = path_of (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) files = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  MwModel *model = mw_io_read (files, &format, NULL, &error);
  g_assert_no_error (error);
  mw_model_free (model);
  return format;
}

static void
folder (void)
{
  MwWindow *window = fixture_window ();
  GtkWidget *convert = open (window);
  assert_says (convert, "3 files");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows (convert))), ==, 3);
  assert_says (convert, "deep/figure.mdx");
  g_assert_false (gtk_widget_get_sensitive (find_called (convert, GTK_TYPE_BUTTON, "C_opy Report")));

  g_assert_true (act_choose_named (choice (convert, "As"), "MDL text (.mdl)"));
  g_assert_true (act_choose_named (choice (convert, "For"), "WoW 0.5.3"));
  assert_says (convert, "deep/figure.mdl");
  press_convert (convert);
  wait (convert);
  assert_says (convert, "2 files converted, 2 of them with losses, 1 failed");
  const MwFormat format = format_of ("in/converted/deep/figure.mdl");
  g_assert_true (format.text && format.family == MW_FAMILY_MDX_WOW);
  g_autofree char *bad = path_of ("in/converted/bad.mdl");
  g_assert_false (g_file_test (bad, G_FILE_TEST_EXISTS));

  /* All files: what was lost, by kind, and what failed. */
  assert_reports (convert, "\nLost (");
  assert_reports (convert, " in 1 file)\n");
  assert_reports (convert, "\nNot converted\n  bad.mdx: Failed: ");
  /* One file, one click away. */
  gtk_single_selection_set_selected (rows (convert), 2);
  assert_reports (convert, "Saved and verified as everything.mdl, ");
  assert_reports (convert, "\nLost in WoW alpha MDL 1300:\n");
  gtk_single_selection_set_selected (rows (convert), 0);
  g_autofree char *of_bad = report (convert);
  g_assert_nonnull (strstr (of_bad, "Failed: "));
  g_assert_null (strstr (of_bad, "everything"));
  act_press (convert, "All Files");
  assert_reports (convert, "2 files converted");

  /* The output is no input of the next run. */
  g_autofree char *in = path_of ("in");
  mw_convert_window_take (MW_CONVERT_WINDOW (convert), (const char *const[]) { in, NULL });
  wait (convert);
  assert_says (convert, "3 files, 2 exist in the output folder");
  fixture_end (window);
}

static void
existing (void)
{
  MwWindow *window = fixture_window ();
  GtkWidget *convert = open (window);
  g_assert_true (act_choose_named (choice (convert, "As"), "MDL text (.mdl)"));
  act_choose (choice (convert, "For"), 0);
  g_autofree char *out = path_of ("in/converted/deep"), *one = path_of ("in/converted/deep/figure.mdl"), *kept = NULL,
                  *backup = g_strconcat (one, ".bak", NULL), *was = NULL;
  g_assert_cmpint (g_mkdir_with_parents (out, 0777), ==, 0);
  g_assert_true (g_file_set_contents (one, "foreign", -1, NULL));

  press_convert (convert);
  answer (GTK_RESPONSE_CANCEL);
  g_assert_false (mw_convert_window_is_busy (MW_CONVERT_WINDOW (convert)));
  g_autofree char *other = path_of ("in/converted/everything.mdl");
  g_assert_false (g_file_test (other, G_FILE_TEST_EXISTS));

  press_convert (convert);
  answer (1); /* skip */
  wait (convert);
  assert_says (convert, "1 skipped");
  g_assert_true (g_file_get_contents (one, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "foreign");
  g_assert_true (g_file_test (other, G_FILE_TEST_EXISTS));

  press_convert (convert);
  answer (2); /* replace */
  wait (convert);
  assert_says (convert, "2 files converted, 2 of them with losses");
  g_assert_true (format_of ("in/converted/deep/figure.mdl").text);
  if (mw_places_settings ()) {
    g_assert_true (g_file_get_contents (backup, &was, NULL, NULL));
    g_assert_cmpstr (was, ==, "foreign");
    /* What an earlier run wrote needs no backup. */
    g_autofree char *needless = g_strconcat (other, ".bak", NULL);
    g_assert_false (g_file_test (needless, G_FILE_TEST_EXISTS));
  }
  fixture_end (window);
}

static void
options (void)
{
  MwWindow *window = fixture_window ();
  GtkWidget *convert = open (window);
  open_options (convert);
  GtkWidget *scale = find_called (convert, GTK_TYPE_ENTRY, "Scale"),
            *run = find_called (convert, GTK_TYPE_BUTTON, "_Convert");
  act_choose (choice (convert, "As"), 0);
  g_assert_false (gtk_widget_get_sensitive (choice (convert, "Spelling of text")));
  g_assert_true (act_choose_named (choice (convert, "As"), "MDL text that keeps everything"));
  g_assert_true (gtk_widget_get_sensitive (choice (convert, "Spelling of text")));
  act_type (scale, "nothing");
  g_assert_false (gtk_widget_get_sensitive (run));
  assert_says (convert, "The scale must be a number above 0");
  act_type (scale, "2,5");
  g_assert_true (gtk_widget_get_sensitive (run));
  act_type (scale, "1");

  /* A text that keeps everything is the same file again. */
  press_convert (convert);
  wait (convert);
  g_autofree char *texts = path_of ("in/converted/deep"), *in = path_of ("in/deep/figure.mdx"),
                  *back = path_of ("in/converted/deep/converted/figure.mdx");
  mw_convert_window_take (MW_CONVERT_WINDOW (convert), (const char *const[]) { texts, NULL });
  act_choose (choice (convert, "As"), 0);
  wait (convert);
  press_convert (convert);
  wait (convert);
  g_autoptr (GBytes) before = mw_file_read (in, NULL, NULL);
  g_autoptr (GBytes) after = mw_file_read (back, NULL, NULL);
  g_assert_true (after && g_bytes_equal (before, after));

  /* Single files; and nothing is written that would lose something. */
  g_autofree char *one = path_of ("in/everything.mdx"), *lossy = path_of ("in/converted/everything.mdx");
  mw_convert_window_take (MW_CONVERT_WINDOW (convert), (const char *const[]) { one, in, NULL });
  g_assert_true (act_choose_named (choice (convert, "For"), "WoW 0.5.3"));
  gtk_check_button_set_active (
    GTK_CHECK_BUTTON (find_called (convert, GTK_TYPE_CHECK_BUTTON, "Write no file that would lose something")), TRUE);
  wait (convert);
  assert_says (convert, "2 files and folders were dropped here.");
  press_convert (convert);
  wait (convert);
  assert_says (convert, "0 files converted, 2 not written");
  assert_says (convert, "values would not be kept");
  g_assert_false (g_file_test (lossy, G_FILE_TEST_EXISTS));
  act_choose (choice (convert, "For"), 0);
  fixture_end (window);
}

/* The output may lie among the files; a folder that was chosen for it stays when other files are chosen. */
static void
beside (void)
{
  MwWindow *window = fixture_window ();
  GtkWidget *convert = open (window), *to = find_called (convert, MW_TYPE_FOLDER_BUTTON, "Into folder");
  g_autofree char *in = path_of ("in"), *deep = path_of ("in/deep"), *text = path_of ("in/deep/figure.mdl"),
                  *later = path_of ("in/figure.mdl");
  g_assert_true (act_choose_named (choice (convert, "As"), "MDL text (.mdl)"));
  act_choose (choice (convert, "For"), 0);
  mw_folder_button_set (MW_FOLDER_BUTTON (to), in);
  g_signal_emit_by_name (to, "chosen");
  wait (convert);
  press_convert (convert);
  wait (convert);
  assert_says (convert, "2 files converted");
  g_assert_true (g_file_test (text, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_unlink (text), ==, 0);
  mw_convert_window_take (MW_CONVERT_WINDOW (convert), (const char *const[]) { deep, NULL });
  wait (convert);
  g_assert_cmpstr (mw_folder_button_get (MW_FOLDER_BUTTON (to)), ==, in);
  press_convert (convert);
  wait (convert);
  g_assert_true (g_file_test (later, G_FILE_TEST_EXISTS));
  act_choose (choice (convert, "As"), 0);
  fixture_end (window);
}

static void
run_done (GObject *source, GAsyncResult *result, gpointer data)
{
  *(gboolean *) data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

/* A file that comes after the question is not replaced. */
static void
late_file (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *in = fixture_sample ("figure.mdx"), *out = path_of ("late.mdx"), *kept = NULL;
  const MwFormat format = mw_target_games (&(guint) { 0 })[0].format;
  const MwConversionTerms terms = { .converting.scale = MW_CONVERT_SCALE_DEFAULT };
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean done = FALSE;
  MwConvertItem *item = mw_convert_item_new ("figure.mdx", mw_conversion_new (in, out, mw_conversion_format (format)));
  g_ptr_array_add (items, item);
  g_assert_false (mw_convert_item_look (item));
  g_assert_true (g_file_set_contents (out, "late", -1, NULL));
  mw_convert_run_async (items, &terms, NULL, run_done, &done);
  g_assert_true (fixture_until (is_true, &done));
  g_assert_true (mw_convert_item_has_failed (item));
  g_assert_error (mw_convert_item_get (item)->error, MW_ERROR, MW_ERROR_EXISTS);
  g_assert_true (g_file_get_contents (out, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "late");
  fixture_end (window);
}

static void
add_line (MwConversion *conversion, const char *why, guint n)
{
  MwLossLine *line = g_new0 (MwLossLine, 1);
  line->kind = MW_LOSS_ROUNDED;
  line->n = n;
  line->what = g_strdup ("");
  line->subject = g_strdup ("move_speed of sequences");
  line->why = g_strdup (why);
  g_ptr_array_add (conversion->lines, line);
}

/* Losses that are alike are summed, and each file counts once. */
static void
sums (void)
{
  g_autoptr (GListStore) items = g_list_store_new (MW_TYPE_CONVERT_ITEM);
  for (guint i = 0; i < 2; i++) {
    MwConversion *conversion = mw_conversion_new ("a", "b", NULL);
    g_autoptr (MwConvertItem) item = mw_convert_item_new ("a", conversion);
    conversion->lines = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_loss_line_free);
    add_line (conversion, "too exact: 1", 3);
    add_line (conversion, "too exact: 2", 4);
    mw_convert_item_set_state (item, MW_CONVERT_DONE);
    g_list_store_append (items, item);
  }
  g_autofree char *text = mw_convert_summary (G_LIST_MODEL (items));
  g_assert_cmpstr (text, ==,
                   "2 files converted\n\nRounded (14)\n  Move speed of sequences: too exact  (14 in 2 files)\n");
}

static void
scaled (void)
{
  MwWindow *window = fixture_window ();
  GtkWidget *convert = open (window);
  act_choose (choice (convert, "As"), 0);
  act_choose (choice (convert, "For"), 0);
  open_options (convert);
  act_type (find_called (convert, GTK_TYPE_ENTRY, "Scale"), "2");
  press_convert (convert);
  wait (convert);
  assert_says (convert, "2 files converted, 1 failed"); /* nothing is lost */
  g_autofree char *in = path_of ("in/deep/figure.mdx"), *out = path_of ("in/converted/deep/figure.mdx");
  MwDocument *small = mw_document_page_get_document (fixture_open (window, in)),
             *large = mw_document_page_get_document (fixture_open (window, out));
  g_autofree char *a = fixture_value (small, "sequences[Walk].move_speed"),
                  *b = fixture_value (large, "sequences[Walk].move_speed");
  g_assert_cmpfloat (g_ascii_strtod (a, NULL), >, 0);
  g_assert_cmpfloat (2 * g_ascii_strtod (a, NULL), ==, g_ascii_strtod (b, NULL));
  fixture_end (window);
}

static void
conflicts (void)
{
  MwWindow *window = fixture_window ();
  GtkWidget *convert = open (window);
  g_autofree char *one = path_of ("in/deep/figure.mdx"), *two = path_of ("in/figure.mdx");
  g_autoptr (GBytes) bytes = mw_file_read (one, NULL, NULL);
  g_assert_true (g_file_set_contents (two, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL));
  act_choose (choice (convert, "As"), 0);
  mw_convert_window_take (MW_CONVERT_WINDOW (convert), (const char *const[]) { one, two, NULL });
  wait (convert);
  assert_says (convert, "2 files, 1 cannot be converted");
  assert_says (convert, "Cannot be converted: ");
  press_convert (convert);
  wait (convert);
  assert_says (convert, "1 file converted, 1 failed");
  /* Closed while nothing runs, it is another window the next time. */
  gtk_window_close (GTK_WINDOW (convert));
  fixture_settle ();
  g_assert_null (find_window (MW_TYPE_CONVERT_WINDOW));
  fixture_end (window);
}

static void
cancel (void)
{
  MwWindow *window = fixture_window ();
  GtkWidget *convert = open (window);
  act_choose (choice (convert, "As"), 0);
  press_convert (convert);
  /* The job has the line of the status bar too, and Cancel there; the window only hides meanwhile. */
  g_assert_true (mw_convert_window_is_busy (MW_CONVERT_WINDOW (convert)));
  g_assert_true (find_words (GTK_WIDGET (window), "Converting files…") != NULL);
  gtk_window_close (GTK_WINDOW (convert));
  g_assert_false (gtk_widget_get_visible (convert));
  act_click (find_id (GTK_WIDGET (window), "cancel"));
  wait (convert);
  g_assert_nonnull (strstr (fixture_status (window), " converted"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.convert-files", NULL);
  g_assert_true (gtk_widget_get_visible (convert));
  fixture_end (window);
  /* A window that goes while files are converted takes the job along. */
  window = fixture_window ();
  convert = open (window);
  press_convert (convert);
  fixture_end (window);
  fixture_settle ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/convert/a folder is converted with what is below it, and each file has its report", folder);
  g_test_add_func ("/ui/convert/what exists is replaced only if the user says so", existing);
  g_test_add_func ("/ui/convert/options are those of the command line", options);
  g_test_add_func ("/ui/convert/the output may lie among the files", beside);
  g_test_add_func ("/ui/convert/a file that comes late is not replaced", late_file);
  g_test_add_func ("/ui/convert/losses that are alike are summed", sums);
  g_test_add_func ("/ui/convert/a scale is applied to each file", scaled);
  g_test_add_func ("/ui/convert/of two files with one output the second is refused", conflicts);
  g_test_add_func ("/ui/convert/a run can be hidden and cancelled", cancel);
  return g_test_run ();
}
