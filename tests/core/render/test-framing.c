/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/framing.h"
#include "core/pose/seen.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"
#include "tests/core/render/scene.h"

#include <math.h>
#include <string.h>

/* --- mw_camera_fit() ------------------------------------------------------------------------------------------------ */

/* How far the points reach to the left, right, top and bottom of a picture, in halves of its size: 1 is the edge. */
static void
reach (const MwCamera *camera, const float *points, guint n, float aspect, float out[4])
{
  const float height = 1000, width = height * aspect;
  for (guint i = 0; i < 4; i++)
    out[i] = -INFINITY;
  for (guint i = 0; i < n; i++) {
    float screen[3];
    g_assert_true (mw_camera_project (camera, points + 3 * i, width, height, screen));
    g_assert_cmpfloat (screen[2], >, 0);
    g_assert_cmpfloat (screen[2], <, 1);
    const float x = screen[0] / width * 2 - 1, y = screen[1] / height * 2 - 1;
    const float sides[4] = { -x, x, -y, y };
    for (guint k = 0; k < 4; k++)
      out[k] = MAX (out[k], sides[k]);
  }
}

static const float box[] = { 100, -3, 0,  100, 5, 0, 104, -3, 0,  104, 5,  30,
                             100, -3, 30, 104, 5, 0, 100, 5,  30, 104, -3, 30 };

static void
points_fill_the_picture_up_to_the_margin (void)
{
  static const float aspects[] = { 0.25f, 1, 2 };
  for (guint i = 0; i < G_N_ELEMENTS (aspects); i++)
    for (guint ortho = 0; ortho < 2; ortho++)
      for (guint view = 0; view < 8; view++) {
        MwCamera camera;
        float sides[4];
        mw_camera_init (&camera);
        mw_camera_orbit (&camera, (float) view, 0.2f * (float) view - 0.7f);
        const float yaw = camera.yaw, pitch = camera.pitch;
        camera.ortho = ortho != 0;
        camera.roll = view == 7 ? 0.5f : 0;
        g_assert_true (mw_camera_fit (&camera, box, G_N_ELEMENTS (box) / 3, aspects[i], 0.1f));
        reach (&camera, box, G_N_ELEMENTS (box) / 3, aspects[i], sides);
        /* In the middle, and in one direction up to the margin. */
        g_assert_cmpfloat_with_epsilon (sides[0], sides[1], 2e-3f);
        g_assert_cmpfloat_with_epsilon (sides[2], sides[3], 2e-3f);
        g_assert_cmpfloat_with_epsilon (MAX (sides[0], sides[2]), 0.9f, 2e-3f);
        g_assert_cmpfloat (camera.yaw, ==, yaw);
        g_assert_cmpfloat (camera.pitch, ==, pitch);
        /* What the clip planes must not cut. */
        g_assert_cmpfloat_with_epsilon (camera.centre[0], 102, 1e-3f);
        g_assert_cmpfloat_with_epsilon (camera.radius, sqrtf (4 * 4 + 8 * 8 + 30 * 30) / 2, 1e-3f);
      }
}

static void
the_target_is_in_the_middle_of_the_depth (void)
{
  MwCamera camera;
  mw_camera_init (&camera);
  mw_camera_set_view (&camera, MW_VIEW_FRONT);
  g_assert_true (mw_camera_fit (&camera, box, G_N_ELEMENTS (box) / 3, 1, 0));
  g_assert_cmpfloat_with_epsilon (camera.target[0], 102, 1e-3f);
  g_assert_cmpfloat_with_epsilon (camera.target[1], 1, 0.05f);
}

static void
points_that_are_not_finite_are_left_out (void)
{
  const float points[] = { 0, 0, 0, NAN, 500, 0, 1, 1, 1, 0, INFINITY, 0 };
  MwCamera camera, same;
  mw_camera_init (&camera);
  same = camera;
  g_assert_false (mw_camera_fit (&same, points + 3, 1, 1, 0));
  g_assert_cmpmem (&same, sizeof same, &camera, sizeof camera);
  g_assert_false (mw_camera_fit (&same, points, 0, 1, 0));
  g_assert_true (mw_camera_fit (&camera, points, 4, 1, 0));
  g_assert_cmpfloat_with_epsilon (camera.radius, sqrtf (3) / 2, 1e-4f);
}

