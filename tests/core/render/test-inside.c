/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/seen.h"
#include "core/render/framing.h"
#include "core/render/pick.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"
#include "tests/core/render/scene.h"

#include <math.h>
#include <string.h>

/* Models inside a model, for framing and picking. The outer one is a square of half size 1 at the origin that faces +X, and a node at (0, 4, 0)
 * of a bone that is twice as large there and moves by 10 along y in a second. The inner one is such a square, which its Stand lifts by 1 in a
 * second. */
typedef struct {
  MwMdlx *model, *inner;
  MwMdlxBone *bone;
  MwMdlxAttachment *node;
  MwMdlxGeoset *geoset;
  MwMdlxLayer *layer;
  MwInside inside;
  MwFrame frame;
} World;

static MwMdlxSequence *
add_sequence (MwMdlx *model, const char *name)
{
  MwMdlxSequence *sequence = scene_add (model, "sequences", &mw_mdlx_sequence_schema);
  mw_text_set (&sequence->name, name, strlen (name));
  sequence->interval[1] = 1000;
  return sequence;
}

static void
set_up (World *world)
{
  static const int32_t times[] = { 0, 1000 };
  static const float ways[] = { 0, 0, 0, 0, 10, 0 }, sizes[] = { 2, 2, 2, 2, 2, 2 }, lifts[] = { 0, 0, 0, 0, 0, 1 };
  *world = (World) { .model = mw_mdlx_new (), .inner = mw_mdlx_new () };
  MwMdlxMaterial *material = scene_add (world->model, "materials", &mw_mdlx_material_schema);
  world->layer = scene_add_layer (world->model, material, 0, NULL);
  world->layer->alpha = 1;
  world->geoset = scene_add_quad (world->model, 0, material, NULL);
  world->bone = add_node (world->model, &mw_mdlx_bone_schema, NULL, 0, 4, 0);
  scene_add_track (world->model, world->bone, "translation.track", 1, 2, times, ways);
  scene_add_track (world->model, world->bone, "scaling.track", 1, 2, times, sizes);
  world->node = add_node (world->model, &mw_mdlx_attachment_schema, world->bone, 0, 4, 0);
  add_sequence (world->model, "Walk");
  material = scene_add (world->inner, "materials", &mw_mdlx_material_schema);
  scene_add_layer (world->inner, material, 0, NULL)->alpha = 1;
  MwMdlxBone *bone = add_node (world->inner, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  scene_add_track (world->inner, bone, "translation.track", 1, 2, times, lifts);
  scene_add_quad (world->inner, 0, material, bone);
  add_sequence (world->inner, "Stand");
  world->inside = (MwInside) { world->node->node.record.id, &world->inner->model, TRUE };
  mw_frame_init (&world->frame, 0, 200, 200, NULL);
  mw_camera_set_view (&world->frame.camera, MW_VIEW_FRONT);
  mw_clock_play (&world->frame.clock, &world->model->model, world->model->sequences.items[0]->id);
  world->frame.inside = &world->inside;
  world->frame.n_inside = 1;
}

static void
tear_down (World *world)
{
  mw_model_free (&world->model->model);
  mw_model_free (&world->inner->model);
}

/* What is seen reaches along y and z so far. */
static void
assert_seen (const World *world, double y0, double y1, double z0, double z1)
{
  float view[16], low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY };
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  const MwFrame *frame = &world->frame;
  mw_camera_view_matrix (&frame->camera, view);
  const MwSeen seen = { &frame->clock, view, 0, frame->hidden, frame->n_hidden, frame->inside, frame->n_inside };
  mw_seen_points (&world->model->model, &seen, points);
  for (guint i = 0; i < points->len; i++) {
    low[i % 3] = MIN (low[i % 3], g_array_index (points, float, i));
    high[i % 3] = MAX (high[i % 3], g_array_index (points, float, i));
  }
  const double should_be[4] = { y0, y1, z0, z1 }, is[4] = { low[1], high[1], low[2], high[2] };
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat_with_epsilon (is[i], should_be[i], 1e-3);
}

static void
what_is_attached_is_framed_as_it_is_posed (void)
{
  World world;
  set_up (&world);
  assert_seen (&world, -1, 6, -2, 2);
  world.frame.clock.time = 500;
  assert_seen (&world, -1, 11, -1, 3); /* 4 + 5 + 2, and half a unit of its own, twice as large */
  /* Its size does not matter. */
  world.bone->node.pivot[1] = world.node->node.pivot[1] = 400;
  assert_seen (&world, -1, 407, -1, 3);
  const MwId id = world.node->node.record.id;
  world.frame.hidden = &id;
  world.frame.n_hidden = 1;
  assert_seen (&world, -1, 1, -1, 1);
  world.frame.n_hidden = 0;
  world.frame.n_inside = 0;
  assert_seen (&world, -1, 1, -1, 1);
  world.frame.n_inside = 1;
  world.inside.node = 12345;
  assert_seen (&world, -1, 1, -1, 1);
  tear_down (&world);
}

