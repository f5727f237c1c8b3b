/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/m2/m2-container.h"
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/model/m2/chunks.h"
#include "core/schema/plan.h"

#include <string.h>

/* Takes the chunk at *at and moves *at after it. FALSE: no whole one is there. */
static gboolean
take (const uint8_t *bytes, size_t size, size_t *at, MwM2ChunkPlace *chunk)
{
  if (size - *at < MW_M2_CHUNK_HEAD)
    return FALSE;
  *chunk = (MwM2ChunkPlace) { mw_u32_at (bytes + *at), *at + MW_M2_CHUNK_HEAD, mw_u32_at (bytes + *at + 4) };
  if (chunk->size > size - chunk->at)
    return FALSE;
  *at = chunk->at + chunk->size;
  return TRUE;
}

/* The first chunk with this image. FALSE: there is none. */
static gboolean
find_chunk (const uint8_t *bytes, size_t size, size_t *at, size_t *length)
{
  size_t next = 0;
  MwM2ChunkPlace chunk;
  while (take (bytes, size, &next, &chunk))
    if (chunk.tag == mw_tag (MW_M2_CHUNK_MODEL)) {
      *at = chunk.at;
      *length = chunk.size;
      return TRUE;
    }
  return FALSE;
}

/* Chunks may come in any order, and the first may be of an unknown kind. So there must be an MD21, if only its tag. */
gboolean
mw_m2_is_container (const uint8_t *bytes, size_t size)
{
  const uint32_t wanted = mw_tag (MW_M2_CHUNK_MODEL);
  size_t at = 0;
  MwM2ChunkPlace chunk = { 0 };
  while (chunk.tag != wanted && take (bytes, size, &at, &chunk))
    ;
  return chunk.tag == wanted || (size - at >= 4 && mw_u32_at (bytes + at) == wanted);
}

gboolean
mw_m2_find_image (const uint8_t *bytes, size_t size, size_t *at, size_t *length)
{
  *at = 0;
  *length = size;
  return (size >= 4 && memcmp (bytes, "MD20", 4) == 0)
         || (mw_m2_is_container (bytes, size) && find_chunk (bytes, size, at, length));
}

GBytes *
mw_m2_image (GBytes *model)
{
  gsize size;
  size_t at, length;
  const uint8_t *bytes = g_bytes_get_data (model, &size);
  if (!mw_m2_find_image (bytes, size, &at, &length))
    return g_bytes_new (NULL, 0);
  return g_bytes_new_from_bytes (model, at, length);
}

gboolean
mw_m2_is_anim_in_chunks (const uint8_t *bytes, size_t size)
{
  static const char *const tags[] = { MW_M2_CHUNK_KEYS, "AFSA", "AFSB" };
  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    if (size >= 4 && memcmp (bytes, tags[i], 4) == 0)
      return TRUE;
  return FALSE;
}

GArray *
mw_m2_list_chunks (const uint8_t *bytes, size_t size, const char *role, size_t *rest, GError **error)
{
  GArray *chunks = g_array_new (FALSE, FALSE, sizeof (MwM2ChunkPlace));
  size_t at = 0;
  MwM2ChunkPlace chunk;
  while (take (bytes, size, &at, &chunk))
    g_array_append_val (chunks, chunk);
  *rest = size - at;
  gboolean zero = *rest < MW_M2_CHUNK_HEAD;
  for (size_t i = at; zero && i < size; i++)
    zero = bytes[i] == 0;
  if (zero)
    return chunks;
  if (*rest < MW_M2_CHUNK_HEAD)
    mw_set_error (error, MW_ERROR_TRUNCATED, (gint64) at, role,
                  "needs %u bytes for the tag and size of a chunk, found %zu", MW_M2_CHUNK_HEAD, *rest);
  else
    mw_set_error (error, MW_ERROR_TRUNCATED, (gint64) at + 4, role,
                  "found a chunk size of %u, but only %zu bytes are left in the file", mw_u32_at (bytes + at + 4),
                  *rest - MW_M2_CHUNK_HEAD);
  g_array_unref (chunks);
  return NULL;
}
