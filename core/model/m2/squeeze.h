/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>
#include <stdint.h>

/* Deflate compression for large notes. */

/* Compresses. Free with g_bytes_unref(). */
GBytes *mw_m2_squeeze (const GByteArray *plain);
/* Decompresses; NULL when the bytes are not from mw_m2_squeeze(). Bytes of a step from elsewhere might expand
 * without end, so the result is limited to the largest size that a real file can need. Free with
 * g_byte_array_unref(). */
GByteArray *mw_m2_unsqueeze (const uint8_t *bytes, uint32_t size);
