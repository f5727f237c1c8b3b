/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/pick-private.h"
#include "core/model/aspects.h"
#include "core/pose/math.h"

static MwPosed
posed_new (void)
{
  return (MwPosed) { .parts = g_array_new (FALSE, FALSE, sizeof (MwPosedPart)),
                     .points = g_array_new (FALSE, FALSE, 3 * sizeof (float)),
                     .surfaces = g_array_new (FALSE, FALSE, sizeof (MwPosedSurface)),
                     .boxes = g_array_new (FALSE, FALSE, sizeof (MwPickBox)) };
}

static void
posed_empty (MwPosed *posed)
{
  GArray *arrays[] = { posed->parts, posed->points, posed->surfaces, posed->boxes };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_set_size (arrays[i], 0);
}

static void
posed_free (MwPosed *posed)
{
  GArray *arrays[] = { posed->parts, posed->points, posed->surfaces, posed->boxes };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
}

MwPicker *
mw_picker_new (const MwModel *model)
{
  MwPicker *picker = g_new0 (MwPicker, 1);
  picker->model = model;
  picker->skeleton = mw_skeleton_new (model);
  picker->hidden = g_array_new (FALSE, FALSE, sizeof (MwId));
  picker->listed = g_array_new (FALSE, FALSE, sizeof (MwInside));
  picker->own = posed_new ();
  picker->inside = posed_new ();
  picker->lines = g_array_new (FALSE, FALSE, sizeof (MwLineVertex));
  picker->hits = g_array_new (FALSE, FALSE, sizeof (MwPickHit));
  return picker;
}

void
mw_picker_free (MwPicker *picker)
{
  GArray *arrays[] = { picker->hidden, picker->listed, picker->lines, picker->hits };
  posed_free (&picker->own);
  posed_free (&picker->inside);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  mw_skeleton_free (picker->skeleton);
  g_free (picker);
}

/* --- The pose ------------------------------------------------------------------------------------------------------- */

/* The i-th triangle of a surface, as three points. FALSE: it has a corner that does not exist, so it is not drawn. */
static gboolean
triangle_at (const MwPosed *posed, const MwPosedSurface *surface, guint i, const float *corners[3])
{
  const MwPosedPart *part = &g_array_index (posed->parts, MwPosedPart, surface->part);
  const float *points = (const float *) (const void *) posed->points->data + 3 * (gsize) part->first;
  const uint16_t *indices = (const uint16_t *) surface->triangles->data + 3 * (gsize) i;
  for (guint k = 0; k < 3; k++) {
    if (indices[k] >= part->n)
      return FALSE;
    corners[k] = points + 3 * (gsize) indices[k];
  }
  return TRUE;
}

static MwPickBox
box_of (const MwPosed *posed, const MwPosedSurface *surface)
{
  MwPickBox box = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };
  const float *corners[3];
  for (guint i = 0; i < surface->triangles->n / 3; i++)
    for (guint k = 0; k < 9 && triangle_at (posed, surface, i, corners); k++) {
      const float value = corners[k / 3][k % 3];
      box.low[k % 3] = MIN (box.low[k % 3], value);
      box.high[k % 3] = MAX (box.high[k % 3], value);
    }
  return box;
}

/* Whether the frame lists the same models inside it. */
static gboolean
lists_same (const MwPicker *picker, const MwFrame *frame)
{
  if (picker->listed->len != frame->n_inside)
    return FALSE;
  for (guint i = 0; i < frame->n_inside; i++) {
    const MwInside *a = &g_array_index (picker->listed, MwInside, i), *b = &frame->inside[i];
    if (a->node != b->node || a->model != b->model || a->attached != b->attached)
      return FALSE;
  }
  return TRUE;
}

