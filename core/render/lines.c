/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/pose/math.h"
#include "core/render/render-private.h"

/* Colours as 0xRRGGBBAA. */
#define SELECTED 0xFFA028FFu

gboolean
mw_ids_have (const MwId *ids, guint n, MwId id)
{
  for (guint i = 0; i < n; i++)
    if (ids[i] == id)
      return TRUE;
  return FALSE;
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

void
mw_lines_add_diamond (GArray *lines, const float at[3], float size, uint32_t rgba)
{
  float corners[6][3];
  static const float directions[6][3] = { { 0, 0, -1 }, { 0, 0, 1 }, { -1, 0, 0 },
                                          { 0, -1, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 3; k++)
      corners[i][k] = at[k] + directions[i][k] * size;
  add_edges (lines, corners, octahedron, G_N_ELEMENTS (octahedron), rgba);
}

void
mw_lines_add_bone (GArray *lines, const float from[3], const float to[3], uint32_t rgba)
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

void
mw_lines_add_box (GArray *lines, const float low[3], const float high[3], const float matrix[16], uint32_t rgba)
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
  const float far_end = 1024;
  for (int i = -32; i <= 32; i++) {
    /* The two lines through the origin show where X and Y go. */
    uint32_t minor = rgb << 8 | (i % 4 ? 0x28u : 0x58u);
    float at = (float) i * 32;
    mw_lines_add (lines, (float[3]) { at, -far_end, 0 }, (float[3]) { at, far_end, 0 }, i ? minor : 0x4D9950B0u);
    mw_lines_add (lines, (float[3]) { -far_end, at, 0 }, (float[3]) { far_end, at, 0 }, i ? minor : 0xA84B4BB0u);
  }
}

/* --- What a model has beside its surfaces --------------------------------------------------------------------------- */

typedef struct {
  const MwSchema *kind;
  unsigned overlay;
  uint32_t rgba;
} Marker;

static const Marker markers[] = {
  { &mw_mdlx_bone_schema, MW_OVERLAY_BONES, 0x8CC8FFFFu },
  { &mw_mdlx_helper_schema, MW_OVERLAY_BONES, 0xB0B8C0FFu },
  { &mw_mdlx_attachment_schema, MW_OVERLAY_ATTACHMENTS, 0x66E07AFFu },
  { &mw_mdlx_event_object_schema, MW_OVERLAY_EVENTS, 0xFFE066FFu },
  { &mw_mdlx_particle_emitter_schema, MW_OVERLAY_EMITTERS, 0xE07AE8FFu },
  { &mw_mdlx_particle_emitter2_schema, MW_OVERLAY_EMITTERS, 0xE07AE8FFu },
  { &mw_mdlx_popcorn_emitter_schema, MW_OVERLAY_EMITTERS, 0xFF90C8FFu },
  { &mw_mdlx_ribbon_emitter_schema, MW_OVERLAY_EMITTERS, 0xC890FFFFu },
  { &mw_mdlx_light_schema, MW_OVERLAY_LIGHTS, 0xFFF6B0FFu },
  { &mw_mdlx_collision_shape_schema, MW_OVERLAY_COLLISION, 0x5AE0E0FFu },
  { &mw_m2_bone_schema, MW_OVERLAY_BONES, 0x8CC8FFFFu },
  { &mw_m2_attachment_schema, MW_OVERLAY_ATTACHMENTS, 0x66E07AFFu },
  { &mw_m2_event_schema, MW_OVERLAY_EVENTS, 0xFFE066FFu },
  { &mw_m2_particle_schema, MW_OVERLAY_EMITTERS, 0xE07AE8FFu },
  { &mw_m2_ribbon_schema, MW_OVERLAY_EMITTERS, 0xC890FFFFu },
  { &mw_m2_light_schema, MW_OVERLAY_LIGHTS, 0xFFF6B0FFu },
};

static const Marker *
marker_of (const MwSchema *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (markers); i++)
    if (markers[i].kind == kind)
      return &markers[i];
  return NULL;
}

gboolean
mw_lines_shows (const MwSchema *kind, unsigned overlays)
{
  const Marker *marker = marker_of (kind);
  return marker && (overlays & marker->overlay);
}

/* The length at that point that is `pixels` long in the picture. */
static float
length_of_pixels (const MwFrame *frame, const float at[3], float pixels)
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

/* A flat shape of this size about the node's pivot. */
static void
add_plane (GArray *lines, const MwMdlxCollisionShape *shape, const float matrix[16], uint32_t rgba)
{
  const float half[3] = { shape->length / 2, shape->width / 2, 0 };
  float low[3], high[3];
  for (int k = 0; k < 3; k++) {
    low[k] = shape->node.pivot[k] - half[k];
    high[k] = shape->node.pivot[k] + half[k];
  }
  mw_lines_add_box (lines, low, high, matrix, rgba);
}

/* Those that World of Warcraft has otherwise (mdlx.md 7.2); FALSE for all others. */
static gboolean
add_wow_shape (GArray *lines, const MwMdlxCollisionShape *shape, const float matrix[16], uint32_t rgba)
{
  if (mw_record_family (&shape->node.record) != MW_FAMILY_MDX_WOW)
    return FALSE;
  if (shape->type == MW_MDLX_WOW_SHAPE_PLANE) {
    add_plane (lines, shape, matrix, rgba);
    return TRUE;
  }
  if (shape->type != MW_MDLX_WOW_SHAPE_CYLINDER)
    return FALSE;
  for (int end = 0; end < 2; end++) {
    const float *base = shape->vertices[0], at[3] = { base[0], base[1], base[2] + (end ? shape->height : 0) };
    mw_lines_add_circle (lines, at, shape->radius, 0, 1, matrix, rgba);
  }
  return TRUE;
}

