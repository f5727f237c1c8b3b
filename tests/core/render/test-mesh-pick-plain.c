/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "core/pose/family.h"
#include "core/render/framing.h"
#include "core/render/mesh-pick.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/m2.h"
#include "tests/core/render/scene.h"

#include <math.h>

/* What is marked in a polygon, beside a plain way to find it: every vertex or face against every triangle, in double. What the two may
 * round to either side is not compared: what is nearly on the edge of the polygon or of a triangle, or nearly as far as it. */

typedef struct {
  double x, y, depth; /* depth 0: behind the eye */
} Spot;

typedef struct {
  const MwModel *model;
  MwFrame frame;
  MwSkeleton *skeleton;
  GArray *parts, *points, *surfaces, *ids;
  double matrix[16];
  float view[16];
  guint n_compared, n_marked, n_unsure;
} World;

static void
world_init (World *w, const MwModel *model)
{
  *w = (World) { .model = model, .skeleton = mw_skeleton_new (model) };
  w->parts = g_array_new (FALSE, FALSE, sizeof (MwPosedPart));
  w->points = g_array_new (FALSE, FALSE, 3 * sizeof (float));
  w->surfaces = g_array_new (FALSE, FALSE, sizeof (MwPosedSurface));
  w->ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_frame_init (&w->frame, 0, 320, 240, model);
}

static void
world_clear (World *w)
{
  mw_skeleton_free (w->skeleton);
  g_array_unref (w->parts);
  g_array_unref (w->points);
  g_array_unref (w->surfaces);
  g_array_unref (w->ids);
}

static void
pose (World *w)
{
  const MwPoseFamily *family = mw_pose_family (w->model);
  float projection[16];
  mw_camera_view_matrix (&w->frame.camera, w->view);
  mw_camera_projection_matrix (&w->frame.camera, (float) w->frame.width / (float) w->frame.height, projection);
  for (guint i = 0; i < 16; i++) {
    w->matrix[i] = 0;
    for (guint k = 0; k < 4; k++)
      w->matrix[i] += (double) projection[4 * k + i % 4] * (double) w->view[i / 4 * 4 + k];
  }
  const MwSeen seen = { &w->frame.clock, w->view, w->frame.profile, NULL, 0 };
  g_array_set_size (w->parts, 0);
  g_array_set_size (w->points, 0);
  g_array_set_size (w->surfaces, 0);
  g_array_set_size (w->ids, 0);
  mw_skeleton_update (w->skeleton, &w->frame.clock, w->view);
  family->mesh (w->skeleton, &w->frame.clock, w->parts, w->points);
  family->surfaces (w->model, &seen, (const MwPosedPart *) (const void *) w->parts->data, w->surfaces);
  for (guint i = 0; i < w->surfaces->len; i++) {
    const MwId id = g_array_index (w->surfaces, MwPosedSurface, i).mesh;
    if (!mw_ids_have ((const MwId *) (const void *) w->ids->data, w->ids->len, id))
      g_array_append_val (w->ids, id);
  }
}

static Spot
spot_of (const World *w, const double at[3])
{
  const double *m = w->matrix;
  const double depth = m[3] * at[0] + m[7] * at[1] + m[11] * at[2] + m[15];
  const float *v = w->view;
  if (!(depth > 0))
    return (Spot) { 0 };
  return (Spot) { ((m[0] * at[0] + m[4] * at[1] + m[8] * at[2] + m[12]) / depth + 1) / 2 * w->frame.width,
                  (1 - (m[1] * at[0] + m[5] * at[1] + m[9] * at[2] + m[13]) / depth) / 2 * w->frame.height,
                  -(v[2] * at[0] + v[6] * at[1] + v[10] * at[2] + v[14]) };
}

/* The corners of a triangle in model space. FALSE: it does not exist. */
static gboolean
corners_of (const World *w, const MwPosedSurface *surface, guint i, guint16 indices[3], double at[3][3])
{
  const MwPosedPart *part = &g_array_index (w->parts, MwPosedPart, surface->part);
  for (guint k = 0; k < 3; k++) {
    indices[k] = ((const guint16 *) surface->triangles->data)[3 * i + k];
    if (indices[k] >= part->n)
      return FALSE;
    for (guint c = 0; c < 3; c++)
      at[k][c] = ((const float *) (const void *) w->points->data)[3 * (part->first + indices[k]) + c];
  }
  return TRUE;
}

static double
turn_of (const Spot at[3])
{
  return (at[1].x - at[0].x) * (at[2].y - at[0].y) - (at[2].x - at[0].x) * (at[1].y - at[0].y);
}

