/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/reference-editor.h"
#include "ui/drop-down-search.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <string.h>

struct _MwReferenceEditor {
  MwFieldEditor parent_instance;
  GtkWidget *button, *title, *icon, *jump, *popover, *search;
  GtkStringList *names; /* the first is "None" */
  GArray *ids;          /* MwId beside names */
  GtkFilterListModel *filtered;
  GtkSingleSelection *selection;
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

/* The records that it may point to. */
static const MwList *
candidates (MwReferenceEditor *self)
{
  const MwField *field = mw_field_editor_get_field (MW_FIELD_EDITOR (self));
  MwModel *model = model_of (self);
  const MwField *list = field->refers ? mw_schema_field (model->record.schema, field->refers) : NULL;
  return list ? mw_record_list (&model->record, list) : NULL;
}

static void
fill (MwReferenceEditor *self)
{
  const MwList *list = candidates (self);
  guint n = list ? list->n : 0;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  MwId none = 0;
  g_array_set_size (self->ids, 0);
  g_array_append_val (self->ids, none);
  g_ptr_array_add (names, g_strdup (_ ("None")));
  for (guint i = 0; i < n; i++) {
    g_ptr_array_add (names, mw_ui_record_title (list->items[i]));
    g_array_append_val (self->ids, list->items[i]->id);
  }
  g_ptr_array_add (names, NULL);
  gtk_string_list_splice (self->names, 0, g_list_model_get_n_items (G_LIST_MODEL (self->names)),
                          (const char *const *) names->pdata);
}

static gboolean
set_reference (MwReferenceEditor *self, MwId id)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  MwRecord *record = id ? mw_model_find (model_of (self), id) : NULL;
  if (!mw_field_editor_get_record (editor))
    return FALSE;
  g_autofree char *path = record ? mw_record_path (record) : g_strdup ("none");
  MwTarget target = mw_field_editor_get_target (editor);
  return mw_field_editor_commit (editor, &target, path);
}

/* The filtered list holds the strings of the whole one, so a row is found again by identity. */
static void
activated (GtkListView *view, guint position, MwReferenceEditor *self)
{
  g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  for (guint i = 0; item && i < self->ids->len; i++) {
    g_autoptr (GObject) other = g_list_model_get_item (G_LIST_MODEL (self->names), i);
    if (other == item) {
      set_reference (self, g_array_index (self->ids, MwId, i));
      return;
    }
  }
}

static void
search_activated (GtkSearchEntry *search, MwReferenceEditor *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);
  if (position != GTK_INVALID_LIST_POSITION)
    activated (NULL, position, self);
}

static void
search_changed (GtkEditable *search, MwReferenceEditor *self)
{
  mw_search_mark (self->selection, gtk_editable_get_text (search));
}

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  GtkStringObject *name = gtk_list_item_get_item (item);
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), gtk_string_object_get_string (name));
}

static void
make_popover (MwReferenceEditor *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkStringFilter *filter = gtk_string_filter_new (
    gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  self->filtered = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->names)), GTK_FILTER (filter));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->filtered));
  self->search = gtk_search_entry_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search"), -1);
  g_object_bind_property (self->search, "text", filter, "search", G_BINDING_DEFAULT);
  g_signal_connect (self->search, "changed", G_CALLBACK (search_changed), self);
  g_signal_connect (self->search, "activate", G_CALLBACK (search_activated), self);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  GtkWidget *view = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (view), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  mw_ui_label (mw_field_editor_get_field (MW_FIELD_EDITOR (self))->label), -1);
  g_signal_connect (view, "activate", G_CALLBACK (activated), self);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 320);
  gtk_widget_set_size_request (scrolled, 240, -1);
  gtk_box_append (GTK_BOX (box), self->search);
  gtk_box_append (GTK_BOX (box), scrolled);
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  gtk_widget_set_parent (self->popover, self->button);
}

void
mw_reference_editor_open (MwReferenceEditor *self)
{
  fill (self);
  if (!self->popover)
    make_popover (self);
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  MwRef ref = ref_of (MW_FIELD_EDITOR (self));
  for (guint i = 0; i < self->ids->len; i++)
    if (g_array_index (self->ids, MwId, i) == ref.id)
      gtk_single_selection_set_selected (self->selection, i);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

GListModel *
mw_reference_editor_get_names (MwReferenceEditor *self)
{
  return G_LIST_MODEL (self->names);
}

gboolean
mw_reference_editor_pick (MwReferenceEditor *self, const char *name)
{
  for (guint i = 0; self->selection && i < g_list_model_get_n_items (G_LIST_MODEL (self->selection)); i++) {
    g_autoptr (GtkStringObject) item = g_list_model_get_item (G_LIST_MODEL (self->selection), i);
    if (strcmp (gtk_string_object_get_string (item), name) == 0) {
      activated (NULL, i, self);
      return mw_field_editor_get_error (MW_FIELD_EDITOR (self)) == NULL;
    }
  }
  return FALSE;
}

const char *
mw_reference_editor_get_title (MwReferenceEditor *self)
{
  return gtk_label_get_text (GTK_LABEL (self->title));
}

static void
button_clicked (GtkButton *button, MwReferenceEditor *self)
{
  mw_reference_editor_open (self);
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
                                                    : g_strdup_printf (_ ("Points nowhere: %u"), ref.raw);
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_widget_set_visible (self->icon, target != NULL);
  if (target)
    gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), mw_ui_icon (target->schema));
  if (target)
    gtk_widget_remove_css_class (self->title, "dim-label");
  else
    gtk_widget_add_css_class (self->title, "dim-label");
  gtk_widget_set_sensitive (self->jump, target != NULL);
  gtk_widget_set_sensitive (self->button, mw_field_editor_get_value (editor) != NULL);
  /* The name of the button says both what it is of and what it says. */
  g_autofree char *name = g_strdup_printf ("%s: %s", mw_ui_label (mw_field_editor_get_field (editor)->label), title);
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
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
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
  gtk_widget_set_tooltip_text (self->jump, _ ("Go to it"));
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
  g_clear_object (&self->names);
  g_clear_object (&self->selection);
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
  self->names = gtk_string_list_new (NULL);
}
