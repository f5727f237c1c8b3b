/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/track.h"
#include "ui/i18n.h"
#include "ui/drawing.h"
#include "ui/time/sheet-view-private.h"

#include <math.h>

/* Draws the graph of the sheet's view. The curves are drawn into a picture of their own, a stretch of time for each pixel across, so
 * that what it costs is limited by the width and not by the number of keys. */

/* In pixels: of marks of keys, the least distance of two of them, and how wide a number may be. */
enum { MARK = 4, APART = 3, NUMBER = 70, MOST_HANDLES = 400 };

/* --- Grid ----------------------------------------------------------------------------------------------------------- */

/* As many digits as tell two ticks apart. */
static char *
number_text (double value, double tick)
{
  const int digits = (int) CLAMP (ceil (-log10 (tick) - 1e-9), 0, 7);
  if (fabs (value) < tick / 2)
    value = 0;
  return g_strdup_printf ("%s%.*f", value < 0 ? "−" : "", digits, fabs (value));
}

/* The lines, or what is written at them. */
static void
draw_grid (MwSheetView *self, GtkSnapshot *to, double width, double height, gboolean numbers)
{
  enum { LINE = 14, DIGIT = 8 };
  const double tick = mw_sheet_curves_tick (self), above = mw_sheet_view_above (self),
               first = ceil (mw_sheet_curves_value (self, height) / tick),
               last = floor (mw_sheet_curves_value (self, above) / tick);
  const gboolean angles = self->curves->len && mw_key_curve_kind (self->curves->pdata[0]) == MW_KEY_CURVE_ANGLES;
  const GdkRGBA line = mw_draw_faint (&self->text, 0.10), zero = mw_draw_faint (&self->text, 0.35),
                dim = mw_draw_faint (&self->text, 0.85), back = mw_draw_faint (&self->base, 0.75);
  for (double i = first; i <= last; i++) {
    const double y = round (mw_sheet_view_value_place (self, i * tick));
    g_autofree char *number = number_text (i * tick, tick), *text = g_strconcat (number, angles ? "°" : "", NULL);
    if (!numbers) {
      mw_draw_fill (to, i == 0 ? &zero : &line, SHEET_NAMES, y, width - SHEET_NAMES, 1);
    } else if (y - LINE >= above - 2) {
      mw_draw_fill (to, &back, SHEET_NAMES + 2, y - LINE, (double) g_utf8_strlen (text, -1) * DIGIT + 2, LINE);
      mw_draw_text (GTK_WIDGET (self), &self->layout, to, text, &dim, SHEET_NAMES + 4, y - LINE, LINE, NUMBER);
    }
  }
}

/* --- Curves --------------------------------------------------------------------------------------------------------- */

/* A picture of the graph, in the pixels of the widget from its corner on. */
typedef struct {
  MwSheetView *self;
  cairo_t *cairo;
  guint width;
  MwCurveStretch *stretches; /* one for each pixel across */
} Graph;

static double
graph_y (const Graph *graph, double value)
{
  enum { BEYOND = 10000 };
  const double y = (graph->self->top - value) * graph->self->per_value;
  return CLAMP (y, -BEYOND, BEYOND);
}

/* Points on one level line are left out: drawing costs by the number of points. */
static void
trace (const Graph *graph, guint component, gboolean stepped)
{
  gboolean before = FALSE, pending = FALSE;
  double last = 0, last_x = 0;
  for (guint i = 0; i < graph->width; i++) {
    const MwCurveStretch *at = &graph->stretches[i];
    if (!at->there) {
      if (pending)
        cairo_line_to (graph->cairo, last_x, last);
      before = pending = FALSE;
      continue;
    }
    const double y = graph_y (graph, (double) at->first[component]),
                 top = graph_y (graph, (double) at->most[component]),
                 bottom = graph_y (graph, (double) at->least[component]);
    const gboolean peak = top < y - 0.5 || bottom > y + 0.5;
    if (!before) {
      cairo_move_to (graph->cairo, i, y);
    } else if (y != last || peak) {
      if (pending || stepped)
        cairo_line_to (graph->cairo, stepped ? i : last_x, last);
      cairo_line_to (graph->cairo, i, y);
    }
    pending = before && y == last && !peak;
    if (peak) {
      cairo_line_to (graph->cairo, i + 0.5, top);
      cairo_line_to (graph->cairo, i + 0.5, bottom);
    }
    before = TRUE;
    last = peak ? bottom : y;
    last_x = i;
  }
  if (pending)
    cairo_line_to (graph->cairo, last_x, last);
}

