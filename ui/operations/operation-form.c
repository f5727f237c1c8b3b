/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/operations/operation-form.h"
#include "core/edit/operations/sequences/sequence-names.h"
#include "ui/inspector/bone-map-editor.h"
#include "ui/edit.h"
#include "ui/document/effect-text.h"
#include "ui/inspector/field-editor.h"
#include "ui/inspector/file-editor.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/operations/last-values.h"
#include "ui/operations/missed-list.h"
#include "ui/operations/pick-list.h"
#include "ui/inspector/sequence-list-editor.h"
#include "ui/operations/trial.h"
#include "ui/document/typed-text.h"
#include "ui/inspector/value-entry.h"
#include "ui/widgets.h"

#include <string.h>

struct _MwOperationForm {
  GtkBox parent_instance;
  MwDocument *document;
  const MwOperation *operation;
  GArray *ids; /* MwId: the records to operate on */
  MwRecord *params;
  MwOperationRun run;
  gpointer data;
  gboolean adjusting;    /* each change runs the operation */
  const MwField *listed; /* the parameter that is picked from the list, or NULL */
  GtkWidget *list;
  gboolean filled;    /* it began with values for these records or this view */
  gboolean marked;    /* the user has marked a choice of the list */
  GArray *listed_ids; /* MwId of each name of the list, if it has records; 0: none */
  GPtrArray *editors; /* MwFieldEditor */
  GtkWidget *error;
  GtkWidget *effect;      /* what the button would change */
  GtkWidget *body;        /* the parameters; or NULL: they are in the form itself */
  GtkWidget *popover;     /* contains the form; or NULL */
  gboolean docked;        /* it is open beside the views, and not in a popover */
  MwSourceReader *reader; /* of the other model that the parameters name; or NULL */
  GtkWidget *missed;      /* what of that model does not come along; or NULL */
  GtkWidget *progress;    /* of a slow preview */
  guint preview;          /* source of the next preview; 0: none is due */
  MwTrial *trial;         /* a slow preview that is being computed; or NULL */
  guint poll;             /* source that checks whether it is done */
  gint64 slow_since;      /* when it began */
  gboolean previewing;    /* the open transaction of the document is the preview of this form */
  gboolean whole;         /* ... and is all that the operation does with these parameters */
  guint64 generation;     /* of the document, when that was so */
};

G_DEFINE_FINAL_TYPE (MwOperationForm, mw_operation_form, GTK_TYPE_BOX)

static guint changed_signal, beside_signal, closed_signal;

static gboolean
is_in_place (MwOperationForm *self)
{
  return self->operation->ask == MW_ASK_IN_PLACE;
}

/* --- Running -------------------------------------------------------------------------------------------------------- */

static void
show_error (MwOperationForm *self, const GError *error)
{
  g_autofree char *text = error ? mw_ui_refusal (self->document, error) : NULL;
  gtk_label_set_text (GTK_LABEL (self->error), text ? text : "");
  gtk_widget_set_visible (self->error, text != NULL);
}

/* --- Preview -------------------------------------------------------------------------------------------------------- */

static gboolean
is_open (MwOperationForm *self)
{
  return self->docked ? gtk_widget_get_mapped (GTK_WIDGET (self))
                      : self->popover && gtk_widget_get_mapped (self->popover);
}

/* Whether the model previews what the button, or picking the marked choice, would do. Forms in place have no preview,
 * because they run the operation at once. */
static gboolean
has_preview (MwOperationForm *self)
{
  /* An entry may commit its text while the popover closes. */
  return (!self->listed || self->marked) && !is_in_place (self) && self->operation->run && is_open (self)
         && (!self->reader || (mw_file_editor_path_in (self->params) && !mw_source_reader_is_reading (self->reader)));
}

/* What is shown of the other model, or of the result, may be another now. */
static void
tell_beside (MwOperationForm *self)
{
  if (self->reader)
    g_signal_emit (self, beside_signal, 0);
}

/* What the transaction that is open now has done. */
static void
set_whole (MwOperationForm *self, gboolean whole)
{
  self->whole = whole;
  self->generation = mw_document_get_generation (self->document);
  tell_beside (self);
}

