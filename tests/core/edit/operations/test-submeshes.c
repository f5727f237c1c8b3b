/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/script.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <locale.h>
#include <string.h>

/* Operations on the vertices and loose parts of submeshes of M2 models: what all profiles show afterwards. */

enum { LARGEST = 3000000 };

static const MwM2Skin *
skin_at (MwDocument *document, guint i)
{
  return (const MwM2Skin *) m2_model (document)->skins.items[i];
}

static const MwM2Submesh *
submesh_at (MwDocument *document, guint skin, guint i)
{
  return (const MwM2Submesh *) skin_at (document, skin)->submeshes.items[i];
}

static void
assert_refused (MwDocument *document, const char *line, const char *words)
{
  g_autofree char *message = m2_refusal (document, line);
  if (!strstr (message, words))
    g_error ("%s: found \"%s\", expected it to say \"%s\"", line, message, words);
}

/* The values of the vertices at the corners of a profile, in order: what it shows. Without normals, which are alike if they
 * have the same direction. Free with g_byte_array_unref(). */
static GByteArray *
corners_of (const MwM2 *model, const MwM2Skin *skin)
{
  const MwArray *const floats[] = { &model->positions, &model->uvs, &model->uvs2 }, *const bytes[] = {
    &model->bone_weights, &model->bone_indices
  };
  static const guint n_floats[] = { 3, 2, 2 };
  GByteArray *all = g_byte_array_new ();
  for (guint i = 0; i < skin->submeshes.n; i++) {
    const MwArray *triangles = &((const MwM2Submesh *) skin->submeshes.items[i])->triangles;
    for (guint k = 0; k < triangles->n; k++) {
      const guint vertex = ((const guint16 *) triangles->data)[k];
      for (guint a = 0; a < G_N_ELEMENTS (floats); a++)
        for (guint c = 0; c < n_floats[a]; c++) {
          const float value = ((const float *) floats[a]->data)[n_floats[a] * vertex + c] + 0.0f; /* -0 is 0 */
          g_byte_array_append (all, (const guint8 *) &value, sizeof value);
        }
      for (guint a = 0; a < G_N_ELEMENTS (bytes); a++)
        g_byte_array_append (all, (const guint8 *) bytes[a]->data + 4 * vertex, 4);
    }
  }
  return all;
}

/* The rules that a set may break after the operation. Arrays of another length move to the end, and the others keep their places. */
static GHashTable *
rules_of (const MwFileSet *set)
{
  GHashTable *rules = m2_broken_rules (set);
  g_hash_table_insert (rules, (gpointer) "gap", NULL);
  g_hash_table_insert (rules, (gpointer) "order", NULL);
  return rules;
}

/* Runs a line that may find nothing to do, or a profile that is not there. */
static gboolean
try_line (MwDocument *document, const char *line)
{
  g_autoptr (GError) error = NULL;
  if (mw_script_run_line (document, line, NULL, &error))
    return TRUE;
  if (!strstr (error->message, "is not loaded"))
    g_assert_error (error, MW_ERROR, MW_ERROR_NOTHING);
  return FALSE;
}

/* Welding what is equal, and removing what is not used, changes nothing that is seen, in any profile of any real model. The
 * saved files are read back equal, also where a profile had its vertices in an unusual order. */
static void
test_corpus_shows_the_same (void)
{
  g_autoptr (GPtrArray) sets = m2_corpus_sets (LARGEST);
  guint n_welded = 0;
  for (guint i = 0; sets && i < sets->len; i++) {
    g_autoptr (MwDocument) document = m2_open (sets->pdata[i]);
    g_autoptr (GHashTable) rules = rules_of (sets->pdata[i]);

    const guint n = m2_model (document)->skins.n, n_vertices = m2_model (document)->positions.n;
    MwModel *first = mw_model_copy (mw_document_get_model (document), TRUE);
    g_autoptr (GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);
    gboolean changed = FALSE;
    for (guint k = 0; k < n; k++)
      g_ptr_array_add (before, corners_of (m2_model (document), skin_at (document, k)));
    for (guint k = 0; k < n; k++) {
      g_autofree char *weld = g_strdup_printf ("geoset-weld skins[%u].submeshes[*] distance=0 angle=0 uv_distance=0",
                                               k);
      if (skin_at (document, k)->submeshes.n)
        changed |= try_line (document, weld);
    }
    n_welded += changed;
    if (changed) {
      g_assert_cmpuint (m2_model (document)->positions.n, <, n_vertices);
      g_assert_false (try_line (document, "geoset-remove-unused-vertices skins[0].submeshes[0]"));
    }
    for (guint k = 0; k < n; k++) {
      g_autoptr (GByteArray) after = corners_of (m2_model (document), skin_at (document, k));
      const GByteArray *was = before->pdata[k];
      g_assert_cmpuint (after->len, ==, was->len);
      g_assert_true (was->len == 0 || memcmp (after->data, was->data, was->len) == 0);
    }
    G_GNUC_UNUSED g_autoptr (MwFileSet) saved = m2_assert_sound (document, rules, "welded");
    fixture_assert_undo (document, first);
    mw_model_free (first);
  }
  g_test_message ("vertices of %u models were welded", n_welded);
  g_assert_true (!sets || n_welded >= 3);
}

