/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/pose/family.h"

/* Which keys a track of M2 plays. */

/* The track of a record that is a track or one of its lanes. */
static const MwM2Track *
track_of (const MwRecord *record)
{
  return (const MwM2Track *) (mw_m2_is_lane (record) ? record->owner : record);
}

MwRef
mw_m2_clock_of (const MwRecord *record)
{
  return track_of (record)->global_sequence;
}

gboolean
mw_m2_track_has_keys (const MwRecord *record)
{
  const MwM2Track *track = (const MwM2Track *) record;
  if (track->times.n && track->values.n)
    return TRUE;
  for (uint32_t i = 0; i < track->lanes.n; i++)
    if (((const MwM2Lane *) track->lanes.items[i])->times.n > 0)
      return TRUE;
  return FALSE;
}

/* M2 numbers Bezier before Hermite (m2.md 4.3). */
static uint32_t
interpolation_of (const MwM2Track *track)
{
  static const uint8_t names[] = { MW_INTERPOLATION_NONE, MW_INTERPOLATION_LINEAR, MW_INTERPOLATION_BEZIER,
                                   MW_INTERPOLATION_HERMITE };
  return track->interpolation < G_N_ELEMENTS (names) ? names[track->interpolation] : MW_INTERPOLATION_LINEAR;
}

/* The lane that is played. A track with a single lane for all sequences always plays that one; a track of a global
 * sequence plays its first lane. */
static const MwM2Lane *
find_lane (const MwModel *model, const MwM2Track *track, MwId sequence, gboolean global)
{
  const MwRecord *record = track->spread == MW_M2_SPREAD_SEQUENCES && !global && track->lanes.n > 1
                             ? mw_model_find (model, sequence)
                             : NULL;
  const uint32_t place = record ? mw_record_index (record) : 0;
  /* Nearly always the lanes are those of all sequences, in their order. */
  if (record && place < track->lanes.n) {
    const MwM2Lane *lane = (const MwM2Lane *) track->lanes.items[place];
    if (lane->sequence.id == sequence)
      return lane;
  }
  for (uint32_t i = 0; i < track->lanes.n; i++) {
    const MwM2Lane *lane = (const MwM2Lane *) track->lanes.items[i];
    if (track->spread != MW_M2_SPREAD_SEQUENCES || global || (lane->sequence.id && lane->sequence.id == sequence))
      return lane;
  }
  return NULL;
}

void
mw_m2_open_keys (MwTrackKeys *keys, const MwModel *model, const MwRecord *record, MwId sequence)
{
  const MwM2Track *track = track_of (record);
  const MwM2Lane *lane = mw_m2_is_lane (record) ? (const MwM2Lane *) record : NULL;
  const gboolean lanes = lane || mw_m2_has_lanes ((const MwM2 *) model);
  keys->m2 = TRUE;
  keys->interpolation = interpolation_of (track);
  keys->of_sequence = lanes && !lane && !keys->global && track->spread == MW_M2_SPREAD_SEQUENCES;
  if (lanes && !lane)
    lane = find_lane (model, track, sequence, keys->global);
  if (lane) {
    keys->times = &lane->times;
    keys->values = (MwKeyValues) { &lane->values, &lane->in_tans, &lane->out_tans };
  } else if (!lanes) {
    keys->times = &track->times;
    keys->values = (MwKeyValues) { &track->values, &track->in_tans, &track->out_tans };
    keys->ranged = !keys->global;
  }
}
