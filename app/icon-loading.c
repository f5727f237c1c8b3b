/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <gtk/gtk.h>

/* GTK 4.8 loads icons in threads. When the last widget with an icon is destroyed in the meantime, the thread frees the icon, while the
 * main thread may just take it from the theme's cache again ("object already finalized", and then a crash). A program that links this
 * file has its own g_task_run_in_thread(), which waits for icons, so that the main thread frees them. GTK calls it too, because the
 * linker exports it from the program. Tests of windows link it as well. */
void
g_task_run_in_thread (GTask *task, GTaskThreadFunc function)
{
  static void (*real) (GTask * task, GTaskThreadFunc function);
  if (!real)
    *(void **) &real = dlsym (RTLD_NEXT, "g_task_run_in_thread");
  if (GTK_IS_ICON_PAINTABLE (g_task_get_source_object (task)))
    g_task_run_in_thread_sync (task, function);
  else
    real (task, function);
}
