/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/missing.h"
#include "core/image/png-write.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/render/combiners.h"
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

#include <epoxy/gl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define SIDE 64

/* Counts what is uploaded to the card. */
static guint n_images, n_buffers;

static void
count_image (GLenum target, GLint level, GLint inner, GLsizei width, GLsizei height, GLint border, GLenum format,
             GLenum type, const void *pixels)
{
  n_images += type == GL_UNSIGNED_BYTE && level == 0; /* the smaller levels belong to it */
  glTexImage2D (target, level, inner, width, height, border, format, type, pixels);
}

static void
count_buffer (GLenum target, GLsizeiptr size, const void *data, GLenum usage)
{
  n_buffers += usage == GL_STATIC_DRAW;
  glBufferData (target, size, data, usage);
}

static void
count_part (GLenum target, GLintptr offset, GLsizeiptr size, const void *data)
{
  n_buffers++;
  glBufferSubData (target, offset, size, data);
}

/* A model of one quad, and pictures of it. Each test is run with OpenGL and with OpenGL ES. */
typedef struct {
  Show show;
  MwM2 *model;
  MwM2Sequence *stand;
  MwM2Bone *bone;
  MwM2Skin *skin;
} Stage;

static void
new_model (Stage *stage, uint32_t version)
{
  if (stage->model) {
    mw_renderer_set_model (stage->show.renderer, NULL, NULL, NULL);
    mw_model_free (&stage->model->model);
  }
  MwM2 *model = stage->model = mw_m2_new (version);
  stage->stand = m2_add_sequence (model, 0, 1000, 0x20);
  stage->bone = m2_add_bone (model, NULL, 0, 0, 0);
  stage->skin = m2_add (model, "skins", &mw_m2_skin_schema);
}

static gboolean
stage_open (Stage *stage, gconstpointer es)
{
  MwGl gl;
  mw_gl_init_epoxy (&gl);
  gl.TexImage2D = count_image;
  gl.BufferData = count_buffer;
  gl.BufferSubData = count_part;
  memset (stage, 0, sizeof *stage);
  if (!show_open (&stage->show, SIDE, es != NULL, &gl))
    return FALSE;
  scene_frame (&stage->show.frame, stage->show.offscreen, SIDE);
  new_model (stage, 264);
  return TRUE;
}

static MwImage *
stage_draw (Stage *stage)
{
  n_images = n_buffers = 0;
  return show_draw (&stage->show);
}

static void
stage_show (Stage *stage)
{
  mw_renderer_set_model (stage->show.renderer, &stage->model->model, scene_load, NULL);
}

static void
stage_close (Stage *stage)
{
  show_close (&stage->show);
  mw_model_free (&stage->model->model);
}

/* --- Making surfaces -------------------------------------------------------------------------------------------------- */

static void
append (MwArray *array, const void *more, uint32_t n, size_t size)
{
  MwArray longer = mw_array_new (array->n + n, size);
  if (array->n)
    memcpy (longer.data, array->data, array->n * size);
  memcpy ((char *) longer.data + array->n * size, more, n * size);
  mw_array_clear (array);
  *array = longer;
}

/* A square like that of scene_add_quad(), with the first bone; all second texture coordinates are (0.75, 0.5). */
static MwM2Submesh *
add_quad (Stage *stage, float x)
{
  MwM2 *model = stage->model;
  const float positions[] = { x, -1, 1, x, 1, 1, x, 1, -1, x, -1, -1 };
  const float normals[] = { 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0 };
  const float uvs[] = { 0, 0, 1, 0, 1, 1, 0, 1 }, uvs2[] = { 0.75f, 0.5f, 0.75f, 0.5f, 0.75f, 0.5f, 0.75f, 0.5f };
  const uint8_t weights[16] = { 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0 }, bones[16] = { 0 };
  uint16_t first = (uint16_t) model->positions.n, corners[] = { 0, 3, 2, 0, 2, 1 };
  for (int i = 0; i < 6; i++)
    corners[i] = (uint16_t) (corners[i] + first);
  append (&model->positions, positions, 4, 12);
  append (&model->normals, normals, 4, 12);
  append (&model->uvs, uvs, 4, 8);
  append (&model->uvs2, uvs2, 4, 8);
  append (&model->bone_weights, weights, 4, 4);
  append (&model->bone_indices, bones, 4, 4);
  MwM2Submesh *submesh = m2_add_to (model, stage->skin, "submeshes", &mw_m2_submesh_schema);
  submesh->triangles = mw_array_copy (corners, 6, 2);
  submesh->center_bone = m2_ref (stage->bone);
  submesh->sort_center[0] = submesh->center[0] = x;
  return submesh;
}

static MwM2Material *
material_of (Stage *stage, const MwM2Batch *batch)
{
  return (MwM2Material *) mw_model_resolve (&stage->model->model, batch->material);
}

/* An unlit batch over a submesh, with textures of those names. */
static MwM2Batch *
add_textures (Stage *stage, const MwM2Submesh *submesh, uint16_t blend, const char *const *names, guint n)
{
  MwM2 *model = stage->model;
  MwM2Material *material = m2_add (model, "materials", &mw_m2_material_schema);
  MwM2Batch *batch = m2_add_to (model, stage->skin, "batches", &mw_m2_batch_schema);
  material->flags = 0x1;
  material->blend_mode = blend;
  batch->material = m2_ref (material);
  batch->submesh = m2_ref (submesh);
  batch->color = batch->weight = batch->weight_2 = batch->weight_3 = MW_REF_NONE;
  batch->textures = mw_array_new (n, sizeof (MwRef));
  batch->transforms = mw_array_new (n, sizeof (MwRef));
  batch->coords = mw_array_new (n, 2);
  for (guint i = 0; i < n; i++) {
    MwM2Texture *texture = m2_add (model, "textures", &mw_m2_texture_schema);
    mw_text_set (&texture->path, names[i], strlen (names[i]));
    texture->flags = 0xFFFF0003; /* only the low half has a meaning */
    ((MwRef *) batch->textures.data)[i] = m2_ref (texture);
    ((MwRef *) batch->transforms.data)[i] = MW_REF_NONE;
    ((uint16_t *) batch->coords.data)[i] = 0;
  }
  return batch;
}

