/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/side-channel.h"
#include "core/io/mdx/mdx.h"
#include "core/io/registry.h"
#include "core/model/mdlx/versions.h"
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "tests/core/io/mdx-bytes.h"

#include <string.h>

/* The side channel of files with known chunks kept as bytes: in unknown versions, where their layout differs, and in
 * any version, where they are repeated. */

static GBytes *
text_of (MwModel *model, guint *losses)
{
  GError *error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  MwFormat format = mw_mdlx_format ((const MwMdlx *) model);
  format.text = TRUE;
  mw_mdl_set_side_channel (model, TRUE);
  GBytes *text = io_write_bytes (model, format, NULL, report, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < report->losses->len; i++)
    g_test_message ("lost: %s", g_array_index (report->losses, MwLoss, i).path);
  for (guint i = 0; i < report->remarks->len; i++)
    g_error ("%s", g_array_index (report->remarks, MwRemark, i).text);
  *losses = report->losses->len;
  return text;
}

static MwModel *
read_any (const void *bytes, gsize size, MwReport *report)
{
  GError *error = NULL;
  MwFormat format;
  MwModel *model = io_read_bytes (bytes, size, &format, report, &error);
  g_assert_no_error (error);
  return model;
}

static char *
lines_of (const GByteArray *file)
{
  guint losses;
  MwModel *model = read_any (file->data, file->len, NULL);
  g_autoptr (GBytes) text = text_of (model, &losses);
  g_assert_cmpuint (losses, ==, 0);
  mw_model_free (model);
  return g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
}

static GBytes *
mdx_of (const MwModel *model)
{
  GError *error = NULL;
  MwFormat format = mw_mdlx_format ((const MwMdlx *) model);
  GBytes *bytes = io_write_bytes (model, format, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (io_prove_bytes (model, format, bytes, &error));
  return bytes;
}

static void
assert_gives (const char *text, const GByteArray *file)
{
  g_autoptr (MwReport) report = mw_report_new ();
  MwModel *model = read_any (text, strlen (text), report);
  if (report->n[MW_REMARK_UNKNOWN] + report->n[MW_REMARK_COMMENT])
    g_error ("%s", g_array_index (report->remarks, MwRemark, 0).text);
  g_autoptr (GBytes) mdx = mdx_of (model);
  g_assert_cmpmem (g_bytes_get_data (mdx, NULL), g_bytes_get_size (mdx), file->data, file->len);
  mw_model_free (model);
}

/* --- Files ---------------------------------------------------------------------------------------------------------- */

static GByteArray *
begin (uint32_t version)
{
  GByteArray *file = begin_mdx ("Model");
  memcpy (file->data + 12, &version, 4);
  return file;
}

static void
put_helpers (GByteArray *file, guint n)
{
  guint chunk = begin_chunk (file, "HELP");
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf ("Helper %u", i);
    put_node (file, name, i, 0xFFFFFFFF, 0);
  }
  end_chunk (file, chunk);
}

static void
put_pivots (GByteArray *file, guint n, float first, guint more)
{
  guint chunk = begin_chunk (file, "PIVT");
  for (guint i = 0; i < 3 * n; i++)
    put_f32 (file, first + (float) i);
  put_zeros (file, more);
  end_chunk (file, chunk);
}

/* n textures of a later version, each 4 bytes longer than the known layout. */
static void
put_longer_textures (GByteArray *file, guint n)
{
  guint chunk = begin_chunk (file, "TEXS");
  for (guint i = 0; i < n; i++) {
    put_u32 (file, 0);
    put_chars (file, "a.blp", 260);
    put_u32 (file, 0);
    put_u32 (file, 7 + i);
  }
  end_chunk (file, chunk);
}

/* A light with an additional field before its track. */
static void
put_longer_light (GByteArray *file)
{
  guint chunk = begin_chunk (file, "LITE"), size = begin_size (file);
  put_node (file, "Light", 3, 0xFFFFFFFF, 0x200);
  put_zeros (file, 4 + 2 * 4 + 3 * 4 + 4 + 3 * 4 + 4 + 4 + 4 + 4 + 4 + 3 * 4);
  put_u32 (file, 0xABCD);
  put_tag (file, "KLAI");
  put_u32 (file, 1);
  put_u32 (file, 1);
  put_u32 (file, 0xFFFFFFFF);
  put_u32 (file, 0);
  put_f32 (file, 2.5f);
  end_size (file, size);
  end_chunk (file, chunk);
}

