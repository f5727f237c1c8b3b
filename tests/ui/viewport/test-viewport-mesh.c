/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "core/render/mesh-pick.h"
#include "tests/ui/fixture.h"
#include "ui/viewport/viewport-pointer.h"
#include "ui/viewport/viewport-private.h"

#include <math.h>
#include <string.h>

/* Marking vertices and faces in the view, from the pointer and the keys to the model. */

static MwWindow *window;
static MwDocumentPage *page;
static MwViewport *viewport;
static MwDocument *document;

static gboolean
is_drawn (gpointer unused)
{
  return mw_viewport_get_n_frames (viewport) > 0 && !mw_viewport_is_drawing (viewport);
}

static void
open_sample (const char *name)
{
  g_autofree char *file = fixture_sample (name);
  window = fixture_window ();
  page = fixture_open (window, file);
  viewport = mw_document_page_get_viewport (page);
  document = mw_document_page_get_document (page);
  fixture_settle ();
  g_assert_true (fixture_until (is_drawn, NULL));
}

static const MwMdlxGeoset *
geoset_at (guint i)
{
  return (const MwMdlxGeoset *) ((const MwMdlx *) mw_document_get_model (document))->geosets.items[i];
}

/* Every test begins with the model as it is in the file, at rest, and the first geoset selected. One window serves all of them. */
static void
begin (void)
{
  while (mw_document_can_undo (document))
    mw_document_undo (document);
  gtk_widget_activate_action (GTK_WIDGET (viewport), "page.pose", "b", FALSE);
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
  mw_viewport_do_key (viewport, GDK_KEY_q, 0);
  mw_document_select (document, &geoset_at (0)->record.id, 1);
  fixture_settle ();
  mw_viewport_do_key (viewport, GDK_KEY_f, 0);
  fixture_settle ();
}

static guint
n_marked (void)
{
  const MwMeshMarks *marks = mw_viewport_get_marks (viewport);
  return marks ? mw_mesh_marks_count (marks, NULL) : 0;
}

/* What is marked in the first geoset. Free with g_free(). */
static char *
marked (void)
{
  const MwMeshMarks *marks = mw_viewport_get_marks (viewport);
  return marks ? mw_mesh_marks_text (marks, mw_document_get_model (document), marks->kind, &geoset_at (0)->record.id, 1)
               : g_strdup ("objects");
}

/* Drags along the edges of the left half of the drawing, or across it. */
static void
drag (gboolean round, GdkModifierType state)
{
  const double width = gtk_widget_get_width (viewport->area) / 2.0, height = gtk_widget_get_height (viewport->area);
  const double way[][2] = { { 1, 1 }, { width, 1 }, { width, height - 1 }, { 1, height - 1 }, { 1, 4 } };
  const guint last = round ? 4 : 2;
  mw_viewport_pointer_moved (viewport, way[0][0], way[0][1], state);
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, way[0][0], way[0][1], state, 1);
  for (guint i = 1; i <= last; i++)
    mw_viewport_pointer_dragged (viewport, way[i][0], way[i][1], state);
  mw_viewport_pointer_released (viewport, way[last][0], way[last][1], state);
  fixture_settle ();
}

static void
click (double x, double y, GdkModifierType state)
{
  mw_viewport_pointer_moved (viewport, x, y, state);
  mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, x, y, state, 1);
  mw_viewport_pointer_released (viewport, x, y, state);
  fixture_settle ();
}

/* The place of a vertex of the first geoset in the drawing, at rest. */
static void
place_of (guint vertex, double *x, double *y)
{
  float screen[3];
  const MwCamera camera = mw_viewport_camera_now (viewport);
  g_assert_true (mw_camera_project (&camera, (const float *) geoset_at (0)->vertices.data + 3 * (gsize) vertex,
                                    (float) gtk_widget_get_width (viewport->area),
                                    (float) gtk_widget_get_height (viewport->area), screen));
  *x = (double) screen[0];
  *y = (double) screen[1];
}