static gboolean
is_posed (const MwPicker *picker, const MwFrame *frame, const float view[16])
{
  return picker->posed && memcmp (&picker->clock, &frame->clock, sizeof picker->clock) == 0
         && memcmp (picker->view, view, sizeof picker->view) == 0 && picker->profile == frame->profile
         && picker->hidden->len == frame->n_hidden && lists_same (picker, frame)
         && picker->no_effects == frame->no_effects
         && (!frame->n_hidden || memcmp (picker->hidden->data, frame->hidden, frame->n_hidden * sizeof (MwId)) == 0);
}

/* Adds a model inside the picker's as it is shown at one place. */
static void
add_inside (MwPosed *posed, const MwInside *inside, const MwInsidePose *pose, const float outer_view[16])
{
  const MwPoseFamily *family = mw_pose_family (inside->model);
  const guint n_parts = posed->parts->len, n_points = posed->points->len, n_surfaces = posed->surfaces->len;
  const gboolean mirrored = mw_mat_mirrors (pose->world);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (inside->model);
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (MwPosedPart));
  float view[16];
  mw_mat_multiply (outer_view, pose->world, view);
  mw_skeleton_update (skeleton, &pose->clock, view);
  const MwSeen seen = { .clock = &pose->clock, .view = view };
  family->mesh (skeleton, &pose->clock, parts, posed->points);
  family->surfaces (inside->model, &seen, (const MwPosedPart *) (const void *) parts->data, posed->surfaces);
  for (guint i = n_points; i < posed->points->len; i++) {
    float *at = (float *) (void *) posed->points->data + (gsize) 3 * i;
    mw_mat_point (pose->world, at, at);
  }
  g_array_append_vals (posed->parts, parts->data, parts->len);
  for (guint i = n_surfaces; i < posed->surfaces->len; i++) {
    MwPosedSurface *surface = &g_array_index (posed->surfaces, MwPosedSurface, i);
    surface->id = inside->node;
    surface->mesh = 0;
    surface->part += n_parts;
    /* Where its front is then, a mirrored one does not say. */
    surface->two_sided |= mirrored;
    const MwPickBox box = box_of (posed, surface);
    g_array_append_val (posed->boxes, box);
  }
}

static void
pose_inside (MwPicker *picker, const MwFrame *frame)
{
  g_autoptr (GArray) poses = g_array_new (FALSE, FALSE, sizeof (MwInsidePose));
  posed_empty (&picker->inside);
  g_array_set_size (picker->listed, 0);
  if (frame->n_inside)
    g_array_append_vals (picker->listed, frame->inside, frame->n_inside);
  for (guint i = 0; i < frame->n_inside; i++) {
    const MwInside *inside = &frame->inside[i];
    if (mw_ids_have (frame->hidden, frame->n_hidden, inside->node) || (frame->no_effects && !inside->attached))
      continue;
    g_array_set_size (poses, 0);
    mw_inside_list (picker->skeleton, inside, &frame->clock, poses);
    for (guint k = 0; k < poses->len; k++)
      add_inside (&picker->inside, inside, &g_array_index (poses, MwInsidePose, k), picker->view);
  }
}

void
mw_picker_pose (MwPicker *picker, const MwFrame *frame)
{
  float view[16];
  mw_camera_view_matrix (&frame->camera, view);
  if (is_posed (picker, frame, view))
    return;
  const MwPoseFamily *family = mw_pose_family (picker->model);
  const MwSeen seen = { &frame->clock, view, frame->profile, frame->hidden, frame->n_hidden };
  picker->posed = TRUE;
  picker->clock = frame->clock;
  memcpy (picker->view, view, sizeof view);
  picker->profile = frame->profile;
  picker->no_effects = frame->no_effects;
  g_array_set_size (picker->hidden, 0);
  MwPosed *own = &picker->own;
  posed_empty (own);
  if (frame->n_hidden)
    g_array_append_vals (picker->hidden, frame->hidden, frame->n_hidden);
  mw_skeleton_update (picker->skeleton, &frame->clock, view);
  family->mesh (picker->skeleton, &frame->clock, own->parts, own->points);
  family->surfaces (picker->model, &seen, (const MwPosedPart *) (const void *) own->parts->data, own->surfaces);
  for (guint i = 0; i < own->surfaces->len; i++) {
    const MwPickBox box = box_of (own, &g_array_index (own->surfaces, MwPosedSurface, i));
    g_array_append_val (own->boxes, box);
  }
  pose_inside (picker, frame);
}

