/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/bytes.h"
#include "tests/ui/fixture.h"
#include "core/base/file-set.h"
#include "core/convert/convert.h"
#include "core/convert/targets.h"
#include "core/io/registry.h"
#include "core/schema/loss-lines.h"
#include "core/model/mdlx/mdlx.h"
#include "ui/labels.h"
#include "ui/edit.h"
#include "ui/document/loss-dialog.h"
#include "ui/document/save-choice.h"
#include "ui/document/scale-dialog.h"

#include <glib/gstdio.h>
#include <string.h>

/* A text with things that are not kept in lines 4, 8 and 10; everything else is spelled as the writer does. */
static const char odd_text[] = "Version {\n\tFormatVersion 800,\n}\n// made by hand\nModel \"Odd\" {\n\tNumGeosets 0,\n"
                               "\tBlendTime 150,\n\tFooBar 7,\n}\nGadgets 2 {\n\tGadget 1,\n}\n";
static const char bad_text[] =
  "Version {\n\tFormatVersion 800,\n}\nModel \"Bad\" {\n\tBlendTime abc,\n}\nSequences 1 {\n"
  "\tAnim \"Stand\" {\n\t\tInterval { 1, x },\n\t}\n}\n";

static char *
make_file (const char *name, const char *text)
{
  char *path = g_build_filename (fixture_folder (), name, NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* Not inlined, because GCC would then take the text for the pointer to it, and warn of its use. */
static G_GNUC_NO_INLINE char *
contents (const char *path)
{
  char *text = NULL;
  GError *error = NULL;
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* Sets a field of the record at a path; "" is the model itself. */
static void
set_field (MwDocumentPage *page, const char *path, const char *field, const char *value)
{
  MwDocument *document = mw_document_page_get_document (page);
  MwRecord *record = *path ? fixture_record (document, path) : &mw_document_get_model (document)->record;
  MwTarget target = mw_ui_target (record, mw_schema_field (record->schema, field));
  GError *error = NULL;
  mw_ui_set_text (document, &record->id, 1, &target, value, &error);
  g_assert_no_error (error);
}

static void
set_blend_time (MwDocumentPage *page, const char *value)
{
  set_field (page, "", "blend_time", value);
}

static GtkDialog *
dialog_of_class (const char *class)
{
  g_autoptr (GList) tops = gtk_window_list_toplevels ();
  for (GList *at = tops; at; at = at->next)
    if (GTK_IS_DIALOG (at->data) && gtk_widget_has_css_class (at->data, class))
      return at->data;
  return NULL;
}

/* The dialog that lists what would be lost, or NULL. */
static GtkDialog *
question (void)
{
  return dialog_of_class ("loss-dialog");
}

/* The dialog that asks for the scale of a conversion to the other game, or NULL. */
static GtkDialog *
scale_question (void)
{
  return dialog_of_class ("scale-dialog");
}

static gboolean
asks (gpointer window)
{
  return question () != NULL;
}

/* The text of the list in a dialog or banner; free with g_free(). */
static char *
list_in (GtkWidget *widget)
{
  GtkWidget *view = find_type (widget, GTK_TYPE_TEXT_VIEW);
  char *text = NULL;
  g_assert_nonnull (view);
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "text", &text, NULL);
  return text;
}

static void
save_to (MwWindow *window, const char *path)
{
  gtk_widget_activate_action (GTK_WIDGET (window), path ? "win.save-path" : "win.save", path ? "s" : NULL, path);
}

/* Waits for the question and gives an answer. */
static void
answer (MwWindow *window, int response)
{
  g_assert_true (fixture_until (asks, window));
  fixture_settle ();
  gtk_dialog_response (question (), response);
  fixture_wait (window);
  g_assert_null (question ());
}

static void
test_banner (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = make_file ("odd.mdl", odd_text);
  MwDocumentPage *page = fixture_open (window, path);
  g_assert_nonnull (page);
  g_autofree char *format = mw_document_page_get_format_title (page), *lines = list_in (GTK_WIDGET (page));
  g_assert_cmpstr (format, ==, "WC3 1.26 · MDL 800");
  g_assert_cmpstr (fixture_notice (page), ==,
                   "odd.mdl: 2 statements and 1 comment in the text are not kept. A saved file will not contain them.");
  g_assert_cmpstr (lines, ==,
                   "4:1: comment not kept: // made by hand\n8:2: \"FooBar\" in the model is not kept\n"
                   "10:1: \"Gadgets\" in the model is not kept");
  /* An edit does not remove the notice. */
  set_blend_time (page, "151");
  fixture_settle ();
  g_assert_nonnull (fixture_notice (page));
  fixture_end (window);
}

static void
test_clean_text (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("banner.mdl");
  MwDocumentPage *page = fixture_open (window, path);
  g_assert_nonnull (page);
  g_assert_null (fixture_notice (page));
  g_autofree char *before = contents (path);
  save_to (window, NULL);
  fixture_wait (window);
  g_assert_null (question ());
  g_autofree char *after = contents (path);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (g_str_has_prefix (fixture_status (window), "Saved and verified, 0 of "));
  fixture_end (window);
}

static void
test_first_save (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = make_file ("odd.mdl", odd_text);
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  set_blend_time (page, "151");
  save_to (window, NULL);
  g_assert_true (fixture_until (asks, window));
  g_autofree char *lines = list_in (GTK_WIDGET (question ()));
  g_assert_nonnull (strstr (lines, "4:1: comment not kept: // made by hand\n"));
  g_assert_nonnull (strstr (lines, "8:2: \"FooBar\""));
  g_assert_nonnull (strstr (lines, "10:1: \"Gadgets\""));
  answer (window, GTK_RESPONSE_CANCEL);
  g_autofree char *still = contents (path);
  g_assert_cmpstr (still, ==, odd_text);
  g_assert_false (mw_document_is_clean (document));
  g_assert_nonnull (fixture_notice (page));
  g_assert_false (mw_document_page_is_saving (page));
  /* The user is asked again, because nothing was saved; after a yes there is no further question. */
  save_to (window, NULL);
  answer (window, GTK_RESPONSE_ACCEPT);
  g_autofree char *saved = contents (path);
  g_assert_cmpstr (saved, ==,
                   "Version {\n\tFormatVersion 800,\n}\nModel \"Odd\" {\n\tBlendTime 151,\n"
                   "\tMinimumExtent { 0, 0, 0 },\n\tMaximumExtent { 0, 0, 0 },\n}\n");
  g_assert_true (mw_document_is_clean (document));
  g_assert_null (fixture_notice (page));
  set_blend_time (page, "152");
  save_to (window, NULL);
  fixture_wait (window);
  g_assert_null (question ());
  g_assert_true (mw_document_is_clean (document));
  fixture_end (window);
}

/* Asserts that the list has a line for each loss; equal ones share a line. */
static void
assert_lists_losses (const char *list, const MwReport *report, const MwModel *model)
{
  g_autoptr (GPtrArray) lines = mw_loss_lines (report, model);
  g_assert_true ((lines->len > 0) == (report->losses->len > 0));
  for (guint i = 0; i < lines->len; i++) {
    g_autofree char *line = mw_loss_line_text (lines->pdata[i]);
    g_assert_nonnull (strstr (list, line));
  }
}

static void
test_to_text_and_back (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("effect.mdx"), *text = g_build_filename (fixture_folder (), "made.mdl", NULL);
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  save_to (window, text);
  g_assert_true (fixture_until (asks, window));
  g_autofree char *lines = list_in (GTK_WIDGET (question ()));
  /* What the writer itself reports. */
  g_autoptr (MwReport) report = mw_report_new ();
  MwFormat as_text = { MW_FAMILY_MDX, 800, TRUE };
  g_autoptr (GBytes) wanted = io_write_bytes (mw_document_get_model (document), as_text, NULL, report, NULL);
  g_assert_cmpuint (report->losses->len, >, 0);
  assert_lists_losses (lines, report, mw_document_get_model (document));
  answer (window, GTK_RESPONSE_CANCEL);
  g_assert_false (g_file_test (text, G_FILE_TEST_EXISTS));
  g_assert_cmpstr (mw_document_page_get_path (page), ==, path);
  save_to (window, text);
  answer (window, GTK_RESPONSE_ACCEPT);
  g_autoptr (GBytes) written = mw_file_read (text, NULL, NULL);
  g_assert_true (g_bytes_equal (written, wanted));
  g_assert_cmpstr (mw_document_page_get_path (page), ==, text);
  g_autofree char *title = mw_document_page_get_format_title (page);
  g_assert_cmpstr (title, ==, "WC3 1.26 · MDL 800");
  /* The same losses are reported only once. */
  set_blend_time (page, "7");
  save_to (window, NULL);
  fixture_wait (window);
  g_assert_null (question ());
  g_assert_true (mw_document_is_clean (document));
  /* Back to MDX: nothing is lost, but the question says that the format changes. */
  g_autofree char *back = g_build_filename (fixture_folder (), "back.mdx", NULL);
  save_to (window, back);
  g_assert_true (fixture_until (asks, window));
  g_assert_null (find_type (GTK_WIDGET (question ()), GTK_TYPE_TEXT_VIEW));
  answer (window, GTK_RESPONSE_ACCEPT);
  g_autoptr (GBytes) bytes = mw_file_read (back, NULL, NULL), now = fixture_bytes (document);
  g_assert_true (g_bytes_equal (bytes, now));
  g_autofree char *binary = mw_document_page_get_format_title (page);
  g_assert_cmpstr (binary, ==, "WC3 1.26 · MDX 800");
  fixture_end (window);
}

static gboolean says (GtkWidget *widget, const char *words);

/* The file of an open model cannot be replaced by a conversion to another version. */
static void
test_own_name_for_another_game (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("effect.mdx"), *before = contents (path);
  g_autofree char *beside = g_build_filename (fixture_folder (), "effect-mdx1100.mdx", NULL);
  MwDocumentPage *page = fixture_open (window, path);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-for", "(ss)", path, "wc3-2.0");
  answer (window, GTK_RESPONSE_ACCEPT);
  g_autofree char *after = contents (path);
  g_assert_cmpmem (before, 100, after, 100);
  g_assert_true (g_file_test (beside, G_FILE_TEST_EXISTS));
  g_assert_cmpstr (mw_document_page_get_path (mw_window_get_page (window)), ==, beside);
  g_assert_cmpstr (mw_document_page_get_path (page), ==, path);
  fixture_end (window);
}

/* A conversion to another version is a new model: it opens in its own tab, and the original stays unchanged. */
static void
test_for_another_game (void)
{
  static const struct {
    const char *target, *name, *title;
    guint lost; /* at least */
  } cases[] = { { "wc3-2.0", "two.mdx", "WC3 Reforged 2.0 · MDX 1100", 0 },
                { "wow-0.5.3", "alpha.mdx", "WoW 0.5.3 · MDX 1300", 1 } };
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  set_blend_time (page, "77");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *to = g_build_filename (fixture_folder (), cases[i].name, NULL);
    MwFormat format;
    g_assert_true (mw_target_format (cases[i].target, &format));
    g_autoptr (MwReport) report = mw_report_new ();
    MwModel *converted = mw_convert (mw_document_get_model (document), mw_document_get_format (document), format, NULL,
                                     report, NULL, NULL);
    g_autoptr (GBytes) wanted = io_write_bytes (converted, format, NULL, NULL, NULL);
    mw_model_free (converted);
    mw_window_open (window, path); /* its tab */
    fixture_wait (window);
    g_assert_true (mw_window_get_page (window) == page);
    gtk_widget_activate_action (GTK_WIDGET (window), "win.save-for", "(ss)", to, cases[i].target);
    /* Between the games the scale is asked for first, with its default in the field. */
    if (g_str_has_prefix (cases[i].target, "wow")) {
      GtkWidget *entry = find_type (GTK_WIDGET (scale_question ()), GTK_TYPE_ENTRY);
      g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "1.0");
      gtk_dialog_response (scale_question (), GTK_RESPONSE_ACCEPT);
    }
    g_assert_null (scale_question ());
    g_assert_true (fixture_until (asks, window));
    g_assert_cmpuint (report->losses->len, >=, cases[i].lost);
    g_autofree char *lines = list_in (GTK_WIDGET (question ()));
    assert_lists_losses (lines, report, mw_document_get_model (mw_document_page_get_document (page)));
    /* Rows in plain words, by kind; paths only on request. */
    GtkWidget *view = find_type (GTK_WIDGET (question ()), GTK_TYPE_TEXT_VIEW);
    if (cases[i].lost) {
      guint gone = 0;
      for (guint k = 0; k < report->losses->len; k++)
        gone += g_array_index (report->losses, MwLoss, k).kind == MW_LOSS_GONE;
      g_autofree char *count = mw_ui_count (gone), *heading = g_strdup_printf ("Lost (%s)", count);
      g_assert_true (says (GTK_WIDGET (question ()), heading));
      g_assert_false (gtk_widget_get_mapped (view));
      GtkWidget *addresses = find_type (GTK_WIDGET (question ()), GTK_TYPE_TOGGLE_BUTTON);
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (addresses), TRUE);
      fixture_settle ();
      g_assert_true (gtk_widget_get_mapped (view));
    }
    g_assert_true (says (GTK_WIDGET (question ()), "opens in another tab"));
    /* Between the games the scale is stated. */
    g_assert_cmpint (says (GTK_WIDGET (question ()), "scale 1.0"), ==, g_str_has_prefix (cases[i].target, "wow"));
    answer (window, GTK_RESPONSE_ACCEPT);
    g_autoptr (GBytes) written = mw_file_read (to, NULL, NULL);
    g_assert_true (g_bytes_equal (written, wanted));
    MwDocumentPage *other = mw_window_get_page (window);
    g_assert_true (other != page);
    g_assert_cmpstr (mw_document_page_get_path (other), ==, to);
    g_autofree char *title = mw_document_page_get_format_title (other);
    g_assert_cmpstr (title, ==, cases[i].title);
    g_assert_cmpstr (mw_document_page_get_path (page), ==, path);
    g_assert_false (mw_document_is_clean (document));
    g_assert_true (mw_document_can_undo (document));
  }
  fixture_end (window);
}

