/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Prints how fast other programs read and write these files (paths; MDX, and by suffix MDL, and M2 with the profiles beside
 * it), or why that is not measured. */
void bench_others (const GPtrArray *paths);
