/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"

static void
test_draws (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  fixture_settle ();
  g_assert_cmpstr (mw_viewport_get_error (viewport), ==, NULL);
  guint64 frames = mw_viewport_get_n_frames (viewport);
  g_assert_cmpuint (frames, >, 0);
  /* A change shows in a next frame; nothing is drawn when nothing changes. */
  fixture_settle ();
  frames = mw_viewport_get_n_frames (viewport);
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), ==, frames);
  fixture_editor (page, "sequences[0]", "name");
  mw_time_bar_set_sequence (mw_document_page_get_time_bar (page),
                            fixture_record (mw_document_page_get_document (page), "sequences[0]")->id);
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), >, frames);
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/viewport/draws when something changed, and only then", test_draws);
  return g_test_run ();
}
