/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/m2-rules.h"
#include "core/edit/operations/nodes/motion.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"

#include <math.h>

/* Bones of M2 get keys that keep their motion below another parent. Points have no keys with which they could move, so a bone of
 * their own moves them. */

enum { NOT_INHERITED = 0x1 | 0x2 | 0x4, BILLBOARD = 0x8 | 0x10 | 0x20 | 0x40, TRANSFORMED = 0x200 };

static gboolean
follows (const MwRecord *node, GError **error)
{
  return !(((const MwM2Bone *) node)->flags & BILLBOARD)
         || mw_operation_refuse (node, error, "faces the camera, so the motion cannot be kept by keys");
}

static gboolean
inherits (const MwRecord *node)
{
  return !(((const MwM2Bone *) node)->flags & NOT_INHERITED);
}

/* --- Tracks --------------------------------------------------------------------------------------------------------- */

/* Keys [first, stop) as arrays for a track or lane. `offset`: of their numbers in MwMotionKey. */
static void
fill (const GArray *keys, guint first, guint stop, gsize offset, guint count, MwArray *times, MwArray *values)
{
  *times = mw_array_new (stop - first, sizeof (gint32));
  *values = mw_array_new (stop - first, count * sizeof (float));
  for (guint i = first; i < stop; i++) {
    const MwMotionKey *key = &g_array_index (keys, MwMotionKey, i);
    const double *numbers = (const double *) (const void *) ((const char *) key + offset);
    ((gint32 *) times->data)[i - first] = key->time;
    for (guint k = 0; k < count; k++)
      ((float *) values->data)[(i - first) * count + k] = (float) numbers[k];
  }
}

/* A track for a slot that is in no model yet. */
static MwRecord *
new_track (const MwM2 *model, const MwField *slot, const GArray *keys, gsize offset)
{
  MwM2Track *track = (MwM2Track *) mw_record_new (slot->schema);
  track->interpolation = 1;
  const guint count = mw_schema_part (slot->schema, MW_PART_VALUES)->count;
  if (!mw_m2_has_lanes (model)) {
    g_autoptr (GArray) line = mw_motion_on_time_line (keys);
    fill (line, 0, line->len, offset, count, &track->times, &track->values);
    return &track->record;
  }
  const MwField *lanes = mw_schema_part (slot->schema, MW_PART_LANES);
  track->spread = MW_M2_SPREAD_SEQUENCES;
  for (guint first = 0, stop; first < keys->len; first = stop) {
    const MwId sequence = g_array_index (keys, MwMotionKey, first).sequence;
    for (stop = first; stop < keys->len && g_array_index (keys, MwMotionKey, stop).sequence == sequence; stop++)
      ;
    MwM2Lane *lane = (MwM2Lane *) mw_record_new (lanes->schema);
    lane->sequence = (MwRef) { sequence, 0 };
    fill (keys, first, stop, offset, count, &lane->times, &lane->values);
    mw_list_append (NULL, &track->record, lanes, &lane->record);
  }
  return &track->record;
}

/* Replaces a track of a bone. One that would change nothing is not made. `rest`: the number that does nothing, but for a fourth
 * one, which is 1. */
static gboolean
replace_track (MwDocument *document, MwId id, const MwField *slot, const GArray *keys, gsize offset, double rest,
               GError **error)
{
  const MwM2 *model = mw_m2_of (document);
  const MwRecord *old = *(MwRecord *const *) mw_field_at (mw_model_find (&model->model, id), slot);
  const guint count = mw_schema_part (slot->schema, MW_PART_VALUES)->count;
  gboolean any = FALSE;
  for (guint i = 0; i < keys->len; i++) {
    const MwMotionKey *key = &g_array_index (keys, MwMotionKey, i);
    const double *numbers = (const double *) (const void *) ((const char *) key + offset);
    for (guint k = 0; k < count; k++)
      any |= fabs (numbers[k] - (k == 3 ? 1 : rest)) > 1e-6;
  }
  return (!old || mw_document_remove (document, old->id, error))
         && (!any || mw_document_insert (document, id, slot, 0, new_track (model, slot, keys, offset), error));
}

/* --- The bone ------------------------------------------------------------------------------------------------------- */

