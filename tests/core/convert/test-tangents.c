/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/bytes.h"
#include "tests/core/convert/models.h"
#include "tests/core/corpus.h"
#include "core/convert/convert-private.h"
#include "core/io/registry.h"

#include <math.h>
#include <string.h>

/* --- Real files --------------------------------------------------------------------------------------------------------- */

/* Compares computed tangents with those in real files. Many of those had their texture coordinates or triangles
 * changed after the tangents were made. So the figures are over all vertices, and the limits are values that other
 * methods do not reach. Measured on the corpus, as the median over all vertices in degrees and the number of geosets
 * with a median below CLOSE: this method 0.54 and 43; with angles in space 1.11 and 20; each triangle weighted
 * equally 2.18 and 11; without joining vertices 4.33 and 30. */
#define CLOSE 0.02

typedef struct {
  GArray *angles;     /* double, over all vertices */
  guint n_close;      /* geosets that are nearly the same */
  guint n_same_sides; /* their vertices with the same w, and how many there are */
  guint n_sides;
} Sums;

static double
angle_between (const float *a, const float *b)
{
  double cross[3], dot = 0;
  for (guint k = 0; k < 3; k++) {
    guint i = (k + 1) % 3, j = (k + 2) % 3;
    cross[k] = (double) a[i] * b[j] - (double) a[j] * b[i];
    dot += (double) a[k] * b[k];
  }
  return atan2 (sqrt (cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]), dot) * 180 / G_PI;
}

