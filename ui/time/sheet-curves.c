/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/i18n.h"
#include "ui/time/sheet-view-private.h"

#include <math.h>

/* The graph of the sheet's view: which curves it shows, and where values are. */

/* Pixels between two values that are written, and free ones above and below all curves. */
enum { TICK = 34, MARGIN = 14 };
static const double LEAST_PER_VALUE = 1e-6, MOST_PER_VALUE = 1e7;

/* --- Which curves --------------------------------------------------------------------------------------------------- */

/* The first track with keys, so that the graph is not empty. */
static void
place_cursor (MwSheetView *self)
{
  const guint n = mw_key_sheet_n_rows (self->sheet);
  guint first = 0;
  if (self->cursor > 0 && self->cursor < n)
    return;
  for (guint i = n; i-- > 1;) {
    const MwSheetRow *row = mw_key_sheet_row (self->sheet, i);
    if (row->kind == MW_SHEET_TRACK && (row->n || !first || !mw_key_sheet_row (self->sheet, first)->n))
      first = i;
  }
  self->cursor = first;
}

static void
add_curve (MwSheetView *self, guint row)
{
  MwKeyCurve *curve = mw_key_curve_new (self->sheet, row, self->raw);
  double values[MW_KEY_CURVE_MOST];
  if (!curve)
    return;
  /* A track that is not animated in the sequence has no line. */
  if (!mw_key_curve_n_keys (curve)
      && !mw_key_curve_at (curve, (double) mw_key_sheet_get_scope (self->sheet)->start, values)) {
    mw_key_curve_free (curve);
    return;
  }
  self->n_tracks++;
  if (self->curves->len < SHEET_MOST_CURVES)
    g_ptr_array_add (self->curves, curve);
  else
    mw_key_curve_free (curve);
}

void
mw_sheet_curves_reload (MwSheetView *self, gboolean fit)
{
  g_ptr_array_set_size (self->curves, 0);
  self->n_tracks = 0;
  if (!self->shows_curves) {
    mw_sheet_view_chosen (self);
    return;
  }
  place_cursor (self);
  const guint n = mw_key_sheet_n_rows (self->sheet);
  const MwSheetRow *row = mw_key_sheet_row (self->sheet, self->cursor);
  const MwId element = row->element;
  if (row->kind == MW_SHEET_TRACK)
    add_curve (self, self->cursor);
  else
    for (guint i = 1; i < n; i++) {
      const MwSheetRow *at = mw_key_sheet_row (self->sheet, i);
      if (at->kind == MW_SHEET_TRACK && (!element || at->element == element))
        add_curve (self, i);
    }
  if (fit)
    mw_sheet_curves_fit (self);
  mw_sheet_view_chosen (self);
}

guint
mw_sheet_curves_row (const MwSheetView *self, guint curve)
{
  return mw_key_sheet_find (self->sheet, mw_key_curve_track (self->curves->pdata[curve]));
}

gboolean
mw_sheet_curves_can_raise (const MwSheetView *self)
{
  const MwKeyCurve *first = NULL;
  for (guint i = 1; i < mw_key_sheet_n_rows (self->sheet); i++) {
    const MwSheetRow *row = mw_key_sheet_row (self->sheet, i);
    const MwKeyCurve *curve = NULL;
    if (row->kind != MW_SHEET_TRACK || !row->n || !memchr (row->chosen, TRUE, row->n))
      continue;
    for (guint k = 0; k < self->curves->len; k++)
      if (mw_key_curve_track (self->curves->pdata[k]) == row->record)
        curve = self->curves->pdata[k];
    if (!curve || !mw_key_curve_is_editable (curve) || (first && mw_key_curve_kind (first) != mw_key_curve_kind (curve))
        || (first && mw_key_curve_n_components (first) != mw_key_curve_n_components (curve)))
      return FALSE;
    first = curve;
  }
  return first != NULL;
}

/* --- Geometry ------------------------------------------------------------------------------------------------------- */

gboolean
mw_sheet_curves_has (const MwSheetView *self, double x, double y)
{
  return self->shows_curves && x >= SHEET_NAMES && y >= mw_sheet_view_above (self);
}

double
mw_sheet_view_value_place (const MwSheetView *self, double value)
{
  return mw_sheet_view_above (self) + (self->top - value) * self->per_value;
}

double
mw_sheet_curves_value (const MwSheetView *self, double y)
{
  return self->top - (y - mw_sheet_view_above (self)) / self->per_value;
}

static double
height_of (const MwSheetView *self)
{
  return MAX (1, gtk_widget_get_height (GTK_WIDGET (self)) - mw_sheet_view_above (self));
}

