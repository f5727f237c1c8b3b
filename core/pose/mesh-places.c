/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/mesh-places.h"

#include <string.h>

static guint
hash_place (gconstpointer data)
{
  const float *at = data;
  guint32 bits[3], hash = 0;
  for (guint i = 0; i < 3; i++) {
    float value = at[i] == 0 ? 0 : at[i]; /* -0 is the same place as 0 */
    memcpy (&bits[i], &value, sizeof value);
    hash = hash * 2654435761u + (bits[i] ^ bits[i] >> 15);
  }
  return hash;
}

static gboolean
is_same_place (gconstpointer a, gconstpointer b)
{
  const float *x = a, *y = b;
  return x[0] == y[0] && x[1] == y[1] && x[2] == y[2];
}

guint32 *
mw_mesh_same_places (const MwArray *positions)
{
  g_autoptr (GHashTable) first = g_hash_table_new (hash_place, is_same_place);
  guint32 *same = g_new (guint32, positions->n + 1);
  for (guint32 i = 0; i < positions->n; i++) {
    gpointer at = (float *) positions->data + 3 * (gsize) i, known;
    same[i] = i;
    if (g_hash_table_lookup_extended (first, at, NULL, &known))
      same[i] = GPOINTER_TO_UINT (known);
    else
      g_hash_table_insert (first, at, GUINT_TO_POINTER (i));
  }
  return same;
}

/* --- Sets of numbers ------------------------------------------------------------------------------------------------ */

guint32
mw_mesh_root (guint32 *above, guint32 i)
{
  while (above[i] != i) {
    above[i] = above[above[i]];
    i = above[i];
  }
  return i;
}

void
mw_mesh_join (guint32 *above, guint32 a, guint32 b)
{
  a = mw_mesh_root (above, a);
  b = mw_mesh_root (above, b);
  above[MAX (a, b)] = MIN (a, b);
}
