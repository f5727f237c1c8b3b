/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/effects/standing.h"
#include "core/base/i18n.h"
#include "core/model/aspects.h"
#include "core/pose/standing.h"

#include <math.h>

MW_NAMES (mw_camera_types, FALSE, { MW_CAMERA_PORTRAIT, "portrait", N_ ("Portrait") },
          { MW_CAMERA_CHARACTER, "character_info", N_ ("Character info") },
          { MW_CAMERA_OTHER, "flyby", N_ ("Fly-by") });

/* Distances from a camera. */
typedef struct {
  double target, nearest, farthest; /* to its target, and to the box of the model; without a box, that of the target */
  double across;                    /* the diagonal of the box, or 0 */
} Distances;

static Distances
distances_of (const MwModel *model, const MwNewCamera *look)
{
  float min[3], max[3];
  double target = 0, nearest = 0, farthest = 0, across = 0;
  const gboolean any = mw_standing_box (model, min, max);
  for (guint k = 0; k < 3; k++) {
    const double at = (double) look->position[k], low = any ? (double) min[k] : (double) look->target[k],
                 high = any ? (double) max[k] : low, away = MAX (0, MAX (low - at, at - high)),
                 far = MAX (fabs (low - at), fabs (high - at)), along = (double) look->target[k] - at;
    target += along * along;
    nearest += away * away;
    farthest += far * far;
    across += (high - low) * (high - low);
  }
  return (Distances) { sqrt (target), sqrt (nearest), sqrt (farthest), sqrt (across) };
}

/* A twentieth of the distance to the target is much closer than what is looked at, and enough for the depth buffers of games. */
enum { NEAR_PART = 20, FAR_TIMES = 4 };

void
mw_standing_clips (const MwModel *model, MwNewCamera *look)
{
  const Distances d = distances_of (model, look);
  look->near_clip = (float) (d.target / NEAR_PART);
  look->far_clip = (float) (FAR_TIMES * MAX (d.target + d.across, d.farthest));
}

void
mw_standing_widen_clips (const MwModel *model, MwNewCamera *look)
{
  const Distances d = distances_of (model, look);
  MwNewCamera wide = *look;
  mw_standing_clips (model, &wide);
  if (d.nearest < (double) look->near_clip)
    look->near_clip = MIN (look->near_clip, wide.near_clip);
  if (d.farthest > (double) look->far_clip)
    look->far_clip = MAX (look->far_clip, wide.far_clip);
}

gboolean
mw_has_portrait_camera (const MwModel *model)
{
  const MwList *cameras = mw_model_member (model, mw_aspects_of (model)->cameras);
  for (uint32_t i = 0; i < cameras->n; i++) {
    MwCameraAspect looks;
    mw_aspects_of (model)->of_camera (cameras->items[i], &looks);
    if (looks.portrait)
      return TRUE;
  }
  return FALSE;
}
