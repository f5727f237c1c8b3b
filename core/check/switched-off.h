/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/check.h"

/* Which rules the file ".mwcheck" of a folder switches off. A line is
 *   RULE [PATTERN]  # REASON
 * It is about the models in the folder of the file and below it. With a pattern, of * and ?, it is only about those whose path from that
 * folder matches; a pattern without a slash is compared with the name of the file alone. Empty lines, and lines that begin with #, are
 * ignored. A rule cannot be switched off without a reason. */

#define MW_SWITCHED_OFF_FILE ".mwcheck"

typedef struct {
  const MwRule *rule;
  char *pattern; /* NULL: all models */
  char *reason;
  guint line; /* from 1 */
  gint used;  /* whether it has switched something off; several threads may set it */
} MwSwitchedOff;

/* The lines (MwSwitchedOff) of such a file. Those that are wrong are left out, and what is wrong with them is added to `complaints`
 * (char *), as "LINE: what is wrong". `text` may be NULL if its size is 0. Free with g_array_unref(). */
GArray *mw_switched_off_read (const char *text, gsize size, GPtrArray *complaints);
/* The line that switches a rule off for the model with this path below the folder of the file ("orc/grunt.mdx"), and notes that it is
 * used; NULL: there is none. */
MwSwitchedOff *mw_switched_off_find (const GArray *lines, const MwRule *rule, const char *path);
