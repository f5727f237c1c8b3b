/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/standard-sequences.h"
#include "core/model/aspects.h"
#include "core/schema/catalogue.h"

#include <string.h>

GPtrArray *
mw_standard_sets (const MwModel *model, MwFamily family)
{
  GPtrArray *sets = g_ptr_array_new ();
  for (const MwStandardSet *set = mw_aspects_of (model)->standard; set->id; set++)
    if (set->families & family)
      g_ptr_array_add (sets, (gpointer) set);
  return sets;
}

const MwStandardSet *
mw_standard_set (const MwModel *model, MwFamily family, const char *id)
{
  g_autoptr (GPtrArray) sets = mw_standard_sets (model, family);
  for (guint i = 0; i < sets->len; i++)
    if (!id || strcmp (((const MwStandardSet *) sets->pdata[i])->id, id) == 0)
      return sets->pdata[i];
  return NULL;
}

const char *
mw_standard_state_name (MwStandardState state)
{
  static const char *const names[] = { "have", "falls back", "misspelt", "missing" };
  return names[state];
}

/* --- Looking -------------------------------------------------------------------------------------------------------- */

static const MwStandardName *
names_of (const MwStandardSet *set)
{
  return set->names ? set->names : set->made ();
}

/* The first sequence with a name; NULL if there is none. */
static const MwRecord *
find (const MwModel *model, const MwStandardSet *set, const char *name)
{
  const MwList *sequences = mw_model_sequences (model);
  for (uint32_t i = 0; i < sequences->n; i++)
    if (set->is (sequences->items[i], name))
      return sequences->items[i];
  return NULL;
}

static const MwRecord *
find_any (const MwModel *model, const MwStandardSet *set, char *const *names)
{
  const MwRecord *found = NULL;
  for (guint i = 0; names && names[i] && !found; i++)
    found = find (model, set, names[i]);
  return found;
}

static gboolean
is_expected (const MwStandardSet *set, const MwRecord *sequence)
{
  for (const MwStandardName *name = names_of (set); name->name; name++)
    if (set->is (sequence, name->name))
      return TRUE;
  return FALSE;
}

/* A sequence whose name is that of no expected one, but nearly this one. */
static const MwRecord *
find_near (const MwModel *model, const MwStandardSet *set, const char *name)
{
  const MwList *sequences = mw_model_sequences (model);
  for (uint32_t i = 0; set->nearly && i < sequences->n; i++)
    if (!is_expected (set, sequences->items[i]) && set->nearly (sequences->items[i], name))
      return sequences->items[i];
  return NULL;
}

/* The sequence with the keys that it plays; NULL if they are in a file that was not found. */
static const MwRecord *
with_keys (const MwModel *model, const MwRecord *sequence)
{
  const MwRecord *plays = sequence ? mw_sequence_aspect (model, sequence).plays : NULL;
  return plays && !mw_sequence_aspect (model, plays).not_loaded ? plays : NULL;
}

static MwStandardSequence
state_of (const MwModel *model, const MwStandardSet *set, const MwStandardName *expected)
{
  g_auto (GStrv) played = set->played (expected->name);
  g_auto (GStrv) sources = expected->from ? g_strsplit (expected->from, ";", -1) : NULL;
  MwStandardSequence is = { expected, MW_STANDARD_HAVE, find (model, set, expected->name), NULL };
  if (is.sequence)
    return is;
  const MwRecord *instead = find_any (model, set, played);
  is.from = with_keys (model, instead);
  is.from = is.from ? is.from : with_keys (model, find_any (model, set, sources));
  is.sequence = find_near (model, set, expected->name);
  is.state = is.sequence ? MW_STANDARD_MISSPELT : instead ? MW_STANDARD_FALLS_BACK : MW_STANDARD_MISSING;
  if (!is.sequence)
    is.sequence = instead;
  return is;
}

GArray *
mw_standard_sequences (const MwModel *model, const MwStandardSet *set)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (MwStandardSequence));
  for (const MwStandardName *expected = names_of (set); expected->name; expected++) {
    MwStandardSequence is = state_of (model, set, expected);
    g_array_append_val (all, is);
  }
  return all;
}

/* --- Creatures of World of Warcraft --------------------------------------------------------------------------------- */

/* What at least six of the sixteen models with Walk have in the corpus, and what clients play most often in its place. */
const MwStandardName mw_standard_creature[] = {
  { "Stand", NULL },
  { "Death", NULL },
  { "Walk", "Run;Stand" },
  { "Run", "Walk;Stand" },
  { "Stun", "Stand" },
  { "StandWound", "Stand" },
  { "CombatWound", "StandWound;Stand" },
  { "CombatCritical", "CombatWound;Stand" },
  { "ReadyUnarmed", "Stand" },
  { "AttackUnarmed", "SpecialUnarmed;Stand" },
  { "SpecialUnarmed", "AttackUnarmed" },
  { "SpellCastDirected", "AttackUnarmed;Stand" },
  { "ShuffleLeft", "Walk;Stand" },
  { "ShuffleRight", "Walk;Stand" },
  { "Walkbackwards", "Walk" },
  { "JumpStart", "Stand" },
  { "Jump", "Fall;Stand" },
  { "JumpEnd", "Stand" },
  { "Fall", "Jump;Stand" },
  { "SwimIdle", "Stand" },
  { "Swim", "Walk;Stand" },
  { "SleepDown", "Death" },
  { "Sleep", "Stand" },
  { "SleepUp", "Stand" },
  { "Drown", "Death" },
  { "Drowned", "Death" },
  { NULL, NULL },
};

GStrv
mw_standard_substitutes (const char *name)
{
  static const char *const last[] = { "Stand", "Closed" };
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  uint32_t animation;
  guint n = 0;
  const uint16_t *substitutes = mw_catalogue_value (MW_CATALOGUE_ANIMATION, name, &animation)
                                  ? mw_catalogue_substitutes (animation, &n)
                                  : NULL;
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, g_strdup (mw_catalogue_name (MW_CATALOGUE_ANIMATION, substitutes[i])));
  for (guint i = 0; i < G_N_ELEMENTS (last); i++)
    g_ptr_array_add (names, g_strdup (last[i]));
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}
