/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "core/check/check-mdlx-ids.h"
#include "core/check/check-mdlx-mesh.h"
#include "core/check/check-mdlx-wc3.h"
#include "core/check/check-wow.h"
#include "core/check/mdlx-files.h"
#include "core/schema/notes.h"

#include <inttypes.h>
#include <string.h>

/* --- Geosets (mdlx.md 5.7) -------------------------------------------------------------------------------------- */

static guint64
sum (const MwArray *array)
{
  guint64 all = 0;
  for (uint32_t i = 0; i < array->n; i++)
    all += ((const uint32_t *) array->data)[i];
  return all;
}

static void
check_primitives (MwChecking *c, const MwMdlxGeoset *geoset)
{
  const MwRecord *record = &geoset->record;
  const uint32_t *types = geoset->primitive_types.data, *sizes = geoset->primitive_sizes.data;
  guint64 indices = sum (&geoset->primitive_sizes);
  if (geoset->primitive_types.n != geoset->primitive_sizes.n)
    mw_check_count (c, MW_RULE_GEOSET_PRIMITIVES, record, MW_FIELD (MwMdlxGeoset, primitive_sizes),
                    geoset->primitive_sizes.n, geoset->primitive_types.n);
  else if (indices != geoset->faces.n)
    mw_check_find_in (c, MW_RULE_GEOSET_PRIMITIVES, record, MW_FIELD (MwMdlxGeoset, primitive_sizes),
                      "they add up to %" PRIu64 ", but there are %u indices", indices, geoset->faces.n);
  for (uint32_t i = 0; i < geoset->primitive_types.n; i++)
    if (types[i] != 4) {
      mw_check_find_at (c, MW_RULE_GEOSET_PRIMITIVE_TYPE, record, MW_FIELD (MwMdlxGeoset, primitive_types), i,
                        "found %u", types[i]);
      break;
    }
  for (uint32_t i = 0; i < MIN (geoset->primitive_types.n, geoset->primitive_sizes.n); i++)
    if (types[i] == 4 && sizes[i] % 3) {
      mw_check_find_at (c, MW_RULE_GEOSET_TRIANGLES, record, MW_FIELD (MwMdlxGeoset, primitive_sizes), i, "found %u",
                        sizes[i]);
      break;
    }
}

/* If a geoset has weights, its matrix groups are not used, and game files have arbitrary numbers there (mdlx.md
 * 5.7). */
static gboolean
is_weighted (const MwMdlxGeoset *geoset)
{
  return geoset->skin_bones.n > 0;
}

static void
check_indices (MwChecking *c, const MwMdlxGeoset *geoset)
{
  const uint16_t *faces = geoset->faces.data;
  const uint8_t *groups = geoset->vertex_groups.data;
  for (uint32_t i = 0; i < geoset->faces.n; i++)
    if (faces[i] >= geoset->vertices.n) {
      mw_check_find_at (c, MW_RULE_GEOSET_FACE_INDEX, &geoset->record, MW_FIELD (MwMdlxGeoset, faces), i,
                        "found vertex %u, but there are only %u", faces[i], geoset->vertices.n);
      break;
    }
  for (uint32_t i = 0; i < geoset->vertex_groups.n && !is_weighted (geoset); i++)
    if (groups[i] >= geoset->group_sizes.n) {
      mw_check_find_at (c, MW_RULE_GEOSET_GROUP_INDEX, &geoset->record, MW_FIELD (MwMdlxGeoset, vertex_groups), i,
                        "found group %u, but there are only %u", groups[i], geoset->group_sizes.n);
      break;
    }
}

/* Geosets of World of Warcraft's version 1500 have neither groups nor extents (mdlx.md 7.4). */
static gboolean
has_groups (const MwChecking *c, const MwRecord *geoset)
{
  return mw_field_is_live (geoset, MW_FIELD (MwMdlxGeoset, vertex_groups), c->format);
}

/* Checks an optional array with one element per vertex, if this version has it. `has`: whether the geoset has it. */
static void
check_per_vertex (MwChecking *c, MwRuleNumber rule, const MwMdlxGeoset *geoset, const MwField *field, gboolean has)
{
  if (has && mw_field_is_live (&geoset->record, field, c->format))
    mw_check_count (c, rule, &geoset->record, field, ((const MwArray *) mw_field_at (&geoset->record, field))->n,
                    geoset->vertices.n);
}

