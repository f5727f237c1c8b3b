/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/script.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/pose/camera.h"
#include "core/pose/skeleton.h"
#include "tests/ui/fixture.h"
#include "ui/viewport/viewport-pointer.h"
#include "ui/viewport/viewport-private.h"

#include <math.h>
#include <string.h>

/* The handles in the view, from the pointer and the keys to the model. */

static MwWindow *window;
static MwDocumentPage *page;
static MwViewport *viewport;
static MwDocument *document;

static void
show (gboolean posing, guint tool)
{
  gtk_widget_activate_action (GTK_WIDGET (viewport), "page.pose", "b", posing);
  mw_viewport_do_key (viewport, tool, 0);
  fixture_settle ();
}

static void
open_sample (const char *name)
{
  g_autofree char *file = fixture_sample (name);
  if (!window)
    window = fixture_window ();
  page = fixture_open (window, file);
  viewport = mw_document_page_get_viewport (page);
  document = mw_document_page_get_document (page);
  fixture_settle ();
}

/* Every test begins with the model as it is in the file, at rest, without handles. One window serves all of them. */
static void
begin (const char *path)
{
  while (mw_document_can_undo (document))
    mw_document_undo (document);
  fixture_select (page, path);
  mw_viewport_set_playing (viewport, FALSE);
  show (FALSE, GDK_KEY_q);
}

/* The pixel of the middle of the handles, and of a point of an axis. */
static void
pixel_of (int axis, double *x, double *y)
{
  MwFrame frame;
  g_auto (MwFrameIds) ids = { 0 };
  float at[3], screen[3];
  const int width = gtk_widget_get_width (viewport->area), height = gtk_widget_get_height (viewport->area);
  mw_viewport_fill_frame (viewport, &frame, &ids, width, height);
  g_assert_cmpint (frame.gizmo.kind, !=, MW_GIZMO_NONE);
  memcpy (at, frame.gizmo.place, sizeof at);
  if (axis >= 0) {
    float length = frame.camera.distance * tanf (frame.camera.fov / 2) * 2 * 60 / (float) height;
    for (int k = 0; k < 3; k++)
      at[k] += frame.gizmo.axes[axis][k] * length;
  }
  g_assert_true (mw_camera_project (&frame.camera, at, (float) width, (float) height, screen));
  *x = (double) screen[0];
  *y = (double) screen[1];
}

static gboolean
has_handles (void)
{
  MwFrame frame;
  g_auto (MwFrameIds) ids = { 0 };
  mw_viewport_fill_frame (viewport, &frame, &ids, 100, 100);
  return frame.gizmo.kind != MW_GIZMO_NONE;
}

/* The ring about the line of sight. */
enum { VIEW_RING = -1, VIEW_RING_RADIUS = 98 };

/* On an axis or the ring. */
static void
press_on (int axis)
{
  double x, y;
  pixel_of (axis, &x, &y);
  x += axis == VIEW_RING ? VIEW_RING_RADIUS : 0;
  mw_viewport_pointer_moved (viewport, x, y, 0);
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, x, y, 0, 1);
  g_assert_true (mw_viewport_is_dragging (viewport));
}

static void
drag_by (double dx, double dy, GdkModifierType state)
{
  mw_viewport_pointer_dragged (viewport, viewport->press.start_x + dx, viewport->press.start_y + dy, state);
}

static void
let_go (void)
{
  mw_viewport_pointer_released (viewport, viewport->press.start_x + 20, viewport->press.start_y, 0);
}

static void
pivot_of (float out[3])
{
  memcpy (out, ((const MwMdlxNode *) fixture_record (document, "attachments[0]"))->pivot, 3 * sizeof *out);
}

