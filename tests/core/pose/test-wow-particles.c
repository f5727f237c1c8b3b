/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "core/pose/simulation.h"
#include "tests/core/pose/m2-emitter.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"

/* Emitters of World of Warcraft's alpha, which M2 inherited (rendering.md 4.1). They are tested by the formulas of
 * 4.4, and, for all the rest, against an emitter of M2 263 with the same values. */

typedef struct {
  MwMdlx *model;
  MwMdlxBone *bone;
  MwMdlxParticleEmitter2 *e;
  MwSkeleton *skeleton;
  MwParticles *particles;
  GArray *vertices;
} Alpha;

/* The same as m2_emitter_set_up(), with that record id, because the random numbers depend on it. */
static void
set_up (Alpha *world, MwId id)
{
  MwMdlx *model = world->model = mw_mdlx_new ();
  model->family = MW_FAMILY_MDX_WOW;
  model->version = 1300;
  world->bone = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  while (model->model.n_ids < id)
    add (model, "global_sequences", &mw_mdlx_global_sequence_schema);
  MwMdlxParticleEmitter2 *e = world->e = add_node (model, &mw_mdlx_particle_emitter2_schema, world->bone, 1, 0, 0);
  g_assert_cmpuint (e->node.record.id, ==, id);
  e->node.flags = 0x800;
  e->emitter_type = 1;
  e->rows = e->columns = 2;
  e->speed = 3;
  e->life_span = 1;
  e->emission_rate = 62.5f;
  e->variation = e->latitude = e->longitude = e->gravity = e->length = e->width = e->z_source = 0;
  e->head_or_tail = 0;
  e->squirt = 0;
  e->time = 0.5f;
  e->segment_alpha[0] = 0;
  e->segment_alpha[1] = 127;
  e->segment_alpha[2] = 255;
  for (int s = 0; s < 3; s++) {
    e->segment_scaling[s] = 1;
    e->head_life[s] = e->head_decay[s] = e->tail_life[s] = e->tail_decay[s] = 0;
  }
  world->skeleton = mw_skeleton_new (&model->model);
  world->particles = mw_particles_new (world->skeleton, &e->node.record);
  g_assert_nonnull (world->particles);
  world->vertices = g_array_new (FALSE, FALSE, sizeof (MwSpriteVertex));
}

static void
tear_down (Alpha *world)
{
  g_array_unref (world->vertices);
  mw_particles_free (world->particles);
  mw_skeleton_free (world->skeleton);
  mw_model_free (&world->model->model);
}

static guint
draw (Alpha *world, int32_t time)
{
  MwClock clock = clock_at (0, 4000, TRUE, time);
  clock.global_ms = time;
  mw_particles_reset (world->particles);
  mw_particles_update (world->particles, &clock);
  mw_skeleton_update (world->skeleton, &clock, m2_emitter_view);
  g_array_set_size (world->vertices, 0);
  return mw_particles_append_quads (world->particles, mw_skeleton_matrix (world->skeleton, world->e->node.record.id),
                                    m2_emitter_view, world->vertices);
}

static const MwSpriteVertex *
quad_at (const Alpha *world, guint i)
{
  g_assert_cmpuint (4 * i + 3, <, world->vertices->len);
  return &g_array_index (world->vertices, MwSpriteVertex, 4 * i);
}

/* The position relative to the emitter's point. */
static void
place_of (const Alpha *world, guint i, float out[3])
{
  quad_centre (quad_at (world, i), out);
  out[0] -= 1;
}

/* --- Its own numbers ---------------------------------------------------------------------------------------------------- */

/* Angles are radians; as degrees these would be almost 0. */
static void
test_angles (void)
{
  Alpha world;
  float at[3], widest = 0, azimuths[2] = { G_MAXFLOAT, -G_MAXFLOAT };
  set_up (&world, 20);
  world.e->latitude = 0.5f;
  guint n = draw (&world, 2000);
  g_assert_cmpuint (n, >, 50);
  for (guint i = 0; i < n; i++) {
    place_of (&world, i, at);
    float angle = fabsf (atan2f (at[0], at[2]));
    widest = MAX (widest, angle);
    g_assert_cmpfloat (angle, <=, 0.5f + 1e-4f);
    /* Without a longitude they stay in one plane. */
    g_assert_cmpfloat_with_epsilon (at[1], 0, 1e-4f);
  }
  g_assert_cmpfloat (widest, >, 0.4f);
  world.e->longitude = 0.25f;
  n = draw (&world, 2000);
  for (guint i = 0; i < n; i++) {
    place_of (&world, i, at);
    if (hypotf (at[0], at[1]) < 0.02f)
      continue;
    float azimuth = atanf (at[1] / at[0]);
    azimuths[0] = MIN (azimuths[0], azimuth);
    azimuths[1] = MAX (azimuths[1], azimuth);
  }
  g_assert_cmpfloat (azimuths[0], >=, -0.251f);
  g_assert_cmpfloat (azimuths[1], <=, 0.251f);
  g_assert_cmpfloat (azimuths[1] - azimuths[0], >, 0.4f);
  tear_down (&world);
}

