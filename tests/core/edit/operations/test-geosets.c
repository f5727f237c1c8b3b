/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/bare-model.h"

#include <locale.h>
#include <math.h>
#include <string.h>

/* Operations on geosets and submeshes: what they refuse, and details that the table test does not reach. */

/* A square in the plane z = 0, of two triangles, and a triangle that stands on its edge along y; all meet in vertex 0. */
static const float corner[] = { 0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 0, 0, 1 };
static const guint16 corner_faces[] = { 0, 1, 2, 0, 2, 3, 0, 3, 4 };

static MwDocument *
open_corner (void)
{
  MwMdlx *model = bare_model ();
  bare_geoset (model, corner, 5, corner_faces, 9);
  return bare_open (model);
}

/* --- Normals ------------------------------------------------------------------------------------------------------------- */

static void
assert_normal (MwDocument *document, guint vertex, double x, double y, double z)
{
  const float *normal = (const float *) bare_geoset_at (document, 0)->normals.data + 3 * vertex;
  double length = sqrt (x * x + y * y + z * z);
  g_assert_cmpfloat_with_epsilon ((double) normal[0], x / length, 1e-6);
  g_assert_cmpfloat_with_epsilon ((double) normal[1], y / length, 1e-6);
  g_assert_cmpfloat_with_epsilon ((double) normal[2], z / length, 1e-6);
}

static void
test_weighting (void)
{
  g_autoptr (MwDocument) document = open_corner ();
  m2_do (document, "geoset-recompute-normals geosets[0] weighting=none");
  assert_normal (document, 0, 1, 0, 2);
  m2_do (document, "geoset-recompute-normals geosets[0] weighting=area");
  assert_normal (document, 0, 2, 0, 8);
  m2_do (document, "geoset-recompute-normals geosets[0] weighting=angle");
  assert_normal (document, 0, 1, 0, 1);
  assert_normal (document, 1, 0, 0, 1);
  bare_refused (document, "geoset-recompute-normals geosets[0]", "the normals are already these");
}

/* Two triangles at a right angle that meet in an edge with vertices of its own for each. */
static void
test_seam (void)
{
  static const float vertices[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1 };
  static const guint16 faces[] = { 0, 1, 2, 3, 4, 5 };
  MwMdlx *model = bare_model ();
  bare_geoset (model, vertices, 6, faces, 6);
  g_autoptr (MwDocument) document = bare_open (model);
  m2_do (document, "geoset-recompute-normals geosets[0] smooth=0");
  assert_normal (document, 0, 0, 0, 1);
  assert_normal (document, 3, 1, 0, 0);
  m2_do (document, "geoset-recompute-normals geosets[0] smooth=1");
  assert_normal (document, 0, 1, 0, 1);
  assert_normal (document, 3, 1, 0, 1);
  assert_normal (document, 1, 0, 0, 1);
}

static const float *
tangent_at (MwDocument *document, guint vertex)
{
  return (const float *) bare_geoset_at (document, 0)->tangents.data + 4 * vertex;
}

/* A tangent follows the texture: it keeps its direction on the other side, where it is mirrored, and turns with the rest. */
static void
test_tangents (void)
{
  static const float tangents[] = { 0.6f, 0, 0.8f, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, -1, 1, 0, 0, 1 };
  MwMdlx *model = bare_model ();
  MwMdlxGeoset *geoset = bare_geoset (model, corner, 5, corner_faces, 6);
  model->version = 1000;
  geoset->tangents = mw_array_copy (tangents, 5, 16);
  memcpy (geoset->normals.data, (const float[]) { 0, 1, 0 }, 12);
  g_autoptr (MwDocument) document = mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 1000, FALSE });
  m2_do (document, "geoset-recompute-normals geosets[0]");
  g_assert_cmpfloat_with_epsilon ((double) tangent_at (document, 0)[0], 1, 1e-6);
  g_assert_cmpfloat_with_epsilon ((double) tangent_at (document, 0)[2], 0, 1e-6);
  m2_do (document, "geoset-flip-faces geosets[0]");
  g_assert_cmpfloat ((double) tangent_at (document, 1)[0], ==, 1);
  g_assert_cmpfloat ((double) tangent_at (document, 1)[3], ==, -1);
  g_assert_cmpfloat ((double) tangent_at (document, 3)[3], ==, 1);
  m2_do (document, "geoset-transform geosets[0] scale={1,-3,1} rotate={0,0,90}");
  g_assert_cmpfloat_with_epsilon ((double) tangent_at (document, 1)[1], 1, 1e-6);
  g_assert_cmpfloat ((double) tangent_at (document, 1)[3], ==, 1);
  g_assert_cmpfloat ((double) tangent_at (document, 4)[3], ==, -1); /* no face uses it, so it was not flipped */
}

