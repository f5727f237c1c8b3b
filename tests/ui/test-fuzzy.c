/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/fuzzy.h"

static guint
score (const char *typed, const char *label, const char *words)
{
  g_autoptr (MwFuzzy) fuzzy = mw_fuzzy_new (typed);
  g_autofree char *folded = mw_fuzzy_fold (label), *others = words ? mw_fuzzy_fold (words) : NULL;
  return mw_fuzzy_score (fuzzy, folded, others);
}

static void
test_order (void)
{
  /* From the best to the worst. */
  static const struct {
    const char *label, *words;
  } things[] = {
    { "Bone", NULL },
    { "Bone Up", NULL },
    { "Insert Bone", NULL },
    { "Ball Of Nice Earth", NULL },
    { "Backbone", NULL },
    { "Joint", "skeleton bone" },
    { "Joint", "skeleton backbone" },
    { "Botnet Line", NULL },
    { "Joint", "skeleton" },
  };
  guint before = G_MAXUINT;
  for (guint i = 0; i < G_N_ELEMENTS (things); i++) {
    guint now = score ("bone", things[i].label, things[i].words);
    g_test_message ("%s (%s): %u", things[i].label, things[i].words, now);
    g_assert_cmpuint (now, <, before);
    before = now;
  }
  g_assert_cmpuint (before, ==, 0);
}

static void
test_words (void)
{
  /* Each word must match, in any order, in the label or elsewhere. */
  g_assert_cmpuint (score ("filter set", "Set Filter Mode", NULL), >, 0);
  g_assert_cmpuint (score ("blend filter", "Set Filter Mode", "blend"), >, 0);
  g_assert_cmpuint (score ("blend texture", "Set Filter Mode", "blend"), ==, 0);
  /* A phrase is better than its words in another order, and the whole label is best. */
  g_assert_cmpuint (score ("filter mode", "Set Filter Mode", NULL), >, score ("mode filter", "Set Filter Mode", NULL));
  g_assert_cmpuint (score ("set filter mode", "Set Filter Mode", NULL), >,
                    score ("set filter", "Set Filter Mode", NULL));
  /* A better match of the second word counts. */
  g_assert_cmpuint (score ("add layer", "Add Layer", NULL), >, score ("add layer", "Add Multilayer", NULL));
  /* Blanks around and between words do not matter. */
  g_assert_cmpuint (score ("  filter \t mode ", "Set Filter Mode", NULL), >, 0);
  g_assert_cmpuint (score ("   ", "Set Filter Mode", NULL), ==, 1);
}

static gboolean
is_in (const char *typed, const char *label)
{
  g_autoptr (MwFuzzy) fuzzy = mw_fuzzy_new (typed);
  g_autofree char *folded = mw_fuzzy_fold (label);
  return mw_fuzzy_is_in (fuzzy, folded);
}

static void
test_is_in (void)
{
  g_assert_true (is_in ("portrait", "Set Up Portrait…"));
  g_assert_true (is_in (" Set ", "Set Up Portrait…"));
  g_assert_true (is_in ("filter mode", "Set Filter Mode"));
  g_assert_true (is_in ("add", "Readd, Add"));
  g_assert_false (is_in ("mode filter", "Set Filter Mode"));
  g_assert_false (is_in ("stand", "Add Standard Sequence…"));
  g_assert_false (is_in ("trait", "Set Up Portrait…"));
  g_assert_false (is_in ("gr", "Größe"));
  g_assert_false (is_in ("  ", "Set Filter Mode"));
}

static void
test_letters (void)
{
  g_assert_cmpuint (score ("sfm", "Set Filter Mode", NULL), >, score ("sfm", "Safemode", NULL));
  g_assert_cmpuint (score ("BONE_arm", "Bone_Arm_L", NULL), ==, score ("bone_arm", "Bone_Arm_L", NULL));
  g_assert_cmpuint (score ("arm", "Bone_Arm_L", NULL), >, score ("arm", "Bone_Charm_L", NULL));
  /* One letter finds only texts that contain it, and letters in another order find nothing. */
  g_assert_cmpuint (score ("z", "Set Filter Mode", NULL), ==, 0);
  g_assert_cmpuint (score ("mfs", "Set Filter Mode", NULL), ==, 0);
  /* Scattered letters begin with a word. */
  g_assert_cmpuint (score ("fltr", "Set Filter Mode", NULL), >, 0);
  g_assert_cmpuint (score ("lte", "Set Filter Mode", NULL), >, 0);
  g_assert_cmpuint (score ("ltr", "Set Filter Mode", NULL), ==, 0);
  /* Not if they are far apart. */
  g_assert_cmpuint (score ("ad", "a.bd", NULL), >, 0);
  g_assert_cmpuint (score ("ad", "a.bcd", NULL), ==, 0);
  g_assert_cmpuint (score ("stand", "SpellLeftHand", NULL), ==, 0);
  /* A letter is not taken for its bytes, and case is ignored beyond ASCII. */
  g_assert_cmpuint (score ("Größe", "GRÖßE der Schicht", NULL), >, 0);
  g_assert_cmpuint (score ("öä", "Ö und Ä", NULL), ==, 0);
  g_assert_cmpuint (score ("ol", "Öl", NULL), ==, 0);
  g_assert_cmpuint (score ("l", "Öl", NULL), ==, score ("b", "abc", NULL));
}

static void
test_narrows (void)
{
  static const char *const labels[] = { "Set Filter Mode", "Bone_Arm_L", "Layer 0 of Material 2", "Filter", "flm" };
  g_autoptr (MwFuzzy) none = mw_fuzzy_new (""), f = mw_fuzzy_new ("f"), fl = mw_fuzzy_new ("fl "),
                      fl_m = mw_fuzzy_new ("fl m"), lf = mw_fuzzy_new ("lf");
  g_assert_true (mw_fuzzy_narrows (f, none) && mw_fuzzy_narrows (fl, f) && mw_fuzzy_narrows (fl_m, fl));
  g_assert_false (mw_fuzzy_narrows (f, fl) || mw_fuzzy_narrows (lf, f));
  g_assert_true (mw_fuzzy_is_empty (none));
  g_assert_false (mw_fuzzy_is_empty (f));
  /* What matches the longer text matched the shorter one. */
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++) {
    g_autofree char *folded = mw_fuzzy_fold (labels[i]);
    g_assert_true (!mw_fuzzy_score (fl, folded, NULL) || mw_fuzzy_score (f, folded, NULL));
    g_assert_true (!mw_fuzzy_score (fl_m, folded, NULL) || mw_fuzzy_score (fl, folded, NULL));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/fuzzy/whether it is a word of a label", test_is_in);
  g_test_add_func ("/ui/fuzzy/better matches have a higher score", test_order);
  g_test_add_func ("/ui/fuzzy/each word has to match", test_words);
  g_test_add_func ("/ui/fuzzy/letters: initials, scattered, case, and beyond ASCII", test_letters);
  g_test_add_func ("/ui/fuzzy/typing on leaves fewer", test_narrows);
  return g_test_run ();
}
