/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/help/pages.h"
#include "ui/help/markdown.h"
#include "ui/help/mw-help-resources.h"
#include "core/base/resource.h"

#include <string.h>

enum { MOST_HITS = 50, BEFORE_WORD = 40, EXCERPT = 110 };

GBytes *
mw_help_read (const char *page, GError **error)
{
  g_autofree char *path = g_strconcat (MW_HELP_RESOURCE, page, ".md", NULL);
  return g_resource_lookup_data (mw_resource (mw_help_get_resource), path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
}

static cmark_node *
read_page (const char *page)
{
  g_autoptr (GBytes) text = mw_help_read (page, NULL);
  gsize length = 0;
  const char *bytes = text ? g_bytes_get_data (text, &length) : "";
  return mw_markdown_read (bytes, length);
}

char *
mw_help_follow (const char *from, const char *address, char **anchor)
{
  const char *hash = strchr (address, '#');
  const gsize length = hash ? (gsize) (hash - address) : strlen (address);
  *anchor = NULL;
  if (length && (length < 4 || strncmp (address + length - 3, ".md", 3) != 0 || memchr (address, '/', length)))
    return NULL;
  if (hash && hash[1])
    *anchor = g_strdup (hash + 1);
  return length ? g_strndup (address, length - 3) : g_strdup (from);
}

/* --- Contents ------------------------------------------------------------------------------------------------------- */

static void
add_entry (GPtrArray *contents, const char *group, const char *page, char *title)
{
  for (guint i = 0; i < contents->len; i++)
    if (strcmp (((MwHelpEntry *) contents->pdata[i])->page, page) == 0) {
      g_free (title); /* it is linked to twice */
      return;
    }
  MwHelpEntry *entry = g_new (MwHelpEntry, 1);
  *entry = (MwHelpEntry) { g_strdup (group), g_strdup (page), title };
  g_ptr_array_add (contents, entry);
}

const GPtrArray *
mw_help_contents (void)
{
  static GPtrArray *contents;
  if (contents)
    return contents;
  contents = g_ptr_array_new ();
  g_autoptr (cmark_node) root = read_page (MW_HELP_INDEX);
  g_autofree char *group = NULL;
  cmark_iter *walk = cmark_iter_new (root);
  cmark_event_type event;
  while ((event = cmark_iter_next (walk)) != CMARK_EVENT_DONE) {
    cmark_node *node = cmark_iter_get_node (walk);
    const cmark_node_type type = event == CMARK_EVENT_ENTER ? cmark_node_get_type (node) : CMARK_NODE_NONE;
    g_autofree char *anchor = NULL, *page = NULL;
    if (type == CMARK_NODE_HEADING && contents->len == 0)
      add_entry (contents, NULL, MW_HELP_INDEX, mw_markdown_plain (node));
    else if (type == CMARK_NODE_HEADING) {
      g_free (group);
      group = mw_markdown_plain (node);
    } else if (type == CMARK_NODE_LINK
               && (page = mw_help_follow (MW_HELP_INDEX, cmark_node_get_url (node), &anchor)) != NULL)
      add_entry (contents, group, page, mw_markdown_plain (node));
  }
  cmark_iter_free (walk);
  return contents;
}

/* --- Search --------------------------------------------------------------------------------------------------------- */

/* A part of a page. */
typedef struct {
  const MwHelpEntry *page;
  char *heading, *anchor;
  GString *text;
  char *folded; /* title, heading and text, for the search */
  char *folded_heads;
} Part;

static Part *
add_part (GPtrArray *parts, const MwHelpEntry *page, char *heading)
{
  Part *part = g_new0 (Part, 1);
  part->page = page;
  part->heading = heading;
  part->anchor = *heading ? mw_markdown_anchor (heading) : NULL;
  part->text = g_string_new (NULL);
  g_ptr_array_add (parts, part);
  return part;
}

static void
add_parts_of (GPtrArray *parts, const MwHelpEntry *page)
{
  g_autoptr (cmark_node) root = read_page (page->page);
  Part *part = add_part (parts, page, g_strdup (""));
  for (cmark_node *at = cmark_node_first_child (root); at; at = cmark_node_next (at)) {
    if (cmark_node_get_type (at) == CMARK_NODE_HEADING) {
      if (cmark_node_get_heading_level (at) > 1)
        part = add_part (parts, page, mw_markdown_plain (at));
      continue;
    }
    g_autofree char *text = mw_markdown_plain (at);
    g_string_append_printf (part->text, "%s%s", part->text->len ? " " : "", text);
  }
}

static const GPtrArray *
all_parts (void)
{
  static GPtrArray *parts;
  if (parts)
    return parts;
  parts = g_ptr_array_new ();
  const GPtrArray *contents = mw_help_contents ();
  for (guint i = 0; i < contents->len; i++)
    add_parts_of (parts, contents->pdata[i]);
  for (guint i = 0; i < parts->len; i++) {
    Part *part = parts->pdata[i];
    g_autofree char *heads = g_strdup_printf ("%s %s", part->page->title, part->heading),
                    *all = g_strdup_printf ("%s %s", heads, part->text->str);
    part->folded_heads = g_utf8_casefold (heads, -1);
    part->folded = g_utf8_casefold (all, -1);
  }
  return parts;
}

static gboolean
has_all (const char *text, char **words)
{
  for (guint i = 0; words[i]; i++)
    if (!strstr (text, words[i]))
      return FALSE;
  return TRUE;
}

/* The text around the first place of a word; its beginning, if it has none. */
static char *
make_excerpt (const char *text, const char *word)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  const char *found = strstr (folded, word), *from = text;
  /* Folding may change how many letters there are before the word, so the place is only about right. */
  if (found) {
    const glong at = g_utf8_pointer_to_offset (folded, found) - BEFORE_WORD;
    from = g_utf8_offset_to_pointer (text, CLAMP (at, 0, g_utf8_strlen (text, -1)));
  }
  /* It begins with a whole word. */
  const char *blank = from > text ? strchr (from, ' ') : NULL;
  from = blank ? blank + 1 : from;
  const glong left = g_utf8_strlen (from, -1);
  g_autofree char *part = g_utf8_substring (from, 0, MIN (left, EXCERPT));
  return g_strconcat (from > text ? "… " : "", part, left > EXCERPT ? " …" : "", NULL);
}

static void
free_hit (gpointer data)
{
  g_free (((MwHelpHit *) data)->excerpt);
  g_free (data);
}

GPtrArray *
mw_help_search (const char *typed)
{
  GPtrArray *hits = g_ptr_array_new_with_free_func (free_hit);
  g_autofree char *folded = g_utf8_casefold (typed, -1);
  g_auto (GStrv) words = g_strsplit_set (g_strstrip (folded), " \t", -1);
  const GPtrArray *parts = all_parts ();
  for (guint pass = 0; pass < 2 && words[0]; pass++)
    for (guint i = 0; i < parts->len && hits->len < MOST_HITS; i++) {
      const Part *part = parts->pdata[i];
      const gboolean in_heads = has_all (part->folded_heads, words);
      if (in_heads != (pass == 0) || !has_all (part->folded, words))
        continue;
      MwHelpHit *hit = g_new (MwHelpHit, 1);
      *hit = (MwHelpHit) { part->page->page, part->page->title, part->heading, part->anchor,
                           make_excerpt (part->text->str, words[0]) };
      g_ptr_array_add (hits, hit);
    }
  return hits;
}
