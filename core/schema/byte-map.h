/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* Which field owns which byte of an output: the writer's own record of what it wrote (design: byte map). */
typedef enum {
  MW_BYTES_VALUE,   /* the field's value: changing it changes these bytes */
  MW_BYTES_DERIVED, /* follows from the field (sizes, counts, ids, copies) */
  MW_BYTES_FIXED,   /* tags, pads: follow from nothing but the structure */
  MW_BYTES_NOTE     /* from the file as read (architecture.md, idea 3) */
} MwBytesKind;

#define MW_BYTES_WORD 28

typedef struct {
  uint64_t offset, size;
  uint32_t count;  /* elements, 1 for scalars; 0: of a text, where elements have no places of a fixed size */
  uint32_t stride; /* arrays whose elements stand interleaved with others: distance between two; else 0 */
  MwBytesKind kind;
  MwId record;             /* whose; 0: of no record */
  const MwField *field;    /* NULL: of the record as such */
  uint32_t part;           /* which file of the set (while it is written: which piece of it, see wire.h) */
  char tag[MW_BYTES_WORD]; /* FIXED and DERIVED: what the bytes are, as a short word ("size", "VRTX", "bone_combos") */
} MwBytes;

typedef struct {
  GArray *entries; /* MwBytes, by part and offset once the writer is done */
  uint32_t part;   /* what new entries belong to */
} MwByteMap;

MwByteMap *mw_byte_map_new (void);
void mw_byte_map_free (MwByteMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwByteMap, mw_byte_map_free)
void mw_byte_map_add (MwByteMap *map, uint64_t offset, uint64_t size, uint32_t count, uint32_t stride, MwBytesKind kind,
                      const MwRecord *record, const MwField *field, const char *tag);
/* Sorts by part and offset (stable). Writers call it when they are done. */
void mw_byte_map_finish (MwByteMap *map);
