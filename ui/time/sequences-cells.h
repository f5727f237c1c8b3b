/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Adds to the class of the table of sequences the actions "sequences.copy" and "sequences.paste" and their keys: the values of the selected
 * rows through the clipboard, as a table for spreadsheets. Pasting is one step; if one value is refused, none is set and the window says
 * why. */
void mw_sequences_cells_install (GtkWidgetClass *table);