/* The same with up to two textures (NULL: none). */
static MwM2Batch *
add_batch (Stage *stage, const MwM2Submesh *submesh, uint16_t blend, const char *a, const char *b)
{
  return add_textures (stage, submesh, blend, (const char *const[]) { a, b }, !a ? 0 : b ? 2 : 1);
}

static MwRef
add_weight (Stage *stage, float value)
{
  MwM2TextureWeight *weight = m2_add (stage->model, "texture_weights", &mw_m2_texture_weight_schema);
  m2_set_constant (stage->model, weight, "weight.track", &value);
  return m2_ref (weight);
}

static void
set_weight (Stage *stage, MwM2Batch *batch, float value)
{
  batch->weight = add_weight (stage, value);
}

/* --- Blending --------------------------------------------------------------------------------------------------------- */

/* The table in rendering.md 3.5 (blend), for the colour and the opacity that the combiner gave. */
static void
blend (uint32_t mode, const double source[3], double opacity, double alpha, const double under[3], double out[3])
{
  double a = mode == 0 || mode == 1 ? alpha : opacity * alpha;
  gboolean cut = mode == 1 ? opacity < 224 / 255.0 : mode > 1 && a < 1 / 255.0;
  gboolean faded = mode < 2 && alpha < 0.99999;
  scene_blend_m2 (faded ? 2 : mode, source, a, under, out);
  for (int i = 0; i < 3; i++)
    out[i] = cut ? under[i] : out[i];
}

static const double under[3] = { 0.25, 0.5, 0.75 };

static void
set_background (Stage *stage)
{
  for (int i = 0; i < 3; i++)
    stage->show.frame.background[i] = (float) under[i];
}

static void
test_blend_modes (gconstpointer es)
{
  static const char *const texels[] = { "FF8040FF", "FF804080", "204060E2", "204060DE", "C0A01000" };
  static const float alphas[] = { 1, 0.5f };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  set_background (&stage);
  for (guint t = 0; t < G_N_ELEMENTS (texels); t++)
    for (guint k = 0; k < G_N_ELEMENTS (alphas); k++)
      for (uint16_t mode = 0; mode <= 8; mode++) {
        double rgba[4], wanted[3];
        new_model (&stage, 264);
        MwM2Batch *batch = add_batch (&stage, add_quad (&stage, 0), mode, texels[t], NULL);
        if (alphas[k] < 1)
          set_weight (&stage, batch, alphas[k]);
        stage_show (&stage);
        g_autoptr (MwImage) image = stage_draw (&stage);
        scene_texel (texels[t], rgba);
        for (int i = 0; i < 3; i++)
          rgba[i] *= mode == 6 ? 0.5 : 1;
        blend (mode, rgba, rgba[3], alphas[k], under, wanted);
        g_test_message ("blend %u, texel %s, weight %g", mode, texels[t], alphas[k]);
        scene_assert_pixel (image, SIDE / 2, SIDE / 2, wanted[0] * 255, wanted[1] * 255, wanted[2] * 255);
        g_assert_cmpint (scene_pixel (image, SIDE / 2, SIDE / 2)[3], ==, 255);
      }
  stage_close (&stage);
}

static void
test_colour (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  set_background (&stage);
  MwM2Batch *batch = add_batch (&stage, add_quad (&stage, 0), 2, "C08040C0", NULL);
  MwM2Color *color = m2_add (stage.model, "colors", &mw_m2_color_schema);
  m2_set_constant (stage.model, color, "color.track", (float[]) { 0.5f, 1, 0.25f });
  m2_set_constant (stage.model, color, "alpha.track", (float[]) { 0.75f });
  batch->color = m2_ref (color);
  set_weight (&stage, batch, 0.5f);
  stage_show (&stage);
  stage.show.frame.clock = m2_clock (stage.model, stage.stand, 0);
  g_autoptr (MwImage) image = stage_draw (&stage);
  const double source[3] = { 0xC0 / 255.0 * 0.5, 0x80 / 255.0, 0x40 / 255.0 * 0.25 };
  double wanted[3];
  blend (2, source, 0xC0 / 255.0, 0.75 * 0.5, under, wanted);
  scene_assert_pixel (image, SIDE / 2, SIDE / 2, wanted[0] * 255, wanted[1] * 255, wanted[2] * 255);
  stage_close (&stage);
}

/* --- Several textures ------------------------------------------------------------------------------------------------- */

/* Combined through the table of combiners, as in 3.3.5, or, if `special`, by a stored number, as in later versions.
 * `w`: the weights of the first three textures; those of 1 are no records. */
static void
assert_combined (Stage *stage, const char *name, uint16_t first, uint16_t second, guint n, gboolean special,
                 const float w[3])
{
  static const char *const names[] = { "A0603060", "306090A0", "58B020E0", "FFFFFF90" };
  const double weights[] = { (double) w[0], (double) w[1], (double) w[2] };
  double texels[4][4], rgb[3], opacity, wanted[3];
  new_model (stage, special ? 272 : 264);
  MwM2Batch *batch = add_textures (stage, add_quad (stage, 0), 2, names, n);
  MwRef *const refs[] = { &batch->weight, &batch->weight_2, &batch->weight_3 };
  for (guint i = 0; i < 3; i++)
    if (w[i] < 1)
      *refs[i] = add_weight (stage, w[i]);
  stage->model->global_flags = 8;
  stage->model->texture_combiners = mw_array_copy ((uint16_t[]) { 7, first, second }, 3, 2);
  batch->shader = special ? (uint16_t) (0x8000 | first) : 1;
  stage_show (stage);
  g_autoptr (MwImage) image = stage_draw (stage);
  for (guint i = 0; i < 4; i++)
    scene_texel (names[i], texels[i]);
  combiners_work_out (name, texels, weights, rgb, &opacity);
  blend (2, rgb, opacity, weights[0], under, wanted);
  g_test_message ("%s, %u textures, weights %g, %g, %g", name, n, weights[0], weights[1], weights[2]);
  scene_assert_pixel (image, SIDE / 2, SIDE / 2, wanted[0] * 255, wanted[1] * 255, wanted[2] * 255);
}