static void
one_point_is_looked_at (void)
{
  const float points[] = { 7, 8, 9, 7, 8, 9 };
  MwCamera camera;
  mw_camera_init (&camera);
  g_assert_true (mw_camera_fit (&camera, points, 2, 1, 0));
  g_assert_cmpmem (camera.target, sizeof camera.target, points, sizeof camera.target);
  g_assert_cmpfloat (camera.radius, ==, 1);
}

/* --- What is seen --------------------------------------------------------------------------------------------------- */

typedef struct {
  MwMdlx *model;
  MwMdlxMaterial *material;
  MwMdlxLayer *layer;
  MwMdlxGeoset *near_one, *far_one; /* quads of half size 1 at x = 0 and x = 10 */
} World;

static void
set_up (World *world)
{
  world->model = mw_mdlx_new ();
  world->material = scene_add (world->model, "materials", &mw_mdlx_material_schema);
  world->layer = scene_add_layer (world->model, world->material, 0, NULL);
  world->layer->alpha = 1;
  world->near_one = scene_add_quad (world->model, 0, world->material, NULL);
  world->far_one = scene_add_quad (world->model, 10, world->material, NULL);
}

static guint
n_seen (const MwModel *model, MwSeen seen)
{
  const MwClock rest = MW_CLOCK_REST;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  seen.clock = seen.clock ? seen.clock : &rest;
  guint n = mw_seen_points (model, &seen, points);
  g_assert_cmpuint (points->len, ==, 3 * n);
  return n;
}

static void
only_vertices_that_are_drawn_are_seen (void)
{
  World world;
  set_up (&world);
  const MwModel *model = &world.model->model;
  g_assert_cmpuint (n_seen (model, (MwSeen) { 0 }), ==, 8);
  g_assert_cmpuint (n_seen (model, (MwSeen) { .hidden = &world.far_one->record.id, .n_hidden = 1 }), ==, 4);
  /* Vertices without a triangle, and a triangle with a corner that is no vertex, which is not drawn. */
  mw_array_clear (&world.far_one->faces);
  world.far_one->faces = mw_array_copy ((uint16_t[]) { 0, 1, 4, 0, 1, 1 }, 6, 2);
  g_assert_cmpuint (n_seen (model, (MwSeen) { 0 }), ==, 6);
  MwMdlxGeosetAnimation *animation = scene_add (world.model, "geoset_animations", &mw_mdlx_geoset_animation_schema);
  animation->geoset = scene_ref (world.near_one);
  animation->alpha = 0;
  g_assert_cmpuint (n_seen (model, (MwSeen) { 0 }), ==, 2);
  world.layer->alpha = 0;
  g_assert_cmpuint (n_seen (model, (MwSeen) { 0 }), ==, 0);
  mw_model_free (&world.model->model);
}

static void
glows_count_only_where_there_is_little_else (void)
{
  World world;
  set_up (&world);
  const MwModel *model = &world.model->model;
  MwMdlxMaterial *glow = scene_add (world.model, "materials", &mw_mdlx_material_schema);
  scene_add_layer (world.model, glow, 3, NULL)->alpha = 1;
  world.far_one->material = scene_ref (glow);
  g_assert_cmpuint (n_seen (model, (MwSeen) { 0 }), ==, 4);
  /* The surface is tiny: both. */
  const float tiny[] = { 0, 0, 0.1f, 0, 0.1f, 0, 0, 0.1f, 0.1f, 0, 0, 0 };
  mw_array_clear (&world.near_one->vertices);
  world.near_one->vertices = mw_array_copy (tiny, 4, 12);
  g_assert_cmpuint (n_seen (model, (MwSeen) { 0 }), ==, 8);
  /* Only glows. */
  world.near_one->material = scene_ref (glow);
  g_assert_cmpuint (n_seen (model, (MwSeen) { 0 }), ==, 8);
  mw_model_free (&world.model->model);
}

static MwMdlxMaterial *
opaque_material (MwMdlx *model)
{
  MwMdlxMaterial *material = scene_add (model, "materials", &mw_mdlx_material_schema);
  scene_add_layer (model, material, 0, scene_add_texture (model, "FFFFFFFF", 0, 3));
  return material;
}

