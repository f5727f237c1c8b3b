/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/canvas.h"
#include "core/base/error.h"

#include <string.h>

static void
make_buffer (const MwCanvas *canvas, const MwGl *gl, GLuint *buffer, GLenum kind, GLenum format)
{
  gl->GenRenderbuffers (1, buffer);
  gl->BindRenderbuffer (GL_RENDERBUFFER, *buffer);
  if (canvas->samples > 1)
    gl->RenderbufferStorageMultisample (GL_RENDERBUFFER, (GLsizei) canvas->samples, format, canvas->width,
                                        canvas->height);
  else
    gl->RenderbufferStorage (GL_RENDERBUFFER, format, canvas->width, canvas->height);
  gl->FramebufferRenderbuffer (GL_FRAMEBUFFER, kind, GL_RENDERBUFFER, *buffer);
}

void
mw_canvas_make (MwCanvas *canvas, const MwGl *gl, int width, int height, guint samples)
{
  mw_canvas_drop (canvas, gl);
  *canvas = (MwCanvas) { .width = width, .height = height, .samples = samples };
  gl->GenFramebuffers (1, &canvas->framebuffer);
  gl->BindFramebuffer (GL_FRAMEBUFFER, canvas->framebuffer);
  make_buffer (canvas, gl, &canvas->colour, GL_COLOR_ATTACHMENT0, GL_RGBA8);
  make_buffer (canvas, gl, &canvas->depth, GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8);
  gl->BindRenderbuffer (GL_RENDERBUFFER, 0);
}

void
mw_canvas_drop (MwCanvas *canvas, const MwGl *gl)
{
  gl->DeleteFramebuffers (1, &canvas->framebuffer);
  gl->DeleteRenderbuffers (1, &canvas->colour);
  gl->DeleteRenderbuffers (1, &canvas->depth);
  *canvas = (MwCanvas) { 0 };
}

/* --- Pictures ------------------------------------------------------------------------------------------------------- */

static void
read_pixels (const MwCanvas *canvas, const MwGl *gl, uint8_t *pixels)
{
  const GLint w = canvas->width, h = canvas->height;
  MwCanvas resolved = { 0 };
  gl->BindFramebuffer (GL_FRAMEBUFFER, canvas->framebuffer);
  if (canvas->samples > 1) {
    mw_canvas_make (&resolved, gl, w, h, 0);
    gl->BindFramebuffer (GL_READ_FRAMEBUFFER, canvas->framebuffer);
    gl->Disable (GL_SCISSOR_TEST);
    gl->BlitFramebuffer (0, 0, w, h, 0, 0, w, h, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl->BindFramebuffer (GL_FRAMEBUFFER, resolved.framebuffer);
  }
  gl->PixelStorei (GL_PACK_ALIGNMENT, 1);
  gl->ReadPixels (0, 0, w, h, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  mw_canvas_drop (&resolved, gl);
  gl->BindFramebuffer (GL_FRAMEBUFFER, canvas->framebuffer);
}

MwImage *
mw_canvas_read (const MwCanvas *canvas, const MwGl *gl, GError **error)
{
  g_autoptr (MwImage) image = mw_image_new ((uint32_t) canvas->width, (uint32_t) canvas->height, "picture", error);
  if (!image)
    return NULL;
  const size_t row = (size_t) image->width * 4;
  g_autofree uint8_t *pixels = g_try_malloc (row * image->height);
  if (!pixels) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL, "no memory for a picture of %u x %u pixels", image->width,
                  image->height);
    return NULL;
  }
  read_pixels (canvas, gl, pixels);
  const GLenum failure = gl->GetError ();
  if (failure != GL_NO_ERROR) {
    mw_set_error (error, MW_ERROR_UNSUPPORTED, -1, NULL, "OpenGL reports the error 0x%04X", failure);
    return NULL;
  }
  /* GL's first row is the lowest. */
  for (uint32_t y = 0; y < image->height; y++)
    memcpy (image->rgba + y * row, pixels + (image->height - 1 - y) * row, row);
  mw_image_update_has_alpha (image);
  return g_steal_pointer (&image);
}

void
mw_canvas_make_transparent (MwImage *black, const MwImage *white)
{
  for (size_t i = 0; i < (size_t) black->width * black->height * 4; i += 4) {
    uint8_t *at = black->rgba + i;
    int alpha = 0;
    for (int k = 0; k < 3; k++)
      alpha = MAX (alpha, 255 - (white->rgba[i + (size_t) k] - at[k]));
    alpha = MIN (alpha, 255);
    for (int k = 0; k < 3; k++)
      at[k] = (uint8_t) (alpha ? MIN ((at[k] * 255 + alpha / 2) / alpha, 255) : 0);
    at[3] = (uint8_t) alpha;
  }
  mw_image_update_has_alpha (black);
}
