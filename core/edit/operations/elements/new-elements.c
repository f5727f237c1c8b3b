/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/document-private.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"
#include "core/schema/catalogue.h"

#include <math.h>
#include <string.h>

const MwNewElements *
mw_new_elements (MwDocument *document)
{
  return mw_document_get_format (document).family == MW_FAMILY_M2 ? &mw_m2_new_elements : &mw_mdlx_new_elements;
}

/* --- Insert --------------------------------------------------------------------------------------------------------- */

static gboolean
holds (const MwField *list, const MwSchema *kind)
{
  if (list->type != MW_TYPE_LIST)
    return FALSE;
  for (guint i = 0; i < mw_schema_n_kinds (list->schema); i++)
    if (mw_schema_kind_at (list->schema, i) == kind)
      return TRUE;
  return list->schema == kind;
}

static const MwField *
list_of (const MwModel *model, const MwSchema *kind)
{
  for (guint i = 0; i < mw_schema_n_fields (model->record.schema); i++)
    if (holds (mw_schema_field_at (model->record.schema, i), kind))
      return mw_schema_field_at (model->record.schema, i);
  g_assert_not_reached ();
}

MwId
mw_new_insert (MwDocument *document, MwRecord *record, gboolean has_parent, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwField *field = list_of (model, record->schema);
  const MwList *list = mw_record_list (&model->record, field);
  guint32 at = document->rules->place ? document->rules->place (document, list, record->schema, has_parent) : list->n;
  if (!mw_document_insert (document, model->record.id, field, at, record, error))
    return 0;
  MwId id = record->id;
  if (document->rules->join && !document->rules->join (document, mw_model_find (model, id), error))
    return 0;
  mw_document_select (document, &id, 1);
  return id;
}

/* --- Place ---------------------------------------------------------------------------------------------------------- */

MwRef
mw_new_place_bone (MwDocument *document, const MwId *ids, guint n)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    if (!mw_node_carries (model, record) && mw_aspects_of (model)->point (record->schema) != MW_POINT_NONE)
      record = mw_node_parent (model, record);
    if (record && mw_node_carries (model, record))
      return (MwRef) { record->id, 0 };
  }
  return MW_REF_NONE;
}

/* In Warcraft III an element without a bone follows the model; in M2 it needs one. */
static MwRef
default_bone (MwDocument *document, const MwRecord *record)
{
  const MwModel *model = mw_document_get_model (document);
  const MwSchema *kind = mw_new_elements (document)->must_follow;
  const MwList *bones = kind && kind != record->schema ? mw_record_list (&model->record, list_of (model, kind)) : NULL;
  return bones && bones->n ? (MwRef) { bones->items[0]->id, 0 } : MW_REF_NONE;
}

gboolean
mw_new_place_applies (MwDocument *document, G_GNUC_UNUSED const MwId *ids, G_GNUC_UNUSED guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwSchema *kind = mw_new_elements (document)->must_follow;
  return !kind || mw_record_list (&model->record, list_of (model, kind))->n
         || mw_operation_refuse (&model->record, error, "has no bone for it to follow: add a bone first");
}

MwId
mw_new_place_insert (MwDocument *document, MwRecord *record, const MwNewPlace *place, const MwId *ids, guint n,
                     GError **error)
{
  g_autoptr (MwRecord) owned = record;
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *bone = mw_model_resolve (model, place->bone);
  if (bone && !mw_node_carries (model, bone)) {
    mw_operation_refuse (bone, error, "is not a bone or helper, so nothing can follow it");
    return 0;
  }
  if (!bone)
    bone = mw_model_resolve (model, mw_new_place_bone (document, ids, n));
  if (!bone)
    bone = mw_model_resolve (model, default_bone (document, record));
  *(MwRef *) mw_field_at (record, mw_node_parent_field (record)) = bone ? (MwRef) { bone->id, 0 } : MW_REF_NONE;
  float *at = mw_field_at (record, mw_node_place_field (model, record));
  for (guint k = 0; k < 3; k++) {
    if (!isfinite (place->offset[k])) {
      mw_operation_refuse (NULL, error, "the offset must be three finite numbers");
      return 0;
    }
    at[k] = place->offset[k] + (bone ? mw_node_place (model, bone)[k] : 0);
  }
  return mw_new_insert (document, g_steal_pointer (&owned), bone != NULL, error);
}

/* --- Names ---------------------------------------------------------------------------------------------------------- */

gboolean
mw_new_bone_name (MwDocument *document, MwRecord *bone, const char *name, GError **error)
{
  const MwField *field = mw_schema_field_of_role (bone->schema, MW_ROLE_NAME, MW_TYPE_TEXT);
  if (field) {
    if (strlen (name) >= field->count)
      return mw_operation_refuse (NULL, error, "the name of the new bone is too long");
    mw_text_set (mw_field_at (bone, field), name, strlen (name));
    return TRUE;
  }
  if (!*name)
    return TRUE;
  for (guint i = 0; i < mw_schema_n_fields (bone->schema); i++) {
    field = mw_schema_field_at (bone->schema, i);
    if (field->catalogue == MW_CATALOGUE_BONE_NAME
        && mw_field_in_format (bone->schema, field, mw_document_get_format (document))) {
      *(uint32_t *) mw_field_at (bone, field) = mw_bone_name_crc (name);
      return TRUE;
    }
  }
  return mw_operation_refuse (NULL, error, "bones have no names in models of this version");
}

