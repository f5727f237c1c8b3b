/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/edit.h"
#include "ui/outline/outline-row.h"
#include "ui/viewport/eyes.h"
#include "ui/viewport/viewport-pick.h"
#include "ui/viewport/viewport-private.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static MwOutline *outline;
static MwEyes *eyes;
static char *file;

static void
open_file (void)
{
  page = fixture_open (window, file);
  document = mw_document_page_get_document (page);
  outline = mw_document_page_get_outline (page);
  eyes = mw_eyes_of (document);
  fixture_settle ();
}

static void
begin (void)
{
  g_autofree char *image = fixture_sample ("figure.blp");
  file = fixture_sample ("figure.mdx");
  window = fixture_window ();
  open_file ();
}

static void
end (void)
{
  fixture_end (window);
  g_clear_pointer (&file, g_free);
}

static MwId
id_at (const char *path)
{
  return fixture_record (document, path)->id;
}

static gboolean
is_hidden (const char *path)
{
  return mw_eyes_get (eyes, MW_EYE_HIDDEN, id_at (path));
}

/* The shown row of a title, or of an element (title NULL). */
static MwOutlineRow *
find_row (GtkWidget *root, const char *title, MwId id)
{
  if (MW_IS_OUTLINE_ROW (root) && mw_outline_row_get_list_row (MW_OUTLINE_ROW (root))) {
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (mw_outline_row_get_list_row (MW_OUTLINE_ROW (root)));
    g_autofree char *shown = mw_outline_node_get_title (node);
    if (title ? mw_outline_node_is_group (node) && g_str_equal (shown, title) : mw_outline_node_get_id (node) == id)
      return MW_OUTLINE_ROW (root);
  }
  MwOutlineRow *found = NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_row (child, title, id);
  return found;
}

static MwOutlineRow *
row_of (const char *title, MwId id)
{
  MwOutlineRow *row = find_row (GTK_WIDGET (mw_outline_get_view (outline)), title, id);
  g_assert_nonnull (row);
  return row;
}

static MwOutlineNode *
node_of (MwOutlineRow *row)
{
  return gtk_tree_list_row_get_item (mw_outline_row_get_list_row (row));
}

/* Where the icon of a row is in the view. */
static void
place_of (MwOutlineRow *row, MwEye eye, double *x, double *y)
{
  GtkWidget *widget = GTK_WIDGET (row);
  double inside = gtk_widget_get_width (widget) - 1;
  while (mw_outline_row_get_eye_at (row, inside) != eye && inside > 0)
    inside--;
  g_assert_cmpfloat (inside, >, 0);
  gtk_widget_translate_coordinates (widget, GTK_WIDGET (mw_outline_get_view (outline)), inside,
                                    gtk_widget_get_height (widget) / 2, x, y);
}

/* The gesture that paints. */
static gpointer
painter (void)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (GTK_WIDGET (mw_outline_get_view (outline)));
  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (all, i);
    if (GTK_IS_GESTURE_DRAG (controller)
        && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
      return controller;
  }
  g_assert_not_reached ();
}

static void
press (MwOutlineRow *row, MwEye eye, double down)
{
  double x, y;
  place_of (row, eye, &x, &y);
  g_signal_emit_by_name (painter (), "drag-begin", x, y);
  if (down > 0)
    g_signal_emit_by_name (painter (), "drag-update", 0., down);
  fixture_settle ();
}

