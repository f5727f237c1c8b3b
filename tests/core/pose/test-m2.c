/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/camera.h"
#include "core/pose/evaluate.h"
#include "core/pose/m2-material.h"
#include "core/pose/math.h"
#include "core/pose/skeleton.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"

/* The expected numbers in this file are computed from the formulas of docs/formats/rendering.md 1, 2 and 3.5. */

static MwM2 *
new_model (uint32_t version)
{
  return mw_m2_new (version);
}

static float
weight_at (const MwM2 *model, const MwM2Track *track, const MwM2Sequence *sequence, int32_t time)
{
  MwClock clock = m2_clock (model, sequence, time);
  return mw_evaluate_float (&model->model, track, &clock, 7, 9);
}

#define ASSERT_NEAR(a, b) g_assert_cmpfloat_with_epsilon (a, b, 1e-5)

/* --- Time ------------------------------------------------------------------------------------------------------------ */

static void
test_clock (void)
{
  MwM2 *old = new_model (260), *late = new_model (264);
  MwM2Sequence *run = m2_add_sequence (old, 3333, 4333, 0), *die = m2_add_sequence (old, 6666, 7000, 1);
  MwClock clock = { .global_ms = 5 };
  mw_clock_play (&clock, &old->model, run->record.id);
  g_assert_false (clock.rest);
  g_assert_true (clock.looping);
  g_assert_cmpint (clock.start, ==, 3333);
  g_assert_cmpint (clock.end, ==, 4333);
  g_assert_cmpint (clock.time, ==, 3333);
  g_assert_cmpuint (clock.sequence, ==, run->record.id);
  g_assert_cmpuint (clock.global_ms, ==, 5);
  mw_clock_play (&clock, &old->model, die->record.id);
  g_assert_false (clock.looping);
  g_assert_true (mw_clock_advance (&clock, 1000));
  g_assert_cmpint (clock.time, ==, 7000);
  mw_clock_play (&clock, &old->model, 0);
  g_assert_true (clock.rest);

  MwM2Sequence *walk = m2_add_sequence (late, 0, 800, 0x20), *alias = m2_add_sequence (late, 0, 1, 0x40);
  MwM2Sequence *ring = m2_add_sequence (late, 0, 50, 0x40);
  alias->alias = m2_ref (walk);
  ring->alias = m2_ref (ring);
  mw_clock_play (&clock, &late->model, alias->record.id);
  g_assert_cmpint (clock.start, ==, 0);
  g_assert_cmpint (clock.end, ==, 800);
  g_assert_cmpuint (clock.sequence, ==, walk->record.id);
  mw_clock_play (&clock, &late->model, ring->record.id);
  g_assert_cmpuint (clock.sequence, ==, ring->record.id);
  mw_clock_play (&clock, &late->model, late->model.record.id); /* not a sequence */
  g_assert_true (clock.rest);
  mw_model_free (&old->model);
  mw_model_free (&late->model);
}

/* --- Keys ------------------------------------------------------------------------------------------------------------ */

static MwM2Track *
new_weight (MwM2 *model, uint32_t interpolation)
{
  return m2_add_track (model, m2_add (model, "texture_weights", &mw_m2_texture_weight_schema), "weight.track",
                       interpolation);
}

static void
test_one_line (void)
{
  MwM2 *model = new_model (256);
  MwM2Sequence *first = m2_add_sequence (model, 1000, 2000, 0), *second = m2_add_sequence (model, 3000, 4000, 0);
  MwM2Track *track = new_weight (model, 1);
  /* The first sequence sees keys 0 to 2: from the last one at or before 1000 to the first one at or after 2000. */
  m2_add_keys (model, track, NULL, 5, (int32_t[]) { 500, 1500, 2500, 3500, 9000 }, (float[]) { 0, 1, 0.5f, 0.25f, 8 },
               NULL, NULL);
  ASSERT_NEAR (weight_at (model, track, first, 0), 0.5);
  ASSERT_NEAR (weight_at (model, track, first, 500), 1);
  ASSERT_NEAR (weight_at (model, track, first, 1000), 0.75);
  ASSERT_NEAR (weight_at (model, track, first, 5000), 0.75); /* the time is limited to the sequence */
  ASSERT_NEAR (weight_at (model, track, second, 0), 0.375);
  ASSERT_NEAR (weight_at (model, track, second, 500), 0.25);
  ASSERT_NEAR (weight_at (model, track, second, 1000), 0.25 + 7.75 * 500 / 5500);
  track->interpolation = 0;
  ASSERT_NEAR (weight_at (model, track, first, 999), 1);
  ASSERT_NEAR (weight_at (model, track, second, 0), 0.5);
  /* Times without a value are not keys. */
  mw_array_clear (&track->values);
  ASSERT_NEAR (weight_at (model, track, first, 999), 7);
  mw_model_free (&model->model);
}

