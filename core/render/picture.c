/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/picture.h"
#include "core/base/error.h"
#include "core/render/canvas.h"

/* Number of triangles of a part: the first value, the limits, and the times between which no change is made. */
enum { PART_FIRST = 4096, PART_LEAST = 16, PART_MOST = 1 << 20, PART_SHORT_US = 2000, PART_LONG_US = 6000 };

struct _MwPicture {
  MwGl gl;
  MwCanvas canvases[2]; /* one is shown, the other is drawn into */
  guint shown;
  guint part;
  guint most_samples; /* that the driver has */
  GLsync fence;       /* of the last part; NULL: that is complete */
  gint64 part_began;
};

static void
drop_fence (MwPicture *picture)
{
  if (picture->fence)
    picture->gl.DeleteSync (picture->fence);
  picture->fence = NULL;
}

MwPicture *
mw_picture_new (const MwGl *gl)
{
  MwPicture *picture = g_new0 (MwPicture, 1);
  picture->gl = *gl;
  picture->part = PART_FIRST;
  GLint most = 0;
  gl->GetIntegerv (GL_MAX_SAMPLES, &most);
  picture->most_samples = (guint) MAX (most, 0);
  return picture;
}

void
mw_picture_free (MwPicture *picture)
{
  if (!picture)
    return;
  drop_fence (picture);
  for (guint i = 0; i < G_N_ELEMENTS (picture->canvases); i++)
    mw_canvas_drop (&picture->canvases[i], &picture->gl);
  g_free (picture);
}

void
mw_picture_begin (MwPicture *picture, MwRenderer *renderer, const MwFrame *frame)
{
  MwCanvas *canvas = &picture->canvases[!picture->shown];
  drop_fence (picture);
  MwFrame mine = *frame;
  mine.samples = MIN (frame->samples, picture->most_samples);
  if (!canvas->framebuffer || canvas->width != frame->width || canvas->height != frame->height
      || canvas->samples != mine.samples)
    mw_canvas_make (canvas, &picture->gl, frame->width, frame->height, mine.samples);
  mine.framebuffer = canvas->framebuffer;
  mw_renderer_begin (renderer, &mine);
}

/* Whether the last part is complete; waits for it up to `us` microseconds. */
static gboolean
part_is_done (MwPicture *picture, gint64 us)
{
  if (!picture->fence)
    return TRUE;
  GLuint64 ns = (GLuint64) MAX (us, 0) * 1000;
  GLenum state = picture->gl.ClientWaitSync (picture->fence, GL_SYNC_FLUSH_COMMANDS_BIT, ns);
  if (state == GL_TIMEOUT_EXPIRED)
    return FALSE;
  drop_fence (picture);
  gint64 took = g_get_monotonic_time () - picture->part_began;
  if (took > PART_LONG_US)
    picture->part = MAX (picture->part / 2, PART_LEAST);
  else if (took < PART_SHORT_US)
    picture->part = MIN (picture->part * 2, PART_MOST);
  return TRUE;
}

gboolean
mw_picture_go_on (MwPicture *picture, MwRenderer *renderer, gint64 us)
{
  if (!mw_renderer_is_drawing (renderer))
    return FALSE;
  gint64 end = us < 0 ? G_MAXINT64 : g_get_monotonic_time () + us;
  while (us < 0 || part_is_done (picture, end - g_get_monotonic_time ())) {
    picture->part_began = g_get_monotonic_time ();
    if (!mw_renderer_part (renderer, us < 0 ? G_MAXUINT : picture->part)) {
      drop_fence (picture);
      picture->shown = !picture->shown;
      return TRUE;
    }
    picture->fence = picture->gl.FenceSync (GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    picture->gl.Flush ();
    if (g_get_monotonic_time () >= end)
      break;
  }
  return FALSE;
}

gboolean
mw_picture_show (MwPicture *picture, guint framebuffer, int width, int height)
{
  const MwGl *gl = &picture->gl;
  const MwCanvas *canvas = &picture->canvases[picture->shown];
  if (!canvas->framebuffer || canvas->width != width || canvas->height != height)
    return FALSE;
  gl->Disable (GL_SCISSOR_TEST);
  gl->BindFramebuffer (GL_READ_FRAMEBUFFER, canvas->framebuffer);
  gl->BindFramebuffer (GL_DRAW_FRAMEBUFFER, framebuffer);
  gl->BlitFramebuffer (0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  gl->BindFramebuffer (GL_FRAMEBUFFER, framebuffer);
  return TRUE;
}

MwImage *
mw_picture_read (MwPicture *picture, GError **error)
{
  const MwCanvas *canvas = &picture->canvases[picture->shown];
  if (canvas->framebuffer)
    return mw_canvas_read (canvas, &picture->gl, error);
  mw_set_error (error, MW_ERROR_VALUE, -1, NULL, "no frame is complete");
  return NULL;
}

guint
mw_picture_part_size (const MwPicture *picture)
{
  return picture->part;
}
