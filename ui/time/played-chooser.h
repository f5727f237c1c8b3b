/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* Chooses in the time bar what is shown: the rest pose, or one of the sequences. Where sequences have numbers (the animation and the variation
 * of M2), those with the same animation are together. Each row shows how long it is, whether it loops, and whether its keys were found. The
 * list is searched by words. It is as wide as it is, whatever is chosen.
 *
 * Signal: "chosen" (guint id): the user has chosen a sequence; 0: the rest pose. */
#define MW_TYPE_PLAYED_CHOOSER (mw_played_chooser_get_type ())
G_DECLARE_FINAL_TYPE (MwPlayedChooser, mw_played_chooser, MW, PLAYED_CHOOSER, GtkBox)

/* The data of each row of the drop-down's model: the id of its sequence. */
#define MW_PLAYED_CHOOSER_ID "mw-played-chooser-id"

GtkWidget *mw_played_chooser_new (MwDocument *document);
/* Lists the sequences again, which have changed. */
void mw_played_chooser_fill (MwPlayedChooser *self);
/* Shows this one as chosen; 0: the rest pose. */
void mw_played_chooser_show (MwPlayedChooser *self, MwId sequence);
