/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MDX of World of Warcraft's alpha: mdlx.md 7. The made models have every field, list and track of a version;
 * tests/mdx compares their values with a second reader. */
#include "core/edit/document.h"
#include "core/edit/operations/elements/add.h"
#include "core/io/mdx/mdx.h"
#include "core/io/registry.h"
#include "core/model/mdlx/wow.h"
#include "core/schema/value.h"
#include "core/schema/wire.h"
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/io/damage.h"
#include "tests/core/io/mdx-bytes.h"
#include "tests/core/io/mdx-files.h"
#include "tests/core/io/values.h"

#include <string.h>

static const char *const made[] = { "wow-1300", "wow-1400", "wow-1500" };

/* --- Byte for byte -------------------------------------------------------------------------------------------------- */

/* Also asserts that each byte has an owner. */
static void
assert_comes_back (const char *path)
{
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  g_autoptr (GError) error = NULL;
  assert_written_as_it_was (bytes, size, path);
  MwMdlx *model = read_mdx (bytes, size);
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  g_autoptr (GBytes) written = io_write_bytes (&model->model, mw_mdlx_format (model), map, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (io_prove_bytes (&model->model, mw_mdlx_format (model), written, &error));

  g_autofree uint8_t *owned = g_malloc0 (size);
  for (guint k = 0; k < map->entries->len; k++) {
    const MwBytes *entry = &g_array_index (map->entries, MwBytes, k);
    gsize width = entry->stride ? entry->size / entry->count : entry->size;
    for (guint e = 0; e < (entry->stride ? entry->count : 1); e++)
      memset (owned + entry->offset + (gsize) e * entry->stride, 1, width);
  }
  g_assert_null (memchr (owned, 0, size));
  mw_model_free (&model->model);
}

static void
test_corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx1300");
  for (guint i = 0; files && i < files->len; i++)
    assert_comes_back (files->pdata[i]);
}

static void
test_made (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (made); i++) {
    g_autofree char *path = seed_path (made[i]);
    assert_comes_back (path);
  }
}

static void
test_damaged (void)
{
  const guint32 seed = 20261121;
  guint cuts = 60 / work_fraction () + 1, changes = 400 / work_fraction () + 1;
  for (guint i = 0; i < G_N_ELEMENTS (made); i++) {
    gsize size;
    g_autofree char *path = seed_path (made[i]);
    uint8_t *bytes = load_exactly (path, &size);
    g_autoptr (GBytes) whole = g_bytes_new_take (bytes, size);
    g_autoptr (MwFileSet) set = mw_file_set_new ();
    mw_file_set_add (set, "model", NULL, whole);
    g_assert_true (damage_set (set, made[i], seed, cuts, changes));
  }
}

static void
test_damaged_corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx1300");
  for (guint i = 0; files && i < files->len; i++) {
    gsize size;
    uint8_t *bytes = load_exactly (files->pdata[i], &size);
    g_autoptr (GBytes) whole = g_bytes_new_take (bytes, size);
    g_autoptr (MwFileSet) set = mw_file_set_new ();
    mw_file_set_add (set, "model", NULL, whole);
    g_assert_true (damage_set (set, files->pdata[i], 20261121, 20 / work_fraction () + 1, 100 / work_fraction () + 1));
  }
}

/* --- Which game ----------------------------------------------------------------------------------------------------- */

static GByteArray *
begin_version (uint32_t version)
{
  GByteArray *file = g_byte_array_new ();
  put_tag (file, "MDLX");
  guint vers = begin_chunk (file, "VERS");
  put_u32 (file, version);
  end_chunk (file, vers);
  return file;
}

/* The family of a file with one more chunk, whose content is these words and then zeros up to `size`. */
static MwFamily
family_of (uint32_t version, const char *tag, guint size, guint n, const uint32_t *words)
{
  g_autoptr (GByteArray) file = begin_version (version);
  guint chunk = begin_chunk (file, tag);
  for (guint i = 0; i < n; i++)
    put_u32 (file, words[i]);
  put_zeros (file, size - 4 * n);
  end_chunk (file, chunk);
  MwFormat format;
  g_assert_true (mw_mdx_probe (file->data, file->len, &format));
  g_assert_cmpuint (format.version, ==, version);
  return format.family;
}

#define FAMILY(tag, size, ...)                                                                                         \
  family_of (1300, tag, size, sizeof ((const uint32_t[]) { __VA_ARGS__ }) / 4, (const uint32_t[]) { __VA_ARGS__ })
#define TAG(a, b, c, d) ((uint32_t) (a) | (uint32_t) (b) << 8 | (uint32_t) (c) << 16 | (uint32_t) (d) << 24)

