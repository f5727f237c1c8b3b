/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `set` takes exactly what `get` prints, changes only what it is given, and never leaves partial files. */
#include "tests/app/cli/run.h"
#include "tests/core/corpus.h"

#include <errno.h>
#include <json-glib/json-glib.h>
#include <signal.h>
#include <string.h>

/* One argument of a command line holds at most 128 KiB, and all of them about 2 MiB. */
#define LONGEST_LINE 100000
#define LARGEST_CHUNK 400000

static void
assert_same_bytes (const char *folder, const char *a, const char *b)
{
  g_autoptr (GBytes) x = bytes_in (folder, a), y = bytes_in (folder, b);
  if (!g_bytes_equal (x, y))
    g_error ("%s and %s differ", a, b);
}

/* All that get prints of file `in` is given back to set, in chunks; each result must be the file itself. */
static void
feed_back (const char *folder)
{
  g_auto (Run) get = run_words (folder, "get", "in.mdx", NULL);
  g_assert_cmpint (get.code, ==, 0);
  g_auto (GStrv) lines = g_strsplit (get.out, "\n", -1);
  g_autoptr (GPtrArray) args = g_ptr_array_new ();
  gsize chunk = 0;
  guint n = g_strv_length (lines), fed = 0;
  for (guint i = 0; i < n; i++) {
    if (args->len == 0) {
      g_ptr_array_add (args, (gpointer) "set");
      g_ptr_array_add (args, (gpointer) "in.mdx");
      g_ptr_array_add (args, (gpointer) "-fo");
      g_ptr_array_add (args, (gpointer) "out.mdx");
      g_ptr_array_add (args, (gpointer) "--");
    }
    if (*lines[i] && strlen (lines[i]) < LONGEST_LINE) {
      g_ptr_array_add (args, lines[i]);
      chunk += strlen (lines[i]);
      fed++;
    }
    if ((chunk < LARGEST_CHUNK && i + 1 < n) || chunk == 0)
      continue;
    g_ptr_array_add (args, NULL);
    g_auto (Run) set = run_mwright (folder, (const char *const *) args->pdata, NULL);
    g_assert_cmpstr (set.err, ==, "");
    g_assert_cmpint (set.code, ==, 0);
    assert_same_bytes (folder, "in.mdx", "out.mdx");
    g_ptr_array_set_size (args, 0);
    chunk = 0;
  }
  g_assert_cmpuint (fed, >, 10);
  /* And at once, as a list. */
  write_in (folder, "list.txt", get.out);
  g_auto (Run) set = run_words (folder, "set", "in.mdx", "--from=list.txt", "-f", "-o", "out.mdx", NULL);
  g_assert_cmpstr (set.err, ==, "");
  g_assert_cmpint (set.code, ==, 0);
  assert_same_bytes (folder, "in.mdx", "out.mdx");
}

static void
round_trip_sample (void)
{
  g_autofree char *folder = make_folder (), *sample = sample_path ("everything.mdx");
  copy_into (folder, sample, "in.mdx");
  feed_back (folder);
  remove_folder (folder);
}

static void
round_trip_corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  g_autofree char *folder = make_folder ();
  guint step = 4 * work_fraction ();
  for (guint i = 0; files && i < files->len; i += step) {
    copy_into (folder, files->pdata[i], "in.mdx");
    feed_back (folder);
  }
  remove_folder (folder);
}

/* The list of one model makes the values of a fresh one: every value is really set, none only compared. */
static void
moves_values (void)
{
  g_autofree char *folder = make_folder (), *sample = sample_path ("everything.mdx");
  copy_into (folder, sample, "in.mdx");
  g_auto (Run) get = run_words (folder, "get", "in.mdx", NULL);
  write_in (folder, "list.txt", get.out);
  static const char *const scramble[] = { "set",
                                          "in.mdx",
                                          "name=x",
                                          "blend_time=1",
                                          "sequences[*].interval.start=7",
                                          "sequences[*].interval.end=8",
                                          "materials[*].layers[*].alpha=0.125",
                                          "materials[*].layers[*].flags=0xff",
                                          "bones[*].pivot={9, 8, 7}",
                                          "geosets[*].material=none",
                                          "particle_emitters2[*].segment_alpha={1, 2, 3}",
                                          "geosets[0].vertices=[]",
                                          "lights[*].type=2",
                                          "cameras[*].name=c",
                                          "unknown_chunks[*].bytes=[1]",
                                          "-o",
                                          "mixed.mdx",
                                          NULL };
  g_auto (Run) mix = run_mwright (folder, scramble, NULL);
  /* Normals without vertices and the like are told of, and written. */
  g_assert_true (g_str_has_prefix (mix.err, "mwright: mixed.mdx: error: geosets[0].normals: "));
  g_assert_cmpint (mix.code, ==, 0);
  g_auto (Run) differs = run_words (folder, "diff", "-q", "in.mdx", "mixed.mdx", NULL);
  g_assert_cmpint (differs.code, ==, 1);
  g_auto (Run) back = run_words (folder, "set", "mixed.mdx", "--from", "list.txt", "-o", "back.mdx", NULL);
  g_assert_cmpint (back.code, ==, 0);
  assert_same_bytes (folder, "in.mdx", "back.mdx");
  remove_folder (folder);
}

