/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/materials/m2-surface-stages.h"
#include "core/edit/operations/operations.h"
#include "core/schema/catalogue.h"

#include <string.h>

/* Operations that say how a surface shows its textures: how they are combined, which are there, and how they are mapped. */

static const MwM2 *
m2 (MwDocument *document)
{
  return (const MwM2 *) mw_document_get_model (document);
}

/* All batches of a surface have the same textures and coordinates. */
static const MwM2Batch *
first_of (const GPtrArray *surface)
{
  return surface->pdata[0];
}

/* --- Shader --------------------------------------------------------------------------------------------------------- */

#define SPECIAL 0x8000u
#define BATCH_SPECIAL 0x80 /* m2.md 6.2 */

typedef struct {
  MwRecord record;
  uint16_t first, second, special;
} ShaderParams;

static const MwField shader_fields[] = {
  MW_FIELD_U16 (
    ShaderParams, first, "first", .names = &mw_stage_names, .max = 7, .def = MW_STAGES_PLAIN,
    .label = N_ ("First texture"),
    .doc = N_ (
      "What the first texture does. Surfaces with the blend mode Opaque never use its alpha before version 265.")),
  MW_FIELD_U16 (ShaderParams, second, "second", .names = &mw_stage_names, .max = 7, .def = MW_STAGES_PLAIN,
                .label = N_ ("Second texture"),
                .doc = N_ ("How the second texture is combined with the first, if the surface has one.")),
  MW_FIELD_U16 (
    ShaderParams, special, "special", .catalogue = MW_CATALOGUE_SHADER, .label = N_ ("Special shader"),
    .doc = N_ ("From version 265 on: a shader with combiners and mapping of its own, instead of the two above. Its "
               "name consists of the pixel shader and, after the slash, the mapping of each texture: T1 by the first "
               "texture coordinates, T2 by the second, Env by the environment. 0: none.")),
};
static const MwSchema shader_params = { .name = "surface-set-shader",
                                        .label = N_ ("Surface Shader"),
                                        .size = sizeof (ShaderParams),
                                        .fields = shader_fields,
                                        .n_fields = G_N_ELEMENTS (shader_fields) };

static void
shader_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  ShaderParams *p = (ShaderParams *) params;
  MwStages stages;
  if (!n || !mw_surfaces_apply (document, ids, n, NULL))
    return;
  const MwM2Batch *batch = (const MwM2Batch *) mw_model_find (mw_document_get_model (document), ids[0]);
  mw_stages_of (m2 (document), batch, &stages);
  p->first = stages.ops[0];
  p->second = stages.n > 1 ? stages.ops[1] : MW_STAGES_PLAIN;
  p->special = mw_stages_are_special (m2 (document), batch) ? batch->shader : 0;
}

/* How many textures a special shader maps: T1_Env_T1 three. */
static guint
n_mapped (const char *name)
{
  const char *mapping = strchr (name, '/');
  guint n = 0;
  g_auto (GStrv) parts = g_strsplit (mapping ? mapping + 1 : "", "_", -1);
  for (guint i = 0; parts[i]; i++)
    n += parts[i][0] == 'T' || g_str_equal (parts[i], "Env");
  return n;
}

