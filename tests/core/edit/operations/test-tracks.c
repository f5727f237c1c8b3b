/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why operations on tracks refuse, and cases that real models may not have. */
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

#define ALPHA "geoset_animations[0].alpha.track"

static void
refusals (void)
{
  static const char *const cases[][2] = {
    { "keys-move bones[0] by=1", "has no keys" },
    { "keys-move " ALPHA " by=0", "nothing to move" },
    { "keys-move " ALPHA " by=1 sequence=sequences[1]", "nothing to move" },
    { "keys-move " ALPHA " by=1 sequence=sequences[0]", "1000 ms would leave its sequence" },
    { "keys-move " ALPHA " by=-1 sequence=sequences[0]", "0 ms would leave its sequence" },
    { "keys-move " ALPHA " by=2147483647", "500 ms would leave its sequence" },
    { "keys-scale-values bones[0] factor=2", "has no keys" },
    { "keys-scale-values " ALPHA " factor=1", "nothing to scale" },
    { "keys-scale-values attachments[0].visibility.track factor=2", "cannot" },
    { "keys-scale-values materials[0].layers[1].texture.track factor=2", "cannot" },
    { "track-fix-hemisphere " ALPHA, "has no rotations" },
    { "track-make-static attachments[0].visibility.track time=0", "has no static value" },
    { "track-make-static bones[0] time=0", "is not a track" },
    { "track-make-animated bones[0] field=name time=0", "has no static value" },
    { "track-make-animated materials[0].layers[0] field=flags time=0", "is no static value" },
    { "track-make-animated geoset_animations[0] field=alpha time=0", "is animated already" },
    { "track-remove-redundant", "nothing to remove" },
    { "track-reduce bones[0]", "has no keys" },
    { "track-reduce materials[0].layers[1].texture.track", "has no values that are interpolated" },
    { "track-reduce attachments[0].visibility.track tolerance=0", "nothing to remove" },
    { "track-set-interpolation " ALPHA " interpolation=linear", "is that already" },
    { "track-set-interpolation attachments[0].visibility.track interpolation=linear", "has no curve" },
    { "track-set-interpolation materials[0].layers[1].texture.track interpolation=none", "has no curve" },
    { "track-attach-global bones[0] global_sequence=global_sequences[0] sequence=sequences[0]", "is not a track" },
    { "track-attach-global " ALPHA " global_sequence=global_sequences[0] sequence=sequences[1]",
      "has no keys in that" },
    { "track-attach-global attachments[0].visibility.track global_sequence=global_sequences[0] sequence=sequences[0]",
      "follows a global sequence already" },
    { "track-release-global " ALPHA " sequence=sequences[0]", "follows no global sequence" },
  };
  g_autoptr (MwDocument) document = fixture_document ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *message = m2_refusal (document, cases[i][0]);
    if (!strstr (message, cases[i][1]))
      g_error ("%s: found \"%s\", expected it to say \"%s\"", cases[i][0], message, cases[i][1]);
  }
}

/* Only the keys of the named sequence move; without one, all do. */
static void
moved (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set sequences[0].interval.end=700");
  m2_do (document, "keys-move " ALPHA " by=200 sequence=sequences[0]");
  fixture_assert_value (document, ALPHA ".keys.time", "[200, 700, 1000]");
  fixture_assert_value (document, ALPHA ".keys.value", "[1, 0.5, 0]");
  m2_do (document, "keys-move " ALPHA " by=-300");
  fixture_assert_value (document, ALPHA ".keys.time", "[-100, 400, 700]");
}

static void
scaled (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "keys-scale-values " ALPHA " factor=0.5");
  fixture_assert_value (document, ALPHA ".keys.value", "[0.5, 0.25, 0]");
  m2_do (document, "keys-scale-values " ALPHA " factor=2 about=first");
  fixture_assert_value (document, ALPHA ".keys.value", "[0.5, 0, -0.5]");
  /* A slope has no place to be scaled about; a control value has. */
  m2_do (document, "set " ALPHA ".interpolation=Hermite");
  m2_do (document, "set " ALPHA ".keys.out_tan=[1, 1, 1]");
  m2_do (document, "keys-scale-values " ALPHA " factor=2 about=first");
  fixture_assert_value (document, ALPHA ".keys.out_tan", "[2, 2, 2]");
  m2_do (document, "set " ALPHA ".interpolation=Bezier");
  m2_do (document, "keys-scale-values " ALPHA " factor=2 about=first");
  fixture_assert_value (document, ALPHA ".keys.out_tan", "[3.5, 3.5, 3.5]");
}

