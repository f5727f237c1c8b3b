/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/cli/run.h"
#include "tests/core/corpus.h"

#include <json-glib/json-glib.h>
#include <string.h>

static void
make_below (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_assert_cmpint (g_mkdir_with_parents (path, 0777), ==, 0);
}

static guint
count_lines (const char *text, const char *with)
{
  guint n = 0;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    n += strstr (lines[i], with) != NULL;
  return n;
}

/* What text cannot express is lost and reported once; further conversions change nothing more. */
static void
both_ways (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  g_auto (Run) to_text = run_words (folder, "convert", "a.mdx", "a.mdl", NULL);
  g_assert_cmpint (to_text.code, ==, 0);
  g_assert_cmpstr (to_text.out, ==, "a.mdx -> a.mdl\n");
  g_assert_nonnull (
    strstr (to_text.err, "mwright: a.mdx: lost: geosets[1].primitive_types (text has triangles only)\n"));
  g_assert_nonnull (strstr (to_text.err, "mwright: a.mdx: 12 details of the file's layout are not kept (padding, "
                                         "bytes after the end of names, order of chunks)\n"));
  g_auto (Run) to_binary = run_words (folder, "convert", "a.mdl", "again.mdx", NULL);
  g_assert_cmpint (to_binary.code, ==, 0);
  g_assert_cmpstr (to_binary.err, ==, "");
  g_auto (Run) to_text_again = run_words (folder, "convert", "again.mdx", "again.mdl", NULL);
  g_assert_cmpstr (to_text_again.err, ==, "");
  g_autoptr (GBytes) first = bytes_in (folder, "a.mdl"), second = bytes_in (folder, "again.mdl");
  g_assert_true (g_bytes_equal (first, second));
  /* The differences are those that the report names. */
  g_auto (Run) diff = run_words (folder, "diff", "a.mdx", "again.mdx", NULL);
  g_assert_cmpint (diff.code, ==, 1);
  g_auto (Run) same = run_words (folder, "diff", "a.mdl", "again.mdx", NULL);
  g_assert_cmpint (same.code, ==, 0);
  remove_folder (folder);
}

/* All lost comments are reported in one line, with the place of the first; --verbose lists each. */
static void
comments_are_one_line (void)
{
  g_autofree char *folder = make_folder ();
  GString *text = g_string_new ("Version { FormatVersion 800, }\n// by hand\nModel \"m\" { }\n");
  for (guint i = 0; i < 150; i++)
    g_string_append (text, "// more\n");
  write_in (folder, "t.mdl", text->str);
  g_string_free (text, TRUE);
  g_auto (Run) run = run_words (folder, "convert", "t.mdl", "t.mdx", NULL);
  g_assert_cmpstr (run.err, ==, "mwright: t.mdl:2:1: 151 comments not kept; the first: // by hand\n");
  g_auto (Run) verbose = run_words (folder, "convert", "-v", "-f", "t.mdl", "t.mdx", NULL);
  g_assert_cmpuint (count_lines (verbose.err, "comment not kept: "), ==, 151);
  g_auto (Run) quiet = run_words (folder, "convert", "-q", "-f", "t.mdl", "t.mdx", NULL);
  g_assert_cmpstr (quiet.err, ==, "");
  remove_folder (folder);
}

/* The sample is so small and unusual that its notes exceed the limit of a side channel. If they fit, nothing is lost. */
static void
lossless (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  g_autoptr (GBytes) sample = bytes_in (folder, "a.mdx");
  GByteArray *roomy = g_byte_array_new ();
  const guint32 room = 300000;
  g_byte_array_append (roomy, g_bytes_get_data (sample, NULL), (guint) g_bytes_get_size (sample));
  g_byte_array_append (roomy, (const guint8 *) "ROOM", 4);
  g_byte_array_append (roomy, (const guint8 *) &room, 4);
  g_byte_array_set_size (roomy, roomy->len + room);
  memset (roomy->data + roomy->len - room, ' ', room);
  g_autofree char *path = g_build_filename (folder, "r.mdx", NULL);
  g_assert_true (g_file_set_contents (path, (const char *) roomy->data, roomy->len, NULL));
  g_autoptr (GBytes) original = g_byte_array_free_to_bytes (roomy);

  g_auto (Run) to_text = run_words (folder, "convert", "--lossless", "--strict", "r.mdx", "r.mdl", NULL);
  g_assert_cmpint (to_text.code, ==, 0);
  g_assert_null (strstr (to_text.err, "lost"));
  g_assert_null (strstr (to_text.err, "are not kept"));
  g_auto (Run) back = run_words (folder, "convert", "r.mdl", "again.mdx", NULL);
  g_assert_cmpstr (back.err, ==, "");
  g_autoptr (GBytes) made = bytes_in (folder, "again.mdx");
  g_assert_true (g_bytes_equal (original, made));

  /* Writing the text again keeps its notes; only the value that was set differs. */
  g_auto (Run) set = run_words (folder, "set", "-i", "r.mdl", "blend_time=77", NULL);
  g_assert_cmpint (set.code, ==, 0);
  g_auto (Run) after = run_words (folder, "convert", "-f", "r.mdl", "again.mdx", NULL);
  g_assert_cmpint (after.code, ==, 0);
  g_auto (Run) diff = run_words (folder, "diff", "r.mdx", "again.mdx", NULL);
  g_assert_cmpint (diff.code, ==, 1);
  g_assert_cmpuint (count_lines (diff.out, "blend_time"), ==, 1);
  g_autoptr (GBytes) other = bytes_in (folder, "again.mdx");
  const guint8 *a = g_bytes_get_data (original, NULL), *b = g_bytes_get_data (other, NULL);
  gsize size = g_bytes_get_size (original), differ = 0;
  g_assert_cmpuint (g_bytes_get_size (other), ==, size);
  for (gsize i = 0; i < size; i++)
    differ += a[i] != b[i];
  g_assert_cmpuint (differ, ==, 1);

  g_auto (Run) full = run_words (folder, "convert", "--lossless", "--json", "a.mdx", "a.mdl", NULL);
  g_assert_cmpint (full.code, ==, 0);
  g_assert_nonnull (strstr (full.out, "\"side_channel\""));
  g_auto (Run) binary = run_words (folder, "convert", "--lossless", "a.mdl", "b.mdx", NULL);
  g_assert_cmpint (binary.code, ==, 2);
  g_assert_nonnull (strstr (binary.err, "--lossless applies only to MDL text"));
  g_auto (Run) folder_of = run_words (folder, "convert", "--lossless", "--to=mdx", "--out-dir=out", "a.mdl", NULL);
  g_assert_cmpint (folder_of.code, ==, 2);
  remove_folder (folder);
}

