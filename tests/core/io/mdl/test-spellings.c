/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each word of MDL text for a bit, a shader or a count, by itself, in the spelling of every program; and how a text
 * may begin. */
#include "core/io/mdl/mdl.h"
#include "tests/core/io/values.h"

#include <string.h>

#define VERSION(number) "Version { FormatVersion " number ", }\n"
#define PIVOT " PivotPoints 1 { { 0, 0, 0 } }"

/* Reads a text that gives no remarks. */
static MwMdlx *
read_whole (const char *text, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  g_autofree uint8_t *exact = g_memdup2 (text, size);
  MwMdlx *model = mw_mdl_read_text (exact, size, report, &error);
  if (!model)
    g_error ("\"%s\": %s", text, error->message);
  if (report->remarks->len)
    g_error ("\"%s\": %s", text, g_array_index (report->remarks, MwRemark, 0).text);
  return model;
}

static void
assert_says (const char *text, const char *path, const char *expected)
{
  MwMdlx *model = read_whole (text, strlen (text));
  g_autofree char *value = get_value (model, path);
  if (strcmp (value, expected) != 0)
    g_error ("\"%s\": %s is %s, expected %s", text, path, value, expected);
  mw_model_free (&model->model);
}

/* --- Bits ----------------------------------------------------------------------------------------------------------- */

/* The bits of docs/formats/mdlx.md 2.5, 5.2, 5.4, 5.5, 5.7 and 5.8, with the kind bit where there is one. */
static void
every_word_is_its_bit (void)
{
  static const struct {
    const char *block, *path; /* % stands for the word */
    struct {
      const char *word;
      uint32_t bits;
    } words[24];
  } blocks[] = {
    { "Bone \"b\" { ObjectId 0, %, }" PIVOT,
      "bones[0].flags",
      { { "DontInherit { Translation }", 0x101 },
        { "DontInherit { Rotation }", 0x104 },
        { "DontInherit { Scaling }", 0x102 },
        { "DontInherit { Translation, Rotation }", 0x105 },
        { "DontInherit { Rotation }, DontInherit { Scaling }", 0x106 },
        { "DontInheritTranslation", 0x101 },
        { "DontInheritRotation", 0x104 },
        { "DontInheritScaling", 0x102 },
        { "Billboarded", 0x108 },
        { "BillboardedLockX", 0x110 },
        { "BillboardedLockY", 0x120 },
        { "BillboardedLockZ", 0x140 },
        { "BillboardLockX", 0x110 },
        { "BillboardLockY", 0x120 },
        { "BillboardLockZ", 0x140 },
        { "billboardlockz", 0x140 },
        { "CameraAnchored", 0x180 } } },
    { "Materials 1 { Material { %, Layer { } } }",
      "materials[0].flags",
      { { "ConstantColor", 0x1 },
        { "TwoSided", 0x2 },
        { "SortPrimsNearZ", 0x8 },
        { "SortPrimsFarZ", 0x10 },
        { "SortPrimitives", 0x10 },
        { "FullResolution", 0x20 },
        { "RenderMode 33", 0x21 } } },
    { "Materials 1 { Material { Layer { %, } } }",
      "materials[0].layers[0].flags",
      { { "Unshaded", 0x1 },
        { "SphereEnvMap", 0x2 },
        { "SphereEnvironmentMap", 0x2 },
        { "WrapWidth", 0x4 },
        { "WrapHeight", 0x8 },
        { "TwoSided", 0x10 },
        { "Unfogged", 0x20 },
        { "NoDepthTest", 0x40 },
        { "NoDepthSet", 0x80 },
        { "Unlit", 0x100 },
        { "BackFacesForShadows", 0x200 },
        { "AmbientOcclusion", 0x400 } } },
    { "ParticleEmitter \"p\" { ObjectId 0, %, }" PIVOT,
      "particle_emitters[0].flags",
      { { "EmitterUsesMDL", 0x9000 }, { "EmitterUsesTGA", 0x11000 } } },
    { "ParticleEmitter2 \"p\" { ObjectId 0, %, }" PIVOT,
      "particle_emitters2[0].flags",
      { { "Unshaded", 0x9000 },
        { "SortPrimsFarZ", 0x11000 },
        { "SortPrimitives", 0x11000 },
        { "LineEmitter", 0x21000 },
        { "Unfogged", 0x41000 },
        { "ModelSpace", 0x81000 },
        { "XYQuad", 0x101000 } } },
    { "ParticleEmitterPopcorn \"p\" { ObjectId 0, %, }" PIVOT,
      "popcorn_emitters[0].flags",
      { { "Unshaded", 0x9000 },
        { "SortPrimsFarZ", 0x11000 },
        { "SortPrimitives", 0x11000 },
        { "Unfogged", 0x21000 },
        { "PopcornScaling", 0x41000 } } },
    { "Sequences 1 { Anim \"a\" { %, } }", "sequences[0].flags", { { "NonLooping", 0x1 } } },
    { "Textures 1 { Bitmap { %, } }", "textures[0].flags", { { "WrapWidth", 0x1 }, { "WrapHeight", 0x2 } } },
    { "Geoset { %, }", "geosets[0].selection_flags", { { "Unselectable", 0x4 }, { "SelectionFlags 20", 0x14 } } },
    { "GeosetAnim { %, }", "geoset_animations[0].flags", { { "DropShadow", 0x1 } } },
  };
  guint n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++) {
    const char *mark = strchr (blocks[i].block, '%');
    for (guint k = 0; blocks[i].words[k].word; k++, n++) {
      g_autofree char *text = g_strdup_printf (VERSION ("1000") "%.*s%s%s\n", (int) (mark - blocks[i].block),
                                               blocks[i].block, blocks[i].words[k].word, mark + 1);
      g_autofree char *bits = g_strdup_printf ("0x%X", blocks[i].words[k].bits);
      assert_says (text, blocks[i].path, bits);
    }
  }
  g_assert_cmpuint (n, ==, 56);
}

