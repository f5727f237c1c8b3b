/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/geosets/m2-submesh-parts.h"
#include "core/edit/operations/geosets/m2-submesh-weights.h"
#include "core/edit/operations/geosets/mesh.h"
#include "core/edit/operations/operations.h"
#include "core/edit/progress.h"
#include "core/model/m2/derived.h"

#include <string.h>

/* One submesh made of several of an M2 model, in all skin profiles. Each profile may divide them in another way, so the pieces
 * of a profile are those that show a triangle of the chosen ones and are drawn like them. */

enum { MOST_CORNERS = 65535, MOST_BONES = 256 };

typedef struct {
  MwDocument *document;
  const MwM2 *model;
  const GArray *chosen; /* MwId, profile by profile */
  GArray *numbers;      /* uint16_t: the surface number that each batch of a piece gets */
} Merging;

static const MwM2Submesh *
submesh_of (const Merging *m, MwId id)
{
  return (const MwM2Submesh *) mw_model_find (&m->model->model, id);
}

static GPtrArray *
batches_of (const MwM2Submesh *submesh)
{
  return mw_submesh_belonging (submesh->record.owner, MW_FIELD (MwM2Skin, batches), MW_FIELD (MwM2Batch, submesh),
                               submesh->record.id);
}

static GPtrArray *
shadows_of (const MwM2Submesh *submesh)
{
  return mw_submesh_belonging (submesh->record.owner, MW_FIELD (MwM2Skin, shadow_batches),
                               MW_FIELD (MwM2ShadowBatch, submesh), submesh->record.id);
}

/* --- Whether they are drawn alike ----------------------------------------------------------------------------------- */

static gboolean
same_ref (MwRef a, MwRef b)
{
  return a.id == b.id && a.raw == b.raw;
}

static gboolean
same_weights (const MwM2Batch *a, const MwM2Batch *b)
{
  return same_ref (a->weight, b->weight) && same_ref (a->weight_2, b->weight_2) && same_ref (a->weight_3, b->weight_3);
}

/* What differs between two batches of one profile; NULL: nothing but their surface numbers. */
static const char *
batches_differ (const Merging *m, const MwM2Batch *a, const MwM2Batch *b)
{
  if (!same_ref (a->material, b->material))
    return "they have different materials";
  if (!mw_array_equal (&a->textures, &b->textures, sizeof (MwRef)) || !mw_array_equal (&a->coords, &b->coords, 2))
    return "they have different textures or texture coordinates";
  if (!mw_array_equal (&a->transforms, &b->transforms, sizeof (MwRef)) || !same_ref (a->color, b->color)
      || !same_weights (a, b))
    return "they have different colours, texture weights or texture transforms";
  if (a->layer != b->layer || a->flags != b->flags || a->priority_plane != b->priority_plane || a->shader != b->shader
      || (!mw_m2_surface_is_number (m->model) && a->surface != b->surface))
    return "their batches differ in layer, flags, priority plane or shader";
  return NULL;
}

static gboolean
same_shadow (const MwM2ShadowBatch *a, const MwM2ShadowBatch *b)
{
  return a->flags == b->flags && a->flags2 == b->flags2 && a->unknown_02 == b->unknown_02
         && same_ref (a->texture, b->texture) && same_ref (a->color, b->color) && same_ref (a->weight, b->weight);
}

/* What differs between two submeshes, besides their triangles; NULL: nothing. */
static const char *
submeshes_differ (const Merging *m, const MwM2Submesh *a, const MwM2Submesh *b)
{
  g_autoptr (GPtrArray) batches_a = batches_of (a), batches_b = batches_of (b), shadows_a = shadows_of (a),
                        shadows_b = shadows_of (b);
  if (a->geoset != b->geoset)
    return "they are different mesh parts";
  if (batches_a->len != batches_b->len)
    return "they do not have the same number of batches";
  for (guint i = 0; i < batches_a->len; i++) {
    const char *what = batches_differ (m, batches_a->pdata[i], batches_b->pdata[i]);
    if (what)
      return what;
  }
  gboolean same = shadows_a->len == shadows_b->len;
  for (guint i = 0; same && i < shadows_a->len; i++)
    same = same_shadow (shadows_a->pdata[i], shadows_b->pdata[i]);
  return same ? NULL : "they have different shadow batches";
}

