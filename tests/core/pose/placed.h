/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/particles.h"

/* For tests: where the models are that one node shows, as its particles or spawned by it. */
typedef struct {
  MwSkeleton *skeleton;
  const MwRecord *node;
  MwParticles *particles; /* NULL: the node spawns them */
  MwSpawns *spawns;
  guint64 life_ms; /* of those that are spawned */
  GArray *places;  /* MwModelPlace: of the last call of placed_at() */
} Placed;

/* The model and the node must outlive it; the node emits or spawns models. */
void placed_begin (Placed *placed, const MwModel *model, gconstpointer node);
void placed_end (Placed *placed);
/* How many there are at a moment. */
guint placed_at (Placed *placed, const MwClock *clock);
/* The i-th of them. */
const MwModelPlace *placed_one (const Placed *placed, guint i);
/* Fails unless the moment is the same to the bit, whether it is played from the start of the sequence, after another moment of it, or alone. */
void placed_assert_by_moment_alone (Placed *placed, const MwClock *start, const MwClock *other);
