/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving, from writing in memory to replacing the files: no unproved file is written to the disk, and after the save
 * the document has the files. */
#include "core/check/check.h"
#include "core/io/place.h"
#include "core/model/mdlx/mdlx.h"
#include "core/save/acknowledged.h"
#include "core/save/own-files.h"
#include "core/schema/loss-lines.h"
#include "core/schema/path.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/m2.h"
#include "tests/core/io/files.h"
#include "tests/core/save/sample.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

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

static gboolean
same_bytes (const char *path, GBytes *bytes)
{
  g_autoptr (GBytes) there = mw_file_read (path, NULL, NULL);
  return there && g_bytes_equal (there, bytes);
}

static void
test_document_is_what_was_saved (Files *files, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = saved_sample (files, "figure.mdx", "figure.mdx");
  g_autofree char *target = files_path (files, "other.mdl");
  set_value (document, "name", "Other");
  g_autoptr (MwSave) save = mw_save_of_document (document);
  MwSaveOptions options = mw_save_options (document);
  options.format.text = options.side_channel = TRUE;
  g_assert_true (mw_save_write (save, &options, NULL, &error));
  g_assert_true (mw_save_place (save, target, &error));
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
  g_assert_true (mw_save_commit (save, &(MwSaveTerms) { 0 }, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (same_bytes (target, mw_file_set_main (save->files)->bytes));
  g_assert_false (mw_document_is_clean (document));
  mw_save_apply (save, document);
  g_assert_cmpstr (mw_document_get_path (document), ==, target);
  g_assert_true (mw_document_get_format (document).text);
  g_assert_true (mw_document_has_side_channel (document));
  g_assert_true (mw_document_is_clean (document));
  /* The file is marked as written by us, so the next save makes no backup of it. */
  g_assert_true (mw_file_set_main (mw_document_get_files (document))->ours);
}

/* Edits made after the snapshot are still unsaved after the save. */
static void
test_later_edits_are_unsaved (Files *files, gconstpointer data)
{
  g_autoptr (MwDocument) document = saved_sample (files, "figure.mdx", "figure.mdx");
  set_value (document, "name", "First");
  g_autoptr (MwSave) save = mw_save_of_document (document);
  MwSaveOptions options = mw_save_options (document);
  set_value (document, "name", "Second");
  const MwSaveTerms terms = { .flags = MW_SAVE_OVERWRITE };
  g_assert_true (mw_save_write (save, &options, NULL, NULL));
  g_assert_true (mw_save_place (save, mw_document_get_path (document), NULL));
  g_assert_true (mw_save_commit (save, &terms, NULL, NULL));
  mw_save_apply (save, document);
  g_assert_false (mw_document_is_clean (document));
  mw_document_undo (document);
  g_assert_true (mw_document_is_clean (document));
}

/* Proving fails for a value that the file cannot store: `again` marks a repeated unknown chunk, but here the chunk
 * is the only one of its kind. */
static void
test_unproved_is_not_saved (Files *files, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = saved_sample (files, "everything.mdx", "everything.mdx");
  MwMdlx *model = (MwMdlx *) mw_document_get_model (document);
  g_assert_cmpuint (model->unknown_chunks.n, >, 0);
  ((MwMdlxUnknownChunk *) model->unknown_chunks.items[0])->again = 1;
  g_autoptr (MwSave) save = mw_save_of_document (document);
  MwSaveOptions options = mw_save_options (document);
  g_assert_false (mw_save_write (save, &options, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_NOT_WRITABLE);
  g_assert_cmpstr (error->message, ==, "the written file does not read back identically; nothing was saved");
  g_assert_cmpstr (mw_error_path (error), ==, "unknown_chunks[0].again");
  g_assert_null (save->files);
  /* Without proved files, no later step does anything. */
  g_autofree char *target = files_path (files, "new.mdx");
  g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_CRITICAL, "*self->files*");
  g_assert_false (mw_save_place (save, target, NULL));
  g_test_assert_expected_messages ();
  g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_CRITICAL, "*self->placed*");
  g_assert_false (mw_save_commit (save, &(MwSaveTerms) { .flags = MW_SAVE_OVERWRITE }, NULL, NULL));
  g_test_assert_expected_messages ();
  g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_CRITICAL, "*self->done*");
  mw_save_apply (save, document);
  g_test_assert_expected_messages ();
  files_assert_list (files, "everything.mdx");
  g_assert_true (
    same_bytes (mw_document_get_path (document), mw_file_set_main (mw_document_get_files (document))->bytes));
}

