/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/script.h"
#include "tests/bench/made-file.h"
#include "tests/bench/make-mdx.h"
#include "tests/bench/make-model.h"
#include "tests/bench/timing.h"
#include "tests/ui/fixture.h"
#include "ui/document/findings.h"
#include "ui/problems/problem.h"
#include "ui/problems/problems-panel.h"

#include <stdlib.h>
#include <time.h>

/* For how long the checker holds up the window while models of about 5 MB are edited field after field, with their problems in view:
 * the longest turn of the main loop (processor time of its thread) from the moment when the edit itself has been shown until all
 * findings of it are shown. Every second edit is not checked, to compare with. A frame is never late because of a check if no turn
 * takes longer than a frame. In one of the models every track has a problem. */

enum { EDITS = 16, SHOWN_MS = 150, AFTER_MS = 150 };
#define FRAME 16.7
/* Of a model with 20,000 problems, while all are selected. */
#define ALL_OF_MANY (2 * FRAME)

typedef struct {
  double turn;       /* the longest turn of the main loop, in ms of processor time */
  double interval;   /* the longest interval of the frame clock, in ms that went by */
  double cpu[EDITS]; /* what the main thread needed for each edit, in ms */
  gint64 went_by;    /* during the last edit, in µs */
  guint n;
} Cost;

static gboolean measuring;
static gint64 last_frame; /* µs */
static Cost *cost;

