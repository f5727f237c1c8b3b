/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the reader of MDL text leaves out: where that ends, and that it is reported. */
#include "core/io/mdl/mdl.h"
#include "core/io/mdx/mdx.h"
#include "core/io/registry.h"
#include "core/model/mdlx/versions.h"
#include "tests/core/io/bytes.h"
#include "tests/core/io/values.h"

#include <string.h>

#define VERSION(number) "Version { FormatVersion " number ", }\n"
#define WOW(number) "Version { Family WorldOfWarcraft, FormatVersion " number ", }\n"

/* Copies the text to memory of exactly its size, so that a sanitizer sees a read past its end. */
static MwMdlx *
read_text (const char *text, MwReport *report, GError **error)
{
  gsize size = strlen (text);
  g_autofree uint8_t *exact = g_memdup2 (text, size);
  return mw_mdl_read_text (exact, size, report, error);
}

static MwMdlx *
read_well (const char *text, MwReport *report)
{
  g_autoptr (GError) error = NULL;
  MwMdlx *model = read_text (text, report, &error);
  if (!model)
    g_error ("\"%s\": %u:%u %s", text, mw_error_line (error), mw_error_column (error), error->message);
  return model;
}

/* --- Where it ends -------------------------------------------------------------------------------------------------- */

#define HEAD VERSION ("800") "Model \"m\" { }\n"

