/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "core/render/render-private.h"

const char *
mw_overlay_word (guint i)
{
  static const char *const words[MW_OVERLAY_COUNT] = { "grid",     "axes",    "bones",     "attachments", "events",
                                                       "emitters", "lights",  "collision", "bounds",      "cameras",
                                                       "pivots",   "normals", "wire" };
  return words[i];
}

void
mw_lines_add (GArray *lines, const float a[3], const float b[3], uint32_t rgba)
{
  MwLineVertex ends[2];
  for (int i = 0; i < 2; i++) {
    memcpy (ends[i].position, i ? b : a, sizeof ends[i].position);
    for (int k = 0; k < 4; k++)
      ends[i].rgba[k] = (uint8_t) (rgba >> (24 - 8 * k));
  }
  g_array_append_vals (lines, ends, 2);
}

static void
add_edges (GArray *lines, float corners[][3], const uint8_t (*edges)[2], guint n, uint32_t rgba)
{
  for (guint i = 0; i < n; i++)
    mw_lines_add (lines, corners[edges[i][0]], corners[edges[i][1]], rgba);
}

static const uint8_t octahedron[12][2] = { { 0, 2 }, { 0, 3 }, { 0, 4 }, { 0, 5 }, { 1, 2 }, { 1, 3 },
                                           { 1, 4 }, { 1, 5 }, { 2, 3 }, { 3, 4 }, { 4, 5 }, { 5, 2 } };

/* An octahedron about a point. */
static void
add_diamond (GArray *lines, const float at[3], float size, uint32_t rgba)
{
  float corners[6][3];
  static const float directions[6][3] = { { 0, 0, -1 }, { 0, 0, 1 }, { -1, 0, 0 },
                                          { 0, -1, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 3; k++)
      corners[i][k] = at[k] + directions[i][k] * size;
  add_edges (lines, corners, octahedron, G_N_ELEMENTS (octahedron), rgba);
}

/* A bone from joint to joint, thick near the first. */
static void
add_bone (GArray *lines, const float from[3], const float to[3], uint32_t rgba)
{
  float along[3], side[3], other[3], corners[6][3];
  for (int k = 0; k < 3; k++)
    along[k] = to[k] - from[k];
  float length = mw_vec_normalise (along);
  if (length <= 0)
    return;
  const float helper[3] = { fabsf (along[2]) > 0.9f, 0, fabsf (along[2]) <= 0.9f };
  mw_vec_cross (along, helper, side);
  mw_vec_normalise (side);
  mw_vec_cross (along, side, other);
  float thick = length * 0.07f;
  for (int k = 0; k < 3; k++) {
    float middle = from[k] + along[k] * length * 0.15f;
    corners[0][k] = from[k];
    corners[1][k] = to[k];
    corners[2][k] = middle + side[k] * thick;
    corners[3][k] = middle + other[k] * thick;
    corners[4][k] = middle - side[k] * thick;
    corners[5][k] = middle - other[k] * thick;
  }
  add_edges (lines, corners, octahedron, G_N_ELEMENTS (octahedron), rgba);
}

/* A box; its corners are transformed by `matrix` (NULL: not). */
static void
add_box (GArray *lines, const float low[3], const float high[3], const float matrix[16], uint32_t rgba)
{
  static const uint8_t edges[12][2] = { { 0, 1 }, { 2, 3 }, { 4, 5 }, { 6, 7 }, { 0, 2 }, { 1, 3 },
                                        { 4, 6 }, { 5, 7 }, { 0, 4 }, { 1, 5 }, { 2, 6 }, { 3, 7 } };
  float corners[8][3];
  for (int i = 0; i < 8; i++) {
    const float at[3] = { i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2] };
    mw_mat_point (matrix ? matrix : mw_mat_identity, at, corners[i]);
  }
  add_edges (lines, corners, edges, G_N_ELEMENTS (edges), rgba);
}

void
mw_lines_add_circle (GArray *lines, const float centre[3], float radius, int axis_a, int axis_b, const float matrix[16],
                     uint32_t rgba)
{
  enum { STEPS = 32 };
  float before[3] = { 0 };
  for (int i = 0; i <= STEPS; i++) {
    float angle = (float) i / STEPS * 2 * (float) G_PI, at[3] = { centre[0], centre[1], centre[2] };
    at[axis_a] += cosf (angle) * radius;
    at[axis_b] += sinf (angle) * radius;
    mw_mat_point (matrix ? matrix : mw_mat_identity, at, at);
    if (i)
      mw_lines_add (lines, before, at, rgba);
    memcpy (before, at, sizeof before);
  }
}