static void
test_two_textures (gconstpointer es)
{
  static const struct {
    uint16_t op;
    const char *names[2]; /* after Opaque, after Mod */
  } pairs[] = {
    { 0, { "Opaque_Opaque", "Mod_Opaque" } },   { 1, { "Opaque_Mod", "Mod_Mod" } },
    { 3, { "Opaque_Add", "Mod_Add" } },         { 4, { "Opaque_Mod2x", "Mod_Mod2x" } },
    { 6, { "Opaque_Mod2xNA", "Mod_Mod2xNA" } }, { 7, { "Opaque_AddNA", "Mod_AddNA" } },
  };
  static const struct {
    uint16_t number;
    const char *name;
    guint n; /* textures that it needs; 0: 2 */
  } specials[] = {
    { 0, "Opaque_Mod2xNA_Alpha" },
    { 1, "Opaque_AddAlpha" },
    { 2, "Opaque_AddAlpha_Alpha" },
    { 4, "Mod_AddAlpha" },
    { 5, "Opaque_AddAlpha" },
    { 6, "Mod_AddAlpha" },
    { 7, "Mod_AddAlpha_Alpha" },
    { 8, "Opaque_Alpha_Alpha" },
    { 11, "Mod_Add_Alpha" },
    { 12, "Opaque_ModNA_Alpha" },
    { 16, "Opaque_Mod_Add_Wgt" },
    { 21, "Mod_Mod" },
    { 23, "Opaque_Alpha" },
    { 32, "Opaque" },
    { 34, "Mod" },
    { 10, "Opaque_AddAlpha_Wgt" },
    { 13, "Mod_AddAlpha_Wgt" },
    { 14, "Mod_AddAlpha_Wgt" },
    { 15, "Opaque_AddAlpha_Wgt" },
    /* Depth is hard. */
    { 19, "Mod" },
    { 25, "Mod" },
    { 29, "Mod" },
    { 35, "Mod_Mod" },
    { 3, "Opaque_Mod2xNA_Alpha_Add", 3 },
    { 9, "Opaque_Mod2xNA_Alpha_3s", 3 },
    { 17, "Opaque_Mod2xNA_Alpha_UnshAlpha", 3 },
    { 18, "Mod_Dual_Crossfade", 3 },
    { 20, "Opaque_Mod2xNA_Alpha_Alpha", 3 },
    { 22, "Mod_Masked_Dual_Crossfade", 4 },
    { 24, "Opaque_Mod2xNA_Alpha_UnshAlpha", 3 },
    { 26, "Guild", 3 },
    { 27, "Guild_NoBorder" },
    { 28, "Guild_Opaque", 3 },
    { 30, "Mod_Mod_Mod_Const", 3 },
    { 31, "Mod_Mod_Mod_Const", 3 },
    /* One texture fewer than the shader needs. */
    { 9, "Opaque", 2 },
    { 22, "Mod", 3 },
    { 28, "Opaque", 2 },
    /* Unknown. */
    { 36, "Mod" },
    { 33, "Mod_Mod2x" },
  };
  static const float weights[][3] = { { 1, 1, 1 }, { 0.75f, 0.25f, 0.625f }, { 1, 0, 0 } };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  set_background (&stage);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    for (uint16_t first = 0; first < 2; first++)
      assert_combined (&stage, pairs[i].names[first], first, pairs[i].op, 2, FALSE, weights[first]);
  for (guint i = 0; i < G_N_ELEMENTS (specials); i++)
    for (guint k = 0; k < G_N_ELEMENTS (weights); k++)
      assert_combined (&stage, specials[i].name, specials[i].number, 0, specials[i].n ? specials[i].n : 2, TRUE,
                       weights[k]);
  stage_close (&stage);
}

/* The second texture fades in, and then the third one covers both. */
static void
test_animated_weights (gconstpointer es)
{
  static const char *const names[] = { "FF4020FF", "20FF40FF", "4020FFFF" };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  new_model (&stage, 272);
  MwM2Batch *batch = add_textures (&stage, add_quad (&stage, 0), 0, names, 3);
  MwRef *const refs[] = { &batch->weight_2, &batch->weight_3 };
  for (guint i = 0; i < 2; i++) {
    MwM2TextureWeight *weight = m2_add (stage.model, "texture_weights", &mw_m2_texture_weight_schema);
    m2_add_keys (stage.model, m2_add_track (stage.model, weight, "weight.track", 1), stage.stand, 3,
                 (int32_t[]) { 0, 500, 1000 }, i ? (float[]) { 0, 0, 1 } : (float[]) { 0, 1, 0 }, NULL, NULL);
    *refs[i] = m2_ref (weight);
  }
  batch->shader = 0x8012;
  stage_show (&stage);
  double texels[4][4] = { { 0 } };
  for (guint i = 0; i < 3; i++)
    scene_texel (names[i], texels[i]);
  for (int time = 0; time < 1000; time += 250) {
    const double weights[] = { 1, 1 - ABS (time - 500) / 500.0, MAX (time - 500, 0) / 500.0 };
    double rgb[3], opacity;
    combiners_work_out ("Mod_Dual_Crossfade", texels, weights, rgb, &opacity);
    stage.show.frame.clock = m2_clock (stage.model, stage.stand, time);
    g_autoptr (MwImage) image = stage_draw (&stage);
    scene_assert_pixel (image, SIDE / 2, SIDE / 2, rgb[0] * 255, rgb[1] * 255, rgb[2] * 255);
  }
  stage_close (&stage);
}

