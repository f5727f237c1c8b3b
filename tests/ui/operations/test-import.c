/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The form of an import: the other model beside the document's on one clock, what does not come along, and maps of bones in files. */
#include "core/base/file-set.h"
#include "core/edit/operations/transfer/transfer.h"
#include "core/pose/skeleton.h"
#include "tests/ui/m2-fixture.h"
#include "ui/inspector/bone-map-editor.h"
#include "ui/document/document-page-private.h"
#include "ui/operations/missed-list.h"
#include "ui/operations/operation-form.h"
#include "ui/inspector/sequence-list-editor.h"
#include "ui/operations/trial.h"
#include "ui/viewport/viewport.h"

#include <glib/gstdio.h>
#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static char *source;

static MwOperationForm *
form (void)
{
  return page->form;
}

static void
open_form (void)
{
  mw_outline_run_operation (mw_document_page_get_outline (page), "sequence-import");
  g_assert_nonnull (form ());
  fixture_settle ();
}

static void
set (const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_assert_true (mw_operation_form_set (form (), name, text, &error));
  g_assert_no_error (error);
  fixture_settle ();
}

static void
open_walk (void)
{
  open_form ();
  set ("file", source);
  set ("sequences", "Walk");
  set ("map", "");
}

/* Of the other model; NULL: there is none beside the document's. */
static MwViewport *
other_view (void)
{
  GtkWidget *second = find_nth (page->viewport, MW_TYPE_VIEWPORT, 1);
  return second ? MW_VIEWPORT (second) : NULL;
}

static MwTimeBar *
other_bar (void)
{
  GtkWidget *second = find_nth (page->time_bars, MW_TYPE_TIME_BAR, 1);
  return second ? MW_TIME_BAR (second) : NULL;
}

static const char *
title_of (MwViewport *view)
{
  return find_words_of_class (GTK_WIDGET (view), "view-title");
}

/* The title of the document's view comes after that of the other one, which is inside it. */
static gboolean
has_titles (const char *theirs, const char *ours)
{
  return other_view () && strcmp (title_of (other_view ()), theirs) == 0 && find_words (page->viewport, ours);
}

static gint64
from_start (MwViewport *view)
{
  const MwClock *clock = mw_viewport_get_clock (view);
  return (gint64) clock->time - clock->start;
}

static void
assert_one_clock (void)
{
  const MwClock *theirs = mw_viewport_get_clock (other_view ()),
                *ours = mw_viewport_get_clock (MW_VIEWPORT (page->viewport));
  g_assert_false (theirs->rest);
  g_assert_false (ours->rest);
  g_assert_cmpint (from_start (other_view ()), ==, from_start (MW_VIEWPORT (page->viewport)));
  g_assert_cmpuint (theirs->global_ms, ==, ours->global_ms);
}

static void
assert_nothing_left (GBytes *before)
{
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_null (form ());
  g_assert_null (other_view ());
  g_assert_null (other_bar ());
  g_assert_false (mw_document_is_open (document));
  g_assert_true (g_bytes_equal (before, after));
  g_assert_true (gtk_widget_get_visible (page->inspector));
  g_assert_true (gtk_widget_get_visible (page->outline));
  g_assert_true (gtk_widget_get_visible (page->time_bar));
  g_assert_true (gtk_widget_get_sensitive (page->outline));
  g_assert_true (gtk_widget_get_sensitive (page->bottom));
  g_assert_null (find_class (page->viewport, "view-title"));
}

/* --- Beside the source ----------------------------------------------------------------------------------------------- */

/* The sequence is looped: from near its end the time goes on at its start. */
static gboolean
goes_on (gpointer data)
{
  return from_start (other_view ()) != *(gint64 *) data;
}

