/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/m2-fixture.h"
#include "core/model/m2/m2.h"
#include "ui/array-editor.h"
#include "ui/edit.h"
#include "ui/key-bar.h"
#include "ui/lane-edit.h"
#include "ui/lane-form.h"
#include "ui/number-editor.h"
#include "ui/sequence-chooser.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;

static void
begin (guint version)
{
  g_autofree char *path = fixture_m2_set (version, "Lanes");
  window = fixture_window ();
  page = fixture_open (window, path);
  g_assert_nonnull (page);
  document = mw_document_page_get_document (page);
}

static MwRecordForm *
select_record (const char *path)
{
  MwId id = fixture_record (document, path)->id;
  mw_document_select (document, &id, 1);
  return mw_inspector_get_form (mw_document_page_get_inspector (page));
}

static MwM2Track *
track_of (const char *path, const char *field)
{
  MwRecord *record = fixture_record (document, path);
  return *(MwM2Track **) mw_field_at (record, mw_schema_field (record->schema, field));
}

/* Opens and returns the form of a track. */
static MwRecordForm *
open_track (const char *path, const char *field)
{
  MwRecordForm *form = select_record (path);
  MwM2Track *track = track_of (path, field);
  g_assert_nonnull (track);
  MwRecordForm *keys = mw_record_form_open_track (form, track->record.id);
  g_assert_nonnull (keys);
  return keys;
}

static MwId
sequence (guint index)
{
  g_autofree char *path = g_strdup_printf ("sequences[%u]", index);
  return fixture_record (document, path)->id;
}

static MwM2Lane *
lane_of (const MwM2Track *track, MwId id)
{
  return (MwM2Lane *) mw_ui_lane_of (&track->record, id);
}

static void
click (GtkWidget *button)
{
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

/* The number that the row of an array shows for the chosen key. */
static const char *
shown_number (MwRecordForm *keys, MwId id, const char *name, guint component)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), id);
  GtkWidget *editor = mw_record_form_find_editor (keys, id, mw_schema_field (record->schema, name));
  g_assert_nonnull (editor);
  GtkWidget *element = mw_array_editor_get_element (MW_ARRAY_EDITOR (editor));
  return mw_value_entry_get_text (MW_VALUE_ENTRY (mw_number_editor_get_entry (MW_NUMBER_EDITOR (element), component)));
}

static void
test_lanes (void)
{
  begin (264);
  g_autoptr (GBytes) before = fixture_bytes (document);
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  MwRecordForm *keys = open_track ("bones[0]", "translation.track");
  MwM2Track *track = track_of ("bones[0]", "translation.track");
  MwSequenceChooser *chooser = MW_SEQUENCE_CHOOSER (mw_record_form_get_chooser (keys));
  MwLaneForm *lanes = MW_LANE_FORM (mw_record_form_get_lanes (keys));
  MwKeyBar *key_bar = MW_KEY_BAR (mw_record_form_get_key_bar (keys));
  /* In the rest pose the form shows the first sequence that has keys; then the one that is played. */
  g_assert_cmpuint (mw_sequence_chooser_get_sequence (chooser), ==, sequence (1));
  g_assert_cmpuint (mw_key_bar_get_n_shown (key_bar), ==, 2);
  mw_time_bar_set_sequence (bar, sequence (2));
  g_assert_cmpuint (mw_sequence_chooser_get_sequence (chooser), ==, sequence (2));
  MwM2Lane *lane = lane_of (track, sequence (2));
  g_assert_cmpuint (mw_key_bar_get_n_shown (key_bar), ==, lane->times.n);
  g_assert_null (mw_lane_form_get_add (lanes));
  /* A key between two others gets the value at its time. */
  const gint32 *times = lane->times.data;
  const float *values = lane->values.data;
  gint32 second = times[1];
  float from = values[0], to = values[3];
  mw_time_bar_set_time (bar, second / 2);
  click (mw_key_bar_get_add (key_bar));
  g_assert_cmpuint (lane->times.n, ==, 3);
  g_assert_cmpint (((const gint32 *) lane->times.data)[1], ==, second / 2);
  g_assert_cmpfloat_with_epsilon (((const float *) lane->values.data)[3],
                                  from + (to - from) * (float) (second / 2) / (float) second, 1e-4);
  g_assert_cmpuint (mw_key_bar_get_picked (key_bar), ==, 1);
  g_autofree char *time = g_strdup_printf ("%d", second / 2);
  g_assert_cmpstr (shown_number (keys, lane->record.id, "keys.time", 0), ==, time);
  g_assert_cmpuint (mw_document_get_position (document), ==, 1);
  /* The other lanes are as they were. */
  g_assert_cmpuint (lane_of (track, sequence (1))->times.n, ==, 2);
  mw_document_undo (document);
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
  fixture_end (window);
}

