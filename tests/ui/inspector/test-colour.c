/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "tests/ui/m2-fixture.h"
#include "ui/inspector/field-editor.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;

static void
begin (char *path)
{
  window = fixture_window ();
  page = fixture_open (window, path);
  g_assert_nonnull (page);
  document = mw_document_page_get_document (page);
  g_free (path);
}

static GtkWidget *
button_of (GtkWidget *editor)
{
  return find_shown (editor, GTK_TYPE_COLOR_BUTTON);
}

static void
test_hex (void)
{
  begin (fixture_sample ("everything.mdx"));
  GtkWidget *editor = fixture_editor (page, "geoset_animations[0]", "color");
  act_type_and_enter (fixture_entry (editor, 1), " #ff8000 ");
  g_autofree char *value = fixture_value (document, "geoset_animations[0].color");
  g_assert_cmpstr (value, ==, "{1, 0.5019608, 0}");
  g_assert_cmpuint (mw_document_get_position (document), ==, 1);
  g_assert_true (g_str_has_prefix (gtk_widget_get_tooltip_text (button_of (editor)), "#FF8000"));
  act_type_and_enter (fixture_entry (editor, 0), "#ff80");
  act_type_and_enter (fixture_entry (editor, 0), "#xyz");
  g_assert_nonnull (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)));
  /* A number that is no colour does not take one. */
  editor = fixture_editor (page, "sequences[0]", "bounds.min");
  g_assert_null (button_of (editor));
  guint steps = mw_document_get_position (document);
  act_type_and_enter (fixture_entry (editor, 0), "#ff8000");
  g_assert_nonnull (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)));
  g_assert_cmpuint (mw_document_get_position (document), ==, steps);
  fixture_end (window);
}

/* In keys too, where the table of a track does not say what its values are. */
static void
test_keys (void)
{
  begin (fixture_m2_set (256, "Early"));
  MwRecord *color = fixture_record (document, "colors[0]"), *bone = fixture_record (document, "bones[0]");
  const MwField *slot = mw_schema_field (color->schema, "color.track");
  MwRecord *track = *(MwRecord **) mw_field_at (color, slot);
  const MwField *values = mw_schema_part (track->schema, MW_PART_VALUES);
  fixture_select (page, "colors[0]");
  GtkWidget *editor = fixture_element (fixture_field (page, track->id, values));
  g_assert_nonnull (button_of (editor));
  g_assert_nonnull (find_called (editor, GTK_TYPE_LABEL, "R"));
  /* The same table is used for the places of a bone. */
  track = *(MwRecord **) mw_field_at (bone, mw_schema_field (bone->schema, "translation.track"));
  fixture_select (page, "bones[0]");
  editor = fixture_element (fixture_field (page, track->id, values));
  g_assert_null (button_of (editor));
  g_assert_nonnull (find_called (editor, GTK_TYPE_LABEL, "X"));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/inspector/colour/six hexadecimal digits set all channels", test_hex);
  g_test_add_func ("/ui/inspector/colour/keys of a colour have a picker", test_keys);
  return g_test_run ();
}
