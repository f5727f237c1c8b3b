/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/problems/problems-panel.h"
#include "core/edit/operations/repairs.h"
#include "ui/document/findings.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/list-panel.h"
#include "ui/problems/problem-details.h"
#include "ui/problems/problem.h"
#include "ui/text-size.h"
#include "ui/widgets.h"

struct _MwProblemsPanel {
  GtkBox parent_instance;
  MwDocument *document;
  MwFindings *findings;
  GListStore *rows; /* MwProblem */
  GtkMultiSelection *selection;
  GtkWidget *heading, *go, *fix, *fix_all, *copy, *table, *content, *details;
};

G_DEFINE_FINAL_TYPE (MwProblemsPanel, mw_problems_panel, GTK_TYPE_BOX)

enum { GO, SAID, COUNTED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- What is shown -------------------------------------------------------------------------------------------------- */

typedef enum { SEVERITY, ELEMENT, PROBLEM, FOUND, FIX } Column;

/* The text of a cell. Free with g_free(). */
static char *
cell_text (MwProblemsPanel *self, MwProblem *problem, Column column)
{
  const MwRule *rule = mw_problem_get_rule (problem);
  const MwRecord *element;
  switch (column) {
  case SEVERITY:
    return g_strdup (mw_severity_label (rule->severity));
  case ELEMENT:
    element = mw_model_find (mw_document_get_model (self->document), mw_problem_get_element (problem));
    return element ? mw_ui_record_long_title (element) : g_strdup (mw_problem_get_path (problem));
  case PROBLEM:
    return g_strdup (mw_ui_label (rule->text));
  case FOUND:
    return g_strdup (mw_problem_get_message (problem));
  default:
    return g_strdup (mw_problem_get_fix_label (problem));
  }
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, MwProblemsPanel *self)
{
  const Column column = mw_text_table_column (factory);
  GtkWidget *label = gtk_list_item_get_child (item);
  MwProblem *problem = gtk_list_item_get_item (item);
  const MwRule *rule = mw_problem_get_rule (problem);
  g_autofree char *text = cell_text (self, problem, column), *tip = NULL;
  gtk_label_set_text (GTK_LABEL (label), text ? text : "");
  mw_widget_set_css_class (label, "dim-label", column == FOUND);
  if (column == SEVERITY) {
    tip = g_strdup (mw_severity_meaning (rule->severity));
    mw_widget_set_css_class (label, "error", rule->severity == MW_SEVERITY_ERROR);
    mw_widget_set_css_class (label, "warning", rule->severity == MW_SEVERITY_SEVERE);
  } else if (column == FIX) {
    tip = g_strdup (mw_problem_get_fix (problem));
  } else
    tip = g_strdup_printf ("%s\n%s (%s)", text, mw_problem_get_path (problem), rule->id);
  mw_widget_set_tooltip (label, tip);
}

/* The selected problems, in the order of the list. Free with g_ptr_array_unref(). */
static GPtrArray *
get_chosen (MwProblemsPanel *self)
{
  GPtrArray *chosen = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  for (guint i = 0; i < gtk_bitset_get_size (selected); i++)
    g_ptr_array_add (chosen, g_list_model_get_item (G_LIST_MODEL (self->rows), gtk_bitset_get_nth (selected, i)));
  return chosen;
}

/* The fixes of the problems, or, with `kind`, of all problems of their rules. They belong to the rows. */
static GPtrArray *
fixes_of (MwProblemsPanel *self, const GPtrArray *chosen, gboolean kind)
{
  GPtrArray *fixes = g_ptr_array_new ();
  const guint n = kind ? g_list_model_get_n_items (G_LIST_MODEL (self->rows)) : chosen->len;
  for (guint i = 0; i < n; i++) {
    g_autoptr (MwProblem) problem = kind ? g_list_model_get_item (G_LIST_MODEL (self->rows), i)
                                         : g_object_ref (chosen->pdata[i]);
    gboolean meant = !kind;
    for (guint k = 0; !meant && k < chosen->len; k++)
      meant = mw_problem_get_rule (chosen->pdata[k]) == mw_problem_get_rule (problem);
    if (meant && mw_problem_get_fix (problem))
      g_ptr_array_add (fixes, (gpointer) mw_problem_get_fix (problem));
  }
  return fixes;
}

static void
update_buttons (MwProblemsPanel *self)
{
  const gboolean current = mw_findings_are_current (self->findings) && !mw_document_is_open (self->document);
  g_autoptr (GPtrArray) chosen = get_chosen (self);
  guint n_own = 0, n_all = 0;
  /* Each frame of a drag comes here: then there is nothing to count. */
  if (current && chosen->len) {
    g_autoptr (GPtrArray) own = fixes_of (self, chosen, FALSE), all = fixes_of (self, chosen, TRUE);
    n_own = own->len;
    n_all = all->len;
  }
  gtk_widget_set_sensitive (self->go, chosen->len == 1);
  gtk_widget_set_sensitive (self->fix, n_own);
  gtk_widget_set_sensitive (self->fix_all, n_all > n_own);
  gtk_widget_set_sensitive (self->copy, g_list_model_get_n_items (G_LIST_MODEL (self->rows)) > 0);
  mw_problem_details_show (MW_PROBLEM_DETAILS (self->details), chosen, current);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY,
                               !mw_findings_are_current (self->findings), -1);
}

