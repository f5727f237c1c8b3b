/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/entry-editor.h"
#include "tests/core/io/mdlx-made.h"
#include "tests/ui/fixture.h"
#include "ui/array-editor.h"
#include "ui/value-entry.h"

/* The bones of a vertex, four in one element. */

static void
press_enter (GtkWidget *entry)
{
  g_signal_emit_by_name (fixture_find (entry, GTK_TYPE_TEXT), "activate");
}

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

  MwArrayEditor *array = MW_ARRAY_EDITOR (fixture_editor (page, "geosets[0]", "skin.bones"));
  MwFieldEditor *editor = MW_FIELD_EDITOR (mw_array_editor_get_element (array));
  g_assert_true (MW_IS_ENTRY_EDITOR (editor));
  MwValueEntry *entry = MW_VALUE_ENTRY (mw_entry_editor_get_entry (MW_ENTRY_EDITOR (editor)));
  g_autofree char *before = fixture_value (document, "geosets[0].skin[0].bones");
  g_assert_cmpstr (mw_value_entry_get_text (entry), ==, before);
  mw_value_entry_type (entry, "{bones[1], helpers[0], bones[0], 250}");
  press_enter (GTK_WIDGET (entry));
  g_assert_null (mw_field_editor_get_error (editor));
  g_autofree char *after = fixture_value (document, "geosets[0].skin[0].bones");
  g_assert_cmpstr (after, ==, "{bones[1], helpers[0], bones[0], 250}");
  mw_document_undo (document);
  g_assert_cmpstr (mw_value_entry_get_text (entry), ==, before);
  /* Text that names no node is refused, and stays in the entry to be corrected. */
  mw_value_entry_type (entry, "{bones[1], nobody, bones[0], bones[0]}");
  press_enter (GTK_WIDGET (entry));
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
