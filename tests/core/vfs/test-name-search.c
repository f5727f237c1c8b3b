/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/name-search.h"

static const char *const names[] = {
  "Creature\\Bear\\Bear.M2",
  "Creature\\Bear\\BearSkin.blp",
  "Creature\\BearCub\\BearCub.mdx",
  "Creature\\Dire\\DireBear.m2",
  "Creature\\Dire\\Dire_Bear.m2",
  "Doodads\\Bear\\Rug.mdl",
  "Units\\Human\\Footman\\Footman.mdx",
  "Units\\Human\\Footman\\Footman_Portrait.mdx",
  "War3mapImported\\МЕДВЕДЬ.mdx",
  "anim12.mdx",
};
static const char *const models[] = { ".mdx", ".mdl", ".m2", NULL };

/* Asserts what is found, the best first; names are given by their number in `names`. */
static void
expect (MwNameSearch *search, const char *const *suffixes, const char *typed, const char *numbers)
{
  guint n = mw_name_search_run (search, suffixes, typed);
  g_autoptr (GString) found = g_string_new (NULL);
  for (guint i = 0; i < n; i++) {
    guint k = 0;
    while (k < G_N_ELEMENTS (names) && names[k] != mw_name_search_get (search, i))
      k++;
    g_string_append_printf (found, "%s%u", i ? " " : "", k);
  }
  g_assert_cmpstr (found->str, ==, numbers);
}

static MwNameSearch *
make (void)
{
  g_autoptr (GPtrArray) array = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_ptr_array_add (array, (gpointer) names[i]);
  return mw_name_search_new (array);
}

static void
the_best_match_comes_first (void)
{
  g_autoptr (MwNameSearch) search = make ();
  expect (search, models, "bear", "0 2 4 3 5");
  expect (search, NULL, "BEAR", "0 1 2 4 3 5");
  expect (search, models, "footman", "6 7");
  expect (search, models, "portrait", "7");
  expect (search, models, "12", "9");
}

/* A word counts where it is best, not where it is first. */
static void
the_best_place_of_a_word_counts (void)
{
  static const char *const two[] = { "DireBear.m2", "Snowbear_Bear.m2" };
  g_autoptr (GPtrArray) array = g_ptr_array_new ();
  g_ptr_array_add (array, (gpointer) two[0]);
  g_ptr_array_add (array, (gpointer) two[1]);
  g_autoptr (MwNameSearch) search = mw_name_search_new (array);
  g_assert_cmpuint (mw_name_search_run (search, NULL, "bear"), ==, 2);
  g_assert_cmpstr (mw_name_search_get (search, 0), ==, two[1]);
}

static void
each_word_must_be_in_the_name_in_any_order (void)
{
  g_autoptr (MwNameSearch) search = make ();
  expect (search, models, "bear dire", "4 3");
  expect (search, models, "  dire\tbear ", "4 3");
  expect (search, models, "human port foot", "7");
  expect (search, models, "bear human", "");
  expect (search, models, "doodads/bear", "5");
  expect (search, models, "human\\footman .mdx", "6 7");
  expect (search, models, "медведь", "8");
  /* More words than count are not looked at. */
  expect (search, models, "f o t m a n f o zzz", "6 7");
}

static void
nothing_typed_finds_all_of_the_kind (void)
{
  static const char *const images[] = { ".blp", NULL };
  g_autoptr (MwNameSearch) search = make ();
  expect (search, images, " ", "1");
  expect (search, models, "", "0 2 3 4 5 6 7 8 9");
  g_assert_cmpuint (mw_name_search_count (search, models), ==, 9);
  g_assert_cmpuint (mw_name_search_count (search, NULL), ==, 10);
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (MwNameSearch) empty = mw_name_search_new (none);
  g_assert_cmpuint (mw_name_search_run (empty, NULL, "x"), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vfs/name-search/the best match comes first", the_best_match_comes_first);
  g_test_add_func ("/vfs/name-search/the best place of a word counts", the_best_place_of_a_word_counts);
  g_test_add_func ("/vfs/name-search/each word must be in the name, in any order",
                   each_word_must_be_in_the_name_in_any_order);
  g_test_add_func ("/vfs/name-search/nothing typed finds all of the kind", nothing_typed_finds_all_of_the_kind);
  return g_test_run ();
}
