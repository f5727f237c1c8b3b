/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/aspects.h"

/* The points of a model, which are all records that have a position in it (MwPoint), and how people call them. */

/* All points (const MwRecord *), in the order of the file. Free with g_ptr_array_unref(). */
GPtrArray *mw_points_list (const MwModel *model);
/* What mw_point_find() finds a point by: its title, or, if another one before it has the same, its path. Free with g_free(). */
char *mw_point_name (const MwModel *model, const MwRecord *point);
/* The point with this title, short name or path: the first that is spelled exactly so, else the first in any letter case; blanks at the ends do
 * not count. NULL: none. */
const MwRecord *mw_point_find (const MwModel *model, const char *name);
