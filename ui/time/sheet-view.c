/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/sheet-view-private.h"
#include "ui/hint-line.h"
#include "core/model/aspects.h"
#include "core/schema/value.h"
#include "ui/drawing.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

#include <math.h>

G_DEFINE_FINAL_TYPE (MwSheetView, mw_sheet_view, GTK_TYPE_WIDGET)

enum { SEEK, SAID, CHOSEN, SWITCHED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* Pixels for each ms: from a day on the screen to an eighth of a ms in each pixel. */
static const double LEAST_SCALE = 1e-5, MOST_SCALE = 8;

MwKeySheet *
mw_sheet_view_get_sheet (MwSheetView *self)
{
  return self->sheet;
}

GtkAdjustment *
mw_sheet_view_get_adjustment (MwSheetView *self, GtkOrientation orientation)
{
  return orientation == GTK_ORIENTATION_HORIZONTAL ? self->across : self->down;
}

/* --- Geometry ------------------------------------------------------------------------------------------------------- */

double
mw_sheet_view_x (const MwSheetView *self, double time)
{
  return SHEET_NAMES + (time - self->left) * self->scale;
}

double
mw_sheet_view_time (const MwSheetView *self, double x)
{
  return self->left + (x - SHEET_NAMES) / self->scale;
}

gboolean
mw_sheet_view_has_bands (const MwSheetView *self)
{
  const MwSheetScope *scope = mw_key_sheet_get_scope (self->sheet);
  return !scope->sequence && !scope->lanes;
}

int
mw_sheet_view_above (const MwSheetView *self)
{
  return SHEET_RULER + (mw_sheet_view_has_bands (self) ? SHEET_BANDS : 0) + SHEET_ROW;
}

double
mw_sheet_view_row_y (const MwSheetView *self, guint row)
{
  const int above = mw_sheet_view_above (self);
  return row == 0 ? above - SHEET_ROW : above + (double) (row - 1) * SHEET_ROW - gtk_adjustment_get_value (self->down);
}

int
mw_sheet_view_row_at (const MwSheetView *self, double y)
{
  const int above = mw_sheet_view_above (self);
  if (y < above - SHEET_ROW)
    return -1;
  if (y < above)
    return 0;
  const double row = 1 + floor ((y - above + gtk_adjustment_get_value (self->down)) / SHEET_ROW);
  return row < mw_key_sheet_n_rows (self->sheet) ? (int) row : -1;
}

void
mw_sheet_view_place (MwSheetView *self, guint row, gint64 time, double *x, double *y)
{
  *x = mw_sheet_view_x (self, (double) (time + mw_key_sheet_row (self->sheet, row)->offset));
  *y = mw_sheet_view_row_y (self, row) + SHEET_ROW / 2.0;
}

gint64
mw_sheet_view_shown_time (const MwSheetView *self, gint64 time)
{
  const MwSheetScope *scope = mw_key_sheet_get_scope (self->sheet);
  return scope->sequence ? time - scope->start : time;
}

static int
width_of (const MwSheetView *self)
{
  return MAX (1, gtk_widget_get_width (GTK_WIDGET (self)) - SHEET_NAMES);
}

void
mw_sheet_view_redraw (MwSheetView *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The scroll bars show where the view is. The time goes a little beyond what there is, and to wherever the view is. */
static void
adjust (MwSheetView *self)
{
  const MwSheetScope *scope = mw_key_sheet_get_scope (self->sheet);
  const double page = width_of (self) / self->scale, pad = page / 2;
  const double rows = (double) (mw_key_sheet_n_rows (self->sheet) - 1) * SHEET_ROW,
               height = MAX (1, gtk_widget_get_height (GTK_WIDGET (self)) - mw_sheet_view_above (self));
  self->adjusting = TRUE;
  gtk_adjustment_configure (self->across, self->left, MIN ((double) scope->start - pad, self->left),
                            MAX ((double) scope->end + pad, self->left + page), page / 10, page * 0.9, page);
  gtk_adjustment_configure (self->down, MIN (gtk_adjustment_get_value (self->down), MAX (0, rows - height)), 0,
                            MAX (rows, height), SHEET_ROW, height, height);
  self->adjusting = FALSE;
  mw_sheet_view_redraw (self);
}

void
mw_sheet_view_fit (MwSheetView *self)
{
  const MwSheetScope *scope = mw_key_sheet_get_scope (self->sheet);
  const double length = MAX (1, (double) (scope->end - scope->start));
  self->scale = CLAMP ((width_of (self) - 2 * SHEET_PAD) / length, LEAST_SCALE, MOST_SCALE);
  self->left = (double) scope->start - SHEET_PAD / self->scale;
  self->fits = TRUE;
  adjust (self);
}

void
mw_sheet_view_zoom (MwSheetView *self, double time, double x, double scale)
{
  self->scale = CLAMP (scale, LEAST_SCALE, MOST_SCALE);
  self->left = time - (x - SHEET_NAMES) / self->scale;
  self->fits = FALSE;
  adjust (self);
}

void
mw_sheet_view_scroll (MwSheetView *self, double dx, double dy)
{
  if (dx != 0) {
    self->left += dx / self->scale;
    self->fits = FALSE;
    adjust (self);
  }
  gtk_adjustment_set_value (self->down, gtk_adjustment_get_value (self->down) + dy);
}

static void
scrolled (GtkAdjustment *adjustment, MwSheetView *self)
{
  if (self->adjusting)
    return;
  if (adjustment == self->across) {
    self->left = gtk_adjustment_get_value (self->across);
    self->fits = FALSE;
  }
  mw_sheet_view_redraw (self);
}

/* --- The playhead --------------------------------------------------------------------------------------------------- */

gboolean
mw_sheet_view_playhead (const MwSheetView *self, double *time)
{
  const MwSheetScope *scope = mw_key_sheet_get_scope (self->sheet);
  *time = self->clock.time;
  return !self->clock.rest && (scope->sequence ? scope->sequence == self->clock.sequence : !scope->lanes);
}

/* On the whole time line the sequence at that time is shown; between sequences, the one on show stays. */
void
mw_sheet_view_seek (MwSheetView *self, double time)
{
  const MwSheetScope *scope = mw_key_sheet_get_scope (self->sheet);
  const MwModel *model = mw_document_get_model (self->document);
  const MwList *sequences = mw_model_sequences (model);
  const gint64 at = llround (time);
  if (scope->sequence || scope->lanes) {
    g_signal_emit (self, signals[SEEK], 0, 0, (int) CLAMP (at - scope->start, 0, G_MAXINT32));
    return;
  }
  for (uint32_t i = 0; i < sequences->n; i++) {
    const MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    if (at >= aspect.start && at <= aspect.end) {
      g_signal_emit (self, signals[SEEK], 0, sequences->items[i]->id, (int) (at - aspect.start));
      return;
    }
  }
}

void
mw_sheet_view_say (MwSheetView *self, const char *text)
{
  g_signal_emit (self, signals[SAID], 0, text);
}

void
mw_sheet_view_set_clock (MwSheetView *self, const MwClock *clock)
{
  self->clock = *clock;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

/* What a screen reader hears of the keys. */
static void
describe (MwSheetView *self)
{
  gint32 first, last;
  const guint n = mw_key_sheet_count_chosen (self->sheet, &first, &last);
  g_autofree char *text = g_strdup_printf (ngettext ("%u key chosen", "%u keys chosen", n), n);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

void
mw_sheet_view_chosen (MwSheetView *self)
{
  describe (self);
  mw_sheet_view_redraw (self);
  g_signal_emit (self, signals[CHOSEN], 0);
}

void
mw_sheet_view_reload (MwSheetView *self, gboolean fit)
{
  mw_sheet_view_cancel (self);
  const MwId record = mw_key_sheet_row (self->sheet, self->cursor)->record;
  mw_key_sheet_reload (self->sheet);
  const guint same = record ? mw_key_sheet_find (self->sheet, record) : 0;
  self->cursor = same || self->shows_curves ? same : MIN (self->cursor, mw_key_sheet_n_rows (self->sheet) - 1);
  if (fit || self->fits)
    mw_sheet_view_fit (self);
  else
    adjust (self);
  mw_sheet_curves_reload (self, TRUE);
}

void
mw_sheet_view_update (MwSheetView *self, const MwChangeSet *changes)
{
  if (!mw_key_sheet_update (self->sheet, changes))
    return;
  self->cursor = MIN (self->cursor, mw_key_sheet_n_rows (self->sheet) - 1);
  /* While something is dragged, what is below the pointer stays there. */
  if (self->fits && self->doing == SHEET_IDLE)
    mw_sheet_view_fit (self);
  else
    adjust (self);
  mw_sheet_curves_reload (self, FALSE);
}

void
mw_sheet_view_set_snap (MwSheetView *self, gboolean to_keys, guint per_second)
{
  self->snap = (MwSheetSnap) { to_keys ? SHEET_GRAB : 0, per_second };
}

/* What the buttons and keys do, for the status bar. */
static void
show_hint (MwSheetView *self)
{
  g_autoptr (GString) hint = g_string_new (NULL);
  mw_hint_add (hint, _ ("Click"), _ ("choose a key"));
  mw_hint_add (hint, _ ("Drag"), _ ("move, on empty ground a box"));
  mw_hint_add (hint, _ ("Ctrl+drag"), _ ("copy"));
  if (self->shows_curves)
    mw_hint_add (hint, _ ("Shift"), _ ("only time, or only value"));
  mw_hint_add (hint, _ ("Double click"), _ ("add a key"));
  mw_hint_add (hint, _ ("S"), _ ("scale"));
  mw_hint_add (hint, _ ("Ctrl+wheel"), _ ("zoom"));
  mw_hint_set (GTK_WIDGET (self), hint->str);
}

void
mw_sheet_view_set_curves (MwSheetView *self, gboolean curves)
{
  if (self->shows_curves == curves)
    return;
  mw_sheet_view_cancel (self);
  self->shows_curves = curves;
  show_hint (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_signal_emit (self, signals[SWITCHED], 0);
  mw_sheet_curves_reload (self, TRUE);
}

gboolean
mw_sheet_view_get_curves (MwSheetView *self)
{
  return self->shows_curves;
}

void
mw_sheet_view_set_raw (MwSheetView *self, gboolean raw)
{
  mw_sheet_view_cancel (self);
  self->raw = raw;
  mw_sheet_curves_reload (self, TRUE);
}

void
mw_sheet_view_set_components (MwSheetView *self, guint components)
{
  mw_sheet_view_cancel (self);
  self->components = components;
  mw_sheet_view_redraw (self);
}

/* --- Tooltips ------------------------------------------------------------------------------------------------------- */

/* The value of the key at a time of a track; NULL: it is an event. Free with g_free(). */
static char *
value_text (MwSheetView *self, const MwSheetRow *row, gint32 time)
{
  const MwModel *model = mw_document_get_model (self->document);
  MwRecord *holder = mw_model_find (model, row->holder);
  const MwField *values = holder ? mw_schema_part (holder->schema, MW_PART_VALUES) : NULL;
  const MwArray *times = holder ? mw_field_at (holder, mw_schema_part (holder->schema, MW_PART_TIMES)) : NULL,
                *array = values ? mw_field_at (holder, values) : NULL;
  for (uint32_t i = 0; array && i < MIN (array->n, times->n); i++) {
    const MwTarget target = { .record = holder, .field = values, .first = i, .n = 1, .one = TRUE, .component = -1 };
    if (((const gint32 *) times->data)[i] == time)
      return mw_value_print (model, &target);
  }
  return NULL;
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keys, GtkTooltip *tooltip)
{
  MwSheetView *self = MW_SHEET_VIEW (widget);
  const int row = mw_sheet_curves_has (self, x, y) ? -1 : mw_sheet_view_row_at (self, y);
  if (by_keys || row < 0 || self->doing != SHEET_IDLE)
    return FALSE;
  const MwSheetRow *shown = mw_key_sheet_row (self->sheet, (guint) row);
  const MwRecord *record = mw_model_find (mw_document_get_model (self->document), shown->record);
  g_autofree char *title = record ? mw_ui_record_long_title (record) : g_strdup (_ ("All keys"));
  if (x < SHEET_NAMES) {
    gtk_tooltip_set_text (tooltip, title);
    return TRUE;
  }
  const gint near = mw_sheet_row_near (shown, llround (mw_sheet_view_time (self, x)) - shown->offset,
                                       (gint64) ceil (SHEET_GRAB / self->scale));
  if (near < 0)
    return FALSE;
  const gint64 time = mw_sheet_view_shown_time (self, shown->times[near] + shown->offset);
  g_autofree char *value = shown->kind == MW_SHEET_TRACK ? value_text (self, shown, shown->times[near]) : NULL;
  /* Translators: a tooltip: a time in milliseconds, and the track that has a key at it. */
  g_autofree char *text = g_strdup_printf (_ ("%d ms · %s"), (int) time, title);
  g_autofree char *all = value ? g_strdup_printf ("%s\n%s", text, value) : g_strdup (text);
  gtk_tooltip_set_text (tooltip, all);
  return TRUE;
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
snapshot (GtkWidget *widget, GtkSnapshot *to)
{
  MwSheetView *self = MW_SHEET_VIEW (widget);
  mw_sheet_view_draw (self, to);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  MwSheetView *self = MW_SHEET_VIEW (widget);
  if (self->fits)
    mw_sheet_view_fit (self);
  else
    adjust (self);
  if (self->values_fit)
    mw_sheet_curves_fit (self);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *least, int *natural, int *a, int *b)
{
  const gboolean across = orientation == GTK_ORIENTATION_HORIZONTAL;
  const int rows = MW_SHEET_VIEW (widget)->shows_curves ? SHEET_LEAST_ROWS_OF_GRAPH : 1;
  *least = across ? SHEET_NAMES + 100 : SHEET_RULER + SHEET_BANDS + (1 + rows) * SHEET_ROW;
  *natural = *least;
}

static void
css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (mw_sheet_view_parent_class)->css_changed (widget, change);
  mw_sheet_view_forget_marks (MW_SHEET_VIEW (widget));
}

static void
unmap (GtkWidget *widget)
{
  mw_sheet_view_cancel (MW_SHEET_VIEW (widget));
  GTK_WIDGET_CLASS (mw_sheet_view_parent_class)->unmap (widget);
}

static void
dispose (GObject *object)
{
  MwSheetView *self = MW_SHEET_VIEW (object);
  mw_sheet_view_cancel (self);
  mw_disconnect (self->across, self);
  mw_disconnect (self->down, self);
  mw_sheet_view_forget_marks (self);
  g_clear_object (&self->layout);
  g_clear_pointer (&self->copied, mw_sheet_choice_free);
  G_OBJECT_CLASS (mw_sheet_view_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  MwSheetView *self = MW_SHEET_VIEW (object);
  g_clear_pointer (&self->curves, g_ptr_array_unref);
  g_clear_pointer (&self->sheet, mw_key_sheet_free);
  g_clear_object (&self->document);
  g_clear_object (&self->across);
  g_clear_object (&self->down);
  g_array_unref (self->ids);
  g_array_unref (self->keys);
  G_OBJECT_CLASS (mw_sheet_view_parent_class)->finalize (object);
}

static void
mw_sheet_view_class_init (MwSheetViewClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
  widget->snapshot = snapshot;
  widget->size_allocate = size_allocate;
  widget->measure = measure;
  widget->css_changed = css_changed;
  widget->unmap = unmap;
  widget->query_tooltip = query_tooltip;
  gtk_widget_class_set_css_name (widget, "keys");
  gtk_widget_class_set_accessible_role (widget, GTK_ACCESSIBLE_ROLE_GROUP);
  signals[SEEK] = g_signal_new ("seek", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                2, G_TYPE_UINT, G_TYPE_INT);
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
  signals[SWITCHED] = g_signal_new ("switched", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
  signals[SAID] = g_signal_new ("said", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_STRING);
}

static void
mw_sheet_view_init (MwSheetView *self)
{
  self->clock = MW_CLOCK_REST;
  self->scale = 1;
  self->fits = TRUE;
  self->curves = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_key_curve_free);
  self->components = 15;
  self->per_value = 1;
  self->values_fit = TRUE;
  self->ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  self->keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  show_hint (self);
  self->across = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  self->down = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect (self->across, "value-changed", G_CALLBACK (scrolled), self);
  g_signal_connect (self->down, "value-changed", G_CALLBACK (scrolled), self);
  mw_sheet_view_set_snap (self, TRUE, 0);
  mw_draw_widget_init (GTK_WIDGET (self), _ ("Keys"));
  mw_sheet_view_add_pointer (self);
  mw_sheet_view_add_keys (self);
}

GtkWidget *
mw_sheet_view_new (MwDocument *document)
{
  MwSheetView *self = g_object_new (MW_TYPE_SHEET_VIEW, NULL);
  self->document = g_object_ref (document);
  self->sheet = mw_key_sheet_new (document);
  mw_key_sheet_reload (self->sheet);
  return GTK_WIDGET (self);
}