/* The model imports from itself, so all its bones are where the same moment has those of the source. */
static void
assert_same_pose (void)
{
  static const float view[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (MwSkeleton) theirs = mw_skeleton_new (mw_transfer_source_model (mw_operation_form_get_source (form ()))),
                         ours = mw_skeleton_new (model), rest = mw_skeleton_new (model);
  float moved = 0;
  mw_skeleton_update (theirs, mw_viewport_get_clock (other_view ()), view);
  mw_skeleton_update (ours, mw_viewport_get_clock (MW_VIEWPORT (page->viewport)), view);
  mw_skeleton_update (rest, &MW_CLOCK_REST, view);
  for (guint i = 0; i < mw_skeleton_n_nodes (ours); i++) {
    float a[3], b[3], c[3];
    mw_skeleton_position_at (theirs, i, a);
    mw_skeleton_position_at (ours, i, b);
    mw_skeleton_position_at (rest, i, c);
    for (guint k = 0; k < 3; k++) {
      g_assert_cmpfloat_with_epsilon (a[k], b[k], 1e-3f);
      moved = MAX (moved, ABS (b[k] - c[k]));
    }
  }
  g_assert_cmpfloat (moved, >, 1);
}

static void
test_one_clock (void)
{
  g_autoptr (GBytes) before = fixture_bytes (document);
  open_walk ();
  g_assert_nonnull (other_view ());
  g_assert_true (has_titles ("source.mdx · Walk", "figure.mdx · Walk 2"));
  /* It plays by itself, and both go on together. */
  g_assert_true (mw_time_bar_is_playing (other_bar ()));
  gint64 at = from_start (other_view ());
  g_assert_true (fixture_until (goes_on, &at));
  assert_one_clock ();
  /* The document's own bar is out of the way, and the keys of the view reach the other one. */
  g_assert_false (gtk_widget_get_visible (page->time_bar));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "page.play", NULL));
  g_assert_false (mw_time_bar_is_playing (other_bar ()));
  /* A scrub moves both: half a second in, the new sequence is half a second in, too. */
  GtkWidget *scale = find_type (GTK_WIDGET (other_bar ()), GTK_TYPE_SCALE);
  static const int moments[] = { 0, 500, 999, 1000 };
  for (guint i = 0; i < G_N_ELEMENTS (moments); i++) {
    gtk_range_set_value (GTK_RANGE (scale), moments[i]);
    g_assert_cmpint (from_start (other_view ()), ==, moments[i]);
    assert_one_clock ();
    assert_same_pose ();
  }
  g_assert_cmpint (mw_viewport_get_clock (MW_VIEWPORT (page->viewport))->start, ==, 7833);
  g_assert_cmpint (mw_viewport_get_clock (MW_VIEWPORT (page->viewport))->time, ==, 8833);
  /* Changes of the document's sequences do not set its own time. */
  set ("gap", "2000");
  assert_one_clock ();
  g_assert_cmpint (mw_viewport_get_clock (MW_VIEWPORT (page->viewport))->start, ==, 8833);
  act_press (form (), "Cancel");
  fixture_settle ();
  assert_nothing_left (before);
  g_assert_true (mw_viewport_get_clock (MW_VIEWPORT (page->viewport))->rest);
}

