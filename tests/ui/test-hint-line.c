/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the buttons and keys do where the pointer is. */
#include "tests/ui/fixture.h"
#include "ui/hint-line.h"
#include "ui/time/sheet-view.h"
#include "ui/viewport/viewport-private.h"
#include "ui/window/window-private.h"

#include <math.h>
#include <string.h>

static const char *
text_of (GtkWidget *line)
{
  return gtk_label_get_text (GTK_LABEL (find_type (line, GTK_TYPE_LABEL)));
}

static void
of_the_innermost (void)
{
  GtkWidget *window = gtk_window_new (), *outer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0),
            *inner = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *leaf = gtk_label_new ("leaf"),
            *line = g_object_new (MW_TYPE_HINT_LINE, NULL);
  g_autoptr (GString) hint = g_string_new (NULL);
  mw_hint_add (hint, "Click", "select");
  mw_hint_add (hint, "Drag", "move");
  g_assert_cmpstr (hint->str, ==, "Click: select   Drag: move");
  gtk_box_append (GTK_BOX (inner), leaf);
  gtk_box_append (GTK_BOX (outer), inner);
  gtk_box_append (GTK_BOX (outer), line);
  gtk_window_set_child (GTK_WINDOW (window), outer);
  mw_hint_line_point (MW_HINT_LINE (line), leaf);
  g_assert_cmpstr (text_of (line), ==, "");
  mw_hint_set (outer, "outer");
  g_assert_cmpstr (text_of (line), ==, "outer");
  mw_hint_set (inner, "inner");
  g_assert_cmpstr (text_of (line), ==, "inner");
  mw_hint_line_point (MW_HINT_LINE (line), outer);
  g_assert_cmpstr (text_of (line), ==, "outer");
  mw_hint_line_point (MW_HINT_LINE (line), leaf);
  mw_hint_set (inner, NULL);
  g_assert_cmpstr (text_of (line), ==, "outer");
  /* What is under the pointer goes. */
  gtk_box_remove (GTK_BOX (outer), inner);
  mw_hint_set (outer, "again");
  g_assert_cmpstr (text_of (line), ==, "");
  mw_hint_line_point (MW_HINT_LINE (line), NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

static MwHintLine *
line_of (MwWindow *window)
{
  return MW_HINT_LINE (find_type (GTK_WIDGET (window), MW_TYPE_HINT_LINE));
}

static void
assert_hint (MwWindow *window, const char *part)
{
  const char *text = text_of (GTK_WIDGET (line_of (window)));
  if (!strstr (text, part))
    g_error ("the hint is \"%s\", without \"%s\"", text, part);
}

static void
of_the_view (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  MwViewport *view = MW_VIEWPORT (mw_document_page_get_viewport (page));
  mw_hint_line_point (line_of (window), view->area);
  mw_viewport_pointer_moved (view, 2, 2, 0);
  assert_hint (window, "Left drag: turn   Right drag: pan   Wheel: zoom");
  g_assert_true (mw_viewport_do_key (view, GDK_KEY_b, 0));
  assert_hint (window, "Drag: select what is inside   Shift: add   Esc: cancel");
  g_assert_true (mw_viewport_do_key (view, GDK_KEY_Escape, 0));
  assert_hint (window, "Left drag: turn");

  /* The light follows a drag with Shift and the right button. */
  mw_viewport_pointer_pressed (view, GDK_BUTTON_SECONDARY, 2, 2, GDK_SHIFT_MASK, 1);
  assert_hint (window, "Drag: turn the light");
  mw_viewport_pointer_dragged (view, 40, 40, GDK_SHIFT_MASK);
  mw_viewport_pointer_released (view, 40, 40, GDK_SHIFT_MASK);
  assert_hint (window, "Left drag: turn");

  /* Vertices are marked. */
  fixture_select (page, "geosets[0]");
  g_assert_true (mw_viewport_do_key (view, GDK_KEY_v, 0));
  assert_hint (window, "Click: mark   Shift: add   Ctrl: take out   B: rectangle   L: lasso   Esc: whole objects");
  g_assert_true (mw_viewport_do_key (view, GDK_KEY_l, 0));
  assert_hint (window, "Drag: mark what is inside   Shift: add   Ctrl: take out   Esc: cancel");
  g_assert_true (mw_viewport_do_key (view, GDK_KEY_Escape, 0));
  g_assert_true (mw_viewport_do_key (view, GDK_KEY_Escape, 0));
  assert_hint (window, "Left drag: turn");
  fixture_end (window);
}

/* Moves the pointer onto a handle: 60 pixels along an axis, or on the ring about the line of sight. */
static void
point_at_handle (MwViewport *view, gboolean ring, double *x, double *y)
{
  MwFrame frame;
  g_auto (MwFrameIds) ids = { 0 };
  const int width = gtk_widget_get_width (view->area), height = gtk_widget_get_height (view->area);
  mw_viewport_fill_frame (view, &frame, &ids, width, height);
  g_assert_cmpint (frame.gizmo.kind, !=, MW_GIZMO_NONE);
  const float length = frame.camera.distance * tanf (frame.camera.fov / 2) * 2 * 60 / (float) height;
  float at[3], screen[3];
  for (int k = 0; k < 3; k++)
    at[k] = frame.gizmo.place[k] + (ring ? 0 : frame.gizmo.axes[2][k] * length);
  g_assert_true (mw_camera_project (&frame.camera, at, (float) width, (float) height, screen));
  *x = (double) screen[0] + (ring ? 98 : 0);
  *y = (double) screen[1];
  mw_viewport_pointer_moved (view, *x, *y, 0);
}

static void
of_a_handle (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  MwViewport *view = MW_VIEWPORT (mw_document_page_get_viewport (page));
  mw_hint_line_point (line_of (window), view->area);
  fixture_settle ();
  fixture_select (page, "geosets[0]");
  mw_viewport_set_playing (view, FALSE);
  gtk_widget_activate_action (GTK_WIDGET (view), "page.pose", "b", FALSE);
  static const struct {
    guint key;
    const char *drag;
  } tools[] = { { GDK_KEY_w, "Drag: move" }, { GDK_KEY_e, "Drag: rotate" }, { GDK_KEY_r, "Drag: scale" } };
  for (guint i = 0; i < G_N_ELEMENTS (tools); i++) {
    double x, y;
    g_assert_true (mw_viewport_do_key (view, tools[i].key, 0));
    fixture_settle ();
    point_at_handle (view, tools[i].key == GDK_KEY_e, &x, &y);
    assert_hint (window, tools[i].drag);
    mw_viewport_pointer_pressed (view, GDK_BUTTON_PRIMARY, x, y, 0, 1);
    assert_hint (window, "X, Y, Z: one axis   Digits: exact value   Ctrl: steps   Shift: slowly   Esc: cancel");
    g_assert_true (mw_viewport_do_key (view, GDK_KEY_Escape, 0));
    g_assert_null (strstr (text_of (GTK_WIDGET (line_of (window))), "one axis"));
    mw_viewport_pointer_released (view, x, y, 0);
  }
  fixture_end (window);
}

static void
of_the_sheet (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  GtkWidget *sheet = find_type (GTK_WIDGET (page), MW_TYPE_SHEET_VIEW);
  mw_hint_line_point (line_of (window), sheet);
  assert_hint (window, "Ctrl+drag: copy   Double click: add a key");
  mw_sheet_view_set_curves (MW_SHEET_VIEW (sheet), TRUE);
  assert_hint (window, "Shift: only time, or only value");
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/hint-line/it shows the hint of the innermost widget that has one", of_the_innermost);
  g_test_add_func ("/ui/hint-line/the view says what the buttons do in each of its modes", of_the_view);
  g_test_add_func ("/ui/hint-line/over a handle and while it is dragged its keys are named", of_a_handle);
  g_test_add_func ("/ui/hint-line/the dope sheet has another hint for curves", of_the_sheet);
  return g_test_run ();
}
