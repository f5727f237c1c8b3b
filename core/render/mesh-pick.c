/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/mesh-pick.h"
#include "core/render/pick-private.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A point of a picture. */
typedef struct {
  float x, y;  /* pixels from the top left */
  float depth; /* along the view, in units of the model; 0 or less: it is not in front of the eye */
} Point;

typedef struct {
  const MwPicker *picker;
  const MwFrame *frame;
  float matrix[16]; /* from model space to clip space */
  Point *points;    /* of all points of the picker */
} Projection;

static Point
project (const Projection *p, const float at[3])
{
  const float *m = p->matrix, *v = p->picker->view;
  const float w = m[3] * at[0] + m[7] * at[1] + m[11] * at[2] + m[15];
  if (!(w > 0))
    return (Point) { 0 };
  return (Point) { ((m[0] * at[0] + m[4] * at[1] + m[8] * at[2] + m[12]) / w + 1) / 2 * (float) p->frame->width,
                   (1 - (m[1] * at[0] + m[5] * at[1] + m[9] * at[2] + m[13]) / w) / 2 * (float) p->frame->height,
                   -(v[2] * at[0] + v[6] * at[1] + v[10] * at[2] + v[14]) };
}

static const float *
position (const Projection *p, const MwPosedPart *part, guint32 i)
{
  return (const float *) (const void *) p->picker->points->data + 3 * ((gsize) part->first + i);
}

static void
projection_init (Projection *p, MwPicker *picker, const MwFrame *frame)
{
  float projection[16];
  mw_picker_pose (picker, frame);
  *p = (Projection) { .picker = picker, .frame = frame, .points = g_new (Point, picker->points->len + 1) };
  mw_camera_projection_matrix (&frame->camera, (float) frame->width / (float) MAX (frame->height, 1), projection);
  for (guint column = 0; column < 4; column++)
    for (guint row = 0; row < 4; row++)
      for (guint k = 0; k < 4; k++)
        p->matrix[4 * column + row] += projection[4 * k + row] * picker->view[4 * column + k];
  for (guint i = 0; i < picker->points->len; i++)
    p->points[i] = project (p, (const float *) (const void *) picker->points->data + 3 * (gsize) i);
}

/* A number that is linear across a triangle in the picture, and larger for what is nearer. */
static float
nearness (const MwFrame *frame, float depth)
{
  return frame->camera.ortho ? -depth : 1 / MAX (depth, FLT_MIN);
}

/* --- Triangles ------------------------------------------------------------------------------------------------------ */

static const MwPosedSurface *
surface_at (const Projection *p, guint i)
{
  return &g_array_index (p->picker->surfaces, MwPosedSurface, i);
}

static const MwPosedPart *
part_of (const Projection *p, const MwPosedSurface *surface)
{
  return &g_array_index (p->picker->parts, MwPosedPart, surface->part);
}

/* The corners of a triangle that exists and is in front of the eye. *front: it is turned to the viewer. */
static gboolean
triangle_at (const Projection *p, const MwPosedSurface *surface, guint32 i, const Point *corners[3], gboolean *front)
{
  const MwPosedPart *part = part_of (p, surface);
  const guint16 *indices = (const guint16 *) surface->triangles->data + 3 * (gsize) i;
  for (guint k = 0; k < 3; k++) {
    if (indices[k] >= part->n)
      return FALSE;
    corners[k] = &p->points[part->first + indices[k]];
    if (!(corners[k]->depth > 0))
      return FALSE;
  }
  /* y points down, so this is negative for what is counter-clockwise. */
  *front = (corners[1]->x - corners[0]->x) * (corners[2]->y - corners[0]->y)
             - (corners[2]->x - corners[0]->x) * (corners[1]->y - corners[0]->y)
           < 0;
  return TRUE;
}

static gboolean
shows_back (const Projection *p, const MwPosedSurface *surface)
{
  return surface->two_sided || p->frame->shading == MW_SHADING_WIREFRAME;
}

/* --- An area of the picture ----------------------------------------------------------------------------------------- */

/* One flag for each pixel of a rectangle. */
typedef struct {
  int left, top, width, height;
  guint8 *inside;
} Area;

static int
compare_floats (gconstpointer a, gconstpointer b)
{
  const float x = *(const float *) a, y = *(const float *) b;
  return x < y ? -1 : x > y;
}

