/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations on what only sequences of M2 have: refusals, and what else must change. */
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"
#include "tests/core/edit/operations/refusals.h"

#include <string.h>

/* The made set has, from 264 on: 0 Stand/0, 1 Stand/1, 2 Walk/0 (external), 3 Run/0 (alias of 8), 4 EmoteTalk/0 (external), 5
 * EmoteTalk/1 (alias of 4), 6 SleepDown, 7 Sleep, 8 SleepUp, 9 Death, 10 Stand/2 (alias of 8), 11 Run/1 (external). 8, 3, 10 and
 * 4, 5 are rings. */

static MwDocument *
opened (guint version)
{
  g_autoptr (MwFileSet) set = m2_made_set (version, 1, 0);
  return m2_open (set);
}

/* Saves, and asks the second implementation what is wrong. Returns the files. */
static MwFileSet *
sound (MwDocument *document, const char *what)
{
  return m2_assert_sound (document, NULL, what);
}

static gboolean
has_part (const MwFileSet *set, const char *role)
{
  return mw_file_set_find (set, role) != NULL;
}

static void
check_all (guint version, const Refusal *refusals, guint n)
{
  for (guint i = 0; i < n; i++) {
    g_autoptr (MwDocument) document = opened (version);
    refusals_check_on (document, &refusals[i]);
  }
}

/* Checks pairs of an address and its value after a script. Returns the document. */
static MwDocument *
check_values (guint version, const char *script, const char *const *values)
{
  MwDocument *document = opened (version);
  g_autofree char *notices = refusals_run (document, script);
  for (; *values; values += 2)
    fixture_assert_value (document, values[0], values[1]);
  return document;
}

/* The same for a script that leaves nothing for the second implementation to find. */
static void
check_after (guint version, const char *script, const char *const *values)
{
  g_autoptr (MwDocument) document = check_values (version, script, values);
  g_autoptr (MwFileSet) set = sound (document, script);
}

/* --- Set animation -------------------------------------------------------------------------------------------------- */

static void
animation_refusals (void)
{
  static const Refusal all[] = {
    { "sequence-set-animation bones[0] animation=Walk", "is not a sequence" },
    { "sequence-set-animation sequences[0] animation=Wlak", "expected a name of the catalogue animations" },
    { "sequence-set-animation sequences[9] animation=Stand variation=1", "sequences[1] is: choose another number" },
    { "sequence-set-animation sequences[8],sequences[9] animation=Walk variation=5", "only one sequence" },
    { "sequence-set-animation sequences[9] animation=Death variation=0", "already" },
    /* Then the second sequence of the list, which is in a file, would be the first. */
    { "sequence-store sequences[1] where=file\nsequence-set-animation sequences[0] animation=Death",
      "would become the first sequence" },
    { "sequence-set-animation sequences[0] animation=Stand variation=7\n"
      "sequence-set-animation sequences[1] animation=Stand variation=0",
      "would become the first sequence" },
  };
  check_all (264, all, G_N_ELEMENTS (all));
  g_autoptr (MwDocument) mdlx = fixture_document ();
  refusals_check_on (mdlx,
                     &(Refusal) { "sequence-set-animation sequences[0] animation=Walk", "models of this format" });
}

static void
animation_of_one (void)
{
  static const char *const walk[] = {
    "sequences[9].animation", "Walk", "sequences[9].variation", "1", "sequences[2].next", "sequences[9]", NULL
  };
  static const char *const number[] = { "sequences[9].animation", "600", "sequences[9].variation", "7", NULL };
  /* SleepUp gets up, Death goes down. */
  static const char *const lies[] = { "sequences[8].flags", "0x23", NULL };
  static const char *const rises[] = { "sequences[9].flags", "0x25", "sequences[9].variation", "1", NULL };
  check_after (264, "sequence-set-animation sequences[9] animation=Walk", walk);
  g_autoptr (MwDocument)
    gap = check_values (264, "sequence-set-animation sequences[9] animation=600 variation=7", number);
  check_after (264, "sequence-set-animation sequences[8] animation=Death", lies);
  check_after (264, "sequence-set-animation sequences[9] animation=SleepUp", rises);
  check_after (256, "sequence-set-animation sequences[9] animation=Walk", walk);
}