/* Finds a group whose members are not nodes: its vertices do not move with the model. */
static void
check_groups (MwChecking *c, const MwMdlxGeoset *geoset)
{
  const uint32_t *sizes = geoset->group_sizes.data;
  const MwRef *members = geoset->group_members.data;
  const uint8_t *groups = geoset->vertex_groups.data;
  guint8 used[256] = { 0 };
  guint64 at = 0;
  for (uint32_t i = 0; i < geoset->vertex_groups.n; i++)
    used[groups[i]] = 1;
  for (uint32_t g = 0; g < MIN (geoset->group_sizes.n, 256) && at + sizes[g] <= geoset->group_members.n; g++) {
    gboolean moved = FALSE;
    for (uint32_t k = 0; k < sizes[g]; k++)
      moved |= members[at + k].id || members[at + k].raw != MW_REF_NONE.raw;
    at += sizes[g];
    if (moved || !used[g])
      continue;
    mw_check_find_at (c, MW_RULE_GEOSET_GROUP_UNMOVED, &geoset->record, MW_FIELD (MwMdlxGeoset, group_sizes), g,
                      "found %u members, and none of them is a node", sizes[g]);
    return;
  }
}

/* Faces refer to vertices by 16-bit indices (mdlx.md 14). */
#define MOST_VERTICES 65535u

static void
check_geoset (MwChecking *c, const MwMdlx *model, const MwMdlxGeoset *geoset)
{
  const MwRecord *record = &geoset->record;
  if (geoset->vertices.n > MOST_VERTICES)
    mw_check_find_in (c, MW_RULE_GEOSET_VERTICES, record, MW_FIELD (MwMdlxGeoset, vertices),
                      "found %u, expected at most %u", geoset->vertices.n, MOST_VERTICES);
  mw_check_count (c, MW_RULE_GEOSET_NORMALS, record, MW_FIELD (MwMdlxGeoset, normals), geoset->normals.n,
                  geoset->vertices.n);
  if (has_groups (c, record) && !is_weighted (geoset))
    mw_check_count (c, MW_RULE_GEOSET_VERTEX_GROUPS, record, MW_FIELD (MwMdlxGeoset, vertex_groups),
                    geoset->vertex_groups.n, geoset->vertices.n);
  for (uint32_t i = 0; i < geoset->uv_sets.n; i++) {
    const MwMdlxUvSet *set = (const MwMdlxUvSet *) geoset->uv_sets.items[i];
    mw_check_count (c, MW_RULE_GEOSET_UVS, &set->record, MW_FIELD (MwMdlxUvSet, uvs), set->uvs.n, geoset->vertices.n);
  }
  gboolean weighted = is_weighted (geoset) || geoset->skin_weights.n;
  check_per_vertex (c, MW_RULE_GEOSET_SKIN, geoset, MW_FIELD (MwMdlxGeoset, skin_bones), weighted);
  check_per_vertex (c, MW_RULE_GEOSET_SKIN, geoset, MW_FIELD (MwMdlxGeoset, skin_weights), weighted);
  check_per_vertex (c, MW_RULE_GEOSET_TANGENTS, geoset, MW_FIELD (MwMdlxGeoset, tangents), geoset->tangents.n > 0);
  /* Neither is in the order of the vertices, so only the counts are compared (mdlx.md 7.2). */
  if (mw_field_is_live (record, MW_FIELD (MwMdlxGeoset, bone_weights), c->format))
    mw_check_count (c, MW_RULE_WOW_BONE_WEIGHTS, record, MW_FIELD (MwMdlxGeoset, bone_weights), geoset->bone_weights.n,
                    geoset->bone_indices.n);
  if (has_groups (c, record))
    check_primitives (c, geoset);
  check_indices (c, geoset);
  guint64 members = sum (&geoset->group_sizes);
  if (members != geoset->group_members.n)
    mw_check_find_in (c, MW_RULE_GEOSET_GROUP_MEMBERS, record, MW_FIELD (MwMdlxGeoset, group_sizes),
                      "they add up to %" PRIu64 ", but there are %u members", members, geoset->group_members.n);
  if (has_groups (c, record) && !is_weighted (geoset))
    check_groups (c, geoset);
  if (geoset->group_sizes.n > 256)
    mw_check_find_in (c, MW_RULE_GEOSET_GROUP_COUNT, record, MW_FIELD (MwMdlxGeoset, group_sizes), "found %u",
                      geoset->group_sizes.n);
  uint32_t n_extents;
  G_GNUC_UNUSED g_autofree const MwMdlxGeosetExtent **extents = mw_mdlx_geoset_extents (&model->model, geoset,
                                                                                        &n_extents);
  if (has_groups (c, record))
    mw_check_count (c, MW_RULE_GEOSET_EXTENTS, record, MW_FIELD (MwMdlxGeoset, extents), n_extents, model->sequences.n);
  mw_check_mesh (c, geoset);
}

