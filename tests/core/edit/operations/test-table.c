/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/operations.h"
#include "tests/core/edit/operations/table.h"

#include <locale.h>
#include <string.h>

static const TableRow *const tables[] = { table_sequences, table_materials, table_textures, table_nodes, table_geosets,
                                          table_tracks,    table_effects,   table_model,    table_add };

static const TableRow *
row_of (const char *operation)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const TableRow *row = tables[i]; row->operation; row++)
      if (strcmp (row->operation, operation) == 0)
        return row;
  return NULL;
}

/* Operations that are older than this test; each has tests of its own. New operations need a row. */
static const char *const without_row[] = { "rename",          "duplicate",      "move-up",
                                           "move-down",       "re-parent",      "replace-uses",
                                           "surface-texture", "surface-blend",  "surface-delete",
                                           "delete",          "key-add",        "key-remove",
                                           "key-remove-all",  "rebuild-layout", NULL };

static void
test_complete (void)
{
  for (const MwOperation *const *at = mw_operations_list (); *at; at++)
    if (!row_of ((*at)->id) == !g_strv_contains (without_row, (*at)->id))
      g_error ("%s: an operation has a row in this table, or is listed as one without", (*at)->id);
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
    const TableRow *row = row_of ((*at)->id);
    if (!row)
      continue;
    g_autofree char *path = g_strdup_printf ("/core/edit/operations/%s does what it says, and undo takes it back",
                                             row->operation);
    g_test_add_data_func (path, row, test_row);
  }
  return g_test_run ();
}
