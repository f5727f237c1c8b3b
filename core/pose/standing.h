/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* How large a model looks in the pose that cameras are set up for, and where its head is: what cameras are aimed at. */

/* The box of what is shown then: at the start of its Stand, or at rest. FALSE if nothing is. */
gboolean mw_standing_box (const MwModel *model, float min[3], float max[3]);
/* The sphere that a portrait shows: around the attachment of the head, or, without one, the top of the model. FALSE if nothing is shown. */
gboolean mw_standing_head (const MwModel *model, float middle[3], float *radius);