/* Which sequence both play: the one that was marked last, else the first of those that are chosen. */
static void
test_which (void)
{
  open_walk ();
  GtkWidget *list = find_type (GTK_WIDGET (form ()), MW_TYPE_SEQUENCE_LIST_EDITOR);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (find_called (list, GTK_TYPE_CHECK_BUTTON, "Death")), TRUE);
  fixture_settle ();
  g_assert_true (has_titles ("source.mdx · Death", "figure.mdx · Death 2"));
  assert_one_clock ();
  gtk_check_button_set_active (GTK_CHECK_BUTTON (find_called (list, GTK_TYPE_CHECK_BUTTON, "Death")), FALSE);
  fixture_settle ();
  g_assert_true (has_titles ("source.mdx · Walk", "figure.mdx · Walk 2"));
  /* A row that is only looked at, and not chosen, changes nothing. */
  set ("sequences", "Walk; Death");
  gtk_widget_grab_focus (find_called (list, GTK_TYPE_CHECK_BUTTON, "Death"));
  fixture_settle ();
  g_assert_true (has_titles ("source.mdx · Death", "figure.mdx · Death 2"));
  gtk_widget_grab_focus (find_called (list, GTK_TYPE_CHECK_BUTTON, "Stand"));
  set ("gap", "1500");
  g_assert_true (has_titles ("source.mdx · Death", "figure.mdx · Death 2"));
  set ("gap", "1000");
  /* None is marked: all are imported, and the first is shown. */
  set ("sequences", "");
  set ("sequences", "Attack; Stand");
  g_assert_true (has_titles ("source.mdx · Attack", "figure.mdx · Attack 2"));
  /* Another one of the time bar: it is looked at before it is chosen. */
  mw_time_bar_play_sequence (other_bar (), fixture_record (document, "sequences[0]")->id);
  g_assert_true (has_titles ("source.mdx · Stand", "figure.mdx · Stand 2"));
  assert_one_clock ();
  mw_time_bar_play_sequence (other_bar (), fixture_record (document, "sequences[3]")->id);
  g_assert_true (has_titles ("source.mdx · Death", "figure.mdx · not chosen"));
  g_assert_true (mw_viewport_get_clock (MW_VIEWPORT (page->viewport))->rest);
  mw_time_bar_play_sequence (other_bar (), 0);
  g_assert_true (has_titles ("source.mdx · Rest pose", "figure.mdx · Rest pose"));
  mw_operation_form_close (form ());
  fixture_settle ();
}

/* The views share the camera, in units of their models, and the model is framed as before when it is alone again. */
static void
test_camera (void)
{
  MwViewport *viewport = MW_VIEWPORT (page->viewport);
  MwViewportView before, within, after;
  mw_viewport_get_view (viewport, &before);
  before.camera.distance *= 3; /* the user has zoomed out */
  mw_viewport_set_view (viewport, &before);
  open_walk ();
  g_assert_true (mw_viewport_do_key (viewport, GDK_KEY_3, 0));
  fixture_settle ();
  mw_viewport_get_view (viewport, &within);
  g_assert_cmpfloat (within.camera.yaw, !=, before.camera.yaw);
  g_assert_cmpfloat (within.camera.distance, <, before.camera.distance);
  mw_operation_form_close (form ());
  fixture_settle ();
  mw_viewport_get_view (viewport, &after);
  g_assert_cmpmem (&before.camera, sizeof before.camera, &after.camera, sizeof after.camera);
  g_assert_true (after.framed == before.framed);
}

/* --- Ways out -------------------------------------------------------------------------------------------------------- */

