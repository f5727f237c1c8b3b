/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/m2-fixture.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "ui/drop-down-search.h"
#include "ui/edit.h"
#include "ui/labels.h"
#include "ui/places.h"
#include "ui/time/played-chooser.h"

#include <glib/gstdio.h>

static gboolean
search_has_focus (gpointer window)
{
  GtkWidget *focus = gtk_window_get_focus (window);
  return focus && gtk_widget_get_ancestor (focus, GTK_TYPE_SEARCH_ENTRY)
         && gtk_widget_get_ancestor (focus, GTK_TYPE_DROP_DOWN);
}

/* Opens the chooser, types and presses Enter, like a user. */
static void
choose (MwWindow *window, MwTimeBar *bar, const char *typed)
{
  GtkWidget *chooser = fixture_sequence_chooser (bar);
  gtk_widget_activate (chooser);
  g_assert_true (fixture_until (search_has_focus, window));
  GtkWidget *search = find_type (chooser, GTK_TYPE_SEARCH_ENTRY);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (search)), ==, "");
  act_type (search, typed);
  /* At once, because Enter may come before the entry's delayed signal. */
  g_signal_emit_by_name (search, "activate");
  fixture_settle ();
}

static void
test_search (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  choose (window, bar, "EATH");
  MwRecord *sequence = mw_model_find (mw_document_get_model (document), fixture_sequence (bar));
  g_assert_nonnull (sequence);
  g_assert_cmpstr (mw_record_name (sequence), ==, "Death");
  /* Of several matches, the one that begins with the text. */
  choose (window, bar, "wa");
  sequence = mw_model_find (mw_document_get_model (document), fixture_sequence (bar));
  g_assert_cmpstr (mw_record_name (sequence), ==, "Walk");
  choose (window, bar, "rest pose");
  g_assert_cmpuint (fixture_sequence (bar), ==, 0);
  /* Words in any order, of all that a row says. */
  choose (window, bar, "ms  death");
  sequence = mw_model_find (mw_document_get_model (document), fixture_sequence (bar));
  g_assert_cmpstr (mw_record_name (sequence), ==, "Death");
  choose (window, bar, "rest pose");
  g_assert_cmpuint (fixture_sequence (bar), ==, 0);
  /* Text without a match chooses nothing; each word has to match. */
  choose (window, bar, "death nowhere");
  g_assert_cmpuint (fixture_sequence (bar), ==, 0);
  fixture_end (window);
}

static float
left_of (GtkWidget *widget, gpointer root)
{
  graphene_rect_t bounds;
  g_assert_true (gtk_widget_compute_bounds (widget, root, &bounds));
  return bounds.origin.x;
}

static void
rename_to (MwDocument *document, const char *path, const char *name)
{
  MwRecord *record = fixture_record (document, path);
  MwTarget target = mw_ui_target (record, mw_schema_field (record->schema, "name"));
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", name);
  GError *error = NULL;
  mw_ui_set_text (document, &record->id, 1, &target, quoted, &error);
  g_assert_no_error (error);
}

/* The row of the open list of sequences with this name; NULL: there is none. */
static GtkWidget *
list_row (MwTimeBar *bar, const char *name)
{
  GtkWidget *list = find_type (find_type (fixture_sequence_chooser (bar), GTK_TYPE_POPOVER), GTK_TYPE_LIST_VIEW);
  for (GtkWidget *row = gtk_widget_get_first_child (list); row; row = gtk_widget_get_next_sibling (row)) {
    GtkWidget *label = find_type (row, GTK_TYPE_LABEL);
    if (label && g_str_equal (gtk_label_get_text (GTK_LABEL (label)), name))
      return row;
  }
  return NULL;
}

typedef struct {
  MwTimeBar *bar;
  const char *name;
} Listed;

static gboolean
is_listed (gpointer listed)
{
  return list_row (((Listed *) listed)->bar, ((Listed *) listed)->name) != NULL;
}

static GtkWidget *
wait_row (MwTimeBar *bar, const char *name)
{
  g_assert_true (fixture_until (is_listed, &(Listed) { bar, name }));
  return list_row (bar, name);
}

static void
close_list (MwTimeBar *bar)
{
  gtk_popover_popdown (GTK_POPOVER (find_type (fixture_sequence_chooser (bar), GTK_TYPE_POPOVER)));
  fixture_settle ();
}

