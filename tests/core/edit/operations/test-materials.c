/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document.h"
#include "core/model/m2/m2.h"
#include "tests/core/edit/m2.h"
#include "tests/core/edit/operations/refusals.h"

#include <string.h>

/* What operations on materials, layers and surfaces refuse and tell, and their parameters; what they do by default is judged in
 * rows-materials.c. The geoset of the fixture has no UV set. */

static void
test_refused (void)
{
  const Refusal refusals[] = {
    { "layer-add bones[0] texture=textures[0]", "is not a layer or a material" },
    { "layer-add materials[0] texture=textures[0]", "geosets[0]: has no UV set" },
    { "duplicate materials[0]\nlayer-add materials[1] texture=none", "a new layer needs a texture" },
    { "layer-set-filter materials[0] filter_mode=Blend\nlayer-set-filter materials[0] filter_mode=Blend",
      "have that filter mode already" },
    { "layer-set-filter bones[0] filter_mode=Blend", "is not a layer and contains none" },
    { "layer-set-flags materials[0] flag=unlit", "there is no flag \"unlit\"; there are unshaded, sphere_env_map" },
    { "layer-set-flags materials[0] flag=unfogged on=0", "the flag already has that value" },
    { "layer-set-alpha materials[0] alpha=1", "have that alpha already" },
    { "add materials[0].layers[0].alpha.track\nlayer-set-alpha materials[0].layers[0] alpha=0.5 animation=Keep",
      "or keep their animation" },
    { "material-merge", "nothing to merge: all materials differ" },
    { "duplicate materials[0]\nset materials[1].layers[0].alpha=0.5\nmaterial-merge", "all materials differ" },
    { "material-remove-unused", "nothing to remove: all materials are used" },
    { "material-make-single-user geosets[0]", "no material of these geosets has another user" },
    { "material-make-single-user bones[0]", "is not a geoset" },
    { "duplicate geosets[0]\nmaterial-make-single-user geosets[0]",
      "has 0 UV sets, but layer 0 of the material uses number 0" },
    { "material-assign geosets[0] material=materials[0]", "use that material already" },
    { "material-assign geosets[0] material=none", "a geoset needs a material" },
    { "duplicate materials[0]\nmaterial-assign geosets[0] material=materials[1]", "has 0 UV sets" },
    { "material-set-priority materials[0] priority=0", "have these planes already" },
    { "set materials[0].priority_plane=2147483647\nmaterial-set-priority materials[0] priority=1 relative=1",
      "would get a plane that cannot be stored" },
    { "material-set-priority bones[0] priority=1", "is not a material" },
    { "layer-set-texture bones[0] texture=textures[0]", "is not a layer and contains none" },
    { "layer-set-texture materials[0] texture=none", "needs either a texture" },
    { "layer-set-texture materials[0] texture=textures[0] path=a.blp", "needs either a texture" },
    { "layer-set-texture materials[0] texture=textures[0]\nlayer-set-texture materials[0] texture=textures[0]",
      "show that texture already" },
    { "layer-set-texture-animation materials[0]", "needs u or v" },
    { "layer-set-texture-animation materials[0] u=1\nlayer-set-texture-animation materials[0] remove=1\n"
      "layer-set-texture-animation materials[0] remove=1",
      "none of the textures moves" },
    { "layer-set-texture-animation bones[0] u=1", "is not a layer and contains none" },
  };
  refusals_check (refusals, G_N_ELEMENTS (refusals));
}

/* The six layers of an HD material before 1100 are six images. */
static void
test_hd (void)
{
  MwMdlx *model = fixture_model ();
  MwMdlxMaterial *material = (MwMdlxMaterial *) model->materials.items[0];
  static const char shader[] = "Shader_HD_DefaultUnit";
  model->version = 1000;
  mw_text_set (&material->shader, shader, strlen (shader));
  g_autoptr (MwDocument) document = mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 1000, FALSE });
  refusals_check_on (document, &(Refusal) { "layer-add materials[0] texture=textures[0]", "is an HD material" });
}

static const MwMdlxLayer *
layer_at (MwDocument *document, uint32_t material, uint32_t layer)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  return (const MwMdlxLayer *) ((const MwMdlxMaterial *) model->materials.items[material])->layers.items[layer];
}

/* A copy of the fixture's material, which no geoset uses, gets layers at all four places. */
static void
test_places (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  MwModel *first = mw_model_copy (mw_document_get_model (document), TRUE);
  g_autofree char *ignored = refusals_run (
    document, "duplicate materials[0]\n"
              "layer-add materials[1] texture=textures[0] filter_mode=Additive\n"
              "layer-add materials[1] texture=textures[0] filter_mode=Modulate after=0\n"
              "layer-add materials[1].layers[1] texture=textures[0] filter_mode=AddAlpha after=0\n"
              "layer-add materials[1].layers[2] texture=textures[1] filter_mode=Modulate2x after=1");
  static const uint32_t modes[] = { 5, 4, 0, 6, 0, 3 };
  for (uint32_t i = 0; i < G_N_ELEMENTS (modes); i++)
    g_assert_cmpuint (layer_at (document, 1, i)->filter_mode, ==, modes[i]);
  fixture_assert_value (document, "materials[1].layers[3].texture", "textures[1]");
  guint n;
  const MwId *selection = mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (selection[0], ==, layer_at (document, 1, 3)->record.id);
  fixture_assert_undo (document, first);
  mw_model_free (first);
}

