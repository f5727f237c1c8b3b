/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/camera.h"

/* What operations that move cameras share. */

gboolean mw_is_camera (const MwModel *model, const MwRecord *record);
/* The words for MwCameraPart in parameters: "both", "position" and "target". */
extern const MwNames mw_camera_part_names;
/* The field of a camera with where it, or its target, is at rest: 3 floats in model space. */
const MwField *mw_camera_place_field (const MwRecord *camera, MwCameraPart part);
/* The slot of the track that is added to that over time. */
const MwField *mw_camera_track_slot (const MwRecord *camera, MwCameraPart part);