static gint
by_value (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

static double
median (GArray *values)
{
  g_array_sort (values, by_value);
  return g_array_index (values, double, values->len / 2);
}

static void
add_geoset (Sums *sums, const MwMdlxGeoset *geoset)
{
  uint32_t n_split;
  MwArray made = mw_convert_tangents (geoset, &n_split);
  g_autoptr (GArray) angles = g_array_new (FALSE, FALSE, sizeof (double));
  guint n_same = 0;
  for (uint32_t i = 0; made.n == geoset->tangents.n && i < made.n; i++) {
    const float *a = (const float *) made.data + 4 * (size_t) i,
                *b = (const float *) geoset->tangents.data + 4 * (size_t) i;
    double angle = angle_between (a, b);
    g_array_append_val (angles, angle);
    n_same += (a[3] > 0) == (b[3] > 0);
  }
  if (angles->len) {
    g_array_append_vals (sums->angles, angles->data, angles->len);
    if (median (angles) < CLOSE) {
      sums->n_close++;
      sums->n_same_sides += n_same;
      sums->n_sides += angles->len;
    }
  }
  mw_array_clear (&made);
}

static gboolean
add_folder (Sums *sums, const char *folder)
{
  g_autoptr (GPtrArray) files = corpus_files (folder);
  for (guint i = 0; files && i < files->len; i++) {
    MwFormat format;
    gsize size;
    g_autofree uint8_t *data = load_exactly (files->pdata[i], &size);
    MwMdlx *model = (MwMdlx *) io_read_bytes (data, size, &format, NULL, NULL);
    for (uint32_t k = 0; model && k < model->geosets.n; k++)
      add_geoset (sums, (const MwMdlxGeoset *) model->geosets.items[k]);
    mw_model_free (&model->model);
  }
  return files != NULL;
}

static void
real_files (void)
{
  Sums sums = { g_array_new (FALSE, FALSE, sizeof (double)), 0, 0, 0 };
  if (add_folder (&sums, "mdx1000") && add_folder (&sums, "mdx1100")) {
    double middle = median (sums.angles);
    g_test_message ("%u vertices, median %.3f degrees; nearly the same in %u geosets, there w in %u of %u vertices",
                    sums.angles->len, middle, sums.n_close, sums.n_same_sides, sums.n_sides);
    g_assert_cmpfloat (middle, <, 0.75);
    g_assert_cmpuint (sums.n_close, >=, 40);
    g_assert_cmpuint (sums.n_same_sides * 1000.0, >, sums.n_sides * 970.0);
  }
  g_array_unref (sums.angles);
}

/* --- Cases that can be worked out by hand ------------------------------------------------------------------------------ */

/* Asserts that vertex `i` has this tangent. */
static void
assert_tangent (const MwArray *made, guint i, float x, float y, float z, float w)
{
  const float expected[4] = { x, y, z, w };
  for (guint k = 0; k < 4; k++)
    g_assert_cmpfloat (fabsf (((const float *) made->data)[4 * i + k] - expected[k]), <, 1e-6f);
}

static void
tangents (void)
{
  MwMdlx *model = new_model (WC3 (800));
  MwMdlxGeoset *geoset = add_square (model);
  uint32_t n_split;
  MwArray made = mw_convert_tangents (geoset, &n_split);
  g_assert_cmpuint (made.n, ==, 4);
  /* v grows with y where it should shrink: an image upside down, that is, a mirrored one. */
  for (guint i = 0; i < 4; i++)
    assert_tangent (&made, i, 1, 0, 0, -1);
  mw_array_clear (&made);
  float *uvs = ((MwMdlxUvSet *) geoset->uv_sets.items[0])->uvs.data;
  for (guint i = 0; i < 4; i++)
    uvs[2 * i + 1] = 1 - uvs[2 * i + 1];
  made = mw_convert_tangents (geoset, &n_split);
  for (guint i = 0; i < 4; i++)
    assert_tangent (&made, i, 1, 0, 0, 1);
  mw_array_clear (&made);
  /* The image rotated by a quarter turn: u grows with y. */
  for (guint i = 0; i < 4; i++) {
    const float *at = (const float *) geoset->vertices.data + 3 * i;
    uvs[2 * i] = at[1];
    uvs[2 * i + 1] = at[0];
  }
  made = mw_convert_tangents (geoset, &n_split);
  for (guint i = 0; i < 4; i++)
    assert_tangent (&made, i, 0, 1, 0, 1);
  g_assert_cmpuint (n_split, ==, 0);
  mw_array_clear (&made);
  mw_model_free (&model->model);
}

/* A geoset of these triangles; all normals point up. Free the model. */
static MwMdlxGeoset *
add_flat (MwMdlx *model, const float (*at)[3], const float (*uvs)[2], uint32_t n, const uint16_t *faces,
          uint32_t n_faces)
{
  MwMdlxGeoset *geoset = add_record (model, NULL, "geosets", &mw_mdlx_geoset_schema);
  MwMdlxUvSet *set = add_record (model, geoset, "uv_sets", &mw_mdlx_uv_set_schema);
  geoset->vertices = mw_array_copy (at, n, 12);
  geoset->normals = mw_array_new (n, 12);
  for (uint32_t i = 0; i < n; i++)
    memcpy ((float *) geoset->normals.data + 3 * i, ((const float[]) { 0, 0, 1 }), 12);
  geoset->faces = mw_array_copy (faces, n_faces, 2);
  set->uvs = mw_array_copy (uvs, n, 8);
  return geoset;
}

/* Two triangles share a point. Seen from above, one has an angle of 90 degrees there and u along (1, 0), the other
 * 45 degrees and u along (1, 1). The heights of the other points do not matter, nor whether the point is one vertex
 * or two. */
static void
tangents_by_angle (void)
{
  static const float at[5][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 7 }, { -1, 1, 3 }, { 0, 0, 0 } };
  static const float uvs[5][2] = { { 0, 0 }, { 1, 0 }, { 0, -1 }, { -1, -2 }, { 0, 0 } };
  static const uint16_t whole[6] = { 0, 1, 2, 0, 2, 3 }, parted[6] = { 0, 1, 2, 4, 2, 3 };
  for (guint pass = 0; pass < 2; pass++) {
    MwMdlx *model = new_model (WC3 (800));
    MwMdlxGeoset *geoset = add_flat (model, at, uvs, 5, pass ? parted : whole, 6);
    uint32_t n_split;
    MwArray made = mw_convert_tangents (geoset, &n_split);
    double x = G_PI / 2 + G_PI / 4 * sqrt (0.5), y = G_PI / 4 * sqrt (0.5), length = hypot (x, y);
    assert_tangent (&made, 0, (float) (x / length), (float) (y / length), 0, 1);
    if (pass)
      assert_tangent (&made, 4, (float) (x / length), (float) (y / length), 0, 1);
    mw_array_clear (&made);
    mw_model_free (&model->model);
  }
}

/* Two halves share an edge, and one has the image mirrored. Shared vertices take the side with the larger angle;
 * duplicated vertices have each their own. */