static void
typed_numbers_are_exact (void)
{
  float before[3], now[3];
  begin ("attachments[0]");
  show (FALSE, GDK_KEY_w);
  pivot_of (before);
  const guint steps = mw_document_get_n_steps (document);
  press_on (2);
  drag_by (20, 3, 0);
  pivot_of (now);
  g_assert_cmpfloat (now[2], !=, before[2]);
  /* What is said is beside the pointer. */
  GtkWidget *readout = find_class (GTK_WIDGET (viewport), "gizmo-readout");
  const int beside = (int) viewport->press.start_x + 20;
  g_assert_true (gtk_widget_get_visible (readout));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (readout)), "Move Head Ref"));
  g_assert_cmpint (ABS (gtk_widget_get_margin_start (readout) - beside), <, 60);
  drag_by (21, 3, 0);
  g_assert_cmpint (ABS (gtk_widget_get_margin_start (readout) - beside), <, 60);
  /* A drag is shown before it is a step. */
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps);
  mw_viewport_do_key (viewport, GDK_KEY_x, 0);
  mw_viewport_do_key (viewport, GDK_KEY_minus, 0);
  mw_viewport_do_key (viewport, GDK_KEY_1, 0);
  mw_viewport_do_key (viewport, GDK_KEY_2, 0);
  mw_viewport_do_key (viewport, GDK_KEY_comma, 0);
  mw_viewport_do_key (viewport, GDK_KEY_5, 0);
  mw_viewport_do_key (viewport, GDK_KEY_Return, 0);
  pivot_of (now);
  g_assert_cmpfloat (now[0], ==, before[0] - 12.5f);
  g_assert_cmpfloat (now[2], ==, before[2]);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps + 1);
  /* The button is still down; moving on changes nothing. */
  drag_by (60, 0, 0);
  let_go ();
  pivot_of (before);
  g_assert_cmpfloat (before[0], ==, now[0]);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps + 1);
}

static void
escape_and_a_changed_sequence_bring_the_old_state_back (void)
{
  float before[3], now[3];
  begin ("attachments[0]");
  show (FALSE, GDK_KEY_w);
  pivot_of (before);
  const guint steps = mw_document_get_n_steps (document);
  press_on (1);
  drag_by (20, 3, 0);
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
  pivot_of (now);
  g_assert_true (memcmp (now, before, sizeof now) == 0);
  press_on (1);
  drag_by (20, 3, 0);
  gtk_widget_activate_action (GTK_WIDGET (viewport), "page.pose", "b", TRUE);
  g_assert_false (mw_viewport_is_dragging (viewport));
  pivot_of (now);
  g_assert_true (memcmp (now, before, sizeof now) == 0);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps);
}

static void
control_snaps_and_shift_is_slow (void)
{
  float before[3], fast[3], slow[3], snapped[3];
  begin ("attachments[0]");
  show (FALSE, GDK_KEY_w);
  pivot_of (before);
  press_on (2);
  drag_by (0, -40, 0);
  pivot_of (fast);
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
  press_on (2);
  drag_by (0, -40, GDK_SHIFT_MASK);
  pivot_of (slow);
  g_assert_cmpfloat_with_epsilon ((slow[2] - before[2]) * 10, fast[2] - before[2], 0.4);
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
  press_on (2);
  drag_by (0, -40, GDK_CONTROL_MASK);
  pivot_of (snapped);
  g_assert_cmpfloat_with_epsilon (fmod ((double) (snapped[2] - before[2]) + 1e-4, 1), 0, 1e-3);
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
}

static void
a_sequence_gets_keys_and_one_undo_takes_them_back (void)
{
  begin ("bones[3]");
  show (TRUE, GDK_KEY_e);
  const MwMdlxNode *bone = (const MwMdlxNode *) fixture_record (document, "bones[3]");
  g_autofree char *before = fixture_value (document, "bones[3].rotation.track.keys.value");
  const MwArray *times = &bone->rotation_track->times;
  const guint n = times->n;
  press_on (VIEW_RING);
  drag_by (25, 12, 0);
  let_go ();
  g_autofree char *after = fixture_value (document, "bones[3].rotation.track.keys.value");
  g_assert_cmpstr (before, !=, after);
  g_assert_null (bone->translation_track);
  g_assert_cmpuint (times->n - n, <=, 1);
  const char *label = mw_document_get_undo_label (document);
  g_assert_true (g_str_has_prefix (label, "Key Rotation of Bone_head at 0 ms of Stand"));
  mw_document_undo (document);
  g_autofree char *undone = fixture_value (document, "bones[3].rotation.track.keys.value");
  g_assert_cmpstr (before, ==, undone);
}

