/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/field-editor.h"
#include "ui/ellipsis.h"
#include "ui/inspector/sequence-list-editor.h"
#include "ui/inspector/file-editor.h"
#include "ui/inspector/bone-map-editor.h"
#include "ui/inspector/array-editor.h"
#include "ui/inspector/catalogue-editor.h"
#include "ui/inspector/choice-editor.h"
#include "ui/edit.h"
#include "ui/inspector/entry-editor.h"
#include "ui/inspector/flags-editor.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/inspector/list-editor.h"
#include "ui/inspector/number-editor.h"
#include "ui/inspector/rotation-editor.h"
#include "ui/inspector/reference-editor.h"
#include "ui/inspector/text-editor.h"
#include "ui/inspector/value-entry.h"
#include "ui/widgets.h"

#include <string.h>

typedef struct {
  MwDocument *document;
  const MwSchema *schema;
  const MwField *field;
  gboolean of_element;
  guint32 element;
  GArray *ids;
  MwRecord *detached; /* instead of them: a record that is in no model; or NULL */
  GtkWidget *error;
  GtkWidget *mark_label; /* made when first needed */
  char *mark;            /* what is wrong with the value of the record, or NULL */
  char *tooltip;         /* the usual tooltip, while a mark replaces it */
  gboolean cell;
  gboolean refreshing;
  char *label;          /* NULL: that of the field */
  MwFieldCommit commit; /* NULL: the field itself is set */
  gpointer commit_data;
} MwFieldEditorPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (MwFieldEditor, mw_field_editor, GTK_TYPE_BOX)
#define PRIVATE(self) ((MwFieldEditorPrivate *) mw_field_editor_get_instance_private (self))

static void
mw_field_editor_finalize (GObject *object)
{
  MwFieldEditorPrivate *p = PRIVATE (MW_FIELD_EDITOR (object));
  g_clear_object (&p->document);
  g_array_unref (p->ids);
  g_free (p->label);
  g_free (p->mark);
  g_free (p->tooltip);
  G_OBJECT_CLASS (mw_field_editor_parent_class)->finalize (object);
}

static void
mw_field_editor_class_init (MwFieldEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mw_field_editor_finalize;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
mw_field_editor_init (MwFieldEditor *self)
{
  PRIVATE (self)->ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
}

static GType
type_for (const MwSchema *schema, const MwField *field, MwFormat format, gboolean of_element)
{
  if (field->type == MW_TYPE_ARRAY && !of_element)
    return MW_TYPE_ARRAY_EDITOR;
  if (mw_field_has_rotations (field))
    return MW_TYPE_ROTATION_EDITOR;
  switch (of_element ? field->element : field->type) {
  case MW_TYPE_REF:
    return of_element && field->count > 1 ? MW_TYPE_ENTRY_EDITOR : MW_TYPE_REFERENCE_EDITOR;
  case MW_TYPE_TEXT:
    return field->role == MW_ROLE_DISK_FILE       ? MW_TYPE_FILE_EDITOR
           : field->role == MW_ROLE_SEQUENCE_LIST ? MW_TYPE_SEQUENCE_LIST_EDITOR
           : field->role == MW_ROLE_BONE_MAP      ? MW_TYPE_BONE_MAP_EDITOR
                                                  : MW_TYPE_TEXT_EDITOR;
  case MW_TYPE_LIST:
    return MW_TYPE_LIST_EDITOR;
  default: {
    const MwNames *names = mw_schema_names_in (schema, field, format.family, format.version);
    if (field->role == MW_ROLE_SWITCH && field->count == 1 && !of_element)
      return MW_TYPE_FLAGS_EDITOR;
    if (!names || field->count != 1 || of_element)
      return MW_TYPE_NUMBER_EDITOR;
    if (names->index)
      return MW_TYPE_CATALOGUE_EDITOR;
    return names->flags ? MW_TYPE_FLAGS_EDITOR : MW_TYPE_CHOICE_EDITOR;
  }
  }
}

static GtkWidget *
make (MwDocument *document, const MwSchema *schema, const MwField *field, gboolean of_element)
{
  MwFieldEditor *self = g_object_new (type_for (schema, field, mw_document_get_format (document), of_element), NULL);
  MwFieldEditorPrivate *p = PRIVATE (self);
  p->document = g_object_ref (document);
  p->schema = schema;
  p->field = field;
  p->of_element = of_element;
  MW_FIELD_EDITOR_GET_CLASS (self)->build (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, mw_ui_label (field->label), -1);
  p->error = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (p->error), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (p->error), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (p->error), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (p->error), 20);
  gtk_widget_add_css_class (p->error, "field-error");
  gtk_widget_set_visible (p->error, FALSE);
  gtk_box_append (GTK_BOX (self), p->error);
  return GTK_WIDGET (self);
}

