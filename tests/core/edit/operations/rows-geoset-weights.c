/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-geosets.h"

#include <math.h>
#include <string.h>

/* Rows on what is made of meshes, and on the bones that move them. */

/* A mesh of up to 3000 triangles; its record is NULL if there is none. */
static Mesh
small_mesh (const MwModel *model)
{
  enum { MOST = 3000 };
  g_autoptr (GPtrArray) all = rows_meshes_of (model);
  for (guint i = 0; i < all->len; i++) {
    Mesh mesh = rows_mesh_of (model, all->pdata[i]);
    if (mesh.n_triangles && mesh.n_triangles <= MOST)
      return mesh;
  }
  return (Mesh) { 0 };
}

/* --- Collision ------------------------------------------------------------------------------------------------------- */

char *
rows_collision_step (const MwModel *model, MwFormat format)
{
  Mesh mesh = small_mesh (model);
  g_autofree char *path = mesh.record ? mw_record_path (mesh.record) : NULL;
  return !path                           ? NULL
         : format.family == MW_FAMILY_M2 ? g_strdup_printf ("collision-from-mesh %s shape=mesh", path)
                                         : g_strdup_printf ("collision-from-mesh %s margin=10", path);
}

/* The normal of three points, with the length 1; 0: they have no area. */
static double
cross_of (const float *a, const float *b, const float *c, double out[3])
{
  for (guint k = 0; k < 3; k++) {
    const guint i = (k + 1) % 3, j = (k + 2) % 3;
    out[k] = ((double) b[i] - (double) a[i]) * ((double) c[j] - (double) a[j])
             - ((double) b[j] - (double) a[j]) * ((double) c[i] - (double) a[i]);
  }
  return rows_normalise (out);
}

/* Each triangle of the mesh with an area is there, in its order, with a normal. */
static char *
judge_triangles (const Mesh *mesh, const MwM2 *before, const MwM2 *after)
{
  enum { FEW = 20 };
  const float *points = after->collision_vertices.data, *normals = after->collision_normals.data;
  const uint16_t *corners = after->collision_triangles.data;
  guint at = before->collision_triangles.n / 3, outwards = 0, n = 0;
  for (guint t = 0; t < mesh->n_triangles; t++) {
    const guint16 *stored = mesh->triangles + 3 * (gsize) t;
    const float *from[3];
    double normal[3], along = 0, of_vertices = 0;
    for (guint k = 0; k < 3; k++)
      from[k] = mesh->positions + 3 * (gsize) stored[k];
    if (cross_of (from[0], from[1], from[2], normal) <= 0)
      continue;
    gboolean next = at < after->collision_triangles.n / 3;
    for (guint k = 0; next && k < 3; k++)
      next = corners[3 * at + k] >= before->collision_vertices.n
             && memcmp (points + 3 * (gsize) corners[3 * at + k], from[k], 3 * sizeof (float)) == 0;
    if (!next) {
      /* A triangle that was there already. */
      gboolean known = FALSE;
      for (guint u = before->collision_triangles.n / 3; !known && u < at; u++)
        for (guint turn = 0; !known && turn < 3; turn++) {
          known = TRUE;
          for (guint k = 0; known && k < 3; k++)
            known = memcmp (points + 3 * (gsize) corners[3 * u + (k + turn) % 3], from[k], 3 * sizeof (float)) == 0;
        }
      if (!known)
        return g_strdup_printf ("triangle %u of the mesh is missing", t);
      continue;
    }
    for (guint k = 0; k < 3; k++) {
      along += normal[k] * (double) normals[3 * at + k];
      for (guint c = 0; c < 3; c++)
        of_vertices += normal[k] * (double) mesh->normals[3 * (gsize) stored[c] + k];
    }
    if (fabs (along - 1) > 1e-4)
      return g_strdup_printf ("triangle %u has a wrong normal", at);
    outwards += of_vertices > 0;
    n++;
    at++;
  }
  if (!n || at != after->collision_triangles.n / 3 || after->collision_normals.n != at)
    return g_strdup ("the collision has other triangles than the mesh");
  /* Made models have triangles that point anywhere. */
  return 2 * outwards > n || n < FEW ? NULL : g_strdup_printf ("only %u of %u triangles point outwards", outwards, n);
}

