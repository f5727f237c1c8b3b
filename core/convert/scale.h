/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* Scales a model: multiplies every length, speed and acceleration by a factor. The units of the fields
 * (MwField.unit) alone decide which numbers those are. */

/* Called for each field with a value that became too large for a float and is now the largest float, or too small
 * and is now 0. */
typedef void (*MwScaleCut) (const MwRecord *record, const MwField *field, gpointer data);

/* Scales a model that belongs to no document yet. `scale` is finite and above 0. NaN and infinities are kept. So are
 * numbers that are not floats: the only such length is the compressed gravity of M2 particles, and M2 is not
 * converted. `cut` may be NULL. */
void mw_scale_lengths (MwModel *model, double scale, MwScaleCut cut, gpointer data);