static void
test_refusals (void)
{
  g_autoptr (MwDocument) document = open_corner ();
  bare_refused (document, "geoset-recompute-normals bones[0]", "is not a geoset or submesh");
  bare_refused (document, "geoset-transform geosets[0]", "nothing to transform");
  bare_refused (document, "geoset-transform geosets[0] scale={1,0,1}", "a scale of 0");
  g_assert_true (fixture_set (document, "geosets[0].primitive_types[0]", "3"));
  bare_refused (document, "geoset-flip-faces geosets[0]", "not triangles");
  g_assert_true (fixture_set (document, "geosets[0].primitive_types[0]", "4"));
  g_assert_true (fixture_set (document, "geosets[0].primitive_sizes[0]", "6"));
  bare_refused (document, "geoset-flip-faces geosets[0]", "do not agree with its faces");
  g_assert_true (fixture_set (document, "geosets[0].primitive_sizes[0]", "9"));
  g_assert_true (fixture_set (document, "geosets[0].faces[0]", "5"));
  bare_refused (document, "geoset-flip-faces geosets[0]", "vertices that do not exist");
}

/* --- M2 ------------------------------------------------------------------------------------------------------------------ */

/* A profile that was not read has the same triangles, so they cannot be turned. Vertices can be moved. */
static void
test_unread_profile (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0), part = mw_file_set_new ();
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *file = set->parts->pdata[i];
    if (strcmp (file->role, "skin1") != 0)
      mw_file_set_add_companion (part, file->role, file->path, file->suffix, file->bytes);
  }
  g_autoptr (MwDocument) document = m2_open (part), whole = m2_open (set);
  bare_refused (document, "geoset-flip-faces skins[0].submeshes[0]", "is not loaded");
  bare_refused (document, "geoset-transform skins[0].submeshes[0] scale={-1,1,1}", "is not loaded");
  bare_refused (document, "geoset-remove-unused-vertices skins[0].submeshes[0]", "01.skin\" is not loaded");
  bare_refused (document, "geoset-weld skins[0].submeshes[0] distance=1000", "01.skin\" is not loaded");
  bare_refused (document, "geoset-split-parts skins[0].submeshes[0]", "01.skin\" is not loaded");
  bare_refused (document, "geoset-set-weights skins[0].submeshes[0] bone=bones[1]", "01.skin\" is not loaded");
  m2_do (document, "geoset-transform skins[0].submeshes[0] move={1,1,1}");
  m2_do (whole, "geoset-flip-faces skins[0].submeshes[0]");
}

/* A vertex that a submesh shares with another one keeps its normal when only one of them is flipped. */
static void
test_shared_vertex (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  const MwM2 *model = m2_model (document);
  const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[0];
  g_assert_cmpuint (skin->submeshes.n, >=, 2);
  const guint16 *triangles = ((const MwM2Submesh *) skin->submeshes.items[0])->triangles.data;
  guint shared = triangles[0], own = triangles[1];
  g_autofree char *number = g_strdup_printf ("%u", shared),
                  *shared_path = g_strdup_printf ("vertices.normal[%u]", shared),
                  *own_path = g_strdup_printf ("vertices.normal[%u]", own);
  g_assert_true (fixture_set (document, "skins[0].submeshes[1].triangles[0]", number));
  g_assert_true (fixture_set (document, own_path, "{0, 0, 1}"));
  g_autofree char *before = fixture_get (document, shared_path);
  m2_do (document, "geoset-flip-faces skins[0].submeshes[0]");
  fixture_assert_value (document, shared_path, before);
  fixture_assert_value (document, own_path, "{-0, -0, -1}");
  g_assert_nonnull (strstr (mw_document_get_notices (document)[0], "keep their normals"));
}