gboolean
mw_picker_draws (const MwPosedSurface *surface, MwShading shading)
{
  if (mw_shading_is_textured (shading))
    return surface->look != MW_DRAWN_NOT;
  return shading == MW_SHADING_WIREFRAME || surface->look != MW_DRAWN_GLOW;
}

/* --- Surfaces under a point ----------------------------------------------------------------------------------------- */

typedef struct {
  float from[3], along[3]; /* starts on the near plane; `along` is as long as one unit of depth needs */
} Ray;

static Ray
ray_at (const MwFrame *frame, float x, float y)
{
  const MwCamera *camera = &frame->camera;
  Ray ray;
  float right[3], up[3], back[3], eye[3], near_plane, far_plane;
  const float width = (float) MAX (frame->width, 1), height = (float) MAX (frame->height, 1);
  const float slope = tanf (camera->fov / 2), aspect = width / height;
  const float across = (x / width * 2 - 1) * slope * aspect, upward = (1 - y / height * 2) * slope;
  mw_camera_axes (camera, right, up, back);
  mw_camera_eye (camera, eye);
  mw_camera_clip (camera, &near_plane, &far_plane);
  for (guint k = 0; k < 3; k++) {
    const float aside = across * right[k] + upward * up[k];
    ray.along[k] = (camera->ortho ? 0 : aside) - back[k];
    ray.from[k] = eye[k] + (camera->ortho ? aside * camera->distance : 0) + near_plane * ray.along[k];
  }
  return ray;
}

static gboolean
meets_box (const Ray *ray, const MwPickBox *box)
{
  float first = 0, last = INFINITY;
  for (guint k = 0; k < 3; k++) {
    if (!(box->low[k] <= box->high[k]))
      return FALSE;
    /* Rounding must not lose a flat surface. */
    const float margin = 1e-4f * (box->high[k] - box->low[k]) + 1e-5f * fabsf (box->high[k]) + 1e-6f;
    if (ray->along[k] == 0) {
      if (ray->from[k] < box->low[k] - margin || ray->from[k] > box->high[k] + margin)
        return FALSE;
      continue;
    }
    const float a = (box->low[k] - margin - ray->from[k]) / ray->along[k],
                b = (box->high[k] + margin - ray->from[k]) / ray->along[k];
    first = MAX (first, MIN (a, b));
    last = MIN (last, MAX (a, b));
  }
  return first <= last;
}

/* The depth at which a ray meets a triangle; a negative number: it does not. `at`: how near that is to the second and to the third corner, from
 * 0 to 1. */
static float
meet (const Ray *ray, const float *const corners[3], gboolean two_sided, float at[2])
{
  float ab[3], ac[3], from[3], p[3], q[3];
  for (guint k = 0; k < 3; k++) {
    ab[k] = corners[1][k] - corners[0][k];
    ac[k] = corners[2][k] - corners[0][k];
    from[k] = ray->from[k] - corners[0][k];
  }
  mw_vec_cross (ray->along, ac, p);
  /* Positive where the corners are counter-clockwise as seen from the eye. */
  const float area = mw_vec_dot (ab, p);
  if (area == 0 || (area < 0 && !two_sided) || !isfinite (area))
    return -1;
  const float u = mw_vec_dot (from, p) / area;
  if (!(u >= 0 && u <= 1))
    return -1;
  mw_vec_cross (from, ab, q);
  const float v = mw_vec_dot (ray->along, q) / area;
  at[0] = u;
  at[1] = v;
  return v >= 0 && u + v <= 1 ? mw_vec_dot (ac, q) / area : -1;
}

