/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/bare-model.h"

#include <locale.h>

/* The bones of vertices: what operations on them refuse, and details that the table test does not reach. */

/* A group that no vertex uses any more goes, and one for the new bone comes. */
static void
test_weights (void)
{
  MwMdlx *model = bare_model ();
  bare_geoset (model, square, 4, square_faces, 6);
  g_autoptr (MwDocument) document = bare_open (model);
  m2_do (document, "geoset-set-weights geosets[0] bone=nodes[1] vertices=\" 1 - 2 ;; 3 \"");
  fixture_assert_value (document, "geosets[0].vertex_groups", "[0, 1, 1, 1]");
  fixture_assert_value (document, "geosets[0].group_sizes", "[1, 1]");
  fixture_assert_value (document, "geosets[0].group_members", "[bones[0], bones[1]]");
  bare_refused (document, "geoset-set-weights geosets[0] bone=nodes[1] vertices=3", "nothing to change");
  m2_do (document, "geoset-set-weights geosets[0] bone=nodes[1]");
  fixture_assert_value (document, "geosets[0].vertex_groups", "[0, 0, 0, 0]");
  fixture_assert_value (document, "geosets[0].group_members", "[bones[1]]");
  bare_refused (document, "geoset-set-weights geosets[0] bone=nodes[0] vertices=0-4", "the last one is 3");
  bare_refused (document, "geoset-set-weights geosets[0] bone=nodes[0] vertices=2-1", "ends before it starts");
  bare_refused (document, "geoset-set-weights geosets[0] bone=nodes[0] vertices=a",
                "is neither a number of a vertex nor a range");
  bare_refused (document, "geoset-set-weights nodes[0] bone=nodes[0]", "is not a geoset or submesh");
  m2_do (document, "set geosets[0].vertex_groups[1]=9");
  bare_refused (document, "geoset-set-weights geosets[0] bone=nodes[0]", "do not match its vertices");
}

/* A group of which all vertices are meant keeps its number; of another one they get a new group. */
static void
test_group_bones (void)
{
  MwMdlx *model = bare_model ();
  bare_geoset (model, square, 4, square_faces, 6);
  bare_add (model, &model->model.record, "nodes", &mw_mdlx_bone_schema);
  bare_add (model, &model->model.record, "nodes", &mw_mdlx_attachment_schema);
  g_autoptr (MwDocument) document = bare_open (model);
  m2_do (document, "geoset-add-bone geosets[0] bone=bones[1]");
  VALUE ("geosets[0].vertex_groups", "[0, 0, 0, 0]");
  VALUE ("geosets[0].group_sizes", "[2]");
  VALUE ("geosets[0].group_members", "[bones[0], bones[1]]");
  m2_do (document, "geoset-add-bone geosets[0] bone=bones[2] vertices=1;3");
  VALUE ("geosets[0].vertex_groups", "[0, 1, 0, 1]");
  VALUE ("geosets[0].group_sizes", "[2, 3]");
  VALUE ("geosets[0].group_members", "[bones[0], bones[1], bones[0], bones[1], bones[2]]");
  m2_do (document, "geoset-replace-bone geosets[0] bone=bones[0] by=bones[2]");
  VALUE ("geosets[0].group_sizes", "[2, 2]");
  VALUE ("geosets[0].group_members", "[bones[2], bones[1], bones[1], bones[2]]");
  /* Vertices that come to have the bones of a group join it, and the one that they leave is dropped. */
  m2_do (document, "geoset-remove-bone geosets[0] bone=bones[1] vertices=0-2");
  VALUE ("geosets[0].vertex_groups", "[0, 0, 0, 1]");
  VALUE ("geosets[0].group_members", "[bones[2], bones[1], bones[2]]");
  m2_do (document, "geoset-remove-bone geosets[0] bone=bones[1]");
  VALUE ("geosets[0].vertex_groups", "[0, 0, 0, 0]");
  VALUE ("geosets[0].group_members", "[bones[2]]");
  bare_refused (document, "geoset-remove-bone geosets[0] bone=bones[1]", "that bone moves none");
  bare_refused (document, "geoset-replace-bone geosets[0] bone=bones[1] by=bones[0]", "that bone moves none");
  bare_refused (document, "geoset-add-bone geosets[0] bone=bones[2]", "that bone already moves");
  bare_refused (document, "geoset-remove-bone geosets[0] bone=bones[2] vertices=2-3",
                "only this bone moves, such as 2");
  bare_refused (document, "geoset-add-bone geosets[0] bone=bones[0] share=20", "leave the share at 0");
  bare_refused (document, "geoset-add-bone geosets[0] bone=attachments[0]", "is not a bone or a helper");
  bare_refused (document, "geoset-replace-bone geosets[0] bone=bones[2] by=attachments[0]",
                "is not a bone or a helper");
  bare_refused (document, "geoset-remove-unused-groups geosets[0]", "every matrix group has vertices");
  m2_do (document, "set geosets[0].group_sizes=[1, 3]");
  m2_do (document, "set geosets[0].group_members=[bones[1], attachments[0], attachments[0], bones[2]]");
  m2_do (document, "set geosets[0].vertex_groups=[1, 1, 1, 1]");
  /* What goes may be of any kind, and be there twice. */
  m2_do (document, "geoset-remove-unused-groups geosets[0]");
  VALUE ("geosets[0].vertex_groups", "[0, 0, 0, 0]");
  m2_do (document, "geoset-replace-bone geosets[0] bone=attachments[0] by=bones[0]");
  VALUE ("geosets[0].group_members", "[bones[0], bones[2]]");
}

