/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/reach.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"

#include <math.h>

/* How far particles get, from the values of their emitters. */

/* Compares the box at the start of the sequence, as least x, y, z and most x, y, z. */
#define ASSERT_BOX(model, ...)                                                                                         \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autoptr (MwReach) reach_ = mw_reach_new (model);                                                                 \
    const MwClock clock_ = clock_at (0, 100, TRUE, 0);                                                                 \
    float box_[6];                                                                                                     \
    g_assert_true (mw_reach_at (reach_, &clock_, box_, box_ + 3));                                                     \
    ASSERT_FLOATS (box_, 1e-3f, __VA_ARGS__);                                                                          \
  }                                                                                                                    \
  G_STMT_END

static void
assert_nothing (const MwModel *model)
{
  g_autoptr (MwReach) reach = mw_reach_new (model);
  const MwClock clock = clock_at (0, 100, TRUE, 0);
  float min[3], max[3];
  g_assert_false (mw_reach_at (reach, &clock, min, max));
}

static MwMdlxParticleEmitter2 *
new_emitter (MwMdlx *model)
{
  MwMdlxParticleEmitter2 *emitter = add_node (model, &mw_mdlx_particle_emitter2_schema, NULL, 100, 200, 300);
  emitter->emission_rate = 1;
  emitter->speed = 10;
  emitter->life_span = 2;
  for (int i = 0; i < 3; i++)
    emitter->segment_scaling[i] = 0;
  emitter->segment_scaling[1] = -1;
  return emitter;
}

/* Sets keys at 0 and 50 ms. */
static void
set_keys (MwMdlx *model, gpointer emitter, const char *field, float first, float second)
{
  set_track (model, emitter, field,
             new_track (&mw_track_float_schema, 0, 2, (int32_t[]) { 0, 50 }, (float[]) { first, second }, NULL, NULL));
}

static void
values_without_keys_count (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxParticleEmitter2 *emitter = new_emitter (model);
  /* 10 units a second for 2 seconds, and a particle that is 1 large. */
  ASSERT_BOX (&model->model, 79, 179, 279, 121, 221, 321);
  emitter->gravity = 6; /* pulls down by 6 2 2 / 2 */
  ASSERT_BOX (&model->model, 79, 179, 267, 121, 221, 321);
  emitter->gravity = -6;
  ASSERT_BOX (&model->model, 79, 179, 279, 121, 221, 333);
  emitter->variation = 0.5f;
  ASSERT_BOX (&model->model, 69, 169, 269, 131, 231, 343);
  emitter->length = 8; /* half the diagonal of 6 by 8 is 5 */
  emitter->width = 6;
  ASSERT_BOX (&model->model, 64, 164, 264, 136, 236, 348);
  emitter->emission_rate = 0;
  assert_nothing (&model->model);
  mw_model_free (&model->model);
}

/* With keys the values beside them do not count, and the greatest does, whatever its sign. */
static void
all_keys_count (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxParticleEmitter2 *emitter = new_emitter (model);
  set_keys (model, emitter, "speed.track", 5, -20);
  ASSERT_BOX (&model->model, 59, 159, 259, 141, 241, 341);
  set_keys (model, emitter, "speed.track", 5, 20);
  ASSERT_BOX (&model->model, 59, 159, 259, 141, 241, 341);
  set_keys (model, emitter, "speed.track", 5, 1);
  ASSERT_BOX (&model->model, 89, 189, 289, 111, 211, 311);
  emitter->gravity = 1000;
  set_keys (model, emitter, "gravity.track", 6, -3);
  ASSERT_BOX (&model->model, 89, 189, 277, 111, 211, 317);
  set_keys (model, emitter, "emission_rate.track", 0, 0);
  assert_nothing (&model->model);
  mw_model_free (&model->model);
}

