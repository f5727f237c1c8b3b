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
  refusals_check_on (mdlx, &(Refusal) { "sequence-set-animation sequences[0] animation=Walk", "is only for M2" });
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

/* Of all sequences, the first stays in the .m2 file, and aliases follow what they play. */
static void
store_all (void)
{
  g_autoptr (MwDocument) document = opened (264);
  m2_do (document, "sequence-store sequences[*] where=file");
  fixture_assert_value (document, "sequences[0].flags", "0xa0");
  fixture_assert_value (document, "sequences[3].flags", "0xc0");
  g_autoptr (MwFileSet) out = sound (document, "all keys in files");
  static const char *const roles[] = { "anim0-1",   "anim4-0",   "anim60-0", "anim99-0",
                                       "anim100-0", "anim101-0", "anim1-0",  "anim5-1" };
  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    g_assert_true (has_part (out, roles[i]));
  g_assert_false (has_part (out, "anim0-0") || has_part (out, "anim5-0") || has_part (out, "anim0-2"));
  m2_do (document, "sequence-store sequences[*] where=model");
  fixture_assert_value (document, "sequences[5].flags", "0x61");
  g_autoptr (MwFileSet) in = sound (document, "all keys in the model");
  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    g_assert_false (has_part (in, roles[i]));
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

/* --- Keys in other sequences ---------------------------------------------------------------------------------------- */

static void
key_refusals (void)
{
  static const Refusal all[] = {
    { "sequence-add name=Spel", "name or the number of its animation" },
    { "sequence-add name=70000", "name or the number of its animation" },
    { "sequence-duplicate-keys sequences[3]", "is an alias" },
    { "sequence-split sequences[3] time=9", "is an alias" },
    { "sequence-split sequences[6] time=5303", "between 0 and 5303 ms" },
    { "sequence-join sequences[6] sequences[3]", "is an alias" },
    { "set sequences[6].duration=2147480000\nsequence-join sequences[6] sequences[7]", "2147483647 ms" },
  };
  check_all (264, all, G_N_ELEMENTS (all));
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0), part = m2_set_with (set, "anim4-0", NULL, 0);
  static const Refusal lost[] = {
    { "sequence-duplicate-keys sequences[2]", "file that was not found" },
    { "sequence-split sequences[2] time=9", "file that was not found" },
    { "sequence-join sequences[0] sequences[2]", "file that was not found" },
  };
  g_autoptr (MwDocument) document = m2_open (part);
  for (guint i = 0; i < G_N_ELEMENTS (lost); i++)
    refusals_check_on (document, &lost[i]);
}

/* A new sequence is in the model, and goes down if it is Death. It is a variation where there is one. */
static void
added (void)
{
  static const char *const death[] = { "sequences[12].animation",
                                       "Death",
                                       "sequences[12].variation",
                                       "1",
                                       "sequences[12].flags",
                                       "0x22",
                                       "sequences[12].duration",
                                       "1000",
                                       "sequences[9].next",
                                       "sequences[12]",
                                       "sequences[12].alias",
                                       "sequences[12]",
                                       NULL };
  static const char *const number[] = {
    "sequences[12].animation", "600", "sequences[12].duration", "7", "sequences[12].alias", "sequences[12]", NULL
  };
  static const char *const old[] = {
    "sequences[12].flags", "0x2", "sequences[12].interval.start", "85137", "sequences[12].interval.end", "85437", NULL
  };
  check_after (264, "sequence-add name=Death", death);
  check_after (264, "sequence-add name=600 length=7", number);
  check_after (256, "sequence-add name=Death length=300", old);
}

static void
opening_is_optional (void)
{
  g_autoptr (MwDocument) with = opened (264), without = opened (264), first = opened (264);
  m2_do (with, "sequence-add name=Spell");
  m2_do (without, "sequence-add name=Spell opening=none");
  g_autofree char *kept = fixture_get (first, "particles[0].emission_rate.track.lanes"),
                  *plain = fixture_get (without, "particles[0].emission_rate.track.lanes"),
                  *opens = fixture_get (with, "particles[0].emission_rate.track.lanes");
  g_assert_cmpstr (kept, ==, plain);
  g_assert_cmpstr (kept, !=, opens);
}

/* The event at the cut is only in the second part. Aliases play the first part. */
static void
split_in_lanes (void)
{
  static const char *const values[] = { "sequences[8].duration",
                                        "158",
                                        "sequences[3].duration",
                                        "158",
                                        "sequences[9].duration",
                                        "4845",
                                        "sequences[9].variation",
                                        "1",
                                        "bones[0].translation.track.lanes[4].keys.time",
                                        "[0, 158]",
                                        "bones[0].translation.track.lanes[5].keys.time",
                                        "[0]",
                                        NULL };
  g_autoptr (MwDocument) document = check_values (264, "sequence-split sequences[8] time=158", values);
}