static void
test_width (void)
{
  static const char long_name[] = "Attack Slam Defend Alternate Upgrade First Second Third Wounded And Looking Up";
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  GtkWidget *chooser = fixture_sequence_chooser (bar), *scale = find_type (GTK_WIDGET (bar), GTK_TYPE_SCALE);
  fixture_settle ();
  const int width = gtk_widget_get_width (chooser);
  const float left = left_of (scale, window);
  g_assert_cmpint (width, >, 0);
  rename_to (document, "sequences[1]", long_name);
  fixture_show_sequence (page, fixture_record (document, "sequences[1]")->id);
  fixture_settle ();
  g_assert_nonnull (find_words (chooser, long_name));
  g_assert_cmpint (gtk_widget_get_width (chooser), ==, width);
  g_assert_cmpfloat (left_of (scale, window), ==, left);
  /* The time stays when the list is made again. */
  fixture_show_time (page, 5);
  rename_to (document, "sequences[2]", "Attack Slam");
  g_assert_cmpint (fixture_time (bar), ==, 5);
  /* What is cut off is in the tooltip. */
  g_assert_true (g_str_has_prefix (gtk_widget_get_tooltip_text (chooser), long_name));
  fixture_show_sequence (page, 0);
  fixture_settle ();
  g_assert_cmpint (gtk_widget_get_width (chooser), ==, width);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (chooser), ==, "Rest pose");
  /* A row says how long a sequence is and whether it loops. */
  gtk_widget_activate (chooser);
  GtkWidget *stand = wait_row (bar, "Stand"), *death = wait_row (bar, "Death");
  g_assert_nonnull (find_words (stand, "2000 ms"));
  g_assert_nonnull (find_words (stand, "⟳"));
  g_assert_nonnull (find_words (death, " ms"));
  g_assert_null (find_words (death, "⟳"));
  close_list (bar);
  fixture_end (window);
}

/* In the order in which they are listed, with variations after their animation. */
static void
test_groups (void)
{
  g_autofree char *model = fixture_m2_set (264, "Groups");
  g_autoptr (GDir) folder = g_dir_open (fixture_folder (), 0, NULL);
  for (const char *name; (name = g_dir_read_name (folder));)
    if (g_str_has_suffix (name, ".anim")) {
      g_autofree char *companion = g_build_filename (fixture_folder (), name, NULL);
      g_assert_cmpint (g_remove (companion), ==, 0);
    }
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, model);
  MwDocument *document = mw_document_page_get_document (page);
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  const MwM2 *m2 = (const MwM2 *) mw_document_get_model (document);
  MwM2Sequence *const *sequences = (MwM2Sequence *const *) m2->sequences.items;
  g_assert_cmpuint (m2->sequences.n, >=, 3);
  /* The first of the file is the last of the list, after its variation. */
  static const char *const values[][3] = { { "sequences[0]", "animation", "500" },
                                           { "sequences[0]", "variation", "7" },
                                           { "sequences[1]", "animation", "500" } };
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    MwRecord *record = fixture_record (document, values[i][0]);
    MwTarget target = mw_ui_target (record, mw_schema_field (record->schema, values[i][1]));
    GError *error = NULL;
    mw_ui_set_text (document, &record->id, 1, &target, values[i][2], &error);
    g_assert_no_error (error);
  }
  GListModel *rows = gtk_drop_down_get_model (GTK_DROP_DOWN (fixture_sequence_chooser (bar)));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, m2->sequences.n + 1);
  guint32 before = 0;
  for (guint i = 1; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GObject) row = g_list_model_get_item (rows, i);
    const MwId id = GPOINTER_TO_UINT (g_object_get_data (row, MW_PLAYED_CHOOSER_ID));
    const MwM2Sequence *sequence = (const MwM2Sequence *) mw_model_find (&m2->model, id);
    const guint32 now = (guint32) sequence->animation << 16 | sequence->variation;
    g_assert_cmpuint (now, >=, before);
    before = now;
    act_choose (fixture_sequence_chooser (bar), i);
    g_assert_cmpuint (fixture_sequence (bar), ==, id);
  }
  g_assert_cmpuint (fixture_sequence (bar), ==, sequences[0]->record.id);
  const MwM2Sequence *away = NULL, *here = NULL;
  for (guint i = 0; i < m2->sequences.n; i++)
    *(sequences[i]->not_loaded ? &away : &here) = sequences[i];
  g_assert_nonnull (away);
  g_autofree char *title = mw_ui_record_title (&away->record), *other = mw_ui_record_title (&here->record);
  gtk_widget_activate (fixture_sequence_chooser (bar));
  g_autofree char *first = mw_ui_record_title (&sequences[1]->record),
                  *second = mw_ui_record_title (&sequences[0]->record);
  g_assert_cmpint (gtk_widget_get_margin_start (gtk_widget_get_first_child (wait_row (bar, first))), ==, 0);
  g_assert_cmpint (gtk_widget_get_margin_start (gtk_widget_get_first_child (wait_row (bar, second))), >, 0);
  g_assert_nonnull (find_words (wait_row (bar, title), "not loaded"));
  g_assert_null (find_words (wait_row (bar, other), "not loaded"));
  close_list (bar);
  fixture_end (window);
}

