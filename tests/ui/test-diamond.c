/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/m2-fixture.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "ui/diamond.h"
#include "ui/lane-edit.h"

#include <glib/gstdio.h>
#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static MwTimeBar *bar;

static void
open_file (const char *path)
{
  window = fixture_window ();
  page = fixture_open (window, path);
  g_assert_nonnull (page);
  document = mw_document_page_get_document (page);
  bar = mw_document_page_get_time_bar (page);
}

static void
begin (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  open_file (path);
}

static MwRecordForm *
select_record (const char *path)
{
  MwId id = fixture_record (document, path)->id;
  mw_document_select (document, &id, 1);
  return mw_inspector_get_form (mw_document_page_get_inspector (page));
}

static const MwField *
slot_of (const char *path, const char *name)
{
  const MwField *field = mw_schema_field (fixture_record (document, path)->schema, name);
  g_assert_nonnull (field);
  return field;
}

static MwDiamond *
diamond_of (const char *path, const char *name)
{
  GtkWidget *diamond = mw_record_form_find_diamond (select_record (path), slot_of (path, name));
  g_assert_nonnull (diamond);
  return MW_DIAMOND (diamond);
}

static void
click (MwDiamond *diamond)
{
  g_signal_emit_by_name (diamond, "clicked");
}

static void
assert_value (const char *path, const char *wanted)
{
  g_autofree char *value = fixture_value (document, path);
  g_assert_cmpstr (value, ==, wanted);
}

static const char *
toast (void)
{
  return mw_toast_get_text (mw_window_get_toast (window));
}

static void
play (const char *sequence, gint32 time)
{
  mw_time_bar_set_sequence (bar, fixture_record (document, sequence)->id);
  mw_time_bar_set_time (bar, time);
}

/* The layer's alpha has keys at 120, 480 and 910; its first sequence runs from 100 to 1100. */
static void
test_half (void)
{
  begin ();
  const char *layer = "materials[0].layers[0]", *times = "materials[0].layers[0].alpha.track.keys.time";
  g_autoptr (GBytes) before = fixture_bytes (document);
  play ("sequences[0]", 200);
  MwDiamond *diamond = diamond_of (layer, "alpha.track");
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_PART);
  click (diamond);
  assert_value (times, "[120, 300, 480, 910]");
  /* Half way from 0.59333 to 0.23136. */
  g_autofree char *value = fixture_value (document, "materials[0].layers[0].alpha.track.keys[1].value");
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (value, NULL), 0.412345, 1e-5);
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_HERE);
  g_assert_nonnull (strstr (mw_document_get_undo_label (document), "200 ms of "));
  g_assert_cmpuint (mw_document_get_position (document), ==, 1);
  /* Full: a click removes only this key. */
  click (diamond);
  assert_value (times, "[120, 480, 910]");
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_PART);
  g_assert_null (toast ());
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
  /* Its state follows the playhead, also into other sequences. */
  play ("sequences[0]", 20);
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_HERE);
  play ("sequences[0]", 21);
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_PART);
  play ("sequences[1]", 20);
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_PART);
  click (diamond);
  assert_value (times, "[120, 480, 910, 1320]");
  fixture_end (window);
}

static void
test_empty (void)
{
  begin ();
  g_autoptr (GBytes) before = fixture_bytes (document);
  play ("sequences[1]", 33);
  MwDiamond *diamond = diamond_of ("lights[2]", "intensity.track");
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_NONE);
  click (diamond);
  assert_value ("lights[2].intensity.track.keys.time", "[1333]");
  g_autofree char *fixed = fixture_value (document, "lights[2].intensity");
  assert_value ("lights[2].intensity.track.keys[0].value", fixed);
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_HERE);
  click (diamond);
  assert_value ("lights[2].intensity.track", "none");
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_NONE);
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
  fixture_end (window);
}

/* In the rest pose a first key is made at the start of the first sequence. If there are keys, it is unclear which one a click
 * means, so it is refused. */
