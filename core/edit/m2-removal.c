/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/heirs.h"
#include "core/edit/m2-rules.h"

/* Removals from an M2 model that are refused, and changes that have to be made before a removal. */

/* --- Removing: aliases ---------------------------------------------------------------------------------------------- */

typedef struct {
  MwDocument *self;
  MwId from;
  MwRef to;
} Handing;

static void
hand_over (MwM2Track *track, gpointer data)
{
  const Handing *h = data;
  MwM2Lane *lane = mw_m2_lane_of (track, h->from);
  if (lane && !mw_m2_lane_of (track, h->to.id))
    mw_document_put_value (h->self, &lane->record, mw_schema_part (lane->record.schema, MW_PART_SEQUENCE), &h->to,
                           sizeof h->to);
}

/* Whether no remaining alias lies between `alias` and `head` once the doomed sequences are gone. */
static gboolean
loses_way (const MwM2 *model, const guint8 *doomed, const MwM2Sequence *alias, const MwM2Sequence *head)
{
  const MwM2Sequence *at = alias;
  for (uint32_t steps = 0; steps <= model->sequences.n; steps++) {
    at = mw_m2_alias_of (model, at->alias);
    if (!at || at == head)
      return TRUE;
    if (!doomed[at->record.id])
      return FALSE;
  }
  return TRUE;
}

/* When a sequence with keys is removed, the first remaining alias that plays them gets the keys. */
static gboolean
hand_keys_over (MwDocument *self, const guint8 *doomed, const MwM2Sequence *head, GError **error)
{
  MwM2 *model = mw_m2_of (self);
  MwM2Sequence *heir = NULL;
  for (uint32_t i = 0; i < model->sequences.n && !heir; i++) {
    MwM2Sequence *sequence = (MwM2Sequence *) model->sequences.items[i];
    if (!doomed[sequence->record.id] && mw_m2_is_alias (sequence) && mw_m2_played_by (model, sequence) == head)
      heir = sequence;
  }
  if (!heir)
    return TRUE;
  if (head->not_loaded)
    return mw_m2_refuse_not_loaded (error, &heir->record, NULL, head);
  uint32_t flags = (heir->flags & ~(MW_M2_SEQUENCE_STORAGE | MW_M2_SEQUENCE_ALIAS))
                   | (head->flags & MW_M2_SEQUENCE_STORAGE);
  if ((flags & MW_M2_SEQUENCE_STORAGE) == 0 && mw_m2_takes_missing_file (model, heir, heir->animation, heir->variation))
    return mw_m2_refuse_not_loaded (error, &heir->record, NULL, heir);
  Handing h = { self, head->record.id, { heir->record.id, 0 } };
  /* Other aliases that reached `head` only through removed ones would next follow the removed head's own `alias`,
   * which has other keys or none. They refer to the heir instead. */
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    MwM2Sequence *sequence = (MwM2Sequence *) model->sequences.items[i];
    if (sequence != heir && !doomed[sequence->record.id] && mw_m2_is_alias (sequence)
        && mw_m2_played_by (model, sequence) == head && loses_way (model, doomed, sequence, head))
      mw_document_put_value (self, &sequence->record, MW_FIELD (MwM2Sequence, alias), &h.to, sizeof h.to);
  }
  mw_document_put_value (self, &heir->record, MW_FIELD (MwM2Sequence, flags), &flags, sizeof flags);
  mw_m2_foreach_track (model, hand_over, &h);
  g_autofree char *path = mw_record_path (&heir->record);
  mw_document_notice (self, g_strdup_printf ("%s gets the keys that it played as an alias", path));
  return TRUE;
}

/* Sequences refer to each other in a ring by `alias`. Skips removed ones; a ring of which only one is left refers to
 * itself. */
static void
close_rings (MwDocument *self, const guint8 *doomed)
{
  MwM2 *model = mw_m2_of (self);
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    MwM2Sequence *sequence = (MwM2Sequence *) model->sequences.items[i];
    const MwM2Sequence *at = (const MwM2Sequence *) mw_model_resolve (self->model, sequence->alias);
    if (doomed[sequence->record.id] || !at || !doomed[at->record.id])
      continue;
    for (uint32_t steps = 0; at && doomed[at->record.id] && steps <= model->sequences.n; steps++)
      at = (const MwM2Sequence *) mw_model_resolve (self->model, at->alias);
    MwRef to = { at && !doomed[at->record.id] ? at->record.id : sequence->record.id, 0 };
    mw_document_put_value (self, &sequence->record, MW_FIELD (MwM2Sequence, alias), &to, sizeof to);
  }
}

/* --- Removing: the last one ----------------------------------------------------------------------------------------- */

static gboolean
keeps_one (const guint8 *doomed, const MwList *list, const char *why, GError **error)
{
  for (uint32_t i = 0; i < list->n; i++)
    if (!doomed[list->items[i]->id])
      return TRUE;
  return !list->n || mw_m2_refuse (error, list->items[0], NULL, "is the last one, and %s", why);
}

