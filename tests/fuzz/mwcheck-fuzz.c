/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev fuzz mwcheck SECONDS. The input is a file that switches rules of the checker off. */
#include "core/check/switched-off.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  guint n, n_lines = 1;
  const MwRule *rules = mw_rules (&n);
  g_autoptr (GPtrArray) complaints = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = g_memdup2 (data, size);
  g_autoptr (GArray) lines = mw_switched_off_read (text, size, complaints);
  for (size_t i = 0; i < size; i++)
    n_lines += data[i] == '\n';
  /* A line is right, wrong or ignored. */
  g_assert (lines->len + complaints->len <= n_lines);
  for (guint i = 0; i < lines->len; i++) {
    const MwSwitchedOff *line = &g_array_index (lines, MwSwitchedOff, i);
    g_assert (line->rule >= rules && line->rule < rules + n && *line->reason && line->line <= n_lines);
    g_assert (!line->pattern || *line->pattern);
    const MwSwitchedOff *found = mw_switched_off_find (lines, line->rule, "units/orc/grunt.mdx");
    g_assert (!found || (found->rule == line->rule && found->used));
  }
  return 0;
}
