/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"
#include "core/pose/evaluate.h"

/* Small M2 models for tests. */

/* Adds a record to the end of a list of the model, or of `owner`. */
gpointer m2_add (MwM2 *model, const char *list, const MwSchema *schema);
gpointer m2_add_to (MwM2 *model, gpointer owner, const char *list, const MwSchema *schema);
MwRef m2_ref (gconstpointer record);

/* A sequence from `start` to `end`; from 264 on with that duration. */
MwM2Sequence *m2_add_sequence (MwM2 *model, uint32_t start, uint32_t end, uint32_t flags);
/* A bone with the flag that lets it move; parent may be NULL. */
MwM2Bone *m2_add_bone (MwM2 *model, const MwM2Bone *parent, float x, float y, float z);

/* A submesh of a skin profile, which takes the array of triangles, and the batch that draws it with a material of its own and
 * the model's first texture. */
MwM2Batch *m2_add_batch (MwM2 *model, MwM2Skin *skin, MwArray triangles);

/* A track without keys in the child field of that name. */
MwM2Track *m2_add_track (MwM2 *model, gpointer record, const char *field, uint32_t interpolation);
/* Adds keys: before 264 on the one time line, else as a lane for the sequence, or for all (NULL). Tangents may be
 * NULL. */
void m2_add_keys (MwM2 *model, MwM2Track *track, const MwM2Sequence *sequence, uint32_t n, const int32_t *times,
                  const void *values, const void *in_tans, const void *out_tans);
/* Sets a track with one key, so that the value is constant. */
void m2_set_constant (MwM2 *model, gpointer record, const char *field, const void *value);
/* Sets a curve of a particle emitter with n values, evenly spaced over the life. */
void m2_set_curve (MwM2 *model, MwM2Particle *emitter, const char *field, uint32_t n, const void *values);

/* The clock at `time` ms after the start of the sequence. */
MwClock m2_clock (const MwM2 *model, const MwM2Sequence *sequence, int32_t time);
