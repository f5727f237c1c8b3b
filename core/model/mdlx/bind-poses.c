/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/object-ids.h"

#include <string.h>

/* BPOS (mdlx.md 5.20): a matrix per object id, then one per camera. As with pivots, the values are in the nodes and
 * cameras, and a note keeps surplus entries or a lower count. */

enum { SIZE = 48 };
static const float no_pose[12];

static gboolean
is_set (const float pose[12])
{
  return memcmp (pose, no_pose, SIZE) != 0;
}

void
mw_mdlx_object_ids_bind_poses (MwMdlxObjectIds *self, const uint8_t *bytes, uint32_t n)
{
  self->bind_poses = bytes;
  self->n_bind_poses = n;
  self->has_bind_poses = TRUE;
}

void
mw_mdlx_unturned_bind_pose (const MwRecord *owner, float pose[12])
{
  const float *at = owner->schema == &mw_mdlx_camera_schema ? ((const MwMdlxCamera *) owner)->position
                                                            : ((const MwMdlxNode *) owner)->pivot;
  memcpy (pose, (const float[12]) { 1, 0, 0, 0, 1, 0, 0, 0, 1, at[0], at[1], at[2] }, SIZE);
}

gboolean
mw_mdlx_has_bind_poses (const MwMdlx *model)
{
  for (uint32_t i = 0; i < model->nodes.n; i++)
    if (is_set (((const MwMdlxNode *) model->nodes.items[i])->bind_pose))
      return TRUE;
  for (uint32_t i = 0; i < model->cameras.n; i++)
    if (is_set (((const MwMdlxCamera *) model->cameras.items[i])->bind_pose))
      return TRUE;
  return FALSE;
}

void
mw_mdlx_object_ids_resolve_bind_poses (MwMdlxObjectIds *self)
{
  MwMdlx *model = self->model;
  if (!self->has_bind_poses)
    return;
  g_autofree guint8 *taken = g_malloc0 ((gsize) self->n_bind_poses + 1);
  for (guint i = 0; i < mw_mdlx_object_ids_n_stored (self); i++) {
    uint32_t slot;
    MwMdlxNode *node = mw_mdlx_object_ids_stored_at (self, i, &slot);
    if (slot >= self->n_bind_poses)
      continue;
    memcpy (node->bind_pose, self->bind_poses + (size_t) SIZE * slot, SIZE);
    taken[slot] = TRUE;
  }
  for (uint32_t i = 0; i < model->cameras.n; i++) {
    uint32_t slot = model->nodes.n + i;
    if (slot >= self->n_bind_poses || taken[slot])
      continue;
    memcpy (((MwMdlxCamera *) model->cameras.items[i])->bind_pose, self->bind_poses + (size_t) SIZE * slot, SIZE);
    taken[slot] = TRUE;
  }
  /* The note: u32 stored count, then index and bytes of each entry that belongs to no node or camera. */
  uint32_t expected = model->nodes.n + model->cameras.n;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_byte_array_append (bytes, (const guint8 *) &self->n_bind_poses, 4);
  guint from_file = 0;
  for (uint32_t i = 0; i < self->n_bind_poses; i++)
    if (!taken[i]) {
      g_byte_array_append (bytes, (const guint8 *) &i, 4);
      g_byte_array_append (bytes, self->bind_poses + (size_t) SIZE * i, SIZE);
      from_file += SIZE;
    }
  if (self->n_bind_poses != expected || from_file)
    mw_notes_add (&model->model.record, MW_NOTE_BIND_POSES, NULL, expected, bytes->data, bytes->len, from_file);
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

/* The note with its stored count, or NULL. A note shorter than a count is ignored. */
static const MwNote *
find_note (const MwMdlx *model, uint32_t *stored)
{
  const MwNote *note = mw_notes_find_of (&model->model.record, MW_NOTE_BIND_POSES, NULL, 4);
  if (note)
    memcpy (stored, note->bytes, 4);
  return note;
}

gboolean
mw_mdlx_object_ids_can_hold_bind_poses (const MwMdlxObjectIds *self, const MwMdlx *model)
{
  uint32_t expected = model->nodes.n + model->cameras.n, slots = 0;
  find_note (model, &slots);
  slots = MAX (slots, expected);
  g_autoptr (GHashTable) first = g_hash_table_new (NULL, NULL);
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwMdlxNode *node = (const MwMdlxNode *) model->nodes.items[i], *other;
    uint32_t slot = self->ids[node->record.id];
    if (slot >= slots && is_set (node->bind_pose))
      return FALSE;
    other = g_hash_table_lookup (first, GUINT_TO_POINTER (slot));
    if (other && memcmp (other->bind_pose, node->bind_pose, SIZE) != 0)
      return FALSE;
    g_hash_table_insert (first, GUINT_TO_POINTER (slot), (gpointer) node);
  }
  for (uint32_t i = 0; i < model->cameras.n; i++)
    if (is_set (((const MwMdlxCamera *) model->cameras.items[i])->bind_pose)
        && g_hash_table_contains (first, GUINT_TO_POINTER (model->nodes.n + i)))
      return FALSE;
  return TRUE;
}

