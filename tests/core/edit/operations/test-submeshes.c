/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/script.h"
#include "core/model/m2/derived.h"
#include "core/schema/notes.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/corpus.h"
#include "tests/core/edit/m2.h"

#include <locale.h>
#include <math.h>
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

/* Sets of real models; NULL: there is no corpus. */
static GPtrArray *
part_of_corpus (void)
{
  GPtrArray *sets = m2_corpus_sets (LARGEST);
  if (sets)
    work_part (sets, 12);
  return sets;
}

/* Welding what is equal, and removing what is not used, changes nothing that is seen, in any profile of any real model. The
 * saved files are read back equal, also where a profile had its vertices in an unusual order. */
static void
test_corpus_shows_the_same (void)
{
  g_autoptr (GPtrArray) sets = part_of_corpus ();
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
  g_autoptr (GPtrArray) sets = part_of_corpus ();
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
    assert_refused (document, line, "all faces are connected");
  }
}

/* The parts follow each other in the order of their first vertices, whichever has the first triangle. All submeshes that are made
 * have the batches of the whole, and at least one influence even if nothing moves their vertices. */
static void
test_split_order (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  static const guint16 parts[][6] = { { 0, 1, 2, 2, 1, 0 }, { 3, 4, 5 }, { 6, 7, 8 } };
  static const guint sizes[] = { 6, 3, 3 };
  const guint n = skin_at (document, 0)->submeshes.n;
  guint n_batches[4] = { 0 };
  g_assert_cmpuint (m2_model (document)->positions.n, >, 8);
  for (guint i = 0; i < 3; i++) {
    g_autofree char *weights = g_strdup_printf ("vertices.weights[%u]", 6 + i);
    g_assert_true (fixture_set (document, weights, "{0, 0, 0, 0}"));
  }
  g_assert_true (fixture_set (document, "skins[0].submeshes[0].triangles", "[6, 7, 8, 0, 1, 2, 3, 4, 5, 2, 1, 0]"));
  m2_do (document, "geoset-split-parts skins[0].submeshes[0] across_seams=0");
  const MwM2Skin *skin = skin_at (document, 0);
  g_assert_cmpuint (skin->submeshes.n, ==, n + 2);
  for (guint i = 0; i < skin->batches.n; i++)
    for (guint k = 0; k < 4; k++)
      n_batches[k] += ((const MwM2Batch *) skin->batches.items[i])->submesh.id == skin->submeshes.items[k]->id;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const MwArray *triangles = &submesh_at (document, 0, i)->triangles;
    g_assert_cmpmem (triangles->data, triangles->n * 2, parts[i], sizes[i] * 2);
    g_assert_cmpuint (n_batches[i], ==, n_batches[0]);
    g_assert_cmpuint (submesh_at (document, 0, i)->influences, >=, 1);
  }
  guint n_selected;
  const MwId *selected = mw_document_get_selection (document, &n_selected);
  g_assert_cmpuint (n_selected, ==, 3);
  for (guint i = 0; i < n_selected; i++)
    g_assert_cmpuint (selected[i], ==, skin->submeshes.items[i]->id);
}

static guint
count_lists (MwDocument *document)
{
  guint n = 0;
  for (guint k = 0; k < m2_model (document)->skins.n; k++) {
    const MwM2Skin *skin = skin_at (document, k);
    n += mw_notes_find (&skin->record, MW_NOTE_LAYOUT, &mw_m2_skin_indices_field) != NULL;
    for (guint i = 0; i < skin->submeshes.n; i++)
      n += mw_notes_find (skin->submeshes.items[i], MW_NOTE_LAYOUT, &mw_m2_skin_vertices_field) != NULL;
  }
  return n;
}

/* Lists of vertices in an order of their own are forgotten where they would name the wrong vertices, or too many. Undo brings
 * them back. */
