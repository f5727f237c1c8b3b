/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mwright check: what its options leave out, repair and print. What the rules find is tested in tests/core/check. */
#include "tests/app/cli/run.h"
#include "tests/core/corpus.h"
#include "tests/core/vfs/archives.h"
#include "core/check/check.h"

#include <json-glib/json-glib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* An error without a fix, and a warning with one. */
static const char circle[] = "Version { FormatVersion 800 }\nModel \"Circle\" { BlendTime 150, }\n"
                             "Bone \"A\" { ObjectId 0, Parent 1, }\nBone \"B\" { ObjectId 1, Parent 0, }\n"
                             "PivotPoints 2 { { 0, 0, 0 }, { 0, 0, 0 }, }\n";
/* Two keys that a fix sorts, and a name that a fix gives. */
static const char loose[] =
  "Version { FormatVersion 800 }\nModel \"Loose\" { BlendTime 150, }\n"
  "Sequences 1 { Anim \"Stand\" { Interval { 0, 1000 }, } }\n"
  "Bone \"Root\" { ObjectId 0, Translation 2 { Linear, 100: { 0, 0, 0 }, 0: { 1, 2, 3 }, } }\n"
  "Bone \"\" { ObjectId 1, Scaling 2 { Linear, 9: { 1, 1, 1 }, 8: { 2, 2, 2 }, } }\n"
  "PivotPoints 2 { { 0, 0, 0 }, { 0, 0, 0 }, }\n";

typedef struct {
  char *folder;
} Place;

static void
set_up (Place *place, gconstpointer data)
{
  place->folder = make_folder ();
  g_autofree char *deep = g_build_filename (place->folder, "models", "deep", NULL);
  g_assert_cmpint (g_mkdir_with_parents (deep, 0755), ==, 0);
  write_in (place->folder, "models/circle.mdl", circle);
  write_in (place->folder, "models/loose.mdl", loose);
  write_in (place->folder, "models/deep/circle.mdl", circle);
}

static void
tear_down (Place *place, gconstpointer data)
{
  remove_folder (place->folder);
  g_free (place->folder);
}

#define MWRIGHT(...) run_words (place->folder, __VA_ARGS__, NULL)

/* How often a text is in another. */
static guint
count (const char *text, const char *part)
{
  guint n = 0;
  for (const char *at = text; (at = strstr (at, part)); at += strlen (part))
    n++;
  return n;
}

static void
assert_says (const char *text, const char *part)
{
  if (!strstr (text, part))
    g_error ("\"%s\" is not in \"%s\"", part, text);
}

/* --- What is looked for --------------------------------------------------------------------------------------------- */

static void
only_and_except (Place *place, gconstpointer data)
{
  g_auto (Run) only = MWRIGHT ("check", "models/circle.mdl", "--only=sequences-none"),
               more = MWRIGHT ("check", "models/circle.mdl", "--only", "sequences-none, node-cycle"),
               except = MWRIGHT ("check", "models/circle.mdl", "--except=node-cycle"),
               both = MWRIGHT ("check", "models/circle.mdl", "--except=node-cycle", "--only=node-cycle"),
               wrong = MWRIGHT ("check", "models/circle.mdl", "--only=node-cycel");
  g_assert_cmpint (only.code, ==, 0);
  g_assert_cmpuint (count (only.out, "\n"), ==, 1);
  assert_says (only.out, "[sequences-none]\n");
  g_assert_cmpint (more.code, ==, 1);
  g_assert_cmpuint (count (more.out, "\n"), ==, 2);
  g_assert_cmpint (except.code, ==, 0);
  assert_says (except.out, "[sequences-none]\n");
  g_assert_null (strstr (except.out, "node-cycle"));
  g_assert_cmpint (both.code, ==, 2);
  g_assert_cmpint (wrong.code, ==, 2);
  assert_says (wrong.err, "--only: there is no rule \"node-cycel\"; the nearest is node-cycle ");
}

static void
targets (Place *place, gconstpointer data)
{
  g_auto (Run) right = MWRIGHT ("check", "models/loose.mdl", "--to", "wc3-1.26"),
               wrong = MWRIGHT ("check", "models/loose.mdl", "--to=wow-3.3.5"),
               unknown = MWRIGHT ("check", "models/loose.mdl", "--to=wow-99");
  g_assert_cmpint (right.code, ==, 0);
  g_assert_cmpint (wrong.code, ==, 1);
  assert_says (wrong.out, "it is Warcraft III, MDL 800; wow-3.3.5 reads version 264 [target-version]");
  g_assert_cmpint (unknown.code, ==, 2);
  assert_says (unknown.err, "wow-4.3.4");
}