static void
test_rest (void)
{
  begin ();
  MwDiamond *diamond = diamond_of ("materials[0].layers[0]", "alpha.track");
  MwRecordForm *form = mw_inspector_get_form (mw_document_page_get_inspector (page));
  const MwField *slot = slot_of ("materials[0].layers[0]", "alpha.track");
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_PART);
  click (diamond);
  assert_value ("materials[0].layers[0].alpha.track.keys.time", "[120, 480, 910]");
  g_assert_false (mw_document_can_undo (document));
  g_assert_nonnull (mw_record_form_get_refusal (form, slot));
  g_assert_nonnull (strstr (mw_record_form_get_refusal (form, slot), "Choose a sequence"));
  /* With a sequence there is a time. */
  play ("sequences[0]", 0);
  g_assert_null (mw_record_form_get_refusal (form, slot));
  mw_time_bar_set_sequence (bar, 0);
  click (diamond_of ("lights[2]", "intensity.track"));
  assert_value ("lights[2].intensity.track.keys.time", "[100]");
  /* A row without an editor shows the refusal too. */
  diamond = diamond_of ("cameras[0]", "translation.track");
  form = mw_inspector_get_form (mw_document_page_get_inspector (page));
  click (diamond);
  g_assert_nonnull (mw_record_form_get_refusal (form, slot_of ("cameras[0]", "translation.track")));
  fixture_end (window);
}

/* While it plays, a key is at the playhead for one frame only; nobody could click that on purpose. */
static void
test_playing (void)
{
  begin ();
  play ("sequences[0]", 20);
  MwDiamond *diamond = diamond_of ("materials[0].layers[0]", "alpha.track");
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_HERE);
  mw_time_bar_toggle (bar);
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_PART);
  click (diamond);
  g_autofree char *times = fixture_value (document, "materials[0].layers[0].alpha.track.keys.time");
  g_assert_true (g_str_has_prefix (times, "[120, "));
  g_assert_nonnull (strstr (times, "480, 910]"));
  mw_time_bar_toggle (bar);
  play ("sequences[0]", 20);
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_HERE);
  fixture_end (window);
}

static void
test_global (void)
{
  begin ();
  /* This track runs on a global sequence, also in the rest pose. */
  const char *times = "texture_animations[1].translation.track.keys.time";
  const MwMdlxGlobalSequence *clock = (const MwMdlxGlobalSequence *) fixture_record (document, "global_sequences[0]");
  g_assert_cmpuint (clock->duration, >, 300);
  MwRecordForm *form = select_record ("texture_animations[1]");
  MwDiamond *diamond = MW_DIAMOND (
    mw_record_form_find_diamond (form, slot_of ("texture_animations[1]", "translation.track")));
  mw_record_form_set_clock (form, &(MwClock) { .rest = TRUE, .global_ms = 3 * (guint64) clock->duration + 120 });
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_HERE);
  mw_record_form_set_clock (form, &(MwClock) { .rest = TRUE, .global_ms = 3 * (guint64) clock->duration + 250 });
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_PART);
  click (diamond);
  g_autofree char *added = fixture_value (document, times);
  g_assert_nonnull (strstr (added, "[120, 250, 480"));
  g_assert_nonnull (strstr (mw_document_get_undo_label (document), "global sequence"));
  click (diamond);
  assert_value (times, "[120, 480, 910]");
  fixture_end (window);
}

static void
test_several (void)
{
  begin ();
  play ("sequences[0]", 20);
  const MwId ids[] = { fixture_record (document, "lights[0]")->id, fixture_record (document, "lights[1]")->id,
                       fixture_record (document, "lights[2]")->id };
  const MwField *slot = slot_of ("lights[0]", "intensity.track");
  mw_document_select (document, ids, 3);
  MwDiamond *diamond = MW_DIAMOND (
    mw_record_form_find_diamond (mw_inspector_get_form (mw_document_page_get_inspector (page)), slot));
  /* Two records have a key here; the third has none at all. */
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_PART);
  click (diamond);
  assert_value ("lights[0].intensity.track.keys.time", "[120, 480, 910]");
  assert_value ("lights[2].intensity.track.keys.time", "[120]");
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_HERE);
  g_assert_cmpuint (mw_document_get_position (document), ==, 1);
  /* Removing more than one key is announced. */
  click (diamond);
  assert_value ("lights[1].intensity.track.keys.time", "[480, 910]");
  assert_value ("lights[2].intensity.track", "none");
  g_assert_cmpstr (toast (), ==, "Removed 3 keys of 3 tracks");
  fixture_end (window);
}

