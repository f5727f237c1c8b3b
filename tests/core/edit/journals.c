/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/record-log.h"
#include "core/io/m2/companions.h"
#include "core/save/save.h"
#include "core/io/registry.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/draw.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/journals.h"
#include "tests/core/edit/m2.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

char *journals_folder, *journals_state;
static guint n_files;

/* --- Documents on the disk ------------------------------------------------------------------------------------------ */

Opened
journals_open_at (const char *path)
{
  g_autoptr (GError) error = NULL;
  MwFormat format;
  Opened opened = { .path = g_strdup (path) };
  opened.set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  MwModel *model = mw_io_read (opened.set, &format, NULL, &error);
  g_assert_no_error (error);
  opened.document = mw_document_new (model, format);
  mw_document_set_files (opened.document, mw_file_set_share (opened.set));
  opened.journal = mw_journal_new (opened.document, journals_state);
  return opened;
}

char *
journals_write_file (const char *suffix, const void *bytes, gsize size)
{
  g_autofree char *name = g_strdup_printf ("model-%u%s", n_files++, suffix);
  char *path = g_build_filename (journals_folder, name, NULL);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  return path;
}

Opened
journals_open_copy (const char *from, const char *suffix)
{
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (from, &size);
  g_autofree char *path = journals_write_file (suffix, bytes, size);
  return journals_open_at (path);
}

Opened
journals_open_sample (const char *name)
{
  g_autofree char *from = sample_path (name);
  return journals_open_copy (from, strrchr (name, '.'));
}

Opened
journals_open_set (const MwFileSet *set)
{
  g_autofree char *path = NULL, *stem = g_strdup_printf ("set-%u", n_files++);
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    gsize size;
    const void *bytes = g_bytes_get_data (part->bytes, &size);
    g_autofree char *role_suffix = i ? mw_m2_companion_suffix (part->role) : NULL;
    g_autofree char *name = g_strconcat (stem, i ? role_suffix : ".m2", NULL),
                    *to = g_build_filename (journals_folder, name, NULL);
    g_assert_true (g_file_set_contents (to, bytes, (gssize) size, NULL));
    if (i == 0)
      path = g_strdup (to);
  }
  return journals_open_at (path);
}

void
journals_flush (Opened *opened)
{
  g_autoptr (GError) error = NULL;
  g_assert_true (mw_journal_flush (opened->journal, &error));
  g_assert_no_error (error);
}

gboolean
journals_try_save (Opened *opened, const char *path, gboolean text, gboolean side_channel)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwSave) save = mw_save_of_document (opened->document);
  MwSaveOptions options = { .format = mw_document_get_format (opened->document), .side_channel = side_channel };
  options.format.text = text;
  if (!mw_save_write (save, &options, NULL, NULL))
    return FALSE;
  g_assert_true (mw_save_place (save, path, &error));
  g_assert_true (mw_save_commit (save, &(MwSaveTerms) { .flags = MW_SAVE_OVERWRITE }, NULL, &error));
  g_assert_no_error (error);
  mw_save_apply (save, opened->document);
  mw_file_set_free (opened->set);
  opened->set = mw_file_set_share (save->files);
  char *to = g_strdup (path); /* `path` may be the old one */
  g_free (opened->path);
  opened->path = to;
  mw_journal_saved (opened->journal);
  return TRUE;
}

void
journals_save (Opened *opened, const char *path, gboolean text, gboolean side_channel)
{
  g_assert_true (journals_try_save (opened, path, text, side_channel));
}

void
journals_opened_clear (Opened *opened)
{
  if (opened->journal)
    mw_journal_close (opened->journal, FALSE);
  g_clear_object (&opened->journal);
  g_clear_object (&opened->document);
  g_clear_pointer (&opened->set, mw_file_set_free);
  g_clear_pointer (&opened->path, g_free);
}

/* --- Left journals -------------------------------------------------------------------------------------------------- */

void
journals_assert_none_left (void)
{
  g_autoptr (GPtrArray) left = mw_recovery_list (journals_state);
  g_assert_cmpuint (left->len, ==, 0);
  g_autoptr (GPtrArray) files = mw_record_log_find (journals_state, "journal");
  g_assert_cmpuint (files->len, ==, 0);
}

void
journals_leave (Opened *opened)
{
  journals_flush (opened);
  mw_journal_close (opened->journal, TRUE);
  g_clear_object (&opened->journal);
}

static gboolean
one_is_left (GPtrArray **left)
{
  *left = mw_recovery_list (journals_state);
  if ((*left)->len)
    return TRUE;
  g_clear_pointer (left, g_ptr_array_unref);
  return FALSE;
}

