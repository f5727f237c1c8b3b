/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/derived.h"

/* Checks that the M2 files have room for the model: numbers stored in 16 bits, counts that readers refuse. (What
 * clients refuse to load is checked in core/check.) FALSE with MW_ERROR_NOT_WRITABLE, which names the element, what
 * it has and the limit. `frame` comes from mw_m2_frame_derive() for this model. */
gboolean mw_m2_check_limits (const MwM2 *model, const MwM2Frame *frame, GError **error);
