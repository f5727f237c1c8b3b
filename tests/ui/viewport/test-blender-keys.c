/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view and the dope sheet with the keys that users of Blender know, from the keys and the pointer to the model. */
#include "core/model/mdlx/mdlx.h"
#include "core/schema/path.h"
#include "core/pose/seen.h"
#include "tests/ui/fixture.h"
#include "ui/key-scheme.h"
#include "ui/places.h"
#include "ui/viewport/viewport-gizmo-private.h"
#include "ui/viewport/viewport-pointer.h"
#include "ui/viewport/viewport-private.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwViewport *viewport;
static MwDocument *document;

static void
choose (const char *scheme)
{
  g_settings_set_string (mw_places_settings (), "keys", scheme);
}

static gboolean
press (guint key, GdkModifierType state)
{
  const gboolean used = mw_viewport_press_key (viewport, key, state);
  fixture_settle ();
  return used;
}

/* Every test begins with the model as it is in the file, at rest, with Blender's keys. */
static void
begin (const char *path)
{
  choose ("blender");
  while (mw_document_can_undo (document))
    mw_document_undo (document);
  gtk_widget_activate_action (GTK_WIDGET (viewport), "page.pose", "b", FALSE);
  mw_viewport_set_playing (viewport, FALSE);
  fixture_select (page, path);
  mw_viewport_do_key (viewport, GDK_KEY_q, 0);
  fixture_settle ();
  gtk_widget_grab_focus (viewport->area);
  mw_viewport_pointer_moved (viewport, 100, 100, 0);
}

static void
pivot_of (float out[3])
{
  memcpy (out, ((const MwMdlxNode *) fixture_record (document, "attachments[0]"))->pivot, 3 * sizeof *out);
}

static gboolean
has_moved (const float before[3])
{
  float now[3];
  pivot_of (now);
  return memcmp (before, now, sizeof now) != 0;
}

static void
a_letter_moves_until_a_click (void)
{
  float before[3], now[3];
  begin ("attachments[0]");
  pivot_of (before);
  g_assert_true (press (GDK_KEY_g, 0));
  g_assert_true (mw_viewport_is_dragging (viewport));
  mw_viewport_pointer_moved (viewport, 130, 90, 0);
  g_assert_true (has_moved (before));
  g_assert_true (mw_document_is_open (document));
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, 130, 90, 0, 1);
  mw_viewport_pointer_released (viewport, 130, 90, 0);
  g_assert_false (mw_viewport_is_dragging (viewport));
  g_assert_true (has_moved (before));
  g_assert_false (mw_document_is_open (document));
  g_assert_true (mw_document_can_undo (document));
  /* The click has selected nothing else, the chosen tool is the same, and what moves now is the pointer alone. */
  g_assert_cmpuint (fixture_selected (document), ==, fixture_record (document, "attachments[0]")->id);
  g_assert_cmpint (viewport->gizmo->kind, ==, MW_GIZMO_NONE);
  pivot_of (now);
  mw_viewport_pointer_moved (viewport, 200, 200, 0);
  g_assert_false (has_moved (now));
  mw_document_undo (document);
  g_assert_false (has_moved (before));
  g_assert_false (mw_document_can_undo (document));
}

/* During a drag X is an axis and digits are a number, whatever they are otherwise. */
static void
axes_and_digits_are_typed (void)
{
  float before[3], now[3];
  begin ("attachments[0]");
  pivot_of (before);
  g_assert_true (press (GDK_KEY_g, 0));
  g_assert_true (press (GDK_KEY_x, 0));
  g_assert_true (press (GDK_KEY_1, 0));
  g_assert_true (press (GDK_KEY_3, 0));
  g_assert_true (press (GDK_KEY_Return, 0));
  g_assert_false (mw_viewport_is_dragging (viewport));
  pivot_of (now);
  g_assert_cmpfloat_with_epsilon (now[0], before[0] + 13, 1e-3f);
  g_assert_cmpfloat (now[1], ==, before[1]);
  g_assert_cmpfloat (now[2], ==, before[2]);
}