static MwId
add_helper (MwDocument *document, const MwRecord *point, MwRef parent, const GArray *keys, GError **error)
{
  const MwM2 *model = mw_m2_of (document);
  MwM2Bone *bone = (MwM2Bone *) mw_record_new (&mw_m2_bone_schema);
  bone->record.id = model->model.n_ids;
  mw_m2_complete (document, &bone->record);
  bone->key_bone = -1;
  bone->flags = TRANSFORMED;
  bone->parent = parent;
  for (guint k = 0; k < 3; k++)
    bone->pivot[k] = mw_node_place (&model->model, point)[k];
  if (keys->len) {
    mw_child_set (NULL, &bone->record, MW_FIELD (MwM2Bone, translation_track),
                  new_track (model, MW_FIELD (MwM2Bone, translation_track), keys, offsetof (MwMotionKey, t)));
    mw_child_set (NULL, &bone->record, MW_FIELD (MwM2Bone, rotation_track),
                  new_track (model, MW_FIELD (MwM2Bone, rotation_track), keys, offsetof (MwMotionKey, q)));
    mw_child_set (NULL, &bone->record, MW_FIELD (MwM2Bone, scaling_track),
                  new_track (model, MW_FIELD (MwM2Bone, scaling_track), keys, offsetof (MwMotionKey, s)));
  }
  return mw_new_insert (document, &bone->record, TRUE, error);
}

static gboolean
keep_motion_of_point (MwDocument *document, MwId point, MwRef to, const GArray *keys, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  MwRef helper = { add_helper (document, mw_model_find (model, point), to, keys, error), 0 };
  if (!helper.id
      || !mw_document_set_field (document, point, mw_node_parent_field (mw_model_find (model, point)), &helper,
                                 sizeof helper, error))
    return FALSE;
  g_autofree char *path = mw_record_path (mw_model_find (model, helper.id));
  mw_document_notice (document, g_strdup_printf ("made the helper bone %s with %u keys", path, keys->len));
  return TRUE;
}

static gboolean
replace_tracks (MwDocument *document, MwId id, const GArray *keys, GError **error)
{
  const MwField *const slots[] = { MW_FIELD (MwM2Bone, translation_track), MW_FIELD (MwM2Bone, rotation_track),
                                   MW_FIELD (MwM2Bone, scaling_track) };
  if (!replace_track (document, id, slots[0], keys, offsetof (MwMotionKey, t), 0, error)
      || !replace_track (document, id, slots[1], keys, offsetof (MwMotionKey, q), 0, error)
      || !replace_track (document, id, slots[2], keys, offsetof (MwMotionKey, s), 1, error))
    return FALSE;
  /* Clients ignore the keys of bones without the flag (m2.md 5.4), and so does the check of the result. */
  const MwM2Bone *bone = (const MwM2Bone *) mw_model_find (mw_document_get_model (document), id);
  const uint32_t others = bone->flags & ~(uint32_t) TRANSFORMED,
                 flags = mw_m2_bone_has_keys (mw_m2_of (document), bone) ? others | TRANSFORMED : others;
  return mw_document_set_field (document, id, MW_FIELD (MwM2Bone, flags), &flags, sizeof flags, error);
}

static gboolean
keep_motion_of_bone (MwDocument *document, MwId bone, MwRef to, const GArray *keys, GError **error)
{
  return mw_document_set_field (document, bone, MW_FIELD (MwM2Bone, parent), &to, sizeof to, error)
         && (!keys->len || replace_tracks (document, bone, keys, error));
}

gboolean
mw_m2_keep_motion (MwDocument *document, MwId node, MwRef to, double tolerance, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), node);
  const gboolean bone = record->schema == &mw_m2_bone_schema;
  const MwMotion motion = {
    .node = node, .parent = to.id, .tolerance = tolerance, .chord = TRUE, .follows = follows, .inherits = inherits
  };
  if (bone && !follows (record, error))
    return FALSE;
  if (bone && !inherits (record))
    return mw_operation_refuse (record, error,
                                "inherits only a part of its parent's motion, so the motion cannot be kept by keys");
  g_autoptr (GArray) keys = mw_motion_sample (document, &motion, error);
  return keys && (bone ? keep_motion_of_bone : keep_motion_of_point) (document, node, to, keys, error)
         && mw_motion_is_kept (document, node, keys, error);
}