/* --- Holes in surfaces ---------------------------------------------------------------------------------------------- */

void
mw_picker_set_texels (MwPicker *picker, MwPickTexel texel, gpointer data)
{
  picker->texel = texel;
  picker->texel_data = data;
}

/* The texture coordinates of a point of a triangle. FALSE: a corner has none. */
static gboolean
coordinates_at (const MwSeenPass *pass, const uint16_t indices[3], const float at[2], float out[2])
{
  const float *uvs = pass->uvs->data, shares[3] = { 1 - at[0] - at[1], at[0], at[1] };
  float uv[2] = { 0 };
  for (guint i = 0; i < 3; i++) {
    if (indices[i] >= pass->uvs->n)
      return FALSE;
    for (guint k = 0; k < 2; k++)
      uv[k] += shares[i] * uvs[2 * (gsize) indices[i] + k];
  }
  for (guint k = 0; k < 2; k++)
    out[k] = pass->uv[k] * uv[0] + pass->uv[2 + k] * uv[1] + pass->uv[4 + k];
  return TRUE;
}

/* How much a texel changes what is behind it at most: 0 not at all, 1 by the whole range of a channel. */
static float
change_of (const MwSeenPass *pass, const MwTexel *texel)
{
  switch (pass->how) {
  case MW_SEEN_ADDED:
    return pass->gain * texel->alpha * texel->most;
  case MW_SEEN_ADDED_WHOLE:
    return pass->gain * texel->most;
  case MW_SEEN_OVER:
    return pass->gain * MAX (texel->alpha, texel->most);
  case MW_SEEN_MULTIPLIED:
    return 1 - texel->least;
  case MW_SEEN_DOUBLED:
    return MAX (1 - 2 * texel->least, 2 * texel->most - 1);
  case MW_SEEN_BLENDED:
    break;
  }
  return 1;
}

/* Whether each of the passes has a hole at a point of a triangle. */
static gboolean
has_hole (const MwPicker *picker, const MwPosedSurface *surface, const MwSeenPass *passes, guint n, guint triangle,
          const float at[2])
{
  const uint16_t *indices = (const uint16_t *) surface->triangles->data + 3 * (gsize) triangle;
  for (guint i = 0; i < n; i++) {
    float uv[2];
    if (!coordinates_at (&passes[i], indices, at, uv))
      return FALSE;
    const MwTexel texel = picker->texel (passes[i].texture, uv, picker->texel_data);
    if (texel.alpha >= passes[i].least && change_of (&passes[i], &texel) >= MW_SEEN_ALPHA_MIN)
      return FALSE;
  }
  return n > 0;
}

/* Where a ray first meets a surface. Of models inside the picker's the images are not known. FALSE: nowhere. */
static gboolean
meet_surface (const MwPicker *picker, const MwPosed *posed, const MwFrame *frame, const Ray *ray,
              const MwPosedSurface *surface, MwPickHit *hit)
{
  const gboolean two_sided = surface->two_sided || frame->shading == MW_SHADING_WIREFRAME,
                 look = picker->texel && posed == &picker->own && mw_shading_is_textured (frame->shading);
  gboolean known = !look;
  MwSeenPass passes[MW_SEEN_PASSES];
  guint n = 0;
  hit->depth = -1;
  for (guint i = 0; i < surface->triangles->n / 3; i++) {
    const float *corners[3];
    float at[2];
    const float depth = triangle_at (posed, surface, i, corners) ? meet (ray, corners, two_sided, at) : -1;
    if (depth < 0 || (hit->depth >= 0 && depth >= hit->depth))
      continue;
    if (!known)
      n = mw_pose_family (picker->model)->passes (picker->model, surface, &frame->clock, passes);
    known = TRUE;
    if (has_hole (picker, surface, passes, n, i, at))
      continue;
    hit->depth = depth;
    hit->triangle = i;
  }
  return hit->depth >= 0;
}

