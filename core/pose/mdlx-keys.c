/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "core/pose/family.h"

/* Which keys a track of MDX and MDL plays: all that it has. */

MwRef
mw_mdlx_clock_of (const MwRecord *record)
{
  return record->schema->keys == MW_KEYS_EVENTS ? ((const MwEventTrack *) record)->global_sequence
                                                : ((const MwTrack *) record)->global_sequence;
}

void
mw_mdlx_open_keys (MwTrackKeys *keys, const MwModel *model, const MwRecord *record, MwId sequence)
{
  const MwTrack *track = (const MwTrack *) record;
  if (record->schema->keys == MW_KEYS_EVENTS) {
    keys->times = &((const MwEventTrack *) record)->times;
    return;
  }
  keys->times = &track->times;
  keys->values = (MwKeyValues) { &track->values, &track->in_tans, &track->out_tans };
  keys->interpolation = track->interpolation;
}