/* Shows the values from `least` to `most`, which may be the same. */
static void
show_values (MwSheetView *self, double least, double most)
{
  const double room = MAX (4, height_of (self) - 2 * MARGIN), middle = (least + most) / 2,
               wide = MAX (most - least, MAX (fabs (middle) * 0.02, 1e-3));
  self->per_value = CLAMP (room / wide, LEAST_PER_VALUE, MOST_PER_VALUE);
  self->top = middle + (room / 2 + MARGIN) / self->per_value;
  mw_sheet_view_redraw (self);
}

void
mw_sheet_curves_fit (MwSheetView *self)
{
  const MwSheetScope *scope = mw_key_sheet_get_scope (self->sheet);
  double least = INFINITY, most = -INFINITY;
  for (guint i = 0; i < self->curves->len; i++)
    mw_key_curve_range (self->curves->pdata[i], (double) scope->start, (double) scope->end, self->components, &least,
                        &most);
  /* A constant value is in the middle of a range that people can read. */
  if (least == most) {
    least -= 1;
    most += 1;
  }
  if (least <= most)
    show_values (self, least, most);
  self->values_fit = TRUE;
}

void
mw_sheet_curves_frame_chosen (MwSheetView *self)
{
  enum { AROUND = 40 };
  gint32 first, last;
  double least = INFINITY, most = -INFINITY;
  if (!mw_key_sheet_count_chosen (self->sheet, &first, &last)) {
    mw_sheet_view_fit (self);
    mw_sheet_curves_fit (self);
    return;
  }
  const double width = MAX (1, gtk_widget_get_width (GTK_WIDGET (self)) - SHEET_NAMES - 2 * AROUND),
               length = MAX (last - first, 50);
  mw_sheet_view_zoom (self, ((double) first + last) / 2, SHEET_NAMES + AROUND + width / 2, width / length);
  for (guint i = 0; i < self->curves->len; i++)
    mw_key_curve_range (self->curves->pdata[i], first, last, self->components, &least, &most);
  if (least <= most)
    show_values (self, least, most);
  self->values_fit = FALSE;
}

void
mw_sheet_curves_scroll (MwSheetView *self, double dy)
{
  self->top -= dy / self->per_value;
  self->values_fit = FALSE;
  mw_sheet_view_redraw (self);
}

void
mw_sheet_curves_zoom (MwSheetView *self, double value, double y, double per_value)
{
  self->per_value = CLAMP (per_value, LEAST_PER_VALUE, MOST_PER_VALUE);
  self->top = value + (y - mw_sheet_view_above (self)) / self->per_value;
  self->values_fit = FALSE;
  mw_sheet_view_redraw (self);
}

double
mw_sheet_curves_tick (const MwSheetView *self)
{
  const double least = TICK / self->per_value, power = pow (10, floor (log10 (least)));
  return least <= power ? power : least <= 2 * power ? 2 * power : least <= 5 * power ? 5 * power : 10 * power;
}

/* --- Snapping ------------------------------------------------------------------------------------------------------- */

double
mw_sheet_curves_snap (const MwSheetView *self, double value)
{
  double least = self->snap.within / self->per_value, nearest = value;
  /* Zero, where the drag began, and the keys that stay. */
  const double fixed[] = { 0, self->pressed_value };
  gboolean found = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (fixed); i++)
    if (fabs (fixed[i] - value) <= least) {
      least = fabs (fixed[i] - value);
      nearest = fixed[i];
      found = TRUE;
    }
  for (guint i = 0; i < self->curves->len && least > 0; i++) {
    const MwKeyCurve *curve = self->curves->pdata[i];
    const guint row = mw_sheet_curves_row (self, i);
    const MwSheetRow *shown = row ? mw_key_sheet_row (self->sheet, row) : NULL;
    for (guint k = 0; shown && k < MIN (shown->n, mw_key_curve_n_keys (curve)); k++)
      for (guint c = 0; !shown->chosen[k] && c < mw_key_curve_n_components (curve); c++)
        if ((self->components & (1u << c)) && fabs (mw_key_curve_key (curve, k)[c] - value) < least) {
          nearest = mw_key_curve_key (curve, k)[c];
          least = fabs (nearest - value);
          found = TRUE;
        }
  }
  if (found)
    return nearest;
  /* A number without more digits than the scale shows. */
  const double digit = pow (10, floor (log10 (1 / self->per_value)));
  return round (value / digit) * digit;
}

void
mw_sheet_view_show_curve (MwSheetView *self, MwId track)
{
  const guint row = mw_key_sheet_find (self->sheet, track);
  if (row)
    self->cursor = row;
  mw_sheet_view_set_curves (self, TRUE);
  mw_sheet_curves_reload (self, TRUE);
}