static void
test_ranges (void)
{
  MwM2 *model = new_model (256);
  MwM2Sequence *sequence = m2_add_sequence (model, 1000, 2000, 0);
  MwM2Track *track = new_weight (model, 1);
  /* Two keys at the end: the range ends at the first of them. */
  m2_add_keys (model, track, NULL, 3, (int32_t[]) { 1000, 2000, 2000 }, (float[]) { 0, 1, 5 }, NULL, NULL);
  ASSERT_NEAR (weight_at (model, track, sequence, 250), 0.25);
  ASSERT_NEAR (weight_at (model, track, sequence, 1000), 1);
  mw_model_free (&model->model);
  /* If all keys are after the sequence, the first holds; if all are before it, the last. A single key is constant. */
  static const int32_t places[3][2] = { { 5000, 6000 }, { 1, 2 }, { 10, 10 } };
  static const float wanted[] = { 3, 4, 3 };
  for (int i = 0; i < 3; i++) {
    model = new_model (256);
    sequence = m2_add_sequence (model, 1000, 2000, 0);
    track = new_weight (model, 1);
    m2_add_keys (model, track, NULL, i == 2 ? 1 : 2, places[i], (float[]) { 3, 4 }, NULL, NULL);
    ASSERT_NEAR (weight_at (model, track, sequence, 500), wanted[i]);
    mw_model_free (&model->model);
  }
}

static void
test_lanes (void)
{
  MwM2 *model = new_model (264);
  MwM2Sequence *stand = m2_add_sequence (model, 0, 1000, 0x20), *walk = m2_add_sequence (model, 0, 500, 0x20);
  MwM2Sequence *alias = m2_add_sequence (model, 0, 10, 0x40), *bare = m2_add_sequence (model, 0, 100, 0x20);
  MwM2Track *track = new_weight (model, 1), *all = new_weight (model, 1), *none = new_weight (model, 1);
  alias->alias = m2_ref (walk);
  m2_add_keys (model, track, stand, 2, (int32_t[]) { 0, 400 }, (float[]) { 0, 1 }, NULL, NULL);
  m2_add_keys (model, track, walk, 2, (int32_t[]) { 100, 200 }, (float[]) { 0.5f, 0.25f }, NULL, NULL);
  m2_add_keys (model, all, NULL, 2, (int32_t[]) { 0, 100 }, (float[]) { 0, 0.5f }, NULL, NULL);
  ASSERT_NEAR (weight_at (model, track, stand, 100), 0.25);
  ASSERT_NEAR (weight_at (model, track, stand, 900), 1); /* held, not wrapped */
  ASSERT_NEAR (weight_at (model, track, walk, 0), 0.5);
  ASSERT_NEAR (weight_at (model, track, walk, 150), 0.375);
  ASSERT_NEAR (weight_at (model, track, alias, 150), 0.375);
  ASSERT_NEAR (weight_at (model, track, bare, 50), 9); /* there are keys, but none for this sequence */
  ASSERT_NEAR (weight_at (model, all, bare, 50), 0.25);
  ASSERT_NEAR (weight_at (model, all, stand, 50), 0.25);
  ASSERT_NEAR (weight_at (model, none, stand, 0), 7); /* no key for any sequence */
  MwClock rest = MW_CLOCK_REST;
  ASSERT_NEAR (mw_evaluate_float (&model->model, track, &rest, 7, 9), 7);
  ASSERT_NEAR (mw_evaluate_float (&model->model, NULL, &rest, 7, 9), 7);
  mw_model_free (&model->model);
}

static void
test_global_sequence (void)
{
  for (uint32_t version = 260; version <= 264; version += 4) {
    MwM2 *model = new_model (version);
    MwM2Sequence *stand = m2_add_sequence (model, 0, 1000, 0x20);
    MwM2GlobalSequence *loop = m2_add (model, "global_sequences", &mw_m2_global_sequence_schema);
    MwM2Track *track = new_weight (model, 1);
    loop->duration = 300;
    track->global_sequence = m2_ref (loop);
    m2_add_keys (model, track, NULL, 2, (int32_t[]) { 0, 300 }, (float[]) { 0, 1 }, NULL, NULL);
    MwClock clock = m2_clock (model, stand, 999);
    clock.global_ms = 900 + 75;
    ASSERT_NEAR (mw_evaluate_float (&model->model, track, &clock, 7, 9), 0.25);
    loop->duration = 0;
    ASSERT_NEAR (mw_evaluate_float (&model->model, track, &clock, 7, 9), 0);
    mw_model_free (&model->model);
  }
}

