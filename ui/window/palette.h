/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/window/window.h"

/* The command palette: a popover with an entry, and below it everything that matches what is typed. Enter, or a click on a row,
 * runs it or, for an element, selects it. What cannot be done says why, and the palette stays open. */
#define MW_TYPE_PALETTE (mw_palette_get_type ())
G_DECLARE_FINAL_TYPE (MwPalette, mw_palette, MW, PALETTE, GtkPopover)

/* Opens one for the page in view, at the top of `parent`, which is in the window. The caller unparents it when it is not needed any
 * more. */
GtkWidget *mw_palette_open (MwWindow *window, GtkWidget *parent);
