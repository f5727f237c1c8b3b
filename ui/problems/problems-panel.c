/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/problems/problems-panel.h"
#include "core/edit/operations/repairs.h"
#include "ui/document/findings.h"
#include "ui/drop-down-search.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/list-panel.h"
#include "ui/places.h"
#include "ui/problems/fix-all.h"
#include "ui/problems/problem-details.h"
#include "ui/problems/problem-rows.h"
#include "ui/problems/problem.h"
#include "ui/problems/target-chooser.h"
#include "ui/text-size.h"
#include "ui/widgets.h"

struct _MwProblemsPanel {
  GtkBox parent_instance;
  MwDocument *document;
  MwFindings *findings;
  MwProblemRows *rows;
  GtkMultiSelection *selection;
  GPtrArray *chosen;  /* what get_chosen() gives; NULL: the selection or the rows have changed */
  gboolean replacing; /* rows: the selection is not that of the user */
  GHashTable *lost;   /* while they are replaced: rows that were selected and are taken away; NULL: none are yet */
  guint replaced;     /* the first of them */
  double scrolled_to; /* while the table has no rows because it is hidden */
  GtkWidget *bar, *heading, *grouping, *go, *fix, *fix_all, *preview, *copy, *scrolled, *table, *content, *details;
};

G_DEFINE_FINAL_TYPE (MwProblemsPanel, mw_problems_panel, GTK_TYPE_BOX)

#define GROUPING "problems-grouping"
#define FOLDED "problems-folded"
/* By MwProblemGrouping. */
static const char *const grouping_words[] = { "severity", "element", "rule" };

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

/* Of the row of a group. Its first cell is the arrow that folds it. Free with g_free(). */
static char *
group_text (MwProblemsPanel *self, MwProblemGroup *group, Column column)
{
  const GPtrArray *problems = mw_problem_group_get_problems (group);
  const MwProblemGrouping grouping = mw_problem_rows_get_grouping (self->rows);
  guint n_fixes = 0;
  switch (column) {
  case SEVERITY:
    return g_strdup_printf ("%s %s", mw_problem_group_is_folded (group) ? "▸" : "▾",
                            mw_severity_label (mw_problem_get_rule (problems->pdata[0])->severity));
  case ELEMENT:
    return grouping == MW_PROBLEMS_BY_ELEMENT ? cell_text (self, problems->pdata[0], column) : NULL;
  case PROBLEM:
    return grouping == MW_PROBLEMS_BY_RULE ? cell_text (self, problems->pdata[0], column) : NULL;
  case FOUND:
    return g_strdup_printf (ngettext ("%u problem", "%u problems", problems->len), problems->len);
  default:
    for (guint i = 0; i < problems->len; i++)
      n_fixes += mw_problem_get_fix (problems->pdata[i]) != NULL;
    return n_fixes ? g_strdup_printf (ngettext ("%u fix", "%u fixes", n_fixes), n_fixes) : NULL;
  }
}

#define GROUP "mw-group"

/* Fills in the cell of a group. */
static void
show_group (MwProblemGroup *group, GtkWidget *label)
{
  MwProblemsPanel *self = MW_PROBLEMS_PANEL (gtk_widget_get_ancestor (label, MW_TYPE_PROBLEMS_PANEL));
  const Column column = (Column) GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (label), "mw-cell-column"));
  /* Cells that are kept for later rows still listen, and groups that have no row now have no problems. */
  if (!self || !mw_problem_group_get_problems (group)->len)
    return;
  g_autofree char *text = group_text (self, group, column);
  gtk_label_set_text (GTK_LABEL (label), text ? text : "");
  if (column == SEVERITY)
    gtk_accessible_update_state (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_STATE_EXPANDED,
                                 !mw_problem_group_is_folded (group), -1);
}

static void replace_rows (MwProblemsPanel *self, void (*replace) (MwProblemsPanel *, gpointer), gpointer data);

