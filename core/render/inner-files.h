/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/aspects.h"
#include "core/pose/inside.h"
#include "core/vfs/lookup.h"

/* The files of the models that a model shows by itself: those of its particles, those whose emitters its particles carry, and those that its
 * events spawn. */

/* What SPN events spawn, from Splats\SpawnData.slk where the lookup finds it: char * (the id in lower case) -> char * (the file of the model).
 * Without the table it is empty. NULL and an error: the table cannot be read. Free with g_hash_table_unref(). */
GHashTable *mw_spawn_table_read (MwLookup *lookup, GError **error);
/* Whether any event of the model spawns models. */
gboolean mw_inner_spawns (const MwModel *model);
/* The file of the model that a node shows, as the model or the table (may be NULL) calls it; NULL: it shows none. *unknown (may be NULL) is set
 * to the id of an event that the table does not have; else to NULL. Both belong to the node or to the table. */
const char *mw_inner_name (const MwModel *model, const MwRecord *node, GHashTable *spawned, const char **unknown);
/* The files that the nodes of a model show, each once, and, if `unknown` is not NULL, the ids that the table does not have: char *, free with
 * g_ptr_array_unref(). */
GPtrArray *mw_inner_names (const MwModel *model, GHashTable *spawned, GPtrArray *unknown);
/* Appends an MwInside for each node that shows one of these models by itself; `files` and `spawned` are as mw_renderer_set_inner() has
 * them. */
void mw_inner_append (const MwModel *model, GHashTable *files, GHashTable *spawned, GArray *inside);
/* Sentences, marked for translation (const char *, static), that say what of `inner` is not drawn where a model shows it, or lets its particles
 * carry its emitters. `name` is how the model calls its file; NULL: it is attached. `spawned` may be NULL. Free with g_ptr_array_unref(). */
GPtrArray *mw_inner_notes (const MwModel *model, const char *name, GHashTable *spawned, const MwModel *inner);
