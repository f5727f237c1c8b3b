/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A save reports what clients cannot load, but only what is new since the file was read, and saves it anyway. */
#include "tests/app/cli/m2-set.h"
#include "tests/app/cli/run.h"
#include "tests/core/corpus.h"

#include <json-glib/json-glib.h>
#include <string.h>

static JsonArray *
findings_of (const Run *run, JsonParser *parser)
{
  GError *error = NULL;
  json_parser_load_from_data (parser, run->out, (gssize) run->size, &error);
  g_assert_no_error (error);
  JsonObject *object = json_node_get_object (json_parser_get_root (parser));
  g_assert_true (json_object_get_boolean_member (object, "ok"));
  return json_object_get_array_member (object, "findings");
}

static void
set (void)
{
  static const char says[] = "error: materials[0].blend_mode: A blend mode is higher than those that clients of this "
                             "version know. found 77, expected at most ";
  g_autofree char *folder = make_folder ();
  g_ptr_array_unref (write_m2_set (folder, 264));
  g_auto (Run) run = run_words (folder, "set", "Sample.m2", "materials[0].blend_mode=77", "-o", "x.m2", NULL);
  g_assert_cmpint (run.code, ==, 0);
  g_assert_true (g_str_has_prefix (run.err, "mwright: x.m2: "));
  g_assert_nonnull (strstr (run.err, says));
  g_assert_true (g_str_has_suffix (run.err, " [m2-blend-mode]\n"));
  g_auto (Run) get = run_words (folder, "get", "x.m2", "materials[0].blend_mode", "--value", NULL);
  g_assert_cmpstr (get.out, ==, "77\n");
  /* Now the file has it, so a later change of something else does not report it ... */
  g_auto (Run) other = run_words (folder, "set", "x.m2", "sequences[0].move_speed=3", "-o", "y.m2", NULL);
  g_assert_cmpstr (other.err, ==, "");
  g_assert_cmpint (other.code, ==, 0);
  /* ... and it is an error, which -q does not silence. */
  g_auto (Run) quiet = run_words (folder, "set", "-q", "Sample.m2", "materials[0].blend_mode=77", "-i", NULL);
  g_assert_nonnull (strstr (quiet.err, says));
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_auto (Run) json = run_words (folder, "set", "--json", "y.m2", "materials[1].blend_mode=78", "-i", NULL);
  JsonArray *findings = findings_of (&json, parser);
  g_assert_cmpuint (json_array_get_length (findings), ==, 1);
  JsonObject *finding = json_array_get_object_element (findings, 0);
  g_assert_cmpstr (json_object_get_string_member (finding, "rule"), ==, "m2-blend-mode");
  g_assert_cmpstr (json_object_get_string_member (finding, "severity"), ==, "error");
  g_assert_cmpstr (json_object_get_string_member (finding, "path"), ==, "materials[1].blend_mode");
  g_assert_true (g_str_has_prefix (json_object_get_string_member (finding, "message"), "found 78, expected at most "));
  g_auto (Run) none = run_words (folder, "set", "--json", "y.m2", "name=X", "-i", NULL);
  g_assert_cmpuint (json_array_get_length (findings_of (&none, parser)), ==, 0);
  remove_folder (folder);
}

static void
steps (void)
{
  g_autofree char *folder = make_folder ();
  g_ptr_array_unref (write_m2_set (folder, 264));
  g_auto (Run) dry = run_words (folder, "do", "-e", "set materials[0].blend_mode=77", "Sample.m2", "-n", NULL);
  g_assert_cmpint (dry.code, ==, 0);
  g_assert_nonnull (strstr (dry.err, "Sample.m2: error: materials[0].blend_mode: "));
  g_auto (Run)
    first = run_words (folder, "do", "-e", "set materials[1].blend_mode=77", "Sample.m2", "-o", "x.m2", NULL);
  g_assert_nonnull (strstr (first.err, "x.m2: error: materials[1].blend_mode: "));
  /* A finding on an element whose index changes is not new; a finding on a copy of it is. */
  g_auto (Run) moved = run_words (folder, "do", "-e", "delete materials[0]", "x.m2", "-n", NULL);
  g_assert_null (strstr (moved.err, "m2-blend-mode"));
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_auto (Run) twice = run_words (folder, "do", "--json", "-e", "duplicate materials[1]", "x.m2", "-o", "z.m2", NULL);
  JsonArray *findings = findings_of (&twice, parser);
  g_assert_cmpuint (json_array_get_length (findings), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (findings, 0), "path"), ==,
                   "materials[2].blend_mode");
  remove_folder (folder);
}

/* Standard input cannot be read a second time for the comparison. */
static void
streams (void)
{
  g_autofree char *folder = make_folder_of_samples ();
  g_auto (Run) broken = run_words (folder, "set", "b.mdx", "sequences[0].rarity=nan", "-o", "c.mdx", NULL);
  g_assert_nonnull (strstr (broken.err, "c.mdx: severe: sequences[0].rarity: "));
  g_auto (Run) quiet = run_words (folder, "set", "-q", "b.mdx", "sequences[0].rarity=nan", "-o", "d.mdx", NULL);
  g_assert_cmpstr (quiet.err, ==, "");
  g_autoptr (GBytes) input = bytes_in (folder, "c.mdx");
  const char *const command[] = { "set", "-", "sequences[0].move_speed=nan", "-o", "-", NULL };
  g_auto (Run) run = run_mwright (folder, command, input);
  g_assert_cmpint (run.code, ==, 0);
  g_assert_nonnull (strstr (run.err, "-: severe: sequences[0].move_speed: "));
  g_assert_null (strstr (run.err, "rarity"));
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/findings/set reports new findings and still saves", set);
  g_test_add_func ("/cli/findings/do reports new findings even if nothing is written", steps);
  g_test_add_func ("/cli/findings/new findings are reported for streams too", streams);
  return g_test_run ();
}
