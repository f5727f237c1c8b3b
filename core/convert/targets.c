/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/targets.h"
#include "core/base/i18n.h"
#include "core/model/mdlx/versions.h"

#include <string.h>

/* Which games read which version of MDX (mdlx.md 1.2). The versions themselves are in core/model/mdlx/versions.c. Later clients of
 * Warcraft III read all earlier versions, as old maps bring their models along. Of the clients of World of Warcraft's alpha that is
 * not known. */

#define WC3(version)                                                                                                   \
  {                                                                                                                    \
    MW_FAMILY_MDX, version, FALSE                                                                                      \
  }
#define WOW(version)                                                                                                   \
  {                                                                                                                    \
    MW_FAMILY_MDX_WOW, version, FALSE                                                                                  \
  }
static const MwTargetGame games[] = {
  { "wc3-1.26", "wc3-1.27 wc3-1.28 wc3-1.29 wc3-1.30 wc3-1.31", N_ ("Warcraft III up to 1.31, MDX 800"), WC3 (800),
    TRUE, 12600, 800, TRUE },
  { "wc3-reforged-1.32", "wc3-reforged-1.33 wc3-reforged-1.34 wc3-reforged-1.35 wc3-reforged-1.36",
    N_ ("Warcraft III: Reforged 1.32 to 1.36, MDX 1000"), WC3 (1000), TRUE, 13200, 800, TRUE },
  { "wc3-2.0", "", N_ ("Warcraft III 2.0, MDX 1100"), WC3 (1100), TRUE, 20000, 800, TRUE },
  { "wc3-3.0", "", N_ ("Warcraft III 3.0, MDX 1800"), WC3 (1800), TRUE, 30000, 800, FALSE },
  { "wow-0.5.3", "wow-0.5.5", N_ ("WoW 0.5.3 alpha, MDX 1300"), WOW (1300), TRUE, 503, 1300, TRUE },
  { "wow-0.6", "wow-0.7 wow-0.8 wow-0.9.0", N_ ("WoW 0.6 to 0.9.0 beta, MDX 1300"), WOW (1300), TRUE, 600, 1300,
    FALSE },
  { "wow-0.9.1", "", N_ ("WoW 0.9.1 beta, MDX 1400"), WOW (1400), TRUE, 901, 1400, FALSE },
  /* 0.11.0 reads M2 and no MDX any more. */
  { "wow-0.10", "", N_ ("WoW 0.10 beta, MDX 1500"), WOW (1500), TRUE, 1000, 1500, FALSE },
};

/* Common words for a game, without a version number. */
static const struct {
  const char *word, *id;
} short_words[] = { { "classic", "wc3-1.26" },
                    { "wc3-classic", "wc3-1.26" },
                    { "reforged", "wc3-reforged-1.32" },
                    { "wc3-reforged", "wc3-reforged-1.32" } };

/* m2.md 1. */
static const MwTargetKept kept[] = {
  { "wow-1.12", "wow-1.0 wow-1.11", 11200, MW_FAMILY_M2, 256, 257, N_ ("World of Warcraft 1"), TRUE },
  { "wow-2.4.3", "wow-2.0 wow-2.4", 20403, MW_FAMILY_M2, 258, 263, N_ ("World of Warcraft 2: The Burning Crusade"),
    TRUE },
  { "wow-3.3.5", "wow-3.0 wow-3.3", 30305, MW_FAMILY_M2, 264, 264, N_ ("World of Warcraft 3: Wrath of the Lich King"),
    TRUE },
  { "wow-4.3.4", "wow-4.0 wow-4.3", 40304, MW_FAMILY_M2, 265, 272, N_ ("World of Warcraft 4: Cataclysm"), TRUE },
  { "wow-5.4.8", "wow-5.0 wow-5.4", 50408, MW_FAMILY_M2, 272, 272, N_ ("World of Warcraft 5: Mists of Pandaria"),
    TRUE },
  { "wow-6.2.4", "wow-6.0 wow-6.2", 60204, MW_FAMILY_M2, 272, 272, N_ ("World of Warcraft 6: Warlords of Draenor"),
    TRUE },
};

