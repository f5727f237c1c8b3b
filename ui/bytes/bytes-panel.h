/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* The bytes of the files that a save of the document would write now, coloured by field, and where they differ from
 * the files on the disk. They are made in a worker while the panel is shown, again after each edit and save. Nothing
 * can be typed. While the bytes are older than the document, its accessible state is "busy".
 *
 * Signals: "picked" (guint record, gpointer field, guint element): the user chose a byte of this field (NULL: of the
 * record) and element of an array; "said" (const char *): a line for the status bar. */
#define MW_TYPE_BYTES_PANEL (mw_bytes_panel_get_type ())
G_DECLARE_FINAL_TYPE (MwBytesPanel, mw_bytes_panel, MW, BYTES_PANEL, GtkBox)

GtkWidget *mw_bytes_panel_new (MwDocument *document);
/* Controls for the end of the tabs; hidden while the panel is. */
GtkWidget *mw_bytes_panel_get_bar (MwBytesPanel *self);
/* Marks the bytes of a value, and scrolls to them; while the panel is hidden, as soon as it is shown. */
void mw_bytes_panel_show_field (MwBytesPanel *self, MwId record, const MwField *field);
