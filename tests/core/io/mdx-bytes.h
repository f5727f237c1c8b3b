/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>
#include <stdint.h>

/* MDX bytes written by hand from the reference, without using the product's code, as input for the reader. */
static inline void
put_u32 (GByteArray *to, uint32_t value)
{
  g_byte_array_append (to, (const guint8 *) &value, 4);
}

static inline void
put_f32 (GByteArray *to, float value)
{
  g_byte_array_append (to, (const guint8 *) &value, 4);
}

static inline void
put_tag (GByteArray *to, const char *four)
{
  g_byte_array_append (to, (const guint8 *) four, 4);
}

/* A text in a buffer of n bytes. */
static inline void
put_chars (GByteArray *to, const char *text, guint n)
{
  g_autofree char *buffer = g_malloc0 (n);
  for (guint i = 0; text[i] && i < n; i++)
    buffer[i] = text[i];
  g_byte_array_append (to, (const guint8 *) buffer, n);
}

static inline void
put_zeros (GByteArray *to, guint n)
{
  g_autofree guint8 *zeros = g_malloc0 (n + 1);
  g_byte_array_append (to, zeros, n);
}

/* Remembers the position of a size word; end_size() sets it to the number of bytes from there on. */
static inline guint
begin_size (GByteArray *to)
{
  put_u32 (to, 0);
  return to->len - 4;
}

static inline void
end_size (GByteArray *to, guint at)
{
  uint32_t size = to->len - at;
  for (int i = 0; i < 4; i++)
    to->data[at + i] = (guint8) (size >> (8 * i));
}

/* A chunk's tag and size; end_chunk() sets the size to the number of bytes after it. */
static inline guint
begin_chunk (GByteArray *to, const char *tag)
{
  put_tag (to, tag);
  put_u32 (to, 0);
  return to->len;
}

static inline void
end_chunk (GByteArray *to, guint at)
{
  uint32_t size = to->len - at;
  for (int i = 0; i < 4; i++)
    to->data[at - 4 + i] = (guint8) (size >> (8 * i));
}

/* MDLX, VERS 800 and a MODL chunk. */
static inline GByteArray *
begin_mdx (const char *name)
{
  GByteArray *file = g_byte_array_new ();
  put_tag (file, "MDLX");
  guint vers = begin_chunk (file, "VERS");
  put_u32 (file, 800);
  end_chunk (file, vers);
  guint modl = begin_chunk (file, "MODL");
  put_chars (file, name, 80);
  put_zeros (file, 260 + 28);
  put_u32 (file, 150);
  end_chunk (file, modl);
  return file;
}

/* A node without tracks. */
static inline void
put_node (GByteArray *to, const char *name, uint32_t object_id, uint32_t parent, uint32_t flags)
{
  put_u32 (to, 96);
  put_chars (to, name, 80);
  put_u32 (to, object_id);
  put_u32 (to, parent);
  put_u32 (to, flags);
}

static inline void
put_bone (GByteArray *to, const char *name, uint32_t object_id, uint32_t parent)
{
  put_node (to, name, object_id, parent, 0x100);
  put_u32 (to, 0xFFFFFFFF);
  put_u32 (to, 0xFFFFFFFF);
}
