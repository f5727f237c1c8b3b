/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panel with the parameters of the last operation, and the values that forms begin with. */
#include "core/model/mdlx/mdlx.h"
#include "core/schema/value.h"
#include "tests/ui/fixture.h"
#include "ui/edit.h"
#include "ui/inspector/field-editor.h"
#include "ui/operations/last-values.h"
#include "ui/operations/operation-form.h"
#include "ui/operations/operator-panel.h"
#include "ui/inspector/value-entry.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;

static GtkWidget *
panel (void)
{
  GtkWidget *found = find_type (GTK_WIDGET (page), MW_TYPE_OPERATOR_PANEL);
  g_assert_nonnull (found);
  return found;
}

static gboolean
is_panel_shown (void)
{
  fixture_settle ();
  return gtk_widget_get_visible (panel ());
}

/* The editor of a parameter in the panel or in a form. */
static GtkWidget *
editor (GtkWidget *root, const char *name)
{
  GtkWidget *found;
  for (guint i = 0; (found = find_nth (root, MW_TYPE_FIELD_EDITOR, i)); i++)
    if (g_str_equal (mw_field_editor_get_field (MW_FIELD_EDITOR (found))->name, name))
      return found;
  g_assert_not_reached ();
}

static void
type_into (GtkWidget *root, const char *parameter, const char *text)
{
  GtkWidget *entry = fixture_entry (editor (root, parameter), 0);
  act_type (entry, text);
  mw_value_entry_commit (MW_VALUE_ENTRY (entry));
  fixture_settle ();
}

static gint
length_of_sequence (void)
{
  const MwMdlxSequence *sequence = (const MwMdlxSequence *) fixture_record (document, "sequences[0]");
  return sequence->interval[1] - sequence->interval[0];
}

/* Opens the form of Retime for the first sequence; runs it with this factor unless that is NULL. */
static GtkWidget *
retime (const char *factor)
{
  MwId id = fixture_record (document, "sequences[0]")->id;
  mw_document_select (document, &id, 1);
  fixture_settle ();
  mw_outline_run_operation (mw_document_page_get_outline (page), "sequence-retime");
  fixture_settle ();
  GtkWidget *form = find_type (GTK_WIDGET (mw_document_page_get_outline (page)), MW_TYPE_OPERATION_FORM);
  g_assert_nonnull (form);
  if (factor) {
    type_into (form, "factor", factor);
    act_press (form, "Retime");
    fixture_settle ();
  }
  return form;
}

static void
test_adjust (void)
{
  gint length = length_of_sequence ();
  guint position = mw_document_get_position (document);
  g_autoptr (GBytes) before = fixture_bytes (document);
  g_assert_false (is_panel_shown ());
  retime ("2");
  g_assert_true (is_panel_shown ());
  g_assert_nonnull (find_words (panel (), "Retime"));
  g_assert_cmpstr (fixture_shown (editor (panel (), "factor"), 0), ==, "2");
  g_assert_cmpint (length_of_sequence (), ==, 2 * length);
  /* Each value is taken from the model as it was before the step, and the history has one step. */
  type_into (panel (), "factor", "3");
  g_assert_cmpint (length_of_sequence (), ==, 3 * length);
  type_into (panel (), "factor", "0.5");
  g_assert_cmpint (length_of_sequence (), ==, length / 2);
  g_assert_cmpuint (mw_document_get_position (document), ==, position + 1);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, position + 1);
  g_assert_true (is_panel_shown ());
  /* The same bytes as of one run with these values. */
  g_autoptr (GBytes) adjusted = fixture_bytes (document);
  mw_document_undo (document);
  g_assert_false (is_panel_shown ());
  g_autoptr (GBytes) undone = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, undone));
  retime ("0.5");
  g_autoptr (GBytes) once = fixture_bytes (document);
  g_assert_true (g_bytes_equal (adjusted, once));
  mw_document_undo (document);
}

/* What is refused, or would change nothing, leaves the step as it was, and says why. */
static void
test_refused (void)
{
  gint length = length_of_sequence ();
  guint position = mw_document_get_position (document);
  retime ("2");
  type_into (panel (), "length", "4000000000");
  g_assert_cmpint (length_of_sequence (), ==, 2 * length);
  g_assert_nonnull (find_words_of_class (panel (), "field-error"));
  g_assert_true (is_panel_shown ());
  type_into (panel (), "length", "0");
  g_assert_null (find_words_of_class (panel (), "field-error"));
  type_into (panel (), "factor", "1");
  g_assert_cmpint (length_of_sequence (), ==, 2 * length);
  g_assert_nonnull (find_words_of_class (panel (), "field-error"));
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, position + 1);
  g_assert_false (mw_document_can_redo (document));
  type_into (panel (), "factor", "4");
  g_assert_cmpint (length_of_sequence (), ==, 4 * length);
  g_assert_cmpuint (mw_document_get_position (document), ==, position + 1);
  mw_document_undo (document);
}

