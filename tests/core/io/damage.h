/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"

/* Damages every sample and every file of `files` (may be NULL) of up to 200 KB: `cuts` truncations and `changes` changed
 * bytes each, at random places. Each damaged file must be an error with a position, or a model that is written as the same
 * bytes and reads back equal; anything else ends the program. Buffers are exactly sized heap blocks. Returns how many
 * files there were. */
guint damage_models (GPtrArray *files, guint32 seed, guint cuts, guint changes);

/* The same for a set of up to 200 KB: each of its parts in turn (`name` says which set it is). Returns whether it was small
 * enough. */
gboolean damage_set (const MwFileSet *set, const char *name, guint32 seed, guint cuts, guint changes);

/* The same for MDL texts of up to 200 KB that can be read as they are: `files` (may be NULL) and our samples, binary ones as
 * the texts that they become, and the text in tests/fuzz/seeds/mdl that has all dialects. A damaged one must be an error with
 * a line, or a model that its text states wholly. Returns how many texts there were. */
guint damage_texts (GPtrArray *files, guint32 seed, guint cuts, guint changes);

/* One set as it is. It may be read or not, but must not be written otherwise. */
void damage_check (const MwFileSet *set, const char *what);
