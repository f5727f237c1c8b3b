/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/values.h"
#include "core/pose/m2-evaluate.h"

/* The model, if it is of M2. */
static const MwM2 *
as_m2 (const MwModel *model)
{
  return model->record.schema == &mw_m2_schema ? (const MwM2 *) model : NULL;
}

float
mw_value_float (const MwModel *model, gconstpointer track, const MwClock *clock, float fixed, float keyless)
{
  const MwM2 *m2 = as_m2 (model);
  return m2 ? mw_m2_evaluate_float (m2, track, clock, fixed, keyless)
            : mw_evaluate_float (model, track, clock, fixed, keyless);
}

void
mw_value_vec3 (const MwModel *model, gconstpointer track, const MwClock *clock, const float fixed[3],
               const float keyless[3], float out[3])
{
  const MwM2 *m2 = as_m2 (model);
  if (m2)
    mw_m2_evaluate_vec3 (m2, track, clock, fixed, keyless, out);
  else
    mw_evaluate_vec3 (model, track, clock, fixed, keyless, out);
}

void
mw_value_quat (const MwModel *model, gconstpointer track, const MwClock *clock, float out[4])
{
  const MwM2 *m2 = as_m2 (model);
  if (m2)
    mw_m2_evaluate_quat (m2, track, clock, out);
  else
    mw_evaluate_quat (model, track, clock, out);
}

uint32_t
mw_value_u32 (const MwModel *model, gconstpointer track, const MwClock *clock, uint32_t fixed, uint32_t keyless)
{
  const MwM2 *m2 = as_m2 (model);
  return m2 ? mw_m2_evaluate_u32 (m2, track, clock, fixed, keyless)
            : mw_evaluate_u32 (model, track, clock, fixed, keyless);
}

gboolean
mw_value_visibility (const MwModel *model, gconstpointer track, const MwClock *clock)
{
  const MwM2 *m2 = as_m2 (model);
  return m2 ? mw_m2_evaluate_u32 (m2, track, clock, 1, 1) > 0 : mw_evaluate_visibility (model, track, clock);
}
