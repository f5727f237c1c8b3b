/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/record-log.h"
#include "core/edit/journal-private.h"
#include "core/edit/recovery.h"
#include "core/io/m2/companions.h"
#include "core/io/mdl/side-channel.h"
#include "core/io/registry.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/draw.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A document whose program ended in the middle is the same once more when its journal is read: each test edits one with a
 * journal, leaves the journal as a kill does, and compares what is recovered with the document itself, the control. */

static char *folder, *journals;
static guint n_files;

/* --- Documents on the disk ------------------------------------------------------------------------------------------ */

typedef struct {
  MwDocument *document;
  MwFileSet *set;
  char *path;
  MwJournal *journal;
} Opened;

static Opened
open_at (const char *path)
{
  g_autoptr (GError) error = NULL;
  MwFormat format;
  Opened opened = { .path = g_strdup (path) };
  opened.set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  MwModel *model = mw_io_read_set (opened.set, &format, NULL, &error);
  g_assert_no_error (error);
  opened.document = mw_document_new (model, format);
  opened.journal = mw_journal_new (opened.document, opened.set, path, journals);
  return opened;
}

/* A file of these bytes, under a name of its own. Free with g_free(). */
static char *
write_file (const char *suffix, const void *bytes, gsize size)
{
  g_autofree char *name = g_strdup_printf ("model-%u%s", n_files++, suffix);
  char *path = g_build_filename (folder, name, NULL);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  return path;
}

static Opened
open_copy (const char *from, const char *suffix)
{
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (from, &size);
  g_autofree char *path = write_file (suffix, bytes, size);
  return open_at (path);
}

static Opened
open_sample (const char *name)
{
  g_autofree char *from = sample_path (name);
  return open_copy (from, strrchr (name, '.'));
}

/* The set on the disk, under a name of its own. */
static Opened
open_set (const MwFileSet *set)
{
  g_autofree char *path = NULL, *stem = g_strdup_printf ("set-%u", n_files++);
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    gsize size;
    const void *bytes = g_bytes_get_data (part->bytes, &size);
    g_autofree char *role_suffix = i ? mw_m2_companion_suffix (part->role) : NULL;
    g_autofree char *name = g_strconcat (stem, i ? role_suffix : ".m2", NULL),
                    *to = g_build_filename (folder, name, NULL);
    g_assert_true (g_file_set_contents (to, bytes, (gssize) size, NULL));
    if (i == 0)
      path = g_strdup (to);
  }
  return open_at (path);
}

static void
flush (Opened *opened)
{
  g_autoptr (GError) error = NULL;
  g_assert_true (mw_journal_flush (opened->journal, &error));
  g_assert_no_error (error);
}

/* Saves as the window does. */
static void
save (Opened *opened, const char *path, gboolean text, gboolean side_channel)
{
  g_autoptr (GError) error = NULL;
  MwFormat format = mw_document_get_format (opened->document);
  format.text = text;
  guint64 generation;
  MwModel *snapshot = mw_document_snapshot (opened->document, &generation);
  if (text)
    mw_mdl_set_side_channel (snapshot, side_channel);
  g_autoptr (MwReport) report = mw_report_new ();
  MwFileSet *written = mw_io_write_set (snapshot, format, NULL, report, &error);
  g_assert_no_error (error);
  g_assert_true (mw_io_place_set (written, opened->set, path, &error));
  g_assert_true (mw_file_set_save (written, MW_SAVE_OVERWRITE, NULL, NULL, &error));
  g_assert_no_error (error);
  mw_model_free (snapshot);
  mw_file_set_free (opened->set);
  opened->set = written;
  char *to = g_strdup (path); /* may be the old one */
  g_free (opened->path);
  opened->path = to;
  mw_document_set_format (opened->document, format);
  if (text)
    mw_document_set_side_channel (opened->document, side_channel);
  mw_document_mark_clean (opened->document, generation);
  mw_journal_saved (opened->journal, written);
}

static void
opened_clear (Opened *opened)
{
  if (opened->journal)
    mw_journal_close (opened->journal, FALSE);
  g_clear_object (&opened->journal);
  g_clear_object (&opened->document);
  g_clear_pointer (&opened->set, mw_file_set_free);
  g_clear_pointer (&opened->path, g_free);
}

/* --- What is left --------------------------------------------------------------------------------------------------- */

static void
assert_none_left (void)
{
  g_autoptr (GPtrArray) left = mw_recovery_list (journals);
  g_assert_cmpuint (left->len, ==, 0);
  g_autoptr (GPtrArray) files = mw_record_log_find (journals, "journal");
  g_assert_cmpuint (files->len, ==, 0);
}

/* The journal as a kill leaves it: everything queued is there, the lock is gone. */
static void
leave (Opened *opened)
{
  flush (opened);
  mw_journal_close (opened->journal, TRUE);
  g_clear_object (&opened->journal);
}

static gboolean
one_is_left (GPtrArray **left)
{
  *left = mw_recovery_list (journals);
  if ((*left)->len)
    return TRUE;
  g_clear_pointer (left, g_ptr_array_unref);
  return FALSE;
}

/* The one journal that is left; its worker needs a moment to let it go. */
static MwLeftJournal *
find_left (void)
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

