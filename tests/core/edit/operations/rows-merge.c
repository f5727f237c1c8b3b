/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "tests/core/edit/operations/rows-import.h"

#include <string.h>

/* A model is merged into itself: each element is then there twice, and the second one shows in each sequence what the first does. */

static const MwMdlxNode *
named (const MwMdlx *model, const char *name)
{
  for (uint32_t i = 0; i < model->nodes.n; i++)
    if (g_strcmp0 (((const MwMdlxNode *) model->nodes.items[i])->name, name) == 0)
      return (const MwMdlxNode *) model->nodes.items[i];
  return NULL;
}

char *
merge_step (const MwModel *model, MwFormat format)
{
  if (format.family == MW_FAMILY_M2)
    return m2_merge_step (model, format);
  if (format.family != MW_FAMILY_MDX)
    return NULL;
  const MwMdlx *mdlx = (const MwMdlx *) model;
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (uint32_t i = 0; i < mdlx->nodes.n; i++) {
    const char *name = mw_text (((const MwMdlxNode *) mdlx->nodes.items[i])->name);
    if (!*name || strlen (name) > 70 || !g_hash_table_add (names, g_strdup (name))
        || !g_hash_table_add (names, g_strdup_printf ("%s 2", name)))
      return NULL;
  }
  /* What is wrong with a geoset would be wrong with its copy too. */
  for (uint32_t i = 0; i < mdlx->geosets.n; i++) {
    const MwArray *types = &((const MwMdlxGeoset *) mdlx->geosets.items[i])->primitive_types;
    for (uint32_t k = 0; k < types->n; k++)
      if (((const uint32_t *) types->data)[k] != 4)
        return NULL;
  }
  g_autofree char *file = import_written (model, format);
  return mdlx->nodes.n < 2 ? NULL : g_strdup_printf ("model-merge file=\"%s\"", file);
}

/* Whether `second` refers in `after` to what stands for what `first` refers to in `before`. */
static gboolean
stands_for (const TableCase *at, MwRef first, MwRef second)
{
  const MwRecord *a = mw_model_resolve (at->before, first), *b = mw_model_resolve (at->after, second);
  if (!a || !b)
    return !a && !b;
  g_autofree char *name = mw_record_name (a) ? g_strdup_printf ("%s 2", mw_record_name (a)) : NULL;
  return g_strcmp0 (name, mw_record_name (b)) == 0 && a->schema == b->schema;
}

static char *
compare_tracks (const TableCase *at, const MwRecord *old, const MwRecord *new)
{
  const MwList *before = table_list (at->before, "sequences"), *after = table_list (at->after, "sequences");
  for (guint i = 0; i < mw_schema_n_fields (old->schema); i++) {
    const MwField *slot = mw_schema_field_at (old->schema, i);
    const MwRecord *a = slot->type == MW_TYPE_CHILD ? *(MwRecord *const *) mw_field_at (old, slot) : NULL,
                   *b = slot->type == MW_TYPE_CHILD ? *(MwRecord *const *) mw_field_at (new, slot) : NULL;
    for (uint32_t k = 0; a && b && mw_schema_part (a->schema, MW_PART_VALUES) && k < before->n; k++) {
      gint64 start, end;
      gboolean lanes;
      table_interval (before->items[k], at->format, &start, &end, &lanes);
      TableCurve p = { at->before, a, before->items[k], 0 }, q = { at->after, b, after->items[k], 0 };
      if (end >= start && !table_same_curve (&p, &q, end - start, 5, 1e-4))
        return g_strdup_printf ("%s differs", slot->name);
    }
  }
  return NULL;
}