/* Where the node is scaled the radius is too, and gravity at least as it was. */
static void
scaled_nodes_reach_further (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxParticleEmitter2 *emitter = new_emitter (model);
  emitter->gravity = 6;
  set_scaling (model, emitter, 1, 3, 2);
  ASSERT_BOX (&model->model, 37, 137, 201, 163, 263, 363);
  set_scaling (model, emitter, 0.5f, 0.5f, 0.5f);
  ASSERT_BOX (&model->model, 89.5f, 189.5f, 277.5f, 110.5f, 210.5f, 310.5f);
  emitter->gravity = -6;
  ASSERT_BOX (&model->model, 89.5f, 189.5f, 289.5f, 110.5f, 210.5f, 322.5f);
  emitter->gravity = 0;
  for (int axis = 0; axis < 3; axis++) {
    set_scaling (model, emitter, axis == 0 ? 4 : 1, axis == 1 ? 4 : 1, axis == 2 ? 4 : 1);
    ASSERT_BOX (&model->model, 16, 116, 216, 184, 284, 384);
  }
  mw_model_free (&model->model);
}

static void
the_box_contains_all_emitters (void)
{
  MwMdlx *model = mw_mdlx_new ();
  new_emitter (model);
  MwMdlxParticleEmitter2 *other = new_emitter (model);
  for (int k = 0; k < 3; k++)
    other->node.pivot[k] = -1;
  ASSERT_BOX (&model->model, -22, -22, -22, 121, 221, 321);
  MwMdlxParticleEmitter2 *last = new_emitter (model);
  for (int k = 0; k < 3; k++)
    last->node.pivot[k] = 120;
  ASSERT_BOX (&model->model, -22, -22, -22, 141, 221, 321);
  /* One that gets infinitely far does not count. */
  last->emission_rate = 0;
  other->speed = INFINITY;
  ASSERT_BOX (&model->model, 79, 179, 279, 121, 221, 321);
  mw_model_free (&model->model);
}

/* In M2 each sequence may have keys of its own. */
static void
keys_of_all_sequences_count (void)
{
  MwM2 *model = mw_m2_new (264);
  MwM2Bone *bone = m2_add_bone (model, NULL, 0, 0, 0);
  MwM2Sequence *stand = m2_add_sequence (model, 0, 100, 0x20), *walk = m2_add_sequence (model, 200, 300, 0x20);
  MwM2Particle *emitter = m2_add (model, "particles", &mw_m2_particle_schema);
  emitter->bone = m2_ref (bone);
  m2_set_constant (model, emitter, "emission_rate.track", (float[]) { 1 });
  m2_set_constant (model, emitter, "life_span.track", (float[]) { 2 });
  MwM2Track *speed = m2_add_track (model, emitter, "speed.track", 1),
            *gravity = m2_add_track (model, emitter, "gravity.track", 1);
  m2_add_keys (model, speed, stand, 1, (int32_t[]) { 0 }, (float[]) { 1 }, NULL, NULL);
  m2_add_keys (model, speed, walk, 1, (int32_t[]) { 0 }, (float[]) { -4 }, NULL, NULL);
  m2_add_keys (model, gravity, stand, 1, (int32_t[]) { 0 }, (float[]) { -5 }, NULL, NULL);
  m2_add_keys (model, gravity, walk, 1, (int32_t[]) { 0 }, (float[]) { 10 }, NULL, NULL);
  /* Particles without a curve of their size are 1 large. */
  ASSERT_BOX (&model->model, -9, -9, -29, 9, 9, 19);
  emitter->life_span_variation = -1;
  ASSERT_BOX (&model->model, -13, -13, -58, 13, 13, 35.5f);
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/reach/values without keys count", values_without_keys_count);
  g_test_add_func ("/pose/reach/all keys count", all_keys_count);
  g_test_add_func ("/pose/reach/scaled nodes reach further", scaled_nodes_reach_further);
  g_test_add_func ("/pose/reach/the box contains all emitters", the_box_contains_all_emitters);
  g_test_add_func ("/pose/reach/keys of all sequences count", keys_of_all_sequences_count);
  return g_test_run ();
}
