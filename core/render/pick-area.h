/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/renderer.h"

/* Private to mesh-pick.c and pick-spots.c: points of a picture, and which pixels of it a polygon has. */

typedef struct {
  float x, y;     /* pixels from the top left */
  float depth;    /* along the view, in units of the model; 0 or less: it is not in front of the eye */
  float nearness; /* linear across a triangle in the picture, and larger for what is nearer */
} MwPickPoint;

/* One flag for each pixel of a rectangle. */
typedef struct {
  int left, top, width, height;
  guint8 *inside; /* free with g_free() */
} MwPickArea;

/* The pixels whose middle is inside a polygon of n corners, by even-odd rule. For each row only the edges that cross it are looked at. */
MwPickArea mw_pick_area_fill (const MwFrame *frame, const float (*corners)[2], guint n);
gboolean mw_pick_area_has (const MwPickArea *area, const MwPickPoint *point);
