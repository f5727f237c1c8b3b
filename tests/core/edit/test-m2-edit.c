/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

static MwM2 *
m2 (MwDocument *document)
{
  return (MwM2 *) mw_document_get_model (document);
}

/* A line with the number of some record put in. */
static void
run (MwDocument *document, const char *format, uint32_t number)
{
  g_auto (GStrv) parts = g_strsplit (format, "#", -1);
  g_autofree char *digits = g_strdup_printf ("%u", number);
  g_autofree char *line = g_strjoinv (digits, parts);
  m2_do (document, line);
}

/* --- Each of the usual edits, on any set ------------------------------------------------------------------------------ */

static void
add_a_texture (MwDocument *document)
{
  uint32_t n = m2 (document)->textures.n;
  m2_do (document, "add textures path=Textures\\New.blp flags=3");
  g_assert_cmpuint (m2 (document)->textures.n, ==, n + 1);
}

static void
add_an_attachment (MwDocument *document)
{
  m2_do (document, "add attachments attachment_id=19 bone=bones[0] position={0, 0, 1}");
  const MwM2 *model = m2 (document);
  g_assert_cmpuint (((const MwM2Attachment *) model->attachments.items[model->attachments.n - 1])->attachment_id, ==, 19);
}

static void
remove_a_bone_with_children (MwDocument *document)
{
  const MwM2 *model = m2 (document);
  uint32_t n = model->bones.n, chosen = n, leaf = n;
  for (uint32_t i = 0; i < n && chosen == n; i++)
    for (uint32_t k = i + 1; k < n; k++)
      if (((const MwM2Bone *) model->bones.items[i])->parent.id && ((const MwM2Bone *) model->bones.items[k])->parent.id == model->bones.items[i]->id)
        chosen = i;
  for (uint32_t i = 0; i < n; i++)
    if (((const MwM2Bone *) model->bones.items[i])->parent.id)
      leaf = i;
  chosen = chosen < n ? chosen : leaf;
  if (chosen == n)
    return; /* roots alone */
  run (document, "delete bones[#]", chosen);
  g_assert_cmpuint (model->bones.n, ==, n - 1);
}

static void
add_a_sequence (MwDocument *document)
{
  uint32_t n = m2 (document)->sequences.n;
  m2_do (document, "add sequences animation=60");
  g_assert_cmpuint (m2 (document)->sequences.n, ==, n + 1);
}

static void
change_a_surface (MwDocument *document)
{
  const MwM2 *model = m2 (document);
  if (!model->skins.n || !((const MwM2Skin *) model->skins.items[0])->batches.n)
    return;
  run (document, "surface-texture skins[0].batches[0] texture=textures[#]", model->textures.n - 1);
  m2_do (document, "surface-blend skins[0].batches[0] blend_mode=Add");
}

static void
delete_a_submesh (MwDocument *document)
{
  const MwM2 *model = m2 (document);
  const MwM2Skin *skin = model->skins.n ? (const MwM2Skin *) model->skins.items[0] : NULL;
  if (!skin || skin->submeshes.n < 2)
    return;
  run (document, "delete skins[0].submeshes[#]", skin->submeshes.n - 1);
}

static void
delete_a_surface (MwDocument *document)
{
  const MwM2 *model = m2 (document);
  const MwM2Skin *skin = model->skins.n ? (const MwM2Skin *) model->skins.items[0] : NULL;
  if (skin && skin->submeshes.n > 1)
    m2_do (document, "surface-delete skins[0].batches[0]");
}

static void
edit_a_box (MwDocument *document)
{
  m2_do (document, "set bounds.max={3, 4, 5}");
  m2_do (document, "set bounds.radius=9.5");
}

static const struct {
  const char *what;
  void (*run) (MwDocument *document);
} edits[] = {
  { "add a texture", add_a_texture },
  { "add an attachment", add_an_attachment },
  { "remove a bone with children", remove_a_bone_with_children },
  { "add a sequence", add_a_sequence },
  { "change a surface", change_a_surface },
  { "delete a submesh", delete_a_submesh },
  { "delete a surface", delete_a_surface },
  { "edit a bounding box", edit_a_box },
};

/* What the checker says of where arrays stand. */
static const char *const placement[] = { "gap", "order" };

/* Each alone, then one behind the other; saved, proven and checked each time; and all undone. */
static void
edit_set (const MwFileSet *set, gboolean by_rule, const char *what)
{
  MwDocument *document = m2_open (set);
  g_autoptr (GHashTable) before = m2_broken_rules (set);
  /* What stands in an order of its own keeps it, and what grows goes behind its end (design: M2 placement). */
  if (!by_rule)
    for (guint i = 0; i < G_N_ELEMENTS (placement); i++)
      g_hash_table_insert (before, (gpointer) placement[i], NULL);
  g_autoptr (MwFileSet) first = m2_saved (document);
  m2_assert_same_set (first, set);
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++) {
    g_autofree char *label = g_strdup_printf ("%s: %s", what, edits[i].what);
    edits[i].run (document);
    g_autoptr (MwFileSet) saved = m2_assert_sound (document, before, label);
    mw_document_go_to (document, 0);
    g_autoptr (MwFileSet) undone = m2_saved (document);
    m2_assert_same_set (undone, first);
  }
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    edits[i].run (document);
  g_autofree char *label = g_strdup_printf ("%s: all of it", what);
  g_autoptr (MwFileSet) last = m2_assert_sound (document, before, label);
  mw_document_go_to (document, 0);
  g_autoptr (MwFileSet) undone = m2_saved (document);
  m2_assert_same_set (undone, first);
  mw_document_go_to (document, mw_document_get_n_steps (document));
  g_autoptr (MwFileSet) again = m2_saved (document);
  m2_assert_same_set (again, last);
  g_object_unref (document);
}

static void
test_made_sets (void)
{
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    g_autoptr (MwFileSet) set = m2_made_set (version, version, 0);
    g_autofree char *what = g_strdup_printf ("version %u", version);
    edit_set (set, TRUE, what);
  }
  static const M2GenerateOptions forms[] = {
    { 264, 1, M2_FORM_LATE_SKIN }, { 264, 2, M2_FORM_NO_COMBINERS }, { 266, 3, M2_FORM_SPLIT_BLEND },
    { 267, 4, M2_FORM_LONG_PARTICLE }, { 272, 5, M2_FORM_NO_COORDS },
  };
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++) {
    g_autoptr (MwFileSet) set = m2_made_set (forms[i].version, forms[i].seed, forms[i].form);
    g_autofree char *what = g_strdup_printf ("version %u, form %u", forms[i].version, forms[i].form);
    edit_set (set, TRUE, what);
  }
}

static void
test_real_sets (void)
{
  g_autoptr (GPtrArray) sets = m2_corpus_sets (400 << 10);
  if (!sets)
    return;
  for (guint i = 0; i < sets->len; i++) {
    const MwFileSet *set = sets->pdata[i];
    g_autofree char *name = g_path_get_basename (mw_file_set_main (set)->path);
    edit_set (set, FALSE, name);
  }
  g_test_message ("%u sets", sets->len);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/m2/usual edits keep made sets of every version sound", test_made_sets);
  g_test_add_func ("/edit/m2/usual edits keep real sets sound", test_real_sets);
  return g_test_run ();
}