void
mw_lines_add_grid (GArray *lines, uint32_t rgb)
{
  const float far_end = MW_GRID_REACH;
  for (int i = -32; i <= 32; i++) {
    /* The two lines through the origin have the colours of the axes X and Y. */
    uint32_t minor = rgb << 8 | (i % 4 ? 0x28u : 0x58u);
    float at = (float) i * 32;
    mw_lines_add (lines, (float[3]) { at, -far_end, 0 }, (float[3]) { at, far_end, 0 }, i ? minor : 0x4D9950B0u);
    mw_lines_add (lines, (float[3]) { -far_end, at, 0 }, (float[3]) { far_end, at, 0 }, i ? minor : 0xA84B4BB0u);
  }
}

/* --- What a model has beside its surfaces --------------------------------------------------------------------------- */

typedef struct {
  unsigned overlay;
  uint32_t rgba;
} Marker;

/* The marker for a kind of record, or NULL. */
static const Marker *
marker_of (const MwAspects *aspects, const MwSchema *kind)
{
  static const Marker markers[] = {
    [MW_POINT_BONE] = { MW_OVERLAY_BONES, 0x8CC8FFFFu },
    [MW_POINT_HELPER] = { MW_OVERLAY_BONES, 0xB0B8C0FFu },
    [MW_POINT_ATTACHMENT] = { MW_OVERLAY_ATTACHMENTS, 0x66E07AFFu },
    [MW_POINT_EVENT] = { MW_OVERLAY_EVENTS, 0xFFE066FFu },
    [MW_POINT_PARTICLES] = { MW_OVERLAY_EMITTERS, 0xE07AE8FFu },
    [MW_POINT_EFFECT] = { MW_OVERLAY_EMITTERS, 0xFF90C8FFu },
    [MW_POINT_RIBBON] = { MW_OVERLAY_EMITTERS, 0xC890FFFFu },
    [MW_POINT_LIGHT] = { MW_OVERLAY_LIGHTS, 0xFFF6B0FFu },
    [MW_POINT_COLLISION] = { MW_OVERLAY_COLLISION, 0x5AE0E0FFu },
  };
  MwPoint point = aspects->point (kind);
  return point == MW_POINT_NONE ? NULL : &markers[point];
}

gboolean
mw_lines_shows (const MwModel *model, const MwSchema *kind, unsigned overlays)
{
  const Marker *marker = marker_of (mw_aspects_of (model), kind);
  return marker && (overlays & marker->overlay);
}

float
mw_lines_of_pixels (const MwFrame *frame, const float at[3], float pixels)
{
  float right[3], up[3], back[3], eye[3], depth = frame->camera.distance;
  if (!frame->camera.ortho) {
    mw_camera_axes (&frame->camera, right, up, back);
    mw_camera_eye (&frame->camera, eye);
    for (int k = 0; k < 3; k++)
      eye[k] -= at[k];
    depth = MAX (mw_vec_dot (eye, back), 0);
  }
  return depth * tanf (frame->camera.fov / 2) * 2 * pixels / (float) MAX (frame->height, 1);
}

static void
add_collision_shape (GArray *lines, const MwShapeAspect *shape, const float matrix[16], uint32_t rgba)
{
  switch (shape->kind) {
  case MW_SHAPE_BOX:
    add_box (lines, shape->points[0], shape->points[1], matrix, rgba);
    break;
  case MW_SHAPE_SPHERE:
    for (int axis = 0; axis < 3; axis++)
      mw_lines_add_circle (lines, shape->points[0], shape->radius, axis, (axis + 1) % 3, matrix, rgba);
    break;
  case MW_SHAPE_CYLINDER:
    for (int end = 0; end < 2; end++)
      mw_lines_add_circle (lines, shape->points[end], shape->radius, 0, 1, matrix, rgba);
    for (int side = 0; side < 4; side++) {
      float ends[2][3];
      for (int end = 0; end < 2; end++) {
        memcpy (ends[end], shape->points[end], sizeof ends[end]);
        ends[end][side / 2] += side % 2 ? -shape->radius : shape->radius;
        mw_mat_point (matrix, ends[end], ends[end]);
      }
      mw_lines_add (lines, ends[0], ends[1], rgba);
    }
    break;
  case MW_SHAPE_NONE:
    break;
  }
}

/* Triangles in model space; they are not animated. */
static void
add_collision_mesh (GArray *lines, const MwMeshAspect *mesh, uint32_t rgba)
{
  const float *at = mesh->vertices->data;
  const uint16_t *corners = mesh->triangles->data;
  for (uint32_t i = 0; i + 3 <= mesh->triangles->n; i += 3)
    for (uint32_t k = 0; k < 3; k++) {
      uint32_t a = corners[i + k], b = corners[i + (k + 1) % 3];
      if (a < mesh->vertices->n && b < mesh->vertices->n)
        mw_lines_add (lines, at + 3 * (size_t) a, at + 3 * (size_t) b, rgba);
    }
}

