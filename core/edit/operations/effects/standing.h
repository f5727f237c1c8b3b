/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/elements/new-elements.h"

/* What operations that add cameras share. */

/* What the game uses a camera for, as a parameter; the numbers that M2 has for it. */
enum { MW_CAMERA_PORTRAIT, MW_CAMERA_CHARACTER, MW_CAMERA_OTHER };
extern const MwNames mw_camera_types;
static inline int32_t
mw_camera_type_number (guint type)
{
  return type == MW_CAMERA_OTHER ? -1 : (int32_t) type;
}

/* Sets near and far clip of a camera to distances between which the model is shown at the start of its Stand, from its position to its target. */
void mw_standing_clips (const MwModel *model, MwNewCamera *look);
/* Moves the near clip of a camera closer and the far clip farther where they would cut off a part of the model at the start of its Stand. */
void mw_standing_widen_clips (const MwModel *model, MwNewCamera *look);
/* Whether one of the model's cameras is for its portrait. */
gboolean mw_has_portrait_camera (const MwModel *model);
