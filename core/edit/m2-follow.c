/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/m2-rules.h"
#include "core/edit/m2-skeleton.h"
#include "core/schema/catalogue.h"

#include <string.h>

/* Changes that follow from a step in an M2 model: chains of variations; keys of a sequence that becomes an alias or
 * ceases to be one; the flag of bones with keys; the stored values about a bone's place in the skeleton; surface
 * numbers that no profile uses any more; and the table of what old clients play for animations that the model lacks.
 * Values that do not follow from the step stay as read.
 *
 * The model before the step is compared with the model after all of its changes. So the order of changes does not
 * matter, and following up a second time changes nothing. */

typedef struct {
  MwDocument *self;
  MwM2 *before, *now;
  GHashTable *bones; /* ids of the bones, before or now, that the step changed, or below which it changed something */
} Following;

/* --- The model before the step -------------------------------------------------------------------------------------- */

static MwM2 *
model_before (MwDocument *self)
{
  MwModel *model = mw_model_copy (self->model, FALSE);
  for (guint i = self->open->changes->len; i-- > 0;)
    mw_step_change_apply (model, mw_step_change_at (self->open, i), FALSE);
  return (MwM2 *) model;
}

static const MwM2Bone *
bone_of (const MwM2 *model, MwId id)
{
  const MwRecord *record = mw_model_find (&model->model, id);
  return record && record->schema == &mw_m2_bone_schema ? (const MwM2Bone *) record : NULL;
}

static void
add_bone_of (const MwM2 *model, MwId id, GHashTable *bones)
{
  for (const MwRecord *at = mw_model_find (&model->model, id); at; at = at->owner)
    if (at->schema == &mw_m2_bone_schema)
      g_hash_table_add (bones, GUINT_TO_POINTER (at->id));
}

/* Whether anything may follow from the change. */
static gboolean
concerns (const MwStepChange *change)
{
  const MwSchema *schema = change->schema;
  if (change->kind >= MW_STEP_FORGET)
    return FALSE;
  if (schema == &mw_m2_bone_schema || schema == &mw_m2_sequence_schema || schema == &mw_m2_submesh_schema
      || ((schema == &mw_m2_batch_schema || schema == &mw_m2_skin_schema) && change->kind == MW_STEP_REMOVE))
    return TRUE;
  return schema->keys != MW_KEYS_NONE;
}

/* --- Aliases -------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwDocument *self;
  MwId sequence, from;
  guint n; /* number of lanes removed */
} Lanes;

static void
drop_lane (MwM2Track *track, gpointer data)
{
  Lanes *l = data;
  MwM2Lane *lane = mw_m2_lane_of (track, l->sequence);
  l->n += lane && lane->times.n;
  if (lane)
    mw_document_take_record (l->self, &lane->record);
}

static void
copy_lane (MwM2Track *track, gpointer data)
{
  const Lanes *l = data;
  MwM2Lane *from = mw_m2_lane_of (track, l->from);
  if (!from || mw_m2_lane_of (track, l->sequence))
    return;
  MwM2Lane *lane = (MwM2Lane *) mw_record_copy (&from->record, FALSE);
  mw_record_forget_ids (&lane->record);
  mw_notes_drop (&lane->record);
  lane->sequence = (MwRef) { l->sequence, 0 };
  mw_document_put_record (l->self, &track->record, mw_record_slot (&from->record), mw_record_index (&from->record) + 1,
                          &lane->record);
}

static void
gather (MwM2Track *track, gpointer data)
{
  g_ptr_array_add (data, track);
}

/* Removes the keys of a sequence that becomes an alias. A sequence that ceases to be an alias gets a copy of the
 * keys that it played. */
