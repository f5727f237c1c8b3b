/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/cli/run.h"
#include "tests/core/corpus.h"
#include "tests/core/io/files.h"

#include <glib/gstdio.h>
#include <string.h>

#define SET "BEAR01.Skin Bear.m2 Bear0004-00.anim Bear_lod01.skin bear00.skin bear_02.bone"

static void
write_bear (Files *files)
{
  files_write_m2 (files, "Bear.m2", 264, 2);
  files_write (files, "bear00.skin", "skin 0");
  files_write (files, "BEAR01.Skin", "skin 1");
  files_write (files, "Bear0004-00.anim", "anim");
  files_write (files, "Bear_lod01.skin", "lod");
  files_write (files, "bear_02.bone", "bone");
}

static void
whole_set (Files *files, gconstpointer data)
{
  write_bear (files);
  g_autoptr (GBytes) model = bytes_in (files->folder, "Bear.m2");
  g_auto (Run) dry = run_words (files->folder, "rename", "Bear.m2", "Polar", "--dry-run", NULL);
  g_assert_cmpint (dry.code, ==, 0);
  files_assert_list (files, SET);
  g_auto (Run) run = run_words (files->folder, "rename", "Bear.m2", "Polar", NULL);
  g_assert_cmpint (run.code, ==, 0);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpstr (run.out, ==, dry.out);
  g_assert_cmpstr (run.out, ==,
                   "Bear.m2 -> Polar.m2\nbear00.skin -> Polar00.skin\nBEAR01.Skin -> Polar01.Skin\n"
                   "Bear0004-00.anim -> Polar0004-00.anim\nbear_02.bone -> Polar_02.bone\n"
                   "Bear_lod01.skin -> Polar_lod01.skin\n");
  files_assert_list (files, "Polar.m2 Polar00.skin Polar0004-00.anim Polar01.Skin Polar_02.bone Polar_lod01.skin");
  g_autoptr (GBytes) now = bytes_in (files->folder, "Polar.m2");
  g_autofree char *skin = files_read (files, "Polar01.Skin");
  g_assert_true (g_bytes_equal (model, now));
  g_assert_cmpstr (skin, ==, "skin 1");
}

static void
taken (Files *files, gconstpointer data)
{
  write_bear (files);
  files_write (files, "POLAR_02.BONE", "another's");
  g_auto (Run) run = run_words (files->folder, "rename", "Bear.m2", "Polar.m2", NULL);
  g_assert_cmpint (run.code, ==, 4);
  g_assert_cmpstr (run.err, ==, "mwright: Polar.m2: POLAR_02.BONE: exists already; -f overwrites it\n");
  files_assert_list (files,
                     "BEAR01.Skin Bear.m2 Bear0004-00.anim Bear_lod01.skin POLAR_02.BONE bear00.skin bear_02.bone");
  g_auto (Run) dry = run_words (files->folder, "rename", "-n", "Bear.m2", "Polar.m2", NULL);
  g_assert_cmpint (dry.code, ==, 4);
  g_auto (Run) forced = run_words (files->folder, "rename", "-f", "Bear.m2", "Polar.m2", NULL);
  g_assert_cmpint (forced.code, ==, 0);
  files_assert_list (files, "POLAR_02.BONE Polar.m2 Polar00.skin Polar0004-00.anim Polar01.Skin Polar_lod01.skin");
  g_autofree char *bone = files_read (files, "POLAR_02.BONE");
  g_assert_cmpstr (bone, ==, "bone");
}

static void
other_folder (Files *files, gconstpointer data)
{
  g_autofree char *folder = files_path (files, "sub");
  g_mkdir (folder, 0700);
  write_bear (files);
  g_auto (Run) run = run_words (files->folder, "rename", "Bear.m2", "sub/Bear.M2", NULL);
  g_assert_cmpint (run.code, ==, 0);
  files_assert_list (files, "sub");
  Files below = { folder };
  files_assert_list (&below, "BEAR01.Skin Bear.M2 Bear0004-00.anim Bear_lod01.skin bear00.skin bear_02.bone");
  /* A bare name stays beside the file, wherever one stands. */
  g_auto (Run) back = run_words (files->folder, "rename", "sub/Bear.M2", "x", NULL);
  g_assert_cmpint (back.code, ==, 0);
  files_assert_list (&below, "x.M2 x00.skin x0004-00.anim x01.Skin x_02.bone x_lod01.skin");
}

static void
no_sense (Files *files, gconstpointer data)
{
  static const char *const names[] = { "Bear.m2", "Bear.mdx", "", ".", "..", "sub/", ".m2" };
  write_bear (files);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_auto (Run) run = run_words (files->folder, "rename", "-f", "Bear.m2", names[i], NULL);
    g_assert_cmpint (run.code, ==, 2);
    g_assert_cmpstr (run.out, ==, "");
  }
  g_auto (Run) itself = run_words (files->folder, "rename", "-f", "Bear.m2", "./Bear.m2", NULL);
  g_assert_cmpint (itself.code, ==, 4);
  g_auto (Run) input = run_words (files->folder, "rename", "-", "x.m2", NULL);
  g_assert_cmpint (input.code, ==, 2);
  files_assert_list (files, SET);
}

/* The name inside the model is another thing. */
static void
name_stays (Files *files, gconstpointer data)
{
  g_autofree char *sample = sample_path ("figure.mdx");
  copy_into (files->folder, sample, "a.mdx");
  files_write (files, "a00.skin", "no companion of an MDX");
  g_auto (Run) before = run_words (files->folder, "get", "a.mdx", "name", NULL);
  g_auto (Run) run = run_words (files->folder, "rename", "a.mdx", "b", NULL);
  g_assert_cmpint (run.code, ==, 0);
  g_auto (Run) after = run_words (files->folder, "get", "b.mdx", "name", NULL);
  g_assert_cmpstr (before.out, ==, after.out);
  files_assert_list (files, "a00.skin b.mdx");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(claim, function) g_test_add ("/cli/rename/" claim, Files, NULL, files_set_up, function, files_tear_down)
  ADD ("a model is renamed with its companions", whole_set);
  ADD ("if one name is taken, nothing is renamed", taken);
  ADD ("a set moves to another folder and back", other_folder);
  ADD ("invalid names change nothing", no_sense);
  ADD ("the model's own name stays, and MDX has no companions", name_stays);
  return g_test_run ();
}
