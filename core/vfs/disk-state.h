/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/lookup.h"

/* What is on the disk for the names that a model uses: to find out later whether other programs have added, removed or changed a file
 * that the model shows or misses. File times and sizes decide, and no file is read. */

/* The state now, which is not what `lookup` remembers of folders that it has listed. Of an archive, only whether it was replaced or
 * written to. It may take a while. Free with g_hash_table_unref(). */
GHashTable *mw_disk_state_new (MwLookup *lookup, const GPtrArray *names);
/* Whether something differs that is in both. What only one of them was asked about makes no difference. */
gboolean mw_disk_state_differs (GHashTable *before, GHashTable *now);
