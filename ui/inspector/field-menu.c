/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/field-menu.h"
#include "core/edit/earlier-values.h"
#include "core/schema/value.h"
#include "ui/edit.h"
#include "ui/inspector/field-editor.h"
#include "ui/inspector/item-menu.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

/* --- Earlier values ------------------------------------------------------------------------------------------------- */

typedef MwRecord *(*Earlier) (MwDocument *document, const MwRecord *now);

static MwRecord *
saved (MwDocument *document, const MwRecord *now)
{
  return mw_document_get_saved (document, now->id);
}

static MwRecord *
usual (MwDocument *document, const MwRecord *now)
{
  return mw_document_get_default (document, now->schema);
}

/* Whether the field of any record differs from its earlier value. */
static gboolean
differs (MwFormRow *row, Earlier earlier)
{
  MwDocument *document = row->form->document;
  for (guint i = 0; i < row->form->ids->len; i++) {
    const MwRecord *now = mw_model_find (mw_document_get_model (document), mw_record_form_ids (row->form)[i]);
    g_autoptr (MwRecord) then = now ? earlier (document, now) : NULL;
    if (then && !mw_field_is_same (row->field, now, then))
      return TRUE;
  }
  return FALSE;
}

static void
set_back (MwFormRow *row, Earlier earlier, const char *format)
{
  MwRecordForm *form = row->form;
  g_autoptr (GArray) ids = g_array_copy (form->ids);
  g_autoptr (GError) error = NULL;
  g_autofree char *label = mw_ui_fill_in (format, mw_ui_label (row->field->label), NULL);
  gboolean ok = TRUE;
  mw_document_begin (form->document, label);
  for (guint i = 0; i < ids->len && ok; i++) {
    MwId id = g_array_index (ids, MwId, i);
    const MwRecord *now = mw_model_find (mw_document_get_model (form->document), id);
    g_autoptr (MwRecord) then = now ? earlier (form->document, now) : NULL;
    if (then && !mw_field_is_same (row->field, now, then))
      ok = mw_document_set_back (form->document, id, row->field, then, &error);
  }
  if (ok)
    mw_document_commit (form->document);
  else
    mw_document_cancel (form->document);
  g_autofree char *refusal = ok ? NULL : mw_ui_refusal (form->document, error);
  mw_field_editor_show_error (MW_FIELD_EDITOR (row->editor), refusal);
}

static void
revert (MwFormRow *row)
{
  /* Translators: the name of a step: "Set Alpha back to the saved value" */
  set_back (row, saved, _ ("Set %s back to the saved value"));
}

static void
reset (MwFormRow *row)
{
  /* Translators: the name of a step: "Reset Alpha" */
  set_back (row, usual, _ ("Reset %s"));
}

/* A name has no default that anybody wants, nor has a reference; an array has none at all. */
static gboolean
has_default (const MwField *field)
{
  return mw_field_has_earlier (field) && mw_field_is_number (field) && field->role != MW_ROLE_UNKNOWN;
}

/* --- The dot -------------------------------------------------------------------------------------------------------- */

/* Free with g_free(). */
static char *
value_text (MwFormRow *row, const MwRecord *record)
{
  MwTarget target = mw_ui_target ((MwRecord *) record, row->field);
  return mw_value_print (mw_document_get_model (row->form->document), &target);
}

static void
show_dot (MwFormRow *row, gboolean changed, const MwRecord *before)
{
  /* It keeps its place, so that nothing moves. */
  gtk_widget_set_opacity (row->dot, changed);
  gtk_widget_set_sensitive (row->dot, changed);
  g_autofree char *was = changed && before && mw_field_is_number (row->field) ? value_text (row, before) : NULL;
  g_autofree char *tooltip = was ? g_strdup_printf (
                               _ ("Changed since the last save, when it was %s. A click sets it back."), was)
                             : changed ? g_strdup (_ ("Changed since the last save. A click sets it back."))
                                       : NULL;
  mw_widget_set_tooltip (row->dot, tooltip);
}

static gboolean
have_keys_changed (MwFormRow *row)
{
  MwRecordForm *form = row->form;
  for (guint i = 0; i < form->ids->len; i++)
    if (mw_document_is_track_changed (form->document, mw_record_form_ids (form)[i], row->track))
      return TRUE;
  return FALSE;
}