/* --- Texture coordinates ---------------------------------------------------------------------------------------------- */

static const double red[3] = { 255, 0, 0 }, green[3] = { 0, 255, 0 };
#define ASSERT_COLOUR(image, x, y, colour) scene_assert_pixel (image, x, y, (colour)[0], (colour)[1], (colour)[2])

static void
test_texture_transform (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwM2Batch *batch = add_batch (&stage, add_quad (&stage, 0), 0, "halves", NULL);
  MwM2TextureTransform *transform = m2_add (stage.model, "texture_transforms", &mw_m2_texture_transform_schema);
  m2_add_keys (stage.model, m2_add_track (stage.model, transform, "translation.track", 1), stage.stand, 2,
               (int32_t[]) { 0, 1000 }, (float[]) { 0, 0, 0, 1, 0, 0 }, NULL, NULL);
  ((MwRef *) batch->transforms.data)[0] = m2_ref (transform);
  stage_show (&stage);
  for (int half = 0; half < 2; half++) {
    stage.show.frame.clock = m2_clock (stage.model, stage.stand, half * 500);
    g_autoptr (MwImage) image = stage_draw (&stage);
    ASSERT_COLOUR (image, SIDE / 4, SIDE / 2, half ? green : red);
    ASSERT_COLOUR (image, SIDE * 3 / 4, SIDE / 2, half ? red : green);
  }
  stage_close (&stage);
}

static void
test_second_coordinates (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwM2Batch *batch = add_batch (&stage, add_quad (&stage, 0), 0, "halves", NULL);
  ((uint16_t *) batch->coords.data)[0] = 1;
  stage_show (&stage);
  g_autoptr (MwImage) second = stage_draw (&stage);
  ASSERT_COLOUR (second, SIDE / 4, SIDE / 2, green);

  /* Each texture has its own coordinates: white times the second's colour. */
  new_model (&stage, 264);
  batch = add_batch (&stage, add_quad (&stage, 0), 0, "halves", "halves");
  stage.model->global_flags = 8;
  stage.model->texture_combiners = mw_array_copy ((uint16_t[]) { 0, 3 }, 2, 2);
  ((uint16_t *) batch->coords.data)[1] = 1;
  stage_show (&stage);
  g_autoptr (MwImage) both = stage_draw (&stage);
  scene_assert_pixel (both, SIDE / 4, SIDE / 2, 255, 255, 0);
  ASSERT_COLOUR (both, SIDE * 3 / 4, SIDE / 2, green);
  stage_close (&stage);
}

/* Which coordinates, and whose transform, the third and the fourth texture have. The first coordinates show the left half
 * of the image on the left; the second are one point of its right half. */
static void
test_later_coordinates (gconstpointer es)
{
  static const struct {
    uint16_t number;
    guint n;
    gboolean second; /* the last texture has the second coordinates */
  } rows[] = { { 3, 3, FALSE }, { 9, 3, FALSE },  { 17, 3, FALSE }, { 18, 3, FALSE }, { 20, 3, TRUE },
               { 24, 3, TRUE }, { 26, 3, FALSE }, { 28, 3, FALSE }, { 30, 3, TRUE },  { 31, 3, TRUE } };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint moved = 0; moved < 3; moved++) { /* the texture whose transform moves by half an image */
      /* Black is replaced by the third texture, or is added to it; in a product the first two are white. */
      const char *first = rows[i].number >= 30 ? "FFFFFFFF" : "00000000";
      new_model (&stage, 272);
      MwM2Batch *batch = add_textures (&stage, add_quad (&stage, 0), 0, (const char *[]) { first, first, "halves" }, 3);
      batch->shader = (uint16_t) (0x8000 | rows[i].number);
      MwM2TextureTransform *transform = m2_add (stage.model, "texture_transforms", &mw_m2_texture_transform_schema);
      m2_set_constant (stage.model, transform, "translation.track", (float[]) { 0.5f, 0, 0 });
      ((MwRef *) batch->transforms.data)[moved] = m2_ref (transform);
      stage_show (&stage);
      g_autoptr (MwImage) image = stage_draw (&stage);
      gboolean turned = moved == (rows[i].second ? 1 : 0);
      g_test_message ("shader %u, transform of texture %u", rows[i].number, moved);
      ASSERT_COLOUR (image, SIDE / 4, SIDE / 2, rows[i].second != turned ? green : red);
      ASSERT_COLOUR (image, SIDE * 3 / 4, SIDE / 2, turned ? red : green);
    }
  /* The fourth is a mask by the second coordinates, which are in its clear half until the transform moves them. */
  set_background (&stage);
  for (guint moved = 0; moved < 2; moved++) {
    new_model (&stage, 272);
    MwM2Batch *batch = add_textures (&stage, add_quad (&stage, 0), 2,
                                     (const char *[]) { "00000000", "00000000", "halves", "mask" }, 4);
    batch->shader = 0x8016;
    MwM2TextureTransform *transform = m2_add (stage.model, "texture_transforms", &mw_m2_texture_transform_schema);
    m2_set_constant (stage.model, transform, "translation.track", (float[]) { 0.5f, 0, 0 });
    ((MwRef *) batch->transforms.data)[1] = moved ? m2_ref (transform) : MW_REF_NONE;
    stage_show (&stage);
    g_autoptr (MwImage) image = stage_draw (&stage);
    const double clear[3] = { under[0] * 255, under[1] * 255, under[2] * 255 };
    ASSERT_COLOUR (image, SIDE / 4, SIDE / 2, moved ? red : clear);
    ASSERT_COLOUR (image, SIDE * 3 / 4, SIDE / 2, moved ? green : clear);
  }
  stage_close (&stage);
}

