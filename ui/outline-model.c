/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline-model.h"
#include "ui/labels.h"

#include <string.h>

/* --- Types ---------------------------------------------------------------------------------------------------------- */

typedef enum {
  ROWS_GROUPS,  /* the lists of `owner`, one row for each kind that there is */
  ROWS_RECORDS, /* the records of one kind in a list of `owner` */
  ROWS_CHILDREN /* the nodes whose parent is `owner` (0: those without) */
} RowsKind;

#define MW_TYPE_OUTLINE_ROWS (mw_outline_rows_get_type ())
G_DECLARE_FINAL_TYPE (MwOutlineRows, mw_outline_rows, MW, OUTLINE_ROWS, GObject)

/* Keys of ROWS_GROUPS: index of the list field and of the kind; of the others: the record's id. */
struct _MwOutlineRows {
  GObject parent_instance;
  MwOutlineModel *model; /* NULL once the model is gone */
  RowsKind what;
  MwId owner;
  const MwField *list;
  const MwSchema *kind; /* NULL: all */
  GArray *keys;         /* guint32 */
  GPtrArray *nodes;     /* MwOutlineNode or NULL, beside keys; unowned: each clears its place when it goes */
};

struct _MwOutlineNode {
  GObject parent_instance;
  MwOutlineRows *rows; /* that it is a row of; NULL when it is none any more */
  guint place;         /* where it stood there: a hint */
  MwId id;
  MwId owner; /* groups */
  const MwField *list;
  const MwSchema *kind;
  MwOutlineRows *children; /* weak: alive while the row is open */
  gboolean has_children;
};

/* A list of the model whose elements refer to a parent: nodes, or bones and what hangs on them. */
typedef struct {
  const MwField *list, *parent;
} NodeList;

struct _MwOutlineModel {
  GObject parent_instance;
  MwDocument *document; /* unowned: the widget that has both keeps it */
  MwOutlineArrangement arrangement;
  char *filter;
  GHashTable *shown;            /* ids that the filter leaves; NULL: all */
  GHashTable *direct;           /* those that the text itself found */
  const MwSchema *asked_schema; /* the kind that was last looked at, and whether its own words were found */
  const MwField *asked_list;
  gboolean asked;
  GHashTable *nodes;       /* id -> MwOutlineNode alive */
  GPtrArray *live;         /* MwOutlineRows alive */
  GArray *node_lists;      /* NodeList: what stands below something else in the skeleton */
  GHashTable *children_of; /* by skeleton: parent id -> GArray of MwId; NULL until asked for */
  GArray *reopen;
};

G_DEFINE_FINAL_TYPE (MwOutlineModel, mw_outline_model, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE (MwOutlineNode, mw_outline_node, G_TYPE_OBJECT)

enum { CHANGING, CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];
static guint node_changed;

/* --- What stands in a list ------------------------------------------------------------------------------------------ */

static MwRecord *
find (MwOutlineModel *self, MwId id)
{
  return mw_model_find (mw_document_get_model (self->document), id);
}

static gboolean
is_shown (MwOutlineModel *self, MwId id)
{
  return !self->shown || g_hash_table_contains (self->shown, GUINT_TO_POINTER (id));
}

/* Everything below something that the text itself found is shown. */
static gboolean
owner_found (MwOutlineModel *self, const MwRecord *owner)
{
  for (; owner && owner->owner; owner = owner->owner)
    if (g_hash_table_contains (self->direct, GUINT_TO_POINTER (owner->id)))
      return TRUE;
  return FALSE;
}

static guint
n_lists (const MwSchema *schema, const MwField **only)
{
  guint n = 0;
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (field->type == MW_TYPE_LIST) {
      *only = field;
      n++;
    }
  }
  return n;
}

static guint
count_records (MwOutlineModel *self, const MwRecord *owner, const MwField *list, const MwSchema *kind)
{
  const MwList *records = mw_record_list (owner, list);
  if (!kind && !self->shown)
    return records->n;
  gboolean all = !self->shown || owner_found (self, owner);
  guint n = 0;
  for (guint32 i = 0; i < records->n; i++)
    n += (!kind || records->items[i]->schema == kind) && (all || is_shown (self, records->items[i]->id));
  return n;
}