static MwRecovered *
recover (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwLeftJournal) left = find_left ();
  g_assert_true (left->recoverable);
  MwRecovered *recovered = mw_recovery_read (left->journal, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (left->n_steps, ==, recovered->n_steps);
  g_assert_cmpstr (left->path, ==, recovered->path);
  return recovered;
}

static void
assert_same_bytes (MwDocument *a, MwDocument *b)
{
  g_autoptr (GError) error_a = NULL, error_b = NULL;
  g_autoptr (MwFileSet)
    x = mw_io_write_set (mw_document_get_model (a), mw_document_get_format (a), NULL, NULL, &error_a);
  g_autoptr (MwFileSet)
    y = mw_io_write_set (mw_document_get_model (b), mw_document_get_format (b), NULL, NULL, &error_b);
  g_assert_cmpstr (error_a ? error_a->message : NULL, ==, error_b ? error_b->message : NULL);
  for (guint i = 0; x && i < x->parts->len; i++) {
    const MwFilePart *part = x->parts->pdata[i], *other = mw_file_set_find (y, part->role);
    g_assert_nonnull (other);
    g_assert_true (g_bytes_equal (part->bytes, other->bytes));
  }
  g_assert_true (!x || x->parts->len == y->parts->len);
}

/* Everything that can be told of a document: the model as it is and as it was at every step, what can be undone and redone, where it
 * is clean, as what it is saved. */
static void
assert_same (MwDocument *control, MwDocument *document)
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

static void
discard (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwLeftJournal) left = find_left ();
  g_assert_true (mw_recovery_discard (left->journal, &error));
  g_assert_no_error (error);
  assert_none_left ();
}

/* --- The control run ------------------------------------------------------------------------------------------------ */

/* Random edits with undo and redo among them, and saves where it can be saved. */
static void
edit_at_random (Opened *opened, guint n, gboolean saves, guint32 seed)
{
  MwFormat format = mw_document_get_format (opened->document);
  Draw *draw = draw_new (mw_document_get_model (opened->document)->record.schema, format);
  GRand *rand = g_rand_new_with_seed (seed);
  for (guint i = 0; i < n; i++) {
    draw_step (draw, opened->document, rand);
    guint what = (guint) g_rand_int_range (rand, 0, 12), steps = mw_document_get_n_steps (opened->document);
    if (what < 3)
      mw_document_go_to (opened->document, (guint) g_rand_int_range (rand, 0, (gint32) steps + 1));
    g_autoptr (MwFileSet) can = what == 3 && saves
                                  ? mw_io_write_set (mw_document_get_model (opened->document),
                                                     mw_document_get_format (opened->document), NULL, NULL, NULL)
                                  : NULL;
    if (can)
      save (opened, opened->path, mw_document_get_format (opened->document).text,
            mw_document_has_side_channel (opened->document));
  }
  g_rand_free (rand);
  draw_free (draw);
}

static void
run (Opened opened, gboolean saves, const char *what)
{
  enum { EDITS = 40 };
  guint32 seed = (guint32) g_test_rand_int ();
  g_test_message ("%s, seed %u", what, seed);
  edit_at_random (&opened, EDITS, saves, seed);
  if (mw_document_is_clean (opened.document)) {
    g_assert_true (mw_document_get_n_steps (opened.document) > 0);
    mw_document_go_to (opened.document, mw_document_get_position (opened.document) ? 0 : 1);
  }
  gboolean unsaved = !mw_document_is_clean (opened.document);
  leave (&opened);
  if (unsaved) {
    g_autoptr (MwRecovered) recovered = recover ();
    g_assert_cmpstr (recovered->damage, ==, NULL);
    g_assert_false (recovered->changed);
    g_assert_cmpstr (recovered->path, ==, opened.path);
    g_assert_cmpuint (recovered->set->parts->len, ==, opened.set->parts->len);
    for (guint i = 0; i < opened.set->parts->len; i++) {
      const MwFilePart *part = opened.set->parts->pdata[i], *other = recovered->set->parts->pdata[i];
      g_assert_cmpstr (part->role, ==, other->role);
      g_assert_cmpstr (part->path, ==, other->path);
      g_assert_true (g_bytes_equal (part->bytes, other->bytes));
    }
    assert_same (opened.document, recovered->document);
  }
  if (unsaved)
    discard ();
  else
    mw_recovery_tidy (journals);
  assert_none_left ();
  opened_clear (&opened);
}

static guint
runs (guint most)
{
  return MAX (most / work_fraction (), 1);
}

static void
test_samples (void)
{
  static const char *const names[] = { "everything.mdx", "figure.mdx", "banner.mdl" };
  for (guint k = 0; k < runs (4); k++)
    for (guint i = 0; i < G_N_ELEMENTS (names); i++)
      run (open_sample (names[i]), k % 2, names[i]);
}

static void
test_side_channel (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"),
                                            "tests/fuzz/seeds/mdl/side-channel.mdl", NULL);
  for (guint k = 0; k < runs (4); k++) {
    Opened opened = open_copy (path, ".mdl");
    g_assert_true (mw_document_has_side_channel (opened.document));
    run (opened, k % 2, "side-channel.mdl");
  }
}

