/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/key-curve.h"
#include "core/model/aspects.h"
#include "core/pose/euler.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <math.h>

#define ALPHA "geoset_animations[0].alpha.track"
#define MOVES "bones[0].translation.track"
#define TURNS "bones[0].rotation.track"
#define TEXTURE "materials[0].layers[1].texture.track"

/* Alpha has the keys 0.1, 0.2, 0.3, 0.4 at 0, 500, 1000 and 2500 ms. The sequences are Stand, 0 to 1000, and Walk, 2000 to 3000. */
typedef struct {
  FixtureWorld world;
  MwKeySheet *sheet;
} Curves;

static void
setup (Curves *s, gconstpointer data)
{
  fixture_world_setup (&s->world, data);
  m2_do (s->world.document, "key-add " ALPHA " time=2500");
  m2_do (s->world.document, "set " ALPHA ".keys.value=[0.1, 0.2, 0.3, 0.4]");
  s->sheet = mw_key_sheet_new (s->world.document);
  mw_key_sheet_set_all (s->sheet, TRUE);
}

static void
teardown (Curves *s, gconstpointer data)
{
  mw_key_sheet_free (s->sheet);
  fixture_world_teardown (&s->world, data);
}

/* The curves of a track in a sequence; -1: in the whole file. */
static MwKeyCurve *
open_curve (Curves *s, const char *path, gint sequence, gboolean raw)
{
  const MwList *sequences = mw_model_sequences (mw_document_get_model (s->world.document));
  mw_key_sheet_set_sequence (s->sheet, sequence < 0 ? 0 : sequences->items[sequence]->id);
  mw_key_sheet_reload (s->sheet);
  const guint row = mw_key_sheet_find (s->sheet, fixture_id (s->world.document, path));
  g_assert_cmpuint (row, !=, 0);
  return mw_key_curve_new (s->sheet, row, raw);
}

#define assert_near(a, b) g_assert_cmpfloat_with_epsilon (a, b, 1e-5)

static double
value_at (const MwKeyCurve *curve, double time)
{
  double out[MW_KEY_CURVE_MOST];
  g_assert_true (mw_key_curve_at (curve, time, out));
  return out[0];
}

static void
test_linear (Curves *s, gconstpointer data)
{
  double out[MW_KEY_CURVE_MOST];
  g_autoptr (MwKeyCurve) curve = open_curve (s, ALPHA, 0, FALSE);
  g_assert_cmpuint (mw_key_curve_n_components (curve), ==, 1);
  g_assert_cmpint (mw_key_curve_kind (curve), ==, MW_KEY_CURVE_NUMBERS);
  g_assert_true (mw_key_curve_is_editable (curve));
  g_assert_cmpuint (mw_key_curve_n_keys (curve), ==, 3);
  g_assert_cmpint (mw_key_curve_key_time (curve, 1), ==, 500);
  assert_near (mw_key_curve_key (curve, 1)[0], 0.2);
  assert_near (value_at (curve, 250), 0.15);
  assert_near (value_at (curve, 1000), 0.3);
  /* Between two ms. */
  assert_near (value_at (curve, 250.5), 0.1501);
  g_assert_false (mw_key_curve_at (curve, -1, out));
  g_assert_false (mw_key_curve_at (curve, 1001, out));
  /* In the whole file each sequence plays its own keys, and nothing is shown between sequences. */
  g_autoptr (MwKeyCurve) whole = open_curve (s, ALPHA, -1, FALSE);
  g_assert_cmpuint (mw_key_curve_n_keys (whole), ==, 4);
  assert_near (value_at (whole, 250), 0.15);
  assert_near (value_at (whole, 2000), 0.4);
  g_assert_false (mw_key_curve_at (whole, 1500, out));
  /* What has no curve. */
  g_assert_null (open_curve (s, TEXTURE, 0, FALSE));
  g_assert_null (mw_key_curve_new (s->sheet, 0, FALSE));
}

static void
test_steps (Curves *s, gconstpointer data)
{
  MwCurveStretch stretches[4];
  m2_do (s->world.document, "set " ALPHA ".interpolation=DontInterp");
  g_autoptr (MwKeyCurve) curve = open_curve (s, ALPHA, 0, FALSE);
  g_assert_true (mw_key_curve_is_stepped (curve));
  assert_near (value_at (curve, 499.9), 0.1);
  assert_near (value_at (curve, 500), 0.2);
  mw_key_curve_stretches (curve, 400, 100, 4, stretches);
  assert_near (stretches[0].first[0], 0.1f);
  assert_near (stretches[0].most[0], 0.1f);
  assert_near (stretches[1].first[0], 0.2f);
}