static void
test_close (void)
{
  g_autoptr (GBytes) before = fixture_bytes (document);
  guint position = mw_document_get_position (document);
  GtkWidget *bar = find_type (page->time_bars, GTK_TYPE_DROP_DOWN);
  MwTimeBarView time, same;
  mw_time_bar_play_sequence (MW_TIME_BAR (page->time_bar), fixture_record (document, "sequences[2]")->id);
  mw_time_bar_toggle (MW_TIME_BAR (page->time_bar));
  mw_time_bar_get_view (MW_TIME_BAR (page->time_bar), &time);
  g_assert_nonnull (bar);
  open_walk ();
  g_assert_false (gtk_widget_get_visible (page->inspector));
  g_assert_false (gtk_widget_get_visible (page->outline));
  g_assert_false (gtk_widget_get_sensitive (page->bottom));
  g_assert_true (mw_document_is_open (document));
  g_assert_true (act_key (GTK_WIDGET (page), GDK_KEY_Escape, 0));
  fixture_settle ();
  assert_nothing_left (before);
  mw_time_bar_get_view (MW_TIME_BAR (page->time_bar), &same);
  g_assert_cmpuint (same.sequence, ==, time.sequence);
  g_assert_cmpint (same.time, ==, time.time);
  g_assert_false (same.playing);
  /* The document's bar goes on where it was, and shows nothing meanwhile. */
  mw_time_bar_toggle (MW_TIME_BAR (page->time_bar));
  g_assert_true (mw_time_bar_is_playing (MW_TIME_BAR (page->time_bar)));
  open_walk ();
  g_assert_false (mw_time_bar_is_playing (MW_TIME_BAR (page->time_bar)));
  set ("gap", "1500");
  assert_one_clock ();
  g_signal_emit_by_name (page->time_bar, "clock-changed", &MW_CLOCK_REST);
  assert_one_clock ();
  set ("gap", "1000");
  act_press (form (), "Cancel");
  g_assert_true (mw_time_bar_is_playing (MW_TIME_BAR (page->time_bar)));
  mw_time_bar_toggle (MW_TIME_BAR (page->time_bar));
  fixture_settle ();
  g_assert_false (act_key (GTK_WIDGET (page), GDK_KEY_Escape, 0));
  /* Another operation takes its place. */
  open_walk ();
  mw_outline_apply (mw_document_page_get_outline (page), mw_operation_find ("model-centre"), NULL, 0, NULL);
  g_assert_null (form ());
  mw_document_go_to (document, position);
  fixture_settle ();
  assert_nothing_left (before);
  /* A hidden inspector stays hidden. */
  mw_document_page_show_panel (page, "right", FALSE);
  open_walk ();
  act_press (form (), "Cancel");
  g_assert_false (gtk_widget_get_visible (page->inspector));
  mw_document_page_show_panel (page, "right", TRUE);
  /* Applying: one step, which is what mwright do writes, and the views are as before. */
  open_walk ();
  g_autoptr (GBytes) shown = fixture_bytes (document);
  act_press (form (), "Import Sequences");
  fixture_settle ();
  g_assert_null (form ());
  g_assert_null (other_view ());
  g_assert_cmpuint (mw_document_get_position (document), ==, position + 1);
  g_autoptr (GBytes) applied = fixture_bytes (document);
  g_assert_true (g_bytes_equal (shown, applied));
  mw_document_undo (document);
  g_autoptr (GBytes) undone = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, undone));
  fixture_settle ();
}

/* Undo takes the preview back while the form stays; the next value shows it again. */
static void
test_undone (void)
{
  g_autoptr (GBytes) before = fixture_bytes (document);
  open_walk ();
  mw_document_undo (document);
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
  g_assert_true (has_titles ("source.mdx · Walk", "figure.mdx · not imported"));
  g_assert_nonnull (find_words (GTK_WIDGET (form ()), "The preview was taken back."));
  g_assert_true (mw_viewport_get_clock (MW_VIEWPORT (page->viewport))->rest);
  set ("gap", "2000");
  g_assert_true (has_titles ("source.mdx · Walk", "figure.mdx · Walk 2"));
  assert_one_clock ();
  set ("gap", "1000");
  mw_operation_form_close (form ());
  fixture_settle ();
  assert_nothing_left (before);
}

/* While another tab is in view, the document has no preview. */
static void
test_tabs (void)
{
  g_autoptr (GBytes) before = fixture_bytes (document);
  g_autofree char *other = fixture_sample ("effect.mdx");
  open_walk ();
  g_assert_true (mw_document_is_open (document));
  MwDocumentPage *second = fixture_open (window, other);
  fixture_settle ();
  g_assert_false (mw_document_is_open (document));
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
  g_assert_nonnull (second);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.previous-tab", NULL);
  fixture_settle ();
  g_assert_true (mw_document_is_open (document));
  g_assert_true (has_titles ("source.mdx · Walk", "figure.mdx · Walk 2"));
  mw_operation_form_close (form ());
  fixture_settle ();
  assert_nothing_left (before);
}

/* --- The file -------------------------------------------------------------------------------------------------------- */

