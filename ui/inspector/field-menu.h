/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/record-form-private.h"

/* The dot at a field that has changed since the last save, and the menu of a field (right click, Menu, Shift+F10). */

/* Makes the dot at the beginning of `head`, the box of the label, and gives the row its menu. The dot is invisible as long as
 * the field has not changed, and needs no space. */
void mw_field_menu_attach (MwFormRow *row, GtkWidget *head);
/* Shows whether the field has changed. `saved` has the saved state of each record of the form, or NULL
 * (mw_document_get_saved()). */
void mw_field_menu_refresh (MwFormRow *row, const GPtrArray *saved);
