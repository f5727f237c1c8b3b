/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MDL text of 900 and later, and of World of Warcraft: other programs' spellings are read, and what a version does
 * not have is reported. */
#include "core/io/mdl/mdl.h"
#include "core/io/registry.h"
#include "core/schema/diff.h"
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "tests/core/io/values.h"

#include <string.h>

#define VERSION(number) "Version { FormatVersion " number ", }\n"
#define WOW(number) "Version { Family WorldOfWarcraft, FormatVersion " number ", }\n"
#define TEXTURES "Textures 6 { Bitmap { } Bitmap { } Bitmap { } Bitmap { } Bitmap { } Bitmap { } }\n"

static MwMdlx *
read_text (const char *text, MwReport *report)
{
  g_autoptr (GError) error = NULL;
  gsize size = strlen (text);
  g_autofree uint8_t *exact = g_memdup2 (text, size);
  MwMdlx *model = mw_mdl_read_text (exact, size, report, &error);
  if (!model)
    g_error ("\"%s\": %s", text, error->message);
  return model;
}

/* Reads a text that gives no remarks. */
static MwMdlx *
read_whole (const char *text)
{
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = read_text (text, report);
  if (report->remarks->len)
    g_error ("\"%s\": %s", text, g_array_index (report->remarks, MwRemark, 0).text);
  return model;
}

static char *
write_text (const MwMdlx *model, MwMdlSpelling spelling)
{
  GError *error = NULL;
  MwIoOptions options = { .spelling = spelling };
  MwFormat format = mw_mdlx_format (model);
  format.text = TRUE;
  g_autoptr (GBytes) text = io_write_as (&model->model, format, &options, &error);
  g_assert_no_error (error);
  return g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
}

static void
assert_same (const MwMdlx *a, const MwMdlx *b, const char *what)
{
  g_autofree char *where = NULL;
  if (!mw_model_equal (&a->model, &b->model, mw_mdlx_format (a), &where))
    g_error ("%s: differs at %s", what, where);
}

/* Asserts that both spellings read as the same model and that writing again gives the same text. */
static void
assert_spellings (const MwMdlx *model, const char *what)
{
  for (guint i = 0; i < 2; i++) {
    g_autofree char *text = write_text (model, (MwMdlSpelling) i);
    MwMdlx *again = read_text (text, NULL);
    assert_same (model, again, what);
    g_autofree char *twice = write_text (again, (MwMdlSpelling) i);
    g_assert_cmpstr (text, ==, twice);
    mw_model_free (&again->model);
  }
}

static void
assert_has (const char *text, const char *part)
{
  if (!strstr (text, part))
    g_error ("found no \"%s\" in\n%s", part, text);
}

/* --- Real texts ----------------------------------------------------------------------------------------------------- */

static void
test_corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdl");
  guint n = 0;
  for (guint i = 0; files && i < files->len; i++) {
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
    MwMdlx *model = mw_mdl_read_text (bytes, size, NULL, NULL);
    g_assert_nonnull (model);
    n += model->version > 800;
    if (model->version > 800)
      assert_spellings (model, files->pdata[i]);
    mw_model_free (&model->model);
  }
  if (files)
    g_assert_cmpuint (n, ==, 9);
}

/* One model as text and as a binary file, by the same authors: static fresnel colours are blue first in the text. */
static void
test_pair (void)
{
  g_autoptr (GPtrArray) texts = corpus_files ("mdl"), files = corpus_files ("mdx1100");
  MwMdlx *pair[2] = { NULL };
  for (guint i = 0; texts && i < texts->len; i++)
    if (strstr (texts->pdata[i], "riflemanSAWING")) {
      gsize size;
      g_autofree uint8_t *bytes = load_exactly (texts->pdata[i], &size);
      pair[0] = mw_mdl_read_text (bytes, size, NULL, NULL);
    }
  for (guint i = 0; files && i < files->len; i++)
    if (strstr (files->pdata[i], "riflemanSAWING2")) {
      gsize size;
      MwFormat format;
      g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
      pair[1] = (MwMdlx *) io_read_bytes (bytes, size, &format, NULL, NULL);
    }
  if (!texts)
    return;
  g_assert_true (pair[0] && pair[1]);
  g_assert_cmpuint (pair[0]->materials.n, ==, pair[1]->materials.n);
  for (uint32_t i = 0; i < pair[0]->materials.n; i++) {
    const MwMdlxLayer *layers[2];
    for (guint k = 0; k < 2; k++)
      layers[k] = (const MwMdlxLayer *) ((const MwMdlxMaterial *) pair[k]->materials.items[i])->layers.items[0];
    g_assert_cmpmem (layers[0]->fresnel_color, 12, layers[1]->fresnel_color, 12);
    g_assert_cmpuint (layers[0]->shader, ==, 1);
    g_assert_cmpuint (layers[0]->shader, ==, layers[1]->shader);
    g_assert_cmpuint (layers[0]->textures.n, ==, 6);
    for (guint k = 0; k < 6; k++)
      for (guint of = 0; of < 2; of++)
        g_assert_cmpuint (((const MwMdlxLayerTexture *) layers[of]->textures.items[k])->slot, ==, k);
  }
  mw_model_free (&pair[0]->model);
  mw_model_free (&pair[1]->model);
}