static void
test_stand (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx"), *other = fixture_sample ("everything.mdx");
  MwDocumentPage *page = fixture_open (window, other);
  g_assert_false (mw_time_bar_is_playing (mw_document_page_get_time_bar (page)));
  mw_window_open_playing (window, path);
  fixture_wait (window);
  page = mw_window_get_page (window);
  g_assert_cmpstr (mw_document_page_get_path (page), ==, path);
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  MwDocument *document = mw_document_page_get_document (page);
  g_assert_true (mw_time_bar_is_playing (bar));
  const char *name = mw_record_name (mw_model_find (mw_document_get_model (document), fixture_sequence (bar)));
  g_assert_true (g_str_has_prefix (name, "Stand"));
  fixture_end (window);
}

static void
set_plays_when_opened (MwWindow *window, gboolean plays)
{
  g_autoptr (GVariant) now = g_action_group_get_action_state (G_ACTION_GROUP (window), "play-when-opened");
  g_assert_nonnull (now);
  if (g_variant_get_boolean (now) != plays)
    gtk_widget_activate_action (GTK_WIDGET (window), "win.play-when-opened", NULL);
  g_assert_cmpint (g_settings_get_boolean (mw_places_settings (), "play-when-opened"), ==, plays);
}

static void
test_plays_when_opened (void)
{
  g_autoptr (GVariant) usual = g_settings_get_default_value (mw_places_settings (), "play-when-opened");
  g_assert_true (g_variant_get_boolean (usual));
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx"), *other = fixture_sample ("everything.mdx"),
                  *third = fixture_sample ("effect.mdx");
  set_plays_when_opened (window, TRUE);
  MwDocumentPage *page = fixture_open (window, path);
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  MwDocument *document = mw_document_page_get_document (page);
  g_assert_true (mw_time_bar_is_playing (bar));
  g_assert_cmpuint (fixture_sequence (bar), ==, fixture_record (document, "sequences[\"Stand\"]")->id);
  /* If the user has stopped it, opening the file again does not start it. */
  mw_time_bar_toggle (bar);
  mw_window_open (window, path);
  fixture_wait (window);
  g_assert_false (mw_time_bar_is_playing (bar));
  set_plays_when_opened (window, FALSE);
  page = fixture_open (window, other);
  bar = mw_document_page_get_time_bar (page);
  g_assert_false (mw_time_bar_is_playing (bar));
  g_assert_cmpuint (fixture_sequence (bar), ==, 0);
  /* A model without a playable sequence opens too. */
  set_plays_when_opened (window, TRUE);
  page = fixture_open (window, third);
  document = mw_document_page_get_document (page);
  g_assert_cmpint (mw_time_bar_is_playing (mw_document_page_get_time_bar (page)), ==,
                   ((const MwMdlx *) mw_document_get_model (document))->sequences.n > 0);
  fixture_end (window);
}

/* The switch is among the other choices of how it plays. */
static void
test_playback_menu (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  GtkWidget *button = find_type (GTK_WIDGET (mw_document_page_get_time_bar (page)), GTK_TYPE_MENU_BUTTON);
  g_assert_nonnull (button);
  GMenuModel *menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button));
  g_autofree char *action = NULL;
  g_assert_true (g_menu_model_get_item_attribute (menu, 0, G_MENU_ATTRIBUTE_ACTION, "s", &action));
  g_assert_cmpstr (action, ==, "win.play-when-opened");
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  fixture_settle ();
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)))));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  fixture_end (window);
}

