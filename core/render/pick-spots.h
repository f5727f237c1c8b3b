/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/pick-area.h"

/* Private to mesh-pick.c: which of some points of a picture triangles hide. The points are sorted into squares, so that a triangle is compared
 * only with those near it. */

typedef struct {
  float x, y;
  float limit;   /* what is nearer than this (MwPickPoint.nearness) hides it; infinite: it is hidden */
  guint32 index; /* of the caller */
} MwPickSpot;

typedef struct {
  int left, top, columns, rows; /* the squares */
  guint32 *starts;              /* of the spots of each square, row by row, and the end of the last */
  float *least;                 /* the smallest limit in each square */
  MwPickSpot *spots;            /* n, sorted by square */
  guint32 n;
} MwPickSpots;

/* Sorts n spots. All are in the area. Free with mw_pick_spots_clear(). */
MwPickSpots mw_pick_spots_sort (const MwPickArea *area, const MwPickSpot *spots, guint32 n);
/* Hides what a triangle is in front of. Of its edges, both the points on them and their ends belong to it. */
void mw_pick_spots_hide (MwPickSpots *spots, const MwPickPoint *const corners[3]);
void mw_pick_spots_clear (MwPickSpots *spots);
