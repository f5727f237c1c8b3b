/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/object-ids.h"
#include "core/model/mdlx/chunks.h"

#include <string.h>

typedef struct {
  MwMdlxNode *node;
  uint32_t stored;
} Stored;

void
mw_mdlx_object_ids_clear (MwMdlxObjectIds *self)
{
  g_clear_pointer (&self->stored, g_array_unref);
  g_clear_pointer (&self->by_number, g_hash_table_unref);
  g_clear_pointer (&self->ids, g_free);
  mw_array_clear (&self->points);
}

void
mw_mdlx_object_ids_stored (MwMdlxObjectIds *self, const MwRecord *node, uint32_t stored)
{
  Stored entry = { (MwMdlxNode *) node, stored };
  if (!self->stored)
    self->stored = g_array_new (FALSE, FALSE, sizeof (Stored));
  g_array_append_val (self->stored, entry);
}

void
mw_mdlx_object_ids_forget (MwMdlxObjectIds *self, const MwRecord *node)
{
  guint n = mw_mdlx_object_ids_n_stored (self);
  if (n && &g_array_index (self->stored, Stored, n - 1).node->record == node)
    g_array_set_size (self->stored, n - 1);
}

guint
mw_mdlx_object_ids_n_stored (const MwMdlxObjectIds *self)
{
  return self->stored ? self->stored->len : 0;
}

MwMdlxNode *
mw_mdlx_object_ids_stored_at (const MwMdlxObjectIds *self, guint i, uint32_t *stored)
{
  const Stored *entry = &g_array_index (self->stored, Stored, i);
  *stored = entry->stored;
  return entry->node;
}

void
mw_mdlx_object_ids_pivots (MwMdlxObjectIds *self, const uint8_t *bytes, uint32_t n)
{
  self->pivots = bytes;
  self->n_pivots = n;
  self->has_pivots = TRUE;
}

void
mw_mdlx_object_ids_take_pivots (MwMdlxObjectIds *self, MwArray points)
{
  mw_array_clear (&self->points);
  self->points = points;
  mw_mdlx_object_ids_pivots (self, points.data, points.n);
}

void
mw_mdlx_object_ids_complete (MwMdlxObjectIds *self)
{
  const MwList *nodes = &self->model->nodes;
  g_autoptr (GHashTable) numbered = g_hash_table_new (NULL, NULL), used = g_hash_table_new (NULL, NULL);
  for (guint i = 0; self->stored && i < self->stored->len; i++) {
    const Stored *entry = &g_array_index (self->stored, Stored, i);
    /* A text may state it twice: the first one counts. */
    if (!g_hash_table_add (numbered, entry->node)) {
      g_array_remove_index (self->stored, i--);
      continue;
    }
    g_hash_table_add (used, GUINT_TO_POINTER (entry->stored));
  }
  uint32_t next = 0;
  for (uint32_t i = 0; i < nodes->n; i++) {
    if (g_hash_table_contains (numbered, nodes->items[i]))
      continue;
    while (g_hash_table_contains (used, GUINT_TO_POINTER (next)))
      next++;
    mw_mdlx_object_ids_stored (self, nodes->items[i], next++);
  }
}

/* World of Warcraft numbers bones without a parent before all others (mdlx.md 7.1). Returns the pass, 0 or 1. */
static inline guint
pass_of (const MwMdlx *model, const MwMdlxNode *node)
{
  return model->family == MW_FAMILY_MDX_WOW && node->record.schema == &mw_mdlx_bone_schema
         && (node->parent.id || node->parent.raw != MW_REF_NONE.raw);
}

/* Runs the following statement for each node, in the order of `kinds`, and within a kind in list order. */
#define FOREACH_NODE(model_, kinds_, n_kinds_, node_)                                                                   \
  for (guint kind_ = 0; kind_ < (n_kinds_); kind_++)                                                                   \
    for (guint pass_ = 0; pass_ < ((kinds_)[kind_] == &mw_mdlx_bone_schema ? 2u : 1u); pass_++)                        \
      for (uint32_t i_ = 0; i_ < (model_)->nodes.n; i_++)                                                              \
        for (MwMdlxNode *node_ = (MwMdlxNode *) (model_)->nodes.items[i_];                                             \
             node_ && node_->record.schema == (kinds_)[kind_] && pass_of (model_, node_) == pass_; node_ = NULL)