static void
handles_are_there_only_when_they_can_do_something (void)
{
  begin ("attachments[0]");
  g_assert_false (has_handles ());
  show (FALSE, GDK_KEY_w);
  g_assert_true (has_handles ());
  show (FALSE, GDK_KEY_e); /* a point has no rotation at rest */
  g_assert_false (has_handles ());
  show (TRUE, GDK_KEY_e);
  g_assert_true (has_handles ());
  mw_viewport_set_playing (viewport, TRUE);
  g_assert_false (has_handles ());
  mw_viewport_set_playing (viewport, FALSE);
  fixture_select (page, "geosets[0]"); /* vertices move at rest only */
  g_assert_false (has_handles ());
  show (FALSE, GDK_KEY_r);
  g_assert_true (has_handles ());
  fixture_select (page, "cameras[0]");
  g_assert_false (has_handles ());
  show (FALSE, GDK_KEY_e);
  g_assert_true (has_handles ());
  fixture_select (page, "materials[0]");
  g_assert_false (has_handles ());
  fixture_select (page, "attachments[0]");
  show (FALSE, GDK_KEY_q);
  g_assert_false (has_handles ());
}

static gboolean
says_that_it_keys (void)
{
  return find_class (GTK_WIDGET (viewport), "auto-key") != NULL;
}

static void
a_red_frame_says_that_a_drag_sets_keys (void)
{
  begin ("bones[3]");
  show (FALSE, GDK_KEY_e);
  g_assert_false (says_that_it_keys ());
  show (TRUE, GDK_KEY_e);
  g_assert_true (says_that_it_keys ());
  fixture_select (page, "geosets[0]"); /* has no tracks that move it */
  g_assert_false (says_that_it_keys ());
  fixture_select (page, "bones[3]");
  g_assert_true (says_that_it_keys ());
  mw_viewport_set_playing (viewport, TRUE);
  g_assert_false (says_that_it_keys ());
  mw_viewport_set_playing (viewport, FALSE);
  g_assert_true (says_that_it_keys ());
  show (TRUE, GDK_KEY_q);
  g_assert_false (says_that_it_keys ());
}

/* A bone and a point that follows it are keyed once, and what is refused is said with names. */
static void
the_readout_names_what_is_keyed_or_refused (void)
{
  g_autoptr (GError) error = NULL;
  begin ("bones[3]");
  const MwId ids[] = { fixture_record (document, "bones[3]")->id, fixture_record (document, "attachments[0]")->id };
  mw_document_select (document, ids, G_N_ELEMENTS (ids));
  show (TRUE, GDK_KEY_w);
  press_on (2);
  drag_by (0, -20, 0);
  g_assert_nonnull (find_words (GTK_WIDGET (viewport), "Key Translation of Bone_head at 0 ms of Stand"));
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
  g_assert_true (mw_script_run_line (document, "node-pose bones[0] sequence=sequences[0] scale={0,0,0}", NULL, &error));
  g_assert_no_error (error);
  fixture_settle ();
  press_on (2);
  drag_by (0, -20, 0);
  const char *text = find_words_of_class (GTK_WIDGET (viewport), "gizmo-readout");
  g_assert_nonnull (strstr (text, "Bone_head"));
  g_assert_nonnull (strstr (text, "is below a node that is scaled to 0"));
  g_assert_null (strstr (text, "bones["));
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
}

