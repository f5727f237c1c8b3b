/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tab with the bytes of the files, as a user works with it. */
#include "tests/ui/m2-fixture.h"
#include "ui/bytes/bytes-panel.h"
#include "ui/bytes/bytes-view.h"
#include "ui/edit.h"
#include "ui/inspector/inspector.h"

#include <string.h>

static MwWindow *window;

typedef struct {
  MwDocumentPage *page;
  MwDocument *document;
  GtkWidget *panel, *view, *bar;
} Shown;

static gboolean
is_ready (gpointer data)
{
  const Shown *shown = data;
  gsize size;
  return gtk_widget_get_mapped (shown->panel) && fixture_is_whole (shown->panel)
         && mw_bytes_view_get_data (MW_BYTES_VIEW (shown->view), &size);
}

static void
wait_for_bytes (Shown *shown)
{
  fixture_settle ();
  g_assert_true (fixture_until (is_ready, shown));
  fixture_settle ();
}

/* Opens a model and the tab. */
static Shown
show (const char *path)
{
  Shown shown = { .page = fixture_open (window, path) };
  g_assert_nonnull (shown.page);
  shown.document = mw_document_page_get_document (shown.page);
  shown.panel = find_type (GTK_WIDGET (shown.page), MW_TYPE_BYTES_PANEL);
  shown.view = find_type (shown.panel, MW_TYPE_BYTES_VIEW);
  shown.bar = mw_bytes_panel_get_bar (MW_BYTES_PANEL (shown.panel));
  GtkWidget *tabs = gtk_widget_get_ancestor (shown.panel, GTK_TYPE_NOTEBOOK);
  gtk_notebook_set_current_page (GTK_NOTEBOOK (tabs), gtk_notebook_page_num (GTK_NOTEBOOK (tabs), shown.panel));
  wait_for_bytes (&shown);
  return shown;
}

static gsize
cursor_of (const Shown *shown)
{
  return mw_bytes_view_get_cursor (MW_BYTES_VIEW (shown->view));
}

static void
expect_shown (const Shown *shown, const char *words)
{
  fixture_settle ();
  if (!find_words (shown->panel, words))
    g_error ("not shown: %s", words);
}

static void
set_value (const Shown *shown, const char *record, const char *field, const char *value)
{
  MwRecord *found = fixture_record (shown->document, record);
  MwTarget target = mw_ui_target (found, mw_schema_field (found->schema, field));
  g_autoptr (GError) error = NULL;
  mw_ui_set_text (shown->document, &found->id, 1, &target, value, &error);
  g_assert_no_error (error);
}

static void
a_value_of_the_inspector_shows_its_bytes (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  Shown shown = show (path);
  GtkWidget *editor = fixture_editor (shown.page, "sequences[1]", "interval.start");
  gtk_widget_grab_focus (fixture_entry (editor, 0));
  expect_shown (&shown, "sequences[1].interval.start = ");
  gsize n;
  mw_bytes_view_get_chosen (MW_BYTES_VIEW (shown.view), &n);
  g_assert_cmpuint (n, ==, 4);
  /* Another element of the outline: its first bytes. */
  fixture_select (shown.page, "sequences[2]");
  expect_shown (&shown, "sequences[2]");
  fixture_clear (window);
}

/* Presses the button of the pointer on the label of a row. */
static void
click_row (MwRecordForm *form, GtkWidget *row)
{
  GtkWidget *forms = gtk_widget_get_parent (GTK_WIDGET (form));
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (forms);
  graphene_rect_t place;
  g_assert_true (gtk_widget_compute_bounds (row, forms, &place));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
    if (GTK_IS_GESTURE_CLICK (controller))
      g_signal_emit_by_name (controller, "pressed", 1, place.origin.x + 5.0, place.origin.y + 10.0);
  }
}

static void
a_click_on_a_label_shows_the_bytes (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  Shown shown = show (path);
  MwRecordForm *form = fixture_select (shown.page, "sequences[1]");
  MwRecord *sequence = fixture_record (shown.document, "sequences[1]");
  fixture_settle ();
  click_row (form, fixture_row (form, sequence->schema, mw_schema_field (sequence->schema, "interval.end")));
  expect_shown (&shown, "sequences[1].interval.end = ");
  fixture_clear (window);
}

static gboolean
is_row_marked (gpointer form)
{
  return find_class (form, "pointed") != NULL;
}

