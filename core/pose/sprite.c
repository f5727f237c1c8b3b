/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/sprite.h"

#include <math.h>
#include <string.h>

void
mw_sprite_append (GArray *vertices, const float centre[3], const float along[3], const float across[3],
                  const float uv[4], const float more[2][4], const float rgba[4])
{
  static const float corners[4][2] = { { -1, 1 }, { -1, -1 }, { 1, -1 }, { 1, 1 } };
  MwSpriteVertex quad[4];

  for (int c = 0; c < 4; c++) {
    for (int i = 0; i < 3; i++) {
      quad[c].position[i] = centre[i] + corners[c][0] * along[i] + corners[c][1] * across[i];
      if (!isfinite (quad[c].position[i]))
        return;
    }
    int left = corners[c][0] < 0 ? 0 : 2, top = corners[c][1] > 0 ? 1 : 3;
    quad[c].uv[0] = uv[left];
    quad[c].uv[1] = uv[top];
    for (int k = 0; k < 2; k++) {
      quad[c].more_uvs[k][0] = more ? more[k][left] : 0;
      quad[c].more_uvs[k][1] = more ? more[k][top] : 0;
    }
    memcpy (quad[c].rgba, rgba, sizeof quad[c].rgba);
  }
  g_array_append_vals (vertices, quad, 4);
}

void
mw_sprite_cell (guint64 rows, guint64 columns, guint64 cell, float uv[4])
{
  rows = MAX (rows, 1);
  columns = MAX (columns, 1);
  cell = MIN (cell, rows * columns - 1);
  double column = (double) (cell % columns), row = (double) (cell / columns);
  uv[0] = (float) (column / (double) columns);
  uv[1] = (float) (row / (double) rows);
  uv[2] = (float) ((column + 1) / (double) columns);
  uv[3] = (float) ((row + 1) / (double) rows);
}

/* splitmix64 */
float
mw_random_around_zero (guint64 *state)
{
  guint64 z = *state += G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94D049BB133111EB);
  z ^= z >> 31;
  return (float) (z >> 40) * (2.0f / 16777216.0f) - 1;
}
