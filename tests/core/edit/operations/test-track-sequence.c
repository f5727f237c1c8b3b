/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys of tracks that are copied to another sequence: times, ends, neighbours and refusals. */
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"
#include "tests/core/edit/operations/refusals.h"

#include <string.h>

#define TRACK "geoset_animations[0].alpha.track"
#define COPY "track-copy-sequence " TRACK " from=sequences[0] to=sequences[1]"

/* Stand is 0 to 1000 with keys at 0, 500 and 1000: 1, 0.5, 0. Walk is 2000 to 3000 without keys. */
static void
check (const char *script, const char *times, const char *values)
{
  g_autoptr (MwDocument) document = fixture_document ();
  g_autofree char *notices = refusals_run (document, script);
  fixture_assert_value (document, TRACK ".keys.time", times);
  fixture_assert_value (document, TRACK ".keys.value", values);
}

static void
times (void)
{
  check (COPY, "[0, 500, 1000, 2000, 2500, 3000]", "[1, 0.5, 0, 1, 0.5, 0]");
  check ("set sequences[1].interval.end=2500\n" COPY, "[0, 500, 1000, 2000, 2250, 2500]", "[1, 0.5, 0, 1, 0.5, 0]");
  check ("set sequences[1].interval.end=4000\n" COPY, "[0, 500, 1000, 2000, 3000, 4000]", "[1, 0.5, 0, 1, 0.5, 0]");
  /* The later one of two keys at the same millisecond stays. */
  check ("set sequences[1].interval.end=2001\n" COPY, "[0, 500, 1000, 2000, 2001]", "[1, 0.5, 0, 1, 0]");
  check ("set sequences[1].interval.end=2600\n" COPY " scale=0", "[0, 500, 1000, 2000, 2500, 2600]",
         "[1, 0.5, 0, 1, 0.5, 0.4]");
  check ("set sequences[1].interval.end=4000\n" COPY " scale=0", "[0, 500, 1000, 2000, 2500, 3000]",
         "[1, 0.5, 0, 1, 0.5, 0]");
}

/* What was there is replaced. */
static void
replaced (void)
{
  check (COPY "\nset " TRACK ".keys.value[3]=0.25\nset sequences[0].interval.end=900\n"
              "track-copy-sequence " TRACK " from=sequences[1] to=sequences[0]",
         "[0, 450, 900, 1000, 2000, 2500, 3000]", "[0.25, 0.5, 0, 0, 0.25, 0.5, 0]");
}

/* Only one of both is interpolated from its end to its start. */
static void
loops (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  static const gint32 at[] = { 100, 600 };
  static const float values[] = { 1, 0 };
  const MwArray none = { 0 };
  mw_document_begin (document, "keys");
  g_assert_true (mw_document_swap_keys (document, fixture_id (document, TRACK), mw_array_copy (at, 2, 4),
                                        mw_array_copy (values, 2, 4), none, none, NULL));
  mw_document_commit (document);
  m2_do (document, COPY);
  fixture_assert_value (document, TRACK ".keys.time", "[100, 600, 2100, 2600]");
  mw_document_undo (document);
  m2_do (document, "set sequences[1].flags=1");
  m2_do (document, COPY);
  fixture_assert_value (document, TRACK ".keys.time", "[100, 600, 2000, 2100, 2600, 3000]");
}

static void
refused (void)
{
  static const Refusal all[] = {
    { "track-copy-sequence bones[0] from=sequences[0] to=sequences[1]", "has no keys: give a track" },
    { "track-copy-sequence " TRACK " from=sequences[0] to=sequences[0]", "has these keys already" },
    { "track-copy-sequence " TRACK " from=sequences[1] to=sequences[0]", "nothing to copy" },
    { COPY "\n" COPY, "nothing to copy" },
    { "set sequences[1].interval.start=1000\n" COPY, "shares times with sequences[0]" },
    { "set sequences[1].interval.start=1000\ntrack-copy-sequence " TRACK " from=sequences[1] to=sequences[0]",
      "shares times with sequences[1]" },
    { "set sequences[1].interval.end=1999\n" COPY, "ends before it starts" },
    { "track-copy-sequence " TRACK " from=none to=sequences[0]", "two sequences must be given" },
  };
  refusals_check (all, G_N_ELEMENTS (all));
}