static void
a_byte_selects_its_element_and_field (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  Shown shown = show (path);
  MwRecord *sequence = fixture_record (shown.document, "sequences[3]");
  mw_bytes_panel_show_field (MW_BYTES_PANEL (shown.panel), sequence->id,
                             mw_schema_field (sequence->schema, "move_speed"));
  g_assert_cmpuint (fixture_n_selected (shown.document), ==, 0);
  const gsize at = cursor_of (&shown);
  g_assert_true (act_key (shown.view, GDK_KEY_Right, 0));
  g_assert_cmpuint (cursor_of (&shown), ==, at + 1);
  g_assert_true (act_key (shown.view, GDK_KEY_Return, 0));
  g_assert_cmpuint (fixture_selected (shown.document), ==, sequence->id);
  MwRecordForm *form = fixture_form (shown.page);
  g_assert_true (fixture_until (is_row_marked, form));
  GtkWidget *row = fixture_row (form, sequence->schema, mw_schema_field (sequence->schema, "move_speed"));
  g_assert_true (gtk_widget_has_css_class (row, "pointed"));
  /* The cursor stays where the user put it. */
  g_assert_cmpuint (cursor_of (&shown), ==, at + 1);

  /* A key belongs to what its track animates. */
  MwRecord *track = *(MwRecord **) mw_field_at (
    fixture_record (shown.document, "bones[3]"),
    mw_schema_field (fixture_record (shown.document, "bones[3]")->schema, "rotation.track"));
  g_assert_nonnull (track);
  mw_bytes_panel_show_field (MW_BYTES_PANEL (shown.panel), track->id, mw_schema_part (track->schema, MW_PART_TIMES));
  expect_shown (&shown, "bones[3].rotation.track");
  act_key (shown.view, GDK_KEY_Return, 0);
  g_assert_cmpuint (fixture_selected (shown.document), ==, fixture_record (shown.document, "bones[3]")->id);
  g_assert_true (fixture_until (is_row_marked, fixture_form (shown.page)));

  /* The model itself is what is shown when nothing is selected. */
  mw_bytes_view_choose (MW_BYTES_VIEW (shown.view), 0, 1);
  for (guint i = 0; i < 0x18; i++)
    act_key (shown.view, GDK_KEY_Right, 0);
  expect_shown (&shown, "name = ");
  act_key (shown.view, GDK_KEY_Return, 0);
  g_assert_cmpuint (fixture_n_selected (shown.document), ==, 0);
  fixture_clear (window);
}

static gboolean
says_difference (gpointer data)
{
  const Shown *shown = data;
  return is_ready (data) && find_words (shown->bar, "difference") != NULL;
}

static gboolean
says_same (gpointer data)
{
  const Shown *shown = data;
  return is_ready (data) && find_words (shown->bar, "same as on the disk") != NULL;
}

static void
an_edit_is_a_difference_until_it_is_saved (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  Shown shown = show (path);
  g_assert_true (says_same (&shown));
  set_value (&shown, "sequences[1]", "move_speed", "123");
  g_assert_true (fixture_until (says_difference, &shown));
  act_press (shown.bar, "Next difference");
  expect_shown (&shown, "sequences[1].move_speed = 123");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  fixture_wait (window);
  g_assert_true (fixture_until (says_same, &shown));
  fixture_clear (window);
}