static void
let_go_of_group (GtkWidget *label)
{
  mw_disconnect (g_object_get_data (G_OBJECT (label), GROUP), label);
  g_object_set_data (G_OBJECT (label), GROUP, NULL);
}

static void
fold (MwProblemsPanel *self, gpointer group)
{
  mw_problem_rows_fold (self->rows, group, !mw_problem_group_is_folded (group));
}

/* Remembers whether a group is folded, for the models that are opened from now on. */
static void
remember_folded (MwProblemGroup *group)
{
  GSettings *settings = mw_places_settings ();
  const char *name = mw_problem_group_get_name (group);
  if (!settings || !name)
    return;
  g_auto (GStrv) was = g_settings_get_strv (settings, FOLDED);
  g_autoptr (GPtrArray) now = g_ptr_array_new ();
  for (char **other = was; *other; other++)
    if (!g_str_equal (*other, name))
      g_ptr_array_add (now, *other);
  if (mw_problem_group_is_folded (group))
    g_ptr_array_add (now, (gpointer) name);
  g_ptr_array_add (now, NULL);
  g_settings_set_strv (settings, FOLDED, (const char *const *) now->pdata);
}

static void
toggle (MwProblemsPanel *self, MwProblemGroup *group)
{
  replace_rows (self, fold, group);
  remember_folded (group);
}

/* A click on the first cell of a group, which is its arrow. */
static void
clicked (GtkGestureClick *gesture, int n, double x, double y, MwProblemsPanel *self)
{
  GtkWidget *label = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  MwProblemGroup *group = g_object_get_data (G_OBJECT (label), GROUP);
  if (!group)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  toggle (self, group);
}

/* Once for a label, which shows one row after another, always in the same column. */
static void
make_clickable (MwProblemsPanel *self, GtkWidget *label)
{
  if (g_object_get_data (G_OBJECT (label), "mw-clickable"))
    return;
  GtkGesture *click = gtk_gesture_click_new ();
  g_object_set_data (G_OBJECT (label), "mw-clickable", click);
  g_signal_connect (click, "pressed", G_CALLBACK (clicked), self);
  gtk_widget_add_controller (label, GTK_EVENT_CONTROLLER (click));
}