static void
faces_in_a_lasso_are_deleted_and_come_back_by_one_undo (void)
{
  begin ();
  const guint faces = geoset_at (0)->faces.n, vertices = geoset_at (0)->vertices.n,
              steps = mw_document_get_position (document);
  act_press (viewport, "Faces");
  g_autofree char *none = g_strdup_printf ("0 of %u faces marked", faces / 3);
  g_assert_cmpstr (fixture_status (window), ==, none);
  act_press (viewport, "In a Lasso (drag)");
  drag (TRUE, 0);
  const guint n = n_marked ();
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <, faces / 3);
  g_autofree char *said = g_strdup_printf ("%u of %u faces marked", n, faces / 3);
  g_assert_cmpstr (fixture_status (window), ==, said);
  /* The next drag turns the camera again. */
  drag (TRUE, 0);
  g_assert_cmpuint (n_marked (), ==, n);
  g_assert_cmpuint (mw_document_get_position (document), ==, steps);
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_Delete, 0));
  fixture_settle ();
  g_assert_cmpuint (geoset_at (0)->faces.n, ==, faces - 3 * n);
  g_assert_cmpuint (geoset_at (0)->vertices.n, <, vertices);
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  g_assert_cmpuint (n_marked (), ==, 0);
  mw_document_undo (document);
  g_assert_cmpuint (geoset_at (0)->faces.n, ==, faces);
  g_assert_cmpuint (geoset_at (0)->vertices.n, ==, vertices);
  g_assert_cmpuint (n_marked (), ==, 0);
}

static void
clicks_mark_one_more_or_less (void)
{
  begin ();
  mw_viewport_do_key (viewport, GDK_KEY_v, 0);
  mw_viewport_do_key (viewport, GDK_KEY_x, 0);
  double x[2], y[2];
  place_of (0, &x[0], &y[0]);
  guint far = 1;
  do
    place_of (far, &x[1], &y[1]);
  while (hypot (x[1] - x[0], y[1] - y[0]) < 30 && ++far < geoset_at (0)->vertices.n);
  click (x[0], y[0], 0);
  g_autofree char *one = marked ();
  g_assert_cmpuint (n_marked (), >, 0);
  const guint first = n_marked ();
  click (x[1], y[1], GDK_SHIFT_MASK);
  g_assert_cmpuint (n_marked (), >, first);
  click (x[1], y[1], GDK_CONTROL_MASK);
  g_autofree char *again = marked ();
  g_assert_cmpstr (again, ==, one);
  click (x[1], y[1], 0);
  g_autofree char *other = marked ();
  g_assert_cmpstr (other, !=, one);
  click (2, 2, GDK_SHIFT_MASK);
  g_assert_cmpuint (n_marked (), >, 0);
  click (2, 2, 0);
  g_assert_cmpuint (n_marked (), ==, 0);
  mw_viewport_do_key (viewport, GDK_KEY_x, 0);
}

static void
keys_and_the_menu_mark_the_rest (void)
{
  guint of;
  begin ();
  mw_viewport_do_key (viewport, GDK_KEY_t, 0);
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_a, GDK_CONTROL_MASK));
  g_assert_cmpuint (mw_mesh_marks_count (mw_viewport_get_marks (viewport), &of), ==, geoset_at (0)->faces.n / 3);
  mw_viewport_do_key (viewport, GDK_KEY_i, GDK_CONTROL_MASK);
  g_assert_cmpuint (n_marked (), ==, 0);
  mw_viewport_do_key (viewport, GDK_KEY_b, 0);
  drag (FALSE, 0);
  const guint seen = n_marked ();
  mw_viewport_do_key (viewport, GDK_KEY_x, 0);
  mw_viewport_do_key (viewport, GDK_KEY_b, 0);
  drag (FALSE, GDK_SHIFT_MASK);
  g_assert_cmpuint (n_marked (), >, seen);
  mw_viewport_do_key (viewport, GDK_KEY_x, 0);
  mw_viewport_do_key (viewport, GDK_KEY_b, 0);
  drag (FALSE, GDK_CONTROL_MASK);
  const guint rest = n_marked ();
  g_assert_cmpuint (rest, >, 0);
  mw_viewport_do_key (viewport, GDK_KEY_plus, GDK_SHIFT_MASK);
  g_assert_cmpuint (n_marked (), >, rest);
  act_press (viewport, "None");
  g_assert_cmpuint (n_marked (), ==, 0);
  act_press (viewport, "With the Same Material");
  g_assert_cmpuint (n_marked (), >=, of);
  mw_viewport_do_key (viewport, GDK_KEY_l, GDK_CONTROL_MASK);
  g_assert_cmpuint (n_marked (), >=, of);
  /* Faces become their vertices, and back. */
  const guint faces = n_marked ();
  mw_viewport_do_key (viewport, GDK_KEY_v, 0);
  g_assert_cmpuint (n_marked (), !=, faces);
  mw_viewport_do_key (viewport, GDK_KEY_t, 0);
  g_assert_cmpuint (n_marked (), ==, faces);
  /* Escape ends what is armed, then the mode. */
  mw_viewport_do_key (viewport, GDK_KEY_l, 0);
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
  g_assert_nonnull (mw_viewport_get_marks (viewport));
  mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
  g_assert_null (mw_viewport_get_marks (viewport));
}

