/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/script.h"
#include "core/edit/operations/tracks/key-put.h"
#include "core/edit/operations/turn.h"
#include "core/io/registry.h"
#include "core/model/aspects.h"
#include "core/pose/math.h"
#include "core/pose/skeleton.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Posing by keys, and places at rest: where things are afterwards, computed from the matrices of the nodes. */

#define ADD(path, func) g_test_add (path, FixtureWorld, NULL, fixture_world_setup, func, fixture_world_teardown)
#define VALUE(path, expected) fixture_assert_value (world->document, path, expected)

static void
run (MwDocument *document, const char *line)
{
  g_autoptr (GError) error = NULL;
  gboolean ok = mw_script_run_line (document, line, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ok);
}

static void
assert_refused (MwDocument *document, const char *line, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_assert_false (mw_script_run_line (document, line, NULL, &error));
  if (!strstr (error->message, words))
    g_error ("found \"%s\", expected it to say \"%s\"", error->message, words);
}

/* The matrix of a node at a time (ms from the start) of a sequence. */
static void
world_of (MwDocument *document, MwId node, MwId sequence, gint32 time, float out[16])
{
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  MwClock clock = MW_CLOCK_REST;
  mw_clock_play (&clock, model, sequence);
  clock.time += time;
  mw_skeleton_matrix_at_time (skeleton, node, &clock, out);
}

static void
place_of (MwDocument *document, MwId node, MwId sequence, gint32 time, float out[3])
{
  const MwModel *model = mw_document_get_model (document);
  float world[16];
  world_of (document, node, sequence, time, world);
  mw_mat_point (world, mw_node_place (model, mw_model_find (model, node)), out);
}

static void
assert_close (const float *a, const float *b, guint n, double within)
{
  for (guint i = 0; i < n; i++)
    if (!(fabs ((double) a[i] - (double) b[i]) <= within))
      g_error ("number %u is %g, expected %g", i, (double) a[i], (double) b[i]);
}

/* --- Turns ------------------------------------------------------------------------------------------------------------ */

static void
test_turns (void)
{
  static const float axes[][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, -1 }, { 0.6f, 0, 0.8f }, { 0.48f, -0.6f, 0.64f } };
  static const double angles[] = { 0.3, -1.2, G_PI / 2, 3.1, -2.9 };
  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    for (guint k = 0; k < G_N_ELEMENTS (angles); k++) {
      float degrees[3];
      double axis[3], angle, m[3][3];
      mw_turn_of_axis (axes[i], angles[k], degrees);
      mw_turn_to_axis (degrees, axis, &angle);
      for (int c = 0; c < 3; c++)
        g_assert_cmpfloat_with_epsilon (axis[c] * angle, (double) axes[i][c] * angles[k], 1e-4);
      /* The matrix keeps the axis. */
      mw_turn_matrix (degrees, m);
      for (int c = 0; c < 3; c++)
        g_assert_cmpfloat_with_epsilon (m[c][0] * axis[0] + m[c][1] * axis[1] + m[c][2] * axis[2], axis[c], 1e-5);
    }
  const float quarter[3] = { 0, 0, 90 }, none[3] = { 0, 0, 0 };
  double m[3][3], axis[3], angle;
  mw_turn_matrix (quarter, m);
  g_assert_cmpfloat (m[1][0], ==, 1);
  g_assert_cmpfloat (m[0][1], ==, -1);
  mw_turn_to_axis (none, axis, &angle);
  g_assert_cmpfloat (angle, ==, 0);
}

/* --- Warcraft III ------------------------------------------------------------------------------------------------------ */

