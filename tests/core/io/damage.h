/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Damages every sample and every file of `files` (may be NULL) of up to 200 KB: `cuts` truncations and `changes` changed
 * bytes each, at random places. Each damaged file must be an error with a position, or a model that is written as the same
 * bytes and reads back equal; anything else ends the program. Buffers are exactly sized heap blocks. */
void damage_models (GPtrArray *files, guint32 seed, guint cuts, guint changes);
