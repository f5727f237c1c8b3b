/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/m2-rules.h"

/* The sequences of one animation form a chain, ordered by variation number. Clients enter it at that sequence which
 * is first in the list (m2.md 5.1, 5.2). A step that changes the animation or variation of a sequence moves it from
 * one chain to another. Chains that were linked in another order before stay as they are, except for the moved
 * sequences, and except where they would not end. */

typedef struct {
  MwDocument *self;
  const MwM2 *before, *now;
} Chains;

static int
by_variation (gconstpointer a, gconstpointer b)
{
  const MwM2Sequence *x = *(const MwM2Sequence *const *) a, *y = *(const MwM2Sequence *const *) b;
  if (x->variation != y->variation)
    return x->variation < y->variation ? -1 : 1;
  return mw_record_index (&x->record) < mw_record_index (&y->record) ? -1 : 1;
}

/* The sequences of an animation, in chain order. */
static GPtrArray *
members_of (const MwM2 *model, guint animation)
{
  GPtrArray *members = g_ptr_array_new ();
  for (uint32_t i = 0; i < model->sequences.n; i++)
    if (((const MwM2Sequence *) model->sequences.items[i])->animation == animation)
      g_ptr_array_add (members, model->sequences.items[i]);
  g_ptr_array_sort (members, by_variation);
  return members;
}

static const MwM2Sequence *
was (const Chains *c, const MwM2Sequence *sequence)
{
  return (const MwM2Sequence *) mw_model_find (&c->before->model, sequence->record.id);
}

static gboolean
has_moved (const Chains *c, const MwM2Sequence *sequence)
{
  const MwM2Sequence *old = was (c, sequence);
  return old && (old->animation != sequence->animation || old->variation != sequence->variation);
}

/* --- Numbers -------------------------------------------------------------------------------------------------------- */

/* If a sequence got another animation but kept its variation number, and that number is taken, gives it the next
 * free one. */
static void
renumber (const Chains *c, const MwM2Sequence *sequence)
{
  const MwM2Sequence *old = was (c, sequence);
  guint next = 0;
  gboolean taken = FALSE;
  if (!old || old->animation == sequence->animation || old->variation != sequence->variation)
    return;
  for (uint32_t i = 0; i < c->now->sequences.n; i++) {
    const MwM2Sequence *other = (const MwM2Sequence *) c->now->sequences.items[i];
    if (other == sequence || other->animation != sequence->animation)
      continue;
    next = MAX (next, other->variation + 1u);
    taken |= other->variation == sequence->variation;
  }
  if (!taken || next > G_MAXUINT16)
    return;
  uint16_t number = (uint16_t) next;
  g_autofree char *path = mw_record_path (&sequence->record);
  mw_document_notice (c->self, g_strdup_printf ("%s: it is now variation %u of animation %u, because %u is taken", path,
                                                next, sequence->animation, sequence->variation));
  mw_document_put_value (c->self, (MwRecord *) sequence, MW_FIELD (MwM2Sequence, variation), &number, sizeof number);
}

/* --- Links ---------------------------------------------------------------------------------------------------------- */

static MwId
id_after (const GPtrArray *members, guint index)
{
  return index + 1 < members->len ? ((const MwRecord *) members->pdata[index + 1])->id : 0;
}

static gboolean
is_linked (const MwM2Sequence *sequence, MwId next)
{
  return next ? sequence->next.id == next : !sequence->next.id && sequence->next.raw == MW_REF_NONE.raw;
}

/* Whether the sequence referred to the next one of its chain before the step. */
static gboolean
was_linked (const Chains *c, const GPtrArray *members_before, const MwM2Sequence *sequence)
{
  guint index;
  const MwM2Sequence *old = was (c, sequence);
  return old && g_ptr_array_find ((GPtrArray *) members_before, old, &index)
         && is_linked (old, id_after (members_before, index));
}

static gboolean
leads_elsewhere (const Chains *c, const MwM2Sequence *sequence)
{
  const MwRecord *next = mw_model_resolve (&c->now->model, sequence->next);
  return next && ((const MwM2Sequence *) next)->animation != sequence->animation;
}

/* Whether following the links from any of the sequences leads into a circle. */
static gboolean
is_endless (const Chains *c, const GPtrArray *members)
{
  /* For each record the number of the walk, counted from 1, that first reached it. So each record is visited once. */
  g_autofree guint *walks = g_new0 (guint, c->now->model.n_ids + 1);
  for (guint i = 0; i < members->len; i++) {
    const MwRecord *at = members->pdata[i];
    for (; at && !walks[at->id]; at = mw_model_resolve (&c->now->model, ((const MwM2Sequence *) at)->next))
      walks[at->id] = i + 1;
    if (at && walks[at->id] == i + 1)
      return TRUE;
  }
  return FALSE;
}

static void
link_to_next (const Chains *c, const GPtrArray *members, guint index)
{
  MwRecord *sequence = members->pdata[index];
  MwId next = id_after (members, index);
  MwRef to = next ? (MwRef) { next, 0 } : MW_REF_NONE;
  mw_document_put_value (c->self, sequence, MW_FIELD (MwM2Sequence, next), &to, sizeof to);
}

