/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "tests/bench/made-file.h"
#include "tests/bench/make-mdx.h"
#include "tests/bench/make-model.h"
#include "tests/bench/timing.h"
#include "tests/ui/fixture.h"
#include "ui/window/window-private.h"

/* How long an open window needs to load and show a model of 5 MB: from the call until the window has painted the first frame of the model,
 * as a ratio to reading the same file without a window. The runs alternate. OpenGL is in software. One model is nearly all keys, the
 * other all triangles. */

enum { ROUNDS = 9, BONES = 60, TRIANGLES = 110000 };
#define ALLOWED 0.3 /* seconds, the fastest round: other work on the machine makes the others longer */

typedef struct {
  MwWindow *window;
  guint64 pages;
  gboolean painted;
} Opening;

static void
after_paint (GdkFrameClock *clock, Opening *opening)
{
  if (mw_window_get_n_pages (opening->window) > opening->pages)
    opening->painted |= mw_viewport_get_n_frames (mw_document_page_get_viewport (mw_window_get_page (opening->window)))
                        > 0;
}

static void
read_it (const char *path)
{
  GError *error = NULL;
  MwFormat format;
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, &error);
  MwModel *model = set ? mw_io_read (set, &format, NULL, &error) : NULL;
  if (!model)
    bench_die (path, error);
  mw_model_free (model);
}

static double
shortest (const double *values)
{
  double least = values[0];
  for (guint i = 1; i < ROUNDS; i++)
    least = MIN (least, values[i]);
  return least;
}

static gboolean
measure (MwWindow *window, const char *what, const char *path)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  double open_wall[ROUNDS], open_cpu[ROUNDS], read_wall[ROUNDS];
  for (guint i = 0; i < ROUNDS; i++) {
    double wall = bench_now ();
    read_it (path);
    read_wall[i] = bench_now () - wall;
    Opening opening = { .window = window, .pages = mw_window_get_n_pages (window) };
    gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint), &opening);
    wall = bench_now ();
    double cpu = bench_cpu ();
    mw_window_open (window, path);
    while (!opening.painted)
      g_main_context_iteration (NULL, TRUE);
    open_wall[i] = bench_now () - wall;
    open_cpu[i] = bench_cpu () - cpu;
    g_signal_handler_disconnect (clock, handler);
    fixture_wait (window);
    mw_window_remove_page (window, mw_window_get_page (window));
    fixture_settle ();
  }
  double open_least = shortest (open_wall), read_least = shortest (read_wall);
  g_print (
    "%-10s to the first frame: shortest of %d %3.0f ms (allowed %.0f), median %3.0f ms, %3.0f ms of processor time;\n"
    "%-10s reading the file %.1f ms, so opening takes %.1f times as long\n",
    what, ROUNDS, open_least * 1e3, ALLOWED * 1e3, bench_median (open_wall, ROUNDS) * 1e3,
    bench_median (open_cpu, ROUNDS) * 1e3, "", read_least * 1e3, open_least / read_least);
  return open_least > ALLOWED;
}

int
main (int argc, char **argv)
{
  g_setenv ("GDK_DEBUG", "default-settings", FALSE);
  gtk_init ();
  g_autoptr (GBytes) triangles = made_bytes (make_model_many_triangles (TRIANGLES, BONES)), keys = make_mdx_keys (10);
  g_autofree char *triangles_path = made_file (fixture_folder (), "triangles.mdx", triangles),
                  *keys_path = made_file (fixture_folder (), "keys.mdx", keys);
  MwWindow *window = fixture_window ();
  g_autofree char *small = fixture_sample ("everything.mdx");
  fixture_open (window, small);
  gboolean late = measure (window, "keys", keys_path);
  late |= measure (window, "triangles", triangles_path);
  fixture_end (window);
  return late;
}
