/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/vfs/folder.h"
#include "tests/core/io/files.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

typedef struct {
  char *top; /* contains "secret.blp" and the folder "model" */
  char *model;
  MwFolder *folder;
} Place;

static void
put (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  /* Each file contains its own name. */
  g_assert_true (g_file_set_contents (path, name, -1, NULL));
}

static void
place_open (Place *place, gconstpointer data)
{
  static const char *const files[] = { "Unit.mdx",      "Skin.blp",  "armour.DDS",   "Both.tga",
                                       "Both.blp",      "notes.txt", "sub/Deep.blp", "Sub2/Other.tga",
                                       "two..dots.blp", "case.blp",  "CASE.blp",     "Textures/Skin.blp" };
  place->top = g_dir_make_tmp ("modelwright-folder-XXXXXX", NULL);
  place->model = g_build_filename (place->top, "model", NULL);
  put (place->top, "secret.blp");
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    put (place->model, files[i]);
  place->folder = mw_folder_new (place->model);
}

static void
place_close (Place *place, gconstpointer data)
{
  mw_folder_free (place->folder);
  files_remove (place->top);
  g_free (place->top);
  g_free (place->model);
}

/* Asserts what is found; `wanted` is relative to the model's folder, NULL means nothing. */
static void
expect (Place *place, const char *name, const char *wanted)
{
  g_autofree char *found = mw_folder_find (place->folder, name);
  g_autofree char *path = wanted ? g_build_filename (place->model, wanted, NULL) : NULL;
  g_assert_cmpstr (found, ==, path);
}

static void
test_names (Place *place, gconstpointer data)
{
  expect (place, "Skin.blp", "Skin.blp");
  expect (place, "skin.BLP", "Skin.blp");
  expect (place, "sub\\deep.blp", "sub/Deep.blp");
  expect (place, "SUB/DEEP.BLP", "sub/Deep.blp");
  expect (place, ".\\\\Skin.blp", "Skin.blp");
  expect (place, "Nothing.blp", NULL);
  expect (place, "", NULL);
  expect (place, NULL, NULL);
}

static void
test_last_part (Place *place, gconstpointer data)
{
  expect (place, "Textures\\Skin.blp", "Textures/Skin.blp"); /* the whole name comes first */
  expect (place, "Units\\Human\\Skin.blp", "Skin.blp");
  expect (place, "war3mapImported\\ARMOUR.dds", "armour.DDS");
}

static void
test_extensions (Place *place, gconstpointer data)
{
  expect (place, "Skin.tga", "Skin.blp");
  expect (place, "armour.blp", "armour.DDS");
  expect (place, "Both.tga", "Both.tga"); /* the exact name comes first ... */
  expect (place, "both.png", "Both.blp"); /* ... then the other extensions in order */
  expect (place, "Textures\\Sub2\\Other.blp", NULL);
  expect (place, "Sub2\\Other.blp", "Sub2/Other.tga");
  expect (place, "notes.blp", NULL);
  expect (place, "Skin", NULL);
  expect (place, "Unit.blp", NULL);
}

static void
test_no_way_out (Place *place, gconstpointer data)
{
  g_autofree char *absolute = g_build_filename (place->top, "secret.blp", NULL);
  g_autofree char *inside = g_build_filename (place->model, "Skin.blp", NULL);
  expect (place, "..\\secret.blp", NULL);
  expect (place, "sub\\..\\..\\secret.blp", NULL);
  expect (place, "../model/Skin.blp", "Skin.blp");
  expect (place, absolute, NULL);
  expect (place, inside, "Skin.blp"); /* only the last part is used */
  expect (place, "C:\\Games\\Skin.blp", "Skin.blp");
  expect (place, "file:///etc/passwd", NULL);
  expect (place, "..", NULL);
  expect (place, "sub", NULL);
  expect (place, "two..dots.blp", "two..dots.blp");
}

static void
test_same_name (Place *place, gconstpointer data)
{
  /* Files that differ only in case: the exact name, otherwise always the same one. */
  expect (place, "case.blp", "case.blp");
  expect (place, "CASE.blp", "CASE.blp");
  expect (place, "Case.blp", "CASE.blp");
}

