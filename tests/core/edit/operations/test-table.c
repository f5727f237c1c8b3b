/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/operations.h"
#include "tests/core/edit/operations/table.h"

#include <locale.h>
#include <string.h>

static void
test_complete (void)
{
  g_autoptr (GString) missing = g_string_new (NULL);
  for (const MwOperation *const *at = mw_operations_list (); *at; at++)
    if (!table_row ((*at)->id))
      g_string_append_printf (missing, " %s (of %s)", (*at)->id, mw_domain_id ((*at)->domain));
  if (missing->len)
    g_error ("without a row in tests/core/edit/operations/rows-DOMAIN.c (table.h says what a row is):%s", missing->str);
}

static void
test_row (gconstpointer data)
{
  table_try (data);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/edit/operations/every operation has a row", test_complete);
  for (const MwOperation *const *at = mw_operations_list (); *at; at++) {
    const TableRow *row = table_row ((*at)->id);
    if (!row)
      continue;
    g_autofree char *path = g_strdup_printf ("/core/edit/operations/%s does what it says, and undo takes it back",
                                             row->operation);
    g_test_add_data_func (path, row, test_row);
  }
  return g_test_run ();
}
