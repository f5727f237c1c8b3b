/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/m2-material.h"
#include "core/pose/math.h"
#include "tests/core/pose/m2-emitter.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"

/* The expected numbers in this file are computed from the formulas of docs/formats/rendering.md 4.4. */

#define ASSERT_NEAR(a, b) g_assert_cmpfloat_with_epsilon (a, b, 1e-4)

static void
test_curves (void)
{
  M2Emitter world;
  m2_emitter_set_up (&world, 264);
  world.e->flags = 0x20000;
  m2_set_curve (world.model, world.e, "color.curve", 2, (float[]) { 255, 0, 0, 0, 0, 255 });
  m2_set_curve (world.model, world.e, "scaling.curve", 2, (float[]) { 1, 2, 3, 4 });
  m2_set_curve (world.model, world.e, "head_cell.curve", 2, (uint16_t[]) { 0, 4 });
  guint n = m2_emitter_draw (&world, 2000);
  for (guint i = 0; i < n; i++) {
    const MwSpriteVertex *quad = m2_emitter_quad (&world, i);
    float f = quad->rgba[3], along[3], across[3];
    quad_axes (quad, along, across);
    ASSERT_FLOATS (quad->rgba, 1e-4f, 1 - f, 0, f, f);
    ASSERT_FLOATS (along, 1e-3f, 0, 1 + 2 * f, 0);
    ASSERT_FLOATS (across, 1e-3f, 0, 0, 2 + 2 * f);
    if (fabsf (4 * f - roundf (4 * f)) > 1e-3f)
      g_assert_cmpuint (quad_cell (quad), ==, (guint) (4 * f));
  }
  m2_emitter_tear_down (&world);
}

/* Curves cover the longest possible life, so a particle that dies earlier never reaches their end. */
static void
test_spans (void)
{
  M2Emitter world;
  float oldest = 0, at[3];
  m2_emitter_set_up (&world, 264);
  world.e->life_span_variation = 0.5f;
  m2_emitter_number (&world, "emission_rate.track", 625);
  guint n = m2_emitter_draw (&world, 2000), young = 0;
  for (guint i = 0; i < n; i++) {
    quad_centre (m2_emitter_quad (&world, i), at);
    ASSERT_NEAR (m2_emitter_quad (&world, i)->rgba[3], at[2] / 3 / 1.5f);
    oldest = MAX (oldest, at[2] / 3);
    young += at[2] < 1.5f;
  }
  g_assert_cmpfloat (oldest, >, 1.3);
  g_assert_cmpfloat (oldest, <=, 1.5);
  /* No particle dies before half a second, and the mean life is a second. */
  g_assert_cmpfloat_with_epsilon ((double) young / n, 0.5, 0.06);
  m2_emitter_tear_down (&world);
}

/* Before 264: two segments of a life, a range of cells for each, and a spin over the whole life. */
static void
test_early_looks (void)
{
  M2Emitter world;
  m2_emitter_set_up (&world, 260);
  MwM2Particle *e = world.e;
  e->time = 0.25f;
  e->spin_turns = 1;
  memcpy (e->color_start, ((uint8_t[]) { 0, 0, 0, 0 }), 4);
  memcpy (e->color_middle, ((uint8_t[]) { 51, 102, 0, 255 }), 4);
  memcpy (e->color_end, ((uint8_t[]) { 255, 0, 0, 0 }), 4);
  memcpy (e->scaling, ((float[]) { 2, 4, 1 }), sizeof e->scaling);
  memcpy (e->head_life, ((uint16_t[]) { 1, 3, 1 }), sizeof e->head_life);
  memcpy (e->head_decay, ((uint16_t[]) { 3, 3, 1 }), sizeof e->head_decay);
  guint n = m2_emitter_draw (&world, 2000), first = 0;
  for (guint i = 0; i < n; i++) {
    const MwSpriteVertex *quad = m2_emitter_quad (&world, i);
    float at[3], along[3], across[3];
    quad_centre (quad, at);
    quad_axes (quad, along, across);
    /* The height gives the age. */
    float f = at[2] / 3, size = mw_vec_length (along);
    if (f < 0.25f) {
      float t = 0.005f + 0.99f * f / 0.25f;
      ASSERT_FLOATS (quad->rgba, 1e-3f, 0.2f * t, 0.4f * t, 0, t);
      ASSERT_FLOATS (&size, 1e-3f, 2 + 2 * t);
      if (fabsf (3 * t - roundf (3 * t)) > 3e-3f)
        g_assert_cmpuint (quad_cell (quad), ==, (guint) (1 + 3 * t));
      first++;
    } else {
      float t = 0.005f + 0.99f * (f - 0.25f) / 0.75f;
      ASSERT_FLOATS (quad->rgba, 1e-3f, 0.2f + 0.8f * t, 0.4f - 0.4f * t, 0, 1 - t);
      ASSERT_FLOATS (&size, 1e-3f, 4 - 3 * t);
      g_assert_cmpuint (quad_cell (quad), ==, 3);
    }
    double angle = 2 * G_PI * (double) f;
    ASSERT_FLOATS (along, 1e-2f, 0, size * (float) cos (angle), size * (float) sin (angle));
  }
  g_assert_cmpuint (first, >, 10);
  m2_emitter_tear_down (&world);
}

