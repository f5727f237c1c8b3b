/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"
#include "core/pose/sprite.h"

/* A particle emitter: one of the second kind of Warcraft III (PRE2; rendering.md 4.1), one of M2 (4.4), or one of World of
 * Warcraft's alpha (PRE2), which M2 inherited: its angles are radians.
 *
 * The simulation takes steps of a fixed length and draws its random numbers from a fixed seed, so the picture of a moment is
 * always the same. mw_particles_update() goes on from the moment before when time ran on (global_ms too), over the seam of a
 * looping sequence as well; after a jump it simulates anew from the start of the sequence. A looping sequence then begins with
 * the particles that the loop before it would have left. Behind the end of a sequence that does not loop nothing is spawned,
 * and what lives goes on as global_ms runs.
 *
 * M2 and the alpha: where the client and its viewers differ (4.4), it is the client's way. Left out: models as particles, and their tumbling;
 * emitters borrowed from another model; emission at bones (a point instead); colours that the game's tables put in; light;
 * refraction. */
typedef struct _MwParticles MwParticles;

/* The most that one emitter has at a time. */
#define MW_PARTICLES_MAX 4096

/* NULL if the record is no such emitter. Skeleton and emitter must outlive it; after mw_skeleton_refresh() call
 * mw_particles_reset(). */
MwParticles *mw_particles_new (const MwSkeleton *skeleton, const MwRecord *emitter);
void mw_particles_free (MwParticles *particles);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwParticles, mw_particles_free)

/* Forgets everything: the next update simulates anew. For when the emitter or what moves it was edited. */
void mw_particles_reset (MwParticles *particles);
/* Brings the simulation to the clock's moment. In rest there are no particles. The skeleton's own pose does not matter. */
void mw_particles_update (MwParticles *particles, const MwClock *clock);
guint mw_particles_n (const MwParticles *particles);
/* Fewer than MW_PARTICLES_MAX, where many emitters share a room. Forgets everything. */
void mw_particles_set_max (MwParticles *particles, guint max);

/* Appends quads (4 MwSpriteVertex each) facing the viewer of `view` to a GArray of MwSpriteVertex, oldest first, or sorted far
 * to near when the emitter asks for it. `world` is the emitter node's matrix now: emitters in model space hang on it. Returns
 * the number of quads. */
guint mw_particles_append_quads (MwParticles *particles, const float world[16], const float view[16], GArray *vertices);
