/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/splats.h"
#include "tests/core/pose/models.h"

#include <string.h>

/* An event at (3, 0, 40) of a bone that moves along y by a unit in 10 ms, with keys at 100, 300 and 2000 ms. */
typedef struct {
  MwMdlx *model;
  MwMdlxBone *bone;
  MwMdlxEventObject *event;
  MwEventTrack *track;
  MwSkeleton *skeleton;
  GHashTable *kinds;
  MwSplatKind *kind; /* of the event's name */
  MwSplats *splats;
  GArray *vertices;
} World;

static const int32_t keys[] = { 100, 300, 2000 };

static MwSplatKind *
add_kind (World *world, gboolean uber, const char *id)
{
  MwSplatKind *kind = g_new0 (MwSplatKind, 1);
  *kind = (MwSplatKind) { .half_side = 5,
                          .times = { 0.4f, 0, 0.2f },
                          .rgba = { { 1, 0, 0, 1 }, { 0, 1, 0, 1 }, { 0, 0, 1, 0 } },
                          .rows = 2,
                          .columns = 2,
                          .cells = { { 0, 1, 1 }, { 2, 3, 2 } } };
  g_hash_table_replace (world->kinds, mw_splat_name (uber, id), kind);
  return kind;
}

static void
renew (World *world)
{
  mw_splats_free (world->splats);
  world->splats = mw_splats_new (world->skeleton, &world->event->node.record, world->kinds);
}

