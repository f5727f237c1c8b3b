/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/emitter.h"

/* The particles of World of Warcraft, in M2 and in the alpha, which have the same kind of emitters (rendering.md
 * 4.4). */

/* Flags of an emitter. */
enum {
  MW_EMITTER_UNSHADED = 0x1,
  MW_EMITTER_SORT_FAR_Z = 0x2,
  MW_EMITTER_VELOCITY_ALIGNED = 0x4,
  MW_EMITTER_MODEL_SPACE = 0x10,
  MW_EMITTER_INHERIT_SCALE = 0x20,
  MW_EMITTER_BURST = 0x40,
  MW_EMITTER_IMPLODE = 0x80,
  MW_EMITTER_UPWARDS = 0x100,
  MW_EMITTER_TUMBLER = 0x200,
  MW_EMITTER_TAIL_GROWS = 0x400,
  MW_EMITTER_EXTRUDE = 0x800,
  MW_EMITTER_XY_QUADS = 0x1000,
  MW_EMITTER_PROJECT = 0x2000,
  MW_EMITTER_FOLLOW = 0x4000,
  MW_EMITTER_EARLY = 0x7FFF, /* all bits that clients before 3.0 use; they ignore higher bits in files */
  MW_EMITTER_SQUIRT = 0x8000,
  MW_EMITTER_RANDOM_CELL = 0x10000,
  MW_EMITTER_HEAD = 0x20000,
  MW_EMITTER_TAIL = 0x40000,
  MW_EMITTER_SCALE_BY_AXIS = 0x80000,
  MW_EMITTER_REFRACTION = 0x100000,
  MW_EMITTER_CELL_OFFSET = 0x200000,
  MW_EMITTER_GRAVITY_VECTOR = 0x800000,
  MW_EMITTER_ALONG_BONES = 0x1000000,
  MW_EMITTER_STANDS_ON_EDGE = 0x8000000,
  MW_EMITTER_MULTI_TEXTURE = 0x10000000,
  MW_EMITTER_FOURFOLD_ALPHA = 0x20000000,
  MW_EMITTER_THREE_COLOURS = 0x40000000
};

/* Which random number of a particle (mw_particle_chance()) is used for what. */
enum {
  MW_CHANCE,
  MW_CHANCE_SCALE_Y,
  MW_CHANCE_CELL,
  MW_CHANCE_TWINKLE,
  MW_CHANCE_SIDE,
  MW_CHANCE_START,                          /* u and v of two textures */
  MW_CHANCE_SCROLL = MW_CHANCE_START + 4,   /* the same */
  MW_CHANCE_TUMBLE = MW_CHANCE_SCROLL + 4,  /* about each axis */
  MW_CHANCE_CARRIED = MW_CHANCE_TUMBLE + 3, /* for each emitter that it carries */
};

/* Types of emitters. */
enum { MW_EMITTER_PLANE = 1, MW_EMITTER_SPHERE = 2, MW_EMITTER_SPLINE = 3, MW_EMITTER_BONES = 4 };

/* A bone that particles are born at, and its parent; 0: it has none. */
typedef struct {
  MwId id, parent;
  float pivot[3], parent_pivot[3];
} MwEmittingBone;

/* The numbers of an emitter at a moment; angles in radians. */
typedef struct {
  float speed, variation, latitude, longitude, length, width, z_source;
  float life, life_variation;
  float gravity[3];
  const GArray *bones; /* MwEmittingBone; NULL or empty: the emitter is born at its own point */
} MwParticleSource;

/* Sets the flags, and the members that depend on them. */
void mw_wow_emitter_set_flags (MwEmitterState *state, uint32_t flags);
/* Sets whether heads and tails are drawn: 0 heads, 1 tails, 2 both. */
void mw_wow_emitter_set_head_or_tail (MwEmitterState *state, uint32_t head_or_tail);
/* Members of MwParticleRules. */
void mw_wow_particles_begin_step (MwParticles *particles, const MwClock *at, gboolean starts);
void mw_wow_particles_move (const MwParticles *particles, MwParticle *all, guint n, float dt);
gboolean mw_wow_particles_look (const MwParticles *particles, const MwParticle *p, float f, const MwParticleView *view,
                                MwParticleLook *out);
gboolean mw_wow_particles_place_model (const MwParticles *particles, const MwParticle *particle, float f,
                                       const float world[16], MwModelPlace *out);
/* How a matrix turns, as a quaternion; without rotation if it has an axis of no length. */
void mw_wow_particle_turn (const float world[16], float out[4]);
/* Scales the particle as it twinkles. FALSE: it is hidden. */
gboolean mw_wow_particle_twinkle (const MwEmitterState *state, const MwParticle *particle, MwParticleShape *shape);
/* Emits n particles with these values. */
void mw_wow_particles_spawn (MwParticles *particles, const MwClock *at, guint n, const MwParticleSource *source);
/* Shapes with these values. */
void mw_wow_particles_shape (const MwParticles *particles, const MwParticleSource *source, MwEmitterShape *out);
/* The cell for a random number in [-1, 1). */
guint64 mw_wow_particle_cell (const MwEmitterState *state, float chance);
/* The largest of an array of floats and of `largest`. */
float mw_wow_largest (const MwArray *values, float largest);
