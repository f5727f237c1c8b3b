/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/evaluate.h"
#include "tests/core/pose/models.h"
#include <math.h>

#define FIXED 111.0f
#define KEYLESS 222.0f

/* A float track whose values are given, evaluated at one moment. */
static float
value_at (MwMdlx *model, const MwTrack *track, const MwClock *clock)
{
  return mw_evaluate_float (&model->model, track, clock, FIXED, KEYLESS);
}

static MwTrack *
float_track (MwMdlx *model, uint32_t interpolation, uint32_t n, const int32_t *times, const float *values)
{
  MwMdlxGeosetAnimation *home = add (model, "geoset_animations", &mw_mdlx_geoset_animation_schema);
  MwTrack *track = new_track (&mw_track_float_schema, interpolation, n, times, values, NULL, NULL);
  set_track (model, home, "alpha.track", track);
  return track;
}

#define CHECK(track, start, end, looping, time, value)                                                                 \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    MwClock clock_ = clock_at (start, end, looping, time);                                                             \
    float is_ = value_at (model, track, &clock_);                                                                      \
    ASSERT_FLOATS (&is_, 1e-5f, value);                                                                                \
  }                                                                                                                    \
  G_STMT_END

static void
no_track_gives_the_static_value (void)
{
  MwMdlx *model = mw_mdlx_new ();
  CHECK (NULL, 0, 100, TRUE, 50, FIXED);
  mw_model_free (&model->model);
}

static void
keys_of_other_sequences_are_not_seen (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const int32_t times[] = { 0, 100, 200, 300 };
  const float values[] = { 1, 2, 3, 4 };
  MwTrack *track = float_track (model, MW_INTERPOLATION_LINEAR, 4, times, values);
  CHECK (track, 101, 199, TRUE, 150, KEYLESS);
  CHECK (track, 1000, 2000, TRUE, 1500, KEYLESS);
  CHECK (track, -50, -1, FALSE, -10, KEYLESS);
  CHECK (track, 150, 250, TRUE, 160, 3); /* a single key is constant */
  CHECK (track, 150, 250, FALSE, 240, 3);
  CHECK (track, 100, 200, FALSE, 150, 2.5f); /* both ends are inside */
  CHECK (track, 100, 200, FALSE, 100, 2);
  CHECK (track, 100, 200, FALSE, 200, 3);
  MwTrack *empty = float_track (model, MW_INTERPOLATION_LINEAR, 0, times, values);
  CHECK (empty, 0, 300, TRUE, 100, KEYLESS);
  mw_model_free (&model->model);
}

/* Keys at 120 (value 10) and 180 (value 40) of a sequence from 100 to 200: the seam is 40 ms long. */
static void
loops_interpolate_over_the_seam (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const int32_t times[] = { 0, 120, 180, 900 };
  const float values[] = { -5, 10, 40, -6 };
  MwTrack *linear = float_track (model, MW_INTERPOLATION_LINEAR, 4, times, values);
  CHECK (linear, 100, 200, TRUE, 150, 25);
  CHECK (linear, 100, 200, TRUE, 180, 40);
  CHECK (linear, 100, 200, TRUE, 190, 40 - 30 * 10 / 40.0f);
  CHECK (linear, 100, 200, TRUE, 200, 25);
  CHECK (linear, 100, 200, TRUE, 100, 25); /* the same moment */
  CHECK (linear, 100, 200, TRUE, 110, 40 - 30 * 30 / 40.0f);
  CHECK (linear, 100, 200, TRUE, 120, 10);
  MwTrack *step = float_track (model, MW_INTERPOLATION_NONE, 4, times, values);
  CHECK (step, 100, 200, TRUE, 110, 40);
  CHECK (step, 100, 200, TRUE, 120, 10);
  CHECK (step, 100, 200, TRUE, 179, 10);
  CHECK (step, 100, 200, TRUE, 195, 40);
  mw_model_free (&model->model);
}

static void
keys_at_both_ends_leave_no_seam (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const int32_t times[] = { 100, 200 };
  const float values[] = { 10, 40 };
  MwTrack *track = float_track (model, MW_INTERPOLATION_LINEAR, 2, times, values);
  CHECK (track, 100, 200, TRUE, 100, 10);
  CHECK (track, 100, 200, TRUE, 200, 40);
  mw_model_free (&model->model);
}