static void
test_probe_rows (void)
{
  const uint32_t name = TAG ('S', 't', 'a', 'n');
  g_assert_cmpuint (FAMILY ("MODL", 373, name), ==, MW_FAMILY_MDX_WOW);
  g_assert_cmpuint (FAMILY ("MODL", 372, name), ==, MW_FAMILY_MDX);
  g_assert_cmpuint (FAMILY ("SEQS", 4 + 2 * 140, 2), ==, MW_FAMILY_MDX_WOW);
  g_assert_cmpuint (FAMILY ("SEQS", 4, 0), ==, MW_FAMILY_MDX_WOW);
  g_assert_cmpuint (FAMILY ("SEQS", 132, name), ==, MW_FAMILY_MDX);
  /* 17 sequences of one game are as long as 16 of the other plus a word. */
  g_assert_cmpuint (FAMILY ("SEQS", 17 * 132, name), ==, MW_FAMILY_MDX);
  g_assert_cmpuint (FAMILY ("SEQS", 4 + 16 * 140, 16), ==, MW_FAMILY_MDX_WOW);
  g_assert_cmpuint (FAMILY ("HTST", 4, 0), ==, MW_FAMILY_MDX_WOW);
  g_assert_cmpuint (FAMILY ("CLID", 24, TAG ('V', 'R', 'T', 'X')), ==, MW_FAMILY_MDX_WOW);
  g_assert_cmpuint (FAMILY ("CLID", 124, 96, name), ==, MW_FAMILY_MDX);
  g_assert_cmpuint (FAMILY ("MTLS", 20, 1, 7, 12), ==, MW_FAMILY_MDX_WOW);
  g_assert_cmpuint (FAMILY ("MTLS", 20, 20, 0, 0, TAG ('L', 'A', 'Y', 'S')), ==, MW_FAMILY_MDX);
  g_assert_cmpuint (FAMILY ("BONE", 4 + 104, 1, 96), ==, MW_FAMILY_MDX_WOW);
  g_assert_cmpuint (FAMILY ("BONE", 104, 96, name), ==, MW_FAMILY_MDX);
  g_assert_cmpuint (FAMILY ("HELP", 4, 0), ==, MW_FAMILY_MDX_WOW);
  g_assert_cmpuint (FAMILY ("GEOA", 28, 28, 0x3F800000), ==, MW_FAMILY_MDX);
  g_assert_cmpuint (FAMILY ("GEOA", 32, 1, 28), ==, MW_FAMILY_MDX_WOW);
}

/* More bones than the minimum size of an item: the bytes after the number decide. */
static void
test_probe_many (void)
{
  enum { N = 104 };
  g_autoptr (GByteArray) file = begin_version (1400);
  guint chunk = begin_chunk (file, "BONE");
  put_u32 (file, N);
  for (guint i = 0; i < N; i++)
    put_bone (file, "Bone", i, i - 1);
  end_chunk (file, chunk);
  MwFormat format;
  g_assert_true (mw_mdx_probe (file->data, file->len, &format));
  g_assert_cmpuint (format.family, ==, MW_FAMILY_MDX_WOW);
}

/* The first test with a verdict decides, not the first chunk or the version. */
static void
test_probe_order (void)
{
  g_autoptr (GByteArray) file = begin_version (1300);
  guint bones = begin_chunk (file, "BONE");
  put_u32 (file, 0);
  end_chunk (file, bones);
  guint modl = begin_chunk (file, "MODL");
  put_zeros (file, 372);
  end_chunk (file, modl);
  MwFormat format;
  g_assert_true (mw_mdx_probe (file->data, file->len, &format));
  g_assert_cmpuint (format.family, ==, MW_FAMILY_MDX);
  const uint32_t none = 0;
  g_assert_cmpuint (family_of (800, "HTST", 4, 1, &none), ==, MW_FAMILY_MDX);
  /* A model for which no test decides counts as Warcraft III, whose files are more common. */
  g_assert_cmpuint (family_of (1300, "TEXS", 0, 0, &none), ==, MW_FAMILY_MDX);
}

/* Removes one chunk at a time; the next test must then decide. */
static void
test_probe_without (void)
{
  static const char *const telling[] = { "MODL", "SEQS", "HTST", "CLID", "MTLS" };
  for (guint i = 0; i < G_N_ELEMENTS (made); i++) {
    gsize size;
    g_autofree char *path = seed_path (made[i]);
    g_autofree uint8_t *bytes = load_exactly (path, &size);
    g_autoptr (GByteArray) left = g_byte_array_new_take (g_memdup2 (bytes, size), size);
    for (guint t = 0; t < G_N_ELEMENTS (telling); t++) {
      for (gsize at = 4; at + 8 <= left->len;) {
        uint32_t length;
        memcpy (&length, left->data + at + 4, 4);
        if (memcmp (left->data + at, telling[t], 4) == 0) {
          g_byte_array_remove_range (left, (guint) at, 8 + length);
          break;
        }
        at += 8 + length;
      }
      MwMdlx *model = read_mdx (left->data, left->len);
      g_assert_cmpuint (model->family, ==, MW_FAMILY_MDX_WOW);
      g_autoptr (GBytes) written = write_mdx (model);
      g_assert_cmpmem (g_bytes_get_data (written, NULL), g_bytes_get_size (written), left->data, left->len);
      mw_model_free (&model->model);
    }
  }
}

