/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"

/* The records of M2 once more, as offsets written from docs/formats/m2.md (5.1, 5.4, 5.15, 5.17) without looking at
 * the tables of core/model/m2. The tables are checked against these. */

typedef enum {
  AT_NUMBERS, /* n components, stored as in memory */
  AT_INDEX,   /* i16 reference */
  AT_BYTE,    /* u8 of a u16 field */
  AT_BGRA,
  AT_FP25, /* n of them */
  AT_FP69,
  AT_ZERO,     /* n bytes of padding */
  AT_TEXTURES, /* three indices of five bits each, the first under this path, and one more bit */
  AT_TEXT,
  AT_POINTS, /* array of v3 */
  AT_TRACK,
  AT_CURVE
} At;

typedef enum { OF_V3, OF_V2, OF_QUAT, OF_CQUAT, OF_F32, OF_U8, OF_U16, OF_FX16, OF_GRAVITY, OF_V3_KEY, OF_F32_KEY } Of;

typedef struct {
  uint16_t at;
  const char *path;
  At kind;
  uint8_t of; /* Of; for AT_NUMBERS and the like the size in the file */
} Place;

typedef struct {
  const MwSchema *schema;
  uint32_t size;
  guint n;
  const Place *places;
} Layout;

typedef enum { SEQUENCE, BONE, CAMERA, PARTICLE } RecordKind;
/* The layout of a record of that kind. `flags` are the record's own (particle, sequence), `global_flags` the
 * model's. `bytes`: an emitter below 262 with blend mode and type as bytes. Free `places` with g_free(). */
Layout layout_of (RecordKind kind, uint32_t version, uint32_t global_flags, uint32_t flags, gboolean bytes);

/* Size of a value in the file and in memory. */
uint32_t value_size (Of of);
/* Checks that the record's field for `place` holds what the file has at the record's offset. NULL, or what is wrong
 * (free with g_free()). `sequences`: those of the model. */
char *check_place (const uint8_t *file, size_t size, uint32_t record_at, const Place *place, const MwRecord *record,
                   uint32_t version, const MwWireSequence *sequences, guint n_sequences);

/* Calls `claim` for every array that a place of the record refers to, outer and inner ones, if its keys are in this
 * file. */
typedef void (*Claim) (uint32_t offset, uint32_t size, gpointer data);
void claim_place (const uint8_t *file, uint32_t record_at, const Place *place, uint32_t version,
                  const MwWireSequence *sequences, guint n_sequences, Claim claim, gpointer data);

/* A made-up file with one record at `at`. Every field and key has a value computed from its offset, so that no two
 * neighbours are equal. From 264 on, its tracks alternate between one lane for all sequences and lanes for five
 * sequences: one with keys, its alias, one in a separate file, one without keys, an alias with an empty entry. */
typedef struct {
  GByteArray *bytes;
  uint32_t at;
  Layout layout;
} Sample;
#define SAMPLE_SEQUENCES 5
extern const uint32_t sample_sequence_flags[SAMPLE_SEQUENCES];
extern const uint16_t sample_sequence_alias[SAMPLE_SEQUENCES];
Sample sample_make (RecordKind kind, uint32_t version, uint32_t global_flags, uint32_t flags, gboolean bytes);
void sample_clear (Sample *sample);