/* --- Pieces --------------------------------------------------------------------------------------------------------- */

/* Whether a submesh that has triangles of the chosen ones is a piece of them, and not another one that is drawn over them. Of
 * another profile, flags and shadows may differ. */
static gboolean
is_piece (const MwM2Submesh *chosen, const MwM2Submesh *other)
{
  g_autoptr (GPtrArray) a = batches_of (chosen), b = batches_of (other);
  gboolean same = chosen->geoset == other->geoset && a->len == b->len;
  for (guint i = 0; same && i < a->len; i++) {
    const MwM2Batch *x = a->pdata[i], *y = b->pdata[i];
    same = same_ref (x->material, y->material) && mw_array_equal (&x->textures, &y->textures, sizeof (MwRef))
           && mw_array_equal (&x->transforms, &y->transforms, sizeof (MwRef))
           && mw_array_equal (&x->coords, &y->coords, 2) && same_ref (x->color, y->color) && same_weights (x, y)
           && x->layer == y->layer;
  }
  return same;
}

/* The pieces (MwId) of each profile, in order: a GArray for each. Free with g_ptr_array_unref(). */
static GPtrArray *
find_pieces (const Merging *m)
{
  const MwM2Submesh *first = submesh_of (m, g_array_index (m->chosen, MwId, 0));
  g_autoptr (GArray) all = g_array_copy ((GArray *) m->chosen);
  mw_mesh_add_parts (m->document, all);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < all->len; i++)
    if (i < m->chosen->len || is_piece (first, submesh_of (m, g_array_index (all, MwId, i))))
      g_hash_table_add (known, GUINT_TO_POINTER (g_array_index (all, MwId, i)));
  GPtrArray *profiles = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (uint32_t i = 0; i < m->model->skins.n; i++) {
    const MwList *submeshes = &((const MwM2Skin *) m->model->skins.items[i])->submeshes;
    GArray *pieces = g_array_new (FALSE, FALSE, sizeof (MwId));
    for (uint32_t k = 0; k < submeshes->n; k++)
      if (g_hash_table_contains (known, GUINT_TO_POINTER (submeshes->items[k]->id)))
        g_array_append_val (pieces, submeshes->items[k]->id);
    g_ptr_array_add (profiles, pieces);
  }
  return profiles;
}

static gboolean
fit_together (const Merging *m, GError **error)
{
  for (guint i = 1; i < m->chosen->len; i++) {
    const MwM2Submesh *into = submesh_of (m, g_array_index (m->chosen, MwId, 0)),
                      *from = submesh_of (m, g_array_index (m->chosen, MwId, i));
    const char *what = submeshes_differ (m, into, from);
    if (what)
      return mw_mesh_refuse_pair (&into->record, &from->record, what, error);
  }
  return TRUE;
}

/* --- Which go together ---------------------------------------------------------------------------------------------- */

/* What becomes one submesh of a profile. */
typedef struct {
  GArray *ids; /* MwId */
  guint8 has[MOST_BONES];
  guint n_bones, n_corners;
} Bin;

static void
clear_bin (gpointer bin)
{
  g_array_unref (((Bin *) bin)->ids);
}

/* How many bones the bin would have with these. */
static guint
bones_with (const Bin *bin, const uint16_t *bones, guint n)
{
  guint all = bin->n_bones;
  for (guint i = 0; i < n; i++)
    all += bones[i] < MOST_BONES && !bin->has[bones[i]];
  return all;
}

/* Puts each piece into the first bin that has room for its bones and corners, and that is drawn alike: in other profiles than
 * that of the chosen ones, flags and shadows may differ. *least: the smallest number of bones that was
 * too large. Free with g_array_unref(). */
