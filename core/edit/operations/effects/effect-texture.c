/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"

/* Another texture for many emitters and ribbons at once. */

typedef struct {
  MwRecord record;
  MwRef texture;
  char *path;
  uint8_t at;
} TextureParams;

static const MwField texture_fields[] = {
  MW_FIELD_REF (TextureParams, texture, "texture", "textures", .label = N_ ("Texture"),
                .doc = N_ ("The texture of the model that they then show.")),
  MW_FIELD_TEXT (
    TextureParams, path, 260, "path", .role = MW_ROLE_FILE, .label = N_ ("File"),
    .doc = N_ ("A file to use instead of a texture of the model. It is added to the textures if it is not one of "
               "them yet.")),
  MW_FIELD_U8 (
    TextureParams, at, "at", .max = 15, .label = N_ ("Place"),
    .doc = N_ ("Which of their textures changes: 0 is the first. Emitters of M2 with the flag multitexture have three, "
               "a ribbon has one for each layer.")),
};
static const MwSchema texture_params = { .name = "effect-set-texture",
                                         .label = N_ ("Texture of Effects"),
                                         .size = sizeof (TextureParams),
                                         .fields = texture_fields,
                                         .n_fields = G_N_ELEMENTS (texture_fields) };

static gboolean
applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    MwPoint point = mw_aspects_of (model)->point (record->schema);
    if (point != MW_POINT_PARTICLES && point != MW_POINT_RIBBON)
      return mw_operation_refuse (record, error, "is not an emitter or ribbon with a texture");
  }
  return TRUE;
}

static gboolean
run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const TextureParams *p = (const TextureParams *) params;
  MwId texture = mw_new_texture_given (document, p->texture, mw_text (p->path), error);
  guint changed = 0;
  if (!texture)
    return FALSE;
  if (!mw_new_elements (document)->effect_texture (document, ids, n, texture, p->at, &changed, error))
    return FALSE;
  mw_document_select (document, ids, n);
  return changed || mw_operation_nothing (error, "nothing to change: they show this texture already");
}

const MwOperation mw_operation_effect_set_texture = {
  .id = "effect-set-texture",
  .label = N_ ("Set Texture of Effects"),
  .step = N_ ("Set the texture of %s"),
  .doc = N_ (
    "Makes emitters and ribbons show another texture, many at once. If something else uses the material of a ribbon "
    "too, the ribbon gets its own copy."),
  .aliases = "image replace particles emitter ribbon retexture file",
  .domain = MW_DOMAIN_EFFECTS,
  .params = &texture_params,
  .applies = applies,
  .run = run,
};
