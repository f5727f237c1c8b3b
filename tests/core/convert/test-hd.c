/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/convert/models.h"
#include "core/schema/report.h"

#include <string.h>

/* HD layers of 1100 become the six layers of an HD material of earlier versions (mdlx.md 5.5), whatever the order of
 * their images and whatever else the material has. */

enum { SLOTS = 6 };

typedef struct {
  MwMdlx *model;
  MwMdlxMaterial *material;
  MwMdlxTexture *of_slot[SLOTS];
} Hd;

/* A layer of shader 1 with images in these slots, in this order. */
static MwMdlxLayer *
add_layer (Hd *hd, const char *slots)
{
  MwMdlxLayer *layer = add_record (hd->model, hd->material, "layers", &mw_mdlx_layer_schema);
  layer->shader = 1;
  for (; *slots; slots++) {
    MwMdlxLayerTexture *image = add_record (hd->model, layer, "textures", &mw_mdlx_layer_texture_schema);
    char path[] = "0.dds";
    path[0] = *slots;
    image->slot = (uint32_t) (*slots - '0');
    MwMdlxTexture *texture = add_texture (hd->model, *slots == '4', *slots == '4' ? "" : path);
    image->texture = ref_to (texture);
    if (image->slot < SLOTS && !hd->of_slot[image->slot])
      hd->of_slot[image->slot] = texture;
  }
  return layer;
}

static Hd
new_hd (void)
{
  Hd hd = { .model = new_model (WC3 (1100)) };
  hd.material = add_record (hd.model, NULL, "materials", &mw_mdlx_material_schema);
  return hd;
}

static const MwMdlxTexture *
image_of (const MwMdlx *model, guint layer)
{
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) model->materials.items[0];
  return (const MwMdlxTexture *) mw_model_resolve (&model->model,
                                                   ((const MwMdlxLayer *) material->layers.items[layer])->texture);
}

/* Asserts six layers in a material with the shader's name, each with the image of its slot. */
static void
assert_six (const MwMdlx *there, const Hd *hd)
{
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) there->materials.items[0];
  g_assert_cmpstr (material->shader, ==, "Shader_HD_DefaultUnit");
  g_assert_cmpuint (material->layers.n, ==, SLOTS);
  for (guint i = 0; i < SLOTS; i++)
    if (hd->of_slot[i])
      g_assert_cmpuint (image_of (there, i)->record.id, ==, hd->of_slot[i]->record.id);
}

