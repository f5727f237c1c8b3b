/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/mesh-pick.h"
#include "core/pose/math.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/render/scene.h"

#include <math.h>
#include <string.h>

/* Two squares of half size 1 at x = 0 and x = 1 that face +X, from where the camera looks. Of the one behind the right half is moved to the
 * right, so that its vertices 1 and 2 are seen. The picture is 200 x 100 and shows 4 units in its height. */
typedef struct {
  MwMdlx *model;
  MwMdlxLayer *layer;
  MwMdlxGeoset *behind, *front;
  MwFrame frame;
  MwMeshMarks *marks;
} World;

static void
set_up (World *w)
{
  w->model = mw_mdlx_new ();
  MwMdlxMaterial *material = scene_add (w->model, "materials", &mw_mdlx_material_schema);
  w->layer = scene_add_layer (w->model, material, 0, NULL);
  w->layer->alpha = 1;
  w->behind = scene_add_quad (w->model, 0, material, NULL);
  w->front = scene_add_quad (w->model, 1, material, NULL);
  float *at = mw_array_make_writable (&w->behind->vertices, 12);
  at[4] = at[7] = 3;
  mw_frame_init (&w->frame, 0, 200, 100, NULL);
  mw_camera_set_view (&w->frame.camera, MW_VIEW_FRONT);
  mw_camera_frame (&w->frame.camera, (float[3]) { 0, 0, 0 }, 2, 2);
  w->frame.camera.ortho = TRUE;
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
  const MwId ids[] = { w->behind->record.id, w->front->record.id };
  mw_mesh_marks_set (w->marks, &w->model->model, kind, ids, 2);
}

/* Marks what is inside, and checks what is marked: those behind, "/", those in front. */
static void
assert_marks (World *w, const float (*corners)[2], guint n, gboolean through, MwMarksChange change, const char *text)
{
  const MwId ids[] = { w->behind->record.id, w->front->record.id };
  g_autoptr (MwPicker) picker = mw_picker_new (&w->model->model);
  mw_picker_mark_in (picker, &w->frame, corners, n, through, change, w->marks);
  g_autofree char *found = mw_mesh_marks_text (w->marks, &w->model->model, w->marks->kind, ids, 2);
  g_assert_cmpstr (found, ==, text);
}

static const float everything[4][2] = { { -9, -9 }, { 300, -9 }, { 300, 300 }, { -9, 300 } };

static void
what_is_hidden_is_not_marked (void)
{
  World w;
  set_up (&w);
  for (guint ortho = 0; ortho < 2; ortho++) {
    w.frame.camera.ortho = ortho != 0;
    begin (&w, MW_MARKS_VERTICES);
    assert_marks (&w, everything, 4, FALSE, MW_MARKS_REPLACE, "1-2/0-3");
    assert_marks (&w, everything, 4, TRUE, MW_MARKS_REPLACE, "0-3/0-3");
    begin (&w, MW_MARKS_FACES);
    /* The middle of face 0 behind is at y = 1/3, and that of face 1 at y = 5/3. */
    assert_marks (&w, everything, 4, FALSE, MW_MARKS_REPLACE, "1/0-1");
    assert_marks (&w, everything, 4, TRUE, MW_MARKS_REPLACE, "0-1/0-1");
  }
  /* What is only a glow, hidden or not drawn hides nothing. */
  w.frame.hidden = &w.front->record.id;
  w.frame.n_hidden = 1;
  assert_marks (&w, everything, 4, FALSE, MW_MARKS_REPLACE, "0-1/");
  w.frame.n_hidden = 0;
  w.layer->filter_mode = 3;
  assert_marks (&w, everything, 4, FALSE, MW_MARKS_REPLACE, "0-1/0-1");
  w.layer->filter_mode = 0;
  w.frame.shading = MW_SHADING_WIREFRAME;
  assert_marks (&w, everything, 4, FALSE, MW_MARKS_REPLACE, "0-1/0-1");
  tear_down (&w);
}

