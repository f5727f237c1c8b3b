/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/framing.h"
#include "core/model/aspects.h"
#include "core/pose/follow.h"
#include "core/pose/seen.h"

#include <math.h>

/* The number of sequences that are tried where the first one shows nothing. */
#define SEQUENCES_TRIED 8

static guint
add_points (const MwFrame *frame, const MwModel *model, const MwClock *clock, GArray *points)
{
  float view[16];
  mw_camera_view_matrix (&frame->camera, view);
  const MwSeen seen = { clock, view, frame->profile, frame->hidden, frame->n_hidden, frame->inside, frame->n_inside };
  return mw_seen_points (model, &seen, points);
}

gboolean
mw_framing_fit (MwFrame *frame, const MwModel *model, const MwClock *moments, guint n)
{
  const float aspect = (float) frame->width / (float) MAX (frame->height, 1);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  for (guint i = 0; i < n; i++)
    add_points (frame, model, &moments[i], points);
  if (mw_camera_fit (&frame->camera, (const float *) (const void *) points->data, points->len / 3, aspect,
                     MW_FRAMING_MARGIN))
    return TRUE;
  float centre[3], radius;
  mw_camera_model_bounds (model, centre, &radius);
  mw_camera_frame (&frame->camera, centre, radius, aspect);
  return FALSE;
}

static double
size_at (const MwFrame *frame, const MwModel *model, const MwClock *clock)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  add_points (frame, model, clock, points);
  return mw_seen_radius (points, 0);
}

/* Sets *out to the best moment of a sequence. FALSE: nothing is seen at any of those that are tried. */
static gboolean
find_moment (const MwFrame *frame, const MwModel *model, MwId sequence, MwClock *out)
{
  static const guint quarters[] = { 0, 2, 1, 3 };
  const double small = 1.0 / 4;
  MwClock clock = MW_CLOCK_REST;
  double at_begin = 0;
  mw_clock_play (&clock, model, sequence);
  *out = clock;
  for (guint i = 0; i < G_N_ELEMENTS (quarters); i++) {
    clock.time = (int32_t) (clock.start + ((gint64) clock.end - clock.start) * quarters[i] / 4);
    const double size = size_at (frame, model, &clock);
    if (i == 0) {
      at_begin = size;
    } else if (at_begin > 0 || size > 0) {
      if (at_begin < small * size)
        *out = clock;
      return TRUE;
    }
  }
  return FALSE;
}

void
mw_framing_turn (MwFrame *frame, const MwModel *model, float radians)
{
  enum { CORNERS = 32 };
  float low[3], high[3], reach = 0, around[2 * CORNERS][3];
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  guint n = add_points (frame, model, &frame->clock, points);
  const float *at = (const float *) (const void *) points->data;
  mw_camera_orbit (&frame->camera, radians, 0);
  for (int k = 0; k < 3; k++) {
    low[k] = frame->camera.centre[k] - frame->camera.radius;
    high[k] = frame->camera.centre[k] + frame->camera.radius;
    for (guint i = 0; i < n; i++) {
      low[k] = i ? MIN (low[k], at[3 * i + k]) : at[k];
      high[k] = i ? MAX (high[k], at[3 * i + k]) : at[k];
    }
  }
  /* What turns about the axis stays in a cylinder. */
  const float middle[2] = { (low[0] + high[0]) / 2, (low[1] + high[1]) / 2 };
  for (guint i = 0; i < n; i++)
    reach = MAX (reach, hypotf (at[3 * i] - middle[0], at[3 * i + 1] - middle[1]));
  if (n == 0)
    reach = frame->camera.radius;
  for (int i = 0; i < 2 * CORNERS; i++) {
    float angle = frame->camera.yaw + (float) (i / 2) * 2 * (float) G_PI / CORNERS;
    around[i][0] = middle[0] + reach * cosf (angle);
    around[i][1] = middle[1] + reach * sinf (angle);
    around[i][2] = i % 2 ? high[2] : low[2];
  }
  mw_camera_fit (&frame->camera, around[0], 2 * CORNERS, (float) frame->width / (float) MAX (frame->height, 1),
                 MW_FRAMING_MARGIN);
}

MwClock
mw_framing_moment (const MwModel *model, const MwFrame *frame)
{
  const MwList *sequences = mw_model_sequences (model);
  MwClock first = MW_CLOCK_REST, clock;
  const MwRecord *best = mw_follow_stand (model);
  const guint stand = best ? mw_record_index (best) : 0;
  for (guint i = 0; i < MIN (sequences->n, SEQUENCES_TRIED); i++) {
    if (find_moment (frame, model, sequences->items[(stand + i) % sequences->n]->id, &clock))
      return clock;
    if (i == 0)
      first = clock;
  }
  return first;
}