static GArray *
make_bins (const Merging *m, const GArray *pieces, guint limit, guint *least)
{
  GArray *bins = g_array_new (FALSE, TRUE, sizeof (Bin));
  g_array_set_clear_func (bins, clear_bin);
  for (guint i = 0; i < pieces->len; i++) {
    const MwM2Submesh *submesh = submesh_of (m, g_array_index (pieces, MwId, i));
    guint n, at = 0;
    g_autofree uint16_t *bones = mw_m2_submesh_bones (m->model, submesh, &n);
    for (; at < bins->len; at++) {
      const Bin *bin = &g_array_index (bins, Bin, at);
      if (submeshes_differ (m, submesh_of (m, g_array_index (bin->ids, MwId, 0)), submesh))
        continue;
      const guint all = bones_with (bin, bones, n);
      if (all <= limit && bin->n_corners + submesh->triangles.n <= MOST_CORNERS)
        break;
      *least = all > limit ? MIN (*least, all) : *least;
    }
    if (at == bins->len) {
      g_array_set_size (bins, at + 1);
      g_array_index (bins, Bin, at).ids = g_array_new (FALSE, FALSE, sizeof (MwId));
    }
    Bin *bin = &g_array_index (bins, Bin, at);
    bin->n_bones = bones_with (bin, bones, n);
    for (guint k = 0; k < n; k++)
      if (bones[k] < MOST_BONES)
        bin->has[bones[k]] = 1;
    bin->n_corners += submesh->triangles.n;
    g_array_append_vals (bin->ids, &submesh->record.id, 1);
  }
  return bins;
}

/* --- Merge ---------------------------------------------------------------------------------------------------------- */

/* The first of the bin gets the triangles of all, and the others go with their batches. */
static gboolean
merge_bin (const Merging *m, const Bin *bin, GError **error)
{
  const MwId into = g_array_index (bin->ids, MwId, 0);
  MwArray triangles = mw_array_new (bin->n_corners, 2);
  guint32 at = 0;
  guint changed = 0;
  for (guint i = 0; i < bin->ids->len; i++) {
    const MwArray *more = &submesh_of (m, g_array_index (bin->ids, MwId, i))->triangles;
    memcpy ((guint16 *) triangles.data + at, more->data, 2 * (gsize) more->n);
    at += more->n;
  }
  const uint16_t influences = mw_submesh_influences (m->model, &triangles);
  if (!mw_document_swap_array (m->document, into, MW_FIELD (MwM2Submesh, triangles), triangles, error)
      || !mw_document_set_field (m->document, into, MW_FIELD (MwM2Submesh, influences), &influences, sizeof influences,
                                 error)
      || !mw_submesh_bound (m->document, into, &changed, error))
    return FALSE;
  for (guint i = 1; i < bin->ids->len; i++)
    if (!mw_document_remove (m->document, g_array_index (bin->ids, MwId, i), error))
      return FALSE;
  return TRUE;
}