static void
refusals (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  g_auto (Run) first = run_words (folder, "convert", "-q", "b.mdx", "b.mdl", NULL);
  g_assert_cmpint (first.code, ==, 0);
  g_autoptr (GBytes) before = bytes_in (folder, "b.mdl");
  g_auto (Run) exists = run_words (folder, "convert", "-q", "a.mdx", "b.mdl", NULL);
  g_assert_cmpint (exists.code, ==, 4);
  g_autoptr (GBytes) after = bytes_in (folder, "b.mdl");
  g_assert_true (g_bytes_equal (before, after));
  g_auto (Run) forced = run_words (folder, "convert", "-qf", "a.mdx", "b.mdl", NULL);
  g_assert_cmpint (forced.code, ==, 0);
  g_auto (Run) strict = run_words (folder, "convert", "--strict", "a.mdx", "strict.mdl", NULL);
  g_assert_cmpint (strict.code, ==, 1);
  g_assert_false (exists_in (folder, "strict.mdl"));
  g_auto (Run) suffix = run_words (folder, "convert", "a.mdx", "a.blend", NULL);
  g_assert_cmpint (suffix.code, ==, 2);
  g_auto (Run) itself = run_words (folder, "convert", "-f", "a.mdx", "./a.mdx", NULL);
  g_assert_cmpint (itself.code, ==, 2);
  /* One output for two inputs: nothing is written. */
  make_below (folder, "x");
  g_autofree char *x = g_build_filename (folder, "x", NULL), *everything = sample_path ("everything.mdx");
  copy_into (x, everything, "b.mdx");
  g_auto (Run) two = run_words (folder, "convert", "--to=mdl", "--out-dir=out", "b.mdx", "x/b.mdx", NULL);
  g_assert_cmpint (two.code, ==, 2);
  g_assert_nonnull (strstr (two.err, "b.mdx and x/b.mdx would both become out/b.mdl"));
  g_assert_false (exists_in (folder, "out"));
  g_auto (Run) saved = run_words (folder, "set", "b.mdl", "name=X", "-o", "c.mdx", NULL);
  g_assert_cmpint (saved.code, ==, 2);
  g_assert_false (exists_in (folder, "c.mdx"));
  remove_folder (folder);
}

/* If --to names the version that the model has, only the spelling changes. */
static void
versions (void)
{
  static const char *const same[] = { "mdl", "mdl800", "mdl:800", "MDL800" };
  static const char *const others[][2] = {
    { "mdl:700", "expected mdl or mdx" }, { "wow-mdx800", "expected mdl or mdx" },
    { "mdl:", "expected mdl or mdx" },    { "mdl:x", "expected mdl or mdx" },
    { "1400", "expected mdl or mdx" },    { "mdl99999999999", "expected mdl or mdx" }
  };
  g_autofree char *folder = make_folder_of_samples ();
  g_auto (Run) plain = run_words (folder, "convert", "-q", "b.mdx", "b.mdl", NULL);
  g_assert_cmpint (plain.code, ==, 0);
  g_autoptr (GBytes) expected = bytes_in (folder, "b.mdl");
  for (guint i = 0; i < G_N_ELEMENTS (same); i++) {
    g_autofree char *to = g_strconcat ("--to=", same[i], NULL);
    g_auto (Run) run = run_words (folder, "convert", "-qf", to, "b.mdx", "v.mdl", NULL);
    g_assert_cmpstr (run.err, ==, "");
    g_autoptr (GBytes) bytes = bytes_in (folder, "v.mdl");
    g_assert_true (g_bytes_equal (bytes, expected));
  }
  g_auto (Run) back = run_words (folder, "convert", "-q", "--to=mdx800", "--out-dir=made", "b.mdl", NULL);
  g_assert_nonnull (strstr (back.out, "1 written, 0 with losses, 0 refused, 0 failed\n"));
  g_assert_cmpint (back.code, ==, 0);
  g_assert_true (exists_in (folder, "made/b.mdx"));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autofree char *to = g_strconcat ("--to=", others[i][0], NULL);
    g_auto (Run) run = run_words (folder, "convert", to, "b.mdx", "other.mdl", NULL);
    g_assert_cmpint (run.code, ==, 2);
    g_assert_nonnull (strstr (run.err, others[i][1]));
    g_assert_false (exists_in (folder, "other.mdl"));
  }
  remove_folder (folder);
}

