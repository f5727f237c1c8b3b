/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/m2-rules.h"
#include "core/edit/operations/chosen.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"

/* Sequences that play the keys of another one, and where the keys of a sequence are stored: M2 from 264 on (m2.md 5.1). An
 * alias and the sequence that it plays form a ring with the other aliases of that sequence. In all files an alias has the
 * duration of the sequence that it plays, and states the same about where the keys are. */

enum { IN_MODEL = 0x20, LOADED = 0x10, STORED = 0x100 };
static const uint32_t storage = IN_MODEL | LOADED | STORED;

static const MwM2Sequence *
sequence_of (MwDocument *document, MwId id)
{
  return (const MwM2Sequence *) mw_model_find (mw_document_get_model (document), id);
}

static const MwM2 *
model_of (MwDocument *document)
{
  return (const MwM2 *) mw_document_get_model (document);
}

static gboolean
is_alias (const MwM2Sequence *sequence)
{
  return (sequence->flags & MW_M2_SEQUENCE_ALIAS) != 0;
}

/* The sequence with the keys that this one plays; NULL for an alias that leads to none. */
static const MwM2Sequence *
played_by (MwDocument *document, const MwM2Sequence *sequence)
{
  const MwRecord *plays = mw_sequence_aspect (mw_document_get_model (document), &sequence->record).plays;
  return is_alias (sequence) && plays == &sequence->record ? NULL : (const MwM2Sequence *) plays;
}

static gboolean
set_alias (MwDocument *document, MwId id, MwRef to, GError **error)
{
  return mw_document_set_field (document, id, MW_FIELD (MwM2Sequence, alias), &to, sizeof to, error);
}

static gboolean
set_flags (MwDocument *document, MwId id, uint32_t clear, uint32_t set, GError **error)
{
  uint32_t flags = (sequence_of (document, id)->flags & ~clear) | set;
  return mw_document_set_field (document, id, MW_FIELD (MwM2Sequence, flags), &flags, sizeof flags, error);
}

static gboolean
are_sequences (MwDocument *document, const MwId *ids, guint n, const char *why, GError **error)
{
  return mw_chosen_are_sequences (document, ids, n, error)
         && (mw_m2_has_lanes (model_of (document)) || mw_operation_refuse (NULL, error, why));
}

/* --- Rings ---------------------------------------------------------------------------------------------------------- */

/* Sequences that referred to an alias then refer to the sequence that the alias referred to. */
static gboolean
leave_ring (MwDocument *document, MwId id, GError **error)
{
  const MwM2 *model = model_of (document);
  const MwRef next = sequence_of (document, id)->alias;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *other = (const MwM2Sequence *) model->sequences.items[i];
    if (other->alias.id == id && !set_alias (document, other->record.id, next, error))
      return FALSE;
  }
  return TRUE;
}

/* Puts an alias at the end of the ring of a sequence. A sequence that is in no ring keeps its field as it is. */
static gboolean
join_ring (MwDocument *document, MwId id, MwId played, GError **error)
{
  const MwM2 *model = model_of (document);
  MwId last = 0;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *other = (const MwM2Sequence *) model->sequences.items[i];
    if (other->record.id != id && other->alias.id == played && mw_m2_is_in_alias_ring (model_of (document), other))
      last = other->record.id;
  }
  return set_alias (document, id, (MwRef) { played, 0 }, error)
         && set_flags (document, id, 0, MW_M2_SEQUENCE_ALIAS, error)
         && (!last || set_alias (document, last, (MwRef) { id, 0 }, error));
}

/* --- Make alias ----------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  MwRef of;
} AliasParams;

static const MwField alias_fields[] = {
  MW_FIELD_REF (AliasParams, of, "of", "sequences", .label = N_ ("Of"),
                .doc = N_ ("The sequence whose keys are played. If it is an alias itself, the sequence that it plays "
                           "is taken.")),
};
static const MwSchema alias_params = { .name = "sequence-make-alias",
                                       .label = N_ ("Make Alias"),
                                       .size = sizeof (AliasParams),
                                       .fields = alias_fields,
                                       .n_fields = G_N_ELEMENTS (alias_fields) };
static const char *const alias_required[] = { "of", NULL };

/* An alias of `sequence`; NULL if it has none. */
static const MwM2Sequence *
alias_of (MwDocument *document, const MwM2Sequence *sequence)
{
  const MwM2 *model = model_of (document);
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *other = (const MwM2Sequence *) model->sequences.items[i];
    if (is_alias (other) && played_by (document, other) == sequence)
      return other;
  }
  return NULL;
}

