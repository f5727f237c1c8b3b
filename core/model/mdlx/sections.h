/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* What the selection group of a geoset of World of Warcraft's alpha says: 100 * section + variant, "glove_02". Lives as long as
 * the program; may be called from any thread. */
const MwNames *mw_mdlx_section_names (void);
