/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/film.h"

/* What pictures of a turn and of a sequence look like is in tests/app/cli/test-render.c. */

static const MwClock clock_of_loop = { .start = 1000, .end = 3000, .looping = TRUE, .time = 1700, .global_ms = 55 };

static void
a_loop_is_divided_evenly (void)
{
  const MwFilm film = { MW_FILM_SEQUENCE, 4 };
  for (guint i = 0; i < 4; i++) {
    const MwClock is = mw_film_clock (&film, &clock_of_loop, i);
    g_assert_cmpint (is.time, ==, 1000 + 500 * (int) i);
    g_assert_cmpuint (is.global_ms, ==, 500 * i);
  }
  g_assert_cmpfloat (mw_film_seconds (&film, &clock_of_loop), ==, 2);
  g_assert_cmpfloat (mw_film_ms (&film, &clock_of_loop, 2), ==, 500);
  g_assert_cmpfloat (mw_film_ms (&film, &clock_of_loop, 3), ==, 750);
}

static void
the_last_picture_of_another_sequence_is_its_end (void)
{
  const MwFilm film = { MW_FILM_SEQUENCE, 5 }, one = { MW_FILM_SEQUENCE, 1 };
  MwClock clock = clock_of_loop;
  clock.looping = FALSE;
  clock.fading.left_ms = 100;
  g_assert_cmpint (mw_film_clock (&film, &clock, 1).time, ==, 1500);
  g_assert_cmpint (mw_film_clock (&film, &clock, 4).time, ==, 3000);
  g_assert_cmpuint (mw_film_clock (&film, &clock, 4).fading.left_ms, ==, 0);
  g_assert_cmpfloat (mw_film_ms (&film, &clock, 2), ==, 500);
  g_assert_cmpint (mw_film_clock (&one, &clock, 0).time, ==, 1000);
  g_assert_cmpfloat (mw_film_ms (&one, &clock, 2), ==, 2000);
}

static void
a_turn_and_one_picture_show_their_moment (void)
{
  const MwFilm turn = { MW_FILM_TURN, 8 }, one = { MW_FILM_ONE, 1 };
  MwClock clock = clock_of_loop;
  clock.looping = FALSE;
  g_assert_cmpint (mw_film_clock (&turn, &clock, 3).time, ==, 1700);
  g_assert_cmpuint (mw_film_clock (&turn, &clock, 3).global_ms, ==, 55);
  g_assert_cmpint (mw_film_clock (&one, &clock, 0).time, ==, 1700);
  g_assert_cmpfloat (mw_film_seconds (&turn, &clock), ==, 4);
  g_assert_cmpfloat (mw_film_ms (&turn, &clock, 4), ==, 500);
}

static void
at_rest_nothing_moves (void)
{
  const MwFilm film = { MW_FILM_SEQUENCE, 3 };
  const MwClock rest = MW_CLOCK_REST;
  g_assert_true (mw_film_clock (&film, &rest, 2).rest);
  g_assert_cmpint (mw_film_clock (&film, &rest, 2).time, ==, 0);
  g_assert_cmpfloat (mw_film_seconds (&film, &rest), ==, 0);
  g_assert_cmpfloat (mw_film_ms (&film, &rest, 0), ==, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/film/a loop is divided evenly", a_loop_is_divided_evenly);
  g_test_add_func ("/render/film/the last picture of another sequence is its end",
                   the_last_picture_of_another_sequence_is_its_end);
  g_test_add_func ("/render/film/a turn and one picture show their moment", a_turn_and_one_picture_show_their_moment);
  g_test_add_func ("/render/film/at rest nothing moves", at_rest_nothing_moves);
  return g_test_run ();
}
