/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which bones move the vertices of removed bones: the parent, the other bones of the vertex, or the nearest bone if
 * that is asked for. No vertex may be left without any. */
#include "core/edit/heirs.h"
#include "core/edit/operations/script.h"
#include "core/check/check.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <math.h>
#include <string.h>

/* The bones are those of the fixture (Root, Arm below it, Hand below Arm), and Far and Near without a parent; Near
 * has the pivot nearest to Root's. The geoset has the groups {Root} for one vertex and {Root, Arm} for two. */
static MwDocument *
with_two_more (void)
{
  static const struct {
    const char *name;
    float x;
  } more[] = { { "Far", 50 }, { "Near", 2 } };
  MwMdlx *model = fixture_model ();
  for (guint i = 0; i < G_N_ELEMENTS (more); i++) {
    MwMdlxNode *node = (MwMdlxNode *) mw_record_new (&mw_mdlx_bone_schema);
    mw_text_set (&node->name, more[i].name, strlen (more[i].name));
    node->pivot[0] = more[i].x;
    mw_list_append (&model->model, &model->model.record, fixture_field (&model->model.record, "nodes"), &node->record);
  }
  for (guint i = 0; i < 3; i++)
    ((MwMdlxNode *) model->nodes.items[i])->pivot[1] = i ? 100 : 0;
  return mw_document_new (&model->model, FIXTURE_FORMAT);
}

static char *
notices_of (MwDocument *document)
{
  const char *const *notices = mw_document_get_notices (document);
  return notices ? g_strjoinv ("\n", (char **) notices) : g_strdup ("");
}

static guint
n_findings (MwDocument *document, const char *rule)
{
  guint n = 0;
  g_autoptr (GPtrArray) findings = mw_check (mw_document_get_model (document), mw_document_get_format (document));
  for (guint i = 0; i < findings->len; i++)
    n += strcmp (((const MwFinding *) findings->pdata[i])->rule->id, rule) == 0;
  return n;
}

