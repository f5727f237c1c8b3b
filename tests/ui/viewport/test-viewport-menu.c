/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "core/pose/seen.h"
#include "tests/ui/fixture.h"
#include "ui/viewport/viewport-pick.h"
#include "ui/viewport/viewport-pointer.h"
#include "ui/viewport/viewport-private.h"

#include <math.h>
#include <string.h>

/* The context menu of the view. */

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static MwViewport *viewport;

static gboolean
is_drawn (gpointer unused)
{
  return mw_viewport_get_n_frames (viewport) > 0 && !mw_viewport_is_drawing (viewport);
}

/* A sample that is shown already is used again, since opening takes long. */
static void
begin (const char *sample)
{
  static const char *shown;
  if (g_strcmp0 (shown, sample) == 0) {
    while (mw_document_can_undo (document))
      mw_document_undo (document);
    mw_document_select (document, NULL, 0);
    mw_viewport_do_key (viewport, GDK_KEY_1, 0);
    mw_viewport_frame_all (viewport);
    fixture_settle ();
    return;
  }
  if (window)
    fixture_clear (window);
  else
    window = fixture_window ();
  shown = sample;
  g_autofree char *path = fixture_sample (sample), *skin = fixture_sample ("beetle00.skin");
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  viewport = mw_document_page_get_viewport (page);
  fixture_settle ();
  g_assert_true (fixture_until (is_drawn, NULL));
  mw_document_select (document, NULL, 0);
  fixture_settle ();
}

/* Sets the place of a pixel that shows the n-th different element, and returns that. */
static MwId
find_place (guint n, double *x, double *y)
{
  g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (MwId)), ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (*y = 4; *y < gtk_widget_get_height (viewport->area); *y += 8)
    for (*x = 4; *x < gtk_widget_get_width (viewport->area); *x += 8) {
      g_array_set_size (ids, 0);
      if (!mw_viewport_point_at (viewport, *x, *y, ids))
        continue;
      const MwId id = g_array_index (ids, MwId, 0);
      if (mw_ids_have ((const MwId *) (const void *) seen->data, seen->len, id))
        continue;
      if (seen->len == n) {
        mw_viewport_stop_pointing (viewport);
        return id;
      }
      g_array_append_val (seen, id);
    }
  g_assert_not_reached ();
}

static void
press (guint button, double x, double y, double dx)
{
  mw_viewport_pointer_pressed (viewport, button, x, y, 0, 1);
  if (dx != 0)
    mw_viewport_pointer_dragged (viewport, x + dx, y, 0);
  mw_viewport_pointer_released (viewport, x + dx, y, 0);
  fixture_settle ();
}

static void
right_click (double x, double y)
{
  press (GDK_BUTTON_SECONDARY, x, y, 0);
}

static gboolean
is_open (void)
{
  return viewport->menu && gtk_widget_get_mapped (viewport->menu);
}

static gboolean
offers (const char *item)
{
  return is_open () && find_called (viewport->menu, GTK_TYPE_BUTTON, item);
}

static void
close_menu (void)
{
  g_assert_true (is_open ());
  gtk_popover_popdown (GTK_POPOVER (viewport->menu));
  fixture_settle ();
  g_assert_false (is_open ());
  /* Keys go to the view again. */
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == viewport->area);
}

static MwCamera
camera (void)
{
  MwViewportView view;
  mw_viewport_get_view (viewport, &view);
  return view.camera;
}

static void
a_right_click_opens_the_menu_of_what_is_there (void)
{
  double x, y, other_x, other_y;
  begin ("figure.mdx");
  const MwId first = find_place (0, &x, &y), second = find_place (1, &other_x, &other_y);
  const guint n = ((const MwMdlx *) mw_document_get_model (document))->geosets.n;
  right_click (x, y);
  g_assert_cmpuint (fixture_selected (document), ==, first);
  g_assert_true (offers ("Duplicate"));
  g_assert_true (offers ("Assign Material…")); /* only geosets have that */
  close_menu ();
  right_click (other_x, other_y);
  g_assert_cmpuint (fixture_selected (document), ==, second);
  /* An item does its work, in one step. */
  act_press (viewport->menu, "Duplicate");
  fixture_settle ();
  g_assert_false (is_open ());
  g_assert_cmpuint (((const MwMdlx *) mw_document_get_model (document))->geosets.n, ==, n + 1);
  mw_document_undo (document);
  g_assert_false (mw_document_can_undo (document));
  /* Several stay selected when one of them is clicked, but not when another element is. */
  mw_document_select (document, (const MwId[]) { second, first }, 2);
  right_click (x, y);
  g_assert_cmpuint (fixture_n_selected (document), ==, 2);
  g_assert_true (offers ("Duplicate"));
  close_menu ();
  fixture_select (page, "bones[0]");
  right_click (x, y);
  g_assert_cmpuint (fixture_selected (document), ==, first);
  close_menu ();
}

