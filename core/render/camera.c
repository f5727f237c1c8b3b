/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/camera.h"
#include "core/model/aspects.h"

#include <cglm/cglm.h>
#include <string.h>

#define RIGHT_ANGLE ((float) G_PI_2)

void
mw_camera_init (MwCamera *camera)
{
  memset (camera, 0, sizeof *camera);
  camera->yaw = -RIGHT_ANGLE / 2;
  camera->pitch = RIGHT_ANGLE / 3;
  camera->fov = MW_CAMERA_FOV;
  mw_camera_frame (camera, (float[3]) { 0, 0, 0 }, 100, 1);
}

/* --- What to look at ------------------------------------------------------------------------------------------------ */

static gboolean
sphere_of_box (const float low[3], const float high[3], float centre[3], float *radius)
{
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    double size = (double) high[i] - low[i];
    if (!isfinite (size) || size < 0 || !isfinite (low[i] + high[i]))
      return FALSE;
    sum += size * size;
  }
  float half = (float) sqrt (sum) / 2;
  if (!isfinite (half) || half <= 0)
    return FALSE;
  for (int i = 0; i < 3; i++)
    centre[i] = (low[i] + high[i]) / 2;
  *radius = half;
  return TRUE;
}

static void
enclose (const MwArray *vertices, float low[3], float high[3])
{
  const float *at = vertices->data;
  for (uint32_t v = 0; v < vertices->n; v++, at += 3)
    for (int k = 0; k < 3; k++)
      if (isfinite (at[k])) {
        low[k] = MIN (low[k], at[k]);
        high[k] = MAX (high[k], at[k]);
      }
}

/* The bounds of the sequence that shows the model standing idle, or NULL. */
static const MwBounds *
bounds_of_stand (const MwModel *model)
{
  const MwList *sequences = mw_model_sequences (model);
  for (uint32_t i = 0; i < sequences->n; i++) {
    MwSequenceAspect sequence = mw_sequence_aspect (model, sequences->items[i]);
    if (sequence.stand != MW_STAND_NO)
      return sequence.bounds;
  }
  return NULL;
}

void
mw_camera_model_bounds (const MwModel *model, float centre[3], float *radius)
{
  const MwAspects *aspects = mw_aspects_of (model);
  const MwBounds *stand = bounds_of_stand (model), *whole = mw_model_member (model, aspects->bounds);
  const MwArray *vertices;
  float low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY };

  if ((stand && sphere_of_box (stand->min, stand->max, centre, radius))
      || sphere_of_box (whole->min, whole->max, centre, radius))
    return;
  for (guint i = 0; (vertices = aspects->vertices (model, i)); i++)
    enclose (vertices, low, high);
  if (sphere_of_box (low, high, centre, radius))
    return;
  memset (centre, 0, 3 * sizeof *centre);
  *radius = aspects->size;
}

/* --- Moving --------------------------------------------------------------------------------------------------------- */

/* Half the height of the picture in the target's plane, in game units. */
static float
half_height (const MwCamera *camera)
{
  return camera->distance * tanf (camera->fov / 2);
}

static float
sane_aspect (float aspect)
{
  return aspect > 0 && isfinite (aspect) ? aspect : 1;
}

void
mw_camera_frame (MwCamera *camera, const float centre[3], float radius, float aspect)
{
  if (!(radius > 0) || !isfinite (radius))
    radius = 1;
  memcpy (camera->centre, centre, sizeof camera->centre);
  memcpy (camera->target, centre, sizeof camera->target);
  camera->radius = radius;
  /* The sphere must fit into the narrower angle of the picture. */
  float half = camera->fov / 2;
  aspect = sane_aspect (aspect);
  if (aspect < 1)
    half = atanf (tanf (half) * aspect);
  camera->distance = radius / sinf (half);
}

/* A point in the camera's axes: right, up, back. */
typedef struct {
  double at[3];
} Turned;