static void
test_environment (gconstpointer es)
{
  /* A normal tilted by 30 degrees to the right gives u = 0.5 + sin (30) / 2 in the middle of the picture. */
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  for (int side = -1; side <= 1; side += 2) {
    new_model (&stage, 264);
    MwM2Batch *batch = add_batch (&stage, add_quad (&stage, 0), 0, "halves", NULL);
    float *normals = stage.model->normals.data;
    for (int i = 0; i < 4; i++) {
      normals[3 * i] = sqrtf (0.75f);
      normals[3 * i + 1] = (float) side * 0.5f;
    }
    ((uint16_t *) batch->coords.data)[0] = 0xFFFF;
    stage_show (&stage);
    g_autoptr (MwImage) image = stage_draw (&stage);
    ASSERT_COLOUR (image, SIDE / 2, SIDE / 2, side < 0 ? red : green);
  }
  stage_close (&stage);
}

/* --- Missing textures ------------------------------------------------------------------------------------------------- */

/* Whether the pixel is of clay. The picture shows 64 x 64 of the 128 x 128 pixels of the clay, so that only a whole square
 * can be compared: its middle, unless it has a line. `at`: from 0 to 1 along both axes. */
static void
assert_clay (const MwImage *image, double at, MwClay clay)
{
  uint8_t rgb[2][3];
  const double light = scene_light ();
  int pixel = (int) (at * SIDE) + 6; /* the middle of the second square from there */
  scene_clay (clay, rgb);
  scene_assert_pixel (image, pixel, pixel, rgb[0][0] * light, rgb[0][1] * light, rgb[0][2] * light);
}

static void
test_missing (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  set_background (&stage);
  for (uint16_t mode = 0; mode <= 8; mode++)
    for (guint layer = 0; layer < 2; layer++) {
      gboolean glows = mode == 3 || mode == 4 || mode >= 7, filters = mode == 5 || mode == 6;
      new_model (&stage, 264);
      MwM2Batch *batch = add_batch (&stage, add_quad (&stage, 0), mode, "nowhere", NULL);
      batch->layer = (uint16_t) layer;
      stage_show (&stage);
      g_autoptr (MwImage) image = stage_draw (&stage);
      g_test_message ("blend %u, layer %u", mode, layer);
      if (!glows && !filters) {
        assert_clay (image, 0.25, MW_CLAY_PLAIN);
        continue;
      }
      double part = glows && layer == 0 ? 0.4 : 0, cover = mode == 7 ? part : 0;
      scene_assert_pixel (image, 1, 1, under[0] * 255, under[1] * 255, under[2] * 255);
      scene_assert_pixel (image, SIDE / 2, SIDE / 2, 255 * MIN (under[0] * (1 - cover) + part, 1),
                          255 * MIN (under[1] * (1 - cover) + part, 1), 255 * MIN (under[2] * (1 - cover) + part, 1));
    }
  /* Of two textures one is missing: the other alone is shown, or clay if it is only there to be combined. */
  for (guint first = 0; first < 2; first++) {
    new_model (&stage, 264);
    MwM2Batch *batch = add_batch (&stage, add_quad (&stage, 0), 0, first ? "C08040C0" : "nowhere",
                                  first ? "nowhere" : "C08040C0");
    set_weight (&stage, batch, 1);
    stage_show (&stage);
    g_autoptr (MwImage) image = stage_draw (&stage);
    if (first)
      scene_assert_pixel (image, 20, 20, 0xC0, 0x80, 0x40);
    else
      assert_clay (image, 0.25, MW_CLAY_PLAIN);
  }
  stage_close (&stage);
}

/* --- Textures shown --------------------------------------------------------------------------------------------------- */

static void
test_shown (gconstpointer es)
{
  Stage stage;
  g_autoptr (GError) error = NULL;
  if (!stage_open (&stage, es))
    return;
  MwM2Batch *batch = add_batch (&stage, add_quad (&stage, 0), 0, "0000FFFF", NULL);
  MwM2Texture *texture = (MwM2Texture *) mw_model_resolve (&stage.model->model, ((MwRef *) batch->textures.data)[0]);
  texture->type = 11;
  stage_show (&stage);
  g_autoptr (MwImage) missing = stage_draw (&stage);
  assert_clay (missing, 0.25, MW_CLAY_SKIN);
  g_autoptr (GArray) hidden = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GPtrArray) lacking = mw_renderer_missing (stage.show.renderer, hidden);
  g_assert_cmpuint (lacking->len, ==, 1);
  g_assert_true (lacking->pdata[0] == texture);
  mw_renderer_show_texture (stage.show.renderer, 11, "20C040FF");
  mw_renderer_show_texture (stage.show.renderer, 12, "FF0000FF");
  g_autoptr (MwImage) given = stage_draw (&stage);
  g_assert_cmpuint (n_images, ==, 1);
  scene_assert_pixel (given, 20, 20, 0x20, 0xC0, 0x40);
  g_autoptr (GPtrArray) found = mw_renderer_missing (stage.show.renderer, hidden);
  g_assert_cmpuint (found->len, ==, 0);
  mw_image_free (stage_draw (&stage));
  g_assert_cmpuint (n_images, ==, 0);

  /* A file on disk. */
  g_autoptr (MwImage) purple = scene_load ("8010F0FF", NULL, NULL);
  g_autoptr (GByteArray) png = g_bytes_unref_to_array (mw_png_write (purple, NULL, 0, NULL));
  g_autofree char *path = NULL;
  int file = g_file_open_tmp ("modelwright-XXXXXX.png", &path, &error);
  g_assert_no_error (error);
  g_assert_true (g_close (file, &error));
  g_assert_true (g_file_set_contents (path, (const char *) png->data, (gssize) png->len, &error));
  mw_renderer_show_texture (stage.show.renderer, 11, path);
  g_autoptr (MwImage) chosen = stage_draw (&stage);
  scene_assert_pixel (chosen, 20, 20, 0x80, 0x10, 0xF0);
  g_remove (path);
  mw_renderer_show_texture (stage.show.renderer, 11, NULL);
  g_autoptr (MwImage) again = stage_draw (&stage);
  g_assert_cmpmem (again->rgba, SIDE * SIDE * 4, missing->rgba, SIDE * SIDE * 4);
  stage_close (&stage);
}