static void
bind_group (GtkWidget *label, MwProblemGroup *group, Column column)
{
  const MwSeverity severity = mw_problem_get_rule (mw_problem_group_get_problems (group)->pdata[0])->severity;
  g_object_set_data_full (G_OBJECT (label), GROUP, g_object_ref (group), g_object_unref);
  g_object_set_data (G_OBJECT (label), "mw-cell-column", GUINT_TO_POINTER (column));
  g_signal_connect_object (group, "changed", G_CALLBACK (show_group), label, 0);
  mw_widget_set_css_class (label, "group", TRUE);
  mw_widget_set_css_class (label, "dim-label", column == FOUND || column == FIX);
  mw_widget_set_css_class (label, "error", column == SEVERITY && severity == MW_SEVERITY_ERROR);
  mw_widget_set_css_class (label, "warning", column == SEVERITY && severity == MW_SEVERITY_SEVERE);
  mw_widget_set_tooltip (label, column == SEVERITY ? _ ("Fold or unfold (Left, Right)") : NULL);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, MwProblemsPanel *self)
{
  const Column column = mw_text_table_column (factory);
  GtkWidget *label = gtk_list_item_get_child (item);
  gpointer row = gtk_list_item_get_item (item);
  let_go_of_group (label);
  if (MW_IS_PROBLEM_GROUP (row)) {
    bind_group (label, row, column);
    if (column == SEVERITY)
      make_clickable (self, label);
    g_autofree char *title = group_text (self, row, column);
    gtk_label_set_text (GTK_LABEL (label), title ? title : "");
    return;
  }
  MwProblem *problem = row;
  const MwRule *rule = mw_problem_get_rule (problem);
  g_autofree char *text = cell_text (self, problem, column), *tip = NULL;
  gtk_label_set_text (GTK_LABEL (label), text ? text : "");
  mw_widget_set_css_class (label, "group", FALSE);
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

/* The selected problems, and those of the selected groups, in the order of the list. Free with g_ptr_array_unref(). */
static GPtrArray *
find_chosen (MwProblemsPanel *self)
{
  GPtrArray *chosen = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  gboolean whole = FALSE; /* the group that we are in is selected */
  const GPtrArray *rows = mw_problem_rows_get_shown (self->rows);
  const guint n = gtk_bitset_is_empty (selected) ? 0 : rows->len;
  for (guint i = 0; i < n; i++) {
    gpointer row = rows->pdata[i];
    const gboolean is = gtk_bitset_contains (selected, i);
    if (MW_IS_PROBLEM_GROUP (row)) {
      const GPtrArray *own = mw_problem_group_get_problems (MW_PROBLEM_GROUP (row));
      whole = is;
      for (guint k = 0; whole && k < own->len; k++)
        g_ptr_array_add (chosen, g_object_ref (own->pdata[k]));
    } else if (is && !whole)
      g_ptr_array_add (chosen, g_object_ref (row));
  }
  return chosen;
}

/* The same, found once for a selection. Free with g_ptr_array_unref(). */
static GPtrArray *
get_chosen (MwProblemsPanel *self)
{
  if (!self->chosen)
    self->chosen = find_chosen (self);
  return g_ptr_array_ref (self->chosen);
}

static void
forget_chosen (MwProblemsPanel *self)
{
  g_clear_pointer (&self->chosen, g_ptr_array_unref);
}

/* The fixes of the problems, or, with `kind`, of all problems of their rules. They belong to the rows. */
static GPtrArray *
fixes_of (MwProblemsPanel *self, const GPtrArray *chosen, gboolean kind)
{
  GPtrArray *fixes = g_ptr_array_new ();
  const GPtrArray *from = kind ? mw_findings_get_problems (self->findings) : chosen;
  g_autoptr (GHashTable) rules = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < chosen->len; i++)
    g_hash_table_add (rules, (gpointer) mw_problem_get_rule (chosen->pdata[i]));
  for (guint i = 0; i < from->len; i++) {
    MwProblem *problem = from->pdata[i];
    if (mw_problem_get_fix (problem) && g_hash_table_contains (rules, mw_problem_get_rule (problem)))
      g_ptr_array_add (fixes, (gpointer) mw_problem_get_fix (problem));
  }
  return fixes;
}

static void
update_buttons (MwProblemsPanel *self)
{
  if (self->replacing)
    return;
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
  gtk_widget_set_sensitive (self->copy, mw_findings_get_problems (self->findings)->len > 0);
  /* What it lists is no more what would be done. */
  if (!current)
    gtk_popover_popdown (GTK_POPOVER (self->preview));
  mw_problem_details_show (MW_PROBLEM_DETAILS (self->details), chosen, current);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY,
                               !mw_findings_are_complete (self->findings), -1);
}

/* Rows are taken away, of which some may come again. All others stay selected, or not. */
static void
note_replacing (guint first, guint removed, gpointer data)
{
  MwProblemsPanel *self = data;
  const GPtrArray *rows = mw_problem_rows_get_shown (self->rows);
  /* Rows that nobody sees get no widgets, which would take much longer than the check. */
  if (!gtk_widget_get_mapped (self->table) && gtk_column_view_get_model (GTK_COLUMN_VIEW (self->table))) {
    self->scrolled_to = mw_scroll_get (self->scrolled);
    gtk_column_view_set_model (GTK_COLUMN_VIEW (self->table), NULL);
  }
  g_autoptr (GtkBitset)
    selected = gtk_selection_model_get_selection_in_range (GTK_SELECTION_MODEL (self->selection), first, removed);
  self->replaced = first;
  self->lost = g_hash_table_new_full (mw_problem_row_hash, mw_problem_row_is_same, g_object_unref, NULL);
  for (guint i = first; !gtk_bitset_is_empty (selected) && i < first + removed; i++)
    if (gtk_bitset_contains (selected, i))
      g_hash_table_add (self->lost, g_object_ref (rows->pdata[i]));
}

