/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/bounds.h"
#include "core/schema/m2-versions.h"
#include "core/schema/record.h"
#include "core/schema/wire.h"

/* Records of the M2 family (m2.md), versions 256 to 274. Everything that follows from them (lookup tables, combos,
 * counts, local indices of skin profiles) is not a field; see derived.h. */

/* An animated value. A track with nothing at all (no keys, no interpolation, no global sequence) is a NULL pointer.
 *
 * Before 264 the keys are on the model's one time line, in the track's own arrays, and each sequence's first and
 * last key follow from them. From 264 on the track's own arrays are empty and `spread` says which lanes exist: none,
 * one for all sequences, or one per sequence. Then a sequence without keys has no lane, an alias plays the lane of
 * its target, and for a sequence whose keys are in an .anim file that is not loaded, a note keeps their stored
 * offsets. Times and values have equal length in valid files. If the file stores different lengths, both are kept as
 * stored. */
typedef struct {
  MwRecord record;
  uint32_t interpolation; /* u16 in files: 0 step, 1 linear, 2 Bezier, 3 Hermite */
  uint32_t spread;        /* MwM2Spread */
  MwRef global_sequence;
  MwArray times;                     /* int32, ms */
  MwArray values, in_tans, out_tans; /* tangents exist only in camera tracks, there with every interpolation */
  MwList lanes;                      /* MwM2Lane */
} MwM2Track;

typedef enum { MW_M2_SPREAD_NONE, MW_M2_SPREAD_ALL, MW_M2_SPREAD_SEQUENCES } MwM2Spread;

/* The keys of one sequence (or, with no sequence, of all). Times count from the sequence's start. */
typedef struct {
  MwRecord record;
  MwRef sequence;
  MwArray times;
  MwArray values, in_tans, out_tans;
} MwM2Lane;

/* A value over the life of a particle; not per sequence, always linear. */
typedef struct {
  MwRecord record;
  MwArray times; /* floats, fractions of the life */
  MwArray values;
} MwM2Curve;

typedef struct {
  MwRecord record;
  uint32_t duration;
} MwM2GlobalSequence;

typedef struct {
  MwRecord record;
  uint16_t animation, variation;
  uint32_t start, end; /* before 264 */
  uint32_t duration;   /* from 264 on */
  float move_speed;
  uint32_t flags;
  int16_t frequency;
  uint32_t replay[2];
  uint32_t blend_time;
  uint16_t blend_in, blend_out; /* with flag 0x200, from 264 on */
  MwBounds bounds;
  MwRef next;  /* next variation of the same animation */
  MwRef alias; /* the sequence that it plays instead, with flag 0x40 */
  uint8_t not_loaded; /* its keys are in a file that is not available */
} MwM2Sequence;

typedef struct {
  MwRecord record;
  int32_t key_bone;
  uint32_t flags;
  MwRef parent;
  uint16_t parent_distance;              /* in units of 1/36, rounded to an integer */
  uint16_t descendant_distance, z_ratio; /* 258 to 263 */
  uint32_t name_crc;                     /* from 264 on */
  MwM2Track *translation_track, *rotation_track, *scaling_track;
  float pivot[3];
} MwM2Bone;

/* Camera layouts for 265 to 271, where the version alone does not decide. */
enum {
  MW_M2_CAMERA_USUAL, /* field of view is a number up to 270, a track from 271 on */
  MW_M2_CAMERA_OTHER  /* the reverse */
};

typedef struct {
  MwRecord record;
  int32_t type;
  float field_of_view; /* before 271 */
  float far_clip, near_clip;
  MwM2Track *translation_track;
  float position[3];
  MwM2Track *target_translation_track;
  float target[3];
  MwM2Track *rotation_track, *field_of_view_track; /* the latter from 271 on */
} MwM2Camera;

#define MW_M2_PARTICLE_MULTITEXTURE 0x10000000u
#define MW_M2_PARTICLE_COMPRESSED_GRAVITY 0x800000u
#define MW_M2_PARTICLE_MOST_TEXTURE 31u    /* highest texture index that a multitexture emitter can store */
#define MW_M2_GRAVITY_STEP 0.04238648      /* unit of the magnitude in compressed gravity */
#define MW_M2_SEQUENCE_SPLIT_BLEND 0x200u  /* from 264 on: blend_in and blend_out instead of blend_time */

