/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-m2-sequences.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"

#include <string.h>

enum { ALIAS = 0x40, STORAGE = 0x130 };

static const MwM2Sequence *
at_index (const MwModel *model, guint index)
{
  return (const MwM2Sequence *) ((const MwM2 *) model)->sequences.items[index];
}

static guint
count (const MwModel *model)
{
  return ((const MwM2 *) model)->sequences.n;
}

/* The place of the sequence in a path "sequences[...]" of a step; `word` counts the words of the step. */
static guint
index_in (const TableCase *at, guint word)
{
  g_auto (GStrv) words = g_strsplit (at->step, " ", -1);
  const char *path = strchr (words[word], '=') ? strchr (words[word], '=') + 1 : words[word];
  return mw_record_index (table_record (at->before, path));
}

static guint
played_index (const MwModel *model, guint index)
{
  return mw_record_index (mw_sequence_aspect (model, &at_index (model, index)->record).plays);
}

static gboolean
has_lanes (MwFormat format)
{
  return format.family == MW_FAMILY_M2 && format.version >= 264;
}

/* --- What must be the same ------------------------------------------------------------------------------------------ */

/* The lanes of a sequence, in file order: TableKeys. */
static GArray *
lanes_of (const MwModel *model, guint index)
{
  g_autoptr (GArray) all = table_keys (model);
  GArray *lanes = g_array_new (FALSE, FALSE, sizeof (TableKeys));
  for (guint i = 0; i < all->len; i++)
    if (g_array_index (all, TableKeys, i).sequence == &at_index (model, index)->record)
      g_array_append_val (lanes, g_array_index (all, TableKeys, i));
  return lanes;
}

/* Whether two sequences have the same keys in the same tracks. */
static gboolean
same_lanes (const MwModel *a, guint i, const MwModel *b, guint k)
{
  g_autoptr (GArray) x = lanes_of (a, i), y = lanes_of (b, k);
  gboolean same = x->len == y->len;
  for (guint n = 0; n < x->len && same; n++) {
    const TableKeys *p = &g_array_index (x, TableKeys, n), *q = &g_array_index (y, TableKeys, n);
    g_autofree char *one = mw_record_path (p->holder->owner), *other = mw_record_path (q->holder->owner);
    same = g_strcmp0 (one, other) == 0 && table_same_keys (p, q);
  }
  return same;
}

/* Whether the numbers of two sequences are equal; `flags` are the flags that are compared. */
static gboolean
same_numbers (const MwM2Sequence *a, const MwM2Sequence *b, uint32_t flags)
{
  return a->duration == b->duration && a->start == b->start && a->end == b->end && a->frequency == b->frequency
         && a->blend_time == b->blend_time && a->blend_in == b->blend_in
         && memcmp (&a->move_speed, &b->move_speed, 4) == 0 && memcmp (&a->bounds, &b->bounds, sizeof a->bounds) == 0
         && (a->flags & flags) == (b->flags & flags);
}

/* Whether all sequences but one (G_MAXUINT: none is left out) are as they were, in animation, numbers and keys. */
static char *
judge_others (const TableCase *at, guint except, uint32_t flags)
{
  if (count (at->before) != count (at->after))
    return g_strdup ("there are more or fewer sequences");
  for (guint i = 0; i < count (at->before); i++) {
    const MwM2Sequence *was = at_index (at->before, i), *is = at_index (at->after, i);
    if (i != except
        && (was->animation != is->animation || was->variation != is->variation || !same_numbers (was, is, flags)
            || (has_lanes (at->format) && !same_lanes (at->before, i, at->after, i))))
      return g_strdup_printf ("sequence %u has changed", i);
  }
  return NULL;
}

/* --- Set animation -------------------------------------------------------------------------------------------------- */

/* The last sequence that is not what the first one is. Its keys may not be in a file that is not there. */
char *
animation_step (const MwModel *model, MwFormat format)
{
  for (guint i = format.family == MW_FAMILY_M2 ? count (model) : 0; i-- > 1;)
    if (at_index (model, i)->animation != at_index (model, 0)->animation && !at_index (model, i)->not_loaded)
      return g_strdup_printf ("sequence-set-animation sequences[%u] animation=%u", i, at_index (model, 0)->animation);
  return NULL;
}

static guint
count_of (const MwModel *model, guint animation)
{
  guint n = 0;
  for (guint i = 0; i < count (model); i++)
    n += at_index (model, i)->animation == animation;
  return n;
}

/* Whether the links lead from the first sequence of an animation in the list through all of them, with numbers that grow. Links
 * that were wrong before the step stay so. */
static gboolean
is_chained (const MwModel *model, guint animation)
{
  const MwM2Sequence *member = NULL;
  guint n = 0;
  for (guint i = 0; i < count (model) && !member; i++)
    if (at_index (model, i)->animation == animation)
      member = at_index (model, i);
  for (; member && n <= count (model); n++) {
    const MwM2Sequence *next = (const MwM2Sequence *) mw_model_resolve (model, member->next);
    if (member->animation != animation || (next && next->variation < member->variation))
      return FALSE;
    member = next;
  }
  return n == count_of (model, animation);
}

static gboolean
is_taken (const MwModel *model, guint animation, guint variation)
{
  for (guint i = 0; i < count (model); i++)
    if (at_index (model, i)->animation == animation && at_index (model, i)->variation == variation)
      return TRUE;
  return FALSE;
}