static void
set_up (World *world)
{
  const int32_t times[] = { 0, 1000 };
  const float ways[] = { 0, 0, 0, 0, 100, 0 };
  *world = (World) { .model = mw_mdlx_new (), .kinds = mw_splat_kinds_new () };
  world->bone = add_node (world->model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  set_track (world->model, world->bone, "translation.track",
             new_track (&mw_track_vec3_schema, MW_INTERPOLATION_LINEAR, 2, times, ways, NULL, NULL));
  world->event = add_node (world->model, &mw_mdlx_event_object_schema, world->bone, 3, 0, 40);
  g_free (world->event->node.name);
  world->event->node.name = g_strdup ("SPLxAb12");
  world->track = (MwEventTrack *) mw_record_new (&mw_event_track_schema);
  world->track->global_sequence = MW_REF_NONE;
  world->track->times = mw_array_copy (keys, G_N_ELEMENTS (keys), sizeof keys[0]);
  mw_child_set (&world->model->model, &world->event->node.record, MW_FIELD (MwMdlxEventObject, track),
                &world->track->record);
  world->skeleton = mw_skeleton_new (&world->model->model);
  world->vertices = g_array_new (FALSE, FALSE, sizeof (MwSpriteVertex));
  world->kind = add_kind (world, FALSE, "aB12");
  renew (world);
}

static void
tear_down (World *world)
{
  g_array_unref (world->vertices);
  mw_splats_free (world->splats);
  mw_skeleton_free (world->skeleton);
  g_hash_table_unref (world->kinds);
  mw_model_free (&world->model->model);
}

static void
set_times (World *world, float first, float second, float third)
{
  const float times[] = { first, second, third };
  memcpy (world->kind->times, times, sizeof times);
}

static guint
draw_at (World *world, MwClock clock)
{
  mw_splats_update (world->splats, &clock);
  g_array_set_size (world->vertices, 0);
  return mw_splats_append_quads (world->splats, world->vertices);
}

static guint
draw (World *world, gboolean looping, int32_t time)
{
  return draw_at (world, clock_at (0, 1000, looping, time));
}

static const MwSpriteVertex *
corner (const World *world, guint quad, guint corner)
{
  g_assert_cmpuint (4 * quad + corner, <, world->vertices->len);
  return &g_array_index (world->vertices, MwSpriteVertex, 4 * quad + corner);
}

static void
a_key_leaves_a_mark_where_the_node_was (void)
{
  World world;
  set_up (&world);
  g_assert_cmpuint (draw (&world, FALSE, 99), ==, 0);
  g_assert_cmpuint (draw (&world, FALSE, 100), ==, 1);
  /* On the ground, and seen from above counter-clockwise. */
  ASSERT_FLOATS (corner (&world, 0, 0)->position, 1e-4f, 8, 15, 0);
  ASSERT_FLOATS (corner (&world, 0, 1)->position, 1e-4f, -2, 15, 0);
  ASSERT_FLOATS (corner (&world, 0, 2)->position, 1e-4f, -2, 5, 0);
  ASSERT_FLOATS (corner (&world, 0, 3)->position, 1e-4f, 8, 5, 0);
  /* It stays there, and the younger one is drawn after it. */
  g_assert_cmpuint (draw (&world, FALSE, 310), ==, 2);
  ASSERT_FLOATS (corner (&world, 0, 0)->position, 1e-4f, 8, 15, 0);
  ASSERT_FLOATS (corner (&world, 1, 0)->position, 1e-4f, 8, 35, 0);
  g_assert_cmpuint (draw (&world, FALSE, 699), ==, 2);
  g_assert_cmpuint (draw (&world, FALSE, 701), ==, 1);
  g_assert_cmpuint (draw_at (&world, MW_CLOCK_REST), ==, 0);
  tear_down (&world);
}

static void
a_mark_turns_with_its_node_but_lies_flat (void)
{
  World world;
  set_up (&world);
  set_scaling (world.model, world.bone, 4, 4, 4);
  set_rotation (world.model, world.bone, 0, 0, 1, 90);
  draw (&world, FALSE, 100);
  ASSERT_FLOATS (corner (&world, 0, 0)->position, 1e-3f, -5, 27, 0); /* its place is scaled, its size is not */
  ASSERT_FLOATS (corner (&world, 0, 2)->position, 1e-3f, 5, 17, 0);
  /* The axis that gives the direction points up. */
  set_scaling (world.model, world.bone, 1, 1, 1);
  set_rotation (world.model, world.bone, 0, 1, 0, -90);
  draw (&world, FALSE, 100);
  ASSERT_FLOATS (corner (&world, 0, 0)->position, 1e-3f, -40 + 5, 15, 0);
  ASSERT_FLOATS (corner (&world, 0, 2)->position, 1e-3f, -40 - 5, 5, 0);
  tear_down (&world);
}

static void
colours_and_cells_follow_the_age (void)
{
  World world;
  set_up (&world);
  world.track->times.n = 1;
  draw (&world, FALSE, 100 + 100);
  ASSERT_FLOATS (corner (&world, 0, 0)->rgba, 1e-5f, 0.75f, 0.25f, 0, 1);
  ASSERT_FLOATS (corner (&world, 0, 0)->uv, 0, 0, 0); /* cell 0 */
  ASSERT_FLOATS (corner (&world, 0, 2)->uv, 0, 0.5f, 0.5f);
  draw (&world, FALSE, 100 + 300);
  ASSERT_FLOATS (corner (&world, 0, 0)->uv, 0, 0.5f, 0); /* 1 */
  draw (&world, FALSE, 100 + 400);
  ASSERT_FLOATS (corner (&world, 0, 0)->rgba, 1e-5f, 0, 1, 0, 1);
  draw (&world, FALSE, 100 + 420);
  ASSERT_FLOATS (corner (&world, 0, 0)->uv, 0, 0, 0.5f); /* 2 */
  draw (&world, FALSE, 100 + 450);
  ASSERT_FLOATS (corner (&world, 0, 0)->uv, 0, 0.5f, 0.5f); /* 3: they are shown twice */
  draw (&world, FALSE, 100 + 500);
  ASSERT_FLOATS (corner (&world, 0, 0)->rgba, 1e-5f, 0, 0.5f, 0.5f, 0.5f);
  draw (&world, FALSE, 100 + 520);
  ASSERT_FLOATS (corner (&world, 0, 0)->uv, 0, 0, 0.5f);
  /* One that stays for a while. */
  set_times (&world, 0.1f, 0.5f, 0.2f);
  draw (&world, FALSE, 100 + 50);
  ASSERT_FLOATS (corner (&world, 0, 0)->rgba, 1e-5f, 0.5f, 0.5f, 0, 1);
  draw (&world, FALSE, 100 + 599);
  ASSERT_FLOATS (corner (&world, 0, 0)->rgba, 1e-5f, 0, 1, 0, 1);
  draw (&world, FALSE, 100 + 700);
  ASSERT_FLOATS (corner (&world, 0, 0)->rgba, 1e-5f, 0, 0.5f, 0.5f, 0.5f);
  /* One that is whole at once. */
  set_times (&world, 0, 0, 0.2f);
  draw (&world, FALSE, 100);
  ASSERT_FLOATS (corner (&world, 0, 0)->rgba, 1e-5f, 0, 1, 0, 1);
  set_times (&world, 0, 0, 0);
  g_assert_cmpuint (draw (&world, FALSE, 100), ==, 0);
  tear_down (&world);
}

static void
marks_of_earlier_loops_are_still_there (void)
{
  World world;
  set_up (&world);
  set_times (&world, 1, 1, 1);
  g_assert_cmpuint (draw (&world, FALSE, 50), ==, 0);
  g_assert_cmpuint (draw (&world, TRUE, 50), ==, 6);
  ASSERT_FLOATS (corner (&world, 4, 0)->position, 1e-4f, 8, 15, 0);
  ASSERT_FLOATS (corner (&world, 5, 0)->position, 1e-4f, 8, 35, 0);
  ASSERT_FLOATS (corner (&world, 5, 0)->rgba, 1e-5f, 0.25f, 0.75f, 0, 1); /* 0.75 s old */
  /* Never more than the limit, and the youngest. */
  set_times (&world, 1e6f, 1e6f, 1e6f);
  g_assert_cmpuint (draw (&world, TRUE, 50), ==, MW_SPLATS_MAX);
  ASSERT_FLOATS (corner (&world, MW_SPLATS_MAX - 1, 0)->position, 1e-4f, 8, 35, 0);
  tear_down (&world);
}

static void
marks_age_on_after_the_end (void)
{
  World world;
  set_up (&world);
  set_times (&world, 1, 1, 1);
  MwClock clock = clock_at (0, 1000, FALSE, 990);
  clock.global_ms = 5000;
  g_assert_cmpuint (draw_at (&world, clock), ==, 2);
  clock.time = 1000;
  clock.global_ms += 10;
  g_assert_cmpuint (draw_at (&world, clock), ==, 2);
  ASSERT_FLOATS (corner (&world, 1, 0)->rgba, 1e-5f, 0.3f, 0.7f, 0, 1);
  clock.global_ms += 2000;
  draw_at (&world, clock);
  clock.global_ms += 200; /* 3.1 and 2.9 s old */
  g_assert_cmpuint (draw_at (&world, clock), ==, 1);
  ASSERT_FLOATS (corner (&world, 0, 0)->position, 1e-4f, 8, 35, 0);
  clock.global_ms += 100;
  g_assert_cmpuint (draw_at (&world, clock), ==, 0);
  /* The time is dragged. */
  clock.time = 999;
  draw_at (&world, clock);
  clock.time = 1000;
  g_assert_cmpuint (draw_at (&world, clock), ==, 2);
  tear_down (&world);
}

static void
a_global_sequence_repeats_its_keys (void)
{
  World world;
  set_up (&world);
  MwMdlxGlobalSequence *global = add (world.model, "global_sequences", &mw_mdlx_global_sequence_schema);
  global->duration = 500;
  world.track->global_sequence = ref_to (global);
  mw_skeleton_refresh (world.skeleton);
  MwClock clock = clock_at (0, 1000, FALSE, 600);
  clock.global_ms = 2600;
  g_assert_cmpuint (draw_at (&world, clock), ==, 3); /* 500, 300 and 0 ms old */
  ASSERT_FLOATS (corner (&world, 0, 0)->position, 1e-4f, 8, 15, 0);
  ASSERT_FLOATS (corner (&world, 1, 0)->position, 1e-4f, 8, 35, 0);
  ASSERT_FLOATS (corner (&world, 2, 0)->position, 1e-4f, 8, 65, 0);
  /* A key at its end is that of no moment, and the node is where its own global sequence had it. */
  ((int32_t *) mw_array_make_writable (&world.track->times, 3))[2] = 500;
  MwMdlxGlobalSequence *slow = add (world.model, "global_sequences", &mw_mdlx_global_sequence_schema);
  slow->duration = 1000;
  world.bone->node.translation_track->global_sequence = ref_to (slow);
  mw_skeleton_refresh (world.skeleton);
  clock.global_ms = 5600;
  clock.time = 0;
  g_assert_cmpuint (draw_at (&world, clock), ==, 3);
  ASSERT_FLOATS (corner (&world, 0, 0)->position, 1e-4f, 8, 15, 0);
  ASSERT_FLOATS (corner (&world, 1, 0)->position, 1e-4f, 8, 35, 0);
  global->duration = 0;
  g_assert_cmpuint (draw_at (&world, clock), ==, 0);
  tear_down (&world);
}

/* Plays with the steps of frames, and compares with marks that are made for the moment. */
static void
scrubbing_shows_the_same_as_playing (void)
{
  World world;
  set_up (&world);
  set_times (&world, 0.5f, 0.5f, 0.7f);
  g_autoptr (GArray) played = g_array_new (FALSE, FALSE, sizeof (MwSpriteVertex));
  MwClock clock = clock_at (0, 1000, TRUE, 0);
  for (guint i = 0; i < 150; i++) {
    mw_clock_advance (&clock, 17);
    mw_splats_update (world.splats, &clock);
    g_array_set_size (played, 0);
    mw_splats_append_quads (world.splats, played);
    g_autoptr (MwSplats) fresh = mw_splats_new (world.skeleton, &world.event->node.record, world.kinds);
    mw_splats_update (fresh, &clock);
    g_array_set_size (world.vertices, 0);
    mw_splats_append_quads (fresh, world.vertices);
    g_assert_cmpmem (played->data, played->len * sizeof (MwSpriteVertex), world.vertices->data,
                     world.vertices->len * sizeof (MwSpriteVertex));
    g_assert_cmpuint (played->len, >=, 4);
  }
  tear_down (&world);
}

static void
set_name (World *world, const char *name)
{
  g_free (world->event->node.name);
  world->event->node.name = g_strdup (name);
  renew (world);
}

static void
the_name_says_which_marks_they_are (void)
{
  World world;
  set_up (&world);
  const MwModel *model = &world.model->model;
  MwSplatKind *uber = add_kind (&world, TRUE, "ab12");
  set_name (&world, "FPT0AB12");
  g_assert_true (mw_splats_kind (world.splats) == world.kind);
  g_assert_false (mw_splats_lack (model, world.kinds));
  g_assert_true (mw_splats_lack (model, NULL));
  set_name (&world, "UBRxAB12");
  g_assert_true (mw_splats_kind (world.splats) == uber);
  set_name (&world, "SPLxNONE");
  g_assert_null (mw_splats_kind (world.splats)->image);
  g_assert_true (mw_splats_in (model));
  g_assert_true (mw_splats_lack (model, world.kinds));
  g_assert_cmpuint (draw (&world, FALSE, 100), ==, 1);
  static const char *const others[] = { "SNDxAB12", "SPNxAB12", "SPLx", "SPL", "" };
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    set_name (&world, others[i]);
    g_assert_null (world.splats);
    g_assert_false (mw_splats_in (model));
    g_assert_false (mw_splats_lack (model, NULL));
  }
  g_assert_null (mw_splats_new (world.skeleton, &world.bone->node.record, world.kinds));
  tear_down (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name, function) g_test_add_func ("/pose/splats/" name, function)
  TEST ("a key leaves a mark where the node was", a_key_leaves_a_mark_where_the_node_was);
  TEST ("a mark turns with its node but lies flat", a_mark_turns_with_its_node_but_lies_flat);
  TEST ("colours and cells follow the age", colours_and_cells_follow_the_age);
  TEST ("marks of earlier loops are still there", marks_of_earlier_loops_are_still_there);
  TEST ("marks age on after the end", marks_age_on_after_the_end);
  TEST ("a global sequence repeats its keys", a_global_sequence_repeats_its_keys);
  TEST ("scrubbing shows the same as playing", scrubbing_shows_the_same_as_playing);
  TEST ("the name says which marks they are", the_name_says_which_marks_they_are);
  return g_test_run ();
}
