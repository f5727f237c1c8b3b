/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/camera.h"
#include "tests/core/corpus.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"

#include <math.h>
#include <string.h>

/* Poses against the formulas of rendering.md 2, worked out here in double precision with matrices that are written as rows of columns:
 * m[row][column]. Nothing of core/pose is used for them. */

typedef struct {
  double m[3][3], at[3];
} Matrix;

static double
any (double from, double to)
{
  return from + (to - from) * work_random_range (0, 10000) / 10000.0;
}

static Matrix
product (const Matrix *a, const Matrix *b)
{
  Matrix out = { 0 };
  for (int i = 0; i < 3; i++) {
    out.at[i] = a->at[i];
    for (int k = 0; k < 3; k++) {
      out.at[i] += a->m[i][k] * b->at[k];
      for (int j = 0; j < 3; j++)
        out.m[i][j] += a->m[i][k] * b->m[k][j];
    }
  }
  return out;
}

static void
moved (const Matrix *a, const double p[3], double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = a->m[i][0] * p[0] + a->m[i][1] * p[1] + a->m[i][2] * p[2] + a->at[i];
}

static double
column_length (const Matrix *a, int j)
{
  return sqrt (a->m[0][j] * a->m[0][j] + a->m[1][j] * a->m[1][j] + a->m[2][j] * a->m[2][j]);
}

/* A node's numbers; the quaternion is (x, y, z, w). */
typedef struct {
  double pivot[3], translation[3], quaternion[4], scale[3];
  uint32_t flags;
} Node;

/* Uniformly scaled, so that no axes are sheared and each client's way of writing the formulas gives the same. */
static Node
any_node (void)
{
  Node node = { 0 };
  double square = 0;
  const double size = any (0.3, 3);
  for (int i = 0; i < 3; i++) {
    node.pivot[i] = any (-20, 20);
    node.translation[i] = any (-9, 9);
    node.scale[i] = size;
  }
  for (int i = 0; i < 4; i++) {
    node.quaternion[i] = any (-1, 1) + (i == 3 ? 0.1 : 0);
    square += node.quaternion[i] * node.quaternion[i];
  }
  for (int i = 0; i < 4; i++)
    node.quaternion[i] /= sqrt (square);
  return node;
}

/* The rotation of a vector v by q is v + 2 w (u x v) + 2 u x (u x v). */
static Matrix
rotation_of (const double q[4])
{
  Matrix out = { 0 };
  for (int j = 0; j < 3; j++) {
    const double v[3] = { j == 0, j == 1, j == 2 };
    const double c[3] = { q[1] * v[2] - q[2] * v[1], q[2] * v[0] - q[0] * v[2], q[0] * v[1] - q[1] * v[0] };
    const double d[3] = { q[1] * c[2] - q[2] * c[1], q[2] * c[0] - q[0] * c[2], q[0] * c[1] - q[1] * c[0] };
    for (int i = 0; i < 3; i++)
      out.m[i][j] = v[i] + 2 * q[3] * c[i] + 2 * d[i];
  }
  return out;
}

/* 2.1: T(pivot + translation) R S T(-pivot). `extra` (may be NULL) is a rotation after S, and its own scale. */
static Matrix
local_of (const Node *node, const Matrix *extra)
{
  Matrix out = rotation_of (node->quaternion);
  if (extra)
    out = product (&out, extra);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out.m[i][j] *= node->scale[j];
  for (int i = 0; i < 3; i++) {
    out.at[i] = node->pivot[i] + node->translation[i];
    for (int j = 0; j < 3; j++)
      out.at[i] -= out.m[i][j] * node->pivot[j];
  }
  return out;
}

/* 2.2, with the identity as the matrix of the model. */
static Matrix
inherited (const Matrix *parent, const Node *node)
{
  Matrix out = *parent;
  double at[3];
  if (!(node->flags & 7))
    return out;
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++) {
      const double turned = node->flags & 4 ? i == j : parent->m[i][j] / column_length (parent, j);
      out.m[i][j] = turned * (node->flags & 2 ? 1 : column_length (parent, j));
    }
  moved (parent, node->pivot, at);
  for (int i = 0; i < 3; i++) {
    out.at[i] = 0;
    if (!(node->flags & 1))
      out.at[i] = at[i] - out.m[i][0] * node->pivot[0] - out.m[i][1] * node->pivot[1] - out.m[i][2] * node->pivot[2];
  }
  return out;
}

