/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/studio.h"
#include "core/render/canvas.h"
#include "core/render/offscreen.h"

#define SAMPLES 4

struct _MwStudio {
  MwGl gl;
  MwOffscreen *offscreen;
  MwRenderer *renderer;
  guint width, height;
};

MwStudio *
mw_studio_new (guint width, guint height, GError **error)
{
  g_autoptr (MwStudio) studio = g_new0 (MwStudio, 1);
  studio->width = width;
  studio->height = height;
  studio->offscreen = mw_offscreen_new (width, height, SAMPLES, FALSE, error);
  if (!studio->offscreen)
    return NULL;
  mw_gl_init_epoxy (&studio->gl);
  studio->renderer = mw_renderer_new (&studio->gl, FALSE, error);
  if (!studio->renderer)
    return NULL;
  mw_studio_leave (studio);
  return g_steal_pointer (&studio);
}

void
mw_studio_free (MwStudio *studio)
{
  if (!studio)
    return;
  if (studio->renderer && mw_studio_enter (studio, NULL))
    mw_renderer_free (studio->renderer);
  mw_offscreen_free (studio->offscreen);
  g_free (studio);
}

gboolean
mw_studio_enter (MwStudio *studio, GError **error)
{
  return mw_offscreen_make_current (studio->offscreen, error);
}

void
mw_studio_leave (MwStudio *studio)
{
  mw_offscreen_release (studio->offscreen);
}

MwRenderer *
mw_studio_renderer (MwStudio *studio)
{
  return studio->renderer;
}

void
mw_studio_frame (MwStudio *studio, MwFrame *frame, const MwModel *model)
{
  mw_frame_init (frame, mw_offscreen_framebuffer (studio->offscreen), (int) studio->width, (int) studio->height, model);
  frame->samples = mw_offscreen_samples (studio->offscreen);
}

static MwImage *
draw (MwStudio *studio, const MwFrame *frame, GError **error)
{
  mw_renderer_begin (studio->renderer, frame);
  while (mw_renderer_part (studio->renderer, G_MAXUINT))
    ;
  MwImage *image = mw_offscreen_read (studio->offscreen, error);
  if (!image)
    g_prefix_error (error, "drawing with OpenGL %s: ", mw_offscreen_description (studio->offscreen));
  return image;
}

static MwImage *
draw_on (MwStudio *studio, const MwFrame *frame, float grey, GError **error)
{
  MwFrame on = *frame;
  on.background[0] = on.background[1] = on.background[2] = grey;
  on.background[3] = 1;
  return draw (studio, &on, error);
}

MwImage *
mw_studio_draw (MwStudio *studio, const MwFrame *frame, GError **error)
{
  if (frame->background[3] > 0)
    return draw (studio, frame, error);
  g_autoptr (MwImage) black = draw_on (studio, frame, 0, error);
  g_autoptr (MwImage) white = black ? draw_on (studio, frame, 1, error) : NULL;
  if (!white)
    return NULL;
  mw_canvas_make_transparent (black, white);
  return g_steal_pointer (&black);
}
