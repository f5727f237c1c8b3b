/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/event-times.h"

/* Sounds that event objects of Warcraft III play (SND, rendering.md 4.3). They are named, not played. */

/* Whether any node of the model plays a sound. */
gboolean mw_sounds_in (const MwModel *model);
/* Appends the ids (const char *), as the tables of the game have them, of the sounds that began less than `life_ms` before the moment, each once, in the order of the file. They
 * belong to the model. */
void mw_sounds_append (const MwModel *model, const MwEventTimes *times, guint64 life_ms, GPtrArray *ids);
