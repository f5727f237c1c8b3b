/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/bytes.h"
#include "tests/core/convert/models.h"
#include "tests/core/convert/round-trip.h"
#include "core/convert/convert-private.h"
#include "core/io/registry.h"

#include <math.h>
#include <string.h>

/* Each rule of core/convert alone, on minimal models. */

/* --- Materials --------------------------------------------------------------------------------------------------------- */

static MwMdlxMaterial *
add_six_layers (MwMdlx *model, MwMdlxTexture **textures)
{
  static const char *const files[] = { "d.dds", "n.dds", "o.dds", "e.dds", "", "env.dds" };
  MwMdlxMaterial *material = add_record (model, NULL, "materials", &mw_mdlx_material_schema);
  set_text (&material->shader, "Shader_HD_DefaultUnit");
  for (guint i = 0; i < 6; i++) {
    textures[i] = add_texture (model, i == 4, files[i]);
    MwMdlxLayer *layer = add_record (model, material, "layers", &mw_mdlx_layer_schema);
    layer->texture = ref_to (textures[i]);
  }
  return material;
}

static MwMdlxLayer *
layer_of (const MwMdlx *model, guint i)
{
  return (MwMdlxLayer *) ((MwMdlxMaterial *) model->materials.items[0])->layers.items[i];
}

static guint
n_layers (const MwMdlx *model)
{
  return ((MwMdlxMaterial *) model->materials.items[0])->layers.n;
}