static void
append_groups (MwOutlineModel *self, const MwRecord *owner, GArray *keys)
{
  const MwSchema *schema = owner->schema;
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (field->type != MW_TYPE_LIST || mw_record_list (owner, field)->n == 0)
      continue;
    gboolean mixed = field->schema->kinds != NULL;
    g_autofree gboolean *present = g_new0 (gboolean, mw_schema_n_kinds (field->schema) + 1);
    const MwList *records = mw_record_list (owner, field);
    gboolean all = !self->shown || owner_found (self, owner);
    for (guint32 k = 0; k < records->n; k++) {
      if (!all && !is_shown (self, records->items[k]->id))
        continue;
      guint kind = 0;
      while (mixed && mw_schema_kind_at (field->schema, kind) != records->items[k]->schema)
        kind++;
      present[kind] = TRUE;
      if (!mixed)
        break;
    }
    for (guint k = 0; k < (mixed ? mw_schema_n_kinds (field->schema) : 1); k++) {
      guint32 key = i << 8 | (mixed ? k + 1 : 0);
      if (present[k])
        g_array_append_val (keys, key);
    }
  }
}

/* The reference to the parent, of what stands in the skeleton; else NULL. */
static const MwField *
parent_field (MwOutlineModel *self, const MwRecord *record)
{
  const MwField *slot = record->owner && !record->owner->owner ? mw_record_slot (record) : NULL;
  for (guint i = 0; slot && i < self->node_lists->len; i++)
    if (g_array_index (self->node_lists, NodeList, i).list == slot)
      return g_array_index (self->node_lists, NodeList, i).parent;
  return NULL;
}

static gboolean
is_of_skeleton (MwOutlineModel *self, const MwField *field)
{
  for (guint i = 0; i < self->node_lists->len; i++)
    if (g_array_index (self->node_lists, NodeList, i).list == field
        || g_array_index (self->node_lists, NodeList, i).parent == field)
      return TRUE;
  return FALSE;
}

static const MwRecord *
parent_of (MwOutlineModel *self, const MwRecord *record)
{
  const MwField *parent = parent_field (self, record);
  return parent ? mw_model_resolve (mw_document_get_model (self->document), *(MwRef *) mw_field_at (record, parent))
                : NULL;
}

static guint
n_nodes (MwOutlineModel *self)
{
  const MwRecord *root = &mw_document_get_model (self->document)->record;
  guint n = 0;
  for (guint i = 0; i < self->node_lists->len; i++)
    n += mw_record_list (root, g_array_index (self->node_lists, NodeList, i).list)->n;
  return n;
}

/* Nodes of a cycle have no way up: each counts as one without a parent. */
static gboolean
reaches_top (MwOutlineModel *self, const MwRecord *node, guint n)
{
  for (guint steps = 0; node; steps++) {
    if (steps > n)
      return FALSE;
    node = parent_of (self, node);
  }
  return TRUE;
}

static void
build_skeleton (MwOutlineModel *self)
{
  if (self->children_of)
    return;
  const MwRecord *root = &mw_document_get_model (self->document)->record;
  guint n = n_nodes (self);
  self->children_of = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  for (guint k = 0; k < self->node_lists->len; k++) {
    const MwList *nodes = mw_record_list (root, g_array_index (self->node_lists, NodeList, k).list);
    for (guint32 i = 0; i < nodes->n; i++) {
      const MwRecord *parent = parent_of (self, nodes->items[i]);
      /* Most chains are short; the check costs their length. */
      MwId above = parent && reaches_top (self, parent, n) ? parent->id : 0;
      GArray *children = g_hash_table_lookup (self->children_of, GUINT_TO_POINTER (above));
      if (!children) {
        children = g_array_new (FALSE, FALSE, sizeof (guint32));
        g_hash_table_insert (self->children_of, GUINT_TO_POINTER (above), children);
      }
      g_array_append_val (children, nodes->items[i]->id);
    }
  }
}

