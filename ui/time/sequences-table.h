/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* A table of all sequences, one row each, edited in place. Its columns are the fields of the sequence schema. Signal:
 * "picked" (guint id): a row was activated. */
#define MW_TYPE_SEQUENCES_TABLE (mw_sequences_table_get_type ())
G_DECLARE_FINAL_TYPE (MwSequencesTable, mw_sequences_table, MW, SEQUENCES_TABLE, GtkBox)

GtkWidget *mw_sequences_table_new (MwDocument *document);
