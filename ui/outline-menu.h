/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

#include <gtk/gtk.h>

/* The menu of some elements, made from the operation table: what cannot be done to them is greyed, with the reason as its
 * tooltip. `surfaces`: they are picked as surfaces of an M2 model, and offered what is done to these. Items activate
 * "outline.operation". Parent it, and unparent it when it is not needed any more. */
GtkWidget *mw_outline_menu_new (MwDocument *document, const MwId *ids, guint n, gboolean surfaces);

/* Whether the user can be asked for the first parameter of an operation by a list: a reference, or a number with names. */
gboolean mw_outline_menu_can_ask (const MwOperation *operation);
/* Asks for it in a popover of `parent`; `chosen` gets it as text for mw_operation_param_set(). A reference may point to what
 * one of `record` may. */
typedef void (*MwOutlineChoose) (const MwOperation *operation, const char *value, gpointer data);
void mw_outline_menu_ask (GtkWidget *parent, const GdkRectangle *at, MwDocument *document, const MwOperation *operation,
                          const MwRecord *record, MwOutlineChoose chosen, gpointer data);