static void
sequences_that_do_not_loop_hold_the_nearest_key (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const int32_t times[] = { 120, 180 };
  const float values[] = { 10, 40 };
  MwTrack *track = float_track (model, MW_INTERPOLATION_LINEAR, 2, times, values);
  CHECK (track, 100, 200, FALSE, 100, 10);
  CHECK (track, 100, 200, FALSE, 119, 10);
  CHECK (track, 100, 200, FALSE, 150, 25);
  CHECK (track, 100, 200, FALSE, 195, 40);
  CHECK (track, 100, 200, FALSE, 5000, 40); /* a time outside the interval counts as the nearer end */
  CHECK (track, 100, 200, FALSE, -5000, 10);
  mw_model_free (&model->model);
}

static void
of_repeated_times_the_later_key_counts (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const int32_t times[] = { 0, 100, 100, 100, 200 };
  const float values[] = { 0, 10, 20, 30, 40 };
  MwTrack *track = float_track (model, MW_INTERPOLATION_LINEAR, 5, times, values);
  CHECK (track, 0, 200, FALSE, 50, 5);
  CHECK (track, 0, 200, FALSE, 100, 30);
  CHECK (track, 0, 200, FALSE, 150, 35);
  const int32_t all_one[] = { 50, 50 };
  MwTrack *twice = float_track (model, MW_INTERPOLATION_LINEAR, 2, all_one, values);
  CHECK (twice, 0, 200, FALSE, 50, 10);
  CHECK (twice, 0, 200, FALSE, 150, 10);
  mw_model_free (&model->model);
}

