/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <cmark-gfm.h>
#include <glib.h>

/* Markdown, read by cmark: what a page of help may contain is what it reads, with the tables of GitHub. */

/* Reads a text. Bytes that are not UTF-8 become U+FFFD. Never fails: every text is Markdown. Free with cmark_node_free(). */
cmark_node *mw_markdown_read (const char *text, gsize length);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (cmark_node, cmark_node_free)

/* What is inside a paragraph, a heading or a cell, as markup of Pango; links keep their addresses. Pictures are left out. Free with
 * g_free(). */
char *mw_markdown_markup (cmark_node *block);
/* The same as text alone. Blocks below each other are separated by a blank. Free with g_free(). */
char *mw_markdown_plain (cmark_node *node);
/* Whether a node is of a kind that an extension has: "table", "table_header", "table_row", "table_cell". */
gboolean mw_markdown_is (cmark_node *node, const char *kind);
/* The anchor of a heading, as GitHub makes it: "What have I changed?" is "what-have-i-changed". Free with g_free(). */
char *mw_markdown_anchor (const char *heading);
