/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/inspector/field-editor.h"
#include "ui/inspector/fold.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static GtkWidget *inspector;

static void
begin (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  inspector = GTK_WIDGET (mw_document_page_get_inspector (page));
}

/* How many rows the form shows; sets *only to the last one. */
static guint
n_shown (MwRecordForm *form, GtkWidget **only)
{
  guint n = 0;
  for (GtkWidget *fold = gtk_widget_get_first_child (GTK_WIDGET (form)); fold;
       fold = gtk_widget_get_next_sibling (fold))
    for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (mw_fold_get_body (MW_FOLD (fold)))); row;
         row = gtk_widget_get_next_sibling (row))
      if (is_shown (row, GTK_WIDGET (form))) {
        n++;
        *only = row;
      }
  return n;
}

typedef struct {
  MwRecordForm *form;
  guint n;
} Wanted;

static gboolean
shows (gpointer data)
{
  GtkWidget *row;
  const Wanted *wanted = data;
  return n_shown (wanted->form, &row) == wanted->n;
}

static GtkWidget *
search_entry (void)
{
  return find_called (inspector, GTK_TYPE_SEARCH_ENTRY, "Search fields");
}

/* Types into the search and waits for so many rows. Returns the last of them. */
static GtkWidget *
search (MwRecordForm *form, const char *text, guint n)
{
  GtkWidget *row = NULL;
  gtk_editable_set_text (GTK_EDITABLE (search_entry ()), text);
  g_assert_true (fixture_until (shows, &(Wanted) { form, n }));
  n_shown (form, &row);
  return row;
}

static void
test_search (void)
{
  begin ();
  MwRecordForm *form = fixture_select (page, "geosets[0]");
  GtkWidget *row;
  guint all = n_shown (form, &row);
  /* Ctrl+F with the focus in the inspector; elsewhere it is for the outline. */
  g_assert_false (gtk_widget_get_visible (search_entry ()));
  gtk_widget_grab_focus (find_called (inspector, GTK_TYPE_TOGGLE_BUTTON, "Show offsets"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.find", NULL);
  g_assert_true (gtk_widget_get_visible (search_entry ()));
  /* By label, in a section that is closed; by path name; by other words; by the section. */
  row = search (form, "vertex GROUPS", 1);
  g_assert_nonnull (find_called (row, GTK_TYPE_LABEL, "Vertex groups"));
  row = search (form, "group_members", 2); /* and the bones of the vertices */
  g_assert_nonnull (find_called (row, GTK_TYPE_LABEL, "Matrix group members"));
  row = search (form, "indices", 1);
  g_assert_nonnull (find_called (row, GTK_TYPE_LABEL, "Faces"));
  search (form, "parts", 1);
  search (form, "no such thing", 0);
  g_assert_nonnull (find_words (inspector, "No field is called that."));
  /* It stays for the next element. */
  search (form, "alpha", 1);
  form = fixture_select (page, "geoset_animations[0]");
  g_assert_true (fixture_until (shows, &(Wanted) { form, 1 }));
  form = fixture_select (page, "geosets[0]");
  /* Closing it shows everything, as it was folded. */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_called (inspector, GTK_TYPE_TOGGLE_BUTTON, "Search Fields")),
                                FALSE);
  g_assert_true (fixture_until (shows, &(Wanted) { form, all }));
  fixture_end (window);
}

static void
press_at (double x, double y)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (find_type (inspector, GTK_TYPE_SCROLLED_WINDOW));
  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (all, i);
    if (GTK_IS_GESTURE_CLICK (controller))
      g_signal_emit_by_name (controller, "pressed", 1, x, y);
  }
}

/* A press reaches the ground after the control that it is on. */
static void
test_ground (void)
{
  begin ();
  fixture_select (page, "textures[0]");
  fixture_settle ();
  GtkWidget *scrolled = find_type (inspector, GTK_TYPE_SCROLLED_WINDOW), *entry = find_shown (scrolled, GTK_TYPE_TEXT),
            *view = GTK_WIDGET (mw_outline_get_view (mw_document_page_get_outline (page)));
  graphene_rect_t box;
  gtk_widget_grab_focus (view);
  GtkWidget *before = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_true (gtk_widget_compute_bounds (entry, scrolled, &box));
  press_at ((double) (box.origin.x + 5), (double) (box.origin.y + 5));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == before);
  press_at (1, (double) (box.origin.y + 5));
  GtkWidget *ground = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_true (gtk_widget_is_ancestor (ground, inspector));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.find", NULL);
  g_assert_true (gtk_widget_get_visible (search_entry ()));
  /* Tab does not stop at the ground. */
  g_assert_false (gtk_widget_get_focusable (ground));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/inspector/search/fields are found by label, path name, other words and section", test_search);
  g_test_add_func (
    "/ui/inspector/search/Ctrl+F searches the fields after a click on empty ground, which is no click on a control",
    test_ground);
  return g_test_run ();
}