static void
archives (Place *place, gconstpointer data)
{
  g_autofree char *archive = g_build_filename (place->folder, "War3.mpq", NULL);
  archives_make (archive, "Units\\Circle.mdl", circle, NULL);
  g_auto (Run) run = MWRIGHT ("check", "War3.mpq:units\\circle.mdl", "--only=node-cycle");
  g_assert_cmpint (run.code, ==, 1);
  assert_says (run.out, "War3.mpq:units\\circle.mdl: error: bones[0].parent: ");
}

/* Files are looked for beside the model, in folders of --data and in a game. */
static void
files_of_a_model (Place *place, gconstpointer unused)
{
  static const char hat[] = "Version { FormatVersion 800 }\nModel \"Hat\" { BlendTime 150, }\n"
                            "Textures 2 { Bitmap { Image \"Straw.blp\", } Bitmap { Image \"Textures\\Felt.blp\", } }\n";
  g_autofree char *archive = g_build_filename (place->folder, "game", "War3.mpq", NULL),
                  *patch = g_build_filename (place->folder, "game", "War3Patch.mpq", NULL);
  archives_make (archive, "x.txt", "", NULL);
  archives_make (patch, "x.txt", "", NULL);
  write_in (place->folder, "models/hat.mdl", hat);
  g_setenv ("XDG_CONFIG_HOME", place->folder, TRUE);
  g_auto (Run) alone = MWRIGHT ("check", "models/hat.mdl"), add = MWRIGHT ("games", "add", "game", "--name", "mine"),
               game = MWRIGHT ("check", "models/hat.mdl", "--game=mine"),
               none = MWRIGHT ("check", "models/hat.mdl", "--no-game-data"),
               unknown = MWRIGHT ("check", "models/hat.mdl", "--game=yours"),
               left_out = MWRIGHT ("check", "models/hat.mdl", "--except=texture-missing");
  g_assert_cmpint (alone.code, ==, 0);
  assert_says (alone.out, "severe: textures[0].path: The file of a texture is not found. \"Straw.blp\"; ");
  g_assert_cmpuint (count (alone.out, "[texture-missing]"), ==, 1);
  g_assert_cmpint (add.code, ==, 0);
  g_assert_cmpuint (count (game.out, "[texture-missing]"), ==, 2);
  assert_says (game.out, "textures[1].path: The file of a texture is not found. \"Textures\\Felt.blp\" [");
  g_assert_cmpstr (none.out, ==, alone.out);
  g_assert_cmpint (unknown.code, ==, 3);
  g_assert_null (strstr (left_out.out, "Straw"));
  g_autofree char *data_folder = g_build_filename (place->folder, "data", NULL), *image = sample_path ("banner.tga");
  g_assert_cmpint (g_mkdir_with_parents (data_folder, 0755), ==, 0);
  copy_into (place->folder, image, "data/STRAW.tga");
  g_auto (Run)
    found = MWRIGHT ("check", "models/hat.mdl", "--no-game-data", "--data=data"),
    fixed = MWRIGHT ("check", "models/hat.mdl", "--no-game-data", "--data=data", "--fix=file-case", "-o", "fixed.mdl");
  g_assert_null (strstr (found.out, "texture-missing"));
  assert_says (found.out, "found \"Straw.blp\", on the disk it is \"STRAW.blp\" [file-case]");
  assert_says (fixed.out, "fixed: file-case textures[0].path: set textures[0].path=\"STRAW.blp\"");
  g_autoptr (GBytes) bytes = bytes_in (place->folder, "fixed.mdl");
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), "STRAW.blp"));
  g_unsetenv ("XDG_CONFIG_HOME");
}

/* The output is in the order of the files, whatever the threads do. */
static void
order (Place *place, gconstpointer data)
{
  for (guint i = 0; i < 40; i++) {
    g_autofree char *name = g_strdup_printf ("models/%02u.mdl", i);
    write_in (place->folder, name, i % 3 ? circle : loose);
  }
  g_auto (Run) one = MWRIGHT ("check", "models", "--jobs=1"), many = MWRIGHT ("check", "models", "--jobs=8"),
               none = MWRIGHT ("check", "models", "--jobs=0");
  g_assert_cmpint (one.code, ==, 1);
  g_assert_cmpstr (one.out, ==, many.out);
  assert_says (one.out, "\n43 files: 28 errors, ");
  g_assert_cmpint (none.code, ==, 2);
}