static void
test_first_key (void)
{
  begin (264);
  g_autoptr (GBytes) before = fixture_bytes (document);
  MwRecordForm *keys = open_track ("bones[0]", "translation.track");
  MwM2Track *track = track_of ("bones[0]", "translation.track");
  MwLaneForm *lanes = MW_LANE_FORM (mw_record_form_get_lanes (keys));
  guint n = track->lanes.n;
  g_assert_null (lane_of (track, sequence (0)));
  mw_sequence_chooser_choose (MW_SEQUENCE_CHOOSER (mw_record_form_get_chooser (keys)), sequence (0));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (mw_lane_form_get_rows (lanes))));
  click (mw_lane_form_get_add (lanes));
  g_assert_cmpuint (track->lanes.n, ==, n + 1);
  MwM2Lane *lane = lane_of (track, sequence (0));
  g_assert_cmpuint (lane->times.n, ==, 1);
  g_assert_cmpuint (lane->values.n, ==, 1);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (mw_lane_form_get_rows (lanes))));
  g_assert_null (mw_lane_form_get_add (lanes));
  /* The second key is added with the bar; removing all keys removes the lane. */
  MwKeyBar *key_bar = MW_KEY_BAR (mw_record_form_get_key_bar (keys));
  click (mw_key_bar_get_append (key_bar));
  g_assert_cmpuint (lane->times.n, ==, 2);
  click (mw_key_bar_get_remove (key_bar));
  click (mw_key_bar_get_remove (key_bar));
  g_assert_cmpuint (track->lanes.n, ==, n);
  g_assert_nonnull (mw_lane_form_get_add (lanes));
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
  for (guint i = 0; i < 4; i++)
    mw_document_undo (document);
  g_assert_false (mw_document_can_undo (document));
  g_autoptr (GBytes) undone = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, undone));
  fixture_end (window);
}

