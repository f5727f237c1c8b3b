/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/record-form.h"
#include "ui/inspector/array-editor.h"
#include "ui/inspector/diamond.h"
#include "ui/edit.h"
#include "ui/inspector/field-editor.h"
#include "ui/i18n.h"
#include "ui/time/key-bar.h"
#include "ui/labels.h"
#include "ui/inspector/lane-edit.h"
#include "ui/inspector/lane-form.h"
#include "ui/inspector/marks.h"
#include "ui/row-layout.h"
#include "ui/time/sequence-chooser.h"
#include "ui/widgets.h"

#include <string.h>

/* One row. `field` is NULL for a track without a static value, `track` for a value that cannot be animated. */
typedef struct {
  MwRecordForm *form;
  const MwField *field, *track;
  GtkWidget *box;
  GtkWidget *editor;  /* MwFieldEditor */
  GtkWidget *diamond; /* MwDiamond; only with a track */
  GtkWidget *error;   /* why a click on the diamond did nothing, if there is no editor to show it; made when needed */
  GtkWidget *remove_all; /* below the keys */
  GtkWidget *offset;     /* the place in the file; made when first shown */
  GtkWidget *state;      /* "Animated", if there is no editor */
  GtkWidget *expander;
  GtkWidget *keys; /* MwRecordForm of the track, made when first opened */
  MwId child;      /* the track of the first record that has one; 0: none */
} Row;

struct _MwRecordForm {
  GtkBox parent_instance;
  MwDocument *document;
  const MwSchema *schema;
  GArray *ids;
  GPtrArray *rows;
  GtkSizeGroup *labels;
  MwClock clock;
  gboolean playing;
  MwOffsets *offsets; /* NULL: not shown */
  GtkWidget *key_bar; /* form of a track: chooses the key that all its arrays show */
  GtkWidget *chooser; /* form of a track: chooses the sequence whose keys are shown */
  GtkWidget *lanes;   /* form of a track whose keys are in lanes */
  const MwField *left_out;
  guint next; /* index of the field that the next row is for */
  guint build_idle;
};

/* Making a form of forty rows takes longer than a frame. The rows that are visible first are made at once, the others later. */
enum { ROWS_AT_ONCE = 10, ROWS_LATER = 5 };

G_DEFINE_FINAL_TYPE (MwRecordForm, mw_record_form, GTK_TYPE_BOX)

static MwRecord *
first_record (MwRecordForm *self)
{
  return self->ids->len ? mw_model_find (mw_document_get_model (self->document), g_array_index (self->ids, MwId, 0))
                        : NULL;
}

static const MwId *
ids_of (MwRecordForm *self)
{
  return (const MwId *) self->ids->data;
}

/* --- Tracks --------------------------------------------------------------------------------------------------------- */

static char *
describe_track (const MwRecord *track)
{
  const MwField *times = mw_schema_part (track->schema, MW_PART_TIMES);
  const MwField *lanes = mw_schema_part (track->schema, MW_PART_LANES);
  const MwList *list = lanes && lanes->type == MW_TYPE_LIST ? mw_record_list (track, lanes) : NULL;
  guint n = times ? ((const MwArray *) mw_field_at (track, times))->n : 0;
  for (guint i = 0; list && i < list->n; i++) {
    const MwField *lane_times = mw_schema_part (list->items[i]->schema, MW_PART_TIMES);
    n += lane_times ? ((const MwArray *) mw_field_at (list->items[i], lane_times))->n : 0;
  }
  g_autofree char *count = mw_ui_count (n);
  g_autofree char *text = g_strdup_printf (ngettext ("%s key", "%s keys", n), count);
  /* Translators: "12 keys in 3 sequences" */
  g_autofree char *keys = list && list->n > 1 ? g_strdup_printf (
                            ngettext ("%s in %u sequence", "%s in %u sequences", list->n), text, list->n)
                                              : g_steal_pointer (&text);
  const MwField *interpolation = mw_schema_part (track->schema, MW_PART_INTERPOLATION);
  const MwNames *names = interpolation ? mw_record_names (track, interpolation) : NULL;
  const MwName *name = names ? mw_names_find_value (names, *(guint32 *) mw_field_at (track, interpolation)) : NULL;
  return name ? g_strdup_printf ("%s · %s", keys, mw_ui_label (name->label)) : g_steal_pointer (&keys);
}