static float
first_vertex (MwDocumentPage *page, guint axis)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (mw_document_page_get_document (page));
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[0];
  return ((const float *) geoset->vertices.data)[axis];
}

static void
test_scale (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx"),
                  *to = g_build_filename (fixture_folder (), "scaled-wow.mdx", NULL);
  MwDocumentPage *page = fixture_open (window, path);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-for", "(ss)", to, "wow-mdx1300");
  GtkWidget *dialog = GTK_WIDGET (scale_question ());
  g_assert_nonnull (dialog);
  fixture_settle ();
  GtkWidget *entry = find_type (dialog, GTK_TYPE_ENTRY);
  GtkWidget *accept = gtk_dialog_get_widget_for_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  /* The entry has the focus, so that a number can be typed at once; the text explains the default. */
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (dialog)), entry));
  g_assert_true (says (dialog, "At 1.0 all sizes stay the same."));
  static const char *const wrong[] = { "", "0", "-1", "two", "1,5" };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    gtk_editable_set_text (GTK_EDITABLE (entry), wrong[i]);
    g_assert_false (gtk_widget_is_sensitive (accept));
    g_assert_true (gtk_widget_has_css_class (entry, "error"));
    gtk_test_accessible_assert_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                                      GTK_ACCESSIBLE_INVALID_TRUE);
    g_signal_emit_by_name (gtk_window_get_focus (GTK_WINDOW (dialog)), "activate"); /* Enter */
    fixture_settle ();
    g_assert_true (scale_question () == GTK_DIALOG (dialog));
  }
  gtk_editable_set_text (GTK_EDITABLE (entry), "0.25");
  g_assert_true (gtk_widget_is_sensitive (accept));
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  g_signal_emit_by_name (gtk_window_get_focus (GTK_WINDOW (dialog)), "activate");
  g_assert_true (fixture_until (asks, window));
  g_assert_null (scale_question ());
  g_assert_true (says (GTK_WIDGET (question ()), "multiplied by 0.25"));
  answer (window, GTK_RESPONSE_ACCEPT);
  MwDocumentPage *other = mw_window_get_page (window);
  g_assert_true (other != page);
  for (guint axis = 0; axis < 3; axis++)
    g_assert_cmpfloat (first_vertex (other, axis), ==, 0.25f * first_vertex (page, axis));
  /* Escape cancels the save. */
  mw_window_open (window, path);
  fixture_wait (window);
  g_autofree char *third = g_build_filename (fixture_folder (), "third.mdx", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-for", "(ss)", third, "wow-mdx1300");
  gtk_window_close (GTK_WINDOW (scale_question ()));
  fixture_wait (window);
  g_assert_null (scale_question ());
  g_assert_false (mw_document_page_is_saving (page));
  g_assert_false (g_file_test (third, G_FILE_TEST_EXISTS));
  /* Another version of the same game has the same units: nothing is asked. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-for", "(ss)", third, "mdx1000");
  g_assert_null (scale_question ());
  g_assert_true (fixture_until (asks, window));
  g_assert_false (says (GTK_WIDGET (question ()), "scale"));
  answer (window, GTK_RESPONSE_CANCEL);
  fixture_end (window);
}

/* Whether a label below the widget has the words. */
static gboolean
says (GtkWidget *widget, const char *words)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), words))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (says (child, words))
      return TRUE;
  return FALSE;
}

