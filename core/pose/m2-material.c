/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/kept.h"
#include "core/pose/m2-material.h"
#include "core/pose/evaluate.h"
#include "core/pose/math.h"

#define COMBINERS_FLAG 0x8u /* global flag: batches refer to runs of texture_combiners */
#define SPECIAL 0x8000u
#define SECOND_UV 0x4000u
#define ENVIRONMENT 0x8u

static uint32_t
blend_of (const MwM2 *model, const MwM2Batch *batch)
{
  const MwRecord *record = mw_model_resolve (&model->model, batch->material);
  return record && record->schema == &mw_m2_material_schema ? ((const MwM2Material *) record)->blend_mode : 0;
}

static uint16_t
coord_at (const MwM2Batch *batch, uint32_t unit)
{
  return unit < batch->coords.n ? ((const uint16_t *) batch->coords.data)[unit] : 0;
}

uint16_t
mw_m2_batch_shader_id (const MwM2 *model, const MwM2Batch *batch)
{
  if (model->version >= MW_M2_SHADERS_STORED_SINCE
      || (model->version >= MW_M2_SPECIAL_SHADER_SINCE && (batch->shader & SPECIAL)))
    return batch->shader;
  uint32_t blend = blend_of (model, batch), id = 0;
  gboolean combined = (model->global_flags & COMBINERS_FLAG) && model->version >= MW_M2_COMBINER_RUNS_SINCE;
  uint32_t n = combined ? MIN (MAX (batch->textures.n, 1), 2) : 1;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t place = (uint32_t) batch->shader + i, op = 1;
    if (combined)
      op = place < model->texture_combiners.n ? ((const uint16_t *) model->texture_combiners.data)[place] & 7u : 1;
    if (i == 0 && blend == 0)
      op = 0;
    if (coord_at (batch, i) > 2)
      op |= ENVIRONMENT;
    else if (coord_at (batch, i) == 1 && i == n - 1)
      id |= SECOND_UV;
    id |= op << (i ? 0 : 4);
  }
  return (uint16_t) id;
}

#define COMBINE(d, s, a)                                                                                               \
  {                                                                                                                    \
    MW_DIFFUSE_##d, MW_SPECULAR_##s, MW_OPACITY_##a                                                                    \
  }
typedef struct {
  uint8_t diffuse, specular, opacity;
} Combine;

/* Indexed by whether the first stage is opaque (0) or not (1), then by the operation of the second stage
 * (rendering.md 3.6). */
static const Combine pairs[2][8] = {
  { COMBINE (AB, NONE, ONE), COMBINE (AB, NONE, B), COMBINE (AB, NONE, B), COMBINE (A, B, ONE), COMBINE (2AB, NONE, 2B),
    COMBINE (AB, NONE, B), COMBINE (2AB, NONE, ONE), COMBINE (A, B, ONE) },
  { COMBINE (AB, NONE, A), COMBINE (AB, NONE, AB), COMBINE (AB, NONE, AB), COMBINE (A, B, A_PLUS_B),
    COMBINE (2AB, NONE, 2AB), COMBINE (AB, NONE, AB), COMBINE (2AB, NONE, A), COMBINE (A, B, A) },
};

