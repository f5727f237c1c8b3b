/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"

/* Patterns in paths and scripts: /REGEX/, or /REGEX/i where upper and lower case are the same. REGEX is a regular expression
 * as of Perl; it matches anywhere in the text unless it begins with ^ or ends with $. It matches bytes, because names in models
 * need not be UTF-8: "." is one byte. */

/* Whether `text` of `length` bytes is written as a pattern. */
gboolean mw_is_pattern (const char *text, gsize length);
/* Compiles a pattern. NULL and an error (MW_ERROR_PATH) that quotes it and says what is wrong. Free with g_regex_unref(). */
GRegex *mw_pattern_new (const char *text, gsize length, GError **error);
/* Sets *matches to whether the pattern matches. FALSE and an error (MW_ERROR_PATH): matching would take too long. */
gboolean mw_pattern_match (const GRegex *pattern, const char *text, gboolean *matches, GError **error);
