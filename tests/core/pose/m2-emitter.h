/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"
#include "core/pose/particles.h"

/* A particle emitter of an M2 for tests. The viewer is at +x, so that +y is to the right and +z up. */

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

/* Creates an emitter at (1, 0, 0): plane, of no extent, one particle per step, which lives for 1 second and flies up
 * at a speed of 3. From 264 on its alpha goes from 0 to 1. */
void m2_emitter_set_up (M2Emitter *world, uint32_t version);
void m2_emitter_tear_down (M2Emitter *world);
/* Sets a constant value, in place of the track's keys. */
void m2_emitter_number (M2Emitter *world, const char *track, float value);
/* Simulates from the start up to that moment and draws. Returns the number of quads. */
guint m2_emitter_draw (M2Emitter *world, int32_t time);

const MwSpriteVertex *m2_emitter_quad (const M2Emitter *world, guint i);
void quad_centre (const MwSpriteVertex *quad, float out[3]);
/* The half axes of a quad: towards the right of the texture, and towards its top. */
void quad_axes (const MwSpriteVertex *quad, float along[3], float across[3]);
/* The particle's age as a fraction of its life, found from its alpha. */
double quad_age (const MwSpriteVertex *quad);
/* The cell of a quad, for two rows and columns. */
guint quad_cell (const MwSpriteVertex *quad);