/* Profiles repeat triangles; each counts once. The second profile shows one of two triangles that meet at a place. */
static void
test_profiles_count_once (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) one = m2_open (set), all = m2_open (set);
  MwDocument *const documents[] = { one, all };
  static const char *const places[] = { "{0, 0, 0}", "{1, 0, 0}", "{0, 1, 0}", "{0, 0, 0}", "{0, 1, 0}", "{0, 0, 1}" };
  for (guint i = 0; i < 2; i++) {
    const MwM2Skin *skin = (const MwM2Skin *) m2_model (documents[i])->skins.items[0];
    const guint16 *first = ((const MwM2Submesh *) skin->submeshes.items[0])->triangles.data,
                  *second = ((const MwM2Submesh *) skin->submeshes.items[1])->triangles.data;
    g_autofree char *triangle = g_strdup_printf ("[%u, %u, %u]", first[0], first[1], first[2]);
    for (guint k = 0; k < 6; k++) {
      g_autofree char *path = g_strdup_printf ("vertices.position[%u]", k < 3 ? first[k] : second[k - 3]);
      g_assert_true (fixture_set (documents[i], path, places[k]));
    }
    g_assert_true (fixture_set (documents[i], "skins[1].submeshes[0].triangles", triangle));
  }
  m2_do (one, "geoset-recompute-normals skins[0].submeshes[*]");
  m2_do (all, "geoset-recompute-normals skins[0].submeshes[*],skins[1].submeshes[0]");
  fixture_assert_same (mw_document_get_model (one), mw_document_get_model (all));
}

/* --- Faces --------------------------------------------------------------------------------------------------------------- */

static void
test_degenerate (void)
{
  static const float vertices[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0 };
  /* Whole, repeated vertex, three in a line, two vertices at one position, whole. */
  static const guint16 faces[] = { 0, 1, 2, 0, 1, 1, 0, 1, 3, 0, 4, 2, 3, 2, 1 };
  static const guint32 types[] = { 4, 4, 4 }, sizes[] = { 3, 9, 3 };
  MwMdlx *model = bare_model ();
  MwMdlxGeoset *geoset = bare_geoset (model, vertices, 5, faces, 15);
  mw_array_clear (&geoset->primitive_types);
  mw_array_clear (&geoset->primitive_sizes);
  geoset->primitive_types = mw_array_copy (types, 3, 4);
  geoset->primitive_sizes = mw_array_copy (sizes, 3, 4);
  g_autoptr (MwDocument) document = bare_open (model);
  m2_do (document, "geoset-remove-degenerate geosets[0]");
  VALUE ("geosets[0].faces", "[0, 1, 2, 3, 2, 1]");
  VALUE ("geosets[0].primitive_sizes", "[3, 3]");
  VALUE ("geosets[0].primitive_types", "[4, 4]");
  bare_refused (document, "geoset-remove-degenerate geosets[0]", "no triangle is degenerate");
  g_assert_true (fixture_set (document, "geosets[0].faces", "[0, 1, 1, 3, 3, 1]"));
  bare_refused (document, "geoset-remove-degenerate geosets[0]", "delete it instead");
}

/* A flat triangle is removed from every profile that shows the surface. */
static void
test_degenerate_profiles (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  const MwM2 *model = m2_model (document);
  guint n_flat = 0, n_all[8] = { 0 };
  m2_do (document, "geoset-remove-degenerate skins[*].submeshes[*]"); /* the made set has some */
  /* The second corner goes to the place of the first in the first triangle of the first submesh. */
  const guint16 *first = ((const MwM2Submesh *) ((const MwM2Skin *) model->skins.items[0])->submeshes.items[0])
                           ->triangles.data;
  g_autofree char *to = g_strdup_printf ("vertices.position[%u]", first[0]), *value = fixture_get (document, to),
                  *from = g_strdup_printf ("vertices.position[%u]", first[1]);
  g_assert_true (fixture_set (document, from, value));
  for (guint i = 0; i < model->skins.n; i++)
    for (guint k = 0; k < ((const MwM2Skin *) model->skins.items[i])->submeshes.n; k++)
      n_all[i] += ((const MwM2Submesh *) ((const MwM2Skin *) model->skins.items[i])->submeshes.items[k])->triangles.n;
  m2_do (document, "geoset-remove-degenerate skins[0].submeshes[0]");
  for (guint i = 0; i < model->skins.n; i++) {
    guint n = 0;
    for (guint k = 0; k < ((const MwM2Skin *) model->skins.items[i])->submeshes.n; k++)
      n += ((const MwM2Submesh *) ((const MwM2Skin *) model->skins.items[i])->submeshes.items[k])->triangles.n;
    n_flat += n < n_all[i];
  }
  g_assert_cmpuint (n_flat, ==, model->skins.n);
  bare_refused (document, "geoset-remove-degenerate skins[*].submeshes[*]", "no triangle is degenerate");
}

