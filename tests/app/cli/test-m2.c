/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs on M2 models, which all treat a model and its companions as one. The sets are made by tests/m2/generate.h. */
#include "tests/app/cli/m2-set.h"
#include "tests/app/cli/run.h"
#include "tests/m2/generate.h"

#include <glib/gstdio.h>
#include <string.h>

static void
write_only (const char *folder, guint version)
{
  g_ptr_array_unref (write_m2_set (folder, version));
}

/* The name of a companion of Sample as one of another stem. Free with g_free(). */
static char *
renamed (const char *name, const char *stem)
{
  g_assert_true (g_str_has_prefix (name, "Sample"));
  return g_strconcat (stem, name + strlen ("Sample"), NULL);
}

static void
assert_ok (const Run *run)
{
  g_assert_cmpstr (run->err, ==, "");
  g_assert_cmpint (run->code, ==, 0);
}

static guint
n_differing (const char *folder, const char *a, const char *b)
{
  g_autoptr (GBytes) x = bytes_in (folder, a), y = bytes_in (folder, b);
  gsize size;
  const guint8 *p = g_bytes_get_data (x, &size), *q = g_bytes_get_data (y, NULL);
  guint n = 0;
  g_assert_cmpuint (size, ==, g_bytes_get_size (y));
  for (gsize i = 0; i < size; i++)
    n += p[i] != q[i];
  return n;
}

static void
every_version (void)
{
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    g_autofree char *folder = make_folder ();
    g_autoptr (GPtrArray) names = write_m2_set (folder, version);
    g_auto (Run) verify = run_words (folder, "verify", "Sample.m2", NULL);
    assert_ok (&verify);
    g_assert_cmpstr (verify.out, ==, "Sample.m2: identical\n");
    /* The made model walks and dies, but has no places for name and breath, and its files are not beside it. Each of its keys has
     * another value, so its mesh is far outside its bounds. */
    g_auto (Run) check = run_words (
      folder, "check", "--except=m2-attachment-name,m2-attachment-breath,texture-missing,file-missing,bounds-left",
      "Sample.m2", NULL);
    assert_ok (&check);
    g_assert_cmpstr (check.out, ==, "Sample.m2: nothing found\n");
    /* set takes the whole output of get, and no byte of any file changes. */
    g_auto (Run) get = run_words (folder, "get", "Sample.m2", NULL);
    write_in (folder, "list.txt", get.out);
    g_auto (Run) set = run_words (folder, "set", "Sample.m2", "--from=list.txt", "-o", "Other.m2", NULL);
    assert_ok (&set);
    for (guint i = 0; i < names->len; i++) {
      g_autofree char *other = renamed (names->pdata[i], "Other");
      g_assert_cmpuint (n_differing (folder, names->pdata[i], other), ==, 0);
    }
    remove_folder (folder);
  }
}