/* Where programs differ in spelling, --spelling chooses one of two. */
static void
spellings (void)
{
  static const char text[] = "Version { FormatVersion 1100, }\nTextures 2 { Bitmap { } Bitmap { } }\n"
                             "Materials 1 { Material { Layer { FilterMode None, ShaderTypeId 1, static TextureID 0,\n"
                             "static NormalTextureID 1, } } }\n";
  g_autofree char *folder = make_folder ();
  write_in (folder, "t.mdl", text);
  g_auto (Run) mdx = run_words (folder, "convert", "-q", "t.mdl", "t.mdx", NULL);
  g_assert_cmpint (mdx.code, ==, 0);
  g_auto (Run) plain = run_words (folder, "convert", "-q", "--to=mdl", "t.mdx", "-", NULL);
  g_auto (Run) community = run_words (folder, "convert", "-q", "--spelling=community", "--to=mdl", "t.mdx", "-", NULL);
  g_auto (Run) engine = run_words (folder, "convert", "-q", "--spelling", "engine", "--to=mdl", "t.mdx", "-", NULL);
  g_assert_cmpstr (plain.out, ==, community.out);
  g_assert_nonnull (strstr (plain.out, "static NormalTextureID 1,"));
  g_assert_nonnull (strstr (engine.out, "static TextureID 1 <= 1,"));
  g_assert_nonnull (strstr (engine.out, "Shader \"Shader_HD_DefaultUnit\","));
  write_in (folder, "e.mdl", engine.out);
  g_auto (Run) same = run_words (folder, "diff", "e.mdl", "t.mdx", NULL);
  g_assert_cmpint (same.code, ==, 0);
  g_auto (Run) unknown = run_words (folder, "convert", "--spelling=mine", "t.mdx", "m.mdl", NULL);
  g_assert_cmpint (unknown.code, ==, 2);
  g_assert_nonnull (strstr (unknown.err, "expected community or engine"));
  g_auto (Run) binary = run_words (folder, "convert", "--spelling=engine", "t.mdl", "m.mdx", NULL);
  g_assert_cmpint (binary.code, ==, 2);
  g_assert_false (exists_in (folder, "m.mdx"));
  remove_folder (folder);
}

static JsonObject *
object_of (const Run *run, JsonParser *parser)
{
  GError *error = NULL;
  json_parser_load_from_data (parser, run->out, (gssize) strcspn (run->out, "\n"), &error);
  g_assert_no_error (error);
  return json_node_get_object (json_parser_get_root (parser));
}

/* What the target version cannot hold is reported with its path in the input, and --strict refuses it. */
static void
other_versions (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  g_auto (Run) up = run_words (folder, "convert", "-q", "--to=mdx1100", "b.mdx", "up.mdx", NULL);
  g_assert_cmpint (up.code, ==, 0);
  g_assert_cmpstr (up.err, ==, "");
  g_auto (Run) info = run_words (folder, "info", "up.mdx", NULL);
  g_assert_nonnull (strstr (info.out, "1100"));
  g_auto (Run) verify = run_words (folder, "verify", "up.mdx", NULL);
  g_assert_cmpint (verify.code, ==, 0);
  g_auto (Run) down = run_words (folder, "convert", "--strict", "--to=wc3-1.26", "up.mdx", "down.mdx", NULL);
  g_assert_cmpint (down.code, ==, 0);
  g_auto (Run) same = run_words (folder, "diff", "b.mdx", "down.mdx", NULL);
  g_assert_cmpint (same.code, ==, 0);

  g_auto (Run) set = run_words (folder, "set", "-qi", "up.mdx", "materials[0].layers[0].emissive_gain=3", NULL);
  g_assert_cmpint (set.code, ==, 0);
  g_auto (Run) strict = run_words (folder, "convert", "--strict", "--to=mdx800", "up.mdx", "strict.mdx", NULL);
  g_assert_cmpint (strict.code, ==, 1);
  g_assert_nonnull (
    strstr (strict.err, "up.mdx: lost: materials[0].layers[0].emissive_gain (the target version has no such field)"));
  g_assert_false (exists_in (folder, "strict.mdx"));
  g_auto (Run) json = run_words (folder, "convert", "--json", "--to=mdx800", "up.mdx", "lossy.mdx", NULL);
  g_assert_cmpint (json.code, ==, 0);
  g_assert_nonnull (strstr (
    json.out,
    "{\"kind\": \"lost\", \"path\": \"materials[0].layers[0].emissive_gain\", \"why\": \"the target version has no "
    "such field\"}"));
  /* The other game, as text too. */
  g_auto (Run) wow = run_words (folder, "convert", "-q", "--to=wow-0.5.3", "b.mdx", "wow.mdx", NULL);
  g_assert_cmpint (wow.code, ==, 0);
  g_auto (Run) wow_info = run_words (folder, "info", "wow.mdx", NULL);
  g_assert_nonnull (strstr (wow_info.out, "1300"));
  g_auto (Run) text = run_words (folder, "convert", "-q", "--to=wow-mdl1500", "b.mdx", "wow.mdl", NULL);
  g_assert_cmpint (text.code, ==, 0);
  g_auto (Run) game_text = run_words (folder, "convert", "-q", "--to=wc3-2.0", "b.mdx", "game.mdl", NULL);
  g_assert_cmpint (game_text.code, ==, 0);
  g_autoptr (GBytes) game_bytes = bytes_in (folder, "game.mdl");
  g_assert_cmpmem (g_bytes_get_data (game_bytes, NULL), 7, "Version", 7);
  g_auto (Run) text_verify = run_words (folder, "verify", "wow.mdl", NULL);
  g_assert_cmpint (text_verify.code, ==, 0);
  g_auto (Run) targets = run_words (folder, "targets", NULL);
  g_assert_cmpint (targets.code, ==, 0);
  g_assert_nonnull (strstr (targets.out, "wow-0.5.3"));
  remove_folder (folder);
}

