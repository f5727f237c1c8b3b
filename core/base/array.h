/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>
#include <stdint.h>

/* Bulk data: copy-on-write slices of reference-counted blocks (architecture.md, idea 1).
 *
 * A reader fills a few blocks per file; arrays are slices of them, aligned to 8 bytes. Call mw_array_make_writable()
 * before writing to a slice: it copies the slice into a block of its own unless nothing else uses the block.
 * Reference counts are atomic, so another thread may read and free a snapshot. */
typedef struct _MwBlock MwBlock;

typedef struct {
  MwBlock *block; /* NULL for an empty array */
  void *data;     /* first element */
  uint32_t n;     /* number of elements; their size is a property of the field */
} MwArray;

/* A new array of n elements of `size` bytes in a block of its own; the elements are not initialised. */
MwArray mw_array_new (uint32_t n, size_t size);
/* A new array holding a copy of n elements. */
MwArray mw_array_copy (const void *data, uint32_t n, size_t size);
/* Another slice of the same block (shares the elements). */
MwArray mw_array_share (const MwArray *array);
/* Releases the block and empties the array. */
void mw_array_clear (MwArray *array);
/* Elements that may be written to: copies them first if the block is shared. Returns array->data. */
void *mw_array_make_writable (MwArray *array, size_t size);
/* Same number of elements with the same bits. */
gboolean mw_array_equal (const MwArray *a, const MwArray *b, size_t size);
/* Bytes of the whole block that this slice keeps alive; 0 for an empty array. */
size_t mw_array_block_size (const MwArray *array);

/* Allocates slices of shared blocks while a file is read. The first block has the size of the hint. Each slice holds
 * its own reference, so the arena can be dropped when reading ends. */
typedef struct {
  MwBlock *block;
  gint reserve; /* references to the block that the arena has not handed out yet */
  size_t used, size, next_size;
} MwArena;

/* `hint` is the number of bytes that will probably be needed (at most the input's size). */
void mw_arena_init (MwArena *arena, size_t hint);
/* n uninitialised elements of `size` bytes; n = 0 gives an empty array. */
MwArray mw_arena_take (MwArena *arena, uint32_t n, size_t size);
/* For readers that lay out the block themselves: the bytes of the first block (as many as the hint), and n elements
 * that start at byte `at` of it, a multiple of 8. Do not mix with mw_arena_take(). */
uint8_t *mw_arena_bytes (MwArena *arena);
MwArray mw_arena_slice (MwArena *arena, size_t at, uint32_t n);
void mw_arena_finish (MwArena *arena);

/* Compares the texts that two elements of an array of `char *` point to, byte by byte, for g_ptr_array_sort() and qsort(). */
int mw_compare_texts (gconstpointer a, gconstpointer b);
