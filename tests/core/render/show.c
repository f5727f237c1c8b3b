/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/render/show.h"

#include <epoxy/gl.h>
#include <string.h>

gboolean
show_open (Show *show, int side, gboolean es)
{
  g_autoptr (GError) error = NULL;
  MwGl gl;
  memset (show, 0, sizeof *show);
  show->offscreen = mw_offscreen_new (side, side, es, &error);
  if (!show->offscreen) {
    g_test_skip (error->message);
    return FALSE;
  }
  mw_gl_init_epoxy (&gl);
  show->renderer = mw_renderer_new (&gl, es, &error);
  g_assert_no_error (error);
  return TRUE;
}

void
show_close (Show *show)
{
  mw_renderer_free (show->renderer);
  mw_offscreen_free (show->offscreen);
}

MwImage *
show_draw (Show *show)
{
  g_autoptr (GError) error = NULL;
  mw_renderer_draw (show->renderer, &show->frame);
  g_assert_cmphex (glGetError (), ==, GL_NO_ERROR);
  MwImage *image = mw_offscreen_read (show->offscreen, &error);
  g_assert_no_error (error);
  return image;
}

guint
n_other_pixels (const MwImage *a, const MwImage *b)
{
  guint n = 0;
  for (size_t i = 0; i < (size_t) a->width * a->height; i++)
    n += memcmp (a->rgba + i * 4, b->rgba + i * 4, 4) != 0;
  return n;
}