/* With t = 1/2, a Hermite curve is (a + b)/2 + (out - in)/8, and a Bezier curve is (a + 3 out + 3 in + b)/8. */
static void
test_tangents (Curves *s, gconstpointer data)
{
  double time, value;
  m2_do (s->world.document, "set " ALPHA ".interpolation=Hermite");
  m2_do (s->world.document, "set " ALPHA ".keys.in_tan=[0, 0.3, 0, 0]");
  m2_do (s->world.document, "set " ALPHA ".keys.out_tan=[0.6, 0.3, 0, 0]");
  g_autoptr (MwKeyCurve) hermite = open_curve (s, ALPHA, 0, FALSE);
  assert_near (value_at (hermite, 250), 0.15 + 0.3 / 8);
  g_assert_true (mw_key_curve_handle (hermite, 0, 0, TRUE, &time, &value));
  assert_near (time, 500.0 / 3);
  assert_near (value, 0.3);
  g_assert_true (mw_key_curve_handle (hermite, 1, 0, FALSE, &time, &value));
  assert_near (time, 1000.0 / 3);
  assert_near (value, 0.1);
  g_assert_true (mw_key_curve_handle (hermite, 1, 0, TRUE, &time, &value));
  assert_near (time, 500 + 500.0 / 3);
  assert_near (value, 0.3);
  g_assert_true (mw_key_curve_is_smooth (hermite, 1, 0));
  g_assert_false (mw_key_curve_is_smooth (hermite, 0, 0));
  /* No neighbour in the sequence, also where the next key is of another one. */
  g_assert_false (mw_key_curve_handle (hermite, 0, 0, FALSE, &time, &value));
  g_assert_false (mw_key_curve_handle (hermite, 2, 0, TRUE, &time, &value));
  g_autoptr (MwKeyCurve) whole = open_curve (s, ALPHA, -1, FALSE);
  g_assert_false (mw_key_curve_handle (whole, 2, 0, TRUE, &time, &value));
  g_assert_true (mw_key_curve_handle (whole, 1, 0, TRUE, &time, &value));
  assert_near ((double) mw_key_curve_tangent (hermite, 0, 0, TRUE, 0.3), 0.6);
  assert_near ((double) mw_key_curve_tangent (hermite, 1, 0, FALSE, 0.1), 0.3);
  m2_do (s->world.document, "track-set-interpolation " ALPHA " interpolation=bezier");
  g_autoptr (MwKeyCurve) bezier = open_curve (s, ALPHA, 0, FALSE);
  assert_near (value_at (bezier, 250), 0.15 + 0.3 / 8);
  g_assert_true (mw_key_curve_handle (bezier, 0, 0, TRUE, &time, &value));
  assert_near (value, 0.3);
  assert_near ((double) mw_key_curve_tangent (bezier, 0, 0, TRUE, 0.7), 0.7);
  m2_do (s->world.document, "set " ALPHA ".keys[1].in_tan=0.15");
  g_autoptr (MwKeyCurve) corner = open_curve (s, ALPHA, 0, FALSE);
  g_assert_false (mw_key_curve_is_smooth (corner, 1, 0));
  m2_do (s->world.document, "set " ALPHA ".interpolation=Linear");
  g_autoptr (MwKeyCurve) linear = open_curve (s, ALPHA, 0, FALSE);
  g_assert_false (mw_key_curve_handle (linear, 0, 0, TRUE, &time, &value));
}

