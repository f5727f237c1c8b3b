/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/pick-spots.h"

#include <math.h>

/* Pixels in the side of a square. */
enum { SQUARE = 16 };

static gsize
square_of (const MwPickSpots *spots, const MwPickSpot *spot)
{
  return (gsize) (((int) spot->y - spots->top) / SQUARE) * (gsize) spots->columns
         + (gsize) (((int) spot->x - spots->left) / SQUARE);
}

MwPickSpots
mw_pick_spots_sort (const MwPickArea *area, const MwPickSpot *spots, guint32 n)
{
  MwPickSpots sorted = { .left = area->left,
                         .top = area->top,
                         .columns = area->width / SQUARE + 1,
                         .rows = area->height / SQUARE + 1,
                         .spots = g_new (MwPickSpot, (gsize) n + 1),
                         .n = n };
  const gsize n_squares = (gsize) sorted.columns * (gsize) sorted.rows;
  /* While the spots are put into their places, the start of a square is kept one farther on. */
  sorted.starts = g_new0 (guint32, n_squares + 2);
  sorted.least = g_new (float, n_squares);
  for (gsize i = 0; i < n_squares; i++)
    sorted.least[i] = INFINITY;
  for (guint32 i = 0; i < n; i++)
    sorted.starts[square_of (&sorted, &spots[i]) + 2]++;
  for (gsize i = 2; i <= n_squares + 1; i++)
    sorted.starts[i] += sorted.starts[i - 1];
  for (guint32 i = 0; i < n; i++) {
    const gsize square = square_of (&sorted, &spots[i]);
    sorted.spots[sorted.starts[square + 1]++] = spots[i];
    sorted.least[square] = MIN (sorted.least[square], spots[i].limit);
  }
  return sorted;
}

/* A point (x + dx, y + dy) is at u = ux dx + uy dy, v = vx dx + vy dy of a triangle. */
typedef struct {
  float x, y, ux, uy, vx, vy;
  float nearness, along_u, along_v;
  float most; /* the nearness of the nearest corner */
} Plane;

static Plane
plane_of (const MwPickPoint *const corners[3], float area, float most)
{
  const MwPickPoint *a = corners[0], *b = corners[1], *c = corners[2];
  return (Plane) { a->x,
                   a->y,
                   (c->y - a->y) / area,
                   (a->x - c->x) / area,
                   (a->y - b->y) / area,
                   (b->x - a->x) / area,
                   a->nearness,
                   b->nearness - a->nearness,
                   c->nearness - a->nearness,
                   most };
}

static gboolean
hides (const Plane *plane, const MwPickSpot *spot)
{
  const float dx = spot->x - plane->x, dy = spot->y - plane->y;
  const float u = plane->ux * dx + plane->uy * dy, v = plane->vx * dx + plane->vy * dy;
  return u >= 0 && v >= 0 && u + v <= 1 && plane->nearness + u * plane->along_u + v * plane->along_v > spot->limit;
}

static void
hide_in_square (MwPickSpots *spots, gsize square, const Plane *plane)
{
  float least = INFINITY;
  for (guint32 i = spots->starts[square]; i < spots->starts[square + 1]; i++) {
    MwPickSpot *spot = &spots->spots[i];
    if (spot->limit < plane->most && hides (plane, spot))
      spot->limit = INFINITY;
    least = MIN (least, spot->limit);
  }
  spots->least[square] = least;
}

/* --- Squares that a triangle touches -------------------------------------------------------------------------------- */

typedef struct {
  int first, last; /* none if the first is greater */
} Span;

/* The squares, of n, that pixels from `low` to `high` are in. */
static Span
span_of (float low, float high, int n)
{
  if (!(high >= 0 && low < (float) (n * SQUARE)))
    return (Span) { 0, -1 };
  return (Span) { (int) MAX (low, 0) / SQUARE, (int) MIN (high, (float) (n * SQUARE - 1)) / SQUARE };
}

/* A side of a triangle, from its upper end down. */
typedef struct {
  float x, top, bottom, slope;
} Side;

static Side
side_of (const MwPickPoint *a, const MwPickPoint *b)
{
  const MwPickPoint *upper = a->y < b->y ? a : b, *lower = a->y < b->y ? b : a;
  const float height = lower->y - upper->y;
  return (Side) { upper->x, upper->y, lower->y, height > 0 ? (lower->x - upper->x) / height : 0 };
}

/* The columns in which a triangle is between two heights. A level side adds nothing to the ends of the others. */
static Span
columns_of (const MwPickSpots *spots, const Side sides[3], float top, float bottom)
{
  /* Rounding must not lose a square that is only touched. */
  const float margin = 0.5f;
  float low = INFINITY, high = -INFINITY;
  for (guint i = 0; i < 3; i++) {
    const Side *side = &sides[i];
    if (side->bottom < top || side->top > bottom)
      continue;
    const float a = side->x + (MAX (top, side->top) - side->top) * side->slope,
                b = side->x + (MIN (bottom, side->bottom) - side->top) * side->slope;
    low = MIN (low, MIN (a, b));
    high = MAX (high, MAX (a, b));
  }
  return span_of (low - (float) spots->left - margin, high - (float) spots->left + margin, spots->columns);
}

void
mw_pick_spots_hide (MwPickSpots *spots, const MwPickPoint *const corners[3])
{
  const MwPickPoint *a = corners[0], *b = corners[1], *c = corners[2];
  const float area = (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
  if (area == 0 || !isfinite (area))
    return;
  const float x = (float) spots->left, y = (float) spots->top;
  const Span rows = span_of (MIN (MIN (a->y, b->y), c->y) - y, MAX (MAX (a->y, b->y), c->y) - y, spots->rows);
  Span columns = span_of (MIN (MIN (a->x, b->x), c->x) - x, MAX (MAX (a->x, b->x), c->x) - x, spots->columns);
  const gboolean large = columns.last > columns.first + 1 && rows.last > rows.first;
  const float most = MAX (MAX (a->nearness, b->nearness), c->nearness);
  const Plane plane = plane_of (corners, area, most);
  const Side sides[3] = { side_of (a, b), side_of (b, c), side_of (c, a) };
  for (int row = rows.first; row <= rows.last; row++) {
    const float top = y + (float) (row * SQUARE);
    if (large)
      columns = columns_of (spots, sides, top, top + SQUARE);
    for (int column = columns.first; column <= columns.last; column++) {
      const gsize square = (gsize) row * (gsize) spots->columns + (gsize) column;
      if (spots->least[square] < most)
        hide_in_square (spots, square, &plane);
    }
  }
}

void
mw_pick_spots_clear (MwPickSpots *spots)
{
  g_free (spots->starts);
  g_free (spots->least);
  g_free (spots->spots);
}