static void
set_and_back (void)
{
  static const char *const paths[] = { "name",
                                       "blend_time",
                                       "sequences[1].move_speed",
                                       "materials[0].layers[1].alpha",
                                       "bones[1].name",
                                       "bones[0].pivot.y",
                                       "geosets[0].vertices[2]",
                                       "bones[1].scaling.track.keys[0].time",
                                       "cameras[0].far_clip",
                                       "geosets[0].faces",
                                       "textures[0].path",
                                       "lights[0].color" };
  static const char *const values[] = { "Other",    "12345",         "-0",  "nan(0x7fc00001)", "Another",
                                        "inf",      "{1, -2, 0.1}",  "-77", "1e-45",           "[0, 1, 2, 2, 1, 0]",
                                        "a\\b.blp", "{0.5, 0.25, 1}" };
  g_autofree char *folder = make_folder (), *sample = sample_path ("everything.mdx");
  copy_into (folder, sample, "in.mdx");
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_auto (Run) before = run_words (folder, "get", "--value", "in.mdx", paths[i], NULL);
    g_assert_cmpint (before.code, ==, 0);
    before.out[before.size - 1] = '\0'; /* the line feed */
    g_autofree char *there = g_strdup_printf ("%s=%s", paths[i], values[i]);
    g_autofree char *back = g_strdup_printf ("%s=%s", paths[i], before.out);
    g_auto (Run) first = run_words (folder, "set", "in.mdx", there, "-f", "-o", "there.mdx", NULL);
    /* Some of these make a model that is told of. */
    g_assert_cmpint (first.code, ==, 0);
    g_auto (Run) now = run_words (folder, "get", "--value", "there.mdx", paths[i], NULL);
    g_assert_cmpstr (now.out, !=, before.out);
    g_auto (Run) second = run_words (folder, "set", "there.mdx", back, "-f", "-o", "back.mdx", NULL);
    /* The image of the sample is one that the game does not read. */
    const gboolean told = g_str_equal (paths[i], "textures[0].path");
    g_assert_true (told ? g_str_has_suffix (second.err, "[wc3-texture-format]\n") : !*second.err);
    assert_same_bytes (folder, "in.mdx", "back.mdx");
  }
  remove_folder (folder);
}

static void
exact_numbers (void)
{
  static const char *const values[] = { "0",       "-0",   "0.1", "1e-45",           "3.4028235e38",
                                        "inf",     "-inf", "nan", "nan(0x7fc00001)", "nan(0xffc00000)",
                                        "16777216" };
  static const char *const json[] = { "0",
                                      "-0.0",
                                      "0.1",
                                      "1e-45",
                                      "3.4028235e38",
                                      "\"inf\"",
                                      "\"-inf\"",
                                      "\"nan\"",
                                      "\"nan(0x7fc00001)\"",
                                      "\"nan(0xffc00000)\"",
                                      "16777216" };
  g_autofree char *folder = make_folder (), *sample = sample_path ("figure.mdx");
  copy_into (folder, sample, "in.mdx");
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autofree char *set = g_strdup_printf ("sequences[0].rarity=%s", values[i]);
    g_autofree char *text = g_strdup_printf ("sequences[0].rarity = %s\n", values[i]);
    g_autofree char *object = g_strdup_printf ("{\"path\": \"sequences[0].rarity\", \"value\": %s}", json[i]);
    g_auto (Run) run = run_words (folder, "set", "in.mdx", set, "-fo", "out.mdx", NULL);
    g_assert_cmpint (run.code, ==, 0);
    g_auto (Run) get = run_words (folder, "get", "out.mdx", "sequences[0].rarity", NULL);
    g_assert_cmpstr (get.out, ==, text);
    g_auto (Run) as_json = run_words (folder, "get", "--json", "out.mdx", "sequences[0].rarity", NULL);
    g_assert_nonnull (strstr (as_json.out, object));
  }
  remove_folder (folder);
}