static void
test_kernels (void)
{
  MwM2 *model = new_model (264);
  MwM2Sequence *stand = m2_add_sequence (model, 0, 1000, 0x20);
  MwM2Camera *camera = m2_add (model, "cameras", &mw_m2_camera_schema);
  MwM2Track *roll = m2_add_track (model, camera, "rotation.track", 2), *weight = new_weight (model, 3);
  MwM2Bone *bone = m2_add_bone (model, NULL, 0, 0, 0);
  /* Value 1 and out-tangent 2, then in-tangent 3 and value 4, a quarter of the way. */
  m2_add_keys (model, roll, stand, 2, (int32_t[]) { 0, 1000 }, (float[]) { 1, 4 }, (float[]) { 9, 3 },
               (float[]) { 2, 9 });
  const double t = 0.25, u = 0.75;
  ASSERT_NEAR (weight_at (model, roll, stand, 250), u * u * u + 3 * 2 * t * u * u + 3 * 3 * t * t * u + 4 * t * t * t);
  roll->interpolation = 3;
  ASSERT_NEAR (weight_at (model, roll, stand, 250), (2 * t * t * t - 3 * t * t + 1) + 2 * (t * t * t - 2 * t * t + t)
                                                      + 3 * (t * t * t - t * t) + 4 * (3 * t * t - 2 * t * t * t));
  roll->interpolation = 1;
  ASSERT_NEAR (weight_at (model, roll, stand, 250), 1.75);
  roll->interpolation = 0;
  ASSERT_NEAR (weight_at (model, roll, stand, 250), 1);
  /* Without tangents everything but 0 is linear. */
  m2_add_keys (model, weight, stand, 2, (int32_t[]) { 0, 1000 }, (float[]) { 1, 4 }, NULL, NULL);
  ASSERT_NEAR (weight_at (model, weight, stand, 250), 1.75);

  /* From the identity to half a turn about z, the long way round: a normalised straight line to the nearer of q and
   * -q. */
  MwM2Track *turn = m2_add_track (model, bone, "rotation.track", 1);
  const float s = sqrtf (0.5f);
  m2_add_keys (model, turn, stand, 2, (int32_t[]) { 0, 1000 }, (float[]) { 0, 0, 0, 1, 0, 0, -s, -s }, NULL, NULL);
  MwClock clock = m2_clock (model, stand, 250);
  float q[4], z = 0.25f * s, w = 0.75f + 0.25f * s, length = sqrtf (z * z + w * w);
  mw_evaluate_quat (&model->model, turn, &clock, q);
  ASSERT_FLOATS (q, 1e-5f, 0, 0, z / length, w / length);
  turn->interpolation = 0;
  mw_evaluate_quat (&model->model, turn, &clock, q);
  ASSERT_FLOATS (q, 1e-5f, 0, 0, 0, 1);
  mw_model_free (&model->model);
}

static void
test_whole_numbers (void)
{
  MwM2 *model = new_model (264);
  MwM2Sequence *stand = m2_add_sequence (model, 0, 1000, 0x20);
  MwM2Attachment *hand = m2_add (model, "attachments", &mw_m2_attachment_schema);
  MwM2Track *track = m2_add_track (model, hand, "visibility.track", 0);
  m2_add_keys (model, track, stand, 2, (int32_t[]) { 0, 100 }, (uint8_t[]) { 0, 9 }, NULL, NULL);
  MwClock clock = m2_clock (model, stand, 99);
  g_assert_cmpuint (mw_evaluate_u32 (&model->model, track, &clock, 7, 8), ==, 0);
  track->interpolation = 1;
  clock.time = 50;
  g_assert_cmpuint (mw_evaluate_u32 (&model->model, track, &clock, 7, 8), ==, 4);
  mw_model_free (&model->model);
}

static gboolean
is_visible (const MwSkeleton *skeleton, MwId node)
{
  int place = mw_skeleton_place (skeleton, node);
  return place >= 0 && mw_skeleton_visible_at (skeleton, (guint) place);
}

/* --- Bones ----------------------------------------------------------------------------------------------------------- */

