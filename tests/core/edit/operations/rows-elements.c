/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/path.h"
#include "tests/core/edit/operations/table.h"

#include <stdio.h>
#include <string.h>

/* Rows about elements of any kind. */

static gboolean
is_m2 (MwFormat format)
{
  return format.family == MW_FAMILY_M2;
}

static const MwField *
list_of (const MwModel *model, const char *name)
{
  return mw_schema_field (model->record.schema, name);
}

/* --- Rename --------------------------------------------------------------------------------------------------------- */

static const char *
named_list (MwFormat format)
{
  return is_m2 (format) ? "events" : "sequences";
}

static char *
rename_step (const MwModel *model, MwFormat format)
{
  const MwList *list = table_list (model, named_list (format));
  return list->n ? g_strdup_printf ("rename %s[%u] name=Mw%02u", named_list (format), list->n - 1, list->n % 100)
                 : NULL;
}

static char *
rename_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  const MwList *list = table_list (expected, named_list (at->format));
  MwRecord *record = list->items[list->n - 1];
  g_autofree char *name = table_parameter (at->step, "name");
  mw_text_set (mw_field_at (record, mw_schema_field_of_role (record->schema, MW_ROLE_NAME, MW_TYPE_TEXT)), name,
               strlen (name));
  return table_expect (expected, at);
}

/* --- Duplicate ------------------------------------------------------------------------------------------------------ */

/* A material with its layers; a submesh with its batches and shadow batches. */
static char *
duplicate_step (const MwModel *model, MwFormat format)
{
  if (is_m2 (format))
    return table_record (model, "skins[0].submeshes[0]") ? g_strdup ("duplicate skins[0].submeshes[0]") : NULL;
  return table_list (model, "materials")->n ? g_strdup ("duplicate materials[0]") : NULL;
}

/* Puts a copy of a record after it, and returns it. */
static MwRecord *
copy_at (MwModel *model, MwRecord *record)
{
  MwRecord *copy = mw_record_copy (record, TRUE);
  mw_record_forget_ids (copy);
  mw_list_insert (model, record->owner, mw_record_slot (record), mw_record_index (record) + 1, copy);
  return copy;
}

static void
copy_users (MwModel *model, MwRecord *owner, const MwField *list, MwId from, MwId to)
{
  const MwList *records = mw_record_list (owner, list);
  for (uint32_t i = records->n; i-- > 0;) {
    const gboolean batch = records->items[i]->schema == &mw_m2_batch_schema;
    MwRecord *record = records->items[i];
    if ((batch ? ((MwM2Batch *) record)->submesh.id : ((MwM2ShadowBatch *) record)->submesh.id) != from)
      continue;
    record = copy_at (model, record);
    *(batch ? &((MwM2Batch *) record)->submesh : &((MwM2ShadowBatch *) record)->submesh) = (MwRef) { to, 0 };
  }
}

static char *
duplicate_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *record = table_record (expected, strchr (at->step, ' ') + 1), *copy = copy_at (expected, record);
  if (is_m2 (at->format)) {
    copy_users (expected, record->owner, MW_FIELD (MwM2Skin, batches), record->id, copy->id);
    copy_users (expected, record->owner, MW_FIELD (MwM2Skin, shadow_batches), record->id, copy->id);
  }
  return table_expect (expected, at);
}

/* --- Move up, move down --------------------------------------------------------------------------------------------- */

static char *
move_step (const MwModel *model, const char *operation, uint32_t place)
{
  return table_list (model, "textures")->n > 1 ? g_strdup_printf ("%s textures[%u]", operation, place) : NULL;
}

static char *
up_step (const MwModel *model, MwFormat format)
{
  return move_step (model, "move-up", table_list (model, "textures")->n - 1);
}

static char *
down_step (const MwModel *model, MwFormat format)
{
  return move_step (model, "move-down", 0);
}

/* The texture at `to` is the one from `from`, and what refers to it still does. */
static char *
expect_moved (const TableCase *at, uint32_t from, uint32_t to)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  const MwField *list = list_of (expected, "textures");
  mw_list_insert (expected, &expected->record, list, to, mw_list_take (expected, &expected->record, list, from));
  return table_expect (expected, at);
}

static char *
up_judge (const TableCase *at)
{
  const uint32_t last = table_list (at->before, "textures")->n - 1;
  return expect_moved (at, last, last - 1);
}

static char *
down_judge (const TableCase *at)
{
  return expect_moved (at, 0, 1);
}

