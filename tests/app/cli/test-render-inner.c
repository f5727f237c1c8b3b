/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/cli/pictures.h"
#include "tests/core/corpus.h"

#include <string.h>

/* Models inside the model, and what is said of them. */

static void
another_model_is_shown_at_a_node (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  const char *size = "--size=48x48", *hand = "--attach=hand right ref=effect.mdx",
             *head = "--attach=Head Ref=effect.mdx";
  g_auto (Run) plain = run_words (folder, "render", "figure.mdx", "-o", "plain.png", size, NULL);
  g_auto (Run) one = run_words (folder, "render", "figure.mdx", "-o", "one.png", size, hand, NULL);
  g_auto (Run) two = run_words (folder, "render", "figure.mdx", "-o", "two.png", size, hand, head, NULL);
  g_auto (Run) path = run_words (folder, "render", "figure.mdx", "-o", "path.png", size,
                                 "--attach=attachments[4]=effect.mdx", NULL);
  g_assert_null (strstr (plain.err, "missing"));
  g_assert_nonnull (strstr (two.err, "textures are missing, effect-veil.tga first"));
  g_assert_false (pictures_same (folder, "plain.png", "one.png"));
  g_assert_false (pictures_same (folder, "one.png", "two.png"));
  g_assert_true (pictures_same (folder, "one.png", "path.png"));
  /* What the window shows there, unless another model is given. */
  g_autofree char *file = g_build_filename (folder, "effect.mdx", NULL),
                  *both = g_strdup_printf ("[view]\nattached=Head Ref;/no.mdx;Hand Right Ref;%s;Tail;x;\n", file);
  pictures_remember (folder, "figure.mdx", both);
  g_auto (Run) remembered = run_words (folder, "render", "figure.mdx", "-o", "remembered.png", size, NULL);
  g_assert_cmpint (remembered.code, ==, 0);
  g_assert_true (pictures_same (folder, "one.png", "remembered.png"));
  g_assert_nonnull (strstr (remembered.err, "drawn without what the window shows at Head Ref: /no.mdx: "));
  g_assert_nonnull (strstr (remembered.err, "Tail: there is no such node"));
  g_auto (Run) given = run_words (folder, "render", "figure.mdx", "-o", "given.png", size, head, NULL);
  g_assert_true (pictures_same (folder, "two.png", "given.png"));
  /* What cannot be done. */
  g_auto (Run) node = run_words (folder, "render", "figure.mdx", "-o", "x.png", "--attach=Tail=effect.mdx", NULL);
  g_assert_cmpint (node.code, ==, 2);
  g_assert_nonnull (
    strstr (node.err, "there is no node \"Tail\"; the model has the attachments Head Ref, Overhead Ref"));
  g_auto (Run) twice = run_words (folder, "render", "figure.mdx", "-o", "x.png", head, head, NULL);
  g_assert_cmpint (twice.code, ==, 2);
  g_auto (Run) bad = run_words (folder, "render", "figure.mdx", "-o", "x.png", "--attach=Head Ref=figure.blp", NULL);
  g_assert_cmpint (bad.code, ==, 3);
  g_assert_nonnull (strstr (bad.err, "figure.blp"));
  static const char *const wrong[] = { "--attach=Head Ref", "--attach==effect.mdx", "--attach=Head Ref=" };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_auto (Run) run = run_words (folder, "render", "figure.mdx", "-o", "x.png", wrong[i], NULL);
    g_assert_cmpint (run.code, ==, 2);
    g_assert_nonnull (strstr (run.err, "expected NODE=FILE"));
  }
  pictures_tear_down (folder);
}

/* The wing of the beetle becomes a cape, which its body does not show. */
static void
textures_of_hidden_meshes_are_not_missing (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  static const char *const names[] = { "beetle.m2", "beetle00.skin", "beetle-skin.blp", "beetle-glow.blp" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = sample_path (names[i]);
    copy_into (folder, path, names[i]);
  }
  static const char *const geosets[] = { "skins[0].submeshes[3].geoset=1501", "skins[0].submeshes[3].geoset=1502" };
  for (guint i = 0; i < G_N_ELEMENTS (geosets); i++) {
    g_auto (Run) made = run_words (folder, "set", "beetle.m2", "-i", "textures[0].type=1", geosets[i], NULL);
    g_assert_cmpint (made.code, ==, 0);
    g_auto (Run) run = run_words (folder, "render", "beetle.m2", "-f", "-o", "x.png", "--size", "32x32", NULL);
    g_assert_true ((strstr (run.err, "2 textures are missing, beetle-shine.blp first") != NULL) == (i == 0));
    g_assert_true ((strstr (run.err, "the texture beetle-shine.blp is missing") != NULL) == (i == 1));
  }
  pictures_tear_down (folder);
}

/* The figure leaves footprints. */
static void
what_an_inner_model_does_not_show_is_said (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  static const char said[] = "which it shows: The marks that it leaves on the ground are not drawn\n";
  g_auto (Run) run = run_words (folder, "render", "effect.mdx", "-o", "x.png", "--size=32x32",
                                "--attach=bones[0]=figure.mdx", NULL);
  g_assert_cmpint (run.code, ==, 0);
  g_assert_nonnull (strstr (run.err, "effect.mdx: of figure.mdx, "));
  g_assert_nonnull (strstr (run.err, said));
  g_auto (Run) spawning = run_words (folder, "do", "-e",
                                     "add particle_emitters emission_rate=50 path=\"figure.mdx\" name=\"Many\" "
                                     "flags.emitter_uses_mdl=1",
                                     "effect.mdx", "-o", "many.mdx", NULL);
  g_assert_cmpint (spawning.code, ==, 0);
  g_auto (Run) shown = run_words (folder, "render", "many.mdx", "-o", "y.png", "--size=32x32", NULL);
  g_assert_nonnull (strstr (shown.err, said));
  g_auto (Run) quiet = run_words (folder, "render", "many.mdx", "-q", "-f", "-o", "y.png", "--size=32x32", NULL);
  g_assert_cmpstr (quiet.err, ==, "");
  pictures_tear_down (folder);
}

static void
too_many_models_of_an_emitter_are_counted (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  static const char *const lives[] = { "life_span=0.1", "life_span=20" };
  for (guint i = 0; i < G_N_ELEMENTS (lives); i++) {
    g_autofree char *step = g_strconcat ("add particle_emitters emission_rate=500 path=\"effect.mdx\" name=\"Many\" "
                                         "flags.emitter_uses_mdl=1 ",
                                         lives[i], NULL);
    g_auto (Run) made = run_words (folder, "do", "-e", step, "figure.mdx", "-f", "-o", "many.mdx", NULL);
    g_assert_cmpint (made.code, ==, 0);
    g_auto (Run) run = run_words (folder, "render", "many.mdx", "-f", "-o", "many.png", "--size=32x32",
                                  "--sequence=Walk", "--time=990", NULL);
    g_assert_cmpint (run.code, ==, 0);
    g_assert_true ((strstr (run.err, "its particles and events show are not drawn") != NULL) == (i == 1));
  }
  pictures_tear_down (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/render inner/another model is shown at a node", another_model_is_shown_at_a_node);
  g_test_add_func ("/cli/render inner/textures of hidden meshes are not missing",
                   textures_of_hidden_meshes_are_not_missing);
  g_test_add_func ("/cli/render inner/what an inner model does not show is said",
                   what_an_inner_model_does_not_show_is_said);
  g_test_add_func ("/cli/render inner/too many models of an emitter are counted",
                   too_many_models_of_an_emitter_are_counted);
  return g_test_run ();
}