static gboolean
has_whole_preview (MwOperationForm *self)
{
  return self->previewing && self->whole && !self->preview && !self->trial && mw_document_is_open (self->document)
         && mw_document_get_generation (self->document) == self->generation;
}

/* Stops the preview that is being computed. */
static void
abandon (MwOperationForm *self)
{
  g_clear_handle_id (&self->poll, g_source_remove);
  g_clear_pointer (&self->trial, mw_trial_free);
  if (self->progress)
    gtk_widget_set_visible (self->progress, FALSE);
}

static void
end_preview (MwOperationForm *self)
{
  g_clear_handle_id (&self->preview, g_source_remove);
  abandon (self);
  const gboolean shown = self->previewing && mw_document_is_open (self->document);
  self->previewing = FALSE;
  if (shown)
    mw_document_cancel (self->document);
  set_whole (self, FALSE);
}

static void
show_effect (MwOperationForm *self, const GError *error)
{
  g_autofree char *effect = error ? NULL : mw_effect_text (self->document);
  g_autofree char *refusal = error ? mw_ui_refusal (self->document, error) : NULL;
  g_autofree char *text = effect ? g_strdup_printf (_ ("Preview: %s."), effect)
                          : g_error_matches (error, MW_ERROR, MW_ERROR_NOTHING)
                            ? g_strdup_printf (_ ("%s."), refusal)
                            : g_strdup_printf (_ ("Nothing to do: %s"),
                                               refusal ? refusal : _ ("nothing would change."));
  g_autofree char *capitalized = mw_ui_capitalized (text);
  gtk_label_set_text (GTK_LABEL (self->effect), capitalized);
  /* The text may need more lines than before. */
  if (self->popover)
    gtk_popover_present (GTK_POPOVER (self->popover));
}

/* Shows the progress of the slow preview, and its effect when it is done. */
static gboolean
poll_trial (gpointer data)
{
  enum { SHOWN_US = 500000 };
  MwOperationForm *self = data;
  g_autoptr (GError) error = NULL;
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), mw_trial_get_fraction (self->trial));
  gtk_widget_set_visible (self->progress, g_get_monotonic_time () - self->slow_since > SHOWN_US);
  if (!mw_trial_is_done (self->trial))
    return G_SOURCE_CONTINUE;
  self->poll = 0;
  if (self->previewing && mw_document_is_open (self->document)) {
    gboolean ok = mw_trial_take (self->trial, self->document, &error);
    show_effect (self, error);
    mw_document_update (self->document);
    abandon (self);
    set_whole (self, ok);
  }
  abandon (self);
  return G_SOURCE_REMOVE;
}

/* A worker computes the preview, so that the form stays responsive. */
static void
begin_slow_preview (MwOperationForm *self)
{
  enum { POLL_MS = 30 };
  self->trial = mw_trial_begin (self->document, self->operation, (const MwId *) self->ids->data, self->ids->len,
                                self->params);
  self->slow_since = g_get_monotonic_time ();
  self->poll = g_timeout_add (POLL_MS, poll_trial, self);
  gtk_label_set_text (GTK_LABEL (self->effect), _ ("The preview is being computed…"));
}

/* Runs the operation inside a transaction that stays open. The changes of the previous preview are reverted first. */
static gboolean
show_preview (gpointer data)
{
  MwOperationForm *self = data;
  g_autoptr (GError) error = NULL;
  self->preview = 0;
  abandon (self);
  if (!has_preview (self))
    return G_SOURCE_REMOVE;
  g_autofree char *label = mw_ui_operation_label (self->document, self->operation, (const MwId *) self->ids->data,
                                                  self->ids->len);
  if (self->previewing && !mw_document_is_open (self->document))
    self->previewing = FALSE; /* undo has closed it */
  if (self->previewing)
    mw_document_rewind (self->document);
  else
    mw_document_begin (self->document, label);
  self->previewing = TRUE;
  gboolean ok = mw_trial_quick (self->document, self->operation, (const MwId *) self->ids->data, self->ids->len,
                                self->params, mw_trial_patience, &error);
  if (g_error_matches (error, MW_ERROR, MW_ERROR_CANCELLED))
    begin_slow_preview (self);
  else
    show_effect (self, error);
  mw_document_update (self->document);
  set_whole (self, ok);
  return G_SOURCE_REMOVE;
}