static void
test_eyes (void)
{
  begin ();
  MwId first = id_at ("geosets[0]");
  mw_document_select (document, &first, 1);
  fixture_settle ();
  /* A click hides, and selects nothing; another shows it again. */
  MwOutlineRow *row = row_of (NULL, first);
  mw_document_select (document, NULL, 0);
  press (row, MW_EYE_HIDDEN, 0);
  g_assert_true (is_hidden ("geosets[0]"));
  g_assert_false (is_hidden ("geosets[1]"));
  g_assert_cmpuint (fixture_n_selected (document), ==, 0);
  g_assert_false (mw_document_can_undo (document));
  g_autoptr (MwOutlineNode) group = node_of (row_of ("Geosets", 0));
  g_assert_cmpint (mw_row_eye_get (eyes, group, MW_EYE_HIDDEN), ==, MW_ROW_EYE_SOME);
  press (row, MW_EYE_HIDDEN, 0);
  g_assert_false (is_hidden ("geosets[0]"));
  /* Dragging over the next row does the same to it, and to no more. */
  press (row, MW_EYE_HIDDEN, gtk_widget_get_height (GTK_WIDGET (row)));
  g_assert_true (is_hidden ("geosets[0]") && is_hidden ("geosets[1]"));
  g_assert_false (is_hidden ("geosets[2]"));
  press (row, MW_EYE_LOCKED, 0);
  g_assert_true (mw_eyes_get (eyes, MW_EYE_LOCKED, first));
  g_assert_cmpuint (mw_eyes_count (eyes, MW_EYE_LOCKED), ==, 1);
  g_assert_cmpuint (mw_eyes_count (eyes, MW_EYE_HIDDEN), ==, 2);
  /* The heading shows and hides all of them. */
  press (row_of ("Geosets", 0), MW_EYE_HIDDEN, 0);
  g_assert_cmpuint (mw_eyes_count (eyes, MW_EYE_HIDDEN), ==, 0);
  press (row_of ("Geosets", 0), MW_EYE_HIDDEN, 0);
  g_assert_true (is_hidden ("geosets[0]") && is_hidden ("geosets[2]"));
  /* What the views do not draw has no eye. */
  g_assert_cmpint (mw_outline_row_get_eye_at (row_of ("Sequences", 0),
                                              gtk_widget_get_width (GTK_WIDGET (row_of ("Sequences", 0))) - 2),
                   ==, MW_EYE_COUNT);
  g_assert_false (mw_eyes_takes (eyes, id_at ("materials[0]")));
  g_assert_true (mw_eyes_takes (eyes, id_at ("bones[0]")));
  end ();
}

static void
test_keys (void)
{
  begin ();
  MwViewport *viewport = mw_document_page_get_viewport (page);
  MwId chosen[] = { id_at ("geosets[1]"), id_at ("geosets[2]") };
  mw_document_select (document, chosen, 2);
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_h, 0));
  g_assert_true (is_hidden ("geosets[1]") && is_hidden ("geosets[2]"));
  g_assert_cmpuint (mw_eyes_count (eyes, MW_EYE_HIDDEN), ==, 2);
  /* The others of their kind; bones and emitters stay. */
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_H, GDK_SHIFT_MASK));
  g_assert_true (is_hidden ("geosets[0]"));
  g_assert_false (is_hidden ("geosets[1]") || is_hidden ("geosets[2]") || is_hidden ("bones[0]"));
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_h, GDK_CONTROL_MASK));
  g_assert_cmpuint (mw_eyes_count (eyes, MW_EYE_HIDDEN), ==, 0);
  /* What nothing is drawn for cannot be hidden. */
  mw_document_select (document, (MwId[]) { id_at ("materials[0]") }, 1);
  mw_viewport_do_key (viewport, GDK_KEY_h, 0);
  g_assert_cmpuint (mw_eyes_count (eyes, MW_EYE_HIDDEN), ==, 0);
  g_assert_false (mw_document_can_undo (document));
  end ();
}

static gboolean
is_drawn (gpointer viewport)
{
  return mw_viewport_get_n_frames (viewport) > 0 && !mw_viewport_is_drawing (viewport);
}

static gboolean
finds (MwViewport *viewport, GArray *ids)
{
  GtkWidget *area = mw_viewport_get_drawing (viewport);
  g_array_set_size (ids, 0);
  return mw_viewport_point_at (viewport, gtk_widget_get_width (area) / 2, gtk_widget_get_height (area) / 2, ids);
}

static void
test_locks (void)
{
  begin ();
  MwViewport *viewport = mw_document_page_get_viewport (page);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  float place[3];
  g_assert_true (fixture_until (is_drawn, viewport));
  g_assert_true (finds (viewport, ids));
  const MwId found = g_array_index (ids, MwId, 0);
  mw_document_select (document, &found, 1);
  g_assert_true (mw_viewport_gizmo_get_place (viewport->gizmo, place));
  mw_eyes_set (eyes, MW_EYE_LOCKED, &found, 1, TRUE);
  g_assert_false (mw_viewport_gizmo_get_place (viewport->gizmo, place));
  g_assert_false (finds (viewport, ids) && g_array_index (ids, MwId, 0) == found);
  mw_eyes_clear (eyes, MW_EYE_LOCKED);
  g_assert_true (finds (viewport, ids) && g_array_index (ids, MwId, 0) == found);
  end ();
}

static gboolean
is_remembered (gpointer viewport)
{
  return !((MwViewport *) viewport)->remembering;
}

