/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verbs, options, JSON keys and exit codes, on which scripts depend, are in golden files, so that every change of one shows in a
 * diff. UPDATE_GOLDEN=1 writes them. */
#include "core/edit/operations/operations.h"
#include "tests/app/cli/m2-set.h"
#include "tests/app/cli/run.h"
#include "tests/core/corpus.h"

#include <json-glib/json-glib.h>
#include <string.h>

#define MW_CLI_VERB(name) #name,
static const char *const verbs[] = {
#include "app/cli/verbs.h"
};
#undef MW_CLI_VERB

/* Makes a folder with the files that the commands below need. */
static char *
make_place (void)
{
  char *folder = make_folder_of_samples ();
  write_in (folder, "broken.mdx", "MDLXVERS\x04");
  write_in (folder, "cut.mdl", "Version { FormatVersion 800 }\nModel \"Cut\" { BlendTime 150,");
  write_in (folder, "text.txt", "nothing of ours");
  write_in (folder, "steps.txt", "# a script\nset name=Other\nrename sequences[0] name=Rest\n");
  return folder;
}

static void
help (void)
{
  g_autofree char *folder = make_folder ();
  GString *text = g_string_new (NULL);
  g_auto (Run) all = run_words (folder, "--help", NULL);
  g_assert_cmpint (all.code, ==, 0);
  g_string_append (text, all.out);
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++) {
    g_auto (Run) run = run_words (folder, verbs[i], "--help", NULL);
    g_assert_cmpint (run.code, ==, 0);
    g_assert_cmpstr (run.err, ==, "");
    g_string_append_printf (text, "\n----------------------------------------\n%s", run.out);
    g_auto (Run) same = run_words (folder, "help", verbs[i], NULL);
    g_assert_cmpstr (run.out, ==, same.out);
    g_auto (Run) letter = run_words (folder, "-h", verbs[i], NULL);
    g_assert_cmpstr (run.out, ==, letter.out);
    /* The list of verbs names it. */
    g_autofree char *name = g_strdup_printf ("\n  %s ", verbs[i]);
    g_assert_nonnull (strstr (all.out, name));
  }
  assert_golden ("help.txt", text->str);
  g_string_free (text, TRUE);
  remove_folder (folder);
}

/* No example is an invalid command line. There are no such files here, so the verbs stop with exit code 3; what a path or a step names in
 * a model is not tried. */
static void
examples (void)
{
  g_autofree char *folder = make_folder ();
  guint n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++) {
    g_auto (Run) help = run_words (folder, verbs[i], "--help", NULL);
    const char *at = strstr (help.out, "\nexamples:\n");
    g_assert_nonnull (at);
    g_auto (GStrv) lines = g_strsplit (at + strlen ("\nexamples:\n"), "\n", -1);
    for (guint k = 0; lines[k] && *lines[k]; k++) {
      g_autofree char *command = g_strndup (lines[k], strcspn (lines[k], ">"));
      g_auto (GStrv) words = NULL;
      g_assert_true (g_shell_parse_argv (command, NULL, &words, NULL));
      g_assert_cmpstr (words[0], ==, "mwright");
      g_auto (Run) run = run_mwright (folder, (const char *const *) words + 1, NULL);
      /* A journal that is not there is the fault of the argument. */
      gboolean journal = strcmp (verbs[i], "recover") == 0 && strstr (run.err, "there is no journal");
      if (run.code == 2 && !journal)
        g_error ("%s: %s", command, run.err);
      n++;
    }
  }
  g_assert_cmpuint (n, >, 40);
  remove_folder (folder);
}

static void
operations (void)
{
  g_autofree char *folder = make_folder ();
  g_auto (Run) list = run_words (folder, "do", "--list", NULL);
  g_assert_cmpint (list.code, ==, 0);
  g_auto (GStrv) lines = g_strsplit (list.out, "\n", -1);
  GString *text = g_string_new (list.out);
  for (guint i = 0; lines[i] && *lines[i]; i++) {
    /* The names of the groups are not indented. */
    if (lines[i][0] != ' ')
      continue;
    const char *usage = g_strchug (lines[i]);
    g_autofree char *id = g_strndup (usage, strcspn (usage, " "));
    g_auto (Run) run = run_words (folder, "do", "--help", id, NULL);
    g_assert_cmpint (run.code, ==, 0);
    g_string_append_printf (text, "\n%s", run.out);
  }
  assert_golden ("operations.txt", text->str);
  g_string_free (text, TRUE);
  remove_folder (folder);
}

