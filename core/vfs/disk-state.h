/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/lookup.h"

/* What is on the disk for the names that models use: to find out later whether other programs have added, removed or changed a file
 * that a model shows or misses. File times and sizes decide, and no file is read. */

/* The names of one model, and where they are looked for. */
typedef struct {
  char *model; /* by which it is known again */
  MwLookup *lookup;
  GPtrArray *names; /* char *: as the model has them, or absolute paths of files that are shown with it */
} MwDiskNames;

/* Takes `lookup` and `names`. Free with mw_disk_names_free(). */
MwDiskNames *mw_disk_names_new (const char *model, MwLookup *lookup, GPtrArray *names);
void mw_disk_names_free (MwDiskNames *names);

/* The state now of what these models (MwDiskNames) name, which is not what their lookups remember of folders that they have listed. Of an
 * archive, only whether it was replaced or written to. It may take a while. Free with g_hash_table_unref(). */
GHashTable *mw_disk_state_new (const GPtrArray *models);
/* Whether something differs that is in both. What only one of them was asked about makes no difference. */
gboolean mw_disk_state_differs (GHashTable *before, GHashTable *now);