static void
what_a_bone_moves_is_marked (void)
{
  begin ();
  mw_viewport_do_key (viewport, GDK_KEY_v, 0);
  act_press (viewport, "Moved by the Selected Bone");
  g_assert_nonnull (strstr (fixture_status (window), "Select a bone"));
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  guint most = 0;
  for (guint i = 0; i < model->nodes.n; i++) {
    if (model->nodes.items[i]->schema != &mw_mdlx_bone_schema)
      continue;
    mw_document_select (document, &model->nodes.items[i]->id, 1);
    g_assert_nonnull (mw_viewport_get_marks (viewport));
    act_press (viewport, "Moved by the Selected Bone");
    most = MAX (most, n_marked ());
    if (!n_marked ())
      continue;
    /* Operations work on the geoset again. */
    g_assert_cmpuint (fixture_selected (document), ==, geoset_at (0)->record.id);
  }
  g_assert_cmpuint (most, >, 0);
}

static void
the_bar_is_there_where_a_geoset_is_selected (void)
{
  begin ();
  GtkWidget *bar = find_class (GTK_WIDGET (viewport), "mesh-modes");
  g_assert_nonnull (bar);
  mw_document_select (document, NULL, 0);
  g_assert_false (gtk_widget_get_visible (bar));
  mw_viewport_do_key (viewport, GDK_KEY_v, 0);
  g_assert_nonnull (strstr (fixture_status (window), "Select a geoset"));
  g_assert_null (mw_viewport_get_marks (viewport));
  mw_document_select (document, &geoset_at (0)->record.id, 1);
  g_assert_true (gtk_widget_get_visible (bar));
  /* Another geoset takes the place of this one; a deleted one ends the mode. */
  mw_viewport_do_key (viewport, GDK_KEY_t, 0);
  mw_viewport_do_key (viewport, GDK_KEY_a, GDK_CONTROL_MASK);
  const MwId other = geoset_at (1)->record.id;
  mw_document_select (document, &other, 1);
  g_assert_cmpuint (n_marked (), ==, 0);
  g_assert_nonnull (mw_mesh_marks_find (mw_viewport_get_marks (viewport), other));
  mw_outline_run_operation (mw_document_page_get_outline (page), "delete");
  g_assert_null (mw_viewport_get_marks (viewport));
}

/* The pixel of the middle of the handles, and one on an axis of them. */
static gboolean
handle_at (int axis, double *x, double *y)
{
  MwFrame frame;
  g_auto (MwFrameIds) ids = { 0 };
  float at[3], screen[3];
  const int width = gtk_widget_get_width (viewport->area), height = gtk_widget_get_height (viewport->area);
  mw_viewport_fill_frame (viewport, &frame, &ids, width, height);
  if (frame.gizmo.kind == MW_GIZMO_NONE)
    return FALSE;
  memcpy (at, frame.gizmo.place, sizeof at);
  for (int k = 0; k < 3; k++)
    at[k] += frame.gizmo.axes[axis][k] * frame.camera.distance * tanf (frame.camera.fov / 2) * 2 * 60 / (float) height;
  g_assert_true (mw_camera_project (&frame.camera, at, (float) width, (float) height, screen));
  *x = (double) screen[0];
  *y = (double) screen[1];
  return TRUE;
}

