/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weights of the second and the third texture of a batch (m2.md 6.2): which shaders have them, how they are stored, and what
 * becomes of them in edits. */
#include "core/model/m2/surfaces.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <locale.h>
#include <string.h>

/* The batch of the made models whose shader uses three weights, and one whose shader uses two. */
#define OF_THREE "skins[0].batches[3]"
#define OF_TWO "skins[0].batches[2]"

static MwM2Batch *
batch_at (MwDocument *document, guint i)
{
  return (MwM2Batch *) ((const MwM2Skin *) m2_model (document)->skins.items[0])->batches.items[i];
}

static void
assert_weights (MwDocument *document, const char *batch, const char *first, const char *second, const char *third)
{
  const char *const is[] = { first, second, third }, *const names[] = { "weight", "weight_2", "weight_3" };
  for (guint i = 0; i < 3; i++) {
    g_autofree char *path = g_strdup_printf ("%s.%s", batch, names[i]);
    fixture_assert_value (document, path, is[i]);
  }
}

/* By the table in rendering.md 3.6: w2 and w3. */
static void
test_shaders (void)
{
  static const guint64 second = 1 << 10 | 1 << 13 | 1 << 14 | 1 << 15 | 1 << 18 | 1 << 22,
                       third = 1 << 3 | 1 << 17 | 1 << 18 | 1 << 22 | 1 << 24;
  static const guint versions[] = { 256, 264, 265, 272 };
  for (guint v = 0; v < G_N_ELEMENTS (versions); v++) {
    g_autoptr (MwDocument) document = m2_open_made (versions[v]);
    MwM2Batch *batch = batch_at (document, 0);
    const MwFormat format = mw_document_get_format (document);
    for (guint number = 0; number < 40; number++)
      for (guint special = 0; special < 2; special++) {
        batch->shader = (guint16) (number | special << 15);
        const gboolean stored = special && versions[v] >= 265;
        const guint n = !stored ? 1 : third >> number & 1 ? 3 : second >> number & 1 ? 2 : 1;
        g_test_message ("%u: shader 0x%04x", versions[v], batch->shader);
        g_assert_cmpuint (mw_m2_batch_weights (versions[v], batch), ==, n);
        g_assert_true (mw_field_is_live (&batch->record, MW_FIELD (MwM2Batch, weight_2), format) == (n > 1));
        g_assert_true (mw_field_is_live (&batch->record, MW_FIELD (MwM2Batch, weight_3), format) == (n > 2));
        g_assert_true (mw_field_is_live (&batch->record, MW_FIELD (MwM2Batch, weight), format));
      }
  }
}

static void
test_edits (void)
{
  static const guint versions[] = { 265, 272 };
  for (guint v = 0; v < G_N_ELEMENTS (versions); v++) {
    g_autoptr (MwDocument) document = m2_open_made (versions[v]);
    assert_weights (document, OF_TWO, "texture_weights[0]", "texture_weights[2]", "none");
    assert_weights (document, OF_THREE, "texture_weights[1]", "texture_weights[2]", "texture_weights[0]");
    g_assert_false (fixture_set (document, OF_TWO ".weight_3", "texture_weights[0]"));
    g_assert_false (fixture_set (document, "skins[0].batches[0].weight_2", "texture_weights[0]"));
    fixture_must_set (document, OF_THREE ".weight_2", "none");
    fixture_must_set (document, OF_THREE ".weight_3", "texture_weights[1]");
    g_autoptr (MwFileSet) changed = m2_saved (document);
    /* They follow their records. */
    m2_do (document, "move-down texture_weights[1]");
    assert_weights (document, OF_THREE, "texture_weights[2]", "none", "texture_weights[2]");
    m2_do (document, "add texture_weights");
    fixture_must_set (document, OF_TWO ".weight_2", "texture_weights[3]");
    g_autoptr (MwFileSet) moved = m2_saved (document);
    m2_do (document, "delete texture_weights[3]");
    assert_weights (document, OF_TWO, "texture_weights[0]", "none", "none");
    g_autoptr (MwFileSet) deleted = m2_saved (document);
  }
}

