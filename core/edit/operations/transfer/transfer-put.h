/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/transfer/transfer-keys.h"

/* A sequence that was just added to the document's model, after all others, and gets keys. */
typedef struct {
  MwDocument *document;
  MwId sequence;
  gint64 start, length; /* ms; `start` is on the time line, or 0 where sequences have keys of their own */
  gint64 line_end;      /* the last time in use on the time line before the sequence was added */
  gboolean lanes;       /* sequences have keys of their own */
  gboolean ranged;      /* M2 before 264: sequences also play the nearest keys outside their intervals */
} MwNewSequence;

/* Whether a track of the document's model follows a global sequence, or has one lane for all sequences: then the new
 * sequence plays what the others play, and no keys are added. */
gboolean mw_track_is_shared (const MwModel *model, const MwRecord *track);
/* Whether the track in the slot of a record of the document's model, or a new one, can be given keys for a sequence. */
gboolean mw_track_takes_keys (MwDocument *document, const MwRecord *record, const MwField *slot);
/* Whether a track in this slot with this interpolation stores tangents. */
gboolean mw_track_stores_tangents (const MwModel *model, const MwField *slot, uint32_t interpolation);
/* Gives the sequence these keys in a track, which is added if there is none in the slot. The keys must have the interpolation
 * of the track, and are changed. Where the slot has a static value, other sequences keep showing it. */
gboolean mw_put_keys (const MwNewSequence *at, MwId owner, const MwField *slot, MwKeySet *keys, GError **error);
/* Whether sequences also play the nearest keys outside their intervals (M2 before 264). */
gboolean mw_keys_reach_outside (const MwModel *model);
/* Gives each sequence keys of its own in a track that has one lane for all of them. The track becomes another record. */
gboolean mw_track_spread_out (MwDocument *document, const MwRecord *track, GError **error);
/* Leaves a track only this lane, for a sequence or with MW_REF_NONE for all, and lets it follow a global sequence or none. The track
 * becomes another record. */
gboolean mw_track_keep_lane (MwDocument *document, const MwRecord *lane, MwRef sequence, MwRef clock, GError **error);
/* Whether a track decides what is shown, and not how it moves. */
gboolean mw_track_opens (const MwRecord *track);
