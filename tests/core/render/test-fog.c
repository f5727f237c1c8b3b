/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/pose/m2-models.h"
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

#include <math.h>
#include <string.h>

/* Fog (rendering.md 3.9), worked out in double precision for a square that fills the picture. */

enum { SIDE = 32 };

static const double fog[3] = { 0.1, 0.6, 0.9 }, under[3] = { 0.25, 0.5, 0.75 };
static const char *const texel = "C0A080FF";

typedef struct {
  Show show;
  MwModel *model;
} Stage;

static gboolean
stage_open (Stage *stage, gconstpointer es)
{
  *stage = (Stage) { 0 };
  if (!show_open (&stage->show, SIDE, es != NULL, NULL))
    return FALSE;
  MwFrame *frame = &stage->show.frame;
  scene_frame (frame, stage->show.offscreen, SIDE);
  frame->fog.on = TRUE;
  frame->fog.start = frame->camera.distance - 0.5f;
  frame->fog.end = frame->camera.distance + 1.5f;
  for (int i = 0; i < 3; i++) {
    frame->fog.rgb[i] = (float) fog[i];
    frame->background[i] = (float) under[i];
  }
  return TRUE;
}

static void
show (Stage *stage, MwModel *model)
{
  mw_renderer_set_model (stage->show.renderer, model, scene_load, NULL);
  if (stage->model)
    mw_model_free (stage->model);
  stage->model = model;
}

static void
stage_close (Stage *stage)
{
  show_close (&stage->show);
  mw_model_free (stage->model);
}

/* How much of the square is seen at a pixel: by its depth, or by its distance from the eye. */
static double
clear_at (const Stage *stage, int x, int y, gboolean by_depth)
{
  const MwFrame *frame = &stage->show.frame;
  const double across = (x + 0.5) / SIDE * 2 - 1, down = (y + 0.5) / SIDE * 2 - 1,
               depth = (double) frame->camera.distance,
               d = by_depth ? depth : sqrt (depth * depth + across * across + down * down);
  return CLAMP (((double) frame->fog.end - d) / ((double) frame->fog.end - (double) frame->fog.start), 0, 1);
}

/* Checks that a pixel has this colour (0 to 1), of which so much is seen through the fog. */
static void
assert_fogged (const MwImage *image, int x, int y, const double *rgba, double seen)
{
  scene_assert_pixel (image, x, y, 255 * (fog[0] + seen * (rgba[0] - fog[0])),
                      255 * (fog[1] + seen * (rgba[1] - fog[1])), 255 * (fog[2] + seen * (rgba[2] - fog[2])));
}

static MwModel *
make_mdlx (uint32_t mode, uint32_t flags)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxMaterial *material = scene_add (model, "materials", &mw_mdlx_material_schema);
  scene_add_layer (model, material, mode, scene_add_texture (model, texel, 0, 3))->flags = flags;
  scene_add_quad (model, 0, material, NULL);
  return &model->model;
}

static void
layers_are_fogged_by_their_depth (gconstpointer es)
{
  Stage stage;
  double rgba[4];
  if (!stage_open (&stage, es))
    return;
  scene_texel (texel, rgba);
  for (uint32_t mode = 0; mode <= 6; mode++)
    for (guint unfogged = 0; unfogged < 2; unfogged++) {
      show (&stage, make_mdlx (mode, unfogged ? 0x21 : 0x1));
      g_autoptr (MwImage) image = show_draw (&stage.show);
      stage.show.frame.fog.on = FALSE;
      g_autoptr (MwImage) without = show_draw (&stage.show);
      stage.show.frame.fog.on = TRUE;
      if (mode > 2 || unfogged) {
        g_assert_cmpuint (n_other_pixels (image, without), ==, 0);
        continue;
      }
      for (int at = 1; at < SIDE; at += 14) {
        const double f = clear_at (&stage, at, at, TRUE), seen = f * (2 - f);
        assert_fogged (image, at, at, rgba, seen);
      }
    }
  stage_close (&stage);
}