/* --- Re-parent ------------------------------------------------------------------------------------------------------ */

static const MwList *
nodes_of (const MwModel *model, MwFormat format)
{
  return table_list (model, is_m2 (format) ? "bones" : "nodes");
}

static MwRef *
parent_of (MwRecord *node)
{
  return mw_field_at (node, mw_schema_field_of_role (node->schema, MW_ROLE_PARENT, MW_TYPE_REF));
}

/* The last node that does not follow the first one goes there. The first one must have no parent, so that there is no ring. */
static char *
reparent_step (const MwModel *model, MwFormat format)
{
  const MwList *nodes = nodes_of (model, format);
  if (nodes->n < 2 || !mw_ref_is_none (*parent_of (nodes->items[0])))
    return NULL;
  g_autofree char *parent = mw_record_path (nodes->items[0]);
  for (uint32_t i = nodes->n - 1; i > 0; i--)
    if (parent_of (nodes->items[i])->id != nodes->items[0]->id) {
      g_autofree char *node = mw_record_path (nodes->items[i]);
      return g_strdup_printf ("re-parent %s parent=%s", node, parent);
    }
  return NULL;
}

static char *
reparent_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  g_auto (GStrv) words = g_strsplit (at->step, " ", -1);
  *parent_of (table_record (expected, words[1])) = (MwRef) { nodes_of (expected, at->format)->items[0]->id, 0 };
  /* Distances to parents and children follow. */
  for (uint32_t i = 0; is_m2 (at->format) && i < nodes_of (expected, at->format)->n; i++) {
    MwM2Bone *bone = (MwM2Bone *) nodes_of (expected, at->format)->items[i];
    const MwM2Bone *after = (const MwM2Bone *) nodes_of (at->after, at->format)->items[i];
    bone->parent_distance = after->parent_distance;
    bone->descendant_distance = after->descendant_distance;
    bone->z_ratio = after->z_ratio;
  }
  return table_expect (expected, at);
}

/* --- Replace uses --------------------------------------------------------------------------------------------------- */

static char *
replace_step (const MwModel *model, MwFormat format)
{
  const MwList *textures = table_list (model, "textures");
  for (uint32_t i = 0; textures->n > 1 && i < textures->n; i++)
    if (table_uses (model, "textures", textures->items[i]->id))
      return g_strdup_printf ("replace-uses textures[%u] with=textures[%u]", i, (i + 1) % textures->n);
  return NULL;
}

static char *
replace_judge (const TableCase *at)
{
  guint from, to;
  MwModel *expected = mw_model_copy (at->before, TRUE);
  const MwList *textures = table_list (expected, "textures");
  g_assert_cmpint (sscanf (at->step, "replace-uses textures[%u] with=textures[%u]", &from, &to), ==, 2);
  table_redirect (expected, "textures", textures->items[from]->id, textures->items[to]->id);
  return table_expect (expected, at);
}

/* --- Delete --------------------------------------------------------------------------------------------------------- */

/* An attachment, which nothing refers to or follows; before the last one, so that others move up. */
static char *
delete_step (const MwModel *model, MwFormat format)
{
  const char *name = is_m2 (format) ? "attachments" : "nodes";
  const MwList *list = table_list (model, name);
  for (uint32_t i = 0; i < list->n; i++) {
    const MwRecord *record = list->items[i];
    g_autofree char *path = mw_record_path (record);
    if (g_str_has_prefix (path, "attachments[") && !table_uses (model, name, record->id))
      return g_strdup_printf ("delete %s", path);
  }
  return NULL;
}

static char *
delete_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  const MwRecord *record = table_record (expected, strchr (at->step, ' ') + 1);
  mw_record_free (mw_list_take (expected, &expected->record, mw_record_slot (record), mw_record_index (record)));
  return table_expect (expected, at);
}

const TableRow table_elements[] = {
  { "rename", TABLE_BOTH, rename_step, rename_judge },
  { "duplicate", TABLE_BOTH, duplicate_step, duplicate_judge },
  { "move-up", TABLE_BOTH, up_step, up_judge },
  { "move-down", TABLE_BOTH, down_step, down_judge },
  { "re-parent", TABLE_BOTH, reparent_step, reparent_judge },
  { "replace-uses", TABLE_BOTH, replace_step, replace_judge },
  { "delete", TABLE_BOTH, delete_step, delete_judge },
  { NULL, 0, NULL, NULL },
};