static guint
count_corners (const MwM2Skin *skin)
{
  guint n = 0;
  for (guint i = 0; i < skin->submeshes.n; i++)
    n += ((const MwM2Submesh *) skin->submeshes.items[i])->triangles.n;
  return n;
}

/* Splitting all submeshes of the last profile keeps the triangles of all profiles, and splits once. */
static void
test_corpus_split (void)
{
  g_autoptr (GPtrArray) sets = m2_corpus_sets (LARGEST);
  for (guint i = 0; sets && i < sets->len; i++) {
    g_autoptr (MwDocument) document = m2_open (sets->pdata[i]);
    g_autoptr (GHashTable) rules = rules_of (sets->pdata[i]);

    const guint n = m2_model (document)->skins.n;
    guint corners[8] = { 0 };
    if (!n || !skin_at (document, n - 1)->submeshes.n)
      continue;
    for (guint k = 0; k < n; k++)
      corners[k] = count_corners (skin_at (document, k));
    g_autofree char *line = g_strdup_printf ("geoset-split-parts skins[%u].submeshes[*] across_seams=%u", n - 1, i % 2);
    if (!try_line (document, line))
      continue;
    g_assert_false (try_line (document, line));
    for (guint k = 0; k < n; k++)
      g_assert_cmpuint (count_corners (skin_at (document, k)), ==, corners[k]);
    G_GNUC_UNUSED g_autoptr (MwFileSet) saved = m2_assert_sound (document, rules, "split");
  }
}

/* A vertex that only another profile uses stays; one that none uses goes, and those after it get other numbers. */
static void
test_unused_in_all_profiles (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  const char *const line = "geoset-remove-unused-vertices skins[0].submeshes[0]";
  try_line (document, line);
  assert_refused (document, line, "faces use all vertices");
  const guint n = m2_model (document)->positions.n;
  g_assert_cmpuint (n, >, 3);
  for (guint k = 0; k < m2_model (document)->skins.n; k++)
    for (guint i = 0; i < skin_at (document, k)->submeshes.n; i++) {
      g_autofree char *path = g_strdup_printf ("skins[%u].submeshes[%u].triangles", k, i);
      g_assert_true (fixture_set (document, path, k + 1 == m2_model (document)->skins.n ? "[1, 2, 3]" : "[2, 3, 2]"));
    }
  g_autofree char *one = fixture_get (document, "vertices.position[1]");
  m2_do (document, line);
  g_assert_cmpuint (m2_model (document)->positions.n, ==, 3);
  g_assert_cmpuint (m2_model (document)->uvs2.n, ==, 3);
  fixture_assert_value (document, "vertices.position[0]", one);
  fixture_assert_value (document, "skins[0].submeshes[0].triangles", "[1, 2, 1]");
  g_autofree char *last = g_strdup_printf ("skins[%u].submeshes[0].triangles", m2_model (document)->skins.n - 1);
  fixture_assert_value (document, last, "[0, 1, 2]");
  g_assert_true (fixture_set (document, last, "[0, 1]"));
  assert_refused (document, line, "incomplete triangle");
  g_assert_true (fixture_set (document, last, "[0, 1, 3]"));
  assert_refused (document, line, "vertices that do not exist");
}