/* Where another one keeps the free number, it is found. */
static void
animation_of_several (void)
{
  static const char *const values[] = { "sequences[9].variation",
                                        "3",
                                        "sequences[10].variation",
                                        "4",
                                        "sequences[8].next",
                                        "sequences[9]",
                                        "sequences[9].next",
                                        "sequences[10]",
                                        NULL };
  static const char *const hole[] = { "sequences[6].variation", "1", "sequences[10].variation", "9", NULL };
  check_after (264, "sequence-set-animation sequences[6],sequences[7] animation=Stand", values);
  g_autoptr (MwDocument) gap = check_values (264,
                                             "sequence-set-animation sequences[1] animation=Stand variation=9\n"
                                             "sequence-set-animation sequences[6] animation=Stand",
                                             hole);
}

/* What leaves an animation leaves no gap there. */
static void
animation_left (void)
{
  static const char *const values[] = {
    "sequences[10].variation", "1", "sequences[0].next", "sequences[10]", "sequences[1].variation", "0", NULL
  };
  /* The second one of two with the same number leaves no gap. */
  static const char *const same[] = { "sequences[10].variation", "1", "sequences[0].variation", "0", NULL };
  check_after (264, "sequence-set-animation sequences[1] animation=600", values);
  check_after (256,
               "set sequences[1].variation=0\nset sequences[10].variation=1\n"
               "sequence-set-animation sequences[1] animation=600",
               same);
}

/* The lowest number must come first in the list. */
static void
animation_order (void)
{
  static const char *const after[] = { "sequences[9].animation",
                                       "Death",
                                       "sequences[9].variation",
                                       "1",
                                       "sequences[8].animation",
                                       "Death",
                                       "sequences[8].variation",
                                       "0",
                                       "sequences[8].next",
                                       "sequences[9]",
                                       NULL };
  static const char *const before[] = { "sequences[0].animation",
                                        "Stand",
                                        "sequences[0].variation",
                                        "0",
                                        "sequences[0].flags",
                                        "0x21",
                                        "sequences[0].next",
                                        "sequences[1]",
                                        "sequences[1].variation",
                                        "1",
                                        NULL };
  check_after (264, "sequence-set-animation sequences[6] animation=Death", after);
  /* Stand/0 is free, because the only other Stand has 1. */
  check_after (264,
               "sequence-set-animation sequences[0] animation=Stand variation=3\n"
               "sequence-set-animation sequences[8] animation=Stand variation=0",
               before);
}

static void
animation_notice (void)
{
  g_autoptr (MwDocument) document = opened (264);
  g_autofree char *first = refusals_run (document, "sequence-set-animation sequences[1],sequences[10] animation=600");
  g_assert_null (strstr (first, "Stand"));
  g_autofree char *second = refusals_run (document, "sequence-set-animation sequences[0] animation=601");
  g_assert_nonnull (strstr (second, "no sequence is Stand now"));
}

/* The name of a file has the animation and the variation. */
static void
animation_files (void)
{
  g_autoptr (MwDocument) document = opened (264);
  m2_do (document, "sequence-set-animation sequences[4] animation=Run");
  g_autoptr (MwFileSet) set = sound (document, "another animation for a sequence with a file");
  fixture_assert_value (document, "sequences[11].variation", "2");
  g_assert_true (has_part (set, "anim5-2"));
  g_assert_false (has_part (set, "anim60-0"));
  /* The alias of it is the only one left, so it has the first number. */
  fixture_assert_value (document, "sequences[4].variation", "0");
  fixture_assert_value (document, "sequences[4].alias", "sequences[11]");
}

/* Old clients read what they play for an animation that the model lacks. */
static void
animation_substitutes (void)
{
  g_autoptr (MwDocument) document = opened (256);
  g_autofree char *before = fixture_get (document, "playable_animations[99]");
  m2_do (document, "sequence-set-animation sequences[6] animation=Death");
  g_autofree char *after = fixture_get (document, "playable_animations[99]");
  g_assert_cmpstr (before, !=, after);
  g_autoptr (MwFileSet) set = sound (document, "a removed animation");
}