/* Several changes before the next frame make one preview. */
static void
ask_for_preview (MwOperationForm *self)
{
  abandon (self);
  self->whole = FALSE;
  if (!has_preview (self))
    end_preview (self);
  else if (!self->preview)
    self->preview = mw_before_frame (show_preview, self);
}

void
mw_operation_form_close (MwOperationForm *self)
{
  if (self->popover)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
  if (self->docked) {
    self->docked = FALSE;
    end_preview (self);
    g_signal_emit (self, closed_signal, 0);
  }
}

/* Reads the other model, if the parameters name another file now or it has changed. Returns whether it did. */
static gboolean
read_source (MwOperationForm *self)
{
  return self->reader && mw_source_reader_set_path (self->reader, mw_file_editor_path_in (self->params));
}

/* The slow preview is what is wanted: waits for it instead of beginning again. Its transaction has changed nothing yet. */
static gboolean
finish_trial (MwOperationForm *self, GError **error)
{
  g_autofree char *what = mw_ui_operation_label (self->document, self->operation, (const MwId *) self->ids->data,
                                                 self->ids->len);
  MwTrial *trial = g_steal_pointer (&self->trial);
  end_preview (self);
  return mw_trial_finish (trial, self->document, what, error);
}

gboolean
mw_operation_form_apply (MwOperationForm *self, GError **error)
{
  if (read_source (self))
    self->whole = FALSE;
  if (has_whole_preview (self)) {
    self->previewing = FALSE;
    mw_document_commit (self->document);
    return TRUE;
  }
  if (self->previewing && self->trial && !self->preview && mw_document_is_open (self->document))
    return finish_trial (self, error);
  end_preview (self);
  return mw_ui_run_operation (self->document, self->operation, (const MwId *) self->ids->data, self->ids->len,
                              self->params, error);
}

static gboolean
run (MwOperationForm *self, GError **error)
{
  g_autoptr (MwOperationForm) keep G_GNUC_UNUSED = g_object_ref (self);
  if (self->reader && mw_source_reader_is_reading (self->reader)) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s", _ ("the file is still being read: wait a moment"));
    return FALSE;
  }
  gboolean ok = self->run (self, self->data, error);
  end_preview (self);
  if (ok && self->operation->params && !self->adjusting)
    mw_last_values_remember (self->operation, self->document, self->params);
  if (ok)
    mw_operation_form_close (self);
  return ok;
}

/* Runs the operation with the changed parameter. If that is refused, the form says why and keeps the value. */
static void
adjust (MwOperationForm *self)
{
  g_autoptr (GError) error = NULL;
  run (self, &error);
  show_error (self, error);
}

/* What the button and Enter do: commits typed text and runs the operation. FALSE: one of the two was refused. */
static gboolean
confirm (MwOperationForm *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwOperationForm) keep G_GNUC_UNUSED = g_object_ref (self);
  gboolean typed = mw_typed_text_find (GTK_WIDGET (self)) != NULL;
  GtkWidget *refused = mw_typed_text_commit (GTK_WIDGET (self));
  if (refused)
    gtk_widget_grab_focus (refused);
  /* In place, and where each change runs the operation, committing typed text has done so. */
  if (refused || self->adjusting || (typed && is_in_place (self)))
    return !refused;
  gboolean ok = run (self, &error);
  show_error (self, error);
  return ok;
}

static const char *
text_of_role (MwOperationForm *self, MwRole role)
{
  const MwField *field = mw_schema_field_of_role (self->operation->params, role, MW_TYPE_TEXT);
  return field ? mw_text (*(char **) mw_field_at (self->params, field)) : "";
}

/* The model is as it was without the preview, which is computed again afterwards. */
static void
take_back (MwOperationForm *self)
{
  if (self->previewing && mw_document_is_open (self->document))
    mw_document_rewind (self->document);
  self->whole = FALSE;
}