/* The check button for a side channel: such a text gives the original file back, and keeps its side channel when it is saved. */
static void
test_side_channel (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("effect.mdx"), *text = g_build_filename (fixture_folder (), "all.mdl", NULL);
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  save_to (window, text);
  g_assert_true (fixture_until (asks, window));
  GtkWidget *button = find_type (GTK_WIDGET (question ()), GTK_TYPE_CHECK_BUTTON);
  g_assert_nonnull (button);
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (button)));
  g_assert_true (mw_loss_dialog_get_side_channel (GTK_WIDGET (question ())) == GTK_CHECK_BUTTON (button));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (button), TRUE);
  answer (window, GTK_RESPONSE_ACCEPT);
  g_autofree char *first = contents (text);
  g_assert_nonnull (strstr (first, "\n//@mdlx version 1\n"));
  g_assert_true (mw_document_has_side_channel (document));
  g_assert_true (mw_document_is_clean (document));
  /* Later saves do not ask, and write it again. */
  set_blend_time (page, "7");
  save_to (window, NULL);
  fixture_wait (window);
  g_assert_null (question ());
  g_autofree char *second = contents (text);
  g_assert_cmpstr (strstr (second, "//@mdlx"), ==, strstr (first, "//@mdlx"));

  g_autofree char *again = make_file ("again.mdl", first),
                  *back = g_build_filename (fixture_folder (), "same.mdx", NULL);
  page = fixture_open (window, again);
  g_assert_null (fixture_notice (page));
  save_to (window, back);
  g_assert_true (fixture_until (asks, window));
  g_assert_null (find_type (GTK_WIDGET (question ()), GTK_TYPE_CHECK_BUTTON));
  answer (window, GTK_RESPONSE_ACCEPT);
  g_autoptr (GBytes) wanted = mw_file_read (path, NULL, NULL), made = mw_file_read (back, NULL, NULL);
  g_assert_true (g_bytes_equal (wanted, made));

  /* It can be switched off again for another file. */
  g_autofree char *plain = g_build_filename (fixture_folder (), "plain.mdl", NULL);
  save_to (window, plain);
  g_assert_true (fixture_until (asks, window));
  button = find_type (GTK_WIDGET (question ()), GTK_TYPE_CHECK_BUTTON);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (button)));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (button), FALSE);
  answer (window, GTK_RESPONSE_ACCEPT);
  g_autofree char *without = contents (plain);
  g_assert_null (strstr (without, "//@mdlx"));
  g_assert_false (mw_document_has_side_channel (mw_document_page_get_document (page)));
  fixture_end (window);
}