/* More groups than a byte can number. */
static void
test_most_groups (void)
{
  enum { N = 257 };
  MwMdlx *model = bare_model ();
  static float points[3 * (N + 2)];
  static guint16 faces[3 * N];
  for (guint i = 0; i < N; i++) {
    points[3 * i] = (float) i;
    points[3 * i + 1] = (float) (i % 2);
    for (guint k = 0; k < 3; k++)
      faces[3 * i + k] = (guint16) (i + k);
  }
  bare_geoset (model, points, N + 2, faces, 3 * N);
  for (guint i = 2; i < N + 2; i++)
    bare_add (model, &model->model.record, "nodes", &mw_mdlx_bone_schema);
  g_autoptr (MwDocument) document = bare_open (model);
  for (guint i = 1; i <= N - 2; i++) {
    g_autofree char *line = g_strdup_printf ("geoset-set-weights geosets[0] bone=bones[%u] vertices=%u", i, i);
    m2_do (document, line);
  }
  g_assert_cmpuint (bare_geoset_at (document, 0)->group_sizes.n, ==, 256);
  bare_refused (document, "geoset-set-weights geosets[0] bone=bones[256] vertices=0", "more than 256 matrix groups");
  /* A group becomes free. */
  m2_do (document, "geoset-set-weights geosets[0] bone=bones[256] vertices=1");
}

