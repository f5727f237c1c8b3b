/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/entry-editor.h"
#include "tests/core/io/mdlx-made.h"
#include "tests/ui/fixture.h"
#include "ui/inspector/array-editor.h"
#include "ui/inspector/value-entry.h"

/* The bones of a vertex, four in one element. */

static void
bones_of_a_vertex (void)
{
  g_autoptr (MwFileSet) set = mdlx_made_set (1100);
  g_autofree char *path = g_build_filename (fixture_folder (), "made.mdx", NULL);
  gsize size;
  const char *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);

  MwFieldEditor *editor = MW_FIELD_EDITOR (fixture_element (fixture_editor (page, "geosets[0]", "skin.bones")));
  g_assert_true (MW_IS_ENTRY_EDITOR (editor));
  GtkWidget *entry = fixture_entry (GTK_WIDGET (editor), 0);
  g_autofree char *before = fixture_value (document, "geosets[0].skin[0].bones");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, before);
  act_type (entry, "{bones[1], helpers[0], bones[0], 250}");
  act_enter (entry);
  g_assert_null (mw_field_editor_get_error (editor));
  g_autofree char *after = fixture_value (document, "geosets[0].skin[0].bones");
  g_assert_cmpstr (after, ==, "{bones[1], helpers[0], bones[0], 250}");
  mw_document_undo (document);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, before);
  /* Text that names no node is refused, and stays in the entry to be corrected. */
  act_type (entry, "{bones[1], nobody, bones[0], bones[0]}");
  act_enter (entry);
  g_assert_nonnull (mw_field_editor_get_error (editor));
  g_assert_false (mw_document_can_undo (document));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/entry-editor/the bones of a vertex are typed as paths", bones_of_a_vertex);
  return g_test_run ();
}
