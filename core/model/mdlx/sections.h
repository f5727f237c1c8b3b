/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* Names of a geoset's selection group in World of Warcraft's alpha: 100 * section + variant, "glove_02". Built once,
 * never freed; thread-safe. */
const MwNames *mw_mdlx_section_names (void);
