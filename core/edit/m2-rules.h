/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document-private.h"
#include "core/model/m2/m2.h"

/* Private to m2-rules.c and m2-follow.c. */

#define MW_M2_LANES_SINCE 264
#define MW_M2_BONE_TRANSFORMED 0x200

static inline gboolean
mw_m2_has_lanes (const MwM2 *model)
{
  return model->version >= MW_M2_LANES_SINCE;
}

/* The sequence whose keys this one plays: itself, or where its chain of aliases ends; NULL where it ends nowhere. */
const MwM2Sequence *mw_m2_played_by (const MwM2 *model, const MwM2Sequence *sequence);

/* Whether the three tracks of a bone hold any key, one in a file that is not loaded included. */
gboolean mw_m2_bone_has_keys (const MwM2 *model, const MwM2Bone *bone);

/* Calls for every track of the model. */
typedef void (*MwM2TrackFunc) (MwM2Track *track, gpointer data);
void mw_m2_foreach_track (MwM2 *model, MwM2TrackFunc func, gpointer data);
static inline gboolean
mw_m2_is_track (const MwRecord *record)
{
  return record->schema->size == sizeof (MwM2Track) && mw_schema_field (record->schema, "spread") != NULL;
}
/* The lane of a track for a sequence, or NULL. */
MwM2Lane *mw_m2_lane_of (const MwM2Track *track, MwId sequence);

/* m2-follow.c */
void mw_m2_settle (MwDocument *self);
