/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/shown-image.h"
#include "core/model/aspects.h"
#include "core/model/track.h"
#include "core/schema/path.h"

/* Keeps `found` if it is better than what was found before: a file of its own goes before what the game supplies. Whether it is the best. */
static gboolean
consider (const MwRecord *found, const MwRecord **best)
{
  if (!found)
    return FALSE;
  const MwTextureAspect look = mw_texture_aspect (found);
  const gboolean supplied = look.type || look.replaceable_id;
  if (!*best || !supplied)
    *best = found;
  return !supplied;
}

static const MwRecord *
shown_by_field (const MwModel *model, const MwRecord *record, const MwField *field)
{
  const void *value = mw_field_at (record, field);
  const MwRecord *best = NULL;
  if (field->type == MW_TYPE_REF) {
    const MwRecord *target = mw_model_resolve (model, *(const MwRef *) value);
    return target ? mw_shown_image (model, target) : NULL;
  }
  if (field->type == MW_TYPE_LIST) {
    const MwList *list = mw_record_list (record, field);
    for (uint32_t i = 0; i < list->n; i++)
      if (consider (mw_shown_image (model, list->items[i]), &best))
        break;
    return best;
  }
  const MwArray *references = value;
  if (field->type == MW_TYPE_CHILD) {
    const MwTrack *track = *(MwTrack *const *) value;
    if (!track || !track->values.n)
      return NULL;
    references = &track->values;
  }
  for (uint32_t i = 0; i < (field->type == MW_TYPE_CHILD ? 1 : references->n); i++)
    if (consider (mw_model_resolve (model, ((const MwRef *) references->data)[i]), &best))
      break;
  return best;
}

/* The image of a mesh that other records draw, and that names none itself. */
static const MwRecord *
shown_by_mesh (const MwModel *model, const MwRecord *record)
{
  const MwAspects *aspects = mw_aspects_of (model);
  MwMeshAspect mesh;
  const MwRecord *best = NULL;
  if (!aspects->mesh (model, record, &mesh))
    return NULL;
  g_autoptr (GArray) textures = g_array_new (FALSE, FALSE, sizeof (MwId));
  aspects->mesh_textures (model, record->id, textures);
  for (guint i = 0; i < textures->len; i++)
    if (consider (mw_model_find (model, g_array_index (textures, MwId, i)), &best))
      break;
  return best;
}

const MwRecord *
mw_shown_image (const MwModel *model, const MwRecord *record)
{
  if (record->schema == mw_aspects_of (model)->texture)
    return record;
  const MwRecord *found = NULL;
  const guint n = mw_schema_n_fields (record->schema);
  /* A value that is animated is not used, so the track goes first. */
  for (int animated = TRUE; animated >= FALSE; animated--)
    for (guint i = 0; i < n && !found; i++) {
      const MwField *field = mw_schema_field_at (record->schema, i);
      if (field->role == MW_ROLE_IMAGE && (field->type == MW_TYPE_CHILD) == animated)
        found = shown_by_field (model, record, field);
    }
  return found ? found : shown_by_mesh (model, record);
}

gboolean
mw_schema_shows_image (const MwSchema *schema)
{
  const guint n = mw_schema_n_fields (schema);
  for (guint i = 0; i < n; i++)
    if (mw_schema_field_at (schema, i)->role == MW_ROLE_IMAGE)
      return TRUE;
  return FALSE;
}
