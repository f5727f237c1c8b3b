/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/key-sheet.h"
#include "core/edit/operations/script.h"
#include "tests/ui/fixture.h"
#include "ui/time/curve-bar.h"
#include "ui/time/dope-sheet.h"
#include "ui/time/sheet-view-private.h"
#include "ui/inspector/value-entry.h"

#include <string.h>

/* The dope sheet in a window. The pointer's gestures get their signals from here. */

typedef struct {
  MwWindow *window;
  MwDocumentPage *page;
  MwDocument *document;
  GtkWidget *sheet, *view;
  MwKeySheet *keys;
  MwId walk;
} Sheet;

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0;
}

/* Opens the sample, shows Walk at its start, and the page. */
static Sheet
open_sheet (const char *sample, const char *selected)
{
  Sheet s = { .window = fixture_window () };
  g_autofree char *path = fixture_sample (sample);
  s.page = fixture_open (s.window, path);
  s.document = mw_document_page_get_document (s.page);
  s.walk = fixture_record (s.document, "sequences[1]")->id;
  fixture_show_sequence (s.page, s.walk);
  fixture_show_time (s.page, 0);
  s.sheet = find_type (GTK_WIDGET (s.page), MW_TYPE_DOPE_SHEET);
  s.view = find_type (GTK_WIDGET (s.page), MW_TYPE_SHEET_VIEW);
  s.keys = mw_sheet_view_get_sheet (MW_SHEET_VIEW (s.view));
  const MwId id = selected ? fixture_record (s.document, selected)->id : 0;
  mw_document_select (s.document, &id, selected ? 1 : 0);
  GtkWidget *book = gtk_widget_get_ancestor (s.sheet, GTK_TYPE_NOTEBOOK);
  gtk_notebook_set_current_page (GTK_NOTEBOOK (book), gtk_notebook_page_num (GTK_NOTEBOOK (book), s.sheet));
  g_assert_true (fixture_until (is_mapped, selected ? s.view : s.sheet));
  return s;
}

static GtkGesture *
gesture_of (const Sheet *s, GType type)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (s->view);
  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (all, i);
    if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type)
        && gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (controller)) == 0
        && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == GDK_BUTTON_PRIMARY)
      return GTK_GESTURE (controller);
  }
  g_assert_not_reached ();
}

/* Presses at a place, moves, and, with `release`, lets go. */
static void
drag (const Sheet *s, double x, double y, double dx, double dy, gboolean release)
{
  GtkGesture *gesture = gesture_of (s, GTK_TYPE_GESTURE_DRAG);
  g_signal_emit_by_name (gesture, "drag-begin", x, y);
  if (dx != 0 || dy != 0)
    g_signal_emit_by_name (gesture, "drag-update", dx, dy);
  if (release)
    g_signal_emit_by_name (gesture, "drag-end", dx, dy);
}

/* The id of an element, or of the track at the path of its slot. */
static MwId
id_of (const Sheet *s, const char *path)
{
  MwTarget target;
  g_assert_true (mw_path_resolve_one (mw_document_get_model (s->document), path, &target, NULL));
  return target.field ? (*(MwRecord **) mw_field_at (target.record, target.field))->id : target.record->id;
}

/* The place of a time of a row, and the distance of a time on the screen. */
static void
place (const Sheet *s, const char *path, gint64 time, double *x, double *y)
{
  const guint row = path ? mw_key_sheet_find (s->keys, id_of (s, path)) : 0;
  mw_sheet_view_place (MW_SHEET_VIEW (s->view), row, time, x, y);
}

static double
across (const Sheet *s, gint64 ms)
{
  double x, to, y;
  place (s, NULL, 0, &x, &y);
  place (s, NULL, ms, &to, &y);
  return to - x;
}

static guint
n_chosen (const Sheet *s)
{
  gint32 first, last;
  return mw_key_sheet_count_chosen (s->keys, &first, &last);
}

#define TURNS "bones[0].rotation.track"
#define assert_times(expected)                                                                                         \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autofree char *shown_value = fixture_value (s.document, TURNS ".keys[1:5].time");                                \
    g_assert_cmpstr (shown_value, ==, expected);                                                                       \
  }                                                                                                                    \
  G_STMT_END