/* Points in the camera's axes (Turned), without those that are not finite, and their box in model space. */
static GArray *
turned (const MwCamera *camera, const float *points, guint n, float low[3], float high[3])
{
  vec3 axes[3];
  GArray *out = g_array_sized_new (FALSE, FALSE, sizeof (Turned), n);
  mw_camera_axes (camera, axes[0], axes[1], axes[2]);
  for (const float *at = points; at < points + (gsize) 3 * n; at += 3) {
    Turned seen = { { 0 } };
    for (int axis = 0; axis < 3; axis++)
      for (int k = 0; k < 3; k++)
        seen.at[axis] += (double) at[k] * (double) axes[axis][k];
    if (!isfinite (seen.at[0] + seen.at[1] + seen.at[2]))
      continue;
    g_array_append_val (out, seen);
    for (int k = 0; k < 3; k++) {
      low[k] = MIN (low[k], at[k]);
      high[k] = MAX (high[k], at[k]);
    }
  }
  return out;
}

/* The largest value of sign * points[axis] + slope * points[2]: where a side of the picture that touches the points meets the axis. */
static double
touching (const GArray *points, int axis, double sign, double slope)
{
  double most = -INFINITY;
  for (guint i = 0; i < points->len; i++) {
    const double *at = g_array_index (points, Turned, i).at;
    most = MAX (most, sign * at[axis] + slope * at[2]);
  }
  return most;
}

/* How far points reach to one side of `middle` in the picture of an eye at that depth. */
static double
reach_of (const GArray *points, int axis, double sign, double middle, double eye)
{
  double most = -INFINITY;
  for (guint i = 0; i < points->len; i++) {
    const double *at = g_array_index (points, Turned, i).at;
    most = MAX (most, sign * (at[axis] - middle) / (eye - at[2]));
  }
  return most;
}

/* The middle from which points reach equally far to both sides. */
static double
balanced (const GArray *points, int axis, double eye)
{
  enum { STEPS = 16 };
  double least = -touching (points, axis, -1, 0), most = touching (points, axis, 1, 0);
  for (guint i = 0; i < STEPS; i++) {
    const double middle = (least + most) / 2;
    if (reach_of (points, axis, 1, middle, eye) > reach_of (points, axis, -1, middle, eye))
      least = middle;
    else
      most = middle;
  }
  return (least + most) / 2;
}

gboolean
mw_camera_fit (MwCamera *camera, const float *points, guint n, float aspect, float margin)
{
  const double inside = 1 - (double) CLAMP (margin, 0, 0.9f), slope = tan ((double) camera->fov / 2) * inside;
  const double slopes[2] = { slope * (double) sane_aspect (aspect), slope };
  float low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY };
  float centre[3], radius;
  g_autoptr (GArray) seen = turned (camera, points, n, low, high);
  if (!seen->len)
    return FALSE;
  /* One point, or points that coincide, are framed as a sphere of radius 1. */
  if (!sphere_of_box (low, high, centre, &radius)) {
    mw_camera_frame (camera, low, 1, aspect);
    return TRUE;
  }
  const double nearest = touching (seen, 0, 0, 1), depth = (nearest - touching (seen, 0, 0, -1)) / 2;
  double middle[2], distance = 0;
  for (int axis = 0; axis < 2; axis++) {
    /* In a parallel projection the depth of a point does not count. */
    const double lean = camera->ortho ? 0 : slopes[axis];
    const double right = touching (seen, axis, 1, lean), left = touching (seen, axis, -1, lean);
    middle[axis] = (right - left) / 2;
    distance = MAX (distance, (right + left) / 2 / slopes[axis] - (camera->ortho ? 0 : depth));
  }
  distance = MAX (distance, 1e-3 * (double) radius);
  /* In the direction that has room to spare, the middle changes with the distance. */
  const double eye = MAX (depth + distance, nearest + 1e-3 * (double) radius);
  for (int axis = 0; axis < 2 && !camera->ortho; axis++)
    middle[axis] = balanced (seen, axis, eye);
  vec3 axes[3];
  mw_camera_axes (camera, axes[0], axes[1], axes[2]);
  for (int k = 0; k < 3; k++)
    camera->target[k] = (float) (middle[0] * (double) axes[0][k] + middle[1] * (double) axes[1][k]
                                 + depth * (double) axes[2][k]);
  camera->distance = (float) (camera->ortho ? distance : eye - depth);
  memcpy (camera->centre, centre, sizeof camera->centre);
  camera->radius = radius;
  return TRUE;
}

static float
between (float from, float to, float way)
{
  return from + (to - from) * way;
}

