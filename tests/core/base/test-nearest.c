/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/nearest.h"

static void
nearest (void)
{
  static const char *const words[] = { "parent", "nearest", "with", "interval.start", "interval.end", "x", NULL };
  static const struct {
    const char *word, *nearest;
  } cases[] = {
    { "parent", "parent" },
    { "parnt", "parent" },   /* one left out */
    { "parrent", "parent" }, /* one added */
    { "patent", "parent" },  /* one changed */
    { "PARENT", "parent" },  /* case is ignored */
    { "Nearst", "nearest" },
    { "wth", "with" },      /* one of three letters */
    { "wxy", NULL },        /* two of three letters */
    { "prnt", NULL },       /* two of four letters */
    { "prant", NULL },      /* two of five letters: more than a third */
    { "prnent", "parent" }, /* two of six letters */
    { "interval.strat", "interval.start" },
    { "interval.ed", "interval.end" },
    { "y", NULL }, /* every one-letter word is one letter away from every other */
    { "", NULL },
    { "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", NULL },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *hint = mw_did_you_mean (cases[i].word, words);
    g_autofree char *expected = cases[i].nearest ? g_strdup_printf ("; did you mean %s?", cases[i].nearest)
                                                 : g_strdup ("");
    g_assert_cmpstr (mw_nearest (cases[i].word, words), ==, cases[i].nearest);
    g_assert_cmpstr (hint, ==, expected);
  }
  static const char *const none[] = { NULL };
  g_assert_null (mw_nearest ("parent", none));
  /* The first of two that are equally near; otherwise the nearer one. */
  static const char *const two[] = { "boned", "bonez", "bones", NULL };
  g_assert_cmpstr (mw_nearest ("bonex", two), ==, "boned");
  g_assert_cmpstr (mw_nearest ("bones", two), ==, "bones");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/nearest/the nearest word is suggested, if it is near enough", nearest);
  return g_test_run ();
}
