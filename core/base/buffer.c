/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/buffer.h"

#include <sys/mman.h>

#define LARGE_PAGE ((size_t) 2 << 20)

void *
mw_expect_writes (void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
  /* Only whole pages: the rest of the first and last page may belong to other data. */
  if (size >= 4 * LARGE_PAGE) {
    uintptr_t from = ((uintptr_t) memory + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE,
              to = ((uintptr_t) memory + size) / LARGE_PAGE * LARGE_PAGE;
    madvise ((void *) from, to - from, MADV_HUGEPAGE);
  }
#endif
  return memory;
}

void
mw_buffer_init (MwBuffer *buffer, size_t capacity)
{
  *buffer = (MwBuffer) { capacity ? g_malloc (capacity) : NULL, 0, capacity };
}

void
mw_buffer_clear (MwBuffer *buffer)
{
  g_free (buffer->bytes);
  *buffer = (MwBuffer) { 0 };
}

void
mw_buffer_grow (MwBuffer *buffer, size_t more)
{
  g_assert (more < G_MAXSSIZE - buffer->size);
  buffer->capacity = MAX (buffer->size + more, buffer->capacity + buffer->capacity / 2 + 256);
  /* Growing moves the memory again and again, which splits large pages; so no large pages here. */
  buffer->bytes = g_realloc (buffer->bytes, buffer->capacity);
}

GBytes *
mw_buffer_steal (MwBuffer *buffer)
{
  GBytes *bytes = g_bytes_new_take (buffer->bytes, buffer->size);
  *buffer = (MwBuffer) { 0 };
  return bytes;
}
