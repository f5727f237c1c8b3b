/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the checker finds: listed, shown in its place, and repaired. */
#include "core/edit/operations/script.h"
#include "tests/ui/fixture.h"
#include "ui/problems/problem-details.h"
#include "ui/problems/problem.h"
#include "ui/problems/problems-panel.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;

static gboolean
is_current (gpointer panel)
{
  g_autofree char *other = gtk_test_accessible_check_state (panel, GTK_ACCESSIBLE_STATE_BUSY, FALSE);
  return other == NULL;
}

static GtkWidget *
panel (void)
{
  return find_type (GTK_WIDGET (page), MW_TYPE_PROBLEMS_PANEL);
}

/* Waits until the list is up to date. */
static GtkSelectionModel *
rows_now (void)
{
  fixture_settle ();
  g_assert_true (fixture_until (is_current, panel ()));
  return gtk_column_view_get_model (GTK_COLUMN_VIEW (find_type (panel (), GTK_TYPE_COLUMN_VIEW)));
}

/* The number of rows, of one rule only if it is given; `last`: the position of the last of them. */
static guint
count (const char *rule, guint *last)
{
  GListModel *rows = G_LIST_MODEL (rows_now ());
  guint n = 0;
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (MwProblem) problem = g_list_model_get_item (rows, i);
    if (rule && strcmp (mw_problem_get_rule (problem)->id, rule) != 0)
      continue;
    if (last)
      *last = i;
    n++;
  }
  return n;
}

static void
choose (const char *rule)
{
  guint at;
  g_assert_cmpuint (count (rule, &at), >, 0);
  gtk_selection_model_select_item (rows_now (), at, TRUE);
}

static GtkWidget *
button (const char *name)
{
  return find_called (panel (), GTK_TYPE_BUTTON, name);
}

static void
run (const char *line)
{
  g_autoptr (GError) error = NULL;
  mw_script_run_line (document, line, NULL, &error);
  g_assert_no_error (error);
}

static void
assert_value (const char *path, const char *expected)
{
  g_autofree char *value = fixture_value (document, path);
  g_assert_cmpstr (value, ==, expected);
}

static void
begin (const char *sample)
{
  g_autofree char *path = fixture_sample (sample);
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  GtkNotebook *bottom = GTK_NOTEBOOK (gtk_widget_get_ancestor (panel (), GTK_TYPE_NOTEBOOK));
  gtk_notebook_set_current_page (bottom, gtk_notebook_page_num (bottom, panel ()));
}

static void
end (void)
{
  fixture_clear (window);
}

#define UNSORTED "bones[1].scaling.track.keys.time"

static void
the_most_severe_come_first (void)
{
  begin ("everything.mdx");
  run ("set global_sequences[0].duration=1"); /* keys that are never reached */
  GListModel *rows = G_LIST_MODEL (rows_now ());
  g_autoptr (GPtrArray) found = mw_check (mw_document_get_model (document), mw_document_get_format (document));
  guint n_of[MW_SEVERITY_UNUSED + 1] = { 0 };
  MwSeverity before = MW_SEVERITY_ERROR;
  g_assert_cmpuint (count (NULL, NULL), ==, found->len);
  g_assert_cmpuint (found->len, >, 6);
  for (guint i = 0; i < found->len; i++) {
    g_autoptr (MwProblem) problem = g_list_model_get_item (rows, i);
    const MwSeverity severity = mw_problem_get_rule (problem)->severity;
    g_assert_cmpint (severity, >=, before);
    before = severity;
    n_of[severity]++;
  }
  g_assert_cmpuint (n_of[MW_SEVERITY_UNUSED], >, 0);
  g_autofree char *heading = g_strdup_printf ("Error: %u · Severe: %u · Warning: %u · Unused: %u",
                                              n_of[MW_SEVERITY_ERROR], n_of[MW_SEVERITY_SEVERE],
                                              n_of[MW_SEVERITY_WARNING], n_of[MW_SEVERITY_UNUSED]),
                  *tab = g_strdup_printf ("Problems (%u)", found->len - n_of[MW_SEVERITY_UNUSED]);
  g_assert_nonnull (find_words (panel (), heading));
  g_assert_nonnull (find_words (GTK_WIDGET (page), tab));
  end ();
}

static void
what_is_selected_is_fixed_in_one_step (void)
{
  begin ("everything.mdx");
  const guint before = count ("wc3-particle-cells", NULL);
  g_assert_cmpuint (before, >, 0);
  g_assert_false (gtk_widget_get_sensitive (button ("Fix")));
  g_autofree char *was = fixture_value (document, UNSORTED);
  choose ("track-unsorted");
  g_assert_false (gtk_widget_get_sensitive (button ("Fix All of This Kind"))); /* it is the only one */
  act_click (button ("Fix"));
  /* Until the list is that of the repaired model, its fixes are not. */
  g_assert_false (gtk_widget_get_sensitive (button ("Fix")));
  g_assert_cmpuint (count ("track-unsorted", NULL), ==, 0);
  g_assert_cmpuint (count ("wc3-particle-cells", NULL), ==, before); /* which has fixes too */
  g_autofree char *is = fixture_value (document, UNSORTED);
  g_assert_cmpstr (is, !=, was);
  mw_document_undo (document);
  g_assert_cmpuint (count ("track-unsorted", NULL), ==, 1);
  assert_value (UNSORTED, was);
  g_assert_false (mw_document_can_undo (document));
  /* Without a fix there is nothing to press. */
  choose ("geoset-primitive-type");
  g_assert_false (gtk_widget_get_sensitive (button ("Fix")));
  end ();
}