static uint32_t
count (const MwMdlxObjectIds *self, const MwMdlx *model)
{
  uint32_t expected = model->nodes.n + model->cameras.n, needed = 0, stored = 0;
  const MwNote *note = find_note (model, &stored);
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwMdlxNode *node = (const MwMdlxNode *) model->nodes.items[i];
    uint32_t slot = self->ids[node->record.id];
    if (is_set (node->bind_pose) && slot < G_MAXINT32)
      needed = MAX (needed, slot + 1);
  }
  for (uint32_t i = 0; i < model->cameras.n; i++)
    if (is_set (((const MwMdlxCamera *) model->cameras.items[i])->bind_pose))
      needed = model->nodes.n + i + 1;
  if (!note)
    return MAX (needed, expected);
  if (stored >= note->offset)
    return MAX (needed, expected + (stored - note->offset));
  /* A lower stored count is kept only while the entries beyond it are unchanged. */
  return needed <= stored ? stored : MAX (needed, expected);
}

MwMdlxBindPose *
mw_mdlx_object_ids_bind_pose_slots (const MwMdlxObjectIds *self, const MwMdlx *model, uint32_t *n_slots)
{
  uint32_t n = count (self, model), stored = 0, expected = model->nodes.n + model->cameras.n;
  const MwNote *note = find_note (model, &stored);
  MwMdlxBindPose *slots = g_new0 (MwMdlxBindPose, (gsize) n + 1);
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    uint32_t slot = self->ids[model->nodes.items[i]->id];
    if (slot >= n || slots[slot].owner)
      continue;
    slots[slot].owner = model->nodes.items[i];
    memcpy (slots[slot].pose, ((const MwMdlxNode *) model->nodes.items[i])->bind_pose, SIZE);
  }
  for (uint32_t i = 0; i < model->cameras.n; i++) {
    uint32_t slot = model->nodes.n + i;
    if (slot >= n || slots[slot].owner)
      continue;
    slots[slot].owner = model->cameras.items[i];
    memcpy (slots[slot].pose, ((const MwMdlxCamera *) model->cameras.items[i])->bind_pose, SIZE);
  }
  /* Entries after those of all nodes and cameras move when that number changes. */
  for (uint32_t k = 4; note && k + 4 + SIZE <= note->size; k += 4 + SIZE) {
    uint32_t slot;
    memcpy (&slot, note->bytes + k, 4);
    if (slot >= note->offset)
      slot += expected - note->offset;
    if (slot < n && !slots[slot].owner)
      memcpy (slots[slot].pose, note->bytes + k + 4, SIZE);
  }
  *n_slots = n;
  return slots;
}

const MwField *
mw_mdlx_bind_pose_field (const MwRecord *owner)
{
  return owner->schema == &mw_mdlx_camera_schema ? MW_FIELD (MwMdlxCamera, bind_pose) : MW_FIELD (MwMdlxNode, bind_pose);
}

void
mw_mdlx_object_ids_write_bind_poses (const MwMdlxObjectIds *self, MwWireWriter *writer, const MwMdlx *model)
{
  uint32_t n;
  g_autofree MwMdlxBindPose *slots = mw_mdlx_object_ids_bind_pose_slots (self, model, &n);
  mw_wire_write_u32_word (writer, &model->model.record, NULL, n, "count");
  for (uint32_t i = 0; i < n; i++) {
    const MwRecord *owner = slots[i].owner;
    if (owner)
      mw_wire_write_bytes (writer, owner, mw_mdlx_bind_pose_field (owner), slots[i].pose, SIZE);
    else
      mw_wire_write_derived (writer, &model->model.record, NULL, slots[i].pose, SIZE);
  }
}
