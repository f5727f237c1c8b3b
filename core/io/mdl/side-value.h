/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>
#include <stdint.h>

/* Private to core/io/mdl: values of side-channel lines (see side-channel.h). The readers move *at behind what they took and
 * leave it where nothing of that kind stands; the text ends with a NUL. None takes more memory than the text has. */
gboolean mw_side_take (const char **at, char c);
gboolean mw_side_at_end (const char **at);
gboolean mw_side_take_int (const char **at, int64_t min, int64_t max, int64_t *value);
gboolean mw_side_take_float (const char **at, float *value);
/* A string, or { "base64": "..." }; or, where the value is nothing else, base64 alone. Appends to `bytes`. */
gboolean mw_side_take_bytes (const char **at, GByteArray *bytes);
gboolean mw_side_take_all_bytes (const char **at, GByteArray *bytes);

void mw_side_put_float (GString *text, float value);
/* As a string, escaped where it has to be. */
void mw_side_put_string (GString *text, const void *bytes, gsize n);
/* As a string if they are plain ASCII, else in base64; `bare`: they are the whole value. */
void mw_side_put_bytes (GString *text, const void *bytes, gsize n, gboolean bare);
