/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/derived.h"

/* Whether the files of M2 have room for the model: numbers that are stored in 16 bits, counts that readers refuse. What clients
 * do not load is another matter: see core/check. An error (MW_ERROR_NOT_WRITABLE) names the element, what it has and what there
 * is room for. `frame` is what mw_m2_frame_derive() made of the model. */
gboolean mw_m2_check_limits (const MwM2 *model, const MwM2Frame *frame, GError **error);