static const MwParticleColors replacing = { { { { 255, 0, 0 }, { 0, 255, 0 }, { 0, 0, 255 } },
                                              { { 0, 0, 0 }, { 51, 102, 153 }, { 255, 255, 255 } },
                                              { { 9, 9, 9 }, { 9, 9, 9 }, { 9, 9, 9 } } } };

/* Draws, and compares the colour of each particle with that of three colours at the start, in the middle and at the end of a life. */
static void
expect_colors (M2Emitter *world, const guint8 colors[3][3], float middle)
{
  guint n = m2_emitter_draw (world, 2000), sides[2] = { 0 };
  for (guint i = 0; i < n; i++) {
    const MwSpriteVertex *quad = m2_emitter_quad (world, i);
    float at[3], want[3];
    quad_centre (quad, at);
    float f = at[2] / 3, t = f < middle ? f / middle : (f - middle) / (1 - middle);
    const guint part = f >= middle;
    /* Before 264 a segment begins and ends a little inside. */
    t = !mw_m2_has_lanes (world->model) ? 0.005f + 0.99f * t : t;
    for (guint c = 0; c < 3; c++)
      want[c] = ((float) colors[part][c] + t * ((float) colors[part + 1][c] - (float) colors[part][c])) / 255;
    ASSERT_FLOATS (quad->rgba, 1e-3f, want[0], want[1], want[2]);
    sides[part]++;
  }
  g_assert_cmpuint (MIN (sides[0], sides[1]), >, 5);
}

static void
test_replaced_colors (void)
{
  static const guint8 own[3][3] = { { 0, 0, 0 }, { 0, 0, 255 }, { 0, 255, 0 } };
  static const float keys[] = { 0, 0, 0, 0, 0, 255, 0, 255, 0 };
  M2Emitter world;
  m2_emitter_set_up (&world, 264);
  m2_set_curve (world.model, world.e, "color.curve", 3, keys);
  ((float *) world.e->color_curve->times.data)[1] = 0.25f;
  world.e->color_index = 11;
  expect_colors (&world, own, 0.25f);
  mw_particles_set_colors (world.particles, &replacing);
  expect_colors (&world, replacing.rgb[0], 0.25f);
  world.e->color_index = 12;
  expect_colors (&world, replacing.rgb[1], 0.25f);
  world.e->color_index = 13;
  expect_colors (&world, replacing.rgb[2], 0.25f);
  for (guint i = 0; i < 3; i++) { /* no set has these indices */
    world.e->color_index = (uint16_t[]) { 0, 10, 14 }[i];
    expect_colors (&world, own, 0.25f);
  }
  world.e->color_index = 11;
  mw_particles_set_colors (world.particles, NULL);
  expect_colors (&world, own, 0.25f);
  /* Of a curve with other than three keys only the ends say something. */
  mw_particles_set_colors (world.particles, &replacing);
  world.e->color_curve->times.n = world.e->color_curve->values.n = 2;
  expect_colors (&world, replacing.rgb[0], 0.5f);
  m2_emitter_tear_down (&world);
}

static void
test_early_replaced_colors (void)
{
  M2Emitter world;
  m2_emitter_set_up (&world, 263);
  world.e->time = 0.25f;
  world.e->color_index = 12;
  mw_particles_set_colors (world.particles, &replacing);
  expect_colors (&world, replacing.rgb[1], 0.25f);
  m2_emitter_tear_down (&world);
}

