/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* Says in the view what the colours of the shading "Bone weights" mean, and whose weights they show; without a selected bone, how to get
 * some. */
#define MW_TYPE_WEIGHT_LEGEND (mw_weight_legend_get_type ())
G_DECLARE_FINAL_TYPE (MwWeightLegend, mw_weight_legend, MW, WEIGHT_LEGEND, GtkBox)

GtkWidget *mw_weight_legend_new (void);
/* Follows the selection of a document. Call it again when that or the names of bones change. */
void mw_weight_legend_update (MwWeightLegend *self, MwDocument *document);
