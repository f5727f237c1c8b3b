/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/edit.h"
#include "ui/outline/outline-drag.h"
#include "ui/outline/outline-row.h"

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static MwOutline *outline;
static GtkWidget *view, *search;

static void
begin (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  outline = mw_document_page_get_outline (page);
  view = GTK_WIDGET (mw_outline_get_view (outline));
  search = find_type (GTK_WIDGET (outline), GTK_TYPE_SEARCH_ENTRY);
  fixture_settle ();
}

static void
select_path (const char *path)
{
  const MwId id = fixture_record (document, path)->id;
  mw_document_select (document, &id, 1);
  fixture_settle ();
}

static gboolean
has_focus (GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  return focus && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

static const char *
filter_text (void)
{
  return gtk_editable_get_text (GTK_EDITABLE (search));
}

static void
test_typing (void)
{
  begin ();
  gtk_widget_grab_focus (view);
  g_assert_false (act_key (view, GDK_KEY_slash, 0));
  g_assert_false (act_key (view, GDK_KEY_A, GDK_SHIFT_MASK) && *filter_text ());
  fixture_settle ();
  g_assert_true (act_key (view, GDK_KEY_h, 0));
  g_assert_cmpstr (filter_text (), ==, "h");
  g_assert_true (has_focus (search));
  g_assert_true (act_key (view, GDK_KEY_e, 0));
  g_assert_cmpstr (filter_text (), ==, "he");
  /* Down goes to the first element that is found, and Escape shows all rows again. */
  fixture_filter (outline, "head");
  g_assert_true (act_key (search, GDK_KEY_Down, 0));
  fixture_settle ();
  g_assert_true (has_focus (view));
  const MwId found = fixture_selected (document);
  g_assert_cmpuint (found, !=, 0);
  g_signal_emit_by_name (search, "stop-search");
  g_assert_cmpstr (filter_text (), ==, "");
  g_assert_cmpuint (fixture_selected (document), ==, found);
  fixture_end (window);
}

static void
test_selecting (void)
{
  begin ();
  select_path ("bones[3]");
  g_assert_true (act_key (view, GDK_KEY_a, GDK_CONTROL_MASK));
  fixture_settle ();
  guint n;
  const MwId *ids = mw_document_get_selection (document, &n);
  g_autofree char *bones = fixture_value (document, "bones");
  g_assert_cmpuint (n, ==, g_ascii_strtoull (bones, NULL, 10));
  for (guint i = 0; i < n; i++)
    g_assert_true (mw_model_find (mw_document_get_model (document), ids[i])->schema
                   == fixture_record (document, "bones[0]")->schema);
  /* Of layers, those of the same material. */
  select_path ("materials[1].layers[0]");
  g_assert_true (act_key (view, GDK_KEY_a, GDK_CONTROL_MASK));
  fixture_settle ();
  g_autofree char *layers = fixture_value (document, "materials[1].layers");
  g_assert_cmpuint (fixture_n_selected (document), ==, g_ascii_strtoull (layers, NULL, 10));
  fixture_end (window);
}

static void
test_inspector (void)
{
  begin ();
  g_assert_false (act_key (view, GDK_KEY_Return, 0)); /* nothing is selected */
  select_path ("bones[0]");
  gtk_widget_grab_focus (view);
  g_assert_true (act_key (view, GDK_KEY_Return, 0));
  g_assert_true (has_focus (GTK_WIDGET (mw_document_page_get_inspector (page))));
  fixture_end (window);
}

static GtkWidget *
heading (void)
{
  return find_class (GTK_WIDGET (outline), "outline-header");
}

static gboolean
has_heading (gpointer unused)
{
  return heading () != NULL;
}

static gboolean
has_none (gpointer unused)
{
  return heading () == NULL;
}

/* The widget of the selected element's row, if the list has made it. */
static GtkWidget *
selected_row (GtkWidget *root)
{
  if (MW_IS_OUTLINE_ROW (root) && mw_outline_row_get_list_row (MW_OUTLINE_ROW (root))) {
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (mw_outline_row_get_list_row (MW_OUTLINE_ROW (root)));
    return mw_outline_node_get_id (node) == fixture_selected (document) ? root : NULL;
  }
  GtkWidget *found = NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = selected_row (child);
  return found;
}

static gboolean
is_uncovered (gpointer unused)
{
  graphene_rect_t bounds, covered;
  GtkWidget *row = selected_row (view), *header = heading ();
  return row && header && gtk_widget_compute_bounds (row, view, &bounds)
         && gtk_widget_compute_bounds (header, view, &covered)
         && bounds.origin.y >= covered.origin.y + covered.size.height - 2 && bounds.origin.y < 200;
}

static void
test_heading (void)
{
  begin ();
  g_assert_null (heading ());
  select_path ("bones[20]");
  g_assert_true (fixture_until (has_heading, NULL));
  g_assert_nonnull (find_called (GTK_WIDGET (outline), GTK_TYPE_BUTTON, "Go to Bones"));
  /* What is selected above the rows in view is not covered by it. */
  select_path ("bones[5]");
  g_assert_true (fixture_until (is_uncovered, NULL));
  act_click (heading ());
  g_assert_true (fixture_until (has_none, NULL));
  g_assert_cmpuint (fixture_n_selected (document), ==, 0);
  fixture_end (window);
}

/* The titles of the rows below a heading, one a line. */
static char *
titles_of (const char *title)
{
  GString *text = g_string_new (NULL);
  GListModel *rows = fixture_rows (outline);
  gboolean inside = FALSE;
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    g_autofree char *shown = mw_outline_node_get_title (node);
    if (mw_outline_node_is_group (node))
      inside = g_str_equal (shown, title);
    else if (inside)
      g_string_append_printf (text, "%s\n", shown);
  }
  return g_string_free (text, FALSE);
}