/* --- Versions that nobody knows --------------------------------------------------------------------------------------- */

/* The made file with another version number. */
static uint8_t *
load_as (const char *name, uint32_t version, gsize *size)
{
  g_autofree char *path = seed_path (name);
  uint8_t *bytes = load_exactly (path, size);
  g_assert_cmpmem (bytes + 4, 4, "VERS", 4);
  memcpy (bytes + 12, &version, 4);
  return bytes;
}

/* Where the content of a chunk begins. */
static gsize
chunk_at (const uint8_t *bytes, gsize size, const char *tag)
{
  for (gsize at = 4; at + 8 <= size;) {
    uint32_t length;
    memcpy (&length, bytes + at + 4, 4);
    if (memcmp (bytes + at, tag, 4) == 0)
      return at + 8;
    at += 8 + length;
  }
  g_assert_not_reached ();
}

static const struct {
  const char *name;
  uint32_t version;
} between[] = { { "wow-1300", 1301 }, { "wow-1400", 1499 }, { "wow-1500", 1501 },
                { "wow-1500", 1600 }, { "wow-1500", 1800 }, { "wow-1500", 65534 } };

/* It is read by the rows of the next lower known version, which is reported, and written back unchanged. */
static void
test_unknown_version (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (between); i++) {
    gsize size;
    g_autofree uint8_t *bytes = load_as (between[i].name, between[i].version, &size);
    g_autoptr (GError) error = NULL;
    g_autoptr (MwReport) report = mw_report_new ();
    MwMdlx *model = mw_mdx_read (bytes, size, report, &error), *like = read_seed (between[i].name);
    g_assert_no_error (error);
    g_assert_cmpuint (model->family, ==, MW_FAMILY_MDX_WOW);
    g_assert_cmpuint (model->version, ==, between[i].version);
    g_assert_cmpuint (model->geosets.n, ==, like->geosets.n);
    g_assert_cmpuint (model->nodes.n, ==, like->nodes.n);
    g_assert_cmpuint (model->unknown_chunks.n, ==, like->unknown_chunks.n);
    g_assert_cmpuint (report->remarks->len, ==, 1);
    const MwRemark *remark = &g_array_index (report->remarks, MwRemark, 0);
    g_autofree char *words = g_strdup_printf (
      "version %u is unknown (the latest known of World of Warcraft alpha is 1500): it is read by the rules of the next "
      "lower known version",
      between[i].version);
    g_assert_cmpstr (remark->text, ==, words);
    g_autoptr (GBytes) written = write_mdx (model);
    g_assert_cmpmem (g_bytes_get_data (written, NULL), g_bytes_get_size (written), bytes, size);
    mw_model_free (&model->model);
    mw_model_free (&like->model);
  }
}

/* In an unknown version, a chunk whose sizes do not fit is kept as bytes; in a known version it is an error. */
static void
test_unknown_sizes (void)
{
  static const char *const tags[] = { "SEQS", "MTLS", "TXAN", "GEOS", "GEOA", "BONE", "LITE", "HELP",
                                      "ATCH", "PREM", "PRE2", "EVTS", "HTST", "RIBB", "CAMS" };
  static const uint32_t claims[] = { 0, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF };
  for (guint t = 0; t < G_N_ELEMENTS (tags); t++)
    for (guint k = 0; k < G_N_ELEMENTS (claims); k++)
      for (guint v = 1500; v <= 1501; v++) {
        gsize size;
        g_autofree uint8_t *bytes = load_as ("wow-1500", v, &size);
        memcpy (bytes + chunk_at (bytes, size, tags[t]), &claims[k], 4);
        g_autoptr (GError) error = NULL;
        g_autoptr (MwReport) report = mw_report_new ();
        MwMdlx *model = mw_mdx_read (bytes, size, report, &error);
        if (v == 1500) {
          g_assert_null (model);
          g_assert_cmpint (mw_error_offset (error), >, 0);
          continue;
        }
        g_assert_no_error (error);
        MwMdlx *like = read_seed ("wow-1500");
        g_assert_cmpuint (model->unknown_chunks.n, ==, like->unknown_chunks.n + 1);
        g_assert_cmpuint (report->remarks->len, ==, 2);
        g_autoptr (GBytes) written = write_mdx (model);
        g_assert_cmpmem (g_bytes_get_data (written, NULL), g_bytes_get_size (written), bytes, size);
        mw_model_free (&model->model);
        mw_model_free (&like->model);
      }
}

