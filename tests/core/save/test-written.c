/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that a save would write, whose their bytes are, and where they differ from the disk. */
#include "core/edit/document.h"
#include "core/save/written.h"
#include "core/schema/byte-owner.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/m2.h"

#include <string.h>

static MwDocument *
open_sample (const char *name)
{
  g_autofree char *path = sample_path (name);
  g_autoptr (GError) error = NULL;
  MwFormat format;
  MwFileSet *set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  MwDocument *document = mw_document_new (mw_io_read (set, &format, NULL, &error), format);
  mw_document_set_files (document, set);
  return document;
}

static MwWritten *
written_of (MwDocument *document)
{
  g_autoptr (GError) error = NULL;
  MwModel *snapshot = mw_document_snapshot (document, NULL);
  MwWritten *written = mw_written_new (snapshot, mw_document_get_format (document),
                                       mw_document_has_side_channel (document), mw_document_get_files (document), NULL,
                                       &error);
  g_assert_no_error (error);
  mw_model_free (snapshot);
  return written;
}

/* Bytes that are new, and bytes that are gone, of a file. */
static void
count (const MwWritten *written, guint part, gsize *size, gsize *removed)
{
  const GArray *changes = written->changes->pdata[part];
  g_assert_nonnull (changes);
  *size = *removed = 0;
  for (guint i = 0; i < changes->len; i++) {
    *size += g_array_index (changes, MwBytesChange, i).size;
    *removed += g_array_index (changes, MwBytesChange, i).removed;
  }
}

static void
set_value (MwDocument *document, const char *path, const char *value)
{
  g_autoptr (GError) error = NULL;
  MwTarget target;
  g_assert_true (mw_path_resolve_one (mw_document_get_model (document), path, &target, &error));
  mw_document_begin (document, "Set");
  g_assert_true (mw_document_set_text (document, &target, value, strlen (value), &error));
  mw_document_commit (document);
}

static void
an_unedited_model_is_as_on_the_disk (void)
{
  static const char *const names[] = { "figure.mdx", "effect.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (MwDocument) document = open_sample (names[i]);
    g_autoptr (MwWritten) written = written_of (document);
    g_assert_cmpuint (mw_written_n_files (written), ==, 1);
    g_assert_cmpstr (written->names->pdata[0], ==, "");
    g_assert_cmpuint (((const GArray *) written->changes->pdata[0])->len, ==, 0);
  }
}

static void
an_edit_marks_the_bytes_of_its_field (void)
{
  g_autoptr (MwDocument) document = open_sample ("figure.mdx");
  set_value (document, "materials[0].layers[0].alpha", "0.25");
  g_autoptr (MwWritten) written = written_of (document);
  const GArray *changes = written->changes->pdata[0];
  g_assert_cmpuint (changes->len, >, 0);
  for (guint i = 0; i < changes->len; i++) {
    const MwBytesChange *change = &g_array_index (changes, MwBytesChange, i);
    const MwBytes *owner = mw_byte_map_owner (written->map, 0, change->offset);
    g_autofree char *path = mw_bytes_path_at (owner, mw_document_get_model (document), change->offset);
    g_assert_cmpstr (path, ==, "materials[0].layers[0].alpha");
    g_assert_cmpuint (change->size, ==, change->removed);
  }
}

/* A record that goes away does not colour all that follows it. */
static void
a_removal_marks_little (void)
{
  g_autoptr (MwDocument) document = open_sample ("figure.mdx");
  g_autoptr (GError) error = NULL;
  gsize size, removed;
  MwTarget target;
  mw_path_resolve_one (mw_document_get_model (document), "sequences[0]", &target, &error);
  g_assert_no_error (error);
  mw_document_begin (document, "Remove");
  g_assert_true (mw_document_remove (document, target.record->id, &error));
  mw_document_commit (document);
  g_autoptr (MwWritten) written = written_of (document);
  count (written, 0, &size, &removed);
  const gsize whole = g_bytes_get_size (mw_written_bytes (written, 0));
  const gsize before = g_bytes_get_size (mw_file_set_main (mw_document_get_files (document))->bytes);
  g_assert_cmpuint (before + size, ==, whole + removed);
  g_assert_cmpuint (removed, <, 2 * (before - whole) + 200);
  g_assert_cmpuint (size, <, 200);
}

static void
a_set_has_all_its_files (void)
{
  g_autoptr (MwDocument) document = m2_open_made (264);
  g_autoptr (MwWritten) written = written_of (document);
  g_assert_cmpuint (mw_written_n_files (written), >, 1);
  for (guint i = 0; i < mw_written_n_files (written); i++)
    g_assert_true ((*(const char *) written->names->pdata[i] == '\0') == (i == 0));
  for (guint i = 0; i < written->map->entries->len; i++)
    g_assert_cmpuint (g_array_index (written->map->entries, MwBytes, i).part, <, mw_written_n_files (written));
}

/* The search by bisection gives what going through all entries does. */
static void
owners_are_found (void)
{
  g_autoptr (MwDocument) document = open_sample ("figure.mdx");
  g_autoptr (MwWritten) written = written_of (document);
  const GArray *entries = written->map->entries;
  const gsize size = g_bytes_get_size (mw_written_bytes (written, 0));
  for (guint round = 0; round < 400; round++) {
    const gsize at = (gsize) work_random_range (0, (gint32) size);
    const MwBytes *expected = NULL;
    for (guint i = 0; i < entries->len; i++) {
      const MwBytes *bytes = &g_array_index (entries, MwBytes, i);
      if (mw_bytes_has (bytes, at) && (!expected || bytes->kind == MW_BYTES_NOTE))
        expected = bytes;
    }
    g_assert_true (mw_byte_map_owner (written->map, 0, at) == expected);
  }
  g_assert_null (mw_byte_map_owner (written->map, 0, size));
  g_assert_null (mw_byte_map_owner (written->map, 1, 0));
}

static void
a_cancelled_writing_has_no_result (void)
{
  g_autoptr (MwDocument) document = open_sample ("figure.mdx");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  MwModel *snapshot = mw_document_snapshot (document, NULL);
  g_cancellable_cancel (cancellable);
  g_assert_null (mw_written_new (snapshot, mw_document_get_format (document), FALSE, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  mw_model_free (snapshot);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/written/an-unedited-model-is-as-on-the-disk", an_unedited_model_is_as_on_the_disk);
  g_test_add_func ("/written/an-edit-marks-the-bytes-of-its-field", an_edit_marks_the_bytes_of_its_field);
  g_test_add_func ("/written/a-removal-marks-little", a_removal_marks_little);
  g_test_add_func ("/written/a-set-has-all-its-files", a_set_has_all_its_files);
  g_test_add_func ("/written/owners-are-found", owners_are_found);
  g_test_add_func ("/written/a-cancelled-writing-has-no-result", a_cancelled_writing_has_no_result);
  return g_test_run ();
}