static void
test_selection_group (void)
{
  g_autoptr (MwDocument) document = open_corner ();
  m2_do (document, "geoset-set-selection-group geosets[0] group=7");
  VALUE ("geosets[0].selection_group", "7");
  bare_refused (document, "geoset-set-selection-group geosets[0] group=7", "already");
  bare_refused (document, "geoset-set-selection-group bones[0] group=7", "is not a geoset or submesh");
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) m2 = m2_open (set);
  bare_refused (m2, "geoset-set-selection-group skins[0].submeshes[0] group=65536", "up to 65535");
  m2_do (m2, "geoset-set-selection-group skins[0].submeshes[0] group=hair_04");
  fixture_assert_value (m2, "skins[0].submeshes[0].geoset", "hair_04");
  m2_do (m2, "geoset-set-selection-group skins[0].submeshes[0] group=9999"); /* a number without a name */
  fixture_assert_value (m2, "skins[0].submeshes[0].geoset", "9999");
  bare_refused (m2, "geoset-set-selection-group skins[0].submeshes[0] group=hare_03", "hare_03");
}

/* --- Vertices ------------------------------------------------------------------------------------------------------------ */

static void
test_vertices_refused (void)
{
  g_autoptr (MwDocument) document = open_corner ();
  bare_refused (document, "geoset-remove-unused-vertices geosets[0]", "faces use all vertices");
  bare_refused (document, "geoset-weld geosets[0]", "no two vertices are alike");
  bare_refused (document, "geoset-split-parts geosets[0]", "all faces are connected");
  bare_refused (document, "geoset-weld bones[0]", "is not a geoset");
  g_assert_true (fixture_set (document, "geosets[0].vertex_groups", "[0, 0]"));
  bare_refused (document, "geoset-weld geosets[0]", "has 2 elements in vertex_groups for 5 vertices");
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) m2 = m2_open (set);
  bare_refused (m2, "geoset-weld skins[0].submeshes[0] distance=0 angle=0 uv_distance=0", "no two vertices are alike");
}

/* Two triangles whose seam has vertices of its own for each, a little apart. */
static void
test_weld (void)
{
  static const float vertices[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0.001f, 0, 0, 1, 0, 1, 1, 0 };
  static const guint16 faces[] = { 0, 1, 2, 3, 5, 4 };
  MwMdlx *model = bare_model ();
  bare_geoset (model, vertices, 6, faces, 6);
  g_autoptr (MwDocument) document = bare_open (model);
  m2_do (document, "geoset-weld geosets[0]");
  VALUE ("geosets[0].faces", "[0, 1, 2, 3, 4, 2]");
  bare_refused (document, "geoset-weld geosets[0] distance=0.01", "no two vertices are alike"); /* UVs differ by more */
  m2_do (document, "geoset-weld geosets[0] distance=0.01 uv_distance=0.01");
  VALUE ("geosets[0].faces", "[0, 1, 2, 1, 3, 2]");
  VALUE ("geosets[0].vertices", "[{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}]");
  VALUE ("geosets[0].vertex_groups", "[0, 0, 0, 0]");
}

/* --- Parts --------------------------------------------------------------------------------------------------------------- */

/* Two triangles apart, the second moved by the second bone, with one animation; both bones say that they move the geoset. */
static MwDocument *
open_two_parts (void)
{
  static const float vertices[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 0, 6, 0, 0, 5, 1, 0 };
  static const guint16 faces[] = { 0, 1, 2, 3, 4, 5 };
  static const guint8 groups[] = { 0, 0, 0, 1, 1, 0 };
  static const guint32 sizes[] = { 1, 1 };
  MwMdlx *model = bare_model ();
  MwMdlxGeoset *geoset = bare_geoset (model, vertices, 6, faces, 6);
  const MwRef bones[] = { { model->nodes.items[0]->id, 0 }, { model->nodes.items[1]->id, 0 } },
              itself = { geoset->record.id, 0 };
  mw_array_clear (&geoset->vertex_groups);
  mw_array_clear (&geoset->group_sizes);
  mw_array_clear (&geoset->group_members);
  geoset->vertex_groups = mw_array_copy (groups, 6, 1);
  geoset->group_sizes = mw_array_copy (sizes, 2, 4);
  geoset->group_members = mw_array_copy (bones, 2, sizeof (MwRef));
  for (guint i = 0; i < 2; i++)
    ((MwMdlxBone *) model->nodes.items[i])->geoset = itself;
  MwMdlxGeosetAnimation *animation = bare_add (model, &model->model.record, "geoset_animations",
                                               &mw_mdlx_geoset_animation_schema);
  animation->geoset = itself;
  animation->alpha = 0.25f;
  return bare_open (model);
}

