/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the checker finds: listed, shown in its place, and repaired. */
#include "core/check/files.h"
#include "core/edit/operations/script.h"
#include "tests/ui/fixture.h"
#include "ui/document/document-tasks.h"
#include "ui/document/findings.h"
#include "ui/problems/problem-details.h"
#include "ui/problems/fix-all.h"
#include "ui/problems/problem-rows.h"
#include "ui/problems/problems-panel.h"
#include "ui/viewport/viewport.h"
#include "ui/window/window-private.h"

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

static gboolean
is_complete (gpointer findings)
{
  return mw_findings_are_complete (findings);
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
  g_assert_true (fixture_until (is_complete, mw_findings_of (document)));
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
    g_autoptr (GObject) row = g_list_model_get_item (rows, i);
    if (!MW_IS_PROBLEM (row))
      continue;
    MwProblem *problem = MW_PROBLEM (row);
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
  guint at = 0;
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

/* Copies the pictures of the samples too, so that none is missing. */
static char *
sample_with_pictures (const char *sample)
{
  g_autofree char *folder = g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"), "data", "samples", NULL);
  g_autoptr (GDir) names = g_dir_open (folder, 0, NULL);
  for (const char *name; (name = g_dir_read_name (names));)
    if (g_str_has_suffix (name, ".tga") || g_str_has_suffix (name, ".blp") || g_str_has_suffix (name, ".png"))
      g_free (fixture_sample (name));
  return fixture_sample (sample);
}

/* Only a list that is seen has rows. */
static void
show_panel (void)
{
  GtkNotebook *bottom = GTK_NOTEBOOK (gtk_widget_get_ancestor (panel (), GTK_TYPE_NOTEBOOK));
  gtk_notebook_set_current_page (bottom, gtk_notebook_page_num (bottom, panel ()));
}

static void
begin (const char *sample)
{
  g_autofree char *path = sample_with_pictures (sample);
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  show_panel ();
}

static void
end (void)
{
  fixture_clear (window);
}

/* Where the page looks for files. */
static MwLookup *
lookup (void)
{
  return mw_viewport_get_lookup (mw_document_page_get_viewport (page));
}

#define UNSORTED "bones[1].scaling.track.keys.time"

static void
the_most_severe_come_first (void)
{
  begin ("everything.mdx");
  run ("set global_sequences[0].duration=1"); /* keys that are never reached */
  GListModel *rows = G_LIST_MODEL (rows_now ());
  const MwModel *model = mw_document_get_model (document);
  const MwFormat format = mw_document_get_format (document);
  g_autoptr (MwFileChecks) checks = mw_file_checks_new ();
  g_autoptr (GPtrArray) found = mw_check (model, format),
                        files = mw_file_checks_run (checks, model, format, NULL, lookup ());
  guint n_of[MW_SEVERITY_UNUSED + 1] = { 0 };
  MwSeverity before = MW_SEVERITY_ERROR;
  const guint n_found = found->len + files->len;
  g_assert_cmpuint (count (NULL, NULL), ==, n_found);
  g_assert_cmpuint (files->len, >, 0);
  g_assert_cmpuint (found->len, >, 6);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GObject) row = g_list_model_get_item (rows, i);
    if (!MW_IS_PROBLEM (row))
      continue;
    const MwSeverity severity = mw_problem_get_rule (MW_PROBLEM (row))->severity;
    g_assert_cmpint (severity, >=, before);
    before = severity;
    n_of[severity]++;
  }
  g_assert_cmpuint (n_of[MW_SEVERITY_UNUSED], >, 0);
  g_autofree char *heading = g_strdup_printf ("Error: %u · Severe: %u · Warning: %u · Unused: %u",
                                              n_of[MW_SEVERITY_ERROR], n_of[MW_SEVERITY_SEVERE],
                                              n_of[MW_SEVERITY_WARNING], n_of[MW_SEVERITY_UNUSED]),
                  *tab = g_strdup_printf ("Problems (%u)", n_found - n_of[MW_SEVERITY_UNUSED]);
  g_assert_nonnull (find_words (panel (), heading));
  g_assert_nonnull (find_words (GTK_WIDGET (page), tab));
  end ();
}

/* Of the column of fixes: asserts that no cell of it is cut. Returns how many cells have a text. */
static guint
whole_cells (GtkWidget *widget, GHashTable *fixes)
{
  guint n = 0;
  if (GTK_IS_LABEL (widget) && g_hash_table_contains (fixes, gtk_label_get_text (GTK_LABEL (widget)))) {
    g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))));
    n++;
  }
  for (GtkWidget *at = gtk_widget_get_first_child (widget); at; at = gtk_widget_get_next_sibling (at))
    n += whole_cells (at, fixes);
  return n;
}