/* Whether a triangle hides a spot: 1 it does, 0 it does not, -1 it is close. */
static int
hides (const World *w, const Spot at[3], const Spot *spot)
{
  const double area = turn_of (at), dx = spot->x - at[0].x, dy = spot->y - at[0].y, close = 2e-3;
  const double margin = 1e-3 * (double) w->frame.camera.radius;
  const double u = (dx * (at[2].y - at[0].y) - dy * (at[2].x - at[0].x)) / area,
               v = (dy * (at[1].x - at[0].x) - dx * (at[1].y - at[0].y)) / area;
  const double inside = MIN (MIN (u, v), 1 - u - v);
  if (fabs (area) < 0.01)
    return inside > -0.5 ? -1 : 0; /* it is too thin for the numbers of floats */
  if (inside < -close)
    return 0;
  const double depth = w->frame.camera.ortho
                         ? at[0].depth + u * (at[1].depth - at[0].depth) + v * (at[2].depth - at[0].depth)
                         : 1
                             / (1 / at[0].depth + u * (1 / at[1].depth - 1 / at[0].depth)
                                + v * (1 / at[2].depth - 1 / at[0].depth));
  const double ahead = spot->depth - margin - depth, sure = 0.1 * margin;
  if (ahead < -sure)
    return 0;
  return inside > close && ahead > sure ? 1 : -1;
}

static int
is_hidden (const World *w, const Spot *spot)
{
  int hidden = 0;
  for (guint i = 0; i < w->surfaces->len && w->frame.shading != MW_SHADING_WIREFRAME; i++) {
    const MwPosedSurface *surface = &g_array_index (w->surfaces, MwPosedSurface, i);
    if (surface->look != MW_DRAWN_SURFACE && (w->frame.shading == MW_SHADING_TEXTURED || surface->look != MW_DRAWN_NOT))
      continue;
    for (guint k = 0; k < surface->triangles->n / 3; k++) {
      guint16 indices[3];
      double at[3][3];
      if (!corners_of (w, surface, k, indices, at))
        continue;
      const Spot spots[3] = { spot_of (w, at[0]), spot_of (w, at[1]), spot_of (w, at[2]) };
      if (spots[0].depth == 0 || spots[1].depth == 0 || spots[2].depth == 0
          || !(turn_of (spots) < 0 || (surface->two_sided && turn_of (spots) > 0)))
        continue;
      const int found = hides (w, spots, spot);
      if (found == 1)
        return 1;
      hidden = found ? -1 : hidden;
    }
  }
  return hidden;
}

/* Whether a spot is inside a polygon: 1 it is, 0 it is not, -1 it is less than a pixel from its edge or from that of the picture. */
static int
is_inside (const World *w, const float (*corners)[2], guint n, const Spot *spot)
{
  gboolean inside = FALSE;
  if (spot->x < 1 || spot->y < 1 || spot->x > w->frame.width - 1 || spot->y > w->frame.height - 1)
    return spot->x < -1 || spot->y < -1 || spot->x > w->frame.width + 1 || spot->y > w->frame.height + 1 ? 0 : -1;
  for (guint i = 0; i < n; i++) {
    const double ax = corners[i][0], ay = corners[i][1], bx = corners[(i + 1) % n][0], by = corners[(i + 1) % n][1];
    const double dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
    const double along = length > 0 ? CLAMP (((spot->x - ax) * dx + (spot->y - ay) * dy) / length, 0, 1) : 0;
    if (hypot (ax + along * dx - spot->x, ay + along * dy - spot->y) < 1)
      return -1;
    if ((ay > spot->y) != (by > spot->y) && spot->x < ax + (spot->y - ay) / dy * dx)
      inside = !inside;
  }
  return inside;
}

