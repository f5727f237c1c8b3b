/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/heat.h"
#include "core/render/render-private.h"

const float mw_heat_stops[MW_HEAT_STOPS][3] = {
  { 0.16f, 0.22f, 0.62f }, { 0.42f, 0.66f, 0.85f }, { 1, 0.97f, 0.72f }, { 0.98f, 0.62f, 0.32f }, { 0.72f, 0.05f, 0.1f }
};

gboolean
mw_heat_is_for (const MwModel *model, const MwSchema *schema)
{
  const MwPoint point = mw_aspects_of (model)->point (schema);
  return point == MW_POINT_BONE || point == MW_POINT_HELPER;
}

static gboolean
is_wanted (const MwRenderer *renderer, const MwFrame *frame)
{
  for (guint i = 0; frame->shading == MW_SHADING_WEIGHTS && i < frame->n_selected; i++) {
    const MwRecord *record = mw_model_find (renderer->model, frame->selected[i]);
    if (record && mw_heat_is_for (renderer->model, record->schema))
      return TRUE;
  }
  return FALSE;
}

void
mw_renderer_flush_heat (MwRenderer *renderer, const MwFrame *frame)
{
  renderer->heat = 0;
  if (!is_wanted (renderer, frame))
    return;
  const guint n = renderer->matrices->len;
  g_array_set_size (renderer->matrices, 2 * n);
  float *out = &g_array_index (renderer->matrices, float, n);
  renderer->scene->add_heat (renderer, frame, out);
  renderer->heat = n / MW_MATRIX_FLOATS;
}