/* Appends what a step makes of a model, each new record with all its values, or why it is refused. */
static void
append_made (GString *text, const char *folder, const char *file, const char *step)
{
  g_auto (Run) run = run_words (folder, "do", "--dry-run", "-v", "-e", step, file, NULL);
  g_string_append_printf (text, "$ mwright do -e '%s' %s\n%s%s\n", step, file, run.err, run.out);
}

/* What is new in a model after an operation of the menu Add, whose parameters are as they are offered, once for each named value of
 * each parameter: the looks of particles, the kinds of lights. */
static void
made (void)
{
  static const struct {
    const char *operation, *parameters[2]; /* for each file */
  } required[] = { { "event-add", { " name=SNDxAAAA", " name=$FSD" } },
                   { "attachment-add", { " name=\"Sprite First Ref\"", " name=Shield" } },
                   { "texture-add", { " path=new.blp", " path=new.blp" } },
                   { "sequence-add", { " name=Attack", " name=Walk" } },
                   { "sequence-add-standard", { " name=Spell", " name=Run" } } };
  static const char *const files[] = { "b.mdx", "Sample.m2" };
  /* Records of M2 need values and tracks, else clients do not show them. */
  static const char *const added[] = { "add cameras", "add events", "add attachments", "add texture_weights",
                                       "add sequences animation=60" };
  g_autofree char *folder = make_folder_of_samples ();
  g_autoptr (GPtrArray) set = write_m2_set (folder, 264);
  GString *text = g_string_new (NULL);
  for (const MwOperation *const *at = mw_operations_list (); *at; at++) {
    if ((*at)->menu != MW_MENU_ADD)
      continue;
    for (guint f = 0; f < G_N_ELEMENTS (files); f++) {
      const char *parameters = "";
      if ((*at)->families && !((*at)->families & (f ? MW_FAMILY_M2 : MW_FAMILY_MDX)))
        continue;
      for (guint i = 0; i < G_N_ELEMENTS (required); i++)
        if (strcmp ((*at)->id, required[i].operation) == 0)
          parameters = required[i].parameters[f];
      g_autofree char *plain = g_strconcat ((*at)->id, parameters, NULL);
      append_made (text, folder, files[f], plain);
      for (guint i = 0; (*at)->params && i < (*at)->params->n_fields; i++) {
        const MwField *field = &(*at)->params->fields[i];
        for (guint k = 0; field->names && !field->names->flags && k < field->names->n; k++) {
          if (field->names->names[k].value == field->def)
            continue;
          g_autofree char *step = g_strconcat (plain, " ", field->name, "=", field->names->names[k].name, NULL);
          append_made (text, folder, files[f], step);
        }
      }
    }
  }
  for (guint i = 0; i < G_N_ELEMENTS (added); i++)
    append_made (text, folder, files[1], added[i]);
  assert_golden ("made.txt", text->str);
  g_string_free (text, TRUE);
  remove_folder (folder);
}

/* The pages of help are those that the table of operations gives. */
static void
pages (void)
{
  g_autofree char *folder = make_folder ();
  guint n_operations = 0, n_headings = 0;
  for (const MwOperation *const *at = mw_operations_list (); *at; at++)
    n_operations++;
  for (guint domain = 0; domain < MW_N_DOMAINS; domain++) {
    g_autofree char *option = g_strconcat ("--page=", mw_domain_id (domain), NULL),
                    *file = g_strconcat ("data/help/operations-", mw_domain_id (domain), ".md", NULL);
    g_auto (Run) run = run_words (folder, "do", option, NULL);
    g_assert_cmpint (run.code, ==, 0);
    g_assert_null (strstr (run.out, "(null)"));
    for (const char *at = run.out; (at = strstr (at, "\n## ")); at++)
      n_headings++;
    assert_golden_file (file, run.out);
  }
  g_assert_cmpuint (n_headings, ==, n_operations);
  g_auto (Run) other = run_words (folder, "do", "--page=bones", NULL);
  g_assert_cmpint (other.code, ==, 2);
  g_assert_nonnull (strstr (other.err, "expected one of elements, sequences"));
  remove_folder (folder);
}

/* The page of help about the rules says what their table says. */
static void
rules_page (void)
{
  g_autofree char *folder = make_folder ();
  g_auto (Run) run = run_words (folder, "check", "--rules", "--markdown", NULL);
  g_assert_cmpint (run.code, ==, 0);
  assert_golden_file ("data/help/rules.md", run.out);
  remove_folder (folder);
}

