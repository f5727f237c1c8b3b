/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Made cube maps. */

/* Sets the colour of a level of a face, which it has everywhere. */
typedef void CubeColour (guint cube, guint face, guint level, guint8 rgba[4]);
/* A DDS file with a DX10 header and whole pixels; `dxgi`: 28 for linear colours, 29 for sRGB. */
GBytes *cubes_make (guint dxgi, guint cubes, guint side, guint levels, CubeColour *colour);
