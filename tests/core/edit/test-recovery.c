/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/record-log.h"
#include "core/io/m2/companions.h"
#include "core/io/mdl/side-channel.h"
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

/* Journals that are damaged, cannot be written, or are not needed any more. */

/* --- Damage --------------------------------------------------------------------------------------------------------- */

static void
test_damaged (void)
{
  enum { STEPS = 6, TRIES = 400 };
  Opened opened = journals_open_sample ("figure.mdx");
  MwModel *states[STEPS + 1];
  states[0] = mw_document_snapshot (opened.document, NULL);
  for (guint i = 0; i < STEPS; i++) {
    g_autofree char *name = g_strdup_printf ("Name %u", i);
    journals_set_value (&opened, "name", name);
    states[i + 1] = mw_document_snapshot (opened.document, NULL);
  }
  journals_leave (&opened);
  g_autoptr (MwLeftJournal) left = journals_find_left ();
  g_autofree char *bytes = NULL;
  gsize size;
  guint seen[STEPS + 1] = { 0 }, unreadable = 0;
  g_assert_true (g_file_get_contents (left->journal, &bytes, &size, NULL));
  g_autoptr (GBytes) whole_set = mw_file_read (opened.path, NULL, NULL);
  gsize set_end = g_bytes_get_size (whole_set);
  for (guint i = 0; i < TRIES; i++) {
    g_autofree char *damaged = g_memdup2 (bytes, size);
    /* Mostly after the files, where the steps are. */
    gsize from = i % 4 ? set_end : 0, at = from + (gsize) work_random_range (0, (gint32) (size - from)), n = size;
    if (i % 2)
      damaged[at] ^= (char) (1 << work_random_range (0, 8));
    else
      n = at;
    g_assert_true (g_file_set_contents (left->journal, damaged, (gssize) n, NULL));
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) list = mw_recovery_list (journals_state);
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
    /* A damaged length cannot be distinguished from a record that was cut short. */
    g_assert_cmpuint (list->len, ==, done > 0 || (recovered->damage && !strstr (recovered->damage, "incomplete")));
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
  journals_opened_clear (&opened);
}

/* Appends a step that sets the name, from state `before` to `state`. `values` has the old and the new name, quoted.
 * Returns the previous end of the journal. */
static guint64
append_step (const MwLeftJournal *left, guint64 before, guint64 state, const char *values)
{
  g_autoptr (GError) error = NULL;
  MwRecordLog *log = mw_record_log_open (left->journal, &error);
  g_assert_no_error (error);
  for (;;) {
    g_auto (MwLogRecord) record = { 0 };
    if (!mw_record_log_read (log, 0, &record, NULL))
      break;
  }
  guint64 end = mw_record_log_get_end (log);
  g_autoptr (GVariant) meta = g_variant_ref_sink (g_variant_new ("(ttx)", before, state, (gint64) 1));
  g_autoptr (GBytes) head = g_variant_get_data_as_bytes (meta);
  char *text = g_strdup_printf ("modelwright-step 1\nlabel \"x\"\nselection-before\nselection-after\n"
                                "set 1 mdlx name %s\nend-step\n",
                                values);
  g_autoptr (GBytes) body = g_bytes_new_take (text, strlen (text));
  g_assert_true (mw_record_log_append (log, MW_JOURNAL_STEP, head, body, &error));
  mw_record_log_close (log);
  return end;
}

/* An intact step that does not fit. Neither it nor the steps after it are replayed, and new edits are written in its
 * place. */
