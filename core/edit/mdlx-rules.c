/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/model/mdlx/geoset-skin.h"
#include "core/model/mdlx/mdlx.h"
#include "core/model/mdlx/object-ids.h"

#include <string.h>

/* Edit rules of MDX models. A new layer of version 900 gets the layout of its siblings; a new node gets a bind pose
 * if the model has bind poses. */

static const MwMdlx *
model_of (const MwDocument *self)
{
  return (const MwMdlx *) self->model;
}

static const MwRecord *
any_layer (const MwMdlx *model, const MwList *beside)
{
  if (beside->n)
    return beside->items[0];
  for (uint32_t i = 0; i < model->materials.n; i++) {
    const MwMdlxMaterial *material = (const MwMdlxMaterial *) model->materials.items[i];
    if (material->layers.n)
      return material->layers.items[0];
  }
  return NULL;
}

/* A vertex of version 1500 has two texture coordinates (mdlx.md 7.4), so its geosets have two UV sets. */
static void
complete_uv_sets (MwRecord *record)
{
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) record;
  const MwField *sets = MW_FIELD (MwMdlxGeoset, uv_sets);
  while (geoset->uv_sets.n < 2) {
    MwMdlxUvSet *set = (MwMdlxUvSet *) mw_record_new (&mw_mdlx_uv_set_schema);
    set->uvs = mw_array_new (geoset->vertices.n, 8);
    if (geoset->vertices.n)
      memset (set->uvs.data, 0, 8 * (gsize) geoset->vertices.n);
    mw_list_append (NULL, record, sets, &set->record);
  }
}

/* Refuses weights that the file could not store, so that the error does not come only when saving. Those of World of
 * Warcraft have been rounded to what it stores. */
static gboolean
elements (MwDocument *self, MwRecord *record, const MwField *field, guint32 first, guint32 n, const void *values,
          GError **error)
{
  if (self->format.family != MW_FAMILY_MDX || field != MW_FIELD (MwMdlxGeoset, skin_weights))
    return TRUE;
  const guint most = mw_mdlx_skin_most (self->format);
  const guint16 *weights = values;
  for (gsize i = 0; i < (gsize) n * field->count; i++)
    if (weights[i] > most) {
      g_autofree char *path = mw_field_path (record, field);
      mw_set_error (error, MW_ERROR_VALUE, -1, path, "found %u in element %u, expected a whole number from 0 to %u",
                    weights[i], first + (guint) (i / field->count), most);
      return FALSE;
    }
  return TRUE;
}

static gboolean
insert (MwDocument *self, MwRecord *owner, const MwField *list, guint32 index, MwRecord *record,
        const MwRecord *replaced, GError **error)
{
  if (record->schema == &mw_mdlx_geoset_schema && !replaced && self->format.family == MW_FAMILY_MDX_WOW
      && self->format.version >= 1500)
    complete_uv_sets (record);
  if (list->type != MW_TYPE_LIST || !list->schema->probe || record->schema != list->schema || record->variant)
    return TRUE;
  const MwRecord *pattern = replaced ? replaced
                            : record->schema == &mw_mdlx_layer_schema
                              ? any_layer (model_of (self), mw_record_list (owner, list))
                              : NULL;
  if (pattern)
    record->variant = pattern->variant;
  return TRUE;
}

/* Gives a new record a bind pose without rotation, at the pivot of the node or the position of the camera. */
static void
complete_bind_pose (MwDocument *self, MwRecord *record)
{
  const MwField *field = mw_mdlx_bind_pose_field (record);
  static const float none[12];
  float pose[12];
  mw_mdlx_unturned_bind_pose (record, pose);
  if (mw_field_is_live (record, field, self->format) && memcmp (mw_field_at (record, field), none, sizeof none) == 0)
    mw_document_put_value (self, record, field, pose, sizeof pose);
}

static void
update_dependents (MwDocument *self)
{
  mw_wow_update_dependents (self);
  g_autoptr (GArray) fresh = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < self->open->changes->len; i++) {
    const MwStepChange *change = mw_step_change_at (self->open, i);
    if (change->kind == MW_STEP_INSERT
        && (change->schema == &mw_mdlx_camera_schema || mw_schema_is_a (change->schema, &mw_mdlx_node_schema)))
      g_array_append_val (fresh, change->id);
  }
  if (!fresh->len || !mw_mdlx_has_bind_poses (model_of (self)))
    return;
  for (guint i = 0; i < fresh->len; i++) {
    MwRecord *record = mw_model_find (self->model, g_array_index (fresh, MwId, i));
    if (record)
      complete_bind_pose (self, record);
  }
}

/* Gives a new event object its track, which is stored even if it has no times (mdlx.md 5.18). */
static void
complete (MwDocument *self, MwRecord *record)
{
  MwMdlxEventObject *event = (MwMdlxEventObject *) record;
  if (record->schema == &mw_mdlx_event_object_schema && !event->track)
    mw_child_set (NULL, record, MW_FIELD (MwMdlxEventObject, track), mw_record_new (&mw_event_track_schema));
  mw_wow_complete (self, record);
}

/* Skins of versions before 1400 store the object ids of their bones in bytes. A copied bone gives the nodes after it higher ones. */
static gboolean
join (MwDocument *self, MwRecord *record, GError **error)
{
  const MwMdlx *model = model_of (self);
  const guint most = mw_mdlx_skin_most (self->format);
  if (!mw_schema_is_a (record->schema, &mw_mdlx_node_schema) || model->nodes.n <= most + 1)
    return TRUE;
  /* Made for the first geoset with skins: that takes as long as there are nodes, and many nodes may be copied. */
  g_autofree uint32_t *numbers = NULL;
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    const MwRef *bones = geoset->skin_bones.data;
    const gsize n = mw_field_is_live (&geoset->record, MW_FIELD (MwMdlxGeoset, skin_bones), self->format)
                      ? (gsize) geoset->skin_bones.n * MW_FIELD (MwMdlxGeoset, skin_bones)->count
                      : 0;
    if (n && !numbers)
      numbers = mw_model_numbers (&model->model);
    for (gsize k = 0; k < n; k++) {
      if (!bones[k].id || numbers[bones[k].id] <= most)
        continue;
      g_autofree char *path = mw_record_path (&geoset->record),
                      *bone = mw_record_path (mw_model_find (&model->model, bones[k].id));
      mw_set_error (
        error, MW_ERROR_REFUSED, -1, path,
        "%s, which moves its vertices, would get the object id %u, but skins of this version store at most %u", bone,
        numbers[bones[k].id], most);
      return FALSE;
    }
  }
  return TRUE;
}

const MwEditRules mw_mdlx_edit_rules = { .elements = elements,
                                         .insert = insert,
                                         .remove = mw_mdlx_remove,
                                         .complete = complete,
                                         .place = mw_wow_place,
                                         .join = join,
                                         .update_dependents = update_dependents };
