/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/viewport-private.h"
#include "ui/i18n.h"

MwViewport *
mw_viewport_leading (MwViewport *self)
{
  return self->leader ? self->leader : self;
}

void
mw_viewport_set_title (MwViewport *self, const char *title)
{
  gtk_label_set_text (GTK_LABEL (self->title), title ? title : "");
  gtk_widget_set_tooltip_text (self->title, title);
  gtk_widget_set_visible (self->title, title != NULL);
}

void
mw_viewport_set_beside (MwViewport *self, MwViewport *beside)
{
  MwViewport *before = g_steal_pointer (&self->follower);
  if (before) {
    before->leader = NULL;
    gtk_box_remove (GTK_BOX (self->views), GTK_WIDGET (before));
    self->camera = self->alone;
  }
  if (beside) {
    beside->leader = self;
    gtk_widget_set_visible (beside->bar, FALSE);
    gtk_accessible_update_property (GTK_ACCESSIBLE (beside->area), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Other model"),
                                    -1);
    gtk_box_prepend (GTK_BOX (self->views), GTK_WIDGET (beside));
    self->follower = beside;
    /* Both are framed again in their half of the space. */
    self->alone = self->camera;
    if (!before)
      self->was_framed = self->framed;
    self->framed = FALSE;
  } else if (before) {
    self->framed = self->was_framed;
  }
  mw_viewport_show_legend (self);
  mw_viewport_redraw (self);
}