/* --to must agree with the format of OUT's suffix. */
static void
suffixes (void)
{
  static const char *const wrong[][2] = { { "mdl", "x.mdx" },     { "mdx", "x.mdl" },         { "mdl800", "x.MDX" },
                                          { "mdx1000", "x.mdl" }, { "wow-mdl1300", "x.mdx" }, { "mdx", "x.m2" },
                                          { "wc3-2.0", "x.m2" } };
  static const char *const right[][2] = {
    { "mdl", "x.txt" }, { "wc3-2.0", "x.mdl" }, { "mdl", "y.MDL" }, { "mdx", "z" }
  };
  g_autofree char *folder = make_folder_of_samples ();
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autofree char *to = g_strconcat ("--to=", wrong[i][0], NULL);
    g_auto (Run) run = run_words (folder, "convert", "-f", to, "b.mdx", wrong[i][1], NULL);
    g_assert_cmpint (run.code, ==, 2);
    g_assert_nonnull (strstr (run.err, "which does not match the suffix of x."));
    g_assert_false (exists_in (folder, wrong[i][1]));
  }
  for (guint i = 0; i < G_N_ELEMENTS (right); i++) {
    g_autofree char *to = g_strconcat ("--to=", right[i][0], NULL);
    g_auto (Run) run = run_words (folder, "convert", "-q", to, "b.mdx", right[i][1], NULL);
    g_assert_cmpint (run.code, ==, 0);
    g_assert_true (exists_in (folder, right[i][1]));
  }
  g_auto (Run) m2 = run_words (folder, "convert", "--to=m2-264", "b.mdx", "x.m2", NULL);
  g_assert_cmpint (m2.code, ==, 2);
  g_assert_nonnull (strstr (m2.err, "no model can be converted to M2"));
  remove_folder (folder);
}

/* The text output summarizes losses, JSON lists all of them; both name source and target format. */
static void
losses_reported (void)
{
  g_autofree char *folder = make_folder (), *seed = seed_path ("wc3-1100.mdx");
  copy_into (folder, seed, "s.mdx");
  g_auto (Run) plain = run_words (folder, "convert", "--to=wc3-1.29", "s.mdx", "plain.mdx", NULL);
  g_auto (Run) all = run_words (folder, "convert", "-v", "--to=mdx800", "s.mdx", "all.mdx", NULL);
  g_auto (Run) json = run_words (folder, "convert", "--json", "--to=mdx800", "s.mdx", "json.mdx", NULL);
  g_assert_nonnull (
    strstr (plain.err, "s.mdx: lost: shader of all 7 layers (the target version has no such shader)\n"));
  g_assert_nonnull (strstr (plain.err, "s.mdx: lost: bind_pose of 29 of 31 nodes, the first bones[0].bind_pose ("));
  g_assert_null (strstr (plain.err, "layers[0].shader"));
  g_assert_nonnull (strstr (all.err, "s.mdx: lost: materials[0].layers[0].shader (the target"));
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *object = object_of (&json, parser);
  guint n_rows = json_array_get_length (json_object_get_array_member (object, "losses"));
  static const char *const kinds[][2] = { { "lost", ": lost: " },
                                          { "rounded", ": rounded: " },
                                          { "reordered", ": in another order: " },
                                          { "restated", ": stored in another way: " } };
  guint n_reported = 0, n_plain = 0;
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
    JsonArray *rows = json_object_get_array_member (object, "losses");
    guint n_of_kind = 0;
    for (guint i = 0; i < n_rows; i++)
      n_of_kind += g_strcmp0 (json_object_get_string_member (json_array_get_object_element (rows, i), "kind"),
                              kinds[k][0])
                   == 0;
    g_assert_cmpuint (count_lines (all.err, kinds[k][1]), ==, n_of_kind);
    n_reported += n_of_kind;
    n_plain += count_lines (plain.err, kinds[k][1]);
  }
  g_assert_cmpuint (n_reported, ==, n_rows);
  g_assert_cmpuint (n_plain, <, n_rows / 3);
  /* The counts come before the first loss. */
  const char *counts = strstr (plain.err, " lost, "), *first = strstr (plain.err, ": lost: ");
  g_assert_nonnull (counts);
  g_assert_nonnull (strstr (counts, " stored in another way\n"));
  g_assert_true (counts < first);
  g_assert_true (first < strstr (plain.err, ": stored in another way: "));
  JsonObject *source = json_object_get_object_member (object, "source"),
             *target = json_object_get_object_member (object, "target");
  g_assert_cmpstr (json_object_get_string_member (source, "family"), ==, "Warcraft3");
  g_assert_cmpint (json_object_get_int_member (source, "version"), ==, 1100);
  g_assert_cmpstr (json_object_get_string_member (target, "format"), ==, "mdx");
  g_assert_cmpint (json_object_get_int_member (target, "version"), ==, 800);
  g_auto (Run) wow = run_words (folder, "convert", "--json", "--to=wow-mdl1500", "s.mdx", "wow.mdl", NULL);
  object = object_of (&wow, parser);
  target = json_object_get_object_member (object, "target");
  g_assert_cmpstr (json_object_get_string_member (target, "format"), ==, "mdl");
  g_assert_cmpstr (json_object_get_string_member (target, "family"), ==, "WorldOfWarcraft");
  g_assert_cmpstr (json_object_get_string_member (target, "label"), ==, "WoW 0.10 beta, MDL 1500");
  remove_folder (folder);
}

