/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/slk.h"
#include "core/base/error.h"

#include <math.h>
#include <string.h>

struct _MwSlk {
  GHashTable *cells;   /* place of a cell -> its text */
  GStringChunk *texts; /* of all cells */
  guint n_rows;        /* with the headings */
  guint n_columns;
};

/* A part of the input that is still to be read. */
typedef struct {
  const char *at, *end;
} Span;

/* The key of a cell; X and Y count from 1. */
static gpointer
place_of (guint x, guint y)
{
  return GUINT_TO_POINTER ((y - 1) * MW_SLK_COLUMNS_MAX + x);
}

/* Takes what precedes `mark` or the end, and the mark. */
static Span
take_to (Span *from, char mark)
{
  const char *found = memchr (from->at, mark, (size_t) (from->end - from->at));
  Span taken = { from->at, found ? found : from->end };
  from->at = found ? found + 1 : from->end;
  return taken;
}

/* Takes a text in quotation marks up to the mark that closes it. FALSE: none does. */
static gboolean
take_text (Span *from, GString *out)
{
  g_string_truncate (out, 0);
  from->at++;
  for (;;) {
    Span part = take_to (from, '"');
    if (part.end == from->end)
      return FALSE;
    g_string_append_len (out, part.at, part.end - part.at);
    if (from->at == from->end || *from->at != '"')
      return TRUE;
    g_string_append_c (out, '"');
    from->at++;
  }
}

/* A row or column: 1 to `most`. */
static gboolean
take_number (Span text, guint most, guint line, guint *out, GError **error)
{
  g_autofree char *digits = g_strndup (text.at, (gsize) (text.end - text.at));
  guint64 number;
  if (!g_ascii_string_to_unsigned (digits, 10, 1, G_MAXUINT64, &number, NULL)) {
    mw_set_error_at_line (error, MW_ERROR_CORRUPT, line, 0, "a row or column is a number from 1 on");
    return FALSE;
  }
  if (number > most) {
    mw_set_error_at_line (error, MW_ERROR_LIMIT, line, 0,
                          "a row or column is %" G_GUINT64_FORMAT "; at most %u are read", number, most);
    return FALSE;
  }
  *out = (guint) number;
  return TRUE;
}

/* Reads the fields of a record into x, y and `value`; *valued says whether it has one. */
static gboolean
read_fields (Span record, guint line, guint *x, guint *y, GString *value, gboolean *valued, GError **error)
{
  *valued = FALSE;
  while (record.at < record.end) {
    char letter = *record.at++;
    gboolean quoted = letter == 'K' && record.at < record.end && *record.at == '"';
    if (quoted && !take_text (&record, value)) {
      mw_set_error_at_line (error, MW_ERROR_CORRUPT, line, 0, "a text has no closing quotation mark");
      return FALSE;
    }
    Span rest = take_to (&record, ';');
    if (letter == 'X' && !take_number (rest, MW_SLK_COLUMNS_MAX, line, x, error))
      return FALSE;
    if (letter == 'Y' && !take_number (rest, MW_SLK_ROWS_MAX, line, y, error))
      return FALSE;
    if (letter == 'K' && !quoted) {
      g_string_truncate (value, 0);
      g_string_append_len (value, rest.at, rest.end - rest.at);
    }
    *valued |= letter == 'K';
  }
  return TRUE;
}

static void
set_cell (MwSlk *slk, guint x, guint y, const char *value)
{
  slk->n_rows = MAX (slk->n_rows, y);
  slk->n_columns = MAX (slk->n_columns, x);
  g_hash_table_replace (slk->cells, place_of (x, y), g_string_chunk_insert_const (slk->texts, value));
}

MwSlk *
mw_slk_read (GBytes *bytes, GError **error)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  if (size < 2 || memcmp (data, "ID", 2) != 0) {
    mw_set_error (error, MW_ERROR_UNSUPPORTED, 0, NULL, "this is not a table of Warcraft III (SLK)");
    return NULL;
  }
  g_autoptr (MwSlk) slk = g_new0 (MwSlk, 1);
  slk->cells = g_hash_table_new (NULL, NULL);
  slk->texts = g_string_chunk_new (4096);
  g_autoptr (GString) value = g_string_new (NULL);
  Span input = { data, data + size };
  guint x = 1, y = 1;
  for (guint line = 1; input.at < input.end; line++) {
    Span record = take_to (&input, '\n');
    if (record.end > record.at && record.end[-1] == '\r')
      record.end--;
    Span kind = take_to (&record, ';');
    gboolean valued;
    if (kind.end - kind.at != 1 || (*kind.at != 'C' && *kind.at != 'F' && *kind.at != 'E'))
      continue;
    if (*kind.at == 'E')
      break;
    if (!read_fields (record, line, &x, &y, value, &valued, error))
      return NULL;
    if (*kind.at == 'C' && valued)
      set_cell (slk, x, y, value->str);
  }
  return g_steal_pointer (&slk);
}

void
mw_slk_free (MwSlk *slk)
{
  g_hash_table_unref (slk->cells);
  g_string_chunk_free (slk->texts);
  g_free (slk);
}

guint
mw_slk_n_rows (const MwSlk *slk)
{
  return slk->n_rows > 0 ? slk->n_rows - 1 : 0;
}

/* The cell, or NULL if it is empty. */
static const char *
cell (const MwSlk *slk, guint x, guint y)
{
  const char *text = g_hash_table_lookup (slk->cells, place_of (x, y));
  return text && *text ? text : NULL;
}

int
mw_slk_column (const MwSlk *slk, const char *heading)
{
  for (guint x = 1; x <= slk->n_columns; x++) {
    const char *text = cell (slk, x, 1);
    if (text && g_ascii_strcasecmp (text, heading) == 0)
      return (int) x - 1;
  }
  return -1;
}

const char *
mw_slk_text (const MwSlk *slk, guint row, int column)
{
  if (column < 0 || (guint) column >= slk->n_columns || row >= mw_slk_n_rows (slk))
    return NULL;
  return cell (slk, (guint) column + 1, row + 2);
}

double
mw_slk_number (const MwSlk *slk, guint row, int column, double otherwise)
{
  const char *text = mw_slk_text (slk, row, column);
  char *end = NULL;
  double number = text ? g_ascii_strtod (text, &end) : 0;
  return text && end != text && isfinite (number) ? number : otherwise;
}