static void
test_alpha (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  g_autofree char *kept = refusals_run (document, "add materials[0].layers[0].alpha.track\n"
                                                  "layer-set-alpha materials[0] alpha=0.25 animation=Keep");
  g_assert_cmpstr (kept, ==, "layers that keep their animated alpha: 1");
  g_assert_true (layer_at (document, 0, 0)->alpha_track && layer_at (document, 0, 0)->alpha == 1);
  g_assert_true (layer_at (document, 0, 1)->alpha == 0.25f);
  g_autofree char *lost = refusals_run (document, "layer-set-alpha materials[0] alpha=0.25");
  g_assert_cmpstr (lost, ==, "layers that lost their animated alpha: 1");
  g_assert_true (!layer_at (document, 0, 0)->alpha_track && layer_at (document, 0, 0)->alpha == 0.25f);
}

/* Layers that change their image keep that, or lose it. */
static void
test_texture (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  g_autofree char *kept = refusals_run (
    document, "layer-set-texture materials[0] texture=textures[1]\nadd materials[0].layers[0].texture.track\n"
              "layer-set-texture materials[0] texture=textures[0] animation=Keep");
  g_assert_cmpstr (kept, ==, "layers with another texture: 1");
  g_assert_true (layer_at (document, 0, 0)->texture_track != NULL);
  fixture_assert_value (document, "materials[0].layers[0].texture", "textures[1]");
  fixture_assert_value (document, "materials[0].layers[1].texture", "textures[0]");
  g_autofree char *lost = refusals_run (document, "layer-set-texture materials[0] texture=textures[0]");
  g_assert_cmpstr (lost, ==, "layers with another texture: 1");
  g_assert_true (layer_at (document, 0, 0)->texture_track == NULL);
  fixture_assert_value (document, "materials[0].layers[0].texture", "textures[0]");
}

/* A file becomes a texture that repeats, unless it is one already; what was selected stays so, and it is one step. */
static void
test_texture_file (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  const MwList *textures = &((const MwMdlx *) mw_document_get_model (document))->textures;
  MwId layer = layer_at (document, 0, 0)->record.id;
  guint before = textures->n, steps = mw_document_get_position (document), n;
  g_free (refusals_run (document, "layer-set-texture materials[0].layers[0] path=War3\\New.blp"));
  g_assert_cmpuint (textures->n, ==, before + 1);
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  g_assert_cmpuint (layer_at (document, 0, 0)->texture.id, ==, textures->items[before]->id);
  g_assert_cmpuint (((const MwMdlxTexture *) textures->items[before])->flags, ==, 3);
  g_assert_cmpuint (mw_document_get_selection (document, &n)[0], ==, layer);
  g_assert_cmpuint (n, ==, 1);
  g_free (refusals_run (document, "layer-set-texture materials[0].layers[1] path=WAR3\\new.BLP"));
  g_assert_cmpuint (textures->n, ==, before + 1);
  g_assert_cmpuint (layer_at (document, 0, 1)->texture.id, ==, textures->items[before]->id);
  mw_document_undo (document);
  mw_document_undo (document);
  g_assert_cmpuint (textures->n, ==, before);
}

/* Two scrolls of the same period share a clock; one for several layers is one texture animation. */
static void
test_scroll (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  const guint clocks = model->global_sequences.n, animations = model->texture_animations.n;
  g_autofree char *ignored = refusals_run (document,
                                           "layer-set-texture-animation materials[0] u=1 period=777\n"
                                           "layer-set-texture-animation materials[0].layers[0] v=-0.5 period=777\n"
                                           "layer-set-texture-animation materials[0].layers[1] v=1 period=778");
  g_assert_cmpuint (model->global_sequences.n, ==, clocks + 2);
  g_assert_cmpuint (model->texture_animations.n, ==, animations + 3);
  const MwMdlxTextureAnimation *last = (const MwMdlxTextureAnimation *) model->texture_animations.items[animations + 1];
  const float *values = last->translation_track->values.data;
  g_assert_cmpint (((const gint32 *) last->translation_track->times.data)[1], ==, 777);
  g_assert_true (values[3] == 0 && values[4] == -0.5f && values[5] == 0);
  g_autofree char *removed = refusals_run (document, "layer-set-texture-animation materials[0].layers[0] remove=1");
  fixture_assert_value (document, "materials[0].layers[0].texture_animation", "none");
}

/* Without a texture given it is the first one. */
static void
test_new_material (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  const guint n = model->materials.n;
  g_autofree char *ignored = refusals_run (document, "material-add filter_mode=Additive");
  g_assert_cmpuint (model->materials.n, ==, n + 1);
  g_assert_cmpuint (layer_at (document, n, 0)->filter_mode, ==, 3);
  g_assert_cmpuint (layer_at (document, n, 0)->texture.id, ==, model->textures.items[0]->id);
}