static gboolean
says_nothing_lost (gpointer unused)
{
  return says (GTK_WIDGET (question ()), "Nothing is lost in MDL 800");
}

static gboolean
says_lost (gpointer unused)
{
  return says (GTK_WIDGET (question ()), " of the model are not kept exactly in MDL 800");
}

/* The question describes the text as it would be written, with or without the side channel. */
static void
test_question_follows (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("effect.mdx"), *text = g_build_filename (fixture_folder (), "all.mdl", NULL);
  MwDocumentPage *page = fixture_open (window, path);
  save_to (window, text);
  g_assert_true (fixture_until (asks, window));
  fixture_settle ();
  GtkDialog *dialog = question ();
  GtkCheckButton *button = mw_loss_dialog_get_side_channel (GTK_WIDGET (dialog));
  GtkWidget *accept = gtk_dialog_get_widget_for_response (dialog, GTK_RESPONSE_ACCEPT);
  g_autofree char *before = list_in (GTK_WIDGET (dialog));
  g_assert_true (says_lost (NULL));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (accept)), ==, "_Save Anyway");
  gtk_check_button_set_active (button, TRUE);
  g_assert_false (gtk_widget_get_sensitive (accept));
  g_assert_true (fixture_until (says_nothing_lost, NULL));
  g_assert_true (question () == dialog);
  g_assert_false (says_lost (NULL));
  g_assert_null (find_type (GTK_WIDGET (dialog), GTK_TYPE_TEXT_VIEW));
  g_assert_true (gtk_widget_get_sensitive (accept));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (accept)), ==, "_Save");
  g_assert_false (g_file_test (text, G_FILE_TEST_EXISTS));
  gtk_check_button_set_active (button, FALSE);
  g_assert_true (fixture_until (says_lost, NULL));
  g_autofree char *again = list_in (GTK_WIDGET (dialog));
  g_assert_cmpstr (again, ==, before);
  /* The user cancels while the text is being written for the new choice. */
  gtk_check_button_set_active (button, TRUE);
  answer (window, GTK_RESPONSE_CANCEL);
  g_assert_false (mw_document_page_is_saving (page));
  g_assert_false (g_file_test (text, G_FILE_TEST_EXISTS));
  /* The window is closed during that. */
  save_to (window, text);
  g_assert_true (fixture_until (asks, window));
  gtk_check_button_set_active (mw_loss_dialog_get_side_channel (GTK_WIDGET (question ())), TRUE);
  fixture_end (window);
  g_assert_null (question ());
}

