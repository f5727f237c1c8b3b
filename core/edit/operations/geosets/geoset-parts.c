/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/geosets/geoset-parts.h"
#include "core/edit/operations/geosets/geoset-vertices.h"
#include "core/edit/operations/geosets/m2-submesh-parts.h"
#include "core/edit/operations/geosets/mesh.h"
#include "core/edit/operations/operations.h"

#include <math.h>
#include <string.h>

/* The operation that makes several geosets of one; m2-submesh-parts.c does it with submeshes. */

static const MwMdlx *
model_of (MwDocument *document)
{
  return (const MwMdlx *) mw_document_get_model (document);
}

static MwMdlxGeoset *
geoset_of (MwDocument *document, MwId id)
{
  return (MwMdlxGeoset *) mw_model_find (mw_document_get_model (document), id);
}

static gboolean
set_ref (MwDocument *document, MwId id, const MwField *field, MwRef ref, GError **error)
{
  return mw_document_set_field (document, id, field, &ref, sizeof ref, error);
}

/* --- Split: what refers to the geoset --------------------------------------------------------------------------------- */

typedef struct {
  MwDocument *document;
  MwId geoset;
  GArray *parts; /* MwId of the geosets of all parts; the first is the geoset itself */
} Splitting;

/* One bit for each node by id, in `moves`, that moves a vertex of a geoset. */
static void
mark_movers (const MwMdlxGeoset *geoset, GHashTable *moves)
{
  const MwRef *bones = geoset->skin_bones.data, *members = geoset->group_members.data;
  const guint16 *weights = geoset->skin_weights.data;
  guint8 used[256] = { 0 };
  for (gsize i = 0; i < 4 * (gsize) MIN (geoset->skin_bones.n, geoset->skin_weights.n); i++)
    if (weights[i] && bones[i].id)
      g_hash_table_add (moves, GUINT_TO_POINTER (bones[i].id));
  if (geoset->skin_bones.n)
    return;
  for (guint32 i = 0; i < geoset->vertex_groups.n; i++)
    used[((const guint8 *) geoset->vertex_groups.data)[i]] = 1;
  guint64 at = 0;
  for (guint32 g = 0; g < geoset->group_sizes.n; g++) {
    const guint64 end = at + ((const guint32 *) geoset->group_sizes.data)[g];
    for (; at < MIN (end, geoset->group_members.n); at++)
      if (g < 256 && used[g] && members[at].id)
        g_hash_table_add (moves, GUINT_TO_POINTER (members[at].id));
    at = end;
  }
}

