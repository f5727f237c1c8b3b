/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "core/schema/byte-owner.h"
#include "core/schema/notes.h"
#include "core/schema/path.h"

#include <string.h>

/* What is reported of a note. It is a copy, because the report outlives the model. */
typedef struct {
  char *path; /* of the record that it hangs on */
  MwNoteKind kind;
  char *about;    /* the field or list that it is about; "" for the whole record */
  guint bytes;    /* how many bytes of the file it holds */
  uint32_t count; /* surplus ranges: how many each track has; else 0 */
  char *part;     /* role of the file that has the bytes it is about; NULL: they are not in one place */
  uint64_t offset, size;
} Noted;

typedef struct {
  guint64 bytes[MW_N_NOTE_KINDS], all;
  guint64 carried; /* bytes of companions that the model does not represent; saves copy them unchanged */
  GArray *notes;   /* Noted */
} Origin;

static void
noted_clear (gpointer data)
{
  Noted *noted = data;
  g_free (noted->path);
  g_free (noted->about);
  g_free (noted->part);
}

/* What a note is about, as a word for users. Notes on the key ranges of M2 tracks name the field that the ranges are derived
 * from (key times, sequences); users see "ranges" and "surplus_ranges". */
static char *
about_of (const MwRecord *record, const MwNote *note)
{
  if (!note->field)
    return g_strdup ("");
  if (note->kind == MW_NOTE_LAYOUT && record->schema->keys == MW_KEYS_M2_TRACK && note->field->part == MW_PART_TIMES)
    return g_strdup ("ranges");
  if (note->kind == MW_NOTE_LAYOUT && !record->owner && note->field->part == MW_PART_SEQUENCES)
    return g_strdup ("surplus_ranges");
  return g_strdup (note->field->name);
}

/* The bytes of the output that a note is about: the value of its field, or bytes tagged with `about`. NULL: none. */
static const MwBytes *
bytes_of (const MwByteMap *map, const MwRecord *record, const MwNote *note, const char *about)
{
  for (guint i = 0; note->field && map && i < map->entries->len; i++) {
    const MwBytes *bytes = &g_array_index (map->entries, MwBytes, i);
    if (bytes->record == record->id
        && (strncmp (bytes->tag, about, sizeof bytes->tag - 1) == 0
            || (bytes->field == note->field && bytes->kind == MW_BYTES_VALUE)))
      return bytes;
  }
  return NULL;
}

typedef struct {
  Origin *origin;
  const MwByteMap *map;
  const MwFileSet *written;
} Noting;

static gboolean
add_notes (MwRecord *record, gpointer data)
{
  const Noting *noting = data;
  for (guint i = 0; i < mw_notes_count (record); i++) {
    const MwNote *note = mw_notes_at (record, i);
    Noted noted = {
      .path = mw_record_path (record), .kind = note->kind, .about = about_of (record, note), .bytes = note->from_file
    };
    const MwBytes *bytes = bytes_of (noting->map, record, note, noted.about);
    if (bytes) {
      noted.part = g_strdup (((const MwFilePart *) noting->written->parts->pdata[bytes->part])->role);
      noted.offset = bytes->offset;
      noted.size = bytes->size;
    }
    if (strcmp (noted.about, "surplus_ranges") == 0)
      memcpy (&noted.count, note->bytes, sizeof noted.count);
    g_array_append_val (noting->origin->notes, noted);
    noting->origin->bytes[note->kind] += note->from_file;
    noting->origin->all += note->from_file;
  }
  return TRUE;
}

static void
note_origin (Origin *origin, const MwModel *model, const MwByteMap *map, const MwFileSet *written)
{
  Noting noting = { origin, map, written };
  origin->notes = g_array_new (FALSE, FALSE, sizeof (Noted));
  g_array_set_clear_func (origin->notes, noted_clear);
  mw_record_foreach ((MwRecord *) &model->record, add_notes, &noting);
}

/* The result for one model. */
typedef struct {
  gsize size;    /* of all files, in bytes */
  gsize found;   /* size of the file that differs */
  gsize written; /* size of what was written in its place */
  gint64 offset; /* first byte that differs; -1: none */
  char *part;    /* role of the file that differs; NULL: the main file */
  char *path;    /* path of the value that owns this byte */
  Origin origin;
} Result;

static void
result_clear (Result *result)
{
  g_free (result->part);
  g_free (result->path);
  if (result->origin.notes)
    g_array_unref (result->origin.notes);
}

static char *
owner_of (const MwModel *model, MwFormat format, guint part, uint64_t offset)
{
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  g_autoptr (MwFileSet) again = mw_io_write (model, format, &(MwIoOptions) { .map = map }, NULL);
  const MwBytes *bytes = again ? mw_byte_map_owner (map, part, offset) : NULL;
  return bytes ? mw_bytes_path_at (bytes, model, offset) : g_strdup ("");
}

