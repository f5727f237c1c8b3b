/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/pose/models.h"
#include "tests/core/pose/placed.h"

#include <string.h>

/* An event at (3, 0, 40) of a bone that moves along y by a unit in 10 ms and is twice as large, with keys at 100, 300 and 2000 ms. */
typedef struct {
  MwMdlx *model;
  MwMdlxEventObject *event;
  MwEventTrack *track;
  Placed placed;
} World;

static void
set_up (World *world)
{
  static const int32_t keys[] = { 100, 300, 2000 }, times[] = { 0, 1000 };
  static const float ways[] = { 0, 0, 0, 0, 100, 0 }, sizes[] = { 2, 2, 2, 2, 2, 2 };
  *world = (World) { .model = mw_mdlx_new () };
  MwMdlxBone *bone = add_node (world->model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  set_track (world->model, bone, "translation.track",
             new_track (&mw_track_vec3_schema, MW_INTERPOLATION_LINEAR, 2, times, ways, NULL, NULL));
  set_track (world->model, bone, "scaling.track",
             new_track (&mw_track_vec3_schema, MW_INTERPOLATION_LINEAR, 2, times, sizes, NULL, NULL));
  world->event = add_node (world->model, &mw_mdlx_event_object_schema, bone, 3, 0, 40);
  mw_text_set (&world->event->node.name, "SPNxBOOM", 8);
  MwRecord *track = mw_record_new (&mw_event_track_schema);
  mw_child_set (&world->model->model, &world->event->node.record,
                mw_schema_field (&mw_mdlx_event_object_schema, "track"), track);
  world->track = (MwEventTrack *) track;
  world->track->times = mw_array_copy (keys, G_N_ELEMENTS (keys), sizeof *keys);
  placed_begin (&world->placed, &world->model->model, world->event);
}

static void
tear_down (World *world)
{
  placed_end (&world->placed);
  mw_model_free (&world->model->model);
}

static guint
n_at (World *world, const MwClock *clock, guint64 life_ms)
{
  world->placed.life_ms = life_ms;
  return placed_at (&world->placed, clock);
}

static void
each_stays_where_its_node_was (void)
{
  World world;
  set_up (&world);
  MwClock clock = clock_at (0, 1000, FALSE, 450);
  g_assert_cmpstr (mw_spawns_id (&world.model->model, &world.event->node.record), ==, "BOOM");
  g_assert_cmpuint (n_at (&world, &clock, 1000), ==, 2);
  const float first[16] = { 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 6, 10, 80, 1 };
  for (guint i = 0; i < 16; i++)
    g_assert_cmpfloat_with_epsilon (placed_one (&world.placed, 0)->world[i], first[i], 1e-4);
  g_assert_cmpfloat_with_epsilon (placed_one (&world.placed, 1)->world[13], 30, 1e-4);
  g_assert_cmpuint (placed_one (&world.placed, 0)->age_ms, ==, 350);
  g_assert_cmpuint (placed_one (&world.placed, 1)->age_ms, ==, 150);
  /* It is gone when its life ends. */
  g_assert_cmpuint (n_at (&world, &clock, 351), ==, 2);
  g_assert_cmpuint (n_at (&world, &clock, 350), ==, 1);
  g_assert_cmpuint (n_at (&world, &clock, 150), ==, 0);
  clock.time = 99;
  g_assert_cmpuint (n_at (&world, &clock, 1000), ==, 0);
  clock.time = 100;
  g_assert_cmpuint (n_at (&world, &clock, 1000), ==, 1);
  g_assert_cmpuint (n_at (&world, &MW_CLOCK_REST, 1000), ==, 0);
  tear_down (&world);
}

/* Dragging the time back shows the same as playing, in every loop. */
static void
they_depend_on_the_moment_alone (void)
{
  World world;
  set_up (&world);
  MwClock clock = clock_at (0, 1000, TRUE, 0);
  clock.global_ms = 5000;
  guint64 who = 0;
  for (guint i = 0; i < 60; i++) {
    mw_clock_advance (&clock, 17);
    n_at (&world, &clock, 900);
    for (guint k = 0; k < world.placed.places->len; k++)
      if (placed_one (&world.placed, k)->age_ms == clock.global_ms - 5100) {
        g_assert_true (!who || who == placed_one (&world.placed, k)->who);
        who = placed_one (&world.placed, k)->who;
      }
  }
  g_assert_cmpuint (who, ==, 5100);
  g_assert_cmpint (clock.time, ==, 20);
  g_assert_cmpuint (n_at (&world, &clock, 900), ==, 1);
  const MwModelPlace played = *placed_one (&world.placed, 0);
  g_assert_cmpuint (played.age_ms, ==, 720); /* that at 300 of the loop before */
  MwClock other = clock_at (0, 1000, TRUE, 700);
  n_at (&world, &other, 900);
  n_at (&world, &clock, 900);
  g_assert_cmpmem (&played, sizeof played, placed_one (&world.placed, 0), sizeof played);
  /* After the end they go on. */
  MwClock over = clock_at (0, 1000, FALSE, 1000);
  over.global_ms = 1000;
  g_assert_cmpuint (n_at (&world, &over, 900), ==, 1);
  over.global_ms = 1150;
  g_assert_cmpuint (n_at (&world, &over, 900), ==, 1);
  g_assert_cmpuint (placed_one (&world.placed, 0)->age_ms, ==, 850);
  over.global_ms = 1200;
  g_assert_cmpuint (n_at (&world, &over, 900), ==, 0);
  tear_down (&world);
}

static void
a_flood_of_them_is_limited_to_the_newest (void)
{
  World world;
  set_up (&world);
  int32_t many[3 * MW_SPAWNS_MAX];
  for (guint i = 0; i < G_N_ELEMENTS (many); i++)
    many[i] = (int32_t) i;
  mw_array_clear (&world.track->times);
  world.track->times = mw_array_copy (many, G_N_ELEMENTS (many), sizeof *many);
  MwClock clock = clock_at (0, 1000, FALSE, 500);
  g_assert_cmpuint (n_at (&world, &clock, 1000), ==, MW_SPAWNS_MAX);
  g_assert_cmpuint (placed_one (&world.placed, MW_SPAWNS_MAX - 1)->age_ms, ==, 500 - 3 * MW_SPAWNS_MAX + 1);
  tear_down (&world);
}

static void
other_events_spawn_nothing (void)
{
  static const char *const names[] = { "SPLxBOOM", "SPNx", "SND", "" };
  World world;
  set_up (&world);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    mw_text_set (&world.event->node.name, names[i], strlen (names[i]));
    g_assert_null (mw_spawns_new (world.placed.skeleton, &world.event->node.record));
    g_assert_null (mw_spawns_id (&world.model->model, &world.event->node.record));
  }
  g_assert_null (mw_spawns_new (world.placed.skeleton, world.model->nodes.items[0]));
  tear_down (&world);
}

#define TEST(name, function) g_test_add_func ("/pose/spawns/" name, function)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST ("each stays where its node was", each_stays_where_its_node_was);
  TEST ("they depend on the moment alone", they_depend_on_the_moment_alone);
  TEST ("a flood of them is limited to the newest", a_flood_of_them_is_limited_to_the_newest);
  TEST ("other events spawn nothing", other_events_spawn_nothing);
  return g_test_run ();
}