static MwRecord *
track_of (Row *row, guint n)
{
  MwRecordForm *self = row->form;
  MwRecord *record = mw_model_find (mw_document_get_model (self->document), ids_of (self)[n]);
  return record ? *(MwRecord **) mw_field_at (record, row->track) : NULL;
}

/* The tracks of all records in a few words; NULL: none has one. Sets row->child. Free with g_free(). */
static char *
describe_tracks (Row *row)
{
  guint n = row->form->ids->len, animated = 0;
  char *text = NULL;
  row->child = 0;
  for (guint i = 0; i < n; i++) {
    const MwRecord *track = track_of (row, i);
    if (!track)
      continue;
    g_autofree char *says = describe_track (track);
    if (!animated++) {
      row->child = track->id;
      text = g_steal_pointer (&says);
    } else if (strcmp (text, says) != 0) {
      g_free (text);
      text = g_strdup (mw_field_editor_several ());
    }
  }
  if (animated == 0 || animated == n)
    return text;
  /* Translators: of several selected elements some are animated: "2 of 3 animated: 4 keys · Linear" */
  char *some = g_strdup_printf (_ ("%u of %u animated: %s"), animated, n, text);
  g_free (text);
  return some;
}

/* Shows the tracks of all records that have one in the track's form; an edit there changes all of them. */
static void
show_keys (Row *row)
{
  MwRecordForm *self = row->form;
  if (!row->child || !gtk_expander_get_expanded (GTK_EXPANDER (row->expander)))
    return;
  if (!row->keys) {
    row->keys = mw_record_form_new (self->document, row->track->schema);
    gtk_widget_add_css_class (row->keys, "track");
    mw_record_form_set_clock (MW_RECORD_FORM (row->keys), &self->clock);
    mw_record_form_set_offsets (MW_RECORD_FORM (row->keys), self->offsets);
    GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
    g_autofree char *label = mw_diamond_remove_all_label (row->track);
    row->remove_all = gtk_button_new_with_label (label);
    gtk_widget_set_halign (row->remove_all, GTK_ALIGN_START);
    gtk_widget_add_css_class (row->remove_all, "flat");
    mw_widget_set_tooltip (row->remove_all,
                           _ ("Removes the keys of all sequences. The value is then no longer animated."));
    g_signal_connect_swapped (row->remove_all, "clicked", G_CALLBACK (mw_diamond_remove_all), row->diamond);
    gtk_box_append (GTK_BOX (box), row->keys);
    gtk_box_append (GTK_BOX (box), row->remove_all);
    gtk_expander_set_child (GTK_EXPANDER (row->expander), box);
  }
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < self->ids->len; i++) {
    MwRecord *child = track_of (row, i);
    if (child)
      g_array_append_val (tracks, child->id);
  }
  mw_record_form_set_ids (MW_RECORD_FORM (row->keys), (const MwId *) tracks->data, tracks->len);
}

/* Shows in the row why its keys were not changed; NULL: removes that. */
static void
show_refusal (Row *row, const char *message)
{
  if (row->editor) {
    mw_field_editor_show_error (MW_FIELD_EDITOR (row->editor), message);
    return;
  }
  if (message && !row->error) {
    row->error = gtk_label_new (NULL);
    gtk_label_set_wrap (GTK_LABEL (row->error), TRUE);
    gtk_label_set_xalign (GTK_LABEL (row->error), 0);
    gtk_widget_add_css_class (row->error, "field-error");
    gtk_box_insert_child_after (GTK_BOX (row->box), row->error, gtk_widget_get_first_child (row->box));
  }
  if (!row->error)
    return;
  gtk_label_set_text (GTK_LABEL (row->error), message ? message : "");
  gtk_widget_set_visible (row->error, message != NULL);
}

static void
diamond_refused (MwDiamond *diamond, const char *message, Row *row)
{
  show_refusal (row, message);
}