/* The first bone moves vertices of both parts, the second of one part. */
static void
test_split_follows (void)
{
  g_autoptr (MwDocument) document = open_two_parts ();
  m2_do (document, "geoset-split-parts geosets[0]");
  VALUE ("geosets[1].vertices", "[{5, 0, 0}, {6, 0, 0}, {5, 1, 0}]");
  VALUE ("geosets[1].faces", "[0, 1, 2]");
  VALUE ("geosets[0].faces", "[0, 1, 2]");
  VALUE ("bones[0].geoset", "none");
  VALUE ("bones[1].geoset", "geosets[1]");
  VALUE ("geoset_animations[1].geoset", "geosets[1]");
  VALUE ("geoset_animations[1].alpha", "0.25");
}

/* Triangles that meet in a seam are one part, unless the switch is off. */
static void
test_split_seams (void)
{
  static const float vertices[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0 };
  static const guint16 faces[] = { 0, 1, 2, 3, 5, 4 };
  MwMdlx *model = bare_model ();
  bare_geoset (model, vertices, 6, faces, 6);
  g_autoptr (MwDocument) document = bare_open (model);
  bare_refused (document, "geoset-split-parts geosets[0]", "all faces are connected");
  m2_do (document, "geoset-split-parts geosets[0] across_seams=0");
  VALUE ("geosets[1].vertices", "[{1, 0, 0}, {0, 1, 0}, {1, 1, 0}]");
  VALUE ("geosets[1].faces", "[0, 2, 1]");
}

/* --- Merge --------------------------------------------------------------------------------------------------------------- */

/* A file of World of Warcraft's alpha has at most 255 geosets, a file of Warcraft III as many as there are parts. */
static void
test_split_many (void)
{
  enum { MOST = 255 };
  static const float corners[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 };
  static const struct {
    MwFormat format;
    guint n_parts;
    gboolean splits;
  } cases[] = { { { MW_FAMILY_MDX_WOW, 1300 }, MOST, TRUE },
                { { MW_FAMILY_MDX_WOW, 1300 }, MOST + 1, FALSE },
                { { MW_FAMILY_MDX, 800 }, MOST + 1, TRUE } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const guint n = 3 * cases[i].n_parts;
    g_autofree float *vertices = g_new (float, 3 * n);
    g_autofree guint16 *faces = g_new (guint16, n);
    for (guint k = 0; k < n; k++) {
      faces[k] = (guint16) k;
      for (guint c = 0; c < 3; c++)
        vertices[3 * k + c] = corners[(3 * k + c) % 9] + (float) (k / 3 * 5);
    }
    MwMdlx *model = bare_model ();
    model->family = (MwFamily) cases[i].format.family;
    model->version = cases[i].format.version;
    bare_geoset (model, vertices, n, faces, n);
    g_autoptr (MwDocument) document = mw_document_new (&model->model, cases[i].format);
    if (cases[i].splits)
      m2_do (document, "geoset-split-parts geosets[0]");
    else
      bare_refused (document, "geoset-split-parts geosets[0]", "more than 255 geosets");
    g_assert_cmpuint (((const MwMdlx *) mw_document_get_model (document))->geosets.n, ==,
                      cases[i].splits ? cases[i].n_parts : 1);
  }
}

/* The parts of a split geoset fit together again; the groups are there once, and the bones name the one geoset. */
static void
test_merge_back (void)
{
  g_autoptr (MwDocument) document = open_two_parts ();
  m2_do (document, "geoset-split-parts geosets[0]");
  m2_do (document, "geoset-merge geosets[1],geosets[0]");
  VALUE ("geosets[0].vertices", "[{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 0, 0}, {6, 0, 0}, {5, 1, 0}]");
  VALUE ("geosets[0].faces", "[0, 1, 2, 3, 4, 5]");
  VALUE ("geosets[0].primitive_sizes", "[3, 3]");
  VALUE ("geosets[0].vertex_groups", "[0, 0, 0, 1, 1, 0]");
  VALUE ("geosets[0].group_sizes", "[1, 1]");
  VALUE ("bones[1].geoset", "geosets[0]");
  g_assert_cmpuint (((const MwMdlx *) mw_document_get_model (document))->geosets.n, ==, 1);
  g_assert_cmpuint (((const MwMdlx *) mw_document_get_model (document))->geoset_animations.n, ==, 1);
}

