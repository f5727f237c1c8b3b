/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"
#include "core/pose/spawns.h"

/* Models that a model shows inside itself (rendering.md 4.6): at its nodes, as its particles, or spawned by its events. */

typedef struct {
  MwId node;            /* of the outer model */
  const MwModel *model; /* the one that is shown; it must outlive what is done with it */
  gboolean attached;    /* it hangs on the node; FALSE: the node's particles are it, or the node spawns it */
} MwInside;

/* One of them as it is shown. */
typedef struct {
  float world[16]; /* from its space to that of the outer model */
  MwClock clock;   /* its own */
} MwInsidePose;

/* Whether a matrix can be drawn with. */
gboolean mw_inside_is_finite (const float m[16]);
/* Where a model is that hangs on a node: its origin is at the node's pivot. FALSE: the node is gone or hidden, or its matrix is not finite. The
 * skeleton is posed. */
gboolean mw_inside_place (const MwSkeleton *skeleton, MwId node, float world[16]);
/* The clock at the birth of a model that an emitter or event brings: it plays its first sequence. */
MwClock mw_inside_first (const MwModel *model);
/* How long a spawned model is there, in ms: while it plays that sequence. */
guint64 mw_inside_life (const MwClock *first);
/* That clock for what an emitter or event has brought. */
MwClock mw_inside_clock (const MwClock *first, guint64 age_ms);

/* The largest number of models of one emitter or event that are listed. */
#define MW_INSIDE_LISTED 64
/* Appends an MwInsidePose for each that is shown at the moment that the skeleton of the outer model is posed at, of an emitter or event the
 * newest. Works without a GPU. */
void mw_inside_list (const MwSkeleton *skeleton, const MwInside *inside, const MwClock *clock, GArray *out);