/* Emitter layouts, where the version alone does not decide. */
enum {
  MW_M2_PARTICLE_PLAIN,
  MW_M2_PARTICLE_SCROLLING, /* 16 bytes longer; see mw_m2_emitters_scroll() */
  MW_M2_PARTICLE_BYTES      /* below 262, but blend mode and emitter type are bytes: written by some converters */
};

typedef struct {
  MwRecord record;
  uint32_t particle_id, flags;
  float position[3];
  MwRef bone, texture;
  MwRef texture_2, texture_3; /* with flag 0x10000000 (multitexture): all three share one word, 5 bits each */
  uint8_t texture_bit;        /* the remaining bit of that word */
  char *geometry_model, *recursion_model;
  uint16_t blend_mode, emitter_type;
  uint16_t color_index;             /* from 262 on */
  uint8_t head_or_tail, unknown_2d; /* before 265 */
  float texture_scale[2];           /* from 265 on */
  int16_t priority_plane;
  uint16_t rows, columns;
  MwM2Track *speed_track, *variation_track, *latitude_track, *longitude_track, *gravity_track, *gravity_vector_track;
  MwM2Track *life_span_track, *emission_rate_track, *length_track, *width_track, *z_source_track, *visibility_track;
  /* Before 264: three values over the life. */
  float time;
  uint8_t color_start[4], color_middle[4], color_end[4]; /* RGBA */
  float scaling[3];
  uint16_t head_life[3], head_decay[3];
  int16_t tail_life[2], tail_decay[2];
  float spin_turns;
  /* From 264 on: curves with any number of keys. */
  float life_span_variation, emission_rate_variation;
  MwM2Curve *color_curve, *alpha_curve, *scaling_curve, *head_cell_curve, *tail_cell_curve;
  float scaling_variation[2];
  float initial_spin, initial_spin_variation, spin, spin_variation;
  /* In all versions. */
  float tail_length, twinkle_fps, twinkle_percent, twinkle_scale[2];
  float inherit_velocity, drag;
  float tumble_min[3], tumble_max[3];
  float wind[3], wind_time;
  float follow_speed1, follow_scale1, follow_speed2, follow_scale2;
  MwArray spline;
  /* In chunked files. A model without EXP2 uses the numbers of EXPT; the curve is in EXP2 only. */
  float exp2_z_source, exp2_color_factor, exp2_alpha_factor;
  MwM2Curve *exp2_alpha_cutoff_curve;
  float expt_z_source, expt_color_factor, expt_alpha_factor;
  uint32_t recursion_file, geometry_file; /* file ids of the two models */
  uint16_t geoset;                        /* shown and hidden with this geoset */
  uint8_t txac[2];
  float scroll_middle[4], scroll_range[4]; /* MW_M2_PARTICLE_SCROLLING: two texture layers of u, v */
} MwM2Particle;

typedef struct {
  MwRecord record;
  MwM2Track *color_track, *alpha_track;
} MwM2Color;

typedef struct {
  MwRecord record;
  uint32_t type, flags; /* only the low 16 bits of the flags have a meaning; the others are kept */
  char *path;
  uint32_t file_id; /* in chunked files, instead of the path */
} MwM2Texture;

typedef struct {
  MwRecord record;
  MwM2Track *weight_track;
} MwM2TextureWeight;

typedef struct {
  MwRecord record;
  MwM2Track *track;
} MwM2Flipbook;

typedef struct {
  MwRecord record;
  MwM2Track *translation_track, *rotation_track, *scaling_track;
} MwM2TextureTransform;

typedef struct {
  MwRecord record;
  uint16_t flags, blend_mode;
  uint8_t txac[2]; /* in chunked files */
} MwM2Material;

typedef struct {
  MwRecord record;
  uint32_t attachment_id;
  MwRef bone;
  uint16_t unknown_06; /* follows the bone in the file */
  float position[3];
  MwM2Track *visibility_track;
} MwM2Attachment;

