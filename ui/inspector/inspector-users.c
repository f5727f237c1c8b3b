/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/inspector-private.h"
#include "core/model/aspects.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

/* What uses the element, below the form. */

enum { USERS_MAX = 50 };

static void
user_clicked (GtkButton *button, MwInspector *self)
{
  MwId id = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "id"));
  mw_document_select (self->document, &id, 1);
}

static void
add_user_button (MwInspector *self, const MwRecord *record, const char *text)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  mw_label_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name (mw_ui_icon (record->schema)));
  gtk_box_append (GTK_BOX (content), label);
  GtkWidget *button = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "user");
  mw_widget_set_tooltip (button, _ ("Go to this element"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_object_set_data (G_OBJECT (button), "id", GUINT_TO_POINTER (record->id));
  g_signal_connect (button, "clicked", G_CALLBACK (user_clicked), self);
  gtk_box_append (GTK_BOX (self->users), button);
}

static void
add_user (MwInspector *self, const MwRecord *record, const MwField *field)
{
  /* The title of a track is that of the record it belongs to. */
  while (record->owner && mw_record_slot (record) && mw_record_slot (record)->type == MW_TYPE_CHILD)
    record = record->owner;
  g_autofree char *title = mw_ui_record_long_title (record);
  g_autofree char *text = g_strdup_printf ("%s · %s", title, mw_ui_label (field->label));
  add_user_button (self, record, text);
}

/* The record that a part (a layer, a lane) belongs to, which counts as its user; NULL for a top-level record. */
static const MwRecord *
owner_of (MwInspector *self, MwId id)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (self->document), id);
  return record && record->owner && record->owner->owner ? record->owner : NULL;
}

static void
add_owner (MwInspector *self, const MwRecord *owner)
{
  g_autofree char *title = mw_ui_record_long_title (owner);
  add_user_button (self, owner, title);
}

/* Companions that are not loaded and might use the element, as text; NULL: none. */
static char *
absent_users (MwInspector *self, MwId id)
{
  const MwModel *model = mw_document_get_model (self->document);
  const MwRecord *record = mw_model_find (model, id);
  const MwAspects *aspects = mw_aspects_of (model);
  return record && aspects->unread_users ? aspects->unread_users (model, record) : NULL;
}

static void
set_busy (MwInspector *self, gboolean busy)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
}

static gboolean
refresh_users (gpointer data)
{
  MwInspector *self = data;
  self->users_idle = 0;
  mw_box_clear (self->users);
  guint n;
  const MwId *ids = mw_inspector_shown_ids (self, &n);
  guint n_users = 0;
  if (n == 1) {
    g_autoptr (GArray) found = mw_document_find_referrers (self->document, ids[0]);
    const MwRecord *last = NULL;
    const MwField *last_field = NULL;
    for (guint i = 0; i < found->len; i++) {
      const MwTarget *target = &g_array_index (found, MwTarget, i);
      if (target->record == last && target->field == last_field)
        continue; /* one row for an array, however many of its elements refer to it */
      last = target->record;
      last_field = target->field;
      if (n_users++ < USERS_MAX)
        add_user (self, target->record, target->field);
    }
  }
  const MwRecord *owner = n == 1 && !n_users ? owner_of (self, ids[0]) : NULL;
  if (owner)
    add_owner (self, owner);
  g_autofree char *count = mw_ui_count (n_users);
  g_autofree char *absent = n == 1 && !n_users ? absent_users (self, ids[0]) : NULL;
  g_autofree char *title = n != 1    ? g_strdup ("")
                           : owner   ? g_strdup (_ ("Part of"))
                           : n_users ? g_strdup_printf (_ ("Used by (%s)"), count)
                           : absent  ? g_strdup_printf (_ ("Not used in the loaded files; not loaded: %s"), absent)
                                     : g_strdup (_ ("Not used"));
  gtk_label_set_text (GTK_LABEL (self->users_title), title);
  gtk_widget_set_visible (self->users_title, n == 1);
  set_busy (self, FALSE);
  return G_SOURCE_REMOVE;
}

void
mw_inspector_queue_users (MwInspector *self)
{
  if (self->users_idle)
    return;
  self->users_idle = mw_before_frame (refresh_users, self);
  set_busy (self, TRUE);
}