static void
schema (void)
{
  g_autofree char *folder = make_folder ();
  g_auto (Run) run = run_words (folder, "schema", NULL);
  g_assert_cmpint (run.code, ==, 0);
  /* Every spelling has a word, and both families are there. */
  g_assert_null (strstr (run.out, "(null)"));
  g_assert_nonnull (strstr (run.out, "\nm2  (m2)\n"));
  g_assert_nonnull (strstr (run.out, "m2 track"));
  assert_golden ("schema.txt", run.out);
  g_auto (Run) markdown = run_words (folder, "schema", "--markdown", NULL);
  g_assert_cmpint (markdown.code, ==, 0);
  g_assert_nonnull (strstr (markdown.out, "| `filter_mode` |"));
  remove_folder (folder);
}

/* --- JSON keys ------------------------------------------------------------------------------------------------------ */

static void collect_keys (JsonNode *node, const char *path, GHashTable *keys);

static void
collect_member (JsonObject *object, const char *name, JsonNode *node, gpointer data)
{
  gpointer *both = data;
  /* Objects whose keys come from the model: one placeholder replaces them all. */
  gboolean open = g_str_has_suffix (both[0], "counts") || g_str_has_suffix (both[0], "names")
                  || g_str_has_suffix (both[0], "bits");
  g_autofree char *path = g_strdup_printf ("%s%s%s", (char *) both[0], *(char *) both[0] ? "." : "", open ? "*" : name);
  collect_keys (node, path, both[1]);
}

static void
collect_keys (JsonNode *node, const char *path, GHashTable *keys)
{
  gpointer both[] = { (gpointer) path, keys };
  if (JSON_NODE_HOLDS_OBJECT (node)) {
    json_object_foreach_member (json_node_get_object (node), collect_member, both);
  } else if (JSON_NODE_HOLDS_ARRAY (node)) {
    JsonArray *array = json_node_get_array (node);
    g_autofree char *below = g_strconcat (path, "[]", NULL);
    g_hash_table_add (keys, g_strdup (path));
    for (guint i = 0; i < json_array_get_length (array); i++)
      if (JSON_NODE_HOLDS_OBJECT (json_array_get_element (array, i)))
        collect_keys (json_array_get_element (array, i), below, keys);
  } else {
    g_hash_table_add (keys, g_strdup (path));
  }
}

static void
json_keys (void)
{
  static const char *const commands[][9] = {
    { "info", "--json", "a.mdx" },
    { "info", "--standard", "--json", "a.mdx" },
    { "info", "--creature", "--json", "a.mdx" },
    { "ls", "--json", "a.mdx" },
    { "ls", "--json", "a.mdx", "sequences" },
    { "get", "--json", "a.mdx" },
    { "set", "--json", "a.mdx", "name=X", "blend_time=7", "-o", "c.mdx" },
    { "do", "--json", "-e", "delete sequences[1]", "-e", "set name=X", "a.mdx", "--dry-run" },
    { "do", "--json", "--list" },
    { "diff", "--json", "a.mdx", "b.mdx" },
    { "verify", "--json", "--origin", "a.mdx" },
    { "layout", "--json", "a.mdx" },
    { "layout", "--json", "a.mdx", "--at=0x60" },
    { "check", "--json", "a.mdx" },
    { "check", "--json", "--fix", "a.mdx", "-o", "checked.mdx" },
    { "check", "--json", "--rules" },
    { "schema", "--json" },
    { "salvage", "--json", "cut.mdl", "-o", "cut-s.mdl" },
    { "deps", "--json", "a.mdx" },
    { "rename", "--json", "c.mdx", "moved", "--dry-run" },
    { "set", "--json", "a.mdx", "name=X", "-o", "b.mdx" },
    { "convert", "--json", "a.mdx", "b.mdx" },
    { "convert", "--json", "a.mdx", "no/folder/a.mdl" },
    { "convert", "--json", "broken.mdx", "a.mdl" },
    { "convert", "--json", "b.mdx", "b.mdl" },
    { "convert", "--json", "--to=mdx1100", "a.mdx", "d.mdx" },
    { "targets", "--json" },
    { "rename", "--json", "a.mdx", "b.mdx" },
    { "info", "--json", "broken.mdx" },
    { "get", "--json", "a.mdx", "no.such.path" },
    { "get", "--json", "--nonsense" },
    { "nonsense", "--json" },
  };
  g_autofree char *folder = make_place ();
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++) {
    GError *error = NULL;
    g_auto (Run) run = run_mwright (folder, commands[i], NULL);
    g_autoptr (JsonParser) parser = json_parser_new ();
    json_parser_load_from_data (parser, run.out, (gssize) run.size, &error);
    g_assert_no_error (error);
    g_assert_true (g_utf8_validate (run.out, (gssize) run.size, NULL));
    /* One line, so that many make JSON Lines. */
    g_assert_true (strchr (run.out, '\n') == run.out + run.size - 1);
    g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    collect_keys (json_parser_get_root (parser), "", keys);
    g_autoptr (GList) sorted = g_list_sort (g_hash_table_get_keys (keys), (GCompareFunc) strcmp);
    g_autofree char *words = g_strjoinv (" ", (char **) commands[i]);
    JsonObject *object = json_node_get_object (json_parser_get_root (parser));
    g_string_append_printf (text, "mwright %s\n  %s, exit code %d\n", words,
                            json_object_get_string_member (object, "schema"), run.code);
    for (GList *at = sorted; at; at = at->next)
      g_string_append_printf (text, "  %s\n", (char *) at->data);
  }
  assert_golden ("json-keys.txt", text->str);
  g_string_free (text, TRUE);
  remove_folder (folder);
}