/* Only vertices of the chosen submesh become one, and only where all values are alike. */
static void
test_weld_chosen (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  const char *const line = "geoset-weld skins[0].submeshes[0] distance=0.5 angle=0 uv_distance=0.5";
  for (guint k = 0; k < m2_model (document)->skins.n; k++)
    for (guint i = 0; i < skin_at (document, k)->submeshes.n; i++) {
      g_autofree char *path = g_strdup_printf ("skins[%u].submeshes[%u].triangles", k, i);
      g_assert_true (fixture_set (document, path, i ? "[0, 1, 2]" : "[1, 2, 3]"));
    }
  for (guint i = 0; i < 4; i++) {
    static const char *const fields[] = { "position", "normal", "uv", "uv2", "weights", "bones" };
    static const char *const values[] = {
      "{0, 0, 0}", "{0, 0, 1}", "{0, 0}", "{0, 0}", "{255, 0, 0, 0}", "{0, 0, 0, 0}"
    };
    for (guint f = 0; f < 6; f++) {
      g_autofree char *path = g_strdup_printf ("vertices.%s[%u]", fields[f], i);
      g_assert_true (fixture_set (document, path, values[f]));
    }
  }
  g_assert_true (fixture_set (document, "vertices.position[2]", "{0.4, 0, 0}"));
  g_assert_true (fixture_set (document, "vertices.position[3]", "{0.6, 0, 0}"));
  const guint n = m2_model (document)->positions.n;
  static const char *const others[][3] = { { "vertices.uv2[2]", "{0.6, 0}", "{0, 0}" },
                                           { "vertices.uv[2]", "{0, 0.6}", "{0, 0}" },
                                           { "vertices.normal[2]", "{0, 1, 0}", "{0, 0, 1}" },
                                           { "vertices.weights[2]", "{254, 1, 0, 0}", "{255, 0, 0, 0}" },
                                           { "vertices.bones[2]", "{1, 0, 0, 0}", "{0, 0, 0, 0}" } };
  g_assert_true (fixture_set (document, "vertices.position[3]", "{9, 0, 0}"));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    g_assert_true (fixture_set (document, others[i][0], others[i][1]));
    assert_refused (document, line, "no two vertices are alike");
    g_assert_true (fixture_set (document, others[i][0], others[i][2]));
  }
  m2_do (document, line);
  g_assert_cmpuint (m2_model (document)->positions.n, ==, n - 1);
  for (guint k = 0; k < m2_model (document)->skins.n; k++) {
    const guint16 first[] = { 1, 1, 2 }, second[] = { 0, 1, 1 };
    g_assert_cmpmem (submesh_at (document, k, 0)->triangles.data, 6, first, sizeof first);
    if (skin_at (document, k)->submeshes.n > 1)
      g_assert_cmpmem (submesh_at (document, k, 1)->triangles.data, 6, second, sizeof second);
  }
}

/* The parts of a submesh get the numbers after the largest one, where these are no flags. */
static void
test_split_numbers (void)
{
  static const guint versions[] = { 260, 272 };
  for (guint v = 0; v < 2; v++) {
    g_autoptr (MwFileSet) set = m2_made_set (versions[v], 1, 0);
    g_autoptr (MwDocument) document = m2_open (set);
    const MwM2Batch *batch = (const MwM2Batch *) skin_at (document, 0)->batches.items[0];
    g_autofree char *path = mw_record_path (mw_model_resolve (mw_document_get_model (document), batch->submesh)),
                    *triangles = g_strdup_printf ("%s.triangles", path),
                    *line = g_strdup_printf ("geoset-split-parts %s across_seams=0", path);
    guint largest = 0;
    const guint n_batches = skin_at (document, 0)->batches.n;
    for (guint k = 0; k < m2_model (document)->skins.n; k++)
      for (guint i = 0; i < skin_at (document, k)->batches.n; i++)
        largest = MAX (largest, ((const MwM2Batch *) skin_at (document, k)->batches.items[i])->surface);
    g_assert_true (fixture_set (document, triangles, "[0, 1, 2, 3, 4, 5]"));
    const guint surface = batch->surface;
    m2_do (document, line);
    g_assert_cmpuint (skin_at (document, 0)->batches.n, >, n_batches);
    const MwM2Batch *kept = (const MwM2Batch *) skin_at (document, 0)->batches.items[0];
    g_assert_cmpuint (kept->surface, ==, surface);
    guint other = 0;
    for (guint i = 0; i < skin_at (document, 0)->batches.n; i++)
      other = MAX (other, ((const MwM2Batch *) skin_at (document, 0)->batches.items[i])->surface);
    if (versions[v] < 272)
      g_assert_cmpuint (other, >, largest);
    else
      g_assert_cmpuint (other, <=, largest);
    assert_refused (document, line, "all faces hang together");
  }
}

/* --- Weights ------------------------------------------------------------------------------------------------------- */