/* Rows that are as before stay, with the selection and the scroll position. */
static gboolean
is_same (MwProblem *a, MwProblem *b)
{
  return mw_problem_get_rule (a) == mw_problem_get_rule (b) && mw_problem_get_record (a) == mw_problem_get_record (b)
         && g_str_equal (mw_problem_get_path (a), mw_problem_get_path (b))
         && g_str_equal (mw_problem_get_message (a), mw_problem_get_message (b))
         && g_strcmp0 (mw_problem_get_fix (a), mw_problem_get_fix (b)) == 0;
}

static gboolean
row_is_same (MwProblemsPanel *self, guint at, MwProblem *problem)
{
  g_autoptr (MwProblem) row = g_list_model_get_item (G_LIST_MODEL (self->rows), at);
  return is_same (row, problem);
}

static void
findings_changed (MwProblemsPanel *self)
{
  const GPtrArray *problems = mw_findings_get_problems (self->findings);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  guint first = 0, last = 0;
  while (first < MIN (n, problems->len) && row_is_same (self, first, problems->pdata[first]))
    first++;
  while (last < MIN (n, problems->len) - first
         && row_is_same (self, n - 1 - last, problems->pdata[problems->len - 1 - last]))
    last++;
  if (first < n || first < problems->len)
    g_list_store_splice (self->rows, first, n - first - last, problems->pdata + first, problems->len - first - last);
  g_autofree char *heading = mw_problems_summary (problems, MW_SEVERITY_UNUSED, " · ");
  gtk_label_set_text (GTK_LABEL (self->heading),
                      *heading ? heading : _ ("No problems found. The model is checked after each edit."));
  gtk_widget_set_visible (self->details, problems->len > 0);
  update_buttons (self);
  g_signal_emit (self, signals[COUNTED], 0, mw_problems_count (problems));
}

/* --- What is done --------------------------------------------------------------------------------------------------- */

static void
go_to (MwProblemsPanel *self, MwProblem *problem)
{
  const MwModel *model = mw_document_get_model (self->document);
  const MwId element = mw_problem_get_element (problem), record = mw_problem_get_record (problem);
  if (mw_model_find (model, element))
    g_signal_emit (self, signals[GO], 0, element, mw_model_find (model, record) ? record : 0,
                   mw_problem_get_field (problem), mw_problem_get_first (problem));
}

static void
activated (GtkColumnView *view, guint position, MwProblemsPanel *self)
{
  g_autoptr (MwProblem) problem = g_list_model_get_item (G_LIST_MODEL (self->rows), position);
  if (problem)
    go_to (self, problem);
}

static void
go_clicked (MwProblemsPanel *self)
{
  g_autoptr (GPtrArray) chosen = get_chosen (self);
  if (chosen->len == 1)
    go_to (self, chosen->pdata[0]);
}

static void
run (MwProblemsPanel *self, gboolean kind)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) chosen = get_chosen (self), fixes = fixes_of (self, chosen, kind);
  if (!fixes->len || !mw_findings_are_current (self->findings) || mw_document_is_open (self->document))
    return;
  const guint done = mw_repairs_run (self->document, (const char *const *) fixes->pdata, fixes->len, &error);
  if (error) {
    g_autofree char *why = mw_ui_refusal (self->document, error);
    g_autofree char *text = done ? g_strdup_printf (_ ("%u of %u fixed. Not fixed: %s"), done, fixes->len, why)
                                 : g_strdup_printf (_ ("Not fixed: %s"), why);
    g_signal_emit (self, signals[SAID], 0, text);
  }
  update_buttons (self);
}

