/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that refers to one record is made to refer to another. A removal that is refused because of its users
 * suggests that. */
#include "core/edit/operations/operations.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

static void
material (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  MwModel *first = mw_model_copy (mw_document_get_model (document), TRUE);
  g_autoptr (GError) error = NULL;
  MwId id = fixture_id (document, "materials[0]");
  m2_do (document, "duplicate materials[0]");
  guint steps = mw_document_get_n_steps (document);
  g_assert_false (mw_operation_run (mw_operation_find ("delete"), document, &id, 1, NULL, &error));
  g_assert_cmpstr (mw_error_path (error), ==, "materials[0]");
  const MwRemedy *remedy = mw_error_remedy (error);
  g_assert_nonnull (remedy);
  g_assert_cmpstr (remedy->operation, ==, "replace-uses");
  g_assert_cmpstr (remedy->parameter, ==, "delete");
  g_assert_cmpstr (remedy->value, ==, "1");
  g_autofree char *refusal = m2_refusal (document, "delete materials[0]");
  g_assert_nonnull (strstr (
    refusal,
    "materials[0]: cannot be removed: it is used by geosets[0].material; replace-uses makes its users refer to another "
    "one"));
  m2_do (document, "replace-uses materials[0] with=materials[1] delete=1");
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps + 1);
  fixture_assert_value (document, "materials", "1");
  fixture_assert_value (document, "geosets[0].material", "materials[0]");
  g_assert_cmpstr (mw_document_get_notices (document)[0], ==, "references changed to materials[1]: 1");
  mw_document_undo (document);
  mw_document_undo (document);
  fixture_assert_same (mw_document_get_model (document), first);
  mw_model_free (first);
}

/* Also in keys, and for several records at once. Without `delete` the records stay. */
static void
textures (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "add textures path=\"third.blp\"");
  m2_do (document, "replace-uses textures[0],textures[1] with=2");
  fixture_assert_value (document, "materials[0].layers[0].texture", "textures[2]");
  fixture_assert_value (document, "materials[0].layers[1].texture", "textures[2]");
  fixture_assert_value (document, "textures", "3");
  g_autofree char *keys = fixture_get (document, "materials[0].layers[1].texture.track.keys.value");
  g_assert_null (strstr (keys, "textures[0]"));
  m2_do (document, "delete textures[0],textures[1]");
}

static void
bones (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "replace-uses bones[0] with=bones[1]");
  fixture_assert_value (document, "geosets[0].group_members", "[bones[1], bones[1], bones[1]]");
  /* It does not become its own parent. */
  fixture_assert_value (document, "bones[1].parent", "bones[0]");
  m2_do (document, "delete bones[0]");
}

/* Extents belong to their sequence. */
static void
own_things (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "replace-uses sequences[0] with=sequences[1]");
  fixture_assert_value (document, "geosets[0].extents[0].sequence", "sequences[0]");
}

static void
refusals (void)
{
  static const struct {
    const char *line, *says;
  } cases[] = {
    { "replace-uses materials[0] with=materials[0]", "materials[0]: nothing else in its list could be used instead" },
    { "replace-uses textures[0] with=textures[0]", "textures[0]: cannot be used instead of itself" },
    { "replace-uses textures[0] with=bones[0]", "textures[0]: its uses go to another record of the same list" },
    { "replace-uses textures[0],bones[0] with=textures[1]", "bones[0]: is in another list than the first" },
    { "replace-uses textures[0]", "replace-uses needs with=VALUE" },
    { "replace-uses textures[0] with=textures[1].path", "textures[1].path is a value, not a record" },
    { "replace-uses textures[0] with=7", "textures" },
    { "replace-uses materials[0].layers[0].texture with=1", "is not an element" },
  };
  g_autoptr (MwDocument) document = fixture_document ();
  MwModel *first = mw_model_copy (mw_document_get_model (document), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *refusal = m2_refusal (document, cases[i].line);
    if (!strstr (refusal, cases[i].says))
      g_error ("%s: %s", cases[i].line, refusal);
    fixture_assert_same (mw_document_get_model (document), first);
  }
  mw_model_free (first);
}

/* Vertices of M2 have places instead of references. */
static void
m2_bones (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 3, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  guint used[256] = { 0 };
  const guint8 *weights, *indices;
  m2_do (document, "replace-uses bones[0] with=bones[1]");
  weights = model->bone_weights.data;
  indices = model->bone_indices.data;
  for (guint i = 0; i < 4 * model->bone_indices.n; i++)
    used[indices[i]] += weights[i] != 0;
  g_assert_cmpuint (used[0], ==, 0);
  g_assert_cmpuint (used[1], >, 0);
  g_autoptr (GArray) left = mw_document_find_referrers (document, model->bones.items[0]->id);
  for (guint i = 0; i < left->len; i++)
    g_assert_true (g_array_index (left, MwTarget, i).record == model->bones.items[1]);
  g_autoptr (MwFileSet) saved = m2_saved (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(claim, function) g_test_add_func ("/edit/replace-uses/" claim, function)
  ADD ("a used material can be deleted after its geosets got another", material);
  ADD ("textures are replaced in keys too", textures);
  ADD ("bones are replaced where they move vertices", bones);
  ADD ("what belongs to a record stays with it", own_things);
  ADD ("what cannot be replaced is refused", refusals);
  ADD ("bones of M2 are replaced in vertices", m2_bones);
#undef ADD
  return g_test_run ();
}