static void
test_nothing_lost_here (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("everything.mdx");
  g_autofree char *text = g_build_filename (fixture_folder (), "made.mdl", NULL);
  g_autofree char *back = g_build_filename (fixture_folder (), "back.mdx", NULL);
  MwDocumentPage *page = fixture_open (window, path);
  g_assert_nonnull (page);
  save_to (window, text);
  g_assert_true (fixture_until (asks, window));
  g_assert_true (says (GTK_WIDGET (question ()), " details of the bytes of the MDX 800 file"));
  answer (window, GTK_RESPONSE_ACCEPT);
  save_to (window, back);
  answer (window, GTK_RESPONSE_ACCEPT);
  g_autoptr (GBytes) before = mw_file_read (path, NULL, NULL), after = mw_file_read (back, NULL, NULL);
  g_assert_true (g_bytes_equal (before, after));
  fixture_end (window);
}

static void
test_new_loss (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("banner.mdl");
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  static const char *const flags[] = { "sequences[0]", "sequences[1]" };
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++) {
    set_field (page, flags[i], "flags", "256");
    save_to (window, NULL);
    g_assert_true (fixture_until (asks, window));
    g_autofree char *lines = list_in (GTK_WIDGET (question ())), *path_line = g_strconcat (flags[i], ".flags (", NULL);
    g_assert_nonnull (strstr (lines, path_line));
    answer (window, GTK_RESPONSE_ACCEPT);
    g_assert_true (mw_document_is_clean (document));
    set_blend_time (page, i ? "8" : "9");
    save_to (window, NULL);
    fixture_wait (window);
    g_assert_null (question ());
    g_assert_true (mw_document_is_clean (document));
  }
  fixture_end (window);
}

