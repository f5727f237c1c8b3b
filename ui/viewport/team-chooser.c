/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/team-chooser.h"
#include "core/image/replaceable.h"
#include "ui/drop-down-search.h"
#include "ui/i18n.h"

enum { SWATCH = 14 };

/* The names that players see, in the order of the numbers. */
static const char *const names[MW_TEAM_COUNT] = {
  N_ ("Red"),       N_ ("Blue"),    N_ ("Teal"),       N_ ("Purple"),     N_ ("Yellow"), N_ ("Orange"),   N_ ("Green"),
  N_ ("Pink"),      N_ ("Gray"),    N_ ("Light blue"), N_ ("Dark green"), N_ ("Brown"),  N_ ("Maroon"),   N_ ("Navy"),
  N_ ("Turquoise"), N_ ("Violet"),  N_ ("Wheat"),      N_ ("Peach"),      N_ ("Mint"),   N_ ("Lavender"), N_ ("Coal"),
  N_ ("Snow"),      N_ ("Emerald"), N_ ("Peanut"),     N_ ("Neutral"),
};

static void
draw_swatch (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer player)
{
  uint8_t rgb[3];
  mw_image_team_rgb (GPOINTER_TO_UINT (player), rgb);
  cairo_set_source_rgb (cairo, rgb[0] / 255.0, rgb[1] / 255.0, rgb[2] / 255.0);
  cairo_rectangle (cairo, 0.5, 0.5, width - 1, height - 1);
  cairo_fill_preserve (cairo);
  /* Dark and light colours are seen on backgrounds of their own brightness, too. */
  cairo_set_source_rgba (cairo, 0.5, 0.5, 0.5, 0.8);
  cairo_set_line_width (cairo, 1);
  cairo_stroke (cairo);
}

/* The button shows the swatch alone, and the rows of the list also the name: `named`. */
static void
row_made (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer named)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *swatch = gtk_drawing_area_new ();
  gtk_widget_set_size_request (swatch, SWATCH, SWATCH);
  gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row), swatch);
  GtkWidget *label = gtk_label_new (NULL);
  gtk_widget_set_visible (label, named != NULL);
  gtk_box_append (GTK_BOX (row), label);
  gtk_list_item_set_child (item, row);
}

static void
row_bound (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  GtkWidget *swatch = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkStringObject *name = gtk_list_item_get_item (item);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (swatch)), gtk_string_object_get_string (name));
  gpointer player = g_object_get_data (G_OBJECT (name), "player");
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_swatch, player, NULL);
}

static GtkListItemFactory *
new_factory (gboolean named)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (row_made), GINT_TO_POINTER (named));
  g_signal_connect (factory, "bind", G_CALLBACK (row_bound), NULL);
  return factory;
}

GtkWidget *
mw_team_chooser_new (void)
{
  GtkStringList *list = gtk_string_list_new (NULL);
  for (guint i = 0; i < MW_TEAM_COUNT; i++) {
    gtk_string_list_append (list, gettext (names[i]));
    g_autoptr (GObject) name = g_list_model_get_item (G_LIST_MODEL (list), i);
    g_object_set_data (name, "player", GUINT_TO_POINTER (i));
  }
  GtkWidget *chooser = gtk_drop_down_new (G_LIST_MODEL (list), NULL);
  g_autoptr (GtkListItemFactory) of_button = new_factory (FALSE), of_list = new_factory (TRUE);
  gtk_drop_down_set_factory (GTK_DROP_DOWN (chooser), of_button);
  gtk_drop_down_set_list_factory (GTK_DROP_DOWN (chooser), of_list);
  mw_drop_down_keep_inside (GTK_DROP_DOWN (chooser));
  gtk_widget_set_tooltip_text (chooser, _ ("Team colour"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (chooser), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Team colour"), -1);
  return chooser;
}
