/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/inspector/bone-sets-form.h"
#include "ui/inspector/record-form.h"
#include "ui/operations/pick-list.h"
#include "ui/viewport/viewport.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static GtkWidget *form;

/* The tests share a window, and the document as the one before has left it. */
static void
begin (const char *select)
{
  if (!window) {
    g_autofree char *path = fixture_sample ("everything.mdx");
    window = fixture_window ();
    page = fixture_open (window, path);
    document = mw_document_page_get_document (page);
  }
  form = find_type (GTK_WIDGET (fixture_select (page, select)), MW_TYPE_BONE_SETS_FORM);
  g_assert_nonnull (form);
}

static void
assert_value (const char *path, const char *expected)
{
  g_autofree char *value = fixture_value (document, path);
  g_assert_cmpstr (value, ==, expected);
}

static void
choose (guint set)
{
  GtkWidget *list = find_type (form, GTK_TYPE_LIST_VIEW);
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (gtk_list_view_get_model (GTK_LIST_VIEW (list))), set);
}

static gboolean
has_button (gpointer name)
{
  return find_called (form, GTK_TYPE_BUTTON, name) != NULL;
}

static gboolean
is_listed (gpointer unused)
{
  GtkWidget *list = find_type (form, MW_TYPE_PICK_LIST);
  return list && gtk_widget_get_mapped (list);
}

static void
pick (const char *name)
{
  g_assert_true (fixture_until (is_listed, NULL));
  GtkWidget *list = find_type (form, MW_TYPE_PICK_LIST);
  gtk_editable_set_text (mw_pick_list_get_search (MW_PICK_LIST (list)), name);
  g_signal_emit_by_name (mw_pick_list_get_search (MW_PICK_LIST (list)), "activate");
}

/* Each edit is one step of the whole group, and the place in the list is kept. */
static void
test_edits (void)
{
  begin ("geosets[0]");
  GtkWidget *list = find_type (form, GTK_TYPE_LIST_VIEW);
  const char *remove = "Remove this bone: Bone Root";
  GtkSelectionModel *sets = gtk_list_view_get_model (GTK_LIST_VIEW (list));
  choose (2);
  act_click (find_called (form, GTK_TYPE_BUTTON, "Remove this bone: Bone Tip"));
  g_assert_cmpuint (gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (sets)), ==, 1);
  mw_document_undo (document);
  choose (1);
  act_click (find_called (form, GTK_TYPE_BUTTON, remove));
  assert_value ("geosets[0].group_sizes", "[1, 1, 3, 1]");
  g_assert_null (find_called (form, GTK_TYPE_BUTTON, remove));
  mw_document_undo (document);
  g_assert_true (fixture_until (has_button, (gpointer) remove));
  assert_value ("geosets[0].group_sizes", "[1, 2, 3, 1]");
  act_click (find_called (form, GTK_TYPE_BUTTON, "Add Bone…"));
  pick ("Bone Tip");
  assert_value ("geosets[0].vertex_groups", "[0, 1, 1, 2, 1, 1]");
  choose (0);
  act_click (find_called (form, GTK_TYPE_BUTTON, "Replace by another bone: Bone Root"));
  pick ("Bone Tip");
  assert_value ("geosets[0].group_members[0]", "bones[2]");
  /* A bone that is alone is not removed, and the form says why. */
  act_click (find_called (form, GTK_TYPE_BUTTON, "Remove this bone: Bone Tip"));
  g_assert_nonnull (strstr (find_words_of_class (form, "field-error"), "only this bone moves"));
  g_assert_true (gtk_widget_get_visible (list));
}

static void
test_unused (void)
{
  begin ("geosets[1]");
  GtkWidget *button = find_called (form, GTK_TYPE_BUTTON, "Remove Unused Groups");
  g_assert_true (!button || !gtk_widget_get_visible (button));
  for (guint i = 1; i < 4; i += 2) {
    const guint8 group = 1;
    mw_document_begin (document, "Set");
    g_assert_true (mw_document_replace_span (
      document, fixture_record (document, "geosets[1]")->id,
      mw_schema_field (fixture_record (document, "geosets[1]")->schema, "vertex_groups"), i, 1, &group, NULL));
    mw_document_commit (document);
  }
  button = find_called (form, GTK_TYPE_BUTTON, "Remove Unused Groups");
  g_assert_true (gtk_widget_get_visible (button));
  act_click (button);
  assert_value ("geosets[1].group_sizes", "[2]");
  g_assert_false (gtk_widget_get_visible (button));
}

/* The vertices are marked in the view, whose mode becomes that of vertices. */
static void
test_marks (void)
{
  begin ("geosets[0]");
  choose (2);
  act_click (find_called (form, GTK_TYPE_BUTTON, "Mark Vertices"));
  const MwMeshMarks *marks = mw_viewport_get_marks (mw_document_page_get_viewport (page));
  g_assert_nonnull (marks);
  g_assert_cmpint (marks->kind, ==, MW_MARKS_VERTICES);
  const MwId mesh = fixture_record (document, "geosets[0]")->id;
  g_autofree char *text = mw_mesh_marks_text (marks, mw_document_get_model (document), MW_MARKS_VERTICES, &mesh, 1);
  g_assert_cmpstr (text, ==, "2;4");
}

static void
test_search (void)
{
  begin ("geosets[0]");
  MwRecordForm *whole = fixture_select (page, "geosets[0]");
  MwFieldFilter *other = mw_field_filter_new ("material"), *own = mw_field_filter_new ("bones");
  g_assert_true (gtk_widget_get_visible (form));
  mw_record_form_set_filter (whole, other);
  g_assert_false (gtk_widget_get_visible (form));
  g_assert_true (mw_record_form_set_filter (whole, own));
  g_assert_true (gtk_widget_get_visible (form));
  /* Several geosets have no groups in common. */
  mw_record_form_set_filter (whole, NULL);
  mw_field_filter_unref (other);
  mw_field_filter_unref (own);
  const MwId ids[] = { fixture_record (document, "geosets[0]")->id, fixture_record (document, "geosets[1]")->id };
  mw_document_select (document, ids, 2);
  g_assert_false (gtk_widget_get_visible (form));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/inspector/bone-sets/the vertices of a group are marked in the view", test_marks);
  g_test_add_func ("/ui/inspector/bone-sets/the bones are found, and hidden for several geosets", test_search);
  g_test_add_func ("/ui/inspector/bone-sets/groups without vertices are removed", test_unused);
  g_test_add_func ("/ui/inspector/bone-sets/bones of a group are added, removed and replaced", test_edits);
  const int result = g_test_run ();
  if (window)
    fixture_end (window);
  return result;
}
