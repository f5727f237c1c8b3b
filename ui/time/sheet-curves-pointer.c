/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/sheet-view-private.h"

#include <math.h>

/* The pointer in the graph of the sheet's view. The gestures are those of sheet-view-pointer.c. */

/* --- What is below the pointer -------------------------------------------------------------------------------------- */

/* The handle of a chosen key. */
static gboolean
find_handle (MwSheetView *self, double x, double y)
{
  double least = SHEET_GRAB;
  gboolean found = FALSE;
  for (guint i = 0; i < self->curves->len; i++) {
    const MwKeyCurve *curve = self->curves->pdata[i];
    const guint place = mw_sheet_curves_row (self, i), n = mw_key_curve_n_components (curve);
    const MwSheetRow *row = place ? mw_key_sheet_row (self->sheet, place) : NULL;
    for (guint key = 0; row && key < MIN (row->n, mw_key_curve_n_keys (curve)); key++)
      for (guint k = 0; row->chosen[key] && k < 2 * n; k++) {
        double time, value;
        if (!(self->components & (1u << (k / 2))) || !mw_key_curve_handle (curve, key, k / 2, k % 2, &time, &value))
          continue;
        const double far = hypot (mw_sheet_view_x (self, time) - x, mw_sheet_view_value_place (self, value) - y);
        if (far >= least)
          continue;
        least = far;
        found = TRUE;
        self->curve = i;
        self->key = key;
        self->component = k / 2;
        self->out = k % 2;
      }
  }
  return found;
}

/* The key whose point is nearest. */
static gboolean
find_key (MwSheetView *self, double x, double y, guint *curve, guint *key, guint *component)
{
  const double time = mw_sheet_view_time (self, x), value = mw_sheet_curves_value (self, y);
  for (guint i = 0; i < self->curves->len; i++) {
    const gint found = mw_key_curve_near (self->curves->pdata[i], time, value, SHEET_GRAB / self->scale,
                                          SHEET_GRAB / self->per_value, self->components, component);
    if (found < 0)
      continue;
    *curve = i;
    *key = (guint) found;
    return TRUE;
  }
  return FALSE;
}

/* The curve that is nearest above or below the pointer; -1: none is there at this time. */
static gint
find_curve (MwSheetView *self, double x, double y)
{
  double least = INFINITY, value[MW_KEY_CURVE_MOST];
  gint found = -1;
  for (guint i = 0; i < self->curves->len; i++) {
    const MwKeyCurve *curve = self->curves->pdata[i];
    if (!mw_key_curve_at (curve, mw_sheet_view_time (self, x), value))
      continue;
    for (guint c = 0; c < mw_key_curve_n_components (curve); c++) {
      const double far = fabs (mw_sheet_view_value_place (self, value[c]) - y);
      if (!(self->components & (1u << c)) || far >= least)
        continue;
      least = far;
      found = (gint) i;
    }
  }
  return found;
}

/* --- Pressing ------------------------------------------------------------------------------------------------------- */

/* Points that are at the same place are moved together: a scale has the same number three times. */
static guint
components_at (const MwSheetView *self, const MwKeyCurve *curve, guint key, guint component)
{
  const double *values = mw_key_curve_key (curve, key);
  guint bits = 0;
  for (guint c = 0; c < mw_key_curve_n_components (curve); c++)
    if ((self->components & (1u << c)) && fabs (values[c] - values[component]) * self->per_value < 1)
      bits |= 1u << c;
  return bits;
}

static void
press_key (MwSheetView *self, guint curve, guint key, guint component)
{
  const guint row = mw_sheet_curves_row (self, curve);
  const MwSheetRow *shown = mw_key_sheet_row (self->sheet, row);
  self->row = row;
  self->key = key;
  self->pressed = (gint32) (shown->times[key] + shown->offset);
  self->pressed_value = mw_key_curve_key (self->curves->pdata[curve], key)[component];
  self->raised = components_at (self, self->curves->pdata[curve], key, component);
  self->was_chosen = shown->chosen[key] != 0;
  self->doing = SHEET_PRESS;
  if (self->adds || !self->was_chosen)
    mw_key_sheet_choose_keys (self->sheet, row, &key, 1, self->adds ? MW_CHOOSE_TOGGLE : MW_CHOOSE_ONLY);
  mw_sheet_view_chosen (self);
}

