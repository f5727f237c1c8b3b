/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/surfaces.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* --- Submeshes ------------------------------------------------------------------------------------------------------ */

/* The surface numbers of a profile's batches, without the batches of surface `without` (-1: all batches). Numbers
 * above `closed` count one less (-1: none does). */
static char *
numbers_of (const MwM2 *model, uint32_t profile, gint without, gint closed)
{
  const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[profile];
  GString *text = g_string_new (NULL);
  for (uint32_t i = 0; i < skin->batches.n; i++) {
    gint number = ((const MwM2Batch *) skin->batches.items[i])->surface;
    if (number != without)
      g_string_append_printf (text, " %d", number - (closed >= 0 && number > closed));
  }
  return g_string_free (text, FALSE);
}

/* Deletes the submeshes of a surface in one profile. */
static void
delete_geoset (MwDocument *document, uint32_t profile, guint surface)
{
  const MwM2Skin *skin = (const MwM2Skin *) m2_model (document)->skins.items[profile];
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) line = g_string_new ("delete ");
  for (uint32_t i = 0; i < skin->batches.n; i++) {
    const MwM2Batch *batch = (const MwM2Batch *) skin->batches.items[i];
    const MwRecord *submesh = mw_model_resolve (&m2_model (document)->model, batch->submesh);
    if (batch->surface != surface || !g_hash_table_add (ids, (gpointer) submesh))
      continue;
    g_autofree char *path = mw_record_path (submesh);
    g_string_append_printf (line, "%s%s", g_hash_table_size (ids) > 1 ? "," : "", path);
  }
  m2_do (document, line->str);
}

static void
test_one_profile (gconstpointer version)
{
  MwDocument *document = m2_open_made (GPOINTER_TO_UINT (version));
  g_autoptr (MwFileSet) first = m2_saved (document);
  uint32_t n = m2_model (document)->skins.n;
  g_autoptr (GPtrArray) stays = g_ptr_array_new_with_free_func (g_free),
                        closes = g_ptr_array_new_with_free_func (g_free),
                        whole = g_ptr_array_new_with_free_func (g_free);
  for (uint32_t k = 0; k < n; k++) {
    g_ptr_array_add (whole, numbers_of (m2_model (document), k, -1, -1));
    g_ptr_array_add (stays, numbers_of (m2_model (document), k, 1, -1));
    g_ptr_array_add (closes, numbers_of (m2_model (document), k, 1, 1));
  }
  for (uint32_t k = 0; k < n; k++) {
    delete_geoset (document, k, 1);
    /* As long as one profile has the surface, the others keep their numbers, so that a number means the same surface
     * in all profiles. */
    for (uint32_t i = 0; i < n; i++) {
      g_autofree char *numbers = numbers_of (m2_model (document), i, -1, -1);
      g_assert_cmpstr (numbers, ==, k + 1 == n ? closes->pdata[i] : i <= k ? stays->pdata[i] : whole->pdata[i]);
    }
    g_autofree char *what = g_strdup_printf ("gone from %u profiles", k + 1);
    G_GNUC_UNUSED g_autoptr (MwFileSet) saved = m2_assert_sound (document, NULL, what);
  }
  mw_document_go_to (document, 0);
  g_autoptr (MwFileSet) undone = m2_saved (document);
  m2_assert_same_set (undone, first);
  g_object_unref (document);
}

/* The operation on the surface removes it from all profiles at once. */
static void
test_surface (gconstpointer version)
{
  MwDocument *document = m2_open_made (GPOINTER_TO_UINT (version));
  g_autoptr (GPtrArray) before = mw_m2_surfaces (m2_model (document));
  guint n = before->len;
  m2_do (document, "surface-delete skins[0].batches[0]");
  g_autoptr (GPtrArray) after = mw_m2_surfaces (m2_model (document));
  g_assert_cmpuint (after->len, ==, n - 1);
  G_GNUC_UNUSED g_autoptr (MwFileSet) saved = m2_assert_sound (document, NULL, "without its first surface");
  g_object_unref (document);
}

