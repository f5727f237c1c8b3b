/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>
#include <stdint.h>

/* What large notes are kept as: deflated. */

/* Free with g_bytes_unref(). */
GBytes *mw_m2_squeeze (const GByteArray *plain);
/* The other way round; NULL when the bytes are none that were squeezed. What comes with a step from elsewhere may say that it
 * is endless, so it may be no larger than such bytes are for the longest files. Free with g_byte_array_unref(). */
GByteArray *mw_m2_unsqueeze (const uint8_t *bytes, uint32_t size);
