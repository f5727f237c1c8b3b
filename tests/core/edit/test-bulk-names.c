/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "tests/core/io/bytes.h"
#include "tests/core/edit/fixture.h"

#include <string.h>

/* Skin weights when nodes that they name are removed. The bones are those of the fixture (Root, Arm below it, Hand
 * below Arm), and Alone, which has no parent. */

enum { ROOT, ARM, HAND, ALONE };

typedef struct {
  guint bones[4];
  uint16_t weights[4];
} Vertex;

static MwDocument *
skinned (const Vertex *vertices, guint n)
{
  MwMdlx *model = fixture_model ();
  model->version = 1000;
  MwRecord *alone = mw_record_new (&mw_mdlx_bone_schema);
  mw_text_set (&((MwMdlxNode *) alone)->name, "Alone", 5);
  /* Inserted after the third bone; bones are counted among themselves. */
  mw_list_append (&model->model, &model->model.record, fixture_field (&model->model.record, "nodes"), alone);
  MwRef refs[16];
  uint16_t weights[16];
  const MwRecord *bones[] = { model->nodes.items[0], model->nodes.items[1], model->nodes.items[2], alone };
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < 4; k++) {
      refs[4 * i + k] = (MwRef) { bones[vertices[i].bones[k]]->id, 0 };
      weights[4 * i + k] = vertices[i].weights[k];
    }
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) model->geosets.items[0];
  geoset->skin_bones = mw_array_copy (refs, n, 4 * sizeof (MwRef));
  geoset->skin_weights = mw_array_copy (weights, n, 4 * sizeof *weights);
  return mw_document_new (&model->model, mw_mdlx_format (model));
}

static void
assert_saves (MwDocument *document)
{
  GError *error = NULL;
  MwModel *model = mw_document_get_model (document);
  MwFormat format = mw_mdlx_format ((MwMdlx *) model);
  g_autoptr (GBytes) bytes = io_write_bytes (model, format, NULL, NULL, &error);
  g_assert_no_error (error);
  io_prove_bytes (model, format, bytes, &error);
  g_assert_no_error (error);
}

static void
remove_nodes (MwDocument *document, const char *first, const char *second)
{
  GError *error = NULL;
  MwId ids[] = { fixture_id (document, first), second ? fixture_id (document, second) : 0 };
  MwModel *before = mw_model_copy (mw_document_get_model (document), TRUE);
  mw_document_begin (document, "Remove");
  g_assert_true (mw_document_remove_many (document, ids, second ? 2 : 1, &error));
  g_assert_no_error (error);
  mw_document_commit (document);
  assert_saves (document);
  /* Undo must restore the state before, redo the state after. */
  MwModel *after = mw_model_copy (mw_document_get_model (document), TRUE);
  mw_document_undo (document);
  fixture_assert_same (mw_document_get_model (document), before);
  mw_document_redo (document);
  fixture_assert_same (mw_document_get_model (document), after);
  mw_model_free (before);
  mw_model_free (after);
}

static guint
n_notices (MwDocument *document)
{
  const char *const *notices = mw_document_get_notices (document);
  return notices ? g_strv_length ((char **) notices) : 0;
}

static void
to_the_parent (void)
{
  g_autoptr (MwDocument) document = skinned (
    (Vertex[]) { { { ROOT, ARM, HAND, ROOT }, { 55, 100, 90, 10 } }, { { HAND, HAND, HAND, HAND }, { 255, 0, 0, 0 } } },
    2);
  remove_nodes (document, "bones[1]", NULL);
  fixture_assert_value (document, "geosets[0].skin[0].bones", "{bones[0], bones[0], bones[1], bones[0]}");
  fixture_assert_value (document, "geosets[0].skin[0].weights", "{55, 100, 90, 10}");
  fixture_assert_value (document, "geosets[0].skin[1].bones", "{bones[1], bones[1], bones[1], bones[1]}");
  g_assert_cmpuint (n_notices (document), ==, 0);
}

