/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/m2-fixture.h"
#include "core/model/m2/m2.h"
#include "ui/inspector/diamond.h"
#include "ui/edit.h"
#include "ui/time/key-bar.h"
#include "ui/labels.h"
#include "ui/inspector/lane-edit.h"
#include "ui/inspector/lane-form.h"
#include "ui/time/sequence-chooser.h"

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
  const MwSchema *schema = fixture_record (document, path)->schema;
  return fixture_open_track (fixture_select (page, path), schema, mw_schema_field (schema, field));
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

/* The parts of the form of a track; NULL: it has none. */
static MwKeyBar *
key_bar_of (MwRecordForm *keys)
{
  return MW_KEY_BAR (find_type (GTK_WIDGET (keys), MW_TYPE_KEY_BAR));
}

static MwSequenceChooser *
chooser_of (MwRecordForm *keys)
{
  return MW_SEQUENCE_CHOOSER (find_type (GTK_WIDGET (keys), MW_TYPE_SEQUENCE_CHOOSER));
}

static MwLaneForm *
lanes_of (MwRecordForm *keys)
{
  GtkWidget *lanes = find_type (GTK_WIDGET (keys), MW_TYPE_LANE_FORM);
  return lanes ? MW_LANE_FORM (lanes) : NULL;
}

/* The button that adds the first key, where there is none. */
static GtkWidget *
first_key_button (MwLaneForm *lanes)
{
  GtkWidget *button = find_called (GTK_WIDGET (lanes), GTK_TYPE_BUTTON, "Add a Key");
  return is_shown (button, GTK_WIDGET (lanes)) ? button : NULL;
}

/* Chooses the sequence whose keys are shown; FALSE: it is not offered. */
static gboolean
choose (MwSequenceChooser *chooser, MwId id)
{
  const MwRecord *record = id ? mw_model_find (mw_document_get_model (document), id) : NULL;
  g_autofree char *title = record ? mw_ui_record_title (record) : g_strdup ("All sequences"),
                  *beginning = g_strdup_printf ("%s · ", title);
  return act_choose_named (find_type (GTK_WIDGET (chooser), GTK_TYPE_DROP_DOWN), beginning);
}

/* The number that the row of an array shows for the chosen key. */
static const char *
shown_number (MwRecordForm *keys, MwId id, const char *name, guint component)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), id);
  GtkWidget *editor = fixture_find_editor (keys, id, mw_schema_field (record->schema, name));
  g_assert_nonnull (editor);
  GtkWidget *element = fixture_element (editor);
  return fixture_shown (element, component);
}

