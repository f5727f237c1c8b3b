/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/operations.h"
#include "core/pose/camera.h"
#include "core/render/camera.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"
#include "tests/core/edit/operations/refusals.h"

#include <math.h>
#include <string.h>

/* Cameras from the view: what is seen through them is what the view showed, and what keys then do. */

#define ADD(path, func) g_test_add (path, FixtureWorld, NULL, fixture_world_setup, func, fixture_world_teardown)

static const char *
notice (MwDocument *document)
{
  const char *const *notices = mw_document_get_notices (document);
  return notices && notices[0] ? notices[0] : "";
}

static const MwRecord *
camera_at (MwDocument *document, guint index)
{
  const MwModel *model = mw_document_get_model (document);
  const MwList *cameras = mw_record_list (&model->record, fixture_field (&model->record, "cameras"));
  g_assert_cmpuint (index, <, cameras->n);
  return cameras->items[index];
}

static guint
n_cameras (MwDocument *document)
{
  const MwModel *model = mw_document_get_model (document);
  return mw_record_list (&model->record, fixture_field (&model->record, "cameras"))->n;
}

static MwCameraState
state_of (MwDocument *document, guint index, const MwClock *clock)
{
  MwCameraState state;
  g_assert_true (mw_camera_evaluate (mw_document_get_model (document), camera_at (document, index), clock, &state));
  return state;
}

static void
assert_floats (const float *a, const float *b, guint n, double tolerance)
{
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon ((double) a[i], (double) b[i], tolerance);
}

/* --- The same picture ------------------------------------------------------------------------------------------------ */

/* What the model's camera sees, by the matrices of core/pose, is what the viewport's camera saw. Then the viewport looks through the
 * model's camera: it sees the same. */
static void
assert_same_picture (MwDocument *document, guint index, const MwClock *clock, const MwCamera *view, float aspect)
{
  const MwCameraState state = state_of (document, index, clock);
  float wanted[16], seen[16], projection[16], through[16];
  mw_camera_view_matrix (view, wanted);
  g_assert_true (mw_camera_view (&state, seen));
  const double size = 1 + (double) view->distance + fabs ((double) view->target[0]);
  for (guint i = 0; i < 16; i++)
    g_assert_cmpfloat_with_epsilon ((double) seen[i], (double) wanted[i], i < 12 ? 1e-4 : 1e-4 * size);
  g_assert_cmpfloat_with_epsilon ((double) mw_camera_vertical_fov (state.field_of_view, aspect), (double) view->fov,
                                  1e-5);
  MwCamera again = *view;
  mw_camera_look (&again, state.eye, state.target, state.field_of_view, state.roll, aspect);
  mw_camera_view_matrix (&again, seen);
  mw_camera_projection_matrix (view, aspect, projection);
  mw_camera_projection_matrix (&again, aspect, through);
  for (guint i = 0; i < 16; i++) {
    g_assert_cmpfloat_with_epsilon ((double) seen[i], (double) wanted[i], i < 12 ? 1e-4 : 1e-4 * size);
    g_assert_cmpfloat_with_epsilon ((double) through[i], (double) projection[i],
                                    1e-3 * (1 + fabs ((double) projection[i])));
  }
}

/* Runs an operation as the window does. */
static void
run_from_view (MwDocument *document, const char *id, const MwId *ids, guint n, const MwCamera *view, float aspect,
               const MwClock *clock)
{
  g_autoptr (GError) error = NULL;
  const MwOperation *operation = mw_operation_find (id);
  MwShownView shown = { .clock = *clock };
  mw_camera_seen (view, aspect, shown.eye, &shown.field_of_view);
  memcpy (shown.target, view->target, sizeof shown.target);
  g_autoptr (MwRecord) params = mw_operation_params_for (operation, document, ids, n);
  operation->from_view (document, ids, n, &shown, params);
  mw_operation_run (operation, document, ids, n, params, &error);
  g_assert_no_error (error);
}

