/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>
#include <stdint.h>

/* MDX files that were cut short. The verdict is worked out by a walk over the chunks that shares no code with the reader:
 *
 * - Inside a chunk's content the file is refused, with the offset of the chunk's size, its tag, and the bytes that are left.
 * - At the end of a chunk, or in the header of the next one, it is read and written as it was cut. Bytes of a header are reported.
 * - Before the end of VERS it is refused. */

/* Cuts at the edges of the headers and contents of all chunks. Returns how many cuts were tried. */
guint mdx_cut_chunks (const uint8_t *bytes, gsize size, const char *name);
/* Cuts wherever tests/mdx/strict.py sees anything begin or end, and one byte before and after it. Does every cut whose number is
 * `slice` modulo `slices`. Returns how many. */
guint mdx_cut_places (const char *path, guint slice, guint slices);

/* The two verdicts after VERS, for a file that ends `rest` bytes after a whole chunk, or inside the chunk that begins at `at`. */
void mdx_assert_kept (const uint8_t *bytes, gsize size, guint rest, const char *name);
void mdx_assert_refused (const uint8_t *bytes, gsize size, gsize at, const char *name);
