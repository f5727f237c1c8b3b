/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memmem */
#include "core/edit/document.h"
#include "core/edit/operations/script.h"
#include "core/io/mdx/mdx.h"
#include "core/io/registry.h"
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "tests/core/io/mdlx-made.h"
#include "tests/core/io/mdx-bytes.h"
#include "tests/core/io/values.h"

#include <string.h>

/* Content of later versions: longer records in versions above the known ones, and repeated chunks. */

static MwMdlx *
read_reported (const GByteArray *file, MwReport *report)
{
  GError *error = NULL;
  g_autofree uint8_t *exact = g_memdup2 (file->data, file->len);
  MwMdlx *model = mw_mdx_read (exact, file->len, report, &error);
  g_assert_no_error (error);
  return model;
}

static void
assert_writes (const MwMdlx *model, const GByteArray *file)
{
  GError *error = NULL;
  MwFormat format = mw_mdlx_format (model);
  g_autoptr (GBytes) written = io_write_bytes (&model->model, format, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (written, NULL), g_bytes_get_size (written), file->data, file->len);
  g_assert_true (io_prove_bytes (&model->model, format, written, &error));
}

static gboolean
has_remark (const MwReport *report, const char *words)
{
  for (guint i = 0; i < report->remarks->len; i++)
    if (strstr (g_array_index (report->remarks, MwRemark, i).text, words))
      return TRUE;
  return FALSE;
}

/* Where the content of a chunk begins. */
static guint
chunk_at (const GByteArray *file, const char *tag)
{
  for (guint at = 4; at + 8 <= file->len;) {
    uint32_t length;
    memcpy (&length, file->data + at + 4, 4);
    if (memcmp (file->data + at, tag, 4) == 0)
      return at + 8;
    at += 8 + length;
  }
  g_assert_not_reached ();
}

static void
add_to (GByteArray *file, guint at, uint32_t n)
{
  uint32_t word;
  memcpy (&word, file->data + at, 4);
  word += n;
  memcpy (file->data + at, &word, 4);
}

/* The same bytes with another version. */
static GByteArray *
as_version (const GByteArray *file, uint32_t version)
{
  GByteArray *other = g_byte_array_sized_new (file->len);
  g_byte_array_append (other, file->data, file->len);
  memcpy (other->data + chunk_at (other, "VERS"), &version, 4);
  return other;
}

/* --- Longer records ------------------------------------------------------------------------------------------------- */

static gboolean
clear_unknown (MwRecord *record, gpointer data)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type == MW_TYPE_ARRAY && field->role == MW_ROLE_UNKNOWN
        && record->schema != &mw_mdlx_unknown_chunk_schema)
      mw_array_clear (mw_field_at (record, field));
  }
  return TRUE;
}

/* A made file with every track, and no unknown bytes in any record. */
static GByteArray *
made_file (uint32_t version)
{
  GError *error = NULL;
  MwMdlx *model = mdlx_made (version);
  mw_record_foreach (&model->model.record, clear_unknown, NULL);
  g_autoptr (GBytes) bytes = io_write_bytes (&model->model, mw_mdlx_format (model), NULL, NULL, &error);
  g_assert_no_error (error);
  mw_model_free (&model->model);
  return g_bytes_unref_to_array (g_steal_pointer (&bytes));
}

/* Kinds of items that state their own size, and the first of their own tracks. In some kinds the node is an item
 * inside. */
static const struct {
  const char *chunk, *track, *path;
  gboolean in_node, size_first;
} items[] = {
  { "LITE", "KLAS", "lights[0].unknown", FALSE, TRUE },
  { "ATCH", "KATV", "attachments[0].unknown", FALSE, TRUE },
  { "PREM", "KPEE", "particle_emitters[0].unknown", FALSE, TRUE },
  { "PRE2", "KP2S", "particle_emitters2[0].unknown", FALSE, TRUE },
  { "RIBB", "KRHA", "ribbon_emitters[0].unknown", FALSE, TRUE },
  { "CAMS", "KCTR", "cameras[0].unknown", FALSE, TRUE },
  { "GEOA", "KGAO", "geoset_animations[0].unknown", FALSE, TRUE },
  { "TXAN", "KTAT", "texture_animations[0].unknown", FALSE, TRUE },
  { "HELP", "KGTR", "helpers[0].node_unknown", TRUE, FALSE },
  { "LITE", "KGTR", "lights[0].node_unknown", TRUE, TRUE },
};

