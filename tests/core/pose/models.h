/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/pose/skeleton.h"

/* Small models for the tests of this folder. */

/* A detached track; `in_tans` and `out_tans` may be NULL. */
MwTrack *new_track (const MwSchema *schema, uint32_t interpolation, uint32_t n, const int32_t *times,
                    const void *values, const void *in_tans, const void *out_tans);
/* Puts the track into the child field of that name; what was there is freed. */
void set_track (MwMdlx *model, gpointer record, const char *field, MwTrack *track);
/* Adds a record to the end of a list of the model, which may be of any family, or of `owner`. */
gpointer add (gpointer model, const char *list, const MwSchema *schema);
gpointer add_to (gpointer model, gpointer owner, const char *list, const MwSchema *schema);
/* A new node; parent may be NULL. */
gpointer add_node (MwMdlx *model, const MwSchema *schema, gconstpointer parent, float x, float y, float z);
/* A reference to a record. */
MwRef ref_to (gconstpointer record);

/* One key at time 0 each. */
void set_translation (MwMdlx *model, gpointer node, float x, float y, float z);
void set_rotation (MwMdlx *model, gpointer node, float x, float y, float z, float degrees); /* about a unit axis */
void set_scaling (MwMdlx *model, gpointer node, float x, float y, float z);

/* A clock at `time`, in a sequence from `start` to `end`. */
MwClock clock_at (int32_t start, int32_t end, gboolean looping, int32_t time);

void assert_floats (const float *is, const float *should_be, guint n, float tolerance, const char *where);
#define ASSERT_FLOATS(is, tolerance, ...)                                                                              \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    const float should_be_[] = { __VA_ARGS__ };                                                                        \
    assert_floats (is, should_be_, G_N_ELEMENTS (should_be_), tolerance, G_STRLOC);                                    \
  }                                                                                                                    \
  G_STMT_END
/* Checks where the matrix moves the point x, y, z to. */
void assert_moves (const float matrix[16], float x, float y, float z, float to_x, float to_y, float to_z,
                   const char *where);
#define ASSERT_MOVES(matrix, x, y, z, to_x, to_y, to_z) assert_moves (matrix, x, y, z, to_x, to_y, to_z, G_STRLOC)
