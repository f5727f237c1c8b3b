/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/io/registry.h"

/* The companion files of an M2 model, found by name (m2.md 1): skin profiles, external sequences, level-of-detail
 * skins, facial bones, physics. Names are compared as the games do, ignoring the case of ASCII letters. Clients have
 * used companions since version 264; older models are a single file. */

/* The functions below as the format's table entry. */
extern const MwIoCompanions mw_m2_companions;

/* Whether these bytes are a model (MD20, or chunks with one) of a version that has companions. */
gboolean mw_m2_has_companions (GBytes *model);

/* The role of a file, from the part of its name after the model's stem ("00.SKIN": "skin0", "0004-01.anim":
 * "anim4-1"). NULL when it is no companion. Free with g_free(). */
char *mw_m2_companion_role (const char *suffix);
/* The reverse, in the clients' spelling. NULL for an unknown role. Free with g_free(). */
char *mw_m2_companion_suffix (const char *role);

/* Maps roles to file names of all companions of the model at `path` (which need not exist). If several names differ
 * only in case, the one in the model's own spelling is taken. Files that belong to a model with a longer name
 * ("X1.m2" beside "X.m2") are left out. Reads the folder once. NULL and an error when the folder cannot be listed.
 * Free with g_hash_table_unref(). */
GHashTable *mw_m2_companions_find (const char *path, GError **error);

/* The roles of companions that a model from 264 on must have: a skin for each profile, and an .anim for each sequence
 * whose keys are in no other of its files. Sequence records beyond the end of the file are left out. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_m2_companions_expected (GBytes *model);