static void
test_remembered (void)
{
  begin ();
  MwViewport *viewport = mw_document_page_get_viewport (page);
  MwId geoset = id_at ("geosets[1]"), bone = id_at ("bones[0]");
  mw_eyes_set (eyes, MW_EYE_HIDDEN, &geoset, 1, TRUE);
  mw_eyes_set (eyes, MW_EYE_LOCKED, &bone, 1, TRUE);
  g_assert_true (fixture_until (is_remembered, viewport));
  /* While there are unsaved changes, paths may be others than in the file. */
  g_autoptr (GError) error = NULL;
  const MwId first = id_at ("geosets[0]");
  g_assert_true (mw_operation_run (mw_operation_find ("delete"), document, &first, 1, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (is_hidden ("geosets[0]"));
  mw_viewport_remember (viewport);
  g_assert_cmpstr (viewport->chosen->hidden->pdata[0], ==, "geosets[1]");
  mw_document_undo (document);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  open_file ();
  g_assert_true (is_hidden ("geosets[1]"));
  g_assert_cmpuint (mw_eyes_count (eyes, MW_EYE_HIDDEN), ==, 1);
  g_assert_true (mw_eyes_get (eyes, MW_EYE_LOCKED, id_at ("bones[0]")));
  g_assert_true (mw_document_is_clean (document));
  end ();
}

static gboolean
is_known (gpointer address)
{
  gboolean pending;
  mw_row_images_get (mw_outline_get_images (outline), address, &pending);
  return !pending;
}

static void
test_images (void)
{
  begin ();
  MwRowImages *images = mw_outline_get_images (outline);
  gboolean pending;
  g_autofree char *address = NULL;
  for (guint i = 0; i < 4 && !address; i++) {
    g_autofree char *path = g_strdup_printf ("textures[%u]", i);
    address = mw_row_images_find (images, fixture_record (document, path));
  }
  g_assert_nonnull (address);
  g_assert_true (fixture_until (is_known, address));
  g_assert_nonnull (mw_row_images_get (images, address, &pending));
  /* Files may have changed: it is asked for again. */
  mw_row_images_forget (images);
  g_assert_null (mw_row_images_get (images, address, &pending));
  g_assert_true (pending);
  g_assert_true (fixture_until (is_known, address));
  end ();
}

static gboolean
is_checked (gpointer findings)
{
  return mw_findings_are_current (findings);
}

static void
test_dots (void)
{
  begin ();
  MwFindings *findings = mw_findings_of (document);
  MwSeverity worst;
  g_autoptr (GError) error = NULL;
  MwRecord *layer = fixture_record (document, "materials[0].layers[0]");
  const MwTarget target = mw_ui_target (layer, mw_schema_field (layer->schema, "filter_mode"));
  const MwId material = id_at ("materials[0]");
  g_assert_true (mw_ui_set_text (document, &layer->id, 1, &target, "77", &error));
  g_assert_no_error (error);
  mw_document_select (document, &material, 1);
  g_assert_true (fixture_until (is_checked, findings));
  fixture_settle ();
  g_autoptr (MwOutlineNode) group = node_of (row_of ("Materials", 0)), element = node_of (row_of (NULL, material)),
                            other = node_of (row_of ("Geosets", 0));
  /* What is inside counts while a row is folded. */
  g_assert_true (mw_row_dot_get (findings, group, TRUE, &worst));
  g_assert_cmpint (worst, ==, MW_SEVERITY_WARNING);
  g_assert_false (mw_row_dot_get (findings, group, FALSE, &worst));
  g_assert_true (mw_row_dot_get (findings, element, TRUE, &worst));
  g_assert_false (mw_row_dot_get (findings, element, FALSE, &worst));
  g_assert_false (mw_row_dot_get (findings, other, TRUE, &worst));
  g_autofree char *inside = mw_row_dot_describe (findings, element, TRUE);
  g_assert_nonnull (strstr (inside, "Open it to see"));
  mw_document_select (document, &layer->id, 1);
  fixture_settle ();
  g_autoptr (MwOutlineNode) own = node_of (row_of (NULL, layer->id));
  g_autofree char *text = mw_row_dot_describe (findings, own, FALSE);
  g_assert_nonnull (strstr (text, "found 77"));
  end ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/outline/row-eyes/a click hides, and dragging does the same to more rows", test_eyes);
  g_test_add_func ("/ui/outline/row-eyes/keys hide what is selected, or all others of its kind", test_keys);
  g_test_add_func ("/ui/outline/row-eyes/what is locked is not found and not dragged in the view", test_locks);
  g_test_add_func ("/ui/outline/row-eyes/what is hidden and locked is remembered for the file", test_remembered);
  g_test_add_func ("/ui/outline/row-eyes/images of textures are made once and again after changes", test_images);
  g_test_add_func ("/ui/outline/row-eyes/a row has a dot for what the checker finds", test_dots);
  return g_test_run ();
}