/* Space without a chosen sequence: which of three plays. */
static void
test_which_stands (void)
{
  static const struct {
    const char *names[3];
    guint played;
  } cases[] = {
    { { "Birth", "Stand Ready", "Stand" }, 2 },
    { { "Death", "stand ", "Stand Ready" }, 1 },
    { { "Death", "STAND - 2", "Stand Hit" }, 1 },
    { { "Birth", "Understanding", "Walk" }, 0 },
  };
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("everything.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    for (guint k = 0; k < 3; k++) {
      g_autofree char *sequence = g_strdup_printf ("sequences[%u]", k);
      rename_to (document, sequence, cases[i].names[k]);
    }
    fixture_show_sequence (page, 0);
    mw_time_bar_toggle (bar);
    g_autofree char *wanted = g_strdup_printf ("sequences[%u]", cases[i].played);
    g_assert_cmpuint (fixture_sequence (bar), ==, fixture_record (document, wanted)->id);
    g_assert_true (mw_time_bar_is_playing (bar));
    mw_time_bar_toggle (bar);
  }
  /* A chosen sequence plays, whatever its name. */
  fixture_show_sequence (page, fixture_record (document, "sequences[2]")->id);
  mw_time_bar_toggle (bar);
  g_assert_cmpuint (fixture_sequence (bar), ==, fixture_record (document, "sequences[2]")->id);
  fixture_end (window);
}

typedef struct {
  MwTimeBar *bar;
  MwClock clock; /* on show */
  gint32 last;
  gboolean again; /* the time has gone back while it played */
} Watch;

static void
clock_changed (MwTimeBar *bar, const MwClock *clock, Watch *watch)
{
  watch->again |= mw_time_bar_is_playing (bar) && clock->time < watch->last;
  watch->last = clock->time;
  watch->clock = *clock;
}

static gboolean
has_stopped (gpointer watch)
{
  return !mw_time_bar_is_playing (((Watch *) watch)->bar);
}

static gboolean
plays_again (gpointer watch)
{
  return ((Watch *) watch)->again;
}

/* Plays a sequence from shortly before its end. */
static void
play_the_end (Watch *watch, MwId sequence, gboolean loop)
{
  enum { REST_MS = 40, NORMAL = 3 };
  MwTimeBarView view = { .sequence = sequence, .loop = loop, .speed = NORMAL };
  mw_time_bar_set_view (watch->bar, &view);
  view.time = watch->clock.end - watch->clock.start - REST_MS;
  view.playing = TRUE;
  mw_time_bar_set_view (watch->bar, &view);
  watch->last = watch->clock.time;
  watch->again = FALSE;
}

/* Whether the sequence itself loops or not, the switch decides. */
static void
test_loop (void)
{
  static const char *const paths[] = { "sequences[\"Stand\"]", "sequences[\"Death\"]" };
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  Watch watch = { .bar = mw_document_page_get_time_bar (page) };
  const MwClock *clock = &watch.clock;
  g_signal_connect (watch.bar, "clock-changed", G_CALLBACK (clock_changed), &watch);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    MwId sequence = fixture_record (mw_document_page_get_document (page), paths[i])->id;
    play_the_end (&watch, sequence, FALSE);
    g_assert_cmpint (clock->looping, ==, i == 0);
    g_assert_true (fixture_until (has_stopped, &watch));
    g_assert_cmpint (clock->time, ==, clock->end);
    g_assert_false (watch.again);
    /* The next press of Play begins at the start. */
    mw_time_bar_toggle (watch.bar);
    g_assert_true (mw_time_bar_is_playing (watch.bar));
    g_assert_cmpint (clock->time, ==, clock->start);
    play_the_end (&watch, sequence, TRUE);
    g_assert_true (fixture_until (plays_again, &watch));
    g_assert_true (mw_time_bar_is_playing (watch.bar));
  }
  g_signal_handlers_disconnect_by_data (watch.bar, &watch);
  fixture_end (window);
}

