/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* What ships with the games, as far as folders tell: data/catalogues/stock-folders*.xml. */

/* The folder that ships with the game of these models and that `name` (as a model names a file, in any case, with / or \\)
 * is in, as the catalogue spells it; NULL: none. That the game has this very file is not known. Of Reforged what stands
 * before a colon ("_hd.w3mod:") does not count. */
const char *mw_stock_folder (MwFamily family, const char *name);
