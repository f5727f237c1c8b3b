/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "core/model/shown-image.h"
#include "core/model/titles.h"
#include "tests/core/pose/m2-models.h"

#include <string.h>

static const char *as_it_is (const char *text) G_GNUC_FORMAT (1);
static const char *
as_it_is (const char *text)
{
  return text;
}
static const MwTitleWords words = { as_it_is, g_strdup };

static gpointer
add (MwMdlx *model, gpointer owner, const char *list, const MwSchema *schema)
{
  MwRecord *record = mw_record_new (schema), *in = owner ? owner : &model->model.record;
  mw_list_append (&model->model, in, mw_schema_field (in->schema, list), record);
  return record;
}

static MwRef
ref (gconstpointer record)
{
  return (MwRef) { ((const MwRecord *) record)->id, 0 };
}

static MwMdlxTexture *
add_texture (MwMdlx *model, const char *path, uint32_t replaceable)
{
  MwMdlxTexture *texture = add (model, NULL, "textures", &mw_mdlx_texture_schema);
  mw_text_set (&texture->path, path, strlen (path));
  texture->replaceable_id = replaceable;
  return texture;
}

static MwMdlxLayer *
add_layer (MwMdlx *model, MwMdlxMaterial *material, const MwMdlxTexture *texture)
{
  MwMdlxLayer *layer = add (model, material, "layers", &mw_mdlx_layer_schema);
  layer->texture = texture ? ref (texture) : MW_REF_NONE;
  return layer;
}

/* Takes `title`. */
static void
assert_title (char *title, const char *expected)
{
  g_autofree char *owned = title;
  g_assert_cmpstr (title, ==, expected);
}

static void
test_materials (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const MwMdlxTexture *team = add_texture (model, "", 1), *wings = add_texture (model, "units\\wings.blp", 0),
                      *skin = add_texture (model, "skin.blp", 0);
  MwMdlxMaterial *material = add (model, NULL, "materials", &mw_mdlx_material_schema),
                 *of_game = add (model, NULL, "materials", &mw_mdlx_material_schema),
                 *bare = add (model, NULL, "materials", &mw_mdlx_material_schema);
  MwMdlxLayer *first = add_layer (model, material, team), *second = add_layer (model, material, wings);
  add_layer (model, material, skin);
  add_layer (model, of_game, team);
  add_layer (model, bare, NULL);
  /* Of several layers, the first with a file of its own. */
  assert_title (mw_record_title_in (&material->record, &words), "Material 0 · wings.blp");
  assert_title (mw_record_plain_title_in (&material->record, &words), "Material 0");
  assert_title (mw_record_title_in (&of_game->record, &words), "Material 1 · Team colour");
  assert_title (mw_record_title_in (&bare->record, &words), "Material 2");
  assert_title (mw_record_title_in (&first->record, &words), "Layer 0 · Team colour");
  /* Reports call it the same. */
  assert_title (mw_record_title (&material->record), "Material 0 · wings.blp");
  assert_title (mw_record_title (&of_game->record), "Material 1 · Team colour");
  g_assert_true (mw_shown_image (&model->model, &team->record) == &team->record);
  /* What is animated shows the image of its first key. */
  MwTrack *track = (MwTrack *) mw_record_new (&mw_track_texture_schema);
  const MwRef keys[] = { ref (skin), ref (team) };
  track->values = mw_array_copy (keys, 2, sizeof keys[0]);
  second->texture_track = track;
  assert_title (mw_record_title_in (&second->record, &words), "Layer 1 · skin.blp");
  /* Geosets and what animates them are known by their material. */
  MwMdlxGeoset *geoset = add (model, NULL, "geosets", &mw_mdlx_geoset_schema);
  MwMdlxGeosetAnimation *animation = add (model, NULL, "geoset_animations", &mw_mdlx_geoset_animation_schema);
  geoset->material = ref (of_game);
  animation->geoset = ref (geoset);
  assert_title (mw_record_title_in (&geoset->record, &words), "Geoset 0 · Team colour");
  assert_title (mw_record_title_in (&animation->record, &words), "Geoset animation 0 · Team colour");
  mw_model_free (&model->model);
}

static void
test_m2 (void)
{
  MwM2 *model = mw_m2_new (264);
  MwM2Texture *texture = m2_add (model, "textures", &mw_m2_texture_schema);
  mw_text_set (&texture->path, "creature\\fur.blp", strlen ("creature\\fur.blp"));
  MwM2Skin *skin = m2_add (model, "skins", &mw_m2_skin_schema);
  MwM2Batch *batch = m2_add_batch (model, skin, (MwArray) { 0 });
  assert_title (mw_record_title_in (&batch->record, &words), "Batch 0 · fur.blp");
  /* A submesh shows what the batches that draw it show. */
  MwM2Submesh *drawn = m2_add_to (model, skin, "submeshes", &mw_m2_submesh_schema),
              *bare = m2_add_to (model, skin, "submeshes", &mw_m2_submesh_schema);
  batch->submesh = m2_ref (drawn);
  g_assert_true (mw_shown_image (&model->model, &drawn->record) == &texture->record);
  g_assert_null (mw_shown_image (&model->model, &bare->record));
  MwM2Particle *particle = m2_add (model, "particles", &mw_m2_particle_schema);
  particle->texture = m2_ref (texture);
  assert_title (mw_record_title_in (&particle->record, &words), "Particle emitter 0 · fur.blp");
  particle->texture = MW_REF_NONE;
  assert_title (mw_record_title_in (&particle->record, &words), "Particle emitter 0");
  mw_model_free (&model->model);
}

static void
test_kinds (void)
{
  g_assert_true (mw_schema_shows_image (&mw_mdlx_geoset_schema));
  g_assert_true (mw_title_depends_on_others (&mw_m2_batch_schema));
  g_assert_true (mw_title_depends_on_others (&mw_mdlx_layer_texture_schema));
  g_assert_false (mw_title_depends_on_others (&mw_mdlx_bone_schema));
  g_assert_false (mw_schema_shows_image (&mw_mdlx_texture_schema));
}

static void
test_unreadable (void)
{
  MwM2 *model = mw_m2_new (264);
  const MwTitleWords *const in[] = { &words, NULL };
  for (guint i = 0; i < G_N_ELEMENTS (in); i++) {
    mw_text_set (&model->name, "Crab", 4);
    assert_title (in[i] ? mw_record_title_in (&model->model.record, in[i]) : mw_record_title (&model->model.record),
                  "Crab");
    /* A report says what is in the file; a window would show a box. */
    mw_text_set (&model->name, "\1 \x7f", 3);
    assert_title (in[i] ? mw_record_title_in (&model->model.record, in[i]) : mw_record_title (&model->model.record),
                  in[i] ? "Model" : "\1 \x7f");
    mw_text_set (&model->name, "\1b", 2);
    assert_title (in[i] ? mw_record_title_in (&model->model.record, in[i]) : mw_record_title (&model->model.record),
                  "\1b");
  }
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/model/titles/a window does not call an element by a name that cannot be read",
                   test_unreadable);
  g_test_add_func ("/core/model/titles/materials, layers and geosets are named by the image that they show",
                   test_materials);
  g_test_add_func ("/core/model/titles/batches and emitters of M2 are named by their texture", test_m2);
  g_test_add_func ("/core/model/titles/the titles of some kinds change with other records", test_kinds);
  return g_test_run ();
}
