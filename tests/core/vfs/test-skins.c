/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/skins.h"

#include <glib/gstdio.h>

/* Asserts what is found for a type among these files; NULL: nothing. */
static void
assert_found (const char *const *files, const char *model, guint type, const char *wanted)
{
  g_autofree char *top = g_dir_make_tmp ("modelwright-skins-XXXXXX", NULL);
  for (guint i = 0; files[i]; i++) {
    g_autofree char *path = g_build_filename (top, files[i], NULL);
    g_assert_true (g_file_set_contents (path, "x", -1, NULL));
  }
  g_autofree char *file = g_build_filename (top, "x.mdx", NULL);
  g_autoptr (MwLookup) lookup = mw_lookup_new (file, NULL, NULL);
  g_autofree char *found = mw_skin_find (lookup, model, type);
  g_autofree char *name = found ? g_path_get_basename (found) : NULL;
  g_assert_cmpstr (name, ==, wanted);
  for (guint i = 0; files[i]; i++) {
    g_autofree char *path = g_build_filename (top, files[i], NULL);
    g_assert_cmpint (g_remove (path), ==, 0);
  }
  g_assert_cmpint (g_rmdir (top), ==, 0);
}

static void
test_creature (void)
{
  static const char *const wolf[] = {
    "Wolf.m2", "WolfSkinBlack.blp", "wolfskin.BLP", "WolfEyes.blp", "Bear.blp", NULL
  };
  assert_found (wolf, "Wolf.m2", 11, "wolfskin.BLP");
  assert_found (wolf, "Creature\\Wolf\\WOLF.M2", 11, "wolfskin.BLP");
  assert_found (wolf, "Wolf.m2", 12, NULL);
  assert_found (wolf, "Wolf.m2", 1, NULL);
  assert_found (wolf, "Wolf.m2", 0, NULL);
}

static void
test_numbers (void)
{
  static const char *const gnome[] = { "GnomeSkin1.blp", "GnomeSkin2.blp", "GnomeSkin3.png", "Gnome00.skin", NULL };
  assert_found (gnome, "Gnome.m2", 11, "GnomeSkin1.blp");
  assert_found (gnome, "Gnome.m2", 12, "GnomeSkin2.blp");
  assert_found (gnome, "Gnome.m2", 13, "GnomeSkin3.png");
}

static void
test_others (void)
{
  static const char *const named[] = { "Frog.m2", "Toad.blp", "ToadSkin.blp", NULL };
  static const char *const alone[] = { "Frog.m2", "Green.tga", NULL };
  static const char *const two[] = { "Frog.m2", "Green.tga", "Red.tga", NULL };
  static const char *const axe[] = { "Axe.m2", "Axe_Red.blp", "Axe_RedSkin.blp", NULL };
  static const char *const none[] = { "Frog.m2", NULL };
  assert_found (named, "Frog.m2", 11, "ToadSkin.blp");
  assert_found (alone, "Frog.m2", 11, "Green.tga");
  assert_found (alone, "Frog.m2", 2, NULL);
  assert_found (two, "Frog.m2", 11, NULL);
  assert_found (axe, "Axe.m2", 2, "Axe_RedSkin.blp");
  assert_found (none, "Frog.m2", 11, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vfs/skins/a creature's skin is found by its name", test_creature);
  g_test_add_func ("/vfs/skins/second and third skins have numbers", test_numbers);
  g_test_add_func ("/vfs/skins/other skins are found if there is only one candidate", test_others);
  return g_test_run ();
}