/* The value between two keys becomes the static one; a track of its own takes it back. */
static void
there_and_back (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "track-make-static " ALPHA " time=750");
  fixture_assert_value (document, "geoset_animations[0].alpha", "0.25");
  m2_do (document, "track-make-animated geoset_animations[0] field=alpha time=12");
  fixture_assert_value (document, ALPHA ".keys.time", "[12]");
  fixture_assert_value (document, ALPHA ".keys.value", "[0.25]");
  fixture_assert_value (document, ALPHA ".interpolation", "Linear");
}

/* On a loop of 500 ms, 750 is 250. */
static void
on_a_loop (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set " ALPHA ".global_sequence=global_sequences[0]");
  m2_do (document, "track-make-static " ALPHA " time=750");
  fixture_assert_value (document, "geoset_animations[0].alpha", "0.75");
}

/* The curve has tangents, so it is left alone; without them, the key in the middle of a line goes. */
static void
reduced (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set " ALPHA ".interpolation=Hermite");
  g_autofree char *curved = m2_refusal (document, "track-reduce " ALPHA);
  g_assert_nonnull (strstr (curved, "has curves with tangents"));
  m2_do (document, "set " ALPHA ".interpolation=Linear");
  m2_do (document, "track-reduce " ALPHA);
  fixture_assert_value (document, ALPHA ".keys.time", "[0, 1000]");
  /* The middle key would be off by 0.1. */
  mw_document_undo (document);
  m2_do (document, "set " ALPHA ".keys.value=[1, 0.6, 0]");
  g_autofree char *needed = m2_refusal (document, "track-reduce " ALPHA " tolerance=0.09");
  g_assert_nonnull (strstr (needed, "nothing to remove"));
  m2_do (document, "track-reduce " ALPHA " tolerance=0.11");
  fixture_assert_value (document, ALPHA ".keys.value", "[1, 0]");
  /* Each sequence keeps its first and last key. */
  m2_do (document, "set " ALPHA ".keys.value=[1, 1]");
  for (guint time = 500; time <= 3000; time += 500) {
    g_autofree char *add = g_strdup_printf ("key-add " ALPHA " time=%u", time);
    if (time != 1000)
      m2_do (document, add);
  }
  m2_do (document, "track-reduce " ALPHA);
  fixture_assert_value (document, ALPHA ".keys.time", "[0, 1000, 2000, 3000]");
}

/* The end of a sequence that loops is followed by its start, with tangents for the way there. */
static void
curved (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=hermite");
  fixture_assert_value (document, ALPHA ".interpolation", "Hermite");
  fixture_assert_value (document, ALPHA ".keys.value", "[1, 0.5, 0]");
  fixture_assert_value (document, ALPHA ".keys.in_tan", "[1, -0.5, -0.5]");
  fixture_assert_value (document, ALPHA ".keys.out_tan", "[-0.5, -0.5, 1]");
  m2_do (document, "set " ALPHA ".keys.out_tan=[-0.75, -0.5, 1]");
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=bezier");
  fixture_assert_value (document, ALPHA ".keys.out_tan[0]", "0.75");
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=hermite");
  fixture_assert_value (document, ALPHA ".keys.out_tan[0]", "-0.75");
  /* Lines need more keys where it is curved, and only there. */
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=linear max_error=0.005");
  g_autofree char *times = fixture_get (document, ALPHA ".keys.time");
  g_assert_true (g_str_has_prefix (times, "[0, ") && g_str_has_suffix (times, ", 500, 1000]"));
  fixture_assert_value (document, ALPHA ".keys.out_tan", "[]");
}

/* A key between two sequences is shown by none, and stays. */
static void
between_sequences (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "key-add " ALPHA " time=1500");
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=hermite");
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=linear");
  fixture_assert_value (document, ALPHA ".keys.time", "[0, 500, 1000, 1500]");
}

