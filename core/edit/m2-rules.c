/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/m2-rules.h"
#include "core/schema/wire-m2.h"

#include <string.h>

/* Edits of an M2 model that are refused, because no file could store the result or because they need keys in a file
 * that is not loaded; and changes that an insert needs first. */

gboolean
mw_m2_refuse (GError **error, const MwRecord *record, const MwField *field, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *reason = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *path = field ? mw_field_path (record, field) : mw_record_path (record);
  mw_set_error (error, MW_ERROR_REFUSED, -1, *path ? path : NULL, "%s", reason);
  return FALSE;
}

/* --- Queries -------------------------------------------------------------------------------------------------------- */

const MwM2Sequence *
mw_m2_alias_of (const MwM2 *model, MwRef alias)
{
  const MwRecord *record = mw_model_resolve (&model->model, alias);
  if (!record && !alias.id && alias.raw < model->sequences.n)
    record = model->sequences.items[alias.raw];
  return (const MwM2Sequence *) record;
}

const MwM2Sequence *
mw_m2_played_by (const MwM2 *model, const MwM2Sequence *sequence)
{
  for (uint32_t steps = 0; sequence && steps <= model->sequences.n; steps++) {
    if (!mw_m2_is_alias (sequence))
      return sequence;
    sequence = mw_m2_alias_of (model, sequence->alias);
  }
  return NULL;
}

gboolean
mw_m2_bone_has_keys (const MwM2 *model, const MwM2Bone *bone)
{
  const MwM2Track *const tracks[] = { bone->translation_track, bone->rotation_track, bone->scaling_track };
  for (guint i = 0; i < G_N_ELEMENTS (tracks); i++) {
    const MwM2Track *track = tracks[i];
    if (!track)
      continue;
    if (!mw_m2_has_lanes (model)) {
      if (track->times.n || track->values.n)
        return TRUE;
      continue;
    }
    for (uint32_t k = 0; k < track->lanes.n; k++)
      if (((const MwM2Lane *) track->lanes.items[k])->times.n || ((const MwM2Lane *) track->lanes.items[k])->values.n)
        return TRUE;
    /* Keys in a file that is not loaded are known from a note of the track. */
    gboolean noted = mw_notes_find (&track->record, MW_NOTE_LAYOUT,
                                    mw_schema_part (track->record.schema, MW_PART_LANES))
                     != NULL;
    for (uint32_t k = 0; noted && k < model->sequences.n; k++)
      if (((const MwM2Sequence *) model->sequences.items[k])->not_loaded)
        return TRUE;
  }
  return FALSE;
}

typedef struct {
  MwM2TrackFunc func;
  gpointer data;
} Tracks;

static gboolean
visit_track (MwRecord *record, gpointer data)
{
  const Tracks *tracks = data;
  if (mw_m2_is_track (record))
    tracks->func ((MwM2Track *) record, tracks->data);
  return TRUE;
}

void
mw_m2_foreach_track (MwM2 *model, MwM2TrackFunc func, gpointer data)
{
  Tracks tracks = { func, data };
  mw_record_foreach (&model->model.record, visit_track, &tracks);
}

MwM2Lane *
mw_m2_lane_of (const MwM2Track *track, MwId sequence)
{
  for (uint32_t i = 0; i < track->lanes.n; i++)
    if (((const MwM2Lane *) track->lanes.items[i])->sequence.id == sequence)
      return (MwM2Lane *) track->lanes.items[i];
  return NULL;
}

static gboolean
has_clock (const MwM2Track *track)
{
  return track->global_sequence.id || track->global_sequence.raw != MW_REF_NONE.raw;
}

/* --- Files that are not loaded -------------------------------------------------------------------------------------- */

gboolean
mw_m2_refuse_not_loaded (GError **error, const MwRecord *record, const MwField *field, const MwM2Sequence *sequence)
{
  return mw_m2_refuse (error, record, field, "needs the keys in the file \"...%04u-%02u.anim\", which is not loaded",
                       sequence->animation, sequence->variation);
}