/* The curve between the last key and the first one of the next pass, at 250 and 1000 + 100. */
static void
test_loop (Curves *s, gconstpointer data)
{
  MwDocument *document = s->world.document;
  double time, value;
  m2_do (document, "set " ALPHA ".interpolation=Hermite");
  m2_do (document, "set " ALPHA ".keys.out_tan=[0, 0, 0.6, 0]");
  m2_do (document, "set " ALPHA ".keys.in_tan=[0.3, 0, 0, 0]");
  m2_do (document, "set " ALPHA ".keys.time=[100, 500, 700, 2500]");
  m2_do (document, "set sequences[0].flags=0");
  g_autoptr (MwKeyCurve) loop = open_curve (s, ALPHA, 0, FALSE);
  g_assert_true (mw_key_curve_handle (loop, 2, 0, TRUE, &time, &value));
  assert_near (time, 700 + 400.0 / 3);
  assert_near (value, 0.3 + 0.2);
  g_assert_true (mw_key_curve_handle (loop, 0, 0, FALSE, &time, &value));
  assert_near (time, 100 - 400.0 / 3);
  assert_near (value, 0.1 - 0.1);
  /* In the middle of that stretch, at t = 1/2, a Hermite curve is (a + b)/2 + (out - in)/8. */
  assert_near (value_at (loop, 900), 0.2 + (0.6 - 0.3) / 8);
  /* Both sides of a key are on one line if the curve goes on without a corner. */
  g_assert_false (mw_key_curve_is_smooth (loop, 0, 0));
  m2_do (document, "set " ALPHA ".keys[0].in_tan=0");
  g_autoptr (MwKeyCurve) smooth = open_curve (s, ALPHA, 0, FALSE);
  g_assert_true (mw_key_curve_is_smooth (smooth, 0, 0));
  /* Also where all sequences are shown, and not over the end of one with a single key. */
  g_autoptr (MwKeyCurve) whole = open_curve (s, ALPHA, -1, FALSE);
  g_assert_true (mw_key_curve_handle (whole, 2, 0, TRUE, &time, &value));
  assert_near (time, 700 + 400.0 / 3);
  g_assert_false (mw_key_curve_handle (whole, 3, 0, TRUE, &time, &value));
  g_assert_false (mw_key_curve_handle (whole, 3, 0, FALSE, &time, &value));
  m2_do (document, "set sequences[0].flags=1");
  g_autoptr (MwKeyCurve) once = open_curve (s, ALPHA, 0, FALSE);
  g_assert_false (mw_key_curve_handle (once, 2, 0, TRUE, &time, &value));
  g_assert_false (mw_key_curve_handle (once, 0, 0, FALSE, &time, &value));
  /* A global sequence always begins again. It is 500 ms long. */
  m2_do (document, "set " ALPHA ".keys.time=[100, 400, 600, 2500]");
  m2_do (document, "set " ALPHA ".global_sequence=global_sequences[0]");
  g_autoptr (MwKeyCurve) global = open_curve (s, ALPHA, 0, FALSE);
  g_assert_true (mw_key_curve_handle (global, 1, 0, TRUE, &time, &value));
  assert_near (time, 400 + 200.0 / 3);
  g_assert_true (mw_key_curve_handle (global, 0, 0, FALSE, &time, &value));
  assert_near (time, 100 - 200.0 / 3);
}

static void
test_stretches (Curves *s, gconstpointer data)
{
  MwCurveStretch stretches[5];
  double least = INFINITY, most = -INFINITY;
  m2_do (s->world.document, "set " ALPHA ".keys[1].value=0.9");
  g_autoptr (MwKeyCurve) curve = open_curve (s, ALPHA, 0, FALSE);
  /* The peak at 500 is in the second stretch although it is at none of its ends. */
  mw_key_curve_stretches (curve, -400, 400, 5, stretches);
  g_assert_false (stretches[0].there);
  g_assert_true (stretches[1].there);
  assert_near (stretches[1].first[0], 0.1f);
  assert_near (stretches[1].most[0], 0.1f);
  assert_near (stretches[2].most[0], 0.9f);
  assert_near (stretches[2].least[0], 0.1f + 0.8f * 0.8f);
  g_assert_true (stretches[3].there);
  g_assert_false (stretches[4].there);
  mw_key_curve_range (curve, 0, 1000, 1, &least, &most);
  assert_near (least, 0.1);
  assert_near (most, 0.9);
  least = INFINITY, most = -INFINITY;
  mw_key_curve_range (curve, 0, 250, 1, &least, &most);
  assert_near (most, 0.5);
  mw_key_curve_range (curve, 0, 1000, 2, &least, &most);
  assert_near (most, 0.5);
}