/* --- Materials ------------------------------------------------------------------------------------------------------ */

/* Returns for each material the smallest number of UV sets of the geosets that use it, plus 1, so that 0 means
 * unused. Free with g_hash_table_unref(). */
static GHashTable *
uv_sets_of_materials (const MwMdlx *model)
{
  GHashTable *uv_sets = g_hash_table_new (NULL, NULL);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    MwRecord *material = mw_model_resolve (&model->model, geoset->material);
    guint least = GPOINTER_TO_UINT (g_hash_table_lookup (uv_sets, material));
    if (material && (!least || geoset->uv_sets.n + 1 < least))
      g_hash_table_insert (uv_sets, material, GUINT_TO_POINTER (geoset->uv_sets.n + 1));
  }
  return uv_sets;
}

static void
check_materials (MwChecking *c, const MwMdlx *model)
{
  g_autoptr (GHashTable) all = uv_sets_of_materials (model);
  for (uint32_t k = 0; k < model->materials.n; k++) {
    const MwMdlxMaterial *material = (const MwMdlxMaterial *) model->materials.items[k];
    guint uv_sets = GPOINTER_TO_UINT (g_hash_table_lookup (all, material));
    if (material->layers.n == 0)
      mw_check_find_in (c, MW_RULE_MATERIAL_NO_LAYERS, &material->record, MW_FIELD (MwMdlxMaterial, layers),
                        "found none");
    for (uint32_t i = 0; uv_sets && i < material->layers.n; i++) {
      const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[i];
      /* In World of Warcraft, -1 means that the layer has no texture coordinates. */
      gboolean none = model->family == MW_FAMILY_MDX_WOW && layer->coord_id == G_MAXUINT32;
      if (layer->coord_id >= uv_sets - 1 && !none)
        mw_check_find_in (c, MW_RULE_LAYER_UV_SET, &layer->record, MW_FIELD (MwMdlxLayer, coord_id),
                          "found %u, but a geoset of this material has only %u UV sets", layer->coord_id, uv_sets - 1);
    }
  }
}

/* --- Nodes ---------------------------------------------------------------------------------------------------------- */

static const MwRecord *
parent_of (const MwMdlx *model, const MwRecord *node)
{
  return mw_model_resolve (&model->model, ((const MwMdlxNode *) node)->parent);
}

/* The oldest node of a cycle, so that the finding stays at the same node when nodes are moved in their list. */
static const MwRecord *
first_of_circle (const MwMdlx *model, const MwRecord *from)
{
  const MwRecord *first = from;
  for (const MwRecord *at = parent_of (model, from); at != from; at = parent_of (model, at))
    if (at->id < first->id)
      first = at;
  return first;
}

/* Finds cycles of parents in linear time. A node is 0: not visited, 1: on the current path, 2: done. */
static void
check_cycles (MwChecking *c, const MwMdlx *model)
{
  g_autofree guint8 *seen = g_new0 (guint8, model->model.n_ids + 1);
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwRecord *at = model->nodes.items[i];
    for (; at && !seen[at->id]; at = parent_of (model, at))
      seen[at->id] = 1;
    if (at && seen[at->id] == 1)
      mw_check_find_in (c, MW_RULE_NODE_CYCLE, first_of_circle (model, at), MW_FIELD (MwMdlxNode, parent),
                        "following it leads back to this node");
    for (at = model->nodes.items[i]; at && seen[at->id] == 1; at = parent_of (model, at))
      seen[at->id] = 2;
  }
}

/* --- Single records ------------------------------------------------------------------------------------------------- */

static void
check_sequence (MwChecking *c, const MwRecord *record)
{
  const int32_t *interval = ((const MwMdlxSequence *) record)->interval;
  if (interval[1] < interval[0])
    mw_check_find_in (c, MW_RULE_SEQUENCE_BACKWARDS, record, MW_FIELD (MwMdlxSequence, interval[1]),
                      "it starts at %d and ends at %d", interval[0], interval[1]);
  if (interval[1] == interval[0])
    mw_check_find_in (c, MW_RULE_SEQUENCE_EMPTY, record, MW_FIELD (MwMdlxSequence, interval[1]),
                      "it starts and ends at %d", interval[0]);
}