static void
test_cancelled_before_the_files (Files *files, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (MwDocument) document = saved_sample (files, "figure.mdx", "figure.mdx");
  g_autoptr (MwSave) save = mw_save_of_document (document);
  MwSaveOptions options = mw_save_options (document);
  g_cancellable_cancel (cancellable);
  g_assert_false (mw_save_write (save, &options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (save->files);
}

static double progress[8];
static guint n_progress;

static void
note_progress (GCancellable *cancellable, double done)
{
  g_assert_cmpuint (n_progress, <, G_N_ELEMENTS (progress));
  progress[n_progress++] = done;
}

/* The list of losses has those of the conversion and those of writing text. The document itself is not changed. */
static void
test_converted (Files *files, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = saved_sample (files, "everything.mdx", "everything.mdx");
  MwFormat from = mw_document_get_format (document);
  g_autoptr (MwSave) save = mw_save_of_document (document);
  MwSaveOptions options = { .format = { MW_FAMILY_MDX_WOW, 1300, TRUE }, .progress = note_progress };
  n_progress = 0;
  g_assert_true (mw_save_write (save, &options, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (save->converted);
  g_assert_null (save->was);
  g_assert_cmpuint (save->conversion->losses->len, >, 0);
  g_assert_cmpuint (n_progress, ==, 2);
  g_assert_true (0 < progress[0] && progress[0] < progress[1] && progress[1] < 1);
  g_autofree char *target = files_path (files, "made.mdl");
  g_assert_true (mw_save_place (save, target, &error));
  guint lines = 0;
  for (guint i = 0; i < save->lost->len; i++)
    lines += ((const MwLossLine *) save->lost->pdata[i])->n;
  g_assert_cmpuint (lines, ==, save->conversion->losses->len + save->writing->losses->len);
  guint64 changed, size;
  mw_save_count_changes (save, &changed, &size);
  g_assert_cmpuint (size, ==, g_bytes_get_size (mw_file_set_main (save->files)->bytes));
  g_assert_cmpuint (changed, ==, size); /* all bytes count as changed, because there is no earlier file */
  g_assert_true (mw_save_commit (save, &(MwSaveTerms) { 0 }, NULL, &error));
  g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_CRITICAL, "*converted*");
  mw_save_apply (save, document);
  g_test_assert_expected_messages ();
  g_assert_cmpuint (mw_document_get_format (document).version, ==, from.version);
}

/* A few bytes at the end and one at the beginning, in a file whose middle stays, are not the whole file. */
static void
test_count (Files *files, gconstpointer data)
{
  enum { SIZE = 10000, MORE = 20 };
  guint8 bytes[SIZE + MORE], other[SIZE + MORE];
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  for (guint i = 0; i < SIZE + MORE; i++)
    bytes[i] = other[i] = (guint8) g_rand_int (random);
  other[8] ^= 1;
  g_autoptr (GBytes) before = g_bytes_new (bytes, SIZE), same = g_bytes_new (other, SIZE),
                     longer = g_bytes_new (other, SIZE + MORE);
  g_assert_cmpuint (mw_count_changed_bytes (before, before), ==, 0);
  g_assert_cmpuint (mw_count_changed_bytes (before, same), ==, 1);
  g_assert_cmpuint (mw_count_changed_bytes (before, longer), ==, 1 + MORE);
  g_assert_cmpuint (mw_count_changed_bytes (longer, before), ==, 1 + MORE);
  g_assert_cmpuint (mw_count_changed_bytes (NULL, before), ==, SIZE);
}

static MwSave *
save_in_place (MwDocument *document, const char *backup)
{
  g_autoptr (GError) error = NULL;
  MwSave *save = mw_save_of_document (document);
  MwSaveOptions options = mw_save_options (document);
  const MwSaveTerms terms = { .flags = MW_SAVE_OVERWRITE | MW_SAVE_BACKUP_ONCE, .backup = backup };
  g_assert_true (mw_save_write (save, &options, NULL, &error));
  g_assert_true (mw_save_place (save, mw_document_get_path (document), &error));
  g_assert_true (mw_save_commit (save, &terms, NULL, &error));
  g_assert_no_error (error);
  mw_save_apply (save, document);
  return save;
}

/* A backup is made of the user's file, not of a file that an earlier save wrote. */
static void
test_backup_of_others_only (Files *files, gconstpointer data)
{
  g_autoptr (MwDocument) document = saved_sample (files, "figure.mdx", "figure.mdx");
  set_value (document, "name", "First");
  mw_save_free (save_in_place (document, ".bak"));
  files_assert_list (files, "figure.mdx figure.mdx.bak");
  g_autofree char *backup = files_path (files, "figure.mdx.bak");
  files_remove (backup);
  for (guint i = 0; i < 2; i++) {
    set_value (document, "name", i ? "Third" : "Second");
    mw_save_free (save_in_place (document, ".bak"));
    files_assert_list (files, "figure.mdx");
  }
}

/* Beside the target is a file of another model, which has the name of a companion that this model does not have. From then
 * on it would be read with the saved model, so it is one of the files that the document knows. */
static void
test_beside_another_model (Files *files, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  g_autofree char *target = files_path (files, "model.m2"), *other = files_path (files, "model0149-07.anim");
  g_assert_true (g_file_set_contents (other, "another's", -1, NULL));
  g_autoptr (MwSave) save = mw_save_of_document (document);
  MwSaveOptions options = mw_save_options (document);
  g_assert_true (mw_save_write (save, &options, NULL, &error));
  g_assert_true (mw_save_place (save, target, &error));
  g_assert_true (mw_save_find_taken (save, &error));
  g_assert_cmpuint (save->taken->len, ==, 1);
  g_assert_cmpstr (save->taken->pdata[0], ==, "model0149-07.anim");
  const MwSaveTerms terms = { .flags = MW_SAVE_OVERWRITE };
  g_assert_true (mw_save_commit (save, &terms, NULL, &error));
  g_assert_no_error (error);
  g_autoptr (MwFileSet) known = mw_save_known_files (save);
  g_assert_cmpuint (known->parts->len, ==, save->files->parts->len + 1);
  const MwFilePart *last = known->parts->pdata[known->parts->len - 1];
  g_assert_cmpstr (last->path, ==, other);
  g_assert_true (same_bytes (other, last->bytes));
}

/* Counts the notes that text cannot keep. With drop_origin the notes are not written to binary files either. */
static void
test_notes (Files *files, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = saved_sample (files, "everything.mdx", "everything.mdx");
  guint notes[3] = { 0 };
  for (guint i = 0; i < G_N_ELEMENTS (notes); i++) {
    g_autoptr (MwSave) save = mw_save_of_document (document);
    MwSaveOptions options = mw_save_options (document);
    options.format.text = i < 2;
    options.side_channel = i == 1;
    options.drop_origin = i == 2;
    g_assert_true (mw_save_write (save, &options, NULL, &error));
    g_assert_no_error (error);
    notes[i] = save->notes;
    if (i == 2)
      g_assert_false (g_bytes_equal (mw_file_set_main (save->files)->bytes, mw_file_set_main (save->was)->bytes));
  }
  g_assert_cmpuint (notes[0], >, 0);
  g_assert_cmpuint (notes[1], ==, 0);
  g_assert_cmpuint (notes[2], ==, notes[0]);
}

/* A file that another program has changed is not replaced. */
static void
test_changed_outside (Files *files, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = saved_sample (files, "figure.mdx", "figure.mdx");
  const char *path = mw_document_get_path (document);
  set_value (document, "name", "Mine");
  MwSaveOptions options = mw_save_options (document);
  g_autoptr (MwSave) save = mw_save_of_document (document);
  g_assert_true (mw_save_write (save, &options, NULL, &error) && mw_save_place (save, path, &error));
  g_assert_true (mw_save_look (save, mw_document_get_files (document), NULL, &error));
  g_assert_null (save->now);
  files_write (files, "figure.mdx", "theirs");
  g_assert_true (mw_save_look (save, mw_document_get_files (document), NULL, &error));
  g_assert_nonnull (save->now);
  const MwSaveTerms terms = { .flags = MW_SAVE_OVERWRITE, .seen = mw_document_get_files (document) };
  g_assert_false (mw_save_commit (save, &terms, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CHANGED);
  g_autofree char *kept = files_read (files, "figure.mdx");
  g_assert_cmpstr (kept, ==, "theirs");
}

/* The same losses and findings are new only once. */
static void
test_acknowledged_once (Files *files, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = saved_sample (files, "effect.mdx", "effect.mdx");
  g_autoptr (MwAcknowledged) user = mw_acknowledged_new (mw_report_new (), NULL);
  g_autofree char *target = files_path (files, "effect.mdl");
  g_assert_nonnull (mw_acknowledged_get_reading (user));
  set_value (document, "sequences[0].rarity", "inf");
  for (guint i = 0; i < 2; i++) {
    g_autoptr (MwSave) save = mw_save_of_document (document);
    MwSaveOptions options = { .format = mw_document_get_format (document) };
    options.format.text = TRUE;
    g_assert_true (mw_save_write (save, &options, NULL, &error));
    mw_save_check (save, NULL);
    g_autoptr (GPtrArray) wrong = mw_acknowledged_new_findings (user, save);
    g_assert_cmpuint (wrong->len, ==, i == 0);
    g_assert_cmpuint (save->writing->losses->len, >, 0);
    g_assert_true (mw_acknowledged_has_new_losses (user, save) == (i == 0));
    g_assert_true (mw_save_place (save, target, &error));
    g_assert_true (mw_save_commit (save, &(MwSaveTerms) { .flags = MW_SAVE_OVERWRITE }, NULL, &error));
    g_assert_no_error (error);
    mw_save_apply (save, document);
    mw_acknowledged_update (user, save);
    g_assert_null (mw_acknowledged_get_reading (user));
  }
}

/* What the document is for decides what is named, unless it is saved for another game. */
static void
test_checked_for_a_client (Files *files, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = saved_sample (files, "figure.mdx", "figure.mdx");
  MwTargetClient client;
  const struct {
    const char *client;
    MwFormat format;
    guint found;
  } cases[] = { { NULL, { MW_FAMILY_MDX, 800 }, 0 },
                { "wc3-1.26", { MW_FAMILY_MDX, 800 }, 0 },
                { "mdx1000", { MW_FAMILY_MDX, 800 }, 1 },
                { "wc3-1.26", { MW_FAMILY_MDX, 1000 }, 1 },
                { "wc3-1.26", { MW_FAMILY_MDX_WOW, 1300 }, 0 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (MwSave) save = mw_save_of_document (document);
    const MwSaveOptions options = { .format = cases[i].format };
    guint found = 0;
    g_assert_true (mw_save_write (save, &options, NULL, &error));
    g_assert_no_error (error);
    g_assert_true (!cases[i].client || mw_target_client (cases[i].client, &client));
    mw_save_check (save, cases[i].client ? &client : NULL);
    for (guint k = 0; k < save->findings->len; k++)
      found += strcmp (((MwFinding *) save->findings->pdata[k])->rule->id, "target-version") == 0;
    g_assert_cmpuint (found, ==, cases[i].found);
  }
}

static void
test_changed_bytes (Files *files, gconstpointer data)
{
  static const struct {
    const char *before, *after;
    guint64 n;
  } cases[] = { { "", "", 0 },         { "abc", "abc", 0 },   { "abc", "axc", 1 }, { "abc", "xbz", 2 },
                { "abc", "abXYc", 2 }, { "abXYc", "abc", 2 }, { "", "abc", 3 },    { "aaaa", "aa", 2 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GBytes) before = g_bytes_new_static (cases[i].before, strlen (cases[i].before)),
                       after = g_bytes_new_static (cases[i].after, strlen (cases[i].after));
    g_assert_cmpuint (mw_count_changed_bytes (before, after), ==, cases[i].n);
  }
  g_autoptr (GBytes) all = g_bytes_new_static ("abc", 3);
  g_assert_cmpuint (mw_count_changed_bytes (NULL, all), ==, 3);
}

#define ADD(name, test) g_test_add ("/save/" name, Files, NULL, files_set_up, test, files_tear_down)

/* --- Backups of the files of other programs --------------------------------------------------------------------------- */

static MwDocument *
open_again (const char *path)
{
  g_autoptr (GError) error = NULL;
  MwFormat format;
  MwFileSet *set = mw_io_load (path, NULL, &error);
  MwModel *model = mw_io_read (set, &format, NULL, &error);
  g_assert_no_error (error);
  MwDocument *document = mw_document_new (model, format);
  mw_document_set_files (document, set);
  return document;
}

/* Saves as the window does. */
static void
save_with (MwDocument *document, MwSaveFlags flags)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwSave) save = mw_save_of_document (document);
  MwSaveOptions options = mw_save_options (document);
  const MwSaveTerms terms = { .flags = flags, .backup = ".bak" };
  g_assert_true (mw_save_write (save, &options, NULL, &error));
  g_assert_true (mw_save_place (save, mw_document_get_path (document), &error));
  g_assert_true (mw_save_commit (save, &terms, NULL, &error));
  g_assert_no_error (error);
  mw_save_apply (save, document);
}

static void
save_with_backup (MwDocument *document)
{
  save_with (document, MW_SAVE_OVERWRITE | MW_SAVE_BACKUP_ONCE);
}

static void
test_own_files_need_no_backup (Files *files, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) first = saved_sample (files, "figure.mdx", "figure.mdx");
  g_autofree char *path = g_strdup (mw_document_get_path (first)), *kept = g_strconcat (path, ".bak", NULL);
  g_autoptr (GBytes) original = mw_file_read (path, NULL, &error);
  g_autofree char *name = g_uuid_string_random (), *value = g_strdup_printf ("\"%s\"", name);
  set_value (first, "name", value);
  save_with_backup (first);
  g_assert_true (same_bytes (kept, original));
  /* Opened again it is known as our own. */
  g_unlink (kept);
  g_autoptr (MwDocument) second = open_again (path);
  set_value (second, "name", "Second");
  save_with_backup (second);
  g_assert_false (g_file_test (kept, G_FILE_TEST_EXISTS));
  /* A command that is told to keep backups keeps them of our own files, too. */
  g_autoptr (MwDocument) again = open_again (path);
  set_value (again, "name", "Again");
  save_with (again, MW_SAVE_OVERWRITE);
  g_assert_true (g_file_test (kept, G_FILE_TEST_EXISTS));
  g_unlink (kept);
  /* Another program changes it. */
  g_assert_true (
    g_file_set_contents (path, g_bytes_get_data (original, NULL), (gssize) g_bytes_get_size (original), &error));
  g_autoptr (MwDocument) third = open_again (path);
  set_value (third, "name", "Third");
  save_with_backup (third);
  g_assert_true (same_bytes (kept, original));
  /* The backup is never replaced. */
  g_assert_true (g_file_set_contents (kept, "mine", 4, &error));
  g_assert_true (
    g_file_set_contents (path, g_bytes_get_data (original, NULL), (gssize) g_bytes_get_size (original), &error));
  g_autoptr (MwDocument) fourth = open_again (path);
  set_value (fourth, "name", "Fourth");
  save_with_backup (fourth);
  g_autoptr (GBytes) mine = g_bytes_new_static ("mine", 4);
  g_assert_true (same_bytes (kept, mine));
}

/* A file that was saved without a change is still the work of the other program. */
static void
test_unchanged_files_stay_foreign (Files *files, gconstpointer data)
{
  g_autoptr (MwDocument) first = saved_sample (files, "effect.mdx", "effect.mdx");
  g_autofree char *path = g_strdup (mw_document_get_path (first)), *kept = g_strconcat (path, ".bak", NULL);
  save_with_backup (first);
  g_unlink (kept);
  g_autoptr (MwDocument) second = open_again (path);
  set_value (second, "name", "Second");
  save_with_backup (second);
  g_assert_true (g_file_test (kept, G_FILE_TEST_EXISTS));
}

/* Each file of a set that changes has one. */
static void
test_companions_have_backups (Files *files, gconstpointer data)
{
  g_autofree char *skin = sample_path ("beetle00.skin"), *beside = files_path (files, "beetle00.skin");
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (skin, &size);
  g_assert_true (g_file_set_contents (beside, (const char *) bytes, (gssize) size, NULL));
  g_autoptr (MwDocument) document = saved_sample (files, "beetle.m2", "beetle.m2");
  set_value (document, "skins[0].batches[0].layer", "3");
  save_with_backup (document);
  g_autofree char *kept = files_path (files, "beetle00.skin.bak"), *model = files_path (files, "beetle.m2.bak");
  g_autoptr (GBytes) original = g_bytes_new (bytes, size);
  g_assert_true (same_bytes (kept, original));
  g_assert_true (g_file_test (model, G_FILE_TEST_EXISTS));
}

/* The list stays small, and keeps the newest. */
static void
test_the_list_is_bounded (Files *files, gconstpointer data)
{
  g_autofree char *list = g_build_filename (g_get_user_state_dir (), "modelwright", "own-files", NULL), *text = NULL;
  g_autoptr (GString) many = g_string_new (NULL);
  for (guint i = 0; i < 2 * MW_OWN_FILES_MOST; i++)
    g_string_append_printf (many, "%064x\n", i);
  g_autofree char *folder = g_path_get_dirname (list);
  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (list, many->str, -1, NULL));
  g_autoptr (MwDocument) document = saved_sample (files, "figure.mdx", "figure.mdx");
  set_value (document, "name", "Bounded");
  save_with_backup (document);
  g_assert_true (g_file_get_contents (list, &text, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, MW_OWN_FILES_MOST + 1);
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256,
                                                       mw_file_set_main (mw_document_get_files (document))->bytes),
                  *first = g_strdup_printf ("%064x", MW_OWN_FILES_MOST + 1);
  g_assert_cmpstr (lines[MW_OWN_FILES_MOST - 1], ==, sum);
  g_assert_cmpstr (lines[0], ==, first);
}

int
main (int argc, char **argv)
{
  /* A list of own files that no other test writes. (G_TEST_OPTION_ISOLATE_DIRS leaks.) */
  g_autofree char *state = g_dir_make_tmp ("save-XXXXXX", NULL);
  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);
  ADD ("bytes that stay do not count as changed if the file grows or shrinks", test_count);
  ADD ("the document is what was saved", test_document_is_what_was_saved);
  ADD ("edits after the snapshot are not saved", test_later_edits_are_unsaved);
  ADD ("a model that does not read back identically is not saved", test_unproved_is_not_saved);
  ADD ("a cancelled save ends before the files", test_cancelled_before_the_files);
  ADD ("a conversion and its text are one list of losses", test_converted);
  ADD ("a backup is kept of files that others wrote", test_backup_of_others_only);
  ADD ("a file of our own needs no backup, also when it is opened again", test_own_files_need_no_backup);
  ADD ("a file that was saved unchanged is still that of the others", test_unchanged_files_stay_foreign);
  ADD ("companions have backups, too", test_companions_have_backups);
  ADD ("only the newest of our files are remembered", test_the_list_is_bounded);
  ADD ("a file of another model beside the target is known afterwards", test_beside_another_model);
  ADD ("notes that are not carried over are counted", test_notes);
  ADD ("files that another program changed are not replaced", test_changed_outside);
  ADD ("losses and findings are asked about once", test_acknowledged_once);
  ADD ("what it finds is for the client of the document", test_checked_for_a_client);
  ADD ("changed bytes are counted", test_changed_bytes);
  int failed = g_test_run ();
  files_remove (state);
  return failed;
}
