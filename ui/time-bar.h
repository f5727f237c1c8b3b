/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"

#include <gtk/gtk.h>

/* Which sequence is shown, at which moment, and whether it plays. Time is in ms from the start of the sequence. Signal:
 * "clock-changed" (const MwClock *): the moment is another, or it began or ceased to play. */
#define MW_TYPE_TIME_BAR (mw_time_bar_get_type ())
G_DECLARE_FINAL_TYPE (MwTimeBar, mw_time_bar, MW, TIME_BAR, GtkBox)

GtkWidget *mw_time_bar_new (MwDocument *document);
/* 0: the rest pose. Starts at the beginning, playing on if it played. */
void mw_time_bar_set_sequence (MwTimeBar *self, MwId sequence);
/* The same, and plays. */
void mw_time_bar_play_sequence (MwTimeBar *self, guint sequence);
/* Plays the first sequence that is called Stand, else the first; at rest without any. */
void mw_time_bar_play_stand (MwTimeBar *self);
MwId mw_time_bar_get_sequence (MwTimeBar *self);
/* Play or pause; at rest the first sequence begins. */
void mw_time_bar_toggle (MwTimeBar *self);
gboolean mw_time_bar_is_playing (MwTimeBar *self);
/* Milliseconds from the start of the sequence. */
void mw_time_bar_set_time (MwTimeBar *self, gint32 time);
const MwClock *mw_time_bar_get_clock (MwTimeBar *self);
/* What another time bar of the same model takes over; times as those above. */
typedef struct {
  MwId sequence;
  gint32 time;
  guint64 global_ms;
  gboolean playing, loop;
  guint speed;
} MwTimeBarView;
void mw_time_bar_get_view (MwTimeBar *self, MwTimeBarView *view);
void mw_time_bar_set_view (MwTimeBar *self, const MwTimeBarView *view);
GtkDropDown *mw_time_bar_get_chooser (MwTimeBar *self);
/* What the chooser lists: "Rest pose", then the sequences. */
GListModel *mw_time_bar_get_choices (MwTimeBar *self);
