/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"

/* A new texture: a file, or one that the game supplies. */

typedef struct {
  MwRecord record;
  char *path;
  uint32_t type;
  uint8_t wrap_u, wrap_v;
} AddParams;

static const MwField add_fields[] = {
  MW_FIELD_TEXT (AddParams, path, 260, "path", .role = MW_ROLE_FILE, .label = N_ ("Path"),
                 .doc = N_ ("The image file, as the game finds it in its archives or folders.")),
  MW_FIELD_U32 (
    AddParams, type, "type", .label = N_ ("Type"),
    .doc = N_ ("What the game supplies instead of a file. Warcraft III: the replaceable id, 1 for the team colour. M2: "
               "the type, 11 for the first skin of a creature.")),
  MW_FIELD_U8 (AddParams, wrap_u, "wrap_u", .max = 1, .role = MW_ROLE_SWITCH, .label = N_ ("Wrap width"),
               .doc = N_ ("1: the image is repeated along its width.")),
  MW_FIELD_U8 (AddParams, wrap_v, "wrap_v", .max = 1, .role = MW_ROLE_SWITCH, .label = N_ ("Wrap height"),
               .doc = N_ ("1: the image is repeated along its height.")),
};
static const MwSchema add_params = { .name = "texture-add",
                                     .label = N_ ("Add Texture"),
                                     .size = sizeof (AddParams),
                                     .fields = add_fields,
                                     .n_fields = G_N_ELEMENTS (add_fields) };

static gboolean
add_run (MwDocument *document, G_GNUC_UNUSED const MwId *ids, G_GNUC_UNUSED guint n, const MwRecord *params,
         GError **error)
{
  const AddParams *p = (const AddParams *) params;
  uint32_t wrap = (p->wrap_u ? 1 : 0) | (p->wrap_v ? 2 : 0), before = mw_document_get_model (document)->n_ids;
  if (!*mw_text (p->path) == !p->type)
    return mw_operation_refuse (NULL, error,
                                "a texture is a file or something that the game supplies: give either path or type");
  if (p->type) {
    MwRecord *made = mw_new_elements (document)->texture ("", p->type, wrap);
    return mw_new_insert (document, made, FALSE, error) != 0;
  }
  MwId id = mw_new_texture (document, p->path, wrap, error);
  if (id && id < before)
    return mw_operation_nothing (error, "nothing to add: the model has this texture");
  return id != 0;
}

const MwOperation mw_operation_texture_add = {
  .id = "texture-add",
  .label = N_ ("Add Texture"),
  .doc = N_ (
    "Adds a texture: an image file, or an image that the game supplies, such as the team colour or the skin of a "
    "creature."),
  .aliases = "new image file skin blp replaceable team create",
  .domain = MW_DOMAIN_TEXTURES,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .params = &add_params,
  .run = add_run,
};
