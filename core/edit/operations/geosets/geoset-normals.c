/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/geosets/mesh-list.h"
#include "core/edit/operations/geosets/mesh.h"
#include "core/edit/operations/operations.h"
#include "core/edit/progress.h"
#include "core/pose/mesh-places.h"

#include <math.h>
#include <string.h>

/* Operations on the directions of surfaces: normals from faces, and the other side to the front. */

/* --- Recompute ------------------------------------------------------------------------------------------------------ */

enum { BY_ANGLE, BY_AREA, ALIKE };
MW_NAMES (mw_normal_weightings, FALSE, { BY_ANGLE, "angle", N_ ("Angle at the corner") },
          { BY_AREA, "area", N_ ("Area") }, { ALIKE, "none", N_ ("None") });

typedef struct {
  MwRecord record;
  uint8_t weighting, smooth;
  char *vertices;
} NormalsParams;

static const MwField normals_fields[] = {
  MW_FIELD_U8 (NormalsParams, weighting, "weighting", .names = &mw_normal_weightings, .max = ALIKE,
               .label = N_ ("Weighting"), .doc = N_ ("How much each face at a vertex counts.")),
  MW_FIELD_U8 (NormalsParams, smooth, "smooth", .role = MW_ROLE_SWITCH, .max = 1, .def = 1, .label = N_ ("Smooth"),
               .doc = N_ ("Vertices at the same position get the same normal, so that seams do not show as edges.")),
  MW_FIELD_TEXT (NormalsParams, vertices, MW_MESH_LIST_CAPACITY, "vertices", .label = N_ ("Vertices"),
                 .doc = N_ ("Numbers and ranges of vertices, separated by semicolons: 0-15;40. For several geosets one "
                            "list for each, separated by slashes. In M2 they are numbers of the model's vertices. "
                            "Default: all that the faces use.")),
};
static const MwSchema normals_params = { .name = "geoset-recompute-normals",
                                         .label = N_ ("Recompute Normals"),
                                         .size = sizeof (NormalsParams),
                                         .fields = normals_fields,
                                         .n_fields = G_N_ELEMENTS (normals_fields) };

typedef struct {
  double x, y, z;
} Vector;

static Vector
edge (const float *from, const float *to)
{
  return (Vector) { (double) to[0] - (double) from[0], (double) to[1] - (double) from[1],
                    (double) to[2] - (double) from[2] };
}

