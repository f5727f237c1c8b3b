/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/kept.h"
#include "core/render/render-private.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

#include <math.h>
#include <string.h>

#define SIDE 64
#define MOMENT 496 /* a step of the simulation */

/* Particles and ribbons of M2 (rendering.md 3.7) over a coloured background. Each test is run with OpenGL and with
 * OpenGL ES. */
typedef struct {
  Show show;
  MwM2 *model;
  MwM2Sequence *play;
  MwM2Bone *bone;
} Stage;

static const double under[3] = { 0.25, 0.5, 0.75 };

static void
new_model (Stage *stage, uint32_t version)
{
  if (stage->model) {
    mw_renderer_set_model (stage->show.renderer, NULL, NULL, NULL);
    mw_model_free (&stage->model->model);
  }
  stage->model = mw_m2_new (version);
  stage->play = m2_add_sequence (stage->model, 0, 1000, 0x21);
  stage->bone = m2_add_bone (stage->model, NULL, 0, 0, 0);
}

static gboolean
stage_open (Stage *stage, gconstpointer es)
{
  memset (stage, 0, sizeof *stage);
  if (!show_open (&stage->show, SIDE, es != NULL, NULL))
    return FALSE;
  scene_frame (&stage->show.frame, stage->show.offscreen, SIDE);
  for (int i = 0; i < 3; i++)
    stage->show.frame.background[i] = (float) under[i];
  return TRUE;
}

/* The model at a moment of its sequence. */
static MwImage *
stage_draw (Stage *stage, int32_t time)
{
  mw_renderer_set_model (stage->show.renderer, &stage->model->model, scene_load, NULL);
  stage->show.frame.clock = m2_clock (stage->model, stage->play, time);
  return show_draw (&stage->show);
}

static void
stage_close (Stage *stage)
{
  show_close (&stage->show);
  mw_model_free (&stage->model->model);
}

static MwM2Texture *
add_texture (Stage *stage, const char *name)
{
  MwM2Texture *texture = m2_add (stage->model, "textures", &mw_m2_texture_schema);
  mw_text_set (&texture->path, name, strlen (name));
  texture->flags = 3;
  return texture;
}

static void
assert_blended (const MwImage *image, uint32_t mode, const double source[3], double a)
{
  double wanted[3];
  scene_blend_m2 (mode, source, a, under, wanted);
  scene_assert_pixel (image, SIDE / 2, SIDE / 2, wanted[0] * 255, wanted[1] * 255, wanted[2] * 255);
}

/* --- Particles -------------------------------------------------------------------------------------------------------- */

/* Emits particles of that colour and half width, one at a time: each lives for a step, from MOMENT on. */
static MwM2Particle *
add_sized_particle (Stage *stage, uint16_t mode, const float rgb[3], float alpha, float size)
{
  MwM2 *model = stage->model;
  MwM2Particle *e = m2_add (model, "particles", &mw_m2_particle_schema);
  e->flags = 0x20001; /* head, unshaded */
  e->bone = m2_ref (stage->bone);
  e->texture = MW_REF_NONE;
  e->emitter_type = 1;
  e->blend_mode = mode;
  e->rows = e->columns = 1;
  e->twinkle_scale[0] = e->twinkle_scale[1] = e->twinkle_percent = 1;
  m2_set_constant (model, e, "life_span.track", (float[]) { 0.016f });
  m2_set_constant (model, e, "emission_rate.track", (float[]) { 62.5f });
  m2_set_curve (model, e, "scaling.curve", 1, (float[]) { size, size });
  m2_set_curve (model, e, "alpha.curve", 1, &alpha);
  m2_set_curve (model, e, "color.curve", 1, (float[]) { rgb[0] * 255, rgb[1] * 255, rgb[2] * 255 });
  return e;
}

