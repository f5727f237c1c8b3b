/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "core/edit/operations/script.h"
#include "core/model/mdlx/mdlx.h"
#include "ui/viewport/attach-model.h"
#include "ui/window/commands.h"
#include "ui/labels.h"
#include "ui/outline/outline-menu.h"
#include "ui/viewport/overlays-button.h"
#include "ui/places.h"
#include "ui/viewport/viewport-private.h"

#include <glib/gstdio.h>
#include <string.h>

/* Another model is shown at a node of the open one. */

static MwWindow *window;
static MwDocumentPage *page;
static MwViewport *viewport;
static char *path;

static void
open_model (void)
{
  page = fixture_open (window, path);
  viewport = mw_document_page_get_viewport (page);
  fixture_settle ();
}

static void
begin (void)
{
  path = fixture_sample ("figure.mdx");
  window = fixture_window ();
  g_settings_set_boolean (mw_places_settings (), MW_EFFECTS, TRUE);
  open_model ();
}

static void
end (void)
{
  fixture_end (window);
  g_clear_pointer (&path, g_free);
}

static MwDocument *
document (void)
{
  return mw_document_page_get_document (page);
}

static MwId
select_hand (void)
{
  const MwId id = fixture_record (document (), "attachments[4]")->id;
  mw_document_select (document (), &id, 1);
  return id;
}

static const char *
note (void)
{
  return gtk_widget_get_visible (viewport->note) ? gtk_label_get_text (GTK_LABEL (viewport->note)) : "";
}

static gboolean
is_drawn (gpointer unused)
{
  return !viewport->stale && !mw_viewport_is_drawing (viewport) && viewport->frame.width > 0;
}

static guint64
n_triangles (void)
{
  mw_viewport_redraw (viewport);
  g_assert_true (fixture_until (is_drawn, NULL));
  return mw_renderer_count (viewport->renderer).triangles;
}

static gboolean
has_left_out (gpointer unused)
{
  return n_triangles () > 0 && mw_renderer_count (viewport->renderer).left_out > 0;
}

static gboolean
is_read (gpointer unused)
{
  return strstr (note (), "Reading") == NULL;
}

static void
attach (MwId node, const char *file)
{
  mw_viewport_attach (viewport, node, file);
  g_assert_true (fixture_until (is_read, NULL));
}

/* Whether the menu for what is selected has an item that begins so. */
static gboolean
menu_has (const char *label)
{
  guint n;
  GtkWidget *outline = GTK_WIDGET (mw_document_page_get_outline (page));
  const MwId *ids = mw_document_get_selection (document (), &n);
  GtkWidget *menu = mw_outline_menu_new (document (), ids, n, FALSE, "win.operation", NULL, outline);
  g_object_ref_sink (menu);
  gboolean has = find_called (menu, GTK_TYPE_BUTTON, label) != NULL;
  g_object_unref (menu);
  return has;
}

static void
set_text (const char *where, const char *text)
{
  MwTarget target;
  g_autoptr (GError) error = NULL;
  mw_document_begin (document (), "edit");
  g_assert_true (mw_path_resolve_one (mw_document_get_model (document ()), where, &target, &error));
  g_assert_true (mw_document_set_text (document (), &target, text, strlen (text), &error));
  mw_document_commit (document ());
}