static void
the_camera_frames_it (void)
{
  World world;
  set_up (&world);
  g_assert_true (mw_framing_fit (&world.frame, &world.model->model, &world.frame.clock, 1));
  g_assert_cmpfloat_with_epsilon (world.frame.camera.target[1], 2.5, 1e-3);
  world.frame.n_inside = 0;
  g_assert_true (mw_framing_fit (&world.frame, &world.model->model, &world.frame.clock, 1));
  g_assert_cmpfloat_with_epsilon (world.frame.camera.target[1], 0, 1e-3);
  tear_down (&world);
}

static void
its_points_are_found_by_its_node (void)
{
  World world;
  set_up (&world);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  const MwSeen seen = { .clock = &world.frame.clock, .inside = &world.inside, .n_inside = 1 };
  g_assert_cmpuint (mw_seen_attached_points (&world.model->model, &seen, world.inside.node, points), ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat_with_epsilon (fabsf (g_array_index (points, float, 3 * i + 1) - 4), 2, 1e-3);
  g_assert_cmpuint (mw_seen_attached_points (&world.model->model, &seen, world.bone->node.record.id, points), ==, 0);
  world.inside.attached = FALSE;
  g_assert_cmpuint (mw_seen_attached_points (&world.model->model, &seen, world.inside.node, points), ==, 0);
  tear_down (&world);
}

/* An emitter of models at (0, 1, 0) that moves them by 0.5 along z until their end. */
static MwMdlxParticleEmitter *
add_emitter (World *world)
{
  MwMdlxParticleEmitter *emitter = add_node (world->model, &mw_mdlx_particle_emitter_schema, NULL, 0, 1, 0);
  emitter->node.flags = 0x8000;
  mw_text_set (&emitter->path, "a.mdl", 5);
  emitter->emission_rate = 62.5f;
  emitter->life_span = 0.5f;
  emitter->init_velocity = 1;
  world->inside.node = emitter->node.record.id;
  world->inside.attached = FALSE;
  world->frame.clock.looping = TRUE;
  world->frame.clock.time = 992;
  return emitter;
}

static void
particles_that_are_models_are_framed_unless_they_are_far_away (void)
{
  World world;
  set_up (&world);
  MwMdlxParticleEmitter *emitter = add_emitter (&world);
  /* The oldest has risen by 0.496, and has lifted itself by that too. */
  assert_seen (&world, -1, 2, -1, 1.992);
  emitter->node.pivot[1] = 50;
  assert_seen (&world, -1, 1, -1, 1);
  tear_down (&world);
}

static void
events_bring_models_that_are_framed (void)
{
  static const int32_t key = 200;
  World world;
  set_up (&world);
  MwMdlxEventObject *event = add_node (world.model, &mw_mdlx_event_object_schema, NULL, 0, 1, 0);
  mw_text_set (&event->node.name, "SPNxBOOM", 8);
  MwRecord *track = mw_record_new (&mw_event_track_schema);
  mw_child_set (&world.model->model, &event->node.record, mw_schema_field (&mw_mdlx_event_object_schema, "track"),
                track);
  ((MwEventTrack *) track)->times = mw_array_copy (&key, 1, sizeof key);
  world.inside.node = event->node.record.id;
  world.inside.attached = FALSE;
  world.frame.clock.looping = FALSE;
  world.frame.clock.time = 199;
  assert_seen (&world, -1, 1, -1, 1);
  world.frame.clock.time = 600;
  assert_seen (&world, -1, 2, -1, 1.4);
  tear_down (&world);
}

/* Their quads would be twice as large as the square. */
static void
models_as_particles_have_no_quads (void)
{
  MwM2 *model = mw_m2_new (264);
  const MwM2Sequence *stand = m2_add_sequence (model, 0, 1000, 0x20);
  MwM2Bone *bone = m2_add_bone (model, NULL, 0, 0, 0);
  MwM2Particle *e = m2_add (model, "particles", &mw_m2_particle_schema);
  e->bone = m2_ref (bone);
  e->emitter_type = 1;
  const float rate = 62.5f, life = 1;
  m2_set_constant (model, e, "emission_rate.track", &rate);
  m2_set_constant (model, e, "life_span.track", &life);
  const MwClock clock = m2_clock (model, stand, 500);
  MwFrame frame;
  float view[16];
  mw_frame_init (&frame, 0, 100, 100, NULL);
  mw_camera_view_matrix (&frame.camera, view);
  const MwSeen seen = { .clock = &clock, .view = view };
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  g_assert_cmpuint (mw_seen_points (&model->model, &seen, points), >, 0);
  mw_text_set (&e->geometry_model, "a.mdx", 5);
  g_assert_cmpuint (mw_seen_points (&model->model, &seen, points), ==, 0);
  mw_model_free (&model->model);
}

/* --- Picking -------------------------------------------------------------------------------------------------------- */

/* What is found at a place of the plane x = 0: "N" for the node, "G" for the outer geoset. Free with g_free(). */
static char *
found_at (const World *world, MwPicker *picker, float y, float z)
{
  GString *text = g_string_new (NULL);
  float at[3];
  guint n;
  g_assert_true (mw_camera_project (&world->frame.camera, (const float[]) { 0, y, z }, 200, 200, at));
  const MwPickHit *hits = mw_picker_at (picker, &world->frame, at[0], at[1], 0, &n);
  for (guint i = 0; i < n; i++) {
    const gboolean node = hits[i].id == world->inside.node;
    g_assert_false (hits[i].marker);
    g_assert_cmpuint (hits[i].mesh, ==, node ? 0 : world->geoset->record.id);
    g_string_append_c (text, node ? 'N' : hits[i].id == world->geoset->record.id ? 'G' : '?');
  }
  return g_string_free (text, FALSE);
}

static void
assert_found (const World *world, MwPicker *picker, float y, float z, const char *should_be)
{
  g_autofree char *found = found_at (world, picker, y, z);
  g_assert_cmpstr (found, ==, should_be);
}

static void
a_click_on_it_finds_the_node_that_shows_it (void)
{
  World world;
  set_up (&world);
  mw_camera_frame (&world.frame.camera, (float[3]) { 0, 4, 0 }, 12, 1);
  g_autoptr (MwPicker) picker = mw_picker_new (&world.model->model);
  assert_found (&world, picker, 4, 0, "N");
  assert_found (&world, picker, 5.9f, -1.9f, "N");
  assert_found (&world, picker, 6.1f, 0, "");
  assert_found (&world, picker, 0, 0, "G");
  /* It follows the moment, the list, and what is hidden. */
  world.frame.clock.time = 500;
  assert_found (&world, picker, 4, 0, "");
  assert_found (&world, picker, 9, 2.9f, "N");
  assert_found (&world, picker, 9, -1.1f, "");
  const MwId id = world.inside.node;
  world.frame.hidden = &id;
  world.frame.n_hidden = 1;
  assert_found (&world, picker, 9, 1, "");
  world.frame.n_hidden = 0;
  assert_found (&world, picker, 9, 1, "N");
  world.frame.n_inside = 0;
  assert_found (&world, picker, 9, 1, "");
  world.frame.n_inside = 1;
  assert_found (&world, picker, 9, -1.1f, "");
  world.inside.model = &world.model->model; /* another one, which is not lifted */
  assert_found (&world, picker, 9, -1.1f, "N");
  /* Each has its own vertices. */
  const MwInside two[] = { { world.bone->node.record.id, &world.inner->model, TRUE }, world.inside };
  world.frame.inside = two;
  world.frame.n_inside = 2;
  assert_found (&world, picker, 9, -1.1f, "N");
  world.frame.inside = &world.inside;
  world.frame.n_inside = 1;
  /* The nearest comes first, with one hit for each. */
  world.frame.clock.time = 0;
  world.inside.model = &world.inner->model;
  world.bone->node.pivot[1] = world.node->node.pivot[1] = 0;
  world.bone->node.pivot[0] = world.node->node.pivot[0] = 3;
  g_autoptr (MwPicker) fresh = mw_picker_new (&world.model->model);
  assert_found (&world, fresh, 0, 0, "NG");
  g_assert_cmpuint (mw_picker_mesh_of (fresh, &world.frame, world.inside.node), ==, 0);
  mw_camera_set_view (&world.frame.camera, MW_VIEW_BACK);
  assert_found (&world, fresh, 0, 0, "");
  tear_down (&world);
}

/* The depth of the node at the middle of the picture, where one of its surfaces is that much nearer to the eye than the other. */
static float
depth_with (float nearer)
{
  World world;
  guint n;
  set_up (&world);
  world.bone->node.pivot[1] = world.node->node.pivot[1] = 0;
  world.bone->node.pivot[0] = world.node->node.pivot[0] = 3;
  mw_camera_frame (&world.frame.camera, (float[3]) { 0, 0, 0 }, 12, 1);
  const MwMdlxGeoset *first = (const MwMdlxGeoset *) world.inner->geosets.items[0];
  MwMdlxMaterial *material = (MwMdlxMaterial *) mw_model_resolve (&world.inner->model, first->material);
  scene_add_quad (world.inner, nearer, material, (MwMdlxBone *) world.inner->nodes.items[0]);
  g_autoptr (MwPicker) picker = mw_picker_new (&world.model->model);
  const MwPickHit *hits = mw_picker_at (picker, &world.frame, 100, 100, 0, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (hits[0].id, ==, world.inside.node);
  const float depth = hits[0].depth;
  tear_down (&world);
  return depth;
}

/* The node makes its model twice as large. */
static void
the_nearest_surface_of_a_node_counts (void)
{
  const float one = depth_with (0);
  g_assert_cmpfloat_with_epsilon (depth_with (1.5f), one - 3, 1e-3);
  g_assert_cmpfloat_with_epsilon (depth_with (-1.5f), one, 1e-3);
}

static void
many_of_one_node_are_one_hit (void)
{
  World world;
  set_up (&world);
  add_emitter (&world);
  mw_camera_frame (&world.frame.camera, (float[3]) { 0, 0, 0 }, 4, 1);
  g_autoptr (MwPicker) picker = mw_picker_new (&world.model->model);
  assert_found (&world, picker, 1.5f, 0.5f, "N");
  world.frame.no_effects = TRUE;
  assert_found (&world, picker, 1.5f, 0.5f, "");
  world.inside.attached = TRUE; /* the same at the node itself */
  assert_found (&world, picker, 1.5f, 0.1f, "N");
  tear_down (&world);
}

/* One that is mirrored shows the other side. */
static void
a_mirrored_one_is_found (void)
{
  static const int32_t times[] = { 0, 1000 };
  static const float sizes[] = { 2, -2, 2, 2, -2, 2 };
  World world;
  set_up (&world);
  mw_record_free (mw_child_take (&world.model->model, &world.bone->node.record,
                                 mw_schema_field (&mw_mdlx_bone_schema, "scaling.track")));
  scene_add_track (world.model, world.bone, "scaling.track", 1, 2, times, sizes);
  mw_camera_frame (&world.frame.camera, (float[3]) { 0, 4, 0 }, 12, 1);
  g_autoptr (MwPicker) picker = mw_picker_new (&world.model->model);
  assert_found (&world, picker, 4, 0, "N");
  tear_down (&world);
}

static void
a_rectangle_finds_the_node (void)
{
  World world;
  set_up (&world);
  mw_camera_frame (&world.frame.camera, (float[3]) { 0, 4, 0 }, 12, 1);
  g_autoptr (MwPicker) picker = mw_picker_new (&world.model->model);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  float from[3], to[3];
  mw_camera_project (&world.frame.camera, (const float[]) { 0, 5, 1.9f }, 200, 200, from);
  mw_camera_project (&world.frame.camera, (const float[]) { 0, 5.5f, 1 }, 200, 200, to);
  world.frame.overlays = 0;
  mw_picker_in (picker, &world.frame, from, to, ids);
  g_assert_cmpuint (ids->len, ==, 1);
  g_assert_cmpuint (g_array_index (ids, MwId, 0), ==, world.inside.node);
  /* Its marker and itself are one. */
  world.frame.overlays = MW_OVERLAY_ATTACHMENTS;
  g_array_set_size (ids, 0);
  mw_picker_in (picker, &world.frame, (const float[]) { 0, 0 }, (const float[]) { 200, 200 }, ids);
  g_assert_cmpuint (ids->len, ==, 2);
  tear_down (&world);
}

#define TEST(name, function) g_test_add_func ("/render/inside/" name, function)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST ("what is attached is framed as it is posed", what_is_attached_is_framed_as_it_is_posed);
  TEST ("the camera frames it", the_camera_frames_it);
  TEST ("its points are found by its node", its_points_are_found_by_its_node);
  TEST ("particles that are models are framed unless they are far away",
        particles_that_are_models_are_framed_unless_they_are_far_away);
  TEST ("events bring models that are framed", events_bring_models_that_are_framed);
  TEST ("models as particles have no quads", models_as_particles_have_no_quads);
  TEST ("a click on it finds the node that shows it", a_click_on_it_finds_the_node_that_shows_it);
  TEST ("the nearest surface of a node counts", the_nearest_surface_of_a_node_counts);
  TEST ("many of one node are one hit", many_of_one_node_are_one_hit);
  TEST ("a mirrored one is found", a_mirrored_one_is_found);
  TEST ("a rectangle finds the node", a_rectangle_finds_the_node);
  return g_test_run ();
}
