/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "core/model/mdlx/mdlx.h"
#include "core/pose/seen.h"
#include "tests/ui/fixture.h"
#include "ui/textures/image-use.h"
#include "ui/viewport/viewport-pick.h"
#include "ui/viewport/viewport-pointer.h"
#include "ui/viewport/viewport-private.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static MwViewport *viewport;
static GtkWidget *area;

static gboolean
is_drawn (gpointer unused)
{
  return mw_viewport_get_n_frames (viewport) > 0 && !mw_viewport_is_drawing (viewport);
}

static void
begin (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  viewport = mw_document_page_get_viewport (page);
  area = mw_viewport_get_drawing (viewport);
  fixture_settle ();
  g_assert_true (fixture_until (is_drawn, NULL));
  mw_document_select (document, NULL, 0);
  fixture_settle ();
}

/* What a click at a place would select; 0: nothing. */
static MwId
at (double x, double y)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_viewport_point_at (viewport, x, y, ids);
  mw_viewport_stop_pointing (viewport);
  return ids->len ? g_array_index (ids, MwId, 0) : 0;
}

/* Sets the place of a pixel that shows the n-th different element. */
static MwId
find_place (guint n, double *x, double *y)
{
  g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (*y = 4; *y < gtk_widget_get_height (area); *y += 8)
    for (*x = 4; *x < gtk_widget_get_width (area); *x += 8) {
      const MwId id = at (*x, *y);
      if (!id || mw_ids_have ((const MwId *) (const void *) seen->data, seen->len, id))
        continue;
      if (seen->len == n)
        return id;
      g_array_append_val (seen, id);
    }
  g_assert_not_reached ();
}

static void
click (double x, double y, GdkModifierType state)
{
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, x, y, state, 1);
  mw_viewport_pointer_released (viewport, x, y, state);
  fixture_settle ();
}

static void
a_click_selects_and_on_empty_ground_clears (void)
{
  double x, y, other_x, other_y;
  begin ();
  const MwId first = find_place (0, &x, &y), second = find_place (1, &other_x, &other_y);
  /* The model is in the middle of the picture. */
  g_assert_cmpuint (at (gtk_widget_get_width (area) / 2, gtk_widget_get_height (area) / 2), !=, 0);
  click (x, y, 0);
  g_assert_cmpuint (fixture_selected (document), ==, first);
  /* The outline and the inspector follow. */
  g_autoptr (GtkBitset) rows = gtk_selection_model_get_selection (
    gtk_list_view_get_model (mw_outline_get_view (mw_document_page_get_outline (page))));
  g_assert_cmpuint (gtk_bitset_get_size (rows), ==, 1);
  click (other_x, other_y, 0);
  g_assert_cmpuint (fixture_selected (document), ==, second);
  click (x, y, GDK_SHIFT_MASK);
  g_assert_cmpuint (fixture_n_selected (document), ==, 2);
  click (other_x, other_y, GDK_CONTROL_MASK);
  g_assert_cmpuint (fixture_selected (document), ==, first);
  /* With a key it does not clear. */
  click (1, 1, GDK_SHIFT_MASK);
  g_assert_cmpuint (fixture_selected (document), ==, first);
  click (1, 1, 0);
  g_assert_cmpuint (fixture_n_selected (document), ==, 0);
  g_assert_false (mw_document_can_undo (document));
  fixture_end (window);
}

static void
what_is_seen_through_an_image_is_under_the_pointer (void)
{
  /* TGA, one texel of 32 bits that is clear. */
  static const char clear[22] = { 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 32, 8 };
  static const char *const images[] = { "figure.blp", "figure-gear.blp" };
  double x, y;
  for (guint i = 0; i < G_N_ELEMENTS (images); i++) {
    g_autofree char *path = g_build_filename (fixture_folder (), images[i], NULL);
    g_assert_true (g_file_set_contents (path, clear, sizeof clear, NULL));
  }
  begin ();
  const MwId id = find_place (0, &x, &y);
  const MwModel *model = mw_document_get_model (document);
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) mw_model_find (model, id);
  g_assert_true (geoset->record.schema == &mw_mdlx_geoset_schema);
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) mw_model_resolve (model, geoset->material);
  /* The lower layer is opaque. */
  mw_document_begin (document, "test");
  g_assert_true (mw_document_set_field (document, material->layers.items[0]->id,
                                        mw_schema_field (&mw_mdlx_layer_schema, "alpha"), &(float) { 0 },
                                        sizeof (float), NULL));
  mw_document_commit (document);
  fixture_settle ();
  g_assert_true (fixture_until (is_drawn, NULL));
  g_assert_cmpuint (at (x, y), !=, id);
  fixture_end (window);
}

