/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/uses.h"
#include "core/model/aspects.h"

/* Operations on the list of textures: merging those that are the same, and removing those that nothing uses. */

static const MwField *
textures_of (MwDocument *document)
{
  return mw_schema_part (mw_document_get_model (document)->record.schema, MW_PART_TEXTURES);
}

static gboolean
has_textures (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  if (mw_record_list (&model->record, textures_of (document))->n)
    return TRUE;
  return mw_operation_nothing (error, "nothing to do: the model has no textures");
}

/* --- Merge ---------------------------------------------------------------------------------------------------------- */

/* Games find files whatever the case of their names. Only the low half of an M2 texture's flags has a meaning (m2.md
 * 5.10); in MDX models the upper half is 0. */
static gboolean
same_texture (MwDocument *document, const MwRecord *a, const MwRecord *b)
{
  enum { MEANT = 0xFFFF };
  const MwField *path = mw_schema_field_of_role (a->schema, MW_ROLE_FILE, MW_TYPE_TEXT),
                *flags = mw_schema_field_of_role (a->schema, MW_ROLE_FLAGS, MW_TYPE_U32),
                *type = mw_schema_part (a->schema, MW_PART_SUPPLIED);
  uint32_t differing = *(const uint32_t *) mw_field_at (a, flags) ^ *(const uint32_t *) mw_field_at (b, flags);
  return *(const uint32_t *) mw_field_at (a, type) == *(const uint32_t *) mw_field_at (b, type) && !(differing & MEANT)
         && g_ascii_strcasecmp (mw_text (*(char **) mw_field_at (a, path)), mw_text (*(char **) mw_field_at (b, path)))
              == 0;
}

static gboolean
merge_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  return mw_merge_same (document, textures_of (document), same_texture, "textures", error);
}

const MwOperation mw_operation_texture_merge = {
  .id = "texture-merge",
  .label = N_ ("Merge Identical Textures"),
  .doc = N_ ("Merges textures with the same path, type and wrapping, ignoring case. Everything that used one of them "
             "then uses the first."),
  .aliases = "join duplicates combine images bitmap",
  .domain = MW_DOMAIN_TEXTURES,
  .subject = MW_SUBJECT_MODEL,
  .applies = has_textures,
  .run = merge_run,
};

/* --- Remove unused -------------------------------------------------------------------------------------------------- */

static gboolean
unused_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  return mw_remove_unused (document, textures_of (document), "textures", error);
}

const MwOperation mw_operation_texture_remove_unused = {
  .id = "texture-remove-unused",
  .label = N_ ("Remove Unused Textures"),
  .doc = N_ ("Removes the textures that no layer, surface, emitter or animation refers to. A texture is kept if a skin "
             "profile whose file is missing may use it."),
  .aliases = "clean purge delete images bitmap",
  .domain = MW_DOMAIN_TEXTURES,
  .subject = MW_SUBJECT_MODEL,
  .applies = has_textures,
  .run = unused_run,
};