/* Bones Root, Arm and Hand; Arm has keys in Stand that turn it by 90 degrees about z. */
static void
test_move_below_a_turned_parent (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  run (document, "node-pose bones[1] sequence=sequences[0] time=100 rotate={0,0,90}");
  run (document, "node-pose bones[2] sequence=sequences[0] time=400 move={3,0,5}");
  const MwId hand = fixture_id (document, "bones[2]"), stand = fixture_id (document, "sequences[0]"),
             walk = fixture_id (document, "sequences[1]");
  float at[3];
  place_of (document, hand, stand, 400, at);
  assert_close (at, (const float[]) { 3, 0, 5 }, 3, 1e-5);
  /* x of the model is -y of the turned parent. */
  assert_close (((const MwMdlxNode *) fixture_target (document, "bones[2]").record)->translation_track->values.data,
                (const float[]) { 0, -3, 5 }, 3, 1e-5);
  VALUE ("bones[2].translation.track.keys.time", "[400]");
  VALUE ("bones[1].rotation.track.keys.time", "[100]");
  /* The first key holds for the whole sequence, and Walk is as it was. */
  place_of (document, hand, stand, 0, at);
  assert_close (at, (const float[]) { 3, 0, 5 }, 3, 1e-5);
  place_of (document, hand, walk, 400, at);
  assert_close (at, (const float[]) { 0, 0, 0 }, 3, 1e-5);
  g_assert_null (((const MwMdlxNode *) fixture_target (document, "bones[2]").record)->rotation_track);
  run (document, "node-pose bones[2] sequence=sequences[1] time=10 scale={2,1,1}");
  VALUE ("bones[2].scaling.track.keys[0].value", "{2, 1, 1}");
  run (document, "node-pose bones[2] sequence=sequences[1] time=900 scale={1,1,3}");
  VALUE ("bones[2].scaling.track.keys.time", "[2010, 2900]");
  fixture_assert_undo (document, world->first);
}

/* A parent that mirrors: what looks like a turn to the left is one to the right in its space. */
static void
test_turn_below_a_mirrored_parent (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  run (document, "node-pose bones[1] sequence=sequences[0] scale={-1,1,1} rotate={20,30,40}");
  const MwId hand = fixture_id (document, "bones[2]"), stand = fixture_id (document, "sequences[0]");
  float before[16], after[16], turned[16], expected[16];
  const float ones[3] = { 1, 1, 1 }, turn[4] = { 0, 0, 0.70710678f, 0.70710678f };
  world_of (document, hand, stand, 0, before);
  run (document, "node-pose bones[2] sequence=sequences[0] rotate={0,0,90}");
  world_of (document, hand, stand, 0, after);
  memcpy (turned, mw_mat_identity, sizeof turned);
  mw_mat_set_rotation_scale (turned, turn, ones);
  mw_mat_multiply (turned, before, expected);
  assert_close (after, expected, 12, 1e-5);
}

static void
test_inherit_flags (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  run (document, "node-pose bones[1] sequence=sequences[0] rotate={0,0,90} scale={2,2,2}");
  const MwId hand = fixture_id (document, "bones[2]"), stand = fixture_id (document, "sequences[0]");
  static const char *const flags[] = { "0x102", "0x104", "0x106" };
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++) {
    float from[3], to[3];
    g_assert_true (fixture_set (document, "bones[2].flags", flags[i]));
    place_of (document, hand, stand, 50, from);
    run (document, "node-pose bones[2] sequence=sequences[0] time=50 move={1,2,3}");
    place_of (document, hand, stand, 50, to);
    from[0] += 1;
    from[1] += 2;
    from[2] += 3;
    assert_close (to, from, 3, 1e-5);
    mw_document_undo (document);
    mw_document_undo (document);
  }
}

/* A bone and what follows it: each is moved and turned once, by keys of the topmost only. */
static void
test_chains (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  const MwId arm = fixture_id (document, "bones[1]"), hand = fixture_id (document, "bones[2]"),
             stand = fixture_id (document, "sequences[0]");
  float at[3], turned[16];
  g_assert_true (fixture_set (document, "bones[1].pivot", "{10, 0, 0}"));
  g_assert_true (fixture_set (document, "bones[2].pivot", "{20, 0, 0}"));
  run (document, "node-pose bones[1] bones[2] attachments[0] sequence=sequences[0] move={1,2,3}");
  place_of (document, arm, stand, 0, at);
  assert_close (at, (const float[]) { 11, 2, 3 }, 3, 1e-5);
  place_of (document, hand, stand, 0, at);
  assert_close (at, (const float[]) { 21, 2, 3 }, 3, 1e-5);
  g_assert_null (((const MwMdlxNode *) fixture_target (document, "bones[2]").record)->translation_track);
  g_assert_null (((const MwMdlxNode *) fixture_target (document, "attachments[0]").record)->translation_track);
  run (document, "node-pose bones[2] bones[1] sequence=sequences[0] rotate={0,0,90} scale={2,2,2}");
  place_of (document, hand, stand, 0, at);
  assert_close (at, (const float[]) { 11, 22, 3 }, 3, 1e-4);
  world_of (document, hand, stand, 0, turned);
  assert_close (turned, (const float[]) { 0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0 }, 12, 1e-5);
  g_assert_null (((const MwMdlxNode *) fixture_target (document, "bones[2]").record)->rotation_track);
  g_assert_null (((const MwMdlxNode *) fixture_target (document, "bones[2]").record)->scaling_track);
}

