/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/sequence-list-editor.h"
#include "core/edit/operations/sequences/sequence-names.h"
#include "core/model/aspects.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/inspector/text-editor.h"
#include "ui/widgets.h"

struct _MwSequenceListEditor {
  MwFieldEditor parent_instance;
  GtkWidget *count, *scrolled, *box;
  MwSourceReader *reader; /* of the other model; or NULL */
  guint filled;           /* serial of the model of which the rows are */
  MwId current;           /* the sequence that the user looked at last; 0: none */
};

G_DEFINE_FINAL_TYPE (MwSequenceListEditor, mw_sequence_list_editor, MW_TYPE_FIELD_EDITOR)

static guint current_signal;

static const MwModel *
model_of (MwSequenceListEditor *self)
{
  const MwTransferSource *source = self->reader ? mw_source_reader_get (self->reader) : NULL;
  return source ? mw_transfer_source_model (source) : NULL;
}

static const MwList *
sequences_of (MwSequenceListEditor *self)
{
  const MwModel *model = model_of (self);
  return model ? mw_model_sequences (model) : NULL;
}

static const char *
text_of (MwSequenceListEditor *self)
{
  const guint8 *at = mw_field_editor_get_value (MW_FIELD_EDITOR (self));
  const char *text = at ? *(char *const *) (gconstpointer) at : NULL;
  return text ? text : "";
}

/* The sequences that the text names, without an error for one that is wrong. Free with g_ptr_array_unref(). */
static GPtrArray *
chosen_of (MwSequenceListEditor *self)
{
  return sequences_of (self) ? mw_sequences_named (model_of (self), text_of (self), "", NULL) : NULL;
}

static guint
row_of (gpointer check)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "row"));
}

/* A chosen row that is worked with is the one to show. */
static void
look_at (MwSequenceListEditor *self, guint row)
{
  g_autoptr (GPtrArray) chosen = chosen_of (self);
  const MwRecord *sequence = chosen && row < sequences_of (self)->n ? sequences_of (self)->items[row] : NULL;
  if (!sequence || sequence->id == self->current || !g_ptr_array_find (chosen, sequence, NULL))
    return;
  self->current = sequence->id;
  g_signal_emit (self, current_signal, 0);
}

/* The marked sequences by number, because names may be there twice. None marked: all. */
static void
toggled (GtkCheckButton *button, MwSequenceListEditor *self)
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
  look_at (self, row_of (button));
}

static void
focused (GtkEventControllerFocus *focus, MwSequenceListEditor *self)
{
  look_at (self, row_of (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (focus))));
}

static void
fill (MwSequenceListEditor *self)
{
  const MwList *sequences = sequences_of (self);
  mw_box_clear (self->box);
  for (uint32_t i = 0; sequences && i < sequences->n; i++) {
    const MwSequenceAspect aspect = mw_sequence_aspect (model_of (self), sequences->items[i]);
    const gboolean absent = aspect.not_loaded || mw_sequence_aspect (model_of (self), aspect.plays).not_loaded;
    g_autofree char *title = mw_ui_record_title (sequences->items[i]);
    g_autofree char *text = absent ? g_strdup_printf (_ ("%s · its file was not found"), title) : g_strdup (title);
    GtkWidget *check = gtk_check_button_new_with_label (text);
    GtkEventController *focus = gtk_event_controller_focus_new ();
    g_object_set_data (G_OBJECT (check), "row", GUINT_TO_POINTER (i));
    g_signal_connect (check, "toggled", G_CALLBACK (toggled), self);
    g_signal_connect (focus, "enter", G_CALLBACK (focused), self);
    gtk_widget_add_controller (check, focus);
    gtk_box_append (GTK_BOX (self->box), check);
  }
}

guint
mw_sequence_list_editor_find (MwSequenceListEditor *self, MwId sequence, guint *at)
{
  g_autoptr (GPtrArray) chosen = chosen_of (self);
  for (*at = 0; chosen && *at < chosen->len; (*at)++)
    if (((const MwRecord *) chosen->pdata[*at])->id == sequence)
      return chosen->len;
  return 0;
}

const MwRecord *
mw_sequence_list_editor_get_current (MwSequenceListEditor *self)
{
  guint at;
  g_autoptr (GPtrArray) chosen = chosen_of (self);
  const gboolean there = chosen && mw_sequence_list_editor_find (self, self->current, &at);
  return chosen && chosen->len ? chosen->pdata[there ? at : 0] : NULL;
}

static void
refresh (MwFieldEditor *editor)
{
  MwSequenceListEditor *self = MW_SEQUENCE_LIST_EDITOR (editor);
  const guint serial = self->reader ? mw_source_reader_get_serial (self->reader) : 0;
  if (serial != self->filled) {
    self->filled = serial;
    self->current = 0;
    fill (self);
  }
  const MwList *sequences = sequences_of (self);
  g_autoptr (GPtrArray) chosen = *text_of (self) ? chosen_of (self) : NULL;
  guint i = 0;
  for (GtkWidget *check = gtk_widget_get_first_child (self->box); check;
       check = gtk_widget_get_next_sibling (check), i++)
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                                 chosen && g_ptr_array_find (chosen, sequences->items[i], NULL));
  g_autofree char *count = !sequences ? g_strdup (self->reader ? mw_source_reader_why (self->reader) : "")
                           : chosen
                             ? g_strdup_printf (ngettext ("%u of %u sequence", "%u of %u sequences", sequences->n),
                                                chosen->len, sequences->n)
                             : g_strdup_printf (ngettext ("All: %u sequence", "All: %u sequences", sequences->n),
                                                sequences->n);
  gtk_label_set_text (GTK_LABEL (self->count), count);
  mw_widget_set_css_class (self->count, "warning", self->reader && mw_source_reader_get_error (self->reader));
  gtk_widget_set_visible (self->scrolled, sequences != NULL);
}

static void
build (MwFieldEditor *editor)
{
  enum { MOST_HEIGHT = 132 };
  MwSequenceListEditor *self = MW_SEQUENCE_LIST_EDITOR (editor);
  self->count = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->count), 0);
  gtk_label_set_wrap (GTK_LABEL (self->count), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->count), PANGO_WRAP_WORD_CHAR);
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
  g_clear_object (&self->reader);
  G_OBJECT_CLASS (mw_sequence_list_editor_parent_class)->finalize (object);
}

static void
mw_sequence_list_editor_class_init (MwSequenceListEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  MW_FIELD_EDITOR_CLASS (klass)->build = build;
  MW_FIELD_EDITOR_CLASS (klass)->refresh = refresh;
  current_signal = g_signal_new ("current-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
mw_sequence_list_editor_init (MwSequenceListEditor *self)
{}

void
mw_sequence_list_editor_set_reader (MwSequenceListEditor *self, MwSourceReader *reader)
{
  g_set_object (&self->reader, reader);
}
