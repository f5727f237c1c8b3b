/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/renderer.h"

#include <gtk/gtk.h>

/* Draws the names of markers over the viewport. It lets events through to the drawing. */
#define MW_TYPE_VIEWPORT_LABELS (mw_viewport_labels_get_type ())
G_DECLARE_FINAL_TYPE (MwViewportLabels, mw_viewport_labels, MW, VIEWPORT_LABELS, GtkWidget)

GtkWidget *mw_viewport_labels_new (void);
/* Sets the labels, whose positions are in device pixels: `scale` of them are one pixel of the widget. Copies
 * everything. */
void mw_viewport_labels_set (MwViewportLabels *self, const MwLabel *labels, guint n, int scale);
/* Shows a rectangle that selects, in logical pixels; NULL: none. */
void mw_viewport_labels_set_box (MwViewportLabels *self, const graphene_rect_t *box);
/* Shows a closed line through n points, which selects what is inside, in logical pixels; 0: none. Copies it. */
void mw_viewport_labels_set_outline (MwViewportLabels *self, const float (*points)[2], guint n);
/* Shows a frame with a caption, and dims what is outside of it; in logical pixels. NULL: none. Copies the caption. */
void mw_viewport_labels_set_frame (MwViewportLabels *self, const graphene_rect_t *frame, const char *caption);
/* A text of some lines at the top left; NULL: none. Copies it. */
void mw_viewport_labels_set_text (MwViewportLabels *self, const char *text);
