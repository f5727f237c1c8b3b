/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/edit/heirs.h"
#include "core/model/mdlx/mdlx.h"
#include "core/model/mdlx/wow.h"
#include "core/schema/path.h"

#include <string.h>

/* What follows from a step in models of World of Warcraft's alpha: object ids that count up as clients want them, words of BIDX
 * that name the bones they named, geosets of 1500 with a number of their own. A step that is made again holds all that, and
 * finds it done. */

enum { BONES = 4, MOST_NUMBER = G_MAXUINT8, MOST_WEIGHT = G_MAXUINT8, BATCHES_SINCE = 1500 };

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

/* Whether object ids may be others than before the step. */
static gboolean
concerns_object_ids (const MwStep *step)
{
  for (guint i = 0; i < step->changes->len; i++) {
    const MwStepChange *change = mw_step_change_at (step, i);
    if (change->kind == MW_STEP_SET
          ? change->schema == &mw_mdlx_bone_schema && strcmp (change->field->name, "parent") == 0
          : change->kind != MW_STEP_SPAN && change->kind != MW_STEP_SWAP && is_node (change->schema))
      return TRUE;
  }
  return FALSE;
}

/* The model as it was when the step began. */
static MwModel *
model_before (const MwDocument *self)
{
  MwModel *before = mw_model_copy (self->model, FALSE);
  for (guint i = self->open->changes->len; i-- > 0;)
    mw_step_change_apply (before, mw_step_change_at (self->open, i), FALSE);
  return before;
}

/* --- Order: mdlx.md 7.1 ----------------------------------------------------------------------------------------- */

static gboolean
is_in_order (const MwModel *model)
{
  const MwRecord *wrong;
  g_autofree uint32_t *numbers = mw_model_numbers (model);
  return mw_mdlx_wow_order ((const MwMdlx *) model, numbers, &wrong) == MW_MDLX_ORDER_SOUND;
}

/* Ids that are stored are worked out anew, and bones without a parent come before those with one, whose ids are higher. */
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
                        g_strdup ("nodes: object ids were numbered again, for they were no longer in ascending order"));
  if (n_moved)
    mw_document_notice (self,
                        g_strdup_printf ("bones: %u without a parent came before those with one, for clients want "
                                         "object ids to count up",
                                         n_moved));
}

/* --- BIDX: mdlx.md 7.3 ------------------------------------------------------------------------------------------ */

/* Each byte of it is an object id; the bytes of BWGT stand the other way round. One that counts for nothing names nobody. */
typedef struct {
  const MwModel *before;
  GHashTable *nearest;         /* see heirs.h; or NULL */
  MwId named[MOST_NUMBER + 1]; /* by the object id before; 0: nobody had it */
  MwRef heirs[MOST_NUMBER + 1];
  uint32_t *numbers_before, *numbers; /* by record id */
  guint8 *gone;                       /* by record id */
  MwRef first;
  gboolean any; /* whether any byte means another one */
} Naming;

/* The nearest ancestor that is still there, or who else took over. */
static MwRef
surviving_heir (const Naming *naming, MwId id)
{
  MwRef at = { id, 0 };
  for (uint32_t left = ((const MwMdlx *) naming->before)->nodes.n; left && at.id && naming->gone[at.id]; left--) {
    MwRef nearest = mw_nearest_heir (naming->nearest, at.id);
    at = nearest.id ? nearest : ((const MwMdlxNode *) mw_model_find (naming->before, at.id))->parent;
  }
  return at.id && !naming->gone[at.id] ? at : MW_REF_NONE;
}

static MwRef
heir_of (MwRef ref, gpointer data)
{
  const Naming *naming = data;
  return naming->heirs[naming->numbers_before[ref.id]];
}

static void
naming_init (Naming *naming, const MwModel *before, const MwModel *now, GHashTable *nearest)
{
  const MwList *old = &((const MwMdlx *) before)->nodes, *all = &((const MwMdlx *) now)->nodes;
  *naming = (Naming) { .before = before, .nearest = nearest };
  naming->numbers_before = mw_model_numbers (before);
  naming->numbers = mw_model_numbers (now);
  naming->gone = g_new0 (guint8, MAX (before->n_ids, now->n_ids));
  for (uint32_t i = 0; i < old->n; i++)
    naming->gone[old->items[i]->id] = mw_model_find (now, old->items[i]->id) == NULL;
  for (uint32_t i = 0; i < old->n; i++) {
    MwId id = old->items[i]->id;
    uint32_t number = naming->numbers_before[id];
    if (number > MOST_NUMBER || naming->named[number])
      continue;
    naming->named[number] = id;
    naming->heirs[number] = surviving_heir (naming, id);
    naming->any |= naming->gone[id] || naming->numbers[id] != number;
  }
  for (uint32_t i = 0; i < all->n && !naming->first.id; i++)
    if (naming->numbers[all->items[i]->id] == 0)
      naming->first = (MwRef) { all->items[i]->id, 0 };
}

