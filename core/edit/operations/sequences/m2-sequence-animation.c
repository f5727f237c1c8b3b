/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/sequences/m2-animations.h"
#include "core/edit/operations/chosen.h"
#include "core/edit/operations/operations.h"
#include "core/model/m2/m2.h"
#include "core/schema/catalogue.h"

/* Another animation id for a sequence. The names of .anim files, the lookup and the table of substitutes follow when the
 * model is written, and the links between variations with the step. The numbers of variations, the order of sequences and
 * the flags that belong to an id are set here (m2.md 5.1). */

enum { STORAGE = 0x130 };

typedef struct {
  MwRecord record;
  uint16_t animation;
  int32_t variation;
} AnimationParams;

static const MwField animation_fields[] = {
  MW_FIELD_U16 (AnimationParams, animation, "animation", .catalogue = MW_CATALOGUE_ANIMATION, .label = N_ ("Animation"),
                .doc = N_ ("The name or the id of the animation.")),
  MW_FIELD_I32 (AnimationParams, variation, "variation", .def = -1, .min = -1, .max = 65535, .label = N_ ("Variation"),
                .doc = N_ ("Its number among the sequences with this animation; -1: the first free number.")),
};
static const MwSchema animation_params = { .name = "sequence-set-animation",
                                           .label = N_ ("Set Animation"),
                                           .size = sizeof (AnimationParams),
                                           .fields = animation_fields,
                                           .n_fields = G_N_ELEMENTS (animation_fields) };
static const char *const animation_required[] = { "animation", NULL };

static const MwM2Sequence *
sequence_at (const MwM2 *model, uint32_t index)
{
  return (const MwM2Sequence *) model->sequences.items[index];
}

/* Another sequence with this animation and variation; NULL if there is none. */
static const MwM2Sequence *
holder_of (const MwM2 *model, const MwM2Sequence *except, guint animation, guint variation)
{
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *other = sequence_at (model, i);
    if (other != except && other->animation == animation && other->variation == variation)
      return other;
  }
  return NULL;
}

static gboolean
has_animation (const MwM2 *model, guint animation)
{
  for (uint32_t i = 0; i < model->sequences.n; i++)
    if (sequence_at (model, i)->animation == animation)
      return TRUE;
  return FALSE;
}

static gboolean
set_number (MwDocument *document, const MwM2Sequence *sequence, const MwField *field, guint number, GError **error)
{
  uint16_t value = (uint16_t) number;
  return mw_document_set_field (document, sequence->record.id, field, &value, sizeof value, error);
}

/* The variations of an animation that has lost this one are numbered without a gap. */
static gboolean
close_gap (MwDocument *document, guint animation, guint variation, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  if (holder_of (model, NULL, animation, variation))
    return TRUE;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *other = sequence_at (model, i);
    if (other->animation == animation && other->variation > variation
        && !set_number (document, other, MW_FIELD (MwM2Sequence, variation), other->variation - 1u, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
set_lying (MwDocument *document, const MwM2Sequence *sequence, GError **error)
{
  uint32_t flags = (sequence->flags & ~(uint32_t) MW_M2_LYING) | mw_m2_lying_flags (sequence->animation);
  return mw_document_set_field (document, sequence->record.id, MW_FIELD (MwM2Sequence, flags), &flags, sizeof flags,
                                error);
}

/* In all files the variations of an animation are in the list in the order of their numbers, and clients enter them at the
 * one that is first in the list. */
static gboolean
place (MwDocument *document, const MwM2Sequence *sequence, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  const uint32_t own = mw_record_index (&sequence->record);
  uint32_t last_lower = 0, first_higher = G_MAXUINT32;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *other = sequence_at (model, i);
    if (other->animation != sequence->animation)
      continue;
    if (other->variation < sequence->variation)
      last_lower = i;
    else if (other->variation > sequence->variation)
      first_higher = MIN (first_higher, i);
  }
  const uint32_t to = MAX (MIN (own, first_higher), last_lower);
  if (to == own)
    return TRUE;
  const MwM2Sequence *first = sequence_at (model, own == 0 ? 1 : 0);
  if (to == 0)
    first = sequence;
  if (mw_m2_has_lanes (model) && (first->flags & STORAGE) == 0)
    return mw_operation_refuse (&first->record, error,
                                "would become the first sequence, whose keys must be in the .m2 file: store them there "
                                "first");
  return mw_document_move (document, sequence->record.id, to, error);
}

/* Returns whether it has changed in *changed. */
static gboolean
set_animation (MwDocument *document, MwId id, const AnimationParams *params, gboolean *changed, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  const MwM2Sequence *sequence = (const MwM2Sequence *) mw_model_find (&model->model, id);
  const guint animation = sequence->animation, variation = sequence->variation;
  guint number = (guint) MAX (params->variation, 0);
  if (params->animation == animation && (params->variation < 0 || number == variation))
    return TRUE;
  const MwM2Sequence *holder = holder_of (model, sequence, params->animation, number);
  if (holder && params->variation >= 0) {
    g_autofree char *path = mw_record_path (&holder->record),
                    *reason = g_strdup_printf ("cannot be variation %u of this animation, because %s is: choose "
                                               "another number, or -1 for a free one",
                                               number, path);
    return mw_operation_refuse (&sequence->record, error, reason);
  }
  while (params->variation < 0 && holder_of (model, sequence, params->animation, number))
    number++;
  if (number > G_MAXUINT16)
    return mw_operation_refuse (&sequence->record, error,
                                "cannot be added to an animation that already has 65536 variations");
  *changed = TRUE;
  if (!set_number (document, sequence, MW_FIELD (MwM2Sequence, variation), number, error)
      || !set_number (document, sequence, MW_FIELD (MwM2Sequence, animation), params->animation, error)
      || !set_lying (document, sequence, error)
      || (params->animation != animation && !close_gap (document, animation, variation, error))
      || !place (document, sequence, error))
    return FALSE;
  if (!has_animation (model, animation)
      && g_strcmp0 (mw_catalogue_name (MW_CATALOGUE_ANIMATION, animation), "Stand") == 0)
    mw_document_notice (document, g_strdup ("no sequence is Stand now, which clients play instead of animations that "
                                            "the model lacks"));
  return TRUE;
}

static gboolean
animation_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const AnimationParams *p = (const AnimationParams *) params;
  gboolean changed = FALSE;
  if (n > 1 && p->variation >= 0)
    return mw_operation_refuse (NULL, error, "only one sequence can have this variation: give -1 for free numbers");
  for (guint i = 0; i < n; i++)
    if (!set_animation (document, ids[i], p, &changed, error))
      return FALSE;
  return changed || mw_operation_nothing (error, "nothing to change: the sequences have this animation already");
}

static void
animation_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[0]);
  ((AnimationParams *) params)->animation = ((const MwM2Sequence *) record)->animation;
}

const MwOperation mw_operation_sequence_set_animation = {
  .id = "sequence-set-animation",
  .label = N_ ("Set Animation"),
  .step = N_ ("Set the animation of %s"),
  .doc = N_ (
    "Makes sequences of M2 models variations of another animation, such as Walk or Stand. The variations of the old "
    "and the new animation keep their order in the list and numbers without gaps. The .anim files, lookups and "
    "substitutes are adapted."),
  .aliases = "rename id name variation change animation anim",
  .domain = MW_DOMAIN_SEQUENCES,
  .families = MW_FAMILY_M2,
  .params = &animation_params,
  .required = animation_required,
  .preset = animation_preset,
  .applies = mw_chosen_are_sequences,
  .run = animation_run,
};