static void
rename_to (const char *path, const char *name)
{
  MwRecord *record = fixture_record (document, path);
  const MwTarget target = mw_ui_target (record, mw_schema_field (record->schema, "name"));
  g_autoptr (GError) error = NULL;
  mw_ui_set_text (document, &record->id, 1, &target, name, &error);
  g_assert_no_error (error);
}

static const char *
n_found (void)
{
  return find_words (GTK_WIDGET (outline), " found");
}

/* What is found is counted again when a name changes. */
static void
test_found (void)
{
  begin ();
  fixture_filter (outline, "ref");
  g_autofree char *before = g_strdup (n_found ());
  g_assert_nonnull (before);
  rename_to ("attachments[0]", "\"Elsewhere\"");
  fixture_settle ();
  g_assert_cmpint (g_ascii_strtoll (n_found (), NULL, 10), ==, g_ascii_strtoll (before, NULL, 10) - 1);
  mw_document_undo (document);
  fixture_settle ();
  g_assert_cmpstr (n_found (), ==, before);
  fixture_end (window);
}

static void
select_heading (const char *title)
{
  GListModel *rows = fixture_rows (outline);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    g_autofree char *shown = mw_outline_node_get_title (node);
    if (g_str_equal (shown, title))
      gtk_selection_model_select_item (gtk_list_view_get_model (GTK_LIST_VIEW (view)), i, TRUE);
  }
}

static MwId
same_id (MwId id, gpointer unused)
{
  return id;
}

/* Whether another outline of the document, such as after it was read again, has the sequences sorted. */
static gboolean
is_sorted_in_another (void)
{
  MwOutline *other = MW_OUTLINE (g_object_ref_sink (mw_outline_new (document)));
  MwOutlineView *state = mw_outline_get_view_state (outline);
  mw_outline_set_view_state (other, state, same_id, NULL);
  const gboolean sorted = mw_outline_is_sorted_at (other, fixture_record (document, "sequences[0]")->id);
  g_assert_cmpint (mw_outline_is_sorted_at (other, fixture_record (document, "bones[0]")->id), ==,
                   mw_outline_is_sorted_at (outline, fixture_record (document, "bones[0]")->id));
  mw_outline_view_free (state);
  g_object_unref (other);
  return sorted;
}

/* A small window shows only the first items of the menu. */
static void
test_heading_menu (void)
{
  begin ();
  select_heading ("Sequences");
  GtkWidget *menu = g_object_ref_sink (mw_outline_new_menu (outline, "win.operation", NULL));
  GtkWidget *sort = find_called (menu, GTK_TYPE_BUTTON, "Sort by Name"),
            *all = find_called (menu, GTK_TYPE_BUTTON, "Sort All Groups by Name");
  GtkWidget *add = gtk_widget_get_prev_sibling (sort);
  g_assert_true (add == find_called (menu, GTK_TYPE_BUTTON, "Add…"));
  g_assert_null (gtk_widget_get_prev_sibling (add));
  g_assert_true (gtk_widget_get_next_sibling (sort) == all);
  GtkWidget *paste = gtk_widget_get_next_sibling (all);
  g_assert_true (paste == find_called (menu, GTK_TYPE_BUTTON, "Paste"));
  g_assert_null (find_called (menu, GTK_TYPE_BUTTON, "Copy"));
  g_assert_true (GTK_IS_SEPARATOR (gtk_widget_get_next_sibling (paste)));
  g_assert_true (GTK_IS_BUTTON (gtk_widget_get_next_sibling (gtk_widget_get_next_sibling (paste))));
  g_object_unref (menu);
  fixture_end (window);
}

