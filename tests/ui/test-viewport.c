/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "core/model/mdlx/mdlx.h"
#include "ui/edit.h"

#include <string.h>

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

static gboolean
is_missing (gpointer viewport)
{
  return mw_viewport_get_missing (viewport) != NULL;
}

static gboolean
is_there (gpointer viewport)
{
  return mw_viewport_get_missing (viewport) == NULL;
}

static void
test_missing (void)
{
  /* Of its textures only one stands beside it. */
  g_autofree char *path = fixture_sample ("figure.mdx"), *image = fixture_sample ("figure.blp");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  g_assert_true (fixture_until (is_missing, viewport));
  g_assert_cmpstr (mw_viewport_get_missing (viewport), ==, "2 textures missing");
  g_assert_nonnull (strstr (mw_viewport_get_missing_list (viewport), "figure-gear"));
  g_assert_nonnull (strstr (mw_viewport_get_missing_list (viewport), "figure-trail"));
  g_assert_null (strstr (mw_viewport_get_missing_list (viewport), "figure.blp"));
  /* Paths that are set right take them off the list. */
  for (guint i = 0; i < 4; i++) {
    g_autofree char *texture = g_strdup_printf ("textures[%u]", i);
    MwRecord *record = fixture_record (document, texture);
    MwTarget target = mw_ui_target (record, mw_schema_field (record->schema, "path"));
    if (((MwMdlxTexture *) record)->replaceable_id == 0)
      g_assert_true (mw_ui_set_text (document, &record->id, 1, &target, "\"figure.blp\"", NULL));
  }
  g_assert_true (fixture_until (is_there, viewport));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/viewport/draws when something changed, and only then", test_draws);
  g_test_add_func ("/ui/viewport/textures that are missing are named", test_missing);
  return g_test_run ();
}
