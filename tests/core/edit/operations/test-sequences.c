/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why operations on sequences refuse, and what the table test cannot see: parameters and static values. */
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

static void
assert_refused (MwDocument *document, const char *line, const char *words)
{
  g_autofree char *message = m2_refusal (document, line);
  if (!strstr (message, words))
    g_error ("%s: found \"%s\", expected it to say \"%s\"", line, message, words);
}

static void
refusals (void)
{
  static const char *const cases[][2] = {
    { "sequence-delete-with-keys bones[0]", "is not a sequence" },
    { "sequence-duplicate-keys bones[0]", "is not a sequence" },
    { "sequence-split bones[0] time=1", "is not a sequence" },
    { "sequence-split sequences[0] sequences[1] time=1", "only one sequence is split" },
    { "sequence-split sequences[0] time=0", "between 0 and 1000 ms" },
    { "sequence-split sequences[0] time=1000", "between 0 and 1000 ms" },
    { "sequence-add name=\"\"", "needs a name" },
    { "sequence-pack outside=5", "found 5, expected one of drop, keep" },
    { "sequence-join sequences[0]", "two sequences are joined" },
    { "sequence-join sequences[0] bones[0]", "is not a sequence" },
  };
  g_autoptr (MwDocument) document = fixture_document ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused (document, cases[i][0], cases[i][1]);
  /* One millisecond is shared. */
  m2_do (document, "set sequences[1].interval.start=1000");
  g_autofree char *split = m2_refusal (document, "sequence-split sequences[0] time=500"),
                  *join = m2_refusal (document, "sequence-join sequences[1] sequences[0]");
  g_assert_nonnull (strstr (split, "shares times with sequences[1]"));
  g_assert_nonnull (strstr (join, "shares times with sequences[0]"));
  m2_do (document, "set sequences[1].interval.start=3001");
  assert_refused (document, "sequence-delete-with-keys sequences[1]", "ends before it starts");
  assert_refused (document, "sequence-pack", "ends before it starts");
}

static void
time_line_is_full (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set sequences[1].interval.end=2147483000");
  assert_refused (document, "sequence-duplicate-keys sequences[0] gap=1", "2147483647 ms");
  assert_refused (document, "sequence-split sequences[0] time=100 gap=1", "2147483647 ms");
  assert_refused (document, "sequence-join sequences[0] sequences[1] gap=1", "2147483647 ms");
  /* 900 ms would end after the last time that can be stored, 647 - 1 would not. */
  m2_do (document, "sequence-split sequences[0] time=354 gap=1");
  fixture_assert_value (document, "sequences[1].interval.end", "2147483647");
}

static void
lanes (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  assert_refused (document, "sequence-delete-with-keys sequences[0]", "keys of its own");
  assert_refused (document, "sequence-normalise-frequency bones[0]", "is not a sequence");
}

static void
pack (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  assert_refused (document, "sequence-pack gap=1000", "nothing to pack");
  /* The key at 500 is then in no sequence, as is that at 0. */
  m2_do (document, "set sequences[0].interval.start=600");
  m2_do (document, "sequence-pack gap=100 outside=keep");
  fixture_assert_value (document, "sequences[0].interval.end", "400");
  fixture_assert_value (document, "sequences[1].interval.start", "500");
  fixture_assert_value (document, "sequences[1].interval.end", "1500");
  fixture_assert_value (document, "geoset_animations[0].alpha.track.keys.time", "[400, 1600, 2100]");
  fixture_assert_value (document, "geoset_animations[0].alpha.track.keys.value", "[0, 1, 0.5]");
  assert_refused (document, "sequence-pack gap=100 outside=keep", "nothing to pack");
  m2_do (document, "sequence-pack gap=100");
  fixture_assert_value (document, "geoset_animations[0].alpha.track.keys.time", "[400]");
}

/* Alpha is 1 at the start of Stand. Without opening keys the tracks stay as they are. */
static void
opening (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "sequence-add name=Death length=300 gap=500");
  fixture_assert_value (document, "sequences[2].interval.start", "3500");
  fixture_assert_value (document, "sequences[2].interval.end", "3800");
  fixture_assert_value (document, "geoset_animations[0].alpha.track.keys.time", "[0, 500, 1000, 3500]");
  fixture_assert_value (document, "geoset_animations[0].alpha.track.keys.value", "[1, 0.5, 0, 1]");
  m2_do (document, "sequence-add name=Spell opening=none");
  fixture_assert_value (document, "geoset_animations[0].alpha.track.keys.time", "[0, 500, 1000, 3500]");
  fixture_assert_value (document, "sequences[3].name", "\"Spell\"");
}

