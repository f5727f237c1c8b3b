/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/offscreen.h"
#include "core/render/renderer.h"

/* Offscreen pictures, for the tests of this folder. */

typedef struct {
  MwOffscreen *offscreen;
  MwRenderer *renderer;
  MwFrame frame; /* the test sets it up */
} Show;

/* A square picture with OpenGL or OpenGL ES. `gl` has the functions to call (NULL: those of the driver). FALSE:
 * there is no driver, and the test is marked as skipped. */
gboolean show_open (Show *show, int side, gboolean es, const MwGl *gl);
/* Models must be freed after this. */
void show_close (Show *show);
/* The frame as an image; fails on errors of the driver. */
MwImage *show_draw (Show *show);

/* The number of pixels that differ between two images of the same size. */
guint n_other_pixels (const MwImage *a, const MwImage *b);
/* Writes the picture as NAME.png to the folder in the environment variable MODELWRIGHT_PICTURES, if that is set. */
void show_keep (const MwImage *image, const char *name);

typedef struct {
  const char *name;
  void (*function) (gconstpointer es); /* NULL: OpenGL */
} ShowTest;
/* Adds each test twice: /render/PART/OpenGL: NAME and /render/PART/OpenGL ES: NAME. */
void show_add_tests (const char *part, const ShowTest *tests, guint n);
