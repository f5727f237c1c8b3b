/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>
#include <stdint.h>

/* Private to core/io/mdl: values of side-channel lines (see side-channel.h). Each reader moves *at after what it
 * read; if there is no such value it returns FALSE and leaves *at. The text ends with a NUL. No reader allocates
 * more memory than the text has bytes. */
gboolean mw_side_take (const char **at, char c);
gboolean mw_side_at_end (const char **at);
gboolean mw_side_take_int (const char **at, int64_t min, int64_t max, int64_t *value);
gboolean mw_side_take_float (const char **at, float *value);
/* Reads a string or { "base64": "..." }; mw_side_take_all_bytes() also takes plain base64, which must be the whole
 * value. Both append to `bytes`. */
gboolean mw_side_take_bytes (const char **at, GByteArray *bytes);
gboolean mw_side_take_all_bytes (const char **at, GByteArray *bytes);

void mw_side_put_float (GString *text, float value);
/* Writes a string, escaped where needed. */
void mw_side_put_string (GString *text, const void *bytes, gsize n);
/* Writes a string if the bytes are plain ASCII, else base64; `bare`: they are the whole value. */
void mw_side_put_bytes (GString *text, const void *bytes, gsize n, gboolean bare);