static void
texts (void)
{
  g_autofree char *folder = make_folder (), *sample = sample_path ("figure.mdx");
  copy_into (folder, sample, "in.mdx");
  /* Bytes of an old encoding, quotes and signs, a line feed. */
  g_auto (Run) odd = run_words (folder, "set", "in.mdx", "name=\"a \"b\" \xE9=\"", "sequences[0].name=two\nlines", "-o",
                                "odd.mdx", NULL);
  g_assert_cmpint (odd.code, ==, 0);
  g_auto (Run) get = run_words (folder, "get", "odd.mdx", "name", "sequences[0].name", NULL);
  g_assert_cmpstr (get.out, ==, "name = \"a \"b\" \xE9=\"\nsequences[0].name = base64(dHdvCmxpbmVz)\n");
  g_auto (Run) json = run_words (folder, "get", "--json", "odd.mdx", "name", "sequences[0].name", NULL);
  g_assert_nonnull (strstr (json.out, "\"value\": \"a \\\"b\\\" \xEF\xBF\xBD=\", \"value.base64\": \"YSAiYiIg6T0=\""));
  g_assert_nonnull (strstr (json.out, "\"value\": \"two\\nlines\"}"));
  /* Such lines too are taken back. */
  write_in (folder, "list.txt", get.out);
  g_auto (Run) list = run_words (folder, "set", "in.mdx", "--from=list.txt", "-o", "again.mdx", NULL);
  g_assert_cmpstr (list.err, ==, "");
  assert_same_bytes (folder, "odd.mdx", "again.mdx");
  /* A text with a line feed and an assignment in it does not set anything else. */
  g_auto (Run) sly = run_words (folder, "set", "in.mdx", "name=\"a\"\nblend_time = 9\n\"", "-o", "sly.mdx", NULL);
  g_assert_cmpint (sly.code, ==, 0);
  g_auto (Run) sly_get = run_words (folder, "get", "sly.mdx", "name", NULL);
  write_in (folder, "list.txt", sly_get.out);
  g_auto (Run) sly_list = run_words (folder, "set", "in.mdx", "--from=list.txt", "-fo", "again.mdx", NULL);
  g_assert_cmpstr (sly_list.err, ==, "");
  assert_same_bytes (folder, "sly.mdx", "again.mdx");
  write_in (folder, "list.txt", "blend_time = 8\nname = \"two\nlines\"\n");
  g_auto (Run) cut = run_words (folder, "set", "in.mdx", "--from=list.txt", "-o", "cut.mdx", NULL);
  g_assert_cmpint (cut.code, ==, 2);
  g_assert_nonnull (strstr (cut.err, "line 2 of list.txt: the text begins with a quote but does not end with one"));
  g_assert_false (exists_in (folder, "cut.mdx"));
  /* In the index of a path, a name may contain characters that otherwise separate words. */
  g_auto (Run) named = run_words (folder, "set", "in.mdx", "sequences[1].name=a=b.c", "-fo", "odd.mdx", NULL);
  g_assert_cmpint (named.code, ==, 0);
  g_auto (Run)
    by_name = run_words (folder, "set", "odd.mdx", "sequences[\"a=b.c\"].name=Walk", "-fo", "again.mdx", NULL);
  g_assert_cmpstr (by_name.err, ==, "");
  remove_folder (folder);
}

static void
reports_changes (void)
{
  g_autofree char *folder = make_folder (), *sample = sample_path ("figure.mdx");
  copy_into (folder, sample, "in.mdx");
  g_auto (Run)
    text = run_words (folder, "set", "-v", "in.mdx", "sequences[*].sync_point=3", "name=Knight", "-o", "a.mdx", NULL);
  g_assert_cmpstr (text.out, ==,
                   "sequences[0].sync_point: 0 -> 3\nsequences[1].sync_point: 0 -> 3\n"
                   "sequences[2].sync_point: 0 -> 3\nsequences[3].sync_point: 0 -> 3\n");
  g_auto (Run) json = run_words (folder, "set", "--json", "in.mdx", "blend_time=7", "-o", "b.mdx", NULL);
  g_assert_nonnull (strstr (json.out, "\"changes\": [{\"path\": \"blend_time\", \"old\": 150, \"new\": 7}]"));
  /* JSON has numbers as numbers, and nan and infinities as strings, as in `get` and `diff`. */
  g_auto (Run)
    kinds = run_words (folder, "set", "--json", "in.mdx", "name=N", "bounds.min={0.5, nan, -0}", "-o", "c.mdx", NULL);
  g_assert_nonnull (strstr (kinds.out, "\"old\": \"Knight\", \"new\": \"N\"}"));
  g_assert_nonnull (strstr (kinds.out, "\"new\": [0.5, \"nan\", -0.0]}"));
  g_auto (Run) diff = run_words (folder, "diff", "in.mdx", "b.mdx", NULL);
  g_assert_cmpstr (diff.out, ==, "~ blend_time: 150 -> 7\n");
  remove_folder (folder);
}

