/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"

/* Which files the editor has written, so that it keeps a backup of the first version of a file that another program made, and not of
 * its own work. It remembers the SHA-256 sums of their content in ~/.local/state/modelwright/own-files (below XDG_STATE_HOME if that
 * is set), one a line, the newest last; the oldest beyond MW_OWN_FILES_MOST are forgotten. A copy of such a file counts, too, and a
 * file that another program has changed since does not. A list that is missing or cannot be read is empty: then one backup more is
 * kept. */
#define MW_OWN_FILES_MOST 4096

/* Sets `ours` of each part of the set in whose place a file is that the editor has written. */
void mw_own_files_mark (MwFileSet *files);
/* Remembers the parts of the set, which was just written, except those with the same content as in `was`, the files that were read
 * (may be NULL): what another program made stays its work. */
void mw_own_files_add (const MwFileSet *files, const MwFileSet *was);