/* The rotation of the bone has keys at 333, 2333, 2667, 2792, 2917 ...; Walk begins at 2667. */
static void
test_drag (void)
{
  Sheet s = open_sheet ("figure.mdx", "bones[0]");
  double x, y;
  assert_times ("[2333, 2667, 2792, 2917]");
  guint position = mw_document_get_position (s.document);
  place (&s, TURNS, 2792, &x, &y);
  drag (&s, x, y, across (&s, 20), 0, FALSE);
  assert_times ("[2333, 2667, 2812, 2917]");
  g_signal_emit_by_name (gesture_of (&s, GTK_TYPE_GESTURE_DRAG), "drag-update", across (&s, 40), 0.0);
  assert_times ("[2333, 2667, 2832, 2917]");
  g_assert_true (act_key (s.view, GDK_KEY_Escape, 0));
  assert_times ("[2333, 2667, 2792, 2917]");
  g_assert_cmpuint (mw_document_get_position (s.document), ==, position);
  g_assert_cmpuint (n_chosen (&s), ==, 1);
  drag (&s, x, y, across (&s, 40), 0, TRUE);
  assert_times ("[2333, 2667, 2832, 2917]");
  g_assert_cmpuint (mw_document_get_position (s.document), ==, position + 1);
  g_assert_cmpuint (n_chosen (&s), ==, 1);
  /* It stops at the edge of the sequence, and takes the place of the key there. */
  place (&s, TURNS, 2832, &x, &y);
  drag (&s, x, y, -across (&s, 900), 0, TRUE);
  assert_times ("[2333, 2667, 2917, 3042]");
  mw_document_undo (s.document);
  mw_document_undo (s.document);
  assert_times ("[2333, 2667, 2792, 2917]");
  fixture_end (s.window);
}

static void
test_box (void)
{
  Sheet s = open_sheet ("figure.mdx", "bones[0]");
  double x, y, end;
  place (&s, NULL, 2730, &x, &y);
  place (&s, NULL, 2950, &end, &y);
  drag (&s, x, y - 4, end - x, 30, TRUE);
  g_assert_cmpuint (n_chosen (&s), ==, 2);
  /* A click on a key chooses it alone, and one beside it none. */
  place (&s, TURNS, 2917, &x, &y);
  drag (&s, x, y, 0, 0, TRUE);
  g_assert_cmpuint (n_chosen (&s), ==, 1);
  place (&s, TURNS, 2860, &x, &y);
  drag (&s, x, y, 0, 0, TRUE);
  g_assert_cmpuint (n_chosen (&s), ==, 0);
  drag (&s, x, y, 0, 0, FALSE);
  g_signal_emit_by_name (gesture_of (&s, GTK_TYPE_GESTURE_CLICK), "pressed", 2, x, y);
  g_signal_emit_by_name (gesture_of (&s, GTK_TYPE_GESTURE_DRAG), "drag-end", 0.0, 0.0);
  assert_times ("[2333, 2667, 2792, 2860]");
  g_assert_cmpuint (n_chosen (&s), ==, 1);
  fixture_end (s.window);
}

static void
test_keyboard (void)
{
  Sheet s = open_sheet ("figure.mdx", "bones[0]");
  double x, y;
  place (&s, TURNS, 2792, &x, &y);
  drag (&s, x, y, 0, 0, TRUE);
  g_assert_true (act_key (s.view, GDK_KEY_Right, 0));
  assert_times ("[2333, 2667, 2793, 2917]");
  g_assert_true (act_key (s.view, GDK_KEY_Left, GDK_SHIFT_MASK));
  assert_times ("[2333, 2667, 2783, 2917]");
  g_assert_true (act_key (s.view, GDK_KEY_c, GDK_CONTROL_MASK));
  g_assert_nonnull (strstr (fixture_status (s.window), "Copied 1 key"));
  fixture_show_time (s.page, 150);
  g_assert_true (act_key (s.view, GDK_KEY_v, GDK_CONTROL_MASK));
  assert_times ("[2333, 2667, 2783, 2817]");
  g_assert_true (act_key (s.view, GDK_KEY_Delete, 0));
  assert_times ("[2333, 2667, 2783, 2917]");
  /* The next key of the row, and a key at the playhead. */
  g_assert_true (act_key (s.view, GDK_KEY_Right, GDK_CONTROL_MASK));
  g_assert_true (act_key (s.view, GDK_KEY_Delete, 0));
  assert_times ("[2333, 2667, 2783, 3042]");
  g_assert_true (act_key (s.view, GDK_KEY_i, 0));
  assert_times ("[2333, 2667, 2783, 2817]");
  g_assert_true (act_key (s.view, GDK_KEY_a, GDK_CONTROL_MASK));
  g_assert_cmpuint (n_chosen (&s), >, 4);
  /* Up to the element, whose tracks are hidden. */
  g_assert_true (act_key (s.view, GDK_KEY_Up, 0));
  g_assert_true (act_key (s.view, GDK_KEY_Return, 0));
  g_assert_cmpuint (mw_key_sheet_n_rows (s.keys), ==, 2);
  fixture_end (s.window);
}

