/* SPDX-License-Identifier: GPL-3.0-or-later */
/* g_error() ends with SIGTRAP, which libFuzzer does not watch: the run would stop without the input that did it. As abort()
 * it is a finding like any other. Warnings and criticals of GLib are findings too. */
#include <glib.h>
#include <signal.h>
#include <stdlib.h>

int LLVMFuzzerInitialize (int *argc, char ***argv);

static void
on_trap (int number)
{
  abort ();
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  const struct sigaction action = { .sa_handler = on_trap };
  if (sigaction (SIGTRAP, &action, NULL) != 0)
    return EXIT_FAILURE;
  g_log_set_always_fatal ((GLogLevelFlags) (G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING));
  return 0;
}
