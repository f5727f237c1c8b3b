/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/sounds.h"
#include "core/vfs/sound-labels.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/viewport/viewport-private.h"

/* Which sounds events play at the moment: they are named in the view for a second. */

enum { SHOWN_MS = 1000 };

GtkWidget *
mw_viewport_make_sounds (MwViewport *self)
{
  self->sounds = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->sounds), 1);
  gtk_widget_set_halign (self->sounds, GTK_ALIGN_END);
  gtk_label_set_justify (GTK_LABEL (self->sounds), GTK_JUSTIFY_RIGHT);
  gtk_label_set_wrap (GTK_LABEL (self->sounds), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->sounds), 44);
  gtk_widget_add_css_class (self->sounds, "osd");
  gtk_widget_add_css_class (self->sounds, "view-note");
  gtk_widget_set_visible (self->sounds, FALSE);
  return self->sounds;
}

void
mw_viewport_show_sounds (MwViewport *self)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  const MwModel *model = self->document ? mw_document_get_model (self->document) : NULL;
  mw_event_times_update (&self->sound_times, &self->clock);
  if (model)
    mw_sounds_append (model, &self->sound_times, SHOWN_MS, ids);
  for (guint i = 0; i < ids->len; i++) {
    const char *label = mw_sound_label (self->sound_labels, ids->pdata[i]);
    g_autofree char *name = mw_ui_text (label ? label : ids->pdata[i]);
    /* Translators: the name of the sound that is played at the moment */
    g_autofree char *line = g_strdup_printf (_ ("Sound: %s"), name);
    g_string_append_printf (text, "%s%s", i ? "\n" : "", line);
  }
  if (g_strcmp0 (text->str, gtk_label_get_text (GTK_LABEL (self->sounds))) == 0)
    return;
  gtk_label_set_text (GTK_LABEL (self->sounds), text->str);
  gtk_widget_set_visible (self->sounds, text->len > 0);
}
