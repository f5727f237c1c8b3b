/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/document-private.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"

#include <math.h>
#include <string.h>

/* Puts a new bone between a node and the bone that it follows. The new bone has no tracks, so nothing moves differently. */

typedef struct {
  MwRecord record;
  char *name;
  float offset[3];
} InsertParams;

static const MwField insert_fields[] = {
  MW_FIELD_TEXT (InsertParams, name, 80, "name", .label = N_ ("Name"),
                 .doc = N_ ("The name of the new bone. Empty: made from the name of the node.")),
  MW_FIELD_VEC (
    InsertParams, offset, 3, "offset", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_POSITION, .label = N_ ("Offset"),
    .doc = N_ ("Where its pivot is, from that of the node, along the axes of the model; 0: at the same place.")),
};
static const MwSchema insert_params = { .name = "bone-insert",
                                        .label = N_ ("Insert bone"),
                                        .size = sizeof (InsertParams),
                                        .fields = insert_fields,
                                        .n_fields = G_N_ELEMENTS (insert_fields) };

static const MwSchema *
bone_kind (const MwModel *model, const MwField *list)
{
  for (guint i = 0; i < mw_schema_n_kinds (list->schema); i++)
    if (mw_aspects_of (model)->point (mw_schema_kind_at (list->schema, i)) == MW_POINT_BONE)
      return mw_schema_kind_at (list->schema, i);
  return NULL;
}

/* "Hand Parent" for "Hand", shortened where it would be too long, but not inside a character. */
static char *
name_for (const MwRecord *node, gsize most)
{
  static const char word[] = " Parent";
  const char *name = mw_record_name (node);
  if (!name || !*name)
    return g_strdup ("Bone");
  gsize length = MIN (strlen (name), most - strlen (word));
  while (length && name[length] && ((guchar) name[length] & 0xC0) == 0x80)
    length--;
  return g_strdup_printf ("%.*s%s", (int) length, name, word);
}

/* Without a name that was given, one made from that of the node; M2 has names of bones only as CRCs, and gets none then. */
static gboolean
set_name (MwDocument *document, MwRecord *bone, const MwRecord *node, const char *name, GError **error)
{
  const MwField *field = mw_schema_field_of_role (bone->schema, MW_ROLE_NAME, MW_TYPE_TEXT);
  g_autofree char *made = field && !*name ? name_for (node, field->count - 1u) : NULL;
  return mw_new_bone_name (document, bone, made ? made : name, error);
}

/* Before the node where both are in one list, as clients need parents first; otherwise after all others. */
static guint32
place_for (MwDocument *document, const MwRecord *node, const MwRecord *owner, const MwField *list, const MwSchema *kind,
           gboolean has_parent)
{
  const MwList *all = mw_record_list (owner, list);
  guint32 at = mw_record_slot (node) == list ? mw_record_index (node) : all->n;
  return document->rules->place ? MIN (at, document->rules->place (document, all, kind, has_parent)) : at;
}

static gboolean
insert_above (MwDocument *document, MwId id, const InsertParams *p, GArray *made, GError **error)
{
  MwModel *model = mw_document_get_model (document);
  const MwRecord *node = mw_model_find (model, id);
  const MwField *up = mw_node_parent_field (node), *list;
  MwRecord *owner = mw_ref_scope (model, node, up, &list);
  const MwSchema *kind = bone_kind (model, list);
  g_autoptr (MwRecord) bone = mw_record_new (kind);
  if (kind->init_for_family)
    kind->init_for_family (bone, mw_record_family (&model->record));
  bone->id = model->n_ids;
  *(MwRef *) mw_field_at (bone, mw_node_parent_field (bone)) = *(const MwRef *) mw_field_at (node, up);
  float *place = mw_field_at (bone, mw_node_place_field (model, bone));
  for (guint k = 0; k < 3; k++)
    place[k] = mw_node_place (model, node)[k] + p->offset[k];
  if (!set_name (document, bone, node, mw_text (p->name), error))
    return FALSE;
  guint32 at = place_for (document, node, owner, list, kind, mw_node_parent (model, node) != NULL);
  MwRef ref = { bone->id, 0 };
  g_array_append_val (made, ref.id);
  return mw_document_insert (document, owner->id, list, at, g_steal_pointer (&bone), error)
         && mw_document_set_field (document, id, up, &ref, sizeof ref, error);
}

static gboolean
insert_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const InsertParams *p = (const InsertParams *) params;
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (MwId)),
                     nodes = mw_nodes_with_those_below (document, ids, n, FALSE);
  for (guint k = 0; k < 3; k++)
    if (!isfinite (p->offset[k]))
      return mw_operation_refuse (NULL, error, "the offset must be three finite numbers");
  mw_progress_begin (document, nodes->len);
  for (guint i = 0; i < nodes->len; i++)
    if (!mw_progress_next (document, error) || !insert_above (document, g_array_index (nodes, MwId, i), p, made, error))
      return FALSE;
  mw_progress_end (document);
  mw_document_select (document, (const MwId *) made->data, made->len);
  return TRUE;
}

const MwOperation mw_operation_bone_insert = {
  .id = "bone-insert",
  .label = N_ ("Insert Bone Above"),
  .step = N_ ("Insert a bone above %s"),
  .doc = N_ (
    "Puts a new bone between each node and the bone that it follows. The new bone has no keys yet, so every pose "
    "stays as it is; keys of the new bone then move the node and all below it."),
  .aliases = "parent joint helper group null add extra",
  .domain = MW_DOMAIN_NODES,
  .params = &insert_params,
  .applies = mw_nodes_apply,
  .run = insert_run,
};