static void
counts (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (GPtrArray) names = write_m2_set (folder, 264);
  g_autofree char *companions = g_strdup_printf ("  companions             %u, ", names->len - 1);
  g_auto (Run)
    get = run_words (folder, "get", "--value", "Sample.m2", "skins[0].submeshes[*].triangles", "vertices.bones", NULL);
  assert_ok (&get);
  /* As many values as commas and one in each line of triangles; each vertex has a brace. */
  guint indices = 0, vertices = 0;
  for (const char *at = get.out; *at; at++) {
    vertices += *at == '{';
    indices += vertices == 0 && (*at == ',' || *at == '[') && at[1] != '{';
  }
  g_autofree char *count_v = g_strdup_printf ("  vertices               %u\n", vertices);
  g_autofree char *count_t = g_strdup_printf ("  triangles              %u\n", indices / 3);
  g_auto (Run) info = run_words (folder, "info", "Sample.m2", NULL);
  assert_ok (&info);
  g_assert_cmpuint (vertices, >, 0);
  g_assert_cmpuint (indices, >, 0);
  g_assert_nonnull (strstr (info.out, "  format                 M2 264\n"));
  g_assert_nonnull (strstr (info.out, companions));
  g_assert_nonnull (strstr (info.out, count_v));
  g_assert_nonnull (strstr (info.out, count_t));
  g_assert_null (strstr (info.out, "  keys                   0\n"));
  g_auto (Run) ls = run_words (folder, "ls", "Sample.m2", NULL);
  assert_ok (&ls);
  g_assert_nonnull (strstr (ls.out, "\nskins "));
  /* ls of an event shows what the catalogue knows of it. */
  g_auto (Run) set = run_words (folder, "set", "Sample.m2", "events[0].identifier=\"$DTH\"", "-i", NULL);
  assert_ok (&set);
  g_auto (Run) events = run_words (folder, "ls", "Sample.m2", "events", NULL);
  g_assert_nonnull (strstr (events.out, "  $DTH  Death thud and loot effect\n"));
  g_auto (Run) event = run_words (folder, "ls", "Sample.m2", "events[0]", NULL);
  g_assert_nonnull (strstr (event.out, "\n  fired on   Death, Drown, Knockdown\n"));
  g_auto (Run) json = run_words (folder, "ls", "--json", "Sample.m2", "events[0]", NULL);
  g_assert_nonnull (
    strstr (json.out, "\"facts\": [{\"path\": \"events[0]\", \"meaning\": \"Death thud and loot effect\""));
  remove_folder (folder);
}

static void
creature (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (GPtrArray) names = write_m2_set (folder, 264);
  g_auto (Run) set = run_words (folder, "set", "Sample.m2", "bounds.min={-1,-2,-3}", "bounds.max={4,5.5,6}",
                                "collision_vertices[*]={0,0,0}", "collision_vertices[0]={-1.5,0,-1}",
                                "collision_vertices[1]={0.5,3,2.25}", "attachments[*].attachment_id=5",
                                "attachments[0].attachment_id=0", "attachments[0].position={7,8,9.5}", "-i", NULL);
  assert_ok (&set);
  g_auto (Run) text = run_words (folder, "info", "--creature", "Sample.m2", NULL);
  assert_ok (&text);
  g_assert_cmpstr (text.out, ==,
                   "Sample.m2\n"
                   "  ModelScale             1\n"
                   "  CollisionWidth         3            of the collision mesh\n"
                   "  CollisionHeight        2.25         of the collision mesh\n"
                   "  MountHeight            9.5          attachments[0]\n"
                   "  GeoBoxMinX             -1\n"
                   "  GeoBoxMinY             -2\n"
                   "  GeoBoxMinZ             -3\n"
                   "  GeoBoxMaxX             4\n"
                   "  GeoBoxMaxY             5.5\n"
                   "  GeoBoxMaxZ             6\n");
  g_auto (Run) json = run_words (folder, "info", "--creature", "--json", "Sample.m2", NULL);
  assert_ok (&json);
  static const char *const parts[] = { "\"model_scale\": 1,",           "\"collision_width\": 3,",
                                       "\"collision_height\": 2.25,",   "\"mount_height\": 9.5,",
                                       "\"mount\": \"attachments[0]\"", "\"geo_box_min\": [-1, -2, -3]",
                                       "\"geo_box_max\": [4, 5.5, 6]" };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!strstr (json.out, parts[i]))
      g_error ("%s is not in %s", parts[i], json.out);
  /* Without an attachment for the rider and without a collision mesh. */
  g_auto (Run) other = run_words (folder, "set", "Sample.m2", "attachments[0].attachment_id=5", "-i", NULL);
  assert_ok (&other);
  g_auto (Run) none = run_words (folder, "info", "--creature", "Sample.m2", NULL);
  g_assert_nonnull (strstr (none.out, "  MountHeight            0            there is no attachment 0\n"));
  remove_folder (folder);
  g_autofree char *samples = make_folder_of_samples ();
  g_auto (Run) plain = run_words (samples, "set", "b.mdx", "bounds.min={-1,-2,-3}", "bounds.max={4,5.5,6}", "-i", NULL);
  assert_ok (&plain);
  g_auto (Run) bounds = run_words (samples, "info", "--creature", "b.mdx", NULL);
  g_assert_nonnull (strstr (bounds.out,
                            "  CollisionWidth         7.5          of the bounds: there is no collision mesh\n"
                            "  CollisionHeight        6 "));
  remove_folder (samples);
}