static void
effects_are_seen_unless_they_are_far_larger_than_the_surfaces (void)
{
  static const float view[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxParticleEmitter2 *emitter = add_node (model, &mw_mdlx_particle_emitter2_schema, NULL, 0, 0, 0);
  emitter->speed = 10;
  emitter->life_span = 1;
  emitter->emission_rate = 100;
  emitter->rows = emitter->columns = 1;
  emitter->time = 0.5f;
  for (guint i = 0; i < 3; i++) {
    emitter->segment_scaling[i] = 1;
    emitter->segment_alpha[i] = 255;
  }
  const MwClock clock = clock_at (0, 1000, TRUE, 500);
  const MwId id = emitter->node.record.id;
  const MwSeen seen = { .clock = &clock, .view = view };
  g_assert_cmpuint (n_seen (&model->model, seen), >, 100);
  g_assert_cmpuint (n_seen (&model->model, (MwSeen) { .clock = &clock }), ==, 0);
  g_assert_cmpuint (n_seen (&model->model, (MwSeen) { .clock = &clock, .view = view, .hidden = &id, .n_hidden = 1 }),
                    ==, 0);
  /* Beside surfaces they count unless they make the model more than twice as large. They reach from 0 to about 5, upwards; a
   * square of half size 1 is too small for that, and one of half size 3 is not. */
  scene_add_quad (model, 0, opaque_material (model), NULL);
  MwMdlxGeoset *square = (MwMdlxGeoset *) model->geosets.items[0];
  g_assert_cmpuint (n_seen (&model->model, seen), ==, 4);
  for (guint i = 0; i < 12; i++)
    ((float *) square->vertices.data)[i] *= 3;
  g_assert_cmpuint (n_seen (&model->model, seen), >, 100);
  g_assert_cmpuint (n_seen (&model->model, (MwSeen) { .clock = &clock }), ==, 4);
  for (guint i = 0; i < 3; i++)
    emitter->segment_alpha[i] = 3;
  g_assert_cmpuint (n_seen (&model->model, seen), ==, 4);
  mw_model_free (&model->model);
}

/* --- Moments -------------------------------------------------------------------------------------------------------- */

static MwMdlxSequence *
add_sequence (MwMdlx *model, const char *name, uint32_t start, uint32_t end)
{
  MwMdlxSequence *sequence = scene_add (model, "sequences", &mw_mdlx_sequence_schema);
  mw_text_set (&sequence->name, name, strlen (name));
  sequence->interval[0] = start;
  sequence->interval[1] = end;
  return sequence;
}

static int32_t
moment_of (const MwMdlx *model)
{
  MwFrame frame;
  mw_frame_init (&frame, 0, 100, 100, &model->model);
  MwClock clock = mw_framing_moment (&model->model, &frame);
  return clock.rest ? -1 : clock.time;
}

static void
the_moment_is_the_start_of_the_stand (void)
{
  World world;
  set_up (&world);
  g_assert_cmpint (moment_of (world.model), ==, -1);
  add_sequence (world.model, "Birth", 1000, 1400);
  g_assert_cmpint (moment_of (world.model), ==, 1000);
  add_sequence (world.model, "Stand Ready", 2000, 2400);
  g_assert_cmpint (moment_of (world.model), ==, 2000);
  add_sequence (world.model, "Stand", 3000, 3400);
  g_assert_cmpint (moment_of (world.model), ==, 3000);
  /* Of two, the first. */
  add_sequence (world.model, "Stand", 4000, 4400);
  g_assert_cmpint (moment_of (world.model), ==, 3000);
  mw_model_free (&world.model->model);
}

/* The moment if both quads are visible only from `from` to `to` ms. */
static int32_t
moment_if_visible (World *world, int32_t from, int32_t to)
{
  const MwMdlxGeoset *geosets[] = { world->near_one, world->far_one };
  for (guint i = 0; i < 2; i++) {
    MwMdlxGeosetAnimation *animation = scene_add (world->model, "geoset_animations", &mw_mdlx_geoset_animation_schema);
    animation->geoset = scene_ref (geosets[i]);
    /* A key in each sequence: without one a geoset is visible in it. */
    const gboolean early = from < 3000;
    scene_add_track (world->model, animation, "alpha.track", 0, 4,
                     (int32_t[]) { 1000, early ? from : 3000, early ? to : from, early ? 3000 : to },
                     (float[]) { 0, early, !early, 0 });
  }
  return moment_of (world->model);
}

static void
the_moment_is_one_at_which_something_is_seen (void)
{
  World world;
  set_up (&world);
  add_sequence (world.model, "Birth", 1000, 1400);
  add_sequence (world.model, "Stand", 3000, 3400);
  /* The last of several animations of a geoset counts. */
  g_assert_cmpint (moment_if_visible (&world, 3001, 3400), ==, 3200);
  g_assert_cmpint (moment_if_visible (&world, 3150, 3250), ==, 3200);
  g_assert_cmpint (moment_if_visible (&world, 3090, 3110), ==, 3100);
  g_assert_cmpint (moment_if_visible (&world, 3290, 3310), ==, 3300);
  g_assert_cmpint (moment_if_visible (&world, 1190, 1210), ==, 1200);
  g_assert_cmpint (moment_if_visible (&world, 1210, 1220), ==, 3000);
  mw_model_free (&world.model->model);
}

static void
a_start_where_all_is_tiny_is_not_shown (void)
{
  World world;
  set_up (&world);
  add_sequence (world.model, "Stand", 3000, 3400);
  MwMdlxBone *bone = add_node (world.model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  MwMdlxGeoset *geosets[] = { world.near_one, world.far_one };
  for (guint i = 0; i < 2; i++) {
    mw_array_clear (&geosets[i]->group_sizes);
    geosets[i]->group_sizes = mw_array_copy ((uint32_t[]) { 1 }, 1, 4);
    geosets[i]->group_members = mw_array_copy ((MwRef[]) { scene_ref (bone) }, 1, sizeof (MwRef));
  }
  MwTrack *track = scene_add_track (world.model, bone, "scaling.track", 1, 2, (int32_t[]) { 3000, 3200 },
                                    (float[]) { 0.2f, 0.2f, 0.2f, 1, 1, 1 });
  g_assert_cmpint (moment_of (world.model), ==, 3200);
  mw_array_clear (&track->values);
  track->values = mw_array_copy ((float[]) { 0.3f, 0.3f, 0.3f, 1, 1, 1 }, 2, 12);
  g_assert_cmpint (moment_of (world.model), ==, 3000);
  mw_model_free (&world.model->model);
}

/* --- M2 ------------------------------------------------------------------------------------------------------------- */

static void
only_batches_of_the_profile_are_seen (void)
{
  MwM2 *model = mw_m2_new (264);
  const MwModel *root = &model->model;
  const float positions[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 5, 5 };
  model->positions = mw_array_copy (positions, 5, 12);
  m2_add (model, "textures", &mw_m2_texture_schema);
  MwM2Skin *first = m2_add (model, "skins", &mw_m2_skin_schema), *second = m2_add (model, "skins", &mw_m2_skin_schema);
  /* No vertex has number 5, so the second triangle is not drawn. */
  MwM2Batch *batch = m2_add_batch (model, first, mw_array_copy ((uint16_t[]) { 1, 2, 3, 0, 5, 1 }, 6, 2));
  m2_add_batch (model, second, mw_array_copy ((uint16_t[]) { 0, 1, 4 }, 3, 2));
  MwM2Batch *more = m2_add_batch (model, second, mw_array_copy ((uint16_t[]) { 0, 2, 4 }, 3, 2));
  g_assert_cmpuint (n_seen (root, (MwSeen) { 0 }), ==, 3);
  g_assert_cmpuint (n_seen (root, (MwSeen) { .profile = second->record.id }), ==, 4);
  g_assert_cmpuint (n_seen (root, (MwSeen) { .profile = second->record.id, .hidden = &more->record.id, .n_hidden = 1 }),
                    ==, 3);
  g_assert_cmpuint (n_seen (root, (MwSeen) { .hidden = &batch->submesh.id, .n_hidden = 1 }), ==, 0);
  /* Additive, beside a surface that is large enough. */
  MwM2Material *glow = (MwM2Material *) mw_model_resolve (root, more->material);
  glow->blend_mode = 4;
  g_assert_cmpuint (n_seen (root, (MwSeen) { .profile = second->record.id }), ==, 3);
  /* A batch of this profile over a submesh of the other is not drawn. */
  batch->submesh = more->submesh;
  g_assert_cmpuint (n_seen (root, (MwSeen) { 0 }), ==, 0);
  mw_model_free (&model->model);
}

static void
the_camera_frames_all_moments (void)
{
  World world;
  set_up (&world);
  MwFrame frame;
  mw_frame_init (&frame, 0, 100, 100, &world.model->model);
  const MwClock rest = MW_CLOCK_REST;
  g_assert_true (mw_framing_fit (&frame, &world.model->model, &rest, 1));
  g_assert_cmpfloat_with_epsilon (frame.camera.centre[0], 5, 1e-4f);
  frame.hidden = &world.far_one->record.id;
  frame.n_hidden = 1;
  g_assert_true (mw_framing_fit (&frame, &world.model->model, &rest, 1));
  g_assert_cmpfloat_with_epsilon (frame.camera.centre[0], 0, 1e-4f);
  world.layer->alpha = 0;
  g_assert_false (mw_framing_fit (&frame, &world.model->model, &rest, 1));
  mw_model_free (&world.model->model);
}

static void
a_turntable_has_one_size_and_no_corner_leaves_the_picture (void)
{
  World world;
  set_up (&world);
  const MwModel *model = &world.model->model;
  MwFrame frame;
  mw_frame_init (&frame, 0, 200, 100, model);
  const MwClock rest = MW_CLOCK_REST;
  mw_framing_fit (&frame, model, &rest, 1);
  const MwCamera first = frame.camera;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  guint n = mw_seen_points (model, &(MwSeen) { .clock = &rest }, points);
  float distance = 0, widest = 0, top[3];
  for (int i = 0; i < 12; i++) {
    frame.camera = first;
    mw_framing_turn (&frame, model, (float) i * (float) G_PI / 6);
    g_assert_cmpfloat_with_epsilon (
      remainderf (frame.camera.yaw - first.yaw - (float) i * (float) G_PI / 6, 2 * (float) G_PI), 0, 1e-4f);
    for (guint k = 0; k < n; k++) {
      float screen[3];
      g_assert_true (mw_camera_project (&frame.camera, &g_array_index (points, float, 3 * k), 200, 100, screen));
      widest = MAX (widest, fabsf (screen[0] - 100) / 100);
      g_assert_cmpfloat (fabsf (screen[0] - 100), <=, 100 * (1 - MW_FRAMING_MARGIN) + 0.1f);
      g_assert_cmpfloat (fabsf (screen[1] - 50), <=, 50 * (1 - MW_FRAMING_MARGIN) + 0.1f);
    }
    /* The middle of what is seen, and so the axis, is at (5, 0). */
    mw_camera_project (&frame.camera, (float[3]) { 5, 0, 1 }, 200, 100, top);
    g_assert_cmpfloat_with_epsilon (top[0], 100, 0.05f);
    if (i)
      g_assert_cmpfloat_with_epsilon (frame.camera.distance, distance, distance * 1e-3f);
    distance = frame.camera.distance;
  }
  g_assert_cmpfloat (widest, >, 0.3f);
  /* Nothing is seen: the bounds turn. */
  world.layer->alpha = 0;
  g_assert_false (mw_framing_fit (&frame, model, &rest, 1));
  mw_framing_turn (&frame, model, 1);
  g_assert_true (isfinite (frame.camera.distance));
  g_assert_cmpfloat (frame.camera.distance, >, 0);
  mw_model_free (&world.model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/framing/a turntable has one size, and no corner leaves the picture",
                   a_turntable_has_one_size_and_no_corner_leaves_the_picture);
  g_test_add_func ("/render/framing/points fill the picture up to the margin",
                   points_fill_the_picture_up_to_the_margin);
  g_test_add_func ("/render/framing/the target is in the middle of the depth",
                   the_target_is_in_the_middle_of_the_depth);
  g_test_add_func ("/render/framing/points that are not finite are left out", points_that_are_not_finite_are_left_out);
  g_test_add_func ("/render/framing/one point is looked at", one_point_is_looked_at);
  g_test_add_func ("/render/framing/only vertices that are drawn are seen", only_vertices_that_are_drawn_are_seen);
  g_test_add_func ("/render/framing/glows count only where there is little else",
                   glows_count_only_where_there_is_little_else);
  g_test_add_func ("/render/framing/effects are seen unless they are far larger than the surfaces",
                   effects_are_seen_unless_they_are_far_larger_than_the_surfaces);
  g_test_add_func ("/render/framing/only batches of the profile are seen", only_batches_of_the_profile_are_seen);
  g_test_add_func ("/render/framing/the moment is the start of the stand", the_moment_is_the_start_of_the_stand);
  g_test_add_func ("/render/framing/a start where all is tiny is not shown", a_start_where_all_is_tiny_is_not_shown);
  g_test_add_func ("/render/framing/the moment is one at which something is seen",
                   the_moment_is_one_at_which_something_is_seen);
  g_test_add_func ("/render/framing/the camera frames all moments", the_camera_frames_all_moments);
  return g_test_run ();
}
