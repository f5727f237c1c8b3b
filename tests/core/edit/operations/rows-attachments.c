/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "core/schema/catalogue.h"
#include "tests/core/edit/operations/rows-nodes.h"

#include <string.h>

/* --- Slots of attachments ------------------------------------------------------------------------------------------- */

/* The first attachment; in Warcraft III where no name has the word "sprite", elsewhere where no number is 25. */
static char *
slot_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GPtrArray) points = table_points (model);
  const MwRecord *first = NULL;
  for (guint i = 0; i < points->len; i++) {
    if (table_point (model, points->pdata[i]) != MW_POINT_ATTACHMENT)
      continue;
    first = first ? first : points->pdata[i];
    g_autofree char *lower = format.family == MW_FAMILY_MDX
                               ? g_ascii_strdown (mw_text (mw_record_name (points->pdata[i])), -1)
                               : NULL;
    if (lower ? strstr (lower, "sprite") != NULL : table_number (points->pdata[i], "attachment_id") == 25)
      return NULL;
  }
  g_autofree char *path = first ? mw_record_path (first) : NULL;
  const char *slot = format.family == MW_FAMILY_MDX ? "\" sprite-  THIRD\"" : table_is_odd (model) ? "25" : "special3";
  return path ? g_strdup_printf ("attachment-set-id %s slot=%s", path, slot) : NULL;
}

static char *
slot_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *attachment = table_record_in (expected, table_word (at->step, 1));
  if (at->format.family == MW_FAMILY_MDX)
    mw_text_set (table_name_at (attachment), "Sprite Third Ref", strlen ("Sprite Third Ref"));
  else
    *(uint32_t *) mw_field_at (attachment, mw_schema_field (attachment->schema, "attachment_id")) = 25;
  return table_expect (expected, at);
}

/* --- Key bones ------------------------------------------------------------------------------------------------------ */

/* A key bone whose name is stored loses its number and gets it back; in models without names it gets another one. */
static char *
key_step (const MwModel *model, MwFormat format)
{
  const MwList *bones = table_list (model, "bones");
  guint64 used = 0;
  for (uint32_t i = 0; format.family == MW_FAMILY_M2 && i < bones->n; i++) {
    double key = table_number (bones->items[i], "key_bone");
    used |= key >= 0 && key < 64 ? (guint64) 1 << (guint) key : 0;
    const char *name = key >= 0 ? mw_catalogue_name (MW_CATALOGUE_KEY_BONE, (uint32_t) key) : NULL;
    if (format.version >= 264 && name && table_number (bones->items[i], "name_crc") == mw_bone_name_crc (name))
      return g_strdup_printf ("set bones[%u].key_bone=-1\nbone-set-key bones[%u]", i, i);
  }
  return format.family == MW_FAMILY_M2 && bones->n && !(used & 2) ? g_strdup ("bone-set-key bones[0] key=ArmR") : NULL;
}

static char *
key_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *bone = table_record_in (expected, table_word (at->step, 1));
  int32_t *key = mw_field_at (bone, mw_schema_field (bone->schema, "key_bone"));
  *key = 1;
  if (!strstr (at->step, "key=")) {
    const char *name = mw_catalogue_name (MW_CATALOGUE_BONE_NAME, (uint32_t) table_number (bone, "name_crc"));
    uint32_t number;
    if (!name || !mw_catalogue_value (MW_CATALOGUE_KEY_BONE, name, &number)) {
      mw_model_free (expected);
      return g_strdup ("the bone has no name of a key bone");
    }
    *key = (int32_t) number;
  }
  return table_expect (expected, at);
}

/* --- Standard attachments ------------------------------------------------------------------------------------------- */

/* What a bone of these attachments must have: a word in its name, or the number of the key bone. */
static const struct {
  const char *name, *word;
  guint id;
  int key;
} on_bones[] = { { "Overhead Ref", "head", 18, 22 }, { "Head Ref", "head", 17, 21 },
                 { "Chest Ref", "chest", 29, 23 },   { "Hand Left Ref", "hand", 11, 6 },
                 { "Hand Right Ref", "hand", 6, 2 }, { "Foot Left Ref", "foot", 5, 3 },
                 { "Foot Right Ref", "foot", 34, 4 } };

static gboolean
is_attachment (const MwModel *model, const MwRecord *record)
{
  return table_point (model, record) == MW_POINT_ATTACHMENT;
}

