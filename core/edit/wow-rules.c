/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/bulk-names.h"
#include "core/edit/document-private.h"
#include "core/edit/heirs.h"
#include "core/model/mdlx/mdlx.h"
#include "core/model/mdlx/wow.h"
#include "core/schema/path.h"

#include <string.h>

/* Edit rules of models of World of Warcraft's alpha: object ids ascend as clients require, BIDX keeps naming the
 * same bones, and geosets of version 1500 have their own number. A replayed step already contains these changes, so
 * nothing is left to do. */

enum { BATCHES_SINCE = 1500 };

/* --- New records ---------------------------------------------------------------------------------------------------- */

/* Values that exporters of World of Warcraft's alpha wrote, where the defaults of the fields are those of Warcraft
 * III (mdlx.md 7.2, rendering.md 4.4). There a length of 1 is 36 times as long, so a near clip of 8 would hide the
 * model. */
void
mw_wow_complete (MwDocument *self, MwRecord *record)
{
  if (self->format.family != MW_FAMILY_MDX_WOW)
    return;
  if (record->schema == &mw_mdlx_camera_schema) {
    MwMdlxCamera *camera = (MwMdlxCamera *) record;
    camera->field_of_view = 0.9500215f;
    camera->far_clip = 1000.f / 36;
    camera->near_clip = 8.f / 36;
  } else if (record->schema == &mw_mdlx_particle_emitter2_schema)
    ((MwMdlxParticleEmitter2 *) record)->twinkle_fps = 10;
}

/* Bones without a parent come before those with one, because they have lower object ids and clients require these to
 * ascend (mdlx.md 7.1). */
guint32
mw_wow_place (MwDocument *self, const MwList *nodes, const MwSchema *kind, gboolean has_parent)
{
  if (self->format.family != MW_FAMILY_MDX_WOW || kind != &mw_mdlx_bone_schema || has_parent)
    return nodes->n;
  for (guint32 i = 0; i < nodes->n; i++) {
    const MwMdlxNode *node = (const MwMdlxNode *) nodes->items[i];
    if (node->record.schema == kind && (node->parent.id || node->parent.raw != MW_REF_NONE.raw))
      return i;
  }
  return nodes->n;
}

/* --- Object ids ----------------------------------------------------------------------------------------------------- */

static const MwMdlx *
model_of (const MwDocument *self)
{
  return (const MwMdlx *) self->model;
}

static gboolean
is_node (const MwSchema *schema)
{
  return schema && mw_schema_is_a (schema, &mw_mdlx_node_schema);
}

/* Whether the step may have changed object ids. */
static gboolean
concerns_object_ids (const MwStep *step)
{
  for (guint i = 0; i < step->changes->len; i++) {
    const MwStepChange *change = mw_step_change_at (step, i);
    if (change->kind == MW_STEP_SET
          ? change->schema == &mw_mdlx_bone_schema && change->field == MW_FIELD (MwMdlxNode, parent)
          : change->kind != MW_STEP_SPAN && change->kind != MW_STEP_SWAP && is_node (change->schema))
      return TRUE;
  }
  return FALSE;
}

/* A copy of the model as it was before the step. */
static MwModel *
model_before (const MwDocument *self)
{
  MwModel *before = mw_model_copy (self->model, FALSE);
  for (guint i = self->open->changes->len; i-- > 0;)
    mw_step_change_apply (before, mw_step_change_at (self->open, i), FALSE);
  return before;
}

/* --- Order: mdlx.md 7.1 --------------------------------------------------------------------------------------------- */

static gboolean
is_in_order (const MwModel *model)
{
  const MwRecord *wrong;
  g_autofree uint32_t *numbers = mw_model_numbers (model);
  return mw_mdlx_wow_order ((const MwMdlx *) model, numbers, &wrong) == MW_MDLX_ORDER_SOUND;
}