static void
naming_clear (Naming *naming)
{
  g_free (naming->numbers_before);
  g_free (naming->numbers);
  g_free (naming->gone);
}

/* One vertex. FALSE: an object id is too high for a byte, and all stays. */
static gboolean
rename_word (Naming *naming, guint8 *ids, guint8 *counts)
{
  MwRef refs[BONES];
  guint16 weights[BONES] = { 0 };
  guint8 to[BONES];
  gboolean cut;
  for (guint k = 0; k < BONES; k++) {
    gboolean counted = !counts || counts[BONES - 1 - k];
    refs[k] = (MwRef) { counted ? naming->named[ids[k]] : 0, 0 };
    weights[k] = counts ? counts[BONES - 1 - k] : 0;
  }
  mw_document_settle_element (refs, weights, BONES, MOST_WEIGHT, naming->gone, naming->first, heir_of, naming, &cut);
  for (guint k = 0; k < BONES; k++) {
    uint32_t number = refs[k].id ? naming->numbers[refs[k].id] : ids[k];
    if (number > MOST_NUMBER)
      return FALSE;
    to[k] = (guint8) number;
  }
  for (guint k = 0; k < BONES; k++) {
    ids[k] = to[k];
    if (counts)
      counts[BONES - 1 - k] = (guint8) weights[k];
  }
  return TRUE;
}

static gboolean
is_same_array (const MwArray *a, const MwArray *b, gsize size)
{
  return a->n == b->n && (a->n == 0 || memcmp (a->data, b->data, a->n * size) == 0);
}

static void
put_if_other (MwDocument *self, MwRecord *record, const char *name, MwArray array)
{
  const MwField *field = mw_schema_field (record->schema, name);
  if (is_same_array (mw_field_at (record, field), &array, BONES))
    mw_array_clear (&array);
  else
    mw_document_put_array (self, record, field, array);
}

static void
rename_bones (MwDocument *self, Naming *naming, MwMdlxGeoset *geoset)
{
  const MwMdlxGeoset *was = (const MwMdlxGeoset *) mw_model_find (naming->before, geoset->record.id);
  /* What the step itself says of them stands. */
  if (!was || !geoset->bone_indices.n || !is_same_array (&geoset->bone_indices, &was->bone_indices, BONES)
      || !is_same_array (&geoset->bone_weights, &was->bone_weights, BONES))
    return;
  MwArray indices = mw_array_copy (geoset->bone_indices.data, geoset->bone_indices.n, BONES);
  MwArray weights = mw_array_copy (geoset->bone_weights.data, geoset->bone_weights.n, BONES);
  guint8 *ids = indices.data, *counts = weights.data;
  uint32_t n_kept = 0;
  for (uint32_t i = 0; i < indices.n; i++)
    n_kept += !rename_word (naming, ids + BONES * (gsize) i, i < weights.n ? counts + BONES * (gsize) i : NULL);
  put_if_other (self, &geoset->record, "bone_indices", indices);
  put_if_other (self, &geoset->record, "bone_weights", weights);
  if (!n_kept)
    return;
  g_autofree char *path = mw_field_path (&geoset->record, mw_schema_field (&mw_mdlx_geoset_schema, "bone_indices"));
  mw_document_notice (self,
                      g_strdup_printf ("%s: %u still hold the object ids that bones had before, for one of the new "
                                       "ones is above %d",
                                       path, n_kept, MOST_NUMBER));
}

static void
follow_bones (MwDocument *self, const MwModel *before)
{
  const MwList *geosets = &model_of (self)->geosets;
  Naming naming;
  naming_init (&naming, before, self->model, self->nearest);
  for (uint32_t i = 0; i < geosets->n && naming.any; i++)
    rename_bones (self, &naming, (MwMdlxGeoset *) geosets->items[i]);
  naming_clear (&naming);
}

/* --- Numbers of geosets: mdlx.md 7.4 ---------------------------------------------------------------------------- */

/* A new geoset names itself, and so does one that named a removed one. */
static void
number_geosets (MwDocument *self)
{
  const MwField *index = mw_schema_field (&mw_mdlx_geoset_schema, "geoset_index");
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
mw_wow_settle (MwDocument *self)
{
  if (self->format.version >= BATCHES_SINCE)
    number_geosets (self);
  if (!concerns_object_ids (self->open))
    return;
  MwModel *before = model_before (self);
  if (!is_in_order (self->model) && is_in_order (before))
    put_in_order (self);
  follow_bones (self, before);
  mw_model_free (before);
}
