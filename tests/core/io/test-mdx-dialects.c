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
#include "tests/core/io/mdlx-made.h"
#include "tests/core/io/mdx-bytes.h"
#include "tests/core/io/mdx-files.h"
#include "tests/core/io/values.h"

#include <string.h>

/* Warcraft III from version 900 on: real files, and bytes written by hand from docs/formats/mdlx.md 5 and 6. */

/* --- Files ---------------------------------------------------------------------------------------------------------- */

static void
real_files (void)
{
  static const char *const folders[] = { "mdx1000", "mdx1100" };
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[i]);
    for (guint k = 0; files && k < files->len; k++) {
      gsize size;
      g_autofree uint8_t *bytes = load_exactly (files->pdata[k], &size);
      assert_written_as_it_was (bytes, size, files->pdata[k]);
    }
    if (files)
      g_test_message ("%s: %u files", folders[i], files->len);
  }
}

static void
broken_real_files (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("odd");
  gboolean seen = FALSE;
  for (guint i = 0; files && i < files->len; i++) {
    if (!g_str_has_suffix (files->pdata[i], "bpos_count_overflow_v900.mdx"))
      continue;
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
    g_autoptr (GError) error = NULL;
    g_assert_null (mw_mdx_read (bytes, size, NULL, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
    g_assert_cmpstr (mw_error_path (error), ==, "BPOS");
    g_assert_nonnull (strstr (error->message, "found a count of 536870912 bind poses"));
    seen = TRUE;
  }
  g_assert_true (!files || seen);
}

static void
made_files (void)
{
  for (const guint *version = mdlx_versions (); *version; version++) {
    GError *error = NULL;
    MwFormat format;
    MwMdlx *model = mdlx_made (*version);
    g_autoptr (MwFileSet) set = mdlx_made_set (*version);
    gsize size;
    const uint8_t *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
    g_autofree uint8_t *exact = g_memdup2 (bytes, size);
    MwModel *again = io_read_bytes (exact, size, &format, NULL, &error);
    if (!again)
      g_error ("%u: %s: %s", *version, mw_error_path (error), error->message);
    g_assert_cmpuint (format.version, ==, *version);
    g_autofree char *where = NULL;
    if (!mw_model_equal (&model->model, again, format, &where))
      g_error ("version %u: read again, %s differs", *version, where);
    assert_written_as_it_was (exact, size, "a made model");
    mw_model_free (again);
    mw_model_free (&model->model);
  }
}

/* Sizes of mdlx.md 6: what each version adds to the previous one. */
static void
sizes (void)
{
  static const struct {
    guint version, material, layer, geoset, light;
  } rows[] = { { 800, 12, 28, 0, 44 },   { 900, 92, 32, 84, 44 },  { 1000, 92, 52, 84, 44 }, { 1100, 12, 60, 84, 44 },
               { 1200, 12, 60, 84, 48 }, { 1300, 12, 60, 84, 60 }, { 1400, 12, 60, 84, 60 }, { 1600, 12, 60, 84, 72 },
               { 1700, 12, 60, 84, 72 }, { 1800, 12, 60, 84, 72 } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    MwMdlx *model = mw_mdlx_new ();
    MwRecord *root = &model->model.record;
    model->version = rows[i].version;
    MwRecord *material = mw_record_new (&mw_mdlx_material_schema);
    mw_list_append (&model->model, root, mw_schema_field (root->schema, "materials"), material);
    mw_list_append (&model->model, material, mw_schema_field (material->schema, "layers"),
                    mw_record_new (&mw_mdlx_layer_schema));
    mw_list_append (&model->model, root, mw_schema_field (root->schema, "geosets"),
                    mw_record_new (&mw_mdlx_geoset_schema));
    mw_list_append (&model->model, root, mw_schema_field (root->schema, "nodes"),
                    mw_record_new (&mw_mdlx_light_schema));
    g_autoptr (GBytes) bytes = io_write_bytes (&model->model, mw_mdlx_format (model), NULL, NULL, NULL);
    /* Chunks: VERS, MODL, MTLS, GEOS, LITE, PIVT. A geoset of 800 has eight empty arrays, twelve bytes, two counts and an
     * extent. */
    gsize expected = 4 + 12 + 380 + 8 + rows[i].material + 8 + rows[i].layer + 8 + 4 + 64 + 12 + 28 + 4 + 8
                     + rows[i].geoset + 8 + 4 + 96 + rows[i].light + 8 + 12;
    g_assert_cmpuint (g_bytes_get_size (bytes), ==, expected);
    mw_model_free (&model->model);
  }
}

/* --- SKIN, TANG ------------------------------------------------------------------------------------------------------ */

static GByteArray *
begin (uint32_t version)
{
  GByteArray *file = g_byte_array_new ();
  put_tag (file, "MDLX");
  guint chunk = begin_chunk (file, "VERS");
  put_u32 (file, version);
  end_chunk (file, chunk);
  chunk = begin_chunk (file, "MODL");
  put_chars (file, "Dialect", 80);
  put_zeros (file, 260 + 28 + 4);
  end_chunk (file, chunk);
  return file;
}

static void
put_bones (GByteArray *file, guint n)
{
  guint chunk = begin_chunk (file, "BONE");
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf ("b%u", i);
    put_bone (file, name, i, i ? i - 1 : 0xFFFFFFFFu);
  }
  end_chunk (file, chunk);
  chunk = begin_chunk (file, "PIVT");
  put_zeros (file, 12 * n);
  end_chunk (file, chunk);
}

typedef struct {
  guint chunk, size;
} Geoset;

/* A geoset of one vertex, up to where TANG and SKIN are. */
static Geoset
begin_geoset (GByteArray *file)
{
  static const char *const empty[] = { "PTYP", "PCNT", "PVTX", "GNDX", "MTGC", "MATS" };
  Geoset geoset = { begin_chunk (file, "GEOS"), begin_size (file) };
  static const char *const one[] = { "VRTX", "NRMS" };
  for (guint i = 0; i < G_N_ELEMENTS (one); i++) {
    put_tag (file, one[i]);
    put_u32 (file, 1);
    put_zeros (file, 12);
  }
  for (guint i = 0; i < G_N_ELEMENTS (empty); i++) {
    put_tag (file, empty[i]);
    put_u32 (file, 0);
  }
  put_zeros (file, 12);
  put_u32 (file, 2);
  put_chars (file, "near", 80);
  put_zeros (file, 28 + 4);
  return geoset;
}

static void
end_geoset (GByteArray *file, Geoset geoset)
{
  put_tag (file, "UVAS");
  put_u32 (file, 0);
  end_size (file, geoset.size);
  end_chunk (file, geoset.chunk);
}

static void
skins (void)
{
  static const guint wide_since = 1400, tried[] = { 900, 1000, 1100, 1300, 1400, 1800 };
  for (guint i = 0; i < G_N_ELEMENTS (tried); i++) {
    g_autoptr (GByteArray) file = begin (tried[i]);
    Geoset geoset = begin_geoset (file);
    put_tag (file, "TANG");
    put_u32 (file, 1);
    for (guint k = 0; k < 4; k++)
      put_f32 (file, (float) k + 0.5f);
    put_tag (file, "SKIN");
    put_u32 (file, 8);
    static const guint8 skin[] = { 1, 0, 2, 77, 100, 50, 105, 0 };
    for (guint k = 0; k < 8; k++) {
      g_byte_array_append (file, &skin[k], 1);
      if (tried[i] >= wide_since)
        put_zeros (file, 1);
    }
    end_geoset (file, geoset);
    put_bones (file, 3);
    assert_survives (file);
    MwMdlx *model = read_array (file);
    assert_value (model, "geosets[0].tangents", "[{0.5, 1.5, 2.5, 3.5}]");
    assert_value (model, "geosets[0].skin[0].bones", "{bones[1], bones[0], bones[2], 77}");
    assert_value (model, "geosets[0].skin[0].bones[2]", "bones[2]");
    assert_value (model, "geosets[0].skin[0].weights", "{100, 50, 105, 0}");
    assert_value (model, "geosets[0].level_of_detail", "2");
    assert_value (model, "geosets[0].level_of_detail_name", "\"near\"");
    mw_model_free (&model->model);
  }
}

static void
empty_parts (void)
{
  for (guint which = 0; which < 4; which++) {
    g_autoptr (GByteArray) file = begin (1000);
    Geoset geoset = begin_geoset (file);
    if (which & 1) {
      put_tag (file, "TANG");
      put_u32 (file, 0);
    }
    if (which & 2) {
      put_tag (file, "SKIN");
      put_u32 (file, 0);
    }
    end_geoset (file, geoset);
    put_bones (file, 1);
    assert_survives (file);
  }
}

static void
odd_skin (void)
{
  g_autoptr (GByteArray) file = begin (1000);
  Geoset geoset = begin_geoset (file);
  guint at = file->len;
  put_tag (file, "SKIN");
  put_u32 (file, 9);
  put_zeros (file, 9);
  end_geoset (file, geoset);
  g_autoptr (GError) error = NULL;
  g_assert_null (mw_mdx_read (file->data, file->len, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
  g_assert_cmpint (mw_error_offset (error), ==, at + 4);
  g_assert_nonnull (strstr (error->message, "found a SKIN of 9 elements, expected a multiple of 8"));
}

static MwDocument *
skinned_document (uint32_t version, guint n_bones)
{
  g_autoptr (GByteArray) file = begin (version);
  Geoset geoset = begin_geoset (file);
  put_tag (file, "SKIN");
  put_u32 (file, 8);
  put_zeros (file, version >= 1400 ? 16 : 8);
  end_geoset (file, geoset);
  put_bones (file, n_bones);
  MwMdlx *model = read_array (file);
  return mw_document_new (&model->model, mw_mdlx_format (model));
}

static void
run_line (MwDocument *document, const char *line)
{
  GError *error = NULL;
  mw_script_run_line (document, line, NULL, &error);
  g_assert_no_error (error);
}

/* A number too large for its element is refused with its position, never truncated. */
static void
too_large (void)
{
  static const struct {
    guint version;
    const char *set, *message;
  } cases[] = {
    { 1100, "set geosets[0].skin[0].bones[1] = bones[256]",
      "element 0 is 256, but SKIN of version 1100 holds at most 255" },
    { 1100, "set geosets[0].skin[0].bones[3] = none", "element 0 is 4294967295" },
    { 1400, "set geosets[0].skin[0].bones[0] = none", "holds at most 65535" },
    { 1400, "set geosets[0].skin[0].bones[0] = bones[256]", NULL },
    { 1100, "set geosets[0].skin[0].bones[0] = bones[255]", NULL },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (MwDocument) document = skinned_document (cases[i].version, 300);
    MwModel *model = mw_document_get_model (document);
    MwFormat format = { MW_FAMILY_MDX, (uint16_t) cases[i].version, FALSE };
    g_autoptr (GError) error = NULL;
    run_line (document, cases[i].set);
    g_autoptr (GBytes) bytes = io_write_bytes (model, format, NULL, NULL, &error);
    if (cases[i].message) {
      g_assert_null (bytes);
      g_assert_error (error, MW_ERROR, MW_ERROR_NOT_WRITABLE);
      g_assert_nonnull (strstr (error->message, cases[i].message));
      g_assert_true (g_str_has_prefix (mw_error_path (error), "geosets[0].skin"));
    } else {
      g_assert_no_error (error);
      g_assert_true (io_prove_bytes (model, format, bytes, &error));
    }
  }
}

/* A weight is refused when it is set, and again by the writer if it was set in another way. */
static void
too_large_weight (void)
{
  for (guint version = 1100; version <= 1400; version += 300) {
    g_autoptr (MwDocument) document = skinned_document (version, 1);
    MwModel *model = mw_document_get_model (document);
    MwFormat format = { MW_FAMILY_MDX, (uint16_t) version, FALSE };
    g_autoptr (GError) refused = NULL, error = NULL;
    gboolean set = mw_script_run_line (document, "set geosets[0].skin[0].weights = {0, 0, 256, 0}", NULL, &refused);
    g_assert_true (set == (version == 1400));
    if (!set) {
      g_assert_error (refused, MW_ERROR, MW_ERROR_VALUE);
      g_assert_nonnull (strstr (refused->message, "found 256 in element 0, expected a whole number from 0 to 255"));
    }
    MwMdlxGeoset *geoset = (MwMdlxGeoset *) ((MwMdlx *) model)->geosets.items[0];
    ((uint16_t *) mw_array_make_writable (&geoset->skin_weights, 8))[0] = 256;
    g_autoptr (GBytes) bytes = io_write_bytes (model, format, NULL, NULL, &error);
    g_assert_true ((bytes != NULL) == (version == 1400));
    if (!bytes) {
      g_assert_error (error, MW_ERROR, MW_ERROR_NOT_WRITABLE);
      g_assert_nonnull (strstr (error->message, "element 0 is 256, but SKIN of version 1100 holds at most 255"));
    }
  }
}

/* --- Bind poses ------------------------------------------------------------------------------------------------------ */

static void
put_camera (GByteArray *file)
{
  guint chunk = begin_chunk (file, "CAMS"), size = begin_size (file);
  put_chars (file, "Portrait", 80);
  put_zeros (file, 36);
  end_size (file, size);
  end_chunk (file, chunk);
}

static void
put_bind_poses (GByteArray *file, guint n)
{
  guint chunk = begin_chunk (file, "BPOS");
  put_u32 (file, n);
  for (guint i = 0; i < 12 * n; i++)
    put_f32 (file, (float) i + 0.5f);
  end_chunk (file, chunk);
}

static void
bind_poses (void)
{
  /* Two nodes and a camera need three; real files have other numbers too. */
  for (guint n = 0; n <= 6; n++) {
    g_autoptr (GByteArray) file = begin (1100);
    put_bones (file, 2);
    put_camera (file);
    put_bind_poses (file, n);
    assert_survives (file);
    MwMdlx *model = read_array (file);
    g_autofree char *second = get_value (model, "bones[1].bind_pose"),
                    *camera = get_value (model, "cameras[0].bind_pose");
    g_assert_true (g_str_has_prefix (second, n > 1 ? "{12.5, 13.5," : "{0, 0,"));
    g_assert_true (g_str_has_prefix (camera, n > 2 ? "{24.5, 25.5," : "{0, 0,"));
    mw_model_free (&model->model);
  }
}

static void
new_nodes_have_bind_poses (void)
{
  g_autoptr (GByteArray) file = begin (1100);
  put_bones (file, 2);
  put_camera (file);
  put_bind_poses (file, 4);
  GError *error = NULL;
  MwMdlx *model = read_array (file);
  MwFormat format = mw_mdlx_format (model);
  g_autoptr (MwDocument) document = mw_document_new (&model->model, format);
  run_line (document, "add bones pivot={1, 2, 3}");
  assert_value (model, "bones[2].bind_pose", "{1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3}");
  g_autoptr (GBytes) more = io_write_bytes (&model->model, format, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (io_prove_bytes (&model->model, format, more, &error));
  g_assert_cmpuint (g_bytes_get_size (more), ==, file->len + 104 + 12 + 48);
  mw_document_undo (document);
  g_autoptr (GBytes) back = io_write_bytes (&model->model, format, NULL, NULL, &error);
  g_assert_cmpmem (g_bytes_get_data (back, NULL), g_bytes_get_size (back), file->data, file->len);
  run_line (document, "delete bones[0]");
  g_autoptr (GBytes) fewer = io_write_bytes (&model->model, format, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (io_prove_bytes (&model->model, format, fewer, &error));
  g_assert_cmpuint (g_bytes_get_size (fewer), ==, file->len - 104 - 12 - 48);
}

/* --- DILG ------------------------------------------------------------------------------------------------------------ */

static void
gliders (void)
{
  g_autoptr (GByteArray) file = begin (1800);
  for (guint i = 0; i < 2; i++)
    end_geoset (file, begin_geoset (file));
  put_bones (file, 1);
  guint chunk = begin_chunk (file, "DILG");
  put_u32 (file, 1);
  put_u32 (file, 9);
  put_u32 (file, 0);
  end_chunk (file, chunk);
  assert_survives (file);
  MwMdlx *model = read_array (file);
  g_autoptr (MwDocument) document = mw_document_new (&model->model, mw_mdlx_format (model));
  assert_value (model, "glider", "[geosets[1], 9, geosets[0]]");
  run_line (document, "delete geosets[1]");
  assert_value (model, "glider", "[9, geosets[0]]");
  mw_document_undo (document);
  assert_value (model, "glider", "[geosets[1], 9, geosets[0]]");
}

/* --- Layers ---------------------------------------------------------------------------------------------------------- */

static void
put_float_track (GByteArray *file, const char *tag)
{
  put_tag (file, tag);
  put_u32 (file, 1);
  put_u32 (file, 1);
  put_u32 (file, 0xFFFFFFFF);
  put_u32 (file, 0);
  put_f32 (file, 0.5f);
}

/* `numbers` floats after the alpha, then optionally a track. */
static void
put_layer (GByteArray *file, guint numbers, gboolean track)
{
  guint size = begin_size (file);
  put_u32 (file, 2);
  put_u32 (file, 0x100);
  put_u32 (file, 0);
  put_u32 (file, 0xFFFFFFFF);
  put_u32 (file, 0);
  for (guint i = 0; i <= numbers; i++)
    put_f32 (file, 1.5f + (float) i);
  if (track)
    put_float_track (file, "KMTE");
  end_size (file, size);
}

/* T5: tools of the beta wrote only the emissive gain, or also the fresnel values. */
static void
layers_of_900 (void)
{
  g_autoptr (GByteArray) file = begin (900);
  guint chunk = begin_chunk (file, "MTLS"), size = begin_size (file);
  put_u32 (file, 0);
  put_u32 (file, 0);
  put_chars (file, "Shader_HD_DefaultUnit", 80);
  put_tag (file, "LAYS");
  put_u32 (file, 4);
  put_layer (file, 1, FALSE);
  put_layer (file, 1, TRUE);
  put_layer (file, 6, FALSE);
  put_layer (file, 6, TRUE);
  end_size (file, size);
  end_chunk (file, chunk);
  assert_survives (file);
  MwMdlx *model = read_array (file);
  assert_value (model, "materials[0].shader", "\"Shader_HD_DefaultUnit\"");
  assert_value (model, "materials[0].layers[1].emissive_gain", "2.5");
  assert_value (model, "materials[0].layers[1].emissive_gain.track.keys[0].value", "0.5");
  assert_value (model, "materials[0].layers[3].fresnel_color", "{3.5, 4.5, 5.5}");
  assert_value (model, "materials[0].layers[3].fresnel_team_color", "7.5");
  assert_value (model, "materials[0].layers[3].emissive_gain.track.keys[0].value", "0.5");
  MwFormat format = mw_mdlx_format (model);
  const MwField *fresnel = mw_schema_field (&mw_mdlx_layer_schema, "fresnel_color");
  const MwList *layers = &((MwMdlxMaterial *) model->materials.items[0])->layers;
  g_assert_false (mw_field_is_live (layers->items[0], fresnel, format));
  g_assert_true (mw_field_is_live (layers->items[2], fresnel, format));
  /* A new layer has the layout of its siblings. */
  g_autoptr (MwDocument) document = mw_document_new (&model->model, format);
  run_line (document, "delete materials[0].layers[0]");
  run_line (document, "delete materials[0].layers[0]");
  run_line (document, "add materials[0].layers");
  g_assert_cmpuint (layers->n, ==, 3);
  g_assert_true (mw_field_is_live (layers->items[2], fresnel, format));
}

/* --- Versions -------------------------------------------------------------------------------------------------------- */

static void
unknown_versions (void)
{
  g_autoptr (GByteArray) file = begin (9900);
  guint chunk = begin_chunk (file, "SEQS");
  put_chars (file, "Stand", 132);
  put_zeros (file, 8); /* 140 bytes: no known version has sequences of this size */
  end_chunk (file, chunk);
  end_geoset (file, begin_geoset (file));
  put_bones (file, 2);
  assert_survives (file);
  g_autoptr (MwReport) report = mw_report_new ();
  GError *error = NULL;
  MwMdlx *model = mw_mdx_read (file->data, file->len, report, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report->n[MW_REMARK_WARNING], ==, 2);
  g_assert_nonnull (strstr (g_array_index (report->remarks, MwRemark, 0).text, "version 9900 is unknown"));
  g_assert_nonnull (strstr (g_array_index (report->remarks, MwRemark, 1).text, "SEQS does not have the known form"));
  assert_value (model, "sequences", "0");
  assert_value (model, "unknown_chunks", "1");
  assert_value (model, "bones[1].parent", "bones[0]");
  assert_value (model, "geosets", "1");
  /* While a chunk is kept as bytes, no records are written with the same tag. */
  MwFormat format = mw_mdlx_format (model);
  g_autoptr (MwDocument) document = mw_document_new (&model->model, format);
  run_line (document, "set bones[1].name = renamed");
  g_autoptr (GBytes) bytes = io_write_bytes (&model->model, format, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (io_prove_bytes (&model->model, format, bytes, &error));
  run_line (document, "add sequences");
  g_assert_null (io_write_bytes (&model->model, format, NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_NOT_WRITABLE);
  g_assert_nonnull (strstr (error->message, "SEQS that is kept as bytes"));
  g_clear_error (&error);
  run_line (document, "delete unknown_chunks[0]");
  g_autoptr (GBytes) after = io_write_bytes (&model->model, format, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (io_prove_bytes (&model->model, format, after, &error));
}

static void
old_versions (void)
{
  static const uint32_t old[] = { 1, 300, 799 };
  for (guint i = 0; i < G_N_ELEMENTS (old); i++) {
    g_autoptr (GByteArray) file = begin (old[i]);
    g_autoptr (GError) error = NULL;
    g_autofree char *number = g_strdup_printf ("Warcraft III, MDX %u;", old[i]);
    g_assert_null (mw_mdx_read (file->data, file->len, NULL, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_UNSUPPORTED);
    g_assert_nonnull (strstr (error->message, number));
    g_assert_nonnull (strstr (error->message, "MDX 800 and later of Warcraft III"));
  }
}

/* --- Damage ---------------------------------------------------------------------------------------------------------- */

static void
damaged (void)
{
  enum { CUTS = 60, CHANGES = 400 };
  for (const guint *version = mdlx_versions (); *version; version++) {
    g_autoptr (MwFileSet) set = mdlx_made_set (*version);
    g_autofree char *name = g_strdup_printf ("made %u", *version);
    g_assert_true (damage_set (set, name, 7000 + (guint) (version - mdlx_versions ()), CUTS / work_fraction () + 1,
                               CHANGES / work_fraction () + 1));
  }
  g_autoptr (MwFileSet) unknown = mdlx_made_set (9900);
  g_assert_true (damage_set (unknown, "made 9900", 7050, CUTS / work_fraction () + 1, CHANGES / work_fraction () + 1));
  static const char *const folders[] = { "mdx1000", "mdx1100" };
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[i]);
    if (files)
      damage_models (files, 7100 + i, 5, 40 / work_fraction () + 1);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(claim, function) g_test_add_func ("/io/mdx-dialects/" claim, function)
  ADD ("real files of 1000 and 1100 are written byte for byte from a copy of their models", real_files);
  ADD ("a real file that is broken gets the right error", broken_real_files);
  ADD ("a model of each version reads back with every value", made_files);
  ADD ("records have the sizes of their version", sizes);
  ADD ("SKIN has bytes, and words from 1400 on", skins);
  ADD ("empty TANG and SKIN chunks are kept", empty_parts);
  ADD ("a SKIN of half a vertex is an error with its place", odd_skin);
  ADD ("values that SKIN cannot hold are refused", too_large);
  ADD ("a weight that SKIN cannot hold is refused where it is set", too_large_weight);
  ADD ("any number of bind poses survives", bind_poses);
  ADD ("new nodes have bind poses if the others have", new_nodes_have_bind_poses);
  ADD ("a glider names geosets", gliders);
  ADD ("both layer layouts of 900 are distinguished", layers_of_900);
  ADD ("an unknown version is read as far as possible", unknown_versions);
  ADD ("versions before 800 are refused", old_versions);
  ADD ("a damaged file is an error with a place or a model that survives", damaged);
#undef ADD
  return g_test_run ();
}
