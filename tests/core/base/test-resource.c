/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/catalogue-read.h"

/* Catalogues are linked resources (core/base/resource.h). */

enum { THREADS = 8 };

static gint waiting;

/* All threads ask at the same moment. */
static gpointer
ask (gpointer unused)
{
  g_atomic_int_inc (&waiting);
  while (g_atomic_int_get (&waiting) < THREADS)
    ;
  return mw_catalogue_source (MW_CATALOGUE_ANIMATION);
}

static void
threads_that_ask_at_once_all_get_it (void)
{
  GThread *threads[THREADS];
  for (guint i = 0; i < THREADS; i++)
    threads[i] = g_thread_new ("asks", ask, NULL);
  for (guint i = 0; i < THREADS; i++) {
    g_autoptr (GBytes) source = g_thread_join (threads[i]);
    g_assert_cmpuint (g_bytes_get_size (source), >, 1000);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/resource/threads that ask at once all get it", threads_that_ask_at_once_all_get_it);
  return g_test_run ();
}
