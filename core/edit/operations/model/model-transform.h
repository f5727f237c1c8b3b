/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* The whole model turned about the origin and then moved: a point p becomes turn * p + by. */
typedef struct {
  const double *turn; /* a rotation: three rows of three numbers; NULL: it is not turned */
  double by[3];
} MwPlacing;

/* Moves all that is stated in the space of the model: vertices, pivots, cameras, collision, boxes, bind poses. If it is turned, also
 * normals, tangents and the keys that move and turn nodes. Boxes that are turned are then the smallest around the turned box, and
 * boxes of zeros, which were never filled in, stay. *changed counts the fields. Refused for keys that the result cannot have. */
gboolean mw_model_transform (MwDocument *document, const MwPlacing *placing, guint *changed, GError **error);
