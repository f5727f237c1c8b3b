/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "core/pose/evaluate.h"
#include "core/pose/family.h"
#include "core/pose/math.h"

static const float black[3] = { 0, 0, 0 };

void
mw_mdlx_light (const MwModel *root, const MwRecord *record, const float *world, const MwClock *clock, MwLight *out)
{
  static const uint8_t kinds[] = { MW_LIGHT_POINT, MW_LIGHT_DIRECTIONAL, MW_LIGHT_AMBIENT };
  const MwMdlxLight *light = (const MwMdlxLight *) record;
  float intensity = mw_evaluate_float (root, light->intensity_track, clock, light->intensity, 0);
  float ambient = mw_evaluate_float (root, light->amb_intensity_track, clock, light->amb_intensity, 0);
  out->kind = light->type < G_N_ELEMENTS (kinds) ? (MwLightKind) kinds[light->type] : MW_LIGHT_POINT;
  mw_evaluate_vec3 (root, light->color_track, clock, light->color, black, out->colour);
  mw_evaluate_vec3 (root, light->amb_color_track, clock, light->amb_color, black, out->ambient);
  for (int i = 0; i < 3; i++) {
    out->colour[i] *= out->kind == MW_LIGHT_AMBIENT ? 0 : intensity;
    out->ambient[i] *= ambient;
    out->at[i] = world[8 + i]; /* where its own Z axis points */
  }
  mw_vec_normalise (out->at);
  const MwMdlx *model = (const MwMdlx *) root;
  if (model->family == MW_FAMILY_MDX_WOW) {
    out->start = mw_evaluate_float (root, light->attenuation_start_track, clock, light->attenuation_start, 0);
    out->end = mw_evaluate_float (root, light->attenuation_end_track, clock, light->attenuation_end, 0);
  } else if (model->version < 1600) {
    /* The game does not read where the attenuation starts and ends. */
    out->quadratic = 0.0005f;
  } else {
    out->quadratic = mw_evaluate_float (root, light->quadratic_falloff_track, clock, light->quadratic_falloff, 0);
    out->linear = mw_evaluate_float (root, light->linear_falloff_track, clock, light->linear_falloff, 0);
    out->damping = mw_evaluate_float (root, light->damping_track, clock, light->damping, 0);
  }
}