static void
check_global_sequence (MwChecking *c, const MwRecord *record)
{
  if (((const MwMdlxGlobalSequence *) record)->duration == 0)
    mw_check_find_in (c, MW_RULE_GLOBAL_SEQUENCE_EMPTY, record, MW_FIELD (MwMdlxGlobalSequence, duration), "found 0");
}

static void
check_texture (MwChecking *c, const MwRecord *record)
{
  const MwMdlxTexture *texture = (const MwMdlxTexture *) record;
  if (texture->replaceable_id == 0 && !*mw_text (texture->path))
    mw_check_find_in (c, MW_RULE_TEXTURE_EMPTY, record, MW_FIELD (MwMdlxTexture, path), "found neither");
}

static void
check_node (MwChecking *c, const MwRecord *record)
{
  if (!*mw_text (((const MwMdlxNode *) record)->name))
    mw_check_find_in (c, MW_RULE_NODE_NAME_EMPTY, record, MW_FIELD (MwMdlxNode, name), "found no text");
}

/* Real files show that World of Warcraft's alpha may leave it out (mdlx.md 7.2). */
static void
check_event_object (MwChecking *c, const MwRecord *record)
{
  const MwMdlx *model = (const MwMdlx *) c->model;
  if (model->family == MW_FAMILY_MDX && !((const MwMdlxEventObject *) record)->track)
    mw_check_find_in (c, MW_RULE_EVENT_NO_TRACK, record, MW_FIELD (MwMdlxEventObject, track), "found none");
}

static void
check_texts_of_schema (MwChecking *c, const MwRecord *record, const MwSchema *schema)
{
  if (schema->base)
    check_texts_of_schema (c, record, schema->base);
  for (guint i = 0; i < schema->n_fields; i++) {
    const MwField *field = &schema->fields[i];
    /* Whether the format has the field takes longer to find out. */
    if (field->type == MW_TYPE_TEXT && strpbrk (mw_text (*(char **) mw_field_at (record, field)), "\"\r\n")
        && mw_field_is_live (record, field, c->format))
      mw_check_find_in (c, MW_RULE_TEXT_QUOTE, record, field, "found a quotation mark or a line break");
  }
}

static void
check_texts (MwChecking *c, const MwRecord *record)
{
  check_texts_of_schema (c, record, record->schema);
}

static gboolean
check_texts_of (MwRecord *record, gpointer data)
{
  check_texts (data, record);
  return TRUE;
}

static const MwRecordCheck checks[] = {
  { &mw_mdlx_sequence_schema, check_sequence },         { &mw_mdlx_global_sequence_schema, check_global_sequence },
  { &mw_mdlx_texture_schema, check_texture },           { &mw_mdlx_node_schema, check_node },
  { &mw_mdlx_event_object_schema, check_event_object }, { 0 }
};

static void
check_record (MwChecking *c, const MwRecord *record)
{
  mw_check_one (c, checks, record);
  check_texts (c, record);
  if (((const MwMdlx *) c->model)->family == MW_FAMILY_MDX_WOW)
    mw_check_one (c, mw_wow_checks, record);
  else
    mw_wc3_check_record (c, record);
}

static void
check_model (MwChecking *c)
{
  const MwMdlx *model = (const MwMdlx *) c->model;
  const MwRecord *root = &model->model.record;
  const MwNote *trailing = mw_notes_find (root, MW_NOTE_TRAILING, NULL);
  if (trailing)
    mw_check_find_in (c, MW_RULE_FILE_CUT, root, MW_FIELD (MwMdlx, unknown_chunks),
                      "found %u bytes after the last chunk", trailing->size);
  if (model->sequences.n == 0)
    mw_check_find_in (c, MW_RULE_SEQUENCES_NONE, root, MW_FIELD (MwMdlx, sequences), "found none");
  mw_record_foreach ((MwRecord *) root, check_texts_of, c);
  mw_check_each (c, checks, &model->sequences);
  mw_check_each (c, checks, &model->global_sequences);
  mw_check_each (c, checks, &model->textures);
  check_materials (c, model);
  for (uint32_t i = 0; i < model->geosets.n; i++)
    check_geoset (c, model, (const MwMdlxGeoset *) model->geosets.items[i]);
  mw_check_each (c, checks, &model->nodes);
  check_cycles (c, model);
  mw_check_pivots (c, model);
  if (model->family == MW_FAMILY_MDX_WOW)
    mw_check_wow (c, model);
  else
    mw_wc3_check_model (c, model);
}

const MwCheckRules mw_mdlx_checks = { &mw_mdlx_schema, check_model, check_record, NULL, mw_check_mdlx_image };
