/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "tests/m2/generate.h"

/* --- Sequences of the sample -------------------------------------------------------------------------------------- */

typedef struct {
  guint16 id, variation;
  guint16 low_flags; /* those that go with the animation id */
  gint16 frequency;
  gint16 next;         /* variation */
  gint16 alias;        /* from 264 on: whose keys it plays, or -1 */
  gint16 ring;         /* from 264 on: aliasNext */
  gboolean external;   /* from 264 on: keys in an .anim */
  guint start, length; /* ms */
} M2MadeSequence;

/* --- Records as tables -------------------------------------------------------------------------------------------- */

typedef enum {
  M2_U8,
  M2_I8,
  M2_U16,
  M2_I16,
  M2_U32,
  M2_I32,
  M2_F32,
  M2_HEX8, /* flags: printed as 0x.. */
  M2_HEX16,
  M2_HEX32,
  M2_REF16, /* index into `words` (a list), 0xFFFF none */
  M2_REF32,
  M2_BGRA,   /* printed red first */
  M2_FP25,   /* bytes: 5 bits of fraction, 2 whole, sign */
  M2_FP69,   /* 9 bits of fraction, 6 whole, sign */
  M2_HALF,   /* 16-bit floating point */
  M2_ID4,    /* four characters */
  M2_TEXT,   /* A(char) with NUL; empty: one NUL */
  M2_REFS,   /* A(u16), indices into `words` */
  M2_POINTS, /* A(v3) */
  M2_TRACK,
  M2_CURVE,
} M2Kind;

typedef enum {
  M2_OF_NOTHING, /* times alone */
  M2_OF_V3,
  M2_OF_F32,
  M2_OF_V2,
  M2_OF_COLOUR, /* v3 of 0..255 */
  M2_OF_FX16,
  M2_OF_U8,
  M2_OF_U16,
  M2_OF_QUAT,
  M2_OF_BONE_QUAT, /* floats up to 257, compressed from 258 on */
  M2_OF_V3_KEY,    /* with tangents */
  M2_OF_F32_KEY,
  M2_OF_GRAVITY, /* i8 x, i8 y, i16 z */
} M2Element;

/* Conditions of rows; a record is written with the rows whose conditions hold. */
enum {
  M2_WHEN_WORDS = 1 << 0,
  M2_WHEN_BYTES = 1 << 1,
  M2_WHEN_ONE_TEXTURE = 1 << 2,
  M2_WHEN_TEXTURES = 1 << 3,
  M2_WHEN_GRAVITY = 1 << 4,
  M2_WHEN_GRAVITY_VECTOR = 1 << 5,
  M2_WHEN_HEAD_OR_TAIL = 1 << 6,
  M2_WHEN_SCALE = 1 << 7,
  M2_WHEN_LONG = 1 << 8,
  M2_WHEN_ONE_BLEND = 1 << 9,
  M2_WHEN_TWO_BLENDS = 1 << 10,
};

/* A field of a record. `key` is the name by which generate.c sets it. `path` is its name in paths, which is spelled only here
 * (NULL: none, because the field is derived). Rows are in file order, with the offsets that m2.md has for each layout. */
typedef struct {
  const char *key, *path;
  M2Kind kind;
  guint8 n; /* components, 1 if 0 */
  M2Element element;
  const char *const *words; /* M2_REF*: words[0] is the list; numbers: what values are called, NULL at the end */
  guint16 when;
  gint16 at[3]; /* per layout, -1: not there */
} M2Row;

typedef struct {
  const char *path; /* of the list in the model */
  const M2Row *rows;
  guint n_rows;
  guint16 size[3]; /* per layout */
} M2Record;

extern const M2Record m2_record_sequence, m2_record_bone, m2_record_color, m2_record_texture, m2_record_texture_weight,
  m2_record_texture_transform, m2_record_material, m2_record_attachment, m2_record_event, m2_record_light,
  m2_record_camera, m2_record_ribbon, m2_record_particle, m2_record_submesh, m2_record_batch, m2_record_shadow_batch;

