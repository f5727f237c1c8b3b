/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/geosets/geoset-vertices.h"
#include "core/edit/operations/geosets/m2-submesh-parts.h"
#include "core/edit/operations/geosets/mesh.h"
#include "core/edit/operations/operations.h"
#include "core/edit/progress.h"

#include <math.h>
#include <string.h>

/* The operation that makes one geoset of several; m2-submesh-merge.c does it with submeshes. */

enum { MOST_VERTICES = 65535, MOST_GROUPS = 256 };

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
refuse_pair (const MwMdlxGeoset *into, const MwMdlxGeoset *from, const char *what, GError **error)
{
  return mw_mesh_refuse_pair (&into->record, &from->record, what, error);
}

/* --- Whether they fit together -------------------------------------------------------------------------------------- */

static gboolean
same_ref (MwRef a, MwRef b)
{
  return a.id == b.id && a.raw == b.raw;
}

/* The animation of a geoset; NULL: none. *n gets their number. */
static const MwMdlxGeosetAnimation *
animation_of (const MwMdlx *model, const MwMdlxGeoset *geoset, guint *n)
{
  const MwMdlxGeosetAnimation *found = NULL;
  *n = 0;
  for (uint32_t i = 0; i < model->geoset_animations.n; i++) {
    const MwMdlxGeosetAnimation *animation = (const MwMdlxGeosetAnimation *) model->geoset_animations.items[i];
    if (animation->geoset.id == geoset->record.id && !(*n)++)
      found = animation;
  }
  return found;
}

static gboolean
same_track (MwDocument *document, const MwTrack *a, const MwTrack *b)
{
  const MwModel *model = mw_document_get_model (document);
  return !a == !b
         && (!a || mw_record_equal (model, &a->record, model, &b->record, mw_document_get_format (document), NULL));
}

static gboolean
same_animation (MwDocument *document, const MwMdlxGeoset *into, const MwMdlxGeoset *from)
{
  guint n_into, n_from;
  const MwMdlxGeosetAnimation *a = animation_of (model_of (document), into, &n_into),
                              *b = animation_of (model_of (document), from, &n_from);
  if (!a || !b)
    return !a && !b;
  return n_into == 1 && n_from == 1 && a->alpha == b->alpha && a->flags == b->flags
         && memcmp (a->color, b->color, sizeof a->color) == 0 && same_track (document, a->alpha_track, b->alpha_track)
         && same_track (document, a->color_track, b->color_track);
}

static gboolean
is_glider (const MwMdlx *model, const MwMdlxGeoset *geoset)
{
  for (uint32_t i = 0; i < model->glider.n; i++)
    if (((const MwRef *) model->glider.data)[i].id == geoset->record.id)
      return TRUE;
  return FALSE;
}

static gboolean
same_level (const MwMdlxGeoset *a, const MwMdlxGeoset *b)
{
  return a->level_of_detail == b->level_of_detail
         && strcmp (mw_text (a->level_of_detail_name), mw_text (b->level_of_detail_name)) == 0;
}

/* All that a geoset has once for all its faces must be equal. */
static gboolean
fit_together (MwDocument *document, const MwMdlxGeoset *into, const MwMdlxGeoset *from, GError **error)
{
  if (!same_ref (into->material, from->material))
    return refuse_pair (into, from, "they have different materials", error);
  if (into->selection_group != from->selection_group || into->selection_flags != from->selection_flags)
    return refuse_pair (into, from, "they have different selection groups or flags", error);
  if (!same_level (into, from))
    return refuse_pair (into, from, "they have different levels of detail or names", error);
  if (into->uv_sets.n != from->uv_sets.n)
    return refuse_pair (into, from, "they do not have the same number of UV sets", error);
  if (!same_animation (document, into, from))
    return refuse_pair (into, from, "they have different geoset animations", error);
  if (is_glider (model_of (document), into) != is_glider (model_of (document), from))
    return refuse_pair (into, from, "only one of them is shown as a glider", error);
  if (into->unknown.n || from->unknown.n)
    return refuse_pair (into, from, "there are bytes of unknown meaning", error);
  return TRUE;
}

/* --- Matrix groups -------------------------------------------------------------------------------------------------- */

/* The groups of both geosets; groups with the same members are there once. */
typedef struct {
  GArray *sizes, *members; /* guint32, MwRef */
  guint32 to[MOST_GROUPS]; /* the new number of each group of the second geoset */
} Groups;

/* The number of the group with these members, or the number of groups if there is none. */
static guint
group_like (const Groups *groups, const MwRef *members, guint32 size)
{
  guint64 at = 0;
  for (guint g = 0; g < groups->sizes->len; g++) {
    const guint32 n = g_array_index (groups->sizes, guint32, g);
    if (n == size && memcmp (&g_array_index (groups->members, MwRef, at), members, size * sizeof (MwRef)) == 0)
      return g;
    at += n;
  }
  return groups->sizes->len;
}

