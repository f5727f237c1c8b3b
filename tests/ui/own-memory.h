/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* How much memory this program has in use, without what the GL driver holds.
 *
 * llvmpipe keeps the triangles of its last frames until it draws into the same buffer again, several megabytes more or less by
 * chance; that would hide a leak of ours. So malloc() and its relatives are replaced in a program that links this file, and what
 * the driver's own libraries ask for and give back is left out.
 *
 * GLib's slices must be ordinary blocks (G_SLICE=always-malloc), since its own allocator keeps freed ones for 15 seconds: after
 * a model with many widgets that is 36 MB. own_memory_begin() sees to it. */

/* First in main(): starts the program again if G_SLICE is not as it has to be. */
void own_memory_begin (char **argv);
/* Notes where the driver's libraries are. Call it when they are loaded, so after the first frame. */
void own_memory_find_driver (void);
/* Bytes in use; 0 in a sanitizer build, which has a malloc() of its own (and finds leaks itself at the end). */
gsize own_memory_in_use (void);
