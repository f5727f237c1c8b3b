/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/renderer.h"

#include <gtk/gtk.h>

/* Writes the names of markers over the viewport. Takes no events. */
#define MW_TYPE_VIEWPORT_LABELS (mw_viewport_labels_get_type ())
G_DECLARE_FINAL_TYPE (MwViewportLabels, mw_viewport_labels, MW, VIEWPORT_LABELS, GtkWidget)

GtkWidget *mw_viewport_labels_new (void);
/* Positions are in pixels of the frame: `scale` of them are one of the widget's. Everything is copied. */
void mw_viewport_labels_set (MwViewportLabels *self, const MwLabel *labels, guint n, int scale);