/* The event at the cut is only in the second part, in lanes and on the time line. */
static void
split_events (void)
{
  static const char *const lanes[] = { "events[0].track.lanes[6].keys.time", "[100]",
                                       "events[0].track.lanes[7].keys.time", "[0]", NULL };
  /* The second part begins at 90000. */
  static const char *const line[] = { "events[0].track.keys.time", "[5718, 10100, 25721, 90000]", NULL };
  g_autoptr (MwDocument) one = check_values (
    264, "set events[0].track.lanes[6].keys.time=[100, 158]\nsequence-split sequences[8] time=158", lanes);
  g_autoptr (MwDocument) other = opened (256);
  const gint32 times[] = { 5718, 10100, 10158, 25721 };
  const MwArray none = { 0 };
  mw_document_begin (other, "events");
  g_assert_true (
    mw_document_swap_keys (other, ((const MwM2Event *) m2_list (other, "events")->items[0])->track->record.id,
                           mw_array_copy (times, G_N_ELEMENTS (times), sizeof times[0]), none, none, none, NULL));
  mw_document_commit (other);
  m2_do (other, "sequence-split sequences[1] time=158 gap=5863");
  fixture_assert_value (other, line[0], line[1]);
}

/* A loop of M2 is not interpolated from its end to its start, so it needs no keys there. */
static void
split_loop (void)
{
  static const char *const values[] = { "sequences[7].duration",
                                        "100",
                                        "bones[1].translation.track.lanes[5].keys.time",
                                        "[0, 100]",
                                        "bones[1].translation.track.lanes[6].keys.time",
                                        "[0, 204]",
                                        NULL };
  check_after (264, "sequence-split sequences[7] time=100", values);
}

/* Bounds of zeros state nothing. */
static void
join_blank_bounds (void)
{
  static const char *const values[] = { "sequences[6].bounds.min",
                                        "{1, 2, 3}",
                                        "sequences[6].bounds.max",
                                        "{4, 5, 6}",
                                        "sequences[6].bounds.radius",
                                        "7",
                                        NULL };
  check_after (264,
               "set sequences[6].bounds.min={0, 0, 0}\nset sequences[6].bounds.max={0, 0, 0}\n"
               "set sequences[6].bounds.radius=0\nset sequences[7].bounds.min={1, 2, 3}\n"
               "set sequences[7].bounds.max={4, 5, 6}\nset sequences[7].bounds.radius=7\n"
               "sequence-join sequences[6] sequences[7]",
               values);
}

/* The copy leaves the variations of its original. An alias is made from what it plays. */
static void
standard (void)
{
  static const char *const swim[] = { "sequences[3].animation",
                                      "Swim",
                                      "sequences[3].variation",
                                      "0",
                                      "sequences[3].next",
                                      "none",
                                      "sequences[2].next",
                                      "none",
                                      "sequences[3].flags",
                                      "0x80",
                                      NULL };
  static const char *const stun[] = { "sequences[9].animation",
                                      "Stun",
                                      "sequences[9].next",
                                      "none",
                                      "sequences[8].next",
                                      "none",
                                      "sequences[9].flags",
                                      "0x21",
                                      NULL };
  check_after (264, "sequence-add-standard name=Swim", swim);
  check_after (264, "sequence-add-standard name=Stun from=sequences[3]", stun);
  check_all (264, (const Refusal[]) { { "sequence-add-standard name=Run", "nothing to add: sequences[3]" } }, 1);
}

/* Where one of both has no keys, keys state the neutral value. */
static void
join_in_lanes (void)
{
  static const char *const first[] = { "bones[0].translation.track.lanes[6].sequence",
                                       "sequences[7]",
                                       "bones[0].translation.track.lanes[6].keys.time",
                                       "[0, 4409, 4410, 4575, 8521]",
                                       "sequences[7].duration",
                                       "8521",
                                       NULL };
  static const char *const second[] = { "bones[0].translation.track.lanes[3].keys.time", "[0, 148, 5303, 5304, 9713]",
                                        "sequences[6].duration", "9713", NULL };
  /* Keys after the end of the first were never played. */
  static const char *const longer[] = { "bones[0].translation.track.lanes[3].keys.time",
                                        "[0, 148, 1000, 1001, 1166, 5112]", NULL };
  check_after (264, "sequence-join sequences[7] sequences[9]", first);
  check_after (264, "sequence-join sequences[6] sequences[7]", second);
  check_after (264, "set sequences[6].duration=1000\nsequence-join sequences[6] sequences[9]", longer);
  g_autoptr (MwDocument) document = opened (264);
  m2_do (document, "sequence-join sequences[7] sequences[9]");
  fixture_assert_value (document, "bones[0].translation.track.lanes[6].keys.value[0]", "{0, 0, 0}");
  fixture_assert_value (document, "bones[0].translation.track.lanes[6].keys.value[1]", "{0, 0, 0}");
}