char *
animation_judge (const TableCase *at)
{
  const guint index = index_in (at, 1);
  const MwM2Sequence *was = at_index (at->before, index), *is = at_index (at->after, index);
  const guint wanted = at_index (at->before, 0)->animation;
  guint number = 0;
  while (is_taken (at->before, wanted, number))
    number++;
  if (is->animation != wanted || is->variation != number)
    return g_strdup_printf ("it is variation %u of %u", is->variation, is->animation);
  enum { LYING = 0xE };
  if (!same_numbers (was, is, ~(uint32_t) LYING)
      || (has_lanes (at->format) && !same_lanes (at->before, index, at->after, index)))
    return g_strdup ("its numbers or keys have changed");
  for (guint i = 0; i < count (at->before); i++)
    if (i != index && at_index (at->before, i)->animation != was->animation
        && (at_index (at->before, i)->animation != at_index (at->after, i)->animation
            || at_index (at->before, i)->variation != at_index (at->after, i)->variation))
      return g_strdup_printf ("sequence %u has another animation", i);
  const guint animations[] = { wanted, was->animation };
  for (guint i = 0; i < 2; i++)
    if (is_chained (at->before, animations[i]) && !is_chained (at->after, animations[i]))
      return g_strdup_printf ("the variations of %u are not linked", animations[i]);
  return NULL;
}

/* --- Make alias ----------------------------------------------------------------------------------------------------- */

static gboolean
has_alias (const MwModel *model, guint index)
{
  for (guint i = 0; i < count (model); i++)
    if (i != index && played_index (model, i) == index)
      return TRUE;
  return FALSE;
}

/* An alias of the first one with keys, which may have one already. */
char *
alias_step (const MwModel *model, MwFormat format)
{
  g_autofree char *of = has_lanes (format) ? table_sequence (model, format, 0, 1) : NULL;
  for (guint i = of ? count (model) : 0; i-- > 1;)
    if (!(at_index (model, i)->flags & ALIAS) && !at_index (model, i)->not_loaded && !has_alias (model, i)
        && &at_index (model, i)->record != table_record (model, of))
      return g_strdup_printf ("sequence-make-alias sequences[%u] of=%s", i, of);
  return NULL;
}

/* Whether the ring from a sequence back to it has just the sequences that play its keys. */
static gboolean
is_ring (const MwModel *model, guint index)
{
  guint n = 0, at = index, wanted = 0;
  for (guint i = 0; i < count (model); i++)
    wanted += played_index (model, i) == index;
  do {
    const MwRecord *next = mw_model_resolve (model, at_index (model, at)->alias);
    if (!next || played_index (model, mw_record_index (next)) != index)
      return FALSE;
    at = mw_record_index (next);
    n++;
  } while (at != index && n <= count (model));
  return n == wanted;
}

char *
alias_judge (const TableCase *at)
{
  const guint index = index_in (at, 1), of = index_in (at, 2);
  const MwM2Sequence *is = at_index (at->after, index), *target = at_index (at->after, of);
  g_autoptr (GArray) lanes = lanes_of (at->after, index);
  if (played_index (at->after, index) != of || !(is->flags & ALIAS))
    return g_strdup ("it is no alias");
  if (lanes->len)
    return g_strdup ("it still has keys");
  if (is->duration != target->duration || (is->flags & STORAGE) != (target->flags & STORAGE)
      || is->animation != at_index (at->before, index)->animation)
    return g_strdup ("its numbers do not fit");
  if (is_ring (at->before, of) && !is_ring (at->after, of))
    return g_strdup ("the aliases are no ring");
  return judge_others (at, index, ~0u);
}

/* --- Make own ------------------------------------------------------------------------------------------------------- */

char *
own_step (const MwModel *model, MwFormat format)
{
  for (guint i = 0; has_lanes (format) && i < count (model); i++)
    if (at_index (model, i)->flags & ALIAS && !at_index (model, played_index (model, i))->not_loaded)
      return g_strdup_printf ("sequence-make-own sequences[%u]", i);
  return NULL;
}

char *
own_judge (const TableCase *at)
{
  const guint index = index_in (at, 1), of = played_index (at->before, index);
  const MwM2Sequence *is = at_index (at->after, index);
  if (is->flags & ALIAS || (is->flags & STORAGE) != 0x20 || is->alias.id != is->record.id)
    return g_strdup ("it is still an alias");
  if (!same_lanes (at->before, of, at->after, index))
    return g_strdup ("it has not the keys that it played");
  if (is_ring (at->before, of) && !is_ring (at->after, of))
    return g_strdup ("the other aliases are no ring");
  return judge_others (at, index, ~0u);
}

/* --- Store ---------------------------------------------------------------------------------------------------------- */

/* To a file, and in models with an even number of sequences back. A sequence with an alias comes first. */
char *
store_step (const MwModel *model, MwFormat format)
{
  guint chosen = 0;
  for (guint i = 1; has_lanes (format) && i < count (model); i++)
    if (!(at_index (model, i)->flags & (ALIAS)) && !mw_m2_sequence_is_external (at_index (model, i))
        && (!chosen || has_alias (model, i)))
      chosen = i;
  if (!chosen)
    return NULL;
  return count (model) % 2
           ? g_strdup_printf ("sequence-store sequences[%u] where=file", chosen)
           : g_strdup_printf ("sequence-store sequences[%u] where=file\nsequence-store sequences[%u] where=model",
                              chosen, chosen);
}

char *
store_judge (const TableCase *at)
{
  const guint index = index_in (at, 1);
  const gboolean file = g_str_has_suffix (at->step, "=file");
  for (guint i = 0; i < count (at->after); i++)
    if (played_index (at->after, i) == index && (at_index (at->after, i)->flags & STORAGE) != (file ? 0 : 0x20))
      return g_strdup_printf ("sequence %u says something else", i);
  if (at_index (at->after, index)->not_loaded)
    return g_strdup ("the keys are not in the file");
  return judge_others (at, G_MAXUINT, ~(uint32_t) STORAGE);
}