static void
update_aliases (Following *f)
{
  g_autoptr (GPtrArray) tracks = NULL;
  for (uint32_t i = 0; i < f->now->sequences.n; i++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) f->now->sequences.items[i];
    const MwM2Sequence *was = (const MwM2Sequence *) mw_model_find (&f->before->model, sequence->record.id);
    gboolean alias = (sequence->flags & MW_M2_SEQUENCE_ALIAS) != 0;
    if (!was || ((was->flags & MW_M2_SEQUENCE_ALIAS) != 0) == alias)
      continue;
    const MwM2Sequence *played = alias ? NULL : mw_m2_played_by (f->before, was);
    Lanes lanes = { f->self, sequence->record.id, played ? played->record.id : 0, 0 };
    if (!alias && (!played || !mw_model_find (&f->now->model, lanes.from)))
      continue;
    /* Collected first, because lanes are inserted and removed below. */
    if (!tracks) {
      tracks = g_ptr_array_new ();
      mw_m2_foreach_track (f->now, gather, tracks);
    }
    for (guint k = 0; k < tracks->len; k++)
      (alias ? drop_lane : copy_lane) (g_ptr_array_index (tracks, k), &lanes);
    if (lanes.n) {
      g_autofree char *path = mw_record_path (&sequence->record);
      mw_document_notice (f->self, g_strdup_printf ("%s: its keys in %u tracks were removed, because an alias plays "
                                                    "those of another sequence",
                                                    path, lanes.n));
    }
  }
}

/* --- Bones: the flag ------------------------------------------------------------------------------------------------ */

static void
put_u32 (Following *f, const MwM2Bone *bone, const MwField *field, uint32_t value)
{
  mw_document_put_value (f->self, (MwRecord *) bone, field, &value, sizeof value);
}

static void
put_u16 (Following *f, const MwM2Bone *bone, const MwField *field, uint32_t value)
{
  uint16_t word = (uint16_t) value;
  mw_document_put_value (f->self, (MwRecord *) bone, field, &word, sizeof word);
}

/* Sets the flag of bones that have keys: clients ignore the tracks of a bone without it. */
static void
update_keys_flag (Following *f, const MwM2Bone *bone)
{
  const MwM2Bone *was = bone_of (f->before, bone->record.id);
  gboolean had = was && mw_m2_bone_has_keys (f->before, was), has = mw_m2_bone_has_keys (f->now, bone);
  if (had != has)
    put_u32 (f, bone, MW_FIELD (MwM2Bone, flags),
             has ? bone->flags | MW_M2_BONE_TRANSFORMED : bone->flags & ~(uint32_t) MW_M2_BONE_TRANSFORMED);
}

/* --- Bones: stored values about their place in the skeleton (m2.md 5.4) --------------------------------------------- */

static const MwM2Bone *
parent_of (const MwM2 *model, const MwM2Bone *bone)
{
  return (const MwM2Bone *) mw_model_resolve (&model->model, bone->parent);
}

typedef struct {
  const MwM2Bone *bone;
  guint depth;
  gboolean own; /* it is new, was moved or has another parent; otherwise it is above or below such a bone */
} Placed;

static int
deepest_first (gconstpointer a, gconstpointer b)
{
  const Placed *x = a, *y = b;
  return x->depth > y->depth ? -1 : x->depth < y->depth;
}

static gboolean
has_moved (const Following *f, const MwM2Bone *bone, const MwM2Bone *was)
{
  return !was || was->parent.id != bone->parent.id || was->parent.raw != bone->parent.raw
         || memcmp (was->pivot, bone->pivot, sizeof bone->pivot) != 0;
}

/* The bones whose stored values may have to change. */
typedef struct {
  GArray *placed;
  GHashTable *seen, *up_now, *up_before; /* ids; the last two: bones all of whose ancestors were added */
  const MwM2Skeleton *now;
} Placing;

static void
add_placed (Placing *p, const MwM2Bone *bone, gboolean own)
{
  if (bone && g_hash_table_add (p->seen, GUINT_TO_POINTER (bone->record.id)))
    g_array_append_val (p->placed, ((Placed) { bone, mw_m2_skeleton_depth (p->now, bone), own }));
}

static void
add_ancestors (const Following *f, Placing *p, GHashTable *up, const MwM2 *model, const MwM2Bone *bone)
{
  for (; bone && g_hash_table_add (up, GUINT_TO_POINTER (bone->record.id)); bone = parent_of (model, bone))
    add_placed (p, bone_of (f->now, bone->record.id), FALSE);
}

