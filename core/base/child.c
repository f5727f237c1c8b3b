/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/child.h"
#include "core/base/error.h"

#include <errno.h>
#include <gio/gunixinputstream.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

char *
mw_child_program (void)
{
  static const char *const places[] = { "mwright", "../mwright", "../../mwright" };
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL), *folder = self ? g_path_get_dirname (self) : NULL;
  for (guint i = 0; folder && i < G_N_ELEMENTS (places); i++) {
    g_autofree char *path = g_build_filename (folder, places[i], NULL);
    if (g_file_test (path, G_FILE_TEST_IS_EXECUTABLE) && !g_file_test (path, G_FILE_TEST_IS_DIR))
      return g_steal_pointer (&path);
  }
  return g_find_program_in_path ("mwright");
}

/* Runs in the child before the program. */
static void
become_humble (gpointer unused)
{
  enum { LOWEST = 19 };
  setpriority (PRIO_PROCESS, 0, LOWEST);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

/* Reads what there is. FALSE: the pipe has ended. */
static gboolean
take (int fd, guint8 *buffer, gsize size, gsize *n)
{
  gssize got;
  do
    got = read (fd, buffer, size);
  while (got < 0 && errno == EINTR);
  *n = got > 0 ? (gsize) got : 0;
  return got > 0;
}

/* Reads both pipes until they end. FALSE: a limit was broken. */
static gboolean
listen (GSubprocess *child, const MwChildLimits *limits, GByteArray *out, gboolean *said, GError **error)
{
  enum { OUT, ERR, STOP };
  guint8 buffer[16384];
  const gint64 last = g_get_monotonic_time () + (gint64) limits->ms * 1000;
  GPollFD fds[] = {
    { g_unix_input_stream_get_fd (G_UNIX_INPUT_STREAM (g_subprocess_get_stdout_pipe (child))), G_IO_IN, 0 },
    { g_unix_input_stream_get_fd (G_UNIX_INPUT_STREAM (g_subprocess_get_stderr_pipe (child))), G_IO_IN, 0 },
    { -1, 0, 0 },
  };
  const gboolean stoppable = g_cancellable_make_pollfd (limits->cancelled, &fds[STOP]);
  GError *wrong = NULL;
  while (!wrong && (fds[OUT].fd >= 0 || fds[ERR].fd >= 0)) {
    const gint64 left = last - g_get_monotonic_time ();
    gsize n;
    for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
      fds[i].revents = 0;
    if (left > 0)
      g_poll (fds, stoppable ? 3 : 2, (int) (left / 1000) + 1);
    if (g_cancellable_is_cancelled (limits->cancelled))
      mw_set_error (&wrong, MW_ERROR_CANCELLED, -1, NULL, "cancelled");
    else if (left <= 0)
      mw_set_error (&wrong, MW_ERROR_LIMIT, -1, NULL, "it took longer than %u seconds", limits->ms / 1000);
    if (!wrong && fds[OUT].revents) {
      if (!take (fds[OUT].fd, buffer, sizeof buffer, &n))
        fds[OUT].fd = -1;
      else if (n > limits->limit - out->len)
        mw_set_error (&wrong, MW_ERROR_LIMIT, -1, NULL, "it wrote more than %" G_GSIZE_FORMAT " bytes", limits->limit);
      else
        g_byte_array_append (out, buffer, (guint) n);
    }
    if (!wrong && fds[ERR].revents) {
      if (!take (fds[ERR].fd, buffer, sizeof buffer, &n))
        fds[ERR].fd = -1;
      else
        *said = TRUE;
    }
  }
  if (stoppable)
    g_cancellable_release_fd (limits->cancelled);
  if (wrong)
    g_propagate_error (error, wrong);
  return !wrong;
}

gboolean
mw_child_run (const char *const *argv, const MwChildLimits *limits, MwChildEnd *end, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  g_autoptr (GByteArray) out = g_byte_array_new ();
  g_autoptr (GSubprocessLauncher)
    launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  *end = (MwChildEnd) { .code = -1 };
  g_subprocess_launcher_set_child_setup (launcher, become_humble, NULL, NULL);
  g_autoptr (GSubprocess) child = g_subprocess_launcher_spawnv (launcher, argv, &wrong);
  if (!child) {
    mw_set_error (error, MW_ERROR_IO, -1, argv[0], "it cannot be started: %s", wrong->message);
    return FALSE;
  }
  const gboolean ok = listen (child, limits, out, &end->said, error);
  if (!ok)
    g_subprocess_force_exit (child);
  g_subprocess_wait (child, NULL, NULL);
  if (!ok)
    return FALSE;
  end->code = g_subprocess_get_if_exited (child) ? g_subprocess_get_exit_status (child) : -1;
  end->out = g_byte_array_free_to_bytes (g_steal_pointer (&out));
  return TRUE;
}
