/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline-menu.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/pick-list.h"

#include <string.h>

static const struct {
  const char *operation, *keys;
} shortcuts[] = { { "delete", N_ ("Del") },     { "duplicate", N_ ("Ctrl+D") },   { "rename", "F2" },
                  { "move-up", N_ ("Alt+Up") }, { "move-down", N_ ("Alt+Down") }, { "surface-delete", N_ ("Del") } };

static gboolean
is_of_surfaces (const MwOperation *operation)
{
  return g_str_has_prefix (operation->id, "surface-");
}

static gboolean
is_offered (const MwOperation *operation, MwFamily family, gboolean surfaces)
{
  return !operation->of_keys && (!operation->families || operation->families & family)
         && (!surfaces || is_of_surfaces (operation));
}

static void
item_clicked (GtkButton *button, GtkPopover *popover)
{
  const MwOperation *operation = g_object_get_data (G_OBJECT (button), "operation");
  GtkWidget *outline = gtk_widget_get_parent (GTK_WIDGET (popover));
  gtk_popover_popdown (popover);
  gtk_widget_activate_action (outline, "outline.operation", "s", operation->id);
}

/* A batch has a key of its own for Delete. */
static const char *
keys_of (const MwOperation *operation, gboolean surfaces)
{
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    if (strcmp (shortcuts[i].operation, operation->id) == 0 && surfaces == is_of_surfaces (operation))
      return gettext (shortcuts[i].keys);
  return NULL;
}

GtkWidget *
mw_outline_menu_new (MwDocument *document, const MwId *ids, guint n, gboolean surfaces)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (popover, "menu");
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  for (const MwOperation *const *o = mw_operations_list (); *o; o++) {
    const MwOperation *operation = *o;
    if (!is_offered (operation, mw_document_get_format (document).family, surfaces))
      continue;
    g_autoptr (GError) error = NULL;
    gboolean applies = mw_operation_applies (operation, document, ids, n, &error);
    g_autofree char *label = operation->required ? g_strdup_printf ("%s…", mw_ui_label (operation->label))
                                                 : g_strdup (mw_ui_label (operation->label));
    GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 24), *text = gtk_label_new (label);
    gtk_label_set_xalign (GTK_LABEL (text), 0);
    gtk_widget_set_hexpand (text, TRUE);
    gtk_box_append (GTK_BOX (content), text);
    if (keys_of (operation, surfaces)) {
      GtkWidget *keys = gtk_label_new (keys_of (operation, surfaces));
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

/* --- A parameter ---------------------------------------------------------------------------------------------------- */

typedef struct {
  MwDocument *document;
  const MwOperation *operation;
  MwOutlineChoose chosen;
  gpointer data;
  GArray *asked; /* MwId: what it is for */
  GArray *ids;   /* of a reference */
  GtkWidget *popover;
} Asking;

static void
asking_free (Asking *asking)
{
  g_object_unref (asking->document);
  g_array_unref (asking->asked);
  g_array_unref (asking->ids);
  g_free (asking);
}

static const MwField *
first_param (const MwOperation *operation)
{
  return mw_schema_field_at (operation->params, 0);
}

static const MwNames *
names_of (const MwOperation *operation)
{
  return mw_schema_names (operation->params, first_param (operation), 0);
}

/* It asks for another element of the list that the first one stands in. */
static gboolean
asks_for_sibling (const MwOperation *operation)
{
  return strcmp (operation->id, "replace-uses") == 0;
}

gboolean
mw_outline_menu_can_ask (const MwOperation *operation)
{
  return operation->required
         && (first_param (operation)->type == MW_TYPE_REF || names_of (operation) || asks_for_sibling (operation));
}

static void
picked (MwPickList *list, guint index, Asking *asking)
{
  const MwNames *names = names_of (asking->operation);
  MwId id = !names && index < asking->ids->len ? g_array_index (asking->ids, MwId, index) : 0;
  const MwRecord *record = id ? mw_model_find (mw_document_get_model (asking->document), id) : NULL;
  gboolean gone = id && !record;
  g_autofree char *value = names    ? g_strdup (names->names[index].name)
                           : record ? mw_record_path (record)
                                    : g_strdup ("none");
  gtk_popover_popdown (GTK_POPOVER (asking->popover));
  if (!gone)
    asking->chosen (asking->operation, (const MwId *) asking->asked->data, asking->asked->len, value, asking->data);
}

static GStrv
choices_of (Asking *asking)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (asking->document),
                                          g_array_index (asking->asked, MwId, 0));
  const MwNames *names = names_of (asking->operation);
  if (asks_for_sibling (asking->operation))
    return mw_ui_siblings (asking->document, record, asking->ids);
  if (!names)
    return mw_ui_candidates (asking->document, record, first_param (asking->operation), asking->ids);
  g_autoptr (GStrvBuilder) choices = g_strv_builder_new ();
  for (guint i = 0; i < names->n; i++)
    g_strv_builder_add (choices, mw_ui_label (names->names[i].label));
  return g_strv_builder_end (choices);
}

GtkWidget *
mw_outline_menu_ask (GtkWidget *parent, const GdkRectangle *at, MwDocument *document, const MwOperation *operation,
                     const MwId *ids, guint n, MwOutlineChoose chosen, gpointer data)
{
  Asking *asking = g_new0 (Asking, 1);
  asking->document = g_object_ref (document);
  asking->operation = operation;
  asking->chosen = chosen;
  asking->data = data;
  asking->asked = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_array_append_vals (asking->asked, ids, n);
  asking->ids = g_array_new (FALSE, TRUE, sizeof (MwId));
  g_auto (GStrv) choices = choices_of (asking);
  const char *label = mw_ui_label (first_param (operation)->label);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *title = gtk_label_new (label);
  GtkWidget *list = mw_pick_list_new (label);
  gtk_widget_add_css_class (title, "heading");
  mw_pick_list_set_names (MW_PICK_LIST (list), (const char *const *) choices);
  g_signal_connect (list, "picked", G_CALLBACK (picked), asking);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), list);
  asking->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (asking->popover), box);
  gtk_popover_set_pointing_to (GTK_POPOVER (asking->popover), at);
  g_object_set_data_full (G_OBJECT (asking->popover), "asking", asking, (GDestroyNotify) asking_free);
  gtk_widget_set_parent (asking->popover, parent);
  mw_pick_list_begin (MW_PICK_LIST (list), 0);
  gtk_popover_popup (GTK_POPOVER (asking->popover));
  return asking->popover;
}