/* --- Aliases -------------------------------------------------------------------------------------------------------- */

/* Four added sequences: whose aliases they are, which of them are deleted, and which sequence each remaining one
 * then plays. */
static const struct {
  const char *claim, *aliases[4]; /* "": no alias */
  guint head_of_first;            /* the target of the first's alias: one of the four, or 4 for sequences[0] */
  const char *gone, *plays;
} ways[] = {
  { "one that goes with an alias", { "", "0", "1", "1" }, 0, "01", "2:2 3:2" },
  { "one whose own alias field leads elsewhere", { "", "0", "0", "0" }, 4, "0", "1:1 2:1 3:1" },
  { "one at the end of a way over aliases that stay", { "", "0", "1", "2" }, 4, "0", "1:1 2:1 3:1" },
  { "one behind an alias that goes too", { "", "2", "0", "2" }, 4, "02", "1:1 3:1" },
};

static void
test_heirs (gconstpointer data)
{
  guint way = GPOINTER_TO_UINT (data);
  MwDocument *document = m2_open_made (264);
  guint n = m2_model (document)->sequences.n;
  MwId ids[4];
  for (guint i = 0; i < 4; i++) {
    g_autofree char *line = g_strdup_printf ("add sequences animation=%u", 300 + i);
    m2_do (document, line);
    ids[i] = m2_model (document)->sequences.items[n + i]->id;
  }
  guint field = ways[way].head_of_first;
  g_autofree char *first = g_strdup_printf ("set sequences[%u].alias=sequences[%u]", n, field < 4 ? n + field : 0);
  m2_do (document, first);
  for (guint i = 0; i < 4; i++) {
    if (!*ways[way].aliases[i])
      continue;
    g_autofree char *alias = g_strdup_printf ("set sequences[%u].alias=sequences[%u]", n + i,
                                              n + (guint) (ways[way].aliases[i][0] - '0'));
    g_autofree char *flags = g_strdup_printf ("set sequences[%u].flags=0x60", n + i);
    m2_do (document, alias);
    m2_do (document, flags);
  }
  g_autoptr (MwFileSet) with = m2_saved (document);
  g_autoptr (GHashTable) before = m2_broken_rules (with);
  g_autoptr (GString) line = g_string_new ("delete ");
  for (const char *c = ways[way].gone; *c; c++)
    g_string_append_printf (line, "%ssequences[%u]", c == ways[way].gone ? "" : ",", n + (guint) (*c - '0'));
  m2_do (document, line->str);
  g_autoptr (GString) plays = g_string_new (NULL);
  for (guint i = 0; i < 4; i++) {
    const MwM2Sequence *at = (const MwM2Sequence *) mw_model_find (mw_document_get_model (document), ids[i]);
    if (strchr (ways[way].gone, (gint) ('0' + i)))
      continue;
    for (guint steps = 0; at && steps < 8 && at->flags & MW_M2_SEQUENCE_ALIAS; steps++)
      at = (const MwM2Sequence *) mw_model_resolve (mw_document_get_model (document), at->alias);
    guint which = 0;
    while (at && which < 4 && ids[which] != at->record.id)
      which++;
    g_string_append_printf (plays, "%s%u:%u", plays->len ? " " : "", i, which);
    g_assert_true (at && !(at->flags & MW_M2_SEQUENCE_ALIAS));
  }
  g_assert_cmpstr (plays->str, ==, ways[way].plays);
  G_GNUC_UNUSED g_autoptr (MwFileSet) sound = m2_assert_sound (document, before, ways[way].claim);
  g_object_unref (document);
}

/* --- Descriptions of removals --------------------------------------------------------------------------------------- */