static void
among_the_others (void)
{
  g_autoptr (MwDocument) document = skinned ((Vertex[]) { { { ALONE, ARM, HAND, ALONE }, { 55, 120, 60, 20 } },
                                                          { { ROOT, ALONE, ROOT, ROOT }, { 255, 0, 0, 0 } } },
                                             2);
  remove_nodes (document, "bones[3]", NULL);
  /* 75 shared in the proportion of 120 to 60: 50 and 25. */
  fixture_assert_value (document, "geosets[0].skin[0].bones", "{bones[0], bones[1], bones[2], bones[0]}");
  fixture_assert_value (document, "geosets[0].skin[0].weights", "{0, 170, 85, 0}");
  fixture_assert_value (document, "geosets[0].skin[1].bones", "{bones[0], bones[0], bones[0], bones[0]}");
  fixture_assert_value (document, "geosets[0].skin[1].weights", "{255, 0, 0, 0}");
  g_assert_cmpuint (n_notices (document), ==, 1);
  g_assert_cmpstr (mw_document_get_notices (document)[0], ==,
                   "geosets[0]: 1 vertices are now moved only by their other bones, because a removed bone has no "
                   "parent that remains");
}

static void
not_without_any (void)
{
  g_autoptr (MwDocument) document = skinned ((Vertex[]) { { { ALONE, ALONE, ALONE, ALONE }, { 100, 155, 0, 0 } } }, 1);
  GError *error = NULL;
  MwId id = fixture_id (document, "bones[3]");
  mw_document_begin (document, "Remove");
  g_assert_false (mw_document_remove (document, id, &error));
  g_assert_cmpstr (error->message, ==,
                   "cannot be removed: nothing would move 1 vertices of geosets[0], because it has no parent that "
                   "remains");
  g_clear_error (&error);
  g_assert_true (mw_document_remove_weighted (document, &id, 1, MW_WEIGHTS_NEAREST, &error));
  mw_document_commit (document);
  /* All have the same pivot, so the first is the nearest. */
  fixture_assert_value (document, "geosets[0].skin[0].bones", "{bones[0], bones[0], bones[0], bones[0]}");
  fixture_assert_value (document, "geosets[0].skin[0].weights", "{100, 155, 0, 0}");
  g_assert_cmpuint (n_notices (document), ==, 0);
}

/* The sum of the weights is too large, so the new weight must be cut to what fits in a byte of the file. */
static void
no_more_than_fits (void)
{
  g_autoptr (MwDocument) document = skinned ((Vertex[]) { { { ALONE, ARM, ALONE, ROOT }, { 200, 200, 100, 0 } },
                                                          { { ALONE, ARM, ARM, ARM }, { 55, 200, 0, 0 } } },
                                             2);
  remove_nodes (document, "bones[3]", NULL);
  fixture_assert_value (document, "geosets[0].skin[0].weights", "{0, 255, 0, 0}");
  fixture_assert_value (document, "geosets[0].skin[1].weights", "{0, 255, 0, 0}");
  g_assert_cmpuint (n_notices (document), ==, 2);
  g_assert_cmpstr (mw_document_get_notices (document)[1], ==,
                   "geosets[0].skin.bones: the weights of 1 vertices now sum to less, because one weight is at most "
                   "255");
}

static void
several_at_once (void)
{
  g_autoptr (MwDocument) document = skinned ((Vertex[]) { { { HAND, ALONE, ARM, ROOT }, { 100, 50, 100, 5 } } }, 1);
  remove_nodes (document, "bones[2]", "bones[1]");
  fixture_assert_value (document, "geosets[0].skin[0].bones", "{bones[0], bones[1], bones[0], bones[0]}");
  fixture_assert_value (document, "geosets[0].skin[0].weights", "{100, 50, 100, 5}");
}

/* The heir is the same if it is first looked up in the middle of a chain, below it, or at its end. Records in a
 * circle have no heir, wherever the lookup starts. */
