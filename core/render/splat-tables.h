/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/splats.h"
#include "core/vfs/lookup.h"

/* What the tables of Warcraft III say about the marks of events: Splats\SplatData.slk and Splats\UberSplatData.slk, wherever the lookup finds
 * them (rendering.md 4.3). A table that is not there, or that cannot be read, has no marks. *wrong gets a line for each that cannot be read,
 * which says where it is and why; NULL: there is none. Free it with g_free(), and the marks with g_hash_table_unref(). */
GHashTable *mw_splat_tables_read (MwLookup *lookup, char **wrong);