/* A click through to what is below would be of no use if the menu were that of what is above. */
static void
what_was_picked_below_keeps_its_menu (void)
{
  double x, y;
  begin ("figure.mdx");
  const MwId top = find_place (0, &x, &y);
  const MwOperation *copy = mw_operation_find ("duplicate");
  g_autoptr (MwRecord) params = mw_operation_params_new (copy);
  mw_outline_apply (mw_document_page_get_outline (page), copy, &top, 1, params);
  fixture_settle ();
  mw_document_select (document, NULL, 0);
  press (GDK_BUTTON_PRIMARY, x, y, 0);
  press (GDK_BUTTON_PRIMARY, x, y, 0);
  const MwId below = fixture_selected (document);
  g_assert_cmpuint (below, !=, 0);
  right_click (x + 2, y);
  g_assert_cmpuint (fixture_selected (document), ==, below);
  close_menu ();
  /* Once something else was selected, the top counts. */
  fixture_select (page, "bones[0]");
  right_click (x, y);
  g_assert_cmpuint (fixture_selected (document), !=, below);
  g_assert_cmpuint (fixture_n_selected (document), ==, 1);
  close_menu ();
}

static void
on_nothing_it_has_what_the_view_can_do (void)
{
  begin ("figure.mdx");
  right_click (1, 1);
  g_assert_true (offers ("Frame All"));
  g_assert_false (offers ("Duplicate"));
  g_assert_false (offers ("Frame Selection"));
  static const struct {
    const char *item;
    float yaw, pitch;
  } sides[] = { { "Front", 0, 0 },
                { "Back", (float) G_PI, 0 },
                { "Left", (float) G_PI_2, 0 },
                { "Right", (float) -G_PI_2, 0 },
                { "Top", 0, (float) G_PI_2 },
                { "Bottom", 0, (float) -G_PI_2 } };
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
    mw_viewport_pointer_pressed (viewport, GDK_BUTTON_SECONDARY, 1, 1, 0, 1);
    mw_viewport_pointer_released (viewport, 1, 1, 0);
    act_press (viewport->menu, sides[i].item);
    g_assert_false (is_open ());
    g_assert_cmpfloat (fabsf (cosf (camera ().yaw) - cosf (sides[i].yaw)), <, 1e-5f);
    if (sides[i].pitch == 0)
      g_assert_cmpfloat (fabsf (sinf (camera ().yaw) - sinf (sides[i].yaw)), <, 1e-5f);
    g_assert_cmpfloat (fabsf (camera ().pitch - sides[i].pitch), <, 1e-5f);
  }
  right_click (1, 1);
  act_press (viewport->menu, camera ().ortho ? "Perspective" : "Parallel Projection");
  const gboolean ortho = camera ().ortho;
  right_click (1, 1);
  g_assert_true (offers (ortho ? "Perspective" : "Parallel Projection"));
  act_press (viewport->menu, "Overlays…");
  fixture_settle ();
  GtkWidget *check = find_called (viewport->overlays, GTK_TYPE_CHECK_BUTTON, "Vertex normals");
  g_assert_true (gtk_widget_get_mapped (check));
  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (check, GTK_TYPE_POPOVER)));
  fixture_settle ();
  /* What is selected stays so. */
  fixture_select (page, "bones[0]");
  const MwId bone = fixture_selected (document);
  right_click (1, 1);
  g_assert_cmpuint (fixture_selected (document), ==, bone);
  const MwCamera before = camera ();
  act_press (viewport->menu, "Frame Selection");
  const MwCamera framed = camera ();
  g_assert_cmpint (memcmp (&before, &framed, sizeof before), !=, 0);
  right_click (1, 1);
  act_press (viewport->menu, "Select by a Rectangle");
  g_assert_true (viewport->boxing);
  /* The right button ends that, without a menu. */
  right_click (1, 1);
  g_assert_false (viewport->boxing);
  g_assert_false (is_open ());
}

