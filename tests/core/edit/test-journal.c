/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/record-log.h"
#include "core/edit/reload.h"
#include "core/io/m2/companions.h"
#include "core/io/mdl/side-channel.h"
#include "core/io/registry.h"
#include "tests/core/io/bytes.h"
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

/* A document whose program ended must be the same when it is recovered from its journal. Each test edits a document
 * with a journal, leaves the journal as a kill does, and compares the recovered document with the original, the
 * control. */

/* --- The control run ------------------------------------------------------------------------------------------------ */

/* Random edits with undo and redo among them, and saves if `saves` is set and the model can be saved. */
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
    if (what == 3 && saves)
      journals_try_save (opened, opened->path, mw_document_get_format (opened->document).text,
                         mw_document_has_side_channel (opened->document));
  }
  g_rand_free (rand);
  draw_free (draw);
}

/* Ensures that there is something to recover: random edits may end in the saved state. */
static void
leave_clean_state (MwDocument *document)
{
  if (!mw_document_is_clean (document))
    return;
  g_assert_cmpuint (mw_document_get_n_steps (document), >, 0);
  mw_document_go_to (document, mw_document_get_position (document) ? 0 : 1);
}

static void
run (Opened opened, gboolean saves, const char *what)
{
  enum { EDITS = 40 };
  guint32 seed = work_random ();
  g_test_message ("%s, seed %u", what, seed);
  edit_at_random (&opened, EDITS, saves, seed);
  leave_clean_state (opened.document);
  gboolean unsaved = !mw_document_is_clean (opened.document);
  journals_leave (&opened);
  if (unsaved) {
    g_autoptr (MwRecovered) recovered = journals_recover ();
    g_assert_cmpstr (recovered->damage, ==, NULL);
    g_assert_false (recovered->changed);
    g_assert_cmpstr (mw_document_get_path (recovered->document), ==, opened.path);
    g_assert_cmpuint (mw_document_get_files (recovered->document)->parts->len, ==, opened.set->parts->len);
    for (guint i = 0; i < opened.set->parts->len; i++) {
      const MwFilePart *part = opened.set->parts->pdata[i],
                       *other = mw_document_get_files (recovered->document)->parts->pdata[i];
      g_assert_cmpstr (part->role, ==, other->role);
      g_assert_cmpstr (part->path, ==, other->path);
      g_assert_true (g_bytes_equal (part->bytes, other->bytes));
    }
    journals_assert_same (opened.document, recovered->document);
  }
  if (unsaved)
    journals_discard ();
  else
    mw_recovery_tidy (journals_state);
  journals_assert_none_left ();
  journals_opened_clear (&opened);
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
      run (journals_open_sample (names[i]), k % 2, names[i]);
}

static void
test_side_channel (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"),
                                            "tests/fuzz/seeds/mdl/side-channel.mdl", NULL);
  for (guint k = 0; k < runs (4); k++) {
    Opened opened = journals_open_copy (path, ".mdl");
    g_assert_true (mw_document_has_side_channel (opened.document));
    run (opened, k % 2, "side-channel.mdl");
  }
}

static void
test_wow (void)
{
  g_autofree char *path = seed_path ("wow-1300");
  for (guint k = 0; k < runs (2); k++)
    run (journals_open_copy (path, ".mdx"), k % 2, "wow-1300");
}