static void
try_views (MwDocument *document)
{
  static const struct {
    float yaw, pitch, distance, target[3], aspect;
  } views[] = {
    { 0.3f, 0.4f, 100, { 0, 0, 50 }, 1.6f },
    { -2.9f, -0.7f, 3, { 1, -2, 0.5f }, 0.88f },
    { 1.5f, 1.2f, 700, { -40, 30, 80 }, 2.25f },
    { 0, 0, 55, { 0, 0, 0 }, 1 },
  };
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *sequence = mw_record_list (&model->record, fixture_field (&model->record, "sequences"))->items[0];
  MwClock clock = MW_CLOCK_REST;
  mw_clock_play (&clock, model, sequence->id);
  clock.time = (clock.start + clock.end) / 2;
  for (guint i = 0; i < G_N_ELEMENTS (views); i++) {
    MwCamera view;
    mw_camera_init (&view);
    view.yaw = views[i].yaw;
    view.pitch = views[i].pitch;
    view.distance = views[i].distance;
    memcpy (view.target, views[i].target, sizeof view.target);
    const guint made = n_cameras (document);
    run_from_view (document, "camera-add-from-view", NULL, 0, &view, views[i].aspect, &clock);
    g_assert_cmpuint (n_cameras (document), ==, made + 1);
    assert_same_picture (document, made, &clock, &view, views[i].aspect);
    /* The first camera may have keys. */
    const MwId first = camera_at (document, 0)->id;
    view.distance *= 1.5f;
    view.fov = 0.5f;
    run_from_view (document, "camera-from-view", &first, 1, &view, views[i].aspect, &clock);
    assert_same_picture (document, 0, &clock, &view, views[i].aspect);
    g_assert_cmpuint (n_cameras (document), ==, made + 1);
  }
}

static void
test_picture (FixtureWorld *world, gconstpointer data)
{
  m2_do (world->document, "camera-add");
  try_views (world->document);
  fixture_assert_undo (world->document, world->first);
}

static void
test_picture_m2 (void)
{
  static const guint versions[] = { 256, 264, 272 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autoptr (MwFileSet) set = m2_made_set (versions[i], 1, 0);
    g_autoptr (MwDocument) document = m2_open (set);
    g_autoptr (GHashTable) broken = m2_broken_rules (set);
    while (n_cameras (document))
      m2_do (document, "delete cameras[0]");
    m2_do (document, "camera-add");
    try_views (document);
    g_autoptr (MwFileSet) saved = m2_assert_sound (document, broken, "camera-from-view");
  }
}

/* From straight above and below the picture is turned as in the view, though a camera cannot say how. */
static void
test_vertical (FixtureWorld *world, gconstpointer data)
{
  for (guint i = 0; i < 8; i++) {
    MwCamera view;
    float wanted[16], seen[16];
    mw_camera_init (&view);
    mw_camera_set_view (&view, i % 2 ? MW_VIEW_TOP : MW_VIEW_BOTTOM);
    view.yaw = (float) i - 3.2f;
    view.distance = 250;
    view.target[1] = 30;
    run_from_view (world->document, "camera-add-from-view", NULL, 0, &view, 1.5f, &MW_CLOCK_REST);
    const MwCameraState state = state_of (world->document, i, &MW_CLOCK_REST);
    mw_camera_view_matrix (&view, wanted);
    g_assert_true (mw_camera_view (&state, seen));
    assert_floats (seen, wanted, 12, 0.005);
    mw_camera_look (&view, state.eye, state.target, state.field_of_view, state.roll, 1.5f);
    mw_camera_view_matrix (&view, seen);
    assert_floats (seen, wanted, 12, 0.005);
  }
}