/* An event at the time of the cut happens only once, in the second part. */
static void
events (void)
{
  static const gint32 times[] = { 100, 400, 1000 };
  MwMdlx *model = fixture_model ();
  MwRecord *event = mw_record_new (&mw_mdlx_event_object_schema);
  MwEventTrack *track = (MwEventTrack *) mw_record_new (&mw_event_track_schema);
  track->global_sequence = MW_REF_NONE;
  track->times = mw_array_copy (times, G_N_ELEMENTS (times), sizeof times[0]);
  mw_list_append (&model->model, &model->model.record, MW_FIELD (MwMdlx, nodes), event);
  mw_child_set (&model->model, event, MW_FIELD (MwMdlxEventObject, track), &track->record);
  g_autoptr (MwDocument) document = mw_document_new (&model->model, FIXTURE_FORMAT);
  m2_do (document, "sequence-split sequences[0] time=400 gap=1");
  fixture_assert_value (document, "event_objects[0].track.keys.time", "[100, 3001, 3601]");
  /* Without times the track stays: other programs cannot read an event object without one. */
  m2_do (document, "key-remove-all event_objects[0].track");
  fixture_assert_value (document, "event_objects[0].track.keys.time", "[]");
  m2_do (document, "add event_objects name=SNDxAAAA");
  fixture_assert_value (document, "event_objects[1].track.keys.time", "[]");
}

/* M2 before 264 shows values between two sequences: the key after the end of a sequence stays with it. */
static void
neighbours_in_m2 (void)
{
  static const gint32 times[] = { 0, 50, 150, 160, 300 };
  static const float values[15] = { 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0 };
  g_autoptr (MwFileSet) set = m2_made_set (256, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  MwM2 *model = m2_model (document);
  g_assert_cmpuint (model->sequences.n, >=, 3);
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    g_autofree char *line = g_strdup_printf ("set sequences[%u].interval.start=%u", i, i < 3 ? 100 * i : 200 * i);
    g_autofree char *end = g_strdup_printf ("set sequences[%u].interval.end=%u", i,
                                            i < 3 ? 100 * i + 90 : 200 * i + 90);
    m2_do (document, line);
    m2_do (document, end);
  }
  MwM2Track *track = ((MwM2Bone *) model->bones.items[0])->translation_track;
  g_assert_nonnull (track);
  const MwArray none = { 0 };
  mw_document_begin (document, "keys");
  g_assert_true (mw_document_swap_keys (document, track->record.id, mw_array_copy (times, 5, 4),
                                        mw_array_copy (values, 5, 12), none, none, NULL));
  mw_document_commit (document);
  m2_do (document, "sequence-delete-with-keys sequences[1]");
  /* The key at 150 follows the first sequence, that at 160 comes before the third. */
  fixture_assert_value (document, "bones[0].translation.track.keys.time", "[0, 50, 150, 160, 300]");
  m2_do (document, "sequence-delete-with-keys sequences[1]");
  fixture_assert_value (document, "bones[0].translation.track.keys.time", "[0, 50, 150, 160, 300]");
}

/* Walk has no key, so it shows the neutral value 1. It still does when the last keys of the track go. */
static void
static_value (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set geoset_animations[0].alpha=0.25");
  m2_do (document, "sequence-delete-with-keys sequences[0]");
  fixture_assert_value (document, "geoset_animations[0].alpha", "1");
  fixture_assert_value (document, "sequences[0].name", "\"Walk\"");
  g_autoptr (GError) error = NULL;
  MwTarget target;
  g_assert_false (
    mw_path_resolve_one (mw_document_get_model (document), "geoset_animations[0].alpha.track.keys", &target, &error));
}