/* Where a bone for one of them is, and no attachment of that kind. */
static char *
standard_step (const MwModel *model, MwFormat format)
{
  const gboolean m2 = format.family == MW_FAMILY_M2;
  g_autoptr (GPtrArray) points = table_points (model);
  for (guint i = 0; i < G_N_ELEMENTS (on_bones) && format.family != MW_FAMILY_MDX_WOW; i++) {
    gboolean bone = FALSE, there = FALSE;
    g_autofree char *word = g_strdup_printf ("(?i)(^|[^a-z])%s($|[^a-z])", on_bones[i].word);
    gboolean sided = strstr (on_bones[i].name, "Left") || strstr (on_bones[i].name, "Right");
    for (guint k = 0; k < points->len; k++) {
      const char *name = m2 ? "" : mw_text (mw_record_name (points->pdata[k]));
      g_autofree char *flipped = table_flipped (name);
      if (is_attachment (model, points->pdata[k]))
        there |= m2 ? table_number (points->pdata[k], "attachment_id") == on_bones[i].id
                    : g_regex_match_simple (word, name, 0, 0);
      else if (table_is_bone (model, points->pdata[k]))
        bone |= m2 ? table_number (points->pdata[k], "key_bone") == on_bones[i].key
                   : !sided && !flipped && g_regex_match_simple (word, name, 0, 0);
    }
    if (bone && !there)
      return g_strdup ("attachment-add-standard");
  }
  return NULL;
}

static char *
judge_attachment (const TableCase *at, const MwRecord *made)
{
  const MwRecord *bone = table_parent (at->after, made);
  const gboolean m2 = at->format.family == MW_FAMILY_M2;
  for (guint k = 0; k < 3; k++)
    if (!bone || !table_is_bone (at->after, bone)
        || table_place (at->after, made)[k] != table_place (at->after, bone)[k])
      return g_strdup ("a new attachment is not at the pivot of its bone");
  for (guint i = 0; i < G_N_ELEMENTS (on_bones); i++) {
    g_autofree char *lower = m2 ? NULL : g_ascii_strdown (mw_record_name (bone), -1);
    if (m2
          ? table_number (made, "attachment_id") == on_bones[i].id && table_number (bone, "key_bone") != on_bones[i].key
          : strcmp (mw_record_name (made), on_bones[i].name) == 0 && !strstr (lower, on_bones[i].word)
              && !(strcmp (on_bones[i].word, "chest") == 0 && (strstr (lower, "torso") || strstr (lower, "spine"))))
      return g_strdup_printf ("a new attachment %u is on another bone", i);
  }
  return NULL;
}

/* All that is new are attachments, each on its bone and none of a kind that was there; without them the model is as before. */
static char *
standard_judge (const TableCase *at)
{
  MwModel *left = mw_model_copy (at->after, TRUE);
  g_autoptr (GPtrArray) old = table_points (at->before), now = table_points (left);
  g_autoptr (GHashTable) slots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  char *wrong = now->len > old->len ? NULL : g_strdup ("nothing was added");
  guint n_old = 0, n_seen = 0;
  for (guint i = 0; i < old->len; i++)
    n_old += is_attachment (at->before, old->pdata[i]);
  for (guint i = 0; i < now->len && !wrong; i++) {
    MwRecord *record = now->pdata[i];
    if (!is_attachment (left, record))
      continue;
    char *slot = at->format.family == MW_FAMILY_M2 ? g_strdup_printf ("%g", table_number (record, "attachment_id"))
                                                   : g_ascii_strdown (mw_text (mw_record_name (record)), -1);
    gboolean again = !g_hash_table_add (slots, slot);
    if (n_seen++ < n_old)
      continue;
    g_autofree char *path = mw_record_path (record);
    wrong = again ? g_strdup ("an attachment is there twice") : judge_attachment (at, table_record (at->after, path));
  }
  for (guint i = now->len; i-- > 0 && !wrong;)
    if (is_attachment (left, now->pdata[i]) && n_seen-- > n_old) {
      MwRecord *record = now->pdata[i];
      mw_record_free (mw_list_take (left, record->owner, mw_record_slot (record), mw_record_index (record)));
    }
  TableCase back = { .before = left, .after = at->before, .format = at->format, .step = at->step };
  if (!wrong)
    return table_expect (left, &back);
  mw_model_free (left);
  return wrong;
}

const TableRow table_attachments[] = {
  { "bone-set-key", TABLE_M2, key_step, key_judge },
  { "attachment-add-standard", TABLE_BOTH, standard_step, standard_judge },
  { "attachment-set-id", TABLE_BOTH, slot_step, slot_judge },
  { NULL, 0, NULL, NULL },
};