/* Path names of what is not a record: the model's own fields, arrays, parts of tracks. */
extern const char *const m2_words[];
typedef enum {
  M2_WORD_VERSION,
  M2_WORD_NAME,
  M2_WORD_GLOBAL_FLAGS,
  M2_WORD_BOUNDS_MIN,
  M2_WORD_BOUNDS_MAX,
  M2_WORD_BOUNDS_RADIUS,
  M2_WORD_COLLISION_MIN,
  M2_WORD_COLLISION_MAX,
  M2_WORD_COLLISION_RADIUS,
  M2_WORD_GLOBAL_SEQUENCES,
  M2_WORD_DURATION,
  M2_WORD_PLAYABLE,
  M2_WORD_VERTICES,
  M2_WORD_POSITION,
  M2_WORD_VERTEX_WEIGHTS,
  M2_WORD_VERTEX_BONES,
  M2_WORD_NORMAL,
  M2_WORD_UV,
  M2_WORD_UV2,
  M2_WORD_COLLISION_TRIANGLES,
  M2_WORD_COLLISION_VERTICES,
  M2_WORD_COLLISION_NORMALS,
  M2_WORD_SKINS,
  M2_WORD_BONE_LIMIT,
  M2_WORD_TRIANGLES,
  M2_WORD_UNITS,
  M2_WORD_UNIT_TEXTURE,
  M2_WORD_UNIT_COORD,
  M2_WORD_UNIT_TRANSFORM,
  M2_WORD_BATCH_WEIGHT,
  M2_WORD_BATCH_WEIGHT_2,
  M2_WORD_BATCH_WEIGHT_3,
  M2_WORD_INTERPOLATION,
  M2_WORD_GLOBAL_SEQUENCE,
  M2_WORD_SPREAD,
  M2_WORD_LANES,
  M2_WORD_LANE_SEQUENCE,
  M2_WORD_KEYS,
  M2_WORD_TIME,
  M2_WORD_VALUE,
  M2_WORD_IN_TAN,
  M2_WORD_OUT_TAN,
  M2_N_WORDS
} M2Word;

/* --- Making ------------------------------------------------------------------------------------------------------- */

typedef enum { M2_NO_KEYS, M2_ONE_KEY, M2_GLOBAL_KEYS, M2_ALL_SEQUENCES } M2Pattern;

typedef struct {
  guint version, form;
  guint counter;     /* the next free value */
  guint n_tracks;    /* so far */
  GByteArray *out;   /* the model */
  GPtrArray *files;  /* M2File */
  GPtrArray *values; /* M2Value */
  GPtrArray *tracks; /* whose keys wait for the second pass, from 264 on */
  const M2MadeSequence *sequences;
  guint n_sequences;
  const guint32 *global_sequences;
  guint n_global_sequences;
} M2Maker;

/* Sets a field to this value instead of the next free one; for a track, its pattern. */
typedef struct {
  const char *key;
  double v[4];
  guint n;          /* of M2_REFS and M2_POINTS */
  const char *text; /* M2_TEXT, M2_ID4 */
  gboolean used;
} M2Set;

typedef struct {
  M2Set sets[40];
  guint n;
} M2Sets;

void m2_set (M2Sets *sets, const char *key, double value);
void m2_set_vec (M2Sets *sets, const char *key, guint n, const double *values);
void m2_set_text (M2Sets *sets, const char *key, const char *text);

/* Overwrites bytes of `out` at `at` with a little-endian number. */
void m2_put8 (GByteArray *out, guint at, guint value);
void m2_put16 (GByteArray *out, guint at, guint value);
void m2_put32 (GByteArray *out, guint at, guint32 value);
void m2_put_float (GByteArray *out, guint at, float value);

/* Appends `size` zero bytes at the next multiple of 16 and returns their offset. */
guint m2_place (GByteArray *out, guint size);
/* The same for `count` elements; writes count and offset at `at`. For no elements it appends nothing and writes zeros. */
guint m2_place_array (GByteArray *out, guint at, guint count, guint size);
/* The same for an array of u16, with its values. */
void m2_place_u16s (GByteArray *out, guint at, const guint16 *values, guint n);

/* The next free values. */
guint m2_next (M2Maker *m);
float m2_next_float (M2Maker *m);

/* Adds a line to the list of values; the path is a format. */
void m2_say (M2Maker *m, const char *value, const char *path, ...) G_GNUC_PRINTF (3, 4);
void m2_say_uint (M2Maker *m, guint value, const char *path, ...) G_GNUC_PRINTF (3, 4);
void m2_say_floats (M2Maker *m, const float *values, guint n, const char *path, ...) G_GNUC_PRINTF (4, 5);
void m2_append_float (GString *text, float value);