static void
fixes_are_not_cut (void)
{
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 720);
  begin ("everything.mdx");
  g_autoptr (GHashTable) fixes = g_hash_table_new (g_str_hash, g_str_equal);
  GListModel *rows = G_LIST_MODEL (rows_now ());
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GObject) row = g_list_model_get_item (rows, i);
    if (MW_IS_PROBLEM (row) && mw_problem_get_fix (MW_PROBLEM (row)))
      g_hash_table_add (fixes, (gpointer) mw_problem_get_fix_label (MW_PROBLEM (row)));
  }
  g_assert_cmpuint (whole_cells (find_type (panel (), GTK_TYPE_COLUMN_VIEW), fixes), >, 2);
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

/* The name that the fix gives a node without a name. Free with g_free(). */
static char *
name_to_be (const char *path)
{
  MwRecord *record = fixture_record (document, path);
  return g_strdup_printf ("\"%s_%u\"", g_str_has_prefix (path, "bones") ? "bone" : "attachment",
                          mw_record_index (record));
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
  g_autofree char *first = name_to_be ("bones[0]"), *last = name_to_be ("attachments[1]");
  const guint64 generation = mw_document_get_generation (document);
  act_click (button ("Fix All of This Kind"));
  GtkWidget *preview = find_type (panel (), MW_TYPE_FIX_ALL);
  g_assert_true (fixture_until (is_current, preview));
  /* What is listed is not yet done. */
  g_assert_nonnull (find_words (preview, mw_rule ("node-name-empty")->text));
  g_assert_nonnull (find_words (preview, first));
  g_assert_nonnull (find_words (preview, last));
  g_assert_cmpuint (mw_document_get_generation (document), ==, generation);
  act_press (preview, "Fix 3");
  g_assert_cmpuint (count (NULL, NULL), ==, 0);
  assert_value ("attachments[1].name", last);
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

/* An edit while the changes are listed makes the list wrong, so it closes. */
static void
an_old_preview_fixes_nothing (void)
{
  begin ("effect.mdx");
  run ("set bones[1].name=\"\"");
  run ("set bones[0].name=\"\"");
  choose ("node-name-empty");
  act_click (button ("Fix All of This Kind"));
  GtkWidget *preview = find_type (panel (), MW_TYPE_FIX_ALL);
  g_assert_true (fixture_until (is_current, preview));
  g_assert_true (gtk_widget_get_visible (preview));
  run ("set bones[1].name=\"Again\"");
  g_assert_false (gtk_widget_get_visible (preview));
  act_press (preview, "Fix 2");
  assert_value ("bones[0].name", "\"\"");
  end ();
}

/* The row of the first group. */
static MwProblemGroup *
first_group (void)
{
  g_autoptr (GObject) row = g_list_model_get_item (G_LIST_MODEL (rows_now ()), 0);
  g_assert_true (MW_IS_PROBLEM_GROUP (row));
  return MW_PROBLEM_GROUP (row);
}

static GtkWidget *
table (void)
{
  return find_type (panel (), GTK_TYPE_COLUMN_VIEW);
}

static guint
n_rows (void)
{
  return g_list_model_get_n_items (G_LIST_MODEL (rows_now ()));
}

/* Three problems of one rule and of one severity, at three elements. */
static void
make_three (void)
{
  run ("set bones[1].name=\"\"");
  run ("set bones[0].name=\"\"");
  run ("set attachments[1].name=\"\"");
}

static void
problems_are_grouped_as_chosen (void)
{
  begin ("effect.mdx");
  make_three ();
  GtkWidget *grouping = find_called (panel (), GTK_TYPE_DROP_DOWN, "Group by");
  g_assert_cmpuint (n_rows (), ==, 4);
  g_assert_nonnull (find_words (table (), "▾ Warning"));
  g_assert_nonnull (find_words (table (), "3 problems"));
  g_assert_nonnull (find_words (table (), "3 fixes"));
  act_choose (grouping, MW_PROBLEMS_BY_ELEMENT);
  g_assert_cmpuint (n_rows (), ==, 6);
  g_assert_nonnull (find_words (table (), "1 problem"));
  act_choose (grouping, MW_PROBLEMS_BY_RULE);
  g_assert_cmpuint (n_rows (), ==, 4);
  /* The next model is grouped in the same way. */
  end ();
  begin ("everything.mdx");
  grouping = find_called (panel (), GTK_TYPE_DROP_DOWN, "Group by");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (grouping)), ==, MW_PROBLEMS_BY_RULE);
  for (guint i = 0; i + 1 < n_rows (); i++) {
    g_autoptr (GObject) row = g_list_model_get_item (G_LIST_MODEL (rows_now ()), i),
                        next = g_list_model_get_item (G_LIST_MODEL (rows_now ()), i + 1);
    if (MW_IS_PROBLEM (row) && MW_IS_PROBLEM (next))
      g_assert_true (mw_problem_get_rule (MW_PROBLEM (row)) == mw_problem_get_rule (MW_PROBLEM (next)));
  }
  act_choose (grouping, MW_PROBLEMS_BY_SEVERITY);
  end ();
}

