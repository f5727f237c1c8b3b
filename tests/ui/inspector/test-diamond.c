/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/m2-fixture.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "ui/inspector/diamond.h"
#include "ui/inspector/lane-edit.h"

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

static const MwField *
slot_of (const char *path, const char *name)
{
  const MwField *field = mw_schema_field (fixture_record (document, path)->schema, name);
  g_assert_nonnull (field);
  return field;
}

/* The row of a track in the form of a record, which gets selected. */
static GtkWidget *
row_of (const char *path, const char *name)
{
  GtkWidget *row = fixture_row (fixture_select (page, path), fixture_record (document, path)->schema,
                                slot_of (path, name));
  g_assert_nonnull (row);
  return row;
}

static MwDiamond *
diamond_of (const char *path, const char *name)
{
  return MW_DIAMOND (find_type (row_of (path, name), MW_TYPE_DIAMOND));
}

/* What its icon says. */
static MwKeyed
state_of (MwDiamond *diamond)
{
  const char *icon = gtk_button_get_icon_name (GTK_BUTTON (diamond));
  if (g_str_equal (icon, "mw-diamond-full-symbolic"))
    return MW_KEYED_HERE;
  return g_str_equal (icon, "mw-diamond-half-symbolic") ? MW_KEYED_PART : MW_KEYED_NONE;
}

/* Why a click on the diamond of the row did nothing, or NULL. */
static const char *
refusal_in (GtkWidget *row)
{
  return find_words_of_class (row, "field-error");
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
  return fixture_toast (window);
}

static void
play (const char *sequence, gint32 time)
{
  fixture_show_sequence (page, fixture_record (document, sequence)->id);
  fixture_show_time (page, time);
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
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_PART);
  click (diamond);
  assert_value (times, "[120, 300, 480, 910]");
  /* Half way from 0.59333 to 0.23136. */
  g_autofree char *value = fixture_value (document, "materials[0].layers[0].alpha.track.keys[1].value");
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (value, NULL), 0.412345, 1e-5);
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_HERE);
  g_assert_nonnull (strstr (mw_document_get_undo_label (document), "200 ms of "));
  g_assert_cmpuint (mw_document_get_position (document), ==, 1);
  /* Full: a click removes only this key. */
  click (diamond);
  assert_value (times, "[120, 480, 910]");
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_PART);
  g_assert_null (toast ());
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
  /* Its state follows the playhead, also into other sequences. */
  play ("sequences[0]", 20);
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_HERE);
  play ("sequences[0]", 21);
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_PART);
  play ("sequences[1]", 20);
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_PART);
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
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_NONE);
  click (diamond);
  assert_value ("lights[2].intensity.track.keys.time", "[1333]");
  g_autofree char *fixed = fixture_value (document, "lights[2].intensity");
  assert_value ("lights[2].intensity.track.keys[0].value", fixed);
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_HERE);
  click (diamond);
  assert_value ("lights[2].intensity.track", "none");
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_NONE);
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
  GtkWidget *row = row_of ("materials[0].layers[0]", "alpha.track");
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_PART);
  click (diamond);
  assert_value ("materials[0].layers[0].alpha.track.keys.time", "[120, 480, 910]");
  g_assert_false (mw_document_can_undo (document));
  g_assert_nonnull (refusal_in (row));
  g_assert_nonnull (strstr (refusal_in (row), "Choose a sequence"));
  /* With a sequence there is a time. */
  play ("sequences[0]", 0);
  g_assert_null (refusal_in (row));
  fixture_show_sequence (page, 0);
  click (diamond_of ("lights[2]", "intensity.track"));
  assert_value ("lights[2].intensity.track.keys.time", "[100]");
  /* A row without an editor shows the refusal too. */
  row = row_of ("cameras[0]", "translation.track");
  g_assert_null (refusal_in (row));
  click (diamond_of ("cameras[0]", "translation.track"));
  g_assert_nonnull (refusal_in (row));
  fixture_end (window);
}