/* Adds a hit; of several of a node that shows models, the nearest counts. */
static void
add_hit (GArray *hits, const MwPickHit *hit)
{
  for (guint i = 0; i < hits->len && !hit->mesh; i++) {
    MwPickHit *known = &g_array_index (hits, MwPickHit, i);
    if (known->id == hit->id && !known->marker && !known->mesh) {
      *known = hit->depth < known->depth ? *hit : *known;
      return;
    }
  }
  g_array_append_vals (hits, hit, 1);
}

static void
add_surfaces (MwPicker *picker, const MwPosed *posed, const MwFrame *frame, float x, float y)
{
  const Ray ray = ray_at (frame, x, y);
  for (guint i = 0; i < posed->surfaces->len; i++) {
    const MwPosedSurface *surface = &g_array_index (posed->surfaces, MwPosedSurface, i);
    MwPickHit hit = { .id = surface->id, .mesh = surface->mesh };
    if (mw_picker_draws (surface, frame->shading) && meets_box (&ray, &g_array_index (posed->boxes, MwPickBox, i))
        && meet_surface (picker, posed, frame, &ray, surface, &hit))
      add_hit (picker->hits, &hit);
  }
}

/* --- Markers -------------------------------------------------------------------------------------------------------- */

typedef struct {
  float matrix[16]; /* from model space to clip space */
  float width, height;
} Screen;

static Screen
screen_of (const MwPicker *picker, const MwFrame *frame)
{
  Screen screen = { .width = (float) MAX (frame->width, 1), .height = (float) MAX (frame->height, 1) };
  float projection[16];
  mw_camera_projection_matrix (&frame->camera, screen.width / screen.height, projection);
  for (guint column = 0; column < 4; column++)
    for (guint row = 0; row < 4; row++)
      for (guint k = 0; k < 4; k++)
        screen.matrix[4 * column + row] += projection[4 * k + row] * picker->view[4 * column + k];
  return screen;
}

/* Pixels from the top left. FALSE: the point is behind the eye. */
static gboolean
project (const Screen *screen, const float at[3], float out[2])
{
  const float *m = screen->matrix;
  const float w = m[3] * at[0] + m[7] * at[1] + m[11] * at[2] + m[15];
  if (!(w > 0))
    return FALSE;
  out[0] = ((m[0] * at[0] + m[4] * at[1] + m[8] * at[2] + m[12]) / w + 1) / 2 * screen->width;
  out[1] = (1 - (m[1] * at[0] + m[5] * at[1] + m[9] * at[2] + m[13]) / w) / 2 * screen->height;
  return TRUE;
}

static float
distance_to_line (const float a[2], const float b[2], float x, float y)
{
  const float dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy;
  const float t = square > 0 ? CLAMP (((x - a[0]) * dx + (y - a[1]) * dy) / square, 0, 1) : 0;
  return hypotf (a[0] + t * dx - x, a[1] + t * dy - y);
}

/* The distance of a point to the lines that were added; infinite if there are none. */
static float
distance_to_lines (const MwPicker *picker, const Screen *screen, float x, float y)
{
  float nearest = INFINITY;
  for (guint i = 0; i + 1 < picker->lines->len; i += 2) {
    const MwLineVertex *ends = &g_array_index (picker->lines, MwLineVertex, i);
    float a[2], b[2];
    if (project (screen, ends[0].position, a) && project (screen, ends[1].position, b))
      nearest = MIN (nearest, distance_to_line (a, b, x, y));
  }
  return nearest;
}

/* The parts meet at the ends of the line of sight, where the others are meant. */
static const MwCameraPart camera_parts[] = { MW_CAMERA_TARGET, MW_CAMERA_EYE, MW_CAMERA_WHOLE };

