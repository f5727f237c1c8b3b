/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document/document-page.h"

/* How many problems the checker finds in the model on show, in the status bar. A press goes to the next element that has some, the
 * worst ones first, and the status line says what is wrong with it. Hidden while there are none. */
#define MW_TYPE_FINDINGS_BUTTON (mw_findings_button_get_type ())
G_DECLARE_FINAL_TYPE (MwFindingsButton, mw_findings_button, MW, FINDINGS_BUTTON, GtkButton)

/* The page on show; NULL: none. */
void mw_findings_button_set_page (MwFindingsButton *self, MwDocumentPage *page);