/* What does not inherit a change is not carried, and gets keys of its own. */
static void
test_chains_that_do_not_inherit (FixtureWorld *world, gconstpointer data)
{
  static const struct {
    const char *flags;
    gboolean moves, turns, scales;
  } rows[] = { { "0x101", TRUE, FALSE, FALSE },
               { "0x102", FALSE, FALSE, TRUE },
               { "0x104", FALSE, TRUE, FALSE },
               { "0x108", FALSE, TRUE, FALSE } };
  MwDocument *document = world->document;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_assert_true (fixture_set (document, "bones[1].flags", rows[i].flags));
    /* The hand follows the arm, which does not follow the root in one thing. */
    run (document, "node-pose bones[0] bones[2] sequence=sequences[0] towards={0,-1,0} move={1,2,3} rotate={0,0,90} "
                   "scale={2,2,2}");
    const MwMdlxNode *hand = (const MwMdlxNode *) fixture_target (document, "bones[2]").record;
    g_assert_cmpint (hand->translation_track != NULL, ==, rows[i].moves);
    g_assert_cmpint (hand->rotation_track != NULL, ==, rows[i].turns);
    g_assert_cmpint (hand->scaling_track != NULL, ==, rows[i].scales);
    mw_document_undo (document);
    mw_document_undo (document);
  }
  /* Without a viewer nothing turns to one. */
  g_assert_true (fixture_set (document, "bones[2].flags", "0x108"));
  run (document, "node-pose bones[1] bones[2] sequence=sequences[0] rotate={0,0,90}");
  g_assert_null (((const MwMdlxNode *) fixture_target (document, "bones[2]").record)->rotation_track);
}

/* Of a damaged model: bones that follow each other in a circle are each keyed. */
static void
test_circles (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  MwMdlxNode *arm = (MwMdlxNode *) fixture_target (document, "bones[1]").record,
             *hand = (MwMdlxNode *) fixture_target (document, "bones[2]").record;
  arm->parent.id = fixture_id (document, "bones[2]");
  run (document, "node-pose bones[1] bones[2] sequence=sequences[0] move={1,2,3}");
  g_assert_nonnull (arm->translation_track);
  g_assert_nonnull (hand->translation_track);
}

/* The axes of a node as they are seen from -y. */
static void
seen_world (MwDocument *document, MwId node, MwId sequence, float out[16])
{
  static const float view[16] = { 1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1 };
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  MwClock clock = MW_CLOCK_REST;
  mw_clock_play (&clock, model, sequence);
  mw_skeleton_update (skeleton, &clock, view);
  memcpy (out, mw_skeleton_matrix (skeleton, node), 16 * sizeof *out);
}

/* A billboard turns as it is seen, whatever its parent does, and moves in the space of its parent. */
static void
test_billboards (FixtureWorld *world, gconstpointer data)
{
  static const float half = 0.70710678f;
  static const float turns[][4] = { { half, 0, 0, half }, { 0, half, 0, half }, { 0, 0, half, half } };
  static const char *const rotate[] = { "{90,0,0}", "{0,90,0}", "{0,0,90}" };
  const float ones[3] = { 1, 1, 1 };
  MwDocument *document = world->document;
  const MwId hand = fixture_id (document, "bones[2]"), stand = fixture_id (document, "sequences[0]");
  g_assert_true (fixture_set (document, "bones[2].flags", "0x108"));
  run (document, "node-pose bones[1] sequence=sequences[0] rotate={20,30,40}");
  for (guint i = 0; i < G_N_ELEMENTS (turns); i++) {
    g_autofree char *line = g_strdup_printf ("node-pose bones[2] sequence=sequences[0] towards={0,-2,0} rotate=%s "
                                             "move={1,2,3}",
                                             rotate[i]);
    float before[16], after[16], turn[16], expected[16], from[3], to[3];
    seen_world (document, hand, stand, before);
    mw_mat_point (before, (const float[]) { 0, 0, 0 }, from);
    run (document, line);
    seen_world (document, hand, stand, after);
    mw_mat_point (after, (const float[]) { 0, 0, 0 }, to);
    memcpy (turn, mw_mat_identity, sizeof turn);
    mw_mat_set_rotation_scale (turn, turns[i], ones);
    mw_mat_multiply (turn, before, expected);
    assert_close (after, expected, 12, 1e-5);
    assert_close (to, (const float[]) { from[0] + 1, from[1] + 2, from[2] + 3 }, 3, 1e-5);
  }
}