/* One bad value among good ones: nothing is written. */
static void
all_or_nothing (void)
{
  g_autofree char *folder = make_folder (), *sample = sample_path ("figure.mdx");
  copy_into (folder, sample, "in.mdx");
  copy_into (folder, sample, "same.mdx");
  g_auto (Run) out = run_words (folder, "set", "in.mdx", "blend_time=7", "blend_time=x", "-o", "a.mdx", NULL);
  g_assert_cmpint (out.code, ==, 2);
  g_assert_false (exists_in (folder, "a.mdx"));
  g_auto (Run) in_place = run_words (folder, "set", "in.mdx", "blend_time=7", "no.such=1", "-i", NULL);
  g_assert_cmpint (in_place.code, ==, 2);
  assert_same_bytes (folder, "in.mdx", "same.mdx");
  remove_folder (folder);
}

/* Values that the version cannot hold and fields that it does not have get the exit code of any bad value, and the message has
 * the path as given. */
static void
versions_have_what_they_have (void)
{
  static const char weighted[] =
    "Version { FormatVersion 1000, } Model \"\" { } Bone \"a\" { ObjectId 0, }\n"
    "Geoset { Vertices 1 { { 1, 2, 3 }, } Normals 1 { { 0, 0, 1 }, } SkinWeights 1 { 0, 0, 0, 0, 255, 0, 0, 0, } }\n";
  static const struct {
    const char *file, *path, *value, *why;
  } bad[] = {
    { "in.mdx", "geosets[0].skin[0].weights", "{300, 0, 0, 0}",
      "geosets[0].skin.weights: found 300 in element 0, expected a whole number from 0 to 255" },
    { "in.mdx", "geosets[0].skin.weights[0][1]", "65535", "found 65535 in element 0" },
    { "in.mdx", "geosets[0].skin.weights[0][1]", "99999", "expected a whole number from 0 to 65535" },
    { "in.mdx", "geosets[0].bone_indices[0]", "1",
      "geosets[0].bone_indices[0]: a record of this kind does not have it in MDX 1000" },
    { "in.mdx", "geosets[0].center.x", "1", "geosets[0].center.x: a record of this kind does not have it in MDX 1000" },
    { "in.mdx", "collision", "[]", "collision: a record of this kind does not have it in MDX 1000" },
    { "old.mdx", "geosets[0].skin[0].weights[1]", "1",
      "geosets[0].skin[0].weights[1]: a record of this kind does not have it in MDX 800" },
    { "old.mdx", "popcorn_emitters", "1", "popcorn_emitters: a record of this kind does not have it in MDX 800" },
    { "old.mdx", "popcorn_emitters[0].name", "x",
      "popcorn_emitters[0].name: a record of this kind does not have it in MDX 800" },
    { "old.mdx", "materials[0].layers[0].emissive_gain.track.keys[0].value", "1",
      "emissive_gain.track.keys[0].value: a record of this kind does not have it in MDX 800" },
    { "old.mdx", "bones[99].name", "x", "only" },
    { "old.mdx", "bones", "7", "bones: has records, not a value" },
  };
  g_autofree char *folder = make_folder (), *sample = sample_path ("figure.mdx");
  copy_into (folder, sample, "old.mdx");
  write_in (folder, "in.mdl", weighted);
  g_auto (Run) convert = run_words (folder, "convert", "in.mdl", "in.mdx", NULL);
  g_assert_cmpint (convert.code, ==, 0);
  g_auto (Run) good = run_words (folder, "set", "in.mdx", "geosets[0].skin.weights[0][1]=254", "-o", "good.mdx", NULL);
  g_assert_cmpint (good.code, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autofree char *set = g_strdup_printf ("%s=%s", bad[i].path, bad[i].value);
    g_auto (Run) run = run_words (folder, "set", bad[i].file, set, "-o", "out.mdx", NULL);
    g_test_message ("%s: %s", set, run.err);
    g_assert_cmpint (run.code, ==, 2);
    g_assert_nonnull (strstr (run.err, bad[i].why));
    g_assert_false (exists_in (folder, "out.mdx"));
    if (!strstr (bad[i].why, "does not have it"))
      continue;
    g_auto (Run) get = run_words (folder, "get", bad[i].file, bad[i].path, NULL);
    g_assert_cmpint (get.code, ==, 2);
    g_assert_nonnull (strstr (get.err, bad[i].why));
  }
  remove_folder (folder);
}