static gboolean
set_special (MwDocument *document, const GPtrArray *surface, uint16_t special, GError **error)
{
  const char *name = mw_catalogue_name (MW_CATALOGUE_SHADER, special);
  const MwM2Batch *first = first_of (surface);
  if (m2 (document)->version < MW_M2_SHADERS_STORED_SINCE)
    return mw_operation_refuse (NULL, error, "files of this version have no special shaders: clients compute them");
  if (!name)
    return mw_operation_refuse (NULL, error, "there is no special shader with this number");
  if (first->textures.n < n_mapped (name))
    return mw_operation_refuse (&first->record, error, "has fewer textures than this shader maps");
  for (guint i = 0; i < surface->len; i++) {
    const MwM2Batch *batch = surface->pdata[i];
    const uint8_t flags = batch->flags | BATCH_SPECIAL;
    if (!mw_stages_set_shader (document, batch, special, error)
        || !mw_document_set_field (document, batch->record.id, MW_FIELD (MwM2Batch, flags), &flags, sizeof flags,
                                   error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
has_shader (const MwM2 *model, const GPtrArray *surface, const ShaderParams *p, const MwStages *stages)
{
  gboolean same = TRUE;
  for (guint i = 0; i < surface->len; i++) {
    const MwM2Batch *batch = surface->pdata[i];
    MwStages now;
    mw_stages_of (model, batch, &now);
    same &= p->special                             ? batch->shader == p->special
            : mw_stages_are_special (model, batch) ? FALSE
                                                   : memcmp (now.ops, stages->ops, sizeof now.ops) == 0;
  }
  return same;
}

static gboolean
shader_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const ShaderParams *p = (const ShaderParams *) params;
  g_autoptr (GPtrArray) surfaces = mw_surfaces_chosen (document, ids, n);
  guint changed = 0;
  for (guint k = 0; k < surfaces->len; k++) {
    const GPtrArray *surface = surfaces->pdata[k];
    MwStages stages;
    mw_stages_of (m2 (document), first_of (surface), &stages);
    if (!stages.n)
      return mw_operation_refuse (&first_of (surface)->record, error, "has no texture");
    stages.ops[0] = p->first;
    if (stages.n > 1)
      stages.ops[1] = p->second;
    if (has_shader (m2 (document), surface, p, &stages))
      continue;
    if (p->special ? !set_special (document, surface, p->special, error)
                   : !mw_stages_set (document, surface, &stages, error))
      return FALSE;
    changed++;
  }
  return changed || mw_operation_nothing (error, "nothing to change: the surfaces have that shader already");
}

const MwOperation mw_operation_surface_set_shader = {
  .id = "surface-set-shader",
  .label = N_ ("Set Surface Shader"),
  .step = N_ ("Set the shader of %s"),
  .doc = N_ (
    "Sets how the textures of surfaces are combined, in all skin profiles. At version 264 the model gets texture "
    "combiners if it has none; other surfaces look as before."),
  .aliases = "combiner pixel vertex multiply add mod2x shader id",
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_SURFACES,
  .families = MW_FAMILY_M2,
  .params = &shader_params,
  .preset = shader_preset,
  .applies = mw_stages_apply,
  .run = shader_run,
};

/* --- Second texture ------------------------------------------------------------------------------------------------- */

MW_NAMES (coord_names, FALSE, { MW_COORD_FIRST, "first", N_ ("First texture coordinates") },
          { MW_COORD_SECOND, "second", N_ ("Second texture coordinates") },
          { MW_COORD_ENVIRONMENT, "environment", N_ ("Environment") });

typedef struct {
  MwRecord record;
  MwRef texture;
  uint16_t coordinates, combiner;
} SecondParams;

static const MwField second_fields[] = {
  MW_FIELD_REF (SecondParams, texture, "texture", "textures", .label = N_ ("Texture"),
                .doc = N_ ("The second texture; none removes it.")),
  MW_FIELD_U16 (SecondParams, coordinates, "coordinates", .names = &coord_names, .label = N_ ("Coordinates"),
                .doc = N_ ("How it is mapped.")),
  MW_FIELD_U16 (SecondParams, combiner, "combiner", .names = &mw_stage_names, .max = 7, .def = MW_STAGES_PLAIN,
                .label = N_ ("Combiner"), .doc = N_ ("How it is combined with the first texture.")),
};
static const MwSchema second_params = { .name = "surface-set-second-texture",
                                        .label = N_ ("Second Texture"),
                                        .size = sizeof (SecondParams),
                                        .fields = second_fields,
                                        .n_fields = G_N_ELEMENTS (second_fields) };
static const char *const second_required[] = { "texture", NULL };

/* The first n elements of an array, with `second` as the second of them. */
static MwArray
with_second (const MwArray *array, gsize size, guint n, const void *second)
{
  MwArray made = mw_array_new (n, size);
  memset (made.data, 0, n * size);
  memcpy (made.data, array->data, MIN (array->n, n) * size);
  if (n > 1)
    memcpy ((guint8 *) made.data + size, second, size);
  return made;
}

/* Textures after the second one stay; without a second one there are none of those. */
static gboolean
put_second (MwDocument *document, const MwM2Batch *batch, const SecondParams *p, guint n, GError **error)
{
  const MwField *fields[] = { MW_FIELD (MwM2Batch, textures), MW_FIELD (MwM2Batch, coords),
                              MW_FIELD (MwM2Batch, transforms) };
  const MwRef transform = batch->transforms.n > 1 ? ((const MwRef *) batch->transforms.data)[1] : MW_REF_NONE;
  const uint16_t coord = MW_COORD_FIRST; /* mw_stages_set() sets it where the version has it */
  MwArray arrays[] = { with_second (&batch->textures, sizeof (MwRef), n, &p->texture),
                       with_second (&batch->coords, sizeof (uint16_t), n, &coord),
                       with_second (&batch->transforms, sizeof (MwRef), n, &transform) };
  return mw_document_swap_arrays (document, batch->record.id, G_N_ELEMENTS (fields), fields, arrays, error);
}

static gboolean
set_second (MwDocument *document, const GPtrArray *surface, const SecondParams *p, gboolean *changed, GError **error)
{
  const MwM2Batch *first = first_of (surface);
  const gboolean removes = mw_ref_is_none (p->texture);
  const MwRef before = first->textures.n > 1 ? ((const MwRef *) first->textures.data)[1] : MW_REF_NONE;
  MwStages stages;
  mw_stages_of (m2 (document), first, &stages);
  if (!stages.n)
    return mw_operation_refuse (&first->record, error, "has no texture");
  if (mw_stages_are_special (m2 (document), first))
    return mw_operation_refuse (
      &first->record, error, "has a special shader, which fixes its textures; surface-set-shader gives it combiners");
  if (removes ? stages.n < 2
              : stages.n > 1 && before.id == p->texture.id && stages.ops[1] == p->combiner
                  && stages.coords[1] == p->coordinates)
    return TRUE;
  const guint n = removes ? 1 : MAX (stages.n, 2);
  for (guint i = 0; i < surface->len; i++)
    if (!put_second (document, surface->pdata[i], p, n, error))
      return FALSE;
  stages.n = n;
  stages.ops[1] = p->combiner;
  stages.coords[1] = p->coordinates;
  *changed = TRUE;
  return mw_stages_set (document, surface, &stages, error);
}

/* Whether any vertex has second texture coordinates. */
static gboolean
has_second_coords (const MwM2 *model)
{
  const float *uvs = model->uvs2.data;
  for (gsize i = 0; i < 2 * (gsize) model->uvs2.n; i++)
    if (uvs[i] != 0)
      return TRUE;
  return FALSE;
}

static gboolean
second_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const SecondParams *p = (const SecondParams *) params;
  g_autoptr (GPtrArray) surfaces = mw_surfaces_chosen (document, ids, n);
  gboolean changed = FALSE;
  for (guint k = 0; k < surfaces->len; k++)
    if (!set_second (document, surfaces->pdata[k], p, &changed, error))
      return FALSE;
  if (!changed)
    return mw_operation_nothing (error, "nothing to change: the surfaces already have these second textures");
  if (!mw_ref_is_none (p->texture) && p->coordinates == MW_COORD_SECOND && !has_second_coords (m2 (document)))
    mw_document_notice (document,
                        g_strdup ("the second texture coordinates of all vertices are 0: the texture shows one "
                                  "point of its image"));
  return TRUE;
}

const MwOperation mw_operation_surface_set_second_texture = {
  .id = "surface-set-second-texture",
  .label = N_ ("Set Second Texture"),
  .step = N_ ("Set the second texture of %s"),
  .doc = N_ ("Gives surfaces a second texture in all skin profiles, replaces it, or removes it and those after it."),
  .aliases = "add layer texture unit uv set combiner detail glow",
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_SURFACES,
  .families = MW_FAMILY_M2,
  .params = &second_params,
  .required = second_required,
  .applies = mw_stages_apply,
  .run = second_run,
};

/* --- Environment ---------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  uint32_t unit;
  uint8_t on;
} EnvironmentParams;

static const MwField environment_fields[] = {
  MW_FIELD_U32 (EnvironmentParams, unit, "unit", .max = MW_STAGES_MOST - 1, .label = N_ ("Unit"),
                .doc = N_ ("Index of the texture in the surface, from 0.")),
  MW_FIELD_U8 (EnvironmentParams, on, "on", .max = 1, .def = 1, .role = MW_ROLE_SWITCH, .label = N_ ("On"),
               .doc = N_ ("1: the texture is mapped by the environment; 0: by the first texture coordinates.")),
};
static const MwSchema environment_params = { .name = "surface-set-environment",
                                             .label = N_ ("Environment Mapping"),
                                             .size = sizeof (EnvironmentParams),
                                             .fields = environment_fields,
                                             .n_fields = G_N_ELEMENTS (environment_fields) };

static gboolean
set_environment (MwDocument *document, const GPtrArray *surface, const EnvironmentParams *p, guint *changed,
                 GError **error)
{
  const MwM2Batch *first = first_of (surface);
  MwStages stages;
  mw_stages_of (m2 (document), first, &stages);
  if (mw_stages_are_special (m2 (document), first))
    return mw_operation_refuse (&first->record, error,
                                "has a special shader, which fixes the mapping; surface-set-shader gives it combiners");
  if (p->unit >= stages.n)
    return mw_operation_refuse (&first->record, error, "has fewer textures than that");
  if (p->unit >= mw_stages_shown (m2 (document)))
    return mw_operation_refuse (&first->record, error,
                                "shows only its first texture, because the model has no texture combiners; "
                                "surface-set-shader adds them");
  if (p->on == (stages.coords[p->unit] == MW_COORD_ENVIRONMENT))
    return TRUE;
  stages.coords[p->unit] = p->on ? MW_COORD_ENVIRONMENT : MW_COORD_FIRST;
  (*changed)++;
  return mw_stages_set_coords (document, surface, &stages, error);
}

static gboolean
environment_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GPtrArray) surfaces = mw_surfaces_chosen (document, ids, n);
  guint changed = 0;
  for (guint k = 0; k < surfaces->len; k++)
    if (!set_environment (document, surfaces->pdata[k], (const EnvironmentParams *) params, &changed, error))
      return FALSE;
  return changed || mw_operation_nothing (error, "nothing to change: the textures are already mapped like that");
}

const MwOperation mw_operation_surface_set_environment = {
  .id = "surface-set-environment",
  .label = N_ ("Set Environment Mapping"),
  .step = N_ ("Set the environment mapping of %s"),
  .doc = N_ (
    "Maps a texture of surfaces by the environment, as for metal and glass, or back by its coordinates, in all skin "
    "profiles."),
  .aliases = "reflection sphere map shiny metal glass",
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_SURFACES,
  .families = MW_FAMILY_M2,
  .params = &environment_params,
  .applies = mw_surfaces_apply,
  .run = environment_run,
};