/* The same ignoring parents. If several nodes have the same stored id, references mean the first one in this order. */
#define FOREACH_LISTED(model_, kinds_, n_kinds_, node_)                                                                 \
  for (guint kind_ = 0; kind_ < (n_kinds_); kind_++)                                                                   \
    for (uint32_t i_ = 0; i_ < (model_)->nodes.n; i_++)                                                                \
      for (MwMdlxNode *node_ = (MwMdlxNode *) (model_)->nodes.items[i_];                                               \
           node_ && node_->record.schema == (kinds_)[kind_]; node_ = NULL)

/* --- Reading -------------------------------------------------------------------------------------------------------- */

/* As a reference this number means none, so nothing can refer to a node stored with it. */
#define NO_NODE MW_REF_NONE.raw

static MwId
resolve_number (uint32_t number, gpointer data)
{
  const MwMdlxObjectIds *self = data;
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->by_number, GUINT_TO_POINTER (number)));
}

/* The note about pivots: u32 stored count, then number and 12 bytes of each stored pivot that belongs to no node. */
static void
note_pivots (MwMdlxObjectIds *self, uint32_t n_nodes)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_byte_array_append (bytes, (const guint8 *) &self->n_pivots, 4);
  guint from_file = 0;
  for (uint32_t i = 0; i < self->n_pivots; i++)
    if (!resolve_number (i, self)) {
      g_byte_array_append (bytes, (const guint8 *) &i, 4);
      g_byte_array_append (bytes, self->pivots + 12 * (size_t) i, 12);
      from_file += 12;
    }
  if (self->n_pivots != n_nodes || from_file)
    mw_notes_add (&self->model->model.record, MW_NOTE_PIVOTS, NULL, n_nodes, bytes->data, bytes->len, from_file);
}

uint32_t
mw_mdlx_object_ids_n_spare_pivots (const MwMdlxObjectIds *self)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < self->n_pivots; i++)
    n += resolve_number (i, (gpointer) self) == 0;
  return n;
}

void
mw_mdlx_object_ids_resolve (MwMdlxObjectIds *self, const MwSchema *const *kinds, guint n_kinds)
{
  guint n = self->stored ? self->stored->len : 0;
  self->by_number = g_hash_table_new (NULL, NULL);
  g_autofree uint32_t *stored = g_new0 (uint32_t, self->model->model.n_ids);
  g_autofree gboolean *has = g_new0 (gboolean, self->model->model.n_ids);
  for (guint i = 0; i < n; i++) {
    const Stored *entry = &g_array_index (self->stored, Stored, i);
    stored[entry->node->record.id] = entry->stored;
    has[entry->node->record.id] = TRUE;
    if (entry->stored < self->n_pivots)
      memcpy (entry->node->pivot, self->pivots + 12 * (size_t) entry->stored, 12);
  }
  FOREACH_LISTED (self->model, kinds, n_kinds, node)
  {
    gpointer number = GUINT_TO_POINTER (stored[node->record.id]);
    if (has[node->record.id] && stored[node->record.id] != NO_NODE && !g_hash_table_contains (self->by_number, number))
      g_hash_table_insert (self->by_number, number, GUINT_TO_POINTER (node->record.id));
  }
  mw_wire_resolve (&self->model->model, "nodes", resolve_number, self);
  uint32_t next = 0;
  FOREACH_NODE (self->model, kinds, n_kinds, node)
  {
    if (has[node->record.id] && stored[node->record.id] != next)
      mw_notes_add (&node->record, MW_NOTE_OBJECT_ID, NULL, 0, &stored[node->record.id], 4, 4);
    next++;
  }
  if (self->has_pivots)
    note_pivots (self, n);
  mw_mdlx_note_words (self->model, self->words);
  mw_mdlx_object_ids_resolve_bind_poses (self);
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

static void
mark_ref (const MwMdlxObjectIds *self, MwRef ref, guint8 *referred)
{
  if (ref.id)
    referred[ref.id] = TRUE;
}

static const float no_pivot[3];

/* Whether the stored ids can be used. Every node that is referred to must be the first with its id, and no pivot may
 * need a slot far beyond what the file had (an id may be any number, and PIVT has a slot for each up to the
 * highest). */
static gboolean
can_be_found (const MwMdlxObjectIds *self, const MwMdlx *model, const MwSchema *const *kinds, guint n_kinds)
{
  g_autofree guint8 *referred = g_malloc0 (model->model.n_ids);
  for (uint32_t i = 0; i < model->nodes.n; i++)
    mark_ref (self, ((MwMdlxNode *) model->nodes.items[i])->parent, referred);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    for (uint32_t k = 0; k < geoset->group_members.n; k++)
      mark_ref (self, ((const MwRef *) geoset->group_members.data)[k], referred);
    for (uint32_t k = 0; k < 4 * geoset->skin_bones.n; k++)
      mark_ref (self, ((const MwRef *) geoset->skin_bones.data)[k], referred);
  }
  const MwNote *note = mw_notes_find_of (&model->model.record, MW_NOTE_PIVOTS, NULL, 4);
  uint32_t slots = 0;
  if (note)
    memcpy (&slots, note->bytes, 4);
  slots = MAX (slots, model->nodes.n);
  g_autoptr (GHashTable) first = g_hash_table_new (NULL, NULL);
  FOREACH_LISTED (model, kinds, n_kinds, node)
  {
    if (self->ids[node->record.id] >= slots && memcmp (node->pivot, no_pivot, 12) != 0)
      return FALSE;
    if (self->ids[node->record.id] == NO_NODE && referred[node->record.id])
      return FALSE;
    gpointer number = GUINT_TO_POINTER (self->ids[node->record.id]);
    if (g_hash_table_contains (first, number)) {
      const float *other = ((MwMdlxNode *) mw_model_find (&model->model, GPOINTER_TO_UINT (g_hash_table_lookup (first, number))))->pivot;
      if (referred[node->record.id] || memcmp (other, node->pivot, 12) != 0)
        return FALSE;
    } else {
      g_hash_table_insert (first, number, GUINT_TO_POINTER (node->record.id));
    }
  }
  return mw_mdlx_object_ids_can_hold_bind_poses (self, model);
}