/* Makes object ids ascend: drops stored ids, so that they are computed again, and moves bones without a parent
 * before those with one, whose ids are higher. */
static void
put_in_order (MwDocument *self)
{
  const MwList *nodes = &model_of (self)->nodes;
  guint n_stored = 0, n_moved = 0;
  guint32 first_child = nodes->n;
  for (guint32 i = 0; i < nodes->n; i++)
    if (mw_notes_find (nodes->items[i], MW_NOTE_OBJECT_ID, NULL)) {
      mw_document_put_forgotten (self, nodes->items[i], MW_NOTE_OBJECT_ID);
      n_stored++;
    }
  for (guint32 i = 0; i < nodes->n; i++) {
    const MwMdlxNode *node = (const MwMdlxNode *) nodes->items[i];
    if (node->record.schema != &mw_mdlx_bone_schema)
      continue;
    if (node->parent.id || node->parent.raw != MW_REF_NONE.raw) {
      first_child = MIN (first_child, i);
    } else if (i > first_child) {
      mw_document_put_place (self, nodes->items[i], first_child++);
      n_moved++;
    }
  }
  if (n_stored)
    mw_document_notice (self,
                        g_strdup ("nodes: object ids were renumbered, because they were no longer in ascending order"));
  if (n_moved)
    mw_document_notice (self, g_strdup_printf ("bones: %u without a parent were moved before those with one, because "
                                               "clients need ascending object ids",
                                               n_moved));
}

/* --- BIDX: mdlx.md 7.3 ---------------------------------------------------------------------------------------------- */

enum { N_NUMBERS = 256 }; /* BIDX stores the number of a node in one byte */

/* What became of the nodes in the step. */
typedef struct {
  const MwModel *before;
  GHashTable *nearest; /* see heirs.h; or NULL */
  guint8 *gone;        /* by record id */
} Fates;

/* The node itself if it still exists; otherwise its nearest remaining ancestor, or the node that took over. 0: none. */
static MwId
surviving_heir (const Fates *fates, MwId id)
{
  MwRef at = { id, 0 };
  for (uint32_t left = ((const MwMdlx *) fates->before)->nodes.n; left && at.id && fates->gone[at.id]; left--) {
    MwRef nearest = mw_nearest_heir (fates->nearest, at.id);
    at = nearest.id ? nearest : ((const MwMdlxNode *) mw_model_find (fates->before, at.id))->parent;
  }
  return at.id && !fates->gone[at.id] ? at.id : 0;
}

/* Maps old object ids to new ones; NULL if none has changed. */
static MwNameMap *
map_object_ids (const MwModel *before, const MwModel *now, GHashTable *nearest)
{
  const MwList *old = &((const MwMdlx *) before)->nodes, *all = &((const MwMdlx *) now)->nodes;
  g_autofree uint32_t *numbers_before = mw_model_numbers (before), *numbers = mw_model_numbers (now);
  g_autofree guint8 *gone = g_new0 (guint8, MAX (before->n_ids, now->n_ids));
  const Fates fates = { before, nearest, gone };
  guint8 seen[N_NUMBERS] = { 0 };
  gboolean any = FALSE;
  MwNameMap *map = mw_name_map_new (N_NUMBERS);
  map->first = MW_NAME_GONE;
  for (uint32_t i = 0; i < all->n; i++)
    if (numbers[all->items[i]->id] == 0)
      map->first = 0;
  for (uint32_t i = 0; i < old->n; i++)
    gone[old->items[i]->id] = mw_model_find (now, old->items[i]->id) == NULL;
  for (uint32_t i = 0; i < old->n; i++) {
    MwId id = old->items[i]->id;
    uint32_t number = numbers_before[id];
    /* If nodes share a number, it means the first of them. */
    if (number >= N_NUMBERS || seen[number])
      continue;
    MwId heir = surviving_heir (&fates, id);
    seen[number] = TRUE;
    map->to[number] = heir ? numbers[heir] : MW_NAME_GONE;
    any |= gone[id] || map->to[number] != number;
  }
  if (!any)
    g_clear_pointer (&map, g_free);
  return map;
}