static void
what_is_turned_away_is_not_marked (void)
{
  World w;
  set_up (&w);
  mw_camera_set_view (&w.frame.camera, MW_VIEW_BACK);
  w.frame.camera.ortho = TRUE;
  begin (&w, MW_MARKS_FACES);
  assert_marks (&w, everything, 4, FALSE, MW_MARKS_REPLACE, "");
  assert_marks (&w, everything, 4, TRUE, MW_MARKS_REPLACE, "0-1/0-1");
  begin (&w, MW_MARKS_VERTICES);
  assert_marks (&w, everything, 4, FALSE, MW_MARKS_REPLACE, "");
  w.layer->flags = 0x10;
  assert_marks (&w, everything, 4, FALSE, MW_MARKS_REPLACE, "0-3/");
  tear_down (&w);
}

/* Where a point of the plane x = 1 is in the picture; the camera is parallel. */
static void
place (const World *w, float y, float z, float out[2])
{
  const float unit = (float) w->frame.height / (2 * tanf (w->frame.camera.fov / 2) * w->frame.camera.distance);
  out[0] = 100 + y * unit;
  out[1] = 50 - z * unit;
}

static void
a_lasso_marks_what_is_inside_it (void)
{
  World w;
  float upper[2], lower[2];
  set_up (&w);
  begin (&w, MW_MARKS_VERTICES);
  place (&w, -1, 1, upper);  /* vertex 0 */
  place (&w, -1, -1, lower); /* vertex 3 */
  const float one[3][2] = { { upper[0] - 4, upper[1] - 4 },
                            { upper[0] + 8, upper[1] },
                            { upper[0] - 4, upper[1] + 8 } };
  assert_marks (&w, one, 3, FALSE, MW_MARKS_REPLACE, "/0");
  /* A C around vertex 3, open to the right, with vertex 3 in its opening. */
  const float c[8][2] = { { lower[0] - 8, lower[1] - 8 }, { lower[0] + 8, lower[1] - 8 },
                          { lower[0] + 8, lower[1] - 4 }, { lower[0] - 4, lower[1] - 4 },
                          { lower[0] - 4, lower[1] + 4 }, { lower[0] + 8, lower[1] + 4 },
                          { lower[0] + 8, lower[1] + 8 }, { lower[0] - 8, lower[1] + 8 } };
  assert_marks (&w, c, 8, FALSE, MW_MARKS_ADD, "/0");
  const float whole[4][2] = { { c[0][0], c[0][1] }, { c[1][0], c[1][1] }, { c[6][0], c[6][1] }, { c[7][0], c[7][1] } };
  assert_marks (&w, whole, 4, FALSE, MW_MARKS_ADD, "/0;3");
  assert_marks (&w, one, 3, FALSE, MW_MARKS_REMOVE, "/3");
  /* Where it goes round twice, it is not inside. */
  const float twice[8][2] = { { whole[0][0], whole[0][1] }, { whole[1][0], whole[1][1] }, { whole[2][0], whole[2][1] },
                              { whole[3][0], whole[3][1] }, { whole[0][0], whole[0][1] }, { whole[1][0], whole[1][1] },
                              { whole[2][0], whole[2][1] }, { whole[3][0], whole[3][1] } };
  assert_marks (&w, twice, 8, FALSE, MW_MARKS_REPLACE, "");
  assert_marks (&w, whole, 2, FALSE, MW_MARKS_REPLACE, "");
  const float outside[3][2] = { { -50, -50 }, { -10, -50 }, { -50, -10 } };
  assert_marks (&w, outside, 3, TRUE, MW_MARKS_REPLACE, "");
  tear_down (&w);
}

static void
the_nearest_vertex_is_found (void)
{
  World w;
  float at[2];
  MwId mesh;
  guint32 vertex;
  set_up (&w);
  begin (&w, MW_MARKS_VERTICES);
  g_autoptr (MwPicker) picker = mw_picker_new (&w.model->model);
  place (&w, -1, 1, at);
  /* Vertices 0 of both squares are at the same pixel. */
  for (guint through = 0; through < 2; through++) {
    g_assert_true (mw_picker_vertex_at (picker, &w.frame, at[0] + 3, at[1], 4, through != 0, w.marks, &mesh, &vertex));
    g_assert_cmpuint (mesh, ==, w.front->record.id);
    g_assert_cmpuint (vertex, ==, 0);
  }
  g_assert_false (mw_picker_vertex_at (picker, &w.frame, at[0] + 6, at[1], 4, FALSE, w.marks, &mesh, &vertex));
  g_assert_cmpuint (mesh, ==, 0);
  mw_mesh_marks_set (w.marks, &w.model->model, MW_MARKS_VERTICES, &w.behind->record.id, 1);
  g_assert_false (mw_picker_vertex_at (picker, &w.frame, at[0], at[1], 4, FALSE, w.marks, &mesh, &vertex));
  g_assert_true (mw_picker_vertex_at (picker, &w.frame, at[0], at[1], 4, TRUE, w.marks, &mesh, &vertex));
  g_assert_cmpuint (mesh, ==, w.behind->record.id);
  tear_down (&w);
}