/* --- Exit codes ------------------------------------------------------------------------------------------------------- */

static void
exit_codes (void)
{
  static const char *const commands[][8] = {
    { "--version" },
    { "--help" },
    { NULL },
    { "nonsense" },
    { "covnert", "a.mdx", "a.mdl" },
    { "info", "a.mdx" },
    { "info" },
    { "info", "missing.mdx" },
    { "info", "broken.mdx" },
    { "info", "text.txt" },
    { "info", "a.mdx", "missing.mdx", "b.mdx" },
    { "info", "." },
    { "info", "--creature", "a.mdx" },
    { "info", "--standard", "a.mdx" },
    { "info", "--standard=creature", "a.mdx" },
    { "ls", "a.mdx", "nodes" },
    { "ls", "a.mdx", "nothing" },
    { "get", "a.mdx", "name" },
    { "get", "a.mdx", "sequences[99].name" },
    { "get", "a.mdx", "bones[" },
    { "get", "--", "a.mdx", "name" },
    { "get", "a.mdx", "--vlue" },
    { "set", "a.mdx", "name=X" },
    { "set", "a.mdx", "name=X", "-o", "c.mdx" },
    { "set", "a.mdx", "name=X", "-o", "c.mdx" },
    { "set", "a.mdx", "name=X", "-f", "-o", "c.mdx" },
    { "set", "a.mdx", "name=X", "-o", "no/folder/c.mdx" },
    { "set", "a.mdx", "name=X", "-o", "c.mdx", "-i" },
    { "set", "a.mdx", "name", "-o", "d.mdx" },
    { "set", "a.mdx", "name=X", "-o", "" },
    { "set", "a.mdx", "blend_time=many", "-o", "d.mdx" },
    { "set", "a.mdx", "version=900", "-o", "d.mdx" },
    { "set", "a.mdx", "-o", "d.mdx" },
    { "set", "missing.mdx", "name=X", "-o", "d.mdx" },
    { "set", "c.mdx", "name=Y", "-i" },
    { "set", "c.mdx", "name=Z", "-i", "--backup=.old" },
    { "set", "-i", "--backup", "c.mdx", "name=Z" },
    { "set", "c.mdx", "name=Z", "-i", "--backup=" },
    { "set", "c.mdx", "name=Z", "-o", "d.mdx", "--backup=.old" },
    { "set", "a.mdx", "--from=missing.txt", "-o", "d.mdx" },
    { "do", "-e", "set name=X", "a.mdx", "-n" },
    { "do", "-e", "set name=X", "a.mdx" },
    { "do", "-e", "frobnicate name", "a.mdx", "-n" },
    { "do", "--script=steps.txt", "a.mdx", "-o", "e.mdx" },
    { "do", "--script=missing.txt", "a.mdx", "-o", "f.mdx" },
    { "do", "--help", "rename" },
    { "do", "--help", "renam" },
    { "do", "a.mdx", "-n" },
    { "do", "-e", "", "a.mdx", "-n" },
    { "do", "-e", "set name=X", "a.mdx", "-o", "" },
    { "do" },
    { "diff", "a.mdx", "a.mdx" },
    { "diff", "a.mdx", "b.mdx", "-q" },
    { "diff", "a.mdx" },
    { "diff", "a.mdx", "missing.mdx" },
    { "verify", "a.mdx", "b.mdx" },
    { "verify", "a.mdx", "broken.mdx" },
    { "layout", "a.mdx", "--at=0" },
    { "layout", "a.mdx", "--at=99999999" },
    { "layout", "a.mdx", "--at=x" },
    { "layout", "a.mdx", "--at" },
    { "convert", "a.mdx", "b.mdx" },
    { "convert", "a.mdx", "no/folder/a.mdl" },
    { "convert", "a.mdx", "a.mdl", "--report=no/folder/r.json" },
    { "convert", "a.mdx", "a.mdl", "--report=./a.mdl" },
    { "convert", "a.mdx", "a.mdl", "--report=-" },
    { "convert", "--to=mdl", "--out-dir=made", "-" },
    { "convert", "--to=mdl", "--out-dir=made", "missing.mdx" },
    { "check", "b.mdx" },
    { "check", "a.mdx" },
    { "check", "a.mdx", "missing.mdx" },
    { "check" },
    { "check", "--rules" },
    { "check", "--explain=node-cycle" },
    { "check", "--explain=none" },
    { "check", "a.mdx", "--to=wow-1.12" },
    { "check", "a.mdx", "--to=none" },
    { "check", "a.mdx", "--only=none" },
    { "check", "a.mdx", "--baseline=missing.json" },
    { "check", "--fix", "b.mdx" },
    { "check", "--fix", "b.mdx", "-o", "checked.mdx" },
    { "schema" },
    { "schema", "a.mdx" },
    { "salvage", "a.mdx", "-o", "sound.mdx" },
    { "salvage", "cut.mdl", "-o", "cut-s.mdl" },
    { "salvage", "cut.mdl", "-o", "cut.mdl", "-f" },
    { "salvage", "cut.mdl" },
    { "salvage", "broken.mdx", "-o", "broken-s.mdx" },
    { "salvage", "missing.mdx", "-o", "missing-s.mdx" },
    { "deps", "a.mdx" },
    { "deps", "missing.mdx" },
    { "rename", "c.mdx", "moved", "-n" },
    { "rename", "c.mdx", "moved" },
    { "rename", "moved.mdx", "a.mdx" },
    { "rename", "moved.mdx", "moved.mdx" },
    { "rename", "moved.mdx", "moved.mdl" },
    { "rename", "missing.mdx", "other" },
    { "rename", "moved.mdx", "no/folder/c.mdx" },
  };
  g_autofree char *folder = make_place ();
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++) {
    g_auto (Run) run = run_mwright (folder, commands[i], NULL);
    g_autofree char *words = g_strjoinv (" ", (char **) commands[i]);
    g_string_append_printf (text, "%d  mwright %s\n", run.code, words);
    /* Standard error has a message if and only if something failed. */
    g_assert_true ((*run.err != '\0') == (run.code >= 2));
    if (run.code >= 2)
      g_string_append_printf (text, "   %s", run.err);
  }
  assert_golden ("exit-codes.txt", text->str);
  g_string_free (text, TRUE);
  remove_folder (folder);
}

