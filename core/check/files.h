/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/check.h"
#include "core/vfs/lookup.h"

/* Checks the files that a model names: its textures, and the models and other files of its attachments and emitters. The companions of
 * an M2 model are checked with the model itself (mw_check_for()).
 *
 * A file is missing if no place of the lookup has it. A name in a folder that ships with the game (core/vfs/stock.h) may be a file of
 * that game, so it is judged only if the lookup has a recognised game (MwGame.client) that reads the version of the model, and all
 * archives of it could be opened.
 *
 * It reads files and archives, so it is not for the main thread. An MwFileChecks remembers what the image files are like, so that
 * those which models share are read once. Any threads may share it. */
typedef struct _MwFileChecks MwFileChecks;

/* Free with mw_file_checks_unref(). */
MwFileChecks *mw_file_checks_new (void);
/* For one model that is being edited, and one set of places: remembers where each name was found too, for mw_file_checks_recall(). */
MwFileChecks *mw_file_checks_new_for_one (void);
MwFileChecks *mw_file_checks_ref (MwFileChecks *self);
void mw_file_checks_unref (MwFileChecks *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwFileChecks, mw_file_checks_unref)

/* The findings (MwFinding) about the files of a model, in the order of the model. `client`: as for mw_check_for(). The caller
 * alone uses `lookup` meanwhile. Free with g_ptr_array_unref(). */
GPtrArray *mw_file_checks_run (MwFileChecks *self, const MwModel *model, MwFormat format, const MwTargetClient *client,
                               MwLookup *lookup);
/* The same from what former runs have found out, for mw_file_checks_new_for_one(). It looks for no file and reads none. *all: every name in
 * the model was looked for; else nothing is said of the others. Free with g_ptr_array_unref(). */
GPtrArray *mw_file_checks_recall (MwFileChecks *self, const MwModel *model, MwFormat format,
                                  const MwTargetClient *client, gboolean *all);
/* The files that the model names as text, which the functions above look for; each once. Free with g_ptr_array_unref(). */
GPtrArray *mw_file_names (const MwModel *model, MwFormat format);
/* Whether a rule is about files, so that only these functions find what breaks it. */
gboolean mw_rule_is_about_files (const MwRule *rule);