static void
add_collision_shape (GArray *lines, const MwMdlxCollisionShape *shape, const float matrix[16], uint32_t rgba)
{
  if (add_wow_shape (lines, shape, matrix, rgba))
    return;
  switch (shape->type) {
  case MW_MDLX_SHAPE_BOX:
  case MW_MDLX_SHAPE_PLANE:
    mw_lines_add_box (lines, shape->vertices[0], shape->vertices[1], matrix, rgba);
    break;
  case MW_MDLX_SHAPE_SPHERE:
    for (int axis = 0; axis < 3; axis++)
      mw_lines_add_circle (lines, shape->vertices[0], shape->radius, axis, (axis + 1) % 3, matrix, rgba);
    break;
  case MW_MDLX_SHAPE_CYLINDER:
    for (int end = 0; end < 2; end++)
      mw_lines_add_circle (lines, shape->vertices[end], shape->radius, 0, 1, matrix, rgba);
    break;
  default:
    break;
  }
}

/* M2 and World of Warcraft's MDX: triangles in model space that move with nothing. */
static void
add_collision_triangles (GArray *lines, const MwArray *vertices, const MwArray *triangles, uint32_t rgba)
{
  const float *at = vertices->data;
  const uint16_t *corners = triangles->data;
  for (uint32_t i = 0; i + 3 <= triangles->n; i += 3)
    for (uint32_t k = 0; k < 3; k++) {
      uint32_t a = corners[i + k], b = corners[i + (k + 1) % 3];
      if (a < vertices->n && b < vertices->n)
        mw_lines_add (lines, at + 3 * (size_t) a, at + 3 * (size_t) b, rgba);
    }
}

/* Those of the sequence that the clock runs through, else of the model. */
static const MwBounds *
bounds_now (const MwModel *model, const MwClock *clock)
{
  const MwRecord *sequence = clock->rest ? NULL : mw_model_find (model, clock->sequence);
  if (sequence && sequence->schema == &mw_mdlx_sequence_schema)
    return &((const MwMdlxSequence *) sequence)->bounds;
  if (sequence && sequence->schema == &mw_m2_sequence_schema)
    return &((const MwM2Sequence *) sequence)->bounds;
  return model->record.schema == &mw_m2_schema ? &((const MwM2 *) model)->bounds : &((const MwMdlx *) model)->bounds;
}

static void
add_node (GArray *lines, const MwSkeleton *skeleton, guint place, const MwFrame *frame)
{
  const MwRecord *node = mw_skeleton_node_at (skeleton, place);
  const Marker *marker = marker_of (node->schema);
  gboolean selected = mw_ids_have (frame->selected, frame->n_selected, node->id);
  if (!marker || (!(marker->overlay & frame->overlays) && !selected))
    return;
  uint32_t rgba = selected ? SELECTED : marker->rgba;
  if (!mw_skeleton_visible_at (skeleton, place))
    rgba = (rgba & 0xFFFFFF00u) | 0x50;
  float at[3], from[3];
  mw_skeleton_position_at (skeleton, place, at);
  mw_lines_add_diamond (lines, at, length_of_pixels (frame, at, 4), rgba);
  if (marker->overlay == MW_OVERLAY_BONES) {
    int parent = mw_skeleton_parent_at (skeleton, place);
    if (parent >= 0) {
      mw_skeleton_position_at (skeleton, (guint) parent, from);
      mw_lines_add_bone (lines, from, at, (rgba & 0xFFFFFF00u) | ((rgba & 0xFF) * 3 / 4));
    }
  } else if (marker->overlay == MW_OVERLAY_COLLISION) {
    add_collision_shape (lines, (const MwMdlxCollisionShape *) node, mw_skeleton_matrix_at (skeleton, place), rgba);
  } else {
    /* Which way it looks: its X axis, which faces the front in the rest pose. */
    float tip[3];
    mw_mat_direction (mw_skeleton_matrix_at (skeleton, place), (float[3]) { 1, 0, 0 }, tip);
    mw_vec_normalise (tip);
    float length = length_of_pixels (frame, at, 14);
    for (int k = 0; k < 3; k++)
      tip[k] = at[k] + tip[k] * length;
    mw_lines_add (lines, at, tip, rgba);
  }
}

void
mw_lines_add_model (GArray *lines, const MwModel *model, const MwSkeleton *skeleton, const MwFrame *frame)
{
  if (frame->overlays & MW_OVERLAY_BOUNDS) {
    const MwBounds *bounds = bounds_now (model, &frame->clock);
    mw_lines_add_box (lines, bounds->min, bounds->max, NULL, 0xFFFFFFA0u);
  }
  if ((frame->overlays & MW_OVERLAY_COLLISION) && model->record.schema == &mw_m2_schema)
    add_collision_triangles (lines, &((const MwM2 *) model)->collision_vertices,
                             &((const MwM2 *) model)->collision_triangles, 0x5AE0E0FFu);
  if ((frame->overlays & MW_OVERLAY_COLLISION) && model->record.schema == &mw_mdlx_schema)
    add_collision_triangles (lines, &((const MwMdlx *) model)->collision_vertices,
                             &((const MwMdlx *) model)->collision_triangles, 0x5AE0E0FFu);
  for (guint i = 0; i < mw_skeleton_n_nodes (skeleton); i++)
    add_node (lines, skeleton, i, frame);
}
