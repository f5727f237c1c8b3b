/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/nodes/motion.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/model/mdlx/mdlx.h"

#include <math.h>
#include <string.h>

/* Gives a node of MDLX another parent and keeps its motion in the model: its tracks get new keys. */

/* --- What can be kept ----------------------------------------------------------------------------------------------- */

enum {
  NOT_INHERITED = MW_MDLX_NODE_DONT_INHERIT_TRANSLATION | MW_MDLX_NODE_DONT_INHERIT_SCALING
                  | MW_MDLX_NODE_DONT_INHERIT_ROTATION,
  FACES_CAMERA = MW_MDLX_NODE_BILLBOARDED | MW_MDLX_NODE_BILLBOARDED_LOCK_X | MW_MDLX_NODE_BILLBOARDED_LOCK_Y
                 | MW_MDLX_NODE_BILLBOARDED_LOCK_Z | MW_MDLX_NODE_CAMERA_ANCHORED
};

static gboolean
refuse_flags (const MwRecord *node, uint32_t flags, GError **error)
{
  return !(((const MwMdlxNode *) node)->flags & flags)
         || mw_operation_refuse (
           node, error,
           "faces the camera or inherits only a part of its parent's motion, so the motion cannot "
           "be kept by keys");
}

static gboolean
follows (const MwRecord *node, GError **error)
{
  return refuse_flags (node, FACES_CAMERA, error);
}

static gboolean
inherits (const MwRecord *node)
{
  return !(((const MwMdlxNode *) node)->flags & NOT_INHERITED);
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

/* Writes three or four numbers of each key, which begin at `offset` of the key. A track that would change nothing is not made. */
static gboolean
write_track (MwDocument *document, MwId id, const MwField *slot, const GArray *keys, gsize offset, double rest,
             GError **error)
{
  const MwRecord *node = mw_model_find (mw_document_get_model (document), id);
  MwTrack *old = *(MwTrack *const *) mw_field_at (node, slot);
  const guint n = slot->schema->key_count;
  static const uint32_t linear = MW_INTERPOLATION_LINEAR;
  g_autofree gint32 *times = g_new (gint32, keys->len);
  g_autofree float *values = g_new (float, (gsize) keys->len *n);
  gboolean any = old != NULL;
  for (guint i = 0; i < keys->len; i++) {
    const MwMotionKey *key = &g_array_index (keys, MwMotionKey, i);
    const double *numbers = (const double *) ((const char *) key + offset);
    times[i] = key->time;
    for (guint k = 0; k < n; k++) {
      values[i * n + k] = (float) numbers[k];
      any |= fabs (numbers[k] - (k == 3 ? 1 : rest)) > 1e-6;
    }
  }
  if (!any)
    return TRUE;
  MwArray time_array = mw_array_copy (times, keys->len, sizeof *times),
          value_array = mw_array_copy (values, keys->len, n * sizeof *values);
  if (!old) {
    MwTrack *track = (MwTrack *) mw_record_new (slot->schema);
    track->interpolation = linear;
    track->times = time_array;
    track->values = value_array;
    return mw_document_insert (document, id, slot, 0, &track->record, error);
  }
  const MwId track = old->record.id;
  const MwField *interpolation = MW_FIELD_IN (slot->schema, MwTrack, interpolation);
  if (!mw_document_set_field (document, track, interpolation, &linear, sizeof linear, error)) {
    mw_array_clear (&time_array);
    mw_array_clear (&value_array);
    return FALSE;
  }
  return mw_document_swap_keys (document, track, time_array, value_array, (MwArray) { 0 }, (MwArray) { 0 }, error);
}

static gboolean
write_tracks (MwDocument *document, MwId id, const GArray *keys, GError **error)
{
  return write_track (document, id, MW_FIELD (MwMdlxNode, translation_track), keys, offsetof (MwMotionKey, t), 0, error)
         && write_track (document, id, MW_FIELD (MwMdlxNode, rotation_track), keys, offsetof (MwMotionKey, q), 0, error)
         && write_track (document, id, MW_FIELD (MwMdlxNode, scaling_track), keys, offsetof (MwMotionKey, s), 1, error);
}

/* --- The new parent ------------------------------------------------------------------------------------------------- */

gboolean
mw_mdlx_keep_motion (MwDocument *document, MwId id, MwRef to, double tolerance, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *node = mw_model_find (model, id);
  const MwMotion motion = {
    .node = id, .parent = to.id, .tolerance = tolerance, .follows = follows, .inherits = inherits
  };
  if (!refuse_flags (node, NOT_INHERITED | FACES_CAMERA, error))
    return FALSE;
  g_autoptr (GArray) keys = mw_motion_sample (document, &motion, error);
  if (!keys)
    return FALSE;
  g_autoptr (GArray) line = mw_motion_on_time_line (keys);
  return mw_document_set_field (document, id, MW_FIELD (MwMdlxNode, parent), &to, sizeof to, error)
         && (!line->len || write_tracks (document, id, line, error)) && mw_motion_is_kept (document, id, keys, error);
}
