/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-private.h"
#include "core/model/aspects.h"
#include "core/model/titles.h"
#include "ui/outline/surfaces.h"

G_DEFINE_FINAL_TYPE (MwOutlineModel, mw_outline_model, G_TYPE_OBJECT)

enum { CHANGING, CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- Changes -------------------------------------------------------------------------------------------------------- */

/* Which rows a change of the document concerns. */
typedef struct {
  GHashTable *owners; /* ids of the records whose lists have changed */
  gboolean skeleton, surfaces, all;
} Concerned;

static gboolean
is_concerned (MwOutlineRows *rows, const Concerned *concerned)
{
  if (concerned->all)
    return TRUE;
  switch (rows->of.what) {
  case ROWS_CHILDREN:
    return concerned->skeleton;
  case ROWS_SURFACES:
  case ROWS_BATCHES:
    return concerned->surfaces || rows->model->shown;
  default:
    return g_hash_table_contains (concerned->owners, GUINT_TO_POINTER (rows->of.owner)) || rows->model->shown
           || (concerned->surfaces && rows->of.what == ROWS_GROUPS);
  }
}

static void
update_structure (MwOutlineModel *self, const Concerned *concerned)
{
  g_signal_emit (self, signals[CHANGING], 0);
  if (self->filter)
    mw_outline_apply_filter (self);
  g_autoptr (GPtrArray) live = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < self->live->len; i++)
    g_ptr_array_add (live, g_object_ref (g_ptr_array_index (self->live, i)));
  for (guint i = 0; i < live->len; i++) {
    MwOutlineRows *rows = g_ptr_array_index (live, i);
    if (!is_concerned (rows, concerned))
      continue;
    g_autoptr (GArray) wanted = mw_outline_keys (self, &rows->of);
    mw_outline_rows_update (rows, wanted);
  }
  for (guint i = 0; i < live->len; i++)
    mw_outline_rows_renew_arrows (g_ptr_array_index (live, i));
  /* The numbers in titles ("Layer 2") and the counts of groups may have changed. */
  for (guint i = 0; i < live->len; i++)
    if (is_concerned (g_ptr_array_index (live, i), concerned))
      mw_outline_rows_emit_changed (g_ptr_array_index (live, i));
  g_signal_emit (self, signals[CHANGED], 0);
}

void
mw_outline_update_all (MwOutlineModel *self)
{
  update_structure (self, &(Concerned) { .all = TRUE });
}

/* Updates the rows of surfaces and batches, whose titles depend on textures, materials and geosets. */
static void
update_surfaces (MwOutlineModel *self)
{
  for (guint i = 0; i < self->live->len; i++) {
    MwOutlineRows *rows = g_ptr_array_index (self->live, i);
    if (rows->of.what == ROWS_SURFACES || rows->of.what == ROWS_BATCHES)
      mw_outline_rows_emit_changed (rows);
  }
}

/* Whether the titles or images of rows are those of other records too. */
static gboolean
depends_on_others (MwOutlineModel *self, const MwOutlineRows *rows)
{
  const MwModel *model = mw_document_get_model (self->document);
  const MwRecord *first = rows->of.what == ROWS_RECORDS && rows->keys->len
                            ? mw_outline_record (self, g_array_index (rows->keys, MwId, 0))
                            : NULL;
  MwMeshAspect mesh;
  return (rows->of.list && mw_title_depends_on_others (rows->of.list->schema))
         || (first && mw_aspects_of (model)->mesh (model, first, &mesh));
}

static void
update_dependent (MwOutlineModel *self)
{
  for (guint i = 0; i < self->live->len; i++) {
    MwOutlineRows *rows = g_ptr_array_index (self->live, i);
    if (depends_on_others (self, rows))
      mw_outline_rows_emit_changed (rows);
  }
}

