/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"

/* Where the arrays of a file set are placed (m2.md 9). */

/* Arrays start at multiples of this. */
#define MW_M2_ALIGNMENT 16u
static inline uint32_t
mw_m2_aligned (uint32_t offset)
{
  return (offset + MW_M2_ALIGNMENT - 1) / MW_M2_ALIGNMENT * MW_M2_ALIGNMENT;
}

/* The slot of the header, the bytes before a file's first array. */
#define MW_M2_SLOT_HEAD G_MAXUINT32

/* One array, identified by its owner: the record's id and a slot in it. */
typedef struct {
  MwId owner;
  uint32_t slot;
  uint32_t file;       /* 0 is the model; the caller numbers the others */
  uint32_t group : 31; /* 0: placed in the first pass; n + 1: with the keys of sequence n */
  uint32_t keyed : 1;  /* keys of one sequence, for which its aliases reserve space */
  uint32_t size, offset;
} MwM2Piece;

/* What the rule needs besides the arrays. */
typedef struct {
  gboolean two_passes; /* from 264 on */
  const MwWireSequence *sequences;
  guint n_sequences;
  const uint32_t *file_of; /* by sequence: the file with its keys */
  guint n_files;
  const uint32_t *heads; /* by file: bytes before its first array */
} MwM2Layout;

/* A number for an array of `owner`, the same in reader and writer. */
uint32_t mw_m2_slot (const MwRecord *owner, const MwField *field);

/* A non-empty piece as placed by the rule. */
typedef struct {
  guint index; /* index of the piece */
  uint32_t file, size, offset;
} MwM2Placing;

/* Applies the exporter's rule: sets every array's offset (0 if it is empty) and every file's size; headers keep
 * their place. FALSE when a file would be too large for 32-bit offsets. *order gets the pieces in the order of
 * placement, without headers and empty ones, and *n_order their number. Free *order with g_free(). */
gboolean mw_m2_place_by_rule (MwM2Piece *pieces, guint n, const MwM2Layout *layout, uint32_t *sizes,
                              MwM2Placing **order, guint *n_order);
/* Whether the bytes after an array, up to the next multiple of 16 or the end of the file, are zero. */
gboolean mw_m2_is_padded (const uint8_t *bytes, size_t size, uint32_t end);
/* Checks for each file that was read whether it obeys the rule: every array is in its place, and there is nothing
 * between arrays. On entry obey[file] says whether only zeros follow the header and every array up to the next multiple
 * of 16. On return it is the result. */
void mw_m2_check_rule (const MwM2Piece *pieces, guint n, const MwM2Layout *layout, GBytes *const *files,
                       gboolean *obey);

/* Adds a note to `holder` about a file that does not obey the rule: the place of each of its arrays, its size, and the
 * bytes outside arrays. `bytes` is the content of the file. A chunk with offsets of its own counts as a file; `tag` is its tag,
 * and 0 for a file or for the image of the model. */
void mw_m2_note_places (MwRecord *holder, uint32_t tag, const MwM2Piece *pieces, guint n, uint32_t file,
                        const uint8_t *bytes, size_t size);

/* Updates the ids in such notes on `holder`, if there are any, after the model's records got new ids: to[old id] is the
 * new one. */
void mw_m2_rename_places (MwRecord *holder, const MwId *to, MwId n_ids);

/* A decoded note. */
typedef struct {
  GHashTable *places; /* MwM2Piece by owner and slot */
  guint n_filled;     /* how many of them are not empty */
  uint32_t size;      /* of the file */
  GBytes *loose;      /* u32 offset, u32 length, bytes, repeated */
} MwM2Places;
/* Decodes the note of a record about a file, or about the chunk `tag`. NULL when there is none, or when its arrays or bytes are not inside the file (no reader
 * writes such a note). Free with mw_m2_places_free(). */
MwM2Places *mw_m2_places_open (const MwRecord *holder, uint32_t tag);
void mw_m2_places_free (MwM2Places *places);
const MwM2Piece *mw_m2_places_find (const MwM2Places *places, MwId owner, uint32_t slot);
