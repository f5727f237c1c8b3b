/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Gives a record a track with one key, at time 0, that all sequences play, instead of the track in that slot if there is one.
 * `value` is one element of the track's values. Call mw_track_is_loaded() before. */
gboolean mw_m2_make_constant (MwDocument *document, MwId owner, const MwField *slot, const void *value, GError **error);
