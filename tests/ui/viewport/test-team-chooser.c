/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/replaceable.h"
#include "ui/viewport/team-chooser.h"

#include <string.h>

static void
each_team_has_a_name_of_its_own (void)
{
  GtkWidget *chooser = g_object_ref_sink (mw_team_chooser_new ());
  GListModel *rows = gtk_drop_down_get_model (GTK_DROP_DOWN (chooser));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, MW_TEAM_COUNT);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < MW_TEAM_COUNT; i++) {
    g_autoptr (GtkStringObject) row = g_list_model_get_item (rows, i);
    g_assert_true (g_hash_table_add (seen, g_strdup (gtk_string_object_get_string (row))));
    g_assert_cmpuint (GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "player")), ==, i);
  }
  g_autoptr (GtkStringObject) last = g_list_model_get_item (rows, MW_TEAM_COUNT - 1);
  g_assert_cmpstr (gtk_string_object_get_string (last), ==, "Neutral");
  g_object_unref (chooser);
}

/* The first swatch below a widget, or NULL. */
static GtkWidget *
swatch_below (GtkWidget *widget)
{
  if (GTK_IS_DRAWING_AREA (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = swatch_below (child);
    if (found)
      return found;
  }
  return NULL;
}

/* What the button shows has the colour of the chosen team. */
static void
the_swatch_has_the_colour_of_the_team (void)
{
  GtkWidget *window = gtk_window_new (), *chooser = mw_team_chooser_new ();
  gtk_window_set_child (GTK_WINDOW (window), chooser);
  gtk_widget_show (window);
  for (guint player = 0; player < MW_TEAM_COUNT; player += 6) {
    uint8_t rgb[3];
    gtk_drop_down_set_selected (GTK_DROP_DOWN (chooser), player);
    mw_image_team_rgb (player, rgb);
    const char *is = NULL;
    for (guint wait = 0; wait < 500 && !is; wait++) {
      g_main_context_iteration (NULL, FALSE);
      GtkWidget *swatch = swatch_below (chooser);
      if (!swatch || gtk_widget_get_width (swatch) < 10) {
        g_usleep (10000);
        continue;
      }
      g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (swatch);
      GtkSnapshot *snapshot = gtk_snapshot_new ();
      gdk_paintable_snapshot (paintable, snapshot, 14, 14);
      g_autoptr (GskRenderNode) node = gtk_snapshot_free_to_node (snapshot);
      if (!node) {
        g_usleep (10000);
        continue;
      }
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 14, 14);
      cairo_t *cairo = cairo_create (surface);
      gsk_render_node_draw (node, cairo);
      cairo_destroy (cairo);
      cairo_surface_flush (surface);
      const guint32 pixel = ((const guint32 *) (const void *) (cairo_image_surface_get_data (surface)
                                                               + 7 * cairo_image_surface_get_stride (surface)))[7];
      is = (pixel & 0xFFFFFF) == ((guint32) rgb[0] << 16 | (guint32) rgb[1] << 8 | rgb[2]) ? "right" : NULL;
      cairo_surface_destroy (surface);
    }
    g_test_message ("player %u", player);
    g_assert_nonnull (is);
  }
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/team-chooser/each team has a name of its own", each_team_has_a_name_of_its_own);
  g_test_add_func ("/ui/team-chooser/the swatch has the colour of the team", the_swatch_has_the_colour_of_the_team);
  return g_test_run ();
}