/* A model whose first submeshes have the vertices 0 to 2, and whose others have 3 to 5. The bones 0 and 1 move all of them. */
static MwDocument *
open_weighted (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  MwDocument *document = m2_open (set);
  for (guint i = 0; i < 6; i++) {
    g_autofree char *weights = g_strdup_printf ("vertices.weights[%u]", i),
                    *bones = g_strdup_printf ("vertices.bones[%u]", i);
    g_assert_true (fixture_set (document, weights, "{100, 155, 0, 0}"));
    g_assert_true (fixture_set (document, bones, "{0, 1, 0, 0}"));
  }
  g_assert_true (fixture_set (document, "vertices.weights[2]", "{100, 100, 50, 5}"));
  for (guint k = 0; k < m2_model (document)->skins.n; k++)
    for (guint i = 0; i < skin_at (document, k)->submeshes.n; i++) {
      g_autofree char *triangles = g_strdup_printf ("skins[%u].submeshes[%u].triangles", k, i),
                      *influences = g_strdup_printf ("skins[%u].submeshes[%u].influences", k, i);
      g_assert_true (fixture_set (document, triangles, i ? "[3, 4, 5]" : "[0, 1, 2]"));
      g_assert_true (fixture_set (document, influences, "4"));
    }
  return document;
}

/* The number of influences follows where vertices change, in all profiles; elsewhere it stays as it is, even if it is wrong. */
static void
test_influences (void)
{
  g_autoptr (MwDocument) document = open_weighted ();
  static const struct {
    const char *vertices;
    guint first;
  } steps[] = { { "0;1", 4 }, { "2", 1 } };
  for (guint s = 0; s < G_N_ELEMENTS (steps); s++) {
    g_autofree char *line = g_strdup_printf ("geoset-set-weights skins[0].submeshes[0] bone=bones[1] vertices=%s",
                                             steps[s].vertices);
    m2_do (document, line);
    for (guint k = 0; k < m2_model (document)->skins.n; k++)
      for (guint i = 0; i < skin_at (document, k)->submeshes.n; i++)
        g_assert_cmpuint (submesh_at (document, k, i)->influences, ==, i ? 4 : steps[s].first);
  }
  g_assert_cmpuint (skin_at (document, 0)->submeshes.n, >, 1);
  g_assert_true (fixture_set (document, "vertices.weights[3]", "{100, 100, 55, 0}"));
  m2_do (document, "geoset-set-weights skins[0].submeshes[1] bone=bones[1] vertices=4");
  g_assert_cmpuint (submesh_at (document, 0, 1)->influences, ==, 3);
}

/* A submesh may not get more bones than its profile allows; one that has too many already may keep their number. */
static void
test_bone_limit (void)
{
  g_autoptr (MwDocument) document = open_weighted ();
  const char *const one = "geoset-set-weights skins[0].submeshes[0] bone=bones[2] vertices=0",
                    *const all = "geoset-set-weights skins[0].submeshes[0] bone=bones[2]";
  g_autofree char *limit = g_strdup_printf ("skins[%u].bone_limit", m2_model (document)->skins.n - 1);
  g_assert_cmpuint (m2_list (document, "bones")->n, >, 2);
  g_assert_true (fixture_set (document, limit, "2"));
  assert_refused (document, one, "would need 3 bones, and its skin profile allows 2");
  m2_do (document, all);
  m2_do (document, "set vertices.bones[0]={0, 0, 0, 0}");
  m2_do (document, "set vertices.bones[1]={1, 0, 0, 0}");
  g_assert_true (fixture_set (document, limit, "1"));
  m2_do (document, "geoset-set-weights skins[0].submeshes[0] bone=bones[1] vertices=0");
  g_assert_true (fixture_set (document, limit, "0"));
  m2_do (document, all);
  m2_do (document, "geoset-set-weights skins[0].submeshes[0] bone=bones[1] vertices=0");
  g_assert_true (fixture_set (document, limit, "2"));
  m2_do (document, all);
  m2_do (document, "geoset-set-weights skins[0].submeshes[0] bone=bones[1] vertices=0");
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/edit/operations/submeshes/real models show the same after a weld of equal vertices",
                   test_corpus_shows_the_same);
  g_test_add_func ("/core/edit/operations/submeshes/real models keep all triangles when they are split",
                   test_corpus_split);
  g_test_add_func ("/core/edit/operations/submeshes/a vertex goes if no profile uses it", test_unused_in_all_profiles);
  g_test_add_func ("/core/edit/operations/submeshes/vertices of the chosen submesh are welded if all is alike",
                   test_weld_chosen);
  g_test_add_func ("/core/edit/operations/submeshes/parts get surface numbers of their own", test_split_numbers);
  g_test_add_func ("/core/edit/operations/submeshes/influences follow the weights in all profiles", test_influences);
  g_test_add_func ("/core/edit/operations/submeshes/no submesh gets more bones than its profile allows",
                   test_bone_limit);
  return g_test_run ();
}