static void
test_spin (void)
{
  M2Emitter world;
  m2_emitter_set_up (&world, 264);
  world.e->initial_spin = 0.5f;
  world.e->spin = 2;
  for (int varied = 0; varied < 2; varied++) {
    double furthest = 0;
    world.e->initial_spin_variation = varied ? 0.25f : 0;
    guint n = m2_emitter_draw (&world, 2000);
    for (guint i = 0; i < n; i++) {
      float along[3], across[3];
      quad_axes (m2_emitter_quad (&world, i), along, across);
      double angle = 0.5 + 2 * quad_age (m2_emitter_quad (&world, i)), is = atan2 (along[2], along[1]);
      furthest = MAX (furthest, fabs (is - angle));
      ASSERT_FLOATS (across, 1e-3f, 0, (float) -sin (is), (float) cos (is));
    }
    g_assert_cmpfloat (furthest, <=, varied ? 0.2501 : 1e-3);
    g_assert_cmpfloat (furthest, >=, varied ? 0.15 : 0);
  }
  /* Tumblers turn either way. */
  guint seen[2] = { 0, 0 };
  world.e->initial_spin_variation = 0;
  world.e->flags = 0x200;
  const guint n = m2_emitter_draw (&world, 2000);
  for (guint i = 0; i < n; i++) {
    float along[3], across[3];
    quad_axes (m2_emitter_quad (&world, i), along, across);
    double angle = 0.5 + 2 * quad_age (m2_emitter_quad (&world, i)), is = atan2 (along[2], along[1]);
    g_assert_cmpfloat_with_epsilon (fabs (is), angle, 1e-3);
    seen[is < 0]++;
  }
  g_assert_cmpuint (MIN (seen[0], seen[1]), >, n / 4);
  m2_emitter_tear_down (&world);
}

static void
test_sizes (void)
{
  M2Emitter world;
  float least[2] = { 9, 9 }, most[2] = { 0, 0 };
  m2_emitter_set_up (&world, 264);
  world.e->flags = 0x80020;
  world.e->scaling_variation[0] = 0.5f;
  world.e->scaling_variation[1] = 0.25f;
  m2_set_constant (world.model, world.bone, "scaling.track", (float[]) { 3, 3, 3 });
  gboolean uneven = FALSE;
  guint n = m2_emitter_draw (&world, 2000);
  for (guint i = 0; i < n; i++) {
    float along[3], across[3];
    quad_axes (m2_emitter_quad (&world, i), along, across);
    const float sizes[2] = { mw_vec_length (along), mw_vec_length (across) };
    for (int k = 0; k < 2; k++) {
      least[k] = MIN (least[k], sizes[k]);
      most[k] = MAX (most[k], sizes[k]);
    }
    uneven |= fabsf ((sizes[0] / 3 - 1) / 0.5f - (sizes[1] / 3 - 1) / 0.25f) > 0.2f;
  }
  ASSERT_FLOATS (least, 0.2f, 3 * 0.5f, 3 * 0.75f);
  ASSERT_FLOATS (most, 0.2f, 3 * 1.5f, 3 * 1.25f);
  g_assert_true (uneven);
  /* Both axes scale equally without the flag, and the bone's scale has no effect. */
  world.e->flags = 0;
  n = m2_emitter_draw (&world, 2000);
  for (guint i = 0; i < n; i++) {
    float along[3], across[3];
    quad_axes (m2_emitter_quad (&world, i), along, across);
    ASSERT_NEAR (mw_vec_length (along), mw_vec_length (across));
    g_assert_cmpfloat (mw_vec_length (along), <=, 1.5);
  }
  m2_emitter_tear_down (&world);
}