static void
chains_and_circles (void)
{
  enum { N = 40 };
  g_autoptr (MwDocument) document = skinned ((Vertex[]) { { { ROOT, ROOT, ROOT, ROOT }, { 64, 64, 64, 63 } },
                                                          { { ALONE, ALONE, ALONE, ALONE }, { 1, 2, 3, 4 } } },
                                             2);
  MwMdlx *model = (MwMdlx *) mw_document_get_model (document);
  MwId ids[N + 2];
  for (guint i = 0; i < N + 2; i++) {
    MwMdlxNode *node = (MwMdlxNode *) mw_record_new (&mw_mdlx_bone_schema);
    node->parent = (MwRef) { i && i != N ? ids[i - 1] : fixture_id (document, "bones[1]"), 0 };
    mw_list_append (&model->model, &model->model.record, fixture_field (&model->model.record, "nodes"), &node->record);
    ids[i] = node->record.id;
  }
  ((MwMdlxNode *) mw_model_find (&model->model, ids[N]))->parent.id = ids[N + 1];
  MwRef *refs = mw_array_make_writable (&((MwMdlxGeoset *) model->geosets.items[0])->skin_bones, 4 * sizeof (MwRef));
  const guint asked[] = { 20, 30, 20, N - 1, 0, N, N + 1, N };
  for (guint i = 0; i < 8; i++)
    refs[i].id = ids[asked[i]];
  GError *error = NULL;
  mw_document_begin (document, "Remove");
  g_assert_true (mw_document_remove_many (document, ids, N + 2, &error));
  g_assert_no_error (error);
  mw_document_commit (document);
  fixture_assert_value (document, "geosets[0].skin[0].bones", "{bones[1], bones[1], bones[1], bones[1]}");
  fixture_assert_value (document, "geosets[0].skin[0].weights", "{64, 64, 64, 63}");
  /* The removed weights (9 of 10) go to the remaining bone. */
  fixture_assert_value (document, "geosets[0].skin[1].bones", "{bones[1], bones[0], bones[0], bones[0]}");
  fixture_assert_value (document, "geosets[0].skin[1].weights", "{10, 0, 0, 0}");
}

static void
by_path (void)
{
  g_autoptr (MwDocument) document = skinned (
    (Vertex[]) { { { ROOT, ARM, HAND, ALONE }, { 1, 2, 3, 249 } }, { { ARM, ARM, ARM, ARM }, { 255, 0, 0, 0 } } }, 2);
  g_assert_true (fixture_set (document, "geosets[0].skin[1].bones", "{Hand, bones[0], 3, none}"));
  fixture_assert_value (document, "geosets[0].skin[1].bones", "{bones[2], bones[0], bones[3], none}");
  g_assert_true (fixture_set (document, "geosets[0].skin[1].bones[3]", "bones[1]"));
  fixture_assert_value (document, "geosets[0].skin[1].bones[3]", "bones[1]");
  g_assert_true (fixture_set (document, "geosets[0].skin[0].bones", "{bones[0], bones[0], bones[0], bones[0]}"));
  fixture_assert_value (document, "geosets[0].skin.bones",
                        "[{bones[0], bones[0], bones[0], bones[0]}, {bones[2], bones[0], bones[3], bones[1]}]");
  g_assert_false (fixture_set (document, "geosets[0].skin[0].bones", "{bones[0], bones[0]}"));
  g_assert_false (fixture_set (document, "geosets[0].skin[0].bones[1]", "materials[0]"));
  assert_saves (document);
  /* Referrers of a node are listed with the component. */
  g_autoptr (GArray) users = mw_document_find_referrers (document, fixture_id (document, "bones[3]"));
  g_assert_cmpuint (users->len, ==, 1);
  g_autofree char *path = mw_target_path (&g_array_index (users, MwTarget, 0));
  g_assert_cmpstr (path, ==, "geosets[0].skin[1].bones[2]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(claim, function) g_test_add_func ("/edit/bulk-names/" claim, function)
  ADD ("a weight goes to the parent", to_the_parent);
  ADD ("without a parent a weight is shared among the others", among_the_others);
  ADD ("vertices without another bone refuse the removal, or get the nearest bone", not_without_any);
  ADD ("a weight is limited to what the file can hold, and a notice says so", no_more_than_fits);
  ADD ("if nodes are removed together, vertices get a remaining node", several_at_once);
  ADD ("an heir is found from any node of its chain", chains_and_circles);
  ADD ("a path names a vertex and one of its bones", by_path);
#undef ADD
  return g_test_run ();
}