static void
derive (MwMdlxObjectIds *self, const MwMdlx *model, const MwSchema *const *kinds, guint n_kinds, gboolean use_notes,
        gboolean *noted)
{
  uint32_t next = 0;
  self->n_ids = 0;
  FOREACH_NODE (model, kinds, n_kinds, node)
  {
    const MwNote *note = use_notes ? mw_notes_find_of (&node->record, MW_NOTE_OBJECT_ID, NULL, 4) : NULL;
    uint32_t id = next++;
    if (note) {
      memcpy (&id, note->bytes, 4);
      *noted = TRUE;
    }
    self->ids[node->record.id] = id;
    if (id < G_MAXINT32)
      self->n_ids = MAX (self->n_ids, id + 1);
  }
}

void
mw_mdlx_object_ids_assign (MwMdlxObjectIds *self, const MwMdlx *model, const MwSchema *const *kinds, guint n_kinds)
{
  gboolean noted = FALSE;
  self->model = (MwMdlx *) model;
  self->ids = g_malloc (sizeof (uint32_t) * model->model.n_ids);
  memset (self->ids, 0xFF, sizeof (uint32_t) * model->model.n_ids);
  derive (self, model, kinds, n_kinds, TRUE, &noted);
  self->as_stored = noted && can_be_found (self, model, kinds, n_kinds);
  if (noted && !self->as_stored)
    derive (self, model, kinds, n_kinds, FALSE, &noted);
}

gboolean
mw_mdlx_object_ids_need_no_order (const MwMdlxObjectIds *self, const MwMdlx *model, MwFormat binary)
{
  const MwSchema *kinds[16];
  return !self->as_stored || can_be_found (self, model, kinds, mw_mdlx_node_kinds (binary, NULL, 0, kinds));
}

void
mw_mdlx_object_ids_renumber (MwMdlxObjectIds *self, const MwMdlx *model, const MwSchema *const *kinds, guint n_kinds,
                             uint32_t *numbers)
{
  gboolean noted;
  self->as_stored = FALSE;
  derive (self, model, kinds, n_kinds, FALSE, &noted);
  for (uint32_t i = 0; i < model->nodes.n; i++)
    numbers[model->nodes.items[i]->id] = self->ids[model->nodes.items[i]->id];
}