static void
compare (Result *result, GBytes *file, GBytes *written, guint part, const MwModel *model, MwFormat format)
{
  const guint8 *a = g_bytes_get_data (file, &result->found), *b = g_bytes_get_data (written, &result->written);
  gsize n = MIN (result->found, result->written), at = 0;
  result->offset = -1;
  if (result->found == result->written && (n == 0 || memcmp (a, b, n) == 0))
    return;
  while (at < n && a[at] == b[at])
    at++;
  result->offset = (gint64) at;
  result->path = owner_of (model, format, part, at);
}

/* Compares part by part. Companions that the model does not represent (physics, facial bones) are copied unchanged by a save
 * and cannot differ. */
static void
compare_sets (Result *result, const MwFileSet *files, const MwFileSet *written, const MwModel *model, MwFormat format)
{
  result->offset = -1;
  for (guint i = 0; i < files->parts->len; i++) {
    const MwFilePart *file = files->parts->pdata[i];
    if (!mw_file_set_find (written, file->role))
      result->origin.carried += g_bytes_get_size (file->bytes);
  }
  for (guint i = 0; i < written->parts->len && result->offset < 0; i++) {
    const MwFilePart *part = written->parts->pdata[i], *file = mw_file_set_find (files, part->role);
    g_autoptr (GBytes) none = g_bytes_new (NULL, 0);
    compare (result, file ? file->bytes : none, part->bytes, i, model, format);
    if (result->offset >= 0 && i)
      result->part = g_strdup (part->role);
  }
}

/* The same text can be spelled in many ways, so it is not compared with the file. Instead the written text must read back as
 * an equal model, and writing that model must give the same text again. FALSE: failed, which is reported. */
static gboolean
verify_text (MwCli *cli, const char *file, const MwModel *model, MwFormat format, Result *result)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  const MwIoOptions options = { .report = report };
  g_autoptr (MwFileSet) first = mw_io_write (model, format, &options, &error);
  if (!first) {
    mw_cli_fail (cli, file, error, MW_EXIT_OUTPUT);
    return FALSE;
  }
  if (!mw_io_prove (model, format, first, &options, &error)) {
    mw_cli_fail (cli, file, error, MW_EXIT_FOUND);
    return FALSE;
  }
  MwModel *again = mw_io_read (first, NULL, NULL, NULL);
  g_autoptr (MwFileSet) second = mw_io_write (again, format, NULL, NULL);
  compare (result, mw_file_set_main (first)->bytes, mw_file_set_main (second)->bytes, 0, again, format);
  mw_model_free (again);
  return TRUE;
}

static gsize
size_of (const MwFileSet *set)
{
  gsize size = 0;
  for (guint i = 0; i < set->parts->len; i++)
    size += g_bytes_get_size (((MwFilePart *) set->parts->pdata[i])->bytes);
  return size;
}

/* Writes a copy of the model, after the memory of the model itself has been overwritten, so that neither the model nor the
 * file's bytes can leak into the output. A regular file is read a second time for the comparison instead of being kept in
 * memory; a pipe can be read only once. FALSE: failed, which is reported. */
static gboolean
verify (MwCli *cli, const char *file, Result *result)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) set = NULL;
  gboolean again = strcmp (file, "-") != 0 && g_file_test (file, G_FILE_TEST_IS_REGULAR);
  MwFormat format;
  MwModel *model = mw_cli_load (cli, file, &format, &set);
  if (!model)
    return FALSE;
  result->size = size_of (set);
  if (again)
    g_clear_pointer (&set, mw_file_set_free);
  MwModel *copy = mw_model_copy (model, TRUE);
  mw_model_poison_and_free (model);
  if (format.text) {
    gboolean ok = verify_text (cli, file, copy, format, result);
    note_origin (&result->origin, copy, NULL, NULL);
    mw_model_free (copy);
    return ok;
  }
  g_autoptr (MwByteMap) map = mw_cli_has (cli, "origin") ? mw_byte_map_new () : NULL;
  g_autoptr (MwFileSet) written = mw_io_write (copy, format, &(MwIoOptions) { .map = map }, &error);
  if (written && map)
    note_origin (&result->origin, copy, map, written);
  if (!written)
    mw_cli_fail (cli, file, error, MW_EXIT_OUTPUT);
  else if (!set && !(set = mw_cli_set (file, &error)))
    mw_cli_fail (cli, file, error, MW_EXIT_INPUT);
  else
    compare_sets (result, set, written, copy, format);
  mw_model_free (copy);
  return written && set;
}

static char *
percent (guint64 part, guint64 all)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strdup (g_ascii_formatd (text, sizeof text, "%.3f", all ? 100.0 * (double) part / (double) all : 0));
}

