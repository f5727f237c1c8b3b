/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/pose/evaluate.h"
#include "core/pose/family.h"
#include "core/pose/math.h"

static const float white[3] = { 1, 1, 1 }, black[3] = { 0, 0, 0 };

void
mw_m2_light (const MwModel *model, const MwRecord *record, const float *world, const MwClock *clock, MwLight *out)
{
  const MwM2Light *light = (const MwM2Light *) record;
  /* An intensity without any keys starts at 1 (rendering.md 1.5). */
  float intensity = mw_evaluate_float (model, light->intensity_track, clock, 1, 0);
  float ambient = mw_evaluate_float (model, light->ambient_intensity_track, clock, 1, 0);
  out->kind = light->type == 0 ? MW_LIGHT_DIRECTIONAL : MW_LIGHT_POINT;
  mw_evaluate_vec3 (model, light->color_track, clock, white, black, out->colour);
  mw_evaluate_vec3 (model, light->ambient_color_track, clock, black, black, out->ambient);
  for (int i = 0; i < 3; i++) {
    out->colour[i] *= intensity;
    out->ambient[i] *= ambient;
    out->at[i] = world[8 + i]; /* the light shines along -Z of its bone */
  }
  mw_vec_normalise (out->at);
  out->start = mw_evaluate_float (model, light->attenuation_start_track, clock, 0, 0);
  out->end = mw_evaluate_float (model, light->attenuation_end_track, clock, 0, 0);
}
