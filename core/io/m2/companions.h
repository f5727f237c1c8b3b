/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"

/* The files that stand beside an M2 model and belong to it, by name (m2.md 1): skin profiles, external sequences,
 * level-of-detail skins, facial bones, physics. Names compare as the games compare them, ASCII letters without case. The
 * clients know them from version 264 on; an older model holds everything itself. */

/* Whether these are the bytes of a model (MD20) of a version that has companions. */
gboolean mw_m2_has_companions (GBytes *model);

/* The role that a name's rest behind the model's stem gives a file ("00.SKIN": "skin0", "0004-01.anim": "anim4-1"); NULL
 * when it is no companion. Free with g_free(). */
char *mw_m2_companion_role (const char *suffix);
/* The other way, spelled as the clients do; NULL for what is no role of a companion. Free with g_free(). */
char *mw_m2_companion_suffix (const char *role);

/* Role -> name on disk of all companions of the model that stands, or would stand, at `path`. Of several names that differ
 * in case only, the one in the model's own spelling counts. What a model with a longer name claims ("X1.m2" beside "X.m2")
 * is its own. One pass over the folder, however many files are in it. NULL and an error when the folder cannot be listed.
 * Free with g_hash_table_unref(). */
GHashTable *mw_m2_companions_find (const char *path, GError **error);

/* Adds to a set that holds a model's main file all companions that are there, in the order of their roles. A model that has
 * none, or that stands nowhere, is left as it is. */
gboolean mw_m2_companions_load (MwFileSet *set, GCancellable *cancellable, GError **error);

/* The roles of the companions that a model of 264 and later says itself that it has: one skin for each profile, one .anim
 * for each sequence whose keys stand in none of its other files. Counts that the bytes cannot hold are cut. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_m2_companions_expected (GBytes *model);

/* The roles of those that any of its records names, aliases too, which lead to another sequence's file: what is not among them
 * belongs to nothing. Free with g_ptr_array_unref(). */
GPtrArray *mw_m2_companions_named (GBytes *model);