static GArray *
compute_keys (MwOutlineModel *self, RowsKind what, MwId owner_id, const MwField *list, const MwSchema *kind)
{
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (what == ROWS_CHILDREN) {
    build_skeleton (self);
    const GArray *children = self->children_of ? g_hash_table_lookup (self->children_of, GUINT_TO_POINTER (owner_id))
                                               : NULL;
    for (guint i = 0; children && i < children->len; i++) {
      MwId id = g_array_index (children, MwId, i);
      if (is_shown (self, id))
        g_array_append_val (keys, id);
    }
    return keys;
  }
  const MwRecord *owner = find (self, owner_id);
  if (!owner)
    return keys;
  if (what == ROWS_GROUPS) {
    append_groups (self, owner, keys);
    return keys;
  }
  const MwList *records = mw_record_list (owner, list);
  gboolean all = !self->shown || owner_found (self, owner);
  for (guint32 i = 0; i < records->n; i++)
    if ((!kind || records->items[i]->schema == kind) && (all || is_shown (self, records->items[i]->id)))
      g_array_append_val (keys, records->items[i]->id);
  return keys;
}

/* --- A list of rows ------------------------------------------------------------------------------------------------- */

/* The node lives on for as long as somebody holds it, but is no row any more. */
static void
rows_drop_node (MwOutlineRows *self, guint position)
{
  MwOutlineNode *node = g_ptr_array_index (self->nodes, position);
  if (!node)
    return;
  g_ptr_array_index (self->nodes, position) = NULL;
  node->rows = NULL;
  if (self->model && node->id && g_hash_table_lookup (self->model->nodes, GUINT_TO_POINTER (node->id)) == node)
    g_hash_table_remove (self->model->nodes, GUINT_TO_POINTER (node->id));
}

static void
rows_forget_node (MwOutlineRows *self, MwOutlineNode *node)
{
  if (node->place < self->nodes->len && g_ptr_array_index (self->nodes, node->place) == node) {
    rows_drop_node (self, node->place);
    return;
  }
  for (guint i = 0; i < self->nodes->len; i++)
    if (g_ptr_array_index (self->nodes, i) == node)
      rows_drop_node (self, i);
}

static void
rows_finalize (GObject *object)
{
  MwOutlineRows *self = MW_OUTLINE_ROWS (object);
  if (self->model)
    g_ptr_array_remove_fast (self->model->live, self);
  for (guint i = 0; i < self->nodes->len; i++)
    rows_drop_node (self, i);
  g_array_unref (self->keys);
  g_ptr_array_unref (self->nodes);
  G_OBJECT_CLASS (g_type_class_peek (G_TYPE_OBJECT))->finalize (object);
}

static GType
rows_get_item_type (GListModel *list)
{
  return MW_TYPE_OUTLINE_NODE;
}

static guint
rows_get_n_items (GListModel *list)
{
  return MW_OUTLINE_ROWS (list)->keys->len;
}

static gpointer
rows_get_item (GListModel *list, guint position)
{
  MwOutlineRows *self = MW_OUTLINE_ROWS (list);
  if (position >= self->keys->len || !self->model)
    return NULL;
  MwOutlineNode *node = g_ptr_array_index (self->nodes, position);
  if (node)
    return g_object_ref (node);
  node = g_object_new (MW_TYPE_OUTLINE_NODE, NULL);
  node->rows = self;
  node->place = position;
  guint32 key = g_array_index (self->keys, guint32, position);
  if (self->what == ROWS_GROUPS) {
    const MwRecord *owner = find (self->model, self->owner);
    node->owner = self->owner;
    node->list = mw_schema_field_at (owner->schema, key >> 8);
    node->kind = key & 0xFF ? mw_schema_kind_at (node->list->schema, (key & 0xFF) - 1) : NULL;
  } else {
    node->id = key;
    g_hash_table_insert (self->model->nodes, GUINT_TO_POINTER (node->id), node);
  }
  g_ptr_array_index (self->nodes, position) = node;
  return node;
}

static void
rows_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = rows_get_item_type;
  iface->get_n_items = rows_get_n_items;
  iface->get_item = rows_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (MwOutlineRows, mw_outline_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, rows_list_model_init))

