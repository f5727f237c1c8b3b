/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "core/model/aspects.h"
#include "core/pose/node-moments.h"
#include "tests/core/corpus.h"

#include <math.h>

enum { MOMENTS = 7 };

static MwModel *
read_model (const char *path)
{
  GError *error = NULL;
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  MwModel *model = mw_io_read (set, NULL, NULL, &error);
  g_assert_no_error (error);
  return model;
}

/* The moments of a sequence; global sequences have a time of their own. */
static void
set_clocks (const MwModel *model, MwId sequence, MwClock clocks[MOMENTS])
{
  for (guint k = 0; k < MOMENTS; k++) {
    clocks[k] = (MwClock) { .global_ms = 321 * k };
    mw_clock_play (&clocks[k], model, sequence);
    clocks[k].time += (int32_t) (((gint64) clocks[k].end - clocks[k].start) * k / (MOMENTS - 1));
  }
}

/* Asserts that each node is where an update of the skeleton has it. Returns how many nodes change during the sequence. */
static guint
compare (const MwNodeMoments *moments, MwSkeleton *skeleton, const MwClock clocks[MOMENTS])
{
  guint n_moving = 0;
  for (guint k = 0; k < MOMENTS; k++) {
    mw_skeleton_update (skeleton, &clocks[k], NULL);
    for (guint i = 0; i < mw_skeleton_n_nodes (skeleton); i++) {
      const float *expected = mw_skeleton_matrix_at (skeleton, i), *found = mw_node_moments_matrix (moments, i, k);
      for (guint m = 0; m < 16; m++)
        if (isfinite (expected[m]))
          g_assert_cmpfloat_with_epsilon (found[m], expected[m], 1e-4 * (1 + fabs (expected[m])));
      n_moving += k == 0 && !mw_node_moments_are_equal (moments, i);
    }
  }
  return n_moving;
}

static guint
compare_file (const char *path)
{
  MwModel *model = read_model (path);
  const MwList *sequences = mw_model_sequences (model);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  g_autofree guint8 *all = g_malloc (mw_skeleton_n_nodes (skeleton) + 1);
  guint n_moving = 0;
  memset (all, 1, mw_skeleton_n_nodes (skeleton) + 1);
  g_autoptr (MwNodeMoments) moments = mw_node_moments_new (skeleton, all, MOMENTS);
  for (guint i = 0; i < sequences->n; i++) {
    MwClock clocks[MOMENTS];
    set_clocks (model, sequences->items[i]->id, clocks);
    mw_node_moments_pose (moments, clocks, MOMENTS);
    n_moving += compare (moments, skeleton, clocks);
  }
  mw_model_free (model);
  return n_moving;
}

static void
are_those_of_the_skeleton_for_samples (void)
{
  static const char *const names[] = { "beetle.m2", "figure.mdx", "lantern-1000.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = sample_path (names[i]);
    g_assert_cmpuint (compare_file (path), >, 0);
  }
}

static void
are_those_of_the_skeleton_for_real_models (void)
{
  static const char *const folders[] = { "mdx800", "mdx1100", "mdx1300", "m2-256", "m2-264" };
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[i]);
    if (!files)
      return;
    work_part (files, 5);
    for (guint k = 0; k < files->len; k++) {
      /* Those of M2 have folders of their own. */
      const char *const names[] = { files->pdata[k], NULL };
      g_autoptr (GPtrArray) models = mw_files_expand (names, NULL);
      for (guint m = 0; m < models->len; m++)
        compare_file (models->pdata[m]);
    }
  }
}

/* The same nodes are posed for another sequence, and then for the first one again. */
static void
sequences_may_alternate (void)
{
  g_autofree char *path = sample_path ("beetle.m2");
  MwModel *model = read_model (path);
  const MwList *sequences = mw_model_sequences (model);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  g_autofree guint8 *all = g_malloc (mw_skeleton_n_nodes (skeleton));
  memset (all, 1, mw_skeleton_n_nodes (skeleton));
  g_autoptr (MwNodeMoments) moments = mw_node_moments_new (skeleton, all, MOMENTS);
  for (guint i = 0; i < 2 * sequences->n + 1; i++) {
    MwClock clocks[MOMENTS];
    set_clocks (model, sequences->items[i % sequences->n]->id, clocks);
    mw_node_moments_pose (moments, clocks, MOMENTS);
    compare (moments, skeleton, clocks);
  }
  mw_model_free (model);
}

static void
at_rest_nothing_moves (void)
{
  g_autofree char *path = sample_path ("figure.mdx");
  MwModel *model = read_model (path);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  g_autofree guint8 *all = g_malloc (mw_skeleton_n_nodes (skeleton));
  memset (all, 1, mw_skeleton_n_nodes (skeleton));
  g_autoptr (MwNodeMoments) moments = mw_node_moments_new (skeleton, all, MOMENTS);
  MwClock clocks[MOMENTS];
  set_clocks (model, mw_model_sequences (model)->items[0]->id, clocks);
  mw_node_moments_pose (moments, clocks, MOMENTS);
  set_clocks (model, 0, clocks);
  mw_node_moments_pose (moments, clocks, MOMENTS);
  g_assert_cmpuint (compare (moments, skeleton, clocks), ==, 0);
  mw_model_free (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/node-moments/are those of the skeleton for samples", are_those_of_the_skeleton_for_samples);
  g_test_add_func ("/pose/node-moments/are those of the skeleton for real models",
                   are_those_of_the_skeleton_for_real_models);
  g_test_add_func ("/pose/node-moments/sequences may alternate", sequences_may_alternate);
  g_test_add_func ("/pose/node-moments/at rest nothing moves", at_rest_nothing_moves);
  return g_test_run ();
}