GtkWidget *
mw_field_editor_new (MwDocument *document, const MwSchema *schema, const MwField *field)
{
  return make (document, schema, field, FALSE);
}

GtkWidget *
mw_field_editor_new_for_element (MwDocument *document, const MwSchema *schema, const MwField *field)
{
  return make (document, schema, field, TRUE);
}

void
mw_field_editor_set_commit (MwFieldEditor *self, MwFieldCommit commit, gpointer data)
{
  PRIVATE (self)->commit = commit;
  PRIVATE (self)->commit_data = data;
}

void
mw_field_editor_set_label (MwFieldEditor *self, const char *label)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  g_free (p->label);
  p->label = g_strdup (label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  mw_field_editor_refresh (self);
}

const char *
mw_field_editor_get_label (MwFieldEditor *self)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  return p->label ? p->label : mw_ui_label (p->field->label);
}

void
mw_field_editor_refresh (MwFieldEditor *self)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  if (!mw_field_editor_get_record (self))
    return;
  gboolean before = p->refreshing;
  p->refreshing = TRUE;
  MW_FIELD_EDITOR_GET_CLASS (self)->refresh (self);
  p->refreshing = before;
}

void
mw_field_editor_set_element (MwFieldEditor *self, guint32 element)
{
  PRIVATE (self)->element = element;
  mw_field_editor_show_error (self, NULL);
  mw_field_editor_refresh (self);
}

void
mw_field_editor_set_ids (MwFieldEditor *self, const MwId *ids, guint n)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  g_array_set_size (p->ids, 0);
  if (n)
    g_array_append_vals (p->ids, ids, n);
  mw_field_editor_show_error (self, NULL);
  mw_field_editor_refresh (self);
}

void
mw_field_editor_set_detached (MwFieldEditor *self, MwRecord *record)
{
  PRIVATE (self)->detached = record;
  mw_field_editor_refresh (self);
}

gboolean
mw_field_editor_is_detached (MwFieldEditor *self)
{
  return PRIVATE (self)->detached != NULL;
}

MwDocument *
mw_field_editor_get_document (MwFieldEditor *self)
{
  return PRIVATE (self)->document;
}

const MwNames *
mw_field_editor_get_names (MwFieldEditor *self)
{
  const MwFieldEditorPrivate *p = PRIVATE (self);
  MwFormat format = mw_document_get_format (p->document);
  return mw_schema_names_in (p->schema, p->field, format.family, format.version);
}

const MwSchema *
mw_field_editor_get_schema (MwFieldEditor *self)
{
  return PRIVATE (self)->schema;
}

const MwField *
mw_field_editor_get_field (MwFieldEditor *self)
{
  return PRIVATE (self)->field;
}

const MwId *
mw_field_editor_get_ids (MwFieldEditor *self, guint *n)
{
  *n = PRIVATE (self)->ids->len;
  return (const MwId *) PRIVATE (self)->ids->data;
}

MwRecord *
mw_field_editor_get_record (MwFieldEditor *self)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  if (p->detached)
    return p->detached;
  MwRecord *record = p->ids->len ? mw_model_find (mw_document_get_model (p->document), g_array_index (p->ids, MwId, 0))
                                 : NULL;
  /* A change can put a record of another kind under the same id; then this form is about to be replaced. */
  return record && mw_schema_is_a (record->schema, p->schema) ? record : NULL;
}

