/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/switched-off.h"
#include "core/base/nearest.h"

#include <string.h>

static void
clear_line (gpointer data)
{
  MwSwitchedOff *line = data;
  g_free (line->pattern);
  g_free (line->reason);
}

static char *
nearest_rule (const char *id)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  g_autofree const char **ids = g_new0 (const char *, n + 1);
  for (guint i = 0; i < n; i++)
    ids[i] = rules[i].id;
  return mw_did_you_mean (id, ids);
}

static void G_GNUC_PRINTF (3, 4) complain (GPtrArray *complaints, guint line, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (complaints, g_strdup_printf ("%u: %s", line, what));
}

/* The reason begins at a # after a blank, so that a pattern may contain one. NULL: there is none. */
static char *
find_reason (char *text)
{
  for (char *at = strchr (text, '#'); at; at = strchr (at + 1, '#'))
    if (at > text && g_ascii_isspace (at[-1]))
      return at;
  return NULL;
}

/* Reads one line, which is changed, and adds it if it is right. */
static void
read_line (GArray *lines, char *text, guint number, GPtrArray *complaints)
{
  g_strstrip (text);
  if (!*text || *text == '#')
    return;
  char *reason = find_reason (text);
  if (reason)
    *reason++ = '\0';
  char *id = g_strchomp (text), *pattern = id + strcspn (id, " \t");
  if (*pattern)
    *pattern++ = '\0';
  pattern = g_strchug (pattern);
  const MwRule *rule = mw_rule (id);
  if (!rule) {
    g_autofree char *nearest = nearest_rule (id);
    complain (complaints, number, "there is no rule \"%s\"%s (mwright check --rules lists them)", id, nearest);
  } else if (!reason || !*g_strstrip (reason)) {
    complain (complaints, number, "\"%s\" needs a reason: write it after a blank and a #", id);
  } else {
    MwSwitchedOff line = { rule, *pattern ? g_strdup (pattern) : NULL, g_strdup (reason), number, FALSE };
    g_array_append_val (lines, line);
  }
}

GArray *
mw_switched_off_read (const char *text, gsize size, GPtrArray *complaints)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (MwSwitchedOff));
  g_array_set_clear_func (lines, clear_line);
  if (size == 0)
    return lines;
  const char *at = text, *end = text + size;
  if (size >= 3 && memcmp (text, "\xEF\xBB\xBF", 3) == 0)
    at += 3;
  for (guint number = 1; at < end; number++) {
    const char *feed = memchr (at, '\n', (gsize) (end - at)), *stop = feed ? feed : end;
    g_autofree char *line = g_utf8_make_valid (at, stop - at);
    read_line (lines, line, number, complaints);
    at = feed ? feed + 1 : end;
  }
  return lines;
}

static gboolean
is_about (const MwSwitchedOff *line, const char *path)
{
  if (!line->pattern)
    return TRUE;
  const char *slash = strrchr (path, '/');
  return g_pattern_match_simple (line->pattern, strchr (line->pattern, '/') || !slash ? path : slash + 1);
}

MwSwitchedOff *
mw_switched_off_find (const GArray *lines, const MwRule *rule, const char *path)
{
  for (guint i = 0; i < lines->len; i++) {
    MwSwitchedOff *line = &g_array_index (lines, MwSwitchedOff, i);
    if (line->rule != rule || !is_about (line, path))
      continue;
    g_atomic_int_set (&line->used, TRUE);
    return line;
  }
  return NULL;
}
