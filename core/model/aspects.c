/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"

/* The list of families. Other rooms keep such a list of their own where they need more from a family than its
 * aspects. */
static const MwAspects *const families[] = { &mw_mdlx_aspects, &mw_m2_aspects };

const MwAspects *const *
mw_aspects_list (guint *n)
{
  *n = G_N_ELEMENTS (families);
  return families;
}

static const MwAspects *
aspects_of_root (const MwSchema *root)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (families[i]->root == root)
      return families[i];
  return NULL;
}

const MwAspects *
mw_aspects_of (const MwModel *model)
{
  return aspects_of_root (model->record.schema);
}

gboolean
mw_is_family (uint32_t family)
{
  gboolean known = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    known |= (families[i]->root->families & family) == family;
  return known && family && (family & (family - 1)) == 0;
}

const MwList *
mw_model_sequences (const MwModel *model)
{
  return mw_record_list (&model->record, mw_schema_part (model->record.schema, MW_PART_SEQUENCES));
}

MwSequenceAspect
mw_sequence_aspect (const MwModel *model, const MwRecord *sequence)
{
  MwSequenceAspect aspect = { .plays = sequence };
  mw_aspects_of (model)->of_sequence (model, sequence, &aspect);
  return aspect;
}

MwTextureAspect
mw_texture_aspect (const MwRecord *texture)
{
  MwTextureAspect aspect = { 0 };
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (families[i]->texture == texture->schema)
      families[i]->of_texture (texture, &aspect);
  return aspect;
}

guint
mw_count_points (const MwModel *model, MwPoint kind)
{
  const MwAspects *aspects = mw_aspects_of (model);
  const MwSchema *root = model->record.schema;
  guint count = 0;
  for (guint i = 0; i < mw_schema_n_fields (root); i++) {
    const MwField *field = mw_schema_field_at (root, i);
    const MwList *list = field->type == MW_TYPE_LIST ? mw_record_list (&model->record, field) : NULL;
    for (uint32_t k = 0; list && k < list->n; k++)
      count += aspects->point (list->items[k]->schema) == kind;
  }
  return count;
}