/* The same; they fill the picture. */
static MwM2Particle *
add_particle (Stage *stage, uint16_t mode, const float rgb[3], float alpha)
{
  return add_sized_particle (stage, mode, rgb, alpha, 2);
}

static void
test_particle_blends (gconstpointer es)
{
  static const char *const texels[] = { "FF8040FF", "20406080", "C0A01000" };
  static const float colour[3] = { 1, 0.5f, 0.75f };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  for (guint t = 0; t < G_N_ELEMENTS (texels); t++)
    for (uint16_t mode = 0; mode <= 8; mode++) {
      double rgba[4];
      new_model (&stage, 264);
      add_particle (&stage, mode, colour, 0.75f)->texture = m2_ref (add_texture (&stage, texels[t]));
      g_autoptr (MwImage) image = stage_draw (&stage, MOMENT);
      scene_texel (texels[t], rgba);
      for (int i = 0; i < 4; i++)
        rgba[i] *= i < 3 ? (double) colour[i] : 0.75;
      g_test_message ("blend %u, texel %s", mode, texels[t]);
      /* Discarded are: for alpha key, alpha below 128; for all other modes but opaque, alpha below 1 of 255. */
      if (rgba[3] < (mode == 0 ? 0 : mode == 1 ? 128 / 255.0 : 1 / 255.0))
        scene_assert_pixel (image, SIDE / 2, SIDE / 2, under[0] * 255, under[1] * 255, under[2] * 255);
      else
        assert_blended (image, mode, rgba, rgba[3]);
    }
  stage_close (&stage);
}

static void
test_three_textures (gconstpointer es)
{
  static const float white[3] = { 1, 1, 1 };
  static const char *const texels[] = { "A0604080", "40A060C0", "80C04050" };
  double parts[3][4], rgba[4];
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  new_model (&stage, 272);
  MwM2Particle *e = add_particle (&stage, 2, white, 1);
  e->flags |= 0x10000000;
  MwRef *const refs[] = { &e->texture, &e->texture_2, &e->texture_3 };
  for (int i = 0; i < 3; i++) {
    *refs[i] = m2_ref (add_texture (&stage, texels[i]));
    scene_texel (texels[i], parts[i]);
  }
  /* Two or three of them give the colour, doubled for each but the first; all three the alpha, times 2 or 4. It is not lit. */
  for (guint k = 0; k < 4; k++) {
    const gboolean three = k & 1, fourfold = (k & 2) != 0;
    e->flags = 0x10020000 | (three ? 0x40000000 : 0) | (fourfold ? 0x20000000 : 0);
    for (int i = 0; i < 3; i++)
      rgba[i] = parts[0][i] * parts[1][i] * (three ? 4 * parts[2][i] : 2);
    rgba[3] = parts[0][3] * parts[1][3] * parts[2][3] * (fourfold ? 4 : 2);
    g_test_message ("flags 0x%08x", e->flags);
    g_autoptr (MwImage) image = stage_draw (&stage, MOMENT);
    assert_blended (image, 2, rgba, rgba[3]);
  }
  stage_close (&stage);
}

/* Without the flag a particle is lit as ground is, by the plain light that comes from above. */
static void
test_lit (gconstpointer es)
{
  static const float white[3] = { 1, 1, 1 };
  Stage stage;
  guint8 seen[2];
  if (!stage_open (&stage, es))
    return;
  new_model (&stage, 264);
  MwM2Particle *e = add_particle (&stage, 2, white, 1);
  e->texture = m2_ref (add_texture (&stage, "FFFFFFFF"));
  for (guint lit = 0; lit < 2; lit++) {
    e->flags = lit ? 0x20000 : 0x20001;
    g_autoptr (MwImage) image = stage_draw (&stage, MOMENT);
    seen[lit] = scene_pixel (image, SIDE / 2, SIDE / 2)[0];
  }
  g_assert_cmpuint (seen[0], ==, 255);
  g_assert_cmpuint (seen[1], <, 250);
  g_assert_cmpuint (seen[1], >, 100);
  stage_close (&stage);
}

