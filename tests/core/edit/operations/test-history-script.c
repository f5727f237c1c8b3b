/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The step of every operation, copied from the history as a script, does the same to another copy of the model. */
#include "core/edit/operations/history-script.h"
#include "core/edit/operations/script.h"
#include "tests/core/edit/m2.h"
#include "tests/core/edit/operations/table.h"

#include <locale.h>
#include <string.h>

static const TableRow *const tables[] = { table_sequences, table_materials, table_textures, table_nodes,
                                          table_geosets,   table_tracks,    table_effects,  table_model };

static GPtrArray *sets; /* MwFileSet */

/* Returns how many steps were made. */
static guint
try_row (const TableRow *row, const MwFileSet *set)
{
  GError *error = NULL;
  g_autoptr (MwDocument) document = m2_open (set), other = m2_open (set);
  MwFormat format = mw_document_get_format (document);
  g_autofree char *text = row->step (mw_document_get_model (document), format);
  /* The row may name what this model does not have. */
  if (!text || !mw_script_run (document, text, strlen (text), NULL, NULL, NULL))
    return 0;
  guint left_out, n = mw_document_get_position (document);
  g_autofree char *script = mw_script_from_history (document, &left_out), *where = NULL;
  if (left_out)
    g_error ("%s: %s", row->operation, script);
  mw_script_run (other, script, strlen (script), NULL, NULL, &error);
  if (error)
    g_error ("%s: %s\n%s", row->operation, error->message, script);
  if (!mw_model_equal (mw_document_get_model (document), mw_document_get_model (other), format, &where))
    g_error ("%s: differs at %s\n%s", row->operation, where, script);
  return n;
}

static void
test_rows (void)
{
  guint rows = 0, made = 0;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const TableRow *row = tables[i]; row->operation; row++) {
      guint steps = 0;
      for (guint k = 0; k < sets->len; k++)
        steps += try_row (row, g_ptr_array_index (sets, k));
      g_test_message ("%s: %u steps", row->operation, steps);
      rows++;
      made += steps > 0;
    }
  /* Few operations find nothing to do in these models. */
  g_assert_cmpuint (made * 10, >=, rows * 8);
}

/* What the selection was does not matter to the script. */
static void
test_selection (void)
{
  GError *error = NULL;
  g_autoptr (MwDocument) document = m2_open (sets->pdata[0]), other = m2_open (sets->pdata[0]);
  static const char *const lines[] = { "duplicate sequences[0]", "select none", "material-remove-unused",
                                       "duplicate bones[0]",     "select none", "texture-merge" };
  g_autoptr (GPtrArray) idle = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    mw_script_run_line (document, lines[i], idle, &error);
    g_assert_no_error (error);
  }
  g_autofree char *script = mw_script_from_history (document, NULL);
  mw_script_run (other, script, strlen (script), NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (mw_model_equal (mw_document_get_model (document), mw_document_get_model (other),
                                 mw_document_get_format (document), NULL));
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  sets = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_file_set_free);
  static const char *const samples[] = { "figure.mdx", "everything.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++) {
    g_autofree char *path = g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"), "data/samples", samples[i], NULL);
    g_ptr_array_add (sets, mw_io_load (path, NULL, NULL));
    g_assert_nonnull (sets->pdata[i]);
  }
  g_ptr_array_add (sets, m2_made_set (264, 1, 0));
  g_ptr_array_add (sets, m2_made_set (256, 1, 0));
  g_test_add_func ("/core/edit/operations/history-script/every operation", test_rows);
  g_test_add_func ("/core/edit/operations/history-script/the selection does not matter", test_selection);
  int failed = g_test_run ();
  g_ptr_array_unref (sets);
  return failed;
}
