/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/edit/heirs.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

/* What a removal from an MDX model may not do, and what becomes of the vertices when nodes go that move them. A removed node's vertices go to its nearest ancestor
 * that stays, or to the nearest node where the removal says so. A vertex that has other nodes too can do without one; one that
 * has none would be moved by nothing, and the removal is refused. */

typedef struct {
  MwDocument *self;
  const guint8 *doomed;
  MwId *ancestors;     /* by id: who takes over; 0: nobody */
  GHashTable *nearest; /* the same where the nearest ones do; or NULL */
  gboolean none_left;  /* no node stays */
  /* What would be left with nothing that moves it. */
  const MwRecord *node, *geoset; /* the first */
  guint n_vertices, n_geosets;
} Taking;

static MwMdlx *
model_of (MwDocument *self)
{
  return (MwMdlx *) self->model;
}

static gboolean
goes (const Taking *t, MwRef ref)
{
  return ref.id && t->doomed[ref.id];
}

/* What a reference to a removed node becomes; none where nobody takes over. */
static MwRef
heir_of (const Taking *t, MwRef ref)
{
  if (t->nearest)
    return mw_nearest_heir (t->nearest, ref.id);
  return t->ancestors[ref.id] ? (MwRef) { t->ancestors[ref.id], 0 } : MW_REF_NONE;
}

static gboolean
is_lost (const Taking *t, MwRef ref)
{
  return goes (t, ref) && !heir_of (t, ref).id;
}

static void
leave_without (Taking *t, const MwMdlxGeoset *geoset, MwRef node, guint n_vertices)
{
  if (!t->geoset) {
    t->geoset = &geoset->record;
    t->node = mw_model_find (t->self->model, node.id);
  }
  t->n_vertices += n_vertices;
}

static void
tell_shared (const Taking *t, const MwMdlxGeoset *geoset, guint n)
{
  if (!n)
    return;
  g_autofree char *path = mw_record_path (&geoset->record);
  mw_document_notice (t->self,
                      g_strdup_printf ("%s: %u vertices are moved by their other bones alone now, for one that "
                                       "was removed has no parent that stays",
                                       path, n));
}

/* --- Matrix groups -------------------------------------------------------------------------------------------------- */

static gboolean
any_goes (const Taking *t, const MwRef *refs, gsize n, gboolean only_lost)
{
  for (gsize i = 0; i < n; i++)
    if (only_lost ? is_lost (t, refs[i]) : goes (t, refs[i]))
      return TRUE;
  return FALSE;
}

/* Vertices of each group; a vertex names its group by a byte. */
static void
count_vertices (const MwMdlxGeoset *geoset, guint counts[256])
{
  memset (counts, 0, 256 * sizeof *counts);
  for (uint32_t i = 0; i < geoset->vertex_groups.n; i++)
    counts[((const uint8_t *) geoset->vertex_groups.data)[i]]++;
}

static gboolean
adds_up (const MwMdlxGeoset *geoset)
{
  guint64 sum = 0;
  for (uint32_t i = 0; i < geoset->group_sizes.n; i++)
    sum += ((const uint32_t *) geoset->group_sizes.data)[i];
  return sum == geoset->group_members.n;
}

/* Members with an heir become that; those without leave the group. A group that nothing would be left of stays as it is, for
 * what applies to all references: it is refused before where a vertex needs it. */
static void
take_groups (Taking *t, MwMdlxGeoset *geoset)
{
  const MwRef *members = geoset->group_members.data;
  guint counts[256], n_shared = 0;
  if (!any_goes (t, members, geoset->group_members.n, !t->nearest) || !adds_up (geoset))
    return;
  count_vertices (geoset, counts);
  MwArray sizes = mw_array_copy (geoset->group_sizes.data, geoset->group_sizes.n, sizeof (uint32_t));
  g_autoptr (GArray) left = g_array_sized_new (FALSE, FALSE, sizeof (MwRef), geoset->group_members.n);
  for (uint32_t g = 0; g < sizes.n; g++) {
    uint32_t *size = &((uint32_t *) sizes.data)[g], was = *size;
    guint before = left->len, n_vertices = g < 256 ? counts[g] : 0;
    for (uint32_t i = 0; i < was; i++) {
      MwRef to = goes (t, members[i]) ? heir_of (t, members[i]) : members[i];
      if (!is_lost (t, members[i]))
        g_array_append_val (left, to);
    }
    *size = left->len - before;
    if (was && !*size) {
      if (n_vertices)
        leave_without (t, geoset, members[0], n_vertices);
      g_array_append_vals (left, members, was);
      *size = was;
    } else if (*size < was)
      n_shared += n_vertices;
    members += was;
  }
  mw_document_put_array (t->self, &geoset->record, mw_schema_field (&mw_mdlx_geoset_schema, "group_members"),
                         mw_array_copy (left->data, left->len, sizeof (MwRef)));
  mw_document_put_array (t->self, &geoset->record, mw_schema_field (&mw_mdlx_geoset_schema, "group_sizes"), sizes);
  tell_shared (t, geoset, n_shared);
}

/* --- Weights -------------------------------------------------------------------------------------------------------- */

enum { BONES = 4 };

