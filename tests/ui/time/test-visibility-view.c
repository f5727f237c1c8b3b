/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/time/visibility-cells.h"
#include "ui/time/visibility-view.h"

#include <string.h>

/* The visibility grid in a window. The pointer's gestures get their signals from here. */

typedef struct {
  MwWindow *window;
  MwDocumentPage *page;
  MwDocument *document;
  GtkWidget *cells;
  MwVisibilityGrid *grid;
} Grid;

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0;
}

/* The knight: five geosets and eight attachments in Stand, Walk, Attack, Death. */
static Grid
open_grid (void)
{
  Grid g = { .window = fixture_window () };
  g_autofree char *path = fixture_sample ("figure.mdx");
  g.page = fixture_open (g.window, path);
  g.document = mw_document_page_get_document (g.page);
  GtkWidget *view = find_type (GTK_WIDGET (g.page), MW_TYPE_VISIBILITY_VIEW),
            *book = gtk_widget_get_ancestor (view, GTK_TYPE_NOTEBOOK);
  g.cells = find_type (view, MW_TYPE_VISIBILITY_CELLS);
  gtk_notebook_set_current_page (GTK_NOTEBOOK (book), gtk_notebook_page_num (GTK_NOTEBOOK (book), view));
  g_assert_true (fixture_until (is_mapped, g.cells));
  g.grid = mw_visibility_cells_get_grid (MW_VISIBILITY_CELLS (g.cells));
  return g;
}

static gpointer
controller_of (const Grid *g, GType type, guint button)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (g->cells);
  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (all, i);
    if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type)
        && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == button)
      return controller;
  }
  g_assert_not_reached ();
}

static void
press (const Grid *g, double x, double y)
{
  g_signal_emit_by_name (controller_of (g, GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY), "drag-begin", x, y);
}

static void
release (const Grid *g)
{
  g_signal_emit_by_name (controller_of (g, GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY), "drag-end", 0.0, 0.0);
}

static void
place (const Grid *g, int row, int column, double *x, double *y)
{
  g_assert_true (mw_visibility_cells_place (MW_VISIBILITY_CELLS (g->cells), row, column, x, y));
}

static void
click (const Grid *g, int row, int column)
{
  double x, y;
  place (g, row, column, &x, &y);
  press (g, x, y);
  release (g);
}

/* What the first rows show, a letter for each sequence. */
static void
assert_rows (const Grid *g, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint row = 0; text->len < strlen (expected); row++) {
    g_string_append (text, row ? " " : "");
    for (guint column = 0; column < 4; column++)
      g_string_append_c (text, "#.~?x"[mw_visibility_grid_cell (g->grid, row, column)->seen]);
  }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
drag_to (const Grid *g, int row, int column)
{
  double x, y, to_x, to_y;
  place (g, 0, 0, &x, &y);
  press (g, x, y);
  place (g, row, column, &to_x, &to_y);
  g_signal_emit_by_name (controller_of (g, GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY), "drag-update", to_x - x,
                         to_y - y);
}

static void
by_pointer (Grid *g)
{
  double x, y;
  assert_rows (g, "#### #### #### #### ..~.");
  click (g, 1, 3);
  assert_rows (g, "#### ???. #### #### ..~.");
  g_assert_cmpstr (mw_document_get_undo_label (g->document), ==, "Hide Geoset 1 · figure-gear.blp in Death");
  click (g, 1, 3);
  assert_rows (g, "#### ???# #### #### ..~.");
  g_assert_cmpstr (mw_document_get_undo_label (g->document), ==, "Show Geoset 1 · figure-gear.blp in Death");
  mw_document_go_to (g->document, 0);
  /* A fast pointer skips cells: all on its way are painted, in one step. */
  drag_to (g, 2, 2);
  assert_rows (g, "#### #### ####");
  release (g);
  assert_rows (g, ".??? ?.?? ??.? ####");
  g_assert_cmpuint (mw_document_get_position (g->document), ==, 1);
  g_assert_cmpstr (mw_document_get_undo_label (g->document), ==, "Hide 3 elements in 3 sequences");
  mw_document_undo (g->document);
  drag_to (g, 2, 0);
  g_assert_true (act_key (g->cells, GDK_KEY_Escape, 0));
  release (g);
  assert_rows (g, "#### #### ####");
  /* The eyes of the headers. */
  click (g, 4, -1);
  assert_rows (g, "#### #### #### #### ####");
  click (g, 4, -1);
  assert_rows (g, "#### #### #### #### ....");
  mw_document_go_to (g->document, 0);
  click (g, -1, 3);
  assert_rows (g, "???# ???# ???# ???# ..~#");
  click (g, -1, 3);
  assert_rows (g, "???. ???. ???. ???. ..~.");
  g_assert_cmpstr (mw_document_get_undo_label (g->document), ==, "Hide 13 elements in Death");
  /* Their names play a sequence and select an element. */
  place (g, -1, 3, &x, &y);
  press (g, x - 30, y);
  g_assert_cmpuint (fixture_sequence (mw_document_page_get_time_bar (g->page)), ==,
                    fixture_record (g->document, "sequences[3]")->id);
  place (g, 2, -1, &x, &y);
  press (g, x - 40, y);
  g_assert_cmpuint (fixture_selected (g->document), ==, fixture_record (g->document, "geosets[2]")->id);
  g_assert_cmpuint (mw_document_get_position (g->document), ==, 2);
}

