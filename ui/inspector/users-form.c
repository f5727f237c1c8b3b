/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/users-form.h"
#include "core/schema/groups.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/inspector/add-row.h"
#include "ui/labels.h"
#include "ui/widgets.h"

#include <string.h>

struct _MwUsersForm {
  GtkBox parent_instance;
  MwDocument *document;
  const MwField *list, *refers; /* of the model; and of the other records: the reference to the ones on show */
  const MwOperation *operation; /* gives a record on show another record that refers to it */
  GArray *ids;                  /* MwId of the records on show */
  GtkWidget *rows;              /* MwRecordForm */
  MwAddRow add;
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
refresh (MwUsersForm *self)
{
  g_autoptr (GArray) without = g_array_new (FALSE, FALSE, sizeof (MwId)), users = find_users (self, without);
  const char *what = mw_ui_label (self->list->schema->label);
  /* Translators: a record that an element could have: "No Geoset animation" */
  g_autofree char *none = g_strdup_printf (_ ("No %s"), what),
                  *some = g_strdup_printf (_ ("%u of %u have no %s"), without->len, self->ids->len, what);
  gtk_label_set_text (GTK_LABEL (self->add.state), users->len ? some : none);
  gtk_widget_set_visible (self->add.row, without->len > 0);
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
  mw_add_row_show_error (&self->add, NULL);
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

static void
add_clicked (GtkButton *button, MwUsersForm *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwUsersForm) keep G_GNUC_UNUSED = g_object_ref (self);
  g_autoptr (GArray) without = g_array_new (FALSE, FALSE, sizeof (MwId)), users = find_users (self, without);
  if (mw_ui_run_operation (self->document, self->operation, (const MwId *) without->data, without->len, NULL, &error)) {
    mw_add_row_show_error (&self->add, NULL);
    return;
  }
  g_autofree char *refusal = mw_ui_refusal (self->document, error);
  mw_add_row_show_error (&self->add, refusal);
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
mw_users_form_new (MwDocument *document, const MwGroup *group, const MwSchema *schema)
{
  MwUsersForm *self = g_object_new (MW_TYPE_USERS_FORM, NULL);
  const MwSchema *root = mw_document_get_model (document)->record.schema;
  self->document = g_object_ref (document);
  self->list = mw_schema_field (root, group->users);
  self->operation = mw_operation_find (group->users_add);
  self->refers = reference_to (self->list->schema, root, schema);
  self->rows = mw_record_form_new_plain (document, self->list->schema);
  mw_record_form_leave_out (MW_RECORD_FORM (self->rows), self->refers);
  gtk_box_append (GTK_BOX (self), self->rows);
  mw_add_row_init (&self->add, GTK_BOX (self), _ ("Add"), mw_ui_label (self->operation->doc), G_CALLBACK (add_clicked),
                   self);
  return GTK_WIDGET (self);
}