static void
test_sorting (void)
{
  static const char file[] = "Walk 10\nWalk 9\nAttack\nDeath\n", sorted[] = "Attack\nDeath\nWalk 9\nWalk 10\n";
  begin ();
  rename_to ("sequences[0]", "\"Walk 10\"");
  rename_to ("sequences[1]", "\"Walk 9\"");
  select_path ("sequences[0]");
  g_autofree char *before = titles_of ("Sequences"), *bones = titles_of ("Bones");
  g_assert_cmpstr (before, ==, file);
  const MwId first = fixture_selected (document), last = fixture_record (document, "sequences[3]")->id;
  g_autofree char *place = mw_outline_drag_describe (outline, document, &first, 1, last, TRUE, FALSE);
  g_assert_nonnull (place);
  select_heading ("Sequences");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (outline), "outline.sort-group", NULL));
  fixture_settle ();
  g_autofree char *after = titles_of ("Sequences");
  g_assert_cmpstr (after, ==, sorted);
  g_assert_true (is_sorted_in_another ());
  /* The view alone has another order, which dragging cannot change. */
  g_assert_cmpuint (mw_record_index (mw_model_find (mw_document_get_model (document), first)), ==, 0);
  g_assert_null (mw_outline_drag_describe (outline, document, &first, 1, last, TRUE, FALSE));
  g_assert_false (mw_outline_is_sorted_at (outline, fixture_record (document, "bones[0]")->id));
  /* A new name has a new place. */
  rename_to ("sequences[0]", "\"Aa\"");
  fixture_settle ();
  g_autofree char *renamed = titles_of ("Sequences");
  g_assert_cmpstr (renamed, ==, "Aa\nAttack\nDeath\nWalk 9\n");
  mw_document_undo (document);
  select_heading ("Sequences");
  gtk_widget_activate_action (GTK_WIDGET (outline), "outline.sort-group", NULL);
  fixture_settle ();
  g_autofree char *again = titles_of ("Sequences");
  g_assert_cmpstr (again, ==, file);
  g_assert_false (is_sorted_in_another ());
  /* All groups. */
  gtk_widget_activate_action (GTK_WIDGET (outline), "outline.sort-all", NULL);
  fixture_settle ();
  g_autofree char *all = titles_of ("Sequences");
  g_assert_cmpstr (all, ==, sorted);
  g_assert_true (is_sorted_in_another ());
  g_assert_true (mw_outline_is_sorted_at (outline, fixture_record (document, "bones[0]")->id));
  fixture_end (window);
  /* So it is for the next model, until that is changed. */
  begin ();
  g_assert_true (mw_outline_is_sorted_at (outline, fixture_record (document, "bones[0]")->id));
  gtk_widget_activate_action (GTK_WIDGET (outline), "outline.sort-all", NULL);
  fixture_end (window);
  begin ();
  g_assert_false (mw_outline_is_sorted_at (outline, fixture_record (document, "bones[0]")->id));
  fixture_end (window);
}

/* What is scrolled to in the rows of one filter is nowhere in those of the next. */
static void
test_filter_scrolls (void)
{
  begin ();
  gtk_toggle_button_set_active (
    GTK_TOGGLE_BUTTON (find_called (GTK_WIDGET (outline), GTK_TYPE_TOGGLE_BUTTON, "By skeleton")), TRUE);
  select_path ("bones[0]");
  GtkAdjustment *scroll = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  const double room = gtk_adjustment_get_upper (scroll) - gtk_adjustment_get_page_size (scroll);
  g_assert_cmpfloat (room, >, 0);
  gtk_adjustment_set_value (scroll, room);
  fixture_settle ();
  fixture_filter (outline, "e");
  fixture_settle ();
  /* There must still be rows to scroll, or the list could not be anywhere but at its top. */
  g_assert_cmpfloat (gtk_adjustment_get_upper (scroll), >, gtk_adjustment_get_page_size (scroll));
  g_assert_cmpfloat (gtk_adjustment_get_value (scroll), ==, 0);
  /* Without a filter, what is selected is in view. */
  select_path ("attachments[0]");
  fixture_filter (outline, "");
  fixture_settle ();
  const double top = gtk_adjustment_get_value (scroll);
  GtkWidget *row = NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (view); child; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_state_flags (child) & GTK_STATE_FLAG_SELECTED)
      row = child;
  g_assert_nonnull (row);
  graphene_rect_t bounds;
  g_assert_true (gtk_widget_compute_bounds (row, view, &bounds));
  g_test_message ("scrolled to %.0f, the row is at %.0f", top, (double) bounds.origin.y);
  g_assert_cmpfloat (bounds.origin.y, >=, 0);
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=, gtk_widget_get_height (view));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/outline/outline-keys/letters go to the filter, and keys go from it to the rows", test_typing);
  g_test_add_func ("/ui/outline/outline-keys/a filter shows the first rows that it finds", test_filter_scrolls);
  g_test_add_func ("/ui/outline/outline-keys/Ctrl+A selects the group", test_selecting);
  g_test_add_func ("/ui/outline/outline-keys/Enter goes to the inspector", test_inspector);
  g_test_add_func ("/ui/outline/outline-keys/the heading of the first row stays in view", test_heading);
  g_test_add_func ("/ui/outline/outline-keys/a group can be sorted by name, which changes only the view", test_sorting);
  g_test_add_func ("/ui/outline/outline-keys/the menu of a heading begins with what is for the heading",
                   test_heading_menu);
  g_test_add_func ("/ui/outline/outline-keys/what is found is counted again when a name changes", test_found);
  return g_test_run ();
}