static void
test_matrices (void)
{
  MwM2 *model = new_model (264);
  MwM2Sequence *stand = m2_add_sequence (model, 0, 1000, 0x20);
  MwM2Bone *root = m2_add_bone (model, NULL, 1, 0, 0), *arm = m2_add_bone (model, root, 2, 0, 0);
  MwM2Bone *still = m2_add_bone (model, root, 3, 0, 0);
  MwM2Attachment *hand = m2_add (model, "attachments", &mw_m2_attachment_schema);
  const float s = sqrtf (0.5f);
  hand->bone = m2_ref (arm);
  hand->position[0] = 3;
  m2_set_constant (model, root, "rotation.track", (float[]) { 0, 0, s, s }); /* 90 degrees about z */
  m2_set_constant (model, arm, "translation.track", (float[]) { 0, 0, 5 });
  m2_set_constant (model, arm, "scaling.track", (float[]) { 2, 1, 1 });
  m2_set_constant (model, still, "translation.track", (float[]) { 0, 0, 50 });
  m2_set_constant (model, hand, "visibility.track", (uint8_t[]) { 0 });
  still->flags = 0; /* has tracks, but not the flag that lets it move */
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
  g_assert_cmpuint (mw_skeleton_n_nodes (skeleton), ==, 4);
  MwClock clock = m2_clock (model, stand, 0);
  mw_skeleton_update (skeleton, &clock, NULL);
  /* (2, 0, 0) turned by 90 degrees about (1, 0, 0): (1, 1, 0). */
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, root->record.id), 2, 0, 0, 1, 1, 0);
  /* Scaled about (2, 0, 0) to (4, 0, 0), lifted by 5, then turned with the root. */
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, arm->record.id), 3, 0, 0, 1, 3, 5);
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, still->record.id), 3, 0, 0, 1, 2, 0);
  float at[3];
  mw_skeleton_position (skeleton, hand->record.id, at);
  ASSERT_FLOATS (at, 1e-5f, 1, 3, 5);
  g_assert_false (is_visible (skeleton, hand->record.id));
  g_assert_true (is_visible (skeleton, arm->record.id));
  mw_skeleton_update (skeleton, &MW_CLOCK_REST, NULL);
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, arm->record.id), 3, 0, 0, 3, 0, 0);
  mw_model_free (&model->model);
}

static void
test_parent_flags (void)
{
  /* The parent turns by 90 degrees about z, doubles the size, and moves by (10, 0, 0); the child's pivot is (1, 0,
   * 0). */
  static const struct {
    uint32_t flags;
    float to[3]; /* of the point (2, 0, 0) */
  } looks[] = {
    { 0x0, { 10, 4, 0 } },
    { 0x4, { 10 + 2, 2, 0 } }, /* the pivot is moved to (10, 2, 0); the rest is doubled along x */
    { 0x2, { 10, 2 + 1, 0 } }, /* turned, not doubled */
    { 0x6, { 10 + 1, 2, 0 } }, /* neither */
    { 0x1, { 0, 4, 0 } },      /* no translation of the parent */
    { 0x7, { 2, 0, 0 } },
  };
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++) {
    MwM2 *model = new_model (260);
    MwM2Sequence *stand = m2_add_sequence (model, 0, 1000, 0);
    MwM2Bone *root = m2_add_bone (model, NULL, 0, 0, 0), *child = m2_add_bone (model, root, 1, 0, 0);
    const float s = sqrtf (0.5f);
    m2_set_constant (model, root, "rotation.track", (float[]) { 0, 0, s, s });
    m2_set_constant (model, root, "scaling.track", (float[]) { 2, 2, 2 });
    m2_set_constant (model, root, "translation.track", (float[]) { 10, 0, 0 });
    child->flags = looks[i].flags;
    g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
    MwClock clock = m2_clock (model, stand, 0);
    mw_skeleton_update (skeleton, &clock, NULL);
    ASSERT_MOVES (mw_skeleton_matrix (skeleton, child->record.id), 2, 0, 0, looks[i].to[0], looks[i].to[1],
                  looks[i].to[2]);
    mw_model_free (&model->model);
  }
}

static void
test_billboards (void)
{
  /* The rows of the view are right, up and towards the viewer, who is on +Y: right is up x towards = -X. */
  static const float view[16] = { -1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1 };
  static const struct {
    uint32_t flag;
    float x[3], y[3]; /* where the axes are moved to */
  } looks[] = {
    { 0x8, { 0, 1, 0 }, { -1, 0, 0 } },  /* x to the viewer, y to the right */
    { 0x40, { 0, 1, 0 }, { -1, 0, 0 } }, /* z stays; y = z x d = (0,0,1) x (0,1,0); x = y x z */
    { 0x10, { 1, 0, 0 }, { 0, 0, 1 } },  /* x stays; y = x x d */
  };
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++) {
    MwM2 *model = new_model (264);
    MwM2Sequence *stand = m2_add_sequence (model, 0, 1000, 0x20);
    MwM2Bone *bone = m2_add_bone (model, NULL, 5, 0, 0);
    bone->flags |= looks[i].flag;
    g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
    MwClock clock = m2_clock (model, stand, 0);
    mw_skeleton_update (skeleton, &clock, view);
    const float *m = mw_skeleton_matrix (skeleton, bone->record.id);
    const float *x = looks[i].x, *y = looks[i].y;
    ASSERT_MOVES (m, 5, 0, 0, 5, 0, 0);
    ASSERT_MOVES (m, 6, 0, 0, 5 + x[0], x[1], x[2]);
    ASSERT_MOVES (m, 5, 1, 0, 5 + y[0], y[1], y[2]);
    mw_model_free (&model->model);
  }
}