/* Lower versions of this game do not exist. */
static void
test_version_below (void)
{
  g_autoptr (GByteArray) file = begin_version (1299);
  guint modl = begin_chunk (file, "MODL");
  put_zeros (file, 373);
  end_chunk (file, modl);
  g_autoptr (GError) error = NULL;
  g_assert_null (mw_mdx_read (file->data, file->len, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "World of Warcraft alpha, MDX 1299"));
}

static void
test_unknown_damaged (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (between); i++) {
    gsize size;
    uint8_t *bytes = load_as (between[i].name, between[i].version, &size);
    g_autoptr (GBytes) whole = g_bytes_new_take (bytes, size);
    g_autoptr (MwFileSet) set = mw_file_set_new ();
    mw_file_set_add (set, "model", NULL, whole);
    g_assert_true (
      damage_set (set, between[i].name, 20261122 + i, 20 / work_fraction () + 1, 100 / work_fraction () + 1));
  }
}

/* --- Counts --------------------------------------------------------------------------------------------------------- */

static void
assert_fails (const GByteArray *file, gint64 offset, const char *path, const char *words)
{
  g_autoptr (GError) error = NULL;
  MwMdlx *model = mw_mdx_read (file->data, file->len, NULL, &error);
  g_assert_null (model);
  g_assert_nonnull (error);
  g_assert_cmpint (mw_error_offset (error), ==, offset);
  g_assert_cmpstr (mw_error_path (error), ==, path);
  if (!strstr (error->message, words))
    g_error ("\"%s\" does not say \"%s\"", error->message, words);
}

static GByteArray *
with_helpers (uint32_t stated, guint n)
{
  GByteArray *file = begin_version (1300);
  guint modl = begin_chunk (file, "MODL");
  put_zeros (file, 373);
  end_chunk (file, modl);
  guint helpers = begin_chunk (file, "HELP");
  put_u32 (file, stated);
  for (guint i = 0; i < n; i++)
    put_node (file, "Helper", i, 0xFFFFFFFF, 0);
  end_chunk (file, helpers);
  return file;
}

static void
test_counts (void)
{
  enum { COUNT_AT = 4 + 12 + 8 + 373 + 8 };
  g_autoptr (GByteArray) right = with_helpers (2, 2), more = with_helpers (3, 2), fewer = with_helpers (1, 2);
  MwMdlx *model = read_mdx (right->data, right->len);
  g_assert_cmpuint (model->nodes.n, ==, 2);
  mw_model_free (&model->model);
  assert_fails (more, COUNT_AT, "HELP", "found a count of 3, but the chunk ends after 2");
  assert_fails (fewer, COUNT_AT + 4 + 96, "HELP", "found 96 bytes more");
}

static void
test_most_sequences (void)
{
  g_autoptr (GError) error = NULL;
  MwMdlx *model = read_seed ("wow-1300");
  const MwField *sequences = mw_schema_field (&mw_mdlx_schema, "sequences");
  while (model->sequences.n < 255)
    mw_list_append (&model->model, &model->model.record, sequences, mw_record_new (&mw_mdlx_sequence_schema));
  g_autoptr (GBytes) written = write_mdx (model);
  mw_list_append (&model->model, &model->model.record, sequences, mw_record_new (&mw_mdlx_sequence_schema));
  g_assert_null (io_write_bytes (&model->model, mw_mdlx_format (model), NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_NOT_WRITABLE);
  g_assert_cmpstr (mw_error_path (error), ==, "sequences");
  g_assert_cmpstr (error->message, ==, "found 256, this format holds at most 255");
  mw_model_free (&model->model);
}

/* --- Words that follow ---------------------------------------------------------------------------------------------- */

/* The word at `offset` in the content of a chunk. */
static uint32_t
word_in (GBytes *bytes, const char *tag, gsize offset)
{
  gsize size, at = 4;
  const uint8_t *data = g_bytes_get_data (bytes, &size), *payload;
  uint32_t found, length, word;
  while ((payload = mw_mdx_next_chunk (data, size, &at, &found, &length)))
    if (memcmp (&found, tag, 4) == 0) {
      g_assert_cmpuint (offset + 4, <=, length);
      memcpy (&word, payload + offset, 4);
      return word;
    }
  g_error ("there is no %s", tag);
}

static void
test_node_count (void)
{
  enum { COUNT_AT = 369 };
  for (guint stated = 2; stated < 4; stated++) {
    g_autoptr (GByteArray) file = with_helpers (2, 2);
    file->data[4 + 12 + 8 + COUNT_AT] = (guint8) stated;
    MwMdlx *model = read_mdx (file->data, file->len);
    g_autoptr (GBytes) same = write_mdx (model);
    g_assert_cmpuint (word_in (same, "MODL", COUNT_AT), ==, stated);
    mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "nodes"),
                    mw_record_new (&mw_mdlx_helper_schema));
    g_autoptr (GBytes) grown = write_mdx (model);
    /* A word that was not the number of nodes stays as it was. */
    g_assert_cmpuint (word_in (grown, "MODL", COUNT_AT), ==, 3);
    mw_model_free (&model->model);
  }
}