/* --- Baselines ------------------------------------------------------------------------------------------------------ */

static void
baseline (Place *place, gconstpointer data)
{
  g_auto (Run) first = MWRIGHT ("check", "--json", "models");
  g_assert_cmpint (first.code, ==, 1);
  write_in (place->folder, "base.json", first.out);
  g_auto (Run) again = MWRIGHT ("check", "./models", "--baseline=base.json"),
               shown = MWRIGHT ("check", "models/circle.mdl", "--baseline=base.json", "-v"),
               json = MWRIGHT ("check", "models/circle.mdl", "--baseline=base.json", "--json");
  g_assert_cmpint (again.code, ==, 0);
  assert_says (again.out, "3 files: 0 errors, 0 severe, 0 warnings, 0 unused; ");
  assert_says (shown.out, "[node-cycle] (in the baseline)\n");
  assert_says (shown.out, "models/circle.mdl: nothing found\n");
  assert_says (json.out, "\"findings\": [], \"switched_off\": 0, \"in_baseline\": ");
  /* The same finding in another file is new. */
  write_in (place->folder, "models/new.mdl", circle);
  g_auto (Run) other = MWRIGHT ("check", "models", "--baseline=base.json", "--only=node-cycle");
  g_assert_cmpint (other.code, ==, 1);
  assert_says (other.out, "models/new.mdl: error: ");
  assert_says (other.out, "4 files: 1 errors, ");
}

/* What is both switched off and in a baseline has its reason in .mwcheck. */
static void
baseline_and_switches (Place *place, gconstpointer data)
{
  g_auto (Run) first = MWRIGHT ("check", "--json", "models/circle.mdl", "--only=node-cycle");
  write_in (place->folder, "base.json", first.out);
  write_in (place->folder, "models/.mwcheck", "node-cycle # a test\n");
  g_auto (Run) both = MWRIGHT ("check", "models/circle.mdl", "--only=node-cycle", "--baseline=base.json", "--json");
  assert_says (both.out, "\"findings\": [], \"switched_off\": 1, \"in_baseline\": 0");
}

static void
wrong_baselines (Place *place, gconstpointer data)
{
  static const char *const texts[] = {
    "nonsense",
    "[1]",
    "{\"schema\": \"mwright.verify/1\", \"file\": \"a\", \"findings\": []}",
    "{\"schema\": \"mwright.check/1\", \"file\": \"a\"}",
    "{\"schema\": \"mwright.check/1\", \"file\": \"a\", \"findings\": {}}",
    "{\"schema\": \"mwright.check/1\", \"file\": \"a\", \"findings\": [{\"rule\": 5, \"path\": \"\"}]}",
    "{\"schema\": \"mwright.check/1\", \"file\": \"a\", \"findings\": [{\"rule\": \"node-cycle\"}]}",
    "{\"schema\": \"mwright.check/1\", \"findings\": []}",
  };
  g_auto (Run) missing = MWRIGHT ("check", "models/circle.mdl", "--baseline=none.json");
  g_assert_cmpint (missing.code, ==, 3);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *text = g_strconcat ("\n", texts[i], "\n", NULL);
    write_in (place->folder, "base.json", text);
    g_auto (Run) run = MWRIGHT ("check", "models/circle.mdl", "--baseline=base.json");
    g_test_message ("%s", texts[i]);
    g_assert_cmpint (run.code, ==, 3);
    assert_says (run.err, "base.json:2:1: not a line that mwright check --json writes");
    g_assert_cmpstr (run.out, ==, "");
  }
  /* A file that could not be read has no findings. */
  write_in (place->folder, "base.json",
            "{\"schema\": \"mwright.check/1\", \"file\": \"a\", \"ok\": false, \"error\": {}}\n\n");
  g_auto (Run) unread = MWRIGHT ("check", "models/circle.mdl", "--baseline=base.json");
  g_assert_cmpint (unread.code, ==, 1);
}

/* --- .mwcheck ------------------------------------------------------------------------------------------------------- */

