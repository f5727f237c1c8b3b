/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/x-input.h"
#include "tests/ui/fixture.h"

#include <gdk/x11/gdkx.h>

static gboolean
is_gone (gpointer process)
{
  return g_subprocess_get_identifier (process) == NULL;
}

static GSubprocess *
start (const char *first, va_list more)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_ptr_array_add (words, (char *) "xdotool");
  for (const char *word = first; word; word = va_arg (more, const char *))
    g_ptr_array_add (words, (char *) word);
  g_ptr_array_add (words, NULL);
  GError *error = NULL;
  GSubprocess *process = g_subprocess_newv ((const char *const *) words->pdata, G_SUBPROCESS_FLAGS_NONE, &error);
  g_assert_no_error (error);
  return process;
}

void
x_input (const char *first, ...)
{
  va_list more;
  va_start (more, first);
  g_autoptr (GSubprocess) process = start (first, more);
  va_end (more);
  g_assert_true (fixture_until (is_gone, process));
  g_assert_true (g_subprocess_get_successful (process));
}

void
x_input_unseen (const char *first, ...)
{
  va_list more;
  va_start (more, first);
  g_autoptr (GSubprocess) process = start (first, more);
  va_end (more);
  GError *error = NULL;
  g_subprocess_wait_check (process, NULL, &error);
  g_assert_no_error (error);
}

char *
x_input_id (GtkWindow *window)
{
  return g_strdup_printf ("%lu", gdk_x11_surface_get_xid (gtk_native_get_surface (GTK_NATIVE (window))));
}

static gboolean
is_active (gpointer window)
{
  return gtk_window_is_active (window);
}

void
x_input_activate (GtkWindow *window)
{
  g_autofree char *id = x_input_id (window);
  x_input ("windowfocus", id, NULL);
  g_assert_true (fixture_until (is_active, window));
}
