/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"
#include "core/pose/skeleton.h"
#include "core/pose/sprite.h"

/* A particle emitter of M2 (rendering reference, 4.4), simulated as that of Warcraft III (core/pose/particles.h): in fixed steps
 * and from a fixed seed, so that a moment always looks the same.
 *
 * Left out: twinkle, tumbling, following, bursts, model particles, scrolling and further textures, and emission at bones.
 * Splines are run through by their parameter, not by their length. */
typedef struct _MwM2Particles MwM2Particles;

/* Skeleton and emitter must outlive it; after mw_skeleton_refresh() call mw_m2_particles_reset(). */
MwM2Particles *mw_m2_particles_new (const MwSkeleton *skeleton, const MwM2Particle *emitter);
void mw_m2_particles_free (MwM2Particles *particles);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwM2Particles, mw_m2_particles_free)
void mw_m2_particles_reset (MwM2Particles *particles);
/* Brings the simulation to the clock's moment. In rest there are no particles. */
void mw_m2_particles_update (MwM2Particles *particles, const MwClock *clock);
guint mw_m2_particles_n (const MwM2Particles *particles);
const MwM2Particle *mw_m2_particles_emitter (const MwM2Particles *particles);
/* Appends quads facing the viewer of `view`, oldest first, and returns their number. `world` is the emitter's matrix now. */
guint mw_m2_particles_append_quads (const MwM2Particles *particles, const float world[16], const float view[16],
                                    GArray *vertices);
/* The texture, or the first of several. */
MwRef mw_m2_particle_texture (const MwM2 *model, const MwM2Particle *emitter);
