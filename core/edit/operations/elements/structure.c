/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/document-private.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"

#include <string.h>

/* Operations on records in lists. */

static MwRecord *
record_of (MwDocument *document, MwId id)
{
  return mw_model_find (mw_document_get_model (document), id);
}

static gboolean
in_a_list (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = record_of (document, ids[i]);
    const MwField *slot = mw_record_slot (record);
    if (!slot)
      return mw_operation_refuse (record, error, "the model itself is not in a list");
    if (slot->type != MW_TYPE_LIST)
      return mw_operation_refuse (record, error, "is not in a list");
  }
  return TRUE;
}

/* --- Delete --------------------------------------------------------------------------------------------------------- */

static gboolean
delete_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = record_of (document, ids[i]);
    if (!record->owner)
      return mw_operation_refuse (record, error, "the model itself cannot be deleted");
  }
  return TRUE;
}

typedef struct {
  MwRecord record;
  uint8_t weights; /* MwWeights */
} DeleteParams;

MW_NAMES (delete_weights, FALSE, { MW_WEIGHTS_PARENT, "parent", N_ ("Parent") },
          { MW_WEIGHTS_NEAREST, "nearest", N_ ("Nearest bone") });
static const MwField delete_fields[] = {
  MW_FIELD_U8 (
    DeleteParams, weights, "weights", .names = &delete_weights, .label = N_ ("Vertices go to"),
    .doc = N_ ("What moves the vertices of removed bones: parent (if no parent stays, the vertex's other bones; if it "
               "has none, the deletion is refused) or nearest (the remaining bone whose pivot is nearest).")),
};
static const MwSchema delete_params = { .name = "delete",
                                        .label = N_ ("Delete"),
                                        .size = sizeof (DeleteParams),
                                        .fields = delete_fields,
                                        .n_fields = G_N_ELEMENTS (delete_fields) };

static gboolean
delete_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  return mw_document_remove_weighted (document, ids, n, ((const DeleteParams *) params)->weights, error);
}

const MwOperation mw_operation_delete = {
  .id = "delete",
  .label = N_ ("Delete"),
  .step = N_ ("Delete %s"),
  .accelerator = "Delete",
  .ask = MW_ASK_NOT,
  .doc = N_ (
    "Removes the records. References to them are cleared, moved to the parent, or removed with them, as each field "
    "requires; if a field forbids the removal, nothing is removed."),
  .params = &delete_params,
  .aliases = "remove erase",
  .applies = delete_applies,
  .run = delete_run,
};

/* --- Rename --------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  char *name;
} RenameParams;

static const MwField rename_fields[] = {
  MW_FIELD_TEXT (RenameParams, name, 260, "name", .role = MW_ROLE_NAME, .label = N_ ("Name"),
                 .doc = N_ ("The new name.")),
};
static const MwSchema rename_params = { .name = "rename",
                                        .label = N_ ("Rename"),
                                        .size = sizeof (RenameParams),
                                        .fields = rename_fields,
                                        .n_fields = G_N_ELEMENTS (rename_fields) };
static const char *const rename_required[] = { "name", NULL };

static gboolean
rename_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwRecord *record = record_of (document, ids[0]);
  if (n != 1)
    return mw_operation_refuse (NULL, error, "only one record is renamed at a time");
  if (!mw_schema_field_of_role (record->schema, MW_ROLE_NAME, MW_TYPE_TEXT))
    return mw_operation_refuse (record, error, "has no name");
  return TRUE;
}

static void
rename_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  const char *name = mw_record_name (record_of (document, ids[0]));
  if (name)
    mw_text_set (&((RenameParams *) params)->name, name, strlen (name));
}

static gboolean
rename_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const char *name = mw_text (((const RenameParams *) params)->name);
  const MwRecord *record = record_of (document, ids[0]);
  return mw_document_set_field (document, ids[0], mw_schema_field_of_role (record->schema, MW_ROLE_NAME, MW_TYPE_TEXT),
                                name, strlen (name), error);
}

const MwOperation mw_operation_rename = {
  .id = "rename",
  .label = N_ ("Rename"),
  .step = N_ ("Rename %s"),
  .accelerator = "F2",
  .ask = MW_ASK_IN_PLACE,
  .doc = N_ ("Gives the record another name."),
  .params = &rename_params,
  .required = rename_required,
  .preset = rename_preset,
  .applies = rename_applies,
  .run = rename_run,
};

/* --- Move up, move down --------------------------------------------------------------------------------------------- */

/* The records without duplicates, grouped by list, in list order. */
static GArray *
places_of (MwDocument *document, const MwId *ids, guint n)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (MwPlace));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = record_of (document, ids[i]);
    if (g_hash_table_add (seen, GUINT_TO_POINTER (ids[i])))
      g_array_append_val (places, ((MwPlace) { record, mw_record_index (record) }));
  }
  g_array_sort (places, mw_place_compare);
  return places;
}

