/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/standard-sequences.h"
#include "core/schema/catalogue.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

static MwModel *
model_with (const char *const *names)
{
  MwMdlx *model = mw_mdlx_new ();
  for (guint i = 0; names[i]; i++) {
    MwMdlxSequence *sequence = (MwMdlxSequence *) mw_record_new (&mw_mdlx_sequence_schema);
    mw_text_set (&sequence->name, names[i], strlen (names[i]));
    sequence->interval[0] = (int32_t) (1000 * i);
    sequence->interval[1] = (int32_t) (1000 * i + 500);
    mw_list_append (&model->model, &model->model.record, MW_FIELD (MwMdlx, sequences), &sequence->record);
  }
  return &model->model;
}

/* "missing", "falls back 0 from 0": the state, the place of the sequence and that of the source. */
static char *
state_of (const MwModel *model, MwFamily family, const char *set, const char *name)
{
  g_autoptr (GArray) all = mw_standard_sequences (model, mw_standard_set (model, family, set));
  for (guint i = 0; i < all->len; i++) {
    const MwStandardSequence *is = &g_array_index (all, MwStandardSequence, i);
    if (strcmp (is->expected->name, name) != 0)
      continue;
    GString *text = g_string_new (mw_standard_state_name (is->state));
    if (is->sequence)
      g_string_append_printf (text, " %u", mw_record_index (is->sequence));
    if (is->from)
      g_string_append_printf (text, " from %u", mw_record_index (is->from));
    return g_string_free (text, FALSE);
  }
  return NULL;
}

static void
check (const char *const *names, const char *set, const char *const *expected)
{
  MwModel *model = model_with (names);
  for (; *expected; expected += 2) {
    g_autofree char *is = state_of (model, MW_FAMILY_MDX, set, expected[0]);
    if (g_strcmp0 (is, expected[1]) != 0)
      g_error ("%s: found \"%s\", expected \"%s\"", expected[0], is, expected[1]);
  }
  mw_model_free (model);
}

static void
words (void)
{
  check ((const char *const[]) { "stand - 1", "Stand  Ready 2", "Attack -1", "Decay", "Walk Fast", "", NULL }, NULL,
         (const char *const[]) { "Stand", "have 0", "Stand Ready", "have 1", "Attack", "have 2", "Decay Flesh",
                                 "falls back 3 from 3", "Decay Bone", "falls back 3 from 3", "Walk", "missing from 0",
                                 "Death", "missing", "Portrait Talk", "missing from 0", "Spell", "missing from 2",
                                 NULL });
}

/* A name that is something else is not a wrong one. */
static void
misspelt (void)
{
  check (
    (const char *const[]) { "Stand", "Walkk", "StandReady", "Decay Flsh 1", "Stand Fourth", "Portrait Walk", NULL },
    NULL,
    (const char *const[]) { "Walk", "misspelt 1 from 0", "Stand Ready", "misspelt 2 from 0", "Decay Flesh",
                            "misspelt 3", "Portrait Talk", "misspelt 5 from 0", "Attack", "missing from 0", NULL });
  check ((const char *const[]) { "Stand Fourth", NULL }, "building",
         (const char *const[]) { "Stand Work", "missing", "Stand", "missing", NULL });
}

/* Drowned is expected itself, and not a wrong Drown. */
static void
near_each_other (void)
{
  MwModel *model = model_with ((const char *const[]) { "Stand - Var1", "Drowned", NULL });
  g_autofree char *drown = state_of (model, MW_FAMILY_MDX_WOW, "creature", "Drown"),
                  *stand = state_of (model, MW_FAMILY_MDX_WOW, "creature", "Stand");
  g_assert_cmpstr (drown, ==, "falls back 0 from 0");
  g_assert_cmpstr (stand, ==, "have 0");
  mw_model_free (model);
}