/* A view that leans gives a level camera, and one that is too wide the widest that there may be. */
static void
test_limits (FixtureWorld *world, gconstpointer data)
{
  MwCamera view;
  mw_camera_init (&view);
  view.roll = 0.7f;
  view.pitch = 0.2f;
  run_from_view (world->document, "camera-add-from-view", NULL, 0, &view, 9, &MW_CLOCK_REST);
  MwCameraState state = state_of (world->document, 0, &MW_CLOCK_REST);
  g_assert_cmpfloat_with_epsilon ((double) state.field_of_view, 3, 1e-6);
  float eye[3];
  mw_camera_eye (&view, eye);
  assert_floats (state.eye, eye, 3, 1e-3);
  /* The type: one camera is for the portrait. */
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  while (n_cameras (document))
    m2_do (document, "delete cameras[0]");
  for (guint i = 0; i < 2; i++)
    run_from_view (document, "camera-add-from-view", NULL, 0, &view, 1, &MW_CLOCK_REST);
  g_assert_cmpint (((const MwM2Camera *) camera_at (document, 0))->type, ==, 0);
  g_assert_cmpint (((const MwM2Camera *) camera_at (document, 1))->type, ==, -1);
}

/* --- Keys ------------------------------------------------------------------------------------------------------------ */

static const MwRecord *
add_track (MwDocument *document, const char *slot, guint n, const gint32 *times, const float *values, guint floats)
{
  const MwRecord *camera = camera_at (document, 0);
  const MwField *field = fixture_field (camera, slot);
  MwTrack *track = (MwTrack *) mw_record_new (field->schema);
  track->interpolation = MW_INTERPOLATION_LINEAR;
  track->global_sequence = MW_REF_NONE;
  track->times = mw_array_copy (times, n, sizeof *times);
  track->values = mw_array_copy (values, n, floats * sizeof *values);
  g_autoptr (GError) error = NULL;
  mw_document_begin (document, "track");
  mw_document_insert (document, camera->id, field, 0, &track->record, &error);
  g_assert_no_error (error);
  mw_document_commit (document);
  return &track->record;
}

/* Stand is 0 to 1000, Walk 2000 to 3000. */
static void
test_keys (FixtureWorld *world, gconstpointer data)
{
  static const gint32 times[] = { 2000, 3000 };
  static const float path[] = { 0, 0, 0, 100, 40, -20 }, turn[] = { 0, 0.5f };
  MwDocument *document = world->document;
  m2_do (document, "camera-add-from-view position={100,0,50} target={0,0,50}");
  add_track (document, "translation.track", 2, times, path, 3);
  m2_do (document, "camera-from-view cameras[0] position={9,8,7} target={0,0,0} sequence=sequences[\"Walk\"] time=500");
  g_assert_cmpstr (notice (document), ==,
                   "keys move cameras[0]: all of its motion was moved, so that it is there at this time");
  add_track (document, "target.translation.track", 2, times, path, 3);
  /* At rest no key counts. */
  m2_do (document, "camera-from-view cameras[0] position={200,0,0} target={10,0,0}");
  g_assert_cmpstr (notice (document), ==, "");
  fixture_assert_value (document, "cameras[0].position", "{200, 0, 0}");
  /* In the middle of Walk they have moved it by {50, 20, -10}; a time after the end is the end. */
  m2_do (document,
         "camera-from-view cameras[0] position={200,0,0} target={10,0,0} sequence=sequences[\"Walk\"] time=500");
  fixture_assert_value (document, "cameras[0].position", "{150, -20, 10}");
  fixture_assert_value (document, "cameras[0].target.position", "{-40, -20, 10}");
  g_assert_cmpstr (notice (document), ==,
                   "keys move cameras[0]: all of its motion was moved, so that it is there at this time");
  m2_do (document,
         "camera-from-view cameras[0] position={200,0,0} target={10,0,0} sequence=sequences[\"Walk\"] time=9999");
  fixture_assert_value (document, "cameras[0].position", "{100, -40, 20}");
  g_autofree char *again = m2_refusal (
    document, "camera-from-view cameras[0] position={200,0,0} target={10,0,0} sequence=sequences[\"Walk\"] time=1000");
  g_assert_nonnull (strstr (again, "nothing to change"));
  /* In Stand there is no key. */
  m2_do (document,
         "camera-from-view cameras[0] position={201,0,0} target={10,0,0} sequence=sequences[\"Stand\"] time=1000");
  fixture_assert_value (document, "cameras[0].position", "{201, 0, 0}");
  g_assert_cmpstr (notice (document), ==, "");
  add_track (document, "rotation.track", 2, times, turn, 1);
  m2_do (document, "camera-from-view cameras[0] position={1,2,3} target={10,0,0} sequence=sequences[\"Walk\"]");
  g_assert_cmpstr (notice (document), ==, "");
  m2_do (document,
         "camera-from-view cameras[0] position={200,0,0} target={10,0,0} sequence=sequences[\"Walk\"] time=1000");
  g_assert_cmpstr (mw_document_get_notices (document)[1], ==,
                   "cameras[0] leans by 28.65° at this time, because of the keys of its roll");
  fixture_assert_undo (document, world->first);
}

