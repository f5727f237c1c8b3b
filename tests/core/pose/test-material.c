/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/mdlx-material.h"
#include "tests/core/pose/models.h"
#include <math.h>

static const int32_t times[] = { 0, 100 };

static MwTrack *
linear (const MwSchema *schema, const void *values)
{
  return new_track (schema, MW_INTERPOLATION_LINEAR, 2, times, values, NULL, NULL);
}

static void
check_uv (const float uv[6], float u, float v, float to_u, float to_v, const char *where)
{
  const float is[2] = { uv[0] * u + uv[2] * v + uv[4], uv[1] * u + uv[3] * v + uv[5] }, to[2] = { to_u, to_v };
  assert_floats (is, to, 2, 1e-5f, where);
}

static void
a_layer_has_alpha_and_texture_of_the_moment (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwRef first = ref_to (add (model, "textures", &mw_mdlx_texture_schema));
  MwRef second = ref_to (add (model, "textures", &mw_mdlx_texture_schema));
  MwMdlxMaterial *material = add (model, "materials", &mw_mdlx_material_schema);
  MwMdlxLayer *layer = add_to (model, material, "layers", &mw_mdlx_layer_schema);
  MwClock clock = clock_at (0, 100, TRUE, 50), elsewhere = clock_at (500, 600, TRUE, 550), rest = MW_CLOCK_REST;
  MwLayerState state;

  layer->alpha = 0.25f;
  layer->texture = second;
  mw_layer_evaluate (model, layer, &clock, &state);
  g_assert_cmpfloat (state.alpha, ==, 0.25f);
  g_assert_cmpuint (state.texture.id, ==, second.id);
  g_assert_false (state.moves_uv);
  check_uv (state.uv, 0.3f, 0.7f, 0.3f, 0.7f, G_STRLOC);

  set_track (model, layer, "alpha.track", linear (&mw_track_float_schema, (float[]) { 0, 0.5f }));
  set_track (model, layer, "texture.track", linear (&mw_track_texture_schema, (MwRef[]) { second, first }));
  mw_layer_evaluate (model, layer, &clock, &state);
  ASSERT_FLOATS (&state.alpha, 1e-6f, 0.25f);
  g_assert_cmpuint (state.texture.id, ==, second.id);
  mw_layer_evaluate (model, layer, &elsewhere, &state); /* no key: the defaults of the types, 1 and texture 0 */
  ASSERT_FLOATS (&state.alpha, 0, 1);
  g_assert_cmpuint (state.texture.id, ==, first.id);
  layer->alpha = 0.75f;
  mw_layer_evaluate (model, layer, &rest, &state);
  ASSERT_FLOATS (&state.alpha, 0, 0.75f);
  g_assert_cmpuint (state.texture.id, ==, second.id);
  mw_model_free (&model->model);
}