static uint32_t
unknown_version (void)
{
  return mw_mdlx_last_version (MW_FAMILY_MDX) + 100u;
}

static GByteArray *
unknown_file (void)
{
  GByteArray *file = begin (unknown_version ());
  put_longer_textures (file, 2);
  put_helpers (file, 3);
  put_longer_light (file);
  put_longer_textures (file, 1);
  put_pivots (file, 4, 1, 0);
  return file;
}

/* --- Tests ---------------------------------------------------------------------------------------------------------- */

static void
chunks_of_another_form_come_back (void)
{
  g_autoptr (GByteArray) file = unknown_file ();
  MwMdlx *model = (MwMdlx *) read_any (file->data, file->len, NULL);
  g_assert_cmpuint (model->unknown_chunks.n, ==, 2);
  g_assert_cmpuint (((MwMdlxLight *) model->nodes.items[3])->unknown.n, ==, 4);
  g_assert_nonnull (((MwMdlxLight *) model->nodes.items[3])->intensity_track);
  mw_model_free (&model->model);
  g_autofree char *text = lines_of (file);
  g_assert_nonnull (strstr (text, "//@mdlx chunk:TEXS "));
  g_assert_nonnull (strstr (text, "//@mdlx trackorder:lights[0].attenuation_start.track \"%00%00%00%00 KLAI\""));
  assert_gives (text, file);
}

/* Without the line about the order, all chunks are still there. */
static void
each_line_holds_by_itself (void)
{
  g_autoptr (GByteArray) file = unknown_file ();
  g_autofree char *text = lines_of (file);
  char *order = strstr (text, "//@mdlx chunkorder ");
  g_assert_nonnull (order);
  char *end = strchr (order, '\n');
  memmove (order, end + 1, strlen (end));
  MwMdlx *model = (MwMdlx *) read_any (text, strlen (text), NULL);
  g_autoptr (GBytes) mdx = mdx_of (&model->model);
  g_assert_cmpuint (g_bytes_get_size (mdx), ==, file->len);
  g_assert_cmpuint (model->unknown_chunks.n, ==, 2);
  mw_model_free (&model->model);
}

static char *
replaced (const char *text, const char *from, const char *to)
{
  const char *at = strstr (text, from);
  g_assert_nonnull (at);
  return g_strdup_printf ("%.*s%s%s", (int) (at - text), text, to, at + strlen (from));
}

static guint
n_dropped (const MwReport *report, const char *key)
{
  g_autofree char *words = g_strdup_printf ("side channel, %s: not kept, text states what is in such a chunk", key);
  guint n = 0;
  for (guint i = 0; i < report->remarks->len; i++)
    n += strstr (g_array_index (report->remarks, MwRemark, i).text, words) != NULL;
  return n;
}

/* Content that is added to the text replaces the bytes of the chunk, since both cannot be kept. */
static void
what_the_text_states_wins (void)
{
  g_autoptr (GByteArray) file = unknown_file (), points = begin (unknown_version ());
  put_helpers (points, 2);
  put_pivots (points, 2, 1, 4);
  g_autofree char *text = lines_of (file), *without = lines_of (points);
  g_autofree char *with = replaced (text, "\nHelper \"Helper 0\"",
                                    "\nTextures 1 { Bitmap { Image \"b.blp\", } }\nHelper \"Helper 0\"");
  g_autofree char *moved = replaced (without, "\n\t{ 0, 0, 0 }", "\n\t{ 0, 5, 0 }");
  g_autoptr (MwReport) report = mw_report_new (), other = mw_report_new ();
  MwMdlx *model = (MwMdlx *) read_any (with, strlen (with), report);
  g_assert_cmpuint (n_dropped (report, "chunk:TEXS"), ==, 2);
  g_assert_cmpuint (model->unknown_chunks.n, ==, 0);
  g_assert_cmpuint (model->textures.n, ==, 1);
  g_bytes_unref (mdx_of (&model->model));
  mw_model_free (&model->model);
  assert_gives (without, points);
  model = (MwMdlx *) read_any (moved, strlen (moved), other);
  g_assert_cmpuint (n_dropped (other, "chunk:PIVT"), ==, 1);
  g_assert_cmpuint (model->unknown_chunks.n, ==, 0);
  g_assert_cmpfloat (((MwMdlxNode *) model->nodes.items[0])->pivot[1], ==, 5);
  g_bytes_unref (mdx_of (&model->model));
  mw_model_free (&model->model);
}

