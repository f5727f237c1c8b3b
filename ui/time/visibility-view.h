/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/visibility-grid.h"
#include "core/pose/clock.h"

#include <gtk/gtk.h>

/* The page of the bottom panel that shows which elements are seen in which sequences, and paints it.
 * Signals: "said" (const char *), with what could not be done; "picked" (guint), with the id of a sequence whose name was clicked. */
#define MW_TYPE_VISIBILITY_VIEW (mw_visibility_view_get_type ())
G_DECLARE_FINAL_TYPE (MwVisibilityView, mw_visibility_view, MW, VISIBILITY_VIEW, GtkBox)

GtkWidget *mw_visibility_view_new (MwDocument *document);
/* Marks the sequence that is on show. */
void mw_visibility_view_set_clock (MwVisibilityView *self, const MwClock *clock);
