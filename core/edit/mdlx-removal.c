/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/edit/heirs.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

/* Removals from an MDX model that are refused, and what happens to the vertices of removed nodes. They go to the
 * nearest remaining ancestor of the node, or to the nearest remaining node if the removal says so. A vertex with
 * several nodes can do without one that has no heir. A helper that takes over vertices becomes a bone. If a vertex would be left without any node, the removal is
 * refused. */

typedef struct {
  MwDocument *self;
  const guint8 *doomed;
  MwNameMap *heirs;   /* by id: which record takes over */
  gboolean by_parent; /* the heirs are ancestors; the generic removal (removal.c) redirects references to these */
  /* Vertices that would be left without a node. */
  const MwRecord *node, *geoset; /* the first node and geoset concerned */
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

static gboolean
is_lost (const Taking *t, MwRef ref)
{
  return goes (t, ref) && t->heirs->to[ref.id] == MW_NAME_GONE;
}

static void
leave_without (Taking *t, const MwMdlxGeoset *geoset, MwId node, guint n_vertices)
{
  if (!t->geoset) {
    t->geoset = &geoset->record;
    t->node = mw_model_find (t->self->model, node);
  }
  t->n_vertices += n_vertices;
}

static void
note_shared (const Taking *t, const MwMdlxGeoset *geoset, guint n)
{
  g_autofree char *path = mw_record_path (&geoset->record);
  mw_bulk_notice_shared (t->self, path, n);
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

/* Counts the vertices of each group. A vertex has the number of its group as a byte. */
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

/* Replaces members of groups by their heirs and removes members without one. A group that would become empty stays
 * unchanged: if vertices use it, the removal is refused; otherwise its references are treated like all others. */
static void
take_groups (Taking *t, MwMdlxGeoset *geoset)
{
  const MwRef *members = geoset->group_members.data;
  guint counts[256], n_shared = 0;
  if (!any_goes (t, members, geoset->group_members.n, t->by_parent) || !adds_up (geoset))
    return;
  count_vertices (geoset, counts);
  MwArray sizes = mw_array_copy (geoset->group_sizes.data, geoset->group_sizes.n, sizeof (uint32_t));
  g_autoptr (GArray) left = g_array_sized_new (FALSE, FALSE, sizeof (MwRef), geoset->group_members.n);
  for (uint32_t g = 0; g < sizes.n; g++) {
    uint32_t *size = &((uint32_t *) sizes.data)[g], was = *size;
    guint before = left->len, n_vertices = g < 256 ? counts[g] : 0;
    for (uint32_t i = 0; i < was; i++) {
      const MwRef to = goes (t, members[i]) ? (MwRef) { t->heirs->to[members[i].id], 0 } : members[i];
      if (!is_lost (t, members[i]))
        g_array_append_val (left, to);
    }
    *size = left->len - before;
    if (was && !*size) {
      if (n_vertices)
        leave_without (t, geoset, members[0].id, n_vertices);
      g_array_append_vals (left, members, was);
      *size = was;
    } else if (*size < was)
      n_shared += n_vertices;
    members += was;
  }
  mw_document_put_array (t->self, &geoset->record, MW_FIELD (MwMdlxGeoset, group_members),
                         mw_array_copy (left->data, left->len, sizeof (MwRef)));
  mw_document_put_array (t->self, &geoset->record, MW_FIELD (MwMdlxGeoset, group_sizes), sizes);
  note_shared (t, geoset, n_shared);
}

/* --- Weights -------------------------------------------------------------------------------------------------------- */

/* Replaces nodes in skin weights by their heirs. If the heirs are parents, removal.c does that together with all
 * other references, so here the change is only computed to find vertices that would be lost. */
static void
take_skin (Taking *t, MwMdlxGeoset *geoset)
{
  const MwField *field = MW_FIELD (MwMdlxGeoset, skin_bones);
  MwBulkChange change;
  if (!any_goes (t, geoset->skin_bones.data, (gsize) geoset->skin_bones.n * field->count, FALSE))
    return;
  mw_bulk_change_init (&change, t->self, &geoset->record, field, t->heirs);
  if (change.lost)
    leave_without (t, geoset, change.lost_name, change.lost);
  note_shared (t, geoset, change.shared);
  if (t->by_parent)
    mw_bulk_change_clear (&change);
  else
    mw_bulk_change_put (t->self, &change);
}

/* --- Helpers that take over ----------------------------------------------------------------------------------------- */

/* The heirs that are helpers, of those of a number of references that go. */
static void
collect_helpers (const Taking *t, const MwRef *refs, gsize n, GHashTable *helpers)
{
  for (gsize i = 0; i < n; i++) {
    const MwId heir = goes (t, refs[i]) && !is_lost (t, refs[i]) ? t->heirs->to[refs[i].id] : 0;
    const MwRecord *node = heir ? mw_model_find (t->self->model, heir) : NULL;
    if (node && node->schema == &mw_mdlx_helper_schema)
      g_hash_table_add (helpers, GUINT_TO_POINTER (heir));
  }
}

/* Warcraft III finds what moves vertices only among the bones, so helpers that are about to get vertices have to become bones. Returns
 * their ids. Free with g_hash_table_unref(). */
static GHashTable *
helpers_to_change (const Taking *t)
{
  GHashTable *helpers = g_hash_table_new (NULL, NULL);
  const MwMdlx *model = model_of (t->self);
  for (uint32_t i = 0; i < model->geosets.n && t->self->format.family == MW_FAMILY_MDX; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    if (t->doomed[geoset->record.id])
      continue;
    if (geoset->skin_bones.n)
      collect_helpers (t, geoset->skin_bones.data, 4 * (gsize) geoset->skin_bones.n, helpers);
    else
      collect_helpers (t, geoset->group_members.data, geoset->group_members.n, helpers);
  }
  return helpers;
}

static gboolean
make_bones (MwDocument *self, GHashTable *helpers, GError **error)
{
  const MwList *nodes = &model_of (self)->nodes;
  for (uint32_t i = 0; i < nodes->n; i++) {
    const MwRecord *node = nodes->items[i];
    if (!g_hash_table_contains (helpers, GUINT_TO_POINTER (node->id)))
      continue;
    g_autofree char *path = mw_record_path (node);
    if (!mw_document_replace_record (self, node->id, mw_record_convert_kind (node, &mw_mdlx_bone_schema), error))
      return FALSE;
    mw_document_notice (
      self, g_strdup_printf ("%s is a bone now, because it moves the vertices of a bone that was removed", path));
  }
  return TRUE;
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

/* Refuses to remove UV sets that a layer then could not find by its number. A layer whose number was already too
 * high does not count. */
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
                    *user = mw_field_path (&layer->record, MW_FIELD (MwMdlxLayer, coord_id));
    mw_set_error (error, MW_ERROR_REFUSED, -1, path,
                  "cannot be removed: %s is %u, and the geoset would have %u UV sets", user, layer->coord_id, left);
    return FALSE;
  }
  return TRUE;
}

/* Refuses to remove the track of an event object that stays. Warcraft III stores it always (mdlx.md 5.18). */
static gboolean
keeps_event_track (MwDocument *self, const guint8 *doomed, const MwRecord *node, GError **error)
{
  const MwMdlxEventObject *event = node->schema == &mw_mdlx_event_object_schema ? (const MwMdlxEventObject *) node
                                                                                : NULL;
  if (!event || !event->track || doomed[node->id] || !doomed[event->track->record.id]
      || self->format.family != MW_FAMILY_MDX)
    return TRUE;
  g_autofree char *path = mw_record_path (&event->track->record);
  mw_set_error (
    error, MW_ERROR_REFUSED, -1, path,
    "cannot be removed, because other programs cannot read an event object without it; key-remove-all removes "
    "its times");
  return FALSE;
}

/* --- The rule ------------------------------------------------------------------------------------------------------- */

static gboolean
refuse (const Taking *t, GError **error)
{
  g_autofree char *node = mw_record_path (t->node), *geoset = mw_record_path (t->geoset);
  g_autofree char *more = t->n_geosets > 1 ? g_strdup_printf (" and %u more", t->n_geosets - 1) : g_strdup ("");
  if (t->heirs->n_after == 0) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, node,
                  "cannot be removed: no node would be left to move %u vertices of %s%s; delete those first",
                  t->n_vertices, geoset, more);
    return FALSE;
  }
  mw_set_error (error, MW_ERROR_REFUSED, -1, node,
                "cannot be removed: nothing would move %u vertices of %s%s, because it has no parent that remains",
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
    /* If a geoset has weights, its matrix groups are not used (mdlx.md 5.7). */
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
  for (uint32_t i = 0; i < nodes->n; i++) {
    if (!keeps_event_track (self, doomed, nodes->items[i], error))
      return FALSE;
    n += doomed[nodes->items[i]->id];
  }
  if (n == 0)
    return TRUE;
  t.by_parent = self->weights == MW_WEIGHTS_PARENT;
  if (!t.by_parent) {
    g_autoptr (GHashTable) nearest = mw_nearest_heirs (nodes, kinds, doomed);
    mw_document_remember_nearest (self, nearest);
  }
  t.heirs = mw_heirs_new (self, MW_FIELD (MwMdlx, nodes), doomed);
  g_autoptr (GHashTable) helpers = helpers_to_change (&t);
  take_over (&t);
  gboolean ok = !t.n_vertices || refuse (&t, error);
  ok = ok && make_bones (self, helpers, error);
  g_free (t.heirs);
  return ok;
}