static void
test_scale (void)
{
  Sheet s = open_sheet ("figure.mdx", "bones[0]");
  double x, y, end;
  GtkEventController *motion = NULL;
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (s.view);
  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (all, i);
    if (GTK_IS_EVENT_CONTROLLER_MOTION (controller))
      motion = controller;
  }
  place (&s, NULL, 2730, &x, &y);
  place (&s, NULL, 2950, &end, &y);
  drag (&s, x, y - 4, end - x, 30, TRUE);
  /* About the playhead, at 2667: twice as far from it. */
  place (&s, NULL, 2867, &x, &y);
  g_signal_emit_by_name (motion, "motion", x, y);
  g_assert_true (act_key (s.view, GDK_KEY_s, 0));
  g_signal_emit_by_name (motion, "motion", x + across (&s, 200), y);
  assert_times ("[2333, 2667, 2917, 3042]");
  g_assert_true (act_key (s.view, GDK_KEY_Escape, 0));
  assert_times ("[2333, 2667, 2792, 2917]");
  g_signal_emit_by_name (motion, "motion", x, y);
  g_assert_true (act_key (s.view, GDK_KEY_s, 0));
  g_signal_emit_by_name (motion, "motion", x - across (&s, 100), y);
  g_assert_true (act_key (s.view, GDK_KEY_Return, 0));
  assert_times ("[2333, 2667, 2730, 2792]");
  fixture_end (s.window);
}

