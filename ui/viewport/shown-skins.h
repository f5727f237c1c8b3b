/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/shown.h"
#include "core/vfs/named-skins.h"

#include <gtk/gtk.h>

/* A chooser for the skins that the tables of a World of Warcraft client have for a creature. A worker reads the tables when
 * mw_shown_skins_read() is called. Hidden until there are skins.
 *
 * Signal "chosen" (MwNamedSkin *): the user chose this skin, which is valid until the signal ends. */
#define MW_TYPE_SHOWN_SKINS (mw_shown_skins_get_type ())
G_DECLARE_FINAL_TYPE (MwShownSkins, mw_shown_skins, MW, SHOWN_SKINS, GtkBox)

GtkWidget *mw_shown_skins_new (void);
/* The model's file (as for mw_named_skins()), and what finds the tables, which it takes. Either may be NULL: there are no skins. */
void mw_shown_skins_set_model (MwShownSkins *self, MwLookup *lookup, const char *file);
/* Marks the skin whose images and particle colours are shown; none if they are of no skin. */
void mw_shown_skins_mark (MwShownSkins *self, const MwShown *shown);
/* Reads the skins, unless they were read or are being read. */
void mw_shown_skins_read (MwShownSkins *self);
