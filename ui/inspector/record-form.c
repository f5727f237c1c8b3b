/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/record-form-private.h"
#include "core/edit/earlier-values.h"
#include "core/schema/groups.h"
#include "ui/inspector/bone-sets-form.h"
#include "ui/inspector/diamond.h"
#include "ui/inspector/field-editor.h"
#include "ui/inspector/field-menu.h"
#include "ui/inspector/fold.h"
#include "ui/time/key-bar.h"
#include "ui/time/curve-picture.h"
#include "ui/inspector/lane-form.h"
#include "ui/inspector/marks.h"
#include "ui/time/sequence-chooser.h"
#include "ui/inspector/users-form.h"
#include "ui/widgets.h"

#include <string.h>

/* Making a form of forty rows takes longer than a frame. The rows that are visible first are made at once, the others later. */
enum { ROWS_AT_ONCE = 10, ROWS_LATER = 5 };

G_DEFINE_FINAL_TYPE (MwRecordForm, mw_record_form, GTK_TYPE_BOX)

/* --- What is shown -------------------------------------------------------------------------------------------------- */

/* Shows which fields have changed since the last save. */
static void
refresh_dots (MwRecordForm *self)
{
  g_autoptr (GPtrArray) saved = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_record_free);
  for (guint i = 0; i < self->ids->len; i++)
    g_ptr_array_add (saved, mw_document_get_saved (self->document, mw_record_form_ids (self)[i]));
  for (guint i = 0; i < self->rows->len; i++)
    mw_field_menu_refresh (g_ptr_array_index (self->rows, i), saved);
  for (guint i = 0; i < self->folds->len; i++) {
    const MwSection *section = mw_schema_sections (self->schema)->pdata[i];
    gboolean changed = FALSE;
    for (guint k = 0; k < self->rows->len && !changed; k++) {
      const MwFormRow *row = self->rows->pdata[k];
      changed = row->group == section->group && row->changed;
    }
    mw_fold_set_changed (self->folds->pdata[i], changed);
  }
}

/* A save changes no value. */
static void
history_changed (MwDocument *document, MwRecordForm *self)
{
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    refresh_dots (self);
}

/* Shows the findings on the record at its fields. Only for a single record, since the values of several differ. */
static void
refresh_marks (MwRecordForm *self)
{
  g_autoptr (MwMarks) marks = self->ids->len == 1 ? mw_marks_new (self->document, mw_record_form_ids (self)[0]) : NULL;
  for (guint i = 0; i < self->rows->len; i++) {
    const MwFormRow *row = g_ptr_array_index (self->rows, i);
    g_autofree char *mark = marks && row->field ? mw_marks_of_field (marks, row->field) : NULL;
    if (row->editor)
      mw_field_editor_set_mark (MW_FIELD_EDITOR (row->editor), mark);
  }
}

/* A section without visible rows is hidden, and a single one has no header. */
static void
refresh_folds (MwRecordForm *self)
{
  guint n = 0;
  for (guint i = 0; i < self->folds->len; i++) {
    GtkWidget *body = GTK_WIDGET (mw_fold_get_body (self->folds->pdata[i]));
    gboolean any = FALSE;
    for (GtkWidget *row = gtk_widget_get_first_child (body); row && !any; row = gtk_widget_get_next_sibling (row))
      any = gtk_widget_get_visible (row);
    gtk_widget_set_visible (self->folds->pdata[i], any);
    n += any;
  }
  for (guint i = 0; i < self->folds->len; i++) {
    mw_fold_set_header (self->folds->pdata[i], n > 1 && !self->plain);
    mw_fold_force_open (self->folds->pdata[i], self->filter != NULL);
  }
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
mw_record_form_dispose (GObject *object)
{
  MwRecordForm *self = MW_RECORD_FORM (object);
  g_clear_handle_id (&self->build_idle, g_source_remove);
  mw_disconnect (self->document, self);
  mw_box_clear (GTK_WIDGET (self));
  g_ptr_array_set_size (self->rows, 0);
  g_ptr_array_set_size (self->folds, 0);
  g_clear_object (&self->labels);
  g_clear_pointer (&self->sheet, mw_key_sheet_free);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_record_form_parent_class)->dispose (object);
}

