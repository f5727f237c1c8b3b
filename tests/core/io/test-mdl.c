/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/mdl.h"
#include "core/io/mdl/side-channel.h"
#include "core/io/mdx/mdx.h"
#include "core/io/registry.h"
#include "core/schema/diff.h"
#include "core/schema/path.h"
#include "core/schema/value.h"
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "tests/core/io/damage.h"
#include "tests/core/io/values.h"

#include <locale.h>
#include <string.h>

static const MwFormat mdl800 = { MW_FAMILY_MDX, 800, TRUE };

static gboolean
drop_notes (MwRecord *record, gpointer data)
{
  mw_notes_drop (record);
  return TRUE;
}

/* One line for the subject of a difference or of a loss, in the same form. */
static char *
key_of (const MwRecord *record, const MwField *field, gboolean layout)
{
  g_autofree char *path = field ? mw_field_path (record, field) : mw_record_path (record);
  return g_strdup_printf ("%s%s", path, layout ? " layout" : field ? "" : " record");
}

static int
by_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
joined (GPtrArray *keys)
{
  g_ptr_array_sort (keys, by_text);
  g_ptr_array_add (keys, NULL);
  return g_strjoinv ("\n", (char **) keys->pdata);
}

static char *
loss_keys (const MwModel *model, const MwReport *report)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    g_ptr_array_add (keys, key_of (mw_model_find (model, loss->id), loss->field, loss->layout));
  }
  return joined (keys);
}

static char *
diff_keys (const MwModel *a, const MwModel *b)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) entries = mw_model_diff (a, b, mw_mdlx_format ((const MwMdlx *) a));
  for (guint i = 0; i < entries->len; i++) {
    const MwDiffEntry *entry = &g_array_index (entries, MwDiffEntry, i);
    g_assert_cmpint (entry->kind, !=, MW_DIFF_ADDED);
    g_assert_cmpint (entry->kind, !=, MW_DIFF_MOVED);
    g_ptr_array_add (keys, key_of (entry->a, entry->field, entry->kind == MW_DIFF_CHANGED && !entry->field));
  }
  return joined (keys);
}

static MwModel *
read_bytes (GBytes *bytes, MwReport *report, const char *what)
{
  gsize size;
  const uint8_t *data = g_bytes_get_data (bytes, &size);
  MwFormat format;
  g_autoptr (GError) error = NULL;
  MwModel *model = io_read_bytes (data, size, &format, report, &error);
  if (!model) {
    g_autofree char *why = mw_error_describe (error, what);
    g_error ("%s", why);
  }
  return model;
}

static GBytes *
write_model (const MwModel *model, MwFormat format, MwReport *report)
{
  GError *error = NULL;
  GBytes *bytes = io_write_bytes (model, format, NULL, report, &error);
  g_assert_no_error (error);
  return bytes;
}

static void
assert_bytes (GBytes *a, GBytes *b, const char *what)
{
  if (!g_bytes_equal (a, b))
    g_error ("%s: the bytes differ (%zu and %zu)", what, g_bytes_get_size (a), g_bytes_get_size (b));
}

/* A model without notes goes to text and back. Exactly what the report names differs. Without losses the binary file
 * is the same. Writing the text again gives the same text. Returns the number of losses. */
static guint
assert_through_text (const MwModel *model, const char *what)
{
  g_autoptr (MwReport) report = mw_report_new (), kept = mw_report_new ();
  MwFormat mdx = mw_mdlx_format ((const MwMdlx *) model), mdl = { mdx.family, mdx.version, TRUE };
  g_autoptr (GBytes) text = write_model (model, mdl, report), binary = write_model (model, mdx, NULL);
  MwModel *again = read_bytes (text, kept, what);
  g_assert_cmpuint (kept->n[MW_REMARK_ERROR] + kept->n[MW_REMARK_UNKNOWN] + kept->n[MW_REMARK_COMMENT], ==, 0);
  g_autofree char *lost = loss_keys (model, report), *differs = diff_keys (model, again);
  if (strcmp (lost, differs) != 0)
    g_error ("%s: the report names\n%s\nbut what differs is\n%s", what, lost, differs);
  g_autoptr (GError) error = NULL;
  if (!io_prove_bytes (model, mdl, text, &error))
    g_error ("%s: %s", what, error->message);
  g_autoptr (GBytes) binary_again = write_model (again, mdx, NULL), text_again = write_model (again, mdl, NULL);
  if (report->losses->len == 0)
    assert_bytes (binary, binary_again, what);
  assert_bytes (text, text_again, what);
  mw_model_free (again);
  return report->losses->len;
}