/* G, with the pointer or by a number; and S by a number. */
static void
test_move_by_key (void)
{
  Sheet s = open_sheet ("figure.mdx", "bones[0]");
  double x, y, end;
  GtkEventController *motion = NULL;
  GtkGesture *right = NULL;
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (s.view);
  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (all, i);
    if (GTK_IS_EVENT_CONTROLLER_MOTION (controller))
      motion = controller;
    if (GTK_IS_GESTURE_CLICK (controller)
        && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == GDK_BUTTON_SECONDARY)
      right = GTK_GESTURE (controller);
  }
  place (&s, NULL, 2730, &x, &y);
  place (&s, NULL, 2950, &end, &y);
  drag (&s, x, y - 4, end - x, 30, TRUE);
  g_signal_emit_by_name (motion, "motion", x, y);
  g_assert_true (act_key (s.view, GDK_KEY_g, 0));
  g_signal_emit_by_name (motion, "motion", x + across (&s, 20), y);
  assert_times ("[2333, 2667, 2812, 2937]");
  g_signal_emit_by_name (right, "pressed", 1, x, y);
  assert_times ("[2333, 2667, 2792, 2917]");
  g_assert_false (mw_document_is_open (s.document));
  /* A number is taken instead of the place of the pointer, and can be corrected. */
  g_assert_true (act_key (s.view, GDK_KEY_g, 0));
  g_assert_true (act_key (s.view, GDK_KEY_minus, 0));
  g_assert_true (act_key (s.view, GDK_KEY_3, 0));
  g_assert_true (act_key (s.view, GDK_KEY_KP_5, 0));
  assert_times ("[2333, 2667, 2757, 2882]");
  g_signal_emit_by_name (motion, "motion", x + across (&s, 20), y);
  assert_times ("[2333, 2667, 2757, 2882]");
  g_assert_true (act_key (s.view, GDK_KEY_BackSpace, 0));
  assert_times ("[2333, 2667, 2789, 2914]");
  g_assert_true (act_key (s.view, GDK_KEY_Return, 0));
  assert_times ("[2333, 2667, 2789, 2914]");
  g_assert_false (mw_document_is_open (s.document));
  mw_document_undo (s.document);
  assert_times ("[2333, 2667, 2792, 2917]");
  g_assert_true (act_key (s.view, GDK_KEY_s, 0));
  g_assert_true (act_key (s.view, GDK_KEY_period, 0));
  g_assert_true (act_key (s.view, GDK_KEY_8, 0));
  g_assert_true (act_key (s.view, GDK_KEY_Return, 0));
  assert_times ("[2333, 2667, 2767, 2867]");
  g_assert_true (act_key (s.view, GDK_KEY_a, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  g_assert_cmpuint (n_chosen (&s), ==, 0);
  fixture_end (s.window);
}

static void
test_seek (void)
{
  Sheet s = open_sheet ("figure.mdx", "bones[0]");
  MwTimeBar *bar = mw_document_page_get_time_bar (s.page);
  double x, y;
  place (&s, NULL, 2867, &x, &y);
  drag (&s, x, 5, 0, 0, TRUE);
  g_assert_cmpint (fixture_time (bar), ==, 200);
  /* In the whole file the ruler goes to another sequence: Stand, from 333 ms on. */
  act_press (s.page, "Whole File");
  place (&s, NULL, 433, &x, &y);
  drag (&s, x, 5, 0, 0, TRUE);
  g_assert_cmpuint (fixture_sequence (bar), ==, fixture_record (s.document, "sequences[0]")->id);
  place (&s, NULL, 2767, &x, &y);
  drag (&s, x, 5, 0, 0, TRUE);
  g_assert_cmpuint (fixture_sequence (bar), ==, s.walk);
  g_assert_cmpint (ABS (fixture_time (bar) - 100), <=, (int) (1 / across (&s, 1)) + 1);
  fixture_end (s.window);
}

static void
test_band (void)
{
  Sheet s = open_sheet ("figure.mdx", "bones[0]");
  double x, y;
  act_press (s.page, "Whole File");
  g_autofree char *before = fixture_value (s.document, "sequences[1].interval.end");
  const gint64 end = g_ascii_strtoll (before, NULL, 10);
  g_autofree char *keys = fixture_value (s.document, TURNS ".keys.time");
  place (&s, NULL, end, &x, &y);
  drag (&s, x - 1, 30, -across (&s, 400), 0, FALSE);
  g_autofree char *during = fixture_value (s.document, "sequences[1].interval.end");
  g_assert_cmpint (ABS (g_ascii_strtoll (during, NULL, 10) - (end - 400)), <, 140);
  g_assert_true (act_key (s.view, GDK_KEY_Escape, 0));
  g_autofree char *back = fixture_value (s.document, "sequences[1].interval.end");
  g_assert_cmpstr (back, ==, before);
  drag (&s, x - 1, 30, -across (&s, 400), 0, TRUE);
  g_autofree char *after = fixture_value (s.document, "sequences[1].interval.end"),
                  *same = fixture_value (s.document, TURNS ".keys.time");
  g_assert_cmpstr (after, ==, during);
  g_assert_cmpstr (same, ==, keys);
  fixture_end (s.window);
}

static void
test_rows (void)
{
  Sheet s = open_sheet ("figure.mdx", NULL);
  guint n;
  double x, y;
  g_assert_nonnull (find_words (s.sheet, "Select an element"));
  act_press (mw_dope_sheet_get_bar (MW_DOPE_SHEET (s.sheet)), "All");
  fixture_settle ();
  g_assert_null (find_words (s.sheet, "Select an element"));
  g_assert_cmpuint (mw_key_sheet_n_rows (s.keys), >, 20);
  /* A click on a name selects the element. */
  place (&s, "bones[1]", 0, &x, &y);
  drag (&s, 60, y, 0, 0, TRUE);
  g_assert_cmpuint (*mw_document_get_selection (s.document, &n), ==, fixture_record (s.document, "bones[1]")->id);
  /* The arrow hides the tracks. */
  const guint rows = mw_key_sheet_n_rows (s.keys);
  drag (&s, 10, y, 0, 0, TRUE);
  g_assert_cmpuint (mw_key_sheet_n_rows (s.keys), <, rows);
  act_press (mw_dope_sheet_get_bar (MW_DOPE_SHEET (s.sheet)), "All");
  g_assert_cmpuint (mw_key_sheet_n_rows (s.keys), ==, 2);
  const MwId texture = fixture_record (s.document, "textures[0]")->id;
  mw_document_select (s.document, &texture, 1);
  g_assert_nonnull (find_words (s.sheet, "is not animated"));
  fixture_end (s.window);
}

/* While another page is shown, edits cost nothing; then the sheet shows what has changed meanwhile. */
static void
test_hidden (void)
{
  Sheet s = open_sheet ("figure.mdx", "bones[0]");
  GtkNotebook *book = GTK_NOTEBOOK (gtk_widget_get_ancestor (s.sheet, GTK_TYPE_NOTEBOOK));
  const guint rows = mw_key_sheet_n_rows (s.keys);
  gtk_notebook_set_current_page (book, 0);
  const MwId other = fixture_record (s.document, "textures[0]")->id;
  mw_document_select (s.document, &other, 1);
  g_assert_cmpuint (mw_key_sheet_n_rows (s.keys), ==, rows);
  gtk_notebook_set_current_page (book, gtk_notebook_page_num (book, s.sheet));
  g_assert_cmpuint (mw_key_sheet_n_rows (s.keys), ==, 1);
  fixture_end (s.window);
}

/* --- Curves --------------------------------------------------------------------------------------------------------- */

#define ALPHA "geoset_animations[4].alpha.track"

/* Opens the sample and shows the curve of a track. */
static Sheet
open_curve (const char *element, const char *track, guint sequence)
{
  Sheet s = open_sheet ("figure.mdx", element);
  double x, y;
  fixture_show_sequence (s.page, fixture_record (s.document, sequence ? "sequences[1]" : "sequences[0]")->id);
  fixture_show_time (s.page, 0);
  act_press (mw_dope_sheet_get_bar (MW_DOPE_SHEET (s.sheet)), "Curves");
  g_assert_true (fixture_until (is_mapped, find_type (s.sheet, MW_TYPE_CURVE_BAR)));
  place (&s, track, 0, &x, &y);
  drag (&s, 60, y, 0, 0, TRUE);
  return s;
}

static void
point (const Sheet *s, gint64 time, double value, double *x, double *y)
{
  place (s, NULL, time, x, y);
  *y = mw_sheet_view_value_place (MW_SHEET_VIEW (s->view), value);
}

/* The entry of the bar with this label, or NULL. */
static GtkWidget *
entry (const Sheet *s, const char *label)
{
  GtkWidget *text = find_called (find_type (s->sheet, MW_TYPE_CURVE_BAR), GTK_TYPE_ENTRY, label);
  return text ? gtk_widget_get_parent (text) : NULL;
}

static double
number (const Sheet *s, const char *path)
{
  g_autofree char *text = fixture_value (s->document, path);
  return g_ascii_strtod (text, NULL);
}

/* Alpha is 0 at both ends of Stand, 333 and 2333. */
static void
test_curve_drag (void)
{
  Sheet s = open_curve ("geoset_animations[4]", ALPHA, 0);
  const guint position = mw_document_get_position (s.document);
  double x, y, to_x, to_y;
  /* A key in the middle by a double click, raised and moved by one drag. */
  point (&s, 1333, 0.4, &x, &y);
  drag (&s, x, y, 0, 0, FALSE);
  g_signal_emit_by_name (gesture_of (&s, GTK_TYPE_GESTURE_CLICK), "pressed", 2, x, y);
  g_signal_emit_by_name (gesture_of (&s, GTK_TYPE_GESTURE_DRAG), "drag-end", 0.0, 0.0);
  g_assert_cmpuint (mw_document_get_position (s.document), ==, position + 1);
  g_assert_cmpfloat (number (&s, ALPHA ".keys[1].value"), ==, 0);
  g_assert_cmpuint (n_chosen (&s), ==, 1);
  const gint64 time = (gint64) number (&s, ALPHA ".keys[1].time");
  point (&s, time, 0, &x, &y);
  point (&s, time + 300, 0.6, &to_x, &to_y);
  drag (&s, x, y, to_x - x, to_y - y, FALSE);
  g_assert_cmpfloat_with_epsilon (number (&s, ALPHA ".keys[1].value"), 0.6, 0.05);
  g_assert_cmpfloat_with_epsilon (number (&s, ALPHA ".keys[1].time"), (double) time + 300, 3);
  g_assert_nonnull (strstr (fixture_status (s.window), "values by"));
  /* Back to its value, and still later. */
  g_signal_emit_by_name (gesture_of (&s, GTK_TYPE_GESTURE_DRAG), "drag-update", to_x - x, 0.0);
  g_assert_cmpfloat (number (&s, ALPHA ".keys[1].value"), ==, 0);
  g_assert_cmpfloat_with_epsilon (number (&s, ALPHA ".keys[1].time"), (double) time + 300, 3);
  g_assert_true (act_key (s.view, GDK_KEY_Escape, 0));
  g_assert_cmpfloat (number (&s, ALPHA ".keys[1].time"), ==, (double) time);
  g_assert_cmpuint (mw_document_get_position (s.document), ==, position + 1);
  drag (&s, x, y, to_x - x, to_y - y, TRUE);
  g_assert_cmpuint (mw_document_get_position (s.document), ==, position + 2);
  g_assert_cmpfloat (number (&s, ALPHA ".keys[1].value"), >, 0.5);
  /* The choice follows the key, and a drag near the value of another key takes that value. */
  const gint64 now = (gint64) number (&s, ALPHA ".keys[1].time");
  const double value = number (&s, ALPHA ".keys[1].value");
  g_assert_cmpuint (n_chosen (&s), ==, 1);
  point (&s, now, value, &x, &y);
  /* A drag across keeps the value. */
  drag (&s, x, y, 40, 3, FALSE);
  g_assert_cmpfloat (number (&s, ALPHA ".keys[1].value"), ==, value);
  g_assert_true (act_key (s.view, GDK_KEY_Escape, 0));
  point (&s, now, 0, &to_x, &to_y);
  drag (&s, x, y, 2, to_y - y + 4, TRUE);
  g_assert_cmpfloat (number (&s, ALPHA ".keys[1].value"), ==, 0);
  g_assert_cmpfloat (number (&s, ALPHA ".keys[1].time"), ==, (double) now);
  mw_document_undo (s.document);
  mw_document_undo (s.document);
  g_assert_cmpfloat (number (&s, ALPHA ".keys[1].value"), ==, 0);
  /* A box chooses only the points in it. */
  point (&s, 1000, 0.5, &x, &y);
  drag (&s, x, y, 0, 0, TRUE);
  g_assert_cmpuint (n_chosen (&s), ==, 0);
  point (&s, 400, 0.5, &x, &y);
  point (&s, 2333 + 20, -0.5, &to_x, &to_y);
  drag (&s, x, y, to_x - x, to_y - y, TRUE);
  g_assert_cmpuint (n_chosen (&s), ==, 2);
  point (&s, 2333 + 20, 0.2, &to_x, &to_y);
  drag (&s, x, y, to_x - x, to_y - y, TRUE);
  g_assert_cmpuint (n_chosen (&s), ==, 0);
  point (&s, 400, -0.2, &x, &y);
  point (&s, 2333 + 20, -0.5, &to_x, &to_y);
  drag (&s, x, y, to_x - x, to_y - y, TRUE);
  g_assert_cmpuint (n_chosen (&s), ==, 0);
  fixture_end (s.window);
}

static void
test_curve_handles (void)
{
  Sheet s = open_curve ("geoset_animations[4]", ALPHA, 0);
  double x, y, to_x, to_y;
  g_assert_true (act_choose_named (find_type (find_type (s.sheet, MW_TYPE_CURVE_BAR), GTK_TYPE_DROP_DOWN), "Hermite"));
  g_autofree char *hermite = fixture_value (s.document, ALPHA ".interpolation");
  g_assert_cmpstr (hermite, ==, "Hermite");
  fixture_show_time (s.page, 1000);
  g_assert_true (act_key (s.view, GDK_KEY_i, 0));
  const guint position = mw_document_get_position (s.document);
  /* The out-tangent of the key at 1333: its handle is at a third of the way to 2333. The other handle goes down by as much. */
  point (&s, 1333 + 333, 0, &x, &y);
  point (&s, 1333 + 333, 0.5, &to_x, &to_y);
  drag (&s, x, y, 0, to_y - y, FALSE);
  g_assert_cmpfloat_with_epsilon (number (&s, ALPHA ".keys[1].out_tan"), 1.5, 1e-4);
  g_assert_cmpfloat_with_epsilon (number (&s, ALPHA ".keys[1].in_tan"), 1.5, 1e-4);
  g_assert_true (act_key (s.view, GDK_KEY_Escape, 0));
  g_assert_cmpfloat (number (&s, ALPHA ".keys[1].out_tan"), ==, 0);
  drag (&s, x, y, 0, to_y - y, TRUE);
  g_assert_cmpuint (mw_document_get_position (s.document), ==, position + 1);
  g_assert_cmpfloat_with_epsilon (number (&s, ALPHA ".keys[1].in_tan"), 1.5, 1e-4);
  /* Bezier: the same curve, with its control points. */
  g_assert_true (act_choose_named (find_type (find_type (s.sheet, MW_TYPE_CURVE_BAR), GTK_TYPE_DROP_DOWN), "Bezier"));
  g_assert_cmpfloat_with_epsilon (number (&s, ALPHA ".keys[1].out_tan"), 0.5, 1e-4);
  g_assert_cmpfloat_with_epsilon (number (&s, ALPHA ".keys[1].in_tan"), -0.5, 1e-4);
  /* To lines: how far they are off is said. */
  g_assert_true (act_choose_named (find_type (find_type (s.sheet, MW_TYPE_CURVE_BAR), GTK_TYPE_DROP_DOWN), "Linear"));
  g_assert_nonnull (strstr (fixture_status (s.window), "by at most"));
  fixture_end (s.window);
}

/* Rotations are angles. The bone has keys at 2667, 2792, 2917 in Walk, which begins at 2667. */
static void
test_curve_bar (void)
{
  Sheet s = open_curve ("bones[0]", TURNS, 1);
  GtkWidget *bar = find_type (s.sheet, MW_TYPE_CURVE_BAR);
  double x, y;
  g_assert_false (gtk_widget_get_sensitive (entry (&s, "Time")));
  /* Through the summary, which stays above the graph. */
  place (&s, NULL, 2792, &x, &y);
  drag (&s, x, y, 0, 0, TRUE);
  g_assert_cmpuint (n_chosen (&s), ==, 1);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry (&s, "Time"))), ==, "125");
  act_type_and_enter (entry (&s, "Time"), "130");
  assert_times ("[2333, 2667, 2797, 2917]");
  act_type_and_enter (entry (&s, "Z"), "-12,5");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry (&s, "Z"))), ==, "-12.5");
  /* Angles do not lose the other ones. */
  g_autofree char *before = g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry (&s, "Y"))));
  act_type_and_enter (entry (&s, "Z"), "40");
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (gtk_editable_get_text (GTK_EDITABLE (entry (&s, "Y"))), NULL),
                                  g_ascii_strtod (before, NULL), 0.01);
  act_press (bar, "Quaternion");
  g_assert_false (gtk_widget_get_sensitive (entry (&s, "X")));
  g_assert_true (gtk_widget_get_visible (entry (&s, "W")));
  act_press (bar, "Quaternion");
  g_assert_true (gtk_widget_get_sensitive (entry (&s, "X")));
  g_assert_false (gtk_widget_get_visible (entry (&s, "W")));
  g_assert_true (act_key (s.view, GDK_KEY_a, GDK_CONTROL_MASK));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry (&s, "Z"))), ==, "");
  /* F shows the chosen key, and Home all values again. */
  place (&s, NULL, 2917, &x, &y);
  drag (&s, x, y, 0, 0, TRUE);
  g_assert_true (act_key (s.view, GDK_KEY_f, 0));
  const double framed = across (&s, 100), framed_value = mw_sheet_view_value_place (MW_SHEET_VIEW (s.view), 10);
  g_assert_true (act_key (s.view, GDK_KEY_Home, 0));
  g_assert_cmpfloat (across (&s, 100), <, framed);
  g_assert_cmpfloat (mw_sheet_view_value_place (MW_SHEET_VIEW (s.view), 10), !=, framed_value);
  /* Up to the first element, whose alpha is one number. */
  act_press (mw_dope_sheet_get_bar (MW_DOPE_SHEET (s.sheet)), "All");
  g_assert_true (gtk_widget_get_visible (entry (&s, "Z")));
  /* Ctrl+A chooses what the graph shows, of all rows that are listed. */
  g_assert_true (act_key (s.view, GDK_KEY_a, GDK_CONTROL_MASK));
  g_assert_cmpuint (n_chosen (&s), ==, mw_key_sheet_row (s.keys, mw_key_sheet_find (s.keys, id_of (&s, TURNS)))->n);
  for (guint i = 0; i < mw_key_sheet_n_rows (s.keys); i++)
    g_assert_true (act_key (s.view, GDK_KEY_Up, 0));
  g_assert_true (gtk_widget_get_visible (entry (&s, "Value")));
  g_assert_null (entry (&s, "Z"));
  g_assert_true (act_key (s.view, GDK_KEY_c, 0));
  g_assert_false (gtk_widget_get_visible (bar));
  g_assert_false (mw_sheet_view_get_curves (MW_SHEET_VIEW (s.view)));
  fixture_end (s.window);
}

