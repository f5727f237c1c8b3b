/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/users-form.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

#include <string.h>

struct _MwUsersForm {
  GtkBox parent_instance;
  MwDocument *document;
  const MwField *list, *refers; /* of the model; and of the other records: the reference to the ones on show */
  GArray *ids;                  /* MwId of the records on show */
  GtkWidget *rows;              /* MwRecordForm */
  GtkWidget *none, *state, *error;
};

G_DEFINE_FINAL_TYPE (MwUsersForm, mw_users_form, GTK_TYPE_BOX)

static MwId
referred (MwUsersForm *self, const MwRecord *user)
{
  return ((const MwRef *) mw_field_at (user, self->refers))->id;
}

/* The records that refer to those on show; `without` (may be NULL) gets those that none refers to. */
static GArray *
find_users (MwUsersForm *self, GArray *without)
{
  GArray *users = g_array_new (FALSE, FALSE, sizeof (MwId));
  const MwList *list = mw_record_list (&mw_document_get_model (self->document)->record, self->list);
  for (guint k = 0; k < self->ids->len; k++) {
    MwId id = g_array_index (self->ids, MwId, k);
    guint before = users->len;
    for (guint i = 0; i < list->n; i++)
      if (referred (self, list->items[i]) == id)
        g_array_append_val (users, list->items[i]->id);
    if (users->len == before && without)
      g_array_append_val (without, id);
  }
  return users;
}

static void
show_error (MwUsersForm *self, const char *message)
{
  gtk_label_set_text (GTK_LABEL (self->error), message ? message : "");
  gtk_widget_set_visible (self->error, message != NULL);
}

static void
refresh (MwUsersForm *self)
{
  g_autoptr (GArray) without = g_array_new (FALSE, FALSE, sizeof (MwId)), users = find_users (self, without);
  const char *what = mw_ui_label (self->list->schema->label);
  /* Translators: a record that an element could have: "No Geoset animation" */
  g_autofree char *none = g_strdup_printf (_ ("No %s"), what),
                  *some = g_strdup_printf (_ ("%u of %u have no %s"), without->len, self->ids->len, what);
  gtk_label_set_text (GTK_LABEL (self->state), users->len ? some : none);
  gtk_widget_set_visible (self->none, without->len > 0);
  gtk_widget_set_visible (self->rows, users->len > 0);
  if (users->len)
    mw_record_form_set_ids (MW_RECORD_FORM (self->rows), (const MwId *) users->data, users->len);
}

void
mw_users_form_set_ids (MwUsersForm *self, const MwId *ids, guint n)
{
  g_array_set_size (self->ids, 0);
  if (n)
    g_array_append_vals (self->ids, ids, n);
  show_error (self, NULL);
  refresh (self);
}

void
mw_users_form_apply_change (MwUsersForm *self, const MwChangeSet *set)
{
  for (guint i = 0; i < set->changes->len; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    if (change->field == self->list || change->field == self->refers || change->kind == MW_CHANGE_REPLACE) {
      refresh (self);
      return;
    }
  }
  if (gtk_widget_get_visible (self->rows))
    mw_record_form_apply_change (MW_RECORD_FORM (self->rows), set);
}

MwRecordForm *
mw_users_form_get_rows (MwUsersForm *self)
{
  return MW_RECORD_FORM (self->rows);
}

gboolean
mw_users_form_set_filter (MwUsersForm *self, MwFieldFilter *filter)
{
  gboolean found = mw_record_form_set_filter (MW_RECORD_FORM (self->rows), filter);
  gtk_widget_set_visible (GTK_WIDGET (self), !filter || (found && gtk_widget_get_visible (self->rows)));
  return gtk_widget_get_visible (GTK_WIDGET (self));
}

static gboolean
add_all (MwUsersForm *self, GError **error)
{
  g_autoptr (GArray) without = g_array_new (FALSE, FALSE, sizeof (MwId)), users = find_users (self, without);
  const MwRecord *root = &mw_document_get_model (self->document)->record;
  for (guint i = 0; i < without->len; i++) {
    MwRef ref = { g_array_index (without, MwId, i), 0 };
    MwRecord *made = mw_record_new (self->list->schema);
    MwId id;
    if (!mw_document_insert (self->document, root->id, self->list, mw_record_list (root, self->list)->n, made, error))
      return FALSE;
    id = made->id;
    if (!mw_document_set_field (self->document, id, self->refers, &ref, sizeof ref, error))
      return FALSE;
  }
  return TRUE;
}

static void
add_clicked (GtkButton *button, MwUsersForm *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwUsersForm) keep G_GNUC_UNUSED = g_object_ref (self);
  /* Translators: "Add Geoset animation" */
  g_autofree char *label = g_strdup_printf (_ ("Add %s"), mw_ui_label (self->list->schema->label));
  mw_document_begin (self->document, label);
  if (add_all (self, &error)) {
    mw_document_commit (self->document);
    show_error (self, NULL);
    return;
  }
  mw_document_cancel (self->document);
  g_autofree char *refusal = mw_ui_refusal (self->document, error);
  show_error (self, refusal);
}

static void
dispose (GObject *object)
{
  MwUsersForm *self = MW_USERS_FORM (object);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_users_form_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_array_unref (MW_USERS_FORM (object)->ids);
  G_OBJECT_CLASS (mw_users_form_parent_class)->finalize (object);
}

static void
mw_users_form_class_init (MwUsersFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
}

static void
mw_users_form_init (MwUsersForm *self)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->none = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->none, "field-row");
  self->state = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->state), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->state), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->state, TRUE);
  gtk_widget_add_css_class (self->state, "dim-label");
  gtk_box_append (GTK_BOX (self->none), self->state);
  self->error = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->error), 0);
  gtk_widget_add_css_class (self->error, "field-error");
  gtk_widget_set_visible (self->error, FALSE);
}

/* The reference of the other records to those in the list of `schema`. */
static const MwField *
reference_to (const MwSchema *user, const MwSchema *root, const MwSchema *schema)
{
  for (guint i = 0; i < mw_schema_n_fields (user); i++) {
    const MwField *field = mw_schema_field_at (user, i);
    const MwField *list = field->type == MW_TYPE_REF ? mw_schema_field (root, field->refers) : NULL;
    if (list && mw_schema_is_a (schema, list->schema))
      return field;
  }
  return NULL;
}

GtkWidget *
mw_users_form_new (MwDocument *document, const char *list, const MwSchema *schema)
{
  MwUsersForm *self = g_object_new (MW_TYPE_USERS_FORM, NULL);
  const MwSchema *root = mw_document_get_model (document)->record.schema;
  self->document = g_object_ref (document);
  self->list = mw_schema_field (root, list);
  self->refers = reference_to (self->list->schema, root, schema);
  self->rows = mw_record_form_new_plain (document, self->list->schema);
  mw_record_form_leave_out (MW_RECORD_FORM (self->rows), self->refers);
  GtkWidget *add = gtk_button_new_with_label (_ ("Add"));
  mw_widget_set_tooltip (add, mw_ui_label (self->list->doc));
  g_signal_connect (add, "clicked", G_CALLBACK (add_clicked), self);
  gtk_box_append (GTK_BOX (self->none), add);
  gtk_box_append (GTK_BOX (self), self->rows);
  gtk_box_append (GTK_BOX (self), self->none);
  gtk_box_append (GTK_BOX (self), self->error);
  return GTK_WIDGET (self);
}