/* A lane has its sequence from the start, and the error for a misspelled name suggests the right one. */
static void
lanes (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (GPtrArray) names = write_m2_set (folder, 264);
  g_auto (Run) track = run_words (folder, "do", "-eadd bones", "-eadd bones[-].scaling.track", "Sample.m2", "-n", NULL);
  g_assert_cmpint (track.code, ==, 2);
  g_auto (Run) count = run_words (folder, "ls", "Sample.m2", NULL);
  const char *bones = strstr (count.out, "\nbones ");
  g_assert_nonnull (bones);
  guint n = (guint) g_ascii_strtoull (strstr (bones, "list") + 4, NULL, 10);
  g_autofree char *make = g_strdup_printf ("-eadd bones[%u].scaling.track", n),
                  *missing = g_strdup_printf ("-ekey-add bones[%u].scaling.track time=10", n),
                  *lane = g_strdup_printf ("-eadd bones[%u].scaling.track.lanes sequence=sequences[0]", n),
                  *key = g_strdup_printf ("-ekey-add bones[%u].scaling.track.lanes[0] time=10", n),
                  *path = g_strdup_printf ("bones[%u].scaling.track.lanes[0].keys.time", n),
                  *expected = g_strdup_printf ("%s = [10]\n", path);
  g_auto (Run) refused = run_words (folder, "do", "-eadd bones", make, missing, "Sample.m2", "-n", NULL);
  g_assert_nonnull (strstr (refused.err, "or add one to its lanes with sequence=SEQUENCE"));
  g_auto (Run) added = run_words (folder, "do", "-eadd bones", make, lane, key, "Sample.m2", "-i", NULL);
  assert_ok (&added);
  g_auto (Run) keys = run_words (folder, "get", "Sample.m2", path, NULL);
  g_assert_cmpstr (keys.out, ==, expected);
  g_auto (Run) again = run_words (folder, "do", lane, "Sample.m2", "-n", NULL);
  g_assert_nonnull (strstr (again.err, "already has a lane for this sequence"));
  g_auto (Run) nearly = run_words (folder, "set", "Sample.m2", "sequences[0].animation=EmoteTlk", "-i", NULL);
  g_assert_nonnull (strstr (nearly.err, "or a number; did you mean EmoteTalk?\n"));
  remove_folder (folder);
}

/* Changing one number changes at most four bytes of the model; its companions are written under the new name. */
static void
other_name (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (GPtrArray) names = write_m2_set (folder, 264);
  g_auto (Run) set = run_words (folder, "set", "Sample.m2", "sequences[0].move_speed=0.125", "-o", "Other.m2", NULL);
  assert_ok (&set);
  guint changed = n_differing (folder, "Sample.m2", "Other.m2");
  g_assert_cmpuint (changed, >, 0);
  g_assert_cmpuint (changed, <=, 4);
  for (guint i = 1; i < names->len; i++) {
    g_autofree char *other = renamed (names->pdata[i], "Other");
    g_assert_cmpuint (n_differing (folder, names->pdata[i], other), ==, 0);
  }
  g_auto (Run) diff = run_words (folder, "diff", "Sample.m2", "Other.m2", NULL);
  g_assert_cmpint (diff.code, ==, 1);
  g_assert_true (g_str_has_prefix (diff.out, "~ sequences[0].move_speed"));
  g_assert_true (strchr (diff.out, '\n') == diff.out + strlen (diff.out) - 1);
  remove_folder (folder);
}