static void
all_of_a_kind_are_fixed_in_one_step (void)
{
  begin ("effect.mdx");
  g_assert_cmpuint (count (NULL, NULL), ==, 0);
  g_assert_nonnull (find_words (panel (), "No problems found."));
  run ("set bones[1].name=\"\"");
  run ("set bones[0].name=\"\"");
  run ("set attachments[1].name=\"\"");
  const guint steps = mw_document_get_position (document);
  g_assert_cmpuint (count ("node-name-empty", NULL), ==, 3);
  choose ("node-name-empty");
  act_click (button ("Fix All of This Kind"));
  g_assert_cmpuint (count (NULL, NULL), ==, 0);
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  mw_document_undo (document);
  g_assert_cmpuint (count ("node-name-empty", NULL), ==, 3);
  end ();
}

static void
a_problem_leads_to_its_element (void)
{
  begin ("everything.mdx");
  choose ("track-unsorted");
  act_click (button ("Go to Element"));
  fixture_settle ();
  g_assert_cmpuint (fixture_selected (document), ==, fixture_record (document, "bones[1]")->id);
  end ();
}

static void
an_old_list_fixes_nothing (void)
{
  begin ("figure.mdx");
  run ("set bones[1].name=\"\"");
  choose ("node-name-empty");
  g_assert_true (gtk_widget_get_sensitive (button ("Fix")));
  /* The model changes before the list knows it. */
  run ("set bones[1].name=\"Again\"");
  g_assert_false (gtk_widget_get_sensitive (button ("Fix")));
  g_signal_emit_by_name (button ("Fix"), "clicked");
  assert_value ("bones[1].name", "\"Again\"");
  end ();
}

static GtkWidget *
details (void)
{
  GtkWidget *widget = find_type (panel (), MW_TYPE_PROBLEM_DETAILS);
  g_assert_true (fixture_until (is_current, widget));
  return widget;
}

/* The name that the fix gives a bone without a name. Free with g_free(). */
static char *
name_to_be (const char *path)
{
  return g_strdup_printf ("\"bone_%u\"", mw_record_index (fixture_record (document, path)));
}

static void
a_fix_is_shown_before_it_is_done (void)
{
  begin ("effect.mdx");
  count (NULL, NULL);
  g_assert_false (gtk_widget_get_visible (find_type (panel (), MW_TYPE_PROBLEM_DETAILS)));
  run ("set bones[0].name=\"\"");
  run ("set bones[1].name=\"\"");
  g_autofree char *first = name_to_be ("bones[0]"), *last = name_to_be ("bones[1]");
  const guint64 generation = mw_document_get_generation (document);
  choose ("node-name-empty");
  g_assert_nonnull (find_words (details (), mw_rule ("node-name-empty")->text));
  g_assert_nonnull (find_words (details (), mw_rule ("node-name-empty")->effect));
  g_assert_nonnull (find_words (details (), last));
  g_assert_null (find_words (details (), first));
  gtk_selection_model_select_all (rows_now ());
  g_assert_nonnull (find_words (details (), "2 problems are selected"));
  g_assert_nonnull (find_words (details (), first));
  g_assert_cmpuint (mw_document_get_generation (document), ==, generation);
  assert_value ("bones[1].name", "\"\"");
  /* What is shown is what is done. */
  choose ("node-name-empty");
  details ();
  act_click (button ("Fix"));
  assert_value ("bones[1].name", last);
  gtk_selection_model_unselect_all (rows_now ());
  g_assert_nonnull (find_words (details (), "Select a problem"));
  g_assert_null (find_words (details (), "→"));
  end ();
}

static void
without_a_fix_it_says_so (void)
{
  begin ("everything.mdx");
  choose ("geoset-primitive-type");
  g_assert_nonnull (find_words (details (), mw_rule ("geoset-primitive-type")->effect));
  g_assert_nonnull (find_words (details (), "There is no automatic fix."));
  end ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  window = fixture_window ();
  g_test_add_func ("/ui/problems/the most severe come first", the_most_severe_come_first);
  g_test_add_func ("/ui/problems/what is selected is fixed in one step", what_is_selected_is_fixed_in_one_step);
  g_test_add_func ("/ui/problems/all of a kind are fixed in one step", all_of_a_kind_are_fixed_in_one_step);
  g_test_add_func ("/ui/problems/a problem leads to its element", a_problem_leads_to_its_element);
  g_test_add_func ("/ui/problems/an old list fixes nothing", an_old_list_fixes_nothing);
  g_test_add_func ("/ui/problems/a fix is shown before it is done", a_fix_is_shown_before_it_is_done);
  g_test_add_func ("/ui/problems/without a fix it says so", without_a_fix_it_says_so);
  const int result = g_test_run ();
  fixture_end (window);
  return result;
}
