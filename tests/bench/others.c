/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/others.h"

void
bench_others (const GPtrArray *paths)
{
  const char *source = g_getenv ("MODELWRIGHT_SOURCE_ROOT");
  g_autofree char *script = g_build_filename (source ? source : ".", "tests", "bench", "oracle.py", NULL);
  GPtrArray *argv = g_ptr_array_new ();
  g_ptr_array_add (argv, (gpointer) "python3");
  g_ptr_array_add (argv, script);
  for (guint i = 0; i < paths->len; i++)
    g_ptr_array_add (argv, paths->pdata[i]);
  g_ptr_array_add (argv, NULL);
  GError *error = NULL;
  if (!g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL,
                     NULL, NULL, NULL, &error)) {
    g_print ("not measured: %s\n", error->message);
    g_error_free (error);
  }
  g_ptr_array_unref (argv);
}
