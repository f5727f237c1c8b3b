/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/drawing.h"
#include "ui/time/sheet-view-private.h"

#include <math.h>

/* Keys nearer to each other than this are drawn as one bar, so that what is drawn is limited by the width. */
enum { MARK = 11, NEAR = 7, BAR = 8, TICK = 80 };

static const GdkRGBA band_colours[] = { { 0.29f, 0.56f, 0.85f, 1 }, { 0.36f, 0.68f, 0.42f, 1 },
                                        { 0.85f, 0.58f, 0.25f, 1 }, { 0.67f, 0.45f, 0.80f, 1 },
                                        { 0.80f, 0.42f, 0.48f, 1 }, { 0.30f, 0.66f, 0.68f, 1 } };

/* --- Marks ---------------------------------------------------------------------------------------------------------- */

void
mw_sheet_view_forget_marks (MwSheetView *self)
{
  for (guint i = 0; i < SHEET_SHAPES; i++)
    for (guint k = 0; k < SHEET_STATES; k++)
      g_clear_object (&self->marks[i][k]);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_object (&self->layout);
}

/* A hold is a square, a line a diamond, a curve a circle, and an event a triangle. */
static void
trace_mark (cairo_t *cairo, MwSheetShape shape)
{
  const double m = MARK / 2.0, r = MARK / 2.0 - 1;
  switch (shape) {
  case MW_SHEET_HOLD:
    cairo_rectangle (cairo, m - r + 1, m - r + 1, 2 * r - 2, 2 * r - 2);
    break;
  case MW_SHEET_TANGENTS:
    cairo_arc (cairo, m, m, r - 0.5, 0, 2 * G_PI);
    break;
  case MW_SHEET_EVENT:
    cairo_move_to (cairo, m - r, m - r + 1);
    cairo_line_to (cairo, m + r, m - r + 1);
    cairo_line_to (cairo, m, m + r);
    cairo_close_path (cairo);
    break;
  case MW_SHEET_LINEAR:
  default:
    cairo_move_to (cairo, m, m - r);
    cairo_line_to (cairo, m + r, m);
    cairo_line_to (cairo, m, m + r);
    cairo_line_to (cairo, m - r, m);
    cairo_close_path (cairo);
  }
}

typedef struct {
  MwSheetView *view;
  MwSheetShape shape;
  gboolean chosen;
} Mark;

static void
draw_mark (cairo_t *cairo, gpointer data)
{
  const Mark *mark = data;
  const MwSheetView *self = mark->view;
  const GdkRGBA inside = mark->chosen ? self->accent : mw_draw_faint (&self->text, 0.7);
  trace_mark (cairo, mark->shape);
  gdk_cairo_set_source_rgba (cairo, &inside);
  cairo_fill_preserve (cairo);
  gdk_cairo_set_source_rgba (cairo, mark->chosen ? &self->text : &self->base);
  cairo_set_line_width (cairo, 1);
  cairo_stroke (cairo);
}

static void
find_colours (MwSheetView *self)
{
  mw_draw_colours (GTK_WIDGET (self), &self->text, &self->accent, NULL, &self->base);
  for (guint i = 0; i < SHEET_SHAPES; i++)
    for (guint k = 0; k < SHEET_STATES; k++) {
      Mark mark = { self, (MwSheetShape) i, k != 0 };
      if (!self->marks[i][k])
        self->marks[i][k] = mw_draw_mark (GTK_WIDGET (self), MARK, draw_mark, &mark);
    }
}

static void
put_mark (MwSheetView *self, GtkSnapshot *to, const MwSheetRow *row, gboolean chosen, double x, double y)
{
  const MwSheetShape shape = row->kind == MW_SHEET_TRACK ? row->shape : MW_SHEET_LINEAR;
  gtk_snapshot_append_texture (
    to, self->marks[shape][chosen],
    &GRAPHENE_RECT_INIT ((float) (round (x) - MARK / 2), (float) (y + (SHEET_ROW - MARK) / 2.0), MARK, MARK));
}

