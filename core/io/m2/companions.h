/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/io/registry.h"

/* The files beside an M2 model that belong to it, by name (m2.md 1): skin profiles, external sequences, level-of-detail skins,
 * facial bones, physics. Names compare as the games compare them, without case of ASCII letters. The clients know them from
 * version 264 on; an older model holds everything itself. */

/* The same as the table entry of the format. */
extern const MwIoCompanions mw_m2_companions;

/* Whether these are the bytes of a model (MD20) of a version that has companions. */
gboolean mw_m2_has_companions (GBytes *model);

/* The role of a file by what follows the model's stem in its name ("00.SKIN": "skin0", "0004-01.anim": "anim4-1"); NULL
 * when it is no companion. Free with g_free(). */
char *mw_m2_companion_role (const char *suffix);
/* The opposite: the spelling of the clients; NULL for an unknown role. Free with g_free(). */
char *mw_m2_companion_suffix (const char *role);

/* Role -> name on disk of all companions of the model that is, or would be, at `path`. Of several names that differ in case
 * only, the one in the model's own spelling counts. A file that belongs to a model with a longer name ("X1.m2" beside "X.m2") is
 * left out. One pass over the folder, however many files are in it. NULL and an error when the folder cannot be listed. Free with
 * g_hash_table_unref(). */
GHashTable *mw_m2_companions_find (const char *path, GError **error);

/* Adds all companions that are there, in the order of their roles, to a set that has the model's main file. A model that has
 * none, or that has no path, is left as it is. */
gboolean mw_m2_companions_load (MwFileSet *set, GCancellable *cancellable, GError **error);

/* The roles of the companions that a model of 264 and later says it has: one skin for each profile, one .anim for each sequence
 * whose keys are in no other of its files. Counts that the bytes cannot hold are cut. Free with g_ptr_array_unref(). */
GPtrArray *mw_m2_companions_expected (GBytes *model);

/* The roles that any of its records names, including aliases, which lead to the file of another sequence. A companion with
 * another role belongs to nothing. Free with g_ptr_array_unref(). */
GPtrArray *mw_m2_companions_named (GBytes *model);
