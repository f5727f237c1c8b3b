/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* A model made larger or smaller: every number that is a length, or a speed or acceleration, times a factor. Which numbers
 * those are is said by the units of the fields (MwField.unit), and nowhere else. */

/* Called for each field in which a value became too large for a float, and is the largest one now, or too small, and is 0. */
typedef void (*MwScaleCut) (const MwRecord *record, const MwField *field, gpointer data);

/* Scales a model that no document has yet. `scale` is finite and above 0. NaN and infinities stay as they are. Numbers that
 * are no floats stay too: of those only M2 has one that is a length, the compressed gravity of particles, and M2 is not
 * converted. `cut` may be NULL. */
void mw_scale_lengths (MwModel *model, double scale, MwScaleCut cut, gpointer data);
