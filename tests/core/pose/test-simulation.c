/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/simulation.h"
#include "core/pose/keys.h"
#include "tests/core/pose/models.h"

/* Counts what the simulation calls. */
typedef struct {
  MwSimulation simulation;
  MwClock clock;
  guint n_resets, n_steps, n_turns;
  gint64 last; /* the time of the last step */
} Counted;

static void
reset (gpointer data)
{
  ((Counted *) data)->n_resets++;
}

static void
take_step (gpointer data, const MwSimulationStep *step)
{
  Counted *counted = data;
  counted->n_steps++;
  counted->n_turns += step->starts ? 1 : 0;
  counted->last = step->at->time;
}

static void
update (Counted *counted)
{
  static const MwSimulated what = { reset, take_step };
  counted->n_resets = counted->n_steps = counted->n_turns = 0;
  mw_simulation_update (&counted->simulation, &counted->clock, 20000, &what, counted);
}

static void
play (Counted *counted, guint32 ms)
{
  mw_clock_advance (&counted->clock, ms);
  update (counted);
}

static void
a_slow_frame_is_no_new_beginning (void)
{
  static const int32_t ends[] = { 5000, 2000, 900, 100, 0 };
  for (guint looping = 0; looping < 2; looping++)
    for (guint i = 0; i < G_N_ELEMENTS (ends); i++) {
      Counted counted = { .clock = clock_at (0, ends[i], looping != 0, 0) };
      update (&counted);
      g_assert_cmpuint (counted.n_resets, ==, 1);
      for (guint32 ms = 1001; ms <= 60000; ms += ms < 6000 ? 487 : 9871) {
        play (&counted, ms);
        g_test_message ("a sequence of %d ms, a frame of %u ms", ends[i], ms);
        g_assert_cmpuint (counted.n_resets, ==, 0);
        g_assert_cmpuint (counted.n_steps, <=, 1000 / MW_SIMULATION_STEP_MS + 1);
        if (looping)
          g_assert_cmpuint (counted.n_steps, >=, 1000 / MW_SIMULATION_STEP_MS - 1);
      }
    }
}

static void
the_grid_survives_a_slow_frame (void)
{
  Counted counted = { .clock = clock_at (0, 100000, FALSE, 0) };
  update (&counted);
  play (&counted, 23);
  play (&counted, 12345);
  g_assert_cmpint (counted.last, ==, 12368);
  play (&counted, 15);
  g_assert_cmpuint (counted.n_steps, ==, 0);
  play (&counted, 1);
  g_assert_cmpuint (counted.n_steps, ==, 1);
}

static void
a_jump_restarts (void)
{
  Counted counted = { .clock = clock_at (0, 10000, TRUE, 4000) };
  update (&counted);
  play (&counted, 16);
  g_assert_cmpuint (counted.n_resets, ==, 0);
  /* Dragged: the free-running clock does not advance. */
  counted.clock.time = 5000;
  update (&counted);
  g_assert_cmpuint (counted.n_resets, ==, 1);
  /* A jump while playing: the time advances more than the free-running clock. */
  counted.clock.time = 8000;
  counted.clock.global_ms += 16;
  update (&counted);
  g_assert_cmpuint (counted.n_resets, ==, 1);
  counted.clock.time = 2000;
  counted.clock.global_ms += 16;
  update (&counted);
  g_assert_cmpuint (counted.n_resets, ==, 1);
}

static void
sequences_shorter_than_a_frame_go_on (void)
{
  static const int32_t ends[] = { 1, 7, 15, 16, 17, 33, 40 };
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++) {
    Counted counted = { .clock = clock_at (100, 100 + ends[i], TRUE, 100) };
    guint n = 0, turns = 0;
    update (&counted);
    for (guint frame = 0; frame < 100; frame++) {
      play (&counted, 40);
      g_assert_cmpuint (counted.n_resets, ==, 0);
      n += counted.n_steps;
      turns += counted.n_turns;
    }
    g_test_message ("a sequence of %d ms", ends[i]);
    g_assert_cmpuint (n, ==, 4000 / MW_SIMULATION_STEP_MS);
    /* The sequence cannot start more often than once per step. */
    guint begun = 4000 / (guint) MAX (ends[i], MW_SIMULATION_STEP_MS);
    g_assert_cmpuint (turns, >=, begun - 1);
    g_assert_cmpuint (turns, <=, begun + 1);
  }
}

/* A run prepares each track only once, however many tracks there are; an edit after its end takes effect in the next
 * run. */
static void
what_is_known_of_keys_ends_with_the_run (void)
{
  enum { TRACKS = 3 * MW_KEYS_RUN_SLOTS };
  static const int32_t times[] = { 0, 100, 200 };
  MwMdlx *model = mw_mdlx_new ();
  MwTrack *tracks[TRACKS];
  MwClock clock = clock_at (0, 1000, FALSE, 50);
  for (guint i = 0; i < TRACKS; i++) {
    const float values[] = { (float) i, (float) i + 1, 0 };
    gpointer home = add (model, "geoset_animations", &mw_mdlx_geoset_animation_schema);
    tracks[i] = new_track (&mw_track_float_schema, MW_INTERPOLATION_LINEAR, 3, times, values, NULL, NULL);
    set_track (model, home, "alpha.track", tracks[i]);
  }
  for (guint edited = 0; edited < 2; edited++) {
    MwKeysRun run;
    MwTrackKeys here;
    mw_keys_run_init (&run);
    clock.run = &run;
    /* The times are no longer in order: the last key is now the one before the moment. */
    for (guint i = 0; edited && i < TRACKS; i++)
      ((int32_t *) tracks[i]->times.data)[2] = 50;
    for (guint look = 0; look < 3; look++)
      for (guint i = 0; i < TRACKS; i++)
        g_assert_cmpfloat (mw_evaluate_float (&model->model, tracks[i], &clock, -1, -1), ==,
                           edited ? 0 : (float) i + 0.5f);
    const MwTrackKeys *keys = mw_track_keys_at (&model->model, &tracks[7]->record, &clock, &here);
    g_assert_true (keys >= run.keys && keys < run.keys + MW_KEYS_RUN_SLOTS);
    g_assert_true (mw_track_keys_at (&model->model, &tracks[7]->record, &clock, &here) == keys);
    clock.run = NULL;
    g_assert_true (mw_track_keys_at (&model->model, &tracks[7]->record, &clock, &here) == &here);
  }
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/simulation/a slow frame does not restart the simulation", a_slow_frame_is_no_new_beginning);
  g_test_add_func ("/pose/simulation/the grid survives a slow frame", the_grid_survives_a_slow_frame);
  g_test_add_func ("/pose/simulation/a jump restarts", a_jump_restarts);
  g_test_add_func ("/pose/simulation/sequences shorter than a frame keep playing",
                   sequences_shorter_than_a_frame_go_on);
  g_test_add_func ("/pose/simulation/cached facts about keys end with the run",
                   what_is_known_of_keys_ends_with_the_run);
  return g_test_run ();
}