static void
show_missed (MwOperationForm *self)
{
  if (self->missed)
    mw_missed_list_update (MW_MISSED_LIST (self->missed), mw_source_reader_get (self->reader),
                           text_of_role (self, MW_ROLE_SEQUENCE_LIST), text_of_role (self, MW_ROLE_BONE_MAP));
}

/* Editors that list sequences or bones of another model depend on the other parameters. */
static void
refresh_dependents (MwOperationForm *self, MwFieldEditor *changed)
{
  if (self->reader)
    take_back (self);
  for (guint i = 0; i < self->editors->len; i++) {
    MwFieldEditor *editor = self->editors->pdata[i];
    const MwRole role = mw_field_editor_get_field (editor)->role;
    if (editor != changed && (role == MW_ROLE_SEQUENCE_LIST || role == MW_ROLE_BONE_MAP))
      mw_field_editor_refresh (editor);
  }
  show_missed (self);
}

static gboolean
committed (MwFieldEditor *editor, const MwTarget *target, const char *text, gpointer data, GError **error)
{
  MwOperationForm *self = data;
  if (!mw_operation_param_set_target (self->document, target, text, strlen (text), error))
    return FALSE;
  read_source (self);
  mw_field_editor_refresh (editor);
  refresh_dependents (self, editor);
  g_signal_emit (self, changed_signal, 0);
  ask_for_preview (self);
  tell_beside (self);
  if (self->adjusting)
    adjust (self);
  return !is_in_place (self) || run (self, error);
}

/* The editor of a parameter; NULL: it has none, because it is picked from the list. */
static GtkWidget *
editor_of (MwOperationForm *self, const char *name)
{
  for (guint i = 0; i < self->editors->len; i++)
    if (strcmp (mw_field_editor_get_field (self->editors->pdata[i])->name, name) == 0)
      return self->editors->pdata[i];
  return NULL;
}

gboolean
mw_operation_form_set (MwOperationForm *self, const char *name, const char *text, GError **error)
{
  if (!mw_operation_param_set (self->operation, self->document, self->params, name, text, strlen (text), error))
    return FALSE;
  GtkWidget *editor = editor_of (self, name);
  read_source (self);
  if (editor)
    mw_field_editor_refresh (MW_FIELD_EDITOR (editor));
  refresh_dependents (self, (MwFieldEditor *) editor);
  g_signal_emit (self, changed_signal, 0);
  ask_for_preview (self);
  tell_beside (self);
  return TRUE;
}

/* A worker has read the other model. */
static void
source_read (MwOperationForm *self)
{
  refresh_dependents (self, NULL);
  ask_for_preview (self);
  tell_beside (self);
}

/* In an entry, Enter does what the button does; other widgets handle it themselves. */
static gboolean
key_pressed (GtkEventControllerKey *key, guint keyval, guint keycode, GdkModifierType state, MwOperationForm *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter && keyval != GDK_KEY_ISO_Enter) || !focus
      || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self)) || !gtk_widget_get_ancestor (focus, MW_TYPE_VALUE_ENTRY))
    return FALSE;
  confirm (self);
  return TRUE;
}

/* --- The list ------------------------------------------------------------------------------------------------------- */

static const MwNames *
names_of (MwOperationForm *self, const MwField *field)
{
  MwFormat format = mw_document_get_format (self->document);
  const MwNames *names = mw_schema_names_in (self->operation->params, field, format.family, format.version);
  return names && !names->flags && !names->index && field->count == 1 ? names : NULL;
}

/* The parameter that is picked from a list, or NULL if there is no list. */
static const MwField *
find_listed (MwOperationForm *self)
{
  const char *const *required = self->adjusting ? NULL : self->operation->required;
  if (!required || !required[0] || required[1] || is_in_place (self))
    return NULL;
  const MwField *field = mw_schema_field (self->operation->params, required[0]);
  gboolean listed = field->type == MW_TYPE_REF || field->role == MW_ROLE_SIBLING || names_of (self, field);
  return listed ? field : NULL;
}