/* Clients before 264 know only the lower 15 bits; a real file of 260 has 0x8000 as well. */
static void
test_later_flags_before_264 (void)
{
  M2Emitter world;
  MwM2ParticleMaterial material;
  m2_emitter_set_up (&world, 260);
  world.e->flags = 0;
  m2_emitter_number (&world, "gravity.track", 1);
  guint n = m2_emitter_draw (&world, 2000);
  g_assert_cmpuint (n, >, 4);
  g_autofree MwSpriteVertex *plain = g_memdup2 (m2_emitter_quad (&world, 0), n * 4 * sizeof (MwSpriteVertex));
  for (guint bit = 15; bit < 32; bit++) {
    world.e->flags = 1u << bit;
    g_test_message ("0x%X", world.e->flags);
    g_assert_cmpuint (m2_emitter_draw (&world, 2000), ==, n);
    g_assert_cmpmem (m2_emitter_quad (&world, 0), n * 4 * sizeof (MwSpriteVertex), plain,
                     n * 4 * sizeof (MwSpriteVertex));
    mw_m2_particle_material (world.model, world.e, &material);
    g_assert_cmpuint (material.n_textures, ==, 1);
    g_assert_cmpuint (material.textures[0].id, ==, world.e->texture.id);
  }
  m2_emitter_tear_down (&world);
}

static void
test_directions (void)
{
  M2Emitter world;
  float along[3], across[3], at[3];
  m2_emitter_set_up (&world, 264);
  /* The particles fly up. The right side of the texture points backwards, that is, down. */
  world.e->flags = 0x4;
  world.e->spin = 1;
  m2_emitter_draw (&world, 2000);
  quad_axes (m2_emitter_quad (&world, 3), along, across);
  ASSERT_FLOATS (along, 1e-5f, 0, 0, -1);
  ASSERT_FLOATS (across, 1e-5f, 0, 1, 0);
  world.e->spin = 0;
  /* In the emitter's own plane, which the bone turns by 90 degrees about x, from y to z. */
  world.e->flags = 0x1000;
  const float s = sqrtf (0.5f);
  m2_set_constant (world.model, world.bone, "rotation.track", (float[]) { s, 0, 0, s });
  m2_emitter_draw (&world, 2000);
  quad_axes (m2_emitter_quad (&world, 3), along, across);
  ASSERT_FLOATS (along, 1e-5f, 1, 0, 0);
  ASSERT_FLOATS (across, 1e-5f, 0, 0, 1);
  /* Standing on its edge: the centre is half a height further up. */
  world.e->flags = 0x8000000;
  m2_emitter_draw (&world, 2000);
  quad_centre (m2_emitter_quad (&world, 3), at);
  ASSERT_NEAR (at[2], 1);
  m2_emitter_tear_down (&world);
}

static void
test_tails (void)
{
  M2Emitter world;
  float along[3], across[3], at[3];
  m2_emitter_set_up (&world, 264);
  world.e->flags = 0x40000;
  world.e->tail_length = 0.5f;
  m2_set_curve (world.model, world.e, "tail_cell.curve", 2, (uint16_t[]) { 3, 3 });
  for (int grows = 0; grows < 2; grows++) {
    guint n = m2_emitter_draw (&world, 2000);
    for (guint i = 0; i < n; i++) {
      float t = (float) quad_age (m2_emitter_quad (&world, i)), length = grows ? MIN (t, 0.5f) : 0.5f;
      if (3 * length < 0.02f)
        continue;
      quad_centre (m2_emitter_quad (&world, i), at);
      quad_axes (m2_emitter_quad (&world, i), along, across);
      ASSERT_FLOATS (at, 1e-3f, 1, 0, 3 * t - 3 * length / 2);
      ASSERT_FLOATS (along, 1e-3f, 0, 0, -3 * length / 2);
      ASSERT_FLOATS (across, 1e-3f, 0, 1, 0);
      g_assert_cmpuint (quad_cell (m2_emitter_quad (&world, i)), ==, 3);
    }
    world.e->flags |= 0x400;
  }
  /* Head and tail are both drawn. The tail of a particle that flies at the viewer is a dot. */
  world.e->flags = 0x60000;
  guint n = m2_emitter_draw (&world, 2000);
  g_assert_cmpuint (n, ==, 2 * mw_particles_n (world.particles));
  world.e->flags = 0x40000;
  const float s = sqrtf (0.5f);
  m2_set_constant (world.model, world.bone, "rotation.track", (float[]) { 0, s, 0, s });
  m2_emitter_draw (&world, 2000);
  quad_axes (m2_emitter_quad (&world, 3), along, across);
  ASSERT_FLOATS (along, 1e-4f, 0, 0.05f, 0);
  ASSERT_FLOATS (across, 1e-4f, 0, 0, 0.05f);
  m2_emitter_tear_down (&world);

  /* Before 264 a byte chooses: head, tail, both. */
  m2_emitter_set_up (&world, 260);
  world.e->tail_length = 0.5f;
  for (uint8_t which = 0; which < 3; which++) {
    world.e->head_or_tail = which;
    n = m2_emitter_draw (&world, 2000);
    g_assert_cmpuint (n, ==, (which == 2 ? 2 : 1) * mw_particles_n (world.particles));
    quad_axes (m2_emitter_quad (&world, 4), along, across);
    g_assert_cmpfloat_with_epsilon (along[1], which == 1 ? 0 : 1, 1e-3);
  }
  m2_emitter_tear_down (&world);
}

