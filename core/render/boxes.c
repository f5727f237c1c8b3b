/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "core/render/render-private.h"

/* Where the vertices of a mesh are in a frame, found from a few corners instead of all of them: a vertex is a mean of the places to which its
 * matrices bring it, so it is in the box around what they make of the boxes of all their vertices. */

void
mw_boxes_add (GArray *boxes, guint matrix, const float at[3])
{
  const MwBox none = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };
  while (boxes->len <= matrix)
    g_array_append_val (boxes, none);
  MwBox *box = &g_array_index (boxes, MwBox, matrix);
  for (int k = 0; k < 3; k++) {
    box->low[k] = MIN (box->low[k], at[k]);
    box->high[k] = MAX (box->high[k], at[k]);
  }
}

/* Makes the boxes of a mesh new if they do not belong to what is on the card. */
static void
freshen (const MwRenderer *renderer, const MwMesh *mesh)
{
  MwVertices *vertices = mesh->vertices;
  const guint64 of = (guint64) vertices->positions.uploads + vertices->matrices.uploads + vertices->weights.uploads;
  if (vertices->boxes && vertices->boxes_of == of)
    return;
  if (!vertices->boxes)
    vertices->boxes = g_array_new (FALSE, FALSE, sizeof (MwBox));
  g_array_set_size (vertices->boxes, 0);
  vertices->boxes_of = of;
  renderer->scene->add_boxes (renderer, mesh, vertices->boxes);
}

void
mw_boxes_corners (const MwRenderer *renderer, const MwMesh *mesh, MwCorner *visit, gpointer data)
{
  freshen (renderer, mesh);
  const GArray *boxes = mesh->vertices->boxes;
  for (guint i = 0; i < boxes->len; i++) {
    const MwBox *box = &g_array_index (boxes, MwBox, i);
    const gsize first = ((gsize) mesh->first_matrix + i) * MW_MATRIX_FLOATS;
    if (!(box->low[0] <= box->high[0]))
      continue;
    const float *rows = &g_array_index (renderer->matrices, float, first);
    for (guint corner = 0; corner < 8; corner++) {
      float from[3], at[3];
      for (guint k = 0; k < 3; k++)
        from[k] = corner >> k & 1 ? box->high[k] : box->low[k];
      for (guint k = 0; k < 3; k++)
        at[k] = mw_vec_dot (rows + 4 * k, from) + rows[4 * k + 3];
      visit (at, data);
    }
  }
}