/* --- Materials ------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwM2 *model;
  MwM2Sequence *stand;
  MwM2Batch *batch;
  MwM2Material *material;
} Surface;

static void
surface_make (Surface *surface, uint32_t version, guint n_textures)
{
  MwM2 *model = surface->model = new_model (version);
  surface->stand = m2_add_sequence (model, 0, 1000, 0x20);
  MwM2Skin *skin = m2_add (model, "skins", &mw_m2_skin_schema);
  surface->material = m2_add (model, "materials", &mw_m2_material_schema);
  MwM2Batch *batch = surface->batch = m2_add_to (model, skin, "batches", &mw_m2_batch_schema);
  batch->material = m2_ref (surface->material);
  batch->color = batch->weight = batch->weight_2 = batch->weight_3 = batch->submesh = MW_REF_NONE;
  batch->textures = mw_array_new (n_textures, sizeof (MwRef));
  batch->transforms = mw_array_new (n_textures, sizeof (MwRef));
  batch->coords = mw_array_new (n_textures, 2);
  for (guint i = 0; i < n_textures; i++) {
    ((MwRef *) batch->textures.data)[i] = m2_ref (m2_add (model, "textures", &mw_m2_texture_schema));
    ((MwRef *) batch->transforms.data)[i] = MW_REF_NONE;
    ((uint16_t *) batch->coords.data)[i] = 0;
  }
}

static MwM2BatchState
surface_state (const Surface *surface, int32_t time)
{
  MwM2BatchState state;
  MwClock clock = m2_clock (surface->model, surface->stand, time);
  mw_m2_batch_evaluate (surface->model, surface->batch, &clock, &state);
  return state;
}

static void
test_colours (void)
{
  Surface surface;
  surface_make (&surface, 264, 1);
  MwM2 *model = surface.model;
  MwM2Color *color = m2_add (model, "colors", &mw_m2_color_schema);
  MwM2TextureWeight *weight = m2_add (model, "texture_weights", &mw_m2_texture_weight_schema);
  MwM2BatchState state = surface_state (&surface, 0);
  ASSERT_FLOATS (state.color, 0, 1, 1, 1);
  ASSERT_NEAR (state.alpha, 1);
  g_assert_false (state.transparent);
  surface.batch->color = m2_ref (color);
  surface.batch->weight = m2_ref (weight);
  m2_add_keys (model, m2_add_track (model, color, "color.track", 1), surface.stand, 2, (int32_t[]) { 0, 1000 },
               (float[]) { 0, 0.5f, 1, 1, 0.5f, 0 }, NULL, NULL);
  m2_set_constant (model, color, "alpha.track", (float[]) { 0.5f });
  m2_add_keys (model, m2_add_track (model, weight, "weight.track", 1), surface.stand, 2, (int32_t[]) { 0, 1000 },
               (float[]) { 0, 1 }, NULL, NULL);
  state = surface_state (&surface, 250);
  ASSERT_FLOATS (state.color, 1e-5f, 0.25f, 0.5f, 0.75f);
  ASSERT_NEAR (state.alpha, 0.125);
  ASSERT_NEAR (state.weights[0], 0.25);
  g_assert_true (state.visible && state.transparent);
  g_assert_false (surface_state (&surface, 0).visible);
  /* At rest batches are evaluated at the start of the first sequence. */
  mw_m2_batch_evaluate (model, surface.batch, &MW_CLOCK_REST, &state);
  g_assert_false (state.visible);
  /* Blends 5 and 6 ignore the colour. */
  surface.material->blend_mode = 6;
  state = surface_state (&surface, 250);
  ASSERT_FLOATS (state.color, 0, 0.5f, 0.5f, 0.5f);
  ASSERT_NEAR (state.alpha, 0.125);
  g_assert_false (state.lit);
  mw_model_free (&model->model);
}

/* Those of later textures do not make the batch less opaque. A texture without a weight of its own has 1, and weights without
 * a texture do not count. */
static void
test_further_weights (void)
{
  for (guint n = 0; n <= 4; n++) {
    Surface surface;
    surface_make (&surface, 272, n);
    surface.batch->shader = 0x8012;
    MwM2 *model = surface.model;
    MwRef *const refs[] = { &surface.batch->weight, &surface.batch->weight_2, &surface.batch->weight_3 };
    MwM2BatchState state = surface_state (&surface, 0);
    ASSERT_FLOATS (state.weights, 0, 1, 1, 1);
    for (guint i = 0; i < 3; i++) {
      MwM2TextureWeight *weight = m2_add (model, "texture_weights", &mw_m2_texture_weight_schema);
      m2_add_keys (model, m2_add_track (model, weight, "weight.track", 1), surface.stand, 2, (int32_t[]) { 0, 1000 },
                   i == 0   ? (float[]) { 1, 0.5f }
                   : i == 1 ? (float[]) { -1, 1 }
                            : (float[]) { 0, 1 },
                   NULL, NULL);
      *refs[i] = m2_ref (weight);
    }
    state = surface_state (&surface, 750);
    ASSERT_NEAR (state.alpha, n > 0 ? 0.625 : 1);
    ASSERT_NEAR (state.weights[0], n > 0 ? 0.625 : 1);
    ASSERT_NEAR (state.weights[1], n > 1 ? 0.5 : 1);
    ASSERT_NEAR (state.weights[2], n > 2 ? 0.75 : 1);
    g_assert_true (n < 2 || surface_state (&surface, 0).weights[1] == 0); /* not less */
    *refs[1] = (MwRef) { 0, 77 };
    *refs[2] = m2_ref (surface.batch);
    state = surface_state (&surface, 750);
    ASSERT_FLOATS (state.weights + 1, 0, 1, 1);
    mw_model_free (&model->model);
  }
}

