/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mwright on models of several files. */
#include "tests/app/cli/m2-set.h"
#include "tests/app/cli/run.h"
#include "tests/core/io/files.h"

#include <glib/gstdio.h>
#include <string.h>

/* Writes a whole set, with one companion whose name has unusual case and three that a save only copies. */
static void
write_set (Files *files)
{
  g_autofree char *skin = files_path (files, "Sample00.skin"), *own = files_path (files, "SAMPLE00.Skin");
  g_ptr_array_unref (write_m2_set (files->folder, 264));
  g_assert_cmpint (g_rename (skin, own), ==, 0);
  files_write (files, "Sample_LOD01.skin", "lod");
  files_write (files, "sample.phys", "phys");
  files_write (files, "Sample0999-00.anim", "no sequence names this");
}

static Files
make_below (Files *files, const char *name)
{
  char *folder = files_path (files, name);
  g_mkdir (folder, 0700);
  return (Files) { folder };
}

/* Asserts that both folders have the same companions, in the second under `stem`. */
static void
assert_same_companions (Files *files, Files *below, const char *stem)
{
  g_autofree char *list = files_list (files);
  g_auto (GStrv) names = g_strsplit (list, " ", -1);
  guint n = 0;
  for (guint i = 0; names[i]; i++) {
    if (g_ascii_strncasecmp (names[i], "sample", 6) != 0 || g_str_has_suffix (names[i], ".m2"))
      continue;
    g_autofree char *name = stem ? g_strconcat (stem, names[i] + 6, NULL) : g_strdup (names[i]);
    g_test_message ("%s", name);
    g_autoptr (GBytes) a = bytes_in (files->folder, names[i]), b = bytes_in (below->folder, name);
    g_assert_true (g_bytes_equal (a, b));
    n++;
  }
  g_assert_cmpuint (n, >=, 5);
  g_autofree char *out = files_list (below);
  g_auto (GStrv) all = g_strsplit (out, " ", -1);
  g_assert_cmpuint (g_strv_length (all), ==, n + 1);
}

static void
verifies (Files *files, gconstpointer data)
{
  write_set (files);
  g_auto (Run) run = run_words (files->folder, "verify", "--origin", "-v", "Sample.m2", NULL);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.code, ==, 0);
  g_assert_nonnull (strstr (run.out, "Sample.m2: identical"));
  g_assert_nonnull (strstr (run.out, "  carried files    29\n"));
}

static void
goes_with_its_companions (Files *files, gconstpointer data)
{
  write_set (files);
  Files out = make_below (files, "out"), renamed = make_below (files, "renamed");
  g_auto (Run) same = run_words (files->folder, "set", "Sample.m2", "name=Changed", "-o", "out/Sample.m2", NULL);
  g_assert_cmpstr (same.err, ==, "");
  g_assert_cmpint (same.code, ==, 0);
  assert_same_companions (files, &out, NULL);
  g_auto (Run)
    other = run_words (files->folder, "do", "-e", "set name=Changed", "Sample.m2", "-o", "renamed/b.m2", NULL);
  g_assert_cmpint (other.code, ==, 0);
  assert_same_companions (files, &renamed, "b");
  g_autoptr (GBytes) one = bytes_in (out.folder, "Sample.m2"), two = bytes_in (renamed.folder, "b.m2");
  g_assert_true (g_bytes_equal (one, two));
  g_auto (Run) back = run_words (files->folder, "diff", "Sample.m2", "renamed/b.m2", NULL);
  g_assert_cmpint (back.code, ==, 1);
  g_assert_true (strstr (back.out, "Changed") && strchr (back.out, '\n') == back.out + back.size - 1);
  g_free (out.folder);
  g_free (renamed.folder);
}

static void
in_place (Files *files, gconstpointer data)
{
  write_set (files);
  g_autofree char *before = files_list (files);
  g_auto (Run) run = run_words (files->folder, "set", "Sample.m2", "name=Changed", "-i", NULL);
  g_assert_cmpint (run.code, ==, 0);
  g_autofree char *after = files_list (files);
  g_assert_cmpstr (before, ==, after);
  g_auto (Run) get = run_words (files->folder, "get", "Sample.m2", "name", NULL);
  g_assert_nonnull (strstr (get.out, "Changed"));
}