static char *
judge_faces (const TableCase *at, const Mesh *mesh)
{
  const MwM2 *before = (const MwM2 *) at->before, *after = (const MwM2 *) at->after;
  char *wrong = judge_triangles (mesh, before, after);
  const float *points = after->collision_vertices.data;
  if (wrong)
    return wrong;
  for (uint32_t i = 0; i < after->collision_vertices.n; i++)
    for (guint k = 0; k < 3; k++)
      if (points[3 * i + k] < after->collision_bounds.min[k] || points[3 * i + k] > after->collision_bounds.max[k])
        return g_strdup ("the collision bounds do not contain it");
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwM2 *copy = (MwM2 *) expected;
  MwArray *const to[] = { &copy->collision_vertices, &copy->collision_triangles, &copy->collision_normals };
  const MwArray *const from[] = { &after->collision_vertices, &after->collision_triangles, &after->collision_normals };
  static const gsize sizes[] = { 12, 2, 12 };
  copy->collision_bounds = after->collision_bounds;
  for (guint i = 0; i < G_N_ELEMENTS (to); i++) {
    if (to[i]->n > from[i]->n || (to[i]->n && memcmp (to[i]->data, from[i]->data, to[i]->n * sizes[i]) != 0)) {
      mw_model_free (expected);
      return g_strdup ("the collision that was there has changed");
    }
    mw_array_clear (to[i]);
    *to[i] = mw_array_copy (from[i]->data, from[i]->n, sizes[i]);
  }
  return table_expect (expected, at);
}

static guint
count_boxes (const MwModel *model, const double min[3], const double max[3])
{
  const MwList *nodes = table_list (model, "nodes");
  guint n = 0;
  for (uint32_t i = 0; i < nodes->n; i++) {
    const MwMdlxCollisionShape *shape = (const MwMdlxCollisionShape *) nodes->items[i];
    gboolean fits = nodes->items[i]->schema == &mw_mdlx_collision_shape_schema && shape->type == MW_MDLX_SHAPE_BOX;
    for (guint k = 0; fits && k < 3; k++)
      fits = fabs ((double) shape->vertices[0][k] - min[k]) <= 1e-4 * MAX (1, fabs (min[k]))
             && fabs ((double) shape->vertices[1][k] - max[k]) <= 1e-4 * MAX (1, fabs (max[k]));
    n += fits;
  }
  return n;
}

char *
rows_collision_judge (const TableCase *at)
{
  Mesh mesh = rows_mesh_in (at->before, at->step);
  double min[3] = { 0 }, max[3] = { 0 };
  gboolean any = FALSE;
  if (at->format.family == MW_FAMILY_M2)
    return judge_faces (at, &mesh);
  for (guint t = 0; t < mesh.n_triangles; t++) {
    const guint16 *corners = mesh.triangles + 3 * (gsize) t;
    double normal[3];
    if (cross_of (mesh.positions + 3 * corners[0], mesh.positions + 3 * corners[1], mesh.positions + 3 * corners[2],
                  normal)
        <= 0)
      continue;
    for (guint c = 0; c < 3; c++)
      for (guint k = 0; k < 3; k++) {
        const double v = (double) mesh.positions[3 * corners[c] + k];
        min[k] = any || c ? MIN (min[k], v) : v;
        max[k] = any || c ? MAX (max[k], v) : v;
      }
    any = TRUE;
  }
  for (guint k = 0; k < 3; k++) {
    const double grown = (max[k] - min[k]) / 20;
    min[k] -= grown;
    max[k] += grown;
  }
  if (table_list (at->after, "nodes")->n != table_list (at->before, "nodes")->n + 1)
    return g_strdup ("there is no new node");
  return count_boxes (at->after, min, max) == count_boxes (at->before, min, max) + 1
           ? NULL
           : g_strdup ("there is no box around the mesh");
}

/* --- Weights --------------------------------------------------------------------------------------------------------- */

enum { MOST_MOVERS = 256 };

/* What moves a vertex: the places of bones, each with its weight in 255. A bone without a weight does not count. */
typedef struct {
  guint n;
  guint bones[MOST_MOVERS], weights[MOST_MOVERS];
} Movers;

static void
add_mover (Movers *movers, guint bone, guint weight)
{
  if (weight && movers->n < MOST_MOVERS) {
    movers->bones[movers->n] = bone;
    movers->weights[movers->n++] = weight;
  }
}

