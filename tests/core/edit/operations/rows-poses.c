/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "core/pose/skeleton.h"
#include "core/schema/path.h"
#include "tests/core/edit/operations/rows-nodes.h"

#include <math.h>
#include <string.h>

/* Keys that pose a node at one moment. */

static void
posed_place (const MwModel *model, char *node_path, char *sequence_path, gint32 time, float out[3])
{
  const MwRecord *node = table_record_in (model, node_path), *sequence = table_record_in (model, sequence_path);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  MwClock clock = MW_CLOCK_REST;
  float world[16], at[3];
  mw_clock_play (&clock, model, sequence->id);
  clock.time += time;
  mw_skeleton_matrix_at_time (skeleton, node->id, &clock, world);
  memcpy (at, table_place (model, node), sizeof at);
  for (int k = 0; k < 3; k++)
    out[k] = world[k] * at[0] + world[4 + k] * at[1] + world[8 + k] * at[2] + world[12 + k];
}

/* Whether a node has a track that moves it, or could have one, and that follows no global sequence. */
static gboolean
can_pose (const MwModel *model, const MwRecord *node)
{
  const MwField *slot = mw_schema_field (node->schema, "translation.track");
  const MwRecord *track = slot ? *(MwRecord *const *) mw_field_at (node, slot) : NULL;
  const MwField *clock = track ? mw_schema_part (track->schema, MW_PART_CLOCK) : NULL;
  return slot && (!clock || mw_ref_is_none (*(const MwRef *) mw_field_at (track, clock)));
}

static char *
pose_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GPtrArray) points = table_points (model);
  const MwList *sequences = mw_model_sequences (model);
  const MwRecord *played = NULL;
  for (uint32_t i = 0; i < sequences->n && !played; i++) {
    const MwSequenceAspect aspect = mw_sequence_aspect (model, sequences->items[i]);
    if (aspect.plays == sequences->items[i] && !aspect.not_loaded && aspect.end - aspect.start >= 20)
      played = sequences->items[i];
  }
  for (guint i = 0; i < points->len && played; i++)
    if (can_pose (model, points->pdata[i])) {
      g_autofree char *node = mw_record_path (points->pdata[i]), *sequence = mw_record_path (played);
      return g_strdup_printf ("node-pose %s sequence=%s time=10 move={0.5,-0.25,1.125}", node, sequence);
    }
  return NULL;
}

/* Only the moment and what is interpolated from it differ: no other sequence does. */
static char *
pose_judge (const TableCase *at)
{
  static const float by[] = { 0.5f, -0.25f, 1.125f };
  float was[3], now[3];
  posed_place (at->before, table_word (at->step, 1), table_parameter (at->step, "sequence"), 10, was);
  posed_place (at->after, table_word (at->step, 1), table_parameter (at->step, "sequence"), 10, now);
  for (int k = 0; k < 3; k++)
    if (!(fabsf (now[k] - was[k] - by[k]) <= 1e-3f * (1 + fabsf (now[k]))))
      return g_strdup_printf ("it is at %g along axis %d, and was at %g", (double) now[k], k, (double) was[k]);
  const MwList *sequences = mw_model_sequences (at->before);
  g_autofree char *posed = table_parameter (at->step, "sequence");
  const MwSequenceAspect own = mw_sequence_aspect (at->before, table_record (at->before, posed));
  for (uint32_t i = 0; i < sequences->n; i++) {
    g_autofree char *path = mw_record_path (sequences->items[i]);
    const MwSequenceAspect aspect = mw_sequence_aspect (at->before, sequences->items[i]);
    g_autofree char *plays = mw_record_path (aspect.plays);
    const gint64 length = aspect.end - aspect.start;
    /* Sequences whose intervals overlap share keys. */
    const gboolean shares = aspect.on_time_line && aspect.start <= own.end && aspect.end >= own.start;
    for (int k = 0; k < 3 && !shares && strcmp (plays, posed) != 0 && length >= 0; k++) {
      posed_place (at->before, table_word (at->step, 1), g_strdup (path), (gint32) (length * k / 2), was);
      posed_place (at->after, table_word (at->step, 1), g_strdup (path), (gint32) (length * k / 2), now);
      for (int c = 0; c < 3; c++)
        if (!(fabsf (now[c] - was[c]) <= 1e-3f * (1 + fabsf (was[c]))))
          return g_strdup_printf ("%s changed: %g instead of %g along axis %d", path, (double) now[c], (double) was[c],
                                  c);
    }
  }
  return NULL;
}

const TableRow table_poses[] = {
  { "node-pose", TABLE_BOTH, pose_step, pose_judge },
  { NULL, 0, NULL, NULL },
};
