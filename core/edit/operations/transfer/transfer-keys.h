/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/transfer/transfer.h"

/* The keys that a track plays in one sequence, taken out of its model: times in ms after the start of the sequence, and
 * values and tangents as in memory. */
typedef struct {
  const MwField *values;                /* NULL: events, which have only times */
  uint32_t interpolation;               /* an MwInterpolation */
  gboolean held;                        /* values hold until the next key, whatever the interpolation says */
  GArray *times;                        /* gint32 */
  GByteArray *value, *in_tan, *out_tan; /* tangents: empty, or as many as values */
} MwKeySet;

void mw_key_set_free (MwKeySet *keys);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwKeySet, mw_key_set_free)

/* Whether a track follows a global sequence. */
gboolean mw_track_follows_global (const MwRecord *track);
/* A set without keys, of the kind of a track. */
MwKeySet *mw_key_set_new (const MwModel *model, const MwRecord *track);
/* The keys of a track that `sequence` plays. NULL if it plays none, and for a track that follows a global sequence. Where keys
 * outside the sequence have an effect on it (M2 before 264), there are keys at its start and end. */
MwKeySet *mw_key_set_of (const MwModel *model, const MwRecord *track, MwId sequence, gint64 length);
/* A key with this value at the start. */
MwKeySet *mw_key_set_single (const MwField *values, const void *value);
/* Adds a key; in- and out-tangent are the value itself. */
void mw_key_set_add (MwKeySet *keys, guint index, gint32 time, const void *value);

/* Adds a key with what the track shows at this time, if there is none at it. */
void mw_key_set_at (MwKeySet *keys, const MwModel *model, const MwRecord *track, MwId sequence, gint64 time);

/* Lets the keys of a sequence of this length serve one of another length, in a model where the keys after it count in it too: there is
 * a key at its end, with what the track shows then or holds from the last key on. Later keys are left. */
void mw_key_set_fit (MwKeySet *keys, const MwModel *model, const MwRecord *track, MwId sequence, gint64 length,
                     gint64 to);

/* What the track shows `time` ms after the start of the sequence. FALSE if none of its keys counts there. */
gboolean mw_track_sample (const MwModel *model, const MwRecord *track, MwId sequence, gint64 time, void *value);

/* Changes the keys so that a track with another interpolation plays the same. What cannot be the same exactly is keyed every
 * 1/30 s from `track`, the one that the keys are of. Returns whether it is exact. `tangents`: the track stores some. */
gboolean mw_key_set_adapt (MwKeySet *keys, const MwModel *model, const MwRecord *track, MwId sequence, gint64 length,
                           uint32_t interpolation, gboolean tangents);

/* The interpolation of a track as an MwInterpolation, and as the family of a model stores it. */
uint32_t mw_track_interpolation (const MwModel *model, const MwRecord *track);
uint32_t mw_interpolation_stored (const MwModel *model, uint32_t interpolation);
