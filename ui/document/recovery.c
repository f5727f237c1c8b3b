/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/recovery.h"
#include "ui/window/recovery-dialog.h"
#include "ui/window/window-private.h"

/* The key of the dialog while it is open, at its window. */
#define DIALOG "recovery-dialog"

static void
chosen (MwRecoveryDialog *dialog, const MwLeftJournal *left, MwWindow *window)
{
  mw_window_recover (window, left->journal, left->path);
}

static void
dialog_gone (gpointer window, GObject *dialog)
{
  g_object_set_data (window, DIALOG, NULL);
  g_object_unref (window);
}

static void
looked (GObject *source, GAsyncResult *result, gpointer unused)
{
  MwWindow *window = MW_WINDOW (source);
  GPtrArray *left = g_task_propagate_pointer (G_TASK (result), NULL);
  if (!left)
    return;
  if (left->len == 0 || !window->tabs || g_object_get_data (G_OBJECT (window), DIALOG)) {
    g_ptr_array_unref (left);
    return;
  }
  GtkWidget *dialog = mw_recovery_dialog_new (GTK_WINDOW (window), left);
  g_object_set_data (G_OBJECT (window), DIALOG, dialog);
  g_object_weak_ref (G_OBJECT (dialog), dialog_gone, g_object_ref (window));
  g_signal_connect_object (dialog, "recover", G_CALLBACK (chosen), window, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
look (GTask *task, gpointer source, gpointer folder, GCancellable *cancellable)
{
  mw_recovery_tidy (folder);
  g_task_return_pointer (task, mw_recovery_list (folder), (GDestroyNotify) g_ptr_array_unref);
}

void
mw_recovery_offer (MwWindow *window, const char *folder)
{
  g_autoptr (GTask) task = g_task_new (window, NULL, looked, NULL);
  g_task_set_source_tag (task, mw_recovery_offer);
  g_task_set_task_data (task, g_strdup (folder), g_free);
  g_task_run_in_thread (task, look);
}
