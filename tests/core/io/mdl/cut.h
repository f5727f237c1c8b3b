/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Cuts a good MDL text before and after each brace, quote and first word of a line, and one byte before and after that. Inside a block, a
 * text or a comment it must be refused, in a line that it has; after a word that begins a block, the word may be reported instead. Between
 * blocks nobody can see that something is missing: there it must be read. The state at a cut comes from a scanner that shares no code with the reader.
 *
 * Does every cut whose number is `slice` modulo `slices`. Returns how many. */
guint mdl_cut (const char *path, guint slice, guint slices);
