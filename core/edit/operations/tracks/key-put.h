/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

/* Gives the track in the slot of a record this value at a time of one sequence (ms, from its start), inside an open transaction. A key is
 * added if there is none at that time, and a track or lane if there is none. `value` is one element of the values of the slot's tracks,
 * which are floats. A rotation may get the opposite sign, so that it turns from its neighbours the short way. The tangents of a key
 * follow its value.
 *
 * Other sequences show what they showed before. Refused for a track that follows a global sequence, for an alias, and where the keys
 * of the sequence are not loaded. */
gboolean mw_key_put (MwDocument *document, MwId owner, const MwField *slot, MwId sequence, gint32 time,
                     const float *value, GError **error);

/* Makes what belongs to a key fit a new value: `now` of a rotation may get the opposite sign, so that it is on the side of `was`;
 * tangents (NULL: there are none) turn or move as the value does. Hermite tangents (`slopes`) of other values stay, since they count
 * from the value. */
void mw_key_follow (guint count, gboolean slopes, const float *was, float *now, float *in_tan, float *out_tan);
