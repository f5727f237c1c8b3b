/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/m2-rules.h"
#include "core/edit/operations/nodes/m2-bone-key.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/nodes/sides.h"
#include "core/schema/catalogue.h"

#include <math.h>

/* The numbers under which clients know some bones. The lookup table follows from them. */

typedef struct {
  MwRecord record;
  int32_t key;
} KeyParams;

static const MwField key_fields[] = {
  MW_FIELD_I32 (
    KeyParams, key, "key", .def = -1, .min = -1, .max = G_MAXINT16, .catalogue = MW_CATALOGUE_KEY_BONE,
    .label = N_ ("Key bone"),
    .doc = N_ ("The name or number of the key bone. -1: the one that the CRC of the bone's name gives, or else the "
               "counterpart of the bone at the same place on the other side.")),
};
static const MwSchema key_params = { .name = "bone-set-key",
                                     .label = N_ ("Key Bone"),
                                     .size = sizeof (KeyParams),
                                     .fields = key_fields,
                                     .n_fields = G_N_ELEMENTS (key_fields) };

const MwM2Bone *
mw_m2_key_bone (const MwM2 *model, int32_t key)
{
  for (uint32_t i = 0; i < model->bones.n && key >= 0; i++)
    if (((const MwM2Bone *) model->bones.items[i])->key_bone == key)
      return (const MwM2Bone *) model->bones.items[i];
  return NULL;
}

/* The key bone with this name; -1: there is none. */
static int32_t
key_of_name (const char *name)
{
  uint32_t key;
  return name && mw_catalogue_value (MW_CATALOGUE_KEY_BONE, name, &key) ? (int32_t) key : -1;
}

/* The key on the other side of a bone that is at the mirrored place; -1: there is none. */
static int32_t
key_of_counterpart (const MwM2 *model, const MwM2Bone *bone)
{
  const float near = 1e-3f * (model->bounds.radius > 0 ? model->bounds.radius : 1);
  for (uint32_t i = 0; i < model->bones.n; i++) {
    const MwM2Bone *other = (const MwM2Bone *) model->bones.items[i];
    if (other == bone || other->key_bone < 0 || fabsf (bone->pivot[1]) <= near
        || fabsf (other->pivot[0] - bone->pivot[0]) > near || fabsf (other->pivot[1] + bone->pivot[1]) > near
        || fabsf (other->pivot[2] - bone->pivot[2]) > near)
      continue;
    const char *name = mw_catalogue_name (MW_CATALOGUE_KEY_BONE, (uint32_t) other->key_bone);
    g_autofree char *swapped = name ? mw_side_swapped (name) : NULL;
    int32_t key = key_of_name (swapped);
    if (key >= 0 && !mw_m2_key_bone (model, key))
      return key;
  }
  return -1;
}

/* What a bone without a key should be; -1: nothing says it. */
static int32_t
propose (const MwM2 *model, const MwM2Bone *bone)
{
  int32_t key = bone->name_crc ? key_of_name (mw_catalogue_name (MW_CATALOGUE_BONE_NAME, bone->name_crc)) : -1;
  if (bone->key_bone >= 0)
    return -1;
  return key >= 0 && !mw_m2_key_bone (model, key) ? key : key_of_counterpart (model, bone);
}

static void
key_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  const MwM2 *model = mw_m2_of (document);
  const MwM2Bone *bone = n ? (const MwM2Bone *) mw_model_find (&model->model, ids[0]) : NULL;
  if (n == 1)
    ((KeyParams *) params)->key = bone->key_bone >= 0 ? bone->key_bone : propose (model, bone);
}

static gboolean
key_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    if (record->schema != &mw_m2_bone_schema)
      return mw_operation_refuse (record, error, "is not a bone");
  }
  return TRUE;
}

static gboolean
set_key (MwDocument *document, MwId id, int32_t key, GError **error)
{
  return mw_document_set_field (document, id, MW_FIELD (MwM2Bone, key_bone), &key, sizeof key, error);
}

static gboolean
key_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwM2 *model = mw_m2_of (document);
  const int32_t given = ((const KeyParams *) params)->key;
  const MwM2Bone *holder = mw_m2_key_bone (model, given);
  guint changed = 0;
  if (given >= 0 && n > 1)
    return mw_operation_refuse (NULL, error, "select one bone: two cannot be the same key bone");
  if (holder && holder->record.id == ids[0])
    return mw_operation_nothing (error, "nothing to change: the bone is this key bone already");
  if (holder)
    return mw_operation_refuse (&holder->record, error,
                                "is already this key bone, and the game finds only one: set its key_bone to -1 first");
  if (given >= 0)
    return set_key (document, ids[0], given, error);
  for (guint i = 0; i < n; i++) {
    int32_t key = propose (model, (const MwM2Bone *) mw_model_find (&model->model, ids[i]));
    if (key >= 0 && !set_key (document, ids[i], key, error))
      return FALSE;
    changed += key >= 0;
  }
  return changed
         || mw_operation_nothing (error,
                                  "nothing to change: neither a name nor a counterpart says which key bone it is; "
                                  "choose one");
}

const MwOperation mw_operation_bone_set_key = {
  .id = "bone-set-key",
  .label = N_ ("Set Key Bone"),
  .step = N_ ("Set the key bone of %s"),
  .doc = N_ (
    "Tells clients which bone is the head, an arm and so on. With -1, bones without a key bone get the one that "
    "follows from the CRC of their name, or from their counterpart on the other side."),
  .aliases = "lookup head arm shoulder id crc name",
  .domain = MW_DOMAIN_NODES,
  .families = MW_FAMILY_M2,
  .params = &key_params,
  .preset = key_preset,
  .applies = key_applies,
  .run = key_run,
};
