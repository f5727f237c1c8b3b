/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/m2-rules.h"
#include "core/edit/operations/nodes/motion.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"

/* Points of M2 have no keys with which they could move, so a bone of their own moves them. */

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

/* Gives a new bone a track. */
static void
add_track (const MwM2 *model, MwRecord *bone, const MwField *slot, const GArray *keys, gsize offset)
{
  MwM2Track *track = (MwM2Track *) mw_record_new (slot->schema);
  mw_child_set (NULL, bone, slot, &track->record);
  track->interpolation = 1;
  const guint count = mw_schema_part (slot->schema, MW_PART_VALUES)->count;
  if (!mw_m2_has_lanes (model)) {
    g_autoptr (GArray) line = mw_motion_on_time_line (keys);
    fill (line, 0, line->len, offset, count, &track->times, &track->values);
    return;
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
    add_track (model, &bone->record, MW_FIELD (MwM2Bone, translation_track), keys, offsetof (MwMotionKey, t));
    add_track (model, &bone->record, MW_FIELD (MwM2Bone, rotation_track), keys, offsetof (MwMotionKey, q));
    add_track (model, &bone->record, MW_FIELD (MwM2Bone, scaling_track), keys, offsetof (MwMotionKey, s));
  }
  return mw_new_insert (document, &bone->record, TRUE, error);
}

gboolean
mw_m2_keep_motion (MwDocument *document, MwId point, MwRef to, double tolerance, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, point);
  const MwMotion motion = {
    .node = point, .parent = to.id, .tolerance = tolerance, .chord = TRUE, .follows = follows, .inherits = inherits
  };
  g_autoptr (GArray) keys = mw_motion_sample (document, &motion, error);
  MwRef helper = { keys ? add_helper (document, record, to, keys, error) : 0, 0 };
  if (!helper.id
      || !mw_document_set_field (document, point, mw_node_parent_field (record), &helper, sizeof helper, error)
      || !mw_motion_is_kept (document, point, keys, error))
    return FALSE;
  g_autofree char *path = mw_record_path (mw_model_find (model, helper.id));
  mw_document_notice (document, g_strdup_printf ("made the helper bone %s with %u keys", path, keys->len));
  return TRUE;
}