static void
add_ref (Movers *movers, const MwModel *model, MwRef ref, guint weight)
{
  const MwRecord *bone = mw_model_resolve (model, ref);
  add_mover (movers, bone ? mw_record_index (bone) : G_MAXUINT, weight);
}

static Movers
movers_of (const MwModel *model, const MwRecord *holder, guint vertex)
{
  Movers movers = { 0 };
  if (holder->schema != &mw_mdlx_geoset_schema) {
    const MwM2 *m2 = (const MwM2 *) holder;
    for (guint k = 0; k < 4; k++)
      add_mover (&movers, ((const guint8 *) m2->bone_indices.data)[4 * vertex + k],
                 ((const guint8 *) m2->bone_weights.data)[4 * vertex + k]);
    return movers;
  }
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) holder;
  if (geoset->skin_bones.n) {
    for (guint k = 0; k < 4; k++)
      add_ref (&movers, model, ((const MwRef *) geoset->skin_bones.data)[4 * vertex + k],
               ((const guint16 *) geoset->skin_weights.data)[4 * vertex + k]);
    return movers;
  }
  const MwRef *member = geoset->group_members.data;
  const guint group = ((const guint8 *) geoset->vertex_groups.data)[vertex];
  for (guint g = 0; g < group; g++)
    member += ((const guint32 *) geoset->group_sizes.data)[g];
  for (guint i = 0; i < ((const guint32 *) geoset->group_sizes.data)[group]; i++)
    add_ref (&movers, model, member[i], 255);
  return movers;
}

static gboolean
is_alone (const Movers *movers, guint bone)
{
  return movers->n == 1 && movers->bones[0] == bone && movers->weights[0] == 255;
}

/* Whether the weights can be read. */
static gboolean
has_weights (const Mesh *mesh)
{
  if (mesh->holder->schema != &mw_mdlx_geoset_schema)
    return TRUE;
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) mesh->holder;
  guint64 sum = 0;
  for (guint g = 0; g < geoset->group_sizes.n; g++)
    sum += ((const guint32 *) geoset->group_sizes.data)[g];
  return (!geoset->bone_indices.n || (geoset->bone_indices.n == mesh->n && geoset->bone_weights.n == mesh->n))
         && (geoset->skin_bones.n == mesh->n || (geoset->vertex_groups.n == mesh->n && sum == geoset->group_members.n));
}

/* All vertices of meshes with an even number of triangles, and of others those of the first triangle. */
char *
rows_weights_step (const MwModel *model, MwFormat format)
{
  Mesh mesh = small_mesh (model);
  const gboolean m2 = format.family == MW_FAMILY_M2;
  const MwList *bones = table_list (model, m2 ? "bones" : "nodes");
  for (uint32_t i = 0; mesh.record && has_weights (&mesh) && i < MIN (bones->n, 256); i++) {
    const Movers movers = movers_of (model, mesh.holder, mesh.triangles[0]);
    if (is_alone (&movers, i) || (!m2 && bones->items[i]->schema != &mw_mdlx_bone_schema))
      continue;
    g_autofree char *path = mw_record_path (mesh.record), *bone = mw_record_path (bones->items[i]);
    return mesh.n_triangles % 2 ? g_strdup_printf ("geoset-set-weights %s bone=%s vertices=\"%u;%u-%u\"", path, bone,
                                                   mesh.triangles[0], mesh.triangles[1], mesh.triangles[1])
                                : g_strdup_printf ("geoset-set-weights %s bone=%s", path, bone);
  }
  return NULL;
}

/* Whether the submeshes state how many bones move their vertices: all of those with a chosen vertex, in any profile. What others
 * state stays. */
static char *
judge_influences (const TableCase *at, const guint8 *chosen)
{
  g_autoptr (GPtrArray) before = rows_meshes_of (at->before), after = rows_meshes_of (at->after);
  for (guint i = 0; i < before->len; i++) {
    Mesh mesh = rows_mesh_of (at->after, after->pdata[i]);
    const guint stated = ((const MwM2Submesh *) mesh.record)->influences,
                old = ((const MwM2Submesh *) before->pdata[i])->influences;
    gboolean concerned = FALSE;
    guint most = 1;
    for (guint k = 0; k < 3 * mesh.n_triangles; k++) {
      const Movers movers = movers_of (at->after, mesh.holder, mesh.triangles[k]);
      concerned |= chosen[mesh.triangles[k]];
      most = MAX (most, movers.n);
    }
    if (concerned ? stated != most : stated != old)
      return g_strdup_printf ("mesh %u states %u influences, expected %u", i, stated, concerned ? most : old);
  }
  return NULL;
}