static GStrv
choices_of (MwOperationForm *self)
{
  const MwRecord *record = self->ids->len ? mw_model_find (mw_document_get_model (self->document),
                                                           g_array_index (self->ids, MwId, 0))
                                          : NULL;
  if (self->listed->role == MW_ROLE_SIBLING)
    return mw_ui_siblings (self->document, record, self->listed_ids);
  if (self->listed->type == MW_TYPE_REF)
    return mw_ui_candidates (self->document, record, self->listed, self->listed_ids);
  const MwNames *names = names_of (self, self->listed);
  g_autoptr (GStrvBuilder) choices = g_strv_builder_new ();
  for (guint i = 0; i < names->n; i++)
    g_strv_builder_add (choices, mw_ui_label (names->names[i].label));
  return g_strv_builder_end (choices);
}

/* The text of a choice. NULL if its record was removed after the list was made. */
static char *
value_of (MwOperationForm *self, guint index)
{
  const MwNames *names = names_of (self, self->listed);
  if (names)
    return g_strdup (names->names[index].name);
  MwId id = index < self->listed_ids->len ? g_array_index (self->listed_ids, MwId, index) : 0;
  const MwRecord *record = id ? mw_model_find (mw_document_get_model (self->document), id) : NULL;
  return record ? mw_record_path (record) : id ? NULL : g_strdup ("none");
}

/* Shows what picking this choice would do. A value that the parameter does not accept is refused only when it is
 * picked. */
static void
marked (MwPickList *list, guint index, MwOperationForm *self)
{
  /* The path of a choice must be the one that it has without the preview. */
  if (self->previewing)
    mw_document_rewind (self->document);
  g_autofree char *value = value_of (self, index);
  if (value && mw_operation_form_set (self, self->listed->name, value, NULL)) {
    self->marked = TRUE;
    ask_for_preview (self);
  }
}

static void
picked (MwPickList *list, guint index, MwOperationForm *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwOperationForm) keep G_GNUC_UNUSED = g_object_ref (self);
  end_preview (self);
  g_autofree char *value = value_of (self, index);
  GtkWidget *refused = mw_typed_text_commit (GTK_WIDGET (self));
  if (refused) {
    gtk_widget_grab_focus (refused);
    return;
  }
  if (self->popover)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
  if (value && mw_operation_form_set (self, self->listed->name, value, &error))
    run (self, &error);
  show_error (self, error);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

/* A line of text below the parameters. */
static GtkWidget *
line_new (const char *css_class)
{
  GtkWidget *line = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (line), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (line), 40);
  gtk_label_set_xalign (GTK_LABEL (line), 0);
  gtk_widget_add_css_class (line, css_class);
  return line;
}

/* What the button would change, and the progress of a slow preview. */
static void
add_effect (MwOperationForm *self)
{
  self->effect = line_new ("dim-label");
  gtk_box_append (GTK_BOX (self), self->effect);
  self->progress = gtk_progress_bar_new ();
  gtk_widget_set_visible (self->progress, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Progress of the preview"), -1);
  gtk_box_append (GTK_BOX (self), self->progress);
}

static GtkWidget *
add_heading (MwOperationForm *self, const char *text)
{
  GtkWidget *heading = gtk_label_new (text);
  gtk_widget_add_css_class (heading, "heading");
  gtk_box_append (GTK_BOX (self), heading);
  return heading;
}

/* Where the parameters are. Those of a form beside the views scroll, so that its buttons stay in sight. */
static void
make_body (MwOperationForm *self)
{
  enum { WIDTH = 420 };
  self->body = GTK_WIDGET (self);
  if (!mw_operation_form_is_beside (self))
    return;
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  self->body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->body);
  /* The tables are as high as they like to be, and not as low as they can. */
  gtk_scrollable_set_vscroll_policy (GTK_SCROLLABLE (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scrolled))),
                                     GTK_SCROLL_NATURAL);
  gtk_widget_set_size_request (scrolled, WIDTH, -1);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_add_css_class (self->body, "beside-body");
  gtk_box_append (GTK_BOX (self), scrolled);
}