static const guint8 *
value_in (MwFieldEditorPrivate *p, const MwRecord *record)
{
  if (!record)
    return NULL;
  const guint8 *at = mw_field_at (record, p->field);
  if (!p->of_element)
    return at;
  const MwArray *array = (const MwArray *) at;
  return p->element < array->n ? (const guint8 *) array->data + p->element * mw_field_element_size (p->field) : NULL;
}

const guint8 *
mw_field_editor_get_value (MwFieldEditor *self)
{
  return value_in (PRIVATE (self), mw_field_editor_get_record (self));
}

static const MwRecord *
record_at (MwFieldEditorPrivate *p, guint n)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (p->document), g_array_index (p->ids, MwId, n));
  return record && mw_schema_is_a (record->schema, p->schema) ? record : NULL;
}

guint32
mw_field_editor_get_word (MwFieldEditor *self, guint n)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  guint32 word = 0;
  const MwRecord *record = p->detached ? p->detached : n < p->ids->len ? record_at (p, n) : NULL;
  const guint8 *at = value_in (p, record);
  if (at)
    memcpy (&word, at, MIN (mw_type_size (mw_field_editor_get_value_type (self)), sizeof word));
  return word;
}

static gboolean
values_equal (MwFieldEditorPrivate *p, const guint8 *a, const guint8 *b, int component)
{
  MwType type = p->of_element ? p->field->element : p->field->type;
  switch (type) {
  case MW_TYPE_TEXT:
    return strcmp (mw_text (*(char *const *) a), mw_text (*(char *const *) b)) == 0;
  case MW_TYPE_ARRAY: {
    const MwArray *one = (const MwArray *) a, *other = (const MwArray *) b;
    return one->n == other->n
           && (one->n == 0 || memcmp (one->data, other->data, one->n * mw_field_element_size (p->field)) == 0);
  }
  case MW_TYPE_LIST:
    return ((const MwList *) a)->n == ((const MwList *) b)->n;
  default: {
    gsize size = mw_type_size (type), first = component < 0 ? 0 : (gsize) component * size;
    return memcmp (a + first, b + first, component < 0 ? size * MAX (p->field->count, 1) : size) == 0;
  }
  }
}

gboolean
mw_field_editor_differs (MwFieldEditor *self, int component)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  const guint8 *first = mw_field_editor_get_value (self);
  for (guint i = 1; first && i < p->ids->len; i++) {
    const MwRecord *record = record_at (p, i);
    const guint8 *other = value_in (p, record);
    if (record && (!other || !values_equal (p, first, other, component)))
      return TRUE;
  }
  return FALSE;
}

const char *
mw_field_editor_several (void)
{
  return _ ("several values");
}

MwType
mw_field_editor_get_value_type (MwFieldEditor *self)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  return p->of_element ? p->field->element : p->field->type;
}

MwTarget
mw_field_editor_get_target (MwFieldEditor *self)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  MwTarget target = mw_ui_target (mw_field_editor_get_record (self), p->field);
  if (p->of_element) {
    target.whole = FALSE;
    target.one = TRUE;
    target.first = p->element;
  }
  return target;
}

gboolean
mw_field_editor_is_read_only (MwFieldEditor *self)
{
  return PRIVATE (self)->field->read_only;
}

gboolean
mw_field_editor_is_refreshing (MwFieldEditor *self)
{
  return PRIVATE (self)->refreshing;
}

gboolean
mw_field_editor_apply (MwFieldEditor *self, const MwTarget *target, const char *text, GError **error)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  return p->commit ? p->commit (self, target, text, p->commit_data, error)
                   : mw_ui_set_text (p->document, (const MwId *) p->ids->data, p->ids->len, target, text, error);
}

gboolean
mw_field_editor_commit (MwFieldEditor *self, const MwTarget *target, const char *text)
{
  g_autoptr (MwFieldEditor) keep G_GNUC_UNUSED = g_object_ref (self);
  g_autoptr (GError) error = NULL;
  gboolean ok = mw_field_editor_apply (self, target, text, &error);
  mw_field_editor_show_error (self, ok ? NULL : error->message);
  return ok;
}

gboolean
mw_field_editor_commit_text (MwFieldEditor *self, const char *text)
{
  if (!mw_field_editor_get_record (self))
    return FALSE;
  MwTarget target = mw_field_editor_get_target (self);
  return mw_field_editor_commit (self, &target, text);
}

