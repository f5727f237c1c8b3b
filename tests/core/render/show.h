/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/context.h"
#include "core/render/renderer.h"

/* Whole models drawn off the screen as the window draws them, for the tests of this folder. */
typedef struct {
  MwOffscreen *offscreen;
  MwRenderer *renderer;
  MwFrame frame;
} Show;

/* A square picture of `side` pixels, by OpenGL ES with `es`. FALSE: there is no such context here, and the test was skipped. */
gboolean show_open (Show *show, int side, gboolean es);
void show_close (Show *show);
/* The frame as it is now; an error of GL fails the test. Free with mw_image_free(). */
MwImage *show_draw (Show *show);

/* Pixels that differ between two pictures of one size. */
guint n_other_pixels (const MwImage *a, const MwImage *b);
