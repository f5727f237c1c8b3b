/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/gizmo.h"
#include "core/pose/math.h"
#include "core/render/render-private.h"

#include <math.h>

/* Sizes in pixels. */
#define REACH 84.f     /* of the axes and the rings of the axes */
#define NEAR_END 16.f  /* where the axes begin, so that the middle stays free */
#define VIEW_RING 98.f /* the ring about the line of sight */
#define PLANE_FROM 26.f
#define PLANE_TO 46.f
#define MIDDLE 9.f /* half the size of the handle in the middle */
#define GRAB 7.f   /* how far beside a line it can be grabbed */

#define AXIS_HIDDEN 0.985  /* cosine between an axis and the line of sight from which on it has no handle */
#define PLANE_HIDDEN 0.17  /* cosine between the normal of a plane and the line of sight below which it has no handle */
#define EDGE_ON 0.15       /* the same for a ring that is dragged along its tangent */
#define SCALE_PIXELS 100.0 /* to the right or up, that double the size */
#define SMALLEST_SCALE 0.01
enum { RING_STEPS = 64 };

typedef struct {
  double origin[3], direction[3];
} Ray;

static double
dot (const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void
cross (const double a[3], const double b[3], double out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static void
widen (const float from[3], double to[3])
{
  for (int k = 0; k < 3; k++)
    to[k] = (double) from[k];
}

/* The line of sight through a pixel. */
static void
ray_through (const MwCamera *camera, float width, float height, float x, float y, Ray *ray)
{
  float right[3], up[3], back[3], eye[3];
  mw_camera_axes (camera, right, up, back);
  mw_camera_eye (camera, eye);
  double half = tan ((double) camera->fov / 2),
         across = ((double) x / (double) width * 2 - 1) * half * (double) width / (double) height,
         along = (1 - (double) y / (double) height * 2) * half, length;
  for (int k = 0; k < 3; k++) {
    double side = (double) right[k] * across + (double) up[k] * along;
    ray->origin[k] = (double) eye[k] + (camera->ortho ? side * (double) camera->distance : 0);
    ray->direction[k] = (camera->ortho ? 0 : side) - (double) back[k];
  }
  length = sqrt (dot (ray->direction, ray->direction));
  for (int k = 0; k < 3; k++)
    ray->direction[k] /= length;
}

/* From the eye to a place, a unit vector. */
static void
sight_to (const MwCamera *camera, const float place[3], double sight[3])
{
  float right[3], up[3], back[3], eye[3];
  mw_camera_axes (camera, right, up, back);
  mw_camera_eye (camera, eye);
  for (int k = 0; k < 3; k++)
    sight[k] = camera->ortho ? -(double) back[k] : (double) place[k] - (double) eye[k];
  double length = sqrt (dot (sight, sight));
  for (int k = 0; k < 3; k++)
    sight[k] = length > 1e-12 ? sight[k] / length : -(double) back[k];
}

/* The length in model space of a pixel of the handles at the gizmo. */
static float
pixel_at (const MwGizmo *gizmo, const MwCamera *camera, float height)
{
  float right[3], up[3], back[3], eye[3], depth = camera->distance;
  if (!camera->ortho) {
    mw_camera_axes (camera, right, up, back);
    mw_camera_eye (camera, eye);
    for (int k = 0; k < 3; k++)
      eye[k] -= gizmo->place[k];
    depth = MAX (mw_vec_dot (eye, back), 0);
  }
  return depth * tanf (camera->fov / 2) * 2 * (gizmo->scale > 0 ? gizmo->scale : 1) / MAX (height, 1);
}

unsigned
mw_handle_axes (MwGizmoKind kind, MwHandle handle)
{
  static const uint8_t moved[MW_N_HANDLES] = { 0, 1, 2, 4, 6, 5, 3, 7 };
  return kind == MW_GIZMO_ROTATE && handle == MW_HANDLE_FREE ? 0 : moved[handle];
}

/* --- What there is -------------------------------------------------------------------------------------------------- */

static gboolean
is_axis (MwHandle handle)
{
  return handle >= MW_HANDLE_X && handle <= MW_HANDLE_Z;
}

static gboolean
is_plane (MwHandle handle)
{
  return handle >= MW_HANDLE_YZ && handle <= MW_HANDLE_XY;
}

static gboolean
is_shown (const MwGizmo *gizmo, const double sight[3], MwHandle handle)
{
  double axis[3];
  if (gizmo->alone && handle != gizmo->lit)
    return FALSE;
  if (is_plane (handle)) {
    widen (gizmo->axes[handle - MW_HANDLE_YZ], axis);
    return gizmo->kind == MW_GIZMO_MOVE && (gizmo->alone || fabs (dot (axis, sight)) >= PLANE_HIDDEN);
  }
  if (!is_axis (handle) || gizmo->kind == MW_GIZMO_ROTATE || gizmo->alone)
    return TRUE;
  widen (gizmo->axes[handle - MW_HANDLE_X], axis);
  return fabs (dot (axis, sight)) <= AXIS_HIDDEN;
}

/* A point at these distances along two axes. */
static void
point_at (const MwGizmo *gizmo, const float a[3], float along_a, const float b[3], float along_b, float out[3])
{
  for (int k = 0; k < 3; k++)
    out[k] = gizmo->place[k] + a[k] * along_a + b[k] * along_b;
}

/* The two axes of the plane in which a ring is. */
static void
ring_axes (const MwGizmo *gizmo, const MwCamera *camera, MwHandle handle, float a[3], float b[3])
{
  float back[3];
  if (handle == MW_HANDLE_FREE) {
    mw_camera_axes (camera, a, b, back);
    return;
  }
  memcpy (a, gizmo->axes[handle % 3], 3 * sizeof *a);
  memcpy (b, gizmo->axes[(handle + 1) % 3], 3 * sizeof *b);
}

/* Whether a point of a ring about an axis is on the half that faces the viewer. */
static gboolean
faces (const MwGizmo *gizmo, const double sight[3], MwHandle handle, const float point[3])
{
  double from[3];
  for (int k = 0; k < 3; k++)
    from[k] = (double) point[k] - (double) gizmo->place[k];
  return handle == MW_HANDLE_FREE || dot (from, sight) <= 0.02 * sqrt (dot (from, from));
}

static void
ring_point (const MwGizmo *gizmo, const float a[3], const float b[3], float radius, int step, float out[3])
{
  float angle = (float) step / RING_STEPS * 2 * (float) G_PI;
  point_at (gizmo, a, cosf (angle) * radius, b, sinf (angle) * radius, out);
}

/* --- Under the pointer ---------------------------------------------------------------------------------------------- */

typedef struct {
  const MwGizmo *gizmo;
  const MwCamera *camera;
  float width, height, x, y, pixel;
  double sight[3];
} Pick;

/* The distance in pixels of the pointer from a line between two points. */
static float
distance_from_line (const Pick *p, const float a[3], const float b[3])
{
  float from[3], to[3];
  if (!mw_camera_project (p->camera, a, p->width, p->height, from)
      || !mw_camera_project (p->camera, b, p->width, p->height, to))
    return INFINITY;
  float dx = to[0] - from[0], dy = to[1] - from[1], square = dx * dx + dy * dy;
  float part = square > 0 ? ((p->x - from[0]) * dx + (p->y - from[1]) * dy) / square : 0;
  part = CLAMP (part, 0, 1);
  return hypotf (p->x - from[0] - part * dx, p->y - from[1] - part * dy);
}

static float
distance_from_ring (const Pick *p, MwHandle handle)
{
  float a[3], b[3], before[3], at[3], nearest = INFINITY;
  const float radius = (handle == MW_HANDLE_FREE ? VIEW_RING : REACH) * p->pixel;
  ring_axes (p->gizmo, p->camera, handle, a, b);
  ring_point (p->gizmo, a, b, radius, 0, before);
  for (int i = 1; i <= RING_STEPS; i++) {
    ring_point (p->gizmo, a, b, radius, i, at);
    if (faces (p->gizmo, p->sight, handle, before) && faces (p->gizmo, p->sight, handle, at))
      nearest = MIN (nearest, distance_from_line (p, before, at));
    memcpy (before, at, sizeof before);
  }
  return nearest;
}

/* The square of a plane: four corners. */
static void
plane_corners (const MwGizmo *gizmo, MwHandle handle, float pixel, float corners[4][3])
{
  const int axis = (int) handle - MW_HANDLE_YZ;
  const float *a = gizmo->axes[(axis + 1) % 3], *b = gizmo->axes[(axis + 2) % 3];
  for (int i = 0; i < 4; i++)
    point_at (gizmo, a, (i == 1 || i == 2 ? PLANE_TO : PLANE_FROM) * pixel, b, (i >= 2 ? PLANE_TO : PLANE_FROM) * pixel,
              corners[i]);
}

static gboolean
is_in_plane (const Pick *p, MwHandle handle)
{
  float corners[4][3], at[4][3];
  int sides = 0;
  plane_corners (p->gizmo, handle, p->pixel, corners);
  for (int i = 0; i < 4; i++)
    if (!mw_camera_project (p->camera, corners[i], p->width, p->height, at[i]))
      return FALSE;
  for (int i = 0; i < 4; i++) {
    const float *from = at[i], *to = at[(i + 1) % 4];
    sides += (to[0] - from[0]) * (p->y - from[1]) - (to[1] - from[1]) * (p->x - from[0]) > 0 ? 1 : -1;
  }
  return ABS (sides) == 4;
}

static float
distance_of (const Pick *p, MwHandle handle)
{
  float middle[3], from[3], to[3];
  const float size = p->gizmo->scale > 0 ? p->gizmo->scale : 1;
  if (p->gizmo->kind == MW_GIZMO_ROTATE)
    return distance_from_ring (p, handle) / size;
  if (is_plane (handle))
    return is_in_plane (p, handle) ? 1 : INFINITY;
  if (is_axis (handle)) {
    const float *axis = p->gizmo->axes[handle - MW_HANDLE_X];
    point_at (p->gizmo, axis, NEAR_END * p->pixel, axis, 0, from);
    point_at (p->gizmo, axis, REACH * p->pixel, axis, 0, to);
    return distance_from_line (p, from, to) / size;
  }
  if (!mw_camera_project (p->camera, p->gizmo->place, p->width, p->height, middle))
    return INFINITY;
  /* The middle wins wherever it is hit. */
  return MAX (fabsf (p->x - middle[0]), fabsf (p->y - middle[1])) / size <= MIDDLE ? 0 : INFINITY;
}

MwHandle
mw_gizmo_pick (const MwGizmo *gizmo, const MwCamera *camera, float width, float height, float x, float y)
{
  Pick p = { gizmo, camera, width, height, x, y, pixel_at (gizmo, camera, height), { 0 } };
  MwHandle found = MW_HANDLE_NONE;
  float nearest = GRAB;
  if (gizmo->kind == MW_GIZMO_NONE || p.pixel <= 0)
    return MW_HANDLE_NONE;
  sight_to (camera, gizmo->place, p.sight);
  for (MwHandle handle = MW_HANDLE_X; handle <= MW_HANDLE_FREE; handle++) {
    float distance = is_shown (gizmo, p.sight, handle) ? distance_of (&p, handle) : INFINITY;
    if (distance <= nearest) {
      nearest = distance;
      found = handle;
    }
  }
  return found;
}

/* --- Dragging ------------------------------------------------------------------------------------------------------- */

/* Where along an axis the line of sight passes nearest to it. FALSE: it is almost parallel to the axis. */
static gboolean
along_axis (const Ray *ray, const double place[3], const double axis[3], double *along)
{
  double from[3], c = dot (ray->direction, axis), square = 1 - c * c;
  if (square < 1e-4)
    return FALSE;
  for (int k = 0; k < 3; k++)
    from[k] = ray->origin[k] - place[k];
  *along = (dot (from, axis) - dot (from, ray->direction) * c) / square;
  return TRUE;
}

/* Where the line of sight meets a plane, from `place`. FALSE: it is almost parallel to the plane, or meets it behind the eye. */
static gboolean
on_plane (const Ray *ray, const double place[3], const double normal[3], double out[3])
{
  double c = dot (ray->direction, normal), from[3];
  if (fabs (c) < 1e-3)
    return FALSE;
  for (int k = 0; k < 3; k++)
    from[k] = place[k] - ray->origin[k];
  double along = dot (from, normal) / c;
  for (int k = 0; k < 3; k++)
    out[k] = ray->origin[k] + ray->direction[k] * along - place[k];
  return along > 0;
}

/* The pointer's place in model space, from the gizmo, for a handle that moves or scales. FALSE: it has none. */
static gboolean
pointed_at (const MwGizmoDrag *drag, float x, float y, double out[3])
{
  Ray ray;
  double place[3], axis[3], along;
  ray_through (&drag->camera, drag->width, drag->height, x, y, &ray);
  widen (drag->gizmo.place, place);
  if (is_axis (drag->handle)) {
    widen (drag->gizmo.axes[drag->handle - MW_HANDLE_X], axis);
    if (!along_axis (&ray, place, axis, &along))
      return FALSE;
    for (int k = 0; k < 3; k++)
      out[k] = axis[k] * along;
    return TRUE;
  }
  if (is_plane (drag->handle)) {
    widen (drag->gizmo.axes[drag->handle - MW_HANDLE_YZ], axis);
    return on_plane (&ray, place, axis, out);
  }
  float right[3], up[3], back[3];
  mw_camera_axes (&drag->camera, right, up, back);
  widen (back, axis);
  return on_plane (&ray, place, axis, out);
}

static void
ring_axis (const MwGizmoDrag *drag, double axis[3])
{
  for (int k = 0; k < 3; k++)
    axis[k] = drag->handle == MW_HANDLE_FREE ? -drag->sight[k]
                                             : (double) drag->gizmo.axes[drag->handle - MW_HANDLE_X][k];
}

/* The angle of the pointer about the axis of a ring. FALSE: it has none. A ring that is seen from the side counts the way along its
 * tangent where it was grabbed. */
static gboolean
angle_of (const MwGizmoDrag *drag, float x, float y, double *angle)
{
  Ray ray;
  double place[3], axis[3], from[3], a[3], b[3];
  ray_through (&drag->camera, drag->width, drag->height, x, y, &ray);
  widen (drag->gizmo.place, place);
  ring_axis (drag, axis);
  if (drag->edge_on) {
    const double towards[3] = { -drag->sight[0], -drag->sight[1], -drag->sight[2] };
    if (!on_plane (&ray, place, towards, from))
      return FALSE;
    *angle = dot (from, drag->tangent) / drag->reach;
    return TRUE;
  }
  if (!on_plane (&ray, place, axis, from))
    return FALSE;
  const int least = fabs (axis[0]) <= fabs (axis[1]) && fabs (axis[0]) <= fabs (axis[2]) ? 0
                    : fabs (axis[1]) <= fabs (axis[2])                                   ? 1
                                                                                         : 2;
  const double helper[3] = { least == 0, least == 1, least == 2 };
  cross (axis, helper, a);
  cross (axis, a, b);
  *angle = atan2 (dot (from, b), dot (from, a));
  return TRUE;
}

static void
along_axes (const MwGizmoDrag *drag, const double at[3], double out[3])
{
  double axis[3];
  for (int i = 0; i < 3; i++) {
    widen (drag->gizmo.axes[i], axis);
    out[i] = dot (at, axis);
  }
}

void
mw_gizmo_drag_begin (MwGizmoDrag *drag, const MwGizmo *gizmo, const MwCamera *camera, float width, float height,
                     MwHandle handle, float x, float y)
{
  double at[3] = { 0, 0, 0 }, axis[3], length;
  *drag = (MwGizmoDrag) {
    .gizmo = *gizmo, .handle = handle, .camera = *camera, .width = width, .height = height, .x = x, .y = y
  };
  sight_to (camera, gizmo->place, drag->sight);
  drag->reach = (double) (REACH * pixel_at (gizmo, camera, height));
  if (gizmo->kind != MW_GIZMO_ROTATE) {
    pointed_at (drag, x, y, at);
    along_axes (drag, at, drag->start);
    return;
  }
  ring_axis (drag, axis);
  cross (axis, drag->sight, drag->tangent);
  length = sqrt (dot (drag->tangent, drag->tangent));
  drag->edge_on = fabs (dot (axis, drag->sight)) < EDGE_ON;
  /* The near half of the ring moves against axis x sight. */
  for (int k = 0; k < 3; k++)
    drag->tangent[k] /= length > 0 ? -length : 1;
  if (!angle_of (drag, x, y, &drag->last))
    drag->last = 0;
}

void
mw_gizmo_drag_to (MwGizmoDrag *drag, float x, float y, double amounts[3])
{
  double at[3], now[3], angle;
  const gboolean scales = drag->gizmo.kind == MW_GIZMO_SCALE;
  const unsigned moved = mw_handle_axes (drag->gizmo.kind, drag->handle);
  amounts[0] = amounts[1] = amounts[2] = scales;
  if (drag->gizmo.kind == MW_GIZMO_ROTATE) {
    if (angle_of (drag, x, y, &angle)) {
      drag->sum += drag->edge_on ? angle - drag->last : remainder (angle - drag->last, 2 * G_PI);
      drag->last = angle;
    }
    amounts[0] = drag->sum;
    return;
  }
  if (scales && drag->handle == MW_HANDLE_FREE) {
    const double size = drag->gizmo.scale > 0 ? (double) drag->gizmo.scale : 1;
    amounts[0] = amounts[1] = amounts[2] = exp2 (((double) (x - drag->x) - (double) (y - drag->y))
                                                 / (SCALE_PIXELS * size));
    return;
  }
  if (!pointed_at (drag, x, y, at))
    return;
  along_axes (drag, at, now);
  for (int i = 0; i < 3; i++)
    if (scales && (moved & 1u << i) && fabs (drag->start[i]) > 1e-9)
      amounts[i] = MAX (now[i] / drag->start[i], SMALLEST_SCALE);
    else if (!scales && (moved & 1u << i))
      amounts[i] = now[i] - drag->start[i];
}

void
mw_gizmo_drag_typed (const MwGizmoDrag *drag, double number, double amounts[3])
{
  const gboolean scales = drag->gizmo.kind == MW_GIZMO_SCALE, turns = drag->gizmo.kind == MW_GIZMO_ROTATE;
  const unsigned moved = turns ? 1 : mw_handle_axes (drag->gizmo.kind, drag->handle);
  for (int i = 0; i < 3; i++)
    amounts[i] = !(moved & 1u << i) ? scales : turns ? number * G_PI / 180 : number;
}

/* 1, 2 or 5 times a power of ten, at most `length`. */
static double
round_step (double length)
{
  double power = pow (10, floor (log10 (length))), times = length / power;
  return (times >= 5 ? 5 : times >= 2 ? 2 : 1) * power;
}

void
mw_gizmo_drag_snap (const MwGizmoDrag *drag, double amounts[3])
{
  double step = drag->gizmo.kind == MW_GIZMO_ROTATE  ? G_PI / 12
                : drag->gizmo.kind == MW_GIZMO_SCALE ? 0.1
                                                     : round_step (MAX (drag->reach / 10, 1e-6));
  for (int i = 0; i < 3; i++) {
    amounts[i] = round (amounts[i] / step) * step;
    if (drag->gizmo.kind == MW_GIZMO_SCALE)
      amounts[i] = MAX (amounts[i], step);
  }
}

void
mw_gizmo_drag_change (const MwGizmoDrag *drag, const double amounts[3], MwGizmoChange *change)
{
  double axis[3];
  *change = (MwGizmoChange) { .axis = { 0, 0, 1 }, .scale = { 1, 1, 1 } };
  if (drag->gizmo.kind == MW_GIZMO_ROTATE) {
    ring_axis (drag, axis);
    for (int k = 0; k < 3; k++)
      change->axis[k] = (float) axis[k];
    change->angle = (float) amounts[0];
    return;
  }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      if (drag->gizmo.kind == MW_GIZMO_SCALE)
        change->scale[i] = (float) amounts[i];
      else
        change->move[k] += (float) ((double) drag->gizmo.axes[i][k] * amounts[i]);
}

/* --- Drawing -------------------------------------------------------------------------------------------------------- */

/* A dark rim under everything, so that the handles can be seen on any background. */
enum { RIM, COLOURS, N_LAYERS };
#define RIM_COLOUR 0x00000090u
#define LIT 0xFFE14DFFu
#define THICK 2.6f
#define RIM_MORE 2.2f
#define TIP_LENGTH 15.f
#define TIP_WIDTH 5.5f

typedef struct {
  GArray *triangles;
  const MwGizmo *gizmo;
  const MwCamera *camera;
  float pixel, right[3], up[3];
  double sight[3];
  int layer;
} Pen;

static void
add_corner (Pen *pen, const float at[3], uint32_t rgba)
{
  MwLineVertex corner;
  memcpy (corner.position, at, sizeof corner.position);
  for (int k = 0; k < 4; k++)
    corner.rgba[k] = (uint8_t) (rgba >> (24 - 8 * k));
  g_array_append_val (pen->triangles, corner);
}

static void
add_quad (Pen *pen, float corners[4][3], uint32_t rgba)
{
  static const int order[] = { 0, 1, 2, 0, 2, 3 };
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    add_corner (pen, corners[order[i]], rgba);
}

/* A line with its own widths (pixels) at both ends: the same for a line, 0 at the second for a tip. */
static void
add_stroke (Pen *pen, const float a[3], const float b[3], float at_a, float at_b, uint32_t rgba)
{
  float along[3], side[3], corners[4][3];
  const float sight[3] = { (float) pen->sight[0], (float) pen->sight[1], (float) pen->sight[2] };
  const float more = pen->layer == RIM ? RIM_MORE : 0;
  for (int k = 0; k < 3; k++)
    along[k] = b[k] - a[k];
  mw_vec_cross (along, sight, side);
  if (mw_vec_normalise (side) <= 0)
    return;
  for (int k = 0; k < 3; k++) {
    float from = side[k] * (at_a / 2 + more / 2) * pen->pixel, to = side[k] * (at_b / 2 + more / 2) * pen->pixel;
    corners[0][k] = a[k] - from;
    corners[1][k] = a[k] + from;
    corners[2][k] = b[k] + to;
    corners[3][k] = b[k] - to;
  }
  add_quad (pen, corners, pen->layer == RIM ? RIM_COLOUR : rgba);
}

/* A square that faces the viewer. */
static void
add_square (Pen *pen, const float at[3], float half, uint32_t rgba)
{
  float corners[4][3];
  half = (half + (pen->layer == RIM ? RIM_MORE / 2 : 0)) * pen->pixel;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++)
      corners[i][k] = at[k] + pen->right[k] * (i == 1 || i == 2 ? half : -half) + pen->up[k] * (i >= 2 ? half : -half);
  add_quad (pen, corners, pen->layer == RIM ? RIM_COLOUR : rgba);
}

static uint32_t
colour_of (const MwGizmo *gizmo, MwHandle handle)
{
  static const uint32_t colours[MW_N_HANDLES] = { 0,           0xF05555FFu, 0x58C455FFu, 0x5B8DFFFFu,
                                                  0xF05555B0u, 0x58C455B0u, 0x5B8DFFB0u, 0xF4F4F4E0u };
  return handle == gizmo->lit ? LIT : colours[handle];
}

static void
add_ring (Pen *pen, MwHandle handle)
{
  float a[3], b[3], before[3], at[3];
  const float radius = (handle == MW_HANDLE_FREE ? VIEW_RING : REACH) * pen->pixel;
  const uint32_t rgba = colour_of (pen->gizmo, handle);
  ring_axes (pen->gizmo, pen->camera, handle, a, b);
  ring_point (pen->gizmo, a, b, radius, 0, before);
  for (int i = 1; i <= RING_STEPS; i++) {
    ring_point (pen->gizmo, a, b, radius, i, at);
    /* What can be grabbed is bright; the other half only shows the direction. */
    gboolean near_half = faces (pen->gizmo, pen->sight, handle, before) && faces (pen->gizmo, pen->sight, handle, at);
    if (near_half)
      add_stroke (pen, before, at, THICK, THICK, rgba);
    else if (pen->layer == COLOURS)
      add_stroke (pen, before, at, 1, 1, (rgba & 0xFFFFFF00u) | 0x50);
    memcpy (before, at, sizeof before);
  }
}

static void
add_axis (Pen *pen, MwHandle handle)
{
  const float *axis = pen->gizmo->axes[handle - MW_HANDLE_X];
  const uint32_t rgba = colour_of (pen->gizmo, handle);
  float from[3], end[3], tip[3];
  point_at (pen->gizmo, axis, NEAR_END * pen->pixel, axis, 0, from);
  point_at (pen->gizmo, axis, (REACH - TIP_LENGTH / 2) * pen->pixel, axis, 0, end);
  point_at (pen->gizmo, axis, (REACH + TIP_LENGTH / 2) * pen->pixel, axis, 0, tip);
  add_stroke (pen, from, end, THICK, THICK, rgba);
  if (pen->gizmo->kind == MW_GIZMO_SCALE)
    add_square (pen, end, TIP_WIDTH, rgba);
  else
    add_stroke (pen, end, tip, TIP_WIDTH * 2, 0, rgba);
}

static void
add_handle (Pen *pen, MwHandle handle)
{
  float corners[4][3];
  const uint32_t rgba = colour_of (pen->gizmo, handle);
  if (pen->gizmo->kind == MW_GIZMO_ROTATE) {
    if (!is_plane (handle))
      add_ring (pen, handle);
  } else if (is_axis (handle)) {
    add_axis (pen, handle);
  } else if (is_plane (handle)) {
    plane_corners (pen->gizmo, handle, pen->pixel, corners);
    for (int i = 0; i < 4 && pen->layer == RIM; i++)
      add_stroke (pen, corners[i], corners[(i + 1) % 4], THICK / 2, THICK / 2, rgba);
    if (pen->layer == COLOURS)
      add_quad (pen, corners, rgba);
  } else {
    add_square (pen, pen->gizmo->place, MIDDLE / 2, rgba);
  }
}

void
mw_gizmo_add (GArray *triangles, const MwGizmo *gizmo, const MwCamera *camera, float height)
{
  float back[3];
  Pen pen = { .triangles = triangles, .gizmo = gizmo, .camera = camera, .pixel = pixel_at (gizmo, camera, height) };
  if (gizmo->kind == MW_GIZMO_NONE || pen.pixel <= 0)
    return;
  mw_camera_axes (camera, pen.right, pen.up, back);
  sight_to (camera, gizmo->place, pen.sight);
  for (pen.layer = RIM; pen.layer < N_LAYERS; pen.layer++)
    for (MwHandle handle = MW_HANDLE_X; handle <= MW_HANDLE_FREE; handle++)
      if (is_shown (gizmo, pen.sight, handle))
        add_handle (&pen, handle);
}
