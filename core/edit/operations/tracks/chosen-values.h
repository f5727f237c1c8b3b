/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/tracks/timed-keys.h"

/* New values for some keys of a holder, for the operations on chosen keys. Rotations are changed as three angles in degrees
 * (core/edit/rotation-keys.h); tangents follow their keys (mw_key_follow()). */

typedef struct {
  float raise[4]; /* added to the components */
  gint component; /* the component that gets `value`; -1: none does */
  float value;
} MwValueChange;

gboolean mw_value_change_is_none (const MwValueChange *change);
/* Refuses holders of which not all have the same kind of values, or one has values that cannot be changed like this. */
gboolean mw_value_change_applies (MwDocument *document, const GArray *holders, const MwValueChange *change,
                                  GError **error);
/* Changes the values of the keys k of a holder for which placed[k] is not 0. `angles`: for rotations, the angles that each key
 * had before, at 3 * from[k]; else NULL. A value stays in the range of its field. *changed is set if there is any difference. */
gboolean mw_value_change_apply (MwDocument *document, MwId holder, const MwValueChange *change, const guint32 *from,
                                const guint8 *placed, const double *angles, gboolean *changed, GError **error);