/* Moved bones, and the bones whose stored values depend on them, deepest first. */
static GArray *
find_placed (Following *f, const MwM2Skeleton *skeleton)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL), up_now = g_hash_table_new (NULL, NULL),
                         up_before = g_hash_table_new (NULL, NULL), is_moved = g_hash_table_new (NULL, NULL);
  Placing p = { g_array_new (FALSE, FALSE, sizeof (Placed)), seen, up_now, up_before, skeleton };
  g_autoptr (GPtrArray) moved = g_ptr_array_new ();
  for (uint32_t i = 0; i < f->now->bones.n; i++) {
    const MwM2Bone *bone = (const MwM2Bone *) f->now->bones.items[i];
    if (has_moved (f, bone, bone_of (f->before, bone->record.id))) {
      add_placed (&p, bone, TRUE);
      g_ptr_array_add (moved, (gpointer) bone);
      g_hash_table_add (is_moved, (gpointer) bone);
    }
  }
  for (uint32_t i = 0; moved->len && i < f->now->bones.n; i++) {
    const MwM2Bone *child = (const MwM2Bone *) f->now->bones.items[i];
    const MwM2Bone *parent = parent_of (f->now, child);
    if (parent && g_hash_table_contains (is_moved, parent))
      add_placed (&p, child, FALSE);
  }
  for (guint i = 0; i < moved->len; i++) {
    const MwM2Bone *bone = g_ptr_array_index (moved, i);
    add_ancestors (f, &p, up_now, f->now, parent_of (f->now, bone));
    const MwM2Bone *was = bone_of (f->before, bone->record.id);
    if (was)
      add_ancestors (f, &p, up_before, f->before, parent_of (f->before, was));
  }
  g_array_sort (p.placed, deepest_first);
  return p.placed;
}

/* A stored value that was not the computed one before the step is intentional. It is kept unless the bone itself
 * moved. */
#define UPDATE(word, derive)                                                                                           \
  do {                                                                                                                 \
    if (placed->own || (was && was->word == derive (before, was)))                                                     \
      put_u16 (f, bone, MW_FIELD (MwM2Bone, word), derive (now, bone));                                                \
  } while (0)

static void
update_skeleton_values (Following *f, const MwM2Skeleton *before, const MwM2Skeleton *now, const Placed *placed)
{
  const MwM2Bone *bone = placed->bone, *was = bone_of (f->before, bone->record.id);
  uint32_t version = f->now->version;
  if (version >= MW_M2_BONE_DISTANCES_SINCE)
    UPDATE (parent_distance, mw_m2_parent_distance);
  else if (!was)
    put_u16 (f, bone, MW_FIELD (MwM2Bone, parent_distance), 0);
  if (version >= MW_M2_BONE_DISTANCES_SINCE && version < MW_M2_NAME_CRC_SINCE) {
    UPDATE (descendant_distance, mw_m2_descendant_distance);
    UPDATE (z_ratio, mw_m2_z_ratio);
  }
  const MwCatalogueEntry *key = bone->key_bone >= 0
                                  ? mw_catalogue_entry (MW_CATALOGUE_KEY_BONE, (uint32_t) bone->key_bone)
                                  : NULL;
  if (was || version < MW_M2_NAME_CRC_SINCE || bone->name_crc)
    return;
  /* No bone in real files has 0. A bone that is not a key bone is named by its number until it gets a name. */
  g_autofree char *name = g_strdup_printf ("Bone %u", mw_record_index (&bone->record));
  put_u32 (f, bone, MW_FIELD (MwM2Bone, name_crc), key ? key->crc : mw_bone_name_crc (name));
}

static void
update_bones (Following *f)
{
  if (g_hash_table_size (f->bones) == 0)
    return;
  for (uint32_t i = 0; i < f->now->bones.n; i++)
    if (g_hash_table_contains (f->bones, GUINT_TO_POINTER (f->now->bones.items[i]->id)))
      update_keys_flag (f, (const MwM2Bone *) f->now->bones.items[i]);
  g_autoptr (MwM2Skeleton) before = mw_m2_skeleton_new (f->before), now = mw_m2_skeleton_new (f->now);
  g_autoptr (GArray) placed = find_placed (f, now);
  for (guint i = 0; i < placed->len; i++)
    update_skeleton_values (f, before, now, &g_array_index (placed, Placed, i));
}

/* --- What is played for animations that the model lacks (m2.md 5.3) ------------------------------------------------- */

#define STAND 0
#define LAST_RESORT 147
#define N_ANIMATIONS 0x10000

static guint8 *
animations_of (const MwM2 *model)
{
  guint8 *has = g_new0 (guint8, N_ANIMATIONS);
  for (uint32_t i = 0; i < model->sequences.n; i++)
    has[((const MwM2Sequence *) model->sequences.items[i])->animation] = 1;
  return has;
}