static void
coordinates_are_moved_then_scaled_then_turned (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxTextureAnimation *animation = add (model, "texture_animations", &mw_mdlx_texture_animation_schema);
  MwMdlxMaterial *material = add (model, "materials", &mw_mdlx_material_schema);
  MwMdlxLayer *layer = add_to (model, material, "layers", &mw_mdlx_layer_schema);
  MwClock clock = clock_at (0, 100, FALSE, 50), rest = MW_CLOCK_REST;
  MwLayerState state;
  const float half = sqrtf (0.5f);
  layer->texture_animation = ref_to (animation);

  set_track (model, animation, "translation.track", linear (&mw_track_vec3_schema, (float[]) { 0, 0, 0, 0.5f, 1, 0 }));
  mw_layer_evaluate (model, layer, &clock, &state);
  g_assert_true (state.moves_uv);
  check_uv (state.uv, 0.3f, 0.7f, 0.3f + 0.25f, 0.7f + 0.5f, G_STRLOC);
  mw_layer_evaluate (model, layer, &rest, &state);
  g_assert_false (state.moves_uv);
  check_uv (state.uv, 0.3f, 0.7f, 0.3f, 0.7f, G_STRLOC);

  /* 90 degrees at the end of the sequence: (u, v) - 0.5 goes to (-v, u). */
  set_track (model, animation, "translation.track", linear (&mw_track_vec3_schema, (float[6]) { 0 }));
  set_track (model, animation, "rotation.track",
             linear (&mw_track_quat_schema, (float[]) { 0, 0, 0, 1, 0, 0, half, half }));
  clock.time = 100;
  mw_layer_evaluate (model, layer, &clock, &state);
  check_uv (state.uv, 0.5f, 0.5f, 0.5f, 0.5f, G_STRLOC);
  check_uv (state.uv, 1, 0.5f, 0.5f, 1, G_STRLOC);
  check_uv (state.uv, 0.5f, 1, 0, 0.5f, G_STRLOC);

  /* All three: (0.75, 0.5) moved to (1, 0.5), scaled to (0.5 + 0.5 * 3, 0.5), turned to (0.5, 2). */
  set_track (model, animation, "translation.track", linear (&mw_track_vec3_schema, (float[]) { 0, 0, 0, 0.25f, 0, 0 }));
  set_track (model, animation, "scaling.track", linear (&mw_track_vec3_schema, (float[]) { 1, 1, 1, 3, 4, 5 }));
  mw_layer_evaluate (model, layer, &clock, &state);
  check_uv (state.uv, 0.75f, 0.5f, 0.5f, 2, G_STRLOC);
  check_uv (state.uv, 0.25f, 1, 0.5f - 0.5f * 4, 0.5f, G_STRLOC);

  /* A rotation about x or y has no part about z. */
  set_track (model, animation, "rotation.track", linear (&mw_track_quat_schema, (float[]) { 0, 0, 0, 1, 1, 0, 0, 0 }));
  mw_layer_evaluate (model, layer, &clock, &state);
  check_uv (state.uv, 0.25f, 0.5f, 0.5f, 0.5f, G_STRLOC);
  mw_model_free (&model->model);
}

/* The last animation of a geoset counts. */
static const MwMdlxGeosetAnimation *
animation_of (const MwMdlx *model, const MwMdlxGeoset *geoset)
{
  for (uint32_t i = model->geoset_animations.n; i-- > 0;) {
    const MwMdlxGeosetAnimation *animation = (const MwMdlxGeosetAnimation *) model->geoset_animations.items[i];
    if (animation->geoset.id && animation->geoset.id == geoset->record.id)
      return animation;
  }
  return NULL;
}

