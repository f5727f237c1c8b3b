/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/splats.h"
#include "core/vfs/lookup.h"

/* What the tables of Warcraft III say about the marks of events: Splats\SplatData.slk and Splats\UberSplatData.slk, wherever the lookup finds
 * them (rendering.md 4.3). A table that is not there has no marks. NULL and an error: one cannot be read. Free with g_hash_table_unref(). */
GHashTable *mw_splat_tables_read (MwLookup *lookup, GError **error);