static void
targets_listed (void)
{
  static const char *const parts[] = { "wc3-1.26 ... wc3-1.31 ", "wc3-reforged-1.32 ... wc3-reforged-1.36 ",
                                       "\nSaved in the version that the model has", "  m2 264 " };
  g_autofree char *folder = make_folder ();
  g_auto (Run) run = run_words (folder, "targets", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_assert_nonnull (strstr (run.out, parts[i]));
  g_auto (Run) usage = run_words (folder, "targets", "x", NULL);
  g_assert_cmpint (usage.code, ==, 2);
  g_assert_nonnull (strstr (usage.err, "usage: mwright targets\n"));
  g_auto (Run) help = run_words (folder, "targets", "--help", NULL);
  g_assert_true (g_str_has_prefix (help.out, "usage: mwright targets\n"));
  remove_folder (folder);
}

/* Obstacles to writing are reported before anything is read or written. */
static void
refused_first (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_auto (Run) no_folder = run_words (folder, "convert", "--json", "a.mdx", "no/x.mdl", NULL);
  g_assert_cmpint (no_folder.code, ==, 4);
  g_assert_cmpstr (no_folder.err, ==, "mwright: no/x.mdl: cannot be written: No such file or directory\n");
  JsonObject *object = object_of (&no_folder, parser);
  g_assert_cmpstr (json_object_get_string_member (object, "file"), ==, "a.mdx");
  g_assert_cmpstr (json_object_get_string_member (object, "output"), ==, "no/x.mdl");
  /* An error without a place in a model has no "path". */
  g_assert_false (json_object_has_member (json_object_get_object_member (object, "error"), "path"));
  g_auto (Run) missing = run_words (folder, "info", "--json", "missing.mdx", NULL);
  object = object_of (&missing, parser);
  g_assert_cmpstr (json_object_get_string_member (object, "file"), ==, "missing.mdx");
  g_assert_false (json_object_has_member (json_object_get_object_member (object, "error"), "path"));
  g_auto (Run) of_later = run_words (folder, "get", "a.mdx", "sequences[0].blend_time", NULL);
  g_assert_cmpint (of_later.code, ==, 2);
  g_assert_nonnull (strstr (of_later.err, "MDX 800"));
  g_auto (Run) nowhere = run_words (folder, "get", "--json", "a.mdx", "sequences[99].name", NULL);
  object = object_of (&nowhere, parser);
  g_assert_true (json_object_has_member (json_object_get_object_member (object, "error"), "path"));
  g_auto (Run) broken = run_words (folder, "convert", "missing.mdx", "no/x.mdl", NULL);
  g_assert_cmpint (broken.code, ==, 4);
  g_assert_false (exists_in (folder, "no"));
  g_auto (Run) report = run_words (folder, "convert", "a.mdx", "a.mdl", "--report", "no/r.json", NULL);
  g_assert_cmpint (report.code, ==, 4);
  g_auto (Run)
    batch = run_words (folder, "convert", "--to=mdl", "--out-dir=out", "b.mdx", "--report", "no/r.json", NULL);
  g_assert_cmpint (batch.code, ==, 4);
  write_in (folder, "r.json", "kept");
  g_auto (Run) exists = run_words (folder, "convert", "a.mdx", "a.mdl", "--report=r.json", NULL);
  g_assert_cmpstr (exists.err, ==, "mwright: r.json: exists already; -f overwrites it\n");
  make_below (folder, "d");
  g_auto (Run) is_folder = run_words (folder, "convert", "--to=mdl", "a.mdx", "d", NULL);
  g_assert_cmpint (is_folder.code, ==, 4);
  g_assert_cmpstr (is_folder.err, ==, "mwright: d: is not a regular file and is not replaced\n");
  g_auto (Run) itself = run_words (folder, "convert", "-f", "a.mdx", "a.mdl", "--report=a.mdx", NULL);
  g_assert_cmpint (itself.code, ==, 2);
  g_auto (Run) stream = run_words (folder, "convert", "--to=mdl", "--out-dir=out", "b.mdx", "-", NULL);
  g_assert_cmpint (stream.code, ==, 2);
  g_assert_false (exists_in (folder, "a.mdl") || exists_in (folder, "out"));
  g_autoptr (GBytes) kept = bytes_in (folder, "r.json");
  g_assert_cmpmem (g_bytes_get_data (kept, NULL), g_bytes_get_size (kept), "kept", 4);
  remove_folder (folder);
}

/* The folder of the outputs is also created for a report in it, which is checked first. */
static void
report_among_outputs (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  g_auto (Run)
    run = run_words (folder, "convert", "--to=mdl", "--out-dir=new/out", "--report=new/out/r.json", "b.mdx", NULL);
  g_assert_cmpint (run.code, ==, 0);
  g_assert_true (exists_in (folder, "new/out/b.mdl") && exists_in (folder, "new/out/r.json"));
  remove_folder (folder);
}

/* An empty folder is no error, but a notice says that it has no models. */
static void
nothing_to_do (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  make_below (folder, "empty");
  g_auto (Run) run = run_words (folder, "convert", "--to=mdl", "--out-dir=out", "empty", NULL);
  g_assert_cmpint (run.code, ==, 0);
  g_assert_nonnull (strstr (run.err, "no model files (.mdx, .mdl, .m2) found"));
  g_assert_cmpstr (run.out, ==, "0 written, 0 with losses, 0 refused, 0 failed\n");
  g_assert_false (exists_in (folder, "out"));
  remove_folder (folder);
}

static void
streams (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  g_autoptr (GBytes) input = bytes_in (folder, "b.mdx");
  const char *const out[] = { "convert", "--to=mdl", "-", "-", NULL };
  g_auto (Run) text = run_mwright (folder, out, input);
  g_assert_cmpint (text.code, ==, 0);
  g_assert_true (g_str_has_prefix (text.out, "Version {\n"));
  g_autoptr (GBytes) piped = g_bytes_new (text.out, text.size);
  const char *const back[] = { "convert", "-", "c.mdx", NULL };
  g_auto (Run) binary = run_mwright (folder, back, piped);
  g_assert_cmpint (binary.code, ==, 0);
  g_assert_true (exists_in (folder, "c.mdx"));
  remove_folder (folder);
}

/* The other verbs take text as they take binary files. */
#define BOX(indent) indent "MinimumExtent { 0, 0, 0 },\n" indent "MaximumExtent { 0, 0, 0 },\n"

static void
other_verbs (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  write_in (folder, "t.mdl",
            "// made by hand\nVersion { FormatVersion 800 }\nModel \"T\" { BlendTime 90, Odd 5, }\n"
            "Sequences 1 { Anim \"Stand\" { Interval { 0, 100 }, } }\n");
  g_auto (Run) info = run_words (folder, "info", "t.mdl", NULL);
  g_assert_nonnull (strstr (info.out, "MDL 800"));
  g_assert_cmpstr (
    info.err, ==,
    "mwright: t.mdl:1:1: comment not kept: // made by hand\nmwright: t.mdl:3:27: \"Odd\" in the model is not kept\n");
  g_auto (Run) got = run_words (folder, "get", "-q", "t.mdl", "sequences[\"Stand\"].interval.end", NULL);
  g_assert_cmpint (got.code, ==, 0);
  g_assert_nonnull (strstr (got.out, "100"));
  g_auto (Run) json = run_words (folder, "info", "--json", "t.mdl", NULL);
  g_assert_nonnull (strstr (json.out, "\"kind\": \"unknown\", \"line\": 3"));
  g_auto (Run) verify = run_words (folder, "verify", "t.mdl", NULL);
  g_assert_cmpint (verify.code, ==, 0);
  g_assert_cmpstr (verify.out, ==, "t.mdl: identical\n");
  g_auto (Run) set = run_words (folder, "set", "-qi", "t.mdl", "blend_time=91", NULL);
  g_assert_cmpint (set.code, ==, 0);
  g_autoptr (GBytes) bytes = bytes_in (folder, "t.mdl");
  g_assert_cmpstr (g_bytes_get_data (bytes, NULL), ==,
                   "Version {\n\tFormatVersion 800,\n}\nModel \"T\" {\n\tBlendTime 91,\n" BOX (
                     "\t") "}\n"
                           "Sequences 1 {\n\tAnim \"Stand\" {\n\t\tInterval { 0, 100 },\n" BOX ("\t\t") "\t}\n}\n");
  g_auto (Run) layout = run_words (folder, "layout", "t.mdl", NULL);
  g_assert_nonnull (strstr (layout.out, "line     5 "));
  g_assert_nonnull (strstr (layout.out, "blend_time  91\n"));
  g_auto (Run) at = run_words (folder, "layout", "t.mdl", "--at=55", NULL);
  g_assert_true (g_str_has_prefix (at.out, "blend_time  value"));
  g_assert_nonnull (strstr (at.out, "\nline 5\n"));
  write_in (folder, "broken.mdl", "Version { FormatVersion 800 }\nModel \"T\" { BlendTime x, }\n");
  g_auto (Run) broken = run_words (folder, "info", "broken.mdl", NULL);
  g_assert_cmpint (broken.code, ==, 3);
  g_assert_cmpstr (broken.err, ==, "mwright: broken.mdl:2:23: found \"x\", expected a whole number\n");
  remove_folder (folder);
}

enum { MADE = 1000 };
static const guint broken_ones[] = { 17, 500, 999 };

static gboolean
is_broken (guint i)
{
  for (guint k = 0; k < G_N_ELEMENTS (broken_ones); k++)
    if (broken_ones[k] == i)
      return TRUE;
  return FALSE;
}

static void
batch (void)
{
  g_autofree char *folder = make_folder ();
  for (guint i = 0; i < MADE; i++) {
    g_autofree char *below = g_strdup_printf ("in/%u", i % 10), *name = g_strdup_printf ("%s/m%04u.mdl", below, i);
    g_autofree char *text = g_strdup_printf (
      "Version {\n\tFormatVersion 800,\n}\nModel \"m%u\" {\n\tBlendTime %s,\n}\n", i, is_broken (i) ? "soon" : "150");
    make_below (folder, below);
    write_in (folder, name, text);
  }
  for (guint round = 0; round < 2; round++) {
    const char *out = round ? "--out-dir=two" : "--out-dir=one";
    g_auto (Run) run = run_words (folder, "convert", "--to=mdx", out, "-j", round ? "2" : "1", "--report=report.json",
                                  "-f", "in", round ? "--json" : NULL, NULL);
    g_assert_cmpint (run.code, ==, 3);
    g_assert_cmpuint (count_lines (run.err, ":5:12: found \"soon\", expected a whole number"), ==,
                      G_N_ELEMENTS (broken_ones));
    if (round == 0) {
      g_assert_cmpuint (count_lines (run.out, " -> one/"), ==, MADE - G_N_ELEMENTS (broken_ones));
      g_assert_true (g_str_has_suffix (run.out, "997 written, 0 with losses, 0 refused, 3 failed\n"));
      /* Reported in the order of the inputs, not in that of completion. */
      g_assert_true (
        g_str_has_prefix (run.out, "in/0/m0000.mdl -> one/0/m0000.mdx\nin/0/m0010.mdl -> one/0/m0010.mdx\n"));
    } else {
      g_auto (GStrv) lines = g_strsplit (g_strchomp (run.out), "\n", -1);
      g_assert_cmpuint (g_strv_length (lines), ==, MADE + 1);
      g_autoptr (JsonParser) parser = json_parser_new ();
      g_assert_true (json_parser_load_from_data (parser, lines[MADE], -1, NULL));
      JsonObject *sums = json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)),
                                                        "summary");
      g_assert_cmpint (json_object_get_int_member (sums, "written"), ==, 997);
      g_assert_cmpint (json_object_get_int_member (sums, "failed"), ==, 3);
      g_assert_cmpuint (count_lines (run.out, "\"line\": 5, \"column\": 12"), ==, 3);
    }
    guint there = 0;
    for (guint i = 0; i < MADE; i++) {
      g_autofree char *name = g_strdup_printf ("%s/%u/m%04u.mdx", out + strlen ("--out-dir="), i % 10, i);
      g_assert_cmpint (exists_in (folder, name), ==, !is_broken (i));
      there += exists_in (folder, name);
    }
    g_assert_cmpuint (there, ==, 997);
    g_autoptr (GBytes) report = bytes_in (folder, "report.json");
    g_autoptr (JsonParser) parser = json_parser_new ();
    g_assert_true (
      json_parser_load_from_data (parser, g_bytes_get_data (report, NULL), (gssize) g_bytes_get_size (report), NULL));
    JsonObject *root = json_node_get_object (json_parser_get_root (parser));
    g_assert_cmpuint (json_array_get_length (json_object_get_array_member (root, "files")), ==, MADE);
  }
  remove_folder (folder);
}