/* Of two geosets that share a material, and are both given, one keeps it. */
static void
test_shared_by_the_given (void)
{
  g_autoptr (GError) error = NULL;
  MwMdlx *model = fixture_model ();
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) model->geosets.items[0];
  mw_list_append (&model->model, &geoset->record, MW_FIELD (MwMdlxGeoset, uv_sets),
                  mw_record_new (&mw_mdlx_uv_set_schema));
  g_autoptr (MwDocument) document = mw_document_new (&model->model, FIXTURE_FORMAT);
  g_autofree char *copied = refusals_run (
    document, "duplicate geosets[0]\nduplicate geosets[0]\nmaterial-make-single-user geosets[*]");
  g_assert_cmpstr (copied, ==, "materials copied: 2");
  fixture_assert_value (document, "geosets[0].material", "materials[1]");
  fixture_assert_value (document, "geosets[1].material", "materials[2]");
  fixture_assert_value (document, "geosets[2].material", "materials[0]");
  g_autofree char *left = refusals_run (document, "material-assign geosets[1],geosets[2] material=materials[1]");
  g_assert_cmpstr (left, ==, "materials that nothing uses any more: 2");
  g_autofree char *removed = refusals_run (document, "material-remove-unused");
  g_assert_cmpstr (removed, ==, "unused materials removed: 2");
  fixture_assert_value (document, "geosets[2].material", "materials[0]");
}

/* A record that is given twice, or with what contains it, is changed once. */
static void
test_given_twice (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  g_autofree char *ignored = refusals_run (document,
                                           "material-set-priority materials[0],materials[0] priority=2 relative=1");
  fixture_assert_value (document, "materials[0].priority_plane", "2");
  g_autofree char *changed = refusals_run (
    document, "layer-set-filter materials[0].layers[1],materials[0],materials[0].layers[0] filter_mode=Blend");
  g_assert_cmpstr (changed, ==, "filter modes changed: 2");
}

static void
test_surfaces (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  static const Refusal refusals[] = {
    { "surface-set-priority bones[0] priority=1", "is not a batch of a surface" },
    { "surface-set-priority skins[*].batches[*] priority=3\nsurface-set-priority skins[0].batches[0] priority=3",
      "have these planes already" },
    { "surface-set-priority skins[0].batches[0] priority=128", "outside -128 to 127" },
    { "surface-set-priority skins[*].batches[*] priority=-100\n"
      "surface-set-priority skins[0].batches[0] priority=-29 relative=1",
      "outside -128 to 127" },
    { "surface-make-single-user bones[0]", "is not a batch of a surface" },
    { "surface-make-single-user skins[*].batches[*]\nsurface-make-single-user skins[*].batches[*]",
      "no material of these surfaces has another user" },
    { "layer-set-flags materials[0] flag=unshaded", "there is no flag \"unshaded\"; there are unlit" },
    { "layer-set-filter materials[0] filter_mode=Blend",
      "is only for MDX and MDL of Warcraft III, and MDX and MDL of World of Warcraft" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++) {
    g_autoptr (MwDocument) document = m2_open (set);
    refusals_check_on (document, &refusals[i]);
  }
}

/* Of surfaces that share a material, and are all given, one keeps it. */
static void
test_surfaces_that_share (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  guint n_before = model->materials.n, keep = 0;
  const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[0];
  g_assert_cmpuint (skin->batches.n, >, 1);
  g_autofree char *copied = refusals_run (document, "delete ribbons[*]\nset skins[*].batches[*].material=materials[0]\n"
                                                    "surface-make-single-user skins[*].batches[*]");
  for (guint i = 0; i < skin->batches.n; i++)
    keep += ((const MwM2Batch *) skin->batches.items[i])->material.id == model->materials.items[0]->id;
  g_assert_cmpuint (keep, ==, 1);
  g_assert_cmpuint (model->materials.n, >, n_before);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/edit/operations/materials/refusals", test_refused);
  g_test_add_func ("/core/edit/operations/materials/HD", test_hd);
  g_test_add_func ("/core/edit/operations/materials/places of new layers", test_places);
  g_test_add_func ("/core/edit/operations/materials/alpha", test_alpha);
  g_test_add_func ("/core/edit/operations/materials/shared by the given geosets", test_shared_by_the_given);
  g_test_add_func ("/core/edit/operations/materials/textures of layers", test_texture);
  g_test_add_func ("/core/edit/operations/materials/files for layers", test_texture_file);
  g_test_add_func ("/core/edit/operations/materials/moving textures", test_scroll);
  g_test_add_func ("/core/edit/operations/materials/new material", test_new_material);
  g_test_add_func ("/core/edit/operations/materials/given twice", test_given_twice);
  g_test_add_func ("/core/edit/operations/materials/surfaces", test_surfaces);
  g_test_add_func ("/core/edit/operations/materials/surfaces that share", test_surfaces_that_share);
  return g_test_run ();
}