/* From 271 on the field of view is a track. */
static void
test_angle_m2 (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (272, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  while (n_cameras (document))
    m2_do (document, "delete cameras[0]");
  m2_do (document, "camera-add-from-view position={10,0,5} target={0,0,5} field_of_view=0.8");
  m2_do (document, "camera-from-view cameras[0] position={10,0,5} target={0,0,5} field_of_view=1.1");
  g_assert_cmpfloat_with_epsilon ((double) state_of (document, 0, &MW_CLOCK_REST).field_of_view, 1.1, 1e-6);
  /* 0 keeps it, and then nothing is left to do. */
  g_autofree char *nothing = m2_refusal (document, "camera-from-view cameras[0] position={10,0,5} target={0,0,5}");
  g_assert_nonnull (strstr (nothing, "nothing to change"));
  const MwM2Track *track = ((const MwM2Camera *) camera_at (document, 0))->field_of_view_track;
  const char *keys = track->lanes.n ? "cameras[0].field_of_view.track.lanes[0]" : "cameras[0].field_of_view.track";
  g_autofree char *line = g_strdup_printf ("key-add %s time=50", keys),
                  *value = g_strdup_printf ("%s.keys[1].value", keys);
  m2_do (document, line);
  g_assert_true (fixture_set (document, value, "0.4"));
  m2_do (document, "camera-from-view cameras[0] position={11,0,5} target={0,0,5} field_of_view=0.9");
  g_assert_nonnull (strstr (notice (document), "the field of view of cameras[0] changes with time"));
  g_assert_cmpfloat_with_epsilon ((double) state_of (document, 0, &MW_CLOCK_REST).field_of_view, 1.1, 1e-6);
}

/* --- Clips and refusals ---------------------------------------------------------------------------------------------- */

static void
test_clips (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  m2_do (document, "camera-add-from-view position={100,0,0} target={0,0,0} near_clip=3 far_clip=70 name=Mine");
  fixture_assert_value (document, "cameras[0].near_clip", "3");
  fixture_assert_value (document, "cameras[0].far_clip", "70");
  fixture_assert_value (document, "cameras[0].name", "\"Mine\"");
  /* The farthest vertex is beyond that; the nearest is not before the near clip, which stays. */
  m2_do (document, "camera-from-view cameras[0] position={2000,0,0} target={0,0,0}");
  fixture_assert_value (document, "cameras[0].near_clip", "3");
  g_assert_cmpfloat ((double) state_of (document, 0, &MW_CLOCK_REST).far_clip, >=, 8000);
  /* Nothing is closer than this near clip. */
  g_assert_true (fixture_set (document, "cameras[0].near_clip", "500"));
  m2_do (document, "camera-from-view cameras[0] position={2000,1,0} target={0,0,0}");
  fixture_assert_value (document, "cameras[0].near_clip", "500");
  g_assert_true (fixture_set (document, "cameras[0].near_clip", "3"));
  /* Within the model something is close, and the far clip stays. */
  g_assert_true (fixture_set (document, "cameras[0].far_clip", "9000"));
  m2_do (document, "camera-from-view cameras[0] position={0.5,0,0} target={0,0,0}");
  g_assert_cmpfloat_with_epsilon ((double) state_of (document, 0, &MW_CLOCK_REST).near_clip, 0.025, 1e-6);
  fixture_assert_value (document, "cameras[0].far_clip", "9000");
  m2_do (document, "camera-from-view cameras[0] position={0.5,0,0} target={0,0,0} near_clip=2 far_clip=7");
  fixture_assert_value (document, "cameras[0].near_clip", "2");
  fixture_assert_value (document, "cameras[0].far_clip", "7");
  /* What is looked at may be much closer than the model. */
  m2_do (document, "camera-add-from-view position={5000,0,0} target={4990,0,0}");
  g_assert_cmpfloat ((double) state_of (document, 1, &MW_CLOCK_REST).far_clip, >, 19000);
}

static void
test_refusals (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  m2_do (document, "camera-add");
  m2_do (document, "camera-add");
  static const char *const lines[][2] = {
    { "camera-add-from-view position={1,2,3} target={1,2,3}", "same point" },
    { "camera-add-from-view position={1,2,3}", "target" },
    { "camera-add-from-view position={1,2,3} target={0,0,0} near_clip=9 far_clip=9", "far clip must be farther" },
    { "camera-add-from-view position={1,2,3} target={0,0,0} field_of_view=0", "0.05" },
    { "camera-from-view cameras[0] position={1,2,3} target={1,2,3}", "same point" },
    { "camera-from-view cameras[0] position={1,2,3} target={0,0,0} near_clip=90000 far_clip=9",
      "far clip must be farther" },
    { "camera-from-view cameras[*] position={1,2,3} target={0,0,0}", "only one camera" },
    { "camera-from-view bones[0] position={1,2,3} target={0,0,0}", "is not a camera" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autofree char *refusal = m2_refusal (document, lines[i][0]);
    if (!strstr (refusal, lines[i][1]))
      g_error ("%s: found \"%s\"", lines[i][0], refusal);
  }
}

/* --- Keys and places of one end --------------------------------------------------------------------------------------- */

static MwCameraState
state_in (MwDocument *document, const char *sequence, gint32 time)
{
  MwClock clock = MW_CLOCK_REST;
  mw_clock_play (&clock, mw_document_get_model (document), fixture_id (document, sequence));
  clock.time += time;
  return state_of (document, 0, &clock);
}

static void
test_pose (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  m2_do (document, "camera-add-from-view position={100,0,50} target={0,0,50}");
  m2_do (document, "camera-pose cameras[0] sequence=sequences[\"Walk\"] time=200 camera=target move={1,2,3}");
  fixture_assert_value (document, "cameras[0].position", "{100, 0, 50}");
  fixture_assert_value (document, "cameras[0].target.translation.track.keys.value", "[{1, 2, 3}]");
  g_assert_null (*(MwRecord *const *) mw_field_at (camera_at (document, 0),
                                                   fixture_field (camera_at (document, 0), "translation.track")));
  m2_do (document, "camera-pose cameras[0] sequence=sequences[\"Walk\"] time=200 camera=position move={0,7,0}");
  fixture_assert_value (document, "cameras[0].translation.track.keys.value", "[{0, 7, 0}]");
  m2_do (document, "camera-pose cameras[0] sequence=sequences[\"Walk\"] time=200 move={10,0,0}");
  MwCameraState state = state_in (document, "sequences[\"Walk\"]", 200);
  assert_floats (state.eye, (const float[]) { 110, 7, 50 }, 3, 1e-4);
  assert_floats (state.target, (const float[]) { 11, 2, 53 }, 3, 1e-4);
  /* About a point, by a quarter turn; the other sequence shows what it did. */
  m2_do (document, "camera-pose cameras[0] sequence=sequences[\"Walk\"] time=200 rotate={0,0,90} pivot={10,7,0} "
                   "move={0,0,5}");
  state = state_in (document, "sequences[\"Walk\"]", 200);
  assert_floats (state.eye, (const float[]) { 10, 107, 55 }, 3, 1e-3);
  assert_floats (state.target, (const float[]) { 15, 8, 58 }, 3, 1e-3);
  state = state_in (document, "sequences[\"Stand\"]", 500);
  assert_floats (state.eye, (const float[]) { 100, 0, 50 }, 3, 1e-6);
  assert_floats (state.target, (const float[]) { 0, 0, 50 }, 3, 1e-6);
  /* What stays where it is gets no key. */
  m2_do (document, "camera-add-from-view position={100,0,50} target={0,0,50}");
  m2_do (document, "camera-pose cameras[1] sequence=sequences[\"Walk\"] rotate={0,0,45} pivot={100,0,50}");
  g_assert_null (*(MwRecord *const *) mw_field_at (camera_at (document, 1),
                                                   fixture_field (camera_at (document, 1), "translation.track")));
  g_assert_nonnull (*(MwRecord *const *) mw_field_at (
    camera_at (document, 1), fixture_field (camera_at (document, 1), "target.translation.track")));
  static const char *const refused[][2] = {
    { "camera-pose cameras[0] sequence=sequences[0] time=10", "nothing to pose" },
    { "camera-pose cameras[0] sequence=sequences[0] time=1001 move={1,0,0}", "does not last" },
    { "camera-pose bones[0] sequence=sequences[0] move={1,0,0}", "is not a camera" },
    { "camera-pose cameras[0] move={1,0,0}", "sequence" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autofree char *refusal = m2_refusal (document, refused[i][0]);
    if (!strstr (refusal, refused[i][1]))
      g_error ("%s: found \"%s\"", refused[i][0], refusal);
  }
}

static void
test_place (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  m2_do (document, "camera-add-from-view position={100,0,50} target={0,0,50}");
  m2_do (document, "place-transform cameras[0] camera=target move={1,2,3}");
  fixture_assert_value (document, "cameras[0].position", "{100, 0, 50}");
  fixture_assert_value (document, "cameras[0].target.position", "{1, 2, 53}");
  m2_do (document, "place-transform cameras[0] camera=position move={0,0,-8}");
  fixture_assert_value (document, "cameras[0].position", "{100, 0, 42}");
  fixture_assert_value (document, "cameras[0].target.position", "{1, 2, 53}");
  m2_do (document, "place-transform cameras[0] move={1,0,0}");
  fixture_assert_value (document, "cameras[0].position", "{101, 0, 42}");
  fixture_assert_value (document, "cameras[0].target.position", "{2, 2, 53}");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/core/edit/operations/camera-view/the camera sees what the view showed", test_picture);
  g_test_add_func ("/core/edit/operations/camera-view/the camera of M2 sees what the view showed", test_picture_m2);
  ADD ("/core/edit/operations/camera-view/from straight above and below", test_vertical);
  ADD ("/core/edit/operations/camera-view/views that a camera cannot have", test_limits);
  ADD ("/core/edit/operations/camera-view/keys move the camera", test_keys);
  g_test_add_func ("/core/edit/operations/camera-view/the field of view of M2 has keys", test_angle_m2);
  ADD ("/core/edit/operations/camera-view/clips", test_clips);
  ADD ("/core/edit/operations/camera-view/a camera is posed by keys", test_pose);
  ADD ("/core/edit/operations/camera-view/one end of a camera is moved at rest", test_place);
  ADD ("/core/edit/operations/camera-view/refusals", test_refusals);
  return g_test_run ();
}