static void
test_corpus_mdx (gconstpointer folder)
{
  g_autoptr (GPtrArray) files = corpus_files (folder);
  guint losing = 0, losses = 0;
  for (guint i = 0; files && i < files->len; i++) {
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
    MwMdlx *model = mw_mdx_read (bytes, size, NULL, NULL);
    g_assert_nonnull (model);
    mw_record_foreach (&model->model.record, drop_notes, NULL);
    guint n = assert_through_text (&model->model, files->pdata[i]);
    losing += n > 0;
    losses += n;
    mw_model_free (&model->model);
  }
  if (files)
    g_test_message ("%u files, %u of them with losses, %u losses in all", files->len, losing, losses);
}

static void
test_samples (void)
{
  static const char *const names[] = { "figure.mdx", "effect.mdx", "everything.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = sample_path (names[i]);
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (path, &size);
    MwMdlx *model = mw_mdx_read (bytes, size, NULL, NULL);
    g_assert_nonnull (model);
    mw_record_foreach (&model->model.record, drop_notes, NULL);
    g_test_message ("%s: %u losses", names[i], assert_through_text (&model->model, path));
    mw_model_free (&model->model);
  }
}

static void
test_sample_text (void)
{
  g_autofree char *path = sample_path ("banner.mdl");
  gsize size;
  g_autofree uint8_t *data = load_exactly (path, &size);
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (MwReport) reading = mw_report_new (), writing = mw_report_new ();
  MwModel *model = read_bytes (bytes, reading, path);
  g_autoptr (GBytes) again = write_model (model, mdl800, writing);
  g_assert_cmpuint (reading->remarks->len, ==, 0);
  g_assert_cmpuint (writing->losses->len, ==, 0);
  assert_bytes (bytes, again, path);
  mw_model_free (model);
}

/* Written and read again it is equal, and writing it twice gives the same text. */
static void
assert_text_stays (const MwModel *model, const char *what)
{
  g_autoptr (MwReport) report = mw_report_new ();
  MwFormat mdl = mw_mdlx_format ((const MwMdlx *) model);
  mdl.text = TRUE;
  g_autoptr (GBytes) first = write_model (model, mdl, report);
  g_assert_cmpuint (report->losses->len, ==, 0);
  MwModel *again = read_bytes (first, NULL, what);
  g_autofree char *where = NULL;
  if (!mw_model_equal (model, again, mdl, &where))
    g_error ("%s: differs at %s", what, where);
  g_autoptr (GBytes) second = write_model (again, mdl, NULL);
  assert_bytes (first, second, what);
  mw_model_free (again);
}

static void
test_corpus_mdl (void)
{
  static const char *const folders[] = { "mdl", "odd" };
  guint n_read = 0, n_refused = 0;
  for (guint k = 0; k < G_N_ELEMENTS (folders); k++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[k]);
    if (!files)
      return;
    for (guint i = 0; i < files->len; i++) {
      const char *path = files->pdata[i];
      gsize size;
      MwFormat format;
      g_autoptr (GError) error = NULL;
      g_autoptr (MwReport) report = mw_report_new ();
      if (!g_str_has_suffix (path, ".mdl"))
        continue;
      g_autofree uint8_t *bytes = load_exactly (path, &size);
      MwModel *model = io_read_bytes (bytes, size, &format, report, &error);
      if (model) {
        g_assert_cmpuint (report->n[MW_REMARK_ERROR], ==, 0);
        assert_text_stays (model, path);
        mw_model_free (model);
        n_read++;
        continue;
      }
      n_refused++;
      g_autofree char *why = mw_error_describe (error, NULL);
      g_test_message ("%s: %s", path, why);
      g_assert_nonnull (strstr (path, "truncated"));
    }
  }
  g_test_message ("%u read, %u refused", n_read, n_refused);
}

/* --- Made texts ----------------------------------------------------------------------------------------------------- */

static MwMdlx *
read_text (const char *text, MwReport *report)
{
  GError *error = NULL;
  gsize size = strlen (text);
  g_autofree uint8_t *exact = g_memdup2 (text, size);
  MwMdlx *model = mw_mdl_read_text (exact, size, report, &error);
  g_assert_no_error (error);
  return model;
}

static void
test_dos_lines (void)
{
  static const char text[] = "// one\r\nVersion {\r\n\tFormatVersion 800, // two \r\n}\r\nModel \"M\" {\r\n}\r\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, sizeof text - 1);
  g_autoptr (MwReport) report = mw_report_new ();
  mw_model_free (read_bytes (bytes, report, "a text"));
  g_autofree char *comments = remarks_of (report, MW_REMARK_COMMENT);
  g_assert_cmpstr (comments, ==, "1:1 // one\n3:21 // two\n");
}