static void
test_misfit (void)
{
  g_autoptr (GError) error = NULL;
  Opened opened = journals_open_sample ("figure.mdx");
  journals_set_value (&opened, "name", "A");
  journals_leave (&opened);
  g_autoptr (MwLeftJournal) left = journals_find_left ();
  guint64 good = 0;
  for (guint64 i = 1; i < 3; i++) {
    guint64 end = append_step (left, i, i + 1, "\"Not A\" \"B\"");
    good = good ? good : end;
  }
  g_autoptr (MwRecovered) recovered = mw_recovery_read (left->journal, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (recovered->damage);
  g_test_message ("%s", recovered->damage);
  journals_assert_same (opened.document, recovered->document);
  Opened again = { .document = g_object_ref (recovered->document) };
  again.journal = mw_recovered_resume (recovered);
  journals_set_value (&again, "name", "C");
  journals_set_value (&opened, "name", "C");
  journals_leave (&again);
  g_clear_object (&again.document);
  g_clear_pointer (&recovered, mw_recovered_free);
  recovered = journals_recover ();
  g_assert_cmpstr (recovered->damage, ==, NULL);
  journals_assert_same (opened.document, recovered->document);
  g_clear_pointer (&recovered, mw_recovered_free);
  g_assert_cmpuint (left->size, >=, good);
  journals_discard ();
  journals_opened_clear (&opened);
}

/* States must be numbered in order and start from existing ones. Anything else in a journal is damage. */
static void
test_states (void)
{
  static const struct {
    guint64 before, state;
  } wrong[] = { { 1, 1 }, { 0, 1 }, { 2, 3 }, { 7, 2 }, { 1, 0 }, { 1, G_MAXUINT64 }, { G_MAXUINT64, 2 } };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    Opened opened = journals_open_sample ("figure.mdx");
    journals_set_value (&opened, "name", "A");
    journals_leave (&opened);
    g_autoptr (MwLeftJournal) left = journals_find_left ();
    append_step (left, wrong[i].before, wrong[i].state, "\"A\" \"B\"");
    g_autoptr (MwRecovered) recovered = journals_recover ();
    g_assert_nonnull (recovered->damage);
    journals_assert_same (opened.document, recovered->document);
    journals_end (&opened, g_steal_pointer (&recovered));
  }
}

static void
failed (MwJournal *journal, const char *why, char **failure)
{
  g_assert_null (*failure);
  *failure = g_strdup (why);
}

/* Waits for "failed". */
static void
wait_for_failure (char **failure)
{
  for (guint i = 0; i < 30000 && !*failure; i++)
    g_main_context_iteration (NULL, FALSE), g_usleep (1000);
  g_assert_nonnull (*failure);
}

