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
/* Asks for it, for some elements, in a popover of `parent` that is returned open: unparent it before `parent` goes, or when it is
 * not needed any more. `chosen` gets these elements and the answer as text for mw_operation_param_set(). A reference may point to
 * what one of the first element may; nothing is chosen where that has gone in the meantime. */
typedef void (*MwOutlineChoose) (const MwOperation *operation, const MwId *ids, guint n, const char *value,
                                 gpointer data);
GtkWidget *mw_outline_menu_ask (GtkWidget *parent, const GdkRectangle *at, MwDocument *document,
                                const MwOperation *operation, const MwId *ids, guint n, MwOutlineChoose chosen,
                                gpointer data);