/* Its worker may need a moment to release it. */
MwLeftJournal *
journals_find_left (void)
{
  GPtrArray *all = NULL;
  for (guint i = 0; i < 500 && !one_is_left (&all); i++)
    g_usleep (10000);
  g_assert_nonnull (all);
  g_assert_cmpuint (all->len, ==, 1);
  MwLeftJournal *left = g_ptr_array_steal_index (all, 0);
  g_ptr_array_unref (all);
  return left;
}

MwRecovered *
journals_recover (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwLeftJournal) left = journals_find_left ();
  g_assert_true (left->recoverable);
  MwRecovered *recovered = mw_recovery_read (left->journal, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (left->n_steps, ==, recovered->n_steps);
  g_assert_cmpstr (left->path, ==, mw_document_get_path (recovered->document));
  return recovered;
}

static void
assert_same_bytes (MwDocument *a, MwDocument *b)
{
  g_autoptr (GError) error_a = NULL, error_b = NULL;
  g_autoptr (MwFileSet) x = mw_io_write (mw_document_get_model (a), mw_document_get_format (a), NULL, &error_a);
  g_autoptr (MwFileSet) y = mw_io_write (mw_document_get_model (b), mw_document_get_format (b), NULL, &error_b);
  g_assert_cmpstr (error_a ? error_a->message : NULL, ==, error_b ? error_b->message : NULL);
  for (guint i = 0; x && i < x->parts->len; i++) {
    const MwFilePart *part = x->parts->pdata[i], *other = mw_file_set_find (y, part->role);
    g_assert_nonnull (other);
    g_assert_true (g_bytes_equal (part->bytes, other->bytes));
  }
  g_assert_true (!x || x->parts->len == y->parts->len);
}

void
journals_assert_same (MwDocument *control, MwDocument *document)
{
  MwFormat a = mw_document_get_format (control), b = mw_document_get_format (document);
  g_assert_cmpuint (a.family, ==, b.family);
  g_assert_cmpuint (a.version, ==, b.version);
  g_assert_cmpuint (a.text, ==, b.text);
  g_assert_cmpuint (mw_document_has_side_channel (control), ==, mw_document_has_side_channel (document));
  guint n = mw_document_get_n_steps (control), at = mw_document_get_position (control);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, n);
  g_assert_cmpuint (mw_document_get_position (document), ==, at);
  g_assert_cmpuint (mw_document_is_clean (document), ==, mw_document_is_clean (control));
  fixture_assert_same (mw_document_get_model (document), mw_document_get_model (control));
  assert_same_bytes (control, document);
  for (guint i = 0; i <= n; i++) {
    mw_document_go_to (control, i);
    mw_document_go_to (document, i);
    g_assert_cmpuint (mw_document_is_clean (document), ==, mw_document_is_clean (control));
    fixture_assert_same (mw_document_get_model (document), mw_document_get_model (control));
  }
  mw_document_go_to (control, 0);
  mw_document_go_to (document, 0);
  assert_same_bytes (control, document);
  mw_document_go_to (control, at);
  mw_document_go_to (document, at);
}

void
journals_discard (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwLeftJournal) left = journals_find_left ();
  g_assert_true (mw_recovery_discard (left->journal, &error));
  g_assert_no_error (error);
  journals_assert_none_left ();
}

void
journals_end (Opened *opened, MwRecovered *recovered)
{
  mw_recovered_free (recovered);
  journals_discard ();
  journals_opened_clear (opened);
}

void
journals_set_value (Opened *opened, const char *path, const char *value)
{
  g_assert_true (fixture_set (opened->document, path, value));
}

static void
begin_test (void)
{
  g_autofree char *remove = g_strdup_printf ("rm -rf '%s'", journals_state);
  g_assert_true (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
}

static void
call (gconstpointer test)
{
  begin_test ();
  ((void (*) (void)) test) ();
}

int
journals_run (int argc, char **argv, const char *group, const JournalsTest *tests, guint n)
{
  g_test_init (&argc, &argv, NULL);
  journals_folder = g_dir_make_tmp ("mw-journal-XXXXXX", NULL);
  journals_state = g_build_filename (journals_folder, "state", "journals", NULL);
  for (guint i = 0; i < n; i++) {
    g_autofree char *path = g_strdup_printf ("/edit/%s/%s", group, tests[i].name);
    g_test_add_data_func (path, (gconstpointer) tests[i].test, call);
  }
  int result = g_test_run ();
  g_autofree char *remove = g_strdup_printf ("rm -rf '%s'", journals_folder);
  g_assert_true (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
  g_free (journals_state);
  g_free (journals_folder);
  return result;
}