static void
refresh_track (Row *row)
{
  if (!row->track)
    return;
  g_autofree char *state = describe_tracks (row);
  gboolean child = row->child != 0;
  mw_diamond_set_ids (MW_DIAMOND (row->diamond), ids_of (row->form), row->form->ids->len);
  if (!row->editor)
    show_refusal (row, NULL);
  if (row->state)
    gtk_label_set_text (GTK_LABEL (row->state), child ? _ ("Animated") : _ ("Not animated"));
  gtk_widget_set_visible (row->expander, child);
  gtk_expander_set_label (GTK_EXPANDER (row->expander), child ? state : NULL);
  show_keys (row);
}

static void
expanded (GtkExpander *expander, GParamSpec *property, Row *row)
{
  show_keys (row);
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static void
show_key (MwRecordForm *self, Row *row, guint index)
{
  if (row->editor && MW_IS_ARRAY_EDITOR (row->editor) && row->field->parallel)
    mw_array_editor_show_element (MW_ARRAY_EDITOR (row->editor), index);
}

static void
show_offset (Row *row)
{
  MwRecordForm *self = row->form;
  gboolean one = self->offsets && self->ids->len == 1 && row->field;
  g_autofree char *text = one ? mw_offsets_describe (self->offsets, ids_of (self)[0], row->field) : NULL;
  if (text && !row->offset) {
    row->offset = gtk_label_new (NULL);
    gtk_label_set_xalign (GTK_LABEL (row->offset), 0);
    gtk_label_set_selectable (GTK_LABEL (row->offset), TRUE);
    gtk_widget_set_focusable (row->offset, FALSE);
    gtk_widget_add_css_class (row->offset, "dim-label");
    gtk_widget_add_css_class (row->offset, "caption");
    gtk_widget_add_css_class (row->offset, "numeric");
    gtk_box_insert_child_after (GTK_BOX (row->box), row->offset, gtk_widget_get_first_child (row->box));
  }
  if (!row->offset)
    return;
  gtk_label_set_text (GTK_LABEL (row->offset), text ? text : "");
  gtk_widget_set_visible (row->offset, text != NULL);
}

static void
refresh_row (Row *row)
{
  MwRecordForm *self = row->form;
  const MwRecord *record = first_record (self);
  if (!record)
    return;
  const MwField *shown = row->field ? row->field : row->track;
  gboolean live = mw_field_is_live (record, shown, mw_document_get_format (self->document));
  /* Parallel arrays (tangents exist for some interpolations only) and unknown bytes are shown only if there are any. */
  if (live && row->field && row->field->type == MW_TYPE_ARRAY
      && (row->field->parallel || row->field->role == MW_ROLE_UNKNOWN))
    live = ((const MwArray *) mw_field_at (record, row->field))->n > 0;
  /* If the chosen sequence has no keys, there is nothing to show. */
  if (self->key_bar && row->field && row->field->parallel)
    live &= mw_key_bar_get_n_shown (MW_KEY_BAR (self->key_bar)) > 0;
  gtk_widget_set_visible (row->box, live && shown != self->left_out);
  if (row->editor)
    mw_field_editor_set_ids (MW_FIELD_EDITOR (row->editor), ids_of (self), self->ids->len);
  if (self->key_bar)
    show_key (self, row, mw_key_bar_get_picked (MW_KEY_BAR (self->key_bar)));
  refresh_track (row);
  show_offset (row);
}

/* Shows the findings on the record at its fields. Only for a single record, since the values of several differ. */
static void
refresh_marks (MwRecordForm *self)
{
  g_autoptr (MwMarks) marks = self->ids->len == 1 ? mw_marks_new (self->document, ids_of (self)[0]) : NULL;
  for (guint i = 0; i < self->rows->len; i++) {
    const Row *row = g_ptr_array_index (self->rows, i);
    g_autofree char *mark = marks && row->field ? mw_marks_of_field (marks, row->field) : NULL;
    if (row->editor)
      mw_field_editor_set_mark (MW_FIELD_EDITOR (row->editor), mark);
  }
}

static void
key_picked (MwKeyBar *bar, guint index, MwRecordForm *self)
{
  for (guint i = 0; i < self->rows->len; i++) {
    Row *row = g_ptr_array_index (self->rows, i);
    if (row->field && row->field->parallel)
      refresh_row (row);
  }
}

/* Shows the keys of the chosen sequence only: a range of the time line, or its lane. */
static void
show_sequence (MwRecordForm *self)
{
  MwId sequence = mw_sequence_chooser_get_sequence (MW_SEQUENCE_CHOOSER (self->chooser));
  if (self->lanes) {
    mw_lane_form_set_sequence (MW_LANE_FORM (self->lanes), sequence);
    return;
  }
  MwClock clock = MW_CLOCK_REST;
  mw_clock_play (&clock, mw_document_get_model (self->document), sequence);
  mw_key_bar_set_range (MW_KEY_BAR (self->key_bar), !clock.rest, clock.start, clock.end);
}

static void
add_row (MwRecordForm *self, const MwField *field, const MwField *track)
{
  Row *row = g_new0 (Row, 1);
  row->form = self;
  row->field = field;
  row->track = track;
  const MwField *shown = field ? field : track;
  g_autofree char *tooltip = mw_ui_field_tooltip (shown);
  row->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_add_css_class (row->box, "field-row");
  GtkWidget *line = mw_row_new (6);
  GtkWidget *label = gtk_label_new (mw_ui_label (shown->label));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (label), 12);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 12);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_add_css_class (label, "field-label");
  mw_widget_set_tooltip (label, tooltip);
  gtk_box_append (GTK_BOX (line), label);
  /* Vectors and arrays need the whole width and go below their label, and so do names beside a diamond; the numbers of a single
   * key do not. */
  gboolean key = field && self->key_bar && field->parallel && field->count <= 2;
  gboolean below = field && !key
                   && (field->type == MW_TYPE_ARRAY || (mw_field_is_number (field) && field->count > 2)
                       || (field->type == MW_TYPE_REF && track));
  if (field) {
    row->editor = mw_field_editor_new (self->document, self->schema, field);
    mw_widget_set_tooltip (row->editor, tooltip);
  }
  if (below) {
    gtk_label_set_width_chars (GTK_LABEL (label), -1);
    gtk_widget_set_hexpand (label, TRUE);
  } else if (field) {
    gtk_box_append (GTK_BOX (line), row->editor);
  } else {
    row->state = gtk_label_new (NULL);
    gtk_label_set_xalign (GTK_LABEL (row->state), 0);
    gtk_widget_set_hexpand (row->state, TRUE);
    gtk_widget_add_css_class (row->state, "dim-label");
    gtk_box_append (GTK_BOX (line), row->state);
  }
  gtk_box_append (GTK_BOX (row->box), line);
  if (below)
    gtk_box_append (GTK_BOX (row->box), row->editor);
  else
    gtk_size_group_add_widget (self->labels, label);
  if (track) {
    row->diamond = mw_diamond_new (self->document, track, field);
    mw_diamond_set_clock (MW_DIAMOND (row->diamond), &self->clock);
    mw_diamond_set_playing (MW_DIAMOND (row->diamond), self->playing);
    g_signal_connect (row->diamond, "refused", G_CALLBACK (diamond_refused), row);
    gtk_box_append (GTK_BOX (line), row->diamond);
    row->expander = gtk_expander_new (NULL);
    gtk_widget_add_css_class (row->expander, "keys");
    g_signal_connect (row->expander, "notify::expanded", G_CALLBACK (expanded), row);
    gtk_box_append (GTK_BOX (row->box), row->expander);
  }
  gtk_box_append (GTK_BOX (self), row->box);
  g_ptr_array_add (self->rows, row);
}

