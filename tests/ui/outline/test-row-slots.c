/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/outline/outline-row.h"
#include "ui/outline/row-slots.h"

static GListStore *rows;
static MwRowSlots *slots;
static guint n_changed, at, n_removed, n_added, n_replaced;

static void
note_change (GListModel *list, guint position, guint removed, guint added)
{
  n_changed++;
  at = position;
  n_removed = removed;
  n_added = added;
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, g_list_model_get_n_items (G_LIST_MODEL (rows)));
}

static void
note_replaced (MwRowSlots *list, guint n)
{
  n_replaced = n;
  /* The rest has been announced. */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, g_list_model_get_n_items (G_LIST_MODEL (rows)));
}

static void
splice (guint position, guint removed, guint added)
{
  g_autoptr (GPtrArray) more = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < added; i++)
    g_ptr_array_add (more, g_object_new (G_TYPE_OBJECT, NULL));
  n_changed = n_removed = n_added = n_replaced = 0;
  g_list_store_splice (rows, position, removed, more->pdata, added);
}

static void
begin (guint n)
{
  rows = g_list_store_new (G_TYPE_OBJECT);
  splice (0, 0, n);
  slots = mw_row_slots_new (G_LIST_MODEL (rows));
  g_signal_connect (slots, "items-changed", G_CALLBACK (note_change), NULL);
  g_signal_connect (slots, "replaced", G_CALLBACK (note_replaced), NULL);
}

static void
end (void)
{
  g_object_add_weak_pointer (G_OBJECT (slots), (gpointer *) &slots);
  g_object_unref (slots);
  g_assert_null (slots);
  splice (0, 0, 1); /* nobody listens any more */
  g_object_unref (rows);
}

/* The place at a position, and whether it is still there: the list holds it. */
static gpointer
place (guint position)
{
  g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (slots), position);
  return item;
}

static void
assert_change (guint position, guint removed, guint added)
{
  g_assert_cmpuint (n_changed, ==, 1);
  g_assert_cmpuint (at, ==, position);
  g_assert_cmpuint (n_removed, ==, removed);
  g_assert_cmpuint (n_added, ==, added);
}

static void
places_stay_when_all_rows_are_replaced (void)
{
  begin (4);
  gpointer first = place (0), last = place (3);
  g_assert_true (first && last && first != last);
  splice (0, 4, 4);
  g_assert_cmpuint (n_changed, ==, 0);
  g_assert_cmpuint (n_replaced, ==, 4);
  g_assert_true (place (0) == first && place (3) == last);
  splice (0, 4, 6);
  assert_change (4, 0, 2);
  g_assert_cmpuint (n_replaced, ==, 4);
  g_assert_true (place (3) == last && place (4) && place (5) && !place (6));
  splice (0, 6, 1);
  assert_change (1, 5, 0);
  g_assert_cmpuint (n_replaced, ==, 1);
  g_assert_true (place (0) == first && !place (1));
  end ();
}

static void
places_move_with_their_rows (void)
{
  begin (4);
  gpointer places[] = { place (0), place (1), place (2), place (3) };
  splice (1, 1, 2);
  assert_change (1, 1, 2);
  g_assert_cmpuint (n_replaced, ==, 0);
  g_assert_true (place (0) == places[0] && place (3) == places[2] && place (4) == places[3]);
  g_assert_true (place (1) != places[2] && place (2) != places[2] && place (1) != place (2));
  splice (5, 0, 1);
  assert_change (5, 0, 1);
  g_assert_true (place (4) == places[3] && place (5));
  /* Rows at the start that are replaced are not all. */
  gpointer second = place (1);
  splice (0, 1, 1);
  assert_change (0, 1, 1);
  g_assert_cmpuint (n_replaced, ==, 0);
  g_assert_true (place (0) != places[0] && place (1) == second);
  splice (0, 5, 0);
  assert_change (0, 5, 0);
  g_assert_cmpuint (n_replaced, ==, 0);
  end ();
}

static void
there_may_be_no_rows (void)
{
  begin (0);
  g_assert_null (place (0));
  g_assert_true (g_list_model_get_item_type (G_LIST_MODEL (slots)) == G_TYPE_OBJECT);
  splice (0, 0, 2);
  assert_change (0, 0, 2);
  g_assert_cmpuint (n_replaced, ==, 0);
  splice (0, 2, 0);
  assert_change (0, 2, 0);
  g_assert_cmpuint (n_replaced, ==, 0);
  end ();
}

