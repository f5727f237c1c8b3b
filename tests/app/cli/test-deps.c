/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/cli/run.h"
#include "tests/core/corpus.h"

#include <glib/gstdio.h>
#include <string.h>

static void
add (const char *folder, const char *sample, const char *name)
{
  g_autofree char *path = sample_path (sample);
  copy_into (folder, path, name);
}

static void
textures (void)
{
  g_autofree char *folder = make_folder (), *below = g_build_filename (folder, "Units", NULL);
  g_mkdir (below, 0700);
  add (folder, "figure.mdx", "Units/man.mdx");
  g_auto (Run) none = run_words (folder, "deps", "Units/man.mdx", NULL);
  g_assert_cmpint (none.code, ==, 1);
  g_assert_cmpstr (none.out, ==,
                   "Units/man.mdx: textures[0] replaceable_id TeamColor: the game puts it in\n"
                   "Units/man.mdx: textures[1] figure.blp: missing\n"
                   "Units/man.mdx: textures[2] figure-gear.blp: missing\n"
                   "Units/man.mdx: textures[3] figure-trail.tga: missing\n");
  /* Another case, another extension. */
  add (folder, "figure.blp", "Units/Figure.BLP");
  add (folder, "figure-gear.blp", "Units/figure-gear.blp");
  add (folder, "figure-trail.tga", "Units/figure-trail.png");
  g_auto (Run) all = run_words (folder, "deps", ".", NULL);
  g_assert_cmpint (all.code, ==, 0);
  g_assert_cmpstr (all.out, ==,
                   "./Units/man.mdx: textures[0] replaceable_id TeamColor: the game puts it in\n"
                   "./Units/man.mdx: textures[1] figure.blp: ./Units/Figure.BLP\n"
                   "./Units/man.mdx: textures[2] figure-gear.blp: ./Units/figure-gear.blp\n"
                   "./Units/man.mdx: textures[3] figure-trail.tga: ./Units/figure-trail.png\n");
  g_auto (Run) quiet = run_words (folder, "deps", "-q", "Units", NULL);
  g_assert_cmpstr (quiet.out, ==, "");
  remove_folder (folder);
}

/* Names of models are found under each suffix that models have; a name inside the game's folders beside the model. */
static void
models (void)
{
  g_autofree char *folder = make_folder ();
  add (folder, "everything.mdx", "a.mdx");
  write_in (folder, "THING.mdx", "x");
  write_in (folder, "Rock.MDL", "x");
  g_auto (Run) run = run_words (folder, "deps", "a.mdx", NULL);
  g_assert_cmpint (run.code, ==, 1);
  g_assert_nonnull (strstr (run.out, "attachments[1] Abilities\\Spells\\Thing.mdl: THING.mdx\n"));
  g_assert_nonnull (strstr (run.out, "particle_emitters[0] Objects\\Rock.mdl: Rock.MDL\n"));
  g_assert_nonnull (strstr (run.out, "Textures\\NotHere.blp: missing\n"));
  g_auto (Run) json = run_words (folder, "deps", "--json", "a.mdx", NULL);
  g_assert_nonnull (strstr (json.out, "\"ok\": false"));
  g_assert_nonnull (strstr (json.out, "\"name\": \"Textures\\\\NotHere.blp\", \"status\": \"missing\"}"));
  g_auto (Run) broken = run_words (folder, "deps", "THING.mdx", "a.mdx", NULL);
  g_assert_cmpint (broken.code, ==, 3);
  g_assert_cmpstr (broken.out, ==, run.out);
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/deps/textures are found in any case, and what is missing is told", textures);
  g_test_add_func ("/cli/deps/models are found under each of their suffixes", models);
  return g_test_run ();
}
