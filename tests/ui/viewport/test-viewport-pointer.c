/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/viewport/viewport-pointer.h"

#include <string.h>

static MwWindow *window;
static MwViewport *viewport;

/* A tool that writes down what it is asked, and takes what is at the left of 100 pixels. `data` is its name. */
static GString *told;

static void
tell (const char *what, gpointer name)
{
  g_string_append_printf (told, "%s%s%s", told->len ? " " : "", (const char *) name, what);
}

static const char *
hover (MwViewport *self, const MwPointer *pointer, gpointer name)
{
  tell (" hover,", name);
  return pointer->x < 100 ? "pointer" : NULL;
}

static void
leave (MwViewport *self, gpointer name)
{
  tell (" leave,", name);
}

static gboolean
press (MwViewport *self, const MwPointer *pointer, gpointer name)
{
  g_string_append_printf (told, " %s press %u,", (const char *) name, pointer->n_press);
  return pointer->x < 100;
}

static void
drag (MwViewport *self, const MwPointer *pointer, gpointer name)
{
  g_string_append_printf (told, " %s drag %g from %g,", (const char *) name, pointer->x, pointer->start_x);
}

static void
release (MwViewport *self, const MwPointer *pointer, gpointer name)
{
  tell (" release,", name);
}

static void
cancel (MwViewport *self, gpointer name)
{
  tell (" cancel,", name);
}

static gboolean
click (MwViewport *self, const MwPointer *pointer, gpointer name)
{
  tell (" click,", name);
  return pointer->y < 100;
}

static gboolean
menu (MwViewport *self, const MwPointer *pointer, gpointer name)
{
  tell (" menu,", name);
  return pointer->y < 100;
}

static gboolean
key (MwViewport *self, guint keyval, GdkModifierType state, gpointer name)
{
  tell (" key,", name);
  return keyval == GDK_KEY_x;
}

static void
begin (void)
{
  static char a[] = "a", b[] = "b";
  static const MwPointerTool silent = { 0 }, tool = { hover, leave, press, drag, release, cancel, click, menu, key };
  g_autofree char *path = fixture_sample ("figure.mdx");
  window = fixture_window ();
  viewport = mw_document_page_get_viewport (fixture_open (window, path));
  fixture_settle ();
  mw_viewport_add_tool (viewport, &tool, b);
  mw_viewport_add_tool (viewport, &tool, a);
  mw_viewport_add_tool (viewport, &silent, NULL);
  told = g_string_new (NULL);
}

static void
end (void)
{
  g_string_free (told, TRUE);
  fixture_end (window);
}

/* Compares what the tools were told since the last call. */
static void
assert_told (const char *what)
{
  g_assert_cmpstr (g_strstrip (told->str), ==, what);
  g_string_set_size (told, 0);
}

static MwCamera
camera (void)
{
  MwViewportView view;
  mw_viewport_get_view (viewport, &view);
  return view.camera;
}

static gboolean
camera_moved (const MwCamera *before)
{
  const MwCamera now = camera ();
  return memcmp (&now, before, sizeof now) != 0;
}

static void
the_first_tool_that_takes_a_press_gets_the_drag (void)
{
  begin ();
  const MwCamera before = camera ();
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, 50, 50, 0, 2);
  g_assert_true (mw_viewport_is_dragging (viewport));
  assert_told ("a press 2,");
  mw_viewport_pointer_dragged (viewport, 70, 50, 0);
  mw_viewport_pointer_moved (viewport, 70, 50, 0);
  assert_told ("a drag 70 from 50,");
  mw_viewport_pointer_released (viewport, 200, 50, 0);
  g_assert_false (mw_viewport_is_dragging (viewport));
  assert_told ("a release, a hover, b hover,");
  g_assert_false (camera_moved (&before));
  mw_viewport_pointer_dragged (viewport, 80, 50, 0);
  assert_told ("");
  end ();
}

static void
what_no_tool_takes_turns_the_camera_or_is_a_click (void)
{
  begin ();
  const MwCamera before = camera ();
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, 150, 50, 0, 1);
  assert_told ("a press 1, b press 1,");
  mw_viewport_pointer_dragged (viewport, 150 + MW_POINTER_SLOP, 50, 0);
  g_assert_false (camera_moved (&before));
  mw_viewport_pointer_released (viewport, 150 + MW_POINTER_SLOP, 50, 0);
  assert_told ("a click, a hover, b hover,");
  /* The second tool is asked about a click that the first does not use. */
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, 150, 150, 0, 1);
  mw_viewport_pointer_released (viewport, 150, 150, 0);
  assert_told ("a press 1, b press 1, a click, b click, a hover, b hover,");
  g_assert_false (camera_moved (&before));
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, 150, 50, 0, 1);
  mw_viewport_pointer_dragged (viewport, 151 + MW_POINTER_SLOP, 50, 0);
  g_assert_true (camera_moved (&before));
  /* Going back does not make it a click again. */
  mw_viewport_pointer_dragged (viewport, 150, 50, 0);
  mw_viewport_pointer_released (viewport, 150, 50, 0);
  assert_told ("a press 1, b press 1, a hover, b hover,");
  end ();
}