static void
test_remove_all (void)
{
  begin ();
  g_autoptr (GBytes) before = fixture_bytes (document);
  const MwField *slot = slot_of ("materials[0].layers[0]", "alpha.track");
  MwDiamond *diamond = diamond_of ("materials[0].layers[0]", "alpha.track");
  MwRecordForm *form = mw_inspector_get_form (mw_document_page_get_inspector (page));
  const MwMdlxLayer *layer = (const MwMdlxLayer *) fixture_record (document, "materials[0].layers[0]");
  g_assert_null (mw_record_form_find_remove_all (form, slot));
  mw_record_form_open_track (form, (*(MwRecord **) mw_field_at (&layer->record, slot))->id);
  GtkWidget *button = mw_record_form_find_remove_all (form, slot);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "Remove all keys of Alpha");
  g_signal_emit_by_name (button, "clicked");
  assert_value ("materials[0].layers[0].alpha.track", "none");
  g_assert_cmpstr (toast (), ==, "Removed 3 keys of Alpha of Layer 0 of Material 0");
  g_signal_emit_by_name (mw_toast_get_undo (mw_window_get_toast (window)), "clicked");
  g_assert_null (toast ());
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
  /* The menu offers it too, but not if there is nothing to remove. */
  GtkWidget *item = gtk_widget_get_last_child (gtk_popover_get_child (GTK_POPOVER (mw_diamond_open_menu (diamond))));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (item)), ==, "Remove all keys of Alpha");
  g_signal_emit_by_name (item, "clicked");
  assert_value ("materials[0].layers[0].alpha.track", "none");
  item = gtk_widget_get_last_child (gtk_popover_get_child (GTK_POPOVER (mw_diamond_open_menu (diamond))));
  g_assert_false (gtk_widget_get_sensitive (item));
  fixture_end (window);
}

/* --- Lanes ---------------------------------------------------------------------------------------------------------- */

static const MwM2Sequence *
sequence_at (guint index)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  return index < model->sequences.n ? (const MwM2Sequence *) model->sequences.items[index] : NULL;
}

static void
test_lane (void)
{
  g_autofree char *path = fixture_m2_set (264, "Diamond");
  open_file (path);
  g_autoptr (GBytes) before = fixture_bytes (document);
  const MwM2Track *track = ((const MwM2Bone *) fixture_record (document, "bones[0]"))->translation_track;
  MwId second = sequence_at (2)->record.id;
  const MwM2Lane *lane = (const MwM2Lane *) mw_ui_lane_of (&track->record, second);
  const MwM2Lane *other = (const MwM2Lane *) mw_ui_lane_of (&track->record, sequence_at (1)->record.id);
  guint n = lane->times.n, n_other = other->times.n, n_lanes = track->lanes.n;
  g_assert_cmpuint (n, >=, 2);
  MwDiamond *diamond = diamond_of ("bones[0]", "translation.track");
  play ("sequences[2]", ((const gint32 *) lane->times.data)[1]);
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_HERE);
  play ("sequences[2]", ((const gint32 *) lane->times.data)[1] / 2);
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_PART);
  click (diamond);
  g_assert_cmpuint (lane->times.n, ==, n + 1);
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_HERE);
  click (diamond);
  g_assert_cmpuint (lane->times.n, ==, n);
  /* A sequence without a lane gets one, which is removed with its key. */
  g_assert_null (mw_ui_lane_of (&track->record, sequence_at (0)->record.id));
  play ("sequences[0]", 5);
  click (diamond);
  g_assert_cmpuint (track->lanes.n, ==, n_lanes + 1);
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_HERE);
  click (diamond);
  g_assert_cmpuint (track->lanes.n, ==, n_lanes);
  g_assert_cmpuint (other->times.n, ==, n_other);
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
  fixture_end (window);
}

