/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/drawing.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/time/sheet-view-private.h"

#include <math.h>

/* How the lines of several tracks in one graph are told apart: by colours, and by names beside them. */

enum { LINE = 15, PAD = 4 }; /* pixels: the height of a name, and what is free around it */

/* --- Colours -------------------------------------------------------------------------------------------------------- */

GdkRGBA
mw_sheet_curves_colour (guint components, guint component)
{
  static const GdkRGBA colours[] = {
    { 0.90f, 0.27f, 0.25f, 1 }, { 0.24f, 0.66f, 0.28f, 1 }, { 0.25f, 0.50f, 0.95f, 1 }, { 0.55f, 0.55f, 0.55f, 1 }
  };
  static const GdkRGBA single = { 0.92f, 0.58f, 0.13f, 1 };
  return components == 1 ? single : colours[component];
}

/* Of several tracks, the X of each is some red, and so on. Tracks of one number have no such meaning to keep and go around the circle of
 * hues. */
GdkRGBA
mw_sheet_curves_line_colour (const MwSheetView *self, guint curve, guint component)
{
  enum { SHADES = 4 };
  static const float turns[SHADES] = { 0, 0.075f, -0.06f, 0.035f }, lights[SHADES] = { 1, 0.85f, 0.95f, 0.7f };
  const guint n = mw_key_curve_n_components (self->curves->pdata[curve]);
  GdkRGBA colour = mw_sheet_curves_colour (n, component);
  float hue, saturation, value;
  gtk_rgb_to_hsv (colour.red, colour.green, colour.blue, &hue, &saturation, &value);
  hue += n == 1 ? (float) curve / (float) MAX (self->curves->len, 1) : turns[curve % SHADES];
  value *= n == 1 ? 1 : lights[curve % SHADES];
  gtk_hsv_to_rgb (hue - floorf (hue), saturation, value, &colour.red, &colour.green, &colour.blue);
  return colour;
}

const char *
mw_sheet_curves_component (MwKeyCurveKind kind, guint component)
{
  static const char *const axes[] = { "X", "Y", "Z", "W" }, *const channels[] = { N_ ("R"), N_ ("G"), N_ ("B"), "A" };
  return kind == MW_KEY_CURVE_COLOUR ? _ (channels[component]) : axes[component];
}

/* --- Names ---------------------------------------------------------------------------------------------------------- */

/* The name of one line, or of several of a track that are at the same place. */
typedef struct {
  double y; /* of the line */
  guint curve, first;
  guint components; /* bits */
} Name;

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const Name *x = a, *y = b;
  if (x->y != y->y)
    return x->y < y->y ? -1 : 1;
  return x->curve != y->curve ? (x->curve < y->curve ? -1 : 1) : (int) x->first - (int) y->first;
}

void
mw_sheet_curves_spread (double *places, guint n, double apart, double from, double to)
{
  for (guint i = 0; i < n; i++)
    places[i] = MAX (places[i], i ? places[i - 1] + apart : from);
  for (guint i = n; i-- > 0;)
    places[i] = MIN (places[i], i + 1 < n ? places[i + 1] - apart : to);
}

static void
add_names (const MwSheetView *self, guint place, double time, double height, GArray *names)
{
  const MwKeyCurve *curve = self->curves->pdata[place];
  const guint n = mw_key_curve_n_components (curve), had = names->len;
  double values[MW_KEY_CURVE_MOST];
  if (!mw_key_curve_at (curve, time, values))
    return;
  for (guint c = 0; c < n; c++) {
    const double y = mw_sheet_view_value_place (self, values[c]);
    gboolean joined = FALSE;
    if (!(self->components & (1u << c)) || y < mw_sheet_view_above (self) || y > height)
      continue;
    for (guint i = had; i < names->len && !joined; i++) {
      Name *other = &g_array_index (names, Name, i);
      joined = fabs (other->y - y) < 1;
      other->components |= joined ? 1u << c : 0;
    }
    const Name name = { y, place, c, 1u << c };
    if (!joined)
      g_array_append_val (names, name);
  }
}

