/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document.h"
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

/* Vertices that are moved by weights, as Warcraft III has them from version 900 on. */

enum { SIDE = 64 };

typedef struct {
  Show show;
  MwMdlx *model;
  MwMdlxBone *still, *moved;
} Stage;

static gboolean
stage_open (Stage *stage, gconstpointer es, uint32_t version)
{
  if (!show_open (&stage->show, SIDE, es != NULL, NULL))
    return FALSE;
  scene_frame (&stage->show.frame, stage->show.offscreen, SIDE);
  stage->show.frame.clock = (MwClock) { .start = 0, .end = 100, .looping = TRUE, .time = 0 };
  stage->model = mw_mdlx_new ();
  stage->model->version = version;
  stage->still = scene_add (stage->model, "nodes", &mw_mdlx_bone_schema);
  stage->moved = scene_add (stage->model, "nodes", &mw_mdlx_bone_schema);
  scene_add_track (stage->model, stage->moved, "translation.track", MW_INTERPOLATION_NONE, 1, (int32_t[]) { 0 },
                   (float[]) { 0, 1, 0 });
  return TRUE;
}

static MwMdlxMaterial *
add_material (MwMdlx *model, const char *colour)
{
  MwMdlxMaterial *material = scene_add (model, "materials", &mw_mdlx_material_schema);
  MwMdlxLayer *layer = scene_add_layer (model, material, 0, scene_add_texture (model, colour, 0, 3));
  layer->flags = 1; /* unshaded */
  return material;
}

/* Gives all vertices these four bones and weights. */
static void
set_skin (MwMdlxGeoset *geoset, const MwRef bones[4], const uint16_t weights[4])
{
  MwRef all_bones[16];
  uint16_t all_weights[16];
  g_assert_cmpuint (geoset->vertices.n, ==, 4);
  for (guint i = 0; i < 16; i++) {
    all_bones[i] = bones[i % 4];
    all_weights[i] = weights[i % 4];
  }
  mw_array_clear (&geoset->skin_bones);
  mw_array_clear (&geoset->skin_weights);
  geoset->skin_bones = mw_array_copy (all_bones, 4, 4 * sizeof (MwRef));
  geoset->skin_weights = mw_array_copy (all_weights, 4, 4 * sizeof (uint16_t));
}

static MwImage *
draw_again (Stage *stage)
{
  mw_renderer_set_model (stage->show.renderer, &stage->model->model, scene_load, NULL);
  return show_draw (&stage->show);
}

static void
apply (MwDocument *document, const MwChangeSet *set, MwRenderer *renderer)
{
  mw_renderer_apply_change (renderer, mw_document_get_model (document), set);
}

static void
weights_move (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es, 1000))
    return;
  MwMdlxGeoset *geoset = scene_add_quad (stage.model, 0, add_material (stage.model, "FF8000FF"), stage.moved);
  MwRef still = scene_ref (stage.still), moved = scene_ref (stage.moved);
  g_autoptr (MwImage) by_group = draw_again (&stage);
  set_skin (geoset, (MwRef[]) { moved, still, still, still }, (uint16_t[]) { 255, 0, 0, 0 });
  g_autoptr (MwImage) by_weight = draw_again (&stage);
  g_assert_cmpuint (n_other_pixels (by_group, by_weight), ==, 0);
  set_skin (geoset, (MwRef[]) { still, moved, still, still }, (uint16_t[]) { 255, 0, 0, 0 });
  g_autoptr (MwImage) at_rest = draw_again (&stage);
  g_assert_cmpuint (n_other_pixels (by_group, at_rest), ==, SIDE * SIDE / 2); /* at rest it fills the picture */
  /* Without weights, or with a reference that is not a node: as at rest. */
  set_skin (geoset, (MwRef[]) { moved, moved, moved, moved }, (uint16_t[]) { 0, 0, 0, 0 });
  g_autoptr (MwImage) none = draw_again (&stage);
  g_assert_cmpuint (n_other_pixels (none, at_rest), ==, 0);
  set_skin (geoset, (MwRef[]) { { 0, 200 }, moved, moved, moved }, (uint16_t[]) { 255, 0, 0, 0 });
  g_autoptr (MwImage) nobody = draw_again (&stage);
  g_assert_cmpuint (n_other_pixels (nobody, at_rest), ==, 0);

  /* An edit that removes the weights, and one that changes the places of nodes. */
  set_skin (geoset, (MwRef[]) { moved, still, still, still }, (uint16_t[]) { 255, 0, 0, 0 });
  MwDocument *document = mw_document_new (&stage.model->model, mw_mdlx_format (stage.model));
  g_signal_connect (document, "changed", G_CALLBACK (apply), stage.show.renderer);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (MwImage) edited = show_draw (&stage.show);
  g_assert_cmpuint (n_other_pixels (by_group, edited), ==, 0);
  GError *error = NULL;
  const MwField *nodes = mw_schema_field (&mw_mdlx_schema, "nodes");
  mw_document_begin (document, "Remove");
  g_assert_true (mw_document_remove (document, stage.still->node.record.id, &error));
  mw_document_insert (document, stage.model->model.record.id, nodes, 0, mw_record_new (&mw_mdlx_helper_schema), &error);
  g_assert_no_error (error);
  mw_document_commit (document);
  g_autoptr (MwImage) other_places = show_draw (&stage.show);
  g_assert_cmpuint (n_other_pixels (by_group, other_places), ==, 0);
  const MwField *fields[] = { mw_schema_field (&mw_mdlx_geoset_schema, "skin.bones"),
                              mw_schema_field (&mw_mdlx_geoset_schema, "skin.weights") };
  MwArray arrays[2] = { { 0 } };
  mw_document_begin (document, "Unskin");
  g_assert_true (mw_document_swap_arrays (document, geoset->record.id, 2, fields, arrays, &error));
  mw_document_commit (document);
  g_autoptr (MwImage) unskinned = show_draw (&stage.show);
  g_assert_cmpuint (n_other_pixels (by_group, unskinned), ==, 0);
  mw_document_undo (document);
  g_autoptr (MwImage) again = show_draw (&stage.show);
  g_assert_cmpuint (n_other_pixels (by_group, again), ==, 0);
  show_close (&stage.show);
  g_object_unref (document);
}

