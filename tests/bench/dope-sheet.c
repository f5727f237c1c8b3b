/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document.h"
#include "core/model/track.h"
#include "tests/bench/make-model.h"
#include "tests/bench/timing.h"
#include "ui/time/sheet-view-private.h"

#include <math.h>
#include <string.h>

/* The processor time of a frame of the dope sheet, outside the renderer: 20,000 keys in 100 tracks, at 1600 x 600 pixels, while the
 * view is zoomed and scrolled, while the playhead moves, and while all keys are dragged; and of its curves: three with 20,000 keys
 * each, zoomed and scrolled, drawn as the picture that the renderer gets. A frame at 60 per second has 16.7 ms. */

enum { TRACKS = 100, KEYS = 200, CURVE_KEYS = 20000, TIMES = 60, WIDTH = 1600, HEIGHT = 600 };
static const double FRAME_MS = 1000.0 / 60;

/* Gives each track as many keys as it should have; their values stay a few. */
static gboolean
fill (MwRecord *record, gpointer data)
{
  guint *n = data;
  if (!mw_schema_is_track (record->schema))
    return TRUE;
  MwTrack *track = (MwTrack *) record;
  const gsize size = mw_field_element_size (mw_schema_part (record->schema, MW_PART_VALUES));
  mw_array_clear (&track->times);
  mw_array_clear (&track->values);
  mw_array_clear (&track->in_tans);
  mw_array_clear (&track->out_tans);
  track->interpolation = MW_INTERPOLATION_LINEAR;
  track->times = mw_array_new (KEYS, sizeof (gint32));
  track->values = mw_array_new (KEYS, size);
  for (guint i = 0; i < KEYS; i++)
    ((gint32 *) track->times.data)[i] = (gint32) (i * 97 + *n % 7 * 13);
  memset (track->values.data, 0, KEYS * size);
  *n += 1;
  return TRUE;
}

/* Gives the first track of vectors curves that go up and down from key to key. */
static MwId
fill_curve (MwRecord *record)
{
  MwTrack *track = (MwTrack *) record;
  mw_array_clear (&track->times);
  mw_array_clear (&track->values);
  track->times = mw_array_new (CURVE_KEYS, sizeof (gint32));
  track->values = mw_array_new (CURVE_KEYS, 3 * sizeof (float));
  for (guint i = 0; i < CURVE_KEYS; i++) {
    ((gint32 *) track->times.data)[i] = (gint32) i;
    for (guint c = 0; c < 3; c++)
      ((float *) track->values.data)[3 * i + c] = (float) ((i * 2654435761u >> (8 * c)) % 1000) / 100 + (float) c * 8;
  }
  return record->id;
}

static gboolean
find_vectors (MwRecord *record, gpointer data)
{
  MwRecord **found = data;
  if (!*found && record->schema == &mw_track_vec3_schema)
    *found = record;
  return TRUE;
}

static void
draw (GtkWidget *view)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GTK_WIDGET_GET_CLASS (view)->snapshot (view, snapshot);
  g_autoptr (GskRenderNode) node = gtk_snapshot_free_to_node (snapshot);
}

static void
zoom (GtkWidget *view, guint i)
{
  GtkAdjustment *across = mw_sheet_view_get_adjustment (MW_SHEET_VIEW (view), GTK_ORIENTATION_HORIZONTAL),
                *down = mw_sheet_view_get_adjustment (MW_SHEET_VIEW (view), GTK_ORIENTATION_VERTICAL);
  gtk_adjustment_set_value (across, gtk_adjustment_get_value (across) + 10);
  gtk_adjustment_set_value (down, i * 15);
  draw (view);
}

static void
play (GtkWidget *view, guint i)
{
  const MwClock clock = { .start = 0, .end = 20000, .time = (gint32) i * 100 };
  mw_sheet_view_set_clock (MW_SHEET_VIEW (view), &clock);
  draw (view);
}

static void
drag (GtkWidget *view, guint i)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (view);
  for (guint k = 0; k < g_list_model_get_n_items (all); k++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (all, k);
    if (GTK_IS_GESTURE_DRAG (controller)
        && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == GDK_BUTTON_PRIMARY)
      g_signal_emit_by_name (controller, "drag-update", (double) i * 3 + 10, 0.0);
  }
  draw (view);
}

