/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>
#include <stdint.h>
#include <string.h>

/* Prepares memory that will soon be written, all or most of it. For many megabytes it asks the system for large
 * pages where these are available on request, because faulting in small pages can take longer than writing to them.
 * Returns `memory`. */
void *mw_expect_writes (void *memory, size_t size);

/* A growing array of bytes. */
typedef struct {
  uint8_t *bytes;
  size_t size, capacity;
} MwBuffer;

void mw_buffer_init (MwBuffer *buffer, size_t capacity);
void mw_buffer_clear (MwBuffer *buffer);
void mw_buffer_grow (MwBuffer *buffer, size_t more);
/* The bytes as GBytes; the buffer is empty afterwards. */
GBytes *mw_buffer_steal (MwBuffer *buffer);

/* Room for n bytes at the end, counted as written. Valid until the next call. */
static inline uint8_t *
mw_buffer_add (MwBuffer *buffer, size_t n)
{
  if (G_UNLIKELY (buffer->capacity - buffer->size < n))
    mw_buffer_grow (buffer, n);
  uint8_t *at = buffer->bytes + buffer->size;
  buffer->size += n;
  return at;
}

static inline void
mw_buffer_append (MwBuffer *buffer, const void *bytes, size_t n)
{
  if (n)
    memcpy (mw_buffer_add (buffer, n), bytes, n);
}

/* The number in four bytes that need no alignment, in the byte order of the machine. */
static inline uint32_t
mw_u32_at (const uint8_t *bytes)
{
  uint32_t value;
  memcpy (&value, bytes, 4);
  return value;
}

static inline void
mw_buffer_append_u32 (MwBuffer *buffer, uint32_t value)
{
  memcpy (mw_buffer_add (buffer, 4), &value, 4);
}

static inline void
mw_buffer_set_u32 (MwBuffer *buffer, size_t at, uint32_t value)
{
  memcpy (buffer->bytes + at, &value, 4);
}
