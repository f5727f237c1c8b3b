/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/problems/fix-all.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/problems/fix-preview.h"

struct _MwFixAll {
  GtkPopover parent_instance;
  MwDocument *document; /* whose fixes are shown */
  GCancellable *trial;  /* of the preview that is being made; NULL: none is */
  GStrv fixes;
  GtkWidget *title, *preview, *button;
  void (*apply) (gpointer data);
  gpointer data;
};

G_DEFINE_FINAL_TYPE (MwFixAll, mw_fix_all, GTK_TYPE_POPOVER)

static void
set_busy (MwFixAll *self, gboolean busy)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
}

static void
drop_preview (MwFixAll *self)
{
  g_cancellable_cancel (self->trial);
  g_clear_object (&self->trial);
}

static void
previewed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (MwFixAll) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = mw_fix_preview_finish (result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || !self->document)
    return;
  g_autofree char *why = error ? mw_ui_refusal (self->document, error) : NULL;
  g_clear_object (&self->trial);
  gtk_label_set_text (GTK_LABEL (self->preview), why ? why : text);
  gtk_widget_set_sensitive (self->button, !error);
  if (!error)
    gtk_widget_grab_focus (self->button);
  set_busy (self, FALSE);
}

static void
pressed (MwFixAll *self)
{
  gtk_popover_popdown (GTK_POPOVER (self));
  self->apply (self->data);
}

static void
closed (MwFixAll *self)
{
  drop_preview (self);
}

static void
dispose (GObject *object)
{
  MwFixAll *self = MW_FIX_ALL (object);
  drop_preview (self);
  g_clear_object (&self->document);
  g_clear_pointer (&self->fixes, g_strfreev);
  G_OBJECT_CLASS (mw_fix_all_parent_class)->dispose (object);
}

static void
mw_fix_all_class_init (MwFixAllClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
}

static void
mw_fix_all_init (MwFixAll *self)
{
  enum { WIDTH = 420, HEIGHT = 260, SPACE = 8 };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACE), *scrolled = gtk_scrolled_window_new ();
  self->title = gtk_label_new (NULL);
  self->preview = gtk_label_new (NULL);
  self->button = gtk_button_new ();
  gtk_label_set_wrap (GTK_LABEL (self->title), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_widget_add_css_class (self->title, "heading");
  gtk_label_set_wrap (GTK_LABEL (self->preview), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->preview), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->preview), 0);
  gtk_label_set_yalign (GTK_LABEL (self->preview), 0);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->preview);
  gtk_widget_set_size_request (scrolled, WIDTH, -1);
  gtk_widget_add_css_class (self->button, "suggested-action");
  gtk_widget_set_halign (self->button, GTK_ALIGN_END);
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (pressed), self);
  g_signal_connect (self, "closed", G_CALLBACK (closed), NULL);
  gtk_box_append (GTK_BOX (box), self->title);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_box_append (GTK_BOX (box), self->button);
  gtk_popover_set_child (GTK_POPOVER (self), box);
}

GtkWidget *
mw_fix_all_new (GtkWidget *parent, void (*apply) (gpointer data), gpointer data)
{
  MwFixAll *self = g_object_new (MW_TYPE_FIX_ALL, NULL);
  self->apply = apply;
  self->data = data;
  gtk_widget_set_parent (GTK_WIDGET (self), parent);
  return GTK_WIDGET (self);
}

void
mw_fix_all_open (MwFixAll *self, MwDocument *document, const char *title, const GPtrArray *fixes)
{
  enum { MOST_LINES = 200 };
  g_autofree char *label = g_strdup_printf (_ ("Fix %u"), fixes->len);
  drop_preview (self);
  g_set_object (&self->document, document);
  g_clear_pointer (&self->fixes, g_strfreev);
  self->fixes = g_new0 (char *, fixes->len + 1);
  for (guint i = 0; i < fixes->len; i++)
    self->fixes[i] = g_strdup (fixes->pdata[i]);
  self->trial = g_cancellable_new ();
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_label_set_text (GTK_LABEL (self->preview), _ ("Finding out what the fixes would change…"));
  gtk_button_set_label (GTK_BUTTON (self->button), label);
  gtk_widget_set_sensitive (self->button, FALSE);
  set_busy (self, TRUE);
  mw_fix_preview_run (document, (const char *const *) self->fixes, fixes->len, 0, NULL, MOST_LINES, self->trial,
                      previewed, g_object_ref (self));
  gtk_popover_popup (GTK_POPOVER (self));
}

const char *const *
mw_fix_all_get_fixes (MwFixAll *self)
{
  return (const char *const *) self->fixes;
}