/* A sequence that is chosen while another plays is blended with it, until the user stops or drags the time. */
static void
test_fading (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  Watch watch = { .bar = mw_document_page_get_time_bar (page) };
  const MwFading *fading = &watch.clock.fading;
  MwId stand = fixture_record (document, "sequences[\"Stand\"]")->id,
       walk = fixture_record (document, "sequences[\"Walk\"]")->id;
  g_signal_connect (watch.bar, "clock-changed", G_CALLBACK (clock_changed), &watch);
  MwTimeBarView view = { .sequence = stand, .loop = TRUE, .speed = 3 };
  mw_time_bar_set_view (watch.bar, &view);
  mw_time_bar_play_sequence (watch.bar, stand);
  g_assert_cmpuint (fading->left_ms, ==, 0); /* it stood still before */
  mw_time_bar_play_sequence (watch.bar, walk);
  g_assert_cmpuint (fading->left_ms, >, 0);
  g_assert_cmpuint (fading->sequence, ==, stand);
  g_assert_cmpuint (watch.clock.sequence, ==, walk);
  mw_time_bar_toggle (watch.bar);
  g_assert_cmpuint (fading->left_ms, ==, 0);
  mw_time_bar_toggle (watch.bar);
  g_assert_cmpuint (fading->left_ms, ==, 0);
  mw_time_bar_play_sequence (watch.bar, stand);
  g_assert_cmpuint (fading->left_ms, >, 0);
  view.playing = TRUE;
  mw_time_bar_set_view (watch.bar, &view); /* it sets the time */
  g_assert_cmpuint (fading->left_ms, ==, 0);
  g_assert_true (mw_time_bar_is_playing (watch.bar));
  g_signal_handlers_disconnect_by_data (watch.bar, &watch);
  fixture_end (window);
}

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

/* A list that is longer than its window scrolls, and opens to the side with more space. */
static void
test_inside (void)
{
  g_autoptr (GStrvBuilder) rows = g_strv_builder_new ();
  for (guint i = 0; i < 200; i++)
    g_strv_builder_add (rows, "Row");
  g_auto (GStrv) names = g_strv_builder_end (rows);
  for (guint top = 0; top < 2; top++) {
    GtkWidget *window = gtk_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
    GtkWidget *drop_down = gtk_drop_down_new_from_strings ((const char *const *) names);
    GtkWidget *rest = gtk_label_new (NULL);
    gtk_widget_set_vexpand (rest, TRUE);
    gtk_box_append (GTK_BOX (box), top ? drop_down : rest);
    gtk_box_append (GTK_BOX (box), top ? rest : drop_down);
    mw_drop_down_keep_inside (GTK_DROP_DOWN (drop_down));
    gtk_window_set_child (GTK_WINDOW (window), box);
    gtk_window_set_default_size (GTK_WINDOW (window), 400, 300);
    gtk_window_present (GTK_WINDOW (window));
    g_assert_true (fixture_until (is_mapped, drop_down));
    fixture_settle ();
    gtk_widget_activate (drop_down);
    GtkWidget *popover = find_type (drop_down, GTK_TYPE_POPOVER);
    g_assert_true (fixture_until (is_mapped, popover));
    g_assert_cmpint (gtk_popover_get_position (GTK_POPOVER (popover)), ==, top ? GTK_POS_BOTTOM : GTK_POS_TOP);
    GtkScrolledWindow *list = GTK_SCROLLED_WINDOW (find_type (popover, GTK_TYPE_SCROLLED_WINDOW));
    int room = gtk_widget_get_height (window) - gtk_widget_get_height (drop_down);
    g_assert_cmpint (gtk_scrolled_window_get_max_content_height (list), <, room);
    g_assert_cmpint (gtk_scrolled_window_get_max_content_height (list), >, room / 3);
    gtk_window_destroy (GTK_WINDOW (window));
  }
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/time-bar/typing finds a sequence by any part of its name, Enter takes it", test_search);
  g_test_add_func ("/ui/time-bar/a long name changes no width; rows say how long sequences are, and which loop",
                   test_width);
  g_test_add_func (
    "/ui/time-bar/sequences of M2 are in the order of their animations, and those without keys are marked",
    test_groups);
  g_test_add_func ("/ui/time-bar/models opened by the user play Stand, others are in the rest pose", test_stand);
  g_test_add_func ("/ui/time-bar/a file that is opened plays Stand unless that is switched off",
                   test_plays_when_opened);
  g_test_add_func ("/ui/time-bar/the switch is in the menu of playback options", test_playback_menu);
  g_test_add_func ("/ui/time-bar/Space plays Stand, else a sequence that begins with Stand, else the first",
                   test_which_stands);
  g_test_add_func ("/ui/time-bar/a sequence stops at its end when Loop is off, and starts again when it is on",
                   test_loop);
  g_test_add_func ("/ui/time-bar/a sequence chosen while another plays is blended with it", test_fading);
  g_test_add_func ("/ui/time-bar/a long list stays inside the window", test_inside);
  return g_test_run ();
}
