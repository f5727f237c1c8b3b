/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"

#include <stdint.h>

/* Files in chunks (m2.md 10 and 12): `tag, u32 size, payload`, repeated. */

/* A chunk of a file. */
typedef struct {
  uint32_t tag;
  size_t at, size; /* of the payload */
} MwM2ChunkPlace;

#define MW_M2_CHUNK_HEAD 8u
#define MW_M2_CHUNK_KEYS "AFM2" /* in .anim files: what files without chunks consist of */

/* Whether a model file is in chunks. */
gboolean mw_m2_is_container (const uint8_t *bytes, size_t size);
/* The image (MD20) in a model file: all of it, or the payload of its first chunk MD21. FALSE: there is none. */
gboolean mw_m2_find_image (const uint8_t *bytes, size_t size, size_t *at, size_t *length);
/* The same as bytes that share memory with the file; empty if there is none. Free with g_bytes_unref(). */
GBytes *mw_m2_image (GBytes *model);

/* Whether an .anim file is in chunks. */
gboolean mw_m2_is_anim_in_chunks (const uint8_t *bytes, size_t size);

/* The chunks of a file, MwM2ChunkPlace, in order. *rest gets the number of zero bytes after the last one, fewer than a chunk begins
 * with. NULL with an error if a chunk is longer than the file, or if other bytes come after the last one; `role` is the file's, for the error, NULL for the model. Free
 * with g_array_unref(). */
GArray *mw_m2_list_chunks (const uint8_t *bytes, size_t size, const char *role, size_t *rest, GError **error);