static void
set_limit (struct rlimit limit)
{
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

/* No file may grow beyond so many bytes, as on a full disk. Returns the limit before, for set_limit(). */
static struct rlimit
limit_files (rlim_t most)
{
  struct rlimit before;
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  set_limit ((struct rlimit) { most, before.rlim_max });
  return before;
}

/* Limits the size of files to `room` bytes, as if the disk were full. */
static void
run_full (rlim_t room, gboolean recoverable)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *failure = NULL;
  Opened opened = journals_open_sample ("figure.mdx");
  g_signal_connect (opened.journal, "failed", G_CALLBACK (failed), &failure);
  struct rlimit before = limit_files (room);
  for (guint i = 0; i < 200; i++) {
    g_autofree char *name = g_strdup_printf ("Name %u", i);
    journals_set_value (&opened, "name", name);
  }
  gboolean ok = mw_journal_flush (opened.journal, &error);
  set_limit (before);
  g_assert_false (ok);
  wait_for_failure (&failure);
  g_test_message ("%s", failure);
  /* Editing continues. */
  g_assert_cmpuint (mw_document_get_position (opened.document), ==, 200);
  journals_set_value (&opened, "name", "Later");
  mw_journal_close (opened.journal, TRUE);
  g_clear_object (&opened.journal);
  if (recoverable) {
    g_autoptr (MwRecovered) recovered = journals_recover ();
    guint n = mw_document_get_position (recovered->document);
    g_test_message ("%u of 200 steps", n);
    g_assert_cmpuint (n, >, 0);
    g_assert_cmpuint (n, <, 200);
    mw_document_go_to (opened.document, n);
    fixture_assert_same (mw_document_get_model (opened.document), mw_document_get_model (recovered->document));
    g_clear_pointer (&recovered, mw_recovered_free);
    journals_discard ();
  } else {
    journals_assert_none_left ();
  }
  journals_opened_clear (&opened);
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

/* What was written before a journal failed is older than the file that was saved since. */
static void
test_full_and_saved (void)
{
  g_autofree char *failure = NULL;
  Opened opened = journals_open_sample ("figure.mdx");
  g_signal_connect (opened.journal, "failed", G_CALLBACK (failed), &failure);
  journals_set_value (&opened, "name", "A");
  journals_flush (&opened);
  struct rlimit before = limit_files (10);
  journals_set_value (&opened, "name", "B");
  g_assert_false (mw_journal_flush (opened.journal, NULL));
  set_limit (before);
  journals_save (&opened, opened.path, FALSE, FALSE);
  journals_set_value (&opened, "name", "C");
  /* There is room again, so the save has started a new journal. */
  journals_leave (&opened);
  g_autoptr (MwRecovered) recovered = journals_recover ();
  g_assert_cmpuint (recovered->n_unsaved, ==, 1);
  g_assert_false (recovered->changed);
  journals_assert_same (opened.document, recovered->document);
  g_clear_pointer (&recovered, mw_recovered_free);
  journals_discard ();
  while (g_main_context_iteration (NULL, FALSE))
    ;
  journals_opened_clear (&opened);
}

static void
count (MwJournal *journal, guint *n)
{
  (*n)++;
}

static void
count_failures (MwJournal *journal, const char *why, guint *n)
{
  (*n)++;
}

static void
wait_for (const guint *n)
{
  for (guint i = 0; i < 1000 && !*n; i++)
    g_main_context_iteration (NULL, FALSE), g_usleep (1000);
  g_assert_cmpuint (*n, ==, 1);
}

/* Editing continues while the disk is full. As soon as there is room, the journal has everything again. */
static void
test_room_again (void)
{
  guint n_failed = 0, n_resumed = 0;
  Opened opened = journals_open_sample ("everything.mdx");
  g_signal_connect (opened.journal, "failed", G_CALLBACK (count_failures), &n_failed);
  g_signal_connect (opened.journal, "resumed", G_CALLBACK (count), &n_resumed);
  mw_journal_set_retry (opened.journal, 0);
  journals_set_value (&opened, "name", "A");
  journals_save (&opened, opened.path, FALSE, FALSE);
  journals_set_value (&opened, "name", "B");
  mw_document_undo (opened.document);
  journals_flush (&opened);
  struct rlimit before = limit_files (10);
  journals_set_value (&opened, "name", "C");
  g_assert_false (mw_journal_flush (opened.journal, NULL));
  wait_for (&n_failed);
  /* Each retry fails silently, and what was written before is kept. */
  for (guint i = 0; i < 3; i++) {
    journals_set_value (&opened, "sequences[0].rarity", i % 2 ? "1" : "2");
    g_assert_false (mw_journal_flush (opened.journal, NULL));
    for (guint k = 0; k < 50; k++)
      g_main_context_iteration (NULL, FALSE), g_usleep (1000);
  }
  g_assert_cmpuint (n_failed, ==, 1);
  g_assert_cmpuint (n_resumed, ==, 0);
  g_autoptr (GPtrArray) logs = mw_record_log_find (journals_state, "journal");
  g_assert_cmpuint (logs->len, ==, 1);
  set_limit (before);
  journals_set_value (&opened, "name", "D");
  journals_set_value (&opened, "name", "E");
  mw_document_undo (opened.document);
  wait_for (&n_resumed);
  journals_set_value (&opened, "sequences[0].rarity", "5");
  journals_leave (&opened);
  g_autoptr (MwRecovered) recovered = journals_recover ();
  g_assert_false (recovered->changed);
  journals_assert_same (opened.document, recovered->document);
  mw_document_go_to (recovered->document, 1);
  g_assert_true (mw_document_is_clean (recovered->document));
  journals_end (&opened, g_steal_pointer (&recovered));
}

/* No retry before the time has come, nor if steps were dropped from the history. */
static void
test_room_too_late (void)
{
  for (guint dropped = 0; dropped < 2; dropped++) {
    guint n_failed = 0, n_resumed = 0;
    Opened opened = journals_open_sample ("everything.mdx");
    g_signal_connect (opened.journal, "failed", G_CALLBACK (count_failures), &n_failed);
    g_signal_connect (opened.journal, "resumed", G_CALLBACK (count), &n_resumed);
    mw_journal_set_retry (opened.journal, dropped ? 0 : 1000);
    journals_set_value (&opened, "name", "A");
    journals_flush (&opened);
    struct rlimit before = limit_files (10);
    journals_set_value (&opened, "name", "B");
    g_assert_false (mw_journal_flush (opened.journal, NULL));
    set_limit (before);
    wait_for (&n_failed);
    if (dropped)
      mw_document_set_history_limit (opened.document, 1);
    journals_set_value (&opened, "name", "C");
    g_assert_false (mw_journal_flush (opened.journal, NULL));
    for (guint k = 0; k < 50; k++)
      g_main_context_iteration (NULL, FALSE), g_usleep (1000);
    g_assert_cmpuint (n_resumed, ==, 0);
    mw_journal_close (opened.journal, FALSE);
    g_clear_object (&opened.journal);
    journals_assert_none_left ();
    journals_opened_clear (&opened);
  }
}

/* Exceeds the limit of a journal or of one step. */
static void
run_limit (guint64 most, gsize step_most)
{
  g_autofree char *failure = NULL;
  Opened opened = journals_open_sample ("figure.mdx");
  g_signal_connect (opened.journal, "failed", G_CALLBACK (failed), &failure);
  mw_journal_set_limits (opened.journal, most, step_most);
  journals_set_value (&opened, "name", "A");
  g_assert_true (mw_journal_flush (opened.journal, NULL));
  MwTarget target = fixture_target (opened.document, "geosets[0].vertices");
  const MwArray *old = mw_field_at (target.record, target.field);
  MwArray array = mw_array_new (old->n, 12);
  memset (array.data, 0, old->n * 12);
  mw_document_begin (opened.document, "Flatten");
  g_assert_true (mw_document_swap_array (opened.document, target.record->id, target.field, array, NULL));
  mw_document_commit (opened.document);
  g_assert_false (mw_journal_flush (opened.journal, NULL));
  wait_for_failure (&failure);
  g_test_message ("%s", failure);
  journals_set_value (&opened, "name", "B");
  mw_journal_close (opened.journal, TRUE);
  g_clear_object (&opened.journal);
  g_autoptr (MwRecovered) recovered = journals_recover ();
  g_assert_cmpuint (mw_document_get_n_steps (recovered->document), ==, 1);
  journals_end (&opened, g_steal_pointer (&recovered));
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

/* The waiting steps exceed the limit, as on a disk that is too slow. */
static void
test_slow (void)
{
  g_autofree char *failure = NULL;
  Opened opened = journals_open_sample ("figure.mdx");
  g_signal_connect (opened.journal, "failed", G_CALLBACK (failed), &failure);
  /* What is written when the file is opened must not meet this limit. */
  journals_flush (&opened);
  mw_journal_set_limits (opened.journal, 10, 1 << 20);
  journals_set_value (&opened, "name", "A");
  wait_for_failure (&failure);
  g_assert_nonnull (strstr (failure, "too slow"));
  journals_opened_clear (&opened);
  journals_assert_none_left ();
}

/* The folder cannot be created. */
static void
test_no_folder (void)
{
  g_autofree char *failure = NULL, *file = journals_write_file ("", "x", 1);
  Opened opened = journals_open_sample ("figure.mdx");
  mw_journal_close (opened.journal, FALSE);
  g_object_unref (opened.journal);
  opened.journal = mw_journal_new (opened.document, file);
  g_signal_connect (opened.journal, "failed", G_CALLBACK (failed), &failure);
  journals_set_value (&opened, "name", "A");
  journals_set_value (&opened, "name", "B");
  g_assert_false (mw_journal_flush (opened.journal, NULL));
  wait_for_failure (&failure);
  g_assert_cmpuint (mw_document_get_position (opened.document), ==, 2);
  journals_opened_clear (&opened);
}

/* --- Old journals --------------------------------------------------------------------------------------------------- */

static void
assert_origin (const MwRecovered *recovered, const char *from, const char *name, gboolean archive)
{
  g_assert_nonnull (recovered->origin);
  g_assert_cmpstr (recovered->origin->from, ==, from);
  g_assert_cmpstr (recovered->origin->name, ==, name);
  g_assert_cmpint (recovered->origin->archive, ==, archive);
  g_assert_cmpstr (recovered->damage, ==, NULL);
}

/* Of a model in a game or an archive, the journal has the address until it is saved as a file of its own. Its file is not compared with
 * what is there now. */
static void
test_origin (void)
{
  Opened opened = journals_open_sample ("figure.mdx");
  mw_journal_set_origin (opened.journal, "my game", "Units/A/A.mdx", FALSE);
  journals_set_value (&opened, "name", "A");
  journals_leave (&opened);
  g_assert_cmpint (g_unlink (opened.path), ==, 0);
  g_autoptr (MwRecovered) recovered = journals_recover ();
  assert_origin (recovered, "my game", "Units/A/A.mdx", FALSE);
  g_assert_false (recovered->changed);
  g_assert_false (recovered->missing);
  journals_assert_same (opened.document, recovered->document);
  /* Edits that follow do not change that, and a save does. */
  Opened again = { .document = g_object_ref (recovered->document) };
  again.journal = mw_recovered_resume (recovered);
  journals_set_value (&again, "name", "B");
  journals_leave (&again);
  g_clear_object (&again.document);
  g_clear_pointer (&recovered, mw_recovered_free);
  recovered = journals_recover ();
  assert_origin (recovered, "my game", "Units/A/A.mdx", FALSE);
  again = (Opened) { .document = g_object_ref (recovered->document), .journal = mw_recovered_resume (recovered) };
  g_autofree char *path = g_build_filename (journals_folder, "mine.mdx", NULL);
  journals_save (&again, path, FALSE, FALSE);
  journals_set_value (&again, "name", "C");
  journals_leave (&again);
  journals_opened_clear (&again);
  g_clear_pointer (&recovered, mw_recovered_free);
  recovered = journals_recover ();
  g_assert_null (recovered->origin);
  g_assert_cmpstr (mw_document_get_path (recovered->document), ==, path);
  journals_end (&opened, g_steal_pointer (&recovered));
}

static void
append_origin (const char *journal)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwRecordLog) log = mw_record_log_open (journal, &error);
  g_autoptr (GVariant) meta = g_variant_ref_sink (g_variant_new ("(^ay^ayb)", "g", "n", TRUE));
  g_autoptr (GBytes) bytes = g_variant_get_data_as_bytes (meta);
  g_auto (MwLogRecord) record = { 0 };
  while (mw_record_log_read (log, 0, &record, &error))
    mw_log_record_clear (&record);
  g_assert_true (mw_record_log_append (log, MW_JOURNAL_ORIGIN, bytes, NULL, &error));
}