/* --- Textures of layers --------------------------------------------------------------------------------------------- */

static void
test_slots (void)
{
  static const char *const layers[] = {
    "ShaderTypeId 1, static TextureID 0, static TextureID 1, static TextureID 2, static TextureID 3, static TextureID "
    "4,"
    "static TextureID 5,",
    "Shader \"shader_hd_defaultunit\", static TextureID 0 <= 0, static TextureID 1 <= 1, static TextureID 2<=2,"
    "static TextureID 3 <= 3, static TextureID 4 <= 4, static TextureID 5 <= 5,",
    "ShaderTypeId 1, static TextureID 0, static NormalTextureID 1, static ORMTextureID 2, static EmissiveTextureID 3,"
    "static TeamColorTextureID 4, static ReflectionsTextureID 5,",
    /* A plain one takes the lowest free slot. */
    "ShaderTypeId 1, static TextureID 0, static NormalTextureID 1, static TextureID 2, static TextureID 3 <= 3,"
    "TeamColorTextureID 4, static TextureID 5,",
  };
  MwMdlx *first = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++) {
    g_autofree char *text = g_strdup_printf (
      VERSION ("1100") TEXTURES "Materials 1 { Material { Layer { FilterMode None, %s } } }\n", layers[i]);
    MwMdlx *model = read_whole (text);
    assert_value (model, "materials[0].layers[0].shader", "Shader_HD_DefaultUnit");
    assert_value (model, "materials[0].layers[0].textures[4].texture", "textures[4]");
    assert_value (model, "materials[0].layers[0].textures[5].slot", "Environment");
    if (first)
      assert_same (first, model, layers[i]);
    assert_spellings (model, layers[i]);
    if (i)
      mw_model_free (&model->model);
    else
      first = model;
  }
  g_autofree char *community = write_text (first, MW_MDL_COMMUNITY), *engine = write_text (first, MW_MDL_ENGINE);
  assert_has (community, "ShaderTypeId 1,\n\t\t\tstatic TextureID 0,\n\t\t\tstatic NormalTextureID 1,");
  assert_has (engine,
              "Shader \"Shader_HD_DefaultUnit\",\n\t\t\tstatic TextureID 0 <= 0,\n\t\t\tstatic TextureID 1 <= 1,");
  mw_model_free (&first->model);
}

static void
test_odd_slots (void)
{
  static const char text[] = VERSION ("1200") TEXTURES
    "Materials 1 { Material { Shader \"Shader_HD_DefaultUnit\", Layer { FilterMode None,\n"
    "static TextureID 1 <= 7, NormalTextureID 2 { DontInterp, 0: 1, 100: 2, }\n"
    "TextureID 1 { Linear, GlobalSeqId 0, 5: 3, } <= 9, static TextureID 4 <= 0,\n"
    "static TextureID 5 <= 0, } Layer { FilterMode Blend, ShaderTypeId 24, static TextureID 3, } } }\n"
    "GlobalSequences 1 { Duration 7, }\n";
  MwMdlx *model = read_whole (text);
  assert_value (model, "materials[0].layers[0].shader", "Shader_HD_DefaultUnit");
  assert_value (model, "materials[0].layers[1].shader", "HDCrystal");
  assert_value (model, "materials[0].layers[0].textures[0].slot", "7");
  assert_value (model, "materials[0].layers[0].textures[1].slot", "Normal");
  assert_value (model, "materials[0].layers[0].textures[1].texture.track.keys[1].value", "textures[2]");
  assert_value (model, "materials[0].layers[0].textures[2].slot", "9");
  assert_value (model, "materials[0].layers[0].textures[2].texture.track.global_sequence", "global_sequences[0]");
  assert_value (model, "materials[0].layers[0].textures[4].slot", "Diffuse");
  assert_spellings (model, "odd slots");
  /* The usual layer is a single statement that all programs read. */
  g_autofree char *engine = write_text (model, MW_MDL_ENGINE);
  assert_has (engine, "FilterMode Blend,\n\t\t\tShaderTypeId 24,\n\t\t\tstatic TextureID 3,\n");
  mw_model_free (&model->model);
}

