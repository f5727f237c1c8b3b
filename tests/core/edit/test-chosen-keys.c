/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/track.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* The operations on chosen keys, and the one that sets the interval of a sequence. */

#define ALPHA "geoset_animations[0].alpha.track"
#define MOVES "bones[0].translation.track"
#define TIMES(expected) fixture_assert_value (world->document, ALPHA ".keys.time", expected)
#define VALUES(expected) fixture_assert_value (world->document, ALPHA ".keys.value", expected)

/* Four keys with values of their own: 0, 500, 1000 and 2500 ms. */
static void
setup (FixtureWorld *world, gconstpointer data)
{
  fixture_world_setup (world, data);
  m2_do (world->document, "key-add " ALPHA " time=2500");
  m2_do (world->document, "set " ALPHA ".keys.value=[0.1, 0.2, 0.3, 0.4]");
}

static void
assert_refused (FixtureWorld *world, const char *line, const char *words)
{
  g_autofree char *reason = m2_refusal (world->document, line);
  if (!strstr (reason, words))
    g_error ("%s: %s", line, reason);
}

static void
test_move (FixtureWorld *world, gconstpointer data)
{
  m2_do (world->document, "keys-move-some " ALPHA " keys=[1, 3] by=30");
  TIMES ("[0, 530, 1000, 2530]");
  VALUES ("[0.1, 0.2, 0.3, 0.4]");
  /* Past another key, and to an earlier time. */
  m2_do (world->document, "keys-move-some " ALPHA " keys=[2] by=-900");
  TIMES ("[0, 100, 530, 2530]");
  VALUES ("[0.1, 0.3, 0.2, 0.4]");
  /* It replaces the key that is there. */
  m2_do (world->document, "keys-move-some " ALPHA " keys=[1] by=430");
  TIMES ("[0, 530, 2530]");
  VALUES ("[0.1, 0.3, 0.4]");
  /* Chosen keys that come to the place of another chosen one replace nothing. */
  m2_do (world->document, "keys-move-some " ALPHA " keys=[0, 1] by=530");
  TIMES ("[530, 1060, 2530]");
  VALUES ("[0.1, 0.3, 0.4]");
  fixture_assert_undo (world->document, world->first);
}

static void
test_copy (FixtureWorld *world, gconstpointer data)
{
  m2_do (world->document, "keys-copy-some " ALPHA " keys=[0, 1] by=500");
  TIMES ("[0, 500, 1000, 2500]");
  VALUES ("[0.1, 0.1, 0.2, 0.4]");
  m2_do (world->document, "keys-copy-some " ALPHA " keys=[3] by=-400");
  TIMES ("[0, 500, 1000, 2100, 2500]");
  VALUES ("[0.1, 0.1, 0.2, 0.4, 0.4]");
  assert_refused (world, "keys-copy-some " ALPHA " keys=[0] by=0", "nothing to copy");
  fixture_assert_undo (world->document, world->first);
}

static void
test_scale (FixtureWorld *world, gconstpointer data)
{
  m2_do (world->document, "keys-scale-some " ALPHA " keys=[1, 2] about=400 factor=0.5");
  TIMES ("[0, 450, 700, 2500]");
  m2_do (world->document, "keys-scale-some " ALPHA " keys=[0, 1, 2] about=0 factor=0.001");
  /* 0.45 and 0.7 ms: the last key of each millisecond stays. */
  TIMES ("[0, 1, 2500]");
  VALUES ("[0.2, 0.3, 0.4]");
  assert_refused (world, "keys-scale-some " ALPHA " keys=[0] about=0 factor=2", "nothing to do");
  fixture_assert_undo (world->document, world->first);
}

