/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/made-file.h"
#include "tests/bench/make-model.h"
#include "tests/ui/fixture.h"

#include <gdk/x11/gdkx.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* How long a user waits while a model of 100,000 triangles plays: from the arrival of an event to the end of the frame that shows
 * its effect. A thread posts the events at arbitrary times with the priority of events; letters are real keys. OpenGL is in
 * software, as in a virtual machine or over remote desktop. */

enum { TRIANGLES = 100000, BONES = 60, TIMES = 50, SELECT_ALLOWED_MS = 150, TYPE_ALLOWED_MS = 50 };

typedef struct {
  MwDocumentPage *page;
  GtkEditable *entry;
  FILE *keys;     /* pipe to a program that presses keys */
  gint64 posted;  /* µs */
  gint waiting;   /* for the effect of the posted event */
  gboolean acted; /* the event was handled; the next complete frame ends the time */
  guint step;
  gboolean typing;
  MwId ids[8];
  guint n_ids;
} Wait;

static gint64 took[TIMES];
static guint n_took;

static gboolean
act (gpointer data)
{
  Wait *wait = data;
  mw_document_select (mw_document_page_get_document (wait->page), &wait->ids[++wait->step % wait->n_ids], 1);
  wait->acted = TRUE;
  return G_SOURCE_REMOVE;
}

static void
letter_came (GtkEditable *entry, Wait *wait)
{
  wait->acted = TRUE;
}

static void
after_paint (GdkFrameClock *clock, Wait *wait)
{
  if (!wait->acted || (!wait->typing && !fixture_is_whole (GTK_WIDGET (mw_document_page_get_inspector (wait->page)))))
    return;
  took[n_took++] = g_get_monotonic_time () - wait->posted;
  wait->acted = FALSE;
  g_atomic_int_set (&wait->waiting, FALSE);
}

static gpointer
post (gpointer data)
{
  Wait *wait = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (12);
  for (guint i = 0; i < TIMES; i++) {
    g_usleep ((gulong) g_rand_int_range (random, 60000, 260000));
    wait->posted = g_get_monotonic_time ();
    g_atomic_int_set (&wait->waiting, TRUE);
    if (wait->typing) {
      fputs (i % 2 ? "key a\n" : "key b\n", wait->keys);
      fflush (wait->keys);
    } else {
      g_idle_add_full (G_PRIORITY_DEFAULT, act, wait, NULL);
    }
    while (g_atomic_int_get (&wait->waiting))
      g_usleep (500);
  }
  return NULL;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;
  return x < y ? -1 : x > y;
}

static gboolean
measure (Wait *wait, const char *what, gint64 allowed_ms)
{
  MwViewport *viewport = mw_document_page_get_viewport (wait->page);
  guint64 frames = mw_viewport_get_n_frames (viewport);
  gint64 begin = g_get_monotonic_time (), cpu = clock ();
  n_took = 0;
  wait->step = 0;
  g_autoptr (GThread) thread = g_thread_new ("user", post, wait);
  while (n_took < TIMES)
    g_main_context_iteration (NULL, TRUE);
  g_thread_join (g_steal_pointer (&thread));
  double seconds = (double) (g_get_monotonic_time () - begin) / 1e6;
  qsort (took, TIMES, sizeof *took, compare);
  g_print (
    "%-22s median %5.1f ms, longest of %d %6.1f ms (allowed %d); %.1f frames of the model a second, %.0f %% of a core\n",
    what, (double) took[TIMES / 2] / 1000, TIMES, (double) took[TIMES - 1] / 1000, (int) allowed_ms,
    (double) (mw_viewport_get_n_frames (viewport) - frames) / seconds,
    100.0 * (double) (clock () - cpu) / CLOCKS_PER_SEC / seconds);
  return took[TIMES - 1] > allowed_ms * 1000;
}

static void
run_for (guint ms)
{
  gint64 end = g_get_monotonic_time () + (gint64) ms * 1000;
  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (200);
}

static void
measure_idle (MwWindow *window, const char *what)
{
  gint64 cpu = clock (), begin = g_get_monotonic_time ();
  MwViewport *viewport = mw_document_page_get_viewport (mw_window_get_page (window));
  guint64 frames = mw_viewport_get_n_frames (viewport);
  run_for (3000);
  double seconds = (double) (g_get_monotonic_time () - begin) / 1e6;
  g_print ("%-22s %.0f %% of a core, %.1f frames a second\n", what,
           100.0 * (double) (clock () - cpu) / CLOCKS_PER_SEC / seconds,
           (double) (mw_viewport_get_n_frames (viewport) - frames) / seconds);
}

int
main (int argc, char **argv)
{
  g_setenv ("GDK_DEBUG", "default-settings", FALSE);
  gtk_init ();
  g_autoptr (GBytes) bytes = made_bytes (make_model_many_triangles (TRIANGLES, BONES));
  g_autofree char *path = made_file (fixture_folder (), "dense.mdx", bytes);
  MwWindow *window = fixture_window ();
  g_autofree char *small = fixture_sample ("everything.mdx");
  fixture_open (window, small);
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  static const char *const addresses[] = { "sequences[0]", "materials[0].layers[0]",
                                           "geosets[0]",   "bones[3]",
                                           "textures[0]",  "geosets[2]" };
  Wait wait = { .page = page };
  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    wait.ids[wait.n_ids++] = fixture_record (document, addresses[i])->id;
  GtkWidget *editor = fixture_editor (page, "sequences[0]", "name");
  wait.entry = GTK_EDITABLE (find_type (editor, GTK_TYPE_EDITABLE));
  g_assert_nonnull (wait.entry);
  run_for (1000);
  measure_idle (window, "at rest");
  mw_time_bar_play_stand (mw_document_page_get_time_bar (page));
  run_for (1000);
  measure_idle (window, "playing");
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint), &wait);
  gboolean late = measure (&wait, "select", SELECT_ALLOWED_MS);
  wait.typing = TRUE;
  mw_document_select (document, &wait.ids[0], 1);
  run_for (500);
  wait.keys = popen ("xdotool -", "w");
  g_assert_nonnull (wait.keys);
  fprintf (wait.keys, "windowfocus --sync %lu\n",
           gdk_x11_surface_get_xid (gtk_native_get_surface (GTK_NATIVE (window))));
  fflush (wait.keys);
  run_for (1000);
  gtk_widget_grab_focus (GTK_WIDGET (wait.entry));
  g_signal_connect (wait.entry, "changed", G_CALLBACK (letter_came), &wait);
  run_for (500);
  late |= measure (&wait, "type a letter", TYPE_ALLOWED_MS);
  pclose (wait.keys);
  gtk_notebook_set_current_page (GTK_NOTEBOOK (gtk_widget_get_ancestor (GTK_WIDGET (page), GTK_TYPE_NOTEBOOK)), 0);
  run_for (500);
  measure_idle (window, "playing, hidden tab");
  fixture_end (window);
  return late;
}