static void
draw_curve (const Graph *graph, guint place)
{
  const MwSheetView *self = graph->self;
  const MwKeyCurve *curve = self->curves->pdata[place];
  const guint n = mw_key_curve_n_components (curve);
  mw_key_curve_stretches (curve, mw_sheet_view_time (self, SHEET_NAMES), 1 / self->scale, graph->width,
                          graph->stretches);
  cairo_set_line_width (graph->cairo, 1.5);
  cairo_set_line_join (graph->cairo, CAIRO_LINE_JOIN_BEVEL);
  /* The last component first: that of X is on top, as it is picked first. */
  for (guint c = n; c-- > 0;) {
    const GdkRGBA colour = mw_sheet_curves_line_colour (self, place, c);
    if (!(self->components & (1u << c)))
      continue;
    cairo_new_path (graph->cairo);
    gdk_cairo_set_source_rgba (graph->cairo, &colour);
    trace (graph, c, mw_key_curve_is_stepped (curve));
    cairo_stroke (graph->cairo);
  }
}

/* --- Keys and handles ----------------------------------------------------------------------------------------------- */

/* A hold is a square, a line a diamond, and a curve a circle, as in the rows. */
static void
trace_mark (cairo_t *cairo, const MwKeyCurve *curve, double x, double y, double r)
{
  cairo_new_sub_path (cairo);
  if (mw_key_curve_is_stepped (curve)) {
    cairo_rectangle (cairo, x - r + 1, y - r + 1, 2 * r - 2, 2 * r - 2);
  } else if (mw_interpolation_has_tangents (mw_key_curve_interpolation (curve))) {
    cairo_arc (cairo, x, y, r - 0.5, 0, 2 * G_PI);
  } else {
    cairo_move_to (cairo, x, y - r);
    cairo_line_to (cairo, x + r, y);
    cairo_line_to (cairo, x, y + r);
    cairo_line_to (cairo, x - r, y);
    cairo_close_path (cairo);
  }
}

/* Keys that are nearer to each other than a few pixels have one mark. */
static void
draw_keys (const Graph *graph, guint place, const MwSheetRow *row, gboolean chosen)
{
  const MwSheetView *self = graph->self;
  const MwKeyCurve *curve = self->curves->pdata[place];
  const guint n = mw_key_curve_n_components (curve), n_keys = MIN (mw_key_curve_n_keys (curve), row->n);
  const gint64 from = (gint64) floor (mw_sheet_view_time (self, SHEET_NAMES - MARK)) - row->offset;
  for (guint c = n; c-- > 0;) {
    const GdkRGBA colour = mw_sheet_curves_line_colour (self, place, c);
    double last_x = -1000, last_y = -1000;
    if (!(self->components & (1u << c)))
      continue;
    cairo_new_path (graph->cairo);
    for (guint i = mw_sheet_row_from (row, from); i < n_keys; i++) {
      const double x = mw_sheet_view_x (self, (double) mw_key_curve_key_time (curve, i)) - SHEET_NAMES,
                   value = mw_key_curve_key (curve, i)[c], y = graph_y (graph, value);
      if (x > graph->width + MARK)
        break;
      if (!row->chosen[i] != !chosen || isnan (value) || (fabs (x - last_x) < APART && fabs (y - last_y) < APART))
        continue;
      trace_mark (graph->cairo, curve, x, y, chosen ? MARK + 1.5 : MARK);
      last_x = x;
      last_y = y;
    }
    gdk_cairo_set_source_rgba (graph->cairo, &colour);
    cairo_fill_preserve (graph->cairo);
    gdk_cairo_set_source_rgba (graph->cairo, chosen ? &self->text : &self->base);
    cairo_set_line_width (graph->cairo, chosen ? 1.5 : 1);
    cairo_stroke (graph->cairo);
  }
}

static void
draw_handles (const Graph *graph, guint place, const MwSheetRow *row)
{
  const MwSheetView *self = graph->self;
  const MwKeyCurve *curve = self->curves->pdata[place];
  const guint n = mw_key_curve_n_components (curve), n_keys = MIN (mw_key_curve_n_keys (curve), row->n);
  guint drawn = 0;
  for (guint i = 0; i < n_keys && drawn < MOST_HANDLES; i++)
    /* That of X is on top, as it is picked first. */
    for (guint k = 2 * n; row->chosen[i] && k-- > 0;) {
      const guint c = k / 2;
      const GdkRGBA colour = mw_sheet_curves_line_colour (self, place, c);
      double time, value;
      if (!(self->components & (1u << c)) || !mw_key_curve_handle (curve, i, c, k % 2, &time, &value))
        continue;
      const double x = mw_sheet_view_x (self, (double) mw_key_curve_key_time (curve, i)) - SHEET_NAMES,
                   y = graph_y (graph, mw_key_curve_key (curve, i)[c]),
                   end = mw_sheet_view_x (self, time) - SHEET_NAMES, end_y = graph_y (graph, value);
      gdk_cairo_set_source_rgba (graph->cairo, &colour);
      cairo_set_line_width (graph->cairo, 1);
      cairo_move_to (graph->cairo, x, y);
      cairo_line_to (graph->cairo, end, end_y);
      cairo_stroke (graph->cairo);
      cairo_arc (graph->cairo, end, end_y, MARK - 1, 0, 2 * G_PI);
      cairo_fill (graph->cairo);
      drawn++;
    }
}

