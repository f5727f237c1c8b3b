/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document.h"
#include "core/edit/operations/script.h"
#include "core/io/mdx/mdx.h"
#include "core/io/registry.h"
#include "core/schema/path.h"
#include "core/schema/value.h"
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "tests/core/io/damage.h"
#include "tests/core/io/mdx-bytes.h"
#include "tests/core/io/mdx-files.h"
#include "tests/core/io/values.h"

#include <string.h>

static const MwFormat mdx800 = { MW_FAMILY_MDX, 800 };

/* Reads, copies the model with its arrays, destroys the original, writes the copy. */
static GBytes *
through_a_copy (const uint8_t *bytes, gsize size, MwByteMap *map)
{
  GError *error = NULL;
  MwMdlx *model = mw_mdx_read (bytes, size, NULL, &error);
  g_assert_no_error (error);
  MwModel *copy = mw_model_copy (&model->model, TRUE);
  g_autofree char *where = NULL;
  g_assert_true (mw_model_equal (&model->model, copy, mdx800, &where));
  mw_model_poison_and_free (&model->model);
  GBytes *written = io_write_bytes (copy, mdx800, map, NULL, &error);
  g_assert_no_error (error);
  mw_model_free (copy);
  return written;
}

static void
test_corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  for (guint i = 0; files && i < files->len; i++) {
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
    assert_written_as_it_was (bytes, size, files->pdata[i]);
  }
  if (files)
    g_test_message ("%u files", files->len);
}

static void
test_samples (void)
{
  static const char *const names[] = { "figure.mdx", "effect.mdx", "everything.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = sample_path (names[i]);
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (path, &size);
    assert_written_as_it_was (bytes, size, path);
  }
}

/* Records and tracks that the generated sample must contain. */
static gboolean
count_use (MwRecord *record, gpointer data)
{
  GHashTable *used = data;
  g_hash_table_add (used, (gpointer) record->schema);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type == MW_TYPE_CHILD && *(MwRecord **) mw_field_at (record, field))
      g_hash_table_add (used, (gpointer) field);
  }
  return TRUE;
}

