/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Prints how fast other programs read and write these files, or why that is not measured. `paths`: of MDX files, of MDL files,
 * and of M2 files with their skin profiles, told apart by suffix. */
void bench_others (const GPtrArray *paths);
