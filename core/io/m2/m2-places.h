/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"

/* Where the arrays of a set stand (m2.md 9). */

/* Arrays stand at multiples of this. */
#define MW_M2_ALIGNMENT 16u
static inline uint32_t
mw_m2_aligned (uint32_t offset)
{
  return (offset + MW_M2_ALIGNMENT - 1) / MW_M2_ALIGNMENT * MW_M2_ALIGNMENT;
}

/* The slot of what stands at the start of a file, before its first array. */
#define MW_M2_SLOT_HEAD G_MAXUINT32

/* One array. Who it belongs to tells it from all others: the record's id and a slot of it. */
typedef struct {
  MwId owner;
  uint32_t slot;
  uint32_t file;       /* 0: the model; others as the caller counts */
  uint32_t group : 31; /* 0: first pass; n + 1: with the keys of sequence n */
  uint32_t keyed : 1;  /* keys of one sequence, for which its aliases reserve room */
  uint32_t size, offset;
} MwM2Piece;

/* What the rule needs to know beside the arrays. */
typedef struct {
  gboolean two_passes; /* from 264 on */
  const MwWireSequence *sequences;
  guint n_sequences;
  const uint32_t *file_of; /* by sequence: the file that its keys stand in */
  guint n_files;
  const uint32_t *heads; /* by file: bytes before its first array */
} MwM2Layout;

/* The slot of an array by which reader and writer mean the same. */
uint32_t mw_m2_slot (const MwRecord *owner, const MwField *field);

/* A piece that is not empty, where the rule has it. */
typedef struct {
  guint index; /* of the piece */
  uint32_t file, size, offset;
} MwM2Placing;

/* The exporter's rule: gives every array its offset (0 where it is empty) and every file its size; heads stay. FALSE when a
 * file would be larger than offsets reach. *order gets the pieces as they stand one behind the other, heads and empty ones left
 * out, *n_order of them; free it with g_free(). */
gboolean mw_m2_place_by_rule (MwM2Piece *pieces, guint n, const MwM2Layout *layout, uint32_t *sizes,
                              MwM2Placing **order, guint *n_order);
/* Whether what stands behind an array up to the next multiple of 16, or to the end of the file, is zero. */
gboolean mw_m2_is_padded (const uint8_t *bytes, size_t size, uint32_t end);
/* Whether each file, as it was read, is as the rule would have it: every array in its place, and nothing between them. Comes with
 * TRUE in obey[file] where every array and the head were found padded, else with FALSE. */
void mw_m2_obey_rule (const MwM2Piece *pieces, guint n, const MwM2Layout *layout, GBytes *const *files, gboolean *obey);

/* A note about a file that does not obey the rule, on `holder`: where each of its arrays stood, how large the file was, and
 * what stood where no array does. `bytes` are the file. */
void mw_m2_note_places (MwRecord *holder, const MwM2Piece *pieces, guint n, uint32_t file, const uint8_t *bytes,
                        size_t size);

/* The model's records have got other identities, to[id]: so have those in the note on `holder`, if it has one. */
void mw_m2_rename_places (MwRecord *holder, const MwId *to, MwId n_ids);

/* Such a note, opened. */
typedef struct {
  GHashTable *places; /* MwM2Piece by owner and slot */
  guint n_filled;     /* how many of them are not empty */
  uint32_t size;      /* of the file */
  GBytes *loose;      /* u32 offset, u32 length, bytes ... */
} MwM2Places;
/* NULL: no such note, or one that no reader made: one whose arrays or bytes do not lie in the file. */
MwM2Places *mw_m2_places_open (const MwRecord *holder);
void mw_m2_places_free (MwM2Places *places);
const MwM2Piece *mw_m2_places_find (const MwM2Places *places, MwId owner, uint32_t slot);