/* --- Aliases -------------------------------------------------------------------------------------------------------- */

static void
alias_refusals (void)
{
  static const Refusal all[] = {
    { "sequence-make-alias bones[0] of=sequences[0]", "is not a sequence" },
    { "sequence-make-alias sequences[6] of=sequences[6]", "alias of itself" },
    { "sequence-make-alias sequences[0] of=sequences[6]", "first sequence" },
    /* 3 plays 8, so 8 would play itself. */
    { "sequence-make-alias sequences[8] of=sequences[3]", "alias of itself" },
    { "sequence-make-alias sequences[8] of=sequences[6]", "sequences[3] plays" },
    { "sequence-make-alias sequences[3] of=sequences[8]", "already" },
    { "sequence-make-alias sequences[3] of=sequences[10]", "already" },
    { "sequence-make-own sequences[0]", "is not an alias" },
    { "sequence-make-own bones[0]", "is not a sequence" },
  };
  static const Refusal old[] = {
    { "sequence-make-alias sequences[6] of=sequences[0]", "interval of the other one" },
    { "sequence-make-own sequences[6]", "before version 264 all sequences have keys" },
    { "sequence-store sequences[6] where=file", "before version 264 all keys" },
  };
  check_all (264, all, G_N_ELEMENTS (all));
  check_all (263, old, G_N_ELEMENTS (old));
}

static void
alias_rings (void)
{
  static const char *const first[] = {
    "sequences[6].alias", "sequences[7]", "sequences[7].alias", "sequences[6]", "sequences[7].flags", "0x68", NULL
  };
  static const char *const third[] = { "sequences[8].alias",
                                       "sequences[3]",
                                       "sequences[3].alias",
                                       "sequences[10]",
                                       "sequences[10].alias",
                                       "sequences[9]",
                                       "sequences[9].alias",
                                       "sequences[8]",
                                       "sequences[9].duration",
                                       "5003",
                                       NULL };
  /* An alias leaves its ring for another one, and one of an external sequence is not in the model either. */
  static const char *const moved[] = { "sequences[8].alias",
                                       "sequences[10]",
                                       "sequences[10].alias",
                                       "sequences[8]",
                                       "sequences[2].alias",
                                       "sequences[3]",
                                       "sequences[3].alias",
                                       "sequences[2]",
                                       "sequences[3].flags",
                                       "0xc0",
                                       NULL };
  static const char *const own[] = { "sequences[8].alias",
                                     "sequences[10]",
                                     "sequences[3].alias",
                                     "sequences[3]",
                                     "sequences[3].flags",
                                     "0xa0",
                                     "sequences[3].duration",
                                     "5003",
                                     NULL };
  static const char *const alone[] = {
    "sequences[4].alias", "sequences[4]", "sequences[5].alias", "sequences[5]", "sequences[5].flags", "0x21", NULL
  };
  check_after (264, "sequence-make-alias sequences[7] of=sequences[6]", first);
  check_after (264, "sequence-make-alias sequences[9] of=sequences[3]", third);
  check_after (264, "sequence-make-alias sequences[3] of=sequences[2]", moved);
  check_after (264, "set sequences[3].duration=5003\nset sequences[3].flags=0x1e0\nsequence-make-own sequences[3]",
               own);
  check_after (264, "sequence-make-own sequences[5]", alone);
}

/* Aliases that refer to each other in a chain without a ring still lead to the same sequence. */
static void
alias_chain (void)
{
  static const char *const values[] = { "sequences[3].alias",
                                        "sequences[8]",
                                        "sequences[10].alias",
                                        "sequences[10]",
                                        "sequences[8].alias",
                                        "sequences[8]",
                                        NULL };
  g_autoptr (MwDocument)
    document = check_values (264,
                             "set sequences[8].alias=sequences[8]\nset sequences[10].alias=sequences[8]\n"
                             "set sequences[3].alias=sequences[10]\nsequence-make-own sequences[10]",
                             values);
}

