/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of rules: what each row says of itself. That the rules find what they say is tested in the other files here. */
#include "core/check/check.h"

#include <string.h>

static void
each_rule_has_one_id (void)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  for (guint i = 0; i < n; i++) {
    for (guint k = 0; k < i; k++)
      g_assert_cmpstr (rules[k].id, !=, rules[i].id);
    g_assert_true (rules[i].id[strspn (rules[i].id, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0');
  }
}

static void
each_rule_has_a_model_that_breaks_it (void)
{
  static const char *const shown[] = {
#define ROW(break_it, rule, ...) rule,
#include "tests/core/check/rows.h"
#undef ROW
    NULL,
  };
  guint n;
  const MwRule *rules = mw_rules (&n);
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < n; i++) {
    g_hash_table_add (ids, (gpointer) rules[i].id);
    if (!g_strv_contains (shown, rules[i].id))
      g_error (
        "no model breaks the rule %s: add a row to a file in tests/core/check/rows, and its function to the test that "
        "includes the file",
        rules[i].id);
  }
  for (guint i = 0; shown[i]; i++)
    if (!g_hash_table_contains (ids, shown[i]))
      g_error ("there is no rule %s, of which a row tells", shown[i]);
}

static void
each_rule_says_what_follows (void)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  for (guint i = 0; i < n; i++) {
    g_test_message ("%s", rules[i].id);
    g_assert_true (rules[i].effect && g_str_has_suffix (rules[i].effect, "."));
    g_assert_cmpstr (rules[i].effect, !=, rules[i].text);
  }
}

static void
each_rule_says_where_it_applies (void)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  for (guint i = 0; i < n; i++) {
    g_test_message ("%s", rules[i].id);
    g_assert_cmpuint (rules[i].families & (MW_FAMILY_MDX | MW_FAMILY_MDX_WOW | MW_FAMILY_M2), !=, 0);
    g_assert_cmpuint (rules[i].first, <=, rules[i].last);
    /* The names promise it. */
    if (g_str_has_prefix (rules[i].id, "wc3-"))
      g_assert_cmpuint (rules[i].families, ==, MW_FAMILY_MDX);
    if (g_str_has_prefix (rules[i].id, "m2-"))
      g_assert_cmpuint (rules[i].families, ==, MW_FAMILY_M2);
  }
}

/* The text of a page of docs/formats, after a line feed; NULL: there is none. Free with g_free(). */
static char *
read_page (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"), "docs", "formats", name, NULL);
  g_autofree char *text = NULL;
  return g_file_get_contents (path, &text, NULL, NULL) ? g_strconcat ("\n", text, NULL) : NULL;
}

static gboolean
has_section (const char *page, const char *number)
{
  for (const char *at = page; (at = strstr (at, "\n#")); at++) {
    const char *title = at + 1 + strspn (at + 1, "#");
    gsize length = strlen (number);
    if (*title == ' ' && strncmp (title + 1, number, length) == 0 && strchr (". ", title[1 + length])
        && !g_ascii_isdigit (title[2 + length]))
      return TRUE;
  }
  return FALSE;
}

/* Asserts that "m2.md 5.1, 6 and 14" names a page and sections of it. Other sources are names of programs and standards. */
static void
assert_source (const char *source)
{
  const char *end = strstr (source, ".md");
  g_assert_cmpuint (strlen (source), >, 3);
  if (!end)
    return;
  g_autofree char *name = g_strndup (source, (gsize) (end + 3 - source)), *page = read_page (name);
  g_assert_nonnull (page);
  g_auto (GStrv) words = g_strsplit_set (end + 3, " ,", -1);
  guint n_sections = 0;
  for (guint i = 0; words[i]; i++)
    if (*words[i] && strcmp (words[i], "and") != 0) {
      g_test_message ("%s %s", name, words[i]);
      g_assert_true (has_section (page, words[i]));
      n_sections++;
    }
  g_assert_cmpuint (n_sections, >, 0);
}

static void
each_rule_says_how_that_is_known (void)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  for (guint i = 0; i < n; i++) {
    g_test_message ("%s", rules[i].id);
    g_assert_nonnull (rules[i].source);
    g_auto (GStrv) sources = g_strsplit (rules[i].source, "; ", -1);
    g_assert_nonnull (sources[0]);
    for (guint k = 0; sources[k]; k++)
      assert_source (sources[k]);
  }
  g_autofree char *page = read_page ("m2.md");
  g_assert_false (has_section (page, "5.99"));
  g_assert_false (has_section (page, "5.1x"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/rules/each rule has an id of its own", each_rule_has_one_id);
  g_test_add_func ("/check/rules/each rule has a model that breaks it", each_rule_has_a_model_that_breaks_it);
  g_test_add_func ("/check/rules/each rule says what the game does", each_rule_says_what_follows);
  g_test_add_func ("/check/rules/each rule says where it applies", each_rule_says_where_it_applies);
  g_test_add_func ("/check/rules/each rule says how that is known", each_rule_says_how_that_is_known);
  return g_test_run ();
}