typedef struct {
  MwRecord record;
  char *identifier; /* 4 characters */
  uint32_t data;
  MwRef bone;
  float position[3];
  MwM2Track *track;
} MwM2Event;

typedef struct {
  MwRecord record;
  uint16_t type;
  MwRef bone;
  float position[3];
  MwM2Track *ambient_color_track, *ambient_intensity_track, *color_track, *intensity_track;
  MwM2Track *attenuation_start_track, *attenuation_end_track, *visibility_track;
  /* In chunked files. */
  uint16_t detail_flags, detail_unknown_06;
  float detail_scale, detail_diffuse_factor;
  uint32_t detail_unknown_08, detail_unknown_0c;
} MwM2Light;

typedef struct {
  MwRecord record;
  uint32_t ribbon_id;
  MwRef bone;
  float position[3];
  MwArray textures, materials; /* references */
  MwM2Track *color_track, *alpha_track, *height_above_track, *height_below_track;
  float emission_rate, life_span, gravity;
  uint16_t rows, columns;
  MwM2Track *texture_slot_track, *visibility_track;
  int16_t priority_plane; /* from 264 on, with the two below */
  int8_t color_index, texture_transform_index;
} MwM2Ribbon;

/* A part of a skin profile: triangles over the model's vertices that share a bone palette and a geoset id. */
typedef struct {
  MwRecord record;
  uint16_t geoset;
  MwArray triangles; /* u16 indices of the model's vertices, three per triangle */
  uint16_t influences;
  MwRef center_bone;
  float center[3];
  float sort_center[3], sort_radius; /* from 258 on */
} MwM2Submesh;

/* One draw of a submesh. */
typedef struct {
  MwRecord record;
  uint8_t flags;
  int8_t priority_plane;
  uint16_t shader;
  MwRef submesh; /* of the same profile */
  uint16_t surface; /* the submesh's number before profiles split it for their bone limit */
  MwRef color, material, weight;
  MwRef weight_2, weight_3; /* of the second and the third texture; see mw_m2_batch_weights() */
  uint16_t layer;
  /* Its texture units, one array element each. */
  MwArray textures, transforms; /* references */
  MwArray coords; /* u16: which texture coordinates; 0xFFFF: environment mapping */
} MwM2Batch;

typedef struct {
  MwRecord record;
  uint8_t flags, flags2;
  uint16_t unknown_02;
  MwRef submesh, texture, color, weight;
} MwM2ShadowBatch;

/* Layouts of a profile, where the version alone does not decide. */
enum {
  MW_M2_SKIN_PLAIN,
  MW_M2_SKIN_SHADOWS /* with shadow batches: later than 264, and in most community files of version 264 */
};

typedef struct {
  MwRecord record;
  uint32_t bone_limit, file_id; /* the latter in chunked files */
  uint8_t not_loaded; /* its file is not available */
  MwList submeshes, batches, shadow_batches;
} MwM2Skin;

/* Records that only chunked files have (m2.md 12). */

/* Which file has the keys of an animation. */
typedef struct {
  MwRecord record;
  uint16_t animation, variation;
  uint32_t file_id;
} MwM2AnimFile;

/* Bounds that replace those of a sequence of the parent skeleton. */
typedef struct {
  MwRecord record;
  MwBounds bounds;
} MwM2ParentBounds;

/* Times that replace those of an event of the parent skeleton. */
typedef struct {
  MwRecord record;
  MwM2Track *track;
} MwM2ParentEvent;

typedef struct {
  MwRecord record;
  float unknown_00[2], unknown_08;
  uint8_t unknown_0c[12];
} MwM2EdgeFade;

typedef struct {
  MwRecord record;
  float unknown_00, unknown_04;
  uint32_t unknown_08, unknown_0c;
} MwM2Dboc;

/* A chunk of an unknown kind, or one whose size is not that of its kind. */
typedef struct {
  MwRecord record;
  uint8_t tag[4];
  MwArray bytes;
} MwM2UnknownChunk;

