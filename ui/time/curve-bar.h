/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/time/sheet-view.h"

/* The bar above the graph of a sheet's view: the time and the numbers of the chosen keys, which components are shown, and how the
 * curves are interpolated. It is shown while the view shows curves. */
#define MW_TYPE_CURVE_BAR (mw_curve_bar_get_type ())
G_DECLARE_FINAL_TYPE (MwCurveBar, mw_curve_bar, MW, CURVE_BAR, GtkBox)

GtkWidget *mw_curve_bar_new (MwSheetView *view);