/* The model and a skin change: both get a backup, unchanged files do not. */
static void
backed_up (Files *files, gconstpointer data)
{
  write_set (files);
  g_autoptr (GBytes) model = bytes_in (files->folder, "Sample.m2"), skin = bytes_in (files->folder, "SAMPLE00.Skin");
  g_auto (Run) run = run_words (files->folder, "set", "-i", "--backup", "Sample.m2", "name=Changed",
                                "skins[0].submeshes[0].sort_radius=77", NULL);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.code, ==, 0);
  g_autoptr (GBytes) kept_model = bytes_in (files->folder, "Sample.m2.bak"),
                     kept_skin = bytes_in (files->folder, "SAMPLE00.Skin.bak"),
                     now = bytes_in (files->folder, "SAMPLE00.Skin");
  g_assert_true (g_bytes_equal (model, kept_model));
  g_assert_true (g_bytes_equal (skin, kept_skin));
  g_assert_false (g_bytes_equal (skin, now));
  g_autofree char *list = files_list (files);
  g_assert_null (strstr (list, ".anim.bak"));
  g_assert_null (strstr (list, ".phys.bak"));
}

static void
taken (Files *files, gconstpointer data)
{
  write_set (files);
  Files out = make_below (files, "out");
  files_write (&out, "SAMPLE.PHYS", "another's");
  g_auto (Run) run = run_words (files->folder, "set", "Sample.m2", "name=Changed", "-o", "out/Sample.m2", NULL);
  g_assert_cmpint (run.code, ==, 4);
  g_assert_nonnull (strstr (run.err, "SAMPLE.PHYS: exists already"));
  g_autofree char *list = files_list (&out);
  g_assert_cmpstr (list, ==, "SAMPLE.PHYS");
  g_auto (Run)
    forced = run_words (files->folder, "set", "-f", "Sample.m2", "name=Changed", "-o", "out/Sample.m2", NULL);
  g_assert_cmpint (forced.code, ==, 0);
  g_autofree char *phys = files_read (&out, "SAMPLE.PHYS"), *twice = files_read (&out, "sample.phys");
  g_assert_cmpstr (phys, ==, "phys");
  g_assert_null (twice);
  g_free (out.folder);
}

static void
streams (Files *files, gconstpointer data)
{
  write_set (files);
  g_autoptr (GBytes) model = bytes_in (files->folder, "Sample.m2");
  const char *const verify[] = { "verify", "-", NULL };
  g_auto (Run) run = run_mwright (files->folder, verify, model);
  g_assert_cmpstr (run.out, ==, "-: identical\n");
  g_auto (Run) several = run_words (files->folder, "set", "Sample.m2", "name=Changed", "-o", "-", NULL);
  g_assert_cmpint (several.code, ==, 2); /* its companions would be lost */
  const char *const deps[] = { "deps", "-q", "-", NULL };
  g_auto (Run) unnamed = run_mwright (files->folder, deps, model);
  g_assert_nonnull (strstr (unnamed.out, "-: skin0 ...00.skin: missing\n"));
  const char *const check[] = { "check", "-", NULL };
  g_auto (Run) checked = run_mwright (files->folder, check, model);
  g_assert_cmpint (checked.code, ==, 0);
  g_assert_nonnull (strstr (checked.out, "was not looked for [m2-not-loaded]"));
  g_assert_null (strstr (checked.out, "m2-profile-missing"));
  const char *const set[] = { "set", "-", "name=Changed", "-o", "-", NULL };
  g_auto (Run) out = run_mwright (files->folder, set, model);
  g_assert_cmpint (out.code, ==, 0);
  g_assert_cmpmem (out.out, 4, "MD20", 4);
  g_autoptr (GBytes) changed = g_bytes_new (out.out, out.size);
  const char *const get[] = { "get", "-", "name", NULL };
  g_auto (Run) name = run_mwright (files->folder, get, changed);
  g_assert_nonnull (strstr (name.out, "Changed"));
}

/* A deleted profile has no file in a new set. In place, its file stays, like all files that the model does not name. */
static void
left_out (Files *files, gconstpointer data)
{
  write_set (files);
  Files out = make_below (files, "out");
  g_auto (Run) skins = run_words (files->folder, "ls", "Sample.m2", "skins", NULL);
  g_auto (GStrv) lines = g_strsplit (skins.out, "skins[", -1);
  guint last = g_strv_length (lines) - 2;
  g_assert_cmpuint (last, >, 0);
  g_autofree char *script = g_strdup_printf ("delete skins[%u]", last);
  g_autofree char *gone = g_strdup_printf ("Other%02u", last), *stays = g_strdup_printf ("Sample%02u.skin", last);
  g_auto (Run) run = run_words (files->folder, "do", "-e", script, "Sample.m2", "-o", "out/Other.m2", NULL);
  g_assert_cmpint (run.code, ==, 0);
  g_autofree char *list = files_list (&out);
  g_test_message ("%s", list);
  g_assert_nonnull (strstr (list, "Other00.Skin"));
  g_assert_null (strstr (list, gone));
  g_assert_nonnull (strstr (list, "Other.phys"));
  g_assert_nonnull (strstr (list, "Other0999-00.anim"));
  g_auto (Run) in_place = run_words (files->folder, "do", "-e", script, "-i", "Sample.m2", NULL);
  g_assert_cmpint (in_place.code, ==, 0);
  g_assert_true (exists_in (files->folder, stays));
  g_free (out.folder);
}

