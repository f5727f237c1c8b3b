/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* What moves a vertex with weights: four slots, each a bone with a weight. A bone is given by a number, which is its id, its object id
 * or its place, as the caller stores it. A slot without weight is free. */

enum { MW_BONE_SLOTS = 4, MW_BONE_WHOLE = 255 };

typedef enum {
  MW_BONES_ASSIGN, /* only this bone moves the vertex */
  MW_BONES_ADD,    /* this one as well */
  MW_BONES_REMOVE, /* this one no longer; the others get its weight in proportion to theirs */
  MW_BONES_REPLACE /* `by` in its place, with its weight */
} MwBonesWhat;

typedef struct {
  MwBonesWhat what;
  MwRef bone, by;
  guint share; /* MW_BONES_ADD: its part in percent, 1 to 99; 0: the same as the others have on average */
} MwBonesChange;

typedef enum {
  MW_BONES_SAME,
  MW_BONES_CHANGED,
  MW_BONES_ALONE, /* refused: nothing else moves the vertex */
  MW_BONES_FULL   /* refused: there is no free slot */
} MwBonesResult;

typedef struct {
  guint32 bones[MW_BONE_SLOTS], weights[MW_BONE_SLOTS];
} MwBoneSlots;

/* Changes the slots of one vertex; `bone` and `by` are those of the change as numbers. The sum of the weights stays, and the slots with
 * weight come first. Free slots get the number of the first slot if `first`, or else 0. Refused: nothing has changed. */
MwBonesResult mw_bone_slots_change (MwBoneSlots *slots, const MwBonesChange *change, guint32 bone, guint32 by,
                                    gboolean first);
/* Says in an error why a change of this record was refused: MW_BONES_ALONE or MW_BONES_FULL. Returns FALSE. */
gboolean mw_bone_slots_refuse (const MwRecord *record, MwBonesResult result, guint32 vertex, GError **error);