/* What the view says of particles that would bend what is behind them. */
static void
test_refraction_note (gconstpointer es)
{
  MwM2 *model = mw_m2_new (264);
  MwM2Particle *e = m2_add (model, "particles", &mw_m2_particle_schema);
  g_assert_null (scene_note (&model->model, NULL));
  e->flags = 0x100000;
  g_assert_cmpstr (scene_note (&model->model, NULL), ==, "Particles that refract are drawn as plain ones");
  mw_model_free (&model->model);
}

/* The second texture covers the whole quad and repeats as its scale says: with 2, its red half starts again in the
 * middle. Wherever it starts, pixels half a picture apart have the same colour. */
static void
test_further_coordinates (gconstpointer es)
{
  static const float white[3] = { 1, 1, 1 };
  Stage stage;
  guint n[2] = { 0, 0 };
  if (!stage_open (&stage, es))
    return;
  for (int twice = 0; twice < 2; twice++) {
    new_model (&stage, 272);
    MwM2Particle *e = add_particle (&stage, 2, white, 1);
    e->flags |= 0x10000000;
    e->texture_scale[0] = twice ? 4 : 2; /* the quad is twice as large as the picture */
    e->texture = e->texture_3 = m2_ref (add_texture (&stage, "FFFFFFFF"));
    e->texture_2 = m2_ref (add_texture (&stage, "halves"));
    g_autoptr (MwImage) image = stage_draw (&stage, MOMENT);
    for (int x = 0; x < SIDE / 2; x++)
      n[twice] += abs (scene_pixel (image, x, 9)[0] - scene_pixel (image, x + SIDE / 2, 9)[0]) < 16;
  }
  g_assert_cmpuint (n[0], <, SIDE / 8); /* half a period apart */
  g_assert_cmpuint (n[1], >, SIDE / 2 - 4);
  stage_close (&stage);
}

/* --- Ribbons ---------------------------------------------------------------------------------------------------------- */

/* A ribbon that moves to the right through the picture, from -0.9 at 1.8 a second, upright and half a unit high in
 * each direction. */
static MwM2Ribbon *
add_ribbon (Stage *stage)
{
  MwM2 *model = stage->model;
  const float s = sqrtf (0.5f);
  m2_add_keys (model, m2_add_track (model, stage->bone, "translation.track", 1), stage->play, 2,
               (int32_t[]) { 0, 1000 }, (float[]) { 0, -0.9f, 0, 0, 0.9f, 0 }, NULL, NULL);
  m2_set_constant (model, stage->bone, "rotation.track", (float[]) { s, 0, 0, s }); /* turns y to z */
  MwM2Ribbon *e = m2_add (model, "ribbons", &mw_m2_ribbon_schema);
  e->bone = m2_ref (stage->bone);
  e->emission_rate = 60;
  e->life_span = 1;
  e->rows = e->columns = 1;
  m2_set_constant (model, e, "height_above.track", (float[]) { 0.5f });
  m2_set_constant (model, e, "height_below.track", (float[]) { 0.5f });
  return e;
}

/* Sets its textures, as many as there are names, each with a material of that blend mode. */
static MwM2Material *
dress (Stage *stage, MwM2Ribbon *e, uint16_t mode, const char *const *names, guint n)
{
  MwM2Material *material = m2_add (stage->model, "materials", &mw_m2_material_schema);
  material->flags = 0x15; /* unlit, two-sided, no depth write */
  material->blend_mode = mode;
  e->textures = mw_array_new (n, sizeof (MwRef));
  e->materials = mw_array_new (n, sizeof (MwRef));
  for (guint i = 0; i < n; i++) {
    ((MwRef *) e->textures.data)[i] = m2_ref (add_texture (stage, names[i]));
    ((MwRef *) e->materials.data)[i] = m2_ref (material);
  }
  return material;
}