static void
test_flags (void)
{
  Surface surface;
  surface_make (&surface, 264, 1);
  MwM2BatchState state = surface_state (&surface, 0);
  g_assert_true (state.lit && state.depth_test && state.depth_write && !state.two_sided);
  surface.material->flags = 0x1 | 0x4 | 0x8 | 0x10;
  state = surface_state (&surface, 0);
  g_assert_true (!state.lit && !state.depth_test && !state.depth_write && state.two_sided);
  surface.material->blend_mode = 9;
  g_assert_cmpuint (surface_state (&surface, 0).blend, ==, 4);
  /* The pass is chosen by the material of layer 0: for layer 1, the one before. */
  MwM2Material *second = m2_add (surface.model, "materials", &mw_m2_material_schema);
  surface.material->blend_mode = 0;
  second->blend_mode = 4;
  surface.batch->material = m2_ref (second);
  g_assert_true (surface_state (&surface, 0).transparent);
  surface.batch->layer = 1;
  g_assert_false (surface_state (&surface, 0).transparent);
  mw_model_free (&surface.model->model);
}

static void
test_texture_transform (void)
{
  Surface surface;
  surface_make (&surface, 264, 1);
  MwM2 *model = surface.model;
  MwM2TextureTransform *transform = m2_add (model, "texture_transforms", &mw_m2_texture_transform_schema);
  ((MwRef *) surface.batch->transforms.data)[0] = m2_ref (transform);
  const float s = sqrtf (0.5f);
  m2_set_constant (model, transform, "translation.track", (float[]) { 0.25f, 0, 0 });
  m2_set_constant (model, transform, "scaling.track", (float[]) { 2, 3, 1 });
  m2_set_constant (model, transform, "rotation.track", (float[]) { 0, 0, s, s });
  MwM2BatchState state = surface_state (&surface, 0);
  const float *uv = state.units[0].uv;
  /* (0.5, 1): moved to (0.75, 1), less the middle (0.25, 0.5), scaled (0.5, 1.5), a quarter turn (-1.5, 0.5), and back. */
  ASSERT_NEAR (uv[0] * 0.5f + uv[2] * 1 + uv[4], -1);
  ASSERT_NEAR (uv[1] * 0.5f + uv[3] * 1 + uv[5], 1);
  /* Environment coordinates are not transformed. */
  ((uint16_t *) surface.batch->coords.data)[0] = 0xFFFF;
  state = surface_state (&surface, 0);
  g_assert_cmpint (state.shader.coords[0], ==, MW_M2_COORD_ENVIRONMENT);
  ASSERT_FLOATS (state.units[0].uv, 0, 1, 0, 0, 1, 0, 0);
  mw_model_free (&model->model);
}

static void
test_shader_ids (void)
{
  static const uint16_t combiners[] = { 0, 4, 1, 6, 1, 3 };
  static const struct {
    uint32_t version, flags;
    uint16_t blend, shader, coords[2];
    guint n;
    uint16_t id;
  } rows[] = {
    { 264, 0, 0, 0, { 0, 0 }, 1, 0x0000 },
    { 264, 0, 2, 0, { 0, 0 }, 1, 0x0010 },
    { 264, 0, 2, 0, { 1, 0 }, 1, 0x4010 },
    { 264, 0, 0, 0, { 0xFFFF, 0 }, 1, 0x0080 },
    { 260,
      0,
      4,
      3,
      { 0xFFFF, 0 },
      2,
      0x0090 }, /* the stored number is meaningless, and the second texture is ignored */
    { 264, 8, 0, 0, { 0, 0xFFFF }, 2, 0x000C }, /* combos 0, 4: Opaque, Mod2x of the environment */
    { 264, 8, 2, 2, { 0, 1 }, 2, 0x4016 },      /* combos 1, 6: Mod, Mod2xNA by the second coordinates */
    { 264, 8, 0, 2, { 0, 0 }, 2, 0x0006 },      /* blend 0 forces the first to Opaque */
    { 264, 8, 2, 4, { 0, 0 }, 2, 0x0013 },
    { 264, 8, 2, 5, { 0, 0 }, 2, 0x0031 }, /* a run beyond the table: Mod */
    /* Clients before 3.3.5 do not know the bit for special shaders. */
    { 256, 0, 0, 0x8000, { 0, 0 }, 1, 0x0000 },
    { 263, 0, 2, 0x8001, { 1, 0 }, 1, 0x4010 },
    { 260, 0, 1, 0xFFFE, { 0xFFFF, 0 }, 1, 0x0090 },
    { 264, 0, 0, 0x8000, { 0, 0 }, 1, 0x8000 },
    { 264, 8, 0, 0x8002, { 0, 0 }, 2, 0x8002 },
    { 272, 8, 0, 0x0014, { 0, 0 }, 2, 0x0014 }, /* stored */
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Surface surface;
    surface_make (&surface, rows[i].version, rows[i].n);
    surface.model->global_flags = rows[i].flags;
    surface.model->texture_combiners = mw_array_copy (combiners, G_N_ELEMENTS (combiners), 2);
    surface.material->blend_mode = rows[i].blend;
    surface.batch->shader = rows[i].shader;
    memcpy (surface.batch->coords.data, rows[i].coords, 2 * rows[i].n);
    g_assert_cmphex (mw_m2_batch_shader_id (surface.model, surface.batch), ==, rows[i].id);
    mw_model_free (&surface.model->model);
  }
}