static void
handles_move_what_is_marked_alone (void)
{
  double x, y;
  begin ();
  mw_viewport_do_key (viewport, GDK_KEY_v, 0);
  mw_viewport_do_key (viewport, GDK_KEY_w, 0);
  g_assert_false (handle_at (2, &x, &y));
  const guint steps = mw_document_get_position (document), n = geoset_at (0)->vertices.n;
  g_autofree float *before = g_memdup2 (geoset_at (0)->vertices.data, 12 * (gsize) n);
  place_of (0, &x, &y);
  mw_viewport_do_key (viewport, GDK_KEY_x, 0);
  click (x, y, 0);
  mw_viewport_do_key (viewport, GDK_KEY_x, 0);
  g_autofree char *text = marked ();
  for (guint cancel = 0; cancel < 2; cancel++) {
    g_assert_true (handle_at (2, &x, &y));
    mw_viewport_pointer_moved (viewport, x, y, 0);
    mw_viewport_pointer_pressed (viewport, GDK_BUTTON_PRIMARY, x, y, 0, 1);
    g_assert_true (mw_viewport_is_dragging (viewport));
    mw_viewport_pointer_dragged (viewport, x, y - 20, 0);
    const guint8 *flags = mw_mesh_marks_find (mw_viewport_get_marks (viewport), geoset_at (0)->record.id)->marked;
    const float *now = geoset_at (0)->vertices.data;
    for (guint i = 0; i < n; i++)
      g_assert_true (!flags[i] == (memcmp (now + 3 * i, before + 3 * i, 12) == 0));
    if (!cancel) {
      mw_viewport_do_key (viewport, GDK_KEY_Escape, 0);
      g_assert_true (memcmp (geoset_at (0)->vertices.data, before, 12 * (gsize) n) == 0);
    }
    mw_viewport_pointer_released (viewport, x, y - 20, 0);
    g_assert_cmpuint (mw_document_get_position (document), ==, steps + cancel);
    g_autofree char *still = marked ();
    g_assert_cmpstr (still, ==, text);
  }
  mw_document_undo (document);
  g_assert_true (memcmp (geoset_at (0)->vertices.data, before, 12 * (gsize) n) == 0);
}

static void
a_form_has_what_is_marked (void)
{
  begin ();
  mw_viewport_do_key (viewport, GDK_KEY_v, 0);
  mw_viewport_do_key (viewport, GDK_KEY_a, GDK_CONTROL_MASK);
  g_autofree char *text = marked ();
  const MwOperation *operation = mw_operation_find ("geoset-set-weights");
  MwShownView view;
  g_assert_true (mw_viewport_get_shown (viewport, &view));
  const MwId id = geoset_at (0)->record.id;
  MwRecord *params = mw_operation_params_for (operation, document, &id, 1);
  operation->from_view (document, &id, 1, &view, params);
  g_autofree char *printed = mw_operation_params_print (operation, document, params);
  g_assert_nonnull (strstr (printed, text));
  mw_record_free (params);
  /* Without marks a deletion says what is missing. */
  act_press (viewport, "None");
  mw_viewport_do_key (viewport, GDK_KEY_Delete, 0);
  fixture_settle ();
  g_assert_nonnull (strstr (fixture_error (page), "no faces are chosen"));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  open_sample ("figure.mdx");
  g_test_add_func ("/ui/viewport-mesh/faces in a lasso are deleted and come back by one undo",
                   faces_in_a_lasso_are_deleted_and_come_back_by_one_undo);
  g_test_add_func ("/ui/viewport-mesh/clicks mark one, more or less", clicks_mark_one_more_or_less);
  g_test_add_func ("/ui/viewport-mesh/keys and the menu mark the rest", keys_and_the_menu_mark_the_rest);
  g_test_add_func ("/ui/viewport-mesh/what a bone moves is marked", what_a_bone_moves_is_marked);
  g_test_add_func ("/ui/viewport-mesh/the bar is there where a geoset is selected",
                   the_bar_is_there_where_a_geoset_is_selected);
  g_test_add_func ("/ui/viewport-mesh/handles move what is marked alone", handles_move_what_is_marked_alone);
  g_test_add_func ("/ui/viewport-mesh/a form has what is marked", a_form_has_what_is_marked);
  const int result = g_test_run ();
  fixture_end (window);
  return result;
}