/* The bounds of the sequence that is played; NULL at rest. */
static const MwBounds *
bounds_now (const MwModel *model, const MwClock *clock)
{
  const MwAspects *aspects = mw_aspects_of (model);
  const MwRecord *sequence = clock->rest ? NULL : mw_model_find (model, clock->sequence);
  return sequence && sequence->schema == aspects->sequence ? mw_sequence_aspect (model, sequence).bounds : NULL;
}

/* The axes of a node, in their colours. */
static void
add_pivot (GArray *lines, const MwSkeleton *skeleton, guint place, const MwFrame *frame)
{
  static const uint32_t colours[] = { 0xE85A5AFFu, 0x63C55FFFu, 0x5F8CF0FFu };
  float at[3], tip[3];
  mw_skeleton_position_at (skeleton, place, at);
  float length = mw_lines_of_pixels (frame, at, 12);
  for (int axis = 0; axis < 3; axis++) {
    mw_mat_direction (mw_skeleton_matrix_at (skeleton, place), (float[3]) { axis == 0, axis == 1, axis == 2 }, tip);
    mw_vec_normalise (tip);
    for (int k = 0; k < 3; k++)
      tip[k] = at[k] + tip[k] * length;
    mw_lines_add (lines, at, tip, colours[axis]);
  }
}

void
mw_lines_add_node (GArray *lines, const MwSkeleton *skeleton, guint place, const MwFrame *frame)
{
  const MwRecord *node = mw_skeleton_node_at (skeleton, place);
  const MwAspects *aspects = mw_aspects_of (mw_skeleton_model (skeleton));
  const Marker *marker = marker_of (aspects, node->schema);
  gboolean selected = mw_ids_have (frame->selected, frame->n_selected, node->id);
  const gboolean pivot = (frame->overlays & MW_OVERLAY_PIVOTS) != 0,
                 marked = marker && (marker->overlay & frame->overlays || selected);
  if ((!pivot && !marked) || mw_ids_have (frame->hidden, frame->n_hidden, node->id))
    return;
  if (pivot)
    add_pivot (lines, skeleton, place, frame);
  if (!marked)
    return;
  uint32_t rgba = selected                                                   ? MW_LINES_SELECTED
                  : mw_ids_have (frame->hovered, frame->n_hovered, node->id) ? MW_LINES_HOVERED
                                                                             : marker->rgba;
  if (!mw_skeleton_visible_at (skeleton, place))
    rgba = (rgba & 0xFFFFFF00u) | 0x50;
  float at[3], from[3];
  mw_skeleton_position_at (skeleton, place, at);
  add_diamond (lines, at, mw_lines_of_pixels (frame, at, 4), rgba);
  if (marker->overlay == MW_OVERLAY_BONES) {
    int parent = mw_skeleton_parent_at (skeleton, place);
    if (parent >= 0) {
      mw_skeleton_position_at (skeleton, (guint) parent, from);
      add_bone (lines, from, at, (rgba & 0xFFFFFF00u) | ((rgba & 0xFF) * 3 / 4));
    }
  } else if (marker->overlay == MW_OVERLAY_COLLISION) {
    MwShapeAspect shape = { 0 };
    aspects->shape (node, &shape);
    add_collision_shape (lines, &shape, mw_skeleton_matrix_at (skeleton, place), rgba);
  } else {
    /* A line along the node's X axis, which points to the front in the bind pose. */
    float tip[3];
    mw_mat_direction (mw_skeleton_matrix_at (skeleton, place), (float[3]) { 1, 0, 0 }, tip);
    mw_vec_normalise (tip);
    float length = mw_lines_of_pixels (frame, at, 14);
    for (int k = 0; k < 3; k++)
      tip[k] = at[k] + tip[k] * length;
    mw_lines_add (lines, at, tip, rgba);
  }
}

void
mw_lines_add_model (GArray *lines, const MwModel *model, const MwSkeleton *skeleton, const MwFrame *frame)
{
  if (frame->overlays & MW_OVERLAY_BOUNDS) {
    const MwBounds *whole = mw_model_member (model, mw_aspects_of (model)->bounds),
                   *now = bounds_now (model, &frame->clock);
    add_box (lines, whole->min, whole->max, NULL, now ? 0xFFFFFF60u : 0xFFFFFFA0u);
    if (now)
      add_box (lines, now->min, now->max, NULL, 0xFFD24CC0u);
  }
  if (frame->overlays & MW_OVERLAY_COLLISION) {
    const MwAspects *aspects = mw_aspects_of (model);
    MwMeshAspect mesh = { mw_model_member (model, aspects->collision_vertices),
                          mw_model_member (model, aspects->collision_triangles) };
    add_collision_mesh (lines, &mesh, 0x5AE0E0FFu);
  }
  mw_figures_add_cameras (lines, model, frame);
  if (frame->overlays & MW_OVERLAY_LIGHTS)
    mw_figures_add_lights (lines, skeleton, frame);
  for (guint i = 0; i < mw_skeleton_n_nodes (skeleton); i++)
    mw_lines_add_node (lines, skeleton, i, frame);
}
