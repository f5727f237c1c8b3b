/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"
#include "core/pose/particles.h"

/* A particle emitter of M2 for tests: seen from +x, so that right is +y and up is +z. */

typedef struct {
  MwM2 *model;
  MwM2Sequence *stand;
  MwM2Bone *bone;
  MwM2Particle *e;
  MwSkeleton *skeleton;
  MwParticles *particles;
  GArray *vertices;
} M2Emitter;

extern const float m2_emitter_view[16];

/* One at (1, 0, 0) of one particle in each step that lives 1 second and flies up with 3, plane, without any area. From 264 on
 * alpha runs from 0 to 1. */
void m2_emitter_set_up (M2Emitter *world, uint32_t version);
void m2_emitter_tear_down (M2Emitter *world);
/* A number for ever, in place of what was there. */
void m2_emitter_number (M2Emitter *world, const char *track, float value);
/* Simulates anew up to that moment and draws; the number of quads. */
guint m2_emitter_draw (M2Emitter *world, int32_t time);

const MwSpriteVertex *m2_emitter_quad (const M2Emitter *world, guint i);
void quad_centre (const MwSpriteVertex *quad, float out[3]);
/* The half axes: to the right of the texture, and up. */
void quad_axes (const MwSpriteVertex *quad, float along[3], float across[3]);
/* How long it has lived of its second, as the curve of alpha tells. */
double quad_age (const MwSpriteVertex *quad);
/* Of two rows and columns. */
guint quad_cell (const MwSpriteVertex *quad);
