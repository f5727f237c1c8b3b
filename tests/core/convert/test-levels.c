/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "core/schema/report.h"
#include "tests/core/io/bytes.h"
#include "tests/core/convert/models.h"

#include <string.h>

/* What is removed because the target cannot hold it: geosets of other levels of detail, and images that nothing uses
 * any more. And what is written in the form that clients read: tracks without interpolation, normalised paths. */

enum { LEVELS = 3 };

typedef struct {
  MwMdlx *model;
  MwMdlxMaterial *materials[LEVELS];
  MwMdlxTexture *textures[LEVELS];
  MwMdlxGeoset *geosets[2 * LEVELS];
  MwMdlxGeosetAnimation *animations[LEVELS];
  MwMdlxBone *bones[LEVELS];
} Levels;

/* Two geosets for each level, and a material, image, geoset animation and bone that refer to one of them. */
static Levels
new_levels (const int32_t levels[LEVELS])
{
  Levels made = { .model = new_model (WC3 (1000)) };
  MwMdlx *model = made.model;
  for (guint i = 0; i < LEVELS; i++) {
    made.textures[i] = add_texture (model, 0, "a.blp");
    made.materials[i] = add_record (model, NULL, "materials", &mw_mdlx_material_schema);
    MwMdlxLayer *layer = add_record (model, made.materials[i], "layers", &mw_mdlx_layer_schema);
    layer->texture = ref_to (made.textures[i]);
    made.bones[i] = (MwMdlxBone *) add_node (model, &mw_mdlx_bone_schema, "b", NULL);
    for (guint k = 0; k < 2; k++) {
      MwMdlxGeoset *geoset = made.geosets[2 * i + k] = add_square (model);
      geoset->level_of_detail = levels[i];
      geoset->material = ref_to (made.materials[i]);
    }
    made.animations[i] = add_record (model, NULL, "geoset_animations", &mw_mdlx_geoset_animation_schema);
    made.animations[i]->geoset = ref_to (made.geosets[2 * i]);
    made.bones[i]->geoset = ref_to (made.geosets[2 * i + 1]);
    made.bones[i]->geoset_animation = ref_to (made.animations[i]);
  }
  return made;
}

/* Everything of one of the three levels is there, and nothing of the others. */
static void
assert_level (const MwMdlx *there, const Levels *from, guint kept)
{
  g_assert_cmpuint (there->geosets.n, ==, 2);
  g_assert_cmpuint (there->materials.n, ==, 1);
  g_assert_cmpuint (there->textures.n, ==, 1);
  g_assert_cmpuint (there->geoset_animations.n, ==, 1);
  for (guint k = 0; k < 2; k++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) there->geosets.items[k];
    g_assert_cmpuint (geoset->record.id, ==, from->geosets[2 * kept + k]->record.id);
    g_assert_cmpuint (geoset->material.id, ==, there->materials.items[0]->id);
  }
  g_assert_cmpuint (there->materials.items[0]->id, ==, from->materials[kept]->record.id);
  g_assert_cmpuint (there->textures.items[0]->id, ==, from->textures[kept]->record.id);
  for (guint i = 0; i < LEVELS; i++) {
    const MwMdlxBone *bone = (const MwMdlxBone *) there->nodes.items[i];
    g_assert_cmpuint (bone->geoset.id, ==, i == kept ? from->geosets[2 * i + 1]->record.id : 0);
    g_assert_true (i == kept || mw_ref_is_none (bone->geoset));
    g_assert_true (mw_ref_is_none (bone->geoset_animation) == (i != kept));
  }
}

static const int32_t usual[LEVELS] = { 0, 1, 2 };

static void
finest_is_kept (void)
{
  Levels levels = new_levels (usual);
  MwMdlx *there = convert_losing (
    levels.model, WC3 (800),
    "bones[1].geoset\nbones[1].geoset_animation\nbones[2].geoset\nbones[2].geoset_animation\n"
    "geoset_animations[1]\ngeoset_animations[2]\ngeosets[2]\ngeosets[3]\ngeosets[4]\ngeosets[5]\n"
    "materials[1]\nmaterials[2]\ntextures[1]\ntextures[2]");
  assert_level (there, &levels, 0);
  mw_model_free (&there->model);
  mw_model_free (&levels.model->model);
}

/* The report's warnings, one per line. Free with g_free(). */
static char *
warnings_of (const MwReport *report)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < report->remarks->len; i++)
    g_string_append_printf (text, "%s\n", g_array_index (report->remarks, MwRemark, i).text);
  return g_string_free (text, FALSE);
}