/* --- All of it ------------------------------------------------------------------------------------------------------ */

static void
draw_curves (MwSheetView *self, cairo_t *cairo, guint width)
{
  g_autofree MwCurveStretch *stretches = g_new (MwCurveStretch, width + 1);
  const Graph graph = { self, cairo, width, stretches };
  for (guint i = 0; i < self->curves->len; i++)
    draw_curve (&graph, i);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->curves->len; i++) {
      const guint row = mw_sheet_curves_row (self, i);
      if (row && pass == 1)
        draw_handles (&graph, i, mw_key_sheet_row (self->sheet, row));
      if (row)
        draw_keys (&graph, i, mw_key_sheet_row (self->sheet, row), pass == 1);
    }
}

static GdkTexture *
draw_picture (MwSheetView *self, guint width, guint height)
{
  const int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self)), across = (int) width * factor,
            down = (int) height * factor;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, across, down);
  cairo_t *cairo = cairo_create (surface);
  cairo_scale (cairo, factor, factor);
  draw_curves (self, cairo, width);
  cairo_destroy (cairo);
  cairo_surface_flush (surface);
  const gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = g_bytes_new (cairo_image_surface_get_data (surface), stride * (gsize) down);
  cairo_surface_destroy (surface);
  return gdk_memory_texture_new (across, down, GDK_MEMORY_DEFAULT, bytes, stride);
}

const char *
mw_sheet_curves_why_none (const MwSheetView *self)
{
  const MwSheetRow *row = mw_key_sheet_row (self->sheet, self->cursor);
  /* The tracks of a closed element are no rows, and only rows have curves. */
  for (guint i = row->element ? self->cursor : 1; i < mw_key_sheet_n_rows (self->sheet); i++) {
    if (mw_key_sheet_row (self->sheet, i)->collapsed)
      return _ ("Open the element at the left to see the curves of its tracks.");
    if (row->element)
      break;
  }
  return row->n ? _ ("There is no curve here: events and textures have none.")
                : _ ("There are no keys in this sequence. I adds one to a track at the playhead.");
}

void
mw_sheet_curves_draw (MwSheetView *self, GtkSnapshot *to, double width, double height)
{
  enum { LINE = 20, NOTE = 12 };
  const double above = mw_sheet_view_above (self), across = width - SHEET_NAMES, down = height - above;
  const GdkRGBA dim = mw_draw_faint (&self->text, 0.7);
  if (across < 1 || down < 1)
    return;
  gtk_snapshot_push_clip (to, &GRAPHENE_RECT_INIT (SHEET_NAMES, (float) above, (float) across, (float) down));
  if (self->curves->len) {
    draw_grid (self, to, width, height, FALSE);
    g_autoptr (GdkTexture) picture = draw_picture (self, (guint) ceil (across), (guint) ceil (down));
    gtk_snapshot_append_texture (
      to, picture, &GRAPHENE_RECT_INIT (SHEET_NAMES, (float) above, (float) ceil (across), (float) ceil (down)));
    draw_grid (self, to, width, height, TRUE);
    mw_sheet_curves_draw_names (self, to, width, height);
  } else {
    mw_draw_text (GTK_WIDGET (self), &self->layout, to, mw_sheet_curves_why_none (self), &dim, SHEET_NAMES + NOTE,
                  above + NOTE, LINE, across - 2 * NOTE);
  }
  if (self->n_tracks > self->curves->len) {
    g_autofree char *text = g_strdup_printf (_ ("The first %u of %u tracks. Click a name to see its curve."),
                                             self->curves->len, self->n_tracks);
    mw_draw_text (GTK_WIDGET (self), &self->layout, to, text, &dim, SHEET_NAMES + NUMBER + NOTE, above + 2, LINE,
                  across - NUMBER - 2 * NOTE);
  }
  gtk_snapshot_pop (to);
}
