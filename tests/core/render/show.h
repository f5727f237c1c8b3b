/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/context.h"
#include "core/render/renderer.h"

/* Pictures off the screen, for the tests of this folder. */

typedef struct {
  MwOffscreen *offscreen;
  MwRenderer *renderer;
  MwFrame frame; /* what is set up is up to the test */
} Show;

/* A square picture of OpenGL or OpenGL ES; `gl` are the calls to make (NULL: those of the driver). Where there is no driver the
 * test is skipped: FALSE. */
gboolean show_open (Show *show, int side, gboolean es, const MwGl *gl);
/* Models must be freed after it. */
void show_close (Show *show);
/* The frame as an image; fails on errors of the driver. */
MwImage *show_draw (Show *show);

/* Pixels that differ between two images of one size. */
guint n_other_pixels (const MwImage *a, const MwImage *b);
/* For the eye: NAME.png in the folder that the environment variable MODELWRIGHT_PICTURES names, if it does. */
void show_keep (const MwImage *image, const char *name);

typedef struct {
  const char *name;
  void (*function) (gconstpointer es); /* NULL: OpenGL */
} ShowTest;
/* Adds each test twice: /render/PART/OpenGL: NAME and /render/PART/OpenGL ES: NAME. */
void show_add_tests (const char *part, const ShowTest *tests, guint n);