static void
test_highest_attachment (void)
{
  MwMdlx *model = read_seed ("wow-1400");
  g_autoptr (GBytes) first = write_mdx (model);
  uint32_t stated = word_in (first, "ATCH", 4);
  g_assert_cmpuint (stated, !=, 34); /* the sample has another value than the derived one */
  MwDocument *document = mw_document_new (&model->model, mw_mdlx_format (model));
  g_assert_true (fixture_set (document, "attachments[0].attachment_id", "35"));
  g_autoptr (GBytes) kept = write_mdx (model);
  g_assert_cmpuint (word_in (kept, "ATCH", 4), ==, stated);
  mw_notes_drop (&model->model.record);
  g_autoptr (GBytes) derived = write_mdx (model);
  g_assert_cmpuint (word_in (derived, "ATCH", 4), ==, 35);
  g_object_unref (document);
}

/* With one more point in the spline, the emitter's own size grows as much, whether it includes itself or not. */
static void
test_emitter_size (void)
{
  MwMdlx *model = read_seed ("wow-1300");
  for (guint i = 0; i < model->nodes.n; i++) {
    MwMdlxParticleEmitter2 *emitter = (MwMdlxParticleEmitter2 *) model->nodes.items[i];
    if (emitter->node.record.schema != &mw_mdlx_particle_emitter2_schema)
      continue;
    MwArray longer = mw_array_new (emitter->spline.n + 1, 12);
    memset (longer.data, 0, 12 * (gsize) longer.n);
    mw_array_clear (&emitter->spline);
    emitter->spline = longer;
  }
  g_autoptr (GBytes) before = NULL, after = write_mdx (model);
  MwMdlx *first = read_seed ("wow-1300");
  before = write_mdx (first);
  /* The first emitter: its node comes after the count and the size. */
  uint32_t node = word_in (before, "PRE2", 8), was = word_in (before, "PRE2", 8 + node);
  g_assert_cmpuint (word_in (after, "PRE2", 8 + node), ==, was + 12);
  mw_model_free (&model->model);
  mw_model_free (&first->model);
}

/* --- Object ids ----------------------------------------------------------------------------------------------------- */

static void
test_object_ids (void)
{
  g_autoptr (GByteArray) file = with_helpers (1, 1);
  MwMdlx *model = read_mdx (file->data, file->len);
  const MwField *nodes = mw_schema_field (&mw_mdlx_schema, "nodes");
  MwRecord *shape = mw_record_new (&mw_mdlx_collision_shape_schema), *child = mw_record_new (&mw_mdlx_bone_schema);
  MwRecord *root = mw_record_new (&mw_mdlx_bone_schema), *ribbon = mw_record_new (&mw_mdlx_ribbon_emitter_schema);
  MwRecord *event = mw_record_new (&mw_mdlx_event_object_schema);
  MwRecord *const added[] = { shape, child, root, ribbon, event };
  for (guint i = 0; i < G_N_ELEMENTS (added); i++)
    mw_list_append (&model->model, &model->model.record, nodes, added[i]);
  ((MwMdlxNode *) child)->parent = (MwRef) { root->id, 0 };
  g_autofree uint32_t *numbers = mw_model_numbers (&model->model);
  /* Bones without a parent first, then the kinds, whatever the order of chunks (RIBB comes after HTST). */
  g_assert_cmpuint (numbers[root->id], ==, 0);
  g_assert_cmpuint (numbers[child->id], ==, 1);
  g_assert_cmpuint (numbers[model->nodes.items[0]->id], ==, 2);
  g_assert_cmpuint (numbers[ribbon->id], ==, 3);
  g_assert_cmpuint (numbers[event->id], ==, 4);
  g_assert_cmpuint (numbers[shape->id], ==, 5);
  g_autoptr (GBytes) written = write_mdx (model);
  g_assert_true (io_prove_bytes (&model->model, mw_mdlx_format (model), written, NULL));
  mw_model_free (&model->model);
}

/* Real files are numbered like this, so there is no note. */
static void
test_boar_ids (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx1300");
  for (guint i = 0; files && i < files->len; i++) {
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
    MwMdlx *model = read_mdx (bytes, size);
    for (uint32_t k = 0; k < model->nodes.n; k++)
      g_assert_null (mw_notes_find (model->nodes.items[k], MW_NOTE_OBJECT_ID, NULL));
    g_assert_cmpuint (mw_notes_count (&model->model.record), ==, 0);
    mw_model_free (&model->model);
  }
}

/* --- Geosets of 1500 ------------------------------------------------------------------------------------------------ */

