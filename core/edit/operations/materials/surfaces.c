/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/materials/m2-surface-list.h"
#include "core/edit/operations/operations.h"

#include <string.h>

/* Operations on surfaces of M2 models. A surface is given by any of its batches; all its batches are changed, in
 * every profile. */

static MwM2 *
m2 (MwDocument *document)
{
  return (MwM2 *) mw_document_get_model (document);
}

/* --- Texture -------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  MwRef texture;
  char *path;
  uint32_t unit;
} TextureParams;

static const MwField texture_fields[] = {
  MW_FIELD_REF (TextureParams, texture, "texture", "textures", .label = N_ ("Texture"), .doc = N_ ("The new texture.")),
  MW_FIELD_TEXT (
    TextureParams, path, 260, "path", .role = MW_ROLE_FILE, .label = N_ ("File"),
    .doc = N_ ("A file to use instead of a texture of the model. It is added to the textures if it is not one of "
               "them yet.")),
  MW_FIELD_U32 (TextureParams, unit, "unit", .max = 63, .label = N_ ("Unit"),
                .doc = N_ ("Index of the texture in the surface, from 0.")),
};
static const MwSchema texture_params = { .name = "surface-texture",
                                         .label = N_ ("Surface Texture"),
                                         .size = sizeof (TextureParams),
                                         .fields = texture_fields,
                                         .n_fields = G_N_ELEMENTS (texture_fields) };

/* A shadow batch has the first texture of the surface that casts the shadow, so it follows a change of that. */
static gboolean
follow_shadows (MwDocument *document, const MwM2Batch *batch, MwRef before, MwRef after, GError **error)
{
  const MwM2Skin *skin = (const MwM2Skin *) batch->record.owner;
  for (uint32_t i = 0; i < skin->shadow_batches.n; i++) {
    const MwM2ShadowBatch *shadow = (const MwM2ShadowBatch *) skin->shadow_batches.items[i];
    if (shadow->submesh.id == batch->submesh.id && before.id && shadow->texture.id == before.id
        && !mw_document_set_field (document, shadow->record.id, MW_FIELD (MwM2ShadowBatch, texture), &after,
                                   sizeof after, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
texture_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const TextureParams *p = (const TextureParams *) params;
  const MwField *field = MW_FIELD (MwM2Batch, textures);
  g_autoptr (GPtrArray) surfaces = mw_surfaces_chosen (document, ids, n);
  const MwRef texture = { mw_new_texture_given (document, p->texture, mw_text (p->path), error), 0 };
  if (!texture.id)
    return FALSE;
  for (guint k = 0; k < surfaces->len; k++) {
    const GPtrArray *surface = surfaces->pdata[k];
    for (guint i = 0; i < surface->len; i++) {
      const MwM2Batch *batch = surface->pdata[i];
      if (p->unit >= batch->textures.n)
        return mw_operation_refuse (&batch->record, error, "has fewer textures than that");
      MwRef before = ((const MwRef *) batch->textures.data)[p->unit];
      if (!mw_document_replace_span (document, batch->record.id, field, p->unit, 1, &texture, error)
          || (p->unit == 0 && !follow_shadows (document, batch, before, texture, error)))
        return FALSE;
    }
  }
  mw_document_select (document, ids, n); /* not a texture that was added */
  return TRUE;
}

const MwOperation mw_operation_surface_texture = {
  .id = "surface-texture",
  .label = N_ ("Set Surface Texture"),
  .step = N_ ("Set the texture of %s"),
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_SURFACES,
  .families = MW_FAMILY_M2,
  .doc = N_ ("Gives a surface another texture in all skin profiles. Other surfaces keep theirs."),
  .aliases = "retexture image skin",
  .params = &texture_params,
  .applies = mw_surfaces_apply,
  .run = texture_run,
};

/* --- Blend mode ----------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  uint16_t blend_mode;
} BlendParams;

extern const MwNames mw_m2_blend_modes;
static const MwField blend_fields[] = {
  MW_FIELD_U16 (BlendParams, blend_mode, "blend_mode", .names = &mw_m2_blend_modes, .label = N_ ("Blend mode"),
                .doc = N_ ("How the surface is blended with what is behind it.")),
};
static const MwSchema blend_params = { .name = "surface-blend",
                                       .label = N_ ("Surface Blend Mode"),
                                       .size = sizeof (BlendParams),
                                       .fields = blend_fields,
                                       .n_fields = G_N_ELEMENTS (blend_fields) };
static const char *const blend_required[] = { "blend_mode", NULL };

typedef struct {
  MwId material;
  const GPtrArray *surface;
  gboolean others;
} Users;

/* Looks for other users of a material, because surfaces and ribbons share materials. */
static gboolean
find_other_users (MwRecord *record, gpointer data)
{
  Users *u = data;
  if (record->schema == &mw_m2_batch_schema) {
    u->others |= ((const MwM2Batch *) record)->material.id == u->material
                 && !g_ptr_array_find ((GPtrArray *) u->surface, record, NULL);
  } else if (record->schema == &mw_m2_ribbon_schema) {
    const MwArray *materials = &((const MwM2Ribbon *) record)->materials;
    for (uint32_t i = 0; i < materials->n; i++)
      u->others |= ((const MwRef *) materials->data)[i].id == u->material;
  }
  return !u->others;
}

#define SHADOW_OPAQUE 0x2 /* flag of a shadow batch: blend mode 0 (m2.md 6.3) */

static gboolean
shade_surface (MwDocument *document, const GPtrArray *surface, uint16_t blend_mode, GError **error)
{
  for (guint i = 0; i < surface->len; i++) {
    const MwM2Batch *batch = surface->pdata[i];
    const MwM2Skin *skin = (const MwM2Skin *) batch->record.owner;
    for (uint32_t k = 0; batch->layer == 0 && k < skin->shadow_batches.n; k++) {
      const MwM2ShadowBatch *shadow = (const MwM2ShadowBatch *) skin->shadow_batches.items[k];
      uint8_t flags = (uint8_t) (blend_mode ? shadow->flags2 & ~SHADOW_OPAQUE : shadow->flags2 | SHADOW_OPAQUE);
      if (shadow->submesh.id == batch->submesh.id
          && !mw_document_set_field (document, shadow->record.id, MW_FIELD (MwM2ShadowBatch, flags2), &flags,
                                     sizeof flags, error))
        return FALSE;
    }
  }
  return TRUE;
}

static gboolean
blend_surface (MwDocument *document, const GPtrArray *surface, uint16_t blend_mode, GError **error)
{
  const MwM2Batch *first = surface->pdata[0];
  const MwM2Material *material = (const MwM2Material *) mw_model_resolve (&m2 (document)->model, first->material);
  if (!material)
    return mw_operation_refuse (&first->record, error, "has no material");
  if (material->blend_mode == blend_mode)
    return TRUE;
  Users users = { material->record.id, surface, FALSE };
  mw_record_foreach (&m2 (document)->model.record, find_other_users, &users);
  if (!shade_surface (document, surface, blend_mode, error))
    return FALSE;
  if (!users.others)
    return mw_document_set_field (document, material->record.id, MW_FIELD (MwM2Material, blend_mode), &blend_mode,
                                  sizeof blend_mode, error);
  MwRef to = { mw_material_like (document, material, blend_mode, error), 0 };
  const MwField *field = MW_FIELD (MwM2Batch, material);
  for (guint i = 0; to.id && i < surface->len; i++)
    if (!mw_document_set_field (document, ((const MwRecord *) surface->pdata[i])->id, field, &to, sizeof to, error))
      return FALSE;
  return to.id != 0;
}

static gboolean
blend_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GPtrArray) surfaces = mw_surfaces_chosen (document, ids, n);
  for (guint k = 0; k < surfaces->len; k++)
    if (!blend_surface (document, surfaces->pdata[k], ((const BlendParams *) params)->blend_mode, error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_surface_blend = {
  .id = "surface-blend",
  .label = N_ ("Set Surface Blend Mode"),
  .step = N_ ("Set the blend mode of %s"),
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_SURFACES,
  .families = MW_FAMILY_M2,
  .doc = N_ (
    "Gives a surface another blend mode in all skin profiles. If other surfaces also use its material, that material "
    "stays unchanged and this surface gets its own copy."),
  .aliases = "transparency alpha additive material",
  .params = &blend_params,
  .required = blend_required,
  .applies = mw_surfaces_apply,
  .run = blend_run,
};

/* --- Delete --------------------------------------------------------------------------------------------------------- */

/* Whether a batch outside `going` draws the same submesh. */
static gboolean
is_drawn_otherwise (const MwM2Batch *batch, GHashTable *going)
{
  const MwM2Skin *skin = (const MwM2Skin *) batch->record.owner;
  for (uint32_t i = 0; i < skin->batches.n; i++) {
    const MwM2Batch *other = (const MwM2Batch *) skin->batches.items[i];
    if (other->submesh.id == batch->submesh.id && !g_hash_table_contains (going, other))
      return TRUE;
  }
  return FALSE;
}

static gboolean
delete_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GPtrArray) surfaces = mw_surfaces_chosen (document, ids, n);
  g_autoptr (GHashTable) going = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) doomed = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint k = 0; k < surfaces->len; k++)
    for (guint i = 0; i < ((GPtrArray *) surfaces->pdata[k])->len; i++)
      g_hash_table_add (going, ((GPtrArray *) surfaces->pdata[k])->pdata[i]);
  for (guint k = 0; k < surfaces->len; k++)
    for (guint i = 0; i < ((GPtrArray *) surfaces->pdata[k])->len; i++) {
      const MwM2Batch *batch = ((GPtrArray *) surfaces->pdata[k])->pdata[i];
      MwId id = batch->submesh.id && !is_drawn_otherwise (batch, going) ? batch->submesh.id : batch->record.id;
      g_array_append_val (doomed, id);
    }
  return mw_document_remove_many (document, (const MwId *) (gpointer) doomed->data, doomed->len, error);
}

const MwOperation mw_operation_surface_delete = {
  .id = "surface-delete",
  .label = N_ ("Delete Surface"),
  .step = N_ ("Delete %s"),
  .accelerator = "Delete",
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_SURFACES,
  .families = MW_FAMILY_M2,
  .doc = N_ ("Removes a surface from all skin profiles, and the submeshes that nothing else draws."),
  .aliases = "remove geoset hide",
  .applies = mw_surfaces_apply,
  .run = delete_run,
};