/* The first face refers to a vertex that does not exist: no game loads that, but every format can store it. */
static void
test_new_error (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("everything.mdx"),
                  *other = g_build_filename (fixture_folder (), "o.mdx", NULL);
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  g_autoptr (GBytes) before = mw_file_read (path, NULL, NULL);
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (mw_document_get_model (document), "geosets[0].faces[0]", &target, &error);
  g_assert_no_error (error);
  mw_ui_set_text (document, &target.record->id, 1, &target, "60000", &error);
  g_assert_no_error (error);
  save_to (window, NULL);
  g_assert_true (fixture_until (asks, window));
  g_autofree char *lines = list_in (GTK_WIDGET (question ()));
  g_assert_nonnull (strstr (lines, "geosets[0].faces"));
  g_assert_nonnull (strstr (lines, "A face refers to a vertex that does not exist."));
  g_assert_nonnull (strstr (lines, "60000"));
  /* The text names the element and the limit. */
  g_autofree char *limit = g_strdup_printf ("%u",
                                            ((MwMdlxGeoset *) fixture_record (document, "geosets[0]"))->vertices.n);
  g_assert_nonnull (strstr (lines, limit));
  answer (window, GTK_RESPONSE_CANCEL);
  g_autoptr (GBytes) still = mw_file_read (path, NULL, NULL);
  g_assert_true (g_bytes_equal (still, before));
  g_assert_false (mw_document_is_clean (document));
  /* Saving elsewhere asks too; after a yes there is no further question. */
  save_to (window, other);
  answer (window, GTK_RESPONSE_ACCEPT);
  g_assert_true (mw_document_is_clean (document));
  g_autoptr (GBytes) written = mw_file_read (other, NULL, NULL), wanted = fixture_bytes (document);
  g_assert_true (g_bytes_equal (written, wanted));
  set_blend_time (page, "9");
  save_to (window, NULL);
  fixture_wait (window);
  g_assert_null (question ());
  g_assert_true (mw_document_is_clean (document));
  /* An error that the model had when it was opened is not reported. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  page = fixture_open (window, other);
  set_blend_time (page, "10");
  save_to (window, NULL);
  fixture_wait (window);
  g_assert_null (question ());
  g_assert_true (mw_document_is_clean (mw_document_page_get_document (page)));
  fixture_end (window);
}

/* Answers the close question of a changed document with Save; the list of losses comes after it. */
static void
close_and_save (MwWindow *window, int response)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  g_autoptr (GList) tops = gtk_window_list_toplevels ();
  for (GList *at = tops; at; at = at->next)
    if (GTK_IS_MESSAGE_DIALOG (at->data)) {
      gtk_dialog_response (at->data, 1); /* Save */
      break;
    }
  answer (window, response);
}

static void
test_save_and_close (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = make_file ("odd.mdl", odd_text);
  MwDocumentPage *page = fixture_open (window, path);
  set_blend_time (page, "151");
  close_and_save (window, GTK_RESPONSE_CANCEL);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 1);
  close_and_save (window, GTK_RESPONSE_ACCEPT);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 0);
  g_autofree char *saved = contents (path);
  g_assert_nonnull (strstr (saved, "BlendTime 151"));
  fixture_end (window);
}

static void
test_errors (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = make_file ("bad.mdl", bad_text);
  g_assert_null (fixture_open (window, path));
  g_assert_nonnull (strstr (fixture_window_error (window), "bad.mdl:5:12: found \"abc\""));
  g_autofree char *lines = list_in (GTK_WIDGET (window));
  g_assert_nonnull (strstr (lines, "5:12: found \"abc\", expected a whole number"));
  g_assert_nonnull (strstr (lines, "9:17: found \"x\", expected a whole number"));
  fixture_end (window);
}

