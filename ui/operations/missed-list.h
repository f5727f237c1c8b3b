/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/edit/operations/transfer/transfer-source.h"

#include <gtk/gtk.h>

/* What of another model does not come along when its sequences are imported: a line with counts, which unfolds to the names. */
#define MW_TYPE_MISSED_LIST (mw_missed_list_get_type ())
G_DECLARE_FINAL_TYPE (MwMissedList, mw_missed_list, MW, MISSED_LIST, GtkBox)

GtkWidget *mw_missed_list_new (MwDocument *document);
/* Shows it for these sequences and pairs of bones (mw_import_missed()). Hidden without a source, and while a parameter is wrong. */
void mw_missed_list_update (MwMissedList *self, const MwTransferSource *source, const char *sequences,
                            const char *pairs);
