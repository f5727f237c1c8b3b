/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* Above the keys of a track: which sequence's keys are shown, with how many each has. It follows the sequence that is played
 * until another one is chosen. Signal: "chosen". */
#define MW_TYPE_SEQUENCE_CHOOSER (mw_sequence_chooser_get_type ())
G_DECLARE_FINAL_TYPE (MwSequenceChooser, mw_sequence_chooser, MW, SEQUENCE_CHOOSER, GtkBox)

GtkWidget *mw_sequence_chooser_new (MwDocument *document);
/* The track whose keys are counted. Where it follows a clock of its own, or the model has no sequences, there is nothing to
 * choose and the chooser hides itself. */
void mw_sequence_chooser_set_track (MwSequenceChooser *self, MwId track);
/* The sequence that is played; 0: none. */
void mw_sequence_chooser_follow (MwSequenceChooser *self, MwId sequence);
/* As if its row had been picked. */
void mw_sequence_chooser_choose (MwSequenceChooser *self, MwId sequence);
/* 0: all of them. */
MwId mw_sequence_chooser_get_sequence (MwSequenceChooser *self);
/* Counts anew. */
void mw_sequence_chooser_refresh (MwSequenceChooser *self);
GtkDropDown *mw_sequence_chooser_get_drop_down (MwSequenceChooser *self);