/* Writes one record at `at` of `out`. Only a record without arrays can be written to another buffer than m->out. */
void m2_write_record (M2Maker *m, GByteArray *out, guint at, const M2Record *record, guint layout, guint when,
                      const char *path, M2Sets *sets);
/* Writes a track or a curve at `at` of the model. */
void m2_write_track (M2Maker *m, guint at, M2Element element, M2Pattern pattern, const char *path);
void m2_write_curve (M2Maker *m, guint at, M2Element element, guint n_keys, const char *path);
/* From 264 on: places the keys of all tracks, and makes the .anim files. */
void m2_place_keys (M2Maker *m);
/* Places the keys of tracks that have the same keys for all sequences, and no others. */
void m2_place_single_keys (M2Maker *m);
/* Makes m->out, the model, the chunk MD21 of a file in chunks. `counts`: its textures, materials, lights and emitters. */
void m2_write_chunks (M2Maker *m, const guint counts[4]);
void m2_add_file (M2Maker *m, char *name, GByteArray *bytes);

/* The fields of the header; m2_at() returns the offset of one in this version. */
/* clang-format off */
enum {
  M2_AT_NAME, M2_AT_FLAGS, M2_AT_LOOPS, M2_AT_SEQUENCES, M2_AT_SEQUENCE_LOOKUP, M2_AT_PLAYABLE, M2_AT_BONES,
  M2_AT_KEY_BONES, M2_AT_VERTICES, M2_AT_PROFILES, M2_AT_COLORS, M2_AT_TEXTURES, M2_AT_WEIGHTS, M2_AT_TRANSFORMS,
  M2_AT_REPLACEABLE, M2_AT_MATERIALS, M2_AT_BONE_COMBOS, M2_AT_TEXTURE_COMBOS, M2_AT_COORD_COMBOS,
  M2_AT_WEIGHT_COMBOS, M2_AT_TRANSFORM_COMBOS, M2_AT_BOUNDS, M2_AT_COLLISION_BOUNDS, M2_AT_COLLISION_INDICES,
  M2_AT_COLLISION_POSITIONS, M2_AT_COLLISION_NORMALS, M2_AT_ATTACHMENTS, M2_AT_ATTACHMENT_LOOKUP, M2_AT_EVENTS,
  M2_AT_LIGHTS, M2_AT_CAMERAS, M2_AT_CAMERA_LOOKUP, M2_AT_RIBBONS, M2_AT_PARTICLES, M2_AT_COMBINERS
};
/* clang-format on */
guint m2_at (const M2Maker *m, guint field);
/* Whether a form is requested and this version has the choice. */
gboolean m2_has_form (const M2Maker *m, guint form, guint since, guint until);
/* The sequences (which tracks need) with their lookups, and the bones. */
void m2_write_sequences (M2Maker *m);
void m2_write_bones (M2Maker *m);

/* --- The mesh ----------------------------------------------------------------------------------------------------- */

enum { M2_N_VERTICES = 39, M2_N_MADE_BONES = 24, M2_N_PROFILES = 4, M2_N_SURFACES = 4 };

typedef struct {
  float position[3], normal[3], uv[4];
  guint8 weights[4], bones[4];
} M2MadeVertex;

/* What the batches of a surface have in common in all profiles. */
typedef struct {
  guint geoset, layer;
  guint flags;
  gint priority;
  guint color, material; /* 0xFFFF: none */
  guint shader;
  gboolean no_coords; /* the model has no coordinate combos */
  guint n_textures;
  guint16 textures[4], coords[4], weights[4], transforms[4];
  guint n_weights;                                         /* of them, those that its shader uses */
  guint texture_run, coord_run, weight_run, transform_run; /* into the combos */
} M2MadeSurface;

void m2_make_vertices (M2Maker *m, M2MadeVertex vertices[M2_N_VERTICES]);
/* The profiles: their headers (inline) at `at` of the model up to 263, files from 264 on; appends to `bone_combos`. */
void m2_write_profiles (M2Maker *m, guint at, const M2MadeVertex vertices[M2_N_VERTICES],
                        const M2MadeSurface surfaces[M2_N_SURFACES], const guint16 *material_flags,
                        const guint16 *material_blends, GArray *bone_combos);
