/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/bone-sets.h"
#include "tests/core/edit/operations/bare-model.h"

#include <locale.h>

/* Compares set `i`: the places of its bones in the list of nodes, and its vertices. */
static void
assert_set (const MwModel *model, const MwBoneSets *sets, guint i, const char *bones, const char *vertices)
{
  const MwBoneSet *set = sets->sets->pdata[i];
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *list = mw_bone_sets_vertices (sets, i);
  for (guint k = 0; k < set->bones->len; k++) {
    const MwRecord *bone = mw_model_find (model, g_array_index (set->bones, MwId, k));
    g_string_append_printf (text, "%s%d", k ? " " : "", bone ? (int) mw_record_index (bone) : -1);
  }
  g_assert_cmpstr (text->str, ==, bones);
  g_assert_cmpstr (list, ==, vertices);
}

static void
test_groups (void)
{
  MwMdlx *model = bare_model ();
  const MwRecord *geoset = &bare_geoset (model, square, 4, square_faces, 6)->record;
  g_autoptr (MwDocument) document = bare_open (model);
  m2_do (document, "set geosets[0].group_sizes=[2, 1, 3]");
  m2_do (document, "set geosets[0].group_members=[bones[0], bones[1], bones[1], bones[1], bones[1], none]");
  m2_do (document, "set geosets[0].vertex_groups=[2, 0, 0, 7]");
  g_autoptr (MwBoneSets) sets = mw_bone_sets_new (&model->model, geoset);
  g_assert_true (sets->stored);
  g_assert_cmpuint (sets->sets->len, ==, 3);
  assert_set (&model->model, sets, 0, "0 1", "1-2");
  assert_set (&model->model, sets, 1, "1", "");
  assert_set (&model->model, sets, 2, "1 -1", "0");
  g_assert_cmpuint (((MwBoneSet *) sets->sets->pdata[0])->n_vertices, ==, 2);
  g_assert_cmpuint (mw_bone_sets_count_unused (sets), ==, 1);
  g_assert_null (mw_bone_sets_new (&model->model, model->nodes.items[0]));
}

/* The order of the bones does not matter, nor do bones without a weight; the set of most vertices comes first. */
static void
test_weights (void)
{
  static const guint bones[4][4] = { { 0, 1, 0, 0 }, { 1, 1, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 1, 0 } };
  static const guint16 weights[4][4] = { { 255, 0, 0, 0 }, { 200, 40, 15, 0 }, { 100, 155, 0, 0 }, { 50, 200, 5, 0 } };
  MwMdlx *model = bare_model ();
  MwMdlxGeoset *geoset = bare_geoset (model, square, 4, square_faces, 6);
  geoset->skin_bones = mw_array_new (4, 4 * sizeof (MwRef));
  geoset->skin_weights = mw_array_copy (weights, 4, sizeof weights[0]);
  for (guint i = 0; i < 16; i++)
    ((MwRef *) geoset->skin_bones.data)[i] = (MwRef) { model->nodes.items[bones[i / 4][i % 4]]->id, 0 };
  g_autoptr (MwDocument) document = mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 1000 });
  g_autoptr (MwBoneSets) sets = mw_bone_sets_new (&model->model, &geoset->record);
  g_assert_false (sets->stored);
  g_assert_cmpuint (sets->sets->len, ==, 2);
  assert_set (&model->model, sets, 0, "1 0", "1-3");
  assert_set (&model->model, sets, 1, "0", "0");
}

/* Of an M2 only the vertices of the submesh count. */
static void
test_submesh (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 3, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  const MwM2 *model = m2_model (document);
  const MwM2Submesh *submesh = (const MwM2Submesh *) ((const MwM2Skin *) model->skins.items[0])->submeshes.items[0];
  g_autofree guint8 *used = g_new0 (guint8, model->positions.n);
  for (guint i = 0; i < submesh->triangles.n; i++)
    used[((const guint16 *) submesh->triangles.data)[i]] = 1;
  m2_do (document, "geoset-set-weights skins[0].submeshes[0] bone=bones[1]");
  g_autoptr (MwBoneSets) sets = mw_bone_sets_new (&model->model, &submesh->record);
  g_assert_cmpuint (sets->sets->len, ==, 1);
  for (guint i = 0; i < sets->n; i++)
    g_assert_true ((sets->of_vertex[i] == 0) == used[i]);
  const MwBoneSet *only = sets->sets->pdata[0];
  g_assert_cmpuint (only->bones->len, ==, 1);
  g_assert_cmpuint (g_array_index (only->bones, MwId, 0), ==, model->bones.items[1]->id);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/pose/bone-sets/matrix groups are as the file has them", test_groups);
  g_test_add_func ("/core/pose/bone-sets/weights give sets of bones", test_weights);
  g_test_add_func ("/core/pose/bone-sets/other vertices of an M2 are left out", test_submesh);
  return g_test_run ();
}