static void
test_raise (FixtureWorld *world, gconstpointer data)
{
  m2_do (world->document, "keys-move-some " ALPHA " keys=[1, 2] by=20 raise={0.5, 0, 0, 0}");
  TIMES ("[0, 520, 1020, 2500]");
  VALUES ("[0.1, 0.7, 0.8, 0.4]");
  m2_do (world->document, "keys-copy-some " ALPHA " keys=[1] by=100 raise={-0.5, 0, 0, 0}");
  TIMES ("[0, 520, 620, 1020, 2500]");
  fixture_assert_value (world->document, ALPHA ".keys[1].value", "0.7");
  fixture_assert_value (world->document, ALPHA ".keys[2].value", "0.19999999");
  m2_do (world->document, "keys-set-some " ALPHA " keys=[0, 4] value=0.25");
  fixture_assert_value (world->document, ALPHA ".keys[0].value", "0.25");
  fixture_assert_value (world->document, ALPHA ".keys[4].value", "0.25");
  fixture_assert_value (world->document, ALPHA ".keys[1].value", "0.7");
  assert_refused (world, "keys-set-some " ALPHA " keys=[0] value=0.25", "nothing to do");
  assert_refused (world, "keys-set-some " ALPHA " keys=[0] component=y value=1", "fewer numbers");
  assert_refused (world, "keys-move-some " ALPHA " keys=[0] by=0 raise={0, 1, 0, 0}", "fewer numbers");
  assert_refused (world, "keys-set-some materials[0].layers[1].texture.track keys=[0] value=1", "cannot");
  m2_do (world->document, "add bones[0].translation.track");
  m2_do (world->document, "key-add bones[0].translation.track time=0");
  assert_refused (world, "keys-move-some " ALPHA " bones[0].translation.track keys=[0] by=0 raise={1, 0, 0, 0}",
                  "another kind");
  m2_do (world->document, "keys-set-some bones[0].translation.track keys=[0] component=y value=7");
  fixture_assert_value (world->document, "bones[0].translation.track.keys[0].value", "{0, 7, 0}");
  fixture_assert_undo (world->document, world->first);
}

/* Hermite tangents count from the value, Bezier ones are values. */
static void
test_raise_tangents (FixtureWorld *world, gconstpointer data)
{
  m2_do (world->document, "set " ALPHA ".interpolation=Hermite");
  m2_do (world->document, "set " ALPHA ".keys.in_tan=[0.5, 0.5, 0.5, 0.5]");
  m2_do (world->document, "set " ALPHA ".keys.out_tan=[0.25, 0.25, 0.25, 0.25]");
  m2_do (world->document, "keys-move-some " ALPHA " keys=[1] by=0 raise={1, 0, 0, 0}");
  fixture_assert_value (world->document, ALPHA ".keys[1].value", "1.2");
  fixture_assert_value (world->document, ALPHA ".keys[1].in_tan", "0.5");
  m2_do (world->document, "set " ALPHA ".interpolation=Bezier");
  m2_do (world->document, "keys-move-some " ALPHA " keys=[2] by=0 raise={1, 0, 0, 0}");
  fixture_assert_value (world->document, ALPHA ".keys[2].in_tan", "1.5");
  fixture_assert_value (world->document, ALPHA ".keys[2].out_tan", "1.25");
  fixture_assert_value (world->document, ALPHA ".keys[1].out_tan", "0.25");
}

/* A rotation is raised by its angles, as they go on from the keys before it. */
static void
test_raise_angles (FixtureWorld *world, gconstpointer data)
{
#define TURNS "bones[0].rotation.track"
  m2_do (world->document, "add " TURNS);
  m2_do (world->document, "key-add " TURNS " time=0");
  m2_do (world->document, "key-add " TURNS " time=400");
  m2_do (world->document, "set " TURNS ".interpolation=Hermite");
  m2_do (world->document, "set " TURNS ".keys[1].in_tan={0, 0, 0, 1}");
  m2_do (world->document, "keys-move-some " TURNS " keys=[1] by=0 raise={0, 0, 90, 0}");
  MwTarget target = fixture_target (world->document, TURNS ".keys[1].value");
  const MwTrack *track = (const MwTrack *) target.record;
  const float *q = (const float *) track->values.data + 4, *in = (const float *) track->in_tans.data + 4;
  for (guint k = 0; k < 4; k++) {
    g_assert_cmpfloat_with_epsilon (q[k], k < 2 ? 0.0f : 0.70710678f, 1e-6f);
    g_assert_cmpfloat_with_epsilon (in[k], q[k], 1e-6f);
  }
  m2_do (world->document, "keys-set-some " TURNS " keys=[1] component=z value=180");
  q = (const float *) ((const MwTrack *) fixture_target (world->document, TURNS ".keys[1].value").record)->values.data
      + 4;
  g_assert_cmpfloat_with_epsilon (q[2], 1.0f, 1e-6f);
  assert_refused (world, "keys-set-some " TURNS " keys=[1] component=w value=1", "by their angles");
  m2_do (world->document, "keys-move-some " TURNS " keys=[1] by=5 raise={0, 0, 10, 0}");
  q = (const float *) ((const MwTrack *) fixture_target (world->document, TURNS ".keys[1].value").record)->values.data
      + 4;
  g_assert_cmpfloat_with_epsilon (q[2], 0.9961947f, 1e-5f);
  g_assert_cmpfloat_with_epsilon (q[3], -0.0871557f, 1e-5f);
}