/* What the hint of a tool says; NULL: there is none. */
static const char *
hint (void)
{
  GtkWidget *readout = find_class (GTK_WIDGET (viewport), "gizmo-readout");
  return readout && gtk_widget_get_visible (readout) ? gtk_label_get_text (GTK_LABEL (readout)) : NULL;
}

static void
a_tool_says_why_there_are_no_handles (void)
{
  begin ("bones[3]");
  show (TRUE, GDK_KEY_w);
  g_assert_null (hint ());
  mw_viewport_set_playing (viewport, TRUE);
  g_assert_nonnull (strstr (hint (), "Pause to see the handles"));
  /* What has no place has no handles anyway. */
  fixture_select (page, "textures[0]");
  g_assert_null (hint ());
  mw_document_select (document, NULL, 0);
  g_assert_nonnull (strstr (hint (), "Select something"));
  mw_viewport_do_key (viewport, GDK_KEY_q, 0);
  g_assert_null (hint ());
  mw_viewport_set_playing (viewport, FALSE);
}

/* Its body, the line of sight and the cross at its target are three things to click at. */
static void
one_end_of_a_camera_is_dragged (void)
{
  MwCameraState state;
  float eye[3], target[3];
  double x, y;
  begin ("cameras[0]");
  /* From the side both ends are seen. */
  mw_viewport_do_key (viewport, GDK_KEY_3, 0);
  mw_viewport_frame_selection (viewport);
  const MwMdlxCamera *camera = (const MwMdlxCamera *) fixture_record (document, "cameras[0]");
  const guint steps = mw_document_get_position (document);
  memcpy (eye, camera->position, sizeof eye);
  memcpy (target, camera->target, sizeof target);
  show (FALSE, GDK_KEY_w);
  GtkWidget *part = find_called (GTK_WIDGET (viewport), GTK_TYPE_DROP_DOWN, "What of the camera moves");
  g_assert_true (gtk_widget_get_visible (part));
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (part)), ==, MW_CAMERA_WHOLE);
  /* A click on the target, without the handles, chooses it. */
  mw_viewport_do_key (viewport, GDK_KEY_q, 0);
  float at[3];
  g_assert_true (mw_camera_project (&viewport->camera, target, (float) gtk_widget_get_width (viewport->area),
                                    (float) gtk_widget_get_height (viewport->area), at));
  x = (double) at[0];
  y = (double) at[1];
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, x, y, 0, 1);
  mw_viewport_pointer_released (viewport, x, y, 0);
  show (FALSE, GDK_KEY_w);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (part)), ==, MW_CAMERA_TARGET);
  pixel_of (-1, &x, &y);
  g_assert_cmpfloat (hypot (x - (double) at[0], y - (double) at[1]), <, 1);
  press_on (2);
  drag_by (0, -40, 0);
  g_assert_nonnull (find_words (GTK_WIDGET (viewport), "Move the target of Portrait"));
  g_assert_cmpfloat (camera->target[2], >, target[2]);
  g_assert_cmpmem (camera->position, sizeof eye, eye, sizeof eye);
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
  g_assert_cmpmem (camera->target, sizeof target, target, sizeof target);
  press_on (2);
  drag_by (0, -40, 0);
  let_go ();
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  mw_document_undo (document);
  g_assert_cmpmem (camera->target, sizeof target, target, sizeof target);
  /* It has no rotation, but the whole camera has. */
  show (FALSE, GDK_KEY_e);
  g_assert_false (has_handles ());
  act_choose (part, MW_CAMERA_WHOLE);
  g_assert_true (has_handles ());
  /* In a sequence only the track of that end gets a key, at the shown time. */
  act_choose (part, MW_CAMERA_EYE);
  show (TRUE, GDK_KEY_w);
  g_assert_true (says_that_it_keys ());
  press_on (2);
  drag_by (0, -40, 0);
  g_assert_nonnull (find_words (GTK_WIDGET (viewport), "Key Position of Portrait at 0 ms of Stand"));
  g_assert_nonnull (find_words (GTK_WIDGET (viewport), "first key here"));
  let_go ();
  g_assert_cmpmem (camera->position, sizeof eye, eye, sizeof eye);
  g_assert_nonnull (camera->translation_track);
  g_assert_null (camera->target_translation_track);
  mw_camera_evaluate (mw_document_get_model (document), &camera->record, &viewport->clock, &state);
  g_assert_cmpfloat (state.eye[2], >, eye[2]);
  g_assert_cmpfloat (state.target[2], ==, target[2]);
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  mw_document_undo (document);
  g_assert_null (camera->translation_track);
  /* The whole camera turns about itself, which keys its target. */
  act_choose (part, MW_CAMERA_WHOLE);
  show (TRUE, GDK_KEY_e);
  press_on (VIEW_RING);
  drag_by (25, 12, 0);
  g_assert_nonnull (find_words (GTK_WIDGET (viewport), "Key Target of Portrait"));
  let_go ();
  g_assert_null (camera->translation_track);
  g_assert_nonnull (camera->target_translation_track);
  show (TRUE, GDK_KEY_r);
  g_assert_false (has_handles ());
  /* Something else that is selected has no parts. */
  act_choose (part, MW_CAMERA_TARGET);
  fixture_select (page, "bones[3]");
  fixture_settle ();
  g_assert_false (gtk_widget_get_visible (part));
  fixture_select (page, "cameras[0]");
  fixture_settle ();
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (part)), ==, MW_CAMERA_WHOLE);
}