static void
assert_empty (const MwImage *image, int x, int y)
{
  scene_assert_pixel (image, x, y, under[0] * 255, under[1] * 255, under[2] * 255);
}

static int
column (double y)
{
  return (int) ((y + 1) / 2 * SIDE);
}

static void
test_ribbon (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  new_model (&stage, 264);
  MwM2Ribbon *e = add_ribbon (&stage);
  dress (&stage, e, 0, (const char *[]) { "halves" }, 1);
  g_autoptr (MwImage) image = stage_draw (&stage, 800);
  show_keep (image, es ? "ribbon-es" : "ribbon");
  /* The emitter is at 0.54 after 0.8 seconds. Edges younger than half a life have the texture's left half, older
   * ones its right half. */
  for (double y = -0.98; y < 1; y += 0.06) {
    double age = 0.8 - (y + 0.9) / 1.8;
    if (fabs (age) < 0.05 || fabs (age - 0.5) < 0.05 || fabs (age - 0.784) < 0.05)
      continue;
    for (int z = -1; z <= 1; z++)
      if (age > 0 && age < 0.784)
        scene_assert_pixel (image, column (y), SIDE / 2 + z * 14, age < 0.5 ? 255 : 0, age < 0.5 ? 0 : 255, 0);
      else
        assert_empty (image, column (y), SIDE / 2 + z * 14);
    assert_empty (image, column (y), SIDE / 2 - 18);
    assert_empty (image, column (y), SIDE / 2 + 18);
  }
  /* If hidden it is not drawn, and at rest there is none. */
  stage.show.frame.hidden = &e->record.id;
  stage.show.frame.n_hidden = 1;
  g_autoptr (MwImage) hidden = stage_draw (&stage, 800);
  assert_empty (hidden, SIDE / 2, SIDE / 2);
  stage.show.frame.n_hidden = 0;
  stage.show.frame.clock = MW_CLOCK_REST;
  g_autoptr (MwImage) rest = show_draw (&stage.show);
  assert_empty (rest, SIDE / 2, SIDE / 2);
  stage_close (&stage);
}

