/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/chosen.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

#include <math.h>
#include <string.h>

/* How often each variation of an animation is played. The frequencies of all variations add up to a whole: 32767 in M2
 * (m2.md 5.1), 1 in World of Warcraft's alpha (mdlx.md 7.2). */

enum { WHOLE = 0x7FFF };

/* The variations of one animation, and their frequencies as numbers. */
typedef struct {
  GPtrArray *members; /* MwRecord */
  GArray *numbers;    /* double */
} Group;

/* The length of the animation's name: "Stand - Var1" is a variation of "Stand". */
static gsize
animation_length (const char *name)
{
  const char *end = strstr (name, " - ");
  return end ? (gsize) (end - name) : strlen (name);
}

static gboolean
is_variation (const MwRecord *a, const MwRecord *b)
{
  if (a->schema == &mw_m2_sequence_schema)
    return ((const MwM2Sequence *) a)->animation == ((const MwM2Sequence *) b)->animation;
  const char *x = mw_text (((const MwMdlxSequence *) a)->name), *y = mw_text (((const MwMdlxSequence *) b)->name);
  gsize length = animation_length (x);
  return length == animation_length (y) && memcmp (x, y, length) == 0;
}

static double
frequency_of (const MwRecord *sequence)
{
  return sequence->schema == &mw_m2_sequence_schema ? ((const MwM2Sequence *) sequence)->frequency
                                                    : (double) ((const MwMdlxSequence *) sequence)->frequency;
}

static Group
group_of (MwDocument *document, const MwRecord *sequence)
{
  const MwList *list = mw_model_sequences (mw_document_get_model (document));
  Group group = { g_ptr_array_new (), g_array_new (FALSE, FALSE, sizeof (double)) };
  for (uint32_t i = 0; i < list->n; i++)
    if (is_variation (sequence, list->items[i])) {
      /* A number below 0 has no meaning as a share. */
      double number = frequency_of (list->items[i]);
      number = number > 0 && isfinite (number) ? number : 0;
      g_ptr_array_add (group.members, list->items[i]);
      g_array_append_val (group.numbers, number);
    }
  return group;
}

static void
group_clear (Group *group)
{
  g_ptr_array_unref (group->members);
  g_array_unref (group->numbers);
}

/* The shares of a whole, in the same proportions; equal ones if all numbers are 0. */
static void
share (GArray *numbers, double whole)
{
  double *all = (double *) (gpointer) numbers->data, sum = 0;
  for (guint i = 0; i < numbers->len; i++)
    sum += all[i];
  for (guint i = 0; i < numbers->len; i++)
    all[i] = sum > 0 ? all[i] / sum * whole : whole / numbers->len;
}

/* Rounds the shares so that their sum stays a whole number: what is left goes to those with the largest fractions. */
static void
round_shares (GArray *numbers, gint whole)
{
  double *all = (double *) (gpointer) numbers->data;
  g_autofree double *fractions = g_new (double, numbers->len);
  gint left = whole;
  for (guint i = 0; i < numbers->len; i++) {
    fractions[i] = all[i] - floor (all[i]);
    all[i] = floor (all[i]);
    left -= (gint) all[i];
  }
  for (; left > 0; left--) {
    guint largest = 0;
    for (guint i = 1; i < numbers->len; i++)
      if (fractions[i] > fractions[largest])
        largest = i;
    all[largest]++;
    fractions[largest] = -1;
  }
}

static gboolean
set_frequency (MwDocument *document, const MwRecord *sequence, double number, gboolean *changed, GError **error)
{
  gboolean m2 = sequence->schema == &mw_m2_sequence_schema;
  int16_t whole = (int16_t) number;
  float part = (float) number;
  const MwField *field = m2 ? MW_FIELD (MwM2Sequence, frequency) : MW_FIELD (MwMdlxSequence, frequency);
  const void *value = m2 ? (const void *) &whole : &part;
  gsize size = mw_field_storage_size (field);
  if (memcmp (mw_field_at (sequence, field), value, size) == 0)
    return TRUE;
  *changed = TRUE;
  return mw_document_set_field (document, sequence->id, field, value, size, error);
}

/* Whether the frequencies already add up. In World of Warcraft's alpha they are floats, which are not exact. */
static gboolean
is_whole (const Group *group, gboolean m2)
{
  double sum = 0;
  for (guint i = 0; i < group->members->len; i++)
    sum += frequency_of (group->members->pdata[i]);
  return m2 ? sum == WHOLE : fabs (sum - 1) < 1e-6;
}

static gboolean
normalise (MwDocument *document, const MwRecord *sequence, gboolean *changed, GError **error)
{
  gboolean m2 = sequence->schema == &mw_m2_sequence_schema, ok = TRUE;
  Group group = group_of (document, sequence);
  if (!is_whole (&group, m2)) {
    share (group.numbers, m2 ? WHOLE : 1);
    if (m2)
      round_shares (group.numbers, WHOLE);
    for (guint i = 0; i < group.members->len && ok; i++)
      ok = set_frequency (document, group.members->pdata[i], g_array_index (group.numbers, double, i), changed, error);
  }
  group_clear (&group);
  return ok;
}

static gboolean
frequency_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  gboolean changed = FALSE;
  for (guint i = 0; i < n; i++)
    if (!normalise (document, mw_model_find (mw_document_get_model (document), ids[i]), &changed, error))
      return FALSE;
  return changed || mw_operation_nothing (error, "nothing to change: the frequencies of the variations add up already");
}

const MwOperation mw_operation_sequence_normalise_frequency = {
  .id = "sequence-normalise-frequency",
  .label = N_ ("Normalise Frequency"),
  .step = N_ ("Normalise the frequency of %s"),
  .doc = N_ ("Scales the frequencies of all variations of the sequences' animations so that they add up to the whole "
             "(32767, or 1 in World of Warcraft's alpha). If all of them are 0, they get equal shares."),
  .aliases = "normalize probability weight variation random chance rarity",
  .domain = MW_DOMAIN_SEQUENCES,
  .families = MW_FAMILY_M2 | MW_FAMILY_MDX_WOW,
  .applies = mw_chosen_are_sequences,
  .run = frequency_run,
};
