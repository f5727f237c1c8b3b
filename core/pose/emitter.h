/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/particles.h"
#include "core/pose/pool.h"

/* Private to core/pose: the interface between particles.c, which stores and draws particles, and the kinds of
 * emitters: mdlx-particles.c (Warcraft III), m2-particles.c and mdlx-wow-particles.c (World of Warcraft; their
 * common part is wow-particles.c). Emitters that particles carry are in carried.c. */

#define MW_PARTICLE_STEP (MW_SIMULATION_STEP_MS / 1000.0f)

/* A particle, in model space or, if the emitter says so, in the space of its node. */
typedef struct {
  float position[3], velocity[3], pull[3]; /* `pull` is an acceleration */
  float age, life;
  float span;   /* seconds over which its look changes; 0: its life */
  guint64 seed; /* of mw_particle_chance() */
  float turn
    [4]; /* quaternion: how the emitter was turned at its birth; for particles of World of Warcraft that are models */
  float due[MW_CARRIED_MAX]; /* for each emitter that it carries: what is due and not emitted yet */
} MwParticle;

/* A random number in [-1, 1) that is constant for the particle; a different one for each `which`. */
float mw_particle_chance (const MwParticle *particle, guint which);

/* The viewer's axes in model space, and the node's matrix. */
typedef struct {
  float right[3], up[3], towards[3];
  const float *world;
} MwParticleView;

typedef struct {
  float rgba[4];
  float along[3], across[3], shift[3]; /* half axes of the head, and its middle as seen from the particle */
  float back[3];                       /* from the particle to the end of its tail */
  float width, dot; /* half the tail's width; half the size of a tail that the viewer sees end on, 0: none is drawn */
  guint64 head_cell, tail_cell;
  float more[2][4]; /* rectangles of further textures: u0, v0, u1, v1 */
} MwParticleLook;

/* How a particle looks over its life, in two segments: from the first value to the second until `middle`, a fraction
 * of the life, then to the third. Cells are: first, last (included), and repeats for each segment. */
typedef struct {
  float middle;
  float rgba[3][4], scaling[3];
  gint64 head[2][3], tail[2][3];
} MwParticleSegments;

typedef struct _MwEmitterState MwEmitterState;

/* Half the width and height of the head, and its rotation in radians. */
typedef struct {
  float scale[2], angle;
} MwParticleShape;

/* The current values of an emitter of any kind. */
struct _MwEmitterState {
  gboolean model_space; /* particles move with their node */
  gboolean sorted;      /* particles are drawn from far to near */
  gboolean remembers;   /* the emitter's state depends on its whole past */
  gboolean head, tail;  /* what is drawn of a particle */
  guint64 rows, columns;
  const float *position;
  float tail_length; /* as seconds of flight; for growing tails, the maximum */
  MwParticleSegments segments;

  /* World of Warcraft's emitters only: see rendering.md 4.4 for what each does. */
  uint32_t flags; /* MW_EMITTER_... of wow-particles.h */
  uint32_t type, cell_seed;
  float twinkle_fps, twinkle_percent, twinkle_scale[2];
  float inherit_velocity, drag, wind[3], wind_time;
  float follow_speed[2], follow_scale[2];
  float spin_turns;   /* turns in a whole life */
  guint color_set;    /* which of MwParticleColors replaces its colours, from 1 on; 0: none does */
  gboolean models;    /* the particles are models */
  gboolean turned;    /* with models: they are turned as the emitter was at their birth */
  float tumble[3][2]; /* with models: smallest and largest turning speed about each axis, in radians per second */
  const MwArray *spline;
  /* Sets how a particle looks at the fraction f of its life; NULL: as `segments` say. */
  void (*look) (const MwParticles *particles, const MwParticle *particle, float f, MwParticleLook *look,
                MwParticleShape *shape);
};

typedef struct {
  /* Reads the emitter's values into *out, which is particles->now. Called first in each step, and before drawing.
   * Always sets the same members, except for the segments: only drawing needs them, so they are set only if `looks`. */
  void (*read) (const MwModel *model, const MwRecord *emitter, gboolean looks, MwEmitterState *out);
  /* The longest life that any particle of the emitter may have. */
  float (*life_span) (const MwParticles *particles);
  /* Called before the particles move. May be NULL. */
  void (*begin_step) (MwParticles *particles, const MwClock *at, gboolean starts);
  /* Moves all n particles by dt seconds. */
  void (*move) (const MwParticles *particles, MwParticle *all, guint n, float dt);
  /* The number of particles that become due in this step; a negative number or NaN: none. */
  double (*due) (MwParticles *particles, const MwClock *at);
  /* Adds n new particles with mw_particles_add(). */
  void (*spawn) (MwParticles *particles, const MwClock *at, guint n);
  /* How a particle looks at the fraction f of its span. Position and velocity are in model space. FALSE: it is not
   * drawn. */
  gboolean (*look) (const MwParticles *particles, const MwParticle *particle, float f, const MwParticleView *view,
                    MwParticleLook *out);
  /* See mw_particles_shape(); *out is 0 before, and read() was called. */
  void (*shape) (const MwParticles *particles, const MwClock *at, MwEmitterShape *out);
  /* Sets matrix and colour of a particle that is a model, at the fraction f of its span; `world` is the matrix of the node, and *out has the
   * rest. FALSE: it is not drawn. NULL: it has its own size, is not turned, and the emitter's particles carry nothing and cannot be
   * carried. */
  gboolean (*place_model) (const MwParticles *particles, const MwParticle *particle, float f, const float world[16],
                           MwModelPlace *out);
} MwParticleRules;

