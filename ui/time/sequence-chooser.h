/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* Chooses, above the keys of a track, the sequence whose keys are shown, and lists how many keys each has. It follows
 * the sequence that plays until the user chooses another. Signal: "chosen". */
#define MW_TYPE_SEQUENCE_CHOOSER (mw_sequence_chooser_get_type ())
G_DECLARE_FINAL_TYPE (MwSequenceChooser, mw_sequence_chooser, MW, SEQUENCE_CHOOSER, GtkBox)

GtkWidget *mw_sequence_chooser_new (MwDocument *document);
/* Sets the track whose keys are counted. The chooser hides itself if the track runs on a global sequence or the model
 * has no sequences. */
void mw_sequence_chooser_set_track (MwSequenceChooser *self, MwId track);
/* Sets the sequence that plays; 0: none. */
void mw_sequence_chooser_set_playing (MwSequenceChooser *self, MwId sequence);
/* The chosen sequence; 0: all. */
MwId mw_sequence_chooser_get_sequence (MwSequenceChooser *self);
/* Updates the counts. */
void mw_sequence_chooser_refresh (MwSequenceChooser *self);
