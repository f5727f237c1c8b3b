/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "core/model/aspects.h"
#include "core/pose/bone-boxes.h"
#include "core/pose/posed-mesh.h"
#include "tests/core/corpus.h"

#include <math.h>

enum { MOMENTS = 5 };

/* Asserts that no vertex is outside the box, but for rounding. Returns how many were compared. */
static guint
compare (const MwBoneBox *box, MwPosedMesh *mesh, const MwClock *clock)
{
  const MwPosedPart *parts;
  guint n, compared = 0;
  const float *points = mw_posed_mesh_at (mesh, clock, &parts, &n);
  for (guint i = 0; i < n; i++)
    for (gsize v = parts[i].first; v < (gsize) parts[i].first + parts[i].n; v++)
      for (guint k = 0; k < 3; k++) {
        const float at = points[3 * v + k], slack = 1e-3f * (1 + fabsf (at));
        g_assert_true (box->any);
        g_assert_cmpfloat (at, >=, box->min[k] - slack);
        g_assert_cmpfloat (at, <=, box->max[k] + slack);
        compared++;
      }
  return compared;
}

static guint
compare_file (const char *path)
{
  GError *error = NULL;
  guint compared = 0;
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  MwModel *model = mw_io_read (set, NULL, NULL, &error);
  g_assert_no_error (error);
  const MwList *sequences = mw_model_sequences (model);
  MwBoneBoxes *boxes = mw_bone_boxes_new (model);
  MwPosedMesh *mesh = mw_posed_mesh_new (model);
  for (guint i = 0; i < sequences->n; i++) {
    MwClock clocks[MOMENTS] = { 0 };
    MwBoneBox found[MOMENTS];
    for (guint k = 0; k < MOMENTS; k++) {
      clocks[k].global_ms = 321 * k;
      mw_clock_play (&clocks[k], model, sequences->items[i]->id);
      clocks[k].time += (int32_t) (((gint64) clocks[k].end - clocks[k].start) * k / (MOMENTS - 1));
    }
    mw_bone_boxes_at (boxes, clocks, MOMENTS, found);
    for (guint k = 0; k < MOMENTS; k++)
      compared += compare (&found[k], mesh, &clocks[k]);
  }
  mw_posed_mesh_free (mesh);
  mw_bone_boxes_free (boxes);
  mw_model_free (model);
  return compared;
}

static void
contain_samples (void)
{
  static const char *const names[] = { "beetle.m2", "figure.mdx", "lantern-1000.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = sample_path (names[i]);
    g_assert_cmpuint (compare_file (path), >, 0);
  }
}

static void
contain_real_models (void)
{
  static const char *const folders[] = { "mdx800", "mdx1000" };
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[i]);
    if (!files)
      return;
    work_part (files, 5);
    for (guint k = 0; k < files->len; k++)
      compare_file (files->pdata[k]);
  }
}

/* Where each vertex is moved by one bone that does not turn, nothing is added. */
static void
fit_what_does_not_turn (void)
{
  g_autofree char *path = sample_path ("beetle.m2");
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, NULL);
  MwModel *model = mw_io_read (set, NULL, NULL, NULL);
  MwBoneBoxes *boxes = mw_bone_boxes_new (model);
  MwPosedMesh *mesh = mw_posed_mesh_new (model);
  const MwClock clock = MW_CLOCK_REST;
  MwBoneBox box;
  mw_bone_boxes_at (boxes, &clock, 1, &box);
  const MwPosedPart *parts;
  guint n;
  MwBoneBox exact = { 0 };
  const float *points = mw_posed_mesh_at (mesh, &clock, &parts, &n);
  for (guint v = 0; v < parts[0].n; v++)
    mw_bone_box_add (&exact, points + 3 * (gsize) v);
  for (guint k = 0; k < 3; k++) {
    g_assert_cmpfloat_with_epsilon (box.min[k], exact.min[k], 1e-5);
    g_assert_cmpfloat_with_epsilon (box.max[k], exact.max[k], 1e-5);
  }
  mw_posed_mesh_free (mesh);
  mw_bone_boxes_free (boxes);
  mw_model_free (model);
}

static void
points_that_are_no_numbers_are_left_out (void)
{
  const float points[3][3] = { { NAN, 0, 0 }, { 1, 2, 3 }, { 0, INFINITY, 0 } };
  MwBoneBox box = { 0 };
  mw_bone_box_add (&box, points[0]);
  g_assert_false (box.any);
  mw_bone_box_add (&box, points[1]);
  mw_bone_box_add (&box, points[2]);
  for (guint k = 0; k < 3; k++) {
    g_assert_cmpfloat (box.min[k], ==, points[1][k]);
    g_assert_cmpfloat (box.max[k], ==, points[1][k]);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/bone-boxes/contain the posed mesh of samples", contain_samples);
  g_test_add_func ("/pose/bone-boxes/contain the posed mesh of real models", contain_real_models);
  g_test_add_func ("/pose/bone-boxes/fit what does not turn", fit_what_does_not_turn);
  g_test_add_func ("/pose/bone-boxes/points that are no numbers are left out", points_that_are_no_numbers_are_left_out);
  return g_test_run ();
}