void
mw_sheet_curves_press (MwSheetView *self)
{
  guint curve, key, component;
  if (find_handle (self, self->x, self->y)) {
    const MwKeyCurve *pressed = self->curves->pdata[self->curve];
    self->joined = !self->copies && mw_key_curve_is_smooth (pressed, self->key, self->component);
    self->doing = SHEET_HANDLE;
    mw_sheet_edit_begin_handle (self);
  } else if (find_key (self, self->x, self->y, &curve, &key, &component)) {
    press_key (self, curve, key, component);
  } else {
    self->doing = SHEET_CURVE_BOX;
  }
}

void
mw_sheet_curves_press_twice (MwSheetView *self, double x, double y)
{
  guint curve, key, component;
  const gint at = find_curve (self, x, y);
  if (at < 0 || find_key (self, x, y, &curve, &key, &component))
    return;
  self->doing = SHEET_NAMED;
  mw_sheet_edit_add (self, mw_sheet_curves_row (self, (guint) at), llround (mw_sheet_view_time (self, x)));
}

/* --- Dragging ------------------------------------------------------------------------------------------------------- */

void
mw_sheet_curves_drag (MwSheetView *self, gboolean straight)
{
  const double dx = self->x - self->from_x, dy = self->y - self->from_y;
  const double value = self->pressed_value - dy / self->per_value;
  float raise[MW_KEY_CURVE_MOST] = { 0 };
  gint64 by = 0;
  if (!straight || fabs (dx) > fabs (dy))
    by = mw_sheet_view_snapped (self, self->pressed + mw_sheet_view_time (self, self->x) - self->start) - self->pressed;
  /* A drag up or down keeps the time until the pointer clearly leaves it. */
  if (fabs (dx) < SHEET_GRAB && self->snap.within)
    by = 0;
  if (self->raises && (!straight || fabs (dy) >= fabs (dx))) {
    const double to = mw_sheet_curves_snap (self, value);
    for (guint c = 0; c < MW_KEY_CURVE_MOST; c++)
      if (self->raised & (1u << c))
        raise[c] = (float) (to - self->pressed_value);
  }
  mw_sheet_edit_move (self, by, raise);
}

/* --- Letting go ----------------------------------------------------------------------------------------------------- */

/* Whether a point of a key is in the box. */
static gboolean
is_inside (const MwSheetView *self, const MwKeyCurve *curve, guint key, double least, double most)
{
  for (guint c = 0; c < mw_key_curve_n_components (curve); c++) {
    const double value = mw_key_curve_key (curve, key)[c];
    if ((self->components & (1u << c)) && value >= least && value <= most)
      return TRUE;
  }
  return FALSE;
}

void
mw_sheet_curves_end_box (MwSheetView *self)
{
  const double from = mw_sheet_view_time (self, MIN (self->x, self->from_x)),
               to = mw_sheet_view_time (self, MAX (self->x, self->from_x)),
               most = mw_sheet_curves_value (self, MIN (self->y, self->from_y)),
               least = mw_sheet_curves_value (self, MAX (self->y, self->from_y));
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (guint));
  if (!self->adds)
    mw_key_sheet_choose_none (self->sheet);
  for (guint i = 0; i < self->curves->len; i++) {
    const MwKeyCurve *curve = self->curves->pdata[i];
    const guint row = mw_sheet_curves_row (self, i), n = row ? mw_key_sheet_row (self->sheet, row)->n : 0;
    g_array_set_size (keys, 0);
    for (guint key = 0; key < MIN (n, mw_key_curve_n_keys (curve)); key++) {
      const double time = (double) mw_key_curve_key_time (curve, key);
      if (time >= from && time <= to && is_inside (self, curve, key, least, most))
        g_array_append_val (keys, key);
    }
    if (keys->len)
      mw_key_sheet_choose_keys (self->sheet, row, (const guint *) (gpointer) keys->data, keys->len, MW_CHOOSE_ADD);
  }
}
