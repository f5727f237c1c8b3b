/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* The byte map: which field each byte of an output came from. A writer fills it in while it writes. */
typedef enum {
  MW_BYTES_VALUE,   /* the value of the field: changing it changes these bytes */
  MW_BYTES_DERIVED, /* computed from the field (sizes, counts, ids, copies) */
  MW_BYTES_FIXED,   /* tags and padding: determined by the structure alone */
  MW_BYTES_NOTE     /* kept from the file that was read (architecture.md, idea 3) */
} MwBytesKind;

#define MW_BYTES_WORD 28

typedef struct {
  uint64_t offset, size;
  uint32_t count;  /* number of elements; 1 for scalars; 0: part of a text format, whose elements have no fixed size */
  uint32_t stride; /* bytes from one element to the next where elements are interleaved with others; else 0 */
  MwBytesKind kind;
  MwId record;             /* the record that the bytes belong to; 0: none */
  const MwField *field;    /* NULL: the bytes belong to the record as a whole */
  uint32_t part;           /* index of the file in the file set (while writing: the piece, see wire.h) */
  char tag[MW_BYTES_WORD]; /* FIXED and DERIVED: a short word for what the bytes are ("size", "VRTX", "bone_combos") */
} MwBytes;

typedef struct {
  GArray *entries; /* MwBytes, sorted by part and offset after mw_byte_map_finish() */
  GArray
    *reach; /* uint64_t: the furthest end of each entry and those before it in its part; made by mw_byte_map_finish() */
  uint32_t part; /* the part that new entries get */
} MwByteMap;

MwByteMap *mw_byte_map_new (void);
void mw_byte_map_free (MwByteMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwByteMap, mw_byte_map_free)
void mw_byte_map_add (MwByteMap *map, uint64_t offset, uint64_t size, uint32_t count, uint32_t stride, MwBytesKind kind,
                      const MwRecord *record, const MwField *field, const char *tag);
/* Sorts the entries by part and offset (stable). Writers call it once, at the end. */
void mw_byte_map_finish (MwByteMap *map);
