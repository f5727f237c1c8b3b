/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/client-tables.h"
#include "core/base/error.h"

#include <string.h>

/* The largest table of a client up to 5.4.8 has 5 MB. */
#define MOST_BYTES ((gsize) 64 * 1024 * 1024)

MwDbc *
mw_client_table_read (MwLookup *lookup, const char *name, guint fields, GError **error)
{
  g_autofree char *path = g_strdup_printf ("DBFilesClient\\%s.dbc", name), *found = mw_lookup_find (lookup, path);
  g_autoptr (GError) wrong = NULL;
  if (!found)
    return NULL;
  g_autoptr (GBytes) bytes = mw_lookup_read (lookup, path, MOST_BYTES, &wrong);
  g_autoptr (MwDbc) table = bytes ? mw_dbc_read (bytes, &wrong) : NULL;
  if (table && mw_dbc_n_fields (table) >= fields)
    return g_steal_pointer (&table);
  if (table)
    mw_set_error (error, MW_ERROR_UNSUPPORTED, 8, path, "the table has %u fields, and at least %u are known",
                  mw_dbc_n_fields (table), fields);
  else
    mw_set_error (error, wrong->domain == MW_ERROR ? (MwErrorCode) wrong->code : MW_ERROR_IO, -1, path, "%s",
                  wrong->message);
  return NULL;
}

char *
mw_client_plain (const char *path)
{
  char *text = g_strdelimit (g_ascii_strdown (path, -1), "\\", '/'), *dot = strrchr (text, '.');
  if (dot && !strchr (dot, '/'))
    *dot = 0;
  return text;
}

gboolean
mw_client_ends_in (const char *path, const char *end)
{
  const gsize a = strlen (path), b = strlen (end);
  return b > 0 && a >= b && strcmp (path + a - b, end) == 0 && (a == b || strchr ("/:", path[a - b - 1]));
}