/* The viewer's axes: right, up and towards him, as columns. */
static Matrix
any_viewer (float view[16])
{
  const Node turn = any_node ();
  const Matrix axes = rotation_of (turn.quaternion);
  memset (view, 0, 16 * sizeof *view);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      view[4 * j + i] = (float) axes.m[j][i];
  view[12] = 3;
  view[13] = -5;
  view[14] = -40;
  view[15] = 1;
  return axes;
}

static void
crossed (const double a[3], const double b[3], double out[3])
{
  double length = 0;
  for (int i = 0; i < 3; i++) {
    out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    length += out[i] * out[i];
  }
  for (int i = 0; i < 3; i++)
    out[i] /= sqrt (length);
}

/* Puts the axes (as rows) in the place of those of the matrix, with their lengths, about the pivot. */
static void
set_axes (Matrix *world, const double axes[3][3], const double pivot[3])
{
  double at[3];
  moved (world, pivot, at);
  for (int j = 0; j < 3; j++) {
    const double length = column_length (world, j);
    for (int i = 0; i < 3; i++)
      world->m[i][j] = axes[j][i] * length;
  }
  for (int i = 0; i < 3; i++)
    world->at[i] = at[i] - world->m[i][0] * pivot[0] - world->m[i][1] * pivot[1] - world->m[i][2] * pivot[2];
}

/* 2.3, full: ViewRot⁻¹ B R_local. +X is towards the viewer, +Y to the right, +Z up. */
static void
face (Matrix *world, const Node *node, const Matrix *viewer)
{
  const Matrix local = rotation_of (node->quaternion);
  Matrix basis = { 0 };
  double axes[3][3];
  for (int i = 0; i < 3; i++) {
    basis.m[i][0] = viewer->m[i][2];
    basis.m[i][1] = viewer->m[i][0];
    basis.m[i][2] = viewer->m[i][1];
  }
  const Matrix turned = product (&basis, &local);
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++)
      axes[j][i] = turned.m[i][j];
  set_axes (world, axes, node->pivot);
}

/* 2.3, the column of M2. */
static void
face_locked_m2 (Matrix *world, const Node *node, int locked, const Matrix *viewer)
{
  double axes[3][3], d[3];
  for (int i = 0; i < 3; i++) {
    d[i] = viewer->m[i][2];
    for (int j = 0; j < 3; j++)
      axes[j][i] = world->m[i][j] / column_length (world, j);
  }
  if (locked == 0) {
    crossed (axes[0], d, axes[1]);
    crossed (axes[0], axes[1], axes[2]);
  } else if (locked == 1) {
    crossed (d, axes[1], axes[0]);
    crossed (axes[0], axes[1], axes[2]);
  } else {
    crossed (axes[2], d, axes[1]);
    crossed (axes[1], axes[2], axes[0]);
  }
  set_axes (world, axes, node->pivot);
}

/* 2.3, the column of Warcraft III: an extra rotation between R and S. */
static Matrix
face_locked_mdlx (const Matrix *parent, const Node *node, int locked, const Matrix *viewer)
{
  Matrix turn = { 0 }, local = rotation_of (node->quaternion), whole = { 0 };
  double r[3] = { 0, 0, 0 };
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        whole.m[i][j] += parent->m[i][k] / column_length (parent, k) * local.m[k][j];
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++)
      r[j] += whole.m[i][j] * viewer->m[i][2];
  const double angle = locked == 0 ? atan2 (r[2], r[1]) : locked == 1 ? atan2 (-r[2], r[0]) : atan2 (r[1], r[0]);
  const int a = (locked + 1) % 3, b = (locked + 2) % 3;
  turn.m[locked][locked] = 1;
  turn.m[a][a] = turn.m[b][b] = cos (angle);
  turn.m[b][a] = sin (angle);
  turn.m[a][b] = -sin (angle);
  if (locked == 0) /* the z axis is mirrored */
    for (int i = 0; i < 3; i++)
      turn.m[i][2] *= -1;
  const Matrix own = local_of (node, &turn);
  return product (parent, &own);
}