static void
assert_refused (const MwMdlx *model, const char *path, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (io_write_bytes (&model->model, mw_mdlx_format (model), NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_NOT_WRITABLE);
  g_assert_cmpstr (mw_error_path (error), ==, path);
  if (!strstr (error->message, words))
    g_error ("\"%s\" does not say \"%s\"", error->message, words);
}

static void
test_batches (void)
{
  MwMdlx *model = read_seed ("wow-1500");
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) model->geosets.items[1];
  g_assert_cmpuint (geoset->vertices.n, ==, 5);
  g_assert_cmpuint (geoset->skin_bones.n, ==, 5);
  g_assert_cmpuint (((MwRef *) geoset->skin_bones.data)[0].id, ==, model->nodes.items[0]->id);
  g_assert_cmpuint (geoset->uv_sets.n, ==, 2);
  g_assert_cmpuint (geoset->primitive_types.n, ==, 0);
  g_assert_false (mw_field_is_live (&geoset->record, mw_schema_field (&mw_mdlx_geoset_schema, "group_sizes"),
                                    mw_mdlx_format (model)));

  MwArray faces = geoset->faces, many = mw_array_new (65538, 2);
  memset (many.data, 0, 2 * (gsize) many.n);
  geoset->faces = many;
  assert_refused (model, "geosets[1].faces",
                  "found 65538 indices; this version of the format has one batch for a geoset, of at most 65535");
  mw_array_clear (&many);
  geoset->faces = faces;

  uint16_t *weight = (uint16_t *) geoset->skin_weights.data + 13, had = *weight;
  *weight = 256;
  assert_refused (model, "geosets[1].skin.weights", "vertex 3 has the weight 256");
  *weight = had;

  geoset->normals.n--;
  assert_refused (model, "geosets[1].normals", "found 4 elements for 5 vertices");
  geoset->normals.n++;
  MwRecord *set = mw_list_take (&model->model, &geoset->record, mw_schema_field (&mw_mdlx_geoset_schema, "uv_sets"), 1);
  assert_refused (model, "geosets[1].uv_sets", "found 1 UV sets");
  mw_record_free (set);
  mw_model_free (&model->model);
}

/* Unknown padding is kept while its size is unchanged; new faces get new words about them. */
static void
test_batch_words (void)
{
  MwMdlx *model = read_seed ("wow-1500");
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) model->geosets.items[2];
  g_autoptr (GBytes) before = write_mdx (model);
  g_assert_cmpuint (geoset->faces.n, ==, 3);
  MwArray other = mw_array_copy ((const uint16_t[]) { 2, 2, 2 }, 3, 2), faces = geoset->faces;
  geoset->faces = other;
  g_autoptr (GBytes) after = write_mdx (model);
  gsize size, after_size, differs = 0;
  const uint8_t *a = g_bytes_get_data (before, &size), *b = g_bytes_get_data (after, &after_size);
  g_assert_cmpuint (size, ==, after_size);
  for (gsize i = 0; i < size; i++)
    differs += a[i] != b[i];
  /* Two of the three indices, and their minimum and maximum. */
  g_assert_cmpuint (differs, <=, 4);
  g_assert_cmpuint (differs, >=, 3);
  mw_array_clear (&geoset->faces);
  geoset->faces = faces;
  g_autoptr (GBytes) again = write_mdx (model);
  g_assert_true (g_bytes_equal (before, again));
  mw_model_free (&model->model);
}

static void
test_uv_sets (void)
{
  MwMdlx *model = read_seed ("wow-1300");
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) model->geosets.items[1];
  g_assert_cmpuint (geoset->uv_sets.n, ==, 2);
  ((MwMdlxUvSet *) geoset->uv_sets.items[1])->uvs.n--;
  assert_refused (model, "geosets[1].uv_sets[1].uvs", "found 4 elements for 5 vertices");
  ((MwMdlxUvSet *) geoset->uv_sets.items[1])->uvs.n++;
  mw_model_free (&model->model);
}

/* --- Tracks --------------------------------------------------------------------------------------------------------- */

/* The made models have both layouts, as the last track and before other tracks. */
static void
test_track_forms (void)
{
  guint simple = 0, full = 0;
  for (guint i = 0; i < G_N_ELEMENTS (made); i++) {
    MwMdlx *model = read_seed (made[i]);
    MwFormat format = mw_mdlx_format (model);
    for (uint32_t m = 0; m < model->materials.n; m++) {
      const MwMdlxMaterial *material = (const MwMdlxMaterial *) model->materials.items[m];
      for (uint32_t l = 0; l < material->layers.n; l++) {
        const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[l];
        const MwTrack *track = layer->texture_track;
        g_assert_cmpuint (layer->unknown.n, ==, 0);
        if (!track)
          continue;
        gboolean has = mw_field_is_live (&track->record, mw_schema_field (track->record.schema, "interpolation"),
                                         format);
        g_assert_true (has == (layer->record.variant == 1));
        simple += !has;
        full += has;
      }
    }
    mw_model_free (&model->model);
  }
  g_assert_cmpuint (simple, >, 0);
  g_assert_cmpuint (full, >, 0);
}