const MwM2Sequence *
mw_m2_missing_keys_of (const MwM2 *model, const MwRecord *track, const guint8 *doomed)
{
  const MwField *lanes = mw_schema_part (track->schema, MW_PART_LANES);
  const MwNote *note = mw_m2_is_track (track)
                         ? mw_notes_find_of (track, MW_NOTE_LAYOUT, lanes, sizeof (MwWireEntriesHead))
                         : NULL;
  for (gsize at = sizeof (MwWireEntriesHead); note && at + sizeof (MwWireStoredEntry) <= note->size;
       at += sizeof (MwWireStoredEntry)) {
    MwWireStoredEntry stored;
    memcpy (&stored, note->bytes + at, sizeof stored);
    const MwRecord *record = stored.sequence.id ? mw_model_find (&model->model, stored.sequence.id) : NULL;
    if (record && record->schema == &mw_m2_sequence_schema && ((const MwM2Sequence *) record)->not_loaded
        && !(doomed && doomed[record->id]) && (stored.times_count || stored.values_count))
      return (const MwM2Sequence *) record;
  }
  return NULL;
}

gboolean
mw_m2_takes_missing_file (const MwM2 *model, const MwM2Sequence *sequence, guint animation, guint variation)
{
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *other = (const MwM2Sequence *) model->sequences.items[i];
    if (other != sequence && other->not_loaded && other->animation == animation && other->variation == variation)
      return TRUE;
  }
  return FALSE;
}

/* --- Setting a value ------------------------------------------------------------------------------------------------ */

/* Checks that an alias leads to a sequence with its own keys. */
static gboolean
check_alias (const MwM2 *model, const MwM2Sequence *sequence, uint32_t flags, MwRef alias, const MwField *field,
             GError **error)
{
  MwM2Sequence as = *sequence;
  as.flags = flags;
  as.alias = alias;
  if (!mw_m2_is_alias (&as))
    return TRUE;
  /* The record still has its old values, so its new chain must not lead back to it. */
  const MwM2Sequence *at = mw_m2_alias_of (model, alias);
  for (uint32_t steps = 0; at && steps <= model->sequences.n; steps++) {
    if (at->record.id == sequence->record.id)
      break;
    if (!mw_m2_is_alias (at))
      return TRUE;
    at = (const MwM2Sequence *) mw_model_resolve (&model->model, at->alias);
  }
  return mw_m2_refuse (error, &sequence->record, field,
                       "an alias must lead to a sequence that is not an alias; set its field alias first");
}

static gboolean
check_sequence_flags (const MwM2 *model, const MwM2Sequence *sequence, const MwField *field, uint32_t flags,
                      GError **error)
{
  uint32_t changed = sequence->flags ^ flags;
  if (sequence->not_loaded && (changed & (MW_M2_SEQUENCE_STORAGE | MW_M2_SEQUENCE_ALIAS)))
    return mw_m2_refuse_not_loaded (error, &sequence->record, field, sequence);
  const MwM2Sequence *played = mw_m2_played_by (model, sequence);
  if (mw_m2_is_alias (sequence) && !(flags & MW_M2_SEQUENCE_ALIAS) && played && played->not_loaded)
    return mw_m2_refuse_not_loaded (error, &sequence->record, field, played);
  if ((flags & (MW_M2_SEQUENCE_STORAGE | MW_M2_SEQUENCE_ALIAS)) == 0
      && mw_m2_takes_missing_file (model, sequence, sequence->animation, sequence->variation))
    return mw_m2_refuse_not_loaded (error, &sequence->record, field, sequence);
  return !(changed & MW_M2_SEQUENCE_ALIAS) || check_alias (model, sequence, flags, sequence->alias, field, error);
}

