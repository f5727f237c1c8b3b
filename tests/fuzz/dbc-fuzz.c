/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev fuzz dbc SECONDS. The input is a table of a World of Warcraft client; all its fields are read as numbers and as texts. */
#include "core/base/error.h"
#include "core/vfs/dbc.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_memdup2 (data, size), size);
  g_autoptr (MwDbc) table = mw_dbc_read (bytes, &error);
  g_assert ((table != NULL) == (error == NULL) && (!error || error->domain == MW_ERROR));
  gsize sum = 0;
  for (guint i = 0; table && i < mw_dbc_n_records (table); i++)
    for (guint k = 0; k < mw_dbc_n_fields (table); k++) {
      const char *text = mw_dbc_text (table, i, k);
      sum += mw_dbc_number (table, i, k) + (text ? strlen (text) : 0);
    }
  return sum == G_MAXSIZE;
}