static void
mw_outline_rows_class_init (MwOutlineRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rows_finalize;
}

static void
mw_outline_rows_init (MwOutlineRows *self)
{
  self->nodes = g_ptr_array_new ();
}

static MwOutlineRows *
rows_new (MwOutlineModel *model, RowsKind what, MwId owner, const MwField *list, const MwSchema *kind, GArray *keys)
{
  MwOutlineRows *self = g_object_new (MW_TYPE_OUTLINE_ROWS, NULL);
  self->model = model;
  self->what = what;
  self->owner = owner;
  self->list = list;
  self->kind = kind;
  self->keys = keys;
  g_ptr_array_set_size (self->nodes, (int) keys->len);
  g_ptr_array_add (model->live, self);
  return self;
}

static void
rows_splice (MwOutlineRows *self, guint position, guint removed, const guint32 *added, guint n_added)
{
  for (guint i = position; i < position + removed; i++) {
    MwOutlineNode *node = g_ptr_array_index (self->nodes, i);
    if (node && node->id && node->children)
      g_array_append_val (self->model->reopen, node->id);
    rows_drop_node (self, i);
  }
  if (removed) {
    g_array_remove_range (self->keys, position, removed);
    g_ptr_array_remove_range (self->nodes, position, removed);
  }
  if (n_added) {
    g_array_insert_vals (self->keys, position, added, n_added);
    guint n = self->nodes->len;
    g_ptr_array_set_size (self->nodes, (int) (n + n_added));
    memmove (self->nodes->pdata + position + n_added, self->nodes->pdata + position,
             (n - position) * sizeof (gpointer));
    memset (self->nodes->pdata + position, 0, n_added * sizeof (gpointer));
  }
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, n_added);
}

/* --- Nodes ---------------------------------------------------------------------------------------------------------- */

static void
node_dispose (GObject *object)
{
  MwOutlineNode *self = MW_OUTLINE_NODE (object);
  if (self->rows)
    rows_forget_node (self->rows, self);
  g_clear_weak_pointer (&self->children);
  G_OBJECT_CLASS (mw_outline_node_parent_class)->dispose (object);
}

