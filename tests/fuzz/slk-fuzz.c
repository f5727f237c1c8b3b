/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev fuzz slk SECONDS. The input is a table of Warcraft III; its cells are read as texts and as numbers. */
#include "core/base/error.h"
#include "core/vfs/slk.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_memdup2 (data, size), size);
  g_autoptr (MwSlk) slk = mw_slk_read (bytes, &error);
  g_assert ((slk != NULL) == (error == NULL) && (!error || error->domain == MW_ERROR));
  gsize sum = 0;
  for (guint row = 0; slk && row < MIN (mw_slk_n_rows (slk), 64); row++)
    for (int column = -1; column < 64; column++) {
      const char *text = mw_slk_text (slk, row, column);
      g_assert (isfinite (mw_slk_number (slk, row, column, 1)));
      sum += text ? strlen (text) : 0;
    }
  sum += slk && mw_slk_column (slk, "Scale") >= 0;
  return sum == G_MAXSIZE;
}