static void
document_changed (MwDocument *document, MwChangeSet *set, MwOutlineModel *self)
{
  g_autoptr (GHashTable) owners = g_hash_table_new (NULL, NULL);
  Concerned concerned = { .owners = owners };
  gboolean structure = FALSE;
  for (guint i = 0; i < set->changes->len; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    switch (change->kind) {
    case MW_CHANGE_SET:
    case MW_CHANGE_SWAP:
      if (change->field && mw_outline_is_of_skeleton (self, change->field)) {
        concerned.skeleton = TRUE;
        structure |= self->arrangement == MW_OUTLINE_BY_SKELETON;
      }
      if (mw_ui_change_concerns_surfaces (change))
        concerned.surfaces = structure = TRUE;
      break;
    case MW_CHANGE_INSERT:
    case MW_CHANGE_REMOVE:
    case MW_CHANGE_MOVE:
      if (change->field->type != MW_TYPE_LIST)
        break;
      structure = TRUE;
      concerned.skeleton |= mw_outline_is_of_skeleton (self, change->field);
      concerned.surfaces |= mw_ui_change_concerns_surfaces (change);
      g_hash_table_add (owners, GUINT_TO_POINTER (change->owner));
      break;
    case MW_CHANGE_REPLACE: {
      const MwRecord *record = mw_outline_record (self, change->id);
      structure = concerned.skeleton = TRUE;
      if (record && record->owner)
        g_hash_table_add (owners, GUINT_TO_POINTER (record->owner->id));
      break;
    }
    }
  }
  const gboolean titles = (set->touches & (MW_TOUCH_TEXT | MW_TOUCH_TEXTURE | MW_TOUCH_MATERIAL)) != 0,
                 sorts = self->sorted || g_hash_table_size (self->other_order);
  gboolean renamed = (self->filter || sorts) && titles;
  concerned.all = sorts && (titles || structure);
  if (titles || structure)
    mw_outline_forget_titles (self);
  if (concerned.skeleton)
    g_clear_pointer (&self->children_of, g_hash_table_unref);
  if (structure || renamed)
    update_structure (self, &concerned);
  for (guint i = 0; i < set->changes->len; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    MwOutlineNode *node = g_hash_table_lookup (self->nodes, GUINT_TO_POINTER (change->id));
    if (node && change->kind <= MW_CHANGE_SWAP)
      mw_outline_node_emit_changed (node);
  }
  if (set->touches & (MW_TOUCH_TEXTURE | MW_TOUCH_MATERIAL | MW_TOUCH_STRUCTURE | MW_TOUCH_GEOMETRY))
    update_surfaces (self);
  if (set->touches & (MW_TOUCH_TEXTURE | MW_TOUCH_MATERIAL | MW_TOUCH_STRUCTURE))
    update_dependent (self);
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
  g_clear_pointer (&self->surfaces, g_hash_table_unref);
  g_clear_pointer (&self->children_of, g_hash_table_unref);
  mw_outline_free_sort (self);
  g_array_unref (self->closed);
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
  mw_outline_init_sort (self);
  self->closed = g_array_new (FALSE, FALSE, sizeof (MwOutlineKey));
  self->node_lists = g_array_new (FALSE, FALSE, sizeof (NodeList));
}

MwOutlineModel *
mw_outline_model_new (MwDocument *document)
{
  MwOutlineModel *self = g_object_new (MW_TYPE_OUTLINE_MODEL, NULL);
  self->document = document;
  mw_outline_find_node_lists (self);
  /* Makes the list of surfaces connect to "changed" before this does, so that it is up to date in document_changed(). */
  mw_ui_surfaces (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed), self, 0);
  return self;
}

void
mw_outline_model_set_arrangement (MwOutlineModel *self, MwOutlineArrangement arrangement)
{
  self->arrangement = arrangement;
  mw_outline_apply_filter (self);
}

MwOutlineArrangement
mw_outline_model_get_arrangement (MwOutlineModel *self)
{
  return self->arrangement;
}