char *
rows_weights_judge (const TableCase *at)
{
  Mesh mesh = rows_mesh_in (at->before, at->step), now = rows_mesh_in (at->after, at->step);
  g_autofree char *bone = table_parameter (at->step, "bone");
  g_autofree guint8 *chosen = rows_used_by (&mesh);
  const guint index = mw_record_index (table_record (at->before, bone));
  for (guint i = 0; mesh.n_triangles % 2 && i < mesh.n; i++)
    chosen[i] = i == mesh.triangles[0] || i == mesh.triangles[1];
  for (guint i = 0; i < mesh.n; i++) {
    const Movers old = movers_of (at->before, mesh.holder, i), new = movers_of (at->after, now.holder, i);
    gboolean same = old.n == new.n;
    for (guint k = 0; same && k < old.n; k++)
      same = old.bones[k] == new.bones[k] && old.weights[k] == new.weights[k];
    if (chosen[i] ? !is_alone (&new, index) : !same)
      return g_strdup_printf ("vertex %u is moved by other bones than expected", i);
  }
  char *wrong = at->format.family == MW_FAMILY_M2 ? judge_influences (at, chosen) : NULL;
  return wrong
           ? wrong
           : rows_other_changes (at, "vertex_groups group_sizes group_members skin.bones skin.weights vertices.bones "
                                     "vertices.weights influences bone_indices bone_weights");
}

/* --- Single bones ---------------------------------------------------------------------------------------------------- */

static guint
place_of (const Movers *movers, guint bone)
{
  guint at = 0;
  while (at < movers->n && movers->bones[at] != bone)
    at++;
  return at;
}

/* The place of a bone that does not move the vertex; the number of bones if there is none. */
static guint
other_bone (const MwModel *model, MwFormat format, const Movers *movers)
{
  const gboolean m2 = format.family == MW_FAMILY_M2;
  const MwList *bones = table_list (model, m2 ? "bones" : "nodes");
  for (uint32_t i = 0; i < MIN (bones->n, 250); i++)
    if (place_of (movers, i) == movers->n && (m2 || bones->items[i]->schema == &mw_mdlx_bone_schema))
      return i;
  return bones->n;
}

/* A vertex of the mesh that `least` to `most` bones move, each with at least `weight`; the number of vertices if there is none. */
static guint
vertex_with (const MwModel *model, const Mesh *mesh, guint least, guint most, guint weight)
{
  for (guint i = 0; mesh->record && has_weights (mesh) && i < 3 * mesh->n_triangles; i++) {
    const Movers movers = movers_of (model, mesh->holder, mesh->triangles[i]);
    gboolean fits = movers.n >= least && movers.n <= most;
    for (guint k = 0; fits && k < movers.n; k++)
      fits = movers.bones[k] != G_MAXUINT && movers.weights[k] >= weight && place_of (&movers, movers.bones[k]) == k;
    if (fits)
      return mesh->triangles[i];
  }
  return mesh->n;
}

/* A vertex, the bone of the step, and for a replacement the one in its place. */
static char *
bone_step (const MwModel *model, MwFormat format, const char *operation, guint least, guint most)
{
  g_autoptr (GPtrArray) all = rows_meshes_of (model);
  const MwList *bones = table_list (model, format.family == MW_FAMILY_M2 ? "bones" : "nodes");
  for (guint i = 0; i < MIN (all->len, 20); i++) {
    Mesh mesh = rows_mesh_of (model, all->pdata[i]);
    const guint vertex = vertex_with (model, &mesh, least, most, 20);
    if (vertex == mesh.n)
      continue;
    const Movers movers = movers_of (model, mesh.holder, vertex);
    const guint other = other_bone (model, format, &movers);
    if (other == bones->n)
      continue;
    g_autofree char *path = mw_record_path (mesh.record), *own = mw_record_path (bones->items[movers.bones[0]]),
                    *new = mw_record_path (bones->items[other]);
    return g_str_equal (operation, "geoset-add-bone")
             ? g_strdup_printf ("%s %s bone=%s vertices=%u", operation, path, new, vertex)
           : g_str_equal (operation, "geoset-remove-bone")
             ? g_strdup_printf ("%s %s bone=%s vertices=%u", operation, path, own, vertex)
             : g_strdup_printf ("%s %s bone=%s by=%s", operation, path, own, new);
  }
  return NULL;
}

