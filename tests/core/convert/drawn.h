/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"

/* A random model in which each field of its format has some value or the default; the same for the same seed.
 * References may point anywhere, nowhere, or out of range; everything else could have been read from a file. */
MwMdlx *draw_model (MwFormat format, guint32 seed);