static void
levels_of_detail (void)
{
  static const char text[] = "Version { FormatVersion 1000, }\n"
                             "Geoset { Vertices 1 { { 5, 0, 0 }, } Normals 1 { { 0, 0, 1 }, } LevelOfDetail 0, }\n"
                             "Geoset { Vertices 1 { { 6, 0, 0 }, } Normals 1 { { 0, 0, 1 }, } LevelOfDetail 2, }\n";
  static const struct {
    const char *option, *kept, *other;
  } cases[] = { { "-v", "{ 5, 0, 0 }", "{ 6, 0, 0 }" },
                { "--lod=2", "{ 6, 0, 0 }", "{ 5, 0, 0 }" },
                { "--lod=1", "{ 5, 0, 0 }", "{ 6, 0, 0 }" } };
  g_autofree char *folder = make_folder ();
  write_in (folder, "a.mdl", text);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Run) run = run_words (folder, "convert", "-f", "--to=mdl800", cases[i].option, "a.mdl", "b.mdl", NULL);
    g_assert_cmpint (run.code, ==, 0);
    g_assert_nonnull (strstr (run.err, i == 1 ? "lost: geosets[0]" : "lost: geosets[1]"));
    g_assert_true ((strstr (run.err, "no geoset has level of detail 1, so those of level 0 are kept") != NULL)
                   == (i == 2));
    g_autoptr (GBytes) made = bytes_in (folder, "b.mdl");
    gsize size;
    const char *bytes = g_bytes_get_data (made, &size);
    g_assert_nonnull (g_strstr_len (bytes, (gssize) size, cases[i].kept));
    g_assert_null (g_strstr_len (bytes, (gssize) size, cases[i].other));
  }
  static const char *const wrong[] = { "--lod=x", "--lod=-1", "--lod=1.5", "--lod=" };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_auto (Run) run = run_words (folder, "convert", "--to=mdl800", wrong[i], "a.mdl", "c.mdl", NULL);
    g_assert_cmpint (run.code, ==, 2);
    g_assert_nonnull (strstr (run.err, "expected a number of at least 0"));
  }
  remove_folder (folder);
}