static void
test_wow (void)
{
  g_autofree char *path = seed_path ("wow-1300");
  for (guint k = 0; k < runs (2); k++)
    run (open_copy (path, ".mdx"), k % 2, "wow-1300");
}

static void
test_m2_made (void)
{
  static const guint versions[] = { 256, 260, 264, 272 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    for (guint k = 0; k < runs (2); k++) {
      g_autoptr (MwFileSet) set = m2_made_set (versions[i], k + 1, 0);
      g_autofree char *what = g_strdup_printf ("made M2 %u", versions[i]);
      run (open_set (set), k % 2, what);
    }
}

static void
test_corpus (void)
{
  static const char *const folders[] = { "mdx800", "mdx1000" };
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[i]);
    if (!files)
      return;
    for (guint k = 0; k < files->len; k += MAX (files->len / runs (6), 1)) {
      g_autoptr (GBytes) bytes = mw_file_read (files->pdata[k], NULL, NULL);
      MwModel *model = bytes && g_bytes_get_size (bytes) < 1 << 20 ? mw_io_read_bytes (
                         g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &(MwFormat) { 0 }, NULL)
                                                                   : NULL;
      g_autofree char *name = g_path_get_basename (files->pdata[k]);
      if (model)
        run (open_copy (files->pdata[k], ".mdx"), k % 2, name);
      g_clear_pointer (&model, mw_model_free);
    }
  }
}

static void
test_m2_corpus (void)
{
  g_autoptr (GPtrArray) sets = m2_corpus_sets (2 << 20);
  for (guint i = 0; sets && i < sets->len; i += MAX (sets->len / runs (8), 1)) {
    g_autofree char *name = g_path_get_basename (mw_file_set_main (sets->pdata[i])->path);
    run (open_set (sets->pdata[i]), i % 2, name);
  }
}

/* --- What a document can be in --------------------------------------------------------------------------------------- */

static void
set_value (Opened *opened, const char *path, const char *value)
{
  g_assert_true (fixture_set (opened->document, path, value));
}

static void
test_nothing (void)
{
  Opened opened = open_sample ("figure.mdx");
  flush (&opened);
  assert_none_left ();
  g_assert_false (g_file_test (journals, G_FILE_TEST_EXISTS));
  /* Nor where it is saved without an edit. */
  save (&opened, opened.path, FALSE, FALSE);
  flush (&opened);
  assert_none_left ();
  opened_clear (&opened);
}

