/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"

/* Damages every sample, and every file of `files` (may be NULL) of up to 200 KB: `cuts` truncations and `changes`
 * changed bytes each, at random places. Each damaged file must give an error with a position, and then be salvaged or refused
 * (salvaged.h), or a model that is written as the same bytes and reads back equal; anything else ends the program. Buffers are heap blocks of the
 * exact size. Returns the number of files. */
guint damage_models (GPtrArray *files, guint32 seed, guint cuts, guint changes);

/* The same for each part of a set of up to 200 KB (`name` names the set). FALSE if it was too large. */
gboolean damage_set (const MwFileSet *set, const char *name, guint32 seed, guint cuts, guint changes);

/* The same for MDL texts of up to 200 KB that can be read: `files` (may be NULL), our samples (binary ones converted
 * to text), and the text in tests/fuzz/seeds/mdl that has all dialects. A damaged text must give an error with a
 * line, or a model that its text states completely. Returns the number of texts. */
guint damage_texts (GPtrArray *files, guint32 seed, guint cuts, guint changes);

/* Checks one set as it is: it may be refused, but if it can be read, it must be written back unchanged. */
void damage_check (const MwFileSet *set, const char *what);
