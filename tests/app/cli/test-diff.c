/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/cli/m2-set.h"
#include "tests/app/cli/run.h"
#include "tests/core/corpus.h"

#include <string.h>

/* A model whose geosets have names, as b.mdx in a new folder. */
static char *
make_named (void)
{
  g_autofree char *sample = sample_path ("figure.mdx");
  char *folder = make_folder ();
  copy_into (folder, sample, "a.mdx");
  g_auto (Run) later = run_words (folder, "convert", "--to=mdx1000", "-q", "a.mdx", "c.mdx", NULL);
  g_assert_cmpint (later.code, ==, 0);
  g_auto (Run) named = run_words (folder, "set", "c.mdx", "geosets[0].level_of_detail_name=Body",
                                  "geosets[1].level_of_detail_name=Gear", "-o", "b.mdx", NULL);
  g_assert_cmpint (named.code, ==, 0);
  return folder;
}

/* Geosets are matched by their vertices, whatever their names. */
static void
lost_names (void)
{
  g_autofree char *folder = make_named ();
  g_auto (Run)
    lost = run_words (folder, "set", "b.mdx", "geosets[*].level_of_detail_name=", "geosets[0].bounds.radius=7",
                      "geosets[1].level_of_detail=3", "-o", "d.mdx", NULL);
  g_assert_cmpint (lost.code, ==, 0);
  g_auto (Run) diff = run_words (folder, "diff", "b.mdx", "d.mdx", NULL);
  g_assert_cmpint (diff.code, ==, 1);
  g_assert_nonnull (strstr (diff.out, "~ geosets[0].level_of_detail_name: \"Body\" -> \"\"\n"));
  g_assert_nonnull (strstr (diff.out, "~ geosets[0].bounds.radius: "));
  g_assert_nonnull (strstr (diff.out, "~ geosets[1].level_of_detail: "));
  g_assert_null (strstr (diff.out, "- geosets"));
  g_assert_null (strstr (diff.out, "+ geosets"));
  g_assert_null (strstr (diff.out, "geoset_animations"));
  remove_folder (folder);
}

/* -v prints what a record has in the format of its own file. */
static void
records_of_one_side (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  g_auto (Run) later = run_words (folder, "convert", "--to=mdx1000", "-q", "a.mdx", "c.mdx", NULL);
  g_assert_cmpint (later.code, ==, 0);
  g_auto (Run) earlier = run_words (folder, "convert", "--to=mdx800", "-q", "a.mdx", "d.mdx", NULL);
  g_assert_cmpint (earlier.code, ==, 0);
  g_auto (Run) more = run_words (folder, "do", "-e", "duplicate materials[0]", "c.mdx", "-o", "e.mdx", NULL);
  g_assert_cmpint (more.code, ==, 0);
  g_auto (Run) added = run_words (folder, "diff", "-v", "d.mdx", "e.mdx", NULL);
  g_auto (Run) removed = run_words (folder, "diff", "-v", "e.mdx", "d.mdx", NULL);
  g_assert_nonnull (strstr (added.out, "\n+ materials[1].shader = "));
  g_assert_nonnull (strstr (removed.out, "\n- materials[1].shader = "));
  remove_folder (folder);
}

/* The same of geosets of a few vertices. */
static void
lost_names_of_few (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  g_auto (Run) later = run_words (folder, "convert", "--to=mdx1000", "-q", "a.mdx", "c.mdx", NULL);
  g_assert_cmpint (later.code, ==, 0);
  g_auto (Run) named = run_words (folder, "set", "c.mdx", "geosets[0].level_of_detail_name=Body", "-o", "d.mdx", NULL);
  g_assert_cmpint (named.code, ==, 0);
  g_auto (Run) lost = run_words (folder, "set", "d.mdx", "geosets[0].level_of_detail_name=Other",
                                 "geosets[0].bounds.radius=7", "-o", "e.mdx", NULL);
  g_assert_cmpint (lost.code, ==, 0);
  g_auto (Run) diff = run_words (folder, "diff", "d.mdx", "e.mdx", NULL);
  g_assert_nonnull (strstr (diff.out, "~ geosets[0].level_of_detail_name: \"Body\" -> \"Other\"\n"));
  g_assert_null (strstr (diff.out, "- geosets"));
  remove_folder (folder);
}

