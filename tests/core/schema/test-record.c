/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"

/* Records that are made together share an allocation and are nevertheless records like others. */

typedef struct {
  MwM2 *model;
  MwRecord *track;
  const MwField *lanes;
} Fixture;

static Fixture
fixture_new (uint32_t n)
{
  Fixture f = { .model = mw_m2_new (264) };
  MwRecord *bone = mw_record_new (&mw_m2_bone_schema);
  mw_list_append (&f.model->model, &f.model->model.record, mw_schema_field (&mw_m2_schema, "bones"), bone);
  const MwField *slot = mw_schema_field (bone->schema, "translation.track");
  f.track = mw_record_new (slot->schema);
  mw_child_set (&f.model->model, bone, slot, f.track);
  f.lanes = mw_schema_field (f.track->schema, "lanes");
  mw_list_append_new (&f.model->model, f.track, f.lanes, f.lanes->schema, n);
  return f;
}

static MwRecord *
lane_at (const Fixture *f, uint32_t i)
{
  return mw_record_list (f->track, f->lanes)->items[i];
}

/* More than one allocation has room to count. */
#define MANY 70000

static void
test_as_others (void)
{
  Fixture f = fixture_new (MANY);
  MwRecord *other = mw_record_new (f.lanes->schema);
  mw_list_append (&f.model->model, f.track, f.lanes, other);
  g_assert_cmpuint (mw_record_list (f.track, f.lanes)->n, ==, MANY + 1);
  for (uint32_t i = 0; i < MANY; i++) {
    MwRecord *lane = lane_at (&f, i);
    g_assert_cmpuint (lane->id, ==, lane_at (&f, 0)->id + i);
    g_assert_true (mw_model_find (&f.model->model, lane->id) == lane);
    g_assert_cmpuint (mw_record_index (lane), ==, i);
    g_assert_true (lane->owner == f.track && lane->slot == other->slot && lane->schema == other->schema);
  }
  MwModel *as_others = mw_model_copy (&f.model->model, FALSE);
  g_autofree char *where = NULL;
  MwFormat format = { MW_FAMILY_M2, 264, FALSE };
  g_assert_true (mw_record_equal (as_others, mw_model_find (as_others, lane_at (&f, 7)->id), &f.model->model, other,
                                  format, &where));
  mw_model_free (as_others);
  mw_model_free (&f.model->model);
}

static void
test_outlives (void)
{
  Fixture f = fixture_new (100);
  MwId id = lane_at (&f, 40)->id;
  MwRecord *taken = mw_list_take (&f.model->model, f.track, f.lanes, 40);
  ((MwM2Lane *) taken)->times = mw_array_new (3, 4);
  g_assert_null (mw_model_find (&f.model->model, id));
  mw_model_poison_and_free (&f.model->model);
  g_assert_cmpuint (taken->id, ==, id);
  g_assert_cmpuint (((MwM2Lane *) taken)->times.n, ==, 3);
  Fixture g = fixture_new (2);
  mw_record_forget_ids (taken);
  mw_list_insert (&g.model->model, g.track, g.lanes, 1, taken);
  g_assert_true (lane_at (&g, 1) == taken);
  g_assert_cmpuint (mw_record_index (taken), ==, 1);
  mw_model_free (&g.model->model);
}

static void
test_alone (void)
{
  Fixture f = fixture_new (3);
  for (uint32_t i = 3; i-- > 0;)
    mw_record_free (mw_list_take (&f.model->model, f.track, f.lanes, i));
  g_assert_cmpuint (mw_record_list (f.track, f.lanes)->n, ==, 0);
  mw_list_append_new (&f.model->model, f.track, f.lanes, f.lanes->schema, 0);
  g_assert_cmpuint (mw_record_list (f.track, f.lanes)->n, ==, 0);
  mw_model_free (&f.model->model);
}

static gboolean
count (MwRecord *record, gpointer data)
{
  guint *n = data;
  (*n)++;
  return *n < 7;
}

static void
test_walk (void)
{
  Fixture f = fixture_new (10);
  guint n = 0;
  g_assert_false (mw_record_foreach (&f.model->model.record, count, &n));
  g_assert_cmpuint (n, ==, 7); /* the model, the bone, the track and four lanes */
  mw_model_free (&f.model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/record/records made together are like others", test_as_others);
  g_test_add_func ("/schema/record/one of them outlives the others, also in another model", test_outlives);
  g_test_add_func ("/schema/record/the last of them takes the allocation along", test_alone);
  g_test_add_func ("/schema/record/a walk over all records ends where it is told to", test_walk);
  return g_test_run ();
}
