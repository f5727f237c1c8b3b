/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes that follow, in the same step, from edits of models of World of Warcraft's alpha. */
#include "core/edit/document.h"
#include "core/edit/operations/elements/add.h"
#include "core/io/mdx/mdx.h"
#include "core/io/registry.h"
#include "core/model/mdlx/wow.h"
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/io/mdx-files.h"
#include "tests/core/io/values.h"

#include <string.h>

static const char *const made[] = { "wow-1300", "wow-1400", "wow-1500" };

/* The bones that BIDX names, as text: "id*weight id*weight ..." for each vertex. Only entries with a weight are
 * listed, by the id of the node whose object id they are. */
static char *
named_by_words (const MwMdlx *model)
{
  g_autofree uint32_t *numbers = mw_model_numbers (&model->model);
  GString *text = g_string_new (NULL);
  for (uint32_t g = 0; g < model->geosets.n; g++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[g];
    const uint8_t *ids = geoset->bone_indices.data, *weights = geoset->bone_weights.data;
    for (uint32_t i = 0; i < MIN (geoset->bone_indices.n, geoset->bone_weights.n); i++, g_string_append_c (text, '\n'))
      for (guint k = 0; k < 4; k++) {
        guint weight = weights[4 * i + 3 - k];
        for (uint32_t n = 0; weight && n < model->nodes.n; n++)
          if (numbers[model->nodes.items[n]->id] == ids[4 * i + k])
            g_string_append_printf (text, "%u*%u ", model->nodes.items[n]->id, weight);
      }
  }
  return g_string_free (text, FALSE);
}

static gboolean
is_same (const MwMdlx *model, const MwModel *other)
{
  return mw_model_equal (&model->model, other, mw_mdlx_format (model), NULL);
}

static MwRecord *
record_at (const MwMdlx *model, const char *path)
{
  MwTarget target;
  g_assert_true (mw_path_resolve_one (&model->model, path, &target, NULL));
  return target.record;
}

static MwId
add_node (MwDocument *document, const MwSchema *schema, const char *parent)
{
  g_autoptr (GError) error = NULL;
  MwModel *model = mw_document_get_model (document);
  const MwNewValue value = { "parent", parent, parent ? strlen (parent) : 0 };
  mw_document_begin (document, "Add");
  MwId id = mw_operation_add (document, &model->record, mw_schema_field (&mw_mdlx_schema, "nodes"), schema, &value,
                              parent != NULL, &error);
  mw_document_commit (document);
  g_assert_no_error (error);
  return id;
}

static void
remove_record (MwDocument *document, MwId id)
{
  g_autoptr (GError) error = NULL;
  mw_document_begin (document, "Remove");
  mw_document_remove (document, id, &error);
  mw_document_commit (document);
  g_assert_no_error (error);
}

static void
move_record (MwDocument *document, MwId id, guint32 index)
{
  g_autoptr (GError) error = NULL;
  mw_document_begin (document, "Move");
  mw_document_move (document, id, index, &error);
  mw_document_commit (document);
  g_assert_no_error (error);
}

/* Checks that BIDX names the same bones as before, whatever was done with these. */
static void
assert_words_follow (MwMdlx *model)
{
  MwDocument *document = mw_document_new (&model->model, mw_mdlx_format (model));
  MwMdlx *first = (MwMdlx *) mw_model_copy (&model->model, TRUE);
  g_autofree char *before = named_by_words (model);
  const MwRecord *child = NULL;
  for (uint32_t i = 0; i < model->nodes.n && !child; i++) {
    const MwMdlxNode *node = (const MwMdlxNode *) model->nodes.items[i];
    if (node->record.schema == &mw_mdlx_bone_schema && node->parent.id)
      child = &node->record;
  }
  g_assert_nonnull (child);
  g_assert_nonnull (strstr (before, "*"));
  const void *was = ((MwMdlxGeoset *) model->geosets.items[0])->bone_indices.data;
  g_autofree void *bytes = g_memdup2 (was, 4 * ((MwMdlxGeoset *) model->geosets.items[0])->bone_indices.n);

  MwId fresh = add_node (document, &mw_mdlx_bone_schema, NULL);
  move_record (document, fresh, 0);
  mw_document_go_to (document, 0);
  g_assert_true (is_same (model, &first->model));
  mw_document_go_to (document, 2);
  g_autofree char *moved = named_by_words (model);
  g_assert_cmpstr (moved, ==, before);
  g_assert_cmpint (memcmp (((MwMdlxGeoset *) model->geosets.items[0])->bone_indices.data, bytes,
                           4 * ((MwMdlxGeoset *) model->geosets.items[0])->bone_indices.n),
                   !=, 0);
  g_autofree char *path = mw_record_path (child), *parent = g_strconcat (path, ".parent", NULL);
  g_assert_true (fixture_set (document, parent, "none"));
  g_autofree char *freed = named_by_words (model);
  g_assert_cmpstr (freed, ==, before);
  remove_record (document, fresh);
  g_autofree char *removed = named_by_words (model);
  g_assert_cmpstr (removed, ==, before);
  mw_document_go_to (document, 0);
  g_assert_true (is_same (model, &first->model));
  g_object_unref (document);
  mw_model_free (&first->model);
}