static double
thread_ms (void)
{
  struct timespec now;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

/* Keeps the frame clock running. */
static gboolean
ticked (GtkWidget *widget, GdkFrameClock *clock, gpointer unused)
{
  const gint64 now = g_get_monotonic_time ();
  if (measuring && last_frame)
    cost->interval = MAX (cost->interval, (double) (now - last_frame) / 1e3);
  last_frame = now;
  return G_SOURCE_CONTINUE;
}

/* One turn of the main loop. */
static void
turn (void)
{
  const double before = thread_ms ();
  if (!g_main_context_iteration (NULL, FALSE))
    g_usleep (200);
  if (measuring)
    cost->turn = MAX (cost->turn, thread_ms () - before);
}

static void
run_for (guint ms)
{
  const gint64 end = g_get_monotonic_time () + (gint64) ms * 1000;
  while (g_get_monotonic_time () < end)
    turn ();
}

static gboolean
is_complete (gpointer findings)
{
  return mw_findings_are_complete (findings);
}

/* Edits one field; then the edit itself is shown, and then what is found, or, if it is not checked, nothing happens for as long a time. */
static void
edit (MwDocument *document, const char *line, Cost *into, const Cost *as_long_as)
{
  GError *error = NULL;
  MwFindings *findings = mw_findings_of (document);
  if (!mw_script_run_line (document, line, NULL, &error))
    bench_die (line, error);
  run_for (SHOWN_MS);
  cost = into;
  last_frame = 0;
  measuring = TRUE;
  const double before = thread_ms ();
  const gint64 start = g_get_monotonic_time ();
  while (as_long_as ? g_get_monotonic_time () - start < as_long_as->went_by : !mw_findings_are_complete (findings))
    turn ();
  if (!as_long_as)
    run_for (AFTER_MS);
  into->went_by = g_get_monotonic_time () - start;
  cost->cpu[cost->n++] = thread_ms () - before;
  measuring = FALSE;
}

/* Edits again and again: `lines` set one value, each to something else. */
static gboolean
measure (MwDocument *document, const char *name, const char *const lines[4], double allowed)
{
  MwFindings *findings = mw_findings_of (document);
  Cost with = { 0 }, without = { 0 };
  for (guint i = 0; i < EDITS; i++) {
    const gboolean checked = i % 2 == 0;
    /* Then the edit starts no check. */
    if (!checked)
      g_signal_handlers_block_matched (document, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, findings);
    edit (document, lines[i / 2 % 2 * 2 + i % 2], checked ? &with : &without, checked ? NULL : &with);
    if (!checked)
      g_signal_handlers_unblock_matched (document, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, findings);
  }
  const double more = bench_median (with.cpu, with.n) - bench_median (without.cpu, without.n);
  g_print ("%-28s %5u problems; longest turn %6.1f ms (allowed %.1f; without checks %.1f), longest frame %6.1f ms "
           "(without %.1f); a check takes %.1f ms of the main thread in all\n",
           name, mw_findings_get_problems (findings)->len, with.turn, allowed, without.turn, with.interval,
           without.interval, more);
  return with.turn <= allowed;
}

/* Opens the model, and measures it with no problem selected, and with all, for which `allowed` is meant. */
static gboolean
bench_model (MwWindow *window, const char *name, GBytes *bytes, const char *const lines[4], double allowed)
{
  g_autofree char *path = made_file (fixture_folder (), "large.mdx", bytes), *all = NULL;
  MwDocumentPage *page = fixture_open (window, path);
  if (!page)
    bench_die (path, NULL);
  MwDocument *document = mw_document_page_get_document (page);
  GtkWidget *panel = find_type (GTK_WIDGET (page), MW_TYPE_PROBLEMS_PANEL);
  GtkNotebook *bottom = GTK_NOTEBOOK (gtk_widget_get_ancestor (panel, GTK_TYPE_NOTEBOOK));
  gtk_notebook_set_current_page (bottom, gtk_notebook_page_num (bottom, panel));
  if (!fixture_until (is_complete, mw_findings_of (document)))
    bench_die ("the first check does not end", NULL);
  fixture_settle ();
  GtkSelectionModel *rows = gtk_column_view_get_model (GTK_COLUMN_VIEW (find_type (panel, GTK_TYPE_COLUMN_VIEW)));
  if (!rows)
    bench_die ("the list of problems is not shown", NULL);
  gboolean ok = measure (document, name, lines, FRAME);
  gtk_selection_model_select_all (rows);
  fixture_settle ();
  all = g_strdup_printf ("%s, all selected", name);
  ok &= measure (document, all, lines, allowed);
  fixture_clear (window);
  return ok;
}

/* Turns the times of all tracks round, which is a problem of each. */
static gboolean
spoil_track (MwRecord *record, gpointer unused)
{
  if (!mw_schema_is_track (record->schema))
    return TRUE;
  const MwTrack *track = (const MwTrack *) record;
  gint32 *times = track->times.data;
  for (guint i = 0; i < track->times.n / 2; i++) {
    const gint32 was = times[i];
    times[i] = times[track->times.n - 1 - i];
    times[track->times.n - 1 - i] = was;
  }
  return TRUE;
}

int
main (int argc, char **argv)
{
  static const char *const pivots[] = { "set bones[0].pivot.x=1", "set bones[0].pivot.x=2", "set bones[0].pivot.x=3",
                                        "set bones[0].pivot.x=4" },
                           /* The first of them adds a problem above all others, and the third takes it away. */
    *const names[] = { "set bones[0].pivot.x=NaN", "set bones[0].pivot.x=NaN", "set bones[0].pivot.x=3",
                       "set bones[0].pivot.x=4" };
  g_setenv ("GDK_DEBUG", "default-settings", FALSE);
  /* With software OpenGL, GTK's GL renderer would dominate the measurement. */
  g_setenv ("GSK_RENDERER", "cairo", FALSE);
  gtk_init ();
  MwMdlx *spoilt = make_model_many_nodes (5000, 20000);
  mw_record_foreach (&spoilt->model.record, spoil_track, NULL);
  g_autoptr (GBytes) mesh = made_bytes (make_model_many_triangles (220000, 64)), keys = make_mdx_keys (10),
                     problems = made_bytes (spoilt);
  MwWindow *window = fixture_window ();
  gtk_widget_add_tick_callback (GTK_WIDGET (window), ticked, NULL, NULL);
  gboolean ok = bench_model (window, "mesh", mesh, pivots, FRAME);
  ok &= bench_model (window, "keys", keys, pivots, FRAME);
  ok &= bench_model (window, "problems", problems, names, ALL_OF_MANY);
  fixture_end (window);
  return ok ? 0 : 1;
}