enum { ENV = MW_M2_COORD_ENVIRONMENT, UV1 = MW_M2_COORD_UV1, UV2 = MW_M2_COORD_UV2, NONE = -1 };
static const struct {
  Combine combine;
  int8_t coords[MW_M2_UNITS];
} specials[] = {
  { COMBINE (2AB_A, NONE, ONE), { UV1, ENV, NONE } },          /* 0 Opaque_Mod2xNA_Alpha */
  { COMBINE (A, B_ALPHA, ONE), { UV1, ENV, NONE } },           /* 1 Opaque_AddAlpha */
  { COMBINE (A, B_ALPHA_A, ONE), { UV1, ENV, NONE } },         /* 2 Opaque_AddAlpha_Alpha */
  { COMBINE (2AB_A, C_ALPHA, ONE), { UV1, ENV, UV1, NONE } },  /* 3 Opaque_Mod2xNA_Alpha_Add */
  { COMBINE (A, B_ALPHA, A), { UV1, ENV, NONE } },             /* 4 Mod_AddAlpha */
  { COMBINE (A, B_ALPHA, ONE), { UV1, UV1, NONE } },           /* 5 Opaque_AddAlpha */
  { COMBINE (A, B_ALPHA, A), { UV1, UV1, NONE } },             /* 6 Mod_AddAlpha */
  { COMBINE (A, B_ALPHA_A, A_PLUS_LUMA), { UV1, ENV, NONE } }, /* 7 Mod_AddAlpha_Alpha */
  { COMBINE (B_A, NONE, ONE), { UV1, ENV, NONE } },            /* 8 Opaque_Alpha_Alpha */
  { COMBINE (2AB_C, NONE, ONE), { UV1, ENV, UV1, NONE } },     /* 9 Opaque_Mod2xNA_Alpha_3s */
  { COMBINE (A, B_ALPHA, ONE), { UV1, UV1, NONE } },           /* 10 Opaque_AddAlpha_Wgt */
  { COMBINE (A, B_A, A_PLUS_B), { UV1, ENV, NONE } },          /* 11 Mod_Add_Alpha */
  { COMBINE (AB_A, NONE, ONE), { UV1, ENV, NONE } },           /* 12 Opaque_ModNA_Alpha */
  { COMBINE (A, B_ALPHA, A), { UV1, ENV, NONE } },             /* 13 Mod_AddAlpha_Wgt */
  { COMBINE (A, B_ALPHA, A), { UV1, UV1, NONE } },             /* 14 Mod_AddAlpha_Wgt */
  { COMBINE (A, B_ALPHA, ONE), { UV1, UV2, NONE } },           /* 15 Opaque_AddAlpha_Wgt */
  { COMBINE (B, A_ALPHA, ONE), { UV1, ENV, NONE } },           /* 16 Opaque_Mod_Add_Wgt */
  { COMBINE (2AB_AC, C_ALPHA, ONE), { UV1, ENV, UV1, NONE } }, /* 17 Opaque_Mod2xNA_Alpha_UnshAlpha */
  { COMBINE (MIXED, NONE, MIXED), { UV1, UV1, UV1, NONE } },   /* 18 Mod_Dual_Crossfade */
  { COMBINE (A, NONE, A), { UV1, NONE } },                     /* 19 Mod_Depth */
  { COMBINE (2AB_CA, NONE, ONE), { UV1, ENV, UV2, NONE } },    /* 20 Opaque_Mod2xNA_Alpha_Alpha */
  { COMBINE (AB, NONE, AB), { UV1, UV2, NONE } },              /* 21 Mod_Mod */
  { COMBINE (MIXED, NONE, MIXED_D), { UV1, UV2, UV1, UV2 } },  /* 22 Mod_Masked_Dual_Crossfade */
  { COMBINE (B, NONE, ONE), { UV1, UV1, NONE } },              /* 23 Opaque_Alpha */
  { COMBINE (2AB_AC, C_ALPHA, ONE), { UV1, ENV, UV2, NONE } }, /* 24 Opaque_Mod2xNA_Alpha_UnshAlpha */
  { COMBINE (A, NONE, A), { ENV, NONE } },                     /* 25 Mod_Depth */
  { COMBINE (A_B_C, NONE, A), { UV1, UV2, UV1, NONE } },       /* 26 Guild */
  { COMBINE (A_B, NONE, A), { UV1, UV2, NONE } },              /* 27 Guild_NoBorder */
  { COMBINE (A_B_C, NONE, ONE), { UV1, UV2, UV1, NONE } },     /* 28 Guild_Opaque */
  { COMBINE (A, NONE, A), { UV1, NONE } },                     /* 29 Illum */
  { COMBINE (ABC, NONE, ABC), { UV1, UV2, UV2, NONE } },       /* 30 Mod_Mod_Mod_Const */
  { COMBINE (ABC, NONE, ABC), { UV1, UV2, UV2, NONE } },       /* 31 Mod_Mod_Mod_Const */
  { COMBINE (A, NONE, ONE), { UV1, NONE } },                   /* 32 Opaque */
  { COMBINE (2AB, NONE, 2AB), { UV1, UV2, NONE } },            /* 33 Mod_Mod2x */
  { COMBINE (A, NONE, A), { UV1, NONE } },                     /* 34 Mod */
  { COMBINE (AB, NONE, AB), { UV1, UV2, NONE } },              /* 35 Mod_Mod_Depth */
};

static void
set_combine (MwM2Shader *shader, const Combine *combine)
{
  shader->diffuse = combine->diffuse;
  shader->specular = combine->specular;
  shader->opacity = combine->opacity;
}

