/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/diff.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* Differences in lists below the root, and between models of two versions. */

static char *
describe (MwModel *a, MwFormat format_a, MwModel *b, MwFormat format_b)
{
  g_autoptr (GArray) entries = mw_model_diff_formats (a, format_a, b, format_b);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < entries->len; i++) {
    const MwDiffEntry *entry = &g_array_index (entries, MwDiffEntry, i);
    const MwRecord *record = entry->a ? entry->a : entry->b;
    g_autofree char *path = entry->field ? mw_field_path (record, entry->field) : mw_record_path (record);
    g_string_append_printf (text, "%s%c %s", i ? "; " : "", "-+>~"[entry->kind], path);
  }
  return g_string_free (text, FALSE);
}

/* The expected differences if a submesh is removed: the submesh, and the batches that draw it. */
static char *
names_of (const MwModel *model, guint index)
{
  const MwM2Skin *skin = (const MwM2Skin *) ((const MwM2 *) model)->skins.items[0];
  GString *names = g_string_new (NULL);
  g_string_append_printf (names, "- skins[0].submeshes[%u]", index);
  for (uint32_t i = 0; i < skin->batches.n; i++)
    if (((const MwM2Batch *) skin->batches.items[i])->submesh.id == skin->submeshes.items[index]->id)
      g_string_append_printf (names, "; - skins[0].batches[%u]", i);
  for (uint32_t i = 0; i < skin->shadow_batches.n; i++)
    if (((const MwM2ShadowBatch *) skin->shadow_batches.items[i])->submesh.id == skin->submeshes.items[index]->id)
      g_string_append_printf (names, "; - skins[0].shadow_batches[%u]", i);
  return g_string_free (names, FALSE);
}

/* Removes a submesh, with its batches, and expects no other differences. `before` is a script line that may first
 * make the batches equal except for their submesh. */
static void
removed (guint version, const char *before)
{
  g_autoptr (MwFileSet) set = m2_made_set (version, 1, 0);
  MwDocument *document = m2_open (set);
  MwFormat format = mw_document_get_format (document);
  if (before)
    m2_do (document, before);
  MwModel *a = mw_model_copy (mw_document_get_model (document), FALSE);
  for (guint i = 0; i < 3; i++) {
    g_autofree char *line = g_strdup_printf ("delete skins[0].submeshes[%u]", i), *expected = names_of (a, i);
    m2_do (document, line);
    g_autofree char *found = describe (a, format, mw_document_get_model (document), format);
    g_assert_cmpstr (found, ==, expected);
    mw_document_undo (document);
  }
  m2_do (document, "move-down skins[0].submeshes[0]");
  g_autofree char *moved = describe (a, format, mw_document_get_model (document), format);
  g_assert_cmpstr (moved, ==, "> skins[0].submeshes[0]");
  mw_model_free (a);
  g_object_unref (document);
}

static void
nested (void)
{
  static const guint versions[] = { 256, 260, 264, 272 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    removed (versions[i], NULL);
    removed (versions[i], "set skins[0].batches[*].surface=0");
  }
}

/* If two models differ only in their version, nothing else is reported. */
static void
versions (void)
{
  static const guint pairs[][2] = { { 256, 260 }, { 260, 264 }, { 264, 272 }, { 256, 272 } };
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    for (guint way = 0; way < 2; way++) {
      guint from = pairs[i][way], to = pairs[i][!way];
      g_autoptr (MwFileSet) set = m2_made_set (from, 1, 0);
      MwDocument *document = m2_open (set);
      MwModel *a = mw_document_get_model (document), *b = mw_model_copy (a, FALSE);
      ((MwM2 *) b)->version = to;
      g_autofree char *found = describe (a, mw_document_get_format (document), b,
                                         (MwFormat) { MW_FAMILY_M2, (uint16_t) to });
      g_test_message ("%u to %u", from, to);
      g_assert_cmpstr (found, ==, "~ version");
      /* One changed value adds one line. */
      ((MwM2Bone *) ((MwM2 *) b)->bones.items[1])->pivot[0] += 1;
      g_free (found);
      found = describe (a, mw_document_get_format (document), b, (MwFormat) { MW_FAMILY_M2, (uint16_t) to });
      g_assert_cmpstr (found, ==, "~ version; ~ bones[1].pivot");
      mw_model_free (b);
      g_object_unref (document);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/diff-m2/records that refer to a list below the root are recognised by their targets",
                   nested);
  g_test_add_func ("/schema/diff-m2/different versions are compared only in what both have", versions);
  return g_test_run ();
}
