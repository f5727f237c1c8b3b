/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/renderer.h"

#include <gtk/gtk.h>

/* What is drawn over the model: a button whose popover has a check row for each overlay, and beside it toggles for those that are
 * switched most often. They are remembered as a setting for all models when the user changes them here.
 *
 * Signal "changed": other overlays are shown now. */
#define MW_TYPE_OVERLAYS_BUTTON (mw_overlays_button_get_type ())
G_DECLARE_FINAL_TYPE (MwOverlaysButton, mw_overlays_button, MW, OVERLAYS_BUTTON, GtkBox)

/* Bits beside those of MwOverlay, for what the window draws itself: the names of markers, and how much is drawn. */
enum { MW_OVERLAYS_STATISTICS = 1 << 29, MW_OVERLAYS_NAMES = 1 << 30 };

/* The setting, a boolean, of whether views draw particles, ribbons, and what emitters and events show. The list has it too. */
#define MW_EFFECTS "effects"

/* Shows what is remembered; at first the grid, the axes and the names of markers. */
GtkWidget *mw_overlays_button_new (void);
/* Bits of MwOverlay and MW_OVERLAYS_. */
unsigned mw_overlays_button_get (MwOverlaysButton *self);
/* Opens the list. */
void mw_overlays_button_popup (MwOverlaysButton *self);
/* Emits "changed" if these are others than now. Nothing is remembered. */
void mw_overlays_button_set (MwOverlaysButton *self, unsigned overlays);