static void
in_a_profile (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (GPtrArray) names = write_m2_set (folder, 264);
  g_auto (Run)
    set = run_words (folder, "set", "Sample.m2", "skins[1].submeshes[0].center.y=-0.5", "-o", "Other.m2", NULL);
  assert_ok (&set);
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *other = renamed (names->pdata[i], "Other");
    guint changed = n_differing (folder, names->pdata[i], other);
    g_assert_true (strstr (other, "01.skin") ? changed > 0 && changed <= 4 : changed == 0);
  }
  g_auto (Run) diff = run_words (folder, "diff", "Sample.m2", "Other.m2", NULL);
  g_assert_cmpint (diff.code, ==, 1);
  g_assert_true (g_str_has_prefix (diff.out, "~ skins[1].submeshes[0].center"));
  remove_folder (folder);
}

static void
in_place (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (GPtrArray) names = write_m2_set (folder, 264);
  g_auto (Run) set = run_words (folder, "set", "Sample.m2", "skins[0].batches[0].layer=3", "-i", "--backup=.old", NULL);
  assert_ok (&set);
  for (guint i = 0; i < names->len; i++) {
    /* A companion that has its bytes already is not written. */
    g_autofree char *old = g_strconcat (names->pdata[i], ".old", NULL), *path = g_build_filename (folder, old, NULL);
    gboolean companion = i > 0, profile = strstr (old, "00.skin") != NULL;
    g_assert_cmpint (g_file_test (path, G_FILE_TEST_EXISTS), ==, !companion || profile);
    if (!companion || profile)
      g_assert_cmpint (n_differing (folder, names->pdata[i], old) > 0, ==, profile);
  }
  remove_folder (folder);
}

/* Nothing is written if one file of the set would replace an existing one, or if the format cannot hold the model. */
static void
refused (void)
{
  g_autofree char *folder = make_folder ();
  write_only (folder, 264);
  write_in (folder, "Other01.skin", "mine");
  g_auto (Run) set = run_words (folder, "set", "Sample.m2", "name=Other", "-o", "Other.m2", NULL);
  g_assert_cmpint (set.code, ==, 4);
  g_assert_nonnull (strstr (set.err, "Other01.skin"));
  g_assert_false (exists_in (folder, "Other.m2"));
  g_assert_false (exists_in (folder, "Other00.skin"));
  g_autoptr (GBytes) mine = bytes_in (folder, "Other01.skin");
  g_assert_cmpmem (g_bytes_get_data (mine, NULL), g_bytes_get_size (mine), "mine", 4);

  g_auto (Run) out = run_words (folder, "set", "Sample.m2", "name=Other", "-o", "-", NULL);
  g_assert_cmpint (out.code, ==, 2);
  g_assert_cmpuint (out.size, ==, 0);
  g_auto (Run) mdx = run_words (folder, "set", "Sample.m2", "name=Other", "-o", "Other.mdx", NULL);
  g_assert_cmpint (mdx.code, ==, 2);
  g_auto (Run) convert = run_words (folder, "convert", "Sample.m2", "Other.mdl", NULL);
  g_assert_cmpint (convert.code, ==, 4);
  g_assert_nonnull (strstr (convert.err, "M2 264, which cannot be converted"));
  g_assert_false (exists_in (folder, "Other.mdx") || exists_in (folder, "Other.mdl"));
  /* One file alone goes to standard output. */
  g_autofree char *old = make_folder ();
  g_autoptr (GPtrArray) one = write_m2_set (old, 260);
  g_assert_cmpuint (one->len, ==, 1);
  g_auto (Run) alone = run_words (old, "set", "Sample.m2", "name=Other", "-o", "-", NULL);
  assert_ok (&alone);
  g_assert_cmpuint (alone.size, >, 1000);
  remove_folder (old);
  remove_folder (folder);
}

/* With a missing companion, everything that belongs to it stays unchanged, and the rest can be read. */
static void
missing (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (GPtrArray) names = write_m2_set (folder, 264);
  for (guint i = 1; i < names->len; i++) {
    g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
    g_assert_cmpint (g_unlink (path), ==, 0);
  }
  g_auto (Run) verify = run_words (folder, "verify", "Sample.m2", NULL);
  assert_ok (&verify);
  g_auto (Run) get = run_words (folder, "get", "--value", "Sample.m2", "skins[0].not_loaded", NULL);
  g_assert_cmpstr (get.out, ==, "1\n");
  remove_folder (folder);
}