static gboolean
can_be_alias (MwDocument *document, const MwM2Sequence *sequence, const MwM2Sequence *played, GError **error)
{
  if (sequence == played)
    return mw_operation_refuse (&sequence->record, error,
                                "cannot be an alias of itself: the game would never stop looking for its keys");
  if (mw_record_index (&sequence->record) == 0)
    return mw_operation_refuse (&sequence->record, error,
                                "is the first sequence, which needs keys of its own: tracks with one lane for all "
                                "sequences are played by its flags");
  const MwM2Sequence *alias = is_alias (sequence) ? NULL : alias_of (document, sequence);
  if (!alias)
    return TRUE;
  g_autofree char *path = mw_record_path (&alias->record),
                  *reason = g_strdup_printf (
                    "has keys that %s plays, which is an alias of it: give that one keys of its "
                    "own, or make it an alias of another sequence, first",
                    path);
  return mw_operation_refuse (&sequence->record, error, reason);
}

static gboolean
make_alias (MwDocument *document, MwId id, MwId played, gboolean *changed, GError **error)
{
  const MwM2Sequence *sequence = sequence_of (document, id), *target = sequence_of (document, played);
  if (is_alias (sequence) && played_by (document, sequence) == target)
    return TRUE;
  if (!can_be_alias (document, sequence, target, error))
    return FALSE;
  *changed = TRUE;
  return (!is_alias (sequence) || leave_ring (document, id, error)) && join_ring (document, id, played, error)
         && set_flags (document, id, storage, target->flags & storage, error)
         && mw_document_set_field (document, id, MW_FIELD (MwM2Sequence, duration), &target->duration,
                                   sizeof target->duration, error);
}

static gboolean
alias_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwRecord *of = mw_model_resolve (mw_document_get_model (document), ((const AliasParams *) params)->of);
  if (!of)
    return mw_operation_refuse (NULL, error, "the sequence whose keys are played must be given");
  const MwM2Sequence *played = played_by (document, (const MwM2Sequence *) of);
  gboolean changed = FALSE;
  if (!played)
    return mw_operation_refuse (of, error, "is an alias that leads to no sequence with keys");
  for (guint i = 0; i < n; i++)
    if (!make_alias (document, ids[i], played->record.id, &changed, error))
      return FALSE;
  return changed || mw_operation_nothing (error, "nothing to change: the sequences play these keys already");
}

static gboolean
alias_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return are_sequences (document, ids, n,
                        "before version 264 there are no aliases: give the sequence the interval of the other one",
                        error);
}

const MwOperation mw_operation_sequence_make_alias = {
  .id = "sequence-make-alias",
  .label = N_ ("Make Alias"),
  .step = N_ ("Make %s an alias"),
  .doc = N_ ("Makes sequences of M2 models (264 and later) play the keys of another one, and removes their own keys."),
  .aliases = "link share same animation anim",
  .domain = MW_DOMAIN_SEQUENCES,
  .families = MW_FAMILY_M2,
  .params = &alias_params,
  .required = alias_required,
  .applies = alias_applies,
  .run = alias_run,
};

/* --- Make own ------------------------------------------------------------------------------------------------------- */

static gboolean
own_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  if (!are_sequences (document, ids, n, "before version 264 all sequences have keys of their own", error))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    const MwM2Sequence *sequence = sequence_of (document, ids[i]);
    if (!is_alias (sequence))
      return mw_operation_refuse (&sequence->record, error, "is not an alias: it has keys of its own");
    if (!played_by (document, sequence))
      return mw_operation_refuse (&sequence->record, error, "is an alias that leads to no sequence with keys");
  }
  return TRUE;
}

/* The keys are copied when the step ends, by what follows from the flag (core/edit/m2-follow.c). */
static gboolean
make_own (MwDocument *document, MwId id, GError **error)
{
  return set_flags (document, id, storage | MW_M2_SEQUENCE_ALIAS, IN_MODEL, error) && leave_ring (document, id, error)
         && set_alias (document, id, (MwRef) { id, 0 }, error);
}