static void
mw_outline_node_class_init (MwOutlineNodeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = node_dispose;
  node_changed = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void
mw_outline_node_init (MwOutlineNode *self)
{}

static MwRecord *
node_record (MwOutlineNode *self)
{
  return self->rows && self->rows->model ? find (self->rows->model, self->id ? self->id : self->owner) : NULL;
}

MwId
mw_outline_node_get_id (MwOutlineNode *self)
{
  return self->id;
}

const char *
mw_outline_node_get_group (MwOutlineNode *self)
{
  return self->id ? NULL : self->kind ? self->kind->plural : self->list->name;
}

char *
mw_outline_node_get_title (MwOutlineNode *self)
{
  if (!self->id)
    return g_strdup (mw_ui_plural (self->kind ? self->kind : self->list->schema, self->list));
  const MwRecord *record = node_record (self);
  return record ? mw_ui_record_title (record) : g_strdup ("");
}

char *
mw_outline_node_get_info (MwOutlineNode *self)
{
  const MwRecord *record = node_record (self);
  if (!record)
    return NULL;
  return self->id ? mw_ui_record_info (record)
                  : mw_ui_count (count_records (self->rows->model, record, self->list, self->kind));
}

const char *
mw_outline_node_get_icon (MwOutlineNode *self)
{
  if (!self->id)
    return mw_ui_icon (self->kind ? self->kind : self->list->schema);
  const MwRecord *record = node_record (self);
  return record ? mw_ui_icon (record->schema) : NULL;
}

/* What stands below a node: which rows, and their keys; NULL if it can have none. */
static GArray *
keys_below (MwOutlineNode *self, RowsKind *what, MwId *owner, const MwField **list, const MwSchema **kind)
{
  MwOutlineModel *model = self->rows ? self->rows->model : NULL;
  if (!model)
    return NULL;
  *kind = NULL;
  *list = NULL;
  *owner = self->id;
  if (!self->id) {
    *what = ROWS_RECORDS;
    *owner = self->owner;
    *list = self->list;
    *kind = self->kind;
  } else if (self->rows->what == ROWS_CHILDREN) {
    *what = ROWS_CHILDREN;
  } else {
    const MwRecord *record = find (model, self->id);
    guint n = record ? n_lists (record->schema, list) : 0;
    if (n == 0)
      return NULL;
    *what = n == 1 ? ROWS_RECORDS : ROWS_GROUPS;
  }
  return compute_keys (model, *what, *owner, *list, *kind);
}

GListModel *
mw_outline_model_create_children (gpointer item, gpointer unused)
{
  MwOutlineNode *node = item;
  RowsKind what;
  MwId owner;
  const MwField *list;
  const MwSchema *kind;
  g_autoptr (GArray) keys = keys_below (node, &what, &owner, &list, &kind);
  node->has_children = keys && keys->len;
  if (!node->has_children)
    return NULL;
  if (node->children)
    return G_LIST_MODEL (g_object_ref (node->children));
  MwOutlineRows *rows = rows_new (node->rows->model, what, owner, list, kind, g_steal_pointer (&keys));
  g_set_weak_pointer (&node->children, rows);
  return G_LIST_MODEL (rows);
}

/* --- Filter --------------------------------------------------------------------------------------------------------- */

static gboolean
holds (const char *text, const char *folded)
{
  if (!text || !*text)
    return FALSE;
  if (g_str_is_ascii (text)) {
    gsize length = strlen (folded);
    for (; *text; text++)
      if (g_ascii_tolower (*text) == *folded && g_ascii_strncasecmp (text, folded, length) == 0)
        return TRUE;
    return FALSE;
  }
  g_autofree char *utf8 = mw_ui_text (text);
  g_autofree char *other = g_utf8_casefold (utf8, -1);
  return strstr (other, folded) != NULL;
}

/* Whether all elements of a kind are found by its words. */
static gboolean
kind_holds (MwOutlineModel *self, const MwSchema *schema, const MwField *list)
{
  if (schema != self->asked_schema || list != self->asked_list) {
    self->asked_schema = schema;
    self->asked_list = list;
    self->asked = holds (mw_ui_label (schema->label), self->filter) || holds (mw_ui_plural (schema, list), self->filter)
                  || holds (list->aliases, self->filter);
  }
  return self->asked;
}

static void
filter_record (MwOutlineModel *self, const MwRecord *record, const MwField *list)
{
  const MwSchema *schema = record->schema;
  if (list) {
    const char *name = mw_record_name (record);
    gboolean found = kind_holds (self, schema, list) || holds (name, self->filter);
    if (!found && (!name || !*name)) {
      g_autofree char *title = mw_ui_record_title (record);
      found = holds (title, self->filter);
    }
    if (found) {
      g_hash_table_add (self->direct, GUINT_TO_POINTER (record->id));
      gboolean skeleton = self->arrangement == MW_OUTLINE_BY_SKELETON;
      const MwRecord *at = record;
      while (at && g_hash_table_add (self->shown, GUINT_TO_POINTER (at->id)))
        at = skeleton && parent_field (self, at) ? parent_of (self, at) : at->owner;
    }
  }
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (field->type != MW_TYPE_LIST)
      continue;
    const MwList *records = mw_record_list (record, field);
    for (guint32 k = 0; k < records->n; k++)
      filter_record (self, records->items[k], field);
  }
}

static void
apply_filter (MwOutlineModel *self)
{
  g_clear_pointer (&self->shown, g_hash_table_unref);
  g_clear_pointer (&self->direct, g_hash_table_unref);
  if (!self->filter)
    return;
  self->asked_schema = NULL;
  self->shown = g_hash_table_new (NULL, NULL);
  self->direct = g_hash_table_new (NULL, NULL);
  filter_record (self, &mw_document_get_model (self->document)->record, NULL);
}

void
mw_outline_model_set_filter (MwOutlineModel *self, const char *text)
{
  g_clear_pointer (&self->filter, g_free);
  if (text && *text)
    self->filter = g_utf8_casefold (text, -1);
  apply_filter (self);
}