static GtkWidget *
auto_key (void)
{
  return find_called (GTK_WIDGET (viewport), GTK_TYPE_TOGGLE_BUTTON,
                      "Auto key: a drag sets keys. Without it, a drag is only shown, and I inserts the keys");
}

/* The matrix of bones[3] as the view shows it. */
static void
shown_matrix (float out[16])
{
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (mw_document_get_model (document));
  mw_skeleton_update (skeleton, &viewport->clock, NULL);
  memcpy (out, mw_skeleton_matrix (skeleton, fixture_record (document, "bones[3]")->id), 16 * sizeof *out);
}

static GtkWidget *
insert_button (void)
{
  return find_called (GTK_WIDGET (viewport), GTK_TYPE_BUTTON, "Insert Key");
}

static void
turn_and_move (void)
{
  show (TRUE, GDK_KEY_e);
  press_on (VIEW_RING);
  drag_by (25, 12, 0);
  let_go ();
  show (TRUE, GDK_KEY_w);
  press_on (2);
  drag_by (0, -30, 0);
  let_go ();
}

static void
without_auto_key_a_drag_is_only_shown (void)
{
  float before[16], turned[16], now[16];
  begin ("bones[3]");
  show (TRUE, GDK_KEY_e);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (auto_key ()), FALSE);
  g_assert_false (says_that_it_keys ());
  const guint steps = mw_document_get_position (document);
  g_autofree char *keys = fixture_value (document, "bones[3].rotation.track.keys.value");
  shown_matrix (before);
  press_on (VIEW_RING);
  drag_by (25, 12, 0);
  g_assert_nonnull (find_words (GTK_WIDGET (viewport), "Not keyed yet: I inserts keys"));
  shown_matrix (turned);
  let_go ();
  /* The model is as it was, and what is shown is not. */
  g_autofree char *same = fixture_value (document, "bones[3].rotation.track.keys.value");
  g_assert_cmpstr (same, ==, keys);
  g_assert_cmpuint (mw_document_get_position (document), ==, steps);
  shown_matrix (now);
  for (int i = 0; i < 16; i++)
    g_assert_cmpfloat (fabsf (now[i] - turned[i]), <, 1e-3f);
  g_assert_cmpint (memcmp (now, before, sizeof now), !=, 0);
  g_assert_true (gtk_widget_get_visible (insert_button ()));
  /* A second drag goes on from there; Escape in it leaves the first. */
  show (TRUE, GDK_KEY_w);
  g_assert_nonnull (strstr (hint (), "Ctrl+Z takes back the last change"));
  press_on (2);
  drag_by (0, -30, 0);
  /* Only what is beside the pointer is said. */
  g_assert_null (find_words (GTK_WIDGET (viewport), "Ctrl+Z takes back the last change"));
  shown_matrix (now);
  g_assert_cmpfloat (fabsf (now[14] - turned[14]), >, 0.1f); /* it follows the pointer */
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
  shown_matrix (now);
  for (int i = 0; i < 16; i++)
    g_assert_cmpfloat (fabsf (now[i] - turned[i]), <, 1e-3f);
  press_on (2);
  drag_by (0, -30, 0);
  let_go ();
  shown_matrix (turned);
  /* One step sets the keys of both, and shows the same. */
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_i, 0));
  fixture_settle ();
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  g_assert_nonnull (((const MwMdlxNode *) fixture_record (document, "bones[3]"))->translation_track);
  g_assert_null (viewport->clock.tentative);
  shown_matrix (now);
  for (int i = 0; i < 16; i++)
    g_assert_cmpfloat (fabsf (now[i] - turned[i]), <, 1e-3f);
  g_assert_false (gtk_widget_get_visible (insert_button ()));
  mw_document_undo (document);
  shown_matrix (now);
  g_assert_cmpmem (now, sizeof now, before, sizeof before);
  g_assert_false (mw_viewport_do_key (viewport, GDK_KEY_i, 0));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (auto_key ()), TRUE);
}