static void
chunks_that_stand_there_again_come_back (void)
{
  const uint32_t versions[] = { 800, 1100, 1800, unknown_version () };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autoptr (GByteArray) file = begin (versions[i]);
    put_pivots (file, 2, 1, 0);
    put_pivots (file, 3, 50, 5); /* the content of a repeated chunk need not be valid */
    put_helpers (file, 2);
    put_pivots (file, 1, 70, 0);
    g_autofree char *text = lines_of (file);
    assert_gives (text, file);
    const char *first = strstr (text, "//@mdlx again:PIVT ");
    g_assert_nonnull (first);
    g_assert_nonnull (strstr (text, "PIVT PIVT:+ HELP PIVT:+"));
    /* Removing a line removes a chunk. */
    g_autofree char *line = g_strndup (first, (gsize) (strchr (first, '\n') + 1 - first)),
                    *less = replaced (text, line, "");
    g_autoptr (MwReport) report = mw_report_new ();
    MwMdlx *model = (MwMdlx *) read_any (less, strlen (less), report);
    g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, 0);
    g_assert_cmpuint (model->unknown_chunks.n, ==, 1);
    g_assert_cmpfloat (((MwMdlxNode *) model->nodes.items[1])->pivot[2], ==, 6);
    g_bytes_unref (mdx_of (&model->model));
    mw_model_free (&model->model);
  }
}

/* In a known version, no bytes can replace a known chunk, and a repeated chunk must have a first one. */
static void
senseless_chunks_are_named (void)
{
  const struct {
    uint32_t version;
    const char *line;
  } cases[] = { { 800, "chunk:TEXS AAAA" },
                { 1800, "chunk:BONE AAAA" },
                { unknown_version (), "chunk:VERS AAAA" },
                { unknown_version (), "chunk:HELP AAAA" },
                { 800, "again:TEXS AAAA" },
                { 800, "again:INFO AAAA" },
                { unknown_version (), "chunk:PIVT AAAA\n//@mdlx again:PIVT AAAA" },
                { unknown_version (), "again:PIVT AAAA\n//@mdlx chunk:PIVT AAAA" },
                { 800, "chunkorder \"VERS PIVT PIVT\"" } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = g_strdup_printf (
      "Version { FormatVersion %u, }\nModel \"m\" { BlendTime 150, }\nHelper \"a\" { ObjectId 0, }\n"
      "//@mdlx version 1\n//@mdlx %s\n",
      cases[i].version, cases[i].line);
    g_autoptr (MwReport) report = mw_report_new ();
    MwModel *model = read_any (text, strlen (text), report);
    if (report->n[MW_REMARK_UNKNOWN] != 1)
      g_error ("%u remarks on %s", report->n[MW_REMARK_UNKNOWN], cases[i].line);
    g_bytes_unref (mdx_of (model));
    mw_model_free (model);
  }
}

/* --- Room ----------------------------------------------------------------------------------------------------------- */

/* The report distinguishes what text cannot state from what the side channel had no room for. Layouts that share a
 * line are stated with all dependent values, or not at all. */