/* Makes a bone that refers to the geoset refer to the one part that it moves, or to none if it moves several. */
static gboolean
split_bones (const Splitting *s, GError **error)
{
  const MwList *nodes = &model_of (s->document)->nodes;
  g_autoptr (GPtrArray) movers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
  for (guint i = 0; i < s->parts->len; i++) {
    g_ptr_array_add (movers, g_hash_table_new (NULL, NULL));
    mark_movers (geoset_of (s->document, g_array_index (s->parts, MwId, i)), movers->pdata[i]);
  }
  for (uint32_t i = 0; i < nodes->n; i++) {
    const MwMdlxBone *bone = (const MwMdlxBone *) nodes->items[i];
    MwRef to = MW_REF_NONE;
    guint n = 0;
    if (bone->node.record.schema != &mw_mdlx_bone_schema || bone->geoset.id != s->geoset)
      continue;
    for (guint k = 0; k < movers->len; k++)
      if (g_hash_table_contains (movers->pdata[k], GUINT_TO_POINTER (bone->node.record.id)) && !n++)
        to = (MwRef) { g_array_index (s->parts, MwId, k), 0 };
    if (n > 1)
      to = MW_REF_NONE;
    if (n && !set_ref (s->document, bone->node.record.id, MW_FIELD (MwMdlxBone, geoset), to, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
forget_ids (MwRecord *record, gpointer data)
{
  record->id = 0;
  mw_notes_remove (record, MW_NOTE_PLACES);
  return TRUE;
}

/* Each new part gets a copy of the animations of the geoset. */
static gboolean
split_animations (const Splitting *s, GError **error)
{
  const MwList *animations = &model_of (s->document)->geoset_animations;
  const MwField *list = MW_FIELD (MwMdlx, geoset_animations);
  const guint32 n = animations->n;
  for (guint32 i = 0; i < n; i++) {
    const MwMdlxGeosetAnimation *animation = (const MwMdlxGeosetAnimation *) animations->items[i];
    for (guint k = 1; animation->geoset.id == s->geoset && k < s->parts->len; k++) {
      MwMdlxGeosetAnimation *copy = (MwMdlxGeosetAnimation *) mw_record_copy (&animation->record, FALSE);
      mw_record_foreach (&copy->record, forget_ids, NULL);
      copy->geoset = (MwRef) { g_array_index (s->parts, MwId, k), 0 };
      if (!mw_document_insert (s->document, model_of (s->document)->model.record.id, list, animations->n, &copy->record,
                               error))
        return FALSE;
    }
  }
  return TRUE;
}

/* If the glider refers to the geoset, makes it refer to all parts. */
static gboolean
split_glider (const Splitting *s, GError **error)
{
  const MwMdlx *model = model_of (s->document);
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (MwRef));
  for (guint32 i = 0; i < model->glider.n; i++) {
    const MwRef *ref = (const MwRef *) model->glider.data + i;
    g_array_append_vals (refs, ref, 1);
    for (guint k = 1; ref->id == s->geoset && k < s->parts->len; k++) {
      const MwRef part = { g_array_index (s->parts, MwId, k), 0 };
      g_array_append_val (refs, part);
    }
  }
  return refs->len == model->glider.n
         || mw_document_swap_array (s->document, model->model.record.id, MW_FIELD (MwMdlx, glider),
                                    mw_array_copy (refs->data, refs->len, sizeof (MwRef)), error);
}

/* --- Split ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  uint8_t seams;
} SplitParams;

static const MwField split_fields[] = {
  MW_FIELD_U8 (
    SplitParams, seams, "across_seams", .role = MW_ROLE_SWITCH, .max = 1, .def = 1, .label = N_ ("Across seams"),
    .doc = N_ ("Faces that meet at the same position are one part, even if they have vertices of their own.")),
};
static const MwSchema split_params = { .name = "geoset-split-parts",
                                       .label = N_ ("Split Parts"),
                                       .size = sizeof (SplitParams),
                                       .fields = split_fields,
                                       .n_fields = G_N_ELEMENTS (split_fields) };

/* The faces and vertices of one part; part[t] is that of face t. */
static MwGeosetVertices *
pick_part (const MwMdlxGeoset *geoset, const MwGeosetVertices *all, const guint32 *part, guint32 number, MwFaces *faces)
{
  MwGeosetVertices *vertices = mw_geoset_vertices_copy (all);
  const guint16 *corners = geoset->faces.data;
  g_autofree guint8 *marked = g_new0 (guint8, all->n + 1), *used = g_new0 (guint8, all->n + 1),
                    *keep = g_new (guint8, geoset->faces.n / 3 + 1);
  for (guint32 t = 0; t < geoset->faces.n / 3; t++) {
    keep[t] = part[t] == number;
    for (guint k = 0; k < 3; k++) {
      used[corners[3 * (gsize) t + k]] = 1;
      marked[corners[3 * (gsize) t + k]] |= keep[t];
    }
  }
  for (guint32 i = 0; number == 0 && i < all->n; i++)
    marked[i] |= !used[i];
  g_autofree guint32 *to = mw_geoset_vertices_keep (vertices, marked);
  *faces = mw_geoset_pick_faces (geoset, keep, to);
  return vertices;
}

/* Inserts the part as a geoset of its own. */
static gboolean
insert_part (const Splitting *s, const MwGeosetVertices *vertices, MwFaces *faces, GError **error)
{
  const MwMdlxGeoset *geoset = geoset_of (s->document, s->geoset);
  MwMdlxGeoset *copy = (MwMdlxGeoset *) mw_record_copy (&geoset->record, FALSE);
  mw_record_foreach (&copy->record, forget_ids, NULL);
  mw_geoset_vertices_put_detached (vertices, copy);
  mw_array_clear (&copy->faces);
  mw_array_clear (&copy->primitive_types);
  mw_array_clear (&copy->primitive_sizes);
  copy->faces = faces->faces;
  copy->primitive_types = faces->types;
  copy->primitive_sizes = faces->sizes;
  copy->geoset_index = MW_REF_NONE; /* of version 1500; it becomes its own number */
  if (!mw_document_insert (s->document, model_of (s->document)->model.record.id, MW_FIELD (MwMdlx, geosets),
                           mw_record_index (&geoset->record) + s->parts->len, &copy->record, error))
    return FALSE;
  g_array_append_val (s->parts, copy->record.id);
  return TRUE;
}

static gboolean
fill_parts (const Splitting *s, const guint32 *part, guint32 n_parts, GError **error)
{
  const MwMdlxGeoset *geoset = geoset_of (s->document, s->geoset);
  g_autoptr (MwGeosetVertices) all = mw_geoset_vertices_of (geoset, error);
  if (!all)
    return FALSE;
  for (guint32 i = 1; i < n_parts; i++) {
    MwFaces faces;
    g_autoptr (MwGeosetVertices) vertices = pick_part (geoset, all, part, i, &faces);
    if (!insert_part (s, vertices, &faces, error))
      return FALSE;
  }
  MwFaces faces;
  g_autoptr (MwGeosetVertices) vertices = pick_part (geoset, all, part, 0, &faces);
  return mw_geoset_set_faces (s->document, s->geoset, &faces, error)
         && mw_geoset_vertices_put (vertices, s->document, s->geoset, error);
}

gboolean
mw_geoset_split (MwDocument *document, MwId id, const guint32 *part_of, guint32 n_parts, GArray *made, GError **error)
{
  enum { MOST_WOW = 255 }; /* geosets of a file of World of Warcraft's alpha (mdlx.md 7.3) */
  const MwMdlxGeoset *geoset = geoset_of (document, id);
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (MwId));
  const Splitting s = { document, id, parts };
  if (mw_document_get_format (document).family == MW_FAMILY_MDX_WOW
      && model_of (document)->geosets.n + n_parts - 1 > MOST_WOW)
    return mw_operation_refuse (&geoset->record, error, "has so many parts that there would be more than 255 geosets");
  g_array_append_val (parts, id);
  gboolean ok = fill_parts (&s, part_of, n_parts, error) && split_bones (&s, error) && split_animations (&s, error)
                && split_glider (&s, error);
  g_array_append_vals (made, parts->data, parts->len);
  return ok;
}

/* Splits a geoset; *made gets the ids of all geosets that it is now, if these are more than one. */
static gboolean
split_geoset (MwDocument *document, MwId id, gboolean seams, GArray *made, GError **error)
{
  const MwMdlxGeoset *geoset = geoset_of (document, id);
  guint32 n_parts;
  g_autoptr (GArray) only = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_array_append_val (only, id);
  g_autofree guint32 *of_vertex = mw_mesh_parts (document, only, seams, &n_parts),
                     *of_face = g_new (guint32, geoset->faces.n / 3 + 1);
  for (guint32 t = 0; t < geoset->faces.n / 3; t++)
    of_face[t] = of_vertex[((const guint16 *) geoset->faces.data)[3 * (gsize) t]];
  return n_parts < 2 || mw_geoset_split (document, id, of_face, n_parts, made, error);
}

static gboolean
split_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const gboolean seams = ((const SplitParams *) params)->seams;
  g_autoptr (GPtrArray) groups = mw_mesh_groups (document, ids, n);
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < groups->len; i++)
    for (guint k = 0; k < ((const GArray *) groups->pdata[i])->len; k++) {
      const MwId id = g_array_index ((const GArray *) groups->pdata[i], MwId, k);
      gboolean submesh = mw_model_find (mw_document_get_model (document), id)->schema == &mw_m2_submesh_schema;
      if (!(submesh ? mw_submesh_split : split_geoset) (document, id, seams, made, error))
        return FALSE;
    }
  if (!made->len)
    return mw_operation_nothing (error, "nothing to split: all faces are connected");
  mw_document_select (document, (const MwId *) made->data, made->len);
  return TRUE;
}

const MwOperation mw_operation_geoset_split_parts = {
  .id = "geoset-split-parts",
  .label = N_ ("Split Parts"),
  .step = N_ ("Split %s"),
  .doc = N_ (
    "Makes each loose part of a geoset a geoset of its own, with the same material, bounds and animations. A part is "
    "a set of connected faces. A bone that referred to the geoset refers to the part that it moves, or to none if it "
    "moves several. A submesh of an M2 model becomes several in every skin profile that shows its triangles; each is "
    "drawn by the same batches and has its own bounds."),
  .aliases = "submesh mesh separate loose parts detach islands",
  .domain = MW_DOMAIN_GEOSETS,
  .params = &split_params,
  .applies = mw_mesh_check_shared,
  .run = split_run,
};