static void
six_layers_to_one (void)
{
  MwMdlxTexture *textures[6];
  MwMdlx *model = new_model (WC3 (1000));
  MwMdlxMaterial *material = add_six_layers (model, textures);
  ((MwMdlxLayer *) material->layers.items[0])->alpha = 0.5f;
  MwMdlx *there = convert_losing (model, WC3 (1100), "");
  g_assert_cmpuint (n_layers (there), ==, 1);
  const MwMdlxLayer *layer = layer_of (there, 0);
  g_assert_cmpuint (layer->shader, ==, 1);
  g_assert_cmpfloat (layer->alpha, ==, 0.5f);
  g_assert_cmpuint (layer->textures.n, ==, 6);
  for (guint i = 0; i < 6; i++) {
    const MwMdlxLayerTexture *image = (const MwMdlxLayerTexture *) layer->textures.items[i];
    g_assert_cmpuint (image->slot, ==, i);
    g_assert_cmpuint (image->texture.id, ==, textures[i]->record.id);
  }
  mw_model_free (&there->model);
  /* What only the first layer can state is lost for the others. */
  ((MwMdlxLayer *) material->layers.items[2])->flags = 1;
  ((MwMdlxLayer *) material->layers.items[3])->emissive_gain = 2;
  there = convert_losing (model, WC3 (1100), "materials[0].layers[2].flags\nmaterials[0].layers[3].emissive_gain");
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

static void
six_layers_to_two (void)
{
  MwMdlxTexture *textures[6];
  MwMdlx *model = new_model (WC3 (1000));
  add_six_layers (model, textures);
  MwMdlx *there = convert_losing (model, WC3 (800),
                                  "materials[0].layers[0].filter_mode\nmaterials[0].layers[1]\nmaterials[0].layers[2]\n"
                                  "materials[0].layers[3]\nmaterials[0].layers[4]\nmaterials[0].layers[5]\n"
                                  "materials[0].shader\ntextures[1]\ntextures[2]\ntextures[3]\ntextures[5]");
  g_assert_cmpuint (n_layers (there), ==, 2);
  g_assert_cmpuint (layer_of (there, 0)->texture.id, ==, textures[4]->record.id);
  g_assert_cmpuint (layer_of (there, 0)->filter_mode, ==, 0);
  g_assert_cmpuint (layer_of (there, 1)->texture.id, ==, textures[0]->record.id);
  g_assert_cmpuint (layer_of (there, 1)->filter_mode, ==, 2);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

static MwTrack *
add_fade (MwMdlx *model, MwMdlxLayer *layer)
{
  static const int32_t times[] = { 0, 1000 };
  static const float values[] = { 1, 0 };
  MwTrack *track = (MwTrack *) mw_record_new (&mw_track_float_schema);
  track->interpolation = MW_INTERPOLATION_LINEAR;
  track->times = mw_array_copy (times, 2, sizeof *times);
  track->values = mw_array_copy (values, 2, sizeof *values);
  mw_child_set (&model->model, &layer->record, mw_schema_field (&mw_mdlx_layer_schema, "alpha.track"), &track->record);
  return track;
}

static void
assert_fades (const MwMdlx *model, const MwMdlxLayer *layer)
{
  g_assert_cmpfloat (layer->alpha, ==, 0.5f);
  g_assert_nonnull (layer->alpha_track);
  g_assert_cmpuint (layer->alpha_track->times.n, ==, 2);
  g_assert_cmpfloat (((const float *) layer->alpha_track->values.data)[1], ==, 0);
  g_assert_true (mw_model_find (&model->model, layer->alpha_track->record.id) == &layer->alpha_track->record);
}

/* Otherwise a decaying body would leave one in the team colour. */
static void
team_colour_fades (void)
{
  MwMdlxTexture *textures[6];
  MwMdlx *model = new_model (WC3 (1000));
  MwMdlxLayer *body = (MwMdlxLayer *) add_six_layers (model, textures)->layers.items[0];
  body->alpha = 0.5f;
  add_fade (model, body);
  MwMdlx *there = convert_losing (model, WC3 (800),
                                  "materials[0].layers[0].filter_mode\nmaterials[0].layers[1]\nmaterials[0].layers[2]\n"
                                  "materials[0].layers[3]\nmaterials[0].layers[4]\nmaterials[0].layers[5]\n"
                                  "materials[0].shader\ntextures[1]\ntextures[2]\ntextures[3]\ntextures[5]");
  g_assert_cmpuint (n_layers (there), ==, 2);
  assert_fades (there, layer_of (there, 0));
  assert_fades (there, layer_of (there, 1));
  g_assert_cmpuint (layer_of (there, 0)->alpha_track->record.id, !=, layer_of (there, 1)->alpha_track->record.id);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

/* Layers with and without a team colour: each team colour layer is directly below its own layer. */
static void
team_colours_below (void)
{
  enum { N = 50 };
  MwMdlx *model = new_model (WC3 (1100));
  MwMdlxTexture *team = add_texture (model, 1, ""), *images[N];
  MwMdlxMaterial *material = add_record (model, NULL, "materials", &mw_mdlx_material_schema);
  for (guint i = 0; i < N; i++) {
    MwMdlxLayer *layer = add_record (model, material, "layers", &mw_mdlx_layer_schema);
    images[i] = add_texture (model, 0, "a.blp");
    layer->shader = 1;
    for (guint k = 0; k < 2; k++) {
      MwMdlxLayerTexture *image = add_record (model, layer, "textures", &mw_mdlx_layer_texture_schema);
      image->texture = ref_to (k ? (i % 3 ? team : images[0]) : images[i]);
      image->slot = k ? 4 : 0;
    }
    layer->alpha = 0.5f;
    add_fade (model, layer);
  }
  g_autoptr (GError) error = NULL;
  g_autoptr (RoundTrip) trip = round_trip (&model->model, WC3 (1100), WC3 (800), &error);
  g_assert_no_error (error);
  g_autofree char *wrong = what_is_wrong (&model->model, WC3 (1100), trip);
  g_assert_cmpstr (wrong, ==, NULL);
  const MwMdlx *there = (const MwMdlx *) trip->there;
  guint at = 0;
  for (guint i = 0; i < N; i++) {
    if (i % 3) {
      g_assert_cmpuint (layer_of (there, at)->texture.id, ==, team->record.id);
      g_assert_cmpuint (layer_of (there, at)->filter_mode, ==, 0);
      assert_fades (there, layer_of (there, at++));
    }
    g_assert_cmpuint (layer_of (there, at)->texture.id, ==, images[i]->record.id);
    g_assert_cmpuint (layer_of (there, at)->filter_mode, ==, i % 3 ? 2 : 0);
    assert_fades (there, layer_of (there, at++));
  }
  g_assert_cmpuint (n_layers (there), ==, at);
  mw_model_free (&model->model);
}

static void
holes_stay_holes (void)
{
  MwMdlxTexture *textures[6];
  MwMdlx *model = new_model (WC3 (1000));
  ((MwMdlxLayer *) add_six_layers (model, textures)->layers.items[0])->filter_mode = 1;
  g_autoptr (GError) error = NULL;
  MwMdlx *there = (MwMdlx *) mw_convert (&model->model, WC3 (1000), WC3 (800), NULL, NULL, NULL, &error);
  g_assert_cmpuint (n_layers (there), ==, 1);
  g_assert_cmpuint (layer_of (there, 0)->filter_mode, ==, 1);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

/* Asserts the kind of loss that the report gives for a row. */
static void
assert_kind (const MwMdlx *model, MwFormat to, const char *row, MwLossKind kind)
{
  g_autoptr (MwReport) report = mw_report_new ();
  const MwLoss *found = NULL;
  mw_model_free (mw_convert (&model->model, mw_mdlx_format (model), to, NULL, report, NULL, NULL));
  for (guint i = 0; i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    if (strcmp (loss->path, row) == 0)
      found = loss;
  }
  g_assert_nonnull (found);
  g_assert_cmpstr (mw_loss_kind_name (found->kind), ==, mw_loss_kind_name (kind));
}

/* Asserts the reason that the report gives for a row. */
static void
assert_reason (const MwMdlx *model, MwFormat to, const char *row, const char *part)
{
  g_autoptr (MwReport) report = mw_report_new ();
  const char *why = NULL;
  mw_model_free (mw_convert (&model->model, mw_mdlx_format (model), to, NULL, report, NULL, NULL));
  for (guint i = 0; i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    if (strcmp (loss->path, row) == 0)
      why = loss->why;
  }
  g_assert_nonnull (why);
  if (!strstr (why, part))
    g_test_message ("%s: %s", row, why);
  g_assert_nonnull (strstr (why, part));
}

/* Six images in one layer; the fifth is the team colour. */
static MwMdlxLayer *
add_six_images (MwMdlx *model)
{
  MwMdlxMaterial *material = add_record (model, NULL, "materials", &mw_mdlx_material_schema);
  MwMdlxLayer *layer = add_record (model, material, "layers", &mw_mdlx_layer_schema);
  layer->shader = 1;
  for (guint i = 0; i < 6; i++) {
    MwMdlxLayerTexture *image = add_record (model, layer, "textures", &mw_mdlx_layer_texture_schema);
    image->texture = ref_to (add_texture (model, i == 4, i == 4 ? "" : "a.dds"));
    image->slot = i;
  }
  return layer;
}

/* Only in an opaque layer is the alpha free to say where the team colour shows. */
static void
team_colour_reasons (void)
{
  static const char *const reasons[] = { "becomes a separate layer below",
                                         "Transparent the alpha of the diffuse image cuts holes",
                                         "Blend the alpha of the diffuse image lets the background show through",
                                         "added to what is behind",
                                         "added to what is behind",
                                         "multiplied with what is behind",
                                         "multiplied with what is behind",
                                         "its filter mode is unknown" };
  MwMdlxTexture *textures[6];
  MwMdlx *six = new_model (WC3 (1000)), *one = new_model (WC3 (1100));
  MwMdlxLayer *first = (MwMdlxLayer *) add_six_layers (six, textures)->layers.items[0], *only = add_six_images (one);
  for (guint mode = 0; mode < G_N_ELEMENTS (reasons); mode++) {
    first->filter_mode = only->filter_mode = mode;
    assert_reason (six, WC3 (800), "materials[0].layers[4]", reasons[mode]);
    assert_reason (one, WC3 (800), "materials[0].layers[0].textures[4]", reasons[mode]);
    assert_reason (one, WOW (1300), "materials[0].layers[0].textures[4]", "no team colours");
    /* A colour shown by a separate layer is not lost. */
    assert_kind (six, WC3 (800), "materials[0].layers[4]", mode ? MW_LOSS_GONE : MW_LOSS_RESTATED);
    assert_kind (one, WC3 (800), "materials[0].layers[0].textures[4]", mode ? MW_LOSS_GONE : MW_LOSS_RESTATED);
    assert_kind (one, WOW (1300), "materials[0].layers[0].textures[4]", MW_LOSS_GONE);
    if (mode == 0)
      assert_kind (six, WC3 (800), "materials[0].layers[0].filter_mode", MW_LOSS_RESTATED);
    MwMdlx *there = (MwMdlx *) mw_convert (&one->model, WC3 (1100), WC3 (800), NULL, NULL, NULL, NULL);
    g_assert_cmpuint (n_layers (there), ==, mode ? 1 : 2);
    g_assert_cmpuint (layer_of (there, mode ? 0 : 1)->filter_mode, ==, mode ? mode : 2);
    mw_model_free (&there->model);
  }
  mw_model_free (&six->model);
  mw_model_free (&one->model);
}

static void
one_image_each (void)
{
  MwMdlx *model = new_model (WC3 (800));
  MwMdlxTexture *texture = add_texture (model, 0, "a.blp");
  MwMdlxMaterial *material = add_record (model, NULL, "materials", &mw_mdlx_material_schema);
  for (guint i = 0; i < 3; i++)
    ((MwMdlxLayer *) add_record (model, material, "layers", &mw_mdlx_layer_schema))->texture = i == 2
                                                                                                 ? MW_REF_NONE
                                                                                                 : ref_to (texture);
  MwMdlxLayer *animated = (MwMdlxLayer *) material->layers.items[1];
  MwTrack *track = (MwTrack *) mw_record_new (&mw_track_texture_schema);
  mw_child_set (&model->model, &animated->record, mw_schema_field (&mw_mdlx_layer_schema, "texture.track"),
                &track->record);
  MwMdlx *there = convert_losing (model, WC3 (1100), "");
  const MwMdlxLayer *layer = layer_of (there, 1);
  g_assert_cmpuint (layer->shader, ==, 0);
  g_assert_cmpuint (layer->textures.n, ==, 1);
  g_assert_nonnull (((const MwMdlxLayerTexture *) layer->textures.items[0])->texture_track);
  g_assert_cmpuint (layer_of (there, 2)->textures.n, ==, 0);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

static void
many_images_to_one (void)
{
  MwMdlx *model = new_model (WC3 (1100));
  MwMdlxTexture *texture = add_texture (model, 0, "a.blp");
  MwMdlxMaterial *material = add_record (model, NULL, "materials", &mw_mdlx_material_schema);
  MwMdlxLayer *layer = add_record (model, material, "layers", &mw_mdlx_layer_schema);
  layer->shader = 24;
  for (guint i = 0; i < 2; i++) {
    MwMdlxLayerTexture *image = add_record (model, layer, "textures", &mw_mdlx_layer_texture_schema);
    image->texture = ref_to (texture);
    image->slot = i + 1;
  }
  MwMdlx *there = convert_losing (model, WC3 (900),
                                  "materials[0].layers[0].shader\nmaterials[0].layers[0].textures[0].slot\n"
                                  "materials[0].layers[0].textures[1]");
  g_assert_cmpuint (layer_of (there, 0)->texture.id, ==, texture->record.id);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

/* --- Skin -------------------------------------------------------------------------------------------------------------- */

static void
weights_to_groups (void)
{
  MwMdlx *model = new_model (WC3 (1000));
  MwMdlxNode *bones[2];
  for (guint i = 0; i < 2; i++)
    bones[i] = add_node (model, &mw_mdlx_bone_schema, i ? "b" : "a", NULL);
  MwMdlxGeoset *geoset = add_square (model);
  const MwRef a = ref_to (bones[0]), b = ref_to (bones[1]);
  const MwRef refs[16] = { a, b, a, a, b, a, a, a, a, b, a, a, a, b, a, a };
  const uint16_t weights[16] = { 255, 0, 0, 0, 127, 128, 0, 0, 155, 100, 0, 0, 0, 255, 0, 0 };
  set_skin (geoset, refs, weights, 4);
  MwMdlx *there = convert_losing (model, WC3 (800),
                                  "geosets[0].group_members\ngeosets[0].group_sizes\ngeosets[0].skin.bones\n"
                                  "geosets[0].skin.weights\ngeosets[0].vertex_groups");
  const MwMdlxGeoset *made = (const MwMdlxGeoset *) there->geosets.items[0];
  static const uint8_t groups[4] = { 0, 1, 1, 2 };
  static const uint32_t sizes[3] = { 1, 2, 1 };
  g_assert_cmpmem (made->vertex_groups.data, made->vertex_groups.n, groups, 4);
  g_assert_cmpmem (made->group_sizes.data, 4 * made->group_sizes.n, sizes, sizeof sizes);
  g_assert_cmpuint (((const MwRef *) made->group_members.data)[3].id, ==, bones[1]->record.id);
  mw_model_free (&there->model);
  assert_kind (model, WC3 (800), "geosets[0].skin.weights", MW_LOSS_ROUNDED);
  assert_kind (model, WC3 (800), "geosets[0].group_sizes", MW_LOSS_RESTATED);
  /* The error of the first conversion is stated: 155 and 100 of 255 became halves. */
  double off;
  uint32_t n_off;
  MwConvertGroups stated = mw_convert_groups_of_skin (&geoset->skin_bones, &geoset->skin_weights, 4, &off, &n_off);
  g_assert_cmpuint (n_off, ==, 1);
  g_assert_cmpfloat (fabs (off - (155.0 / 255 - 0.5)), <, 1e-9);
  mw_convert_groups_clear (&stated);
  /* Without it the groups are equivalent to the weights. */
  ((uint16_t *) geoset->skin_weights.data)[8] = 127;
  ((uint16_t *) geoset->skin_weights.data)[9] = 128;
  assert_kind (model, WC3 (800), "geosets[0].skin.weights", MW_LOSS_RESTATED);
  mw_model_free (&model->model);
}

static void
groups_fit_a_byte (void)
{
  enum { N = 600 };
  g_autofree MwRef *bones = g_new0 (MwRef, 4 * N);
  g_autofree uint16_t *weights = g_new0 (uint16_t, 4 * N);
  for (uint32_t i = 0; i < N; i++) {
    /* Pairs of neighbours: more than there can be groups. */
    bones[4 * i].id = 1 + i / 2;
    bones[4 * i + 1].id = 2 + i / 2;
    weights[4 * i] = i % 2 ? 128 : 255;
    weights[4 * i + 1] = i % 2 ? 127 : 0;
  }
  MwArray b = mw_array_copy (bones, N, 4 * sizeof (MwRef)), w = mw_array_copy (weights, N, 8);
  double off;
  uint32_t n_off;
  MwConvertGroups groups = mw_convert_groups_of_skin (&b, &w, N, &off, &n_off);
  g_assert_cmpuint (groups.group_sizes.n, ==, 255);
  g_assert_cmpuint (n_off, ==, N - 255);
  for (uint32_t i = 0; i < N; i++)
    g_assert_cmpuint (((const uint8_t *) groups.vertex_groups.data)[i], <, 255);
  mw_convert_groups_clear (&groups);
  mw_array_clear (&b);
  mw_array_clear (&w);
}

/* Each vertex that lost its group takes the nearest one for its own weights, whatever other vertices of that group
 * took. */
static void
nearest_of_those_left (void)
{
  enum { KEPT = 255, N = 2 * KEPT + 2 };
  g_autofree MwRef *bones = g_new0 (MwRef, 4 * N);
  g_autofree uint16_t *weights = g_new0 (uint16_t, 4 * N);
  for (uint32_t i = 0; i < 2 * KEPT; i++) {
    bones[4 * i].id = 1 + i / 2;
    weights[4 * i] = 255;
  }
  /* Of groups used equally often the last one is dropped: the pair. */
  for (uint32_t i = 2 * KEPT; i < N; i++) {
    bones[4 * i].id = 3;
    bones[4 * i + 1].id = 200;
    weights[4 * i] = i % 2 ? 140 : 115;
    weights[4 * i + 1] = i % 2 ? 115 : 140;
  }
  MwArray b = mw_array_copy (bones, N, 4 * sizeof (MwRef)), w = mw_array_copy (weights, N, 8);
  double off;
  uint32_t n_off;
  MwConvertGroups groups = mw_convert_groups_of_skin (&b, &w, N, &off, &n_off);
  const uint8_t *of_vertex = groups.vertex_groups.data;
  g_assert_cmpuint (groups.group_sizes.n, ==, KEPT);
  g_assert_cmpuint (n_off, ==, 2);
  g_assert_cmpuint (((const MwRef *) groups.group_members.data)[of_vertex[N - 2]].id, ==, 200);
  g_assert_cmpuint (((const MwRef *) groups.group_members.data)[of_vertex[N - 1]].id, ==, 3);
  mw_convert_groups_clear (&groups);
  mw_array_clear (&b);
  mw_array_clear (&w);
}

/* A chain of bones, 256 of which have numbers that fit in a byte, and a cycle, none of which has. */
static void
high_bones (void)
{
  enum { N = 600, LAST_LOW = 255 };
  MwMdlx *model = new_model (WC3 (1400));
  MwMdlxNode *bones[N], *circle[2];
  for (guint i = 0; i < N; i++)
    bones[i] = add_node (model, &mw_mdlx_bone_schema, "b", i ? bones[i - 1] : NULL);
  for (guint i = 0; i < 2; i++)
    circle[i] = add_node (model, &mw_mdlx_bone_schema, "c", NULL);
  circle[0]->parent = ref_to (circle[1]);
  circle[1]->parent = ref_to (circle[0]);
  /* From the middle, from above and below it, twice; the cycle from both sides. */
  const MwRef refs[16] = { ref_to (bones[400]), ref_to (bones[300]), ref_to (bones[599]), ref_to (bones[400]),
                           ref_to (bones[255]), ref_to (bones[256]), ref_to (bones[7]),   ref_to (bones[599]),
                           ref_to (circle[0]),  ref_to (circle[1]),  ref_to (circle[0]),  ref_to (bones[0]),
                           { 0, 900 },          ref_to (bones[1]),   ref_to (bones[2]),   ref_to (bones[3]) };
  static const guint expected[16] = { LAST_LOW, LAST_LOW, LAST_LOW, LAST_LOW, LAST_LOW, LAST_LOW, 7, LAST_LOW,
                                      0,        0,        0,        0,        0,        1,        2, 3 };
  const uint16_t weights[16] = { 64, 64, 64, 63, 64, 64, 64, 63, 64, 64, 64, 63, 64, 64, 64, 63 };
  set_skin (add_square (model), refs, weights, 4);
  MwMdlx *there = convert_losing (model, WC3 (1100), "geosets[0].skin.bones");
  const MwRef *made = ((const MwMdlxGeoset *) there->geosets.items[0])->skin_bones.data;
  for (guint i = 0; i < 16; i++)
    g_assert_cmpuint (made[i].id, ==, bones[expected[i]]->record.id);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

static void
groups_and_weights (void)
{
  static const uint8_t of_vertex[3] = { 0, 1, 2 };
  static const uint32_t sizes[3] = { 1, 3, 2 };
  const MwRef members[6] = { { 7, 0 }, { 8, 0 }, { 9, 0 }, { 7, 0 }, { 9, 0 }, { 8, 0 } };
  MwConvertGroups groups = { mw_array_copy (of_vertex, 3, 1), mw_array_copy (sizes, 3, 4),
                             mw_array_copy (members, 6, sizeof (MwRef)) };
  double off;
  uint32_t n_off;
  MwConvertSkin skin = mw_convert_skin_of_groups (&groups, 3, MW_REF_NONE, &off, &n_off);
  static const uint16_t weights[12] = { 255, 0, 0, 0, 85, 85, 85, 0, 128, 127, 0, 0 };
  g_assert_cmpmem (skin.weights.data, 8 * skin.weights.n, weights, sizeof weights);
  g_assert_cmpuint (n_off, ==, 0);
  MwConvertGroups again = mw_convert_groups_of_skin (&skin.bones, &skin.weights, 3, &off, &n_off);
  g_assert_cmpmem (again.vertex_groups.data, 3, of_vertex, 3);
  g_assert_cmpmem (again.group_members.data, again.group_members.n * sizeof (MwRef), members, sizeof members);
  g_assert_cmpuint (n_off, ==, 0);
  mw_convert_skin_clear (&skin);
  mw_convert_groups_clear (&groups);
  mw_convert_groups_clear (&again);
}

static void
wide_weights (void)
{
  MwMdlx *model = new_model (WC3 (1800));
  MwMdlxNode *bone = add_node (model, &mw_mdlx_bone_schema, "a", NULL);
  const MwRef a = ref_to (bone), refs[16] = { a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a };
  const uint16_t weights[16] = { 65535, 0, 0, 0, 32768, 32767, 0, 0, 21845, 21845, 21845, 0, 0, 0, 0, 65535 };
  set_skin (add_square (model), refs, weights, 4);
  MwMdlx *there = convert_losing (model, WC3 (1100), "geosets[0].skin.weights");
  const MwMdlxGeoset *made = (const MwMdlxGeoset *) there->geosets.items[0];
  for (guint i = 0; i < 4; i++) {
    const uint16_t *at = (const uint16_t *) made->skin_weights.data + 4 * i;
    g_assert_cmpuint (at[0] + at[1] + at[2] + at[3], ==, 255);
  }
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

/* --- Nodes ------------------------------------------------------------------------------------------------------------- */

static void
popcorn_to_helper (void)
{
  MwMdlx *model = new_model (WC3 (1000));
  MwMdlxNode *root = add_node (model, &mw_mdlx_bone_schema, "root", NULL);
  MwMdlxNode *popcorn = add_node (model, &mw_mdlx_popcorn_emitter_schema, "smoke", root);
  add_node (model, &mw_mdlx_attachment_schema, "child", popcorn);
  popcorn->pivot[2] = 7;
  MwTrack *track = (MwTrack *) mw_record_new (&mw_track_vec3_schema);
  mw_child_set (&model->model, &popcorn->record, mw_schema_field (&mw_mdlx_node_schema, "translation.track"),
                &track->record);
  MwMdlx *there = convert_losing (model, WC3 (800), "popcorn_emitters[0]");
  const MwMdlxNode *helper = (const MwMdlxNode *) there->nodes.items[1];
  g_assert_true (helper->record.schema == &mw_mdlx_helper_schema);
  g_assert_cmpstr (helper->name, ==, "smoke");
  g_assert_cmpfloat (helper->pivot[2], ==, 7);
  g_assert_nonnull (helper->translation_track);
  g_assert_cmpuint (helper->parent.id, ==, root->record.id);
  g_assert_true (mw_model_resolve (&there->model, ((const MwMdlxNode *) there->nodes.items[2])->parent)
                 == &helper->record);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

static void
node_flags (void)
{
  MwMdlx *model = new_model (WC3 (800));
  static const struct {
    const MwSchema *kind;
    uint32_t before, after;
  } nodes[] = {
    { &mw_mdlx_bone_schema, 0x109, 0x9 },
    { &mw_mdlx_light_schema, 0x200, 0x100 },
    { &mw_mdlx_attachment_schema, 0x800, 0x400 },
    { &mw_mdlx_particle_emitter_schema, 0x9000, 0x10000 },
    { &mw_mdlx_particle_emitter2_schema, 0x141000, 0x8040800 },
    { &mw_mdlx_ribbon_emitter_schema, 0x4000, 0x2000 },
    { &mw_mdlx_event_object_schema, 0x400, 0x200 },
    { &mw_mdlx_collision_shape_schema, 0x2000, 0x1000 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++) {
    MwMdlxNode *node = add_node (model, nodes[i].kind, "n", NULL);
    node->flags = nodes[i].before;
    if (nodes[i].kind == &mw_mdlx_event_object_schema)
      mw_child_set (&model->model, &node->record, mw_schema_field (nodes[i].kind, "track"),
                    mw_record_new (&mw_event_track_schema));
  }
  MwMdlx *there = convert_losing (model, WOW (1300), "");
  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
    g_assert_cmphex (((const MwMdlxNode *) there->nodes.items[i])->flags, ==, nodes[i].after);
  mw_model_free (&there->model);
  /* Camera anchored is the kind bit of bones there; a helper with that bit set does not come back. */
  ((MwMdlxNode *) model->nodes.items[0])->flags = 0x180;
  ((MwMdlxNode *) add_node (model, &mw_mdlx_helper_schema, "h", NULL))->flags = 0x100;
  there = convert_losing (model, WOW (1300), "bones[0].flags\nhelpers[0].flags");
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

/* Degrees in one game, radians in the other; values that come back unchanged are no loss. */
static void
latitudes (void)
{
  MwMdlx *model = new_model (WC3 (800));
  MwMdlxParticleEmitter2 *emitter = (MwMdlxParticleEmitter2 *) add_node (model, &mw_mdlx_particle_emitter2_schema, "e",
                                                                         NULL);
  static const int32_t times[] = { 0, 100, 200 };
  static const float degrees[] = { 0, -90, 45 };
  MwTrack *track = (MwTrack *) mw_record_new (&mw_track_float_schema);
  track->interpolation = MW_INTERPOLATION_LINEAR;
  mw_array_clear (&track->times);
  mw_array_clear (&track->values);
  track->times = mw_array_copy (times, 3, 4);
  track->values = mw_array_copy (degrees, 3, 4);
  mw_child_set (&model->model, &emitter->node.record,
                mw_schema_field (&mw_mdlx_particle_emitter2_schema, "latitude.track"), &track->record);
  emitter->latitude = 180;
  MwMdlx *there = convert_losing (model, WOW (1300), "");
  const MwMdlxParticleEmitter2 *of_there = (const MwMdlxParticleEmitter2 *) there->nodes.items[0];
  g_assert_cmpfloat (of_there->latitude, ==, (float) G_PI);
  const float *keys = of_there->latitude_track->values.data;
  g_assert_cmpfloat (keys[0], ==, 0);
  g_assert_cmpfloat (keys[1], ==, (float) -G_PI_2);
  g_assert_cmpfloat (keys[2], ==, (float) G_PI_4);
  MwMdlx *back = convert_losing (there, WC3 (800), "");
  g_assert_cmpfloat (((const MwMdlxParticleEmitter2 *) back->nodes.items[0])->latitude, ==, 180);
  mw_model_free (&back->model);
  mw_model_free (&there->model);
  /* This one differs in the last of its 24 bits; NaN stays. */
  emitter->latitude = 31;
  float *values = mw_array_make_writable (&track->values, 4);
  values[0] = NAN;
  there = convert_losing (model, WOW (1500), "particle_emitters2[0].latitude");
  g_assert_true (
    isnan (((const float *) ((const MwMdlxParticleEmitter2 *) there->nodes.items[0])->latitude_track->values.data)[0]));
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

static void
roots_first (void)
{
  MwMdlx *model = new_model (WC3 (800));
  MwMdlxNode *root = add_node (model, &mw_mdlx_bone_schema, "root", NULL);
  add_node (model, &mw_mdlx_bone_schema, "child", root);
  add_node (model, &mw_mdlx_helper_schema, "helper", root);
  add_node (model, &mw_mdlx_bone_schema, "other root", NULL);
  MwMdlx *there = convert_losing (model, WOW (1400), "bones[1]");
  g_assert_cmpstr (((const MwMdlxNode *) there->nodes.items[1])->name, ==, "other root");
  g_assert_cmpstr (((const MwMdlxNode *) there->nodes.items[2])->name, ==, "helper");
  g_assert_cmpstr (((const MwMdlxNode *) there->nodes.items[3])->name, ==, "child");
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

static void
attachment_points (void)
{
  MwMdlx *model = new_model (WC3 (800));
  static const char *const names[] = { "Origin Ref", "Hand Left Ref 01", "Head - Ref", "Chest Mount Ref",
                                       "Sprite First Ref" };
  static const int32_t ids[] = { 19, 21, 20, -1, -1 };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ((MwMdlxAttachment *) add_node (model, &mw_mdlx_attachment_schema, names[i], NULL))->attachment_id = i == 3
                                                                                                           ? 0
                                                                                                           : (
                                                                                                             int32_t) i;
  MwMdlx *there = convert_losing (model, WOW (1300), "attachments[3].attachment_id");
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_cmpint (((const MwMdlxAttachment *) there->nodes.items[i])->attachment_id, ==, ids[i]);
  mw_model_free (&model->model);
  mw_model_free (&there->model);

  model = new_model (WOW (1300));
  MwMdlxAttachment *base = add_node (model, &mw_mdlx_attachment_schema, "_Base", NULL);
  MwMdlxAttachment *shield = add_node (model, &mw_mdlx_attachment_schema, "Shield", NULL);
  base->attachment_id = 19;
  base->node.flags = shield->node.flags = 0x400;
  base->unknown_byte = shield->unknown_byte = 0xFF;
  shield->attachment_id = 0;
  there = convert_losing (model, WC3 (800), "attachments[0].name\nattachments[1].attachment_id");
  g_assert_cmpstr (((const MwMdlxNode *) there->nodes.items[0])->name, ==, "Origin Ref");
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

static void
shapes (void)
{
  MwMdlx *model = new_model (WC3 (800));
  MwMdlxCollisionShape *box = add_node (model, &mw_mdlx_collision_shape_schema, "box", NULL);
  MwMdlxCollisionShape *plane = add_node (model, &mw_mdlx_collision_shape_schema, "plane", NULL);
  MwMdlxCollisionShape *cylinder = add_node (model, &mw_mdlx_collision_shape_schema, "cylinder", NULL);
  MwMdlxCollisionShape *tilted = add_node (model, &mw_mdlx_collision_shape_schema, "tilted", NULL);
  box->vertices[1][0] = 4;
  plane->type = MW_MDLX_SHAPE_PLANE;
  plane->vertices[1][1] = 5;
  cylinder->type = tilted->type = MW_MDLX_SHAPE_CYLINDER;
  cylinder->vertices[1][2] = tilted->vertices[1][2] = 8;
  tilted->vertices[1][0] = 1;
  cylinder->radius = tilted->radius = 3;
  MwMdlx *there = convert_losing (model, WOW (1300), "collision_shapes[1].type\ncollision_shapes[3].vertices.second");
  g_assert_cmpuint (((const MwMdlxCollisionShape *) there->nodes.items[1])->type, ==, 0);
  g_assert_cmpfloat (((const MwMdlxCollisionShape *) there->nodes.items[1])->vertices[1][1], ==, 5);
  g_assert_cmpuint (((const MwMdlxCollisionShape *) there->nodes.items[2])->type, ==, 1);
  g_assert_cmpfloat (((const MwMdlxCollisionShape *) there->nodes.items[2])->height, ==, 8);
  g_assert_cmpfloat (((const MwMdlxCollisionShape *) there->nodes.items[2])->radius, ==, 3);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

static void
rotations (void)
{
  static const float keys[2][4] = { { 0.5f, -0.5f, 0.25f, 0.6614378f }, { 0.1f, 0.2f, 0.3f, 0.9273618f } };
  static const int32_t times[2] = { 0, 100 };
  MwMdlx *model = new_model (WC3 (800));
  MwMdlxNode *bone = add_node (model, &mw_mdlx_bone_schema, "bone", NULL);
  MwTrack *track = (MwTrack *) mw_record_new (&mw_track_quat_schema);
  track->times = mw_array_copy (times, 2, 4);
  track->values = mw_array_copy (keys, 2, 16);
  mw_child_set (&model->model, &bone->record, mw_schema_field (&mw_mdlx_node_schema, "rotation.track"), &track->record);
  MwMdlx *there = convert_losing (model, WOW (1300), "bones[0].rotation.track.keys.value");
  const float *made = ((const MwMdlxNode *) there->nodes.items[0])->rotation_track->values.data;
  for (guint i = 0; i < 8; i++)
    g_assert_cmpfloat (fabsf (made[i] - keys[i / 4][i % 4]), <, 4e-6f);
  /* What 64 bits can hold is not rounded again. */
  MwMdlx *back = (MwMdlx *) mw_convert (&there->model, WOW (1300), WC3 (800), NULL, NULL, NULL, NULL);
  MwMdlx *again = convert_losing (back, WOW (1300), "");
  mw_model_free (&again->model);
  mw_model_free (&back->model);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

/* q and -q are the same rotation, and 64 bits can hold the one with w >= 0: no rounding. */
static void
rotation_signs (void)
{
  static const float keys[3][3][4] = {
    { { 0.5f, 0.5f, 0.5f, -0.5f }, { 0, 0, 0, -1 }, { 0.5f, -0.5f, 0.5f, 0.5f } },
    { { 0.5f, 0.5f, 0.5f, -0.5f }, { 0.1f, 0.2f, 0.3f, -0.9273618f }, { 0, 0, 0, 1 } },
    { { 0.1f, 0.2f, 0.3f, 0.9273618f }, { 0, 0, 0, 1 }, { 0, 0, 0, 1 } }
  };
  static const char *const reasons[] = { "the same rotations with the other sign", "some with the other sign",
                                         "rounded to the 64 bits of a stored rotation" };
  static const int32_t times[3] = { 0, 100, 200 };
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++) {
    MwMdlx *model = new_model (WC3 (800));
    MwMdlxNode *bone = add_node (model, &mw_mdlx_bone_schema, "bone", NULL);
    MwTrack *track = (MwTrack *) mw_record_new (&mw_track_quat_schema);
    track->times = mw_array_copy (times, 3, 4);
    track->values = mw_array_copy (keys[i], 3, 16);
    mw_child_set (&model->model, &bone->record, mw_schema_field (&mw_mdlx_node_schema, "rotation.track"),
                  &track->record);
    MwMdlx *there = convert_losing (model, WOW (1300), "bones[0].rotation.track.keys.value");
    assert_reason (model, WOW (1300), "bones[0].rotation.track.keys.value", reasons[i]);
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
}

/* --- The rest ---------------------------------------------------------------------------------------------------------- */

static void
sequences (void)
{
  MwMdlx *model = new_model (WC3 (800));
  static const char *const names[] = { "Stand - 1", "Stand - 2", "Walk" };
  for (guint i = 0; i < 3; i++)
    set_text (&((MwMdlxSequence *) add_record (model, NULL, "sequences", &mw_mdlx_sequence_schema))->name, names[i]);
  model->blend_time = 200;
  ((MwMdlxSequence *) model->sequences.items[1])->rarity = 3;
  MwMdlx *there = convert_losing (model, WOW (1300), "");
  g_assert_cmpfloat (((const MwMdlxSequence *) there->sequences.items[0])->frequency, ==, 0.8f);
  g_assert_cmpfloat (((const MwMdlxSequence *) there->sequences.items[1])->frequency, ==, 0.2f);
  g_assert_cmpfloat (((const MwMdlxSequence *) there->sequences.items[2])->frequency, ==, 0);
  g_assert_cmpuint (((const MwMdlxSequence *) there->sequences.items[2])->blend_time, ==, 200);
  ((MwMdlxSequence *) there->sequences.items[2])->blend_time = 100;
  ((MwMdlxSequence *) there->sequences.items[2])->replay_max = 4;
  MwMdlx *back = convert_losing (there, WC3 (800), "sequences[2].blend_time\nsequences[2].replay_max");
  g_assert_cmpfloat (((const MwMdlxSequence *) back->sequences.items[1])->rarity, ==, 3);
  g_assert_cmpuint (back->blend_time, ==, 200);
  mw_model_free (&back->model);
  mw_model_free (&there->model);
  mw_model_free (&model->model);

  /* As in files of the client: 0.842 and 0.158 come back rounded. */
  model = new_model (WOW (1300));
  for (guint i = 0; i < 2; i++) {
    MwMdlxSequence *sequence = add_record (model, NULL, "sequences", &mw_mdlx_sequence_schema);
    set_text (&sequence->name, i ? "Stand - Var2" : "Stand - Var1");
    sequence->frequency = i ? 0.158f : 0.842f;
  }
  there = convert_losing (model, WC3 (800), "sequences[0].frequency\nsequences[1].frequency");
  g_assert_cmpfloat (((const MwMdlxSequence *) there->sequences.items[0])->rarity, ==, 0);
  g_assert_cmpfloat (((const MwMdlxSequence *) there->sequences.items[1])->rarity, ==, 4.329f);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

static void
replaceable_textures (void)
{
  MwMdlx *model = new_model (WC3 (800));
  add_texture (model, 1, "");
  add_texture (model, 0, "a.blp");
  MwMdlx *there = convert_losing (model, WOW (1300), "textures[0].path\ntextures[0].replaceable_id");
  g_assert_cmpuint (((const MwMdlxTexture *) there->textures.items[0])->replaceable_id, ==, 0);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

static void
collision_mesh (void)
{
  static const float point[3] = { 1, 2, 3 };
  MwMdlx *model = new_model (WOW (1300));
  model->collision_vertices = mw_array_copy (point, 1, 12);
  MwMdlx *there = convert_losing (model, WC3 (800), "collision.vertices");
  g_assert_cmpuint (there->collision_vertices.n, ==, 0);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

static void
defaults (void)
{
  MwMdlx *model = new_model (WC3 (1800));
  MwMdlxLight *light = add_node (model, &mw_mdlx_light_schema, "light", NULL);
  MwMdlx *there = convert_losing (model, WC3 (1100), "");
  mw_model_free (&there->model);
  light->shadow_intensity = 1;
  light->damping = 2;
  there = convert_losing (model, WC3 (1100), "lights[0].damping\nlights[0].shadow_intensity");
  g_assert_cmpfloat (((const MwMdlxLight *) there->nodes.items[0])->shadow_intensity, ==, 0.4f);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

/* Unknown chunks are copied only where no reader of any version would parse them. */
static void
colliding_chunk (void)
{
  static const struct {
    MwFormat from, to;
    const char *tags;
    const char *lost;
  } cases[] = {
    { WC3 (800), WC3 (1000), "FAFXMDVI", "unknown_chunks[0]" },
    /* 800 has no chunk with this tag, but some readers ignore the version and do. */
    { WC3 (9900), WC3 (800), "MDVIBPOSINFO", "unknown_chunks[1]" },
    { WC3 (9900), WC3 (1800), "GEOSMDVI", "unknown_chunks[0]" },
    { WC3 (9900), WC3 (1700), "DILGXXXX", "unknown_chunks[0]" },
    { WC3 (800), WOW (1300), "HTSTMDVICORN", "unknown_chunks[0]\nunknown_chunks[2]" },
    { WOW (1300), WC3 (800), "FAFXMDVI", "unknown_chunks[0]" },
  };
  static const uint8_t bytes[3] = { 1, 2, 3 };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = new_model (cases[i].from);
    for (const char *tag = cases[i].tags; *tag; tag += 4) {
      MwMdlxUnknownChunk *chunk = add_record (model, NULL, "unknown_chunks", &mw_mdlx_unknown_chunk_schema);
      memcpy (chunk->tag, tag, 4);
      chunk->bytes = mw_array_copy (bytes, 3, 1);
    }
    MwMdlx *there = convert_losing (model, cases[i].to, cases[i].lost);
    MwFormat to = cases[i].to;
    g_autoptr (GError) error = NULL;
    g_autoptr (GBytes) written = io_write_bytes (&there->model, to, NULL, NULL, &error);
    g_assert_no_error (error);
    g_assert_true (io_prove_bytes (&there->model, to, written, &error));
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
}

/* Bytes after a track tag that one version does not know and the other does. */
static void
colliding_track (void)
{
  static const struct {
    uint16_t from, to;
    const char *bytes;
    const char *lost;
  } cases[] = {
    { 800, 1000, "KMTE\1\0\0\0junk", "materials[0].layers[0].unknown" },
    { 800, 1000, "KMTX\1\0\0\0junk", "" },
    { 1100, 800, "KMTF\1\0\0\0junk", "materials[0].layers[0].unknown" },
    { 1100, 1800, "KMTX\1\0\0\0junk", "" },
    /* In 900, 20 more bytes are the fresnel values. */
    { 800, 900, "KMTX\1\0\0\0junkjunkjunk", "materials[0].layers[0].unknown" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwFormat from = WC3 (cases[i].from), to = WC3 (cases[i].to);
    MwMdlx *model = new_model (from);
    MwMdlxMaterial *material = add_record (model, NULL, "materials", &mw_mdlx_material_schema);
    MwMdlxLayer *layer = add_record (model, material, "layers", &mw_mdlx_layer_schema);
    layer->texture = cases[i].from == 800 ? ref_to (add_texture (model, 0, "a.blp")) : MW_REF_NONE;
    layer->unknown = mw_array_copy (cases[i].bytes, 8 + (uint32_t) strlen (cases[i].bytes + 8), 1);
    MwMdlx *there = convert_losing (model, to, cases[i].lost);
    g_autoptr (GError) error = NULL;
    g_autoptr (GBytes) written = io_write_bytes (&there->model, to, NULL, NULL, &error);
    g_assert_no_error (error);
    io_prove_bytes (&there->model, to, written, &error);
    g_assert_no_error (error);
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
}

static void
too_many (void)
{
  g_autoptr (GError) error = NULL;
  MwMdlx *model = new_model (WC3 (800));
  for (guint i = 0; i < 256; i++)
    add_record (model, NULL, "geosets", &mw_mdlx_geoset_schema);
  g_assert_null (mw_convert (&model->model, WC3 (800), WOW (1300), NULL, NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_NOT_WRITABLE);
  g_assert_nonnull (strstr (error->message, "256"));
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/convert/materials/six HD layers are one with six images from 1100 on", six_layers_to_one);
  g_test_add_func ("/convert/materials/without HD the layers become the diffuse image over the team colour",
                   six_layers_to_two);
  g_test_add_func ("/convert/materials/the team colour layer has the alpha of the layer above it", team_colour_fades);
  g_test_add_func ("/convert/materials/each layer has its team colour layer directly below it", team_colours_below);
  g_test_add_func ("/convert/materials/a cut-out layer shows no team colour through its holes", holes_stay_holes);
  g_test_add_func ("/convert/materials/the report says why a team colour is lost", team_colour_reasons);
  g_test_add_func ("/convert/materials/an SD layer has one image in slot 0 from 1100 on", one_image_each);
  g_test_add_func ("/convert/materials/before 1100 a layer keeps one image, and the others are reported",
                   many_images_to_one);
  g_test_add_func ("/convert/skin/weights become the nearest matrix groups", weights_to_groups);
  g_test_add_func ("/convert/skin/there are at most 255 groups", groups_fit_a_byte);
  g_test_add_func ("/convert/skin/beyond 255 groups each vertex uses the nearest remaining group",
                   nearest_of_those_left);
  g_test_add_func ("/convert/skin/a bone with too high an id is replaced by its parent", high_bones);
  g_test_add_func ("/convert/skin/groups become equal weights, and these become the same groups again",
                   groups_and_weights);
  g_test_add_func ("/convert/skin/wide weights sum to 255 in one byte each", wide_weights);
  g_test_add_func ("/convert/nodes/a node kind that the target lacks becomes a helper and keeps its children",
                   popcorn_to_helper);
  g_test_add_func ("/convert/nodes/flags are translated to the bits of the other game", node_flags);
  g_test_add_func ("/convert/nodes/bones without a parent come first in World of Warcraft", roots_first);
  g_test_add_func ("/convert/nodes/attachment points have names in Warcraft III and ids in World of Warcraft",
                   attachment_points);
  g_test_add_func ("/convert/nodes/shapes of one game become those of the other", shapes);
  g_test_add_func ("/convert/nodes/rotations are rounded to 64 bits once", rotations);
  g_test_add_func ("/convert/nodes/a rotation with the opposite sign does not count as rounded", rotation_signs);
  g_test_add_func ("/convert/model/blend times and rarity", sequences);
  g_test_add_func ("/convert/model/replaceable textures of one game are dropped for the other", replaceable_textures);
  g_test_add_func ("/convert/model/only World of Warcraft has a collision mesh", collision_mesh);
  g_test_add_func ("/convert/model/dropping a default value is not a loss", defaults);
  g_test_add_func ("/convert/model/latitudes are degrees in Warcraft III and radians in World of Warcraft", latitudes);
  g_test_add_func ("/convert/model/an unknown chunk is dropped if the target has another chunk with its tag",
                   colliding_chunk);
  g_test_add_func ("/convert/model/unknown bytes after a tag that the target knows are dropped", colliding_track);
  g_test_add_func ("/convert/model/too many for the target is an error", too_many);
  return g_test_run ();
}