static void
groups_fold_by_keys_and_stay_so (void)
{
  begin ("effect.mdx");
  make_three ();
  GtkSelectionModel *selection = rows_now ();
  gtk_selection_model_select_item (selection, 2, TRUE);
  /* From a problem to its group, and only then it folds. */
  g_assert_true (act_key (table (), GDK_KEY_Left, 0));
  g_assert_true (gtk_selection_model_is_selected (selection, 0));
  g_assert_cmpuint (n_rows (), ==, 4);
  g_assert_true (act_key (table (), GDK_KEY_Left, 0));
  g_assert_cmpuint (n_rows (), ==, 1);
  g_assert_true (mw_problem_group_is_folded (first_group ()));
  g_assert_nonnull (find_words (table (), "▸ Warning"));
  g_assert_true (gtk_selection_model_is_selected (selection, 0));
  /* An edit leaves it folded, and counts again. */
  run ("set bones[1].name=\"Again\"");
  g_assert_cmpuint (n_rows (), ==, 1);
  g_assert_nonnull (find_words (table (), "2 problems"));
  /* So does another grouping. */
  GtkWidget *grouping = find_called (panel (), GTK_TYPE_DROP_DOWN, "Group by");
  act_choose (grouping, MW_PROBLEMS_BY_RULE);
  g_assert_cmpuint (n_rows (), ==, 3);
  act_choose (grouping, MW_PROBLEMS_BY_SEVERITY);
  g_assert_cmpuint (n_rows (), ==, 1);
  gtk_selection_model_select_item (selection, 0, TRUE);
  g_assert_true (act_key (table (), GDK_KEY_Right, 0));
  g_assert_cmpuint (n_rows (), ==, 3);
  /* Enter, which a double click does too. */
  g_signal_emit_by_name (table (), "activate", 0);
  g_assert_cmpuint (n_rows (), ==, 1);
  g_signal_emit_by_name (table (), "activate", 0);
  g_assert_cmpuint (n_rows (), ==, 3);
  end ();
}

/* Whether the first group of problems is folded in a model that is opened now. */
static gboolean
begins_folded (MwProblemGrouping grouping)
{
  begin ("effect.mdx");
  make_three ();
  act_choose (find_called (panel (), GTK_TYPE_DROP_DOWN, "Group by"), grouping);
  n_rows ();
  return mw_problem_group_is_folded (first_group ());
}

static void
folded_groups_are_folded_in_other_models (void)
{
  for (MwProblemGrouping grouping = MW_PROBLEMS_BY_SEVERITY; grouping <= MW_PROBLEMS_BY_RULE; grouping++) {
    g_assert_false (begins_folded (grouping));
    g_signal_emit_by_name (table (), "activate", 0);
    g_assert_true (mw_problem_group_is_folded (first_group ()));
    end ();
    /* Elements are those of one model. */
    const gboolean kept = begins_folded (grouping);
    g_assert_cmpint (kept, ==, grouping != MW_PROBLEMS_BY_ELEMENT);
    if (kept)
      g_signal_emit_by_name (table (), "activate", 0);
    end ();
    g_assert_false (begins_folded (grouping));
    act_choose (find_called (panel (), GTK_TYPE_DROP_DOWN, "Group by"), MW_PROBLEMS_BY_SEVERITY);
    end ();
  }
}

/* The label with this text below a widget. */
static GtkWidget *
label_of (GtkWidget *root, const char *text)
{
  if (GTK_IS_LABEL (root) && g_str_equal (gtk_label_get_text (GTK_LABEL (root)), text))
    return root;
  GtkWidget *found = NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = label_of (child, text);
  return found;
}

