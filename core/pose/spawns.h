/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"

/* Where whole models are that a model shows at a moment: as particles (mw_particles_append_models() of particles.h), or spawned by an event
 * object (SPN of Warcraft III, rendering.md 4.3). */

typedef struct {
  float world[16]; /* from the space of the model that is shown to that of the one that shows it */
  guint64 who;     /* the same for one of them at all moments */
  guint64 age_ms;
  float rgba[4]; /* colours of the model are multiplied by it */
} MwModelPlace;

/* The largest number of living models of one event object; the newest are kept. */
#define MW_SPAWNS_MAX 64

/* The models that one event object has spawned. Each stays where the node was when its key came, and looks as the node did. */
typedef struct _MwSpawns MwSpawns;

/* NULL if the record spawns no models. Skeleton and node must outlive it. */
MwSpawns *mw_spawns_new (const MwSkeleton *skeleton, const MwRecord *node);
void mw_spawns_free (MwSpawns *spawns);
/* What a node spawns, as the tables of the game call it; NULL: nothing. It belongs to the node. */
const char *mw_spawns_id (const MwModel *model, const MwRecord *node);
/* Sets the moment. At rest there are none. */
void mw_spawns_update (MwSpawns *spawns, const MwClock *clock);
/* Appends an MwModelPlace for each that is younger than `life_ms`, the oldest first. */
void mw_spawns_append (const MwSpawns *spawns, guint64 life_ms, GArray *places);