static void
targets (void)
{
  g_autofree char *folder = make_folder (), *sample = sample_path ("figure.mdx");
  copy_into (folder, sample, "in.mdx");
  copy_into (folder, sample, "old.mdx");
  write_in (folder, "there.mdx", "precious");
  g_auto (Run) refused = run_words (folder, "set", "in.mdx", "name=X", "-o", "there.mdx", NULL);
  g_assert_cmpint (refused.code, ==, 4);
  g_autoptr (GBytes) precious = bytes_in (folder, "there.mdx");
  g_assert_cmpmem (g_bytes_get_data (precious, NULL), g_bytes_get_size (precious), "precious", 8);
  g_auto (Run) forced = run_words (folder, "set", "in.mdx", "name=X", "-o", "there.mdx", "-f", NULL);
  g_assert_cmpint (forced.code, ==, 0);
  g_auto (Run) backed = run_words (folder, "set", "in.mdx", "name=X", "-i", "--backup=.bak", NULL);
  g_assert_cmpint (backed.code, ==, 0);
  assert_same_bytes (folder, "in.mdx", "there.mdx");
  assert_same_bytes (folder, "in.mdx.bak", "old.mdx");
  /* Through standard input and output. */
  g_autoptr (GBytes) input = bytes_in (folder, "old.mdx"), expected = bytes_in (folder, "in.mdx");
  const char *const pipe[] = { "set", "-", "name=X", "-o", "-", NULL };
  g_auto (Run) piped = run_mwright (folder, pipe, input);
  g_assert_cmpmem (piped.out, piped.size, g_bytes_get_data (expected, NULL), g_bytes_get_size (expected));
  remove_folder (folder);
}

/* The notices of all steps are printed, not only those of the last. */
static void
all_notices (void)
{
  g_autofree char *folder = make_folder (), *sample = sample_path ("figure.mdx");
  copy_into (folder, sample, "in.mdx");
  /* An index after the last texture becomes a reference when a texture is added. */
  g_auto (Run) counts = run_words (folder, "info", "--json", "in.mdx", NULL);
  const char *at = strstr (counts.out, "\"textures\": ");
  g_assert_nonnull (at);
  g_autofree char *set = g_strdup_printf ("set materials[0].layers[0].texture=%s", at + strlen ("\"textures\": "));
  set[strcspn (set, ",}")] = '\0';
  g_auto (Run)
    text = run_words (folder, "do", "in.mdx", "-e", set, "-e", "duplicate textures[0]", "-e", "set name=X", "-n", NULL);
  g_assert_cmpint (text.code, ==, 0);
  g_assert_nonnull (strstr (text.err, "materials[0].layers[0].texture: stored number"));
  g_auto (Run) json = run_words (folder, "do", "--json", "-q", "in.mdx", "-e", set, "-e", "duplicate textures[0]", "-e",
                                 "set name=X", "-n", NULL);
  /* -q hides notices, but not the error that a reference points nowhere. */
  g_assert_null (strstr (json.err, "stored number"));
  g_assert_nonnull (strstr (json.err, "[reference-dangling]"));
  g_assert_nonnull (strstr (json.out, "\"notices\": [\"materials[0].layers[0].texture: stored number"));
  remove_folder (folder);
}

/* A path into an empty list names nothing, and every verb says so. */
static void
names_nothing (void)
{
  g_autofree char *folder = make_folder (), *sample = sample_path ("figure.mdx");
  copy_into (folder, sample, "in.mdx");
  g_auto (Run) empty = run_words (folder, "do", "in.mdx", "-e", "delete sequences[*]", "-o", "none.mdx", NULL);
  g_assert_cmpstr (empty.err, ==, "");
  g_auto (Run) get = run_words (folder, "get", "none.mdx", "sequences[*].name", NULL);
  g_auto (Run) set = run_words (folder, "set", "none.mdx", "sequences[*].name=X", "-o", "a.mdx", NULL);
  g_auto (Run) step = run_words (folder, "do", "none.mdx", "-e", "set sequences[*].name=X", "-n", NULL);
  g_auto (Run) list = run_words (folder, "get", "none.mdx", "sequences", NULL);
  const Run *const runs[] = { &get, &set, &step };
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++) {
    /* A step of a script that has nothing to do does not stop the others. */
    g_assert_cmpint (runs[i]->code, ==, runs[i] == &step ? 0 : 2);
    g_assert_nonnull (strstr (runs[i]->err, "matches nothing in this model"));
  }
  g_assert_cmpint (list.code, ==, 0);
  remove_folder (folder);
}

