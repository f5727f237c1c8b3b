/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/nodes/m2-standard-attachments.h"
#include "core/edit/m2-rules.h"
#include "core/edit/operations/nodes/m2-bone-key.h"
#include "core/schema/catalogue.h"

/* Numbers of key bones (names.md 2). */
enum {
  SHOULDER_L = 2,
  SHOULDER_R = 3,
  SPINE_LOW = 4,
  HEAD = 6,
  INDEX_FINGER_R = 8,
  MIDDLE_FINGER_R = 9,
  INDEX_FINGER_L = 13,
  MIDDLE_FINGER_L = 14,
  BREATH = 21,
  NAME = 22,
  NAME_MOUNT = 23,
  ROOT = 26,
  NO_KEY = -1
};

/* The bone is the one with the name, or else the key bone, or else the bone that has the first of two fingers. */
static const struct {
  const char *slot, *name;
  int32_t key, fingers[2];
} standard[] = {
  { "Base", "_Base", ROOT, { NO_KEY, NO_KEY } },
  { "Head", "_Head", HEAD, { NO_KEY, NO_KEY } },
  { "Helm", NULL, HEAD, { NO_KEY, NO_KEY } },
  { "Breath", "_Breath", BREATH, { NO_KEY, NO_KEY } },
  { "PlayerName", "_Name", NAME, { NO_KEY, NO_KEY } },
  { "PlayerNameMounted", "_NameMount", NAME_MOUNT, { NO_KEY, NO_KEY } },
  { "Chest", NULL, SPINE_LOW, { NO_KEY, NO_KEY } },
  { "ChestBloodFront", "_BloodFront", SPINE_LOW, { NO_KEY, NO_KEY } },
  { "ChestBloodBack", "_BloodBack", SPINE_LOW, { NO_KEY, NO_KEY } },
  { "ShoulderRight", NULL, SHOULDER_R, { NO_KEY, NO_KEY } },
  { "ShoulderLeft", NULL, SHOULDER_L, { NO_KEY, NO_KEY } },
  { "HandRight", "HandR", NO_KEY, { INDEX_FINGER_R, MIDDLE_FINGER_R } },
  { "HandLeft", "HandL", NO_KEY, { INDEX_FINGER_L, MIDDLE_FINGER_L } },
  { "SpellRightHand", "_SpellHandR", NO_KEY, { INDEX_FINGER_R, MIDDLE_FINGER_R } },
  { "SpellLeftHand", "_SpellHandL", NO_KEY, { INDEX_FINGER_L, MIDDLE_FINGER_L } },
};

static const MwRecord *
bone_with_name (const MwM2 *model, const char *name)
{
  const uint32_t crc = name ? mw_bone_name_crc (name) : 0;
  for (uint32_t i = 0; i < model->bones.n && crc; i++)
    if (((const MwM2Bone *) model->bones.items[i])->name_crc == crc)
      return model->bones.items[i];
  return NULL;
}

static const MwRecord *
find_bone (const MwM2 *model, guint i)
{
  const MwRecord *named = bone_with_name (model, standard[i].name);
  const MwM2Bone *key = mw_m2_key_bone (model, standard[i].key);
  for (guint k = 0; k < G_N_ELEMENTS (standard[i].fingers) && !named && !key; k++) {
    const MwM2Bone *finger = mw_m2_key_bone (model, standard[i].fingers[k]);
    if (finger)
      key = (const MwM2Bone *) mw_model_resolve (&model->model, finger->parent);
  }
  return named ? named : key ? &key->record : NULL;
}

GArray *
mw_m2_standard_attachments (MwDocument *document, GError **error)
{
  const MwM2 *model = mw_m2_of (document);
  GArray *found = g_array_new (FALSE, TRUE, sizeof (MwNewStandard));
  for (guint i = 0; i < G_N_ELEMENTS (standard); i++) {
    const MwRecord *bone = find_bone (model, i);
    const MwNewStandard one = { standard[i].slot, bone ? bone->id : 0 };
    if (bone)
      g_array_append_val (found, one);
  }
  return found;
}