/* The versions, then the games. */
const MwTargetGame *
mw_target_games (guint *n)
{
  static MwTargetGame *targets;
  guint n_versions;
  const MwMdlxVersion *versions = mw_mdlx_versions (&n_versions);
  if (g_once_init_enter (&targets)) {
    MwTargetGame *made = g_new0 (MwTargetGame, n_versions + G_N_ELEMENTS (games));
    for (guint i = 0; i < n_versions; i++)
      made[i] = (MwTargetGame) {
        versions[i].id, "", versions[i].label,   { versions[i].family, versions[i].version, FALSE },
        FALSE,          0,  versions[i].version, versions[i].sure
      };
    memcpy (made + n_versions, games, sizeof games);
    g_once_init_leave (&targets, made);
  }
  *n = n_versions + G_N_ELEMENTS (games);
  return targets;
}

const MwTargetKept *
mw_targets_kept (guint *n)
{
  *n = G_N_ELEMENTS (kept);
  return kept;
}

/* Normalises "MDL:1000" to "mdx1000"; *text receives whether it was text. Free with g_free(). */
static char *
plain_word (const char *word, gboolean *text)
{
  char *plain = g_ascii_strdown (word, -1), *mdl = strstr (plain, "mdl"), *colon = strchr (plain, ':');
  *text = mdl != NULL;
  if (mdl)
    mdl[2] = 'x';
  if (colon && colon > plain && g_ascii_isalpha (colon[-1]))
    memmove (colon, colon + 1, strlen (colon));
  return plain;
}

static gboolean
is_among (const char *word, const char *id, const char *others)
{
  g_auto (GStrv) also = g_strsplit (others, " ", -1);
  return strcmp (id, word) == 0 || g_strv_contains ((const char *const *) also, word);
}

/* A bare version number, if only one game has that version. */
static const MwTargetGame *
only_game_of (const char *number)
{
  guint n;
  const MwTargetGame *targets = mw_target_games (&n);
  const MwTargetGame *found = NULL;
  for (guint i = 0; i < n; i++) {
    g_autofree char *version = g_strdup_printf ("%u", targets[i].format.version);
    if (targets[i].game || strcmp (version, number) != 0)
      continue;
    if (found)
      return NULL;
    found = &targets[i];
  }
  return found;
}

/* The target for a word; NULL: there is none. *text receives whether it is text. */
static const MwTargetGame *
find_target (const char *word, gboolean *text)
{
  guint n;
  const MwTargetGame *targets = mw_target_games (&n);
  const MwTargetGame *only = only_game_of (word);
  *text = FALSE;
  if (only)
    return only;
  g_autofree char *plain = plain_word (word, text);
  for (guint i = 0; i < G_N_ELEMENTS (short_words); i++)
    if (strcmp (plain, short_words[i].word) == 0) {
      g_free (plain);
      plain = g_strdup (short_words[i].id);
    }
  for (guint i = 0; i < n; i++)
    if (is_among (plain, targets[i].id, targets[i].also) && !(targets[i].game && *text))
      return &targets[i];
  return NULL;
}

gboolean
mw_target_format (const char *word, MwFormat *format)
{
  gboolean text;
  const MwTargetGame *target = find_target (word, &text);
  if (!target)
    return FALSE;
  *format = target->format;
  format->text = text;
  return TRUE;
}

/* The number in "m2-264" or "m2:264"; 0: it is another word. */
static guint
kept_version (const char *word)
{
  if (!g_str_has_prefix (word, "m2-") && !g_str_has_prefix (word, "m2:"))
    return 0;
  guint64 number;
  return g_ascii_string_to_unsigned (word + 3, 10, 1, G_MAXUINT16, &number, NULL) ? (guint) number : 0;
}