static void
test_closing (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = make_file ("odd.mdl", odd_text);
  g_assert_nonnull (fixture_open (window, path));
  save_to (window, NULL);
  g_assert_true (fixture_until (asks, window));
  /* The window is closed while the question is open. */
  fixture_end (window);
  g_assert_null (question ());
}

/* --- Formats by file name ------------------------------------------------------------------------------------------- */

static void
test_targets (void)
{
  static const struct {
    const char *typed;
    gboolean now, picked; /* whether the document is text, and whether text was picked */
    const char *path;
    gboolean text;
  } cases[] = {
    { "/a/x.mdx", FALSE, FALSE, "/a/x.mdx", FALSE }, { "/a/x.MDL", FALSE, FALSE, "/a/x.MDL", TRUE },
    { "/a/x.mdl", FALSE, TRUE, "/a/x.mdl", TRUE },   { "/a/x.mdx", FALSE, TRUE, "/a/x.mdl", TRUE },
    { "/a/x.mdl", TRUE, FALSE, "/a/x.mdx", FALSE },  { "/a.b/x", FALSE, TRUE, "/a.b/x.mdl", TRUE },
    { "/a/x", TRUE, TRUE, "/a/x.mdl", TRUE },        { "/a/x", FALSE, FALSE, "/a/x.mdx", FALSE },
    { "/a/x.v2", FALSE, TRUE, "/a/x.v2.mdl", TRUE }, { "/a/x.mdl/y", FALSE, FALSE, "/a/x.mdl/y.mdx", FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwFormat now = { MW_FAMILY_MDX, 800, cases[i].now }, picked = { MW_FAMILY_MDX, 800, cases[i].picked }, format;
    g_autofree char *path = mw_save_target (cases[i].typed, now, picked, &format);
    g_assert_cmpstr (path, ==, cases[i].path);
    g_assert_cmpint (format.text, ==, cases[i].text);
    g_assert_cmpuint (format.version, ==, 800);
    /* Another kind was picked, and the name is one of the old kind: either may be meant. */
    const gboolean contradicts = i == 3 || i == 4;
    g_autofree char *typed = mw_save_target_by_name (cases[i].typed, now, picked, &format);
    g_assert_cmpstr (typed, ==, contradicts ? cases[i].typed : NULL);
    g_assert_true (!contradicts || format.text == cases[i].now);
  }
  /* A choice of another game does not change that. */
  MwFormat now = { MW_FAMILY_MDX, 800, FALSE }, other = { MW_FAMILY_MDX_WOW, 1300, TRUE }, format;
  g_autofree char *as_text = mw_save_target ("/a/x.mdx", now, other, &format);
  g_assert_cmpstr (as_text, ==, "/a/x.mdl");
  g_assert_true (format.text && format.family == MW_FAMILY_MDX_WOW && format.version == 1300);
  other.text = FALSE;
  g_autofree char *typed = mw_save_target ("/a/x.mdl", now, other, &format);
  g_assert_cmpstr (typed, ==, "/a/x.mdl");
  g_assert_true (format.text && format.version == 1300);
  g_autofree char *stem = mw_name_without_suffix ("a.b.MDX"), *whole = mw_name_without_suffix ("a.b");
  g_assert_cmpstr (stem, ==, "a.b");
  g_assert_cmpstr (whole, ==, "a.b");
}

static gboolean
is_target (MwFormat format)
{
  guint n;
  const MwTargetGame *targets = mw_target_games (&n);
  for (guint i = 0; i < n; i++)
    if (!targets[i].game && targets[i].format.family == format.family && targets[i].format.version == format.version)
      return TRUE;
  return FALSE;
}

/* --- Choices of Save As --------------------------------------------------------------------------------------------- */

/* Every pair of a game and a kind of file gives one format; the first rows give the model's own. */
static void
test_choices (void)
{
  static const MwFormat formats[] = { { MW_FAMILY_MDX, 800, FALSE },
                                      { MW_FAMILY_MDX, 1100, TRUE },
                                      { MW_FAMILY_MDX_WOW, 1300, FALSE } };
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    for (guint side = 0; side < 2; side++) {
      g_autoptr (GPtrArray) games = g_ptr_array_new (), game_titles = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GPtrArray) kinds = g_ptr_array_new (), kind_titles = g_ptr_array_new_with_free_func (g_free);
      MwFormat now = formats[i];
      mw_save_games (now, games, game_titles);
      mw_save_kinds (now, side, kinds, kind_titles);
      g_assert_cmpuint (games->len, ==, game_titles->len);
      g_assert_cmpuint (games->len, >, 5);
      g_assert_cmpuint (kinds->len, ==, 3 + 1);
      MwSaveOptions first = mw_save_choice (now, side, games->pdata[0], kinds->pdata[0]);
      g_assert_true (first.format.family == now.family && first.format.version == now.version
                     && first.format.text == now.text);
      g_assert_cmpint (now.text && first.side_channel, ==, now.text && side);
      guint texts = 0, channels = 0, others = 0;
      for (guint g = 0; games->pdata[g]; g++)
        for (guint k = 0; kinds->pdata[k]; k++) {
          MwSaveOptions choice = mw_save_choice (now, side, games->pdata[g], kinds->pdata[k]);
          g_assert_true (is_target (choice.format));
          texts += choice.format.text;
          channels += choice.format.text && choice.side_channel;
          others += choice.format.family != now.family || choice.format.version != now.version;
        }
      g_assert_cmpuint (texts, ==, 2 * (games->len - 1));
      g_assert_cmpuint (channels, ==, games->len - 1);
      g_assert_cmpuint (others, ==, 3 * (games->len - 2));
    }
}