/* Models of a map or a patch are in folders inside it, and name files relative to its root. */
static void
test_above (Place *place, gconstpointer data)
{
  put (place->model, "units/orc/Grunt.mdx");
  put (place->model, "units/Near.blp");
  put (place->model, "Near.blp");
  put (place->model, "units/Textures/Glow.tga");
  g_autofree char *unit = g_build_filename (place->model, "units", "orc", "Grunt.mdx", NULL);
  mw_folder_free (place->folder);
  place->folder = mw_folder_new_for_file (unit);
  expect (place, "Skin.blp", "Skin.blp");
  expect (place, "TEXTURES\\skin.tga", "Textures/Skin.blp");
  expect (place, "textures\\glow.blp", "units/Textures/Glow.tga");
  expect (place, "Near.blp", "units/Near.blp"); /* the nearest one */
  expect (place, "Units\\Near.blp", "units/Near.blp");
  expect (place, "orc\\grunt.mdx", "units/orc/Grunt.mdx");
  expect (place, "War3mapImported\\Skin.blp", NULL); /* in folders above, only the whole name counts */
  expect (place, "..\\Near.blp", NULL);
  put (place->model, "units/orc/Textures/Skin.blp");
  mw_folder_free (place->folder);
  place->folder = mw_folder_new_for_file (unit);
  expect (place, "Textures\\Skin.blp", "units/orc/Textures/Skin.blp");
}

#define AT_HOME "/vfs/folder/subprocess/at-home"
#define UNIT "MODELWRIGHT_TEST_UNIT" /* the model whose folders are searched */

static void
at_home (void)
{
  g_autoptr (MwFolder) folder = mw_folder_new_for_file (g_getenv (UNIT));
  g_autofree char *found = mw_folder_find (folder, "armour.dds");
  g_print ("found %s\n", found ? found : "nothing");
}

/* The user's home folder, those above it and the folder for temporary files are not searched, since nothing there
 * belongs to a model. */
static void
test_ends (Place *place, gconstpointer data)
{
  put (place->model, "units/orc/Grunt.mdx");
  g_autofree char *unit = g_build_filename (place->model, "units", "orc", "Grunt.mdx", NULL);
  g_autofree char *units = g_build_filename (place->model, "units", NULL);
  const struct {
    const char *home, *temporary;
    gboolean found;
  } cases[] = {
    { units, place->top, FALSE },        { place->model, place->top, FALSE }, { place->top, place->top, TRUE },
    { place->top, place->model, FALSE }, { place->top, units, FALSE },        { place->top, unit, TRUE },
  };
  g_auto (GStrv) environment = g_get_environ ();
  g_setenv (UNIT, unit, TRUE);
  /* GLib asks for these folders once, so each case takes a process of its own. */
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_setenv ("HOME", cases[i].home, TRUE);
    g_setenv ("TMPDIR", cases[i].temporary, TRUE);
    g_test_trap_subprocess (AT_HOME, 0, 0);
    g_test_trap_assert_passed ();
    g_test_trap_assert_stdout (cases[i].found ? "*found *armour.DDS*" : "*found nothing*");
  }
  g_setenv ("HOME", g_environ_getenv (environment, "HOME"), TRUE);
  if (g_environ_getenv (environment, "TMPDIR"))
    g_setenv ("TMPDIR", g_environ_getenv (environment, "TMPDIR"), TRUE);
  else
    g_unsetenv ("TMPDIR");
  g_autofree char *deep = g_build_filename (place->model, "a/b/c/d/e/f/g/h/i/Grunt.mdx", NULL);
  g_autoptr (MwFolder) folder = mw_folder_new_for_file (deep);
  g_assert_null (mw_folder_find (folder, "armour.dds"));
}

static void
test_read (Place *place, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mw_folder_read (place->folder, "X\\skin.tga", 8, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "Skin.blp", 8);
  g_assert_null (mw_folder_read (place->folder, "skin.tga", 7, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_null (mw_folder_read (place->folder, "Gone.blp", 100, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
}

static void
test_missing_folder (void)
{
  g_autoptr (MwFolder) folder = mw_folder_new_for_file ("/nowhere/at/all/Unit.mdx");
  g_assert_null (mw_folder_find (folder, "Skin.blp"));
}

#define ADD(name, function) g_test_add ("/vfs/folder/" name, Place, NULL, place_open, function, place_close)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("finds names in any case and with backslashes", test_names);
  ADD ("falls back to the last part", test_last_part);
  ADD ("tries the other texture extensions", test_extensions);
  ADD ("never leaves the folder", test_no_way_out);
  ADD ("chooses among names that differ in case", test_same_name);
  ADD ("searches the folders above for the whole name", test_above);
  ADD ("does not search above the home folder, and not endlessly", test_ends);
  ADD ("reads no more than the limit", test_read);
  g_test_add_func (AT_HOME, at_home);
  g_test_add_func ("/vfs/folder/a folder that is not there holds nothing", test_missing_folder);
  return g_test_run ();
}
