/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"

/* A model that says something, or nothing, in every field that its format has: drawn at random, the same for the same seed.
 * References go anywhere, nowhere, and beyond; all else is what a reader could have found in a file. */
MwMdlx *draw_model (MwFormat format, guint32 seed);
