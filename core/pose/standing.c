/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/standing.h"
#include "core/model/aspects.h"
#include "core/pose/posed-mesh.h"
#include "core/schema/path.h"

#include <math.h>

gboolean
mw_standing_box (const MwModel *model, float min[3], float max[3])
{
  const MwList *sequences = mw_model_sequences (model);
  g_autoptr (MwPosedMesh) mesh = mw_posed_mesh_new (model);
  MwClock clock = MW_CLOCK_REST;
  const MwPosedPart *parts;
  guint n;
  gboolean any = FALSE;
  for (uint32_t i = 0; i < sequences->n && clock.rest; i++)
    if (mw_sequence_aspect (model, sequences->items[i]).stand == MW_STAND)
      mw_clock_play (&clock, model, sequences->items[i]->id);
  const float *points = mw_posed_mesh_at (mesh, &clock, &parts, &n);
  for (guint i = 0; i < n; i++)
    for (gsize v = parts[i].first; parts[i].shown && v < (gsize) parts[i].first + parts[i].n; v++) {
      if (!isfinite (points[3 * v]) || !isfinite (points[3 * v + 1]) || !isfinite (points[3 * v + 2]))
        continue;
      for (guint k = 0; k < 3; k++) {
        min[k] = any ? MIN (min[k], points[3 * v + k]) : points[3 * v + k];
        max[k] = any ? MAX (max[k], points[3 * v + k]) : points[3 * v + k];
      }
      any = TRUE;
    }
  return any;
}

typedef struct {
  const MwModel *model;
  const float *place;
} Head;

static gboolean
find_head (MwRecord *record, gpointer data)
{
  Head *head = data;
  const MwAspects *aspects = mw_aspects_of (head->model);
  if (aspects->point (record->schema) != MW_POINT_ATTACHMENT)
    return TRUE;
  g_autofree char *called = mw_record_called (record);
  const char *name = called ? called : mw_record_name (record);
  if (name && g_ascii_strncasecmp (name, "head", 4) == 0)
    head->place = aspects->place (record);
  return !head->place;
}

gboolean
mw_standing_head (const MwModel *model, float middle[3], float *radius)
{
  Head head = { model, NULL };
  float min[3], max[3], square = 0;
  if (!mw_standing_box (model, min, max))
    return FALSE;
  for (guint k = 0; k < 3; k++) {
    middle[k] = (min[k] + max[k]) / 2;
    square += (max[k] - middle[k]) * (max[k] - middle[k]);
  }
  const float height = max[2] - min[2];
  *radius = height > 0 ? height / 6 : sqrtf (square);
  middle[2] = height > 0 ? max[2] - *radius : middle[2];
  mw_record_foreach ((MwRecord *) &model->record, find_head, &head);
  for (guint k = 0; head.place && k < 3; k++)
    middle[k] = head.place[k];
  return TRUE;
}
