/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/inspector/field-editor.h"
#include "ui/inspector/fold.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;

static void
begin (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  g_assert_nonnull (page);
  document = mw_document_page_get_document (page);
}

static GtkWidget *
row_of (const char *path, const char *field)
{
  const MwSchema *schema = fixture_record (document, path)->schema;
  return fixture_row (fixture_select (page, path), schema, mw_schema_field (schema, field));
}

static GtkWidget *
dot_of (GtkWidget *row)
{
  return find_called (row, GTK_TYPE_BUTTON, "Set Back to the Saved Value");
}

static gboolean
has_changed (GtkWidget *row)
{
  return gtk_widget_get_opacity (dot_of (row)) > 0 && gtk_widget_get_sensitive (dot_of (row));
}

static void
test_dot (void)
{
  begin ();
  GtkWidget *row = row_of ("sequences[0]", "rarity"), *other = row_of ("sequences[0]", "move_speed");
  g_autofree char *before = fixture_value (document, "sequences[0].rarity");
  g_assert_false (has_changed (row));
  act_type_and_enter (fixture_entry (row, 0), "7");
  g_assert_true (has_changed (row));
  g_assert_false (has_changed (other));
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (dot_of (row)), before));
  /* A click is one step. */
  guint steps = mw_document_get_position (document);
  act_click (dot_of (row));
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  g_autofree char *after = fixture_value (document, "sequences[0].rarity");
  g_assert_cmpstr (after, ==, before);
  g_assert_false (has_changed (row));
  mw_document_undo (document);
  g_assert_true (has_changed (row));
  /* What was saved is no change. */
  mw_document_mark_clean (document, mw_document_get_generation (document));
  g_assert_false (has_changed (row));
  mw_document_undo (document);
  g_assert_true (has_changed (row));
  fixture_end (window);
}

static gboolean
is_dotted (GtkWidget *widget)
{
  return gtk_widget_get_opacity (find_class (widget, "changed-dot")) > 0;
}

/* Keys have a dot of their own, and so has the section, also while it is closed. */
static void
test_keys (void)
{
  begin ();
  const MwRecord *bone = fixture_record (document, "bones[0]");
  const MwField *slot = mw_schema_field (bone->schema, "rotation.track");
  GtkWidget *row = row_of ("bones[0]", "rotation.track"), *other = row_of ("bones[0]", "translation.track"),
            *fold = gtk_widget_get_ancestor (row, MW_TYPE_FOLD);
  GtkWidget *header = gtk_widget_get_first_child (fold);
  g_assert_false (is_dotted (row));
  g_assert_false (is_dotted (header));
  MwRecord *track = *(MwRecord **) mw_field_at (bone, slot);
  const gint32 time = -5;
  mw_document_begin (document, "Move");
  g_assert_true (
    mw_document_replace_span (document, track->id, mw_schema_part (track->schema, MW_PART_TIMES), 0, 1, &time, NULL));
  mw_document_commit (document);
  g_assert_true (is_dotted (row));
  g_assert_false (is_dotted (other));
  g_assert_true (is_dotted (header));
  mw_document_undo (document);
  g_assert_false (is_dotted (row));
  g_assert_false (is_dotted (header));
  fixture_end (window);
}

static void
test_several (void)
{
  begin ();
  MwId ids[2] = { fixture_record (document, "sequences[0]")->id, fixture_record (document, "sequences[1]")->id };
  g_autofree char *first = fixture_value (document, "sequences[0].rarity"),
                  *second = fixture_value (document, "sequences[1].rarity");
  mw_document_select (document, ids, 2);
  GtkWidget *row = fixture_row (fixture_form (page), fixture_record (document, "sequences[0]")->schema,
                                mw_schema_field (fixture_record (document, "sequences[0]")->schema, "rarity"));
  act_type_and_enter (fixture_entry (row, 0), "9");
  act_click (dot_of (row));
  g_autofree char *first_after = fixture_value (document, "sequences[0].rarity"),
                  *second_after = fixture_value (document, "sequences[1].rarity");
  g_assert_cmpstr (first, !=, second);
  g_assert_cmpstr (first_after, ==, first);
  g_assert_cmpstr (second_after, ==, second);
  g_assert_cmpuint (mw_document_get_position (document), ==, 2);
  fixture_end (window);
}

static void
got_text (GObject *clipboard, GAsyncResult *result, gpointer text)
{
  *(char **) text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static gboolean
has_text (gpointer text)
{
  return *(char **) text != NULL;
}

/* Opens the menu of a row by key and chooses an item. */
static void
choose (GtkWidget *row, const char *item)
{
  gtk_widget_grab_focus (fixture_entry (row, 0));
  g_assert_true (act_key (row, GDK_KEY_F10, GDK_SHIFT_MASK));
  act_press (row, item);
  fixture_settle ();
}

static void
assert_copied (GtkWidget *row, const char *item, const char *wanted)
{
  g_autofree char *text = NULL;
  choose (row, item);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (row), NULL, got_text, &text);
  g_assert_true (fixture_until (has_text, &text));
  g_assert_cmpstr (text, ==, wanted);
}

static void
test_menu (void)
{
  begin ();
  GtkWidget *row = row_of ("geoset_animations[1]", "alpha");
  act_type_and_enter (fixture_entry (row, 0), "0.25");
  assert_copied (row, "Copy Path", "geoset_animations[1].alpha");
  assert_copied (row, "Copy Value", "0.25");
  choose (row, "Reset to Default");
  g_autofree char *after = fixture_value (document, "geoset_animations[1].alpha");
  g_assert_cmpstr (after, ==, "1");
  g_assert_cmpstr (mw_document_get_undo_label (document), ==, "Reset Alpha");
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/inspector/field-menu/a changed field has a dot, which sets it back", test_dot);
  g_test_add_func ("/ui/inspector/field-menu/changed keys have a dot, and their section too", test_keys);
  g_test_add_func ("/ui/inspector/field-menu/several elements get their own values back, as one step", test_several);
  g_test_add_func ("/ui/inspector/field-menu/the menu resets, and copies path and value", test_menu);
  return g_test_run ();
}