static void
test_forgets_lists (void)
{
  static const char *const lines[] = { "geoset-split-parts skins[0].submeshes[0] across_seams=0",
                                       "geoset-weld skins[0].submeshes[0] distance=1000 angle=180 uv_distance=1000",
                                       "geoset-flip-faces skins[0].submeshes[0]" };
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
    g_autoptr (MwDocument) document = m2_open (set);
    static const guint16 list[] = { 5, 4, 3, 2, 1, 0 };
    g_assert_true (fixture_set (document, "skins[0].submeshes[0].triangles", "[0, 1, 2, 3, 4, 5]"));
    for (guint v = 0; v < 6; v++)
      for (guint f = 0; f < 2; f++) {
        g_autofree char *path = g_strdup_printf ("vertices.%s[%u]", f ? "bones" : "weights", v);
        g_assert_true (fixture_set (document, path, f ? "{0, 0, 0, 0}" : "{255, 0, 0, 0}"));
      }
    const guint before = count_lists (document);
    mw_notes_add ((MwRecord *) &submesh_at (document, 0, 0)->record, MW_NOTE_LAYOUT, &mw_m2_skin_vertices_field, 0,
                  list, sizeof list, sizeof list);
    mw_notes_add ((MwRecord *) &skin_at (document, 1)->record, MW_NOTE_LAYOUT, &mw_m2_skin_indices_field, 0, list,
                  sizeof list, sizeof list);
    g_assert_cmpuint (count_lists (document), ==, before + 2);
    m2_do (document, lines[i]);
    g_assert_cmpuint (count_lists (document), ==, i == 2 ? before + 2 : 0);
    mw_document_undo (document);
    g_assert_cmpuint (count_lists (document), ==, before + 2);
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

/* --- Merge ---------------------------------------------------------------------------------------------------------- */

/* Splitting the submeshes of a profile and merging the parts of each again gives no more submeshes than before, and keeps all
 * triangles. What is saved is right by the second reader. */
static void
test_corpus_merge_back (void)
{
  g_autoptr (GPtrArray) sets = part_of_corpus ();
  guint n_merged = 0;
  for (guint i = 0; sets && i < sets->len; i++) {
    g_autoptr (MwDocument) document = m2_open (sets->pdata[i]);
    g_autoptr (GHashTable) rules = rules_of (sets->pdata[i]);
    const guint n = m2_model (document)->skins.n;
    if (!n || !skin_at (document, 0)->submeshes.n)
      continue;
    guint corners[8] = { 0 }, submeshes[8] = { 0 };
    for (guint k = 0; k < n; k++) {
      corners[k] = count_corners (skin_at (document, k));
      submeshes[k] = skin_at (document, k)->submeshes.n;
    }
    if (!try_line (document, "geoset-split-parts skins[0].submeshes[0] across_seams=0"))
      continue;
    const guint n_parts = skin_at (document, 0)->submeshes.n - submeshes[0] + 1;
    MwModel *split = mw_model_copy (mw_document_get_model (document), TRUE);
    g_autofree char *line = g_strdup_printf ("geoset-merge skins[0].submeshes[0:%u]", n_parts);
    m2_do (document, line);
    g_assert_cmpuint (skin_at (document, 0)->submeshes.n, ==, submeshes[0]);
    for (guint k = 0; k < n; k++) {
      g_assert_cmpuint (count_corners (skin_at (document, k)), ==, corners[k]);
      g_assert_cmpuint (skin_at (document, k)->submeshes.n, <=, submeshes[k]);
    }
    G_GNUC_UNUSED g_autoptr (MwFileSet) saved = m2_assert_sound (document, rules, "merged");
    mw_document_undo (document);
    fixture_assert_equal (split, mw_document_get_model (document));
    mw_model_free (split);
    n_merged++;
  }
  g_test_message ("%u models were split and merged", n_merged);
  g_assert_true (!sets || n_merged >= 3);
}

/* A model with two submeshes in each profile, drawn by a batch each that are alike. */
static MwDocument *
open_pair (const MwFileSet *set)
{
  MwDocument *document = m2_open (set);
  for (guint k = 0; k < m2_model (document)->skins.n; k++) {
    g_autofree char *list = g_strdup_printf ("skins[%u].batches", k),
                    *submeshes = g_strdup_printf ("skins[%u].submeshes", k),
                    *shadows = g_strdup_printf ("skins[%u].shadow_batches", k);
    while (skin_at (document, k)->shadow_batches.n) {
      g_autofree char *line = g_strdup_printf ("delete %s[0]", shadows);
      m2_do (document, line);
    }
    while (skin_at (document, k)->submeshes.n > 1) {
      g_autofree char *line = g_strdup_printf ("delete %s[1]", submeshes);
      m2_do (document, line);
    }
    while (skin_at (document, k)->batches.n > 1) {
      g_autofree char *line = g_strdup_printf ("delete %s[1]", list);
      m2_do (document, line);
    }
    g_autofree char *triangles = g_strdup_printf ("%s[0].triangles", submeshes),
                    *split = g_strdup_printf ("geoset-split-parts %s[0] across_seams=0", submeshes);
    g_assert_true (fixture_set (document, triangles, "[0, 1, 2, 3, 4, 5]"));
    if (k + 1 == m2_model (document)->skins.n)
      m2_do (document, split);
  }
  return document;
}

static void
set_weights (MwDocument *document, guint vertex, const char *bones, const char *weights)
{
  g_autofree char *of_bones = g_strdup_printf ("vertices.bones[%u]", vertex),
                  *of_weights = g_strdup_printf ("vertices.weights[%u]", vertex);
  g_assert_true (fixture_set (document, of_bones, bones));
  g_assert_true (fixture_set (document, of_weights, weights));
}

#define MERGE "geoset-merge skins[0].submeshes[0],skins[0].submeshes[1]"

static void
test_merge_pair (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) document = open_pair (set);
  for (guint i = 0; i < 6; i++)
    set_weights (document, i, i == 4 ? "{0, 1, 0, 0}" : "{0, 0, 0, 0}", i == 4 ? "{200, 55, 0, 0}" : "{255, 0, 0, 0}");
  static const char *const places[] = { "{0, 0, 0}", "{1, 0, 0}", "{2, 0, 0}", "{9, 0, 0}", "{9, 3, 0}", "{9, 0, 3}" };
  for (guint i = 0; i < 6; i++) {
    g_autofree char *path = g_strdup_printf ("vertices.position[%u]", i);
    g_assert_true (fixture_set (document, path, places[i]));
  }
  m2_do (document, "geoset-merge skins[0].submeshes[1],skins[0].submeshes[0]");
  for (guint k = 0; k < m2_model (document)->skins.n; k++) {
    const guint16 wanted[] = { 0, 1, 2, 3, 4, 5 };
    const MwM2Submesh *submesh = submesh_at (document, k, 0);
    g_assert_cmpuint (skin_at (document, k)->submeshes.n, ==, 1);
    g_assert_cmpuint (skin_at (document, k)->batches.n, ==, 1);
    g_assert_cmpmem (submesh->triangles.data, 2 * submesh->triangles.n, wanted, sizeof wanted);
    g_assert_cmpuint (submesh->influences, ==, 2);
    g_assert_cmpfloat_with_epsilon (submesh->center[0], 5, 1e-6);
    g_assert_cmpfloat_with_epsilon (submesh->center[1], 0.5, 1e-6);
    g_assert_cmpfloat_with_epsilon (submesh->sort_radius, sqrt (20.25 + 2.25 + 2.25), 1e-5);
  }
  assert_refused (document, "geoset-merge skins[0].submeshes[0]", "nothing to merge");
  assert_refused (document, "geoset-merge skins[0].submeshes[0],skins[1].submeshes[0]", "no profile shows them as two");
}