/* What the shader id means. A stored shader of more textures than the batch has is reduced to the first. */
static void
find_shader (const MwM2 *model, const MwM2Batch *batch, MwM2Shader *out)
{
  static const Combine opaque = COMBINE (A, NONE, ONE), mod = COMBINE (A, NONE, A);
  uint32_t id = mw_m2_batch_shader_id (model, batch);
  gboolean stored = model->version >= MW_M2_SHADERS_STORED_SINCE;
  gboolean combined = stored || ((model->global_flags & COMBINERS_FLAG) && model->version >= MW_M2_COMBINER_RUNS_SINCE);

  *out = (MwM2Shader) { .n_units = 1 };
  if (id & SPECIAL) {
    /* Before shaders were stored, the client counted its three special shaders from 1; 0 is a batch that was merged
     * into another one. */
    uint32_t number = id & 0x7FFFu;
    if (!stored && number == 0) {
      out->n_units = 0;
      return;
    }
    number -= stored ? 0 : 1;
    number = number < G_N_ELEMENTS (specials) ? number : 34;
    set_combine (out, &specials[number].combine);
    guint n = 1;
    while (n < MW_M2_UNITS && specials[number].coords[n] != NONE)
      n++;
    out->n_units = batch->textures.n < n ? 1 : n;
    for (guint i = 0; i < out->n_units; i++)
      out->coords[i] = (MwM2Coord) specials[number].coords[i];
    if (out->n_units < n)
      set_combine (out, specials[number].combine.opacity == MW_OPACITY_ONE ? &opaque : &mod);
    return;
  }
  gboolean first_opaque = (id & 0x70) == 0;
  out->coords[0] = id & ENVIRONMENT << 4 ? MW_M2_COORD_ENVIRONMENT : MW_M2_COORD_UV1;
  if (!combined || batch->textures.n < 2) {
    set_combine (out, first_opaque ? &opaque : &mod);
    if ((id & SECOND_UV) && out->coords[0] != MW_M2_COORD_ENVIRONMENT)
      out->coords[0] = MW_M2_COORD_UV2;
    return;
  }
  out->n_units = 2;
  out->coords[1] = id & ENVIRONMENT ? MW_M2_COORD_ENVIRONMENT : id & SECOND_UV ? MW_M2_COORD_UV2 : MW_M2_COORD_UV1;
  set_combine (out, &pairs[!first_opaque][id & 7u]);
}

/* --- At a time -------------------------------------------------------------------------------------------------------- */

static const float zeros[3] = { 0, 0, 0 }, ones[3] = { 1, 1, 1 };

/* The transform of texture coordinates: translate, then scale about (0.5, 0.5), then rotate about it. NULL: the
 * identity. */
static void
evaluate_transform (const MwM2 *model, const MwM2TextureTransform *transform, const MwClock *clock, float uv[6])
{
  static const float identity[6] = { 1, 0, 0, 1, 0, 0 };
  float move[3], rotation[4], scale[3], matrix[16], centre[3];

  memcpy (uv, identity, sizeof identity);
  if (!transform)
    return;
  mw_evaluate_vec3 (&model->model, transform->translation_track, clock, zeros, zeros, move);
  mw_evaluate_quat (&model->model, transform->rotation_track, clock, rotation);
  mw_evaluate_vec3 (&model->model, transform->scaling_track, clock, ones, ones, scale);
  memcpy (matrix, mw_mat_identity, sizeof matrix);
  mw_mat_set_rotation_scale (matrix, rotation, scale);
  for (int i = 0; i < 3; i++)
    centre[i] = move[i] - (i < 2 ? 0.5f : 0);
  mw_mat_direction (matrix, centre, centre);
  for (int i = 0; i < 4; i++)
    uv[i] = matrix[4 * (i / 2) + i % 2];
  uv[4] = centre[0] + 0.5f;
  uv[5] = centre[1] + 0.5f;
}

/* The blend mode of the batch's first layer. Like the client, finds its material by counting back from the batch's
 * own by its layer (rendering.md 3.5). */
static uint32_t
first_layer_blend (const MwM2 *model, const MwM2Batch *batch, uint32_t blend)
{
  const MwRecord *record = mw_model_resolve (&model->model, batch->material);
  if (!record || record->schema != &mw_m2_material_schema)
    return blend;
  uint32_t place = mw_record_index (record);
  if (batch->layer > place)
    return blend;
  return ((const MwM2Material *) model->materials.items[place - batch->layer])->blend_mode;
}