/* A second key changes no other one, and a key that is there gets the new value with its tangents. */
static void
test_keys_around (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  run (document, "node-pose bones[1] sequence=sequences[0] time=0 move={1,0,0}");
  run (document, "node-pose bones[1] sequence=sequences[0] time=1000 move={2,0,0}");
  VALUE ("bones[1].translation.track.keys.value", "[{1, 0, 0}, {3, 0, 0}]");
  run (document, "node-pose bones[1] sequence=sequences[0] time=500 move={0,7,0}");
  assert_close (((const MwMdlxNode *) fixture_target (document, "bones[1]").record)->translation_track->values.data,
                (const float[]) { 1, 0, 0, 2, 7, 0, 3, 0, 0 }, 9, 1e-5);
  run (document, "track-set-interpolation bones[1].translation.track interpolation=bezier");
  g_autofree char *in = fixture_get (document, "bones[1].translation.track.keys[1].in_tan"),
                  *value = fixture_get (document, "bones[1].translation.track.keys[1].value");
  float was[3], now[3];
  sscanf (in, "{%f, %f, %f}", was, was + 1, was + 2);
  run (document, "node-pose bones[1] sequence=sequences[0] time=500 move={0,1,0}");
  g_autofree char *after = fixture_get (document, "bones[1].translation.track.keys[1].in_tan");
  sscanf (after, "{%f, %f, %f}", now, now + 1, now + 2);
  was[1] += 1;
  assert_close (now, was, 3, 1e-5);
}

/* Half a turn and more: the key is on the side of its neighbour, so the short way is played. */
static void
test_sign_of_rotations (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  run (document, "node-pose bones[1] sequence=sequences[0] time=0 rotate={0,0,170}");
  run (document, "node-pose bones[1] sequence=sequences[0] time=1000 rotate={0,0,40}");
  const MwTrack *track = ((const MwMdlxNode *) fixture_target (document, "bones[1]").record)->rotation_track;
  const float *a = track->values.data, *b = a + 4;
  g_assert_cmpfloat (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], >, 0);
}

/* A value with the opposite sign is the same rotation, and gets the sign that its neighbours have. */
static void
test_opposite_rotations (FixtureWorld *world, gconstpointer data)
{
  static const float values[][4] = { { 0, 0, 0.6f, 0.8f }, { 0, 0, -0.8f, -0.6f }, { 0, 0, 0.96f, 0.28f } };
  MwDocument *document = world->document;
  const MwId bone = fixture_id (document, "bones[1]"), stand = fixture_id (document, "sequences[0]");
  const MwField *slot = fixture_field (fixture_target (document, "bones[1]").record, "rotation.track");
  mw_document_begin (document, "Put");
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    g_assert_true (mw_key_put (document, bone, slot, stand, (gint32) (100 * i), values[i], NULL));
  mw_document_commit (document);
  assert_close (((const MwMdlxNode *) fixture_target (document, "bones[1]").record)->rotation_track->values.data,
                (const float[]) { 0, 0, 0.6f, 0.8f, 0, 0, 0.8f, 0.6f, 0, 0, 0.96f, 0.28f }, 12, 1e-6);
}

static void
test_refusals (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  assert_refused (document, "node-pose bones[1] sequence=sequences[0] time=10", "nothing to pose");
  assert_refused (document, "node-pose bones[1] sequence=sequences[0] time=1001 move={1,0,0}", "does not last");
  assert_refused (document, "node-pose bones[1] sequence=sequences[0] time=-1 move={1,0,0}", "does not last");
  assert_refused (document, "node-pose materials[0] sequence=sequences[0] move={1,0,0}", "not a node");
  run (document, "node-pose bones[1] sequence=sequences[0] scale={0,1,1}");
  assert_refused (document, "node-pose bones[2] sequence=sequences[0] move={1,0,0}", "scaled to 0");
  run (document,
       "track-attach-global bones[1].scaling.track global_sequence=global_sequences[0] sequence=sequences[0]");
  assert_refused (document, "node-pose bones[1] sequence=sequences[0] scale={2,1,1}", "follows a global sequence");
}