static void
test_m2_made (void)
{
  static const guint versions[] = { 256, 260, 264, 272 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    for (guint k = 0; k < runs (2); k++) {
      g_autoptr (MwFileSet) set = m2_made_set (versions[i], k + 1, 0);
      g_autofree char *what = g_strdup_printf ("made M2 %u", versions[i]);
      run (journals_open_set (set), k % 2, what);
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
      MwModel *model = bytes && g_bytes_get_size (bytes) < 1 << 20 ? io_read_bytes (
                         g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &(MwFormat) { 0 }, NULL, NULL)
                                                                   : NULL;
      g_autofree char *name = g_path_get_basename (files->pdata[k]);
      if (model)
        run (journals_open_copy (files->pdata[k], ".mdx"), k % 2, name);
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
    run (journals_open_set (sets->pdata[i]), i % 2, name);
  }
}

/* --- States of a document ------------------------------------------------------------------------------------------- */

static void
test_nothing (void)
{
  Opened opened = journals_open_sample ("figure.mdx");
  journals_flush (&opened);
  journals_assert_none_left ();
  g_assert_false (g_file_test (journals_state, G_FILE_TEST_EXISTS));
  /* Saving without an edit makes no journal either. */
  journals_save (&opened, opened.path, FALSE, FALSE);
  journals_flush (&opened);
  journals_assert_none_left ();
  journals_opened_clear (&opened);
}

static void
test_closed (void)
{
  Opened opened = journals_open_sample ("figure.mdx");
  journals_set_value (&opened, "name", "Other");
  journals_flush (&opened);
  g_autoptr (GPtrArray) files = mw_record_log_find (journals_state, "journal");
  g_assert_cmpuint (files->len, ==, 1);
  struct stat info;
  g_assert_cmpint (g_stat (files->pdata[0], &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0600);
  g_autofree char *own = g_path_get_dirname (files->pdata[0]);
  g_assert_cmpint (g_stat (own, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0700);
  g_assert_cmpint (g_stat (journals_state, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0700);
  /* While the document is open, no other program can take its journal. */
  g_autoptr (GPtrArray) left = mw_recovery_list (journals_state);
  g_assert_cmpuint (left->len, ==, 0);
  g_assert_cmpuint (mw_recovery_tidy (journals_state), ==, 0);
  g_autoptr (GError) error = NULL;
  g_assert_false (mw_recovery_discard (files->pdata[0], &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_clear_error (&error);
  g_assert_null (mw_recovery_read (files->pdata[0], NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  /* The journal is removed with its document, even if the worker has just started. */
  journals_opened_clear (&opened);
  journals_assert_none_left ();
  for (guint i = 0; i < 50; i++) {
    opened = journals_open_sample ("figure.mdx");
    journals_set_value (&opened, "name", "Other");
    g_usleep (i * 20);
    journals_opened_clear (&opened);
    journals_assert_none_left ();
  }
  /* A worker that runs late must not create one either. */
  g_usleep (200000);
  journals_assert_none_left ();
}

static void
test_gesture (void)
{
  Opened opened = journals_open_sample ("figure.mdx");
  journals_set_value (&opened, "name", "Before");
  mw_document_begin (opened.document, "Drag");
  MwTarget target = fixture_target (opened.document, "name");
  for (guint i = 0; i < 5; i++) {
    mw_document_rewind (opened.document);
    g_assert_true (mw_document_set_text (opened.document, &target, "Between", 7, NULL));
    mw_document_update (opened.document);
  }
  journals_leave (&opened);
  g_autoptr (MwRecovered) recovered = journals_recover ();
  fixture_assert_value (recovered->document, "name", "\"Before\"");
  g_assert_cmpuint (mw_document_get_n_steps (recovered->document), ==, 1);
  journals_end (&opened, g_steal_pointer (&recovered));
}

static void
test_redo (void)
{
  Opened opened = journals_open_sample ("figure.mdx");
  const char *const names[] = { "A", "B", "C", "D" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    journals_set_value (&opened, "name", names[i]);
  mw_document_go_to (opened.document, 2);
  journals_set_value (&opened, "name", "E");
  journals_set_value (&opened, "name", "F");
  mw_document_undo (opened.document);
  journals_leave (&opened);
  g_autoptr (MwLeftJournal) left = journals_find_left ();
  g_assert_cmpuint (left->n_steps, ==, 3);
  g_assert_cmpuint (left->n_unsaved, ==, 3);
  g_autoptr (MwRecovered) recovered = journals_recover ();
  g_assert_cmpuint (mw_document_get_n_steps (recovered->document), ==, 4);
  fixture_assert_value (recovered->document, "name", "\"E\"");
  g_assert_true (mw_document_can_redo (recovered->document));
  journals_assert_same (opened.document, recovered->document);
  journals_end (&opened, g_steal_pointer (&recovered));
}

static void
test_saved_elsewhere (void)
{
  Opened opened = journals_open_sample ("everything.mdx");
  g_autofree char *text = g_build_filename (journals_folder, "elsewhere.mdl", NULL);
  journals_set_value (&opened, "name", "First");
  journals_save (&opened, text, TRUE, TRUE);
  journals_set_value (&opened, "name", "Second");
  journals_set_value (&opened, "name", "Third");
  journals_leave (&opened);
  g_autoptr (MwLeftJournal) left = journals_find_left ();
  g_assert_cmpstr (left->path, ==, text);
  g_assert_true (left->format.text);
  g_assert_true (left->saved);
  g_assert_cmpuint (left->n_steps, ==, 3);
  g_assert_cmpuint (left->n_unsaved, ==, 2);
  g_autoptr (MwRecovered) recovered = journals_recover ();
  g_assert_false (recovered->changed);
  g_assert_true (mw_document_has_side_channel (recovered->document));
  journals_assert_same (opened.document, recovered->document);
  mw_document_go_to (recovered->document, 1);
  g_assert_true (mw_document_is_clean (recovered->document));
  journals_end (&opened, g_steal_pointer (&recovered));
}

/* Saved under another name before the first edit. */
static void
test_saved_first (void)
{
  Opened opened = journals_open_sample ("everything.mdx");
  g_autofree char *text = g_build_filename (journals_folder, "first.mdl", NULL);
  journals_save (&opened, text, TRUE, FALSE);
  journals_set_value (&opened, "name", "First");
  journals_leave (&opened);
  g_autoptr (MwRecovered) recovered = journals_recover ();
  g_assert_cmpstr (mw_document_get_path (recovered->document), ==, text);
  g_assert_cmpuint (recovered->n_unsaved, ==, 1);
  journals_assert_same (opened.document, recovered->document);
  journals_end (&opened, g_steal_pointer (&recovered));
}

static void
test_clean (void)
{
  Opened opened = journals_open_sample ("figure.mdx");
  journals_set_value (&opened, "name", "Saved");
  journals_save (&opened, opened.path, FALSE, FALSE);
  journals_leave (&opened);
  /* The worker releases it after a moment. */
  for (guint i = 0; i < 500 && !mw_recovery_tidy (journals_state); i++)
    g_usleep (10000);
  journals_assert_none_left ();
  journals_opened_clear (&opened);
}

/* The program was killed after all files were renamed, but before the journal knew of the save. */
static void
test_saved_last (void)
{
  Opened opened = journals_open_sample ("figure.mdx");
  journals_set_value (&opened, "name", "Saved");
  journals_leave (&opened);
  g_autoptr (GBytes) bytes = io_write_bytes (mw_document_get_model (opened.document),
                                             mw_document_get_format (opened.document), NULL, NULL, NULL);
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  g_assert_true (g_file_set_contents (opened.path, data, (gssize) size, NULL));
  g_autoptr (MwRecovered) recovered = journals_recover ();
  g_assert_false (recovered->changed);
  g_assert_cmpuint (recovered->n_unsaved, ==, 0);
  g_assert_true (mw_document_is_clean (recovered->document));
  /* So the next save keeps no backup of it. */
  g_assert_true (mw_file_set_main (mw_document_get_files (recovered->document))->ours);
  journals_end (&opened, g_steal_pointer (&recovered));
}

static void
test_changed (void)
{
  Opened opened = journals_open_sample ("figure.mdx");
  journals_set_value (&opened, "name", "Mine");
  journals_leave (&opened);
  g_assert_true (g_file_set_contents (opened.path, "other", 5, NULL));
  g_autoptr (MwRecovered) recovered = journals_recover ();
  g_assert_true (recovered->changed);
  g_assert_false (recovered->missing);
  journals_assert_same (opened.document, recovered->document);
  g_clear_pointer (&recovered, mw_recovered_free);
  g_assert_cmpint (g_unlink (opened.path), ==, 0);
  /* Something that is not a regular file must not block the recovery. */
  g_assert_cmpint (mkfifo (opened.path, 0600), ==, 0);
  recovered = journals_recover ();
  g_assert_true (recovered->changed);
  g_clear_pointer (&recovered, mw_recovered_free);
  g_assert_cmpint (g_unlink (opened.path), ==, 0);
  recovered = journals_recover ();
  g_assert_true (recovered->changed);
  g_assert_true (recovered->missing);
  journals_assert_same (opened.document, recovered->document);
  journals_end (&opened, g_steal_pointer (&recovered));
}

/* A model without a file. */
static void
test_untitled (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  MwFormat format;
  MwModel *model = io_read_bytes (bytes, size, &format, NULL, NULL);
  Opened opened = { .document = mw_document_new (model, format) };
  opened.journal = mw_journal_new (opened.document, journals_state);
  guint32 seed = work_random ();
  g_test_message ("seed %u", seed);
  edit_at_random (&opened, 10, FALSE, seed);
  leave_clean_state (opened.document);
  journals_leave (&opened);
  g_autoptr (MwRecovered) recovered = journals_recover ();
  g_assert_null (mw_document_get_path (recovered->document));
  g_assert_false (recovered->changed);
  journals_assert_same (opened.document, recovered->document);
  journals_end (&opened, g_steal_pointer (&recovered));
}

/* A model that was read and never edited, but is not on the disk any more: its file was deleted, or has other
 * contents. */
static void
test_unsaved (void)
{
  Opened opened = journals_open_sample ("figure.mdx");
  mw_document_mark_unsaved (opened.document);
  journals_leave (&opened);
  g_autoptr (MwRecovered) recovered = journals_recover ();
  g_assert_false (mw_document_is_clean (recovered->document));
  g_assert_cmpuint (recovered->n_unsaved, ==, 0);
  journals_assert_same (opened.document, recovered->document);
  journals_end (&opened, g_steal_pointer (&recovered));
}

/* Recovered, edited, crashed, and so on: the document keeps one journal. */
static void
test_again (void)
{
  Opened opened = journals_open_sample ("everything.mdx");
  Opened control = { .document = g_object_ref (opened.document) };
  journals_set_value (&opened, "name", "A");
  journals_set_value (&opened, "name", "B");
  mw_document_undo (opened.document);
  journals_leave (&opened);
  for (guint i = 0; i < 4; i++) {
    g_autoptr (MwRecovered) recovered = journals_recover ();
    g_autofree char *name = g_strdup_printf ("Round %u", i);
    Opened again = { .document = g_object_ref (recovered->document) };
    again.journal = mw_recovered_resume (recovered);
    for (guint side = 0; side < 2; side++) {
      Opened *one = side ? &control : &again;
      if (i == 1)
        mw_document_go_to (one->document, 0);
      journals_set_value (one, "name", name);
      journals_set_value (one, "sequences[0].rarity", name + strlen ("Round "));
      if (i == 2)
        mw_document_undo (one->document);
    }
    journals_assert_same (control.document, again.document);
    journals_leave (&again);
    g_clear_object (&again.document);
  }
  g_autoptr (MwRecovered) recovered = journals_recover ();
  journals_assert_same (control.document, recovered->document);
  /* A normal close removes it. */
  MwJournal *journal = mw_recovered_resume (recovered);
  mw_journal_close (journal, FALSE);
  g_object_unref (journal);
  journals_assert_none_left ();
  g_object_unref (control.document);
  journals_opened_clear (&opened);
}

/* Another program changes the file: a sequence gets another speed. */
static void
change_outside (const char *path, const char *speed)
{
  g_autoptr (GError) error = NULL;
  MwFormat format;
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, &error);
  MwDocument *other = mw_document_new (mw_io_read (set, &format, NULL, &error), format);
  g_assert_true (fixture_set (other, "sequences[1].move_speed", speed));
  g_autoptr (GBytes) bytes = io_write_bytes (mw_document_get_model (other), format, NULL, NULL, &error);
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  g_assert_true (g_file_set_contents (path, data, (gssize) size, &error));
  g_assert_no_error (error);
  g_object_unref (other);
}

/* Reads the files again, as the window does. `closed`: the reload is completed, and the journal is notified. */
static void
reload (Opened *opened, gboolean closed)
{
  g_autoptr (GError) error = NULL;
  MwFormat format, now = mw_document_get_format (opened->document);
  MwFileSet *set = mw_io_load (opened->path, NULL, &error);
  MwModel *fresh = mw_io_read (set, &format, NULL, &error);
  g_autoptr (MwReload)
    made = mw_reload_plan (mw_document_snapshot (opened->document, NULL), now, fresh, format, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (mw_document_reload (opened->document, made, &error));
  mw_file_set_free (opened->set);
  opened->set = set;
  if (!closed)
    return;
  mw_document_mark_clean (opened->document, mw_document_get_generation (opened->document));
  mw_document_set_files (opened->document, mw_file_set_share (set));
  mw_journal_read_again (opened->journal);
}

/* Reading the file again is a step of the history, after which the file counts as unchanged. */
static void
test_reloaded (void)
{
  Opened opened = journals_open_sample ("everything.mdx");
  journals_set_value (&opened, "name", "First");
  journals_save (&opened, opened.path, FALSE, FALSE);
  change_outside (opened.path, "345");
  reload (&opened, TRUE);
  journals_set_value (&opened, "name", "Second");
  journals_set_value (&opened, "name", "Third");
  mw_document_undo (opened.document);
  journals_leave (&opened);
  g_autoptr (MwLeftJournal) left = journals_find_left ();
  g_assert_true (left->saved);
  g_assert_cmpuint (left->n_steps, ==, 3);
  g_assert_cmpuint (left->n_unsaved, ==, 1);
  g_autoptr (MwRecovered) recovered = journals_recover ();
  g_assert_false (recovered->changed);
  journals_assert_same (opened.document, recovered->document);
  /* A file of another program gets a backup before it is replaced; one of ours does not. */
  g_assert_false (mw_file_set_main (mw_document_get_files (recovered->document))->ours);
  g_assert_true (g_bytes_equal (mw_file_set_main (mw_document_get_files (recovered->document))->bytes,
                                mw_file_set_main (opened.set)->bytes));
  mw_document_go_to (recovered->document, 2);
  g_assert_true (mw_document_is_clean (recovered->document));
  fixture_assert_value (recovered->document, "sequences[1].move_speed", "345");
  mw_document_undo (recovered->document);
  g_assert_false (mw_document_is_clean (recovered->document));
  journals_end (&opened, g_steal_pointer (&recovered));
}

/* After a reload nothing is unsaved. A document that we never saved does not count as saved. */
static void
test_reloaded_last (void)
{
  for (guint closed = 0; closed < 2; closed++) {
    Opened opened = journals_open_sample ("everything.mdx");
    change_outside (opened.path, "345");
    reload (&opened, closed);
    mw_journal_flush (opened.journal, NULL);
    mw_journal_close (opened.journal, TRUE);
    g_clear_object (&opened.journal);
    if (closed) {
      for (guint i = 0; i < 500 && !mw_recovery_tidy (journals_state); i++)
        g_usleep (10000);
    } else {
      /* Killed before the journal was notified: recovery compares the bytes. */
      g_autoptr (MwLeftJournal) left = journals_find_left ();
      g_assert_false (left->saved);
      g_autoptr (MwRecovered) recovered = journals_recover ();
      g_assert_false (recovered->changed);
      g_assert_true (mw_document_is_clean (recovered->document));
      g_clear_pointer (&recovered, mw_recovered_free);
      journals_discard ();
    }
    journals_assert_none_left ();
    journals_opened_clear (&opened);
  }
}

/* The file was changed again afterwards, which recovery reports. */
static void
test_reloaded_and_changed (void)
{
  Opened opened = journals_open_sample ("everything.mdx");
  change_outside (opened.path, "345");
  reload (&opened, TRUE);
  journals_set_value (&opened, "name", "Mine");
  journals_leave (&opened);
  change_outside (opened.path, "346");
  g_autoptr (MwRecovered) recovered = journals_recover ();
  g_assert_true (recovered->changed);
  /* The model was not saved since, so the findings of reading it are reported again. */
  g_assert_nonnull (recovered->report);
  journals_assert_same (opened.document, recovered->document);
  journals_end (&opened, g_steal_pointer (&recovered));
}

int
main (int argc, char **argv)
{
  static const JournalsTest tests[] = {
    { "a document without edits has no journal", test_nothing },
    { "it is locked while its document is open, and removed with it", test_closed },
    { "a gesture is written when it is committed", test_gesture },
    { "what was undone can be redone", test_redo },
    { "samples are recovered to the byte", test_samples },
    { "a text with a side channel is recovered to the byte", test_side_channel },
    { "a model of World of Warcraft's alpha is recovered to the byte", test_wow },
    { "generated M2 sets are recovered to the byte", test_m2_made },
    { "real files are recovered to the byte", test_corpus },
    { "real M2 sets are recovered to the byte", test_m2_corpus },
    { "a document that was saved under another name and as another format", test_saved_elsewhere },
    { "a document that was saved as another format before its first edit", test_saved_first },
    { "a document that is saved leaves nothing to recover", test_clean },
    { "a save that is not in the journal is recognised by the bytes", test_saved_last },
    { "files that have changed since are reported", test_changed },
    { "a model that has no file yet", test_untitled },
    { "content that was read but is no longer in any file", test_unsaved },
    { "a file that was read again", test_reloaded },
    { "a file that was read again leaves nothing to recover", test_reloaded_last },
    { "a file that was read again and changed once more", test_reloaded_and_changed },
    { "a recovered document continues its journal", test_again },
  };
  return journals_run (argc, argv, "journal", tests, G_N_ELEMENTS (tests));
}
