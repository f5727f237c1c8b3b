/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/byte-owner.h"
#include "ui/bytes/bytes-view-private.h"
#include "ui/bytes/decoded.h"
#include "ui/drawing.h"
#include "ui/i18n.h"

#include <math.h>
#include <string.h>

void
mw_bytes_view_measure (MwBytesView *self)
{
  if (self->layout)
    return;
  GdkRGBA text, base, accent, on_accent;
  mw_draw_colours (GTK_WIDGET (self), &text, &accent, &on_accent, &base);
  mw_bytes_palette_set (&self->palette, &text, &base, &accent, &on_accent);
  int width, height;
  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), "00000000000000000000");
  pango_layout_get_size (self->layout, &width, &height);
  self->letter = (double) width / PANGO_SCALE / 20;
  self->line = MAX (1, (int) ceil ((double) height / PANGO_SCALE) + 2);
}

static void
put_text (MwBytesView *self, GtkSnapshot *to, const char *text, int length, const GdkRGBA *colour, double x, double y)
{
  pango_layout_set_text (self->layout, text, length);
  gtk_snapshot_save (to);
  gtk_snapshot_translate (to, &GRAPHENE_POINT_INIT ((float) x, (float) y + 1));
  gtk_snapshot_append_layout (to, self->layout, colour);
  gtk_snapshot_restore (to);
}

/* --- A row ---------------------------------------------------------------------------------------------------------- */

/* How a byte looks. */
typedef struct {
  const GdkRGBA *behind; /* NULL: nothing */
  const GdkRGBA *text;
  gboolean marked, changed, cut; /* of the marked value; differs from the disk; bytes were removed before it */
} Look;

static Look
look_of (MwBytesView *self, gsize offset)
{
  const MwByteMap *map = self->written->map;
  const MwBytes *owner = mw_byte_map_owner (map, self->part, offset);
  Look look = { .text = &self->palette.faint };
  if (owner && owner->kind == MW_BYTES_VALUE) {
    const guint8 colour = self->colours ? self->colours[owner - (const MwBytes *) map->entries->data] : MW_BYTES_PLAIN;
    look.text = &self->palette.text;
    look.behind = colour == MW_BYTES_PLAIN ? NULL : &self->palette.fields[colour];
  } else if (owner && owner->kind == MW_BYTES_NOTE) {
    look.text = &self->palette.text;
    look.behind = &self->palette.note;
  }
  look.marked = owner && self->marked && owner->record == self->marked
                && (!self->marked_field || owner->field == self->marked_field);
  gsize n;
  const gsize first = mw_bytes_view_get_chosen (self, &n);
  if (offset >= first && offset < first + n) {
    look.behind = &self->palette.accent;
    look.text = &self->palette.on_accent;
  }
  return look;
}