void
mw_field_menu_refresh (MwFormRow *row, const GPtrArray *records)
{
  MwRecordForm *form = row->form;
  gboolean changed = FALSE;
  const gboolean keys = row->keys_dot && have_keys_changed (row);
  row->changed = keys;
  if (row->keys_dot)
    gtk_widget_set_opacity (row->keys_dot, keys);
  if (row->keys_dot)
    mw_widget_set_tooltip (row->keys_dot, keys ? _ ("The keys have changed since the last save.") : NULL);
  if (!row->dot)
    return;
  for (guint i = 0; i < records->len && !changed; i++) {
    const MwRecord *now = mw_model_find (mw_document_get_model (form->document), mw_record_form_ids (form)[i]);
    changed = now && records->pdata[i] && !mw_field_is_same (row->field, now, records->pdata[i]);
  }
  show_dot (row, changed, records->len == 1 ? records->pdata[0] : NULL);
  row->changed |= changed;
}

/* --- The menu ------------------------------------------------------------------------------------------------------- */

static void
copy_path (MwFormRow *row)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (row->form->document),
                                          mw_record_form_ids (row->form)[0]);
  g_autofree char *path = record ? mw_field_path (record, row->field ? row->field : row->track) : NULL;
  if (path)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (row->box), path);
}

static void
copy_value (MwFormRow *row)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (row->form->document),
                                          mw_record_form_ids (row->form)[0]);
  MwTarget target = mw_ui_target ((MwRecord *) record, row->field);
  if (record && row->field->type == MW_TYPE_ARRAY)
    target.n = ((const MwArray *) mw_field_at (record, row->field))->n;
  g_autofree char *value = record ? mw_value_print (mw_document_get_model (row->form->document), &target) : NULL;
  if (value)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (row->box), value);
}

static void
open_menu (MwFormRow *row, const GdkRectangle *at)
{
  MwRecordForm *form = row->form;
  if (!form->ids->len)
    return;
  GtkWidget *menu = mw_item_menu_new (row->box, at);
  g_autofree char *offset = form->offsets && row->field
                              ? mw_offsets_describe (form->offsets, mw_record_form_ids (form)[0], row->field)
                              : NULL;
  if (row->dot)
    mw_item_menu_add (menu, _ ("Set Back to the Saved Value"), differs (row, saved), G_CALLBACK (revert), row);
  if (row->field && has_default (row->field))
    mw_item_menu_add (menu, _ ("Reset to Default"), differs (row, usual), G_CALLBACK (reset), row);
  mw_item_menu_add (menu, _ ("Copy Path"), TRUE, G_CALLBACK (copy_path), row);
  if (row->field && row->field->type != MW_TYPE_LIST)
    mw_item_menu_add (menu, _ ("Copy Value"), TRUE, G_CALLBACK (copy_value), row);
  if (offset)
    mw_item_menu_add_text (menu, offset);
  gtk_popover_popup (GTK_POPOVER (menu));
}

static void
pressed (GtkGestureClick *gesture, int n, double x, double y, MwFormRow *row)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (row, &(GdkRectangle) { (int) x, (int) y, 1, 1 });
}

/* The diamond and the rows of the track have menus of their own. */
static gboolean
is_of_row (MwFormRow *row)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (row->box));
  return focus && !(row->diamond && (focus == row->diamond || gtk_widget_is_ancestor (focus, row->diamond)))
         && !(row->expander && gtk_widget_is_ancestor (focus, row->expander));
}

static gboolean
key_pressed (GtkEventControllerKey *key, guint keyval, guint keycode, GdkModifierType state, MwFormRow *row)
{
  gboolean menu = keyval == GDK_KEY_Menu || (keyval == GDK_KEY_F10 && (state & GDK_SHIFT_MASK));
  if (!menu || !is_of_row (row))
    return FALSE;
  open_menu (row, NULL);
  return TRUE;
}

void
mw_field_menu_attach (MwFormRow *row, GtkWidget *head)
{
  GtkGesture *click = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), row);
  gtk_widget_add_controller (row->box, GTK_EVENT_CONTROLLER (click));
  GtkEventController *key = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), row);
  gtk_widget_add_controller (row->box, key);
  if (!row->field || !mw_field_has_earlier (row->field))
    return;
  row->dot = gtk_button_new ();
  gtk_widget_add_css_class (row->dot, "changed-dot");
  gtk_widget_set_valign (row->dot, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->dot), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Set Back to the Saved Value"), -1);
  g_signal_connect_swapped (row->dot, "clicked", G_CALLBACK (revert), row);
  gtk_box_prepend (GTK_BOX (head), row->dot);
  show_dot (row, FALSE, NULL);
}
