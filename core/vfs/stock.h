/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* The folders of textures that ship with the games, from data/catalogues/stock-folders*.xml. */

/* The stock folder of this family's game that contains `name` (as a model spells it, any case, / or \\), as the
 * catalogue spells it; NULL if none. It is not known whether the game really has this file. For Reforged, a prefix
 * up to a colon ("_hd.w3mod:") is ignored. */
const char *mw_stock_folder (MwFamily family, const char *name);