gboolean
mw_outline_model_is_filtered (MwOutlineModel *self)
{
  return self->filter != NULL;
}

guint
mw_outline_model_get_n_found (MwOutlineModel *self)
{
  return self->direct ? g_hash_table_size (self->direct) : 0;
}

/* --- Changes -------------------------------------------------------------------------------------------------------- */

static gboolean
contains (GHashTable *set, guint32 key)
{
  return g_hash_table_contains (set, GUINT_TO_POINTER (key));
}

static GHashTable *
set_of (const GArray *keys)
{
  GHashTable *set = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < keys->len; i++)
    g_hash_table_add (set, GUINT_TO_POINTER (g_array_index (keys, guint32, i)));
  return set;
}

/* From the old keys to the new ones in runs: out goes what is gone, in comes what is new, and what is left in another order
 * is replaced from the first to the last that differs. */
static void
rows_update (MwOutlineRows *self, const GArray *wanted)
{
  g_autoptr (GHashTable) to = set_of (wanted), from = set_of (self->keys);
  for (guint end = self->keys->len; end > 0;) {
    if (contains (to, g_array_index (self->keys, guint32, end - 1))) {
      end--;
      continue;
    }
    guint start = end - 1;
    while (start > 0 && !contains (to, g_array_index (self->keys, guint32, start - 1)))
      start--;
    rows_splice (self, start, end - start, NULL, 0);
    end = start;
  }
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < wanted->len; i++)
    if (contains (from, g_array_index (wanted, guint32, i)))
      g_array_append_val (kept, g_array_index (wanted, guint32, i));
  guint first = 0, last = kept->len;
  while (first < last && g_array_index (kept, guint32, first) == g_array_index (self->keys, guint32, first))
    first++;
  while (last > first && g_array_index (kept, guint32, last - 1) == g_array_index (self->keys, guint32, last - 1))
    last--;
  if (first < last)
    rows_splice (self, first, last - first, &g_array_index (kept, guint32, first), last - first);
  for (guint i = 0; i < wanted->len;) {
    guint n = 0;
    while (i + n < wanted->len && !contains (from, g_array_index (wanted, guint32, i + n)))
      n++;
    if (n)
      rows_splice (self, i, 0, &g_array_index (wanted, guint32, i), n);
    i += MAX (n, 1);
  }
}

/* A row gets or loses its arrow only when it is made anew. */
static void
rows_renew_arrows (MwOutlineRows *self)
{
  for (guint i = 0; i < self->nodes->len; i++) {
    MwOutlineNode *node = g_ptr_array_index (self->nodes, i);
    if (!node)
      continue;
    RowsKind what;
    MwId owner;
    const MwField *list;
    const MwSchema *kind;
    g_autoptr (GArray) keys = keys_below (node, &what, &owner, &list, &kind);
    if ((keys && keys->len) != node->has_children) {
      guint32 key = g_array_index (self->keys, guint32, i);
      rows_splice (self, i, 1, &key, 1);
    }
  }
}

static gboolean
rows_concerned (MwOutlineRows *self, GHashTable *owners, gboolean skeleton)
{
  return self->what == ROWS_CHILDREN ? skeleton : contains (owners, self->owner) || self->model->shown;
}