gboolean
mw_target_client (const char *word, MwTargetClient *client)
{
  gboolean text;
  const MwTargetGame *target = find_target (word, &text);
  g_autofree char *lower = g_ascii_strdown (word, -1);
  if (target) {
    *client = (MwTargetClient) { target->id,     target->label,         target->release, target->format.family,
                                 target->oldest, target->format.version };
    return TRUE;
  }
  const guint version = kept_version (lower);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++) {
    const gboolean named = is_among (lower, kept[i].id, kept[i].also);
    if (!named && !(version >= kept[i].first && version <= kept[i].last))
      continue;
    *client = (MwTargetClient) { kept[i].id,
                                 kept[i].label,
                                 named ? kept[i].release : 0,
                                 kept[i].family,
                                 named ? kept[i].first : version,
                                 named ? kept[i].last : version };
    return TRUE;
  }
  return FALSE;
}

char *
mw_target_clients_text (unsigned families, guint first, guint last)
{
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (games); i++)
    if ((families & games[i].format.family) && games[i].oldest <= last && games[i].format.version >= first)
      g_string_append_printf (out, "%s%s", out->len ? ", " : "", games[i].id);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    if ((families & kept[i].family) && kept[i].first <= last && kept[i].last >= first)
      g_string_append_printf (out, "%s%s", out->len ? ", " : "", kept[i].id);
  return g_string_free (out, FALSE);
}

const char *
mw_target_short_word (guint i)
{
  return i < G_N_ELEMENTS (short_words) ? short_words[i].word : NULL;
}

char *
mw_target_title (MwFormat format)
{
  guint n;
  const MwTargetGame *targets = mw_target_games (&n);
  const char *game = format.family == MW_FAMILY_MDX ? "Warcraft III" : "World of Warcraft";
  const char *word = format.family == MW_FAMILY_M2 ? "M2" : format.text ? "MDL" : "MDX";
  /* World of Warcraft before M2 and Warcraft III share version numbers, so the title names the first client. */
  for (guint i = 0; format.family == MW_FAMILY_MDX_WOW && i < n; i++)
    if (targets[i].game && targets[i].format.family == format.family && targets[i].format.version == format.version)
      return g_strdup_printf ("%.*s, %s %u", (int) strcspn (targets[i].label, ","), targets[i].label, word,
                              format.version);
  return g_strdup_printf ("%s, %s %u", game, word, format.version);
}

/* The client that most users of a version of M2 work with; versions.c has those of MDX. */
static const struct {
  MwFamily family;
  unsigned first, last;
  const char *game;
} players[] = {
  { MW_FAMILY_M2, 256, 257, "WoW 1.12" },   { MW_FAMILY_M2, 258, 263, "WoW 2.4.3" },
  { MW_FAMILY_M2, 264, 264, "WoW 3.3.5" },  { MW_FAMILY_M2, 265, 271, "WoW 4.3.4" },
  { MW_FAMILY_M2, 272, 272, "WoW 4.3.4+" }, { MW_FAMILY_M2, 273, 274, "WoW 7.3+" },
};

char *
mw_target_short_title (MwFormat format)
{
  const char *game = format.family == MW_FAMILY_MDX ? "WC3" : "WoW";
  const char *word = format.family == MW_FAMILY_M2 ? "M2" : format.text ? "MDL" : "MDX";
  for (guint i = 0; i < G_N_ELEMENTS (players); i++)
    if (players[i].family == format.family && format.version >= players[i].first && format.version <= players[i].last)
      game = players[i].game;
  const MwMdlxVersion *version = mw_mdlx_version_read_as (format);
  if (version && format.version <= mw_mdlx_last_version (format.family))
    game = version->client;
  return g_strdup_printf ("%s · %s %u", game, word, format.version);
}