static void
mw_record_form_dispose (GObject *object)
{
  MwRecordForm *self = MW_RECORD_FORM (object);
  g_clear_handle_id (&self->build_idle, g_source_remove);
  mw_box_clear (GTK_WIDGET (self));
  g_ptr_array_set_size (self->rows, 0);
  g_clear_object (&self->labels);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_record_form_parent_class)->dispose (object);
}

static void
mw_record_form_finalize (GObject *object)
{
  MwRecordForm *self = MW_RECORD_FORM (object);
  g_ptr_array_unref (self->rows);
  g_array_unref (self->ids);
  g_clear_pointer (&self->offsets, mw_offsets_unref);
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
  self->ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  self->clock = MW_CLOCK_REST;
  self->labels = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "record-form");
}

static gboolean
build_rows (MwRecordForm *self, guint n)
{
  for (; n && self->next < mw_schema_n_fields (self->schema); self->next++) {
    const MwField *field = mw_schema_field_at (self->schema, self->next);
    guint before = self->rows->len;
    if (field->hidden)
      continue;
    if (self->key_bar && !gtk_widget_get_parent (self->key_bar) && field->parallel) {
      if (self->chooser)
        gtk_box_append (GTK_BOX (self), self->chooser);
      gtk_box_append (GTK_BOX (self), self->key_bar);
    }
    if (self->lanes && (field->parallel || field->type == MW_TYPE_LIST)) {
      if (!gtk_widget_get_parent (self->lanes)) {
        gtk_box_append (GTK_BOX (self), self->chooser);
        gtk_box_append (GTK_BOX (self), self->lanes);
      }
      continue;
    }
    if (field->type != MW_TYPE_CHILD)
      add_row (self, field, mw_schema_track_of (self->schema, field));
    else if (!mw_ui_fixed_field (self->schema, field))
      add_row (self, NULL, field);
    if (self->rows->len == before)
      continue;
    if (self->ids->len)
      refresh_row (g_ptr_array_index (self->rows, before));
    n--;
  }
  return self->next < mw_schema_n_fields (self->schema);
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
  refresh_marks (self);
  set_busy (self, FALSE);
  return G_SOURCE_REMOVE;
}