static gboolean
set_sequence (const MwM2 *model, const MwM2Sequence *sequence, const MwField *field, const void *bytes, GError **error)
{
  const MwRecord *record = &sequence->record;
  if (!mw_m2_has_lanes (model))
    return TRUE;
  if (field == MW_FIELD (MwM2Sequence, flags)) {
    uint32_t flags;
    memcpy (&flags, bytes, sizeof flags);
    return check_sequence_flags (model, sequence, field, flags, error);
  }
  if (field == MW_FIELD (MwM2Sequence, alias)) {
    MwRef alias;
    memcpy (&alias, bytes, sizeof alias);
    return check_alias (model, sequence, sequence->flags, alias, field, error);
  }
  gboolean animation = field == MW_FIELD (MwM2Sequence, animation);
  if (!animation && field != MW_FIELD (MwM2Sequence, variation))
    return TRUE;
  uint16_t number;
  memcpy (&number, bytes, sizeof number);
  if (sequence->not_loaded
      || (mw_m2_sequence_is_external (sequence)
          && mw_m2_takes_missing_file (model, sequence, animation ? number : sequence->animation,
                                       animation ? sequence->variation : number)))
    return mw_m2_refuse_not_loaded (error, record, field, sequence);
  return TRUE;
}

/* A change of the clock would move keys of sequences into the model's own file, or out of it. Refused if some of
 * them are not loaded. */
static gboolean
set_clock (const MwM2 *model, const MwM2Track *track, const MwField *field, GError **error)
{
  if (!mw_m2_has_lanes (model) || track->spread != MW_M2_SPREAD_SEQUENCES)
    return TRUE;
  for (uint32_t i = 0; i < model->sequences.n; i++)
    if (((const MwM2Sequence *) model->sequences.items[i])->not_loaded)
      return mw_m2_refuse_not_loaded (error, &track->record, field, (const MwM2Sequence *) model->sequences.items[i]);
  return TRUE;
}

/* Clients process bones once, in order, so a parent must come before its children (m2.md 5.4). Models that were read
 * with another order are accepted. */
static gboolean
set_parent (const MwM2 *model, const MwM2Bone *bone, const MwField *field, MwRef parent, GError **error)
{
  const MwRecord *target = mw_model_resolve (&model->model, parent);
  if (!target || mw_record_index (target) < mw_record_index (&bone->record))
    return TRUE;
  g_autofree char *path = mw_record_path (target);
  return mw_m2_refuse (error, &bone->record, field,
                       "%s comes after it, and clients need parents first: move the parent before this bone", path);
}

/* --- Textures that emitters name by five bits each (m2.md 5.17) ----------------------------------------------------- */

static gboolean
names_three (const MwM2 *model, const MwM2Particle *emitter)
{
  return mw_m2_has_lanes (model) && (emitter->flags & MW_M2_PARTICLE_MULTITEXTURE);
}

static const size_t textures[] = { offsetof (MwM2Particle, texture), offsetof (MwM2Particle, texture_2),
                                   offsetof (MwM2Particle, texture_3) };

static gboolean
is_texture (const MwField *field)
{
  for (guint i = 0; i < G_N_ELEMENTS (textures); i++)
    if (field == mw_schema_member (&mw_m2_particle_schema, textures[i]))
      return TRUE;
  return FALSE;
}

/* Checks that a texture can be named by an emitter. `map` has the new places of textures (NULL: unchanged). */
static gboolean
is_near_enough (const MwM2 *model, const MwRecord *emitter, const MwField *field, MwRef ref, const MwNameMap *map,
                GError **error)
{
  const MwRecord *texture = mw_model_resolve (&model->model, ref);
  uint32_t place = texture ? mw_record_index (texture) : ref.raw;
  if (!texture && place == MW_REF_NONE.raw)
    return mw_m2_refuse (error, emitter, field, "an emitter with the flag multitexture has three textures");
  if (map && texture)
    place = map->to[place];
  if (place <= MW_M2_PARTICLE_MOST_TEXTURE || place == MW_NAME_GONE)
    return TRUE;
  return mw_m2_refuse (error, emitter, field,
                       "refers to textures[%u], but can refer only to textures[0] to "
                       "textures[%u]",
                       place, MW_M2_PARTICLE_MOST_TEXTURE);
}