static void
switches (Place *place, gconstpointer data)
{
  write_in (place->folder, "models/.mwcheck", "node-cycle # a test\nsequences-none deep/* # it never moves\n");
  g_auto (Run) all = MWRIGHT ("check", "models", "-v"), deep = MWRIGHT ("check", "models/deep"),
               one = MWRIGHT ("check", "models/circle.mdl"), far = MWRIGHT ("check", "models/deep/circle.mdl"),
               json = MWRIGHT ("check", "models/circle.mdl", "--json", "--only=node-cycle");
  g_assert_cmpint (all.code, ==, 0);
  g_assert_cmpstr (all.err, ==, "");
  g_assert_cmpuint (count (all.out, "[node-cycle] (switched off: a test)\n"), ==, 2);
  g_assert_cmpuint (count (all.out, "[sequences-none] (switched off: it never moves)\n"), ==, 1);
  g_assert_cmpuint (count (all.out, "[sequences-none]\n"), ==, 1);
  assert_says (all.out, "; 3 switched off\n");
  /* Only the folders from the argument on count, and that of a file that is given. */
  g_assert_cmpint (deep.code, ==, 1);
  g_assert_cmpint (one.code, ==, 0);
  g_assert_cmpint (far.code, ==, 1);
  assert_says (json.out, "\"findings\": [], \"switched_off\": 1, \"in_baseline\": 0");
}

/* Of two files the reason of the nearer one counts. What is wrong in several is told in the order of their folders. */
static void
switches_of_two_folders (Place *place, gconstpointer data)
{
  write_in (place->folder, "models/.mwcheck", "node-cycle # far\nfar-rule # wrong\n");
  write_in (place->folder, "models/deep/.mwcheck", "node-cycle # near\nnear-rule # wrong\n");
  g_auto (Run) all = MWRIGHT ("check", "models", "-v", "--only=node-cycle");
  g_assert_cmpint (all.code, ==, 2);
  assert_says (all.out, "models/circle.mdl: error: bones[0].parent: ");
  g_assert_cmpuint (count (all.out, "(switched off: far)"), ==, 1);
  g_assert_cmpuint (count (all.out, "(switched off: near)"), ==, 1);
  const char *far = strstr (all.err, "far-rule"), *near = strstr (all.err, "near-rule");
  g_assert_true (far && near && far < near);
}

/* What can go, and the sum, are notices. Mistakes are told. */
static void
quiet (Place *place, gconstpointer data)
{
  write_in (place->folder, "models/.mwcheck", "file-cut # not here\n");
  g_auto (Run) notices = MWRIGHT ("check", "models", "-q", "--except=node-cycle,sequences-none");
  g_assert_cmpint (notices.code, ==, 0);
  g_assert_cmpstr (notices.err, ==, "");
  g_assert_null (strstr (notices.out, "3 files"));
  write_in (place->folder, "models/.mwcheck", "file-cutt # not here\n");
  g_auto (Run) mistake = MWRIGHT ("check", "models", "-q");
  g_assert_cmpint (mistake.code, ==, 2);
  assert_says (mistake.err, "file-cutt");
}

/* A model from standard input is in no folder. */
static void
streams (Place *place, gconstpointer data)
{
  static const char hat[] = "Version { FormatVersion 800 }\nModel \"Hat\" { BlendTime 150, }\n"
                            "Textures 1 { Bitmap { Image \"Straw.blp\", } }\n";
  static const char *const words[] = { "check", "-", NULL };
  write_in (place->folder, ".mwcheck", "sequences-none # none moves\n");
  g_autoptr (GBytes) bytes = g_bytes_new_static (hat, sizeof hat - 1);
  g_auto (Run) run = run_mwright (place->folder, words, bytes);
  assert_says (run.out, "[sequences-none]\n");
  g_assert_null (strstr (run.out, "texture-missing"));
  /* Nothing but the model goes to standard output. */
  g_auto (Run) fixed = MWRIGHT ("check", "--fix=track-unsorted", "models/loose.mdl", "-o", "-");
  g_assert_null (strstr (fixed.out, "fixed:"));
  g_assert_null (strstr (fixed.out, "models/loose.mdl"));
  assert_says (fixed.out, "FormatVersion");
}

