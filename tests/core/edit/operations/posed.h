/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"

/* Where the vertices of a model are at a moment, computed from the matrices of its nodes by code of the tests' own. */

typedef void (*TablePointVisitor) (const double p[3], gpointer data);
/* Updates the skeleton, and visits the vertices of all geosets that are shown, or all vertices of an M2. */
void table_visit_shown (const MwModel *model, MwSkeleton *skeleton, const MwClock *clock, TablePointVisitor visit,
                        gpointer data);

/* The box of the points that table_box_add() has visited; begins as zeros. */
typedef struct {
  gboolean any;
  double min[3], max[3];
} TableBox;
void table_box_add (const double p[3], gpointer box);