/* What is seen through exponential fog: the formulas of the reference, with the density that leaves 1/256 at the end. */
static double
exponential_at (const Stage *stage, int x, int y, gboolean by_depth)
{
  const MwFog *f = &stage->show.frame.fog;
  const double across = (x + 0.5) / SIDE * 2 - 1, down = (y + 0.5) / SIDE * 2 - 1,
               depth = (double) stage->show.frame.camera.distance,
               d = by_depth ? depth : sqrt (depth * depth + across * across + down * down),
               part = -log (1 - sqrt (255.0 / 256)) * (d / (double) f->end);
  return f->kind == MW_FOG_EXPONENTIAL ? exp (-part) : exp (-part * d / (double) f->end);
}

static void
exponential_fog_begins_at_the_eye (gconstpointer es)
{
  Stage stage;
  double rgba[4];
  if (!stage_open (&stage, es))
    return;
  scene_texel (texel, rgba);
  show (&stage, make_mdlx (0, 1));
  MwFrame *frame = &stage.show.frame;
  for (guint kind = MW_FOG_EXPONENTIAL; kind < MW_FOG_KINDS; kind++)
    for (guint far = 1; far <= 5; far += 2) {
      frame->fog.kind = kind;
      frame->fog.start = 0;
      frame->fog.end = frame->camera.distance * (float) far;
      g_autoptr (MwImage) image = show_draw (&stage.show);
      const double f = exponential_at (&stage, 9, 9, TRUE), seen = f * (2 - f);
      g_assert_true (far > 1 || fabs (seen - 1.0 / 256) < 1e-6);
      assert_fogged (image, 9, 9, rgba, seen);
    }
  stage_close (&stage);
}

static void
before_its_start_there_is_none_and_after_its_end_nothing_else (gconstpointer es)
{
  Stage stage;
  double rgba[4];
  if (!stage_open (&stage, es))
    return;
  scene_texel (texel, rgba);
  show (&stage, make_mdlx (0, 1));
  MwFrame *frame = &stage.show.frame;
  frame->fog.start = frame->camera.distance + 1;
  frame->fog.end = frame->camera.distance + 2;
  g_autoptr (MwImage) before = show_draw (&stage.show);
  scene_assert_pixel (before, 9, 9, rgba[0] * 255, rgba[1] * 255, rgba[2] * 255);
  frame->fog.start = 0;
  frame->fog.end = frame->camera.distance - 1;
  g_autoptr (MwImage) after = show_draw (&stage.show);
  scene_assert_pixel (after, 9, 9, fog[0] * 255, fog[1] * 255, fog[2] * 255);
  frame->shading = MW_SHADING_SOLID;
  g_autoptr (MwImage) solid = show_draw (&stage.show);
  frame->fog.on = FALSE;
  g_autoptr (MwImage) clear = show_draw (&stage.show);
  g_assert_cmpuint (n_other_pixels (solid, clear), ==, 0);
  stage_close (&stage);
}