/* Sequences on the time line of M2 are interpolated up to the next key of another one. Those before and after keep what they show. */
static void
neighbours (void)
{
  static const gint32 at[] = { 0, 50, 150, 160, 300 };
  static const float values[15] = { 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0 };
  g_autoptr (MwFileSet) set = m2_made_set (256, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  for (guint i = 0; i < m2_model (document)->sequences.n; i++) {
    g_autofree char *start = g_strdup_printf ("set sequences[%u].interval.start=%u", i, i < 3 ? 100 * i : 1000 * i),
                    *end = g_strdup_printf ("set sequences[%u].interval.end=%u", i, (i < 3 ? 100 * i : 1000 * i) + 90);
    m2_do (document, start);
    m2_do (document, end);
  }
  const MwArray none = { 0 };
  mw_document_begin (document, "keys");
  g_assert_true (mw_document_swap_keys (document, fixture_id (document, "bones[0].translation.track"),
                                        mw_array_copy (at, 5, 4), mw_array_copy (values, 5, 12), none, none, NULL));
  mw_document_commit (document);
  m2_do (document, "track-copy-sequence bones[0].translation.track from=sequences[0] to=sequences[1]");
  fixture_assert_value (document, "bones[0].translation.track.keys.time", "[0, 50, 90, 100, 150, 190, 200, 300]");
  fixture_assert_value (document, "bones[0].translation.track.keys.value[2]", "{1.4, 0, 0}");
  fixture_assert_value (document, "bones[0].translation.track.keys.value[5]", "{1.4, 0, 0}");
}

/* The made set has no lane for sequence 7 here. Sequence 3 is an alias of 8. */
static void
lanes (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  m2_do (document, "track-copy-sequence bones[0].translation.track from=sequences[6] to=sequences[7]");
  fixture_assert_value (document, "bones[0].translation.track.lanes[7].sequence", "sequences[7]");
  fixture_assert_value (document, "bones[0].translation.track.lanes[7].keys.time", "[0, 123, 4409]");
  m2_do (document, "track-copy-sequence bones[0].translation.track from=sequences[3] to=sequences[9] scale=0");
  fixture_assert_value (document, "bones[0].translation.track.lanes[5].keys.time", "[0, 158, 4111]");
  /* The track of a lane is meant, which is copied once. */
  m2_do (document, "track-copy-sequence bones[0].translation.track.lanes[0],bones[0].translation.track.lanes[1] "
                   "from=sequences[6] to=sequences[9]");
  fixture_assert_value (document, "bones[0].translation.track.lanes[5].keys.time", "[0, 115, 4111]");
  g_autofree char *alias = m2_refusal (
                    document, "track-copy-sequence bones[0].translation.track from=sequences[6] to=sequences[3]"),
                  *shared = m2_refusal (document,
                                        "track-copy-sequence colors[0].alpha.track from=sequences[6] to=sequences[7]");
  g_assert_nonnull (strstr (alias, "is an alias"));
  g_assert_nonnull (strstr (shared, "the same keys for all sequences"));
}

/* Events have only times. */
static void
events (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (256, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  static const gint32 at[] = { 5718, 10100, 10158, 25721 };
  const MwArray none = { 0 };
  mw_document_begin (document, "events");
  g_assert_true (mw_document_swap_keys (document, fixture_id (document, "events[0].track"), mw_array_copy (at, 4, 4),
                                        none, none, none, NULL));
  mw_document_commit (document);
  /* From 10000 on, 3503 long, to 3333, 4001 long. */
  m2_do (document, "track-copy-sequence events[0].track from=sequences[1] to=sequences[0] scale=0");
  fixture_assert_value (document, "events[0].track.keys.time", "[3433, 3491, 10100, 10158, 25721]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/edit/operations/track-sequence/times fit the other sequence or stay", times);
  g_test_add_func ("/core/edit/operations/track-sequence/keys are replaced", replaced);
  g_test_add_func ("/core/edit/operations/track-sequence/a loop and one play have keys at their ends", loops);
  g_test_add_func ("/core/edit/operations/track-sequence/each refusal says why", refused);
  g_test_add_func ("/core/edit/operations/track-sequence/neighbours on the time line stay", neighbours);
  g_test_add_func ("/core/edit/operations/track-sequence/lanes", lanes);
  g_test_add_func ("/core/edit/operations/track-sequence/events", events);
  return g_test_run ();
}