static void
test_shaders (void)
{
  static const struct {
    uint32_t version;
    uint16_t id;
    guint n, units;
    MwDiffuse diffuse;
    MwSpecular specular;
    MwOpacity opacity;
    MwM2Coord coords[MW_M2_UNITS];
  } rows[] = {
    { 272, 0x0000, 1, 1, MW_DIFFUSE_A, MW_SPECULAR_NONE, MW_OPACITY_ONE, { MW_M2_COORD_UV1 } },
    { 272, 0x4010, 1, 1, MW_DIFFUSE_A, MW_SPECULAR_NONE, MW_OPACITY_A, { MW_M2_COORD_UV2 } },
    { 272, 0x0090, 1, 1, MW_DIFFUSE_A, MW_SPECULAR_NONE, MW_OPACITY_A, { MW_M2_COORD_ENVIRONMENT } },
    { 272,
      0x000C,
      2,
      2,
      MW_DIFFUSE_2AB,
      MW_SPECULAR_NONE,
      MW_OPACITY_2B,
      { MW_M2_COORD_UV1, MW_M2_COORD_ENVIRONMENT } },
    { 272, 0x4016, 2, 2, MW_DIFFUSE_2AB, MW_SPECULAR_NONE, MW_OPACITY_A, { MW_M2_COORD_UV1, MW_M2_COORD_UV2 } },
    { 272, 0x0013, 2, 2, MW_DIFFUSE_A, MW_SPECULAR_B, MW_OPACITY_A_PLUS_B, { MW_M2_COORD_UV1, MW_M2_COORD_UV1 } },
    { 272,
      0x8001,
      2,
      2,
      MW_DIFFUSE_A,
      MW_SPECULAR_B_ALPHA,
      MW_OPACITY_ONE,
      { MW_M2_COORD_UV1, MW_M2_COORD_ENVIRONMENT } },
    { 264,
      0x8001,
      2,
      2,
      MW_DIFFUSE_2AB_A,
      MW_SPECULAR_NONE,
      MW_OPACITY_ONE,
      { MW_M2_COORD_UV1, MW_M2_COORD_ENVIRONMENT } },
    { 264, 0x8000, 2, 0, MW_DIFFUSE_A, MW_SPECULAR_NONE, MW_OPACITY_ONE, { 0 } },
    { 256, 0x8000, 1, 1, MW_DIFFUSE_A, MW_SPECULAR_NONE, MW_OPACITY_ONE, { MW_M2_COORD_UV1 } },
    { 263, 0x8001, 2, 1, MW_DIFFUSE_A, MW_SPECULAR_NONE, MW_OPACITY_ONE, { MW_M2_COORD_UV1 } },
    { 272,
      0x8009,
      2,
      1,
      MW_DIFFUSE_A,
      MW_SPECULAR_NONE,
      MW_OPACITY_ONE,
      { MW_M2_COORD_UV1 } }, /* it needs three textures */
    { 272,
      0x8014,
      3,
      3,
      MW_DIFFUSE_2AB_CA,
      MW_SPECULAR_NONE,
      MW_OPACITY_ONE,
      { MW_M2_COORD_UV1, MW_M2_COORD_ENVIRONMENT, MW_M2_COORD_UV2 } },
    { 272, 0x8016, 3, 1, MW_DIFFUSE_A, MW_SPECULAR_NONE, MW_OPACITY_A, { MW_M2_COORD_UV1 } },
    { 272,
      0x8016,
      4,
      4,
      MW_DIFFUSE_MIXED,
      MW_SPECULAR_NONE,
      MW_OPACITY_MIXED_D,
      { MW_M2_COORD_UV1, MW_M2_COORD_UV2, MW_M2_COORD_UV1, MW_M2_COORD_UV2 } },
    { 272, 0xFFFF, 2, 1, MW_DIFFUSE_A, MW_SPECULAR_NONE, MW_OPACITY_A, { MW_M2_COORD_UV1 } },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Surface surface;
    surface_make (&surface, rows[i].version, rows[i].n);
    surface.batch->shader = rows[i].id;
    const MwM2Shader shader = surface_state (&surface, 0).shader;
    g_test_message ("%u: shader 0x%04x", rows[i].version, rows[i].id);
    g_assert_cmpuint (shader.n_units, ==, rows[i].units);
    if (shader.n_units) {
      g_assert_cmpint (shader.diffuse, ==, rows[i].diffuse);
      g_assert_cmpint (shader.specular, ==, rows[i].specular);
      g_assert_cmpint (shader.opacity, ==, rows[i].opacity);
    }
    for (guint k = 0; k < shader.n_units; k++)
      g_assert_cmpint (shader.coords[k], ==, rows[i].coords[k]);
    mw_model_free (&surface.model->model);
  }
}