/* A press on the first cell of a group. */
static void
press_arrow (const char *text)
{
  GtkWidget *label = label_of (table (), text);
  g_assert_nonnull (label);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (label);
  guint n = 0;
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
    if (!GTK_IS_GESTURE_CLICK (controller))
      continue;
    g_signal_emit_by_name (controller, "pressed", 1, 5.0, 5.0);
    n++;
  }
  g_assert_cmpuint (n, ==, 1);
}

static void
groups_fold_by_their_arrow (void)
{
  begin ("effect.mdx");
  make_three ();
  rows_now ();
  press_arrow ("▾ Warning");
  g_assert_cmpuint (n_rows (), ==, 1);
  press_arrow ("▸ Warning");
  g_assert_cmpuint (n_rows (), ==, 4);
  end ();
}

/* A folded group is all of its problems. */
static void
a_group_is_fixed_as_a_whole (void)
{
  begin ("effect.mdx");
  make_three ();
  const guint steps = mw_document_get_position (document);
  gtk_selection_model_select_item (rows_now (), 0, TRUE);
  g_assert_true (act_key (table (), GDK_KEY_Left, 0));
  g_assert_nonnull (find_words (details (), "3 problems are selected"));
  g_assert_nonnull (find_words (details (), mw_rule ("node-name-empty")->text));
  /* A group and a problem in it are no more than the group. */
  g_assert_true (act_key (table (), GDK_KEY_Right, 0));
  gtk_selection_model_select_item (rows_now (), 2, FALSE);
  g_assert_nonnull (find_words (details (), "3 problems are selected"));
  act_click (button ("Fix"));
  g_assert_cmpuint (count (NULL, NULL), ==, 0);
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  end ();
}

static void
what_is_selected_stays_selected (void)
{
  begin ("effect.mdx");
  make_three ();
  gtk_selection_model_select_item (rows_now (), 2, TRUE);
  g_autoptr (GObject) was = g_list_model_get_item (G_LIST_MODEL (rows_now ()), 2);
  /* A worse one comes before it, and another one after it. */
  run ("set sequences[0].rarity=inf");
  run ("set attachments[0].name=\"\"");
  guint n = 0;
  for (guint i = 0; i < n_rows (); i++) {
    g_autoptr (GObject) row = g_list_model_get_item (G_LIST_MODEL (rows_now ()), i);
    if (gtk_selection_model_is_selected (rows_now (), i)) {
      g_assert_true (mw_problem_row_is_same (row, was));
      n++;
    }
  }
  g_assert_cmpuint (n, ==, 1);
  end ();
}

static gboolean
has_more_than_it_shows (gpointer scroll)
{
  return gtk_adjustment_get_upper (scroll) > gtk_adjustment_get_page_size (scroll) + 40;
}

typedef struct {
  GtkAdjustment *scroll;
  double upper;
} Grown;

static gboolean
has_grown (gpointer grown)
{
  return gtk_adjustment_get_upper (((Grown *) grown)->scroll) > ((Grown *) grown)->upper;
}

static gboolean
is_scrolled_further (gpointer scroll)
{
  return gtk_adjustment_get_value (scroll) > 400;
}