static void
unreadable_switches (Place *place, gconstpointer data)
{
  g_autofree char *file = g_build_filename (place->folder, "models", ".mwcheck", NULL);
  g_assert_cmpint (g_mkdir_with_parents (file, 0755), ==, 0);
  g_auto (Run) folder = MWRIGHT ("check", "models");
  g_assert_cmpint (folder.code, ==, 2);
  assert_says (folder.err, "mwright: models/.mwcheck: cannot be ");
  g_assert_cmpint (g_rmdir (file), ==, 0);
  g_assert_cmpint (symlink ("nowhere", file), ==, 0);
  g_auto (Run) link = MWRIGHT ("check", "models");
  g_assert_cmpint (link.code, ==, 2);
  assert_says (link.err, "mwright: models/.mwcheck: cannot be opened");
}

/* An empty variable in a script would leave out all rules. */
static void
no_rules (Place *place, gconstpointer data)
{
  g_auto (Run) only = MWRIGHT ("check", "models", "--only="), except = MWRIGHT ("check", "models", "--except", ""),
               rules = MWRIGHT ("check", "--rules", "--only=file-cut"), file = MWRIGHT ("check", "--rules", "models"),
               explain = MWRIGHT ("check", "--explain=file-cut", "models"),
               some = MWRIGHT ("check", "--explain=file-cut", "--except=file-cut");
  assert_says (only.err, "--only: no rule is given");
  assert_says (except.err, "--except: no rule is given");
  assert_says (rules.err, "--rules checks no file, and takes no --only or --except");
  assert_says (explain.err, "--explain checks no file");
  const Run *const all[] = { &only, &except, &rules, &file, &explain, &some };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++) {
    g_assert_cmpint (all[i]->code, ==, 2);
    g_assert_cmpstr (all[i]->out, ==, "");
  }
}

static void
wrong_switches (Place *place, gconstpointer data)
{
  write_in (place->folder, "models/.mwcheck",
            "node-cycle\nnode-cycel # typing\nfile-cut # not here\nnode-cycle *.mdl # yes\n");
  g_auto (Run) all = MWRIGHT ("check", "models"), one = MWRIGHT ("check", "models/circle.mdl"),
               some = MWRIGHT ("check", "models", "--except=file-cut");
  g_assert_cmpint (all.code, ==, 2);
  assert_says (all.err, "mwright: models/.mwcheck:1: \"node-cycle\" needs a reason");
  assert_says (all.err, "mwright: models/.mwcheck:2: there is no rule \"node-cycel\"");
  assert_says (all.err, "mwright: models/.mwcheck:3: nothing breaks file-cut, so this line can go\n");
  g_assert_null (strstr (all.err, ".mwcheck:4"));
  g_assert_null (strstr (all.out, "[node-cycle]"));
  /* Other models may need the line. */
  g_assert_null (strstr (one.err, "file-cut"));
  g_assert_null (strstr (some.err, "file-cut"));
}

/* --- SARIF ---------------------------------------------------------------------------------------------------------- */

static JsonObject *
member (JsonObject *object, const char *name)
{
  g_assert_true (json_object_has_member (object, name));
  return json_object_get_object_member (object, name);
}

static const char *
text (JsonObject *object, const char *name)
{
  g_assert_true (json_object_has_member (object, name));
  const char *value = json_object_get_string_member (object, name);
  g_assert_true (value && *value);
  return value;
}

static gboolean
is_level (const char *level)
{
  static const char *const levels[] = { "none", "note", "warning", "error", NULL };
  return g_strv_contains (levels, level);
}

/* What the schema of SARIF 2.1.0 requires of a result. */
static void
assert_result (JsonObject *result, JsonArray *rules)
{
  gint64 index = json_object_get_int_member (result, "ruleIndex");
  g_assert_cmpint (index, >=, 0);
  g_assert_cmpint (index, <, json_array_get_length (rules));
  JsonObject *rule = json_array_get_object_element (rules, (guint) index);
  g_assert_cmpstr (text (result, "ruleId"), ==, text (rule, "id"));
  g_assert_cmpstr (text (result, "level"), ==, text (member (rule, "defaultConfiguration"), "level"));
  text (member (result, "message"), "text");
  JsonArray *locations = json_object_get_array_member (result, "locations");
  g_assert_cmpuint (json_array_get_length (locations), ==, 1);
  JsonObject *location = json_array_get_object_element (locations, 0);
  text (member (member (location, "physicalLocation"), "artifactLocation"), "uri");
  if (json_object_has_member (location, "logicalLocations"))
    text (json_array_get_object_element (json_object_get_array_member (location, "logicalLocations"), 0),
          "fullyQualifiedName");
}

