/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/follow.h"
#include "core/model/m2/m2.h"
#include "tests/core/pose/models.h"

#include <string.h>

static MwMdlxSequence *
add_named (MwMdlx *model, const char *name)
{
  MwMdlxSequence *sequence = (MwMdlxSequence *) mw_record_new (&mw_mdlx_sequence_schema);
  mw_text_set (&sequence->name, name, strlen (name));
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "sequences"),
                  &sequence->record);
  return sequence;
}

/* The sequence of `model` that goes with one called `name`; "!" after its name: it is not called so. */
static char *
found (const MwModel *model, const char *name)
{
  MwMdlx *other = mw_mdlx_new ();
  gboolean same;
  const MwRecord *sequence = mw_follow_sequence (model, &add_named (other, name)->record, &same);
  mw_model_free (&other->model);
  return sequence ? g_strconcat (((const MwMdlxSequence *) sequence)->name, same ? NULL : "!", NULL) : NULL;
}

static void
a_sequence_is_found_by_its_name_then_by_its_name_without_the_number (void)
{
  static const char *const rows[][2] = { { "Attack - 2", "ATTACK 2" },
                                         { "attack - 3", "Attack - 1" },
                                         { "attack", "Attack - 1" },
                                         { "Walk", "Stand!" },
                                         { "Stand", "Stand" },
                                         { "Stand_Ready 7", "stand ready" },
                                         { "Stand - 4", "Stand" },
                                         { "2", "Stand!" },
                                         { "", "Stand!" } };
  MwMdlx *model = mw_mdlx_new ();
  g_assert_null (found (&model->model, "Stand"));
  g_assert_null (mw_follow_stand (&model->model));
  add_named (model, "Birth");
  g_autofree char *only = found (&model->model, "Stand");
  g_assert_cmpstr (only, ==, "Birth!");
  add_named (model, "stand ready");
  add_named (model, "Attack - 1");
  add_named (model, "ATTACK 2");
  add_named (model, "Stand");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *name = found (&model->model, rows[i][0]);
    g_assert_cmpstr (name, ==, rows[i][1]);
  }
  gboolean same = TRUE;
  const MwRecord *stand = mw_follow_sequence (&model->model, NULL, &same);
  g_assert_true (stand == mw_follow_stand (&model->model));
  g_assert_false (same);
  mw_model_free (&model->model);
}

/* Warcraft III's "Walk" and the animation 4 of M2 are the same. */
static void
a_model_of_another_family_is_followed (void)
{
  MwM2 *model = mw_m2_new (264);
  MwMdlx *other = mw_mdlx_new ();
  const guint16 animations[] = { 0, 4, 4 };
  for (guint i = 0; i < G_N_ELEMENTS (animations); i++) {
    MwM2Sequence *sequence = (MwM2Sequence *) mw_record_new (&mw_m2_sequence_schema);
    sequence->animation = animations[i];
    sequence->variation = i == 2;
    mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_m2_schema, "sequences"),
                    &sequence->record);
  }
  gboolean same;
  const MwRecord *walk = mw_follow_sequence (&model->model, &add_named (other, "Walk - 2")->record, &same);
  g_assert_true (walk == model->sequences.items[1]);
  g_assert_true (same);
  g_assert_true (mw_follow_sequence (&other->model, model->sequences.items[2], &same) == other->sequences.items[0]);
  g_assert_true (same);
  mw_model_free (&model->model);
  mw_model_free (&other->model);
}

static void
its_clock_starts_with_the_leader_or_goes_on_through_its_loops (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxSequence *sequence = add_named (model, "Stand");
  sequence->interval[0] = 5000;
  sequence->interval[1] = 5300;
  const MwId id = sequence->record.id;
  MwClock leader = {
    .start = 100, .end = 1100, .time = 450, .looping = TRUE, .beyond_ms = 1000, .global_ms = 77, .sequence = 7
  };
  MwClock clock = mw_follow_clock (&leader, &model->model, id, TRUE);
  g_assert_cmpint (clock.time, ==, 5000 + 1350 % 300);
  g_assert_cmpuint (clock.beyond_ms, ==, 1200);
  g_assert_cmpuint (clock.global_ms, ==, 77);
  g_assert_cmpint (mw_clock_played (&clock), ==, 1350);
  g_assert_cmpint (mw_follow_clock (&leader, &model->model, id, FALSE).time, ==, clock.time);
  sequence->flags = 1; /* it does not loop */
  clock = mw_follow_clock (&leader, &model->model, id, FALSE);
  g_assert_cmpint (clock.time, ==, 5300);
  g_assert_cmpuint (clock.beyond_ms, ==, 1050);
  clock = mw_follow_clock (&leader, &model->model, id, TRUE);
  g_assert_cmpint (clock.time, ==, 5300);
  g_assert_cmpuint (clock.beyond_ms, ==, 50);
  leader.time = 150; /* 50 ms in the second pass */
  g_assert_cmpint (mw_follow_clock (&leader, &model->model, id, TRUE).time, ==, 5050);
  leader.time = 0; /* before the start */
  g_assert_cmpint (mw_follow_clock (&leader, &model->model, id, TRUE).time, ==, 5000);
  g_assert_true (mw_follow_clock (&leader, &model->model, 0, TRUE).rest);
  /* A sequence of one moment. */
  sequence->flags = 0;
  sequence->interval[1] = 5000;
  leader.time = 110;
  g_assert_cmpint (mw_follow_clock (&leader, &model->model, id, TRUE).time, ==, 5000);
  leader.rest = TRUE;
  g_assert_true (mw_follow_clock (&leader, &model->model, id, TRUE).rest);
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/follow/a sequence is found by its name, then by its name without the number",
                   a_sequence_is_found_by_its_name_then_by_its_name_without_the_number);
  g_test_add_func ("/pose/follow/a model of another family is followed", a_model_of_another_family_is_followed);
  g_test_add_func ("/pose/follow/its clock starts with the leader or goes on through its loops",
                   its_clock_starts_with_the_leader_or_goes_on_through_its_loops);
  return g_test_run ();
}