static void
assert_matrix (const float is[16], const Matrix *should_be, const char *what, guint round)
{
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < 3; i++) {
      const double wanted = j == 3 ? should_be->at[i] : should_be->m[i][j];
      if (!(fabs ((double) is[4 * j + i] - wanted) < 1e-3))
        g_error ("%s, round %u: row %d of column %d is %g, should be %g", what, round, i, j, (double) is[4 * j + i],
                 wanted);
    }
}

static void
as_floats (const double *from, float *to, guint n)
{
  for (guint i = 0; i < n; i++)
    to[i] = (float) from[i];
}

/* --- Both families -------------------------------------------------------------------------------------------------- */

typedef struct {
  MwModel *model;
  MwMdlx *mdlx;
  MwM2 *m2;
  MwRecord *nodes[2];
  MwClock clock;
} Skeleton;

static void
build (Skeleton *out, gboolean is_m2, const Node nodes[2])
{
  *out = (Skeleton) { .clock = clock_at (0, 1000, FALSE, 0) };
  for (guint i = 0; i < 2; i++) {
    float pivot[3], translation[3], quaternion[4], scale[3];
    as_floats (nodes[i].pivot, pivot, 3);
    as_floats (nodes[i].translation, translation, 3);
    as_floats (nodes[i].quaternion, quaternion, 4);
    as_floats (nodes[i].scale, scale, 3);
    if (is_m2) {
      MwM2 *model = i ? out->m2 : (out->m2 = mw_m2_new (264));
      if (i == 0)
        out->clock = m2_clock (model, m2_add_sequence (model, 0, 1000, 0x20), 0);
      MwM2Bone *bone = m2_add_bone (model, (MwM2Bone *) (i ? out->nodes[0] : NULL), pivot[0], pivot[1], pivot[2]);
      bone->flags |= nodes[i].flags;
      m2_set_constant (model, bone, "translation.track", translation);
      m2_set_constant (model, bone, "rotation.track", quaternion);
      m2_set_constant (model, bone, "scaling.track", scale);
      out->nodes[i] = &bone->record;
      out->model = &model->model;
    } else {
      static const int32_t times[] = { 0 };
      MwMdlx *model = i ? out->mdlx : (out->mdlx = mw_mdlx_new ());
      MwMdlxNode *bone = add_node (model, &mw_mdlx_bone_schema, i ? out->nodes[0] : NULL, pivot[0], pivot[1], pivot[2]);
      bone->flags = nodes[i].flags;
      set_translation (model, bone, translation[0], translation[1], translation[2]);
      set_scaling (model, bone, scale[0], scale[1], scale[2]);
      set_track (model, bone, "rotation.track",
                 new_track (&mw_track_quat_schema, MW_INTERPOLATION_NONE, 1, times, quaternion, NULL, NULL));
      out->nodes[i] = &bone->record;
      out->model = &model->model;
    }
  }
}

/* Every combination of the flags that leave out what the parent has, with every kind of billboard. */
static void
nodes_follow_the_formulas (gconstpointer data)
{
  static const uint32_t kinds[] = { 0, 0x8, 0x10, 0x20, 0x40, 0x8 | 0x40, 0x10 | 0x20, 0x20 | 0x40 };
  static const int locked_axes[] = { -1, -1, 0, 1, 2, -1, 0, 1 };
  const gboolean is_m2 = GPOINTER_TO_INT (data);
  for (guint round = 0; round < 8 * G_N_ELEMENTS (kinds) * 4; round++) {
    const guint kind = round / 8 % G_N_ELEMENTS (kinds);
    const uint32_t more = !is_m2 && round % 3 == 0 ? 0x80 : 0; /* anchored to the camera, which is not applied */
    Node nodes[2] = { any_node (), any_node () };
    nodes[1].flags = round % 8 | kinds[kind] | more;
    float view[16];
    const Matrix viewer = any_viewer (view);
    Skeleton made;
    build (&made, is_m2, nodes);
    g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (made.model);
    mw_skeleton_update (skeleton, &made.clock, view);
    const Matrix parent = local_of (&nodes[0], NULL), from = inherited (&parent, &nodes[1]);
    const Matrix own = local_of (&nodes[1], NULL);
    Matrix world = product (&from, &own);
    if (kinds[kind] & 0x8)
      face (&world, &nodes[1], &viewer);
    else if (locked_axes[kind] >= 0 && is_m2)
      face_locked_m2 (&world, &nodes[1], locked_axes[kind], &viewer);
    else if (locked_axes[kind] >= 0)
      world = face_locked_mdlx (&from, &nodes[1], locked_axes[kind], &viewer);
    g_autofree char *what = g_strdup_printf ("%s, flags 0x%x", is_m2 ? "M2" : "MDLX", nodes[1].flags);
    assert_matrix (mw_skeleton_matrix (skeleton, made.nodes[0]->id), &parent, what, round);
    assert_matrix (mw_skeleton_matrix (skeleton, made.nodes[1]->id), &world, what, round);
    mw_model_free (made.model);
  }
}

