/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/particles.h"
#include "core/pose/pool.h"

/* What particles.c, which keeps the living and draws them, asks the family of an emitter: mdlx-particles.c, m2-particles.c,
 * wow-particles.c. */

#define MW_PARTICLE_STEP (MW_SIMULATION_STEP_MS / 1000.0f)

/* In model space, or in that of its node for emitters that say so. */
typedef struct {
  float position[3], velocity[3], pull[3]; /* an acceleration */
  float age, life;
  float span;   /* the time that its looks are spread over; 0: its life */
  guint64 seed; /* mw_particle_chance() */
} MwParticle;

/* A number in [-1, 1) that stays with the particle; another for each `which`. */
float mw_particle_chance (const MwParticle *particle, guint which);

/* The viewer's axes in model space, and the node's matrix. */
typedef struct {
  float right[3], up[3], towards[3];
  const float *world;
} MwParticleView;

typedef struct {
  gboolean head, tail;
  guint64 rows, columns;
  float rgba[4];
  float along[3], across[3], shift[3]; /* the head's half axes, and where its middle stands from the particle */
  float back[3];                       /* the tail's way from the particle */
  float width, dot; /* half the tail's width; half the size of one that the viewer sees end on, 0: none */
  guint64 head_cell, tail_cell;
  float more[2][4]; /* rectangles of further textures: u0, v0, u1, v1 */
} MwParticleLook;

typedef struct {
  gboolean model_space; /* particles hang on their node */
  gboolean sorted;      /* far ones are drawn first */
  gboolean fleeting;    /* they are gone after one step */
  gboolean remembers;   /* what the emitter did long ago still counts */
} MwParticleHabits;

typedef struct {
  void (*habits) (const MwParticles *particles, MwParticleHabits *out);
  /* The longest life that one of them may have at any time. */
  float (*life_span) (const MwParticles *particles);
  /* Before the particles move. May be NULL. */
  void (*begin_step) (MwParticles *particles, const MwClock *at, gboolean turn);
  /* All of them, n in number, go on for that time. */
  void (*move) (const MwParticles *particles, MwParticle *all, guint n, float dt);
  /* How many become due in this step; below 0 and NaN: none. */
  double (*due) (MwParticles *particles, const MwClock *at, gboolean turn);
  /* n new ones, by mw_particles_add(). */
  void (*spawn) (MwParticles *particles, const MwClock *at, guint n);
  /* How it looks at the fraction f of that time; position and velocity are in model space. FALSE: not at all. */
  gboolean (*look) (const MwParticles *particles, const MwParticle *particle, float f, const MwParticleView *view,
                    MwParticleLook *out);
} MwParticleRules;

extern const MwParticleRules mw_mdlx_particle_rules, mw_m2_particle_rules, mw_wow_particle_rules;

struct _MwParticles {
  MwPool pool; /* of MwParticle */
  const MwParticleRules *rules;
  const MwField *visibility; /* the emitter's track */
  guint64 random;            /* of each step anew */
  guint n_steps;
  /* MDLX */
  int squirted; /* the key of the emission rate that was squirted last, or -1 */
  /* M2 */
  float places[3][3]; /* where the emitter was: now, a step ago, two ago */
  guint n_places;     /* of those that are known */
  float thrust[3];    /* what a burst adds to velocities */
  GArray *spline;     /* float: lengths up to each point of the spline; NULL before they were measured */
  /* World of Warcraft's alpha: its emitter as one of M2 before 264, which the rules of M2 read then; owns nothing but itself. */
  MwM2Particle *as_m2;
};

/* Numbers in [-1, 1) and in [0, 1). */
float mw_particles_random (MwParticles *particles);
float mw_particles_random_part (MwParticles *particles);
/* Adds one, with a seed of its own, unless there are too many or it has no life. */
void mw_particles_add (MwParticles *particles, MwParticle particle);

/* How many of a PRE2 become due in a step. */
double mw_mdlx_particles_due (MwParticles *particles, const MwClock *at, gboolean turn);

/* The numbers of an emitter of M2 at a moment; angles in radians. */
typedef struct {
  float speed, variation, latitude, longitude, length, width, z_source;
  float life, life_variation;
  float gravity[3];
} MwParticleSource;
/* n new ones by them. */
void mw_m2_particles_spawn (MwParticles *particles, const MwClock *at, guint n, const MwParticleSource *source);

/* A life in two parts, before and behind the middle: which part, and how far in it. */
guint mw_particle_part (float middle, float f, float *in_part);
/* The cell that shows at a fraction of an interval: `end` is not reached. */
guint64 mw_particle_cell (gint64 start, gint64 end, gint64 repeat, float f);
