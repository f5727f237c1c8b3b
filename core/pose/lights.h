/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"

/* The lights of a model at a time, in model space (rendering.md 5). */

typedef enum {
  MW_LIGHT_DIRECTIONAL,
  MW_LIGHT_POINT,
  MW_LIGHT_AMBIENT /* the same from all sides */
} MwLightKind;

typedef struct {
  MwId id; /* of the record; 0: it is not one of the model */
  MwLightKind kind;
  float at[3];      /* directional: the unit vector towards the light; point: its position */
  float colour[3];  /* RGB times intensity: what a surface that faces the light gets */
  float ambient[3]; /* RGB times intensity: what every surface gets; it fades with the distance, too */
  /* A point light fades by exp (-damping d^2) / (1 + linear d + quadratic d^2), and if end > start also linearly from
   * 1 at `start` to 0 at `end`. */
  float quadratic, linear, damping, start, end;
} MwLight;

/* Appends the lights (MwLight) that are visible at the clock's moment and not black, in the model's order. The skeleton
 * must have been updated to the clock. */
void mw_lights_append (const MwSkeleton *skeleton, const MwClock *clock, GArray *lights);
