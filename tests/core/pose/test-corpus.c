/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdx/mdx.h"
#include "core/pose/camera.h"
#include "core/pose/mdlx-material.h"
#include "core/pose/math.h"
#include "core/pose/particles.h"
#include "core/pose/ribbons.h"
#include "core/pose/mdlx-skin.h"
#include "tests/core/corpus.h"
#include "tests/core/pose/skinning.h"

typedef void (*Check) (const MwMdlx *model, MwSkeleton *skeleton, gpointer data);

/* Calls `check` for every file of a folder that can be read. */
static void
for_each_model_of (const char *folder, Check check, gpointer data)
{
  g_autoptr (GPtrArray) files = corpus_files (folder);
  guint n = 0;
  if (!files)
    return;
  for (guint i = 0; i < files->len; i += work_fraction ()) {
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (g_ptr_array_index (files, i), &size);
    MwMdlx *model = mw_mdx_read (bytes, size, NULL, NULL);
    if (!model)
      continue;
    MwSkeleton *skeleton = mw_skeleton_new (&model->model);
    check (model, skeleton, data);
    mw_skeleton_free (skeleton);
    mw_model_free (&model->model);
    n++;
  }
  g_assert_cmpuint (n, >, 0);
}

/* The same for the folders of Warcraft III. */
static void
for_each_model (Check check, gpointer data)
{
  static const char *const folders[] = { "mdx800", "mdx1000", "mdx1100" };
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    for_each_model_of (folders[i], check, data);
}

#define MOMENTS 20

/* Moment number k of MOMENTS + 1, evenly spaced in a sequence. */
static MwClock
moment (const MwMdlx *model, uint32_t sequence, guint k)
{
  MwClock clock = { .global_ms = 123 * k };
  mw_clock_play (&clock, &model->model, model->sequences.items[sequence]->id);
  clock.time += (int32_t) (((gint64) clock.end - clock.start) * k / MOMENTS);
  return clock;
}

typedef struct {
  float min[3], max[3];
  gboolean any;
} Box;

/* Adds the visible vertices of the model to the box. */
static void
add_model (const MwMdlx *model, const MwSkeleton *skeleton, const MwClock *clock, gboolean rest, Box *box)
{
  g_autofree MwGeosetState *states = g_new (MwGeosetState, MAX (model->geosets.n, 1));
  mw_geosets_evaluate (model, clock, states);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    float min[3], max[3];
    if (mw_skin_is_weighted (geoset))
      continue;
    guint n = mw_skin_n_matrices (geoset);
    g_autofree float *matrices = g_new (float, 16 * n);
    mw_skin_group_matrices (geoset, skeleton, matrices);
    for (guint k = 0; rest && k < n; k++)
      memcpy (matrices + 16 * k, mw_mat_identity, sizeof mw_mat_identity);
    if (!states[i].visible || !skin_bounds (geoset, matrices, min, max))
      continue;
    for (int k = 0; k < 3; k++) {
      box->min[k] = box->any ? MIN (box->min[k], min[k]) : min[k];
      box->max[k] = box->any ? MAX (box->max[k], max[k]) : max[k];
    }
    box->any = TRUE;
  }
}

/* The mean distance between the corresponding sides of two boxes. */
static float
distance (const Box *box, const MwBounds *bounds)
{
  float sum = 0;
  for (int k = 0; k < 3; k++)
    sum += fabsf (box->min[k] - bounds->min[k]) + fabsf (box->max[k] - bounds->max[k]);
  return sum / 6;
}

typedef struct {
  guint sequences, nearer;
} Score;

/* Whether no other sequence has the same extent. Such an extent was computed by a tool and not just filled in. */
static gboolean
has_own_extent (const MwMdlx *model, uint32_t sequence)
{
  const MwBounds *own = &((const MwMdlxSequence *) model->sequences.items[sequence])->bounds;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwBounds *other = &((const MwMdlxSequence *) model->sequences.items[i])->bounds;
    if (i != sequence && memcmp (own->min, other->min, sizeof own->min) == 0
        && memcmp (own->max, other->max, sizeof own->max) == 0)
      return FALSE;
  }
  return model->sequences.n > 1;
}

static void
compare_extents (const MwMdlx *model, MwSkeleton *skeleton, gpointer data)
{
  Score *score = data;
  for (uint32_t s = 0; s < model->sequences.n; s++) {
    const MwBounds *bounds = &((const MwMdlxSequence *) model->sequences.items[s])->bounds;
    Box posed = { .any = FALSE }, bound = { .any = FALSE };
    if (!has_own_extent (model, s))
      continue;
    for (guint k = 0; k <= MOMENTS; k++) {
      MwClock clock = moment (model, s, k);
      mw_skeleton_update (skeleton, &clock, NULL);
      add_model (model, skeleton, &clock, FALSE, &posed);
      add_model (model, skeleton, &clock, TRUE, &bound);
    }
    float a = distance (&posed, bounds), b = distance (&bound, bounds);
    if (!posed.any || fabsf (a - b) < 1) /* a model that hardly moves proves nothing */
      continue;
    score->sequences++;
    score->nearer += a < b;
  }
}

/* The extents in the files were computed by other programs from the moving vertices, so our poses must be nearer to
 * them than the bind pose is. They are inexact (many were made before the last changes to a model), so this is not
 * true for all. */
static void
poses_come_near_the_extents_in_the_files (void)
{
  Score score = { 0, 0 };
  for_each_model (compare_extents, &score);
  g_test_message ("%u of %u sequences are nearer to their extent than the bind pose", score.nearer, score.sequences);
  if (score.sequences >= 20)
    g_assert_cmpuint (score.nearer * 10, >=, score.sequences * 7);
}