static gboolean
own_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  for (guint i = 0; i < n; i++)
    if (!make_own (document, ids[i], error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_sequence_make_own = {
  .id = "sequence-make-own",
  .label = N_ ("Make Alias Independent"),
  .step = N_ ("Make %s independent"),
  .doc = N_ (
    "Gives aliases their own copy of the keys that they play, so that they can be edited separately. The copy is "
    "stored in the .m2 file."),
  .aliases = "unlink separate alias single user animation anim",
  .domain = MW_DOMAIN_SEQUENCES,
  .families = MW_FAMILY_M2,
  .applies = own_applies,
  .run = own_run,
};

/* --- Store ---------------------------------------------------------------------------------------------------------- */

enum { STORE_MODEL, STORE_FILE };
typedef struct {
  MwRecord record;
  uint8_t where;
} StoreParams;

MW_NAMES (store_names, FALSE, { STORE_MODEL, "model", N_ ("In the .m2 file") },
          { STORE_FILE, "file", N_ ("In a .anim file") });
static const MwField store_fields[] = {
  MW_FIELD_U8 (StoreParams, where, "where", .names = &store_names, .label = N_ ("Where"),
               .doc = N_ ("The file that holds the keys. The game reads a .anim file only when it plays the "
                          "sequence.")),
};
static const MwSchema store_params = { .name = "sequence-store",
                                       .label = N_ ("Store Keys"),
                                       .size = sizeof (StoreParams),
                                       .fields = store_fields,
                                       .n_fields = G_N_ELEMENTS (store_fields) };
static const char *const store_required[] = { "where", NULL };

static gboolean
store_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  if (!are_sequences (document, ids, n, "before version 264 all keys are in the .m2 file", error))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    const MwM2Sequence *sequence = sequence_of (document, ids[i]);
    if (is_alias (sequence) && n == 1)
      return mw_operation_refuse (&sequence->record, error,
                                  "is an alias: its keys are those of the sequence that it plays");
    if (sequence->not_loaded)
      return mw_operation_refuse (&sequence->record, error,
                                  "has its keys in a file that was not found: put the file beside the model first");
  }
  return TRUE;
}

/* Checks that a sequence may have a file, whose name has the animation and the variation. */
static gboolean
can_have_file (MwDocument *document, const MwM2Sequence *sequence, GError **error)
{
  const MwM2 *model = model_of (document);
  if (mw_record_index (&sequence->record) == 0)
    return mw_operation_refuse (&sequence->record, error,
                                "is the first sequence, whose keys must be in the .m2 file (m2-sequence-external)");
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *other = (const MwM2Sequence *) model->sequences.items[i];
    if (other == sequence || other->animation != sequence->animation || other->variation != sequence->variation
        || !mw_m2_sequence_is_external (other))
      continue;
    g_autofree char *path = mw_record_path (&other->record),
                    *reason = g_strdup_printf ("would have its keys in the same file \"...%04u-%02u.anim\" as %s: give "
                                               "it another variation first",
                                               sequence->animation, sequence->variation, path);
    return mw_operation_refuse (&sequence->record, error, reason);
  }
  return TRUE;
}

static gboolean
store (MwDocument *document, MwId id, gboolean file, gboolean *changed, GError **error)
{
  const MwM2 *model = model_of (document);
  const MwM2Sequence *sequence = sequence_of (document, id);
  if (mw_m2_sequence_is_external (sequence) == file)
    return TRUE;
  if (file && !can_have_file (document, sequence, error))
    return FALSE;
  *changed = TRUE;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *other = (const MwM2Sequence *) model->sequences.items[i];
    if ((other == sequence || (is_alias (other) && played_by (document, other) == sequence))
        && !set_flags (document, other->record.id, storage, file ? 0 : IN_MODEL, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
store_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const gboolean file = ((const StoreParams *) params)->where == STORE_FILE;
  gboolean changed = FALSE;
  for (guint i = 0; i < n; i++) {
    const MwM2Sequence *sequence = sequence_of (document, ids[i]);
    /* Among others, an alias follows what it plays, and the first sequence stays. */
    if (n > 1 && (is_alias (sequence) || (file && mw_record_index (&sequence->record) == 0)))
      continue;
    if (!store (document, ids[i], file, &changed, error))
      return FALSE;
  }
  return changed || mw_operation_nothing (error, "nothing to move: the keys are there already");
}

const MwOperation mw_operation_sequence_store = {
  .id = "sequence-store",
  .label = N_ ("Store Keys"),
  .step = N_ ("Store the keys of %s"),
  .doc = N_ (
    "Moves the keys of sequences of M2 models (264 and later) into the .m2 file, or into a .anim file for each "
    "sequence. The keys of the first sequence always stay in the .m2 file. Aliases move with their sequence. The "
    "files change when the model is saved."),
  .aliases = "external internal anim file move embed inline animation",
  .domain = MW_DOMAIN_SEQUENCES,
  .families = MW_FAMILY_M2,
  .params = &store_params,
  .required = store_required,
  .applies = store_applies,
  .run = store_run,
};