/* GTK keeps the rows in view that were, also when worse ones come before them. */
static void
worse_ones_are_seen_at_once (void)
{
  begin ("figure.mdx");
  for (guint i = 0; i < 60; i++)
    run ("helper-add name=\"Idle\""); /* what moves nothing is useless: many rows */
  rows_now ();
  GtkWidget *scrolled = gtk_widget_get_ancestor (find_type (panel (), GTK_TYPE_COLUMN_VIEW), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *scroll = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  g_assert_true (fixture_until (has_more_than_it_shows, scroll));
  g_assert_cmpfloat (gtk_adjustment_get_value (scroll), ==, 0);
  const double upper = gtk_adjustment_get_upper (scroll);
  run ("set sequences[0].rarity=inf");
  g_assert_cmpuint (count ("number-not-finite", NULL), ==, 1);
  g_assert_true (fixture_until (has_grown, &(Grown) { scroll, upper }));
  g_assert_cmpfloat (gtk_adjustment_get_value (scroll), ==, 0);
  /* After scrolling, the rows in view stay. */
  gtk_adjustment_set_value (scroll, 400);
  fixture_settle ();
  run ("set sequences[0].move_speed=inf");
  rows_now ();
  g_assert_true (fixture_until (is_scrolled_further, scroll));
  end ();
}

static gboolean
is_scrolled_as_before (gpointer scroll)
{
  return gtk_adjustment_get_value (scroll) == 400;
}

/* Rows of a list that nobody sees get no widgets. */
static void
a_hidden_list_comes_back_as_it_was (void)
{
  begin ("figure.mdx");
  GtkNotebook *bottom = GTK_NOTEBOOK (gtk_widget_get_ancestor (panel (), GTK_TYPE_NOTEBOOK));
  GtkColumnView *table = GTK_COLUMN_VIEW (find_type (panel (), GTK_TYPE_COLUMN_VIEW));
  const int own = gtk_notebook_get_current_page (bottom);
  for (guint i = 0; i < 60; i++)
    run ("helper-add name=\"Idle\"");
  GtkSelectionModel *rows = rows_now ();
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (table), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *scroll = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  g_assert_true (fixture_until (has_more_than_it_shows, scroll));
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (rows));
  gtk_selection_model_select_item (rows, n - 1, TRUE);
  g_autoptr (GObject) chosen = g_list_model_get_item (G_LIST_MODEL (rows), n - 1);
  gtk_adjustment_set_value (scroll, 400);
  fixture_settle ();
  /* As long as nothing changes, the widgets stay. */
  gtk_notebook_set_current_page (bottom, own ? 0 : 1);
  fixture_settle ();
  g_assert_true (gtk_column_view_get_model (table) == rows);
  run ("set sequences[0].move_speed=inf");
  g_assert_null (rows_now ());
  run ("set sequences[0].rarity=inf");
  g_assert_null (rows_now ());
  gtk_notebook_set_current_page (bottom, own);
  g_assert_true (rows_now () == rows);
  g_assert_cmpuint (count ("number-not-finite", NULL), ==, 2);
  g_assert_true (fixture_until (is_scrolled_as_before, scroll));
  const guint now = g_list_model_get_n_items (G_LIST_MODEL (rows));
  g_assert_cmpuint (now, >, n);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (rows);
  g_assert_cmpuint (gtk_bitset_get_size (selected), ==, 1);
  g_autoptr (GObject) still = g_list_model_get_item (G_LIST_MODEL (rows), gtk_bitset_get_minimum (selected));
  g_assert_true (mw_problem_row_is_same (still, chosen));
  end ();
}

/* A game that is older than an image's format cannot read it; what only needs the version of the model can. */
static void
problems_are_those_for_the_chosen_game (void)
{
  begin ("figure.mdx");
  run ("set textures[0].path=\"a.dds\"");
  g_assert_cmpuint (count ("wc3-texture-format", NULL), ==, 0);
  GtkWidget *target = find_called (panel (), GTK_TYPE_DROP_DOWN, "Checked for");
  g_assert_true (act_choose_named (target, "Warcraft III up to 1.31"));
  g_assert_cmpuint (count ("wc3-texture-format", NULL), ==, 1);
  g_assert_cmpstr (mw_findings_get_client (document)->id, ==, "wc3-1.26");
  /* Edits do not change for whom it is checked. */
  run ("set textures[0].path=\"b.dds\"");
  g_assert_cmpuint (count ("wc3-texture-format", NULL), ==, 1);
  g_assert_true (act_choose_named (target, "Warcraft III 2.0"));
  g_assert_cmpuint (count ("wc3-texture-format", NULL), ==, 0);
  g_assert_cmpstr (mw_findings_get_client (document)->id, ==, "wc3-2.0");
  g_assert_true (act_choose_named (target, "This version"));
  g_assert_null (mw_findings_get_client (document));
  g_assert_false (act_choose_named (target, "World of Warcraft"));
  end ();
}

static void
choose_client (const char *name)
{
  g_assert_true (act_choose_named (find_called (panel (), GTK_TYPE_DROP_DOWN, "Checked for"), name));
}

/* Closes the tab, and opens its file again. */
static void
reopen (void)
{
  g_autofree char *path = g_strdup (mw_document_get_path (document));
  mw_window_remove_page (window, page);
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  show_panel ();
}