static void
a_click_at_the_same_place_selects_the_next_below (void)
{
  double x, y;
  begin ();
  const MwId top = find_place (0, &x, &y);
  MwRecord *record = mw_model_find (mw_document_get_model (document), top);
  g_assert_true (record->schema == &mw_mdlx_geoset_schema);
  /* Two of the same geoset lie in the same place. */
  const MwOperation *copy = mw_operation_find ("duplicate");
  g_assert_nonnull (copy);
  g_autoptr (MwRecord) params = mw_operation_params_new (copy);
  mw_outline_apply (mw_document_page_get_outline (page), copy, &top, 1, params);
  fixture_settle ();
  g_assert_true (fixture_until (is_drawn, NULL));
  click (1, 1, 0);
  click (x, y, 0);
  const MwId first = fixture_selected (document);
  g_assert_cmpuint (first, !=, 0);
  click (x + 1, y, 0);
  const MwId below = fixture_selected (document);
  g_assert_cmpuint (below, !=, 0);
  g_assert_cmpuint (below, !=, first);
  /* After the last one the first comes again. */
  for (guint i = 0; i < 8 && fixture_selected (document) != first; i++)
    click (x, y, 0);
  g_assert_cmpuint (fixture_selected (document), ==, first);
  /* Once something else was selected, it begins with the first. */
  mw_document_select (document, NULL, 0);
  click (x, y, 0);
  g_assert_cmpuint (fixture_selected (document), ==, first);
  fixture_end (window);
}

static void
what_the_pointer_is_over_is_highlighted (void)
{
  double x, y;
  begin ();
  find_place (0, &x, &y);
  fixture_settle ();
  guint64 frames = mw_viewport_get_n_frames (viewport);
  mw_viewport_pointer_moved (viewport, x, y, 0);
  g_assert_cmpstr (gdk_cursor_get_name (gtk_widget_get_cursor (area)), ==, "pointer");
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), >, frames);
  /* Nothing new is drawn while it moves over the same. */
  frames = mw_viewport_get_n_frames (viewport);
  mw_viewport_pointer_moved (viewport, x, y, 0);
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), ==, frames);
  mw_viewport_pointer_left (viewport);
  g_assert_null (gtk_widget_get_cursor (area));
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), >, frames);
  fixture_end (window);
}

/* Its parts are drawn later, from what it points to. */
static void
aiming_the_camera_leaves_the_frame_that_is_drawn_as_it_is (void)
{
  enum { MANY = 8 };
  begin ();
  const MwList *nodes = &((MwMdlx *) mw_document_get_model (document))->nodes;
  MwId ids[MANY];
  g_assert_cmpuint (nodes->n, >, MANY);
  for (guint i = 0; i < MANY; i++)
    ids[i] = nodes->items[i + 1]->id;
  mw_document_select (document, &nodes->items[0]->id, 1);
  fixture_settle ();
  g_assert_true (fixture_until (is_drawn, NULL));
  g_assert_cmpuint (viewport->frame.n_selected, ==, 1);
  mw_document_select (document, ids, MANY);
  mw_viewport_frame_selection (viewport);
  g_assert_cmpuint (viewport->frame.n_selected, ==, 1);
  g_assert_cmpuint (viewport->frame.selected[0], ==, nodes->items[0]->id);
  fixture_end (window);
}

static void
drag_box (double width, double height, GdkModifierType state)
{
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_b, 0));
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, 1, 1, state, 1);
  mw_viewport_pointer_dragged (viewport, width / 2, height / 2, state);
  mw_viewport_pointer_dragged (viewport, width, height, state);
  mw_viewport_pointer_released (viewport, width, height, state);
  fixture_settle ();
}

