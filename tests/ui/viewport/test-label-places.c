/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/label-places.h"

/* Where names are written in the view. */

static void
a_name_is_above_to_the_right_of_its_point (void)
{
  MwLabelPlace place = { .x = 100, .y = 50, .width = 40, .height = 12 };
  mw_label_places_find (&place, 1);
  g_assert_true (place.shown);
  g_assert_cmpfloat (place.left, ==, 106);
  g_assert_cmpfloat (place.top, ==, 36);
}

static void
names_at_one_point_use_its_corners_and_the_fifth_is_left_out (void)
{
  MwLabelPlace places[5];
  for (guint i = 0; i < 5; i++)
    places[i] = (MwLabelPlace) { .x = 100, .y = 50, .width = 40, .height = 12, .depth = (float) (5 - i) };
  mw_label_places_find (places, 5);
  /* The nearest, which is the last, has the first corner. */
  g_assert_cmpfloat (places[4].left, ==, 106);
  g_assert_cmpfloat (places[4].top, ==, 36);
  g_assert_cmpfloat (places[3].left, ==, 106);
  g_assert_cmpfloat (places[3].top, ==, 52);
  g_assert_cmpfloat (places[2].left, ==, 54);
  g_assert_cmpfloat (places[2].top, ==, 36);
  g_assert_true (places[1].shown);
  g_assert_false (places[0].shown);
  /* What is selected comes before what is near. */
  places[0].first = TRUE;
  mw_label_places_find (places, 5);
  g_assert_true (places[0].shown);
  g_assert_false (places[1].shown);
}

static void
no_name_is_on_top_of_another (void)
{
  MwLabelPlace places[200];
  guint n_shown = 0;
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    /* Spread over the picture by steps that have no common factor with its sides. */
    places[i] = (MwLabelPlace) { .x = (float) (i * 211 % 600),
                                 .y = (float) (i * 137 % 400),
                                 .width = (float) (20 + i * 29 % 70),
                                 .height = 14,
                                 .depth = (float) (i * 7 % 9) };
  mw_label_places_find (places, G_N_ELEMENTS (places));
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    n_shown += places[i].shown;
    for (guint k = 0; k < i; k++)
      if (places[i].shown && places[k].shown)
        g_assert_true (
          places[i].left >= places[k].left + places[k].width || places[k].left >= places[i].left + places[i].width
          || places[i].top >= places[k].top + places[k].height || places[k].top >= places[i].top + places[i].height);
  }
  g_assert_cmpuint (n_shown, >, 40);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/label places/a name is above, to the right of its point",
                   a_name_is_above_to_the_right_of_its_point);
  g_test_add_func ("/ui/label places/names at one point use its corners, and the fifth is left out",
                   names_at_one_point_use_its_corners_and_the_fifth_is_left_out);
  g_test_add_func ("/ui/label places/no name is on top of another", no_name_is_on_top_of_another);
  return g_test_run ();
}
