/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Banners and toasts come and go over the view, and move nothing else. */
#include "tests/ui/fixture.h"
#include "ui/error-bar.h"
#include "ui/put-over.h"
#include "ui/window/window-private.h"

enum { PARTS = 5 };

static void
parts_of (MwDocumentPage *page, GtkWidget **parts)
{
  parts[0] = GTK_WIDGET (mw_document_page_get_outline (page));
  parts[1] = mw_viewport_get_stage (mw_document_page_get_viewport (page));
  parts[2] = GTK_WIDGET (mw_document_page_get_inspector (page));
  parts[3] = GTK_WIDGET (mw_document_page_get_time_bar (page));
  parts[4] = fixture_sequences (page);
}

/* Where a widget is in its window. */
static graphene_rect_t
bounds_of (GtkWidget *widget)
{
  graphene_rect_t bounds;
  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (gtk_widget_get_root (widget)), &bounds));
  return bounds;
}

/* Lays the window out again. A window that is not painted by now lays out by itself only with its next frame. */
static void
lay_out (MwWindow *window)
{
  fixture_settle ();
  gtk_widget_queue_allocate (GTK_WIDGET (window));
  fixture_settle ();
}

typedef struct {
  MwWindow *window;
  GtkWidget *widget;
} Awaited;

static gboolean
is_laid_out (gpointer data)
{
  const Awaited *awaited = data;
  graphene_rect_t bounds;
  return gtk_widget_get_mapped (awaited->widget)
         && gtk_widget_compute_bounds (awaited->widget, GTK_WIDGET (awaited->window), &bounds)
         && bounds.size.height > 10;
}

static void
wait_for (MwWindow *window, GtkWidget *widget)
{
  lay_out (window);
  g_assert_true (fixture_until (is_laid_out, &(Awaited) { window, widget }));
}

static void
assert_inside (GtkWidget *widget, GtkWidget *area)
{
  const graphene_rect_t in = bounds_of (widget), of = bounds_of (area);
  g_assert_true (graphene_rect_contains_rect (&of, &in));
}

static gboolean
is_in_stage (gpointer data)
{
  const Awaited *awaited = data;
  GtkWidget *stage = mw_viewport_get_stage (mw_document_page_get_viewport (mw_window_get_page (awaited->window)));
  const graphene_rect_t in = bounds_of (awaited->widget), of = bounds_of (stage);
  return graphene_rect_contains_rect (&of, &in);
}

static void
move_nothing (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  GtkWidget *parts[PARTS], *stage = mw_viewport_get_stage (mw_document_page_get_viewport (page));
  graphene_rect_t before[PARTS];
  parts_of (page, parts);
  wait_for (window, stage);
  for (guint i = 0; i < PARTS; i++)
    before[i] = bounds_of (parts[i]);

  /* A refusal of the page, a file that another program changed, an error of the window, and a message about a step. */
  mw_document_page_show_message (page,
                                 "This is refused for a reason that takes more than one line to tell, because it names "
                                 "several elements of the model and what to do with each of them.");
  mw_changed_bar_show (MW_CHANGED_BAR (find_type (GTK_WIDGET (page), MW_TYPE_CHANGED_BAR)), "Changed", TRUE, TRUE);
  GtkWidget *refusal = find_shown (GTK_WIDGET (page), MW_TYPE_ERROR_BAR),
            *changed = find_shown (GTK_WIDGET (page), MW_TYPE_CHANGED_BAR);
  wait_for (window, refusal);
  wait_for (window, changed);
  assert_inside (refusal, stage);
  assert_inside (changed, stage);
  g_assert_true (bounds_of (refusal).origin.y >= bounds_of (changed).origin.y + bounds_of (changed).size.height);
  /* The tools at the top of the view are not covered. */
  GtkWidget *pose = find_called (GTK_WIDGET (page), GTK_TYPE_TOGGLE_BUTTON, "Pose");
  g_assert_true (bounds_of (changed).origin.y >= bounds_of (pose).origin.y + bounds_of (pose).size.height);

  /* Nor are the axes in its corner. */
  enum { CORNER = 90 };
  g_assert_true (bounds_of (changed).origin.x + bounds_of (changed).size.width
                 <= bounds_of (stage).origin.x + bounds_of (stage).size.width - CORNER);

  mw_error_bar_show_message (MW_ERROR_BAR (window->errors), "broken.mdx could not be opened.");
  mw_toast_show_step (MW_TOAST (window->toast), mw_document_page_get_document (page), "Deleted Head Ref");
  wait_for (window, window->errors);
  wait_for (window, window->toast);
  assert_inside (window->errors, stage);
  assert_inside (window->toast, stage);
  g_assert_true (bounds_of (window->toast).origin.y > bounds_of (refusal).origin.y);

  GCancellable *job = mw_window_begin_job (window, "Saving…");
  wait_for (window, find_id (GTK_WIDGET (window), "cancel"));
  for (guint i = 0; i < PARTS; i++) {
    const graphene_rect_t now = bounds_of (parts[i]);
    if (!graphene_rect_equal (&now, &before[i]))
      g_error ("part %u moved", i);
  }
  mw_window_end_job (window, job);

  /* They follow the view when the panel beside it is dragged wider. */
  GtkPaned *beside = GTK_PANED (find_nth (GTK_WIDGET (page), GTK_TYPE_PANED, 1));
  g_assert_true (gtk_orientable_get_orientation (GTK_ORIENTABLE (beside)) == GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_position (beside, gtk_paned_get_position (beside) + 150);
  g_assert_true (fixture_until (is_in_stage, &(Awaited) { window, refusal }));
  /* Without a view they are at the top of the page, and below in the window. */
  mw_document_page_show_panel (page, "view", FALSE);
  wait_for (window, refusal);
  assert_inside (refusal, GTK_WIDGET (page));
  const graphene_rect_t now = bounds_of (refusal), whole = bounds_of (GTK_WIDGET (page));
  g_assert_cmpfloat_with_epsilon (now.origin.x + now.size.width / 2, whole.origin.x + whole.size.width / 2, 2);
  assert_inside (window->toast, GTK_WIDGET (window));
  fixture_end (window);
}

/* The width of the window's content does not depend on what a banner says. */
static void
need_no_width (void)
{
  MwWindow *window = fixture_window ();
  int before, after;
  GtkWidget *child = gtk_window_get_child (GTK_WINDOW (window));
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &before, NULL, NULL, NULL);
  g_autofree char *word = g_strnfill (400, 'W');
  mw_error_bar_show_message (MW_ERROR_BAR (window->errors), word);
  mw_window_set_status (window, word);
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &after, NULL, NULL, NULL);
  g_assert_cmpint (after, ==, before);
  GCancellable *job = mw_window_begin_job (window, word);
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &after, NULL, NULL, NULL);
  g_assert_cmpint (after, ==, before);
  mw_window_end_job (window, job);
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/banners/banners and toasts are over the view and move nothing", move_nothing);
  g_test_add_func ("/ui/banners/banners, the status line and work need no width", need_no_width);
  return g_test_run ();
}
