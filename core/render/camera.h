/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/bounds.h"
#include "core/schema/record.h"

/* The eye of a viewport: it circles round a point. Z is up, models face +X, +Y is their left; angles in radians, lengths in
 * game units. Matrices are column-major, for column vectors, as GL takes them; view space has x right, y up and z toward
 * the viewer. */
typedef struct {
  float target[3]; /* the point looked at */
  float yaw;       /* where the eye stands about the target: 0 on +X (before the model), rising toward +Y */
  float pitch;     /* and how high: 0 level, +pi/2 straight above */
  float roll;      /* turns the picture counter-clockwise as seen on the screen */
  float distance;  /* of the eye from the target */
  float fov;       /* vertical angle of view */
  gboolean ortho;  /* parallel projection that shows the target's plane at the same size */
  float centre[3]; /* of the scene: what must not be cut off by the near and far planes ... */
  float radius;    /* ... with this radius */
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

/* From the front right, 30 degrees above, framing a sphere of radius 100 about the origin. */
void mw_camera_init (MwCamera *camera);

/* What to look at first: the bounds of the first sequence whose name begins with "Stand" (any case; M2: of animation 0), else
 * the model's, else those of the vertices, else a sphere of radius 100 (M2: 2) about the origin. Empty boxes and numbers that
 * are not finite are passed over. */
void mw_camera_model_bounds (const MwModel *model, float centre[3], float *radius);

/* Moves the eye, in its direction, so that the sphere fills the picture of that aspect (width / height); sets centre and
 * radius too. A radius that is not a positive number becomes 1. */
void mw_camera_frame (MwCamera *camera, const float centre[3], float radius, float aspect);

/* Turns round the target; the pitch stays within straight down and straight up. */
void mw_camera_orbit (MwCamera *camera, float yaw, float pitch);
/* Moves the target in the plane of the picture so that what lies there follows a pointer that moved by (dx, dy), in heights
 * of the picture, y down. */
void mw_camera_pan (MwCamera *camera, float dx, float dy);
/* Multiplies the distance by `factor`; the point in the target's plane under (x, y) (-1 to 1 from left to right and from
 * bottom to top) stays where it is on the screen. */
void mw_camera_zoom (MwCamera *camera, float factor, float x, float y, float aspect);
/* Looks along an axis. */
void mw_camera_set_view (MwCamera *camera, MwView view);
/* As a model's own camera looks: `diagonal_fov` spans the picture's diagonal (rendering.md 5). */
void mw_camera_look (MwCamera *camera, const float eye[3], const float target[3], float diagonal_fov, float roll,
                     float aspect);

void mw_camera_eye (const MwCamera *camera, float eye[3]);
/* Unit vectors of the picture in the world: right, up, and back (toward the viewer). */
void mw_camera_axes (const MwCamera *camera, float right[3], float up[3], float back[3]);
/* Distances of the near and far planes; near is below far, and positive unless the projection is parallel. */
void mw_camera_clip (const MwCamera *camera, float *near_plane, float *far_plane);
void mw_camera_view_matrix (const MwCamera *camera, float view[16]);
void mw_camera_projection_matrix (const MwCamera *camera, float aspect, float projection[16]);
/* Where a point is on a picture of that size, in pixels from the top left, and its depth (0 near, 1 far). FALSE if it is
 * behind the eye. */
gboolean mw_camera_project (const MwCamera *camera, const float point[3], float width, float height, float screen[3]);
