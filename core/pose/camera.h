/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/clock.h"

/* The cameras of a model at a time (rendering.md 5). */

typedef struct {
  float eye[3], target[3]; /* model space */
  float roll;              /* radians */
  float field_of_view;     /* radians, across the diagonal of the picture */
  float near_clip, far_clip;
  gboolean visible;
} MwCameraState;

/* The camera of a model at a time. FALSE (and nothing) if the record is no camera. Cameras of M2 are always visible, and at rest
 * they are as at the start of the first sequence: without their tracks those from 271 on have no field of view. */
gboolean mw_camera_evaluate (const MwModel *model, const MwRecord *camera, const MwClock *clock, MwCameraState *out);
/* The vertical field of view of a picture whose width is `aspect` times its height. */
float mw_camera_vertical_fov (float diagonal_fov, float aspect);
/* The view matrix: column after column, looking from eye to target with z up, turned by roll. FALSE (and the identity) if
 * eye and target are one point. */
gboolean mw_camera_view (const MwCameraState *camera, float view[16]);