static gboolean
is_same_array (const MwArray *a, const MwArray *b)
{
  return mw_array_equal (a, b, sizeof (uint32_t));
}

static void
rename_bones (MwDocument *self, const MwModel *before, const MwNameMap *map, MwMdlxGeoset *geoset)
{
  const MwField *field = MW_FIELD (MwMdlxGeoset, bone_indices);
  const MwMdlxGeoset *was = (const MwMdlxGeoset *) mw_model_find (before, geoset->record.id);
  MwBulkChange change;
  /* If the step itself changed these arrays, they are kept. */
  if (!was || !geoset->bone_indices.n || !is_same_array (&geoset->bone_indices, &was->bone_indices)
      || !is_same_array (&geoset->bone_weights, &was->bone_weights))
    return;
  mw_bulk_change_init (&change, self, &geoset->record, field, map);
  guint n_kept = change.too_high;
  mw_bulk_change_put (self, &change);
  if (!n_kept)
    return;
  g_autofree char *path = mw_field_path (&geoset->record, field);
  mw_document_notice (self,
                      g_strdup_printf ("%s: %u still hold the previous object ids of bones, because one of the new "
                                       "ones is above %d",
                                       path, n_kept, N_NUMBERS - 1));
}

static void
update_bone_ids (MwDocument *self, const MwModel *before)
{
  const MwList *geosets = &model_of (self)->geosets;
  g_autofree MwNameMap *map = map_object_ids (before, self->model, self->nearest);
  for (uint32_t i = 0; map && i < geosets->n; i++)
    rename_bones (self, before, map, (MwMdlxGeoset *) geosets->items[i]);
}

/* --- Numbers of geosets: mdlx.md 7.4 -------------------------------------------------------------------------------- */

/* `geoset_index` refers to the geoset itself in a new geoset, and also after the geoset that it referred to was
 * removed. */
static void
number_geosets (MwDocument *self)
{
  const MwField *index = MW_FIELD (MwMdlxGeoset, geoset_index);
  g_autoptr (GArray) nameless = g_array_new (FALSE, FALSE, sizeof (MwId));
  gboolean removes = FALSE;
  for (guint i = 0; i < self->open->changes->len; i++) {
    const MwStepChange *change = mw_step_change_at (self->open, i);
    removes |= change->kind == MW_STEP_REMOVE && change->schema == &mw_mdlx_geoset_schema;
  }
  for (guint i = 0; i < self->open->changes->len; i++) {
    const MwStepChange *change = mw_step_change_at (self->open, i);
    if (change->schema == &mw_mdlx_geoset_schema
        && (change->kind == MW_STEP_INSERT || (change->kind == MW_STEP_SET && change->field == index && removes)))
      g_array_append_val (nameless, change->id);
  }
  for (guint i = 0; i < nameless->len; i++) {
    MwMdlxGeoset *geoset = (MwMdlxGeoset *) mw_model_find (self->model, g_array_index (nameless, MwId, i));
    if (!geoset || geoset->geoset_index.id || geoset->geoset_index.raw != MW_REF_NONE.raw)
      continue;
    const MwRef itself = { geoset->record.id, 0 };
    mw_document_put_value (self, &geoset->record, index, &itself, sizeof itself);
  }
}

void
mw_wow_update_dependents (MwDocument *self)
{
  if (self->format.family != MW_FAMILY_MDX_WOW)
    return;
  if (self->format.version >= BATCHES_SINCE)
    number_geosets (self);
  if (!concerns_object_ids (self->open))
    return;
  MwModel *before = model_before (self);
  if (!is_in_order (self->model) && is_in_order (before))
    put_in_order (self);
  update_bone_ids (self, before);
  mw_model_free (before);
}