static void
test_lanes (void)
{
  begin (264);
  g_autoptr (GBytes) before = fixture_bytes (document);
  MwRecordForm *keys = open_track ("bones[0]", "translation.track");
  MwM2Track *track = track_of ("bones[0]", "translation.track");
  MwSequenceChooser *chooser = chooser_of (keys);
  MwLaneForm *lanes = lanes_of (keys);
  MwKeyBar *key_bar = key_bar_of (keys);
  /* In the rest pose the form shows the first sequence that has keys; then the one that is played. */
  g_assert_cmpuint (mw_sequence_chooser_get_sequence (chooser), ==, sequence (1));
  g_assert_cmpuint (mw_key_bar_get_n_shown (key_bar), ==, 2);
  fixture_show_sequence (page, sequence (2));
  g_assert_cmpuint (mw_sequence_chooser_get_sequence (chooser), ==, sequence (2));
  MwM2Lane *lane = lane_of (track, sequence (2));
  g_assert_cmpuint (mw_key_bar_get_n_shown (key_bar), ==, lane->times.n);
  g_assert_null (first_key_button (lanes));
  /* A key between two others gets the value at its time. */
  const gint32 *times = lane->times.data;
  const float *values = lane->values.data;
  gint32 second = times[1];
  float from = values[0], to = values[3];
  fixture_show_time (page, second / 2);
  act_press (key_bar, "Add a key at the time shown");
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
  MwLaneForm *lanes = lanes_of (keys);
  guint n = track->lanes.n;
  g_assert_null (lane_of (track, sequence (0)));
  g_assert_true (choose (chooser_of (keys), sequence (0)));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (mw_lane_form_get_rows (lanes))));
  act_click (first_key_button (lanes));
  g_assert_cmpuint (track->lanes.n, ==, n + 1);
  MwM2Lane *lane = lane_of (track, sequence (0));
  g_assert_cmpuint (lane->times.n, ==, 1);
  g_assert_cmpuint (lane->values.n, ==, 1);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (mw_lane_form_get_rows (lanes))));
  g_assert_null (first_key_button (lanes));
  /* The second key is added with the bar; removing all keys removes the lane. */
  MwKeyBar *key_bar = key_bar_of (keys);
  act_press (key_bar, "Add a key after the last");
  g_assert_cmpuint (lane->times.n, ==, 2);
  act_press (key_bar, "Remove this key");
  act_press (key_bar, "Remove this key");
  g_assert_cmpuint (track->lanes.n, ==, n);
  g_assert_nonnull (first_key_button (lanes));
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
    fixture_show_sequence (page, sequence (2));
    fixture_show_time (page, 40);
    gint32 now = fixture_time_in_file (page);
    MwRecordForm *form = fixture_select (page, path);
    const MwM2Bone *bone = (const MwM2Bone *) fixture_record (document, path);
    const MwField *slot = mw_schema_field (bone->record.schema, "rotation.track");
    act_click (find_type (fixture_row (form, bone->record.schema, slot), MW_TYPE_DIAMOND));
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
    act_press (key_bar_of (keys), "Remove this key");
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
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (chooser_of (keys))));
  fixture_show_sequence (page, sequence (2));
  fixture_show_time (page, 70);
  MwM2Lane *lane = (MwM2Lane *) track->lanes.items[0];
  guint n = lane->times.n;
  act_press (key_bar_of (keys), "Add a key at the time shown");
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
  g_assert_null (lanes_of (keys));
  MwKeyBar *key_bar = key_bar_of (keys);
  MwSequenceChooser *chooser = chooser_of (keys);
  g_assert_cmpuint (mw_key_bar_get_n_shown (key_bar), ==, all);
  guint sum = 0;
  for (guint i = 0; i < 3; i++) {
    const MwM2Sequence *shown = (const MwM2Sequence *) mw_model_find (mw_document_get_model (document), sequence (i));
    fixture_show_sequence (page, shown->record.id);
    g_assert_cmpuint (mw_sequence_chooser_get_sequence (chooser), ==, shown->record.id);
    guint n = mw_key_bar_get_n_shown (key_bar);
    for (guint k = 0; k < all; k++) {
      guint32 time = ((const guint32 *) track->times.data)[k];
      sum += time >= shown->start && time <= shown->end;
    }
    g_assert_cmpuint (n, ==, sum);
    sum = 0;
    /* A new key is within the sequence, and the bar shows it. */
    fixture_show_time (page, 33);
    gint32 now = fixture_time_in_file (page);
    act_press (key_bar, "Add a key at the time shown");
    g_assert_cmpuint (track->times.n, ==, all + 1);
    g_assert_cmpuint (mw_key_bar_get_n_shown (key_bar), ==, n + 1);
    g_assert_cmpint (((const gint32 *) track->times.data)[mw_key_bar_get_picked (key_bar)], ==, now);
    mw_document_undo (document);
    g_assert_cmpuint (mw_key_bar_get_n_shown (key_bar), ==, n);
  }
  g_assert_true (choose (chooser, 0));
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
  MwSequenceChooser *chooser = chooser_of (keys);
  MwId before = mw_sequence_chooser_get_sequence (chooser);
  g_assert_false (choose (chooser, alias->record.id));
  g_assert_cmpuint (mw_sequence_chooser_get_sequence (chooser), ==, before);
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/lanes/keys of the sequence that is played are shown and added", test_lanes);
  g_test_add_func ("/ui/lanes/the first key of a sequence adds its lane, removing the last key removes it",
                   test_first_key);
  g_test_add_func ("/ui/lanes/tracks with keys of the sequence get no other first key", test_first_key_of_several);
  g_test_add_func ("/ui/lanes/the diamond sets one key in the sequence that is shown", test_diamond);
  g_test_add_func ("/ui/lanes/one lane for all sequences is edited as one", test_for_all);
  g_test_add_func ("/ui/lanes/on one time line a sequence shows its stretch", test_one_time_line);
  g_test_add_func ("/ui/lanes/an alias gets no keys, and is not offered", test_refused);
  return g_test_run ();
}