/* File names may contain any bytes. */
static void
names_of_files (void)
{
  g_autofree char *folder = make_folder (), *sample = sample_path ("figure.mdx"), *stem = g_strnfill (251, 'x'),
                  *longest = g_strconcat (stem, ".mdx", NULL), *too_long = g_strconcat (stem, "s.mdx", NULL);
  copy_into (folder, sample, "\xFF.mdx");
  g_auto (Run) bytes = run_words (folder, "set", "--json", "\xFF.mdx", "name=X", "-o", "\xFE.mdx", NULL);
  g_assert_cmpstr (bytes.err, ==, "");
  g_assert_cmpint (bytes.code, ==, 0);
  g_assert_true (exists_in (folder, "\xFE.mdx"));
  g_assert_true (g_utf8_validate (bytes.out, (gssize) bytes.size, NULL));
  g_assert_nonnull (strstr (bytes.out, "\"file.base64\": \"/y5tZHg=\""));
  g_assert_nonnull (strstr (bytes.out, "\"output.base64\": \"/i5tZHg=\""));
  g_auto (Run) made = run_words (folder, "set", "\xFF.mdx", "name=Y", "-o", longest, NULL);
  g_assert_cmpstr (made.err, ==, "");
  g_auto (Run) in_place = run_words (folder, "set", "-i", longest, "name=X", NULL);
  g_assert_cmpstr (in_place.err, ==, "");
  g_auto (Run) text = run_words (folder, "get", "--value", longest, "name", NULL);
  g_assert_cmpstr (text.out, ==, "\"X\"\n");
  g_auto (Run) refused = run_words (folder, "set", longest, "name=X", "-o", too_long, NULL);
  g_assert_cmpint (refused.code, ==, 4);
  g_assert_nonnull (strstr (refused.err, "cannot be written: File name too long"));
  remove_folder (folder);
}

/* If the reader closes the pipe, the output ends without a message. */
static void
closed_pipe (void)
{
  g_autofree char *sample = sample_path ("figure.mdx"), *program = mwright_path (), *out = NULL, *err = NULL;
  const char *argv[] = { "sh", "-c", "\"$0\" get \"$1\" | head -n 1", program, sample, NULL };
  GError *error = NULL;
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &err, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (out, ==, "version = 800\n");
  g_assert_cmpstr (err, ==, "");
}

/* Interrupted at any time: the folder has the old file or the new one, and nothing else. */
static void
interrupted (void)
{
  g_autofree char *folder = make_folder (), *sample = sample_path ("figure.mdx"), *program = mwright_path ();
  g_autofree char *file = g_build_filename (folder, "in.mdx", NULL);
  copy_into (folder, sample, "old.mdx");
  g_auto (Run) make = run_words (folder, "set", "old.mdx", "name=X", "-o", "new.mdx", NULL);
  g_assert_cmpint (make.code, ==, 0);
  g_autoptr (GBytes) old = bytes_in (folder, "old.mdx"), new = bytes_in (folder, "new.mdx");
  guint stopped = 0, finished = 0;
  for (guint i = 0; i < 40; i++) {
    GError *error = NULL;
    int status;
    copy_into (folder, sample, "in.mdx");
    g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, program, "set", "-i",
                                                        file, "name=X", NULL);
    g_assert_no_error (error);
    g_usleep ((gulong) g_test_rand_int_range (0, 12000));
    g_subprocess_send_signal (process, SIGINT);
    g_subprocess_wait (process, NULL, &error);
    g_assert_no_error (error);
    status = g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -1;
    g_autoptr (GBytes) now = bytes_in (folder, "in.mdx");
    g_assert_true (g_bytes_equal (now, old) || g_bytes_equal (now, new));
    if (status == 0)
      g_assert_true (g_bytes_equal (now, new));
    *(status == 0 ? &finished : &stopped) += 1;
    GDir *dir = g_dir_open (folder, 0, NULL);
    const char *name;
    while ((name = g_dir_read_name (dir)))
      if (!g_str_has_suffix (name, ".mdx") || *name == '.')
        g_error ("%s was left behind", name);
    g_dir_close (dir);
  }
  g_test_message ("%u stopped, %u finished", stopped, finished);
  remove_folder (folder);
}