static void
missing (Files *files, gconstpointer data)
{
  write_set (files);
  g_auto (Run) all = run_words (files->folder, "deps", "Sample.m2", NULL);
  g_assert_nonnull (strstr (all.out, "Sample.m2: skin0 SAMPLE00.Skin: SAMPLE00.Skin\n"));
  g_assert_nonnull (strstr (all.out, "Sample.m2: phys sample.phys: sample.phys\n"));
  g_assert_null (strstr (all.out, "skin0 Sample00.skin"));
  g_autofree char *skin = files_path (files, "SAMPLE00.Skin");
  g_remove (skin);
  g_auto (Run) less = run_words (files->folder, "deps", "-q", "Sample.m2", NULL);
  g_assert_cmpint (less.code, ==, 1);
  g_assert_nonnull (strstr (less.out, "Sample.m2: skin0 Sample00.skin: missing\n"));
}

/* A value of 2 does not fit into 16 bits in steps of 1/32767; it would be saved as 1. */
static void
beyond_room (Files *files, gconstpointer data)
{
  write_set (files);
  static const char *const values[] = { "2", "-1.1", "nan" };
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autofree char *change = g_strdup_printf ("colors[0].alpha.track.lanes[0].keys[0].value=%s", values[i]);
    g_autofree char *expected = g_strdup_printf ("found %s, expected -1.0000305 to 1", values[i]);
    g_auto (Run) set = run_words (files->folder, "set", "-i", "Sample.m2", change, NULL);
    g_assert_cmpint (set.code, ==, 2);
    g_assert_nonnull (strstr (set.err, expected));
  }
}

/* An M2 sequence has no name; in paths its animation and variation are used instead. */
static void
addressed (Files *files, gconstpointer data)
{
  write_set (files);
  g_auto (Run)
    set = run_words (files->folder, "set", "-i", "Sample.m2", "sequences[1].animation=EmoteTalk",
                     "sequences[1].variation=7", "sequences[2].animation=60", "sequences[2].variation=8", NULL);
  g_assert_cmpint (set.code, ==, 0);
  static const char *const paths[] = { "sequences[60/7].variation", "sequences[EmoteTalk/7].variation",
                                       "sequences[\"emotetalk/7\"].variation" };
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_auto (Run) get = run_words (files->folder, "get", "Sample.m2", paths[i], NULL);
    g_assert_cmpstr (get.out, ==, "sequences[1].variation = 7\n");
  }
  g_auto (Run) many = run_words (files->folder, "get", "Sample.m2", "sequences[EmoteTalk]", NULL);
  g_assert_cmpint (many.code, ==, 2);
  g_assert_nonnull (strstr (many.err, "4 sequences have that name: 1, 2, 4, 5"));
  g_auto (Run) none = run_words (files->folder, "get", "Sample.m2", "sequences[60/9]", NULL);
  g_assert_cmpint (none.code, ==, 2);
  g_assert_nonnull (strstr (none.err, "none of the sequences has the name \"60/9\""));
}

static void
not_converted (Files *files, gconstpointer data)
{
  write_set (files);
  static const char *const targets[] = { "x.mdx", "x.mdl", "x.m2" };
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++) {
    g_auto (Run) run = run_words (files->folder, "convert", "Sample.m2", targets[i], NULL);
    g_assert_cmpint (run.code, ==, 4);
    g_assert_nonnull (strstr (run.err, "cannot be converted to"));
    g_assert_false (exists_in (files->folder, targets[i]));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(claim, function) g_test_add ("/cli/m2-sets/" claim, Files, NULL, files_set_up, function, files_tear_down)
  ADD ("verify compares each part and lists the carried files", verifies);
  ADD ("a model is written with its companions, which keep their spelling", goes_with_its_companions);
  ADD ("a change in place leaves the same files", in_place);
  ADD ("each file that changes is backed up, and no other", backed_up);
  ADD ("if one name is taken, nothing is renamed", taken);
  ADD ("a new set leaves out companions that the model no longer names", left_out);
  ADD ("a stream is the model's own file", streams);
  ADD ("deps names the companion that is missing", missing);
  ADD ("a sequence is addressed by animation and variation", addressed);
  ADD ("a number that the file has no room for is refused", beyond_room);
  ADD ("convert refuses M2 with a message", not_converted);
  return g_test_run ();
}