static void
a_geoset_has_colour_only_with_the_flag (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxGeoset *bare = add (model, "geosets", &mw_mdlx_geoset_schema);
  MwMdlxGeoset *geoset = add (model, "geosets", &mw_mdlx_geoset_schema);
  MwMdlxGeosetAnimation *other = add (model, "geoset_animations", &mw_mdlx_geoset_animation_schema);
  MwMdlxGeosetAnimation *animation = add (model, "geoset_animations", &mw_mdlx_geoset_animation_schema);
  MwClock clock = clock_at (0, 100, FALSE, 25);
  MwGeosetState state, all[2];

  other->geoset = animation->geoset = ref_to (geoset);
  other->alpha = 0.125f;
  animation->alpha = 0.5f;
  animation->flags = 0;
  animation->color[0] = 0.1f;
  animation->color[1] = 0.2f;
  animation->color[2] = 0.3f;
  mw_geoset_animation_evaluate (model, animation_of (model, bare), &clock, &state);
  ASSERT_FLOATS (state.color, 0, 1, 1, 1);
  ASSERT_FLOATS (&state.alpha, 0, 1);
  g_assert_true (state.visible);
  mw_geoset_animation_evaluate (model, animation_of (model, geoset), &clock, &state); /* the last of two counts */
  ASSERT_FLOATS (state.color, 0, 1, 1, 1);
  ASSERT_FLOATS (&state.alpha, 0, 0.5f);

  animation->flags = 2;
  mw_geoset_animation_evaluate (model, animation_of (model, geoset), &clock, &state);
  ASSERT_FLOATS (state.color, 0, 0.1f, 0.2f, 0.3f);
  set_track (model, animation, "color.track", linear (&mw_track_colour_schema, (float[]) { 0, 0, 0, 1, 0.4f, 0.8f }));
  set_track (model, animation, "alpha.track", linear (&mw_track_float_schema, (float[]) { 0.04f, 0 }));
  mw_geoset_animation_evaluate (model, animation_of (model, geoset), &clock, &state);
  ASSERT_FLOATS (state.color, 1e-6f, 0.25f, 0.1f, 0.2f);
  ASSERT_FLOATS (&state.alpha, 1e-6f, 0.03f);
  g_assert_true (state.visible);
  mw_geosets_evaluate (model, &clock, all);
  ASSERT_FLOATS (&all[0].alpha, 0, 1);
  g_assert_cmpmem (&all[1], sizeof all[1], &state, sizeof state);

  clock.time = 90; /* alpha 0.004 */
  mw_geoset_animation_evaluate (model, animation_of (model, geoset), &clock, &state);
  g_assert_false (state.visible);
  MwClock elsewhere = clock_at (500, 600, TRUE, 550);
  mw_geoset_animation_evaluate (model, animation_of (model, geoset), &elsewhere, &state);
  ASSERT_FLOATS (&state.alpha, 0, 1);
  ASSERT_FLOATS (state.color, 0, 1, 1, 1);
  mw_model_free (&model->model);
}

static MwMdlxLayerTexture *
add_image (MwMdlx *model, MwMdlxLayer *layer, gpointer texture, uint32_t slot)
{
  MwMdlxLayerTexture *image = add_to (model, layer, "textures", &mw_mdlx_layer_texture_schema);
  image->texture = ref_to (texture);
  image->slot = slot;
  return image;
}

static void
a_layer_of_slots_shows_its_diffuse_image (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxTexture *textures[3];
  for (guint i = 0; i < 3; i++)
    textures[i] = add (model, "textures", &mw_mdlx_texture_schema);
  MwMdlxMaterial *material = add (model, "materials", &mw_mdlx_material_schema);
  MwMdlxLayer *layer = add_to (model, material, "layers", &mw_mdlx_layer_schema);
  MwClock clock = clock_at (0, 100, FALSE, 50);
  MwLayerState state;
  layer->texture = ref_to (textures[2]); /* a number that has no meaning from 1100 on */
  model->version = 1100;
  mw_layer_evaluate (model, layer, &clock, &state);
  g_assert_cmpuint (state.texture.id, ==, 0);
  add_image (model, layer, textures[1], 1);
  mw_layer_evaluate (model, layer, &clock, &state);
  g_assert_cmpuint (state.texture.id, ==, textures[1]->record.id); /* without a diffuse texture, the first one */
  MwMdlxLayerTexture *diffuse = add_image (model, layer, textures[0], 0);
  mw_layer_evaluate (model, layer, &clock, &state);
  g_assert_cmpuint (state.texture.id, ==, textures[0]->record.id);
  const MwRef values[] = { ref_to (textures[0]), ref_to (textures[2]) };
  set_track (model, diffuse, "texture.track",
             new_track (&mw_track_texture_schema, MW_INTERPOLATION_NONE, 2, (int32_t[]) { 0, 40 }, values, NULL, NULL));
  mw_layer_evaluate (model, layer, &clock, &state);
  g_assert_cmpuint (state.texture.id, ==, textures[2]->record.id);
  model->version = 1000;
  mw_layer_evaluate (model, layer, &clock, &state);
  g_assert_cmpuint (state.texture.id, ==, textures[2]->record.id);
  mw_model_free (&model->model);
}