/* HiveWE writes slots into texts of 900, where each texture needs a layer. */
static void
test_split (void)
{
  static const char text[] = VERSION ("900") TEXTURES
    "Materials 1 { Material { Layer { FilterMode Blend, Shader \"Shader_HD_DefaultUnit\",\n"
    "static TextureID 0 <= 0, static TextureID 2 <= 2, static TextureID 1 <= 1, static Alpha 0.5,\n"
    "static FresnelOpacity 0.25, } Layer { FilterMode None, static TextureID 3 <= 0, } } }\n";
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = read_text (text, report);
  g_assert_cmpuint (report->n[MW_REMARK_WARNING], ==, 1);
  assert_value (model, "materials[0].shader", "\"Shader_HD_DefaultUnit\"");
  g_assert_cmpuint (((MwMdlxMaterial *) model->materials.items[0])->layers.n, ==, 4);
  for (guint i = 0; i < 4; i++) {
    g_autofree char *path = g_strdup_printf ("materials[0].layers[%u].texture", i),
                    *is = g_strdup_printf ("textures[%u]", i);
    assert_value (model, path, is);
    /* A layer that states fresnel values has the longer layout of 900. */
    g_assert_cmpuint (((MwMdlxMaterial *) model->materials.items[0])->layers.items[i]->variant, ==, i < 3);
  }
  assert_value (model, "materials[0].layers[2].alpha", "0.5");
  assert_value (model, "materials[0].layers[2].fresnel_opacity", "0.25");
  assert_value (model, "materials[0].layers[2].filter_mode", "Blend");
  assert_spellings (model, "split layers");
  mw_model_free (&model->model);
}

/* The layers made for further textures have every value of the first one, in whatever field. */
static void
test_split_values (void)
{
  static const char text[] = VERSION ("900") TEXTURES
    "TextureAnims 1 { TVertexAnim { } }\n"
    "Materials 1 { Material { Layer { FilterMode Modulate, Unshaded, TwoSided, TVertexAnimId 0, CoordId 3,\n"
    "static TextureID 0 <= 0, static TextureID 1 <= 1, static Alpha 0.5, static EmissiveGain 0.375,\n"
    "static FresnelColor { 0.125, 0.25, 0.75 }, static FresnelOpacity 0.25, static FresnelTeamColor 0.625, } } }\n";
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = read_text (text, report);
  const MwList *layers = &((const MwMdlxMaterial *) model->materials.items[0])->layers;
  g_autoptr (MwRecord) fresh = mw_record_new (&mw_mdlx_layer_schema);
  guint n_set = 0;
  g_assert_cmpuint (layers->n, ==, 2);
  for (guint i = 0; i < mw_schema_n_fields (&mw_mdlx_layer_schema); i++) {
    const MwField *field = mw_schema_field_at (&mw_mdlx_layer_schema, i);
    if (field == MW_FIELD (MwMdlxLayer, texture) || (!mw_field_is_number (field) && field->type != MW_TYPE_REF))
      continue;
    const void *first = mw_field_at (layers->items[0], field), *second = mw_field_at (layers->items[1], field);
    size_t size = mw_field_storage_size (field);
    g_assert_cmpmem (first, size, second, size);
    n_set += memcmp (first, mw_field_at (fresh, field), size) != 0;
  }
  /* All that the text states: filter mode, flags, animation, UV set, alpha, gain, and three of the rim light. */
  g_assert_cmpuint (n_set, ==, 9);
  mw_model_free (&model->model);
}

/* --- Other words ---------------------------------------------------------------------------------------------------- */

