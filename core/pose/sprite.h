/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* A corner of what particles and ribbons are drawn with. Four in a row are a quad, counter-clockwise for the viewer that it
 * was made for: triangles 0 1 2 and 0 2 3. Model space; the texture's first row is at v = 0. */
typedef struct {
  float position[3];
  float uv[2];
  float rgba[4];
} MwSpriteVertex;