/* Steps of one millisecond each for 200,000 ms would be more keys than a track can sensibly have. */
static void
too_many_keys (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set sequences[0].interval.end=200000");
  m2_do (document, "set sequences[1].interval.end=300001");
  m2_do (document, "set sequences[1].interval.start=300000");
  m2_do (document, "set " ALPHA ".keys.time=[0, 1000, 200000]");
  m2_do (document, "set " ALPHA ".keys.value=[0, 1, 10000]");
  g_autofree char *message = m2_refusal (document,
                                         "track-set-interpolation " ALPHA " interpolation=none max_error=0.000001");
  g_assert_nonnull (strstr (message, "more than 100,000 keys"));
}

/* A step becomes a line of one millisecond. */
static void
stepped (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set " ALPHA ".interpolation=DontInterp");
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=linear");
  fixture_assert_value (document, ALPHA ".keys.time", "[0, 499, 500, 999, 1000]");
  fixture_assert_value (document, ALPHA ".keys.value", "[1, 1, 0.5, 0.5, 0]");
  m2_do (document, "track-set-interpolation " ALPHA " interpolation=none max_error=0.3");
  fixture_assert_value (document, ALPHA ".interpolation", "DontInterp");
  fixture_assert_value (document, ALPHA ".keys.time", "[0, 499, 500, 999, 1000]");
}

/* A loop of 500 ms is played twice in Walk; its end jumps back to its start. */
static void
released (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "track-attach-global " ALPHA " global_sequence=global_sequences[0] sequence=sequences[0]");
  fixture_assert_value (document, ALPHA ".keys.time", "[0, 500, 1000]");
  m2_do (document, "track-release-global " ALPHA " sequence=sequences[1]");
  fixture_assert_value (document, ALPHA ".keys.time", "[2000, 2499, 2500, 2999, 3000]");
  m2_do (document, "track-attach-global " ALPHA " global_sequence=global_sequences[0] sequence=sequences[1]");
  m2_do (document, "set global_sequences[0].duration=0");
  g_autofree char *still = m2_refusal (document, "track-release-global " ALPHA " sequence=sequences[1]");
  g_assert_nonnull (strstr (still, "without a duration"));
}

/* Removing a track of ones leaves 1, whatever the static value was. Slopes are not redundant. */
static void
redundant (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set geoset_animations[0].alpha=0.5");
  m2_do (document, "set " ALPHA ".keys.value=[1, 1, 1]");
  m2_do (document, "set " ALPHA ".interpolation=Hermite");
  m2_do (document, "set " ALPHA ".keys.in_tan=[0, 1, 0]");
  g_autofree char *message = m2_refusal (document, "track-remove-redundant");
  g_assert_nonnull (strstr (message, "nothing to remove"));
  m2_do (document, "set " ALPHA ".keys.in_tan=[0, 0, 0]");
  m2_do (document, "track-remove-redundant");
  fixture_assert_value (document, "geoset_animations[0].alpha", "1");
  const MwRecord *animation = mw_document_get_model (document)->by_id[fixture_id (document, "geoset_animations[0]")];
  g_assert_null (((const MwMdlxGeosetAnimation *) animation)->alpha_track);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/edit/operations/tracks/each refusal says why", refusals);
  g_test_add_func ("/core/edit/operations/tracks/the keys of one sequence move, or all", moved);
  g_test_add_func ("/core/edit/operations/tracks/tangents are scaled with the values", scaled);
  g_test_add_func ("/core/edit/operations/tracks/a track becomes static and animated again", there_and_back);
  g_test_add_func ("/core/edit/operations/tracks/a time after the end of a loop is taken within it", on_a_loop);
  g_test_add_func ("/core/edit/operations/tracks/only keys that are needed stay", reduced);
  g_test_add_func ("/core/edit/operations/tracks/lines become curves and lines again", curved);
  g_test_add_func ("/core/edit/operations/tracks/a key that no sequence plays stays", between_sequences);
  g_test_add_func ("/core/edit/operations/tracks/a curve that needs too many keys is refused", too_many_keys);
  g_test_add_func ("/core/edit/operations/tracks/steps become lines of one millisecond", stepped);
  g_test_add_func ("/core/edit/operations/tracks/a loop is repeated in a sequence", released);
  g_test_add_func ("/core/edit/operations/tracks/a redundant track leaves its neutral value", redundant);
  return g_test_run ();
}
