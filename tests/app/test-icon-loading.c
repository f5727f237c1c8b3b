/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include <dlfcn.h>
#include <gtk/gtk.h>
#include <string.h>

/* GTK must not free an icon in a thread. */

static GThread *ran_in;

static void
run (GTask *task, gpointer source, gpointer unused, GCancellable *cancellable)
{
  g_atomic_pointer_set (&ran_in, g_thread_self ());
  g_task_return_boolean (task, TRUE);
}

static gboolean
has_run (gpointer source)
{
  g_autoptr (GTask) task = g_task_new (source, NULL, NULL, NULL);
  g_atomic_pointer_set (&ran_in, NULL);
  g_task_run_in_thread (task, run);
  const gboolean at_once = g_atomic_pointer_get (&ran_in) != NULL;
  while (!g_task_get_completed (task))
    g_main_context_iteration (NULL, TRUE);
  return at_once;
}

static void
an_icon_is_loaded_when_the_call_returns (void)
{
  g_autoptr (GFile) file = g_file_new_for_path ("icon.svg");
  g_autoptr (GtkIconPaintable) icon = gtk_icon_paintable_new_for_file (file, 16, 1);
  g_assert_true (has_run (icon));
}

/* Runs as long as the test holds the lock. */
static void
block (GTask *task, gpointer source, gpointer lock, GCancellable *cancellable)
{
  g_mutex_lock (lock);
  g_mutex_unlock (lock);
  g_task_return_boolean (task, TRUE);
}

static void
other_tasks_have_a_thread (void)
{
  GMutex lock;
  g_mutex_init (&lock);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);
  g_task_set_task_data (task, &lock, NULL);
  g_mutex_lock (&lock);
  g_task_run_in_thread (task, block);
  g_assert_false (g_task_get_completed (task));
  g_mutex_unlock (&lock);
  while (!g_task_get_completed (task))
    g_main_context_iteration (NULL, TRUE);
  g_mutex_clear (&lock);
}

static void
the_libraries_call_it_too (void)
{
  g_assert_true (dlsym (RTLD_DEFAULT, "g_task_run_in_thread") == (gpointer) g_task_run_in_thread);
  Dl_info info;
  g_assert_true (dladdr ((gpointer) g_task_run_in_thread, &info));
  g_assert_null (strstr (info.dli_fname, "libgio"));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/icon-loading/an icon is loaded when the call returns",
                   an_icon_is_loaded_when_the_call_returns);
  g_test_add_func ("/app/icon-loading/other tasks have a thread", other_tasks_have_a_thread);
  g_test_add_func ("/app/icon-loading/the libraries call it too", the_libraries_call_it_too);
  return g_test_run ();
}
