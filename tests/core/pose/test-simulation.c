/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/simulation.h"
#include "core/pose/keys.h"
#include "tests/core/pose/models.h"

/* What the simulation asks for is counted. */
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
  counted->n_turns += step->turn ? 1 : 0;
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
a_jump_begins_anew (void)
{
  Counted counted = { .clock = clock_at (0, 10000, TRUE, 4000) };
  update (&counted);
  play (&counted, 16);
  g_assert_cmpuint (counted.n_resets, ==, 0);
  /* Dragged: the free time stands. */
  counted.clock.time = 5000;
  update (&counted);
  g_assert_cmpuint (counted.n_resets, ==, 1);
  /* While it plays: time goes further than the free time does. */
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
    /* It cannot begin more often than once in a step. */
    guint begun = 4000 / (guint) MAX (ends[i], MW_SIMULATION_STEP_MS);
    g_assert_cmpuint (turns, >=, begun - 1);
    g_assert_cmpuint (turns, <=, begun + 1);
  }
}

/* In a run the order of keys is asked for once; what is edited behind its end counts in the next. */
static void
what_is_known_of_keys_ends_with_the_run (void)
{
  int32_t times[200];
  const MwKeyWindow window = { 0, 1000, 250 };
  MwKeysAround around;
  for (int i = 0; i < 200; i++)
    times[i] = 4 * i;
  for (guint edited = 0; edited < 2; edited++) {
    if (edited) {
      times[0] = 249; /* not in order any more */
      times[62] = 900;
    }
    mw_keys_begin_run ();
    g_assert_cmpuint (mw_keys_run (), !=, 0);
    for (guint look = 0; look < 3; look++) {
      mw_keys_look (times, 200, &window, &around);
      g_assert_cmpuint (around.before, ==, edited ? 0 : 62);
      g_assert_cmpuint (around.after, ==, 63);
      /* Fewer of the same keys are other ones. */
      mw_keys_look (times + 1, 199, &window, &around);
      g_assert_cmpuint (around.before, ==, edited ? 60 : 61);
    }
    mw_keys_end_run ();
    g_assert_cmpuint (mw_keys_run (), ==, 0);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/simulation/a slow frame is no new beginning", a_slow_frame_is_no_new_beginning);
  g_test_add_func ("/pose/simulation/the grid survives a slow frame", the_grid_survives_a_slow_frame);
  g_test_add_func ("/pose/simulation/a jump begins anew", a_jump_begins_anew);
  g_test_add_func ("/pose/simulation/sequences shorter than a frame go on", sequences_shorter_than_a_frame_go_on);
  g_test_add_func ("/pose/simulation/what is known of keys ends with the run", what_is_known_of_keys_ends_with_the_run);
  return g_test_run ();
}