/* Some exporters wrote tables without modes. */
static gboolean
has_modes (const MwM2 *model)
{
  const int16_t *pairs = model->playable_animations.data;
  for (uint32_t i = 0; i < model->playable_animations.n; i++)
    if (pairs[2 * i + 1])
      return TRUE;
  return FALSE;
}

static void
substitute (const guint8 *has, guint animation, guint n, gboolean modes, int16_t pair[2])
{
  guint n_substitutes, found = has[STAND] ? STAND : LAST_RESORT;
  const uint16_t *substitutes = mw_catalogue_substitutes (animation, &n_substitutes);
  gboolean last_resort = !has[STAND];
  for (guint i = n_substitutes; i-- > 0;)
    if (has[substitutes[i]]) {
      found = substitutes[i];
      last_resort = FALSE;
    }
  pair[0] = (int16_t) found;
  pair[1] = (int16_t) (modes && !last_resort ? mw_catalogue_mode (animation, n) : 0);
}

/* Whether an entry refers to an animation that the step removed, or LAST_RESORT, which replaces Stand only as long as
 * the model has no Stand. */
static gboolean
has_lost (const guint8 *had, const guint8 *has, int16_t animation)
{
  guint16 id = (guint16) animation;
  return !has[id] && (had[id] || (id == LAST_RESORT && has[STAND] && !had[STAND]));
}

/* Updates the entries of animations that were added or removed, and entries that refer to a removed animation. */
static void
update_playable (Following *f)
{
  guint32 n = f->now->playable_animations.n;
  if (mw_m2_has_lanes (f->now) || n == 0)
    return;
  g_autofree guint8 *had = animations_of (f->before), *has = animations_of (f->now);
  gboolean modes = has_modes (f->before);
  const MwField *field = MW_FIELD (MwM2, playable_animations);
  for (guint32 i = 0; i < MIN (n, N_ANIMATIONS); i++) {
    const int16_t *stored = (const int16_t *) f->now->playable_animations.data + 2 * i;
    int16_t pair[2] = { (int16_t) i, 0 };
    if (had[i] == has[i] && !has_lost (had, has, stored[0]))
      continue;
    if (!has[i])
      substitute (has, i, n, modes, pair);
    mw_document_put_span (f->self, &f->now->model.record, field, i, 1, pair);
  }
}

/* --- Numbers of surfaces and layers --------------------------------------------------------------------------------- */

/* Whether a submesh of the model before is there no more; `batch` is one of those that drew it. */
static gboolean
lost_submesh (const Following *f, const MwM2Batch *batch)
{
  return batch->submesh.id && !mw_model_find (&f->now->model, batch->submesh.id);
}

/* Marks the surface numbers that no batch has any more, because a submesh was removed, or got another number in a step that
 * removed some (two that are merged). A number stands for one geoset, which a profile may split into several submeshes because
 * of its limit of bones. All profiles must be loaded. */
static void
find_gone (const Following *f, guint8 *gone)
{
  enum { ANOTHER_NUMBER = 2, NUMBERS = 0x10000 };
  gboolean any = FALSE;
  for (uint32_t k = 0; k < f->before->skins.n; k++) {
    const MwM2Skin *was = (const MwM2Skin *) f->before->skins.items[k];
    for (uint32_t i = 0; i < was->batches.n; i++) {
      const MwM2Batch *batch = (const MwM2Batch *) was->batches.items[i],
                      *now = (const MwM2Batch *) mw_model_find (&f->now->model, batch->record.id);
      if (lost_submesh (f, batch))
        gone[batch->surface] = any = TRUE;
      else if (now && now->surface != batch->surface && !gone[batch->surface])
        gone[batch->surface] = ANOTHER_NUMBER;
    }
  }
  for (uint32_t k = 0; k < f->before->skins.n; k++) {
    const MwM2Skin *was = (const MwM2Skin *) f->before->skins.items[k];
    for (uint32_t i = 0; i < was->batches.n; i++) {
      const MwM2Batch *batch = (const MwM2Batch *) was->batches.items[i];
      if (!lost_submesh (f, batch) && !mw_model_find (&f->now->model, batch->record.id))
        gone[batch->surface] = FALSE; /* only the batch was removed */
    }
  }
  for (uint32_t k = 0; k < f->now->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) f->now->skins.items[k];
    for (uint32_t i = 0; i < skin->batches.n; i++)
      gone[((const MwM2Batch *) skin->batches.items[i])->surface] = FALSE;
  }
  for (guint n = 0; n < NUMBERS; n++)
    gone[n] = any && gone[n];
}