static void
test_words_follow (void)
{
  assert_words_follow (read_seed ("wow-1300"));
  assert_words_follow (read_seed ("wow-1400"));
  g_autoptr (GPtrArray) files = corpus_files ("mdx1300");
  for (guint i = 0; files && i < files->len; i++) {
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
    assert_words_follow (read_mdx (bytes, size));
  }
}

/* A removed bone is replaced by its parent. If it has none, its weight goes to the other bones, or to the first
 * bone. */
static void
test_words_of_removed (void)
{
  MwMdlx *model = read_seed ("wow-1300");
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) model->geosets.items[0];
  static const uint8_t ids[4][4] = { { 1, 2, 0, 0 }, { 3, 1, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 0, 0 } };
  static const uint8_t weights[4][4] = { { 0, 0, 127, 128 }, { 0, 0, 127, 128 }, { 0, 0, 155, 100 }, { 0, 0, 0, 255 } };
  mw_array_clear (&geoset->bone_indices);
  mw_array_clear (&geoset->bone_weights);
  geoset->bone_indices = mw_array_copy (ids, 4, 4);
  geoset->bone_weights = mw_array_copy (weights, 4, 4);
  MwDocument *document = mw_document_new (&model->model, mw_mdlx_format (model));
  MwId bones[4];
  for (guint i = 0; i < 4; i++) {
    g_autofree char *path = g_strdup_printf ("bones[%u]", i);
    bones[i] = record_at (model, path)->id;
  }
  /* bones[2] is a child of bones[1], and bones[0] is a root. */
  remove_record (document, bones[2]);
  static const uint8_t without_2[4][4] = { { 1, 1, 0, 0 }, { 2, 1, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 0, 0 } };
  g_assert_cmpmem (geoset->bone_indices.data, 4 * geoset->bone_indices.n, without_2, sizeof without_2);
  g_assert_cmpmem (geoset->bone_weights.data, 4 * geoset->bone_weights.n, weights, sizeof weights);
  remove_record (document, bones[0]);
  /* Now bones[1] has number 0, and bones[3] number 1. */
  static const uint8_t without_0[4][4] = { { 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 0, 0, 0, 0 }, { 0, 0, 0, 0 } };
  static const uint8_t given[4][4] = { { 0, 0, 127, 128 }, { 0, 0, 127, 128 }, { 0, 0, 255, 0 }, { 0, 0, 0, 255 } };
  g_assert_cmpmem (geoset->bone_indices.data, 4 * geoset->bone_indices.n, without_0, sizeof without_0);
  g_assert_cmpmem (geoset->bone_weights.data, 4 * geoset->bone_weights.n, given, sizeof given);
  mw_document_go_to (document, 0);
  g_assert_cmpmem (geoset->bone_indices.data, 4 * geoset->bone_indices.n, ids, sizeof ids);
  g_assert_cmpmem (geoset->bone_weights.data, 4 * geoset->bone_weights.n, weights, sizeof weights);
  g_object_unref (document);
}

