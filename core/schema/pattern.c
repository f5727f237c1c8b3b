/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/pattern.h"

#include <string.h>

/* The place of the closing slash; 0: it is not a pattern. */
static gsize
closing (const char *text, gsize length)
{
  gsize at = length && text[length - 1] == 'i' ? length - 1 : length;
  return at >= 2 && text[0] == '/' && text[at - 1] == '/' ? at - 1 : 0;
}

gboolean
mw_is_pattern (const char *text, gsize length)
{
  return closing (text, length) > 0;
}

GRegex *
mw_pattern_new (const char *text, gsize length, GError **error)
{
  gsize end = closing (text, length);
  g_autoptr (GError) inner = NULL;
  g_autofree char *expression = g_strndup (text + 1, end ? end - 1 : 0);
  GRegexCompileFlags flags = G_REGEX_RAW | (text[length - 1] == 'i' ? G_REGEX_CASELESS : 0);
  GRegex *pattern = *expression ? g_regex_new (expression, flags, 0, &inner) : NULL;
  if (!pattern)
    mw_set_error (error, MW_ERROR_PATH, -1, NULL, "the pattern %.*s is not a regular expression: %s",
                  (int) MIN (length, 80), text, inner ? inner->message : "it is empty");
  return pattern;
}

gboolean
mw_pattern_match (const GRegex *pattern, const char *text, gboolean *matches, GError **error)
{
  g_autoptr (GError) inner = NULL;
  *matches = g_regex_match_full (pattern, text, -1, 0, 0, NULL, &inner);
  if (inner)
    mw_set_error (error, MW_ERROR_PATH, -1, NULL, "the pattern /%s/ takes too long to match; use a simpler one",
                  g_regex_get_pattern (pattern));
  return !inner;
}