/* --- Removing: bones ------------------------------------------------------------------------------------------------ */

/* Clients look up the bone of a point, light or emitter without a check whether there is one (m2.md 14). So a
 * removal that leaves one without a bone is refused. The centre of a submesh gets the first remaining bone instead.
 * With MW_WEIGHTS_NEAREST all of them get the nearest remaining bone. */
static gboolean
leave_no_user (MwDocument *self, const guint8 *doomed, const MwRecord *bone, MwRef first, GError **error)
{
  g_autoptr (GArray) users = mw_document_find_referrers (self, bone->id);
  for (guint i = 0; i < users->len; i++) {
    const MwTarget *user = &g_array_index (users, MwTarget, i);
    if (doomed[user->record->id] || user->record->schema == &mw_m2_bone_schema)
      continue;
    MwRef to = self->weights == MW_WEIGHTS_NEAREST             ? mw_nearest_heir (self->nearest, bone->id)
               : user->record->schema == &mw_m2_submesh_schema ? first
                                                               : (MwRef) { 0, 0 };
    if (to.id) {
      mw_document_put_value (self, user->record, user->field, &to, sizeof to);
      continue;
    }
    g_autofree char *path = mw_record_path (user->record);
    mw_m2_refuse (error, bone, NULL, "has no parent, and %s would be left without a bone", path);
    mw_error_set_remedy (error, &mw_remedy_delete_nearest);
    return FALSE;
  }
  return TRUE;
}

static gboolean
remove_bones (MwDocument *self, const guint8 *doomed, GError **error)
{
  const MwM2 *model = mw_m2_of (self);
  MwRef first = { 0, 0 };
  if (!keeps_one (doomed, &model->bones, "clients do not load a model without bones", error))
    return FALSE;
  if (self->weights == MW_WEIGHTS_NEAREST) {
    g_autoptr (GHashTable) nearest = mw_nearest_heirs (&model->bones, NULL, doomed);
    mw_document_remember_nearest (self, nearest);
  }
  for (uint32_t i = 0; i < model->bones.n && !first.id; i++)
    first.id = doomed[model->bones.items[i]->id] ? 0 : model->bones.items[i]->id;
  g_autofree MwId *ancestors = mw_surviving_ancestors (self->model, &model->bones, doomed);
  for (uint32_t i = 0; i < model->bones.n; i++) {
    const MwRecord *bone = model->bones.items[i];
    if (doomed[bone->id] && !ancestors[bone->id] && !leave_no_user (self, doomed, bone, first, error))
      return FALSE;
  }
  return TRUE;
}

/* --- Removing: tracks with keys in files that are not loaded -------------------------------------------------------- */

typedef struct {
  const MwM2 *model;
  const guint8 *doomed;
  GError **error;
  gboolean refused;
} Missing;

static void
check_keys_loaded (MwM2Track *track, gpointer data)
{
  Missing *m = data;
  if (m->refused || !m->doomed[track->record.id])
    return;
  const MwM2Sequence *sequence = mw_m2_missing_keys_of (m->model, &track->record, m->doomed);
  if (!sequence)
    return;
  const MwRecord *top = &track->record;
  while (top->owner && m->doomed[top->owner->id])
    top = top->owner;
  g_autofree char *of = mw_record_path (&sequence->record);
  m->refused = !mw_m2_refuse (
    m->error, top, NULL,
    "has keys in the file \"...%04u-%02u.anim\", which is not loaded, and they would be lost; put "
    "the file beside the model, or delete %s first",
    sequence->animation, sequence->variation, of);
}

static gboolean
keeps_missing_keys (MwM2 *model, const guint8 *doomed, GError **error)
{
  Missing m = { model, doomed, error, FALSE };
  if (mw_m2_has_lanes (model))
    mw_m2_foreach_track (model, check_keys_loaded, &m);
  return !m.refused;
}

gboolean
mw_m2_remove (MwDocument *self, const guint8 *doomed, GError **error)
{
  MwM2 *model = mw_m2_of (self);
  g_autofree MwNameMap *skins = mw_name_map_removed (self->model, &model->skins, doomed, NULL);
  g_autofree MwNameMap *textures = mw_name_map_removed (self->model, &model->textures, doomed, NULL);
  if (!mw_m2_keeps_missing_skins (model, skins, error) || !mw_m2_unread_remove (model, doomed, error)
      || !keeps_missing_keys (model, doomed, error) || !remove_bones (self, doomed, error)
      || !keeps_one (doomed, &model->skins, "clients do not load a model without skin profiles", error))
    return FALSE;
  if (textures->n_after < textures->n_before && !mw_m2_keeps_emitters (model, doomed, textures, error))
    return FALSE;
  gboolean any = FALSE;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) model->sequences.items[i];
    if (!doomed[sequence->record.id])
      continue;
    any = TRUE;
    if (mw_m2_has_lanes (model) && !mw_m2_is_alias (sequence) && !hand_keys_over (self, doomed, sequence, error))
      return FALSE;
  }
  if (any)
    close_rings (self, doomed);
  return TRUE;
}