/* Inserts bytes before the tracks of the first item of a kind. */
static GByteArray *
with_bytes (const GByteArray *file, guint which, const void *bytes, guint n)
{
  guint start = chunk_at (file, items[which].chunk);
  const uint8_t *track = memmem (file->data + start, file->len - start, items[which].track, 4);
  g_assert_nonnull (track);
  guint at = (guint) (track - file->data);
  GByteArray *longer = g_byte_array_new ();
  g_byte_array_append (longer, file->data, at);
  g_byte_array_append (longer, bytes, n);
  g_byte_array_append (longer, file->data + at, file->len - at);
  add_to (longer, start - 4, n);
  add_to (longer, start, n);
  if (items[which].in_node && items[which].size_first)
    add_to (longer, start + 4, n);
  return longer;
}

static const MwArray *
bytes_at (const MwMdlx *model, const char *path)
{
  MwTarget target;
  g_assert_true (mw_path_resolve_one (&model->model, path, &target, NULL));
  return mw_field_at (target.record, target.field);
}

/* Asserts that the items read the same as without the bytes, and that the rest is the bytes. */
static void
assert_hides_nothing (const GByteArray *file, guint which, const void *bytes, guint n)
{
  g_autoptr (GByteArray) longer = with_bytes (file, which, bytes, n);
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *plain = read_reported (file, NULL), *model = read_reported (longer, report);
  g_autofree char *words = g_strdup_printf ("unknown bytes are kept unchanged: %u in %s", n, items[which].path);
  g_assert_cmpuint (report->n[MW_REMARK_WARNING], ==, 2);
  g_assert_true (has_remark (report, words));
  const MwArray *kept = bytes_at (model, items[which].path);
  g_assert_cmpmem (kept->data, kept->n, bytes, n);
  assert_writes (model, longer);
  mw_array_clear ((MwArray *) kept);
  g_autofree char *where = NULL;
  if (!mw_model_equal (&plain->model, &model->model, mw_mdlx_format (model), &where))
    g_error ("%u bytes more in %s: %s differs", n, items[which].chunk, where);
  mw_model_free (&model->model);
  mw_model_free (&plain->model);
}

static void
longer_records_hide_no_tracks (void)
{
  static const uint8_t bytes[] = "\x01\xA5KPOT\x03\x04\x05\x06\x07\x08\x09";
  static const guint sizes[] = { 1, 4, 7, 12 };
  g_autoptr (GByteArray) known = made_file (1800), file = as_version (known, 9900);
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
      assert_hides_nothing (file, i, bytes, sizes[k]);
}

/* A track of a later version, one with too many keys, and a repeated one: none of these counts as a track, and the
 * search goes on at the next byte. */
static void
what_only_looks_like_a_track_is_none (void)
{
  g_autoptr (GByteArray) known = made_file (1800), file = as_version (known, 9900);
  g_autoptr (GByteArray) later = g_byte_array_new (), many = g_byte_array_new ();
  put_tag (later, "KXYZ");
  put_u32 (later, 1);
  put_u32 (later, 1);
  put_u32 (later, 0xFFFFFFFF);
  put_u32 (later, 0);
  put_u32 (later, 0);
  put_u32 (many, 7);
  put_tag (many, "KLAS");
  put_u32 (many, 0x10000000);
  put_u32 (many, 2);
  put_u32 (many, 0xFFFFFFFF);
  g_autoptr (GByteArray) odd = g_byte_array_new ();
  put_u32 (odd, 7);
  put_tag (odd, "KLAS"); /* without keys, so that the next could follow directly, but with an invalid interpolation */
  put_u32 (odd, 0);
  put_u32 (odd, 4);
  put_u32 (odd, 0xFFFFFFFF);
  assert_hides_nothing (file, 0, later->data, later->len);
  assert_hides_nothing (file, 0, many->data, many->len);
  assert_hides_nothing (file, 0, odd->data, odd->len);
  g_autoptr (GByteArray) again = g_byte_array_new ();
  put_u32 (again, 7);
  put_tag (again, "KLAS"); /* a whole track; the one that counts follows */
  put_u32 (again, 0);
  put_u32 (again, 0);
  put_u32 (again, 0xFFFFFFFF);
  assert_hides_nothing (file, 0, again->data, again->len);
}