static gboolean
is_hd (const MwMdlx *model, const MwMdlxMaterial *material)
{
  return mw_mdlx_material_is_hd (material, mw_mdlx_format (model));
}

static void
of_an_hd_material_the_diffuse_layer_is_drawn (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxMaterial *material = add (model, "materials", &mw_mdlx_material_schema);
  for (guint i = 0; i < 6; i++)
    add_to (model, material, "layers", &mw_mdlx_layer_schema);
  model->version = 1000;
  g_assert_false (is_hd (model, material));
  g_assert_cmpuint (mw_material_n_drawn (model, material), ==, 6);
  mw_text_set (&material->shader, "Shader_HD_DefaultUnit", 21);
  g_assert_true (is_hd (model, material));
  g_assert_cmpuint (mw_material_n_drawn (model, material), ==, 1);
  mw_text_set (&material->shader, "shader_hd_DEFAULTUNIT", 21);
  g_assert_true (is_hd (model, material));
  g_assert_cmpuint (mw_material_n_drawn (model, material), ==, 1);
  add_to (model, material, "layers",
          &mw_mdlx_layer_schema); /* these layers are not images of one material, but it is HD */
  g_assert_true (is_hd (model, material));
  g_assert_cmpuint (mw_material_n_drawn (model, material), ==, 7);
  mw_record_free (
    mw_list_take (&model->model, &material->record, mw_schema_field (material->record.schema, "layers"), 6));
  mw_text_set (&material->shader, "Shader_SD_FixedFunction", 23);
  g_assert_false (is_hd (model, material));
  mw_text_set (&material->shader, "Shader_HD_DefaultUnit", 21);
  model->version = 800; /* has no shaders */
  g_assert_false (is_hd (model, material));
  g_assert_cmpuint (mw_material_n_drawn (model, material), ==, 6);
  model->version = 1300;
  model->family = MW_FAMILY_MDX_WOW;
  ((MwMdlxLayer *) material->layers.items[0])->shader = 1;
  g_assert_false (is_hd (model, material));
  mw_model_free (&model->model);
}

/* mdlx.md 5.5: 0 is the old shader, 2 draws SD textures; these are HD. */
static void
layers_say_which_shaders_are_hd (void)
{
  static const struct {
    uint32_t shader;
    gboolean hd;
  } shaders[] = { { 0, FALSE }, { 1, TRUE }, { 2, FALSE }, { 24, TRUE }, { 25, FALSE } };
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxMaterial *material = add (model, "materials", &mw_mdlx_material_schema);
  for (guint i = 0; i < 6; i++)
    add_to (model, material, "layers", &mw_mdlx_layer_schema);
  mw_text_set (&material->shader, "Shader_HD_DefaultUnit", 21); /* has no meaning in this version */
  for (model->version = 1100; model->version <= 1800; model->version += 700)
    for (guint i = 0; i < G_N_ELEMENTS (shaders); i++) {
      ((MwMdlxLayer *) material->layers.items[5])->shader = shaders[i].shader;
      g_assert_cmpint (is_hd (model, material), ==, shaders[i].hd);
      g_assert_cmpuint (mw_material_n_drawn (model, material), ==, 6);
    }
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/material/a layer has the alpha and texture at the time",
                   a_layer_has_alpha_and_texture_of_the_moment);
  g_test_add_func ("/pose/material/coordinates are moved, then scaled, then turned",
                   coordinates_are_moved_then_scaled_then_turned);
  g_test_add_func ("/pose/material/a layer of slots shows its diffuse image", a_layer_of_slots_shows_its_diffuse_image);
  g_test_add_func ("/pose/material/of an HD material the diffuse layer is drawn",
                   of_an_hd_material_the_diffuse_layer_is_drawn);
  g_test_add_func ("/pose/material/layers say which shaders are HD", layers_say_which_shaders_are_hd);
  g_test_add_func ("/pose/material/a geoset has colour only with the flag", a_geoset_has_colour_only_with_the_flag);
  return g_test_run ();
}