static void
test_twinkle (void)
{
  M2Emitter world;
  float least = 9, most = 0;
  m2_emitter_set_up (&world, 264);
  world.e->twinkle_fps = 10;
  world.e->twinkle_percent = 0.5f;
  world.e->twinkle_scale[0] = world.e->twinkle_scale[1] = 4;
  m2_emitter_number (&world, "emission_rate.track", 625);
  /* Where both scales are equal, all have that size; about half are hidden. */
  guint n = m2_emitter_draw (&world, 2000), all = mw_particles_n (world.particles);
  g_assert_cmpfloat_with_epsilon ((double) n / all, 0.5, 0.15);
  world.e->twinkle_percent = 1;
  g_assert_cmpuint (m2_emitter_draw (&world, 2000), ==, all);
  for (guint i = 0; i < all; i++) {
    float along[3], across[3];
    quad_axes (m2_emitter_quad (&world, i), along, across);
    ASSERT_NEAR (along[1], 4);
    ASSERT_NEAR (across[2], 4);
  }
  world.e->twinkle_percent = 0.5f;
  world.e->twinkle_scale[0] = 1;
  world.e->twinkle_scale[1] = 2;
  n = m2_emitter_draw (&world, 2000);
  for (guint i = 0; i < n; i++) {
    float along[3], across[3];
    quad_axes (m2_emitter_quad (&world, i), along, across);
    least = MIN (least, along[1]);
    most = MAX (most, along[1]);
  }
  /* About half are visible: those with a number up to 0.5, whose size is 1 to 1.5. */
  g_assert_cmpfloat_with_epsilon ((double) n / all, 0.5, 0.15);
  ASSERT_FLOATS (&least, 0.03f, 1);
  ASSERT_FLOATS (&most, 0.03f, 1.5f);
  world.e->twinkle_percent = 1;
  g_assert_cmpuint (m2_emitter_draw (&world, 2000), ==, all);
  m2_emitter_tear_down (&world);
}

static void
test_cells_by_chance (void)
{
  M2Emitter world;
  guint seen = 0;
  m2_emitter_set_up (&world, 264);
  for (guint k = 0; k < 3; k++) {
    static const uint32_t flags[] = { 0, 0x200000, 0x10000 };
    world.e->flags = flags[k];
    seen = 0;
    guint n = m2_emitter_draw (&world, 2000);
    for (guint i = 0; i < n; i++)
      seen |= 1u << quad_cell (m2_emitter_quad (&world, i));
    if (k == 0)
      g_assert_cmphex (seen, ==, 1);
    else if (k == 1)
      g_assert_true (seen && (seen & (seen - 1)) == 0); /* the same for the whole emitter */
    else
      g_assert_cmphex (seen, ==, 0xF);
  }
  m2_emitter_tear_down (&world);
}