static void
test_delete (FixtureWorld *world, gconstpointer data)
{
  m2_do (world->document, "keys-delete-some " ALPHA " keys=[0, 2]");
  TIMES ("[500, 2500]");
  VALUES ("[0.2, 0.4]");
  m2_do (world->document, "keys-delete-some " ALPHA " keys=[0, 1]");
  fixture_assert_value (world->document, ALPHA, "none");
  fixture_assert_undo (world->document, world->first);
}

/* The numbers of the second track follow those of the first. */
static void
test_several (FixtureWorld *world, gconstpointer data)
{
  m2_do (world->document, "add " MOVES);
  m2_do (world->document, "key-add " MOVES " time=10");
  m2_do (world->document, "key-add " MOVES " time=20");
  m2_do (world->document, "keys-move-some " MOVES "," ALPHA " keys=[1, 2, 5] by=5");
  fixture_assert_value (world->document, MOVES ".keys.time", "[10, 25]");
  TIMES ("[5, 500, 1000, 2505]");
  assert_refused (world, "keys-move-some " MOVES "," ALPHA " keys=[6] by=5", "there is no key 6");
  /* The first track is removed with its keys, and the numbers stay. */
  m2_do (world->document, "keys-delete-some " MOVES "," ALPHA " keys=[0, 1, 3]");
  fixture_assert_value (world->document, MOVES, "none");
  TIMES ("[5, 1000, 2505]");
  fixture_assert_undo (world->document, world->first);
}

/* Keys that some files have. */
static void
test_odd (FixtureWorld *world, gconstpointer data)
{
  /* Two keys at one time move together, and replace the one that is there. */
  m2_do (world->document, "set " ALPHA ".keys.time=[100, 100, 1000, 2500]");
  m2_do (world->document, "keys-move-some " ALPHA " keys=[3] by=1");
  TIMES ("[100, 100, 1000, 2501]");
  m2_do (world->document, "keys-move-some " ALPHA " keys=[3] by=-1");
  m2_do (world->document, "keys-move-some " ALPHA " keys=[0, 1] by=900");
  TIMES ("[1000, 1000, 2500]");
  VALUES ("[0.1, 0.2, 0.4]");
  m2_do (world->document, "set " ALPHA ".keys.time=[50, 20, 70]");
  assert_refused (world, "keys-move-some " ALPHA " keys=[0] by=5", "not in the order");
  m2_do (world->document, "keys-delete-some " ALPHA " keys=[0]");
  TIMES ("[20, 70]");
  assert_refused (world, "keys-move-some " ALPHA " keys=[1] by=2147483600", "its times go from");
}

static void
test_interval (FixtureWorld *world, gconstpointer data)
{
  m2_do (world->document, "sequence-set-interval sequences[1] start=1800 end=2900");
  fixture_assert_value (world->document, "sequences[1].interval.start", "1800");
  fixture_assert_value (world->document, "sequences[1].interval.end", "2900");
  TIMES ("[0, 500, 1000, 2500]");
  assert_refused (world, "sequence-set-interval sequences[1] start=5 end=4", "end before it starts");
  assert_refused (world, "sequence-set-interval sequences[1] start=-1 end=4", "cannot start before 0");
  m2_do (world->document, "sequence-set-interval sequences[0] start=0 end=0");
  fixture_assert_undo (world->document, world->first);
}

/* --- Lanes ---------------------------------------------------------------------------------------------------------- */