/* Who gets the weights is settled with all references (weighted-references.c), but for the nearest, which that does not know. */
static void
take_skin (Taking *t, MwMdlxGeoset *geoset)
{
  const MwRef *refs = geoset->skin_bones.data;
  gsize n = geoset->skin_bones.n;
  guint n_shared = 0;
  if (!any_goes (t, refs, n * BONES, FALSE))
    return;
  for (gsize i = 0; i < n; i++) {
    const MwRef *bones = refs + i * BONES;
    const uint16_t *weights = i < geoset->skin_weights.n ? (const uint16_t *) geoset->skin_weights.data + i * BONES
                                                         : NULL;
    MwRef gone = { 0, 0 };
    gboolean kept = FALSE;
    for (guint k = 0; k < BONES; k++) {
      gboolean counts = weights && weights[k];
      if (is_lost (t, bones[k]) && (counts || t->none_left))
        gone = bones[k];
      else if (counts)
        kept = TRUE;
    }
    if (gone.id && !kept)
      leave_without (t, geoset, gone, 1);
    n_shared += gone.id && kept;
  }
  tell_shared (t, geoset, n_shared);
  if (!t->nearest)
    return;
  MwArray heirs = mw_array_copy (refs, (uint32_t) n, BONES * sizeof (MwRef));
  MwRef *to = heirs.data;
  for (gsize i = 0; i < n * BONES; i++)
    if (goes (t, to[i]))
      to[i] = heir_of (t, to[i]);
  mw_document_put_array (t->self, &geoset->record, mw_schema_field (&mw_mdlx_geoset_schema, "skin.bones"), heirs);
}

/* --- UV sets -------------------------------------------------------------------------------------------------------- */

static uint32_t
left_of (const MwList *list, const guint8 *doomed)
{
  uint32_t left = 0;
  for (uint32_t i = 0; i < list->n; i++)
    left += !doomed[list->items[i]->id];
  return left;
}

/* Layers name them by number. One that names none already may go on. */
static gboolean
keeps_uv_sets (MwDocument *self, const guint8 *doomed, const MwMdlxGeoset *geoset, GError **error)
{
  uint32_t left = left_of (&geoset->uv_sets, doomed);
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) mw_model_resolve (self->model, geoset->material);
  if (doomed[geoset->record.id] || left == geoset->uv_sets.n || !material)
    return TRUE;
  for (uint32_t i = 0; i < material->layers.n; i++) {
    const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[i];
    if (doomed[layer->record.id] || layer->coord_id < left || layer->coord_id >= geoset->uv_sets.n)
      continue;
    uint32_t gone = 0;
    while (!doomed[geoset->uv_sets.items[gone]->id])
      gone++;
    g_autofree char *path = mw_record_path (geoset->uv_sets.items[gone]),
                    *user = mw_field_path (&layer->record, mw_schema_field (layer->record.schema, "coord_id"));
    mw_set_error (error, MW_ERROR_REFUSED, -1, path,
                  "cannot be removed: %s is %u, and the geoset would have %u UV sets", user, layer->coord_id, left);
    return FALSE;
  }
  return TRUE;
}

/* --- All of it ------------------------------------------------------------------------------------------------------ */

static gboolean
refuse (const Taking *t, GError **error)
{
  g_autofree char *node = mw_record_path (t->node), *geoset = mw_record_path (t->geoset);
  g_autofree char *more = t->n_geosets > 1 ? g_strdup_printf (" and %u more", t->n_geosets - 1) : g_strdup ("");
  if (t->none_left) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, node,
                  "cannot be removed: no node would be left to move %u vertices of %s%s; delete those first",
                  t->n_vertices, geoset, more);
    return FALSE;
  }
  mw_set_error (error, MW_ERROR_REFUSED, -1, node,
                "cannot be removed: nothing would move %u vertices of %s%s, for it has no parent that stays",
                t->n_vertices, geoset, more);
  mw_error_set_remedy (error, &mw_remedy_delete_nearest);
  return FALSE;
}

static void
take_over (Taking *t)
{
  const MwMdlx *model = model_of (t->self);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    MwMdlxGeoset *geoset = (MwMdlxGeoset *) model->geosets.items[i];
    if (t->doomed[geoset->record.id])
      continue;
    guint before = t->n_vertices;
    /* Beside weights nothing looks at the groups (mdlx.md 5.7). */
    if (geoset->skin_bones.n)
      take_skin (t, geoset);
    else
      take_groups (t, geoset);
    t->n_geosets += t->n_vertices != before;
  }
}

gboolean
mw_mdlx_remove (MwDocument *self, const guint8 *doomed, GError **error)
{
  static const MwSchema *const kinds[] = { &mw_mdlx_bone_schema, &mw_mdlx_helper_schema, NULL };
  const MwList *nodes = &model_of (self)->nodes;
  Taking t = { .self = self, .doomed = doomed };
  guint n = 0;
  for (uint32_t i = 0; i < model_of (self)->geosets.n; i++)
    if (!keeps_uv_sets (self, doomed, (const MwMdlxGeoset *) model_of (self)->geosets.items[i], error))
      return FALSE;
  for (uint32_t i = 0; i < nodes->n; i++)
    n += doomed[nodes->items[i]->id];
  if (n == 0)
    return TRUE;
  t.none_left = n == nodes->n;
  t.ancestors = mw_surviving_ancestors (self->model, nodes, doomed);
  if (self->weights == MW_WEIGHTS_NEAREST) {
    t.nearest = mw_nearest_heirs (nodes, kinds, doomed);
    mw_document_remember_nearest (self, t.nearest);
  }
  take_over (&t);
  if (t.nearest)
    g_hash_table_unref (t.nearest);
  g_free (t.ancestors);
  return !t.n_vertices || refuse (&t, error);
}
