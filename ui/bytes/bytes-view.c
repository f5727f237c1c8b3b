/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/byte-owner.h"
#include "ui/bytes/bytes-view-private.h"
#include "ui/bytes/decoded.h"
#include "ui/drawing.h"
#include "ui/i18n.h"
#include "ui/widgets.h"

#include <math.h>

G_DEFINE_FINAL_TYPE (MwBytesView, mw_bytes_view, GTK_TYPE_WIDGET)

enum { MOVED, PICKED, SAID, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- Geometry ------------------------------------------------------------------------------------------------------- */

double
mw_bytes_view_digits_x (const MwBytesView *self, guint column)
{
  return BYTES_PAD + (BYTES_OFFSET + 2 + 3.0 * column + column / BYTES_GROUP) * self->letter;
}

double
mw_bytes_view_letter_x (const MwBytesView *self, guint column)
{
  if (self->rows->text)
    return BYTES_PAD + (BYTES_OFFSET + 2.0 + column) * self->letter;
  return mw_bytes_view_digits_x (self, self->rows->per_row) + (1.0 + column) * self->letter;
}

static guint
rows_in_view (MwBytesView *self)
{
  return (guint) MAX (1, gtk_widget_get_height (GTK_WIDGET (self)) / MAX (1, self->line) - 1);
}

gboolean
mw_bytes_view_at (MwBytesView *self, double x, double y, gsize *offset)
{
  if (!self->rows || !self->layout || y < self->line)
    return FALSE;
  const double row = floor (gtk_adjustment_get_value (self->down) + y / self->line - 1);
  if (row >= (double) mw_bytes_rows_n (self->rows))
    return FALSE;
  const gsize start = mw_bytes_rows_start (self->rows, (gsize) row);
  const double half = self->letter / 2;
  for (guint column = 0; column < self->rows->per_row; column++) {
    const double digits = mw_bytes_view_digits_x (self, column), letter = mw_bytes_view_letter_x (self, column);
    const gboolean on_digits = !self->rows->text && x >= digits - half && x < digits + 2 * self->letter + half;
    if (on_digits || (x >= letter && x < letter + self->letter)) {
      *offset = mw_bytes_rows_offset (self->rows, (gsize) row, column);
      return self->rows->text ? *offset >= start : *offset == start + column && *offset < self->rows->size;
    }
  }
  return FALSE;
}

/* The scroll bar shows where the view is. */
static void
adjust (MwBytesView *self)
{
  const double n = self->rows ? (double) mw_bytes_rows_n (self->rows) : 1, page = rows_in_view (self);
  self->adjusting = TRUE;
  gtk_adjustment_configure (self->down, CLAMP (gtk_adjustment_get_value (self->down), 0, MAX (0, n - page)), 0,
                            MAX (n, page), 1, MAX (1, page - 1), page);
  self->adjusting = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* As many bytes in a row as there is room for: 8, 16 or 32. */
static void
fit_rows (MwBytesView *self)
{
  if (!self->rows || self->rows->text)
    return;
  const double width = gtk_widget_get_width (GTK_WIDGET (self));
  guint n = 32;
  for (; n > 8; n /= 2) {
    mw_bytes_rows_set_per_row (self->rows, n);
    if (mw_bytes_view_letter_x (self, n) + BYTES_PAD <= width)
      break;
  }
  const gsize first = (gsize) gtk_adjustment_get_value (self->down);
  mw_bytes_rows_set_per_row (self->rows, n);
  if (first >= mw_bytes_rows_n (self->rows))
    gtk_adjustment_set_value (self->down, 0);
}

void
mw_bytes_view_reveal (MwBytesView *self, gsize offset)
{
  if (!self->rows)
    return;
  const double row = (double) mw_bytes_rows_at (self->rows, offset), page = rows_in_view (self),
               top = gtk_adjustment_get_value (self->down), last = top + page - 1;
  /* What is next to the view is scrolled to by a row; what is far comes into the middle. */
  if (row < top - 1 || row > last + 1)
    gtk_adjustment_set_value (self->down, floor (row - page / 2));
  else if (row < top)
    gtk_adjustment_set_value (self->down, row);
  else if (row > last)
    gtk_adjustment_set_value (self->down, row - page + 1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- The cursor ----------------------------------------------------------------------------------------------------- */

void
mw_bytes_view_move (MwBytesView *self, gsize offset, gboolean extends)
{
  if (!self->rows || !self->rows->size)
    return;
  self->cursor = MIN (offset, self->rows->size - 1);
  if (!extends)
    self->anchor = self->cursor;
  mw_bytes_view_reveal (self, self->cursor);
  g_signal_emit (self, signals[MOVED], 0);
}

void
mw_bytes_view_pick (MwBytesView *self)
{
  if (self->rows && self->rows->size)
    g_signal_emit (self, signals[PICKED], 0);
}

void
mw_bytes_view_say (MwBytesView *self, const char *text)
{
  g_signal_emit (self, signals[SAID], 0, text);
}

gsize
mw_bytes_view_get_cursor (MwBytesView *self)
{
  return self->cursor;
}

gsize
mw_bytes_view_get_chosen (MwBytesView *self, gsize *n)
{
  const gsize first = MIN (self->cursor, self->anchor);
  *n = self->rows && self->rows->size ? MAX (self->cursor, self->anchor) - first + 1 : 0;
  return first;
}

void
mw_bytes_view_choose (MwBytesView *self, gsize offset, gsize n)
{
  if (!self->rows || offset >= self->rows->size)
    return;
  self->cursor = offset;
  self->anchor = MIN (offset + MAX (n, 1), self->rows->size) - 1;
  mw_bytes_view_reveal (self, offset);
  g_signal_emit (self, signals[MOVED], 0);
}

void
mw_bytes_view_mark (MwBytesView *self, MwId record, const MwField *field)
{
  self->marked = record;
  self->marked_field = field;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

guint
mw_bytes_view_get_line (MwBytesView *self)
{
  if (!self->rows || !self->rows->text)
    return 0;
  gsize row = mw_bytes_rows_at (self->rows, self->cursor);
  while (!mw_bytes_rows_line (self->rows, row))
    row--;
  return mw_bytes_rows_line (self->rows, row);
}

void
mw_bytes_view_copy (MwBytesView *self, gboolean as_text)
{
  enum { MOST = 4 << 20 }; /* a clipboard is no place for files */
  gsize n;
  const gsize first = mw_bytes_view_get_chosen (self, &n);
  if (!n)
    return;
  if (n > MOST) {
    mw_bytes_view_say (self, _ ("More than 4 MiB are chosen, which is too much to copy."));
    return;
  }
  const guint8 *bytes = self->rows->data + first;
  g_autofree char *text = as_text ? mw_bytes_as_text (bytes, n) : mw_bytes_as_hex (bytes, n);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  g_autofree char *said = g_strdup_printf (
    as_text ? ngettext ("Copied %u byte as text", "Copied %u bytes as text", (gulong) n)
            : ngettext ("Copied %u byte as hexadecimal numbers", "Copied %u bytes as hexadecimal numbers", (gulong) n),
    (guint) n);
  mw_bytes_view_say (self, said);
}

/* --- What is shown -------------------------------------------------------------------------------------------------- */

GtkAdjustment *
mw_bytes_view_get_adjustment (MwBytesView *self)
{
  return self->down;
}

const guint8 *
mw_bytes_view_get_data (MwBytesView *self, gsize *size)
{
  *size = self->rows ? self->rows->size : 0;
  return self->rows ? self->rows->data : NULL;
}

void
mw_bytes_view_set (MwBytesView *self, MwWritten *written, guint part, gboolean text, const guint8 *colours)
{
  MwWritten *before = self->written;
  self->written = written ? mw_written_ref (written) : NULL;
  g_clear_pointer (&before, mw_written_unref);
  g_clear_pointer (&self->rows, mw_bytes_rows_free);
  self->part = part;
  self->colours = colours;
  if (written)
    self->rows = mw_bytes_rows_new (mw_written_bytes (written, part), text);
  const gsize last = self->rows && self->rows->size ? self->rows->size - 1 : 0;
  self->cursor = MIN (self->cursor, last);
  self->anchor = MIN (self->anchor, last);
  fit_rows (self);
  adjust (self);
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  MwBytesView *self = MW_BYTES_VIEW (widget);
  gsize offset;
  if (keyboard || !mw_bytes_view_at (self, x, y, &offset))
    return FALSE;
  const MwBytes *owner = mw_byte_map_owner (self->written->map, self->part, offset);
  if (!owner)
    return FALSE;
  g_autofree char *text = owner->field ? g_strdup (owner->field->name) : g_strdup (owner->tag);
  if (!*text)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
snapshot (GtkWidget *widget, GtkSnapshot *to)
{
  mw_bytes_view_draw (MW_BYTES_VIEW (widget), to);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  MwBytesView *self = MW_BYTES_VIEW (widget);
  mw_bytes_view_measure (self);
  fit_rows (self);
  adjust (self);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *least, int *natural, int *a, int *b)
{
  MwBytesView *self = MW_BYTES_VIEW (widget);
  mw_bytes_view_measure (self);
  *least = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : 3 * self->line;
}

static void
css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  MwBytesView *self = MW_BYTES_VIEW (widget);
  GTK_WIDGET_CLASS (mw_bytes_view_parent_class)->css_changed (widget, change);
  g_clear_object (&self->layout);
  gtk_widget_queue_resize (widget);
}

static void
scrolled (GtkAdjustment *adjustment, MwBytesView *self)
{
  if (!self->adjusting)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
dispose (GObject *object)
{
  MwBytesView *self = MW_BYTES_VIEW (object);
  mw_disconnect (self->down, self);
  g_clear_object (&self->layout);
  g_clear_pointer (&self->rows, mw_bytes_rows_free);
  g_clear_pointer (&self->written, mw_written_unref);
  G_OBJECT_CLASS (mw_bytes_view_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_clear_object (&MW_BYTES_VIEW (object)->down);
  G_OBJECT_CLASS (mw_bytes_view_parent_class)->finalize (object);
}

static void
mw_bytes_view_class_init (MwBytesViewClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
  widget->snapshot = snapshot;
  widget->size_allocate = size_allocate;
  widget->measure = measure;
  widget->css_changed = css_changed;
  widget->query_tooltip = query_tooltip;
  gtk_widget_class_set_css_name (widget, "bytes");
  gtk_widget_class_set_accessible_role (widget, GTK_ACCESSIBLE_ROLE_GROUP);
  signals[MOVED] = g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
  signals[PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
  signals[SAID] = g_signal_new ("said", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_STRING);
}

static void
mw_bytes_view_init (MwBytesView *self)
{
  self->down = g_object_ref_sink (gtk_adjustment_new (0, 0, 1, 1, 1, 1));
  g_signal_connect (self->down, "value-changed", G_CALLBACK (scrolled), self);
  gtk_widget_add_css_class (GTK_WIDGET (self), "monospace");
  mw_draw_widget_init (GTK_WIDGET (self), _ ("Bytes of the file"));
  mw_bytes_view_add_controllers (self);
}

GtkWidget *
mw_bytes_view_new (void)
{
  return g_object_new (MW_TYPE_BYTES_VIEW, NULL);
}