/* Draws the keys of a row between two edges. Keys that nearly touch each other and are all chosen, or all not, become a bar. */
static void
draw_keys (MwSheetView *self, GtkSnapshot *to, const MwSheetRow *row, double y, double width)
{
  const guint end = mw_sheet_row_from (row, (gint64) ceil (mw_sheet_view_time (self, width + MARK)) - row->offset);
  const gint64 near = (gint64) (NEAR / self->scale);
  guint i = mw_sheet_row_from (row, (gint64) floor (mw_sheet_view_time (self, SHEET_NAMES - MARK)) - row->offset);
  while (i < end) {
    const guint first = i;
    while (i + 1 < end && (gint64) row->times[i + 1] - row->times[i] < near && !row->chosen[i + 1] == !row->chosen[i])
      i++;
    const double x = mw_sheet_view_x (self, (double) (row->times[first] + row->offset)),
                 last = mw_sheet_view_x (self, (double) (row->times[i] + row->offset));
    const GdkRGBA colour = row->chosen[i] ? mw_draw_faint (&self->accent, 0.8) : mw_draw_faint (&self->text, 0.4);
    if (i > first)
      mw_draw_fill (to, &colour, x, y + (SHEET_ROW - BAR) / 2.0, last - x, BAR);
    put_mark (self, to, row, row->chosen[first] != 0, x, y);
    if (i > first)
      put_mark (self, to, row, row->chosen[i] != 0, last, y);
    i++;
  }
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static gboolean
is_selected (const MwSheetView *self, const MwSheetRow *row)
{
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  for (guint i = 0; i < n; i++)
    if (row->kind != MW_SHEET_SUMMARY && (ids[i] == row->record || ids[i] == row->holder))
      return TRUE;
  return FALSE;
}

static void
draw_background (MwSheetView *self, GtkSnapshot *to, guint place, double y, double width)
{
  const MwSheetRow *row = mw_key_sheet_row (self->sheet, place);
  const GdkRGBA group = mw_draw_faint (&self->text, row->kind == MW_SHEET_TRACK ? 0.0 : 0.07),
                line = mw_draw_faint (&self->text, 0.06), selected = mw_draw_faint (&self->accent, 0.25);
  mw_draw_fill (to, &group, 0, y, width, SHEET_ROW);
  mw_draw_fill (to, &line, 0, y + SHEET_ROW - 1, width, 1);
  if (is_selected (self, row))
    mw_draw_fill (to, &selected, 0, y, SHEET_NAMES, SHEET_ROW);
  const GdkRGBA shown = mw_draw_faint (&self->text, self->shows_curves && place == self->cursor ? 0.14 : 0);
  mw_draw_fill (to, &shown, 0, y, SHEET_NAMES, SHEET_ROW);
  if (place == self->cursor && (self->shows_curves || gtk_widget_has_focus (GTK_WIDGET (self))))
    mw_draw_fill (to, &self->accent, 0, y, 3, SHEET_ROW);
}

static void
draw_arrow (MwSheetView *self, GtkSnapshot *to, gboolean collapsed, double y)
{
  cairo_t *cairo = gtk_snapshot_append_cairo (to, &GRAPHENE_RECT_INIT (4, (float) y, 16, SHEET_ROW));
  const double middle = y + SHEET_ROW / 2.0;
  gdk_cairo_set_source_rgba (cairo, &self->text);
  if (collapsed) {
    cairo_move_to (cairo, 9, middle - 4);
    cairo_line_to (cairo, 14, middle);
    cairo_line_to (cairo, 9, middle + 4);
  } else {
    cairo_move_to (cairo, 7, middle - 2);
    cairo_line_to (cairo, 11, middle + 3);
    cairo_line_to (cairo, 15, middle - 2);
  }
  cairo_set_line_width (cairo, 1.5);
  cairo_stroke (cairo);
  cairo_destroy (cairo);
}

static void
draw_name (MwSheetView *self, GtkSnapshot *to, const MwSheetRow *row, double y)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (self->document), row->record);
  const GdkRGBA dim = mw_draw_faint (&self->text, 0.8);
  if (row->kind == MW_SHEET_SUMMARY) {
    mw_draw_text (GTK_WIDGET (self), &self->layout, to, _ ("Summary"), &self->text, 8, y, SHEET_ROW, SHEET_NAMES - 12);
  } else if (row->kind == MW_SHEET_ELEMENT && record) {
    g_autofree char *title = mw_ui_record_long_title (record);
    draw_arrow (self, to, row->collapsed, y);
    mw_draw_text (GTK_WIDGET (self), &self->layout, to, title, &self->text, 20, y, SHEET_ROW, SHEET_NAMES - 24);
  } else if (record) {
    const MwField *slot = mw_record_slot (record);
    const char *label = slot ? mw_ui_label (slot->label) : "";
    /* Translators: the name of a track whose keys are in the time of a global sequence. */
    g_autofree char *text = row->global ? g_strdup_printf (_ ("%s (global)"), label) : g_strdup (label);
    mw_draw_text (GTK_WIDGET (self), &self->layout, to, text, &dim, 32, y, SHEET_ROW, SHEET_NAMES - 36);
  }
}

