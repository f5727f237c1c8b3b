/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline-menu.h"
#include "core/edit/operations/operations.h"
#include "ui/drop-down-search.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <string.h>

static const struct {
  const char *operation, *keys;
} shortcuts[] = { { "delete", N_ ("Del") },
                  { "duplicate", N_ ("Ctrl+D") },
                  { "rename", "F2" },
                  { "move-up", N_ ("Alt+Up") },
                  { "move-down", N_ ("Alt+Down") } };

static void
item_clicked (GtkButton *button, GtkPopover *popover)
{
  const MwOperation *operation = g_object_get_data (G_OBJECT (button), "operation");
  GtkWidget *outline = gtk_widget_get_parent (GTK_WIDGET (popover));
  gtk_popover_popdown (popover);
  gtk_widget_activate_action (outline, "outline.operation", "s", operation->id);
}

GtkWidget *
mw_outline_menu_new (MwDocument *document, const MwId *ids, guint n)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (popover, "menu");
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  for (const MwOperation *const *o = mw_operations_list (); *o; o++) {
    const MwOperation *operation = *o;
    g_autoptr (GError) error = NULL;
    gboolean applies = mw_operation_applies (operation, document, ids, n, &error);
    g_autofree char *label = operation->required ? g_strdup_printf ("%s…", mw_ui_label (operation->label))
                                                 : g_strdup (mw_ui_label (operation->label));
    GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 24), *text = gtk_label_new (label);
    gtk_label_set_xalign (GTK_LABEL (text), 0);
    gtk_widget_set_hexpand (text, TRUE);
    gtk_box_append (GTK_BOX (content), text);
    for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
      if (strcmp (shortcuts[i].operation, operation->id) == 0) {
        GtkWidget *keys = gtk_label_new (gettext (shortcuts[i].keys));
        gtk_widget_add_css_class (keys, "dim-label");
        gtk_box_append (GTK_BOX (content), keys);
      }
    GtkWidget *item = gtk_button_new ();
    gtk_button_set_child (GTK_BUTTON (item), content);
    gtk_widget_add_css_class (item, "flat");
    gtk_widget_add_css_class (item, "menu-item");
    gtk_widget_set_sensitive (item, applies);
    gtk_widget_set_tooltip_text (item, applies ? mw_ui_label (operation->doc) : error->message);
    gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    g_object_set_data (G_OBJECT (item), "operation", (gpointer) operation);
    g_signal_connect (item, "clicked", G_CALLBACK (item_clicked), popover);
    gtk_box_append (GTK_BOX (box), item);
  }
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  return popover;
}

typedef struct {
  MwOutlineChoose chosen;
  gpointer data;
  GArray *ids;
  GtkSingleSelection *selection;
  GtkStringList *names;
  GtkWidget *popover;
} Choosing;

static void
choosing_free (Choosing *choosing)
{
  g_array_unref (choosing->ids);
  g_object_unref (choosing->selection);
  g_object_unref (choosing->names);
  g_free (choosing);
}

static void
row_activated (GtkListView *view, guint position, Choosing *choosing)
{
  g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (choosing->selection), position);
  for (guint i = 0; item && i < choosing->ids->len; i++) {
    g_autoptr (GObject) other = g_list_model_get_item (G_LIST_MODEL (choosing->names), i);
    if (other != item)
      continue;
    MwId id = g_array_index (choosing->ids, MwId, i);
    MwOutlineChoose chosen = choosing->chosen;
    gpointer data = choosing->data;
    gtk_popover_popdown (GTK_POPOVER (choosing->popover));
    chosen (id, data);
    return;
  }
}

static void
search_activated (GtkSearchEntry *search, Choosing *choosing)
{
  row_activated (NULL, gtk_single_selection_get_selected (choosing->selection), choosing);
}

static void
search_changed (GtkEditable *search, Choosing *choosing)
{
  mw_search_mark (choosing->selection, gtk_editable_get_text (search));
}

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

static gboolean
unparent_later (gpointer popover)
{
  gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

static void
closed (GtkPopover *popover, gpointer unused)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent_later, g_object_ref (popover), g_object_unref);
}

void
mw_outline_menu_choose (GtkWidget *parent, const GdkRectangle *at, MwDocument *document, const MwField *field,
                        MwOutlineChoose chosen, gpointer data)
{
  MwModel *model = mw_document_get_model (document);
  const MwField *list = field->refers ? mw_schema_field (model->record.schema, field->refers) : NULL;
  Choosing *choosing = g_new0 (Choosing, 1);
  choosing->chosen = chosen;
  choosing->data = data;
  choosing->ids = g_array_new (FALSE, TRUE, sizeof (MwId));
  choosing->names = gtk_string_list_new (NULL);
  MwId none = 0;
  g_array_append_val (choosing->ids, none);
  gtk_string_list_append (choosing->names, _ ("None"));
  for (guint i = 0; list && i < mw_record_list (&model->record, list)->n; i++) {
    const MwRecord *record = mw_record_list (&model->record, list)->items[i];
    gtk_string_list_take (choosing->names, mw_ui_record_title (record));
    g_array_append_val (choosing->ids, record->id);
  }
  GtkStringFilter *filter = gtk_string_filter_new (
    gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  GtkFilterListModel *filtered = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (choosing->names)),
                                                            GTK_FILTER (filter));
  choosing->selection = gtk_single_selection_new (G_LIST_MODEL (filtered));
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *title = gtk_label_new (mw_ui_label (field->label));
  gtk_widget_add_css_class (title, "heading");
  GtkWidget *search = gtk_search_entry_new ();
  g_object_bind_property (search, "text", filter, "search", G_BINDING_DEFAULT);
  g_signal_connect (search, "changed", G_CALLBACK (search_changed), choosing);
  g_signal_connect (search, "activate", G_CALLBACK (search_activated), choosing);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  GtkWidget *view = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (choosing->selection)), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (view), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, mw_ui_label (field->label), -1);
  g_signal_connect (view, "activate", G_CALLBACK (row_activated), choosing);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_widget_set_size_request (scrolled, 240, 280);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), search);
  gtk_box_append (GTK_BOX (box), scrolled);
  choosing->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (choosing->popover), box);
  gtk_popover_set_pointing_to (GTK_POPOVER (choosing->popover), at);
  g_object_set_data_full (G_OBJECT (choosing->popover), "choosing", choosing, (GDestroyNotify) choosing_free);
  gtk_widget_set_parent (choosing->popover, parent);
  g_signal_connect (choosing->popover, "closed", G_CALLBACK (closed), NULL);
  gtk_popover_popup (GTK_POPOVER (choosing->popover));
}