/* --- Bones, order, sides ---------------------------------------------------------------------------------------------- */

static void
test_weights (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  add_batch (&stage, add_quad (&stage, 0), 0, "FFFFFFFF", NULL);
  /* One third of the weight is a bone that moves by 2 to the right; the rest is a bone that does not exist and so
   * does not move. */
  MwM2Bone *mover = m2_add_bone (stage.model, NULL, 0, 0, 0);
  m2_set_constant (stage.model, mover, "translation.track", (float[]) { 0, 2, 0 });
  uint8_t *weights = stage.model->bone_weights.data, *bones = stage.model->bone_indices.data;
  for (int i = 0; i < 4; i++) {
    memcpy (weights + 4 * i, ((uint8_t[]) { 85, 170, 0, 0 }), 4);
    memcpy (bones + 4 * i, ((uint8_t[]) { 1, 200, 0, 0 }), 4);
  }
  stage_show (&stage);
  stage.show.frame.clock = m2_clock (stage.model, stage.stand, 0);
  g_autoptr (MwImage) moved = stage_draw (&stage);
  /* The picture is 2 wide: its left third becomes empty. */
  scene_assert_pixel (moved, SIDE / 3 - 3, SIDE / 2, 0, 0, 0);
  scene_assert_pixel (moved, SIDE / 3 + 3, SIDE / 2, 255, 255, 255);
  memset (weights, 0, 16);
  stage_show (&stage);
  g_autoptr (MwImage) still = stage_draw (&stage);
  scene_assert_pixel (still, 2, SIDE / 2, 255, 255, 255);
  stage.show.frame.clock = MW_CLOCK_REST;
  stage.show.frame.shading = MW_SHADING_GROUPS;
  mw_image_free (stage_draw (&stage));
  /* What the selected bones have of it. */
  double rgb[3];
  for (int i = 0; i < 4; i++)
    memcpy (weights + 4 * i, ((uint8_t[]) { 85, 170, 0, 0 }), 4);
  stage.show.frame.shading = MW_SHADING_WEIGHTS;
  const MwId selected = mover->record.id;
  for (guint n = 0; n < 2; n++) {
    stage.show.frame.selected = &selected;
    stage.show.frame.n_selected = n;
    stage_show (&stage);
    g_autoptr (MwImage) heat = stage_draw (&stage);
    scene_heat (n ? 1.0 / 3 : -1, rgb);
    scene_assert_pixel (heat, SIDE / 2, 5, rgb[0], rgb[1], rgb[2]);
  }
  stage_close (&stage);
}

static void
test_order (gconstpointer es)
{
  const double a = 0x80 / 255.0;
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  /* The nearer batch was added first; neither writes depth. */
  MwM2Submesh *near_one = add_quad (&stage, 0.5f), *far_one = add_quad (&stage, 0);
  MwM2Batch *first = add_batch (&stage, near_one, 2, "FF000080", NULL);
  MwM2Batch *second = add_batch (&stage, far_one, 2, "00FF0080", NULL);
  material_of (&stage, first)->flags |= 0x10;
  material_of (&stage, second)->flags |= 0x10;
  stage_show (&stage);
  g_autoptr (MwImage) by_depth = stage_draw (&stage);
  scene_assert_pixel (by_depth, 20, 40, 255 * a, 255 * a * (1 - a), 0);
  second->priority_plane = 1;
  g_autoptr (MwImage) by_plane = stage_draw (&stage);
  scene_assert_pixel (by_plane, 20, 40, 255 * a * (1 - a), 255 * a, 0);
  second->priority_plane = 0;
  /* Layers of one submesh are drawn by their number. */
  second->submesh = m2_ref (near_one);
  first->layer = 1;
  first->material = second->material;
  g_autoptr (MwImage) by_layer = stage_draw (&stage);
  scene_assert_pixel (by_layer, 20, 40, 255 * a, 255 * a * (1 - a), 0);
  stage_close (&stage);
}

static void
test_render_flags (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwM2Batch *front = add_batch (&stage, add_quad (&stage, 0.5f), 0, "FF0000FF", NULL);
  MwM2Batch *rear = add_batch (&stage, add_quad (&stage, 0), 0, "00FF00FF", NULL);
  stage_show (&stage);
  g_autoptr (MwImage) hidden = stage_draw (&stage);
  ASSERT_COLOUR (hidden, 20, 40, red);
  material_of (&stage, rear)->flags |= 0x8; /* no depth test */
  g_autoptr (MwImage) untested = stage_draw (&stage);
  ASSERT_COLOUR (untested, 20, 40, green);
  material_of (&stage, rear)->flags &= (uint16_t) ~0x8;
  material_of (&stage, front)->flags |= 0x10; /* no depth write */
  g_autoptr (MwImage) unwritten = stage_draw (&stage);
  ASSERT_COLOUR (unwritten, 20, 40, green);
  /* From the back only the two-sided one is visible. */
  mw_camera_set_view (&stage.show.frame.camera, MW_VIEW_BACK);
  g_autoptr (MwImage) back = stage_draw (&stage);
  scene_assert_pixel (back, 20, 40, 0, 0, 0);
  material_of (&stage, front)->flags |= 0x4;
  g_autoptr (MwImage) two_sided = stage_draw (&stage);
  ASSERT_COLOUR (two_sided, 20, 40, red);
  /* Lit: by the angle between the light and +X, as in renderer.h. */
  mw_camera_set_view (&stage.show.frame.camera, MW_VIEW_FRONT);
  material_of (&stage, front)->flags = 0;
  g_autoptr (MwImage) lit = stage_draw (&stage);
  scene_assert_pixel (lit, 20, 40, 255 * (0.55 + 0.5 * 0.5 / sqrt (0.98)), 0, 0);
  stage_close (&stage);
}