static void
draw_rows (MwSheetView *self, GtkSnapshot *to, double width, double height)
{
  const int above = mw_sheet_view_above (self);
  const double scrolled = gtk_adjustment_get_value (self->down);
  const guint n = mw_key_sheet_n_rows (self->sheet), first = 1 + (guint) (scrolled / SHEET_ROW);
  gtk_snapshot_push_clip (to, &GRAPHENE_RECT_INIT (0, (float) above, (float) width, (float) MAX (0, height - above)));
  for (guint i = first; i < n && mw_sheet_view_row_y (self, i) < height; i++) {
    const double y = mw_sheet_view_row_y (self, i);
    draw_background (self, to, i, y, self->shows_curves ? SHEET_NAMES : width);
    draw_name (self, to, mw_key_sheet_row (self->sheet, i), y);
  }
  gtk_snapshot_push_clip (to, &GRAPHENE_RECT_INIT (SHEET_NAMES, (float) above, (float) (width - SHEET_NAMES),
                                                   (float) MAX (0, height - above)));
  for (guint i = first; !self->shows_curves && i < n && mw_sheet_view_row_y (self, i) < height; i++)
    draw_keys (self, to, mw_key_sheet_row (self->sheet, i), mw_sheet_view_row_y (self, i), width);
  gtk_snapshot_pop (to);
  gtk_snapshot_pop (to);
}

/* --- Ruler ---------------------------------------------------------------------------------------------------------- */

/* The distance of the times that are written: 1, 2 or 5 times a power of ten. */
static gint64
tick_of (const MwSheetView *self)
{
  gint64 tick = 1;
  for (guint i = 0; (double) tick * self->scale < TICK; i++)
    tick = i % 3 == 1 ? tick / 2 * 5 : tick * 2;
  return tick;
}

static void
draw_ruler (MwSheetView *self, GtkSnapshot *to, double width, double height)
{
  const gint64 tick = tick_of (self), origin = mw_sheet_view_shown_time (self, 0);
  const GdkRGBA line = mw_draw_faint (&self->text, 0.12), dim = mw_draw_faint (&self->text, 0.75),
                back = mw_draw_faint (&self->text, 0.05);
  const double from = mw_sheet_view_time (self, SHEET_NAMES) + (double) origin;
  mw_draw_fill (to, &back, 0, 0, width, SHEET_RULER);
  gtk_snapshot_push_clip (to, &GRAPHENE_RECT_INIT (SHEET_NAMES, 0, (float) (width - SHEET_NAMES), (float) height));
  for (gint64 shown = (gint64) floor (from / (double) tick) * tick;; shown += tick) {
    const double x = round (mw_sheet_view_x (self, (double) (shown - origin)));
    if (x > width)
      break;
    g_autofree char *count = mw_ui_count ((guint64) ABS (shown)),
                    *text = g_strconcat (shown < 0 ? "−" : "", count, NULL);
    mw_draw_fill (to, &line, x, SHEET_RULER - 6, 1, height);
    mw_draw_text (GTK_WIDGET (self), &self->layout, to, text, &dim, x + 4, 0, SHEET_RULER, TICK);
  }
  gtk_snapshot_pop (to);
}

