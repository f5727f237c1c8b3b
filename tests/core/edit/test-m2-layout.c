/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/derived.h"
#include "core/schema/notes.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* Rebuilding the layout. A made set obeys the exporter's rule. With bytes after the end of each file it does not. */

static MwFileSet *
with_loose_ends (const MwFileSet *set)
{
  static const guint8 loose[16] = { 0xAB, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
  MwFileSet *grown = mw_file_set_new ();
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    g_byte_array_append (bytes, g_bytes_get_data (part->bytes, NULL), (guint) g_bytes_get_size (part->bytes));
    g_byte_array_append (bytes, loose, sizeof loose);
    g_autoptr (GBytes) all = g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
    mw_file_set_add (grown, part->role, part->path, all);
  }
  return grown;
}

static void
assert_saved (MwDocument *document, const MwFileSet *expected)
{
  g_autoptr (MwFileSet) saved = m2_saved (document);
  m2_assert_same_set (saved, expected);
}

static char *
last_step (MwDocument *document)
{
  return mw_step_to_text (mw_document_get_step (document, mw_document_get_position (document) - 1));
}

static void
test_rebuild (gconstpointer version)
{
  g_autoptr (MwFileSet) set = m2_made_set (GPOINTER_TO_UINT (version), 1, 0), grown = with_loose_ends (set);
  g_autoptr (GError) error = NULL;
  MwDocument *document = m2_open (grown);
  assert_saved (document, grown);
  m2_do (document, "rebuild-layout");
  assert_saved (document, set);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 1);
  g_assert_false (mw_document_is_clean (document));
  g_autofree char *text = last_step (document);
  mw_document_undo (document);
  assert_saved (document, grown);
  g_assert_true (mw_document_is_clean (document));
  mw_document_redo (document);
  assert_saved (document, set);
  /* There is no note left to drop. */
  m2_do (document, "rebuild-layout");
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 1);
  g_object_unref (document);

  document = m2_open (grown);
  mw_document_replay_text (document, text, strlen (text), &error);
  g_assert_no_error (error);
  assert_saved (document, set);
  g_autofree char *again = last_step (document);
  g_assert_cmpstr (again, ==, text);
  /* The note to drop is not there a second time. */
  g_assert_false (mw_document_replay_text (document, text, strlen (text), &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  g_object_unref (document);
}

static void
test_after_edits (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0), grown = with_loose_ends (set);
  MwDocument *document = m2_open (grown), *plain = m2_open (set);
  static const char *const lines[] = { "add textures path=Textures\\New.blp", "delete sequences[1]" };
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    m2_do (document, lines[i]);
    m2_do (plain, lines[i]);
  }
  m2_do (document, "rebuild-layout");
  g_autoptr (MwFileSet) expected = m2_saved (plain);
  assert_saved (document, expected);
  mw_document_go_to (document, 0);
  assert_saved (document, grown);
  g_object_unref (document);
  g_object_unref (plain);
}

/* What else a file had beside the values is kept, such as the combos, and what could not be read. */
static void
test_tables (void)
{
  static const struct {
    MwM2Table table;
    gboolean rebuilt;
  } tables[] = { { MW_M2_SEQUENCE_LOOKUP, TRUE },   { MW_M2_KEY_BONE_LOOKUP, TRUE }, { MW_M2_REPLACEABLE_LOOKUP, TRUE },
                 { MW_M2_BONE_COMBOS, FALSE },      { MW_M2_COORD_COMBOS, FALSE },   { MW_M2_TRANSFORM_COMBOS, FALSE },
                 { MW_M2_ATTACHMENT_LOOKUP, TRUE }, { MW_M2_CAMERA_LOOKUP, TRUE } };
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  MwRecord *root = &m2_model (document)->model.record;
  const uint8_t bytes[8] = { 0 };
  mw_notes_remove (root, MW_NOTE_LAYOUT);
  g_autofree char *nothing = m2_refusal (document, "rebuild-tables");
  g_assert_nonnull (strstr (nothing, "nothing to rebuild"));
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    mw_notes_add (root, MW_NOTE_LAYOUT, mw_m2_table_field (tables[i].table), 0, bytes, sizeof bytes, 0);
  m2_do (document, "rebuild-tables");
  root = &m2_model (document)->model.record;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    g_assert_cmpint (mw_notes_find (root, MW_NOTE_LAYOUT, mw_m2_table_field (tables[i].table)) != NULL, ==,
                     !tables[i].rebuilt);
  mw_document_undo (document);
  root = &m2_model (document)->model.record;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    g_assert_nonnull (mw_notes_find (root, MW_NOTE_LAYOUT, mw_m2_table_field (tables[i].table)));
}

static void
test_other_family (void)
{
  MwDocument *document = fixture_document ();
  g_autofree char *reason = m2_refusal (document, "rebuild-layout");
  g_assert_nonnull (strstr (reason, "is only for M2"));
  g_object_unref (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  static const guint versions[] = { 256, 260, 264, 272 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autofree char *path = g_strdup_printf ("/edit/m2-layout/rebuilt, undone and replayed/%u", versions[i]);
    g_test_add_data_func (path, GUINT_TO_POINTER (versions[i]), test_rebuild);
  }
  g_test_add_func ("/edit/m2-layout/only lookup tables are rebuilt", test_tables);
  g_test_add_func ("/edit/m2-layout/earlier edits are kept", test_after_edits);
  g_test_add_func ("/edit/m2-layout/other models have no layout to rebuild", test_other_family);
  return g_test_run ();
}