static void
the_game_is_remembered_for_the_file (void)
{
  begin ("figure.mdx");
  g_assert_null (mw_findings_get_client (document));
  choose_client ("Warcraft III up to 1.31");
  reopen ();
  g_assert_nonnull (mw_findings_get_client (document));
  g_assert_cmpstr (mw_findings_get_client (document)->id, ==, "wc3-1.26");
  GtkDropDown *target = GTK_DROP_DOWN (find_called (panel (), GTK_TYPE_DROP_DOWN, "Checked for"));
  g_assert_true (g_str_has_prefix (gtk_string_object_get_string (gtk_drop_down_get_selected_item (target)),
                                   "Warcraft III up to 1.31"));
  run ("set textures[0].path=\"a.dds\"");
  g_assert_cmpuint (count ("wc3-texture-format", NULL), ==, 1);
  choose_client ("This version");
  reopen ();
  g_assert_null (mw_findings_get_client (document));
  /* A client of another family, which a model in this file was for, has no say. */
  mw_viewport_set_client (mw_document_page_get_viewport (page), "wow-3.3.5");
  reopen ();
  g_assert_null (mw_findings_get_client (document));
  end ();
}

static void
written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  *(MwSave **) data = mw_write_finish (result, &error);
  g_assert_no_error (error);
}

static gboolean
is_set (gpointer save)
{
  return *(MwSave **) save != NULL;
}

/* What a save would name. */
static guint
named (const char *rule)
{
  g_autofree char *path = g_build_filename (fixture_folder (), "named.mdx", NULL);
  const MwSaveOptions options = mw_save_options (document);
  MwSave *save = NULL;
  guint n = 0;
  mw_write_async (document, &options, path, NULL, NULL, written, &save);
  g_assert_true (fixture_until (is_set, &save));
  for (guint i = 0; i < save->findings->len; i++)
    n += strcmp (((MwFinding *) save->findings->pdata[i])->rule->id, rule) == 0;
  mw_save_free (save);
  return n;
}

static void
a_save_names_what_the_chosen_game_refuses (void)
{
  begin ("figure.mdx");
  run ("set textures[0].path=\"a.dds\"");
  rows_now ();
  g_assert_cmpuint (named ("wc3-texture-format"), ==, 0);
  g_assert_true (
    act_choose_named (find_called (panel (), GTK_TYPE_DROP_DOWN, "Checked for"), "Warcraft III up to 1.31"));
  g_assert_cmpuint (named ("wc3-texture-format"), ==, 1);
  act_choose_named (find_called (panel (), GTK_TYPE_DROP_DOWN, "Checked for"), "This version");
  end ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  window = fixture_window ();
  g_test_add_func ("/ui/problems/the most severe come first", the_most_severe_come_first);
  g_test_add_func ("/ui/problems/the fixes are not cut at 1280x720", fixes_are_not_cut);
  g_test_add_func ("/ui/problems/what is selected is fixed in one step", what_is_selected_is_fixed_in_one_step);
  g_test_add_func ("/ui/problems/all of a kind are fixed in one step", all_of_a_kind_are_fixed_in_one_step);
  g_test_add_func ("/ui/problems/a problem leads to its element", a_problem_leads_to_its_element);
  g_test_add_func ("/ui/problems/an old list fixes nothing", an_old_list_fixes_nothing);
  g_test_add_func ("/ui/problems/a fix is shown before it is done", a_fix_is_shown_before_it_is_done);
  g_test_add_func ("/ui/problems/without a fix it says so", without_a_fix_it_says_so);
  g_test_add_func ("/ui/problems/an old preview fixes nothing", an_old_preview_fixes_nothing);
  g_test_add_func ("/ui/problems/problems are grouped as chosen", problems_are_grouped_as_chosen);
  g_test_add_func ("/ui/problems/groups fold by keys and stay so", groups_fold_by_keys_and_stay_so);
  g_test_add_func ("/ui/problems/folded groups are folded in other models", folded_groups_are_folded_in_other_models);
  g_test_add_func ("/ui/problems/groups fold by their arrow", groups_fold_by_their_arrow);
  g_test_add_func ("/ui/problems/a save names what the chosen game refuses", a_save_names_what_the_chosen_game_refuses);
  g_test_add_func ("/ui/problems/a group is fixed as a whole", a_group_is_fixed_as_a_whole);
  g_test_add_func ("/ui/problems/what is selected stays selected", what_is_selected_stays_selected);
  g_test_add_func ("/ui/problems/worse ones are seen at once", worse_ones_are_seen_at_once);
  g_test_add_func ("/ui/problems/a hidden list comes back as it was", a_hidden_list_comes_back_as_it_was);
  g_test_add_func ("/ui/problems/problems are those for the chosen game", problems_are_those_for_the_chosen_game);
  g_test_add_func ("/ui/problems/the game is remembered for the file", the_game_is_remembered_for_the_file);
  const int result = g_test_run ();
  fixture_end (window);
  return result;
}