/* --- At rest ----------------------------------------------------------------------------------------------------------- */

static void
test_places (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  run (document, "place-transform attachments[0] move={1,2,3}");
  VALUE ("attachments[0].pivot", "{1, 2, 3}");
  VALUE ("bones[2].pivot", "{0, 0, 0}");
  run (document, "place-transform bones[1] move={0,0,1} below=1");
  VALUE ("bones[0].pivot", "{0, 0, 0}");
  VALUE ("bones[1].pivot", "{0, 0, 1}");
  VALUE ("attachments[0].pivot", "{1, 2, 4}");
  run (document, "place-transform attachments[0] rotate={0,0,90} scale={2,2,1} pivot={0,0,4}");
  VALUE ("attachments[0].pivot", "{-4, 2, 4}");
  run (document, "place-transform collision_shapes[0] move={0,1,0}");
  VALUE ("collision_shapes[0].vertices.first", "{-1, 1, 0}");
  g_assert_null (((const MwMdlxNode *) fixture_target (document, "attachments[0]").record)->translation_track);
  assert_refused (document, "place-transform attachments[0]", "nothing to move");
  assert_refused (document, "place-transform materials[0] move={1,0,0}", "neither a node nor a camera");
  /* What is below another of them moves once, about the same point. */
  run (document, "place-transform bones[1] bones[2] attachments[0] move={0,0,1} below=1");
  VALUE ("bones[1].pivot", "{0, 0, 2}");
  VALUE ("bones[2].pivot", "{0, 0, 2}");
  VALUE ("attachments[0].pivot", "{-4, 2, 5}");
  run (document, "place-transform bones[1] attachments[0] rotate={0,0,90} pivot={-2,1,0} below=1");
  VALUE ("bones[1].pivot", "{-1, 3, 2}");
  VALUE ("attachments[0].pivot", "{-3, -1, 5}");
  run (document, "camera-add");
  g_assert_true (fixture_set (document, "cameras[0].position", "{10, 0, 0}"));
  g_assert_true (fixture_set (document, "cameras[0].target.position", "{0, 0, 0}"));
  run (document, "place-transform cameras[0] rotate={0,0,90} pivot={10,0,0}");
  VALUE ("cameras[0].position", "{10, 0, 0}");
  VALUE ("cameras[0].target.position", "{10, -10, 0}");
  run (document, "place-transform cameras[0] move={0,0,5}");
  VALUE ("cameras[0].target.position", "{10, -10, 5}");
}

/* --- World of Warcraft -------------------------------------------------------------------------------------------------- */

/* A bone that does not turn to the viewer, nor does what it follows, and whose parents are not flat. */
static gboolean
is_plain (MwDocument *document, const MwRecord *bone, MwId sequence, gint32 time)
{
  const MwModel *model = mw_document_get_model (document);
  float world[16];
  world_of (document, bone->id, sequence, time, world);
  for (guint i = 0; i < 3; i++)
    if (!(mw_vec_length (world + 4 * i) > 0.2f))
      return FALSE;
  for (const MwRecord *at = bone; at; at = mw_node_parent (model, at)) {
    const MwM2Bone *one = (const MwM2Bone *) at;
    const MwM2Track *tracks[] = { one->translation_track, one->rotation_track, one->scaling_track };
    for (guint i = 0; i < G_N_ELEMENTS (tracks); i++)
      if (tracks[i] && !mw_ref_is_none (tracks[i]->global_sequence))
        return FALSE;
  }
  return TRUE;
}

/* What all sequences but one show of a bone, at their start, middle and end. */
static GArray *
shown_elsewhere (MwDocument *document, MwId bone, MwId but)
{
  const MwModel *model = mw_document_get_model (document);
  const MwList *sequences = mw_model_sequences (model);
  GArray *all = g_array_new (FALSE, FALSE, 16 * sizeof (float));
  for (uint32_t i = 0; i < sequences->n; i++) {
    const MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    for (gint64 k = 0; k <= 2 && aspect.plays->id != but && !aspect.not_loaded; k++) {
      float world[16];
      world_of (document, bone, sequences->items[i]->id, (gint32) ((aspect.end - aspect.start) * k / 2), world);
      g_array_append_val (all, world);
    }
  }
  return all;
}