static void
frequency (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (256, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  m2_do (document, "set sequences[*].animation=4");
  m2_do (document, "set sequences[*].frequency=0");
  m2_do (document, "sequence-normalise-frequency sequences[0]");
  gint sum = 0;
  const MwList *sequences = m2_list (document, "sequences");
  for (uint32_t i = 0; i < sequences->n; i++) {
    gint part = ((const MwM2Sequence *) sequences->items[i])->frequency, equal = 0x7FFF / (gint) sequences->n;
    g_assert_true (part == equal || part == equal + 1);
    sum += part;
  }
  g_assert_cmpint (sum, ==, 0x7FFF);
  assert_refused (document, "sequence-normalise-frequency sequences[0]", "nothing to change");
}

/* Stand Ready is played as Stand, and Walk cannot be made twice. */
static void
test_standard (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  assert_refused (document, "sequence-add-standard name=Walk", "nothing to add: sequences[1] is \"Walk\"");
  assert_refused (document, "sequence-add-standard name=Attak", "no sequence \"Attak\"; did you mean Attack?");
  assert_refused (document, "sequence-add-standard name=Dissolve", "no sequence \"Dissolve\"");
  assert_refused (document, "sequence-add-standard name=\"Decay Bone\"", "give the one to make it from");
  m2_do (document, "sequence-add-standard name=\"stand ready\" gap=100");
  fixture_assert_value (document, "sequences[1].name", "\"Stand Ready\"");
  fixture_assert_value (document, "sequences[1].interval.start", "3100");
  fixture_assert_value (document, "geoset_animations[0].alpha.track.keys.time", "[0, 500, 1000, 3100, 3600, 4100]");
  m2_do (document, "sequence-add-standard name=\"Decay Bone\" from=sequences[\"Walk\"]");
  fixture_assert_value (document, "sequences[3].name", "\"Decay Bone\"");
  m2_do (document, "set sequences[0].name=StandRaedy");
  m2_do (document, "set sequences[1].name=Spel");
  assert_refused (document, "sequence-add-standard name=Spell", "sequences[1]: may be meant to be \"Spell\"");
}

/* What is left begins and ends with a key, and no key of the kept part goes. Keys that another sequence plays stay. */
static void
test_crop (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "sequence-crop sequences[0] start=250 end=750");
  fixture_assert_value (document, "geoset_animations[0].alpha.track.keys.time", "[250, 500, 750]");
  m2_do (document, "sequence-crop sequences[0] start=0 end=250");
  fixture_assert_value (document, "geoset_animations[0].alpha.track.keys.time", "[250, 500]");
  mw_document_go_to (document, 0);
  m2_do (document, "set sequences[1].interval.start=900");
  m2_do (document, "sequence-crop sequences[0] start=0 end=501");
  fixture_assert_value (document, "geoset_animations[0].alpha.track.keys.time", "[0, 500, 501, 1000]");
  m2_do (document, "sequence-crop sequences[0] start=0 end=500");
  fixture_assert_value (document, "geoset_animations[0].alpha.track.keys.time", "[0, 500, 1000]");
}

/* Two sequences with one interval play the same keys. These are reversed or stretched once, not there and back. */
static void
test_shared_interval (void)
{
  g_autoptr (MwDocument) document = fixture_document (), once = fixture_document ();
  g_autofree char *path = NULL;
  m2_do (document, "duplicate sequences[0]");
  m2_do (document, "sequence-reverse sequences[0],sequences[1],sequences[0]");
  m2_do (once, "duplicate sequences[0]");
  m2_do (once, "sequence-reverse sequences[0]");
  g_assert_true (
    mw_model_equal (mw_document_get_model (document), mw_document_get_model (once), FIXTURE_FORMAT, &path));
  g_autofree char *before = fixture_get (document, "sequences[0].interval.end");
  m2_do (document, "sequence-retime sequences[0],sequences[1] factor=2");
  g_autofree char *after = fixture_get (document, "sequences[1].interval.end");
  g_assert_cmpstr (before, ==, "1000");
  g_assert_cmpstr (after, ==, "2000");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/edit/operations/sequences/each refusal says why", refusals);
  g_test_add_func ("/core/edit/operations/sequences/a full time line takes no new sequence", time_line_is_full);
  g_test_add_func ("/core/edit/operations/sequences/models with lanes are refused", lanes);
  g_test_add_func ("/core/edit/operations/sequences/packing keeps or removes other keys", pack);
  g_test_add_func ("/core/edit/operations/sequences/a track without keys leaves its neutral value", static_value);
  g_test_add_func ("/core/edit/operations/sequences/a new sequence opens as Stand does", opening);
  g_test_add_func ("/core/edit/operations/sequences/an event at a cut stays one event", events);
  g_test_add_func ("/core/edit/operations/sequences/keys that others are interpolated with stay", neighbours_in_m2);
  g_test_add_func ("/core/edit/operations/sequences/an expected sequence is made once", test_standard);
  g_test_add_func ("/core/edit/operations/sequences/a cropped sequence has keys at its ends", test_crop);
  g_test_add_func ("/core/edit/operations/sequences/equal shares where there are none", frequency);
  g_test_add_func ("/core/edit/operations/sequences/keys that two sequences share change once", test_shared_interval);
  return g_test_run ();
}