/* Whether the shown pose is what the keys say, and the view says that the other is gone. */
static gboolean
is_discarded (void)
{
  return !viewport->clock.tentative && !gtk_widget_get_visible (insert_button ())
         && find_words (GTK_WIDGET (viewport), "The pose without keys is gone");
}

static void
a_pose_without_keys_ends_with_its_moment (void)
{
  g_autoptr (GError) error = NULL;
  begin ("bones[3]");
  show (TRUE, GDK_KEY_e);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (auto_key ()), FALSE);
  const guint steps = mw_document_get_position (document);
  turn_and_move ();
  g_assert_nonnull (viewport->clock.tentative);
  /* The same moment again is no other one, and another selection is none. */
  const MwClock clock = viewport->clock;
  mw_viewport_set_clock (viewport, &clock);
  fixture_select (page, "bones[1]");
  g_assert_nonnull (viewport->clock.tentative);
  fixture_select (page, "bones[3]");
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_Escape, 0));
  g_assert_true (is_discarded ());
  turn_and_move ();
  mw_viewport_set_playing (viewport, TRUE);
  g_assert_true (is_discarded ());
  mw_viewport_set_playing (viewport, FALSE);
  turn_and_move ();
  MwClock later = viewport->clock;
  later.time += 100;
  mw_viewport_set_clock (viewport, &later);
  g_assert_true (is_discarded ());
  mw_viewport_set_clock (viewport, &clock);
  turn_and_move ();
  /* Its drags were about the model as it was. */
  g_assert_true (mw_script_run_line (document, "node-pose bones[1] sequence=sequences[0] move={0,0,1}", NULL, &error));
  g_assert_no_error (error);
  fixture_settle ();
  g_assert_true (is_discarded ());
  mw_document_undo (document);
  g_assert_cmpuint (mw_document_get_position (document), ==, steps);
  /* Switched on again, what was moved is keyed. */
  turn_and_move ();
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (auto_key ()), TRUE);
  fixture_settle ();
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  g_assert_null (viewport->clock.tentative);
  /* All that was moved is shown. */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (auto_key ()), FALSE);
  mw_document_select (
    document, (const MwId[]) { fixture_record (document, "bones[3]")->id, fixture_record (document, "bones[1]")->id },
    2);
  turn_and_move ();
  g_assert_cmpuint (viewport->clock.tentative->len, ==, 2);
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
  fixture_select (page, "bones[3]");
  show (TRUE, GDK_KEY_w);
  /* A drag that moves nothing leaves nothing. */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (auto_key ()), FALSE);
  press_on (2);
  let_go ();
  g_assert_null (viewport->clock.tentative);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (auto_key ()), TRUE);
}

