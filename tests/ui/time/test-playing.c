/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "tests/ui/x-input.h"
#include "ui/drop-down-search.h"
#include "ui/document/history-view.h"

#include <string.h>

/* How the window reacts while slow frames follow each other without a pause, as when a large model plays on a machine without a
 * graphics card. */

typedef struct {
  GtkWidget *widget;
  guint tick;
  guint n; /* frames so far */
} SlowFrames;

static gboolean
slow_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  enum { LONGER_THAN_A_FRAME_US = 40000 };
  ((SlowFrames *) data)->n++;
  g_usleep (LONGER_THAN_A_FRAME_US);
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

static void
begin_slow_frames (SlowFrames *frames, MwWindow *window)
{
  *frames = (SlowFrames) { .widget = GTK_WIDGET (window) };
  frames->tick = gtk_widget_add_tick_callback (frames->widget, slow_frame, frames, NULL);
  while (frames->n < 3)
    g_main_context_iteration (NULL, TRUE);
}

static void
end_slow_frames (SlowFrames *frames)
{
  gtk_widget_remove_tick_callback (frames->widget, frames->tick);
}

/* The number of frames until `done` returns TRUE; more than `most` means never. */
static guint
frames_until (SlowFrames *frames, FixtureDone done, gpointer data, guint most)
{
  guint before = frames->n;
  while (!done (data) && frames->n - before <= most)
    g_main_context_iteration (NULL, TRUE);
  return frames->n - before;
}

static gboolean
form_is_whole (gpointer page)
{
  return fixture_is_whole (GTK_WIDGET (mw_document_page_get_inspector (page)));
}

static void
test_form (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  static const char *const kinds[] = { "particle_emitters2[0]", "materials[0].layers[0]", "bones[0]", "lights[0]",
                                       "ribbon_emitters[0]",    "particle_emitters2[0]" };
  SlowFrames frames;
  begin_slow_frames (&frames, window);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    MwRecord *record = fixture_record (document, kinds[i]);
    mw_document_select (document, &record->id, 1);
    /* The form is complete before the next frame. */
    g_assert_cmpuint (frames_until (&frames, form_is_whole, page, 20), ==, 0);
    g_autoptr (GArray) users = mw_document_find_referrers (document, record->id);
    const char *title = fixture_users_title (page);
    if (users->len)
      g_assert_true (g_str_has_prefix (title, "Used by ("));
    else
      g_assert_null (strstr (title, "("));
  }
  end_slow_frames (&frames);
  fixture_end (window);
}

static gboolean
history_has_two (gpointer history)
{
  GtkWidget *view = find_type (history, GTK_TYPE_LIST_VIEW);
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (view)))) == 2;
}

static void
test_history (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  GtkWidget *history = find_type (GTK_WIDGET (page), MW_TYPE_HISTORY_VIEW);
  MwId id = fixture_record (document, "attachments[0]")->id;
  mw_document_select (document, &id, 1);
  SlowFrames frames;
  begin_slow_frames (&frames, window);
  mw_outline_run_operation (mw_document_page_get_outline (page), "duplicate");
  g_assert_cmpuint (frames_until (&frames, history_has_two, history, 20), ==, 0);
  end_slow_frames (&frames);
  fixture_end (window);
}

static gboolean
search_has_focus (gpointer window)
{
  GtkWidget *focus = gtk_window_get_focus (window);
  return focus && gtk_widget_get_ancestor (focus, GTK_TYPE_SEARCH_ENTRY)
         && gtk_widget_get_ancestor (focus, GTK_TYPE_DROP_DOWN);
}

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

/* Text typed right after a list has opened goes to its search. */
static void
test_search (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  SlowFrames frames;
  begin_slow_frames (&frames, window);
  GtkWidget *chooser = fixture_sequence_chooser (mw_document_page_get_time_bar (page));
  gtk_widget_activate (chooser);
  GtkWidget *popover = find_type (chooser, GTK_TYPE_POPOVER);
  g_assert_true (fixture_until (is_mapped, popover));
  g_assert_cmpuint (frames_until (&frames, search_has_focus, window, 20), <=, 1);
  end_slow_frames (&frames);
  gtk_popover_popdown (GTK_POPOVER (popover));
  fixture_settle ();
  fixture_end (window);
}

