/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/mesh-marks.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"

#include <string.h>

/* A strip of three squares and, apart from it, a triangle. The third square has vertices of its own at the seam:
 *
 *   4---5---6,8--10     11
 *   |0 /|2 /| |4 /|     |6\
 *   |/1 |/3 | |/5 |     |  \
 *   0---1---2,7---9     12--13          (3 is used by nothing)
 */
typedef struct {
  MwMdlx *model;
  MwMdlxBone *left, *right;
  MwMdlxGeoset *geoset;
  MwMeshMarks *marks;
} World;

static const uint16_t faces[] = { 0, 5, 4, 0, 1, 5, 1, 6, 5, 1, 2, 6, 7, 10, 8, 7, 9, 10, 11, 12, 13 };

static void
set_up (World *w)
{
  static const float at[14][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 2, 0, 0 },     { 9, 9, 9 }, { 0, 1, 0 },
                                   { 1, 1, 0 }, { 2, 1, 0 }, { 2, 0, -0.0f }, { 2, 1, 0 }, { 3, 0, 0 },
                                   { 3, 1, 0 }, { 5, 1, 0 }, { 5, 0, 0 },     { 6, 0, 0 } };
  w->model = mw_mdlx_new ();
  w->left = add_node (w->model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  w->right = add_node (w->model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  w->geoset = add (w->model, "geosets", &mw_mdlx_geoset_schema);
  w->geoset->vertices = mw_array_copy (at, 14, 12);
  w->geoset->faces = mw_array_copy (faces, 21, 2);
  /* Vertices 7 and later move with both bones. */
  w->geoset->vertex_groups = mw_array_copy ("\0\0\0\0\0\0\0\1\1\1\1\1\1\1", 14, 1);
  w->geoset->group_sizes = mw_array_copy ((uint32_t[]) { 1, 2 }, 2, 4);
  w->geoset->group_members = mw_array_copy ((MwRef[]) { ref_to (w->left), ref_to (w->left), ref_to (w->right) }, 3,
                                            sizeof (MwRef));
  w->marks = mw_mesh_marks_new ();
}

static void
tear_down (World *w)
{
  mw_mesh_marks_free (w->marks);
  mw_model_free (&w->model->model);
}

static void
begin (World *w, MwMarksKind kind)
{
  mw_mesh_marks_set (w->marks, &w->model->model, kind, &w->geoset->record.id, 1);
}

static void
put (World *w, guint32 number)
{
  mw_mesh_marks_put (w->marks, &w->model->model, w->geoset->record.id, number, TRUE);
}

/* What is marked, and that the counts agree with it. */
static void
assert_marked (const World *w, const char *should_be)
{
  const MwMarkedMesh *mesh = mw_mesh_marks_find (w->marks, w->geoset->record.id);
  g_autofree char *text = mw_mesh_marks_text (w->marks, &w->model->model, w->marks->kind, &w->geoset->record.id, 1);
  guint n = 0;
  g_assert_cmpstr (text, ==, should_be);
  for (guint i = 0; i < mesh->n; i++)
    n += mesh->marked[i];
  g_assert_cmpuint (mw_mesh_marks_count (w->marks, NULL), ==, n);
}

static void
only_what_triangles_use_can_be_marked (void)
{
  World w;
  guint of;
  set_up (&w);
  begin (&w, MW_MARKS_VERTICES);
  mw_mesh_marks_all (w.marks);
  assert_marked (&w, "0-2;4-13");
  g_assert_cmpuint (mw_mesh_marks_count (w.marks, &of), ==, 13);
  g_assert_cmpuint (of, ==, 13);
  mw_mesh_marks_none (w.marks);
  put (&w, 3);
  put (&w, 14);
  put (&w, G_MAXUINT32);
  assert_marked (&w, "");
  begin (&w, MW_MARKS_FACES);
  mw_mesh_marks_all (w.marks);
  assert_marked (&w, "0-6");
  put (&w, 7);
  mw_mesh_marks_put (w.marks, &w.model->model, w.geoset->record.id, 2, FALSE);
  mw_mesh_marks_put (w.marks, &w.model->model, w.left->node.record.id, 1, FALSE);
  assert_marked (&w, "0-1;3-6");
  mw_mesh_marks_invert (w.marks);
  assert_marked (&w, "2");
  tear_down (&w);
}

static void
a_face_with_a_corner_that_does_not_exist_cannot_be_marked (void)
{
  World w;
  set_up (&w);
  mw_array_clear (&w.geoset->faces);
  w.geoset->faces = mw_array_copy ((uint16_t[]) { 0, 1, 14, 0, 1, 5, 1, 6 }, 8, 2);
  begin (&w, MW_MARKS_FACES);
  mw_mesh_marks_all (w.marks);
  assert_marked (&w, "1");
  mw_mesh_marks_connected (w.marks, &w.model->model);
  mw_mesh_marks_grow (w.marks, &w.model->model);
  assert_marked (&w, "1");
  begin (&w, MW_MARKS_VERTICES);
  assert_marked (&w, "0-1;5");
  tear_down (&w);
}

static void
vertices_at_the_same_position_are_marked_together (void)
{
  World w;
  set_up (&w);
  begin (&w, MW_MARKS_VERTICES);
  put (&w, 2);
  assert_marked (&w, "2;7");
  put (&w, 8);
  assert_marked (&w, "2;6-8");
  mw_mesh_marks_put (w.marks, &w.model->model, w.geoset->record.id, 7, FALSE);
  assert_marked (&w, "6;8");
  tear_down (&w);
}

static void
what_hangs_together_is_found_across_seams (void)
{
  World w;
  set_up (&w);
  begin (&w, MW_MARKS_FACES);
  put (&w, 1);
  mw_mesh_marks_connected (w.marks, &w.model->model);
  assert_marked (&w, "0-5");
  mw_mesh_marks_none (w.marks);
  mw_mesh_marks_connected (w.marks, &w.model->model);
  assert_marked (&w, "");
  put (&w, 6);
  mw_mesh_marks_connected (w.marks, &w.model->model);
  assert_marked (&w, "6");
  begin (&w, MW_MARKS_VERTICES);
  mw_mesh_marks_none (w.marks);
  put (&w, 10);
  mw_mesh_marks_connected (w.marks, &w.model->model);
  assert_marked (&w, "0-2;4-10");
  tear_down (&w);
}

static void
grows_and_shrinks_by_what_touches (void)
{
  World w;
  set_up (&w);
  begin (&w, MW_MARKS_FACES);
  put (&w, 0);
  mw_mesh_marks_grow (w.marks, &w.model->model);
  assert_marked (&w, "0-2");
  mw_mesh_marks_grow (w.marks, &w.model->model);
  assert_marked (&w, "0-4"); /* 4 by the corner 8, which is at 6 */
  mw_mesh_marks_shrink (w.marks, &w.model->model);
  assert_marked (&w, "0-2");
  begin (&w, MW_MARKS_VERTICES);
  mw_mesh_marks_none (w.marks);
  put (&w, 4);
  mw_mesh_marks_grow (w.marks, &w.model->model);
  assert_marked (&w, "0;4-5");
  mw_mesh_marks_grow (w.marks, &w.model->model);
  assert_marked (&w, "0-1;4-6;8");
  mw_mesh_marks_shrink (w.marks, &w.model->model);
  assert_marked (&w, "0;4-5");
  /* What is reached at a seam is reached on both sides. */
  mw_mesh_marks_none (w.marks);
  put (&w, 9);
  mw_mesh_marks_grow (w.marks, &w.model->model);
  assert_marked (&w, "2;7;9-10");
  tear_down (&w);
}

static void
another_kind_keeps_what_is_marked_whole (void)
{
  World w;
  set_up (&w);
  begin (&w, MW_MARKS_FACES);
  put (&w, 4);
  put (&w, 6);
  begin (&w, MW_MARKS_VERTICES);
  assert_marked (&w, "7-8;10-13");
  put (&w, 0);
  begin (&w, MW_MARKS_FACES);
  assert_marked (&w, "4;6");
  g_autofree char *corners = mw_mesh_marks_text (w.marks, &w.model->model, MW_MARKS_VERTICES, &w.geoset->record.id, 1);
  g_assert_cmpstr (corners, ==, "7-8;10-13");
  tear_down (&w);
}

static void
what_a_bone_moves_is_found (void)
{
  World w;
  set_up (&w);
  const MwModel *model = &w.model->model;
  const MwId left = w.left->node.record.id, right = w.right->node.record.id;
  begin (&w, MW_MARKS_VERTICES);
  mw_mesh_marks_moved (w.marks, model, &right, 1, MW_MARKS_REPLACE);
  assert_marked (&w, "7-13");
  mw_mesh_marks_moved (w.marks, model, &left, 1, MW_MARKS_ADD);
  assert_marked (&w, "0-2;4-13");
  mw_mesh_marks_moved (w.marks, model, &right, 1, MW_MARKS_REMOVE);
  assert_marked (&w, "0-2;4-6");
  begin (&w, MW_MARKS_FACES);
  mw_mesh_marks_moved (w.marks, model, &right, 1, MW_MARKS_REPLACE);
  assert_marked (&w, "4-6");
  /* Weights count instead of groups where there are some; a weight of 0 moves nothing. */
  MwRef bones[56];
  uint16_t weights[56] = { 0 };
  for (guint i = 0; i < 56; i++)
    bones[i] = ref_to (w.right);
  weights[4 * 2 + 3] = 1;
  weights[4 * 5] = 255;
  bones[4 * 5] = ref_to (w.left);
  w.geoset->skin_bones = mw_array_copy (bones, 14, sizeof (MwRef) * 4);
  w.geoset->skin_weights = mw_array_copy (weights, 14, 8);
  begin (&w, MW_MARKS_VERTICES);
  mw_mesh_marks_moved (w.marks, model, &right, 1, MW_MARKS_REPLACE);
  assert_marked (&w, "2");
  mw_mesh_marks_moved (w.marks, model, &left, 1, MW_MARKS_REPLACE);
  assert_marked (&w, "5");
  tear_down (&w);
}

static void
follows_changes_and_is_never_wrong (void)
{
  World w;
  set_up (&w);
  const MwModel *model = &w.model->model;
  begin (&w, MW_MARKS_FACES);
  put (&w, 5);
  /* Vertices have moved, and a face was flipped. */
  ((float *) mw_array_make_writable (&w.geoset->vertices, 12))[0] = 0.5f;
  uint16_t *corners = mw_array_make_writable (&w.geoset->faces, 2);
  corners[0] = 4;
  corners[2] = 0;
  mw_mesh_marks_follow (w.marks, model);
  assert_marked (&w, "5");
  /* As many faces as before, but others. */
  corners[0] = 0;
  corners[3] = 4;
  mw_mesh_marks_follow (w.marks, model);
  assert_marked (&w, "");
  put (&w, 5);
  w.geoset->faces.n -= 3;
  mw_mesh_marks_follow (w.marks, model);
  assert_marked (&w, "");
  begin (&w, MW_MARKS_VERTICES);
  put (&w, 4);
  w.geoset->vertices.n++;
  mw_mesh_marks_follow (w.marks, model);
  w.geoset->vertices.n--;
  assert_marked (&w, "");
  mw_mesh_marks_follow (w.marks, model);
  put (&w, 4);
  /* Meshes that are gone are left out, and another keeps its marks. */
  MwMdlxGeoset *other = add (w.model, "geosets", &mw_mdlx_geoset_schema);
  other->vertices = mw_array_copy (w.geoset->vertices.data, 3, 12);
  other->faces = mw_array_copy ((uint16_t[]) { 0, 1, 2 }, 3, 2);
  const MwId ids[] = { w.geoset->record.id, w.left->node.record.id, other->record.id, w.geoset->record.id };
  mw_mesh_marks_set (w.marks, model, MW_MARKS_VERTICES, ids, 4);
  g_assert_cmpuint (w.marks->meshes->len, ==, 2);
  assert_marked (&w, "4");
  mw_mesh_marks_put (w.marks, model, other->record.id, 1, TRUE);
  const MwId order[] = { other->record.id, w.geoset->record.id };
  g_autofree char *both = mw_mesh_marks_text (w.marks, model, MW_MARKS_VERTICES, order, 2);
  g_assert_cmpstr (both, ==, "1/4");
  mw_record_free (mw_list_take (&w.model->model, other->record.owner, mw_schema_field (&mw_mdlx_schema, "geosets"), 1));
  mw_mesh_marks_follow (w.marks, model);
  g_assert_cmpuint (w.marks->meshes->len, ==, 1);
  assert_marked (&w, "4");
  tear_down (&w);
}

static void
submeshes_use_the_vertices_of_the_model (void)
{
  MwM2 *model = mw_m2_new (264);
  m2_add (model, "textures", &mw_m2_texture_schema);
  MwM2Bone *bone = m2_add_bone (model, NULL, 0, 0, 0);
  m2_add_bone (model, NULL, 0, 0, 0);
  model->positions = mw_array_copy ((float[18]) { 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5, 0, 0 }, 6, 12);
  model->bone_indices = mw_array_copy ("\1\0\0\0\0\0\0\0\0\1\0\0\1\0\0\0\1\0\0\0\1\0\0\0", 6, 4);
  model->bone_weights = mw_array_copy ("\377\0\0\0\377\0\0\0\1\1\0\0\377\0\0\0\377\0\0\0\377\0\0\0", 6, 4);
  MwM2Skin *skin = m2_add (model, "skins", &mw_m2_skin_schema);
  const MwM2Batch *first = m2_add_batch (model, skin, mw_array_copy ((uint16_t[]) { 0, 1, 2 }, 3, 2)),
                  *second = m2_add_batch (model, skin, mw_array_copy ((uint16_t[]) { 3, 5, 4 }, 3, 2));
  const MwId ids[] = { second->submesh.id, first->submesh.id };
  g_autoptr (MwMeshMarks) marks = mw_mesh_marks_new ();
  mw_mesh_marks_set (marks, &model->model, MW_MARKS_VERTICES, ids, 2);
  mw_mesh_marks_moved (marks, &model->model, &bone->record.id, 1, MW_MARKS_REPLACE);
  g_autofree char *moved = mw_mesh_marks_text (marks, &model->model, MW_MARKS_VERTICES, ids, 2);
  g_assert_cmpstr (moved, ==, "/1-2");
  mw_mesh_marks_all (marks);
  g_autofree char *all = mw_mesh_marks_text (marks, &model->model, MW_MARKS_FACES, ids, 2);
  g_assert_cmpstr (all, ==, "0/0");
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/mesh marks/only what triangles use can be marked", only_what_triangles_use_can_be_marked);
  g_test_add_func ("/pose/mesh marks/a face with a corner that does not exist cannot be marked",
                   a_face_with_a_corner_that_does_not_exist_cannot_be_marked);
  g_test_add_func ("/pose/mesh marks/vertices at the same position are marked together",
                   vertices_at_the_same_position_are_marked_together);
  g_test_add_func ("/pose/mesh marks/what hangs together is found across seams",
                   what_hangs_together_is_found_across_seams);
  g_test_add_func ("/pose/mesh marks/grows and shrinks by what touches", grows_and_shrinks_by_what_touches);
  g_test_add_func ("/pose/mesh marks/another kind keeps what is marked whole", another_kind_keeps_what_is_marked_whole);
  g_test_add_func ("/pose/mesh marks/what a bone moves is found", what_a_bone_moves_is_found);
  g_test_add_func ("/pose/mesh marks/follows changes and is never wrong", follows_changes_and_is_never_wrong);
  g_test_add_func ("/pose/mesh marks/submeshes use the vertices of the model", submeshes_use_the_vertices_of_the_model);
  return g_test_run ();
}
