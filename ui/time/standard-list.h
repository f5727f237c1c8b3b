/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* The sequences that the game looks up in a kind of model: which of them the model has, what the game plays instead of one that is missing,
 * and a button that adds it. For a popover. Signal: "picked" (guint id): the user has picked a row, and this is the sequence that the game
 * plays for it. */
#define MW_TYPE_STANDARD_LIST (mw_standard_list_get_type ())
G_DECLARE_FINAL_TYPE (MwStandardList, mw_standard_list, MW, STANDARD_LIST, GtkBox)

GtkWidget *mw_standard_list_new (MwDocument *document);