static void
add_camera (MwPicker *picker, const MwFrame *frame, const Screen *screen, const MwRecord *camera, float x, float y,
            float reach)
{
  MwPickHit hit = { .id = camera->id, .marker = TRUE, .distance = INFINITY };
  for (guint i = 0; i < G_N_ELEMENTS (camera_parts); i++) {
    g_array_set_size (picker->lines, 0);
    mw_figures_add_camera (picker->lines, picker->model, camera, camera_parts[i], frame);
    const float distance = distance_to_lines (picker, screen, x, y);
    if (distance > reach || (distance >= hit.distance) || (i == 2 && hit.distance <= reach / 2))
      continue;
    hit.distance = distance;
    hit.part = camera_parts[i];
  }
  if (hit.distance <= reach)
    g_array_append_val (picker->hits, hit);
}

static void
add_markers (MwPicker *picker, const MwFrame *frame, float x, float y, float reach)
{
  const Screen screen = screen_of (picker, frame);
  const MwList *cameras = mw_model_member (picker->model, mw_aspects_of (picker->model)->cameras);
  for (guint i = 0; i < mw_skeleton_n_nodes (picker->skeleton); i++) {
    g_array_set_size (picker->lines, 0);
    mw_lines_add_node (picker->lines, picker->skeleton, i, frame);
    const MwPickHit hit = { .id = mw_skeleton_node_at (picker->skeleton, i)->id,
                            .marker = TRUE,
                            .distance = distance_to_lines (picker, &screen, x, y) };
    if (hit.distance <= reach)
      g_array_append_val (picker->hits, hit);
  }
  for (uint32_t i = 0; i < cameras->n; i++)
    add_camera (picker, frame, &screen, cameras->items[i], x, y, reach);
}

static gint
compare_hits (gconstpointer a, gconstpointer b)
{
  const MwPickHit *x = a, *y = b;
  if (x->marker != y->marker)
    return x->marker ? -1 : 1;
  const float p = x->marker ? x->distance : x->depth, q = x->marker ? y->distance : y->depth;
  return p < q ? -1 : p > q;
}

const MwPickHit *
mw_picker_at (MwPicker *picker, const MwFrame *frame, float x, float y, float reach, guint *n)
{
  mw_picker_pose (picker, frame);
  g_array_set_size (picker->hits, 0);
  add_markers (picker, frame, x, y, reach);
  add_surfaces (picker, &picker->own, frame, x, y);
  add_surfaces (picker, &picker->inside, frame, x, y);
  g_array_sort (picker->hits, compare_hits);
  *n = picker->hits->len;
  return (const MwPickHit *) (const void *) picker->hits->data;
}

MwId
mw_picker_mesh_of (MwPicker *picker, const MwFrame *frame, MwId surface)
{
  mw_picker_pose (picker, frame);
  const GArray *surfaces = picker->own.surfaces;
  for (guint i = 0; i < surfaces->len; i++)
    if (g_array_index (surfaces, MwPosedSurface, i).id == surface)
      return g_array_index (surfaces, MwPosedSurface, i).mesh;
  return 0;
}

/* --- A rectangle ---------------------------------------------------------------------------------------------------- */

/* Whether a convex polygon of screen points lies on the outer side of an edge of the rectangle or of the triangle; FALSE: they meet. */
static gboolean
are_apart (float corners[3][2], const float low[2], const float high[2])
{
  for (guint k = 0; k < 2; k++)
    if (MAX (MAX (corners[0][k], corners[1][k]), corners[2][k]) < low[k]
        || MIN (MIN (corners[0][k], corners[1][k]), corners[2][k]) > high[k])
      return TRUE;
  for (guint i = 0; i < 3; i++) {
    const float *a = corners[i], *b = corners[(i + 1) % 3], *c = corners[(i + 2) % 3];
    const float normal[2] = { a[1] - b[1], b[0] - a[0] };
    const float inside = normal[0] * (c[0] - a[0]) + normal[1] * (c[1] - a[1]);
    gboolean apart = TRUE;
    for (guint k = 0; k < 4; k++) {
      const float at[2] = { k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1] };
      const float side = normal[0] * (at[0] - a[0]) + normal[1] * (at[1] - a[1]);
      apart &= inside > 0 ? side < 0 : side > 0;
    }
    if (apart)
      return TRUE;
  }
  return FALSE;
}