char *
rows_add_bone_step (const MwModel *model, MwFormat format)
{
  return bone_step (model, format, "geoset-add-bone", 1, 3);
}

char *
rows_remove_bone_step (const MwModel *model, MwFormat format)
{
  return bone_step (model, format, "geoset-remove-bone", 2, 4);
}

char *
rows_replace_bone_step (const MwModel *model, MwFormat format)
{
  return bone_step (model, format, "geoset-replace-bone", 1, 4);
}

/* What the movers of a vertex become; `new` is the bone that it gets, or G_MAXUINT. */
static Movers
expected_movers (const Movers *old, guint bone, guint new, gboolean keeps)
{
  Movers to = { 0 };
  guint whole = 0, others = 0;
  for (guint k = 0; k < old->n; k++) {
    whole += old->weights[k];
    others += keeps || old->bones[k] != bone ? old->weights[k] : 0;
  }
  const guint own = keeps ? (whole + old->n / 2) / (old->n + 1) : whole - others;
  for (guint k = 0; k < old->n; k++)
    if (keeps || old->bones[k] != bone)
      add_mover (&to, old->bones[k],
                 keeps             ? old->weights[k] * (whole - own) / whole
                 : new < G_MAXUINT ? old->weights[k]
                                   : old->weights[k] * whole / others);
  if (new < G_MAXUINT && place_of (&to, new) < to.n)
    to.weights[place_of (&to, new)] += own;
  else if (new < G_MAXUINT)
    add_mover (&to, new, own);
  return to;
}

static gboolean
same_movers (const Movers *a, const Movers *b, gboolean weighted)
{
  gboolean same = a->n == b->n;
  for (guint k = 0; same && k < a->n; k++) {
    const guint at = place_of (b, a->bones[k]);
    same = at < b->n && (!weighted || ABS ((gint) a->weights[k] - (gint) b->weights[at]) <= 1);
  }
  return same;
}

char *
rows_bone_judge (const TableCase *at)
{
  Mesh mesh = rows_mesh_in (at->before, at->step), now = rows_mesh_in (at->after, at->step);
  g_autofree char *bone = table_parameter (at->step, "bone"), *by = table_parameter (at->step, "by"),
                  *vertices = table_parameter (at->step, "vertices");
  const gboolean adds = g_str_has_prefix (at->step, "geoset-add-bone");
  const guint index = mw_record_index (table_record (at->before, bone)),
              new = adds ? index
                    : by ? mw_record_index (table_record (at->before, by))
                         : G_MAXUINT;
  g_autofree guint8 *chosen = rows_used_by (&mesh);
  const gboolean weighted = mesh.holder->schema != &mw_mdlx_geoset_schema
                            || ((const MwMdlxGeoset *) mesh.holder)->skin_bones.n;
  const guint only = vertices ? (guint) g_ascii_strtoull (vertices, NULL, 10) : 0;
  guint changed = 0;
  for (guint i = 0; i < mesh.n; i++) {
    const Movers old = movers_of (at->before, mesh.holder, i), is = movers_of (at->after, now.holder, i);
    chosen[i] &= (!vertices || i == only) && (adds || place_of (&old, index) < old.n);
    const Movers to = chosen[i] ? expected_movers (&old, index, new, adds) : old;
    guint sum = 0, was = 0;
    for (guint k = 0; k < old.n; k++)
      was += old.weights[k];
    for (guint k = 0; k < is.n; k++)
      sum += is.weights[k];
    if (!same_movers (&to, &is, weighted) || (weighted && sum != was))
      return g_strdup_printf ("vertex %u is moved by other bones than expected", i);
    changed += chosen[i];
  }
  char *wrong = at->format.family == MW_FAMILY_M2 ? judge_influences (at, chosen) : NULL;
  return !changed ? g_strdup ("no vertex was to change")
         : wrong  ? wrong
                  : rows_other_changes (at, "vertex_groups group_sizes group_members skin.bones skin.weights "
                                             "vertices.bones vertices.weights influences bone_indices bone_weights");
}