static void
test_block_comments (void)
{
  static const char text[] =
    "/* one\n{ } */Version {/* two */FormatVersion 800,/**/\n}\nModel \"M /* \" { BlendTime/*\"*/9 }\n"
    "/*\0*/ /*/ */";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, sizeof text - 1);
  g_autoptr (MwReport) report = mw_report_new ();
  MwModel *model = read_bytes (bytes, report, "a text");
  g_autofree char *comments = remarks_of (report, MW_REMARK_COMMENT);
  g_assert_cmpstr (comments, ==, "1:1 /* one?{ } */\n2:16 /* two */\n2:43 /**/\n4:26 /*\"*/\n5:1 /*?*/\n5:7 /*/ */\n");
  assert_value ((MwMdlx *) model, "name", "\"M /* \"");
  assert_value ((MwMdlx *) model, "blend_time", "9");
  mw_model_free (model);
}

/* Otherwise everything after it would be lost silently. */
static void
test_comments_without_end (void)
{
#define START "Version {\n\tFormatVersion 800,\n}\n"
  static const struct {
    const char *text;
    guint line, column;
  } cases[] = {
    { START "/* no end\nModel \"M\" {\n}\n", 4, 1 },
    { START "Model \"M\" { /* no end\n}\n", 4, 13 },
    { START "Model \"M\" {\n}\n /*/ Bone \"B\" {\n}\n", 6, 2 },
    { START "Model \"M\" { BlendTime /*", 4, 23 },
    { "Version { /*\n\tFormatVersion 800,\n}\n", 1, 11 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (MwReport) report = mw_report_new ();
    MwFormat format;
    g_assert_null (io_read_bytes ((const uint8_t *) cases[i].text, strlen (cases[i].text), &format, report, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
    g_assert_cmpuint (mw_error_line (error), ==, cases[i].line);
    g_assert_cmpuint (mw_error_column (error), ==, cases[i].column);
    g_assert_nonnull (strstr (error->message, "a comment without an end"));
    g_assert_cmpuint (report->n[MW_REMARK_ERROR], ==, 1);
  }
#undef START
}

/* A point of no node is not a value of the model; it is kept in the text, and reported. */
static void
test_spare_pivots (void)
{
  static const char text[] = "Version {\n\tFormatVersion 800,\n}\nBone \"B\" {\n\tObjectId 0,\n}\n"
                             "PivotPoints 3 {\n\t{ 0, 0, 1 },\n\t{ 0, 0, 2 },\n\t{ 0, 0, 3 },\n}\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, sizeof text - 1);
  g_autoptr (MwReport) report = mw_report_new ();
  MwModel *model = read_bytes (bytes, report, "a text");
  g_autofree char *warnings = remarks_of (report, MW_REMARK_WARNING);
  g_assert_cmpstr (warnings, ==, "0:0 2 of the 3 PivotPoints belong to no node\n");
  assert_text_stays (model, "a text");
  mw_model_free (model);
}

static void
test_dialects (void)
{
  const char *source = g_getenv ("MODELWRIGHT_SOURCE_ROOT");
  g_autofree char *path = g_build_filename (source ? source : ".", "tests/fuzz/seeds/mdl/dialects.mdl", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  MwMdlx *model = mw_mdl_read_text (bytes, size, report, &error);
  g_assert_no_error (error);
  assert_value (model, "blend_time", "80");
  assert_value (model, "bounds.min", "{-1, -2, -3}");
  assert_value (model, "sequences[0].interval.end", "1000");
  assert_value (model, "materials[0].flags", "0x11");
  assert_value (model, "materials[0].layers[0].filter_mode", "Additive");
  assert_value (model, "materials[0].layers[0].flags", "0x2");
  assert_value (model, "materials[0].layers[0].texture", "textures[0]");
  assert_value (model, "materials[0].layers[0].alpha", "0.5");
  assert_value (model, "geosets[0].vertices", "[{0, 0, 0}, {1, 0, 0}, {0, 1, 0}]");
  assert_value (model, "geosets[0].primitive_sizes", "[3, 3]");
  assert_value (model, "geosets[0].group_members", "[none]");
  assert_value (model, "geosets[0].selection_flags", "0x14");
  assert_value (model, "geosets[0].extents[0].sequence", "sequences[0]");
  assert_value (model, "geoset_animations[0].color", "{0.25, 0.5, 1}");
  assert_value (model, "geoset_animations[0].flags", "0x2");
  assert_value (model, "geoset_animations[0].alpha.track.global_sequence", "global_sequences[0]");
  assert_value (model, "geoset_animations[0].alpha.track.keys[0].in_tan", "-inf");
  assert_value (model, "geoset_animations[0].alpha.track.keys[1].time", "-5");
  assert_value (model, "geoset_animations[0].alpha.track.keys[1].out_tan", "nan");
  assert_value (model, "bones[0].flags", "0x110");
  assert_value (model, "bones[0].parent", "none");
  assert_value (model, "bones[0].pivot", "{0, 0, 1}");
  assert_value (model, "helpers[0].flags", "0x7");
  assert_value (model, "helpers[0].pivot", "{0, 0, 2}");
  assert_value (model, "particle_emitters[0].life_span", "2");
  assert_value (model, "particle_emitters[0].path", "\"x.mdl\"");
  assert_value (model, "particle_emitters2[0].filter_mode", "Additive");
  assert_value (model, "particle_emitters2[0].segment_color.start", "{0, 0, 1}");
  assert_value (model, "particle_emitters2[0].segment_alpha", "{255, 128, 0}");
  assert_value (model, "particle_emitters2[0].life_span", "0");
  assert_value (model, "collision_shapes[0].type", "Sphere");
  assert_value (model, "event_objects[0].track.keys[1].time", "200");
  assert_value (model, "cameras[0].target.position", "{4, 5, 6}");
  g_autofree char *kept = remarks_of (report, MW_REMARK_UNKNOWN), *comments = remarks_of (report, MW_REMARK_COMMENT);
  g_autofree char *warnings = remarks_of (report, MW_REMARK_WARNING);
  g_assert_cmpstr (kept, ==,
                   "3:97 \"Strange\" in the model is not kept\n"
                   "12:71 \"LevelOfDetail\" exists from version 900 on: it is not kept\n"
                   "15:91 \"Nonsense\" in helper is not kept\n"
                   "15:103 \"Visibility\" in helper is not kept\n"
                   "18:24 \"LifeSpan\" in particle_emitter2 cannot be animated: it is not kept\n"
                   "23:1 \"SoundTrack\" in the model is not kept\n");
  g_assert_cmpstr (comments, ==, "1:1 // a comment before all\n4:63 // one\n");
  g_assert_cmpstr (warnings, ==,
                   "4:51 the text states 7 Sequences, there are 1\n"
                   "0:0 found 2 PivotPoints for 6 nodes: the others are at 0, 0, 0\n");
  assert_text_stays (&model->model, "dialects.mdl");
  mw_model_free (&model->model);
}

#define HEAD "Version { FormatVersion 800, }\n"

/* Converters use whole paths as names, and some programs state a single value where every binary file has a track. */
static void
test_foreign_values (void)
{
  static const char long_name[] = "a_name_of_eighty_bytes__________________________________________________________";
  static const char accents[] =
    "a_name_of_seventy_nine_bytes____________________________________________________\303\244x";
  g_autofree char *text = g_strdup_printf (HEAD "Model \"%s/more\" { }\nBone \"%s\" { static Translation { 1, 2, 3 },\n"
                                                "ObjectId 0, }\nAttachment \"a\" { ObjectId 1, static Visibility 0.5,\n"
                                                "AttachmentID 3, }\n",
                                           long_name, accents + 2);
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = read_text (text, report);
  g_autofree char *not_kept = remarks_of (report, MW_REMARK_UNKNOWN);
  g_assert_cmpstr (not_kept, ==,
                   "2:7 name: the last 6 of 85 bytes are not kept\n"
                   "3:6 bones[0].name: the last 3 of 81 bytes are not kept\n"
                   "3:99 \"Translation\" in bone can only be animated: it is not kept\n"
                   "5:37 \"Visibility\" in attachment can only be animated: it is not kept\n");
  g_autofree char *name = g_strdup_printf ("\"%.79s\"", long_name);
  assert_value (model, "name", name);
  g_assert_cmpuint (strlen (((MwMdlxNode *) model->nodes.items[0])->name), ==, 78);
  assert_value (model, "attachments[0].attachment_id", "3");
  assert_text_stays (&model->model, "long names");
  mw_model_free (&model->model);
}

static void
test_errors (void)
{
  static const struct {
    const char *text;
    guint line, column;
    const char *says;
  } cases[] = {
    { HEAD "Model \"a\" { BlendTime x, }", 2, 23, "found \"x\", expected a whole number" },
    { HEAD "Model \"a\" { BlendTime 1.5, }", 2, 23, "found \"1.5\", expected a whole number" },
    { HEAD "Model \"a", 2, 7, "without a closing quote" },
    { HEAD "Model \"a\" {\n BlendTime 1,\n", 4, 1,
      "found the end of the text, expected } of the block that begins in line 2" },
    { HEAD "Geoset { Vertices 1 { { 1, 2 } } }", 2, 30, "found \"}\", expected a number" },
    { HEAD "Geoset { Vertices 1 { { 1, 2, 3, 4 } } }", 2, 34, "found \"4\", expected }" },
    { HEAD "Geoset { Faces 1 3 { Triangles { { 0, 1, 65536 } } } }", 2, 42,
      "found \"65536\", expected a whole number of 0 to 65535" },
    { HEAD "Geoset { Faces 1 3 { Quads { { 0, 1, 2 } } } }", 2, 27, "a primitive other than Triangles" },
    { HEAD "Geoset { VertexGroup { 256 } }", 2, 24, "found \"256\"" },
    { HEAD "Materials 1 { Material { Layer { FilterMode Blond, } } }", 2, 45,
      "found \"Blond\", expected None, Transparent" },
    { HEAD "GeosetAnim { Alpha 1 { Hermite, 0: 1, } }", 2, 39, "found \"}\", expected InTan" },
    { HEAD "GeosetAnim { Alpha 1 { Cubic, 0: 1, } }", 2, 24, "expected an interpolation" },
    { HEAD "Bone \"b\" { Parent x, }", 2, 19, "expected a number, None or Multiple" },
    { HEAD "Bone \"b\" { ObjectId }", 2, 21, "found \"}\", expected a whole number" },
    { HEAD "}", 2, 1, "found } without an open block" },
    { HEAD "Model \"a\" { } 5", 2, 15, "found \"5\", expected a word" },
    /* A missing quote, rather than a long name. */
    { HEAD "Bone \"a { ObjectId 0,\n GeosetId None,\n GeosetAnimId None,\n}\n"
           "Bone_that_comes_second_with_a_long_line_before_its \"b\" { }",
      2, 6, "found a name of 105 bytes, expected at most 80" },
    { HEAD "Geoset { Vertices 1 { { 1, 2, 3x } } }", 2, 31, "found \"3x\", expected a number" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    gsize size = strlen (cases[i].text);
    g_autofree uint8_t *exact = g_memdup2 (cases[i].text, size);
    g_assert_null (mw_mdl_read_text (exact, size, NULL, &error));
    if (!strstr (error->message, cases[i].says) || mw_error_line (error) != cases[i].line
        || mw_error_column (error) != cases[i].column)
      g_error ("\"%s\": %u:%u %s", cases[i].text, mw_error_line (error), mw_error_column (error), error->message);
  }
}

static void
test_several_errors (void)
{
  static const char text[] = HEAD "Model \"a\" {\n BlendTime x,\n BoundsRadius 1,\n MinimumExtent { 1, y, 3 },\n}\n"
                                  "Geoset {\n MaterialID z,\n}\nBone \"b\" {\n ObjectId q,\n}\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  g_autofree uint8_t *exact = g_memdup2 (text, sizeof text - 1);
  g_assert_null (mw_mdl_read_text (exact, sizeof text - 1, report, &error));
  g_autofree char *errors = remarks_of (report, MW_REMARK_ERROR);
  g_assert_cmpstr (
    errors, ==,
    "3:12 found \"x\", expected a whole number\n5:21 found \"y\", expected a number\n"
    "8:13 found \"z\", expected a number, None or Multiple\n11:11 found \"q\", expected a whole number\n");
  g_assert_cmpstr (error->message, ==, "found \"x\", expected a whole number (and 3 more errors)");
}

/* Each thing that text cannot state, in models made for it. */
static void
test_losses (void)
{
  static const struct {
    const char *path, *value, *lost;
  } cases[] = {
    { "name", "a \"quoted\" name", "name" },
    { "blend_time", "200", "" },
    { "bounds.radius", "nan(0x7fc00001)", "bounds.radius" },
    { "bounds.radius", "nan", "" },
    { "bounds.radius", "-inf", "" },
    { "bounds.radius", "-0", "" },
    { "sequences[0].flags", "3", "sequences[0].flags" },
    { "materials[0].layers[0].filter_mode", "9", "materials[0].layers[0].filter_mode" },
    { "materials[0].layers[0].flags", "0x100", "materials[0].layers[0].flags" },
    { "bones[0].flags", "0", "bones[0].flags" },
    { "bones[0].flags", "0x1ff", "" },
    { "geosets[0].vertices[1].y", "nan(0xffc00000)", "geosets[0].vertices" },
    { "geosets[0].selection_flags", "0x1c", "" },
  };
  static const char text[] = HEAD
    "Sequences 1 { Anim \"Stand\" { Interval { 0, 9 } } } Materials 1 { Material { Layer { } } }\n"
    "Geoset { Vertices 2 { { 0, 0, 0 }, { 1, 0, 0 } } }\nBone \"b\" { ObjectId 0, }";
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = read_text (text, NULL);
    MwTarget target;
    g_auto (MwValue) value = { 0 };
    g_autoptr (GError) error = NULL;
    mw_path_resolve_one (&model->model, cases[i].path, &target, &error);
    g_assert_no_error (error);
    if (target.field->type == MW_TYPE_TEXT) {
      mw_text_set (mw_field_at (target.record, target.field), cases[i].value, strlen (cases[i].value));
    } else {
      mw_value_parse (&model->model, &target, cases[i].value, strlen (cases[i].value), &value, &error);
      g_assert_no_error (error);
      if (target.field->type == MW_TYPE_ARRAY)
        memcpy ((char *) ((MwArray *) mw_field_at (target.record, target.field))->data + target.first * 12,
                value.bytes->data, value.bytes->len);
      else
        memcpy (mw_field_at (target.record, target.field), value.bytes->data, value.bytes->len);
    }
    g_autoptr (MwReport) report = mw_report_new ();
    g_bytes_unref (write_model (&model->model, mdl800, report));
    const char *lost = report->losses->len ? g_array_index (report->losses, MwLoss, 0).path : "";
    if (report->losses->len > 1 || strcmp (lost, cases[i].lost) != 0)
      g_error ("%s = %s: the report names \"%s\"", cases[i].path, cases[i].value, lost);
    assert_through_text (&model->model, cases[i].path);
    mw_model_free (&model->model);
  }
}

/* Collision shapes of types 1 and 3 have a second layout in binary files (mdlx.md 5.19); text has only the first. */
static void
test_layouts (void)
{
  static const char *const types[] = { "Plane", "Cylinder" };
  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    g_autofree char *text = g_strdup_printf ("%sCollisionShape \"c\" { ObjectId 0, %s, }", HEAD, types[i]);
    MwMdlx *model = read_text (text, NULL);
    MwMdlxCollisionShape *shape = (MwMdlxCollisionShape *) model->nodes.items[0];
    model->nodes.items[0]->variant = 1;
    shape->height = shape->radius = 3;
    shape->length = shape->width = 100;
    g_assert_cmpuint (assert_through_text (&model->model, types[i]), ==, 1);
    mw_model_free (&model->model);
  }
}

/* Two records may become equal by losing values; the proof compares them by position. */
static void
test_alike (void)
{
  MwMdlx *model = read_text (
    HEAD
    "Textures 2 { Bitmap { } Bitmap { } } Materials 1 { Material {\n"
    "Layer { Alpha 1 { Linear, 0: 1 } } Layer { Alpha 1 { Linear, 0: 1 } } Layer { TextureID 1 { Linear, 0: 1 } } } }",
    NULL);
  MwMdlxMaterial *material = (MwMdlxMaterial *) model->materials.items[0];
  ((MwMdlxLayer *) material->layers.items[0])->alpha = 0.5f;
  ((MwMdlxLayer *) material->layers.items[2])->texture = (MwRef) { model->textures.items[0]->id, 0 };
  g_autoptr (MwReport) report = mw_report_new ();
  g_autoptr (GBytes) text = write_model (&model->model, mdl800, report);
  g_autoptr (GError) error = NULL;
  g_assert_cmpuint (report->losses->len, ==, 2);
  io_prove_reported (&model->model, mdl800, text, report, &error);
  g_assert_no_error (error);
  /* A loss that the report does not name fails the proof. */
  g_array_set_size (report->losses, 1);
  g_assert_false (io_prove_reported (&model->model, mdl800, text, report, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_NOT_WRITABLE);
  g_assert_cmpstr (mw_error_path (error), ==, "materials[0].layers[2].texture");
  mw_model_free (&model->model);
}

/* Ids that differ from the order of nodes are the text's own spelling; they are kept while it stays a text. */
static void
test_object_ids (void)
{
  MwMdlx *model = read_text (
    HEAD "Helper \"h\" { ObjectId 0, } Bone \"b\" { ObjectId 1, Parent 0, } Bone \"c\" { ObjectId 5, Parent 1, }\n"
         "PivotPoints 6 { { 1, 0, 0 } { 2, 0, 0 } { 3, 0, 0 } { 4, 0, 0 } { 5, 0, 0 } { 6, 0, 0 } }",
    NULL);
  assert_value (model, "bones[0].parent", "helpers[0]");
  assert_value (model, "bones[1].parent", "bones[0]");
  assert_value (model, "bones[1].pivot", "{6, 0, 0}");
  assert_text_stays (&model->model, "object ids");
  g_autoptr (GBytes) text = write_model (&model->model, mdl800, NULL);
  const char *written = g_bytes_get_data (text, NULL);
  g_assert_nonnull (g_strstr_len (written, (gssize) g_bytes_get_size (text), "ObjectId 5"));
  mw_model_free (&model->model);
}

/* Of nodes that share an id the first counts. Which one is first depends on the order of chunks, which text does not
 * state. */
static void
test_shared_object_ids (void)
{
  MwMdlx *model = read_text (
    HEAD "Bone \"a\" { ObjectId 1, } Bone \"c\" { ObjectId 2, Parent 1, } Helper \"b\" { ObjectId 1, }\n"
         "PivotPoints 3 { { 0, 0, 0 } { 0, 0, 0 } { 0, 0, 0 } }\n"
         "//@mdlx version 1\n//@mdlx chunkorder \"VERS MODL HELP BONE PIVT\"\n",
    NULL);
  assert_value (model, "bones[1].parent", "helpers[0]");
  for (gboolean side = TRUE;; side = FALSE) {
    mw_mdl_set_side_channel (&model->model, side);
    g_autoptr (GBytes) text = write_model (&model->model, mdl800, NULL);
    MwMdlx *again = (MwMdlx *) read_bytes (text, NULL, "shared ids");
    assert_value (again, "bones[1].parent", "helpers[0]");
    const char *written = g_bytes_get_data (text, NULL);
    g_assert_true (side == !!g_strstr_len (written, (gssize) g_bytes_get_size (text), "chunkorder"));
    mw_model_free (&again->model);
    if (!side)
      break;
  }
  mw_model_free (&model->model);
}

static void
test_locale (void)
{
  static const char *const locales[] = { "de_DE.UTF-8", "ru_RU.UTF-8" };
  g_autofree char *path = sample_path ("everything.mdx");
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  MwMdlx *model = mw_mdx_read (bytes, size, NULL, NULL);
  g_autoptr (GBytes) expected = write_model (&model->model, mdl800, NULL);
  uselocale (LC_GLOBAL_LOCALE);
  for (guint i = 0; i < G_N_ELEMENTS (locales); i++) {
    if (!setlocale (LC_ALL, locales[i])) {
      g_autofree char *why = g_strdup_printf ("the locale %s is not installed", locales[i]);
      g_test_skip (why);
      continue;
    }
    char comma[16];
    g_snprintf (comma, sizeof comma, "%.1f", 1.5);
    g_assert_cmpstr (comma, ==, "1,5");
    g_autoptr (GBytes) text = write_model (&model->model, mdl800, NULL);
    assert_bytes (expected, text, locales[i]);
    MwModel *again = read_bytes (text, NULL, locales[i]);
    g_autoptr (GBytes) twice = write_model (again, mdl800, NULL);
    assert_bytes (expected, twice, locales[i]);
    mw_model_free (again);
  }
  setlocale (LC_ALL, "C");
  mw_model_free (&model->model);
}

/* --- Hostile texts -------------------------------------------------------------------------------------------------- */

/* Reading gives a model or an error with a line, within the test's time limit. */
static gboolean
survives (const char *text, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = mw_mdl_read_text ((const uint8_t *) text, size, report, &error);
  g_assert_cmpuint (report->remarks->len, <=, MW_N_REMARK_KINDS * MW_REPORT_KEPT);
  if (!model) {
    g_assert_cmpuint (mw_error_line (error), >, 0);
    return FALSE;
  }
  mw_model_free (&model->model);
  return TRUE;
}

static void
test_hostile (void)
{
  enum { MANY = 8 << 20 };
  static const struct {
    const char *before, *repeated, *after;
    gboolean reads;
  } cases[] = {
    { HEAD "Strange ", "{ ", "", FALSE }, /* endless nesting */
    { HEAD "Strange ", "{ a { b } ", "", FALSE },
    { HEAD "Strange { ", "{ a { b } } ", "}", TRUE }, /* skipped */
    { HEAD "Strange ", "\"a\nb\" ", "{ }", TRUE },
    { HEAD "Geoset { Vertices 4000000000 ", "{", "", FALSE },
    { HEAD "Geoset { Vertices 1 { { ", "1", ", 2, 3 } } }", TRUE }, /* one token */
    { HEAD "Model ", "\"a", "", FALSE },
    { HEAD, "// c\n", "", TRUE },
    { HEAD, "Odd 1,\n", "", TRUE },
    { HEAD, "}", "", FALSE },
    { HEAD, "Bone\"\"{}", "", FALSE }, /* more records than the text's size allows */
    { HEAD "Sequences 4294967295 {", "Anim{}", "}", FALSE },
    { HEAD "Geoset { ", "Anim 9{}\n", "}", TRUE },
    { HEAD "Geoset { ", "Vertices 9999999 { } ", "}", TRUE },
    { HEAD "Model \"\" {", "BlendTime 1x,\n", "}", FALSE },
    { HEAD "Model \"\" {", "\xC3\x28\xFF", "}", FALSE },
    { HEAD "GeosetAnim { Alpha 4294967295 { Hermite, ", "0: nan InTan -nan(ind) OutTan 1.#INF,\n", "} }", TRUE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GString *text = g_string_new (cases[i].before);
    while (text->len < MANY)
      g_string_append (text, cases[i].repeated);
    g_string_append (text, cases[i].after);
    if (survives (text->str, text->len) != cases[i].reads)
      g_error ("case %u was %sread", i, cases[i].reads ? "not " : "");
    g_string_free (text, TRUE);
  }
  g_assert_false (survives ("", 0));
  g_assert_false (survives ("\xEF\xBB\xBF", 3));
  g_assert_false (survives ("Version", 7));
  g_assert_false (survives ("Version {", 9));
}

/* Truncated anywhere, or with any byte replaced, it is read or refused. */
static void
test_damage (void)
{
  const char *source = g_getenv ("MODELWRIGHT_SOURCE_ROOT");
  g_autofree char *path = g_build_filename (source ? source : ".", "tests/fuzz/seeds/mdl/dialects.mdl", NULL);
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  static const char others[] = "{}\"/,x0-\n";
  for (gsize i = 0; i < size; i++) {
    g_autofree char *cut = g_memdup2 (bytes, MAX (i, 1)), *changed = g_memdup2 (bytes, size);
    g_autoptr (GError) error = NULL;
    MwMdlx *model = mw_mdl_read_text ((const uint8_t *) cut, i, NULL, &error);
    if (model)
      mw_model_free (&model->model);
    for (guint k = 0; k < sizeof others - 1; k++) {
      g_autoptr (GError) why = NULL;
      changed[i] = others[k];
      model = mw_mdl_read_text ((const uint8_t *) changed, size, NULL, &why);
      g_assert_true (model || why);
      if (model)
        mw_model_free (&model->model);
    }
  }
}

static void
test_damaged_files (void)
{
  const guint32 seed = 20261121;
  g_test_message ("seed %u", seed);
  g_autoptr (GPtrArray) files = corpus_files ("mdl");
  guint n = damage_texts (files, seed, 20 / work_fraction () + 1, 100 / work_fraction () + 1);
  g_assert_cmpuint (n, >=, files ? 15 : 3);
  g_test_message ("%u texts", n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/io/mdl/800/real binary files lose in text only what the report names", "mdx800",
                        test_corpus_mdx);
  g_test_add_data_func ("/io/mdl/1000/real binary files lose in text only what the report names", "mdx1000",
                        test_corpus_mdx);
  g_test_add_data_func ("/io/mdl/1100/real binary files lose in text only what the report names", "mdx1100",
                        test_corpus_mdx);
  g_test_add_data_func ("/io/mdl/1300/real binary files lose in text only what the report names", "mdx1300",
                        test_corpus_mdx);
  g_test_add_func ("/io/mdl/samples lose in text only what the report names", test_samples);
  g_test_add_func ("/io/mdl/a comment ends at its line end, with DOS line ends too", test_dos_lines);
  g_test_add_func ("/io/mdl/comments of several lines are reported like others", test_block_comments);
  g_test_add_func ("/io/mdl/a comment that does not end is an error", test_comments_without_end);
  g_test_add_func ("/io/mdl/pivots without a node are reported and kept", test_spare_pivots);
  g_test_add_func ("/io/mdl/the sample text is written as it was read", test_sample_text);
  g_test_add_func ("/io/mdl/real texts are read, or refused for a real fault", test_corpus_mdl);
  g_test_add_func ("/io/mdl/other programs' spellings are read, and what is not kept is reported", test_dialects);
  g_test_add_func ("/io/mdl/names that are too long are cut, static tracks are left out, and both are reported",
                   test_foreign_values);
  g_test_add_func ("/io/mdl/an error names line, column, what was found and what was expected", test_errors);
  g_test_add_func ("/io/mdl/several errors are found in one run", test_several_errors);
  g_test_add_func ("/io/mdl/everything that text cannot state is reported, and nothing else", test_losses);
  g_test_add_func ("/io/mdl/of two layouts text uses the first, and is stable", test_layouts);
  g_test_add_func ("/io/mdl/a proof accepts only the differences that the report names", test_alike);
  g_test_add_func ("/io/mdl/object ids out of order are kept in a text", test_object_ids);
  g_test_add_func ("/io/mdl/references stay right if nodes share an object id", test_shared_object_ids);
  g_test_add_func ("/io/mdl/the locale changes nothing", test_locale);
  g_test_add_func ("/io/mdl/hostile texts are read or refused", test_hostile);
  g_test_add_func ("/io/mdl/damaged texts are read or refused", test_damage);
  g_test_add_func ("/io/mdl/a damaged real text gives an error with a line, or a model that is written back",
                   test_damaged_files);
  return g_test_run ();
}