/* Keys of an M2 are matched by their sequence, whatever its index in each file. */
static void
keys_by_sequence (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (GPtrArray) names = write_m2_set (folder, 264);
  g_auto (Run) less = run_words (folder, "do", "-e", "delete global_sequences[0]", "-e", "delete sequences[0]",
                                 "Sample.m2", "-o", "Other.m2", NULL);
  if (less.code != 0) {
    g_auto (Run) again = run_words (folder, "do", "-e", "delete sequences[0]", "Sample.m2", "-o", "Other.m2", NULL);
    g_assert_cmpint (again.code, ==, 0);
  }
  g_auto (Run) diff = run_words (folder, "diff", "Sample.m2", "Other.m2", NULL);
  g_assert_nonnull (strstr (diff.out, "- sequences[0] = "));
  g_assert_nonnull (strstr (diff.out, "track.lanes[0] = "));
  g_auto (GStrv) lines = g_strsplit (diff.out, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (g_str_has_prefix (lines[i], "~ ") && strstr (lines[i], ".lanes["))
      g_error ("%s", lines[i]);
  remove_folder (folder);
}

/* Geosets that have nothing in common are not matched, and references to them count as changed. */
static void
other_geosets (void)
{
  g_autofree char *folder = make_named (), *effect = sample_path ("effect.mdx");
  copy_into (folder, effect, "e.mdx");
  g_auto (Run) later = run_words (folder, "convert", "--to=mdx1000", "-q", "e.mdx", "f.mdx", NULL);
  g_assert_cmpint (later.code, ==, 0);
  g_auto (Run) diff = run_words (folder, "diff", "b.mdx", "f.mdx", NULL);
  g_assert_cmpint (diff.code, ==, 1);
  g_assert_nonnull (strstr (diff.out, "- geosets[0] = Body (geoset)\n"));
  g_auto (GStrv) lines = g_strsplit (diff.out, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    const char *arrow = strstr (lines[i], " -> "), *colon = strstr (lines[i], ": ");
    if (arrow && colon && g_str_has_prefix (lines[i], "~"))
      g_assert_false (strlen (arrow + 4) == (gsize) (arrow - colon - 2)
                      && strncmp (colon + 2, arrow + 4, (gsize) (arrow - colon - 2)) == 0);
  }
  remove_folder (folder);
}

/* --json has everything that the text output says of a change. */
static void
json (void)
{
  g_autofree char *folder = make_named (), *effect = sample_path ("effect.mdx");
  g_autoptr (GPtrArray) names = write_m2_set (folder, 264);
  copy_into (folder, effect, "e.mdx");
  g_auto (Run) set = run_words (folder, "set", "Sample.m2", "sequences[0].animation=Walk", "-i", NULL);
  g_assert_cmpint (set.code, ==, 0);
  g_auto (Run) faster = run_words (folder, "set", "Sample.m2", "sequences[0].move_speed=77",
                                   "skins[0].batches[0].layer=5", "-o", "Other.m2", NULL);
  g_assert_cmpint (faster.code, ==, 0);
  g_auto (Run) plain = run_words (folder, "diff", "Sample.m2", "Other.m2", NULL);
  g_assert_nonnull (strstr (plain.out, "~ sequences[0].move_speed (Walk/"));
  /* A title that is only kind and number is not printed after the path. */
  g_assert_nonnull (strstr (plain.out, "~ skins[0].batches[0].layer: "));
  g_auto (Run) m2 = run_words (folder, "diff", "--json", "Sample.m2", "Other.m2", NULL);
  g_assert_nonnull (strstr (m2.out, "\"path\": \"sequences[0].move_speed\", \"title\": \"Walk/"));
  /* Elements with names are found by them; the title is not printed too. */
  g_auto (Run) later = run_words (folder, "convert", "--to=mdx1000", "-q", "e.mdx", "f.mdx", NULL);
  g_assert_cmpint (later.code, ==, 0);
  g_auto (Run) mdx = run_words (folder, "diff", "--json", "b.mdx", "f.mdx", NULL);
  g_assert_null (strstr (mdx.out, "\"title\": \"Walk/"));
  g_auto (Run) words = run_words (folder, "diff", "b.mdx", "f.mdx", NULL);
  g_assert_true ((strstr (words.out, "(different record)") != NULL) == (strstr (mdx.out, "\"another\": true") != NULL));
  g_assert_nonnull (strstr (mdx.out, "\"another\": true"));
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/diff/a geoset without its name is still recognised", lost_names);
  g_test_add_func ("/cli/diff/a geoset with few vertices is recognised too", lost_names_of_few);
  g_test_add_func ("/cli/diff/-v prints a record in the format of its own file", records_of_one_side);
  g_test_add_func ("/cli/diff/keys stay with their sequence when another is removed", keys_by_sequence);
  g_test_add_func ("/cli/diff/the two sides of a change never look alike", other_geosets);
  g_test_add_func ("/cli/diff/--json has the same content as the plain output", json);
  return g_test_run ();
}
