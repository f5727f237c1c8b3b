/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every verb that changes a file in place refuses if the file has changed since it was read. */
#include "tests/app/cli/run.h"
#include "tests/core/corpus.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A mwright that has read its model and waits for its list or script from a named pipe. */
typedef struct {
  GSubprocess *process;
  int fd; /* the pipe's end to write to */
} Waiting;

static Waiting
start (const char *folder, const char *pipe, const char *const *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *program = mwright_path (), *path = g_build_filename (folder, pipe, NULL);
  g_ptr_array_add (argv, program);
  for (guint i = 0; words[i]; i++)
    g_ptr_array_add (argv, (gpointer) words[i]);
  g_ptr_array_add (argv, NULL);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_autoptr (GSubprocessLauncher)
    launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_subprocess_launcher_set_cwd (launcher, folder);
  Waiting waiting = { g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, &error), -1 };
  g_assert_no_error (error);
  /* This blocks until mwright opens its end, which it does after it has read the model. */
  waiting.fd = g_open (path, O_WRONLY | O_CLOEXEC, 0);
  g_assert_cmpint (waiting.fd, >=, 0);
  g_unlink (path);
  return waiting;
}

static void
tell (Waiting *waiting, const char *lines)
{
  g_assert_cmpint (write (waiting->fd, lines, strlen (lines)), ==, (gssize) strlen (lines));
  close (waiting->fd);
}

static Run
finish (Waiting *waiting)
{
  g_autoptr (GError) error = NULL;
  Run run = { .code = -1 };
  g_subprocess_communicate_utf8 (waiting->process, NULL, NULL, &run.out, &run.err, &error);
  g_assert_no_error (error);
  if (g_subprocess_get_if_exited (waiting->process))
    run.code = g_subprocess_get_exit_status (waiting->process);
  g_object_unref (waiting->process);
  return run;
}

static void
assert_says (const Run *run, int code, const char *said)
{
  if (run->code != code || !strstr (run->err, said))
    g_error ("exit code %d, and it says: %s", run->code, run->err);
}

static char *
value_of (const char *folder, const char *path)
{
  g_auto (Run) run = run_words (folder, "get", "a.mdx", path, NULL);
  g_assert_cmpint (run.code, ==, 0);
  return g_strdup (strstr (run.out, " = ") + 3);
}

static void
assert_value (const char *folder, const char *path, const char *expected)
{
  g_autofree char *value = value_of (folder, path);
  g_assert_cmpstr (g_strchomp (value), ==, expected);
}

static void
set_meanwhile (const char *folder)
{
  g_auto (Run) run = run_words (folder, "set", "a.mdx", "-i", "bounds.radius=77", NULL);
  g_assert_cmpint (run.code, ==, 0);
}

#define SAID "a.mdx: was changed by another program after it was read, and is not replaced; -f overwrites it anyway"

static void
set_refuses (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  Waiting waiting = start (folder, "list", (const char *[]) { "set", "a.mdx", "--from=list", "-i", NULL });
  set_meanwhile (folder);
  g_autoptr (GBytes) theirs = bytes_in (folder, "a.mdx");
  tell (&waiting, "bounds.min.x = -9\n");
  g_auto (Run) run = finish (&waiting);
  assert_says (&run, 4, SAID);
  g_autoptr (GBytes) now = bytes_in (folder, "a.mdx");
  g_assert_true (g_bytes_equal (theirs, now));
  remove_folder (folder);
}

static void
do_refuses (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  Waiting waiting = start (folder, "steps",
                           (const char *[]) { "do", "--script=steps", "a.mdx", "-i", "--json", "--backup", NULL });
  set_meanwhile (folder);
  g_autoptr (GBytes) theirs = bytes_in (folder, "a.mdx");
  tell (&waiting, "set bounds.min.x=-9\n");
  g_auto (Run) run = finish (&waiting);
  assert_says (&run, 4, SAID);
  g_assert_nonnull (strstr (run.out, "\"changed\""));
  g_assert_false (exists_in (folder, "a.mdx.bak"));
  g_autoptr (GBytes) now = bytes_in (folder, "a.mdx");
  g_assert_true (g_bytes_equal (theirs, now));
  remove_folder (folder);
}

static void
force_replaces (void)
{
  g_autofree char *folder = make_folder_of_samples (), *before = value_of (folder, "bounds.radius");
  Waiting waiting = start (folder, "list", (const char *[]) { "set", "a.mdx", "--from=list", "-i", "-f", NULL });
  set_meanwhile (folder);
  tell (&waiting, "bounds.min.x = -9\n");
  g_auto (Run) run = finish (&waiting);
  assert_says (&run, 0, "");
  assert_value (folder, "bounds.min.x", "-9");
  assert_value (folder, "bounds.radius", g_strchomp (before));
  remove_folder (folder);
}

static void
same_bytes_are_no_change (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  Waiting waiting = start (folder, "list", (const char *[]) { "set", "a.mdx", "--from=list", "-i", NULL });
  g_autofree char *sample = sample_path ("everything.mdx");
  copy_into (folder, sample, "a.mdx");
  tell (&waiting, "bounds.min.x = -9\n");
  g_auto (Run) run = finish (&waiting);
  assert_says (&run, 0, "");
  assert_value (folder, "bounds.min.x", "-9");
  remove_folder (folder);
}

static void
gone_is_not_made_again (void)
{
  g_autofree char *folder = make_folder_of_samples (), *path = g_build_filename (folder, "a.mdx", NULL),
                  *other = g_build_filename (folder, "renamed.mdx", NULL);
  Waiting waiting = start (folder, "list", (const char *[]) { "set", "a.mdx", "--from=list", "-i", NULL });
  g_assert_cmpint (g_rename (path, other), ==, 0);
  tell (&waiting, "bounds.min.x = -9\n");
  g_auto (Run) run = finish (&waiting);
  assert_says (&run, 4, "a.mdx: was deleted or renamed by another program after it was read");
  g_assert_false (exists_in (folder, "a.mdx"));
  remove_folder (folder);
}

