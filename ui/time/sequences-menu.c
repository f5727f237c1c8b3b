/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/sequences-menu.h"
#include "ui/document/document-page.h"
#include "ui/i18n.h"

#define PLACE "mw-sequences-menu-place"
#define ACTION "sequences.operation"

static MwOutline *
outline_of (GtkWidget *self)
{
  GtkWidget *page = gtk_widget_get_ancestor (self, MW_TYPE_DOCUMENT_PAGE);
  return page ? mw_document_page_get_outline (MW_DOCUMENT_PAGE (page)) : NULL;
}

void
mw_sequences_menu_run (GtkWidget *self, const char *operation, double x, double y)
{
  GtkWidget *page = gtk_widget_get_ancestor (self, MW_TYPE_DOCUMENT_PAGE);
  double at_x, at_y;
  if (page && gtk_widget_translate_coordinates (self, page, x, y, &at_x, &at_y))
    mw_outline_run_operation_at (outline_of (self), operation, &(GdkRectangle) { (int) at_x, (int) at_y, 1, 1 });
}

static void
operation_chosen (GtkWidget *self, const char *action, GVariant *id)
{
  const GdkRectangle *place = g_object_get_data (G_OBJECT (self), PLACE);
  mw_sequences_menu_run (self, g_variant_get_string (id, NULL), place->x, place->y);
}

void
mw_sequences_menu_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, ACTION, "s", operation_chosen);
}

GtkWidget *
mw_sequences_menu_open (GtkWidget *self, double x, double y)
{
  const GdkRectangle place = { (int) x, (int) y, 1, 1 };
  const MwMenuItem clipboard[] = { { _ ("Copy Values"), "sequences.copy", "<Control>c" },
                                   { _ ("Paste Values"), "sequences.paste", "<Control>v" },
                                   { NULL } };
  GtkWidget *menu = mw_outline_new_menu (outline_of (self), ACTION, clipboard);
  g_object_set_data_full (G_OBJECT (self), PLACE, g_memdup2 (&place, sizeof place), g_free);
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  gtk_widget_set_parent (menu, self);
  gtk_popover_set_pointing_to (GTK_POPOVER (menu), &place);
  gtk_popover_popup (GTK_POPOVER (menu));
  return menu;
}

void
mw_sequences_menu_refuse (GtkWidget *self, const char *why)
{
  MwOutline *outline = outline_of (self);
  if (outline)
    g_signal_emit_by_name (outline, "refused", why);
}