/* --- Typing ------------------------------------------------------------------------------------------------------------ */

typedef struct {
  MwViewport *viewport;
  guint64 frames; /* of the model when a letter came */
  gboolean waits; /* for the window to show it */
  guint n_letters, n_late;
  guint64 first; /* frames of the model when the first letter came */
} Letters;

static void
letter_came (GtkEditable *entry, Letters *letters)
{
  letters->frames = mw_viewport_get_n_frames (letters->viewport);
  if (!letters->first)
    letters->first = letters->frames;
  letters->waits = TRUE;
}

static void
letter_shown (GdkFrameClock *clock, Letters *letters)
{
  if (!letters->waits)
    return;
  letters->waits = FALSE;
  letters->n_letters++;
  letters->n_late += mw_viewport_get_n_frames (letters->viewport) != letters->frames;
}

static gboolean
has_letters (gpointer entry)
{
  return g_str_has_suffix (gtk_editable_get_text (entry), "abcdefghabcdefghabcdefghabcdefgh");
}

typedef struct {
  MwTimeBar *bar;
  gint32 time;
} Moment;

static gboolean
has_gone_on (gpointer data)
{
  Moment *moment = data;
  return fixture_time (moment->bar) != moment->time;
}

/* The frame that shows a typed letter does not draw a slow model; it plays on when the typing stops. */
static void
test_typing (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  GtkWidget *editor = fixture_editor (page, "sequences[0]", "name");
  GtkWidget *entry = find_type (editor, GTK_TYPE_TEXT);
  mw_time_bar_play_stand (bar);
  x_input_activate (GTK_WINDOW (window));
  gtk_widget_grab_focus (entry);
  SlowFrames frames;
  begin_slow_frames (&frames, window);
  Letters letters = { .viewport = mw_document_page_get_viewport (page) };
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  gulong came = g_signal_connect (entry, "changed", G_CALLBACK (letter_came), &letters);
  gulong shown = g_signal_connect (clock, "after-paint", G_CALLBACK (letter_shown), &letters);
  const char *const type[] = { "xdotool", "type", "--delay", "150", "abcdefghabcdefghabcdefghabcdefgh", NULL };
  GError *error = NULL;
  g_spawn_async (NULL, (char **) type, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (fixture_until (has_letters, entry));
  /* A frame may have been started already when the first letter comes. */
  g_test_message ("%u frames with letters, %u of them with the model", letters.n_letters, letters.n_late);
  g_assert_cmpuint (letters.n_letters, >, 4);
  g_assert_cmpuint (letters.n_late, <=, 1);
  /* No frame is started between two letters either, except after the longer pauses of a busy machine. */
  guint64 drawn = mw_viewport_get_n_frames (letters.viewport) - letters.first;
  g_test_message ("%u frames of the model meanwhile", (guint) drawn);
  g_assert_cmpuint (drawn, <=, 6);
  Moment moment = { bar, fixture_time (bar) };
  g_assert_true (fixture_until (has_gone_on, &moment));
  g_signal_handler_disconnect (entry, came);
  g_signal_handler_disconnect (clock, shown);
  end_slow_frames (&frames);
  fixture_end (window);
}

/* Presses a key in the text that has the focus, again and again, until the time has gone on. */
static gboolean
has_gone_on_meanwhile (gpointer data)
{
  Moment *moment = data;
  act_key (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (moment->bar))), GDK_KEY_Shift_L, 0);
  return has_gone_on (moment);
}

