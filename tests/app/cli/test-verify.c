/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/cli/run.h"
#include "tests/core/corpus.h"

#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <string.h>

static void
samples (void)
{
  g_autofree char *folder = make_folder ();
  static const char *const names[] = { "everything.mdx", "figure.mdx", "effect.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *sample = sample_path (names[i]);
    copy_into (folder, sample, names[i]);
  }
  g_auto (Run) run = run_words (folder, "verify", ".", NULL);
  g_assert_cmpstr (run.out, ==,
                   "./effect.mdx: identical\n./everything.mdx: identical\n./figure.mdx: identical\n"
                   "3 identical, 0 different, 0 not read or written\n");
  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.code, ==, 0);
  g_auto (Run) quiet = run_words (folder, "verify", "-q", ".", NULL);
  g_assert_cmpstr (quiet.out, ==, "");
  g_autoptr (GBytes) input = bytes_in (folder, "figure.mdx");
  const char *const from_input[] = { "verify", "-", NULL };
  g_auto (Run) piped = run_mwright (folder, from_input, input);
  g_assert_cmpstr (piped.out, ==, "-: identical\n");
  /* A pipe given by its name can be read only once. */
  const char *const by_name[] = { "verify", "/dev/stdin", NULL };
  g_auto (Run) named = run_mwright (folder, by_name, input);
  g_assert_cmpstr (named.err, ==, "");
  g_assert_cmpstr (named.out, ==, "/dev/stdin: identical\n");
  remove_folder (folder);
}

static int
by_value (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* Verifies `n` files of the corpus: each is identical, and only a tiny part of its bytes is kept in notes. */
static void
check_shares (const char *folder, const GPtrArray *names, guint n)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new ();
  static const char *const words[] = { "verify", "--json", "--origin" };
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_ptr_array_add (args, (gpointer) words[i]);
  for (guint i = 0; i < names->len; i++)
    g_ptr_array_add (args, names->pdata[i]);
  g_ptr_array_add (args, NULL);
  g_auto (Run) run = run_mwright (folder, (const char *const *) args->pdata, NULL);
  g_assert_cmpint (run.code, ==, 0);
  g_auto (GStrv) lines = g_strsplit (run.out, "\n", -1);
  g_autoptr (GArray) shares = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; lines[i] && *lines[i]; i++) {
    GError *error = NULL;
    g_autoptr (JsonParser) parser = json_parser_new ();
    json_parser_load_from_data (parser, lines[i], -1, &error);
    g_assert_no_error (error);
    JsonObject *object = json_node_get_object (json_parser_get_root (parser));
    if (!json_object_get_boolean_member (object, "identical"))
      g_error ("%s", lines[i]);
    JsonObject *origin = json_object_get_object_member (object, "origin");
    double share = (double) json_object_get_int_member (origin, "bytes")
                   / (double) json_object_get_int_member (object, "bytes");
    if (share > 0.05)
      g_error ("%.1f %% of %s is kept in notes", share * 100, json_object_get_string_member (object, "file"));
    g_array_append_val (shares, share);
  }
  g_assert_cmpuint (shares->len, ==, n);
  g_array_sort (shares, by_value);
  double median = g_array_index (shares, double, shares->len / 2);
  g_test_message ("%u files identical; kept in notes: median %.3f %%, most %.3f %%", shares->len, median * 100,
                  g_array_index (shares, double, shares->len - 1) * 100);
  g_assert_cmpfloat (median, <=, 0.005);
}

static void
corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800"), names = g_ptr_array_new ();
  if (!files)
    return;
  g_autofree char *folder = g_path_get_dirname (files->pdata[0]);
  g_ptr_array_add (names, (gpointer) ".");
  check_shares (folder, names, files->len);
}

/* Models of all versions, each in a folder of its own. */
static void
corpus_of_m2 (void)
{
  g_autoptr (GPtrArray) folders = corpus_files (""), names = g_ptr_array_new_with_free_func (g_free);
  guint n = 0;
  for (guint i = 0; folders && i < folders->len; i++) {
    g_autofree char *name = g_path_get_basename (folders->pdata[i]);
    if (!g_str_has_prefix (name, "m2-"))
      continue;
    g_autoptr (GPtrArray) models = corpus_files (name);
    n += models->len;
    g_ptr_array_add (names, g_steal_pointer (&name));
  }
  if (!folders)
    return;
  g_assert_cmpuint (n, >, 0);
  g_autofree char *root = g_path_get_dirname (folders->pdata[0]);
  check_shares (root, names, n);
}