/* --- Aliases -------------------------------------------------------------------------------------------------------- */

/* An alias plays the keys, and has the length, of the end of its chain; one that leads nowhere shows no keys. */
static void
aliases_play_the_keys_of_their_sequence (void)
{
  static const int32_t times[] = { 0, 800 };
  static const float ways[] = { 0, 0, 0, 8, 0, 0 }, others[] = { 5, 0, 0, 5, 0, 0 };
  MwM2 *model = mw_m2_new (264);
  MwM2Sequence *walk = m2_add_sequence (model, 0, 800, 0x20), *run = m2_add_sequence (model, 0, 300, 0x40),
               *stroll = m2_add_sequence (model, 0, 500, 0x40), *circle = m2_add_sequence (model, 0, 100, 0x40),
               *other = m2_add_sequence (model, 0, 800, 0x20);
  run->alias = m2_ref (stroll);
  stroll->alias = m2_ref (walk);
  circle->alias = m2_ref (circle);
  MwM2Bone *bone = m2_add_bone (model, NULL, 0, 0, 0);
  MwM2Track *track = m2_add_track (model, bone, "translation.track", 1);
  m2_add_keys (model, track, walk, 2, times, ways, NULL, NULL);
  m2_add_keys (model, track, other, 2, times, others, NULL, NULL);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
  const MwM2Sequence *played[] = { walk, stroll, run, other, circle };
  static const double at_600[] = { 6, 6, 6, 5, 0 };
  for (guint i = 0; i < G_N_ELEMENTS (played); i++) {
    MwClock clock = m2_clock (model, played[i], 0);
    g_assert_cmpint (clock.end - clock.start, ==, i == 4 ? 100 : 800);
    clock.time = i == 4 ? 50 : 600;
    mw_skeleton_update (skeleton, &clock, NULL);
    g_assert_cmpfloat_with_epsilon (mw_skeleton_matrix (skeleton, bone->record.id)[12], at_600[i], 1e-5);
  }
  mw_model_free (&model->model);
}

/* --- Cameras -------------------------------------------------------------------------------------------------------- */

/* 5: the eye and the target are offsets from the static points, linear between keys; the picture is level where nothing rolls, and rolling
 * leans up to the right about the line of sight. The field of view is that of the diagonal. */