MwCamera
mw_camera_between (const MwCamera *from, const MwCamera *to, float way)
{
  MwCamera camera = *to;
  if (way >= 1)
    return camera;
  camera.yaw = from->yaw + remainderf (to->yaw - from->yaw, 2 * (float) G_PI) * way;
  camera.roll = from->roll + remainderf (to->roll - from->roll, 2 * (float) G_PI) * way;
  camera.pitch = between (from->pitch, to->pitch, way);
  camera.fov = between (from->fov, to->fov, way);
  if (from->distance > 0 && to->distance > 0)
    camera.distance = from->distance * powf (to->distance / from->distance, way);
  for (int k = 0; k < 3; k++)
    camera.target[k] = between (from->target[k], to->target[k], way);
  return camera;
}

void
mw_camera_follow (MwCamera *camera, const MwCamera *leader)
{
  const float ratio = leader->radius > 0 ? camera->radius / leader->radius : 1;
  camera->yaw = leader->yaw;
  camera->pitch = leader->pitch;
  camera->roll = leader->roll;
  camera->fov = leader->fov;
  camera->ortho = leader->ortho;
  camera->distance = leader->distance * ratio;
  for (int i = 0; i < 3; i++)
    camera->target[i] = camera->centre[i] + (leader->target[i] - leader->centre[i]) * ratio;
}

void
mw_camera_orbit (MwCamera *camera, float yaw, float pitch)
{
  camera->yaw = remainderf (camera->yaw + yaw, 4 * RIGHT_ANGLE);
  camera->pitch = CLAMP (camera->pitch + pitch, -RIGHT_ANGLE, RIGHT_ANGLE);
}

static void
move_target (MwCamera *camera, float right_by, float up_by)
{
  vec3 right, up, back;
  mw_camera_axes (camera, right, up, back);
  for (int i = 0; i < 3; i++)
    camera->target[i] += right[i] * right_by + up[i] * up_by;
}

void
mw_camera_pan (MwCamera *camera, float dx, float dy)
{
  float height = 2 * half_height (camera);
  move_target (camera, -dx * height, dy * height);
}

void
mw_camera_zoom (MwCamera *camera, float factor, float x, float y, float aspect)
{
  float half = half_height (camera);
  float distance = camera->distance * factor;
  /* Beyond these limits the matrices become too inaccurate. */
  if (!(distance > 1e-4f && distance < 1e9f))
    return;
  move_target (camera, x * half * sane_aspect (aspect) * (1 - factor), y * half * (1 - factor));
  camera->distance = distance;
}

void
mw_camera_set_view (MwCamera *camera, MwView view)
{
  static const struct {
    float yaw, pitch;
  } views[] = {
    [MW_VIEW_FRONT] = { 0, 0 },
    [MW_VIEW_BACK] = { 2 * RIGHT_ANGLE, 0 },
    [MW_VIEW_RIGHT] = { -RIGHT_ANGLE, 0 },
    [MW_VIEW_LEFT] = { RIGHT_ANGLE, 0 },
    [MW_VIEW_TOP] = { 0, RIGHT_ANGLE },
    [MW_VIEW_BOTTOM] = { 0, -RIGHT_ANGLE },
  };
  camera->yaw = views[view].yaw;
  camera->pitch = views[view].pitch;
  camera->roll = 0;
}

void
mw_camera_look (MwCamera *camera, const float eye[3], const float target[3], float diagonal_fov, float roll,
                float aspect)
{
  vec3 from;
  for (int i = 0; i < 3; i++)
    from[i] = eye[i] - target[i];
  float distance = glm_vec3_norm (from);
  if (!isfinite (distance) || distance <= 0)
    return;
  memcpy (camera->target, target, sizeof camera->target);
  camera->distance = distance;
  camera->yaw = from[0] == 0 && from[1] == 0 ? 0 : atan2f (from[1], from[0]);
  camera->pitch = asinf (CLAMP (from[2] / distance, -1, 1));
  camera->roll = isfinite (roll) ? roll : 0;
  camera->ortho = FALSE;
  aspect = sane_aspect (aspect);
  float fov = diagonal_fov / sqrtf (1 + aspect * aspect);
  camera->fov = fov > 0.01f && fov < 3.1f ? fov : MW_CAMERA_FOV;
}

