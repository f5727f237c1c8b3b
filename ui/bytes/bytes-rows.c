/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/bytes/bytes-rows.h"

#include <string.h>

enum { PER_ROW = 16 };

static void
find_lines (MwBytesRows *self)
{
  self->starts = g_array_new (FALSE, FALSE, sizeof (gsize));
  self->numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 number = 1;
  for (gsize at = 0; at < self->size || at == 0; number++) {
    const guint8 *end = self->size ? memchr (self->data + at, '\n', self->size - at) : NULL;
    const gsize next = end ? (gsize) (end - self->data) + 1 : self->size;
    /* At least one row, also for an empty line. */
    do {
      g_array_append_val (self->starts, at);
      g_array_append_val (self->numbers, number);
      at = MIN (at + MW_BYTES_TEXT_ROW, next);
    } while (at + (end != NULL) < next);
    at = next;
    if (!self->size)
      break;
  }
}

MwBytesRows *
mw_bytes_rows_new (GBytes *bytes, gboolean text)
{
  MwBytesRows *self = g_new0 (MwBytesRows, 1);
  self->bytes = g_bytes_ref (bytes);
  self->data = g_bytes_get_data (bytes, &self->size);
  self->text = text;
  self->per_row = text ? MW_BYTES_TEXT_ROW : PER_ROW;
  if (text)
    find_lines (self);
  return self;
}

void
mw_bytes_rows_free (MwBytesRows *self)
{
  if (!self)
    return;
  g_bytes_unref (self->bytes);
  g_clear_pointer (&self->starts, g_array_unref);
  g_clear_pointer (&self->numbers, g_array_unref);
  g_free (self);
}

void
mw_bytes_rows_set_per_row (MwBytesRows *self, guint n)
{
  if (!self->text)
    self->per_row = n;
}

gsize
mw_bytes_rows_n (const MwBytesRows *self)
{
  return self->text ? self->starts->len : MAX (1, (self->size + self->per_row - 1) / self->per_row);
}

gsize
mw_bytes_rows_start (const MwBytesRows *self, gsize row)
{
  return self->text ? g_array_index (self->starts, gsize, row) : row * self->per_row;
}

/* Where the next row begins. */
static gsize
next_start (const MwBytesRows *self, gsize row)
{
  return row + 1 < mw_bytes_rows_n (self) ? mw_bytes_rows_start (self, row + 1) : self->size;
}

gsize
mw_bytes_rows_end (const MwBytesRows *self, gsize row)
{
  const gsize start = mw_bytes_rows_start (self, row);
  gsize end = next_start (self, row);
  if (self->text && end > start && self->data[end - 1] == '\n')
    end--;
  if (self->text && end > start && self->data[end - 1] == '\r')
    end--;
  return end;
}

gsize
mw_bytes_rows_at (const MwBytesRows *self, gsize offset)
{
  if (!self->text)
    return MIN (offset / self->per_row, mw_bytes_rows_n (self) - 1);
  gsize low = 0, high = self->starts->len;
  while (high - low > 1) {
    const gsize middle = low + (high - low) / 2;
    if (g_array_index (self->starts, gsize, middle) <= offset)
      low = middle;
    else
      high = middle;
  }
  return low;
}

gsize
mw_bytes_rows_offset (const MwBytesRows *self, gsize row, gsize column)
{
  const gsize start = mw_bytes_rows_start (self, row), next = next_start (self, row);
  return next > start ? MIN (start + column, next - 1) : start;
}

guint32
mw_bytes_rows_line (const MwBytesRows *self, gsize row)
{
  const guint32 number = g_array_index (self->numbers, guint32, row);
  return row && g_array_index (self->numbers, guint32, row - 1) == number ? 0 : number;
}
