/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/lookup.h"

/* The labels of the sounds that events of Warcraft III play, from the tables of the game that the lookup finds: UI\\SoundInfo\\AnimLookups.slk
 * has an id and its SoundLabel; Reforged has the id as AnimationEventCode in UI\\SoundInfo\\AnimSounds.slk, whose first column is the label
 * (mdx-m3-viewer; rendering.md, sources). char * (the id in lower case) -> char *. Without the tables it is empty. If one is there and cannot be
 * read, *wrong is set to lines that say so; else to NULL. Free them with g_hash_table_unref() and g_free(). */
GHashTable *mw_sound_labels_read (MwLookup *lookup, char **wrong);
/* The label of an id, in any letter case; NULL: it is not known. `labels` may be NULL. */
const char *mw_sound_label (GHashTable *labels, const char *id);
