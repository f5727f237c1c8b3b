/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/edit-menu.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/operations/operation-item.h"
#include "ui/window/clipboard.h"

static void
add_heading (GtkWidget *box, const char *text)
{
  GtkWidget *heading = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "menu-heading");
  gtk_widget_add_css_class (heading, "dim-label");
  if (gtk_widget_get_first_child (box))
    gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (box), heading);
}

/* Which operations a section has. In the Edit menu: those on elements of one domain, or all on the whole model. In the Add menu:
 * those of one domain. */
static gboolean
belongs (const MwOperation *operation, MwMenu menu, MwDomain domain)
{
  gboolean whole = operation->subject == MW_SUBJECT_MODEL;
  if (operation->menu != menu)
    return FALSE;
  if (menu == MW_MENU_ADD)
    return operation->domain == domain;
  return domain == MW_N_DOMAINS ? whole : !whole && operation->domain == domain;
}

/* What can be done to elements of any kind is always there; all else if it applies. */
static void
add_section (GtkWidget *box, MwMenu menu, MwDomain domain, MwOutline *outline, MwDocument *document)
{
  const char *heading = domain == MW_N_DOMAINS ? _ ("Whole model") : mw_ui_label (mw_domain_label (domain));
  gboolean any = FALSE;
  for (const MwOperation *const *at = mw_operations_list (); *at; at++) {
    g_autoptr (GError) error = NULL;
    if (!belongs (*at, menu, domain))
      continue;
    gboolean may = mw_outline_may_run (outline, *at, &error);
    if (!may && (!error || domain != MW_DOMAIN_ELEMENTS))
      continue;
    if (!any)
      add_heading (box, heading);
    any = TRUE;
    g_autofree char *reason = may ? NULL : mw_ui_refusal (document, error);
    gtk_box_append (GTK_BOX (box), mw_operation_item_new (*at, "win.operation", TRUE, reason));
  }
}

GtkWidget *
mw_edit_menu_new (MwOutline *outline, MwDocument *document)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (popover, "menu");
  gtk_box_append (GTK_BOX (box), mw_action_item_new (_ ("Command Palette…"), "win.palette", "<Control><Shift>p"));
  guint n;
  const MwId *ids = mw_document_get_selection (document, &n);
  MwMenuItem items[MW_CLIPBOARD_ITEMS];
  g_autofree char *why = NULL;
  mw_clipboard_items (document, ids, n, items, &why);
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  for (guint i = 0; i < MW_CLIPBOARD_ITEMS; i++)
    gtk_box_append (GTK_BOX (box), mw_menu_item_new (&items[i]));
  /* The last section is for the whole model. */
  for (MwDomain domain = 0; domain <= MW_N_DOMAINS; domain++)
    add_section (box, MW_MENU_OUTLINE, domain, outline, document);
  gtk_popover_set_child (GTK_POPOVER (popover), mw_menu_scroller_new (box, GTK_WIDGET (outline)));
  return popover;
}

GtkWidget *
mw_add_menu_new (MwOutline *outline, MwDocument *document)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (popover, "menu");
  for (MwDomain domain = 0; domain < MW_N_DOMAINS; domain++)
    add_section (box, MW_MENU_ADD, domain, outline, document);
  gtk_popover_set_child (GTK_POPOVER (popover), mw_menu_scroller_new (box, GTK_WIDGET (outline)));
  return popover;
}
