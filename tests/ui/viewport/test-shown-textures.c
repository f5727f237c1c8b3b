/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/render/shown.h"
#include "tests/ui/fixture.h"
#include "ui/places.h"
#include "ui/viewport/overlays-button.h"
#include "ui/viewport/viewport-private.h"
#include "ui/window/window-private.h"

#include <string.h>

/* What the user chose in "Textures shown", and is remembered for the file, is what the view shows. */

static gboolean
is_drawn (gpointer viewport_)
{
  MwViewport *viewport = viewport_;
  return !viewport->stale && !mw_viewport_is_drawing (viewport) && viewport->frame.width > 0;
}

/* The view of the beetle at a moment at which its emitter has particles, whose colour index is that of the second set. */
static MwImage *
picture (MwWindow *window, const char *path)
{
  MwDocumentPage *page = fixture_open (window, path);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  MwDocument *document = mw_document_page_get_document (page);
  GError *error = NULL;
  MwClock clock = MW_CLOCK_REST;
  fixture_settle ();
  ((MwM2Particle *) fixture_record (document, "particles[0]"))->color_index = 12;
  mw_clock_play (&clock, mw_document_get_model (document), fixture_record (document, "sequences[0]")->id);
  clock.time = clock.start + 900;
  mw_viewport_set_clock (viewport, &clock);
  mw_viewport_redraw (viewport);
  g_assert_true (fixture_until (is_drawn, viewport));
  gtk_gl_area_make_current (GTK_GL_AREA (viewport->area));
  MwImage *image = mw_picture_read (viewport->picture, &error);
  g_assert_no_error (error);
  mw_window_remove_page (window, page);
  return image;
}

static gboolean
are_same (const MwImage *a, const MwImage *b)
{
  g_assert_cmpuint (a->width, ==, b->width);
  g_assert_cmpuint (a->height, ==, b->height);
  return memcmp (a->rgba, b->rgba, (gsize) a->width * a->height * 4) == 0;
}

static void
particles_have_the_colours_that_are_remembered_for_the_file (void)
{
  g_autofree char *path = fixture_sample ("beetle.m2"), *skin = fixture_sample ("beetle00.skin"),
                  *view = mw_shown_path (path);
  MwWindow *window = fixture_window ();
  g_settings_set_boolean (mw_places_settings (), MW_EFFECTS, TRUE);
  g_autoptr (MwShown) shown = mw_shown_new ();
  GError *error = NULL;
  g_autoptr (MwImage) own = picture (window, path), again = picture (window, path);
  g_assert_true (are_same (own, again));
  shown->particle_colors = g_new0 (MwParticleColors, 1);
  g_assert_true (mw_shown_write (shown, view, path, &error));
  g_autoptr (MwImage) black = picture (window, path);
  g_assert_false (are_same (own, black));
  g_clear_pointer (&shown->particle_colors, g_free);
  g_assert_true (mw_shown_write (shown, view, path, &error));
  g_autoptr (MwImage) last = picture (window, path);
  g_assert_true (are_same (own, last));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/shown-textures/particles have the colours that are remembered for the file",
                   particles_have_the_colours_that_are_remembered_for_the_file);
  return g_test_run ();
}
