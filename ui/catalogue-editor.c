/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/catalogue-editor.h"
#include "ui/drop-down-search.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <string.h>

struct _MwCatalogueEditor {
  MwFieldEditor parent_instance;
  const MwNames *names;
  GtkWidget *button, *label, *search, *list;
  GtkStringFilter *filter; /* of the list, which has them once it is there */
  GtkSingleSelection *selection;
};

G_DEFINE_FINAL_TYPE (MwCatalogueEditor, mw_catalogue_editor, MW_TYPE_FIELD_EDITOR)

/* --- Words ---------------------------------------------------------------------------------------------------------- */

static char *
number_text (MwFieldEditor *editor, guint32 value)
{
  return mw_field_editor_get_value_type (editor) == MW_TYPE_I32 ? g_strdup_printf ("%d", (gint32) value)
                                                                : g_strdup_printf ("%u", value);
}

/* "Stand (0)"; of bones, whose numbers say nothing to anybody, the name alone. */
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
commit (MwCatalogueEditor *self, const char *text)
{
  MwFieldEditor *editor = MW_FIELD_EDITOR (self);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
  if (!mw_field_editor_get_record (editor))
    return;
  MwTarget target = mw_field_editor_get_target (editor);
  mw_field_editor_commit (editor, &target, text);
}

static void
row_activated (GtkListView *list, guint position, MwCatalogueEditor *self)
{
  g_autoptr (GtkStringObject) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  const char *text = row ? gtk_string_object_get_string (row) : NULL;
  for (guint i = 0; text && i < self->names->n; i++) {
    g_autofree char *known = row_text (self, &self->names->names[i]);
    if (strcmp (known, text) != 0)
      continue;
    g_autofree char *value = number_text (MW_FIELD_EDITOR (self), self->names->names[i].value);
    commit (self, value);
    return;
  }
}

static void
search_changed (GtkSearchEntry *entry, MwCatalogueEditor *self)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (entry));
  gtk_string_filter_set_search (self->filter, typed);
  mw_search_mark (self->selection, typed);
  guint marked = gtk_single_selection_get_selected (self->selection);
  if (marked != GTK_INVALID_LIST_POSITION && gtk_widget_get_mapped (self->list))
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", marked);
}

static void
search_activated (GtkSearchEntry *entry, MwCatalogueEditor *self)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (entry));
  gint64 number;
  if (g_ascii_string_to_signed (typed, 10, G_MININT32, G_MAXUINT32, &number, NULL)) {
    g_autofree char *value = g_strdup (typed);
    commit (self, value);
    return;
  }
  /* What was typed last may not have been looked for yet. */
  search_changed (entry, self);
  guint marked = gtk_single_selection_get_selected (self->selection);
  if (marked != GTK_INVALID_LIST_POSITION)
    row_activated (GTK_LIST_VIEW (self->list), marked, self);
}

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_item_set_child (item, label);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

static void
mark_value (MwCatalogueEditor *self)
{
  g_autofree char *text = value_text (self, mw_field_editor_get_word (MW_FIELD_EDITOR (self), 0));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->selection)); i++) {
    g_autoptr (GtkStringObject) row = g_list_model_get_item (G_LIST_MODEL (self->selection), i);
    if (strcmp (gtk_string_object_get_string (row), text) == 0)
      gtk_single_selection_set_selected (self->selection, i);
  }
}

static gboolean
focus_search (gpointer data)
{
  MwCatalogueEditor *self = data;
  if (self->search && gtk_widget_get_mapped (self->search))
    gtk_widget_grab_focus (self->search);
  if (self->list && gtk_widget_get_mapped (self->list))
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u",
                                gtk_single_selection_get_selected (self->selection));
  return G_SOURCE_REMOVE;
}

static void
opened (GtkWidget *popover, MwCatalogueEditor *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_string_filter_set_search (self->filter, NULL);
  mark_value (self);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, focus_search, g_object_ref (self), g_object_unref);
}

static void
create_popover (GtkMenuButton *button, gpointer data)
{
  MwCatalogueEditor *self = data;
  if (self->search)
    return;
  g_autoptr (GtkStringList) rows = gtk_string_list_new (NULL);
  for (guint i = 0; i < self->names->n; i++) {
    g_autofree char *text = row_text (self, &self->names->names[i]);
    gtk_string_list_append (rows, text);
  }
  self->filter = gtk_string_filter_new (gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  gtk_string_filter_set_match_mode (self->filter, GTK_STRING_FILTER_MATCH_MODE_SUBSTRING);
  GtkFilterListModel *filtered = gtk_filter_list_model_new (G_LIST_MODEL (g_steal_pointer (&rows)),
                                                            GTK_FILTER (self->filter));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (filtered));
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (self->list), TRUE);
  g_signal_connect (self->list, "activate", G_CALLBACK (row_activated), self);
  const char *label = mw_ui_label (mw_field_editor_get_field (MW_FIELD_EDITOR (self))->label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Name or number"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search"), -1);
  g_signal_connect (self->search, "search-changed", G_CALLBACK (search_changed), self);
  g_signal_connect (self->search, "activate", G_CALLBACK (search_activated), self);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 320);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (box), self->search);
  gtk_box_append (GTK_BOX (box), scrolled);
  GtkWidget *popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (popover), box);
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
  g_autofree char *name = g_strdup_printf ("%s: %s", mw_ui_label (mw_field_editor_get_field (editor)->label), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
build (MwFieldEditor *editor)
{
  MwCatalogueEditor *self = MW_CATALOGUE_EDITOR (editor);
  const MwField *field = mw_field_editor_get_field (editor);
  self->names = mw_schema_names (mw_field_editor_get_schema (editor), field);
  self->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->label, TRUE);
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append (GTK_BOX (content), self->label);
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("pan-down-symbolic"));
  self->button = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->button), content);
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

GtkMenuButton *
mw_catalogue_editor_get_button (MwCatalogueEditor *self)
{
  return GTK_MENU_BUTTON (self->button);
}

GtkEditable *
mw_catalogue_editor_get_search (MwCatalogueEditor *self)
{
  return self->search ? GTK_EDITABLE (self->search) : NULL;
}