static const MwM2Sequence *
some_head (MwDocument *document, const MwM2Sequence **alias)
{
  const MwM2 *model = m2_model (document);
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    *alias = (const MwM2Sequence *) model->sequences.items[i];
    if (!((*alias)->flags & MW_M2_SEQUENCE_ALIAS))
      continue;
    const MwM2Sequence *head = *alias;
    while (head->flags & MW_M2_SEQUENCE_ALIAS)
      head = (const MwM2Sequence *) mw_model_resolve (&model->model, head->alias);
    return head;
  }
  g_assert_not_reached ();
}

static gboolean
has_line (const char *const *lines, const char *line)
{
  for (; *lines; lines++)
    if (strcmp (*lines, line) == 0)
      return TRUE;
  return FALSE;
}

static void
test_owner_of_aliases (void)
{
  MwDocument *document = m2_open_made (264);
  const MwM2Sequence *alias, *head = some_head (document, &alias);
  MwId id = head->record.id;
  guint64 generation = mw_document_get_generation (document);
  g_autofree char *path = mw_record_path (&alias->record);
  g_autofree char *line = g_strdup_printf ("%s gets the keys that it played as an alias", path);
  g_autofree char *wrong = g_strdup_printf ("%s.alias becomes none", path);
  g_auto (GStrv) lines = mw_document_describe_removal (document, &id, 1);
  g_assert_true (has_line ((const char *const *) lines, line));
  g_assert_false (has_line ((const char *const *) lines, wrong));
  /* Describing the removal has changed nothing. */
  g_assert_cmpuint (mw_document_get_generation (document), ==, generation);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 0);
  g_autofree char *removal = mw_record_path (&head->record);
  g_autofree char *script = g_strdup_printf ("delete %s", removal);
  m2_do (document, script);
  const char *const *notices = mw_document_get_notices (document);
  gboolean found = FALSE;
  for (guint i = 0; notices && notices[i]; i++)
    found |= g_str_has_suffix (notices[i], " gets the keys that it played as an alias");
  g_assert_true (found);
  g_object_unref (document);
}

static void
test_refusal (void)
{
  MwDocument *document = m2_open_made (264);
  const MwM2 *model = m2_model (document);
  g_autofree MwId *bones = g_new (MwId, model->bones.n);
  for (uint32_t i = 0; i < model->bones.n; i++)
    bones[i] = model->bones.items[i]->id;
  g_auto (GStrv) all = mw_document_describe_removal (document, bones, model->bones.n);
  g_assert_cmpstr (all[0], ==, "refused: bones[0]: is the last one, and clients do not load a model without bones");
  g_auto (GStrv) lines = mw_document_describe_removal (document, bones, model->bones.n - 1);
  gboolean refused = FALSE;
  for (char **line = lines; *line; line++)
    refused |= strstr (*line, "would be left without a bone") && g_str_has_prefix (*line, "refused: ");
  g_assert_true (refused);
  g_object_unref (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  static const guint versions[] = { 256, 260, 264, 272 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autofree char *one = g_strdup_printf ("/edit/m2-removal/a geoset goes profile by profile/%u", versions[i]);
    g_autofree char *all = g_strdup_printf ("/edit/m2-removal/a surface goes from all profiles/%u", versions[i]);
    g_test_add_data_func (one, GUINT_TO_POINTER (versions[i]), test_one_profile);
    g_test_add_data_func (all, GUINT_TO_POINTER (versions[i]), test_surface);
  }
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++) {
    g_autofree char *path = g_strdup_printf ("/edit/m2-removal/aliases play one of them in place of/%s", ways[i].claim);
    g_test_add_data_func (path, GUINT_TO_POINTER (i), test_heirs);
  }
  g_test_add_func ("/edit/m2-removal/the preview says which alias gets the keys", test_owner_of_aliases);
  g_test_add_func ("/edit/m2-removal/the preview says what will be refused", test_refusal);
  return g_test_run ();
}