/* Every verb on MDL text: what it prints, in both outputs. */
static void
on_text (void)
{
  static const char *const commands[][8] = {
    { "info", "t.mdl" },
    { "ls", "t.mdl" },
    { "ls", "t.mdl", "nodes" },
    { "get", "t.mdl" },
    { "set", "t.mdl", "bones[0].pivot={0.1, -0, 1e-40}", "-o", "set.mdl" },
    { "do", "-e", "delete sequences[0]", "t.mdl", "-o", "do.mdl", "-v" },
    { "diff", "t.mdl", "set.mdl" },
    { "verify", "t.mdl", "set.mdl" },
    { "layout", "set.mdl" },
    { "layout", "set.mdl", "--at=90" },
    { "check", "t.mdl" },
    { "check", "--json", "t.mdl" },
    { "convert", "t.mdl", "t.mdx" },
    { "diff", "t.mdl", "t.mdx" },
    { "convert", "t.mdx", "-", "--to=mdl" },
    { "info", "bad.mdl" },
    { "check", "bad.mdl", "t.mdx" },
    { "verify", "bad.mdl" },
    { "check", "--json", "bad.mdl" },
    { "convert", "bad.mdl", "bad.mdx" },
    { "info", "v1000.mdl" },
  };
  g_autofree char *folder = make_folder ();
  write_in (
    folder, "t.mdl",
    "// by hand\nVersion { FormatVersion 800 }\nModel \"Small\" { BlendTime 150, Odd { 1 2 }, }\n"
    "Sequences 2 { Anim \"Stand\" { Interval { 0, 1000 }, } Anim \"Walk\" { Interval { 1000, 500 }, NonLooping, } }\n"
    "Textures 1 { Bitmap { Image \"a.blp\", } }\n"
    "Materials 1 { Material { Layer { FilterMode Blend, static TextureID 0, static Alpha 0.5, } } }\n"
    "Bone \"Root\" { ObjectId 0, Translation 2 { Hermite, 0: { 0, 0, 0 }, InTan { 0, 0, 0 }, OutTan { 1, 0, 0 },\n"
    "  100: { 1, 2, 3 }, InTan { 0, 0, 0 }, OutTan { 0, 0, 0 }, } }\n"
    "Attachment \"Hand Left Ref\" { ObjectId 1, Parent 0, AttachmentID 0, }\n"
    "PivotPoints 2 { { 0, 0, 0 }, { 1, 2, 3 }, }\n");
  write_in (folder, "bad.mdl",
            "Version { FormatVersion 800 }\nModel \"Bad\" {\n  BlendTime soon,\n  MinimumExtent { 1, 2 },\n}\n");
  write_in (folder, "v1000.mdl", "Version { FormatVersion 1000 }\nModel \"New\" { }\n");
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++) {
    g_auto (Run) run = run_mwright (folder, commands[i], NULL);
    g_autofree char *words = g_strjoinv (" ", (char **) commands[i]);
    g_string_append_printf (text, "$ mwright %s\n%s%s", words, run.err, run.out);
    g_string_append_printf (text, "%s[%d]\n\n", run.size && run.out[run.size - 1] != '\n' ? "\n" : "", run.code);
  }
  assert_golden ("mdl.txt", text->str);
  g_string_free (text, TRUE);
  remove_folder (folder);
}

