/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/pick-area.h"

#include <math.h>
#include <string.h>

static int
compare_floats (gconstpointer a, gconstpointer b)
{
  const float x = *(const float *) a, y = *(const float *) b;
  return x < y ? -1 : x > y;
}

static MwPickArea
area_of (const MwFrame *frame, const float (*corners)[2], guint n)
{
  float low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < 2; k++) {
      low[k] = MIN (low[k], corners[i][k]);
      high[k] = MAX (high[k], corners[i][k]);
    }
  const float size[2] = { (float) frame->width, (float) frame->height };
  for (guint k = 0; k < 2; k++) {
    low[k] = floorf (CLAMP (low[k], 0, size[k]));
    high[k] = ceilf (CLAMP (high[k], 0, size[k]));
  }
  MwPickArea area = { (int) low[0], (int) low[1], MAX ((int) (high[0] - low[0]), 0), MAX ((int) (high[1] - low[1]), 0),
                      NULL };
  area.inside = g_malloc0 ((gsize) area.width * (gsize) area.height + 1);
  return area;
}

/* Sets the pixels of a row between every other two crossings. */
static void
fill_row (MwPickArea *area, int row, const GArray *crossings)
{
  for (guint i = 0; i + 1 < crossings->len; i += 2) {
    const float from = g_array_index (crossings, float, i) - (float) area->left,
                to = g_array_index (crossings, float, i + 1) - (float) area->left;
    const int first = (int) CLAMP (ceilf (from - 0.5f), 0, (float) area->width),
              end = (int) CLAMP (ceilf (to - 0.5f), 0, (float) area->width);
    if (end > first)
      memset (area->inside + (gsize) row * (gsize) area->width + first, 1, (gsize) (end - first));
  }
}

MwPickArea
mw_pick_area_fill (const MwFrame *frame, const float (*corners)[2], guint n)
{
  MwPickArea area = area_of (frame, corners, n);
  g_autofree GArray **rows = g_new0 (GArray *, (gsize) area.height + 1);
  for (guint i = 0; i < n; i++) {
    const float *a = corners[i], *b = corners[(i + 1) % n];
    const float low = MIN (a[1], b[1]) - (float) area.top, high = MAX (a[1], b[1]) - (float) area.top;
    const int first = (int) CLAMP (ceilf (low - 0.5f), 0, (float) area.height),
              end = (int) CLAMP (ceilf (high - 0.5f), 0, (float) area.height);
    for (int row = first; row < end; row++) {
      const float y = (float) (area.top + row) + 0.5f;
      const float x = a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
      if (!rows[row])
        rows[row] = g_array_new (FALSE, FALSE, sizeof (float));
      g_array_append_val (rows[row], x);
    }
  }
  for (int row = 0; row < area.height; row++)
    if (rows[row]) {
      g_array_sort (rows[row], compare_floats);
      fill_row (&area, row, rows[row]);
      g_array_unref (rows[row]);
    }
  return area;
}

gboolean
mw_pick_area_has (const MwPickArea *area, const MwPickPoint *point)
{
  const float x = point->x - (float) area->left, y = point->y - (float) area->top;
  return x >= 0 && y >= 0 && x < (float) area->width && y < (float) area->height
         && area->inside[(gsize) y * (gsize) area->width + (gsize) x];
}