/* All pieces are one surface. */
static gboolean
number_batches (const Merging *m, MwId id, GError **error)
{
  g_autoptr (GPtrArray) batches = batches_of (submesh_of (m, id));
  for (guint i = 0; i < batches->len; i++) {
    const MwM2Batch *batch = batches->pdata[i];
    const uint16_t number = g_array_index (m->numbers, uint16_t, i);
    if (batch->surface != number
        && !mw_document_set_field (m->document, batch->record.id, MW_FIELD (MwM2Batch, surface), &number, sizeof number,
                                   error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
merge_profile (const Merging *m, const GArray *bins, GError **error)
{
  for (guint i = 0; i < bins->len; i++) {
    const Bin *bin = &g_array_index (bins, Bin, i);
    if (bin->ids->len > 1 && !merge_bin (m, bin, error))
      return FALSE;
  }
  for (guint i = 0; mw_m2_surface_is_number (m->model) && i < bins->len; i++)
    if (!number_batches (m, g_array_index (g_array_index (bins, Bin, i).ids, MwId, 0), error))
      return FALSE;
  return TRUE;
}

/* The lowest surface number that any piece has for each of its batches: numbers above those that are gone move down
 * afterwards, and this one does not. */
static void
choose_numbers (const Merging *m, const GPtrArray *profiles)
{
  for (guint i = 0; i < profiles->len; i++)
    for (guint k = 0; k < ((const GArray *) profiles->pdata[i])->len; k++) {
      g_autoptr (GPtrArray)
        batches = batches_of (submesh_of (m, g_array_index ((const GArray *) profiles->pdata[i], MwId, k)));
      for (guint b = 0; b < batches->len; b++) {
        const uint16_t number = ((const MwM2Batch *) batches->pdata[b])->surface;
        if (b == m->numbers->len)
          g_array_append_val (m->numbers, number);
        else if (number < g_array_index (m->numbers, uint16_t, b))
          g_array_index (m->numbers, uint16_t, b) = number;
      }
    }
}

/* Why no profile has room for two pieces in one. `least`: how many bones they would have; G_MAXUINT: bones are not why. */
static gboolean
refuse_all (const Merging *m, const GPtrArray *profiles, guint least, guint limit, GError **error)
{
  gboolean several = FALSE;
  for (guint i = 0; i < profiles->len; i++)
    several |= ((const GArray *) profiles->pdata[i])->len > 1;
  if (!several)
    return mw_operation_nothing (error, "nothing to merge: no profile shows them as two submeshes");
  const MwM2Submesh *into = submesh_of (m, g_array_index (m->chosen, MwId, 0)),
                    *from = submesh_of (m, g_array_index (m->chosen, MwId, 1));
  g_autofree char *bones = g_strdup_printf ("they would have %u bones, but a submesh of their profile may have only %u",
                                            least, limit);
  return mw_mesh_refuse_pair (&into->record, &from->record,
                              least < G_MAXUINT ? bones : "they would have more than 65535 corners of triangles",
                              error);
}

/* The submesh that has the triangles of one of the pieces now. */
static MwId
kept_of (const GPtrArray *bins, MwId id)
{
  for (guint i = 0; i < bins->len; i++)
    for (guint k = 0; k < ((const GArray *) bins->pdata[i])->len; k++) {
      const GArray *ids = g_array_index ((const GArray *) bins->pdata[i], Bin, k).ids;
      for (guint j = 0; j < ids->len; j++)
        if (g_array_index (ids, MwId, j) == id)
          return g_array_index (ids, MwId, 0);
    }
  return id;
}

gboolean
mw_submesh_merge (MwDocument *document, const GArray *chosen, MwId *kept, GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (uint16_t));
  const Merging m = { document, (const MwM2 *) mw_document_get_model (document), chosen, numbers };
  g_autoptr (GPtrArray) bins = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  guint least = G_MAXUINT, its_limit = 0;
  gboolean any = FALSE;
  if (!fit_together (&m, error))
    return FALSE;
  g_autoptr (GPtrArray) profiles = find_pieces (&m);
  for (guint i = 0; i < profiles->len; i++) {
    const guint limit = mw_m2_skin_bone_limit (m.model, (const MwM2Skin *) m.model->skins.items[i]), before = least;
    g_ptr_array_add (bins, make_bins (&m, profiles->pdata[i], limit, &least));
    its_limit = least < before ? limit : its_limit;
    any |= ((const GArray *) bins->pdata[i])->len < ((const GArray *) profiles->pdata[i])->len;
  }
  if (!any)
    return refuse_all (&m, profiles, least, its_limit, error);
  choose_numbers (&m, profiles);
  mw_progress_begin (document, bins->len);
  for (guint i = 0; i < bins->len; i++)
    if (!mw_progress_next (document, error) || !merge_profile (&m, bins->pdata[i], error))
      return FALSE;
  mw_progress_end (document);
  *kept = kept_of (bins, g_array_index (chosen, MwId, 0));
  return TRUE;
}