static void
test_near (Curves *s, gconstpointer data)
{
  guint component = 9;
  m2_do (s->world.document, "add " MOVES);
  m2_do (s->world.document, "key-add " MOVES " time=0");
  m2_do (s->world.document, "set " MOVES ".keys[0].value={1, 2, 2}");
  m2_do (s->world.document, "key-add " MOVES " time=700");
  g_autoptr (MwKeyCurve) curve = open_curve (s, MOVES, 0, FALSE);
  g_assert_cmpuint (mw_key_curve_n_components (curve), ==, 3);
  g_assert_cmpint (mw_key_curve_near (curve, 705, 1.05, 10, 0.1, 7, &component), ==, 1);
  g_assert_cmpuint (component, ==, 0);
  g_assert_cmpint (mw_key_curve_near (curve, 709, 1.09, 10, 0.1, 7, &component), ==, -1);
  g_assert_cmpint (mw_key_curve_near (curve, 711, 1, 10, 0.1, 7, &component), ==, -1);
  /* Of two at one place the first, or the one that is shown. */
  g_assert_cmpint (mw_key_curve_near (curve, 700, 2, 10, 0.1, 7, &component), ==, 1);
  g_assert_cmpuint (component, ==, 1);
  g_assert_cmpint (mw_key_curve_near (curve, 700, 2, 10, 0.1, 5, &component), ==, 1);
  g_assert_cmpuint (component, ==, 2);
  g_assert_cmpint (mw_key_curve_near (curve, 700, 1, 10, 0.1, 6, &component), ==, -1);
}

/* A turn about Z from 0 over 170 to 340 degrees goes on, although -20 is the same rotation. */
static void
test_angles (Curves *s, gconstpointer data)
{
  static const double turns[] = { 0, 170, 340 };
  MwDocument *document = s->world.document;
  double time, value, out[MW_KEY_CURVE_MOST];
  m2_do (document, "add " TURNS);
  for (guint i = 0; i < G_N_ELEMENTS (turns); i++) {
    float q[4];
    char numbers[4][G_ASCII_DTOSTR_BUF_SIZE];
    mw_euler_to_quat ((const double[]) { 0, 0, turns[i] }, q);
    for (guint k = 0; k < 4; k++)
      g_ascii_dtostr (numbers[k], sizeof numbers[k], (double) q[k]);
    g_autofree char *add = g_strdup_printf ("key-add " TURNS " time=%u", i * 400),
                    *set = g_strdup_printf ("set " TURNS ".keys[%u].value={%s,%s,%s,%s}", i, numbers[0], numbers[1],
                                            numbers[2], numbers[3]);
    m2_do (document, add);
    m2_do (document, set);
  }
  m2_do (document, "set " TURNS ".interpolation=Linear");
  g_autoptr (MwKeyCurve) curve = open_curve (s, TURNS, 0, FALSE);
  g_assert_cmpint (mw_key_curve_kind (curve), ==, MW_KEY_CURVE_ANGLES);
  g_assert_cmpuint (mw_key_curve_n_components (curve), ==, 3);
  g_assert_cmpfloat_with_epsilon (mw_key_curve_key (curve, 2)[2], 340, 1e-3);
  g_assert_true (mw_key_curve_at (curve, 600, out));
  g_assert_cmpfloat_with_epsilon (out[2], 255, 1e-2);
  g_assert_cmpfloat_with_epsilon (out[0], 0, 1e-2);
  g_autoptr (MwKeyCurve) raw = open_curve (s, TURNS, 0, TRUE);
  g_assert_cmpint (mw_key_curve_kind (raw), ==, MW_KEY_CURVE_RAW);
  g_assert_false (mw_key_curve_is_editable (raw));
  g_assert_cmpuint (mw_key_curve_n_components (raw), ==, 4);
  g_assert_true (mw_key_curve_at (raw, 200, out));
  g_assert_cmpfloat_with_epsilon (out[2], sin (85.0 / 2 * G_PI / 180), 1e-4);
  m2_do (document, "set " TURNS ".interpolation=Hermite");
  g_autoptr (MwKeyCurve) squad = open_curve (s, TURNS, 0, FALSE);
  g_assert_false (mw_key_curve_handle (squad, 0, 2, TRUE, &time, &value));
}

/* Alpha that follows a global sequence is shown from the start of Walk on, for one turn of the global sequence. */
static void
test_global (Curves *s, gconstpointer data)
{
  double out[MW_KEY_CURVE_MOST];
  g_autofree char *length = fixture_get (s->world.document, "global_sequences[0].duration");
  const double loop = g_ascii_strtod (length, NULL);
  m2_do (s->world.document, "set " ALPHA ".global_sequence=global_sequences[0]");
  g_autoptr (MwKeyCurve) curve = open_curve (s, ALPHA, 1, FALSE);
  g_assert_cmpint (mw_key_curve_key_time (curve, 0), ==, 2000);
  assert_near (value_at (curve, 2250), 0.15);
  g_assert_true (mw_key_curve_at (curve, 2000 + loop, out));
  g_assert_false (mw_key_curve_at (curve, 2001 + loop, out));
  g_assert_false (mw_key_curve_at (curve, 1999, out));
}