/* Where frames are fast, the time goes on while the user types. */
static void
test_typing_while_fast (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  g_object_set (bar, "slow-frame", G_MAXINT64, NULL);
  gtk_widget_grab_focus (find_type (fixture_editor (page, "sequences[0]", "name"), GTK_TYPE_TEXT));
  mw_time_bar_play_stand (bar);
  for (guint i = 0; i < 3; i++) {
    Moment moment = { bar, fixture_time (bar) };
    g_assert_true (fixture_until (has_gone_on_meanwhile, &moment));
  }
  fixture_end (window);
}

/* --- Hidden tabs and windows ----------------------------------------------------------------------------------------- */

static void
test_hidden_tab (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx"), *other = fixture_sample ("everything.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  mw_time_bar_play_stand (bar);
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), >, 1);
  fixture_open (window, other);
  fixture_settle ();
  guint64 frames = mw_viewport_get_n_frames (viewport);
  gint32 time = fixture_time (bar);
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), ==, frames);
  g_assert_cmpint (fixture_time (bar), ==, time);
  /* It does not keep the frame clock of the window running either. */
  gint64 counter = gdk_frame_clock_get_frame_counter (clock);
  g_usleep (100000);
  fixture_settle ();
  g_assert_cmpint (gdk_frame_clock_get_frame_counter (clock) - counter, <=, 3);
  /* It continues where it was. */
  g_assert_true (mw_time_bar_is_playing (bar));
  gtk_notebook_set_current_page (GTK_NOTEBOOK (gtk_widget_get_ancestor (GTK_WIDGET (page), GTK_TYPE_NOTEBOOK)), 0);
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), >, frames);
  g_assert_cmpint (fixture_time (bar), !=, time);
  fixture_end (window);
}

/* With the viewport closed, nothing plays. */
static void
test_closed_viewport (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  mw_time_bar_play_stand (bar);
  fixture_settle ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.panel-view", NULL);
  fixture_settle ();
  gint32 time = fixture_time (bar);
  fixture_settle ();
  g_assert_cmpint (fixture_time (bar), ==, time);
  fixture_end (window);
}

/* --- Tooltips -------------------------------------------------------------------------------------------------------- */

static void
count (guint *n)
{
  (*n)++;
}

/* Setting a tooltip makes GTK look what is under the pointer, which restarts the delay of the tooltip there. If that happened in
 * each frame, no tooltip would ever be shown. */
static void
test_tooltip (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  GtkWidget *label = find_type (GTK_WIDGET (bar), GTK_TYPE_INSCRIPTION);
  g_assert_nonnull (label);
  mw_time_bar_play_stand (bar);
  fixture_settle ();
  guint set = 0;
  gint32 time = fixture_time (bar);
  g_signal_connect_swapped (label, "notify::tooltip-text", G_CALLBACK (count), &set);
  fixture_settle ();
  g_assert_cmpint (fixture_time (bar), !=, time);
  g_assert_cmpuint (set, ==, 0);
  g_signal_handlers_disconnect_by_data (label, &set);
  gboolean shown;
  GtkTooltip *tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  g_signal_emit_by_name (label, "query-tooltip", 0, 0, FALSE, tooltip, &shown);
  g_assert_true (shown);
  g_object_unref (tooltip);
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/playing/a form is complete before the next frame, with the users of its element", test_form);
  g_test_add_func ("/ui/playing/the history shows a step before the next frame", test_history);
  g_test_add_func ("/ui/playing/an opened list accepts typing at once", test_search);
  g_test_add_func ("/ui/playing/the frame that shows a letter draws nothing of the model", test_typing);
  g_test_add_func ("/ui/playing/while frames are fast, typing does not hold them up", test_typing_while_fast);
  g_test_add_func ("/ui/playing/a hidden tab draws no frame, and plays on when it is shown again", test_hidden_tab);
  g_test_add_func ("/ui/playing/with the viewport closed no time passes", test_closed_viewport);
  g_test_add_func ("/ui/playing/a frame sets no tooltip", test_tooltip);
  return g_test_run ();
}