extern const MwParticleRules mw_mdlx_particle_rules, mw_mdlx_model_particle_rules, mw_alpha_particle_rules,
  mw_m2_particle_rules;

/* A living particle that is drawn. */
typedef struct {
  float depth; /* towards the viewer */
  guint place; /* among the living */
} MwDrawnParticle;

struct _MwParticles {
  MwPool pool;   /* of MwParticle */
  GArray *drawn; /* MwDrawnParticle: of this frame, kept so that a frame allocates nothing */
  const MwParticleRules *rules;
  const MwField *visibility; /* the emitter's field for its visibility track */
  MwEmitterState now;        /* the emitter's values, as of the last call of read() */
  guint64 random;            /* state of the random numbers; set again in each step */
  float
    last_rate; /* Warcraft III and the alpha: the rate of an emitter of bursts in the last step; infinite: not known */
  float places[3][3]; /* World of Warcraft: positions of the emitter now, one step ago and two steps ago */
  guint n_places;     /* number of known positions */
  gboolean fresh;     /* World of Warcraft: nothing was emitted since the sequence started, or started again */
  float thrust[3];    /* added to the velocities of a burst */
  GArray *spline;     /* float: lengths up to each point of the spline; NULL until they are measured */
  GArray *bones;      /* MwEmittingBone: those that an emitter of M2 emits at; NULL until they are looked for */
  MwParticles *carried[MW_CARRIED_MAX]; /* emitters that each particle carries */
  guint n_carried;
  const MwParticleColors *colors; /* see mw_particles_set_colors() */
  gboolean is_carried; /* it is one of those, has no skeleton, and emits where `carrier` says instead of at its node */
  float carrier[16];
};

/* Reads the emitter's values into `now`, with the segments only if `looks`. */
void mw_particles_read (MwParticles *particles, gboolean looks);
/* The colours at the start, in the middle and at the end of a life that replace those of the emitter; NULL: it keeps its own. Read before. */
const guint8 (*mw_particles_replaced_colors (const MwParticles *particles))[3];
/* Moves the particles by a step, and removes those whose life has ended. */
void mw_particles_move_on (MwParticles *particles, const MwSimulationStep *step);
/* Whether the emitter is switched on. */
gboolean mw_particles_emits (const MwParticles *particles, const MwClock *at);
/* Simulates a step of the emitters that the particles carry, after that of the particles themselves. */
void mw_particles_step_carried (MwParticles *particles, const MwSimulationStep *step);

/* Random numbers in [-1, 1) and in [0, 1). */
float mw_particles_random (MwParticles *particles);
float mw_particles_random_part (MwParticles *particles);
/* Adds a particle and gives it a seed, unless there are too many or its life is 0. */
void mw_particles_add (MwParticles *particles, MwParticle particle);

/* The number of particles of an emitter of bursts that become due in a step: all when the rate rises from nothing, as it
 * does when a sequence starts. */
double mw_particles_burst (MwParticles *particles, float rate);
/* Moves particles of Warcraft III. */
void mw_mdlx_particles_move (const MwParticles *particles, MwParticle *all, guint n, float dt);
/* The number of particles of a PRE2 that become due in a step. */
double mw_mdlx_particles_due (MwParticles *particles, const MwClock *at);
/* The segments of a PRE2. */
void mw_mdlx_particle_segments (const MwRecord *emitter, MwParticleSegments *out);

/* The texture cell at fraction `f` (above 0, below 1) of a part of life: cells[0] is the first cell, cells[1] the last,
 * which may be below the first, and cells[2] how many times the cells are shown, at least once. */
guint64 mw_particle_cell (const gint64 cells[3], double f);
/* The look at the fraction f of a life: sets colour and cells in `look` and returns the size. */
float mw_particle_segments_at (const MwParticleSegments *segments, float f, MwParticleLook *look);