static void
test_closes (void)
{
  gint length = length_of_sequence ();
  /* Another selection. */
  retime ("2");
  g_assert_true (is_panel_shown ());
  MwId other = fixture_record (document, "sequences[1]")->id;
  mw_document_select (document, &other, 1);
  g_assert_false (is_panel_shown ());
  g_assert_cmpint (length_of_sequence (), ==, 2 * length);
  mw_document_undo (document);
  /* Another edit. */
  retime ("2");
  MwRecord *sequence = fixture_record (document, "sequences[0]");
  MwTarget target = mw_ui_target (sequence, mw_schema_field (sequence->schema, "name"));
  g_assert_true (mw_ui_set_text (document, &sequence->id, 1, &target, "Other", NULL));
  g_assert_false (is_panel_shown ());
  mw_document_undo (document);
  mw_document_undo (document);
  /* Its button. */
  retime ("2");
  act_press (panel (), "Close the parameters");
  g_assert_false (is_panel_shown ());
  g_assert_cmpint (length_of_sequence (), ==, 2 * length);
  mw_document_undo (document);
  /* An operation without parameters has none to show. */
  MwId id = fixture_record (document, "sequences[0]")->id;
  mw_document_select (document, &id, 1);
  mw_outline_run_operation (mw_document_page_get_outline (page), "duplicate");
  g_assert_false (is_panel_shown ());
  mw_document_undo (document);
  g_assert_cmpint (length_of_sequence (), ==, length);
}

static void
test_fold (void)
{
  retime ("2");
  GtkWidget *form = find_type (panel (), MW_TYPE_OPERATION_FORM);
  gboolean was = is_shown (form, panel ());
  act_press (panel (), "Parameters of the last operation");
  fixture_settle ();
  g_assert_cmpint (is_shown (form, panel ()), !=, was);
  g_assert_nonnull (find_words (panel (), "Retime"));
  act_press (panel (), "Parameters of the last operation");
  mw_document_undo (document);
}

/* A form begins with what was used last; the panel counts. One that knows what the records have begins with that. */
static void
test_last_values (void)
{
  retime ("2");
  type_into (panel (), "factor", "5");
  mw_document_undo (document);
  GtkWidget *form = retime (NULL);
  g_assert_cmpstr (fixture_shown (editor (form, "factor"), 0), ==, "5");
  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (form, GTK_TYPE_POPOVER)));
  fixture_settle ();
  g_assert_false (mw_document_is_open (document));
  const MwOperation *filter = mw_operation_find ("layer-set-filter");
  MwId layer = fixture_record (document, "materials[0].layers[1]")->id;
  g_autofree char *mode = fixture_value (document, "materials[0].layers[1].filter_mode");
  g_autoptr (MwRecord) params = mw_operation_params_new (filter);
  g_assert_true (
    mw_operation_param_set (filter, document, params, "filter_mode", "Modulate", strlen ("Modulate"), NULL));
  mw_last_values_remember (filter, document, params);
  form = g_object_ref_sink (mw_operation_form_new (document, filter, &layer, 1, NULL, NULL, NULL));
  const MwRecord *begins = mw_operation_form_get_params (MW_OPERATION_FORM (form));
  MwTarget target = mw_ui_target ((MwRecord *) begins, mw_schema_field (filter->params, "filter_mode"));
  g_autofree char *shown = mw_value_print (mw_document_get_model (document), &target);
  g_assert_cmpstr (shown, ==, mode);
  g_assert_cmpstr (shown, !=, "Modulate");
  g_object_unref (form);
  /* What names an element of this model means nothing in another. */
  const MwOperation *parent = mw_operation_find ("re-parent");
  g_autoptr (MwRecord) given = mw_operation_params_new (parent), again = mw_operation_params_new (parent);
  g_assert_true (mw_operation_param_set (parent, document, given, "parent", "bones[2]", strlen ("bones[2]"), NULL));
  mw_last_values_remember (parent, document, given);
  mw_last_values_recall (parent, document, again);
  g_autofree char *kept = mw_operation_params_print (parent, document, again);
  g_assert_cmpstr (kept, ==, "parent=none");
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_autofree char *path = fixture_sample ("figure.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  g_test_add_func ("/ui/operator-panel/changing a parameter runs the step again", test_adjust);
  g_test_add_func ("/ui/operator-panel/what is refused leaves the step as it was", test_refused);
  g_test_add_func ("/ui/operator-panel/another edit or selection closes it", test_closes);
  g_test_add_func ("/ui/operator-panel/it folds to its title", test_fold);
  g_test_add_func ("/ui/operator-panel/forms begin with the last values", test_last_values);
  int failed = g_test_run ();
  fixture_end (window);
  return failed;
}