static JsonObject *
run_of (const Run *run, JsonParser *parser)
{
  GError *error = NULL;
  json_parser_load_from_data (parser, run->out, (gssize) run->size, &error);
  g_assert_no_error (error);
  JsonObject *root = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpstr (text (root, "version"), ==, "2.1.0");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (root, "runs")), ==, 1);
  return json_array_get_object_element (json_object_get_array_member (root, "runs"), 0);
}

static JsonArray *
rules_of (JsonObject *run)
{
  JsonObject *driver = member (member (run, "tool"), "driver");
  JsonArray *rules = json_object_get_array_member (driver, "rules");
  guint n;
  mw_rules (&n);
  g_assert_cmpstr (text (driver, "name"), ==, "mwright");
  g_assert_cmpuint (json_array_get_length (rules), ==, n);
  for (guint i = 0; i < n; i++) {
    JsonObject *rule = json_array_get_object_element (rules, i);
    g_assert_cmpstr (text (rule, "id"), ==, mw_rules (&n)[i].id);
    text (member (rule, "shortDescription"), "text");
    g_assert_true (is_level (text (member (rule, "defaultConfiguration"), "level")));
  }
  return rules;
}

static void
sarif (Place *place, gconstpointer data)
{
  write_in (place->folder, "models/.mwcheck", "sequences-none # it never moves\n");
  write_in (place->folder, "models/odd #1.mdl", circle);
  g_auto (Run) done = MWRIGHT ("check", "--sarif", "models", "--only=node-cycle,sequences-none,track-unsorted");
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *run = run_of (&done, parser);
  JsonArray *rules = rules_of (run), *results = json_object_get_array_member (run, "results");
  guint n_suppressed = 0;
  g_assert_cmpint (done.code, ==, 1);
  g_assert_cmpuint (json_array_get_length (results), ==, 8);
  for (guint i = 0; i < json_array_get_length (results); i++) {
    JsonObject *result = json_array_get_object_element (results, i);
    assert_result (result, rules);
    if (!json_object_has_member (result, "suppressions"))
      continue;
    JsonObject *why = json_array_get_object_element (json_object_get_array_member (result, "suppressions"), 0);
    g_assert_cmpstr (text (why, "kind"), ==, "external");
    g_assert_cmpstr (text (why, "justification"), ==, "it never moves");
    n_suppressed++;
  }
  g_assert_cmpuint (n_suppressed, ==, 3);
  /* Results are in the order of the files, and names are URIs. */
  assert_says (done.out, "{\"uri\": \"models/odd%20%231.mdl\"}");
  g_assert_true (strstr (done.out, "models/circle.mdl") < strstr (done.out, "models/deep/circle.mdl"));
  assert_says (done.out, "\"fullyQualifiedName\": \"bones[0].translation.track.keys[1].time\"");
}

static void
sarif_of_old_and_unread (Place *place, gconstpointer data)
{
  g_auto (Run) old = MWRIGHT ("check", "--json", "models/circle.mdl");
  write_in (place->folder, "base.json", old.out);
  write_in (place->folder, "models/broken.mdx", "MDLX and nothing else");
  g_auto (Run) done = MWRIGHT ("check", "--sarif", "models", "--baseline=base.json", "--only=node-cycle");
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *run = run_of (&done, parser);
  rules_of (run);
  g_assert_cmpint (done.code, ==, 3);
  g_assert_cmpuint (count (done.out, "\"baselineState\": \"unchanged\""), ==, 1);
  g_assert_cmpuint (count (done.out, "\"baselineState\": \"new\""), ==, 1);
  JsonObject *call = json_array_get_object_element (json_object_get_array_member (run, "invocations"), 0);
  g_assert_false (json_object_get_boolean_member (call, "executionSuccessful"));
  g_auto (Run) both = MWRIGHT ("check", "--sarif", "--json", "models");
  g_assert_cmpint (both.code, ==, 2);
}

/* --- Fixes ---------------------------------------------------------------------------------------------------------- */