/* --- Matrix groups without vertices ---------------------------------------------------------------------------------- */

/* The number of groups of a geoset that no vertex has; 0 also if they cannot be read. */
static guint
n_unused (const MwMdlxGeoset *geoset)
{
  g_autofree guint8 *used = g_new0 (guint8, MAX (geoset->group_sizes.n, 256) + 1);
  guint n = 0, sum = 0;
  for (guint i = 0; i < geoset->vertex_groups.n; i++)
    used[((const guint8 *) geoset->vertex_groups.data)[i]] = 1;
  for (guint g = geoset->group_sizes.n; g < 257; g++)
    if (used[g])
      return 0;
  for (guint g = 0; g < geoset->group_sizes.n; g++) {
    n += !used[g];
    sum += ((const guint32 *) geoset->group_sizes.data)[g];
  }
  return geoset->vertex_groups.n == geoset->vertices.n && sum == geoset->group_members.n ? n : 0;
}

/* Real files have none, so that one is made: before the last group, with the bones of the first one. */
char *
rows_unused_groups_step (const MwModel *model, MwFormat format)
{
  enum { MOST = 8 };
  const MwList *geosets = format.family == MW_FAMILY_M2 ? NULL : table_list (model, "geosets");
  for (uint32_t i = 0; geosets && i < geosets->n; i++) {
    const Mesh mesh = rows_mesh_of (model, geosets->items[i]);
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) geosets->items[i];
    const guint n = geoset->group_sizes.n;
    const guint32 *sizes = geoset->group_sizes.data;
    if (!n || n > MOST || !has_weights (&mesh) || geoset->skin_bones.n || mesh.n > 500 || n_unused (geoset))
      continue;
    g_autoptr (GString) text = g_string_new (NULL), members = g_string_new (NULL);
    guint at = 0;
    for (guint g = 0; g <= n; g++) {
      const guint from = g < n - 1 ? g : g == n - 1 ? 0 : n - 1;
      guint first = 0;
      for (guint k = 0; k < from; k++)
        first += sizes[k];
      for (guint k = 0; k < sizes[from]; k++) {
        const MwRecord *bone = mw_model_resolve (model, ((const MwRef *) geoset->group_members.data)[first + k]);
        g_autofree char *path = bone ? mw_record_path (bone) : g_strdup ("none");
        g_string_append_printf (members, "%s%s", at++ ? ", " : "", path);
      }
      g_string_append_printf (text, "%s%u", g ? ", " : "", sizes[from]);
    }
    g_autoptr (GString) of_vertex = g_string_new (NULL);
    for (guint v = 0; v < mesh.n; v++) {
      const guint g = ((const guint8 *) geoset->vertex_groups.data)[v];
      g_string_append_printf (of_vertex, "%s%u", v ? ", " : "", g == n - 1 ? n : g);
    }
    return g_strdup_printf ("set geosets[%u].group_sizes=[%s]\nset geosets[%u].group_members=[%s]\n"
                            "set geosets[%u].vertex_groups=[%s]\ngeoset-remove-unused-groups geosets[%u]",
                            i, text->str, i, members->str, i, of_vertex->str, i);
  }
  return NULL;
}

char *
rows_unused_groups_judge (const TableCase *at)
{
  Mesh mesh = rows_mesh_in (at->before, at->step), now = rows_mesh_in (at->after, at->step);
  const MwMdlxGeoset *before = (const MwMdlxGeoset *) mesh.record, *after = (const MwMdlxGeoset *) now.record;
  if (n_unused (after) || after->group_sizes.n != before->group_sizes.n - n_unused (before))
    return g_strdup ("the geoset has another number of groups than expected");
  for (guint i = 0; i < mesh.n; i++) {
    const Movers old = movers_of (at->before, mesh.record, i), new = movers_of (at->after, now.record, i);
    gboolean same = old.n == new.n;
    for (guint k = 0; same && k < old.n; k++)
      same = old.bones[k] == new.bones[k];
    if (!same)
      return g_strdup_printf ("vertex %u is moved by other bones than before", i);
  }
  return rows_other_changes (at, "vertex_groups group_sizes group_members");
}