/* A longer or shorter sequence has aliases of the same length. */
static void
aliases_have_the_length (void)
{
  static const char *const longer[] = {
    "sequences[8].duration", "10006", "sequences[3].duration", "10006", "sequences[10].duration", "10006", NULL
  };
  static const char *const cropped[] = { "sequences[8].duration", "100", "sequences[3].duration", "100", NULL };
  check_after (264, "sequence-retime sequences[8] factor=2", longer);
  check_after (264, "sequence-crop sequences[8] start=0 end=100", cropped);
}

/* On the time line of M2 the key at 160 also belongs to the third sequence, which interpolates from it. */
static void
crop_leaves_neighbours (void)
{
  static const gint32 times[] = { 0, 50, 150, 160, 300 };
  static const float values[15] = { 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0 };
  g_autoptr (MwDocument) document = opened (256);
  for (guint i = 0; i < m2_model (document)->sequences.n; i++) {
    g_autofree char *start = g_strdup_printf ("set sequences[%u].interval.start=%u", i, i < 3 ? 100 * i : 1000 * i),
                    *end = g_strdup_printf ("set sequences[%u].interval.end=%u", i, (i < 3 ? 100 * i : 1000 * i) + 90);
    m2_do (document, start);
    m2_do (document, end);
  }
  const MwM2Track *track = ((const MwM2Bone *) m2_model (document)->bones.items[0])->translation_track;
  const MwArray none = { 0 };
  mw_document_begin (document, "keys");
  g_assert_true (mw_document_swap_keys (document, track->record.id, mw_array_copy (times, 5, 4),
                                        mw_array_copy (values, 5, 12), none, none, NULL));
  mw_document_commit (document);
  m2_do (document, "sequence-crop sequences[1] start=0 end=20");
  fixture_assert_value (document, "bones[0].translation.track.keys.time", "[0, 50, 120, 160, 300]");
  /* Nothing changes for the others: the first part plays up to the key at 160. */
  mw_document_undo (document);
  m2_do (document, "sequence-split sequences[1] time=20 gap=10");
  g_autofree char *text = fixture_get (document, "bones[0].translation.track.keys.time");
  g_assert_true (g_str_has_prefix (text, "[0, 50, 150, 160, 300, "));
}

/* A track with one key shows it in all sequences, so a copy of one needs no key. */
static void
constants_stay (void)
{
  g_autoptr (MwDocument) document = opened (256);
  const gint32 time = 0;
  const float value[3] = { 1, 2, 3 };
  const MwM2Track *track = ((const MwM2Bone *) m2_model (document)->bones.items[0])->translation_track;
  const MwArray none = { 0 };
  mw_document_begin (document, "keys");
  g_assert_true (mw_document_swap_keys (document, track->record.id, mw_array_copy (&time, 1, 4),
                                        mw_array_copy (value, 1, 12), none, none, NULL));
  mw_document_commit (document);
  m2_do (document, "sequence-duplicate-keys sequences[1]");
  m2_do (document, "sequence-add name=Spell");
  fixture_assert_value (document, "bones[0].translation.track.keys.time", "[0]");
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
  TEST ("all keys go to files and back", store_all);
  TEST ("keys in the .m2 file take no name of a file", store_same_numbers);
  TEST ("keys in files that were not found stay there", files_not_found);
  TEST ("each refusal about keys says why", key_refusals);
  TEST ("a new sequence has what its animation needs", added);
  TEST ("opening keys are optional", opening_is_optional);
  TEST ("lanes are divided", split_in_lanes);
  TEST ("an event at a cut stays one event", split_events);
  TEST ("a divided loop needs no keys at its ends", split_loop);
  TEST ("an expected sequence is a copy with another animation", standard);
  TEST ("lanes are joined", join_in_lanes);
  TEST ("bounds of zeros state nothing", join_blank_bounds);
  TEST ("aliases have the length of what they play", aliases_have_the_length);
  TEST ("cropping and splitting leave neighbours as they are", crop_leaves_neighbours);
  TEST ("constants need no keys", constants_stay);
  return g_test_run ();
}