static void
lack_of_room_is_reported (void)
{
  gsize size;
  g_autofree char *path = seed_path ("wc3-1800.mdx");
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  uint32_t version = unknown_version ();
  memcpy (bytes + 12, &version, 4);
  MwModel *model = read_any (bytes, size, NULL);
  MwFormat format = mw_mdlx_format ((const MwMdlx *) model);
  format.text = TRUE;
  guint n_room = 0;
  for (gsize more = 0; more <= 800000; more += 16000) {
    GError *error = NULL;
    g_autoptr (MwReport) report = mw_report_new ();
    MwMdlxUnknownChunk *chunk = (MwMdlxUnknownChunk *) mw_record_new (&mw_mdlx_unknown_chunk_schema);
    memcpy (chunk->tag, "MORE", 4);
    chunk->bytes = mw_array_new ((uint32_t) more, 1);
    if (more)
      memset (chunk->bytes.data, 0, more);
    const MwField *list = mw_schema_field (&mw_mdlx_schema, "unknown_chunks");
    mw_list_append (model, &model->record, list, &chunk->record);
    mw_mdl_set_side_channel (model, TRUE);
    g_autoptr (GBytes) text = io_write_bytes (model, format, NULL, report, &error);
    g_assert_no_error (error);
    g_assert_true (io_prove_reported (model, format, text, report, &error));
    for (guint i = 0; i < report->losses->len; i++)
      g_assert_cmpstr (g_array_index (report->losses, MwLoss, i).why, ==, "the side channel has no room for it");
    n_room += report->losses->len;
    if (more == 0)
      g_assert_cmpuint (report->losses->len, >, 10);
    if (more == 800000)
      g_assert_cmpuint (report->losses->len, ==, 0);
    mw_record_free (mw_list_take (model, &model->record, list, ((MwMdlx *) model)->unknown_chunks.n - 1));
  }
  g_assert_cmpuint (n_room, >, 100);
  mw_model_free (model);
}

/* More notes than there is room for, each on its own line: they take 1 KB plus a hundredth of the file, less at most
 * one line. */
static void
all_the_room_is_used (void)
{
  enum { N = 500, UNKNOWN = 4 << 20, A_LINE = 250 };
  char tail[100] = "x";
  GString *made = g_string_new ("Version { FormatVersion 800, } Model \"\" { }\n");
  g_string_append_printf (made, "Textures %u {\n", N);
  for (guint i = 0; i < N; i++)
    g_string_append_printf (made, "Bitmap { Image \"%u.blp\", }\n", i);
  g_string_append (made, "}\n");
  MwModel *model = read_any (made->str, made->len, NULL);
  MwMdlxUnknownChunk *chunk = (MwMdlxUnknownChunk *) mw_record_new (&mw_mdlx_unknown_chunk_schema);
  memcpy (chunk->tag, "MORE", 4);
  chunk->bytes = mw_array_new (UNKNOWN, 1);
  memset (chunk->bytes.data, 0, UNKNOWN);
  mw_list_append (model, &model->record, mw_schema_field (&mw_mdlx_schema, "unknown_chunks"), &chunk->record);
  for (guint i = 0; i < N; i++) {
    MwRecord *texture = ((MwMdlx *) model)->textures.items[i];
    memcpy (tail, &i, sizeof i);
    mw_notes_add (texture, MW_NOTE_TEXT_TAIL, mw_schema_field (texture->schema, "path"), 20, tail, sizeof tail,
                  sizeof tail);
  }
  GError *error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  mw_mdl_set_side_channel (model, TRUE);
  g_autoptr (GBytes) text = io_write_bytes (model, (MwFormat) { MW_FAMILY_MDX, 800, TRUE }, NULL, report, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) mdx = mdx_of (model);
  gsize size, n = 0, bound = 1024 + g_bytes_get_size (mdx) / 100;
  const char *at = g_bytes_get_data (text, &size), *end = at + size, *next;
  for (; at < end; at = next) {
    next = memchr (at, '\n', (gsize) (end - at));
    next = next ? next + 1 : end;
    if (g_str_has_prefix (at, "//@mdlx ") && !g_str_has_prefix (at, "//@mdlx chunk:"))
      n += (gsize) (next - at);
  }
  g_assert_cmpuint (report->n[MW_REMARK_WARNING], >, 0);
  g_assert_cmpuint (n, <=, bound);
  g_assert_cmpuint (n + A_LINE, >, bound);
  mw_model_free (model);
  g_string_free (made, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add_func ("/io/mdl/side channel/" path, function)
  ADD ("chunks of another form come back", chunks_of_another_form_come_back);
  ADD ("each line about a chunk is independent", each_line_holds_by_itself);
  ADD ("the text wins over stored bytes", what_the_text_states_wins);
  ADD ("repeated chunks come back", chunks_that_stand_there_again_come_back);
  ADD ("invalid chunks are reported", senseless_chunks_are_named);
  ADD ("lack of room is reported", lack_of_room_is_reported);
  ADD ("all the room is used", all_the_room_is_used);
  return g_test_run ();
}
