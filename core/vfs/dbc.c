/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/dbc.h"
#include "core/base/error.h"

#include <string.h>

enum { HEADER = 20, FIELD = 4 };

struct _MwDbc {
  GBytes *bytes;
  const guint8 *records;
  const char *texts;
  guint n_records, n_fields, n_text_bytes;
};

static guint32
number_at (const guint8 *bytes)
{
  return bytes[0] | (guint32) bytes[1] << 8 | (guint32) bytes[2] << 16 | (guint32) bytes[3] << 24;
}

MwDbc *
mw_dbc_read (GBytes *bytes, GError **error)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  if (size < HEADER || memcmp (data, "WDBC", 4) != 0) {
    mw_set_error (error, MW_ERROR_UNSUPPORTED, 0, NULL, "this is not a table of World of Warcraft (WDBC)");
    return NULL;
  }
  const guint32 n_records = number_at (data + 4), n_fields = number_at (data + 8), record = number_at (data + 12),
                texts = number_at (data + 16);
  if (n_fields == 0 || record != (guint64) n_fields * FIELD) {
    mw_set_error (error, MW_ERROR_UNSUPPORTED, 12, NULL,
                  "a record has %u bytes for %u fields; only fields of 32 bits are read", record, n_fields);
    return NULL;
  }
  const guint64 whole = HEADER + (guint64) n_records * record + texts;
  if (whole > size) {
    mw_set_error (error, MW_ERROR_TRUNCATED, (gint64) size, NULL,
                  "the table should have %" G_GUINT64_FORMAT " bytes, and has %" G_GSIZE_FORMAT, whole, size);
    return NULL;
  }
  MwDbc *table = g_new0 (MwDbc, 1);
  table->bytes = g_bytes_ref (bytes);
  table->records = data + HEADER;
  table->texts = (const char *) table->records + (gsize) n_records * record;
  table->n_records = n_records;
  table->n_fields = n_fields;
  table->n_text_bytes = texts;
  return table;
}

void
mw_dbc_free (MwDbc *table)
{
  g_bytes_unref (table->bytes);
  g_free (table);
}

guint
mw_dbc_n_records (const MwDbc *table)
{
  return table->n_records;
}

guint
mw_dbc_n_fields (const MwDbc *table)
{
  return table->n_fields;
}

guint32
mw_dbc_number (const MwDbc *table, guint record, guint field)
{
  return number_at (table->records + ((gsize) record * table->n_fields + field) * FIELD);
}

const char *
mw_dbc_text (const MwDbc *table, guint record, guint field)
{
  const guint32 at = mw_dbc_number (table, record, field);
  if (at >= table->n_text_bytes || (at > 0 && table->texts[at - 1])
      || !memchr (table->texts + at, 0, table->n_text_bytes - at))
    return NULL;
  return table->texts + at;
}