/* The table is seen again. */
static void
mapped (MwProblemsPanel *self)
{
  if (gtk_column_view_get_model (GTK_COLUMN_VIEW (self->table)))
    return;
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->table), GTK_SELECTION_MODEL (self->selection));
  mw_scroll_later (self->scrolled, self->scrolled_to);
}

/* GTK keeps the row in view that was, and new rows above it would not be seen. Keep the first row in view unless the list was scrolled. */
static void
stay_at_top (MwProblemsPanel *self)
{
  gtk_widget_activate_action (gtk_widget_get_last_child (self->table), "list.scroll-to-item", "u", 0);
}

/* Changes the rows, and selects again what is still there of what was selected. */
static void
replace_rows (MwProblemsPanel *self, void (*replace) (MwProblemsPanel *, gpointer), gpointer data)
{
  const gboolean at_top = mw_scroll_get (self->scrolled) <= 0;
  self->replacing = TRUE;
  replace (self, data);
  const GPtrArray *rows = mw_problem_rows_get_shown (self->rows);
  if (at_top && rows->len)
    stay_at_top (self);
  if (self->lost && g_hash_table_size (self->lost)) {
    g_autoptr (GtkBitset) again = gtk_bitset_new_empty ();
    for (guint i = self->replaced; i < rows->len; i++)
      if (g_hash_table_contains (self->lost, rows->pdata[i]))
        gtk_bitset_add (again, i);
    gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), again, again);
  }
  g_clear_pointer (&self->lost, g_hash_table_unref);
  self->replacing = FALSE;
  forget_chosen (self);
  update_buttons (self);
}

static void
selection_changed (MwProblemsPanel *self)
{
  forget_chosen (self);
  update_buttons (self);
}

static void
set_problems (MwProblemsPanel *self, gpointer unused)
{
  mw_problem_rows_set (self->rows, mw_findings_get_problems (self->findings));
}

static void
findings_changed (MwProblemsPanel *self)
{
  const GPtrArray *problems = mw_findings_get_problems (self->findings);
  replace_rows (self, set_problems, NULL);
  g_autofree char *heading = mw_problems_summary (problems, MW_SEVERITY_UNUSED, " · ");
  gtk_label_set_text (GTK_LABEL (self->heading), *heading ? heading
                                                 : !mw_findings_are_complete (self->findings)
                                                   ? _ ("The model is being checked…")
                                                   : _ ("No problems found. The model is checked after each edit."));
  gtk_widget_set_visible (self->details, problems->len > 0);
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

/* Left and Right, as in the outline: of a problem, Left goes to its group. */
static gboolean
open_or_close (GtkWidget *table, GVariant *args, gpointer data)
{
  MwProblemsPanel *self = data;
  const gboolean open = g_variant_get_boolean (args);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  if (gtk_bitset_get_size (selected) != 1)
    return FALSE;
  const guint at = gtk_bitset_get_minimum (selected), above = mw_problem_rows_group_of (self->rows, at);
  g_autoptr (GObject) row = g_list_model_get_item (mw_problem_rows_get_model (self->rows), at);
  if (at != above && !open) {
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), above, TRUE);
    gtk_widget_activate_action (gtk_widget_get_last_child (self->table), "list.scroll-to-item", "u", above);
  } else if (at == above && mw_problem_group_is_folded (MW_PROBLEM_GROUP (row)) == open)
    toggle (self, MW_PROBLEM_GROUP (row));
  return TRUE;
}

static void
activated (GtkColumnView *view, guint position, MwProblemsPanel *self)
{
  g_autoptr (GObject) row = g_list_model_get_item (mw_problem_rows_get_model (self->rows), position);
  if (MW_IS_PROBLEM_GROUP (row))
    toggle (self, MW_PROBLEM_GROUP (row));
  else if (row)
    go_to (self, MW_PROBLEM (row));
}

