/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/record-form.h"

/* The rows of other records, which refer to those on show: the visibility of a geoset is in its geoset animation. Without
 * such a record a button adds one. */
#define MW_TYPE_USERS_FORM (mw_users_form_get_type ())
G_DECLARE_FINAL_TYPE (MwUsersForm, mw_users_form, MW, USERS_FORM, GtkBox)

/* `group` names the list of the model that has the other records, and the operation that adds one; `schema` is that of the records on show. */
GtkWidget *mw_users_form_new (MwDocument *document, const MwGroup *group, const MwSchema *schema);
/* The records on show. */
void mw_users_form_set_ids (MwUsersForm *self, const MwId *ids, guint n);
void mw_users_form_apply_change (MwUsersForm *self, const MwChangeSet *set);
/* The rows, to pass on what the form around them is told. */
MwRecordForm *mw_users_form_get_rows (MwUsersForm *self);
/* The same as of a form. */
gboolean mw_users_form_set_filter (MwUsersForm *self, MwFieldFilter *filter);
