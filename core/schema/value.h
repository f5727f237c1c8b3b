/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/path.h"

/* Values as text, exact both ways: what is printed reads back bit for bit (C locale).
 *
 *   numbers    12  -0  0.1  inf  nan  nan(0x7fc00001)
 *   enums      Blend            (a number without a name as number)
 *   flags      0x11             (always the number; bits are paths of their own: flags.two_sided = 1)
 *   vectors    {0, 0, 1}
 *   arrays     [0, 1, 2]  [{0, 0}, {1, 1}]
 *   text       "Stand - 2"      (between the first and the last quote everything is literal; without quotes: all of it)
 *              base64(YQpi)       (bytes of a text that holds control bytes, below 0x20 or 0x7F, so that a value is
 *                                 always one line; in quotes the same characters are literal)
 *   references materials[2]     (or a name, a number, or none; a number that points nowhere prints as that number)
 */

/* The text of what a target names. For a LIST its number of elements, for a CHILD "present" or "none". */
char *mw_value_print (const MwModel *model, const MwTarget *target);

/* A value worked out from text, not yet in the model. Numbers and references: `bytes` as in memory. Text: bytes without
 * NUL. Arrays: elements as in memory. */
typedef struct {
  GByteArray *bytes;
  uint32_t n; /* ARRAY: elements */
} MwValue;

/* Parses text for a target: checks syntax, range, capacity, and that references exist. Components and bits give the whole
 * value of the field with that part changed. */
gboolean mw_value_parse (const MwModel *model, const MwTarget *target, const char *text, size_t length, MwValue *value,
                         GError **error);
void mw_value_clear (MwValue *value);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MwValue, mw_value_clear)

/* Appends one number component of a type as text. */
void mw_value_append_number (GString *text, MwType type, const void *component);
