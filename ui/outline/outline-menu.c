/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-menu.h"
#include "ui/viewport/attach-model.h"
#include "ui/viewport/eyes-menu.h"
#include "ui/i18n.h"
#include "ui/labels.h"

/* Whether the menu may have an item for the operation. The menu of a heading has what is done to the whole model. */
static gboolean
is_offered (const MwOperation *operation, MwFamily family, gboolean surfaces, gboolean heading)
{
  return heading == (operation->subject == MW_SUBJECT_MODEL) && operation->menu == MW_MENU_OUTLINE
         && (!operation->families || operation->families & family)
         && (!surfaces || operation->subject == MW_SUBJECT_SURFACES);
}

GtkWidget *
mw_outline_menu_new (MwDocument *document, const MwId *ids, guint n, gboolean surfaces, const char *action,
                     const MwMenuItem *more, GtkWidget *within)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (popover, "menu");
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  if (n == 0)
    gtk_box_append (GTK_BOX (box), mw_action_item_new (_ ("Add…"), "win.add", "<Shift>a"));
  /* Above the operations of the model, which are more than a small window shows. */
  for (const MwMenuItem *item = more; item && item->label; item++)
    gtk_box_append (GTK_BOX (box), mw_menu_item_new (item));
  if (more && more->label)
    gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  const MwOperation *last = NULL;
  for (const MwOperation *const *o = mw_operations_list (); *o; o++) {
    const MwOperation *operation = *o;
    g_autoptr (GError) error = NULL;
    if (!is_offered (operation, mw_document_get_format (document).family, surfaces, n == 0))
      continue;
    /* What can be done to elements of any kind is always there; what is only for some kinds is there if it applies. */
    gboolean applies = mw_operation_applies (operation, document, ids, n, &error);
    if (!applies && operation->domain != MW_DOMAIN_ELEMENTS && !surfaces)
      continue;
    if (last && last->domain == MW_DOMAIN_ELEMENTS && operation->domain != MW_DOMAIN_ELEMENTS)
      mw_attach_model_append_items (box, document, ids, n, within);
    if (last && last->domain != operation->domain)
      gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
    last = operation;
    GtkWidget *item = mw_operation_item_new (operation, action, surfaces == (operation->subject == MW_SUBJECT_SURFACES),
                                             applies ? NULL : error->message);
    gtk_box_append (GTK_BOX (box), item);
  }
  if (last && last->domain == MW_DOMAIN_ELEMENTS)
    mw_attach_model_append_items (box, document, ids, n, within);
  mw_eyes_append_items (box, document, ids, n);
  gtk_popover_set_child (GTK_POPOVER (popover), mw_menu_scroller_new (box, within));
  return popover;
}
