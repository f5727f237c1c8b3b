/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/m2-fixture.h"
#include "ui/viewport/viewport-private.h"
#include "ui/places.h"

/* Only the user changes the sizes of panels, by moving a handle. */

typedef struct {
  int left, right, bottom;
} Shown;

/* The sizes on the screen. */
static Shown
shown (MwDocumentPage *page)
{
  fixture_settle ();
  GtkWidget *bottom = gtk_widget_get_ancestor (fixture_sequences (page), GTK_TYPE_NOTEBOOK);
  return (Shown) { gtk_widget_get_allocated_width (GTK_WIDGET (mw_document_page_get_outline (page))),
                   gtk_widget_get_allocated_width (GTK_WIDGET (mw_document_page_get_inspector (page))),
                   gtk_widget_get_allocated_height (bottom) };
}

static void
assert_sizes (MwDocumentPage *page, int left, int right, int bottom)
{
  Shown now = shown (page);
  g_assert_cmpint (now.left, ==, left);
  g_assert_cmpint (now.right, ==, right);
  g_assert_cmpint (now.bottom, ==, bottom);
}

static GtkPaned *
pane_of (gpointer panel)
{
  return GTK_PANED (gtk_widget_get_ancestor (panel, GTK_TYPE_PANED));
}

/* Drags the handle like a user. */
static void
drag (GtkPaned *paned, int by)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (paned));
  g_autoptr (GtkEventController) found = NULL;
  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !found; i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
    if (GTK_IS_GESTURE_DRAG (controller))
      found = g_object_ref (controller);
  }
  g_assert_nonnull (found);
  /* The gesture has no event, so GTK does not move the handle; this does. */
  gtk_paned_set_position (paned, gtk_paned_get_position (paned) + by);
  guint id = g_signal_lookup ("drag-end", GTK_TYPE_GESTURE_DRAG);
  g_signal_handlers_block_matched (found, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DATA, id, 0, NULL, NULL, paned);
  g_signal_emit (found, id, 0, (double) by, 0.0);
  g_signal_handlers_unblock_matched (found, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DATA, id, 0, NULL, NULL, paned);
  fixture_settle ();
}

static void
select_each (MwDocumentPage *page, const char *const *addresses, int left, int right, int bottom)
{
  MwDocument *document = mw_document_page_get_document (page);
  for (; *addresses; addresses++) {
    MwId id = fixture_record (document, *addresses)->id;
    mw_document_select (document, &id, 1);
    assert_sizes (page, left, right, bottom);
  }
}

static const char *const m2_kinds[] = { "sequences[0]",
                                        "bones[0]",
                                        "textures[0]",
                                        "materials[0]",
                                        "particles[0]",
                                        "ribbons[0]",
                                        "skins[0].batches[0]",
                                        "skins[0].submeshes[0]",
                                        "cameras[0]",
                                        "events[0]",
                                        "attachments[0]",
                                        "lights[0]",
                                        NULL };

static void
test_m2 (void)
{
  MwWindow *window = fixture_window ();
  static const guint versions[] = { 264, 260, 272 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autofree char *stem = g_strdup_printf ("Beast%u", versions[i]), *path = fixture_m2_set (versions[i], stem);
    MwDocumentPage *page = fixture_open (window, path);
    assert_sizes (page, 250, 330, 210);
    select_each (page, m2_kinds, 250, 330, 210);
    for (guint k = 0; k < 2; k++) {
      /* "Look Again" */
      g_signal_emit_by_name (find_type (GTK_WIDGET (page), MW_TYPE_COMPANIONS_TABLE), "changed", TRUE);
      fixture_wait (window);
      page = mw_window_get_page (window);
      assert_sizes (page, 250, 330, 210);
    }
  }
  GSettings *settings = mw_places_settings ();
  g_assert_cmpint (g_settings_get_int (settings, "right-panel-width"), ==, 330);
  fixture_end (window);
  g_assert_cmpint (g_settings_get_int (settings, "right-panel-width"), ==, 330);
  g_assert_cmpint (g_settings_get_int (settings, "left-panel-width"), ==, 250);
  g_assert_cmpint (g_settings_get_int (settings, "bottom-panel-height"), ==, 210);
}

static void
test_window (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  assert_sizes (page, 250, 330, 210);
  int view = gtk_widget_get_width (GTK_WIDGET (mw_document_page_get_viewport (page)));
  gtk_window_set_default_size (GTK_WINDOW (window), 1000, 700);
  assert_sizes (page, 250, 330, 210);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (mw_document_page_get_viewport (page))), ==, view - 280);
  /* The drop-down of shadings is as wide as the name of the chosen one. */
  GtkDropDown *shadings = GTK_DROP_DOWN (mw_document_page_get_viewport (page)->shadings);
  for (guint i = 0; i < g_list_model_get_n_items (gtk_drop_down_get_model (shadings)); i++) {
    gtk_drop_down_set_selected (shadings, i);
    assert_sizes (page, 250, 330, 210);
  }
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  assert_sizes (page, 250, 330, 210);
  fixture_end (window);
}

static void
test_user (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx"), *other = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path), *second = fixture_open (window, other);
  GSettings *settings = mw_places_settings ();
  drag (pane_of (mw_document_page_get_inspector (second)), -40);
  drag (pane_of (mw_document_page_get_outline (second)), 25);
  drag (pane_of (gtk_widget_get_ancestor (fixture_sequences (second), GTK_TYPE_NOTEBOOK)), -30);
  assert_sizes (second, 275, 370, 240);
  g_assert_cmpint (g_settings_get_int (settings, "right-panel-width"), ==, 370);
  g_assert_cmpint (g_settings_get_int (settings, "left-panel-width"), ==, 275);
  g_assert_cmpint (g_settings_get_int (settings, "bottom-panel-height"), ==, 240);
  /* All tabs of the window get the size, and new windows too. */
  gtk_notebook_set_current_page (GTK_NOTEBOOK (gtk_widget_get_ancestor (GTK_WIDGET (page), GTK_TYPE_NOTEBOOK)), 0);
  assert_sizes (page, 275, 370, 240);
  /* A panel that is hidden and shown again has the size that it had. */
  mw_document_page_toggle_panel (page, "right");
  fixture_settle ();
  mw_document_page_toggle_panel (page, "right");
  assert_sizes (page, 275, 370, 240);
  /* With the keyboard too. */
  GtkPaned *left = pane_of (mw_document_page_get_outline (page));
  for (int width = 285; width >= 275; width -= 10) {
    gtk_paned_set_position (left, width);
    g_signal_emit_by_name (left, "accept-position", &(gboolean) { FALSE });
    fixture_settle ();
    g_assert_cmpint (g_settings_get_int (settings, "left-panel-width"), ==, width);
  }
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_settle ();
  window = fixture_window ();
  page = fixture_open (window, path);
  assert_sizes (page, 275, 370, 240);
  static const char *const keys[] = { "left-panel-width", "right-panel-width", "bottom-panel-height" };
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (settings, keys[i]);
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/panels/M2 models that are opened and read again change no size", test_m2);
  g_test_add_func ("/ui/panels/a window of another size gives the difference to the viewport", test_window);
  g_test_add_func ("/ui/panels/a size that the user chose applies to all tabs and to new windows", test_user);
  return g_test_run ();
}