static void
a_drag_with_the_right_button_still_pans (void)
{
  double x, y;
  begin ("figure.mdx");
  find_place (0, &x, &y);
  MwCamera before = camera ();
  press (GDK_BUTTON_SECONDARY, x, y, 30);
  g_assert_false (is_open ());
  g_assert_cmpuint (fixture_n_selected (document), ==, 0);
  g_assert_cmpint (memcmp (before.target, camera ().target, sizeof before.target), !=, 0);
  /* A hand that trembles does not pan. */
  before = camera ();
  press (GDK_BUTTON_SECONDARY, x, y, MW_POINTER_SLOP);
  g_assert_cmpint (memcmp (before.target, camera ().target, sizeof before.target), ==, 0);
  close_menu ();
  press (GDK_BUTTON_MIDDLE, x, y, 0);
  g_assert_false (is_open ());
}

static void
keys_open_it_at_the_selection (void)
{
  GdkRectangle at;
  begin ("figure.mdx");
  g_assert_false (mw_viewport_do_key (viewport, GDK_KEY_F10, 0));
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_F10, GDK_SHIFT_MASK));
  fixture_settle ();
  g_assert_true (offers ("Frame All"));
  gtk_popover_get_pointing_to (GTK_POPOVER (viewport->menu), &at);
  g_assert_cmpint (at.x, ==, gtk_widget_get_width (viewport->area) / 2);
  g_assert_cmpint (at.y, ==, gtk_widget_get_height (viewport->area) / 2);
  close_menu ();
  fixture_select (page, "attachments[0]"); /* on the head */
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_Menu, 0));
  fixture_settle ();
  g_assert_true (offers ("Re-parent…"));
  gtk_popover_get_pointing_to (GTK_POPOVER (viewport->menu), &at);
  g_assert_cmpint (at.y, <, gtk_widget_get_height (viewport->area) / 3);
  g_assert_cmpint (at.y, >, 0);
  close_menu ();
}

/* Whether the form of an operation is open and points at this place of the drawing; it is closed then. */
static void
assert_form_points_at (int x, int y)
{
  double page_x, page_y;
  GdkRectangle at;
  fixture_settle ();
  GtkWidget *form = find_shown (GTK_WIDGET (page), MW_TYPE_OPERATION_FORM);
  g_assert_nonnull (form);
  GtkWidget *popover = gtk_widget_get_ancestor (form, GTK_TYPE_POPOVER);
  gtk_widget_translate_coordinates (viewport->area, gtk_widget_get_parent (popover), x, y, &page_x, &page_y);
  g_assert_true (gtk_popover_get_pointing_to (GTK_POPOVER (popover), &at));
  g_assert_cmpint (abs (at.x - (int) page_x), <=, 1);
  g_assert_cmpint (abs (at.y - (int) page_y), <=, 1);
  gtk_popover_popdown (GTK_POPOVER (popover));
  fixture_settle ();
}