static void
go_clicked (MwProblemsPanel *self)
{
  g_autoptr (GPtrArray) chosen = get_chosen (self);
  if (chosen->len == 1)
    go_to (self, chosen->pdata[0]);
}

static void
run (MwProblemsPanel *self, const char *const *fixes, guint n)
{
  g_autoptr (GError) error = NULL;
  if (!n || !mw_findings_are_current (self->findings) || mw_document_is_open (self->document))
    return;
  const guint done = mw_repairs_run (self->document, fixes, n, &error);
  if (error) {
    g_autofree char *why = mw_ui_refusal (self->document, error);
    g_autofree char *text = done ? g_strdup_printf (_ ("%u of %u fixed. Not fixed: %s"), done, n, why)
                                 : g_strdup_printf (_ ("Not fixed: %s"), why);
    g_signal_emit (self, signals[SAID], 0, text);
  }
  update_buttons (self);
}

static void
fix_clicked (MwProblemsPanel *self)
{
  g_autoptr (GPtrArray) chosen = get_chosen (self), fixes = fixes_of (self, chosen, FALSE);
  run (self, (const char *const *) fixes->pdata, fixes->len);
}

static void
fix_all_clicked (MwProblemsPanel *self)
{
  g_autoptr (GPtrArray) chosen = get_chosen (self), fixes = fixes_of (self, chosen, TRUE);
  const MwRule *rule = chosen->len ? mw_problem_get_rule (chosen->pdata[0]) : NULL;
  if (!fixes->len || !mw_findings_are_current (self->findings) || mw_document_is_open (self->document))
    return;
  for (guint i = 1; i < chosen->len; i++)
    if (mw_problem_get_rule (chosen->pdata[i]) != rule)
      rule = NULL;
  mw_fix_all_open (MW_FIX_ALL (self->preview), self->document, rule ? mw_ui_label (rule->text) : _ ("Fix changes:"),
                   fixes);
}

static void
fix_all_applied (gpointer data)
{
  MwProblemsPanel *self = data;
  const char *const *fixes = mw_fix_all_get_fixes (MW_FIX_ALL (self->preview));
  run (self, fixes, g_strv_length ((char **) fixes));
}

static void
set_grouping (MwProblemsPanel *self, gpointer grouping)
{
  mw_problem_rows_set_grouping (self->rows, (MwProblemGrouping) GPOINTER_TO_UINT (grouping));
}

static void
grouping_chosen (MwProblemsPanel *self)
{
  const guint at = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->grouping));
  GSettings *settings = mw_places_settings ();
  if (at >= G_N_ELEMENTS (grouping_words))
    return;
  replace_rows (self, set_grouping, GUINT_TO_POINTER (at));
  if (settings)
    g_settings_set_string (settings, GROUPING, grouping_words[at]);
}

/* What was chosen the last time, in any tab. */
static void
recall_grouping (MwProblemsPanel *self)
{
  GSettings *settings = mw_places_settings ();
  g_autofree char *word = settings ? g_settings_get_string (settings, GROUPING) : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (grouping_words); i++)
    if (g_strcmp0 (word, grouping_words[i]) == 0)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->grouping), i);
}

static void
recall_folded (MwProblemsPanel *self)
{
  GSettings *settings = mw_places_settings ();
  g_auto (GStrv) names = settings ? g_settings_get_strv (settings, FOLDED) : NULL;
  if (names)
    mw_problem_rows_set_folded (self->rows, (const char *const *) names);
}

