/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* Names of the geoset ids of submeshes: "Boots 5" for 505. Built once from the catalogue of geoset groups and never
 * freed. */
const MwNames *mw_m2_geoset_names (void);
