/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/clock.h"

/* The value of a track of either family at a time: an MwTrack of MDLX is evaluated as in core/pose/evaluate.h, an
 * MwM2Track of M2 as in core/pose/m2-evaluate.h. `track` may be NULL; the parameters are described there. */
float mw_value_float (const MwModel *model, gconstpointer track, const MwClock *clock, float fixed, float keyless);
void mw_value_vec3 (const MwModel *model, gconstpointer track, const MwClock *clock, const float fixed[3],
                    const float keyless[3], float out[3]);
void mw_value_quat (const MwModel *model, gconstpointer track, const MwClock *clock, float out[4]);
uint32_t mw_value_u32 (const MwModel *model, gconstpointer track, const MwClock *clock, uint32_t fixed,
                       uint32_t keyless);
/* Visible by default. */
gboolean mw_value_visibility (const MwModel *model, gconstpointer track, const MwClock *clock);