static void
test_everything (void)
{
  g_autofree char *path = sample_path ("everything.mdx");
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  GError *error = NULL;
  MwMdlx *model = mw_mdx_read (bytes, size, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  mw_record_foreach (&model->model.record, count_use, used);
  MwFormat format = mw_mdlx_format (model);
  g_autoptr (GPtrArray) schemas = mw_schema_reachable_in (&mw_mdlx_schema, format);
  for (guint i = 0; i < schemas->len; i++) {
    const MwSchema *schema = schemas->pdata[i];
    if (schema->kinds)
      continue;
    if (!g_hash_table_contains (used, schema))
      g_error ("the sample has no %s", schema->name);
    g_autoptr (MwRecord) record = mw_record_new (schema);
    for (guint k = 0; k < mw_schema_n_fields (schema); k++) {
      const MwField *field = mw_schema_field_at (schema, k);
      if (field->type == MW_TYPE_CHILD && mw_field_is_live (record, field, format)
          && !g_hash_table_contains (used, field))
        g_error ("the sample has no %s.%s", schema->name, field->name);
    }
  }
  mw_model_free (&model->model);
}

static void
test_unknown_chunks (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  put_tag (file, "MDLX");
  guint info = begin_chunk (file, "INFO");
  put_chars (file, "made by hand", 12);
  end_chunk (file, info);
  guint vers = begin_chunk (file, "VERS");
  put_u32 (file, 800);
  end_chunk (file, vers);
  end_chunk (file, begin_chunk (file, "PREM"));
  end_chunk (file, begin_chunk (file, "SEQS"));
  guint strange = begin_chunk (file, "\1\2\3\4");
  put_u32 (file, 42);
  end_chunk (file, strange);
  guint modl = begin_chunk (file, "MODL");
  put_chars (file, "late", 80);
  put_zeros (file, 260 + 28 + 4);
  end_chunk (file, modl);
  end_chunk (file, begin_chunk (file, "XTRA"));
  put_zeros (file, 8); /* a chunk with the tag 0 */
  put_chars (file, "abc", 3);
  assert_survives (file);
  MwMdlx *model = read_array (file);
  assert_value (model, "name", "\"late\"");
  assert_value (model, "unknown_chunks", "4");
  mw_model_free (&model->model);
}

static void
test_tails (void)
{
  g_autoptr (GByteArray) file = begin_mdx ("Tail");
  /* After the NUL of both strings in MODL; the second as one optimiser signs its work. */
  memcpy (file->data + 24 + 70, "junk", 4);
  memcpy (file->data + 24 + 80 + 252, "PDR", 3);
  assert_survives (file);
  MwMdlx *model = read_array (file);
  assert_value (model, "name", "\"Tail\"");
  assert_value (model, "animation_file", "\"\"");
  /* A full buffer without a NUL. */
  memset (file->data + 24, 'n', 80);
  mw_model_free (&model->model);
  assert_survives (file);
}

static void
put_track (GByteArray *to, const char *tag, uint32_t interpolation, int components)
{
  put_tag (to, tag);
  put_u32 (to, 3);
  put_u32 (to, interpolation);
  put_u32 (to, 0xFFFFFFFF);
  for (int key = 0; key < 3; key++) {
    put_u32 (to, (uint32_t) (500 - 1000 * key)); /* unsorted and negative */
    for (int i = 0; i < components * (interpolation >= 2 ? 3 : 1); i++)
      put_f32 (to, (float) key + 0.25f * (float) i);
  }
}

static void
test_track_order (void)
{
  g_autoptr (GByteArray) file = begin_mdx ("Tracks");
  guint bone = begin_chunk (file, "BONE"), size = begin_size (file);
  put_chars (file, "root", 80);
  put_u32 (file, 0);
  put_u32 (file, 0xFFFFFFFF);
  put_u32 (file, 0x100);
  put_track (file, "KGSC", 3, 3);
  put_track (file, "KGTR", 0, 3);
  put_track (file, "KGRT", 2, 4);
  end_size (file, size);
  put_u32 (file, 0xFFFFFFFF);
  put_u32 (file, 7);
  end_chunk (file, bone);
  assert_survives (file);
  MwMdlx *model = read_array (file);
  assert_value (model, "bones[0].translation.track.keys[1].time", "-500");
  assert_value (model, "bones[0].scaling.track.keys[2].out_tan.x", "3.5");
  assert_value (model, "bones[0].rotation.track.interpolation", "Hermite");
  assert_value (model, "bones[0].geoset_animation", "7");
  mw_model_free (&model->model);
}

static void
test_unknown_track (void)
{
  g_autoptr (GByteArray) file = begin_mdx ("Unknown");
  guint bone = begin_chunk (file, "HELP"), size = begin_size (file);
  put_chars (file, "root", 80);
  put_u32 (file, 0);
  put_u32 (file, 0xFFFFFFFF);
  put_u32 (file, 0);
  put_track (file, "KGTR", 0, 3);
  put_track (file, "KXXX", 1, 2);
  end_size (file, size);
  end_chunk (file, bone);
  assert_survives (file);
}

static void
test_object_ids (void)
{
  /* Ids with a gap and a duplicate, children before parents, surplus pivots. */
  g_autoptr (GByteArray) file = begin_mdx ("Ids");
  guint chunk = begin_chunk (file, "BONE");
  put_bone (file, "child", 5, 9);
  put_bone (file, "parent", 9, 77);
  put_bone (file, "double", 5, 0xFFFFFFFF);
  end_chunk (file, chunk);
  chunk = begin_chunk (file, "PIVT");
  for (int i = 0; i < 3 * 12; i++)
    put_f32 (file, (float) i);
  end_chunk (file, chunk);
  assert_survives (file);
  MwMdlx *model = read_array (file);
  assert_value (model, "bones[0].parent", "bones[1]");
  assert_value (model, "bones[1].parent", "77");
  assert_value (model, "bones[0].pivot", "{15, 16, 17}");
  assert_value (model, "bones[1].pivot", "{27, 28, 29}");
  mw_model_free (&model->model);
}

/* Stored numbers refer to ids as in the file: with ids 3 and 6 the number 1 refers to nothing. */
static void
test_dangling_numbers (void)
{
  g_autoptr (GByteArray) file = begin_mdx ("Gaps");
  guint chunk = begin_chunk (file, "BONE");
  put_bone (file, "a", 3, 1);
  put_bone (file, "b", 6, 3);
  end_chunk (file, chunk);
  assert_survives (file);
  MwMdlx *model = read_array (file);
  static const struct {
    const char *text, *names;
  } cases[] = { { "1", NULL }, { "3", "bones[0]" }, { "6", "bones[1]" }, { "0", NULL } };
  MwTarget target;
  g_assert_true (mw_path_resolve_one (&model->model, "bones[0].parent", &target, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (MwValue) value = { 0 };
    g_assert_true (mw_value_parse (&model->model, &target, cases[i].text, 1, &value, NULL));
    const MwRef *ref = (const MwRef *) (gconstpointer) value.bytes->data;
    g_autofree char *path = ref->id ? mw_record_path (mw_model_find (&model->model, ref->id)) : NULL;
    g_assert_cmpstr (path, ==, cases[i].names);
  }
  mw_model_free (&model->model);
}

/* Three extents for two sequences: the surplus one stays after those of all sequences, even when sequences are
 * added. */
static void
test_surplus_extents (void)
{
  g_autoptr (GByteArray) file = begin_mdx ("Extents");
  guint chunk = begin_chunk (file, "SEQS");
  put_chars (file, "Stand", 132);
  put_chars (file, "Walk", 132);
  end_chunk (file, chunk);
  chunk = begin_chunk (file, "GEOS");
  guint size = begin_size (file);
  static const char *const empty[] = { "VRTX", "NRMS", "PTYP", "PCNT", "PVTX", "GNDX", "MTGC", "MATS" };
  for (guint i = 0; i < G_N_ELEMENTS (empty); i++) {
    put_tag (file, empty[i]);
    put_u32 (file, 0);
  }
  put_zeros (file, 12 + 28);
  put_u32 (file, 3);
  for (int i = 0; i < 21; i++)
    put_f32 (file, (float) i);
  put_tag (file, "UVAS");
  put_u32 (file, 0);
  end_size (file, size);
  end_chunk (file, chunk);
  assert_survives (file);

  GError *error = NULL;
  g_autoptr (MwDocument) document = mw_document_new (&read_array (file)->model, mdx800);
  g_assert_true (mw_script_run_line (document, "duplicate sequences[0]", NULL, &error));
  g_assert_no_error (error);
  assert_value ((MwMdlx *) mw_document_get_model (document), "geosets[0].extents", "4");
  g_autoptr (GBytes) more = io_write_bytes (mw_document_get_model (document), mdx800, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (io_prove_bytes (mw_document_get_model (document), mdx800, more, &error));
  g_assert_cmpuint (g_bytes_get_size (more), ==, file->len + 132 + 28);
  g_assert_true (mw_script_run_line (document, "delete sequences[1]", NULL, &error));
  g_assert_no_error (error);
  g_autoptr (GBytes) back = io_write_bytes (mw_document_get_model (document), mdx800, NULL, NULL, &error);
  g_assert_cmpmem (g_bytes_get_data (back, NULL), g_bytes_get_size (back), file->data, file->len);
}

static void
test_pivot_counts (void)
{
  for (guint pivots = 0; pivots <= 4; pivots++) {
    g_autoptr (GByteArray) file = begin_mdx ("Pivots");
    guint chunk = begin_chunk (file, "BONE");
    put_bone (file, "a", 0, 0xFFFFFFFF);
    put_bone (file, "b", 1, 0);
    end_chunk (file, chunk);
    chunk = begin_chunk (file, "PIVT");
    for (guint i = 0; i < pivots * 3; i++)
      put_f32 (file, (float) i + 1);
    end_chunk (file, chunk);
    assert_survives (file);
    g_byte_array_set_size (file, file->len - 8 - 12 * pivots);
    assert_survives (file); /* no PIVT at all */
  }
}

static void
test_repeated_chunks (void)
{
  g_autoptr (GByteArray) file = begin_mdx ("Twice");
  for (int i = 0; i < 3; i++) {
    guint chunk = begin_chunk (file, "GLBS");
    for (int k = 0; k < i; k++)
      put_u32 (file, (uint32_t) (100 * i + k));
    end_chunk (file, chunk);
  }
  assert_survives (file);
  MwMdlx *model = read_array (file);
  assert_value (model, "global_sequences", "3");
  assert_value (model, "global_sequences[2].duration", "201");
  mw_model_free (&model->model);
}

/* Unknown chunks reordered, added and removed: what is written reads back in the order of the list. */
static void
test_unknown_chunks_in_order (void)
{
  static const char *const tags[] = { "INFO", "AAAA", "INFO", "SNDS" };
  enum { N = G_N_ELEMENTS (tags) };
  const MwField *list = mw_schema_field (&mw_mdlx_schema, "unknown_chunks");
  g_autoptr (GByteArray) file = begin_mdx ("Unknown");
  for (guint i = 0; i < N; i++) {
    guint chunk = begin_chunk (file, tags[i]);
    put_u32 (file, i);
    end_chunk (file, chunk);
    chunk = begin_chunk (file, i == 1 ? "GLBS" : "BBBB");
    put_u32 (file, 100);
    end_chunk (file, chunk);
  }
  assert_survives (file);
  const uint32_t n = 2 * N - 1;
  for (guint what = 0; what < 3; what++)
    for (uint32_t from = 0; from < n; from++)
      for (uint32_t to = 0; to < (what == 2 ? 1 : n); to++) {
        MwMdlx *model = read_array (file);
        MwRecord *root = &model->model.record;
        g_assert_cmpuint (model->unknown_chunks.n, ==, n);
        if (what == 0) {
          mw_list_move (root, list, from, to);
        } else if (what == 1) {
          MwRecord *copy = mw_record_copy (model->unknown_chunks.items[from], FALSE);
          mw_record_forget_ids (copy);
          mw_list_insert (&model->model, root, list, to, copy);
        } else {
          mw_record_free (mw_list_take (&model->model, root, list, from));
        }
        GError *error = NULL;
        g_autoptr (GBytes) bytes = io_write_bytes (&model->model, mw_mdlx_format (model), NULL, NULL, &error);
        g_assert_no_error (error);
        g_autoptr (GByteArray) array = g_bytes_unref_to_array (g_bytes_ref (bytes));
        MwMdlx *again = read_array (array);
        g_autofree char *where = NULL;
        if (!mw_model_equal (&model->model, &again->model, mw_mdlx_format (model), &where))
          g_error ("%u, %u to %u: %s is another", what, from, to, where);
        mw_model_free (&again->model);
        mw_model_free (&model->model);
      }
}

static void
put_shape (GByteArray *file, const char *name, uint32_t object_id, uint32_t type, guint bytes)
{
  put_node (file, name, object_id, 0xFFFFFFFF, 0x2000);
  put_u32 (file, type);
  for (guint i = 0; i < bytes / 4; i++)
    put_f32 (file, (float) (10 * object_id + i));
}

static const struct {
  uint32_t type;
  guint bytes;
} shape_layouts[] = { { 0, 24 }, { 1, 24 }, { 1, 20 }, { 2, 16 }, { 3, 28 }, { 3, 8 } };

/* With various names, since with the wrong layout the letters of a name are where the next size would be. */
static void
test_collision_shapes (void)
{
  static const char *const names[] = {
    "", "a", "d", "h", "\x80", "`", "shape", "a name of some length", "sixteen letters.d", "123456789 123456`",
  };
  for (guint i = 0; i < G_N_ELEMENTS (shape_layouts); i++)
    for (guint k = 0; k < G_N_ELEMENTS (shape_layouts); k++)
      for (guint n = 0; n < G_N_ELEMENTS (names); n++) {
        g_autoptr (GByteArray) file = begin_mdx ("Shapes");
        guint chunk = begin_chunk (file, "CLID");
        put_shape (file, names[n], 0, shape_layouts[i].type, shape_layouts[i].bytes);
        put_shape (file, names[n], 1, shape_layouts[k].type, shape_layouts[k].bytes);
        put_shape (file, "", 2, shape_layouts[i].type, shape_layouts[i].bytes);
        end_chunk (file, chunk);
        assert_survives (file);
        MwMdlx *model = read_array (file);
        assert_value (model, "collision_shapes", "3");
        for (guint j = 0; j < 3; j++) {
          guint bytes = shape_layouts[j == 1 ? k : i].bytes;
          g_assert_cmpuint (model->nodes.items[j]->variant, ==, bytes == 20 || bytes == 8);
        }
        mw_model_free (&model->model);
      }
}

/* Many shapes, each of which fits both layouts: time is bounded. */
static void
test_many_collision_shapes (void)
{
  g_autoptr (GByteArray) file = begin_mdx ("Shapes");
  guint chunk = begin_chunk (file, "CLID");
  for (guint i = 0; i < 20000; i++)
    put_shape (file, "", i, i % 2 ? 3 : 1, i % 2 ? 28 : 24);
  end_chunk (file, chunk);
  assert_survives (file);
}

static void
test_camera_variants (void)
{
  for (guint variant = 0; variant < 4; variant++) {
    gboolean extra = variant == 1 || variant == 2;
    g_autoptr (GByteArray) file = begin_mdx ("Camera");
    guint chunk = begin_chunk (file, "CAMS");
    put_u32 (file, (variant << 24) | (extra ? 132u : 120u));
    put_chars (file, "cam", 80);
    for (int i = 0; i < 9 + (extra ? 3 : 0); i++)
      put_f32 (file, (float) i);
    end_chunk (file, chunk);
    assert_survives (file);
    MwMdlx *model = read_array (file);
    assert_value (model, "cameras[0].target.position.x", extra ? "9" : "6");
    mw_model_free (&model->model);
  }
}

/* --- Errors --------------------------------------------------------------------------------------------------------- */

static void
assert_error (GByteArray *file, MwErrorCode code, gint64 offset, const char *path, const char *part)
{
  g_autoptr (GError) error = NULL;
  MwFormat format;
  uint8_t *exact = g_memdup2 (file->data, MAX (file->len, 1));
  MwModel *model = io_read_bytes (exact, file->len, &format, NULL, &error);
  g_free (exact);
  g_assert_null (model);
  g_assert_error (error, MW_ERROR, (int) code);
  g_assert_cmpint (mw_error_offset (error), ==, offset);
  g_assert_cmpstr (mw_error_path (error), ==, path);
  if (!strstr (error->message, part))
    g_error ("\"%s\" says nothing of \"%s\"", error->message, part);
}

static void
test_errors (void)
{
  g_autoptr (GByteArray) file = begin_mdx ("Errors");
  guint start = file->len;

  guint chunk = begin_chunk (file, "TEXS");
  put_zeros (file, 100);
  end_chunk (file, chunk);
  assert_error (file, MW_ERROR_TRUNCATED, chunk + 4, "TEXS[0].path", "needs 260 bytes, found 96");
  put_zeros (file, 9);
  assert_error (file, MW_ERROR_CORRUPT, chunk + 4, "TEXS[0].path", "needs 260 bytes, found 96");

  g_byte_array_set_size (file, start);
  chunk = begin_chunk (file, "GEOS");
  put_u32 (file, 12);
  put_tag (file, "VRTX");
  put_u32 (file, 70000);
  end_chunk (file, chunk);
  assert_error (file, MW_ERROR_TRUNCATED, chunk + 8, "GEOS[0].VRTX", "found a count of 70000");

  g_byte_array_set_size (file, start);
  chunk = begin_chunk (file, "MTLS");
  put_u32 (file, 3);
  end_chunk (file, chunk);
  assert_error (file, MW_ERROR_CORRUPT, chunk, "MTLS[0]", "found a size of 3, expected at least 4");

  g_byte_array_set_size (file, start);
  chunk = begin_chunk (file, "PIVT");
  put_zeros (file, 13);
  end_chunk (file, chunk);
  assert_error (file, MW_ERROR_CORRUPT, chunk, "PIVT", "found 13 bytes of pivots, expected a multiple of 12");

  g_byte_array_set_size (file, start);
  put_tag (file, "SEQS");
  put_u32 (file, 0xFFFFFF);
  put_zeros (file, 132);
  assert_error (file, MW_ERROR_TRUNCATED, start + 4, "SEQS", "found a chunk size of 16777215, but only 132 bytes");

  g_byte_array_set_size (file, start);
  chunk = begin_chunk (file, "CLID");
  put_shape (file, "shape", 0, 9, 24);
  end_chunk (file, chunk);
  assert_error (file, MW_ERROR_CORRUPT, chunk + 96, "CLID[0].type", "found collision shape type 9, expected 0 to 3");
}

static void
test_other_kinds (void)
{
  static const struct {
    const char *bytes;
    guint size;
    const char *says;
  } kinds[] = {
    { "MD20\x13\x01\0\0", 8, "M2 275" },
    { "MD21\0\0\0\0", 8, "needs 8 bytes for magic and version, found 0" },
    { "BLP1", 4, "Warcraft III texture (BLP1)" },
    { "SKIN\0\0\0\0", 8, "a skin profile (.skin), a part of an M2 model: it is read with its .m2" },
    { "SKL1\0\0\0\0", 8, "a skeleton (.skel) that belongs to an .m2; such files are not read yet" },
    { "SKS1\0\0\0\0", 8, "a skeleton (.skel, its sequences first) that belongs to an .m2" },
    { "SKB1\0\0\0\0", 8, "a skeleton (.skel, its bones first) that belongs to an .m2" },
    { "SKA1\0\0\0\0", 8, "a skeleton (.skel, its attachments first) that belongs to an .m2" },
    { "SKPD\0\0\0\0", 8, "a skeleton (.skel, its parent first) that belongs to an .m2" },
    { "AFM2\0\0\0\0", 8, "an animation file in chunks (.anim), a part of an M2 model" },
    { "AFSA\0\0\0\0", 8, "in chunks (.anim, attachments), a part of an M2 model" },
    { "AFSB\0\0\0\0", 8, "in chunks (.anim, bones), a part of an M2 model" },
    { "PTCH\0\0\0\0", 8, "incremental patch" },
    { "version https://git-lfs.github.com/spec/v1\n", 42, "Git LFS pointer" },
    { "\n// text\nVersion {\n FormatVersion 700,\n}\n", 41, "MDL 700" },
    { "", 0, "empty" },
    { "abcdefgh", 8, "found \"abcd\"" },
    { "MDLXVERS\4\0\0\0\xBC\2\0\0", 16, "MDX 700" },
    { "MDLXMODL\0\0\0\0", 12, "no VERS chunk" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_autoptr (GError) error = NULL;
    MwFormat format;
    uint8_t *exact = g_malloc (MAX (kinds[i].size, 1));
    memcpy (exact, kinds[i].bytes, kinds[i].size);
    g_assert_null (io_read_bytes (exact, kinds[i].size, &format, NULL, &error));
    g_free (exact);
    if (!strstr (error->message, kinds[i].says))
      g_error ("\"%s\" says nothing of \"%s\"", error->message, kinds[i].says);
  }
}

static void
test_broken_corpus (void)
{
  static const struct {
    const char *name;
    gint64 offset;
    const char *path, *says;
  } broken[] = {
    { "stijnherfst__track_count_overflow_v800.mdx", 0x565, "BONE[0].KGTR", "4294967295 keys" },
    { "stijnherfst__bpos_count_overflow_v900.mdx", 0x591, "BPOS", "536870912 bind poses" },
    { "AzerothWarsLR__lfs-pointer__BloodBoltSpecialArt.mdx", 0, NULL, "Git LFS pointer" },
    { "heyitsbench__PTCH__Helm_Robe_RaidWarlock_F_01_WoF.M2", 0, NULL, "incremental patch" },
  };
  g_autoptr (GPtrArray) files = corpus_files ("odd");
  for (guint i = 0; files && i < G_N_ELEMENTS (broken); i++) {
    g_autofree char *folder = g_path_get_dirname (files->pdata[0]);
    g_autofree char *path = g_build_filename (folder, broken[i].name, NULL);
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (path, &size);
    g_autoptr (GError) error = NULL;
    MwFormat format;
    g_assert_null (io_read_bytes (bytes, size, &format, NULL, &error));
    g_assert_cmpint (mw_error_offset (error), ==, broken[i].offset);
    g_assert_cmpstr (mw_error_path (error), ==, broken[i].path);
    g_assert_nonnull (strstr (error->message, broken[i].says));
  }
}

/* --- The byte map --------------------------------------------------------------------------------------------------- */

static void
test_map_covers_all (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  for (guint i = 0; files && i < files->len; i++) {
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
    g_autoptr (MwByteMap) map = mw_byte_map_new ();
    g_autoptr (GBytes) written = through_a_copy (bytes, size, map);
    g_autofree uint8_t *owned = g_malloc0 (size);
    for (guint k = 0; k < map->entries->len; k++) {
      const MwBytes *entry = &g_array_index (map->entries, MwBytes, k);
      gsize width = entry->stride ? entry->size / entry->count : entry->size;
      for (guint e = 0; e < (entry->stride ? entry->count : 1); e++)
        memset (owned + entry->offset + (gsize) e * entry->stride, 1, width);
    }
    g_assert_null (memchr (owned, 0, size));
  }
}

/* --- Hostile input -------------------------------------------------------------------------------------------------- */

static void
test_damaged (void)
{
  const guint32 seed = 20261121;
  g_test_message ("seed %u", seed);
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  damage_models (files, seed, 20 / work_fraction () + 1, 100 / work_fraction () + 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdx/writes every corpus file byte for byte from a copy of its model", test_corpus);
  g_test_add_func ("/io/mdx/writes our samples byte for byte", test_samples);
  g_test_add_func ("/io/mdx/the generated sample uses every record and every track", test_everything);
  g_test_add_func ("/io/mdx/unknown, empty and trailing chunks survive in their places", test_unknown_chunks);
  g_test_add_func ("/io/mdx/bytes after a NUL survive", test_tails);
  g_test_add_func ("/io/mdx/track order, negative and unsorted times survive", test_track_order);
  g_test_add_func ("/io/mdx/an unknown track survives", test_unknown_track);
  g_test_add_func ("/io/mdx/odd object ids are resolved and survive", test_object_ids);
  g_test_add_func ("/io/mdx/stored numbers count by object id", test_dangling_numbers);
  g_test_add_func ("/io/mdx/extents beyond the sequences survive a new sequence", test_surplus_extents);
  g_test_add_func ("/io/mdx/any number of pivots survives", test_pivot_counts);
  g_test_add_func ("/io/mdx/a list in several chunks stays so", test_repeated_chunks);
  g_test_add_func ("/io/mdx/unknown chunks are written in the order of their list", test_unknown_chunks_in_order);
  g_test_add_func ("/io/mdx/all layouts of collision shapes are distinguished", test_collision_shapes);
  g_test_add_func ("/io/mdx/thousands of collision shapes are read in bounded time", test_many_collision_shapes);
  g_test_add_func ("/io/mdx/camera variants survive", test_camera_variants);
  g_test_add_func ("/io/mdx/errors say where, what was found and what was expected", test_errors);
  g_test_add_func ("/io/mdx/other files are refused with a message that says what they are", test_other_kinds);
  g_test_add_func ("/io/mdx/broken corpus files get the right error", test_broken_corpus);
  g_test_add_func ("/io/mdx/the byte map covers every byte", test_map_covers_all);
  g_test_add_func ("/io/mdx/a damaged file gives an error with a position, or a model that is written back",
                   test_damaged);
  return g_test_run ();
}
