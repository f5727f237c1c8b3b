/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* A table of all sequences, one row each, edited in place. Its columns are the fields of the sequence schema. A value that is set in one of
 * several selected rows is set in all of them. A click on a header sorts what is shown, and leaves the file as it is. Signal: "picked" (guint
 * id): one row was selected. */
#define MW_TYPE_SEQUENCES_TABLE (mw_sequences_table_get_type ())
G_DECLARE_FINAL_TYPE (MwSequencesTable, mw_sequences_table, MW, SEQUENCES_TABLE, GtkBox)

GtkWidget *mw_sequences_table_new (MwDocument *document);
/* Marks the sequence that is on show; 0: none. */
void mw_sequences_table_set_playing (MwSequencesTable *self, MwId sequence);