static void
it_is_cancelled_in_four_ways (void)
{
  float before[3];
  begin ("attachments[0]");
  pivot_of (before);
  for (guint way = 0; way < 4; way++) {
    gtk_widget_grab_focus (viewport->area);
    fixture_settle ();
    g_assert_true (press (GDK_KEY_g, 0));
    mw_viewport_pointer_moved (viewport, 100 + 10 * (way + 1), 150, 0);
    g_assert_true (has_moved (before));
    if (way == 0)
      press (GDK_KEY_Escape, 0);
    else if (way == 1)
      mw_viewport_pointer_pressed (viewport, GDK_BUTTON_SECONDARY, 110, 150, 0, 1);
    else if (way == 2)
      gtk_widget_grab_focus (find_type (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY));
    else
      mw_viewport_set_playing (viewport, TRUE);
    fixture_settle ();
    g_assert_false (mw_viewport_is_dragging (viewport));
    g_assert_false (has_moved (before));
    g_assert_false (mw_document_is_open (document));
    mw_viewport_pointer_released (viewport, 110, 150, 0);
    mw_viewport_set_playing (viewport, FALSE);
  }
  g_assert_false (mw_document_can_undo (document));
}

/* One letter goes over to another tool. What cannot be done is said. */
static void
a_letter_goes_over_to_another_tool (void)
{
  float before[3];
  begin ("attachments[0]");
  pivot_of (before);
  press (GDK_KEY_g, 0);
  mw_viewport_pointer_moved (viewport, 160, 100, 0);
  g_assert_true (has_moved (before));
  press (GDK_KEY_r, 0);
  g_assert_false (has_moved (before));
  press (GDK_KEY_Escape, 0);
  g_assert_cmpint (viewport->gizmo->kind, ==, MW_GIZMO_NONE);
  mw_document_select (document, NULL, 0);
  g_assert_true (press (GDK_KEY_s, 0));
  g_assert_false (mw_viewport_is_dragging (viewport));
  g_assert_nonnull (find_words (GTK_WIDGET (window), "Select something"));
}

static void
the_number_pad_has_the_views (void)
{
  begin ("attachments[0]");
  press (GDK_KEY_KP_7, 0);
  const MwCamera top = viewport->camera;
  press (GDK_KEY_KP_1, 0);
  const MwCamera front = viewport->camera;
  g_assert_cmpint (memcmp (&top, &front, sizeof top), !=, 0);
  /* The digits above the letters turn nothing; 7 has no use. */
  g_assert_false (press (GDK_KEY_7, 0));
  g_assert_cmpint (memcmp (&viewport->camera, &front, sizeof front), ==, 0);
  press (GDK_KEY_KP_1, GDK_CONTROL_MASK);
  g_assert_cmpint (memcmp (&viewport->camera, &front, sizeof front), !=, 0);
  /* E is no tool here, and W only selects. */
  g_assert_false (press (GDK_KEY_e, 0));
  g_assert_cmpint (viewport->gizmo->kind, ==, MW_GIZMO_NONE);
  choose ("modelwright");
  g_assert_true (press (GDK_KEY_e, 0));
  g_assert_cmpint (viewport->gizmo->kind, ==, MW_GIZMO_ROTATE);
  g_assert_true (press (GDK_KEY_7, 0));
  g_assert_cmpint (memcmp (&viewport->camera, &top, sizeof top), ==, 0);
  g_assert_false (press (GDK_KEY_g, 0));
  g_assert_false (mw_viewport_is_dragging (viewport));
  choose ("blender");
  g_assert_true (press (GDK_KEY_w, 0));
  g_assert_cmpint (viewport->gizmo->kind, ==, MW_GIZMO_NONE);
}