static void
test_hidden_and_profiles (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwM2Submesh *submesh = add_quad (&stage, 0);
  MwM2Batch *batch = add_batch (&stage, submesh, 0, "FF0000FF", NULL);
  MwM2Skin *first = stage.skin;
  stage.skin = m2_add (stage.model, "skins", &mw_m2_skin_schema);
  add_batch (&stage, add_quad (&stage, 0), 0, "00FF00FF", NULL);
  stage_show (&stage);
  g_autoptr (MwImage) image = stage_draw (&stage);
  ASSERT_COLOUR (image, 20, 40, red);
  stage.show.frame.profile = stage.skin->record.id;
  g_autoptr (MwImage) second = stage_draw (&stage);
  ASSERT_COLOUR (second, 20, 40, green);
  stage.show.frame.profile = 0;
  first->not_loaded = 1;
  g_autoptr (MwImage) loaded = stage_draw (&stage);
  ASSERT_COLOUR (loaded, 20, 40, green);
  first->not_loaded = 0;
  const MwId ids[] = { submesh->record.id, batch->record.id };
  for (int i = 0; i < 2; i++)
    for (int shading = MW_SHADING_TEXTURED; shading <= MW_SHADING_MISSING; shading++) {
      stage.show.frame.shading = (MwShading) shading;
      stage.show.frame.hidden = &ids[i];
      stage.show.frame.n_hidden = 1;
      g_autoptr (MwImage) gone = stage_draw (&stage);
      scene_assert_pixel (gone, 20, 40, 0, 0, 0);
    }
  /* The outline of a selected submesh, or of the submesh of a selected batch. */
  stage.show.frame.camera.distance *= 2;
  stage.show.frame.shading = MW_SHADING_TEXTURED;
  stage.show.frame.n_hidden = 0;
  g_autoptr (MwImage) plain = stage_draw (&stage);
  for (int i = 0; i < 2; i++) {
    stage.show.frame.selected = &ids[i];
    stage.show.frame.n_selected = 1;
    g_autoptr (MwImage) outlined = stage_draw (&stage);
    g_assert_cmpint (memcmp (outlined->rgba, plain->rgba, SIDE * SIDE * 4), !=, 0);
  }
  /* There is none for a hidden submesh, whether it or its batch is selected, nor for a hidden batch. */
  static const struct {
    int hidden, selected;
  } pairs[] = { { 0, 0 }, { 0, 1 }, { 1, 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++) {
    stage.show.frame.hidden = &ids[pairs[i].hidden];
    stage.show.frame.n_hidden = 1;
    stage.show.frame.selected = &ids[pairs[i].selected];
    g_autoptr (MwImage) gone = stage_draw (&stage);
    for (int at = 0; at < SIDE * SIDE; at++)
      scene_assert_pixel (gone, at % SIDE, at / SIDE, 0, 0, 0);
  }
  stage_close (&stage);
}

static void
test_markers (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwM2Attachment *hand = m2_add (stage.model, "attachments", &mw_m2_attachment_schema);
  hand->bone = m2_ref (stage.bone);
  hand->attachment_id = 0;
  hand->position[1] = 0.5f;
  MwM2Event *event = m2_add (stage.model, "events", &mw_m2_event_schema);
  mw_text_set (&event->identifier, "$DTH", 4);
  event->bone = MW_REF_NONE;
  stage_show (&stage);
  stage.show.frame.overlays = MW_OVERLAY_ATTACHMENTS | MW_OVERLAY_EVENTS | MW_OVERLAY_BONES;
  mw_image_free (stage_draw (&stage));
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (MwLabel));
  mw_renderer_labels (stage.show.renderer, &stage.show.frame, labels);
  g_assert_cmpuint (labels->len, ==, 3);
  for (guint i = 0; i < 3; i++) {
    const MwLabel *label = &g_array_index (labels, MwLabel, i);
    g_assert_cmpstr (label->name, !=, "");
    if (label->id == hand->record.id)
      g_assert_cmpfloat_with_epsilon (label->x, SIDE * 0.75, 0.01);
    if (label->id == event->record.id)
      g_assert_cmpstr (label->name, ==, "$DTH");
    if (label->id == stage.bone->record.id)
      g_assert_cmpstr (label->name, ==, "bones[0]");
  }
  stage_close (&stage);
}

/* --- Uploads ---------------------------------------------------------------------------------------------------------- */

/* Makes one change, and checks what the next draw uploads because of it. */
static void
assert_uploads (Stage *stage, gpointer record, const char *field, uint32_t first, uint32_t n, guint images,
                guint buffers)
{
  g_autoptr (MwChangeSet) set = mw_change_set_new ();
  const MwRecord *changed = record;
  mw_change_set_add (set, (MwChange) { .kind = n ? MW_CHANGE_SET : MW_CHANGE_SWAP,
                                       .id = changed->id,
                                       .schema = changed->schema,
                                       .field = mw_schema_field (changed->schema, field),
                                       .first = first,
                                       .n = n });
  g_assert_nonnull (mw_schema_field (changed->schema, field));
  mw_renderer_apply_change (stage->show.renderer, &stage->model->model, set);
  mw_image_free (stage_draw (stage));
  g_test_message ("%s: %u images, %u buffers", field, n_images, n_buffers);
  g_assert_cmpuint (n_images, ==, images);
  g_assert_cmpuint (n_buffers, ==, buffers);
}