static gboolean
all_loaded (const MwM2 *model)
{
  for (uint32_t k = 0; k < model->skins.n; k++)
    if (((const MwM2Skin *) model->skins.items[k])->not_loaded)
      return FALSE;
  return TRUE;
}

/* Surface numbers count the geosets without gaps. So when a geoset is gone from all profiles, higher numbers move
 * down in all of them alike. If a submesh was removed from one profile only, its number stays in use. */
static void
update_surfaces (Following *f)
{
  enum { NUMBERS = 0x10000 };
  g_autofree guint8 *gone = g_new0 (guint8, NUMBERS);
  g_autofree uint16_t *less = g_new0 (uint16_t, NUMBERS);
  if (!all_loaded (f->before))
    return;
  find_gone (f, gone);
  for (guint n = 1; n < NUMBERS; n++)
    less[n] = (uint16_t) (less[n - 1] + gone[n - 1]);
  for (uint32_t k = 0; k < f->now->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) f->now->skins.items[k];
    for (uint32_t i = 0; i < skin->batches.n; i++) {
      MwM2Batch *batch = (MwM2Batch *) skin->batches.items[i];
      const MwM2Batch *old = (const MwM2Batch *) mw_model_find (&f->before->model, batch->record.id);
      uint16_t number = old ? (uint16_t) (batch->surface - less[old->surface]) : 0;
      if (old && batch->surface == old->surface && number != batch->surface)
        mw_document_put_value (f->self, &batch->record, MW_FIELD (MwM2Batch, surface), &number, sizeof number);
    }
  }
}

/* The number of layers below this batch, on the same submesh, that lost their last batch. */
static uint16_t
layers_gone (const Following *f, const MwM2Skin *was, const MwM2Batch *batch)
{
  enum { LAYERS = 64 };         /* clients support 8 */
  guint8 state[LAYERS] = { 0 }; /* bits: 1: a batch was removed, 2: one stays */
  uint16_t gone = 0;
  for (uint32_t i = 0; i < was->batches.n; i++) {
    const MwM2Batch *other = (const MwM2Batch *) was->batches.items[i];
    if (other->submesh.id == batch->submesh.id && other->layer < MIN (batch->layer, LAYERS))
      state[other->layer] |= mw_model_find (&f->now->model, other->record.id) ? 2 : 1;
  }
  for (guint i = 0; i < LAYERS; i++)
    gone = (uint16_t) (gone + (state[i] == 1));
  return gone;
}

/* Layers have no gaps, so those above a removed layer move down. */
static void
update_layers (Following *f)
{
  for (uint32_t k = 0; k < f->before->skins.n; k++) {
    const MwM2Skin *was = (const MwM2Skin *) f->before->skins.items[k];
    const MwM2Skin *skin = (const MwM2Skin *) mw_model_find (&f->now->model, was->record.id);
    for (uint32_t i = 0; skin && skin->batches.n < was->batches.n && i < skin->batches.n; i++) {
      MwM2Batch *batch = (MwM2Batch *) skin->batches.items[i];
      const MwM2Batch *old = (const MwM2Batch *) mw_model_find (&f->before->model, batch->record.id);
      uint16_t gone = old && old->submesh.id && old->layer == batch->layer ? layers_gone (f, was, old) : 0;
      uint16_t layer = (uint16_t) (batch->layer - gone);
      if (gone)
        mw_document_put_value (f->self, &batch->record, MW_FIELD (MwM2Batch, layer), &layer, sizeof layer);
    }
  }
}

static gboolean
casts (const MwM2Batch *batch, const MwM2ShadowBatch *shadow)
{
  return batch->submesh.id == shadow->submesh.id && batch->color.id == shadow->color.id
         && batch->weight.id == shadow->weight.id && batch->textures.n
         && ((const MwRef *) batch->textures.data)->id == shadow->texture.id;
}

