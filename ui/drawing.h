/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* What the widgets that draw themselves share: the dope sheet, the visibility grid and the view of bytes. */

/* What they are: focusable, with a tooltip, as large as there is room, drawing nothing outside; `label` is the accessible name. */
void mw_draw_widget_init (GtkWidget *widget, const char *label);

/* The colour with this part of its opacity. */
GdkRGBA mw_draw_faint (const GdkRGBA *colour, double alpha);
/* How much marks differ from the ground at least: what WCAG 2.1 (1.4.11) demands of what is not text. */
#define MW_DRAW_CONTRAST 3.0
/* The contrast of two opaque colours, from 1 to 21, as WCAG 2.1 defines it. */
double mw_draw_contrast (const GdkRGBA *a, const GdkRGBA *b);
/* The colours of a widget's style: text, what is selected, the text on that (may be NULL), and the ground. In all themes what is
 * selected has a contrast of MW_DRAW_CONTRAST to the ground. */
void mw_draw_colours (GtkWidget *widget, GdkRGBA *text, GdkRGBA *accent, GdkRGBA *on_accent, GdkRGBA *base);
void mw_draw_fill (GtkSnapshot *to, const GdkRGBA *colour, double x, double y, double width, double height);
/* Text in the middle of a height, cut where there is no more room. The layout is kept in *layout; it belongs to the widget. */
void mw_draw_text (GtkWidget *widget, PangoLayout **layout, GtkSnapshot *to, const char *text, const GdkRGBA *colour,
                   double x, double y, double height, double room);
/* A small square picture, `side` pixels of the widget wide, which `func` draws once. */
typedef void (*MwDrawFunc) (cairo_t *cairo, gpointer data);
GdkTexture *mw_draw_mark (GtkWidget *widget, int side, MwDrawFunc func, gpointer data);
