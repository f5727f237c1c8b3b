/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document/document-page.h"

/* Asks which test copies of a model to save: the folder, the name, for which games, and as what kind of file. All of that except
 * the name is remembered. The response is GTK_RESPONSE_ACCEPT to save. */
GtkWidget *mw_test_copies_dialog_new (GtkWindow *parent, MwDocumentPage *page);
/* The copies to save (MwTestCopy); remembers the choice. Free with g_ptr_array_unref(). */
GPtrArray *mw_test_copies_dialog_take (GtkWidget *dialog);
