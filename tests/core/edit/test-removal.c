/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/fixture.h"

#include <string.h>
#include <time.h>

static gboolean
remove_paths (FixtureWorld *world, GError **error, guint n, const char *const *paths)
{
  g_autofree MwId *ids = g_new (MwId, n);
  for (guint i = 0; i < n; i++)
    ids[i] = fixture_id (world->document, paths[i]);
  mw_document_begin (world->document, "Remove");
  gboolean ok = mw_document_remove_many (world->document, ids, n, error);
  mw_document_commit (world->document);
  return ok;
}
#define REMOVE(world, error, ...)                                                                                      \
  remove_paths (world, error, G_N_ELEMENTS (((const char *[]) { __VA_ARGS__ })), (const char *[]) { __VA_ARGS__ })

static void
test_none (FixtureWorld *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  /* bones[1] refers to the geoset and to its animation, which is removed with it. */
  g_assert_true (REMOVE (world, &error, "geosets[0]"));
  g_assert_no_error (error);
  fixture_assert_value (document, "bones[1].geoset", "none");
  fixture_assert_value (document, "bones[1].geoset_animation", "none");
  fixture_assert_value (document, "geoset_animations", "0");
  fixture_assert_undo (world->document, world->first);
}

static void
test_parent (FixtureWorld *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  g_assert_true (REMOVE (world, &error, "bones[1]"));
  fixture_assert_value (document, "bones[1].name", "\"Hand\"");
  fixture_assert_value (document, "bones[1].parent", "bones[0]");
  fixture_assert_value (document, "geosets[0].group_members", "[bones[0], bones[0], bones[0]]");
  fixture_assert_undo (world->document, world->first);
  mw_document_undo (document);

  /* Refused as long as they have vertices to move. */
  g_assert_false (REMOVE (world, &error, "bones[2]", "bones[0]", "bones[1]"));
  g_clear_error (&error);
  g_assert_true (REMOVE (world, &error, "bones[2]", "bones[0]", "bones[1]", "geosets[0]"));
  g_assert_no_error (error);
  fixture_assert_value (document, "attachments[0].parent", "none");
  fixture_assert_undo (world->document, world->first);
}

static void
test_cascade (FixtureWorld *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  g_assert_true (REMOVE (world, &error, "sequences[0]"));
  fixture_assert_value (document, "geosets[0].extents", "1");
  fixture_assert_value (document, "geosets[0].extents[0].sequence", "sequences[0]");
  fixture_assert_value (document, "geosets[0].extents[0].bounds.radius", "11");
  fixture_assert_undo (world->document, world->first);
}

