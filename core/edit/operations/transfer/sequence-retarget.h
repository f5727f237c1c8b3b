/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/transfer/transfer-keys.h"

/* How the keys of a bone are changed for the bone of another model, which is longer and points elsewhere at rest. Neither game
 * stores a rotation of bones at rest: all rest axes are those of the model. */
typedef struct _MwRetarget MwRetarget;

/* Looks at the bones that are matched. `lengths`: translations are multiplied by the ratio of the lengths of the bones; that of
 * a bone without a parent, or without a length, is the ratio of all matched bones together. `rest`: rotations are corrected so
 * that bones point where those of the source do. */
MwRetarget *mw_retarget_new (const MwTransfer *transfer, gboolean lengths, gboolean rest);
void mw_retarget_free (MwRetarget *retarget);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwRetarget, mw_retarget_free)

/* The ratio of the lengths of all matched bones; 1 without `lengths`. */
double mw_retarget_ratio (const MwRetarget *retarget);
/* Changes the keys of a track of a bone of the source. */
void mw_retarget_keys (const MwRetarget *retarget, const MwRecord *bone, const MwField *slot, MwKeySet *keys);
/* The rotation that a bone without rotation keys in the source needs; FALSE: none. */
gboolean mw_retarget_rest (const MwRetarget *retarget, const MwRecord *bone, float rotation[4]);