/* A truncated file: the others are still verified, the error says where it ends, and the exit code is the highest. */
static void
broken (void)
{
  g_autofree char *folder = make_folder (), *sample = sample_path ("figure.mdx"), *bytes = NULL;
  gsize size;
  copy_into (folder, sample, "a.mdx");
  copy_into (folder, sample, "c.mdx");
  g_file_get_contents (sample, &bytes, &size, NULL);
  g_autofree char *cut = g_build_filename (folder, "b.mdx", NULL);
  g_file_set_contents (cut, bytes, (gssize) size / 2, NULL);
  g_auto (Run) run = run_words (folder, "verify", "a.mdx", "b.mdx", "c.mdx", NULL);
  g_assert_cmpint (run.code, ==, 3);
  g_assert_cmpstr (run.out, ==,
                   "a.mdx: identical\nc.mdx: identical\n2 identical, 0 different, 1 not read or written\n");
  g_assert_true (g_str_has_prefix (run.err, "mwright: b.mdx: byte 0x"));
  g_auto (Run) json = run_words (folder, "verify", "--json", "b.mdx", NULL);
  g_assert_nonnull (strstr (json.out, "\"ok\": false, \"error\": {\"kind\": "));
  g_assert_nonnull (strstr (json.out, "\"offset\": "));
  remove_folder (folder);
}

/* The proof covers what was read; what was dropped when reading is reported, as by every other verb. */
static void
not_kept (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (JsonParser) parser = json_parser_new ();
  GError *error = NULL;
  write_in (folder, "t.mdl",
            "// by hand\nVersion { FormatVersion 800 }\nModel \"Small\" { BlendTime 150, Odd { 1 2 }, }\n");
  g_auto (Run) run = run_words (folder, "verify", "t.mdl", NULL);
  g_assert_cmpint (run.code, ==, 0);
  g_assert_cmpstr (run.out, ==, "t.mdl: identical\n");
  g_assert_cmpstr (run.err, ==,
                   "mwright: t.mdl:1:1: comment not kept: // by hand\n"
                   "mwright: t.mdl:3:32: \"Odd\" in the model is not kept\n");
  g_auto (Run) quiet = run_words (folder, "verify", "-q", "t.mdl", NULL);
  g_assert_cmpstr (quiet.err, ==, "");
  g_auto (Run) json = run_words (folder, "verify", "--json", "t.mdl", NULL);
  json_parser_load_from_data (parser, json.out, (gssize) json.size, &error);
  g_assert_no_error (error);
  JsonArray *remarks = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "remarks");
  g_assert_cmpuint (json_array_get_length (remarks), ==, 2);
  g_assert_cmpint (json_object_get_int_member (json_array_get_object_element (remarks, 1), "line"), ==, 3);
  remove_folder (folder);
}

/* The counts of notes have an entry for every kind. The last kind was once written past their end (./dev sanitize finds
 * this). */
static void
side_channel (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  g_auto (Run) made = run_words (folder, "convert", "--lossless", "b.mdx", "b.mdl", NULL);
  g_assert_cmpint (made.code, ==, 0);
  g_auto (Run) run = run_words (folder, "verify", "--origin", "-v", "b.mdl", NULL);
  g_assert_cmpint (run.code, ==, 0);
  g_assert_nonnull (strstr (run.out, "b.mdl: identical, "));
  g_assert_nonnull (strstr (run.out, "  side-channel            0  (model)\n"));
  remove_folder (folder);
}

/* All verbs keep a few trailing bytes that are no chunk, and report them. */
static void
cut_short (void)
{
  static const char *const verbs[] = { "info", "verify", "check" };
  g_autofree char *folder = make_folder_of_samples (), *path = g_build_filename (folder, "b.mdx", NULL);
  g_autoptr (GBytes) whole = bytes_in (folder, "b.mdx");
  for (guint n = 1; n < 8; n += 6) {
    gsize size;
    g_autofree char *expected = g_strdup_printf (
      "found %u byte%s after the last chunk, too few for another chunk: was the file cut short?", n, n == 1 ? "" : "s");
    const guint8 *bytes = g_bytes_get_data (whole, &size);
    g_autofree guint8 *longer = g_malloc (size + n);
    memcpy (longer, bytes, size);
    memcpy (longer + size, "PIVT\f\0\0", n);
    g_assert_true (g_file_set_contents (path, (const char *) longer, (gssize) (size + n), NULL));
    for (guint i = 0; i < G_N_ELEMENTS (verbs); i++) {
      g_auto (Run) run = run_words (folder, verbs[i], "b.mdx", NULL);
      g_test_message ("%s: %s", verbs[i], run.err);
      g_assert_nonnull (strstr (run.err, expected));
      g_assert_cmpint (run.code, ==, 0);
      g_assert_true (i < 2 || strstr (run.out, "unknown_chunks") != NULL);
    }
  }
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/verify/the samples are written unchanged", samples);
  g_test_add_func ("/cli/verify/real files are written unchanged, with few notes", corpus);
  g_test_add_func ("/cli/verify/real M2 sets are written unchanged, with few notes", corpus_of_m2);
  g_test_add_func ("/cli/verify/counts the notes of a text with a side channel", side_channel);
  g_test_add_func ("/cli/verify/a file that is cut inside a chunk header is reported", cut_short);
  g_test_add_func ("/cli/verify/continues after a broken file", broken);
  g_test_add_func ("/cli/verify/reports what is not kept from a text", not_kept);
  return g_test_run ();
}