/* A shader that does not use them has none. */
static void
test_shader_changes (void)
{
  g_autoptr (MwDocument) document = m2_open_made (272);
  fixture_must_set (document, OF_THREE ".shader", "0x800A"); /* of two */
  assert_weights (document, OF_THREE, "texture_weights[1]", "texture_weights[2]", "none");
  const char *const *notices = mw_document_get_notices (document);
  g_assert_cmpuint (g_strv_length ((char **) notices), ==, 1);
  g_assert_true (
    g_str_has_prefix (notices[0], OF_THREE ".weight_3 is lost (texture_weights[0]): it does not exist with shader "));
  g_autoptr (MwFileSet) two = m2_saved (document);
  fixture_must_set (document, OF_THREE ".shader", "0x8012"); /* of three */
  assert_weights (document, OF_THREE, "texture_weights[1]", "texture_weights[2]", "none");
  mw_document_undo (document);
  mw_document_undo (document);
  assert_weights (document, OF_THREE, "texture_weights[1]", "texture_weights[2]", "texture_weights[0]");
  m2_do (document, "surface-set-shader " OF_THREE " first=Mod second=Add");
  assert_weights (document, OF_THREE, "texture_weights[1]", "none", "none");
  g_autoptr (MwFileSet) one = m2_saved (document);
}

/* --- Stored runs ------------------------------------------------------------------------------------------------------ */

/* A copy of a part. Free with g_free(). */
static guint8 *
bytes_of (const MwFileSet *files, const char *role, gsize *size)
{
  const void *bytes = g_bytes_get_data (mw_file_set_find (files, role)->bytes, size);
  return g_memdup2 (bytes, *size);
}

/* Replaces a part; takes the bytes. */
static void
put_part (MwFileSet **files, const char *role, guint8 *bytes, gsize size)
{
  MwFileSet *changed = m2_set_with (*files, role, bytes, size);
  g_free (bytes);
  mw_file_set_free (*files);
  *files = changed;
}

static guint
word_at (const guint8 *bytes, gsize at)
{
  guint32 word;
  memcpy (&word, bytes + at, sizeof word);
  return word;
}

/* Starts the weight run of each batch with that shader at an entry. */
static void
start_at (MwFileSet **files, guint16 shader, guint16 start)
{
  for (guint k = 0; k < 4; k++) {
    g_autofree char *role = g_strdup_printf ("skin%u", k);
    if (!mw_file_set_find (*files, role))
      continue;
    gsize size;
    guint8 *bytes = bytes_of (*files, role, &size);
    for (guint i = 0; i < word_at (bytes, 36); i++) {
      guint8 *batch = bytes + word_at (bytes, 40) + 24 * i;
      if (memcmp (batch + 2, &shader, 2) == 0)
        memcpy (batch + 0x14, &start, 2);
    }
    put_part (files, role, bytes, size);
  }
}

/* Entries beyond the end of the table are none, and stay so when the table grows. */
static void
test_overrun (void)
{
  g_autoptr (MwFileSet) files = m2_made_set (272, 1, 0);
  gsize size;
  guint8 *main = bytes_of (files, "model", &size);
  const guint n = word_at (main, 0x90);
  g_free (main);
  start_at (&files, 0x8011, (guint16) (n - 2));
  g_autoptr (MwDocument) document = m2_open (files);
  g_autofree char *second = fixture_get (document, OF_THREE ".weight_2");
  g_assert_true (g_str_has_prefix (second, "texture_weights"));
  fixture_assert_value (document, OF_THREE ".weight_3", "none");
  g_autoptr (MwFileSet) same = m2_saved (document);
  m2_assert_same_set (files, same);
  m2_do (document, "add texture_weights");
  fixture_must_set (document, OF_TWO ".weight_2", "texture_weights[3]");
  fixture_must_set (document, OF_TWO ".weight", "texture_weights[3]");
  g_autoptr (MwFileSet) grown = m2_saved (document);
  fixture_assert_value (document, OF_THREE ".weight_3", "none");
}

/* Entries are unsigned: one that leads far beyond all records is written back as it was read. */
static void
test_far_beyond (void)
{
  static const guint16 entries[] = { 0x7FFF, 0x8000, 0xA002, 0xFFFE };
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++) {
    g_autoptr (MwFileSet) files = m2_made_set (272, 1, 0);
    gsize size;
    guint8 *main = bytes_of (files, "model", &size);
    const guint n = word_at (main, 0x90), table = word_at (main, 0x94);
    for (guint k = n - 3; k < n; k++)
      memcpy (main + table + 2 * k, &entries[i], 2);
    put_part (&files, "model", main, size);
    start_at (&files, 0x8011, (guint16) (n - 3));
    g_autoptr (MwDocument) document = m2_open (files);
    const MwM2Batch *batch = batch_at (document, 3);
    g_assert_cmpuint (batch->weight.raw, ==, entries[i]);
    g_assert_cmpuint (batch->weight_2.raw, ==, entries[i]);
    g_assert_cmpuint (batch->weight_3.raw, ==, entries[i]);
    g_autoptr (MwFileSet) same = m2_saved (document);
    m2_assert_same_set (files, same);
  }
}