/* The last bytes of an item without tracks begin like a track, but are too few for one: they are all unknown. */
static void
what_is_cut_short_is_no_track (void)
{
  for (guint n = 12; n <= 16; n++) {
    g_autoptr (GByteArray) file = begin_mdx ("cut");
    guint helpers = begin_chunk (file, "HELP");
    put_node (file, "helper", 0, 0xFFFFFFFF, 0);
    put_u32 (file, 7);
    put_tag (file, "KGTR");
    put_zeros (file, n - 4);
    add_to (file, helpers, 4 + n);
    end_chunk (file, helpers);
    guint pivots = begin_chunk (file, "PIVT");
    put_zeros (file, 12);
    end_chunk (file, pivots);
    g_autoptr (GByteArray) later = as_version (file, 9900);
    MwMdlx *model = read_reported (later, NULL);
    g_assert_cmpuint (bytes_at (model, "helpers[0].node_unknown")->n, ==, (n < 16 ? 4 + n : 4));
    assert_writes (model, later);
    mw_model_free (&model->model);
  }
}

/* In known versions the size of the fixed part is known, and anything after it that is not a track ends the tracks. */
static void
known_versions_are_read_by_the_book (void)
{
  g_autoptr (GByteArray) file = made_file (1800), longer = with_bytes (file, 0, "\1\2\3\4", 4);
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = read_reported (longer, report);
  g_assert_cmpuint (bytes_at (model, "lights[0].unknown")->n, >, 100);
  g_assert_true (has_remark (report, "in lights[0].unknown"));
  assert_writes (model, longer);
  mw_model_free (&model->model);
}

