/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"
#include "core/check/validate.h"

/* What changes did to a model: findings that it did not have when it was opened, so that a save can tell of them first. */

/* The findings of mw_validate() that are errors or severe. Free with g_ptr_array_unref(). */
GPtrArray *mw_validate_grave (const MwModel *model, MwFormat format);

/* What identifies these findings in a later state of the model: it outlives the findings. Free with g_hash_table_unref(). */
GHashTable *mw_findings_known (const GPtrArray *findings);
/* Whether a finding is among `known`: one of the same rule, on the same record and field, wherever they are by now and whatever
 * the numbers are. A record that the earlier model lacks has only new ones. */
gboolean mw_finding_is_known (const MwFinding *finding, GHashTable *known);

/* The grave findings of a model that it did not have in the files that it was read from. Most models have none at all, and then
 * `was` is not read again. Free with g_ptr_array_unref(). */
GPtrArray *mw_findings_since (const MwFileSet *was, const MwModel *model, MwFormat format);