/* With several tracks, those that already have keys there are not changed. */
static void
test_first_key_of_several (void)
{
  begin (264);
  MwM2Track *full = track_of ("bones[0]", "translation.track");
  MwId empty = 0;
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  for (guint i = 1; i < model->bones.n && !empty; i++) {
    const MwM2Bone *bone = (const MwM2Bone *) model->bones.items[i];
    const MwM2Track *track = bone->translation_track;
    if (track && track->record.id != full->record.id && !mw_ui_lane_of (&track->record, sequence (1)))
      empty = track->record.id;
  }
  g_assert_cmpuint (empty, !=, 0);
  const MwId played = sequence (1);
  g_assert_nonnull (lane_of (full, played));
  const MwId ids[] = { full->record.id, empty };
  guint n = lane_of (full, played)->times.n;
  GError *error = NULL;
  g_assert_true (mw_ui_add_lane_key (document, ids, 2, played, 7, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (lane_of (full, played)->times.n, ==, n);
  const MwM2Track *other = (const MwM2Track *) mw_model_find (mw_document_get_model (document), empty);
  g_assert_cmpuint (lane_of (other, played)->times.n, ==, 1);
  g_assert_null (strstr (mw_document_get_undo_label (document), "tracks"));
  fixture_end (window);
}

/* A bone that has no keys at all. */
static char *
still_bone (void)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  for (guint i = 0; i < model->bones.n; i++) {
    const MwM2Bone *bone = (const MwM2Bone *) model->bones.items[i];
    if (!bone->translation_track && !bone->rotation_track && !bone->scaling_track)
      return mw_record_path (&bone->record);
  }
  g_assert_not_reached ();
}

static void
test_diamond (void)
{
  for (guint version = 263; version <= 264; version++) {
    begin (version);
    g_autofree char *path = still_bone ();
    g_autoptr (GBytes) before = fixture_bytes (document);
    MwTimeBar *bar = mw_document_page_get_time_bar (page);
    mw_time_bar_set_sequence (bar, sequence (2));
    mw_time_bar_set_time (bar, 40);
    gint32 now = mw_time_bar_get_clock (bar)->time;
    MwRecordForm *form = select_record (path);
    const MwM2Bone *bone = (const MwM2Bone *) fixture_record (document, path);
    const MwField *slot = mw_schema_field (bone->record.schema, "rotation.track");
    click (mw_record_form_find_diamond (form, slot));
    MwM2Track *track = bone->rotation_track;
    g_assert_nonnull (track);
    /* One key of the sequence and time on show, with the identity rotation. */
    const MwM2Lane *lane = version < 264 ? NULL : lane_of (track, sequence (2));
    const MwArray *times = lane ? &lane->times : &track->times, *values = lane ? &lane->values : &track->values;
    g_assert_cmpuint (times->n, ==, 1);
    g_assert_cmpint (*(const gint32 *) times->data, ==, now);
    g_assert_cmpfloat (((const float *) values->data)[3], ==, 1);
    g_assert_cmpuint (track->lanes.n, ==, version < 264 ? 0 : 1);
    g_assert_true (bone->flags & 0x200);
    g_assert_cmpuint (mw_document_get_position (document), ==, 1);
    /* Removing the last key restores the bone. */
    MwRecordForm *keys = open_track (path, "rotation.track");
    click (mw_key_bar_get_remove (MW_KEY_BAR (mw_record_form_get_key_bar (keys))));
    g_assert_null (bone->rotation_track);
    g_autoptr (GBytes) after = fixture_bytes (document);
    g_assert_true (g_bytes_equal (before, after));
    mw_document_undo (document);
    mw_document_undo (document);
    g_autoptr (GBytes) undone = fixture_bytes (document);
    g_assert_true (g_bytes_equal (before, undone));
    fixture_end (window);
  }
}

/* Colours have one lane for all sequences. */
static void
test_for_all (void)
{
  begin (264);
  MwRecordForm *keys = open_track ("colors[0]", "alpha.track");
  MwM2Track *track = track_of ("colors[0]", "alpha.track");
  g_assert_cmpuint (track->spread, ==, MW_M2_SPREAD_ALL);
  g_assert_false (gtk_widget_get_visible (mw_record_form_get_chooser (keys)));
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  mw_time_bar_set_sequence (bar, sequence (2));
  mw_time_bar_set_time (bar, 70);
  MwM2Lane *lane = (MwM2Lane *) track->lanes.items[0];
  guint n = lane->times.n;
  click (mw_key_bar_get_add (MW_KEY_BAR (mw_record_form_get_key_bar (keys))));
  g_assert_cmpuint (lane->times.n, ==, n + 1);
  g_assert_cmpuint (track->lanes.n, ==, 1);
  fixture_end (window);
}

/* Before 264 the keys of a sequence are a range of the track's keys. */
static void
test_one_time_line (void)
{
  begin (263);
  MwRecordForm *keys = open_track ("bones[0]", "translation.track");
  MwM2Track *track = track_of ("bones[0]", "translation.track");
  guint all = track->times.n;
  g_assert_null (mw_record_form_get_lanes (keys));
  MwKeyBar *key_bar = MW_KEY_BAR (mw_record_form_get_key_bar (keys));
  MwSequenceChooser *chooser = MW_SEQUENCE_CHOOSER (mw_record_form_get_chooser (keys));
  g_assert_cmpuint (mw_key_bar_get_n_shown (key_bar), ==, all);
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  guint sum = 0;
  for (guint i = 0; i < 3; i++) {
    const MwM2Sequence *shown = (const MwM2Sequence *) mw_model_find (mw_document_get_model (document), sequence (i));
    mw_time_bar_set_sequence (bar, shown->record.id);
    g_assert_cmpuint (mw_sequence_chooser_get_sequence (chooser), ==, shown->record.id);
    guint n = mw_key_bar_get_n_shown (key_bar);
    for (guint k = 0; k < all; k++) {
      guint32 time = ((const guint32 *) track->times.data)[k];
      sum += time >= shown->start && time <= shown->end;
    }
    g_assert_cmpuint (n, ==, sum);
    sum = 0;
    /* A new key is within the sequence, and the bar shows it. */
    mw_time_bar_set_time (bar, 33);
    gint32 now = mw_time_bar_get_clock (bar)->time;
    click (mw_key_bar_get_add (key_bar));
    g_assert_cmpuint (track->times.n, ==, all + 1);
    g_assert_cmpuint (mw_key_bar_get_n_shown (key_bar), ==, n + 1);
    g_assert_cmpint (((const gint32 *) track->times.data)[mw_key_bar_get_picked (key_bar)], ==, now);
    mw_document_undo (document);
    g_assert_cmpuint (mw_key_bar_get_n_shown (key_bar), ==, n);
  }
  mw_sequence_chooser_choose (chooser, 0);
  g_assert_cmpuint (mw_key_bar_get_n_shown (key_bar), ==, all);
  fixture_end (window);
}

/* Keys cannot be added to an alias, which plays the keys of another sequence; the refusal says so. */
static void
test_refused (void)
{
  begin (264);
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  const MwM2Sequence *alias = NULL;
  for (guint i = 0; i < model->sequences.n && !alias; i++)
    if (((const MwM2Sequence *) model->sequences.items[i])->flags & MW_M2_SEQUENCE_ALIAS)
      alias = (const MwM2Sequence *) model->sequences.items[i];
  g_assert_nonnull (alias);
  MwM2Track *track = track_of ("bones[0]", "translation.track");
  GError *error = NULL;
  g_assert_false (mw_ui_add_lane_key (document, &track->record.id, 1, alias->record.id, 0, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "alias"));
  g_clear_error (&error);
  g_assert_false (mw_document_can_undo (document));
  /* And the chooser does not offer it. */
  MwRecordForm *keys = open_track ("bones[0]", "translation.track");
  MwSequenceChooser *chooser = MW_SEQUENCE_CHOOSER (mw_record_form_get_chooser (keys));
  MwId before = mw_sequence_chooser_get_sequence (chooser);
  mw_sequence_chooser_choose (chooser, alias->record.id);
  g_assert_cmpuint (mw_sequence_chooser_get_sequence (chooser), ==, before);
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/lanes/keys of the sequence that is played are shown and added", test_lanes);
  g_test_add_func ("/ui/lanes/the first key of a sequence makes its lane, the last one takes it along", test_first_key);
  g_test_add_func ("/ui/lanes/tracks that have keys of the sequence get no first one", test_first_key_of_several);
  g_test_add_func ("/ui/lanes/the diamond gives a bone one key of the sequence on show", test_diamond);
  g_test_add_func ("/ui/lanes/one lane for all sequences is edited as one", test_for_all);
  g_test_add_func ("/ui/lanes/on one time line a sequence shows its stretch", test_one_time_line);
  g_test_add_func ("/ui/lanes/an alias gets no keys, and is not offered", test_refused);
  return g_test_run ();
}
