/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/clock.h"

/* A pose that is shown instead of what the keys say at a moment, and that is in no file: that of a drag which sets no keys. */
typedef struct {
  MwId id;                                     /* of a node or a camera */
  float translation[3], rotation[4], scale[3]; /* of a node: what its tracks would give */
  float eye[3], target[3];                     /* of a camera */
} MwTentative;

/* That of a node or camera in this clock; NULL: it has none. */
const MwTentative *mw_tentative_find (const MwClock *clock, MwId id);
/* Appends what the keys of a node or camera say at this moment (which is not rest), without what the clock has instead. FALSE: it is
 * neither. */
gboolean mw_tentative_append (GArray *list, const MwModel *model, MwId id, const MwClock *clock);