/* A bumpy ball of many triangles that are smaller and larger than the squares in which they are looked for. */
static void
finds_what_rays_find (void)
{
  enum { ROUND = 24, UP = 12, N = ROUND * (UP + 1) };
  World w;
  float at[N][3];
  g_autoptr (GArray) faces = g_array_new (FALSE, FALSE, 2);
  set_up (&w);
  for (guint i = 0; i < N; i++) {
    const float turn = (float) (i % ROUND) / ROUND * 2 * (float) G_PI, up = (float) (i / ROUND) / UP * (float) G_PI;
    const float r = 1 + 0.4f * sinf (3 * turn) * sinf (4 * up);
    at[i][0] = r * sinf (up) * cosf (turn);
    at[i][1] = 1.7f * r * sinf (up) * sinf (turn);
    at[i][2] = r * cosf (up);
  }
  for (guint16 row = 0; row < UP; row++)
    for (guint16 i = 0; i < ROUND; i++) {
      const guint16 a = (guint16) (row * ROUND + i), b = (guint16) (row * ROUND + (i + 1) % ROUND);
      const guint16 corners[] = { a, (guint16) (a + ROUND), b, b, (guint16) (a + ROUND), (guint16) (b + ROUND) };
      g_array_append_vals (faces, corners, 6);
    }
  mw_array_clear (&w.front->vertices);
  mw_array_clear (&w.front->faces);
  w.front->vertices = mw_array_copy (at, N, 12);
  w.front->faces = mw_array_copy (faces->data, faces->len, 2);
  begin (&w, MW_MARKS_FACES);
  w.frame.width = 640;
  w.frame.height = 320;
  w.frame.camera.ortho = FALSE;
  guint n_seen = 0, n_differ = 0;
  for (guint view = 0; view < 3; view++) {
    float matrix[16], projection[16], seen_from[16], eye[3], right[3], up[3], back[3], near_plane, far_plane;
    w.frame.camera.yaw = 0.3f + 2 * (float) view;
    g_autoptr (MwPicker) picker = mw_picker_new (&w.model->model);
    mw_picker_mark_in (picker, &w.frame, everything, 0, FALSE, MW_MARKS_REPLACE, w.marks);
    const float all[4][2] = { { 0, 0 }, { 640, 0 }, { 640, 320 }, { 0, 320 } };
    mw_picker_mark_in (picker, &w.frame, all, 4, FALSE, MW_MARKS_REPLACE, w.marks);
    mw_camera_view_matrix (&w.frame.camera, seen_from);
    mw_camera_projection_matrix (&w.frame.camera, 2, projection);
    mw_mat_multiply (projection, seen_from, matrix);
    mw_camera_eye (&w.frame.camera, eye);
    mw_camera_axes (&w.frame.camera, right, up, back);
    mw_camera_clip (&w.frame.camera, &near_plane, &far_plane);
    const MwMarkedMesh *mesh = mw_mesh_marks_find (w.marks, w.front->record.id);
    for (guint i = 0; i < faces->len / 3; i++) {
      float middle[3] = { 0 }, depth = 0;
      for (guint k = 0; k < 9; k++)
        middle[k % 3] += at[g_array_index (faces, guint16, 3 * i + k / 3)][k % 3] / 3;
      for (guint k = 0; k < 3; k++)
        depth += (eye[k] - middle[k]) * back[k];
      const float *m = matrix;
      const float x = (m[0] * middle[0] + m[4] * middle[1] + m[8] * middle[2] + m[12]) / depth,
                  y = (m[1] * middle[0] + m[5] * middle[1] + m[9] * middle[2] + m[13]) / depth;
      guint n;
      const MwPickHit *hits = mw_picker_at (picker, &w.frame, (x + 1) * 320, (1 - y) * 160, 0, &n);
      const gboolean sees = n && hits[0].mesh == w.front->record.id && hits[0].triangle == i;
      n_seen += sees;
      n_differ += sees != mesh->marked[i];
    }
  }
  g_assert_cmpuint (n_seen, >, 400);
  g_assert_cmpuint (n_differ, ==, 0);
  tear_down (&w);
}