static void
update_structure (MwOutlineModel *self, GHashTable *owners, gboolean skeleton)
{
  g_signal_emit (self, signals[CHANGING], 0);
  if (self->filter)
    apply_filter (self);
  if (skeleton)
    g_clear_pointer (&self->children_of, g_hash_table_unref);
  g_autoptr (GPtrArray) live = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < self->live->len; i++)
    g_ptr_array_add (live, g_object_ref (g_ptr_array_index (self->live, i)));
  for (guint i = 0; i < live->len; i++) {
    MwOutlineRows *rows = g_ptr_array_index (live, i);
    if (!rows_concerned (rows, owners, skeleton))
      continue;
    g_autoptr (GArray) wanted = compute_keys (self, rows->what, rows->owner, rows->list, rows->kind);
    rows_update (rows, wanted);
  }
  for (guint i = 0; i < live->len; i++)
    rows_renew_arrows (g_ptr_array_index (live, i));
  /* Numbers in titles ("Layer 2") and counts of groups follow from the place. */
  for (guint i = 0; i < live->len; i++) {
    MwOutlineRows *rows = g_ptr_array_index (live, i);
    for (guint k = 0; rows_concerned (rows, owners, skeleton) && k < rows->nodes->len; k++)
      if (g_ptr_array_index (rows->nodes, k))
        g_signal_emit (g_ptr_array_index (rows->nodes, k), node_changed, 0);
  }
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
document_changed (MwDocument *document, MwChangeSet *set, MwOutlineModel *self)
{
  g_autoptr (GHashTable) owners = g_hash_table_new (NULL, NULL);
  gboolean structure = FALSE, skeleton = FALSE;
  for (guint i = 0; i < set->changes->len; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    switch (change->kind) {
    case MW_CHANGE_SET:
    case MW_CHANGE_SWAP:
      if (change->field && is_of_skeleton (self, change->field)) {
        skeleton = TRUE;
        structure |= self->arrangement == MW_OUTLINE_BY_SKELETON;
      }
      break;
    case MW_CHANGE_INSERT:
    case MW_CHANGE_REMOVE:
    case MW_CHANGE_MOVE:
      if (change->field->type != MW_TYPE_LIST)
        break;
      structure = TRUE;
      skeleton |= is_of_skeleton (self, change->field);
      g_hash_table_add (owners, GUINT_TO_POINTER (change->owner));
      break;
    case MW_CHANGE_REPLACE: {
      const MwRecord *record = find (self, change->id);
      structure = skeleton = TRUE;
      if (record && record->owner)
        g_hash_table_add (owners, GUINT_TO_POINTER (record->owner->id));
      break;
    }
    }
  }
  gboolean renamed = self->filter && set->touches & (MW_TOUCH_TEXT | MW_TOUCH_TEXTURE);
  if (skeleton)
    g_clear_pointer (&self->children_of, g_hash_table_unref);
  if (structure || renamed)
    update_structure (self, owners, skeleton);
  for (guint i = 0; i < set->changes->len; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    MwOutlineNode *node = g_hash_table_lookup (self->nodes, GUINT_TO_POINTER (change->id));
    if (node && change->kind <= MW_CHANGE_SWAP)
      g_signal_emit (node, node_changed, 0);
  }
}

/* --- The model ------------------------------------------------------------------------------------------------------ */

static void
mw_outline_model_finalize (GObject *object)
{
  MwOutlineModel *self = MW_OUTLINE_MODEL (object);
  for (guint i = 0; i < self->live->len; i++)
    ((MwOutlineRows *) g_ptr_array_index (self->live, i))->model = NULL;
  g_ptr_array_unref (self->live);
  g_hash_table_unref (self->nodes);
  g_clear_pointer (&self->shown, g_hash_table_unref);
  g_clear_pointer (&self->direct, g_hash_table_unref);
  g_clear_pointer (&self->children_of, g_hash_table_unref);
  g_array_unref (self->reopen);
  g_array_unref (self->node_lists);
  g_free (self->filter);
  G_OBJECT_CLASS (mw_outline_model_parent_class)->finalize (object);
}

static void
mw_outline_model_class_init (MwOutlineModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mw_outline_model_finalize;
  signals[CHANGING] = g_signal_new ("changing", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
mw_outline_model_init (MwOutlineModel *self)
{
  self->nodes = g_hash_table_new (NULL, NULL);
  self->live = g_ptr_array_new ();
  self->reopen = g_array_new (FALSE, FALSE, sizeof (MwId));
  self->node_lists = g_array_new (FALSE, FALSE, sizeof (NodeList));
}

MwOutlineModel *
mw_outline_model_new (MwDocument *document)
{
  MwOutlineModel *self = g_object_new (MW_TYPE_OUTLINE_MODEL, NULL);
  self->document = document;
  const MwSchema *root = mw_document_get_model (document)->record.schema;
  for (guint i = 0; i < mw_schema_n_fields (root); i++) {
    const MwField *list = mw_schema_field_at (root, i);
    for (guint k = 0; list->type == MW_TYPE_LIST && k < mw_schema_n_fields (list->schema); k++) {
      const MwField *field = mw_schema_field_at (list->schema, k);
      if (field->role == MW_ROLE_PARENT && field->type == MW_TYPE_REF) {
        NodeList nodes = { list, field };
        g_array_append_val (self->node_lists, nodes);
        break;
      }
    }
  }
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed), self, 0);
  return self;
}

