/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/derived.h"

/* The vertices of submeshes, and the bones that move them, in the order of first use. */

/* A submesh with these corners. */
static MwM2Submesh *
make (const uint16_t *corners, uint32_t n)
{
  MwM2Submesh *submesh = (MwM2Submesh *) mw_record_new (&mw_m2_submesh_schema);
  submesh->triangles = mw_array_copy (corners, n, 2);
  return submesh;
}

static void
assert_numbers (const uint16_t *found, uint32_t n, const uint16_t *expected, uint32_t n_expected)
{
  g_assert_cmpmem (found, n * sizeof *found, expected, n_expected * sizeof *expected);
}

static void
assert_vertices (const uint16_t *corners, uint32_t n_corners, const uint16_t *expected, uint32_t n_expected)
{
  MwM2Submesh *submesh = make (corners, n_corners);
  uint32_t n;
  g_autofree uint16_t *found = mw_m2_submesh_vertices (submesh, &n);
  assert_numbers (found, n, expected, n_expected);
  mw_record_free (&submesh->record);
}

static void
first_use (void)
{
  static const uint16_t corners[] = { 7, 5, 9, 5, 9, 7, 6, 6, 5 }, expected[] = { 7, 5, 9, 6 };
  assert_vertices (corners, G_N_ELEMENTS (corners), expected, G_N_ELEMENTS (expected));
}

static void
far_apart (void)
{
  static const uint16_t corners[] = { 65535, 0, 30000, 0, 65535, 1 }, expected[] = { 65535, 0, 30000, 1 };
  assert_vertices (corners, G_N_ELEMENTS (corners), expected, G_N_ELEMENTS (expected));
}

static void
none (void)
{
  MwM2Submesh *submesh = make (NULL, 0);
  uint32_t n = 1;
  G_GNUC_UNUSED g_autofree uint16_t *found = mw_m2_submesh_vertices (submesh, &n);
  g_assert_cmpuint (n, ==, 0);
  mw_record_free (&submesh->record);
}

/* A bone without weight moves nothing, and a vertex that does not exist has no bones. */
static void
bones (void)
{
  static const uint16_t corners[] = { 2, 0, 40, 0, 2, 1 }, expected[] = { 9, 4, 5, 7 };
  static const uint8_t weights[] = { 200, 55, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0 },
                       indices[] = { 4, 5, 6, 0, 1, 2, 3, 7, 9, 8, 0, 0 };
  MwM2 *model = (MwM2 *) mw_model_new (&mw_m2_schema);
  MwM2Submesh *submesh = make (corners, G_N_ELEMENTS (corners));
  guint n;
  model->bone_weights = mw_array_copy (weights, 3, 4);
  model->bone_indices = mw_array_copy (indices, 3, 4);
  g_autofree uint16_t *found = mw_m2_submesh_bones (model, submesh, &n);
  assert_numbers (found, n, expected, G_N_ELEMENTS (expected));
  mw_record_free (&submesh->record);
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/m2/submesh-vertices/come in the order of first use, each once", first_use);
  g_test_add_func ("/model/m2/submesh-vertices/may be few and far apart", far_apart);
  g_test_add_func ("/model/m2/submesh-vertices/are none without triangles", none);
  g_test_add_func ("/model/m2/submesh-vertices/their bones with a weight come in the same order", bones);
  return g_test_run ();
}
