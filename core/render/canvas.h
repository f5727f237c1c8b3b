/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
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