static void
unsorted_keys_count_as_if_sorted (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const int32_t sorted[] = { -200, -100, 0, 50, 50, 100, 150, 400 };
  const float in_order[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  /* The same keys in another order; those of the same time keep their order. */
  const int32_t mixed[] = { 50, 400, -100, 100, 0, 50, -200, 150 };
  const float out_of_order[] = { 4, 8, 2, 6, 3, 5, 1, 7 };
  MwTrack *a = float_track (model, MW_INTERPOLATION_LINEAR, 8, sorted, in_order);
  MwTrack *b = float_track (model, MW_INTERPOLATION_LINEAR, 8, mixed, out_of_order);
  for (int looping = 0; looping < 2; looping++)
    for (int32_t start = -210; start < 100; start += 30)
      for (int32_t time = start; time <= start + 220; time += 5) {
        MwClock clock = clock_at (start, start + 220, looping, time);
        float is = value_at (model, b, &clock), should_be = value_at (model, a, &clock);
        assert_floats (&is, &should_be, 1, 0, G_STRLOC);
      }
  mw_model_free (&model->model);
}

static void
times_at_the_limits_do_not_overflow (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const int32_t times[] = { G_MININT32, G_MAXINT32 };
  const float values[] = { 0, 1 };
  MwTrack *track = float_track (model, MW_INTERPOLATION_LINEAR, 2, times, values);
  CHECK (track, G_MININT32, G_MAXINT32, TRUE, 0, 0.5f);
  CHECK (track, G_MININT32, G_MAXINT32, FALSE, G_MAXINT32, 1);
  CHECK (track, G_MAXINT32, G_MININT32, TRUE, 0, 1); /* an interval that ends before it starts */
  mw_model_free (&model->model);
}

static MwTrack *
global_track (MwMdlx *model, uint32_t duration, uint32_t n, const int32_t *times, const float *values)
{
  MwMdlxGlobalSequence *global = add (model, "global_sequences", &mw_mdlx_global_sequence_schema);
  MwTrack *track = float_track (model, MW_INTERPOLATION_LINEAR, n, times, values);
  global->duration = duration;
  track->global_sequence = ref_to (global);
  return track;
}

static void
global_sequences_run_on_their_own_clock (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const int32_t times[] = { 0, 600, 1000 };
  const float values[] = { 0, 60, 0 };
  MwTrack *track = global_track (model, 1000, 3, times, values);
  MwClock clock = clock_at (5000, 6000, FALSE, 5400);
  const guint64 moments[] = { 0, 300, 600, 800, 1000, 1300, 123456000 + 300 };
  const float should_be[] = { 0, 30, 60, 30, 0, 30, 30 };
  for (guint i = 0; i < G_N_ELEMENTS (moments); i++) {
    clock.global_ms = moments[i];
    float is = value_at (model, track, &clock);
    assert_floats (&is, &should_be[i], 1, 1e-5f, G_STRLOC);
  }
  /* Over the end of the loop, from 600 to 1000 + 200. */
  const int32_t later[] = { 200, 600 };
  MwTrack *seam = global_track (model, 1000, 2, later, values);
  clock.global_ms = 800;
  float is = value_at (model, seam, &clock);
  ASSERT_FLOATS (&is, 1e-5f, 60 - 60 * 200 / 600.0f);
  clock.global_ms = 3100;
  is = value_at (model, seam, &clock);
  ASSERT_FLOATS (&is, 1e-5f, 60 - 60 * 500 / 600.0f);
  mw_model_free (&model->model);
}

static void
global_sequences_of_no_length_stand_at_0 (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const int32_t times[] = { 0, 100 };
  const float values[] = { 7, 8 };
  MwTrack *track = global_track (model, 0, 2, times, values);
  MwClock clock = clock_at (0, 100, TRUE, 50);
  clock.global_ms = 12345;
  float is = value_at (model, track, &clock);
  ASSERT_FLOATS (&is, 0, 7);
  track->global_sequence = (MwRef) { 0, 12 }; /* leads nowhere */
  is = value_at (model, track, &clock);
  ASSERT_FLOATS (&is, 0, 7);
  mw_model_free (&model->model);
}

static void
a_first_key_after_the_global_sequence_is_constant (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const int32_t times[] = { 500, 900 };
  const float values[] = { 7, 8 };
  MwTrack *track = global_track (model, 400, 2, times, values);
  MwClock clock = clock_at (0, 1000, TRUE, 700);
  clock.global_ms = 100;
  float is = value_at (model, track, &clock);
  ASSERT_FLOATS (&is, 0, 7);
  /* If all keys are before 0, none is visible, and that is all. */
  const int32_t negative[] = { -500, -400 };
  is = value_at (model, global_track (model, 400, 2, negative, values), &clock);
  ASSERT_FLOATS (&is, 0, KEYLESS);
  mw_model_free (&model->model);
}

static void
rest_gives_static_values (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const int32_t times[] = { 0, 600 };
  const float values[] = { 0, 60 };
  MwClock rest = MW_CLOCK_REST;
  float is = value_at (model, float_track (model, MW_INTERPOLATION_LINEAR, 2, times, values), &rest);
  ASSERT_FLOATS (&is, 0, FIXED);
  is = value_at (model, global_track (model, 1000, 2, times, values), &rest);
  ASSERT_FLOATS (&is, 0, FIXED);
  mw_model_free (&model->model);
}

static void
splines_use_out_of_the_first_and_in_of_the_second (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const int32_t times[] = { 0, 100, 200 };
  const float values[] = { 2, 10, 0 }, ins[] = { 1000, -8, 1000 }, outs[] = { 16, 1000, 1000 };
  MwClock clock = clock_at (0, 200, FALSE, 50);
  const struct {
    uint32_t interpolation;
    float value;
  } cases[] = { { MW_INTERPOLATION_HERMITE, 1 + 2 + 1 + 5 },
                { MW_INTERPOLATION_BEZIER, (2 + 3 * 16 - 3 * 8 + 10) / 8.0f } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlxGeosetAnimation *home = add (model, "geoset_animations", &mw_mdlx_geoset_animation_schema);
    MwTrack *track = new_track (&mw_track_float_schema, cases[i].interpolation, 3, times, values, ins, outs);
    set_track (model, home, "alpha.track", track);
    float is = value_at (model, track, &clock);
    assert_floats (&is, &cases[i].value, 1, 1e-5f, G_STRLOC);
    mw_array_clear (&track->out_tans); /* damaged: linear */
    is = value_at (model, track, &clock);
    ASSERT_FLOATS (&is, 1e-5f, 6);
  }
  mw_model_free (&model->model);
}

static void
vectors_and_turns_go_by_all_components (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxNode *node = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  const int32_t times[] = { 0, 100 };
  const float vectors[] = { 0, 10, 20, 100, 110, 220 };
  const float half = sqrtf (0.5f), turns[] = { 0, 0, 0, 1, 0, 0, half, half };
  const float fixed[3] = { 1, 2, 3 }, keyless[3] = { 4, 5, 6 };
  MwClock clock = clock_at (0, 100, TRUE, 25), elsewhere = clock_at (500, 600, TRUE, 525);
  float v[3], q[4];

  mw_evaluate_vec3 (&model->model, NULL, &clock, fixed, keyless, v);
  ASSERT_FLOATS (v, 0, 1, 2, 3);
  mw_evaluate_quat (&model->model, NULL, &clock, q);
  ASSERT_FLOATS (q, 0, 0, 0, 0, 1);

  set_track (model, node, "translation.track",
             new_track (&mw_track_vec3_schema, MW_INTERPOLATION_LINEAR, 2, times, vectors, NULL, NULL));
  set_track (model, node, "rotation.track",
             new_track (&mw_track_quat_schema, MW_INTERPOLATION_LINEAR, 2, times, turns, NULL, NULL));
  mw_evaluate_vec3 (&model->model, node->translation_track, &clock, fixed, keyless, v);
  ASSERT_FLOATS (v, 1e-5f, 25, 35, 70);
  mw_evaluate_vec3 (&model->model, node->translation_track, &elsewhere, fixed, keyless, v);
  ASSERT_FLOATS (v, 0, 4, 5, 6);
  mw_evaluate_quat (&model->model, node->rotation_track, &clock, q); /* a quarter of 90 degrees about z */
  ASSERT_FLOATS (q, 1e-6f, 0, 0, sinf ((float) G_PI / 16), cosf ((float) G_PI / 16));
  mw_evaluate_quat (&model->model, node->rotation_track, &elsewhere, q);
  ASSERT_FLOATS (q, 0, 0, 0, 0, 1);
  /* A track of another type counts as absent. */
  mw_evaluate_vec3 (&model->model, node->rotation_track, &clock, fixed, keyless, v);
  ASSERT_FLOATS (v, 0, 1, 2, 3);
  mw_model_free (&model->model);
}

static void
numbers_references_and_visibility_step (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxRibbonEmitter *ribbon = add_node (model, &mw_mdlx_ribbon_emitter_schema, NULL, 0, 0, 0);
  MwMdlxMaterial *material = add (model, "materials", &mw_mdlx_material_schema);
  MwMdlxLayer *layer = add_to (model, material, "layers", &mw_mdlx_layer_schema);
  MwRef one = ref_to (add (model, "textures", &mw_mdlx_texture_schema));
  MwRef two = ref_to (add (model, "textures", &mw_mdlx_texture_schema));
  const int32_t times[] = { 0, 100 };
  const uint32_t slots[] = { 3, 9 };
  const MwRef textures[] = { one, two };
  const float seen[] = { 1, 0 };
  MwClock clock = clock_at (0, 200, FALSE, 99), elsewhere = clock_at (500, 600, TRUE, 525);

  set_track (model, ribbon, "texture_slot.track",
             new_track (&mw_track_u32_schema, MW_INTERPOLATION_LINEAR, 2, times, slots, NULL, NULL));
  set_track (model, ribbon, "visibility.track",
             new_track (&mw_track_float_schema, MW_INTERPOLATION_LINEAR, 2, times, seen, NULL, NULL));
  set_track (model, layer, "texture.track",
             new_track (&mw_track_texture_schema, MW_INTERPOLATION_LINEAR, 2, times, textures, NULL, NULL));

  g_assert_cmpuint (mw_evaluate_u32 (&model->model, ribbon->texture_slot_track, &clock, 7, 8), ==, 3);
  g_assert_cmpuint (mw_evaluate_ref (&model->model, layer->texture_track, &clock, MW_REF_NONE, two).id, ==, one.id);
  g_assert_true (mw_evaluate_visibility (&model->model, ribbon->visibility_track, &clock));
  clock.time = 100;
  g_assert_cmpuint (mw_evaluate_u32 (&model->model, ribbon->texture_slot_track, &clock, 7, 8), ==, 9);
  g_assert_cmpuint (mw_evaluate_ref (&model->model, layer->texture_track, &clock, MW_REF_NONE, one).id, ==, two.id);
  g_assert_false (mw_evaluate_visibility (&model->model, ribbon->visibility_track, &clock));

  g_assert_cmpuint (mw_evaluate_u32 (&model->model, ribbon->texture_slot_track, &elsewhere, 7, 8), ==, 8);
  g_assert_cmpuint (mw_evaluate_ref (&model->model, layer->texture_track, &elsewhere, MW_REF_NONE, two).id, ==, two.id);
  g_assert_true (mw_evaluate_visibility (&model->model, ribbon->visibility_track, &elsewhere));
  g_assert_cmpuint (mw_evaluate_u32 (&model->model, NULL, &clock, 7, 8), ==, 7);
  g_assert_cmpuint (mw_evaluate_ref (&model->model, NULL, &clock, MW_REF_NONE, two).raw, ==, 0xFFFFFFFFu);
  g_assert_true (mw_evaluate_visibility (&model->model, NULL, &clock));
  mw_model_free (&model->model);
}

static void
the_key_that_holds_is_named (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const int32_t times[] = { 0, 100, 200, 300 };
  const float values[] = { 1, 2, 3, 4 };
  MwTrack *track = float_track (model, MW_INTERPOLATION_LINEAR, 4, times, values);
  const struct {
    int32_t time;
    int key;
  } cases[] = { { 50, -1 }, { 99, -1 }, { 100, 1 }, { 150, 1 }, { 200, 2 }, { 250, 2 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwClock clock = clock_at (50, 250, TRUE, cases[i].time);
    g_assert_cmpint (mw_track_key_at (&model->model, track, &clock), ==, cases[i].key);
  }
  MwClock rest = MW_CLOCK_REST;
  g_assert_cmpint (mw_track_key_at (&model->model, track, &rest), ==, -1);
  mw_model_free (&model->model);
}

static void
the_clock_loops_or_stops (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxSequence *sequence = add (model, "sequences", &mw_mdlx_sequence_schema);
  MwClock clock = { .global_ms = 5 };
  sequence->interval[0] = 100;
  sequence->interval[1] = 300;
  sequence->flags = 0;
  mw_clock_play (&clock, &model->model, sequence->record.id);
  g_assert_cmpint (clock.time, ==, 100);
  g_assert_false (mw_clock_advance (&clock, 150));
  g_assert_cmpint (clock.time, ==, 250);
  g_assert_true (mw_clock_advance (&clock, 60));
  g_assert_cmpint (clock.time, ==, 110);
  g_assert_true (mw_clock_advance (&clock, 1000)); /* five turns */
  g_assert_cmpint (clock.time, ==, 110);
  g_assert_cmpuint (clock.global_ms, ==, 5 + 1210);

  sequence->flags = 1;
  mw_clock_play (&clock, &model->model, sequence->record.id);
  g_assert_true (mw_clock_advance (&clock, G_MAXUINT32));
  g_assert_cmpint (clock.time, ==, 300);
  g_assert_true (mw_clock_advance (&clock, 16));
  g_assert_cmpint (clock.time, ==, 300);

  sequence->interval[1] = -5;
  mw_clock_play (&clock, &model->model, sequence->record.id);
  g_assert_true (mw_clock_advance (&clock, 16));
  g_assert_cmpint (clock.time, ==, 100);
  mw_clock_play (&clock, &model->model, 0);
  g_assert_true (clock.rest);
  g_assert_false (mw_clock_advance (&clock, 16));
  mw_model_free (&model->model);
}

/* Memory after the tangents must not be read. */
static void
a_key_without_a_tangent_is_linear (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwTrack *track = float_track (model, MW_INTERPOLATION_HERMITE, 2, (int32_t[]) { 0, 100 }, (float[]) { 0, 8 });
  const float tangents[] = { 1000, 1000 };
  track->out_tans = mw_array_copy (tangents, 2, sizeof *tangents);
  track->in_tans = mw_array_copy (tangents, 2, sizeof *tangents);
  track->in_tans.n = 1;
  CHECK (track, 0, 100, FALSE, 25, 2);
  track->in_tans.n = 2;
  mw_model_free (&model->model);
}

/* A sequence of another model is at the same part of its way, wherever it is on its time line and however long it is. */
static void
a_clock_beside_another (void)
{
  MwMdlx *model = mw_mdlx_new (), *other = mw_mdlx_new ();
  MwMdlxSequence *a = add (model, "sequences", &mw_mdlx_sequence_schema),
                 *b = add (other, "sequences", &mw_mdlx_sequence_schema);
  MwClock leader = { .global_ms = 77 };
  a->interval[0] = 100;
  a->interval[1] = 1100;
  b->interval[0] = 5000;
  b->interval[1] = 6000;
  mw_clock_play (&leader, &model->model, a->record.id);
  static const int32_t at[] = { 0, 1, 333, 999, 1000, 4000, -50 };
  static const int32_t same[] = { 0, 1, 333, 999, 1000, 1000, 0 }, twice[] = { 0, 2, 666, 1998, 2000, 2000, 0 };
  for (guint i = 0; i < G_N_ELEMENTS (at); i++) {
    leader.time = leader.start + at[i];
    b->interval[1] = 6000;
    MwClock beside = mw_clock_beside (&leader, &other->model, b->record.id);
    g_assert_false (beside.rest);
    g_assert_cmpint (beside.time, ==, 5000 + same[i]);
    g_assert_cmpint (beside.end, ==, 6000);
    g_assert_cmpuint (beside.global_ms, ==, 77);
    g_assert_cmpuint (beside.sequence, ==, b->record.id);
    b->interval[1] = 7000;
    beside = mw_clock_beside (&leader, &other->model, b->record.id);
    g_assert_cmpint (beside.time, ==, 5000 + twice[i]);
  }
  leader.time = 600;
  MwClock beside = mw_clock_beside (&leader, &other->model, 0);
  g_assert_true (beside.rest);
  g_assert_cmpuint (beside.global_ms, ==, 77);
  a->interval[1] = 100; /* no length: both are at the start */
  mw_clock_play (&leader, &model->model, a->record.id);
  beside = mw_clock_beside (&leader, &other->model, b->record.id);
  g_assert_cmpint (beside.time, ==, 5000);
  mw_clock_play (&leader, &model->model, 0);
  beside = mw_clock_beside (&leader, &other->model, b->record.id);
  g_assert_true (beside.rest);
  mw_model_free (&model->model);
  mw_model_free (&other->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/evaluate/no track gives the static value", no_track_gives_the_static_value);
  g_test_add_func ("/pose/evaluate/keys of other sequences are not seen", keys_of_other_sequences_are_not_seen);
  g_test_add_func ("/pose/evaluate/loops interpolate over the seam", loops_interpolate_over_the_seam);
  g_test_add_func ("/pose/evaluate/keys at both ends leave no seam", keys_at_both_ends_leave_no_seam);
  g_test_add_func ("/pose/evaluate/sequences that do not loop hold the nearest key",
                   sequences_that_do_not_loop_hold_the_nearest_key);
  g_test_add_func ("/pose/evaluate/of keys at the same time the later one counts",
                   of_repeated_times_the_later_key_counts);
  g_test_add_func ("/pose/evaluate/unsorted keys count as if sorted", unsorted_keys_count_as_if_sorted);
  g_test_add_func ("/pose/evaluate/times at the limits do not overflow", times_at_the_limits_do_not_overflow);
  g_test_add_func ("/pose/evaluate/global sequences run on their own clock", global_sequences_run_on_their_own_clock);
  g_test_add_func ("/pose/evaluate/global sequences of length 0 stay at 0", global_sequences_of_no_length_stand_at_0);
  g_test_add_func ("/pose/evaluate/before a first key after the end of the global sequence the value is constant",
                   a_first_key_after_the_global_sequence_is_constant);
  g_test_add_func ("/pose/evaluate/rest gives static values", rest_gives_static_values);
  g_test_add_func ("/pose/evaluate/splines use the out tangent of the first key and the in tangent of the second",
                   splines_use_out_of_the_first_and_in_of_the_second);
  g_test_add_func ("/pose/evaluate/a key without a tangent is linear", a_key_without_a_tangent_is_linear);
  g_test_add_func ("/pose/evaluate/vectors and rotations use all components", vectors_and_turns_go_by_all_components);
  g_test_add_func ("/pose/evaluate/numbers, references and visibility step", numbers_references_and_visibility_step);
  g_test_add_func ("/pose/evaluate/the active key is returned", the_key_that_holds_is_named);
  g_test_add_func ("/pose/evaluate/the clock loops or stops", the_clock_loops_or_stops);
  g_test_add_func ("/pose/evaluate/a clock beside another one", a_clock_beside_another);
  return g_test_run ();
}
