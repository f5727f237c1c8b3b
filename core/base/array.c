/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/buffer.h"

#include <string.h>

struct _MwBlock {
  gint references;
  size_t size;
  _Alignas(16) unsigned char bytes[];
};

static MwBlock *
block_new (size_t size)
{
  MwBlock *block = mw_expect_writes (g_malloc (sizeof (MwBlock) + size), sizeof (MwBlock) + size);
  block->references = 1;
  block->size = size;
  return block;
}

static MwBlock *
block_ref (MwBlock *block)
{
  if (block)
    g_atomic_int_inc (&block->references);
  return block;
}

static void
block_unref (MwBlock *block)
{
  if (block && g_atomic_int_dec_and_test (&block->references))
    g_free (block);
}

MwArray
mw_array_new (uint32_t n, size_t size)
{
  if (n == 0)
    return (MwArray) { 0 };
  MwBlock *block = block_new ((size_t) n * size);
  return (MwArray) { block, block->bytes, n };
}

MwArray
mw_array_copy (const void *data, uint32_t n, size_t size)
{
  MwArray array = mw_array_new (n, size);
  if (n)
    memcpy (array.data, data, (size_t) n * size);
  return array;
}

MwArray
mw_array_share (const MwArray *array)
{
  block_ref (array->block);
  return *array;
}

void
mw_array_clear (MwArray *array)
{
  block_unref (array->block);
  *array = (MwArray) { 0 };
}

void *
mw_array_make_writable (MwArray *array, size_t size)
{
  if (array->block && g_atomic_int_get (&array->block->references) > 1) {
    MwArray own = mw_array_copy (array->data, array->n, size);
    mw_array_clear (array);
    *array = own;
  }
  return array->data;
}

gboolean
mw_array_equal (const MwArray *a, const MwArray *b, size_t size)
{
  if (a->n != b->n)
    return FALSE;
  return a->n == 0 || a->data == b->data || memcmp (a->data, b->data, (size_t) a->n * size) == 0;
}

size_t
mw_array_block_size (const MwArray *array)
{
  return array->block ? array->block->size : 0;
}

#define ARENA_BLOCK ((size_t) 256 << 10)

void
mw_arena_init (MwArena *arena, size_t hint)
{
  *arena = (MwArena) { .next_size = hint };
}

/* The arena takes references in advance, so that handing one out needs no atomic operation. */
#define RESERVE 256

static void
drop_block (MwArena *arena)
{
  if (arena->block && g_atomic_int_add (&arena->block->references, -(arena->reserve + 1)) == arena->reserve + 1)
    g_free (arena->block);
}

static MwArray
hand_out (MwArena *arena, size_t at, uint32_t n)
{
  if (arena->reserve == 0) {
    g_atomic_int_add (&arena->block->references, RESERVE);
    arena->reserve = RESERVE;
  }
  arena->reserve--;
  return (MwArray) { arena->block, arena->block->bytes + at, n };
}

static void
next_block (MwArena *arena, size_t size)
{
  drop_block (arena);
  *arena = (MwArena) { .block = block_new (size), .size = size, .next_size = ARENA_BLOCK };
}

MwArray
mw_arena_take (MwArena *arena, uint32_t n, size_t size)
{
  if (n == 0)
    return (MwArray) { 0 };
  size_t bytes = ((size_t) n * size + 7) & ~(size_t) 7;
  if (!arena->block || arena->size - arena->used < bytes)
    next_block (arena, MAX (arena->next_size, bytes));
  arena->used += bytes;
  return hand_out (arena, arena->used - bytes, n);
}

uint8_t *
mw_arena_bytes (MwArena *arena)
{
  if (!arena->block)
    next_block (arena, arena->next_size);
  return arena->block->bytes;
}

MwArray
mw_arena_slice (MwArena *arena, size_t at, uint32_t n)
{
  return n ? hand_out (arena, at, n) : (MwArray) { 0 };
}

void
mw_arena_finish (MwArena *arena)
{
  drop_block (arena);
  *arena = (MwArena) { 0 };
}

int
mw_compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}