/* The bytes stay before the tracks when those are edited. */
static void
longer_records_can_be_edited (void)
{
  GError *error = NULL;
  g_autoptr (GByteArray) known = made_file (1800), file = as_version (known, 9900),
                         longer = with_bytes (file, 0, "\1\2\3\4", 4);
  MwMdlx *model = read_reported (longer, NULL);
  MwFormat format = mw_mdlx_format (model);
  g_autoptr (MwDocument) document = mw_document_new (&model->model, format);
  mw_script_run_line (document, "delete lights[0].intensity.track", NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) written = io_write_bytes (&model->model, format, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (io_prove_bytes (&model->model, format, written, &error));
  g_assert_nonnull (memmem (g_bytes_get_data (written, NULL), g_bytes_get_size (written), "\1\2\3\4KLAS", 8));
  mw_document_undo (document);
  assert_writes (model, longer);
}

/* Records of one kind share one remark. */
static void
many_are_reported_once (void)
{
  GError *error = NULL;
  MwMdlx *made = mdlx_made (1800);
  made->version = 9900;
  g_autoptr (GBytes) bytes = io_write_bytes (&made->model, mw_mdlx_format (made), NULL, NULL, &error);
  g_assert_no_error (error);
  mw_model_free (&made->model);
  g_autoptr (GByteArray) file = g_bytes_unref_to_array (g_steal_pointer (&bytes));
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = read_reported (file, report);
  g_assert_true (has_remark (report, "6 in lights[0].unknown and 1 more of its kind"));
  assert_writes (model, file);
  mw_model_free (&model->model);
}

/* --- Repeated chunks -------------------------------------------------------------------------------------------------- */

/* Adds a chunk with the tag and other content, after the first one or at the end. */
static GByteArray *
with_again (const GByteArray *file, const char *tag, gboolean at_end)
{
  guint start = chunk_at (file, tag);
  uint32_t length;
  memcpy (&length, file->data + start - 4, 4);
  guint end = at_end ? file->len : start + length;
  GByteArray *more = g_byte_array_new ();
  g_byte_array_append (more, file->data, end);
  g_byte_array_append (more, file->data + start - 8, 8 + length);
  more->data[more->len - 1] ^= 0x55;
  g_byte_array_append (more, file->data + end, file->len - end);
  return more;
}

static GByteArray *
load_made (const char *name)
{
  gsize size;
  g_autofree char *path = seed_path (name);
  uint8_t *bytes = load_exactly (path, &size);
  return g_byte_array_new_take (bytes, size);
}

static void
assert_first_counts (const GByteArray *file, const char *tag, gboolean at_end)
{
  g_autoptr (GByteArray) more = with_again (file, tag, at_end);
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *plain = read_reported (file, NULL), *model = read_reported (more, report);
  g_autofree char *words = g_strdup_printf ("%s occurs again: only the first one is read", tag);
  g_assert_true (has_remark (report, words));
  g_assert_cmpuint (model->unknown_chunks.n, ==, plain->unknown_chunks.n + 1);
  assert_writes (model, more);
  const MwField *list = mw_schema_field (&mw_mdlx_schema, "unknown_chunks");
  guint n_again = 0;
  for (uint32_t i = model->unknown_chunks.n; i-- > 0;) {
    const MwMdlxUnknownChunk *chunk = (const MwMdlxUnknownChunk *) model->unknown_chunks.items[i];
    if (!chunk->again)
      continue;
    n_again++;
    g_assert_cmpmem (chunk->tag, 4, tag, 4);
    mw_record_free (mw_list_take (&model->model, &model->model.record, list, i));
  }
  g_assert_cmpuint (n_again, ==, 1);
  g_autofree char *where = NULL;
  if (!mw_model_equal (&plain->model, &model->model, mw_mdlx_format (model), &where))
    g_error ("a second %s: %s differs", tag, where);
  assert_writes (model, file); /* without it, the file is the original */
  mw_model_free (&model->model);
  mw_model_free (&plain->model);
}

static void
of_two_chunks_the_first_counts (void)
{
  static const struct {
    uint32_t version; /* 0: the version of World of Warcraft's sample */
    const char *tags;
  } cases[] = { { 800, "VERS MODL PIVT" },
                { 1800, "VERS MODL PIVT BPOS DILG" },
                { 9900, "MODL PIVT BPOS" },
                { 0, "VERS MODL MTLS PIVT CLID" } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GByteArray) known = cases[i].version ? made_file (MIN (cases[i].version, 1800)) : load_made ("wow-1300");
    g_autoptr (GByteArray) file = cases[i].version ? as_version (known, cases[i].version) : g_byte_array_ref (known);
    g_auto (GStrv) tags = g_strsplit (cases[i].tags, " ", -1);
    for (guint k = 0; tags[k]; k++)
      for (guint at_end = 0; at_end < 2; at_end++)
        assert_first_counts (file, tags[k], at_end != 0);
  }
}

/* Several chunks of independent items are all read. */
static void
chunks_of_records_add_up (void)
{
  g_autoptr (GByteArray) file = made_file (800), more = with_again (file, "TEXS", TRUE);
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = read_reported (more, report);
  g_assert_cmpuint (model->textures.n, ==, 4);
  g_assert_false (has_remark (report, "again"));
  assert_writes (model, more);
  mw_model_free (&model->model);
}

/* When records are added and removed, the first chunk stays before the repeated one, which does not change. */
static void
beside_them_records_can_be_edited (void)
{
  static const char *const lines[] = { "add bones pivot={1, 2, 3}", "add materials", "delete helpers[0]" };
  GError *error = NULL;
  g_autoptr (GByteArray) wow = load_made ("wow-1300"), wow_more = with_again (wow, "MTLS", TRUE),
                         file = made_file (800), more = with_again (file, "PIVT", FALSE);
  const GByteArray *files[] = { wow_more, more };
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    MwMdlx *model = read_reported (files[i], NULL);
    MwFormat format = mw_mdlx_format (model);
    g_autoptr (MwDocument) document = mw_document_new (&model->model, format);
    for (guint k = 0; k < G_N_ELEMENTS (lines); k++) {
      mw_script_run_line (document, lines[k], NULL, &error);
      g_assert_no_error (error);
      g_autoptr (GBytes) written = io_write_bytes (&model->model, format, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (io_prove_bytes (&model->model, format, written, &error));
    }
    for (guint k = 0; k < G_N_ELEMENTS (lines); k++)
      mw_document_undo (document);
    assert_writes (model, files[i]);
  }
}

