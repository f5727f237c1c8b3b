/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* A picture made of equal tiles, which is compared with the one in tests/core/render/golden.
 *
 * A tile is accepted if at most one of 100 pixels differs by more than 24 of 255 in a channel, which covers edges that another
 * driver draws half a pixel further, and if the mean difference is at most 0.4. With UPDATE_GOLDEN=1 the pictures are written
 * instead. On failure, what was drawn and the difference, eight times as strong, are in the folder `pictures` of the build. */
typedef struct {
  MwImage *image;
  guint side, columns, n, room;
} Sheet;

/* With room for `n` tiles of side x side pixels. */
void sheet_init (Sheet *sheet, guint n, guint side);
/* Adds a tile; takes the image. */
void sheet_add (Sheet *sheet, MwImage *tile);
/* The number of tiles that are not accepted. */
guint sheet_n_other (const Sheet *sheet, const MwImage *stored, const char *name);
/* Compares it, fails the test at the first tile that is not accepted, and frees it. */
void sheet_finish (Sheet *sheet, const char *name);