static void
the_keyboard_reaches_all_bytes (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  Shown shown = show (path);
  gsize size, n;
  const guint8 *data = mw_bytes_view_get_data (MW_BYTES_VIEW (shown.view), &size);
  g_assert_true (act_key (shown.view, GDK_KEY_End, GDK_CONTROL_MASK));
  g_assert_cmpuint (cursor_of (&shown), ==, size - 1);
  GtkAdjustment *down = mw_bytes_view_get_adjustment (MW_BYTES_VIEW (shown.view));
  g_assert_cmpfloat (gtk_adjustment_get_value (down), ==,
                     gtk_adjustment_get_upper (down) - gtk_adjustment_get_page_size (down));
  act_key (shown.view, GDK_KEY_Right, 0);
  g_assert_cmpuint (cursor_of (&shown), ==, size - 1);
  act_key (shown.view, GDK_KEY_Home, GDK_CONTROL_MASK);
  act_key (shown.view, GDK_KEY_Left, 0);
  act_key (shown.view, GDK_KEY_Up, 0);
  g_assert_cmpuint (cursor_of (&shown), ==, 0);
  act_key (shown.view, GDK_KEY_Down, 0);
  const gsize row = cursor_of (&shown);
  g_assert_true (row == 8 || row == 16 || row == 32);
  g_assert_cmpfloat (gtk_adjustment_get_value (down), ==, 0);
  act_key (shown.view, GDK_KEY_Page_Down, 0);
  g_assert_cmpuint (cursor_of (&shown), >, row);
  act_key (shown.view, GDK_KEY_Page_Up, 0);
  g_assert_cmpuint (cursor_of (&shown), ==, row);
  act_key (shown.view, GDK_KEY_Home, GDK_CONTROL_MASK);
  for (guint i = 0; i < 3; i++)
    act_key (shown.view, GDK_KEY_Right, GDK_SHIFT_MASK);
  g_assert_cmpuint (mw_bytes_view_get_chosen (MW_BYTES_VIEW (shown.view), &n), ==, 0);
  g_assert_cmpuint (n, ==, 4);
  act_key (shown.view, GDK_KEY_c, GDK_CONTROL_MASK);
  g_assert_nonnull (strstr (fixture_status (window), "Copied 4 bytes as hexadecimal numbers"));
  act_key (shown.view, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  g_assert_nonnull (strstr (fixture_status (window), "Copied 4 bytes as text"));

  act_type_and_enter (find_called (shown.bar, GTK_TYPE_ENTRY, "Go to offset"), "0x100");
  g_assert_cmpuint (cursor_of (&shown), ==, 0x100);
  act_type_and_enter (find_called (shown.bar, GTK_TYPE_ENTRY, "Go to offset"), "999999999");
  g_assert_cmpuint (cursor_of (&shown), ==, 0x100);
  g_assert_nonnull (strstr (fixture_status (window), "Type an offset"));
  GtkWidget *search = find_called (shown.bar, GTK_TYPE_SEARCH_ENTRY, "Find bytes or text");
  act_type_and_enter (search, "53 45 51 53"); /* "SEQS" */
  g_assert_cmpmem (data + cursor_of (&shown), 4, "SEQS", 4);
  act_type_and_enter (search, "Bone_");
  const gsize first = cursor_of (&shown);
  act_enter (search);
  g_assert_cmpuint (cursor_of (&shown), >, first);
  act_type_and_enter (search, "nowhere at all");
  g_assert_nonnull (strstr (fixture_status (window), "does not occur"));
  /* Ctrl+F is the search of the panel that has the focus. */
  gtk_widget_grab_focus (shown.view);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.find", NULL);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), search));
  fixture_clear (window);
}

static void
a_set_of_files_is_shown_one_by_one (void)
{
  fixture_clear (window);
  g_autofree char *path = fixture_m2_set (264, "whole");
  Shown shown = show (path);
  GtkWidget *files = find_called (shown.bar, GTK_TYPE_DROP_DOWN, "File");
  gsize before, size;
  mw_bytes_view_get_data (MW_BYTES_VIEW (shown.view), &before);
  g_assert_true (act_choose_named (files, "00.skin"));
  const guint8 *data = mw_bytes_view_get_data (MW_BYTES_VIEW (shown.view), &size);
  g_assert_cmpmem (data, 4, "SKIN", 4);
  g_assert_cmpuint (size, !=, before);
  /* A value of the model is in the other file. */
  MwRecord *bone = fixture_record (shown.document, "bones[0]");
  mw_bytes_panel_show_field (MW_BYTES_PANEL (shown.panel), bone->id, mw_schema_field (bone->schema, "pivot"));
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (files)), ==, 0);
  expect_shown (&shown, "bones[0].pivot");
  fixture_clear (window);
}

static void
a_text_is_shown_as_lines (void)
{
  g_autofree char *path = fixture_sample ("banner.mdl");
  Shown shown = show (path);
  MwRecord *sequence = fixture_record (shown.document, "sequences[1]");
  mw_bytes_panel_show_field (MW_BYTES_PANEL (shown.panel), sequence->id,
                             mw_schema_field (sequence->schema, "interval.start"));
  expect_shown (&shown, "line ");
  g_assert_cmpuint (mw_bytes_view_get_line (MW_BYTES_VIEW (shown.view)), >, 10);
  gsize size;
  const guint8 *data = mw_bytes_view_get_data (MW_BYTES_VIEW (shown.view), &size);
  guint line = 1;
  for (gsize i = 0; i < cursor_of (&shown); i++)
    line += data[i] == '\n';
  g_assert_cmpuint (mw_bytes_view_get_line (MW_BYTES_VIEW (shown.view)), ==, line);
  fixture_clear (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  window = fixture_window ();
  g_test_add_func ("/ui/bytes/a-value-of-the-inspector-shows-its-bytes", a_value_of_the_inspector_shows_its_bytes);
  g_test_add_func ("/ui/bytes/a-click-on-a-label-shows-the-bytes", a_click_on_a_label_shows_the_bytes);
  g_test_add_func ("/ui/bytes/a-byte-selects-its-element-and-field", a_byte_selects_its_element_and_field);
  g_test_add_func ("/ui/bytes/an-edit-is-a-difference-until-it-is-saved", an_edit_is_a_difference_until_it_is_saved);
  g_test_add_func ("/ui/bytes/the-keyboard-reaches-all-bytes", the_keyboard_reaches_all_bytes);
  g_test_add_func ("/ui/bytes/a-set-of-files-is-shown-one-by-one", a_set_of_files_is_shown_one_by_one);
  g_test_add_func ("/ui/bytes/a-text-is-shown-as-lines", a_text_is_shown_as_lines);
  const int result = g_test_run ();
  fixture_end (window);
  return result;
}