static void
fix_clicked (MwProblemsPanel *self)
{
  run (self, FALSE);
}

static void
fix_all_clicked (MwProblemsPanel *self)
{
  run (self, TRUE);
}

static void
copy_clicked (MwProblemsPanel *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++) {
    g_autoptr (MwProblem) problem = g_list_model_get_item (G_LIST_MODEL (self->rows), i);
    const MwRule *rule = mw_problem_get_rule (problem);
    g_string_append_printf (text, "%s: %s: %s %s (%s)\n", mw_problem_get_path (problem),
                            mw_severity_label (rule->severity), mw_ui_label (rule->text),
                            mw_problem_get_message (problem), rule->id);
  }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  MwProblemsPanel *self = MW_PROBLEMS_PANEL (object);
  mw_disconnect (self->findings, self);
  mw_disconnect (self->document, self);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->findings);
  g_clear_object (&self->document);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (mw_problems_panel_parent_class)->dispose (object);
}

static void
mw_problems_panel_class_init (MwProblemsPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  signals[GO] = g_signal_new ("go", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 4,
                              G_TYPE_UINT, G_TYPE_UINT, G_TYPE_POINTER, G_TYPE_UINT);
  signals[SAID] = g_signal_new ("said", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_STRING);
  signals[COUNTED] = g_signal_new ("counted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_UINT);
}

static GtkWidget *
make_table (MwProblemsPanel *self)
{
  const struct {
    const char *title;
    int width;
    gboolean expands;
  } columns[] = {
    [SEVERITY] = { _ ("Severity"), 90, FALSE }, [ELEMENT] = { _ ("Element"), 200, FALSE },
    [PROBLEM] = { _ ("Problem"), 320, TRUE },   [FOUND] = { _ ("Found"), 220, TRUE },
    [FIX] = { _ ("Fix"), 130, FALSE },
  };
  GtkWidget *view = mw_text_table_new (GTK_SELECTION_MODEL (self->selection), _ ("Problems"));
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    mw_text_table_add (view, columns[i].title, columns[i].width, columns[i].expands, G_CALLBACK (bind_cell), self);
  mw_columns_fit_text (GTK_COLUMN_VIEW (view));
  g_signal_connect (view, "activate", G_CALLBACK (activated), self);
  return view;
}

static void
mw_problems_panel_init (MwProblemsPanel *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  GtkWidget *bar = mw_list_bar_new (&self->heading);
  gtk_label_set_text (GTK_LABEL (self->heading), _ ("The model is being checked…"));
  self->go = mw_list_bar_add (bar, _ ("Go to Element"), _ ("Select the element, and show the property (double click)"),
                              G_CALLBACK (go_clicked), self);
  self->fix = mw_list_bar_add (bar, _ ("Fix"), _ ("Repair what is selected, as the last column says, in one step"),
                               G_CALLBACK (fix_clicked), self);
  self->fix_all = mw_list_bar_add (bar, _ ("Fix All of This Kind"),
                                   _ ("Repair everything with the same problem as the selection, in one step"),
                                   G_CALLBACK (fix_all_clicked), self);
  self->copy = mw_list_bar_add (bar, _ ("Copy List"), _ ("Copy all rows as text, with paths"),
                                G_CALLBACK (copy_clicked), self);
  gtk_box_append (GTK_BOX (self), bar);
  self->rows = g_list_store_new (MW_TYPE_PROBLEM);
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (update_buttons), self, G_CONNECT_SWAPPED);
  self->table = make_table (self);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->table);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_hexpand (scrolled, TRUE);
  self->content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (self->content), scrolled);
  gtk_box_append (GTK_BOX (self), self->content);
}

GtkWidget *
mw_problems_panel_new (MwDocument *document)
{
  MwProblemsPanel *self = g_object_new (MW_TYPE_PROBLEMS_PANEL, NULL);
  self->document = g_object_ref (document);
  self->findings = g_object_ref (mw_findings_of (document));
  self->details = mw_problem_details_new (document);
  gtk_widget_set_visible (self->details, FALSE);
  gtk_box_append (GTK_BOX (self->content), self->details);
  g_signal_connect_swapped (self->findings, "changed", G_CALLBACK (findings_changed), self);
  g_signal_connect_swapped (document, "changed", G_CALLBACK (update_buttons), self);
  if (mw_findings_are_current (self->findings))
    findings_changed (self);
  else
    update_buttons (self);
  return GTK_WIDGET (self);
}