/* Whether a triangle that the shading draws is seen from its front, or from any side, in the rectangle. */
static gboolean
is_in (const MwPosed *posed, const MwFrame *frame, const Screen *screen, const MwPosedSurface *surface,
       const float low[2], const float high[2])
{
  const gboolean all_sides = surface->two_sided || frame->shading == MW_SHADING_WIREFRAME;
  for (guint i = 0; i < surface->triangles->n / 3; i++) {
    const float *corners[3];
    float at[3][2];
    if (!triangle_at (posed, surface, i, corners) || !project (screen, corners[0], at[0])
        || !project (screen, corners[1], at[1]) || !project (screen, corners[2], at[2]))
      continue;
    /* Negative where it is counter-clockwise, since y points down. */
    const float area = (at[1][0] - at[0][0]) * (at[2][1] - at[0][1]) - (at[2][0] - at[0][0]) * (at[1][1] - at[0][1]);
    if ((area < 0 || (all_sides && area > 0)) && !are_apart (at, low, high))
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_inside (const float at[2], const float low[2], const float high[2])
{
  return at[0] >= low[0] && at[0] <= high[0] && at[1] >= low[1] && at[1] <= high[1];
}

static gboolean
is_listed (const GArray *ids, MwId id)
{
  return mw_ids_have ((const MwId *) (const void *) ids->data, ids->len, id);
}

void
mw_picker_in (MwPicker *picker, const MwFrame *frame, const float low[2], const float high[2], GArray *ids)
{
  mw_picker_pose (picker, frame);
  const Screen screen = screen_of (picker, frame);
  const MwPosed *both[] = { &picker->own, &picker->inside };
  for (guint k = 0; k < G_N_ELEMENTS (both); k++)
    for (guint i = 0; i < both[k]->surfaces->len; i++) {
      const MwPosedSurface *surface = &g_array_index (both[k]->surfaces, MwPosedSurface, i);
      if (mw_picker_draws (surface, frame->shading) && !is_listed (ids, surface->id)
          && is_in (both[k], frame, &screen, surface, low, high))
        g_array_append_val (ids, surface->id);
    }
  for (guint i = 0; i < mw_skeleton_n_nodes (picker->skeleton); i++) {
    const MwRecord *node = mw_skeleton_node_at (picker->skeleton, i);
    float at[3], seen[2];
    mw_skeleton_position_at (picker->skeleton, i, at);
    if (mw_lines_shows (picker->model, node->schema, frame->overlays) && project (&screen, at, seen)
        && is_inside (seen, low, high) && !is_listed (ids, node->id)
        && !mw_ids_have (frame->hidden, frame->n_hidden, node->id))
      g_array_append_val (ids, node->id);
  }
  const MwList *cameras = mw_model_member (picker->model, mw_aspects_of (picker->model)->cameras);
  for (uint32_t i = 0; i < cameras->n && (frame->overlays & MW_OVERLAY_CAMERAS); i++) {
    MwCameraState state;
    float seen[2];
    if (!mw_ids_have (frame->hidden, frame->n_hidden, cameras->items[i]->id)
        && mw_camera_evaluate (picker->model, cameras->items[i], &frame->clock, &state)
        && project (&screen, state.eye, seen) && is_inside (seen, low, high))
      g_array_append_val (ids, cameras->items[i]->id);
  }
}