static char *
judge_node (const TableCase *at, const MwMdlxNode *old)
{
  g_autofree char *name = g_strdup_printf ("%s 2", old->name);
  const MwMdlxNode *new = named ((const MwMdlx *) at->after, name),
                   *same = named ((const MwMdlx *) at->after, old->name);
  if (!new || !same || new->record.schema != old->record.schema)
    return g_strdup_printf ("there is no node %s", name);
  if (memcmp (old->pivot, new->pivot, sizeof old->pivot) != 0
      || memcmp (old->pivot, same->pivot, sizeof old->pivot) != 0)
    return g_strdup_printf ("%s is somewhere else", name);
  if (!stands_for (at, old->parent, new->parent))
    return g_strdup_printf ("%s follows another node", name);
  return compare_tracks (at, &old->record, &new->record);
}

static char *
judge_geoset (const TableCase *at, const MwMdlxGeoset *old, const MwMdlxGeoset *new)
{
  const MwMdlx *before = (const MwMdlx *) at->before;
  const MwRecord *a = mw_model_resolve (at->before, old->material), *b = mw_model_resolve (at->after, new->material);
  if (!mw_array_equal (&old->vertices, &new->vertices, 12) || !mw_array_equal (&old->faces, &new->faces, 2)
      || old->group_members.n != new->group_members.n || old->extents.n != new->extents.n)
    return g_strdup ("a geoset is not the same");
  for (uint32_t i = 0; i < old->group_members.n; i++)
    if (!stands_for (at, ((const MwRef *) old->group_members.data)[i], ((const MwRef *) new->group_members.data)[i]))
      return g_strdup ("a geoset follows other bones");
  for (uint32_t i = 0; i < 4 * old->skin_bones.n; i++)
    if (!stands_for (at, ((const MwRef *) old->skin_bones.data)[i], ((const MwRef *) new->skin_bones.data)[i]))
      return g_strdup ("a vertex follows other bones");
  if (a && (!b || mw_record_index (b) != mw_record_index (a) + before->materials.n))
    return g_strdup ("a geoset has another material");
  return NULL;
}

char *
merge_judge (const TableCase *at)
{
  if (at->format.family == MW_FAMILY_M2)
    return m2_merge_judge (at);
  const MwMdlx *before = (const MwMdlx *) at->before, *after = (const MwMdlx *) at->after;
  const MwList *const twice[][2] = { { &before->nodes, &after->nodes },
                                     { &before->geosets, &after->geosets },
                                     { &before->materials, &after->materials },
                                     { &before->cameras, &after->cameras },
                                     { &before->geoset_animations, &after->geoset_animations } },
                      *const once[][2] = { { &before->sequences, &after->sequences },
                                           { &before->textures, &after->textures } };
  for (guint i = 0; i < G_N_ELEMENTS (twice); i++)
    if (twice[i][1]->n != 2 * twice[i][0]->n)
      return g_strdup_printf ("list %u has %u elements", i, twice[i][1]->n);
  for (guint i = 0; i < G_N_ELEMENTS (once); i++)
    if (once[i][1]->n != once[i][0]->n)
      return g_strdup_printf ("shared list %u has %u elements", i, once[i][1]->n);
  char *wrong = NULL;
  for (uint32_t i = 0; !wrong && i < before->nodes.n; i++)
    wrong = judge_node (at, (const MwMdlxNode *) before->nodes.items[i]);
  for (uint32_t i = 0; !wrong && i < before->geosets.n; i++)
    wrong = judge_geoset (at, (const MwMdlxGeoset *) before->geosets.items[i],
                          (const MwMdlxGeoset *) after->geosets.items[i + before->geosets.n]);
  for (uint32_t i = 0; !wrong && i < before->geoset_animations.n; i++) {
    const MwMdlxGeosetAnimation *a = (const MwMdlxGeosetAnimation *) before->geoset_animations.items[i],
                                *b = (const MwMdlxGeosetAnimation *)
                                       after->geoset_animations.items[i + before->geoset_animations.n];
    const MwRecord *x = mw_model_resolve (at->before, a->geoset), *y = mw_model_resolve (at->after, b->geoset);
    if (x && (!y || mw_record_index (y) != mw_record_index (x) + before->geosets.n))
      wrong = g_strdup ("a geoset animation is of another geoset");
    else
      wrong = compare_tracks (at, &a->record, &b->record);
  }
  return wrong;
}
