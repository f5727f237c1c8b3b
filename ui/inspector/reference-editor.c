/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/reference-editor.h"
#include "ui/drop-down-search.h"
#include "ui/edit.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/operations/pick-list.h"
#include "ui/widgets.h"

#include <string.h>

struct _MwReferenceEditor {
  MwFieldEditor parent_instance;
  GtkWidget *button, *title, *icon, *jump, *popover;
  GtkWidget *names; /* MwPickList; the first is "None" */
  GArray *ids;      /* MwId of each name */
};

G_DEFINE_FINAL_TYPE (MwReferenceEditor, mw_reference_editor, MW_TYPE_FIELD_EDITOR)

static MwRef
ref_of (MwFieldEditor *editor)
{
  MwRef ref = MW_REF_NONE;
  const guint8 *at = mw_field_editor_get_value (editor);
  if (at)
    memcpy (&ref, at, sizeof ref);
  return ref;
}

static MwModel *
model_of (MwReferenceEditor *self)
{
  return mw_document_get_model (mw_field_editor_get_document (MW_FIELD_EDITOR (self)));
}

/* Fills the list with "None" and the records that the field can refer to. */
static void
fill (MwReferenceEditor *self)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  g_auto (GStrv) names = mw_ui_candidates (mw_field_editor_get_document (editor), mw_field_editor_get_record (editor),
                                           mw_field_editor_get_field (editor), self->ids);
  mw_pick_list_set_names (MW_PICK_LIST (self->names), (const char *const *) names);
}

static gboolean
set_reference (MwReferenceEditor *self, MwId id)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  MwRecord *record = id ? mw_model_find (model_of (self), id) : NULL;
  /* A record that was removed since the list was filled must not become "None". */
  if (!mw_field_editor_get_record (editor) || (id && !record))
    return FALSE;
  g_autofree char *path = record ? mw_record_path (record) : g_strdup ("none");
  MwTarget target = mw_field_editor_get_target (editor);
  return mw_field_editor_commit (editor, &target, path);
}

static void
picked (MwPickList *names, guint index, MwReferenceEditor *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  if (index < self->ids->len)
    set_reference (self, g_array_index (self->ids, MwId, index));
}

static void
make_popover (MwReferenceEditor *self)
{
  self->names = mw_pick_list_new (mw_field_editor_get_label (MW_FIELD_EDITOR (self)));
  g_signal_connect (self->names, "picked", G_CALLBACK (picked), self);
  self->popover = gtk_popover_new ();
  mw_popover_keep_inside (GTK_POPOVER (self->popover));
  gtk_popover_set_child (GTK_POPOVER (self->popover), self->names);
  gtk_widget_set_parent (self->popover, self->button);
}

static void
open_list (MwReferenceEditor *self)
{
  if (!self->popover)
    make_popover (self);
  fill (self);
  MwRef ref = ref_of (MW_FIELD_EDITOR (self));
  guint marked = 0;
  while (marked + 1 < self->ids->len && g_array_index (self->ids, MwId, marked) != ref.id)
    marked++;
  mw_pick_list_begin (MW_PICK_LIST (self->names), marked);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
button_clicked (GtkButton *button, MwReferenceEditor *self)
{
  open_list (self);
}

static void
jump_clicked (GtkButton *button, MwReferenceEditor *self)
{
  MwRef ref = ref_of (MW_FIELD_EDITOR (self));
  if (ref.id)
    mw_document_select (mw_field_editor_get_document (MW_FIELD_EDITOR (self)), &ref.id, 1);
}

static void
refresh (MwFieldEditor *editor)
{
  MwReferenceEditor *self = MW_REFERENCE_EDITOR (editor);
  MwRef ref = ref_of (editor);
  const MwRecord *target = mw_model_resolve (model_of (self), ref);
  gboolean differs = mw_field_editor_differs (editor, -1);
  if (differs)
    target = NULL;
  g_autofree char *title = differs                  ? g_strdup (mw_field_editor_several ())
                           : target                 ? mw_ui_record_title (target)
                           : ref.raw == 0xFFFFFFFFu ? g_strdup (_ ("None"))
                                                    : g_strdup_printf (_ ("Number %u, which does not exist"), ref.raw);
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_widget_set_visible (self->icon, target != NULL);
  if (target)
    gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), mw_ui_icon (target->schema));
  if (target)
    gtk_widget_remove_css_class (self->title, "dim-label");
  else
    gtk_widget_add_css_class (self->title, "dim-label");
  gtk_widget_set_visible (self->jump, !mw_field_editor_is_detached (editor));
  gtk_widget_set_sensitive (self->jump, target != NULL);
  gtk_widget_set_sensitive (self->button, mw_field_editor_get_value (editor) != NULL);
  /* The accessible name of the button has the label of the field and the target. */
  g_autofree char *name = g_strdup_printf ("%s: %s", mw_field_editor_get_label (editor), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
build (MwFieldEditor *editor)
{
  MwReferenceEditor *self = MW_REFERENCE_EDITOR (editor);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4), *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->icon = gtk_image_new ();
  self->title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  mw_label_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->title, TRUE);
  gtk_box_append (GTK_BOX (content), self->icon);
  gtk_box_append (GTK_BOX (content), self->title);
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("pan-down-symbolic"));
  self->button = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->button), content);
  gtk_widget_set_hexpand (self->button, TRUE);
  g_signal_connect (self->button, "clicked", G_CALLBACK (button_clicked), self);
  self->jump = gtk_button_new_from_icon_name ("go-next-symbolic");
  gtk_widget_add_css_class (self->jump, "flat");
  mw_widget_set_tooltip (self->jump, _ ("Go to this element"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->jump), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Go to this element"),
                                  -1);
  g_signal_connect (self->jump, "clicked", G_CALLBACK (jump_clicked), self);
  gtk_box_append (GTK_BOX (row), self->button);
  gtk_box_append (GTK_BOX (row), self->jump);
  gtk_box_append (GTK_BOX (self), row);
}

static void
dispose (GObject *object)
{
  MwReferenceEditor *self = MW_REFERENCE_EDITOR (object);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  G_OBJECT_CLASS (mw_reference_editor_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_array_unref (MW_REFERENCE_EDITOR (object)->ids);
  G_OBJECT_CLASS (mw_reference_editor_parent_class)->finalize (object);
}

static void
mw_reference_editor_class_init (MwReferenceEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
}

static void
mw_reference_editor_init (MwReferenceEditor *self)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (MwId));
}
