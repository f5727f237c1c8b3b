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
header (GtkWidget *fold)
{
  return gtk_widget_get_first_child (fold);
}

/* The section with this header, or NULL. */
static GtkWidget *
section (MwRecordForm *form, const char *label)
{
  for (GtkWidget *fold = gtk_widget_get_first_child (GTK_WIDGET (form)); fold;
       fold = gtk_widget_get_next_sibling (fold))
    if (gtk_widget_get_visible (fold) && find_called (header (fold), GTK_TYPE_LABEL, label))
      return fold;
  return NULL;
}

static gboolean
is_open (GtkWidget *fold)
{
  return gtk_widget_get_visible (GTK_WIDGET (mw_fold_get_body (MW_FOLD (fold))));
}

static gboolean
is_opened (gpointer fold)
{
  return is_open (fold);
}

static gboolean
form_is_whole (gpointer form)
{
  return fixture_is_whole (form);
}

static void
test_folds (void)
{
  begin ();
  MwRecordForm *form = fixture_select (page, "geosets[0]");
  GtkWidget *data = section (form, "Data"), *material = section (form, "Material");
  g_assert_true (gtk_widget_get_first_child (GTK_WIDGET (form)) == material);
  g_assert_true (is_open (material));
  g_assert_false (is_open (data));
  /* The header takes the focus, and a key opens and closes the section. */
  g_assert_true (gtk_widget_get_focusable (header (data)));
  gtk_widget_grab_focus (header (data));
  g_assert_true (gtk_widget_activate (header (data)));
  g_assert_true (fixture_until (is_opened, data));
  act_click (header (material));
  g_assert_false (is_open (material));
  /* It is so for all geosets, and for their forms in other documents; not for other kinds of records. */
  GtkWidget *other = g_object_ref_sink (mw_record_form_new (document, fixture_record (document, "geosets[1]")->schema));
  g_assert_true (fixture_until (form_is_whole, other));
  g_assert_true (is_open (section (MW_RECORD_FORM (other), "Data")));
  g_assert_false (is_open (section (MW_RECORD_FORM (other), "Material")));
  act_click (header (data));
  g_assert_false (is_open (section (MW_RECORD_FORM (other), "Data")));
  g_object_unref (other);
  form = fixture_select (page, "geoset_animations[0]");
  g_assert_true (is_open (section (form, "Visibility")));
  act_click (header (material));
  fixture_end (window);
}

static void
test_single (void)
{
  begin ();
  /* A texture has one section, which needs no header, and empty sections are not shown. */
  MwRecordForm *form = fixture_select (page, "textures[0]");
  GtkWidget *fold = gtk_widget_get_first_child (GTK_WIDGET (form));
  g_assert_false (gtk_widget_get_visible (header (fold)));
  g_assert_true (is_open (fold));
  form = fixture_select (page, "materials[0].layers[0]");
  g_assert_nonnull (section (form, "Look"));
  g_assert_null (section (form, "HD"));
  fixture_end (window);
}

static void
test_visibility (void)
{
  begin ();
  MwRecord *animation = fixture_record (document, "geoset_animations[0]");
  g_autofree char *of = fixture_value (document, "geoset_animations[0].geoset");
  MwRecordForm *form = fixture_select (page, of);
  GtkWidget *visibility = section (form, "Visibility");
  GtkWidget *flags = fixture_find_editor (visibility, animation->id, mw_schema_field (animation->schema, "flags"));
  g_assert_true (MW_IS_FIELD_EDITOR (flags));
  /* Without a geoset animation, one can be added; undo removes it. */
  mw_document_select (document, &animation->id, 1);
  guint before = mw_document_get_position (document);
  GError *error = NULL;
  mw_document_begin (document, "Remove");
  mw_document_remove (document, animation->id, &error);
  g_assert_no_error (error);
  mw_document_commit (document);
  form = fixture_select (page, of);
  visibility = section (form, "Visibility");
  act_press (visibility, "Add");
  g_assert_cmpuint (mw_document_get_position (document), ==, before + 2);
  g_assert_true (g_str_has_prefix (mw_document_get_undo_label (document), "Add a geoset animation to Geoset "));
  g_autofree char *count = fixture_value (document, "geoset_animations");
  guint last = (guint) g_ascii_strtoull (count, NULL, 10) - 1;
  g_autofree char *path = g_strdup_printf ("geoset_animations[%u].geoset", last), *now = fixture_value (document, path);
  g_assert_cmpstr (now, ==, of);
  g_autofree char *added = g_strdup_printf ("geoset_animations[%u]", last);
  MwRecord *made = fixture_record (document, added);
  GtkWidget *alpha = fixture_find_editor (visibility, made->id, mw_schema_field (made->schema, "alpha"));
  act_type_and_enter (fixture_entry (alpha, 0), "0,25");
  g_autofree char *alpha_path = g_strdup_printf ("%s.alpha", added), *value = fixture_value (document, alpha_path);
  g_assert_cmpstr (value, ==, "0.25");
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/inspector/sections/they fold, and that is remembered for the kind of record", test_folds);
  g_test_add_func ("/ui/inspector/sections/a single one has no header, an empty one is not shown", test_single);
  g_test_add_func ("/ui/inspector/sections/the visibility of a geoset is shown and added there", test_visibility);
  return g_test_run ();
}