/* The first change that ends after `offset`, or is a removal at it. */
static guint
first_change (const GArray *changes, gsize offset)
{
  guint low = 0, high = changes ? changes->len : 0;
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    const MwBytesChange *change = &g_array_index (changes, MwBytesChange, middle);
    if (change->offset + MAX (change->size, 1) <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void
look_at_changes (MwBytesView *self, gsize start, guint n, Look *looks)
{
  const GArray *changes = self->written->changes->pdata[self->part];
  for (guint i = first_change (changes, start); changes && i < changes->len; i++) {
    const MwBytesChange *change = &g_array_index (changes, MwBytesChange, i);
    if (change->offset >= start + n)
      break;
    const gsize end = MIN (change->offset + change->size, start + n);
    for (gsize at = MAX (change->offset, start); at < end; at++)
      looks[at - start].changed = TRUE;
    if (!change->size && change->offset >= start)
      looks[change->offset - start].cut = TRUE;
  }
}

/* What is behind the bytes: `width` is that of one byte, with `gap` to the next. */
static void
draw_behind (MwBytesView *self, GtkSnapshot *to, const Look *looks, guint n, double y, gboolean digits)
{
  for (guint i = 0; i < n; i++) {
    const double x = digits ? mw_bytes_view_digits_x (self, i) - self->letter / 2 : mw_bytes_view_letter_x (self, i);
    const double width = digits ? 3 * self->letter : self->letter;
    /* The gap between groups belongs to a value that goes on after it. */
    const gboolean goes_on = digits && i + 1 < n && (i + 1) % BYTES_GROUP == 0
                             && looks[i].behind == looks[i + 1].behind;
    if (looks[i].behind)
      mw_draw_fill (to, looks[i].behind, x, y, width + (goes_on ? self->letter : 0), self->line - 1);
    if (looks[i].marked)
      mw_draw_fill (to, &self->palette.accent, x, y, width, 2);
    if (looks[i].changed)
      mw_draw_fill (to, &self->palette.changed, x, y + self->line - 3, width, 2);
    if (looks[i].cut)
      mw_draw_fill (to, &self->palette.changed, x - 1, y, 2, self->line - 1);
  }
}

/* Writes runs of bytes in the same colour at once. `text` has `width` characters for each byte. */
static void
draw_text (MwBytesView *self, GtkSnapshot *to, const Look *looks, guint n, const char *text, guint width, double y)
{
  for (guint i = 0; i < n;) {
    guint end = i + 1;
    while (end < n && looks[end].text == looks[i].text && (width == 1 || end % BYTES_GROUP))
      end++;
    const double x = width == 1 ? mw_bytes_view_letter_x (self, i) : mw_bytes_view_digits_x (self, i);
    put_text (self, to, text + i * width, (int) ((end - i) * width), looks[i].text, x, y);
    i = end;
  }
}

static void
draw_row (MwBytesView *self, GtkSnapshot *to, gsize row, double y)
{
  enum { MOST = MW_BYTES_TEXT_ROW };
  Look looks[MOST];
  char letters[MOST];
  const MwBytesRows *rows = self->rows;
  const gsize start = mw_bytes_rows_start (rows, row);
  const guint n = (guint) (mw_bytes_rows_end (rows, row) - start);
  const guint8 *bytes = rows->data + start;
  char number[24] = "";
  if (!rows->text)
    g_snprintf (number, sizeof number, "0x%08" G_GSIZE_MODIFIER "X", start);
  else if (mw_bytes_rows_line (rows, row))
    g_snprintf (number, sizeof number, "%10u", mw_bytes_rows_line (rows, row));
  put_text (self, to, number, -1, &self->palette.faint, BYTES_PAD, y);
  for (guint i = 0; i < n; i++) {
    looks[i] = look_of (self, start + i);
    letters[i] = mw_byte_is_plain (bytes[i]) ? (char) bytes[i] : rows->text && bytes[i] == '\t' ? ' ' : '.';
  }
  look_at_changes (self, start, n, looks);
  draw_behind (self, to, looks, n, y, FALSE);
  draw_text (self, to, looks, n, letters, 1, y);
  if (rows->text) {
    /* A cursor at the line break, which has no character. */
    if (n == 0 || (self->cursor >= start + n && mw_bytes_rows_at (rows, self->cursor) == row))
      if (mw_bytes_rows_at (rows, self->cursor) == row)
        mw_draw_fill (to, &self->palette.accent, mw_bytes_view_letter_x (self, n), y, 2, self->line - 1);
    return;
  }
  g_autofree char *digits = mw_bytes_as_hex (bytes, n);
  draw_behind (self, to, looks, n, y, TRUE);
  draw_text (self, to, looks, n, digits, 3, y);
}

/* --- The ruler ------------------------------------------------------------------------------------------------------ */

static void
draw_ruler (MwBytesView *self, GtkSnapshot *to, int width)
{
  mw_draw_fill (to, &self->palette.base, 0, 0, width, self->line);
  if (self->rows->text) {
    put_text (self, to, _ ("line"), -1, &self->palette.faint, BYTES_PAD, 0);
  } else {
    put_text (self, to, _ ("offset"), -1, &self->palette.faint, BYTES_PAD, 0);
    for (guint column = 0; column < self->rows->per_row; column++) {
      char number[8];
      g_snprintf (number, sizeof number, "%02X", column);
      put_text (self, to, number, -1, &self->palette.faint, mw_bytes_view_digits_x (self, column), 0);
    }
  }
  GdkRGBA edge = self->palette.faint;
  edge.alpha = 0.4f;
  mw_draw_fill (to, &edge, 0, self->line - 1, width, 1);
}

void
mw_bytes_view_draw (MwBytesView *self, GtkSnapshot *to)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  if (!self->rows || width <= 0)
    return;
  mw_bytes_view_measure (self);
  const double top = gtk_adjustment_get_value (self->down);
  const gsize n = mw_bytes_rows_n (self->rows);
  gsize row = (gsize) top;
  gtk_snapshot_push_clip (to, &GRAPHENE_RECT_INIT (0, (float) self->line, (float) width, (float) height));
  for (double y = self->line - floor ((top - floor (top)) * self->line); y < height && row < n; y += self->line, row++)
    draw_row (self, to, row, y);
  gtk_snapshot_pop (to);
  draw_ruler (self, to, width);
}
