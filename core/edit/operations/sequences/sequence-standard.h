/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/model/standard-sequences.h"

/* Sequences that the game expects of a model. */

/* What is known of the sequence with this name, from the first set that has it. FALSE: no set of the family has it, and the error
 * names the nearest. */
gboolean mw_sequence_expected (MwDocument *document, const char *name, MwStandardSequence *found, GError **error);
/* Adds an expected sequence as a copy of `from`, or with MW_REF_NONE of what it is best made from, and selects it. On one time line its
 * interval begins `gap` ms after everything. MW_ERROR_NOTHING if the model has it; refused if a sequence has nearly its name. Call it
 * inside an open transaction. */
gboolean mw_sequence_add_expected (MwDocument *document, const MwStandardSequence *is, MwRef from, gint64 gap,
                                   GError **error);