/* Returns FALSE if the model has nothing to pose. */
static gboolean
pose_set (const MwFileSet *set)
{
  g_autoptr (MwDocument) document = m2_open (set);
  const MwModel *model = mw_document_get_model (document);
  const MwList *bones = m2_list (document, "bones"), *sequences = mw_model_sequences (model);
  const MwRecord *bone = NULL, *sequence = NULL;
  for (uint32_t i = 0; i < sequences->n && !sequence; i++) {
    const MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    if (aspect.plays == sequences->items[i] && !aspect.not_loaded && aspect.end - aspect.start > 200)
      sequence = sequences->items[i];
  }
  for (uint32_t i = bones->n; i-- > 0 && sequence && !bone;)
    if (mw_node_parent (model, bones->items[i]) && is_plain (document, bones->items[i], sequence->id, 100))
      bone = bones->items[i];
  if (!bone)
    return FALSE;
  float from[3], to[3], before[16], after[16], turn[16], expected[16];
  const MwId id = bone->id, played = sequence->id;
  g_autofree char *path = mw_record_path (bone), *of = mw_record_path (sequence);
  g_autofree char *move = g_strdup_printf ("node-pose %s sequence=%s time=100 move={0.5,0.25,-0.125}", path, of),
                  *rotate = g_strdup_printf ("node-pose %s sequence=%s time=100 rotate={0,0,90}", path, of);
  g_autoptr (GArray) others = shown_elsewhere (document, id, played);
  place_of (document, id, played, 100, from);
  run (document, move);
  place_of (document, id, played, 100, to);
  from[0] += 0.5f;
  from[1] += 0.25f;
  from[2] -= 0.125f;
  assert_close (to, from, 3, 1e-3);
  world_of (document, id, played, 100, before);
  run (document, rotate);
  world_of (document, id, played, 100, after);
  memcpy (turn, mw_mat_identity, sizeof turn);
  mw_mat_set_rotation_scale (turn, (const float[]) { 0, 0, 0.70710678f, 0.70710678f }, (const float[]) { 1, 1, 1 });
  mw_mat_multiply (turn, before, expected);
  /* A stored quaternion has 15 bits, and a parent with three scales shears a little. */
  assert_close (after, expected, 12, 0.02);
  g_autoptr (GArray) now = shown_elsewhere (document, id, played);
  g_assert_cmpuint (now->len, ==, others->len);
  assert_close ((const float *) (void *) now->data, (const float *) (void *) others->data, 16 * now->len, 2e-3);
  mw_file_set_free (m2_saved (document));
  return TRUE;
}

static void
test_m2 (void)
{
  g_autoptr (GPtrArray) sets = m2_corpus_sets (300000);
  guint posed = 0;
  if (!sets)
    return;
  /* Many small ones are things that do not move. */
  const guint most = MAX (24 / work_fraction (), 4);
  for (guint i = 0; i < sets->len && posed < most; i++)
    posed += pose_set (sets->pdata[i]);
  g_test_message ("%u of %u", posed, sets->len);
  g_assert_cmpuint (posed, >=, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/turns", test_turns);
  ADD ("/pose/move-below-a-turned-parent", test_move_below_a_turned_parent);
  ADD ("/pose/turn-below-a-mirrored-parent", test_turn_below_a_mirrored_parent);
  ADD ("/pose/inherit-flags", test_inherit_flags);
  ADD ("/pose/chains", test_chains);
  ADD ("/pose/chains-that-do-not-inherit", test_chains_that_do_not_inherit);
  ADD ("/pose/circles", test_circles);
  ADD ("/pose/billboards", test_billboards);
  ADD ("/pose/keys-around", test_keys_around);
  ADD ("/pose/sign-of-rotations", test_sign_of_rotations);
  ADD ("/pose/opposite-rotations", test_opposite_rotations);
  ADD ("/pose/refusals", test_refusals);
  ADD ("/pose/places", test_places);
  g_test_add_func ("/pose/m2", test_m2);
  return g_test_run ();
}
