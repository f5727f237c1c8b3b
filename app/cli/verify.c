/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/layout-text.h"
#include "core/schema/notes.h"

#include <string.h>

#define N_KINDS (MW_NOTE_LAYOUT + 1)

typedef struct {
  guint64 bytes[N_KINDS], all;
  guint64 carried; /* of these: companions that are carried along as they are */
} Origin;

static gboolean
add_notes (MwRecord *record, gpointer data)
{
  Origin *origin = data;
  for (guint i = 0; i < mw_notes_count (record); i++) {
    const MwNote *note = mw_notes_at (record, i);
    origin->bytes[note->kind] += note->from_file;
    origin->all += note->from_file;
  }
  return TRUE;
}

/* What one file's check found. */
typedef struct {
  gsize all;           /* bytes of the file and its companions */
  gsize size, written; /* of the part that differs: in the file, and of what was written */
  gint64 offset;       /* first that differs; -1: none */
  char *path;          /* who owns it */
  char *part;          /* the companion that differs; NULL: the model's own file */
  Origin origin;
} Result;

static void
result_clear (Result *result)
{
  g_free (result->path);
  g_free (result->part);
}

static char *
owner_of (const MwModel *model, MwFormat format, guint part, uint64_t offset)
{
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  g_autoptr (MwFileSet) again = mw_io_write_set (model, format, map, NULL, NULL);
  const MwBytes *bytes = again ? mw_byte_map_owner (map, part, offset) : NULL;
  return bytes ? mw_bytes_path_at (bytes, model, offset) : g_strdup ("");
}

/* Where two differ first; -1: nowhere. */
static gint64
first_difference (GBytes *one, GBytes *two)
{
  gsize size_one, size_two, at = 0;
  const guint8 *a = g_bytes_get_data (one, &size_one), *b = g_bytes_get_data (two, &size_two);
  gsize n = MIN (size_one, size_two);
  if (size_one == size_two && (n == 0 || memcmp (a, b, n) == 0))
    return -1;
  while (at < n && a[at] == b[at])
    at++;
  return (gint64) at;
}

/* The first part that differs. What is in the files and was not written is carried along by every save, so it is the
 * same; what was written and is in no file is a difference. */
static void
compare (Result *result, const MwFileSet *files, const MwFileSet *written, const MwModel *model, MwFormat format)
{
  result->offset = -1;
  for (guint i = 0; i < files->parts->len; i++) {
    const MwFilePart *part = files->parts->pdata[i];
    result->all += g_bytes_get_size (part->bytes);
    if (!mw_file_set_find (written, part->role))
      result->origin.carried += g_bytes_get_size (part->bytes);
  }
  result->origin.all += result->origin.carried;
  for (guint i = 0; i < written->parts->len; i++) {
    const MwFilePart *now = written->parts->pdata[i], *was = mw_file_set_find (files, now->role);
    gint64 offset = was ? first_difference (was->bytes, now->bytes) : 0;
    if (offset < 0)
      continue;
    result->offset = offset;
    result->size = was ? g_bytes_get_size (was->bytes) : 0;
    result->written = g_bytes_get_size (now->bytes);
    result->path = owner_of (model, format, i, (uint64_t) offset);
    if (i > 0)
      result->part = g_strdup (was && was->path ? was->path : now->role);
    return;
  }
}

/* Text has many spellings, so its proof is another: written and read again it is equal, and the second writing gives the
 * same text. */
static gboolean
verify_text (MwCli *cli, const char *file, const MwModel *model, MwFormat format, Result *result)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  g_autoptr (MwFileSet) first = mw_io_write_set (model, format, NULL, report, &error);
  if (!first) {
    mw_cli_fail (cli, file, error, MW_EXIT_OUTPUT);
    return FALSE;
  }
  if (!mw_io_prove_set (model, format, first, report, &error)) {
    mw_cli_fail (cli, file, error, MW_EXIT_FOUND);
    return FALSE;
  }
  MwFormat found;
  MwModel *again = mw_io_read_set (first, &found, NULL, NULL);
  g_autoptr (MwFileSet) second = mw_io_write_set (again, format, NULL, NULL, NULL);
  compare (result, first, second, again, format);
  mw_model_free (again);
  return TRUE;
}

/* What is written comes from a copy, and the first model is overwritten before: nothing of it, and nothing of the file's
 * bytes, can leak into the output. A regular file is read a second time and not kept, so that large ones fit; a pipe gives
 * its bytes only once. */
static gboolean
verify (MwCli *cli, const char *file, Result *result)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) files = NULL;
  gboolean again = strcmp (file, "-") != 0 && g_file_test (file, G_FILE_TEST_IS_REGULAR);
  MwFormat format;
  MwModel *model = mw_cli_load (cli, file, &format, &files);
  if (!model)
    return FALSE;
  if (again)
    g_clear_pointer (&files, mw_file_set_free);
  MwModel *copy = mw_model_copy (model, TRUE);
  mw_model_poison_and_free (model);
  mw_record_foreach (&copy->record, add_notes, &result->origin);
  if (format.text) {
    gboolean ok = verify_text (cli, file, copy, format, result);
    mw_model_free (copy);
    return ok;
  }
  g_autoptr (MwFileSet) written = mw_io_write_set (copy, format, NULL, NULL, &error);
  if (!written)
    mw_cli_fail (cli, file, error, MW_EXIT_OUTPUT);
  else if (!files && !(files = mw_cli_set (file, &error)))
    mw_cli_fail (cli, file, error, MW_EXIT_INPUT);
  else
    compare (result, files, written, copy, format);
  mw_model_free (copy);
  return written && files;
}

