/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/io/registry.h"

/* Which paths the files of a model get. */

/* The roles of companions that the model of a set says it has. Free with g_ptr_array_unref(). */
GPtrArray *mw_io_expected_roles (const MwFileSet *set);
/* What follows the model's stem in the name of its companion of this role, in the clients' spelling. NULL: such a model
 * has none. Free with g_free(). */
char *mw_io_companion_suffix (const MwFileSet *set, const char *role);

/* The record of a model that is read from its companion of this role; NULL: none is. `set` is what the model was read from. */
const MwRecord *mw_io_companion_content (const MwFileSet *set, const MwModel *model, const char *role);

/* Sets by which function a look at the disk finds companions that appear beside the model of a set (core/base/file-changes.h). */
void mw_io_set_finder (MwFileSet *set);

/* Gives each part of `written` the path that it is to be saved at: the main file `target`, companions in the folder of it.
 * While the stem stays the same a companion keeps its own spelling; otherwise it gets the stem of `target` and its own suffix.
 *
 * `was` is the set that the model was read from (NULL: it was made new). Those of its parts that were not written are added as
 * they are. Where `target` is another file, those that only the old model names are left out.
 *
 * If the folder has a companion of `target` in another spelling, the part gets that path: a save then replaces this file or
 * refuses, and leaves no second one beside it. FALSE and an error when the folder cannot be listed or a part has no known
 * name. */
gboolean mw_io_place (MwFileSet *written, const MwFileSet *was, const char *target, GError **error);

/* Takes out of a set that was placed over `was` the copied parts that this change made superfluous: the old model named
 * them, and nothing in the new one does (the .anim of a removed sequence, the last .skin when a profile went). Files
 * that the old model did not name stay in the set. Gives MwFilePart, with their paths; empty where the set is placed
 * elsewhere. Free with g_ptr_array_unref(). */
GPtrArray *mw_io_take_left (MwFileSet *placed, const MwFileSet *was);
