/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Uncommitted text counts as work: a save includes it, and closing does not lose it without asking. */
#include "tests/ui/fixture.h"
#include "ui/document/typed-text.h"
#include "ui/inspector/value-entry.h"
#include "ui/window/window-private.h"

#include <string.h>

enum { SAVE = 1, DISCARD = 2 };

static MwWindow *window;
static MwDocumentPage *page;
static GtkWidget *entry;
static char *path;

static GtkDialog *
question (void)
{
  g_autoptr (GList) tops = gtk_window_list_toplevels ();
  for (GList *at = tops; at; at = at->next)
    if (GTK_IS_MESSAGE_DIALOG (at->data) && gtk_widget_get_visible (at->data))
      return at->data;
  return NULL;
}

/* Opens a window and types `text` as the speed of the first sequence. */
static void
type (const char *text)
{
  path = fixture_sample ("everything.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  entry = fixture_entry (fixture_editor (page, "sequences[0]", "move_speed"), 0);
  gtk_widget_grab_focus (entry);
  act_type (entry, text);
  g_assert_true (mw_document_is_clean (mw_document_page_get_document (page)));
}

static void
end (void)
{
  fixture_end (window);
  g_clear_pointer (&path, g_free);
}

static void
assert_saved (const char *speed)
{
  MwWindow *other = fixture_window ();
  g_autofree char *value = fixture_value (mw_document_page_get_document (fixture_open (other, path)),
                                          "sequences[0].move_speed");
  g_assert_cmpstr (value, ==, speed);
  gtk_window_destroy (GTK_WINDOW (other));
}

static void
save (void)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  fixture_wait (window);
  fixture_settle ();
}

static void
test_save (void)
{
  type ("12");
  save ();
  assert_saved ("12");
  g_assert_true (mw_document_is_clean (mw_document_page_get_document (page)));
  end ();
}

static void
close_by_button (void)
{
  mw_window_close_page (window, page);
}

static void
close_by_keys (void)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
}

static void
close_window (void)
{
  gtk_window_close (GTK_WINDOW (window));
}

static void
test_close (gconstpointer data)
{
  void (*close) (void) = *(void *const *) data;
  type ("12");
  close ();
  fixture_settle ();
  g_assert_nonnull (question ());
  gtk_dialog_response (question (), GTK_RESPONSE_CANCEL);
  fixture_settle ();
  g_assert_true (mw_window_get_page (window) == page);
  /* Now it is a step like any other. */
  g_autofree char *value = fixture_value (mw_document_page_get_document (page), "sequences[0].move_speed");
  g_assert_cmpstr (value, ==, "12");
  close ();
  fixture_settle ();
  g_object_ref (window);
  gtk_dialog_response (question (), SAVE);
  fixture_settle ();
  if (close != close_window)
    fixture_wait (window);
  for (guint i = 0; i < 20; i++)
    fixture_settle ();
  assert_saved ("12");
  MwWindow *closed = window;
  end ();
  g_object_unref (closed);
}

/* Invalid text prevents a save; it is not silently left out. */
static void
test_nonsense_is_not_saved (void)
{
  g_autofree char *before = NULL, *after = NULL;
  type ("12 bananas");
  g_assert_true (g_file_get_contents (path, &before, NULL, NULL));
  gtk_widget_grab_focus (GTK_WIDGET (mw_document_page_get_viewport (page)));
  mw_document_begin (mw_document_page_get_document (page), "Edit");
  mw_document_commit (mw_document_page_get_document (page));
  save ();
  g_assert_nonnull (strstr (fixture_error (page), "Not saved"));
  g_assert_true (mw_typed_text_find (GTK_WIDGET (page)) == entry);
  /* After a correction it is saved. */
  act_type (entry, "13");
  save ();
  assert_saved ("13");
  end ();
}

static void
test_nonsense_is_asked_about (gconstpointer data)
{
  void (*close) (void) = *(void *const *) data;
  type ("12 bananas");
  close ();
  fixture_settle ();
  g_assert_nonnull (question ());
  gtk_dialog_response (question (), SAVE);
  fixture_wait (window);
  fixture_settle ();
  g_assert_true (mw_window_get_page (window) == page);
  g_assert_nonnull (strstr (fixture_error (page), "Not saved"));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "12 bananas");
  act_key (entry, GDK_KEY_Escape, 0);
  g_assert_null (mw_typed_text_find (GTK_WIDGET (page)));
  g_object_ref (window);
  close ();
  fixture_settle ();
  g_assert_null (question ());
  MwWindow *closed = window;
  end ();
  g_object_unref (closed);
}

/* The text is on a hidden page. */
static void
test_hidden_page (void)
{
  type ("12 bananas");
  g_autofree char *other = fixture_sample ("figure.mdx");
  MwDocumentPage *shown = fixture_open (window, other);
  g_assert_true (mw_window_get_page (window) == shown);
  close_window ();
  fixture_settle ();
  gtk_dialog_response (question (), SAVE);
  fixture_wait (window);
  fixture_settle ();
  /* The page is shown now, with the error. */
  g_assert_true (mw_window_get_page (window) == page);
  g_assert_nonnull (strstr (fixture_error (page), "Not saved"));
  act_key (entry, GDK_KEY_Escape, 0);
  end ();
}

int
main (int argc, char **argv)
{
  static const struct {
    void (*close) (void);
    const char *name;
  } ways[] = { { close_by_button, "tab" }, { close_by_keys, "keys" }, { close_window, "window" } };
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/typed-text/is-saved", test_save);
  g_test_add_func ("/ui/typed-text/nonsense-is-not-saved", test_nonsense_is_not_saved);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++) {
    g_autofree char *asked = g_strdup_printf ("/ui/typed-text/is-asked-about/%s", ways[i].name);
    g_autofree char *nonsense = g_strdup_printf ("/ui/typed-text/nonsense-is-asked-about/%s", ways[i].name);
    g_test_add_data_func (asked, &ways[i].close, test_close);
    g_test_add_data_func (nonsense, &ways[i].close, test_nonsense_is_asked_about);
  }
  g_test_add_func ("/ui/typed-text/of-a-hidden-page", test_hidden_page);
  return g_test_run ();
}
