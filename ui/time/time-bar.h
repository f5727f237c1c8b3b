/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"

#include <gtk/gtk.h>

/* Chooses the sequence and the time that are shown, and plays. Times are in ms from the start of the sequence.
 * Signal: "clock-changed" (const MwClock *): the time has changed, or playing has started or stopped.
 * Property: "slow-frame" (gint64): frames that take longer than this (µs) are slow, so that the next one waits while the user types. It is
 * for tests, which must not depend on how fast the machine is. */
#define MW_TYPE_TIME_BAR (mw_time_bar_get_type ())
G_DECLARE_FINAL_TYPE (MwTimeBar, mw_time_bar, MW, TIME_BAR, GtkBox)

GtkWidget *mw_time_bar_new (MwDocument *document);
/* Plays a sequence from its start; 0: shows the rest pose. */
void mw_time_bar_play_sequence (MwTimeBar *self, guint sequence);
/* Plays the first sequence named Stand, else the first one. Without sequences it shows the rest pose. */
void mw_time_bar_play_stand (MwTimeBar *self);
/* Plays or pauses. In the rest pose it plays the first sequence. */
void mw_time_bar_toggle (MwTimeBar *self);
/* Pauses, and shows the rest pose, or the sequence that was shown last (else the one that mw_time_bar_play_stand() plays). */
void mw_time_bar_set_posing (MwTimeBar *self, gboolean posing);
/* Pauses, and shows a moment of a sequence, in ms from its start; 0: of the one on show. */
void mw_time_bar_seek (MwTimeBar *self, MwId sequence, gint32 time);
gboolean mw_time_bar_is_playing (MwTimeBar *self);
/* The state of a time bar, to be applied to another one of the same model. */
typedef struct {
  MwId sequence;
  gint32 time;
  guint64 global_ms;
  gboolean playing, loop;
  guint speed;
} MwTimeBarView;
void mw_time_bar_get_view (MwTimeBar *self, MwTimeBarView *view);
void mw_time_bar_set_view (MwTimeBar *self, const MwTimeBarView *view);