static Area
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
  Area area = { (int) low[0], (int) low[1], MAX ((int) (high[0] - low[0]), 0), MAX ((int) (high[1] - low[1]), 0),
                NULL };
  area.inside = g_malloc0 ((gsize) area.width * (gsize) area.height + 1);
  return area;
}

/* Sets the pixels of a row between every other two crossings. */
static void
fill_row (Area *area, int row, const GArray *crossings)
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

/* The pixels whose middle is inside the polygon. For each row only the edges that cross it are looked at. */
static Area
area_fill (const MwFrame *frame, const float (*corners)[2], guint n)
{
  Area area = area_of (frame, corners, n);
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

static gboolean
is_inside (const Area *area, const Point *point)
{
  const float x = point->x - (float) area->left, y = point->y - (float) area->top;
  return x >= 0 && y >= 0 && x < (float) area->width && y < (float) area->height
         && area->inside[(gsize) y * (gsize) area->width + (gsize) x];
}

/* --- What hides ----------------------------------------------------------------------------------------------------- */

/* Triangles that may hide something in an area, in grids of squares: a triangle is in the grid whose squares are at least as large as it, so
 * it is in four of them at most. */
enum { LEVELS = 14, SMALLEST = 2 };

typedef struct {
  float x, y;           /* the first corner */
  float ux, uy, vx, vy; /* a point (x + dx, y + dy) is at u = ux dx + uy dy, v = vx dx + vy dy */
  float nearness, along_u, along_v;
  float most; /* the nearness of the nearest corner */
} Cover;

/* Squares of one grid that a triangle is in. */
typedef struct {
  guint8 level;
  int left, top, right, bottom;
} Box;

typedef struct {
  const Area *area;
  int columns[LEVELS], rows[LEVELS];
  guint32 first[LEVELS]; /* of a grid's squares */
  guint32 *starts;       /* of each square in `members`, and the end of the last */
  guint32 *members;      /* numbers of covers */
  GArray *covers;        /* Cover */
  GArray *boxes;         /* Box */
} Hiding;

static gboolean
box_of (const Hiding *hiding, const Point *const corners[3], Box *box)
{
  const Area *area = hiding->area;
  const float left = MIN (MIN (corners[0]->x, corners[1]->x), corners[2]->x) - (float) area->left,
              right = MAX (MAX (corners[0]->x, corners[1]->x), corners[2]->x) - (float) area->left,
              top = MIN (MIN (corners[0]->y, corners[1]->y), corners[2]->y) - (float) area->top,
              bottom = MAX (MAX (corners[0]->y, corners[1]->y), corners[2]->y) - (float) area->top;
  if (!(right >= 0 && bottom >= 0 && left <= (float) area->width && top <= (float) area->height))
    return FALSE;
  const float l = MAX (left, 0), t = MAX (top, 0), r = MIN (right, (float) area->width - 0.5f),
              b = MIN (bottom, (float) area->height - 0.5f), size = MAX (r - l, b - t);
  float square = SMALLEST;
  box->level = 0;
  while (box->level + 1 < LEVELS && 4 * square < size) {
    box->level++;
    square *= 2;
  }
  box->left = (int) (l / square);
  box->top = (int) (t / square);
  box->right = MIN ((int) (MAX (r, 0) / square), hiding->columns[box->level] - 1);
  box->bottom = MIN ((int) (MAX (b, 0) / square), hiding->rows[box->level] - 1);
  return TRUE;
}

static void
add_cover (Hiding *hiding, const MwFrame *frame, const Point *const corners[3])
{
  const float ax = corners[1]->x - corners[0]->x, ay = corners[1]->y - corners[0]->y,
              bx = corners[2]->x - corners[0]->x, by = corners[2]->y - corners[0]->y, area = ax * by - ay * bx;
  const float first = nearness (frame, corners[0]->depth);
  Box box;
  if (area == 0 || !isfinite (area) || !box_of (hiding, corners, &box))
    return;
  const Cover cover = { corners[0]->x,
                        corners[0]->y,
                        by / area,
                        -bx / area,
                        -ay / area,
                        ax / area,
                        first,
                        nearness (frame, corners[1]->depth) - first,
                        nearness (frame, corners[2]->depth) - first,
                        MAX (MAX (first, nearness (frame, corners[1]->depth)), nearness (frame, corners[2]->depth)) };
  g_array_append_val (hiding->covers, cover);
  g_array_append_val (hiding->boxes, box);
}

/* The numbers of the covers, the nearest first, so that what hides a point is found soon. Sorted by halves of the bits of a float, whose order is
 * that of the numbers if the bits of negative ones are inverted. Free with g_free(). */
static guint32 *
order_covers (const GArray *covers)
{
  const guint32 n = covers->len;
  g_autofree guint32 *keys = g_new (guint32, n + 1), *ends = g_new (guint32, 0x10001);
  guint32 *from = g_new (guint32, n + 1), *to = g_new (guint32, n + 1);
  for (guint32 i = 0; i < n; i++) {
    guint32 bits;
    memcpy (&bits, &g_array_index (covers, Cover, i).most, sizeof bits);
    keys[i] = bits & 0x80000000u ? bits : ~bits & 0x7FFFFFFFu;
    from[i] = i;
  }
  for (guint shift = 0; shift < 32; shift += 16) {
    memset (ends, 0, 0x10001 * sizeof *ends);
    for (guint32 i = 0; i < n; i++)
      ends[(keys[i] >> shift & 0xFFFF) + 1]++;
    for (guint32 i = 1; i <= 0x10000; i++)
      ends[i] += ends[i - 1];
    for (guint32 i = 0; i < n; i++)
      to[ends[keys[from[i]] >> shift & 0xFFFF]++] = from[i];
    guint32 *other = from;
    from = to;
    to = other;
  }
  g_free (to);
  return from;
}

/* Puts the covers into the squares, ordered by square and in each the nearest first. */
static void
sort_covers (Hiding *hiding, guint32 n_squares)
{
  g_autofree guint32 *order = order_covers (hiding->covers);
  GArray *covers = g_array_sized_new (FALSE, FALSE, sizeof (Cover), hiding->covers->len),
         *boxes = g_array_sized_new (FALSE, FALSE, sizeof (Box), hiding->covers->len);
  for (guint32 i = 0; i < hiding->covers->len; i++) {
    g_array_append_val (covers, g_array_index (hiding->covers, Cover, order[i]));
    g_array_append_val (boxes, g_array_index (hiding->boxes, Box, order[i]));
  }
  g_array_unref (hiding->covers);
  g_array_unref (hiding->boxes);
  hiding->covers = covers;
  hiding->boxes = boxes;
  hiding->starts = g_new0 (guint32, (gsize) n_squares + 2);
  for (guint pass = 0; pass < 2; pass++) {
    for (guint32 i = 0; i < hiding->boxes->len; i++) {
      const Box *box = &g_array_index (hiding->boxes, Box, i);
      for (int row = box->top; row <= box->bottom; row++)
        for (int column = box->left; column <= box->right; column++) {
          const gsize square = hiding->first[box->level] + (gsize) row * (gsize) hiding->columns[box->level]
                               + (gsize) column;
          if (pass == 0)
            hiding->starts[square + 2]++;
          else
            hiding->members[hiding->starts[square + 1]++] = i;
        }
    }
    if (pass == 1)
      break;
    for (guint32 i = 2; i <= n_squares + 1; i++)
      hiding->starts[i] += hiding->starts[i - 1];
    hiding->members = g_new (guint32, (gsize) hiding->starts[n_squares + 1] + 1);
  }
}

static Hiding
hiding_of (const Projection *p, const Area *area)
{
  Hiding hiding = { .area = area,
                    .covers = g_array_new (FALSE, FALSE, sizeof (Cover)),
                    .boxes = g_array_new (FALSE, FALSE, sizeof (Box)) };
  guint32 n_squares = 0;
  for (guint level = 0; level < LEVELS; level++) {
    hiding.columns[level] = area->width / (SMALLEST << level) + 1;
    hiding.rows[level] = area->height / (SMALLEST << level) + 1;
    hiding.first[level] = n_squares;
    n_squares += (guint32) hiding.columns[level] * (guint32) hiding.rows[level];
  }
  for (guint i = 0; i < p->picker->surfaces->len; i++) {
    const MwPosedSurface *surface = surface_at (p, i);
    if (!mw_picker_draws (surface, p->frame->shading) || surface->look == MW_DRAWN_GLOW
        || p->frame->shading == MW_SHADING_WIREFRAME)
      continue;
    for (guint32 k = 0; k < surface->triangles->n / 3; k++) {
      const Point *corners[3];
      gboolean front;
      if (triangle_at (p, surface, k, corners, &front) && (front || surface->two_sided))
        add_cover (&hiding, p->frame, corners);
    }
  }
  sort_covers (&hiding, n_squares);
  return hiding;
}

static void
hiding_clear (Hiding *hiding)
{
  g_array_unref (hiding->covers);
  g_array_unref (hiding->boxes);
  g_free (hiding->starts);
  g_free (hiding->members);
}

static gboolean
covers (const Cover *cover, const Point *point, float nearness)
{
  const float dx = point->x - cover->x, dy = point->y - cover->y;
  const float u = cover->ux * dx + cover->uy * dy, v = cover->vx * dx + cover->vy * dy;
  return u >= 0 && v >= 0 && u + v <= 1 && cover->nearness + u * cover->along_u + v * cover->along_v > nearness;
}

/* Whether a triangle is in front of a point in the area, nearer by more than the margin. */
static gboolean
is_hidden (const Hiding *hiding, const MwFrame *frame, const Point *point)
{
  const float limit = nearness (frame, point->depth - 1e-3f * frame->camera.radius);
  const int x = (int) point->x - hiding->area->left, y = (int) point->y - hiding->area->top;
  for (guint level = 0; level < LEVELS; level++) {
    const gsize square = hiding->first[level] + (gsize) (y / (SMALLEST << level)) * (gsize) hiding->columns[level]
                         + (gsize) (x / (SMALLEST << level));
    for (guint32 i = hiding->starts[square]; i < hiding->starts[square + 1]; i++) {
      const Cover *cover = &g_array_index (hiding->covers, Cover, hiding->members[i]);
      if (cover->most <= limit)
        break;
      if (covers (cover, point, limit))
        return TRUE;
    }
  }
  return FALSE;
}

/* --- Finding -------------------------------------------------------------------------------------------------------- */

/* Is told each vertex or face that is found. */
typedef void (*Found) (MwMarkedMesh *mesh, guint32 number, const Point *point, gpointer data);

typedef struct {
  Projection projection;
  Area area;
  Hiding hiding;
  gboolean through;
  Found found;
  gpointer data;
} Search;

static void
look_at (const Search *s, MwMarkedMesh *mesh, guint32 number, const Point *point)
{
  if (point->depth > 0 && is_inside (&s->area, point)
      && (s->through || !is_hidden (&s->hiding, s->projection.frame, point)))
    s->found (mesh, number, point, s->data);
}

static void
look_at_face (const Search *s, MwMarkedMesh *mesh, const MwPosedSurface *surface, guint32 face)
{
  const MwPosedPart *part = part_of (&s->projection, surface);
  const guint16 *indices = (const guint16 *) surface->triangles->data + 3 * (gsize) face;
  float middle[3] = { 0 };
  for (guint i = 0; i < 3; i++)
    for (guint k = 0; k < 3; k++)
      middle[k] += position (&s->projection, part, indices[i])[k] / 3;
  const Point point = project (&s->projection, middle);
  look_at (s, mesh, face, &point);
}

static void
search_surface (const Search *s, const MwPosedSurface *surface, MwMarkedMesh *mesh, MwMarksKind kind)
{
  const Projection *p = &s->projection;
  const MwPosedPart *part = part_of (p, surface);
  const guint32 n = kind == MW_MARKS_FACES ? surface->triangles->n / 3 : part->n;
  g_autofree guint8 *seen = kind == MW_MARKS_VERTICES ? g_new0 (guint8, part->n + 1) : NULL;
  for (guint32 i = 0; mesh->n == n && i < surface->triangles->n / 3; i++) {
    const Point *corners[3];
    gboolean front;
    if (!triangle_at (p, surface, i, corners, &front) || !(front || s->through || shows_back (p, surface)))
      continue;
    if (kind == MW_MARKS_FACES)
      look_at_face (s, mesh, surface, i);
    for (guint k = 0; kind == MW_MARKS_VERTICES && k < 3; k++)
      seen[((const guint16 *) surface->triangles->data)[3 * (gsize) i + k]] = 1;
  }
  for (guint32 i = 0; kind == MW_MARKS_VERTICES && mesh->n == n && i < n; i++)
    if (seen[i])
      look_at (s, mesh, i, &p->points[part->first + i]);
}

static void
search (MwPicker *picker, const MwFrame *frame, const float (*corners)[2], guint n, gboolean through,
        const MwMeshMarks *marks, Found found, gpointer data)
{
  Search s = { .through = through, .found = found, .data = data };
  projection_init (&s.projection, picker, frame);
  s.area = area_fill (frame, corners, n);
  if (!through)
    s.hiding = hiding_of (&s.projection, &s.area);
  for (guint i = 0; i < picker->surfaces->len; i++) {
    const MwPosedSurface *surface = surface_at (&s.projection, i);
    MwMarkedMesh *mesh = mw_mesh_marks_find (marks, surface->mesh);
    if (mesh && mw_picker_draws (surface, frame->shading))
      search_surface (&s, surface, mesh, marks->kind);
  }
  if (!through)
    hiding_clear (&s.hiding);
  g_free (s.area.inside);
  g_free (s.projection.points);
}

static void
mark (MwMarkedMesh *mesh, guint32 number, const Point *point, gpointer data)
{
  mesh->marked[number] = *(const MwMarksChange *) data != MW_MARKS_REMOVE;
}

void
mw_picker_mark_in (MwPicker *picker, const MwFrame *frame, const float (*corners)[2], guint n, gboolean through,
                   MwMarksChange change, MwMeshMarks *marks)
{
  mw_mesh_marks_begin (marks, change);
  if (n >= 3)
    search (picker, frame, corners, n, through, marks, mark, &change);
  mw_mesh_marks_end (marks);
}

typedef struct {
  float x, y, reach;
  MwId mesh;
  guint32 vertex;
  float distance, depth;
} Nearest;

static void
keep_nearest (MwMarkedMesh *mesh, guint32 number, const Point *point, gpointer data)
{
  Nearest *nearest = data;
  const float distance = hypotf (point->x - nearest->x, point->y - nearest->y), same = 0.25f;
  const gboolean nearer = nearest->mesh && fabsf (distance - nearest->distance) <= same ? point->depth < nearest->depth
                                                                                        : distance < nearest->distance;
  if (distance > nearest->reach || (nearest->mesh && !nearer))
    return;
  nearest->mesh = mesh->id;
  nearest->vertex = number;
  nearest->distance = distance;
  nearest->depth = point->depth;
}

gboolean
mw_picker_vertex_at (MwPicker *picker, const MwFrame *frame, float x, float y, float reach, gboolean through,
                     const MwMeshMarks *marks, MwId *mesh, guint32 *vertex)
{
  const float r = reach + 1;
  const float square[4][2] = { { x - r, y - r }, { x + r, y - r }, { x + r, y + r }, { x - r, y + r } };
  Nearest nearest = { .x = x, .y = y, .reach = reach };
  search (picker, frame, square, 4, through, marks, keep_nearest, &nearest);
  *mesh = nearest.mesh;
  *vertex = nearest.vertex;
  return nearest.mesh != 0;
}

/* --- Materials ------------------------------------------------------------------------------------------------------ */

void
mw_picker_same_material (MwPicker *picker, const MwFrame *frame, const MwId *meshes, guint n, GArray *ids)
{
  g_autoptr (GHashTable) materials = g_hash_table_new (g_int64_hash, g_int64_equal);
  mw_picker_pose (picker, frame);
  MwPosedSurface *surfaces = (MwPosedSurface *) (void *) picker->surfaces->data;
  for (guint i = 0; i < picker->surfaces->len; i++)
    if (mw_ids_have (meshes, n, surfaces[i].mesh))
      g_hash_table_add (materials, &surfaces[i].material);
  for (guint i = 0; i < picker->surfaces->len; i++)
    if (g_hash_table_contains (materials, &surfaces[i].material)
        && !mw_ids_have ((const MwId *) (const void *) ids->data, ids->len, surfaces[i].mesh))
      g_array_append_val (ids, surfaces[i].mesh);
}
