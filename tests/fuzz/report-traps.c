/* SPDX-License-Identifier: GPL-3.0-or-later */
/* g_error() ends the program with SIGTRAP, which libFuzzer does not catch, so the run would end without saving the
 * input. This calls abort() for it, which libFuzzer reports. Warnings and criticals of GLib are treated in the same
 * way. */
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