static void
copy_clicked (MwProblemsPanel *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const GPtrArray *problems = mw_findings_get_problems (self->findings);
  for (guint i = 0; i < problems->len; i++) {
    MwProblem *problem = problems->pdata[i];
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
  g_clear_pointer (&self->preview, gtk_widget_unparent);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->findings);
  g_clear_object (&self->document);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->chosen, g_ptr_array_unref);
  g_clear_pointer (&self->rows, mw_problem_rows_free);
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
    [SEVERITY] = { _ ("Severity"), 95, FALSE }, [ELEMENT] = { _ ("Element"), 200, TRUE },
    [PROBLEM] = { _ ("Problem"), 290, TRUE },   [FOUND] = { _ ("Found"), 210, TRUE },
    [FIX] = { _ ("Fix"), 190, FALSE },
  };
  GtkWidget *view = mw_text_table_new (NULL, _ ("Problems"));
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    mw_text_table_add (view, columns[i].title, columns[i].width, columns[i].expands, G_CALLBACK (bind_cell), self);
  mw_columns_fit_text (GTK_COLUMN_VIEW (view));
  g_signal_connect (view, "activate", G_CALLBACK (activated), self);
  g_signal_connect_swapped (view, "map", G_CALLBACK (mapped), self);
  GtkEventController *keys = gtk_shortcut_controller_new ();
  static const guint arrows[] = { GDK_KEY_Left, GDK_KEY_Right };
  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++) {
    GtkShortcut *shortcut = gtk_shortcut_new (gtk_keyval_trigger_new (arrows[i], 0),
                                              gtk_callback_action_new (open_or_close, self, NULL));
    gtk_shortcut_set_arguments (shortcut, g_variant_new_boolean (arrows[i] == GDK_KEY_Right));
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), shortcut);
  }
  /* Before the list moves its focus with them. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (view, keys);
  return view;
}

static GtkWidget *
make_grouping (MwProblemsPanel *self)
{
  const char *const names[] = { _ ("By severity"), _ ("By element"), _ ("By problem"), NULL };
  self->grouping = gtk_drop_down_new_from_strings (names);
  mw_drop_down_keep_inside (GTK_DROP_DOWN (self->grouping));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->grouping), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Group by"), -1);
  g_signal_connect_swapped (self->grouping, "notify::selected", G_CALLBACK (grouping_chosen), self);
  return self->grouping;
}

static void
mw_problems_panel_init (MwProblemsPanel *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  GtkWidget *bar = self->bar = mw_list_bar_new (&self->heading);
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
  gtk_box_insert_child_after (GTK_BOX (bar), make_grouping (self), self->heading);
  gtk_box_append (GTK_BOX (self), bar);
  self->preview = mw_fix_all_new (self->fix_all, fix_all_applied, self);
  self->rows = mw_problem_rows_new ();
  mw_problem_rows_set_replacing (self->rows, note_replacing, self);
  self->selection = gtk_multi_selection_new (g_object_ref (mw_problem_rows_get_model (self->rows)));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (selection_changed), self,
                           G_CONNECT_SWAPPED);
  self->table = make_table (self);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->table);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  gtk_widget_set_hexpand (self->scrolled, TRUE);
  self->content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (self->content), self->scrolled);
  gtk_box_append (GTK_BOX (self), self->content);
}

GtkWidget *
mw_problems_panel_new (MwDocument *document)
{
  MwProblemsPanel *self = g_object_new (MW_TYPE_PROBLEMS_PANEL, NULL);
  self->document = g_object_ref (document);
  self->findings = g_object_ref (mw_findings_of (document));
  gtk_box_insert_child_after (GTK_BOX (self->bar), mw_target_chooser_new (self->document), self->heading);
  self->details = mw_problem_details_new (document);
  gtk_widget_set_visible (self->details, FALSE);
  gtk_box_append (GTK_BOX (self->content), self->details);
  g_signal_connect_swapped (self->findings, "changed", G_CALLBACK (findings_changed), self);
  g_signal_connect_swapped (document, "changed", G_CALLBACK (update_buttons), self);
  recall_grouping (self);
  recall_folded (self);
  if (mw_findings_are_current (self->findings))
    findings_changed (self);
  else
    update_buttons (self);
  return GTK_WIDGET (self);
}