/* An entry that leads nowhere is kept, and refers to such a record when there is one. */
static void
test_nowhere (void)
{
  g_autoptr (MwFileSet) files = m2_made_set (272, 1, 0);
  const guint16 beyond = 3;
  gsize size;
  guint8 *main = bytes_of (files, "model", &size);
  const guint n = word_at (main, 0x90), table = word_at (main, 0x94);
  memcpy (main + table + 2 * (n - 1), &beyond, 2);
  put_part (&files, "model", main, size);
  start_at (&files, 0x8011, (guint16) (n - 3));
  g_autoptr (MwDocument) document = m2_open (files);
  g_assert_cmpuint (m2_model (document)->texture_weights.n, ==, 3);
  g_assert_cmpuint (batch_at (document, 3)->weight_3.raw, ==, 3);
  g_autoptr (MwFileSet) same = m2_saved (document);
  m2_assert_same_set (files, same);
  m2_do (document, "add texture_weights");
  const char *const *notices = mw_document_get_notices (document);
  g_assert_true (g_strv_contains (notices, OF_THREE ".weight_3: stored number 3 now refers to texture_weights[3]"));
  g_autoptr (MwFileSet) referring = m2_saved (document);
}

/* --- Surfaces --------------------------------------------------------------------------------------------------------- */

/* Batches with other weights are another surface. */
static void
test_surfaces (void)
{
  static const char *const fields[] = { OF_THREE ".weight_2", OF_THREE ".weight_3" };
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++) {
    g_autoptr (MwDocument) document = m2_open_made (272);
    g_autoptr (GPtrArray) before = mw_m2_surface_of (m2_model (document), batch_at (document, 3)),
                          all = mw_m2_surfaces (m2_model (document));
    g_assert_cmpuint (before->len, >, 1);
    fixture_must_set (document, fields[i], "none");
    g_autoptr (GPtrArray) after = mw_m2_surface_of (m2_model (document), batch_at (document, 3)),
                          more = mw_m2_surfaces (m2_model (document));
    g_assert_cmpuint (after->len, ==, 1);
    g_assert_cmpuint (more->len, ==, all->len + 1);
  }
}

/* The opacity of a surface is the weight of its first texture alone. */
static void
test_opacity (void)
{
  g_autoptr (MwDocument) document = m2_open_made (272);
  const guint n = m2_model (document)->texture_weights.n;
  g_autoptr (GPtrArray) surface = mw_m2_surface_of (m2_model (document), batch_at (document, 3));
  for (guint i = 0; i < surface->len; i++) {
    g_autofree char *batch = mw_record_path (surface->pdata[i]),
                    *line = g_strdup_printf ("set %s.weight_2=texture_weights[1]", batch);
    m2_do (document, line);
  }
  m2_do (document, "surface-set-opacity " OF_THREE " opacity=0.5");
  g_autofree char *own = g_strdup_printf ("texture_weights[%u]", n);
  assert_weights (document, OF_THREE, own, "texture_weights[1]", "texture_weights[0]");
  g_autoptr (MwFileSet) saved = m2_saved (document);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/m2-weights/only some stored shaders have weights of later textures", test_shaders);
  g_test_add_func ("/edit/m2-weights/they are saved, follow their records, and go with them", test_edits);
  g_test_add_func ("/edit/m2-weights/a shader that does not use them takes them away", test_shader_changes);
  g_test_add_func ("/edit/m2-weights/a run beyond the table has none", test_overrun);
  g_test_add_func ("/edit/m2-weights/an entry that leads nowhere is kept", test_nowhere);
  g_test_add_func ("/edit/m2-weights/an entry far beyond all weights is kept", test_far_beyond);
  g_test_add_func ("/edit/m2-weights/batches with other weights are another surface", test_surfaces);
  g_test_add_func ("/edit/m2-weights/the opacity of a surface is the first weight alone", test_opacity);
  return g_test_run ();
}