/* Sets a value, expects a refusal, and sets the old value again. */
static void
assert_unlike (MwDocument *document, const char *path, const char *value, const char *words)
{
  g_autofree char *old = fixture_get (document, path);
  g_assert_true (fixture_set (document, path, value));
  bare_refused (document, "geoset-merge geosets[0],geosets[1]", words);
  g_assert_true (fixture_set (document, path, old));
}

static void
test_merge_refused (void)
{
  g_autoptr (MwDocument) document = open_two_parts ();
  m2_do (document, "geoset-split-parts geosets[0]");
  m2_do (document, "duplicate materials[0]");
  bare_refused (document, "geoset-merge geosets[0]", "nothing to merge");
  bare_refused (document, "geoset-merge geosets[0],geosets[0]", "nothing to merge");
  bare_refused (document, "geoset-merge geosets[0],bones[0]", "is not a geoset");
  assert_unlike (document, "geosets[1].material", "materials[1]", "different materials");
  assert_unlike (document, "geosets[1].selection_group", "4", "different selection groups");
  assert_unlike (document, "geosets[1].selection_flags", "4", "different selection groups or flags");
  assert_unlike (document, "geoset_animations[1].alpha", "0.5", "different geoset animations");
  assert_unlike (document, "geosets[1].vertex_groups[0]", "9", "do not agree with its vertices");
  m2_do (document, "duplicate geosets[1].uv_sets[0]");
  bare_refused (document, "geoset-merge geosets[0],geosets[1]", "number of UV sets");
}

/* --- Weights and collision ----------------------------------------------------------------------------------------------- */

