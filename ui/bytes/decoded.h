/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* What the first of these bytes are as numbers (little-endian, as in all files of models) and as text: "u8 205 · i8 -51
 * · u16 ... · f32 ... · "abc"". Numbers for which there are too few bytes are left out. Free with g_free(). */
char *mw_bytes_decode (const guint8 *bytes, gsize size);

/* "4D 44 4C 58". Free with g_free(). */
char *mw_bytes_as_hex (const guint8 *bytes, gsize size);
/* Text as it can be shown: UTF-8 or else the chosen encoding, with a point for each NUL and other control bytes except tabs and line
 * breaks. Free with g_free(). */
char *mw_bytes_as_text (const guint8 *bytes, gsize size);
/* Whether a byte is a visible ASCII character or a blank. */
gboolean mw_byte_is_plain (guint8 byte);