/* Tracks have an effect, that of the life too; and a burst is like that of Warcraft III. */
static void
test_tracks (void)
{
  Alpha world;
  set_up (&world, 20);
  guint n = draw (&world, 2000);
  g_assert_cmpuint (n, >=, 61);
  g_assert_cmpuint (n, <=, 63);
  set_track (
    world.model, world.e, "life_span.track",
    new_track (&mw_track_float_schema, MW_INTERPOLATION_NONE, 1, (int32_t[]) { 0 }, (float[]) { 0.5f }, NULL, NULL));
  n = draw (&world, 2000);
  g_assert_cmpuint (n, >=, 30);
  g_assert_cmpuint (n, <=, 32);
  set_track (
    world.model, world.e, "z_source.track",
    new_track (&mw_track_float_schema, MW_INTERPOLATION_NONE, 1, (int32_t[]) { 0 }, (float[]) { 2 }, NULL, NULL));
  n = draw (&world, 2000);
  for (guint i = 0; i < n; i++) {
    float at[3];
    place_of (&world, i, at);
    g_assert_cmpfloat (at[2], <=, 0);
  }
  /* From 0.001 on such a place counts; closer ones are the emitter itself, from which particles fly up. */
  static const float near[] = { 0.001f, 0.0009f };
  for (guint k = 0; k < G_N_ELEMENTS (near); k++) {
    set_track (world.model, world.e, "z_source.track",
               new_track (&mw_track_float_schema, MW_INTERPOLATION_NONE, 1, (int32_t[]) { 0 }, &near[k], NULL, NULL));
    n = draw (&world, 2000);
    for (guint i = 0; i < n; i++) {
      float at[3];
      place_of (&world, i, at);
      g_assert_cmpfloat (k ? -at[2] : at[2], <=, 0);
    }
  }
  world.e->squirt = 1;
  world.e->emission_rate = 7;
  MwClock clock = clock_at (0, 4000, FALSE, 160);
  mw_particles_reset (world.particles);
  mw_particles_update (world.particles, &clock);
  g_assert_cmpuint (mw_particles_n (world.particles), ==, 7);
  tear_down (&world);
}

/* Twinkling that is off is the same as twinkling without effect. */
static void
test_twinkle_off (void)
{
  Alpha world;
  set_up (&world, 20);
  guint n = draw (&world, 2000);
  g_autofree void *plain = g_memdup2 (world.vertices->data, world.vertices->len * sizeof (MwSpriteVertex));
  world.e->twinkle_fps = 10;
  world.e->twinkle_max = 3;
  g_assert_cmpuint (draw (&world, 2000), ==, n);
  g_assert_cmpmem (world.vertices->data, world.vertices->len * sizeof (MwSpriteVertex), plain,
                   4 * n * sizeof (MwSpriteVertex));
  world.e->twinkle_on_off = 1;
  g_assert_cmpuint (draw (&world, 2000), ==, n);
  g_assert_cmpint (memcmp (world.vertices->data, plain, 4 * n * sizeof (MwSpriteVertex)), !=, 0);
  tear_down (&world);
}

/* In Warcraft III the same emitter follows the rules of that game. */
static void
test_other_game (void)
{
  Alpha world;
  float at[3];
  set_up (&world, 20);
  world.e->wind[1] = 50;
  world.e->wind_time = 1;
  draw (&world, 2000);
  place_of (&world, 0, at);
  g_assert_cmpfloat (at[1], >, 1);
  mw_particles_free (world.particles);
  world.model->family = MW_FAMILY_MDX;
  world.model->version = 800;
  world.particles = mw_particles_new (world.skeleton, &world.e->node.record);
  draw (&world, 2000);
  place_of (&world, 0, at);
  g_assert_cmpfloat (at[1], ==, 0);
  tear_down (&world);
}