static void
by_keys (Grid *g)
{
  g_assert_true (act_key (g->cells, GDK_KEY_Down, 0));
  g_assert_true (act_key (g->cells, GDK_KEY_Right, 0));
  g_assert_true (act_key (g->cells, GDK_KEY_space, 0));
  assert_rows (g, "#### ?.?? #### #### ..~.");
  g_assert_true (act_key (g->cells, GDK_KEY_Right, GDK_SHIFT_MASK));
  g_assert_true (act_key (g->cells, GDK_KEY_Down, GDK_SHIFT_MASK));
  g_assert_true (act_key (g->cells, GDK_KEY_space, 0));
  assert_rows (g, "#### ?##? ?##? #### ..~.");
  g_assert_true (act_key (g->cells, GDK_KEY_Delete, 0));
  assert_rows (g, "#### #### #### #### ..~.");
  g_assert_true (act_key (g->cells, GDK_KEY_space, GDK_CONTROL_MASK));
  assert_rows (g, "??#? ??#? ??#? ??#? ..#.");
  g_assert_true (act_key (g->cells, GDK_KEY_Up, 0));
  g_assert_true (act_key (g->cells, GDK_KEY_space, GDK_SHIFT_MASK));
  assert_rows (g, "??#? .... ??#? ??#? ..#.");
  mw_document_go_to (g->document, 0);
  g_assert_true (act_key (g->cells, GDK_KEY_Home, 0));
  g_assert_true (act_key (g->cells, GDK_KEY_Up, 0));
  g_assert_true (act_key (g->cells, GDK_KEY_Up, 0));
  g_assert_true (act_key (g->cells, GDK_KEY_a, GDK_CONTROL_MASK));
  g_assert_true (act_key (g->cells, GDK_KEY_space, 0));
  assert_rows (g, "#### #### #### #### ####");
  g_assert_true (act_key (g->cells, GDK_KEY_Home, 0));
  g_assert_true (act_key (g->cells, GDK_KEY_Page_Up, 0));
  g_assert_true (act_key (g->cells, GDK_KEY_Page_Up, 0));
  g_assert_true (act_key (g->cells, GDK_KEY_Page_Up, 0));
  g_assert_true (act_key (g->cells, GDK_KEY_space, 0));
  assert_rows (g, ".### #### #### #### ####");
  g_assert_true (act_key (g->cells, GDK_KEY_Home, 0));
  /* An attachment has no alpha that could fade. */
  for (guint i = 0; i < 12; i++)
    act_key (g->cells, GDK_KEY_Down, 0);
  const guint steps = mw_document_get_position (g->document);
  gtk_widget_activate_action (g->cells, "cells.fade_in", NULL);
  g_assert_nonnull (strstr (fixture_status (g->window), "cannot fade"));
  g_assert_cmpuint (mw_document_get_position (g->document), ==, steps);
}

static gboolean
is_named (gpointer cells)
{
  return find_called (cells, GTK_TYPE_WIDGET, "Geoset 1 · figure-gear.blp · Death: hidden") != NULL;
}

/* The cells in view are there for screen readers, and the page follows the document while it is not on show. */
static void
by_name (Grid *g)
{
  GtkWidget *book = gtk_widget_get_ancestor (g->cells, GTK_TYPE_NOTEBOOK);
  const int page = gtk_notebook_get_current_page (GTK_NOTEBOOK (book));
  gtk_notebook_set_current_page (GTK_NOTEBOOK (book), 0);
  act_key (g->cells, GDK_KEY_End, 0);
  for (guint i = 0; i < 20; i++)
    act_key (g->cells, GDK_KEY_Up, 0);
  act_key (g->cells, GDK_KEY_Down, 0);
  act_key (g->cells, GDK_KEY_space, 0);
  gtk_notebook_set_current_page (GTK_NOTEBOOK (book), page);
  g_assert_true (fixture_until (is_named, g->cells));
  g_assert_nonnull (find_called (g->cells, GTK_TYPE_WIDGET, "Death, all elements"));
  g_assert_nonnull (find_called (g->cells, GTK_TYPE_WIDGET, "Geoset 0 · figure.blp, all sequences"));
  mw_document_undo (g->document);
  GError *error = NULL;
  mw_document_begin (g->document, "remove");
  mw_document_remove (g->document, fixture_record (g->document, "sequences[3]")->id, &error);
  g_assert_no_error (error);
  mw_document_commit (g->document);
  fixture_settle ();
  g_assert_cmpuint (mw_visibility_grid_n_columns (mw_visibility_cells_get_grid (MW_VISIBILITY_CELLS (g->cells))), ==,
                    3);
}

static void
test_grid (void)
{
  Grid g = open_grid ();
  by_pointer (&g);
  mw_document_go_to (g.document, 0);
  by_keys (&g);
  mw_document_go_to (g.document, 0);
  by_name (&g);
  fixture_end (g.window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/visibility-view/pointer and keys paint cells, which have names", test_grid);
  return g_test_run ();
}