static void
a_form_of_its_operations_opens_where_it_was (void)
{
  double x, y;
  GdkRectangle at;
  begin ("figure.mdx");
  find_place (0, &x, &y);
  right_click (x, y);
  act_press (viewport->menu, "Assign Material…");
  assert_form_points_at ((int) x, (int) y);
  fixture_select (page, "attachments[0]");
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_Menu, 0));
  fixture_settle ();
  gtk_popover_get_pointing_to (GTK_POPOVER (viewport->menu), &at);
  act_press (viewport->menu, "Re-parent…");
  assert_form_points_at (at.x, at.y);
  /* From elsewhere it opens at the row again. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.operation", "s", "re-parent");
  fixture_settle ();
  GtkWidget *form = find_shown (GTK_WIDGET (page), MW_TYPE_OPERATION_FORM);
  g_assert_true (gtk_widget_is_ancestor (form, GTK_WIDGET (mw_document_page_get_outline (page))));
  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (form, GTK_TYPE_POPOVER)));
  fixture_settle ();
}

static void
keys_of_operations_change_the_selection (void)
{
  begin ("figure.mdx");
  const MwModel *model = mw_document_get_model (document);
  /* Nothing is selected. */
  g_assert_false (mw_viewport_press_key (viewport, GDK_KEY_Delete, 0));
  fixture_select (page, "attachments[0]");
  const MwId id = fixture_selected (document);
  g_assert_false (mw_viewport_press_key (viewport, GDK_KEY_Delete, GDK_CONTROL_MASK));
  g_assert_true (mw_viewport_press_key (viewport, GDK_KEY_Delete, 0));
  fixture_settle ();
  g_assert_null (mw_model_find (model, id));
  mw_document_undo (document);
  fixture_select (page, "attachments[0]");
  g_assert_true (mw_viewport_press_key (viewport, GDK_KEY_d, GDK_CONTROL_MASK));
  fixture_settle ();
  g_assert_cmpuint (fixture_selected (document), !=, id);
  g_assert_true (mw_model_find (model, fixture_selected (document))->schema == mw_model_find (model, id)->schema);
  mw_document_undo (document);
  /* The form of a new name is where the element is. */
  fixture_select (page, "attachments[0]");
  g_assert_true (mw_viewport_press_key (viewport, GDK_KEY_F2, 0));
  assert_form_points_at ((int) viewport->menu_x, (int) viewport->menu_y);
  g_assert_cmpfloat (viewport->menu_y, <, gtk_widget_get_height (viewport->area) / 3.0);
  g_assert_cmpfloat (viewport->menu_y, >, 0);
}

static void
while_marking_they_leave_the_whole_element_alone (void)
{
  begin ("figure.mdx");
  fixture_select (page, "geosets[0]");
  g_assert_true (mw_viewport_press_key (viewport, GDK_KEY_v, 0));
  fixture_settle ();
  g_assert_false (mw_viewport_press_key (viewport, GDK_KEY_d, GDK_CONTROL_MASK));
  g_assert_false (mw_viewport_press_key (viewport, GDK_KEY_F2, 0));
  mw_viewport_press_key (viewport, GDK_KEY_Delete, 0);
  fixture_settle ();
  g_assert_false (mw_document_can_undo (document));
  mw_viewport_press_key (viewport, GDK_KEY_Escape, 0);
}

static void
a_surface_has_the_menu_of_surfaces_although_the_outline_hides_it (void)
{
  double x, y;
  begin ("beetle.m2");
  find_place (0, &x, &y);
  for (guint filtered = 0; filtered < 2; filtered++) {
    if (filtered)
      fixture_filter (mw_document_page_get_outline (page), "no such row");
    mw_document_select (document, NULL, 0);
    right_click (x, y);
    g_assert_cmpuint (fixture_n_selected (document), >, 0);
    g_assert_true (offers ("Set Surface Blend Mode…"));
    g_assert_false (offers ("Duplicate"));
    close_menu ();
  }
}

static void
it_is_closed_before_the_window (void)
{
  begin ("beetle.m2");
  right_click (1, 1);
  g_assert_true (is_open ());
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/viewport menu/a right click opens the menu of what is there",
                   a_right_click_opens_the_menu_of_what_is_there);
  g_test_add_func ("/ui/viewport menu/what was picked below keeps its menu", what_was_picked_below_keeps_its_menu);
  g_test_add_func ("/ui/viewport menu/on nothing it has what the view can do", on_nothing_it_has_what_the_view_can_do);
  g_test_add_func ("/ui/viewport menu/a drag with the right button still pans",
                   a_drag_with_the_right_button_still_pans);
  g_test_add_func ("/ui/viewport menu/keys open it at the selection", keys_open_it_at_the_selection);
  g_test_add_func ("/ui/viewport menu/keys of operations change the selection",
                   keys_of_operations_change_the_selection);
  g_test_add_func ("/ui/viewport menu/while marking they leave the whole element alone",
                   while_marking_they_leave_the_whole_element_alone);
  g_test_add_func ("/ui/viewport menu/a surface has the menu of surfaces although the outline hides it",
                   a_surface_has_the_menu_of_surfaces_although_the_outline_hides_it);
  g_test_add_func ("/ui/viewport menu/a form of its operations opens where it was",
                   a_form_of_its_operations_opens_where_it_was);
  g_test_add_func ("/ui/viewport menu/it is closed before the window", it_is_closed_before_the_window);
  return g_test_run ();
}
