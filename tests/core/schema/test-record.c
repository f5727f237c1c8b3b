/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

/* Records that are created together share one allocation, but otherwise behave like all others. */

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

/* More records than a 16-bit in_batch can number, so there must be several allocations. */
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

/* --- Fields --------------------------------------------------------------------------------------------------------- */

static GPtrArray *
all_schemas (void)
{
  GPtrArray *all = mw_schema_reachable (&mw_mdlx_schema);
  g_autoptr (GPtrArray) m2 = mw_schema_reachable (&mw_m2_schema);
  g_ptr_array_extend (all, m2, NULL, NULL);
  return all;
}

/* MW_FIELD() finds a field by its offset, so no two fields of a schema may have the same offset. */
static void
test_handles (void)
{
  g_autoptr (GPtrArray) all = all_schemas ();
  for (guint s = 0; s < all->len; s++) {
    const MwSchema *schema = all->pdata[s];
    for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
      const MwField *field = mw_schema_field_at (schema, i);
      g_assert_true (mw_schema_member (schema, field->offset) == field);
      g_assert_true (mw_schema_field (schema, field->name) == field);
      if (field->part)
        g_assert_true (mw_schema_part (schema, field->part) == field);
    }
  }
  g_assert_cmpstr (MW_FIELD (MwMdlxLayer, alpha_track)->name, ==, "alpha.track");
  g_assert_cmpstr (MW_FIELD (MwMdlxSequence, interval[1])->name, ==, "interval.end");
  g_assert_true (MW_FIELD (MwMdlxNode, pivot) == mw_schema_field (&mw_mdlx_light_schema, "pivot"));
  g_assert_true (mw_schema_has_field (&mw_mdlx_light_schema, MW_FIELD (MwMdlxNode, pivot)));
  g_assert_false (mw_schema_has_field (&mw_mdlx_node_schema, MW_FIELD (MwMdlxLight, type)));
}

/* "alpha" and "alpha.track" are the static and the animated form of one value. */
static void
test_twins (void)
{
  const MwSchema *layer = &mw_mdlx_layer_schema;
  const MwField *alpha = MW_FIELD (MwMdlxLayer, alpha), *track = MW_FIELD (MwMdlxLayer, alpha_track);
  g_assert_true (mw_schema_track_of (layer, alpha) == track);
  g_assert_true (mw_schema_static_of (layer, track) == alpha);
  g_assert_null (mw_schema_track_of (layer, MW_FIELD (MwMdlxLayer, coord_id)));
  g_assert_null (mw_schema_static_of (layer, alpha));
  g_assert_null (mw_schema_static_of (&mw_mdlx_node_schema, MW_FIELD (MwMdlxNode, translation_track)));
}

/* Sets every field to a value that differs from all others, in every byte. */
static void
fill (MwRecord *record, guint *seed)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    void *at = mw_field_at (record, field);
    *seed += 1;
    if (field->type == MW_TYPE_TEXT) {
      g_autofree char *text = g_strdup_printf ("%u", *seed);
      mw_text_set (at, text, strlen (text));
    } else if (field->type == MW_TYPE_ARRAY) {
      *(MwArray *) at = mw_array_new (*seed % 5 + 1, mw_field_element_size (field));
      memset (((MwArray *) at)->data, (int) (*seed % 254 + 1), ((MwArray *) at)->n * mw_field_element_size (field));
    } else if (field->type == MW_TYPE_LIST) {
      for (guint k = *seed % 3 + 1; k-- > 0;)
        mw_list_append (NULL, record, field, mw_record_new (mw_schema_kind_at (field->schema, 0)));
    } else if (field->type == MW_TYPE_CHILD) {
      mw_child_set (NULL, record, field, mw_record_new (field->schema));
    } else {
      memset (at, (int) (*seed % 254 + 1), mw_field_storage_size (field));
    }
  }
}

/* Lists are compared only by the number of their records. */
static gboolean
has_value (const MwRecord *record, const MwRecord *other, const MwField *field)
{
  const void *a = mw_field_at (record, field), *b = mw_field_at (other, field);
  if (field->type == MW_TYPE_TEXT)
    return strcmp (mw_text (*(char *const *) a), mw_text (*(char *const *) b)) == 0;
  if (field->type == MW_TYPE_ARRAY)
    return mw_array_equal (a, b, mw_field_element_size (field));
  if (field->type == MW_TYPE_LIST)
    return ((const MwList *) a)->n == ((const MwList *) b)->n;
  if (field->type == MW_TYPE_CHILD)
    return !*(MwRecord *const *) a == !*(MwRecord *const *) b;
  return memcmp (a, b, mw_field_storage_size (field)) == 0;
}

/* Copying uses the tables, so it includes new fields without any code for them. */
static void
test_copies_fields (void)
{
  g_autoptr (GPtrArray) all = all_schemas ();
  guint seed = 0, n_fields = 0;
  for (guint s = 0; s < all->len; s++) {
    const MwSchema *schema = all->pdata[s];
    if (schema == &mw_mdlx_schema || schema == &mw_m2_schema || schema->kinds)
      continue;
    for (guint left_out = 0; left_out < mw_schema_n_fields (schema); left_out++) {
      g_autoptr (MwRecord) record = mw_record_new (schema), copy = mw_record_new (schema),
                           fresh = mw_record_new (schema);
      const MwField *const except[] = { mw_schema_field_at (schema, left_out), NULL };
      fill (record, &seed);
      mw_record_copy_fields (copy, record, schema, except);
      for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
        const MwField *field = mw_schema_field_at (schema, i);
        if (!has_value (copy, i == left_out ? fresh : record, field) || has_value (record, fresh, field))
          g_error ("%s.%s did not arrive, or came although it was left out", schema->name, field->name);
        n_fields++;
      }
    }
  }
  g_assert_cmpuint (n_fields, >, 5000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/record/records allocated together work like others", test_as_others);
  g_test_add_func ("/schema/record/one of them outlives the others, even in another model", test_outlives);
  g_test_add_func ("/schema/record/the last of them frees the allocation", test_alone);
  g_test_add_func ("/schema/record/a walk over all records stops when it is told to", test_walk);
  g_test_add_func ("/schema/record/a field is found by its member", test_handles);
  g_test_add_func ("/schema/record/a value and its track find one another", test_twins);
  g_test_add_func ("/schema/record/a copy has every field that is not left out", test_copies_fields);
  return g_test_run ();
}