/* --- Shaders -------------------------------------------------------------------------------------------------------- */

/* The numbers of docs/formats/mdlx.md 10.5: each program's name for them, in a layer and for all layers of a
 * material. */
static void
every_shader_has_its_names (void)
{
  static const struct {
    const char *name, *number;
  } shaders[] = {
    { "Shader_SD_Legacy", "Shader_SD_Legacy" },
    { "Shader_SD_FixedFunction", "Shader_SD_Legacy" },
    { "shader_sd_fixedfunction", "Shader_SD_Legacy" },
    { "", "Shader_SD_Legacy" },
    { "Shader_HD_DefaultUnit", "Shader_HD_DefaultUnit" },
    { "SHADER_HD_DEFAULTUNIT", "Shader_HD_DefaultUnit" },
    { "Shader_HD_Crystal", "HDCrystal" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (shaders); i++) {
    g_autofree char *in_layer = g_strdup_printf (
      VERSION ("1100") "Materials 1 { Material { Layer { Shader \"%s\", } } }\n", shaders[i].name);
    g_autofree char *in_material = g_strdup_printf (
      VERSION ("1100") "Materials 1 { Material { Shader \"%s\", Layer { } } }\n", shaders[i].name);
    assert_says (in_layer, "materials[0].layers[0].shader", shaders[i].number);
    assert_says (in_material, "materials[0].layers[0].shader", shaders[i].number);
  }
}

/* The game treats an unknown name like none, which is reported. */
static void
unknown_shader_is_named (void)
{
  static const char text[] = VERSION (
    "1100") "Materials 1 { Material { Layer { Shader \"Shader_SD_FixedFunktion\", } } }\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = mw_mdl_read_text ((const uint8_t *) text, sizeof text - 1, report, &error);
  g_assert_no_error (error);
  assert_value (model, "materials[0].layers[0].shader", "Shader_SD_Legacy");
  g_assert_cmpuint (report->n[MW_REMARK_WARNING], ==, 1);
  mw_model_free (&model->model);
}

/* --- Counts --------------------------------------------------------------------------------------------------------- */

/* Some counts are of things that no reader counts; none is trusted more than the blocks. */
static void
every_count_is_read (void)
{
  static const char *const counts[] = {
    "NumGeosets",
    "NumGeosetAnims",
    "NumHelpers",
    "NumLights",
    "NumBones",
    "NumAttachments",
    "NumSoundEmitters",
    "NumParticleEmitters",
    "NumParticleEmitters2",
    "NumRibbonEmitters",
    "NumEvents",
    "NumParticleEmittersPopcorn",
    "NumFaceFX",
    "NumMeshes",
    "NumCameras",
    "nummeshes",
    "NumCollisionShapes",
  };
  static const char *const versions[] = { "800", "900", "1800" };
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    for (guint k = 0; k < G_N_ELEMENTS (versions); k++) {
      g_autofree char *text = g_strdup_printf (
        "Version { FormatVersion %s, }\nModel \"m\" { %s 3, BlendTime 77, }\nHelper \"h\" { ObjectId 0, }" PIVOT "\n",
        versions[k], counts[i]);
      assert_says (text, "blend_time", "77");
    }
}

/* --- How a text may begin ------------------------------------------------------------------------------------------- */

/* A UTF-8 byte order mark is ignored; lines and columns count its bytes. */
static void
byte_order_mark_is_skipped (void)
{
  static const char mark[] = "\xEF\xBB\xBF";
  static const char *const texts[] = {
    VERSION ("1000") "Model \"m\" { BlendTime 77, }\n",
    "\r\n// a comment\n" VERSION ("1000") "Model \"m\" { BlendTime 77, }\n",
    "Version { Family WorldOfWarcraft, FormatVersion 1300, }\nModel \"m\" { }\n",
  };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *text = g_strconcat (mark, texts[i], NULL);
    gsize size = strlen (text);
    g_autofree uint8_t *exact = g_memdup2 (text, size);
    g_autoptr (GError) error = NULL;
    g_autoptr (MwReport) report = mw_report_new ();
    MwFormat with, without;
    g_assert_true (mw_mdl_probe (exact, size, &with));
    g_assert_true (mw_mdl_probe ((const uint8_t *) texts[i], strlen (texts[i]), &without));
    g_assert_cmpuint (with.version, ==, without.version);
    g_assert_cmpint (with.family, ==, without.family);
    MwMdlx *model = mw_mdl_read_text (exact, size, report, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (report->n[MW_REMARK_WARNING] + report->n[MW_REMARK_UNKNOWN], ==, 0);
    assert_value (model, "name", "\"m\"");
    mw_model_free (&model->model);
  }
  g_autoptr (GError) error = NULL;
  static const char wrong[] = "\xEF\xBB\xBFModel \"m\" { BlendTime x, }\n";
  g_assert_null (mw_mdl_read_text ((const uint8_t *) wrong, sizeof wrong - 1, NULL, &error));
  g_assert_cmpuint (mw_error_line (error), ==, 1);
  g_assert_cmpuint (mw_error_column (error), ==, 26);
  /* Half a mark is an error. */
  static const char half[] = "\xEF\xBBVersion { FormatVersion 800, }\n";
  g_clear_error (&error);
  g_assert_null (mw_mdl_read_text ((const uint8_t *) half, sizeof half - 1, NULL, &error));
  g_assert_nonnull (error);
}

/* war3-model reads one word in the braces of DontInherit, and cannot save a model without boxes. */
static void
what_is_written_suits_other_readers (void)
{
  static const char source[] = VERSION (
    "800") "Model \"m\" { }\nSequences 1 { Anim \"Stand\" { Interval { 0, 1 }, } }\n"
           "Bone \"b\" { ObjectId 0, DontInherit { Translation, Rotation }, }" PIVOT;
  MwMdlx *model = read_whole (source, strlen (source));
  MwBuffer text;
  mw_buffer_init (&text, 0);
  g_assert_true (mw_mdl_write_text (model, MW_MDL_COMMUNITY, &text, NULL, NULL, NULL));
  mw_buffer_append (&text, "", 1);
  const char *written = (const char *) text.bytes;
  g_assert_nonnull (strstr (written, "\tDontInherit { Translation },\n\tDontInherit { Rotation },\n"));
  g_assert_nonnull (strstr (written, "\tMinimumExtent { 0, 0, 0 },\n\tMaximumExtent { 0, 0, 0 },\n"));
  g_assert_nonnull (strstr (written, "\t\tMinimumExtent { 0, 0, 0 },\n\t\tMaximumExtent { 0, 0, 0 },\n"));
  mw_buffer_clear (&text);
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdl/spellings/every word sets its bit", every_word_is_its_bit);
  g_test_add_func ("/io/mdl/spellings/every shader has its names", every_shader_has_its_names);
  g_test_add_func ("/io/mdl/spellings/an unknown shader is reported", unknown_shader_is_named);
  g_test_add_func ("/io/mdl/spellings/counts are read, but the blocks decide", every_count_is_read);
  g_test_add_func ("/io/mdl/spellings/a byte order mark is skipped", byte_order_mark_is_skipped);
  g_test_add_func ("/io/mdl/spellings/what is written can be read by simpler readers",
                   what_is_written_suits_other_readers);
  return g_test_run ();
}
