/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-widget.h"
#include "ui/empty-note.h"
#include "ui/i18n.h"
#include "ui/labels.h"

/* What the outline says while it has no rows, and what its button then does. */

static gboolean
is_filtered (MwOutline *self)
{
  return self->model && mw_outline_model_is_filtered (self->model);
}

/* Whether the filter finds elements that have no row, because they are not part of the skeleton. */
static gboolean
finds_elsewhere (MwOutline *self)
{
  return is_filtered (self) && mw_outline_is_by_skeleton (self) && mw_outline_model_get_n_found (self->model);
}

void
mw_outline_show_empty (MwOutline *self)
{
  if (!self->tree || g_list_model_get_n_items (G_LIST_MODEL (self->tree))) {
    mw_empty_note_set (self->empty, NULL, NULL);
    return;
  }
  if (finds_elsewhere (self)) {
    const guint n = mw_outline_model_get_n_found (self->model);
    g_autofree char *count = mw_ui_count (n);
    g_autofree char *text = g_strdup_printf (ngettext ("%s element is found, but it is not part of the skeleton.",
                                                       "%s elements are found, but they are not part of the skeleton.",
                                                       n),
                                             count);
    mw_empty_note_set (self->empty, text, _ ("Show by Kind"));
  } else if (is_filtered (self)) {
    /* Translators: %s is what the user has typed */
    g_autofree char *text = g_strdup_printf (_ ("No element or kind has “%s” in its name."),
                                             gtk_editable_get_text (GTK_EDITABLE (self->search)));
    mw_empty_note_set (self->empty, text, _ ("Show All Elements"));
  } else {
    mw_empty_note_set (self->empty,
                       mw_outline_is_by_skeleton (self) ? _ ("The model has no skeleton.")
                                                        : _ ("The model has no elements."),
                       _ ("Add…"));
  }
}

static void
clicked (MwOutline *self)
{
  if (finds_elsewhere (self))
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->by_kind), TRUE);
  else if (is_filtered (self))
    mw_outline_set_filter (self, "");
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "win.add", NULL);
  if (!gtk_widget_get_visible (self->empty))
    gtk_widget_grab_focus (self->view);
}

void
mw_outline_add_empty (MwOutline *self, GtkOverlay *rows)
{
  self->empty = mw_empty_note_new (G_CALLBACK (clicked), self);
  gtk_overlay_add_overlay (rows, self->empty);
  g_signal_connect_swapped (self->selection, "items-changed", G_CALLBACK (mw_outline_show_empty), self);
}
