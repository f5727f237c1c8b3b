/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-private.h"
#include "core/model/shown-image.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/outline/surfaces.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (MwOutlineNode, mw_outline_node, G_TYPE_OBJECT)

static guint node_changed;

/* --- A list of rows ------------------------------------------------------------------------------------------------- */

/* Whether an id occurs in only one row of lists of this type. A batch has a row in its profile and one in its surface, and a
 * surface has the id of one of its batches. */
static gboolean
has_unique_ids (MwOutlineRows *self)
{
  return self->of.what == ROWS_RECORDS || self->of.what == ROWS_CHILDREN;
}

/* Detaches a node from its row. It lives on while a widget shows it. */
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
  g_object_unref (node);
}

static void
rows_finalize (GObject *object)
{
  MwOutlineRows *self = MW_OUTLINE_ROWS (object);
  if (self->model) {
    GPtrArray *live = self->model->live;
    ((MwOutlineRows *) live->pdata[live->len - 1])->live_at = self->live_at;
    g_ptr_array_remove_index_fast (live, self->live_at);
  }
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
  guint32 key = g_array_index (self->keys, guint32, position);
  if (self->of.what != ROWS_GROUPS) {
    node->id = key;
    node->surface = self->of.what == ROWS_SURFACES;
    if (has_unique_ids (self))
      g_hash_table_insert (self->model->nodes, GUINT_TO_POINTER (node->id), node);
  } else {
    const MwRecord *owner = mw_outline_record (self->model, self->of.owner);
    node->owner = self->of.owner;
    if (key != SURFACES_KEY) {
      node->list = mw_schema_field_at (owner->schema, key >> 8);
      node->kind = key & 0xFF ? mw_schema_kind_at (node->list->schema, (key & 0xFF) - 1) : NULL;
    }
  }
  g_ptr_array_index (self->nodes, position) = node;
  return g_object_ref (node);
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

MwOutlineRows *
mw_outline_rows_new (MwOutlineModel *model, const RowsOf *of, GArray *keys)
{
  MwOutlineRows *self = g_object_new (MW_TYPE_OUTLINE_ROWS, NULL);
  self->model = model;
  self->of = *of;
  self->keys = keys;
  g_ptr_array_set_size (self->nodes, (int) keys->len);
  self->live_at = model->live->len;
  g_ptr_array_add (model->live, self);
  return self;
}

/* Notes a row that goes, and the rows below it, if they are open. */
static void
note_closed (MwOutlineModel *model, MwOutlineNode *node)
{
  if (!node || !node->children)
    return;
  const MwOutlineKey key = mw_outline_node_get_key (node);
  g_array_append_val (model->closed, key);
  for (guint i = 0; i < node->children->nodes->len; i++)
    note_closed (model, g_ptr_array_index (node->children->nodes, i));
}

static void
rows_splice (MwOutlineRows *self, guint position, guint removed, const guint32 *added, guint n_added)
{
  for (guint i = position; i < position + removed; i++) {
    note_closed (self->model, g_ptr_array_index (self->nodes, i));
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
  g_clear_weak_pointer (&MW_OUTLINE_NODE (object)->children);
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

/* --- Rows below a node ---------------------------------------------------------------------------------------------- */

static RowsOf
rows_of_group (MwOutlineNode *self)
{
  if (!self->list)
    return (RowsOf) { .what = ROWS_SURFACES };
  return (RowsOf) { ROWS_RECORDS, self->owner, self->list, self->kind };
}

/* The keys of the rows below a node, and in *of which list they are. NULL if it cannot have rows. Free with
 * g_array_unref(). */
static GArray *
keys_below (MwOutlineNode *self, RowsOf *of)
{
  MwOutlineModel *model = self->rows ? self->rows->model : NULL;
  if (!model)
    return NULL;
  if (!self->id) {
    *of = rows_of_group (self);
  } else if (self->rows->of.what == ROWS_CHILDREN) {
    *of = (RowsOf) { .what = ROWS_CHILDREN, .owner = self->id };
  } else if (self->rows->of.what == ROWS_SURFACES) {
    *of = (RowsOf) { .what = ROWS_BATCHES, .owner = self->id };
  } else {
    const MwField *list = NULL;
    const MwRecord *record = mw_outline_record (model, self->id);
    guint n = record ? mw_outline_n_lists (record->schema, &list) : 0;
    if (n == 0)
      return NULL;
    *of = (RowsOf) { n == 1 ? ROWS_RECORDS : ROWS_GROUPS, self->id, list, NULL };
  }
  return mw_outline_keys (model, of);
}

GListModel *
mw_outline_model_create_children (gpointer item, gpointer unused)
{
  MwOutlineNode *node = item;
  RowsOf of;
  g_autoptr (GArray) keys = keys_below (node, &of);
  node->asked = TRUE;
  node->has_children = keys && keys->len;
  if (!node->has_children)
    return NULL;
  if (node->children)
    return G_LIST_MODEL (g_object_ref (node->children));
  MwOutlineRows *rows = mw_outline_rows_new (node->rows->model, &of, g_steal_pointer (&keys));
  g_set_weak_pointer (&node->children, rows);
  return G_LIST_MODEL (rows);
}

/* --- Text and icon of a node ---------------------------------------------------------------------------------------- */

static gboolean
is_surfaces (MwOutlineNode *self)
{
  return !self->id && !self->list;
}

static const GPtrArray *
surface_of (MwOutlineNode *self)
{
  return self->surface && self->rows && self->rows->model ? mw_ui_surface_of (self->rows->model->document, self->id)
                                                          : NULL;
}

static MwRecord *
node_record (MwOutlineNode *self)
{
  return self->rows && self->rows->model ? mw_outline_record (self->rows->model, self->id ? self->id : self->owner)
                                         : NULL;
}

MwOutlineKey
mw_outline_node_get_key (MwOutlineNode *self)
{
  return (MwOutlineKey) { self->id, self->owner, self->list, self->kind, self->surface };
}

guint
mw_outline_key_hash (gconstpointer data)
{
  const MwOutlineKey *key = data;
  return (key->id * 31 + key->owner) * 31 + g_direct_hash (key->list) + g_direct_hash (key->kind);
}

gboolean
mw_outline_key_equal (gconstpointer a, gconstpointer b)
{
  const MwOutlineKey *one = a, *two = b;
  return one->id == two->id && one->owner == two->owner && one->list == two->list && one->kind == two->kind
         && one->surface == two->surface;
}

MwId
mw_outline_node_get_id (MwOutlineNode *self)
{
  return self->surface ? 0 : self->id;
}

gboolean
mw_outline_node_is_group (MwOutlineNode *self)
{
  return self->id == 0;
}

gboolean
mw_outline_node_is_surface (MwOutlineNode *self)
{
  return self->surface;
}

void
mw_outline_node_append_ids (MwOutlineNode *self, GArray *ids)
{
  const GPtrArray *surface = surface_of (self);
  for (guint i = 0; surface && i < surface->len; i++)
    g_array_append_val (ids, ((MwRecord *) g_ptr_array_index (surface, i))->id);
  if (self->id && !self->surface)
    g_array_append_val (ids, self->id);
}

void
mw_outline_node_append_all_ids (MwOutlineNode *self, GArray *ids)
{
  if (self->id) {
    mw_outline_node_append_ids (self, ids);
    return;
  }
  if (!self->rows || !self->rows->model)
    return;
  RowsOf of = rows_of_group (self);
  g_autoptr (GArray) keys = mw_outline_keys (self->rows->model, &of);
  for (guint i = 0; i < keys->len; i++) {
    const MwId id = g_array_index (keys, guint32, i);
    const GPtrArray *surface = of.what == ROWS_SURFACES ? mw_ui_surface_of (self->rows->model->document, id) : NULL;
    for (guint k = 0; surface && k < surface->len; k++)
      g_array_append_val (ids, ((MwRecord *) g_ptr_array_index (surface, k))->id);
    if (!surface)
      g_array_append_val (ids, id);
  }
}

char *
mw_outline_node_get_title (MwOutlineNode *self)
{
  if (is_surfaces (self))
    return g_strdup (_ ("Surfaces"));
  if (!self->id)
    return g_strdup (mw_ui_plural (self->kind ? self->kind : self->list->schema, self->list));
  const GPtrArray *surface = surface_of (self);
  if (surface)
    return mw_ui_surface_title (self->rows->model->document, surface);
  const MwRecord *record = node_record (self);
  /* The batches of a surface differ only in their skin profile, so that is their title. */
  if (record && self->rows->of.what == ROWS_BATCHES)
    return mw_ui_record_title (record->owner);
  return record ? mw_ui_record_title (record) : g_strdup ("");
}

char *
mw_outline_node_get_info (MwOutlineNode *self)
{
  const MwRecord *record = node_record (self);
  if (!record)
    return NULL;
  if (self->id && self->rows->of.what == ROWS_BATCHES)
    return g_strdup_printf ("%s %u", mw_ui_label (record->schema->label), mw_record_kind_index (record));
  if (self->id)
    return mw_ui_record_info (record);
  RowsOf of = rows_of_group (self);
  return mw_ui_count (mw_outline_count (self->rows->model, &of));
}

const char *
mw_outline_node_get_icon (MwOutlineNode *self)
{
  if (self->surface || is_surfaces (self))
    return "mw-surface-symbolic";
  if (!self->id)
    return mw_ui_icon (self->kind ? self->kind : self->list->schema);
  const MwRecord *record = node_record (self);
  return record ? mw_ui_icon (record->schema) : NULL;
}

const MwRecord *
mw_outline_node_get_image (MwOutlineNode *self)
{
  const MwRecord *record = self->id ? node_record (self) : NULL;
  if (!record || mw_schema_field_of_role (record->schema, MW_ROLE_PARENT, MW_TYPE_REF))
    return NULL;
  return mw_shown_image (mw_document_get_model (self->rows->model->document), record);
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

/* Changes the keys in as few splices as is simple: first removes the runs of rows that are gone; then, if the order of the rest
 * has changed, replaces it from the first to the last difference; then inserts the runs of new rows. */
void
mw_outline_rows_update (MwOutlineRows *self, const GArray *wanted)
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

void
mw_outline_rows_renew_arrows (MwOutlineRows *self)
{
  for (guint i = 0; i < self->nodes->len; i++) {
    MwOutlineNode *node = g_ptr_array_index (self->nodes, i);
    if (!node || !node->asked)
      continue;
    RowsOf of;
    g_autoptr (GArray) keys = keys_below (node, &of);
    if ((keys && keys->len) != node->has_children) {
      guint32 key = g_array_index (self->keys, guint32, i);
      rows_splice (self, i, 1, &key, 1);
    }
  }
}

void
mw_outline_node_emit_changed (MwOutlineNode *self)
{
  g_signal_emit (self, node_changed, 0);
}

void
mw_outline_rows_emit_changed (MwOutlineRows *self)
{
  for (guint i = 0; i < self->nodes->len; i++)
    if (g_ptr_array_index (self->nodes, i))
      mw_outline_node_emit_changed (g_ptr_array_index (self->nodes, i));
}