/* Editors that show the other model. */
static void
connect_reader (MwOperationForm *self, GtkWidget *editor)
{
  if (MW_IS_BONE_MAP_EDITOR (editor))
    mw_bone_map_editor_set_reader (MW_BONE_MAP_EDITOR (editor), self->reader);
  if (!MW_IS_SEQUENCE_LIST_EDITOR (editor))
    return;
  mw_sequence_list_editor_set_reader (MW_SEQUENCE_LIST_EDITOR (editor), self->reader);
  g_signal_connect_swapped (editor, "current-changed", G_CALLBACK (tell_beside), self);
}

static void
add_row (MwOperationForm *self, GtkSizeGroup *labels, const MwField *field)
{
  GtkWidget *editor = mw_field_editor_new (self->document, self->operation->params, field);
  mw_field_editor_set_commit (MW_FIELD_EDITOR (editor), committed, self);
  connect_reader (self, editor);
  mw_field_editor_set_detached (MW_FIELD_EDITOR (editor), self->params);
  mw_widget_set_tooltip (editor, mw_ui_label (field->doc));
  g_ptr_array_add (self->editors, editor);
  if (is_in_place (self)) {
    gtk_widget_set_size_request (editor, 220, -1);
    gtk_box_append (GTK_BOX (self), editor);
    return;
  }
  /* A table has the whole width of a form beside the views. */
  const gboolean above = self->body != GTK_WIDGET (self)
                         && (MW_IS_BONE_MAP_EDITOR (editor) || MW_IS_SEQUENCE_LIST_EDITOR (editor));
  GtkWidget *row = gtk_box_new (above ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, above ? 2 : 6),
            *name = gtk_label_new (mw_ui_label (field->label));
  gtk_widget_add_css_class (row, "field-row");
  gtk_widget_add_css_class (name, "field-label");
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_set_valign (name, GTK_ALIGN_START);
  if (!above)
    gtk_size_group_add_widget (labels, name);
  gtk_box_append (GTK_BOX (row), name);
  gtk_box_append (GTK_BOX (row), editor);
  gtk_box_append (GTK_BOX (self->body), row);
}

static void
add_list (MwOperationForm *self)
{
  const char *label = mw_ui_label (self->listed->label);
  add_heading (self, label);
  self->list = mw_pick_list_new (label);
  g_auto (GStrv) choices = choices_of (self);
  mw_pick_list_set_names (MW_PICK_LIST (self->list), (const char *const *) choices);
  g_signal_connect (self->list, "picked", G_CALLBACK (picked), self);
  g_signal_connect (self->list, "marked", G_CALLBACK (marked), self);
  gtk_box_append (GTK_BOX (self), self->list);
  add_effect (self);
}

static void
add_buttons (MwOperationForm *self)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *close = gtk_button_new_with_label (_ ("Cancel")),
            *button = gtk_button_new_with_label (mw_ui_label (self->operation->label));
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_widget_set_halign (buttons, GTK_ALIGN_END);
  g_signal_connect_swapped (close, "clicked", G_CALLBACK (mw_operation_form_close), self);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (confirm), self);
  gtk_box_append (GTK_BOX (buttons), close);
  gtk_box_append (GTK_BOX (buttons), button);
  add_effect (self);
  gtk_box_append (GTK_BOX (self), buttons);
}

static void
build (MwOperationForm *self)
{
  const MwSchema *params = self->operation->params;
  g_autoptr (GtkSizeGroup) labels = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->listed = find_listed (self);
  if (!self->listed && !is_in_place (self) && !self->adjusting)
    add_heading (self, mw_ui_label (self->operation->label));
  make_body (self);
  for (guint i = 0; i < mw_schema_n_fields (params); i++)
    if (mw_schema_field_at (params, i) != self->listed && !mw_schema_field_at (params, i)->hidden)
      add_row (self, labels, mw_schema_field_at (params, i));
  if (self->listed)
    add_list (self);
  if (self->body != GTK_WIDGET (self)) {
    self->missed = mw_missed_list_new (self->document);
    gtk_box_append (GTK_BOX (self), self->missed);
    show_missed (self);
  }
  gtk_box_append (GTK_BOX (self), self->error);
  if (!self->listed && !is_in_place (self) && !self->adjusting)
    add_buttons (self);
}

