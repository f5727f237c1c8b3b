/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"
#include "core/pose/evaluate.h"

/* Small M2 models for tests. */

/* A new record at the end of a list of the model, or of `owner`. */
gpointer m2_add (MwM2 *model, const char *list, const MwSchema *schema);
gpointer m2_add_to (MwM2 *model, gpointer owner, const char *list, const MwSchema *schema);
MwRef m2_ref (gconstpointer record);

/* Times start to end before 264, else of that duration; flags as given. */
MwM2Sequence *m2_add_sequence (MwM2 *model, uint32_t start, uint32_t end, uint32_t flags);
/* A bone that moves, at a pivot; parent may be NULL. */
MwM2Bone *m2_add_bone (MwM2 *model, const MwM2Bone *parent, float x, float y, float z);

/* A track without keys in the child field of that name. */
MwM2Track *m2_add_track (MwM2 *model, gpointer record, const char *field, uint32_t interpolation);
/* Keys: of the one time line before 264; else a lane of the sequence, or of all (NULL). Tangents may be NULL. */
void m2_add_keys (MwM2 *model, MwM2Track *track, const MwM2Sequence *sequence, uint32_t n, const int32_t *times,
                  const void *values, const void *in_tans, const void *out_tans);
/* A track whose one key holds for ever. */
void m2_set_constant (MwM2 *model, gpointer record, const char *field, const void *value);
/* A curve of a particle emitter through n values, evenly over the life. */
void m2_set_curve (MwM2 *model, MwM2Particle *emitter, const char *field, uint32_t n, const void *values);

/* The clock at a time behind the start of the sequence. */
MwClock m2_clock (const MwM2 *model, const MwM2Sequence *sequence, int32_t time);