/* --- Lanes ---------------------------------------------------------------------------------------------------------- */

/* Whatever the curve shows is what the pose computes from the lane; and the keys are those of the lane. */
static void
test_lanes (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  g_autoptr (MwKeySheet) sheet = mw_key_sheet_new (document);
  const MwModel *model = mw_document_get_model (document);
  const MwList *sequences = mw_model_sequences (model);
  guint curves = 0, rotations = 0, values = 0;
  mw_key_sheet_set_all (sheet, TRUE);
  for (uint32_t i = 0; i < MIN (sequences->n, 3); i++) {
    mw_key_sheet_set_sequence (sheet, sequences->items[i]->id);
    mw_key_sheet_reload (sheet);
    const MwSheetScope *scope = mw_key_sheet_get_scope (sheet);
    for (guint k = 1; k < mw_key_sheet_n_rows (sheet); k++) {
      const MwSheetRow *row = mw_key_sheet_row (sheet, k);
      g_autoptr (MwKeyCurve) curve = mw_key_curve_new (sheet, k, FALSE);
      double out[MW_KEY_CURVE_MOST];
      if (!curve || row->global)
        continue;
      curves++;
      rotations += mw_key_curve_kind (curve) == MW_KEY_CURVE_ANGLES;
      g_assert_cmpuint (mw_key_curve_n_keys (curve), ==, row->n);
      for (guint key = 0; key < row->n; key++) {
        const gint64 time = row->times[key];
        if (time > scope->end || (key + 1 < row->n && row->times[key + 1] == time))
          continue;
        g_assert_true (mw_key_curve_at (curve, (double) time, out));
        for (guint c = 0; c < mw_key_curve_n_components (curve); c++, values++)
          g_assert_cmpfloat_with_epsilon (out[c], mw_key_curve_key (curve, key)[c], 0.1);
      }
    }
  }
  g_assert_cmpuint (curves, >, 5);
  g_assert_cmpuint (rotations, >, 0);
  g_assert_cmpuint (values, >, 20);
}

/* M2 does not interpolate over the end of a loop, so nothing is bent there. */
static void
test_m2_ends (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  g_autoptr (MwKeySheet) sheet = mw_key_sheet_new (document);
  const MwList *sequences = mw_model_sequences (mw_document_get_model (document));
  guint first = 0, last = 0, inside = 0;
  double time, value;
  mw_key_sheet_set_all (sheet, TRUE);
  for (uint32_t i = 0; i < sequences->n; i++) {
    mw_key_sheet_set_sequence (sheet, sequences->items[i]->id);
    mw_key_sheet_reload (sheet);
    for (guint k = 1; k < mw_key_sheet_n_rows (sheet); k++) {
      g_autoptr (MwKeyCurve) curve = mw_key_curve_new (sheet, k, FALSE);
      const guint n = curve ? mw_key_curve_n_keys (curve) : 0;
      if (n < 2)
        continue;
      first += mw_key_curve_handle (curve, 0, 0, FALSE, &time, &value);
      inside += mw_key_curve_handle (curve, 0, 0, TRUE, &time, &value);
      last += mw_key_curve_handle (curve, n - 1, 0, TRUE, &time, &value);
    }
  }
  g_test_message ("%u handles", inside);
  g_assert_cmpuint (inside, >, 0);
  g_assert_cmpuint (first, ==, 0);
  g_assert_cmpuint (last, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add (path, Curves, NULL, setup, func, teardown)
  ADD ("/key-curve/is-what-the-sequence-shows", test_linear);
  ADD ("/key-curve/holds-where-nothing-is-interpolated", test_steps);
  ADD ("/key-curve/handles-are-the-control-points", test_tangents);
  ADD ("/key-curve/handles-reach-over-the-end-of-a-loop", test_loop);
  ADD ("/key-curve/a-stretch-knows-the-peaks-in-it", test_stretches);
  ADD ("/key-curve/finds-the-nearest-point", test_near);
  ADD ("/key-curve/rotations-are-angles-without-jumps", test_angles);
  ADD ("/key-curve/a-global-sequence-is-shown-once", test_global);
  g_test_add_func ("/key-curve/no-handle-of-m2-reaches-over-the-end-of-a-loop", test_m2_ends);
  g_test_add_func ("/key-curve/shows-the-lane-of-a-sequence", test_lanes);
  return g_test_run ();
}