/* Whether the parameters name another model, and what is taken from it. */
static gboolean
takes_from_another (const MwOperation *operation)
{
  return operation->params && mw_schema_field_of_role (operation->params, MW_ROLE_DISK_FILE, MW_TYPE_TEXT)
         && mw_schema_field_of_role (operation->params, MW_ROLE_SEQUENCE_LIST, MW_TYPE_TEXT);
}

/* Takes ownership of the parameters. */
static GtkWidget *
form_new (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n, MwRecord *params,
          gboolean adjusting, MwOperationRun run_it, gpointer data)
{
  MwOperationForm *self = g_object_new (MW_TYPE_OPERATION_FORM, NULL);
  self->document = g_object_ref (document);
  self->operation = operation;
  g_array_append_vals (self->ids, ids, n);
  self->params = params;
  self->adjusting = adjusting;
  self->run = run_it;
  self->data = data;
  if (takes_from_another (operation)) {
    self->reader = mw_source_reader_new (document);
    g_signal_connect_swapped (self->reader, "read", G_CALLBACK (source_read), self);
    read_source (self);
  }
  build (self);
  return GTK_WIDGET (self);
}

GtkWidget *
mw_operation_form_new (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n,
                       const MwShownView *view, MwOperationRun run_it, gpointer data)
{
  MwRecord *params = mw_operation_params_for (operation, document, ids, n);
  if (params && !operation->preset)
    mw_last_values_recall (operation, document, params);
  if (view && operation->from_view)
    operation->from_view (document, ids, n, view, params);
  GtkWidget *form = form_new (document, operation, ids, n, params, FALSE, run_it, data);
  MW_OPERATION_FORM (form)->filled = operation->preset || (view && operation->from_view);
  return form;
}

GtkWidget *
mw_operation_form_new_adjusting (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n,
                                 const MwRecord *params, MwOperationRun run_it, gpointer data)
{
  MwRecord *own = params ? mw_record_copy (params, TRUE) : mw_operation_params_new (operation);
  return form_new (document, operation, ids, n, own, TRUE, run_it, data);
}

/* The first entry below (or at) a widget that is shown, or NULL. The editor of a choice hides its entry for other numbers. */
static GtkWidget *
find_entry (GtkWidget *widget)
{
  if (!gtk_widget_get_visible (widget) || !gtk_widget_get_child_visible (widget))
    return NULL;
  GtkWidget *found = MW_IS_VALUE_ENTRY (widget) ? widget : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_entry (child);
  return found;
}

static void
take_focus (MwOperationForm *self)
{
  GtkWidget *entry = find_entry (GTK_WIDGET (self));
  if (self->list) {
    mw_pick_list_begin (MW_PICK_LIST (self->list), 0);
  } else if (entry) {
    gtk_widget_grab_focus (entry);
    gtk_editable_select_region (GTK_EDITABLE (entry), 0, -1);
  }
}

GtkWidget *
mw_operation_form_popup (MwOperationForm *self, GtkWidget *parent, const GdkRectangle *at)
{
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), GTK_WIDGET (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), at);
  gtk_widget_set_parent (self->popover, parent);
  g_signal_connect_object (self->popover, "unmap", G_CALLBACK (end_preview), self, G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (self->popover));
  take_focus (self);
  /* Without its required parameters there is nothing to show yet. */
  if (!self->operation->required || self->filled)
    ask_for_preview (self);
  return self->popover;
}

/* While its page is not in view, a form leaves no trace in the document. */
static void
mapped (MwOperationForm *self)
{
  if (self->docked)
    ask_for_preview (self);
}

/* Undo, or a save, has taken the preview back while the form is open. */
static void
document_changed (MwOperationForm *self)
{
  if (!self->previewing || mw_document_is_open (self->document))
    return;
  self->previewing = FALSE;
  abandon (self);
  gtk_label_set_text (GTK_LABEL (self->effect), _ ("The preview was taken back. Change a value to see it again."));
  set_whole (self, FALSE);
}

static void
unmapped (MwOperationForm *self)
{
  if (self->docked)
    end_preview (self);
}

