/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

#include <gtk/gtk.h>

/* An item of a menu for an operation, with its key if `has_key`. It closes the menu, which is the popover that it is in, and then
 * activates `action` with the id of the operation, from the menu's parent. `reason`: why the operation cannot be done now; then
 * the item is insensitive. NULL: it can be done. */
GtkWidget *mw_operation_item_new (const MwOperation *operation, const char *action, gboolean has_key,
                                  const char *reason);
/* An item for another action, which has no parameter. `key`, as GTK spells it, may be NULL. */
GtkWidget *mw_action_item_new (const char *label, const char *action, const char *key);
/* An item beside those of operations: its label, what it activates, its key as GTK spells it (may be NULL), and why it cannot be
 * activated now (NULL: it can be). */
typedef struct {
  const char *label, *action, *key, *reason;
} MwMenuItem;

GtkWidget *mw_menu_item_new (const MwMenuItem *item);
/* A menu that does not fit into the window of `within` scrolls. */
GtkWidget *mw_menu_scroller_new (GtkWidget *box, GtkWidget *within);