GListModel *
mw_outline_model_create_root (MwOutlineModel *self)
{
  RowsOf of = { .what = ROWS_CHILDREN };
  if (self->arrangement == MW_OUTLINE_BY_KIND)
    of = (RowsOf) { .what = ROWS_GROUPS, .owner = mw_document_get_model (self->document)->record.id };
  return G_LIST_MODEL (mw_outline_rows_new (self, &of, mw_outline_keys (self, &of)));
}

GArray *
mw_outline_model_steal_closed (MwOutlineModel *self)
{
  GArray *closed = self->closed;
  self->closed = g_array_new (FALSE, FALSE, sizeof (MwOutlineKey));
  return closed;
}

gboolean
mw_outline_model_has (MwOutlineModel *self, const MwOutlineKey *key)
{
  const MwRecord *record = mw_outline_record (self, key->id ? key->id : key->owner);
  if (!record || key->id)
    return record != NULL;
  RowsOf of = { key->list ? ROWS_RECORDS : ROWS_SURFACES, key->owner, key->list, key->kind };
  return mw_outline_count (self, &of) > 0;
}

/* --- Finding the row of an element ---------------------------------------------------------------------------------- */

static gboolean
append_position (MwOutlineModel *self, const RowsOf *of, guint32 key, GArray *positions)
{
  g_autoptr (GArray) keys = mw_outline_keys (self, of);
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
  g_autoptr (GArray) chain = g_array_new (FALSE, FALSE, sizeof (MwId));
  const MwRecord *at = mw_outline_record (self, id);
  if (!at || !mw_outline_parent_field (self, at))
    return FALSE;
  gboolean free_of_cycles = mw_outline_reaches_top (self, at);
  for (; at; at = free_of_cycles ? mw_outline_parent (self, at) : NULL)
    g_array_append_val (chain, at->id);
  for (guint i = chain->len; i-- > 0;) {
    RowsOf of = { .what = ROWS_CHILDREN, .owner = i + 1 < chain->len ? g_array_index (chain, MwId, i + 1) : 0 };
    if (!append_position (self, &of, g_array_index (chain, MwId, i), positions))
      return FALSE;
  }
  return TRUE;
}

gboolean
mw_outline_model_find (MwOutlineModel *self, MwId id, GArray *positions)
{
  if (self->arrangement == MW_OUTLINE_BY_SKELETON)
    return find_in_skeleton (self, id, positions);
  const MwRecord *record = mw_outline_record (self, id);
  if (!record || !record->owner)
    return FALSE;
  const MwField *slot = mw_record_slot (record), *only = NULL;
  if (slot->type != MW_TYPE_LIST)
    return FALSE;
  const MwRecord *owner = record->owner;
  gboolean top = owner->owner == NULL;
  if (!top && !mw_outline_model_find (self, owner->id, positions))
    return FALSE;
  gboolean grouped = top || mw_outline_n_lists (owner->schema, &only) > 1;
  const MwSchema *kind = slot->schema->kinds ? record->schema : NULL;
  if (grouped) {
    guint32 key = mw_schema_field_index (owner->schema, slot) << 8;
    for (guint k = 0; kind && k < mw_schema_n_kinds (slot->schema); k++)
      if (mw_schema_kind_at (slot->schema, k) == kind)
        key |= k + 1;
    RowsOf groups = { .what = ROWS_GROUPS, .owner = owner->id };
    if (!append_position (self, &groups, key, positions))
      return FALSE;
  }
  RowsOf of = { ROWS_RECORDS, owner->id, slot, grouped ? kind : NULL };
  return append_position (self, &of, id, positions);
}

gboolean
mw_outline_model_find_surface (MwOutlineModel *self, const GPtrArray *surface, GArray *positions)
{
  RowsOf groups = { .what = ROWS_GROUPS, .owner = mw_document_get_model (self->document)->record.id };
  RowsOf of = { .what = ROWS_SURFACES };
  return self->arrangement == MW_OUTLINE_BY_KIND && append_position (self, &groups, SURFACES_KEY, positions)
         && append_position (self, &of, mw_ui_surface_id (surface), positions);
}