GtkWidget *
mw_record_form_new (MwDocument *document, const MwSchema *schema)
{
  MwRecordForm *self = g_object_new (MW_TYPE_RECORD_FORM, NULL);
  self->document = g_object_ref (document);
  self->schema = schema;
  const MwField *times = mw_schema_part (schema, MW_PART_TIMES);
  gboolean keys = times && times->parallel && times->element == MW_TYPE_I32;
  /* A lane belongs to one sequence, so it needs no chooser. */
  if (keys && !mw_schema_part (schema, MW_PART_SEQUENCE)) {
    self->chooser = mw_sequence_chooser_new (document);
    gtk_size_group_add_widget (self->labels, gtk_widget_get_first_child (self->chooser));
    g_signal_connect_swapped (self->chooser, "chosen", G_CALLBACK (show_sequence), self);
  }
  if (keys && mw_ui_has_lanes (document, schema)) {
    self->lanes = mw_lane_form_new (document, schema);
  } else if (keys) {
    self->key_bar = mw_key_bar_new (document);
    g_signal_connect (self->key_bar, "picked", G_CALLBACK (key_picked), self);
  }
  if (build_rows (self, ROWS_AT_ONCE)) {
    self->build_idle = mw_before_frame (build_later, self);
    set_busy (self, TRUE);
  }
  return GTK_WIDGET (self);
}

void
mw_record_form_set_ids (MwRecordForm *self, const MwId *ids, guint n)
{
  if (n == 0 || self->ids->len != n || memcmp (self->ids->data, ids, n * sizeof (MwId)) != 0) {
    g_array_set_size (self->ids, 0);
    if (n)
      g_array_append_vals (self->ids, ids, n);
  }
  if (self->lanes)
    mw_lane_form_set_tracks (MW_LANE_FORM (self->lanes), ids_of (self), self->ids->len);
  if (self->chooser)
    mw_sequence_chooser_set_track (MW_SEQUENCE_CHOOSER (self->chooser), n ? ids[0] : 0);
  if (self->chooser)
    show_sequence (self);
  if (self->key_bar)
    mw_key_bar_set_tracks (MW_KEY_BAR (self->key_bar), ids_of (self), self->ids->len);
  for (guint i = 0; i < self->rows->len; i++)
    refresh_row (g_ptr_array_index (self->rows, i));
  refresh_marks (self);
}

void
mw_record_form_leave_out (MwRecordForm *self, const MwField *field)
{
  self->left_out = field;
}

void
mw_record_form_set_clock (MwRecordForm *self, const MwClock *clock)
{
  self->clock = *clock;
  if (self->chooser)
    mw_sequence_chooser_set_playing (MW_SEQUENCE_CHOOSER (self->chooser), clock->sequence);
  if (self->lanes)
    mw_lane_form_set_clock (MW_LANE_FORM (self->lanes), clock);
  if (self->key_bar)
    mw_key_bar_set_time (MW_KEY_BAR (self->key_bar), clock->rest ? 0 : clock->time);
  for (guint i = 0; i < self->rows->len; i++) {
    Row *row = g_ptr_array_index (self->rows, i);
    if (row->diamond)
      mw_diamond_set_clock (MW_DIAMOND (row->diamond), clock);
    if (row->keys)
      mw_record_form_set_clock (MW_RECORD_FORM (row->keys), clock);
  }
}

