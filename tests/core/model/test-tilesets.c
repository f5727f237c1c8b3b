/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "core/model/tilesets.h"

#include <string.h>

static const char all[] = "ABCDFGIJKLNOQVWXYZ";

static void
every_letter_is_found_and_named_once (void)
{
  guint n;
  const MwTileset *tilesets = mw_tilesets (&n);
  g_assert_cmpuint (n, ==, strlen (all));
  for (guint i = 0; i < n; i++) {
    const char letter[] = { all[i], 0 }, small[] = { (char) g_ascii_tolower (all[i]), 0 };
    const MwTileset *found = mw_tileset_find (letter);
    g_assert_nonnull (found);
    g_assert_cmpint (found->letter, ==, all[i]);
    g_assert_true (mw_tileset_find (small) == found);
    g_autofree char *loud = g_ascii_strup (found->name, -1);
    g_assert_true (mw_tileset_find (loud) == found);
    if (i > 0)
      g_assert_cmpint (strcmp (tilesets[i - 1].name, tilesets[i].name), <, 0);
  }
  g_assert_cmpint (mw_tileset_find ("village fall")->letter, ==, 'Q');
  g_assert_cmpint (mw_tileset_find ("Dalaran")->letter, ==, 'X');
  static const char *const none[] = { "", "E", "Lordaeron", "Barrens ", "LL", "none" };
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    g_assert_null (mw_tileset_find (none[i]));
}

/* A model with one texture, of which `look` tells. */
static MwMdlx *
model_of (uint32_t id, const char *own, MwFamily family, MwTextureAspect *look)
{
  MwMdlxTexture *texture = (MwMdlxTexture *) mw_record_new (&mw_mdlx_texture_schema);
  mw_text_set (&texture->path, own, strlen (own));
  texture->replaceable_id = id;
  MwMdlx *model = mw_mdlx_new ();
  model->family = family;
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "textures"), &texture->record);
  *look = mw_texture_aspect (&texture->record);
  return model;
}

static gboolean
changes (uint32_t id, const char *own)
{
  MwTextureAspect look;
  MwMdlx *model = model_of (id, own, MW_FAMILY_MDX, &look);
  const gboolean changed = mw_tileset_changes (&look);
  mw_model_free (&model->model);
  return changed;
}

/* The last part of the path that is looked for, without ".blp". */
static char *
file_of (char tileset, uint32_t id, const char *own, MwFamily family)
{
  MwTextureAspect look;
  MwMdlx *model = model_of (id, own, family, &look);
  const char *path = mw_tileset_path (tileset, &look);
  g_assert_true (!path || id == 0 || *own || g_str_has_prefix (path, "ReplaceableTextures\\"));
  g_autofree char *name = g_strdup (path ? strrchr (path, '\\') ? strrchr (path, '\\') + 1 : path : "");
  g_autofree char *whole = g_strdup (name);
  mw_model_free (&model->model);
  return g_str_has_suffix (whole, ".blp") ? g_strndup (whole, strlen (whole) - 4) : g_steal_pointer (&whole);
}

static void
a_tileset_has_its_own_trees (void)
{
  static const struct {
    uint32_t id;
    const char *plain, *others; /* the tilesets with another file, and these files */
    const char *files[5];
  } cases[] = {
    { 11, "Cliff0", "", { NULL } },
    { 21, "", "", { NULL } },
    { 31,
      "LordaeronSummerTree",
      "FQWJ",
      { "LordaeronFallTree", "LordaeronFallTree", "LordaeronWinterTree", "DalaranRuinsTree" } },
    { 32, "AshenTree", "CI", { "FelwoodTree", "Ice_Tree" } },
    { 33, "BarrensTree", "", { NULL } },
    { 34, "NorthTree", "", { NULL } },
    { 35, "MushroomTree", "G", { "UnderMushroomTree" } },
    { 36, "RuinsTree", "", { NULL } },
    { 37, "MushroomTree", "", { NULL } },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *none = file_of (0, cases[i].id, "", MW_FAMILY_MDX);
    g_assert_cmpstr (none, ==, cases[i].plain);
    g_assert_cmpint (changes (cases[i].id, ""), ==,
                     cases[i].id == 11 || *cases[i].others != 0); /* cliffs: in archives of tilesets */
    g_assert_false (changes (cases[i].id, "Mine.blp"));
    for (const char *letter = all; *letter; letter++) {
      const char *other = strchr (cases[i].others, *letter);
      g_autofree char *file = file_of (*letter, cases[i].id, "", MW_FAMILY_MDX);
      g_assert_cmpstr (file, ==, other ? cases[i].files[other - cases[i].others] : cases[i].plain);
    }
  }
}

static void
a_texture_with_a_file_of_its_own_keeps_it (void)
{
  g_autofree char *own = file_of ('W', 31, "Trees\\Mine.blp", MW_FAMILY_MDX),
                  *plain = file_of ('W', 0, "Mine.blp", MW_FAMILY_MDX), *none = file_of ('W', 0, "", MW_FAMILY_MDX),
                  *wow = file_of ('W', 31, "", MW_FAMILY_MDX_WOW);
  g_assert_cmpstr (own, ==, "Mine");
  g_assert_cmpstr (plain, ==, "Mine");
  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (wow, ==, "");
}

static void
cliffs_and_water_differ_by_their_own_names_too (void)
{
  g_assert_true (changes (0, "ReplaceableTextures\\Cliff\\Cliff1.blp"));
  g_assert_true (changes (0, "replaceabletextures/WATER/Water03.blp"));
  g_assert_false (changes (0, "ReplaceableTextures\\CliffMine.blp"));
  g_assert_false (changes (0, "Mine\\ReplaceableTextures\\Cliff\\Cliff1.blp"));
  g_assert_false (changes (1, ""));
  g_assert_false (changes (0, ""));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/model/tilesets/every letter is found and named once", every_letter_is_found_and_named_once);
  g_test_add_func ("/core/model/tilesets/a tileset has its own trees", a_tileset_has_its_own_trees);
  g_test_add_func ("/core/model/tilesets/a texture with a file of its own keeps it",
                   a_texture_with_a_file_of_its_own_keeps_it);
  g_test_add_func ("/core/model/tilesets/cliffs and water differ by their own names too",
                   cliffs_and_water_differ_by_their_own_names_too);
  return g_test_run ();
}
