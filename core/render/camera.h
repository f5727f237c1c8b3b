/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/bounds.h"
#include "core/schema/record.h"

/* The camera of a viewport, which orbits a point. Z is up, models face +X, and +Y is their left; angles are in
 * radians, lengths in game units. Matrices are column-major, for column vectors, as GL expects them. View space has
 * x to the right, y up and z toward the viewer. */
typedef struct {
  float target[3]; /* the point looked at */
  float yaw;       /* the eye's direction from the target: 0 on +X (in front of the model), increasing toward +Y */
  float pitch;     /* its elevation: 0 level, +pi/2 straight above */
  float roll;      /* turns the picture counter-clockwise on the screen */
  float distance;  /* from the eye to the target */
  float fov;       /* vertical angle of view */
  gboolean ortho;  /* parallel projection, in which the target's plane has the same size */
  float centre[3]; /* centre of a sphere around the scene, which the near and far planes must not cut */
  float radius;    /* radius of that sphere */
} MwCamera;

#define MW_CAMERA_FOV 0.7853982f /* 45 degrees */

typedef enum {
  MW_VIEW_FRONT, /* eye on +X */
  MW_VIEW_BACK,
  MW_VIEW_RIGHT, /* eye on the model's right, -Y */
  MW_VIEW_LEFT,
  MW_VIEW_TOP,
  MW_VIEW_BOTTOM
} MwView;

/* Sets the default camera: from the front right, 30 degrees above, framing a sphere of radius 100 about the origin. */
void mw_camera_init (MwCamera *camera);

/* The sphere to frame at first: the bounds of the first sequence whose name begins with "Stand" (in any case; M2: of
 * animation 0), else those of the model, else those of the vertices, else a sphere of radius 100 (M2: 2) about the
 * origin. Empty boxes, and boxes with numbers that are not finite, are skipped. */
void mw_camera_model_bounds (const MwModel *model, float centre[3], float *radius);

/* Moves the eye along its direction so that the sphere fills a picture of that aspect (width / height). Sets centre
 * and radius, too. A radius that is not a positive number counts as 1. */
void mw_camera_frame (MwCamera *camera, const float centre[3], float radius, float aspect);

/* Moves eye and target, without turning, so that these points (three floats each) are in the middle of a picture of that aspect and fill
 * it: between them and its edges `margin` (0 to 1) of half the picture stays free, on the sides where they reach farthest. The target is
 * in the middle of their depth. Sets centre and radius, too. Points that are not finite are left out. FALSE, and nothing changes, if no
 * point is left. */
gboolean mw_camera_fit (MwCamera *camera, const float *points, guint n, float aspect, float margin);

/* Orbits the target by these angles. The pitch is limited to straight down and straight up. */
void mw_camera_orbit (MwCamera *camera, float yaw, float pitch);
/* Moves the target parallel to the picture, so that it follows a pointer that moved by (dx, dy). The unit is the
 * height of the picture; y points down. */
void mw_camera_pan (MwCamera *camera, float dx, float dy);
/* Multiplies the distance by `factor`; the point in the target's plane under (x, y) (-1 to 1 from left to right and
 * from bottom to top) stays where it is on the screen. */
void mw_camera_zoom (MwCamera *camera, float factor, float x, float y, float aspect);
/* Looks at the target along an axis. */
void mw_camera_set_view (MwCamera *camera, MwView view);
/* Sets the camera as a camera of the model defines it: `diagonal_fov` is the angle across the picture's diagonal
 * (rendering.md 5). */
void mw_camera_look (MwCamera *camera, const float eye[3], const float target[3], float diagonal_fov, float roll,
                     float aspect);

/* The opposite: the eye, and the diagonal angle of view of a picture of that aspect. A model's camera is level, so a view from
 * straight above or below is given as one a little beside that, which turns the picture the same way. */
void mw_camera_seen (const MwCamera *camera, float aspect, float eye[3], float *diagonal_fov);
/* The camera on the way from one to another, at the part `way` of it (0 to 1): it turns the shorter way round, and the distance changes in
 * proportion. The projection is that of `to`. */
MwCamera mw_camera_between (const MwCamera *from, const MwCamera *to, float way);
/* Sees its own scene (centre and radius) as `leader` sees its one: from the same direction, at the same distance and off its centre by as
 * much, measured in radii. */
void mw_camera_follow (MwCamera *camera, const MwCamera *leader);

void mw_camera_eye (const MwCamera *camera, float eye[3]);
/* The axes of the picture as unit vectors in model space: right, up, and back (toward the viewer). */
void mw_camera_axes (const MwCamera *camera, float right[3], float up[3], float back[3]);
/* Distances of the near and far planes. near < far; near is positive unless the projection is parallel. */
void mw_camera_clip (const MwCamera *camera, float *near_plane, float *far_plane);
void mw_camera_view_matrix (const MwCamera *camera, float view[16]);
void mw_camera_projection_matrix (const MwCamera *camera, float aspect, float projection[16]);
/* Projects a point to a picture of that size: pixels from the top left, and depth (0 near, 1 far). FALSE if it is
 * behind the eye. */
gboolean mw_camera_project (const MwCamera *camera, const float point[3], float width, float height, float screen[3]);
