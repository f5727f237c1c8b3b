/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Prints how fast other programs read and write these files (paths; MDX, and MDL by suffix), or why that is not measured. */
void bench_others (const GPtrArray *paths);
