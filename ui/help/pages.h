/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* The pages of help: the Markdown files of data/help, which are packed into the program. A page is named as its file, without
 * ".md". The page "index" links to all others; its headings and links are the contents. */

#define MW_HELP_RESOURCE "/org/modelwright/Modelwright/help/"
#define MW_HELP_INDEX "index"

/* A line of the contents. */
typedef struct {
  char *group; /* the heading above it on the index page; NULL: the index itself */
  char *page;
  char *title;
} MwHelpEntry;

/* The contents, with the index first: MwHelpEntry. They belong to this file. */
const GPtrArray *mw_help_contents (void);
/* The text of a page in Markdown, or NULL with an error. */
GBytes *mw_help_read (const char *page, GError **error);
/* The page that an address in a page leads to, "curves" for "curves.md#keys", and its anchor ("keys", or NULL): both are to be freed.
 * `from` is the page with the link, for addresses of an anchor alone. NULL: it leads out of the help. */
char *mw_help_follow (const char *from, const char *address, char **anchor);

/* A part of a page, from a heading to the next one, in which words were found. */
typedef struct {
  const char *page, *page_title;
  const char *heading, *anchor; /* "" and NULL: before the first heading below the title */
  char *excerpt;                /* the text around the first word */
} MwHelpHit;

/* The parts of all pages that have all words of `typed`, case aside, in their text, heading or title. Those that have them in the
 * heading or title come first, then they are in the order of the contents. At most 50. Free with g_ptr_array_unref(). */
GPtrArray *mw_help_search (const char *typed);