static void
fix_all (Place *place, gconstpointer data)
{
  g_auto (Run) run = MWRIGHT ("check", "--fix", "models/loose.mdl", "-o", "fixed.mdl",
                              "--only=track-unsorted,node-name-empty,node-cycle"),
               again = MWRIGHT ("check", "fixed.mdl", "--only=track-unsorted,node-name-empty"),
               times = MWRIGHT ("get", "fixed.mdl", "bones[0].translation.track.keys[*].time", "--value");
  g_assert_cmpint (run.code, ==, 0);
  g_assert_cmpstr (
    run.out, ==,
    "models/loose.mdl: fixed: track-unsorted bones[0].translation.track.keys[1].time: keys-sort bones[0].translation.track\n"
    "models/loose.mdl: fixed: track-unsorted bones[1].scaling.track.keys[1].time: keys-sort bones[1].scaling.track\n"
    "models/loose.mdl: fixed: node-name-empty bones[1].name: rename bones[1] name=\"bone_1\"\n"
    "models/loose.mdl: nothing found\n");
  g_assert_cmpstr (again.out, ==, "fixed.mdl: nothing found\n");
  g_assert_cmpstr (times.out, ==, "0\n100\n");
}

static void
fix_some (Place *place, gconstpointer data)
{
  g_auto (Run) run = MWRIGHT ("check", "--fix=node-name-empty", "models/loose.mdl", "-o", "fixed.mdl"),
               left = MWRIGHT ("check", "fixed.mdl", "--only=track-unsorted,node-name-empty"),
               wrong = MWRIGHT ("check", "--fix=node-cycel", "models/loose.mdl", "-o", "x.mdl"),
               none = MWRIGHT ("check", "--fix=node-cycle", "models/loose.mdl", "-o", "x.mdl");
  g_assert_cmpint (run.code, ==, 0);
  g_assert_cmpuint (count (run.out, ": fixed: "), ==, 1);
  g_assert_cmpuint (count (left.out, "[track-unsorted]\n"), ==, 2);
  g_assert_cmpuint (count (left.out, "\n"), ==, 2);
  g_assert_cmpint (wrong.code, ==, 2);
  g_assert_cmpint (none.code, ==, 2);
  assert_says (none.err, "node-cycle has no fix");
  g_assert_false (exists_in (place->folder, "x.mdl"));
}

/* What is left is printed, and an error that is left is an error. */
static void
fix_what_can_be_fixed (Place *place, gconstpointer data)
{
  g_autoptr (GBytes) before = bytes_in (place->folder, "models/circle.mdl");
  g_auto (Run) run = MWRIGHT ("check", "--fix", "--json", "models/circle.mdl", "-i", "--backup",
                              "--only=node-cycle,sequences-none");
  g_autoptr (GBytes) backup = bytes_in (place->folder, "models/circle.mdl.bak");
  g_assert_cmpint (run.code, ==, 1);
  assert_says (run.out,
               "\"ok\": false, \"fixed\": [\"sequences-none sequences: sequence-add name=Stand\"], \"findings\": "
               "[{\"rule\": \"node-cycle\"");
  assert_says (run.out, "\"output\": \"models/circle.mdl\"");
  g_assert_true (g_bytes_equal (before, backup));
  /* With nothing to fix, the file stays as it is. */
  g_auto (Run) again = MWRIGHT ("check", "--fix", "--json", "models/circle.mdl", "-i", "--backup=.other",
                                "--only=node-cycle,sequences-none");
  assert_says (again.out, "\"fixed\": [], ");
  assert_says (again.out, "\"output\": null");
  g_assert_false (exists_in (place->folder, "models/circle.mdl.other"));
}

/* What is switched off or old is not repaired. */
static void
fix_what_counts (Place *place, gconstpointer data)
{
  write_in (place->folder, "models/.mwcheck", "node-name-empty # it has none\n");
  g_auto (Run) old = MWRIGHT ("check", "--json", "models/loose.mdl", "--only=track-unsorted");
  char *second = strstr (old.out, "bones[1]");
  g_assert_nonnull (second);
  second[strlen ("bones[")] = '7';
  write_in (place->folder, "base.json", old.out);
  g_auto (Run) run = MWRIGHT ("check", "--fix", "models/loose.mdl", "-o", "fixed.mdl", "--baseline=base.json",
                              "--only=node-name-empty,track-unsorted");
  g_assert_cmpuint (count (run.out, ": fixed: "), ==, 1);
  assert_says (run.out, "keys-sort bones[1].scaling.track");
}