void
mw_record_form_set_playing (MwRecordForm *self, gboolean playing)
{
  if (self->playing == playing)
    return;
  self->playing = playing;
  for (guint i = 0; i < self->rows->len; i++) {
    Row *row = g_ptr_array_index (self->rows, i);
    if (row->diamond)
      mw_diamond_set_playing (MW_DIAMOND (row->diamond), playing);
  }
}

void
mw_record_form_set_offsets (MwRecordForm *self, MwOffsets *offsets)
{
  MwOffsets *before = self->offsets;
  self->offsets = offsets ? mw_offsets_ref (offsets) : NULL;
  if (before)
    mw_offsets_unref (before);
  for (guint i = 0; i < self->rows->len; i++) {
    Row *row = g_ptr_array_index (self->rows, i);
    show_offset (row);
    if (row->keys)
      mw_record_form_set_offsets (MW_RECORD_FORM (row->keys), offsets);
  }
  if (self->lanes)
    mw_record_form_set_offsets (mw_lane_form_get_rows (MW_LANE_FORM (self->lanes)), offsets);
}

static gboolean
is_mine (MwRecordForm *self, MwId id)
{
  for (guint i = 0; i < self->ids->len; i++)
    if (ids_of (self)[i] == id)
      return TRUE;
  return FALSE;
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
  if (self->chooser)
    mw_sequence_chooser_refresh (MW_SEQUENCE_CHOOSER (self->chooser));
  if (self->lanes)
    mw_lane_form_apply_change (MW_LANE_FORM (self->lanes), set);
  if (self->chooser && self->key_bar)
    show_sequence (self); /* its start and end may have changed */
  if (self->key_bar)
    mw_key_bar_refresh (MW_KEY_BAR (self->key_bar));
  gboolean lively = FALSE;
  gboolean titles = set->touches & (MW_TOUCH_TEXT | MW_TOUCH_STRUCTURE | MW_TOUCH_TEXTURE | MW_TOUCH_MATERIAL);
  for (guint i = 0; i < set->changes->len && !lively; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    /* Enums, flags and parallel arrays decide which other rows are shown. */
    lively = change->kind <= MW_CHANGE_SWAP && is_mine (self, change->id)
             && (change->field->names || change->field->catalogue || change->field->parallel);
  }
  for (guint k = 0; k < self->rows->len; k++) {
    Row *row = g_ptr_array_index (self->rows, k);
    gboolean stale = lively, keys = FALSE;
    const MwField *field = row->field;
    if (titles && field && (field->type == MW_TYPE_REF || field->element == MW_TYPE_REF || field->type == MW_TYPE_LIST))
      stale = TRUE;
    for (guint i = 0; i < set->changes->len && !stale; i++) {
      const MwChange *change = &g_array_index (set->changes, MwChange, i);
      if (change->kind <= MW_CHANGE_SWAP) {
        stale = change->field == field && is_mine (self, change->id);
        keys |= row->track && (change->schema == row->track->schema || change->schema == lane_schema (row->track));
      } else if (change->kind != MW_CHANGE_REPLACE) {
        keys |= row->track && change->field->type == MW_TYPE_LIST && change->field->schema == lane_schema (row->track);
        stale = (change->field == field || change->field == row->track) && is_mine (self, change->owner);
      } else {
        stale = is_mine (self, change->id);
      }
    }
    if (stale)
      refresh_row (row);
    if (row->keys && row->child && !stale)
      mw_record_form_apply_change (MW_RECORD_FORM (row->keys), set);
    if (keys && !stale && row->child) {
      g_autofree char *state = describe_tracks (row);
      gtk_expander_set_label (GTK_EXPANDER (row->expander), state);
      mw_diamond_refresh (MW_DIAMOND (row->diamond));
    }
  }
  refresh_marks (self);
}