/* --- Store ---------------------------------------------------------------------------------------------------------- */

static void
store_refusals (void)
{
  static const Refusal all[] = {
    { "sequence-store bones[0] where=file", "is not a sequence" },
    { "sequence-store sequences[0] where=file", "first sequence" },
    { "sequence-store sequences[3] where=file", "is an alias" },
    { "sequence-store sequences[2] where=file", "are there already" },
    { "sequence-store sequences[0],sequences[9] where=model", "are there already" },
    /* Both would be "...0004-00.anim". */
    { "set sequences[9].animation=4\nset sequences[9].variation=0\nsequence-store sequences[9] where=file",
      "same file \"...0004-00.anim\" as sequences[2]" },
  };
  check_all (264, all, G_N_ELEMENTS (all));
}

static void
store_both_ways (void)
{
  g_autoptr (MwDocument) document = opened (264);
  m2_do (document, "set sequences[8].flags=0x125");
  m2_do (document, "sequence-store sequences[8],sequences[2] where=file");
  fixture_assert_value (document, "sequences[8].flags", "0x5");
  fixture_assert_value (document, "sequences[3].flags", "0xc0");
  fixture_assert_value (document, "sequences[10].flags", "0xc0");
  g_autoptr (MwFileSet) out = sound (document, "keys in files");
  g_assert_true (has_part (out, "anim101-0") && has_part (out, "anim4-0"));
  m2_do (document, "sequence-store sequences[8],sequences[2] where=model");
  fixture_assert_value (document, "sequences[3].flags", "0xe0");
  g_autoptr (MwFileSet) in = sound (document, "keys in the model");
  g_assert_false (has_part (in, "anim101-0") || has_part (in, "anim4-0"));
  g_assert_true (has_part (in, "anim60-0"));
}

/* Keys in the .m2 file take no name of a file. */
static void
store_same_numbers (void)
{
  g_autoptr (MwDocument) document = opened (264);
  m2_do (document, "set sequences[9].animation=SleepDown");
  m2_do (document, "set sequences[9].variation=0");
  m2_do (document, "sequence-store sequences[9] where=file");
  g_autoptr (MwFileSet) set = m2_saved (document);
  g_assert_true (has_part (set, "anim99-0"));
}

/* Without the file of Walk its keys cannot go anywhere. */
static void
files_not_found (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0), part = m2_set_with (set, "anim4-0", NULL, 0);
  g_autoptr (MwDocument) document = m2_open (part);
  static const Refusal all[] = {
    { "sequence-store sequences[2] where=model", "file that was not found" },
    { "sequence-set-animation sequences[2] animation=600", "\"...0004-00.anim\", which is not loaded" },
    { "sequence-make-alias sequences[2] of=sequences[0]", "\"...0004-00.anim\", which is not loaded" },
    { "sequence-make-alias sequences[9] of=sequences[2]\nsequence-make-own sequences[9]",
      "\"...0004-00.anim\", which is not loaded" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    refusals_check_on (document, &all[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name, function) g_test_add_func ("/core/edit/operations/M2 sequences/" name, function)
  TEST ("each refusal of set-animation says why", animation_refusals);
  TEST ("another animation for one sequence", animation_of_one);
  TEST ("free numbers for several", animation_of_several);
  TEST ("the old animation has no gap", animation_left);
  TEST ("the lowest number comes first", animation_order);
  TEST ("a model without Stand is noticed", animation_notice);
  TEST ("files are named by the animation", animation_files);
  TEST ("substitutes follow", animation_substitutes);
  TEST ("each refusal of aliases says why", alias_refusals);
  TEST ("aliases form rings", alias_rings);
  TEST ("a chain of aliases is closed", alias_chain);
  TEST ("each refusal of store says why", store_refusals);
  TEST ("keys go to a file and back", store_both_ways);
  TEST ("keys in the .m2 file take no name of a file", store_same_numbers);
  TEST ("keys in files that were not found stay there", files_not_found);
  return g_test_run ();
}