static gboolean
is_cast (const MwM2Skin *skin, const MwM2ShadowBatch *shadow)
{
  for (uint32_t i = 0; i < skin->batches.n; i++)
    if (casts ((const MwM2Batch *) skin->batches.items[i], shadow))
      return TRUE;
  return FALSE;
}

/* Removes the shadow of a removed batch. */
static void
update_shadows (Following *f)
{
  for (uint32_t k = 0; k < f->before->skins.n; k++) {
    const MwM2Skin *was = (const MwM2Skin *) f->before->skins.items[k];
    const MwM2Skin *skin = (const MwM2Skin *) mw_model_find (&f->now->model, was->record.id);
    for (uint32_t i = skin && skin->batches.n < was->batches.n ? skin->shadow_batches.n : 0; i-- > 0;) {
      MwRecord *shadow = skin->shadow_batches.items[i];
      const MwM2ShadowBatch *old = (const MwM2ShadowBatch *) mw_model_find (&f->before->model, shadow->id);
      if (old && is_cast (was, old) && !is_cast (skin, (const MwM2ShadowBatch *) shadow))
        mw_document_take_record (f->self, shadow);
    }
  }
}

/* --- Files of sequences --------------------------------------------------------------------------------------------- */

static gboolean
has_file (const MwM2Sequence *sequence)
{
  return mw_m2_sequence_is_external (sequence) && !mw_m2_is_alias (sequence) && !sequence->not_loaded;
}

static guint
file_of (const MwM2Sequence *sequence)
{
  return (guint) sequence->animation << 16 | sequence->variation;
}

/* A save writes the files that the model has. It removes others only if asked to. */
static void
note_unneeded_files (Following *f)
{
  g_autoptr (GHashTable) files = g_hash_table_new (NULL, NULL);
  if (!mw_m2_has_lanes (f->now))
    return;
  for (uint32_t i = 0; i < f->now->sequences.n; i++)
    if (mw_m2_sequence_is_external ((const MwM2Sequence *) f->now->sequences.items[i]))
      g_hash_table_add (files, GUINT_TO_POINTER (file_of ((const MwM2Sequence *) f->now->sequences.items[i]) + 1));
  for (uint32_t i = 0; i < f->before->sequences.n; i++) {
    const MwM2Sequence *was = (const MwM2Sequence *) f->before->sequences.items[i];
    if (!has_file (was) || !g_hash_table_add (files, GUINT_TO_POINTER (file_of (was) + 1)))
      continue;
    mw_document_notice (
      f->self, g_strdup_printf ("no sequence has its keys in the file \"...%04u-%02u.anim\" now; the file is not "
                                "needed after the model is saved",
                                was->animation, was->variation));
  }
  for (uint32_t i = f->now->skins.n; i < f->before->skins.n; i++)
    if (!((const MwM2Skin *) f->before->skins.items[i])->not_loaded)
      mw_document_notice (f->self,
                          g_strdup_printf ("no skin profile is in the file \"...%02u.skin\" now; the file is not "
                                           "needed after the model is saved",
                                           i));
}

/* --- The rule ------------------------------------------------------------------------------------------------------- */

void
mw_m2_update_dependents (MwDocument *self)
{
  gboolean any = FALSE;
  mw_m2_unread_note (self);
  for (guint i = 0; i < self->open->changes->len && !any; i++)
    any = concerns (mw_step_change_at (self->open, i));
  if (!any)
    return;
  g_autoptr (GHashTable) bones = g_hash_table_new (NULL, NULL);
  Following f = { self, model_before (self), (MwM2 *) self->model, bones };
  mw_m2_update_chains (self, f.before, f.now);
  if (mw_m2_has_lanes (f.now))
    update_aliases (&f);
  for (guint i = 0; i < self->open->changes->len; i++) {
    const MwStepChange *change = mw_step_change_at (self->open, i);
    const MwM2 *const models[] = { f.before, f.now };
    for (guint k = 0; k < G_N_ELEMENTS (models); k++) {
      add_bone_of (models[k], change->id, bones);
      if (change->kind > MW_STEP_SWAP)
        add_bone_of (models[k], change->owner, bones);
    }
  }
  update_bones (&f);
  update_playable (&f);
  update_surfaces (&f);
  update_layers (&f);
  update_shadows (&f);
  note_unneeded_files (&f);
  mw_model_free (&f.before->model);
}