static void
test_words (void)
{
  static const char text[] = VERSION ("1800") TEXTURES
    "Materials 1 { Material { twosided, layer { filtermode None, unlit, BackFacesForShadows, AmbientOcclusion,\n"
    "static TextureID 0, static Emissive 2.5, static FresnelColor { 0.25, 0.5, 1 },\n"
    "FresnelTeamColor 1 { Linear, 0: 0.5, } } } }\n"
    "Geoset { Vertices 1 { { 1, 2, 3 } } SkinWeights { { 0, 1, 0, 0, 200, 55, 0, 0 } } Tangents 1 { { 1, 0, 0, -1 } }\n"
    "LevelOfDetail -1, LevelOfDetailName \"far\", MaterialID 0, }\n"
    "Geoset { Vertices 2 { { 1, 2, 3 }, { 3, 4, 5 } } SkinWeights 2 { 0, 0, 0, 0, 300, 0, 0, 0, 1, 0, 0, 0, 255, 0, "
    "0, 0, }\n"
    "Name \"near\", MaterialID 0, }\n"
    "Bone \"b\" { ObjectId 0, } Helper \"h\" { ObjectId 1, DontInheritScaling, }\n"
    "Light \"l\" { ObjectId 2, Ambient, static AttenuationStart 1, static ShadowIntensity 0.5, ShadowCasting,\n"
    "ShadowCastingStart 1 { 0: 3, } static Damping 0.125, }\n"
    "PopcornFxEmitter \"p\" { ObjectId 3, static Color { 0.25, 0.5, 1 }, FlagString \"Always=on\", Path \"a.pkb\", "
    "PopcornScaling, }\n"
    "FaceEffects { Target \"actor\", Path \"a.facefx\" } FaceFX \"second\" { Path \"b.facefx\", }\n"
    "Camera \"c\" { FieldOfView 1, DOFDistance 180, FocalLengthKeys 1 { Linear, 7: 50, } FStop 2.5, }\n"
    "BindPose 2 { Matrix { 1,0,0, 0,1,0, 0,0,1, 5,6,7 } Matrix { 2,0,0, 0,2,0, 0,0,2, 0,0,0 } }\n"
    "Glider { GeosetId 1, }\nGlider { GeosetId 0, }\n";
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = read_text (text, report);
  g_assert_cmpuint (report->n[MW_REMARK_UNKNOWN], ==, 0);
  assert_value (model, "materials[0].flags", "0x2");
  assert_value (model, "materials[0].layers[0].flags", "0x700");
  assert_value (model, "materials[0].layers[0].emissive_gain", "2.5");
  assert_value (model, "materials[0].layers[0].fresnel_color", "{1, 0.5, 0.25}");
  assert_value (model, "materials[0].layers[0].fresnel_team_color.track.keys[0].value", "0.5");
  assert_value (model, "geosets[0].skin[0].bones", "{bones[0], helpers[0], bones[0], bones[0]}");
  assert_value (model, "geosets[0].skin[0].weights", "{200, 55, 0, 0}");
  assert_value (model, "geosets[0].tangents", "[{1, 0, 0, -1}]");
  assert_value (model, "geosets[0].level_of_detail", "-1");
  assert_value (model, "geosets[0].level_of_detail_name", "\"far\"");
  assert_value (model, "geosets[1].skin[0].weights", "{300, 0, 0, 0}");
  assert_value (model, "geosets[1].level_of_detail_name", "\"near\"");
  assert_value (model, "helpers[0].flags", "0x2");
  assert_value (model, "helpers[0].bind_pose", "{2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0}");
  assert_value (model, "lights[0].shadow_intensity", "0.5");
  assert_value (model, "lights[0].shadow_casting", "1");
  assert_value (model, "lights[0].shadow_casting_start.track.interpolation", "DontInterp");
  assert_value (model, "lights[0].quadratic_falloff", "0.0005");
  assert_value (model, "lights[0].damping", "0.125");
  assert_value (model, "popcorn_emitters[0].color", "{0.25, 0.5, 1}");
  assert_value (model, "popcorn_emitters[0].anim_visibility_guide", "\"Always=on\"");
  assert_value (model, "popcorn_emitters[0].flags", "0x41000");
  assert_value (model, "face_effects[0].name", "\"actor\"");
  assert_value (model, "face_effects[1].path", "\"b.facefx\"");
  assert_value (model, "cameras[0].focus_distance.track.keys[0].time", "0");
  assert_value (model, "cameras[0].focus_distance.track.keys[0].value", "180");
  assert_value (model, "cameras[0].focal_length.track.keys[0].value", "50");
  assert_value (model, "cameras[0].f_stop.track.keys[0].value", "2.5");
  assert_value (model, "glider", "[geosets[1], geosets[0]]");
  assert_spellings (model, "words");
  g_autofree char *again = write_text (model, MW_MDL_COMMUNITY);
  assert_has (again, "SkinWeights 1 {\n\t\t0, 1, 0, 0, 200, 55, 0, 0,\n\t}");
  assert_has (again, "FaceFX \"actor\" {\n\tPath \"a.facefx\",\n}");
  assert_has (again, "FocusDistanceKeys 1 {\n\t\tDontInterp,\n\t\t0: 180,\n\t}");
  assert_has (again, "Glider {\n\tGeosetId 1,\n}\nGlider {\n\tGeosetId 0,\n}");
  assert_has (again, "BindPose {\n\tMatrices 2 {\n\t\t{ 1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 6, 7 },");
  mw_model_free (&model->model);
}

