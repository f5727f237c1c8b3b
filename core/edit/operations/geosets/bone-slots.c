/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/geosets/bone-slots.h"
#include "core/edit/operations/operations.h"

#include <string.h>

/* Gives n weights this sum, in proportion to what they are. What rounding leaves goes to those that lost most by it. */
static void
spread (guint32 *weights, guint n, guint32 whole)
{
  guint64 sum = 0, rest[MW_BONE_SLOTS] = { 0 };
  guint32 left = whole;
  for (guint i = 0; i < n; i++)
    sum += weights[i];
  for (guint i = 0; i < n && sum; i++) {
    const guint64 share = (guint64) weights[i] * whole;
    weights[i] = (guint32) (share / sum);
    rest[i] = share % sum;
    left -= weights[i];
  }
  for (; sum && left; left--) {
    guint most = 0;
    for (guint i = 1; i < n; i++)
      if (rest[i] > rest[most])
        most = i;
    weights[most]++;
    rest[most] = 0;
  }
}

/* The slot of a bone that has a weight, or MW_BONE_SLOTS. */
static guint
slot_of (const MwBoneSlots *slots, guint32 bone)
{
  guint at = 0;
  while (at < MW_BONE_SLOTS && !(slots->weights[at] && slots->bones[at] == bone))
    at++;
  return at;
}

/* Moves the slots with weight to the front. */
static void
close_up (MwBoneSlots *slots)
{
  MwBoneSlots to = { 0 };
  guint n = 0;
  for (guint turn = 0; turn < 2; turn++)
    for (guint k = 0; k < MW_BONE_SLOTS; k++)
      if ((slots->weights[k] > 0) == (turn == 0)) {
        to.bones[n] = slots->bones[k];
        to.weights[n++] = slots->weights[k];
      }
  *slots = to;
}

static MwBonesResult
add (MwBoneSlots *slots, guint32 bone, guint share, guint32 whole)
{
  guint n = 0;
  if (slot_of (slots, bone) < MW_BONE_SLOTS)
    return MW_BONES_SAME;
  close_up (slots);
  while (n < MW_BONE_SLOTS && slots->weights[n])
    n++;
  if (n == MW_BONE_SLOTS)
    return MW_BONES_FULL;
  const guint32 own = share ? MAX (1, (whole * share + 50) / 100) : (whole + n / 2) / (n + 1);
  spread (slots->weights, n, whole - own);
  slots->bones[n] = bone;
  slots->weights[n] = own;
  return MW_BONES_CHANGED;
}

static MwBonesResult
take_out (MwBoneSlots *slots, guint32 bone, guint32 whole)
{
  guint32 others = 0;
  for (guint k = 0; k < MW_BONE_SLOTS; k++)
    others += slots->bones[k] == bone ? 0 : slots->weights[k];
  if (slot_of (slots, bone) == MW_BONE_SLOTS)
    return MW_BONES_SAME;
  if (!others)
    return MW_BONES_ALONE;
  for (guint at = slot_of (slots, bone); at < MW_BONE_SLOTS; at = slot_of (slots, bone))
    slots->weights[at] = 0;
  spread (slots->weights, MW_BONE_SLOTS, whole);
  return MW_BONES_CHANGED;
}

static MwBonesResult
replace (MwBoneSlots *slots, guint32 bone, guint32 by)
{
  guint first = slot_of (slots, by);
  if (bone == by || slot_of (slots, bone) == MW_BONE_SLOTS)
    return MW_BONES_SAME;
  for (guint at = slot_of (slots, bone); at < MW_BONE_SLOTS; at = slot_of (slots, bone)) {
    if (first == MW_BONE_SLOTS) {
      slots->bones[at] = by;
      first = at;
    } else {
      slots->weights[first] += slots->weights[at];
      slots->weights[at] = 0;
    }
  }
  return MW_BONES_CHANGED;
}

static MwBonesResult
assign (MwBoneSlots *slots, guint32 bone)
{
  if (slots->bones[0] == bone && slots->weights[0] == MW_BONE_WHOLE && !slots->weights[1] && !slots->weights[2]
      && !slots->weights[3])
    return MW_BONES_SAME;
  memset (slots->weights, 0, sizeof slots->weights);
  slots->bones[0] = bone;
  slots->weights[0] = MW_BONE_WHOLE;
  return MW_BONES_CHANGED;
}

MwBonesResult
mw_bone_slots_change (MwBoneSlots *slots, const MwBonesChange *change, guint32 bone, guint32 by, gboolean first)
{
  MwBoneSlots to = *slots;
  guint32 whole = 0;
  for (guint k = 0; k < MW_BONE_SLOTS; k++)
    whole += slots->weights[k];
  whole = whole ? whole : MW_BONE_WHOLE;
  const MwBonesResult result = change->what == MW_BONES_ASSIGN   ? assign (&to, bone)
                               : change->what == MW_BONES_ADD    ? add (&to, bone, change->share, whole)
                               : change->what == MW_BONES_REMOVE ? take_out (&to, bone, whole)
                                                                 : replace (&to, bone, by);
  if (result != MW_BONES_CHANGED)
    return result;
  close_up (&to);
  for (guint k = 0; k < MW_BONE_SLOTS; k++)
    if (!to.weights[k])
      to.bones[k] = first ? to.bones[0] : 0;
  *slots = to;
  return MW_BONES_CHANGED;
}

gboolean
mw_bone_slots_refuse (const MwRecord *record, MwBonesResult result, guint32 vertex, GError **error)
{
  g_autofree char *reason = result == MW_BONES_ALONE
                              ? g_strdup_printf ("has vertices that only this bone moves, such as %u: replace it by "
                                                 "another bone instead",
                                                 vertex)
                              : g_strdup_printf ("has vertices that four bones move already, such as %u", vertex);
  return mw_operation_refuse (record, error, reason);
}