static void
assert_shows (const float matrix[16])
{
  float now[16];
  shown_matrix (now);
  for (int i = 0; i < 16; i++)
    g_assert_cmpfloat (fabsf (now[i] - matrix[i]), <, 1e-3f);
}

static void
act (const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
  fixture_settle ();
}

/* What undo is about, as the button of the window says. */
static void
assert_undoes (const char *what)
{
  GtkWidget *button = find_id (GTK_WIDGET (window), "undo");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (button), ==, what);
}

static void
undo_takes_back_the_drags_without_keys_first (void)
{
  g_autoptr (GError) error = NULL;
  float before[16], turned[16], both[16];
  begin ("bones[3]");
  g_assert_true (mw_script_run_line (document, "node-pose bones[1] sequence=sequences[0] move={0,0,1}", NULL, &error));
  g_assert_no_error (error);
  fixture_settle ();
  const guint steps = mw_document_get_position (document);
  show (TRUE, GDK_KEY_e);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (auto_key ()), FALSE);
  shown_matrix (before);
  press_on (VIEW_RING);
  drag_by (25, 12, 0);
  let_go ();
  shown_matrix (turned);
  show (TRUE, GDK_KEY_w);
  press_on (2);
  drag_by (0, -30, 0);
  let_go ();
  shown_matrix (both);
  assert_undoes ("Undo: Key Translation of Bone_head at 0 ms of Stand");
  act ("win.undo");
  assert_shows (turned);
  g_assert_nonnull (strstr (fixture_status (window), "not keyed is undone"));
  assert_undoes ("Undo: Key Rotation of Bone_head at 0 ms of Stand");
  g_assert_true (gtk_widget_get_visible (insert_button ()));
  act ("win.undo");
  assert_shows (before);
  g_assert_null (viewport->clock.tentative);
  g_assert_false (gtk_widget_get_visible (insert_button ()));
  g_assert_cmpuint (mw_document_get_position (document), ==, steps);
  act ("win.redo");
  assert_shows (turned);
  g_assert_nonnull (strstr (fixture_status (window), "shown again"));
  act ("win.redo");
  assert_shows (both);
  act ("win.redo"); /* there is no more */
  assert_shows (both);
  /* Keys are set of what is shown only. */
  act ("win.undo");
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_i, 0));
  fixture_settle ();
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  g_assert_null (((const MwMdlxNode *) fixture_record (document, "bones[3]"))->translation_track);
  assert_shows (turned);
  act ("win.redo");
  assert_shows (turned);
  /* Then undo goes on in the document. */
  act ("win.undo");
  g_assert_cmpuint (mw_document_get_position (document), ==, steps);
  assert_shows (before);
  /* A drag after an undone one, and Escape, leave nothing to redo. */
  turn_and_move ();
  act ("win.undo");
  press_on (2);
  drag_by (0, -30, 0);
  let_go ();
  shown_matrix (both);
  act ("win.redo");
  assert_shows (both);
  act ("win.undo");
  act ("win.redo");
  assert_shows (both);
  act ("win.undo");
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_Escape, 0));
  g_assert_nonnull (strstr (fixture_status (window), "The pose without keys is gone"));
  g_assert_null (viewport->clock.tentative);
  act ("win.undo");
  g_assert_cmpuint (mw_document_get_position (document), ==, steps - 1);
  g_assert_null (viewport->clock.tentative);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (auto_key ()), TRUE);
}

