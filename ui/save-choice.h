/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* What Save As asks besides a name: for which game, and as what kind of file. Any game goes with any kind. */

/* The rows of both questions, what holds now first: ids, and titles (UTF-8, freed with the array); a NULL ends both. */
void mw_save_games (MwFormat now, GPtrArray *ids, GPtrArray *titles);
void mw_save_kinds (MwFormat now, gboolean side_channel, GPtrArray *ids, GPtrArray *titles);

/* What was picked, by the ids of two rows (NULL: what holds now). */
typedef struct {
  MwFormat format;
  gboolean side_channel; /* a text gets one */
  double scale;          /* of a conversion (core/convert/convert.h); 0: the default */
} MwSaveChoice;
MwSaveChoice mw_save_choice (MwFormat now, gboolean side_channel, const char *game, const char *kind);