/* Greys out the times from x to `end`. */
static void
shade (MwSheetView *self, GtkSnapshot *to, double x, double end, double height)
{
  const GdkRGBA grey = mw_draw_faint (&self->text, 0.10);
  mw_draw_fill (to, &grey, MAX (x, SHEET_NAMES), SHEET_RULER, end - MAX (x, SHEET_NAMES), height - SHEET_RULER);
}

static void
draw_scope (MwSheetView *self, GtkSnapshot *to, double width, double height)
{
  const MwSheetScope *scope = mw_key_sheet_get_scope (self->sheet);
  if (!scope->sequence)
    return;
  shade (self, to, SHEET_NAMES, mw_sheet_view_x (self, (double) scope->start), height);
  shade (self, to, mw_sheet_view_x (self, (double) scope->end), width, height);
}

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const MwSequenceAspect *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}

/* Greys out what no sequence plays. */
static void
draw_gaps (MwSheetView *self, GtkSnapshot *to, double width, double height)
{
  const MwModel *model = mw_document_get_model (self->document);
  const MwList *sequences = mw_model_sequences (model);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (MwSequenceAspect));
  double x = SHEET_NAMES;
  for (uint32_t i = 0; i < sequences->n; i++) {
    const MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    g_array_append_val (all, aspect);
  }
  g_array_sort (all, compare_starts);
  for (guint i = 0; i < all->len; i++) {
    const MwSequenceAspect *aspect = &g_array_index (all, MwSequenceAspect, i);
    shade (self, to, x, MIN (mw_sheet_view_x (self, (double) aspect->start), width), height);
    x = MAX (x, mw_sheet_view_x (self, (double) aspect->end));
  }
  shade (self, to, x, width, height);
}

static void
draw_bands (MwSheetView *self, GtkSnapshot *to, double width, double height)
{
  const MwModel *model = mw_document_get_model (self->document);
  const MwList *sequences = mw_model_sequences (model);
  gtk_snapshot_push_clip (to, &GRAPHENE_RECT_INIT (SHEET_NAMES, 0, (float) (width - SHEET_NAMES), (float) height));
  draw_gaps (self, to, width, height);
  for (uint32_t i = 0; i < sequences->n; i++) {
    const MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    const double x = mw_sheet_view_x (self, (double) aspect.start), end = mw_sheet_view_x (self, (double) aspect.end);
    const gboolean playing = !self->clock.rest && self->clock.sequence == sequences->items[i]->id;
    const GdkRGBA *colour = &band_colours[i % G_N_ELEMENTS (band_colours)];
    const GdkRGBA back = mw_draw_faint (colour, playing ? 0.75 : 0.4), edge = mw_draw_faint (&self->text, 0.35);
    if (end < SHEET_NAMES || x > width)
      continue;
    g_autofree char *title = mw_ui_record_title (sequences->items[i]);
    mw_draw_fill (to, &back, x, SHEET_RULER + 1, MAX (1, end - x), SHEET_BANDS - 2);
    mw_draw_fill (to, &edge, x, SHEET_RULER, 1, height);
    mw_draw_fill (to, &edge, end, SHEET_RULER, 1, height);
    mw_draw_text (GTK_WIDGET (self), &self->layout, to, title, &self->text, MAX (x, SHEET_NAMES) + 5, SHEET_RULER,
                  SHEET_BANDS, end - MAX (x, SHEET_NAMES) - 8);
  }
  gtk_snapshot_pop (to);
}

/* --- All of it ------------------------------------------------------------------------------------------------------ */