/* While it plays, a key is at the playhead for one frame only; nobody could click that on purpose. */
static void
test_playing (void)
{
  begin ();
  play ("sequences[0]", 20);
  MwDiamond *diamond = diamond_of ("materials[0].layers[0]", "alpha.track");
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_HERE);
  mw_time_bar_toggle (bar);
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_PART);
  click (diamond);
  g_autofree char *times = fixture_value (document, "materials[0].layers[0].alpha.track.keys.time");
  g_assert_true (g_str_has_prefix (times, "[120, "));
  g_assert_nonnull (strstr (times, "480, 910]"));
  mw_time_bar_toggle (bar);
  play ("sequences[0]", 20);
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_HERE);
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
  MwRecordForm *form = fixture_select (page, "texture_animations[1]");
  MwDiamond *diamond = diamond_of ("texture_animations[1]", "translation.track");
  mw_record_form_set_clock (form, &(MwClock) { .rest = TRUE, .global_ms = 3 * (guint64) clock->duration + 120 });
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_HERE);
  mw_record_form_set_clock (form, &(MwClock) { .rest = TRUE, .global_ms = 3 * (guint64) clock->duration + 250 });
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_PART);
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
  MwDiamond *diamond = MW_DIAMOND (find_type (
    fixture_row (fixture_form (page), fixture_record (document, "lights[0]")->schema, slot), MW_TYPE_DIAMOND));
  /* Two records have a key here; the third has none at all. */
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_PART);
  click (diamond);
  assert_value ("lights[0].intensity.track.keys.time", "[120, 480, 910]");
  assert_value ("lights[2].intensity.track.keys.time", "[120]");
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_HERE);
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
  GtkWidget *row = row_of ("materials[0].layers[0]", "alpha.track");
  g_assert_null (find_called (row, GTK_TYPE_BUTTON, "Remove all keys of Alpha"));
  fixture_open_track (fixture_form (page), fixture_record (document, "materials[0].layers[0]")->schema, slot);
  act_press (row, "Remove all keys of Alpha");
  assert_value ("materials[0].layers[0].alpha.track", "none");
  g_assert_cmpstr (toast (), ==, "Removed 3 keys of Alpha of Layer 0 of Material 0");
  act_press (find_type (GTK_WIDGET (window), MW_TYPE_TOAST), "Undo");
  g_assert_null (toast ());
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
  /* The menu offers it too, but not if there is nothing to remove. */
  g_assert_true (act_key (GTK_WIDGET (diamond), GDK_KEY_F10, GDK_SHIFT_MASK));
  act_press (find_type (GTK_WIDGET (diamond), GTK_TYPE_POPOVER), "Remove all keys of Alpha");
  assert_value ("materials[0].layers[0].alpha.track", "none");
  g_assert_true (act_key (GTK_WIDGET (diamond), GDK_KEY_Menu, 0));
  GtkWidget *menu = find_type (GTK_WIDGET (diamond), GTK_TYPE_POPOVER);
  g_assert_false (gtk_widget_get_sensitive (find_called (menu, GTK_TYPE_BUTTON, "Remove all keys of Alpha")));
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
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_HERE);
  play ("sequences[2]", ((const gint32 *) lane->times.data)[1] / 2);
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_PART);
  click (diamond);
  g_assert_cmpuint (lane->times.n, ==, n + 1);
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_HERE);
  click (diamond);
  g_assert_cmpuint (lane->times.n, ==, n);
  /* A sequence without a lane gets one, which is removed with its key. */
  g_assert_null (mw_ui_lane_of (&track->record, sequence_at (0)->record.id));
  play ("sequences[0]", 5);
  click (diamond);
  g_assert_cmpuint (track->lanes.n, ==, n_lanes + 1);
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_HERE);
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
  GtkWidget *row = row_of ("bones[0]", "translation.track");
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_PART);
  click (diamond);
  g_assert_false (mw_document_can_undo (document));
  g_assert_nonnull (refusal_in (row));
  g_assert_nonnull (strstr (refusal_in (row), name + strlen ("Absent")));
  mw_diamond_remove_all (diamond);
  g_assert_false (mw_document_can_undo (document));
  g_assert_nonnull (strstr (refusal_in (row), ".anim"));
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
  g_assert_cmpint (state_of (diamond), ==, MW_KEYED_PART);
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
  g_test_add_func ("/ui/diamond/half: a click sets a key with the current value; full: it removes the key", test_half);
  g_test_add_func ("/ui/diamond/empty: a click sets the first key, at the playhead", test_empty);
  g_test_add_func ("/ui/diamond/in the rest pose only a first key can be set", test_rest);
  g_test_add_func ("/ui/diamond/while it plays a click never removes a key", test_playing);
  g_test_add_func ("/ui/diamond/a global sequence has its own playhead", test_global);
  g_test_add_func ("/ui/diamond/several elements get and lose their key as one step", test_several);
  g_test_add_func ("/ui/diamond/a command removes all keys", test_remove_all);
  g_test_add_func ("/ui/diamond/a key of the lane that is played", test_lane);
  g_test_add_func ("/ui/diamond/a missing file is named", test_not_loaded);
  g_test_add_func ("/ui/diamond/on one time line a key is inside its sequence", test_one_time_line);
  return g_test_run ();
}
