/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/child.h"
#include "core/base/error.h"

#include <string.h>

static gboolean
run (const char *script, gsize limit, guint ms, GCancellable *cancelled, MwChildEnd *end, GError **error)
{
  const char *const argv[] = { "/bin/sh", "-c", script, NULL };
  return mw_child_run (argv, &(MwChildLimits) { limit, ms, cancelled }, end, error);
}

static void
what_it_writes_and_how_it_ends_is_known (void)
{
  MwChildEnd end;
  g_assert_true (run ("printf 12345; nice", 8, 60000, NULL, &end, NULL));
  g_autofree char *text = g_strndup (g_bytes_get_data (end.out, NULL), g_bytes_get_size (end.out));
  g_assert_cmpstr (text, ==, "1234519\n");
  g_assert_cmpint (end.code, ==, 0);
  g_assert_false (end.said);
  g_bytes_unref (end.out);
  g_assert_true (run ("echo no >&2; exit 3", 8, 60000, NULL, &end, NULL));
  g_assert_cmpint (end.code, ==, 3);
  g_assert_true (end.said);
  g_bytes_unref (end.out);
  g_assert_true (run ("kill -SEGV $$", 8, 60000, NULL, &end, NULL));
  g_assert_cmpint (end.code, ==, -1);
  g_bytes_unref (end.out);
}

static void
one_that_breaks_a_limit_ends (void)
{
  MwChildEnd end;
  g_autoptr (GError) slow = NULL;
  g_assert_false (run ("exec sleep 1000", 8, 100, NULL, &end, &slow));
  g_assert_error (slow, MW_ERROR, MW_ERROR_LIMIT);
  g_autoptr (GError) large = NULL;
  g_assert_false (run ("printf 123456789; exec sleep 1000", 8, 60000, NULL, &end, &large));
  g_assert_error (large, MW_ERROR, MW_ERROR_LIMIT);
  g_assert_nonnull (strstr (large->message, "more than 8 bytes"));
  g_autoptr (GError) larger = NULL;
  g_assert_false (run ("printf 12345; sleep 0.2; printf 6789; exec sleep 1000", 8, 60000, NULL, &end, &larger));
  g_assert_error (larger, MW_ERROR, MW_ERROR_LIMIT);
  g_assert_nonnull (strstr (larger->message, "more than 8 bytes"));
  g_autoptr (GError) none = NULL;
  const char *const argv[] = { "/no/such/program", NULL };
  g_assert_false (mw_child_run (argv, &(MwChildLimits) { 8, 60000, NULL }, &end, &none));
  g_assert_error (none, MW_ERROR, MW_ERROR_IO);
}

static gpointer
cancel_soon (gpointer cancelled)
{
  g_usleep (50000);
  g_cancellable_cancel (cancelled);
  return NULL;
}

static void
one_that_is_cancelled_ends (void)
{
  MwChildEnd end;
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancelled);
  g_assert_false (run ("exec sleep 1000", 8, 300000, cancelled, &end, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CANCELLED);
  g_thread_join (thread);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/child/what a process writes, and how it ends, is known",
                   what_it_writes_and_how_it_ends_is_known);
  g_test_add_func ("/base/child/a process that breaks a limit is ended", one_that_breaks_a_limit_ends);
  g_test_add_func ("/base/child/a process that is cancelled is ended", one_that_is_cancelled_ends);
  return g_test_run ();
}