/* Prints one line for all notes of one kind about the same thing, with the path of the first. */
static void
print_notes (MwCli *cli, const GArray *notes)
{
  for (guint i = 0; notes && i < notes->len; i++) {
    const Noted *noted = &g_array_index (notes, Noted, i);
    guint n = 0;
    guint64 bytes = 0;
    gboolean first = TRUE;
    for (guint k = 0; k < notes->len && first; k++) {
      const Noted *other = &g_array_index (notes, Noted, k);
      if (other->kind != noted->kind || strcmp (other->about, noted->about) != 0)
        continue;
      first = k >= i;
      n++;
      bytes += other->bytes;
    }
    if (!first)
      continue;
    mw_cli_print (cli, "  %-16s %8" G_GUINT64_FORMAT "  ", mw_note_kind_name (noted->kind), bytes);
    mw_cli_print (cli, "%s%s%s", *noted->about ? noted->about : "", *noted->about ? " of " : "",
                  *noted->path ? noted->path : "(model)");
    if (n > 1)
      mw_cli_print (cli, " and %u more", n - 1);
    mw_cli_print (cli, "\n");
  }
}

static void
report_text (MwCli *cli, const char *file, const Result *result)
{
  gboolean origin = mw_cli_has (cli, "origin");
  if (result->offset >= 0) {
    mw_cli_print (cli, "%s: %sdiffers%s at byte 0x%" G_GINT64_MODIFIER "X%s%s in %s", file, mw_cli_color (cli, "31"),
                  mw_cli_color (cli, "0"), result->offset, result->part ? " of " : "", result->part ? result->part : "",
                  *result->path ? result->path : "the model");
    if (result->found != result->written)
      mw_cli_print (cli, " (the file has %" G_GSIZE_FORMAT " bytes, written were %" G_GSIZE_FORMAT ")", result->found,
                    result->written);
    mw_cli_print (cli, "\n");
  } else if (!cli->quiet && !origin) {
    mw_cli_print (cli, "%s: identical\n", file);
  }
  if (!origin)
    return;
  g_autofree char *share = percent (result->origin.all, result->size);
  mw_cli_print (cli, "%s: %s%" G_GUINT64_FORMAT " of %" G_GSIZE_FORMAT " bytes (%s %%) held in notes\n", file,
                result->offset < 0 ? "identical, " : "", result->origin.all, result->size, share);
  if (!cli->verbose)
    return;
  print_notes (cli, result->origin.notes);
  if (result->origin.carried)
    mw_cli_print (cli, "  %-16s %" G_GUINT64_FORMAT "\n", "carried files", result->origin.carried);
}

static void
json_notes (MwJson *json, const GArray *notes)
{
  mw_json_begin_array (json, "notes");
  for (guint i = 0; notes && i < notes->len; i++) {
    const Noted *noted = &g_array_index (notes, Noted, i);
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "path", noted->path);
    mw_json_string (json, "kind", mw_note_kind_name (noted->kind));
    mw_json_string (json, "about", noted->about);
    mw_json_uint (json, "bytes", noted->bytes);
    if (noted->count)
      mw_json_uint (json, "count", noted->count);
    if (noted->part) {
      mw_json_string (json, "part", noted->part);
      mw_json_uint (json, "offset", noted->offset);
      mw_json_uint (json, "size", noted->size);
    }
    mw_json_end_object (json);
  }
  mw_json_end_array (json);
}

static void
report_json (MwCli *cli, const char *file, const Result *result)
{
  g_autoptr (MwJson) json = mw_json_new ();
  mw_json_bool (json, "identical", result->offset < 0);
  mw_json_uint (json, "bytes", result->size);
  if (result->offset >= 0) {
    mw_json_uint (json, "written", result->written);
    mw_json_begin_object (json, "difference");
    if (result->part)
      mw_json_string (json, "part", result->part);
    mw_json_int (json, "offset", result->offset);
    mw_json_string (json, "path", result->path);
    mw_json_end_object (json);
  }
  if (mw_cli_has (cli, "origin")) {
    mw_json_begin_object (json, "origin");
    mw_json_uint (json, "bytes", result->origin.all);
    if (result->origin.carried)
      mw_json_uint (json, "carried", result->origin.carried);
    for (guint i = 0; i < MW_N_NOTE_KINDS; i++)
      if (result->origin.bytes[i])
        mw_json_uint (json, mw_note_kind_name ((MwNoteKind) i), result->origin.bytes[i]);
    json_notes (json, result->origin.notes);
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
      result_clear (&result);
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
  { 0, "origin", NULL, "print how many bytes are kept as notes besides the values; -v lists them" },
};

const MwCliVerb mw_verb_verify = {
  .name = "verify",
  .arguments = "FILE...",
  .summary = "prove that reading and writing change no byte",
  .about =
    "Reads each file, copies the model, overwrites and frees the original, writes the copy and compares the result\n"
    "with the file, which is read again. If they differ, it prints the first byte that differs and the path that\n"
    "it belongs to (exit code 1).\n"
    "This proves that reading and writing change no byte. It does not prove that the model is valid: see check. "
    "For\n"
    "MDL text it proves that the text that is written reads back equal, and that writing it again gives the same\n"
    "text; what was not kept from the file (comments, unknown statements) is reported on standard error.\n"
    "For a folder, all models in it and its subfolders are checked. The companions of an M2 model are checked with\n"
    "it.\n",
  .examples = "verify footman.mdx\nverify --origin -v units/\nverify --json units/ > report.jsonl",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 1,
  .run = run,
};
