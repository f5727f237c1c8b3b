/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/viewport-shot.h"
#include "core/base/error.h"
#include "core/render/canvas.h"
#include "ui/i18n.h"
#include "ui/viewport/viewport-private.h"

/* PART_US: how long one part may delay the window, in µs. */
enum { PART_US = 4000, SAMPLES = 4 };

struct _MwViewportShot {
  MwShotWish wish;
  GCancellable *job;
  MwShotTaken taken;
  gpointer data;
  MwPicture *picture;
  guint i;            /* which one of the film is drawn, or waited for */
  MwFrame frame;      /* as the view was when it began */
  MwFrameIds ids;     /* what it points to */
  gboolean drawn;     /* the frame that the renderer draws is this one */
  MwImage *on_black;  /* of a transparent picture, the first of two frames ... */
  guint64 generation; /* ... of this generation of the document */
  guint parts;        /* the source that draws; 0: the next picture is not wanted yet */
};

void
mw_shot_wish_init (MwShotWish *wish, MwViewport *viewport)
{
  const int scale = gtk_widget_get_scale_factor (viewport->area);
  *wish = (MwShotWish) { .overlays = TRUE, .clock = viewport->clock, .film = { MW_FILM_ONE, 1 } };
  wish->width = (guint) CLAMP (gtk_widget_get_width (viewport->area) * scale, 1, MW_SHOT_MAX_SIDE);
  wish->height = (guint) CLAMP (gtk_widget_get_height (viewport->area) * scale, 1, MW_SHOT_MAX_SIDE);
}

/* --- The end -------------------------------------------------------------------------------------------------------- */

/* Frees it. The GL context must be current. */
static void
end (MwViewport *self)
{
  MwViewportShot *shot = g_steal_pointer (&self->shot);
  g_clear_handle_id (&shot->parts, g_source_remove);
  if (shot->drawn)
    mw_renderer_break_off (self->renderer);
  mw_picture_free (shot->picture);
  mw_viewport_redraw (self);
  g_clear_pointer (&shot->on_black, mw_image_free);
  mw_frame_ids_clear (&shot->ids);
  g_object_unref (shot->job);
  g_free (shot);
}

/* Gives the image away, and waits for the next one to be wanted. The GL context must be current. */
static void
finish (MwViewport *self, MwImage *image, const GError *error)
{
  MwViewportShot *shot = self->shot;
  const MwShotTaken taken = shot->taken;
  gpointer data = shot->data;
  g_clear_handle_id (&shot->parts, g_source_remove);
  if (!image || ++shot->i == shot->wish.film.n)
    end (self);
  else
    mw_viewport_redraw (self);
  taken (image, error, data);
}

static void
fail (MwViewport *self, MwErrorCode code, const char *why)
{
  g_autoptr (GError) error = NULL;
  mw_set_error (&error, code, -1, NULL, "%s", why);
  finish (self, NULL, error);
}

void
mw_viewport_shot_give_up (MwViewport *self)
{
  if (self->shot && self->shot->parts)
    fail (self, MW_ERROR_CANCELLED, "the view was closed");
  else if (self->shot)
    end (self);
}

gboolean
mw_viewport_shot_is_drawn (MwViewport *self)
{
  return self->shot && self->shot->drawn;
}

void
mw_viewport_shot_put_off (MwViewport *self)
{
  if (!mw_viewport_shot_is_drawn (self))
    return;
  self->shot->drawn = FALSE;
  mw_renderer_break_off (self->renderer);
}

/* --- Drawing -------------------------------------------------------------------------------------------------------- */

static void
fill_frame (MwViewport *self, MwViewportShot *shot)
{
  MwFrame *frame = &shot->frame;
  mw_viewport_fill_frame (self, frame, &shot->ids, (int) shot->wish.width, (int) shot->wish.height);
  frame->samples = SAMPLES;
  frame->n_hovered = 0;
  frame->marks = NULL;
  frame->gizmo = (MwGizmo) { 0 };
  if (!shot->wish.overlays)
    frame->overlays = frame->n_selected = 0;
}