static void
sets (void)
{
  MwModel *model = model_with ((const char *const[]) { "Stand", NULL });
  g_assert_cmpstr (mw_standard_set (model, MW_FAMILY_MDX, NULL)->id, ==, "unit");
  g_assert_cmpstr (mw_standard_set (model, MW_FAMILY_MDX_WOW, NULL)->id, ==, "creature");
  g_assert_null (mw_standard_set (model, MW_FAMILY_MDX, "creature"));
  g_assert_null (mw_standard_set (model, MW_FAMILY_MDX, "Unit"));
  g_autoptr (GPtrArray) all = mw_standard_sets (model, MW_FAMILY_MDX);
  g_assert_cmpuint (all->len, ==, 4);
  for (guint i = 0; i < all->len; i++)
    g_assert_nonnull (((const MwStandardSet *) all->pdata[i])->label);
  mw_model_free (model);
}

/* 41 is SwimIdle, 135 is Fly, 147 is Closed. An alias has the keys of another sequence, which is the one to copy. */
static void
animations (void)
{
  static const uint16_t ids[] = { 0, 4, 41 };
  MwM2 *model = mw_m2_new (264);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++) {
    MwM2Sequence *sequence = (MwM2Sequence *) mw_record_new (&mw_m2_sequence_schema);
    sequence->animation = ids[i];
    sequence->flags = 0x20;
    mw_list_append (&model->model, &model->model.record, MW_FIELD (MwM2, sequences), &sequence->record);
  }
  static const char *const expected[] = { "Stand",         "have 0",
                                          "Swim",          "falls back 1 from 1",
                                          "Walkbackwards", "falls back 1 from 1",
                                          "Death",         "falls back 0 from 0",
                                          "Fall",          "falls back 2 from 2" };
  for (guint i = 0; i < G_N_ELEMENTS (expected); i += 2) {
    g_autofree char *is = state_of (&model->model, MW_FAMILY_M2, "creature", expected[i]);
    g_assert_cmpstr (is, ==, expected[i + 1]);
  }
  /* In the set of all animations, too, which is as long as the catalogue. EmoteDance (69) is expected of no creature. */
  g_autofree char *dance = state_of (&model->model, MW_FAMILY_M2, "all", "EmoteDance"),
                  *stand = state_of (&model->model, MW_FAMILY_M2, "all", "Stand");
  g_assert_cmpstr (dance, ==, "falls back 0 from 0");
  g_assert_cmpstr (stand, ==, "have 0");
  g_autoptr (GArray) all = mw_standard_sequences (&model->model, mw_standard_set (&model->model, MW_FAMILY_M2, "all"));
  g_assert_cmpuint (all->len, ==, mw_catalogue_names (MW_CATALOGUE_ANIMATION)->n);
  MwM2Sequence *walk = (MwM2Sequence *) model->sequences.items[1], *swim = (MwM2Sequence *) model->sequences.items[2];
  walk->flags |= MW_M2_SEQUENCE_ALIAS;
  walk->alias = (MwRef) { model->sequences.items[0]->id, 0 };
  g_autofree char *alias = state_of (&model->model, MW_FAMILY_M2, NULL, "Swim");
  g_assert_cmpstr (alias, ==, "falls back 1 from 0");
  swim->flags = 0;
  swim->not_loaded = TRUE;
  g_autofree char *lost = state_of (&model->model, MW_FAMILY_M2, NULL, "Fall");
  g_assert_cmpstr (lost, ==, "falls back 2 from 0");
  ((MwM2Sequence *) model->sequences.items[0])->animation = 147;
  g_autofree char *closed = state_of (&model->model, MW_FAMILY_M2, NULL, "Stand");
  g_assert_cmpstr (closed, ==, "falls back 0 from 0");
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/model/standard-sequences/names are compared by words", words);
  g_test_add_func ("/core/model/standard-sequences/nearly the same names are told", misspelt);
  g_test_add_func ("/core/model/standard-sequences/expected names are not misspelt", near_each_other);
  g_test_add_func ("/core/model/standard-sequences/each family has its sets", sets);
  g_test_add_func ("/core/model/standard-sequences/animations are found by their ids", animations);
  return g_test_run ();
}
