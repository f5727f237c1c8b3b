/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/geosets/mesh-list.h"
#include "core/edit/operations/geosets/mesh.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/turn.h"

#include <math.h>
#include <string.h>

/* Operations on where vertices are, and on the bounds that follow from that. */

/* --- Transform ------------------------------------------------------------------------------------------------------ */

typedef struct {
  MwRecord record;
  float move[3], rotate[3], scale[3], pivot[3];
  char *vertices;
} TransformParams;

static const MwField transform_fields[] = {
  MW_FIELD_VEC (TransformParams, move, 3, "move", .unit = MW_UNIT_LENGTH, .label = N_ ("Move"),
                .doc = N_ ("How far along x, y and z, after scale and rotation.")),
  MW_FIELD_VEC (TransformParams, rotate, 3, "rotate", .unit = MW_UNIT_DEGREES, .label = N_ ("Rotate"),
                .doc = N_ ("Around the x axis, then the y axis, then the z axis.")),
  MW_FIELD_VEC (TransformParams, scale, 3, "scale", .unit = MW_UNIT_FACTOR, .def = 1, .min = -1000, .max = 1000,
                .label = N_ ("Scale"), .doc = N_ ("Along x, y and z, before the rotation; negative numbers mirror.")),
  MW_FIELD_VEC (TransformParams, pivot, 3, "pivot", .unit = MW_UNIT_LENGTH, .label = N_ ("Around"),
                .doc = N_ ("The point that scaling and rotation do not move.")),
  MW_FIELD_TEXT (TransformParams, vertices, MW_MESH_LIST_CAPACITY, "vertices", .label = N_ ("Vertices"),
                 .doc = N_ ("Numbers and ranges of vertices, separated by semicolons: 0-15;40. For several geosets one "
                            "list for each, separated by slashes. In M2 they are numbers of the model's vertices. "
                            "Default: all.")),
};
static const MwSchema transform_params = { .name = "geoset-transform",
                                           .label = N_ ("Transform Vertices"),
                                           .size = sizeof (TransformParams),
                                           .fields = transform_fields,
                                           .n_fields = G_N_ELEMENTS (transform_fields) };

typedef struct {
  double points[3][3], normals[3][3]; /* rows */
  double pivot[3], move[3];
  gboolean turns;   /* directions change */
  gboolean mirrors; /* left and right are exchanged */
} Transform;

/* Normals are scaled by the inverse: a surface that is flattened turns its normals away from the flat. */
static void
transform_init (Transform *t, const TransformParams *p)
{
  *t = (Transform) { 0 };
  for (guint i = 0; i < 3; i++) {
    double scale = (double) p->scale[i];
    t->points[i][i] = scale;
    t->normals[i][i] = 1 / scale;
    t->pivot[i] = (double) p->pivot[i];
    t->move[i] = (double) p->move[i];
    t->turns |= p->rotate[i] != 0 || p->scale[i] != 1;
    t->mirrors ^= scale < 0;
  }
  for (guint i = 0; i < 3; i++) {
    mw_turn_about (t->points, i, (double) p->rotate[i]);
    mw_turn_about (t->normals, i, (double) p->rotate[i]);
  }
}

static void
multiply (const double matrix[3][3], const double in[3], double out[3])
{
  for (guint i = 0; i < 3; i++)
    out[i] = matrix[i][0] * in[0] + matrix[i][1] * in[1] + matrix[i][2] * in[2];
}

static void
move_point (const Transform *t, float *point)
{
  double in[3], out[3] = { 0 };
  for (guint i = 0; i < 3; i++)
    in[i] = (double) point[i] - (t->turns ? t->pivot[i] : 0);
  if (t->turns)
    multiply (t->points, in, out);
  for (guint i = 0; i < 3; i++)
    point[i] = (float) ((t->turns ? out[i] + t->pivot[i] : in[i]) + t->move[i]);
}