static void
test_unreadable (void)
{
  g_autofree char *broken = g_build_filename (fixture_folder (), "broken.mdx", NULL),
                  *nowhere = g_build_filename (fixture_folder (), "nowhere.mdx", NULL),
                  *m2 = fixture_m2_set (264, "Other");
  g_assert_true (g_file_set_contents (broken, "no model at all", -1, NULL));
  const char *const paths[] = { broken, nowhere, m2 };
  const char *const says[] = { "broken.mdx: ", "nowhere.mdx", "their records are too different" };
  open_form ();
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    set ("file", source);
    g_assert_nonnull (other_view ());
    set ("file", paths[i]);
    g_assert_null (other_view ());
    g_assert_null (other_bar ());
    g_assert_true (gtk_widget_get_visible (page->time_bar));
    g_assert_nonnull (find_words (find_type (GTK_WIDGET (form ()), MW_TYPE_SEQUENCE_LIST_EDITOR), says[i]));
    g_assert_nonnull (find_words (GTK_WIDGET (form ()), "Nothing to do: "));
    g_assert_false (gtk_widget_get_visible (find_type (GTK_WIDGET (form ()), MW_TYPE_MISSED_LIST)));
  }
  set ("file", "");
  g_assert_nonnull (find_words (GTK_WIDGET (form ()), "Choose a file first"));
  /* The file of the document itself. */
  set ("file", mw_document_get_path (document));
  set ("sequences", "Walk");
  g_assert_true (has_titles ("figure.mdx · Walk", "figure.mdx · Walk 2"));
  assert_one_clock ();
  mw_operation_form_close (form ());
  fixture_settle ();
}

/* The editors and the operation share what was read; it is read again when the file is another one. */
static void
test_read_once (void)
{
  g_autoptr (GError) error = NULL;
  open_walk ();
  const guint serial = mw_operation_form_get_source_serial (form ());
  g_autoptr (MwTransferSource) same = mw_transfer_source_open (source, NULL, &error);
  g_assert_true (same == mw_operation_form_get_source (form ()));
  set ("sequences", "Stand");
  set ("map", "Bone_head=");
  g_assert_cmpuint (mw_operation_form_get_source_serial (form ()), ==, serial);
  g_autofree char *bytes = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (source, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (source, bytes, (gssize) size, NULL));
  g_assert_false (mw_transfer_source_is_current (same));
  set ("map", "");
  g_assert_cmpuint (mw_operation_form_get_source_serial (form ()), !=, serial);
  g_assert_true (mw_operation_form_get_source (form ()) != same);
  g_assert_true (has_titles ("source.mdx · Stand", "figure.mdx · Stand 2"));
  mw_operation_form_close (form ());
  fixture_settle ();
}

static gboolean
is_made (gpointer data)
{
  return has_titles ("source.mdx · Walk", "figure.mdx · Walk 2");
}

static gboolean
is_read (gpointer data)
{
  return other_view () != NULL;
}

/* A large file is read by a worker; the source plays as soon as it is there, and the model follows. */
static void
test_slow (void)
{
  g_autoptr (GBytes) before = fixture_bytes (document);
  guint position = mw_document_get_position (document);
  const gint64 patience = mw_trial_patience;
  open_form ();
  set ("sequences", "Walk");
  set ("file", "");
  mw_trial_patience = -1;
  g_autoptr (GError) error = NULL;
  g_assert_true (mw_operation_form_set (form (), "file", source, &error));
  g_assert_nonnull (find_words (GTK_WIDGET (form ()), "The file is being read"));
  g_assert_null (other_view ());
  /* Applying does not wait. */
  act_press (form (), "Import Sequences");
  g_assert_nonnull (find_words (GTK_WIDGET (form ()), "the file is still being read"));
  g_assert_true (fixture_until (is_read, NULL));
  g_assert_true (has_titles ("source.mdx · Walk", "figure.mdx · being computed"));
  g_assert_true (mw_time_bar_is_playing (other_bar ()));
  g_assert_true (fixture_until (is_made, NULL));
  assert_one_clock ();
  mw_trial_patience = patience;
  act_press (form (), "Import Sequences");
  g_assert_cmpuint (mw_document_get_position (document), ==, position + 1);
  mw_document_undo (document);
  fixture_settle ();
  assert_nothing_left (before);
  /* Closing while the file is being read. */
  open_form ();
  set ("file", "");
  mw_trial_patience = -1;
  g_assert_true (mw_operation_form_set (form (), "file", source, &error));
  mw_operation_form_close (form ());
  mw_trial_patience = patience;
  fixture_settle ();
  assert_nothing_left (before);
}

