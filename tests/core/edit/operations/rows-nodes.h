/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/aspects.h"
#include "tests/core/edit/operations/table.h"

/* What the rows for nodes and attachments share. */

/* All bones, nodes and points in file order. Free with g_ptr_array_unref(). */
GPtrArray *table_points (const MwModel *model);
MwPoint table_point (const MwModel *model, const MwRecord *record);
/* Whether a record is a bone or helper. */
gboolean table_is_bone (const MwModel *model, const MwRecord *record);
/* Three floats. */
float *table_place (const MwModel *model, const MwRecord *record);
MwRecord *table_parent (const MwModel *model, const MwRecord *record);
/* The word of a step at this place. Free with g_free(). */
char *table_word (const char *step, guint at);
/* The record at a path, which is freed. */
MwRecord *table_record_in (const MwModel *model, char *path);
/* The text of the field "name". */
char **table_name_at (const MwRecord *record);
/* Two choices, so that the models of a family try both values of a switch. */
gboolean table_is_odd (const MwModel *model);
/* The name with left and right exchanged; NULL if it has none. Free with g_free(). */
char *table_flipped (const char *name);