static void
order (void)
{
  static const struct {
    const char *slots, *lost;
  } cases[] = {
    { "012345", "" },
    { "501234", "materials[0].layers[0].textures[0]" },
    { "102345", "materials[0].layers[0].textures[0]" },
    { "543210", "materials[0].layers[0].textures[0]\nmaterials[0].layers[0].textures[1]\n"
                "materials[0].layers[0].textures[2]\nmaterials[0].layers[0].textures[3]\n"
                "materials[0].layers[0].textures[4]" },
    /* Of two images in one slot the first is used. */
    { "0012345", "materials[0].layers[0].textures[1]\ntextures[1]" },
    { "0612345", "materials[0].layers[0].textures[1]\ntextures[1]" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint version = 900; version <= 1000; version += 100) {
      Hd hd = new_hd ();
      add_layer (&hd, cases[i].slots);
      MwMdlx *there = convert_losing (hd.model, WC3 (version), cases[i].lost);
      assert_six (there, &hd);
      mw_model_free (&there->model);
      mw_model_free (&hd.model->model);
    }
}

static guint
n_warnings (const MwMdlx *model, MwFormat to)
{
  g_autoptr (MwReport) report = mw_report_new ();
  mw_model_free (mw_convert (&model->model, mw_mdlx_format (model), to, NULL, report, NULL, NULL));
  return report->remarks->len;
}

/* Missing slots are filled with the images that the game's own files use where nothing should be visible. */
static void
missing (void)
{
  static const struct {
    const char *slots;
    guint slot;
    uint32_t replaceable_id;
    const char *path;
  } cases[] = {
    { "02345", 1, 0, "Textures/normal.blp" },
    { "01245", 3, 0, "Textures/Black32.blp" },
    { "01235", 4, 1, "" },
    { "01234", 5, 0, "ReplaceableTextures/EnvironmentMap.blp" },
    { "02", 1, 0, "Textures/normal.blp" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Hd hd = new_hd ();
    add_layer (&hd, cases[i].slots);
    MwMdlx *there = convert_losing (hd.model, WC3 (1000), "");
    assert_six (there, &hd);
    g_assert_cmpuint (image_of (there, cases[i].slot)->replaceable_id, ==, cases[i].replaceable_id);
    g_assert_cmpstr (mw_text (image_of (there, cases[i].slot)->path), ==, cases[i].path);
    g_assert_cmpuint (there->textures.n, ==, SLOTS);
    g_assert_cmpuint (n_warnings (hd.model, WC3 (1000)), ==, 1);
    mw_model_free (&there->model);
    mw_model_free (&hd.model->model);
  }
}

/* One texture is used for all, and an existing one if there is any. */
static void
fillers_once (void)
{
  Hd hd = new_hd ();
  MwMdlxTexture *black = add_texture (hd.model, 0, "textures/BLACK32.blp");
  add_layer (&hd, "01245");
  hd.material = add_record (hd.model, NULL, "materials", &mw_mdlx_material_schema);
  add_layer (&hd, "0124");
  MwMdlx *there = convert_losing (hd.model, WC3 (1000), "");
  g_assert_cmpuint (there->textures.n, ==, hd.model->textures.n + 1);
  for (guint i = 0; i < 2; i++) {
    const MwMdlxMaterial *material = (const MwMdlxMaterial *) there->materials.items[i];
    g_assert_cmpuint (((const MwMdlxLayer *) material->layers.items[3])->texture.id, ==, black->record.id);
  }
  mw_model_free (&there->model);
  mw_model_free (&hd.model->model);
}

static void
other_layers (void)
{
  for (guint first = 0; first < 2; first++) {
    Hd hd = new_hd ();
    if (first)
      ((MwMdlxLayer *) add_record (hd.model, hd.material, "layers", &mw_mdlx_layer_schema))->alpha = 0.5f;
    MwMdlxLayer *layer = add_layer (&hd, "012345");
    layer->alpha = 0.25f;
    if (!first)
      ((MwMdlxLayer *) add_record (hd.model, hd.material, "layers", &mw_mdlx_layer_schema))->alpha = 0.5f;
    MwMdlx *there = convert_losing (hd.model, WC3 (1000), first ? "materials[0].layers[0]" : "materials[0].layers[1]");
    assert_six (there, &hd);
    const MwMdlxMaterial *material = (const MwMdlxMaterial *) there->materials.items[0];
    g_assert_cmpfloat (((const MwMdlxLayer *) material->layers.items[0])->alpha, ==, 0.25f);
    mw_model_free (&there->model);
    mw_model_free (&hd.model->model);
  }
}

/* SD layers with several images show the diffuse image and, as before, no team colour. */
static void
sd_layers (void)
{
  for (guint version = 800; version <= 1000; version += 100) {
    Hd hd = new_hd ();
    add_layer (&hd, "401235")->shader = 0;
    MwMdlx *there = (MwMdlx *) mw_convert (&hd.model->model, WC3 (1100), WC3 (version), NULL, NULL, NULL, NULL);
    const MwMdlxMaterial *material = (const MwMdlxMaterial *) there->materials.items[0];
    g_assert_cmpstr (mw_text (material->shader), ==, "");
    g_assert_cmpuint (material->layers.n, ==, 1);
    g_assert_cmpuint (image_of (there, 0)->record.id, ==, hd.of_slot[0]->record.id);
    mw_model_free (&there->model);
    mw_model_free (&hd.model->model);
  }
}

/* Where no image can represent "nothing", the layer becomes SD and the report says why. */
static void
no_image_for_nothing (void)
{
  static const char *const cases[] = { "12345", "01345" };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Hd hd = new_hd ();
    add_layer (&hd, cases[i]);
    g_autoptr (MwReport) report = mw_report_new ();
    MwMdlx *there = (MwMdlx *) mw_convert (&hd.model->model, WC3 (1100), WC3 (1000), NULL, report, NULL, NULL);
    const MwMdlxMaterial *material = (const MwMdlxMaterial *) there->materials.items[0];
    const char *why = "";
    g_assert_cmpstr (mw_text (material->shader), ==, "");
    for (guint k = 0; k < report->losses->len; k++)
      if (g_str_has_suffix (g_array_index (report->losses, MwLoss, k).path, ".shader"))
        why = g_array_index (report->losses, MwLoss, k).why;
    g_assert_nonnull (strstr (why, "diffuse or ORM"));
    mw_model_free (&there->model);
    mw_model_free (&hd.model->model);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/convert/hd/images in any order become six layers in the order of slots", order);
  g_test_add_func ("/convert/hd/a missing image is replaced by the game's neutral image", missing);
  g_test_add_func ("/convert/hd/all missing images share one texture", fillers_once);
  g_test_add_func ("/convert/hd/an extra layer is dropped and the material stays HD", other_layers);
  g_test_add_func ("/convert/hd/an SD layer with several images keeps the diffuse image", sd_layers);
  g_test_add_func ("/convert/hd/without a diffuse or ORM image the material becomes SD, and a message says so",
                   no_image_for_nothing);
  return g_test_run ();
}
