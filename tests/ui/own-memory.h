/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Measures how much memory this program uses, without that of the GL driver.
 *
 * llvmpipe keeps the triangles of its last frames until it draws into the same buffer again. That can be several megabytes and
 * would hide leaks of ours. So a program that links this file has its own malloc(), free() and so on, which do not count calls
 * from the driver's libraries.
 *
 * GLib's slices must be ordinary blocks (G_SLICE=always-malloc), because its allocator keeps freed slices for 15 seconds: 36 MB
 * after a model with many widgets. own_memory_begin() makes sure of that. */

/* Call first in main(). Starts the program again if G_SLICE is not set as needed. */
void own_memory_begin (char **argv);
/* Finds the address ranges of the driver's libraries. Call it after the first frame, when they are loaded. */
void own_memory_find_driver (void);
/* The bytes in use; 0 in a sanitizer build, which has its own malloc() and finds leaks itself. */
gsize own_memory_in_use (void);