void
mw_camera_seen (const MwCamera *camera, float aspect, float eye[3], float *diagonal_fov)
{
  const float most = RIGHT_ANGLE - 0.002f;
  MwCamera level = *camera;
  level.pitch = CLAMP (level.pitch, -most, most);
  mw_camera_eye (&level, eye);
  aspect = sane_aspect (aspect);
  *diagonal_fov = camera->fov * sqrtf (1 + aspect * aspect);
}

/* --- Matrices ------------------------------------------------------------------------------------------------------- */

void
mw_camera_axes (const MwCamera *camera, float right[3], float up[3], float back[3])
{
  float cy = cosf (camera->yaw), sy = sinf (camera->yaw), cp = cosf (camera->pitch), sp = sinf (camera->pitch);
  /* Written out instead of using a look-at function, so that up on the screen is also defined when looking straight
   * up or down. */
  vec3 level = { -sy, cy, 0 }, high = { -sp * cy, -sp * sy, cp };
  float cr = cosf (camera->roll), sr = sinf (camera->roll);
  for (int i = 0; i < 3; i++) {
    right[i] = level[i] * cr - high[i] * sr;
    up[i] = level[i] * sr + high[i] * cr;
  }
  back[0] = cp * cy;
  back[1] = cp * sy;
  back[2] = sp;
}

void
mw_camera_eye (const MwCamera *camera, float eye[3])
{
  vec3 right, up, back;
  mw_camera_axes (camera, right, up, back);
  for (int i = 0; i < 3; i++)
    eye[i] = camera->target[i] + back[i] * camera->distance;
}

void
mw_camera_clip (const MwCamera *camera, float *near_plane, float *far_plane)
{
  vec3 right, up, back, to_eye;
  mw_camera_axes (camera, right, up, back);
  for (int i = 0; i < 3; i++)
    to_eye[i] = camera->target[i] + back[i] * camera->distance - camera->centre[i];
  /* Animated parts and emitters reach beyond the bounds; the grid does even more so. */
  float depth = glm_vec3_dot (to_eye, back), reach = MAX (camera->radius, 1e-3f) * 12;
  *far_plane = MAX (depth, camera->distance) + reach;
  *near_plane = camera->ortho ? depth - reach : MAX (depth - reach, camera->distance * 0.01f);
  if (!camera->ortho)
    *near_plane = CLAMP (*near_plane, *far_plane * 1e-4f, *far_plane * 0.5f);
}

void
mw_camera_view_matrix (const MwCamera *camera, float view[16])
{
  vec3 axes[3], eye;
  mw_camera_axes (camera, axes[0], axes[1], axes[2]);
  mw_camera_eye (camera, eye);
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++)
      view[column * 4 + row] = axes[row][column];
    view[12 + row] = -glm_vec3_dot (axes[row], eye);
    view[row * 4 + 3] = 0;
  }
  view[15] = 1;
}

void
mw_camera_projection_matrix (const MwCamera *camera, float aspect, float projection[16])
{
  float near_plane, far_plane;
  mat4 matrix;
  mw_camera_clip (camera, &near_plane, &far_plane);
  aspect = sane_aspect (aspect);
  if (camera->ortho) {
    float half = half_height (camera);
    glm_ortho (-half * aspect, half * aspect, -half, half, near_plane, far_plane, matrix);
  } else {
    glm_perspective (camera->fov, aspect, near_plane, far_plane, matrix);
  }
  memcpy (projection, matrix, 16 * sizeof *projection);
}

gboolean
mw_camera_project (const MwCamera *camera, const float point[3], float width, float height, float screen[3])
{
  float view[16], projection[16], at[4] = { point[0], point[1], point[2], 1 }, seen[4], clip[4];
  mw_camera_view_matrix (camera, view);
  mw_camera_projection_matrix (camera, width / height, projection);
  for (int row = 0; row < 4; row++)
    seen[row] = view[row] * at[0] + view[4 + row] * at[1] + view[8 + row] * at[2] + view[12 + row] * at[3];
  for (int row = 0; row < 4; row++)
    clip[row] = projection[row] * seen[0] + projection[4 + row] * seen[1] + projection[8 + row] * seen[2]
                + projection[12 + row] * seen[3];
  if (!(clip[3] > 0))
    return FALSE;
  screen[0] = (clip[0] / clip[3] + 1) / 2 * width;
  screen[1] = (1 - clip[1] / clip[3]) / 2 * height;
  screen[2] = (clip[2] / clip[3] + 1) / 2;
  return TRUE;
}