/* Keys in a missing file can be neither added nor removed; the refusal names the file. */
static void
test_not_loaded (void)
{
  g_autofree char *path = fixture_m2_set (264, "Absent");
  open_file (path);
  const MwM2Sequence *external = NULL;
  for (guint i = 0; sequence_at (i) && !external; i++)
    if (!(sequence_at (i)->flags & (0x20 | MW_M2_SEQUENCE_ALIAS)))
      external = sequence_at (i);
  g_assert_nonnull (external);
  g_autofree char *name = g_strdup_printf ("Absent%04u-%02u.anim", external->animation, external->variation);
  g_autofree char *place = g_strdup_printf ("sequences[%u]", mw_record_index (&external->record));
  fixture_end (window);

  path = (g_free (path), fixture_m2_set (264, "Absent"));
  g_autofree char *file = g_build_filename (fixture_folder (), name, NULL);
  g_assert_cmpint (g_unlink (file), ==, 0);
  open_file (path);
  g_assert_true (((const MwM2Sequence *) fixture_record (document, place))->not_loaded);
  g_autoptr (GBytes) before = fixture_bytes (document);
  play (place, 5);
  MwDiamond *diamond = diamond_of ("bones[0]", "translation.track");
  MwRecordForm *form = mw_inspector_get_form (mw_document_page_get_inspector (page));
  const MwField *slot = slot_of ("bones[0]", "translation.track");
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_PART);
  click (diamond);
  g_assert_false (mw_document_can_undo (document));
  g_assert_nonnull (mw_record_form_get_refusal (form, slot));
  g_assert_nonnull (strstr (mw_record_form_get_refusal (form, slot), name + strlen ("Absent")));
  mw_diamond_remove_all (diamond);
  g_assert_false (mw_document_can_undo (document));
  g_assert_nonnull (strstr (mw_record_form_get_refusal (form, slot), ".anim"));
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
  fixture_end (window);
}

/* Before 264 all keys are on the one time line of the file. */
static void
test_one_time_line (void)
{
  g_autofree char *path = fixture_m2_set (263, "Line");
  open_file (path);
  const MwM2Track *track = ((const MwM2Bone *) fixture_record (document, "bones[0]"))->translation_track;
  const MwM2Sequence *sequence = sequence_at (1);
  guint n = track->times.n;
  MwDiamond *diamond = diamond_of ("bones[0]", "translation.track");
  play ("sequences[1]", 7);
  g_assert_cmpint (mw_diamond_get_state (diamond), ==, MW_KEYED_PART);
  click (diamond);
  g_assert_cmpuint (track->times.n, ==, n + 1);
  gboolean found = FALSE;
  for (guint i = 0; i < track->times.n; i++)
    found |= ((const guint32 *) track->times.data)[i] == sequence->start + 7;
  g_assert_true (found);
  click (diamond);
  g_assert_cmpuint (track->times.n, ==, n);
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/diamond/half: a click sets one key that holds the value; full: it removes that one", test_half);
  g_test_add_func ("/ui/diamond/empty: a click makes the first key, at the playhead", test_empty);
  g_test_add_func ("/ui/diamond/at rest keys neither come nor go, but the first one", test_rest);
  g_test_add_func ("/ui/diamond/while it plays a click never removes a key", test_playing);
  g_test_add_func ("/ui/diamond/a global sequence has its own playhead", test_global);
  g_test_add_func ("/ui/diamond/several elements get and lose their key as one step", test_several);
  g_test_add_func ("/ui/diamond/all keys go by a command that says so", test_remove_all);
  g_test_add_func ("/ui/diamond/a key of the lane that is played", test_lane);
  g_test_add_func ("/ui/diamond/a file that is not there is named", test_not_loaded);
  g_test_add_func ("/ui/diamond/on one time line a key stands within its sequence", test_one_time_line);
  return g_test_run ();
}