/* --- Versions --------------------------------------------------------------------------------------------------------- */

static void
no_version_is_too_high (void)
{
  static const uint32_t versions[] = { 65534, 65535, 65536, 70000, 0x7FFFFFFF, 0xFFFFFFFF };
  g_autoptr (GByteArray) known = made_file (1800);
  MwMdlx *plain = read_reported (known, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autoptr (GByteArray) file = as_version (known, versions[i]);
    g_autoptr (MwReport) report = mw_report_new ();
    MwMdlx *model = read_reported (file, report);
    g_autofree char *words = g_strdup_printf ("version %u is unknown", versions[i]);
    g_autofree char *title = mw_format_title (mw_mdlx_format (model)),
                    *number = g_strdup_printf ("MDX %u", versions[i]);
    g_assert_true (has_remark (report, words));
    g_assert_cmpstr (title, ==, number);
    g_assert_cmpuint (model->version, ==, versions[i]);
    g_assert_cmpuint (model->nodes.n, ==, plain->nodes.n);
    assert_writes (model, file);
    mw_model_free (&model->model);
  }
  mw_model_free (&plain->model);
}

/* World of Warcraft's MODL has 373 bytes, and no version above 1500 is known there. A longer MODL of Warcraft III is
 * not taken for it as long as another test decides. */
static void
a_longer_header_changes_no_family (void)
{
  g_autoptr (GByteArray) known = made_file (1800);
  static const uint32_t versions[] = { 1800, 9900 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autoptr (GByteArray) file = as_version (known, versions[i]);
    guint start = chunk_at (file, "MODL");
    GByteArray *longer = g_byte_array_new ();
    g_byte_array_append (longer, file->data, start + 372);
    g_byte_array_append (longer, (const guint8 *) "\1", 1);
    g_byte_array_append (longer, file->data + start + 372, file->len - start - 372);
    add_to (longer, start - 4, 1);
    MwFormat format;
    g_assert_true (mw_mdx_probe (longer->data, longer->len, &format));
    g_assert_cmpuint (format.family, ==, MW_FAMILY_MDX);
    if (versions[i] == 9900) {
      g_autoptr (MwReport) report = mw_report_new ();
      MwMdlx *model = read_reported (longer, report);
      g_assert_cmpuint (model->nodes.n, >, 0);
      g_assert_cmpuint (model->sequences.n, ==, 2);
      g_assert_true (has_remark (report, "MODL does not have the known form"));
      assert_writes (model, longer);
      mw_model_free (&model->model);
    }
    /* No other test decides. */
    g_byte_array_set_size (longer, start + 373);
    g_assert_true (mw_mdx_probe (longer->data, longer->len, &format));
    g_assert_cmpuint (format.family, ==, MW_FAMILY_MDX_WOW);
    g_byte_array_unref (longer);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add_func ("/io/mdx/unknown/" path, function)
  ADD ("longer records hide no tracks", longer_records_hide_no_tracks);
  ADD ("bytes that only look like a track are not a track", what_only_looks_like_a_track_is_none);
  ADD ("a truncated track is not a track", what_is_cut_short_is_no_track);
  ADD ("known versions are read strictly", known_versions_are_read_by_the_book);
  ADD ("longer records can be edited", longer_records_can_be_edited);
  ADD ("many are reported once", many_are_reported_once);
  ADD ("of two chunks the first one is read", of_two_chunks_the_first_counts);
  ADD ("chunks of records add up", chunks_of_records_add_up);
  ADD ("beside them records can be edited", beside_them_records_can_be_edited);
  ADD ("no version is too high", no_version_is_too_high);
  ADD ("a longer header does not change the family", a_longer_header_changes_no_family);
  return g_test_run ();
}