/* Two processes read the same file and change different fields: one writes, the other is refused. */
static void
of_two_one_writes (void)
{
  g_autofree char *folder = make_folder_of_samples (), *radius = value_of (folder, "bounds.radius"),
                  *least = value_of (folder, "bounds.min.x");
  for (guint i = 0; i < 10; i++) {
    g_autofree char *sample = sample_path ("everything.mdx");
    copy_into (folder, sample, "a.mdx");
    Waiting one = start (folder, "one", (const char *[]) { "set", "a.mdx", "--from=one", "-i", NULL });
    Waiting two = start (folder, "two", (const char *[]) { "set", "a.mdx", "--from=two", "-i", NULL });
    tell (&one, "bounds.radius = 77\n");
    tell (&two, "bounds.min.x = -9\n");
    g_auto (Run) first = finish (&one);
    g_auto (Run) second = finish (&two);
    g_assert_cmpint (first.code + second.code, ==, 4);
    assert_says (first.code ? &first : &second, 4, SAID);
    assert_value (folder, "bounds.radius", first.code ? g_strchomp (radius) : "77");
    assert_value (folder, "bounds.min.x", second.code ? g_strchomp (least) : "-9");
  }
  remove_folder (folder);
}

/* Many processes without synchronization: every change that was reported as written is in the file. */
static void
none_of_many_is_lost_unsaid (void)
{
  enum { N = 12 };
  g_autofree char *folder = make_folder_of_samples (), *program = mwright_path ();
  GSubprocess *processes[N];
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_subprocess_launcher_set_cwd (launcher, folder);
  guint written = 0;
  for (guint i = 0; i < N; i++) {
    g_autofree char *assignment = g_strdup_printf ("sequences[%u].move_speed=%u", i % 3, 1000 + i);
    const char *const argv[] = { program, "set", "a.mdx", "-i", assignment, NULL };
    processes[i] = g_subprocess_launcher_spawnv (launcher, argv, NULL);
  }
  int last[3] = { -1, -1, -1 };
  for (guint i = 0; i < N; i++) {
    g_assert_true (g_subprocess_wait (processes[i], NULL, NULL));
    int code = g_subprocess_get_exit_status (processes[i]);
    g_assert_true (code == 0 || code == 4);
    written += code == 0;
    if (code == 0)
      last[i % 3] = (int) i;
    g_object_unref (processes[i]);
  }
  g_assert_cmpuint (written, >, 0);
  /* Any of the processes that wrote a field may have been the last, but a field that was written must have changed. */
  for (guint i = 0; i < 3; i++) {
    g_autofree char *path = g_strdup_printf ("sequences[%u].move_speed", i), *value = value_of (folder, path);
    g_assert_true ((g_ascii_strtod (value, NULL) >= 1000) == (last[i] >= 0));
  }
  remove_folder (folder);
}

/* A rename waits for a save that is in progress, and is refused because the file has changed then. */
static void
rename_refuses (void)
{
  for (guint forced = 0; forced < 2; forced++) {
    g_autofree char *folder = make_folder_of_samples (), *program = mwright_path (),
                    *log = g_build_filename (folder, ".a.mdx.saving", NULL),
                    *other = g_build_filename (folder, "b.mdx", NULL);
    g_autofree char *sample = sample_path ("figure.mdx");
    int fd = -1;
    g_autoptr (GError) error = NULL;
    g_autoptr (GSubprocessLauncher)
      launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
    g_subprocess_launcher_set_cwd (launcher, folder);
    g_unlink (other);
    /* It waits for the lock of the new name, so it has read the model by then. */
    g_autofree char *new_log = g_build_filename (folder, ".b.mdx.saving", NULL);
    fd = g_open (new_log, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    g_assert_cmpint (flock (fd, LOCK_EX), ==, 0);
    const char *argv[] = { program, "rename", "a.mdx", "b.mdx", forced ? "-f" : NULL, NULL };
    Waiting waiting = { g_subprocess_launcher_spawnv (launcher, argv, &error), -1 };
    g_assert_no_error (error);
    /* It has the lock of the old name first. */
    for (guint i = 0; i < 1000 && !g_file_test (log, G_FILE_TEST_EXISTS); i++)
      g_usleep (10000);
    copy_into (folder, sample, "a.mdx");
    g_unlink (new_log);
    close (fd);
    g_auto (Run) run = finish (&waiting);
    assert_says (&run, 4, forced ? "is being written by another program" : "a.mdx: was changed by another program");
    g_assert_true (exists_in (folder, "a.mdx"));
    g_assert_false (exists_in (folder, "b.mdx"));
    remove_folder (folder);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/in-place/set-refuses", set_refuses);
  g_test_add_func ("/cli/in-place/do-refuses", do_refuses);
  g_test_add_func ("/cli/in-place/force-replaces", force_replaces);
  g_test_add_func ("/cli/in-place/same-bytes-are-no-change", same_bytes_are_no_change);
  g_test_add_func ("/cli/in-place/deleted-file-is-not-recreated", gone_is_not_made_again);
  g_test_add_func ("/cli/in-place/only-one-of-two-programs-writes", of_two_one_writes);
  g_test_add_func ("/cli/in-place/rename-refuses", rename_refuses);
  g_test_add_func ("/cli/in-place/no-change-is-lost-silently", none_of_many_is_lost_unsaid);
  return g_test_run ();
}