/* The result has length 1, unless the direction had none. */
static void
turn_direction (const double matrix[3][3], float *direction)
{
  const double in[3] = { (double) direction[0], (double) direction[1], (double) direction[2] };
  double out[3];
  multiply (matrix, in, out);
  double length = sqrt (out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  for (guint i = 0; length > 0 && i < 3; i++)
    direction[i] = (float) (out[i] / length);
}

/* What happens to one element of an array: `components` floats. */
typedef enum { POINTS, NORMALS, TANGENTS } Kind;

static void
transform_element (const Transform *t, Kind kind, float *at)
{
  if (kind == POINTS) {
    move_point (t, at);
    return;
  }
  turn_direction (kind == NORMALS ? t->normals : t->points, at);
  if (kind == TANGENTS && t->mirrors)
    at[3] *= -1;
}

static gboolean
transform_array (MwDocument *document, MwId id, const MwField *field, const guint8 *used, const Transform *t, Kind kind,
                 GError **error)
{
  const MwArray *old = mw_mesh_array (mw_model_find (mw_document_get_model (document), id), field);
  MwArray array = mw_array_copy (old->data, old->n, mw_field_element_size (field));
  for (guint32 i = 0; i < array.n; i++)
    if (used[i])
      transform_element (t, kind, (float *) array.data + (gsize) field->count * i);
  return mw_document_swap_array (document, id, field, array, error);
}

/* Turns the triangles all of whose vertices were mirrored, which would show their backs otherwise. */
static gboolean
turn_mirrored (MwDocument *document, MwId id, const guint8 *used, guint32 n_vertices, GError **error)
{
  const MwRecord *mesh = mw_model_find (mw_document_get_model (document), id);
  const MwField *field = mw_mesh_triangles (mesh);
  const MwArray *old = mw_mesh_array (mesh, field);
  MwArray triangles = mw_array_copy (old->data, old->n, 2);
  for (uint32_t k = 0; k + 3 <= triangles.n; k += 3) {
    guint16 *corners = (guint16 *) triangles.data + k, second = corners[1];
    gboolean all = TRUE;
    for (guint i = 0; i < 3; i++)
      all = all && corners[i] < n_vertices && used[corners[i]];
    if (all) {
      corners[1] = corners[2];
      corners[2] = second;
    }
  }
  return mw_document_swap_array (document, id, field, triangles, error);
}

static gboolean
transform_group (MwDocument *document, const GArray *group, const Transform *t, const guint8 *used, GError **error)
{
  const MwRecord *holder = mw_mesh_group_holder (document, group);
  const MwField *tangents = mw_mesh_tangents (holder);
  const MwId id = holder->id;
  const guint32 n = mw_mesh_array (holder, mw_mesh_positions (holder))->n;
  if (!transform_array (document, id, mw_mesh_positions (holder), used, t, POINTS, error))
    return FALSE;
  if (t->turns && !transform_array (document, id, mw_mesh_normals (holder), used, t, NORMALS, error))
    return FALSE;
  if (t->turns && tangents && mw_mesh_array (holder, tangents)->n == n
      && !transform_array (document, id, tangents, used, t, TANGENTS, error))
    return FALSE;
  g_autoptr (GArray) alike = mw_mesh_alike (document, group);
  for (guint i = 0; t->mirrors && i < alike->len; i++)
    if (!turn_mirrored (document, g_array_index (alike, MwId, i), used, n, error))
      return FALSE;
  return TRUE;
}

static gboolean
transform_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const TransformParams *p = (const TransformParams *) params;
  gboolean moves = FALSE;
  Transform t;
  for (guint i = 0; i < 3; i++) {
    if (p->scale[i] == 0)
      return mw_operation_refuse (NULL, error, "a scale of 0 would leave nothing to see");
    moves |= p->move[i] != 0;
  }
  transform_init (&t, p);
  if (!moves && !t.turns)
    return mw_operation_refuse (NULL, error, "nothing to transform: give a move, a rotation or a scale");
  if (t.mirrors && !mw_mesh_all_read (document, error))
    return FALSE;
  g_autoptr (GPtrArray) groups = mw_mesh_groups (document, ids, n),
                        flags = mw_mesh_list_flags (document, MW_MARKS_VERTICES, mw_text (p->vertices), ids, n, error);
  for (guint i = 0; flags && i < groups->len; i++) {
    const MwRecord *holder = mw_mesh_group_holder (document, groups->pdata[i]);
    g_autofree guint8 *used = mw_mesh_list_union (document, holder, flags, ids, n);
    if (holder->schema == &mw_mdlx_geoset_schema && !*mw_text (p->vertices))
      /* Vertices without a triangle belong to it, too. */
      memset (used, 1, mw_mesh_array (holder, mw_mesh_positions (holder))->n);
    if (!transform_group (document, groups->pdata[i], &t, used, error))
      return FALSE;
  }
  if (!flags)
    return FALSE;
  mw_document_notice (document, g_strdup ("bounds were not changed; geoset-recompute-bounds gives them the new size"));
  return TRUE;
}

static void
transform_from_view (MwDocument *document, const MwId *ids, guint n, const MwShownView *view, MwRecord *params)
{
  mw_mesh_list_from_view (document, MW_MARKS_VERTICES, ids, n, view, &((TransformParams *) params)->vertices);
}

const MwOperation mw_operation_geoset_transform = {
  .id = "geoset-transform",
  .label = N_ ("Transform Vertices"),
  .step = N_ ("Transform %s"),
  .doc = N_ (
    "Scales, rotates and moves all or some vertices of geosets or submeshes, and turns their normals. Bones do not move. In "
    "M2 models, another submesh that uses the same vertices changes too."),
  .aliases = "geoset submesh mesh move rotate scale translate size mirror",
  .domain = MW_DOMAIN_GEOSETS,
  .params = &transform_params,
  .from_view = transform_from_view,
  .applies = mw_mesh_check,
  .run = transform_run,
};