/* The track, with its element where there are several. */
static char *
name_text (const MwSheetView *self, const Name *name)
{
  const MwModel *model = mw_document_get_model (self->document);
  const MwKeyCurve *curve = self->curves->pdata[name->curve];
  const MwRecord *track = mw_model_find (model, mw_key_curve_track (curve));
  const MwField *slot = mw_record_slot (track);
  GString *text = g_string_new (NULL);
  gboolean several = FALSE;
  for (guint i = 0; i < self->curves->len; i++)
    several |= mw_model_find (model, mw_key_curve_track (self->curves->pdata[i]))->owner != track->owner;
  if (several) {
    g_autofree char *element = mw_ui_record_title (track->owner);
    g_string_append_printf (text, "%s · ", element);
  }
  g_string_append (text, mw_ui_label (slot->label));
  for (guint c = 0; mw_key_curve_n_components (curve) > 1 && c < MW_KEY_CURVE_MOST; c++)
    if (name->components & (1u << c))
      g_string_append_printf (text, " %s", mw_sheet_curves_component (mw_key_curve_kind (curve), c));
  return g_string_free (text, FALSE);
}

/* The names at a moment, from above to below. Free with g_array_unref(). */
static GArray *
names_at (const MwSheetView *self, double time, double height)
{
  GArray *names = g_array_new (FALSE, FALSE, sizeof (Name));
  for (guint i = 0; i < self->curves->len; i++)
    add_names (self, i, time, height, names);
  g_array_sort (names, compare_names);
  return names;
}

/* Whether a name at a moment would cover keys. */
static gboolean
covers_keys (const MwSheetView *self, double time)
{
  enum { BEFORE = 6, WIDE = 110 };
  const MwSheetRow *all = mw_key_sheet_row (self->sheet, 0);
  const guint next = mw_sheet_row_from (all, (gint64) floor (time - BEFORE / self->scale));
  return next < all->n && all->times[next] < time + WIDE / self->scale;
}

/* Loops begin and end alike, so the names are where the lines are most apart, of such moments at the last one; but rather not on keys. */
static double
best_time (const MwSheetView *self, double width, double height)
{
  enum { TRIED = 24 };
  const double room = width - SHEET_NAMES;
  double best = 0, most = -INFINITY;
  for (guint i = TRIED; i-- > 0;) {
    /* A name is right of its moment and takes up to a third of the width. */
    const double time = mw_sheet_view_time (self, SHEET_NAMES + room * (0.05 + 0.6 * i / TRIED));
    g_autoptr (GArray) names = names_at (self, time, height);
    double apart = covers_keys (self, time) ? -LINE : 0;
    for (guint k = 0; k < names->len; k++)
      apart += k ? MIN (LINE, g_array_index (names, Name, k).y - g_array_index (names, Name, k - 1).y) : LINE;
    if (apart <= most)
      continue;
    most = apart;
    best = time;
  }
  return best;
}

static void
draw_name (MwSheetView *self, GtkSnapshot *to, const Name *name, double x, double y, double room)
{
  const GdkRGBA colour = mw_sheet_curves_line_colour (self, name->curve, name->first),
                back = mw_draw_faint (&self->base, 0.85);
  g_autofree char *text = name_text (self, name);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  int wide;
  pango_layout_get_pixel_size (layout, &wide, NULL);
  room = MIN (wide + 1, room);
  mw_draw_fill (to, &back, x, y - LINE / 2.0, room + 3 * PAD, LINE);
  mw_draw_fill (to, &colour, x, y - LINE / 2.0, 3, LINE);
  mw_draw_text (GTK_WIDGET (self), &self->layout, to, text, &self->text, x + 2 * PAD, y - LINE / 2.0, LINE, room);
}

void
mw_sheet_curves_draw_names (MwSheetView *self, GtkSnapshot *to, double width, double height)
{
  const double above = mw_sheet_view_above (self);
  if (self->curves->len < 2)
    return;
  const double time = best_time (self, width, height), x = mw_sheet_view_x (self, time);
  g_autoptr (GArray) names = names_at (self, time, height);
  /* Where there is no room for all, the lowest lines have no name. */
  g_array_set_size (names, MIN (names->len, (guint) MAX (0, (height - above) / LINE)));
  g_autofree double *places = g_new (double, names->len + 1);
  for (guint i = 0; i < names->len; i++)
    places[i] = g_array_index (names, Name, i).y;
  mw_sheet_curves_spread (places, names->len, LINE, above + LINE / 2.0, height - LINE / 2.0);
  for (guint i = 0; i < names->len; i++)
    draw_name (self, to, &g_array_index (names, Name, i), x, places[i], (width - SHEET_NAMES) / 3);
}
