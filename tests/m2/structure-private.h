/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "tests/m2/structure.h"

#include <string.h>

/* What the files of the checker share. Sections in comments ("§9") are those of docs/formats/m2.md. */

/* The tables of the header, in file order (§2). */
enum {
  NAME,
  LOOPS,
  SEQUENCES,
  SEQUENCE_LOOKUP,
  PLAYABLE,
  BONES,
  KEY_BONES,
  VERTICES,
  PROFILES,
  COLORS,
  TEXTURES,
  WEIGHTS,
  FLIPBOOKS,
  TRANSFORMS,
  REPLACEABLE,
  MATERIALS,
  BONE_COMBOS,
  TEXTURE_COMBOS,
  COORD_COMBOS,
  WEIGHT_COMBOS,
  TRANSFORM_COMBOS,
  COLLISION_INDICES,
  COLLISION_POSITIONS,
  COLLISION_NORMALS,
  ATTACHMENTS,
  ATTACHMENT_LOOKUP,
  EVENTS,
  LIGHTS,
  CAMERAS,
  CAMERA_LOOKUP,
  RIBBONS,
  PARTICLES,
  COMBINERS,
  N_TABLES,
};

/* A table's name and the layout of its records, up to version 263 and from 264 on; NULL where there is none. */
typedef struct {
  const char *name, *line, *lanes;
} Table;
extern const Table tables[N_TABLES];

typedef struct {
  char kind; /* 't', 'e', 'a', 'f', 's' */
  guint width, offset;
  char name[20];
} Item;

typedef struct {
  Item items[20];
  guint n, size;
} Layout;

/* Which array a claim or finding is about, for the text of the finding. */
typedef struct {
  const char *table, *item, *part;
  guint record;
  int lane; /* -1: none */
} Where;

typedef struct {
  guint64 offset, size, place; /* the place is that of the pair that names the array */
  guint rank, serial;          /* exporter's order: 0 is pass 1, 1 + i the keys of sequence i (§9) */
  Where where;
} Claim;

typedef struct {
  char *name;
  const guint8 *data;
  gsize size;
  GArray *claims;
  guint64 claimed;
  gboolean stopped;
} File;

typedef struct {
  const guint8 *at;
  guint n, stride;
  guint64 offset;
} Array;

typedef struct {
  guint id, variation, flags;
  guint32 start, end, duration;
  int next, alias_next;
  int head; /* the sequence whose keys it plays: itself unless an alias; -1: the ring has no head */
  guint aliases;
  gboolean external;
  File *keys; /* NULL: in a companion that is not there */
  guint64 room;
} Sequence;

typedef struct {
  File *file;
  guint64 at; /* of the record, in its file */
  Array vertices, indices, bones, sections, batches, shadows;
  guint limit;
} Profile;

typedef struct {
  const M2StructureSet *set;
  GPtrArray *found;
  GHashTable *counts;
  File model, skins[4], *anims;
  guint version, flags, camera_size, n_profiles;
  gboolean lanes;
  Layout layouts[N_TABLES];
  Array t[N_TABLES];
  Sequence *sequences;
  guint n_sequences;
  Profile profiles[4];
} Check;

static inline guint16
u16 (const guint8 *at)
{
  return (guint16) (at[0] | at[1] << 8);
}

static inline guint32
u32 (const guint8 *at)
{
  return u16 (at) | (guint32) u16 (at + 2) << 16;
}

static inline float
f32 (const guint8 *at)
{
  guint32 bits = u32 (at);
  float value;
  memcpy (&value, &bits, sizeof value);
  return value;
}

static inline guint64
align16 (guint64 offset)
{
  return (offset + 15) & ~(guint64) 15;
}

static inline const guint8 *
record (Array array, guint i)
{
  return array.at + (gsize) i * array.stride;
}

/* The offset of field `field` of record i in its file. */
static inline guint64
place_of (Array array, guint i, guint field)
{
  return array.offset + (guint64) i * array.stride + field;
}

/* Reports a finding of `rule` at `offset` of `file`. */
void find (Check *c, const char *rule, const File *file, guint64 offset, const char *format, ...) G_GNUC_PRINTF (5, 6);

char *where_text (Where w);

/* Claims these bytes of a file for an array; `place` is the offset of the pair that refers to it. */
void claim (Check *c, File *file, guint64 offset, guint64 size, guint64 place, guint rank, Where where);

/* The array that the pair {count, offset} at `place` of `pair` refers to, with its bytes in `file` (NULL: the file is missing, and
 * only the pair is checked). Empty if it breaks a rule. */
Array array_at (Check *c, const File *pair, guint64 place, File *file, guint stride, guint rank, Where where);

/* The offset of a table's pair in the header; that of COMBINERS is also the end of a header without them. */
guint64 header_place (const Check *c, guint table);

/* Checks an index that a record has. */
void check_index (Check *c, const char *rule, const File *file, guint64 place, const char *holder, guint i, guint value,
                  guint limit);

/* structure-track.c: a track and a curve of the main file, claimed and checked. */
void walk_track (Check *c, guint64 at, const Item *item, Where w);
void walk_curve (Check *c, guint64 at, const Item *item, Where w);

/* structure-sequence.c: the sequences as soon as their table is known, then what is looked up by an id. */
void walk_sequences (Check *c);
void check_lookups (Check *c);

/* structure-skin.c */
void walk_skins (Check *c);
void walk_inline_profile (Check *c, guint64 at, guint i);
void check_skins (Check *c);

/* structure-record.c: all other records. */
void check_records (Check *c);