/* Another version as text, in one step. The dialog that asks for both is GTK's own: tests/e2e/test-text.py goes through it. */
static void
test_other_version_as_text (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("effect.mdx");
  g_autofree char *target = g_build_filename (fixture_folder (), "effect.mdl", NULL);
  MwDocumentPage *page = fixture_open (window, path);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-for", "(ss)", target, "mdl1100");
  g_assert_true (fixture_until (asks, window));
  g_assert_true (says (GTK_WIDGET (question ()), "opens in another tab"));
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
  gtk_check_button_set_active (mw_loss_dialog_get_side_channel (GTK_WIDGET (question ())), TRUE);
  answer (window, GTK_RESPONSE_ACCEPT);
  g_autofree char *text = contents (target);
  g_assert_nonnull (strstr (text, "FormatVersion 1100"));
  g_assert_nonnull (strstr (text, "\n//@mdlx version 1\n"));
  g_assert_true (mw_window_get_page (window) != page);
  g_autofree char *title = mw_document_page_get_format_title (mw_window_get_page (window));
  g_assert_cmpstr (title, ==, "WC3 Reforged 2.0 · MDL 1100");
  fixture_end (window);
}

/* A side channel does not keep what a conversion loses. It is offered only if there is something else that the text cannot
 * express. */
static void
test_not_offered (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("effect.mdx");
  g_autofree char *target = g_build_filename (fixture_folder (), "alpha.mdl", NULL);
  g_assert_nonnull (fixture_open (window, path));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-for", "(ss)", target, "wow-mdl1300");
  gtk_dialog_response (scale_question (), GTK_RESPONSE_ACCEPT);
  g_assert_true (fixture_until (asks, window));
  g_assert_true (says (GTK_WIDGET (question ()), " of the model are not kept exactly in WoW alpha MDL 1300"));
  g_assert_null (mw_loss_dialog_get_side_channel (GTK_WIDGET (question ())));
  answer (window, GTK_RESPONSE_CANCEL);
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/text files/what is not kept from a text is listed in a banner, with lines", test_banner);
  g_test_add_func ("/ui/text files/a text that this program wrote is saved unchanged, without a question",
                   test_clean_text);
  g_test_add_func ("/ui/text files/only the first save lists it again", test_first_save);
  g_test_add_func ("/ui/text files/another format is written after its losses were listed", test_to_text_and_back);
  g_test_add_func ("/ui/text files/a model for another game is a new file, after its losses were listed",
                   test_for_another_game);
  g_test_add_func ("/ui/text-files/a conversion between games asks for the scale", test_scale);
  g_test_add_func ("/ui/text files/saving for another game never replaces the file of the open model",
                   test_own_name_for_another_game);
  g_test_add_func ("/ui/text files/a text with a side channel gives the same file again", test_side_channel);
  g_test_add_func ("/ui/text files/the question changes with the side channel option", test_question_follows);
  g_test_add_func ("/ui/text files/what text lost is still in the window, and is saved in an MDX again",
                   test_nothing_lost_here);
  g_test_add_func ("/ui/text files/a loss is listed only after the edit that causes it", test_new_loss);
  g_test_add_func ("/ui/text files/what no game loads is reported once before it is saved", test_new_error);
  g_test_add_func ("/ui/text files/a tab that is saved and closed waits for the answer", test_save_and_close);
  g_test_add_func ("/ui/text files/all errors of a text are listed", test_errors);
  g_test_add_func ("/ui/text files/closing the window answers no", test_closing);
  g_test_add_func ("/ui/text files/a chosen format decides, otherwise the suffix", test_targets);
  g_test_add_func ("/ui/text files/any game can be combined with any kind of file", test_choices);
  g_test_add_func ("/ui/text files/another version as text is one step", test_other_version_as_text);
  g_test_add_func ("/ui/text files/a side channel is not offered for what a conversion loses", test_not_offered);
  return g_test_run ();
}
