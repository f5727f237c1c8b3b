/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"
#include "core/schema/codec.h"

/* World of Warcraft packs rotations into 64 bits (mdlx.md 8). Keys get the packed values at once, so that what is
 * shown is what is saved. */

/* Describes how rotations changed: how many have other numbers, and how many of those are only negated. q and -q are
 * the same rotation, and the packed form holds the one whose w is not below 0. */
static const char *
say_change (const MwArray *before, const MwArray *after)
{
  const float *from = before->data, *to = after->data;
  gboolean rounded = FALSE, negated = FALSE;
  for (uint32_t i = 0; i < before->n; i++, from += 4, to += 4) {
    gboolean same = TRUE, opposite = TRUE;
    float product = 0;
    for (guint k = 0; k < 4; k++) {
      same &= from[k] == to[k];
      opposite &= from[k] == -to[k];
      product += from[k] * to[k];
    }
    negated |= !same && product < 0;
    rounded |= !same && !opposite;
  }
  if (!negated)
    return "rounded to the 64 bits of a stored rotation";
  return rounded ? "rounded to the 64 bits of a stored rotation, some with the other sign, which is the same rotation"
                 : "the same rotations with the other sign: the 64-bit form has no w below 0";
}

static void
snap (MwConverting *c, MwRecord *track, MwPart part)
{
  const MwField *field = mw_schema_part (track->schema, part);
  const MwField *slot = mw_record_slot (track);
  MwArray *keys = mw_field_at (track, field);
  MwCodec before = mw_field_codec (track, field, track->owner, slot, c->from);
  MwCodec after = mw_field_codec (track, field, track->owner, slot, c->to);
  /* On the way back they are rounded as well, unless they already were. */
  MwCodec codec = after != MW_CODEC_NONE ? after : before;
  if (!keys->n || before == after)
    return;
  MwArray snapped = mw_array_copy (keys->data, keys->n, mw_field_element_size (field));
  if (mw_codec_snap (codec, field, snapped.data, snapped.n))
    mw_convert_change (c, MW_LOSS_ROUNDED, track, field, say_change (keys, &snapped));
  if (after == codec)
    mw_convert_set_array (keys, snapped);
  else
    mw_array_clear (&snapped);
}

static gboolean
snap_track (MwRecord *record, gpointer data)
{
  if (record->schema == &mw_track_quat_schema) {
    snap (data, record, MW_PART_VALUES);
    snap (data, record, MW_PART_IN_TANS);
    snap (data, record, MW_PART_OUT_TANS);
  }
  return TRUE;
}

void
mw_convert_rotations (MwConverting *c)
{
  mw_record_foreach (&c->b->model.record, snap_track, c);
}
