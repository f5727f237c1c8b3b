/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"
#include "core/render/gl.h"

/* A frame buffer to draw into: colour as RGBA8 and a depth of 24 bits. All 0 is none. */
typedef struct {
  GLuint framebuffer, colour, depth;
  int width, height; /* pixels */
  guint samples;     /* of a pixel; 0 or 1: edges are not smoothed */
} MwCanvas;

/* Replaces the canvas by one of that size; its frame buffer is bound afterwards. `samples` must not be above GL_MAX_SAMPLES. */
void mw_canvas_make (MwCanvas *canvas, const MwGl *gl, int width, int height, guint samples);
void mw_canvas_drop (MwCanvas *canvas, const MwGl *gl);

/* What is drawn, the top row first, and opaque only where the frame buffer is; it waits until the drawing is done. Its frame buffer is bound
 * afterwards. NULL and an error: there is no memory, or OpenGL reports an error since it was asked last. Free with mw_image_free(). */
MwImage *mw_canvas_read (const MwCanvas *canvas, const MwGl *gl, GError **error);
/* Makes `black`, a picture on black, transparent: by as much as the same picture on white lets the background through. */
void mw_canvas_make_transparent (MwImage *black, const MwImage *white);