static MwModel *
make_m2 (uint16_t mode, uint16_t flags)
{
  const float positions[] = { 0, -1, 1, 0, 1, 1, 0, 1, -1, 0, -1, -1 },
              normals[] = { 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0 };
  const float uvs[8] = { 0 };
  const uint8_t weights[16] = { 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0 }, bones[16] = { 0 };
  MwM2 *model = mw_m2_new (264);
  m2_add_sequence (model, 0, 1000, 0x20);
  MwM2Bone *bone = m2_add_bone (model, NULL, 0, 0, 0);
  MwM2Skin *skin = m2_add (model, "skins", &mw_m2_skin_schema);
  model->positions = mw_array_copy (positions, 4, 12);
  model->normals = mw_array_copy (normals, 4, 12);
  model->uvs = mw_array_copy (uvs, 4, 8);
  model->uvs2 = mw_array_copy (uvs, 4, 8);
  model->bone_weights = mw_array_copy (weights, 4, 4);
  model->bone_indices = mw_array_copy (bones, 4, 4);
  MwM2Submesh *submesh = m2_add_to (model, skin, "submeshes", &mw_m2_submesh_schema);
  submesh->triangles = mw_array_copy ((uint16_t[]) { 0, 3, 2, 0, 2, 1 }, 6, 2);
  submesh->center_bone = m2_ref (bone);
  MwM2Material *material = m2_add (model, "materials", &mw_m2_material_schema);
  material->flags = flags;
  material->blend_mode = mode;
  MwM2Texture *texture = m2_add (model, "textures", &mw_m2_texture_schema);
  mw_text_set (&texture->path, texel, strlen (texel));
  MwM2Batch *batch = m2_add_to (model, skin, "batches", &mw_m2_batch_schema);
  batch->submesh = m2_ref (submesh);
  batch->material = m2_ref (material);
  batch->color = batch->weight = batch->weight_2 = batch->weight_3 = MW_REF_NONE;
  batch->textures = mw_array_copy ((MwRef[]) { m2_ref (texture) }, 1, sizeof (MwRef));
  batch->transforms = mw_array_copy ((MwRef[]) { MW_REF_NONE }, 1, sizeof (MwRef));
  batch->coords = mw_array_copy ((uint16_t[]) { 0 }, 1, 2);
  return &model->model;
}

/* What is added or multiplied vanishes in fog of another colour. */
static void
batches_are_fogged_by_their_distance (gconstpointer es)
{
  static const double black[3] = { 0, 0, 0 }, white[3] = { 1, 1, 1 }, grey[3] = { 0.5, 0.5, 0.5 };
  const double *const colours[] = { fog, fog, fog, black, black, white, grey, grey, black };
  Stage stage;
  double rgba[4];
  if (!stage_open (&stage, es))
    return;
  scene_texel (texel, rgba);
  for (uint16_t mode = 0; mode < G_N_ELEMENTS (colours); mode++)
    for (guint unfogged = 0; unfogged < 2; unfogged++) {
      show (&stage, make_m2 (mode, unfogged ? 0x3 : 0x1));
      g_autoptr (MwImage) image = show_draw (&stage.show);
      for (int at = 1; at < SIDE; at += 14) {
        const double seen = unfogged ? 1 : clear_at (&stage, at, at, FALSE);
        double source[3], wanted[3];
        for (int i = 0; i < 3; i++)
          source[i] = colours[mode][i] + seen * (rgba[i] * (mode == 6 ? 0.5 : 1) - colours[mode][i]);
        scene_blend_m2 (mode, source, 1, under, wanted);
        scene_assert_pixel (image, at, at, wanted[0] * 255, wanted[1] * 255, wanted[2] * 255);
      }
    }
  stage_close (&stage);
}

/* Thick fog hides all of them but its colour; a glow is not fogged. */
static void
particles_are_fogged_unless_they_glow (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwFrame *frame = &stage.show.frame;
  frame->clock = (MwClock) { .end = 1000, .time = 100 };
  frame->fog.start = 0;
  frame->fog.end = 0.1f;
  static const uint32_t flags[] = { 0x8000, 0x48000 };
  for (uint32_t mode = 0; mode <= 4; mode++)
    for (guint k = 0; k < G_N_ELEMENTS (flags); k++) {
      MwMdlx *model = mw_mdlx_new ();
      MwMdlxParticleEmitter2 *e = scene_add (model, "nodes", &mw_mdlx_particle_emitter2_schema);
      e->squirt = 1;
      e->emission_rate = e->life_span = 1;
      e->speed = e->variation = e->gravity = e->length = e->width = 0;
      e->rows = e->columns = 1;
      e->filter_mode = mode;
      e->texture = scene_ref (scene_add_texture (model, texel, 0, 3));
      for (guint i = 0; i < 3; i++) {
        e->segment_scaling[i] = 4;
        e->segment_alpha[i] = 255;
        for (guint c = 0; c < 3; c++)
          e->segment_color[i][c] = 1;
      }
      e->node.flags = flags[k];
      show (&stage, &model->model);
      g_autoptr (MwImage) image = show_draw (&stage.show);
      frame->fog.on = FALSE;
      g_autoptr (MwImage) without = show_draw (&stage.show);
      frame->fog.on = TRUE;
      if (k == 0 && (mode == 0 || mode == 4))
        scene_assert_pixel (image, SIDE / 2, SIDE / 2, fog[0] * 255, fog[1] * 255, fog[2] * 255);
      else
        g_assert_cmpuint (n_other_pixels (image, without), ==, 0);
    }
  stage_close (&stage);
}