/* The weights of the textures that have one in the batch's shader. The others have 1. */
static void
evaluate_weights (const MwM2 *model, const MwM2Batch *batch, const MwClock *clock, MwM2BatchState *out)
{
  const MwRef refs[] = { batch->weight, batch->weight_2, batch->weight_3 };
  for (uint32_t i = 0; i < MIN (mw_m2_batch_weights (model->version, batch), batch->textures.n); i++) {
    const MwRecord *record = mw_model_resolve (&model->model, refs[i]);
    if (record && record->schema == &mw_m2_texture_weight_schema)
      out->weights[i] = mw_evaluate_float (&model->model, ((const MwM2TextureWeight *) record)->weight_track, clock, 1,
                                           1);
  }
}

static void
evaluate_color (const MwM2 *model, const MwM2Batch *batch, const MwClock *clock, MwM2BatchState *out)
{
  const MwRecord *record = mw_model_resolve (&model->model, batch->color);
  if (record && record->schema == &mw_m2_color_schema) {
    const MwM2Color *color = (const MwM2Color *) record;
    mw_evaluate_vec3 (&model->model, color->color_track, clock, ones, zeros, out->color);
    out->alpha *= mw_evaluate_float (&model->model, color->alpha_track, clock, 1, 1);
  }
  evaluate_weights (model, batch, clock, out);
  out->alpha *= out->weights[0];
  for (guint i = 0; i < G_N_ELEMENTS (out->weights); i++)
    out->weights[i] = out->weights[i] > 0 ? MIN (out->weights[i], 1) : 0;
  out->alpha = out->alpha > 0 ? MIN (out->alpha, 1) : 0;
  /* Batches that are multiplied with the background have no colour: the client draws them in white, or in grey if
   * the result is doubled. */
  if (out->blend == 5 || out->blend == 6)
    for (int i = 0; i < 3; i++)
      out->color[i] = out->blend == 5 ? 1 : 0.5f;
}

void
mw_m2_batch_evaluate (const MwM2 *model, const MwM2Batch *batch, const MwClock *clock, MwM2BatchState *out)
{
  const MwClock started = mw_clock_started (clock, &model->model);
  clock = &started;
  const MwRecord *record = mw_model_resolve (&model->model, batch->material);
  const MwM2Material *material = record && record->schema == &mw_m2_material_schema ? (const MwM2Material *) record
                                                                                    : NULL;
  uint32_t flags = material ? material->flags : 0, blend = material ? material->blend_mode : 0;

  memset (out, 0, sizeof *out);
  out->blend = blend > 7 ? 4 : blend;
  out->lit = !(flags & 0x1) && out->blend < 5;
  out->fogged = !(flags & 0x2);
  out->two_sided = (flags & 0x4) != 0;
  out->depth_test = !(flags & 0x8);
  out->depth_write = !(flags & 0x10);
  out->priority_plane = batch->priority_plane;
  out->layer = batch->layer;
  memcpy (out->color, ones, sizeof ones);
  memcpy (out->weights, ones, sizeof ones);
  out->alpha = 1;
  evaluate_color (model, batch, clock, out);
  out->transparent = first_layer_blend (model, batch, blend) > 1 || out->alpha < 0.99999f;
  find_shader (model, batch, &out->shader);
  out->visible = out->shader.n_units > 0 && out->alpha >= 0.0001f;
  for (guint i = 0; i < out->shader.n_units; i++) {
    const MwM2TextureTransform *transform = NULL;
    /* The third and the fourth unit have the coordinates of the first or the second, with its transform. */
    guint from = i < 2 ? i : out->shader.coords[i] == MW_M2_COORD_UV2;
    MwRef ref = from < batch->transforms.n ? ((const MwRef *) batch->transforms.data)[from] : MW_REF_NONE;
    record = mw_model_resolve (&model->model, ref);
    /* Environment coordinates are not transformed. */
    if (record && record->schema == &mw_m2_texture_transform_schema && out->shader.coords[i] != MW_M2_COORD_ENVIRONMENT)
      transform = (const MwM2TextureTransform *) record;
    evaluate_transform (model, transform, clock, out->units[i].uv);
    out->units[i].texture = i < batch->textures.n ? ((const MwRef *) batch->textures.data)[i] : MW_REF_NONE;
  }
}

void
mw_m2_ribbon_uv (const MwM2 *model, const MwM2Ribbon *ribbon, guint i, const MwClock *clock, float uv[6])
{
  const MwRecord *record = mw_m2_ribbon_transform (model, ribbon, i);
  gboolean fits = record && record->schema == &mw_m2_texture_transform_schema;
  evaluate_transform (model, fits ? (const MwM2TextureTransform *) record : NULL, clock, uv);
}
