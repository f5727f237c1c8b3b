/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* Above the rows of a track: which of its keys they show, and keys that come and go. Signal: "picked" (guint): the rows shall show
 * this key. */
#define MW_TYPE_KEY_BAR (mw_key_bar_get_type ())
G_DECLARE_FINAL_TYPE (MwKeyBar, mw_key_bar, MW, KEY_BAR, GtkBox)

GtkWidget *mw_key_bar_new (MwDocument *document);
/* The tracks that it is for; the first is the one whose keys are counted. */
void mw_key_bar_set_tracks (MwKeyBar *self, const MwId *ids, guint n);
/* Where the next key goes, in ms. */
void mw_key_bar_set_time (MwKeyBar *self, gint32 time);
/* Only keys from `start` to `end` are shown, and new ones are put there; not limited: all. */
void mw_key_bar_set_range (MwKeyBar *self, gboolean limited, gint32 start, gint32 end);
guint mw_key_bar_get_n_shown (MwKeyBar *self);
void mw_key_bar_refresh (MwKeyBar *self);
/* The place of the shown key in the first track. */
guint mw_key_bar_get_picked (MwKeyBar *self);
void mw_key_bar_pick (MwKeyBar *self, guint index);
/* What went wrong with the last of these; NULL: nothing. */
const char *mw_key_bar_get_error (MwKeyBar *self);
/* The buttons: a key at the time, one behind the last, the shown one away. */
GtkWidget *mw_key_bar_get_add (MwKeyBar *self);
GtkWidget *mw_key_bar_get_append (MwKeyBar *self);
GtkWidget *mw_key_bar_get_remove (MwKeyBar *self);