/* An attachment of M2 has no tracks; a bone of its own has. */
static void
a_button_of_the_hint_inserts_a_bone (void)
{
  open_sample ("beetle.m2");
  begin ("attachments[1]");
  show (FALSE, GDK_KEY_e); /* there is a hint at rest too, about something else */
  g_assert_nonnull (find_words (GTK_WIDGET (viewport), "no rotation or size at rest"));
  g_assert_null (find_class (GTK_WIDGET (viewport), "gizmo-bones"));
  show (TRUE, GDK_KEY_w);
  g_assert_false (has_handles ());
  const guint steps = mw_document_get_n_steps (document);
  g_autofree char *bone = fixture_value (document, "attachments[1].bone");
  GtkWidget *button = find_class (GTK_WIDGET (viewport), "gizmo-bones");
  g_assert_nonnull (button);
  mw_viewport_set_playing (viewport, TRUE);
  g_assert_null (find_class (GTK_WIDGET (viewport), "gizmo-bones"));
  mw_viewport_set_playing (viewport, FALSE);
  g_signal_emit_by_name (button, "clicked");
  fixture_settle ();
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps + 1);
  g_autofree char *now = fixture_value (document, "attachments[1].bone");
  g_assert_cmpstr (now, !=, bone);
  g_assert_null (find_class (GTK_WIDGET (viewport), "gizmo-bones"));
  g_assert_true (has_handles ());
  press_on (2);
  drag_by (0, -20, 0);
  let_go ();
  g_assert_true (g_str_has_prefix (mw_document_get_undo_label (document), "Key Translation of "));
  const MwM2Bone *made = (const MwM2Bone *) fixture_record (document, now);
  g_assert_nonnull (made->translation_track);
  g_assert_null (made->rotation_track);
  /* A bone has tracks already. */
  fixture_select (page, "bones[1]");
  fixture_settle ();
  g_assert_null (find_class (GTK_WIDGET (viewport), "gizmo-bones"));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/viewport-gizmo/typed numbers are exact", typed_numbers_are_exact);
  g_test_add_func ("/ui/viewport-gizmo/Escape and a changed sequence bring the old state back",
                   escape_and_a_changed_sequence_bring_the_old_state_back);
  g_test_add_func ("/ui/viewport-gizmo/Control snaps, and Shift is slow", control_snaps_and_shift_is_slow);
  g_test_add_func ("/ui/viewport-gizmo/a sequence gets keys, and one undo takes them back",
                   a_sequence_gets_keys_and_one_undo_takes_them_back);
  g_test_add_func ("/ui/viewport-gizmo/handles are there only when they can do something",
                   handles_are_there_only_when_they_can_do_something);
  g_test_add_func ("/ui/viewport-gizmo/a red frame says that a drag sets keys", a_red_frame_says_that_a_drag_sets_keys);
  g_test_add_func ("/ui/viewport-gizmo/the readout names what is keyed or refused",
                   the_readout_names_what_is_keyed_or_refused);
  g_test_add_func ("/ui/viewport-gizmo/without auto-key a drag is only shown", without_auto_key_a_drag_is_only_shown);
  g_test_add_func ("/ui/viewport-gizmo/undo takes back the drags without keys first",
                   undo_takes_back_the_drags_without_keys_first);
  g_test_add_func ("/ui/viewport-gizmo/a pose without keys ends with its moment",
                   a_pose_without_keys_ends_with_its_moment);
  g_test_add_func ("/ui/viewport-gizmo/one end of a camera is dragged", one_end_of_a_camera_is_dragged);
  /* The last one, as it opens another model. */
  g_test_add_func ("/ui/viewport-gizmo/a tool says why there are no handles", a_tool_says_why_there_are_no_handles);
  g_test_add_func ("/ui/viewport-gizmo/a button of the hint inserts a bone", a_button_of_the_hint_inserts_a_bone);
  open_sample ("figure.mdx");
  const int failed = g_test_run ();
  fixture_end (window);
  return failed;
}
