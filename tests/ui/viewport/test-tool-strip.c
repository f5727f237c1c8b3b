/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/tool-strip.h"

enum { N = 4, WIDTH = 60, HEIGHT = 20, CORNER = 80 };

static GtkWidget *overlay, *strip, *children[N];

static GtkWidget *
sized (int width)
{
  GtkWidget *child = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_size_request (child, width, HEIGHT);
  return child;
}

/* A view with a corner of 80 pixels and four children of 60. */
static void
set_up (void)
{
  overlay = g_object_ref_sink (gtk_overlay_new ());
  GtkWidget *corner = sized (CORNER);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), sized (10));
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), corner);
  gtk_widget_set_halign (corner, GTK_ALIGN_END);
  gtk_widget_set_valign (corner, GTK_ALIGN_START);
  strip = mw_tool_strip_new ();
  for (guint i = 0; i < N; i++)
    mw_tool_strip_append (MW_TOOL_STRIP (strip), children[i] = sized (WIDTH), FALSE);
  mw_tool_strip_add_to (MW_TOOL_STRIP (strip), GTK_OVERLAY (overlay), corner);
}

static void
tear_down (void)
{
  g_clear_object (&overlay);
}

/* The places of the children in a view of that width, as "x,y x,y ...". */
static void
assert_places (int width, const char *wanted)
{
  g_autoptr (GString) places = g_string_new (NULL);
  int least;
  gtk_widget_queue_resize (strip);
  gtk_widget_measure (overlay, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_size_allocate (overlay, &(GtkAllocation) { 0, 0, width, 200 }, -1);
  for (GtkWidget *child = gtk_widget_get_first_child (strip); child; child = gtk_widget_get_next_sibling (child)) {
    graphene_rect_t at;
    if (gtk_widget_get_visible (child) && gtk_widget_compute_bounds (child, overlay, &at))
      g_string_append_printf (places, "%s%g,%g", places->len ? " " : "", (double) at.origin.x, (double) at.origin.y);
  }
  g_assert_cmpstr (places->str, ==, wanted);
}

static void
a_narrow_view_has_more_rows_beside_its_corner (void)
{
  set_up ();
  const int whole = N * WIDTH + (N - 1) * 6;
  assert_places (whole + CORNER + 100, "0,0 66,0 132,0 198,0");
  assert_places (whole + CORNER, "0,0 66,0 132,0 198,0");
  assert_places (whole + CORNER - 1, "0,0 66,0 132,0 0,24");
  assert_places (2 * WIDTH + 6 + CORNER, "0,0 66,0 0,24 66,24");
  assert_places (2 * WIDTH + 5 + CORNER, "0,0 0,24 0,48 0,72");
  /* It is never narrower than its widest child. */
  assert_places (CORNER + 10, "0,0 0,24 0,48 0,72");
  /* What is hidden has no place, and one that is alone has its row. */
  gtk_widget_set_visible (children[1], FALSE);
  assert_places (500, "0,0 66,0 132,0");
  mw_tool_strip_append (MW_TOOL_STRIP (strip), sized (WIDTH), TRUE);
  mw_tool_strip_append (MW_TOOL_STRIP (strip), sized (WIDTH), FALSE);
  assert_places (500, "0,0 66,0 132,0 0,24 0,48");
  mw_tool_strip_prepend (MW_TOOL_STRIP (strip), sized (100));
  assert_places (500, "0,0 106,0 172,0 238,0 0,24 0,48");
  tear_down ();
}

static void
it_begins_at_the_right_where_text_does (void)
{
  set_up ();
  gtk_widget_set_direction (strip, GTK_TEXT_DIR_RTL);
  for (guint i = 0; i < N; i++)
    gtk_widget_set_direction (children[i], GTK_TEXT_DIR_RTL);
  assert_places (500, "440,0 374,0 308,0 242,0");
  tear_down ();
}

static void
the_pointer_reaches_what_is_between (void)
{
  set_up ();
  GtkWidget *window = gtk_window_new (), *view = gtk_overlay_get_child (GTK_OVERLAY (overlay));
  gtk_window_set_default_size (GTK_WINDOW (window), 500, 200);
  gtk_window_set_child (GTK_WINDOW (window), overlay);
  gtk_window_present (GTK_WINDOW (window));
  while (!gtk_widget_get_mapped (children[0]) || gtk_widget_get_width (children[0]) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (gtk_widget_pick (overlay, 30, 10, GTK_PICK_DEFAULT) == children[0]);
  g_assert_true (gtk_widget_pick (overlay, 63, 10, GTK_PICK_DEFAULT) == view);
  gtk_window_destroy (GTK_WINDOW (window));
  tear_down ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/tool-strip/a narrow view has more rows beside its corner",
                   a_narrow_view_has_more_rows_beside_its_corner);
  g_test_add_func ("/ui/tool-strip/it begins at the right where text does", it_begins_at_the_right_where_text_does);
  g_test_add_func ("/ui/tool-strip/the pointer reaches what is between", the_pointer_reaches_what_is_between);
  return g_test_run ();
}