/* A profile whose limit of bones is too small keeps two submeshes, with one surface number; the others have one. */
static void
test_merge_limit (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) document = open_pair (set);
  const guint last = m2_model (document)->skins.n - 1;
  g_autofree char *limit = g_strdup_printf ("skins[%u].bone_limit", last);
  for (guint i = 0; i < 6; i++)
    set_weights (document, i, i < 3 ? "{0, 0, 0, 0}" : "{1, 2, 0, 0}", i < 3 ? "{255, 0, 0, 0}" : "{200, 55, 0, 0}");
  g_assert_true (fixture_set (document, limit, "2"));
  m2_do (document, MERGE);
  for (guint k = 0; k <= last; k++) {
    g_assert_cmpuint (skin_at (document, k)->submeshes.n, ==, k == last ? 2 : 1);
    for (guint i = 0; i < skin_at (document, k)->batches.n; i++)
      g_assert_cmpuint (((const MwM2Batch *) skin_at (document, k)->batches.items[i])->surface, ==, 0);
  }
  mw_document_undo (document);
  g_assert_true (fixture_set (document, limit, "3")); /* the three bones fit exactly */
  m2_do (document, MERGE);
  g_assert_cmpuint (skin_at (document, last)->submeshes.n, ==, 1);
  mw_document_undo (document);
  for (guint k = 0; k <= last; k++) {
    g_autofree char *path = g_strdup_printf ("skins[%u].bone_limit", k);
    g_assert_true (fixture_set (document, path, "2"));
  }
  assert_refused (document, MERGE, "they would have 3 bones, but a submesh of their profile may have only 2");
}

