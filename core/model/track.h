/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* An animated value of the MDLX family (architecture.md, records and families).
 *
 * A track has an interpolation, a clock (the model's time line or a global sequence) and keys. The keys are parallel
 * arrays of equal length: times in ms (int32; negative and unsorted ones occur), values, and for Hermite and Bezier
 * interpolation an in-tangent and an out-tangent each. There is one schema per value type; all share this struct.
 * The M2 family has its own struct, MwM2Track. */
typedef enum {
  MW_INTERPOLATION_NONE, /* MDL: DontInterp */
  MW_INTERPOLATION_LINEAR,
  MW_INTERPOLATION_HERMITE,
  MW_INTERPOLATION_BEZIER
} MwInterpolation;

typedef struct {
  MwRecord record;
  uint32_t interpolation; /* as stored */
  MwRef global_sequence;
  MwArray times;    /* int32, ms */
  MwArray values;   /* of the schema's value type */
  MwArray in_tans;  /* empty unless the interpolation has tangents */
  MwArray out_tans;
} MwTrack;

/* The keys of an event object (KEVT): times only. */
typedef struct {
  MwRecord record;
  MwRef global_sequence;
  MwArray times;
} MwEventTrack;

extern const MwSchema mw_track_float_schema;   /* 1 float */
extern const MwSchema mw_track_vec3_schema;    /* 3 floats */
extern const MwSchema mw_track_quat_schema;    /* 4 floats: x, y, z, w */
extern const MwSchema mw_track_colour_schema;  /* 3 floats, RGB in memory */
extern const MwSchema mw_track_u32_schema;     /* one u32 */
extern const MwSchema mw_track_texture_schema; /* one reference to a texture */
extern const MwSchema mw_event_track_schema;

extern const MwNames mw_interpolation_names;

/* Whether a stored interpolation has tangents (2 and 3). */
static inline gboolean
mw_interpolation_has_tangents (uint32_t interpolation)
{
  return interpolation >= MW_INTERPOLATION_HERMITE;
}

/* The field that holds the values of a track of this schema ("keys.value"). */
const MwField *mw_track_value_field (const MwSchema *schema);
/* Whether the schema is one of the tracks above (not the event track). */
static inline gboolean
mw_schema_is_track (const MwSchema *schema)
{
  return schema->keys == MW_KEYS_TRACK;
}
/* The first of `n` sorted times of keys that is not before `time`; `n` if all are. */
guint mw_times_not_before (const gint32 *times, guint n, gint64 time);
