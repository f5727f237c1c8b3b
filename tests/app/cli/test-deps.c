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
                   "Units/man.mdx: textures[0] replaceable_id TeamColor: supplied by the game\n"
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
                   "./Units/man.mdx: textures[0] replaceable_id TeamColor: supplied by the game\n"
                   "./Units/man.mdx: textures[1] figure.blp: ./Units/Figure.BLP\n"
                   "./Units/man.mdx: textures[2] figure-gear.blp: ./Units/figure-gear.blp\n"
                   "./Units/man.mdx: textures[3] figure-trail.tga: ./Units/figure-trail.png\n");
  g_auto (Run) quiet = run_words (folder, "deps", "-q", "Units", NULL);
  g_assert_cmpstr (quiet.out, ==, "");
  remove_folder (folder);
}

/* A model is found under any model suffix, and a name with the game's folders beside the model. */
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
  g_assert_nonnull (strstr (run.out, "Textures\\NotHere.blp: in the game, by its folder\n"));
  g_auto (Run) json = run_words (folder, "deps", "--json", "a.mdx", NULL);
  g_assert_nonnull (strstr (json.out, "\"ok\": false"));
  g_assert_nonnull (
    strstr (json.out, "\"name\": \"Textures\\\\NotHere.blp\", \"status\": \"stock\", \"folder\": \"Textures\\\\\"}"));
  g_auto (Run) broken = run_words (folder, "deps", "THING.mdx", "a.mdx", NULL);
  g_assert_cmpint (broken.code, ==, 3);
  g_assert_cmpstr (broken.out, ==, run.out);
  remove_folder (folder);
}

/* Names in folders of the model's own game count as stock, in any case; those of the other game and of maps are missing. */
static void
stock (void)
{
  static const struct {
    const char *name;
    gboolean stock;
  } cases[] = { { "Textures/Fire.blp", TRUE },
                { "units\\HUMAN\\Footman\\a.blp", TRUE },
                { "_hd.w3mod:textures\\b.dds", TRUE },
                { "war3mapImported\\a.blp", FALSE },
                { "Units\\MyHero\\a.blp", FALSE },
                { "TexturesOfMine\\a.blp", FALSE },
                { "SharedFX/Fire/Fire.pkfx", TRUE },
                { "Textures\\", FALSE },
                { "my:Textures\\a.blp", FALSE },
                { "Creature\\Bear\\a.blp", FALSE },
                { "a.blp", FALSE } };
  g_autofree char *folder = make_folder_of_samples ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *set = g_strdup_printf ("textures[1].path=%s", cases[i].name),
                    *line = g_strdup_printf ("textures[1] %s: %s\n", cases[i].name,
                                             cases[i].stock ? "in the game, by its folder" : "missing");
    g_auto (Run) changed = run_words (folder, "set", "b.mdx", set, "-o", "c.mdx", "-f", NULL);
    g_assert_cmpint (changed.code, ==, 0);
    g_auto (Run) run = run_words (folder, "deps", "c.mdx", NULL);
    if (!strstr (run.out, line))
      g_error ("\"%s\" is not in %s", line, run.out);
    g_auto (Run) quiet = run_words (folder, "deps", "-q", "c.mdx", NULL);
    g_assert_true ((strstr (quiet.out, "textures[1]") == NULL) == cases[i].stock);
  }
  /* The folders of the other game. */
  g_auto (Run) wow = run_words (folder, "convert", "-q", "--to=wow-mdx1300", "b.mdx", "w.mdx", NULL);
  g_assert_cmpint (wow.code, ==, 0);
  g_auto (Run) creature = run_words (folder, "set", "w.mdx", "textures[1].path=Creature\\Bear\\a.blp",
                                     "textures[2].path=Units\\Human\\a.blp", "-i", NULL);
  g_assert_cmpint (creature.code, ==, 0);
  g_auto (Run) alpha = run_words (folder, "deps", "w.mdx", NULL);
  g_assert_nonnull (strstr (alpha.out, "textures[1] Creature\\Bear\\a.blp: in the game, by its folder\n"));
  g_assert_nonnull (strstr (alpha.out, "textures[2] Units\\Human\\a.blp: missing\n"));
  remove_folder (folder);
}

/* A folder is read only once, but names are looked up for each model from its own folder. */
static void
many (void)
{
  g_autofree char *folder = make_folder ();
  static const char *const places[] = { "a", "a/b", "c" };
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    g_autofree char *below = g_build_filename (folder, places[i], NULL),
                    *name = g_build_filename (places[i], "man.mdx", NULL);
    g_mkdir (below, 0700);
    add (folder, "figure.mdx", name);
  }
  add (folder, "figure.blp", "a/figure.blp");
  add (folder, "figure-gear.blp", "figure-gear.blp");
  g_auto (Run) run = run_words (folder, "deps", ".", NULL);
  g_assert_nonnull (strstr (run.out, "./a/man.mdx: textures[1] figure.blp: ./a/figure.blp\n"));
  g_assert_nonnull (strstr (run.out, "./a/b/man.mdx: textures[1] figure.blp: "));
  g_assert_nonnull (strstr (run.out, "/a/figure.blp\n./a/b/man.mdx: textures[2] figure-gear.blp: "));
  g_assert_nonnull (strstr (run.out, "./c/man.mdx: textures[1] figure.blp: missing\n"));
  g_assert_null (strstr (run.out, "figure-gear.blp: missing\n"));
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/deps/textures are found in any case, and missing ones are reported", textures);
  g_test_add_func ("/cli/deps/models are found with each of their suffixes", models);
  g_test_add_func ("/cli/deps/a file in a stock folder of the game is not missing", stock);
  g_test_add_func ("/cli/deps/many models in many folders find the same files as one model alone", many);
  return g_test_run ();
}