static void
relink (const Chains *c, const GPtrArray *members_before, const GPtrArray *members)
{
  for (guint i = 0; i < members->len; i++) {
    const MwM2Sequence *sequence = members->pdata[i];
    if (has_moved (c, sequence) || was_linked (c, members_before, sequence)
        || (was (c, sequence) && leads_elsewhere (c, sequence)))
      link_to_next (c, members, i);
  }
  /* A moved sequence and one that is linked in another order may refer to each other. Clients would hang. */
  if (is_endless (c, members))
    for (guint i = 0; i < members->len; i++)
      link_to_next (c, members, i);
}

/* --- Moving --------------------------------------------------------------------------------------------------------- */

static const MwM2Sequence *
sequence_at (const MwM2 *model, uint32_t index)
{
  return (const MwM2Sequence *) model->sequences.items[index];
}

/* The new place of a sequence when the one at `from` is moved to `to`. */
static uint32_t
place_after_move (uint32_t place, uint32_t from, uint32_t to)
{
  if (place == from)
    return to;
  return from < to ? place - (place > from && place <= to) : place + (place >= to && place < from);
}

gboolean
mw_m2_keeps_chain (const MwM2 *model, const MwM2Sequence *sequence, uint32_t to, GError **error)
{
  g_autoptr (GPtrArray) members = members_of (model, sequence->animation);
  const MwRecord *head = members->pdata[0];
  uint32_t from = mw_record_index (&sequence->record), first = mw_record_index (head);
  uint32_t entered = G_MAXUINT32;
  for (guint i = 0; i < members->len; i++) {
    uint32_t place = mw_record_index (members->pdata[i]);
    /* Even now clients do not enter the chain at its head. */
    if (place < first)
      return TRUE;
    entered = MIN (entered, place_after_move (place, from, to));
  }
  if (entered == place_after_move (first, from, to))
    return TRUE;
  g_autofree char *path = mw_record_path (head);
  return mw_m2_refuse (
    error, &sequence->record, NULL,
    "clients begin animation %u with whichever of its variations comes first in the list, and would "
    "never play %s (variation %u), which then comes later: give the two each other's variation number "
    "instead",
    sequence->animation, path, sequence_at (model, first)->variation);
}

/* --- Notices about clients ------------------------------------------------------------------------------------------ */

static const MwRecord *
first_in_list (const GPtrArray *members)
{
  const MwRecord *first = NULL;
  for (guint i = 0; i < members->len; i++)
    if (!first || mw_record_index (members->pdata[i]) < mw_record_index (first))
      first = members->pdata[i];
  return first;
}

static void
note_conflicts (const Chains *c, const GPtrArray *members_before, const GPtrArray *members)
{
  if (members->len == 0)
    return;
  const MwRecord *first = first_in_list (members), *head = members->pdata[0];
  const MwRecord *first_before = first_in_list (members_before);
  gboolean was_whole = !first_before || first_before == members_before->pdata[0];
  guint animation = ((const MwM2Sequence *) head)->animation;
  if (first != head && (was_whole || first_before->id != first->id)) {
    g_autofree char *path = mw_record_path (first), *missed = mw_record_path (head);
    mw_document_notice (c->self, g_strdup_printf ("%s: it comes before %s, so clients begin animation %u with it and "
                                                  "never play the other: move it after that one",
                                                  path, missed, animation));
  }
  for (guint i = 1; i < members->len; i++) {
    const MwM2Sequence *one = members->pdata[i - 1], *other = members->pdata[i];
    if (one->variation != other->variation || !(has_moved (c, one) || has_moved (c, other)))
      continue;
    g_autofree char *path = mw_record_path (&other->record), *same = mw_record_path (&one->record);
    mw_document_notice (c->self,
                        g_strdup_printf ("%s: %s is also variation %u of animation %u, and clients distinguish them "
                                         "by that number",
                                         path, same, one->variation, animation));
  }
}

void
mw_m2_update_chains (MwDocument *self, const MwM2 *before, const MwM2 *now)
{
  Chains c = { self, before, now };
  g_autoptr (GHashTable) animations = g_hash_table_new (NULL, NULL);
  for (uint32_t i = 0; i < now->sequences.n; i++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) now->sequences.items[i];
    if (!has_moved (&c, sequence))
      continue;
    renumber (&c, sequence);
    g_hash_table_add (animations, GUINT_TO_POINTER (sequence->animation + 1u));
    g_hash_table_add (animations, GUINT_TO_POINTER (was (&c, sequence)->animation + 1u));
  }
  /* Ordered by number, so that the same edit always gives the same step. */
  for (guint animation = 0; g_hash_table_size (animations) && animation <= G_MAXUINT16; animation++) {
    if (!g_hash_table_contains (animations, GUINT_TO_POINTER (animation + 1u)))
      continue;
    g_autoptr (GPtrArray) members_before = members_of (before, animation), members = members_of (now, animation);
    relink (&c, members_before, members);
    note_conflicts (&c, members_before, members);
  }
}
