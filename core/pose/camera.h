/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/clock.h"

/* Evaluates the cameras of a model at a time (rendering.md 5). */

typedef struct {
  float eye[3], target[3]; /* model space */
  float roll;              /* radians */
  float field_of_view;     /* radians, across the diagonal of the picture */
  float near_clip, far_clip;
  gboolean visible;
} MwCameraState;

/* What of a camera is meant. */
typedef enum { MW_CAMERA_WHOLE, MW_CAMERA_EYE, MW_CAMERA_TARGET } MwCameraPart;

/* Evaluates a camera. FALSE, and *out unchanged, if the record is not a camera. Cameras of M2 are always visible; at
 * rest they are evaluated at the start of the first sequence, because from version 271 on they have no field of view
 * without their tracks. */
gboolean mw_camera_evaluate (const MwModel *model, const MwRecord *camera, const MwClock *clock, MwCameraState *out);
/* The vertical field of view, in radians, of a picture whose width is `aspect` times its height. */
float mw_camera_vertical_fov (float diagonal_fov, float aspect);
/* The view matrix, column-major: looks from eye to target with z up, turned by roll. FALSE, with the identity, if
 * eye and target are the same point. */
gboolean mw_camera_view (const MwCameraState *camera, float view[16]);