static char *
percent (guint64 part, guint64 all)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strdup (g_ascii_formatd (text, sizeof text, "%.3f", all ? 100.0 * (double) part / (double) all : 0));
}

static void
report_text (MwCli *cli, const char *file, const Result *result)
{
  gboolean origin = mw_cli_has (cli, "origin");
  if (result->offset >= 0) {
    mw_cli_print (cli, "%s: ", file);
    if (result->part)
      mw_cli_print (cli, "%s ", result->part);
    mw_cli_print (cli, "%sdiffers%s at byte 0x%" G_GINT64_MODIFIER "X in %s", mw_cli_color (cli, "31"),
                  mw_cli_color (cli, "0"), result->offset, *result->path ? result->path : "the model");
    if (result->size != result->written)
      mw_cli_print (cli, " (the file has %" G_GSIZE_FORMAT " bytes, written were %" G_GSIZE_FORMAT ")", result->size,
                    result->written);
    mw_cli_print (cli, "\n");
  } else if (!cli->quiet && !origin) {
    mw_cli_print (cli, "%s: identical\n", file);
  }
  if (!origin)
    return;
  g_autofree char *share = percent (result->origin.all, result->all);
  mw_cli_print (cli, "%s: %s%" G_GUINT64_FORMAT " of %" G_GSIZE_FORMAT " bytes (%s %%) held in notes\n", file,
                result->offset < 0 ? "identical, " : "", result->origin.all, result->all, share);
  for (guint i = 0; cli->verbose && i < N_KINDS; i++)
    if (result->origin.bytes[i])
      mw_cli_print (cli, "  %-16s %" G_GUINT64_FORMAT "\n", mw_note_kind_name ((MwNoteKind) i),
                    result->origin.bytes[i]);
  if (cli->verbose && result->origin.carried)
    mw_cli_print (cli, "  %-16s %" G_GUINT64_FORMAT "\n", "carried files", result->origin.carried);
}

static void
report_json (MwCli *cli, const char *file, const Result *result)
{
  g_autoptr (MwJson) json = mw_json_new ();
  mw_json_bool (json, "identical", result->offset < 0);
  mw_json_uint (json, "bytes", result->all);
  if (result->offset >= 0) {
    mw_json_uint (json, "written", result->written);
    mw_json_begin_object (json, "difference");
    if (result->part)
      mw_json_string (json, "file", result->part);
    mw_json_int (json, "offset", result->offset);
    mw_json_string (json, "path", result->path);
    mw_json_end_object (json);
  }
  if (mw_cli_has (cli, "origin")) {
    mw_json_begin_object (json, "origin");
    mw_json_uint (json, "bytes", result->origin.all);
    for (guint i = 0; i < N_KINDS; i++)
      if (result->origin.bytes[i])
        mw_json_uint (json, mw_note_kind_name ((MwNoteKind) i), result->origin.bytes[i]);
    if (result->origin.carried)
      mw_json_uint (json, "carried", result->origin.carried);
    mw_json_end_object (json);
  }
  mw_cli_object (cli, file, result->offset < 0, json);
}

static void
run (MwCli *cli)
{
  g_autoptr (GPtrArray) files = mw_cli_files (cli);
  guint identical = 0, differing = 0, failed = 0;
  for (guint i = 0; i < files->len; i++) {
    Result result = { .offset = -1 };
    mw_cli_progress (cli, i, files->len, files->pdata[i]);
    if (!verify (cli, files->pdata[i], &result)) {
      failed++;
      continue;
    }
    if (result.offset >= 0)
      mw_cli_code (cli, MW_EXIT_FOUND);
    *(result.offset < 0 ? &identical : &differing) += 1;
    if (cli->json)
      report_json (cli, files->pdata[i], &result);
    else
      report_text (cli, files->pdata[i], &result);
    result_clear (&result);
  }
  if (files->len > 1 && !cli->quiet && !cli->json)
    mw_cli_print (cli, "%u identical, %u different, %u not read or written\n", identical, differing, failed);
}

static const MwCliOption options[] = {
  { 0, "origin", NULL, "how many bytes of the file are held as they were, beside the values; -v by kind" },
};

const MwCliVerb mw_verb_verify = {
  .name = "verify",
  .arguments = "FILE...",
  .summary = "proves that reading and writing change no byte",
  .about =
    "Reads each file, copies the model, overwrites and frees the first one, writes the copy and compares with the\n"
    "file, read again. Names the first byte that differs and the address that owns it; then the exit code is 1.\n"
    "The companions of a model (.skin, .anim) are compared with it, each by itself.\n"
    "This proves that reading and writing change no byte. It says nothing about whether the model is valid: see\n"
    "validate. Of MDL text it proves that what is written and read again is equal, and that writing it a second time\n"
    "gives the same text. Of a folder all models in it and below it are taken.\n",
  .examples = "verify footman.mdx\nverify --origin -v units/\nverify --json units/ > report.jsonl",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 1,
  .run = run,
};