static void
fix_many (Place *place, gconstpointer data)
{
  g_auto (Run) run = MWRIGHT ("check", "--fix", "models", "--out-dir=fixed"),
               one = MWRIGHT ("check", "--fix", "models", "-o", "x.mdl"),
               bare = MWRIGHT ("check", "--fix", "models/loose.mdl"),
               output = MWRIGHT ("check", "models/loose.mdl", "-o", "x.mdl"),
               sarif = MWRIGHT ("check", "--fix", "--sarif", "models/loose.mdl", "-o", "x.mdl");
  g_assert_cmpint (run.code, ==, 1);
  assert_says (run.err, "3 of 3 files saved, 0 failed");
  g_assert_true (exists_in (place->folder, "fixed/deep/circle.mdl"));
  g_assert_cmpint (one.code, ==, 2);
  g_assert_cmpint (bare.code, ==, 2);
  g_assert_cmpint (output.code, ==, 2);
  assert_says (output.err, "--output works only with --fix");
  g_assert_cmpint (sarif.code, ==, 2);
}

/* --- Rules ---------------------------------------------------------------------------------------------------------- */

static void
rules_as_json (Place *place, gconstpointer data)
{
  g_auto (Run) run = MWRIGHT ("check", "--rules", "--json");
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_assert_true (json_parser_load_from_data (parser, run.out, (gssize) run.size, NULL));
  JsonArray *all = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "rules");
  guint n;
  const MwRule *rules = mw_rules (&n);
  g_assert_cmpuint (json_array_get_length (all), ==, n);
  for (guint i = 0; i < n; i++) {
    JsonObject *rule = json_array_get_object_element (all, i);
    g_assert_cmpstr (text (rule, "id"), ==, rules[i].id);
    g_assert_cmpstr (text (rule, "effect"), ==, rules[i].effect);
    g_assert_cmpstr (text (rule, "source"), ==, rules[i].source);
    g_assert_cmpint (json_object_has_member (rule, "first_version"), ==, rules[i].first != 0);
    g_assert_cmpint (json_object_has_member (rule, "last_version"), ==, rules[i].last != G_MAXUINT);
    text (rule, "families");
  }
}

/* Each rule is explained as on the page of help. */
static void
explained (Place *place, gconstpointer data)
{
  g_auto (Run) page = MWRIGHT ("check", "--rules", "--markdown"), list = MWRIGHT ("check", "--rules"),
               wrong = MWRIGHT ("check", "--explain=node-cycel");
  guint n;
  const MwRule *rules = mw_rules (&n);
  g_assert_cmpuint (count (page.out, "\n### "), ==, n);
  g_assert_cmpuint (count (list.out, "\n"), ==, n);
  g_assert_null (strstr (page.out, "(null)"));
  for (guint i = 0; i < n; i += 9) {
    g_auto (Run) run = MWRIGHT ("check", "--explain", rules[i].id);
    g_autofree char *start = g_strdup_printf ("# %s\n\n", rules[i].id);
    g_assert_true (g_str_has_prefix (run.out, start));
    assert_says (page.out, run.out);
  }
  g_assert_cmpint (wrong.code, ==, 2);
  assert_says (wrong.err, "the nearest is node-cycle");
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*test) (Place *place, gconstpointer data);
  } tests[] = {
    { "rules are chosen or left out", only_and_except },
    { "a target decides which versions are right", targets },
    { "a model in an archive is checked", archives },
    { "the files of a model are looked for", files_of_a_model },
    { "the output is in the order of the files", order },
    { "what a baseline has does not count", baseline },
    { "what is switched off is not counted as old", baseline_and_switches },
    { "a baseline must be what check writes", wrong_baselines },
    { ".mwcheck switches rules off for a folder and those below", switches },
    { "lines of .mwcheck that are wrong or do nothing are told", wrong_switches },
    { "a .mwcheck that cannot be read is told", unreadable_switches },
    { "the nearest .mwcheck gives the reason", switches_of_two_folders },
    { "what is quiet tells only mistakes", quiet },
    { "a model from standard input is in no folder", streams },
    { "options without a rule, or with the list of rules, are refused", no_rules },
    { "SARIF has what its schema requires", sarif },
    { "SARIF says what is new, and whether all was read", sarif_of_old_and_unread },
    { "all that has a fix is fixed", fix_all },
    { "only the rules that are named are fixed", fix_some },
    { "what cannot be fixed is printed", fix_what_can_be_fixed },
    { "what does not count is not fixed", fix_what_counts },
    { "many models are fixed", fix_many },
    { "the rules are listed with all that is known", rules_as_json },
    { "a rule is explained as on the page of help", explained },
  };
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++) {
    g_autofree char *path = g_strconcat ("/cli/check/", tests[i].name, NULL);
    g_test_add (path, Place, NULL, set_up, tests[i].test, tear_down);
  }
  return g_test_run ();
}