/* The number of a surface that has gone is not left free, and numbers below it stay. */
static void
test_merge_numbers (void)
{
  static const guint before[] = { 5, 2, 7, 1 };
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) document = open_pair (set);
  const guint last = m2_model (document)->skins.n - 1;
  for (guint k = 0; k <= last; k++) {
    g_autofree char *triangles = g_strdup_printf ("skins[%u].submeshes[0].triangles", k),
                    *other = g_strdup_printf ("skins[%u].submeshes[1].triangles", k),
                    *split = g_strdup_printf ("geoset-split-parts skins[%u].submeshes[0] across_seams=0", k);
    g_assert_true (fixture_set (document, triangles, "[0, 1, 2, 6, 7, 8, 9, 10, 11]"));
    g_assert_true (fixture_set (document, other, "[3, 4, 5]"));
    if (k == last)
      m2_do (document, split);
  }
  for (guint k = 0; k <= last; k++)
    for (guint i = 0; i < 4; i++) {
      g_autofree char *
        path = g_strdup_printf ("skins[%u].batches[%u].surface", k, i),
       *number = g_strdup_printf (
         "%u",
         before[mw_record_index (mw_model_resolve (
           mw_document_get_model (document), ((const MwM2Batch *) skin_at (document, k)->batches.items[i])->submesh))]);
      g_assert_true (fixture_set (document, path, number));
    }
  /* Those with 5 and 2: 5 goes, and 7 becomes 6; also where the last profile keeps both, which have the same number then. */
  g_autofree char *limit = g_strdup_printf ("skins[%u].bone_limit", last);
  for (guint i = 0; i < 12; i++)
    set_weights (document, i, i < 3 ? "{0, 0, 0, 0}" : "{1, 0, 0, 0}", "{255, 0, 0, 0}");
  g_assert_true (fixture_set (document, limit, "1"));
  m2_do (document, MERGE);
  for (guint i = 0; i < 4; i++) {
    static const guint kept[] = { 2, 2, 6, 1 };
    const MwM2Batch *batch = (const MwM2Batch *) skin_at (document, last)->batches.items[i];
    g_assert_cmpuint (batch->surface, ==,
                      kept[mw_record_index (mw_model_resolve (mw_document_get_model (document), batch->submesh))]);
  }
  mw_document_undo (document);
  g_assert_true (fixture_set (document, limit, "21"));
  m2_do (document, MERGE);
  for (guint k = 0; k <= last; k++) {
    static const guint after[] = { 2, 6, 1 };
    g_assert_cmpuint (skin_at (document, k)->batches.n, ==, 3);
    for (guint i = 0; i < 3; i++) {
      const MwM2Batch *batch = (const MwM2Batch *) skin_at (document, k)->batches.items[i];
      const MwRecord *of = mw_model_resolve (mw_document_get_model (document), batch->submesh);
      g_assert_cmpuint (batch->surface, ==, after[mw_record_index (of)]);
    }
  }
}

static void
set_corners (MwDocument *document, guint submesh, guint n)
{
  g_autofree char *path = g_strdup_printf ("skins[0].submeshes[%u].triangles", submesh);
  g_autoptr (GString) text = g_string_new ("[");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u", i ? ", " : "", 3 * submesh + i % 3);
  g_string_append_c (text, ']');
  g_assert_true (fixture_set (document, path, text->str));
}

/* A submesh has at most 65535 corners. */
static void
test_merge_corners (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) document = open_pair (set);
  while (m2_model (document)->skins.n > 1)
    m2_do (document, "delete skins[1]");
  set_corners (document, 0, 36000);
  set_corners (document, 1, 29538);
  assert_refused (document, MERGE, "more than 65535 corners");
  set_corners (document, 1, 29535);
  m2_do (document, MERGE);
  g_assert_cmpuint (submesh_at (document, 0, 0)->triangles.n, ==, 65535);
}

/* What another profile draws in another way, over the same triangles, stays as it is there. */
static void
test_merge_others (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) document = open_pair (set);
  const guint last = m2_model (document)->skins.n - 1;
  g_autofree char *plane = g_strdup_printf ("skins[%u].batches[1].priority_plane", last);
  g_assert_true (fixture_set (document, plane, "9"));
  m2_do (document, MERGE);
  g_assert_cmpuint (skin_at (document, 0)->submeshes.n, ==, 1);
  g_assert_cmpuint (skin_at (document, last)->submeshes.n, ==, 2);
  mw_document_undo (document);
  for (guint k = 0; k < 2; k++) {
    g_autofree char *material = g_strdup_printf ("skins[%u].batches[%u].material", last, k);
    g_assert_true (fixture_set (document, material, "materials[0]"));
  }
  const MwM2Batch *batch = (const MwM2Batch *) skin_at (document, last)->batches.items[0];
  g_assert_true (((const MwM2Batch *) skin_at (document, 0)->batches.items[0])->material.id != batch->material.id);
  m2_do (document, MERGE);
  g_assert_cmpuint (skin_at (document, 0)->submeshes.n, ==, 1);
  g_assert_cmpuint (skin_at (document, last)->submeshes.n, ==, 2);
}

