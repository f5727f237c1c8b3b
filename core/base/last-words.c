/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/last-words.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { EXIT_UNREAD = 3, EXIT_UNWRITTEN = 4 };

/* A separate stack for the signal handler, because the normal one may be full. One for each thread, with room for
 * the registers of any processor. */
enum { STACK = 64 * 1024 };

static const char *name;
static gint saves; /* number in progress */

static void
put (const char *text)
{
  size_t left = strlen (text);
  while (left) {
    ssize_t n = write (STDERR_FILENO, text, left);
    if (n < 0 && errno != EINTR)
      return;
    text += MAX (n, 0);
    left -= (size_t) MAX (n, 0);
  }
}

/* Uses only functions that are allowed in a signal handler and need no memory. */
G_NORETURN static void
end_here (const char *details)
{
  gboolean saving = g_atomic_int_get (&saves) > 0;
  put (name);
  put (": out of memory");
  if (details) {
    put (" (");
    put (details);
    put (")");
  }
  put (
    saving
      ? ", while saving. Each file on disk is either unchanged or completely new; none is cut short. Close other "
        "programs, raise the limit (ulimit -v), or work on fewer files at once.\n"
      : ". No file was changed. Close other programs, raise the limit (ulimit -v), or work on fewer files at once.\n");
  _exit (saving ? EXIT_UNWRITTEN : EXIT_UNREAD);
}

/* --- GLib's own error ----------------------------------------------------------------------------------------------- */

static void
glib_failed (const char *domain, GLogLevelFlags level, const char *message, gpointer unused)
{
  const char *size = message ? strstr (message, "failed to allocate") : NULL;
  if (size)
    end_here (size);
  if (message && strstr (message, "creating thread"))
    end_here ("a thread could not be started");
  g_log_default_handler (domain, level, message, NULL);
}

/* --- What is left of it when there is no memory for a message ------------------------------------------------------- */

#if !defined(__SANITIZE_ADDRESS__)
static gboolean
memory_is_out (void)
{
  enum { SOME = 1 << 20 };
  void *block = mmap (NULL, SOME, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED)
    return TRUE;
  munmap (block, SOME);
  return FALSE;
}

static void
died (int number)
{
  if (memory_is_out ())
    end_here (NULL);
  signal (number, SIG_DFL);
  raise (number);
}
#endif

void
mw_last_words_in_thread (void)
{
#if !defined(__SANITIZE_ADDRESS__)
  static _Thread_local char stack[STACK];
  sigaltstack (&(stack_t) { .ss_sp = stack, .ss_size = sizeof stack }, NULL);
#endif
}

void
mw_last_words_init (const char *program)
{
  name = program;
  g_log_set_handler ("GLib", G_LOG_LEVEL_ERROR | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION, glib_failed, NULL);
  mw_last_words_in_thread ();
#if !defined(__SANITIZE_ADDRESS__)
  static const int numbers[] = { SIGSEGV, SIGBUS, SIGABRT, SIGTRAP };
  struct sigaction action = { .sa_handler = died, .sa_flags = SA_ONSTACK | SA_NODEFER };
  sigemptyset (&action.sa_mask);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    sigaction (numbers[i], &action, NULL);
#endif
}

void
mw_last_words_begin_save (void)
{
  g_atomic_int_inc (&saves);
}

void
mw_last_words_end_save (void)
{
  g_atomic_int_add (&saves, -1);
}