static void
refused (void)
{
  g_autoptr (MwDocument) document = with_two_more ();
  MwModel *first = mw_model_copy (mw_document_get_model (document), TRUE);
  g_autoptr (GError) error = NULL;
  MwId root = fixture_id (document, "bones[0]");
  g_assert_false (mw_operation_run (mw_operation_find ("delete"), document, &root, 1, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  g_assert_cmpstr (mw_error_path (error), ==, "bones[0]");
  g_assert_cmpstr (error->message, ==,
                   "cannot be removed: nothing would move 1 vertices of geosets[0], because it has no parent that "
                   "remains");
  const MwRemedy *remedy = mw_error_remedy (error);
  g_assert_nonnull (remedy);
  g_assert_cmpstr (remedy->operation, ==, "delete");
  g_assert_cmpstr (remedy->parameter, ==, "weights");
  g_assert_cmpstr (remedy->value, ==, "nearest");
  g_autofree char *sentence = mw_error_describe (error, NULL);
  g_assert_true (g_str_has_suffix (sentence,
                                   "; weights=nearest gives them to the nearest bone, replace-uses to one that "
                                   "you name"));
  fixture_assert_same (mw_document_get_model (document), first);
  mw_model_free (first);
}

static void
nearest (void)
{
  g_autoptr (MwDocument) document = with_two_more ();
  m2_do (document, "delete bones[0] weights=nearest");
  fixture_assert_value (document, "bones[3].name", "\"Near\"");
  fixture_assert_value (document, "geosets[0].group_members", "[bones[3], bones[3], bones[0]]");
  fixture_assert_value (document, "bones[0].parent", "none");
  g_autofree char *notices = notices_of (document);
  g_assert_cmpstr (notices, ==, "");
}

/* The second group still has the arm. */
static void
others (void)
{
  g_autoptr (MwDocument) document = with_two_more ();
  fixture_set (document, "geosets[0].group_members", "[bones[3], bones[0], bones[1]]");
  m2_do (document, "delete bones[0]");
  fixture_assert_value (document, "geosets[0].group_members", "[bones[2], bones[0]]");
  fixture_assert_value (document, "geosets[0].group_sizes", "[1, 1]");
  g_autofree char *notices = notices_of (document);
  g_assert_cmpstr (notices, ==,
                   "geosets[0]: 2 vertices are now moved only by their other bones, because a removed bone has no "
                   "parent that remains");
  mw_document_undo (document);
  fixture_assert_value (document, "geosets[0].group_sizes", "[1, 2]");
}

static void
parent (void)
{
  g_autoptr (MwDocument) document = with_two_more ();
  m2_do (document, "delete bones[1]");
  fixture_assert_value (document, "geosets[0].group_members", "[bones[0], bones[0], bones[0]]");
  mw_document_undo (document);
  /* When a whole branch is removed, the nearest bone takes over. */
  m2_do (document, "delete bones[0],bones[1],bones[2] weights=nearest");
  fixture_assert_value (document, "geosets[0].group_members", "[bones[1], bones[1], bones[1]]");
}

/* A group without vertices causes no refusal. If no node remains, the refusal has no remedy. */
static void
nobody (void)
{
  g_autoptr (MwDocument) document = with_two_more ();
  g_autofree char *all = m2_refusal (document, "delete bones[*],attachments[0],collision_shapes[0] weights=nearest");
  g_assert_nonnull (strstr (all, "no node would be left to move 3 vertices of geosets[0]; delete those first"));
  m2_do (document, "delete bones[*],attachments[0],collision_shapes[0],geosets[0]");
  mw_document_undo (document);
  fixture_set (document, "geosets[0].vertex_groups", "[1, 1, 1]");
  m2_do (document, "delete bones[0]");
  fixture_assert_value (document, "geosets[0].group_members", "[none, bones[0]]");
  g_assert_cmpuint (n_findings (document, "geoset-group-unmoved"), ==, 0);
}

/* Warcraft III finds what moves vertices only among the bones. */
static void
helper (void)
{
  g_autoptr (MwDocument) document = with_two_more ();
  m2_do (document, "node-change-kind bones[4] kind=helper");
  fixture_set (document, "bones[0].parent", "helpers[0]");
  MwModel *before = mw_model_copy (mw_document_get_model (document), TRUE);
  const guint position = mw_document_get_position (document);
  m2_do (document, "delete bones[0]");
  g_autofree char *notices = notices_of (document);
  g_assert_cmpstr (notices, ==, "helpers[0] is a bone now, because it moves the vertices of a bone that was removed");
  g_assert_cmpuint (n_findings (document, "wc3-group-bone"), ==, 0);
  fixture_assert_value (document, "bones[3].name", "\"Near\"");
  fixture_assert_value (document, "geosets[0].group_members", "[bones[3], bones[3], bones[0]]");
  while (mw_document_get_position (document) > position)
    mw_document_undo (document);
  fixture_assert_same (mw_document_get_model (document), before);
  mw_model_free (before);
}

/* A removal does not leave such groups, but a file or a script may. */
static void
found (void)
{
  g_autoptr (MwDocument) document = with_two_more ();
  g_assert_cmpuint (n_findings (document, "geoset-group-unmoved"), ==, 0);
  fixture_set (document, "geosets[0].group_members", "[none, bones[0], bones[1]]");
  g_assert_cmpuint (n_findings (document, "geoset-group-unmoved"), ==, 1);
  fixture_set (document, "geosets[0].vertex_groups", "[1, 1, 1]");
  g_assert_cmpuint (n_findings (document, "geoset-group-unmoved"), ==, 0);
}

/* Two nodes are each other's parents: the remaining one must not become its own parent. */
static void
circle (void)
{
  g_autoptr (MwDocument) document = with_two_more ();
  ((MwMdlxNode *) fixture_target (document, "bones[3]").record)->parent.id = fixture_id (document, "bones[4]");
  ((MwMdlxNode *) fixture_target (document, "bones[4]").record)->parent.id = fixture_id (document, "bones[3]");
  m2_do (document, "delete bones[3]");
  fixture_assert_value (document, "bones[3].parent", "none");
}

static void
uv_sets (void)
{
  g_autoptr (MwDocument) document = with_two_more ();
  m2_do (document, "add geosets[0].uv_sets");
  m2_do (document, "add geosets[0].uv_sets");
  fixture_set (document, "materials[0].layers[1].coord_id", "1");
  g_autofree char *said = m2_refusal (document, "delete geosets[0].uv_sets[0]");
  g_assert_nonnull (strstr (said,
                            "geosets[0].uv_sets[0]: cannot be removed: materials[0].layers[1].coord_id is 1, and the "
                            "geoset would have 1 UV sets"));
  fixture_set (document, "materials[0].layers[1].coord_id", "0");
  m2_do (document, "delete geosets[0].uv_sets[1]");
}

/* --- M2 ------------------------------------------------------------------------------------------------------------- */

static const guint8 *
bones_of (MwDocument *document)
{
  return ((const MwM2 *) mw_document_get_model (document))->bone_indices.data;
}

/* A model whose first vertices are moved only by a bone without a parent. */
static MwDocument *
m2_rooted (guint version)
{
  g_autoptr (MwFileSet) set = m2_made_set (version, 3, 0);
  MwDocument *document = m2_open (set);
  const MwM2 *model = ((const MwM2 *) mw_document_get_model (document));
  g_assert_cmpuint (model->bones.n, >, 2);
  fixture_set (document, "vertices[0].bones", "{0, 0, 0, 0}");
  fixture_set (document, "vertices[0].weights", "{255, 0, 0, 0}");
  fixture_set (document, "vertices[1].bones", "{0, 2, 0, 0}");
  fixture_set (document, "vertices[1].weights", "{100, 155, 0, 0}");
  for (guint i = 0; i < model->bones.n; i++) {
    g_autofree char *path = g_strdup_printf ("bones[%u].parent", i), *pivot = g_strdup_printf ("bones[%u].pivot", i),
                    *at = g_strdup_printf ("{%u, 0, 0}", i ? 100 - i : 0);
    fixture_set (document, path, i == 1 ? "bones[0]" : "none");
    fixture_set (document, pivot, at);
  }
  return document;
}

/* A vertex has the number of a bone as a byte. */
static void
m2_too_many_bones (gconstpointer data)
{
  g_autoptr (MwDocument) document = m2_rooted (GPOINTER_TO_UINT (data));
  MwModel *model = mw_document_get_model (document);
  const MwList *bones = &((const MwM2 *) model)->bones;
  const MwField *list = fixture_field (&model->record, "bones");
  g_autoptr (GError) error = NULL;
  mw_document_begin (document, "Add");
  while (bones->n < 256)
    g_assert_true (
      mw_document_insert (document, model->record.id, list, bones->n, mw_record_new (&mw_m2_bone_schema), NULL));
  mw_document_commit (document);
  fixture_set (document, "vertices[1].bones", "{255, 0, 0, 0}");
  mw_document_begin (document, "Add");
  g_assert_false (mw_document_insert (document, model->record.id, list, 0, mw_record_new (&mw_m2_bone_schema), &error));
  g_assert_cmpstr (error->message, ==, "element 1 would refer to bones[256], but its largest number is 255");
  g_assert_cmpuint (bones->n, ==, 256);
  /* A number with weight 0 is unused, so it is kept. */
  fixture_set (document, "vertices[1].weights", "{0, 255, 0, 0}");
  g_assert_true (mw_document_insert (document, model->record.id, list, 0, mw_record_new (&mw_m2_bone_schema), NULL));
  mw_document_commit (document);
  g_assert_cmpuint (bones_of (document)[4], ==, 255);
  g_assert_cmpuint (bones_of (document)[5], ==, 1);
}

static void
m2_vertices (gconstpointer data)
{
  g_autoptr (MwDocument) document = m2_rooted (GPOINTER_TO_UINT (data));
  g_autofree char *said = m2_refusal (document, "delete bones[0]");
  g_assert_nonnull (strstr (said, "bones[0]: "));
  g_assert_nonnull (strstr (said, "weights=nearest"));
  guint last = ((const MwM2 *) mw_document_get_model (document))->bones.n - 1;
  m2_do (document, "delete bones[0] weights=nearest");
  /* The last bone is the nearest to bone 0. */
  g_assert_cmpuint (bones_of (document)[0], ==, last - 1);
  g_assert_cmpuint (bones_of (document)[4], ==, last - 1);
  g_assert_cmpuint (bones_of (document)[5], ==, 1);
  g_autoptr (MwFileSet) saved = m2_saved (document);
  mw_document_undo (document);
  g_assert_cmpuint (bones_of (document)[0], ==, 0);
}

static void
m2_last_ones (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 3, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  g_autofree char *bones = m2_refusal (document, "delete bones[*] weights=nearest");
  g_assert_nonnull (strstr (bones, "bones[0]: is the last one, and clients do not load a model without bones"));
  g_autofree char *skins = m2_refusal (document, "delete skins[*]");
  g_assert_nonnull (strstr (skins, "skins[0]: is the last one, and clients do not load a model without skin profiles"));
}

/* --- The nearest ---------------------------------------------------------------------------------------------------- */

/* Compares with a search through all points; many points are equal. */
static void
nearest_of_many (void)
{
  enum { N = 600 };
  MwMdlx *model = (MwMdlx *) fixture_model ();
  GRand *rand = g_rand_new_with_seed (5);
  for (guint i = 0; i < N; i++) {
    MwMdlxNode *node = (MwMdlxNode *) mw_record_new (&mw_mdlx_bone_schema);
    for (guint k = 0; k < 3; k++)
      node->pivot[k] = (float) g_rand_int_range (rand, -6, 7);
    if (i % 50 == 0)
      node->pivot[0] = NAN;
    mw_list_append (&model->model, &model->model.record, fixture_field (&model->model.record, "nodes"), &node->record);
  }
  g_autofree guint8 *doomed = g_new0 (guint8, model->model.n_ids);
  for (guint i = 0; i < model->nodes.n; i++)
    doomed[model->nodes.items[i]->id] = (guint8) g_rand_boolean (rand);
  g_autoptr (GHashTable) heirs = mw_nearest_heirs (&model->nodes, NULL, doomed);
  for (guint i = 0; i < model->nodes.n; i++) {
    const MwMdlxNode *node = (const MwMdlxNode *) model->nodes.items[i];
    MwRef heir = mw_nearest_heir (heirs, node->record.id);
    g_assert_cmpint (heir.id != 0, ==, doomed[node->record.id]);
    if (!heir.id || isnan (node->pivot[0]))
      continue;
    const MwMdlxNode *found = (const MwMdlxNode *) mw_model_find (&model->model, heir.id);
    g_assert_false (doomed[heir.id]);
    float best = INFINITY, is = 0;
    for (guint k = 0; k < 3; k++)
      is += (found->pivot[k] - node->pivot[k]) * (found->pivot[k] - node->pivot[k]);
    for (guint other = 0; other < model->nodes.n; other++) {
      const MwMdlxNode *one = (const MwMdlxNode *) model->nodes.items[other];
      float distance = 0;
      for (guint k = 0; k < 3; k++)
        distance += (one->pivot[k] - node->pivot[k]) * (one->pivot[k] - node->pivot[k]);
      if (!doomed[one->record.id] && distance < best)
        best = distance;
    }
    g_assert_cmpfloat (is, ==, best);
  }
  g_rand_free (rand);
  mw_model_free (&model->model);
}

/* On a small grid many bones are equally near; then the first in the list counts. Also compares ancestors, with
 * circles among them. */
static void
heirs_of_many (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);
  for (guint run = 0; run < 200; run++) {
    MwM2 *model = mw_m2_new (264);
    guint n = (guint) g_rand_int_range (rand, 2, 20);
    for (guint i = 0; i < n; i++)
      mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_m2_schema, "bones"),
                      mw_record_new (&mw_m2_bone_schema));
    g_autofree guint8 *doomed = g_malloc0 (model->model.n_ids + 1);
    for (guint i = 0; i < n; i++) {
      MwM2Bone *bone = (MwM2Bone *) model->bones.items[i];
      for (guint k = 0; k < 3; k++)
        bone->pivot[k] = (float) g_rand_int_range (rand, -1, 2) * (g_rand_boolean (rand) ? 1.f : -1.f);
      if (g_rand_int_range (rand, 0, 4))
        bone->parent = (MwRef) { model->bones.items[g_rand_int_range (rand, 0, (gint32) n)]->id, 0 };
      doomed[bone->record.id] = (guint8) g_rand_boolean (rand);
    }
    g_autoptr (GHashTable) nearest = mw_nearest_heirs (&model->bones, NULL, doomed);
    g_autofree MwId *ancestors = mw_surviving_ancestors (&model->model, &model->bones, doomed);
    for (guint i = 0; i < n; i++) {
      const MwM2Bone *bone = (const MwM2Bone *) model->bones.items[i], *best = NULL;
      float least = INFINITY;
      for (guint k = 0; k < n; k++) {
        const MwM2Bone *other = (const MwM2Bone *) model->bones.items[k];
        float d = 0;
        for (guint c = 0; c < 3; c++)
          d += (other->pivot[c] - bone->pivot[c]) * (other->pivot[c] - bone->pivot[c]);
        if (!doomed[other->record.id] && d < least) {
          least = d;
          best = other;
        }
      }
      const MwRecord *at = doomed[bone->record.id] ? &bone->record : NULL;
      for (guint steps = 0; at && doomed[at->id] && steps <= n; steps++)
        at = mw_model_resolve (&model->model, ((const MwM2Bone *) at)->parent);
      MwRef heir = mw_nearest_heir (nearest, bone->record.id);
      g_assert_cmpuint (heir.id, ==, doomed[bone->record.id] && best ? best->record.id : 0);
      g_assert_cmpuint (ancestors[bone->record.id], ==, at && !doomed[at->id] ? at->id : 0);
    }
    mw_model_free (&model->model);
  }
}