static void
check_numbers (const MwMdlx *model, MwSkeleton *skeleton, gpointer data)
{
  MwCameraState viewer = { .eye = { 100, 50, 80 } };
  float view[16];
  mw_camera_view (&viewer, view);
  for (uint32_t s = 0; s < model->sequences.n; s++)
    for (guint k = 0; k <= MOMENTS; k += 4) {
      MwClock clock = moment (model, s, k);
      mw_skeleton_update (skeleton, &clock, view);
      for (guint i = 0; i < mw_skeleton_n_nodes (skeleton); i++)
        for (int c = 0; c < 16; c++)
          g_assert_true (isfinite (mw_skeleton_matrix_at (skeleton, i)[c]));
      for (uint32_t m = 0; m < model->materials.n; m++) {
        const MwList *layers = &((const MwMdlxMaterial *) model->materials.items[m])->layers;
        for (uint32_t l = 0; l < layers->n; l++) {
          MwLayerState state;
          mw_layer_evaluate (model, (const MwMdlxLayer *) layers->items[l], &clock, &state);
          g_assert_true (isfinite (state.alpha));
          for (int c = 0; c < 6; c++)
            g_assert_true (isfinite (state.uv[c]));
        }
      }
    }
}

static void
every_pose_is_made_of_numbers (void)
{
  for_each_model (check_numbers, NULL);
}

static void
check_emitters (const MwMdlx *model, MwSkeleton *skeleton, gpointer data)
{
  guint *n_quads = data;
  g_autoptr (GArray) vertices = g_array_new (FALSE, FALSE, sizeof (MwSpriteVertex));
  for (uint32_t i = 0; i < model->nodes.n && model->sequences.n > 0; i++) {
    const MwRecord *node = model->nodes.items[i];
    MwClock clock = moment (model, 0, MOMENTS / 2);
    g_array_set_size (vertices, 0);
    if (node->schema == &mw_mdlx_particle_emitter2_schema) {
      g_autoptr (MwParticles) particles = mw_particles_new (skeleton, node);
      mw_particles_update (particles, &clock);
      guint n = mw_particles_append_quads (particles, mw_mat_identity, mw_mat_identity, vertices);
      g_assert_cmpuint (n, <=, 2 * mw_particles_n (particles));
      *n_quads += n;
    } else if (node->schema == &mw_mdlx_ribbon_emitter_schema) {
      g_autoptr (MwRibbon) ribbon = mw_ribbon_new (skeleton, node);
      mw_ribbon_update (ribbon, &clock);
      guint n = mw_ribbon_append_quads (ribbon, mw_mat_identity, vertices);
      g_assert_cmpuint (n, <=, mw_ribbon_n_edges (ribbon));
      *n_quads += n;
    }
    for (guint v = 0; v < vertices->len; v++) {
      const MwSpriteVertex *vertex = &g_array_index (vertices, MwSpriteVertex, v);
      for (int c = 0; c < 3; c++)
        g_assert_true (isfinite (vertex->position[c]));
      for (int c = 0; c < 2; c++)
        g_assert_true (vertex->uv[c] >= 0 && vertex->uv[c] <= 1);
    }
  }
}

static void
emitters_give_quads_on_their_sheets (void)
{
  guint n = 0;
  for_each_model (check_emitters, &n);
  if (n > 0) /* without a corpus the test was skipped */
    g_test_message ("%u quads", n);
}

/* The exporter of World of Warcraft computed the extents in the real file from the posed model. If our poses fill
 * the same box, rotations, pivots and parents are right. */
static void
check_exact_extents (const MwMdlx *model, MwSkeleton *skeleton, gpointer data)
{
  for (uint32_t s = 0; s < model->sequences.n; s++) {
    const MwMdlxSequence *sequence = (const MwMdlxSequence *) model->sequences.items[s];
    const MwBounds *bounds = &sequence->bounds;
    Box posed = { .any = FALSE }, bound = { .any = FALSE };
    float size = 0;
    for (guint k = 0; k <= MOMENTS; k++) {
      MwClock clock = moment (model, s, k);
      mw_skeleton_update (skeleton, &clock, NULL);
      add_model (model, skeleton, &clock, FALSE, &posed);
      add_model (model, skeleton, &clock, TRUE, &bound);
    }
    for (int k = 0; k < 3; k++)
      size += (bounds->max[k] - bounds->min[k]) / 3;
    float a = distance (&posed, bounds) / size, b = distance (&bound, bounds) / size;
    g_test_message ("%s: sides lie %.3f of its size apart, in the bind pose %.3f", mw_text (sequence->name), a, b);
    g_assert_cmpfloat (a, <, 0.06);
    g_assert_cmpfloat (2 * a, <, b);
  }
}

static void
alpha_poses_fill_the_extents_in_the_file (void)
{
  for_each_model_of ("mdx1300", check_exact_extents, NULL);
}

static void
alpha_poses_are_made_of_numbers (void)
{
  for_each_model_of ("mdx1300", check_numbers, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/corpus/poses come near the extents in the files", poses_come_near_the_extents_in_the_files);
  g_test_add_func ("/pose/corpus/every pose is finite", every_pose_is_made_of_numbers);
  g_test_add_func ("/pose/corpus/quads of emitters are inside their textures", emitters_give_quads_on_their_sheets);
  g_test_add_func ("/pose/corpus/World of Warcraft's alpha fills the extents in the file",
                   alpha_poses_fill_the_extents_in_the_file);
  g_test_add_func ("/pose/corpus/poses of World of Warcraft's alpha are finite", alpha_poses_are_made_of_numbers);
  return g_test_run ();
}