/* The first lane of a sequence that has at least two keys, and the length of the sequence. */
static char *
find_lane (MwDocument *document, gint32 *length, gint32 *last)
{
  const MwM2 *model = m2_model (document);
  for (uint32_t i = 0; i < model->bones.n; i++) {
    const MwM2Bone *bone = (const MwM2Bone *) model->bones.items[i];
    const MwM2Track *track = bone->translation_track;
    for (uint32_t k = 0; track && k < track->lanes.n; k++) {
      const MwM2Lane *lane = (const MwM2Lane *) track->lanes.items[k];
      const MwRecord *sequence = mw_model_resolve (&model->model, lane->sequence);
      if (!sequence || lane->times.n < 2)
        continue;
      *length = (gint32) ((const MwM2Sequence *) sequence)->duration;
      *last = ((const gint32 *) lane->times.data)[lane->times.n - 1];
      return mw_record_path (&lane->record);
    }
  }
  return NULL;
}

static void
test_lane (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  gint32 length = 0, last = 0;
  g_autofree char *lane = find_lane (document, &length, &last);
  g_assert_nonnull (lane);
  const MwM2Lane *record = (const MwM2Lane *) fixture_target (document, lane).record;
  const guint n = record->times.n;
  g_autofree char *beyond = g_strdup_printf ("keys-move-some %s keys=[%u] by=%d", lane, n - 1, length - last + 1),
                  *before = g_strdup_printf ("keys-move-some %s keys=[0] by=-100000", lane),
                  *end = g_strdup_printf ("keys-move-some %s keys=[%u] by=%d", lane, n - 1, length - last);
  g_autofree char *reason = m2_refusal (document, beyond), *other = m2_refusal (document, before);
  g_assert_nonnull (strstr (reason, "its times go from 0 to"));
  g_assert_nonnull (strstr (other, "its times go from 0 to"));
  if (length > last)
    m2_do (document, end);
  g_assert_cmpint (((const gint32 *) record->times.data)[n - 1], ==, length);
}

static gboolean
find_ranged (MwRecord *record, gpointer data)
{
  const MwField *values = record->schema->keys == MW_KEYS_LANE ? mw_schema_part (record->schema, MW_PART_VALUES) : NULL;
  char **found = data;
  if (!*found && values && values->max == 1 && ((const MwArray *) mw_field_at (record, values))->n)
    *found = mw_record_path (record);
  return TRUE;
}

/* A number of 16 bits, from -1 to 1, is not moved out of its range. */
static void
test_range (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  g_autofree char *lane = NULL;
  mw_record_foreach (&mw_document_get_model (document)->record, find_ranged, &lane);
  g_assert_nonnull (lane);
  g_autofree char *line = g_strdup_printf ("keys-move-some %s keys=[0] by=0 raise={5, 0, 0, 0}", lane),
                  *path = g_strdup_printf ("%s.keys[0].value", lane);
  m2_do (document, line);
  fixture_assert_value (document, path, "1");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add (path, FixtureWorld, NULL, setup, func, fixture_world_teardown)
  ADD ("/chosen-keys/move-in-time-and-replace-what-is-there", test_move);
  ADD ("/chosen-keys/are-copied-to-other-times", test_copy);
  ADD ("/chosen-keys/are-scaled-about-a-time", test_scale);
  ADD ("/chosen-keys/are-raised-or-get-a-value", test_raise);
  ADD ("/chosen-keys/take-their-tangents-along", test_raise_tangents);
  ADD ("/chosen-keys/of-rotations-are-raised-by-angles", test_raise_angles);
  ADD ("/chosen-keys/are-deleted-and-a-track-without-keys-is-removed", test_delete);
  ADD ("/chosen-keys/of-several-tracks-are-counted-on", test_several);
  ADD ("/chosen-keys/may-share-a-time-or-be-out-of-order", test_odd);
  ADD ("/sequence-interval/changes-without-its-keys", test_interval);
  g_test_add_func ("/chosen-keys/of-a-lane-stay-in-their-sequence", test_lane);
  g_test_add_func ("/chosen-keys/stay-in-the-range-of-their-values", test_range);
  return g_test_run ();
}