/* --- What does not come along ---------------------------------------------------------------------------------------- */

static GtkWidget *
missed (void)
{
  return find_type (GTK_WIDGET (form ()), MW_TYPE_MISSED_LIST);
}

static void
test_missed (void)
{
  g_autoptr (GError) error = NULL;
  open_walk ();
  g_assert_nonnull (find_words (missed (), "Nothing is left out"));
  set ("map", "Bone_head=; Bone_hand_L=");
  g_assert_nonnull (find_words (missed (), "Left out: 2 bones"));
  gtk_expander_set_expanded (GTK_EXPANDER (find_type (missed (), GTK_TYPE_EXPANDER)), TRUE);
  fixture_settle ();
  g_assert_nonnull (find_words (missed (), "Bone_head (left out by you), Bone_hand_L (left out by you)"));
  g_assert_nonnull (find_words (missed (), "2 bones of this model that do not move"));
  set ("map", "Bone_head=");
  g_assert_nonnull (find_words (missed (), "Left out: 1 bone"));
  /* While a pair is wrong, only the table says so. */
  set ("map", "Nobody=Bone_head");
  g_assert_false (gtk_widget_get_visible (missed ()));
  set ("map", "");
  g_assert_nonnull (find_words (missed (), "Nothing is left out"));
  mw_operation_form_close (form ());
  fixture_settle ();
}

/* --- Maps of bones in files ------------------------------------------------------------------------------------------ */

static void
test_maps (void)
{
  g_autofree char *map = g_build_filename (fixture_folder (), "bones.txt", NULL),
                  *odd = g_build_filename (fixture_folder (), "odd.txt", NULL),
                  *nowhere = g_build_filename (fixture_folder (), "no folder", "bones.txt", NULL), *text = NULL;
  open_walk ();
  MwBoneMapEditor *editor = MW_BONE_MAP_EDITOR (find_type (GTK_WIDGET (form ()), MW_TYPE_BONE_MAP_EDITOR));
  GtkWidget *save = find_called (GTK_WIDGET (editor), GTK_TYPE_BUTTON, "Save…");
  g_assert_false (gtk_widget_get_sensitive (save));
  set ("map", "Bone_head=Bone_chest; Bone_hand_L=");
  g_assert_true (gtk_widget_get_sensitive (save));
  g_assert_nonnull (find_words (GTK_WIDGET (editor), "20 of 22 bones matched"));
  mw_bone_map_editor_save (editor, map);
  g_assert_true (g_file_get_contents (map, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "# Source Bone=Target Bone\nBone_head=Bone_chest\nBone_hand_L=\n");
  g_assert_null (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)));
  set ("map", "");
  g_assert_nonnull (find_words (GTK_WIDGET (editor), "22 of 22 bones matched"));
  mw_bone_map_editor_load (editor, map);
  fixture_settle ();
  g_assert_nonnull (find_words (GTK_WIDGET (editor), "20 of 22 bones matched"));
  g_assert_nonnull (find_words (missed (), "Left out: 2 bones"));
  g_assert_nonnull (find_words (GTK_WIDGET (form ()), "Preview: changes"));
  /* What is no map, or names no bone, changes nothing and is said. */
  g_assert_true (g_file_set_contents (odd, "MDLX\0\1", 6, NULL));
  mw_bone_map_editor_load (editor, odd);
  g_assert_nonnull (strstr (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)), "is not a bone map"));
  g_assert_nonnull (find_words (GTK_WIDGET (editor), "20 of 22 bones matched"));
  mw_bone_map_editor_load (editor, nowhere);
  g_assert_nonnull (strstr (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)), "no folder"));
  mw_bone_map_editor_save (editor, nowhere);
  g_assert_nonnull (strstr (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)), "no folder"));
  mw_bone_map_editor_save (editor, map);
  g_assert_null (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)));
  set ("map", "");
  mw_operation_form_close (form ());
  fixture_settle ();
}

