/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/label-places.h"

/* From the point to the text. */
enum { ASIDE = 6, ABOVE = 2 };

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const MwLabelPlace *places = data, *x = &places[*(const guint *) a], *y = &places[*(const guint *) b];
  if (x->first != y->first)
    return x->first ? -1 : 1;
  if (x->depth != y->depth)
    return x->depth < y->depth ? -1 : 1;
  /* The same order in each frame, so that names do not flicker. */
  return *(const guint *) a < *(const guint *) b ? -1 : 1;
}

static gboolean
is_free (const MwLabelPlace *places, const guint *order, guint n, const MwLabelPlace *place)
{
  for (guint i = 0; i < n; i++) {
    const MwLabelPlace *other = &places[order[i]];
    if (other->shown && place->left < other->left + other->width && other->left < place->left + place->width
        && place->top < other->top + other->height && other->top < place->top + place->height)
      return FALSE;
  }
  return TRUE;
}

void
mw_label_places_find (MwLabelPlace *places, guint n)
{
  g_autofree guint *order = g_new (guint, n);
  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare, places);
  for (guint i = 0; i < n; i++) {
    MwLabelPlace *place = &places[order[i]];
    place->shown = FALSE;
    for (guint corner = 0; corner < 4 && !place->shown; corner++) {
      place->left = corner & 2 ? place->x - ASIDE - place->width : place->x + ASIDE;
      place->top = corner & 1 ? place->y + ABOVE : place->y - ABOVE - place->height;
      place->shown = is_free (places, order, i, place);
    }
  }
}