static Vector
cross (Vector a, Vector b)
{
  return (Vector) { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static double
dot (Vector a, Vector b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Adds the direction of a face to the sums of its three vertices. */
static void
add_face (Vector *sums, const guint32 *sum_of, const float *positions, const guint16 *corners, guint weighting)
{
  const float *at[3];
  for (guint i = 0; i < 3; i++)
    at[i] = positions + 3 * (gsize) corners[i];
  Vector normal = cross (edge (at[0], at[1]), edge (at[0], at[2]));
  double length = sqrt (dot (normal, normal));
  for (guint i = 0; length > 0 && i < 3; i++) {
    Vector to_next = edge (at[i], at[(i + 1) % 3]), to_last = edge (at[i], at[(i + 2) % 3]);
    double angle = atan2 (length, dot (to_next, to_last));
    double weight = weighting == BY_ANGLE ? angle / length : weighting == BY_AREA ? 1 : 1 / length;
    Vector *sum = &sums[sum_of ? sum_of[corners[i]] : corners[i]];
    *sum = (Vector) { sum->x + weight * normal.x, sum->y + weight * normal.y, sum->z + weight * normal.z };
  }
}

/* The sums of all faces of a group. Profiles of M2 repeat triangles; each counts once. */
static void
add_faces (MwDocument *document, const GArray *group, Vector *sums, const guint32 *sum_of, guint weighting)
{
  const MwRecord *holder = mw_mesh_group_holder (document, group);
  const float *positions = mw_mesh_array (holder, mw_mesh_positions (holder))->data;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < group->len; i++) {
    const MwRecord *mesh = mw_model_find (mw_document_get_model (document), g_array_index (group, MwId, i));
    const MwArray *triangles = mw_mesh_array (mesh, mw_mesh_triangles (mesh));
    for (uint32_t k = 0; k < triangles->n; k += 3) {
      const guint16 *corners = (const guint16 *) triangles->data + k;
      guint64 key = mw_mesh_key (corners);
      if (group->len == 1 || g_hash_table_add (seen, g_memdup2 (&key, sizeof key)))
        add_face (sums, sum_of, positions, corners, weighting);
    }
  }
}

/* Turns a tangent so that it is at a right angle to the normal. A tangent along the normal stays. */
static void
square (float *tangent, const float *normal)
{
  double along = 0, length = 0, out[3];
  for (guint i = 0; i < 3; i++)
    along += (double) tangent[i] * (double) normal[i];
  for (guint i = 0; i < 3; i++) {
    out[i] = (double) tangent[i] - along * (double) normal[i];
    length += out[i] * out[i];
  }
  length = sqrt (length);
  for (guint i = 0; length > 1e-6 && i < 3; i++)
    tangent[i] = (float) (out[i] / length);
}

/* Gives the used vertices the directions of the sums; returns how many normals have changed. */
static guint
put_normals (float *normals, float *tangents, const guint8 *used, guint32 n, const Vector *sums, const guint32 *sum_of)
{
  guint changed = 0;
  for (guint32 i = 0; i < n; i++) {
    Vector sum = sums[sum_of ? sum_of[i] : i];
    double length = sqrt (dot (sum, sum));
    float *at = normals + 3 * (gsize) i;
    if (!used[i] || !(length > 0))
      continue;
    const float now[3] = { (float) (sum.x / length), (float) (sum.y / length), (float) (sum.z / length) };
    if (memcmp (at, now, sizeof now) == 0)
      continue;
    memcpy (at, now, sizeof now);
    if (tangents)
      square (tangents + 4 * (gsize) i, now);
    changed++;
  }
  return changed;
}

static gboolean
recompute_group (MwDocument *document, const GArray *group, const NormalsParams *p, const guint8 *chosen,
                 guint *changed, GError **error)
{
  const MwRecord *holder = mw_mesh_group_holder (document, group);
  const MwField *field = mw_mesh_normals (holder), *tangents_field = mw_mesh_tangents (holder);
  const MwArray *positions = mw_mesh_array (holder, mw_mesh_positions (holder)), *old = mw_mesh_array (holder, field),
                *old_tangents = tangents_field ? mw_mesh_array (holder, tangents_field) : NULL;
  const guint32 n = positions->n;
  gboolean with_tangents = old_tangents && old_tangents->n == n;
  g_autofree guint8 *used = mw_mesh_used (document, group);
  for (guint32 i = 0; i < n; i++)
    used[i] &= chosen[i];
  g_autofree guint32 *sum_of = p->smooth ? mw_mesh_same_places (positions) : NULL;
  g_autofree Vector *sums = g_new0 (Vector, n + 1);
  add_faces (document, group, sums, sum_of, p->weighting);
  MwArray normals = mw_array_copy (old->data, n, 12), tangents = { 0 };
  if (with_tangents)
    tangents = mw_array_copy (old_tangents->data, n, 16);
  *changed += put_normals (normals.data, tangents.data, used, n, sums, sum_of);
  MwId id = holder->id;
  if (!mw_document_swap_array (document, id, field, normals, error)) {
    mw_array_clear (&tangents);
    return FALSE;
  }
  return !with_tangents || mw_document_swap_array (document, id, tangents_field, tangents, error);
}

static gboolean
recompute_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const NormalsParams *p = (const NormalsParams *) params;
  g_autoptr (GPtrArray) groups = mw_mesh_groups (document, ids, n),
                        flags = mw_mesh_list_flags (document, MW_MARKS_VERTICES, mw_text (p->vertices), ids, n, error);
  guint changed = 0;
  if (!flags)
    return FALSE;
  mw_progress_begin (document, groups->len);
  for (guint i = 0; i < groups->len; i++) {
    g_autofree guint8 *chosen = mw_mesh_list_union (document, mw_mesh_group_holder (document, groups->pdata[i]), flags,
                                                    ids, n);
    if (!mw_progress_next (document, error)
        || !recompute_group (document, groups->pdata[i], p, chosen, &changed, error))
      return FALSE;
  }
  mw_progress_end (document);
  return changed || mw_operation_nothing (error, "nothing to recompute: the normals are already these");
}

static void
recompute_from_view (MwDocument *document, const MwId *ids, guint n, const MwShownView *view, MwRecord *params)
{
  mw_mesh_list_from_view (document, MW_MARKS_VERTICES, ids, n, view, &((NormalsParams *) params)->vertices);
}

const MwOperation mw_operation_geoset_recompute_normals = {
  .id = "geoset-recompute-normals",
  .label = N_ ("Recompute Normals"),
  .step = N_ ("Recompute the normals of %s"),
  .doc = N_ (
    "Gives all or some vertices the mean direction of the faces around them. Tangents are made perpendicular to the new normals. "
    "Vertices whose faces have no area keep their normals."),
  .aliases = "geoset submesh mesh shading smooth lighting vertex normals",
  .domain = MW_DOMAIN_GEOSETS,
  .params = &normals_params,
  .from_view = recompute_from_view,
  .applies = mw_mesh_check,
  .run = recompute_run,
};

/* --- Flip ----------------------------------------------------------------------------------------------------------- */

/* Turns the triangles of a mesh that are in the set. One flag for each vertex in `others` says whether a triangle that is
 * not turned uses it. */
static gboolean
turn (MwDocument *document, MwId id, GHashTable *keys, guint8 *others, GError **error)
{
  const MwRecord *mesh = mw_model_find (mw_document_get_model (document), id);
  const MwField *field = mw_mesh_triangles (mesh);
  const MwArray *old = mw_mesh_array (mesh, field);
  MwArray triangles = mw_array_copy (old->data, old->n, 2);
  for (uint32_t k = 0; k + 3 <= triangles.n; k += 3) {
    guint16 *corners = (guint16 *) triangles.data + k, second = corners[1];
    guint64 key = mw_mesh_key (corners);
    if (!g_hash_table_contains (keys, &key)) {
      for (guint i = 0; i < 3; i++)
        others[corners[i]] = 1;
      continue;
    }
    corners[1] = corners[2];
    corners[2] = second;
  }
  return mw_document_swap_array (document, id, field, triangles, error);
}

/* Turns the normals of the used vertices round, except those that other triangles use too. *kept gets their number. */
static gboolean
turn_normals (MwDocument *document, const GArray *group, const guint8 *used, const guint8 *others, guint *kept,
              GError **error)
{
  const MwRecord *holder = mw_mesh_group_holder (document, group);
  const MwField *field = mw_mesh_normals (holder), *tangents_field = mw_mesh_tangents (holder);
  const MwArray *old = mw_mesh_array (holder, field),
                *old_tangents = tangents_field ? mw_mesh_array (holder, tangents_field) : NULL;
  gboolean with_tangents = old_tangents && old_tangents->n == old->n;
  MwArray normals = mw_array_copy (old->data, old->n, 12), tangents = { 0 };
  if (with_tangents)
    tangents = mw_array_copy (old_tangents->data, old->n, 16);
  for (guint32 i = 0; i < normals.n; i++) {
    *kept += used[i] && others[i];
    if (!used[i] || others[i])
      continue;
    for (guint k = 0; k < 3; k++)
      ((float *) normals.data)[3 * (gsize) i + k] *= -1;
    /* The direction of the texture stays, so seen from the other side it is mirrored. */
    if (with_tangents)
      ((float *) tangents.data)[4 * (gsize) i + 3] *= -1;
  }
  MwId id = holder->id;
  if (!mw_document_swap_array (document, id, field, normals, error)) {
    mw_array_clear (&tangents);
    return FALSE;
  }
  return !with_tangents || mw_document_swap_array (document, id, tangents_field, tangents, error);
}

typedef struct {
  MwRecord record;
  char *faces;
} FlipParams;

static const MwField flip_fields[] = {
  MW_FIELD_TEXT (FlipParams, faces, MW_MESH_LIST_CAPACITY, "faces", .label = N_ ("Faces"),
                 .doc = N_ ("Numbers and ranges of faces, counted from 0 and separated by semicolons: 0-15;40. For "
                            "several geosets one list for each, separated by slashes. Default: all.")),
};
static const MwSchema flip_params = { .name = "geoset-flip-faces",
                                      .label = N_ ("Flip Faces"),
                                      .size = sizeof (FlipParams),
                                      .fields = flip_fields,
                                      .n_fields = G_N_ELEMENTS (flip_fields) };

/* Adds the keys of the chosen faces of a mesh to a set of keys, and their vertices to `used`. */
static void
add_chosen (const MwRecord *mesh, const guint8 *chosen, GHashTable *keys, guint8 *used)
{
  const MwArray *triangles = mw_mesh_array (mesh, mw_mesh_triangles (mesh));
  for (guint32 t = 0; t < triangles->n / 3; t++) {
    const guint16 *corners = (const guint16 *) triangles->data + 3 * (gsize) t;
    const guint64 key = mw_mesh_key (corners);
    if (!chosen[t])
      continue;
    g_hash_table_add (keys, g_memdup2 (&key, sizeof key));
    for (guint k = 0; k < 3; k++)
      used[corners[k]] = 1;
  }
}

/* `flags`: of the faces of each of the meshes `ids`. */
static gboolean
flip_group (MwDocument *document, const GArray *group, const GPtrArray *flags, const MwId *ids, guint n_ids,
            guint *kept, GError **error)
{
  const MwRecord *holder = mw_mesh_group_holder (document, group);
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) alike = mw_mesh_alike (document, group);
  const guint32 n = mw_mesh_array (holder, mw_mesh_positions (holder))->n;
  g_autofree guint8 *used = g_new0 (guint8, MAX (n, 0x10000)), *others = g_new0 (guint8, MAX (n, 0x10000));
  for (guint i = 0; i < n_ids; i++) {
    const MwRecord *mesh = mw_model_find (mw_document_get_model (document), ids[i]);
    if (mw_mesh_holder (mw_document_get_model (document), mesh) == holder)
      add_chosen (mesh, flags->pdata[i], keys, used);
  }
  for (guint i = 0; i < alike->len; i++)
    if (!turn (document, g_array_index (alike, MwId, i), keys, others, error))
      return FALSE;
  return turn_normals (document, group, used, others, kept, error);
}