/* For each vertex or face of a mesh whether it is to be marked: 1, 0, or -1, not sure. Free with g_free(). */
static gint8 *
plain (const World *w, const MwMarkedMesh *mesh, MwMarksKind kind, const float (*corners)[2], guint n, gboolean through)
{
  gint8 *wanted = g_new0 (gint8, mesh->n + 1);
  for (guint i = 0; i < w->surfaces->len; i++) {
    const MwPosedSurface *surface = &g_array_index (w->surfaces, MwPosedSurface, i);
    const gboolean drawn = w->frame.shading == MW_SHADING_TEXTURED
                             ? surface->look != MW_DRAWN_NOT
                             : w->frame.shading == MW_SHADING_WIREFRAME || surface->look != MW_DRAWN_GLOW;
    for (guint k = 0; drawn && surface->mesh == mesh->id && k < surface->triangles->n / 3; k++) {
      guint16 indices[3];
      double at[3][3], middle[3];
      if (!corners_of (w, surface, k, indices, at))
        continue;
      const Spot spots[3] = { spot_of (w, at[0]), spot_of (w, at[1]), spot_of (w, at[2]) };
      const double turn = turn_of (spots);
      const gboolean any = through || surface->two_sided || w->frame.shading == MW_SHADING_WIREFRAME;
      if (spots[0].depth == 0 || spots[1].depth == 0 || spots[2].depth == 0 || (!any && turn > 0.01))
        continue;
      for (guint c = 0; c < 3; c++)
        middle[c] = (at[0][c] + at[1][c] + at[2][c]) / 3;
      for (guint c = 0; c < (kind == MW_MARKS_FACES ? 1 : 3); c++) {
        const Spot spot = kind == MW_MARKS_FACES ? spot_of (w, middle) : spots[c];
        gint8 *out = &wanted[kind == MW_MARKS_FACES ? k : indices[c]];
        const int inside = is_inside (w, corners, n, &spot);
        const int hidden = inside && !through && *out != 1 ? is_hidden (w, &spot) : 0;
        if (inside == 0 || hidden == 1 || *out == 1)
          continue;
        *out = inside == 1 && hidden == 0 && (any || turn < -0.01) ? 1 : -1;
      }
    }
  }
  return wanted;
}

static void
compare (World *w, MwPicker *picker, MwMarksKind kind, const float (*corners)[2], guint n, gboolean through)
{
  g_autoptr (MwMeshMarks) marks = mw_mesh_marks_new ();
  mw_mesh_marks_set (marks, w->model, kind, (const MwId *) (const void *) w->ids->data, w->ids->len);
  mw_picker_mark_in (picker, &w->frame, corners, n, through, MW_MARKS_REPLACE, marks);
  for (guint i = 0; i < marks->meshes->len; i++) {
    const MwMarkedMesh *mesh = &g_array_index (marks->meshes, MwMarkedMesh, i);
    g_autofree gint8 *wanted = plain (w, mesh, kind, corners, n, through);
    for (guint k = 0; k < mesh->n; k++) {
      w->n_compared += wanted[k] != -1;
      w->n_unsure += wanted[k] == -1;
      w->n_marked += mesh->marked[k];
      if (wanted[k] == -1 || wanted[k] == mesh->marked[k])
        continue;
      g_test_message ("%u of mesh %u, kind %d, %u corners, through %d: %d instead of %d", k, i, kind, n, through,
                      mesh->marked[k], wanted[k]);
      g_test_fail ();
      return;
    }
  }
}

/* A rectangle and a lasso that crosses itself, each around a part of the picture, in every way. */
static void
compare_all (World *w)
{
  enum { LASSO = 30 };
  const float right = (float) work_random_range (120, 400), bottom = (float) work_random_range (90, 300);
  const float box[4][2] = { { 40.5f, 31.5f }, { right, 31.5f }, { right, bottom }, { 40.5f, bottom } };
  float lasso[LASSO][2];
  for (guint i = 0; i < LASSO; i++) {
    const double turn = (i + 0.5) / LASSO * 4 * G_PI, r = 60 + 50 * sin (turn * 1.5);
    lasso[i][0] = (float) (160 + 1.4 * r * cos (turn));
    lasso[i][1] = (float) (120 + r * sin (turn));
  }
  g_autoptr (MwPicker) picker = mw_picker_new (w->model);
  pose (w);
  for (guint i = 0; i < 8; i++)
    compare (w, picker, i & 1 ? MW_MARKS_FACES : MW_MARKS_VERTICES, i & 2 ? lasso : box, i & 2 ? LASSO : 4,
             (i & 4) != 0);
}

