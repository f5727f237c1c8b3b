/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Writes JSON text. Our own and not a library's, because numbers must come out as the shortest text that reads back
 * (core/base/number.h) and because text of models need not be UTF-8.
 *
 * A writer starts inside an object whose braces the caller puts around mw_json_text(). In an object every value has a
 * key, in an array the key is NULL. */
typedef struct _MwJson MwJson;

MwJson *mw_json_new (void);
void mw_json_free (MwJson *json);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwJson, mw_json_free)

/* What was written so far: members, parted by commas. */
const char *mw_json_text (const MwJson *json);

void mw_json_begin_object (MwJson *json, const char *key);
void mw_json_end_object (MwJson *json);
/* The same at once: `members` is what another writer wrote. */
void mw_json_object (MwJson *json, const char *key, const MwJson *members);
void mw_json_begin_array (MwJson *json, const char *key);
void mw_json_end_array (MwJson *json);

/* Bytes that should be text. What does not decode as UTF-8 becomes U+FFFD, and a member "<key>.base64" beside it holds the
 * bytes as they are (not in arrays, where there is no beside). NULL is null. */
void mw_json_string (MwJson *json, const char *key, const char *text);
void mw_json_bool (MwJson *json, const char *key, gboolean value);
void mw_json_int (MwJson *json, const char *key, gint64 value);
void mw_json_uint (MwJson *json, const char *key, guint64 value);
/* A float32 as number; nan and infinities, for which JSON has no number, as the string that `get` prints. */
void mw_json_float (MwJson *json, const char *key, float value);
/* A finite double in as few digits as read back to it. */
void mw_json_double (MwJson *json, const char *key, double value);