/* If a value cannot be packed exactly, the model gets the nearest one that can. */
static void
test_quaternions_snap (void)
{
  MwMdlx *model = read_seed ("wow-1300");
  MwDocument *document = mw_document_new (&model->model, mw_mdlx_format (model));
  g_assert_true (fixture_set (document, "bones[0].rotation.track.keys[0].value", "{0.1, 0.2, 0.3, 0.92736185}"));
  g_autofree char *now = get_value (model, "bones[0].rotation.track.keys[0].value");
  g_autoptr (GBytes) written = write_mdx (model);
  MwMdlx *again = read_mdx (g_bytes_get_data (written, NULL), g_bytes_get_size (written));
  assert_value (again, "bones[0].rotation.track.keys[0].value", now);
  g_assert_cmpstr (now, !=, "{0.1, 0.2, 0.3, 0.92736185}");
  g_assert_true (g_str_has_prefix (now, "{0.0999999"));
  mw_model_free (&again->model);
  g_object_unref (document);
}

/* A value that is not a rotation becomes one, which is reported; what packing loses is not. */
static void
test_no_rotations (void)
{
  static const struct {
    const char *value;
    guint n;
  } cases[] = { { "{0.1, 0.2, 0.3, 0.92736185}", 0 },
                { "{-0.1, -0.2, -0.3, -0.92736185}", 0 },
                { "{0, 0, 0.5, 0.8660}", 0 },
                { "{1, 0, 0, 0}", 0 },
                { "{0, 1, 0, 0.0001}", 0 },
                { "{0, 0, 0, 1}", 0 },
                { "{0, 0, 2, 0}", 1 },
                { "{0, 0, 0.5, 7}", 1 },
                { "{nan, 0, 0, 1}", 1 },
                { "{0, 0, 0, nan}", 1 },
                { "{0, -3, 0, 1}", 1 },
                { "{0, 0, 0, 0}", 1 } };
  MwMdlx *model = read_seed ("wow-1300");
  MwDocument *document = mw_document_new (&model->model, mw_mdlx_format (model));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_assert_true (fixture_set (document, "bones[0].rotation.track.keys[0].value", "{0, 0.5, 0.5, 0.70710677}"));
    g_assert_true (fixture_set (document, "bones[0].rotation.track.keys[0].value", cases[i].value));
    const char *const *notices = mw_document_get_notices (document);
    guint n = notices ? g_strv_length ((char **) notices) : 0;
    if (n != cases[i].n)
      g_error ("%s: %u notices", cases[i].value, n);
    if (n)
      g_assert_cmpstr (
        notices[0], ==,
        "bones[0].rotation.track.keys.value: the format cannot hold 1 of the rotations exactly; they were replaced by "
        "the nearest");
  }
  g_object_unref (document);
}

/* --- Names ---------------------------------------------------------------------------------------------------------- */

static void
test_names (void)
{
  MwMdlx *model = read_seed ("wow-1300");
  assert_value (model, "particle_emitters2[0].flags.xy_quads", "1");
  assert_value (model, "particle_emitters[0].flags.emitter_uses_tga", "1");
  assert_value (model, "geosets[0].selection_flags.unselectable", "1");
  assert_value (model, "textures[1].replaceable_id", "skin");
  assert_value (model, "geosets[0].selection_group", "beard_01");
  assert_value (model, "geosets[1].selection_group", "loincloth_02");
  assert_value (model, "geosets[2].selection_group", "none");
  assert_value (model, "attachments[1].attachment_id", "ShoulderRight");
  MwTarget target;
  g_assert_false (mw_path_resolve_one (&model->model, "bones[0].flags.camera_anchored", &target, NULL));
  g_assert_true (mw_path_resolve_one (&model->model, "bones[0].flags.billboarded", &target, NULL));

  MwDocument *document = mw_document_new (&model->model, mw_mdlx_format (model));
  g_assert_true (fixture_set (document, "collision_shapes[0].type", "Plane"));
  assert_value (model, "collision_shapes[0].length", "0");
  g_assert_true (fixture_set (document, "textures[1].replaceable_id", "monster_skin_2"));
  g_assert_cmpuint (((MwMdlxTexture *) model->textures.items[1])->replaceable_id, ==, 12);
  g_assert_true (fixture_set (document, "geosets[0].selection_group", "glove_02"));
  g_assert_cmpuint (((MwMdlxGeoset *) model->geosets.items[0])->selection_group, ==, 402);
  g_assert_true (fixture_set (document, "geosets[0].selection_group", "7777"));
  assert_value (model, "geosets[0].selection_group", "7777");
  g_assert_true (fixture_set (document, "attachments[1].attachment_id", "TorsoSpell"));
  assert_value (model, "attachments[1].attachment_id", "TorsoSpell");
  g_assert_true (fixture_set (document, "attachments[1].attachment_id", "Chest"));
  assert_value (model, "attachments[1].attachment_id", "TorsoSpell");
  g_assert_true (fixture_set (document, "attachments[1].attachment_id", "36"));
  assert_value (model, "attachments[1].attachment_id", "36");
  g_object_unref (document);
}

