/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/validate.h"

/* What changes did to a model: findings that it did not have when it was opened, for those who save it to tell before they
 * do. Command line and window ask here.
 *
 * Most models have nothing grave, and then the model as it was opened is never needed:
 *
 *   findings = mw_validate_grave (model, format);
 *   if (findings->len)
 *     mw_findings_drop_known (findings, the model as it was opened, its format);
 *
 * The first model has to have the identities of the changed one: read anew from the same bytes, or a mw_model_copy() made
 * before the changes. */

/* The findings of mw_validate() that are errors or severe. Free with g_ptr_array_unref(). */
GPtrArray *mw_validate_grave (const MwModel *model, MwFormat format);

/* Removes each finding that `before` has too: of the same rule, on the same record and field, wherever they stand now and
 * whatever the numbers are. A record that `before` lacks, a duplicate for one, has only new ones. */
void mw_findings_drop_known (GPtrArray *findings, const MwModel *before, MwFormat format);
