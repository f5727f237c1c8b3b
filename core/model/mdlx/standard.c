/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/base/nearest.h"
#include "core/model/aspects.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

/* What Warcraft III expects of its models (names.md 9), and World of Warcraft's alpha of creatures. Names are compared by their words, without
 * regard to case; a number and what follows " - " make a variation ("Stand 2", "Attack - 1", "Stand - Var1"). */

/* The words of a name that are no number, in lower case. Free with g_strfreev(). */
static GStrv
words_of (const char *name)
{
  const char *end = strstr (name, " - ");
  g_autofree char *lower = g_ascii_strdown (name, end ? (gssize) (end - name) : -1);
  g_auto (GStrv) all = g_strsplit_set (lower, " \t", -1);
  GPtrArray *words = g_ptr_array_new ();
  for (guint i = 0; all[i]; i++)
    if (strspn (all[i], "-0123456789") != strlen (all[i]))
      g_ptr_array_add (words, g_strdup (all[i]));
  g_ptr_array_add (words, NULL);
  return (GStrv) g_ptr_array_free (words, FALSE);
}

static gboolean
is (const MwRecord *sequence, const char *name)
{
  g_auto (GStrv) words = words_of (mw_text (((const MwMdlxSequence *) sequence)->name)), expected = words_of (name);
  return g_strv_equal ((const char *const *) words, (const char *const *) expected);
}

/* The blanks are wrong, or some letters of words are. */
static gboolean
nearly (const MwRecord *sequence, const char *name)
{
  g_auto (GStrv) words = words_of (mw_text (((const MwMdlxSequence *) sequence)->name)), expected = words_of (name);
  g_autofree char *joined = g_strjoinv ("", words), *wanted = g_strjoinv ("", expected);
  gboolean near = g_strv_length (words) == g_strv_length (expected);
  for (guint i = 0; near && words[i]; i++) {
    const char *const one[] = { expected[i], NULL };
    near = mw_nearest (words[i], one) != NULL;
  }
  return near || strcmp (joined, wanted) == 0;
}

/* The game takes the sequence that has the most of the wanted words: a lone Decay is both Decay Flesh and Decay Bone. */
static GStrv
fewer_words (const char *name)
{
  GPtrArray *names = g_ptr_array_new ();
  g_autofree char *shorter = g_strdup (name);
  for (char *blank; (blank = strrchr (shorter, ' '));) {
    *blank = '\0';
    g_ptr_array_add (names, g_strdup (shorter));
  }
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (names, FALSE);
}

static const MwStandardName unit[] = {
  { "Stand", NULL },
  { "Stand Ready", "Stand" },
  { "Walk", "Stand" },
  { "Attack", "Attack Slam;Spell;Stand" },
  { "Spell", "Spell Throw;Spell Slam;Attack;Stand" },
  { "Death", NULL },
  { "Decay Flesh", "Death" },
  { "Decay Bone", "Decay Flesh;Death" },
  { "Portrait", "Stand" },
  { "Portrait Talk", "Portrait;Stand" },
  { NULL, NULL },
};
static const MwStandardName hero[] = {
  { "Stand", NULL },
  { "Stand Ready", "Stand" },
  { "Stand Victory", "Stand" },
  { "Walk", "Stand" },
  { "Attack", "Attack Slam;Spell;Stand" },
  { "Spell", "Spell Throw;Spell Slam;Attack;Stand" },
  { "Death", NULL },
  { "Dissipate", "Death" },
  { "Portrait", "Stand" },
  { "Portrait Talk", "Portrait;Stand" },
  { NULL, NULL },
};
static const MwStandardName building[] = {
  { "Birth", "Stand" }, { "Stand", NULL },     { "Stand Work", "Stand" }, { "Death", NULL },
  { "Decay", "Death" }, { "Portrait", "Stand" }, { NULL, NULL },
};
static const MwStandardName effect[] = {
  { "Birth", "Stand" },
  { "Stand", "Birth" },
  { "Death", "Stand" },
  { NULL, NULL },
};

const MwStandardSet mw_mdlx_standard[] = {
  { "unit", N_ ("Units"), MW_FAMILY_MDX, unit, NULL, is, nearly, fewer_words },
  { "hero", N_ ("Heroes"), MW_FAMILY_MDX, hero, NULL, is, nearly, fewer_words },
  { "building", N_ ("Buildings"), MW_FAMILY_MDX, building, NULL, is, nearly, fewer_words },
  { "effect", N_ ("Effects"), MW_FAMILY_MDX, effect, NULL, is, nearly, fewer_words },
  { "creature", N_ ("Creatures"), MW_FAMILY_MDX_WOW, mw_standard_creature, NULL, is, nearly, mw_standard_substitutes },
  { 0 },
};