/* Vertices of World of Warcraft's alpha also have words, in the order of the groups (mdlx.md 7.3). */
static void
test_bone_words (void)
{
  static const guint32 bones[] = { 0x0100, 0x0100, 0, 0 };
  /* 128 and 127 of 255 are for vertex 2, and 1 and 254 for vertex 3. */
  static const guint32 weights[] = { 0x807F0000, 0x01FE0000, 0xFF000000, 0xFF000000 };
  MwMdlx *model = bare_model ();
  MwMdlxGeoset *geoset = bare_geoset (model, square, 4, square_faces, 6);
  model->family = MW_FAMILY_MDX_WOW;
  model->version = 1300;
  bare_add (model, &model->model.record, "nodes", &mw_mdlx_bone_schema);
  /* Vertices 2 and 3 are in the first group, so that their words come first. */
  g_autoptr (MwDocument) document = mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX_WOW, 1300 });
  m2_do (document, "set geosets[0].group_sizes=[2, 1]");
  m2_do (document, "set geosets[0].group_members=[bones[0], bones[1], bones[0]]");
  m2_do (document, "set geosets[0].vertex_groups=[1, 1, 0, 0]");
  geoset->bone_indices = mw_array_copy (bones, 4, sizeof bones[0]);
  geoset->bone_weights = mw_array_copy (weights, 4, sizeof weights[0]);
  m2_do (document, "geoset-set-weights geosets[0] bone=bones[2] vertices=3");
  VALUE ("geosets[0].vertex_groups", "[1, 1, 0, 2]");
  VALUE ("geosets[0].bone_indices", "[256, 0, 0, 2]");
  VALUE ("geosets[0].bone_weights", "[2155806720, 4278190080, 4278190080, 4278190080]");
  m2_do (document, "geoset-add-bone geosets[0] bone=bones[2] vertices=2 share=50");
  /* 128 of 255 are for the new one; 64 and 63 stay. */
  VALUE ("geosets[0].bone_indices", "[131328, 0, 0, 2]");
  VALUE ("geosets[0].bone_weights", "[1077903360, 4278190080, 4278190080, 4278190080]");
  m2_do (document, "geoset-remove-bone geosets[0] bone=bones[0] vertices=2");
  VALUE ("geosets[0].bone_indices", "[513, 0, 0, 2]");
  m2_do (document, "geoset-replace-bone geosets[0] bone=bones[0] by=bones[1] vertices=0");
  VALUE ("geosets[0].bone_indices", "[513, 0, 2, 1]");
  m2_do (document, "set geosets[0].bone_indices=[1]");
  bare_refused (document, "geoset-add-bone geosets[0] bone=bones[2]", "do not match its vertices");
}

/* Vertices with weights of their own keep the sum of the weights. */
static void
test_skin_bones (void)
{
  MwMdlx *model = bare_model ();
  MwMdlxGeoset *geoset = bare_geoset (model, square, 4, square_faces, 6);
  model->version = 1000;
  for (guint i = 2; i < 6; i++)
    bare_add (model, &model->model.record, "nodes", &mw_mdlx_bone_schema);
  geoset->skin_bones = mw_array_new (4, 4 * sizeof (MwRef));
  geoset->skin_weights = mw_array_new (4, 4 * sizeof (guint16));
  static const guint16 slots[] = { 0, 1, 0, 0 }, weights[] = { 200, 55, 0, 0 };
  for (guint i = 0; i < 16; i++) {
    ((MwRef *) geoset->skin_bones.data)[i] = (MwRef) { model->nodes.items[slots[i % 4]]->id, 0 };
    ((guint16 *) geoset->skin_weights.data)[i] = weights[i % 4];
  }
  g_autoptr (MwDocument) document = mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 1000 });
  m2_do (document, "geoset-add-bone geosets[0] bone=bones[2] vertices=0");
  VALUE ("geosets[0].skin.bones[0]", "{bones[0], bones[1], bones[2], bones[0]}");
  VALUE ("geosets[0].skin.weights[0]", "{133, 37, 85, 0}");
  VALUE ("geosets[0].skin.weights[1]", "{200, 55, 0, 0}");
  m2_do (document, "geoset-add-bone geosets[0] bone=bones[3] vertices=0 share=10");
  VALUE ("geosets[0].skin.weights[0]", "{120, 33, 76, 26}");
  bare_refused (document, "geoset-add-bone geosets[0] bone=bones[4] vertices=0-1",
                "four bones move already, such as 0");
  m2_do (document, "geoset-remove-bone geosets[0] bone=bones[0] vertices=0");
  VALUE ("geosets[0].skin.bones[0]", "{bones[1], bones[2], bones[3], bones[1]}");
  VALUE ("geosets[0].skin.weights[0]", "{62, 144, 49, 0}");
  m2_do (document, "geoset-replace-bone geosets[0] bone=bones[1] by=bones[3]");
  VALUE ("geosets[0].skin.bones[0]", "{bones[2], bones[3], bones[2], bones[2]}");
  VALUE ("geosets[0].skin.weights[0]", "{144, 111, 0, 0}");
  VALUE ("geosets[0].skin.bones[1]", "{bones[0], bones[3], bones[0], bones[0]}");
  m2_do (document, "geoset-remove-bone geosets[0] bone=bones[0] vertices=1");
  bare_refused (document, "geoset-remove-bone geosets[0] bone=bones[3] vertices=1", "only this bone moves, such as 1");
}

