/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the window's check of a model takes (core/check/live.h), in milliseconds and as a multiple of one read of the file in the same
 * run: whole, and after one value was set. The snapshot is taken in the main thread, so it must fit into a frame; the rest is done by a
 * worker. The models have about 5 MB: one has mostly keys, the other mostly vertices. */
#include "core/check/live.h"
#include "core/edit/operations/script.h"
#include "core/io/mdx/mdx.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/bench/make-mdx.h"
#include "tests/bench/make-model.h"
#include "tests/bench/timing.h"

enum { ROUNDS = 15 };
#define FRAME 0.016
#define WHOLE 0.100
#define EDITED 0.020

static double
time_of_read (GBytes *bytes)
{
  double seconds[ROUNDS];
  for (guint i = 0; i < ROUNDS; i++) {
    GError *error = NULL;
    gsize size;
    const uint8_t *data = g_bytes_get_data (bytes, &size);
    const double start = bench_now ();
    MwMdlx *model = mw_mdx_read (data, size, NULL, &error);
    seconds[i] = bench_now () - start;
    if (!model)
      bench_die ("reading", error);
    mw_model_free (&model->model);
  }
  return bench_median (seconds, ROUNDS);
}

static gboolean
report (const char *name, const char *what, double *seconds, double limit, double read)
{
  const double median = bench_median (seconds, ROUNDS);
  g_print ("%-6s %-44s %8.2f ms  %6.2f reads (allowed %.0f ms)%s\n", name, what, median * 1e3, median / read,
           limit * 1e3, median <= limit ? "" : "  TOO SLOW");
  return median <= limit;
}

static void
changed (MwDocument *document, const MwChangeSet *set, MwLiveCheck *live)
{
  mw_live_check_note (live, set);
}

/* `line` sets one value, with a number that differs each time. */
static gboolean
bench_model (const char *name, GBytes *bytes, const char *line)
{
  GError *error = NULL;
  gsize size;
  const uint8_t *data = g_bytes_get_data (bytes, &size);
  const double read = time_of_read (bytes);
  MwMdlx *model = mw_mdx_read (data, size, NULL, &error);
  if (!model)
    bench_die ("reading", error);
  const MwFormat format = mw_mdlx_format (model);
  g_autoptr (MwDocument) document = mw_document_new (&model->model, format);
  double snapshots[ROUNDS], whole[ROUNDS], again[ROUNDS], edited[ROUNDS];
  guint found = 0;
  for (guint i = 0; i < ROUNDS; i++) {
    g_autoptr (MwLiveCheck) live = mw_live_check_new ();
    const gulong handler = g_signal_connect (document, "changed", G_CALLBACK (changed), live);
    double start = bench_now ();
    MwModel *copy = mw_document_snapshot (document, NULL);
    snapshots[i] = bench_now () - start;
    start = bench_now ();
    mw_live_check_begin (live);
    g_autoptr (GPtrArray) first = mw_live_check_run (live, copy, format, NULL, FALSE);
    whole[i] = bench_now () - start;
    start = bench_now ();
    g_autoptr (GPtrArray) expected = mw_check (copy, format);
    again[i] = bench_now () - start;
    mw_model_free (copy);
    g_autofree char *step = g_strdup_printf ("%s%u", line, i + 1);
    if (!mw_script_run_line (document, step, NULL, &error))
      bench_die (step, error);
    copy = mw_document_snapshot (document, NULL);
    start = bench_now ();
    mw_live_check_begin (live);
    g_autoptr (GPtrArray) second = mw_live_check_run (live, copy, format, NULL, FALSE);
    edited[i] = bench_now () - start;
    if (first->len != expected->len)
      bench_die ("a live check finds something else", NULL);
    found = second->len;
    mw_model_free (copy);
    g_signal_handler_disconnect (document, handler);
  }
  g_print ("%-6s %.1f MB, one read %.1f ms, %u findings\n", name, (double) size / 1e6, read * 1e3, found);
  gboolean ok = report (name, "snapshot (main thread)", snapshots, FRAME, read);
  ok &= report (name, "whole check", whole, WHOLE, read);
  ok &= report (name, "the same, with nothing remembered", again, WHOLE, read);
  ok &= report (name, "check after one value was set", edited, EDITED, read);
  return ok;
}

static GBytes *
make_mesh (void)
{
  MwMdlx *model = make_model_many_triangles (220000, 64);
  GError *error = NULL;
  MwBuffer file;
  mw_buffer_init (&file, 0);
  if (!mw_mdx_write (model, &file, NULL, &error))
    bench_die ("writing", error);
  GBytes *bytes = g_bytes_new (file.bytes, file.size);
  mw_buffer_clear (&file);
  mw_model_free (&model->model);
  return bytes;
}

int
main (void)
{
  g_print ("Median of %d rounds.\n", ROUNDS);
  g_autoptr (GBytes) keys = make_mdx_keys (10), mesh = make_mesh ();
  gboolean ok = bench_model ("keys", keys, "set bones[0].pivot.x=");
  ok &= bench_model ("mesh", mesh, "set bones[0].pivot.x=");
  return ok ? 0 : 1;
}