void
mw_outline_model_set_arrangement (MwOutlineModel *self, MwOutlineArrangement arrangement)
{
  self->arrangement = arrangement;
  apply_filter (self);
}

MwOutlineArrangement
mw_outline_model_get_arrangement (MwOutlineModel *self)
{
  return self->arrangement;
}

GListModel *
mw_outline_model_create_root (MwOutlineModel *self)
{
  RowsKind what = self->arrangement == MW_OUTLINE_BY_SKELETON ? ROWS_CHILDREN : ROWS_GROUPS;
  MwId owner = what == ROWS_GROUPS ? mw_document_get_model (self->document)->record.id : 0;
  return G_LIST_MODEL (rows_new (self, what, owner, NULL, NULL, compute_keys (self, what, owner, NULL, NULL)));
}

static gboolean
append_position (const GArray *keys, guint32 key, GArray *positions)
{
  for (guint i = 0; i < keys->len; i++)
    if (g_array_index (keys, guint32, i) == key) {
      g_array_append_val (positions, i);
      return TRUE;
    }
  return FALSE;
}

static gboolean
find_in_skeleton (MwOutlineModel *self, MwId id, GArray *positions)
{
  build_skeleton (self);
  g_autoptr (GArray) chain = g_array_new (FALSE, FALSE, sizeof (MwId));
  const MwRecord *at = find (self, id);
  if (!at || !parent_field (self, at))
    return FALSE;
  gboolean free_of_cycles = reaches_top (self, at, n_nodes (self));
  for (; at; at = free_of_cycles ? parent_of (self, at) : NULL)
    g_array_append_val (chain, at->id);
  for (guint i = chain->len; i-- > 0;) {
    MwId above = i + 1 < chain->len ? g_array_index (chain, MwId, i + 1) : 0;
    g_autoptr (GArray) keys = compute_keys (self, ROWS_CHILDREN, above, NULL, NULL);
    if (!append_position (keys, g_array_index (chain, MwId, i), positions))
      return FALSE;
  }
  return TRUE;
}

gboolean
mw_outline_model_find (MwOutlineModel *self, MwId id, GArray *positions)
{
  if (self->arrangement == MW_OUTLINE_BY_SKELETON)
    return find_in_skeleton (self, id, positions);
  const MwRecord *record = find (self, id);
  if (!record || !record->owner)
    return FALSE;
  const MwField *slot = mw_record_slot (record), *only = NULL;
  if (slot->type != MW_TYPE_LIST)
    return FALSE;
  const MwRecord *owner = record->owner;
  gboolean top = owner->owner == NULL;
  if (!top && !mw_outline_model_find (self, owner->id, positions))
    return FALSE;
  gboolean grouped = top || n_lists (owner->schema, &only) > 1;
  const MwSchema *kind = slot->schema->kinds ? record->schema : NULL;
  if (grouped) {
    guint32 key = mw_schema_field_index (owner->schema, slot) << 8;
    for (guint k = 0; kind && k < mw_schema_n_kinds (slot->schema); k++)
      if (mw_schema_kind_at (slot->schema, k) == kind)
        key |= k + 1;
    g_autoptr (GArray) groups = compute_keys (self, ROWS_GROUPS, owner->id, NULL, NULL);
    if (!append_position (groups, key, positions))
      return FALSE;
  }
  g_autoptr (GArray) keys = compute_keys (self, ROWS_RECORDS, owner->id, slot, grouped ? kind : NULL);
  return append_position (keys, id, positions);
}

GArray *
mw_outline_model_steal_reopen (MwOutlineModel *self)
{
  GArray *reopen = self->reopen;
  self->reopen = g_array_new (FALSE, FALSE, sizeof (MwId));
  return reopen;
}
