/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* The bar above the rows of a track: it chooses the key that the rows show, and adds and removes keys. Signals:
 * "picked" (guint): the index of the key to show; "seek" (int): the user chose a key, which has this time. */
#define MW_TYPE_KEY_BAR (mw_key_bar_get_type ())
G_DECLARE_FINAL_TYPE (MwKeyBar, mw_key_bar, MW, KEY_BAR, GtkBox)

GtkWidget *mw_key_bar_new (MwDocument *document);
/* Sets the tracks to edit. The keys of the first one are counted and shown. */
void mw_key_bar_set_tracks (MwKeyBar *self, const MwId *ids, guint n);
/* Sets the time of the next key to add, in ms. */
void mw_key_bar_set_time (MwKeyBar *self, gint32 time);
/* If `limited`, only keys from `start` to `end` are shown, and new ones are added within that range. */
void mw_key_bar_set_range (MwKeyBar *self, gboolean limited, gint32 start, gint32 end);
/* The time of the key is shown from `from`, the start of a sequence of this length, in ms. Length 0: as in the file. */
void mw_key_bar_set_sequence (MwKeyBar *self, gint32 from, gint32 length);
guint mw_key_bar_get_n_shown (MwKeyBar *self);
void mw_key_bar_refresh (MwKeyBar *self);
/* The index of the shown key in the first track. */
guint mw_key_bar_get_picked (MwKeyBar *self);