static void
cameras_look_as_the_formulas_say (gconstpointer data)
{
  const gboolean is_m2 = GPOINTER_TO_INT (data);
  static const int32_t times[] = { 0, 1000 };
  for (guint round = 0; round < 40; round++) {
    double eye[3], target[3];
    float places[2][3], offsets[2][6], rolls[2] = { (float) any (-3, 3), (float) any (-3, 3) };
    const double t = any (0, 1), fov = any (0.3, 1.5), aspect = any (0.5, 2), time = floor (t * 1000);
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 2; k++) {
        places[k][i] = (float) any (-50, 50);
        offsets[k][i] = (float) any (-9, 9);
        offsets[k][i + 3] = (float) any (-9, 9);
        (k ? target : eye)[i] = (double) places[k][i] + (double) offsets[k][i] * (1 - time / 1000)
                                + (double) offsets[k][i + 3] * time / 1000;
      }
    const double roll = (double) rolls[0] * (1 - time / 1000) + (double) rolls[1] * time / 1000;
    MwModel *model;
    const MwRecord *camera;
    MwClock clock = clock_at (0, 1000, FALSE, (int32_t) time);
    if (is_m2) {
      MwM2 *m2 = mw_m2_new (264);
      clock = m2_clock (m2, m2_add_sequence (m2, 0, 1000, 0x20), (int32_t) time);
      MwM2Camera *made = m2_add (m2, "cameras", &mw_m2_camera_schema);
      memcpy (made->position, places[0], sizeof places[0]);
      memcpy (made->target, places[1], sizeof places[1]);
      made->field_of_view = (float) fov;
      m2_add_keys (m2, m2_add_track (m2, made, "translation.track", 1), NULL, 2, times, offsets[0], NULL, NULL);
      m2_add_keys (m2, m2_add_track (m2, made, "target.translation.track", 1), NULL, 2, times, offsets[1], NULL, NULL);
      m2_add_keys (m2, m2_add_track (m2, made, "rotation.track", 1), NULL, 2, times, rolls, NULL, NULL);
      model = &m2->model;
      camera = &made->record;
    } else {
      MwMdlx *mdlx = mw_mdlx_new ();
      MwMdlxCamera *made = add (mdlx, "cameras", &mw_mdlx_camera_schema);
      memcpy (made->position, places[0], sizeof places[0]);
      memcpy (made->target, places[1], sizeof places[1]);
      made->field_of_view = (float) fov;
      set_track (mdlx, made, "translation.track",
                 new_track (&mw_track_vec3_schema, MW_INTERPOLATION_LINEAR, 2, times, offsets[0], NULL, NULL));
      set_track (mdlx, made, "target.translation.track",
                 new_track (&mw_track_vec3_schema, MW_INTERPOLATION_LINEAR, 2, times, offsets[1], NULL, NULL));
      set_track (mdlx, made, "rotation.track",
                 new_track (&mw_track_float_schema, MW_INTERPOLATION_LINEAR, 2, times, rolls, NULL, NULL));
      model = &mdlx->model;
      camera = &made->record;
    }
    MwCameraState state;
    g_assert_true (mw_camera_evaluate (model, camera, &clock, &state));
    double back[3], level[3], up[3], length = 0;
    for (int i = 0; i < 3; i++) {
      back[i] = eye[i] - target[i];
      length += back[i] * back[i];
    }
    length = sqrt (length);
    for (int i = 0; i < 3; i++)
      back[i] /= length;
    crossed ((const double[]) { 0, 0, 1 }, back, level);
    crossed (back, level, up);
    Matrix view = { 0 };
    for (int i = 0; i < 3; i++) {
      view.m[0][i] = cos (roll) * level[i] - sin (roll) * up[i];
      view.m[1][i] = cos (roll) * up[i] + sin (roll) * level[i];
      view.m[2][i] = back[i];
    }
    for (int i = 0; i < 3; i++)
      view.at[i] = -(view.m[i][0] * eye[0] + view.m[i][1] * eye[1] + view.m[i][2] * eye[2]);
    const char *family = is_m2 ? "camera of M2" : "camera of MDLX";
    float is[16];
    g_assert_true (mw_camera_view (&state, is));
    assert_matrix (is, &view, family, round);
    g_assert_cmpfloat_with_epsilon ((double) mw_camera_vertical_fov (state.field_of_view, (float) aspect),
                                    fov / sqrt (1 + aspect * aspect), 1e-5);
    mw_model_free (model);
  }
}

#define TEST(name, function) g_test_add_func ("/pose/formulas/" name, function)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/pose/formulas/nodes of MDLX", GINT_TO_POINTER (FALSE), nodes_follow_the_formulas);
  g_test_add_data_func ("/pose/formulas/nodes of M2", GINT_TO_POINTER (TRUE), nodes_follow_the_formulas);
  TEST ("aliases play the keys of their sequence", aliases_play_the_keys_of_their_sequence);
  g_test_add_data_func ("/pose/formulas/cameras of MDLX", GINT_TO_POINTER (FALSE), cameras_look_as_the_formulas_say);
  g_test_add_data_func ("/pose/formulas/cameras of M2", GINT_TO_POINTER (TRUE), cameras_look_as_the_formulas_say);
  return g_test_run ();
}