static void
options_anywhere (void)
{
  g_autofree char *folder = make_place ();
  g_auto (Run) first = run_words (folder, "--json", "get", "a.mdx", "name", NULL);
  g_auto (Run) last = run_words (folder, "get", "a.mdx", "name", "--json", NULL);
  g_auto (Run) letter = run_words (folder, "get", "-j", "a.mdx", "name", NULL);
  g_assert_cmpstr (first.out, ==, last.out);
  g_assert_cmpstr (first.out, ==, letter.out);
  g_auto (Run) out_first = run_words (folder, "set", "-oc.mdx", "a.mdx", "name=X", NULL);
  g_assert_cmpint (out_first.code, ==, 0);
  g_auto (Run) out_last = run_words (folder, "set", "a.mdx", "name=X", "--output=d.mdx", NULL);
  g_assert_cmpint (out_last.code, ==, 0);
  g_autoptr (GBytes) c = bytes_in (folder, "c.mdx"), d = bytes_in (folder, "d.mdx");
  g_assert_true (g_bytes_equal (c, d));
  remove_folder (folder);
}

/* What is printed from tables is the same in both builds, and the sanitizer build meets these operations in other tests. It does
 * them only as part of ./dev test --long: each line is a process, and these start slowly there. */
static void
add_tables (void)
{
  g_test_add_func ("/cli/golden/help of every verb", help);
  g_test_add_func ("/cli/golden/examples of the help are valid commands", examples);
  g_test_add_func ("/cli/golden/the operations and their parameters", operations);
  g_test_add_func ("/cli/golden/what the operations that add something make", made);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!g_getenv ("MODELWRIGHT_SANITIZED") || work_fraction () == 1)
    add_tables ();
  g_test_add_func ("/cli/golden/pages of help on operations", pages);
  g_test_add_func ("/cli/golden/page of help on the rules of the checker", rules_page);
  g_test_add_func ("/cli/golden/the tables of all records", schema);
  g_test_add_func ("/cli/golden/JSON keys", json_keys);
  g_test_add_func ("/cli/golden/exit codes and messages", exit_codes);
  g_test_add_func ("/cli/golden/every verb on text", on_text);
  g_test_add_func ("/cli/options may appear anywhere", options_anywhere);
  return g_test_run ();
}
