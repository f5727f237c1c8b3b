/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/spoken.h"

#include <gtk/gtk.h>
#include <string.h>

/* The most labels that name one row or tab. */
enum { LABELS_MAX = 3 };

/* Names a widget by others, which are asked for their texts each time: it needs no update when these change. */
static void
name_by (GtkWidget *widget, GtkWidget *const *others, guint n)
{
  GtkAccessible *self = GTK_ACCESSIBLE (widget);
  const GtkAccessibleRelation by = GTK_ACCESSIBLE_RELATION_LABELLED_BY;
  if (n == 1)
    gtk_accessible_update_relation (self, by, others[0], NULL, -1);
  else if (n == 2)
    gtk_accessible_update_relation (self, by, others[0], others[1], NULL, -1);
  else if (n >= LABELS_MAX)
    gtk_accessible_update_relation (self, by, others[0], others[1], others[2], NULL, -1);
}

/* Collects the labels below a widget, but not those inside controls: these say their own names. Without `empty` it leaves out labels
 * without a text. */
static guint
find_labels (GtkWidget *widget, gboolean empty, GtkWidget **labels, guint n)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && n < LABELS_MAX;
       child = gtk_widget_get_next_sibling (child)) {
    const GtkAccessibleRole role = gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (child));
    if (!gtk_widget_get_visible (child))
      continue;
    if (role == GTK_ACCESSIBLE_ROLE_LABEL) {
      if (empty || !GTK_IS_LABEL (child) || *gtk_label_get_text (GTK_LABEL (child)))
        labels[n++] = child;
    } else if (!GTK_IS_EDITABLE (child) && !gtk_widget_get_focusable (child))
      n = find_labels (child, empty, labels, n);
  }
  return n;
}

/* Names a widget by the labels in `inside`, which may be the same. */
static void
name_by_labels (GtkWidget *widget, GtkWidget *inside, gboolean empty)
{
  GtkWidget *labels[LABELS_MAX];
  name_by (widget, labels, find_labels (inside, empty, labels, 0));
}

/* --- Drop-downs ----------------------------------------------------------------------------------------------------- */

static GtkWidget *
inner_button (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_TOGGLE_BUTTON (child))
      return child;
  return NULL;
}

/* What is chosen is said after the name. */
static void
describe_choice (GtkDropDown *drop_down)
{
  GtkWidget *button = inner_button (GTK_WIDGET (drop_down));
  gpointer item = gtk_drop_down_get_selected_item (drop_down);
  GtkExpression *expression = gtk_drop_down_get_expression (drop_down);
  g_auto (GValue) value = G_VALUE_INIT;
  const char *text = NULL;
  if (item && expression && gtk_expression_evaluate (expression, item, &value) && G_VALUE_HOLDS_STRING (&value))
    text = g_value_get_string (&value);
  else if (GTK_IS_STRING_OBJECT (item))
    text = gtk_string_object_get_string (item);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text ? text : "", -1);
}

/* The button has the focus, and the drop-down the name. */
static void
name_drop_down (GtkWidget *drop_down)
{
  GtkWidget *button = inner_button (drop_down);
  if (!button)
    return;
  name_by (button, &drop_down, 1);
  describe_choice (GTK_DROP_DOWN (drop_down));
  g_signal_connect (drop_down, "notify::selected-item", G_CALLBACK (describe_choice), NULL);
}

/* --- All widgets ---------------------------------------------------------------------------------------------------- */

/* GTK would read the underscore of a mnemonic, and then the label once more. */
static void
name_without_underscore (GtkWidget *widget)
{
  g_autofree char *label = NULL;
  g_object_get (widget, "label", &label, NULL);
  if (!label)
    return;
  g_autoptr (GString) text = g_string_new (label);
  g_string_replace (text, "__", "\n", 0);
  g_string_replace (text, "_", "", 0);
  g_string_replace (text, "\n", "_", 0);
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text->str, -1);
}

static void
name_mnemonic (GtkWidget *widget)
{
  gboolean use_underline = FALSE;
  g_object_get (widget, "use-underline", &use_underline, NULL);
  if (!use_underline)
    return;
  name_without_underscore (widget);
  g_signal_connect (widget, "notify::label", G_CALLBACK (name_without_underscore), NULL);
}

static void
name_menu_button (GtkWidget *widget)
{
  GtkWidget *button = inner_button (widget);
  if (button && gtk_menu_button_get_label (GTK_MENU_BUTTON (widget)))
    name_by_labels (widget, button, TRUE);
}

/* Rows of lists, tables and grids are of a private type of GTK. Those of a GtkListBox are named where they are made. */
static gboolean
is_row (GtkWidget *widget)
{
  return strcmp (G_OBJECT_TYPE_NAME (widget), "GtkListItemWidget") == 0
         && gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)) != GTK_ACCESSIBLE_ROLE_GENERIC;
}

static void
name_widget (GtkWidget *widget)
{
  if (GTK_IS_DROP_DOWN (widget))
    name_drop_down (widget);
  else if (GTK_IS_MENU_BUTTON (widget))
    name_menu_button (widget);
  else if (GTK_IS_BUTTON (widget) || GTK_IS_CHECK_BUTTON (widget))
    name_mnemonic (widget);
  else if (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)) == GTK_ACCESSIBLE_ROLE_TAB) {
    /* GTK calls each of them "Tab". It may get its text later. */
    gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
    name_by_labels (widget, widget, TRUE);
  } else if (is_row (widget))
    name_by_labels (widget, widget, FALSE); /* an empty cell says nothing */
}

static gboolean
mapped (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer unused)
{
  const GQuark named = g_quark_from_static_string ("mw-spoken");
  GObject *widget = g_value_get_object (&values[0]);
  if (!g_object_get_qdata (widget, named)) {
    g_object_set_qdata (widget, named, widget);
    name_widget (GTK_WIDGET (widget));
  }
  return TRUE; /* keeps the hook */
}

void
mw_spoken_begin (void)
{
  static gboolean begun;
  if (begun)
    return;
  begun = TRUE;
  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET)); /* a signal is known once its class is */
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, mapped, NULL, NULL);
}
