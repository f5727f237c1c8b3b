/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/inspector/field-editor.h"
#include "ui/time/curve-picture.h"
#include "ui/time/dope-sheet.h"
#include "ui/time/sheet-view.h"

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static GtkWidget *inspector;

static void
begin (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  inspector = GTK_WIDGET (mw_document_page_get_inspector (page));
}

static GtkWidget *
second (void)
{
  return find_called (inspector, MW_TYPE_INSPECTOR, "Second inspector");
}

static gboolean
is_whole (gpointer widget)
{
  return fixture_is_whole (widget);
}

static void
test_pin (void)
{
  begin ();
  MwRecord *first = fixture_record (document, "sequences[0]"), *other = fixture_record (document, "sequences[1]");
  const MwField *field = mw_schema_field (first->schema, "rarity");
  fixture_select (page, "sequences[0]");
  act_press (inspector, "Keep This Element in a Second Inspector");
  fixture_select (page, "sequences[1]");
  g_assert_true (fixture_until (is_whole, second ()));
  GtkWidget *editor = fixture_find_editor (second (), first->id, field);
  g_assert_true (MW_IS_FIELD_EDITOR (editor));
  g_assert_null (fixture_find_editor (second (), other->id, field));
  /* Both are edited, and follow changes. */
  act_type_and_enter (fixture_entry (editor, 0), "4");
  g_autofree char *value = fixture_value (document, "sequences[0].rarity");
  g_assert_cmpstr (value, ==, "4");
  mw_document_undo (document);
  g_assert_cmpstr (fixture_shown (editor, 0), !=, "4");
  g_assert_nonnull (fixture_find_editor (fixture_form (page), other->id, field));
  /* Several elements cannot be kept. */
  MwId both[2] = { first->id, other->id };
  mw_document_select (document, both, 2);
  g_assert_false (
    gtk_widget_get_sensitive (find_called (inspector, GTK_TYPE_BUTTON, "Keep This Element in a Second Inspector")));
  /* It goes with its element, or when it is closed. */
  fixture_select (page, "geosets[0]");
  act_press (inspector, "Keep This Element in a Second Inspector");
  mw_document_select (document, NULL, 0);
  MwRecord *camera = fixture_record (document, "cameras[0]");
  fixture_select (page, "cameras[0]");
  act_press (inspector, "Keep This Element in a Second Inspector");
  GError *error = NULL;
  mw_document_begin (document, "Remove");
  mw_document_remove (document, camera->id, &error);
  g_assert_no_error (error);
  mw_document_commit (document);
  g_assert_null (second ());
  act_press (inspector, "Keep This Element in a Second Inspector");
  act_press (second (), "Close This Inspector");
  g_assert_null (second ());
  fixture_end (window);
}

static gboolean
says (gpointer picture, const char *description)
{
  g_autofree char *other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (picture),
                                                               GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, NULL);
  return other == NULL;
}

static gboolean
has_one (gpointer picture)
{
  return says (picture, "1 curve");
}

static gboolean
has_three (gpointer picture)
{
  return says (picture, "3 curves");
}

static gboolean
shows_curves (gpointer view)
{
  return gtk_widget_get_mapped (view) && mw_sheet_view_get_curves (view);
}

static void
test_curves (void)
{
  begin ();
  fixture_show_sequence (page, fixture_record (document, "sequences[0]")->id);
  const MwSchema *schema = fixture_record (document, "bones[0]")->schema;
  GtkWidget *row = fixture_row (fixture_select (page, "bones[0]"), schema, mw_schema_field (schema, "rotation.track"));
  GtkWidget *picture = find_shown (row, MW_TYPE_CURVE_PICTURE);
  g_assert_nonnull (picture);
  /* Three angles. */
  g_assert_true (fixture_until (has_three, picture));
  act_click (picture);
  GtkWidget *view = find_type (GTK_WIDGET (page), MW_TYPE_SHEET_VIEW);
  g_assert_true (fixture_until (shows_curves, view));
  /* So do the rows of an element that is shown with another one, which is not selected. */
  g_autofree char *geoset = fixture_value (document, "geoset_animations[1].geoset");
  schema = fixture_record (document, "geoset_animations[1]")->schema;
  GtkWidget *alpha = fixture_find_editor (fixture_select (page, geoset),
                                          fixture_record (document, "geoset_animations[1]")->id,
                                          mw_schema_field (schema, "alpha"));
  picture = find_shown (gtk_widget_get_parent (gtk_widget_get_parent (alpha)), MW_TYPE_CURVE_PICTURE);
  g_assert_true (fixture_until (has_one, picture));
  act_click (picture);
  g_assert_true (
    gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find_called (GTK_WIDGET (page), GTK_TYPE_TOGGLE_BUTTON, "All"))));
  /* A value that is not animated has no curve. */
  row = fixture_row (fixture_select (page, "lights[2]"), fixture_record (document, "lights[2]")->schema,
                     mw_schema_field (fixture_record (document, "lights[2]")->schema, "intensity"));
  g_assert_null (find_shown (row, MW_TYPE_CURVE_PICTURE));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/inspector/pin/a second inspector stays on its element", test_pin);
  g_test_add_func ("/ui/inspector/pin/a row shows its curves, and a click opens them", test_curves);
  return g_test_run ();
}
