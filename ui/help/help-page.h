/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* A page of help as widgets: headings, paragraphs, lists, tables, code and pictures, in lines that are not too long to read. It has
 * the colours of the theme. Links can be reached by Tab.
 *
 * Signal "followed" (address): a link was chosen; the address is as in the text. */
#define MW_TYPE_HELP_PAGE (mw_help_page_get_type ())
G_DECLARE_FINAL_TYPE (MwHelpPage, mw_help_page, MW, HELP_PAGE, GtkWidget)

/* Pictures are looked for in the resource at `base` and the address in the text. One that is not there is shown as its text. HTML is
 * shown as it is written. */
GtkWidget *mw_help_page_new (const char *text, gsize length, const char *base);
/* The heading with an anchor, or NULL. */
GtkWidget *mw_help_page_find (MwHelpPage *self, const char *anchor);
