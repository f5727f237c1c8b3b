/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/help/markdown.h"

#include <cmark-gfm-core-extensions.h>
#include <string.h>

cmark_node *
mw_markdown_read (const char *text, gsize length)
{
  cmark_gfm_core_extensions_ensure_registered ();
  cmark_parser *parser = cmark_parser_new (CMARK_OPT_VALIDATE_UTF8);
  cmark_syntax_extension *tables = cmark_find_syntax_extension ("table");
  if (tables)
    cmark_parser_attach_syntax_extension (parser, tables);
  cmark_parser_feed (parser, text, length);
  cmark_node *root = cmark_parser_finish (parser);
  cmark_parser_free (parser);
  return root;
}

gboolean
mw_markdown_is (cmark_node *node, const char *kind)
{
  return node && strcmp (cmark_node_get_type_string (node), kind) == 0;
}

/* --- Inside a block ------------------------------------------------------------------------------------------------- */

static void
append_escaped (GString *to, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text ? text : "", -1);
  g_string_append (to, escaped);
}

static void
append_link (GString *to, cmark_node *node, gboolean enters)
{
  if (!enters) {
    g_string_append (to, "</a>");
    return;
  }
  g_string_append (to, "<a href=\"");
  append_escaped (to, cmark_node_get_url (node));
  g_string_append (to, "\">");
}

static void
append_inline (GString *to, cmark_node *node, gboolean enters)
{
  const cmark_node_type type = cmark_node_get_type (node);
  if (type == CMARK_NODE_LINK)
    append_link (to, node, enters);
  else if (type == CMARK_NODE_STRONG)
    g_string_append (to, enters ? "<b>" : "</b>");
  else if (type == CMARK_NODE_EMPH)
    g_string_append (to, enters ? "<i>" : "</i>");
  else if (type == CMARK_NODE_SOFTBREAK)
    g_string_append_c (to, ' ');
  else if (type == CMARK_NODE_LINEBREAK)
    g_string_append_c (to, '\n');
  else if (type == CMARK_NODE_CODE) {
    g_string_append (to, "<tt>");
    append_escaped (to, cmark_node_get_literal (node));
    g_string_append (to, "</tt>");
  } else if (cmark_node_get_literal (node))
    append_escaped (to, cmark_node_get_literal (node));
}

char *
mw_markdown_markup (cmark_node *block)
{
  GString *text = g_string_new (NULL);
  cmark_iter *walk = cmark_iter_new (block);
  cmark_event_type event;
  guint links = 0, images = 0;
  while ((event = cmark_iter_next (walk)) != CMARK_EVENT_DONE) {
    cmark_node *node = cmark_iter_get_node (walk);
    const gboolean enters = event == CMARK_EVENT_ENTER;
    const cmark_node_type type = cmark_node_get_type (node);
    if (type == CMARK_NODE_IMAGE)
      images += enters ? 1 : (guint) -1;
    if (node == block || images || type == CMARK_NODE_IMAGE)
      continue;
    /* A link in the text of a link would be markup that Pango refuses. */
    if (type == CMARK_NODE_LINK && (enters ? links++ : --links))
      continue;
    append_inline (text, node, enters);
  }
  cmark_iter_free (walk);
  return g_string_free (text, FALSE);
}

char *
mw_markdown_plain (cmark_node *top)
{
  GString *text = g_string_new (NULL);
  cmark_iter *walk = cmark_iter_new (top);
  cmark_event_type event;
  while ((event = cmark_iter_next (walk)) != CMARK_EVENT_DONE) {
    cmark_node *node = cmark_iter_get_node (walk);
    const cmark_node_type type = cmark_node_get_type (node);
    const char *literal = event == CMARK_EVENT_ENTER ? cmark_node_get_literal (node) : NULL;
    if (literal)
      g_string_append (text, literal);
    else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK
             || (event == CMARK_EVENT_EXIT && (type & CMARK_NODE_TYPE_MASK) == CMARK_NODE_TYPE_BLOCK && text->len
                 && text->str[text->len - 1] != ' '))
      g_string_append_c (text, ' ');
  }
  cmark_iter_free (walk);
  g_strchomp (text->str);
  return g_string_free (text, FALSE);
}

char *
mw_markdown_anchor (const char *heading)
{
  g_autofree char *lower = g_utf8_strdown (heading, -1);
  GString *anchor = g_string_new (NULL);
  for (const char *at = lower; *at; at = g_utf8_next_char (at)) {
    const gunichar c = g_utf8_get_char (at);
    if (c == ' ')
      g_string_append_c (anchor, '-');
    else if (g_unichar_isalnum (c) || c == '-' || c == '_')
      g_string_append_unichar (anchor, c);
  }
  return g_string_free (anchor, FALSE);
}