typedef struct {
  MwModel model;
  uint32_t version, global_flags;
  uint8_t chunked; /* the file is a stream of chunks; see core/model/m2/chunks.h */
  char *name;
  MwList global_sequences, sequences;
  MwArray playable_animations; /* before 264: pairs of i16: the animation to play instead, and how */
  MwList bones;
  /* Vertices: parallel arrays of equal length. */
  MwArray positions, bone_weights, bone_indices, normals, uvs, uvs2;
  MwList skins, colors, textures, texture_weights, texture_flipbooks, texture_transforms, materials;
  MwBounds bounds, collision_bounds;
  MwArray collision_triangles, collision_vertices, collision_normals;
  MwList attachments, events, lights, cameras, ribbons, particles;
  MwArray texture_combiners; /* from 264 on, with global flag 0x8 */
  /* In chunked files. File ids are 0 where there is no file. */
  MwList anim_files; /* MwM2AnimFile */
  MwArray lod_skin_files, bone_files; /* uint32_t: file ids */
  uint32_t physics_file, skeleton_file;
  uint16_t lod_unknown_00, lod_count;
  float lod_distance;
  uint8_t lod_particle_bones[4];
  uint32_t lod_unknown_0c;
  MwArray parent_animations; /* uint16_t: animation ids */
  MwList parent_texture_weights, parent_bounds, parent_events; /* MwM2TextureWeight, MwM2ParentBounds, MwM2ParentEvent */
  float wfv1_bump_scale, wfv3_bump_scale, wfv3_values[10], wfv3_more_values[3];
  uint8_t wfv3_color[4];
  uint16_t wfv3_flags, wfv3_unknown_32;
  uint32_t wfv3_unknown_40[4];
  MwArray wfv1_rest, wfv2_bytes, physics_bytes, afra_bytes; /* uint8_t */
  float near_fade[2];
  MwList edge_fades, dboc, unknown_chunks; /* MwM2EdgeFade, MwM2Dboc, MwM2UnknownChunk */
} MwM2;

/* Whether tracks keep their keys in lanes, rather than on the model's one time line. */
static inline gboolean
mw_m2_has_lanes (const MwM2 *model)
{
  return model->version >= MW_M2_LANES_SINCE;
}

/* Whether emitters of a model with this version and these global flags have scroll speeds, that is, the longer
 * record. */
static inline gboolean
mw_m2_emitters_scroll (uint32_t version, uint32_t global_flags)
{
  enum { SCROLLING = 0x200 };
  return version >= MW_M2_SCROLLING_SINCE || (version >= MW_M2_LANES_SINCE && (global_flags & SCROLLING));
}

/* Whether a record is an MwM2Track, or an MwM2Lane. */
static inline gboolean
mw_m2_is_track (const MwRecord *record)
{
  return record->schema->keys == MW_KEYS_M2_TRACK;
}

static inline gboolean
mw_m2_is_lane (const MwRecord *record)
{
  return record->schema->keys == MW_KEYS_LANE;
}

/* Number of vertices. */
static inline uint32_t
mw_m2_n_vertices (const MwM2 *model)
{
  return model->positions.n;
}

MW_DECLARE_SCHEMA (MwM2, mw_m2_schema)

/* The M2 model that contains a record; NULL for a record of another model, and while it is in none. */
const MwM2 *mw_m2_above (const MwRecord *record);

