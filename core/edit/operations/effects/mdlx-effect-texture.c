/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/effects/mdlx-effect-texture.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/uses.h"
#include "core/model/mdlx/mdlx.h"

static gboolean
set_texture (MwDocument *document, const MwRecord *record, const MwField *field, const MwTrack *track, MwRef texture,
             guint *changed, GError **error)
{
  if (track)
    return mw_operation_refuse (record, error,
                                "has a texture that changes over time: make it static first (track-make-static)");
  if (((const MwRef *) mw_field_at (record, field))->id == texture.id)
    return TRUE;
  ++*changed;
  return mw_document_set_field (document, record->id, field, &texture, sizeof texture, error);
}

/* The record with the image of a layer, its field and its track. From version 1100 on a layer has a list of images, of which the
 * first is the colour. */
static const MwRecord *
image_of (MwDocument *document, const MwRecord *ribbon, guint at, const MwField **field, const MwTrack **track,
          GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) mw_model_resolve (
    model, ((const MwMdlxRibbonEmitter *) ribbon)->material);
  if (!material || at >= material->layers.n)
    return mw_operation_refuse (ribbon, error, "shows no texture in this place: its material has fewer layers"), NULL;
  const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[at];
  *field = MW_FIELD (MwMdlxLayer, texture);
  *track = layer->texture_track;
  if (mw_field_is_live (&layer->record, *field, mw_document_get_format (document)))
    return &layer->record;
  if (!layer->textures.n)
    return mw_operation_refuse (&layer->record, error, "has no texture"), NULL;
  const MwMdlxLayerTexture *image = (const MwMdlxLayerTexture *) layer->textures.items[0];
  *field = MW_FIELD (MwMdlxLayerTexture, texture);
  *track = image->texture_track;
  return &image->record;
}

/* How many of the given records are ribbons with this material. */
static guint
count_users (const MwModel *model, const MwId *ids, guint n, MwId material)
{
  guint users = 0;
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    users += record->schema == &mw_mdlx_ribbon_emitter_schema
             && ((const MwMdlxRibbonEmitter *) record)->material.id == material;
  }
  return users;
}

/* Gives the given ribbons with this material a copy of it. */
static gboolean
copy_for (MwDocument *document, const MwId *ids, guint n, MwId material, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  MwRecord *copy = mw_record_copy (mw_model_find (model, material), FALSE);
  mw_record_forget_ids (copy);
  MwRef made = { mw_new_insert (document, copy, FALSE, error), 0 };
  for (guint i = 0; made.id && i < n; i++)
    if (count_users (model, &ids[i], 1, material)
        && !mw_document_set_field (document, ids[i], MW_FIELD (MwMdlxRibbonEmitter, material), &made, sizeof made,
                                   error))
      return FALSE;
  if (made.id)
    mw_document_notice (document, g_strdup ("the ribbons got a copy of their material, which others use too"));
  return made.id != 0;
}

static gboolean
set_ribbon (MwDocument *document, const MwRecord *record, const MwId *ids, guint n, MwRef texture, guint at,
            guint *changed, GError **error)
{
  const MwId material = ((const MwMdlxRibbonEmitter *) record)->material.id;
  const MwField *field;
  const MwTrack *track;
  const MwRecord *image = image_of (document, record, at, &field, &track, error);
  if (!image)
    return FALSE;
  if (!track && ((const MwRef *) mw_field_at (image, field))->id == texture.id)
    return TRUE;
  g_autoptr (GHashTable) uses = mw_uses_of_list (document, MW_FIELD (MwMdlx, materials));
  const guint all = GPOINTER_TO_UINT (g_hash_table_lookup (uses, GUINT_TO_POINTER (material)));
  if (all > count_users (mw_document_get_model (document), ids, n, material)) {
    if (!copy_for (document, ids, n, material, error))
      return FALSE;
    image = image_of (document, record, at, &field, &track, error);
  }
  return image && set_texture (document, image, field, track, texture, changed, error);
}

gboolean
mw_mdlx_effect_texture (MwDocument *document, const MwId *ids, guint n, MwId texture, guint at, guint *changed,
                        GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRef to = { texture, 0 };
  gboolean ok = TRUE;
  for (guint i = 0; i < n && ok; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    if (record->schema == &mw_mdlx_ribbon_emitter_schema)
      ok = set_ribbon (document, record, ids, n, to, at, changed, error);
    else if (record->schema != &mw_mdlx_particle_emitter2_schema)
      ok = mw_operation_refuse (record, error, "is not an emitter or ribbon with a texture");
    else if (at > 0)
      ok = mw_operation_refuse (record, error, "shows no texture in this place: it has only one");
    else
      ok = set_texture (document, record, MW_FIELD (MwMdlxParticleEmitter2, texture), NULL, to, changed, error);
  }
  return ok;
}