/* If a step itself sets these arrays, that is kept. A replayed step gives the same. */
static void
test_bulk_in_step (void)
{
  MwMdlx *model = read_seed ("wow-1300");
  MwDocument *document = mw_document_new (&model->model, mw_mdlx_format (model));
  MwModel *first = mw_model_copy (&model->model, TRUE);
  g_autoptr (GError) error = NULL;
  MwTarget words;
  g_assert_true (mw_path_resolve_one (&model->model, "geosets[0].bone_indices", &words, NULL));
  MwRecord *bone = record_at (model, "bones[0]");
  mw_document_begin (document, "Both");
  mw_document_move (document, bone->id, mw_record_index (bone) + 1, &error);
  mw_document_set_text (document, &words, "[16909060, 1, 2, 3]", strlen ("[16909060, 1, 2, 3]"), &error);
  mw_document_commit (document);
  g_assert_no_error (error);
  assert_value (model, "geosets[0].bone_indices", "[16909060, 1, 2, 3]");
  remove_record (document, bone->id);
  MwDocument *other = mw_document_new (first, mw_mdlx_format (model));
  for (guint i = 0; i < mw_document_get_n_steps (document); i++) {
    g_assert_true (mw_document_replay (other, mw_document_get_step (document, i), &error));
    g_assert_no_error (error);
  }
  g_assert_true (is_same (model, mw_document_get_model (other)));
  g_assert_cmpuint (mw_document_get_n_steps (other), ==, mw_document_get_n_steps (document));
  g_object_unref (other);
  g_object_unref (document);
}

static gboolean
is_in_order (const MwMdlx *model)
{
  const MwRecord *wrong;
  g_autofree uint32_t *numbers = mw_model_numbers (&model->model);
  return mw_mdlx_wow_order (model, numbers, &wrong) == MW_MDLX_ORDER_SOUND;
}

/* If a bone loses its parent, for whatever reason, it is moved in the same step to where its object id belongs. */
static void
test_order_follows (void)
{
  for (guint v = 0; v < G_N_ELEMENTS (made); v++) {
    MwMdlx *model = read_seed (made[v]);
    MwDocument *document = mw_document_new (&model->model, mw_mdlx_format (model));
    MwModel *first = mw_model_copy (&model->model, TRUE);
    g_assert_true (is_in_order (model));
    MwRecord *late = record_at (model, "bones[3]");
    g_assert_true (fixture_set (document, "bones[3].parent", "none"));
    g_assert_true (is_in_order (model));
    g_autofree char *path = mw_record_path (late);
    g_assert_cmpstr (path, ==, "bones[2]");
    g_assert_cmpuint (mw_document_get_position (document), ==, 1);
    g_assert_nonnull (mw_document_get_notices (document));
    /* The saved model can be read and has the same order. */
    g_autoptr (GBytes) written = write_mdx (model);
    MwMdlx *again = read_mdx (g_bytes_get_data (written, NULL), g_bytes_get_size (written));
    g_assert_true (is_in_order (again));
    mw_model_free (&again->model);
    mw_document_undo (document);
    g_assert_true (is_same (model, first));
    /* The children of a removed root become roots. */
    remove_record (document, record_at (model, "bones[1]")->id);
    g_assert_true (is_in_order (model));
    mw_document_undo (document);
    /* A move to after a bone with a parent, or before a root. */
    MwRecord *root = record_at (model, "bones[0]");
    move_record (document, root->id, mw_record_index (late));
    g_assert_true (is_in_order (model));
    mw_document_undo (document);
    MwId id = add_node (document, &mw_mdlx_bone_schema, "bones[0]");
    g_autofree char *child = mw_record_path (mw_model_find (&model->model, id)),
                    *parent = g_strconcat (child, ".parent", NULL);
    g_assert_true (fixture_set (document, parent, "none"));
    g_assert_true (is_in_order (model));
    mw_document_go_to (document, 0);
    g_assert_true (is_same (model, first));
    mw_model_free (first);
    g_object_unref (document);
  }
}

/* Stored object ids in another order are kept until an edit would make them descend. A file that already has them
 * descending stays so. */