/* New nodes get the kind bit that this game's files have. */
static void
test_new_nodes (void)
{
  static const struct {
    const MwSchema *schema;
    uint32_t flags;
  } kinds[] = { { &mw_mdlx_bone_schema, 0 },
                { &mw_mdlx_helper_schema, 0 },
                { &mw_mdlx_light_schema, 0x100 },
                { &mw_mdlx_event_object_schema, 0x200 },
                { &mw_mdlx_attachment_schema, 0x400 },
                { &mw_mdlx_particle_emitter_schema, 0 },
                { &mw_mdlx_particle_emitter2_schema, 0x800 },
                { &mw_mdlx_collision_shape_schema, 0x1000 },
                { &mw_mdlx_ribbon_emitter_schema, 0x2000 } };
  MwMdlx *model = read_seed ("wow-1300");
  MwDocument *document = mw_document_new (&model->model, mw_mdlx_format (model));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_autoptr (GError) error = NULL;
    mw_document_begin (document, "Add");
    MwId id = mw_operation_add (document, &model->model.record, mw_schema_field (&mw_mdlx_schema, "nodes"),
                                kinds[i].schema, NULL, 0, &error);
    mw_document_commit (document);
    g_assert_no_error (error);
    g_assert_cmphex (((MwMdlxNode *) mw_model_find (&model->model, id))->flags, ==, kinds[i].flags);
  }
  g_object_unref (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdx wow/the real file is written byte for byte from a copy of its model", test_corpus);
  g_test_add_func ("/io/mdx wow/generated models of each version are written back, and every byte has an owner",
                   test_made);
  g_test_add_func ("/io/mdx wow/each row of the family test decides", test_probe_rows);
  g_test_add_func ("/io/mdx wow/a count of many items is distinguished from a size", test_probe_many);
  g_test_add_func ("/io/mdx wow/the first test with a verdict decides", test_probe_order);
  g_test_add_func ("/io/mdx wow/files without the deciding chunks are recognised by other chunks", test_probe_without);
  g_test_add_func ("/io/mdx wow/an unknown version is read as the next lower one, with a warning",
                   test_unknown_version);
  g_test_add_func ("/io/mdx wow/a chunk of it whose sizes do not fit is kept as bytes", test_unknown_sizes);
  g_test_add_func ("/io/mdx wow/a version below the first is refused with its number", test_version_below);
  g_test_add_func ("/io/mdx wow/a count that differs is an error with its place", test_counts);
  g_test_add_func ("/io/mdx wow/more sequences than clients count are not written", test_most_sequences);
  g_test_add_func ("/io/mdx wow/the count of nodes is derived, and an unusual number is kept", test_node_count);
  g_test_add_func ("/io/mdx wow/the highest attachment id is derived, and an unusual number is kept",
                   test_highest_attachment);
  g_test_add_func ("/io/mdx wow/the size of an emitter grows with its spline", test_emitter_size);
  g_test_add_func ("/io/mdx wow/object ids are given in the order that the client wants", test_object_ids);
  g_test_add_func ("/io/mdx wow/the real file has these object ids", test_boar_ids);
  g_test_add_func ("/io/mdx wow/1500 stores only what its batches can express", test_batches);
  g_test_add_func ("/io/mdx wow/the values of a batch follow its indices, and padding stays", test_batch_words);
  g_test_add_func ("/io/mdx wow/UV sets have as many coordinates as there are vertices", test_uv_sets);
  g_test_add_func ("/io/mdx wow/both forms of whole-number tracks are distinguished", test_track_forms);
  g_test_add_func ("/io/mdx wow/an edited rotation has the value that will be saved", test_quaternions_snap);
  g_test_add_func ("/io/mdx wow/an invalid rotation becomes valid, with a warning", test_no_rotations);
  g_test_add_func ("/io/mdx wow/flags and numbers have this game's names", test_names);
  g_test_add_func ("/io/mdx wow/new nodes have this game's bits", test_new_nodes);
  g_test_add_func (
    "/io/mdx wow/a damaged generated file gives an error with a position, or a model that is written back",
    test_damaged);
  g_test_add_func ("/io/mdx wow/damaged real files are errors or survive", test_damaged_corpus);
  g_test_add_func ("/io/mdx wow/damaged files of an unknown version are errors or survive", test_unknown_damaged);
  return g_test_run ();
}
