/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Where the names of points are written, so that none is on top of another. */

typedef struct {
  float x, y;          /* the point */
  float width, height; /* of the text */
  gboolean first;      /* more important than those that are not */
  float depth;         /* the nearer one is more important */
  gboolean shown;      /* set: whether there is room for it */
  float left, top;     /* set, if it is shown: where the text begins */
} MwLabelPlace;

/* Finds a place beside each point, at one of its four corners, in the order of importance. A text that would lie on another one at each
 * of them is not shown. Points keep their order. */
void mw_label_places_find (MwLabelPlace *places, guint n);
