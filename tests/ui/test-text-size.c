/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that is larger than usual, or that has not enough space. */
#include "tests/ui/fixture.h"
#include "ui/columns-layout.h"
#include "ui/ellipsis.h"
#include "ui/places.h"
#include "ui/preferences/appearance.h"
#include "ui/text-size.h"

static GtkWidget *window;

static void
show (GtkWidget *child)
{
  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_set_default_size (GTK_WINDOW (window), 300, 200);
  gtk_window_present (GTK_WINDOW (window));
  fixture_settle ();
}

/* --- Labels that are cut -------------------------------------------------------------------------------------------- */

/* Whether the label shows a tooltip of its own. */
static gboolean
asks (GtkWidget *label, GtkTooltip *tooltip)
{
  gboolean shown = FALSE;
  g_signal_emit_by_name (label, "query-tooltip", 2, 2, FALSE, tooltip, &shown);
  return shown;
}

static void
test_ellipsis (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *label = gtk_label_new ("short");
  mw_label_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_widget_set_halign (box, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (box, "what it is");
  gtk_box_append (GTK_BOX (box), label);
  show (box);
  GtkTooltip *tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  g_assert_true (gtk_widget_get_has_tooltip (label));
  g_assert_false (asks (label, tooltip));
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < 40; i++)
    g_string_append (text, "longer ");
  gtk_label_set_text (GTK_LABEL (label), text->str);
  fixture_settle ();
  g_assert_true (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))));
  g_assert_true (asks (label, tooltip));
  /* A tooltip around it that has the text says more. */
  g_string_append (text, "\nand what it is");
  gtk_widget_set_tooltip_text (box, text->str);
  g_assert_false (asks (label, tooltip));
  gtk_widget_set_tooltip_text (box, NULL);
  g_assert_true (asks (label, tooltip));
  g_string_free (text, TRUE);
  g_object_unref (tooltip);
}

/* --- Columns of a layout -------------------------------------------------------------------------------------------- */

static int
measured (GtkWidget *box, GtkOrientation orientation, int for_size, gboolean natural)
{
  int minimum, wanted;
  gtk_widget_measure (box, orientation, for_size, &minimum, &wanted, NULL, NULL);
  return natural ? wanted : minimum;
}

static graphene_rect_t
place_of (GtkWidget *child, GtkWidget *box)
{
  graphene_rect_t bounds;
  g_assert_true (gtk_widget_compute_bounds (child, box, &bounds));
  return bounds;
}

static void
test_columns_layout (void)
{
  enum { WIDTH = 50, HEIGHT = 20, GAP = 4 };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *children[4];
  gtk_widget_set_layout_manager (box, mw_columns_layout_new (4, GAP));
  for (guint i = 0; i < G_N_ELEMENTS (children); i++) {
    children[i] = gtk_drawing_area_new ();
    gtk_widget_set_size_request (children[i], i == 2 ? WIDTH : WIDTH - 10, HEIGHT);
    gtk_box_append (GTK_BOX (box), children[i]);
  }
  show (box);
  g_assert_cmpint (measured (box, GTK_ORIENTATION_HORIZONTAL, -1, FALSE), ==, WIDTH);
  g_assert_cmpint (measured (box, GTK_ORIENTATION_HORIZONTAL, -1, TRUE), ==, 4 * WIDTH + 3 * GAP);
  static const struct {
    int width, rows;
  } cases[] = { { WIDTH, 4 },
                { 2 * WIDTH + GAP - 1, 4 },
                { 2 * WIDTH + GAP, 2 },
                { 4 * WIDTH + 3 * GAP - 1, 2 }, /* not three and one */
                { 4 * WIDTH + 3 * GAP, 1 },
                { 1000, 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (measured (box, GTK_ORIENTATION_VERTICAL, cases[i].width, FALSE), ==,
                     cases[i].rows * HEIGHT + (cases[i].rows - 1) * GAP);
  gtk_widget_set_halign (box, GTK_ALIGN_START);
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  gtk_widget_set_size_request (box, 2 * WIDTH + GAP + 1, -1);
  gtk_window_set_default_size (GTK_WINDOW (window), 2 * WIDTH + GAP + 1, 100);
  fixture_settle ();
  const graphene_rect_t first = place_of (children[0], box), second = place_of (children[1], box),
                        third = place_of (children[2], box);
  g_assert_cmpint ((int) first.origin.x, ==, 0);
  g_assert_cmpint ((int) (second.origin.x + second.size.width), ==, gtk_widget_get_width (box));
  g_assert_cmpint ((int) second.origin.x, ==, (int) first.size.width + GAP);
  g_assert_cmpint ((int) third.origin.y, ==, HEIGHT + GAP);
  g_assert_cmpint ((int) third.origin.x, ==, 0);
  /* What is hidden takes no place. */
  gtk_widget_set_visible (children[0], FALSE);
  g_assert_cmpint (measured (box, GTK_ORIENTATION_HORIZONTAL, -1, TRUE), ==, 3 * WIDTH + 2 * GAP);
}

/* --- Columns of a table --------------------------------------------------------------------------------------------- */

static GtkColumnViewColumn *
add_column (GtkWidget *view, const char *title, int width)
{
  GtkColumnViewColumn *column = gtk_column_view_column_new (title, NULL);
  gtk_column_view_column_set_fixed_width (column, width);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (view), column);
  g_object_unref (column);
  return column;
}

static void
test_columns (void)
{
  GtkWidget *view = gtk_column_view_new (NULL);
  GtkColumnViewColumn *wide = add_column (view, "a", 200), *narrow = add_column (view, "A heading of many letters", 30),
                      *free = add_column (view, "b", -1);
  show (view);
  mw_columns_fit_text (GTK_COLUMN_VIEW (view));
  const int heading = gtk_column_view_column_get_fixed_width (narrow);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (wide), ==, 200);
  g_assert_cmpint (heading, >, 100);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (free), ==, -1);
  mw_appearance_set_size (120);
  g_assert_cmpfloat_with_epsilon (mw_text_scale (), 1.2, 0.001);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (wide), ==, 240);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (narrow), >=, heading * 11 / 10);
  /* What the user has made wider stays so. */
  gtk_column_view_column_set_fixed_width (wide, 360);
  mw_appearance_set_size (100);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (wide), ==, 300);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  mw_places_register_resources ();
  mw_appearance_follow ();
  window = gtk_window_new ();
  g_test_add_func ("/ui/text-size/a label that is cut tells its whole text", test_ellipsis);
  g_test_add_func ("/ui/text-size/as many equal columns are used as fit", test_columns_layout);
  g_test_add_func ("/ui/text-size/columns of a table grow with the text and are as wide as their headings",
                   test_columns);
  const int result = g_test_run ();
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_settle ();
  return result;
}