static void
the_number_pad_goes_around (void)
{
  begin ("attachments[0]");
  g_assert_true (press (GDK_KEY_KP_1, 0));
  const MwCamera before = viewport->camera;
  g_assert_true (press (GDK_KEY_KP_6, 0));
  g_assert_cmpfloat_with_epsilon (viewport->camera.yaw, before.yaw + (float) (G_PI / 12), 1e-4f);
  g_assert_true (press (GDK_KEY_KP_4, 0));
  g_assert_true (press (GDK_KEY_KP_8, 0));
  g_assert_cmpfloat_with_epsilon (viewport->camera.yaw, before.yaw, 1e-4f);
  g_assert_cmpfloat_with_epsilon (viewport->camera.pitch, before.pitch + (float) (G_PI / 12), 1e-4f);
  float eye[3], opposite[3];
  mw_camera_eye (&viewport->camera, eye);
  g_assert_true (press (GDK_KEY_KP_9, 0));
  mw_camera_eye (&viewport->camera, opposite);
  for (guint k = 0; k < 3; k++)
    g_assert_cmpfloat_with_epsilon (eye[k] + opposite[k], 2 * before.target[k], 0.1f);
  g_assert_true (press (GDK_KEY_KP_9, 0));
  g_assert_true (press (GDK_KEY_KP_2, 0));
  g_assert_cmpfloat_with_epsilon (viewport->camera.pitch, before.pitch, 1e-4f);
  /* Ctrl and the middle button: down is farther away, and nothing else changes. */
  const MwCamera near = viewport->camera;
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_MIDDLE, 50, 50, GDK_CONTROL_MASK, 1);
  mw_viewport_pointer_dragged (viewport, 50, 90, GDK_CONTROL_MASK);
  mw_viewport_pointer_released (viewport, 50, 90, GDK_CONTROL_MASK);
  g_assert_cmpfloat (viewport->camera.distance, >, near.distance * 1.1f);
  g_assert_cmpfloat (viewport->camera.yaw, ==, near.yaw);
  g_assert_cmpmem (viewport->camera.target, sizeof near.target, near.target, sizeof near.target);
}

static void
a_selects_all_and_alt_a_nothing (void)
{
  guint n;
  begin ("attachments[0]");
  g_assert_true (press (GDK_KEY_Home, 0));
  g_assert_true (press (GDK_KEY_a, 0));
  const MwId *ids = mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, >, 1);
  g_assert_true (mw_ids_have (ids, n, fixture_record (document, "geosets[0]")->id));
  g_assert_true (press (GDK_KEY_a, GDK_ALT_MASK));
  mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, ==, 0);
  choose ("modelwright");
  g_assert_false (press (GDK_KEY_a, 0));
  g_assert_true (press (GDK_KEY_a, GDK_CONTROL_MASK));
  mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, >, 1);
  g_assert_true (press (GDK_KEY_a, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, ==, 0);
}

static void
drag_over_all (GdkModifierType state)
{
  const double width = gtk_widget_get_width (viewport->area), height = gtk_widget_get_height (viewport->area);
  mw_viewport_pointer_moved (viewport, 2, 2, state);
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, 2, 2, state, 1);
  mw_viewport_pointer_dragged (viewport, width / 2, height / 2, state);
  mw_viewport_pointer_dragged (viewport, width - 2, height - 2, state);
  mw_viewport_pointer_released (viewport, width - 2, height - 2, state);
  fixture_settle ();
}

static void
a_left_drag_selects_and_with_alt_turns (void)
{
  guint n;
  begin ("attachments[0]");
  mw_document_select (document, NULL, 0);
  press (GDK_KEY_Home, 0);
  MwCamera before = viewport->camera;
  drag_over_all (0);
  mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, >, 1);
  g_assert_cmpint (memcmp (&viewport->camera, &before, sizeof before), ==, 0);
  g_assert_false (viewport->boxing);
  mw_document_select (document, NULL, 0);
  drag_over_all (GDK_ALT_MASK);
  mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpint (memcmp (&viewport->camera, &before, sizeof before), !=, 0);
  choose ("modelwright");
  before = viewport->camera;
  drag_over_all (0);
  mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpint (memcmp (&viewport->camera, &before, sizeof before), !=, 0);
}

static gboolean
is_drawn (gpointer unused)
{
  return mw_viewport_get_n_frames (viewport) > 0 && !mw_viewport_is_drawing (viewport);
}

static void
digits_and_drags_mark (void)
{
  begin ("geosets[0]");
  press (GDK_KEY_Home, 0);
  g_assert_true (fixture_until (is_drawn, NULL));
  g_assert_true (press (GDK_KEY_1, 0));
  g_assert_nonnull (mw_viewport_get_marks (viewport));
  drag_over_all (0);
  guint of;
  g_assert_cmpuint (mw_mesh_marks_count (mw_viewport_get_marks (viewport), &of), >, 0);
  press (GDK_KEY_Escape, 0);
  g_assert_null (mw_viewport_get_marks (viewport));
}

