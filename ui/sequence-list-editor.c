/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/sequence-list-editor.h"
#include "core/edit/operations/transfer/bone-map.h"
#include "core/edit/operations/sequences/sequence-names.h"
#include "core/model/titles.h"
#include "ui/file-editor.h"
#include "ui/i18n.h"
#include "ui/text-editor.h"
#include "ui/widgets.h"

struct _MwSequenceListEditor {
  MwFieldEditor parent_instance;
  GtkWidget *count, *scrolled, *box;
  char *path; /* of the file that is shown; NULL: none */
  MwBoneMap *source;
};

G_DEFINE_FINAL_TYPE (MwSequenceListEditor, mw_sequence_list_editor, MW_TYPE_FIELD_EDITOR)

static const MwList *
sequences_of (MwSequenceListEditor *self)
{
  const MwModel *model = self->source ? mw_bone_map_source (self->source) : NULL;
  return model ? mw_record_list (&model->record, mw_schema_part (model->record.schema, MW_PART_SEQUENCES)) : NULL;
}

static const char *
text_of (MwSequenceListEditor *self)
{
  const guint8 *at = mw_field_editor_get_value (MW_FIELD_EDITOR (self));
  const char *text = at ? *(char *const *) (gconstpointer) at : NULL;
  return text ? text : "";
}

/* The marked sequences by number, because names may be there twice. None marked: all. */
static void
toggled (GtkCheckButton *unused, MwSequenceListEditor *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint i = 0;
  if (mw_field_editor_is_refreshing (MW_FIELD_EDITOR (self)))
    return;
  for (GtkWidget *check = gtk_widget_get_first_child (self->box); check;
       check = gtk_widget_get_next_sibling (check), i++)
    if (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)))
      g_string_append_printf (text, "%s%u", text->len ? "; " : "", i);
  mw_text_editor_commit (MW_FIELD_EDITOR (self), text->str);
}

static void
fill (MwSequenceListEditor *self)
{
  const MwList *sequences = sequences_of (self);
  mw_box_clear (self->box);
  for (uint32_t i = 0; sequences && i < sequences->n; i++) {
    g_autofree char *title = mw_record_title (sequences->items[i]);
    GtkWidget *check = gtk_check_button_new_with_label (title);
    g_signal_connect (check, "toggled", G_CALLBACK (toggled), self);
    gtk_box_append (GTK_BOX (self->box), check);
  }
}

static void
load (MwSequenceListEditor *self)
{
  MwRecord *params = mw_field_editor_get_record (MW_FIELD_EDITOR (self));
  const char *path = params ? mw_file_editor_path_in (params) : NULL;
  if (g_strcmp0 (path, self->path) == 0)
    return;
  g_free (self->path);
  self->path = g_strdup (path);
  g_clear_pointer (&self->source, mw_bone_map_free);
  if (path)
    self->source = mw_bone_map_open (mw_field_editor_get_document (MW_FIELD_EDITOR (self)), path, NULL);
  fill (self);
}

static void
refresh (MwFieldEditor *editor)
{
  MwSequenceListEditor *self = MW_SEQUENCE_LIST_EDITOR (editor);
  load (self);
  const MwList *sequences = sequences_of (self);
  const char *text = text_of (self);
  g_autoptr (GPtrArray)
    chosen = sequences && *text ? mw_sequences_named (mw_bone_map_source (self->source), text, "", NULL) : NULL;
  guint i = 0;
  for (GtkWidget *check = gtk_widget_get_first_child (self->box); check;
       check = gtk_widget_get_next_sibling (check), i++)
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                                 chosen && g_ptr_array_find (chosen, sequences->items[i], NULL));
  g_autofree char *count = !sequences ? g_strdup (_ ("Choose a file first"))
                           : chosen
                             ? g_strdup_printf (ngettext ("%u of %u sequence", "%u of %u sequences", sequences->n),
                                                chosen->len, sequences->n)
                             : g_strdup_printf (ngettext ("All: %u sequence", "All: %u sequences", sequences->n),
                                                sequences->n);
  gtk_label_set_text (GTK_LABEL (self->count), count);
  gtk_widget_set_visible (self->scrolled, sequences != NULL);
}

static void
build (MwFieldEditor *editor)
{
  enum { MOST_HEIGHT = 132 };
  MwSequenceListEditor *self = MW_SEQUENCE_LIST_EDITOR (editor);
  self->count = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->count), 0);
  gtk_widget_add_css_class (self->count, "dim-label");
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scrolled), MOST_HEIGHT);
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (self->scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->box);
  gtk_box_append (GTK_BOX (editor), self->count);
  gtk_box_append (GTK_BOX (editor), self->scrolled);
}

static void
finalize (GObject *object)
{
  MwSequenceListEditor *self = MW_SEQUENCE_LIST_EDITOR (object);
  g_free (self->path);
  g_clear_pointer (&self->source, mw_bone_map_free);
  G_OBJECT_CLASS (mw_sequence_list_editor_parent_class)->finalize (object);
}

static void
mw_sequence_list_editor_class_init (MwSequenceListEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
}

static void
mw_sequence_list_editor_init (MwSequenceListEditor *self)
{}
