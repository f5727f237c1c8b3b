/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"

/* The model's own cameras and lights at a time (rendering.md 5). */

typedef struct {
  float eye[3], target[3]; /* model space */
  float roll;              /* radians */
  float field_of_view;     /* radians, across the diagonal of the picture */
  float near_clip, far_clip;
  gboolean visible;
} MwCameraState;

void mw_camera_evaluate (const MwMdlx *model, const MwMdlxCamera *camera, const MwClock *clock, MwCameraState *out);
/* The same for a camera of a model of any family; FALSE (and nothing) if the record is none. Cameras of M2 are always
 * visible, and stand at rest as at the start of the first sequence: without their tracks those from 271 on have no field of
 * view. */
gboolean mw_camera_evaluate_record (const MwModel *model, const MwRecord *camera, const MwClock *clock,
                                    MwCameraState *out);
/* The vertical field of view of a picture whose width is `aspect` times its height. */
float mw_camera_vertical_fov (float diagonal_fov, float aspect);
/* The view matrix: column after column, looking from eye to target with z up, turned by roll. FALSE (and the identity) if
 * eye and target are one point. */
gboolean mw_camera_view (const MwCameraState *camera, float view[16]);

typedef struct {
  float position[3];  /* model space */
  float direction[3]; /* towards the light, unit length: the node's +z (directional lights) */
  float color[3], amb_color[3];
  float intensity, amb_intensity;
  float attenuation_start, attenuation_end;
  gboolean visible;
} MwLightState;

/* The skeleton must have been updated to the same clock. */
void mw_light_evaluate (const MwSkeleton *skeleton, const MwMdlxLight *light, const MwClock *clock, MwLightState *out);