/* From all keys to a few of them, and back. */
static void
zoom_curve (GtkWidget *view, guint i)
{
  const double scale = 0.07 * pow (1.15, i < TIMES / 2 ? i : TIMES - i);
  GtkAdjustment *across = mw_sheet_view_get_adjustment (MW_SHEET_VIEW (view), GTK_ORIENTATION_HORIZONTAL);
  mw_sheet_view_zoom (MW_SHEET_VIEW (view), 10000, WIDTH / 2, scale);
  gtk_adjustment_set_value (across, gtk_adjustment_get_value (across) + 10);
  draw (view);
}

/* Clicks the name of a track. */
static void
show_curve (GtkWidget *view, MwId track, GListModel *controllers)
{
  double x, y;
  mw_sheet_view_place (MW_SHEET_VIEW (view), mw_key_sheet_find (mw_sheet_view_get_sheet (MW_SHEET_VIEW (view)), track),
                       0, &x, &y);
  for (guint k = 0; k < g_list_model_get_n_items (controllers); k++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, k);
    if (!GTK_IS_GESTURE_DRAG (controller)
        || gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) != GDK_BUTTON_PRIMARY)
      continue;
    g_signal_emit_by_name (controller, "drag-begin", 60.0, y);
    g_signal_emit_by_name (controller, "drag-end", 0.0, 0.0);
  }
}

static double
measure (const char *what, GtkWidget *view, void (*step) (GtkWidget *, guint))
{
  double times[TIMES];
  for (guint i = 0; i < TIMES; i++) {
    const double before = bench_cpu ();
    step (view, i);
    times[i] = (bench_cpu () - before) * 1000;
  }
  const double median = bench_median (times, TIMES);
  g_print ("# %-28s %6.2f ms of processor time, the longest %6.2f ms\n", what, median, times[TIMES - 1]);
  return median;
}

static void
changed (MwDocument *document, const MwChangeSet *set, MwSheetView *view)
{
  mw_sheet_view_update (view, set);
}

int
main (int argc, char **argv)
{
  g_setenv ("GDK_DEBUG", "default-settings", FALSE);
  g_setenv ("GSK_RENDERER", "cairo", FALSE);
  gtk_init ();
  MwMdlx *model = make_model_many_nodes (TRACKS, TRACKS);
  guint n = 0;
  mw_record_foreach (&model->model.record, fill, &n);
  g_autoptr (MwDocument) document = mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 });
  GtkWidget *window = gtk_window_new (), *view = mw_sheet_view_new (document);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_widget_show (window);
  while (gtk_widget_get_width (view) < WIDTH / 2)
    g_main_context_iteration (NULL, TRUE);
  g_signal_connect (document, "changed", G_CALLBACK (changed), view);
  MwKeySheet *sheet = mw_sheet_view_get_sheet (MW_SHEET_VIEW (view));
  mw_key_sheet_set_all (sheet, TRUE);
  const double before = bench_cpu ();
  mw_sheet_view_reload (MW_SHEET_VIEW (view), TRUE);
  g_print ("# %u tracks with %u keys: listed in %.2f ms\n", n, n * KEYS, (bench_cpu () - before) * 1000);
  double worst = measure ("zoom and scroll", view, zoom);
  worst = MAX (worst, measure ("playhead", view, play));
  mw_key_sheet_choose (sheet, 0, 0, 0, 20000, MW_CHOOSE_ONLY);
  double x, y;
  mw_sheet_view_fit (MW_SHEET_VIEW (view));
  mw_sheet_view_place (MW_SHEET_VIEW (view), 0, mw_key_sheet_row (sheet, 0)->times[0], &x, &y);
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (view);
  for (guint k = 0; k < g_list_model_get_n_items (all); k++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (all, k);
    if (GTK_IS_GESTURE_DRAG (controller)
        && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == GDK_BUTTON_PRIMARY)
      g_signal_emit_by_name (controller, "drag-begin", x, y);
  }
  measure ("drag of all keys", view, drag);
  MwRecord *vectors = NULL;
  mw_record_foreach (&model->model.record, find_vectors, &vectors);
  const MwId curve = fill_curve (vectors);
  mw_sheet_view_set_curves (MW_SHEET_VIEW (view), TRUE);
  mw_sheet_view_reload (MW_SHEET_VIEW (view), TRUE);
  mw_key_sheet_choose_none (sheet);
  show_curve (view, curve, all);
  const double curves = measure ("curves: zoom and scroll", view, zoom_curve);
  worst = MAX (worst, curves);
  gtk_window_destroy (GTK_WINDOW (window));
  g_print ("# zoom, playhead and curves: %.0f %% of a frame at 60 per second\n", worst / FRAME_MS * 100);
  return worst < FRAME_MS ? 0 : 1;
}