static void
test_closed (void)
{
  Opened opened = open_sample ("figure.mdx");
  set_value (&opened, "name", "Other");
  flush (&opened);
  g_autoptr (GPtrArray) files = mw_record_log_find (journals, "journal");
  g_assert_cmpuint (files->len, ==, 1);
  struct stat info;
  g_assert_cmpint (g_stat (files->pdata[0], &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0600);
  g_autofree char *own = g_path_get_dirname (files->pdata[0]);
  g_assert_cmpint (g_stat (own, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0700);
  g_assert_cmpint (g_stat (journals, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0700);
  /* While the document is open, its journal is nobody else's. */
  g_autoptr (GPtrArray) left = mw_recovery_list (journals);
  g_assert_cmpuint (left->len, ==, 0);
  g_assert_cmpuint (mw_recovery_tidy (journals), ==, 0);
  g_autoptr (GError) error = NULL;
  g_assert_false (mw_recovery_discard (files->pdata[0], &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_clear_error (&error);
  g_assert_null (mw_recovery_read (files->pdata[0], NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  /* And with the document it goes, also when the worker has just begun. */
  opened_clear (&opened);
  assert_none_left ();
  for (guint i = 0; i < 50; i++) {
    opened = open_sample ("figure.mdx");
    set_value (&opened, "name", "Other");
    g_usleep (i * 20);
    opened_clear (&opened);
    assert_none_left ();
  }
  /* Nor does a worker make one that comes late. */
  g_usleep (200000);
  assert_none_left ();
}

static void
test_gesture (void)
{
  Opened opened = open_sample ("figure.mdx");
  set_value (&opened, "name", "Before");
  mw_document_begin (opened.document, "Drag");
  MwTarget target = fixture_target (opened.document, "name");
  for (guint i = 0; i < 5; i++) {
    mw_document_rewind (opened.document);
    g_assert_true (mw_document_set_text (opened.document, &target, "Between", 7, NULL));
    mw_document_update (opened.document);
  }
  leave (&opened);
  g_autoptr (MwRecovered) recovered = recover ();
  fixture_assert_value (recovered->document, "name", "\"Before\"");
  g_assert_cmpuint (mw_document_get_n_steps (recovered->document), ==, 1);
  g_clear_pointer (&recovered, mw_recovered_free);
  discard ();
  opened_clear (&opened);
}

static void
test_redo (void)
{
  Opened opened = open_sample ("figure.mdx");
  const char *const names[] = { "A", "B", "C", "D" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    set_value (&opened, "name", names[i]);
  mw_document_go_to (opened.document, 2);
  set_value (&opened, "name", "E");
  set_value (&opened, "name", "F");
  mw_document_undo (opened.document);
  leave (&opened);
  g_autoptr (MwLeftJournal) left = find_left ();
  g_assert_cmpuint (left->n_steps, ==, 3);
  g_assert_cmpuint (left->n_unsaved, ==, 3);
  g_autoptr (MwRecovered) recovered = recover ();
  g_assert_cmpuint (mw_document_get_n_steps (recovered->document), ==, 4);
  fixture_assert_value (recovered->document, "name", "\"E\"");
  g_assert_true (mw_document_can_redo (recovered->document));
  assert_same (opened.document, recovered->document);
  g_clear_pointer (&recovered, mw_recovered_free);
  discard ();
  opened_clear (&opened);
}

static void
test_saved_elsewhere (void)
{
  Opened opened = open_sample ("everything.mdx");
  g_autofree char *text = g_build_filename (folder, "elsewhere.mdl", NULL);
  set_value (&opened, "name", "First");
  save (&opened, text, TRUE, TRUE);
  set_value (&opened, "name", "Second");
  set_value (&opened, "name", "Third");
  leave (&opened);
  g_autoptr (MwLeftJournal) left = find_left ();
  g_assert_cmpstr (left->path, ==, text);
  g_assert_true (left->format.text);
  g_assert_true (left->saved);
  g_assert_cmpuint (left->n_steps, ==, 3);
  g_assert_cmpuint (left->n_unsaved, ==, 2);
  g_autoptr (MwRecovered) recovered = recover ();
  g_assert_false (recovered->changed);
  g_assert_true (mw_document_has_side_channel (recovered->document));
  assert_same (opened.document, recovered->document);
  mw_document_go_to (recovered->document, 1);
  g_assert_true (mw_document_is_clean (recovered->document));
  g_clear_pointer (&recovered, mw_recovered_free);
  discard ();
  opened_clear (&opened);
}

/* Saved as something else before the first edit. */
static void
test_saved_first (void)
{
  Opened opened = open_sample ("everything.mdx");
  g_autofree char *text = g_build_filename (folder, "first.mdl", NULL);
  save (&opened, text, TRUE, FALSE);
  set_value (&opened, "name", "First");
  leave (&opened);
  g_autoptr (MwRecovered) recovered = recover ();
  g_assert_cmpstr (recovered->path, ==, text);
  g_assert_cmpuint (recovered->n_unsaved, ==, 1);
  assert_same (opened.document, recovered->document);
  g_clear_pointer (&recovered, mw_recovered_free);
  discard ();
  opened_clear (&opened);
}

static void
test_clean (void)
{
  Opened opened = open_sample ("figure.mdx");
  set_value (&opened, "name", "Saved");
  save (&opened, opened.path, FALSE, FALSE);
  leave (&opened);
  /* Its worker lets it go in a moment. */
  for (guint i = 0; i < 500 && !mw_recovery_tidy (journals); i++)
    g_usleep (10000);
  assert_none_left ();
  opened_clear (&opened);
}

/* The program was killed when all files were renamed, and before its journal knew. */
static void
test_saved_last (void)
{
  Opened opened = open_sample ("figure.mdx");
  set_value (&opened, "name", "Saved");
  leave (&opened);
  g_autoptr (GBytes)
    bytes = mw_io_write (mw_document_get_model (opened.document), mw_document_get_format (opened.document), NULL, NULL);
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  g_assert_true (g_file_set_contents (opened.path, data, (gssize) size, NULL));
  g_autoptr (MwRecovered) recovered = recover ();
  g_assert_false (recovered->changed);
  g_assert_cmpuint (recovered->n_unsaved, ==, 0);
  g_assert_true (mw_document_is_clean (recovered->document));
  g_clear_pointer (&recovered, mw_recovered_free);
  discard ();
  opened_clear (&opened);
}

static void
test_changed (void)
{
  Opened opened = open_sample ("figure.mdx");
  set_value (&opened, "name", "Mine");
  leave (&opened);
  g_assert_true (g_file_set_contents (opened.path, "other", 5, NULL));
  g_autoptr (MwRecovered) recovered = recover ();
  g_assert_true (recovered->changed);
  g_assert_false (recovered->missing);
  assert_same (opened.document, recovered->document);
  g_clear_pointer (&recovered, mw_recovered_free);
  g_assert_cmpint (g_unlink (opened.path), ==, 0);
  /* What is no file is not waited for. */
  g_assert_cmpint (mkfifo (opened.path, 0600), ==, 0);
  recovered = recover ();
  g_assert_true (recovered->changed);
  g_clear_pointer (&recovered, mw_recovered_free);
  g_assert_cmpint (g_unlink (opened.path), ==, 0);
  recovered = recover ();
  g_assert_true (recovered->changed);
  g_assert_true (recovered->missing);
  assert_same (opened.document, recovered->document);
  g_clear_pointer (&recovered, mw_recovered_free);
  discard ();
  opened_clear (&opened);
}

/* A model of no file yet. */
static void
test_untitled (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  MwFormat format;
  MwModel *model = mw_io_read_bytes (bytes, size, &format, NULL);
  Opened opened = { .document = mw_document_new (model, format) };
  opened.journal = mw_journal_new (opened.document, NULL, NULL, journals);
  edit_at_random (&opened, 10, FALSE, (guint32) g_test_rand_int ());
  leave (&opened);
  g_autoptr (MwRecovered) recovered = recover ();
  g_assert_null (recovered->path);
  g_assert_false (recovered->changed);
  assert_same (opened.document, recovered->document);
  g_clear_pointer (&recovered, mw_recovered_free);
  discard ();
  opened_clear (&opened);
}

/* Recovered, edited, crashed, and so on: the journal is one. */
static void
test_again (void)
{
  Opened opened = open_sample ("everything.mdx");
  Opened control = { .document = g_object_ref (opened.document) };
  set_value (&opened, "name", "A");
  set_value (&opened, "name", "B");
  mw_document_undo (opened.document);
  leave (&opened);
  for (guint i = 0; i < 4; i++) {
    g_autoptr (MwRecovered) recovered = recover ();
    g_autofree char *name = g_strdup_printf ("Round %u", i);
    Opened again = { .document = g_object_ref (recovered->document) };
    again.journal = mw_recovered_resume (recovered);
    for (guint side = 0; side < 2; side++) {
      Opened *one = side ? &control : &again;
      if (i == 1)
        mw_document_go_to (one->document, 0);
      set_value (one, "name", name);
      set_value (one, "sequences[0].rarity", name + strlen ("Round "));
      if (i == 2)
        mw_document_undo (one->document);
    }
    assert_same (control.document, again.document);
    leave (&again);
    g_clear_object (&again.document);
  }
  g_autoptr (MwRecovered) recovered = recover ();
  assert_same (control.document, recovered->document);
  /* Closed as it should be, it is gone. */
  MwJournal *journal = mw_recovered_resume (recovered);
  mw_journal_close (journal, FALSE);
  g_object_unref (journal);
  assert_none_left ();
  g_object_unref (control.document);
  opened_clear (&opened);
}

/* --- Damage --------------------------------------------------------------------------------------------------------- */

static void
test_damaged (void)
{
  enum { STEPS = 6, TRIES = 400 };
  Opened opened = open_sample ("figure.mdx");
  MwModel *states[STEPS + 1];
  states[0] = mw_document_snapshot (opened.document, NULL);
  for (guint i = 0; i < STEPS; i++) {
    g_autofree char *name = g_strdup_printf ("Name %u", i);
    set_value (&opened, "name", name);
    states[i + 1] = mw_document_snapshot (opened.document, NULL);
  }
  leave (&opened);
  g_autoptr (MwLeftJournal) left = find_left ();
  g_autofree char *bytes = NULL;
  gsize size;
  guint seen[STEPS + 1] = { 0 }, unreadable = 0;
  g_assert_true (g_file_get_contents (left->journal, &bytes, &size, NULL));
  g_autoptr (GBytes) whole_set = mw_file_read (opened.path, NULL, NULL);
  gsize set_end = g_bytes_get_size (whole_set);
  for (guint i = 0; i < TRIES; i++) {
    g_autofree char *damaged = g_memdup2 (bytes, size);
    /* Most of them behind the files, where the steps are. */
    gsize from = i % 4 ? set_end : 0, at = from + (gsize) g_test_rand_int_range (0, (gint32) (size - from)), n = size;
    if (i % 2)
      damaged[at] ^= (char) (1 << g_test_rand_int_range (0, 8));
    else
      n = at;
    g_assert_true (g_file_set_contents (left->journal, damaged, (gssize) n, NULL));
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) list = mw_recovery_list (journals);
    g_autoptr (MwRecovered) recovered = mw_recovery_read (left->journal, NULL, &error);
    g_assert_true ((recovered != NULL) == (error == NULL));
    if (!recovered) {
      unreadable++;
      continue;
    }
    guint done = mw_document_get_position (recovered->document);
    seen[done]++;
    fixture_assert_same (mw_document_get_model (recovered->document), states[done]);
    g_assert_true (i % 2 == 0 || recovered->damage);
    /* A length that is damaged is not known from a record that was cut short. */
    g_assert_cmpuint (list->len, ==, done > 0 || (recovered->damage && !strstr (recovered->damage, "not whole")));
    if (list->len) {
      const MwLeftJournal *one = list->pdata[0];
      g_assert_cmpuint (one->n_steps, ==, done);
      g_assert_cmpstr (one->damage, ==, recovered->damage);
    }
    mw_document_go_to (recovered->document, 0);
    fixture_assert_same (mw_document_get_model (recovered->document), states[0]);
  }
  g_assert_cmpuint (unreadable, >, 0);
  for (guint i = 0; i < STEPS; i++)
    g_assert_cmpuint (seen[i], >, 0);
  for (guint i = 0; i <= STEPS; i++)
    mw_model_free (states[i]);
  g_assert_true (mw_recovery_discard (left->journal, NULL));
  opened_clear (&opened);
}

/* A step that is whole and does not fit: what is behind it is not made either, and what is edited next comes in its place. */
static void
test_misfit (void)
{
  g_autoptr (GError) error = NULL;
  Opened opened = open_sample ("figure.mdx");
  set_value (&opened, "name", "A");
  leave (&opened);
  g_autoptr (MwLeftJournal) left = find_left ();
  MwRecordLog *log = mw_record_log_open (left->journal, &error);
  g_assert_no_error (error);
  for (;;) {
    g_auto (MwLogRecord) record = { 0 };
    if (!mw_record_log_read (log, 0, &record, NULL))
      break;
  }
  guint64 good = mw_record_log_get_end (log);
  for (guint64 i = 1; i < 3; i++) {
    g_autoptr (GVariant) meta = g_variant_ref_sink (g_variant_new ("(ttx)", i, i + 1, (gint64) 1));
    g_autoptr (GBytes) head = g_variant_get_data_as_bytes (meta);
    const char *text = "modelwright-step 1\nlabel \"x\"\nselection-before\nselection-after\n"
                       "set 1 mdlx name \"Not A\" \"B\"\nend-step\n";
    g_autoptr (GBytes) body = g_bytes_new_static (text, strlen (text));
    g_assert_true (mw_record_log_append (log, MW_JOURNAL_STEP, head, body, &error));
  }
  mw_record_log_close (log);
  g_autoptr (MwRecovered) recovered = mw_recovery_read (left->journal, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (recovered->damage);
  g_test_message ("%s", recovered->damage);
  assert_same (opened.document, recovered->document);
  Opened again = { .document = g_object_ref (recovered->document) };
  again.journal = mw_recovered_resume (recovered);
  set_value (&again, "name", "C");
  set_value (&opened, "name", "C");
  leave (&again);
  g_clear_object (&again.document);
  g_clear_pointer (&recovered, mw_recovered_free);
  recovered = recover ();
  g_assert_cmpstr (recovered->damage, ==, NULL);
  assert_same (opened.document, recovered->document);
  g_clear_pointer (&recovered, mw_recovered_free);
  g_assert_cmpuint (left->size, >=, good);
  discard ();
  opened_clear (&opened);
}

/* States are numbered as they come, and come from ones that are there; whatever else stands in a journal is no part of it. */
static void
test_states (void)
{
  static const struct {
    guint64 before, state;
  } wrong[] = { { 1, 1 }, { 0, 1 }, { 2, 3 }, { 7, 2 }, { 1, 0 }, { 1, G_MAXUINT64 }, { G_MAXUINT64, 2 } };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (GError) error = NULL;
    Opened opened = open_sample ("figure.mdx");
    set_value (&opened, "name", "A");
    leave (&opened);
    g_autoptr (MwLeftJournal) left = find_left ();
    MwRecordLog *log = mw_record_log_open (left->journal, &error);
    g_assert_no_error (error);
    for (;;) {
      g_auto (MwLogRecord) record = { 0 };
      if (!mw_record_log_read (log, 0, &record, NULL))
        break;
    }
    g_autoptr (GVariant)
      meta = g_variant_ref_sink (g_variant_new ("(ttx)", wrong[i].before, wrong[i].state, (gint64) 1));
    g_autoptr (GBytes) head = g_variant_get_data_as_bytes (meta);
    const char *text = "modelwright-step 1\nlabel \"x\"\nselection-before\nselection-after\n"
                       "set 1 mdlx name \"A\" \"B\"\nend-step\n";
    g_autoptr (GBytes) body = g_bytes_new_static (text, strlen (text));
    g_assert_true (mw_record_log_append (log, MW_JOURNAL_STEP, head, body, &error));
    mw_record_log_close (log);
    g_autoptr (MwRecovered) recovered = recover ();
    g_assert_nonnull (recovered->damage);
    assert_same (opened.document, recovered->document);
    g_clear_pointer (&recovered, mw_recovered_free);
    discard ();
    opened_clear (&opened);
  }
}

static void
failed (MwJournal *journal, const char *why, char **said)
{
  g_assert_null (*said);
  *said = g_strdup (why);
}

/* Room for so many bytes in a file, then the disk is full. */
static void
run_full (rlim_t room, gboolean recoverable)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;
  struct rlimit before, limit;
  Opened opened = open_sample ("figure.mdx");
  g_signal_connect (opened.journal, "failed", G_CALLBACK (failed), &said);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  limit = before;
  limit.rlim_cur = room;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  for (guint i = 0; i < 200; i++) {
    g_autofree char *name = g_strdup_printf ("Name %u", i);
    set_value (&opened, "name", name);
  }
  gboolean ok = mw_journal_flush (opened.journal, &error);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_false (ok);
  for (guint i = 0; i < 1000 && !said; i++)
    g_main_context_iteration (NULL, FALSE), g_usleep (1000);
  g_assert_nonnull (said);
  g_test_message ("%s", said);
  /* Editing has gone on, and goes on. */
  g_assert_cmpuint (mw_document_get_position (opened.document), ==, 200);
  set_value (&opened, "name", "Later");
  mw_journal_close (opened.journal, TRUE);
  g_clear_object (&opened.journal);
  if (recoverable) {
    g_autoptr (MwRecovered) recovered = recover ();
    guint n = mw_document_get_position (recovered->document);
    g_test_message ("%u of 200 steps", n);
    g_assert_cmpuint (n, >, 0);
    g_assert_cmpuint (n, <, 200);
    mw_document_go_to (opened.document, n);
    fixture_assert_same (mw_document_get_model (opened.document), mw_document_get_model (recovered->document));
    g_clear_pointer (&recovered, mw_recovered_free);
    discard ();
  } else {
    assert_none_left ();
  }
  opened_clear (&opened);
}

static void
test_full (void)
{
  g_autofree char *path = sample_path ("figure.mdx");
  struct stat info;
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  run_full ((rlim_t) info.st_size + 4000, TRUE);
  run_full ((rlim_t) info.st_size / 2, FALSE);
}

/* What was written before a journal failed is older than what was saved since. */
static void
test_full_and_saved (void)
{
  g_autofree char *said = NULL;
  struct rlimit before, limit;
  Opened opened = open_sample ("figure.mdx");
  g_signal_connect (opened.journal, "failed", G_CALLBACK (failed), &said);
  set_value (&opened, "name", "A");
  flush (&opened);
  getrlimit (RLIMIT_FSIZE, &before);
  limit = before;
  limit.rlim_cur = 10;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  set_value (&opened, "name", "B");
  g_assert_false (mw_journal_flush (opened.journal, NULL));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  save (&opened, opened.path, FALSE, FALSE);
  set_value (&opened, "name", "C");
  mw_journal_close (opened.journal, TRUE);
  g_clear_object (&opened.journal);
  assert_none_left ();
  while (g_main_context_iteration (NULL, FALSE))
    ;
  opened_clear (&opened);
}

/* More than a journal, or a step of it, may have. */
static void
run_limit (guint64 most, gsize step_most)
{
  g_autofree char *said = NULL;
  Opened opened = open_sample ("figure.mdx");
  g_signal_connect (opened.journal, "failed", G_CALLBACK (failed), &said);
  mw_journal_set_limits (opened.journal, most, step_most);
  set_value (&opened, "name", "A");
  g_assert_true (mw_journal_flush (opened.journal, NULL));
  MwTarget target = fixture_target (opened.document, "geosets[0].vertices");
  const MwArray *old = mw_field_at (target.record, target.field);
  MwArray array = mw_array_new (old->n, 12);
  memset (array.data, 0, old->n * 12);
  mw_document_begin (opened.document, "Flatten");
  g_assert_true (mw_document_swap_array (opened.document, target.record->id, target.field, array, NULL));
  mw_document_commit (opened.document);
  g_assert_false (mw_journal_flush (opened.journal, NULL));
  for (guint i = 0; i < 1000 && !said; i++)
    g_main_context_iteration (NULL, FALSE), g_usleep (1000);
  g_assert_nonnull (said);
  g_test_message ("%s", said);
  set_value (&opened, "name", "B");
  mw_journal_close (opened.journal, TRUE);
  g_clear_object (&opened.journal);
  g_autoptr (MwRecovered) recovered = recover ();
  g_assert_cmpuint (mw_document_get_n_steps (recovered->document), ==, 1);
  g_clear_pointer (&recovered, mw_recovered_free);
  discard ();
  opened_clear (&opened);
}

static void
test_limits (void)
{
  g_autofree char *path = sample_path ("figure.mdx");
  struct stat info;
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  run_limit ((guint64) info.st_size + 2000, 1 << 20);
  run_limit (1 << 30, 1000);
}

/* More waits than may: a disk that is too slow. */
static void
test_slow (void)
{
  g_autofree char *said = NULL;
  Opened opened = open_sample ("figure.mdx");
  g_signal_connect (opened.journal, "failed", G_CALLBACK (failed), &said);
  mw_journal_set_limits (opened.journal, 10, 1 << 20);
  set_value (&opened, "name", "A");
  for (guint i = 0; i < 1000 && !said; i++)
    g_main_context_iteration (NULL, FALSE), g_usleep (1000);
  g_assert_nonnull (strstr (said, "too slow"));
  opened_clear (&opened);
  assert_none_left ();
}

/* No folder can be made. */
static void
test_no_folder (void)
{
  g_autofree char *said = NULL, *file = write_file ("", "x", 1);
  Opened opened = open_sample ("figure.mdx");
  mw_journal_close (opened.journal, FALSE);
  g_object_unref (opened.journal);
  opened.journal = mw_journal_new (opened.document, opened.set, opened.path, file);
  g_signal_connect (opened.journal, "failed", G_CALLBACK (failed), &said);
  set_value (&opened, "name", "A");
  set_value (&opened, "name", "B");
  g_assert_false (mw_journal_flush (opened.journal, NULL));
  for (guint i = 0; i < 1000 && !said; i++)
    g_main_context_iteration (NULL, FALSE), g_usleep (1000);
  g_assert_nonnull (said);
  g_assert_cmpuint (mw_document_get_position (opened.document), ==, 2);
  opened_clear (&opened);
}

/* --- Old ones ------------------------------------------------------------------------------------------------------- */

/* A journal of a time, without any bytes of a model: only the head. */
static void
make_old (gint64 time)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *own = mw_record_log_make_folder (journals, &error), *path = g_build_filename (own, "journal", NULL);
  g_autoptr (MwRecordLog) log = mw_record_log_create (path, &error);
  g_assert_no_error (error);
  const struct {
    guint32 type;
    GVariant *meta;
  } records[] = {
    { MW_JOURNAL_DOCUMENT, g_variant_new ("(ux^ayuubbu)", 1, time, "old.mdx", MW_FAMILY_MDX, 800, FALSE, FALSE, 1) },
    { MW_JOURNAL_PART, g_variant_new ("(^ay^ay^ay(ttxxx)b)", "model", "old.mdx", "", (guint64) 0, (guint64) 0,
                                      (gint64) 0, (gint64) 0, (gint64) 0, FALSE) },
    { MW_JOURNAL_STEP, g_variant_new ("(ttx)", (guint64) 0, (guint64) 1, time) },
  };
  for (guint i = 0; i < G_N_ELEMENTS (records); i++) {
    g_autoptr (GVariant) meta = g_variant_ref_sink (records[i].meta);
    g_autoptr (GBytes) bytes = g_variant_get_data_as_bytes (meta);
    g_assert_true (mw_record_log_append (log, records[i].type, bytes, NULL, &error));
  }
}

static void
test_tidy (void)
{
  const gint64 day = 24 * 60 * 60, now = g_get_real_time () / G_USEC_PER_SEC;
  for (gint64 age = 0; age < 2 * MW_RECOVERY_DAYS; age += 10)
    make_old (now - age * day + day / 2);
  g_autoptr (GPtrArray) before = mw_recovery_list (journals);
  g_assert_cmpuint (before->len, ==, 6);
  for (guint i = 0; i + 1 < before->len; i++)
    g_assert_cmpint (((MwLeftJournal *) before->pdata[i])->time, >, ((MwLeftJournal *) before->pdata[i + 1])->time);
  g_assert_cmpuint (mw_recovery_tidy (journals), ==, 2);
  g_autoptr (GPtrArray) after = mw_recovery_list (journals);
  g_assert_cmpuint (after->len, ==, 4);
  for (guint i = 0; i < after->len; i++)
    g_assert_true (mw_recovery_discard (((MwLeftJournal *) after->pdata[i])->journal, NULL));
  assert_none_left ();
}

/* Of journals that are too large together the oldest goes; the latest never does. */
static void
test_tidy_large (void)
{
  const gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  for (gint64 age = 0; age < 3; age++)
    make_old (now - age * 60);
  g_autoptr (GPtrArray) before = mw_recovery_list (journals);
  g_assert_cmpuint (before->len, ==, 3);
  /* Only their sizes are large: nothing is written there. */
  const guint64 sizes[] = { MW_RECOVERY_MOST + 1, 1 << 20, 1 << 20 };
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (truncate (((MwLeftJournal *) before->pdata[i])->journal, (off_t) sizes[i]), ==, 0);
  g_assert_cmpuint (mw_recovery_tidy (journals), ==, 2);
  g_autoptr (GPtrArray) after = mw_recovery_list (journals);
  g_assert_cmpuint (after->len, ==, 1);
  const MwLeftJournal *first = before->pdata[0], *left = after->pdata[0];
  g_assert_cmpstr (left->journal, ==, first->journal);
  g_assert_true (mw_recovery_discard (left->journal, NULL));
  assert_none_left ();
}

static void
begin_test (void)
{
  g_autofree char *remove = g_strdup_printf ("rm -rf '%s'", journals);
  g_assert_true (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
}

static void
call (gconstpointer test)
{
  begin_test ();
  ((void (*) (void)) test) ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("mw-journal-XXXXXX", NULL);
  journals = g_build_filename (folder, "state", "journals", NULL);
  static const struct {
    const char *name;
    void (*test) (void);
  } tests[] = {
    { "a document that is not edited has none", test_nothing },
    { "it goes with its document, and is nobody else's before", test_closed },
    { "a gesture comes when it is committed", test_gesture },
    { "what was undone can be redone", test_redo },
    { "samples are recovered to the byte", test_samples },
    { "a text with a side channel is recovered to the byte", test_side_channel },
    { "a model of World of Warcraft's alpha is recovered to the byte", test_wow },
    { "made M2 sets are recovered to the byte", test_m2_made },
    { "real files are recovered to the byte", test_corpus },
    { "real M2 sets are recovered to the byte", test_m2_corpus },
    { "a document that was saved under another name and as another format", test_saved_elsewhere },
    { "a document that was saved as another format before its first edit", test_saved_first },
    { "a document that is saved leaves nothing to recover", test_clean },
    { "a save that its journal did not hear of is known by the bytes", test_saved_last },
    { "files that changed since are told", test_changed },
    { "a model that has no file yet", test_untitled },
    { "what is recovered goes on with its journal", test_again },
    { "what stands before damage is recovered, and the damage said", test_damaged },
    { "a step that does not fit ends what is recovered", test_misfit },
    { "states that cannot be are no part of it", test_states },
    { "a full disk ends the journal and nothing else", test_full },
    { "a journal that failed does not outlive a save", test_full_and_saved },
    { "what is more than it may have ends it", test_limits },
    { "what cannot be written fast enough ends it", test_slow },
    { "where no folder can be made that is said once", test_no_folder },
    { "old ones are removed", test_tidy },
    { "of too large ones the oldest are removed", test_tidy_large },
  };
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++) {
    g_autofree char *path = g_strdup_printf ("/edit/journal/%s", tests[i].name);
    g_test_add_data_func (path, (gconstpointer) tests[i].test, call);
  }
  int result = g_test_run ();
  g_autofree char *remove = g_strdup_printf ("rm -rf '%s'", folder);
  g_assert_true (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
  g_free (journals);
  g_free (folder);
  return result;
}