static void
other_buttons_move_the_camera (void)
{
  begin ();
  for (guint button = GDK_BUTTON_MIDDLE; button <= GDK_BUTTON_SECONDARY; button++) {
    const MwCamera before = camera ();
    const gboolean right = button == GDK_BUTTON_SECONDARY;
    mw_viewport_pointer_pressed (viewport, button, 50, 50, 0, 1);
    /* The middle button orbits at once; the right one pans, but not by so little that it is still a click. */
    mw_viewport_pointer_dragged (viewport, 51, 50, 0);
    g_assert_true (camera_moved (&before) == !right);
    mw_viewport_pointer_dragged (viewport, 51 + MW_POINTER_SLOP, 50, 0);
    g_assert_true (camera_moved (&before));
    g_assert_true ((memcmp (camera ().target, before.target, sizeof before.target) != 0) == right);
    mw_viewport_pointer_released (viewport, 51, 50, 0);
    assert_told ("a hover,");
  }
  end ();
}

static void
a_right_click_is_offered_as_one_for_a_menu (void)
{
  begin ();
  const MwCamera before = camera ();
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_SECONDARY, 50, 150, 0, 1);
  mw_viewport_pointer_released (viewport, 50, 150, 0);
  g_assert_false (camera_moved (&before));
  assert_told ("a menu, b menu, a hover,");
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_SECONDARY, 150, 50, 0, 1);
  mw_viewport_pointer_released (viewport, 150, 50, 0);
  assert_told ("a menu, a hover, b hover, a leave,");
  end ();
}

static void
escape_cancels_and_other_keys_go_to_the_owner (void)
{
  begin ();
  const MwCamera before = camera ();
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, 50, 50, 0, 1);
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_x, 0));
  assert_told ("a press 1, a key,");
  /* Keys of the camera do nothing during a drag. */
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_7, 0));
  g_assert_false (camera_moved (&before));
  assert_told ("a key,");
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
  assert_told ("a key, a cancel,");
  mw_viewport_pointer_dragged (viewport, 60, 50, 0);
  mw_viewport_pointer_released (viewport, 60, 50, 0);
  assert_told ("");
  /* Without a drag the first that uses the key is the last that is asked, and the camera gets the others. */
  mw_viewport_do_key (viewport, GDK_KEY_x, 0);
  assert_told ("a key,");
  mw_viewport_do_key (viewport, GDK_KEY_7, 0);
  g_assert_true (camera_moved (&before));
  assert_told ("a key, b key,");
  g_assert_false (mw_viewport_do_key (viewport, GDK_KEY_x, GDK_ALT_MASK));
  assert_told ("");
  end ();
}

static void
a_tool_is_left_when_the_pointer_goes_elsewhere (void)
{
  begin ();
  GtkWidget *area = find_type (GTK_WIDGET (viewport), GTK_TYPE_GL_AREA);
  mw_viewport_pointer_moved (viewport, 50, 50, 0);
  assert_told ("a hover,");
  g_assert_cmpstr (gdk_cursor_get_name (gtk_widget_get_cursor (area)), ==, "pointer");
  mw_viewport_pointer_moved (viewport, 60, 50, 0);
  assert_told ("a hover,");
  mw_viewport_pointer_moved (viewport, 160, 50, 0);
  assert_told ("a hover, b hover, a leave,");
  g_assert_null (gtk_widget_get_cursor (area));
  mw_viewport_pointer_moved (viewport, 50, 50, 0);
  mw_viewport_pointer_left (viewport);
  mw_viewport_pointer_left (viewport);
  assert_told ("a hover, a leave,");
  end ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/viewport-pointer/the first tool that takes a press gets the drag",
                   the_first_tool_that_takes_a_press_gets_the_drag);
  g_test_add_func ("/ui/viewport-pointer/what no tool takes turns the camera or is a click",
                   what_no_tool_takes_turns_the_camera_or_is_a_click);
  g_test_add_func ("/ui/viewport-pointer/other buttons move the camera", other_buttons_move_the_camera);
  g_test_add_func ("/ui/viewport-pointer/a right click is offered as one for a menu",
                   a_right_click_is_offered_as_one_for_a_menu);
  g_test_add_func ("/ui/viewport-pointer/Escape cancels, and other keys go to the owner",
                   escape_cancels_and_other_keys_go_to_the_owner);
  g_test_add_func ("/ui/viewport-pointer/a tool is left when the pointer goes elsewhere",
                   a_tool_is_left_when_the_pointer_goes_elsewhere);
  return g_test_run ();
}