/* Global flag 0x20000: the coordinates of each texture of a ribbon go through an entry of the transform combos that the file had. */
static void
test_ribbon_transforms (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  static const struct {
    gboolean flagged;
    int8_t index;
  } cases[] = { { FALSE, 0 }, { TRUE, -1 }, { TRUE, 0 }, { TRUE, 2 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const gboolean flagged = cases[i].flagged;
    const int8_t index = cases[i].index;
    new_model (&stage, 264);
    MwM2Ribbon *e = add_ribbon (&stage);
    dress (&stage, e, 0, (const char *[]) { "000000FF", "halves" }, 2);
    MwM2TextureTransform *moved = m2_add (stage.model, "texture_transforms", &mw_m2_texture_transform_schema);
    m2_set_constant (stage.model, moved, "translation.track", (float[]) { 0.5f, 0, 0 });
    const uint32_t combos[] = { 0x80000007u, moved->record.id, 0x8000FFFFu };
    mw_notes_add (&stage.model->model.record, MW_NOTE_LAYOUT, mw_m2_kept_note_field ("kept_transform_combos"), 0,
                  combos, sizeof combos, 6);
    stage.model->global_flags = flagged ? 0x20000 : 0;
    e->texture_transform_index = index;
    g_autoptr (MwImage) image = stage_draw (&stage, 800);
    /* The second texture has the entry after the first. Half a width to the left brings its right half, which is green, to the young. */
    gboolean moves = flagged && index == 0;
    g_test_message ("%s flag, index %d", flagged ? "with" : "without", index);
    scene_assert_pixel (image, column (0.3), SIDE / 2, moves ? 0 : 255, moves ? 255 : 0, 0);
    scene_assert_pixel (image, column (-0.6), SIDE / 2, moves ? 255 : 0, moves ? 0 : 255, 0);
  }
  stage_close (&stage);
}

static void
test_ribbon_blends (gconstpointer es)
{
  static const char *const texels[] = { "FF8040FF", "20406080" };
  static const float colour[3] = { 1, 0.5f, 0.75f };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  for (guint t = 0; t < G_N_ELEMENTS (texels); t++)
    for (uint16_t mode = 0; mode <= 8; mode++) {
      double rgba[4];
      new_model (&stage, 264);
      MwM2Ribbon *e = add_ribbon (&stage);
      m2_set_constant (stage.model, e, "color.track", colour);
      m2_set_constant (stage.model, e, "alpha.track", (float[]) { 0.9375f });
      dress (&stage, e, mode, &texels[t], 1);
      g_autoptr (MwImage) image = stage_draw (&stage, 800);
      scene_texel (texels[t], rgba);
      for (int i = 0; i < 4; i++)
        rgba[i] *= i < 3 ? (double) colour[i] : 0.9375;
      g_test_message ("blend %u, texel %s", mode, texels[t]);
      /* Opaque becomes alpha; alpha key discards alpha below 224 of 255. */
      if (mode == 1 && rgba[3] < 224 / 255.0)
        assert_empty (image, SIDE / 2, SIDE / 2);
      else
        assert_blended (image, mode == 0 ? 2 : mode, rgba, rgba[3]);
    }
  stage_close (&stage);
}

static void
test_ribbon_materials (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  /* The textures are drawn over one another, in their order. */
  new_model (&stage, 264);
  MwM2Ribbon *e = add_ribbon (&stage);
  MwM2Material *material = dress (&stage, e, 2, (const char *[]) { "FF0000FF", "00FF0080" }, 2);
  g_autoptr (MwImage) both = stage_draw (&stage, 800);
  scene_assert_pixel (both, SIDE / 2, SIDE / 2, 127, 128, 0);
  /* A ribbon that goes to the right shows its front. From the back nothing is visible unless it is two-sided. */
  material->flags = 0x11;
  g_autoptr (MwImage) front = stage_draw (&stage, 800);
  scene_assert_pixel (front, SIDE / 2, SIDE / 2, 127, 128, 0);
  mw_camera_set_view (&stage.show.frame.camera, MW_VIEW_BACK);
  g_autoptr (MwImage) back = stage_draw (&stage, 800);
  assert_empty (back, SIDE / 2, SIDE / 2);
  material->flags = 0x15;
  g_autoptr (MwImage) two_sided = stage_draw (&stage, 800);
  scene_assert_pixel (two_sided, SIDE / 2, SIDE / 2, 127, 128, 0);
  /* A texture without a material at the same index is not drawn; references that lead nowhere do no harm. */
  e->materials.n = 1;
  g_autoptr (MwImage) first = stage_draw (&stage, 800);
  scene_assert_pixel (first, SIDE / 2, SIDE / 2, 255, 0, 0);
  e->materials.n = 2;
  ((MwRef *) e->materials.data)[0] = m2_ref (e);
  ((MwRef *) e->textures.data)[1] = m2_ref (stage.bone);
  mw_image_free (stage_draw (&stage, 800));
  stage_close (&stage);
}

/* Priority planes come first: a ribbon under a particle, and over it. */
/* --- Missing textures ------------------------------------------------------------------------------------------------- */

/* Particles and ribbons are a spot in their own colour, whatever the blend mode; with several cells too. */
static void
test_missing (gconstpointer es)
{
  static const float colour[3] = { 0.5f, 0.25f, 0.75f };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  for (guint ribbon = 0; ribbon < 2; ribbon++)
    for (uint16_t mode = 0; mode <= 8; mode++) {
      double source[3], half = SIDE / 2;
      new_model (&stage, 264);
      if (ribbon) {
        MwM2Ribbon *e = add_ribbon (&stage);
        e->rows = 4;
        e->columns = 3;
        m2_set_constant (stage.model, e, "color.track", colour);
        m2_set_constant (stage.model, e, "texture_slot.track", (uint16_t[]) { 7 });
        dress (&stage, e, mode, (const char *[]) { "nowhere" }, 1);
      } else {
        MwM2Particle *e = add_sized_particle (&stage, mode, colour, 1, 1);
        e->texture = m2_ref (add_texture (&stage, "nowhere"));
        e->rows = 4;
        e->columns = 3;
        m2_set_curve (stage.model, e, "head_cell.curve", 1, (uint16_t[]) { 7 });
      }
      g_autoptr (MwImage) image = stage_draw (&stage, ribbon ? 500 : MOMENT);
      g_test_message ("%s, blend %u", ribbon ? "ribbon" : "particle", mode);
      for (int i = 0; i < 3; i++)
        source[i] = (double) colour[i];
      /* The ribbon lasts 0.5 seconds by now, so that the middle of its image is its end; there it is a spot along its height. */
      if (!ribbon) {
        double wanted[3];
        scene_blend_m2 (mode == 0 || mode == 1 || mode == 5 || mode == 6 ? 2 : mode, source, 1, under, wanted);
        scene_assert_pixel (image, (int) half, (int) half, wanted[0] * 255, wanted[1] * 255, wanted[2] * 255);
      }
      int low = SIDE / 2 + 15, middle = column (-0.4);
      assert_empty (image, ribbon ? middle : 1, ribbon ? low : 1);
      if (ribbon)
        g_assert_cmpint (abs (scene_pixel (image, middle, SIDE / 2)[0] - scene_pixel (image, middle, low)[0]), >, 8);
    }
  stage_close (&stage);
}

static void
test_planes (gconstpointer es)
{
  static const float green[3] = { 0, 1, 0 };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  new_model (&stage, 264);
  MwM2Ribbon *e = add_ribbon (&stage);
  dress (&stage, e, 2, (const char *[]) { "FF0000FF" }, 1);
  MwM2Particle *particle = add_particle (&stage, 2, green, 1);
  particle->texture = m2_ref (add_texture (&stage, "FFFFFFFF"));
  for (int16_t plane = -1; plane <= 1; plane = (int16_t) (plane + 2)) {
    e->priority_plane = plane;
    g_autoptr (MwImage) image = stage_draw (&stage, 800);
    scene_assert_pixel (image, SIDE / 2, SIDE / 2, plane < 0 ? 0 : 255, plane < 0 ? 255 : 0, 0);
  }
  stage_close (&stage);
}

/* Sets a constant value. */
static void
set_value (MwM2Track *track, float value)
{
  const MwM2Lane *lane = (const MwM2Lane *) track->lanes.items[0];
  *(float *) lane->values.data = value;
}

/* Where nothing but fog is seen: what is added vanishes, and the rest has the fog's colour, unless a flag keeps the fog away. */
static void
test_fog (gconstpointer es)
{
  static const float white[3] = { 1, 1, 1 };
  static const double orange[3] = { 1, 0.5, 0 };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  stage.show.frame.fog.on = TRUE;
  stage.show.frame.fog.end = 0.1f;
  for (int i = 0; i < 3; i++)
    stage.show.frame.fog.rgb[i] = (float) orange[i];
  for (guint of_ribbon = 0; of_ribbon < 2; of_ribbon++)
    for (guint unfogged = 0; unfogged < 2; unfogged++)
      for (uint16_t mode = 0; mode <= 4; mode += 2) {
        new_model (&stage, 264);
        if (of_ribbon) {
          MwM2Material *material = dress (&stage, add_ribbon (&stage), mode, (const char *[]) { "00FF00FF" }, 1);
          material->flags |= unfogged ? 0x2 : 0;
        } else {
          MwM2Particle *e = add_particle (&stage, mode, white, 1);
          e->texture = m2_ref (add_texture (&stage, "00FF00FF"));
          e->flags |= unfogged ? 0x8 : 0;
        }
        g_autoptr (MwImage) image = stage_draw (&stage, of_ribbon ? 800 : MOMENT);
        const double *wanted = mode == 4 ? under : orange;
        const double seen[3] = { mode == 4 ? under[0] : 0, 1, mode == 4 ? under[2] : 0 };
        wanted = unfogged ? seen : wanted;
        scene_assert_pixel (image, SIDE / 2, SIDE / 2, wanted[0] * 255, wanted[1] * 255, wanted[2] * 255);
      }
  stage_close (&stage);
}

/* Each emitter wants as many particles as there may be, or the same strip a thousand times. */
static void
test_hostile_numbers (gconstpointer es)
{
  enum { MANY = 1000, RIBBONS = 900, PARTICLES = 300 };
  static const float green[3] = { 0, 1, 0 };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  new_model (&stage, 264);
  add_ribbon (&stage);
  for (guint i = 0; i < RIBBONS; i++) {
    MwM2Ribbon *e = m2_add (stage.model, "ribbons", &mw_m2_ribbon_schema);
    e->bone = m2_ref (stage.bone);
    e->emission_rate = 2000;
    e->life_span = 20;
    e->rows = e->columns = 1;
    if (i == 0) {
      const char *names[MANY];
      for (guint k = 0; k < MANY; k++)
        names[k] = "FF0000FF";
      dress (&stage, e, 2, names, MANY);
    }
  }
  for (guint i = 0; i < PARTICLES; i++) {
    MwM2Particle *e = add_particle (&stage, 2, green, 1);
    e->flags &= ~0x20000u;
    set_value (e->life_span_track, 20);
    set_value (e->emission_rate_track, 100000);
  }
  mw_image_free (stage_draw (&stage, MOMENT));
  const MwRenderer *renderer = stage.show.renderer;
  g_assert_cmpuint (renderer->emitters->len, ==, MW_EMITTERS_MAX);
  guint n = 0, of_particles = 0, draws = 0;
  for (guint i = 0; i < renderer->emitters->len; i++) {
    const MwEmitter *emitter = &g_array_index (renderer->emitters, MwEmitter, i);
    of_particles += emitter->particles ? 1 : 0;
    n += emitter->particles ? mw_particles_n (emitter->particles) : mw_ribbon_n_edges (emitter->ribbon);
  }
  g_assert_cmpuint (n, >, MW_EMITTERS_ROOM / 2);
  g_assert_cmpuint (n, <=, MW_EMITTERS_ROOM);
  for (guint i = 0; i < renderer->batches->len; i++)
    draws += g_array_index (renderer->batches, MwBatch, i).n_quads > 0;
  g_assert_cmpuint (draws, ==, of_particles + MW_RIBBON_LAYERS_MAX);
  stage_close (&stage);
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = {
    { "particles and ribbons without their texture are soft spots", test_missing },
    { "particles are blended as the client has it", test_particle_blends },
    { "three textures of particles are multiplied", test_three_textures },
    { "fog hides particles and ribbons", test_fog },
    { "particles are lit unless a flag says otherwise", test_lit },
    { "a note says that refraction is not drawn", test_refraction_note },
    { "further textures have their own coordinates", test_further_coordinates },
    { "a ribbon stays where its emitter went", test_ribbon },
    { "ribbons move their texture coordinates", test_ribbon_transforms },
    { "ribbons are blended as their material says", test_ribbon_blends },
    { "each texture of a ribbon has its material", test_ribbon_materials },
    { "planes sort particles and ribbons", test_planes },
    { "hostile numbers of emitters and layers share a limit", test_hostile_numbers },
  };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("m2-emitters", tests, G_N_ELEMENTS (tests));
  return g_test_run ();
}
