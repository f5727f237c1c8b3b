/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/path.h"

/* Values as text (C locale). The conversion is exact: a printed value reads back bit for bit.
 *
 *   numbers    12  -0  0.1  inf  nan  nan(0x7fc00001)
 *   enums      Blend            (a value without a name: its number)
 *   flags      0x11             (always a number; single bits have their own paths: flags.two_sided = 1)
 *   vectors    {0, 0, 1}
 *   arrays     [0, 1, 2]  [{0, 0}, {1, 1}]
 *   text       "Stand - 2"      (everything between the first and the last quote is literal; quotes may be omitted)
 *              base64(YQpi)       (bytes of a text that holds control bytes, below 0x20 or 0x7F, so that a value is
 *                                 always one line; in quotes the same characters are literal)
 *   references materials[2]     (or a name, a number, or none; a number that points nowhere prints as that number)
 */

/* The text of the value that a target names. For a LIST: its number of elements. For a CHILD: "present" or "none".
 * Free with g_free(). */
char *mw_value_print (const MwModel *model, const MwTarget *target);

/* A value parsed from text and not yet in the model. For numbers and references `bytes` is the value as in memory;
 * for texts the bytes without a NUL; for arrays the elements as in memory. */
typedef struct {
  GByteArray *bytes;
  uint32_t n; /* ARRAY: number of elements */
} MwValue;

/* Parses text as a value for a target: checks the syntax, range and capacity, and that referenced records exist. If
 * the target is a component or a bit, the result is the whole value of the field with that part changed. Clear it
 * with mw_value_clear(). */
gboolean mw_value_parse (const MwModel *model, const MwTarget *target, const char *text, size_t length, MwValue *value,
                         GError **error);
void mw_value_clear (MwValue *value);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MwValue, mw_value_clear)

/* Appends one component of a number type as text. */
void mw_value_append_number (GString *text, MwType type, const void *component);