static gboolean
flip_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return mw_mesh_check (document, ids, n, error) && mw_mesh_all_read (document, error);
}

static gboolean
flip_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GPtrArray) groups = mw_mesh_groups (document, ids, n),
                        flags = mw_mesh_list_flags (document, MW_MARKS_FACES,
                                                    mw_text (((const FlipParams *) params)->faces), ids, n, error);
  guint kept = 0;
  for (guint i = 0; flags && i < groups->len; i++)
    if (!flip_group (document, groups->pdata[i], flags, ids, n, &kept, error))
      return FALSE;
  if (!flags)
    return FALSE;
  if (kept)
    mw_document_notice (document, g_strdup_printf ("%u vertices keep their normals, because triangles that were not "
                                                   "flipped use them too",
                                                   kept));
  return TRUE;
}

static void
flip_from_view (MwDocument *document, const MwId *ids, guint n, const MwShownView *view, MwRecord *params)
{
  mw_mesh_list_from_view (document, MW_MARKS_FACES, ids, n, view, &((FlipParams *) params)->faces);
}

const MwOperation mw_operation_geoset_flip_faces = {
  .id = "geoset-flip-faces",
  .label = N_ ("Flip Faces"),
  .step = N_ ("Flip the faces of %s"),
  .doc = N_ (
    "Turns all or some faces and their normals round, so that the other side is in front. In M2 models this applies to the same "
    "triangles in every skin profile."),
  .aliases = "geoset submesh mesh winding inside out backface invert normals",
  .domain = MW_DOMAIN_GEOSETS,
  .ask = MW_ASK_NOT,
  .params = &flip_params,
  .from_view = flip_from_view,
  .applies = flip_applies,
  .run = flip_run,
};
