/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Writes JSON text. No library is used, because numbers must be written as the shortest text that reads back exactly
 * (core/base/number.h) and because text in models need not be UTF-8.
 *
 * A new writer is inside an object; the caller puts the braces around mw_json_text(). In an object every value needs a key;
 * in an array the key is NULL. */
typedef struct _MwJson MwJson;

MwJson *mw_json_new (void);
void mw_json_free (MwJson *json);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwJson, mw_json_free)

/* The text so far: members separated by commas, without the outer braces. Belongs to the writer. */
const char *mw_json_text (const MwJson *json);

void mw_json_begin_object (MwJson *json, const char *key);
void mw_json_end_object (MwJson *json);
/* A whole object whose members another writer has written. */
void mw_json_object (MwJson *json, const char *key, const MwJson *members);
void mw_json_begin_array (MwJson *json, const char *key);
void mw_json_end_array (MwJson *json);

/* Text that may not be UTF-8. Bytes that do not decode become U+FFFD; then, in an object, a second member "<key>.base64" has
 * the original bytes. NULL becomes null. */
void mw_json_string (MwJson *json, const char *key, const char *text);
void mw_json_bool (MwJson *json, const char *key, gboolean value);
void mw_json_int (MwJson *json, const char *key, gint64 value);
void mw_json_uint (MwJson *json, const char *key, guint64 value);
/* A float32 as a number. JSON has no nan and infinities: they are written as the string that `get` prints. */
void mw_json_float (MwJson *json, const char *key, float value);
/* A finite double with the fewest digits that read back exactly. */
void mw_json_double (MwJson *json, const char *key, double value);