static void
layout (void)
{
  g_autofree char *folder = make_folder ();
  write_only (folder, 264);
  g_auto (Run) all = run_words (folder, "layout", "Sample.m2", NULL);
  assert_ok (&all);
  g_assert_nonnull (strstr (all.out, "\nmodel in Sample.m2, "));
  g_assert_nonnull (strstr (all.out, "\nskin0 in Sample00.skin, "));
  g_assert_nonnull (strstr (all.out, "bone_combos, follows from skins\n"));
  g_auto (Run) skin = run_words (folder, "layout", "Sample.m2", "--part=skin1", "--at=0", NULL);
  assert_ok (&skin);
  g_assert_true (g_str_has_prefix (skin.out, "skins[1]  fixed SKIN"));
  g_auto (Run) none = run_words (folder, "layout", "Sample.m2", "--part=skin9", NULL);
  g_assert_cmpint (none.code, ==, 2);
  /* A file laid out by the exporter's rule has fill between its arrays, and the space reserved for aliases. */
  g_assert_null (strstr (all.out, " shared "));
  g_assert_null (strstr (all.out, "that are not zero"));
  remove_folder (folder);
}

/* layout reports four bytes between two arrays and a byte after them. */
static void
planted (void)
{
  g_autofree char *folder = make_folder ();
  write_only (folder, 260);
  g_auto (Run) before = run_words (folder, "layout", "-v", "Sample.m2", NULL);
  assert_ok (&before);
  guint64 at = 0;
  g_auto (GStrv) lines = g_strsplit (before.out, "\n", -1);
  for (guint i = 0; lines[i] && !at; i++)
    if (strstr (lines[i], "(model)  pad") && g_ascii_strtoull (lines[i] + 10, NULL, 10) >= 4)
      at = g_ascii_strtoull (lines[i], NULL, 16);
  g_assert_cmpuint (at, >, 0);
  g_autofree char *path = g_build_filename (folder, "Sample.m2", NULL), *data = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  memcpy (data + at, "\1\2\3\4", 4);
  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
  g_autofree char *start = g_strdup_printf ("\n0x%08" G_GINT64_MODIFIER "x ", at);
  g_auto (Run) after = run_words (folder, "layout", "Sample.m2", NULL);
  assert_ok (&after);
  const char *line = strstr (after.out, start);
  g_assert_nonnull (line);
  g_auto (GStrv) rest = g_strsplit (line + 1, "\n", 2);
  g_assert_nonnull (strstr (rest[0], "  gap  "));
  g_assert_nonnull (strstr (rest[0], "4 bytes that are not zero"));
  g_auto (Run) verify = run_words (folder, "verify", "--origin", "-v", "Sample.m2", NULL);
  assert_ok (&verify);
  g_assert_nonnull (strstr (verify.out, "\n  places "));
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mwright/m2/the values for CreatureModelData", creature);
  g_test_add_func ("/mwright/m2/a lane is added for a sequence", lanes);
  g_test_add_func ("/cli/m2/sets of every version are read, checked and written unchanged", every_version);
  g_test_add_func ("/cli/m2/info counts vertices, triangles, keys and companions", counts);
  g_test_add_func ("/cli/m2/saving under another name renames the companions too", other_name);
  g_test_add_func ("/cli/m2/a changed value of a profile changes only the profile's file", in_a_profile);
  g_test_add_func ("/cli/m2/in place all files are replaced, with backups", in_place);
  g_test_add_func ("/cli/m2/nothing is written if files would be replaced or lost", refused);
  g_test_add_func ("/cli/m2/a model without its companions is written unchanged", missing);
  g_test_add_func ("/cli/m2/layout has a map of each file", layout);
  g_test_add_func ("/cli/m2/layout marks bytes outside all arrays", planted);
  return g_test_run ();
}