/* effect.mdx is MDX 800, which has neither bit; the number is free. */
static void
flags_of_other_versions (void)
{
  static const char *const flags[] = { "materials[0].layers[0].flags.unlit=1", "materials[0].flags.two_sided=1" };
  g_autofree char *folder = make_folder (), *sample = sample_path ("effect.mdx");
  copy_into (folder, sample, "in.mdx");
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++) {
    g_auto (Run) refused = run_words (folder, "set", "in.mdx", "-o", "out.mdx", flags[i], NULL);
    g_assert_cmpint (refused.code, ==, 2);
    g_assert_nonnull (strstr (refused.err, "version 800 has no flag of that name in flags: it exists from version 900 "
                                           "on"));
    g_assert_false (exists_in (folder, "out.mdx"));
  }
  g_auto (Run)
    number = run_words (folder, "set", "in.mdx", "-o", "out.mdx", "materials[0].layers[0].flags=0x102", NULL);
  g_assert_cmpint (number.code, ==, 0);
  g_auto (Run) get = run_words (folder, "get", "out.mdx", "materials[0].layers[0].flags", NULL);
  g_assert_cmpstr (get.out, ==, "materials[0].layers[0].flags = 0x102\n");
  g_auto (Run) newer = run_words (folder, "convert", "--to", "mdx1100", "in.mdx", "new.mdx", NULL);
  g_assert_cmpint (newer.code, ==, 0);
  g_auto (Run) named = run_words (folder, "set", "new.mdx", "-o", "named.mdx", flags[0], flags[1], NULL);
  g_assert_cmpstr (named.err, ==, "");
  g_assert_cmpint (named.code, ==, 0);
  remove_folder (folder);
}

/* A binary file with the suffix .mdl can be changed in place; a new name must fit the format. */
static void
binary_named_text (void)
{
  g_autofree char *folder = make_folder (), *sample = sample_path ("figure.mdx");
  copy_into (folder, sample, "named.mdl");
  g_auto (Run) in_place = run_words (folder, "set", "named.mdl", "sequences[0].move_speed=77", "-i", NULL);
  g_assert_cmpstr (in_place.err, ==, "");
  g_assert_cmpint (in_place.code, ==, 0);
  g_auto (Run) done = run_words (folder, "do", "-e", "move-down sequences[0]", "named.mdl", "-i", NULL);
  g_assert_cmpint (done.code, ==, 0);
  g_auto (Run) got = run_words (folder, "get", "named.mdl", "sequences[1].move_speed", NULL);
  g_assert_cmpstr (got.out, ==, "sequences[1].move_speed = 77\n");
  g_autoptr (GBytes) bytes = bytes_in (folder, "named.mdl");
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), 4, "MDLX", 4);
  g_auto (Run) other = run_words (folder, "set", "named.mdl", "sequences[0].move_speed=1", "-o", "other.mdl", NULL);
  g_assert_cmpint (other.code, ==, 2);
  remove_folder (folder);
}