/* Whether the sizes add up to the members, and each vertex is in a group. */
static gboolean
has_sound_groups (const MwMdlxGeoset *geoset)
{
  guint64 sum = 0;
  for (uint32_t i = 0; i < geoset->group_sizes.n; i++)
    sum += ((const guint32 *) geoset->group_sizes.data)[i];
  for (uint32_t i = 0; i < geoset->vertex_groups.n; i++)
    if (((const guint8 *) geoset->vertex_groups.data)[i] >= geoset->group_sizes.n)
      return FALSE;
  return sum == geoset->group_members.n && geoset->group_sizes.n <= MOST_GROUPS;
}

/* FALSE: they would be more than a byte can number. */
static gboolean
join_groups (Groups *groups, const MwMdlxGeoset *into, const MwMdlxGeoset *from)
{
  const MwRef *members = from->group_members.data;
  g_array_append_vals (groups->sizes, into->group_sizes.data, into->group_sizes.n);
  g_array_append_vals (groups->members, into->group_members.data, into->group_members.n);
  for (guint32 g = 0; g < from->group_sizes.n; g++) {
    const guint32 size = ((const guint32 *) from->group_sizes.data)[g];
    groups->to[g] = group_like (groups, members, size);
    if (groups->to[g] == groups->sizes->len) {
      g_array_append_val (groups->sizes, size);
      g_array_append_vals (groups->members, members, size);
    }
    members += size;
  }
  return groups->sizes->len <= MOST_GROUPS;
}

static gboolean
put_groups (MwDocument *document, MwId id, const Groups *groups, GError **error)
{
  const MwField *fields[] = { MW_FIELD (MwMdlxGeoset, group_sizes), MW_FIELD (MwMdlxGeoset, group_members) };
  MwArray arrays[] = { mw_array_copy (groups->sizes->data, groups->sizes->len, 4),
                       mw_array_copy (groups->members->data, groups->members->len, sizeof (MwRef)) };
  return mw_document_swap_arrays (document, id, G_N_ELEMENTS (fields), fields, arrays, error);
}

/* Gives the first geoset the groups of both, and the vertices of the second their new groups. */
static gboolean
merge_groups (MwDocument *document, const MwMdlxGeoset *into, const MwMdlxGeoset *from, MwGeosetVertices *more,
              GError **error)
{
  guint8 *of_vertices = mw_geoset_vertices_data (more, MW_FIELD (MwMdlxGeoset, vertex_groups));
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, 4), members = g_array_new (FALSE, FALSE, sizeof (MwRef));
  Groups groups = { sizes, members, { 0 } };
  gboolean sound = has_sound_groups (into) && has_sound_groups (from), weighted = into->skin_bones.n > 0;
  if (!of_vertices)
    return TRUE;
  /* Where vertices have weights, their groups are not used and may have any numbers (mdlx.md 5.7). */
  if (!sound)
    return weighted
           || refuse_pair (into, from, "the matrix groups of one of them do not agree with its vertices", error);
  if (!join_groups (&groups, into, from))
    return weighted || refuse_pair (into, from, "they would have more than 256 matrix groups", error);
  for (guint32 i = 0; i < more->n; i++)
    of_vertices[i] = (guint8) groups.to[of_vertices[i]];
  return put_groups (document, into->record.id, &groups, error);
}

/* --- Bounds --------------------------------------------------------------------------------------------------------- */

/* The radius that bounds state; half the diagonal of the box where they state none (mdlx.md 2.1). */
static double
radius_of (const MwBounds *bounds)
{
  double square = 0;
  for (guint i = 0; i < 3; i++) {
    double width = (double) bounds->max[i] - (double) bounds->min[i];
    square += width * width;
  }
  return bounds->radius != 0 ? (double) bounds->radius : sqrt (square) / 2;
}

/* The bounds around both: with a radius if one of them states one. */
static MwBounds
bounds_around (const MwBounds *a, const MwBounds *b)
{
  MwBounds both = *a;
  double of_a = 0, of_b = 0;
  for (guint i = 0; i < 3; i++) {
    both.min[i] = MIN (a->min[i], b->min[i]);
    both.max[i] = MAX (a->max[i], b->max[i]);
    double middle = (double) both.min[i] + (double) both.max[i],
           to_a = (middle - (double) a->min[i] - (double) a->max[i]) / 2,
           to_b = (middle - (double) b->min[i] - (double) b->max[i]) / 2;
    of_a += to_a * to_a;
    of_b += to_b * to_b;
  }
  if (a->radius != 0 || b->radius != 0)
    both.radius = (float) MAX (sqrt (of_a) + radius_of (a), sqrt (of_b) + radius_of (b));
  return both;
}

