/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"

static void
test_without_gl (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  fixture_settle ();
  g_assert_nonnull (find_words (GTK_WIDGET (mw_document_page_get_viewport (page)), "cannot be drawn"));
  /* Controls of the drawing are disabled if there is none. */
  GtkWidget *shading = find_type (GTK_WIDGET (mw_document_page_get_viewport (page)), GTK_TYPE_DROP_DOWN);
  g_assert_false (gtk_widget_is_sensitive (shading));
  g_assert_cmpuint (g_list_model_get_n_items (fixture_rows (mw_document_page_get_outline (page))), >, 10);
  fixture_editor (page, "sequences[0]", "name");
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  g_setenv ("GDK_DEBUG", "gl-disable,default-settings", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/viewport/without OpenGL a page says why and the editor works", test_without_gl);
  return g_test_run ();
}
