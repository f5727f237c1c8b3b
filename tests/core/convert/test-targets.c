/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/targets.h"

#include <glib.h>
#include <string.h>

/* Words that users may use for a version. */

static void
words (void)
{
  static const struct {
    const char *word;
    MwFamily family;
    uint16_t version;
    gboolean text;
  } known[] = {
    { "mdx800", MW_FAMILY_MDX, 800, FALSE },
    { "MDX:1100", MW_FAMILY_MDX, 1100, FALSE },
    { "mdl1000", MW_FAMILY_MDX, 1000, TRUE },
    { "wow-mdx1300", MW_FAMILY_MDX_WOW, 1300, FALSE },
    { "wow-mdl:1500", MW_FAMILY_MDX_WOW, 1500, TRUE },
    { "wc3-1.26", MW_FAMILY_MDX, 800, FALSE },
    { "wow-0.5.3", MW_FAMILY_MDX_WOW, 1300, FALSE },
    { "wc3-reforged-1.36", MW_FAMILY_MDX, 1000, FALSE },
    { "wc3-1.27", MW_FAMILY_MDX, 800, FALSE },
    { "WC3-1.28", MW_FAMILY_MDX, 800, FALSE },
    { "wc3-1.29", MW_FAMILY_MDX, 800, FALSE },
    { "wc3-1.30", MW_FAMILY_MDX, 800, FALSE },
    { "wc3-1.31", MW_FAMILY_MDX, 800, FALSE },
    { "wc3-reforged-1.32", MW_FAMILY_MDX, 1000, FALSE },
    { "900", MW_FAMILY_MDX, 900, FALSE },
    { "1800", MW_FAMILY_MDX, 1800, FALSE },
    { "reforged", MW_FAMILY_MDX, 1000, FALSE },
    { "Reforged", MW_FAMILY_MDX, 1000, FALSE },
    { "classic", MW_FAMILY_MDX, 800, FALSE },
    { "wc3-reforged", MW_FAMILY_MDX, 1000, FALSE },
    { "wow-0.9.0", MW_FAMILY_MDX_WOW, 1300, FALSE },
    { "wow-0.10", MW_FAMILY_MDX_WOW, 1500, FALSE },
  };
  static const char *const unknown[] = {
    "1300", "1400", "900 ",    "0900",   "700",     "mdx",    "mdx700",   "wow-mdx800",       "wc3",
    "",     "mdx:", ":mdx800", "m2:264", "mdx8 00", "m2-264", "wow-0.11", "wc3-1.27 wc3-1.28"
  };
  MwFormat format;
  for (guint i = 0; i < G_N_ELEMENTS (known); i++) {
    g_assert_true (mw_target_format (known[i].word, &format));
    g_assert_cmpuint (format.family, ==, known[i].family);
    g_assert_cmpuint (format.version, ==, known[i].version);
    g_assert_cmpint (format.text, ==, known[i].text);
  }
  for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
    g_assert_false (mw_target_format (unknown[i], &format));
}

static void
clients (void)
{
  static const struct {
    const char *word, *id;
    MwFamily family;
    guint release, first, last;
  } known[] = {
    { "wc3-1.27", "wc3-1.26", MW_FAMILY_MDX, 12600, 800, 800 },
    { "reforged", "wc3-reforged-1.32", MW_FAMILY_MDX, 13200, 800, 1000 },
    { "mdx1000", "mdx1000", MW_FAMILY_MDX, 0, 1000, 1000 },
    { "wow-0.5.3", "wow-0.5.3", MW_FAMILY_MDX_WOW, 503, 1300, 1300 },
    { "wow-1.12", "wow-1.12", MW_FAMILY_M2, 11200, 256, 257 },
    { "WoW-3.3", "wow-3.3.5", MW_FAMILY_M2, 30305, 264, 264 },
    { "wow-4.3.4", "wow-4.3.4", MW_FAMILY_M2, 40304, 265, 272 },
    { "wow-5.4.8", "wow-5.4.8", MW_FAMILY_M2, 50408, 272, 272 },
    { "m2-264", "wow-3.3.5", MW_FAMILY_M2, 0, 264, 264 },
    { "M2:260", "wow-2.4.3", MW_FAMILY_M2, 0, 260, 260 },
    { "m2-272", "wow-4.3.4", MW_FAMILY_M2, 0, 272, 272 },
  };
  static const char *const unknown[] = { "m2-255", "m2-273", "m2-", "m2-26x",          "m2",
                                         "wow",    "wow-8",  "",    "wow-1.0 wow-1.11" };
  MwTargetClient client;
  for (guint i = 0; i < G_N_ELEMENTS (known); i++) {
    g_test_message ("%s", known[i].word);
    g_assert_true (mw_target_client (known[i].word, &client));
    g_assert_cmpstr (client.id, ==, known[i].id);
    g_assert_cmpuint (client.family, ==, known[i].family);
    g_assert_cmpuint (client.release, ==, known[i].release);
    g_assert_cmpuint (client.first, ==, known[i].first);
    g_assert_cmpuint (client.last, ==, known[i].last);
  }
  for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
    g_assert_false (mw_target_client (unknown[i], &client));
}

/* Messages list them, so each of them must be taken. */
static void
clients_text (void)
{
  g_autofree char *text = mw_target_clients_text (G_MAXUINT, 0, G_MAXUINT),
                  *some = mw_target_clients_text (MW_FAMILY_M2, 264, 265),
                  *old = mw_target_clients_text (MW_FAMILY_MDX | MW_FAMILY_MDX_WOW, 0, 1300);
  g_auto (GStrv) words = g_strsplit (text, ", ", -1);
  MwTargetClient client;
  g_assert_cmpuint (g_strv_length (words), >, 10);
  for (guint i = 0; words[i]; i++) {
    g_assert_true (mw_target_client (words[i], &client));
    g_assert_cmpstr (client.id, ==, words[i]);
    g_assert_cmpuint (client.release, >, 0);
  }
  g_assert_cmpstr (some, ==, "wow-3.3.5, wow-4.3.4");
  g_assert_cmpstr (old, ==, "wc3-1.26, wc3-reforged-1.32, wc3-2.0, wc3-3.0, wow-0.5.3, wow-0.6");
}

/* In the list, any two rows differ, and each word means only one. */
static void
rows_differ (void)
{
  guint n;
  const MwTargetGame *targets = mw_target_games (&n);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < n; i++) {
    g_auto (GStrv) also = g_strsplit (targets[i].also, " ", -1);
    g_assert_true (g_hash_table_add (ids, g_strdup (targets[i].id)));
    for (guint k = 0; also[k]; k++)
      g_assert_true (g_hash_table_add (ids, g_strdup (also[k])));
    for (guint k = 0; k < i; k++)
      g_assert_false (targets[k].game == targets[i].game && strcmp (targets[k].label, targets[i].label) == 0);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/convert/targets/words name formats and games", words);
  g_test_add_func ("/convert/targets/words name clients and what they read", clients);
  g_test_add_func ("/convert/targets/the clients that are listed are known", clients_text);
  g_test_add_func ("/convert/targets/no two rows are alike", rows_differ);
  return g_test_run ();
}
