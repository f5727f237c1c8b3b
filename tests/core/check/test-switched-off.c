/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/switched-off.h"

#include <string.h>

static GArray *
read_text (const char *text, GPtrArray **complaints)
{
  *complaints = g_ptr_array_new_with_free_func (g_free);
  return mw_switched_off_read (text, strlen (text), *complaints);
}

/* "LINE RULE PATTERN|REASON" of each line, separated by line feeds, then the complaints. */
static void
assert_read (const char *text, const char *expected)
{
  GPtrArray *complaints;
  g_autoptr (GArray) lines = read_text (text, &complaints);
  GString *found = g_string_new (NULL);
  for (guint i = 0; i < lines->len; i++) {
    const MwSwitchedOff *line = &g_array_index (lines, MwSwitchedOff, i);
    g_assert_false (line->used);
    g_string_append_printf (found, "%u %s %s|%s\n", line->line, line->rule->id, line->pattern ? line->pattern : "",
                            line->reason);
  }
  for (guint i = 0; i < complaints->len; i++)
    g_string_append_printf (found, "%s\n", (char *) complaints->pdata[i]);
  g_assert_cmpstr (found->str, ==, expected);
  g_string_free (found, TRUE);
  g_ptr_array_unref (complaints);
}

/* A buffer of no bytes may be NULL; with sanitizers this fails if the reader computes with it. */
static void
nothing (void)
{
  g_autoptr (GPtrArray) complaints = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) lines = mw_switched_off_read (NULL, 0, complaints);
  g_assert_cmpuint (lines->len, ==, 0);
  g_assert_cmpuint (complaints->len, ==, 0);
}

static void
lines (void)
{
  assert_read ("", "");
  assert_read ("\n  \n# a comment\n  # another", "");
  assert_read ("node-cycle # why", "1 node-cycle |why\n");
  assert_read ("\xEF\xBB\xBFnode-cycle # why\r\n\r\nwc3-extent\t*.mdx\t#  a # b  \r\n",
               "1 node-cycle |why\n3 wc3-extent *.mdx|a # b\n");
  assert_read ("node-cycle orc/a#b c.mdx # why", "1 node-cycle orc/a#b c.mdx|why\n");
  assert_read ("node-cycle #\xFF", "1 node-cycle |\xEF\xBF\xBD\n");
}

static void
wrong_lines (void)
{
  assert_read ("node-cycle", "1: \"node-cycle\" needs a reason: write it after a blank and a #\n");
  assert_read ("\nnode-cycle *.mdx #  \nwc3-extent # yes",
               "3 wc3-extent |yes\n2: \"node-cycle\" needs a reason: write it after a blank and a #\n");
  assert_read ("node-cycel # why",
               "1: there is no rule \"node-cycel\"; did you mean node-cycle? (mwright check --rules lists them)\n");
  assert_read ("node-cycle# why",
               "1: there is no rule \"node-cycle#\"; did you mean node-cycle? (mwright check --rules lists them)\n");
  assert_read ("* # all", "1: there is no rule \"*\" (mwright check --rules lists them)\n");
}

static guint
line_for (const GArray *all, const char *rule, const char *path)
{
  const MwSwitchedOff *line = mw_switched_off_find (all, mw_rule (rule), path);
  return line ? line->line : 0;
}

static void
matches (void)
{
  GPtrArray *complaints;
  g_autoptr (GArray) all = read_text ("node-cycle grunt*.mdx # a\n"
                                      "node-cycle human/* # b\n"
                                      "wc3-extent # c\n"
                                      "file-cut orc/?.mdx # d\n",
                                      &complaints);
  g_assert_cmpuint (line_for (all, "node-cycle", "grunt.mdx"), ==, 1);
  g_assert_cmpuint (line_for (all, "node-cycle", "orc/base/grunt2.mdx"), ==, 1);
  g_assert_cmpuint (line_for (all, "node-cycle", "human/knight.mdx"), ==, 2);
  g_assert_cmpuint (line_for (all, "node-cycle", "human/old/grunt.mdx"), ==, 1);
  g_assert_cmpuint (line_for (all, "node-cycle", "knight.mdx"), ==, 0);
  g_assert_cmpuint (line_for (all, "wc3-extent", "any/thing.mdx"), ==, 3);
  g_assert_cmpuint (line_for (all, "text-full", "any/thing.mdx"), ==, 0);
  g_assert_false (g_array_index (all, MwSwitchedOff, 3).used);
  g_assert_cmpuint (line_for (all, "file-cut", "orc/a.mdx"), ==, 4);
  g_assert_cmpuint (line_for (all, "file-cut", "orc/ab.mdx"), ==, 0);
  for (guint i = 0; i < all->len; i++)
    g_assert_true (g_array_index (all, MwSwitchedOff, i).used);
  g_ptr_array_unref (complaints);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/switched-off/a line is a rule, a pattern and a reason", lines);
  g_test_add_func ("/check/switched-off/nothing has no lines", nothing);
  g_test_add_func ("/check/switched-off/lines that are wrong are told", wrong_lines);
  g_test_add_func ("/check/switched-off/a pattern is a name, or a path from the folder", matches);
  return g_test_run ();
}