uint32_t
mw_mdlx_object_id (const MwMdlxObjectIds *self, MwId node)
{
  return self->ids[node];
}

uint32_t
mw_mdlx_object_ids_n_pivots (const MwMdlxObjectIds *self, const MwMdlx *model)
{
  /* Nodes with ids far beyond the number of nodes get no pivot in valid files; slots for them would make the file
   * huge. */
  uint32_t needed = MIN (self->n_ids, model->nodes.n);
  const MwNote *note = mw_notes_find_of (&model->model.record, MW_NOTE_PIVOTS, NULL, 4);
  uint32_t stored;
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwMdlxNode *node = (const MwMdlxNode *) model->nodes.items[i];
    uint32_t id = self->ids[node->record.id];
    if (id >= needed && id < G_MAXINT32 && memcmp (node->pivot, no_pivot, 12) != 0)
      needed = id + 1;
  }
  if (!note)
    return needed;
  memcpy (&stored, note->bytes, 4);
  /* If there were more pivots than nodes, the surplus is written after the present ones. If there were fewer, that
   * is kept only while the nodes without a pivot are unchanged. */
  if (stored >= note->offset)
    return MAX (needed, model->nodes.n + (stored - note->offset));
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwMdlxNode *node = (const MwMdlxNode *) model->nodes.items[i];
    if (self->ids[node->record.id] >= stored && memcmp (node->pivot, no_pivot, 12) != 0)
      return needed;
  }
  return stored;
}

/* The content of one slot in PIVT. */
typedef struct {
  const MwMdlxNode *node; /* the node whose pivot this is, or NULL */
  const uint8_t *bytes;   /* without a node: the 12 bytes from the note, or NULL for zeros */
} Slot;

static Slot *
fill_slots (const MwMdlxObjectIds *self, const MwMdlx *model, uint32_t n)
{
  Slot *slots = g_new0 (Slot, n + 1);
  const MwNote *note = mw_notes_find_of (&model->model.record, MW_NOTE_PIVOTS, NULL, 4);
  uint32_t moved = note ? model->nodes.n - note->offset : 0; /* slots after the nodes move when the number of nodes
                                                              * changes */
  for (uint32_t k = 4; note && k + 16 <= note->size; k += 16) {
    uint32_t slot;
    memcpy (&slot, note->bytes + k, 4);
    if (slot >= note->offset)
      slot += moved;
    if (slot < n)
      slots[slot].bytes = note->bytes + k + 4;
  }
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwMdlxNode *node = (const MwMdlxNode *) model->nodes.items[i];
    uint32_t id = self->ids[node->record.id];
    if (id < n && !slots[id].node)
      slots[id].node = node;
  }
  return slots;
}

void
mw_mdlx_object_ids_write_pivots (const MwMdlxObjectIds *self, MwWireWriter *writer, const MwMdlx *model)
{
  uint32_t n = mw_mdlx_object_ids_n_pivots (self, model);
  const MwField *pivot = MW_FIELD (MwMdlxNode, pivot);
  g_autofree Slot *slots = fill_slots (self, model, n);
  for (uint32_t i = 0; i < n; i++)
    if (slots[i].node)
      mw_wire_write_bytes (writer, &slots[i].node->record, pivot, slots[i].node->pivot, 12);
    else
      mw_wire_write_derived (writer, &model->model.record, NULL, slots[i].bytes ? (const void *) slots[i].bytes : no_pivot, 12);
}

MwMdlxPivot *
mw_mdlx_object_ids_pivot_points (const MwMdlxObjectIds *self, const MwMdlx *model, uint32_t n)
{
  MwMdlxPivot *points = g_new0 (MwMdlxPivot, n + 1);
  g_autofree Slot *slots = fill_slots (self, model, n);
  for (uint32_t i = 0; i < n; i++) {
    points[i].node = slots[i].node ? &slots[i].node->record : NULL;
    if (slots[i].node)
      memcpy (points[i].point, slots[i].node->pivot, 12);
    else if (slots[i].bytes)
      memcpy (points[i].point, slots[i].bytes, 12);
  }
  return points;
}