/* --- Several tracks ----------------------------------------------------------------------------------------------- */

static void
test_spread (void)
{
  double places[] = { 12, 14, 15, 70, 99 }, crowded[] = { 50, 50, 50, 50 }, one[] = { 3 };
  mw_sheet_curves_spread (places, 5, 10, 10, 90);
  const double expected[] = { 12, 22, 32, 70, 90 }, filled[] = { 10, 20, 30, 40 };
  for (guint i = 0; i < 5; i++)
    g_assert_cmpfloat (places[i], ==, expected[i]);
  mw_sheet_curves_spread (crowded, 4, 10, 10, 40);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (crowded[i], ==, filled[i]);
  mw_sheet_curves_spread (one, 1, 10, 10, 90);
  g_assert_cmpfloat (one[0], ==, 10);
}

/* The colours of two lines differ by something that can be seen. */
static gboolean
differ (const MwSheetView *view, guint curve, guint component, guint other, guint of_other)
{
  const GdkRGBA a = mw_sheet_curves_line_colour (view, curve, component),
                b = mw_sheet_curves_line_colour (view, other, of_other);
  return ABS (a.red - b.red) + ABS (a.green - b.green) + ABS (a.blue - b.blue) > 0.1f;
}

static void
test_colours (void)
{
  Sheet s = open_curve ("bones[0]", TURNS, 1);
  MwSheetView *view = MW_SHEET_VIEW (s.view);
  static const char *const lines[] = { "add bones[0].translation.track", "key-add bones[0].translation.track time=2700",
                                       "add bones[0].scaling.track", "key-add bones[0].scaling.track time=2700" };
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_assert_true (mw_script_run_line (s.document, lines[i], NULL, NULL));
  const MwId bone = id_of (&s, "bones[0]");
  mw_document_select (s.document, &bone, 1);
  const MwSheetRow *element = mw_key_sheet_row (s.keys, mw_key_sheet_find (s.keys, bone));
  g_assert_cmpint (element->kind, ==, MW_SHEET_ELEMENT);
  mw_sheet_view_show_curve (view, element->record);
  g_assert_cmpuint (view->curves->len, ==, 3);
  for (guint i = 0; i < view->curves->len; i++)
    for (guint k = 0; k < i; k++)
      for (guint c = 0; c < 3; c++)
        for (guint d = 0; d < 3; d++)
          g_assert_true (differ (view, i, c, k, d));
  /* The first track has the colours that the bar shows. */
  const GdkRGBA first = mw_sheet_curves_line_colour (view, 0, 1), bar = mw_sheet_curves_colour (3, 1);
  g_assert_cmpfloat_with_epsilon (first.green, bar.green, 0.01f);
  fixture_end (s.window);
}

