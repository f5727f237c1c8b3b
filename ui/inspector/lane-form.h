/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"
#include "ui/inspector/record-form.h"

/* Shows the keys that one sequence plays, for tracks with lanes, and a button to add a first key where there is
 * none. */
#define MW_TYPE_LANE_FORM (mw_lane_form_get_type ())
G_DECLARE_FINAL_TYPE (MwLaneForm, mw_lane_form, MW, LANE_FORM, GtkBox)

/* `track` is the schema of the tracks. */
GtkWidget *mw_lane_form_new (MwDocument *document, const MwSchema *track);
void mw_lane_form_set_tracks (MwLaneForm *self, const MwId *tracks, guint n);
/* Shows the keys of this sequence. 0: of the lane for all sequences. */
void mw_lane_form_set_sequence (MwLaneForm *self, MwId sequence);
void mw_lane_form_set_clock (MwLaneForm *self, const MwClock *clock);
void mw_lane_form_apply_change (MwLaneForm *self, const MwChangeSet *set);
/* The rows of the lanes; hidden while there are none. */
MwRecordForm *mw_lane_form_get_rows (MwLaneForm *self);
