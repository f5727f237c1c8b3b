/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document.h"
#include "core/edit/operations/script.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/bench/timing.h"
#include "ui/time/visibility-cells.h"

/* The processor time of a frame of the visibility grid, outside the renderer: 200 geosets in 200 sequences, all with keys, at 1600 x 600
 * pixels, while it is scrolled from the first to the last row, and while all cells of a column are set. A frame at 60 per second has
 * 16.7 ms. */

enum { ROWS = 200, COLUMNS = 200, TIMES = 60, WIDTH = 1600, HEIGHT = 600 };

static MwDocument *
make_document (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const MwRecord *root = &model->model.record;
  for (guint i = 0; i < COLUMNS; i++) {
    MwMdlxSequence *sequence = (MwMdlxSequence *) mw_record_new (&mw_mdlx_sequence_schema);
    sequence->interval[0] = (int32_t) i * 1000;
    sequence->interval[1] = (int32_t) i * 1000 + 900;
    mw_list_append (&model->model, (MwRecord *) root, MW_FIELD (MwMdlx, sequences), &sequence->record);
  }
  for (guint i = 0; i < ROWS; i++)
    mw_list_append (&model->model, (MwRecord *) root, MW_FIELD (MwMdlx, geosets),
                    mw_record_new (&mw_mdlx_geoset_schema));
  MwDocument *document = mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 });
  g_autoptr (GError) error = NULL;
  if (!mw_script_run_line (document, "visibility-set geosets[*] state=hidden", NULL, &error))
    bench_die ("visibility-set", error);
  return document;
}

static void
scroll (GtkWidget *cells, guint i)
{
  MwVisibilityCells *self = MW_VISIBILITY_CELLS (cells);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  gtk_adjustment_set_value (mw_visibility_cells_get_adjustment (self, GTK_ORIENTATION_VERTICAL), i * ROWS / TIMES);
  gtk_adjustment_set_value (mw_visibility_cells_get_adjustment (self, GTK_ORIENTATION_HORIZONTAL), i * COLUMNS / TIMES);
  GTK_WIDGET_GET_CLASS (cells)->snapshot (cells, snapshot);
  g_autoptr (GskRenderNode) node = gtk_snapshot_free_to_node (snapshot);
}

int
main (int argc, char **argv)
{
  g_setenv ("GDK_DEBUG", "default-settings", FALSE);
  g_setenv ("GSK_RENDERER", "cairo", FALSE);
  gtk_init ();
  g_autoptr (MwDocument) document = make_document ();
  GtkWidget *window = gtk_window_new (), *cells = mw_visibility_cells_new (document);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), cells);
  gtk_widget_show (window);
  while (gtk_widget_get_width (cells) < WIDTH / 2)
    g_main_context_iteration (NULL, TRUE);
  double times[TIMES];
  for (guint i = 0; i < TIMES; i++) {
    const double before = bench_cpu ();
    scroll (cells, i);
    times[i] = (bench_cpu () - before) * 1000;
  }
  const double median = bench_median (times, TIMES);
  g_print ("# scroll: %.2f ms of processor time, the longest %.2f ms, %.0f %% of a frame at 60 per second\n", median,
           times[TIMES - 1], median * 60 / 10);
  MwVisibilityGrid *grid = mw_visibility_cells_get_grid (MW_VISIBILITY_CELLS (cells));
  MwGridPlace places[ROWS];
  for (guint i = 0; i < ROWS; i++)
    places[i] = (MwGridPlace) { i, 1 };
  g_autoptr (GError) error = NULL;
  const double before = bench_cpu ();
  if (!mw_visibility_grid_set (grid, places, ROWS, "shown", "Paint", &error))
    bench_die ("painting", error);
  g_print ("# all cells of a column set: %.0f ms\n", (bench_cpu () - before) * 1000);
  gtk_window_destroy (GTK_WINDOW (window));
  return median * 60 / 1000 < 1 ? 0 : 1;
}
