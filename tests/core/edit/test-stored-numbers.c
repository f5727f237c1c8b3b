/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/fixture.h"

#include <string.h>

/* Stored numbers that point nowhere are kept. If an edit makes one refer to an element, it equals a reference to
 * that element, and a notice says so. */

static void
set_raw (MwDocument *document, const char *path, uint32_t raw)
{
  MwTarget target = fixture_target (document, path);
  *(MwRef *) mw_field_at (target.record, target.field) = (MwRef) { 0, raw };
}

static void
insert (MwDocument *document, const char *list, guint index, const MwSchema *schema)
{
  g_autoptr (GError) error = NULL;
  MwRecord *root = &mw_document_get_model (document)->record;
  mw_document_begin (document, "Insert");
  g_assert_true (
    mw_document_insert (document, root->id, fixture_field (root, list), index, mw_record_new (schema), &error));
  mw_document_commit (document);
}

static void
assert_notices (MwDocument *document, const char *expected)
{
  const char *const *notices = mw_document_get_notices (document);
  g_autofree char *joined = notices ? g_strjoinv ("\n", (char **) notices) : g_strdup ("");
  g_assert_cmpstr (joined, ==, expected);
}

static void
test_equality (void)
{
  MwDocument *a = fixture_document (), *b = fixture_document ();
  MwModel *model_a = mw_document_get_model (a), *model_b = mw_document_get_model (b);
  fixture_assert_equal (model_a, model_b);
  set_raw (a, "materials[0].layers[0].texture", 2);
  g_assert_false (mw_model_equal (model_a, model_b, FIXTURE_FORMAT, NULL));
  set_raw (a, "materials[0].layers[0].texture", 0); /* the number of the texture that b refers to */
  fixture_assert_equal (model_a, model_b);
  fixture_assert_equal (model_b, model_a);
  set_raw (a, "bones[2].parent", 1);
  fixture_assert_equal (model_a, model_b);
  set_raw (a, "bones[2].parent", 0xFFFFFFFF);
  g_autofree char *where = NULL;
  g_assert_false (mw_model_equal (model_a, model_b, FIXTURE_FORMAT, &where));
  g_assert_cmpstr (where, ==, "bones[2].parent");
  g_object_unref (a);
  g_object_unref (b);
}

static void
test_insert (void)
{
  MwDocument *document = fixture_document ();
  set_raw (document, "materials[0].layers[0].texture", 2);
  set_raw (document, "materials[0].layers[1].texture", 4);
  MwModel *first = mw_model_copy (mw_document_get_model (document), TRUE);
  insert (document, "textures", 1, &mw_mdlx_texture_schema);
  assert_notices (document, "materials[0].layers[0].texture: stored number 2 now refers to textures[2]");
  const MwMdlxLayer *layer = (const MwMdlxLayer *) fixture_target (document, "materials[0].layers[0]").record;
  g_assert_cmpuint (layer->texture.id, ==, 0);
  g_assert_cmpuint (layer->texture.raw, ==, 2);

  insert (document, "sequences", 0, &mw_mdlx_sequence_schema);
  assert_notices (document, "");
  insert (document, "textures", 0, &mw_mdlx_texture_schema);
  /* Now another element has the number. */
  assert_notices (document, "materials[0].layers[0].texture: stored number 2 now refers to textures[2]");
  insert (document, "textures", 4, &mw_mdlx_texture_schema);
  assert_notices (document, "materials[0].layers[1].texture: stored number 4 now refers to textures[4]");

  mw_document_go_to (document, 0);
  fixture_assert_same (mw_document_get_model (document), first);
  mw_model_free (first);
  g_object_unref (document);
}

static void
test_move (void)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = fixture_document ();
  set_raw (document, "materials[0].layers[0].texture", 1);
  MwId texture = fixture_id (document, "textures[1]");
  mw_document_begin (document, "Move");
  g_assert_true (mw_document_move (document, texture, 0, &error));
  mw_document_commit (document);
  assert_notices (document, "materials[0].layers[0].texture: stored number 1 now refers to textures[1]");
  mw_document_begin (document, "There and back");
  g_assert_true (mw_document_move (document, texture, 1, &error));
  g_assert_true (fixture_set (document, "name", "x")); /* a nested transaction, which joins the open one */
  g_assert_true (mw_document_move (document, texture, 0, &error));
  mw_document_commit (document);
  assert_notices (document, "");
  g_object_unref (document);
}

/* Nodes are numbered by kind: a bone comes before every light, wherever it is in the list. */
static void
test_nodes (void)
{
  MwDocument *document = fixture_document ();
  set_raw (document, "bones[0].parent", 5);
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) fixture_target (document, "geosets[0]").record;
  ((MwRef *) geoset->group_members.data)[2] = (MwRef) { 0, 5 };
  insert (document, "nodes", 5, &mw_mdlx_bone_schema); /* the last in the list, but the fourth bone: number 3 */
  assert_notices (document, "geosets[0].group_members[2]: stored number 5 now refers to collision_shapes[0]\n"
                            "bones[0].parent: stored number 5 now refers to collision_shapes[0]");
  g_object_unref (document);
}

/* Inserting a record with a stored number that names something gives a notice; a removal gives none. */
static void
test_arrival (void)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = fixture_document ();
  set_raw (document, "materials[0].layers[0].texture", 1);
  mw_document_begin (document, "Remove");
  g_assert_true (mw_document_remove (document, fixture_id (document, "sequences[0]"), &error));
  mw_document_commit (document);
  assert_notices (document, "");
  MwRecord *texture = mw_record_new (&mw_mdlx_texture_schema), *material = mw_record_new (&mw_mdlx_material_schema);
  MwRecord *layer = mw_record_new (&mw_mdlx_layer_schema), *root = &mw_document_get_model (document)->record;
  ((MwMdlxLayer *) layer)->texture = (MwRef) { 0, 2 };
  mw_list_append (NULL, material, fixture_field (material, "layers"), layer);
  mw_document_begin (document, "Insert");
  g_assert_true (mw_document_insert (document, root->id, fixture_field (root, "materials"), 1, material, &error));
  g_assert_true (mw_document_insert (document, root->id, fixture_field (root, "textures"), 2, texture, &error));
  mw_document_commit (document);
  assert_notices (document, "materials[1].layers[0].texture: stored number 2 now refers to textures[2]");
  g_object_unref (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/stored numbers/are equal to a reference to the same element", test_equality);
  g_test_add_func ("/edit/stored numbers/become references when an element is inserted", test_insert);
  g_test_add_func ("/edit/stored numbers/refer to another element after a move", test_move);
  g_test_add_func ("/edit/stored numbers/count nodes by kind", test_nodes);
  g_test_add_func ("/edit/stored numbers/of inserted records are reported", test_arrival);
  return g_test_run ();
}