/* The fog comes after the tone of HD surfaces. */
static void
hd_surfaces_are_fogged_as_they_are_seen (gconstpointer es)
{
  static const char *const images[] = { "C0A080FF", "8080FFFF", "FF800000", "000000FF", "FF0000FF", "808080FF" };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlx *model = mw_mdlx_new ();
  model->version = 1000;
  MwMdlxMaterial *material = scene_add (model, "materials", &mw_mdlx_material_schema);
  mw_text_set (&material->shader, "Shader_HD_DefaultUnit", strlen ("Shader_HD_DefaultUnit"));
  for (guint i = 0; i < G_N_ELEMENTS (images); i++)
    scene_add_layer (model, material, 0, scene_add_texture (model, images[i], 0, 3))->flags = 0;
  scene_add_quad (model, 0, material, NULL);
  show (&stage, &model->model);
  g_autoptr (MwImage) image = show_draw (&stage.show);
  stage.show.frame.fog.on = FALSE;
  g_autoptr (MwImage) without = show_draw (&stage.show);
  const double f = clear_at (&stage, 9, 9, TRUE), seen = f * (2 - f);
  const uint8_t *plain = scene_pixel (without, 9, 9);
  g_assert_cmpuint (plain[0], >, 40);
  scene_assert_pixel (image, 9, 9, 255 * fog[0] + seen * (plain[0] - 255 * fog[0]),
                      255 * fog[1] + seen * (plain[1] - 255 * fog[1]), 255 * fog[2] + seen * (plain[2] - 255 * fog[2]));
  stage_close (&stage);
}

/* --- What fog is ---------------------------------------------------------------------------------------------------- */

static void
a_text_says_what_fog_is (void)
{
  static const struct {
    const char *text, *again; /* NULL: the text is none */
  } cases[] = {
    { "#8090A0,200,900", "#8090A0,200,900" },
    { "#8090a0,0.5,1e6", "#8090A0,0.5,1000000" },
    { "#000000,0,1,linear", "#000000,0,1" },
    { "#FFFFFF,0,900,exponential", "#FFFFFF,0,900,exponential" },
    { "#010203,0,900,squared", "#010203,0,900,squared" },
    { "#010203,1,900,squared", NULL },
    { "#010203,1,900,exponential", NULL },
    { "#010203,0,900,thick", NULL },
    { "#010203,0,900,", NULL },
    { "#010203,0,900x", NULL },
    { "#010203,0,900exponential", NULL },
    { "#010203,0,1000001", NULL },
    { "#010203,-1,10", NULL },
    { "#010203,5,5", NULL },
    { "#010203,nan,5", NULL },
    { "#010203,1", NULL },
    { "#010203", NULL },
    { "#01020,1,2", NULL },
    { "#0102030,1,2", NULL },
    { "010203,1,2", NULL },
    { "", NULL },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwFog read = { .end = 77 };
    g_assert_cmpint (mw_fog_from_text (cases[i].text, &read), ==, cases[i].again != NULL);
    g_assert_cmpint (read.on, ==, cases[i].again != NULL);
    g_assert_true (cases[i].again || read.end == 77);
    g_autofree char *again = cases[i].again ? mw_fog_to_text (&read) : NULL;
    g_assert_cmpstr (again, ==, cases[i].again);
  }
  /* Exponential fog has no start, even if one is left from before. */
  const MwFog left = { .on = TRUE, .kind = MW_FOG_EXPONENTIAL, .start = 5, .end = 9 };
  g_autofree char *text = mw_fog_to_text (&left);
  g_assert_cmpstr (text, ==, "#000000,0,9,exponential");
}