/* The place of the next record of the same kind in this direction, or -1. In a list of mixed kinds, records of other
 * kinds are skipped. */
static gint64
neighbour (const MwRecord *record, int direction)
{
  const MwList *list = mw_record_list (record->owner, mw_record_slot (record));
  for (gint64 at = (gint64) mw_record_index (record) + direction; at >= 0 && at < list->n; at += direction)
    if (list->items[at]->schema == record->schema)
      return at;
  return -1;
}

static gboolean
move_applies (MwDocument *document, const MwId *ids, guint n, int direction, GError **error)
{
  if (!in_a_list (document, ids, n, error))
    return FALSE;
  /* Either all records move or none does, so that their order stays the same. */
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = record_of (document, ids[i]);
    if (neighbour (record, direction) < 0)
      return mw_operation_refuse (record, error, direction < 0 ? "is the first already" : "is the last already");
  }
  return TRUE;
}

static gboolean
move_run (MwDocument *document, const MwId *ids, guint n, int direction, GError **error)
{
  g_autoptr (GArray) places = places_of (document, ids, n);
  for (guint i = 0; i < places->len; i++) {
    const MwPlace *place = &g_array_index (places, MwPlace, direction < 0 ? i : places->len - 1 - i);
    gint64 to = neighbour (place->record, direction);
    if (to >= 0 && !mw_document_move (document, place->record->id, (guint32) to, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
move_up_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return move_applies (document, ids, n, -1, error);
}

static gboolean
move_up_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  return move_run (document, ids, n, -1, error);
}

static gboolean
move_down_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return move_applies (document, ids, n, 1, error);
}

static gboolean
move_down_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  return move_run (document, ids, n, 1, error);
}

const MwOperation mw_operation_move_up = {
  .id = "move-up",
  .label = N_ ("Move Up"),
  .step = N_ ("Move %s up"),
  .accelerator = "<Alt>Up",
  .doc = N_ ("Moves the records one place up in their list. Nodes move among those of their kind."),
  .aliases = "earlier before order",
  .applies = move_up_applies,
  .run = move_up_run,
};

const MwOperation mw_operation_move_down = {
  .id = "move-down",
  .label = N_ ("Move Down"),
  .step = N_ ("Move %s down"),
  .accelerator = "<Alt>Down",
  .doc = N_ ("Moves the records one place down in their list. Nodes move among those of their kind."),
  .aliases = "later behind order",
  .applies = move_down_applies,
  .run = move_down_run,
};

/* --- Re-parent ------------------------------------------------------------------------------------------------------ */

typedef struct {
  MwRecord record;
  MwRef parent;
} ReparentParams;

static const MwField reparent_fields[] = {
  MW_FIELD_REF (ReparentParams, parent, "parent", "nodes", .or_refers = "bones", .label = N_ ("Parent"),
                .doc = N_ ("The new parent, or none.")),
};
static const MwSchema reparent_params = { .name = "re-parent",
                                          .label = N_ ("Re-parent"),
                                          .size = sizeof (ReparentParams),
                                          .fields = reparent_fields,
                                          .n_fields = G_N_ELEMENTS (reparent_fields) };
static const char *const reparent_required[] = { "parent", NULL };

static gboolean
reparent_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = record_of (document, ids[i]);
    if (!mw_schema_field_of_role (record->schema, MW_ROLE_PARENT, MW_TYPE_REF))
      return mw_operation_refuse (record, error, "has no parent: it is not a node");
  }
  return TRUE;
}

static gboolean
reparent_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  MwRef parent = ((const ReparentParams *) params)->parent;
  const MwRecord *target = mw_model_resolve (mw_document_get_model (document), parent);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = record_of (document, ids[i]);
    const MwField *of = mw_schema_field_of_role (record->schema, MW_ROLE_PARENT, MW_TYPE_REF);
    /* If the parent is below the record itself, setting it is refused with a message of its own. */
    if (!mw_node_move_after (document, ids[i], target, error)
        || !mw_document_set_field (document, ids[i], of, &parent, sizeof parent, error))
      return FALSE;
  }
  return TRUE;
}

const MwOperation mw_operation_reparent = {
  .id = "re-parent",
  .label = N_ ("Re-parent"),
  .step = N_ ("Re-parent %s"),
  .domain = MW_DOMAIN_NODES,
  .doc = N_ (
    "Gives nodes another parent. Tracks and pivots stay as they are: the node keeps its motion relative to its "
    "parent."),
  .aliases = "parent attach reparent",
  .params = &reparent_params,
  .required = reparent_required,
  .applies = reparent_applies,
  .run = reparent_run,
};
