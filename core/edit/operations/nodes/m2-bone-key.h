/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"

/* The first bone with this number of a key bone; NULL: there is none. */
const MwM2Bone *mw_m2_key_bone (const MwM2 *model, int32_t key);