static void
test_stored_order (void)
{
  for (guint broken = 0; broken < 2; broken++) {
    MwMdlx *model = read_seed ("wow-1300");
    g_autofree uint32_t *numbers = mw_model_numbers (&model->model);
    MwRecord *last[2];
    guint found = 0;
    for (uint32_t i = model->nodes.n; i-- > 0 && found < 2;)
      if (model->nodes.items[i]->schema == &mw_mdlx_collision_shape_schema)
        last[found++] = model->nodes.items[i];
    for (guint i = 0; i < 2; i++)
      mw_notes_add (last[i], MW_NOTE_OBJECT_ID, NULL, 0, &numbers[last[broken ? 1 - i : i]->id], 4, 4);
    MwDocument *document = mw_document_new (&model->model, mw_mdlx_format (model));
    g_assert_true (is_in_order (model) == !broken);
    move_record (document, last[0]->id, mw_record_index (last[1]));
    g_assert_true (is_in_order (model));
    g_assert_true (fixture_set (document, "bones[3].parent", "none"));
    g_assert_true (is_in_order (model));
    mw_document_go_to (document, 0);
    g_assert_true (is_in_order (model) == !broken);
    g_assert_true (fixture_set (document, "bones[3].parent", "none"));
    g_assert_true (is_in_order (model) == !broken);
    g_object_unref (document);
  }
}

/* A new bone without a parent is inserted before those with one, as its object id requires. */
static void
test_new_root (void)
{
  MwMdlx *model = read_seed ("wow-1500");
  MwDocument *document = mw_document_new (&model->model, mw_mdlx_format (model));
  g_autoptr (GError) error = NULL;
  const MwNewValue parent = { "parent", "bones[0]", strlen ("bones[0]") };
  MwId ids[2];
  for (guint i = 0; i < 2; i++) {
    mw_document_begin (document, "Add");
    ids[i] = mw_operation_add (document, &model->model.record, mw_schema_field (&mw_mdlx_schema, "nodes"),
                               &mw_mdlx_bone_schema, i ? NULL : &parent, !i, &error);
    mw_document_commit (document);
    g_assert_no_error (error);
  }
  guint32 child = mw_record_index (mw_model_find (&model->model, ids[0]));
  guint32 root = mw_record_index (mw_model_find (&model->model, ids[1]));
  g_assert_cmpuint (root, <, child);
  for (guint32 i = 0; i < root; i++) {
    const MwMdlxNode *node = (const MwMdlxNode *) model->nodes.items[i];
    g_assert_false (node->record.schema == &mw_mdlx_bone_schema && node->parent.id);
  }
  g_autoptr (GBytes) written = write_mdx (model);
  g_assert_true (io_prove_bytes (&model->model, mw_mdlx_format (model), written, NULL));
  g_object_unref (document);
}

/* A new geoset of version 1500 can be saved at once. */
static void
test_new_geoset (void)
{
  MwMdlx *model = read_seed ("wow-1500");
  MwDocument *document = mw_document_new (&model->model, mw_mdlx_format (model));
  g_autoptr (GError) error = NULL;
  mw_document_begin (document, "Add");
  MwId id = mw_operation_add (document, &model->model.record, mw_schema_field (&mw_mdlx_schema, "geosets"),
                              &mw_mdlx_geoset_schema, NULL, 0, &error);
  mw_document_commit (document);
  g_assert_no_error (error);
  g_assert_cmpuint (((MwMdlxGeoset *) mw_model_find (&model->model, id))->uv_sets.n, ==, 2);
  g_autoptr (GBytes) written = write_mdx (model);
  g_assert_true (io_prove_bytes (&model->model, mw_mdlx_format (model), written, NULL));
  mw_document_undo (document);
  mw_document_redo (document);
  g_assert_cmpuint (((MwMdlxGeoset *) mw_model_find (&model->model, id))->uv_sets.n, ==, 2);
  g_object_unref (document);
}

static MwRef
index_of (const MwMdlx *model, guint geoset)
{
  return ((const MwMdlxGeoset *) model->geosets.items[geoset])->geoset_index;
}

