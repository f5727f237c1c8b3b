/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"

#include <gtk/gtk.h>

/* The dope sheet: the keys of the selected elements, or of all, on a ruler, where they are chosen, moved, copied, scaled and
 * deleted. While it is not on the screen it follows nothing, so it costs nothing.
 *
 * Signals: "seek" (guint sequence, int time) and "said" (const char *), as those of MwSheetView. */
#define MW_TYPE_DOPE_SHEET (mw_dope_sheet_get_type ())
G_DECLARE_FINAL_TYPE (MwDopeSheet, mw_dope_sheet, MW, DOPE_SHEET, GtkBox)

GtkWidget *mw_dope_sheet_new (MwDocument *document);
/* The bar of the sheet, to be put beside the tabs of the panel, where it takes no height. It is shown while the sheet is. Owned by
 * the sheet until it has a parent. */
GtkWidget *mw_dope_sheet_get_bar (MwDopeSheet *self);
/* Shows the curves of a track. If its element is not selected, the sheet lists all elements. */
void mw_dope_sheet_show_curve (MwDopeSheet *self, MwId track);
/* The moment that is on show, from the time bar. */
void mw_dope_sheet_set_clock (MwDopeSheet *self, const MwClock *clock);