/* What a missing statement means (mdlx.md 10.7). */
static void
test_defaults (void)
{
  static const char text[] = VERSION (
    "1600") "Materials 1 { Material { Layer { } } }\nGeoset { }\nGeosetAnim { }\nBone \"b\" { }\nLight \"l\" { }\n"
            "ParticleEmitterPopcorn \"p\" { }\n";
  MwMdlx *model = read_text (text, NULL);
  assert_value (model, "materials[0].layers[0].alpha", "1");
  assert_value (model, "materials[0].layers[0].emissive_gain", "1");
  assert_value (model, "materials[0].layers[0].fresnel_color", "{1, 1, 1}");
  assert_value (model, "materials[0].layers[0].fresnel_opacity", "0");
  assert_value (model, "materials[0].layers[0].shader", "Shader_SD_Legacy");
  assert_value (model, "geosets[0].level_of_detail", "0");
  assert_value (model, "geoset_animations[0].flags", "0x0");
  assert_value (model, "bones[0].geoset", "none");
  assert_value (model, "lights[0].shadow_intensity", "0.4");
  assert_value (model, "lights[0].damping", "0.00001");
  assert_value (model, "popcorn_emitters[0].speed", "1");
  mw_model_free (&model->model);
}

/* --- What a version does not have ----------------------------------------------------------------------------------- */

