/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The step of every operation, copied from the history as a script, does the same to another copy of the model. */
#include "core/edit/operations/history-script.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/script.h"
#include "tests/core/edit/m2.h"
#include "tests/core/edit/operations/table.h"

#include <locale.h>
#include <string.h>

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
  for (const MwOperation *const *at = mw_operations_list (); *at; at++) {
    guint steps = 0;
    for (guint k = 0; k < sets->len; k++)
      steps += try_row (table_row ((*at)->id), g_ptr_array_index (sets, k));
    g_test_message ("%s: %u steps", (*at)->id, steps);
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

static void
run (MwDocument *document, const char *line)
{
  GError *error = NULL;
  mw_script_run_line (document, line, NULL, &error);
  g_assert_no_error (error);
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;
  for (const char *at = strstr (text, part); at; at = strstr (at + 1, part))
    n++;
  return n;
}

/* The lines themselves. */
static void
test_lines (void)
{
  g_autoptr (MwDocument) document = m2_open (sets->pdata[0]), other = m2_open (sets->pdata[0]);
  guint left_out;
  GError *error = NULL;
  /* Nothing is selected at first, so the first line does not have to say so. After a line that selects it does, also after one that
   * adds. */
  run (document, "add textures path=\"a.blp\"");
  run (document, "add textures path=\"b.blp\"");
  run (document, "select none");
  run (document, "texture-remove-unused");
  g_autofree char *added = mw_script_from_history (document, &left_out);
  g_assert_cmpuint (left_out, ==, 0);
  g_assert_true (g_str_has_prefix (added, "add textures\n"));
  g_assert_cmpuint (count (added, "\nselect none\ntexture-remove-unused\n"), ==, 1);
  mw_document_go_to (document, 0);
  run (document, "sequence-pack gap=3000");
  run (document, "duplicate sequences[0]");
  run (document, "select none");
  run (document, "sequence-pack gap=2000");
  g_autofree char *selected = mw_script_from_history (document, &left_out);
  g_assert_cmpuint (count (selected, "select none\n"), ==, 1);
  g_assert_false (g_str_has_prefix (selected, "select"));
  mw_document_go_to (document, 0);
  /* What follows from a change by the rules of the family has no line of its own. */
  run (document, "set collision_shapes[0].type=Sphere");
  const MwStep *step = mw_document_get_step (document, 0);
  g_autofree char *text = mw_step_to_text (step), *one = mw_script_from_history (document, &left_out);
  g_assert_cmpuint (count (text, "collision_shape "), >, 1);
  g_assert_cmpuint (left_out, ==, 0);
  g_assert_cmpuint (count (one, "\n"), ==, 1);
  mw_document_go_to (document, 0);
  /* A quote before a blank would end the text. */
  const MwOperation *rename = mw_operation_find ("rename");
  g_autoptr (MwRecord) params = mw_operation_params_new (rename);
  const char *name = "\"a\" b\", c";
  MwId id = table_record (mw_document_get_model (document), "sequences[0]")->id;
  g_assert_true (mw_operation_param_set (rename, document, params, "name", "base64(ImEiIGIiLCBj)", 20, NULL));
  g_assert_true (mw_operation_run (rename, document, &id, 1, params, &error));
  g_autofree char *quoted = mw_script_from_history (document, &left_out);
  mw_script_run (other, quoted, strlen (quoted), NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (mw_record_name (table_record (mw_document_get_model (document), "sequences[0]")), ==, name);
  g_assert_cmpstr (mw_record_name (table_record (mw_document_get_model (other), "sequences[0]")), ==, name);
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
  g_test_add_func ("/core/edit/operations/history-script/the lines", test_lines);
  int failed = g_test_run ();
  g_ptr_array_unref (sets);
  return failed;
}