static void
test_uploads (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwM2Submesh *submesh = add_quad (&stage, 0);
  MwM2Batch *batch = add_batch (&stage, submesh, 0, "FF0000FF", "00FF00FF");
  MwM2Texture *texture = (MwM2Texture *) mw_model_resolve (&stage.model->model, ((MwRef *) batch->textures.data)[0]);
  stage_show (&stage);
  mw_image_free (stage_draw (&stage));
  g_assert_cmpuint (n_buffers, ==, 7); /* six arrays of the vertices, and the triangles */
  mw_image_free (stage_draw (&stage));
  g_assert_cmpuint (n_images + n_buffers, ==, 0);
  assert_uploads (&stage, texture, "path", 0, 1, 1, 0);
  assert_uploads (&stage, texture, "type", 0, 1, 1, 0);
  assert_uploads (&stage, texture, "flags", 0, 1, 0, 0);
  assert_uploads (&stage, material_of (&stage, batch), "blend_mode", 0, 1, 0, 0);
  assert_uploads (&stage, batch, "priority_plane", 0, 1, 0, 0);
  assert_uploads (&stage, submesh, "triangles", 0, 3, 0, 1);
  assert_uploads (&stage, submesh, "triangles", 0, 0, 0, 1);
  assert_uploads (&stage, stage.model, "vertices.position", 1, 2, 0, 1);
  assert_uploads (&stage, stage.model, "vertices.normal", 0, 0, 0, 1);
  assert_uploads (&stage, stage.model, "vertices.weights", 0, 4, 0, 1);
  assert_uploads (&stage, stage.model, "vertices.bones", 0, 4, 0, 1);
  assert_uploads (&stage, stage.model, "vertices.uv", 0, 1, 0, 1);
  assert_uploads (&stage, stage.model, "vertices.uv2", 0, 1, 0, 1);
  assert_uploads (&stage, stage.bone, "pivot", 0, 1, 0, 0);
  stage_close (&stage);
}

/* --- Hostile ---------------------------------------------------------------------------------------------------------- */

static void
test_hostile (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  for (int what = 0; what < 8; what++) {
    new_model (&stage, 264);
    MwM2 *model = stage.model;
    MwM2Submesh *submesh = add_quad (&stage, 0);
    MwM2Batch *batch = add_batch (&stage, submesh, 2, "FFFFFFFF", "FF0000FF");
    model->global_flags = 8;
    switch (what) {
    case 0: /* triangles beyond the vertices, and one corner too many */
      append (&submesh->triangles, (uint16_t[]) { 65535, 4, 0, 1 }, 4, 2);
      break;
    case 1: /* arrays of the vertices too short */
      mw_array_clear (&model->bone_indices);
      mw_array_clear (&model->uvs);
      mw_array_clear (&model->normals);
      break;
    case 2: /* no vertices */
      mw_array_clear (&model->positions);
      break;
    case 3: /* references that lead nowhere, or to another kind */
      batch->material = m2_ref (submesh);
      batch->color = m2_ref (batch);
      batch->weight = batch->weight_3 = (MwRef) { 0, 77 };
      batch->weight_2 = m2_ref (submesh);
      ((MwRef *) batch->textures.data)[0] = m2_ref (stage.bone);
      ((MwRef *) batch->transforms.data)[0] = m2_ref (stage.skin);
      submesh->center_bone = (MwRef) { 0, 3 };
      stage.bone->parent = m2_ref (stage.bone);
      break;
    case 4: /* a submesh of another profile */
      stage.skin = m2_add (model, "skins", &mw_m2_skin_schema);
      stage.show.frame.profile = stage.skin->record.id;
      add_batch (&stage, submesh, 0, "FFFFFFFF", NULL);
      break;
    case 5: /* numbers that are not finite */
      for (uint32_t i = 0; i < 12; i++)
        ((float *) model->positions.data)[i] = NAN;
      submesh->sort_center[0] = submesh->sort_radius = INFINITY;
      break;
    case 6: /* units without coordinates or transforms, a shader beyond the table */
      mw_array_clear (&batch->coords);
      mw_array_clear (&batch->transforms);
      batch->shader = 0xFFFF;
      break;
    default: /* no textures; many bones */
      mw_array_clear (&batch->textures);
      for (int i = 0; i < 400; i++)
        m2_add_bone (model, stage.bone, 0, 0, 0);
    }
    stage_show (&stage);
    stage.show.frame.overlays = ~0u;
    for (int shading = MW_SHADING_TEXTURED; shading <= MW_SHADING_MISSING; shading++) {
      stage.show.frame.shading = (MwShading) shading;
      stage.show.frame.selected = &submesh->record.id;
      stage.show.frame.n_selected = 1;
      mw_image_free (stage_draw (&stage));
    }
    stage.show.frame.profile = 0;
  }
  stage_close (&stage);
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = {
    { "a missing texture is clay or a faint spot, by blend mode", test_missing },
    { "each blend mode gives the reference's colour", test_blend_modes },
    { "colour and weight multiply", test_colour },
    { "textures combine as the client has it", test_two_textures },
    { "the weights of later textures are animated", test_animated_weights },
    { "texture transforms move", test_texture_transform },
    { "each texture has its coordinates", test_second_coordinates },
    { "the third texture has the coordinates of the first or the second", test_later_coordinates },
    { "environment coordinates follow the normal", test_environment },
    { "textures of a type show what was chosen", test_shown },
    { "vertices follow their bones by weight", test_weights },
    { "planes, then distance, then layers sort", test_order },
    { "render flags switch features off", test_render_flags },
    { "profiles are chosen and submeshes hidden", test_hidden_and_profiles },
    { "markers have names", test_markers },
    { "only what the change set names is uploaded", test_uploads },
    { "bad indices do no harm", test_hostile },
  };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("m2", tests, G_N_ELEMENTS (tests));
  return g_test_run ();
}
