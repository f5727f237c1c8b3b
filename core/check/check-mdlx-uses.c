/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check-mdlx-uses.h"

/* --- Elements that exist only to be referred to ----------------------------------------------------------------------- */

typedef struct {
  MwChecking *c;
  const MwModel *model;
  guint8 *needed;  /* by record id */
  GPtrArray *open; /* needed records whose own references are still to be followed */
} Needs;

/* Everything else is needed because it is there. */
static gboolean
is_only_referred_to (const MwSchema *schema)
{
  return schema == &mw_mdlx_texture_schema || schema == &mw_mdlx_material_schema
         || schema == &mw_mdlx_texture_animation_schema || schema == &mw_mdlx_global_sequence_schema;
}

/* What a reference leads to, if that is not known to be needed yet. */
static MwRecord *
newly_needed (const Needs *n, MwRef ref)
{
  MwRecord *record = mw_model_resolve (n->model, ref);
  return record && !n->needed[record->id] && is_only_referred_to (record->schema) ? record : NULL;
}

static void
follow_field (Needs *n, const MwRecord *record, const MwField *field)
{
  const MwArray *array = field->type == MW_TYPE_ARRAY ? mw_field_at (record, field) : NULL;
  const MwRef *refs = array ? array->data : mw_field_at (record, field);
  gboolean live = FALSE;
  for (gsize k = 0; k < (gsize) (array ? array->n : 1) * field->count; k++) {
    MwRecord *needed = newly_needed (n, refs[k]);
    if (!needed)
      continue;
    /* Asked only now, because it takes long. */
    if (!live && !mw_field_is_live (record, field, n->c->format))
      return;
    live = TRUE;
    n->needed[needed->id] = 1;
    g_ptr_array_add (n->open, needed);
  }
}

static void
follow_fields (Needs *n, const MwRecord *record, const MwSchema *schema)
{
  if (schema->base)
    follow_fields (n, record, schema->base);
  for (guint i = 0; i < schema->n_fields; i++) {
    const MwField *field = &schema->fields[i];
    if ((field->type == MW_TYPE_ARRAY ? field->element : field->type) == MW_TYPE_REF)
      follow_field (n, record, field);
  }
}

/* What an element that is only referred to needs counts once it is needed itself. */
static gboolean
follow (MwRecord *record, gpointer data)
{
  Needs *n = data;
  const MwRecord *top = record;
  while (top->owner && top->owner->owner)
    top = top->owner;
  if (!is_only_referred_to (top->schema) || n->needed[top->id])
    follow_fields (n, record, record->schema);
  return TRUE;
}

static void
check_needs (MwChecking *c, const MwMdlx *model)
{
  /* What refers comes before what it refers to, which can only be deleted after it. */
  const MwList *lists[] = { &model->materials, &model->texture_animations, &model->textures, &model->global_sequences };
  g_autofree guint8 *needed = g_new0 (guint8, model->model.n_ids + 1);
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  Needs n = { c, &model->model, needed, open };
  mw_record_foreach ((MwRecord *) &model->model.record, follow, &n);
  while (open->len)
    mw_record_foreach (g_ptr_array_steal_index_fast (open, open->len - 1), follow, &n);
  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    for (uint32_t i = 0; i < lists[k]->n; i++)
      if (!needed[lists[k]->items[i]->id])
        mw_check_find_in (c, MW_RULE_WC3_UNUSED, lists[k]->items[i], NULL, "found a %s",
                          lists[k]->items[i]->schema->name);
}

/* --- Bones and helpers ------------------------------------------------------------------------------------------------ */

typedef struct {
  const MwMdlx *model;
  guint8 *moves; /* by record id */
} Moves;

/* A node that moves something, and so do those above it. Stops at the first that is known, so a cycle ends too. */
static void
mark (Moves *m, const MwRecord *node)
{
  while (node && !m->moves[node->id]) {
    m->moves[node->id] = 1;
    node = mw_schema_is_a (node->schema, &mw_mdlx_node_schema)
             ? mw_model_resolve (&m->model->model, ((const MwMdlxNode *) node)->parent)
             : NULL;
  }
}

static void
mark_geoset (Moves *m, const MwMdlxGeoset *geoset)
{
  const MwModel *model = &m->model->model;
  const MwRef *bones = geoset->skin_bones.data, *members = geoset->group_members.data;
  const uint16_t *weights = geoset->skin_weights.data;
  for (gsize i = 0; i < 4 * (gsize) geoset->skin_bones.n; i++)
    if (i >= 4 * (gsize) geoset->skin_weights.n || weights[i])
      mark (m, mw_model_resolve (model, bones[i]));
  for (uint32_t i = 0; i < geoset->group_members.n && !geoset->skin_bones.n; i++)
    mark (m, mw_model_resolve (model, members[i]));
}

static gboolean
only_moves (const MwRecord *node)
{
  return node->schema == &mw_mdlx_bone_schema || node->schema == &mw_mdlx_helper_schema;
}

/* A model without any bone is none that the game draws, so one bone may be there for nothing. */
static const MwRecord *
only_bone (const MwMdlx *model, const guint8 *moves)
{
  const MwRecord *first = NULL;
  for (uint32_t i = 0; i < model->nodes.n; i++)
    if (model->nodes.items[i]->schema == &mw_mdlx_bone_schema) {
      if (moves[model->nodes.items[i]->id])
        return NULL;
      first = first ? first : model->nodes.items[i];
    }
  return first;
}

static void
check_bones (MwChecking *c, const MwMdlx *model)
{
  g_autofree guint8 *moves = g_new0 (guint8, model->model.n_ids + 1);
  Moves m = { model, moves };
  for (uint32_t i = 0; i < model->geosets.n; i++)
    mark_geoset (&m, (const MwMdlxGeoset *) model->geosets.items[i]);
  for (uint32_t i = 0; i < model->nodes.n; i++)
    if (!only_moves (model->nodes.items[i]))
      mark (&m, model->nodes.items[i]);
  mark (&m, only_bone (model, moves));
  for (uint32_t i = 0; i < model->nodes.n; i++)
    if (!moves[model->nodes.items[i]->id])
      mw_check_find_in (c, MW_RULE_WC3_BONE_UNUSED, model->nodes.items[i], NULL,
                        "it moves no vertex, and nothing that is used follows it");
}

void
mw_wc3_check_uses (MwChecking *c, const MwMdlx *model)
{
  check_needs (c, model);
  check_bones (c, model);
}