/* Errors suggest what was probably meant. */
static void
what_was_meant (void)
{
  static const struct {
    const char *words[4], *says;
  } cases[] = {
    { { "get", "a.mdx", "nosuch.path" }, "mwright: a.mdx: nosuch.path: the model has no field of that name\n" },
    { { "get", "a.mdx", "sequencs[0].name" }, "; did you mean sequences?\n" },
    { { "ls", "a.mdx", "materials[0].layrs" }, "; did you mean layers?\n" },
    { { "set", "a.mdx", "sequences[0].intervall.start=1", "-x" }, "no option -x" },
    { { "set", "-oc.mdx", "a.mdx", "sequences[0].flags=non_looping" }, "set it by flags.non_looping=1 (or 0)" },
    { { "set", "-oc.mdx", "a.mdx", "version=900" },
      "; mwright convert --to=VERSION makes a model of another version\n" },
    { { "set", "-oc.mdx", "a.mdx", "materials[0].layers[0].filter_mode=Blendd" },
      "or a number; did you mean Blend?\n" },
    { { "do", "-edelet bones[0]", "a.mdx", "-n" },
      "expected select, set, add or an operation; did you mean delete?\n" },
    { { "do", "-edelete bones[0] weigths=parent", "a.mdx", "-n" },
      "delete has no parameter \"weigths\"; it has weights; did you mean weights?\n" },
    { { "do", "-edelete bones[0] weights=neerest", "a.mdx", "-n" }, "or a number; did you mean nearest?\n" },
    { { "do", "-erename bones[0] x=1", "a.mdx", "-n" }, "rename has no parameter \"x\"; it has name\n" },
    { { "do", "-ekey-add sequences[0].name time=1", "a.mdx", "-n" }, "sequences[0].name is not an element" },
    { { "do", "-ekey-add materials[0].layers[0].alpha time=1", "a.mdx", "-n" },
      "materials[0].layers[0].alpha is a value; its keys are in materials[0].layers[0].alpha.track\n" },
    { { "do", "-ekey-add bones[0].scaling.track time=1", "b.mdx", "-n" },
      "; \"add bones[0].scaling.track\" makes it animated, and then keys can be added\n" },
    { { "do", "-ekey-add bones[0].scaling time=1", "b.mdx", "-n" },
      "; \"add bones[0].scaling.track\" makes it animated, and then keys can be added\n" },
    { { "do", "-ekey-add materials[0].layers[1].alpha time=1", "b.mdx", "-n" },
      "alpha is a value; \"add materials[0].layers[1].alpha.track\" makes it animated, and then keys can be added\n" },
    { { "do", "-ekey-remove bones[0].scaling time=1", "b.mdx", "-n" },
      "bones[0].scaling: there is no scaling.track here\n" },
    { { "do", "-edelete bones[0].scaling", "b.mdx", "-n" }, "bones[0].scaling: there is no scaling.track here\n" },
    { { "do", "-eselect bones[0].scaling", "b.mdx", "-n" }, "bones[0].scaling: there is no scaling.track here\n" },
    { { "do", "-edelete materials[0].layers[0].alpha", "a.mdx", "-n" }, "alpha is not an element: give one" },
    { { "convert", "--to=reforgd", "a.mdx", "c.mdx" }, "; the nearest is reforged; see" },
    { { "convert", "--to=1300", "a.mdx", "c.mdx" }, "both games have a version 1300: mdx1300 or wow-mdx1300" },
  };
  g_autofree char *folder = make_folder_of_samples ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *const *w = cases[i].words;
    g_auto (Run) run = run_words (folder, w[0], w[1], w[2], w[3], NULL);
    g_assert_cmpint (run.code, ==, 2);
    if (!strstr (run.err, cases[i].says))
      g_error ("%s %s does not say %s", w[2], run.err, cases[i].says);
  }
  /* The suggestion works. */
  g_auto (Run) add = run_words (folder, "do", "-eadd bones[0].scaling.track",
                                "-ekey-add bones[0].scaling.track time=10", "b.mdx", "-ok.mdx", NULL);
  g_assert_cmpint (add.code, ==, 0);
  g_auto (Run) keys = run_words (folder, "get", "k.mdx", "bones[0].scaling.track.keys.time", NULL);
  g_assert_cmpstr (keys.out, ==, "bones[0].scaling.track.keys.time = [10]\n");
  g_auto (Run) help = run_words (folder, "do", "--help", "surface-delete", NULL);
  g_assert_nonnull (strstr (help.out, "skins[0].batches[2]"));
  g_auto (Run) reforged = run_words (folder, "convert", "-q", "--to=900", "a.mdx", "n.mdl", NULL);
  g_assert_cmpint (reforged.code, ==, 0);
  g_auto (Run) version = run_words (folder, "get", "n.mdl", "version", NULL);
  g_assert_cmpstr (version.out, ==, "version = 900\n");
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/set/accepts everything that get prints of the sample", round_trip_sample);
  g_test_add_func ("/cli/set/accepts everything that get prints of real files", round_trip_corpus);
  g_test_add_func ("/cli/set/--from restores a model whose values were changed", moves_values);
  g_test_add_func ("/cli/set/setting a value and setting it back gives the original file", set_and_back);
  g_test_add_func ("/cli/set/numbers are exact, as text and as JSON", exact_numbers);
  g_test_add_func ("/cli/set/texts are byte strings", texts);
  g_test_add_func ("/cli/set/prints what changed", reports_changes);
  g_test_add_func ("/cli/set/sets all values or none", all_or_nothing);
  g_test_add_func ("/cli/set/each version has its own fields and ranges", versions_have_what_they_have);
  g_test_add_func ("/cli/set/overwrites a file only with -i or -f", targets);
  g_test_add_func ("/cli/do/prints the notices of all steps", all_notices);
  g_test_add_func ("/cli/a path that names nothing is reported", names_nothing);
  g_test_add_func ("/cli/names of files are bytes", names_of_files);
  g_test_add_func ("/cli/a closed pipe causes no error message", closed_pipe);
  g_test_add_func ("/cli/set/an interrupt leaves a complete file", interrupted);
  g_test_add_func ("/cli/set/refuses a flag that the version does not have", flags_of_other_versions);
  g_test_add_func ("/cli/set/a file with the wrong suffix is changed in place, in its own format", binary_named_text);
  g_test_add_func ("/cli/set/the nearest name is suggested", what_was_meant);
  return g_test_run ();
}