static void
fogs_are_equal_if_they_look_the_same (void)
{
  const MwFog one = { .on = TRUE, .start = 1, .end = 2, .rgb = { 0.5f, 0, 0 } };
  MwFog other = one;
  other.rgb[0] += 0.0001f;
  g_assert_true (mw_fog_equal (&one, &other));
  other.end = 3;
  g_assert_false (mw_fog_equal (&one, &other));
  other.on = FALSE;
  g_assert_false (mw_fog_equal (&one, &other));
  const MwFog off = { .end = 7 };
  g_assert_true (mw_fog_equal (&off, &other));
}

static void
suggested_fog_hides_a_framed_model_by_half (void)
{
  static const float radii[] = { 0.3f, 2, 123.4f, 5000 };
  for (guint i = 0; i < G_N_ELEMENTS (radii); i++) {
    MwCamera camera;
    MwFog suggested = { 0 };
    mw_camera_init (&camera);
    mw_camera_frame (&camera, (float[3]) { 0, 0, 0 }, radii[i], 1);
    mw_fog_suggest (&suggested, &camera);
    const double half = (double) (suggested.start + suggested.end) / 2;
    g_assert_cmpfloat (fabs (half / (double) camera.distance - 1), <, 0.06);
    g_assert_cmpfloat (suggested.start, >, 0);
    g_assert_cmpfloat (suggested.start, <, camera.distance);
    g_autofree char *text = mw_fog_to_text (&suggested);
    g_assert_true (mw_fog_from_text (text, &suggested));
  }
}

static void
only_warcraft_III_has_exponential_fog (void)
{
  MwModel *mdlx = make_mdlx (0, 0), *alpha = make_mdlx (0, 0), *m2 = make_m2 (0, 0);
  ((MwMdlx *) alpha)->family = MW_FAMILY_MDX_WOW;
  for (guint kind = 0; kind < MW_FOG_KINDS; kind++) {
    g_assert_true (mw_fog_kind_is_of (kind, mdlx));
    g_assert_cmpint (mw_fog_kind_is_of (kind, m2), ==, kind == MW_FOG_LINEAR);
    g_assert_cmpint (mw_fog_kind_is_of (kind, alpha), ==, kind == MW_FOG_LINEAR);
  }
  mw_model_free (mdlx);
  mw_model_free (alpha);
  mw_model_free (m2);
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = {
    { "layers are fogged by their depth", layers_are_fogged_by_their_depth },
    { "before its start there is none, and after its end nothing else",
      before_its_start_there_is_none_and_after_its_end_nothing_else },
    { "exponential fog begins at the eye", exponential_fog_begins_at_the_eye },
    { "batches are fogged by their distance", batches_are_fogged_by_their_distance },
    { "particles are fogged unless they glow", particles_are_fogged_unless_they_glow },
    { "HD surfaces are fogged as they are seen", hd_surfaces_are_fogged_as_they_are_seen },
  };
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/fog/a text says what fog is", a_text_says_what_fog_is);
  g_test_add_func ("/render/fog/fogs are equal if they look the same", fogs_are_equal_if_they_look_the_same);
  g_test_add_func ("/render/fog/suggested fog hides a framed model by half",
                   suggested_fog_hides_a_framed_model_by_half);
  g_test_add_func ("/render/fog/only Warcraft III has exponential fog", only_warcraft_III_has_exponential_fog);
  show_add_tests ("fog", tests, G_N_ELEMENTS (tests));
  return g_test_run ();
}