/* The graph of a closed element is empty, and says how to see its curves. */
static void
test_closed_element (void)
{
  Sheet s = open_curve ("bones[0]", TURNS, 1);
  MwSheetView *view = MW_SHEET_VIEW (s.view);
  const MwId bone = id_of (&s, "bones[0]");
  mw_sheet_view_show_curve (view, bone);
  g_assert_cmpuint (view->curves->len, ==, 1);
  g_assert_true (act_key (s.view, GDK_KEY_Return, 0));
  g_assert_cmpuint (view->curves->len, ==, 0);
  g_assert_nonnull (strstr (mw_sheet_curves_why_none (view), "Open the element"));
  g_assert_true (act_key (s.view, GDK_KEY_Up, 0));
  g_assert_nonnull (strstr (mw_sheet_curves_why_none (view), "Open the element"));
  g_assert_true (act_key (s.view, GDK_KEY_Down, 0));
  g_assert_true (act_key (s.view, GDK_KEY_Return, 0));
  g_assert_cmpuint (view->curves->len, ==, 1);
  /* The same by its arrow: a curve without a row could be seen, but not dragged. */
  double x, y;
  place (&s, "bones[0]", 0, &x, &y);
  drag (&s, 10, y, 0, 0, TRUE);
  g_assert_cmpuint (view->curves->len, ==, 0);
  drag (&s, 10, y, 0, 0, TRUE);
  g_assert_cmpuint (view->curves->len, ==, 1);
  /* What is open and has no curve says something else, whatever is closed besides. */
  act_press (mw_dope_sheet_get_bar (MW_DOPE_SHEET (s.sheet)), "All");
  mw_sheet_view_show_curve (view, id_of (&s, "event_objects[0]"));
  g_assert_cmpuint (view->curves->len, ==, 0);
  const MwId event = id_of (&s, "event_objects[0]");
  for (guint i = 1; i < mw_key_sheet_n_rows (s.keys); i++) {
    const MwSheetRow *row = mw_key_sheet_row (s.keys, i);
    if (row->kind == MW_SHEET_ELEMENT && row->element != event)
      mw_key_sheet_set_collapsed (s.keys, row->element, TRUE);
  }
  /* Also before and after it. */
  g_assert_true (mw_key_sheet_row (s.keys, 1)->collapsed);
  g_assert_true (mw_key_sheet_row (s.keys, mw_key_sheet_n_rows (s.keys) - 1)->collapsed);
  mw_sheet_view_show_curve (view, event);
  g_assert_null (strstr (mw_sheet_curves_why_none (view), "Open the element"));
  mw_sheet_view_show_curve (view, bone);
  g_assert_nonnull (strstr (mw_sheet_curves_why_none (view), "Open the element"));
  fixture_end (s.window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dope-sheet/a-drag-moves-keys-and-escape-takes-it-back", test_drag);
  g_test_add_func ("/dope-sheet/a-box-chooses-and-a-double-click-adds", test_box);
  g_test_add_func ("/dope-sheet/everything-can-be-done-by-keys", test_keyboard);
  g_test_add_func ("/dope-sheet/s-scales-about-the-playhead", test_scale);
  g_test_add_func ("/dope-sheet/g-moves-by-the-pointer-or-a-number", test_move_by_key);
  g_test_add_func ("/dope-sheet/the-ruler-moves-the-playhead", test_seek);
  g_test_add_func ("/dope-sheet/an-edge-of-a-sequence-is-dragged-without-its-keys", test_band);
  g_test_add_func ("/dope-sheet/lists-what-is-selected-or-all", test_rows);
  g_test_add_func ("/dope-sheet/follows-nothing-while-it-is-hidden", test_hidden);
  g_test_add_func ("/dope-sheet/a-point-of-a-curve-is-dragged-in-time-and-value", test_curve_drag);
  g_test_add_func ("/dope-sheet/tangents-are-dragged-by-their-handles", test_curve_handles);
  g_test_add_func ("/dope-sheet/names-of-lines-do-not-overlap", test_spread);
  g_test_add_func ("/dope-sheet/lines-of-several-tracks-have-their-own-colours", test_colours);
  g_test_add_func ("/dope-sheet/a-closed-element-says-how-to-see-its-curves", test_closed_element);
  g_test_add_func ("/dope-sheet/the-bar-of-the-curves-takes-numbers", test_curve_bar);
  return g_test_run ();
}
