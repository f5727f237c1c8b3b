/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/particle-colors.h"
#include "core/pose/skeleton.h"
#include "core/pose/spawns.h"
#include "core/pose/sprite.h"

/* The simulation of a particle emitter: PREM and PRE2 of Warcraft III (rendering.md 4.2, 4.1), an emitter of M2 (4.4), or PRE2 of
 * World of Warcraft's alpha, which works like that of M2 and has its angles in radians.
 *
 * The simulation takes steps of a fixed length, and the random numbers of a step depend on its number alone. So the picture
 * of a moment is the same, whether one played up to it or dragged the time there (simulation.h). A looping sequence begins
 * with the particles that the pass before it would have left. After the end of a sequence that does not loop nothing is
 * emitted, and the living particles go on.
 *
 * What of M2 and the alpha is simulated, and what approximately, is in the tables of 4.4. Not here: refraction. */
typedef struct _MwParticles MwParticles;

/* The largest number of living particles of one emitter. If more are emitted, the oldest are gone. */
#define MW_PARTICLES_MAX 4096

/* Creates the simulation of an emitter; NULL if the record is not an emitter of such a kind. Skeleton and emitter
 * must outlive it; after mw_skeleton_refresh() call mw_particles_reset(). */
MwParticles *mw_particles_new (const MwSkeleton *skeleton, const MwRecord *emitter);
void mw_particles_free (MwParticles *particles);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwParticles, mw_particles_free)

/* Discards the state: the next update simulates from the start. For when the emitter, or what moves it, was edited. */
void mw_particles_reset (MwParticles *particles);
/* Advances the simulation to the clock's moment. At rest there are no particles. The current pose of the skeleton
 * does not matter. */
void mw_particles_update (MwParticles *particles, const MwClock *clock);
guint mw_particles_n (const MwParticles *particles);

/* The file of the model that the particles of an emitter are, as the model calls it; NULL: they are no models, or the record is no
 * emitter. It belongs to the record. */
const char *mw_particles_model (const MwModel *model, const MwRecord *emitter);
/* Appends an MwModelPlace for each particle that is a model, the oldest first. `world` is the current matrix of the emitter's node, for
 * emitters in model space. */
void mw_particles_append_models (MwParticles *particles, const float world[16], GArray *places);

/* The largest number of emitters that each particle carries (m2.md 13). */
#define MW_CARRIED_MAX 4
/* The file of the model whose emitters each particle of an emitter carries, as the model calls it; NULL: none. It belongs to the record. */
const char *mw_particles_recursion (const MwModel *model, const MwRecord *emitter);
/* Whether particles can carry an emitter of a model. */
gboolean mw_particles_can_be_carried (const MwModel *model, const MwRecord *emitter);
/* Lets the particles carry the first MW_CARRIED_MAX emitters of another model of World of Warcraft, which must outlive them or the next call;
 * NULL: none. Discards the state. What those would carry themselves is left out. */
void mw_particles_carry (MwParticles *particles, const MwModel *model);
/* The i-th that they carry, and its emitter; NULL: there are fewer. */
MwParticles *mw_particles_carried (const MwParticles *particles, guint i, const MwRecord **emitter);
/* The matrix to draw what they carry with; `world` is the current matrix of the emitter's node. */
void mw_particles_carried_world (MwParticles *particles, const float world[16], float out[16]);

/* Where an emitter's particles are born, relative to its node, and where they fly first. */
typedef struct {
  gboolean sphere;     /* between two spheres about the node; FALSE: on a rectangle in its x and y */
  float length, width; /* sides of the rectangle along x and along y; or the radii of the spheres */
  float spread;        /* radians: how far they may fly from the node's z */
} MwEmitterShape;
/* The shape at a moment. Emitters along a spline, and those that use bones, have an empty rectangle. */
MwEmitterShape mw_particles_shape (MwParticles *particles, const MwClock *clock);
/* Sets the colours that the game shows instead of those of the emitter if its colour index says so, not instead of those of emitters that the
 * particles carry. They must outlive the particles or the next call; NULL: none. */
void mw_particles_set_colors (MwParticles *particles, const MwParticleColors *colors);
/* Sets a limit below MW_PARTICLES_MAX, for models whose many emitters share a total. Discards the state. */
void mw_particles_set_max (MwParticles *particles, guint max);

/* Appends quads (4 MwSpriteVertex each) that face the viewer of `view` to a GArray of MwSpriteVertex: oldest first,
 * or far to near if the emitter sorts its particles. `world` is the current matrix of the emitter's node, for
 * emitters in model space. Returns the number of quads. */
guint mw_particles_append_quads (MwParticles *particles, const float world[16], const float view[16], GArray *vertices);