static void
mw_record_form_finalize (GObject *object)
{
  MwRecordForm *self = MW_RECORD_FORM (object);
  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->folds);
  g_array_unref (self->ids);
  g_clear_pointer (&self->offsets, mw_offsets_unref);
  g_clear_pointer (&self->filter, mw_field_filter_unref);
  G_OBJECT_CLASS (mw_record_form_parent_class)->finalize (object);
}

static void
mw_record_form_class_init (MwRecordFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_record_form_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_record_form_finalize;
}

static void
mw_record_form_init (MwRecordForm *self)
{
  self->rows = g_ptr_array_new_with_free_func (g_free);
  self->folds = g_ptr_array_new ();
  self->ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  self->clock = MW_CLOCK_REST;
  self->labels = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "record-form");
}

/* Makes the next row of a section; FALSE: the field needs none. */
static gboolean
build_row (MwRecordForm *self, const MwGroup *group, GtkBox *body, const MwField *field)
{
  if (field->hidden || mw_record_form_place_key_controls (self, body, field))
    return FALSE;
  MwFormRow *row = field->type == MW_TYPE_CHILD
                     ? mw_form_row_new (self, group, body, NULL, field)
                     : mw_form_row_new (self, group, body, field, mw_schema_track_of (self->schema, field));
  g_ptr_array_add (self->rows, row);
  if (self->ids->len)
    mw_form_row_refresh (row);
  return TRUE;
}

/* Shows the bones of a mesh unless something else is searched for. Returns whether they are shown. */
static gboolean
refresh_bones (MwRecordForm *self)
{
  const MwField *field = mw_schema_field (self->schema, self->bones_group->bones);
  mw_bone_sets_form_set_found (MW_BONE_SETS_FORM (self->bones),
                               !self->filter || mw_field_filter_has (self->filter, field, self->bones_group->label));
  return gtk_widget_get_visible (self->bones);
}

/* Makes up to `n` more rows; whether there are more. */
static gboolean
build_rows (MwRecordForm *self, guint n)
{
  const GPtrArray *sections = mw_schema_sections (self->schema);
  for (; self->section < sections->len; self->section++, self->next = 0) {
    const MwSection *section = sections->pdata[self->section];
    if (self->section == self->folds->len) {
      GtkWidget *fold = mw_fold_new (self->schema->name, section->group->label, section->group->folded);
      gtk_box_append (GTK_BOX (self), fold);
      g_ptr_array_add (self->folds, fold);
      if (section->group->bones) {
        self->bones = mw_bone_sets_form_new (self->document);
        self->bones_group = section->group;
        gtk_box_append (mw_fold_get_body (MW_FOLD (fold)), self->bones);
        mw_bone_sets_form_set_ids (MW_BONE_SETS_FORM (self->bones), mw_record_form_ids (self), self->ids->len);
        refresh_bones (self);
      }
      if (section->group->users) {
        self->users = mw_users_form_new (self->document, section->group, self->schema);
        gtk_box_append (mw_fold_get_body (MW_FOLD (fold)), self->users);
        if (self->ids->len)
          mw_users_form_set_ids (MW_USERS_FORM (self->users), mw_record_form_ids (self), self->ids->len);
      }
    }
    GtkBox *body = mw_fold_get_body (self->folds->pdata[self->section]);
    while (self->next < section->fields->len) {
      if (n == 0)
        return TRUE;
      n -= build_row (self, section->group, body, section->fields->pdata[self->next++]);
    }
  }
  return FALSE;
}

static void
set_busy (MwRecordForm *self, gboolean busy)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
}

static gboolean
build_later (gpointer data)
{
  MwRecordForm *self = data;
  if (build_rows (self, ROWS_LATER))
    return G_SOURCE_CONTINUE;
  self->build_idle = 0;
  refresh_folds (self);
  refresh_dots (self);
  refresh_marks (self);
  set_busy (self, FALSE);
  return G_SOURCE_REMOVE;
}

static GtkWidget *
make (MwDocument *document, const MwSchema *schema, gboolean plain)
{
  MwRecordForm *self = g_object_new (MW_TYPE_RECORD_FORM, NULL);
  self->plain = plain;
  self->document = g_object_ref (document);
  self->schema = schema;
  g_signal_connect (document, "history-changed", G_CALLBACK (history_changed), self);
  mw_record_form_make_key_controls (self);
  if (build_rows (self, ROWS_AT_ONCE)) {
    self->build_idle = mw_before_frame (build_later, self);
    set_busy (self, TRUE);
  }
  return GTK_WIDGET (self);
}

