/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* The table in rendering.md 3.6 (what the combiners compute), in double: for the shader of that name, D + S for a white
 * surface in full light, and A. `texels`: those of up to four textures, red to alpha, 0 to 1. `weights`: those of the first
 * three. A name that the table lacks ends the test. */
void combiners_work_out (const char *name, const double texels[4][4], const double weights[3], double rgb[3],
                         double *opacity);
