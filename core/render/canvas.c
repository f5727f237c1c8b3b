/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/canvas.h"

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