static void
a_rectangle_selects_what_it_touches (void)
{
  double x, y;
  MwViewportView before, after;
  begin ();
  const MwId first = find_place (0, &x, &y);
  mw_viewport_get_view (viewport, &before);
  drag_box (gtk_widget_get_width (area) - 1, gtk_widget_get_height (area) - 1, 0);
  const guint all = fixture_n_selected (document);
  g_assert_cmpuint (all, >, 1);
  drag_box (8, 8, 0);
  g_assert_cmpuint (fixture_n_selected (document), ==, 0);
  mw_document_select (document, &first, 1);
  drag_box (8, 8, GDK_SHIFT_MASK);
  g_assert_cmpuint (fixture_selected (document), ==, first);
  drag_box (gtk_widget_get_width (area) - 1, gtk_widget_get_height (area) - 1, GDK_SHIFT_MASK);
  g_assert_cmpuint (fixture_n_selected (document), ==, all);
  /* Escape ends it before and during the drag. */
  mw_viewport_do_key (viewport, GDK_KEY_b, 0);
  mw_viewport_pointer_moved (viewport, 1, 1, 0);
  g_assert_cmpstr (gdk_cursor_get_name (gtk_widget_get_cursor (area)), ==, "crosshair");
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
  mw_viewport_pointer_moved (viewport, 1, 1, 0);
  g_assert_null (gtk_widget_get_cursor (area));
  click (1, 1, 0);
  g_assert_cmpuint (fixture_n_selected (document), ==, 0);
  mw_viewport_do_key (viewport, GDK_KEY_b, 0);
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, 1, 1, 0, 1);
  mw_viewport_pointer_dragged (viewport, 300, 300, 0);
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
  mw_viewport_pointer_released (viewport, 300, 300, 0);
  g_assert_cmpuint (fixture_n_selected (document), ==, 0);
  /* The camera has not moved. */
  mw_viewport_get_view (viewport, &after);
  g_assert_cmpmem (&before.camera, sizeof before.camera, &after.camera, sizeof after.camera);
  fixture_end (window);
}

/* The drop target of images that a widget has. */
static GtkDropTarget *
drop_target_of (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
    if (GTK_IS_DROP_TARGET (controller))
      return GTK_DROP_TARGET (controller);
  }
  g_assert_not_reached ();
}

static void
an_image_that_is_dropped_is_shown_by_what_is_under_it (void)
{
  double x, y;
  begin ();
  const MwId id = find_place (0, &x, &y);
  g_autoptr (MwImageItem) item = g_object_new (MW_TYPE_IMAGE_ITEM, NULL);
  item->name = g_strdup ("new.blp");
  item->path = g_strdup ("new.blp");
  GtkDropTarget *target = drop_target_of (area);
  GdkDragAction action = 0;
  gboolean done = FALSE;
  g_auto (GValue) value = G_VALUE_INIT;
  g_value_init (&value, MW_TYPE_IMAGE_ITEM);
  g_value_set_object (&value, item);
  g_signal_emit_by_name (target, "motion", 1.0, 1.0, &action);
  g_assert_cmpint (action, ==, 0);
  g_signal_emit_by_name (target, "motion", x, y, &action);
  g_assert_cmpint (action, ==, GDK_ACTION_COPY);
  g_signal_emit_by_name (target, "drop", &value, 1.0, 1.0, &done);
  g_assert_false (done);
  g_assert_false (mw_document_can_undo (document));
  g_signal_emit_by_name (target, "drop", &value, x, y, &done);
  g_assert_true (done);
  fixture_settle ();
  /* A layer of the material of that geoset shows it now, by one step. */
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) mw_model_find (&model->model, id);
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) mw_model_resolve (&model->model, geoset->material);
  gboolean shown = FALSE;
  for (guint i = 0; i < material->layers.n; i++) {
    const MwRecord *texture = mw_model_resolve (&model->model,
                                                ((const MwMdlxLayer *) material->layers.items[i])->texture);
    shown |= texture && g_strcmp0 (mw_texture_aspect (texture).path, "new.blp") == 0;
  }
  g_assert_true (shown);
  mw_document_undo (document);
  g_assert_false (mw_document_can_undo (document));
  fixture_end (window);
}

