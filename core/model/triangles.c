/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/triangles.h"

gboolean
mw_triangle_is_degenerate (const float *positions, guint32 n_vertices, const guint16 *corners)
{
  const double least = 1e-6;
  double edges[3][3], longest = 0, area = 0;
  if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0])
    return TRUE;
  for (guint i = 0; i < 3; i++) {
    const guint from = corners[i], to = corners[(i + 1) % 3];
    double square = 0;
    if (from >= n_vertices || to >= n_vertices)
      return FALSE;
    for (guint k = 0; k < 3; k++) {
      edges[i][k] = (double) positions[3 * (gsize) to + k] - (double) positions[3 * (gsize) from + k];
      square += edges[i][k] * edges[i][k];
    }
    longest = MAX (longest, square);
  }
  for (guint i = 0; i < 3; i++) {
    const guint j = (i + 1) % 3, k = (i + 2) % 3;
    double part = edges[0][j] * edges[1][k] - edges[0][k] * edges[1][j];
    area += part * part;
  }
  /* Both sides are squared: the area is that of the parallelogram, edge times height. */
  return area <= least * least * longest * longest;
}