/* --- Slots of attachments ------------------------------------------------------------------------------------------- */

gboolean
mw_new_slot_number (MwCatalogue catalogue, const char *text, uint32_t *number)
{
  guint64 found = 0;
  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT32, &found, NULL))
    return mw_catalogue_value (catalogue, text, number);
  *number = (uint32_t) found;
  return TRUE;
}

char *
mw_new_slot_of (MwDocument *document, const MwRecord *attachment)
{
  const MwField *field = mw_new_elements (document)->slot_field (document);
  const void *at = mw_field_at (attachment, field);
  return field->type == MW_TYPE_TEXT ? g_strdup (mw_text (*(char *const *) at))
                                     : g_strdup_printf ("%u", *(const uint32_t *) at);
}

typedef struct {
  MwDocument *document;
  const char *slot;
  MwId except;
  const MwRecord *found;
} Holder;

/* What two slots have in common that the game takes for the same. */
static char *
slot_key (MwDocument *document, const char *slot)
{
  char *(*words) (const char *) = mw_new_elements (document)->slot_words;
  return words ? words (slot) : g_strdup (slot);
}

static gboolean
find_holder (MwRecord *record, gpointer data)
{
  Holder *h = data;
  const MwModel *model = mw_document_get_model (h->document);
  if (record->id == h->except || mw_aspects_of (model)->point (record->schema) != MW_POINT_ATTACHMENT)
    return TRUE;
  g_autofree char *slot = mw_new_slot_of (h->document, record), *key = slot_key (h->document, slot);
  if (strcmp (key, h->slot) == 0)
    h->found = record;
  return !h->found;
}

const MwRecord *
mw_new_slot_holder (MwDocument *document, const char *slot, MwId except)
{
  g_autofree char *key = slot_key (document, slot);
  Holder h = { document, key, except, NULL };
  if (*key)
    mw_record_foreach (&mw_document_get_model (document)->record, find_holder, &h);
  return h.found;
}

/* --- Textures ------------------------------------------------------------------------------------------------------- */

MwId
mw_new_texture (MwDocument *document, const char *path, uint32_t wrap, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (MwRecord) made = mw_new_elements (document)->texture (path, 0, wrap);
  const MwList *textures = mw_record_list (&model->record, list_of (model, made->schema));
  for (uint32_t i = 0; i < textures->n; i++) {
    MwTextureAspect texture = mw_texture_aspect (textures->items[i]);
    if (!texture.type && texture.path && texture.wrap == wrap && g_ascii_strcasecmp (texture.path, path) == 0)
      return textures->items[i]->id;
  }
  return mw_new_insert (document, g_steal_pointer (&made), FALSE, error);
}

MwId
mw_new_game_texture (MwDocument *document, const char *given, const char *warcraft, const char *wow, GError **error)
{
  const char *own = mw_document_get_format (document).family == MW_FAMILY_MDX ? warcraft : wow;
  return mw_new_texture (document, *given ? given : own, 0, error);
}

MwId
mw_new_texture_given (MwDocument *document, MwRef texture, const char *path, GError **error)
{
  enum { WRAP_BOTH = 3 };
  if (!texture.id == !*path) {
    mw_operation_refuse (NULL, error, "needs either a texture of the model (texture=) or a file (path=)");
    return 0;
  }
  return texture.id ? texture.id : mw_new_texture (document, path, WRAP_BOTH, error);
}

guint
mw_shown_by_visibility (MwDocument *document, const MwRecord *element, MwShownBy *out, GError **error)
{
  for (guint i = 0; i < mw_schema_n_fields (element->schema); i++) {
    const MwField *field = mw_schema_field_at (element->schema, i);
    if (field->type == MW_TYPE_CHILD && field->role == MW_ROLE_VISIBILITY
        && mw_field_is_live (element, field, mw_document_get_format (document))) {
      *out = (MwShownBy) { element, field };
      return 1;
    }
  }
  mw_operation_refuse (element, error, "cannot be shown and hidden: it has no visibility");
  return 0;
}

MwId
mw_new_global_sequence (MwDocument *document, uint32_t duration, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  MwRecord *made = mw_new_elements (document)->global_sequence (duration);
  const MwList *list = mw_record_list (&model->record, list_of (model, made->schema));
  for (uint32_t i = 0; i < list->n; i++)
    if (mw_record_equal (model, list->items[i], model, made, mw_document_get_format (document), NULL)) {
      mw_record_free (made);
      return list->items[i]->id;
    }
  return mw_new_insert (document, made, FALSE, error);
}

gboolean
mw_new_set_floats (MwDocument *document, MwId id, const MwField *field, const float *values, guint *changed,
                   GError **error)
{
  const gsize size = sizeof (float) * MAX (field->count, 1);
  if (memcmp (mw_field_at (mw_model_find (mw_document_get_model (document), id), field), values, size) == 0)
    return TRUE;
  ++*changed;
  return mw_document_set_field (document, id, field, values, size, error);
}