static void
another_can_be_chosen (void)
{
  static const int32_t gaps[LEVELS] = { 1, 3, 9 };
  static const struct {
    const int32_t *levels;
    uint32_t wanted;
    guint kept;
    const char *warning;
  } cases[] = {
    { usual, 1, 1, "" },
    { usual, 2, 2, "" },
    { usual, 7, 2, "no geoset has level of detail 7, so those of level 2 are kept\n" },
    { gaps, 0, 0, "no geoset has level of detail 0, so those of level 1 are kept\n" },
    { gaps, 8, 1, "no geoset has level of detail 8, so those of level 3 are kept\n" },
    { gaps, G_MAXUINT32, 2, "no geoset has level of detail 4294967295, so those of level 9 are kept\n" },
  };
  static const MwFormat targets[] = { WC3 (800), WOW (1300), WOW (1500) };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint k = 0; k < G_N_ELEMENTS (targets); k++) {
      Levels levels = new_levels (cases[i].levels);
      const MwConvertOptions options = { .lod = cases[i].wanted };
      g_autoptr (MwReport) report = mw_report_new ();
      MwMdlx *there = (MwMdlx *) mw_convert (&levels.model->model, WC3 (1000), targets[k], &options, report, NULL,
                                             NULL);
      assert_level (there, &levels, cases[i].kept);
      g_autofree char *warnings = warnings_of (report);
      g_assert_cmpstr (warnings, ==, cases[i].warning);
      mw_model_free (&there->model);
      mw_model_free (&levels.model->model);
    }
}

/* A level below 0 means every level. */
static void
all_levels_stay (void)
{
  static const int32_t every[LEVELS] = { 0, -1, 0 }, none[LEVELS] = { -1, -1, -1 }, one[LEVELS] = { 2, 2, 2 };
  static const struct {
    const int32_t *levels;
    MwFormat to;
  } cases[] = {
    { every, WC3 (800) }, { none, WC3 (800) }, { one, WC3 (800) }, { usual, WC3 (1100) }, { usual, WC3 (900) }
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Levels levels = new_levels (cases[i].levels);
    MwMdlx *there = (MwMdlx *) mw_convert (&levels.model->model, WC3 (1000), cases[i].to, NULL, NULL, NULL, NULL);
    g_assert_cmpuint (there->geosets.n, ==, 2 * LEVELS);
    g_assert_cmpuint (there->materials.n, ==, LEVELS);
    g_assert_cmpuint (there->textures.n, ==, LEVELS);
    mw_model_free (&there->model);
    mw_model_free (&levels.model->model);
  }
}

/* A texture that was unused before is kept. */
static void
unused_before (void)
{
  Levels levels = new_levels (usual);
  MwMdlxTexture *spare = add_texture (levels.model, 0, "spare.blp");
  MwMdlx *there = (MwMdlx *) mw_convert (&levels.model->model, WC3 (1000), WC3 (800), NULL, NULL, NULL, NULL);
  g_assert_cmpuint (there->textures.n, ==, 2);
  g_assert_cmpuint (there->textures.items[1]->id, ==, spare->record.id);
  mw_model_free (&there->model);
  mw_model_free (&levels.model->model);
}

/* --- Paths ------------------------------------------------------------------------------------------------------------ */

static void
unloadable_images (void)
{
  static const struct {
    MwFormat to;
    gboolean says;
  } cases[] = { { WC3 (800), TRUE }, { WOW (1300), TRUE }, { WC3 (1100), FALSE }, { WC3 (900), FALSE } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = new_model (WC3 (1000));
    static const char *const paths[] = { "a.blp", "Units/b.TIF", "c.tga", "d.dds", "tif" };
    for (guint k = 0; k < G_N_ELEMENTS (paths); k++)
      add_texture (model, 0, paths[k]);
    g_autoptr (MwReport) report = mw_report_new ();
    mw_model_free (mw_convert (&model->model, WC3 (1000), cases[i].to, NULL, report, NULL, NULL));
    g_autofree char *warnings = warnings_of (report);
    g_assert_true (cases[i].says
                   == g_str_has_suffix (warnings, ": textures[1] \"Units/b.TIF\", textures[3] \"d.dds\"\n"));
    g_assert_cmpuint (report->remarks->len, ==, cases[i].says);
    mw_model_free (&model->model);
  }
}

