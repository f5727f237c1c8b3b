/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/mdlx-hd.h"
#include "tests/core/pose/models.h"
#include <math.h>

static const int32_t times[] = { 0, 100 };

static MwTrack *
linear (const MwSchema *schema, const void *values)
{
  return new_track (schema, MW_INTERPOLATION_LINEAR, 2, times, values, NULL, NULL);
}

/* A model of that version with seven textures and an HD material; `layers` gets the material's layers. */
static MwMdlx *
new_hd (uint32_t version, guint n_layers, MwMdlxMaterial **material, MwMdlxLayer **layers)
{
  MwMdlx *model = mw_mdlx_new ();
  model->version = version;
  for (guint i = 0; i < 7; i++)
    add (model, "textures", &mw_mdlx_texture_schema);
  *material = add (model, "materials", &mw_mdlx_material_schema);
  if (version < 1100)
    mw_text_set (&(*material)->shader, "Shader_HD_DefaultUnit", 21);
  for (guint i = 0; i < n_layers; i++) {
    layers[i] = add_to (model, *material, "layers", &mw_mdlx_layer_schema);
    layers[i]->shader = MW_MDLX_SHADER_HD_UNIT;
  }
  return model;
}

static MwRef
texture (const MwMdlx *model, guint i)
{
  return ref_to (model->textures.items[i]);
}

static MwMdlxLayerTexture *
add_image (MwMdlx *model, MwMdlxLayer *layer, guint i, uint32_t slot)
{
  MwMdlxLayerTexture *image = add_to (model, layer, "textures", &mw_mdlx_layer_texture_schema);
  image->texture = texture (model, i);
  image->slot = slot;
  return image;
}

static void
before_1100_the_layers_are_the_images (void)
{
  MwMdlxMaterial *material;
  MwMdlxLayer *layers[7];
  MwMdlx *model = new_hd (1000, 6, &material, layers);
  MwClock rest = MW_CLOCK_REST, clock = clock_at (0, 100, TRUE, 100);
  MwHdState state;
  for (guint i = 0; i < 6; i++) {
    layers[i]->texture = texture (model, 6 - i);
    layers[i]->emissive_gain = (float) i + 2;
    g_assert_cmpint (mw_layer_is_hd (model, material, layers[i]), ==, i == 0);
  }
  set_track (model, layers[MW_HD_ORM], "texture.track",
             linear (&mw_track_texture_schema, (MwRef[]) { texture (model, 1), texture (model, 5) }));
  mw_hd_evaluate (model, material, layers[0], &rest, &state);
  for (guint i = 0; i < MW_HD_SLOTS; i++)
    g_assert_cmpuint (state.textures[i].id, ==, texture (model, 6 - i).id);
  ASSERT_FLOATS (&state.emissive_gain, 0, 2);
  g_assert_false (state.crystal);
  mw_hd_evaluate (model, material, layers[0], &clock, &state);
  g_assert_cmpuint (state.textures[MW_HD_ORM].id, ==, texture (model, 5).id);
  /* With a seventh layer they are layers like any others. */
  layers[6] = add_to (model, material, "layers", &mw_mdlx_layer_schema);
  g_assert_false (mw_layer_is_hd (model, material, layers[0]));
  mw_model_free (&model->model);
}