/* Skin weights of old versions name nodes by one byte. */
static void
test_wide_numbers (void)
{
  static const MwFormat formats[] = { { MW_FAMILY_MDX, 1200 }, { MW_FAMILY_MDX, 1400 }, { MW_FAMILY_MDX_WOW, 1500 } };
  for (guint v = 0; v < G_N_ELEMENTS (formats); v++) {
    MwMdlx *model = bare_model ();
    MwMdlxGeoset *geoset = bare_geoset (model, square, 4, square_faces, 6);
    model->family = formats[v].family;
    model->version = formats[v].version;
    for (guint i = 2; i < 257; i++)
      bare_add (model, &model->model.record, "nodes", i == 2 ? &mw_mdlx_helper_schema : &mw_mdlx_bone_schema);
    const MwRef first = { model->nodes.items[0]->id, 0 };
    geoset->skin_bones = mw_array_new (4, 4 * sizeof (MwRef));
    geoset->skin_weights = mw_array_new (4, 4 * sizeof (guint16));
    for (guint i = 0; i < 16; i++) {
      ((MwRef *) geoset->skin_bones.data)[i] = first;
      ((guint16 *) geoset->skin_weights.data)[i] = i % 4 ? 0 : 255;
    }
    g_autoptr (MwDocument) document = mw_document_new (&model->model, formats[v]);
    /* The bones come first: nodes[2], the helper, has the last number. */
    m2_do (document, "geoset-set-weights geosets[0] bone=nodes[256]");
    if (formats[v].family == MW_FAMILY_MDX && formats[v].version >= 1400) {
      m2_do (document, "geoset-set-weights geosets[0] bone=nodes[2]");
      continue;
    }
    bare_refused (document, "geoset-set-weights geosets[0] bone=nodes[2]", "has the object id 256");
    bare_refused (document, "geoset-set-weights geosets[0] bone=nodes[2]", "make this helper a bone");
    m2_do (document, "node-change-kind nodes[2] kind=bone");
    bare_refused (document, "geoset-set-weights geosets[0] bone=nodes[256]", "move this one up");
    m2_do (document, "geoset-set-weights geosets[0] bone=nodes[2]");
  }
}

/* In M2 a vertex that no chosen submesh uses stays as it is, even if the text names it. */
static void
test_other_submeshes (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 3, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  const MwM2 *model = m2_model (document);
  const MwM2Submesh *submesh = (const MwM2Submesh *) ((const MwM2Skin *) model->skins.items[0])->submeshes.items[0];
  const guint n = model->positions.n, used = ((const guint16 *) submesh->triangles.data)[0];
  g_autofree guint8 *uses = g_new0 (guint8, n), *before = g_memdup2 (model->bone_indices.data, 4 * (gsize) n);
  guint others = 0;
  g_autofree char *step = g_strdup_printf ("geoset-set-weights skins[0].submeshes[0] bone=bones[1] vertices=0-%u",
                                           n - 1);
  for (guint i = 0; i < submesh->triangles.n; i++)
    uses[((const guint16 *) submesh->triangles.data)[i]] = 1;
  m2_do (document, step);
  const guint8 *weights = model->bone_weights.data;
  g_assert_cmpuint (weights[4 * used], ==, 255);
  for (guint i = 0; i < n; i++)
    if (!uses[i]) {
      g_assert_cmpmem ((const guint8 *) model->bone_indices.data + 4 * i, 4, before + 4 * i, 4);
      others++;
    }
  g_assert_cmpuint (others, >, 0);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) g_test_add_func ("/core/edit/operations/geoset-weights/" name, test)
  ADD ("vertices are assigned to one bone", test_weights);
  ADD ("bones are added to matrix groups, removed and replaced", test_group_bones);
  ADD ("there are at most 256 matrix groups", test_most_groups);
  ADD ("bone words of World of Warcraft's alpha follow the matrix groups", test_bone_words);
  ADD ("weights of vertices keep their sum", test_skin_bones);
  ADD ("a bone whose number skin weights cannot hold is refused", test_wide_numbers);
  ADD ("vertices of other submeshes keep their bones", test_other_submeshes);
#undef ADD
  return g_test_run ();
}
