/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check-mdlx-ids.h"
#include "core/model/mdlx/geoset-skin.h"
#include "core/schema/notes.h"
#include "core/schema/wire.h"

#include <string.h>

/* --- What a file has for each node ------------------------------------------------------------------------------------- */

/* How many entries the file has, and for how many there should be one; FALSE: the same number, or nothing is noted. */
static gboolean
other_count (const MwMdlx *model, MwNoteKind kind, uint32_t *found, uint32_t *expected)
{
  const MwNote *note = mw_notes_find_of (&model->model.record, kind, NULL, sizeof *found);
  if (!note)
    return FALSE;
  memcpy (found, note->bytes, sizeof *found);
  *expected = note->offset;
  return *found != *expected;
}

void
mw_check_pivots (MwChecking *c, const MwMdlx *model)
{
  uint32_t found, expected;
  if (!other_count (model, MW_NOTE_PIVOTS, &found, &expected))
    return;
  mw_check_find_in (c, MW_RULE_NODE_PIVOTS, &model->model.record, MW_FIELD (MwMdlx, nodes),
                    found < expected ? "the file has %u pivots for %u nodes; nodes without one turn about 0, 0, 0"
                                     : "the file has %u pivots for %u nodes; the others belong to no node",
                    found, expected);
}

static void
check_bind_poses (MwChecking *c, const MwMdlx *model)
{
  uint32_t found, expected;
  if (model->version >= 900 && other_count (model, MW_NOTE_BIND_POSES, &found, &expected))
    mw_check_find_in (c, MW_RULE_WC3_BIND_POSES, &model->model.record, MW_FIELD (MwMdlx, nodes),
                      "the file has %u bind poses for %u nodes and cameras", found, expected);
}

/* --- Object ids ---------------------------------------------------------------------------------------------------------- */

/* The id that the file gives a node. If it cannot be kept, because references to the node would lead to another one, the node has a new
 * one in `numbers`. */
static uint32_t
id_in_file (const MwRecord *node, const uint32_t *numbers)
{
  const MwNote *note = mw_notes_find_of (node, MW_NOTE_OBJECT_ID, NULL, sizeof (uint32_t));
  uint32_t id = numbers[node->id];
  if (note)
    memcpy (&id, note->bytes, sizeof id);
  return id;
}

/* Nodes of a kind that the version does not have get no id. */
static gboolean
has_id (const MwRecord *node, const uint32_t *numbers)
{
  return id_in_file (node, numbers) != MW_REF_NONE.raw || mw_notes_find (node, MW_NOTE_OBJECT_ID, NULL);
}

static void
check_object_ids (MwChecking *c, const MwMdlx *model, const uint32_t *numbers)
{
  g_autofree guint8 *taken = g_new0 (guint8, model->nodes.n + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < model->nodes.n; i++)
    n += has_id (model->nodes.items[i], numbers);
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwRecord *node = model->nodes.items[i];
    const uint32_t id = id_in_file (node, numbers);
    if (!has_id (node, numbers))
      continue;
    if (id < n && !taken[id]) {
      taken[id] = 1;
      continue;
    }
    mw_check_find_in (c, MW_RULE_WC3_OBJECT_ID, node, NULL,
                      id < n ? "the file gives it the object id %u, which another node has too"
                             : "the file gives it the object id %u, but there are only %u nodes",
                      id, n);
    return;
  }
}

/* The game looks for what moves a vertex among the bones, which have the first object ids. */
static void
check_bone_ids (MwChecking *c, const MwMdlx *model, const uint32_t *numbers)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < model->nodes.n; i++)
    n += model->nodes.items[i]->schema == &mw_mdlx_bone_schema;
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwRecord *node = model->nodes.items[i];
    if (node->schema != &mw_mdlx_bone_schema || numbers[node->id] < n)
      continue;
    mw_check_find_in (c, MW_RULE_WC3_BONE_ID, node, NULL, "its object id is %u, but there are only %u bones",
                      numbers[node->id], n);
    return;
  }
}

/* --- Bones of vertices --------------------------------------------------------------------------------------------------- */

static void
check_skin_range (MwChecking *c, const MwMdlxGeoset *geoset, const uint32_t *numbers, uint32_t most)
{
  const MwRef *bones = geoset->skin_bones.data;
  const guint width = MW_FIELD (MwMdlxGeoset, skin_bones)->count;
  for (gsize i = 0; i < width * (gsize) geoset->skin_bones.n; i++) {
    if (!bones[i].id || numbers[bones[i].id] <= most)
      continue;
    mw_check_find_at (c, MW_RULE_WC3_SKIN_RANGE, &geoset->record, MW_FIELD (MwMdlxGeoset, skin_bones),
                      (uint32_t) (i / width), "found the object id %u, expected at most %u", numbers[bones[i].id],
                      most);
    return;
  }
}

static void
check_skins (MwChecking *c, const MwMdlx *model, const uint32_t *numbers)
{
  const uint32_t most = mw_mdlx_skin_most (c->format);
  uint32_t highest = 0;
  for (uint32_t i = 0; i < model->nodes.n; i++)
    highest = MAX (highest, numbers[model->nodes.items[i]->id]);
  for (uint32_t i = 0; i < model->geosets.n && highest > most; i++)
    if (mw_field_is_live (model->geosets.items[i], MW_FIELD (MwMdlxGeoset, skin_bones), c->format))
      check_skin_range (c, (const MwMdlxGeoset *) model->geosets.items[i], numbers, most);
}

void
mw_wc3_check_ids (MwChecking *c, const MwMdlx *model)
{
  g_autofree uint32_t *numbers = mw_model_numbers (&model->model);
  check_object_ids (c, model, numbers);
  check_bone_ids (c, model, numbers);
  check_skins (c, model, numbers);
  check_bind_poses (c, model);
}