/* What is drawn in another way is not merged. */
static void
test_merge_refused (void)
{
  static const char *const others[][3] = {
    { "skins[0].submeshes[1].geoset", "7", "different mesh parts" },
    { "skins[0].batches[1].material", "materials[1]", "different materials" },
    { "skins[0].batches[1].units[0].coord", "1", "textures or texture coordinates" },
    { "skins[0].batches[1].color", "none", "colours, texture weights" },
    { "skins[0].batches[1].priority_plane", "9", "priority plane" },
    { "skins[0].batches[1].layer", "3", "priority plane" },
    { "skins[0].batches[1].submesh", "skins[0].submeshes[0]", "number of batches" },
  };
  g_autoptr (MwFileSet) set = m2_made_set (260, 1, 0);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autoptr (MwDocument) document = open_pair (set);
    for (guint k = 0; k < 2; k++) {
      static const char *const same[][2] = { { "material", "materials[0]" },
                                             { "color", "colors[0]" },
                                             { "units[0].coord", "0" } };
      for (guint j = 0; j < G_N_ELEMENTS (same); j++) {
        g_autofree char *path = g_strdup_printf ("skins[0].batches[%u].%s", k, same[j][0]);
        g_assert_true (fixture_set (document, path, same[j][1]));
      }
    }
    g_assert_true (fixture_set (document, others[i][0], others[i][1]));
    assert_refused (document, MERGE, others[i][2]);
  }
  g_autoptr (MwFileSet) shadowed = m2_made_set (272, 1, 0);
  g_autoptr (MwDocument) document = open_pair (shadowed);
  for (guint i = 2; i <= 3; i++) {
    g_autofree char *weight = g_strdup_printf ("skins[0].batches[1].weight_%u", i);
    for (guint k = 0; k < 2; k++) {
      g_autofree char *shader = g_strdup_printf ("skins[0].batches[%u].shader", k);
      g_assert_true (fixture_set (document, shader, "0x8012"));
    }
    g_assert_true (fixture_set (document, weight, "texture_weights[0]"));
    assert_refused (document, MERGE, "colours, texture weights");
    mw_document_undo (document);
    mw_document_undo (document);
    mw_document_undo (document);
  }
  m2_do (document, "add skins[0].shadow_batches submesh=skins[0].submeshes[1]");
  assert_refused (document, MERGE, "shadow batches");
  m2_do (document, "add skins[0].shadow_batches submesh=skins[0].submeshes[0]");
  m2_do (document, MERGE);
  g_assert_cmpuint (skin_at (document, 0)->shadow_batches.n, ==, 1);
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
  g_test_add_func ("/core/edit/operations/submeshes/parts are in the order of their vertices", test_split_order);
  g_test_add_func ("/core/edit/operations/submeshes/lists of vertices are forgotten where they would be wrong",
                   test_forgets_lists);
  g_test_add_func ("/core/edit/operations/submeshes/influences follow the weights in all profiles", test_influences);
  g_test_add_func ("/core/edit/operations/submeshes/no submesh gets more bones than its profile allows",
                   test_bone_limit);
  g_test_add_func ("/core/edit/operations/submeshes/parts of real models are merged again", test_corpus_merge_back);
  g_test_add_func ("/core/edit/operations/submeshes/two are merged in all profiles", test_merge_pair);
  g_test_add_func ("/core/edit/operations/submeshes/a profile with a small limit of bones keeps two", test_merge_limit);
  g_test_add_func ("/core/edit/operations/submeshes/surfaces that are merged leave no number free", test_merge_numbers);
  g_test_add_func ("/core/edit/operations/submeshes/no submesh gets too many corners", test_merge_corners);
  g_test_add_func ("/core/edit/operations/submeshes/what other profiles draw in another way stays", test_merge_others);
  g_test_add_func ("/core/edit/operations/submeshes/what is drawn in another way is not merged", test_merge_refused);
  return g_test_run ();
}
