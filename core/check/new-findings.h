/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"
#include "core/check/check.h"

/* Finds what edits made worse: findings that the model did not have when it was opened, so that saving can report
 * them first. */

/* The findings of mw_check() that are errors or severe. Free with g_ptr_array_unref(). */
GPtrArray *mw_check_grave (const MwModel *model, MwFormat format);
/* The same for a model that this client shall read (see mw_check_for()). */
GPtrArray *mw_check_grave_for (const MwModel *model, MwFormat format, const MwTargetClient *client);

/* A set of keys that identify these findings in later states of the model. It does not refer to the findings. Free
 * with g_hash_table_unref(). */
GHashTable *mw_findings_known (const GPtrArray *findings);
/* Whether a finding is in `known`: one of the same rule on the same record and field, wherever they are now and
 * whatever the numbers in it are. A record that the earlier model did not have has only new findings. */
gboolean mw_finding_is_known (const MwFinding *finding, GHashTable *known);

/* The findings that are errors or severe and that the model did not have in the files it was read from. The files
 * are read again only if there are any such findings. Free with g_ptr_array_unref(). */
GPtrArray *mw_findings_since (const MwFileSet *was, const MwModel *model, MwFormat format);
