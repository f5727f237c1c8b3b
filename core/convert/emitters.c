/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"

#include <math.h>
#include <string.h>

/* Converts the latitude of PRE2: degrees in Warcraft III, radians in World of Warcraft (rendering.md 4.1 and 4.4).
 * NaN and infinities are kept. */

static float
turned (float angle, gboolean to_wow)
{
  return isfinite (angle) ? (float) (to_wow ? angle * (G_PI / 180) : angle * (180 / G_PI)) : angle;
}

/* FALSE: some value would change on the way back. */
static gboolean
turn_all (float *angles, uint32_t n, gboolean to_wow)
{
  gboolean comes_back = TRUE;
  for (uint32_t i = 0; i < n; i++) {
    float there = turned (angles[i], to_wow), back = turned (there, !to_wow);
    comes_back &= memcmp (&back, &angles[i], sizeof back) == 0;
    angles[i] = there;
  }
  return comes_back;
}

static const char why[] = "one game uses degrees and the other radians: this value changes in its last digit";

static void
turn_keys (MwConverting *c, MwRecord *track, MwPart part)
{
  const MwField *field = mw_schema_part (track->schema, part);
  MwArray *keys = mw_field_at (track, field);
  if (!keys->n)
    return;
  MwArray turned_keys = mw_array_copy (keys->data, keys->n, sizeof (float));
  if (!turn_all (turned_keys.data, turned_keys.n, c->to.family == MW_FAMILY_MDX_WOW))
    mw_convert_change (c, MW_LOSS_ROUNDED, track, field, why);
  mw_convert_set_array (keys, turned_keys);
}

void
mw_convert_emitters (MwConverting *c)
{
  for (uint32_t i = 0; i < c->b->nodes.n && mw_convert_changes_family (c); i++) {
    MwMdlxParticleEmitter2 *emitter = (MwMdlxParticleEmitter2 *) c->b->nodes.items[i];
    if (emitter->node.record.schema != &mw_mdlx_particle_emitter2_schema)
      continue;
    if (!turn_all (&emitter->latitude, 1, c->to.family == MW_FAMILY_MDX_WOW))
      mw_convert_change (c, MW_LOSS_ROUNDED, &emitter->node.record, MW_FIELD (MwMdlxParticleEmitter2, latitude), why);
    if (!emitter->latitude_track)
      continue;
    turn_keys (c, &emitter->latitude_track->record, MW_PART_VALUES);
    turn_keys (c, &emitter->latitude_track->record, MW_PART_IN_TANS);
    turn_keys (c, &emitter->latitude_track->record, MW_PART_OUT_TANS);
  }
}