/* Drops a file as another program would. */
static gboolean
drop_file (GtkDropTarget *target, const char *path, double x, double y)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GSList files = { .data = file };
  gboolean done = FALSE;
  g_auto (GValue) value = G_VALUE_INIT;
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, &files);
  g_signal_emit_by_name (target, "drop", &value, x, y, &done);
  return done;
}

/* Whether a texture of the model has this path. */
static gboolean
has_texture (const char *path)
{
  const MwList *textures = &((const MwMdlx *) mw_document_get_model (document))->textures;
  for (guint i = 0; i < textures->n; i++)
    if (g_strcmp0 (mw_texture_aspect (textures->items[i]).path, path) == 0)
      return TRUE;
  return FALSE;
}

static void
a_file_that_is_dropped_is_shown_by_what_is_under_it (void)
{
  static const struct {
    const char *folder, *name, *path, *said;
  } cases[] = {
    { NULL, "skin.png", "skin.png", "The texture is skin.png" },
    { "deeper", "arm.PNG", "deeper\\arm.PNG", "The texture is deeper\\arm.PNG" },
    { "/nowhere", "far.blp", "far.blp", "The texture is far.blp. Copy the image to where the model's textures are." },
  };
  double x, y;
  begin ();
  GtkDropTarget *target = drop_target_of (area);
  find_place (0, &x, &y);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const gboolean far = cases[i].folder && cases[i].folder[0] == '/';
    g_autofree char *folder = far ? g_strdup (cases[i].folder)
                                  : g_build_filename (fixture_folder (), cases[i].folder, NULL),
                    *file = g_build_filename (folder, cases[i].name, NULL);
    if (!far) {
      g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
      g_assert_true (g_file_set_contents (file, "", 0, NULL));
    }
    g_assert_false (drop_file (target, file, 1, 1));
    g_assert_cmpstr (fixture_status (window), ==, "Nothing here shows an image. Drop it on a surface of the model.");
    g_assert_false (mw_document_can_undo (document));
    g_assert_true (drop_file (target, file, x, y));
    g_assert_true (has_texture (cases[i].path));
    g_assert_cmpstr (fixture_status (window), ==, cases[i].said);
    mw_document_undo (document);
    g_assert_false (mw_document_can_undo (document));
    fixture_settle ();
  }
  /* A model is opened, wherever it is dropped. */
  g_autofree char *model = fixture_sample ("lantern.mdx");
  g_assert_true (drop_file (target, model, x, y));
  fixture_wait (window);
  g_assert_true (mw_window_get_page (window) != page);
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/viewport-pick/a click selects, and on empty ground clears",
                   a_click_selects_and_on_empty_ground_clears);
  g_test_add_func ("/ui/viewport-pick/a click at the same place selects the next below",
                   a_click_at_the_same_place_selects_the_next_below);
  g_test_add_func ("/ui/viewport-pick/what the pointer is over is highlighted",
                   what_the_pointer_is_over_is_highlighted);
  g_test_add_func ("/ui/viewport-pick/a rectangle selects what it touches", a_rectangle_selects_what_it_touches);
  g_test_add_func ("/ui/viewport-pick/what is seen through an image is under the pointer",
                   what_is_seen_through_an_image_is_under_the_pointer);
  g_test_add_func ("/ui/viewport-pick/aiming the camera leaves the frame that is drawn as it is",
                   aiming_the_camera_leaves_the_frame_that_is_drawn_as_it_is);
  g_test_add_func ("/ui/viewport-pick/an image that is dropped is shown by what is under it",
                   an_image_that_is_dropped_is_shown_by_what_is_under_it);
  g_test_add_func ("/ui/viewport-pick/a file that is dropped is shown by what is under it",
                   a_file_that_is_dropped_is_shown_by_what_is_under_it);
  return g_test_run ();
}