static void
scales (void)
{
  static const char text[] = "Version { FormatVersion 800, }\n"
                             "Geoset { Vertices 1 { { 5, 0.5, -3 }, } Normals 1 { { 0, 0, 1 }, } }\n";
  static const struct {
    const char *to, *scale, *vertex, *json;
  } cases[] = { { "--to=wow-mdl1300", "--scale=2", "{ 10, 1, -6 }", "\"scale\": 2," },
                { "--to=mdl800", "--scale=0.1", "{ 0.5, 0.05, -0.3 }", "\"scale\": 0.1," },
                { "--to=mdl1000", "--scale=1", "{ 5, 0.5, -3 }", "\"scale\": 1," },
                { "--to=wow-mdl1300", NULL, "{ 5, 0.5, -3 }", "\"scale\": 1," } };
  g_autofree char *folder = make_folder ();
  write_in (folder, "a.mdl", text);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Run)
      run = run_words (folder, "convert", "-f", "--json", cases[i].to, "a.mdl", "b.mdl", cases[i].scale, NULL);
    g_assert_cmpint (run.code, ==, 0);
    g_assert_nonnull (strstr (run.out, cases[i].json));
    g_autoptr (GBytes) made = bytes_in (folder, "b.mdl");
    gsize size;
    const char *bytes = g_bytes_get_data (made, &size);
    g_assert_nonnull (g_strstr_len (bytes, (gssize) size, cases[i].vertex));
  }
  static const char *const wrong[] = { "--scale=x",   "--scale=-1",  "--scale=0",    "--scale=",
                                       "--scale=inf", "--scale=1,5", "--scale=1e999" };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_auto (Run) run = run_words (folder, "convert", "--to=mdl800", wrong[i], "a.mdl", "c.mdl", NULL);
    g_assert_cmpint (run.code, ==, 2);
    g_assert_nonnull (strstr (run.err, "expected a number above 0"));
    g_assert_false (exists_in (folder, "c.mdl"));
  }
  remove_folder (folder);
}