void
mw_operation_form_dock (MwOperationForm *self)
{
  self->docked = TRUE;
  gtk_widget_add_css_class (GTK_WIDGET (self), "beside-form");
  /* The views get the rest of the width, although the editors would take it. */
  gtk_widget_set_hexpand (GTK_WIDGET (self), FALSE);
  g_signal_connect (self, "map", G_CALLBACK (mapped), NULL);
  g_signal_connect (self, "unmap", G_CALLBACK (unmapped), NULL);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed), self, G_CONNECT_SWAPPED);
  take_focus (self);
  ask_for_preview (self);
}

gboolean
mw_operation_form_is_beside (MwOperationForm *self)
{
  return self->reader && !self->adjusting;
}

/* --- The other model ------------------------------------------------------------------------------------------------ */

const MwTransferSource *
mw_operation_form_get_source (MwOperationForm *self)
{
  return self->reader ? mw_source_reader_get (self->reader) : NULL;
}

guint
mw_operation_form_get_source_serial (MwOperationForm *self)
{
  return self->reader ? mw_source_reader_get_serial (self->reader) : 0;
}

static MwSequenceListEditor *
sequence_list (MwOperationForm *self)
{
  for (guint i = 0; i < self->editors->len; i++)
    if (MW_IS_SEQUENCE_LIST_EDITOR (self->editors->pdata[i]))
      return self->editors->pdata[i];
  return NULL;
}

const MwRecord *
mw_operation_form_get_current (MwOperationForm *self)
{
  MwSequenceListEditor *list = sequence_list (self);
  return list ? mw_sequence_list_editor_get_current (list) : NULL;
}

/* New sequences are after all others, in the order in which they were chosen. */
MwBeside
mw_operation_form_find_made (MwOperationForm *self, MwId sequence, MwId *made)
{
  const MwRecord *root = &mw_document_get_model (self->document)->record;
  const MwList *all = mw_record_list (root, mw_schema_part (root->schema, MW_PART_SEQUENCES));
  MwSequenceListEditor *list = sequence_list (self);
  guint at, n = list ? mw_sequence_list_editor_find (list, sequence, &at) : 0;
  *made = 0;
  if (!n)
    return MW_BESIDE_NOT_CHOSEN;
  if (!has_whole_preview (self))
    return self->trial || self->preview ? MW_BESIDE_COMING : MW_BESIDE_NOT_MADE;
  if (all->n < n)
    return MW_BESIDE_NOT_MADE;
  *made = all->items[all->n - n + at]->id;
  return MW_BESIDE_MADE;
}

static void
dispose (GObject *object)
{
  MwOperationForm *self = MW_OPERATION_FORM (object);
  if (self->document)
    end_preview (self);
  for (guint i = 0; i < self->editors->len; i++)
    g_signal_handlers_disconnect_by_data (self->editors->pdata[i], self);
  g_ptr_array_set_size (self->editors, 0);
  mw_box_clear (GTK_WIDGET (self));
  mw_disconnect (self->reader, self);
  g_clear_object (&self->reader);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_operation_form_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  MwOperationForm *self = MW_OPERATION_FORM (object);
  g_array_unref (self->ids);
  g_array_unref (self->listed_ids);
  g_ptr_array_unref (self->editors);
  mw_record_free (self->params);
  G_OBJECT_CLASS (mw_operation_form_parent_class)->finalize (object);
}

static void
mw_operation_form_class_init (MwOperationFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
  beside_signal = g_signal_new ("beside-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
  closed_signal = g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
mw_operation_form_init (MwOperationForm *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  self->listed_ids = g_array_new (FALSE, TRUE, sizeof (MwId));
  self->editors = g_ptr_array_new ();
  self->error = line_new ("field-error");
  gtk_widget_set_visible (self->error, FALSE);
  GtkEventController *key = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
}

/* --- Asking --------------------------------------------------------------------------------------------------------- */

MwDocument *
mw_operation_form_get_document (MwOperationForm *self)
{
  return self->document;
}

const MwOperation *
mw_operation_form_get_operation (MwOperationForm *self)
{
  return self->operation;
}

const MwId *
mw_operation_form_get_ids (MwOperationForm *self, guint *n)
{
  *n = self->ids->len;
  return (const MwId *) self->ids->data;
}

const MwRecord *
mw_operation_form_get_params (MwOperationForm *self)
{
  return self->params;
}
