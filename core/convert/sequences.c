/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"

#include <math.h>
#include <string.h>

/* Warcraft III has one blend time for the model and a rarity per sequence; World of Warcraft has a blend time and a
 * frequency per sequence (mdlx.md 5.1, 5.2, 7.2). A sequence of rarity r is taken to play 1 / (1 + r) times as often
 * as a common one. */

static MwMdlxSequence *
sequence_at (const MwMdlx *model, uint32_t i)
{
  return (MwMdlxSequence *) model->sequences.items[i];
}

/* The animation that a sequence belongs to: "Stand - 3", "Stand 3" and "Stand - Var 3" are variations of "Stand".
 * Free with g_free(). */
static char *
animation_of (const MwMdlxSequence *sequence)
{
  char *name = g_ascii_strdown (mw_text (sequence->name), -1);
  for (guint pass = 0; pass < 2; pass++) {
    gsize length = strlen (name);
    while (length && (g_ascii_isdigit (name[length - 1]) || name[length - 1] == ' ' || name[length - 1] == '-'))
      length--;
    name[length] = '\0';
    if (g_str_has_suffix (name, " var"))
      name[length - strlen (" var")] = '\0';
  }
  return name;
}

/* The sequences of one animation. */
typedef struct {
  double sum, most; /* sum and maximum of their weights */
  float first;      /* the value of the first */
  gboolean alike;   /* all have the value of the first */
} Animation;

/* The animation of each sequence, from the sequences' values and weights. Free with g_ptr_array_unref(). */
static GPtrArray *
animations (const MwMdlx *model, const float *stated, const double *counts)
{
  GPtrArray *of_sequence = g_ptr_array_new_with_free_func (g_rc_box_release);
  g_autoptr (GHashTable) by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_rc_box_release);
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    char *name = animation_of (sequence_at (model, i));
    Animation *animation = g_hash_table_lookup (by_name, name);
    if (animation) {
      g_free (name);
    } else {
      animation = g_rc_box_new0 (Animation);
      animation->first = stated[i];
      animation->alike = TRUE;
      g_hash_table_insert (by_name, name, animation);
    }
    animation->sum += counts[i];
    animation->most = MAX (animation->most, counts[i]);
    animation->alike &= memcmp (&stated[i], &animation->first, sizeof stated[i]) == 0;
    g_ptr_array_add (of_sequence, g_rc_box_acquire (animation));
  }
  return of_sequence;
}

/* The frequencies of one animation sum to 1. Where no sequence is preferred all are 0, as in the client's files. */
static float *
frequencies_of (const MwMdlx *model, const float *rarities)
{
  const uint32_t n = model->sequences.n;
  float *result = g_new0 (float, n + 1);
  g_autofree double *counts = g_new (double, n + 1);
  for (uint32_t i = 0; i < n; i++)
    counts[i] = rarities[i] > 0 ? 1 / (1 + (double) rarities[i]) : 1;
  g_autoptr (GPtrArray) of_sequence = animations (model, rarities, counts);
  for (uint32_t i = 0; i < n; i++) {
    const Animation *animation = of_sequence->pdata[i];
    if (!animation->alike)
      result[i] = (float) (counts[i] / animation->sum);
  }
  return result;
}

/* The reverse of frequencies_of(), rounded to thousandths; a sequence that never plays gets a very high rarity. */
static float *
rarities_of (const MwMdlx *model, const float *frequencies)
{
  enum { VERY_RARE = 1000 };
  const uint32_t n = model->sequences.n;
  float *result = g_new0 (float, n + 1);
  g_autofree double *counts = g_new (double, n + 1);
  for (uint32_t i = 0; i < n; i++)
    counts[i] = frequencies[i] > 0 ? (double) frequencies[i] : 0;
  g_autoptr (GPtrArray) of_sequence = animations (model, frequencies, counts);
  for (uint32_t i = 0; i < n; i++) {
    const Animation *animation = of_sequence->pdata[i];
    double rarity = counts[i] > 0 ? animation->most / counts[i] - 1 : VERY_RARE;
    if (!animation->alike)
      result[i] = (float) (round (MIN (rarity, VERY_RARE) * 1000) / 1000);
  }
  return result;
}

/* The values of a field in all sequences of the old model. Free with g_free(). */
static float *
values_of (const MwMdlx *model, const MwField *field)
{
  float *values = g_new (float, model->sequences.n + 1);
  for (uint32_t i = 0; i < model->sequences.n; i++)
    values[i] = *(float *) mw_field_at (model->sequences.items[i], field);
  return values;
}

static void
lose_unless_back (MwConverting *c, const MwField *field, const float *was, const float *back, const char *why)
{
  for (uint32_t i = 0; i < c->b->sequences.n; i++) {
    if (memcmp (&was[i], &back[i], sizeof was[i]) != 0)
      mw_convert_change (c, MW_LOSS_ROUNDED, c->b->sequences.items[i], field, why);
    mw_field_set_default (c->b->sequences.items[i], field);
  }
}

static void
to_wow (MwConverting *c)
{
  MwMdlx *model = c->b;
  g_autofree float *rarity = values_of (c->a, MW_FIELD (MwMdlxSequence, rarity)),
                   *frequency = frequencies_of (c->a, rarity), *back = rarities_of (c->a, frequency);
  lose_unless_back (c, MW_FIELD (MwMdlxSequence, rarity), rarity, back,
                    "World of Warcraft chooses by frequency, not by rarity");
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    sequence_at (model, i)->blend_time = model->blend_time;
    sequence_at (model, i)->frequency = frequency[i];
  }
  if (model->sequences.n)
    mw_field_set_default (&model->model.record, MW_FIELD (MwMdlx, blend_time));
}

/* The most frequent blend time; of several, the first. */
static uint32_t
common_blend_time (const MwMdlx *model)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  uint32_t best = 0;
  guint most = 0;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    gpointer key = GUINT_TO_POINTER (sequence_at (model, i)->blend_time);
    guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) + 1;
    g_hash_table_insert (counts, key, GUINT_TO_POINTER (n));
    most = MAX (most, n);
  }
  for (uint32_t i = model->sequences.n; i-- > 0;) {
    uint32_t time = sequence_at (model, i)->blend_time;
    if (GPOINTER_TO_UINT (g_hash_table_lookup (counts, GUINT_TO_POINTER (time))) == most)
      best = time;
  }
  return best;
}

static void
to_warcraft (MwConverting *c)
{
  MwMdlx *model = c->b;
  g_autofree float *frequency = values_of (c->a, MW_FIELD (MwMdlxSequence, frequency)),
                   *rarity = rarities_of (c->a, frequency), *back = frequencies_of (c->a, rarity);
  uint32_t blend_time = common_blend_time (model);
  lose_unless_back (c, MW_FIELD (MwMdlxSequence, frequency), frequency, back,
                    "Warcraft III chooses by rarity, not by frequency");
  if (model->sequences.n)
    model->blend_time = blend_time;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    MwMdlxSequence *sequence = sequence_at (model, i);
    sequence->rarity = rarity[i];
    if (sequence->blend_time != blend_time)
      mw_convert_lose (c, &sequence->record, MW_FIELD (MwMdlxSequence, blend_time),
                       "Warcraft III has one blend time for all sequences");
    mw_field_set_default (&sequence->record, MW_FIELD (MwMdlxSequence, blend_time));
  }
}

void
mw_convert_sequences (MwConverting *c)
{
  if (!mw_convert_changes_family (c))
    return;
  if (c->to.family == MW_FAMILY_MDX_WOW)
    to_wow (c);
  else
    to_warcraft (c);
}