static void
test_refuse (FixtureWorld *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_assert_false (REMOVE (world, &error, "textures[0]"));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  g_assert_cmpstr (error->message, ==,
                   "cannot be removed: it is used by materials[0].layers[0].texture, "
                   "materials[0].layers[1].texture.track.keys.value");
  g_assert_cmpstr (mw_error_path (error), ==, "textures[0]");
  g_clear_error (&error);
  g_assert_false (REMOVE (world, &error, "bones[1]", "global_sequences[0]"));
  g_assert_cmpstr (error->message, ==,
                   "cannot be removed: it is used by attachments[0].visibility.track.global_sequence");
  g_clear_error (&error);
  g_assert_false (REMOVE (world, &error, "materials[0]"));
  g_clear_error (&error);
  mw_document_begin (world->document, "Remove");
  g_assert_false (mw_document_remove (world->document, mw_document_get_model (world->document)->record.id, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  g_clear_error (&error);
  g_assert_false (mw_document_remove (world->document, 4000, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  mw_document_commit (world->document);
  fixture_assert_same (mw_document_get_model (world->document), world->first);
  g_assert_cmpuint (mw_document_get_n_steps (world->document), ==, 0);
}

static void
test_together (FixtureWorld *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  /* The layers that use the texture are removed with it, and so is the geoset that uses the material. */
  g_assert_true (REMOVE (world, &error, "textures[0]", "geosets[0]", "materials[0].layers[1]", "materials[0]"));
  g_assert_no_error (error);
  fixture_assert_value (document, "materials", "0");
  fixture_assert_value (document, "textures", "1");
  fixture_assert_undo (world->document, world->first);
  mw_document_undo (document);
  g_assert_true (REMOVE (world, &error, "global_sequences[0]", "attachments[0].visibility.track"));
  fixture_assert_undo (world->document, world->first);
}

/* The record of a child slot can be removed by itself. */
static void
test_child (FixtureWorld *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_assert_true (REMOVE (world, &error, "attachments[0].visibility.track", "materials[0].layers[0]"));
  fixture_assert_value (world->document, "attachments[0].visibility.track", "none");
  fixture_assert_value (world->document, "materials[0].layers", "1");
  fixture_assert_undo (world->document, world->first);
}

static void
test_describe (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  MwId ids[] = { fixture_id (document, "geosets[0]"), fixture_id (document, "bones[1]") };
  g_auto (GStrv) lines = mw_document_describe_removal (document, ids, 1);
  g_autofree char *joined = g_strjoinv ("\n", lines);
  g_assert_cmpstr (joined, ==,
                   "geoset_animations[0] is removed too\nbones[1].geoset becomes none\n"
                   "bones[1].geoset_animation becomes none");
  g_auto (GStrv) more = mw_document_describe_removal (document, &ids[1], 1);
  g_autofree char *joined_more = g_strjoinv ("\n", more);
  g_assert_cmpstr (joined_more, ==,
                   "geosets[0].group_members: references moved to the parent: 1\nbones[2].parent becomes bones[0]");
  MwId texture = fixture_id (document, "textures[1]");
  g_auto (GStrv) refused = mw_document_describe_removal (document, &texture, 1);
  g_assert_cmpuint (g_strv_length (refused), ==, 1);
  g_assert_cmpstr (refused[0], ==, "refused: materials[0].layers[1].texture uses textures[1]");
  MwId camera = fixture_id (document, "collision_shapes[0]");
  g_auto (GStrv) nothing = mw_document_describe_removal (document, &camera, 1);
  g_assert_cmpuint (g_strv_length (nothing), ==, 0);
  fixture_assert_same (mw_document_get_model (document), world->first);
}

static void
test_referrers (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  static const char *const expected[] = { "materials[0].layers[0].texture",
                                          "materials[0].layers[1].texture.track.keys[0].value" };
  g_autoptr (GArray) users = mw_document_find_referrers (document, fixture_id (document, "textures[0]"));
  g_assert_cmpuint (users->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < users->len; i++) {
    g_autofree char *path = mw_target_path (&g_array_index (users, MwTarget, i));
    g_assert_cmpstr (path, ==, expected[i]);
  }
}

/* In broken files, parents may form a circle. A removal there must still end. */
static void
test_circle (FixtureWorld *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  MwMdlxNode *arm = (MwMdlxNode *) fixture_target (document, "bones[1]").record;
  MwMdlxNode *hand = (MwMdlxNode *) fixture_target (document, "bones[2]").record;
  arm->parent = (MwRef) { hand->record.id, 0 };
  g_assert_true (REMOVE (world, &error, "bones[1]", "bones[2]"));
  fixture_assert_value (document, "attachments[0].parent", "none");
}

/* As large as models that the window must handle. The time is reported; the limit is ten times the usual time, so
 * that only a time that grows with the square of the size fails. */
static void
test_large (void)
{
  enum { NODES = 6700 };
  g_autoptr (GError) error = NULL;
  MwMdlx *model = mw_mdlx_new ();
  MwRecord *root = &model->model.record;
  const MwField *nodes = fixture_field (root, "nodes");
  static const int32_t times[] = { 0, 1 };
  static const char *const tracks[] = { "translation.track", "rotation.track", "scaling.track" };
  g_autofree MwId *ids = g_new (MwId, NODES);
  for (int i = 0; i < NODES; i++) {
    MwMdlxNode *bone = (MwMdlxNode *) mw_record_new (&mw_mdlx_bone_schema);
    mw_list_append (&model->model, root, nodes, &bone->record);
    ids[i] = bone->record.id;
    if (i)
      bone->parent = (MwRef) { ids[i - 1], 0 };
    for (guint k = 0; k < G_N_ELEMENTS (tracks); k++) {
      const MwField *field = fixture_field (&bone->record, tracks[k]);
      MwTrack *track = (MwTrack *) mw_record_new (field->schema);
      track->times = mw_array_copy (times, 2, 4);
      track->values = mw_array_new (2, mw_field_element_size (mw_track_value_field (field->schema)));
      memset (track->values.data, 0, 2 * mw_field_element_size (mw_track_value_field (field->schema)));
      mw_child_set (&model->model, &bone->record, field, &track->record);
    }
  }
  MwDocument *document = mw_document_new (&model->model, FIXTURE_FORMAT);
  struct {
    const char *what;
    guint first, n;
  } cases[] = { { "one", NODES / 2, 1 }, { "all but the last", 0, NODES - 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    clock_t start = clock ();
    mw_document_begin (document, "Remove");
    g_assert_true (mw_document_remove_many (document, ids + cases[i].first, cases[i].n, &error));
    mw_document_commit (document);
    g_assert_cmpuint (model->nodes.n, ==, NODES - cases[i].n);
    mw_document_undo (document);
    g_assert_cmpuint (model->nodes.n, ==, NODES);
    /* If the time grew with the square of the size, it would be minutes. */
    g_test_message ("%s of %d nodes: %.3f s of the processor", cases[i].what, NODES,
                    (double) (clock () - start) / CLOCKS_PER_SEC);
    g_assert_cmpint (clock () - start, <, 20 * CLOCKS_PER_SEC);
  }
  g_object_unref (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(claim, function)                                                                                          \
  g_test_add ("/edit/removal/" claim, FixtureWorld, NULL, fixture_world_setup, function, fixture_world_teardown)
  TEST ("none: the reference becomes none", test_none);
  TEST ("parent: the reference moves to the nearest remaining ancestor", test_parent);
  TEST ("cascade: the referrer is removed too", test_cascade);
  TEST ("refuse: nothing is removed, and the error names the users", test_refuse);
  TEST ("references among removed records do not prevent the removal", test_together);
  TEST ("children and elements of inner lists can be removed alone", test_child);
  TEST ("a removal is described before it is made", test_describe);
  TEST ("referrers are found with their elements", test_referrers);
  TEST ("circles of parents end", test_circle);
  g_test_add_func ("/edit/removal/large models take milliseconds", test_large);
  return g_test_run ();
}