static void
surfaces_with_the_same_material_are_found (void)
{
  World w;
  set_up (&w);
  MwMdlxMaterial *other = scene_add (w.model, "materials", &mw_mdlx_material_schema);
  scene_add_quad (w.model, 2, other, NULL);
  g_autoptr (MwPicker) picker = mw_picker_new (&w.model->model);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_picker_same_material (picker, &w.frame, &w.front->record.id, 1, ids);
  g_assert_cmpuint (ids->len, ==, 2);
  g_assert_cmpuint (g_array_index (ids, MwId, 0), ==, w.behind->record.id);
  g_assert_cmpuint (g_array_index (ids, MwId, 1), ==, w.front->record.id);
  tear_down (&w);
}

static void
submeshes_are_marked_once_for_all_batches (void)
{
  const float corners[] = { 0, -1, -1, 0, 1, -1, 0, 0, 1, 5, -1, -1, 5, 1, -1, 5, 0, 1 };
  MwM2 *model = mw_m2_new (264);
  MwM2Texture *textures[2] = { m2_add (model, "textures", &mw_m2_texture_schema),
                               m2_add (model, "textures", &mw_m2_texture_schema) };
  model->positions = mw_array_copy (corners, 6, 12);
  MwM2Skin *skin = m2_add (model, "skins", &mw_m2_skin_schema);
  MwM2Batch *first = m2_add_batch (model, skin, mw_array_copy ((uint16_t[]) { 0, 1, 2 }, 3, 2)),
            *second = m2_add_batch (model, skin, mw_array_copy ((uint16_t[]) { 3, 5, 4 }, 3, 2));
  MwFrame frame;
  mw_frame_init (&frame, 0, 100, 100, NULL);
  mw_camera_set_view (&frame.camera, MW_VIEW_FRONT);
  mw_camera_frame (&frame.camera, (float[3]) { 2, 0, 0 }, 5, 1);
  const MwId ids[] = { first->submesh.id, second->submesh.id };
  g_autoptr (MwMeshMarks) marks = mw_mesh_marks_new ();
  g_autoptr (MwPicker) picker = mw_picker_new (&model->model);
  mw_mesh_marks_set (marks, &model->model, MW_MARKS_VERTICES, ids, 2);
  mw_picker_mark_in (picker, &frame, everything, 4, TRUE, MW_MARKS_REPLACE, marks);
  g_autofree char *text = mw_mesh_marks_text (marks, &model->model, MW_MARKS_VERTICES, ids, 2);
  g_assert_cmpstr (text, ==, "0-2/3-5");
  /* Each batch has render flags of its own; with the same it is the texture that counts. */
  g_autoptr (GArray) same = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_picker_same_material (picker, &frame, ids, 1, same);
  g_assert_cmpuint (same->len, ==, 1);
  second->material = first->material;
  for (guint i = 0; i < 2; i++) {
    ((MwRef *) mw_array_make_writable (&second->textures, sizeof (MwRef)))[0] = m2_ref (textures[i]);
    g_autoptr (MwPicker) again = mw_picker_new (&model->model);
    g_array_set_size (same, 0);
    mw_picker_same_material (again, &frame, ids, 1, same);
    g_assert_cmpuint (same->len, ==, i ? 1 : 2);
  }
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/mesh pick/what is hidden is not marked", what_is_hidden_is_not_marked);
  g_test_add_func ("/render/mesh pick/what is turned away is not marked", what_is_turned_away_is_not_marked);
  g_test_add_func ("/render/mesh pick/a lasso marks what is inside it", a_lasso_marks_what_is_inside_it);
  g_test_add_func ("/render/mesh pick/the nearest vertex is found", the_nearest_vertex_is_found);
  g_test_add_func ("/render/mesh pick/finds what rays find", finds_what_rays_find);
  g_test_add_func ("/render/mesh pick/surfaces with the same material are found",
                   surfaces_with_the_same_material_are_found);
  g_test_add_func ("/render/mesh pick/submeshes are marked once for all batches",
                   submeshes_are_marked_once_for_all_batches);
  return g_test_run ();
}