static void
test_textures (void)
{
  M2Emitter world;
  MwM2ParticleMaterial material;
  m2_emitter_set_up (&world, 272);
  MwM2Texture *made[3];
  for (int i = 0; i < 3; i++)
    made[i] = m2_add (world.model, "textures", &mw_m2_texture_schema);
  world.e->texture = m2_ref (made[1]);
  mw_m2_particle_material (world.model, world.e, &material);
  g_assert_cmpuint (material.n_textures, ==, 1);
  g_assert_true (material.lit);
  g_assert_cmpuint (material.textures[0].id, ==, made[1]->record.id);
  world.e->flags = 0x10000001;
  world.e->texture = m2_ref (made[2]);
  world.e->texture_2 = m2_ref (made[0]);
  world.e->texture_3 = (MwRef) { 0, 30 };
  mw_m2_particle_material (world.model, world.e, &material);
  g_assert_cmpuint (material.n_textures, ==, 3);
  g_assert_false (material.lit);
  g_assert_cmpuint (material.textures[0].id, ==, made[2]->record.id);
  g_assert_cmpuint (material.textures[1].id, ==, made[0]->record.id);
  g_assert_cmpuint (material.textures[2].id, ==, 0);
  g_assert_cmpuint (material.diffuse, ==, MW_DIFFUSE_2AB);
  g_assert_cmpuint (material.opacity, ==, MW_OPACITY_2ABC);
  g_assert_false (material.refracts);
  world.e->flags = 0x100000;
  mw_m2_particle_material (world.model, world.e, &material);
  g_assert_true (material.refracts);
  world.e->flags = 0x70100000;
  mw_m2_particle_material (world.model, world.e, &material);
  g_assert_cmpuint (material.diffuse, ==, MW_DIFFUSE_4ABC);
  g_assert_cmpuint (material.opacity, ==, MW_OPACITY_4ABC);
  g_assert_false (material.lit);
  g_assert_false (material.refracts);
  world.e->flags = 0x10000001;
  /* The second and third texture cover the whole quad, as often as their scale says. They start at a random place
   * and scroll. */
  world.e->texture_scale[0] = 2;
  world.e->texture_scale[1] = 0;
  float starts[2] = { 0, 0 };
  for (int later = 0; later < 2; later++) {
    world.stand->flags |= 1;
    m2_emitter_number (&world, "emission_rate.track", 62.5f);
    world.e->scroll_middle[0] = later ? 0.5f : 0;
    guint n = m2_emitter_draw (&world, 640);
    g_assert_cmpuint (n, ==, 40);
    const MwSpriteVertex *quad = m2_emitter_quad (&world, 5);
    ASSERT_NEAR (quad[2].more_uvs[0][0] - quad[0].more_uvs[0][0], 2);
    ASSERT_NEAR (quad[2].more_uvs[0][1] - quad[0].more_uvs[0][1], 2);
    ASSERT_NEAR (quad[2].more_uvs[1][0] - quad[0].more_uvs[1][0], 1);
    starts[later] = quad[0].more_uvs[0][0];
    if (later) {
      float moved = starts[0] + 0.5f * quad->rgba[3];
      ASSERT_NEAR (starts[1], moved - floorf (moved));
    }
  }
  m2_emitter_tear_down (&world);
}

static void
test_order (void)
{
  M2Emitter world;
  float at[3], before = -G_MAXFLOAT;
  m2_emitter_set_up (&world, 264);
  m2_emitter_number (&world, "length.track", 50);
  world.e->flags = 0x2;
  guint n = m2_emitter_draw (&world, 2000);
  for (guint i = 0; i < n; i++) { /* the viewer is at +x */
    quad_centre (m2_emitter_quad (&world, i), at);
    g_assert_cmpfloat (at[0], >=, before);
    before = at[0];
  }
  m2_emitter_tear_down (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/m2-particle-looks/colours and sizes follow the curves", test_curves);
  g_test_add_func ("/pose/m2-particle-looks/colours and sizes are spread over the longest life", test_spans);
  g_test_add_func ("/pose/m2-particle-looks/before 264 a life has two parts", test_early_looks);
  g_test_add_func ("/pose/m2-particle-looks/before 264 later flags mean nothing", test_later_flags_before_264);
  g_test_add_func ("/pose/m2-particle-looks/the colours of a game's table replace those of an emitter of their index",
                   test_replaced_colors);
  g_test_add_func ("/pose/m2-particle-looks/before 264 too", test_early_replaced_colors);
  g_test_add_func ("/pose/m2-particle-looks/from 264 on particles spin over time", test_spin);
  g_test_add_func ("/pose/m2-particle-looks/sizes vary, and grow with the bone", test_sizes);
  g_test_add_func ("/pose/m2-particle-looks/heads turn as the flags say", test_directions);
  g_test_add_func ("/pose/m2-particle-looks/tails trail behind", test_tails);
  g_test_add_func ("/pose/m2-particle-looks/twinkling particles change size and hide", test_twinkle);
  g_test_add_func ("/pose/m2-particle-looks/cells are chosen by chance", test_cells_by_chance);
  g_test_add_func ("/pose/m2-particle-looks/three textures have coordinates of their own", test_textures);
  g_test_add_func ("/pose/m2-particle-looks/sorted particles come far to near", test_order);
  return g_test_run ();
}