/* Mesh parts have names in models of World of Warcraft, and none in those of Warcraft III. */
static void
test_mesh_parts (void)
{
  static const struct {
    MwFormat format;
    const char *group;
    guint number;
  } cases[] = { { { MW_FAMILY_MDX_WOW, 1300 }, "beard_03", 103 },
                { { MW_FAMILY_MDX_WOW, 1300 }, "none", G_MAXUINT32 },
                { { MW_FAMILY_MDX_WOW, 1300 }, "9999", 9999 },
                { { MW_FAMILY_MDX, 800 }, "beard_03", 0 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = bare_model ();
    bare_geoset (model, square, 4, square_faces, 6);
    model->family = cases[i].format.family;
    model->version = cases[i].format.version;
    g_autoptr (MwDocument) document = mw_document_new (&model->model, cases[i].format);
    g_autofree char *line = g_strdup_printf ("geoset-set-selection-group geosets[0] group=%s", cases[i].group);
    if (cases[i].number) {
      m2_do (document, line);
      g_assert_cmpuint (bare_geoset_at (document, 0)->selection_group, ==, cases[i].number);
    } else {
      bare_refused (document, line, "beard_03");
    }
    if (model->family == MW_FAMILY_MDX_WOW)
      bare_refused (document, "attachment-add-standard", "is only for MDX and MDL of Warcraft III, and M2");
  }
}

/* A box is as large as the faces, and a sphere reaches to its farthest side. */
static void
test_collision (void)
{
  MwMdlx *model = bare_model ();
  bare_geoset (model, square, 4, square_faces, 6);
  g_autoptr (MwDocument) document = bare_open (model);
  bare_refused (document, "collision-from-mesh geosets[0] shape=mesh", "are not meshes");
  m2_do (document, "collision-from-mesh geosets[0] margin=50");
  m2_do (document, "collision-from-mesh geosets[0] shape=sphere");
  const MwMdlxCollisionShape *box = (const MwMdlxCollisionShape *) model->nodes.items[2],
                             *sphere = (const MwMdlxCollisionShape *) model->nodes.items[3];
  g_assert_cmpfloat_with_epsilon (box->vertices[0][0], -1, 1e-6);
  g_assert_cmpfloat_with_epsilon (box->vertices[1][0], 5, 1e-6);
  g_assert_cmpfloat_with_epsilon (box->vertices[1][1], 2.5, 1e-6);
  g_assert_cmpfloat_with_epsilon (sphere->vertices[0][1], 1, 1e-6);
  g_assert_cmpfloat_with_epsilon (sphere->radius, 2, 1e-5);
}

/* --- Some vertices or faces ------------------------------------------------------------------------------------------ */

static float
height_of (MwDocument *document, guint geoset, guint vertex)
{
  return ((const float *) bare_geoset_at (document, geoset)->vertices.data)[3 * vertex + 2];
}

static MwDocument *
open_two_corners (void)
{
  MwMdlx *model = bare_model ();
  bare_geoset (model, corner, 5, corner_faces, 9);
  bare_geoset (model, corner, 5, corner_faces, 9);
  return bare_open (model);
}

static void
test_lists (void)
{
  g_autoptr (MwDocument) document = open_two_corners ();
  m2_do (document, "geoset-transform geosets[0],geosets[1] move={0,0,5} vertices=\"4/0-1; 3\"");
  for (guint i = 0; i < 5; i++) {
    g_assert_cmpfloat (height_of (document, 0, i), ==, i == 4 ? 6 : 0);
    g_assert_cmpfloat (height_of (document, 1, i), ==, i == 4 ? 1 : i == 2 ? 0 : 5);
  }
  /* The lists are in the order of the geosets, and one may be empty. */
  m2_do (document, "geoset-transform geosets[1],geosets[0] move={0,0,1} vertices=\"/2\"");
  g_assert_cmpfloat (height_of (document, 0, 2), ==, 1);
  g_assert_cmpfloat (height_of (document, 1, 2), ==, 0);
  m2_do (document, "geoset-transform geosets[0],geosets[1] move={0,0,1} vertices=2");
  g_assert_cmpfloat (height_of (document, 0, 2), ==, 2);
  g_assert_cmpfloat (height_of (document, 1, 2), ==, 1);
  bare_refused (document, "geoset-transform geosets[0],geosets[1] move={0,0,1} vertices=\"1/2/3\"",
                "there are 3 lists, separated by slashes, for 2");
  bare_refused (document, "geoset-transform geosets[0],geosets[1] move={0,0,1} vertices=\"1/5\"",
                "contains a vertex that does not exist: the last one is 4");
  m2_do (document, "geoset-set-weights geosets[0],geosets[1] bone=nodes[1] vertices=\"/0\"");
  VALUE ("geosets[1].vertex_groups", "[1, 0, 0, 0, 0]");
  VALUE ("geosets[0].vertex_groups", "[0, 0, 0, 0, 0]");
  m2_do (document, "geoset-flip-faces geosets[1],geosets[0] faces=\"1/\"");
  VALUE ("geosets[1].faces", "[0, 1, 2, 0, 3, 2, 0, 3, 4]");
  VALUE ("geosets[0].faces", "[0, 1, 2, 0, 2, 3, 0, 3, 4]");
  const float before[] = { 0, 0, 1 };
  m2_do (document, "geoset-recompute-normals geosets[0] vertices=4 smooth=0");
  for (guint i = 0; i < 5; i++)
    g_assert_true ((memcmp ((const float *) bare_geoset_at (document, 0)->normals.data + 3 * i, before, 12) == 0)
                   == (i != 4));
  /* A face is turned where all of its vertices are mirrored. */
  m2_do (document, "geoset-transform geosets[0] scale={-1,1,1} vertices=\"0;3;4\"");
  VALUE ("geosets[0].faces", "[0, 1, 2, 0, 2, 3, 0, 4, 3]");
}

static void
test_delete_faces (void)
{
  g_autoptr (MwDocument) document = open_two_corners ();
  m2_do (document, "geoset-delete-faces geosets[0],geosets[1] faces=\"1/2\"");
  VALUE ("geosets[0].faces", "[0, 1, 2, 0, 3, 4]");
  VALUE ("geosets[1].faces", "[0, 1, 2, 0, 2, 3]");
  VALUE ("geosets[0].primitive_sizes", "[6]");
  g_assert_cmpuint (bare_geoset_at (document, 0)->vertices.n, ==, 5);
  g_assert_cmpuint (bare_geoset_at (document, 1)->vertices.n, ==, 4);
  /* By vertices: all faces that use one of them. */
  m2_do (document, "geoset-delete-faces geosets[0] vertices=1");
  VALUE ("geosets[0].faces", "[0, 1, 2]");
  g_assert_cmpuint (bare_geoset_at (document, 0)->vertices.n, ==, 3);
  g_assert_cmpfloat (height_of (document, 0, 2), ==, 1);
  bare_refused (document, "geoset-delete-faces geosets[0] faces=0", "would have no faces left");
  bare_refused (document, "geoset-delete-faces geosets[0]", "no faces are chosen");
  bare_refused (document, "geoset-delete-faces geosets[0] faces=1", "a face that does not exist: the last one is 0");
  bare_refused (document, "geoset-delete-faces geosets[0] faces=\";\"", "nothing to delete");
  bare_refused (document, "geoset-delete-faces geosets[0] faces=x", "neither a number of a face");
}

/* A vertex that no face used before stays, because it was not asked for. */
static void
test_delete_keeps_loose (void)
{
  MwMdlx *model = bare_model ();
  bare_geoset (model, corner, 5, corner_faces, 6);
  g_autoptr (MwDocument) document = bare_open (model);
  m2_do (document, "geoset-delete-faces geosets[0] faces=0");
  g_assert_cmpuint (bare_geoset_at (document, 0)->vertices.n, ==, 4);
  g_assert_cmpfloat (height_of (document, 0, 3), ==, 1);
}

static void
test_detach_faces (void)
{
  g_autoptr (MwDocument) document = open_two_corners ();
  guint n;
  m2_do (document, "geoset-detach-faces geosets[0] faces=2");
  VALUE ("geosets[0].faces", "[0, 1, 2, 0, 2, 3]");
  VALUE ("geosets[1].faces", "[0, 1, 2]");
  g_assert_cmpuint (bare_geoset_at (document, 0)->vertices.n, ==, 4);
  g_assert_cmpuint (bare_geoset_at (document, 1)->vertices.n, ==, 3);
  g_assert_cmpfloat (height_of (document, 1, 2), ==, 1);
  const MwId *ids = mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (ids[0], ==, bare_geoset_at (document, 1)->record.id);
  bare_refused (document, "geoset-detach-faces geosets[1] faces=0", "would have no faces left");
  bare_refused (document, "geoset-detach-faces geosets[1]", "no faces are chosen");
  bare_refused (document, "geoset-detach-faces geosets[0],geosets[2] faces=\";/ \"", "nothing to detach");
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/edit/operations/geosets/normals are weighted by angle, by area or not", test_weighting);
  g_test_add_func (
    "/core/edit/operations/geosets/normals are the same on both sides of a seam only if that is asked for", test_seam);
  g_test_add_func ("/core/edit/operations/geosets/what is not whole is refused with the reason", test_refusals);
  g_test_add_func ("/core/edit/operations/geosets/triangles of a profile that is not loaded are not turned",
                   test_unread_profile);
  g_test_add_func ("/core/edit/operations/geosets/a triangle that several profiles have counts once",
                   test_profiles_count_once);
  g_test_add_func ("/core/edit/operations/geosets/flat triangles are removed with their primitive groups",
                   test_degenerate);
  g_test_add_func ("/core/edit/operations/geosets/flat triangles are removed from all profiles",
                   test_degenerate_profiles);
  g_test_add_func ("/core/edit/operations/geosets/a selection group is set once and must fit", test_selection_group);
  g_test_add_func ("/core/edit/operations/geosets/vertices whose arrays do not agree are left alone",
                   test_vertices_refused);
  g_test_add_func ("/core/edit/operations/geosets/vertices are welded within their distances", test_weld);
  g_test_add_func ("/core/edit/operations/geosets/animations and bones follow the parts of a split geoset",
                   test_split_follows);
  g_test_add_func ("/core/edit/operations/geosets/a geoset is split into as many as the format has room for",
                   test_split_many);
  g_test_add_func ("/core/edit/operations/geosets/a seam splits only if that is asked for", test_split_seams);
  g_test_add_func ("/core/edit/operations/geosets/parts are merged again", test_merge_back);
  g_test_add_func ("/core/edit/operations/geosets/geosets that differ in what they have once are not merged",
                   test_merge_refused);
  g_test_add_func ("/core/edit/operations/geosets/tangents follow the texture", test_tangents);
  g_test_add_func ("/core/edit/operations/geosets/a vertex that another submesh uses keeps its normal",
                   test_shared_vertex);
  g_test_add_func ("/core/edit/operations/geosets/mesh parts have names in models of World of Warcraft",
                   test_mesh_parts);
  g_test_add_func ("/core/edit/operations/geosets/a collision fits geosets", test_collision);
  g_test_add_func ("/core/edit/operations/geosets/each geoset has a list of its vertices", test_lists);
  g_test_add_func ("/core/edit/operations/geosets/chosen faces are deleted with their vertices", test_delete_faces);
  g_test_add_func ("/core/edit/operations/geosets/a vertex that no face used is not deleted", test_delete_keeps_loose);
  g_test_add_func ("/core/edit/operations/geosets/chosen faces become a geoset of their own", test_detach_faces);
  return g_test_run ();
}