static gboolean
check_textures (const MwM2 *model, const MwM2Particle *emitter, const MwNameMap *map, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (textures); i++) {
    const MwField *field = mw_schema_member (&mw_m2_particle_schema, textures[i]);
    MwRef ref = *(const MwRef *) mw_field_at (&emitter->record, field);
    if (!is_near_enough (model, &emitter->record, field, ref, map, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
mw_m2_keeps_emitters (const MwM2 *model, const guint8 *doomed, const MwNameMap *map, GError **error)
{
  for (uint32_t i = 0; i < model->particles.n; i++) {
    const MwM2Particle *emitter = (const MwM2Particle *) model->particles.items[i];
    if (names_three (model, emitter) && !(doomed && doomed[emitter->record.id])
        && !check_textures (model, emitter, map, error))
      return FALSE;
  }
  return TRUE;
}

/* --- Layouts that readers detect from the bytes --------------------------------------------------------------------- */

/* Readers up to 261 detect the layout of emitters by the byte at 0x29 (m2.md 15.2), so its value must fit the
 * layout. */
static gboolean
check_emitter (const MwM2 *model, const MwM2Particle *emitter, guint blend_mode, guint emitter_type, GError **error)
{
  if (model->version >= MW_M2_EMITTER_BYTES_SINCE)
    return TRUE;
  if (emitter->record.variant == MW_M2_PARTICLE_BYTES && (emitter_type & 0xFF) == 0)
    return mw_m2_refuse (error, &emitter->record, NULL,
                         "stores its blend mode and type as bytes, where type 0 cannot be distinguished from no type");
  if (emitter->record.variant == MW_M2_PARTICLE_PLAIN && blend_mode > 255)
    return mw_m2_refuse (error, &emitter->record, NULL, "takes blend modes up to 255");
  return TRUE;
}

static gboolean
set_emitter (const MwM2 *model, const MwM2Particle *emitter, const MwField *field, const void *bytes, GError **error)
{
  uint16_t number;
  if (is_texture (field) && names_three (model, emitter)) {
    MwRef ref;
    memcpy (&ref, bytes, sizeof ref);
    return is_near_enough (model, &emitter->record, field, ref, NULL, error);
  }
  if (field == MW_FIELD (MwM2Particle, flags) && mw_m2_has_lanes (model)) {
    uint32_t flags;
    memcpy (&flags, bytes, sizeof flags);
    const MwField *texture = MW_FIELD (MwM2Particle, texture);
    uint32_t changed = flags ^ emitter->flags;
    if ((changed & flags & MW_M2_PARTICLE_MULTITEXTURE)
        && !is_near_enough (model, &emitter->record, texture, emitter->texture, NULL, error))
      return FALSE;
    return !(changed & MW_M2_PARTICLE_COMPRESSED_GRAVITY) || mw_m2_can_convert_gravity (model, emitter, field, error);
  }
  gboolean blend = field == MW_FIELD (MwM2Particle, blend_mode);
  if (!blend && field != MW_FIELD (MwM2Particle, emitter_type))
    return TRUE;
  memcpy (&number, bytes, sizeof number);
  return check_emitter (model, emitter, blend ? number : emitter->blend_mode, blend ? emitter->emitter_type : number,
                        error);
}

static gboolean
set_model_flags (const MwM2 *model, const MwField *field, const void *bytes, GError **error)
{
  uint32_t flags;
  memcpy (&flags, bytes, sizeof flags);
  if (!model->particles.n
      || mw_m2_emitters_scroll (model->version, flags) == mw_m2_emitters_scroll (model->version, model->global_flags))
    return TRUE;
  return mw_m2_refuse (error, &model->model.record, field,
                       "decides the layout of the model's %u particle emitters, "
                       "and cannot change while there are any",
                       model->particles.n);
}

/* A new record gets the layout of its siblings, or else the usual one of the version. */
static void
take_layout (const MwM2 *model, MwRecord *record, const MwList *list)
{
  if (list->n)
    record->variant = list->items[0]->variant;
  else if (record->schema == &mw_m2_camera_schema)
    record->variant = MW_M2_CAMERA_USUAL;
  else if (record->schema == &mw_m2_skin_schema)
    record->variant = model->version >= MW_M2_SHADOW_BATCHES_SINCE ? MW_M2_SKIN_SHADOWS : MW_M2_SKIN_PLAIN;
  else
    record->variant = mw_m2_emitters_scroll (model->version, model->global_flags) ? MW_M2_PARTICLE_SCROLLING
                                                                                  : MW_M2_PARTICLE_PLAIN;
}

static gboolean
set (MwDocument *self, MwRecord *record, const MwField *field, const void *bytes, GError **error)
{
  if (record->schema == &mw_m2_skin_schema && ((const MwM2Skin *) record)->not_loaded)
    return mw_m2_refuse (error, record, field, "its file \"...%02u.skin\" is not loaded", mw_record_index (record));
  if (record->schema == &mw_m2_sequence_schema)
    return set_sequence (mw_m2_of (self), (const MwM2Sequence *) record, field, bytes, error);
  if (field == MW_FIELD (MwM2Bone, parent)) {
    MwRef parent;
    memcpy (&parent, bytes, sizeof parent);
    return set_parent (mw_m2_of (self), (const MwM2Bone *) record, field, parent, error);
  }
  if (record->schema == &mw_m2_particle_schema)
    return set_emitter (mw_m2_of (self), (const MwM2Particle *) record, field, bytes, error);
  if (field == MW_FIELD (MwM2, global_flags))
    return set_model_flags (mw_m2_of (self), field, bytes, error);
  if (mw_m2_is_track (record) && field->part == MW_PART_CLOCK)
    return set_clock (mw_m2_of (self), (const MwM2Track *) record, field, error);
  return TRUE;
}

/* --- Inserting ------------------------------------------------------------------------------------------------------ */

/* Whether a lane for this sequence (or for all sequences) may be added to the lanes of a track. */
static gboolean
check_lane (const MwM2 *model, const MwM2Track *track, const MwM2Lane *lane, const MwRecord *replaced, uint32_t spread,
            GError **error)
{
  const MwField *field = mw_schema_part (track->record.schema, MW_PART_LANES);
  gboolean for_all = !lane->sequence.id && lane->sequence.raw == MW_REF_NONE.raw;
  if (for_all != (spread == MW_M2_SPREAD_ALL))
    return mw_m2_refuse (error, &track->record, field,
                         for_all ? "has one lane for each sequence: set the sequence of this one"
                                 : "has one lane for all sequences");
  for (uint32_t i = 0; i < track->lanes.n; i++) {
    const MwM2Lane *other = (const MwM2Lane *) track->lanes.items[i];
    if (other != lane && &other->record != replaced && other->sequence.id == lane->sequence.id
        && other->sequence.raw == lane->sequence.raw)
      return mw_m2_refuse (error, &track->record, field, "already has a lane for this sequence");
  }
  if (for_all)
    return TRUE;
  const MwM2Sequence *sequence = (const MwM2Sequence *) mw_model_resolve (&model->model, lane->sequence);
  if (!sequence)
    return mw_m2_refuse (error, &track->record, field, "would have a lane for a sequence that does not exist");
  if (mw_m2_is_alias (sequence))
    return mw_m2_refuse (error, &track->record, field,
                         "an alias has no keys of its own: it plays those of another sequence");
  if (sequence->not_loaded && !has_clock (track))
    return mw_m2_refuse_not_loaded (error, &track->record, field, sequence);
  return TRUE;
}

typedef struct {
  const MwM2 *model;
  GError **error;
} Checking;

/* The version decides whether keys are in the track or in lanes. Drops those in the wrong place, which no row would
 * store. */
static void
drop_dead_keys (const MwM2 *model, MwM2Track *track)
{
  MwArray *const keys[] = { &track->times, &track->values, &track->in_tans, &track->out_tans };
  for (guint i = 0; mw_m2_has_lanes (model) && i < G_N_ELEMENTS (keys); i++)
    mw_array_clear (keys[i]);
  if (mw_m2_has_lanes (model))
    return;
  track->spread = MW_M2_SPREAD_NONE;
  while (track->lanes.n)
    mw_record_free (
      mw_list_take (NULL, &track->record, mw_schema_part (track->record.schema, MW_PART_LANES), track->lanes.n - 1));
}

static gboolean
check_new_track (MwRecord *record, gpointer data)
{
  const Checking *c = data;
  MwM2Track *track = (MwM2Track *) record;
  if (mw_m2_is_track (record))
    drop_dead_keys (c->model, track);
  if (!mw_m2_is_track (record) || !mw_m2_has_lanes (c->model))
    return TRUE;
  if (track->spread > MW_M2_SPREAD_SEQUENCES || (track->spread == MW_M2_SPREAD_NONE && track->lanes.n))
    return mw_m2_refuse (c->error, record, NULL, "its lanes do not match its spread %u", track->spread);
  for (uint32_t i = 0; i < track->lanes.n; i++)
    if (!check_lane (c->model, track, (const MwM2Lane *) track->lanes.items[i], NULL, track->spread, c->error))
      return FALSE;
  return TRUE;
}

/* Exporters give bones and events one lane for each sequence, and all other records one lane for all (m2.md 4.2). */
static void
spread_new_track (const MwRecord *owner, MwM2Track *track)
{
  if (track->spread == MW_M2_SPREAD_NONE && track->lanes.n == 0)
    track->spread = owner->schema == &mw_m2_bone_schema || owner->schema == &mw_m2_event_schema ? MW_M2_SPREAD_SEQUENCES
                                                                                                : MW_M2_SPREAD_ALL;
}

typedef struct {
  MwDocument *self;
  MwRef sequence;
} Splitting;

static void
split_track (MwM2Track *track, gpointer data)
{
  const Splitting *s = data;
  const MwSchema *owner = track->record.owner->schema;
  if (track->spread != MW_M2_SPREAD_ALL || has_clock (track)
      || (owner != &mw_m2_bone_schema && owner != &mw_m2_event_schema))
    return;
  uint32_t spread = MW_M2_SPREAD_SEQUENCES;
  mw_document_put_value (s->self, &track->record, mw_schema_part (track->record.schema, MW_PART_SPREAD), &spread,
                         sizeof spread);
  for (uint32_t i = 0; i < track->lanes.n; i++)
    mw_document_put_value (s->self, track->lanes.items[i],
                           mw_schema_part (track->lanes.items[i]->schema, MW_PART_SEQUENCE), &s->sequence,
                           sizeof s->sequence);
}

/* As long as there is one sequence, a lane for it and a lane for all are the same in a file. When a second one is
 * inserted, such lanes of bones and events are assigned to the first. */
static void
split_lanes (MwDocument *self)
{
  MwM2 *model = mw_m2_of (self);
  Splitting s = { self, { 0, 0 } };
  if (!mw_m2_has_lanes (model) || model->sequences.n != 1)
    return;
  s.sequence.id = model->sequences.items[0]->id;
  mw_m2_foreach_track (model, split_track, &s);
}

static gboolean
insert_sequence (MwDocument *self, MwM2Sequence *sequence, const MwRecord *replaced, GError **error)
{
  MwM2 *model = mw_m2_of (self);
  const MwM2Sequence *old = (const MwM2Sequence *) replaced;
  if (!mw_m2_has_lanes (model))
    return TRUE;
  if (!old && sequence->not_loaded)
    return mw_m2_refuse_not_loaded (error, &sequence->record, NULL, sequence);
  if (old && sequence->not_loaded != old->not_loaded)
    return mw_m2_refuse_not_loaded (error, replaced, NULL, old);
  if (old
      && (!check_sequence_flags (model, old, NULL, sequence->flags, error)
          || (old->not_loaded && (old->animation != sequence->animation || old->variation != sequence->variation)
              && !mw_m2_refuse_not_loaded (error, replaced, NULL, old))))
    return FALSE;
  if (!check_alias (model, sequence, sequence->flags, sequence->alias, NULL, error))
    return FALSE;
  if (!old && mw_m2_sequence_is_external (sequence)
      && mw_m2_takes_missing_file (model, sequence, sequence->animation, sequence->variation))
    return mw_m2_refuse_not_loaded (error, &sequence->record, NULL, sequence);
  if (!old)
    split_lanes (self);
  return TRUE;
}

static gboolean
insert_lane (MwDocument *self, MwM2Track *track, const MwM2Lane *lane, const MwRecord *replaced, GError **error)
{
  uint32_t spread = track->spread;
  if (spread == MW_M2_SPREAD_NONE)
    spread = !lane->sequence.id && lane->sequence.raw == MW_REF_NONE.raw ? MW_M2_SPREAD_ALL : MW_M2_SPREAD_SEQUENCES;
  if (!check_lane (mw_m2_of (self), track, lane, replaced, spread, error))
    return FALSE;
  mw_document_put_value (self, &track->record, mw_schema_part (track->record.schema, MW_PART_SPREAD), &spread,
                         sizeof spread);
  return TRUE;
}

static gboolean
refuse_before (const MwRecord *bone, const MwRecord *parent, GError **error)
{
  g_autofree char *path = mw_record_path (parent);
  return mw_m2_refuse (error, bone, NULL, "would come before its parent %s, but clients need parents first", path);
}

static gboolean
insert_bone (MwDocument *self, const MwM2Bone *bone, guint32 index, const MwRecord *replaced, GError **error)
{
  const MwRecord *parent = mw_model_resolve (self->model, bone->parent);
  if (!parent || parent == replaced || mw_record_index (parent) < index)
    return TRUE;
  /* A replacement may stay before its parent if the old bone was. */
  if (replaced && ((const MwM2Bone *) replaced)->parent.id == bone->parent.id)
    return TRUE;
  return refuse_before (&bone->record, parent, error);
}

gboolean
mw_m2_keeps_missing_skins (const MwM2 *model, const MwNameMap *map, GError **error)
{
  for (uint32_t i = 0; mw_m2_has_lanes (model) && i < model->skins.n; i++)
    if (((const MwM2Skin *) model->skins.items[i])->not_loaded && map->to[i] != i && map->to[i] != MW_NAME_GONE)
      return mw_m2_refuse (error, model->skins.items[i], NULL,
                           "its file \"...%02u.skin\" is not loaded, so the profile keeps its number", i);
  return TRUE;
}

static gboolean
insert (MwDocument *self, MwRecord *owner, const MwField *list, guint32 index, MwRecord *record,
        const MwRecord *replaced, GError **error)
{
  MwM2 *model = mw_m2_of (self);
  Checking c = { model, error };
  for (const MwRecord *at = owner; at; at = at->owner)
    if (at->schema == &mw_m2_skin_schema && ((const MwM2Skin *) at)->not_loaded)
      return mw_m2_refuse (error, at, NULL, "its file \"...%02u.skin\" is not loaded", mw_record_index (at));
  if (!replaced && !mw_m2_unread_insert (model, owner, list, index, error))
    return FALSE;
  if (!mw_record_foreach (record, check_new_track, &c))
    return FALSE;
  if (mw_m2_is_track (record) && mw_m2_has_lanes (model) && !replaced)
    spread_new_track (owner, (MwM2Track *) record);
  if (record->schema->probe) {
    if (replaced)
      record->variant = replaced->variant;
    else
      take_layout (model, record, mw_record_list (owner, list));
  }
  if (record->schema == &mw_m2_particle_schema) {
    const MwM2Particle *emitter = (const MwM2Particle *) record;
    if (!check_emitter (model, emitter, emitter->blend_mode, emitter->emitter_type, error)
        || (names_three (model, emitter) && !check_textures (model, emitter, NULL, error)))
      return FALSE;
  }
  if (record->schema == &mw_m2_skin_schema) {
    if (((const MwM2Skin *) record)->not_loaded != (replaced ? ((const MwM2Skin *) replaced)->not_loaded : 0))
      /* A copy is inserted right after its original. */
      return mw_m2_refuse (error, owner, list,
                           "a new profile needs its geometry, and the file \"...%02u.skin\" is not loaded",
                           replaced || !index ? index : index - 1);
    g_autofree MwNameMap *map = mw_name_map_inserted (model->skins.n, index);
    return replaced || mw_m2_keeps_missing_skins (model, map, error);
  }
  if (record->schema == &mw_m2_texture_schema && !replaced) {
    g_autofree MwNameMap *map = mw_name_map_inserted (model->textures.n, index);
    return mw_m2_keeps_emitters (model, NULL, map, error);
  }
  if (record->schema == &mw_m2_bone_schema)
    return insert_bone (self, (const MwM2Bone *) record, index, replaced, error);
  if (record->schema == &mw_m2_sequence_schema)
    return insert_sequence (self, (MwM2Sequence *) record, replaced, error);
  if (mw_m2_is_track (owner) && list->type == MW_TYPE_LIST)
    return insert_lane (self, (MwM2Track *) owner, (const MwM2Lane *) record, replaced, error);
  return TRUE;
}

/* --- Moving --------------------------------------------------------------------------------------------------------- */

static gboolean
move_bone (const MwM2 *model, const MwRecord *record, guint32 to, GError **error)
{
  uint32_t from = mw_record_index (record);
  const MwRecord *parent = mw_model_resolve (&model->model, ((const MwM2Bone *) record)->parent);
  if (parent && mw_record_index (parent) < from && mw_record_index (parent) >= to)
    return refuse_before (record, parent, error);
  for (uint32_t i = from + 1; i <= to && i < model->bones.n; i++) {
    const MwM2Bone *child = (const MwM2Bone *) model->bones.items[i];
    if (child->parent.id != record->id)
      continue;
    g_autofree char *path = mw_record_path (&child->record);
    return mw_m2_refuse (error, record, NULL, "would come after its child %s, but clients need parents first", path);
  }
  return TRUE;
}

static gboolean
move (MwDocument *self, MwRecord *record, guint32 index, GError **error)
{
  MwM2 *model = mw_m2_of (self);
  if (!mw_m2_unread_move (model, record, index, error))
    return FALSE;
  if (record->schema == &mw_m2_bone_schema)
    return move_bone (model, record, index, error);
  if (record->schema == &mw_m2_sequence_schema)
    return mw_m2_keeps_chain (model, (const MwM2Sequence *) record, index, error);
  if (record->schema != &mw_m2_skin_schema && record->schema != &mw_m2_texture_schema)
    return TRUE;
  gboolean skin = record->schema == &mw_m2_skin_schema;
  g_autofree MwNameMap *map = mw_name_map_moved (skin ? model->skins.n : model->textures.n, mw_record_index (record),
                                                 index);
  return skin ? mw_m2_keeps_missing_skins (model, map, error) : mw_m2_keeps_emitters (model, NULL, map, error);
}

/* --- Arrays --------------------------------------------------------------------------------------------------------- */

static gboolean
elements (MwDocument *self, MwRecord *record, const MwField *field, guint32 first, guint32 n, const void *bytes,
          GError **error)
{
  return mw_m2_unread_elements (mw_m2_of (self), record, field, first, n, bytes, error);
}

static gboolean
resize (MwDocument *self, MwRecord *record, const MwField *field, guint32 n, GError **error)
{
  return mw_m2_unread_resize (mw_m2_of (self), record, field, n, error);
}

const MwEditRules mw_m2_edit_rules = { .set = set,
                                       .convert = mw_m2_convert,
                                       .elements = elements,
                                       .resize = resize,
                                       .insert = insert,
                                       .move = move,
                                       .remove = mw_m2_remove,
                                       .complete = mw_m2_complete,
                                       .join = mw_m2_join,
                                       .parents_first = TRUE,
                                       .rename = mw_m2_rename,
                                       .update_dependents = mw_m2_update_dependents };