static gboolean
entry_commit (MwValueEntry *entry, const char *typed, MwFieldEditor *self)
{
  return mw_field_editor_commit_text (self, typed);
}

static void
entry_reverted (MwValueEntry *entry, MwFieldEditor *self)
{
  mw_field_editor_show_error (self, NULL);
}

void
mw_field_editor_take_entry (MwFieldEditor *self, MwValueEntry *entry)
{
  g_signal_connect (entry, "commit", G_CALLBACK (entry_commit), self);
  g_signal_connect (entry, "reverted", G_CALLBACK (entry_reverted), self);
}

void
mw_field_editor_set_cell (MwFieldEditor *self)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  p->cell = TRUE;
  gtk_widget_add_css_class (GTK_WIDGET (self), "cell");
  gtk_label_set_wrap (GTK_LABEL (p->error), FALSE);
  mw_label_ellipsize (p->error, PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (p->error), 8);
}

/* Says what is wrong with a value to assistive technology: at the entries, since these have the focus. */
static void
note (GtkWidget *widget, const char *message)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (MW_IS_VALUE_ENTRY (child))
      mw_value_entry_set_note (MW_VALUE_ENTRY (child), message);
    else if (GTK_IS_BOX (child) || GTK_IS_GRID (child))
      note (child, message);
}

static void
describe (MwFieldEditor *self, const char *message)
{
  if (message)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, message, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  note (GTK_WIDGET (self), message);
}

static void
show_validity (MwFieldEditor *self)
{
  const MwFieldEditorPrivate *p = PRIVATE (self);
  gboolean valid = !p->mark && !gtk_widget_get_visible (p->error);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_INVALID,
                               valid ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
}

void
mw_field_editor_show_error (MwFieldEditor *self, const char *message)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  gtk_label_set_text (GTK_LABEL (p->error), message ? message : "");
  gtk_widget_set_visible (p->error, message != NULL);
  describe (self, message ? message : p->mark);
  show_validity (self);
}

const char *
mw_field_editor_get_error (MwFieldEditor *self)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  return gtk_widget_get_visible (p->error) ? gtk_label_get_text (GTK_LABEL (p->error)) : NULL;
}

static void
show_mark (MwFieldEditor *self)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  if (!p->mark_label && p->mark && !p->cell) {
    p->mark_label = gtk_label_new (NULL);
    gtk_label_set_wrap (GTK_LABEL (p->mark_label), TRUE);
    gtk_label_set_wrap_mode (GTK_LABEL (p->mark_label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_xalign (GTK_LABEL (p->mark_label), 0);
    gtk_label_set_max_width_chars (GTK_LABEL (p->mark_label), 20);
    gtk_widget_add_css_class (p->mark_label, "field-error");
    gtk_box_append (GTK_BOX (self), p->mark_label);
  }
  if (!p->mark_label)
    return;
  gtk_label_set_text (GTK_LABEL (p->mark_label), p->mark ? p->mark : "");
  gtk_widget_set_visible (p->mark_label, p->mark != NULL);
}

void
mw_field_editor_set_mark (MwFieldEditor *self, const char *message)
{
  MwFieldEditorPrivate *p = PRIVATE (self);
  if (g_strcmp0 (p->mark, message) == 0)
    return;
  /* Without a mark, the tooltip explains the field. */
  if (!p->mark)
    p->tooltip = g_strdup (gtk_widget_get_tooltip_text (GTK_WIDGET (self)));
  g_free (p->mark);
  p->mark = g_strdup (message);
  if (message) {
    g_autofree char *tooltip = p->tooltip ? g_strdup_printf ("%s\n%s", message, p->tooltip) : g_strdup (message);
    mw_widget_set_tooltip (GTK_WIDGET (self), tooltip);
    gtk_widget_add_css_class (GTK_WIDGET (self), "marked");
  } else {
    mw_widget_set_tooltip (GTK_WIDGET (self), p->tooltip);
    gtk_widget_remove_css_class (GTK_WIDGET (self), "marked");
    g_clear_pointer (&p->tooltip, g_free);
  }
  describe (self, message);
  show_mark (self);
  show_validity (self);
}