static void
tangents_of_mirrored_halves (void)
{
  static const float at[6][3] = { { 0, 0, 0 }, { 0, 1, 0 }, { 1, 0, 0 }, { -1, -1, 0 }, { 0, 0, 0 }, { 0, 1, 0 } };
  static const float uvs[6][2] = { { 0, 1 }, { 0, 0 }, { 1, 1 }, { 1, 2 }, { 0, 1 }, { 0, 0 } };
  static const uint16_t shared[6] = { 0, 2, 1, 0, 1, 3 }, parted[6] = { 0, 2, 1, 4, 5, 3 };
  MwMdlx *model = new_model (WC3 (800));
  MwMdlxGeoset *geoset = add_flat (model, at, uvs, 4, shared, 6);
  uint32_t n_split;
  MwArray made = mw_convert_tangents (geoset, &n_split);
  g_assert_cmpuint (n_split, ==, 2);
  /* At the first vertex the mirrored half has 135 degrees and the other 90; at the second 22.5 and 45. */
  assert_tangent (&made, 0, -1, 0, 0, -1);
  assert_tangent (&made, 1, 1, 0, 0, 1);
  mw_array_clear (&made);
  mw_model_free (&model->model);
  model = new_model (WC3 (800));
  geoset = add_flat (model, at, uvs, 6, parted, 6);
  made = mw_convert_tangents (geoset, &n_split);
  g_assert_cmpuint (n_split, ==, 0);
  assert_tangent (&made, 0, 1, 0, 0, 1);
  assert_tangent (&made, 1, 1, 0, 0, 1);
  assert_tangent (&made, 4, -1, 0, 0, -1);
  assert_tangent (&made, 5, -1, 0, 0, -1);
  mw_array_clear (&made);
  mw_model_free (&model->model);
}

/* Input that determines nothing: no area, no area in the image, NaN, faces beyond the vertices, vertices without
 * faces. */
static void
tangents_of_nothing (void)
{
  static const float at[8][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 0, 0 },
                                  { 5, 5, 0 }, { 6, 5, 0 }, { 5, 6, 0 }, { 9, 9, 9 } };
  static const float uvs[8][2] = { { 0, 1 }, { 1, 1 }, { 0, 0 },   { 0.3f, 0.2f },
                                   { 2, 2 }, { 2, 2 }, { NAN, 2 }, { 0, 0 } };
  static const uint16_t faces[14] = { 0, 1, 2, 1, 2, 3, 4, 5, 5, 4, 5, 6, 0, 1 };
  static const uint16_t wrong[3] = { 0, 1, 900 };
  MwMdlx *model = new_model (WC3 (800));
  MwMdlxGeoset *geoset = add_flat (model, at, uvs, 8, faces, 14);
  uint32_t n_split;
  MwArray made = mw_convert_tangents (geoset, &n_split);
  for (guint i = 0; i < 3; i++)
    assert_tangent (&made, i, 1, 0, 0, 1);
  for (guint i = 0; i < 8; i++) {
    const float *row = (const float *) made.data + 4 * i;
    g_assert_cmpfloat (fabsf (row[0] * row[0] + row[1] * row[1] - 1), <, 1e-6f);
    g_assert_cmpfloat (row[2], ==, 0);
    g_assert_cmpfloat (fabsf (row[3]), ==, 1);
  }
  mw_array_clear (&made);
  mw_convert_set_array (&geoset->faces, mw_array_copy (wrong, 3, 2));
  made = mw_convert_tangents (geoset, &n_split);
  g_assert_cmpuint (made.n, ==, 8);
  mw_array_clear (&made);
  mw_convert_set_array (&geoset->normals, mw_array_new (0, 12));
  made = mw_convert_tangents (geoset, &n_split);
  g_assert_cmpuint (made.n, ==, 0);
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/convert/tangents/they equal those of the game's exporter", real_files);
  g_test_add_func ("/convert/tangents/they follow the direction and handedness of the texture", tangents);
  g_test_add_func ("/convert/tangents/each triangle is weighted by its angle as seen along the normal",
                   tangents_by_angle);
  g_test_add_func ("/convert/tangents/mirrored halves are summed separately", tangents_of_mirrored_halves);
  g_test_add_func ("/convert/tangents/degenerate input is ignored", tangents_of_nothing);
  return g_test_run ();
}
