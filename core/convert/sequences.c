/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"

#include <string.h>

/* Warcraft III has one blend time for the model, and a rarity; World of Warcraft a blend time for each sequence, and a
 * frequency: those of one animation sum to 1 (MDX reference 5.1, 5.2, 7.2). */

static MwMdlxSequence *
sequence_at (const MwMdlx *model, uint32_t i)
{
  return (MwMdlxSequence *) model->sequences.items[i];
}

/* "Stand - 3" and "Stand 3" are further ones of "Stand". Free with g_free(). */
static char *
animation_of (const MwMdlxSequence *sequence)
{
  const char *name = mw_text (sequence->name);
  gsize length = strlen (name);
  while (length && (g_ascii_isdigit (name[length - 1]) || name[length - 1] == ' ' || name[length - 1] == '-'))
    length--;
  return g_ascii_strdown (name, (gssize) length);
}

/* How often it is chosen among those of its name when each counts by its rarity, or (FALSE) all alike. */
static float *
frequencies (const MwMdlx *model, gboolean by_rarity)
{
  float *result = g_new (float, model->sequences.n + 1);
  double *weights = g_new (double, model->sequences.n + 1);
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    float rarity = sequence_at (model, i)->rarity;
    weights[i] = by_rarity && rarity > 0 ? 1 / (1 + (double) rarity) : 1;
    char *name = animation_of (sequence_at (model, i));
    double *sum = g_hash_table_lookup (sums, name);
    if (sum) {
      *sum += weights[i];
      g_free (name);
    } else {
      g_hash_table_insert (sums, name, g_memdup2 (&weights[i], sizeof weights[i]));
    }
  }
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    g_autofree char *name = animation_of (sequence_at (model, i));
    result[i] = (float) (weights[i] / *(const double *) g_hash_table_lookup (sums, name));
  }
  g_free (weights);
  return result;
}

static void
to_wow (MwConverting *c)
{
  MwMdlx *model = c->b;
  g_autofree float *frequency = frequencies (c->a, TRUE);
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    sequence_at (model, i)->blend_time = model->blend_time;
    sequence_at (model, i)->frequency = frequency[i];
  }
  if (model->sequences.n)
    mw_field_set_default (&model->model.record, mw_schema_field (&mw_mdlx_schema, "blend_time"));
}

/* The blend time that most sequences have; of several the one that comes first. */
static uint32_t
common_blend_time (const MwMdlx *model)
{
  uint32_t best = 0, most = 0;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < model->sequences.n; k++)
      n += sequence_at (model, k)->blend_time == sequence_at (model, i)->blend_time;
    if (n > most) {
      most = n;
      best = sequence_at (model, i)->blend_time;
    }
  }
  return best;
}

static void
to_warcraft (MwConverting *c)
{
  MwMdlx *model = c->b;
  g_autofree float *frequency = frequencies (c->a, FALSE);
  uint32_t blend_time = common_blend_time (model);
  if (model->sequences.n)
    model->blend_time = blend_time;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    MwMdlxSequence *sequence = sequence_at (model, i);
    if (sequence->blend_time != blend_time)
      mw_convert_lose (c, &sequence->record, "blend_time", "Warcraft III has one blend time for all sequences");
    if (memcmp (&sequence->frequency, &frequency[i], sizeof frequency[i]) != 0)
      mw_convert_lose (c, &sequence->record, "frequency", "Warcraft III chooses among sequences of one name by rarity");
    mw_field_set_default (&sequence->record, mw_convert_field (&sequence->record, "blend_time"));
    mw_field_set_default (&sequence->record, mw_convert_field (&sequence->record, "frequency"));
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