static void
normalised_paths (void)
{
  static const struct {
    const char *path, *normalised;
  } paths[] = { { "Units/Human\\Footman.blp", "Units\\Human\\Footman.blp" },
                { "/a//b\\\\c.blp", "a\\b\\c.blp" },
                { "A\\b.blp", "A\\b.blp" },
                { "plain.blp", "plain.blp" } };
  static const struct {
    MwFormat from, to;
    gboolean normalises;
  } cases[] = {
    { WC3 (800), WOW (1400), TRUE },   { WOW (1300), WOW (1500), TRUE },  { WC3 (800), WOW (1300), FALSE },
    { WOW (1400), WOW (1500), FALSE }, { WOW (1500), WOW (1300), FALSE }, { WC3 (800), WC3 (1400), FALSE }
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = new_model (cases[i].from);
    for (guint k = 0; k < G_N_ELEMENTS (paths); k++)
      add_texture (model, 0, paths[k].path);
    MwMdlxAttachment *attachment = (MwMdlxAttachment *) add_node (model, &mw_mdlx_attachment_schema, "a", NULL);
    mw_text_set (&attachment->path, "x/y.mdx", strlen ("x/y.mdx"));
    /* If the first conversion does not normalise, the way back does. */
    gboolean named = cases[i].normalises || (cases[i].from.version == 1500 && cases[i].to.version == 1300);
    MwMdlx *there = convert_losing (model, cases[i].to,
                                    named ? "attachments[0].path\ntextures[0].path\ntextures[1].path" : "");
    for (guint k = 0; k < G_N_ELEMENTS (paths); k++)
      g_assert_cmpstr (((const MwMdlxTexture *) there->textures.items[k])->path, ==,
                       cases[i].normalises ? paths[k].normalised : paths[k].path);
    g_assert_cmpstr (((const MwMdlxAttachment *) there->nodes.items[0])->path, ==,
                     cases[i].normalises ? "x\\y.mdx" : "x/y.mdx");
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
}

/* --- Tracks in the simple form ------------------------------------------------------------------------------------------ */

static MwTrack *
add_track (MwMdlx *model, gpointer owner, const char *field, const MwSchema *schema, const void *values, gsize width)
{
  static const int32_t times[] = { 0, 1000 };
  MwTrack *track = (MwTrack *) mw_record_new (schema);
  track->interpolation = MW_INTERPOLATION_HERMITE;
  track->times = mw_array_copy (times, 2, sizeof *times);
  track->values = mw_array_copy (values, 2, width);
  track->in_tans = mw_array_copy (values, 2, width);
  track->out_tans = mw_array_copy (values, 2, width);
  mw_child_set (&model->model, owner, mw_schema_field (((MwRecord *) owner)->schema, field), &track->record);
  return track;
}

static void
simple_tracks (void)
{
  static const MwFormat targets[] = { WOW (1300), WOW (1400), WOW (1500) };
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++) {
    MwMdlx *model = new_model (WC3 (800));
    MwMdlxTexture *texture = add_texture (model, 0, "a.blp");
    MwMdlxMaterial *material = add_record (model, NULL, "materials", &mw_mdlx_material_schema);
    MwMdlxLayer *layer = add_record (model, material, "layers", &mw_mdlx_layer_schema);
    MwMdlxNode *ribbon = add_node (model, &mw_mdlx_ribbon_emitter_schema, "r", NULL);
    ((MwMdlxRibbonEmitter *) ribbon)->material = ref_to (material);
    layer->texture = ref_to (texture);
    const MwRef refs[] = { ref_to (texture), ref_to (texture) };
    static const uint32_t slots[] = { 3, 5 };
    add_track (model, layer, "texture.track", &mw_track_texture_schema, refs, sizeof (MwRef));
    add_track (model, ribbon, "texture_slot.track", &mw_track_u32_schema, slots, 4);
    MwMdlx *there = convert_losing (model, targets[i],
                                    "materials[0].layers[0].texture.track.interpolation\n"
                                    "materials[0].layers[0].texture.track.keys.in_tan\n"
                                    "materials[0].layers[0].texture.track.keys.out_tan\n"
                                    "ribbon_emitters[0].texture_slot.track.interpolation\n"
                                    "ribbon_emitters[0].texture_slot.track.keys.in_tan\n"
                                    "ribbon_emitters[0].texture_slot.track.keys.out_tan");
    g_autoptr (GError) error = NULL;
    g_autoptr (GBytes) bytes = io_write_bytes (&there->model, targets[i], NULL, NULL, &error);
    g_assert_no_error (error);
    gsize size;
    const guint8 *data = g_bytes_get_data (bytes, &size);
    static const char *const tags[] = { "KMTF", "KRTX" };
    for (guint k = 0; k < G_N_ELEMENTS (tags); k++) {
      /* Count 2, no global sequence, then time and value twice: 8 bytes between the times (mdlx.md 7.5). */
      const guint8 *at = NULL;
      for (gsize b = 0; b + 32 <= size && !at; b++)
        if (memcmp (data + b, tags[k], 4) == 0)
          at = data + b;
      g_assert_nonnull (at);
      uint32_t words[6];
      memcpy (words, at + 4, sizeof words);
      g_assert_cmpuint (words[0], ==, 2);
      g_assert_cmphex (words[1], ==, 0xFFFFFFFF);
      g_assert_cmpuint (words[2], ==, 0);
      g_assert_cmpuint (words[3], ==, k ? 3 : 0);
      g_assert_cmpuint (words[4], ==, 1000);
      g_assert_cmpuint (words[5], ==, k ? 5 : 0);
    }
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/convert/levels/the finest level is kept if the target would draw all levels", finest_is_kept);
  g_test_add_func ("/convert/levels/another level can be chosen", another_can_be_chosen);
  g_test_add_func ("/convert/levels/all geosets are kept if the target has levels of detail", all_levels_stay);
  g_test_add_func ("/convert/levels/a texture that was not used before stays", unused_before);
  g_test_add_func ("/convert/levels/images that the target cannot load are reported", unloadable_images);
  g_test_add_func ("/convert/levels/paths are normalised from WoW 1400 on", normalised_paths);
  g_test_add_func ("/convert/levels/WoW gets its two integer tracks in the form without interpolation", simple_tracks);
  return g_test_run ();
}