static void
test_later_words (void)
{
  static const struct {
    const char *text, *says; /* NULL: it is read, with one remark */
  } cases[] = {
    { VERSION ("800") "Geoset { LevelOfDetail 0, }", NULL },
    { VERSION ("800") "Geoset { SkinWeights { } Tangents 0 { } }", "SkinWeights, which exists from version 900 on" },
    { VERSION ("800") "Geoset { Tangents 0 { } }", NULL },
    { VERSION ("800") "Geoset { LevelOfDetail 1, }",
      "2:10 LevelOfDetail, which exists from version 900 on, in a text of version 800" },
    { VERSION ("800") "Geoset { Tangents 1 { { 1, 0, 0, 1 } } }", "Tangents, which exists from version 900 on" },
    { VERSION ("800") "Materials 1 { Material { Shader \"\", Layer { } } }", NULL },
    { VERSION ("800") "Materials 1 { Material { Shader \"Shader_HD_DefaultUnit\", } }",
      "Shader, which exists from version 900 on" },
    { VERSION ("800") "Materials 1 { Material { Layer { Unlit, } } }", "Unlit, which exists from version 900 on" },
    { VERSION ("800") "Materials 1 { Material { Layer { static EmissiveGain 1, } } }", NULL },
    { VERSION ("800") "Materials 1 { Material { Layer { EmissiveGain 1 { 0: 1, } } } }",
      "EmissiveGain, which exists from" },
    { VERSION ("800") "Materials 1 { Material { Layer { static TextureID 0 <= 1, } } }",
      "slot 1: slots exist from version 1100 on" },
    { VERSION ("800") "BindPose { Matrices 1 { { 1,0,0, 0,1,0, 0,0,1, 0,0,0 } } }",
      "BindPose, which exists from version 900 on" },
    { VERSION ("800") "ParticleEmitterPopcorn \"p\" { ObjectId 0, }",
      "ParticleEmitterPopcorn, which exists from version 900 on" },
    { VERSION ("900") "FaceFX \"p\" { Path \"x\", } Glider { GeosetId 0, "
                      "}",
      "Glider, which exists from version 1700 on" },
    { VERSION ("1000") "Materials 1 { Material { Layer { ShaderTypeId 1, } } }",
      "ShaderTypeId, which exists from version 1100 on" },
    { VERSION ("1100") "Light \"l\" { ObjectId 0, static ShadowIntensity 0.5, }",
      "ShadowIntensity, which exists from version 1200 on" },
    { VERSION ("1300") "Light \"l\" { ObjectId 0, static Damping 1, }", "Damping, which exists from version 1600 on" },
    { VERSION ("1600") "Camera \"c\" { FocusDistanceKeys 1 { Linear, 0: 5, } }",
      "FocusDistanceKeys, which exists from version 1700 on" },
    { VERSION ("1600") "Camera \"c\" { FStop 2, }", "FStop, which exists from version 1700 on" },
    { VERSION ("1300") "Geoset { SkinWeights { 0, 0, 0, 0, 256, 0, 0, 0 } }", "expected a whole number of 0 to 255" },
    { VERSION ("1400") "Geoset { SkinWeights { 0, 0, 0, 0, 1, 0, 0 } }", "found \"}\", expected a whole number" },
    { WOW ("1300") "Materials 1 { Material { Layer { ShaderTypeId 1, } } }",
      "ShaderTypeId, which exists from version 1100 on" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (MwReport) report = mw_report_new ();
    gsize size = strlen (cases[i].text);
    g_autofree uint8_t *exact = g_memdup2 (cases[i].text, size);
    MwMdlx *model = mw_mdl_read_text (exact, size, report, &error);
    if (!cases[i].says) {
      if (!model || report->n[MW_REMARK_UNKNOWN] != 1)
        g_error ("\"%s\": %s", cases[i].text, model ? "not one remark" : error->message);
      mw_model_free (&model->model);
      continue;
    }
    if (model)
      g_error ("\"%s\" is read", cases[i].text);
    g_autofree char *says = g_strdup_printf ("%u:%u %s", mw_error_line (error), mw_error_column (error),
                                             error->message);
    const char *found = strstr (says, "found ");
    g_autofree char *short_form = g_strdup_printf ("%.*s%s", (int) (found - says), says, found + strlen ("found "));
    if (!strstr (says, cases[i].says) && !strstr (short_form, cases[i].says))
      g_error ("\"%s\": %s", cases[i].text, says);
  }
}

/* --- World of Warcraft ---------------------------------------------------------------------------------------------- */

static void
test_families (void)
{
  static const char body[] = "Model \"m\" { }\nSequences 1 { Anim \"Stand\" { Interval { 1, 2 }, } }\n";
  MwFormat format;
  g_autofree char *wow = g_strconcat (WOW ("1300"), body, NULL), *wc3 = g_strconcat (VERSION ("1300"), body, NULL);
  g_autofree char *named = g_strconcat ("Version { Family Warcraft3, FormatVersion 1300, }\n", body, NULL);
  g_assert_true (mw_mdl_probe ((const uint8_t *) wow, strlen (wow), &format));
  g_assert_cmpint (format.family, ==, MW_FAMILY_MDX_WOW);
  g_assert_cmpuint (format.version, ==, 1300);
  g_assert_true (mw_mdl_probe ((const uint8_t *) wc3, strlen (wc3), &format));
  g_assert_cmpint (format.family, ==, MW_FAMILY_MDX);
  MwMdlx *model = read_whole (named);
  assert_value (model, "family", "Warcraft3");
  mw_model_free (&model->model);
  model = read_whole (wow);
  assert_value (model, "family", "WorldOfWarcraft");
  assert_value (model, "sequences[0].frequency", "1");
  assert_spellings (model, "a text of World of Warcraft");
  mw_model_free (&model->model);

  static const struct {
    const char *text, *says;
    guint line;
  } wrong[] = {
    { "Version { FormatVersion 1300, Family WorldOfWarcraft, }\n", "Family after FormatVersion", 1 },
    { "Version { Family WorldOfWarcraft,\nFormatVersion 800, }\n",
      "World of Warcraft, version 800; 1300 and later versions are read", 2 },
    { "Version {\n\tFamily WorldOfWarcraft,\n\tFormatVer", "World of Warcraft, version 800", 2 },
    { "Version { Family Starcraft, FormatVersion 1300, }\n", "expected Warcraft3 or WorldOfWarcraft", 1 },
    { "Version {\n\n FormatVersion 700, }\n", "version 700; 800 and later versions are read", 3 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (GError) error = NULL;
    gsize size = strlen (wrong[i].text);
    g_autofree uint8_t *exact = g_memdup2 (wrong[i].text, size);
    g_assert_null (mw_mdl_read_text (exact, size, NULL, &error));
    if (!strstr (error->message, wrong[i].says))
      g_error ("\"%s\": %s", wrong[i].text, error->message);
    g_assert_cmpuint (mw_error_line (error), ==, wrong[i].line);
  }
}

/* Flags are whole numbers, values may be beside tracks, and tracks without interpolation are distinguished from
 * others. */
static void
test_wow (void)
{
  static const char text[] = WOW (
    "1400") "Model \"m\" { ModelFlags 5, MaterialsWord 7, }\n" TEXTURES
            "Materials 1 { Material { Layer { FilterMode Blend, LayerFlags 273, TextureID 1 { 10: 3, } static "
            "TextureID 2,\n"
            "CoordId -1, Alpha 1 { Linear, 0: 0.5, } static Alpha 0.25, }\n"
            "Layer { FilterMode None, TextureID 1 { DontInterp, 10: 3, } } } }\n"
            "Bone \"b\" { ObjectId 0, NodeFlags 4160749568, }\n"
            "ParticleEmitter2 \"p\" { ObjectId 1, NodeFlags 2048, ParticleFilterMode 77, Both, EmitterType Spline, "
            "Squirts 3, LifeSpan 1 { Linear, 0: 2, }\n"
            "Spline 2 { { 1, 2, 3 }, { 4, 5, 6 } } TumbleX { -1, 1 }, GeometryModel \"x.mdx\", }\n"
            "CollisionShape \"c\" { ObjectId 2, NodeFlags 4096, Cylinder, Vertices 1 { { 1, 2, 3 } } BoundsRadius 4, "
            "ShapeHeight 5, }\n"
            "CollisionVertices 3 { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }\nCollisionTriangles 3 { 0, 1, 2 }\n";
  MwMdlx *model = read_text (text, NULL);
  assert_value (model, "flags", "0x5");
  assert_value (model, "materials_word", "7");
  assert_value (model, "materials[0].layers[0].flags", "0x111");
  assert_value (model, "materials[0].layers[0].texture", "textures[2]");
  assert_value (model, "materials[0].layers[0].alpha", "0.25");
  assert_value (model, "materials[0].layers[0].alpha.track.keys[0].value", "0.5");
  assert_value (model, "materials[0].layers[0].coord_id", "4294967295");
  g_assert_cmpuint (((MwMdlxMaterial *) model->materials.items[0])->layers.items[0]->variant, ==, 0);
  g_assert_cmpuint (((MwMdlxMaterial *) model->materials.items[0])->layers.items[1]->variant, ==, 1);
  assert_value (model, "bones[0].flags", "0xf8000000");
  assert_value (model, "particle_emitters2[0].emitter_type", "Spline");
  assert_value (model, "particle_emitters2[0].filter_mode", "77");
  assert_value (model, "particle_emitters2[0].head_or_tail", "Both");
  assert_value (model, "particle_emitters2[0].squirt", "3");
  assert_value (model, "particle_emitters2[0].life_span.track.keys[0].value", "2");
  assert_value (model, "particle_emitters2[0].spline", "[{1, 2, 3}, {4, 5, 6}]");
  assert_value (model, "collision_shapes[0].type", "Cylinder");
  assert_value (model, "collision_shapes[0].height", "5");
  assert_value (model, "collision.triangles", "[0, 1, 2]");
  assert_spellings (model, "World of Warcraft");
  mw_model_free (&model->model);
}

/* Primitive groups and matrix groups that Faces and Groups cannot state have their own words. */
static void
test_wow_arrays (void)
{
  static const char text[] = WOW (
    "1300") "Geoset { Vertices 1 { { 1, 2, 3 } } VertexGroup { 0 } PrimitiveTypes 2 { 4, 5 } PrimitiveSizes 2 { 3, 4 "
            "}\n"
            "FaceIndices 7 { 0, 0, 0, 0, 0, 0, 0 } GroupSizes 1 { 2 } GroupMembers 1 { 0 } BoneIndices 1 { 67305985 } "
            "BoneWeights 1 "
            "{ 255 } MaterialID 0, }\nBone \"b\" { ObjectId 0, NodeFlags 0, }\n";
  MwMdlx *model = read_text (text, NULL);
  assert_value (model, "geosets[0].primitive_types", "[4, 5]");
  assert_value (model, "geosets[0].primitive_sizes", "[3, 4]");
  assert_value (model, "geosets[0].faces", "[0, 0, 0, 0, 0, 0, 0]");
  assert_value (model, "geosets[0].group_sizes", "[2]");
  assert_value (model, "geosets[0].group_members", "[bones[0]]");
  assert_value (model, "geosets[0].bone_indices", "[67305985]");
  assert_spellings (model, "odd arrays");
  mw_model_free (&model->model);
}

/* Text of Warcraft III has triangles only: the other kinds of OpenGL's primitives are written as the triangles that they draw. */
static void
test_primitives (void)
{
  static const struct {
    uint32_t type;
    const char *faces;
  } kinds[] = {
    { 4, "0, 1, 2, 3, 4, 5, 6, 7, 8" },
    { 5, "0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4, 4, 5, 6, 5, 7, 6, 6, 7, 8" },
    { 6, "0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 6, 0, 6, 7, 0, 7, 8" },
    { 7, "0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7" },
    { 8, "0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5, 4, 5, 6, 6, 5, 7" },
    { 9, "0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 6, 0, 6, 7, 0, 7, 8" },
  };
  MwMdlx *model = read_text (VERSION ("800") "Geoset { Faces 1 9 { Triangles { { 0, 1, 2, 3, 4, 5, 6, 7, 8 } } } }\n",
                             NULL);
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) model->geosets.items[0];
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    mw_array_clear (&geoset->primitive_types);
    geoset->primitive_types = mw_array_copy (&kinds[i].type, 1, sizeof (uint32_t));
    g_autofree char *text = write_text (model, MW_MDL_COMMUNITY), *wanted = g_strdup_printf ("{ %s }", kinds[i].faces);
    if (!strstr (text, wanted))
      g_error ("kind %u: found %s, expected %s", kinds[i].type, text, wanted);
  }
  /* A group without a type is one of triangles. */
  mw_array_clear (&geoset->primitive_types);
  g_autofree char *text = write_text (model, MW_MDL_COMMUNITY), *wanted = g_strdup_printf ("{ %s }", kinds[0].faces);
  g_assert_nonnull (strstr (text, wanted));
  mw_model_free (&model->model);
}