static GskRenderNode *
draw_still (MwSheetView *self, double width, double height)
{
  GtkSnapshot *to = gtk_snapshot_new ();
  const GdkRGBA line = mw_draw_faint (&self->text, 0.2);
  const double summary = mw_sheet_view_row_y (self, 0);
  if (mw_sheet_view_has_bands (self))
    draw_bands (self, to, width, height);
  else
    draw_scope (self, to, width, height);
  draw_ruler (self, to, width, height);
  draw_rows (self, to, width, height);
  if (self->shows_curves)
    mw_sheet_curves_draw (self, to, width, height);
  draw_background (self, to, 0, summary, width);
  draw_name (self, to, mw_key_sheet_row (self->sheet, 0), summary);
  gtk_snapshot_push_clip (to,
                          &GRAPHENE_RECT_INIT (SHEET_NAMES, (float) summary, (float) (width - SHEET_NAMES), SHEET_ROW));
  draw_keys (self, to, mw_key_sheet_row (self->sheet, 0), summary, width);
  gtk_snapshot_pop (to);
  mw_draw_fill (to, &line, SHEET_NAMES - 1, 0, 1, height);
  mw_draw_fill (to, &line, 0, summary + SHEET_ROW - 1, width, 1);
  return gtk_snapshot_free_to_node (to);
}

static void
draw_playhead (MwSheetView *self, GtkSnapshot *to, double height)
{
  double time;
  if (!mw_sheet_view_playhead (self, &time))
    return;
  const double x = round (mw_sheet_view_x (self, time));
  const GdkRGBA red = { 0.88f, 0.25f, 0.22f, 1 };
  if (x < SHEET_NAMES)
    return;
  mw_draw_fill (to, &red, x, 0, 1, height);
  mw_draw_fill (to, &red, x - 4, 0, 9, 8);
}

static void
draw_box (MwSheetView *self, GtkSnapshot *to)
{
  const double x = MIN (self->x, self->from_x), y = MIN (self->y, self->from_y), width = fabs (self->x - self->from_x),
               height = fabs (self->y - self->from_y);
  const GdkRGBA inside = mw_draw_faint (&self->accent, 0.2);
  mw_draw_fill (to, &inside, x, y, width, height);
  mw_draw_fill (to, &self->accent, x, y, width, 1);
  mw_draw_fill (to, &self->accent, x, y + height, width, 1);
  mw_draw_fill (to, &self->accent, x, y, 1, height);
  mw_draw_fill (to, &self->accent, x + width, y, 1, height);
}

/* How far the keys have moved, beside the pointer. */
static void
draw_amount (MwSheetView *self, GtkSnapshot *to, double width)
{
  enum { LENGTH = 130 };
  double raise = 0;
  for (guint c = 0; c < G_N_ELEMENTS (self->raise); c++)
    raise = self->raise[c] != 0 ? (double) self->raise[c] : raise;
  g_autofree char *time = g_strdup_printf (_ ("%+d ms"), (int) self->by);
  g_autofree char *text = self->doing == SHEET_SCALE ? g_strdup_printf ("× %.3f", self->factor)
                          : raise != 0               ? g_strdup_printf ("%s, %+.4g", time, raise)
                                                     : g_strdup (time);
  const double x = MIN (self->x + 14, width - LENGTH), y = MAX (0, self->y - SHEET_ROW - 6);
  const GdkRGBA back = mw_draw_faint (&self->base, 0.92);
  mw_draw_fill (to, &back, x, y, LENGTH, SHEET_ROW);
  mw_draw_text (GTK_WIDGET (self), &self->layout, to, text, &self->text, x + 6, y, SHEET_ROW, LENGTH - 8);
}

void
mw_sheet_view_draw (MwSheetView *self, GtkSnapshot *to)
{
  const double width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  find_colours (self);
  if (!self->node)
    self->node = draw_still (self, width, height);
  if (self->node)
    gtk_snapshot_append_node (to, self->node);
  gtk_snapshot_push_clip (to,
                          &GRAPHENE_RECT_INIT (SHEET_NAMES, 0, (float) MAX (0, width - SHEET_NAMES), (float) height));
  draw_playhead (self, to, height);
  if (self->doing == SHEET_BOX || self->doing == SHEET_CURVE_BOX)
    draw_box (self, to);
  if (self->open && (self->doing == SHEET_MOVE || self->doing == SHEET_SCALE))
    draw_amount (self, to, width);
  gtk_snapshot_pop (to);
}