static gboolean
put_bounds (MwDocument *document, MwId id, const MwField *min, const MwField *max, const MwField *radius,
            const MwBounds *bounds, GError **error)
{
  return mw_document_set_field (document, id, min, bounds->min, sizeof bounds->min, error)
         && mw_document_set_field (document, id, max, bounds->max, sizeof bounds->max, error)
         && mw_document_set_field (document, id, radius, &bounds->radius, sizeof bounds->radius, error);
}

/* The bounds of a geoset in a sequence; where it has none of its own, those of the geoset. */
static const MwBounds *
bounds_in (const MwMdlxGeoset *geoset, MwRef sequence)
{
  for (uint32_t i = 0; i < geoset->extents.n; i++) {
    const MwMdlxGeosetExtent *extent = (const MwMdlxGeosetExtent *) geoset->extents.items[i];
    if (same_ref (extent->sequence, sequence))
      return &extent->bounds;
  }
  return &geoset->bounds;
}

static gboolean
has_extent (const MwMdlxGeoset *geoset, MwRef sequence)
{
  return bounds_in (geoset, sequence) != &geoset->bounds;
}

/* The bounds of both in each sequence for which one of them has some. */
static gboolean
merge_extents (MwDocument *document, const MwMdlxGeoset *into, const MwMdlxGeoset *from, GError **error)
{
  const guint32 n = into->extents.n;
  for (uint32_t i = 0; i < n; i++) {
    const MwMdlxGeosetExtent *extent = (const MwMdlxGeosetExtent *) into->extents.items[i];
    const MwBounds both = bounds_around (&extent->bounds, bounds_in (from, extent->sequence));
    if (!put_bounds (document, extent->record.id, MW_FIELD (MwMdlxGeosetExtent, bounds.min),
                     MW_FIELD (MwMdlxGeosetExtent, bounds.max), MW_FIELD (MwMdlxGeosetExtent, bounds.radius), &both,
                     error))
      return FALSE;
  }
  for (uint32_t i = 0; i < from->extents.n; i++) {
    const MwMdlxGeosetExtent *extent = (const MwMdlxGeosetExtent *) from->extents.items[i];
    if (has_extent (into, extent->sequence))
      continue;
    MwMdlxGeosetExtent *made = (MwMdlxGeosetExtent *) mw_record_new (&mw_mdlx_geoset_extent_schema);
    made->sequence = extent->sequence;
    made->bounds = bounds_around (&into->bounds, &extent->bounds);
    if (!mw_document_insert (document, into->record.id, MW_FIELD (MwMdlxGeoset, extents), into->extents.n,
                             &made->record, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
merge_bounds (MwDocument *document, const MwMdlxGeoset *into, const MwMdlxGeoset *from, GError **error)
{
  const MwField *min = MW_FIELD (MwMdlxGeoset, bounds.min), *max = MW_FIELD (MwMdlxGeoset, bounds.max),
                *radius = MW_FIELD (MwMdlxGeoset, bounds.radius);
  const MwBounds both = bounds_around (&into->bounds, &from->bounds);
  return merge_extents (document, into, from, error)
         && put_bounds (document, into->record.id, min, max, radius, &both, error);
}

/* --- Merge ---------------------------------------------------------------------------------------------------------- */

static MwArray
joined (const MwArray *a, const MwArray *b, gsize size)
{
  MwArray both = mw_array_new (a->n + b->n, size);
  if (a->n)
    memcpy (both.data, a->data, size * a->n);
  if (b->n)
    memcpy ((guint8 *) both.data + size * a->n, b->data, size * b->n);
  return both;
}

static gboolean
merge_faces (MwDocument *document, const MwMdlxGeoset *into, const MwMdlxGeoset *from, guint32 first, GError **error)
{
  MwFaces faces = { joined (&into->faces, &from->faces, 2), joined (&into->primitive_types, &from->primitive_types, 4),
                    joined (&into->primitive_sizes, &from->primitive_sizes, 4) };
  for (guint32 i = into->faces.n; i < faces.faces.n; i++)
    ((guint16 *) faces.faces.data)[i] = (guint16) (((guint16 *) faces.faces.data)[i] + first);
  return mw_geoset_set_faces (document, into->record.id, &faces, error);
}

/* Makes bones that refer to the second geoset, or to its animation, refer to the first, or to its animation. */
static gboolean
redirect_bones (MwDocument *document, const MwMdlxGeoset *into, const MwMdlxGeoset *from, GError **error)
{
  const MwList *nodes = &model_of (document)->nodes;
  guint n;
  const MwMdlxGeosetAnimation *kept = animation_of (model_of (document), into, &n),
                              *gone = animation_of (model_of (document), from, &n);
  for (uint32_t i = 0; i < nodes->n; i++) {
    const MwMdlxBone *bone = (const MwMdlxBone *) nodes->items[i];
    const MwRef geoset = { into->record.id, 0 }, animation = { kept ? kept->record.id : 0, 0 };
    const MwId id = nodes->items[i]->id;
    if (nodes->items[i]->schema != &mw_mdlx_bone_schema)
      continue;
    if (bone->geoset.id == from->record.id
        && !mw_document_set_field (document, id, MW_FIELD (MwMdlxBone, geoset), &geoset, sizeof geoset, error))
      return FALSE;
    if (gone && bone->geoset_animation.id == gone->record.id
        && !mw_document_set_field (document, id, MW_FIELD (MwMdlxBone, geoset_animation), &animation, sizeof animation,
                                   error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
merge_into (MwDocument *document, MwId into_id, MwId from_id, GError **error)
{
  const MwMdlxGeoset *into = geoset_of (document, into_id), *from = geoset_of (document, from_id);
  g_autoptr (MwGeosetVertices) vertices = mw_geoset_vertices_of (into, error);
  g_autoptr (MwGeosetVertices) more = vertices ? mw_geoset_vertices_of (from, error) : NULL;
  if (!more || !fit_together (document, into, from, error))
    return FALSE;
  const guint32 first = vertices->n;
  if (first + more->n > MOST_VERTICES)
    return refuse_pair (into, from, "they would have more than 65535 vertices", error);
  if (!merge_groups (document, into, from, more, error))
    return FALSE;
  if (!mw_geoset_vertices_append (vertices, more))
    return refuse_pair (into, from, "only one of them has weights, tangents or other values for each vertex", error);
  return merge_faces (document, into, from, first, error) && mw_geoset_vertices_put (vertices, document, into_id, error)
         && merge_bounds (document, into, from, error) && redirect_bones (document, into, from, error)
         && mw_document_remove (document, from_id, error);
}

/* In the order of the file; submeshes of M2 profile by profile. */
static int
by_place (gconstpointer a, gconstpointer b, gpointer document)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *x = mw_model_find (model, *(const MwId *) a), *y = mw_model_find (model, *(const MwId *) b);
  const uint32_t of_x = x->owner == y->owner ? mw_record_index (x) : mw_record_index (x->owner),
                 of_y = x->owner == y->owner ? mw_record_index (y) : mw_record_index (y->owner);
  return of_x < of_y ? -1 : of_x > of_y;
}

static gboolean
merge_geosets (MwDocument *document, const GArray *order, GError **error)
{
  mw_progress_begin (document, order->len - 1);
  for (guint i = 1; i < order->len; i++)
    if (!mw_progress_next (document, error)
        || !merge_into (document, g_array_index (order, MwId, 0), g_array_index (order, MwId, i), error))
      return FALSE;
  mw_progress_end (document);
  return TRUE;
}

static gboolean
merge_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GPtrArray) groups = mw_mesh_groups (document, ids, n);
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < groups->len; i++)
    g_array_append_vals (order, ((const GArray *) groups->pdata[i])->data, ((const GArray *) groups->pdata[i])->len);
  g_array_sort_with_data (order, by_place, document);
  MwId kept = g_array_index (order, MwId, 0);
  if (mw_model_find (mw_document_get_model (document), kept)->schema == &mw_m2_submesh_schema
        ? !mw_submesh_merge (document, order, &kept, error)
        : !merge_geosets (document, order, error))
    return FALSE;
  mw_document_select (document, &kept, 1);
  return TRUE;
}

static gboolean
merge_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  gboolean several = FALSE;
  if (!mw_mesh_check_shared (document, ids, n, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    several |= ids[i] != ids[0];
  if (!several)
    return mw_operation_refuse (NULL, error, "nothing to merge: select two or more geosets");
  /* There the sphere around a geoset is stored, without a box. */
  if (mw_document_get_format (document).family == MW_FAMILY_MDX_WOW
      && mw_document_get_format (document).version >= 1500)
    return mw_operation_refuse (NULL, error, "geosets of version 1500 cannot be merged");
  return TRUE;
}

const MwOperation mw_operation_geoset_merge = {
  .id = "geoset-merge",
  .label = N_ ("Merge Geosets"),
  .step = N_ ("Merge %s"),
  .doc = N_ (
    "Puts the faces of geosets into the first of them and removes the others. They must have the same material, "
    "selection group, level of detail and animation. Bones that referred to one of them refer to the first. "
    "Submeshes of an M2 model must have the same mesh part and the same batches; they are merged in every skin "
    "profile that shows them, as far as its limit of bones allows."),
  .aliases = "submesh mesh join combine attach",
  .domain = MW_DOMAIN_GEOSETS,
  .applies = merge_applies,
  .run = merge_run,
};