GtkWidget *
mw_record_form_new (MwDocument *document, const MwSchema *schema)
{
  return make (document, schema, FALSE);
}

GtkWidget *
mw_record_form_new_plain (MwDocument *document, const MwSchema *schema)
{
  return make (document, schema, TRUE);
}

void
mw_record_form_set_ids (MwRecordForm *self, const MwId *ids, guint n)
{
  self->sheet_stale |= !self->sheet_all; /* what is selected may be something else */
  if (n == 0 || self->ids->len != n || memcmp (self->ids->data, ids, n * sizeof (MwId)) != 0) {
    g_array_set_size (self->ids, 0);
    if (n)
      g_array_append_vals (self->ids, ids, n);
  }
  if (self->lanes)
    mw_lane_form_set_tracks (MW_LANE_FORM (self->lanes), mw_record_form_ids (self), self->ids->len);
  if (self->chooser)
    mw_sequence_chooser_set_track (MW_SEQUENCE_CHOOSER (self->chooser), n ? ids[0] : 0);
  if (self->chooser)
    mw_record_form_show_sequence (self);
  if (self->key_bar) {
    mw_key_bar_set_tracks (MW_KEY_BAR (self->key_bar), mw_record_form_ids (self), self->ids->len);
    mw_record_form_show_key_times (self);
  }
  for (guint i = 0; i < self->rows->len; i++)
    mw_form_row_refresh (g_ptr_array_index (self->rows, i));
  if (self->users)
    mw_users_form_set_ids (MW_USERS_FORM (self->users), mw_record_form_ids (self), self->ids->len);
  if (self->bones)
    mw_bone_sets_form_set_ids (MW_BONE_SETS_FORM (self->bones), mw_record_form_ids (self), self->ids->len);
  refresh_folds (self);
  refresh_dots (self);
  refresh_marks (self);
}

void
mw_record_form_leave_out (MwRecordForm *self, const MwField *field)
{
  self->left_out = field;
}

gboolean
mw_record_form_set_filter (MwRecordForm *self, MwFieldFilter *filter)
{
  MwFieldFilter *before = self->filter;
  gboolean any = FALSE;
  self->filter = filter ? mw_field_filter_ref (filter) : NULL;
  g_clear_pointer (&before, mw_field_filter_unref);
  for (guint i = 0; i < self->rows->len; i++) {
    const MwFormRow *row = self->rows->pdata[i];
    mw_form_row_apply_filter (self->rows->pdata[i]);
    any |= gtk_widget_get_visible (row->box);
  }
  if (self->users)
    any |= mw_users_form_set_filter (MW_USERS_FORM (self->users), filter);
  if (self->bones)
    any |= refresh_bones (self);
  refresh_folds (self);
  return any;
}

void
mw_record_form_set_clock (MwRecordForm *self, const MwClock *clock)
{
  gboolean other = clock->rest != self->clock.rest || clock->sequence != self->clock.sequence;
  self->clock = *clock;
  self->sheet_stale |= other;
  if (self->chooser)
    mw_sequence_chooser_set_playing (MW_SEQUENCE_CHOOSER (self->chooser), clock->sequence);
  if (self->lanes)
    mw_lane_form_set_clock (MW_LANE_FORM (self->lanes), clock);
  if (self->key_bar)
    mw_key_bar_set_time (MW_KEY_BAR (self->key_bar), clock->rest ? 0 : clock->time);
  for (guint i = 0; i < self->rows->len; i++) {
    MwFormRow *row = g_ptr_array_index (self->rows, i);
    if (row->diamond)
      mw_diamond_set_clock (MW_DIAMOND (row->diamond), clock);
    if (row->picture && other)
      mw_curve_picture_set_track (MW_CURVE_PICTURE (row->picture), row->child);
    if (row->keys)
      mw_record_form_set_clock (MW_RECORD_FORM (row->keys), clock);
  }
  if (self->users)
    mw_record_form_set_clock (mw_users_form_get_rows (MW_USERS_FORM (self->users)), clock);
}

