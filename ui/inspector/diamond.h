/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"
#include "ui/inspector/key-here.h"

#include <gtk/gtk.h>

/* The button beside a field that can be animated. Empty: no keys; a click makes the first one at the playhead. Half:
 * keys, but none at the playhead; a click adds one with the current value. Full: a key at the playhead; a click removes
 * it. A command of its context menu (right click, Menu, Shift+F10) removes all keys. Signal: "refused" (const char *):
 * why nothing was done; NULL: it was done. */
#define MW_TYPE_DIAMOND (mw_diamond_get_type ())
G_DECLARE_FINAL_TYPE (MwDiamond, mw_diamond, MW, DIAMOND, GtkButton)

/* `slot` is the field of the track, `fixed` that of the static value, or NULL. */
GtkWidget *mw_diamond_new (MwDocument *document, const MwField *slot, const MwField *fixed);
void mw_diamond_set_ids (MwDiamond *self, const MwId *ids, guint n);
/* Sets the time on show. While it plays the diamond is never full, so a click always sets a key. */
void mw_diamond_set_clock (MwDiamond *self, const MwClock *clock);
void mw_diamond_set_playing (MwDiamond *self, gboolean playing);
/* Updates the state after keys were added or removed. */
void mw_diamond_refresh (MwDiamond *self);
/* Removes all keys of all its records, as one step. */
void mw_diamond_remove_all (MwDiamond *self);
/* "Remove all keys of Alpha". Free with g_free(). */
char *mw_diamond_remove_all_label (const MwField *slot);