/* The fixture has an attachment and a collision shape. Nodes of the later kinds take over only if no bone remains,
 * in the order of kinds. */
static void
heirs_of_other_kinds (void)
{
  static const MwSchema *const kinds[] = { &mw_mdlx_bone_schema, &mw_mdlx_helper_schema, &mw_mdlx_attachment_schema,
                                           NULL };
  MwMdlx *model = fixture_model ();
  g_autofree guint8 *doomed = g_malloc0 (model->model.n_ids + 1);
  const MwRecord *bone = NULL, *attachment = NULL, *last = NULL;
  for (guint i = 0; i < model->nodes.n; i++) {
    const MwRecord *node = model->nodes.items[i];
    if (node->schema == &mw_mdlx_attachment_schema)
      attachment = node;
    if (node->schema != &mw_mdlx_bone_schema)
      continue;
    if (!bone)
      bone = node;
    last = node;
    doomed[node->id] = 1;
  }
  g_assert_nonnull (attachment);
  g_autoptr (GHashTable) points = mw_nearest_heirs (&model->nodes, kinds, doomed);
  g_assert_cmpuint (mw_nearest_heir (points, bone->id).id, ==, attachment->id);
  doomed[last->id] = 0;
  g_autoptr (GHashTable) bones = mw_nearest_heirs (&model->nodes, kinds, doomed);
  g_assert_cmpuint (mw_nearest_heir (bones, bone->id).id, ==, last->id);
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  static const guint versions[] = { 256, 263, 264, 272 };
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/removed weights/a root that is the only bone of vertices is not deleted", refused);
  g_test_add_func ("/edit/removed weights/go to the nearest bone when that is asked for", nearest);
  g_test_add_func ("/edit/removed weights/a removed bone leaves its group if the group has others", others);
  g_test_add_func ("/edit/removed weights/go to the nearest remaining ancestor", parent);
  g_test_add_func ("/edit/removed weights/removal is refused only if vertices would have no bone", nobody);
  g_test_add_func ("/edit/removed weights/a helper that takes over vertices becomes a bone", helper);
  g_test_add_func ("/edit/removed weights/a group with vertices and no bone is found", found);
  g_test_add_func ("/edit/removed weights/the last bone of a cycle has no parent", circle);
  g_test_add_func ("/edit/removed weights/a UV set that a layer reads is not deleted", uv_sets);
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autofree char *path = g_strdup_printf ("/edit/removed weights/of an M2 of %u likewise", versions[i]);
    g_test_add_data_func (path, GUINT_TO_POINTER (versions[i]), m2_vertices);
    g_autofree char *many = g_strdup_printf ("/edit/removed weights/a vertex of %u names a bone by a byte",
                                             versions[i]);
    g_test_add_data_func (many, GUINT_TO_POINTER (versions[i]), m2_too_many_bones);
  }
  g_test_add_func ("/edit/removed weights/the last bone and the last profile of an M2 cannot be removed", m2_last_ones);
  g_test_add_func ("/edit/removed weights/the nearest bone is that of a full search", nearest_of_many);
  g_test_add_func ("/edit/removed-weights/heirs equal those found one by one", heirs_of_many);
  g_test_add_func ("/edit/removed-weights/another kind of node takes over only if no bone remains",
                   heirs_of_other_kinds);
  return g_test_run ();
}
