/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/find.h"

#include <string.h>

typedef struct {
  GType type;
  const char *name, *css_class, *id, *part;
  gboolean shown;
  guint skip;
} Wanted;

static gboolean
is_called (GtkWidget *widget, const char *name)
{
  if (GTK_IS_LABEL (widget))
    return strcmp (gtk_label_get_text (GTK_LABEL (widget)), name) == 0;
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), name) == 0)
    return TRUE;
  g_autofree char *other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                                               name, NULL);
  return other == NULL;
}

static gboolean
suits (GtkWidget *widget, const Wanted *wanted)
{
  if (!g_type_is_a (G_OBJECT_TYPE (widget), wanted->type))
    return FALSE;
  if (wanted->css_class && !gtk_widget_has_css_class (widget, wanted->css_class))
    return FALSE;
  if (wanted->id && g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), wanted->id) != 0)
    return FALSE;
  if (wanted->part && !strstr (gtk_label_get_text (GTK_LABEL (widget)), wanted->part))
    return FALSE;
  return !wanted->name || is_called (widget, wanted->name);
}

static GtkWidget *
find (GtkWidget *widget, Wanted *wanted)
{
  if (wanted->shown && !gtk_widget_get_visible (widget))
    return NULL;
  if (suits (widget, wanted) && wanted->skip-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child)) {
    if (wanted->shown && !gtk_widget_get_child_visible (child))
      continue;
    GtkWidget *found = find (child, wanted);
    if (found)
      return found;
  }
  return NULL;
}

GtkWidget *
find_type (GtkWidget *root, GType type)
{
  return find_nth (root, type, 0);
}

GtkWidget *
find_nth (GtkWidget *root, GType type, guint n)
{
  return find (root, &(Wanted) { .type = type, .skip = n });
}

GtkWidget *
find_called (GtkWidget *root, GType type, const char *name)
{
  return find (root, &(Wanted) { .type = type, .name = name });
}

GtkWidget *
find_shown (GtkWidget *root, GType type)
{
  return find (root, &(Wanted) { .type = type, .shown = TRUE });
}

GtkWidget *
find_class (GtkWidget *root, const char *css_class)
{
  return find (root, &(Wanted) { .type = GTK_TYPE_WIDGET, .css_class = css_class, .shown = TRUE });
}

GtkWidget *
find_id (GtkWidget *root, const char *id)
{
  return find (root, &(Wanted) { .type = GTK_TYPE_WIDGET, .id = id });
}

const char *
find_words (GtkWidget *root, const char *part)
{
  GtkWidget *label = find (root, &(Wanted) { .type = GTK_TYPE_LABEL, .part = part, .shown = TRUE });
  return label ? gtk_label_get_text (GTK_LABEL (label)) : NULL;
}

const char *
find_words_of_class (GtkWidget *root, const char *css_class)
{
  GtkWidget *label = find (root, &(Wanted) { .type = GTK_TYPE_LABEL, .css_class = css_class, .shown = TRUE });
  return label ? gtk_label_get_text (GTK_LABEL (label)) : NULL;
}

GtkWidget *
find_window (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);
    if (g_type_is_a (G_OBJECT_TYPE (window), type) && gtk_widget_get_visible (window))
      return window; /* GTK has a reference */
  }
  return NULL;
}

gboolean
is_shown (GtkWidget *widget, GtkWidget *root)
{
  for (GtkWidget *at = widget; at; at = gtk_widget_get_parent (at)) {
    if (!gtk_widget_get_visible (at))
      return FALSE;
    if (at == root)
      return TRUE;
    if (!gtk_widget_get_child_visible (at))
      return FALSE;
  }
  return FALSE;
}