/* Draws the weights of what is selected, and compares the pixel in a column with those of a weight; below 0: none is shown. */
static void
assert_heat (Stage *stage, const MwId *selected, guint n, int column, double weight)
{
  double rgb[3];
  stage->show.frame.selected = selected;
  stage->show.frame.n_selected = n;
  g_autoptr (MwImage) image = draw_again (stage);
  scene_heat (weight, rgb);
  scene_assert_pixel (image, column, SIDE / 2 + 5, rgb[0], rgb[1], rgb[2]);
}

static void
the_weights_of_the_selected_bone_are_colours (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es, 1000))
    return;
  stage.show.frame.clock = MW_CLOCK_REST;
  stage.show.frame.shading = MW_SHADING_WEIGHTS;
  MwMdlxMaterial *material = add_material (stage.model, "FF8000FF");
  /* The first lies behind, so that the matrices of the second one come later. */
  const MwMdlxGeoset *rear = scene_add_quad (stage.model, -1, material, stage.moved);
  MwMdlxGeoset *geoset = scene_add_quad (stage.model, 0, material, stage.moved);
  const MwRef still = scene_ref (stage.still), moved = scene_ref (stage.moved), nobody = { 0, 200 };
  const MwId both[] = { stage.still->node.record.id, stage.moved->node.record.id }, other = rear->record.id;
  assert_heat (&stage, &both[1], 1, 5, 1);
  assert_heat (&stage, &both[0], 1, 5, 0);
  assert_heat (&stage, NULL, 0, 5, -1);
  assert_heat (&stage, &other, 1, 5, -1);

  /* A group moves by the mean of its nodes; from the left to the right the matrices are 2/3 and 0 of that bone. */
  mw_array_clear (&geoset->vertex_groups);
  mw_array_clear (&geoset->group_sizes);
  mw_array_clear (&geoset->group_members);
  geoset->vertex_groups = mw_array_copy ("\1\2\2\1", 4, 1);
  geoset->group_sizes = mw_array_copy ((uint32_t[]) { 1, 4, 1 }, 3, 4);
  geoset->group_members = mw_array_copy ((MwRef[]) { still, moved, nobody, still, moved, still }, 6, sizeof (MwRef));
  for (int column = 3; column < SIDE; column += 12)
    assert_heat (&stage, &both[1], 1, column, (1 - (column + 0.5) / SIDE) * 2 / 3);
  assert_heat (&stage, both, 2, 20, 1);

  /* By weights, which take precedence. */
  set_skin (geoset, (MwRef[]) { still, moved, nobody, moved }, (uint16_t[]) { 102, 51, 51, 51 });
  assert_heat (&stage, &both[1], 1, 5, 0.4);
  assert_heat (&stage, &both[0], 1, 5, 0.4);
  assert_heat (&stage, both, 2, 5, 0.8);
  stage.show.frame.shading = MW_SHADING_SOLID;
  g_autoptr (MwImage) solid = draw_again (&stage);
  scene_assert_pixel (solid, 5, 5, 255 * 0.72 * scene_light (), 255 * 0.72 * scene_light (),
                      255 * 0.72 * scene_light ());
  show_close (&stage.show);
  mw_model_free (&stage.model->model);
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = {
    { "vertices move by their weights", weights_move },
    { "the weights of the selected bone are colours", the_weights_of_the_selected_bone_are_colours },
  };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("weights", tests, G_N_ELEMENTS (tests));
  return g_test_run ();
}
