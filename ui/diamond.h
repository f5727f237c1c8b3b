/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"
#include "ui/key-here.h"

#include <gtk/gtk.h>

/* The diamond beside a field that can be animated. Empty: no keys, and a click makes the first at the playhead. Half: keys, but none
 * at the playhead, and a click adds one that holds the value. Full: a click removes that one key. All keys go only by a command
 * of its context menu (right click, Menu, Shift+F10) that says so.
 * Signal: "refused" (const char *): why nothing was done; NULL: it was. */
#define MW_TYPE_DIAMOND (mw_diamond_get_type ())
G_DECLARE_FINAL_TYPE (MwDiamond, mw_diamond, MW, DIAMOND, GtkButton)

/* `slot` is the field of the track, `fixed` that of the static value, or NULL. */
GtkWidget *mw_diamond_new (MwDocument *document, const MwField *slot, const MwField *fixed);
void mw_diamond_set_ids (MwDiamond *self, const MwId *ids, guint n);
/* The moment on show. While it plays, the diamond is never full: a click then always sets a key. */
void mw_diamond_set_clock (MwDiamond *self, const MwClock *clock);
void mw_diamond_set_playing (MwDiamond *self, gboolean playing);
/* Keys have come or gone. */
void mw_diamond_refresh (MwDiamond *self);
/* What it shows. */
MwKeyed mw_diamond_get_state (MwDiamond *self);
/* Removes all keys of all its records, as one step. */
void mw_diamond_remove_all (MwDiamond *self);
/* "Remove all keys of Alpha". Free with g_free(). */
char *mw_diamond_remove_all_label (const MwField *slot);
/* Opens the menu and gives it. */
GtkWidget *mw_diamond_open_menu (MwDiamond *self);
