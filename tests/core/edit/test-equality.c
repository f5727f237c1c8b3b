/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/fixture.h"

#include <string.h>

/* What counts as "the same model" for saving, undo, replay and diff. */

typedef struct {
  MwMdlx *a, *b;
} Two;

static void
setup (Two *two, gconstpointer data)
{
  two->a = fixture_model ();
  two->b = fixture_model ();
}

static void
teardown (Two *two, gconstpointer data)
{
  mw_model_free (&two->a->model);
  mw_model_free (&two->b->model);
}

static void
assert_equal (Two *two)
{
  fixture_assert_equal (&two->a->model, &two->b->model);
  fixture_assert_equal (&two->b->model, &two->a->model);
}

static void
assert_differs (Two *two, const char *path)
{
  g_autofree char *where = NULL, *back = NULL;
  g_assert_false (mw_model_equal (&two->a->model, &two->b->model, FIXTURE_FORMAT, &where));
  g_assert_false (mw_model_equal (&two->b->model, &two->a->model, FIXTURE_FORMAT, &back));
  g_assert_cmpstr (where, ==, path);
  g_assert_cmpstr (back, ==, path);
}

#define SEQUENCE(model, i) ((MwMdlxSequence *) (model)->sequences.items[i])
#define NODE(model, i) ((MwMdlxNode *) (model)->nodes.items[i])

static void
set_bits (float *value, uint32_t bits)
{
  memcpy (value, &bits, 4);
}

static void
test_bits (Two *two, gconstpointer data)
{
  assert_equal (two);
  SEQUENCE (two->a, 0)->rarity = -0.f;
  assert_differs (two, "sequences[0].rarity");
  set_bits (&SEQUENCE (two->a, 0)->rarity, 0x7fc00000);
  set_bits (&SEQUENCE (two->b, 0)->rarity, 0x7fc00000);
  assert_equal (two);
  set_bits (&SEQUENCE (two->b, 0)->rarity, 0x7fc00001);
  assert_differs (two, "sequences[0].rarity");
}

static void
test_arrays (Two *two, gconstpointer data)
{
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) two->a->geosets.items[0];
  set_bits ((float *) geoset->vertices.data + 4, 0x80000000);
  assert_differs (two, "geosets[0].vertices");
}

static void
test_place (Two *two, gconstpointer data)
{
  /* The same contents, made in another order: ids differ, places do not. */
  MwRecord *root = &two->a->model.record;
  const MwField *textures = fixture_field (root, "textures");
  MwRecord *taken = mw_list_take (&two->a->model, root, textures, 1);
  MwRecord *copy = mw_record_copy (taken, TRUE);
  mw_record_free (taken);
  mw_record_forget_ids (copy);
  mw_list_append (&two->a->model, root, textures, copy);
  MwMdlxLayer *layer = (MwMdlxLayer *) ((MwMdlxMaterial *) two->a->materials.items[0])->layers.items[1];
  g_assert_cmpuint (copy->id, !=, layer->texture.id);
  layer->texture = (MwRef) { copy->id, 0 };
  assert_equal (two);
  layer->texture = (MwRef) { two->a->textures.items[0]->id, 0 };
  assert_differs (two, "materials[0].layers[1].texture");
}

static void
test_order (Two *two, gconstpointer data)
{
  MwRecord *root = &two->a->model.record;
  /* In a list of several kinds the order among kinds does not matter, but the order within a kind does. */
  mw_list_move (root, fixture_field (root, "nodes"), 4, 0);
  assert_equal (two);
  mw_list_move (root, fixture_field (root, "nodes"), 1, 2);
  g_assert_false (mw_model_equal (&two->a->model, &two->b->model, FIXTURE_FORMAT, NULL));
}

static void
test_notes (Two *two, gconstpointer data)
{
  mw_notes_add (&NODE (two->a, 0)->record, MW_NOTE_OBJECT_ID, NULL, 0, "\5\0\0\0", 4, 4);
  assert_equal (two);
}

static void
test_dead_rows (Two *two, gconstpointer data)
{
  MwMdlxCollisionShape *shape = (MwMdlxCollisionShape *) two->a->nodes.items[4];
  shape->radius = 5; /* a box has no radius */
  assert_equal (two);
  ((MwMdlxCollisionShape *) two->b->nodes.items[4])->type = MW_MDLX_SHAPE_SPHERE;
  shape->type = MW_MDLX_SHAPE_SPHERE;
  assert_differs (two, "collision_shapes[0].bounds_radius");
}

static void
test_tracks (Two *two, gconstpointer data)
{
  /* No track, and a track without keys, are different states. */
  MwRecord *bone = &NODE (two->a, 0)->record;
  mw_child_set (&two->a->model, bone, fixture_field (bone, "translation.track"), mw_record_new (&mw_track_vec3_schema));
  assert_differs (two, "bones[0].translation.track");
}

static void
test_texts (Two *two, gconstpointer data)
{
  mw_text_set (&NODE (two->a, 0)->name, "root", 4);
  assert_differs (two, "bones[0].name");
  mw_text_set (&NODE (two->a, 0)->name, NULL, 0);
  NODE (two->b, 0)->name[0] = 0; /* an empty text that is not NULL */
  assert_equal (two);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(claim, function) g_test_add ("/edit/equality/" claim, Two, NULL, setup, function, teardown)
  TEST ("numbers by their bits", test_bits);
  TEST ("arrays by their bits", test_arrays);
  TEST ("references by position, not by id", test_place);
  TEST ("nodes in the order of their kind", test_order);
  TEST ("notes are ignored", test_notes);
  TEST ("fields without a live row are ignored", test_dead_rows);
  TEST ("no track is not an empty track", test_tracks);
  TEST ("texts by their bytes", test_texts);
  return g_test_run ();
}