/* --- The long tail ------------------------------------------------------------------------------------------------------ */

typedef struct {
  const char *name;
  uint32_t flags; /* flags of the M2 emitter */
  guint emitter_type;
  float length, width, latitude, longitude, z_source, variation, gravity, drag, wind, twinkle, follow, burst, spin;
  guint head_or_tail;
} Case;

static void
say_both (Alpha *alpha, M2Emitter *m2, const Case *row)
{
  static const float spline[] = { 0, 0, 0, 1, 0, 0, 2, 1, 0, 3, 1, 1 };
  alpha->e->node.flags = row->flags << 15;
  m2->e->flags = row->flags;
  alpha->e->emitter_type = m2->e->emitter_type = (uint16_t) row->emitter_type;
#define BOTH(field, value)                                                                                             \
  alpha->e->field = value;                                                                                             \
  m2_emitter_number (m2, #field ".track", value)
  BOTH (length, row->length);
  BOTH (width, row->width);
  BOTH (latitude, row->latitude);
  BOTH (longitude, row->longitude);
  BOTH (z_source, row->z_source);
  BOTH (variation, row->variation);
  BOTH (gravity, row->gravity);
#undef BOTH
  alpha->e->drag = m2->e->drag = row->drag;
  alpha->e->wind[1] = m2->e->wind[1] = row->wind;
  alpha->e->wind_time = m2->e->wind_time = 0.4f;
  alpha->e->twinkle_on_off = row->twinkle;
  m2->e->twinkle_percent = 1;
  alpha->e->twinkle_fps = m2->e->twinkle_fps = 10;
  alpha->e->twinkle_min = 0.5f;
  alpha->e->twinkle_max = 2;
  m2->e->twinkle_scale[0] = row->twinkle ? 0.5f : 1;
  m2->e->twinkle_scale[1] = row->twinkle ? 2 : 1;
  alpha->e->follow_scale2 = m2->e->follow_scale2 = alpha->e->follow_scale1 = m2->e->follow_scale1 = row->follow;
  alpha->e->inherit_velocity = m2->e->inherit_velocity = row->burst;
  alpha->e->spin = m2->e->spin_turns = row->spin;
  alpha->e->head_or_tail = m2->e->head_or_tail = (uint8_t) row->head_or_tail;
  alpha->e->tail_length = m2->e->tail_length = 0.5f;
  mw_array_clear (&alpha->e->spline);
  mw_array_clear (&m2->e->spline);
  alpha->e->spline = mw_array_copy (spline, 4, 12);
  m2->e->spline = mw_array_copy (spline, 4, 12);
}

static void
test_tail (void)
{
  static const Case rows[] = {
    { .name = "plane", .emitter_type = 1, .length = 2, .width = 4, .latitude = 1, .longitude = 2, .variation = 0.5f },
    { .name = "sphere", .emitter_type = 2, .length = 2, .width = 4, .latitude = 1, .longitude = 3 },
    { .name = "sphere, up only",
      .flags = 0x100,
      .emitter_type = 2,
      .length = 2,
      .width = 4,
      .latitude = 1,
      .longitude = 3 },
    { .name = "spline", .emitter_type = 3, .width = 1, .latitude = 1, .longitude = 2 },
    { .name = "base", .emitter_type = 0, .length = 2, .width = 4, .latitude = 1, .longitude = 3 },
    { .name = "source below", .emitter_type = 1, .length = 2, .width = 4, .z_source = 3 },
    { .name = "gravity", .emitter_type = 1, .latitude = 1, .longitude = 3, .gravity = 6 },
    { .name = "drag", .emitter_type = 1, .drag = 2 },
    { .name = "wind", .emitter_type = 1, .wind = 5 },
    { .name = "twinkle", .emitter_type = 1, .latitude = 1, .twinkle = 1 },
    { .name = "follow", .flags = 0x4000, .emitter_type = 1, .follow = 0.5f },
    { .name = "burst", .flags = 0x40, .emitter_type = 1, .burst = 1 },
    { .name = "extrude", .flags = 0x800, .emitter_type = 1 },
    { .name = "project", .flags = 0x2000, .emitter_type = 1 },
    { .name = "tumbler", .flags = 0x200, .emitter_type = 1, .spin = 0.25f },
    { .name = "implosion",
      .flags = 0x80,
      .emitter_type = 2,
      .length = 2,
      .latitude = 1,
      .longitude = 3,
      .variation = 3 },
    { .name = "model space", .flags = 0x10, .emitter_type = 1, .latitude = 1 },
    { .name = "scale of the node", .flags = 0x20, .emitter_type = 1 },
    { .name = "along their way", .flags = 0x4, .emitter_type = 1, .latitude = 1, .longitude = 3 },
    { .name = "on the ground", .flags = 0x1000, .emitter_type = 1 },
    { .name = "spin", .emitter_type = 1, .spin = 0.25f },
    { .name = "tail", .emitter_type = 1, .latitude = 1, .head_or_tail = 1 },
    { .name = "growing tail and head", .flags = 0x400, .emitter_type = 1, .latitude = 1, .head_or_tail = 2 },
    { .name = "sorted", .flags = 0x2, .emitter_type = 1, .length = 3, .latitude = 1, .longitude = 3 },
  };
  M2Emitter m2;
  Alpha alpha;
  m2_emitter_set_up (&m2, 263);
  set_up (&alpha, m2.e->record.id);
  memcpy (m2.e->color_start, ((uint8_t[]) { 255, 0, 0, 0 }), 4);
  memcpy (m2.e->color_middle, ((uint8_t[]) { 0, 255, 0, 127 }), 4);
  memcpy (m2.e->color_end, ((uint8_t[]) { 0, 0, 51, 255 }), 4);
  memset (alpha.e->segment_color, 0, sizeof alpha.e->segment_color);
  alpha.e->segment_color[0][0] = alpha.e->segment_color[1][1] = 1;
  alpha.e->segment_color[2][2] = 0.2f;
  alpha.e->head_life[1] = m2.e->head_life[1] = 3;
  alpha.e->head_life[2] = m2.e->head_life[2] = 2;
  alpha.e->tail_decay[1] = 2;
  m2.e->tail_decay[1] = 2;
  /* What moves the emitter: the bone of either model. */
  m2_set_constant (m2.model, m2.bone, "scaling.track", (float[]) { 2, 2, 2 });
  set_scaling (alpha.model, alpha.bone, 2, 2, 2);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    say_both (&alpha, &m2, &rows[i]);
    guint n = draw (&alpha, 2000);
    g_assert_cmpuint (n, ==, m2_emitter_draw (&m2, 2000));
    g_assert_cmpuint (n, >, 0);
    gsize size = alpha.vertices->len * sizeof (MwSpriteVertex);
    if (memcmp (alpha.vertices->data, m2.vertices->data, size) != 0)
      g_error ("%s: not as that of M2", rows[i].name);
  }
  tear_down (&alpha);
  m2_emitter_tear_down (&m2);
}

