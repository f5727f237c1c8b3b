/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "tests/ui/find.h"
#include "ui/error-bar.h"

#include <string.h>

static MwErrorBar *
new_bar (void)
{
  return MW_ERROR_BAR (g_object_ref_sink (mw_error_bar_new ()));
}

/* The sentence on show, or NULL. */
static const char *
text_in (MwErrorBar *bar)
{
  GtkWidget *shown = find_shown (GTK_WIDGET (bar), GTK_TYPE_INFO_BAR);
  return shown ? gtk_label_get_text (GTK_LABEL (find_type (shown, GTK_TYPE_LABEL))) : NULL;
}

/* The text that Details shows, or NULL while there is no such button. Free with g_free(). */
static char *
lines_in (MwErrorBar *bar)
{
  GtkWidget *details = find_called (GTK_WIDGET (bar), GTK_TYPE_TOGGLE_BUTTON, "Details");
  if (!is_shown (details, GTK_WIDGET (bar)))
    return NULL;
  char *text;
  GtkWidget *view = find_type (GTK_WIDGET (bar), GTK_TYPE_TEXT_VIEW);
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "text", &text, NULL);
  return text;
}

static void
tell (MwErrorBar *bar, const char *what, const char *why)
{
  g_autoptr (GError) error = NULL;
  mw_set_error (&error, MW_ERROR_VALUE, 12, NULL, "%s", why);
  mw_error_bar_show_error (bar, what, error, "model.mdx");
}

static void
test_queue (void)
{
  g_autoptr (MwErrorBar) bar = new_bar ();
  g_assert_null (text_in (bar));
  tell (bar, "First could not be opened.", "the first reason");
  g_assert_null (lines_in (bar));
  tell (bar, "Second could not be opened.", "the second reason");
  g_assert_true (g_str_has_prefix (text_in (bar), "Second"));
  g_autofree char *lines = lines_in (bar);
  g_assert_nonnull (lines);
  g_assert_nonnull (strstr (lines, "First could not be opened."));
  g_assert_nonnull (strstr (lines, "the first reason"));
  /* The same message is shown only once. */
  tell (bar, "Second could not be opened.", "the second reason");
  g_autofree char *again = lines_in (bar);
  g_assert_cmpstr (again, ==, lines);
  mw_error_bar_hide (bar);
  g_assert_null (text_in (bar));
  tell (bar, "Third could not be opened.", "the third reason");
  g_assert_null (lines_in (bar));
}

static void
test_refusals (void)
{
  g_autoptr (MwErrorBar) bar = new_bar ();
  tell (bar, "It could not be saved.", "the disk is full");
  mw_error_bar_show_message (bar, "This element has no name.");
  g_assert_cmpstr (text_in (bar), ==, "This element has no name.");
  /* The next edit removes a refusal, but no error. */
  mw_error_bar_drop_messages (bar);
  g_assert_true (g_str_has_prefix (text_in (bar), "It could not be saved."));
  g_assert_null (lines_in (bar));
  mw_error_bar_drop_messages (bar);
  g_assert_nonnull (text_in (bar));
}

static void
test_many (void)
{
  g_autoptr (MwErrorBar) bar = new_bar ();
  for (guint i = 0; i < 200; i++) {
    g_autofree char *what = g_strdup_printf ("File %u could not be opened.", i);
    tell (bar, what, "a reason");
  }
  g_autofree char *lines = lines_in (bar);
  /* Twenty: the latest one is in the heading. */
  g_assert_nonnull (strstr (lines, "File 198 "));
  g_assert_nonnull (strstr (lines, "File 180 "));
  g_assert_null (strstr (lines, "File 179 "));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/error-bar/an error that comes while one is shown keeps the first among the details",
                   test_queue);
  g_test_add_func ("/ui/error-bar/a refusal disappears with the next edit, an error stays", test_refusals);
  g_test_add_func ("/ui/error-bar/the latest of many messages are kept", test_many);
  return g_test_run ();
}