static void
from_1100_on_the_first_image_of_each_slot_counts (void)
{
  MwMdlxMaterial *material;
  MwMdlxLayer *layers[2];
  MwMdlx *model = new_hd (1100, 2, &material, layers);
  MwClock rest = MW_CLOCK_REST, clock = clock_at (0, 100, TRUE, 0), elsewhere = clock_at (500, 600, TRUE, 550);
  MwHdState state;
  layers[1]->shader = MW_MDLX_SHADER_SD;
  g_assert_true (mw_layer_is_hd (model, material, layers[0]));
  g_assert_false (mw_layer_is_hd (model, material, layers[1]));
  add_image (model, layers[0], 3, 9); /* no such slot */
  MwMdlxLayerTexture *normal = add_image (model, layers[0], 2, MW_HD_NORMAL);
  add_image (model, layers[0], 4, MW_HD_NORMAL);
  add_image (model, layers[0], 1, MW_HD_DIFFUSE);
  set_track (model, normal, "texture.track",
             linear (&mw_track_texture_schema, (MwRef[]) { texture (model, 5), texture (model, 6) }));
  mw_hd_evaluate (model, material, layers[0], &rest, &state);
  g_assert_cmpuint (state.textures[MW_HD_DIFFUSE].id, ==, texture (model, 1).id);
  g_assert_cmpuint (state.textures[MW_HD_NORMAL].id, ==, texture (model, 2).id);
  g_assert_cmpuint (state.textures[MW_HD_EMISSIVE].id, ==, 0);
  g_assert_cmpuint (state.textures[MW_HD_ENVIRONMENT].id, ==, 0);
  mw_hd_evaluate (model, material, layers[0], &clock, &state);
  g_assert_cmpuint (state.textures[MW_HD_NORMAL].id, ==, texture (model, 5).id);
  mw_hd_evaluate (model, material, layers[0], &elsewhere, &state);
  g_assert_cmpuint (state.textures[MW_HD_NORMAL].id, ==, texture (model, 0).id);
  g_assert_false (state.crystal);
  layers[0]->shader = MW_MDLX_SHADER_CRYSTAL;
  mw_hd_evaluate (model, material, layers[0], &rest, &state);
  g_assert_true (state.crystal);
  mw_model_free (&model->model);
}

static void
numbers_are_those_of_the_moment (void)
{
  MwMdlxMaterial *material;
  MwMdlxLayer *layer;
  MwMdlx *model = new_hd (1100, 1, &material, &layer);
  MwClock rest = MW_CLOCK_REST, clock = clock_at (0, 100, TRUE, 50), elsewhere = clock_at (500, 600, TRUE, 550);
  MwHdState state;
  layer->emissive_gain = NAN;
  layer->fresnel_opacity = 0.5f;
  layer->fresnel_team_color = 0.25f;
  for (int i = 0; i < 3; i++)
    layer->fresnel_color[i] = 0.125f * (float) i;
  mw_hd_evaluate (model, material, layer, &clock, &state);
  ASSERT_FLOATS (&state.emissive_gain, 0, 1); /* what is not a number counts as 1 */
  ASSERT_FLOATS (state.fresnel_color, 0, 0, 0.125f, 0.25f);
  ASSERT_FLOATS (&state.fresnel_opacity, 0, 0.5f);
  ASSERT_FLOATS (&state.fresnel_team_color, 0, 0.25f);
  set_track (model, layer, "emissive_gain.track", linear (&mw_track_float_schema, (float[]) { 2, 4 }));
  set_track (model, layer, "fresnel_opacity.track", linear (&mw_track_float_schema, (float[]) { 0.25f, 0.5f }));
  set_track (model, layer, "fresnel_team_color.track", linear (&mw_track_float_schema, (float[]) { 1, 0 }));
  set_track (model, layer, "fresnel_color.track",
             linear (&mw_track_colour_schema, (float[]) { 0, 0.5f, 1, 1, 0.5f, 0.5f }));
  mw_hd_evaluate (model, material, layer, &clock, &state);
  ASSERT_FLOATS (&state.emissive_gain, 1e-6f, 3);
  ASSERT_FLOATS (state.fresnel_color, 1e-6f, 0.5f, 0.5f, 0.75f);
  ASSERT_FLOATS (&state.fresnel_opacity, 1e-6f, 0.375f);
  ASSERT_FLOATS (&state.fresnel_team_color, 1e-6f, 0.5f);
  mw_hd_evaluate (model, material, layer, &elsewhere, &state); /* no key: no rim, and the emission as it is */
  ASSERT_FLOATS (&state.emissive_gain, 0, 1);
  ASSERT_FLOATS (state.fresnel_color, 0, 1, 1, 1);
  ASSERT_FLOATS (&state.fresnel_opacity, 0, 0);
  ASSERT_FLOATS (&state.fresnel_team_color, 0, 0);
  mw_hd_evaluate (model, material, layer, &rest, &state);
  ASSERT_FLOATS (&state.emissive_gain, 0, 1);
  ASSERT_FLOATS (&state.fresnel_opacity, 0, 0.5f);
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/hd/before 1100 the layers are the images", before_1100_the_layers_are_the_images);
  g_test_add_func ("/pose/hd/from 1100 on the first image of each slot counts",
                   from_1100_on_the_first_image_of_each_slot_counts);
  g_test_add_func ("/pose/hd/numbers are those of the moment", numbers_are_those_of_the_moment);
  return g_test_run ();
}