static void
begin_frame (MwViewport *self, MwViewportShot *shot)
{
  const guint64 generation = mw_document_get_generation (self->document);
  if (generation != shot->generation)
    g_clear_pointer (&shot->on_black, mw_image_free);
  shot->generation = generation;
  MwFrame frame = shot->frame;
  if (shot->wish.transparent)
    for (guint i = 0; i < 3; i++)
      frame.background[i] = shot->on_black ? 1 : 0;
  mw_film_set (&shot->wish.film, &shot->wish.clock, shot->i, mw_document_get_model (self->document), &frame);
  mw_picture_begin (shot->picture, self->renderer, &frame);
  shot->drawn = TRUE;
}

/* The frame is complete. */
static void
take (MwViewport *self, MwViewportShot *shot)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwImage) image = mw_picture_read (shot->picture, &error);
  shot->drawn = FALSE;
  if (image && shot->wish.transparent && !shot->on_black) {
    shot->on_black = g_steal_pointer (&image);
    return;
  }
  if (image && shot->wish.transparent) {
    mw_canvas_make_transparent (shot->on_black, image);
    mw_image_free (image);
    image = g_steal_pointer (&shot->on_black);
  }
  finish (self, g_steal_pointer (&image), error);
}

/* Draws the next part, unless a frame of the view is not complete. A change of the model aborts the frame, which is begun again then. */
static gboolean
draw_part (gpointer data)
{
  MwViewport *self = data;
  MwViewportShot *shot = self->shot;
  gtk_gl_area_make_current (GTK_GL_AREA (self->area));
  if (g_cancellable_is_cancelled (shot->job)) {
    fail (self, MW_ERROR_CANCELLED, "cancelled");
    return G_SOURCE_CONTINUE;
  }
  const gboolean drawing = mw_renderer_is_drawing (self->renderer);
  if (!shot->drawn && drawing)
    return G_SOURCE_CONTINUE;
  if (!shot->drawn || !drawing)
    begin_frame (self, shot);
  if (mw_picture_go_on (shot->picture, self->renderer, PART_US))
    take (self, shot);
  return G_SOURCE_CONTINUE;
}

/* Why no picture can be made; NULL: it can. */
static const char *
refusal (MwViewport *self, const MwShotWish *wish)
{
  GLint most = 0;
  if (!self->renderer || !self->framed)
    return _ ("the view shows nothing yet");
  if (self->shot)
    return _ ("another picture is being made");
  gtk_gl_area_make_current (GTK_GL_AREA (self->area));
  while (self->gl.GetError () != GL_NO_ERROR)
    ; /* what came before is not about the picture */
  self->gl.GetIntegerv (GL_MAX_RENDERBUFFER_SIZE, &most);
  return MAX (wish->width, wish->height) > (guint) MAX (most, 0)
           ? _ ("the graphics card does not draw pictures so large")
           : NULL;
}

void
mw_viewport_shoot (MwViewport *self, const MwShotWish *wish, GCancellable *job, MwShotTaken taken, gpointer data)
{
  const char *why = refusal (self, wish);
  if (why) {
    g_autoptr (GError) error = NULL;
    mw_set_error (&error, MW_ERROR_REFUSED, -1, NULL, "%s", why);
    taken (NULL, error, data);
    return;
  }
  MwViewportShot *shot = g_new0 (MwViewportShot, 1);
  shot->wish = *wish;
  shot->job = g_object_ref (job);
  shot->taken = taken;
  shot->data = data;
  shot->picture = mw_picture_new (&self->gl);
  fill_frame (self, shot);
  self->shot = shot;
  mw_viewport_shoot_next (self);
}

gboolean
mw_viewport_shoot_next (MwViewport *self)
{
  if (self->shot && !self->shot->parts)
    self->shot->parts = g_idle_add_full (GDK_PRIORITY_REDRAW, draw_part, self, NULL);
  return self->shot != NULL;
}

void
mw_viewport_shoot_stop (MwViewport *self)
{
  if (!self->shot)
    return;
  gtk_gl_area_make_current (GTK_GL_AREA (self->area));
  end (self);
}
