/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/operations/operation-item.h"

/* A new menu of the operations on some elements, made from the operation table. An operation for elements of any kind that cannot be
 * done to them is insensitive, with the reason as its tooltip; one for some kinds is then left out. Without elements (n 0) it has
 * the operations on the whole model. One node has items for the model that is attached to it (attach-model.h), if `within` is in a page. `surfaces`: the elements are batches of selected surfaces, so
 * only operations on surfaces are in the menu. `more` (may be NULL) are items above them, ended by one without a label. Items activate `action`, such as "win.operation", with the id of an operation. Parent it, and unparent it when it
 * is not needed any more. It is not higher than the window of `within`. */
GtkWidget *mw_outline_menu_new (MwDocument *document, const MwId *ids, guint n, gboolean surfaces, const char *action,
                                const MwMenuItem *more, GtkWidget *within);