/* Values that no file should have. */
static void
test_hostile (void)
{
  static const float values[] = { NAN, INFINITY, -INFINITY, 1e38f, -1, 0 };
  Alpha world;
  set_up (&world, 20);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    MwMdlxParticleEmitter2 *e = world.e;
    e->node.flags = i % 2 ? 0xFFFFFFFF : 0x20200000;
    e->emitter_type = i;
    e->latitude = e->longitude = e->z_source = e->length = e->width = values[i];
    e->wind[0] = e->wind_time = e->drag = e->spin = e->twinkle_fps = e->twinkle_max = e->follow_scale2 = values[i];
    e->twinkle_on_off = 1;
    e->segment_color[1][1] = values[i];
    e->rows = e->columns = e->head_life[1] = e->tail_life[2] = e->head_or_tail = i ? G_MAXUINT32 : 0;
    draw (&world, 2000);
    for (guint k = 0; k < world.vertices->len; k++)
      for (int c = 0; c < 3; c++)
        g_assert_false (isnan (g_array_index (world.vertices, MwSpriteVertex, k).position[c]));
  }
  tear_down (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/wow particles/angles are radians", test_angles);
  g_test_add_func ("/pose/wow particles/tracks count, and bursts are those of Warcraft III", test_tracks);
  g_test_add_func ("/pose/wow particles/twinkling can be off", test_twinkle_off);
  g_test_add_func ("/pose/wow particles/Warcraft III has none of the additional values", test_other_game);
  g_test_add_func ("/pose/wow particles/the additional values work as in M2", test_tail);
  g_test_add_func ("/pose/wow particles/hostile numbers stop nothing", test_hostile);
  return g_test_run ();
}
