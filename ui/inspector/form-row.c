/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/record-form-private.h"
#include "core/schema/groups.h"
#include "ui/ellipsis.h"
#include "ui/inspector/array-editor.h"
#include "ui/inspector/diamond.h"
#include "ui/edit.h"
#include "ui/inspector/field-editor.h"
#include "ui/inspector/field-menu.h"
#include "ui/i18n.h"
#include "ui/time/key-bar.h"
#include "ui/labels.h"
#include "ui/time/curve-picture.h"
#include "ui/row-layout.h"
#include "ui/widgets.h"

#include <string.h>

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
track_of (MwFormRow *row, guint n)
{
  MwRecordForm *self = row->form;
  MwRecord *record = mw_model_find (mw_document_get_model (self->document), mw_record_form_ids (self)[n]);
  return record ? *(MwRecord **) mw_field_at (record, row->track) : NULL;
}

/* The tracks of all records in a few words; NULL: none has one. Sets row->child. Free with g_free(). */
static char *
describe_tracks (MwFormRow *row)
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
show_keys (MwFormRow *row)
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
show_refusal (MwFormRow *row, const char *message)
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
diamond_refused (MwDiamond *diamond, const char *message, MwFormRow *row)
{
  show_refusal (row, message);
}

/* What the row of the keys says; NULL: nothing. */
static void
show_summary (MwFormRow *row, const char *text)
{
  GtkWidget *label = gtk_expander_get_label_widget (GTK_EXPANDER (row->expander));
  gtk_label_set_text (GTK_LABEL (label), text ? text : "");
}

static void
refresh_track (MwFormRow *row)
{
  if (!row->track)
    return;
  g_autofree char *state = describe_tracks (row);
  gboolean child = row->child != 0;
  mw_diamond_set_ids (MW_DIAMOND (row->diamond), mw_record_form_ids (row->form), row->form->ids->len);
  if (!row->editor)
    show_refusal (row, NULL);
  if (row->state)
    gtk_label_set_text (GTK_LABEL (row->state), child ? _ ("Animated") : _ ("Not animated"));
  gtk_widget_set_visible (row->expander, child);
  if (row->picture) {
    gtk_widget_set_visible (row->picture, child && row->form->ids->len == 1);
    mw_curve_picture_set_track (MW_CURVE_PICTURE (row->picture), row->child);
  }
  show_summary (row, child ? state : NULL);
  show_keys (row);
}

void
mw_form_row_refresh_keys (MwFormRow *row)
{
  g_autofree char *state = describe_tracks (row);
  show_summary (row, state);
  mw_diamond_refresh (MW_DIAMOND (row->diamond));
  if (row->picture)
    mw_curve_picture_set_track (MW_CURVE_PICTURE (row->picture), row->child);
}

static void
expanded (GtkExpander *expander, GParamSpec *property, MwFormRow *row)
{
  show_keys (row);
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

#define ROW "mw-form-row"

MwFormRow *
mw_form_row_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), ROW);
}

static void
show_key (MwRecordForm *self, MwFormRow *row, guint index)
{
  if (row->editor && MW_IS_ARRAY_EDITOR (row->editor) && row->field->parallel)
    mw_array_editor_show_element (MW_ARRAY_EDITOR (row->editor), index);
}

void
mw_form_row_refresh_offset (MwFormRow *row)
{
  MwRecordForm *self = row->form;
  gboolean one = self->offsets && self->ids->len == 1 && row->field;
  g_autofree char *text = one ? mw_offsets_describe (self->offsets, mw_record_form_ids (self)[0], row->field) : NULL;
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

void
mw_form_row_apply_filter (MwFormRow *row)
{
  const MwFieldFilter *filter = row->form->filter;
  gboolean found = !filter || mw_field_filter_has (filter, row->field ? row->field : row->track, row->group->label);
  gtk_widget_set_visible (row->box, row->live && found);
}

void
mw_form_row_refresh (MwFormRow *row)
{
  MwRecordForm *self = row->form;
  const MwRecord *record = self->ids->len
                             ? mw_model_find (mw_document_get_model (self->document), mw_record_form_ids (self)[0])
                             : NULL;
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
  row->live = live && shown != self->left_out;
  mw_form_row_apply_filter (row);
  if (row->editor)
    mw_field_editor_set_ids (MW_FIELD_EDITOR (row->editor), mw_record_form_ids (self), self->ids->len);
  if (self->key_bar)
    show_key (self, row, mw_key_bar_get_picked (MW_KEY_BAR (self->key_bar)));
  refresh_track (row);
  mw_form_row_refresh_offset (row);
}

MwFormRow *
mw_form_row_new (MwRecordForm *self, const MwGroup *group, GtkBox *body, const MwField *field, const MwField *track)
{
  MwFormRow *row = g_new0 (MwFormRow, 1);
  row->form = self;
  row->group = group;
  row->field = field;
  row->track = track;
  const MwField *shown = field ? field : track;
  g_autofree char *tooltip = mw_ui_field_tooltip (shown);
  row->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_add_css_class (row->box, "field-row");
  g_object_set_data (G_OBJECT (row->box), ROW, row);
  GtkWidget *line = mw_row_new (6);
  GtkWidget *label = gtk_label_new (mw_ui_label (shown->label));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (label), 12);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 12);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_add_css_class (label, "field-label");
  mw_widget_set_tooltip (label, tooltip);
  GtkWidget *head = mw_row_new (0);
  gtk_box_append (GTK_BOX (head), label);
  gtk_box_append (GTK_BOX (line), head);
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
    mw_label_ellipsize (row->state, PANGO_ELLIPSIZE_END);
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
    row->keys_dot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_add_css_class (row->keys_dot, "changed-dot");
    gtk_widget_set_valign (row->keys_dot, GTK_ALIGN_CENTER);
    gtk_widget_set_opacity (row->keys_dot, 0);
    gtk_box_append (GTK_BOX (line), row->keys_dot);
    gtk_box_append (GTK_BOX (line), row->diamond);
    const MwField *values = mw_schema_part (track->schema, MW_PART_VALUES);
    if (values && values->element != MW_TYPE_REF) {
      row->picture = mw_curve_picture_new (mw_record_form_sheet, self);
      gtk_box_append (GTK_BOX (row->box), row->picture);
    }
    row->expander = gtk_expander_new (NULL);
    GtkWidget *summary = gtk_label_new (NULL);
    mw_label_ellipsize (summary, PANGO_ELLIPSIZE_END);
    gtk_expander_set_label_widget (GTK_EXPANDER (row->expander), summary);
    gtk_widget_add_css_class (row->expander, "keys");
    g_signal_connect (row->expander, "notify::expanded", G_CALLBACK (expanded), row);
    gtk_box_append (GTK_BOX (row->box), row->expander);
  }
  mw_field_menu_attach (row, head);
  gtk_box_append (body, row->box);
  return row;
}
