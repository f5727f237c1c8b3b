/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/catalogue-editor.h"
#include "ui/drop-down-search.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"
#include "ui/operations/pick-list.h"

struct _MwCatalogueEditor {
  MwFieldEditor parent_instance;
  const MwNames *names;
  GtkWidget *button, *label;
  GtkWidget *list; /* MwPickList of the names; NULL until first opened */
};

G_DEFINE_FINAL_TYPE (MwCatalogueEditor, mw_catalogue_editor, MW_TYPE_FIELD_EDITOR)

/* --- Words ---------------------------------------------------------------------------------------------------------- */

static char *
number_text (MwFieldEditor *editor, guint32 value)
{
  return mw_field_editor_get_value_type (editor) == MW_TYPE_I32 ? g_strdup_printf ("%d", (gint32) value)
                                                                : g_strdup_printf ("%u", value);
}

/* "Stand (0)"; for bones only the name, because their numbers are checksums. Free with g_free(). */
static char *
row_text (MwCatalogueEditor *self, const MwName *name)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  if (mw_field_editor_get_field (editor)->catalogue == MW_CATALOGUE_BONE_NAME)
    return g_strdup (mw_ui_label (name->label));
  g_autofree char *number = number_text (editor, name->value);
  return g_strdup_printf ("%s (%s)", mw_ui_label (name->label), number);
}

static char *
value_text (MwCatalogueEditor *self, guint32 value)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  const MwName *name = mw_names_find_value (self->names, value);
  if (name)
    return row_text (self, name);
  if (mw_field_editor_get_value_type (editor) == MW_TYPE_I32 && value == G_MAXUINT32)
    return g_strdup (_ ("None (-1)"));
  if (mw_field_editor_get_field (editor)->catalogue == MW_CATALOGUE_BONE_NAME)
    return g_strdup_printf (_ ("Unknown name (%08X)"), value);
  return number_text (editor, value);
}

/* --- The list ------------------------------------------------------------------------------------------------------- */

static void
set_value (MwCatalogueEditor *self, const char *text)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
  mw_field_editor_commit_text (MW_FIELD_EDITOR (self), text);
}

static void
picked (MwPickList *list, guint index, MwCatalogueEditor *self)
{
  g_autofree char *value = number_text (MW_FIELD_EDITOR (self), self->names->names[index].value);
  set_value (self, value);
}

/* Enter in the search: a typed number becomes the value, whether it has a name or not. */
static gboolean
entered (MwPickList *list, const char *typed, MwCatalogueEditor *self)
{
  gint64 number;
  if (!g_ascii_string_to_signed (typed, 10, G_MININT32, G_MAXUINT32, &number, NULL))
    return FALSE;
  g_autofree char *value = g_strdup (typed);
  set_value (self, value);
  return TRUE;
}

static void
opened (GtkWidget *popover, MwCatalogueEditor *self)
{
  guint32 value = mw_field_editor_get_word (MW_FIELD_EDITOR (self), 0);
  guint marked = 0;
  while (marked < self->names->n && self->names->names[marked].value != value)
    marked++;
  mw_pick_list_begin (MW_PICK_LIST (self->list), marked);
}

static void
create_popover (GtkMenuButton *button, gpointer data)
{
  MwCatalogueEditor *self = data;
  if (self->list)
    return;
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->names->n; i++)
    g_ptr_array_add (rows, row_text (self, &self->names->names[i]));
  g_ptr_array_add (rows, NULL);
  self->list = mw_pick_list_new (mw_field_editor_get_label (MW_FIELD_EDITOR (self)));
  mw_pick_list_set_names (MW_PICK_LIST (self->list), (const char *const *) rows->pdata);
  g_object_set (mw_pick_list_get_search (MW_PICK_LIST (self->list)), "placeholder-text", _ ("Name or number"), NULL);
  g_signal_connect (self->list, "picked", G_CALLBACK (picked), self);
  g_signal_connect (self->list, "entered", G_CALLBACK (entered), self);
  GtkWidget *popover = gtk_popover_new ();
  mw_popover_keep_inside (GTK_POPOVER (popover));
  gtk_popover_set_child (GTK_POPOVER (popover), self->list);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  g_signal_connect (popover, "map", G_CALLBACK (opened), self);
  gtk_menu_button_set_popover (button, popover);
}

/* --- The editor ----------------------------------------------------------------------------------------------------- */

static void
refresh (MwFieldEditor *editor)
{
  MwCatalogueEditor *self = MW_CATALOGUE_EDITOR (editor);
  g_autofree char *text = mw_field_editor_differs (editor, -1)
                            ? g_strdup (mw_field_editor_several ())
                            : value_text (self, mw_field_editor_get_word (editor, 0));
  gtk_label_set_text (GTK_LABEL (self->label), text);
  g_autofree char *name = g_strdup_printf ("%s: %s", mw_field_editor_get_label (editor), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
build (MwFieldEditor *editor)
{
  MwCatalogueEditor *self = MW_CATALOGUE_EDITOR (editor);
  const MwField *field = mw_field_editor_get_field (editor);
  self->names = mw_field_editor_get_names (editor);
  self->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  mw_label_ellipsize (self->label, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->label, TRUE);
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append (GTK_BOX (content), self->label);
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("pan-down-symbolic"));
  self->button = gtk_menu_button_new ();
  mw_menu_button_set_content (GTK_MENU_BUTTON (self->button), content);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->button), create_popover, self, NULL);
  gtk_widget_set_sensitive (self->button, !field->read_only);
  gtk_box_append (GTK_BOX (self), self->button);
}

static void
mw_catalogue_editor_class_init (MwCatalogueEditorClass *klass)
{
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
}

static void
mw_catalogue_editor_init (MwCatalogueEditor *self)
{}