/* It is written again with the rest, and only its own place is right for it. */
static void
test_origin_again (void)
{
  guint n_failed = 0, n_resumed = 0;
  Opened opened = journals_open_sample ("figure.mdx");
  mw_journal_set_origin (opened.journal, "War3.mpq", "a.mdx", TRUE);
  mw_journal_set_retry (opened.journal, 0);
  g_signal_connect (opened.journal, "failed", G_CALLBACK (count_failures), &n_failed);
  g_signal_connect (opened.journal, "resumed", G_CALLBACK (count), &n_resumed);
  struct rlimit before = limit_files (10);
  journals_set_value (&opened, "name", "A");
  g_assert_false (mw_journal_flush (opened.journal, NULL));
  wait_for (&n_failed);
  set_limit (before);
  journals_set_value (&opened, "name", "B");
  wait_for (&n_resumed);
  journals_leave (&opened);
  g_autoptr (MwRecovered) recovered = journals_recover ();
  assert_origin (recovered, "War3.mpq", "a.mdx", TRUE);
  g_clear_pointer (&recovered, mw_recovered_free);
  g_autoptr (MwLeftJournal) left = journals_find_left ();
  append_origin (left->journal);
  recovered = journals_recover ();
  g_assert_nonnull (recovered->damage);
  g_assert_cmpstr (recovered->origin->from, ==, "War3.mpq");
  journals_end (&opened, g_steal_pointer (&recovered));
}