/* A type that the text has no word for is written as the one with tangents that are kept too. */
static void
test_unknown_interpolation (void)
{
  static const char text[] = VERSION ("800") "GeosetAnim { Alpha 1 { Hermite,\n0: 1,\nInTan 2,\nOutTan 3, } }\n";
  MwMdlx *model = read_text (text, NULL);
  MwMdlxGeosetAnimation *animation = (MwMdlxGeosetAnimation *) model->geoset_animations.items[0];
  animation->alpha_track->interpolation = 7;
  g_autofree char *written = write_text (model, MW_MDL_COMMUNITY);
  g_assert_nonnull (strstr (written, "Bezier,"));
  g_assert_nonnull (strstr (written, "InTan 2,"));
  g_assert_null (strstr (written, "Hermite"));
  mw_model_free (&model->model);
}

/* Rotations are rounded to the 64 bits of a binary file when they are read, so that it can be saved as one. */
static void
test_wow_rotations (void)
{
  static const char text[] = WOW ("1300") "Bone \"b\" { ObjectId 0, NodeFlags 0, Rotation 3 { Hermite,\n"
                                          "0: { 0, 0, 0, 1 } InTan { 0, 0, 0, 1 } OutTan { 0.3, 0, 0, 1 }\n"
                                          "10: { 0.1, 0.2, 0.3, 0.9 } InTan { 0, 0, 0, 1 } OutTan { 0, 0, 0, 1 }\n"
                                          "20: { 0, 0, 0.5, -7 } InTan { 0, 0, 0, 1 } OutTan { 0, 0, 0, 1 } } }\n";
  g_autoptr (MwReport) report = mw_report_new ();
  g_autoptr (GError) error = NULL;
  MwMdlx *model = read_text (text, report);
  g_assert_cmpuint (report->n[MW_REMARK_WARNING], ==, 2);
  g_assert_cmpstr (g_array_index (report->remarks, MwRemark, 0).text, ==,
                   "3 rotations of 1 tracks were rounded to the 64 bits of a stored rotation");
  assert_value (model, "bones[0].rotation.track.keys[0].value", "{0, 0, 0, 1}");
  assert_value (model, "bones[0].rotation.track.keys[2].value", "{0, 0, -0.5, 0.8660254}");
  assert_spellings (model, "rotations");
  MwFormat format = mw_mdlx_format (model);
  g_autoptr (GBytes) bytes = io_write_bytes (&model->model, format, NULL, NULL, &error);
  g_assert_no_error (error);
  io_prove_bytes (&model->model, format, bytes, &error);
  g_assert_no_error (error);
  /* Text that we write needs no rounding. */
  g_autofree char *again = write_text (model, MW_MDL_COMMUNITY);
  g_autoptr (MwReport) silent = mw_report_new ();
  MwMdlx *second = read_text (again, silent);
  assert_same (model, second, "rotations");
  g_assert_cmpuint (silent->n[MW_REMARK_WARNING], ==, 0);
  mw_model_free (&second->model);
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdl-dialects/real texts are the same model in both spellings", test_corpus);
  g_test_add_func ("/io/mdl-dialects/a text and a binary file of one model have the same colours and slots", test_pair);
  g_test_add_func ("/io/mdl-dialects/four ways to name the textures of a layer mean the same", test_slots);
  g_test_add_func ("/io/mdl-dialects/slots that have no name stay", test_odd_slots);
  g_test_add_func ("/io/mdl-dialects/several textures of a layer of 900 become layers", test_split);
  g_test_add_func ("/io/mdl-dialects/all layers get every value of the first", test_split_values);
  g_test_add_func ("/io/mdl-dialects/words of 900 to 1800 in every spelling", test_words);
  g_test_add_func ("/io/mdl-dialects/missing statements have the right defaults", test_defaults);
  g_test_add_func ("/io/mdl-dialects/a word of a later version is an error unless it has no effect", test_later_words);
  g_test_add_func ("/io/mdl-dialects/a text of World of Warcraft names its family first", test_families);
  g_test_add_func ("/io/mdl-dialects/texts of World of Warcraft state all values", test_wow);
  g_test_add_func ("/io/mdl-dialects/other primitives are written as triangles", test_primitives);
  g_test_add_func ("/io/mdl-dialects/texts of World of Warcraft keep unusual arrays", test_wow_arrays);
  g_test_add_func ("/io/mdl-dialects/an unknown interpolation is written as one with tangents",
                   test_unknown_interpolation);
  g_test_add_func ("/io/mdl-dialects/rotations of World of Warcraft are rounded when they are read, and saved",
                   test_wow_rotations);
  return g_test_run ();
}