static void
it_is_seen_remembered_for_the_file_and_removed (void)
{
  begin ();
  g_autofree char *effect = fixture_sample ("effect.mdx");
  g_assert_false (menu_has ("Attach Model…"));
  MwId hand = select_hand ();
  const guint64 plain = n_triangles ();
  g_assert_true (menu_has ("Attach Model…"));
  g_assert_false (menu_has ("Remove Attached Model"));
  g_assert_null (mw_attach_model_reason (window));
  g_assert_nonnull (mw_detach_model_reason (window));
  mw_viewport_frame_selection (viewport);
  const float near = viewport->camera.distance;
  /* When it has been read, it is known to what frames and picks. */
  MwFrame frame;
  mw_viewport_attach (viewport, hand, effect);
  g_assert_nonnull (mw_viewport_get_picker (viewport, &frame));
  g_assert_cmpuint (frame.n_inside, ==, 0);
  g_assert_true (fixture_until (is_read, NULL));
  const guint64 with = n_triangles ();
  g_assert_cmpuint (with, >, plain);
  g_assert_nonnull (mw_viewport_get_picker (viewport, &frame));
  g_assert_cmpuint (frame.n_inside, ==, 1);
  g_assert_cmpuint (frame.inside[0].node, ==, hand);
  g_assert_true (frame.inside[0].attached);
  /* The list is made only when something has changed. */
  g_array_set_size (viewport->inside, 0);
  n_triangles ();
  g_assert_cmpuint (viewport->inside->len, ==, 0);
  set_text ("attachments[4].name", "\"Palm\"");
  n_triangles ();
  g_assert_cmpuint (viewport->inside->len, ==, 1);
  mw_document_undo (document ());
  mw_viewport_frame_selection (viewport);
  g_assert_cmpfloat (viewport->camera.distance, >, near);
  g_assert_true (menu_has ("Remove Attached Model"));
  /* The document knows nothing of it. */
  g_assert_false (mw_document_can_undo (document ()));
  g_assert_false (mw_document_page_has_unsaved (page));
  g_assert_nonnull (strstr (note (), "textures of effect.mdx are missing"));
  /* An edit does not take it away, nor does another name when that is saved. */
  set_text ("attachments[4].name", "\"Fist\"");
  g_assert_cmpuint (n_triangles (), ==, with);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-path", "s", path);
  fixture_wait (window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  open_model ();
  g_assert_true (fixture_until (is_read, NULL));
  g_assert_cmpuint (n_triangles (), ==, with);
  hand = select_hand ();
  g_assert_cmpstr (mw_viewport_get_attached (viewport, hand), ==, effect);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.detach-model", NULL);
  g_assert_cmpuint (n_triangles (), ==, plain);
  g_assert_null (strstr (note (), "effect"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  fixture_settle ();
  open_model ();
  g_assert_cmpuint (n_triangles (), ==, plain);
  end ();
}

static void
what_cannot_be_shown_is_said_in_the_view (void)
{
  begin ();
  g_autofree char *bad = g_build_filename (fixture_folder (), "bad.mdx", NULL), *effect = fixture_sample ("effect.mdx");
  const MwId hand = select_hand (), texture = fixture_record (document (), "textures[0]")->id;
  g_assert_true (g_file_set_contents (bad, "MDLXVERS", -1, NULL));
  attach (hand, bad);
  g_assert_nonnull (strstr (note (), "What is attached to Hand Right Ref cannot be shown: "));
  g_assert_nonnull (strstr (note (), "bad.mdx"));
  /* Another one takes its place, and one that is still read is given up. */
  mw_viewport_attach (viewport, hand, bad);
  attach (hand, effect);
  g_assert_null (strstr (note (), "bad.mdx"));
  g_assert_cmpstr (mw_viewport_get_attached (viewport, hand), ==, effect);
  g_assert_null (strstr (note (), "not drawn"));
  /* Another figure leaves footprints too. */
  g_autofree char *figure = fixture_sample ("figure.mdx");
  attach (hand, figure);
  g_assert_nonnull (strstr (note (), "figure.mdx: The marks that it leaves on the ground are not drawn"));
  /* The node that it was at is gone. */
  g_hash_table_remove_all (viewport->chosen->attached);
  g_hash_table_insert (viewport->chosen->attached, g_strdup ("Tail"), g_strdup (effect));
  mw_viewport_recall_attached (viewport);
  mw_viewport_show_note (viewport);
  g_assert_nonnull (strstr (note (), "effect.mdx is not shown: there is no node Tail"));
  /* It is not for what is no node, and that is said. */
  mw_document_select (document (), &texture, 1);
  g_assert_false (menu_has ("Attach Model…"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.attach-model", NULL);
  g_assert_cmpstr (fixture_status (window), ==, "Not attached: select one attachment, bone or other node.");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.detach-model", NULL);
  g_assert_cmpstr (fixture_status (window), ==, "Not removed: no model is attached to what is selected.");
  end ();
}

/* What an event spawns is found, read and drawn, and what is missing is said. */
static void
models_that_the_model_shows_by_itself_are_looked_for (void)
{
  begin ();
  g_autofree char *folder = g_build_filename (fixture_folder (), "Splats", NULL),
                  *table = g_build_filename (folder, "SpawnData.slk", NULL), *effect = fixture_sample ("effect.mdx");
  set_text ("event_objects[0].name", "\"SPNxTEST\"");
  g_assert_nonnull (strstr (note (), "SPN TEST is missing"));
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (table,
                                      "ID;P\nC;X1;Y1;K\"ID\"\nC;X2;Y1;K\"Model\"\nC;X1;Y2;K\"TEST\"\n"
                                      "C;X2;Y2;K\"Objects\\Effect.mdl\"\nE\n",
                                      -1, NULL));
  mw_viewport_look_again (viewport);
  g_assert_null (strstr (note (), "SPN TEST is missing"));
  g_assert_true (fixture_until (is_read, NULL));
  /* The event has a key in a sequence. */
  const MwMdlxEventObject *event = (const MwMdlxEventObject *) fixture_record (document (), "event_objects[0]");
  const int32_t key = ((const int32_t *) event->track->times.data)[0];
  const MwList *sequences = mw_model_sequences (mw_document_get_model (document ()));
  for (uint32_t i = 0; i < sequences->n; i++) {
    const MwMdlxSequence *sequence = (const MwMdlxSequence *) sequences->items[i];
    if (sequence->interval[0] > key || key > sequence->interval[1])
      continue;
    MwClock clock = MW_CLOCK_REST;
    mw_viewport_set_clock (viewport, &clock);
    const guint64 at_rest = n_triangles ();
    mw_clock_play (&clock, mw_document_get_model (document ()), sequence->record.id);
    /* It may take a while until the model shows more than particles. */
    guint64 most = 0;
    for (clock.time = key; clock.time <= sequence->interval[1] && most <= at_rest; clock.time += 50) {
      mw_viewport_set_clock (viewport, &clock);
      most = MAX (most, n_triangles ());
    }
    g_assert_cmpuint (most, >, at_rest);
    /* Effects can be switched off in all views, and on again. */
    g_settings_set_boolean (mw_places_settings (), MW_EFFECTS, FALSE);
    g_assert_cmpuint (n_triangles (), ==, at_rest);
    g_settings_set_boolean (mw_places_settings (), MW_EFFECTS, TRUE);
    g_assert_cmpuint (n_triangles (), ==, most);
    break;
  }
  /* Gone again. */
  set_text ("event_objects[0].name", "\"SNDxTEST\"");
  g_assert_null (strstr (note (), "effect"));
  end ();
}

static void
a_model_is_dropped_on_an_attachment (void)
{
  begin ();
  g_autofree char *effect = fixture_sample ("effect.mdx");
  const MwId hand = select_hand (), bone = fixture_record (document (), "bones[1]")->id, two[] = { hand, bone };
  g_assert_false (mw_attach_model_drop (viewport, document (), two, 2, effect));
  g_assert_false (mw_attach_model_drop (viewport, document (), &bone, 1, effect));
  g_assert_false (mw_attach_model_drop (viewport, document (), &hand, 1, "/x/axe.txt"));
  g_assert_null (mw_viewport_get_attached (viewport, hand));
  g_assert_true (mw_attach_model_drop (viewport, document (), &hand, 1, effect));
  g_assert_cmpstr (mw_viewport_get_attached (viewport, hand), ==, effect);
  g_assert_true (fixture_until (is_read, NULL));
  end ();
}

static void
models_that_are_too_many_are_counted_in_the_view (void)
{
  begin ();
  g_autofree char *effect = fixture_sample ("effect.mdx");
  const char *step = "add particle_emitters emission_rate=500 life_span=20 path=\"effect.mdx\" name=\"Many\" "
                     "flags.emitter_uses_mdl=1";
  g_autoptr (GPtrArray) idle = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_assert_true (mw_script_run_line (document (), step, idle, &error));
  g_assert_true (fixture_until (is_read, NULL));
  g_assert_cmpuint (n_triangles (), >, 0);
  g_assert_cmpuint (mw_renderer_count (viewport->renderer).left_out, ==, 0);
  mw_time_bar_play_sequence (mw_document_page_get_time_bar (page), fixture_record (document (), "sequences[1]")->id);
  mw_time_bar_toggle (mw_document_page_get_time_bar (page));
  g_assert_true (fixture_until (has_left_out, NULL));
  mw_viewport_redraw (viewport);
  g_assert_true (fixture_until (is_drawn, NULL));
  g_autofree char *count = mw_ui_count (mw_renderer_count (viewport->renderer).left_out),
                  *said = g_strconcat ("Models not drawn, because there are too many: ", count, NULL);
  gtk_test_accessible_assert_property (viewport->labels, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, said);
  end ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/attach-model/it is seen, remembered for the file, and removed",
                   it_is_seen_remembered_for_the_file_and_removed);
  g_test_add_func ("/ui/attach-model/what cannot be shown is said in the view",
                   what_cannot_be_shown_is_said_in_the_view);
  g_test_add_func ("/ui/attach-model/models that the model shows by itself are looked for",
                   models_that_the_model_shows_by_itself_are_looked_for);
  g_test_add_func ("/ui/attach-model/models that are too many are counted in the view",
                   models_that_are_too_many_are_counted_in_the_view);
  g_test_add_func ("/ui/attach-model/a model is dropped on an attachment", a_model_is_dropped_on_an_attachment);
  return g_test_run ();
}