/* --- Bounds --------------------------------------------------------------------------------------------------------- */

/* The distance of the farthest used vertex from a point. */
static double
reach (const float *positions, const guint8 *used, guint32 n, const float point[3])
{
  double most = 0;
  for (guint32 i = 0; i < n; i++) {
    double square = 0;
    for (guint k = 0; used[i] && k < 3; k++) {
      double along = (double) positions[3 * (gsize) i + k] - (double) point[k];
      square += along * along;
    }
    most = MAX (most, square);
  }
  return sqrt (most);
}

/* The box around the used vertices, its centre and their mean. */
typedef struct {
  float min[3], max[3], center[3], mean[3];
} Box;

static Box
box_of (const float *positions, const guint8 *used, guint32 n)
{
  Box box = { 0 };
  double sums[3] = { 0 };
  guint count = 0;
  for (guint32 i = 0; i < n; i++) {
    const float *at = positions + 3 * (gsize) i;
    for (guint k = 0; used[i] && k < 3; k++) {
      box.min[k] = count ? MIN (box.min[k], at[k]) : at[k];
      box.max[k] = count ? MAX (box.max[k], at[k]) : at[k];
      sums[k] += (double) at[k];
    }
    count += used[i];
  }
  for (guint k = 0; count && k < 3; k++) {
    box.center[k] = (float) (((double) box.min[k] + (double) box.max[k]) / 2);
    box.mean[k] = (float) (sums[k] / count);
  }
  return box;
}

/* Sets a number field if this format has it and the value differs. */
static gboolean
put (MwDocument *document, MwId id, const MwField *field, const float *values, guint *changed, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), id);
  const gsize size = field->count * sizeof (float);
  if (!mw_field_is_live (record, field, mw_document_get_format (document))
      || memcmp (mw_field_at (record, field), values, size) == 0)
    return TRUE;
  ++*changed;
  return mw_document_set_field (document, id, field, values, size, error);
}

static gboolean
bound_geoset (MwDocument *document, MwId id, guint *changed, GError **error)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) mw_model_find (mw_document_get_model (document), id);
  const guint32 n = geoset->vertices.n;
  g_autofree guint8 *all = g_malloc (n + 1);
  memset (all, 1, n);
  const Box box = box_of (geoset->vertices.data, all, n);
  const float radius = (float) reach (geoset->vertices.data, all, n, box.center);
  return put (document, id, MW_FIELD (MwMdlxGeoset, bounds.min), box.min, changed, error)
         && put (document, id, MW_FIELD (MwMdlxGeoset, bounds.max), box.max, changed, error)
         && put (document, id, MW_FIELD (MwMdlxGeoset, center), box.center, changed, error)
         && put (document, id, MW_FIELD (MwMdlxGeoset, bounds.radius), &radius, changed, error);
}

/* The sort sphere is around the centre of the box or the mean, whichever makes it smaller (m2.md 6.1). */
gboolean
mw_submesh_bound (MwDocument *document, MwId id, guint *changed, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  const float *positions = model->positions.data;
  const guint32 n = model->positions.n;
  g_autoptr (GArray) alone = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_array_append_val (alone, id);
  g_autofree guint8 *used = mw_mesh_used (document, alone);
  const Box box = box_of (positions, used, n);
  const double of_box = reach (positions, used, n, box.center), of_mean = reach (positions, used, n, box.mean);
  const float radius = (float) MIN (of_box, of_mean);
  return put (document, id, MW_FIELD (MwM2Submesh, center), box.mean, changed, error)
         && put (document, id, MW_FIELD (MwM2Submesh, sort_center), of_box <= of_mean ? box.center : box.mean, changed,
                 error)
         && put (document, id, MW_FIELD (MwM2Submesh, sort_radius), &radius, changed, error);
}

static gboolean
bounds_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  guint changed = 0;
  for (guint i = 0; i < n; i++) {
    gboolean submesh = mw_model_find (model, ids[i])->schema == &mw_m2_submesh_schema;
    if (!(submesh ? mw_submesh_bound : bound_geoset) (document, ids[i], &changed, error))
      return FALSE;
  }
  return changed || mw_operation_nothing (error, "nothing to recompute: the bounds are already these");
}

const MwOperation mw_operation_geoset_recompute_bounds = {
  .id = "geoset-recompute-bounds",
  .label = N_ ("Recompute Bounds"),
  .step = N_ ("Recompute the bounds of %s"),
  .doc = N_ ("Computes the bounds of geosets from their vertices at rest; bounds for single sequences do not change. "
             "For submeshes it computes the centre, the sort centre and the sort radius."),
  .aliases = "geoset submesh mesh extent radius box minimum maximum centre center",
  .domain = MW_DOMAIN_GEOSETS,
  .applies = mw_mesh_check,
  .run = bounds_run,
};