/* The rows that have a widget, by the place of the widget in the view; and the number that say another title than the list has. */
static GPtrArray *
widgets (MwOutline *outline)
{
  GPtrArray *all = g_ptr_array_new ();
  GListModel *list = fixture_rows (outline);
  for (GtkWidget *cell = gtk_widget_get_first_child (GTK_WIDGET (mw_outline_get_view (outline))); cell;
       cell = gtk_widget_get_next_sibling (cell)) {
    GtkWidget *row = gtk_widget_get_first_child (cell);
    if (!MW_IS_OUTLINE_ROW (row) || !mw_outline_row_get_list_row (MW_OUTLINE_ROW (row)))
      continue;
    g_autoptr (GtkTreeListRow) wanted = g_list_model_get_item (list, all->len);
    g_assert_true (mw_outline_row_get_list_row (MW_OUTLINE_ROW (row)) == wanted);
    g_ptr_array_add (all, row);
  }
  return all;
}

static guint
n_selected (MwOutline *outline)
{
  g_autoptr (GtkBitset)
    selected = gtk_selection_model_get_selection (gtk_list_view_get_model (mw_outline_get_view (outline)));
  return (guint) gtk_bitset_get_size (selected);
}

/* The widgets of rows are kept by a new filter, and all show the new rows. */
static void
a_filter_keeps_the_widgets_of_rows (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  MwOutline *outline = mw_document_page_get_outline (page);
  MwDocument *document = mw_document_page_get_document (page);
  fixture_settle ();
  g_autoptr (GPtrArray) before = widgets (outline);
  g_assert_cmpuint (before->len, ==, g_list_model_get_n_items (fixture_rows (outline)));
  /* A heading is selected, which is no element. */
  gtk_selection_model_select_item (gtk_list_view_get_model (mw_outline_get_view (outline)), 1, TRUE);
  g_assert_cmpuint (n_selected (outline), ==, 1);
  fixture_filter (outline, "e");
  fixture_settle ();
  g_autoptr (GPtrArray) filtered = widgets (outline);
  g_assert_cmpuint (filtered->len, >, before->len);
  for (guint i = 0; i < before->len; i++)
    g_assert_true (filtered->pdata[i] == before->pdata[i]);
  g_assert_cmpuint (n_selected (outline), ==, 0);
  /* An element that is selected stays so, wherever its row is. */
  const MwId id = fixture_record (document, "bones[1]")->id;
  mw_document_select (document, &id, 1);
  g_assert_cmpuint (n_selected (outline), ==, 1);
  fixture_filter (outline, "");
  fixture_settle ();
  g_assert_cmpuint (n_selected (outline), ==, 1);
  g_assert_cmpuint (fixture_selected (document), ==, id);
  g_autoptr (GPtrArray) after = widgets (outline);
  g_assert_cmpuint (after->len, ==, g_list_model_get_n_items (fixture_rows (outline)));
  g_assert_true (after->pdata[0] == before->pdata[0]);
  fixture_end (window);
}

/* A text that is empty while another one takes its place filters nothing. */
static void
a_text_that_is_replaced_is_filtered_once (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwOutline *outline = mw_document_page_get_outline (fixture_open (window, path));
  GtkWidget *search = find_type (GTK_WIDGET (outline), GTK_TYPE_SEARCH_ENTRY);
  fixture_filter (outline, "bone");
  const guint found = g_list_model_get_n_items (fixture_rows (outline));
  gtk_editable_set_text (GTK_EDITABLE (search), "attach");
  g_assert_cmpuint (g_list_model_get_n_items (fixture_rows (outline)), ==, found);
  fixture_settle ();
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (fixture_rows (outline), 0);
  g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
  g_autofree char *title = mw_outline_node_get_title (node);
  g_assert_cmpstr (title, ==, "Attachments");
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/outline/row-slots/places stay when all rows are replaced",
                   places_stay_when_all_rows_are_replaced);
  g_test_add_func ("/ui/outline/row-slots/places move with their rows", places_move_with_their_rows);
  g_test_add_func ("/ui/outline/row-slots/there may be no rows", there_may_be_no_rows);
  g_test_add_func ("/ui/outline/row-slots/a filter keeps the widgets of rows", a_filter_keeps_the_widgets_of_rows);
  g_test_add_func ("/ui/outline/row-slots/a text that is replaced is filtered once",
                   a_text_that_is_replaced_is_filtered_once);
  return g_test_run ();
}