/* Remarks of one kind are listed up to a number, and then counted. */
static void
many_remarks (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (GString) text = g_string_new ("Version { FormatVersion 800, }\nModel \"x\" { }\n");
  for (guint i = 0; i < 1003; i++)
    g_string_append (text, "Odd 1,\n");
  write_in (folder, "x.mdl", text->str);
  g_auto (Run) run = run_words (folder, "convert", "x.mdl", "x.mdx", NULL);
  g_assert_nonnull (strstr (run.err, "mwright: x.mdl: 3 more of these: unknown\n"));
  g_auto (Run) quiet = run_words (folder, "convert", "-q", "x.mdl", "y.mdx", NULL);
  g_assert_null (strstr (quiet.err, "more of these"));
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/convert/a suffix that contradicts --to is refused", suffixes);
  g_test_add_func ("/cli/convert/losses are summarised as text and listed in full as JSON", losses_reported);
  g_test_add_func ("/cli/convert/targets lists formats, games and versions that are only saved", targets_listed);
  g_test_add_func ("/cli/convert/converts both ways and reports losses", both_ways);
  g_test_add_func ("/cli/convert/is lossless with a side channel, which every writer of the text keeps", lossless);
  g_test_add_func ("/cli/convert/refuses outputs that would overwrite something or clash", refusals);
  g_test_add_func ("/cli/convert/the stated version is written", versions);
  g_test_add_func ("/cli/convert/--spelling chooses the words of the text", spellings);
  g_test_add_func ("/cli/convert/another version is written, and losses are reported", other_versions);
  g_test_add_func ("/cli/convert/obstacles are reported before anything is written", refused_first);
  g_test_add_func ("/cli/convert/an empty folder is reported", nothing_to_do);
  g_test_add_func ("/cli/convert/the report can be written to the output folder", report_among_outputs);
  g_test_add_func ("/cli/convert/reads and writes streams", streams);
  g_test_add_func ("/cli/convert/the other verbs accept text", other_verbs);
  g_test_add_func ("/cli/convert/one bad file of many does not stop the rest", batch);
  g_test_add_func ("/cli/convert/all comments of a text are reported in one line", comments_are_one_line);
  g_test_add_func ("/cli/convert/--lod chooses which level of detail is kept", levels_of_detail);
  g_test_add_func ("/cli/convert/--scale makes the model larger or smaller, and the report says so", scales);
  g_test_add_func ("/cli/convert/many remarks of a kind are counted", many_remarks);
  return g_test_run ();
}
