/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/renderer.h"

/* What frames cost our own code: they are drawn by a card whose functions do nothing, and allocations are counted in the whole program. */

MwGl bench_idle_card (void);
/* An MwTextureLoad: a grey image for each name. */
MwImage *bench_load_grey (const char *path, gpointer data, GError **error);
/* Plays 400 frames of 16 ms. Returns the median of the milliseconds of processor time that they take, and sets the numbers of
 * allocations and of draw calls of the last of them. */
double bench_frames (MwRenderer *renderer, MwFrame *frame, guint *allocations, guint *draws);