/* The number in the header of a geoset is that of the geoset that it refers to, wherever that is. */
static void
test_geoset_index (void)
{
  MwMdlx *model = read_seed ("wow-1500");
  MwDocument *document = mw_document_new (&model->model, mw_mdlx_format (model));
  MwModel *first = mw_model_copy (&model->model, TRUE);
  g_autoptr (GError) error = NULL;
  const MwField *geosets = mw_schema_field (&mw_mdlx_schema, "geosets");
  g_assert_cmpuint (model->geosets.n, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (index_of (model, i).id, ==, model->geosets.items[i]->id);
  move_record (document, model->geosets.items[2]->id, 0);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (index_of (model, i).id, ==, model->geosets.items[i]->id);
  assert_value (model, "geosets[0].geoset_index", "geosets[0]");
  mw_document_begin (document, "Add");
  mw_operation_add (document, &model->model.record, geosets, &mw_mdlx_geoset_schema, NULL, 0, &error);
  mw_document_commit (document);
  g_assert_no_error (error);
  assert_value (model, "geosets[3].geoset_index", "geosets[3]");
  /* A reference to another geoset follows that one, and becomes one to the geoset itself when that one is removed. */
  g_assert_true (fixture_set (document, "geosets[2].geoset_index", "geosets[1]"));
  move_record (document, model->geosets.items[3]->id, 0);
  assert_value (model, "geosets[3].geoset_index", "geosets[2]");
  remove_record (document, model->geosets.items[2]->id);
  g_assert_cmpuint (model->geosets.n, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (index_of (model, i).id, ==, model->geosets.items[i]->id);
  g_autoptr (GBytes) written = write_mdx (model);
  MwMdlx *again = read_mdx (g_bytes_get_data (written, NULL), g_bytes_get_size (written));
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (index_of (again, i).id, ==, again->geosets.items[i]->id);
  mw_model_free (&again->model);
  MwDocument *other = mw_document_new (mw_model_copy (first, TRUE), mw_mdlx_format (model));
  for (guint i = 0; i < mw_document_get_n_steps (document); i++)
    g_assert_true (mw_document_replay (other, mw_document_get_step (document, i), &error));
  g_assert_no_error (error);
  g_assert_true (is_same (model, mw_document_get_model (other)));
  mw_document_go_to (document, 0);
  g_assert_true (is_same (model, first));
  /* A user may set "none" on purpose, so that is kept. */
  g_assert_true (fixture_set (document, "geosets[1].geoset_index", "none"));
  assert_value (model, "geosets[1].geoset_index", "none");
  mw_model_free (first);
  g_object_unref (other);
  g_object_unref (document);
}

/* New records have the values of that game's own files (mdlx.md 7.2; rendering.md 4.4). */
static void
own_defaults (void)
{
  static const struct {
    const char *seed;
    float near_clip, far_clip, twinkle;
  } cases[] = { { "wow-1300", 8.f / 36, 1000.f / 36, 10 }, { "wc3-1100.mdx", 8, 1000, 0 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = read_seed (cases[i].seed);
    g_autoptr (MwDocument) document = mw_document_new (&model->model, mw_mdlx_format (model));
    g_autoptr (GError) error = NULL;
    mw_document_begin (document, "Add");
    MwId camera = mw_operation_add (document, &model->model.record, mw_schema_field (&mw_mdlx_schema, "cameras"), NULL,
                                    NULL, 0, &error);
    g_assert_no_error (error);
    mw_document_commit (document);
    MwId emitter = add_node (document, &mw_mdlx_particle_emitter2_schema, NULL);
    const MwMdlxCamera *added = (const MwMdlxCamera *) mw_model_find (&model->model, camera);
    g_assert_cmpfloat (added->near_clip, ==, cases[i].near_clip);
    g_assert_cmpfloat (added->far_clip, ==, cases[i].far_clip);
    g_assert_cmpfloat (((const MwMdlxParticleEmitter2 *) mw_model_find (&model->model, emitter))->twinkle_fps, ==,
                       cases[i].twinkle);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/wow rules/bone indices keep their bones", test_words_follow);
  g_test_add_func ("/edit/wow rules/bone indices of a removed bone get its parent, or lose their weight",
                   test_words_of_removed);
  g_test_add_func ("/edit/wow rules/a step that sets them keeps its values when it is replayed", test_bulk_in_step);
  g_test_add_func ("/edit/wow rules/object ids count up after every edit", test_order_follows);
  g_test_add_func ("/edit/wow rules/stored ids are renumbered if an edit breaks their order", test_stored_order);
  g_test_add_func ("/edit/wow rules/the geoset number follows the geoset that it names", test_geoset_index);
  g_test_add_func ("/edit/wow rules/a new bone without a parent is placed before those with one", test_new_root);
  g_test_add_func ("/edit/wow rules/a new geoset of 1500 can be saved as it is", test_new_geoset);
  g_test_add_func ("/edit/wow/new cameras and emitters have the game's usual values", own_defaults);
  return g_test_run ();
}