static void
test_profiles (void)
{
  MwM2 *model = new_model (264);
  MwM2Skin *skins[3];
  g_assert_null (mw_m2_skin_shown (model, 0));
  for (int i = 0; i < 3; i++)
    skins[i] = m2_add (model, "skins", &mw_m2_skin_schema);
  skins[0]->not_loaded = 1;
  g_assert_true (mw_m2_skin_shown (model, 0) == skins[1]);
  g_assert_true (mw_m2_skin_shown (model, skins[2]->record.id) == skins[2]);
  g_assert_true (mw_m2_skin_shown (model, skins[0]->record.id) == skins[1]);
  mw_model_free (&model->model);
}

static void
test_cameras (void)
{
  MwM2 *model = new_model (272);
  MwM2Sequence *stand = m2_add_sequence (model, 0, 1000, 0x20);
  MwM2Camera *camera = m2_add (model, "cameras", &mw_m2_camera_schema);
  MwCameraState state;
  camera->position[0] = 5;
  camera->target[2] = 1;
  m2_set_constant (model, camera, "translation.track", (float[]) { 1, 2, 3 });
  m2_set_constant (model, camera, "rotation.track", (float[]) { 0.5f });
  m2_set_constant (model, camera, "field_of_view.track", (float[]) { 0.9f });
  MwClock clock = m2_clock (model, stand, 0);
  g_assert_true (mw_camera_evaluate (&model->model, &camera->record, &clock, &state));
  ASSERT_FLOATS (state.eye, 1e-6f, 6, 2, 3);
  ASSERT_FLOATS (state.target, 1e-6f, 0, 0, 1);
  ASSERT_NEAR (state.roll, 0.5);
  ASSERT_NEAR (state.field_of_view, 0.9);
  /* At rest too, because from 271 on only the track has it. */
  MwClock rest = MW_CLOCK_REST;
  g_assert_true (mw_camera_evaluate (&model->model, &camera->record, &rest, &state));
  ASSERT_FLOATS (state.eye, 1e-6f, 6, 2, 3);
  ASSERT_NEAR (state.field_of_view, 0.9);
  g_assert_false (mw_camera_evaluate (&model->model, &stand->record, &clock, &state));
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/m2/a clock plays a sequence of either kind", test_clock);
  g_test_add_func ("/pose/m2/keys on one time line interpolate across the ends of a sequence", test_one_line);
  g_test_add_func ("/pose/m2/keys beyond a sequence's range do not count", test_ranges);
  g_test_add_func ("/pose/m2/each sequence has its lane", test_lanes);
  g_test_add_func ("/pose/m2/global sequences follow the free-running clock", test_global_sequence);
  g_test_add_func ("/pose/m2/interpolation equals the reference", test_kernels);
  g_test_add_func ("/pose/m2/whole numbers are truncated", test_whole_numbers);
  g_test_add_func ("/pose/m2/bones turn about their pivots and move their children", test_matrices);
  g_test_add_func ("/pose/m2/flags ignore parts of the parent's motion", test_parent_flags);
  g_test_add_func ("/pose/m2/billboards face the viewer", test_billboards);
  g_test_add_func ("/pose/m2/colours and weights multiply", test_colours);
  g_test_add_func ("/pose/m2/the second and the third texture have weights of their own", test_further_weights);
  g_test_add_func ("/pose/m2/render flags switch features off", test_flags);
  g_test_add_func ("/pose/m2/texture coordinates are moved, scaled and turned", test_texture_transform);
  g_test_add_func ("/pose/m2/shader ids follow from the material", test_shader_ids);
  g_test_add_func ("/pose/m2/shaders say how textures combine", test_shaders);
  g_test_add_func ("/pose/m2/the first profile that is loaded is shown", test_profiles);
  g_test_add_func ("/pose/m2/cameras move", test_cameras);
  return g_test_run ();
}