/* Triangles of all sizes, most of them thin or small, some of them level or beyond the picture, in several geosets. */
static MwMdlx *
make_soup (guint n_geosets, guint n_triangles)
{
  MwMdlx *model = mw_mdlx_new ();
  for (guint i = 0; i < n_geosets; i++) {
    MwMdlxMaterial *material = scene_add (model, "materials", &mw_mdlx_material_schema);
    MwMdlxLayer *layer = scene_add_layer (model, material, i % 4 == 3 ? 3 : 0, NULL);
    layer->alpha = 1;
    layer->flags = i % 2 ? 0x10 : 0; /* two-sided */
    MwMdlxGeoset *geoset = scene_add_quad (model, 0, material, NULL);
    g_autofree float *at = g_new (float, 9 * n_triangles);
    g_autofree guint16 *indices = g_new (guint16, 3 * n_triangles);
    for (guint k = 0; k < n_triangles; k++) {
      const float size = powf (2, (float) work_random_range (-50, 20) / 10);
      float middle[3];
      for (guint c = 0; c < 3; c++)
        middle[c] = (float) work_random_range (-1000, 1000) / 500;
      for (guint c = 0; c < 9; c++)
        at[9 * k + c] = middle[c % 3] + size * (float) work_random_range (-100, 100) / 100;
      if (k % 7 == 0)
        at[9 * k + 5] = at[9 * k + 2]; /* a level side */
      for (guint c = 0; c < 3; c++)
        indices[3 * k + c] = (guint16) (3 * k + c);
    }
    mw_array_clear (&geoset->vertices);
    mw_array_clear (&geoset->faces);
    geoset->vertices = mw_array_copy (at, 3 * n_triangles, 12);
    geoset->faces = mw_array_copy (indices, 3 * n_triangles, 2);
  }
  return model;
}

static void
triangles_of_all_sizes_hide_what_they_are_in_front_of (void)
{
  guint n_compared = 0, n_marked = 0, n_unsure = 0;
  for (guint i = 0; i < 4; i++) {
    MwMdlx *soup = make_soup (4, i % 2 ? 12 : 60);
    World w;
    world_init (&w, &soup->model);
    mw_camera_frame (&w.frame.camera, (float[3]) { 0, 0, 0 }, 4, 2);
    w.frame.camera.ortho = i >= 2;
    w.frame.shading = i == 3 ? MW_SHADING_SOLID : MW_SHADING_TEXTURED;
    compare_all (&w);
    n_compared += w.n_compared;
    n_marked += w.n_marked;
    n_unsure += w.n_unsure;
    world_clear (&w);
    mw_model_free (&soup->model);
  }
  g_test_message ("%u compared, %u marked, %u not sure", n_compared, n_marked, n_unsure);
  g_assert_cmpuint (n_marked, >, n_compared / 20);
  g_assert_cmpuint (n_unsure, <, n_compared / 5);
}

static void
real_models_are_marked_as_the_plain_way_finds (void)
{
  enum { M2 = 2, LARGEST = 200000 };
  static const char *const folders[] = { "mdx800", "mdx1000", NULL };
  guint n_compared = 0, n_marked = 0, n_unsure = 0;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GPtrArray) files = i == M2 ? m2_corpus_sets (LARGEST) : corpus_files (folders[i]);
    if (!files)
      return;
    work_part (files, 3);
    for (guint k = 0; k < files->len; k++) {
      MwFormat format;
      MwFileSet *set = i == M2 ? files->pdata[k] : mw_io_load (files->pdata[k], NULL, NULL);
      MwModel *model = set ? mw_io_read (set, &format, NULL, NULL) : NULL;
      if (i != M2)
        g_clear_pointer (&set, mw_file_set_free);
      if (!model)
        continue; /* the readers' tests find out why */
      World w;
      world_init (&w, model);
      w.frame.clock = mw_framing_moment (model, &w.frame);
      mw_framing_fit (&w.frame, model, &w.frame.clock, 1);
      w.frame.camera.ortho = k % 2;
      w.frame.shading = (MwShading) (k % 3);
      pose (&w);
      guint n_triangles = 0;
      for (guint s = 0; s < w.surfaces->len; s++)
        n_triangles += g_array_index (w.surfaces, MwPosedSurface, s).triangles->n / 3;
      if (n_triangles < 1500)
        compare_all (&w);
      n_compared += w.n_compared;
      n_marked += w.n_marked;
      n_unsure += w.n_unsure;
      world_clear (&w);
      mw_model_free (model);
    }
  }
  g_test_message ("%u compared, %u marked, %u not sure", n_compared, n_marked, n_unsure);
  g_assert_cmpuint (n_marked, >, n_compared / 20);
  g_assert_cmpuint (n_unsure, <, n_compared / 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/mesh pick plain/triangles of all sizes hide what they are in front of",
                   triangles_of_all_sizes_hide_what_they_are_in_front_of);
  g_test_add_func ("/render/mesh pick plain/real models are marked as the plain way finds",
                   real_models_are_marked_as_the_plain_way_finds);
  return g_test_run ();
}
