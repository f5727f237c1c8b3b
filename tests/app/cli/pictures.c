/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/cli/pictures.h"
#include "tests/core/corpus.h"

#include <string.h>

char *
pictures_set_up (void)
{
  static const char *const names[] = { "figure.mdx", "figure.blp",       "figure-gear.blp", "figure-trail.tga",
                                       "effect.mdx", "effect-flame.tga", "effect-seal.tga", "effect-spark.tga" };
  char *folder = make_folder ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = sample_path (names[i]);
    copy_into (folder, path, names[i]);
  }
  g_auto (Run) probe = run_words (folder, "render", "figure.mdx", "-o", "probe.png", "--size", "8x8", NULL);
  if (strstr (probe.err, "OpenGL")) {
    g_test_skip (probe.err);
    remove_folder (folder);
    g_free (folder);
    return NULL;
  }
  g_assert_cmpint (probe.code, ==, 0);
  g_assert_cmpstr (probe.out, ==, "figure.mdx -> probe.png\n");
  return folder;
}

void
pictures_tear_down (char *folder)
{
  remove_folder (folder);
  g_free (folder);
}

Run
pictures_render (const char *folder, const char *options)
{
  g_autofree char *line = g_strconcat ("render ", options, NULL);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  return run_mwright (folder, (const char *const *) words, NULL);
}

gboolean
pictures_same (const char *folder, const char *a, const char *b)
{
  g_autoptr (GBytes) x = bytes_in (folder, a), y = bytes_in (folder, b);
  return g_bytes_equal (x, y);
}

void
pictures_remember (const char *folder, const char *name, const char *text)
{
  g_autofree char *model = g_build_filename (folder, name, NULL),
                  *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, model, -1),
                  *file = g_strconcat (sum, ".ini", NULL),
                  *parent = g_build_filename (g_get_user_state_dir (), "modelwright", "views", NULL),
                  *path = g_build_filename (parent, file, NULL);
  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}