/* Otherwise everything after it would be lost silently. */
static void
unclosed_is_an_error (void)
{
#define NO_BRACE "found the end of the text, expected } of the block that begins in line "
#define NO_QUOTE "found a text without a closing quote"
  static const struct {
    const char *text;
    guint line, column;
    const char *says;
  } cases[] = {
    { HEAD "Foo { bar 1,\nBone \"b\" { ObjectId 0, }\nSequences 1 { Anim \"S\" { Interval { 0, 1 }, } }\n", 6, 1,
      NO_BRACE "3" },
    { HEAD "Foo { { } { { }\n", 4, 1, NO_BRACE "3" },
    { HEAD "Foo 3\n\"x\" {\nBone \"b\" { }", 5, 13, NO_BRACE "4" },
    { HEAD "Bone \"b\" { ObjectId 0,\n Foo { { 1, 2,\n}\nHelper \"h\" { }\n", 7, 1, NO_BRACE "4" },
    { HEAD "Bone \"b\" { ObjectId 0,\n DontInherit { Foo {\n}\n}\nHelper \"h\" { }\n", 8, 1, NO_BRACE "3" },
    { HEAD "Bone \"b\" { ObjectId 0,\n DontInherit { Foo { { {\n}\n}\nHelper \"h\" { }\n", 8, 1, NO_BRACE "4" },
    { HEAD "Sequences 1 {\n Foo { { {\n Anim \"S\" { }\n}\n}\n", 8, 1, NO_BRACE "4" },
    { HEAD "Light \"l\" { ObjectId 0,\n static Visibility { {\n}\n", 6, 1, NO_BRACE "4" },
    { HEAD "Camera \"c\" {\n FarClip 1 { {\n}\n", 6, 1, NO_BRACE "4" },
    { HEAD "Foo { bar \"x,\n}\n", 3, 11, NO_QUOTE },
    { HEAD "Foo \"unclosed\n", 3, 5, NO_QUOTE },
    /* If the first quote is missing, every text ends where it should begin. */
    { HEAD "Foo \"unclosed\nBone \"c\" { ObjectId 1, }\n", 4, 8,
      NO_QUOTE "; the text in line 3 continues on the next line" },
    { HEAD "Foo \"unclosed\nBone \"c\" { ObjectId 1, }\nBone \"d\" { ObjectId 2, }\n", 5, 8,
      NO_QUOTE "; the text in line 3 continues on the next line" },
    { HEAD "Bone \"a\nb\" { }\nFoo { bar \"", 5, 11, NO_QUOTE "; the text in line 3 continues on the next line" },
    { HEAD "Model \"m", 3, 7, NO_QUOTE },
    { HEAD "GeosetAnim \"m", 3, 12, NO_QUOTE },
    { HEAD "Foo { /* no end }\n", 3, 7, "found a comment without an end" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (MwReport) report = mw_report_new ();
    if (read_text (cases[i].text, report, &error))
      g_error ("\"%s\" is read", cases[i].text);
    g_autofree char *errors = remarks_of (report, MW_REMARK_ERROR);
    if (mw_error_line (error) != cases[i].line || mw_error_column (error) != cases[i].column
        || !strstr (error->message, cases[i].says) || report->n[MW_REMARK_ERROR] != 1)
      g_error ("\"%s\": %u:%u %s\n%s", cases[i].text, mw_error_line (error), mw_error_column (error), error->message,
               errors);
  }
}

/* Braces, quotes and comment marks inside each other do not count. */
static void
block_ends_at_its_brace (void)
{
  static const struct {
    const char *text, *kept_from;
  } cases[] = {
    { "Foo { } ", "Foo" },
    { "Foo 1, 2, 3 { { 4 } { 5 } } ", "Foo" },
    { "Foo { bar \"}\", } ", "Foo" },
    { "Foo { // }\n bar 1, } ", "Foo" },
    { "Foo { /* } \" */ \"/*\", bar \"//\" } ", "Foo" },
    { "Foo \"a\nb\" ", "Foo" },
    { "Foo \"a\nb\" { \"}\n}\" } ", "Foo" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (MwReport) report = mw_report_new ();
    g_autofree char *text = g_strconcat (HEAD, cases[i].text, "\nBone \"b\" { ObjectId 0, }\n", NULL);
    MwMdlx *model = read_well (text, report);
    assert_value (model, "bones[0].name", "\"b\"");
    g_autofree char *kept = remarks_of (report, MW_REMARK_UNKNOWN);
    g_assert_cmpstr (kept, ==, "3:1 \"Foo\" in the model is not kept\n");
    mw_model_free (&model->model);
  }
}

/* --- Counts --------------------------------------------------------------------------------------------------------- */

/* The number of each kind is known from the blocks (mdlx.md 10.5), whatever a count says and whatever version it
 * belongs to. */
static void
counts_of_later_versions_say_nothing (void)
{
  static const char *const texts[] = {
    VERSION ("800") "Model \"m\" { NumFaceFX 0, BlendTime 77, }\n",
    VERSION ("800") "Model \"m\" { NumFaceFX 3, NumParticleEmittersPopcorn 2, BlendTime 77, }\n",
    VERSION ("900") "Model \"m\" { NumFaceFX 0, NumParticleEmittersPopcorn 1, BlendTime 77, }\n",
  };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (MwReport) report = mw_report_new ();
    MwMdlx *model = read_well (texts[i], report);
    g_assert_cmpuint (report->remarks->len, ==, 0);
    assert_value (model, "blend_time", "77");
    mw_model_free (&model->model);
  }
  g_autoptr (GError) error = NULL;
  g_assert_null (read_text (VERSION ("800") "Model \"m\" { NumFaceFX x, }\n", NULL, &error));
  g_assert_cmpstr (error->message, ==, "found \"x\", expected a whole number");
}

/* --- Values that no file holds --- */

/* Some programs write the whole buffer of a binary file as the text. */
static void
name_ends_at_a_nul (void)
{
  static const char text[] = VERSION ("800") "Model \"m\0rest\" { }\nBone \"b\0\0\0\" { }\n";
  g_autoptr (MwReport) report = mw_report_new ();
  g_autoptr (GError) error = NULL;
  MwMdlx *model = mw_mdl_read_text ((const uint8_t *) text, sizeof text - 1, report, &error);
  g_assert_no_error (error);
  assert_value (model, "name", "\"m\"");
  assert_value (model, "bones[0].name", "\"b\"");
  g_autofree char *kept = remarks_of (report, MW_REMARK_UNKNOWN);
  g_assert_cmpstr (kept, ==,
                   "2:7 name: the last 5 of 6 bytes are not kept: a name ends at a NUL byte\n"
                   "3:6 bones[0].name: the last 3 of 4 bytes are not kept: a name ends at a NUL byte\n");
  mw_model_free (&model->model);
}

/* The limits on names also apply to names with a NUL. */
static void
name_with_a_nul_has_the_same_limits (void)
{
  g_autoptr (GString) text = g_string_new (VERSION ("800") "Model \"");
  for (guint i = 0; i < 100; i++)
    g_string_append_c (text, 'n');
  g_string_append_len (text, "\0x\" { }\n", 8);
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = mw_mdl_read_text ((const uint8_t *) text->str, text->len, report, NULL);
  g_assert_nonnull (model);
  g_autofree char *kept = remarks_of (report, MW_REMARK_UNKNOWN);
  g_assert_cmpstr (kept, ==, "2:7 name: the last 23 of 102 bytes are not kept\n");
  mw_model_free (&model->model);
  g_string_truncate (text, strlen (VERSION ("800") "Model \""));
  for (guint i = 0; i < 1100; i++)
    g_string_append_c (text, 'n');
  g_string_append_len (text, "\0x\" { }\n", 8);
  g_autoptr (GError) error = NULL;
  g_assert_null (mw_mdl_read_text ((const uint8_t *) text->str, text->len, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
}

static void
number_that_is_too_large_is_named (void)
{
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = read_well (
    VERSION ("800") "Model \"m\" {\n BoundsRadius 1e400,\n MinimumExtent { -1e39, inf, 1e38 }, }\n", report);
  assert_value (model, "bounds.radius", "inf");
  assert_value (model, "bounds.min", "{-inf, inf, 1e38}");
  g_autofree char *warnings = remarks_of (report, MW_REMARK_WARNING);
  g_assert_cmpstr (warnings, ==,
                   "3:2 1e400 is too large for a number of 32 bits: read as inf\n"
                   "4:2 -1e39 is too large for a number of 32 bits: read as -inf\n");
  mw_model_free (&model->model);
}

/* --- Names without room --------------------------------------------------------------------------------------------- */

static void
cut_names_name_their_element (void)
{
  char name[101], path[301];
  memset (name, 'n', 100);
  memset (path, 'p', 300);
  name[100] = path[300] = 0;
  g_autofree char *text = g_strdup_printf (
    VERSION (
      "1000") "Model \"%s\" { }\nSequences 2 { Anim \"a\" { }\n Anim \"%s\" { } }\n"
              "Textures 1 { Bitmap { Image \"%s\", } }\n"
              "Materials 2 { Material { Layer { } } Material { Layer { Shader \"%s\", } } }\n"
              "Helper \"h\" { }\n"
              "Bone \"b\" { }\nBone \"%s\" { }\nAttachment \"a\" { Path \"%s\", }\nFaceFX \"%s\" { Path \"\", }\n",
    name, name, path, name, name, path, name);
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = read_well (text, report);
  g_autofree char *kept = remarks_of (report, MW_REMARK_UNKNOWN);
  g_assert_cmpstr (kept, ==,
                   "2:7 name: the last 21 of 100 bytes are not kept\n"
                   "4:7 sequences[1].name: the last 21 of 100 bytes are not kept\n"
                   "5:29 textures[0].path: the last 41 of 300 bytes are not kept\n"
                   "6:64 materials[1].layers[0].shader: the last 21 of 100 bytes are not kept\n"
                   "9:6 bones[1].name: the last 21 of 100 bytes are not kept\n"
                   "10:23 attachments[0].path: the last 41 of 300 bytes are not kept\n"
                   "11:8 face_effects[0].name: the last 21 of 100 bytes are not kept\n");
  mw_model_free (&model->model);
}

/* Thousands of them take time in proportion to their number, and the report keeps only some. */
static void
many_cut_names_are_counted (void)
{
  enum { N = 3000 };
  char name[101];
  memset (name, 'n', 100);
  name[100] = 0;
  GString *text = g_string_new (VERSION ("800"));
  for (guint i = 0; i < N; i++)
    g_string_append_printf (text, "Helper \"%s\" { ObjectId %u, }\n", name, i);
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = read_well (text->str, report);
  g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, N);
  g_assert_cmpuint (model->nodes.n, ==, N);
  mw_model_free (&model->model);
  g_string_free (text, TRUE);
}

/* --- Versions ------------------------------------------------------------------------------------------------------- */

/* The number of warnings that name the version. */
static guint
n_doubts (const MwReport *report)
{
  guint n = 0;
  for (guint i = 0; i < report->remarks->len; i++) {
    const MwRemark *remark = &g_array_index (report->remarks, MwRemark, i);
    n += remark->kind == MW_REMARK_WARNING && strstr (remark->text, "is unknown") != NULL;
  }
  return n;
}

/* A text has a warning about an unknown version exactly when the binary file of that version has. */
static void
unknown_versions_are_reported_as_of_binary_files (void)
{
  const guint last = mw_mdlx_last_version (MW_FAMILY_MDX), last_of_wow = mw_mdlx_last_version (MW_FAMILY_MDX_WOW);
  const struct {
    guint version;
    gboolean wow;
    guint taken_for; /* 0: known */
  } cases[] = {
    { 800, FALSE, 0 },
    { 801, FALSE, 800 },
    { 899, FALSE, 800 },
    { 900, FALSE, 0 },
    { 1000, FALSE, 0 },
    { 1001, FALSE, 1000 },
    { 1100, FALSE, 0 },
    { 1150, FALSE, 1100 },
    { 1200, FALSE, 0 },
    { 1300, FALSE, 0 },
    { 1400, FALSE, 0 },
    { 1500, FALSE, 1400 },
    { 1600, FALSE, 0 },
    { 1700, FALSE, 0 },
    { 1750, FALSE, 1700 },
    { 1800, FALSE, 0 },
    { last + 100, FALSE, last },
    { 65534, FALSE, last },
    { 1300, TRUE, 0 },
    { 1350, TRUE, 1300 },
    { 1400, TRUE, 0 },
    { 1500, TRUE, 0 },
    { last_of_wow + 100, TRUE, last_of_wow },
    { 65534, TRUE, last_of_wow },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = g_strdup_printf ("Version { %sFormatVersion %u, }\nModel \"m\" { }\n",
                                             cases[i].wow ? "Family WorldOfWarcraft, " : "", cases[i].version);
    g_autoptr (MwReport) of_text = mw_report_new (), of_mdx = mw_report_new ();
    g_autoptr (GError) error = NULL;
    MwMdlx *model = read_well (text, of_text);
    g_autoptr (GBytes) mdx = io_write_bytes (&model->model, mw_mdlx_format (model), NULL, NULL, &error);
    g_assert_no_error (error);
    MwMdlx *again = mw_mdx_read (g_bytes_get_data (mdx, NULL), g_bytes_get_size (mdx), of_mdx, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (again->version, ==, cases[i].version);
    g_assert_cmpuint (n_doubts (of_text), ==, cases[i].taken_for != 0);
    g_assert_cmpuint (n_doubts (of_mdx), ==, cases[i].taken_for != 0);
    g_autofree char *warnings = remarks_of (of_text, MW_REMARK_WARNING);
    g_autofree char *expected = cases[i].taken_for
                                  ? g_strdup_printf ("0:0 version %u is unknown: it is read as version %u\n",
                                                     cases[i].version, cases[i].taken_for)
                                  : g_strdup ("");
    g_assert_cmpstr (warnings, ==, expected);
    mw_model_free (&again->model);
    mw_model_free (&model->model);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdl/not-kept/a block or text that does not end is an error with its line",
                   unclosed_is_an_error);
  g_test_add_func ("/io/mdl/not-kept/an unknown block ends at its brace", block_ends_at_its_brace);
  g_test_add_func ("/io/mdl/not-kept/counts of records of later versions are ignored",
                   counts_of_later_versions_say_nothing);
  g_test_add_func ("/io/mdl/not-kept/a name that is cut is reported with its element and line",
                   cut_names_name_their_element);
  g_test_add_func ("/io/mdl/not-kept/many cut names are reported with their number", many_cut_names_are_counted);
  g_test_add_func ("/io/mdl/not-kept/an unknown version is reported for text as for a binary file",
                   unknown_versions_are_reported_as_of_binary_files);
  g_test_add_func ("/io/mdl/not-kept/a name ends at a NUL byte, and the bytes after it are reported",
                   name_ends_at_a_nul);
  g_test_add_func ("/io/mdl/not-kept/a name with a NUL byte has the limits of any other",
                   name_with_a_nul_has_the_same_limits);
  g_test_add_func ("/io/mdl/not-kept/a number that is too large is reported", number_that_is_too_large_is_named);
  return g_test_run ();
}