static guint
n_attachments (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) found = mw_path_resolve (mw_document_get_model (document), "attachments[*]", &error);
  g_assert_no_error (error);
  return found->len;
}

static void
x_deletes_and_shift_d_duplicates (void)
{
  begin ("attachments[0]");
  const guint n = n_attachments ();
  g_assert_true (press (GDK_KEY_D, GDK_SHIFT_MASK));
  g_assert_cmpuint (n_attachments (), ==, n + 1);
  g_assert_true (press (GDK_KEY_x, 0));
  g_assert_cmpuint (n_attachments (), ==, n);
  choose ("modelwright");
  g_assert_false (press (GDK_KEY_x, 0));
  g_assert_cmpuint (n_attachments (), ==, n);
}

static void
tips_name_the_chosen_key (void)
{
  begin ("attachments[0]");
  GtkWidget *rotate = viewport->gizmo->tools[MW_GIZMO_ROTATE], *none = viewport->gizmo->tools[MW_GIZMO_NONE];
  g_assert_cmpstr (gtk_widget_get_tooltip_text (rotate), ==, "Rotate");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (none), ==, "Select (W)");
  choose ("modelwright");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (rotate), ==, "Rotate (E)");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (none), ==, "Select (Q)");
}

static void
the_dope_sheet_knows_them_too (void)
{
  guint key = GDK_KEY_x;
  GdkModifierType state = 0;
  choose ("blender");
  g_assert_true (mw_key_scheme_translate (MW_KEYS_IN_SHEET, &key, &state));
  g_assert_cmpuint (key, ==, GDK_KEY_Delete);
  key = GDK_KEY_a;
  g_assert_true (mw_key_scheme_translate (MW_KEYS_IN_SHEET, &key, &state));
  g_assert_cmpuint (key, ==, GDK_KEY_a);
  g_assert_cmpuint (state, ==, GDK_CONTROL_MASK);
  state = GDK_ALT_MASK;
  g_assert_true (mw_key_scheme_translate (MW_KEYS_IN_SHEET, &key, &state));
  g_assert_cmpuint (state, ==, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  key = GDK_KEY_s;
  state = 0;
  g_assert_true (mw_key_scheme_translate (MW_KEYS_IN_SHEET, &key, &state));
  g_assert_cmpuint (key, ==, GDK_KEY_s);
  choose ("modelwright");
  key = GDK_KEY_x;
  g_assert_true (mw_key_scheme_translate (MW_KEYS_IN_SHEET, &key, &state));
  g_assert_cmpuint (key, ==, GDK_KEY_x);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/blender-keys/a letter moves until a click", a_letter_moves_until_a_click);
  g_test_add_func ("/ui/blender-keys/axes and digits are typed", axes_and_digits_are_typed);
  g_test_add_func ("/ui/blender-keys/it is cancelled in four ways", it_is_cancelled_in_four_ways);
  g_test_add_func ("/ui/blender-keys/a letter goes over to another tool", a_letter_goes_over_to_another_tool);
  g_test_add_func ("/ui/blender-keys/the number pad has the views", the_number_pad_has_the_views);
  g_test_add_func ("/ui/blender-keys/the number pad goes around the model", the_number_pad_goes_around);
  g_test_add_func ("/ui/blender-keys/A selects all, and Alt+A nothing", a_selects_all_and_alt_a_nothing);
  g_test_add_func ("/ui/blender-keys/a left drag selects, and with Alt turns", a_left_drag_selects_and_with_alt_turns);
  g_test_add_func ("/ui/blender-keys/digits and drags mark", digits_and_drags_mark);
  g_test_add_func ("/ui/blender-keys/X deletes, and Shift+D duplicates", x_deletes_and_shift_d_duplicates);
  g_test_add_func ("/ui/blender-keys/tips name the chosen key", tips_name_the_chosen_key);
  g_test_add_func ("/ui/blender-keys/the dope sheet knows them, too", the_dope_sheet_knows_them_too);
  g_autofree char *file = fixture_sample ("figure.mdx");
  window = fixture_window ();
  page = fixture_open (window, file);
  viewport = mw_document_page_get_viewport (page);
  document = mw_document_page_get_document (page);
  fixture_settle ();
  const int failed = g_test_run ();
  choose ("modelwright");
  fixture_end (window);
  return failed;
}