/* --- M2 -------------------------------------------------------------------------------------------------------------- */

/* A sequence whose .anim file is not there is listed as such, and is neither played nor imported. */
static void
test_absent (void)
{
  g_autofree char *model = fixture_m2_set (264, "Target"), *other = fixture_m2_set (264, "Source");
  g_autoptr (GDir) folder = g_dir_open (fixture_folder (), 0, NULL);
  guint removed = 0;
  for (const char *name; (name = g_dir_read_name (folder));)
    if (g_str_has_prefix (name, "Source") && g_str_has_suffix (name, ".anim")) {
      g_autofree char *path = g_build_filename (fixture_folder (), name, NULL);
      removed += g_remove (path) == 0;
    }
  g_assert_cmpuint (removed, >, 0);
  MwDocumentPage *first = page;
  page = fixture_open (window, model);
  document = mw_document_page_get_document (page);
  g_autoptr (GBytes) before = fixture_bytes (document);
  open_form ();
  set ("file", other);
  GtkWidget *list = find_type (GTK_WIDGET (form ()), MW_TYPE_SEQUENCE_LIST_EDITOR), *absent = NULL;
  guint row = 0, n = 0;
  for (GtkWidget *check; (check = find_nth (list, GTK_TYPE_CHECK_BUTTON, n)); n++)
    if (!absent && strstr (gtk_check_button_get_label (GTK_CHECK_BUTTON (check)), "its file was not found")) {
      absent = check;
      row = n;
    }
  g_assert_nonnull (absent);
  g_autofree char *number = g_strdup_printf ("%u", row), *loaded = g_strdup_printf ("%u", row == 0 ? 1 : 0);
  set ("sequences", number);
  g_assert_nonnull (strstr (title_of (other_view ()), "its file was not found"));
  g_assert_nonnull (find_words (page->viewport, "not imported"));
  g_assert_nonnull (find_words (GTK_WIDGET (form ()), "Nothing to do: "));
  set ("sequences", loaded);
  g_assert_nonnull (find_words (GTK_WIDGET (form ()), "Preview: "));
  assert_one_clock ();
  mw_operation_form_close (form ());
  fixture_settle ();
  assert_nothing_left (before);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  page = first;
  document = mw_document_page_get_document (page);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.previous-tab", NULL);
  fixture_settle ();
}

/* A tab is closed with its form. */
static void
test_end (void)
{
  open_walk ();
  fixture_clear (window);
  fixture_settle ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_autofree char *path = fixture_sample ("figure.mdx"), *bytes = NULL;
  gsize size;
  source = g_build_filename (fixture_folder (), "source.mdx", NULL);
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (source, bytes, (gssize) size, NULL));
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  g_test_add_func ("/ui/import/both models play on one clock", test_one_clock);
  g_test_add_func ("/ui/import/the sequence that is looked at is shown", test_which);
  g_test_add_func ("/ui/import/both views have one camera", test_camera);
  g_test_add_func ("/ui/import/the form closes without a trace, or with one step", test_close);
  g_test_add_func ("/ui/import/undo takes the preview back", test_undone);
  g_test_add_func ("/ui/import/a tab out of view has no preview", test_tabs);
  g_test_add_func ("/ui/import/what cannot be read is said", test_unreadable);
  g_test_add_func ("/ui/import/the file is read once", test_read_once);
  g_test_add_func ("/ui/import/a slow file and a slow preview", test_slow);
  g_test_add_func ("/ui/import/what does not come along is listed", test_missed);
  g_test_add_func ("/ui/import/maps of bones are saved and loaded", test_maps);
  g_test_add_func ("/ui/import/sequences of M2 without their files", test_absent);
  g_test_add_func ("/ui/import/a tab closes with its form", test_end);
  int failed = g_test_run ();
  fixture_end (window);
  g_free (source);
  return failed;
}