MW_DECLARE_SCHEMA (MwM2GlobalSequence, mw_m2_global_sequence_schema)
MW_DECLARE_SCHEMA (MwM2Sequence, mw_m2_sequence_schema)
MW_DECLARE_SCHEMA (MwM2Bone, mw_m2_bone_schema)
MW_DECLARE_SCHEMA (MwM2Skin, mw_m2_skin_schema)
MW_DECLARE_SCHEMA (MwM2Submesh, mw_m2_submesh_schema)
MW_DECLARE_SCHEMA (MwM2Batch, mw_m2_batch_schema)
MW_DECLARE_SCHEMA (MwM2ShadowBatch, mw_m2_shadow_batch_schema)
MW_DECLARE_SCHEMA (MwM2Color, mw_m2_color_schema)
MW_DECLARE_SCHEMA (MwM2Texture, mw_m2_texture_schema)
MW_DECLARE_SCHEMA (MwM2TextureWeight, mw_m2_texture_weight_schema)
MW_DECLARE_SCHEMA (MwM2Flipbook, mw_m2_flipbook_schema)
MW_DECLARE_SCHEMA (MwM2TextureTransform, mw_m2_texture_transform_schema)
MW_DECLARE_SCHEMA (MwM2Material, mw_m2_material_schema)
MW_DECLARE_SCHEMA (MwM2Attachment, mw_m2_attachment_schema)
MW_DECLARE_SCHEMA (MwM2Event, mw_m2_event_schema)
MW_DECLARE_SCHEMA (MwM2Light, mw_m2_light_schema)
MW_DECLARE_SCHEMA (MwM2Camera, mw_m2_camera_schema)
MW_DECLARE_SCHEMA (MwM2Ribbon, mw_m2_ribbon_schema)
MW_DECLARE_SCHEMA (MwM2Particle, mw_m2_particle_schema)
MW_DECLARE_SCHEMA (MwM2AnimFile, mw_m2_anim_file_schema)
MW_DECLARE_SCHEMA (MwM2ParentBounds, mw_m2_parent_bounds_schema)
MW_DECLARE_SCHEMA (MwM2ParentEvent, mw_m2_parent_event_schema)
MW_DECLARE_SCHEMA (MwM2EdgeFade, mw_m2_edge_fade_schema)
MW_DECLARE_SCHEMA (MwM2Dboc, mw_m2_dboc_schema)
MW_DECLARE_SCHEMA (MwM2UnknownChunk, mw_m2_unknown_chunk_schema)
extern const MwSchema mw_m2_track_float_schema, mw_m2_track_fixed16_schema, mw_m2_track_vec3_schema,
  mw_m2_track_quat_schema, mw_m2_track_u8_schema,
  mw_m2_track_u16_schema, mw_m2_track_event_schema, mw_m2_track_gravity_schema, mw_m2_track_vec3_key_schema,
  mw_m2_track_float_key_schema;
extern const MwSchema mw_m2_curve_fixed16_schema, mw_m2_curve_vec2_schema, mw_m2_curve_vec3_schema,
  mw_m2_curve_u16_schema;

/* A new, empty model of that version. Free with mw_model_free(). */
MwM2 *mw_m2_new (uint32_t version);

#define MW_M2_SEQUENCE_ALIAS 0x40
/* Whether a sequence of a model from 264 on keeps its keys in a separate .anim file (m2.md 5.1). */
gboolean mw_m2_sequence_is_external (const MwM2Sequence *sequence);

/* The index of the sequence whose keys sequence `index` plays, from version 264 on: `index` itself, or the end of
 * its chain of aliases. For a chain that leads nowhere it is the alias itself. */
uint32_t mw_m2_sequence_target (const MwM2 *model, uint32_t index);

/* How the keys of the model's sequences are stored, for reader and writer. From 264 on a sequence counts as away if
 * its keys are in a separate file (a reader that has loaded the file clears that), or if it is an alias that leads
 * to no keys. Free with g_free(). */
MwWireSequence *mw_m2_wire_sequences (const MwM2 *model, guint *n);

/* The profile to draw: the one with this id if it exists, else the first that is loaded; NULL if none is. `id` may
 * be 0. */
const MwM2Skin *mw_m2_skin_shown (const MwM2 *model, MwId id);
/* How many textures of a batch have a weight that its shader uses: 1; or from 265 on, where a special shader mixes or adds
 * the second or the third texture by its own weight, 2 or 3 (m2.md 6.2). */
guint mw_m2_batch_weights (uint32_t version, const MwM2Batch *batch);
/* The vector of gravity that a key of compressed gravity stores in three parts (m2.md 5.17). The sum of the squares of
 * the first two may exceed that of a unit vector; its z is then 0. */
void mw_m2_expand_gravity (const int16_t parts[3], float out[3]);
/* The rest position of a bone, or of a record attached to one: 3 floats. NULL for other records. */
const float *mw_m2_place (const MwRecord *record);