/* A journal with this time and only a head, without the bytes of a model. */
static void
make_old (gint64 time)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *own = mw_record_log_make_folder (journals_state, &error),
                  *path = g_build_filename (own, "journal", NULL);
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
  g_autoptr (GPtrArray) before = mw_recovery_list (journals_state);
  g_assert_cmpuint (before->len, ==, 6);
  for (guint i = 0; i + 1 < before->len; i++)
    g_assert_cmpint (((MwLeftJournal *) before->pdata[i])->time, >, ((MwLeftJournal *) before->pdata[i + 1])->time);
  g_assert_cmpuint (mw_recovery_tidy (journals_state), ==, 2);
  g_autoptr (GPtrArray) after = mw_recovery_list (journals_state);
  g_assert_cmpuint (after->len, ==, 4);
  for (guint i = 0; i < after->len; i++)
    g_assert_true (mw_recovery_discard (((MwLeftJournal *) after->pdata[i])->journal, NULL));
  journals_assert_none_left ();
}

/* If the journals together are too large, the oldest is removed; the latest never is. */
static void
test_tidy_large (void)
{
  const gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  for (gint64 age = 0; age < 3; age++)
    make_old (now - age * 60);
  g_autoptr (GPtrArray) before = mw_recovery_list (journals_state);
  g_assert_cmpuint (before->len, ==, 3);
  /* Only the sizes are large: the files are sparse. */
  const guint64 sizes[] = { MW_RECOVERY_MOST + 1, 1 << 20, 1 << 20 };
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (truncate (((MwLeftJournal *) before->pdata[i])->journal, (off_t) sizes[i]), ==, 0);
  g_assert_cmpuint (mw_recovery_tidy (journals_state), ==, 2);
  g_autoptr (GPtrArray) after = mw_recovery_list (journals_state);
  g_assert_cmpuint (after->len, ==, 1);
  const MwLeftJournal *first = before->pdata[0], *left = after->pdata[0];
  g_assert_cmpstr (left->journal, ==, first->journal);
  g_assert_true (mw_recovery_discard (left->journal, NULL));
  journals_assert_none_left ();
}

int
main (int argc, char **argv)
{
  static const JournalsTest tests[] = {
    { "steps before the damage are recovered, and the damage is reported", test_damaged },
    { "a step that does not fit ends what is recovered", test_misfit },
    { "impossible states are rejected", test_states },
    { "a full disk ends the journal and nothing else", test_full },
    { "a failed journal is removed by a save", test_full_and_saved },
    { "when the disk has room again, the journal has everything", test_room_again },
    { "a journal is not restarted too early, or without all steps", test_room_too_late },
    { "exceeding its limits ends the journal", test_limits },
    { "a disk that is too slow ends the journal", test_slow },
    { "a folder that cannot be made is reported once", test_no_folder },
    { "the address of a model in a game is kept until it is saved", test_origin },
    { "the address is in a journal that is written again, and in one place", test_origin_again },
    { "old ones are removed", test_tidy },
    { "if journals are too large, the oldest are removed", test_tidy_large },
  };
  return journals_run (argc, argv, "recovery", tests, G_N_ELEMENTS (tests));
}