void
mw_record_form_set_playing (MwRecordForm *self, gboolean playing)
{
  if (self->playing == playing)
    return;
  self->playing = playing;
  for (guint i = 0; i < self->rows->len; i++) {
    MwFormRow *row = g_ptr_array_index (self->rows, i);
    if (row->diamond)
      mw_diamond_set_playing (MW_DIAMOND (row->diamond), playing);
  }
  if (self->users)
    mw_record_form_set_playing (mw_users_form_get_rows (MW_USERS_FORM (self->users)), playing);
}

void
mw_record_form_set_offsets (MwRecordForm *self, MwOffsets *offsets)
{
  MwOffsets *before = self->offsets;
  self->offsets = offsets ? mw_offsets_ref (offsets) : NULL;
  if (before)
    mw_offsets_unref (before);
  for (guint i = 0; i < self->rows->len; i++) {
    MwFormRow *row = g_ptr_array_index (self->rows, i);
    mw_form_row_refresh_offset (row);
    if (row->keys)
      mw_record_form_set_offsets (MW_RECORD_FORM (row->keys), offsets);
  }
  if (self->lanes)
    mw_record_form_set_offsets (mw_lane_form_get_rows (MW_LANE_FORM (self->lanes)), offsets);
  if (self->users)
    mw_record_form_set_offsets (mw_users_form_get_rows (MW_USERS_FORM (self->users)), offsets);
}

static const MwSchema *
lane_schema (const MwField *track)
{
  const MwField *lanes = mw_schema_part (track->schema, MW_PART_LANES);
  return lanes ? lanes->schema : NULL;
}

void
mw_record_form_apply_change (MwRecordForm *self, const MwChangeSet *set)
{
  if (self->sheet && !self->sheet_stale)
    mw_key_sheet_update (self->sheet, set);
  if (self->chooser)
    mw_sequence_chooser_refresh (MW_SEQUENCE_CHOOSER (self->chooser));
  if (self->lanes)
    mw_lane_form_apply_change (MW_LANE_FORM (self->lanes), set);
  if (self->chooser && self->key_bar)
    mw_record_form_show_sequence (self); /* its start and end may have changed */
  if (self->key_bar) {
    mw_key_bar_refresh (MW_KEY_BAR (self->key_bar));
    mw_record_form_show_key_times (self);
  }
  gboolean lively = FALSE;
  gboolean titles = set->touches & (MW_TOUCH_TEXT | MW_TOUCH_STRUCTURE | MW_TOUCH_TEXTURE | MW_TOUCH_MATERIAL);
  for (guint i = 0; i < set->changes->len && !lively; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    /* Enums, flags and parallel arrays decide which other rows are shown. */
    lively = change->kind <= MW_CHANGE_SWAP && mw_record_form_has (self, change->id)
             && (change->field->names || change->field->catalogue || change->field->parallel);
  }
  for (guint k = 0; k < self->rows->len; k++) {
    MwFormRow *row = g_ptr_array_index (self->rows, k);
    gboolean stale = lively, keys = FALSE;
    const MwField *field = row->field;
    if (titles && field && (field->type == MW_TYPE_REF || field->element == MW_TYPE_REF || field->type == MW_TYPE_LIST))
      stale = TRUE;
    for (guint i = 0; i < set->changes->len && !stale; i++) {
      const MwChange *change = &g_array_index (set->changes, MwChange, i);
      if (change->kind <= MW_CHANGE_SWAP) {
        stale = change->field == field && mw_record_form_has (self, change->id);
        keys |= row->track && (change->schema == row->track->schema || change->schema == lane_schema (row->track));
      } else if (change->kind != MW_CHANGE_REPLACE) {
        keys |= row->track && change->field->type == MW_TYPE_LIST && change->field->schema == lane_schema (row->track);
        stale = (change->field == field || change->field == row->track) && mw_record_form_has (self, change->owner);
      } else {
        stale = mw_record_form_has (self, change->id);
      }
    }
    if (stale)
      mw_form_row_refresh (row);
    if (row->keys && row->child && !stale)
      mw_record_form_apply_change (MW_RECORD_FORM (row->keys), set);
    if (keys && !stale && row->child)
      mw_form_row_refresh_keys (row);
  }
  if (self->users)
    mw_users_form_apply_change (MW_USERS_FORM (self->users), set);
  if (self->bones)
    mw_bone_sets_form_apply_change (MW_BONE_SETS_FORM (self->bones), set);
  refresh_folds (self);
  refresh_dots (self);
  refresh_marks (self);
}
